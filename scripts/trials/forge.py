"""Forged trees and certificates.

Trees and certificates of small games are changed value by value, or made for a worse tree with
all figures right; checkpoints are damaged. What a tree that verifies states is compared with a
replay by the definitions, the bound of a certificate with the least total by trying everything, and
what a run gives from a checkpoint with what it gives without.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from strategies import least_total, score_of, weights_of

import jotto
from jotto.errors import JottoError
from jotto.trees import formats
from trials.damage import damaged

UNIT = "games"
FOUND = """Nothing forged was accepted. One other fault: with weights below 4 billionths of a
prior's sum, a guess that tells nothing could be the best."""
EACH = 60  # forgeries of each kind of file for each game
ODD: Any = (
    *(None, True, False, 0, -1, 1, 1.5, 10**6, 1 << 62, "", "assumed", "all", "candidates", [], {}),
)
Fields = dict[str, Any]


def drawn(draw: Random) -> tuple[jotto.Game[str], dict[str, Any]]:
    """Draw a game, deep for its size, and the choices of a search."""
    length, letters = draw.choice([(2, "abcd"), (3, "abc"), (3, "abcd")])
    words = list(dict.fromkeys("".join(draw.choices(letters, k=length)) for _ in range(16)))
    n = draw.randint(3, min(10, len(words)))
    prior = draw.choice([None, None, {word: draw.randint(1, 9) for word in words[:n]}])
    rule = draw.choice(["jots", "jots", "exact-elsewhere", "colours"])
    limit = draw.choice([None, None, 3, 4, 5])
    game = jotto.words(words[:n], words[n:], rule=rule, prior=prior)
    return game, {"allow": draw.choice(["all", "all", "candidates"]), "max_guesses": limit}


# --- forging --------------------------------------------------------------------------------------


def spots(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield each container in a value of JSON with each key or index."""
    for key in [*(value if isinstance(value, dict) else range(len(value)))]:
        yield value, key
        if isinstance(value[key], dict | list):
            yield from spots(value[key])


def change(value: Any, draw: Random) -> None:
    """Change something in a value of JSON: a number, a text; or leave out, repeat, exchange."""
    places = [*spots(value)]
    some, at = draw.choice(places)
    other, there = draw.choice(places)
    kind, old, new = draw.random(), deepcopy(some[at]), deepcopy(other[there])
    if kind < 0.4 and type(old) is int:
        some[at] = old + draw.choice([-2, -1, 1, 2, 10])
    elif kind < 0.6:
        some[at] = new
    elif kind < 0.75:
        some[at], other[there] = new, old
    elif kind < 0.85:
        some[at] = deepcopy(draw.choice(ODD))
    elif isinstance(some, list) and kind < 0.93:
        some.insert(at, old)
    else:
        del some[at]


def forged(lines: list[Any], draw: Random) -> str:
    """Return lines of JSON as a text, after one change or a few."""
    made = deepcopy(lines)
    for _ in range(draw.choice([1, 1, 2, 3])):
        line = draw.randrange(len(lines))
        if changed := made[line : line + 1]:
            change(changed, draw)
            made[line : line + 1] = changed
    return "\n".join(map(json.dumps, made))


# --- what is taken --------------------------------------------------------------------------------


def false_of_tree(fields: Fields, game: jotto.Game[str]) -> Iterator[str]:
    """Yield the fields in the file of a tree that a replay does not show."""
    score: Any = score_of(game)  # type: ignore[no-untyped-call]
    weights: Any = weights_of(game)  # type: ignore[no-untyped-call]
    win = game.rule.texts[-1]
    lengths, left = dict[str, int](), list(game.secrets)
    fields = dict.fromkeys(formats.KINDS) | fields  # format 1 has fewer
    for guess, text in fields["turns"]:
        left = [secret for secret in left if score(guess, secret) == text]
    for secret in left:
        node, may, made = fields["tree"], left, 1
        while True:
            guess = node if isinstance(node, str) else node["guess"]
            if guess not in (may if fields["allow"] == "candidates" else game.guesses):
                yield f"guess {guess}"
                return
            if (text := score(guess, secret)) == win:
                break
            if isinstance(node, str) or text not in node["branches"]:
                yield f"{secret} is not found"
                return
            may = [word for word in may if score(guess, word) == text]
            node, made = node["branches"][text], made + 1
        lengths[secret] = made
    total, prior = sum(lengths.values()), fields["prior"]
    weighted = sum(weights[secret] * made for secret, made in lengths.items()) if prior else None
    least, bound, most = weighted if prior else total, fields["lower_bound"], fields["max_guesses"]
    true = {
        "secrets": fields["secrets"] == len(left),
        "total": fields["total"] == total,
        "mean": abs(fields["mean"] - total / len(left)) < 2e-6,
        "worst": fields["worst"] == max(lengths.values()),
        "weighted_total": fields["weighted_total"] == weighted,
        "lower_bound": bound is None or bound <= least,
        "proved": not fields["proved"] or bound == least,
        "max_guesses": most is None or most >= max(lengths.values()),
        "opening": fields["opening"] in (None, first_of(fields)),
    }
    yield from (name for name, holds in true.items() if not holds)


def first_of(fields: Fields) -> str:
    """Return the first guess of a tree."""
    tree = fields["tree"]
    return str(tree if isinstance(tree, str) else tree["guess"])


def tree_taken(path: Path, game: jotto.Game[str]) -> list[str] | None:
    """Return what is false of a tree; None if it is refused."""
    try:
        if jotto.Tree.load(path, game).verify():
            return None
    except JottoError:
        return None
    return [*false_of_tree(json.loads(path.read_bytes()), game)]


def certificate_taken(path: Path, game: jotto.Game[str]) -> list[str] | None:
    """Return what is false of a certificate; None if it is refused."""
    try:
        certificate = jotto.Certificate.load(path, game)
        if certificate.verify().wrong:
            return None
    except JottoError:
        return None
    fields = json.loads(path.read_bytes().splitlines()[1])
    about, at = certificate.about, certificate.tree.at
    even = replace(game, prior=None) if fields.get("prior") is None else game
    most, allow = about.max_guesses or 99, str(about.allow)
    least = least_total(jotto.start(even, *at.history), most=most, allow=allow)
    bound = certificate.claims[0].bound
    false = [] if bound is not None and bound <= least else [f"{bound}, and the least is {least}"]
    return [*false, *false_of_tree(fields, game)]


def runs(game: jotto.Game[str], choices: dict[str, Any]) -> list[Callable[..., Any]]:
    """Return runs with a checkpoint, whose results can be compared."""

    def solved(checkpoint: Path | None = None) -> Any:
        lengths = jotto.solve(game, parallel=1, checkpoint=checkpoint, **choices).lengths
        return lengths.weighted_total, lengths.total

    return [solved, partial(jotto.openings, game, parallel=1)]


# --- all ------------------------------------------------------------------------------------------


def play(seed: int, folder: Path) -> int:
    """Forge files of one game; return how many."""
    draw, path = Random(seed), folder / "file.json"
    game, choices = drawn(draw)
    try:
        tree = jotto.solve(game, **choices)
    except jotto.NoStrategyError:
        return 0
    jotto.certify(tree, path)
    head, _, *claims = map(json.loads, path.read_text().splitlines())
    worse = jotto.Tree.grow(game, "simple")
    worse = replace(worse, claim=replace(tree.claim, lower_bound=worse.lengths.weighted_total))
    for each in (tree, worse):
        fields = json.loads("".join(each.lines("words")))
        proof = [head, fields, [each.lower_bound, *claims[0][1:]], *claims[1:]]
        for lines, taken in (([fields], tree_taken), (proof, certificate_taken)):
            for _ in range(EACH):
                path.write_text(forged(lines, draw))
                assert not (false := taken(path, game)), (false, path.read_text())
    for run in runs(game, choices):
        path.unlink()
        expected = run(checkpoint=path)
        assert expected == run()
        content = path.read_bytes()
        for _ in range(EACH // 10):
            path.write_bytes(file := damaged(content, draw))
            try:
                assert run(checkpoint=path) == expected, file
            except JottoError:
                path.write_bytes(b"")
    return 4 * EACH + 2 * (EACH // 10)

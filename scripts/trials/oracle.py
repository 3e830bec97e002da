"""Small games against slow definitions.

Random small games of every kind: candidates, lies, explanations, values, boards, rankings, lengths,
openings, searches, certificates and reviews, and games whose letters, orders and weights are
exchanged. All that is public is compared with ``tests/naive.py``, a slow program that imports
nothing of jotto and computes with whole numbers and fractions.
"""

from __future__ import annotations

import math
import pickle
import runpy
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from fractions import Fraction
from functools import partial
from io import StringIO
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import naive
from naive import Method

import jotto
from jotto.engine.position import Strategy
from jotto.search.worst import Search
from trials.small import (
    SCORES,
    WORDS,
    Small,
    Turns,
    drawn_rule,
    history,
    method,
    muddle,
    small,
    strategy,
)

UNIT = "games"
FOUND = """Three faults, by earlier runs. With false answers, explanations were missed or untrue.
Ties of expected size depended on how weights were written. Fibble had faults in near misses."""
ROOT = Path(__file__).parents[2]
Checks = Iterator[tuple[str, Any, Any]]  # what is asked, what jotto says, what is right
BOARDS: dict[str, Any] = {"hit": 3.5, "part": 1.5, "ahead": 40, "tried": 10}  # docs/games.md


# --- the areas: what jotto says, and what is right ------------------------------------------------


def attempt(call: Callable[[], Any]) -> Any:
    """Return what a call returns, or the name of the error it raises."""
    try:
        return call()
    except jotto.JottoError as error:
        return type(error).__name__


def texts(some: Any) -> list[str]:
    """Return items as texts."""
    return [*map(str, some)]


def figures(one: jotto.Advice[Any]) -> tuple[Any, ...]:
    """Return an advice as :func:`naive.worth` has it."""
    left = one.expected_left, one.worst_left
    return str(one.guess), one.candidate, one.bits, *left, one.parts, one.chance


def candidates(t: Small, draw: Random) -> Checks:
    """Compare candidates, parts, chances; the first turn that leaves nothing."""
    turns = draw.choice([muddle, history])(t, draw, 3)
    left = [t.own.left(turns[:n]) for n in range(len(turns) + 1)]
    try:
        at = jotto.start(t.game, *turns)
    except (jotto.ContradictionError, jotto.TurnError) as error:
        number = getattr(error, "turn", None) or getattr(error, "number", None)
        yield f"contradiction {turns}", number, left.index([])
        return
    except jotto.GameError:  # something came after the win
        yield f"over {turns}", any(t.own.wins(*turn) for turn in turns[:-1]), True
        return
    yield f"candidates {turns}", texts(at.candidates), left[-1]
    yield f"likeliest {turns}", texts(at.likeliest), t.own.likeliest(left[-1])
    yield "turns", [(str(guess), text) for guess, text in at.turns], turns
    share = [t.own.weights[word] / t.own.mass(left[-1]) for word in left[-1]]
    yield f"chances {turns}", at.chances.tolist(), share
    yield f"won {turns}", at.won, bool(turns) and t.own.wins(*turns[-1])
    for guess in [*draw.sample(t.own.guesses, 2), *t.unlisted][: 9 * (t.true and not at.won)]:
        parts = {text: texts(part) for text, part in at.partition(guess).items()}
        yield f"parts {guess} {turns}", parts, naive.partition(left[-1], guess, t.own.score)
        secret = draw.choice(t.own.secrets)
        yield "score", t.game.score(guess, secret), t.own.score(guess, secret)


def rankings(t: Small, draw: Random) -> Checks:
    """Compare rankings of all guesses, ties included, and what each guess is worth."""
    turns = history(t, draw, draw.randint(0, 2))
    at, left = jotto.start(t.game, *turns), t.own.left(turns)
    for own, chosen in (method(t, draw) for _ in range(4)):
        order, what = naive.ranked(t.own, own, turns, left), f"{own} {turns}"
        found = at.rank(chosen, top=99)
        yield f"rank {what}", [str(one.guess) for one in found], order
        yield f"top {what}", [str(one.guess) for one in at.rank(chosen, top=2)], order[:2]
        yield f"guess {what}", str(chosen(at)), order[0]
        right = [naive.worth(t.own, left, guess) for guess in order]
        yield f"worth {what}", [*map(figures, found)], right
    for guess in t.unlisted:
        yield f"measure {turns}", figures(at.measure(guess)), naive.worth(t.own, left, guess)


def evaluations(t: Small, draw: Random) -> Checks:
    """Compare lengths of games by the core and by a walk, comparisons, trees grown and saved."""
    turns = history(t, draw, draw.randint(0, 2))
    at, left = jotto.start(t.game, *turns), t.own.left(turns)
    (first, base), (own, chosen) = method(t, draw), method(t, draw)
    taken, what = naive.games_of(t.own, own, turns, left), f"{own} {turns}"
    found, each = jotto.evaluate(at, chosen), [*taken.values()]
    yield f"evaluate {what}", found.each.tolist(), each
    with patch.object(Strategy, "measure", None), patch.object(Strategy, "free", False):
        yield f"walked {what}", jotto.evaluate(at, chosen).each.tolist(), each
    right: Any = naive.figures(t.own, taken)
    yield f"figures {what}", found.to_dict() | {"games": found.games}, right
    yield f"weighted {what}", found.prior_mean, right.get("prior_mean", right["mean"])
    yield f"within {what}", found.within(2), sum(n <= 2 for n in each) / len(each)
    before = naive.games_of(t.own, first, turns, left)
    more = {word: taken[word] - before[word] for word in left}
    both = jotto.compare(at, [base, chosen])
    row = both.to_dict(3)["contenders"][1]
    few = {word: n for word, n in sorted(more.items(), key=lambda pair: pair[1])[:3] if n < 0}
    many = {word: n for word, n in sorted(more.items(), key=lambda pair: -pair[1])[:3] if n > 0}
    counts = sum(n < 0 for n in more.values()), sum(n > 0 for n in more.values())
    right = sum(more.values()) / len(more), *counts, few, many
    names = "difference", "helped", "hurt", "most_helped", "most_hurt"
    yield f"difference {first} {what}", both.difference(1).tolist(), [*more.values()]
    yield f"compare {first} {what}", [row[name] for name in names], right
    tree, secret, now = jotto.Tree.grow(at, chosen), draw.choice(left), [*turns]
    yield f"tree {what}", tree.lengths.each.tolist(), each
    yield from saved(t, draw, tree)
    while not now or now[-1][0] != secret:
        guess = naive.ranked(t.own, own, now, t.own.left(now))[0]
        now.append((guess, t.own.score(guess, secret)))
    made = [(str(guess), text) for guess, text in tree.play(secret)]
    yield f"play {what}", made, now[len(turns) :]


def saved(t: Small, draw: Random, tree: jotto.Tree[Any]) -> Checks:
    """Compare a tree with what is loaded again from its file, and verify both."""
    if draw.random() < 0.5:  # files are slow
        return
    columns = not tree.at.turns and t.kind in WORDS and draw.random() < 0.3
    with tempfile.TemporaryDirectory() as folder:
        tree.save(path := Path(folder) / ("tree.txt" if columns else "tree.json"))
        again = jotto.Tree.load(path, t.game)
    yield "loaded", (again.root, columns or again), (tree.root, columns or tree)
    yield "verified", (tree.verify(), again.verify()), ([], [])


def openings(t: Small, draw: Random) -> Checks:
    """Compare openings, ranked by whole games and by one guess."""
    own = method(t, draw)[0]._replace(opening=())
    own = own._replace(name="minimax") if own.name == "simple" else own
    chosen, order = strategy(t, own), naive.ranked(t.own, own, [], t.own.secrets)
    alike = Counter(map(naive.orbit, t.own.guesses))
    if t.kind == "codes":  # of codes that are alike only the earliest
        kinds = {naive.orbit(code): code for code in t.own.guesses[::-1]}
        order = [code for code in order if code in kinds.values()]
    found = jotto.openings(t.game, chosen, parallel=1)
    yield f"openings {own}", sorted(one.word for one in found), sorted(order)
    keys = [(one.prior_mean or one.mean, one.worst, one.sd) for one in found]
    yield f"best first {own}", keys, sorted(keys)
    for one in draw.sample(found, min(3, len(found))):
        games = own._replace(opening=(one.word,))
        right: Any = naive.figures(t.own, naive.games_of(t.own, games, [], t.own.secrets))
        right = {name: right[name] for name in right if name not in ("total", "secrets")}
        yield f"opening {games}", {name: getattr(one, name) for name in right}, right
        right = naive.worth(t.own, t.own.secrets, one.word)[2:6]
        yield f"worth {one}", (one.bits, one.expected_left, one.worst_left, one.parts), right
        if t.kind == "codes":
            yield f"alike {one}", one.alike, alike[naive.orbit(one.word)]
    quick = jotto.openings(t.game, chosen, full=False)
    yield f"by one guess {own}", [one.word for one in quick], order


def searches(t: Small, draw: Random) -> Checks:
    """Compare the best totals by every aim and limit, the least worst case, and certificates."""
    turns = history(t, draw, draw.randint(0, 1), 9 if t.kind in ("codes", "two-d") else 12)
    at, left = jotto.start(t.game, *turns), t.own.left(turns)
    allow: Any = draw.choice(["all", "all", "candidates", "hard" if t.kind == "colours" else "all"])
    least = partial(naive.least_totals, t.own, turns, left, allow=allow)
    free, unit = least(), float(at.weights.sum()) / t.own.mass(left)
    fewest = next(n for n, total in enumerate(free) if total < math.inf)
    if allow == "all":
        yield f"worst case {turns}", jotto.worst_case(at), fewest
    search = Search(at, allow=allow)
    list(search.narrow())
    yield f"bound {allow} {turns}", (search.low, search.high), (fewest, fewest)
    may = naive.allowed(t.own, Method(allow=allow), turns, left)
    for aim in ("mean", "mean,worst", draw.choice(["worst", "worst,mean"])):
        opening = draw.choice([None, None, draw.choice(may)])
        most = draw.choice([None, None, *range(1, len(left) + 1)])
        what = f"solve {aim} {allow} {opening} {most} {turns}"
        first = None if opening is None else t.game.read(opening)
        rows = [total for total in least(opening=opening)[: most and most + 1] if total < math.inf]
        options: Any = {"aim": aim, "max_guesses": most, "allow": allow, "opening": first}
        tree = attempt(partial(jotto.solve, at, **options))
        parts = naive.partition(left, opening, t.own.score) if opening else {}
        if opening not in left and len(parts) == 1:
            yield f"{what}: the opening tells nothing", tree, "GameError"
        elif not rows or isinstance(tree, str):
            yield what, tree, "a tree" if rows else "NoStrategyError"
        else:
            short = least(opening=opening).index(rows[0] if "worst" in aim[:5] else min(rows))
            right = rows[0] if "worst" in aim[:5] else min(rows)
            total, worst = tree.lengths.weighted_total / unit, tree.lengths.worst
            yield what, (total, worst if aim != "mean" else short), (right, short)
            yield f"{what}: proof", (tree.lower_bound / unit, tree.proved), (right, True)
            yield from saved(t, draw, tree)
            if aim == "mean" and opening is None and allow != "hard":
                yield from certified(t, tree, what)
    yield from most_found(t, draw, at, turns, allow)
    most = draw.choice([None, *range(fewest - 1, len(left) + 1)])
    few: Any = {"beam": draw.choice([1, 2]), "allow": allow, "max_guesses": most}
    beam = attempt(partial(jotto.solve, at, **few))
    if most is not None and most < fewest:
        yield f"beam {allow} {most} {turns}", beam, "NoStrategyError"
    else:
        short = beam.lengths.weighted_total / unit > free[-1 if most is None else most] - 1e-6
        within = beam.lengths.worst <= (most or 99)
        yield f"beam {allow} {most} {turns}", (short, within, beam.verify()), (True, True, [])
    if draw.random() < 0.2 and allow == "all":
        yield "parallel", jotto.solve(at, parallel=2).lengths.weighted_total / unit, free[-1]


def most_found(t: Small, draw: Random, at: Any, turns: Any, allow: Any) -> Checks:
    """Compare what can be found within some guesses, and the least total then."""
    left, k = t.own.left(turns), draw.randint(1, 5)
    may, whole = naive.allowed(t.own, Method(allow=allow), turns, left), t.own.mass(left)
    unit = float(at.weights.sum()) / whole
    for aim in (f"within:{k}", f"within:{k},mean"):
        opening = draw.choice([None, None, draw.choice(may)])
        what = f"solve {aim} {allow} {opening} {turns}"
        if opening not in left and opening and len(naive.partition(left, opening, t.own.score)) < 2:
            continue
        first = None if opening is None else t.game.read(opening)
        tree = attempt(partial(jotto.solve, at, aim=aim, allow=allow, opening=first))
        missed, total = naive.least_missed(t.own, turns, left, k, allow=allow, opening=opening)
        found = tree.lengths.weighted_within(k), tree.claim.most_found, tree.proved, tree.verify()
        most = (whole - missed) * unit
        yield what, found, (most, most, True, [])
        if aim.endswith("mean"):
            totals = tree.lengths.weighted_total / unit, tree.lower_bound / unit
            yield f"{what}: total", totals, (total, total)
        yield from saved(t, draw, tree)
        small = len(left) * int(at.weights.sum()) ** 2 < 1 << 58  # see Cost in jotto/trees
        if opening is None and allow != "hard" and (small or not tree.claim.totals):
            yield from certified(t, tree, what)


def certified(t: Small, tree: jotto.Tree[Any], what: str) -> Checks:
    """Check a certificate, and that a higher bound is refused; by the checker of the docs, too."""
    with tempfile.TemporaryDirectory() as folder:
        path, higher, listed = (Path(folder) / name for name in ("proof", "higher", "list"))
        proof = jotto.certify(tree, path)
        loaded = jotto.Certificate.load(path, t.game)
        checked = jotto.Checked(())
        found = loaded, proof.verify(), loaded.verify()
        yield f"certified {what}", found, (proof, checked, checked)
        lines, bound = path.read_text().split("\n"), proof.claims[0].bound or 0
        lines[2] = lines[2].replace(str(bound), str(bound + 1), 1)
        higher.write_text("\n".join(lines))
        yield f"higher {what}", jotto.Certificate.load(higher, t.game).verify().wrong > (), True
        plain = t.kind == "exact-elsewhere" and t.own.even and len(tree.at) == len(t.own.guesses)
        if plain and tree.claim.max_guesses is None and tree.claim.allow == "all":
            listed.write_text("\n".join(t.own.secrets))
            within = f"misses fewer than {len(tree.at) - (tree.claim.most_found or 0)} within"
            said = f"no tree {within if tree.claim.within else f'has a total below {bound}:'}"
            yield f"checker {what}", said in checker(path, listed), True
            yield f"checker, higher {what}", checker(higher, listed), "refused"


def checker(*arguments: Path) -> str:
    """Run the checker of the docs; return what it prints, or that it refuses."""
    out, script = StringIO(), str(ROOT / "docs" / "checker.py")
    with patch.object(sys, "argv", [script, *map(str, arguments)]), redirect_stdout(out):
        try:
            runpy.run_path(script, run_name="__main__")
        except AssertionError:
            return "refused"
    return out.getvalue()


def boards(t: Small, draw: Random) -> Checks:
    """Compare several boards: all combinations played, rankings, what is left of each."""
    n = draw.choice([2, 2, 2, 3])
    secrets, further, weights = t.lists
    if t.kind not in WORDS or weights:
        return
    secrets, further = secrets[: 8 - n], further[:4]
    guesses, distinct = secrets + further, len(secrets) >= n and draw.random() < 0.5
    at = jotto.boards(t.make(secrets, further, None), n, distinct=distinct)
    every = naive.combinations([secrets] * n, distinct=distinct)
    right = naive.board_lengths(secrets, guesses, t.own.score, n, distinct=distinct, **BOARDS)
    true, own = draw.choice(every), t.own._replace(secrets=secrets)
    what = f"{n} boards {distinct} {secrets} {further} {true}"
    yield f"evaluate {what}", jotto.evaluate(at).each.tolist(), right
    yield f"play {what}", at.play(true).made, right[every.index(true)]
    turns = [Turns() for _ in true]
    for _ in range(3):
        still = [n for n, secret in enumerate(true) if secret not in dict(turns[n])]
        order, lefts = at.rank(top=99) if still else [], [own.left(turns[n]) for n in still]
        if order:
            best = naive.board_guess(lefts, guesses, t.own.score, **BOARDS)
            yield f"rank {what} {turns}", (order[0].guess, len(order)), (best, len(guesses))
        for one in order:
            rows = zip(*(naive.worth(own, left, one.guess) for left in lefts), strict=True)
            (guess, *_), mine, *sums = rows
            yield f"worth {what} {turns}", figures(one), (guess, any(mine), *map(sum, sums))
        guess = draw.choice(guesses)
        for n in still:
            turns[n].append((guess, t.own.score(guess, true[n])))
        at = at.after(guess, [turns[n][-1][1] for n in still]) if still else at
        left = [own.left(each) for each in turns]
        yield f"left {what} {turns}", [texts(board.candidates) for board in at.boards], left
        found = [secret if secret in dict(turns[n]) else None for n, secret in enumerate(true)]
        yield f"found {what} {turns}", (at.found, at.over), (tuple(found), None not in found)


def lies(t: Small, draw: Random) -> Checks:
    """Compare false answers: candidates, chances, worth of guesses, the least worst case."""
    k, chance = (draw.randint(1, 2), draw.choice([0.1, 0.1, 0.25])) if t.true else (0, 0.1)
    turns = [turn for turn in muddle(t, draw, 4) if not t.own.wins(*turn)]
    what, left, every = f"{k} lies {chance} {turns}", t.own.left(turns, k), t.game.rule.texts
    begin = partial(jotto.start, t.game, *turns, lies=k, lie_chance=chance)
    if not left or len(t.own.secrets) > 12:
        yield f"start {what}", bool(left) or attempt(begin), bool(left) or "ContradictionError"
        return
    at, score = begin(), t.own.score
    yield f"candidates {what}", texts(at.candidates), left
    told = partial(naive.told_chance, n_texts=len(every), lies=k, chance=Fraction(str(chance)))
    mass = {s: t.own.weights[s] * (told(t.own, turns, s) if t.true else 1) for s in left}
    chances = {secret: float(each / sum(mass.values())) for secret, each in mass.items()}
    yield f"chances {what}", at.chances.tolist(), [*chances.values()]
    needed = naive.lies_needed(turns, left, score, k) if t.true else {}
    false = [sum(chances[s] for s in left if text not in t.own.told(g, s)) for g, text in turns]
    yield f"false {what}", [*at.false_chances], false
    yield f"evaluate {what}", len(jotto.evaluate(at)), len(left)
    values, order = list[float](), at.rank(top=99)
    yield f"ranked {what}", sorted(str(one.guess) for one in order), sorted(t.own.guesses)
    for one in order:
        guess, answers = str(one.guess), t.own.answers
        say = answers or (lambda g, s: naive.answers(score(g, s), needed[s] < k, every, chance))
        heard = {secret: say(guess, secret) for secret in left}
        after = {text: len(t.own.left([*turns, (guess, text)], k)) for text in every}
        bits, after = naive.information(chances, heard), {x: n for x, n in after.items() if n}
        expected = sum(chances[s] * p * after[x] for s in left for x, p in heard[s].items())
        right: Any = bits, expected, max(after.values()), len(after), chances.get(guess, 0.0)
        yield f"worth {guess} {what}", figures(one)[2:], right
        values.append(bits + chances.get(guess, 0.0))
    falling = all(a > b - 1e-6 for a, b in pairwise(values))
    yield f"in order {what}", falling or len(left) <= 2, True
    if t.true and len(t.own.secrets) <= 6 - k and len(t.own.guesses) <= 8:
        true = sorted({score(g, s) for g in t.own.guesses for s in left if g != s})
        spare = {secret: k - n for secret, n in needed.items()}
        right = naive.worst_with_lies(spare, t.own.guesses, score, (*(true or ["-"]), "win"))
        yield f"worst case {what}", jotto.worst_case(at), right


def reviews(t: Small, draw: Random) -> Checks:
    """Compare finished games turn by turn: needs, cost, luck, what was left."""
    (own, chosen), turns = method(t, draw), draw.choice([history, history, muddle])(t, draw, 3)
    secret = draw.choice([None, draw.choice(t.own.left(turns) or t.own.secrets)])
    if secret and t.own.left(turns) and draw.random() < 0.7:
        turns.append((secret, t.own.score(secret, secret)))
    won, what = bool(turns) and t.own.wins(*turns[-1]), f"{own} {turns} {secret}"
    found = jotto.review(t.game, *turns, secret=secret, strategy=chosen)
    secret = secret or (turns[-1][0] if won else None)
    true = [(guess, t.own.score(guess, secret)) for guess, _ in turns] if secret else turns
    rows = naive.judged(t.own, own, true)
    yield f"made {what}", (len(found.judged), found.made, found.won), (len(rows), len(turns), won)
    false = [turn for turn in turns if secret and turn[1] != t.own.score(turn[0], secret)]
    costs = lucks = excused = Fraction()
    misled = False  # guesses after a wrong score are not judged
    for turn, row, one in zip(turns, rows, found.judged, strict=False):
        guess, (before, left, told, *means, advised) = turn[0], row
        cost, luck = means[1] - means[0], means[1] - 1 - means[2]
        costs, lucks = costs + cost * (not misled), lucks + luck
        excused += cost * misled
        right = len(before), len(left), told, *means, None if misled else cost, luck, advised
        misled = misled or turn in false
        counts = one.before, one.after, one.bits_gained, one.needs, one.needs_mine, one.needs_after
        yield f"turn {guess} {what}", (*counts, one.cost, one.luck, str(one.advised.guess)), right
        yield f"mine {guess} {what}", figures(one.mine), naive.worth(t.own, before, guess)
        some = t.own.likeliest(left) if len(left) <= 8 else []
        yield f"left {guess} {what}", texts(one.left), some
        letters = sorted({*"".join(t.own.secrets)}) if t.kind in (*WORDS, "table") else []
        inside = " ".join(letter for letter in letters if all(letter in word for word in left))
        outside = " ".join(letter for letter in letters if letter not in "".join(left))
        yield f"letters {guess} {what}", (one.inside, one.outside), (inside, outside)
    if rows:
        yield f"sums {what}", (found.needs, found.cost, found.luck), (rows[0][3], costs, lucks)
    if rows and len(rows) == len(turns):
        average = rows[0][3] + costs + excused - lucks
        yield f"advantage {what}", (found.rest, found.made + rows[-1][5]), (rows[-1][5], average)
    wrong = [(str(turn.guess), t.game.rule.texts[turn.code]) for turn in found.wrong]
    needs = naive.games_of(t.own, own, [], t.own.secrets).get(secret or "")
    yield f"secret {what}", (wrong, found.needs_for_it), (false, needs)


def explanations(t: Small, draw: Random) -> Checks:
    """Compare single mistakes: each true, none missing, the near ones before the far."""
    turns, k = muddle(t, draw), draw.choice([0, 0, 1, 2]) if t.true else 0
    found, what = jotto.explain(jotto.start(t.game, lies=k), *turns), f"{k} lies {turns}"
    rows = [(one.kind, one.turn, str(one.right), texts(one.secrets)) for one in found]
    right: list[Any] = naive.mistakes(t.own, turns, k)
    none = t.kind == "colours" and any(text not in naive.possible_colours(g) for g, text in turns)
    if not (t.own.left(turns, k) or t.closed or k or none):
        right.append(("word", None, "None", []))
    yield f"mistakes {what}", sorted(rows, key=str), sorted(right, key=str)
    for one in found:
        read = one.fixed(t.game.read_turns(turns))
        fixed = [(str(turn.guess), t.game.rule.texts[turn.code]) for turn in read]
        if one.kind != "word":
            yield f"fixed {what}", t.own.likeliest(t.own.left(fixed, k)), texts(one.secrets)

    def group(kind: str, turn: Any, meant: str) -> int:
        guess, text = turns[turn - 1] if turn else ("", "")
        near = kind == "score" and t.kind not in ("own", "table", "two-d")
        near = near and not t.own.wins(guess, meant) and text in naive.near_misses(guess, meant)
        return {"guess": 0, "word": 1, "score": 0 if near else 2}[kind]

    if not any(t.own.wins(*turn) for turn in turns):
        groups = [group(*row[:3]) for row in rows]
        yield f"near before far {rows} {what}", groups, sorted(groups)


def values(t: Small, draw: Random) -> Checks:
    """Compare what is made again, pickled, or differs."""
    turns = history(t, draw)
    at, again = jotto.start(t.game, *turns), jotto.start(t.make(*t.lists))
    for turn in turns:
        again = again.after(*turn)
    both = [(hash(one), one.game.key) for one in (at, again)]
    yield f"again {turns}", (at == again, both[0]), (True, both[1])
    yield f"as text {turns}", jotto.start(t.game, *map("=".join, turns)), at
    things: list[Any] = [t.game, at, *jotto.explain(t.game, *muddle(t, draw))]
    if t.true:
        things += [*at.rank(top=2), jotto.evaluate(at), jotto.Tree.grow(at), jotto.review(at)]
        things += [jotto.compare(at, ["entropy", "simple"]), method(t, draw)[1]]
    for thing in things if t.kind != "table" else ():  # a function of that rule is not pickled
        copy = pickle.loads(pickle.dumps(thing))
        yield f"pickled {thing!r}", (copy == thing, hash(copy)), (True, hash(thing))
    if t.kind in ("own", "table"):
        pairs = [(g, s) for g in t.own.guesses for s in t.own.secrets if g != s]
        used = sorted({t.own.score(*pair) for pair in pairs})
        other = t.make(*t.lists, score=drawn_rule(draw, "".join(used), t.own.score("", "")))
        if any(other.score(*pair) != t.own.score(*pair) for pair in pairs):
            yield "other scores", (other == t.game, other.key == t.game.key), (False, False)


def said(game: Any, turns: Any, wrong: Any, word: Any, text: Any, *, order: bool) -> list[Any]:
    """Return what jotto says of a game, in the names of another one."""
    at, arrange = jotto.start(game, *turns), list if order else sorted
    ranked = [at.rank(name, top=99) for name in naive.MEASURES]
    ranks = [arrange((word(str(x.guess)), *figures(x)[1:]) for x in each) for each in ranked]
    mistakes = []
    for one in jotto.explain(game, *wrong):
        right = word(str(one.right)) if one.kind == "guess" else text(one.right)
        mistakes.append((one.kind, one.turn, arrange(map(word, texts(one.secrets))), right))
    tree, every = jotto.solve(at, aim="mean,worst"), map(word, texts(at.candidates))
    told: list[Any] = [arrange(every), ranks, mistakes if order else sorted(mistakes, key=str)]
    told += [jotto.worst_case(at), tree.lengths.prior_mean]
    evaluated = [jotto.evaluate(at, name) for name in naive.MEASURES if order]
    return told + [(one.each.tolist(), one.prior_mean) for one in evaluated]


def transformed(t: Small, draw: Random) -> Checks:
    """Compare a game with itself: other letters, orders, names of scores, scaled weights."""
    turns, wrong, (secrets, further, weights) = history(t, draw), muddle(t, draw), t.lists
    if t.kind in ("codes", "two-d"):
        return
    usual, what = said(t.game, turns, wrong, str, str, order=True), f"{turns} {wrong}"
    names: Any
    if t.kind in WORDS:
        away = dict(zip("abcdefgh", draw.sample("abcdefghijklm", 8), strict=True))
        there, back = (str.maketrans(each) for each in (away, {b: a for a, b in away.items()}))
        lists: Any = [[word.translate(there) for word in each] for each in (secrets, further)]
        weighed = weights and {word.translate(there): each for word, each in weights.items()}
        moved: Any = [[(g.translate(there), text) for g, text in each] for each in (turns, wrong)]
        game, names = t.make(*lists, weighed), (lambda word: word.translate(back), str)
    else:
        new = dict(zip(SCORES, draw.sample("pqrsxyzuv", 5), strict=True))
        old = {b: a for a, b in new.items()}
        moved = [[(guess, new.get(text, text)) for guess, text in each] for each in (turns, wrong)]
        game = t.make(secrets, further, weights, lambda text: new.get(text, text))
        names = str, lambda text: old.get(text, str(text))
    yield f"other names {what}", said(game, *moved, *names, order=True), usual
    lists = [draw.sample(each, len(each)) for each in (secrets, further)]
    found = said(t.make(*lists, weights), turns, wrong, str, str, order=False)
    yield f"orders {what}", found, said(t.game, turns, wrong, str, str, order=False)
    if weights:
        times = draw.choice([3, 10, 1000, 0.125])
        game = t.make(secrets, further, {word: each * times for word, each in weights.items()})
        yield f"weights x {times} {what}", said(game, turns, wrong, str, str, order=True), usual


Area = Callable[[Small, Random], Checks]
ALWAYS: tuple[Area, ...] = (candidates, lies, explanations, values)  # also where answers are false
AREAS = (*ALWAYS, boards, rankings, evaluations, openings, searches, reviews, transformed)


# --- all ------------------------------------------------------------------------------------------


def same(found: Any, right: Any) -> bool:
    """Whether two values are equal, but for the rounding of floats."""
    both: Any = found, right
    if any(isinstance(each, float | Fraction) for each in both):
        numbers = all(isinstance(each, int | float | Fraction) for each in both)
        return numbers and math.isclose(*both, rel_tol=1e-8, abs_tol=2e-8)
    if all(isinstance(each, dict) for each in both):
        return found.keys() == right.keys() and all(same(found[key], right[key]) for key in found)
    if all(isinstance(each, list | tuple) for each in both):
        return len(found) == len(right) and all(map(same, found, right))
    return bool(found == right)


def play(seed: int, folder: Path) -> int:
    """Compare one game in every area; return how many comparisons that were."""
    t, checks = small(Random(seed)), 0
    for area in AREAS if t.true else ALWAYS:
        name = area.__name__
        for what, found, right in area(t, Random(f"{seed} {name}")):
            at = f"{name} of {t.kind} {t.lists}: {what}"
            assert same(found, right), f"{at}: {found!r}, not {right!r}"
            checks += 1
    return checks

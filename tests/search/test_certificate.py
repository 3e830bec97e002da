"""Certificates agree with trying everything, and no change of one proves anything that is false."""

import json
import random
from math import inf
from pathlib import Path

import naive
import numpy as np
import pytest

import jotto
from jotto.errors import FileError, GameError, JottoError, NoStrategyError
from jotto.games.words import word_game
from jotto.search import certificate as writing

RULES = list(naive.RULES)
SGB = (Path(__file__).parents[1] / "data" / "sgb-words.txt").read_text().split()


def some_game(seed):
    """A small game, and the choices of a search: perhaps weights, further guesses, limits."""
    draw = random.Random(seed)
    length = draw.choice([2, 3])
    alphabet = "abc" if length == 3 else "abcd"
    words = sorted({"".join(draw.choices(alphabet, k=length)) for _ in range(draw.randint(3, 16))})
    draw.shuffle(words)
    n_secrets = draw.randint(min(2, len(words)), min(9, len(words)))
    weights = [draw.randint(1, 9) * 10 for _ in range(n_secrets)] if draw.random() < 0.4 else None
    game = word_game(
        words[:n_secrets],
        words[n_secrets:],
        rule=draw.choice(RULES),
        prior=weights and (lambda _: np.array(weights)),
    )
    limit = draw.choice([None, None, 2, 3, 4])
    return game, {"allow": draw.choice(["all", "all", "candidates"]), "max_guesses": limit}


def least_by_definition(at, allow, max_guesses):
    game = at.game
    weights = game.prior.tolist() if game.prior is not None else [1] * len(game)
    weights = dict(zip(game.secrets, weights, strict=True))
    most = 99 if max_guesses is None else max_guesses
    lists = list(at.candidates), list(game.guesses), naive.RULES[game.rule.name]
    return naive.least_total(*lists, weights, most=most, allow=allow)


def agrees(seed, path):
    game, choices = some_game(seed)
    at = jotto.start(game)
    if seed % 3 == 0:  # from a position
        guess = game.guesses[seed % len(game.guesses)]
        texts = [text for text in at.partition(guess) if text != game.rule.texts[-1]]
        at = at.after(guess, texts[0]) if texts else at
    least = least_by_definition(at, **choices)
    try:
        tree = jotto.solve(at, **choices)
    except NoStrategyError:
        assert least == inf
        return
    written = jotto.certify(tree, path, **choices)
    certificate = jotto.Certificate.load(path, game)
    assert certificate.claims == list(written.claims)
    assert certificate.claims[0].bound == least
    assert certificate.verify() == ([], 0, 0)
    lines = path.read_text().split("\n")
    lines[2] = lines[2].replace(str(least), str(least + 1), 1)
    path.write_text("\n".join(lines))
    more = jotto.Certificate.load(path, game)
    assert more.claims[0].bound == least + 1
    assert any(
        "claim 0 says" in wrong and "nothing shows" in wrong for wrong in more.verify().wrong
    )


@pytest.mark.parametrize(
    "tenth", [0, *(pytest.param(n, marks=pytest.mark.full) for n in range(1, 10))]
)
def test_the_total_is_that_of_trying_everything_and_one_more_is_refused(tenth, tmp_path):
    for seed in range(100 * tenth, 100 * tenth + 100):
        agrees(seed, tmp_path / "proof")


@pytest.fixture(scope="module")
def game():
    return jotto.words(SGB[::71][:80], rule="jots")  # six scores: deep trees


@pytest.fixture(scope="module")
def tree(game):
    return jotto.solve(game)


@pytest.fixture(scope="module")
def lines(game, tree, tmp_path_factory):
    """The lines of a certificate with several levels of claims."""
    path = tmp_path_factory.mktemp("proof") / "proof"
    jotto.certify(tree, path)
    return path.read_text().splitlines()


def test_a_proof_of_many_claims_is_checked(game, tree, lines, tmp_path):
    path = tmp_path / "proof"
    path.write_text("\n".join(lines))
    certificate = jotto.Certificate.load(path, game)
    assert len(certificate.claims) == len(lines) - 3 > 100
    assert certificate.claims[0].bound == tree.lengths.total
    assert certificate.verify() == ([], 0, 0)


def changed(line, draw):
    """A claim with one number changed, or one entry left out, repeated or moved."""
    claim = json.loads(line)
    entries = [at for at, each in enumerate(claim) if isinstance(each, list)]
    kind = draw.choice(["bound", "number", "drop", "double", "null", "text"])
    at = draw.choice(entries) if entries else 0
    if kind == "bound" or not entries:
        claim[0] += draw.choice([-1, 1, 5, -1000, 1 << 62])
    elif kind == "number":
        claim[at][draw.randrange(len(claim[at]))] += draw.choice([-1, 1, 7, 100_000])
    elif kind == "drop":
        del claim[at]
    elif kind == "double":
        claim.append(claim[at])
    elif kind == "null":
        claim[draw.randrange(len(claim))] = None
    else:
        at = draw.choice([0, at])
        claim[at] = draw.choice(
            ["assumed", True, False, "", 1.5, {}, [], [1], [[], 2], [1, 2, 3, 4]]
        )
    return json.dumps(claim)


def test_a_changed_claim_is_refused_or_proves_nothing_false(game, tree, lines, tmp_path):
    draw, path, refused = random.Random(5), tmp_path / "proof", 0
    total = tree.lengths.total
    for _ in range(80):
        at = draw.choice([2, draw.randrange(2, len(lines) - 1)])
        path.write_text("\n".join([*lines[:at], changed(lines[at], draw), *lines[at + 1 :]]))
        try:
            certificate = jotto.Certificate.load(path, game)
            checked = certificate.verify(sample=0)
        except FileError:
            refused += 1
            continue
        refused += bool(checked.wrong)
        if not checked.wrong:  # the root stands, and it is what the search has proved
            assert certificate.claims[0].bound == total
    assert refused > 30


def test_a_claim_that_is_missing_or_moved_is_refused(game, lines, tmp_path):
    path = tmp_path / "proof"
    for text in (
        [*lines[:-3], *lines[-2:]],
        [*lines[:-2], lines[-1]],
        [*lines[:2], *lines[3:]],
        [*lines[:-1], lines[-2], lines[-1]],
        lines[:-1],
        lines[:2],
        lines[:1],
        [*lines[:40], lines[40][:7]],
    ):
        path.write_text("\n".join(text))
        with pytest.raises(FileError):
            jotto.Certificate.load(path, game)


def test_what_comes_after_so_many_guesses_is_assumed_and_some_is_proved_again(game, tree, tmp_path):
    path = tmp_path / "proof"
    jotto.certify(tree, path, depth=1)
    certificate = jotto.Certificate.load(path, game)
    [checked] = {tuple(map(str, certificate.verify(sample=2, seed=3))) for _ in range(2)}
    assert checked[0] == "[]"
    assert int(checked[1]) > 2
    assert checked[2] == "2"
    # an assumption that is false is found when it is proved again
    lines = path.read_text().splitlines()
    for at in range(2, len(lines) - 1):
        if "assumed" in lines[at]:
            claim = json.loads(lines[at])
            lines[at] = json.dumps([claim[0] + 40, "assumed"])
    path.write_text("\n".join(lines))
    assert jotto.Certificate.load(path, game).verify(sample=0).wrong == []
    found = jotto.Certificate.load(path, game).verify(sample=1).wrong
    assert "is assumed to be" in found[0]


def test_if_claims_become_too_many_the_deepest_are_assumed(game, tree, tmp_path, monkeypatch):
    monkeypatch.setattr(writing, "MOST", 30)
    jotto.certify(tree, tmp_path / "proof")
    checked = jotto.Certificate.load(tmp_path / "proof", game).verify(sample=1)
    assert (checked.wrong, checked.proved_again) == ([], 1)
    assert checked.assumed > 1


@pytest.mark.parametrize("jobs", [None, 1, pytest.param(2, marks=pytest.mark.full)])
def test_solve_writes_it_in_the_same_call_also_after_jobs(jobs, tmp_path):
    game, path = jotto.words(SGB[:60]), tmp_path / "proof"
    tree = jotto.solve(game, jobs=jobs, certificate=path)
    certificate = jotto.Certificate.load(path, game)
    assert certificate.verify() == ([], 0, 0)
    assert certificate.claims[0].bound == tree.lengths.total


def test_a_certificate_that_cannot_be_written_costs_nothing_else(tmp_path, caplog):
    (tmp_path / "file").write_text("")
    tree = jotto.solve(jotto.words(SGB[:20]), certificate=tmp_path / "file" / "proof")
    assert tree.proved
    assert "no certificate was written: certificate" in caplog.text


@pytest.mark.parametrize("given", [{"aim": "worst"}, {"beam": 3}, {"opening": SGB[0]}])
def test_certificates_are_for_proofs(given, tmp_path):
    with pytest.raises(GameError, match="certificates are for proofs of the least mean"):
        jotto.solve(jotto.words(SGB[:20]), certificate=tmp_path / "proof", **given)
    assert not list(tmp_path.iterdir())


def test_a_tree_that_is_not_proved_has_none(tmp_path):
    tree = jotto.Tree.grow(jotto.words(SGB[:20]))
    with pytest.raises(JottoError, match="not proved"):
        jotto.certify(tree, tmp_path / "proof")


@pytest.mark.parametrize("name", ["mastermind:2x4", "mastermind:3x3", "bulls-and-cows:2x5"])
def test_codes_are_proved_without_their_symmetries(name, tmp_path):
    game = jotto.named(name)
    tree = jotto.solve(game)
    jotto.certify(tree, tmp_path / "proof", game=name)
    assert jotto.Certificate.load(tmp_path / "proof", game).verify() == ([], 0, 0)


def test_many_scores_are_counted_too(tmp_path):
    """243 scores: more than fit into a mask."""
    game = jotto.words(SGB[:40], rule="colours")
    tree = jotto.solve(game, certificate=tmp_path / "proof")
    certificate = jotto.Certificate.load(tmp_path / "proof", game)
    assert (certificate.verify(), tree.proved) == (([], 0, 0), True)

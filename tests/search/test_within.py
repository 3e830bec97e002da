"""Strategies that find most within some guesses, beside trying everything."""

from dataclasses import replace

import naive
import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from lists import common_words
from strategies import games, score_of, weights_of

import jotto
from jotto.core import NEVER
from jotto.engine.position import start
from jotto.errors import FileError, GameError
from jotto.search import lookahead, within
from jotto.search.within import Within

WORDS = common_words()
FEW = ["hatch", "latch", "match", "patch", "batch", "watch", "crane", "trace", "crate", "slate"]
FEW += ["stale", "least", "tales", "steal"]


def missed_by(at, k, **options):
    """The least weight that is missed, and the least total then, by trying everything."""
    game = at.game
    lists = naive.listed(game.secrets, game.guesses, score_of(game), weights=weights_of(game))
    turns = tuple((guess, text) for guess, text in at.turns)
    return naive.least_missed(lists, turns, list(at.candidates), k, **options)


def check(tree, k, expected, *, mean):
    """Check what a proved tree finds and claims."""
    missed, total = expected
    whole = int(tree.at.game.weights(tree.at.left).sum())
    assert tree.proved
    assert tree.claim.most_found == tree.lengths.weighted_within(k) == whole - missed
    assert tree.claim.lower_bound == (total if mean else None)
    assert tree.lengths.weighted_total == total or not mean
    assert tree.verify() == []


@settings(max_examples=150)
@given(
    games(most=9, alphabet="abc"),
    st.integers(0, 1000),
    st.sampled_from(["all", "candidates", "hard"]),
    st.integers(1, 4),
    st.booleans(),
    st.sampled_from([1, 4, 100]),
    st.booleans(),
)
def test_most_is_found_and_then_the_least_total(game, seed, allow, k, mean, few, opened):
    """Under any prior and rule, with an opening and without, searched in several ways."""
    if seed % 4:
        highest = (1, 3, 1000)[seed % 3]
        drawn = np.random.default_rng(seed).integers(1, highest + 1, len(game))
        game = replace(game, prior=drawn)
    if allow == "hard" and game.rule.name != "colours":
        allow = "all"
    at, aim = start(game), f"within:{k}" + ",mean" * mean
    opening = game.secrets[seed % len(game)] if opened else None
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lookahead, "SMALL", few)
        tree = jotto.solve(at, aim=aim, allow=allow, opening=opening)
    check(tree, k, missed_by(at, k, allow=allow, opening=opening), mean=mean)


@given(games(most=9), st.integers(1, 3), st.booleans(), st.integers(1, 3))
def test_a_beam_and_a_search_that_is_stopped_claim_no_more_than_they_have(game, k, mean, width):
    at, aim = start(game), f"within:{k}" + ",mean" * mean
    missed, total = missed_by(at, k)
    stopped = np.ones(1, np.uint8)
    first = next(within.trees(at, jotto.Claim(aim), stopped))
    for tree in (jotto.solve(at, aim=aim, beam=width), first):
        most = tree.claim.most_found
        assert tree.lengths.found_within(k) <= len(at) - missed <= most
        assert tree.claim.lower_bound in (None, total)
        assert not tree.proved or most == tree.lengths.found_within(k) == len(at) - missed
        assert tree.verify() == []


@pytest.mark.parametrize("allow", ["all", "candidates"])
@pytest.mark.parametrize("pays", [1, 1 << 60])
def test_symmetries_of_codes_change_nothing(pays, allow, monkeypatch):
    monkeypatch.setattr(lookahead, "SYMMETRY_PAYS", pays)
    monkeypatch.setattr(lookahead, "DEEPER_PAYS", 20)
    at = start(jotto.named("mastermind:3x3"))
    for k in (2, 3):
        check(
            jotto.solve(at, aim=f"within:{k},mean", allow=allow),
            k,
            missed_by(at, k, allow=allow),
            mean=True,
        )


def missed_by_sizes(scores, left, k):
    """The least number that k guesses miss, of the rows ``left`` of a matrix of codes."""
    if k == 1:
        return len(left) - 1
    least = len(left)
    for column in scores[left].T:
        codes = set(column.tolist())
        if k == 2:
            least = min(least, len(left) - len(codes))
        elif len(codes) > 1:
            parts = (left[column == code] for code in codes - {scores.max()})
            least = min(least, sum(missed_by_sizes(scores, part, k - 1) for part in parts))
    return least


@pytest.mark.parametrize(("rule", "n"), [("exact-elsewhere", 150), ("colours", 60), ("jots", 40)])
def test_sets_that_are_counted_in_planes_and_in_blocks(rule, n):
    game = jotto.words(WORDS[:n], rule=rule)
    scores = game.rule.codes(game.guesses, game.secrets).T.astype(int)
    for k in (2, 3):
        expected = missed_by_sizes(scores, np.arange(n), k)
        assert n - jotto.solve(game, aim=f"within:{k}").lengths.found_within(k) == expected


def test_openings_are_proved_one_by_one(tmp_path):
    """By one thread or two, and from what was proved before."""
    at, path = start(jotto.words(FEW)), tmp_path / "checkpoint"
    whole = jotto.solve(at, aim="within:3")
    trees = [jotto.solve(at, aim="within:3", parallel=n, checkpoint=path) for n in (1, 2)]
    for tree in trees:
        assert tree.proved
        assert tree.claim == whole.claim
    with pytest.raises(FileError, match="another aim"):
        jotto.solve(at, aim="within:2", checkpoint=path)


def test_what_is_missed_after_a_guess_is_a_bound_up_to_a_limit():
    at = start(jotto.words(FEW))
    search = Within(lookahead.lookahead(at), 3)
    for guess in range(0, len(search.ahead.guesses), 7):
        exact = search.missed_after(guess, NEVER)
        name = at.game.guesses[search.ahead.guesses[guess]]
        assert exact == missed_by(at, 3, opening=name)[0]
        again = Within(lookahead.lookahead(at), 3)
        assert again.missed_after(guess, max(1, exact)) == exact or exact == 0
        assert min(exact, 1) <= again.missed_after(guess, 1) <= exact


@pytest.mark.parametrize(
    ("aim", "options"),
    [("within:3", {"max_guesses": 4}), ("within:3", {"beam": (3, "entropy")})],
)
def test_what_does_not_go_together_is_refused(aim, options):
    with pytest.raises(GameError, match="goes without"):
        jotto.solve(jotto.words(FEW), aim=aim, **options)


def test_what_is_proved_holds_for_a_better_tree_found_before():
    """A beam search finds as much as can be found, in fewer guesses than the search of all."""
    game = jotto.named("mastermind:4x6")
    codes = [str(code) for code in game.secrets]

    def found(opening):  # of each part one with each score of a second guess
        parts = naive.partition(codes, opening, naive.exact_elsewhere).values()
        some = (part for part in parts if part != [opening])
        return 1 + sum(
            max(len(naive.partition(part, guess, naive.exact_elsewhere)) for guess in part)
            for part in some
        )

    most = max(map(found, ["0000", "0001", "0011", "0012", "0123"]))  # any other is like one
    tree = jotto.solve(game, aim="within:3", allow="candidates")
    assert tree.lengths.found_within(3) == tree.claim.most_found == most == 129
    assert tree.proved

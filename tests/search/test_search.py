"""Searches beside trying everything, and beside published optima."""

import random
from dataclasses import replace
from math import inf

import naive
import numpy as np
import pytest
from hypothesis import given, reject, settings, strategies as st
from strategies import SMALL, games, least_total, least_worst, lists

import jotto
from jotto.core import NEVER, call, searches
from jotto.engine.position import start
from jotto.errors import GameError, NoStrategyError
from jotto.games.words import shipped_words, word_game
from jotto.search import halving, lookahead
from jotto.search.solve import bound, improve, least
from jotto.trees.tree import Claim, Tree

# --- least totals -----------------------------------------------------------------------------


def drawn_weights(game, seed):
    """Give the secrets of a game weights; a third of the time all the same."""
    highest = (1, 3, 1000)[seed % 3]
    return replace(game, prior=np.random.default_rng(seed).integers(1, highest + 1, len(game)))


def check_played(at, found):
    """Play every secret through a strategy that was found; return the lengths."""
    played = Tree(at, found.root).lengths
    assert played.weighted_total == found.total
    assert found.proved == (found.lower == found.total)
    return played


@settings(max_examples=100)
@given(
    games(most=10, alphabet="abc"),
    st.integers(0, 1000),
    st.sampled_from(["all", "candidates"]),
    st.sampled_from([None, 2, 3, 4]),
    st.sampled_from([1, 4, 100]),
)
def test_the_least_total_is_that_of_trying_everything(game, seed, allow, most, few):
    """With weights, and searched in several ways."""
    at = start(game if seed % 4 == 0 else drawn_weights(game, seed))
    expected = least_total(at, most=most or 99, allow=allow)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lookahead, "SMALL", few)
        if expected == inf:
            with pytest.raises(NoStrategyError, match="found by no strategy") as caught:
                jotto.solve(at, max_guesses=most, allow=allow)
            assert (caught.value.candidates, caught.value.most) == (len(at), most)
            return
        tree = jotto.solve(at, max_guesses=most, allow=allow)
    assert tree.proved
    assert tree.lengths.weighted_total == tree.lower_bound == expected
    assert tree.lengths.worst <= (most or 99)


@pytest.mark.parametrize("seed", [0, 5, 7, 9])
def test_a_proof_does_not_depend_on_how_many_sets_are_remembered(monkeypatch, seed):
    words = random.Random(seed).sample(shipped_words(), 60)
    proved = jotto.solve(word_game(words))
    monkeypatch.setattr(lookahead, "ROWS", 4)  # nearly every set is replaced by another
    again = jotto.solve(word_game(words))
    assert (again.lengths.total, again.proved) == (proved.lengths.total, True)


def test_the_table_of_a_search_is_as_large_as_its_problem():
    sizes = [
        len(lookahead.lookahead(start(jotto.named(f"mastermind:{name}"))).problem.table)
        for name in ("2x3", "4x4", "4x6")
    ]
    assert sizes == [1 << 10, 1 << 12, 1 << 16]  # 81, 65,536 and 1,679,616 scores, 32 to a row


def test_scores_that_need_two_bytes_are_searched_as_well():
    words = ["abcdef", "fabcde", "abcfde", "aaabbb", "bbbaaa", "abcabc", "fedcba", "abcdea"]
    game = word_game(words, rule="colours")
    assert game.rule.n_codes > 256
    assert jotto.solve(game).lengths.total == least_total(start(game))


def test_a_search_takes_as_much_memory_as_it_needs(monkeypatch):
    monkeypatch.setattr(searches, "LEVELS_AT_FIRST", 0)
    game = jotto.named("mastermind:3x3")
    assert jotto.solve(game).lengths.total == least_total(start(game))
    assert jotto.worst_case(game) == least_worst(game)


def test_games_of_a_thousand_guesses_are_refused():
    game = jotto.game(lambda guess, secrets: guess == secrets, range(1100), vectorized=True)
    with pytest.raises(GameError, match="too long to search"):
        jotto.solve(game, beam=1)


def test_too_many_candidates_are_refused(monkeypatch):
    monkeypatch.setattr(lookahead, "LARGEST_MATRIX", 80)
    game = jotto.named("mastermind:2x3")
    with pytest.raises(GameError, match="9 candidates and 9 guesses are too many"):
        jotto.solve(game)
    assert jotto.solve(jotto.start(game, "00=0,0")).proved


@settings(max_examples=100)
@given(games(most=10), st.integers(0, 1000), st.sampled_from([1, 100]))
def test_no_strategy_is_below_the_bounds(game, seed, few):
    at = start(drawn_weights(game, seed) if seed % 2 else game)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lookahead, "SMALL", few)
        bounds = [bound(at, depth) for depth in range(4)]
    assert bounds == sorted(bounds)
    assert bounds[-1] <= least_total(at)


def test_costs_are_those_of_the_best_tree_there_is_room_for():
    # one at once; three with two guesses, first in their parts; three with three
    found = np.array([0, 1, 4, 7, 7, 7, 7, 7, 7])
    costs = np.empty(8, np.int64)
    call("least_costs", found, 7, costs)
    assert costs.tolist() == [0, 1, 3, 5, 7, 10, 13, 16]


@pytest.mark.parametrize(
    ("name", "allow", "most", "total"),
    [
        ("mastermind:3x5", "candidates", None, 455),  # these two found by supermastermind
        ("mastermind:4x6", "candidates", None, 5660),
        ("mastermind:4x6", "all", None, 5625),  # Koyama and Lai 1993
        ("mastermind:4x6", "all", 5, 5626),
        ("mastermind:4x6", "all", 4, None),
    ],
)
def test_codes_have_the_published_optimum(name, allow, most, total):
    game = jotto.named(name)
    if total is None:
        with pytest.raises(NoStrategyError, match=r"1,296 candidates .* within 4 guesses"):
            jotto.solve(game, max_guesses=most)
        return
    tree = jotto.solve(game, allow=allow, max_guesses=most)
    assert (tree.lengths.total, tree.proved) == (total, True)
    assert tree.lengths.worst <= (most or 6)


# --- searches that end early ------------------------------------------------------------------


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("symmetries", ["never", "first", "always"])
def test_what_is_kept_of_a_search_is_true_whenever_it_is_stopped(name, symmetries, monkeypatch):
    """The flag that stops it is a byte of the table: so it stops when that row is written."""
    monkeypatch.setattr(lookahead, "SYMMETRY_PAYS", 1 << 40 if symmetries == "never" else 0)
    monkeypatch.setattr(lookahead, "DEEPER_PAYS", 0 if symmetries == "always" else 1 << 40)
    monkeypatch.setattr(lookahead, "ROWS", 1 << 12)
    at, ended_early = start(jotto.named(name)), 0
    whole, total = lookahead.lookahead(at), least_total(at)
    assert whole.least(whole.all_candidates, NEVER, len(at), ()) == total
    for row in np.flatnonzero(whole.problem.table[:, 2]):
        ahead = lookahead.lookahead(at)
        stop = ahead.problem.table[row : row + 1, 2].view(np.uint8)[:1]
        ahead._with(stop=stop).least(ahead.all_candidates, NEVER, len(at), ())
        low, high, _ = ahead.quick_bounds(ahead.all_candidates, len(at))
        assert low <= total <= high
        ended_early += low < high
    assert ended_early


def test_a_search_that_is_stopped_at_once_has_a_strategy():
    at, stop = start(jotto.named("mastermind:4x6")), np.ones(1, np.uint8)
    for found in (
        least(at, Claim(), stop),
        least(at, Claim(), stop, width=3),
        least(at, Claim(opening=at.game.guesses[7]), stop, width=3),
        next(improve(at, Claim(), stop)),
    ):
        assert found.lower <= 5625 < found.total
        assert not found.proved
        check_played(at, found)


def test_in_the_time_given_the_best_so_far_is_found():
    game, told = jotto.named("mastermind:4x6"), []
    tree = jotto.solve(game, seconds=0.05, progress=told.append)
    assert tree.lower_bound <= 5625 <= tree.lengths.total
    assert all(now.seconds >= 0 and (now.total is None or now.total >= 5625) for now in told)


@settings(max_examples=50)
@given(lists(most=12), st.integers(0, 1000), st.integers(1, 3))
def test_a_beam_claims_no_more_than_it_has(drawn, seed, width):
    at = start(drawn_weights(word_game(*drawn), seed))
    found, best = least(at, Claim(), width=width), least(at, Claim())
    assert found.lower <= best.total <= found.total
    check_played(at, found)
    assert jotto.solve(at, beam=width).lengths.weighted_total == found.total


@settings(max_examples=30)
@given(lists(most=12), st.integers(0, 1000), st.integers(1, 6), st.booleans())
def test_halving_ends_with_a_proof_under_any_prior_and_limit(drawn, seed, most, opened):
    at = start(drawn_weights(word_game(*drawn), seed))
    opening = at.game.guesses[seed % len(at.game.guesses)] if opened else None
    claim = Claim(max_guesses=most, opening=opening)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(halving, "SMALL", 3)  # parts of parts are judged, too
        patch.setattr(halving, "KEPT", 3)
        try:
            found = list(improve(at, claim))
        except GameError:  # the opening tells no candidates apart
            reject()
    best = least(at, claim)
    assert bool(found) == (best is not None)
    totals = [one.total for one in found[:-1]]
    assert totals == sorted(set(totals), reverse=True)
    for one in found:
        assert one.lower <= best.total <= one.total
        tree = Tree(at, one.root)
        assert (tree.lengths.weighted_total, tree.lengths.worst <= most) == (one.total, True)
    if best:
        assert (found[-1].total, found[-1].proved) == (best.total, True)


def without_beam(self, by, members, most, limit=NEVER, searched=halving.Halving._searched):
    """Do what ``Halving._searched`` does, but no beam finds anything for three candidates."""
    blind = by == halving.BEAM and len(members) > 2
    return halving.Estimate(NEVER, by) if blind else searched(self, by, members, most, limit)


@settings(max_examples=40)
@given(
    games(most=9, alphabet="abc", rule="colours"),
    st.integers(0, 1000),
    st.sampled_from(["all", "candidates", "hard"]),
    st.sampled_from([None, 3, 4, 5]),
)
def test_halving_after_an_opening_keeps_to_a_limit_and_to_what_may_be_guessed(
    game, seed, allow, most
):
    """The last tree has the total of trying everything."""
    at, opening = start(game), game.guesses[seed % len(game)]  # a candidate
    lists = naive.listed(list(game.secrets), list(game.guesses), naive.colours)
    totals = naive.least_totals(lists, (), game.secrets, allow=allow, opening=opening)
    expected, claim = totals[min(most or 99, len(totals) - 1)], Claim("mean", allow, opening, most)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(halving, "SMALL", 2)
        patch.setattr(halving, "FIELD", 1)
        if seed % 2:  # as if no beam found games that are short enough
            patch.setattr(halving.Halving, "_searched", without_beam)
        patch.setattr(halving, "KEPT", 2)
        try:
            found = list(improve(at, claim))
        except GameError:  # the opening tells no candidates apart
            reject()
    for one in found:
        tree = Tree(at, one.root, claim)
        assert (tree.verify(), tree.lengths.total) == ([], one.total)
        assert tree.lengths.worst <= (most or 99)
        assert one.lower <= expected <= one.total
    assert (found[-1].total if found else inf, [one.proved for one in found[-1:]]) == (
        expected,
        [True] * bool(found),
    )


@pytest.mark.parametrize("blind", [False, True])
def test_halving_in_hard_mode_follows_the_hints_of_each_score(monkeypatch, blind):
    """After BATCH neither BLIMP nor CHUMP may follow, so the others are guessed in turn."""
    monkeypatch.setattr(halving, "SMALL", 2)
    monkeypatch.setattr(halving, "FIELD", 1)
    if blind:
        monkeypatch.setattr(halving.Halving, "_searched", without_beam)
    words = ["batch", "catch", "hatch", "latch", "match", "patch"]
    at = start(jotto.words(words, ["blimp", "chump"], rule="colours"))
    *_, found = improve(at, Claim("mean", "hard", "batch", 6))
    assert (found.total, found.proved) == (1 + 2 + 3 + 4 + 5 + 6, True)
    assert list(improve(at, Claim("mean", "hard", "batch", 5))) == []
    *_, found = improve(at, Claim("mean", "all", "batch", 4))
    assert (found.total, found.proved) == (17, True)


@pytest.mark.parametrize("most", [None, 5])
def test_a_tree_of_the_best_guesses_alone_claims_no_shortest_longest_game(most):
    game = jotto.words(["hatch", "latch", "match", "patch", "catch", "crane"], ["clamp"])
    for aim in ("worst", "mean,worst"):
        tree = jotto.solve(game, aim=aim, beam=1, max_guesses=most)
        limit = tree.lengths.worst if aim == "worst" else most
        made = tree.claim.aim, tree.claim.max_guesses, tree.claim.proved
        assert made == ("mean", limit, False)
    assert jotto.solve(jotto.words(["crane"]), aim="worst").lengths.worst == 1

from fractions import Fraction
from math import log2, prod

import naive
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import lists

from jotto.engine import kernels, strategies
from jotto.engine.allowed import any_guess, only_candidates
from jotto.engine.strategies import (
    BIT,
    MEASURES,
    advise,
    apart,
    at_random,
    best,
    best_guess,
    measures_named,
    n_log2_n,
    one_step,
    rank,
    ranking,
    simple,
    strategy_named,
    tie_broken,
    values,
)
from jotto.engine.tree import grow, walk
from jotto.errors import GameError
from jotto.games.registry import game_named
from jotto.games.words import word_game

TWINS = {"numpy": values, "kernel": kernels.values}
ALLOWED = {"all": any_guess, "candidates": only_candidates}


@given(st.lists(st.integers(1, 60), min_size=1, max_size=8), st.data())
def test_entropies_equal_in_exact_arithmetic_compare_equal(parts, data):
    table = n_log2_n(64)
    other = data.draw(st.lists(st.integers(1, 60), min_size=1, max_size=8))
    ours = int(table[parts].sum()) - int(table[other].sum())
    exact = Fraction(prod(n**n for n in parts), prod(n**n for n in other))
    assert (ours > 0) - (ours < 0) == (exact > 1) - (exact < 1)


def test_parts_of_other_sizes_can_have_the_same_entropy():
    table = n_log2_n(8)
    assert table[[6, 1, 1, 1, 1, 1, 1]].sum() == table[[3, 3, 2, 2, 2]].sum()


def test_the_table_of_n_log_n_is_right_to_a_millionth_of_a_bit():
    table = n_log2_n(7000)
    assert len(table) == 7001
    assert all(abs(table[n] / BIT - n * log2(n)) < 1e-6 * n for n in range(1, 7001))


@pytest.mark.parametrize("twin", TWINS)
@pytest.mark.parametrize("allow", ALLOWED)
@pytest.mark.parametrize("measure", MEASURES)
@given(drawn=lists())
def test_every_strategy_makes_the_guess_of_the_definition(measure, allow, twin, drawn):
    game = word_game(*drawn)
    some = game.everything[::2]
    chosen = one_step(MEASURES[measure], allow=ALLOWED[allow], values=TWINS[twin])(game, some, ())
    left = [game.secrets[i] for i in some]
    expected = naive.choose(measure, left, game.guesses, naive.exact_elsewhere, allow=allow)
    assert game.guesses[chosen] == expected


@pytest.mark.parametrize("twin", TWINS)
@pytest.mark.parametrize("measure", MEASURES)
@given(drawn=lists(), data=st.data())
def test_the_best_of_the_guesses_that_may_be_made_is_made(measure, twin, drawn, data):
    """Also where a guess that may not be made would be perfect."""
    game = word_game(*drawn)
    flags = st.lists(st.booleans(), min_size=len(game.guesses), max_size=len(game.guesses))
    may = np.array(data.draw(flags.filter(any)))
    choose = one_step(MEASURES[measure], allow=lambda *_: may, values=TWINS[twin])
    allowed = [guess for guess, flag in zip(game.guesses, may, strict=True) if flag]
    for some in (game.everything, game.everything[::2]):
        left = [game.secrets[i] for i in some]
        expected = naive.choose(measure, left, allowed, naive.exact_elsewhere)
        assert game.guesses[choose(game, some, ())] == expected


@given(lists(most=40))
def test_the_kernel_agrees_with_numpy_wherever_no_candidate_tells_all_apart(drawn):
    game = word_game(*drawn)
    for measure in MEASURES.values():
        for some in (game.everything, game.everything[1::3]):
            if not len(some):
                continue
            compiled = kernels.value_guesses(
                game.scores.T,
                some,
                measure.costs(len(some)),
                measure.highest,
                game.rule.n_codes,
            )
            assert compiled.tolist() == values(game, some, measure).tolist()


@given(lists(most=15))
def test_a_perfect_guess_is_the_earliest_candidate_that_tells_all_apart(drawn):
    game = word_game(*drawn)
    found = kernels.perfect_guess(game.columns(game.everything, game.guess_of), game.rule.n_codes)
    perfect = [
        g
        for g, guess in enumerate(game.guesses)
        if guess in game.secrets
        and set(naive.sizes(game.secrets, guess, naive.exact_elsewhere)) == {1}
    ]
    assert found == (perfect[0] if perfect else -1)


@given(st.lists(st.tuples(st.integers(-3, 3), st.booleans()), min_size=1))
def test_best_is_the_first_of_the_ranking(drawn):
    numbers = np.array([value for value, _ in drawn])
    candidate = np.array([flag for _, flag in drawn])
    expected = sorted(range(len(drawn)), key=lambda i: (drawn[i][0], not drawn[i][1], i))
    assert ranking(numbers, candidate).tolist() == expected
    assert best(numbers, candidate) == expected[0]


@pytest.mark.parametrize("measure", MEASURES)
@given(drawn=lists())
def test_a_guess_that_teaches_nothing_is_never_chosen(measure, drawn):
    game = word_game(*drawn)
    chosen = game.guesses[one_step(MEASURES[measure])(game, game.everything, ())]
    parts = naive.sizes(game.secrets, chosen, naive.exact_elsewhere)
    assert len(parts) > 1 or chosen in game.secrets


@given(lists())
def test_advice_says_what_the_definition_says(drawn):
    game = word_game(*drawn)
    some = game.everything[::2]
    left = [game.secrets[i] for i in some]
    for one in advise(game, some, range(len(game.guesses))):
        parts = naive.sizes(left, game.guesses[one.guess], naive.exact_elsewhere)
        n = len(left)
        assert one.bits == pytest.approx(-sum(k / n * log2(k / n) for k in parts), abs=1e-8)
        assert one.expected_left == pytest.approx(sum(k * k for k in parts) / n)
        assert (one.worst_left, one.parts) == (max(parts), len(parts))
        assert one.candidate == (game.guesses[one.guess] in left)


def test_the_ranking_lists_the_best_first_and_as_many_as_asked():
    game = word_game(["hatch", "latch", "match", "patch"], ["champ"])
    found = rank(game, game.everything, MEASURES["entropy"], top=2)
    # champ: hatch 0,3; latch 0,3; match 0,4 and patch 0,4, so two parts of two; hatch gets
    # 4,0 from each other one: parts of three and one
    assert [game.guesses[one.guess] for one in found] == ["champ", "hatch"]
    only = rank(game, game.everything, MEASURES["entropy"], top=9, allow=only_candidates)
    assert [game.guesses[one.guess] for one in only] == ["hatch", "latch", "match", "patch"]


def test_an_unknown_strategy_is_refused_by_name():
    for name in ("genius", "entropy+genius"):
        with pytest.raises(GameError, match=r"'genius'.*entropy, minimax"):
            measures_named(name)


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1))
def test_a_broken_tie_orders_by_the_first_value_then_the_second(drawn):
    first, second = np.array(drawn).T
    found = tie_broken(first, second)
    for i, pair in enumerate(drawn):
        for j, other in enumerate(drawn):
            assert (found[i] < found[j]) == (pair < other)


@given(lists(most=12))
def test_one_strategy_breaks_the_ties_of_another(drawn):
    game = word_game(*drawn)
    score = naive.exact_elsewhere
    both = [naive.MEASURES[name] for name in ("most-parts", "expected-size")]
    expected = min(
        game.guesses,
        key=lambda guess: (
            *(value(naive.sizes(game.secrets, guess, score)) for value in both),
            guess not in game.secrets,
            game.guesses.index(guess),
        ),
    )
    for twin in TWINS.values():
        chosen = strategy_named("most-parts+expected-size", values=twin)
        assert game.guesses[chosen(game, game.everything, ())] == expected


def test_the_best_guess_needs_no_history(monkeypatch):
    monkeypatch.setattr(strategies, "WORTH", 0)
    game = game_named("mastermind:3x4")
    left = game.candidates(game.read_turns(["012=1,1"]))
    words = [game.secrets[i] for i in left]
    for name in MEASURES:
        expected = naive.choose(name, words, list(game.guesses), naive.exact_elsewhere)
        assert best_guess(game, left, name) == expected


def test_the_simple_strategy_takes_the_earliest_candidate():
    game = word_game(["hatch", "latch", "match"], ["champ"])
    assert game.guesses[simple(game, np.array([1, 2]), ())] == "latch"


def test_a_random_strategy_takes_candidates_and_the_same_for_the_same_seed():
    game = word_game(["hatch", "latch", "match", "patch"], ["champ"])
    some = np.array([1, 3])

    def drawn(seed: int) -> list[str]:
        choose = at_random([seed])
        return [game.guesses[choose(game, some, ())] for _ in range(30)]

    assert set(drawn(1)) == {"latch", "patch"}
    assert drawn(1) == drawn(1) != drawn(2)


@pytest.mark.parametrize(
    "name", ["mastermind:3x4", "mastermind:3x5:distinct", "bulls-and-cows:3x5"]
)
@pytest.mark.parametrize("measure", MEASURES)
def test_symmetry_spares_work_and_changes_nothing(name, measure, monkeypatch):
    monkeypatch.setattr(strategies, "WORTH", 0)
    game = game_named(name)
    trees = [
        [
            (node.history, node.guess)
            for node in walk(grow(game, one_step(MEASURES[measure], symmetry=symmetry)))
        ]
        for symmetry in (True, False)
    ]
    assert trees[0] == trees[1]
    assert len(apart(game, ())) < len(game.guesses) / 3


@settings(max_examples=25)
@given(lists(most=12))
def test_the_simple_strategy_after_every_pair_is_that_of_the_definition(drawn):
    game = word_game(*drawn)
    seconds = np.arange(len(game.guesses))
    for first in (0, len(game.guesses) - 1):
        totals, worsts = kernels.simple_after_pairs(
            game.scores.T, game.guess_of, first, seconds, game.rule.n_codes
        )
        for second in seconds:
            opening = [game.guesses[first], game.guesses[second]]
            games = naive.simple_lengths(game.secrets, naive.exact_elsewhere, opening).values()
            assert (totals[second], worsts[second]) == (sum(games), max(games))

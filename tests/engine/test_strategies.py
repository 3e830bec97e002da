from fractions import Fraction
from math import log2, prod

import naive
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import lists

from jotto.engine import kernels
from jotto.engine.strategies import (
    BIT,
    MEASURES,
    advise,
    best,
    measure_named,
    n_log2_n,
    one_step,
    rank,
    ranking,
    values,
)
from jotto.errors import GameError
from jotto.games.words import word_game

TWINS = {"numpy": values, "kernel": kernels.values}


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
@pytest.mark.parametrize("allow", ["all", "candidates"])
@pytest.mark.parametrize("measure", MEASURES)
@given(drawn=lists())
def test_every_strategy_makes_the_guess_of_the_definition(measure, allow, twin, drawn):
    game = word_game(*drawn)
    some = game.everything[::2]
    chosen = one_step(MEASURES[measure], allow=allow, values=TWINS[twin])(game, some, 0)
    left = [game.secrets[i] for i in some]
    expected = naive.choose(measure, left, game.guesses, naive.exact_elsewhere, allow=allow)
    assert game.guesses[chosen] == expected


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
    found = kernels.perfect_guess(game.scores.T, game.everything, game.guess_of, game.rule.n_codes)
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
    chosen = game.guesses[one_step(MEASURES[measure])(game, game.everything, 0)]
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
    only = rank(game, game.everything, MEASURES["entropy"], top=9, allow="candidates")
    assert [game.guesses[one.guess] for one in only] == ["hatch", "latch", "match", "patch"]


def test_an_unknown_strategy_is_refused_by_name():
    with pytest.raises(GameError, match=r"'genius'.*entropy, minimax"):
        measure_named("genius")

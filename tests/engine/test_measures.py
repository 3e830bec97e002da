from fractions import Fraction
from math import log2, prod

import naive
import numpy as np
import pytest
from hypothesis import given, strategies as st
from strategies import WEIGHTS, games, weights_of

from jotto.core import call
from jotto.engine.measures import (
    BIT,
    MEASURES,
    measures_named,
    n_log2_n,
    values,
)
from jotto.errors import GameError

PARTS = st.lists(st.integers(1, 60), min_size=1, max_size=8)


@given(PARTS, PARTS)
def test_entropies_equal_in_exact_arithmetic_compare_equal(parts, other):
    table = n_log2_n(64)
    ours = int(table[parts].sum()) - int(table[other].sum())
    exact = Fraction(prod(n**n for n in parts), prod(n**n for n in other))
    assert (ours > 0) - (ours < 0) == (exact > 1) - (exact < 1)


def test_parts_of_other_sizes_can_have_the_same_entropy():
    table = n_log2_n(8)
    assert table[[6, 1, 1, 1, 1, 1, 1]].sum() == table[[3, 3, 2, 2, 2]].sum()


def test_the_table_of_n_log_n_is_right_to_a_millionth_of_a_bit():
    table = n_log2_n(7000)
    assert (len(table), table.dtype) == (7001, np.int64)
    assert all(abs(table[n] / BIT - n * log2(n)) < 1e-6 * n for n in range(1, 7001))


@given(st.lists(st.integers(1, 1 << 53), min_size=1))
def test_logarithms_are_right_to_the_last_places(numbers):
    found = np.empty(len(numbers))
    call("logarithms", len(found), np.array(numbers), found)
    assert found.tolist() == pytest.approx([log2(number) for number in numbers], abs=2e-14)


@pytest.mark.parametrize("name", naive.WEIGHED)
@given(game=games(weights=WEIGHTS))
def test_weighted_values_are_those_of_the_definition(name, game):
    score, weights = naive.RULES[game.rule.name], weights_of(game)
    for some in (game.everything, game.everything[::2]):
        left = [game.secrets[i] for i in some]
        worth = values(game, some, MEASURES[name])
        assert worth.dtype == np.int64
        for guess, found in zip(game.guesses, worth, strict=True):
            parts = list(naive.partition(left, guess, score).values())
            expected = naive.WEIGHED[name](parts, guess, weights)
            assert abs(found - expected) <= (name == "entropy") * len(parts)  # naive rounds down


def test_an_unknown_measure_is_refused_by_name():
    for name in ("genius", "entropy+genius"):
        with pytest.raises(GameError, match=r"'genius'.*entropy, minimax"):
            measures_named(name)

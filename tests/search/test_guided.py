"""A beam whose guesses a strategy ranks: against all trees, and against that strategy alone."""

from math import inf

import naive
import pytest
from hypothesis import given, strategies as st
from strategies import games

import jotto
from jotto.errors import GameError, NoStrategyError

SQUARES = jotto.measure(lambda size: size**2, "squares", each=True)


@given(game=games(), most=st.integers(1, 4))
def test_a_beam_as_wide_as_the_list_finds_the_least_total(game, most):
    score, weights = naive.RULES[game.rule.name], dict.fromkeys(game.secrets, 1)
    least = naive.least_total(game.secrets, game.guesses, score, weights, most=most)
    wide = len(game.guesses), SQUARES
    if least == inf:
        with pytest.raises(NoStrategyError):
            jotto.solve(game, beam=wide, max_guesses=most)
    else:
        tree = jotto.solve(game, beam=wide, max_guesses=most)
        assert tree.lengths.total == least
        assert tree.lower_bound <= least
        assert tree.lengths.worst <= most


@given(game=games(), name=st.sampled_from(["entropy", "minimax", "simple"]))
def test_a_beam_of_one_guess_is_the_strategy_itself(game, name):
    tree = jotto.solve(game, beam=(1, name))
    assert tree.lengths.total == jotto.evaluate(game, name).total


def test_a_beam_of_a_function_begins_with_the_opening_and_allows_what_it_is_told():
    ten = ["hatch", "latch", "match", "patch", "crane", "trace", "crate", "slate", "stale", "least"]
    game = jotto.words(ten)
    tree = jotto.solve(game, beam=(2, lambda at: at.candidates[-1]), opening="crane")
    assert tree.guess == "crane"
    assert jotto.solve(game, beam=(9, SQUARES), allow="candidates").lengths.total >= 22
    even = dict.fromkeys(ten, 1)
    totals = (naive.least_total(ten, ten, naive.exact_elsewhere, even, most=n) for n in (3, 4))
    assert [total < inf for total in totals] == [False, True]
    assert jotto.solve(game, beam=(10, SQUARES), aim="worst").lengths.worst == 4


@pytest.mark.parametrize("beam", [0, (0, "entropy"), (3, 4), ("entropy", 3), (1, 2, 3), "wide"])
def test_what_is_no_beam_is_refused(beam):
    with pytest.raises(GameError, match=r"beam=|is not a strategy"):
        jotto.solve(jotto.words(["hatch", "latch"]), beam=beam)

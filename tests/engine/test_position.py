"""Positions: what is left after some turns, and what guesses are worth there."""

import copy

import numpy as np
import pytest

import jotto
from jotto.errors import ContradictionError, ScoreError, TurnError, WordError
from jotto.games.words import word_game


def test_a_position_is_left_alone_by_what_follows():
    at = jotto.start(word_game(["hatch", "latch", "match", "crane"], ["champ"]))
    after = at.after("hatch", "4,0").after("zzzzz", "0,0")
    assert (len(at), len(after), at.turns) == (4, 2, ())
    assert after.made == (0, -1)
    assert copy.copy(after).candidates == ["latch", "match"]
    with pytest.raises(ContradictionError, match=r"No word fits LATCH 0,0 and the earlier scores"):
        after.after("latch", "0,0")
    with pytest.raises(ScoreError, match="'4,1'"):
        after.after("latch", "4,1")
    with pytest.raises(WordError, match="'lat'"):
        after.after("lat", "4,0")


def test_a_score_that_no_word_at_all_gives_is_told_with_its_turn():
    game = word_game(["title", "crane"], rule="colours")
    with pytest.raises(TurnError, match=r"^turn 2: 'BYYYG' is impossible") as raised:
        jotto.start(game, "crane=BBBBG", "title=BYYYG")
    assert raised.value.number == 2


def test_the_likeliest_come_first_and_equals_in_the_order_of_the_list():
    """So many that a sort which is not stable mixes them up."""
    listed = [a + b for a in "abcdefg" for b in "abcdefg"]
    game = word_game(listed, prior=lambda _: np.arange(49) % 3 + 1)
    expected = sorted(listed, key=lambda word: -(listed.index(word) % 3))
    assert jotto.start(game).likeliest == game.likeliest(game.everything) == expected


@pytest.mark.parametrize(
    "strategy", ["simple", "random", jotto.strategy("minimax", opening=["match", "hatch"])]
)
def test_a_strategy_that_ranks_nothing_has_its_one_guess_to_offer(strategy):
    at = jotto.start(word_game(["hatch", "latch", "match"]))
    chosen = jotto.strategy(strategy) if isinstance(strategy, str) else strategy
    assert [one.guess for one in at.rank(strategy)] == [chosen(at)]


def test_a_ranking_is_a_list_of_its_own():
    at = jotto.start(word_game(["hatch", "latch", "match", "crane"]))
    at.rank().clear()
    assert len(at.rank()) == 4

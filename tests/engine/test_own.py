"""Strategies and measures of one's own, wherever a strategy is taken."""

import pickle

import naive
import numpy as np
import pytest
from hypothesis import given
from strategies import games

import jotto
from jotto.errors import GameError
from jotto.games.words import word_game

HATCHES = word_game(["hatch", "latch", "match", "catch"], ["champ", "crane"])


def last(at):
    return at.candidates[-1]


def drawn(at, draw):
    return str(draw.choice(at.candidates))


SQUARES = jotto.measure(lambda size: size**2, "squares", each=True)
LARGEST = jotto.measure(lambda sizes: sizes.max(axis=-1), "largest")
PARTS = jotto.measure(np.vectorize(lambda row: -(row > 0).sum(), signature="(k)->()"), "parts")


@given(game=games())
@pytest.mark.parametrize(
    ("measure", "name"), [(SQUARES, "expected-size"), (LARGEST, "minimax"), (PARTS, "most-parts")]
)
def test_a_measure_of_ones_own_is_like_the_built_in_one(measure, name, game):
    score = naive.RULES[game.rule.name]
    played = naive.lengths(name, game.secrets, game.guesses, score)
    assert (
        dict(zip(game.secrets, jotto.evaluate(game, measure).each.tolist(), strict=True)) == played
    )
    best = naive.choose(name, game.secrets, game.guesses, score)
    assert jotto.start(game).rank(measure)[0].guess == best


def test_costs_that_are_not_convex_are_not_left_to_the_core():
    game = word_game(["abc", "abd", "abe"], ["xyz"])
    # many parts cost more than one: the guess that tells nothing is best
    with pytest.raises(GameError, match="stuck after nothing: 'xyz' tells no candidates apart"):
        jotto.evaluate(game, jotto.measure(np.sqrt, "roots", each=True))


def test_a_function_is_a_strategy_everywhere():
    assert jotto.evaluate(HATCHES, last).games == {1: 1, 2: 1, 3: 1, 4: 1}
    assert jotto.start(HATCHES).rank(last)[0].guess == "catch"
    assert jotto.strategy(last)(jotto.start(HATCHES)) == "catch"
    assert jotto.compare(HATCHES, ["entropy", last]).lengths[1].total == 10
    # hatch, then the last of the others: catch, match, latch
    assert [row.games for row in jotto.openings(HATCHES, last, among=["hatch"])] == [
        {1: 1, 2: 1, 3: 1, 4: 1}
    ]
    assert jotto.Tree.grow(HATCHES, last).lengths.total == 10
    assert (
        jotto.review(HATCHES, "hatch=4,0", "latch=5,0", strategy=last).judged[0].advised.guess
        == "catch"
    )
    assert jotto.Session(HATCHES, last).guess == "catch"
    assert jotto.boards(HATCHES, 2).choose(last) == "catch"
    assert jotto.evaluate(HATCHES, (LARGEST, "entropy")).total == 9  # champ: 2, 1, 1


def test_what_is_drawn_depends_on_the_seed_and_the_position():
    guesses = {jotto.strategy(drawn, seed=seed)(jotto.start(HATCHES)) for seed in range(40)}
    assert guesses == set(HATCHES.secrets)
    some = [jotto.evaluate(HATCHES, jotto.strategy(drawn, seed=7)).each.tolist() for _ in range(2)]
    assert some[0] == some[1]


def test_strategies_of_ones_own_are_values():
    assert jotto.strategy(last) == jotto.strategy(last) != jotto.strategy(drawn)
    assert pickle.loads(pickle.dumps(jotto.strategy(last))) == jotto.strategy(last)
    assert repr(jotto.strategy(last, opening="hatch")).endswith(
        "test_own:last', opening=('hatch',))"
    )
    assert repr(jotto.Strategy("mine", by=last)) == "Strategy('mine')"


@pytest.mark.parametrize(
    ("by", "said"),
    [
        (lambda at: "zebra", "<lambda> after nothing: 'zebra' is not an allowed guess"),
        (lambda at: 1 // 0, r"after nothing: ZeroDivisionError: .*\(test_own.py, line \d+\)"),
        (lambda at: None, "<lambda> after nothing: "),
        (jotto.measure(lambda sizes: sizes, "all"), r"the measure all: .*\[.*, not a number, for"),
        (jotto.measure(lambda sizes: sizes.sum(axis=1) / 0, "none"), "the measure none: "),
        (3, "3 is not a strategy; give a name, a function, a measure"),
        ((), "are not measures"),
        (("entropy", last), "are not measures"),
    ],
)
@pytest.mark.filterwarnings("ignore:divide by zero")
def test_what_is_wrong_is_said_in_a_line(by, said):
    with pytest.raises(GameError, match=said) as refused:
        jotto.evaluate(HATCHES, by)
    assert "\n" not in str(refused.value)


def test_a_guess_that_is_not_allowed_is_refused():
    with pytest.raises(
        GameError,
        match=r"(?i)crane'? is not allowed here",
    ):
        jotto.strategy(lambda at: "crane", allow="candidates")(jotto.start(HATCHES, "latch=4,0"))

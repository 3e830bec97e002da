import naive
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import lists

from jotto.engine import kernels
from jotto.engine.strategies import MEASURES, strategy_named, values, with_opening
from jotto.engine.tree import grow, lengths
from jotto.games.registry import game_named
from jotto.games.words import shipped_words, word_game


def compiled(game, opening, measure):
    costs = measure.costs(len(game.secrets))
    return kernels.lengths_after(
        game.scores.T,
        game.guess_of,
        np.array(opening, np.intp),
        costs,
        measure.highest,
        game.rule.n_codes,
    )


@pytest.mark.parametrize("rule", naive.RULES)
@pytest.mark.parametrize("name", MEASURES)
@given(drawn=lists(most=20), data=st.data())
def test_every_secret_takes_the_guesses_of_the_definition(name, rule, drawn, data):
    game = word_game(*drawn, rule=rule)
    opening = data.draw(st.lists(st.sampled_from(range(len(game.guesses))), max_size=2))
    expected = naive.lengths(
        name,
        game.secrets,
        game.guesses,
        naive.RULES[rule],
        opening=[game.guesses[guess] for guess in opening],
    )
    found = compiled(game, opening, MEASURES[name])
    assert dict(zip(game.secrets, found.tolist(), strict=True)) == expected


@pytest.mark.parametrize("name", MEASURES)
@pytest.mark.parametrize("game", ["mastermind:4x6", "mastermind:3x5:distinct", "two-d:5"])
def test_codes_take_the_guesses_of_the_tree_grown_node_by_node(game, name):
    played = game_named(game)
    for first in (0, len(played.guesses) // 2):
        root = grow(played, with_opening([first], strategy_named(name, values=values)))
        assert compiled(played, [first], MEASURES[name]).tolist() == lengths(root).tolist()


@pytest.mark.parametrize("name", MEASURES)
@pytest.mark.parametrize("rule", naive.RULES)
def test_a_long_list_takes_the_guesses_of_the_tree_grown_node_by_node(rule, name):
    """Sets of hundreds, which the definition takes too long for."""
    game = word_game(shipped_words()[::9], shipped_words()[::7], rule=rule)
    for opening in [[], [5], [700, 3]]:
        root = grow(game, with_opening(opening, strategy_named(name, values=values)))
        assert compiled(game, opening, MEASURES[name]).tolist() == lengths(root).tolist()

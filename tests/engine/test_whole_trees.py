from math import log2

import naive
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import lists

from jotto.engine import kernels
from jotto.engine.strategies import (
    MEASURES,
    logarithms,
    strategy_named,
    values,
    with_opening,
)
from jotto.engine.tree import grow, lengths
from jotto.games.priors import common
from jotto.games.registry import game_named
from jotto.games.words import shipped_words, word_game


def compiled(game, opening, measure):
    worth = kernels.worth_by(game, game.everything, measure)
    first = np.array(opening, np.intp)
    return kernels.lengths_after(game.scores.T, game.guess_of, first, worth, game.rule.n_codes)


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


@pytest.mark.parametrize("rule", naive.RULES)
@pytest.mark.parametrize("name", MEASURES)
@given(drawn=lists(most=20), data=st.data())
def test_weighed_secrets_take_the_guesses_of_the_definition(name, rule, drawn, data):
    some = st.one_of(st.integers(1, 1 << 38), st.sampled_from([1, 1000, 1 << 20, 1 << 21]))
    numbers = [data.draw(some) for _ in drawn[0]]
    game = word_game(*drawn, rule=rule, prior=lambda words: np.array(numbers))
    opening = data.draw(st.lists(st.sampled_from(range(len(game.guesses))), max_size=2))
    expected = naive.lengths(
        name,
        game.secrets,
        game.guesses,
        naive.RULES[rule],
        opening=[game.guesses[guess] for guess in opening],
        weights=dict(zip(game.secrets, numbers, strict=True)),
    )
    found = compiled(game, opening, MEASURES[name])
    assert dict(zip(game.secrets, found.tolist(), strict=True)) == expected


@given(drawn=lists(most=40), data=st.data())
def test_weighed_guesses_are_worth_what_numpy_says(drawn, data):
    numbers = [data.draw(st.integers(1, 1 << 38)) for _ in drawn[0]]
    game = word_game(*drawn, prior=lambda words: np.array(numbers))
    for measure in MEASURES.values():
        for some in (game.everything, game.everything[::2]):
            found = kernels.value_all(game, some, measure)
            assert found.tolist() == values(game, some, measure).tolist()


@pytest.mark.parametrize("name", MEASURES)
@pytest.mark.parametrize("rule", naive.RULES)
def test_a_long_weighed_list_takes_the_guesses_of_the_tree_grown_node_by_node(rule, name):
    for prior in (common, lambda words: np.arange(1, len(words) + 1) ** 3):
        game = word_game(shipped_words()[::9], shipped_words()[::7], rule=rule, prior=prior)
        for opening in [[], [5], [700, 3]]:
            root = grow(game, with_opening(opening, strategy_named(name, values=values)))
            assert compiled(game, opening, MEASURES[name]).tolist() == lengths(root).tolist()


@given(st.lists(st.integers(1, 1 << 53), min_size=1))
def test_logarithms_are_alike_wherever_they_are_taken(numbers):
    found = logarithms(np.array(numbers))
    assert found.tolist() == [kernels.logarithm(number) for number in numbers]
    assert found.tolist() == pytest.approx([log2(number) for number in numbers], abs=2e-14)


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

"""Which guesses may be made, and that strategies make no others."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import lists

from jotto.engine.allowed import any_guess, of_use, only_candidates, reluctantly
from jotto.engine.strategies import MEASURES, STRATEGIES, rank, strategy_named, suggestions
from jotto.engine.tree import grow, lengths, walk
from jotto.games.words import word_game

# scores among the three secrets are all 4,0; champ has 0,3 0,3 0,4 with them, crane 0,2 each
GAME = word_game(["hatch", "latch", "match"], ["champ", "crane"])


def unsaid(*words: str):
    return np.array([guess in words for guess in GAME.guesses])


def said(allow, candidates):
    return [GAME.guesses[i] for i in np.flatnonzero(allow(GAME, np.array(candidates), ()))]


def test_an_unsaid_guess_is_not_allowed_while_another_is_of_use():
    allow = reluctantly(lambda _: unsaid("hatch", "crane"), any_guess)
    assert said(allow, [0, 1, 2]) == ["latch", "match", "champ"]


def test_where_every_candidate_is_unsaid_a_guess_that_tells_them_apart_is_left():
    allow = reluctantly(lambda _: unsaid("hatch", "match"), any_guess)
    assert "champ" in said(allow, [0, 2])
    assert "hatch" not in said(allow, [0, 2])


def test_where_no_other_guess_is_of_use_all_are_allowed():
    assert said(reluctantly(lambda _: unsaid("hatch"), any_guess), [0]) == list(GAME.guesses)
    # latch and crane score both candidates alike, and nothing else may be said
    allow = reluctantly(lambda _: unsaid("hatch", "match", "champ"), any_guess)
    assert said(allow, [0, 2]) == list(GAME.guesses)


def test_reluctance_goes_with_other_limits():
    allow = reluctantly(lambda _: unsaid("hatch"), only_candidates)
    assert said(allow, [0, 1]) == ["latch"]
    assert said(allow, [0]) == ["hatch"]


def test_no_guess_is_of_use_among_none():
    assert not of_use(GAME, GAME.everything, unsaid())


@pytest.mark.parametrize("name", STRATEGIES)
@given(drawn=lists(), data=st.data())
def test_every_strategy_finds_every_secret_and_guesses_what_is_allowed(name, drawn, data):
    game = word_game(*drawn)
    barred = np.array(data.draw(st.lists(st.booleans(), min_size=len(game.guesses), max_size=100)))
    allow = reluctantly(lambda _: barred[: len(game.guesses)], any_guess)
    tree = grow(game, strategy_named(name, allow=allow))
    assert lengths(tree).min() >= 1
    if name in MEASURES:
        for node in walk(tree):
            assert allow(game, node.candidates, node.history)[node.guess]


@given(drawn=lists(), data=st.data())
def test_the_ranking_holds_the_allowed_guesses_and_no_others(drawn, data):
    game = word_game(*drawn)
    barred = np.array(data.draw(st.lists(st.booleans(), min_size=len(game.guesses), max_size=100)))
    allow = reluctantly(lambda _: barred[: len(game.guesses)], any_guess)
    found = rank(game, game.everything, MEASURES["entropy"], allow=allow, top=1000)
    may = allow(game, game.everything, ())
    assert sorted(one.guess for one in found) == np.flatnonzero(may).tolist()


def test_strategies_that_measure_nothing_keep_silent_too():
    allow = reluctantly(lambda _: unsaid("hatch"), any_guess)
    for name in ("simple", "random"):
        for seed in range(5):
            found = suggestions(GAME, GAME.everything, (), name, allow=allow, seed=seed)
            assert GAME.guesses[found[0].guess] != "hatch"

import itertools

import pytest

from jotto.analysis.evaluate import evaluate
from jotto.engine.matrix import game_from_score
from jotto.engine.strategies import strategy_named
from jotto.errors import GameError, ScoreError, WordError


def compare(guess, secret):
    return (guess > secret) - (guess < secret)


def test_guessing_a_number_is_binary_search():
    found = evaluate(game_from_score(compare, range(7)), strategy_named("entropy"))
    assert (found.first, found.games) == ("3", {1: 1, 2: 2, 3: 4})


def test_any_hashable_things_can_be_guessed():
    points = list(itertools.product(range(3), repeat=2))
    game = game_from_score(lambda g, s: abs(g[0] - s[0]) + abs(g[1] - s[1]), points, [(1, 5)])
    left = game.candidates(game.read_turns(["(0, 0)=2"]))
    assert [game.secrets[i] for i in left] == [(0, 2), (1, 1), (2, 0)]
    assert game.guesses[-1] == (1, 5)


def test_a_guess_that_is_the_secret_wins_whatever_it_scores():
    game = game_from_score(lambda guess, secret: len(set(guess) & set(secret)), ["ab", "ba", "cd"])
    assert game.rule.texts == ("2", "0", "win")
    assert game.rule.score("ab", "ba") != game.rule.win == game.rule.score("ab", "ab")
    assert evaluate(game, strategy_named("entropy")).games == {1: 1, 2: 2}


def test_a_function_that_raises_is_refused_with_the_pair():
    with pytest.raises(GameError, match=r"'0' against '2'.*ZeroDivisionError"):
        game_from_score(lambda guess, secret: guess // (guess - 2 + secret), [0, 1, 2])


def test_a_function_that_changes_its_mind_is_refused_with_the_pair():
    ticks = itertools.count()
    with pytest.raises(GameError, match=r"'a' against 'a' is now 0, now something else"):
        game_from_score(lambda guess, secret: next(ticks), ["a", "b"])


def test_a_score_that_cannot_be_compared_is_refused_with_the_pair():
    with pytest.raises(GameError, match=r"'a' against 'a'.*unhashable"):
        game_from_score(lambda guess, secret: [guess], ["a", "b"])


def test_what_nobody_can_type_unambiguously_is_refused():
    with pytest.raises(GameError, match="both written '1'"):
        game_from_score(lambda g, s: "1" if g < s else 1, [1, 2, 3])


def test_what_is_typed_is_read_or_refused():
    game = game_from_score(compare, range(7))
    assert game.rule.read(" win ") == game.rule.win == game.rule.read("0")
    with pytest.raises(ScoreError, match=r"'5': no guess gets it; there are -1, 1, 0"):
        game.rule.read("5")
    with pytest.raises(WordError, match="'9': it is not a guess of this game"):
        game.read_guess("9")

import itertools
import re

import pytest
from hypothesis import given, strategies as st

import jotto
from jotto.errors import GameError, ScoreError, WordError


def compare(guess, secret):
    return (guess > secret) - (guess < secret)


def test_guessing_a_number_is_binary_search():
    game = jotto.game(compare, range(7))
    assert jotto.strategy()(jotto.start(game)) == 3
    assert jotto.evaluate(game).games == {1: 1, 2: 2, 3: 4}


def test_any_hashable_things_can_be_guessed():
    points = list(itertools.product(range(3), repeat=2))
    game = jotto.game(lambda g, s: abs(g[0] - s[0]) + abs(g[1] - s[1]), points, [(1, 5)])
    for turn in (((0, 0), 2), "(0, 0)=2"):  # as it is, and as people type it
        assert jotto.start(game, turn).candidates == [(0, 2), (1, 1), (2, 0)]
    assert game.guesses[-1] == (1, 5)


def test_a_guess_that_is_the_secret_wins_whatever_it_scores():
    game = jotto.game(lambda guess, secret: len(set(guess) & set(secret)), ["ab", "ba", "cd"])
    assert game.rule.texts == ("2", "0", "win")
    assert game.rule.score("ab", "ba") != game.rule.win == game.rule.score("ab", "ab")
    assert jotto.evaluate(game).games == {1: 1, 2: 2}


def test_rules_are_equal_if_they_score_alike():
    games = [jotto.game(lambda g, s: g < s, range(3)) for _ in range(2)]
    other = jotto.game(lambda g, s: abs(g - s) == 1, range(3))
    assert games[0].rule == games[1].rule != other.rule
    assert games[0].rule.texts == other.rule.texts
    assert len({*games, other}) == 2


def test_a_function_that_raises_is_refused_with_the_pair():
    with pytest.raises(GameError, match=r"'0' against '2'.*ZeroDivisionError"):
        jotto.game(lambda guess, secret: guess // (guess - 2 + secret), [0, 1, 2])


def test_a_function_that_changes_its_mind_is_refused_with_the_pair():
    ticks = itertools.count()
    with pytest.raises(GameError, match=r"'a' against 'a' is not always 0"):
        jotto.game(lambda guess, secret: next(ticks), ["a", "b"])


def test_a_score_that_cannot_be_compared_is_refused_with_the_pair():
    with pytest.raises(GameError, match=r"'a' against 'a'.*unhashable"):
        jotto.game(lambda guess, secret: [guess], ["a", "b"])


def test_what_nobody_can_type_unambiguously_is_refused():
    with pytest.raises(GameError, match="both written '1'"):
        jotto.game(lambda g, s: "1" if g < s else 1, [1, 2, 3])


def test_what_is_typed_is_read_or_refused():
    game = jotto.game(compare, range(7))
    assert game.rule.read(" win ") == game.rule.win == game.rule.read("0")
    with pytest.raises(ScoreError, match=r"'5' is not a score of this game; .* -1, 1, 0"):
        game.rule.read("5")
    with pytest.raises(WordError, match="'9' is not a guess of this game"):
        game.read_guess("9")


def test_a_guess_that_is_no_secret_is_not_scored_against():
    game = jotto.game(compare, range(7), [9])
    assert game.score(9, 3) == "1"
    with pytest.raises(WordError, match="'9' is not a secret of this game"):
        game.score(3, 9)


@given(st.lists(st.integers(0, 20), min_size=1, unique=True), st.lists(st.integers(0, 30)))
def test_all_secrets_at_once_make_the_game_that_pairs_make(secrets, guesses):
    def pair(guess, secret):
        return guess * secret % 7 - 3

    def row(guess, secrets):
        return guess * secrets % 7 - 3

    try:
        expected = jotto.game(pair, secrets, guesses)
    except GameError as refused:
        with pytest.raises(GameError, match=re.escape(str(refused))):
            jotto.game(row, secrets, guesses, vectorized=True)
        return
    game = jotto.game(row, secrets, guesses, vectorized=True)
    assert (game.rule.texts, game.rule.key) == (expected.rule.texts, expected.rule.key)


def test_a_function_of_all_secrets_is_refused_by_what_it_returns():
    with pytest.raises(GameError, match=r"'1' against 'all secrets' is an array of shape \(\)"):
        jotto.game(lambda guess, secrets: 3, [1, 2], vectorized=True)
    with pytest.raises(GameError, match=r"'0' against 'all secrets' cannot be scored: .*no"):
        jotto.game(lambda guess, secrets: secrets.no, [0, 1], vectorized=True)

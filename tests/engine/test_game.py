import naive
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import lists

from jotto.engine.game import Game, Turn
from jotto.errors import ContradictionError, GameError, TurnError
from jotto.games.scoring import rule_named
from jotto.games.words import word_game


@pytest.mark.parametrize("rule", naive.RULES)
@given(drawn=lists(), data=st.data())
def test_candidates_are_the_secrets_that_would_have_scored_the_same(rule, drawn, data):
    game = word_game(*drawn, rule=rule)
    secret = data.draw(st.sampled_from(game.secrets))
    words = data.draw(st.lists(st.sampled_from(game.guesses), max_size=4))
    history = [Turn(word, game.rule.score(word, secret)) for word in words]
    score = naive.RULES[rule]
    expected = [s for s in game.secrets if all(score(w, s) == score(w, secret) for w in words)]
    assert [game.secrets[i] for i in game.candidates(history)] == expected


def test_the_first_turn_that_leaves_nothing_is_named():
    game = word_game(["hatch", "latch", "match"])
    turns = game.read_turns(["hatch=4,0", "latch=0,0", "match=0,0"])
    with pytest.raises(ContradictionError, match=r"turn 2 \(latch=0,0\).*2 secrets") as caught:
        game.candidates(turns)
    assert caught.value.turn == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hatch", "'hatch' has no score; write WORD=SCORE"),
        ("hat=1,1", "'hat': it has 3 letters, this game is played with 5; did you mean 'hatch'"),
        ("hatch=4,1", "score '4,1': it is impossible"),
    ],
)
def test_a_turn_that_cannot_be_read_is_named_by_its_number(text, message):
    game = word_game(["hatch", "latch", "match"])
    with pytest.raises(TurnError, match=f"^turn 2: {message}") as caught:
        game.read_turns(["latch=4,0", text])
    assert caught.value.number == 2


@given(lists())
def test_guesses_and_secrets_know_each_other(drawn):
    game = word_game(*drawn)
    assert [game.guesses[g] for g in game.guess_of] == list(game.secrets)
    for guess, secret in zip(game.guesses, game.secret_of.tolist(), strict=True):
        assert (game.secrets[secret] if secret >= 0 else None) == (
            guess if guess in game.secrets else None
        )


@pytest.mark.parametrize(
    ("secrets", "guesses", "message"),
    [
        ((), ("abc",), "at least one secret"),
        (("abc", "abc"), ("abc",), "a secret is listed twice"),
        (("abc",), ("abc", "abd", "abd"), "a guess is listed twice"),
        (("abc", "abd"), ("abc",), "'abd' is a secret but not an allowed guess"),
    ],
)
def test_lists_that_make_no_game_are_refused(secrets, guesses, message):
    with pytest.raises(GameError, match=message):
        Game(secrets, guesses, rule_named("jots", 3), str)


def test_the_key_tells_lists_and_rules_apart():
    keys = {
        word_game(["abc", "abd"]).key,
        word_game(["abd", "abc"]).key,
        word_game(["abc"], ["abd"]).key,
        word_game(["abc", "abd"], rule="jots").key,
    }
    assert len(keys) == 4
    assert word_game(["abc", "abd"]).key == word_game(["abc", "abd", "abc"]).key

import naive
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import lists

from jotto.engine import game as module
from jotto.engine import kernels
from jotto.engine.game import Turn, game_of
from jotto.engine.search import least_worst_case
from jotto.engine.strategies import MEASURES, one_step, rank, values
from jotto.engine.tree import grow, lengths
from jotto.errors import ContradictionError, GameError, TurnError
from jotto.games.registry import game_named
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


def test_lists_are_made_into_a_game_each_item_once():
    game = game_of(["b", "a", "b"], ["c", "a"], rule_named("jots", 1), str)
    assert (game.secrets, game.guesses) == (("b", "a"), ("b", "a", "c"))
    with pytest.raises(GameError, match="at least one secret"):
        game_of([], ["a"], rule_named("jots", 1), str)


def test_a_game_too_large_to_look_ahead_in_is_refused():
    game = game_named("mastermind:6x10")
    assert len(game.candidates(game.read_turns(["012345=6,0"]))) == 1
    with pytest.raises(GameError, match=r"1,000,000 guesses.*make 1.0e\+12 scores"):
        rank(game, game.everything[:100], MEASURES["entropy"])


@pytest.mark.parametrize("name", ["mastermind:3x4:distinct", "bulls-and-cows:3x5"])
@pytest.mark.parametrize("twin", [values, kernels.values])
def test_a_game_whose_matrix_is_not_held_in_memory_plays_the_same(name, twin, monkeypatch):
    strategy = one_step(MEASURES["entropy"], values=twin)
    whole = game_named(name)
    expected, least = lengths(grow(whole, strategy)).tolist(), least_worst_case(whole)
    monkeypatch.setattr(module, "LARGEST_MATRIX", 10)
    monkeypatch.setattr(module, "SCORES_AT_ONCE", 500)
    game = game_named(name)
    assert lengths(grow(game, strategy)).tolist() == expected
    assert least_worst_case(game) == least
    assert not game.whole


def test_the_key_tells_lists_and_rules_apart():
    keys = {
        word_game(["abc", "abd"]).key,
        word_game(["abd", "abc"]).key,
        word_game(["abc"], ["abd"]).key,
        word_game(["abc", "abd"], rule="jots").key,
    }
    assert len(keys) == 4
    assert word_game(["abc", "abd"]).key == word_game(["abc", "abd", "abc"]).key


@pytest.mark.parametrize("word", ["hatch", "champ"])
def test_a_game_without_a_word_is_the_game_that_never_had_it(word):
    game = word_game(["hatch", "latch", "crane"], ["champ", "slate"])
    assert game.scores.shape == (5, 3)
    less = game.without(word)
    left = [secret for secret in game.secrets if secret != word]
    plain = word_game(left, [guess for guess in game.guesses if guess != word])
    assert (less.secrets, less.guesses) == (plain.secrets, plain.guesses)
    assert less.scores.tolist() == plain.scores.tolist()
    assert game.without("zzzzz") is game

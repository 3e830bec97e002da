from dataclasses import replace
from itertools import product

import naive
import pytest
from hypothesis import given, settings, strategies as st
from strategies import lists, words

import jotto
from jotto.engine import game as module
from jotto.engine.game import Rule, game_of
from jotto.errors import ContradictionError, GameError, TurnError
from jotto.games.scoring import rule_named
from jotto.games.words import word_game

HATCHES = ["hatch", "latch", "match"]


@pytest.mark.parametrize(
    ("turn", "message"),
    [
        ("hatch", "'hatch' has no score; write WORD=SCORE"),
        ("hat=1,1", "'hat' has 3 letters; this game uses 5; did you mean 'hatch'"),
        ("hatch=4,1", "'4,1' is impossible"),
        (("hat", "1,1"), "'hat' has 3 letters"),
        (("hatch", "4,1"), "'4,1' is impossible"),
        (7, "7 is not a turn; write a pair"),
        (("hatch", "4,0", 2), r"\('hatch', '4,0', 2\) is not a turn; write a pair"),
    ],
)
def test_a_turn_that_cannot_be_read_is_named_by_its_number(turn, message):
    with pytest.raises(TurnError, match=f"^turn 2: {message}") as caught:
        jotto.start(word_game(HATCHES), "latch=4,0", turn)
    assert caught.value.number == 2


def test_what_is_listed_is_read_as_it_is():
    """Only texts are read; an equal item is the same one."""
    game = game_of([(0, 1), (1, 0)], [(1, 1)], rule_named("jots", 1), int)
    assert [*map(game.read, game.guesses)] == list(game.guesses)
    assert game.read((0, True)) == (0, 1)


def test_lists_are_made_into_a_game_each_item_once():
    game = game_of(["b", "a", "b"], ["c", "a"], rule_named("jots", 1), str)
    assert (game.secrets, game.guesses) == (("b", "a"), ("b", "a", "c"))
    with pytest.raises(GameError, match="at least one secret"):
        game_of([], ["a"], rule_named("jots", 1), str)


def test_a_game_of_half_a_million_codes_is_played_to_its_end():
    game = jotto.named("mastermind:6x9")
    at, secret, strategy = jotto.start(game), game.secrets[123_456], jotto.strategy()
    while not at.won and len(at.turns) < 12:
        guess = strategy(at)
        at = at.after(guess, game.score(guess, secret))
    assert at.won


def test_a_game_without_room_for_its_scores_gives_the_same_advice(monkeypatch):
    words = ["".join(word) for word in product("abcd", repeat=4)]
    small = jotto.start(jotto.words(words), "abca=2,1")
    expected, opening = small.rank(top=256), jotto.start(small.game).rank(top=256)
    for name, value in {"LARGEST_MATRIX": 1000, "SCORES_AT_ONCE": 700, "CHUNK": 50}.items():
        monkeypatch.setattr(module, name, value)
    monkeypatch.setattr("jotto.engine.measures.CHUNK", 50)
    game = jotto.words(words)  # of its own: nothing is remembered of it
    assert jotto.start(game, "abca=2,1").rank(top=256) == expected
    assert jotto.start(game).rank(top=256) == opening


def test_where_all_guesses_take_too_long_some_are_tried_and_measured_on_all(monkeypatch):
    words = ["".join(word) for word in product("abcde", repeat=4)]
    every = {advice.guess: advice for advice in jotto.start(jotto.words(words)).rank(top=625)}
    assert jotto.start(jotto.words(words)).tried == 0
    for name, value in {"MOST_VALUED": 2000, "MOST_SAMPLED": 4000, "LEAST_SAMPLE": 40}.items():
        monkeypatch.setattr("jotto.engine.position." + name, value)
    monkeypatch.setattr("jotto.engine.position.LARGEST_MATRIX", 2000)
    for game in (jotto.words(words), jotto.named("mastermind:4x5")):
        at = jotto.start(game)
        assert 60 < at.tried <= 100
        found = at.rank(top=5)
        assert found == jotto.start(replace(game)).rank(top=5)  # on any machine
        assert [advice.bits for advice in found] == sorted((a.bits for a in found), reverse=True)
        if game.rule.of_words:
            assert found == [every[advice.guess] for advice in found]
        assert found[0].bits > 0.9 * max(advice.bits for advice in every.values())


@pytest.mark.parametrize("name", ["mastermind:3x4:distinct", "bulls-and-cows:3x5"])
def test_a_game_whose_matrix_is_not_held_in_memory_plays_the_same(name, monkeypatch):
    whole = jotto.named(name)
    expected, least = jotto.evaluate(whole).each.tolist(), jotto.worst_case(whole)
    monkeypatch.setattr(module, "LARGEST_MATRIX", 10)
    monkeypatch.setattr(module, "SCORES_AT_ONCE", 500)
    game = jotto.named(name)
    assert jotto.evaluate(game).each.tolist() == expected
    assert jotto.worst_case(game) == least
    assert not game.whole


@pytest.mark.parametrize(("n_codes", "dtype"), [(255, "u1"), (256, "u1"), (257, "u2")])
def test_codes_take_one_byte_while_they_fit(n_codes, dtype):
    """A score that is the distance on a line: as many scores as places."""
    game = jotto.game(lambda guess, secret: guess - secret, [0], range(n_codes))
    texts = (*map(str, range(1, n_codes)), "win")
    rule = Rule.of("far", texts, lambda guess, secret: str(abs(guess - secret)))
    for own, codes in ((game.rule, game.matrix), (rule, rule.matrix([0], range(n_codes)))):
        assert own.n_codes == n_codes
        assert codes.dtype == own.dtype == dtype
        assert codes.ravel().tolist() == [n_codes - 1, *range(n_codes - 1)]


@given(words(5, "ab"), st.data())
def test_the_near_misses_of_colours_are_those_of_the_definition(guess, data):
    rule = rule_named("colours", 5)
    code = data.draw(st.integers(0, rule.win - 1))
    found = [rule.texts[miss] for miss in rule.near_misses(code, guess)]
    expected = naive.near_misses(guess, rule.texts[code]) & {*rule.texts[:-1]}
    assert sorted(found) == sorted(expected)


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
    assert game.matrix.shape == (5, 3)
    less = game.without(word)
    left = [secret for secret in game.secrets if secret != word]
    plain = word_game(left, [guess for guess in game.guesses if guess != word])
    assert (less.secrets, less.guesses) == (plain.secrets, plain.guesses)
    assert less.matrix.tolist() == plain.matrix.tolist()
    assert game.without("zzzzz") is game
    other = next(other for other in game.guesses if other != word)
    assert game.without(word, "zzzzz", other) == less.without(other)


def test_a_secret_is_found_where_secrets_are_in_another_order_than_guesses():
    game = jotto.words(["hatch", "latch", "match"])
    turned = replace(game, secrets=game.secrets[::-1], guess_of=game.guess_of[::-1])
    assert [turned.find_secret(word) for word in (*game.guesses, "crane")] == [2, 1, 0, -1]
    with pytest.raises(ContradictionError, match="No word fits ZZZZZ 5,0"):
        jotto.start(game, "zzzzz=5,0")


@settings(max_examples=30)
@given(lists(), st.sampled_from(list(naive.RULES)), st.booleans(), st.data())
def test_scores_and_pairs_are_those_of_the_definition(words, rule, whole, data):
    """Looked up in the matrix, or in pieces where it does not fit in memory."""
    secrets, further = words
    game, score = jotto.words(secrets, further, rule=rule), naive.RULES[rule]
    texts = game.rule.texts
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "PAIRS_AT_ONCE", 3)
        patch.setattr(module.Game, "whole", whole)
        if whole:
            assert game.matrix.shape == (len(game.guesses), len(secrets))
        for guess in game.guesses:
            codes = game.scores(guess)
            assert codes.dtype == game.rule.dtype
            assert [texts[code] for code in codes] == [score(guess, secret) for secret in secrets]
            codes[:] = 0  # it is the caller's
        pairs = data.draw(st.lists(st.tuples(*map(st.sampled_from, (game.guesses, game.secrets)))))
        codes = game.score_pairs(*zip(*pairs, strict=True)) if pairs else game.score_pairs([], [])
        assert [texts[code] for code in codes] == [score(*pair) for pair in pairs]
        assert [game.score(*pair) for pair in pairs] == [score(*pair) for pair in pairs]
        assert ("matrix" in vars(game)) == whole


@pytest.mark.parametrize(
    ("guesses", "secrets", "told"),
    [
        (["hatch"], ["slate"], "'slate' is not a secret of this game"),
        (["clump"], ["hatch"], "'clump' is not an allowed guess"),
        (["hatch"], [], "1 guesses and 0 secrets are no pairs"),
    ],
)
def test_pairs_that_are_none_are_refused(guesses, secrets, told):
    with pytest.raises(jotto.JottoError, match=told):
        jotto.words(["hatch", "latch"], ["slate"]).score_pairs(guesses, secrets)

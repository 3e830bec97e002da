"""Letters of several characters: every rule counts them as one."""

import naive
import pytest
from hypothesis import assume, given, strategies as st

import jotto
from jotto.errors import GameError, WordError
from jotto.games.words import read_words
from jotto.letters import alphabet, letters_of, spelt, written

LETTERS = st.sets(st.text("abij", min_size=2, max_size=3), min_size=1, max_size=4)


@given(LETTERS, st.text("abij", max_size=12))
def test_a_word_is_split_from_the_left_the_longest_first(letters, text):
    word = spelt(text, alphabet(" ".join(letters)))
    assert tuple(map(written, word)) == naive.spelt(text, [*letters])
    assert written(word) == text
    assert written(repr(word)) == repr(text)


@pytest.mark.parametrize("rule", naive.RULES)
@given(letters=LETTERS, texts=st.lists(st.text("abij", min_size=3, max_size=8), min_size=2))
def test_scores_are_those_of_words_as_lists_of_letters(rule, letters, texts):
    words = [text for text in dict.fromkeys(texts) if len(naive.spelt(text, [*letters])) == 3]
    assume(words)
    game = jotto.words(words, rule=rule, letters=" ".join(letters))
    assert [*map(written, game.secrets)] == words
    for guess in words:
        for secret in words:
            pair = (naive.spelt(word, [*letters]) for word in (guess, secret))
            assert game.score(guess, secret) == naive.RULES[rule](*pair)


def test_a_list_says_which_letters_it_has_and_the_same_for_further_guesses(tmp_path):
    own, more = tmp_path / "own.txt", tmp_path / "more.txt"
    own.write_text("# letters: IJ\nijzer\nrijst\n")
    more.write_text("wijze\nkrijg\n")
    game = jotto.words(own, more)
    assert [*map(written, game.guesses)] == ["ijzer", "rijst", "wijze", "krijg"]
    assert letters_of(read_words(own)) == alphabet("ij")
    assert game.read("WIJZE") == game.guesses[2]
    with pytest.raises(WordError, match=r"has [45] letters"):
        game.read("wijzer")


def test_accents_are_composed_before_a_word_is_split():
    game = jotto.words(["dže\u0301p"], letters="dž é")
    assert len(game.secrets[0]) == 3
    assert game.find(game.read("dz\u030cép")) == 0


def test_digits_and_emoji_are_letters_only_if_declared():
    game = jotto.words(["🍎🍐🍎", "1+🍐"], letters="🍎 🍐 1 +")
    assert game.score("🍎🍐🍎", "1+🍐") == "0,1"
    for strange in ("1+2", "🍎🍐🍌"):
        with pytest.raises(WordError, match="is not a letter"):
            game.read(strange)
    with pytest.raises(WordError, match="'1' is not a letter"):
        jotto.words(["1+2"])


def test_letters_that_would_share_a_code_point_are_refused(monkeypatch):
    monkeypatch.setattr("jotto.letters.ROOM", 1)
    with pytest.raises(GameError, match="cannot be told apart"):
        alphabet("qx zx")

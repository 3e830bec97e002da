"""Letters of several characters: every rule counts them as one, and every file keeps them."""

import itertools
import json
from dataclasses import asdict

import naive
import pytest
from hypothesis import assume, given, settings, strategies as st

import jotto
from jotto.assistant import page_file, review
from jotto.assistant.shelf import Shelf
from jotto.assistant.store import Saved, Store
from jotto.assistant.view import view
from jotto.errors import WordError
from jotto.games import unlisted
from jotto.games.words import read_list
from jotto.letters import alphabet, joined, spell

LETTERS = st.sets(st.text("abij", min_size=2, max_size=3), min_size=1, max_size=4)


@given(LETTERS, st.text("abij", max_size=12))
def test_a_word_is_split_from_the_left_the_longest_first(letters, text):
    word = spell(text, alphabet(" ".join(letters)))
    assert (*word,) == naive.spelt(text, [*letters])
    assert joined(word) == text


@given(
    st.sampled_from([*naive.RULES]),
    LETTERS,
    st.lists(st.text("abij", min_size=3, max_size=8), min_size=2),
)
def test_scores_are_those_of_words_as_lists_of_letters(rule, letters, texts):
    words = [text for text in dict.fromkeys(texts) if len(naive.spelt(text, [*letters])) == 3]
    assume(words)
    game = jotto.words(words, rule=rule, letters=" ".join(letters))
    assert [*game.secrets] == words
    for guess in words:
        for secret in words:
            pair = (naive.spelt(word, [*letters]) for word in (guess, secret))
            assert game.score(guess, secret) == naive.RULES[rule](*pair)


def test_a_list_says_which_letters_it_has_and_the_same_for_further_guesses(tmp_path):
    own, more = tmp_path / "own.txt", tmp_path / "more.txt"
    own.write_text("# letters: IJ\nijzer\nrijst\n")
    more.write_text("wijze\nkrijg\n")
    game = jotto.words(own, more)
    assert [*game.guesses] == ["ijzer", "rijst", "wijze", "krijg"]
    assert read_list(own) == (("ijzer", "rijst"), ("ij",))
    assert game.read("WIJZE") == game.guesses[2]
    with pytest.raises(WordError, match=r"has [45] letters"):
        game.read("wijzer")


def test_accents_are_composed_before_a_word_is_split():
    game = jotto.words(["dže\u0301p"], letters="dž é")
    assert (*game.rule.spell(game.secrets[0]),) == ("dž", "é", "p")
    assert game.find(game.read("dz\u030cép")) == 0


def test_digits_and_emoji_are_letters_only_if_declared():
    game = jotto.words(["🍎🍐🍎", "1+🍐"], letters="🍎 🍐 1 +")
    assert game.score("🍎🍐🍎", "1+🍐") == "0,1"
    for strange in ("1+2", "🍎🍐🍌"):
        with pytest.raises(WordError, match="is not a letter"):
            game.read(strange)
    with pytest.raises(WordError, match="'1' is not a letter"):
        jotto.words(["1+2"])


# --- what comes back from files and messages ------------------------------------------------------

LONG = ["\U0001f34e\U0001f3fd", "q\u0303", "ij", "\\u"]
SIGNS = [*"\"\\'<&>,;=+#%~·aıij\U0001f34e\U00010330", *LONG]
PLAYABLE = st.lists(st.sampled_from(SIGNS), min_size=3, max_size=3).map("".join)


@settings(max_examples=15)
@given(st.lists(PLAYABLE, min_size=3, max_size=7, unique=True), st.sampled_from([*naive.RULES]))
def test_words_come_back_as_they_were_from_every_file_and_message(tmp_path_factory, texts, rule):
    words = [text for text in texts if len(naive.spelt(text, LONG)) == 3]
    assume(len(words) > 1)
    folder = tmp_path_factory.mktemp("files")
    game = jotto.words(words, rule=rule, letters=" ".join(SIGNS))
    assert [*game.secrets] == words
    assert [game.read(word) for word in words] == words
    (folder / "list.txt").write_text("\n".join([f"# letters: {' '.join(SIGNS)}", *words]), "utf-8")
    assert jotto.words(folder / "list.txt", rule=rule) == game
    for kind in ("json", "txt"):
        tree = jotto.Tree.grow(game)
        tree.save(folder / f"tree.{kind}")
        assert jotto.Tree.load(folder / f"tree.{kind}", game) == tree
    session = jotto.Session(game).scored(game.score(words[0], words[-1]), words[0])
    session = session if session.won else session.scored(game.rule.texts[-1], words[-1])
    with Shelf(folder / "games.sqlite", synced=False) as shelf:
        shelf.put(review.record_of(session, {}, None))
        [record] = shelf.newest()
    turns = tuple(map(game.show, session.state.mine))
    assert (record.turns, record.secret) == (turns, words[-1])
    with Store(folder / "games.sqlite") as store:
        store.write(Saved({}, game.key, name="one").updated(session))
        assert store.load("one").restore(jotto.Session(game)).state == session.state
    seen = asdict(view(session))
    assert json.loads(json.dumps(seen, default=dict))["boards"][0]["rows"][0]["guess"] == words[0]
    assert [row["guess"] for row in seen["boards"][0]["rows"]] == [
        turn.guess for turn in session.state.mine
    ]
    data = json.loads(json.dumps(page_file.data_of(game, jotto.strategy())))
    assert (data["words"], data["letters"]) == (words, [*game.rule.letters])


@pytest.mark.parametrize(
    ("letters", "words"),
    [
        (["ij"], ["ijs", "sij", "sa"]),
        (["ab", "abc", "bc"], ["abcd", "dab", "bca"]),  # no string has a, bc: it is read abc
        (["dz", "dzs", "zs"], ["dzsa", "adz", "zsd"]),
    ],
)
def test_unlisted_words_are_the_strings_that_are_read_as_their_letters(letters, words):
    game, score = jotto.words(words, letters=" ".join(letters)), naive.RULES["exact-elsewhere"]
    used = {letter for word in words for letter in naive.spelt(word, letters)}
    pairs = itertools.product({*"abcdefghijklmnopqrstuvwxyz"} | used, repeat=2)
    strings = [pair for pair in pairs if naive.spelt("".join(pair), letters) == pair]
    for guess in words:
        told = game.score(guess, words[0])
        fit = [s for s in strings if score(naive.spelt(guess, letters), s) == told]
        turns = game.read_turns([(guess, told)])
        assert unlisted.count(game, turns, listed=True) == len(fit)
        assert sorted(unlisted.likeliest(game, turns, listed=True)) == sorted(map("".join, fit))


def test_capitals_are_those_of_a_game_whatever_other_games_there_are():
    turkish, english = jotto.words(["kırık", "sınır", "iyice", "dizin"]), jotto.words(["raise"])
    again = jotto.words(["iyice"])
    for _ in range(2):
        assert english.shown("raise") == "RAISE"
        assert again.shown("iyice") == "IYICE"
        assert turkish.shown("dizin") == "DİZİN"
        assert str(view(jotto.Session(english)).prompt) == "Score for RAISE"
        chosen = jotto.Session(turkish).entered("instead", "dizin")
        assert str(view(chosen).prompt) == "Score for DİZİN"


def test_no_string_of_real_text_has_to_fit():
    """Of a list that is English, where a turn excludes each string of both shipped files."""
    game = jotto.words()
    turns = game.read_turns([("jazzy", "3,0"), ("fuzzy", "0,0"), ("quick", "0,0")])
    assert [*unlisted.likeliest(game, turns)] == []

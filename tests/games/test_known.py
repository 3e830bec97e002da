from itertools import islice, product

import naive
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import words

from jotto.engine.game import Turn
from jotto.errors import WordListError
from jotto.games import known
from jotto.games.known import ENGLISH, Language, best_first, bonuses_of, learn, read_english
from jotto.games.scoring import RULES, rule_named
from jotto.games.strings import UNIT, VOWELS, train
from jotto.games.unlisted import unlisted_game
from jotto.games.words import folder, shipped_words, word_game

LETTERS = "abex"
ALL = ["".join(letters) for letters in product(LETTERS, repeat=4)]
FOREIGN = ["zorra", "perro", "gatos", "mosca", "cabra", "tigre", "cerdo", "burro"]


def table(name):
    """A shipped table, read line by line: string to zipf."""
    lines = (folder() / name).read_text("utf-8").splitlines()
    rows = (line.split("\t") for line in lines if not line.startswith("#"))
    return {text: float(zipf) for text, zipf in rows}


@st.composite
def games(draw):
    """Draw a rule, a history that has a secret, words to learn from, and bonuses in bits."""
    name = draw(st.sampled_from(sorted(RULES)))
    secret = draw(words(4, LETTERS))
    guesses = draw(st.lists(words(4, LETTERS), max_size=3))
    listed = draw(st.lists(words(4, LETTERS), min_size=1, max_size=6))
    # few and whole, so that some strings cost the same
    bonuses = draw(st.dictionaries(words(4, LETTERS), st.integers(0, 8), max_size=30))
    history = [(guess, naive.RULES[name](guess, secret)) for guess in guesses]
    return name, history, listed, bonuses


@pytest.mark.parametrize("need_vowel", [False, True])
@given(game=games())
def test_all_strings_that_agree_come_once_and_in_the_order_of_their_cost(need_vowel, game):
    name, history, listed, bonuses = game
    rule, model = rule_named(name, 4), train(listed, LETTERS)
    language = Language(model, {text: bits * UNIT for text, bits in bonuses.items()})
    cost = {text: model.cost(text) - UNIT * bonuses.get(text, 0) for text in ALL}
    expected = [
        text
        for text in sorted(ALL, key=lambda text: (cost[text], text))
        if all(naive.RULES[name](guess, text) == score for guess, score in history)
        and (not need_vowel or set(text) & set(VOWELS))
    ]
    turns = [Turn(guess, rule.texts.index(score)) for guess, score in history]
    assert list(best_first(language, turns, rule, need_vowel=need_vowel)) == expected
    assert language.costs_of(ALL).tolist() == list(cost.values())
    left = [text for text in expected if text not in listed]
    found = best_first(language, turns, rule, need_vowel=need_vowel, exclude=set(listed))
    assert list(found) == left


def test_the_first_strings_come_without_the_others():
    language = Language(train(["strawberry", "blackbirds"]), {"university": UNIT})
    rule = rule_named("exact-elsewhere", 10)
    assert len(list(islice(best_first(language, [], rule), 3))) == 3  # of 26^10


def test_a_bonus_is_five_bits_and_two_for_each_zipf_up_to_three():
    assert bonuses_of([0.0, 1.0, 2.75, 3.0, 5.19]).tolist() == [
        bits * UNIT for bits in (5, 7, 10.5, 11, 11)
    ]


def test_all_that_the_shipped_tables_have_is_known():
    listed, unlisted = table("english-5.zipf.txt"), table("english-5.unlisted.txt")
    bonuses = learn(shipped_words()).bonuses
    assert bonuses.keys() == listed.keys() | unlisted.keys()
    some = ["james", "aaaaa", "aback", "aalii"]
    expected = [(5 + 2 * min({**listed, **unlisted}[text], 3)) * UNIT for text in some]
    assert [bonuses[text] for text in some] == np.rint(expected).tolist()
    assert read_english().listed == set(shipped_words())


def test_part_of_the_shipped_list_and_other_lists_of_english_know_them_too():
    listed = shipped_words()
    for some in (listed[::100], listed[:3], [*listed[:8], *FOREIGN]):
        assert learn(some).bonuses["james"] == 11 * UNIT


@pytest.mark.parametrize(
    "listed",
    [FOREIGN, ["crane", *FOREIGN], ["cranes", "towers"], ["crew"], ["страна"], ["слово", "книга"]],
)
def test_lists_of_another_language_or_length_go_by_their_letters(listed):
    assert ENGLISH > 1 / 9
    assert learn(listed).bonuses == {}
    assert learn(listed).cost(listed[0]) == train(listed).cost(listed[0])


def test_an_alphabet_that_is_not_all_of_latin_goes_by_its_letters():
    assert learn(["crane"], "acenr").bonuses == {}


def test_what_people_have_written_comes_before_what_nobody_has():
    language = learn(shipped_words())
    history = [("tares", "1,1"), ("hejab", "2,2")]
    rule = rule_named("exact-elsewhere", 5)
    turns = [Turn(guess, rule.read(score)) for guess, score in history]
    found = list(best_first(language, turns, rule))
    written = [text for text in found if text in language.bonuses]
    by_letters = sorted(found, key=lambda text: (language.letters.cost(text), text))
    # none is further from the front than its letters alone would have it among the unwritten
    others = set(found) - set(written)
    for text in written:
        before = set(found[: found.index(text)]) & others
        assert before <= set(by_letters[: by_letters.index(text)])


def test_the_strings_that_stand_for_a_list_are_weighed_by_what_they_cost():
    game = word_game(["hatch", "latch", "match"])
    turns = game.read_turns(["hatch=3,0", "match=4,0"])
    found = unlisted_game(game, turns)
    language = learn(game.secrets)
    costs = np.array([language.cost(text) for text in found.secrets])
    assert costs.tolist() == sorted(costs)
    shares = 2.0 ** (-costs / UNIT)
    assert found.weights / found.weights.sum() == pytest.approx(shares / shares.sum(), rel=1e-6)


def test_a_table_that_is_not_there_is_named(monkeypatch, tmp_path):
    monkeypatch.setattr(known, "folder", lambda: tmp_path)
    read_english.cache_clear()
    with pytest.raises(WordListError, match="english-5"):
        learn(["crane"])
    read_english.cache_clear()

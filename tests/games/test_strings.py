import math
from itertools import islice, product

import naive
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import words

from jotto.engine.game import Turn
from jotto.errors import GameError
from jotto.games.scoring import RULES, rule_named
from jotto.games.strings import UNIT, VOWELS, alphabet_of, count, mass, search, train
from jotto.games.two_d import two_d
from jotto.games.words import shipped_words


def agreeing(history, alphabet, length, name):
    """All strings, scored one by one; ``history`` is of (guess, text of the score)."""
    return [
        text
        for text in map("".join, product(alphabet, repeat=length))
        if all(naive.RULES[name](guess, text) == score for guess, score in history)
    ]


def turns(history, rule):
    return [Turn(guess, rule.texts.index(score)) for guess, score in history]


@st.composite
def histories(draw, length, alphabet="abcde"):
    """Draw a rule, a history that has a secret, and words to train on."""
    name = draw(st.sampled_from(sorted(RULES)))
    secret = draw(words(length, alphabet))
    guesses = draw(st.lists(words(length, alphabet), max_size=4))
    known = draw(st.lists(words(length, alphabet), min_size=1, max_size=8))
    return name, [(guess, naive.RULES[name](guess, secret)) for guess in guesses], known


@pytest.mark.parametrize("length", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("need_vowel", [False, True])
@given(data=st.data())
def test_count_and_order_are_those_of_all_strings_sorted(length, need_vowel, data):
    name, history, known = data.draw(histories(length, "abcde" if length < 5 else "abxe"))
    check(name, history, known, length, "abcdex" if length < 5 else "abex", need_vowel)


@pytest.mark.parametrize("length", range(6, 11))
@given(data=st.data())
def test_any_length_up_to_ten(length, data):
    name, history, known = data.draw(histories(length, "ab"))
    check(name, history, known, length, "ab", False)


def check(name, history, known, length, alphabet, need_vowel):
    rule = rule_named(name, length)
    model = train(known, alphabet)
    expected = agreeing(history, alphabet, length, name)
    if need_vowel:
        expected = [text for text in expected if set(text) & set(VOWELS)]
    made = turns(history, rule)
    assert count(made, alphabet, length, rule, need_vowel=need_vowel) == len(expected)
    found = list(search(model, made, rule, need_vowel=need_vowel))
    assert found == sorted((model.cost(text), text) for text in expected)


@pytest.mark.parametrize("length", [1, 2, 3, 4, 5])
@given(data=st.data())
def test_the_mass_is_the_sum_over_the_strings_that_agree(length, data):
    alphabet = "abcdex" if length < 5 else "abex"
    name, history, known = data.draw(histories(length, alphabet))
    rule, model = rule_named(name, length), train(known, alphabet)
    strings = agreeing(history, alphabet, length, name)
    expected = sum(2 ** (-model.cost(text) / UNIT) for text in strings)
    assert mass(model, turns(history, rule), rule) == pytest.approx(expected)


def test_a_score_that_no_string_gets_has_no_mass():
    rule, model = rule_named("colours", 2), train(["ab", "ba"], "ab")
    history = [Turn("ab", rule.read("GB")), Turn("ab", rule.read("BB"))]
    assert mass(model, history, rule) == 0.0


def reversed_words(words):
    return [word[::-1] for word in words]


@pytest.mark.parametrize("length", [1, 2, 3, 4, 5])
@given(data=st.data())
def test_words_read_backwards_cost_the_same_in_a_list_read_backwards(length, data):
    known = data.draw(st.lists(words(length, "abc"), min_size=1, max_size=8))
    text = data.draw(words(length, "abc"))
    there, back = train(known, "abc"), train(reversed_words(known), "abc")
    assert abs(there.cost(text) - back.cost(text[::-1])) <= length  # rounded at each place


def test_a_model_of_one_letter_and_one_word_by_hand():
    # two letters at even odds, then each of the four levels of "a": its count of 1 and the
    # weight of 10, 20, 20, 20 times the level before, over 1 and that weight
    share = 0.5
    for weight in (10, 20, 20, 20):
        share = (1 + weight * share) / (1 + weight)
    model = train(["a"], "ab")
    assert model.cost("a") == pytest.approx(-math.log2(share) * UNIT, abs=0.5)
    assert model.cost("b") == pytest.approx(-math.log2(1 - share) * UNIT, abs=0.5)


def test_the_model_may_have_its_alphabet_in_any_order():
    assert train(["abc"], "cba").cost("acb") == train(["abc"], "abc").cost("acb")


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("length", [1, 2, 3])
def test_every_score_there_is_counts_the_strings_that_give_it(name, length):
    rule = rule_named(name, length)
    for guess in map("".join, product("ab", repeat=length)):
        for code, text in enumerate(rule.texts):
            expected = agreeing([(guess, text)], "abc", length, name)
            assert count([Turn(guess, code)], "abc", length, rule) == len(expected), text


@pytest.mark.parametrize("length", range(1, 11))
def test_with_no_turn_every_string_counts(length):
    rule = rule_named("exact-elsewhere", length)
    alphabet = alphabet_of(["a"])
    assert count([], alphabet, length, rule) == 26**length
    vowels = count([], alphabet, length, rule, need_vowel=True)
    assert vowels == 26**length - 20**length


def test_a_guess_with_letters_outside_the_alphabet_still_counts():
    rule = rule_named("exact-elsewhere", 2)
    assert count([Turn("xa", rule.read("0,1"))], "abc", 2, rule) == 2  # ab, ac


def test_the_first_of_ten_letters_come_without_looking_at_most():
    rule = rule_named("exact-elsewhere", 10)
    model = train(["blackbirds", "strawberry", "university", "background"])
    history = [Turn("strawberry", rule.read("2,1"))]
    found = search(model, history, rule)
    first = [text for _, text in islice(found, 5)]
    assert all(rule.score("strawberry", text) == history[0].code for text in first)
    assert found.steps < 200


def test_the_model_prefers_words_to_their_letters_shuffled():
    words = shipped_words()
    model = train(words)
    better = sum(model.cost(word) < model.cost(word[2:] + word[:2]) for word in words)
    assert better > 0.9 * len(words)


def test_what_cannot_be_is_refused():
    with pytest.raises(GameError, match="words to learn from"):
        train([])
    with pytest.raises(GameError, match="exact-elsewhere, jots, colours"):
        count([Turn("0011", 1)], "0123", 4, two_d("5").rule)

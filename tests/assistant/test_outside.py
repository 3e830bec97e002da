import subprocess
import sys
from itertools import product

import naive
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import words

from jotto.assistant.outside import OUTSIDE, Outside, chance_outside
from jotto.engine.game import Turn
from jotto.errors import GameError
from jotto.games.registry import game_named
from jotto.games.scoring import RULES
from jotto.games.strings import UNIT, train
from jotto.games.words import shipped_words, word_game

GREEK = "αβγδ"  # an alphabet of its own: no Latin letter brings the other 25 along
ALL = ["".join(letters) for letters in product(GREEK, repeat=3)]
PATIENCE = 60.0


@st.composite
def games(draw):
    """Draw a rule, a list of a few words in all four letters, and turns scored by a secret."""
    name = draw(st.sampled_from(sorted(RULES)))
    listed = ["αβγ", "βγδ", *draw(st.lists(words(3, GREEK), max_size=8, unique=True))]
    secret = draw(words(3, GREEK))
    guesses = draw(st.lists(words(3, GREEK), max_size=4))
    return name, list(dict.fromkeys(listed)), [(g, naive.RULES[name](g, secret)) for g in guesses]


def agreeing(strings, name, history):
    return [s for s in strings if all(naive.RULES[name](g, s) == score for g, score in history)]


def made(name, listed, history, prior=None):
    game = word_game(listed, rule=name, prior=prior)
    return game, [Turn(guess, game.rule.texts.index(score)) for guess, score in history]


def by_length(listed):
    """A prior to test with: the first word is the likeliest."""

    return np.arange(len(listed), 0, -1, dtype=np.int64)


@pytest.mark.parametrize("prior", [None, by_length])
@given(game=games())
def test_the_chance_is_that_of_bayes_over_all_strings_one_by_one(prior, game):
    name, listed, history = game
    cost = train(listed, GREEK).cost
    weight = {word: len(listed) - i if prior else 1 for i, word in enumerate(listed)}
    unlisted = {text: 2 ** (-cost(text) / UNIT) for text in ALL if text not in listed}
    left = sum(weight[word] for word in agreeing(listed, name, history)) / sum(weight.values())
    out = sum(unlisted[text] for text in agreeing(unlisted, name, history)) / sum(unlisted.values())
    outside, inside = OUTSIDE * out, (1 - OUTSIDE) * left
    expected = outside / (outside + inside) if inside else 1.0
    assert chance_outside(*made(name, listed, history, prior)) == pytest.approx(expected)


def test_the_secret_is_outside_a_list_of_which_nothing_is_left():
    game, turns = made("exact-elsewhere", ["αβγ"], [("αβγ", "0,0")])
    assert chance_outside(game, turns) == 1.0


def test_the_secret_is_not_outside_a_list_that_has_all_strings_that_agree():
    for listed in (ALL, ALL[:-1]):
        game, turns = made("exact-elsewhere", listed, [("ααα", "2,0")])
        assert chance_outside(game, turns) == 0.0


def test_before_the_first_turn_the_chance_is_what_it_is_anywhere():
    assert chance_outside(word_game(shipped_words()), []) == pytest.approx(OUTSIDE)


def test_the_chance_grows_as_the_list_has_less_and_less_to_offer():
    game = word_game(shipped_words())
    history = game.read_turns(["tares=1,1", "khoum=1,0", "kempt=4,0"])
    chances = [chance_outside(game, history[:n]) for n in range(4)]
    assert chances[-1] > 2 * OUTSIDE


@given(game=games())
def test_what_is_found_are_all_strings_outside_the_list_in_order(game):
    name, listed, history = game
    played, turns = made(name, listed, history)
    found = Outside(played, turns)
    assert found.wait(PATIENCE)
    cost = train(listed, GREEK).cost
    expected = [text for text in agreeing(ALL, name, history) if text not in listed]
    assert found.ready
    assert found.count == len(expected)
    assert found.first(100) == sorted(expected, key=lambda text: (cost(text), text))


def test_no_more_are_kept_than_asked_for():
    game = word_game(shipped_words())
    few, many = Outside(game, [], most=5), Outside(game, [])
    assert few.wait(PATIENCE)
    assert many.wait(PATIENCE)
    assert len(few.first(100)) == 5
    assert few.first(3) == many.first(3)
    assert len(many.first(1000)) == 100
    assert many.count == 26**5 - len(game.secrets)
    assert not set(many.first(100)) & set(game.secrets)


def test_another_history_takes_the_place_of_the_one_before():
    game = word_game(shipped_words())
    first = Outside(game, [], most=10**9)  # it would take minutes
    assert first.at([]) is first
    turns = game.read_turns(["tares=0,1", "colin=2,1"])
    second = first.at(turns)
    assert second.history == turns
    assert second.most == first.most
    assert second.wait(PATIENCE)
    assert first.wait(PATIENCE)
    assert len(second.first(10**9)) == second.count


def test_the_same_list_and_history_give_the_same_strings():
    game = word_game(shipped_words())
    turns = game.read_turns(["tares=0,1", "colin=2,1"])
    found = [Outside(game, turns) for _ in range(3)]
    assert all(each.wait(PATIENCE) for each in found)
    assert found[0].first(100) == found[1].first(100) == found[2].first(100)


@pytest.mark.parametrize("name", ["mastermind:4x6", "bulls-and-cows:4x10", "two-d:5"])
def test_a_game_of_codes_has_no_strings(name):
    game = game_named(name)
    found = Outside(game, [])
    assert found.wait(PATIENCE)
    assert found.first(10) == []
    assert found.count is None
    for turns in ([], [Turn(game.secrets[0], 0)]):
        with pytest.raises(GameError, match="for games of words"):
            chance_outside(game, turns)


@pytest.mark.parametrize(("letters", "length"), [(80, 10), (1000, 2)])
def test_strings_of_too_many_letters_are_not_looked_for(letters, length):
    text = "".join(chr(0x4E00 + i) for i in range(letters))
    game = word_game([text[i : i + length] for i in range(0, letters, length)])
    found = Outside(game, [])
    assert found.wait(PATIENCE)
    assert found.count is None
    assert found.first(1) == []
    with pytest.raises(GameError, match=f"{letters} letters make too many"):
        chance_outside(game, [Turn(game.secrets[0], 0)])


def test_a_search_under_way_does_not_hold_up_the_end():
    program = """
from jotto.assistant.outside import Outside
from jotto.games.words import shipped_words, word_game
found = Outside(word_game(shipped_words()), [], most=10**9)
while not found.first(1):
    pass
print(found.ready)
"""
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True
    )
    assert ran.stdout == "False\n"
    assert ran.stderr == ""

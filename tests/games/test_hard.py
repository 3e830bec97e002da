"""The coloured game's hard mode, against its rule written out and a published game."""

from dataclasses import replace

import naive
import numpy as np
import pytest
from hypothesis import given, strategies as st
from strategies import lists

import jotto
from jotto.engine.allowed import hard
from jotto.errors import GameError
from jotto.games.words import shipped_words, word_game
from jotto.search.lookahead import lookahead


def allowed(game, turns: list[str]) -> set[str]:
    may = hard(jotto.start(game, *turns))
    return {word for word, one in zip(game.guesses, may, strict=True) if one}


def chosen(ahead, choice) -> set[str]:
    """The guesses of a choice of a search."""
    bits = np.unpackbits(choice[2:].view(np.uint8), bitorder="little")
    return {ahead.game.guesses[guess] for guess in ahead.guesses[bits.nonzero()[0]]}


@given(drawn=lists(), data=st.data())
def test_the_allowed_guesses_are_those_of_the_rule_in_a_search_too(drawn, data):
    game = word_game(*drawn, rule="colours")
    ahead = lookahead(jotto.start(game), "hard")
    secret, choice, turns = data.draw(st.sampled_from(game.secrets)), ahead.choice, []
    guesses = [game.guesses[guess] for guess in ahead.guesses]
    for guess in data.draw(st.lists(st.sampled_from(guesses), max_size=3)):
        if guess != secret:
            turns.append((guess, naive.colours(guess, secret)))
            code = game.rule.texts.index(turns[-1][1])
            choice = ahead.choice_after(choice, guesses.index(guess), code)
    legal = {word for word in guesses if all(naive.uses(word, *turn) for turn in turns)}
    assert chosen(ahead, choice) == legal
    assert allowed(game, list(map("=".join, turns))) == legal


def test_a_yellow_may_stand_where_it_stood_and_a_black_letter_come_again():
    # McManus 2022: after TRACE with R in place, C and E elsewhere, CRATE and CREDO are allowed
    # though neither can be the secret; PLIED, which lacks R and C, is not
    game = word_game(["cruel"], ["plied", "credo", "crate", "trace"], rule="colours")
    assert allowed(game, ["trace=BGBYY"]) == {"cruel", "credo", "crate", "trace"}


def test_after_a_guess_from_outside_the_list_its_hints_must_be_used_and_no_more():
    words = ["hatch", "latch", "match"]
    game = word_game(words, ["lathe", "patch", "chata"], rule="colours")
    assert game.find("zatch") < 0
    assert allowed(game, ["zatch=BGGGG"]) == {*words, "patch"}
    assert allowed(game, ["zazzz=BGBBB"]) == {*words, "patch", "lathe"}


def test_the_game_mcmanus_printed_is_a_game_of_hard_mode():
    game = word_game(shipped_words(), rule="colours")
    guesses = ["leant", "taint", "daunt", "gaunt", "haunt", "jaunt", "vaunt"]
    turns: list[str] = []
    for guess in guesses:
        assert guess in allowed(game, turns)
        turns.append(f"{guess}={naive.colours(guess, 'vaunt')}")


def test_a_rule_of_ones_own_says_what_its_scores_demand():
    def in_place(shape, texts):  # here a green letter must stay, and nothing else
        return np.array([[mark == "G" for mark in text] + [False] * len(shape) for text in texts])

    game = word_game(["plate", "place", "plait"], ["plumb", "slate", "trail"], rule="colours")
    game = replace(game, rule=replace(game.rule, hints=in_place))
    ahead, legal = lookahead(jotto.start(game), "hard"), {"plate", "place", "plait", "slate"}
    slate = [game.guesses[guess] for guess in ahead.guesses].index("slate")
    code = game.rule.texts.index("BGGYB")  # of plait: T need not come again
    assert allowed(game, ["slate=BGGYB"]) == legal
    assert chosen(ahead, ahead.choice_after(ahead.choice, slate, code)) == legal


def test_what_scores_demand_takes_little_memory():
    game = word_game(shipped_words(), rule="colours")
    hints = lookahead(jotto.start(game, "slate=BBBBB"), "hard").problem.hints
    assert sum(array.nbytes for array in hints) < len(game.guesses) ** 2 / 10


def test_another_rule_has_no_hard_mode():
    with pytest.raises(GameError, match="the rule colours"):
        hard(jotto.start(word_game(["hatch"])))

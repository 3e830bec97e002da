"""The equations are those of a search through all texts, and as many as published."""

import random
import re
from collections import Counter
from fractions import Fraction
from itertools import product

import naive
import pytest

import jotto
from jotto.errors import GameError
from jotto.games.equations import all_equations

NUMBER = re.compile(r"[1-9][0-9]*")


def value(calculation: str) -> Fraction:
    """The value of a calculation whose numbers are written as fractions, which are exact."""
    return eval(NUMBER.sub(r"Fraction(\g<0>)", calculation), {"Fraction": Fraction})


def searched(n_signs: int) -> list[str]:
    """All equations, found by calculating every text of numbers and operators."""
    found = []
    for n in range(3, n_signs - 1):
        for text in map("".join, product("0123456789+-*/", repeat=n)):
            if re.fullmatch(r"[1-9][0-9]*(?:[-+*/][1-9][0-9]*)+", text):
                result = value(text)
                if result.denominator == 1 and result >= 0 and n + 1 + len(str(result)) == n_signs:
                    found.append(f"{text}={result}")
    return sorted(found)


@pytest.mark.parametrize("n_signs", [5, 6])
def test_the_equations_are_those_that_a_complete_search_finds(n_signs):
    assert list(all_equations(n_signs)) == searched(n_signs)


@pytest.mark.parametrize(("n_signs", "published"), [(6, 206), (8, 17_723)])
def test_there_are_as_many_equations_as_nerdle_says(n_signs, published):
    made = all_equations(n_signs)
    assert len(made) == len({*made}) == published
    assert list(made) == sorted(made)
    for equation in random.Random(8).sample(made, 200):
        left, result = equation.split("=")
        assert len(equation) == n_signs
        assert re.fullmatch(r"[1-9][0-9]*(?:[-+*/][1-9][0-9]*)+", left)
        assert str(value(left)) == result


def test_fractions_and_negative_numbers_on_the_way_are_allowed():
    assert {"12/8*6=9", "9-12+4=1"} <= {*all_equations(8)}
    assert not {"4-12+4=-4", "0+8+10=18", "08+10=18", "18=8+10", "12/8/2=1"} & {*all_equations(8)}


def test_equations_are_scored_by_colours():
    game = jotto.named("equations:5")
    expected = naive.lengths("entropy", game.secrets, game.secrets, naive.colours)
    assert jotto.evaluate(game).games == Counter(expected.values())


@pytest.mark.parametrize("text", ["4", "11", "", "8x", "-8", "٨"])
def test_a_length_without_equations_is_refused(text):
    with pytest.raises(GameError, match="equations:8"):
        jotto.named(f"equations:{text}")

"""Equations by rule, as Nerdle has them: ``48-32=16`` is a secret of eight signs.

An equation has the signs 0-9, + - * / and one =, behind which is a number and no calculation. The
numbers have no leading zeros, and only the result may be 0; every calculation has an operator.
Products and quotients come before sums and differences; the result is exact, a fraction on the way
is allowed. There are 206 equations of six signs and 17,723 of eight, as many as Nerdle says it has.
Nerdle takes the terms of the secret in another order for the secret; here ``1+9=10`` and ``9+1=10``
are two.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache, partial
from itertools import product
from math import prod

import numpy as np

from jotto import stopping
from jotto.engine.game import Game, IntArray, game_of
from jotto.errors import GameError
from jotto.games.scoring import rule_named, with_letters
from jotto.games.words import read_as_listed
from jotto.letters import LONGEST

SIGNS = tuple("0123456789+-*/=")
SHORTEST = 5  # signs of 1+1=2


def equations(text: str) -> Game[str]:
    """Make the game of all equations with so many signs, scored by colours; ``text``: how many.

    The secrets ascend by their characters. Raises GameError.

    >>> game = equations("6")
    >>> len(game), game.secrets[:3], game.score("1+9=10", "10-9=1")
    (206, ('1+9=10', '10-1=9', '10-2=8'), 'GBYYYY')
    """
    if not text.isdecimal() or not text.isascii() or not SHORTEST <= int(text) <= LONGEST:
        how = f"write {SHORTEST} to {LONGEST} signs, such as equations:8"
        raise GameError(f"{text!r} is not a length of equations; {how}")
    listed = all_equations(int(text))
    rule = replace(with_letters(rule_named("colours", int(text)), SIGNS), called="nerdle")
    read = partial(read_as_listed, listed, letters=SIGNS)
    return game_of(listed, (), rule, read, keep=True, closed=True)


@lru_cache(maxsize=1)
def all_equations(n_signs: int) -> tuple[str, ...]:
    """Return all equations of ``n_signs`` signs, ascending.

    >>> len(all_equations(5)), all_equations(5)[-1]
    (127, '9/9=1')
    """
    made = [
        _written(shape, operators)
        for n_operators in range(1, (n_signs - 1) // 2)
        for shape in _shapes(n_signs - 1 - n_operators, n_operators + 2)
        for operators in product("+-*/", repeat=n_operators)
    ]
    return tuple(np.sort(np.concatenate(made)).tolist())


def _shapes(n_digits: int, n_numbers: int) -> Iterator[tuple[int, ...]]:
    """Yield in how many ways numbers can share digits: the digits of each."""
    if n_numbers == 1:
        yield (n_digits,)
        return
    for first in range(1, n_digits - n_numbers + 2):
        for rest in _shapes(n_digits - first, n_numbers - 1):
            yield (first, *rest)


def _written(shape: tuple[int, ...], operators: tuple[str, ...]) -> np.typing.NDArray[np.str_]:
    """Return the equations whose numbers, the result last, have so many digits.

    The longest number follows from the others, of which all are tried: with it as x, the terms are
    ``sums / below + up / down * x = 0``, or ``... / x`` if it divides.
    """
    stopping.check()
    result, longest = len(shape) - 1, max(range(len(shape)), key=shape.__getitem__)
    spans = [_span(digits, at == result) for at, digits in enumerate(shape)]
    others = [at for at in range(len(shape)) if at != longest]
    ranges = [np.arange(*spans[at]) for at in others]
    grid: dict[int, IntArray] = dict(zip(others, np.ix_(*ranges), strict=True))
    whole = np.ones((), np.int64)
    sums, below, up, down = 0 * whole, whole, whole, whole
    for sign, factors, divisors in _terms(operators):
        factor = sign * prod((grid[at] for at in factors if at != longest), start=whole)
        divisor = prod((grid[at] for at in divisors if at != longest), start=whole)
        if longest in (*factors, *divisors):
            up, down, divides = factor, divisor, longest in divisors
        else:
            sums, below = sums * divisor + factor * below, below * divisor
    top, bottom = (-up * below, sums * down) if divides else (-sums * down, up * below)
    top, bottom = np.broadcast_arrays(top, bottom, *grid.values())[:2]
    x = np.floor_divide(top, bottom, where=bottom != 0, out=np.full(top.shape, -1))
    places = np.nonzero((x * bottom == top) & (x >= spans[longest][0]) & (x < spans[longest][1]))
    numbers = {at: tried[some] for at, tried, some in zip(others, ranges, places, strict=True)}
    numbers[longest] = x[places]
    texts = numbers[0].astype(f"U{shape[0]}")
    for at, operator in enumerate((*operators, "="), start=1):
        texts = np.char.add(np.char.add(texts, operator), numbers[at].astype(f"U{shape[at]}"))
    return texts


def _span(digits: int, result: bool) -> tuple[int, int]:
    """Return the range of numbers with so many digits; only the result may be 0."""
    return (0 if result and digits == 1 else 10 ** (digits - 1)), 10**digits


def _terms(operators: tuple[str, ...]) -> list[tuple[int, list[int], list[int]]]:
    """Return the terms that add up to 0: a sign, and the places of its factors and its divisors.

    >>> _terms(("-", "*"))  # a - b * c = d
    [(1, [0], []), (-1, [1, 2], []), (-1, [3], [])]
    """
    terms: list[tuple[int, list[int], list[int]]] = [(1, [0], [])]
    for at, operator in enumerate(operators, start=1):
        if operator in "+-":
            terms.append((1 if operator == "+" else -1, [at], []))
        else:
            (terms[-1][1] if operator == "*" else terms[-1][2]).append(at)
    return [*terms, (-1, [len(operators) + 1], [])]

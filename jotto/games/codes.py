"""Games of codes, scored like words: Mastermind and Bulls & Cows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import permutations
from math import log10, perm
from typing import Any

import numpy as np
import numpy.typing as npt

from jotto.engine.game import Game
from jotto.engine.partition import IntArray
from jotto.errors import GameError, WordError
from jotto.games.lists import LONGEST
from jotto.games.scoring import rule_named

MOST_CODES = 12_000_000
ORDERS = ("descending", "first-fastest")
SYMBOLS = "0123456789abcdefghijklmnopqrstuvwxyz"
Digits = npt.NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class Codes(Sequence[str]):
    """A sequence of codes, rows of ``digits (N, P)`` uint8; strings are made on access.

    >>> codes = Codes.of(2, 3, distinct=True)
    >>> list(codes), codes.index("20"), "11" in codes
    (['01', '02', '10', '12', '20', '21'], 4, False)
    """

    digits: Digits
    # a cache for scoring: rows to add up, each (N,)
    shares: dict[int, npt.NDArray[np.unsignedinteger]] = field(default_factory=dict, repr=False)

    @staticmethod
    def of(pegs: int, colours: int, *, distinct: bool = False) -> Codes:
        """Make all codes of ``pegs`` symbols, ascending; ``distinct``: only without repeats."""
        if distinct:
            rows = list(permutations(range(colours), pegs))
            return Codes(np.array(rows, np.uint8).reshape(len(rows), pegs))
        return Codes(np.indices((colours,) * pegs, np.uint8).reshape(pegs, -1).T.copy())

    def take(self, indices: npt.NDArray[np.intp]) -> Codes:
        """Return the codes at ``indices``, in that order."""
        return Codes(self.digits[indices])

    @cached_property
    def symbols(self) -> npt.NDArray[np.uint32]:
        """The code points of every code: an array (N, P)."""
        return np.array([ord(symbol) for symbol in SYMBOLS], np.uint32)[self.digits]

    def __len__(self) -> int:
        return len(self.digits)

    def __getitem__(self, at: int | slice) -> Any:
        if isinstance(at, slice):
            return Codes(self.digits[at])
        return "".join(SYMBOLS[digit] for digit in self.digits[at])

    def index(self, code: object, start: int = 0, stop: int | None = None) -> int:
        """Return the index of a code; raises ValueError if it is not one of these."""
        if isinstance(code, str) and len(code) == self.digits.shape[1]:
            wanted = [SYMBOLS.find(symbol) for symbol in code]
            equal = np.flatnonzero((self.digits[start:stop] == wanted).all(axis=1))
            if len(equal):
                return start + int(equal[0])
        raise ValueError(f"{code!r} is not in the list")

    def __contains__(self, code: object) -> bool:
        try:
            return self.index(code) >= 0
        except ValueError:
            return False


def mastermind(text: str, *, distinct: bool = False) -> Game:
    """Make Mastermind of ``PEGSxCOLOURS``, such as ``4x6``; Bulls & Cows is that with ``distinct``.

    ``:distinct`` excludes repeats from the secrets, the argument also from the guesses. Codes
    ascend; ``:descending`` reverses that, with ``:first-fastest`` the first digit changes fastest.
    The order decides between equally good guesses. Raises GameError.

    >>> game = mastermind("4x6:distinct")
    >>> len(game.secrets), len(game.guesses), game.rule.texts[game.rule.score("0011", "0123")]
    (360, 1296, '1,1')
    """
    size, *options = text.split(":")
    if not (sizes := re.fullmatch(r"(\d{1,6})x(\d{1,6})", size, re.A)):
        example = "bulls-and-cows:4x10" if distinct else "mastermind:4x6"
        raise GameError(f"{size!r} is not a size; write PEGSxCOLOURS, such as {example}")
    pegs, colours = map(int, sizes.groups())
    if not pegs or not colours:
        raise GameError(f"{size!r}: a game needs at least one peg and one colour")
    for option in options:
        if option not in (known := ("distinct", *ORDERS)):
            raise GameError(f"{option!r} is not a variant; there are {', '.join(known)}")
    check_count(text, pegs, colours, distinct=distinct)
    guesses = Codes.of(pegs, colours, distinct=distinct)
    order = next((option for option in options if option in ORDERS), None)
    if order == "descending":
        guesses = guesses[::-1]
    elif order == "first-fastest":
        guesses = guesses.take(np.lexsort(guesses.digits.T))
    secrets, own = guesses, np.arange(len(guesses))
    if "distinct" in options and not distinct:
        check_count(text, pegs, colours, distinct=True)
        own = np.flatnonzero(np.diff(np.sort(guesses.digits, axis=1), axis=1).all(axis=1))
        secrets = guesses.take(own)
    rule, read = rule_named("exact-elsewhere", pegs), partial(read_code, pegs, colours)
    symmetries = partial(alike, guesses.digits, colours)
    return Game(secrets, guesses, rule, read, own, symmetries, closed=True)


def check_count(text: str, pegs: int, colours: int, *, distinct: bool) -> None:
    """Raise GameError if there are no codes, too many, or more colours than symbols."""
    if distinct and pegs > colours:
        raise GameError(f"{text!r}: {pegs} pegs without repeats need at least {pegs} colours")
    size = log10(perm(colours, pegs)) if distinct else pegs * log10(colours)
    if size > log10(MOST_CODES):
        count = f"{round(10**size):,}" if size < 15 else f"about 10^{size:.0f}"
        raise GameError(f"{text!r} would need {count} codes; at most {MOST_CODES:,} can be listed")
    if pegs > LONGEST or colours > len(SYMBOLS):
        raise GameError(f"{text!r}: at most {LONGEST} pegs and {len(SYMBOLS)} colours")


def read_code(pegs: int, colours: int, text: str) -> str:
    """Read a code as typed; raises WordError."""
    code, allowed = text.strip().lower(), SYMBOLS[:colours]
    if len(code) != pegs:
        plural = "s" * (len(code) != 1)
        reason = f"it has {len(code)} symbol{plural}, this game is played with {pegs}"
        raise WordError(text.strip(), reason)
    if wrong := next((symbol for symbol in code if symbol not in allowed), ""):
        reason = f"{wrong!r} is not one of this game's symbols, {allowed[0]} to {allowed[-1]}"
        raise WordError(text.strip(), reason)
    return code


def alike(digits: Digits, colours: int, history: tuple[int, ...]) -> IntArray:
    """Return a number for every guess, (G,) int64, equal for those equivalent after ``history``.

    ``digits (G, P)``. Symmetries are permutations of places and of colours in use that leave every
    guess of ``history`` unchanged; colours not in use yet are interchangeable.
    """
    n_places = digits.shape[1]
    made = digits[list(history)]
    in_use = np.unique(made)
    least = np.full(len(digits), np.iinfo(np.int64).max)
    for places in permutations(range(n_places)):
        moved = made[:, places].ravel().tolist()
        pairs = set(zip(moved, made.ravel().tolist(), strict=True))
        if len(pairs) > len(in_use):  # not a permutation of colours
            continue
        image = dict(pairs)
        names = np.full(colours, colours, np.uint8)
        names[list(image)] = list(image.values())
        columns = digits[:, places].T
        number = np.zeros(len(digits), np.int64)
        for place, column in enumerate(columns):
            name = names[column]
            other = name == colours  # colours not in use yet are named by their first place
            for earlier in range(place, -1, -1):
                name[other & (column == columns[earlier])] = colours + earlier
            number = number * (colours + n_places) + name
        np.minimum(least, number, out=least)
    return least

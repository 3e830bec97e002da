"""Games of codes: Mastermind, Bulls & Cows, and a point on a grid."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import permutations
from math import log10, perm
from typing import Any

import numpy as np

from jotto.engine.game import Game, Indices, IntArray, Rule, Scores, equal_fields, game_of
from jotto.engine.notation import unparted
from jotto.errors import GameError, ScoreError, WordError, count, quoted
from jotto.games.scoring import Symbols, rule_named
from jotto.letters import LONGEST
from jotto.typed import clean

MOST_CODES = 12_000_000
AT_ONCE = 1 << 16  # codes of which strings are made together: 17 times as fast as one by one
ORDERS = ("descending", "first-fastest")
PEG_RULES = ("black-peg", "total")  # in place of both numbers
SYMBOLS = "0123456789abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, eq=False)
class Codes(Sequence[str]):
    """A sequence of codes, rows of ``digits (N, P)`` uint8; strings are made on access.

    >>> codes = Codes.of(2, 3, distinct=True)
    >>> list(codes), codes.index("20"), "11" in codes
    (['01', '02', '10', '12', '20', '21'], 4, False)
    """

    digits: Scores
    names: str = SYMBOLS  # of the digits

    @staticmethod
    def of(pegs: int, colours: int, names: str = SYMBOLS, *, distinct: bool = False) -> "Codes":
        """Make all codes of ``pegs`` symbols, ascending; ``distinct``: only without repeats."""
        if distinct:
            return Codes(np.array(list(permutations(range(colours), pegs)), np.uint8), names)
        return Codes(np.indices((colours,) * pegs, np.uint8).reshape(pegs, -1).T.copy(), names)

    __eq__ = equal_fields

    def __hash__(self) -> int:
        return hash((self.digits.shape, self[0], self[-1]))

    def take(self, indices: Indices) -> "Codes":
        """Return the codes at ``indices``, in that order."""
        return Codes(self.digits[indices], self.names)

    @property
    def symbols(self) -> Symbols:
        """The code points of every code: an array (N, P)."""
        return np.array([ord(symbol) for symbol in self.names], np.uint16).take(self.digits)

    def __len__(self) -> int:
        return len(self.digits)

    def __iter__(self) -> Iterator[str]:
        for start in range(0, len(self), AT_ONCE):
            some = self[start : start + AT_ONCE].symbols.astype(np.uint32)
            yield from some.view(f"<U{some.shape[1]}").ravel().tolist()

    def __getitem__(self, at: int | slice) -> Any:
        if isinstance(at, slice):
            return Codes(self.digits[at], self.names)
        return "".join(self.names[digit] for digit in self.digits[at])

    def index(self, code: object, start: int = 0, stop: int | None = None) -> int:
        """Return the index of a code; raises ValueError if it is not one of these."""
        if isinstance(code, str) and len(code) == self.digits.shape[1]:
            wanted = [self.names.find(symbol) for symbol in code]
            equal = np.flatnonzero((self.digits[start:stop] == wanted).all(axis=1))
            if len(equal):
                return start + int(equal[0])
        raise ValueError(f"{code!r} is not in the list")


def mastermind(text: str, *, distinct: bool = False) -> Game[str]:
    """Make Mastermind of ``PEGSxCOLOURS``, such as ``4x6``; Bulls & Cows is that with ``distinct``.

    The colours are digits from 0, or what is given by ``PEGS:SYMBOLS``: ``4:123456``, ``4:RGBYOP``.
    ``:distinct`` excludes repeats from the secrets, the argument also from the guesses. With
    ``:black-peg`` a score is how many are in the right place, with ``:total`` how many are in
    common. Codes ascend; ``:descending`` reverses that, with ``:first-fastest`` the first digit
    changes fastest. The order decides between equally good guesses. Raises GameError.

    >>> game = mastermind("4x6:distinct")
    >>> len(game.secrets), len(game.guesses), game.rule.texts[game.rule.score("0011", "0123")]
    (360, 1296, '1,1')
    """
    size, *options = text.split(":")
    names = options.pop(0) if size.isdecimal() and options else SYMBOLS
    if names != SYMBOLS:
        if len({*names.lower()}) < max(len(names), 3) or not names.isalnum():  # 4:10 is not 4x10
            example = "mastermind:4:123456 or mastermind:4:RGBYOP, or a number of colours: 4x6"
            raise GameError(f"{quoted(names)}: write different letters or digits, as {example}")
        size = f"{size}x{len(names)}"
    if not (sizes := re.fullmatch(r"(\d{1,6})x(\d{1,6})", size, re.A)):
        example = "bulls-and-cows:4x10" if distinct else "mastermind:4x6"
        raise GameError(f"{size!r} is not a size; write PEGSxCOLOURS, such as {example}")
    pegs, colours = map(int, sizes.groups())
    if not pegs or not colours:
        raise GameError(f"{size!r}: a game needs at least one peg and one colour")
    for option in options:
        if option not in (known := ("distinct", *ORDERS, *PEG_RULES)):
            raise GameError(f"{option!r} is not a variant; there are {', '.join(known)}")
    check_count(text, pegs, colours, distinct=distinct)
    guesses = Codes.of(pegs, colours, names, distinct=distinct)
    order = next((option for option in options if option in ORDERS), None)
    if order == "descending":
        guesses = guesses[::-1]
    elif order == "first-fastest":
        guesses = guesses.take(np.lexsort(guesses.digits.T))
    secrets, guess_of = guesses, np.arange(len(guesses))
    if "distinct" in options and not distinct:
        check_count(text, pegs, colours, distinct=True)
        guess_of = np.flatnonzero(np.diff(np.sort(guesses.digits, axis=1), axis=1).all(axis=1))
        secrets = guesses.take(guess_of)
    name = next((option for option in options if option in PEG_RULES), "exact-elsewhere")
    called = "bulls" if distinct else "mastermind"
    rule = replace(rule_named(name, pegs), coloured=not distinct, called=called)
    read = partial(read_code, pegs, names[:colours])
    symmetries = partial(alike, guesses.digits, colours)
    return Game(secrets, guesses, rule, read, guess_of, symmetries, closed=True)


def check_count(text: str, pegs: int, colours: int, *, distinct: bool) -> None:
    """Raise GameError if there are no codes, too many, or more colours than symbols."""
    if distinct and pegs > colours:
        raise GameError(f"{text!r}: {pegs} pegs without repeats need at least {pegs} colours")
    size = log10(perm(colours, pegs)) if distinct else pegs * log10(colours)
    if size > log10(MOST_CODES):
        many = f"{round(10**size):,}" if size < 15 else f"about 10^{size:.0f}"
        raise GameError(f"{text!r} would need {many} codes; at most {MOST_CODES:,} can be listed")
    if pegs > LONGEST or colours > len(SYMBOLS):
        raise GameError(f"{text!r}: at most {LONGEST} pegs and {len(SYMBOLS)} colours")


def read_code(pegs: int, names: str, text: str) -> str:
    """Read a code as typed, in any case; raises WordError."""
    code, symbols = clean(text).strip(), {name.lower(): name for name in sorted(names)}
    code = unparted(code) if len(code) > pegs else code
    if len(code) != pegs:
        raise WordError(code, f"it has {count(len(code), 'symbol')}; this game uses {pegs}")
    if wrong := next((symbol for symbol in code.lower() if symbol not in symbols), ""):
        several = "".join(symbols.values())
        shown = f"{several[0]} to {several[-1]}" if several in SYMBOLS else " ".join(several)
        raise WordError(code, f"{wrong!r} is not one of this game's symbols, {shown}")
    return "".join(symbols[symbol] for symbol in code.lower())


def alike(digits: Scores, colours: int, history: tuple[int, ...]) -> IntArray:
    """Return a number for every guess, (G,) int64, equal for those equivalent after ``history``.

    ``digits (G, P)``. Symmetries are permutations of places and of colours in use that leave every
    guess of ``history`` unchanged; colours not in use yet are interchangeable.
    """
    n_places = digits.shape[1]
    made = digits[list(history)]
    in_use = np.unique(made)
    least = np.full(len(digits), np.iinfo(np.int64).max)
    for places in permutations(range(n_places)):
        pairs = set(zip(made[:, places].ravel().tolist(), made.ravel().tolist(), strict=True))
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


# --- a point on a grid, found by comparing both coordinates at once ------------------------------

COMPARISONS = ("mixed", "below", "above", "equal")
ALSO_WRITTEN = {"<=": "below", ">=": "above", "=": "equal", "win": "equal"}
LARGEST_GRID = 100


def two_d(text: str) -> Game[str]:
    """Make the game of the points ``x,y`` with both from 0 to N - 1; ``text`` is N.

    A guess is ``below`` if neither coordinate is greater than the secret's, ``above`` if neither
    is less, ``equal`` if it is the secret, else ``mixed``. ``N:descending`` reverses the list.

    >>> two_d("5").score("2,1", "2,3")
    'below'
    """
    size, _, order = text.partition(":")
    if not re.fullmatch(r"\d{1,6}", size, re.A) or not 1 <= int(size) <= LARGEST_GRID:
        raise GameError(f"{size!r} is not a grid size; write 1 to {LARGEST_GRID}, such as two-d:5")
    if order not in ("", "descending"):
        raise GameError(f"{order!r} is not a variant; there is descending")
    n, rule = int(size), Rule("two-d", COMPARISONS, compare_points, read_comparison, "")
    points = [f"{x},{y}" for x in range(n) for y in range(n)][:: -1 if order else 1]
    return game_of(points, (), rule, partial(read_point, n), closed=True)


def compare_points(guesses: Sequence[str], secrets: Sequence[str]) -> Scores:
    """Score every guess against every secret: an array (G, S) uint8."""
    g, s = (np.array([p.split(",") for p in points]).astype(int) for points in (guesses, secrets))
    below, above = (g[:, None] <= s).all(axis=2), (g[:, None] >= s).all(axis=2)
    return np.asarray(below + 2 * above, np.uint8)  # places in COMPARISONS


def read_comparison(text: str) -> int:
    """Read ``below``, ``above``, ``mixed``, ``equal``, or ``<=``, ``>=``, ``=``, ``win``."""
    typed = text.strip().lower()
    if (typed := ALSO_WRITTEN.get(typed, typed)) not in COMPARISONS:
        raise ScoreError(text, f"write one of {', '.join(sorted(COMPARISONS))}")
    return COMPARISONS.index(typed)


def read_point(n: int, text: str) -> str:
    """Read a point as typed; raises WordError."""
    match = re.fullmatch(r"\(?\s*(\d+)\s*,\s*(\d+)\s*\)?", text.strip(), re.A)
    if not match or not all(int(number) < n for number in match.groups()):
        raise WordError(text.strip(), f"write a point x,y with both from 0 to {n - 1}, such as 0,0")
    return ",".join(str(int(number)) for number in match.groups())

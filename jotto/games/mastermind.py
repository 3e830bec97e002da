"""Mastermind, and Bulls & Cows: codes of digits, scored like words."""

from __future__ import annotations

import re
from functools import partial
from itertools import permutations
from math import comb, factorial, log10

import numpy as np

from jotto.engine.game import Game
from jotto.engine.partition import IntArray
from jotto.errors import GameError, WordError
from jotto.games.codes import SYMBOLS, Codes, Digits
from jotto.games.scoring import LONGEST, rule_named

MOST_CODES = 12_000_000

ORDERS = ("descending", "first-fastest")


def mastermind(text: str) -> Game:
    """Make Mastermind of ``PEGSxCOLOURS``, such as ``4x6``.

    ``:distinct`` bars repeats from the secrets, not from the guesses. Codes are listed in
    ascending order; ``:descending`` turns that round, ``:first-fastest`` counts with the first
    digit fastest. The order decides between equally good guesses.

    >>> game = mastermind("4x6:distinct")
    >>> len(game.secrets), len(game.guesses), game.rule.texts[game.rule.score("0011", "0123")]
    (360, 1296, '1,1')
    """
    size, *options = text.split(":")
    pegs, colours = read_size(size, "mastermind:4x6")
    distinct = read_option(options, "distinct")
    order = read_option(options, *ORDERS)
    check_count(text, pegs, colours, distinct=False)
    guesses = ordered(Codes.of(pegs, colours), order)
    if not distinct:
        return code_game(guesses, guesses, colours)
    check_count(text, pegs, colours, distinct=True)
    different = np.diff(np.sort(guesses.digits, axis=1), axis=1).all(axis=1)
    return code_game(guesses.take(np.flatnonzero(different)), guesses, colours)


def bulls_and_cows(text: str) -> Game:
    """Make Bulls & Cows of ``PLACESxDIGITS``, such as ``4x10``: no repeats in secret or guess.

    >>> len(bulls_and_cows("4x10").secrets)
    5040
    """
    size, *options = text.split(":")
    places, digits = read_size(size, "bulls-and-cows:4x10")
    order = read_option(options, *ORDERS)
    check_count(text, places, digits, distinct=True)
    codes = ordered(Codes.of(places, digits, distinct=True), order)
    return code_game(codes, codes, digits)


def code_game(secrets: Codes, guesses: Codes, colours: int) -> Game:
    """Make the game of these secrets and guesses, which are all codes of their shape."""
    pegs = guesses.digits.shape[1]
    return Game(
        secrets,
        guesses,
        rule_named("exact-elsewhere", pegs),
        partial(read_code, pegs, colours),
        places_of(secrets, guesses, colours),
        partial(alike, guesses.digits, colours),
        closed=True,
    )


def places_of(
    secrets: Codes, guesses: Codes, colours: int
) -> np.ndarray[tuple[int], np.dtype[np.intp]]:
    """Find the guess that each secret is, (S,)."""
    numbers = [numbered(codes.digits, colours) for codes in (guesses, secrets)]
    order = np.argsort(numbers[0])
    return order[np.searchsorted(numbers[0], numbers[1], sorter=order)]


def numbered(digits: Digits, base: int) -> IntArray:
    """Read each row of digits (N, P) as a number in ``base``."""
    found = np.zeros(len(digits), np.int64)
    for column in digits.T:
        found = found * base + column
    return found


# --- what is asked for ----------------------------------------------------------------------


def read_size(text: str, example: str) -> tuple[int, int]:
    """Read ``4x6``; raises GameError."""
    found = re.fullmatch(r"(\d{1,6})x(\d{1,6})", text, re.A)
    if not found:
        raise GameError(f"{text!r} is no size of a game; write PEGSxCOLOURS, such as {example}")
    pegs, colours = map(int, found.groups())
    if not pegs or not colours:
        raise GameError(f"{text!r}: a game needs at least one peg and one colour")
    return pegs, colours


def read_option(options: list[str], *known: str) -> str | None:
    """Take the one of ``known`` that is among ``options``; raises GameError for a strange one."""
    allowed = ("distinct", *ORDERS)
    for option in options:
        if option not in allowed:
            raise GameError(f"{option!r} is no variant; there are {', '.join(allowed)}")
    return next((option for option in options if option in known), None)


def check_count(text: str, pegs: int, colours: int, *, distinct: bool) -> None:
    """Refuse games that cannot be: no codes, too many, or more colours than symbols."""
    if distinct and pegs > colours:
        raise GameError(f"{text!r}: {pegs} pegs without repeats need at least {pegs} colours")
    size = (
        log10(comb(colours, pegs)) + log10(factorial(pegs)) if distinct else pegs * log10(colours)
    )
    if size > log10(MOST_CODES):
        count = f"{round(10**size):,}" if size < 15 else f"about 10^{size:.0f}"
        raise GameError(f"{text!r} would need {count} codes; at most {MOST_CODES:,} can be listed")
    if pegs > LONGEST or colours > len(SYMBOLS):
        raise GameError(f"{text!r}: at most {LONGEST} pegs and {len(SYMBOLS)} colours")


def ordered(codes: Codes, order: str | None) -> Codes:
    """List ascending codes in another order."""
    if order == "descending":
        return codes.take(np.arange(len(codes))[::-1])
    if order == "first-fastest":
        return codes.take(np.lexsort(codes.digits.T))
    return codes


def read_code(pegs: int, colours: int, text: str) -> str:
    """Read a code as typed; raises WordError."""
    code = text.strip().lower()
    allowed = SYMBOLS[:colours]
    if len(code) != pegs:
        raise WordError(
            text.strip(), f"it has {len(code)} symbols, this game is played with {pegs}"
        )
    for symbol in code:
        if symbol not in allowed:
            known = f"{allowed[0]} to {allowed[-1]}"
            raise WordError(text.strip(), f"{symbol!r} is not one of this game's symbols, {known}")
    return code


# --- symmetry -------------------------------------------------------------------------------


def alike(digits: Digits, colours: int, history: tuple[int, ...]) -> IntArray:
    """Give every guess a number (G,), the same to those that the history cannot tell apart.

    ``digits (G, P)``. The symmetries are the permutations of places that, together with one of
    the colours in use, leave every guess of ``history`` as it is; colours not in use yet are
    interchangeable. Two guesses are alike if a symmetry makes one into the other.
    """
    made = digits[list(history)]
    in_use = sorted(set(made.ravel().tolist()))
    least: IntArray | None = None
    for places in permutations(range(digits.shape[1])):
        image = colour_map(made, list(places), in_use)
        if image is None:
            continue
        found = numbered(canonical(digits[:, places], image, colours), colours + 1)
        least = found if least is None else np.minimum(least, found)
    assert least is not None, "leaving every place as it is, is a symmetry"
    return least


def colour_map(made: Digits, places: list[int], in_use: list[int]) -> dict[int, int] | None:
    """Find what becomes of each colour in use if the places change and the guesses must not."""
    image: dict[int, int] = {}
    for before, after in zip(made[:, places].ravel().tolist(), made.ravel().tolist(), strict=True):
        if image.setdefault(before, after) != after:
            return None
    return image if len(set(image.values())) == len(in_use) else None


def canonical(digits: Digits, image: dict[int, int], colours: int) -> Digits:
    """Map the colours in use, and number the others by their first place in each row."""
    table = np.full(colours, colours, np.uint8)
    table[list(image)] = list(image.values())
    found = table[digits]
    names = [colour for colour in range(colours) if colour not in image]
    if len(names) < 2:
        found[found == colours] = names[0] if names else 0
        return found
    new = np.zeros(len(digits), np.intp)  # how many other colours a row has shown so far
    for place in range(digits.shape[1]):
        other = found[:, place] == colours
        seen = np.zeros(len(digits), np.bool_)
        for earlier in range(place):
            same = other & (digits[:, place] == digits[:, earlier])
            found[same, place] = found[same, earlier]
            seen |= same
        first = other & ~seen
        found[first, place] = np.array(names, np.uint8)[new[first]]
        new += first
    return found

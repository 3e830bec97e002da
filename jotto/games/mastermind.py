"""Mastermind, and Bulls & Cows: codes of digits, scored like words."""

from __future__ import annotations

import re
from functools import partial
from itertools import permutations
from math import log10, perm

import numpy as np

from jotto.engine.game import Game
from jotto.engine.partition import IntArray
from jotto.errors import GameError, WordError
from jotto.games.codes import SYMBOLS, Codes, Digits
from jotto.games.lists import LONGEST
from jotto.games.scoring import rule_named

MOST_CODES = 12_000_000
ORDERS = ("descending", "first-fastest")


def mastermind(text: str) -> Game:
    """Make Mastermind of ``PEGSxCOLOURS``, such as ``4x6``.

    ``:distinct`` bars repeats from the secrets, not from the guesses. Codes are listed in
    ascending order; ``:descending`` turns that round, ``:first-fastest`` counts with the first
    digit fastest. The order decides between equally good guesses. Raises GameError.

    >>> game = mastermind("4x6:distinct")
    >>> len(game.secrets), len(game.guesses), game.rule.texts[game.rule.score("0011", "0123")]
    (360, 1296, '1,1')
    """
    return _code_game(text, "mastermind:4x6", distinct=False)


def bulls_and_cows(text: str) -> Game:
    """Make Bulls & Cows of ``PLACESxDIGITS``, such as ``4x10``: no repeats in secret or guess.

    >>> len(bulls_and_cows("4x10").secrets)
    5040
    """
    return _code_game(text, "bulls-and-cows:4x10", distinct=True)


def _code_game(text: str, example: str, *, distinct: bool) -> Game:
    """Read what is asked for and make it; ``distinct`` guesses have no repeats."""
    size, *options = text.split(":")
    found = re.fullmatch(r"(\d{1,6})x(\d{1,6})", size, re.A)
    if not found:
        raise GameError(f"{size!r} is no size of a game; write PEGSxCOLOURS, such as {example}")
    pegs, colours = map(int, found.groups())
    if not pegs or not colours:
        raise GameError(f"{size!r}: a game needs at least one peg and one colour")
    for option in options:
        if option not in (known := ("distinct", *ORDERS)):
            raise GameError(f"{option!r} is no variant; there are {', '.join(known)}")
    check_count(text, pegs, colours, distinct=distinct)
    guesses = Codes.of(pegs, colours, distinct=distinct)
    order = next((option for option in options if option in ORDERS), None)
    if order == "descending":
        guesses = Codes(guesses.digits[::-1])
    elif order == "first-fastest":
        guesses = guesses.take(np.lexsort(guesses.digits.T))
    secrets, own = guesses, np.arange(len(guesses))
    if "distinct" in options and not distinct:
        check_count(text, pegs, colours, distinct=True)
        own = np.flatnonzero(np.diff(np.sort(guesses.digits, axis=1), axis=1).all(axis=1))
        secrets = guesses.take(own)
    return Game(
        secrets,
        guesses,
        rule_named("exact-elsewhere", pegs),
        partial(read_code, pegs, colours),
        own,
        partial(alike, guesses.digits, colours),
        closed=True,
    )


def check_count(text: str, pegs: int, colours: int, *, distinct: bool) -> None:
    """Refuse games that cannot be: no codes, too many, or more colours than symbols."""
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
        reason = f"it has {len(code)} symbols, this game is played with {pegs}"
        raise WordError(text.strip(), reason)
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
    n_places = digits.shape[1]
    made = digits[list(history)]
    in_use = np.unique(made)
    least = np.full(len(digits), np.iinfo(np.int64).max)
    for places in permutations(range(n_places)):
        moved = made[:, places].ravel().tolist()
        pairs = set(zip(moved, made.ravel().tolist(), strict=True))
        if len(pairs) > len(in_use):  # a colour would have to become two
            continue
        image = dict(pairs)
        names = np.full(colours, colours, np.uint8)
        names[list(image)] = list(image.values())
        columns = digits[:, places].T
        number = np.zeros(len(digits), np.int64)
        for place, column in enumerate(columns):
            name = names[column]
            other = name == colours  # not in use yet: named by its first place
            for earlier in range(place, -1, -1):
                name[other & (column == columns[earlier])] = colours + earlier
            number = number * (colours + n_places) + name
        np.minimum(least, number, out=least)
    return least

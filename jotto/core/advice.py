"""What guesses are worth: advice, answers that may be false, several boards.

See ``advice.c``, ``noise.c`` and ``boards.c``.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from jotto.core import IntArray, Struct, call, check, integers, struct

ADVICE = 6  # numbers
HEAVIEST = 1 << 50  # sums of weights up to this are exact, also as floats
MEMORY = 1 << 16  # sets of candidates


# --- advice ---------------------------------------------------------------------------------------


def advise(sizes: IntArray, weights: IntArray, lost: Any = None) -> np.typing.NDArray[np.float64]:
    """Measure guesses by the sizes and weights (G, K) of their parts: (G, ADVICE), see core.h.

    ``lost (G,)``: weight x bits of the scores that tell nothing of the secret.

    >>> advise(np.array([[2, 1, 1]]), np.array([[2, 1, 1]])).tolist()
    [[1.0, 1.5, 1.5, 2.0, 3.0, 0.25]]
    """
    (n_guesses, n_codes), into = sizes.shape, np.empty((len(sizes), ADVICE))
    parts = integers(sizes), integers(weights)
    check("weights", parts[1], np.int64, n_guesses, n_codes)
    call("advise", n_guesses, n_codes, *parts, 0 if lost is None else integers(lost), into)
    return into


# --- answers that may be false --------------------------------------------------------------------


class Noise(NamedTuple):
    """In how many ways an answer is told while a lie is left: ``true`` of ``whole`` truly.

    And each wrong score in ``false`` ways. Or, by a rule with lies of its own, a score as each of
    ``told_as (K - 1, N)``, in ``ways (N,)``.
    """

    n_codes: int
    lies: int
    whole: int
    true: int
    false: int
    told_as: IntArray = np.empty((0, 0), np.int64)
    ways: IntArray = np.empty(0, np.int64)

    def struct(self) -> Struct:
        """Return it as the core takes it."""
        *numbers, told_as, ways = self
        names = "n_codes", "lies", "whole", "truly", "falsely"
        fields = dict(zip(names, numbers, strict=True))
        arrays = {"told_as": integers(told_as), "ways": integers(ways)}
        return struct(**fields, n_ways=len(ways), **arrays)


def weigh_told(noise: Noise, told: Any, codes: Any, prior: Any) -> IntArray:
    """Weigh candidates by ``prior (A,)`` and by what was ``told (T,)``: (A,), at least 1.

    ``codes (T, A)``: their true scores.
    """
    told, codes, prior = integers(told), np.ascontiguousarray(codes, np.uint16), integers(prior)
    check("codes", codes, np.uint16, len(told), len(prior))
    made = np.empty(len(prior), np.int64)
    sized = len(told), told, len(prior), codes, prior
    call("weigh_told", noise.struct(), *sized, np.empty(len(prior)), made)
    return made


def hear(noise: Noise, sizes: IntArray, sums: IntArray) -> tuple[IntArray, IntArray, IntArray]:
    """Return what the answers to guesses leave, by sizes and weights of parts (2, G, K).

    Those of candidates that allow a further lie, and of those that do not. What is left: sizes and
    weights (G, K), these ``whole`` times as large; weight x bits that the lies alone make, (G,).
    """
    sizes, sums = integers(sizes), integers(sums)
    shape = len(sizes[0]), noise.n_codes
    for array in (sizes, sums):
        check("parts", array, np.int64, 2, *shape)
    left, told, lost = np.empty(shape, np.int64), np.empty(shape, np.int64), np.empty(shape[0], int)
    call("hear", noise.struct(), shape[0], sizes, sums, left, told, lost)
    return left, told, lost


def value_heard(told: IntArray, lost: IntArray) -> IntArray:
    """Value guesses by what their answers leave, see ``hear``: (G,)."""
    into = np.empty(len(told), np.int64)
    call("value_heard", *told.shape, integers(told), integers(lost), into)
    return into


# --- several boards -------------------------------------------------------------------------------


def add_board(
    totals: IntArray, values: IntArray, guesses: Any, weights: Any, *, by_bits: bool, weighed: bool
) -> None:
    """Add to ``totals (G,)`` what guesses leave on a board, per candidate, less a chance to hit.

    ``values (G,)``, of bits or not; ``guesses (A,)``, ascending, and ``weights (A,)`` of the
    candidates.
    """
    for array in (totals, values):
        check("values", array, np.int64, len(totals))
    candidates = len(guesses), integers(guesses), integers(weights)
    call("add_board", int(by_bits), int(weighed), len(totals), values, *candidates, totals)


def best_on_boards(sets: Any, weights: Any, guess_of: Any, codes: Any, win: int) -> int:
    """Return the guess that ends the games on all boards soonest; of equals the first.

    ``sets``: a bit for each row of a board; ``weights (A,)`` and ``guess_of (A,)`` of all rows;
    ``codes (G, A)`` of the guesses that are tried, among which are all candidates.
    """
    codes, guess_of = np.ascontiguousarray(codes, np.uint16), integers(guess_of)
    n_guesses, n_rows = codes.shape
    boards = struct(
        n_boards=len(sets),
        n_rows=n_rows,
        n_guesses=n_guesses,
        win=win,
        apart=int(len(np.unique(guess_of)) == n_rows),
        sets=np.array(sets, np.uint64),
        weights=integers(weights),
        guess_of=guess_of,
        codes=codes,
        memory=np.zeros(3 * MEMORY, np.uint64),
    )
    return call("best_on_boards", boards)

"""What the kernels of a search read, write and remember.

Candidates are numbered from 0, the heaviest first. A set of candidates is an ascending array (n,)
int64. Guess i < A is candidate i. The total of a set is the sum of weight x guesses over it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from jotto.engine.kernels import Counters, lean
from jotto.engine.partition import IntArray, Scores

PROBES = 4  # rows of the memo in which a set may be stored


class Memo(NamedTuple):
    """A transposition table: rows (name, name, lower bound, best total) and its guess."""

    rows: IntArray  # (N, 4) int64, N a power of two; a free row is all 0; see recall
    guesses: IntArray  # (N,)


class Board(NamedTuple):
    """What a search reads, and its transposition table."""

    by_secret: Scores  # (A, G) C order
    weights: IntArray  # (A,) descending
    names: IntArray  # (A, 2) random numbers, see name_of
    turns: IntArray  # (A + 1, 2) likewise, for the guesses left
    capacity: IntArray  # the most candidates that 0, 1, .. guesses can find; after the last, all
    widths: IntArray  # (A + 1,) how many guesses are tried for a set of n; all for a proof
    bits: IntArray  # (A + 1,) n log2 n
    n_codes: int
    few: int  # candidates, at most 255; up to so many, a set is small: compared in pairs
    even: bool  # all weights are 1
    planar: bool  # even, and codes are few: the sizes of parts are counted in bit planes
    own: bool  # guess only candidates
    memo: Memo
    stop: npt.NDArray[np.uint8]  # (1,) another thread sets it to 1 to stop the search


class Scratch(NamedTuple):
    """Scratch arrays: only valid within the call that fills them."""

    masks: npt.NDArray[np.uint32]  # (BLOCK,) of the codes that came
    equal: npt.NDArray[np.uint8]  # (BLOCK,)
    planes: npt.NDArray[np.uint32]  # (blocks, planes, BLOCK) see search.planes; none if not planar
    rows: Scores  # (GROUP * BLOCK,)
    carry: npt.NDArray[np.uint32]  # (BLOCK,)
    less: npt.NDArray[np.uint32]  # (planes, BLOCK)
    beyond: npt.NDArray[np.uint32]  # (blocks, BLOCK) candidates not among the first of their part
    twins: npt.NDArray[np.uint8]  # (G,) candidates with an earlier one in their part
    pairs: npt.NDArray[np.uint16]  # (G,) pairs of candidates in the same part
    lost: IntArray  # (G,) the weight of twins, if weights differ
    bound: IntArray  # (G,) the least total a guess can lead to
    spread: IntArray  # (G,) sums of squared sizes (small sets), else of n log2 n or w log2 w
    counts: Counters  # (BLOCK * K,)
    heavy: IntArray  # (BLOCK * K,)
    sizes: IntArray  # (K,) all 0 between calls
    places: IntArray  # (K,)
    part_names: IntArray  # (K, 2)
    lows: IntArray  # (K,)
    codes: IntArray  # (K,) the codes of the parts, in order


@lean
def weight_of(board: Board, members: IntArray) -> int:
    """Add up the weights of a set."""
    total = 0
    for m in members:
        total += board.weights[m]
    return total


@lean
def name_of(board: Board, members: IntArray, most: int) -> tuple[int, int]:
    """Return the Zobrist hash, 128 bits, of a set and the guesses left for it (Zobrist 1970)."""
    left = min(most, len(members))  # n guesses are always enough for n candidates
    first, second = board.turns[left, 0], board.turns[left, 1]
    for m in members:
        first ^= board.names[m, 0]
        second ^= board.names[m, 1]
    return first, second


@lean
def row_of(memo: Memo, first: int, second: int) -> tuple[int, int, int, int]:
    """Return the row of a set with its lower bound, best total and the guess for that, or -1s.

    Threads share the memo. A row that another has half written does not fit its own name (Hyatt &
    Mann 2002, A lock-less transposition table implementation for parallel search).
    """
    start = first & (len(memo.rows) - 1)
    for probe in range(PROBES):
        at = start ^ probe
        low, high, guess = memo.rows[at, 2], memo.rows[at, 3], memo.guesses[at]
        if memo.rows[at, 0] ^ low ^ guess == first and memo.rows[at, 1] ^ high ^ guess == second:
            return at, low, high, guess
    return -1, -1, -1, -1


@lean
def recall(memo: Memo, first: int, second: int) -> tuple[int, int, int]:
    """Return a set's lower bound, best total and the guess for that; -1, -1, -1 if not stored."""
    _, low, high, guess = row_of(memo, first, second)
    return low, high, guess


@lean
def remember(memo: Memo, first: int, second: int, low: int, high: int, guess: int) -> None:
    """Store the bounds of a set; if no row is free, replace the set with the lowest bound."""
    chosen, its_low, its_high, its_guess = row_of(memo, first, second)
    if chosen >= 0:
        low = max(low, its_low)
        if high >= its_high:
            high, guess = its_high, its_guess
    else:
        start = chosen = first & (len(memo.rows) - 1)
        for probe in range(PROBES):
            if memo.rows[start ^ probe, 2] < memo.rows[chosen, 2]:
                chosen = start ^ probe
    memo.rows[chosen, 0] = first ^ low ^ guess
    memo.rows[chosen, 1] = second ^ high ^ guess
    memo.rows[chosen, 2] = low
    memo.rows[chosen, 3] = high
    memo.guesses[chosen] = guess

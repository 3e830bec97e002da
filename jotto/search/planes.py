"""Compiled counters in bit planes: the sizes of the parts of all guesses, 8 or more at a time.

Bit c of word g in plane k is bit k of the number of candidates with score c after guess g. Carries
are saved and added for seven candidates together (Harley and Seal; Warren, Hacker's Delight 5-1).
The win, the last code, is not counted. For even weights and at most BITS codes.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from jotto.engine.kernels import BLOCK, bit_of, bits_in, lean
from jotto.engine.partition import IntArray, Scores
from jotto.search.board import Board, Scratch

BITS = 32  # codes that a word has room for
GROUP = 7  # candidates that are added together: their number has three bits
Words = npt.NDArray[np.uint32]


@lean
def sum_of(a: np.uint32, b: np.uint32, c: np.uint32) -> np.uint32:
    """Add three bits at each place; return the lower bits of the sums."""
    return np.uint32(np.uint32(a ^ b) ^ c)


@lean
def carry_of(a: np.uint32, b: np.uint32, c: np.uint32) -> np.uint32:
    """Add three bits at each place; return the higher bits of the sums."""
    return np.uint32(np.uint32(a & b) | np.uint32(c & np.uint32(a ^ b)))


@lean
def count_in_planes(board: Board, scratch: Scratch, members: IntArray) -> int:
    """Fill ``planes`` for a set; return how many planes its numbers take."""
    n, n_planes = len(members), 3
    while n >> n_planes:
        n_planes += 1
    for block in range(len(scratch.planes)):
        planes = scratch.planes[block]
        planes[:n_planes] = 0
        for first in range(0, n, GROUP):
            copy_rows(board, scratch.rows, members[first : first + GROUP], block * BLOCK)
            ones, twos, fours = planes[0], planes[1], planes[2]
            add_seven(scratch.rows, ones, twos, fours, scratch.carry)
            for k in range(3, n_planes):
                add_carry(planes[k], scratch.carry)
        for k in range(n_planes):
            keep_bits(planes[k], np.uint32(bit_of(board.n_codes - 1) - np.uint32(1)))
    return n_planes


@lean
def copy_rows(board: Board, rows: Scores, members: IntArray, start: int) -> None:
    """Copy the codes of up to GROUP candidates for a block of guesses; the rest win."""
    stop = min(start + BLOCK, board.by_secret.shape[1])
    for i in range(GROUP):
        into = rows[i * BLOCK : (i + 1) * BLOCK]
        if i < len(members):
            copy(into, board.by_secret[members[i]][start:stop])
        else:
            into[:] = board.n_codes - 1


@lean
def copy(into: Any, codes: Any) -> None:
    """Copy an array to the beginning of another, without a check whether they share memory."""
    for g in range(len(codes)):
        into[g] = codes[g]


@lean
def add_seven(rows: Scores, ones: Words, twos: Words, fours: Words, carry: Words) -> None:
    """Add the codes of seven candidates to three planes; ``carry`` is for the next."""
    for g in range(BLOCK):
        a, b, c = bit_of(rows[g]), bit_of(rows[g + BLOCK]), bit_of(rows[g + 2 * BLOCK])
        d, e, f = (
            bit_of(rows[g + 3 * BLOCK]),
            bit_of(rows[g + 4 * BLOCK]),
            bit_of(rows[g + 5 * BLOCK]),
        )
        first, second = sum_of(a, b, c), sum_of(d, e, f)
        last = bit_of(rows[g + 6 * BLOCK])
        one = sum_of(first, second, last)
        x, y, z = carry_of(a, b, c), carry_of(d, e, f), carry_of(first, second, last)
        two, four = sum_of(x, y, z), carry_of(x, y, z)
        held = ones[g]
        ones[g] = np.uint32(held ^ one)
        over, held = np.uint32(held & one), twos[g]
        twos[g] = sum_of(held, two, over)
        over, held = carry_of(held, two, over), fours[g]
        fours[g] = sum_of(held, four, over)
        carry[g] = carry_of(held, four, over)


@lean
def add_carry(plane: Words, carry: Words) -> None:
    """Add what is carried to the next plane."""
    for g in range(BLOCK):
        over = np.uint32(plane[g] & carry[g])
        plane[g] ^= carry[g]
        carry[g] = over


@lean
def keep_bits(plane: Words, bits: np.uint32) -> None:
    """Set all other bits to 0."""
    for g in range(BLOCK):
        plane[g] &= bits


@lean
def count_beyond(scratch: Scratch, n_planes: int, place: int) -> None:
    """Fill ``beyond``: how many candidates are not among the first ``place`` of their parts."""
    borrow = scratch.carry
    for block in range(len(scratch.planes)):
        planes, beyond = scratch.planes[block], scratch.beyond[block]
        borrow[:] = 0
        beyond[:] = 0
        for k in range(n_planes):
            subtract(planes[k], (place >> k) & 1, borrow, scratch.less[k])
        for k in range(n_planes):
            add_bits(scratch.less[k], borrow, k, beyond)


@lean
def subtract(plane: Words, bit: int, borrow: Words, less: Words) -> None:
    """Subtract a bit, and what is borrowed, from a plane."""
    if bit:
        for g in range(BLOCK):
            less[g] = ~np.uint32(plane[g] ^ borrow[g])
            borrow[g] |= ~plane[g]
    else:
        for g in range(BLOCK):
            less[g] = np.uint32(plane[g] ^ borrow[g])
            borrow[g] &= ~plane[g]


@lean
def add_bits(plane: Words, without: Words, power: int, totals: Words) -> None:
    """Add the number of the bits of a plane that another has not, times a power of two."""
    for g in range(BLOCK):
        some = np.uint32(plane[g] & ~without[g])
        totals[g] += np.left_shift(bits_in(some), np.uint32(power))


@lean
def add_products(plane: Words, other: Words, power: int, totals: Words) -> None:
    """Add the number of the bits that two planes share, times a power of two."""
    for g in range(BLOCK):
        totals[g] += np.left_shift(bits_in(np.uint32(plane[g] & other[g])), np.uint32(power))


@lean
def add_squares(scratch: Scratch, n_planes: int) -> None:
    """Fill ``spread`` with the sums of the squared sizes."""
    for block in range(len(scratch.planes)):
        planes, totals = scratch.planes[block], scratch.less[0]
        totals[:] = 0
        for j in range(n_planes):
            for k in range(j + 1):  # the square of a sum: each product of two bits twice
                power = j + k + (j != k)
                add_products(planes[j], planes[k], power, totals)
        into = scratch.spread[block * BLOCK : (block + 1) * BLOCK]
        copy(into, totals[: len(into)])

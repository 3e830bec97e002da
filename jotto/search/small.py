"""Compiled bounds of small sets, whose parts often have one or two candidates."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from jotto.engine.kernels import BLOCK, NEVER, add_codes, bits_in, lean
from jotto.engine.partition import IntArray, Scores
from jotto.search.board import Board, Scratch, weight_of

TRIES = 12  # guesses


@lean
def add_equal(equal: npt.NDArray[np.uint8], some: Scores, other: Scores) -> None:
    """Add 1 where two rows have the same code, in a loop that is vectorised."""
    for g in range(len(equal)):
        equal[g] += some[g] == other[g]


@lean
def compare(board: Board, scratch: Scratch, members: IntArray) -> None:
    """Fill ``twins``, ``pairs`` and, if weights differ, ``lost``, for a small set."""
    n_guesses = board.by_secret.shape[1]
    scratch.twins[:] = 0
    scratch.pairs[:] = 0
    if not board.even:
        scratch.lost[:] = 0
    for start in range(0, n_guesses, BLOCK):
        stop = min(start + BLOCK, n_guesses)
        equal, twins = scratch.equal[: stop - start], scratch.twins[start:stop]
        pairs, lost = scratch.pairs[start:stop], scratch.lost[start:stop]
        for i in range(1, len(members)):
            row = board.by_secret[members[i]][start:stop]
            equal[:] = 0
            for j in range(i):
                add_equal(equal, row, board.by_secret[members[j]][start:stop])
            for g in range(stop - start):
                twins[g] += equal[g] > 0
            for g in range(stop - start):
                pairs[g] += equal[g]
            if not board.even:
                weight = board.weights[members[i]]
                for g in range(stop - start):
                    lost[g] += weight * (equal[g] > 0)


@lean
def verdict(board: Board, scratch: Scratch, members: IntArray, most: int) -> tuple[int, int, int]:
    """Return bounds on the total of a small set after :func:`compare`: low, high, its guess.

    If all parts of a guess have one or two candidates, its total equals its bound.
    """
    whole = weight_of(board, members)
    low, high, guess = NEVER, NEVER, -1
    for m in members:
        lost = int(scratch.twins[m]) if board.even else scratch.lost[m]
        bound = 2 * whole + lost - board.weights[m]
        low = min(low, bound)
        exact = scratch.twins[m] == scratch.pairs[m] and (most > 2 or scratch.pairs[m] == 0)
        if exact and bound < high:
            high, guess = bound, m
    if not board.own:
        if board.even:
            fewest, attained, other = least_lost(scratch, scratch.twins, np.uint8(255), most)
        else:
            fewest, attained, other = least_lost(scratch, scratch.lost, np.int64(NEVER), most)
        low = min(low, 2 * whole + fewest)
        if other >= 0 and 2 * whole + attained < high:
            high, guess = 2 * whole + attained, other
    return (high if most == 2 else low), high, guess


@lean
def least_lost(scratch: Scratch, lost: Any, none: Any, most: int) -> tuple[int, int, int]:
    """Return the least of ``lost (G,)``, all below ``none``, the least attained, its guess."""
    fewest = attained = none
    for g in range(len(lost)):
        fewest = min(fewest, lost[g])
    for g in range(len(lost)):
        attained = min(attained, lost[g] if scratch.twins[g] == scratch.pairs[g] else none)
    if attained < none and (most > 2 or attained == 0):
        for g in range(len(lost)):
            if lost[g] == attained and scratch.twins[g] == scratch.pairs[g]:
                return int(fewest), int(attained), g
    return int(fewest), NEVER, -1


@lean
def count_twins(board: Board, scratch: Scratch, members: IntArray) -> int:
    """Fill ``twins`` for a small set by masks of the codes that came; return the fewest.

    It ends at the first block of guesses with one that tells all candidates apart.
    """
    n, n_guesses = len(members), board.by_secret.shape[1]
    fewest = n
    for start in range(0, n_guesses, BLOCK):
        count_kinds(board, scratch, members, start)
        twins = scratch.twins[start : start + BLOCK]
        for g in range(len(twins)):
            twins[g] = n - twins[g]
        for g in range(len(twins)):
            fewest = min(fewest, twins[g])
        if fewest == 0 and not board.own:
            break
    return int(fewest)


@lean
def count_kinds(board: Board, scratch: Scratch, members: IntArray, start: int) -> None:
    """Write to ``twins`` how many codes came, the win included, for a block of guesses."""
    stop = min(start + BLOCK, board.by_secret.shape[1])
    masks, kinds = scratch.masks[: stop - start], scratch.twins[start:stop]
    masks[:] = 0
    for m in members:
        add_codes(masks, board.by_secret[m][start:stop])
    for g in range(stop - start):
        kinds[g] = bits_in(masks[g])


@lean
def in_pairs(board: Board, scratch: Scratch, members: IntArray, guess: int) -> bool:
    """Return whether no part of a guess has more than two candidates."""
    largest = 0
    for m in members:
        code = board.by_secret[m, guess]
        scratch.sizes[code] += 1
        largest = max(largest, scratch.sizes[code])
    for m in members:
        scratch.sizes[board.by_secret[m, guess]] = 0
    return largest <= 2


@lean
def quick_verdict(board: Board, scratch: Scratch, members: IntArray) -> tuple[int, int, int]:
    """Return what :func:`verdict` does, where weights are equal and codes are few.

    It is twice as fast or more, but looks at a few guesses only to find one that attains the bound.
    """
    n, fewest = len(members), count_twins(board, scratch, members)
    if fewest == 0:
        guess = splitter(board, scratch, members)
        if guess >= 0:
            return 2 * n - 1, 2 * n - 1, guess
        if not board.own:
            for g in range(len(scratch.twins)):
                if scratch.twins[g] == 0:
                    return 2 * n, 2 * n, g
    low = NEVER if board.own else 2 * n + fewest
    for m in members:
        low = min(low, 2 * n + int(scratch.twins[m]) - 1)
    tries = TRIES
    for m in members:
        if tries and 2 * n + int(scratch.twins[m]) - 1 == low:
            tries -= 1
            if in_pairs(board, scratch, members, m):
                return low, low, m
    if not board.own and low == 2 * n + fewest:
        for g in range(len(scratch.twins)):
            if scratch.twins[g] == fewest:
                if in_pairs(board, scratch, members, g):
                    return low, low, g
                tries -= 1
                if tries <= 0:
                    break
    return low, NEVER, -1


@lean
def splitter(board: Board, scratch: Scratch, members: IntArray) -> int:
    """Return a candidate of the highest weight that tells all others apart, or -1."""
    for g in members:
        if board.weights[g] < board.weights[members[0]]:
            return -1
        seen = 0
        for m in members:
            code = board.by_secret[m, g]
            if scratch.sizes[code]:
                break
            scratch.sizes[code] = 1
            seen += 1
        for i in range(seen):
            scratch.sizes[board.by_secret[members[i], g]] = 0
        if seen == len(members):
            return int(g)
    return -1

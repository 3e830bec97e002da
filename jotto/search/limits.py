"""Compiled search for a strategy with at most so many guesses; slow twin: tests/naive.py.

A set has a name in the memo (see :mod:`jotto.search.board`), where the lower bound is NEVER if
the set is refuted, and the total is FOUND if a strategy is known, whose guess is stored.
"""

from __future__ import annotations

import numpy as np

from jotto.engine.kernels import BLOCK, NEVER, compiled, count_parts, lean
from jotto.engine.partition import IntArray
from jotto.search.board import Board, Scratch, name_of, recall, remember
from jotto.search.planes import BITS
from jotto.search.small import count_kinds, count_twins, splitter

SOLVED, OPEN, REFUTED = 1, 0, -1  # a strategy exists; not decided; none exists
UNKNOWN = 2  # not tried with so much effort
FOUND, MISSING = 0, 1  # in the memo, instead of a total
TOO_LARGE = 1 << 50  # the cost of a part with more candidates than the guesses left can find
POWER = 3.0  # of the size of a part relative to the most that can be found: its cost
FEW = 4  # one in so many guesses, if fewer, are valued one by one
UNIT = 1 << 20  # the cost of the largest part that can be found


@lean
def most_parts(board: Board, scratch: Scratch, members: IntArray) -> int:
    """Return the most parts, with the win, that a guess has; with many codes an upper bound.

    With few codes, fill ``twins`` with the parts of each guess.
    """
    if board.n_codes > BITS:
        return min(len(members), board.n_codes)
    for start in range(0, board.by_secret.shape[1], BLOCK):
        count_kinds(board, scratch, members, start)
    most = 0
    for kinds in scratch.twins:
        most = max(most, int(kinds))
    return most


@compiled
def sums(board: Board, scratch: Scratch, members: IntArray, costs: IntArray) -> IntArray:
    """Add up the ``costs (n + 1,)`` of the parts of every guess, by their sizes; (G,)."""
    n_guesses, n_codes, counts = board.by_secret.shape[1], board.n_codes, scratch.counts
    values = np.empty(n_guesses, np.int64)
    for start in range(0, n_guesses, BLOCK):
        stop = min(start + BLOCK, n_guesses)
        counts[:] = 0
        count_parts(board.by_secret, members, n_codes, counts, start, stop)
        for g in range(stop - start):
            value = np.int64(0)
            for k in range(g * n_codes, (g + 1) * n_codes):
                value += costs[counts[k]]
            values[start + g] = value
    return values


@compiled
def room_for(board: Board, scratch: Scratch, members: IntArray, most: int) -> int:
    """Return an upper bound on the candidates of a set that ``most`` guesses can find, by counting.

    Two guesses find at most one candidate in each part of the first; k + 1 guesses find, in each
    part, at most what k guesses find in all. Exact part sizes of this set are used.
    """
    parts = most_parts(board, scratch, members)
    return room_within(board, scratch, members, most, parts)


@compiled
def room_within(board: Board, scratch: Scratch, members: IntArray, most: int, parts: int) -> int:
    """Do the same as :func:`room_for`; no guess has more than so many ``parts``."""
    n = len(members)
    if most < 2:
        return min(n, most)
    room, sizes = parts, np.arange(n + 1)
    for _ in range(2, most):
        if room >= n:
            break
        room = int(sums(board, scratch, members, np.minimum(sizes, room)).max())
    return min(room, n)


@compiled
def in_order(board: Board, scratch: Scratch, members: IntArray, most: int) -> IntArray:
    """List the guesses no part of which is too large for the guesses left; the best first."""
    n, parts = len(members), most_parts(board, scratch, members)
    room = room_within(board, scratch, members, most - 1, parts)
    if room * parts < n:
        return np.empty(0, np.int64)
    costs = np.full(n + 1, TOO_LARGE)
    for size in range(room + 1):
        costs[size] = int(UNIT * (size / room) ** POWER)
    costs[n] = TOO_LARGE  # this guess tells nothing apart
    some = np.arange(board.by_secret.shape[1])
    if board.n_codes <= BITS:
        some = np.flatnonzero(scratch.twins.astype(np.int64) * room >= n)
    if len(some) * FEW < board.by_secret.shape[1]:
        values = np.empty(len(some), np.int64)
        for i in range(len(some)):
            values[i] = sum_of(board, scratch, members, some[i], costs)
    else:
        values = sums(board, scratch, members, costs)[some]
    some, values = some[values < TOO_LARGE], values[values < TOO_LARGE]
    return some[np.argsort(values, kind="mergesort")]


@lean
def sum_of(board: Board, scratch: Scratch, members: IntArray, guess: int, costs: IntArray) -> int:
    """Add up the costs of the parts of one guess."""
    value = 0
    for m in members:
        code = board.by_secret[m, guess]
        size = scratch.sizes[code]
        value += costs[size + 1] - costs[size]
        scratch.sizes[code] = size + 1
    for m in members:
        scratch.sizes[board.by_secret[m, guess]] = 0
    return value


@compiled
def telling_apart(board: Board, scratch: Scratch, members: IntArray) -> int:
    """Return a guess that tells all of a set apart, a candidate if possible; -1 if none does."""
    if len(members) > board.n_codes:
        return -1
    guess = splitter(board, scratch, members)
    if guess >= 0:
        return guess
    if board.n_codes > BITS:
        costs = np.maximum(np.arange(len(members) + 1) - 1, 0)
        lost = sums(board, scratch, members, costs)
        guess = int(lost.argmin())
        return guess if lost[guess] == 0 else -1
    if count_twins(board, scratch, members) > 0:
        return -1
    for guess in range(len(scratch.twins)):
        if scratch.twins[guess] == 0:
            return guess
    return -1


@lean
def recalled(board: Board, members: IntArray, most: int, effort: int) -> int:
    """Return SOLVED or REFUTED if that is known, OPEN if so much effort failed, else UNKNOWN."""
    if len(members) <= most:
        return SOLVED  # guess one after the other
    if most < 2:
        return REFUTED
    first, second = name_of(board, members, most)
    low, total, _ = recall(board.memo, first, second)
    if low < 0:
        return UNKNOWN
    if total == FOUND:
        return SOLVED
    if low == NEVER:
        return REFUTED
    return OPEN if low >= effort else UNKNOWN


@lean
def guess_of(board: Board, members: IntArray, most: int) -> int:
    """Return the guess of the strategy of a set, or -1."""
    first, second = name_of(board, members, most)
    return recall(board.memo, first, second)[2]


@lean
def learn(board: Board, members: IntArray, most: int, answer: int, guess: int, effort: int) -> None:
    """Store an answer, with the guess of the strategy or -1."""
    first, second = name_of(board, members, most)
    if answer == SOLVED:
        remember(board.memo, first, second, len(members), FOUND, guess)
    else:
        low = NEVER if answer == REFUTED else effort
        remember(board.memo, first, second, low, MISSING, guess)


@compiled
def decide(
    board: Board, scratch: Scratch, members: IntArray, most: int, widths: IntArray, effort: int
) -> int:
    """Decide whether ``most`` guesses are enough for a set: SOLVED, OPEN or REFUTED.

    With m guesses left the first ``widths[m]`` guesses are tried; what is refuted is proved, for
    any width. ``effort``: the number of these widths, higher for wider ones. If the search is
    stopped, the answer may be OPEN.
    """
    known = recalled(board, members, most, effort)
    if known != UNKNOWN:
        return known
    if board.stop[0]:
        return OPEN
    if most == 2:
        guess = telling_apart(board, scratch, members)
        answer = SOLVED if guess >= 0 else REFUTED
        learn(board, members, most, answer, guess, effort)
        return answer
    order = in_order(board, scratch, members, most)
    answer, win = REFUTED, board.n_codes - 1
    for at in range(len(order)):
        if at >= widths[most] or board.stop[0]:
            answer = OPEN
            break
        guess = order[at]
        codes = board.by_secret[members, guess]
        sizes = np.zeros(board.n_codes, np.int64)
        for code in codes:
            sizes[code] += 1
        sizes[win] = 0
        its = SOLVED
        while its == SOLVED:
            largest = np.argmax(sizes)
            if sizes[largest] < most:
                break  # as are all others
            sizes[largest] = 0
            its = decide(board, scratch, members[codes == largest], most - 1, widths, effort)
        if its == SOLVED:
            learn(board, members, most, SOLVED, guess, effort)
            return SOLVED
        if its == OPEN:
            answer = OPEN
    if not board.stop[0]:
        learn(board, members, most, answer, -1, effort)
    return answer

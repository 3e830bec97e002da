"""Compiled loops of a search: arrays in, arrays out, nothing validated; slow twins: tests/naive.py.

Candidates are numbered from 0, the heaviest first; a set of them is an array (n,) int64, ascending.
Guess i < A is candidate i. The total of a set is the sum of weight x guesses over it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from jotto.engine.kernels import BLOCK, NEVER, Counters, compiled, count_parts, logarithm
from jotto.engine.measures import BIT
from jotto.engine.partition import IntArray, Scores

SHARE = 1 << 30  # parts of a bit, if weights differ
PROBES = 4  # rows of the memo in which a set may be stored


class Memo(NamedTuple):
    """A transposition table: rows (name, name, lower bound, best total) and its guess."""

    rows: IntArray  # (N, 4) int64, N a power of two; a free row is all 0
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
    own: bool  # guess only candidates
    memo: Memo
    stop: npt.NDArray[np.uint8]  # (1,) another thread sets it to 1 to stop the search


class Scratch(NamedTuple):
    """Scratch arrays: only valid within the call that fills them."""

    equal: npt.NDArray[np.uint8]  # (BLOCK,)
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


@compiled
def name_of(board: Board, members: IntArray, most: int) -> tuple[int, int]:
    """Return the Zobrist hash, 128 bits, of a set and the guesses left for it (Zobrist 1970)."""
    left = min(most, len(members))  # n guesses are always enough for n candidates
    first, second = board.turns[left, 0], board.turns[left, 1]
    for m in members:
        first ^= board.names[m, 0]
        second ^= board.names[m, 1]
    return first, second


@compiled
def recall(memo: Memo, first: int, second: int) -> int:
    """Return the row of a set in the memo, or -1."""
    start = first & (len(memo.rows) - 1)
    for probe in range(PROBES):
        at = start ^ probe
        if memo.rows[at, 0] == first and memo.rows[at, 1] == second:
            return at
    return -1


@compiled
def remember(memo: Memo, first: int, second: int, low: int, high: int, guess: int) -> None:
    """Store the bounds of a set; if no row is free, replace the set with the lowest bound."""
    chosen = recall(memo, first, second)
    if chosen >= 0:
        low = max(low, memo.rows[chosen, 2])
        if high >= memo.rows[chosen, 3]:
            high, guess = memo.rows[chosen, 3], memo.guesses[chosen]
    else:
        start = chosen = first & (len(memo.rows) - 1)
        for probe in range(PROBES):
            if memo.rows[start ^ probe, 2] < memo.rows[chosen, 2]:
                chosen = start ^ probe
    memo.rows[chosen, 0] = first
    memo.rows[chosen, 1] = second
    memo.rows[chosen, 2] = low
    memo.rows[chosen, 3] = high
    memo.guesses[chosen] = guess


@compiled
def least_costs(room: IntArray, n: int) -> IntArray:
    """Tabulate lower bounds on the total of 0, 1, .. n candidates of weight 1: (n + 1,) int64.

    ``room[j]``: the most candidates, without the win, that a guess can place among the first j of
    their parts. The i-th candidate takes one guess more than the one at the first free place.
    """
    turns, place = np.ones(n + 1, np.int64), 1
    turns[0] = 0
    for i in range(2, n + 1):
        while room[place] < i - 1:
            place += 1
        turns[i] = 1 + turns[place]
    return np.cumsum(turns)


@compiled
def add_equal(equal: npt.NDArray[np.uint8], some: Scores, other: Scores) -> None:
    """Add 1 where two rows have the same code, in a loop that is vectorised."""
    for g in range(len(equal)):
        equal[g] += some[g] == other[g]


@compiled
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


@compiled
def appraise(
    board: Board, scratch: Scratch, members: IntArray, room: IntArray, costs: IntArray
) -> IntArray:
    """Fill ``bound`` and ``spread`` for every guess; return the set's own ``room (n + 1,)``."""
    n = len(members)
    if n > board.few:
        own_room = count_codes(board, scratch, members, costs)
    else:
        compare(board, scratch, members)
        own_room = (n - int(scratch.twins.min())) * np.arange(n + 1)
        whole = board.weights[members].sum()
        for g in range(len(scratch.bound)):
            lost = int(scratch.twins[g]) if board.even else scratch.lost[g]
            scratch.bound[g] = 2 * whole + lost
            scratch.spread[g] = (n + 2 * int(scratch.pairs[g])) * (whole // n)
    for m in members:
        scratch.bound[m] -= board.weights[m]
    if board.own:
        bound, spread = scratch.bound[members], scratch.spread[members]
        scratch.bound[:] = NEVER
        scratch.spread[:] = NEVER
        for i in range(n):
            scratch.bound[members[i]] = bound[i]
            scratch.spread[members[i]] = spread[i]
    return np.minimum(own_room, room[: n + 1])


@compiled
def count_codes(board: Board, scratch: Scratch, members: IntArray, costs: IntArray) -> IntArray:
    """Fill ``bound``, without the wins, and ``spread`` for a large set; return its ``room``."""
    n, n_guesses, n_codes = len(members), board.by_secret.shape[1], board.n_codes
    own_room, sizes = np.zeros(n + 1, np.int64), np.zeros(n + 1, np.int64)
    for start in range(0, n_guesses, BLOCK):
        stop = min(start + BLOCK, n_guesses)
        scratch.counts[:] = 0
        if board.even:
            count_parts(board.by_secret, members, n_codes, scratch.counts, start, stop)
        else:
            weigh_parts(board, scratch, members, costs, start, stop)
        for g in range(stop - start):
            bound, spread, largest = n, 0, 0
            for k in range(g * n_codes, (g + 1) * n_codes):
                count = int(scratch.counts[k])
                bound += costs[count]
                spread += board.bits[count]
                sizes[count] += k != (g + 1) * n_codes - 1
                largest = max(largest, count)
            widen(own_room, sizes, largest)
            if board.even:
                scratch.bound[start + g] = bound
                scratch.spread[start + g] = spread
    return own_room


@compiled
def widen(room: IntArray, sizes: IntArray, largest: int) -> None:
    """Raise ``room`` for the parts of one guess; ``sizes`` counts them by size and is reset."""
    for size in range(largest, 1, -1):
        sizes[size - 1] += sizes[size]
    places = 0
    for place in range(1, len(room)):
        if place <= largest:
            places += sizes[place]
            sizes[place] = 0
        elif room[place] >= places:
            break
        room[place] = max(room[place], places)
    sizes[0] = 0


@compiled
def weigh_parts(
    board: Board, scratch: Scratch, members: IntArray, costs: IntArray, start: int, stop: int
) -> None:
    """Count the parts of some guesses; fill their ``bound`` and ``spread`` by weights."""
    turns = costs[1:] - costs[:-1]  # for the first, the second, .. of a part, the heaviest first
    whole = board.weights[members].sum()
    scratch.bound[start:stop] = whole
    scratch.heavy[:] = 0
    for m in members:
        weight, row = board.weights[m], board.by_secret[m]
        for g in range(start, stop):
            at = (g - start) * board.n_codes + int(row[g])
            scratch.bound[g] += turns[scratch.counts[at]] * weight
            scratch.heavy[at] += weight
            scratch.counts[at] += 1
    for g in range(start, stop):
        spread = 0.0
        for k in range((g - start) * board.n_codes, (g - start + 1) * board.n_codes):
            spread += bits_of_share(scratch.heavy[k], whole)
        scratch.spread[g] = int(spread)


@compiled
def bits_of_share(weight: int, whole: int) -> float:
    """Return w log2 w divided by the weight of the whole, in units of 1 / SHARE, rounded."""
    return float(np.rint(weight * logarithm(weight) * (SHARE / whole)))


@compiled
def verdict(board: Board, scratch: Scratch, members: IntArray, most: int) -> tuple[int, int, int]:
    """Return bounds on the total of a small set after :func:`compare`: low, high, its guess.

    If all parts of a guess have one or two candidates, its total equals its bound.
    """
    whole = board.weights[members].sum()
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


@compiled
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


@compiled
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


@compiled
def glance(
    board: Board, scratch: Scratch, members: IntArray, most: int, costs: IntArray
) -> tuple[int, int, int]:
    """Return bounds on a set's total without a search: low, best so far or NEVER, its guess."""
    n = len(members)
    if most < len(board.capacity) and n > board.capacity[most]:
        return NEVER, NEVER, -1
    whole = board.weights[members].sum()
    if n <= 2:
        total = 2 * whole - board.weights[members[0]]
        return total, total, members[0]
    first, second = name_of(board, members, most)
    at = recall(board.memo, first, second)
    if at >= 0:
        return board.memo.rows[at, 2], board.memo.rows[at, 3], int(board.memo.guesses[at])
    guess = splitter(board, scratch, members) if n <= board.n_codes else -1
    if guess >= 0:
        low = high = 2 * whole - board.weights[guess]
    elif n > board.few:
        # the heaviest are found first
        low, high = ((costs[1 : n + 1] - costs[:n]) * board.weights[members]).sum(), NEVER
    else:
        compare(board, scratch, members)
        low, high, guess = verdict(board, scratch, members, most)
    remember(board.memo, first, second, low, high, guess)
    return low, high, guess


@compiled
def take_apart(
    board: Board, scratch: Scratch, members: IntArray, guess: int, most: int, costs: IntArray
) -> tuple[int, int]:
    """Count the parts of a guess; return a lower bound on its total, and how many they are."""
    n_parts = 0
    total = board.weights[members].sum()
    for m in members:
        if m == guess:
            continue
        code = int(board.by_secret[m, guess])
        if scratch.sizes[code] == 0:
            scratch.codes[n_parts] = code
            n_parts += 1
            scratch.lows[code] = 0
            scratch.part_names[code, 0] = 0
            scratch.part_names[code, 1] = 0
        size = scratch.sizes[code]
        scratch.sizes[code] = size + 1
        scratch.lows[code] += (costs[size + 1] - costs[size]) * board.weights[m]
        scratch.part_names[code, 0] ^= board.names[m, 0]
        scratch.part_names[code, 1] ^= board.names[m, 1]
    for p in range(n_parts):
        code = scratch.codes[p]
        size = scratch.sizes[code]
        if most - 1 < len(board.capacity) and size > board.capacity[most - 1]:
            scratch.lows[code] = NEVER
        elif size > 2:
            left = min(most - 1, size)  # see name_of
            first = scratch.part_names[code, 0] ^ board.turns[left, 0]
            at = recall(board.memo, first, scratch.part_names[code, 1] ^ board.turns[left, 1])
            if at >= 0:
                scratch.lows[code] = max(scratch.lows[code], board.memo.rows[at, 2])
        total = min(total + scratch.lows[code], NEVER)
    return total, n_parts


@compiled
def larger_parts(
    board: Board, scratch: Scratch, members: IntArray, guess: int, n_parts: int, wanted: bool
) -> tuple[IntArray, IntArray, IntArray]:
    """List the parts of three and more, the smallest first: candidates, starts, lower bounds.

    Sets ``sizes`` to 0; lists nothing if not ``wanted``.
    """
    n_larger = 0
    for p in range(n_parts):
        code = scratch.codes[p]
        if scratch.sizes[code] <= 2 or not wanted:
            scratch.sizes[code] = 0
            continue
        at = n_larger
        while at > 0 and scratch.sizes[scratch.codes[at - 1]] > scratch.sizes[code]:
            scratch.codes[at] = scratch.codes[at - 1]
            at -= 1
        scratch.codes[at] = code
        n_larger += 1
    starts = np.zeros(n_larger + 1, np.int64)
    lows = np.empty(n_larger, np.int64)
    for p in range(n_larger):
        code = scratch.codes[p]
        starts[p + 1] = starts[p] + scratch.sizes[code]
        lows[p] = scratch.lows[code]
        scratch.places[code] = starts[p]
    listed = np.empty(starts[n_larger], np.int64)
    if n_larger:
        for m in members:
            code = int(board.by_secret[m, guess])
            if scratch.sizes[code] and m != guess:
                listed[scratch.places[code]] = m
                scratch.places[code] += 1
    for p in range(n_larger):
        scratch.sizes[scratch.codes[p]] = 0
    return listed, starts, lows


@compiled
def in_order(board: Board, scratch: Scratch, members: IntArray, limit: int) -> IntArray:
    """List the guesses with a bound below ``limit``, the most promising first.

    In a beam search no more than its width; for a large set no two of equal value.
    """
    n = len(members)
    whole = board.weights[members].sum()
    if n <= board.few:
        idle = n * n * (whole // n)
        keys = 2 * scratch.spread + n * scratch.bound
    elif board.even:
        idle = board.bits[n]
        keys = scratch.spread + BIT * scratch.bound
    else:
        idle = int(bits_of_share(whole, whole))
        bounds = np.minimum(scratch.bound, n * whole)  # NEVER times SHARE overflows 64 bits
        keys = scratch.spread + (bounds * (SHARE / whole)).astype(np.int64)
    for g in range(len(keys)):
        if scratch.spread[g] >= idle:
            keys[g] = NEVER
    if board.widths[n] < len(keys):
        return most_promising(keys, board.widths[n], n > board.few)
    some = np.flatnonzero((keys < NEVER) & (scratch.bound < limit))
    return some[np.argsort(keys[some], kind="mergesort")]


@compiled
def most_promising(keys: IntArray, width: int, alike: bool) -> IntArray:
    """Return the guesses with the ``width`` lowest keys, changing them; ``alike``: one per key."""
    chosen = np.empty(width, np.int64)
    for at in range(width):
        lowest = NEVER
        for g in range(len(keys)):
            lowest = min(lowest, keys[g])
        if lowest == NEVER:
            return chosen[:at]
        for g in range(len(keys) - 1, -1, -1):
            if keys[g] == lowest:
                chosen[at] = g
                if alike:
                    keys[g] = NEVER
        keys[chosen[at]] = NEVER
    return chosen


@compiled
def least(
    board: Board,
    scratch: Scratch,
    members: IntArray,
    limit: int,
    most: int,
    depth: int,
    room: IntArray,
    costs: IntArray,
) -> int:
    """Return the least total of a set if that is below ``limit``, else a bound not below it.

    Depth-first branch and bound; the best guess is in the memo. In a beam search both hold for the
    guesses tried. ``most`` guesses are left; after ``depth`` of them, if that is less, bounds stand
    for totals. ``room`` and ``costs``, see :func:`least_costs`, belong to the set or a superset. If
    the search is stopped, the result is only a lower bound.
    """
    low, best, chosen = glance(board, scratch, members, most, costs)
    if low >= limit or low >= best or board.stop[0]:
        return low
    high, known = best, chosen
    room = appraise(board, scratch, members, room, costs)
    costs = least_costs(room, len(members))
    first, second = name_of(board, members, most)
    order = in_order(board, scratch, members, min(limit, best))
    bounds = scratch.bound[order]
    refuted = NEVER
    if board.widths[len(members)] >= len(scratch.bound):
        for bound in scratch.bound:  # of guesses that are not tried
            refuted = min(refuted, bound if bound >= min(limit, best) else NEVER)
        low = max(low, min(refuted, bounds.min() if len(bounds) else NEVER))
    if depth == 0:
        order = order[:0]
    for at in range(len(order)):
        aim, guess, total = min(limit, best), order[at], bounds[at]
        if total < aim:
            total, n_parts = take_apart(board, scratch, members, guess, most, costs)
            wanted = total < aim
            listed, starts, lows = larger_parts(board, scratch, members, guess, n_parts, wanted)
            for p in range(len(lows)):
                part = listed[starts[p] : starts[p + 1]]
                bound = glance(board, scratch, part, most - 1, costs)[0]
                total += max(0, bound - lows[p])
                lows[p] = max(bound, lows[p])
                if total >= aim:
                    break
            for p in range(len(lows)):
                if total >= aim or board.stop[0]:
                    break
                part = listed[starts[p] : starts[p + 1]]
                aimed = aim - total + lows[p]
                bound = least(board, scratch, part, aimed, most - 1, depth - 1, room, costs)
                total += max(0, bound - lows[p])
            if board.stop[0]:
                break
        if total < aim:
            best, chosen = total, guess
        else:
            refuted = min(refuted, total)
        if best <= low:
            break
    if depth > 0 and not board.stop[0]:
        low = max(low, min(best, refuted))
    if depth < most:
        best, chosen = high, known
    remember(board.memo, first, second, low, best, chosen)
    return low

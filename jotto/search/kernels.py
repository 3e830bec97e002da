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

SHARE = 1 << 30  # the unit of bits where weights differ
PROBES = 4  # places where a set may be kept in the memo


class Memo(NamedTuple):
    """What is known of sets: rows (name, name, least total, total found) and the guess for it."""

    rows: IntArray  # (N, 4) int64, N a power of two; a free row is all 0
    guesses: IntArray  # (N,)


class Board(NamedTuple):
    """What a search reads, and what it remembers."""

    by_secret: Scores  # (A, G) C order
    weights: IntArray  # (A,) descending
    names: IntArray  # (A, 2) at random, to tell sets apart by
    turns: IntArray  # (A + 1, 2) likewise, for the guesses left
    capacity: IntArray  # the most candidates that 0, 1, .. guesses can find; any number beyond it
    widths: IntArray  # (A + 1,) how many guesses are tried for a set of n; all for a proof
    bits: IntArray  # (A + 1,) n log2 n
    n_codes: int
    few: int  # sets of up to so many, at most 255, are compared in pairs
    even: bool  # all weights are 1
    own: bool  # only candidates are guessed
    memo: Memo
    stop: npt.NDArray[np.uint8]  # (1,) another thread may write to it, to end the search


class Notes(NamedTuple):
    """Where kernels write: none of it outlives the call that fills it."""

    equal: npt.NDArray[np.uint8]  # (BLOCK,)
    twins: npt.NDArray[np.uint8]  # (G,) candidates with an earlier one in their part
    pairs: npt.NDArray[np.uint16]  # (G,) of candidates in one part
    lost: IntArray  # (G,) the weight of twins, where weights differ
    bound: IntArray  # (G,) the least total a guess can lead to
    spread: IntArray  # (G,) squares of sizes of few, n log2 n of many, or of weights that differ
    counts: Counters  # (BLOCK * K,)
    heavy: IntArray  # (BLOCK * K,)
    sizes: IntArray  # (K,) zero between calls
    places: IntArray  # (K,)
    part_names: IntArray  # (K, 2)
    lows: IntArray  # (K,)
    codes: IntArray  # (K,) the codes that came, in order


@compiled
def name_of(board: Board, members: IntArray, most: int) -> tuple[int, int]:
    """Name a set and the guesses left for it: 128 bits."""
    left = min(most, len(members))  # n guesses always do for n candidates
    first, second = board.turns[left, 0], board.turns[left, 1]
    for m in members:
        first ^= board.names[m, 0]
        second ^= board.names[m, 1]
    return first, second


@compiled
def recall(memo: Memo, first: int, second: int) -> int:
    """Find the row of a set, or -1."""
    start = first & (len(memo.rows) - 1)
    for probe in range(PROBES):
        at = start ^ probe
        if memo.rows[at, 0] == first and memo.rows[at, 1] == second:
            return at
    return -1


@compiled
def remember(memo: Memo, first: int, second: int, low: int, high: int, guess: int) -> None:
    """Keep what is known of a set, in place of the one of least total if need be."""
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
    """Tabulate what 0, 1, .. n candidates of weight 1 cost at least: an array (n + 1,) int64.

    ``room[j]``: how many can be among the first j of a part, the win left out, whatever the guess.
    The i-th candidate is found one guess after the best place left for it in its part.
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
    """Count one more where two rows have the same code: a loop that runs on whole vectors."""
    for g in range(len(equal)):
        equal[g] += some[g] == other[g]


@compiled
def compare(board: Board, notes: Notes, members: IntArray) -> None:
    """Fill ``twins``, ``pairs`` and, where weights differ, ``lost``, for a set of few."""
    n_guesses = board.by_secret.shape[1]
    notes.twins[:] = 0
    notes.pairs[:] = 0
    if not board.even:
        notes.lost[:] = 0
    for start in range(0, n_guesses, BLOCK):
        stop = min(start + BLOCK, n_guesses)
        equal, twins = notes.equal[: stop - start], notes.twins[start:stop]
        pairs, lost = notes.pairs[start:stop], notes.lost[start:stop]
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
    board: Board, notes: Notes, members: IntArray, room: IntArray, costs: IntArray
) -> IntArray:
    """Fill ``bound`` and ``spread`` for every guess; return the set's own ``room (n + 1,)``."""
    n = len(members)
    if n > board.few:
        own_room = count_codes(board, notes, members, costs)
    else:
        compare(board, notes, members)
        own_room = (n - int(notes.twins.min())) * np.arange(n + 1)
        whole = board.weights[members].sum()
        for g in range(len(notes.bound)):
            notes.bound[g] = 2 * whole + (int(notes.twins[g]) if board.even else notes.lost[g])
            notes.spread[g] = (n + 2 * int(notes.pairs[g])) * (whole // n)
    for m in members:
        notes.bound[m] -= board.weights[m]
    if board.own:
        bound, spread = notes.bound[members], notes.spread[members]
        notes.bound[:] = NEVER
        notes.spread[:] = NEVER
        notes.bound[members] = bound
        notes.spread[members] = spread
    return np.minimum(own_room, room[: n + 1])


@compiled
def count_codes(board: Board, notes: Notes, members: IntArray, costs: IntArray) -> IntArray:
    """Fill ``bound``, without the wins, and ``spread`` for a set of many; return its ``room``."""
    n, n_guesses, n_codes = len(members), board.by_secret.shape[1], board.n_codes
    own_room, sizes = np.zeros(n + 1, np.int64), np.zeros(n + 1, np.int64)
    for start in range(0, n_guesses, BLOCK):
        stop = min(start + BLOCK, n_guesses)
        notes.counts[:] = 0
        if board.even:
            count_parts(board.by_secret, members, n_codes, notes.counts, start, stop)
        else:
            weigh_parts(board, notes, members, costs, start, stop)
        for g in range(stop - start):
            bound, spread, largest = n, 0, 0
            for k in range(g * n_codes, (g + 1) * n_codes):
                count = int(notes.counts[k])
                bound += costs[count]
                spread += board.bits[count]
                sizes[count] += k != (g + 1) * n_codes - 1
                largest = max(largest, count)
            widen(own_room, sizes, largest)
            if board.even:
                notes.bound[start + g] = bound
                notes.spread[start + g] = spread
    return own_room


@compiled
def widen(room: IntArray, sizes: IntArray, largest: int) -> None:
    """Make ``room`` for the parts of one guess, ``sizes`` of which it counts; wipe those."""
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
    board: Board, notes: Notes, members: IntArray, costs: IntArray, start: int, stop: int
) -> None:
    """Count the parts of some guesses, and value those by the weights."""
    turns = np.diff(costs)  # of the first, the second, .. in a part, the heaviest first
    whole = board.weights[members].sum()
    notes.bound[start:stop] = whole
    notes.heavy[:] = 0
    for m in members:
        weight, row = board.weights[m], board.by_secret[m]
        for g in range(start, stop):
            at = (g - start) * board.n_codes + int(row[g])
            notes.bound[g] += turns[notes.counts[at]] * weight
            notes.heavy[at] += weight
            notes.counts[at] += 1
    for g in range(start, stop):
        spread = 0.0
        for k in range((g - start) * board.n_codes, (g - start + 1) * board.n_codes):
            spread += bits_of_share(notes.heavy[k], whole)
        notes.spread[g] = int(spread)


@compiled
def bits_of_share(weight: int, whole: int) -> float:
    """Return w log2 w per weight of the whole, in units of 1 / SHARE: a whole number."""
    return float(np.rint(weight * logarithm(weight) * (SHARE / whole)))


@compiled
def verdict(board: Board, notes: Notes, members: IntArray, most: int) -> tuple[int, int, int]:
    """Bound the total of a set of few by what :func:`compare` found: low, high, a guess for high.

    A guess with parts of one or two candidates attains its bound.
    """
    whole = board.weights[members].sum()
    low, high, guess = NEVER, NEVER, -1
    for m in members:
        lost = int(notes.twins[m]) if board.even else notes.lost[m]
        bound = 2 * whole + lost - board.weights[m]
        low = min(low, bound)
        if notes.twins[m] == notes.pairs[m] and (most > 2 or notes.pairs[m] == 0) and bound < high:
            high, guess = bound, m
    if not board.own:
        if board.even:
            fewest, attained, other = least_lost(notes, notes.twins, np.uint8(255), most)
        else:
            fewest, attained, other = least_lost(notes, notes.lost, np.int64(NEVER), most)
        low = min(low, 2 * whole + fewest)
        if other >= 0 and 2 * whole + attained < high:
            high, guess = 2 * whole + attained, other
    return (high if most == 2 else low), high, guess


@compiled
def least_lost(notes: Notes, lost: Any, none: Any, most: int) -> tuple[int, int, int]:
    """Find the least of ``lost (G,)``, below ``none``; the least that is attained, and by whom."""
    fewest = attained = none
    for g in range(len(lost)):
        fewest = min(fewest, lost[g])
    for g in range(len(lost)):
        attained = min(attained, lost[g] if notes.twins[g] == notes.pairs[g] else none)
    if attained < none and (most > 2 or attained == 0):
        for g in range(len(lost)):
            if lost[g] == attained and notes.twins[g] == notes.pairs[g]:
                return int(fewest), int(attained), g
    return int(fewest), NEVER, -1


@compiled
def splitter(board: Board, notes: Notes, members: IntArray) -> int:
    """Find a candidate as heavy as any that tells all others apart, or -1."""
    for g in members:
        if board.weights[g] < board.weights[members[0]]:
            return -1
        seen = 0
        for m in members:
            code = board.by_secret[m, g]
            if notes.sizes[code]:
                break
            notes.sizes[code] = 1
            seen += 1
        for i in range(seen):
            notes.sizes[board.by_secret[members[i], g]] = 0
        if seen == len(members):
            return int(g)
    return -1


@compiled
def glance(
    board: Board, notes: Notes, members: IntArray, most: int, costs: IntArray
) -> tuple[int, int, int]:
    """Bound the total of a set untried: a bound, a total found or NEVER, the guess for that."""
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
    guess = splitter(board, notes, members) if n <= board.n_codes else -1
    if guess >= 0:
        low = high = 2 * whole - board.weights[guess]
    elif n > board.few:
        # the heaviest are found first
        low, high = (np.diff(costs[: n + 1]) * board.weights[members]).sum(), NEVER
    else:
        compare(board, notes, members)
        low, high, guess = verdict(board, notes, members, most)
    remember(board.memo, first, second, low, high, guess)
    return low, high, guess


@compiled
def take_apart(
    board: Board, notes: Notes, members: IntArray, guess: int, most: int, costs: IntArray
) -> tuple[int, int]:
    """Count the parts of a guess into ``notes``: the least total, and how many codes came."""
    n_parts = 0
    total = board.weights[members].sum()
    for m in members:
        if m == guess:
            continue
        code = int(board.by_secret[m, guess])
        if notes.sizes[code] == 0:
            notes.codes[n_parts] = code
            n_parts += 1
            notes.lows[code] = 0
            notes.part_names[code, 0] = 0
            notes.part_names[code, 1] = 0
        size = notes.sizes[code]
        notes.sizes[code] = size + 1
        notes.lows[code] += (costs[size + 1] - costs[size]) * board.weights[m]
        notes.part_names[code, 0] ^= board.names[m, 0]
        notes.part_names[code, 1] ^= board.names[m, 1]
    for p in range(n_parts):
        code = notes.codes[p]
        size = notes.sizes[code]
        if most - 1 < len(board.capacity) and size > board.capacity[most - 1]:
            notes.lows[code] = NEVER
        elif size > 2:
            left = min(most - 1, size)  # see name_of
            first = notes.part_names[code, 0] ^ board.turns[left, 0]
            at = recall(board.memo, first, notes.part_names[code, 1] ^ board.turns[left, 1])
            if at >= 0:
                notes.lows[code] = max(notes.lows[code], board.memo.rows[at, 2])
        total = min(total + notes.lows[code], NEVER)
    return total, n_parts


@compiled
def larger_parts(
    board: Board, notes: Notes, members: IntArray, guess: int, n_parts: int, wanted: bool
) -> tuple[IntArray, IntArray, IntArray]:
    """List the parts of three and more, the smallest first: candidates, starts, least totals.

    Wipes the counts; lists nothing if not ``wanted``.
    """
    n_larger = 0
    for p in range(n_parts):
        code = notes.codes[p]
        if notes.sizes[code] <= 2 or not wanted:
            notes.sizes[code] = 0
            continue
        at = n_larger
        while at > 0 and notes.sizes[notes.codes[at - 1]] > notes.sizes[code]:
            notes.codes[at] = notes.codes[at - 1]
            at -= 1
        notes.codes[at] = code
        n_larger += 1
    starts = np.zeros(n_larger + 1, np.int64)
    lows = np.empty(n_larger, np.int64)
    for p in range(n_larger):
        code = notes.codes[p]
        starts[p + 1] = starts[p] + notes.sizes[code]
        lows[p] = notes.lows[code]
        notes.places[code] = starts[p]
    found = np.empty(starts[n_larger], np.int64)
    if n_larger:
        for m in members:
            code = int(board.by_secret[m, guess])
            if notes.sizes[code] and m != guess:
                found[notes.places[code]] = m
                notes.places[code] += 1
    for p in range(n_larger):
        notes.sizes[notes.codes[p]] = 0
    return found, starts, lows


@compiled
def in_order(board: Board, notes: Notes, members: IntArray, limit: int) -> IntArray:
    """List the guesses that can lead to less than ``limit``, the most promising first.

    If the board is narrow, only so many; for many candidates no two that are worth the same.
    """
    n = len(members)
    whole = board.weights[members].sum()
    if n <= board.few:
        idle = n * n * (whole // n)
        keys = 2 * notes.spread + n * notes.bound
    elif board.even:
        idle = board.bits[n]
        keys = notes.spread + BIT * notes.bound
    else:
        idle = int(bits_of_share(whole, whole))
        bounds = np.minimum(notes.bound, n * whole)  # NEVER times SHARE is beyond 64 bits
        keys = notes.spread + (bounds * (SHARE / whole)).astype(np.int64)
    for g in range(len(keys)):
        if notes.spread[g] >= idle:
            keys[g] = NEVER
    if board.widths[n] < len(keys):
        return most_promising(keys, board.widths[n], n > board.few)
    some = np.flatnonzero((keys < NEVER) & (notes.bound < limit))
    return some[np.argsort(keys[some], kind="mergesort")]


@compiled
def most_promising(keys: IntArray, width: int, alike: bool) -> IntArray:
    """Find the guesses with the ``width`` lowest keys, which it wipes; with ``alike`` one a key."""
    found = np.empty(width, np.int64)
    for at in range(width):
        lowest = NEVER
        for g in range(len(keys)):
            lowest = min(lowest, keys[g])
        if lowest == NEVER:
            return found[:at]
        for g in range(len(keys) - 1, -1, -1):
            if keys[g] == lowest:
                found[at] = g
                if alike:
                    keys[g] = NEVER
        keys[found[at]] = NEVER
    return found


@compiled
def least(
    board: Board,
    notes: Notes,
    members: IntArray,
    limit: int,
    most: int,
    depth: int,
    room: IntArray,
    costs: IntArray,
) -> int:
    """Find the least total of a set, if it is below ``limit``; if not, a bound not below it.

    With a narrow board both hold for the guesses tried. ``most`` guesses are left; after ``depth``
    of them, if that is less, bounds are taken for totals. ``room`` and ``costs``, see
    :func:`least_costs`, are those of the set or of one that holds it. What is found is in the
    memo. If the search is stopped, what is returned is nothing but a bound.
    """
    low, best, chosen = glance(board, notes, members, most, costs)
    if low >= limit or low >= best or board.stop[0]:
        return low
    high, known = best, chosen
    room = appraise(board, notes, members, room, costs)
    costs = least_costs(room, len(members))
    first, second = name_of(board, members, most)
    order = in_order(board, notes, members, min(limit, best))
    bounds = notes.bound[order]
    refuted = NEVER
    if board.widths[len(members)] >= len(notes.bound):
        for bound in notes.bound:  # of those that are not tried
            refuted = min(refuted, bound if bound >= min(limit, best) else NEVER)
        low = max(low, min(refuted, bounds.min() if len(bounds) else NEVER))
    if depth == 0:
        order = order[:0]
    for at in range(len(order)):
        aim, guess, total = min(limit, best), order[at], bounds[at]
        if total < aim:
            total, n_parts = take_apart(board, notes, members, guess, most, costs)
            found, starts, lows = larger_parts(board, notes, members, guess, n_parts, total < aim)
            for p in range(len(lows)):
                part = found[starts[p] : starts[p + 1]]
                bound = glance(board, notes, part, most - 1, costs)[0]
                total += max(0, bound - lows[p])
                lows[p] = max(bound, lows[p])
                if total >= aim:
                    break
            for p in range(len(lows)):
                if total >= aim or board.stop[0]:
                    break
                part = found[starts[p] : starts[p + 1]]
                aimed = aim - total + lows[p]
                bound = least(board, notes, part, aimed, most - 1, depth - 1, room, costs)
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

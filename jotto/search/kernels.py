"""Compiled loops of a search: arrays in, arrays out, nothing validated; slow twins: tests/naive.py.

How candidates, guesses and sets are numbered is said in :mod:`jotto.search.board`.
"""

from __future__ import annotations

import numpy as np

from jotto.engine.kernels import BLOCK, NEVER, compiled, count_parts, lean, logarithm
from jotto.engine.measures import BIT
from jotto.engine.partition import IntArray
from jotto.search.board import Board, Scratch, name_of, recall, remember, weight_of
from jotto.search.planes import add_squares, count_beyond, count_in_planes
from jotto.search.small import compare, quick_verdict, splitter, verdict

SHARE = 1 << 30  # parts of a bit, if weights differ
LIKELY = 6  # candidates; of so few, one often tells all others apart
ROUNDS = 3  # of searches of the parts of a guess, the last to the end
LITTLE = 32  # candidates; so few are searched to the end at once
PAIRS = 20  # candidates; up to here, comparing their codes in pairs is faster than bit planes
LEVELS = 8  # guesses after which a bound takes all candidates to be found


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
def appraise(
    board: Board,
    scratch: Scratch,
    members: IntArray,
    room: IntArray,
    costs: IntArray,
    ordered: bool,
) -> IntArray:
    """Fill ``bound`` and, if ``ordered``, ``spread`` for all guesses; return ``room (n + 1,)``."""
    n = len(members)
    squares = by_squares(board, n)
    if squares and board.planar and n > PAIRS:
        own_room = count_places(board, scratch, members, ordered)
    elif not squares:
        own_room = count_codes(board, scratch, members, costs)
    else:
        compare(board, scratch, members)
        own_room = (n - int(scratch.twins.min())) * np.arange(n + 1)
        whole = weight_of(board, members)
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


@lean
def by_squares(board: Board, n: int) -> bool:
    """Whether guesses are ordered by the sums of squared sizes, which a proof counts faster.

    For large sets the entropy finds better trees in a beam search.
    """
    proof = board.widths[n] >= board.by_secret.shape[1]
    return n <= board.few or (board.planar and proof)


@compiled
def count_places(board: Board, scratch: Scratch, members: IntArray, ordered: bool) -> IntArray:
    """Fill ``bound``, without the wins, and if ``ordered`` ``spread``; return the set's ``room``.

    A candidate takes one guess more for each level of :func:`least_costs` that has no place for it.
    """
    n = len(members)
    room, place, before = np.full(n + 1, n), 1, 0
    scratch.bound[:] = 2 * n
    n_planes = count_in_planes(board, scratch, members)
    for _ in range(LEVELS):
        count_beyond(scratch, n_planes, place)
        for m in members:
            scratch.beyond[m // BLOCK, m % BLOCK] += np.uint32(1)  # it wins
        placed = n - add_beyond(scratch)
        for m in members:
            scratch.bound[m] -= 1
        room[before + 1 : place + 1] = placed
        if placed + 1 >= n:
            break
        before, place = place, placed + 1
    if ordered:
        add_squares(scratch, n_planes)
        for m in members:
            scratch.spread[m] += 1
    return room


@lean
def add_beyond(scratch: Scratch) -> int:
    """Add ``beyond`` to ``bound``; return the least of it."""
    least = NEVER
    for block in range(len(scratch.beyond)):
        bound = scratch.bound[block * BLOCK : (block + 1) * BLOCK]
        beyond = scratch.beyond[block]
        for g in range(len(bound)):
            least = min(least, int(beyond[g]))
        for g in range(len(bound)):
            bound[g] += beyond[g]
    return least


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


@lean
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
    whole = weight_of(board, members)
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


@lean
def bits_of_share(weight: int, whole: int) -> float:
    """Return w log2 w divided by the weight of the whole, in units of 1 / SHARE, rounded."""
    return float(np.rint(weight * logarithm(weight) * (SHARE / whole)))


@lean
def glance(
    board: Board, scratch: Scratch, members: IntArray, most: int, costs: IntArray
) -> tuple[int, int, int]:
    """Return bounds on a set's total without a search: low, best so far or NEVER, its guess."""
    n = len(members)
    if most < len(board.capacity) and n > board.capacity[most]:
        return NEVER, NEVER, -1
    whole = weight_of(board, members)
    if n <= 2:
        total = 2 * whole - board.weights[members[0]]
        return total, total, members[0]
    first, second = name_of(board, members, most)
    low, high, guess = recall(board.memo, first, second)
    if low >= 0:
        return low, high, guess
    likely = n <= (LIKELY if board.planar else board.n_codes)
    guess = splitter(board, scratch, members) if likely else -1
    if guess >= 0:
        low = high = 2 * whole - board.weights[guess]
    elif n > board.few:
        low, high = 0, NEVER
        for i in range(n):  # the heaviest are found first
            low += (costs[i + 1] - costs[i]) * board.weights[members[i]]
    elif board.planar and most > 2:
        low, high, guess = quick_verdict(board, scratch, members)
    else:
        compare(board, scratch, members)
        low, high, guess = verdict(board, scratch, members, most)
    remember(board.memo, first, second, low, high, guess)
    return low, high, guess


@lean
def take_apart(
    board: Board, scratch: Scratch, members: IntArray, guess: int, most: int, costs: IntArray
) -> tuple[int, int]:
    """Count the parts of a guess; return a lower bound on its total, and how many they are."""
    n_parts = 0
    total = weight_of(board, members)
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
            second = scratch.part_names[code, 1] ^ board.turns[left, 1]
            scratch.lows[code] = max(scratch.lows[code], recall(board.memo, first, second)[0])
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


@lean
def leave_out(scratch: Scratch, only: IntArray) -> None:
    """Make all guesses but ``only``, ascending, look useless."""
    at = 0
    for g in range(len(scratch.bound)):
        if at < len(only) and only[at] == g:
            at += 1
        else:
            scratch.bound[g] = NEVER
            scratch.spread[g] = NEVER


@compiled
def in_order(board: Board, scratch: Scratch, members: IntArray, limit: int) -> IntArray:
    """List the guesses with a bound below ``limit``, the most promising first.

    In a beam search no more than its width; for a large set no two of equal value.
    """
    n = len(members)
    whole = weight_of(board, members)
    if by_squares(board, n):
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


@lean
def glance_at(
    board: Board,
    scratch: Scratch,
    parts: IntArray,
    starts: IntArray,
    lows: IntArray,
    total: int,
    aim: int,
    most: int,
    costs: IntArray,
) -> int:
    """Raise the bounds ``lows`` of parts by glances until their ``total`` is ``aim``; return it."""
    for p in range(len(lows)):
        bound = glance(board, scratch, parts[starts[p] : starts[p + 1]], most, costs)[0]
        total += int(max(0, bound - lows[p]))
        lows[p] = max(bound, lows[p])
        if total >= aim:
            break
    return total


@lean
def plan(search: int, depth: int, most: int) -> tuple[int, int]:
    """Return how many guesses ahead the parts of a guess are searched, and the smallest part.

    Searches come in rounds of two, each a guess deeper than the one before, the last to the end.
    """
    ahead = search // 2
    if ahead < min(ROUNDS - 1, depth - 1):
        return ahead, LITTLE
    return depth - 1, 3 if depth >= most else LITTLE


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
    only: IntArray,
) -> int:
    """Return the least total of a set if that is below ``limit``, else a bound not below it.

    Depth-first branch and bound; the best guess is in the memo. In a beam search both hold for the
    guesses tried. ``most`` guesses are left; after ``depth`` of them, if that is less, bounds stand
    for totals. ``room`` and ``costs``, see :func:`least_costs`, belong to the set or a superset. If
    the search is stopped, the result is only a lower bound. If ``only`` has one guess, no other is
    tried, and nothing is kept; if it has more, ascending, they stand for all, by symmetry.
    """
    low, best, chosen = glance(board, scratch, members, most, costs)
    fixed = len(only) == 1
    if fixed:
        low, best = 0, NEVER
    if low >= limit or low >= best or board.stop[0]:
        return low
    high, known = best, chosen
    ordered = depth > 0
    room = appraise(board, scratch, members, room, costs, ordered)
    if len(only) > 1:
        leave_out(scratch, only)
    costs = least_costs(room, len(members))
    first, second = name_of(board, members, most)
    narrow = board.widths[len(members)] < len(scratch.bound)
    if not ordered:
        if not narrow:
            low = max(low, int(scratch.bound.min()))
        remember(board.memo, first, second, low, high, known)
        return low
    order = only if fixed else in_order(board, scratch, members, min(limit, best))
    bounds = scratch.bound[order]
    refuted = NEVER
    if not narrow and not fixed:
        for bound in scratch.bound:  # of guesses that are not tried
            refuted = min(refuted, bound if bound >= min(limit, best) else NEVER)
        low = max(low, min(refuted, bounds.min() if len(bounds) else NEVER))
    first_search = 2 * ROUNDS - 1 if narrow else 0
    for at in range(len(order)):
        aim, guess, total = min(limit, best), order[at], bounds[at]
        if total < aim:
            total, n_parts = take_apart(board, scratch, members, guess, most, costs)
            wanted = total < aim
            parts, starts, lows = larger_parts(board, scratch, members, guess, n_parts, wanted)
            total = glance_at(board, scratch, parts, starts, lows, total, aim, most - 1, costs)
            sizes = starts[1:] - starts[:-1]
            for search in range(first_search if total < aim else 2 * ROUNDS, 2 * ROUNDS):
                ahead, smallest = plan(search, depth, most)
                eager = search % 2 == 1
                if not eager or narrow:
                    pending = sizes >= smallest
                missing, squares = aim - total, max(1, (sizes**2 * pending).sum())
                for p in range(len(lows)):
                    more = aim - total
                    if more <= 0 or board.stop[0]:
                        break
                    if not pending[p]:
                        continue
                    if not eager:
                        more = min(more, missing * sizes[p] ** 2 // squares + 1)
                    part, goal = parts[starts[p] : starts[p + 1]], lows[p] + more
                    given = most - 1, ahead, room, costs, only[:0]
                    bound = least(board, scratch, part, goal, *given)
                    pending[p] = bound >= goal
                    total += max(0, bound - lows[p])
                    lows[p] = max(bound, lows[p])
                if total >= aim or board.stop[0] or (eager and ahead == depth - 1):
                    break
            if board.stop[0]:
                break
        if total < aim:
            best, chosen = total, guess
        else:
            refuted = min(refuted, total)
        if best <= low:
            break
    if not board.stop[0]:
        low = max(low, min(best, refuted))
    if fixed:
        return low
    if depth < most:
        best, chosen = high, known
    remember(board.memo, first, second, low, best, chosen)
    return low

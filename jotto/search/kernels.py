"""Compiled loops of a search: arrays in, arrays out, nothing validated; slow twins: tests/naive.py.

How candidates, guesses and sets are numbered is said in :mod:`jotto.search.sets`.

A refutation by hand: no tree of ten words has a total below 22. The bound of a guess counts places.
One candidate is found by the first guess, one of each part by the second, all others later.

>>> import jotto
>>> from jotto.search.lookahead import lookahead
>>> ten = "hatch latch match patch crane trace crate slate stale least".split()
>>> ahead = lookahead(jotto.start(jotto.words(ten)))
>>> members = ahead.all_candidates
>>> [bound for _, bound in sorted(ahead.in_order(members, None))]
[24, 24, 24, 24, 23, 24, 22, 21, 22, 24]

With a limit of 22 that refutes all but slate, of which 1 is missing. Its only large part needs
1 + 2 + 2 by its size. But no guess tells the three apart, so it needs 1 + 2 + 3: what was missing.

>>> parts = ahead.parts(members, ten.index("slate")).values()
>>> [([ten[m] for m in part], ahead.quick_bounds(part, 9)[0]) for part in parts if len(part) > 2]
[(['hatch', 'match', 'patch'], 6)]
>>> ahead.after(ten.index("slate"), limit=22, most=10)
22

:func:`least` does this for every guess (:func:`bound_guesses`) and, if something is missing, for
its parts (:func:`split`): at a look (:func:`quick_bounds`), then by a search one guess ahead, then
to the end (:func:`plan`). A search of a part ends as soon as it gives what is missing: its limit.
"""

from __future__ import annotations

import numpy as np

from jotto.engine import kernels as engine
from jotto.engine.game import IntArray as Ints
from jotto.engine.kernels import BLOCK, NEVER, compiled, inlined, inner, without_refcounts
from jotto.engine.measures import BIT
from jotto.search import sets
from jotto.search.sets import (
    BOUND,
    CODE,
    HASH,
    KEY,
    LEVELS,
    LOST,
    LOW,
    PLACE,
    SIZE,
    SMALL,
    Known,
    Problem,
    Verdict,
)

UNITS = 1 << 30  # of a bit, if weights differ
DEEPENINGS = 3  # of the searches of the parts of a guess, the last to the end
LARGE = 200  # candidates; of a set as large, the varieties of the parts of guesses are kept
FEW = 8  # candidates; so few are hardly ever more than a variety
AT_ONCE = 32  # candidates; so few are searched to the end at once
PAIRS = 20  # candidates; up to here, comparing their codes in pairs is faster than bit planes
START, LENGTH, LOWER, PENDING, MEMBERS = 0, 1, 2, 3, 4  # rows of a table of parts, see split
AT_A_LOOK = 0  # the first search, see plan
DONE, WAITING, MORE = 0, 1, 2  # what is PENDING of a part: MORE than its share


# --- bounds without a search ---


@without_refcounts
def fill_costs(found: Ints, costs: Ints) -> None:
    """Tabulate lower bounds on the total of 0, 1, .. n candidates of weight 1: costs (n + 1,).

    ``found (LEVELS + 1,)``: the most candidates that 0, 1, .. guesses can find.
    """
    costs[0] = turn = 0
    for i in range(1, len(costs)):
        while turn < LEVELS and found[turn] < i:
            turn += 1
        costs[i] = costs[i - 1] + turn


@without_refcounts
def quick_bounds(problem: Problem, members: Ints, choice: Ints, most: int, found: Ints) -> Verdict:
    """Return bounds on a set's total without a search."""
    n = len(members)
    if most <= LEVELS and n > found[most]:
        return NEVER, NEVER, -1
    whole = sets.weight_of(problem.weights, members)
    if n <= 2:
        total = 2 * whole - problem.weights[members[0]]
        return total, total, members[0]
    low, high, guess = sets.look_up(problem, members, choice, most)
    if low >= 0:
        return low, high, guess
    guess = sets.splitter(problem, members) if n <= problem.n_codes else -1
    if guess >= 0:
        low = high = 2 * whole - problem.weights[guess]
    elif n > SMALL:
        low, high, costs = 0, NEVER, problem.costs[: n + 1]
        fill_costs(found, costs)
        for i in range(n):  # the heaviest are found first
            low += (costs[i + 1] - costs[i]) * problem.weights[members[i]]
    elif problem.planar and most > 2:
        low, high, guess = sets.quick_verdict(problem, members)
    else:
        sets.compare(problem, members)
        if len(choice) > 2:
            sets.leave_only(problem, choice[2:])
        low, high, guess = sets.verdict(problem, members, most)
    sets.store(problem, members, choice, most, (low, high, guess))
    return low, high, guess


# --- bounds of all guesses ---


@without_refcounts
def bound_guesses(
    problem: Problem, members: Ints, choice: Ints, known: Known, own: Ints, ordered: bool
) -> None:
    """Fill BOUND and, if ``ordered``, KEY for all guesses; and ``own``, what can be found of a set.

    KEY is NEVER for guesses that tell nothing apart. ``known``: of the set or a superset.
    """
    n, whole = len(members), sets.weight_of(problem.weights, members)
    bound, key = problem.by_guess[BOUND], problem.by_guess[KEY]
    squares = by_squares(problem, n)
    own[:] = n
    own[0], own[1] = 0, 1
    if not squares:
        bound_by_sizes(problem, members, known.found, own)
    elif problem.planar and n > PAIRS:
        bound_by_places(problem, members, known, own, ordered)
    else:
        sets.compare(problem, members)
        for g in range(len(bound)):
            bound[g] = 2 * whole + problem.by_guess[LOST, g]
        for g in range(len(key)):
            key[g] = (n + 2 * int(problem.pairs[g])) * (whole // n)
        fewest = np.uint8(255)
        for g in range(len(key)):
            fewest = min(fewest, problem.twins[g])
        own[2] = n - int(fewest)
    for level in range(2, LEVELS + 1):
        own[level] = min(max(own[level - 1], own[level]), known.found[level])
    for m in members:
        bound[m] -= problem.weights[m]
    if ordered and (squares or problem.even):
        idle = n * n * (whole // n) if squares else problem.n_log2_n[n]
        twice, factor = (2, n) if squares else (1, BIT)
        for g in range(len(key)):
            key[g] = NEVER if key[g] >= idle else twice * key[g] + factor * bound[g]
    elif ordered:
        idle = int(weighted_bits(whole, whole))
        for g in range(len(key)):
            key[g] = NEVER if key[g] >= idle else key[g] + int(bound[g] * (UNITS / whole))
    sets.leave_out(problem, members, choice)


@inlined
def by_squares(problem: Problem, n: int) -> bool:
    """Whether guesses are ordered by the sums of squared sizes, which a proof counts faster.

    For large sets the entropy finds better trees in a beam search.
    """
    proof = problem.widths[n] >= problem.by_secret.shape[1]
    return n <= SMALL or (problem.planar and proof)


@inlined
def bound_by_places(
    problem: Problem, members: Ints, known: Known, own: Ints, ordered: bool
) -> None:
    """Fill BOUND, without the wins, ``own`` and if ``ordered`` KEY, the squares.

    A candidate takes one guess more for each number of guesses that cannot find all before it. Two
    find no more of a part than its variety.
    """
    n, last = len(members), len(problem.planes[0]) - 1
    bound, key = problem.by_guess[BOUND], problem.by_guess[KEY]
    bound[:] = 2 * n
    n_planes = sets.count_in_planes(problem, members)
    for level in range(1, LEVELS):
        if level == 1:
            sets.count_twins(problem, members, n_planes)
        else:
            variety = known.variety if level == 2 else known.variety[:0]
            sets.count_overfull(problem, n_planes, own[level], variety)
        fewest = np.uint32(n)
        for block in range(len(problem.planes)):
            some, overfull = bound[block * BLOCK : (block + 1) * BLOCK], problem.planes[block, last]
            for g in range(len(some)):
                fewest = min(fewest, overfull[g])
            for g in range(len(some)):
                some[g] += overfull[g]
        own[level + 1] = min(n - int(fewest), known.found[level + 1])
        if own[level + 1] >= n:
            break
    if ordered:
        sets.add_squares(problem, n_planes)
        for m in members:
            key[m] += 1


@inlined
def bound_by_sizes(problem: Problem, members: Ints, found: Ints, own: Ints) -> None:
    """Fill BOUND, without the wins, KEY, the entropy, and ``own`` for a large set."""
    n, n_guesses, n_codes = len(members), problem.by_secret.shape[1], problem.n_codes
    bound, key, costs = problem.by_guess[BOUND], problem.by_guess[KEY], problem.costs[: n + 1]
    fill_costs(found, costs)
    own[2:] = 0
    for start in range(0, n_guesses, BLOCK):
        stop = min(start + BLOCK, n_guesses)
        problem.counts[:] = 0
        if problem.even:
            engine.count_codes(problem.by_secret, members, n_codes, problem.counts, start, stop)
        else:
            weigh_codes(problem, members, costs, start)
        for g in range(stop - start):
            counts = problem.counts[g * n_codes : (g + 1) * n_codes]
            total, spread = n, 0
            for count in counts:
                total += costs[count]
                spread += problem.n_log2_n[count]
            for level in range(1, LEVELS):
                placed = 0
                for count in counts:
                    placed += min(np.int64(count), found[level])
                own[level + 1] = max(own[level + 1], placed)
                if found[level] >= n:
                    break
            if problem.even:
                bound[start + g] = total
                key[start + g] = spread


@inlined
def weigh_codes(problem: Problem, members: Ints, costs: Ints, start: int) -> None:
    """Count the codes of some guesses; fill their BOUND and KEY by weights."""
    whole, n_codes = sets.weight_of(problem.weights, members), problem.n_codes
    bound, key, counts = problem.by_guess[BOUND], problem.by_guess[KEY], problem.counts
    stop = min(start + BLOCK, len(bound))
    bound[start:stop] = whole
    problem.heavy[:] = 0
    for m in members:
        weight, row = problem.weights[m], problem.by_secret[m]
        for g in range(start, stop):
            at = (g - start) * n_codes + int(row[g])
            count = counts[at]  # before it in its part, as the heaviest come first
            bound[g] += (costs[count + 1] - costs[count]) * weight
            problem.heavy[at] += weight
            counts[at] = count + 1
    for g in range(start, stop):
        spread = 0.0
        for k in range((g - start) * n_codes, (g - start + 1) * n_codes):
            spread += weighted_bits(problem.heavy[k], whole)
        key[g] = int(spread)


@inner
def weighted_bits(weight: int, whole: int) -> float:
    """Return w log2 w divided by the weight of the whole, in units of 1 / UNITS, rounded."""
    return float(np.rint(weight * engine.logarithm(weight) * (UNITS / whole)))


# --- the parts of a guess ---


@inner
def split(
    problem: Problem,
    members: Ints,
    guess: int,
    most: int,
    known: Known,
    costs: Ints,
    aim: int,
    table: Ints,
) -> tuple[int, int]:
    """Return a lower bound on the total of a guess; if it is below ``aim``, list larger parts.

    Those are the parts of three and more, the smallest first; how many they are is returned, too.
    ``table (5, n)``: for each part the start of its MEMBERS, its size and lower bound.
    """
    total, n_parts = count_parts(problem, members, guess, most, known, costs)
    sizes, codes, places = problem.by_code[SIZE], problem.by_code[CODE], problem.by_code[PLACE]
    n_larger = 0
    for p in range(n_parts):
        code = codes[p]
        if sizes[code] <= 2 or total >= aim:
            sizes[code] = 0
            continue
        at = n_larger
        while at > 0 and sizes[codes[at - 1]] > sizes[code]:
            codes[at] = codes[at - 1]
            at -= 1
        codes[at] = code
        n_larger += 1
    start, row = 0, problem.columns[guess]
    for p in range(n_larger):
        code = codes[p]
        table[START, p] = places[code] = start
        table[LENGTH, p] = sizes[code]
        table[LOWER, p] = problem.by_code[LOW, code]
        start += sizes[code]
    if n_larger:
        for m in members:
            code = int(row[m])
            if sizes[code] and m != guess:
                table[MEMBERS, places[code]] = m
                places[code] += 1
    for p in range(n_larger):
        sizes[codes[p]] = 0
    return total, n_larger


@inlined
def count_parts(
    problem: Problem, members: Ints, guess: int, most: int, known: Known, costs: Ints
) -> tuple[int, int]:
    """Count the parts of a guess; return a lower bound on its total, and how many they are."""
    sizes, lows, codes = problem.by_code[SIZE], problem.by_code[LOW], problem.by_code[CODE]
    firsts, seconds = problem.by_code[HASH], problem.by_code[HASH + 1]
    n_parts, row = 0, problem.columns[guess]
    total = sets.weight_of(problem.weights, members)
    for m in members:
        if m == guess:
            continue
        code = int(row[m])
        if sizes[code] == 0:
            codes[n_parts] = code
            n_parts += 1
            lows[code] = firsts[code] = seconds[code] = 0
        size = sizes[code]
        sizes[code] = size + 1
        lows[code] += (costs[size + 1] - costs[size]) * problem.weights[m]
        firsts[code] ^= problem.randoms[0, m, 0]
        seconds[code] ^= problem.randoms[0, m, 1]
    for p in range(n_parts):
        code = codes[p]
        size = sizes[code]
        if size > FEW and len(known.variety):
            variety = sets.variety_of(known.variety, guess, code)
            if variety < known.found[2]:
                lows[code] += max(0, size - variety) - max(0, size - known.found[2])
        if most - 1 <= LEVELS and size > known.found[most - 1]:
            lows[code] = NEVER
        elif size > 2 and not len(problem.hints.kinds):
            left = min(most - 1, size)  # see hash_of
            first = firsts[code] ^ problem.randoms[1, left, 0]
            second = seconds[code] ^ problem.randoms[1, left, 1]
            lows[code] = max(lows[code], sets.find_row(problem.table, first, second)[1])
        total = min(total + lows[code], NEVER)
    return total, n_parts


@inner
def tell_apart(problem: Problem, table: Ints, n_parts: int, total: int, aim: int) -> int:
    """Raise the bounds of small parts whose candidates do not tell them apart; return the total.

    If they do, a candidate may be found at once, and all others by two guesses.
    """
    sizes, lows = table[LENGTH], table[LOWER]
    for p in range(n_parts):
        if total >= aim or sizes[p] > problem.n_codes or not problem.even:
            break
        part = table[MEMBERS, table[START, p] : table[START, p] + sizes[p]]
        if lows[p] < 2 * sizes[p] and sets.splitter(problem, part) < 0:
            total += 2 * sizes[p] - lows[p]
            lows[p] = 2 * sizes[p]
    return total


# --- the search ---


@inlined
def first_of(keys: Ints) -> int:
    """Return the index of the lowest key, the first of equal ones; -1 if all are NEVER."""
    least = np.int64(NEVER)
    for key in keys:
        least = min(least, key)
    for at in range(len(keys)):
        if keys[at] == least < NEVER:
            return at
    return -1


@inlined
def choice_after(problem: Problem, choice: Ints, guess: int, part: Ints, buffer: Ints) -> Ints:
    """Return the choice for a part of a guess; only in hard mode, in a buffer, is it another."""
    if len(choice) == 2:
        return choice
    code = np.int64(problem.by_secret[part[0], guess])  # as Python passes it: compiled once
    return buffer[: sets.follow(problem, choice, guess, code, buffer)]


@inlined
def plan(search: int, depth: int, most: int) -> tuple[int, int]:
    """Return how many guesses ahead the parts of a guess are searched, and the smallest part.

    Iterative deepening: at a look, no guess ahead, then in pairs of searches, the last to the end.
    The first of a pair gives each part a limit of its own, the second all that is missing.
    """
    ahead = search // 2
    if search == AT_A_LOOK:
        return ahead, 3
    if ahead < min(DEEPENINGS - 1, depth - 1):
        return ahead, AT_ONCE
    return depth - 1, 3 if depth >= most else AT_ONCE


@inner
def next_part(pending: Ints, sizes: Ints, missing: int, rate: float) -> int:
    """Return the smallest pending part that may gain what is missing, or the largest; -1 if none.

    ``rate``: what a part gains, relative to the square of its size.
    """
    chosen = -1
    for p in range(len(pending)):
        if pending[p] == WAITING:
            chosen = p
            if rate * (sizes[p] * sizes[p]) >= missing:
                break
    return chosen


@compiled
def least(
    problem: Problem,
    members: Ints,
    choice: Ints,
    limit: int,
    most: int,
    depth: int,
    known: Known,
    only: Ints,
) -> int:
    """Return the least total of a set if that is below ``limit``, else a bound not below it.

    Depth-first branch and bound; the best guess is in the transposition table. In a beam search
    both hold for the guesses tried. ``most`` guesses are left; after ``depth`` of them, if that is
    less, bounds stand for totals. ``known``: of the set or a superset. If the search is stopped,
    the result is only a lower bound. If ``only`` has one guess, no other is tried, and nothing is
    stored; if it has more, ascending, they stand for all, by symmetry.
    """
    low, best, chosen = quick_bounds(problem, members, choice, most, known.found)
    fixed = len(only) == 1
    if fixed:
        low, best = 0, NEVER
    if low >= limit or low >= best or problem.stop[0]:
        return low
    n, high, before, refuted = len(members), best, chosen, NEVER
    bounds, keys, cut = problem.by_guess[BOUND], problem.by_guess[KEY], min(limit, best)
    own, buffer = np.empty(LEVELS + 1, np.int64), np.empty(len(choice), np.int64)
    bound_guesses(problem, members, choice, known, own, depth > 0)
    problem.kinds[0] = own[2]
    if len(only):
        sets.leave_only(problem, only)
    narrow = problem.widths[n] < len(bounds)
    if not narrow:
        fewest = NEVER
        for bound in bounds:
            fewest = min(fewest, bound)
        low = max(low, fewest)
    if depth == 0:
        sets.store(problem, members, choice, most, (low, high, before))
        return low
    if fixed:
        keys[only[0]] = 0
    for g in range(len(keys)):
        if bounds[g] >= cut and not narrow:
            keys[g], refuted = NEVER, min(refuted, bounds[g])
    guesses = np.flatnonzero(keys < NEVER)
    values, totals, costs = keys[guesses], bounds[guesses], np.empty(n + 1, np.int64)
    fill_costs(own, costs)
    mine, table = Known(own, known.variety), np.empty((5, n), np.int64)
    keeps = problem.planar and not narrow and not len(known.variety)
    keeps = keeps and LARGE <= n <= len(problem.weights) // 2
    if keeps:
        mine = Known(own, problem.varieties[sets.slot_for(problem, members, choice)])
    starts, sizes, lows, pending = table[START], table[LENGTH], table[LOWER], table[PENDING]
    tried, last_key, rate = 0, -1, 0.0
    while tried < problem.widths[n]:
        at = first_of(values)
        if at < 0:
            break
        guess, total, key = guesses[at], totals[at], values[at]
        values[at] = NEVER
        if narrow and n > SMALL and key == last_key:
            continue  # no two of equal value
        tried, last_key, aim = tried + 1, key, min(limit, best)
        if total < aim:
            total, n_parts = split(problem, members, guess, most, mine, costs, aim, table)
            total = tell_apart(problem, table, n_parts, total, aim)
            for search in range(2 * DEEPENINGS):
                if total >= aim or problem.stop[0]:
                    break
                if narrow and AT_A_LOOK < search < 2 * DEEPENINGS - 1:
                    continue
                (ahead, smallest), eager = plan(search, depth, most), search % 2 == 1
                missing, shares = aim - total, 0.0
                for p in range(n_parts):
                    again = eager and ahead and not narrow
                    some = pending[p] if again else sizes[p] >= smallest
                    pending[p] = WAITING if some else DONE
                    shares += pending[p] * sizes[p] * np.sqrt(sizes[p])
                while total < aim and not problem.stop[0]:
                    more = aim - total
                    p = next_part(pending[:n_parts], sizes, more, rate if search == 1 else np.inf)
                    if p < 0:
                        break
                    bound, size = np.int64(0), sizes[p]
                    if not eager:
                        more = min(more, int(missing * (size * np.sqrt(size) / shares)) + 1)
                    part, goal = table[MEMBERS, starts[p] : starts[p] + size], lows[p] + more
                    after = choice_after(problem, choice, guess, part, buffer)
                    problem.kinds[0] = 0
                    if search == AT_A_LOOK:
                        bound = quick_bounds(problem, part, after, most - 1, own)[0]
                    else:
                        bound = least(problem, part, after, goal, most - 1, ahead, mine, only[:0])
                    if keeps and ahead == 0:
                        sets.keep_variety(problem, mine.variety, guess, part[0])
                    gain = max(0, bound - lows[p])
                    pending[p] = MORE if bound >= goal else DONE
                    total, lows[p] = total + gain, lows[p] + gain
                    if search == 1:
                        rate = (rate + gain / (size * size)) / 2
                if eager and ahead == depth - 1:
                    break
            if problem.stop[0]:
                break
        if total < aim:
            best, chosen = total, guess
            for g in range(len(values)):
                values[g] = NEVER if totals[g] >= best and not narrow else values[g]
        else:
            refuted = min(refuted, total)
        if best <= low:
            break
    if not problem.stop[0]:
        low = max(low, min(best, refuted))
    if fixed:
        return low
    if depth < most:
        best, chosen = high, before
    sets.store(problem, members, choice, most, (low, best, chosen))
    return low

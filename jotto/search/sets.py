"""What a search reads and remembers, and how it counts the parts of all guesses.

Candidates are numbered from 0, the heaviest first. A set of candidates is an ascending array (n,)
int64. Guess i < A is candidate i. The total of a set is the sum of weight x guesses over it.

In hard mode what may be guessed depends on the scores so far. A choice (2 + m,) is a hash of the
guesses that may be made, 128 bits, and these, ascending; if there are none in it, all may be made.
Candidates always may. Equal sets with different choices are different problems.

Large sets are counted in bit planes, 8 or more guesses at a time: bit c of word g in plane k is
bit k of the number of candidates with score c after guess g. Seven candidates are added together,
and a carry waits until a second one of its plane is there (Harley and Seal; Warren, Hacker's
Delight 5-1). The win, the last code, is not counted. This is for even weights and at most BITS
codes. Small sets, whose parts often have one or two candidates, are compared in pairs or counted by
masks of the codes that came.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from jotto.engine import kernels as engine
from jotto.engine.game import Bools, IntArray, Scores
from jotto.engine.kernels import BLOCK, NEVER, bit_of, bits_in, inlined, inner, without_refcounts

PROBES = 4  # rows of the transposition table in which a set may be stored
BITS = 32  # codes that a word has bits for
GROUP = 7  # candidates that are added together: their number has three bits
TRIES = 12  # guesses
LEVELS = 8  # guesses after which a bound takes all candidates to be found
SLOTS = 64  # sets whose varieties are kept
VARIETY = 5  # bits of a variety
UNKNOWN = (1 << VARIETY) - 1  # a variety
SMALL = 100  # candidates, at most 255; up to here, comparing codes is faster than counting
LOST, BOUND, KEY = 0, 1, 2  # rows of Problem.by_guess
SIZE, LOW, CODE, PLACE, HASH = 0, 1, 2, 3, 4  # rows of Problem.by_code; HASH: and the next
Words = np.typing.NDArray[np.uint32]
Verdict = tuple[int, int, int]  # on a set: lower bound, best total so far or NEVER, its guess or -1


# --- what a search reads and remembers ---


class TranspositionTable(NamedTuple):
    """Rows (hash, hash, lower bound, best total), and the guess for that."""

    rows: IntArray  # (N, 4) int64, N a power of two; a free row is all 0; see find_row
    guesses: IntArray  # (N,)


class Hints(NamedTuple):
    """Which guesses may follow a score in hard mode; all are empty otherwise."""

    codes: Scores  # (G, G) what each guess would score if each guess were the secret
    kinds: IntArray  # (G,)
    uses: Bools  # (kinds, K, K) whether a guess of the second score uses the hints of the first


class Known(NamedTuple):
    """What is known of a set and of all its subsets.

    Two guesses find no more candidates than the first has different scores. So the variety of a
    set, the most different scores that a guess has, is a limit for all its subsets; and those of
    the parts of its guesses are limits for the parts of its subsets.
    """

    found: IntArray  # (LEVELS + 1,) the most candidates that 0, 1, .. guesses find
    variety: Words  # (blocks, 5, BLOCK) of the parts of all guesses; bit c of word g in plane k is
    # bit k of that of the part with score c; 31 if not known. No block: of none


class Problem(NamedTuple):
    """What a search reads, its transposition table, and scratch arrays."""

    by_secret: Scores  # (A, G) C order
    columns: Scores  # (G, A) the same scores by guess; the same array if scores are symmetric
    weights: IntArray  # (A,) descending
    randoms: IntArray  # (2, A + 1, 2) of candidates, of the guesses left; see hash_of. In hard mode
    # (3, G + 1, 2), the last of guesses
    hints: Hints
    widths: IntArray  # (A + 1,) how many guesses are tried for a set of n; all for a proof
    n_log2_n: IntArray  # (A + 1,)
    n_codes: int
    even: bool  # all weights are 1
    planar: bool  # even, and codes are few: the sizes of parts are counted in bit planes
    only_candidates: bool  # are guessed
    table: TranspositionTable
    stop: np.typing.NDArray[np.uint8]  # (1,) another thread sets it to 1 to stop the search
    # scratch arrays, of a thread of its own: only valid within the call that fills them
    words: Words  # (3 + planes, BLOCK)
    planes: Words  # (blocks, planes + 1, BLOCK), the last for overfull; no block if not planar
    rows: Scores  # (GROUP * BLOCK,)
    equal: np.typing.NDArray[np.uint8]  # (BLOCK,)
    twins: np.typing.NDArray[np.uint8]  # (G,) candidates with an earlier one in their part
    pairs: np.typing.NDArray[np.uint16]  # (G,) pairs of candidates in the same part
    by_guess: IntArray  # (3, G) see LOST: the weight of twins, of small sets; the least total
    # a guess can lead to; the key by which guesses are tried, the lowest first
    counts: engine.Counters  # (BLOCK * K,)
    heavy: IntArray  # (BLOCK * K,)
    costs: IntArray  # (A + 1,)
    kinds: IntArray  # (1,) the variety of the set bounded last; 0: not known
    varieties: Words  # (SLOTS, blocks, 5, BLOCK) see Known; what is kept of large sets
    variety_of: IntArray  # (SLOTS, 2) the hashes of these
    by_code: IntArray  # (6, K) of the parts of a guess, see SIZE; all sizes are 0 between calls


@inner
def weight_of(weights: IntArray, members: IntArray) -> int:
    """Add up the weights of a set."""
    total = 0
    for m in members:
        total += weights[m]
    return total


@inner
def hash_of(randoms: IntArray, members: IntArray, choice: IntArray, most: int) -> tuple[int, int]:
    """Return the Zobrist hash (1970), 128 bits, of a set, its choice and the guesses left."""
    left = min(most, len(members))  # n guesses are always enough for n candidates
    first, second = randoms[1, left, 0] ^ choice[0], randoms[1, left, 1] ^ choice[1]
    for m in members:
        first ^= randoms[0, m, 0]
        second ^= randoms[0, m, 1]
    return first, second


@inner
def find_row(table: TranspositionTable, first: int, second: int) -> tuple[int, int, int, int]:
    """Return the row of a hash with its lower bound, best total and the guess for that, or -1s.

    Threads share the table. A row that another has half written does not fit its own hash (Hyatt &
    Mann 2002, A lock-less transposition table implementation for parallel search).
    """
    start = first & (len(table.rows) - 1)
    for probe in range(PROBES):
        at = start ^ probe
        low, high, guess = table.rows[at, 2], table.rows[at, 3], table.guesses[at]
        if table.rows[at, 0] ^ low ^ guess == first and table.rows[at, 1] ^ high ^ guess == second:
            return at, low, high, guess
    return -1, -1, -1, -1


@without_refcounts
def look_up(problem: Problem, members: IntArray, choice: IntArray, most: int) -> Verdict:
    """Return a set's lower bound, best total and the guess for that; -1, -1, -1 if not stored."""
    first, second = hash_of(problem.randoms, members, choice, most)
    _, low, high, guess = find_row(problem.table, first, second)
    return low, high, guess


@without_refcounts
def store(
    problem: Problem, members: IntArray, choice: IntArray, most: int, bounds: Verdict
) -> None:
    """Store the bounds of a set; if no row is free, replace the set with the lowest bound."""
    table, (low, high, guess) = problem.table, bounds
    first, second = hash_of(problem.randoms, members, choice, most)
    chosen, stored_low, stored_high, stored_guess = find_row(table, first, second)
    if chosen >= 0:
        low = max(low, stored_low)
        if high >= stored_high:
            high, guess = stored_high, stored_guess
    else:
        start = chosen = first & (len(table.rows) - 1)
        for probe in range(PROBES):
            if table.rows[start ^ probe, 2] < table.rows[chosen, 2]:
                chosen = start ^ probe
    table.rows[chosen, 0] = first ^ low ^ guess
    table.rows[chosen, 1] = second ^ high ^ guess
    table.rows[chosen, 2] = low
    table.rows[chosen, 3] = high
    table.guesses[chosen] = guess


# --- hard mode ---


@without_refcounts
def follow(
    problem: Problem, choice: IntArray, guess: int, code: int | np.int64, into: IntArray
) -> int:
    """Write the choice after a score ``into`` an array as long as ``choice``; return its length."""
    randoms, codes, n = problem.randoms[2], problem.hints.codes[guess], 2
    uses = problem.hints.uses[problem.hints.kinds[guess], code]
    into[:2] = 0
    for i in range(2, len(choice)):
        g = choice[i]
        if uses[codes[g]]:
            into[n] = g
            into[0] ^= randoms[g, 0]
            into[1] ^= randoms[g, 1]
            n += 1
    return n


@inlined
def leave_out(problem: Problem, members: IntArray, choice: IntArray) -> None:
    """Make all guesses look useless that may not be made for a set."""
    if problem.only_candidates:
        leave_only(problem, members)
    elif len(choice) > 2:
        leave_only(problem, choice[2:])


@inner
def leave_only(problem: Problem, tried: IntArray) -> None:
    """Make all guesses but those ``tried``, ascending, look useless."""
    by_guess, at = problem.by_guess, 0
    for g in range(by_guess.shape[1]):
        if at < len(tried) and tried[at] == g:
            at += 1
        else:
            by_guess[LOST, g] = by_guess[BOUND, g] = by_guess[KEY, g] = NEVER
            problem.twins[g] = 255


# --- large sets: counters in bit planes ---


@inner
def sum_of(a: np.uint32, b: np.uint32, c: np.uint32) -> np.uint32:
    """Add three bits at each place; return the lower bits of the sums."""
    return np.uint32(np.uint32(a ^ b) ^ c)


@inner
def carry_of(a: np.uint32, b: np.uint32, c: np.uint32) -> np.uint32:
    """Add three bits at each place; return the higher bits of the sums."""
    return np.uint32(np.uint32(a & b) | np.uint32(c & np.uint32(a ^ b)))


@inlined
def count_in_planes(problem: Problem, members: IntArray) -> int:
    """Fill ``planes`` for a set; return how many planes its numbers take."""
    n, n_planes, rows = len(members), 3, problem.rows
    carry, none = problem.words[0], problem.words[1]
    none[:] = 0
    while n >> n_planes:
        n_planes += 1
    not_won = np.uint32(bit_of(problem.n_codes - 1) - np.uint32(1))
    for block in range(len(problem.planes)):
        planes, groups = problem.planes[block], 0
        planes[:n_planes] = 0
        for first in range(0, n, GROUP):
            if n - first < GROUP:
                rows[:] = problem.n_codes - 1  # those beyond the last candidate win
            for i in range(min(GROUP, n - first)):
                codes = problem.by_secret[members[first + i], block * BLOCK : (block + 1) * BLOCK]
                copy(rows[i * BLOCK : (i + 1) * BLOCK], codes)
            add_seven(rows, planes, carry)
            k = 3  # in plane k a carry waits in words[k] if bit k - 3 of the number of groups is 1
            while k < n_planes and (groups >> (k - 3)) & 1:
                add_two(planes[k], problem.words[k], carry)
                k += 1
            copy(problem.words[k], carry)
            groups += 1
        for first in range(3, n_planes):
            if (groups >> (first - 3)) & 1:
                copy(carry, problem.words[first])
                for k in range(first, n_planes):
                    add_two(planes[k], none, carry)
        for k in range(n_planes):
            plane = planes[k]
            for g in range(BLOCK):
                plane[g] &= not_won
    return n_planes


@inner
def add_two(plane: Words, waiting: Words, carry: Words) -> None:
    """Add two carries to a plane; the second becomes the carry to the next."""
    for g in range(BLOCK):
        held, one, other = plane[g], waiting[g], carry[g]
        plane[g] = sum_of(held, one, other)
        carry[g] = carry_of(held, one, other)


@inner
def copy(into: Any, codes: Any) -> None:
    """Copy an array to the beginning of another, without a check whether they share memory."""
    for g in range(len(codes)):
        into[g] = codes[g]


@inner
def add_seven(rows: Scores, planes: Words, carry: Words) -> None:
    """Add the codes of seven candidates to the first three planes; ``carry`` is for the next."""
    ones, twos, fours = planes[0], planes[1], planes[2]
    for g in range(BLOCK):
        a, b, c = bit_of(rows[g]), bit_of(rows[g + BLOCK]), bit_of(rows[g + 2 * BLOCK])
        d, e = bit_of(rows[g + 3 * BLOCK]), bit_of(rows[g + 4 * BLOCK])
        f, last = bit_of(rows[g + 5 * BLOCK]), bit_of(rows[g + 6 * BLOCK])
        first, second = sum_of(a, b, c), sum_of(d, e, f)
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


@inlined
def count_twins(problem: Problem, members: IntArray, n_planes: int) -> None:
    """Count the candidates that are not the first of their parts, as :func:`count_overfull`."""
    some, n = problem.words[0], np.uint32(len(members))
    for block in range(len(problem.planes)):
        planes = problem.planes[block]
        twins = planes[len(planes) - 1]
        some[:] = 0
        for k in range(n_planes):
            plane = planes[k]
            for g in range(BLOCK):
                some[g] |= plane[g]
        for g in range(BLOCK):
            twins[g] = n - bits_in(some[g])
    for m in members:
        problem.planes[m // BLOCK, len(problem.planes[0]) - 1, m % BLOCK] -= np.uint32(1)


@inlined
def count_overfull(problem: Problem, n_planes: int, place: int, variety: Words) -> None:
    """Count the candidates that are not among the first ``place`` of their parts.

    In a part of less ``variety``, that is its ``place``. The last of the ``planes`` gets them, for
    all guesses: the bits of sizes less places, without those guesses and codes where the
    subtraction had to borrow in the end.
    """
    borrow, lower, every = problem.words[0], problem.words[1], np.uint32(0xFFFFFFFF)
    limited = len(variety) > 0 and place < UNKNOWN
    for block in range(len(problem.planes)):
        planes = problem.planes[block]
        overfull = planes[len(planes) - 1]
        borrow[:] = 0
        lower[:] = 0
        overfull[:] = 0
        for k in range(VARIETY * limited):
            bits, one = variety[block, k], np.uint32(every * ((place >> k) & 1))
            for g in range(BLOCK):
                lower[g] = carry_of(~bits[g], one, lower[g])
        for k in range(n_planes):
            plane, less = planes[k], problem.words[k + 2]
            one = np.uint32(every * ((place >> k) & 1))
            if limited and k < VARIETY:
                bits = variety[block, k]
                for g in range(BLOCK):
                    bit = np.uint32(np.uint32(bits[g] & lower[g]) | np.uint32(one & ~lower[g]))
                    less[g] = sum_of(plane[g], bit, borrow[g])
                    borrow[g] = carry_of(~plane[g], bit, borrow[g])
            else:
                for g in range(BLOCK):
                    less[g] = sum_of(plane[g], one, borrow[g])
                    borrow[g] = carry_of(~plane[g], one, borrow[g])
        for k in range(n_planes):
            less = problem.words[k + 2]
            for g in range(BLOCK):
                bits = bits_in(np.uint32(less[g] & ~borrow[g]))
                overfull[g] += np.left_shift(bits, np.uint32(k))


@inlined
def add_squares(problem: Problem, n_planes: int) -> None:
    """Fill KEY with the sums of the squared sizes."""
    totals = problem.words[0]
    for block in range(len(problem.planes)):
        totals[:] = 0
        for j in range(n_planes):
            for k in range(j + 1):  # the square of a sum: each product of two bits twice
                plane, other = problem.planes[block, j], problem.planes[block, k]
                power = np.uint32(j + k + (j != k))
                for g in range(BLOCK):
                    both = bits_in(np.uint32(plane[g] & other[g]))
                    totals[g] += np.left_shift(both, power)
        into = problem.by_guess[KEY, block * BLOCK : (block + 1) * BLOCK]
        copy(into, totals[: len(into)])


# --- the varieties of the parts of a large set ---


@inner
def slot_for(problem: Problem, members: IntArray, choice: IntArray) -> int:
    """Return where the varieties of a large set are kept; those of another may be lost."""
    first, second = hash_of(problem.randoms, members, choice, 0)
    slot = first & (SLOTS - 1)
    of = problem.variety_of[slot]
    if of[0] != first or of[1] != second:
        problem.varieties[slot] = np.uint32(0xFFFFFFFF)
        of[0], of[1] = first, second
    return int(slot)


@inner
def variety_of(varieties: Words, guess: int, code: int) -> int:
    """Return the variety of a part."""
    variety = 0
    for k in range(VARIETY):
        word = int(varieties[guess // BLOCK, k, guess % BLOCK])
        variety |= ((word >> code) & 1) << k
    return variety


@inner
def keep_variety(problem: Problem, varieties: Words, guess: int, candidate: int) -> None:
    """Keep the variety of the part bounded last, if it is lower than what is kept."""
    variety, code = int(problem.kinds[0]), int(problem.by_secret[candidate, guess])
    if 0 < variety < variety_of(varieties, guess, code):
        for k in range(VARIETY):
            words = varieties[guess // BLOCK, k]
            words[guess % BLOCK] &= ~bit_of(code)
            words[guess % BLOCK] |= np.uint32(((variety >> k) & 1) << code)


# --- small sets ---


@inner
def compare(problem: Problem, members: IntArray) -> None:
    """Fill ``twins``, ``pairs`` and LOST for a small set."""
    n_guesses = problem.by_secret.shape[1]
    problem.twins[:] = 0
    problem.pairs[:] = 0
    problem.by_guess[LOST] = 0
    for start in range(0, n_guesses, BLOCK):
        stop = min(start + BLOCK, n_guesses)
        equal, twins = problem.equal[: stop - start], problem.twins[start:stop]
        pairs, lost = problem.pairs[start:stop], problem.by_guess[LOST, start:stop]
        for i in range(1, len(members)):
            row = problem.by_secret[members[i]][start:stop]
            equal[:] = 0
            for j in range(i):
                other = problem.by_secret[members[j]][start:stop]
                for g in range(len(equal)):
                    equal[g] += row[g] == other[g]
            for g in range(stop - start):
                twins[g] += equal[g] > 0
            for g in range(stop - start):
                pairs[g] += equal[g]
            if not problem.even:
                weight = problem.weights[members[i]]
                for g in range(stop - start):
                    lost[g] += weight * (equal[g] > 0)
        if problem.even:
            copy(lost, twins)


@inlined
def verdict(problem: Problem, members: IntArray, most: int) -> Verdict:
    """Return bounds on the total of a small set after :func:`compare`: low, high, its guess.

    If all parts of a guess have one or two candidates, its total equals its bound.
    """
    whole = weight_of(problem.weights, members)
    lost, twins, pairs = problem.by_guess[LOST], problem.twins, problem.pairs
    low, high, guess = NEVER, NEVER, -1
    for m in members:
        bound = 2 * whole + lost[m] - problem.weights[m]
        low = min(low, bound)
        exact = twins[m] == pairs[m] and (most > 2 or pairs[m] == 0)
        if exact and bound < high:
            high, guess = bound, m
    if not problem.only_candidates:
        fewest = attained = NEVER
        for g in range(len(lost)):
            fewest = min(fewest, lost[g])
        for g in range(len(lost)):
            attained = min(attained, lost[g] if twins[g] == pairs[g] else NEVER)
        low, total = min(low, 2 * whole + fewest), 2 * whole + attained
        # if nothing is lost, two guesses are enough; of equal totals this has the shorter games
        better = total < high or (total == high and attained == 0)
        if better and attained < NEVER and (most > 2 or attained == 0):
            high, guess = total, 0
            while lost[guess] != attained or twins[guess] != pairs[guess]:
                guess += 1
    return (high if most == 2 else low), high, guess


@inlined
def count_kinds(problem: Problem, members: IntArray, enough: int) -> int:
    """Fill ``twins`` with how many codes came, the win included, by guess; return the most.

    It ends at the first block of guesses with one that has ``enough``.
    """
    by_secret, most = problem.by_secret, 0
    for start in range(0, by_secret.shape[1], BLOCK):
        kinds = problem.twins[start : start + BLOCK]
        masks = problem.words[0, : len(kinds)]
        most = max(most, engine.count_kinds(by_secret, members, start, masks, kinds))
        if most >= enough:
            break
    return most


@inner
def in_pairs(problem: Problem, members: IntArray, guess: int) -> bool:
    """Return whether no part of a guess has more than two candidates."""
    sizes, row, largest = problem.by_code[SIZE], problem.columns[guess], 0
    for m in members:
        code = row[m]
        sizes[code] += 1
        largest = max(largest, sizes[code])
    for m in members:
        sizes[row[m]] = 0
    return largest <= 2


@inlined
def quick_verdict(problem: Problem, members: IntArray) -> Verdict:
    """Return what :func:`verdict` does, where weights are equal, codes few, and none is a splitter.

    It is twice as fast or more, but looks at a few guesses only to find one that attains the bound.
    """
    n, kinds = len(members), problem.twins
    most = count_kinds(problem, members, n + problem.only_candidates)
    problem.kinds[0] = most
    if most == n and not problem.only_candidates:
        for g in range(len(kinds)):
            if kinds[g] == n:
                return 2 * n, 2 * n, g
    others, tries = 3 * n - most, TRIES  # others: the bound of guesses that cannot win
    low = NEVER if problem.only_candidates else others
    for m in members:
        low = min(low, 3 * n - int(kinds[m]) - 1)
    for m in members:
        if tries and 3 * n - int(kinds[m]) - 1 == low:
            tries -= 1
            if in_pairs(problem, members, m):
                return low, low, m
    if not problem.only_candidates and low == others:
        for g in range(len(kinds)):
            if kinds[g] == most:
                if in_pairs(problem, members, g):
                    return low, low, g
                tries -= 1
                if tries <= 0:
                    break
    return low, NEVER, -1


@inner
def splitter(problem: Problem, members: IntArray) -> int:
    """Return a candidate of the highest weight that tells all others apart, or -1."""
    sizes = problem.by_code[SIZE]
    for g in members:
        if problem.weights[g] < problem.weights[members[0]]:
            return -1
        row, seen = problem.columns[g], 0
        for m in members:
            code = row[m]
            if sizes[code]:
                break
            sizes[code] = 1
            seen += 1
        for i in range(seen):
            sizes[row[members[i]]] = 0
        if seen == len(members):
            return int(g)
    return -1

"""Compiled loops, and nothing but loops: arrays in, arrays out, nothing validated.

Everything compiled lives in this one file, because numba's cache does not notice an edit to a
callee in another. Each kernel has a slow twin in ``tests/naive.py``. Only a search or an
evaluation of many games imports this module: numba takes longer to load than advice to give.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar, cast

import numba
import numpy as np
import numpy.typing as npt

from jotto.engine import strategies
from jotto.engine.game import Game
from jotto.engine.partition import Indices, IntArray, Scores
from jotto.engine.strategies import BIT, PER_BIT, ROOT, SERIES, Measure, weights_of

Counters = npt.NDArray[np.int32]
F = TypeVar("F", bound=Callable[..., Any])

NEVER = 1 << 60  # more than any value or total: what cannot be
BLOCK = 512  # guesses at a time: their counters stay in the nearest caches


def compiled(function: F) -> F:
    """Compile ``function``, once per machine where some folder can hold the result."""
    try:
        return cast(F, numba.njit(cache=True, nogil=True)(function))
    except RuntimeError:  # numba found no folder it may write to
        return cast(F, numba.njit(nogil=True)(function))


class Worth(NamedTuple):
    """What a guess is worth: the sum, or the highest, of the ``costs (A + 1,)`` of its parts.

    Where it is ``weighed``, the entropy it leaves or, ``by_size``, the candidates, by the
    ``weights`` of secrets, one for each row of the scores. All integers are int64.
    """

    costs: IntArray  # (0,) where it is weighed
    highest: bool
    weights: IntArray
    weighed: bool
    by_size: bool


def worth_by(game: Game, candidates: Indices, measure: Measure) -> Worth:
    """Tell kernels how a measure values guesses by scores whose rows are ``candidates (A,)``."""
    weights = weights_of(game, candidates)
    weighed = game.weights is not None and measure.weighted is not None
    costs = np.zeros(0, np.int64) if weighed else measure.costs(len(weights))
    by_size = measure.weighted is strategies.weighted_size
    known = by_size or measure.weighted in (None, strategies.weighted_entropy)
    assert known, "weighed_cost knows two ways to weigh a part"
    return Worth(costs, measure.highest, weights, weighed, by_size)


def values(
    game: Game, candidates: Indices, measure: Measure, guesses: Indices | None = None
) -> IntArray:
    """Value guesses, as :func:`jotto.engine.strategies.values` does, in compiled loops."""
    weighed = game.weights is not None and measure.weighted is not None
    if guesses is None and len(candidates) <= game.rule.n_codes and not weighed:
        own = np.sort(game.guess_of[candidates])
        splitter = perfect_guess(game.columns(candidates, own), game.rule.n_codes)
        if splitter >= 0:
            return _only(int(own[splitter]), len(game.guesses))
    return value_all(game, candidates, measure, guesses)


def value_all(
    game: Game, candidates: Indices, measure: Measure, guesses: Indices | None = None
) -> IntArray:
    """Value ``guesses``, or all of them, each by its own parts; (len,) int64."""
    n_codes = game.rule.n_codes
    if guesses is None and game.whole:
        worth = worth_by(game, game.everything, measure)
        return value_by(game.scores.T, candidates, worth, n_codes)
    worth = worth_by(game, candidates, measure)
    rows, blocks = np.arange(len(candidates)), game.blocks(candidates, guesses)
    return np.concatenate([value_by(block, rows, worth, n_codes) for block in blocks])


def _only(guess: int, n_guesses: int) -> IntArray:
    """Value ``guess`` below all others: nothing beats a candidate that tells all apart."""
    found = np.ones(n_guesses, np.int64)
    found[guess] = 0
    return found


@compiled
def perfect_guess(by_secret: Scores, n_codes: int) -> int:
    """Find the first guess that every secret answers differently, or -1.

    ``by_secret (A, G)`` unsigned, C order.
    """
    seen = np.full(n_codes, -1, np.int64)
    for g in range(by_secret.shape[1]):
        perfect = True
        for c in range(by_secret.shape[0]):
            code = by_secret[c, g]
            if seen[code] == g:
                perfect = False
                break
            seen[code] = g
        if perfect:
            return g
    return -1


@compiled
def value_by(by_secret: Scores, candidates: Indices, worth: Worth, n_codes: int) -> IntArray:
    """Value every guess, with weights or without; (G,) int64."""
    if worth.weighed:
        return weigh_guesses(by_secret, candidates, worth.weights, worth.by_size, n_codes)
    return value_guesses(by_secret, candidates, worth.costs, worth.highest, n_codes)


@compiled
def value_guesses(
    by_secret: Scores, candidates: Indices, costs: IntArray, highest: bool, n_codes: int
) -> IntArray:
    """Value every guess: the sum, or the highest, of ``costs`` over its parts; (G,) int64.

    ``by_secret (S, G)`` unsigned, C order; ``candidates (A,)``; ``costs (A + 1,)`` int64.
    """
    found = np.zeros(by_secret.shape[1], np.int64)
    # few candidates leave most counters alone: what each adds is less work than a last look at
    # all counters; 2 to 7 times faster up to 20 candidates and 20 codes, even at 40
    few = len(candidates) <= min(2 * n_codes, 255)
    counts = np.zeros(BLOCK * n_codes, np.int32)
    for start in range(0, len(found), BLOCK):
        stop = min(start + BLOCK, len(found))
        counts[:] = 0
        if few:
            add_values(by_secret, candidates, costs, highest, n_codes, counts, found, start, stop)
        else:
            count_parts(by_secret, candidates, n_codes, counts, start, stop)
            for g in range(stop - start):
                value = np.int64(0)
                for k in range(g * n_codes, (g + 1) * n_codes):
                    cost = costs[counts[k]]
                    value = max(value, cost) if highest else value + cost
                found[start + g] = value
    return found


@compiled
def count_parts(
    by_secret: Scores, candidates: Indices, n_codes: int, counts: Counters, start: int, stop: int
) -> None:
    """Count the parts of the guesses from ``start`` to ``stop`` into ``counts``, K a guess."""
    for c in range(len(candidates)):
        row = by_secret[candidates[c], start:stop]
        for g in range(stop - start):
            # unsigned, so that no test for a negative index stands in the way
            counts[np.uint64(g) * np.uint64(n_codes) + np.uint64(row[g])] += 1


@compiled
def add_values(
    by_secret: Scores,
    candidates: Indices,
    costs: IntArray,
    highest: bool,
    n_codes: int,
    counts: Counters,
    found: IntArray,
    start: int,
    stop: int,
) -> None:
    """Count the parts as :func:`count_parts` does, and keep up their values as they grow."""
    for c in range(len(candidates)):
        row = by_secret[candidates[c], start:stop]
        for g in range(stop - start):
            at = np.uint64(g) * np.uint64(n_codes) + np.uint64(row[g])
            before = counts[at]
            counts[at] = before + 1
            if highest:
                found[start + g] = max(found[start + g], costs[before + 1])
            else:
                found[start + g] += costs[before + 1] - costs[before]


# --- where secrets have weights -------------------------------------------------------------


@compiled
def weigh_guesses(
    by_secret: Scores, candidates: Indices, weights: IntArray, by_size: bool, n_codes: int
) -> IntArray:
    """Value every guess by the weights of its parts; (G,) int64.

    ``by_secret (S, G)`` unsigned, C order; ``candidates (A,)``; ``weights (S,)`` int64.
    """
    found = np.zeros(by_secret.shape[1], np.int64)
    sums = np.zeros(BLOCK * n_codes, np.int64)
    counts = np.zeros(BLOCK * n_codes if by_size else 0, np.int32)
    for start in range(0, len(found), BLOCK):
        stop = min(start + BLOCK, len(found))
        sums[:] = 0
        counts[:] = 0
        if by_size:
            count_parts(by_secret, candidates, n_codes, counts, start, stop)
        for c in range(len(candidates)):
            row, weight = by_secret[candidates[c], start:stop], weights[candidates[c]]
            for g in range(stop - start):
                sums[np.uint64(g) * np.uint64(n_codes) + np.uint64(row[g])] += weight
        for g in range(stop - start):
            value = np.int64(0)
            for k in range(n_codes):
                at = g * n_codes + k
                if sums[at]:
                    size = counts[at] if by_size else 0
                    value += weighed_cost(sums[at], size, by_size, k == n_codes - 1)
            found[start + g] = value
    return found


@compiled
def weighed_cost(weight: int, size: int, by_size: bool, win: bool) -> int:
    """Cost a part as the weighted measures do, one or the other."""
    if by_size:
        return 0 if win else weight * size
    cost = int(np.rint(weight * logarithm(weight) / 1024))
    return cost - weight // 1024 if win else cost


@compiled
def logarithm(number: int) -> float:
    """Return the base 2 logarithm, rounded as :func:`jotto.engine.strategies.logarithms` does."""
    share, power = math.frexp(float(number))
    part = (share - ROOT) / (share + ROOT)
    square, found = part * part, 0.0
    for coefficient in SERIES:
        found = found * square + coefficient
    return found * part * PER_BIT + (power - 0.5)


@compiled
def weigh_parts_of(
    by_secret: Scores,
    members: Indices,
    guess: int,
    worth: Worth,
    sums: IntArray,
    sizes: IntArray,
) -> int:
    """Value one guess by the weights of its parts; ``sums`` and ``sizes`` (K,) are zero, and stay.

    Quicker than :func:`weigh_guesses` where members are fewer than codes.
    """
    sizes[:] = 0
    for m in members:
        code = by_secret[m, guess]
        sums[code] += worth.weights[m]
        sizes[code] += 1
    value, win = 0, len(sums) - 1
    for m in members:
        code = by_secret[m, guess]
        if sums[code]:
            value += weighed_cost(sums[code], sizes[code], worth.by_size, code == win)
            sums[code] = 0
    return value


@compiled
def least_of_parts(heavy: IntArray, p: int, by_size: bool) -> int:
    """Bound from below the value of a guess that cannot win and makes ``p`` parts of a set.

    ``heavy (n,)``: the weights of the set, descending. Entropy is the least where parts weigh as
    alike as can be: those too heavy for that stand alone, the others share what is left. Of
    sizes, each candidate beyond one a part adds the weight of two to the least there can be.
    """
    n, whole = len(heavy), int(heavy.sum())
    if by_size:
        return whole + 2 * (n - p) * int(heavy[n - 1])
    alone, left, value = 0, whole, 0.0
    while alone < p - 1 and heavy[alone] * (p - alone) > left:
        value += heavy[alone] * logarithm(heavy[alone])
        left -= heavy[alone]
        alone += 1
    value += left * (np.log2(left) - np.log2(p - alone))
    return int(value / 1024) - p - 1  # each part is rounded


@compiled
def simple_after_pairs(
    by_secret: Scores, guess_of: Indices, first: int, seconds: Indices, n_codes: int
) -> IntArray:
    """Play ``first``, then each of ``seconds``, then the earliest candidate: totals and worsts.

    ``by_secret (S, G)`` unsigned, C order; ``guess_of (S,)`` ascending; the last code is the
    win. Returns (2, len(seconds)) int64: guesses over all secrets, and in the longest game.
    """
    n = len(guess_of)
    found = np.zeros((2, len(seconds)), np.int64)
    left, sorted_left = np.empty(n, np.int64), np.empty(n, np.int64)
    starts, stops, depths = np.empty(n, np.int64), np.empty(n, np.int64), np.empty(n, np.int64)
    counts = np.empty(n_codes, np.int64)
    for pair in range(len(seconds)):
        left[:] = np.arange(n)
        starts[0], stops[0], depths[0] = 0, n, 1
        waiting = 1
        while waiting:
            waiting -= 1
            start, stop, depth = starts[waiting], stops[waiting], depths[waiting]
            guess = guess_of[left[start]]
            if depth <= 2:
                guess = first if depth == 1 else seconds[pair]
            found[0, pair] += stop - start
            found[1, pair] = max(found[1, pair], depth)
            counts[:] = 0
            for i in range(start, stop):
                counts[by_secret[left[i], guess]] += 1
            at = start
            for k in range(n_codes):
                if counts[k] and k != n_codes - 1:
                    starts[waiting], stops[waiting] = at, at + counts[k]
                    depths[waiting] = depth + 1
                    waiting += 1
                at += counts[k]
                counts[k] = at - counts[k]
            for i in range(start, stop):
                k = by_secret[left[i], guess]
                sorted_left[counts[k]] = left[i]
                counts[k] += 1
            left[start:stop] = sorted_left[start:stop]
    return found


# --- whole trees ----------------------------------------------------------------------------

SMALL = 64  # candidates; up to here it pays to count the parts of all guesses before any value


@compiled
def lengths_after(
    by_secret: Scores, guess_of: Indices, opening: Indices, worth: Worth, n_codes: int
) -> IntArray:
    """Play ``opening``, then the guess of least value, against every secret: guesses (S,) int64.

    What :func:`jotto.engine.strategies.one_step` does at every node, node after node.
    ``by_secret (S, G)`` unsigned, C order; ``guess_of (S,)`` ascending; ``opening`` guesses;
    the costs of ``worth`` convex from 1 on; the last code is the win.
    """
    n, n_guesses = len(guess_of), by_secret.shape[1]
    found = np.zeros(n, np.int64)
    left, sorted_left = np.arange(n), np.empty(n, np.int64)
    starts, stops, depths = np.empty(n, np.int64), np.empty(n, np.int64), np.empty(n, np.int64)
    desk = desk_for(guess_of, n_guesses, n_codes)
    sizes = desk.sizes
    starts[0], stops[0], depths[0] = 0, n, 1
    waiting = 1
    while waiting:
        waiting -= 1
        start, stop, depth = starts[waiting], stops[waiting], depths[waiting]
        members = left[start:stop]
        if depth <= len(opening):
            guess = opening[depth - 1]
        elif len(members) <= 2:
            heavier_first(members, worth.weights)
            for i in range(len(members)):
                found[members[i]] = depth + i
            continue
        else:
            desk.inside[members] = True
            guess = best_guess(by_secret, guess_of, members, worth, n_codes, desk)
            desk.inside[members] = False
        sizes[:] = 0
        for m in members:
            sizes[by_secret[m, guess]] += 1
        at = start
        for k in range(n_codes):
            if sizes[k] and k != n_codes - 1:
                starts[waiting], stops[waiting] = at, at + sizes[k]
                depths[waiting] = depth + 1
                waiting += 1
            at += sizes[k]
            sizes[k] = at - sizes[k]
        for m in members:
            k = by_secret[m, guess]
            if k == n_codes - 1:
                found[m] = depth
            sorted_left[sizes[k]] = m
            sizes[k] += 1
        left[start:stop] = sorted_left[start:stop]
    return found


class Desk(NamedTuple):
    """Where the choice of a guess is worked out.

    ``secret_of (G,)`` int64: the number of a guess as a secret, or -1; ``inside (S,)``: whether a
    secret is a candidate. By guess (G,): codes ``seen``, and ``n_parts``. By code (K,): ``sizes``
    and, zero between calls, ``sums`` of weights.
    """

    secret_of: IntArray
    inside: npt.NDArray[np.bool_]
    seen: npt.NDArray[np.uint32]
    n_parts: npt.NDArray[np.uint8]
    sizes: IntArray
    sums: IntArray


@compiled
def desk_for(guess_of: Indices, n_guesses: int, n_codes: int) -> Desk:
    """Lay out a desk for a game."""
    secret_of = np.full(n_guesses, -1, np.int64)
    secret_of[guess_of] = np.arange(len(guess_of))
    return Desk(
        secret_of,
        np.zeros(len(guess_of), np.bool_),
        np.zeros(n_guesses, np.uint32),
        np.zeros(n_guesses, np.uint8),
        np.zeros(n_codes, np.int64),
        np.zeros(n_codes, np.int64),
    )


@compiled
def heavier_first(members: Indices, weights: IntArray) -> None:
    """Put the likelier of two candidates first, the earlier of equals."""
    if len(members) == 2 and weights[members[1]] > weights[members[0]]:
        members[0], members[1] = members[1], members[0]


@compiled
def best_guess(
    by_secret: Scores, guess_of: Indices, members: Indices, worth: Worth, n_codes: int, desk: Desk
) -> int:
    """Find the guess of least value, a candidate before others, the earliest among equals."""
    n = len(members)
    if n <= n_codes and not worth.weighed:
        for m in members:
            if parts_of(by_secret, members, guess_of[m], desk.sizes) == n:
                return int(guess_of[m])
    if n <= SMALL and n_codes <= 32:
        perfect = count_all_parts(by_secret, members, n_codes, desk.seen, desk.n_parts)
        if worth.weighed:
            return best_by_weight(by_secret, guess_of, members, worth, desk, perfect)
        return perfect if perfect >= 0 else best_by_parts(by_secret, members, worth, desk)
    found = value_by(by_secret, members, worth, n_codes)
    best, own = 0, False
    for g in range(len(found)):
        if found[g] > found[best]:
            continue
        can = desk.secret_of[g] >= 0 and desk.inside[desk.secret_of[g]]
        if g == 0 or found[g] < found[best] or (can and not own):
            best, own = g, can
    return best


@compiled
def best_by_weight(
    by_secret: Scores, guess_of: Indices, members: Indices, worth: Worth, desk: Desk, perfect: int
) -> int:
    """Do what :func:`best_guess` does where secrets have weights, for a set of few.

    ``perfect``: the earliest guess that tells all apart, or -1; then the parts of every guess are
    counted. Of guesses that cannot win, none is better than one that tells all apart, and one
    that makes too few parts need not be weighed.
    """
    best, own, least = -1, True, NEVER
    for m in members:
        value = weigh_parts_of(by_secret, members, guess_of[m], worth, desk.sums, desk.sizes)
        if value < least:
            best, least = int(guess_of[m]), value
    if perfect >= 0:
        value = weigh_parts_of(by_secret, members, perfect, worth, desk.sums, desk.sizes)
        return perfect if value < least else best
    heavy = np.sort(worth.weights[members])[::-1].copy()
    for p in range(desk.n_parts.max(), 0, -1):
        if least_of_parts(heavy, p, worth.by_size) > least:
            break
        for g in range(len(desk.n_parts)):
            if desk.n_parts[g] != p:
                continue
            value = weigh_parts_of(by_secret, members, g, worth, desk.sums, desk.sizes)
            if value < least or (value == least and not own and g < best):
                best, own, least = g, False, value
    return best


@compiled
def parts_of(by_secret: Scores, members: Indices, guess: int, sizes: IntArray) -> int:
    """Count the parts of a guess into ``sizes (K,)``; return how many there are."""
    sizes[:] = 0
    found = 0
    for m in members:
        code = by_secret[m, guess]
        found += sizes[code] == 0
        sizes[code] += 1
    return found


@compiled
def count_all_parts(
    by_secret: Scores,
    members: Indices,
    n_codes: int,
    seen: npt.NDArray[np.uint32],
    n_parts: npt.NDArray[np.uint8],
) -> int:
    """Count the parts of every guess (G,); stop at one that tells all apart, and return it, or -1.

    Codes are below 32. ``seen (G,)`` is overwritten.
    """
    n_guesses = by_secret.shape[1]
    for start in range(0, n_guesses, BLOCK):
        stop = min(start + BLOCK, n_guesses)
        some, counts = seen[start:stop], n_parts[start:stop]
        some[:] = 0
        for m in members:
            add_codes(some, by_secret[m, start:stop])
        most = count_bits(some, counts)
        if most == len(members):
            for g in range(stop - start):
                if counts[g] == most:
                    return start + g
    return -1


@compiled
def add_codes(seen: npt.NDArray[np.uint32], codes: Scores) -> None:
    """Mark one code of each guess as seen: a loop that runs on whole vectors."""
    for g in range(len(seen)):
        seen[g] |= np.uint32(np.uint32(1) << np.uint32(codes[g] & 31))


@compiled
def count_bits(seen: npt.NDArray[np.uint32], counts: npt.NDArray[np.uint8]) -> int:
    """Count the bits of every number; return the most."""
    most = np.uint8(0)
    for g in range(len(seen)):
        x = seen[g]
        x = np.uint32(x - ((x >> np.uint32(1)) & np.uint32(0x55555555)))
        x = np.uint32((x & np.uint32(0x33333333)) + ((x >> np.uint32(2)) & np.uint32(0x33333333)))
        x = np.uint32((x + (x >> np.uint32(4))) & np.uint32(0x0F0F0F0F))
        x = np.uint32(x + (x >> np.uint32(8)))
        x = np.uint32((x + (x >> np.uint32(16))) & np.uint32(0x3F))
        counts[g] = np.uint8(x)
        most = max(most, np.uint8(x))
    return int(most)


@compiled
def best_by_parts(by_secret: Scores, members: Indices, worth: Worth, desk: Desk) -> int:
    """Do what :func:`best_guess` does, and value only guesses with enough parts.

    Parts that are as equal as can be cost the least, since ``costs`` are convex.
    """
    n, n_parts, costs, highest = len(members), desk.n_parts, worth.costs, worth.highest
    best, own, least = -1, False, np.int64(NEVER)
    for p in range(n_parts.max(), 0, -1):
        small, larger = n // p, n % p
        most = costs[small + (larger > 0)]
        bound = most if highest else (p - larger) * costs[small] + larger * most
        if bound > least:
            break
        for g in range(len(n_parts)):
            if n_parts[g] != p:
                continue
            parts_of(by_secret, members, g, desk.sizes)
            value = np.int64(0)
            for size in desk.sizes:
                value = max(value, costs[size]) if highest else value + costs[size]
            if value > least:
                continue
            can = desk.secret_of[g] >= 0 and desk.inside[desk.secret_of[g]]
            if value < least or (can and not own) or (can == own and g < best):
                best, own, least = g, can, value
    return best


# --- searching ------------------------------------------------------------------------------
# A set of candidates is an array (n,) int64 of their numbers, ascending. Candidates are numbered
# from 0, the heaviest first, and guess i < A is candidate i. The total of a set is the sum of
# weight x guesses over it, of the best strategy known or possible.

SHARE = 1 << 30  # the unit of bits where weights differ
PROBES = 4  # places where a set may be kept in the memo


class Board(NamedTuple):
    """What a search reads.

    ``by_secret (A, G)`` unsigned, C order; ``weights (A,)`` int64, descending; ``names (A, 2)``
    int64 at random, to tell sets apart by; ``turns (A + 1, 2)`` int64 likewise, for the guesses
    left. ``capacity[d]``: the most candidates that d guesses can find; any number where d is
    beyond it. ``widths (A + 1,)``: how many guesses are tried for a set of n, at least all of
    them for a proof. ``bits (A + 1,)``: n log2 n. Sets of up to ``few`` candidates are compared
    in pairs; at most 255. ``even``: all weights are 1. ``own``: only candidates are guessed.
    """

    by_secret: Scores
    weights: IntArray
    names: IntArray
    turns: IntArray
    capacity: IntArray
    widths: IntArray
    bits: IntArray
    n_codes: int
    few: int
    even: bool
    own: bool


class Memo(NamedTuple):
    """What is known of sets: rows (name, name, least total, total found) and the guess for it."""

    rows: IntArray  # (N, 4) int64, N a power of two; a free row is all 0
    guesses: IntArray  # (N,)


class Notes(NamedTuple):
    """Where kernels write: none of it outlives the call that fills it.

    By guess (G,): ``twins``, candidates with an earlier one in their part; ``pairs`` of
    candidates in one part; ``firsts``, the weight of the heaviest of each part; ``bound``, the
    least total a guess can lead to; ``spread``, how unequal its parts are: squares of sizes of
    few, n log2 n of many, and of weights where those differ. By code (K,): what a guess does.
    """

    equal: npt.NDArray[np.uint8]  # (BLOCK,)
    twins: npt.NDArray[np.uint8]
    pairs: npt.NDArray[np.uint16]
    firsts: IntArray
    bound: IntArray
    spread: IntArray
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
    start = first & (len(memo.rows) - 1)
    chosen = start
    for probe in range(PROBES):
        at = start ^ probe
        if memo.rows[at, 0] == first and memo.rows[at, 1] == second:
            chosen = at
            break
        if memo.rows[at, 2] < memo.rows[chosen, 2]:
            chosen = at
    if memo.rows[chosen, 0] == first and memo.rows[chosen, 1] == second:
        low = max(low, memo.rows[chosen, 2])
        if high >= memo.rows[chosen, 3]:
            high, guess = memo.rows[chosen, 3], memo.guesses[chosen]
    memo.rows[chosen, 0] = first
    memo.rows[chosen, 1] = second
    memo.rows[chosen, 2] = low
    memo.rows[chosen, 3] = high
    memo.guesses[chosen] = guess


@compiled
def least_costs(room: IntArray, n: int) -> IntArray:
    """Tabulate what 0, 1, .. n candidates of weight 1 cost at least: an array (n + 1,) int64.

    ``room[j]``: how many candidates can be among the first j of a part, the win left out, whatever
    the guess. The i-th candidate is found one guess after the best place that is left for it in
    its part: with four parts of three, eight candidates cannot all be first or second.
    """
    turns, costs = np.ones(n + 1, np.int64), np.zeros(n + 1, np.int64)
    place = 1
    for i in range(1, n + 1):
        while i > 1 and room[place] < i - 1:
            place += 1
        if i > 1:
            turns[i] = 1 + turns[place]
        costs[i] = costs[i - 1] + turns[i]
    return costs


@compiled
def cost_of(board: Board, members: IntArray, costs: IntArray) -> int:
    """Bound the total of a set by ``costs``: the heaviest are found first."""
    found = 0
    for i in range(len(members)):
        found += (costs[i + 1] - costs[i]) * board.weights[members[i]]
    return found


@compiled
def add_equal(equal: npt.NDArray[np.uint8], some: Scores, other: Scores) -> None:
    """Count one more where two rows have the same code: a loop that runs on whole vectors."""
    for g in range(len(equal)):
        equal[g] += some[g] == other[g]


@compiled
def compare(board: Board, notes: Notes, members: IntArray) -> None:
    """Fill ``twins``, ``pairs`` and, where weights differ, ``firsts``, for a set of few."""
    n_guesses = board.by_secret.shape[1]
    notes.twins[:] = 0
    notes.pairs[:] = 0
    if not board.even:
        notes.firsts[:] = board.weights[members[0]]
    for start in range(0, n_guesses, BLOCK):
        stop = min(start + BLOCK, n_guesses)
        equal, twins = notes.equal[: stop - start], notes.twins[start:stop]
        pairs, firsts = notes.pairs[start:stop], notes.firsts[start:stop]
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
                    firsts[g] += weight * (equal[g] == 0)


@compiled
def compare_own(board: Board, notes: Notes, members: IntArray) -> None:
    """Do what :func:`compare` does, for the guesses that are in the set and no others."""
    for g in members:
        notes.twins[g] = 0
        notes.pairs[g] = 0
        notes.firsts[g] = 0
        for m in members:
            code = board.by_secret[m, g]
            if notes.sizes[code]:
                notes.twins[g] += 1
            else:
                notes.firsts[g] += board.weights[m]
            notes.pairs[g] += notes.sizes[code]
            notes.sizes[code] += 1
        for m in members:
            notes.sizes[board.by_secret[m, g]] = 0


@compiled
def appraise_few(board: Board, notes: Notes, members: IntArray) -> None:
    """Turn what :func:`compare` found into ``bound`` and ``spread``."""
    n, whole = len(members), board.weights[members].sum()
    if board.even:
        for g in range(len(notes.bound)):
            notes.bound[g] = 2 * n + int(notes.twins[g])
    else:
        for g in range(len(notes.bound)):
            notes.bound[g] = 3 * whole - notes.firsts[g]
    for g in range(len(notes.bound)):
        notes.spread[g] = (n + 2 * int(notes.pairs[g])) * (whole // n)
    for m in members:
        notes.bound[m] -= board.weights[m]


@compiled
def appraise_many(
    board: Board, notes: Notes, members: IntArray, room: IntArray, costs: IntArray
) -> IntArray:
    """Fill ``bound`` and ``spread`` by counting codes, for a set of many: its own ``room``."""
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
    for m in members:
        notes.bound[m] -= board.weights[m]
    return np.minimum(own_room, room[: n + 1])


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
    n, whole = len(members), board.weights[members].sum()
    low, high, guess = NEVER, NEVER, -1
    for m in members:
        firsts = n - int(notes.twins[m]) if board.even else notes.firsts[m]
        bound = 3 * whole - firsts - board.weights[m]
        low = min(low, bound)
        if notes.twins[m] == notes.pairs[m] and (most > 2 or notes.pairs[m] == 0) and bound < high:
            high, guess = bound, m
    if not board.own:
        bound, other, bound_attained = (
            fewest_twins(notes, n, most) if board.even else heaviest_firsts(notes, whole, most)
        )
        low = min(low, bound)
        if bound_attained < high:
            high, guess = bound_attained, other
    return (high if most == 2 else low), high, guess


@compiled
def fewest_twins(notes: Notes, n: int, most: int) -> tuple[int, int, int]:
    """Find the least bound of all guesses; the first with the least bound attained, and that."""
    none = np.uint8(255)
    fewest, attained = none, none
    for g in range(len(notes.twins)):
        fewest = min(fewest, notes.twins[g])
    for g in range(len(notes.twins)):
        flat = notes.twins[g] == notes.pairs[g]
        attained = min(attained, notes.twins[g] if flat else none)
    if attained == none or (most == 2 and attained):
        return 2 * n + int(fewest), -1, NEVER
    for g in range(len(notes.twins)):
        if notes.twins[g] == attained and notes.pairs[g] == attained:
            return 2 * n + int(fewest), g, 2 * n + int(attained)
    return 2 * n + int(fewest), -1, NEVER


@compiled
def heaviest_firsts(notes: Notes, whole: int, most: int) -> tuple[int, int, int]:
    """Do what :func:`fewest_twins` does, where weights differ."""
    low, high, guess = NEVER, NEVER, -1
    for g in range(len(notes.twins)):
        bound = 3 * whole - notes.firsts[g]
        low = min(low, bound)
        flat = notes.twins[g] == notes.pairs[g] and (most > 2 or notes.pairs[g] == 0)
        if flat and bound < high:
            high, guess = bound, g
    return low, guess, high


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
    board: Board, memo: Memo, notes: Notes, members: IntArray, most: int, costs: IntArray
) -> tuple[int, int, int]:
    """Bound the total of a set without trying any guess.

    Returns a bound, a total found or NEVER, and the guess that led to it.
    """
    n = len(members)
    if most < len(board.capacity) and n > board.capacity[most]:
        return NEVER, NEVER, -1
    whole = board.weights[members].sum()
    if n <= 2:
        total = 2 * whole - board.weights[members[0]]
        return total, total, members[0]
    first, second = name_of(board, members, most)
    at = recall(memo, first, second)
    if at >= 0:
        return memo.rows[at, 2], memo.rows[at, 3], int(memo.guesses[at])
    guess = splitter(board, notes, members) if n <= board.n_codes else -1
    if guess >= 0:
        low = high = 2 * whole - board.weights[guess]
    elif n > board.few:
        low, high = cost_of(board, members, costs), NEVER
    else:
        survey(board, notes, members)
        low, high, guess = verdict(board, notes, members, most)
    remember(memo, first, second, low, high, guess)
    return low, high, guess


@compiled
def survey(board: Board, notes: Notes, members: IntArray) -> None:
    """Compare the codes of a set of few, for the guesses that are allowed."""
    if board.own:
        compare_own(board, notes, members)
    else:
        compare(board, notes, members)


@compiled
def take_apart(
    board: Board,
    memo: Memo,
    notes: Notes,
    members: IntArray,
    guess: int,
    most: int,
    costs: IntArray,
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
        notes.lows[code] = part_bound(board, memo, notes, code, most - 1)
        total = min(total + notes.lows[code], NEVER)
    return total, n_parts


@compiled
def part_bound(board: Board, memo: Memo, notes: Notes, code: int, most: int) -> int:
    """Bound the total of the part with ``code`` by its weights, or by what the memo knows."""
    size = notes.sizes[code]
    if most < len(board.capacity) and size > board.capacity[most]:
        return NEVER
    low: int = notes.lows[code]
    if size <= 2:
        return low
    left = min(most, size)
    at = recall(
        memo,
        notes.part_names[code, 0] ^ board.turns[left, 0],
        notes.part_names[code, 1] ^ board.turns[left, 1],
    )
    return low if at < 0 else max(low, int(memo.rows[at, 2]))


@compiled
def larger_parts(
    board: Board, notes: Notes, members: IntArray, guess: int, n_parts: int, wanted: bool
) -> tuple[IntArray, IntArray, IntArray]:
    """List the parts of three candidates and more, the smallest first, and wipe the counts.

    Returns the candidates, part after part, where each part starts, and its least total;
    nothing unless it is ``wanted``.
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
def appraise(
    board: Board, notes: Notes, members: IntArray, room: IntArray, costs: IntArray
) -> IntArray:
    """Fill ``bound`` and ``spread`` for every guess; return the set's own ``room (n + 1,)``."""
    if len(members) > board.few:
        return appraise_many(board, notes, members, room, costs)
    survey(board, notes, members)
    appraise_few(board, notes, members)
    parts = most_parts(board, notes, members)
    return np.minimum(room[: len(members) + 1], parts * np.arange(len(members) + 1))


@compiled
def most_parts(board: Board, notes: Notes, members: IntArray) -> int:
    """Find the most parts that a guess has, by what :func:`compare` found."""
    fewest = np.uint8(255)
    if board.own:
        for m in members:
            fewest = min(fewest, notes.twins[m])
    else:
        for g in range(len(notes.twins)):
            fewest = min(fewest, notes.twins[g])
    return len(members) - int(fewest)


@compiled
def in_order(board: Board, notes: Notes, members: IntArray, limit: int) -> IntArray:
    """List the guesses to try, the most promising first.

    All of those that can lead to less than ``limit``, or, if the board is narrow, the most
    promising; of many candidates' guesses no two that are worth the same.
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
        keys = notes.spread + (notes.bound * (SHARE / whole)).astype(np.int64)
    if board.own:
        own = keys[members]
        keys[:] = NEVER
        keys[members] = own
    for g in range(len(keys)):
        if notes.spread[g] >= idle:
            keys[g] = NEVER
    if board.widths[n] < len(keys):
        return most_promising(keys, board.widths[n], n > board.few)
    some = np.flatnonzero((keys < NEVER) & (notes.bound < limit))
    return some[np.argsort(keys[some], kind="mergesort")]


@compiled
def most_promising(keys: IntArray, width: int, alike: bool) -> IntArray:
    """Find the guesses with the ``width`` lowest keys; with ``alike`` one for each key.

    Wipes the keys.
    """
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
    memo: Memo,
    notes: Notes,
    stop: npt.NDArray[np.uint8],
    members: IntArray,
    limit: int,
    most: int,
    depth: int,
    room: IntArray,
    costs: IntArray,
) -> int:
    """Find the least total of a set, if it is below ``limit``; if not, a bound not below it.

    With a narrow board the total is that of the guesses tried, and the bound holds for those.
    ``most`` guesses are left; after ``depth`` of them, if that is less, bounds are taken for
    totals, and a bound is returned. ``room`` and ``costs``, see :func:`least_costs`, are those of
    the set or of one that holds it. What is found is in ``memo``. Another thread may write to
    ``stop (1,)`` to end it all: then what is returned is worth nothing but as a bound, and the
    memo knows the best that was found.
    """
    low, best, chosen = glance(board, memo, notes, members, most, costs)
    if low >= limit or low >= best or stop[0]:
        return low
    high, known = best, chosen
    room = appraise(board, notes, members, room, costs)
    costs = least_costs(room, len(members))
    first, second = name_of(board, members, most)
    order = in_order(board, notes, members, min(limit, best))
    bounds = notes.bound[order]
    refuted = NEVER
    if board.widths[len(members)] >= len(notes.bound):
        refuted = spared(board, notes, members, min(limit, best))
        low = max(low, min(refuted, bounds.min() if len(bounds) else NEVER))
    if depth == 0:
        order = order[:0]
    for at in range(len(order)):
        aim, guess, total = min(limit, best), order[at], bounds[at]
        if total < aim:
            total, n_parts = take_apart(board, memo, notes, members, guess, most, costs)
            found, starts, lows = larger_parts(board, notes, members, guess, n_parts, total < aim)
            for p in range(len(lows)):
                part = found[starts[p] : starts[p + 1]]
                bound, _, _ = glance(board, memo, notes, part, most - 1, costs)
                total += max(0, bound - lows[p])
                lows[p] = max(bound, lows[p])
                if total >= aim:
                    break
            for p in range(len(lows)):
                if total >= aim or stop[0]:
                    break
                part = found[starts[p] : starts[p + 1]]
                aimed = aim - total + lows[p]
                bound = least(
                    board, memo, notes, stop, part, aimed, most - 1, depth - 1, room, costs
                )
                total += max(0, bound - lows[p])
            if stop[0]:
                break
        if total < aim:
            best, chosen = total, guess
        else:
            refuted = min(refuted, total)
        if best <= low:
            break
    if depth > 0 and not stop[0]:
        low = max(low, min(best, refuted))
    if depth < most:
        best, chosen = high, known
    remember(memo, first, second, low, best, chosen)
    return low


@compiled
def spared(board: Board, notes: Notes, members: IntArray, limit: int) -> int:
    """Return the least bound of the guesses that cannot lead to less than ``limit``."""
    lowest = NEVER
    if board.own:
        for m in members:
            if notes.bound[m] >= limit:
                lowest = min(lowest, notes.bound[m])
    else:
        for g in range(len(notes.bound)):
            bound = notes.bound[g] if notes.bound[g] >= limit else NEVER
            lowest = min(lowest, bound)
    return lowest

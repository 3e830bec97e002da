"""Compiled loops over scores: arrays in, arrays out, nothing validated; slow twins: tests/naive.py.

Imported only when needed: numba takes longer to load than most commands take. Its cache, in
``__pycache__``, misses edits to functions called from another file, and fails after a NamedTuple
was renamed: then remove those of ``engine`` and ``search``.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar, cast

import numba
import numpy as np
import numpy.typing as npt
from numba.core import event

from jotto.engine import measures
from jotto.engine.game import Game
from jotto.engine.measures import PER_BIT, ROOT, SERIES, Measure
from jotto.engine.partition import Bools, Indices, IntArray, Scores
from jotto.engine.position import Position
from jotto.engine.strategies import Strategy

Counters = npt.NDArray[np.int32]
F = TypeVar("F", bound=Callable[..., Any])

NEVER = 1 << 60  # higher than any value or total: there is none
BLOCK = 512  # guesses at a time: their counters stay in the first-level cache
SMALL = 64  # candidates; up to so many, it pays to count the parts of all guesses first


class _Compiling(event.Listener):
    """Logs once that functions are being compiled: a first search takes half a minute longer."""

    logged = False

    def on_start(self, event: event.Event) -> None:  # not called for cached functions
        if not self.logged:
            self.logged = True
            logging.getLogger("jotto").info("compiling, once on this machine: half a minute ...")

    def on_end(self, event: event.Event) -> None:
        pass


event.register("numba:compile", _Compiling())  # type: ignore[no-untyped-call]


def compiled(function: F) -> F:
    """Compile ``function``; the result is cached on disk if a folder is writable."""
    return _compiled(function, {})


def lean(function: F) -> F:
    """Compile a function that makes no array, without counting references to those it is given.

    The counters are atomic: with tuples of many arrays they took 38 % of the time of a search.
    """
    return _compiled(function, {"_nrt": False})


def _compiled(function: F, options: dict[str, Any]) -> F:
    try:
        return cast(F, numba.njit(cache=True, nogil=True, **options)(function))
    except RuntimeError:  # numba found no writable folder
        return cast(F, numba.njit(nogil=True, **options)(function))


class Worth(NamedTuple):
    """A measure for kernels: the sum, or the highest, of the ``costs (A + 1,)`` int64 of the parts.

    If ``weighed``, instead of costs: weighted entropy or, ``by_size``, weighted size, by
    ``weights (S,)``.
    """

    costs: IntArray  # (0,) if weighed
    highest: bool
    weights: IntArray
    weighed: bool
    by_size: bool


class Scratch(NamedTuple):
    """Scratch arrays for choosing a guess, and two tables of the game."""

    guess_of: Indices  # (S,) ascending
    secret_of: IntArray  # (G,) the index of a guess as a secret, or -1
    inside: Bools  # (S,) whether a secret is a candidate
    seen: npt.NDArray[np.uint32]  # (G,) a bit for each code
    n_parts: npt.NDArray[np.uint8]  # (G,)
    sizes: IntArray  # (K,)
    sums: IntArray  # (K,) of weights; all 0 between calls


def scratch_for(game: Game) -> Scratch:
    """Make the scratch arrays for a game."""
    inside, n_guesses = np.zeros(len(game), np.bool_), len(game.guesses)
    seen, n_parts = np.zeros(n_guesses, np.uint32), np.zeros(n_guesses, np.uint8)
    sizes, sums = np.zeros((2, game.rule.n_codes), np.int64)
    return Scratch(game.guess_of, game.secret_of, inside, seen, n_parts, sizes, sums)


def worth_by(game: Game, candidates: Indices, measure: Measure) -> Worth:
    """Convert a measure for kernels, for scores whose rows are ``candidates (A,)``."""
    weights = game.weights(candidates)
    weighed = game.prior is not None and measure.weighted is not None
    costs = np.zeros(0, np.int64) if weighed else measure.costs(len(weights))
    by_size = measure.weighted is measures.weighted_size
    known = by_size or measure.weighted in (None, measures.weighted_entropy)
    assert known, "weighed_cost has two weighted measures"
    return Worth(costs, measure.highest, weights, weighed, by_size)


def value_all(
    game: Game, candidates: Indices, measure: Measure, guesses: Indices | None = None
) -> IntArray:
    """Value ``guesses``, or all: a faster :func:`jotto.engine.measures.values`; int64."""
    n_codes = game.rule.n_codes
    if guesses is None and game.whole:
        worth = worth_by(game, game.everything, measure)
        return value_by(read_only(game.scores.T), candidates, worth, n_codes)
    worth = worth_by(game, candidates, measure)
    rows, blocks = np.arange(len(candidates)), game.blocks(candidates, guesses)
    return np.concatenate([value_by(read_only(block), rows, worth, n_codes) for block in blocks])


def read_only(by_secret: Scores) -> Scores:
    """View scores as those read from a file are: kernels are compiled for one kind of array."""
    view = by_secret.view()
    view.flags.writeable = False
    return view


@compiled
def value_by(by_secret: Scores, candidates: Indices, worth: Worth, n_codes: int) -> IntArray:
    """Value every guess, (G,) int64, by scores (S, G) in C order, on ``candidates (A,)``."""
    if worth.weighed:
        return weigh_guesses(by_secret, candidates, worth, n_codes)
    return value_guesses(by_secret, candidates, worth, n_codes)


@compiled
def value_guesses(by_secret: Scores, candidates: Indices, worth: Worth, n_codes: int) -> IntArray:
    """Value every guess: the sum, or the highest, of ``costs`` over its parts; (G,) int64."""
    costs, highest = worth.costs, worth.highest
    values = np.zeros(by_secret.shape[1], np.int64)
    # with few candidates most counters stay 0, so that adding up values candidate by candidate is
    # less work than a pass over all counters: 2 to 7 times faster up to 20 candidates and 20 codes,
    # equal at 40
    few = len(candidates) <= min(2 * n_codes, 255)
    counts = np.zeros(BLOCK * n_codes, np.int32)
    for start in range(0, len(values), BLOCK):
        stop = min(start + BLOCK, len(values))
        counts[:] = 0
        if few:
            add_values(by_secret, candidates, costs, highest, n_codes, counts, values, start, stop)
        else:
            count_parts(by_secret, candidates, n_codes, counts, start, stop)
            for g in range(stop - start):
                value = np.int64(0)
                for k in range(g * n_codes, (g + 1) * n_codes):
                    cost = costs[counts[k]]
                    value = max(value, cost) if highest else value + cost
                values[start + g] = value
    return values


@compiled
def count_parts(
    by_secret: Scores, candidates: Indices, n_codes: int, counts: Counters, start: int, stop: int
) -> None:
    """Count the parts of the guesses from ``start`` to ``stop`` into ``counts``, K per guess."""
    for c in range(len(candidates)):
        row = by_secret[candidates[c], start:stop]
        for g in range(stop - start):
            # unsigned: a test for negative indices would slow the loop down
            counts[np.uint64(g) * np.uint64(n_codes) + np.uint64(row[g])] += 1


@compiled
def add_values(
    by_secret: Scores,
    candidates: Indices,
    costs: IntArray,
    highest: bool,
    n_codes: int,
    counts: Counters,
    values: IntArray,
    start: int,
    stop: int,
) -> None:
    """Count parts as :func:`count_parts` does, and add each change of cost to ``values``."""
    for c in range(len(candidates)):
        row = by_secret[candidates[c], start:stop]
        for g in range(stop - start):
            at = np.uint64(g) * np.uint64(n_codes) + np.uint64(row[g])
            before = counts[at]
            counts[at] = before + 1
            if highest:
                values[start + g] = max(values[start + g], costs[before + 1])
            else:
                values[start + g] += costs[before + 1] - costs[before]


@compiled
def weigh_guesses(by_secret: Scores, candidates: Indices, worth: Worth, n_codes: int) -> IntArray:
    """Value every guess by the weights of its parts; (G,) int64."""
    weights, by_size = worth.weights, worth.by_size
    values = np.zeros(by_secret.shape[1], np.int64)
    sums = np.zeros(BLOCK * n_codes, np.int64)
    counts = np.zeros(BLOCK * n_codes if by_size else 0, np.int32)
    for start in range(0, len(values), BLOCK):
        stop = min(start + BLOCK, len(values))
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
            values[start + g] = value
    return values


@compiled
def weighed_cost(weight: int, size: int, by_size: bool, win: bool) -> int:
    """Return the cost of a part by weighted size, or by weighted entropy."""
    if by_size:
        return 0 if win else weight * size
    cost = int(np.rint(weight * logarithm(weight) / 1024))
    return cost - weight // 1024 if win else cost


@compiled
def logarithm(number: int) -> float:
    """Return the base 2 logarithm, rounded as :func:`jotto.engine.measures.logarithms` does."""
    share, power = math.frexp(float(number))
    part = (share - ROOT) / (share + ROOT)
    square, total = part * part, 0.0
    for coefficient in SERIES:
        total = total * square + coefficient
    return total * part * PER_BIT + (power - 0.5)


@compiled
def weigh_parts_of(
    by_secret: Scores, members: Indices, guess: int, worth: Worth, scratch: Scratch
) -> int:
    """Value one guess by the weights of its parts, for a small set."""
    sums, sizes = scratch.sums, scratch.sizes
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
    """Return a lower bound on the value of a guess that splits a set into ``p`` parts, without win.

    ``heavy (n,)``: the weights of the set, descending. Entropy is lowest if all parts weigh the
    same; candidates heavier than that get parts of their own, the others share the rest. By size,
    each candidate beyond one per part adds at least twice the lowest weight.
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
    return int(value / 1024) - p - 1  # for the rounding of each part


def lengths(at: Position, strategy: Strategy) -> IntArray | None:
    """Return the guesses that each candidate takes from ``at``, (A,); None if no kernel applies."""
    game, measure = at.game, strategy.measure
    if measure is None or not game.whole or (np.diff(game.guess_of) < 0).any():
        return None
    opening = [game.index(guess) for guess in strategy.opening[len(at.made) :]]
    first, worth = np.array(opening, np.intp), worth_by(game, game.everything, measure)
    by_secret, scratch = read_only(game.scores.T), scratch_for(game)
    return lengths_after(by_secret, at.left, first, worth, scratch)[at.left]


@compiled
def lengths_after(
    by_secret: Scores, candidates: Indices, opening: Indices, worth: Worth, scratch: Scratch
) -> IntArray:
    """Play ``opening``, then the guess of lowest value: the guesses each secret takes, (S,) int64.

    0 for secrets that are not in ``candidates (A,)``. ``by_secret (S, G)`` unsigned, C order; the
    costs of ``worth`` must be convex from 1 on; the last code is the win.
    """
    n, n_codes, sizes = len(candidates), len(scratch.sizes), scratch.sizes
    n_guesses = np.zeros(len(by_secret), np.int64)
    left, sorted_left = candidates.copy(), np.empty(n, np.int64)
    starts, stops, depths = np.empty(n, np.int64), np.empty(n, np.int64), np.empty(n, np.int64)
    starts[0], stops[0], depths[0] = 0, n, 1
    waiting = 1
    while waiting:
        waiting -= 1
        start, stop, depth = starts[waiting], stops[waiting], depths[waiting]
        members = left[start:stop]
        if depth <= len(opening):
            guess = opening[depth - 1]
        elif len(members) <= 2:
            if len(members) == 2 and worth.weights[members[1]] > worth.weights[members[0]]:
                members[0], members[1] = members[1], members[0]
            for i in range(len(members)):
                n_guesses[members[i]] = depth + i
            continue
        else:
            scratch.inside[members] = True
            guess = best_guess(by_secret, members, worth, scratch)
            scratch.inside[members] = False
        parts_of(by_secret, members, guess, sizes)
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
                n_guesses[m] = depth
            sorted_left[sizes[k]] = m
            sizes[k] += 1
        left[start:stop] = sorted_left[start:stop]
    return n_guesses


@compiled
def best_guess(by_secret: Scores, members: Indices, worth: Worth, scratch: Scratch) -> int:
    """Return the guess of lowest value; of equals a candidate, then the earliest."""
    n, n_codes = len(members), len(scratch.sizes)
    if n <= n_codes and not worth.weighed:
        for m in members:
            if parts_of(by_secret, members, scratch.guess_of[m], scratch.sizes) == n:
                return int(scratch.guess_of[m])
    if n <= SMALL and n_codes <= 32:
        perfect = count_all_parts(by_secret, members, scratch)
        if worth.weighed:
            return best_by_weight(by_secret, members, worth, scratch, perfect)
        return perfect if perfect >= 0 else best_by_parts(by_secret, members, worth, scratch)
    values = value_by(by_secret, members, worth, n_codes)
    best, own = 0, False
    for g in range(len(values)):
        if values[g] > values[best]:
            continue
        can = scratch.secret_of[g] >= 0 and scratch.inside[scratch.secret_of[g]]
        if g == 0 or values[g] < values[best] or (can and not own):
            best, own = g, can
    return best


@compiled
def best_by_weight(
    by_secret: Scores, members: Indices, worth: Worth, scratch: Scratch, perfect: int
) -> int:
    """Do the same as :func:`best_guess`, for a small set with weights.

    ``perfect``: the earliest guess that tells all candidates apart: only candidates can be better.
    If -1, ``n_parts`` holds the parts of every guess, and guesses with too few are skipped.
    """
    best, own, least = -1, True, NEVER
    for m in members:
        value = weigh_parts_of(by_secret, members, scratch.guess_of[m], worth, scratch)
        if value < least:
            best, least = int(scratch.guess_of[m]), value
    if perfect >= 0:
        value = weigh_parts_of(by_secret, members, perfect, worth, scratch)
        return perfect if value < least else best
    heavy = np.sort(worth.weights[members])[::-1].copy()
    for p in range(scratch.n_parts.max(), 0, -1):
        if least_of_parts(heavy, p, worth.by_size) > least:
            break
        for g in range(len(scratch.n_parts)):
            if scratch.n_parts[g] != p:
                continue
            value = weigh_parts_of(by_secret, members, g, worth, scratch)
            if value < least or (value == least and not own and g < best):
                best, own, least = g, False, value
    return best


@compiled
def parts_of(by_secret: Scores, members: Indices, guess: int, sizes: IntArray) -> int:
    """Fill ``sizes (K,)`` with the sizes of the parts of a guess; return the number of parts."""
    sizes[:] = 0
    n_parts = 0
    for m in members:
        code = by_secret[m, guess]
        n_parts += sizes[code] == 0
        sizes[code] += 1
    return n_parts


@compiled
def count_all_parts(by_secret: Scores, members: Indices, scratch: Scratch) -> int:
    """Return the first guess that tells all apart; else fill ``n_parts``, return -1; K <= 32."""
    n_guesses = by_secret.shape[1]
    for start in range(0, n_guesses, BLOCK):
        stop = min(start + BLOCK, n_guesses)
        some, counts = scratch.seen[start:stop], scratch.n_parts[start:stop]
        some[:] = 0
        for m in members:
            add_codes(some, by_secret[m, start:stop])
        most = count_bits(some, counts)
        if most == len(members):
            for g in range(stop - start):
                if counts[g] == most:
                    return start + g
    return -1


@lean
def bit_of(code: int) -> np.uint32:
    """Return a word with one bit set."""
    return np.uint32(np.left_shift(np.uint32(1), np.uint32(code)))  # << would have 64 bits


@lean
def bits_in(word: np.uint32) -> np.uint32:
    """Count the bits of a word: by adding up pairs, fours, bytes, and the bytes."""
    odd = np.uint32(np.right_shift(word, np.uint32(1)) & np.uint32(0x55555555))
    pairs = np.uint32(word - odd)
    high = np.uint32(np.right_shift(pairs, np.uint32(2)) & np.uint32(0x33333333))
    fours = np.uint32(np.uint32(pairs & np.uint32(0x33333333)) + high)
    each = np.uint32(fours + np.right_shift(fours, np.uint32(4))) & np.uint32(0x0F0F0F0F)
    halves = np.uint32(each + np.right_shift(np.uint32(each), np.uint32(8)))
    return np.uint32(np.uint32(halves + np.right_shift(halves, np.uint32(16))) & np.uint32(0x3F))


@lean
def add_codes(seen: npt.NDArray[np.uint32], codes: Scores) -> None:
    """Set the bit of one code for each guess, in a loop that is vectorised."""
    for g in range(len(seen)):
        seen[g] |= bit_of(codes[g])


@compiled
def count_bits(seen: npt.NDArray[np.uint32], counts: npt.NDArray[np.uint8]) -> int:
    """Count the bits of every number into ``counts``; return the highest count."""
    most = np.uint8(0)
    for g in range(len(seen)):
        counts[g] = np.uint8(bits_in(seen[g]))
        most = max(most, counts[g])
    return int(most)


@compiled
def best_by_parts(by_secret: Scores, members: Indices, worth: Worth, scratch: Scratch) -> int:
    """Do the same as :func:`best_guess`; costs are convex, so skip guesses with too few parts."""
    n, n_parts, costs, highest = len(members), scratch.n_parts, worth.costs, worth.highest
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
            parts_of(by_secret, members, g, scratch.sizes)
            value = np.int64(0)
            for size in scratch.sizes:
                value = max(value, costs[size]) if highest else value + costs[size]
            if value > least:
                continue
            can = scratch.secret_of[g] >= 0 and scratch.inside[scratch.secret_of[g]]
            if value < least or (can and not own) or (can == own and g < best):
                best, own, least = g, can, value
    return best

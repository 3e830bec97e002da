"""Compiled loops over scores: arrays in, arrays out, nothing validated; slow twins: tests/naive.py.

Imported only when needed: numba takes longer to load than most commands take. Its cache, in
``__pycache__``, misses edits to functions called from another file, and fails after a NamedTuple
was renamed: then remove those of ``engine`` and ``search``.
"""

from __future__ import annotations

import logging
import math
import sys
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar, cast

import numpy as np

from jotto.engine.game import Bools, Game, Indices, IntArray, Scores

# with colorama, numba replaces sys.stdout while it compiles: what is printed beside it was lost
_colorama = sys.modules.get("colorama")
sys.modules["colorama"] = None  # type: ignore[assignment]
import numba  # noqa: E402
from numba.core import event  # noqa: E402

del sys.modules["colorama"]
if _colorama is not None:
    sys.modules["colorama"] = _colorama

Counters = np.typing.NDArray[np.int32]
ROOT, PER_BIT = math.sqrt(0.5), 2 / math.log(2)
SERIES = tuple(1 / k for k in range(19, 0, -2))
F = TypeVar("F", bound=Callable[..., Any])

NEVER = 1 << 60  # higher than any value or total: there is none
BLOCK = 512  # guesses at a time: their counters stay in the first-level cache
SMALL = 64  # candidates; up to so many, it pays to count the parts of all guesses first


class _Compiling(event.Listener):
    """Logs once that functions are being compiled: a first search takes about 15 seconds longer."""

    logged = False
    running = 0  # functions that are being compiled now

    def on_start(self, event: event.Event) -> None:  # not called for cached functions
        self.running += 1
        if not self.logged:
            self.logged = True
            logging.getLogger("jotto").info("Preparing (first time only, up to a minute) ..")

    def on_end(self, event: event.Event) -> None:
        self.running -= 1


COMPILING = _Compiling()
event.register("numba:compile", COMPILING)  # type: ignore[no-untyped-call]


def compiled(function: F) -> F:
    """Compile a function that is called from Python; cached on disk if a folder is writable."""
    return _compiled(function, cache=True)


def without_refcounts(function: F) -> F:
    """Do the same for one that makes no array, without counting references to those it is given.

    The counters are atomic: with tuples of many arrays they took 38 % of the time of a search.
    """
    return _compiled(function, cache=True, _nrt=False)


def inner(function: F) -> F:
    """Compile a function that makes no array and that only kernels call."""
    return _compiled(function, _nrt=False, no_cpython_wrapper=True)


def inlined(function: F) -> F:
    """Copy a function into the kernels that call it: compiled alone it would be optimised twice."""
    return _compiled(function, inline="always")


def _compiled(function: F, **options: Any) -> F:
    options |= {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
    try:
        return cast(F, numba.njit(**options)(function))
    except RuntimeError:  # numba found no writable folder
        return cast(F, numba.njit(**options | {"cache": False})(function))


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


class Blocks(NamedTuple):
    """The values of all guesses, and counters for a block of them."""

    values: IntArray  # (G,)
    counts: Counters  # (BLOCK * K,)
    sums: IntArray  # (BLOCK * K,) of weights


class Scratch(NamedTuple):
    """Scratch arrays for choosing a guess, and two tables of the game."""

    guess_of: Indices  # (S,) ascending
    secret_of: IntArray  # (G,) the index of a guess as a secret, or -1
    inside: Bools  # (S,) whether a secret is a candidate
    masks: np.typing.NDArray[np.uint32]  # (BLOCK,) a bit for each code
    n_parts: np.typing.NDArray[np.uint8]  # (G,)
    sizes: IntArray  # (K,)
    sums: IntArray  # (K,) of weights; all 0 between calls
    heavy: IntArray  # (SMALL,)
    blocks: Blocks


def scratch_for(game: Game) -> Scratch:
    """Make the scratch arrays for a game."""
    n_guesses, n_codes = len(game.guesses), game.rule.n_codes
    inside, masks = np.zeros(len(game), np.bool_), np.zeros(BLOCK, np.uint32)
    n_parts, (sizes, sums) = np.zeros(n_guesses, np.uint8), np.zeros((2, n_codes), np.int64)
    arrays = inside, masks, n_parts, sizes, sums, np.zeros(SMALL, np.int64)
    return Scratch(game.guess_of, game.secret_of, *arrays, blocks_for(n_guesses, n_codes))


def blocks_for(n_guesses: int, n_codes: int) -> Blocks:
    """Make the arrays for the values of all guesses."""
    counts, sums = np.zeros(BLOCK * n_codes, np.int32), np.zeros(BLOCK * n_codes, np.int64)
    return Blocks(np.zeros(n_guesses, np.int64), counts, sums)


def read_only(by_secret: Scores) -> Scores:
    """View scores as those read from a file are: kernels are compiled for one kind of array."""
    view = by_secret.view()
    view.flags.writeable = False
    return view


def value_by(by_secret: Scores, candidates: Indices, worth: Worth, n_codes: int) -> IntArray:
    """Value every guess, (G,) int64, by scores (S, G) in C order, on ``candidates (A,)``."""
    blocks = blocks_for(by_secret.shape[1], n_codes)
    value_guesses(read_only(by_secret), candidates, worth, blocks)
    return blocks.values


@without_refcounts
def value_guesses(by_secret: Scores, candidates: Indices, worth: Worth, blocks: Blocks) -> None:
    """Value every guess: the sum, or the highest, of ``costs`` over its parts; or by weights."""
    # with few candidates most counters stay 0, so that adding up values candidate by candidate is
    # less work than a pass over all counters: 2 to 7 times faster up to 20 candidates and 20 codes,
    # equal at 40
    values, counts, n_codes = blocks.values, blocks.counts, len(blocks.counts) // BLOCK
    costs, highest, few = worth.costs, worth.highest, len(candidates) <= min(2 * n_codes, 255)
    values[:] = 0
    counts[:] = 0
    for start in range(0, len(values), BLOCK):
        stop = min(start + BLOCK, len(values))
        if start and (worth.weighed or not few):
            counts[:] = 0
        if worth.weighed:
            weigh_guesses(by_secret, candidates, worth, blocks, start)
        elif few:
            add_values(by_secret, candidates, worth, blocks, start)
        else:
            count_codes(by_secret, candidates, n_codes, counts, start, stop)
            for g in range(stop - start):
                value = 0
                for k in range(g * n_codes, (g + 1) * n_codes):
                    cost = costs[counts[k]]
                    value = max(value, cost) if highest else value + cost
                values[start + g] = value


@inner
def count_codes(
    by_secret: Scores, candidates: Indices, n_codes: int, counts: Counters, start: int, stop: int
) -> None:
    """Count the parts of the guesses from ``start`` to ``stop`` into ``counts``, K per guess."""
    for c in range(len(candidates)):
        row = by_secret[candidates[c], start:stop]
        for g in range(stop - start):
            # unsigned: a test for negative indices would slow the loop down
            counts[np.uint64(g) * np.uint64(n_codes) + np.uint64(row[g])] += 1


@inner
def add_values(
    by_secret: Scores, candidates: Indices, worth: Worth, blocks: Blocks, start: int
) -> None:
    """Count parts as :func:`count_codes` does, and add each change of cost to ``values``.

    The counters are 0 before and after: setting all of them would take longer than the rest.
    """
    values, counts, n_codes = blocks.values, blocks.counts, len(blocks.counts) // BLOCK
    costs, highest = worth.costs, worth.highest
    for c in range(len(candidates)):
        row = by_secret[candidates[c], start : start + BLOCK]
        for g in range(len(row)):
            at = np.uint64(g) * np.uint64(n_codes) + np.uint64(row[g])
            before = counts[at]
            counts[at] = before + 1
            if highest:
                values[start + g] = max(values[start + g], costs[before + 1])
            else:
                values[start + g] += costs[before + 1] - costs[before]
    for c in range(len(candidates)):
        row = by_secret[candidates[c], start : start + BLOCK]
        for g in range(len(row)):
            counts[np.uint64(g) * np.uint64(n_codes) + np.uint64(row[g])] = 0


@inlined
def weigh_guesses(
    by_secret: Scores, candidates: Indices, worth: Worth, blocks: Blocks, start: int
) -> None:
    """Value a block of guesses by the weights of their parts; ``counts`` are 0."""
    values, counts, sums = blocks
    n_codes, stop = len(counts) // BLOCK, min(start + BLOCK, len(values))
    sums[:] = 0
    if worth.by_size:
        count_codes(by_secret, candidates, n_codes, counts, start, stop)
    for c in range(len(candidates)):
        row, weight = by_secret[candidates[c], start:stop], worth.weights[candidates[c]]
        for g in range(stop - start):
            sums[np.uint64(g) * np.uint64(n_codes) + np.uint64(row[g])] += weight
    for g in range(stop - start):
        for k in range(n_codes):
            at = g * n_codes + k
            if sums[at]:
                won = k == n_codes - 1
                values[start + g] += weighed_cost(sums[at], counts[at], worth.by_size, won)


@without_refcounts
def weighed_cost(weight: int, size: int, by_size: bool, win: bool) -> int:
    """Return the cost of a part by weighted size, or by weighted entropy."""
    if by_size:
        return 0 if win else weight * size
    cost = int(np.rint(weight * logarithm(weight) / 1024))
    return cost - weight // 1024 if win else cost


@without_refcounts
def logarithm(number: int) -> float:
    """Return the base 2 logarithm, rounded as :func:`jotto.engine.measures.logarithms` does."""
    share, power = math.frexp(float(number))
    part = (share - ROOT) / (share + ROOT)
    square, total = part * part, 0.0
    for coefficient in SERIES:
        total = total * square + coefficient
    return total * part * PER_BIT + (power - 0.5)


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


@inner
def best_guess(by_secret: Scores, members: Indices, worth: Worth, scratch: Scratch) -> int:
    """Return the guess of lowest value; of equals a candidate, then the earliest."""
    n, n_codes = len(members), len(scratch.sizes)
    if n <= n_codes and not worth.weighed:
        for m in members:
            if parts_of(by_secret, members, scratch.guess_of[m], scratch.sizes) == n:
                return int(scratch.guess_of[m])
    if n <= SMALL and n_codes <= 32:
        return best_by_parts(by_secret, members, worth, scratch)
    value_guesses(by_secret, members, worth, scratch.blocks)
    values, best, own = scratch.blocks.values, 0, False
    for g in range(len(values)):
        if values[g] > values[best]:
            continue
        can = is_candidate(scratch, g)
        if g == 0 or values[g] < values[best] or (can and not own):
            best, own = g, can
    return best


@inner
def parts_of(by_secret: Scores, members: Indices, guess: int, sizes: IntArray) -> int:
    """Fill ``sizes (K,)`` with the sizes of the parts of a guess; return the number of parts."""
    sizes[:] = 0
    n_parts = 0
    for m in members:
        code = by_secret[m, guess]
        n_parts += sizes[code] == 0
        sizes[code] += 1
    return n_parts


@inner
def bit_of(code: int) -> np.uint32:
    """Return a word with one bit set."""
    return np.uint32(np.left_shift(np.uint32(1), np.uint32(code)))  # << would have 64 bits


@inner
def bits_in(word: np.uint32) -> np.uint32:
    """Count the bits of a word: by adding up pairs, fours, bytes, and the bytes."""
    odd = np.uint32(np.right_shift(word, np.uint32(1)) & np.uint32(0x55555555))
    pairs = np.uint32(word - odd)
    high = np.uint32(np.right_shift(pairs, np.uint32(2)) & np.uint32(0x33333333))
    fours = np.uint32(np.uint32(pairs & np.uint32(0x33333333)) + high)
    each = np.uint32(fours + np.right_shift(fours, np.uint32(4))) & np.uint32(0x0F0F0F0F)
    halves = np.uint32(each + np.right_shift(np.uint32(each), np.uint32(8)))
    return np.uint32(np.uint32(halves + np.right_shift(halves, np.uint32(16))) & np.uint32(0x3F))


@inlined
def count_kinds(by_secret: Scores, members: Indices, start: int, masks: Any, kinds: Any) -> int:
    """Count the codes that a block of guesses gets into ``kinds``, at most 32; return the most.

    ``masks``, uint32, get a bit for each code. The loops over guesses are vectorised.
    """
    masks[:] = 0
    for m in members:
        codes = by_secret[m, start : start + len(masks)]
        for g in range(len(masks)):
            masks[g] |= bit_of(codes[g])
    most = np.uint8(0)
    for g in range(len(kinds)):
        kinds[g] = np.uint8(bits_in(masks[g]))
        most = max(most, kinds[g])
    return int(most)


@inlined
def is_candidate(scratch: Scratch, guess: int) -> bool:
    """Whether a guess is one of the candidates that are ``inside``."""
    return bool(scratch.secret_of[guess] >= 0 and scratch.inside[scratch.secret_of[guess]])


@inner
def best_by_parts(by_secret: Scores, members: Indices, worth: Worth, scratch: Scratch) -> int:
    """Do the same as :func:`best_guess` for a small set, skipping guesses with too few parts."""
    n, n_parts, costs = len(members), scratch.n_parts, worth.costs
    best, own, least, fullest = -1, False, NEVER, 0
    for start in range(0, len(n_parts), BLOCK):
        kinds = n_parts[start : start + BLOCK]
        masks = scratch.masks[: len(kinds)]
        fullest = max(fullest, count_kinds(by_secret, members, start, masks, kinds))
        if fullest == n:  # a guess tells all apart: only candidates can be better
            best = start
            while n_parts[best] < n:
                best += 1
            break
    if worth.weighed:
        if best >= 0:
            least = weigh(by_secret, members, best, worth, scratch)
        for m in members:
            value = weigh(by_secret, members, scratch.guess_of[m], worth, scratch)
            if value < least or (value == least and not own):
                best, own, least = int(scratch.guess_of[m]), True, value
    if fullest == n:
        return best
    if worth.weighed:
        sort_weights(worth.weights, members, scratch.heavy)
    for p in range(fullest, 0, -1):
        if least_of_parts(n, p, worth, scratch.heavy) > least:
            break
        for g in range(len(n_parts)):
            if n_parts[g] != p:
                continue
            value = 0
            if worth.weighed:
                value = weigh(by_secret, members, g, worth, scratch)
            else:
                parts_of(by_secret, members, g, scratch.sizes)
                for size in scratch.sizes:
                    value = max(value, costs[size]) if worth.highest else value + costs[size]
            if value > least:
                continue
            can = is_candidate(scratch, g)
            if value < least or (can and not own) or (can == own and g < best):
                best, own, least = g, can, value
    return best


@inner
def weigh(by_secret: Scores, members: Indices, guess: int, worth: Worth, scratch: Scratch) -> int:
    """Value one guess by weights, as :func:`value_guesses` does, for a small set."""
    value, sizes, sums = 0, scratch.sizes, scratch.sums
    parts_of(by_secret, members, guess, sizes)
    for m in members:
        sums[by_secret[m, guess]] += worth.weights[m]
    for k in range(len(sums)):
        if sums[k]:
            value += weighed_cost(sums[k], sizes[k], worth.by_size, k == len(sums) - 1)
            sums[k] = 0
    return value


@inlined
def sort_weights(weights: IntArray, members: Indices, heavy: IntArray) -> None:
    """Write the weights of a small set to ``heavy``, in descending order."""
    for i in range(len(members)):
        at = i
        while at > 0 and heavy[at - 1] < weights[members[i]]:
            heavy[at] = heavy[at - 1]
            at -= 1
        heavy[at] = weights[members[i]]


@inner
def least_of_parts(n: int, p: int, worth: Worth, heavy: IntArray) -> int:
    """Return a lower bound on the value of a guess that splits ``n`` candidates into ``p`` parts.

    Costs are convex: parts of equal size cost least. With weights it is for guesses that cannot
    win; ``heavy (n,)``: the weights, descending. Entropy is lowest if all parts weigh the same;
    candidates heavier than that get parts of their own, the others share the rest. By size, each
    candidate beyond one per part adds at least twice the lowest weight.
    """
    if not worth.weighed:
        small, larger = n // p, n % p
        most = worth.costs[small + (larger > 0)]
        return int(most if worth.highest else (p - larger) * worth.costs[small] + larger * most)
    whole = 0
    for i in range(n):
        whole += heavy[i]
    if worth.by_size:
        return whole + 2 * (n - p) * int(heavy[n - 1])
    alone, left, value = 0, whole, 0.0
    while alone < p - 1 and heavy[alone] * (p - alone) > left:
        value += heavy[alone] * logarithm(heavy[alone])
        left -= heavy[alone]
        alone += 1
    value += left * (np.log2(left) - np.log2(p - alone))
    return int(value / 1024) - p - 1  # for the rounding of each part

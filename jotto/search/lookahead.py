"""A search from one position: the arrays for the kernels, and the loops that call them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from jotto.engine.game import LARGEST_MATRIX, Game
from jotto.engine.kernels import BLOCK, NEVER
from jotto.engine.measures import n_log2_n
from jotto.engine.partition import Indices, IntArray, partition
from jotto.engine.position import Position
from jotto.engine.strategies import distinct
from jotto.errors import GameError
from jotto.search import kernels
from jotto.search.background import Stop
from jotto.search.board import Board, Memo, Scratch, name_of, remember
from jotto.search.planes import BITS, GROUP
from jotto.trees.node import Node

Made = tuple[int, ...]

WIDE = 8  # the beam before a proof: its total saves more time than it takes
FEW = 100  # candidates; up to here, comparing their codes in pairs is faster than counting
SMALL = 10  # guesses; a beam as wide or wider tries so few, or a tenth, for small sets
MEMO = 1 << 21  # rows of the transposition table: 84 MB, allocated as they are used
SYMMETRY_PAYS = 1 << 16  # scores; lower than for one guess, as a search takes longer
DEEPER_PAYS = 400  # candidates; for fewer, symmetries after one more guess do not pay
NOBODY = np.zeros(0, np.int64)
RUNNING = np.zeros(1, np.uint8)  # the stop flag of a search that is never stopped


@dataclass(frozen=True, eq=False)
class Result:
    """A strategy for some candidates, with a lower bound."""

    root: Node
    total: int  # guesses times weights, over all candidates
    lower: int  # no strategy has a lower total
    proved: bool  # the total is the least possible

    def bounded(self, lower: int) -> Result:
        """Replace the lower bound, by the total if that is lower."""
        lower = min(lower, self.total)
        return replace(self, lower=lower, proved=lower == self.total)


def better_of(one: Result | None, other: Result | None) -> Result | None:
    """Return the strategy of lower total, the first of equals; None if there is none."""
    return other if not one or (other and other.total < one.total) else one


@dataclass(frozen=True, eq=False)
class Lookahead:
    """A search among some candidates, with indices of its own for candidates and guesses."""

    game: Game
    candidates: Indices  # (A,) their indices in the game
    guesses: Indices  # (G,) likewise
    unit: int  # the greatest common divisor of the weights
    board: Board
    scratch: Scratch
    room: IntArray  # (A + 1,) like costs, see kernels.least_costs
    costs: IntArray
    made: Made

    @property
    def everyone(self) -> IntArray:
        """All candidates, by the indices of the search, (A,)."""
        return np.arange(len(self.candidates))

    def known(self, members: IntArray, most: int) -> tuple[int, int, int]:
        """Return a set's lower bound, its best total so far or NEVER, and the guess for that."""
        low, total, guess = kernels.glance(self.board, self.scratch, members, most, self.costs)
        return int(low), int(total), int(guess)

    def searched(
        self, members: IntArray, limit: int, most: int, depth: int, only: IntArray = NOBODY
    ) -> int:
        """Run :func:`kernels.least`."""
        given = members, limit, most, depth, self.room, self.costs, only
        return int(kernels.least(self.board, self.scratch, *given))

    def bound(self, most: int, depth: int) -> int:
        """Return a lower bound on the total of all candidates, looking ``depth`` guesses ahead.

        Guesses are searched in order of their bounds until no other is as low. If the search is
        stopped, the bound is valid but lower.
        """
        kernels.appraise(self.board, self.scratch, self.everyone, self.room, self.costs, True)
        bounds = self.scratch.bound.copy()
        low = NEVER if depth else int(bounds.min())
        ahead = partial(self.searched, most=most - 1, depth=depth - 1)
        for guess in np.argsort(bounds, kind="stable").tolist():
            if self.board.stop[0] or bounds[guess] >= low:
                return min(low, int(bounds[guess]))
            low = min(low, self._try(self.everyone, guess, low, most, ahead))
        return low

    def least(self, members: IntArray, limit: int, most: int, made: Made) -> int:
        """Return the least total of a set if that is below ``limit``, else a bound not below it."""
        pays = len(members) * len(self.guesses) >= SYMMETRY_PAYS
        tried = self.distinct(made) if pays else None
        if tried is None:
            return self.searched(members, limit, most, most)
        if len(members) < DEEPER_PAYS and len(tried) > 1:
            return self.searched(members, limit, most, most, self._positions(tried))
        low, best, chosen = self.known(members, most)
        if low >= min(limit, best):
            return low
        refuted = NEVER
        for guess, bound in self.in_order(members, tried):
            aim = min(limit, best)
            after = partial(self.least, most=most - 1, made=(*made, int(self.guesses[guess])))
            total = bound if bound >= aim else self._try(members, guess, aim, most, after)
            if self.board.stop[0] or best <= low:
                break
            if total < aim:
                best, chosen = total, guess
            else:
                refuted = min(refuted, total)
        if not self.board.stop[0]:
            low = max(low, min(best, refuted))
        name = name_of(self.board, members, most)
        remember(self.board.memo, *name, low, best, chosen)
        return low

    def distinct(self, made: Made) -> Indices | None:
        """Return one of each set of guesses equivalent after ``made``; None: try all."""
        return None if self.board.own else distinct(self.game, made)

    def in_order(self, members: IntArray, tried: Indices | None) -> Iterator[tuple[int, int]]:
        """Yield the guesses ``tried``, the most promising first, with a lower bound for each."""
        kernels.appraise(self.board, self.scratch, members, self.room, self.costs, True)
        if tried is not None:
            kernels.leave_out(self.scratch, self._positions(tried))
        order = kernels.in_order(self.board, self.scratch, members, NEVER)
        yield from zip(order.tolist(), self.scratch.bound[order].tolist(), strict=True)

    def _positions(self, guesses: Indices) -> IntArray:
        """Return the indices of guesses in the search, ascending, given those in the game."""
        return np.flatnonzero(np.isin(self.guesses, guesses))

    def _try(
        self, members: IntArray, guess: int, limit: int, most: int, search: Callable[..., int]
    ) -> int:
        """Do the same as :meth:`least` with a given guess; ``search(part, limit)`` does a part."""
        parts = sorted(self.parts(members, guess).values(), key=len)
        lows = [self.known(part, most - 1)[0] for part in parts]
        total = int(self.board.weights[members].sum()) + sum(lows)
        for part, low in zip(parts, lows, strict=True):
            if total >= limit or self.board.stop[0]:
                break
            total += search(part, limit - total + low) - low
        return total

    def parts(self, members: IntArray, guess: int) -> dict[int, IntArray]:
        """Group a set by the score codes of ``guess``, without the win."""
        parts = partition(self.board.by_secret[members, guess], members)
        parts.pop(self.game.rule.win, None)
        return parts

    def narrow(self, width: int) -> Lookahead:
        """Return a beam search: ``width`` guesses for large sets, see SMALL, with a new memo."""
        widths = np.full(len(self.candidates) + 1, width)
        small = max(SMALL, width // SMALL)  # more guesses pay for large sets, not for small ones
        widths[: self.board.few + 1] = min(2 * width, small)
        return self._with(widths=widths, memo=memo())

    def _with(self, **changes: Any) -> Lookahead:
        return replace(self, board=self.board._replace(**changes))

    def beside(self, **changes: Any) -> Lookahead:
        """Return a search for another thread: with the same memo, and arrays of its own."""
        return replace(self._with(**changes), scratch=scratch(self.board))

    def promising(self, members: IntArray, n: int, made: Made) -> list[int]:
        """List the n most promising guesses for a large set, by their indices in the search."""
        few = self._with(widths=np.full(len(self.candidates) + 1, n))
        return [guess for guess, _ in few.in_order(members, self.distinct(made))]

    def result(self, most: int, limit: int = NEVER) -> Result | None:
        """Search; return the best strategy found, or None."""
        self.least(self.everyone, limit, most, self.made)
        low, _, guess = self.known(self.everyone, most)
        if guess < 0:
            return None
        root, total = self._tree(self.everyone, guess, most)
        return Result(root, total * self.unit, low * self.unit, low == total)

    def easy(self, most: int) -> Result | None:
        """Find a strategy quickly, even if the search is stopped."""
        return self.narrow(1)._with(stop=RUNNING).result(most)

    def first(self, most: int) -> Result | None:
        """Find a strategy whose total a proof can begin with."""
        first = self.easy(most)
        if len(self.candidates) > self.board.few:
            first = better_of(first, self.narrow(WIDE).result(most))
        return first

    def after(self, guess: int, limit: int, most: int) -> int:
        """Return the least total after a first guess if it is below ``limit``, else a bound."""
        if self.distinct(self.made) is None:
            given = self.everyone, limit, most, most, self.room, self.costs, np.array([guess])
            return int(kernels.least(self.board, self.scratch, *given))
        rest = partial(self.least, most=most - 1, made=(*self.made, int(self.guesses[guess])))
        return int(self._try(self.everyone, guess, limit, most, rest))

    def result_after(self, guess: int, total: int, most: int) -> Result:
        """Build the tree of least total after a first guess, whose total is known."""
        self.after(guess, total + 1, most)
        root, total = self._tree(self.everyone, guess, most)
        return Result(root, total * self.unit, 0, proved=False)

    def best(self, most: int) -> Result | None:
        """Find the strategy of least total; the best so far if the search is stopped."""
        first = self.first(most)
        limit = first.total // self.unit if first else NEVER
        best = better_of(first, self.result(most, limit))
        return best and best.bounded(self.known(self.everyone, most)[0] * self.unit)

    def beam(self, width: int, most: int) -> Result | None:
        """Find a good strategy by beam search; its lower bound looks one guess ahead."""
        best = self.narrow(width).result(most)
        if not best or self.board.stop[0]:
            best = better_of(best, self.easy(most))
        return best and best.bounded(self.bound(most, 0) * self.unit)

    def tree(self, members: IntArray, most: int) -> tuple[Node, int]:
        """Build the tree of the best strategy found for a set; return its total."""
        return self._tree(members, self._guess(members, most), most)

    def _tree(self, members: IntArray, guess: int, most: int) -> tuple[Node, int]:
        """Build the tree of the best strategy found that begins with a guess; return its total."""
        total, below = int(self.board.weights[members].sum()), {}
        if len(members) == 1 and guess == members[0]:
            return Node(int(self.guesses[guess])), total
        for code, part in self.parts(members, guess).items():
            below[code], its_total = self.tree(part, most - 1)
            total += its_total
        return Node(int(self.guesses[guess]), below), total

    def _guess(self, members: IntArray, most: int) -> int:
        """Return the best guess for a part of the best strategy found."""
        if len(members) <= 2:
            return int(members[0])
        low, total, guess = self.known(members, most)
        if low < total:  # what was found was replaced in the memo: glance knows no more than bounds
            again = self._with(stop=RUNNING)
            again.searched(members, NEVER, most, most)
            guess = self.known(members, most)[2]
            if guess < 0:  # a beam that sorts by other bounds may find none in so few guesses
                every = np.full_like(self.board.widths, len(self.guesses))
                again._with(widths=every).searched(members, NEVER, most, most)
                guess = self.known(members, most)[2]
        return guess


def lookahead(at: Position, *, own: bool, stop: Stop) -> Lookahead:
    """Prepare a search at a position; ``own``: guess only candidates. Raises GameError."""
    game, candidates = at.game, at.left
    weights = game.weights(candidates)
    order = np.lexsort((game.guess_of[candidates], -weights))
    candidates, weights = candidates[order], weights[order]
    first = game.guess_of[candidates]
    others = [] if own else [np.setdiff1d(np.arange(len(game.guesses)), first)]
    guesses = np.concatenate([first, *others])
    n = len(candidates)
    if n * len(guesses) * game.rule.dtype.itemsize > LARGEST_MATRIX:
        many = f"{n:,} candidates and {len(guesses):,} guesses are too many to search"
        raise GameError(f"{many}; make a few more guesses first, or choose a smaller game")
    if game.held:
        by_secret = np.take(game.scores.T[candidates], guesses, axis=1)
    else:
        by_secret = game.columns(candidates, guesses)
    unit = max(1, int(np.gcd.reduce(weights)))
    names = np.random.default_rng(0).integers(-(1 << 62), 1 << 62, (2, n + 1, 2))
    n_codes, even = game.rule.n_codes, bool((weights == unit).all())
    board = Board(
        by_secret=by_secret,
        weights=weights // unit,
        names=names[0],
        turns=names[1],
        capacity=capacity(n_codes - 1, n),
        n_codes=n_codes,
        few=FEW,
        widths=np.full(n + 1, len(guesses)),
        bits=n_log2_n(n),
        even=even,
        planar=even and n_codes <= BITS,
        own=own,
        memo=memo(),
        stop=stop,
    )
    room = (n_codes - 1) * np.arange(n + 1)
    buffers = scratch(board)
    room = kernels.appraise(board, buffers, np.arange(n), room, kernels.least_costs(room, n), True)
    arrays = board, buffers, room, kernels.least_costs(room, n)
    return Lookahead(game, candidates, guesses, unit, *arrays, at.made)


def capacity(parts: int, n_candidates: int) -> IntArray:
    """Tabulate the most candidates that 0, 1, .. guesses can find, up to all of them."""
    most = [0, 1]
    while parts and most[-1] < n_candidates:
        most.append(1 + parts * most[-1])
    return np.array(most)


def memo() -> Memo:
    """Make an empty transposition table."""
    return Memo(np.zeros((MEMO, 4), np.int64), np.zeros(MEMO, np.int64))


def scratch(board: Board) -> Scratch:
    """Make the scratch arrays of the kernels."""
    n, n_guesses = board.by_secret.shape
    n_codes, blocks = board.n_codes, -(-n_guesses // BLOCK) * board.planar
    n_planes = max(3, n.bit_length())
    masks, equal = np.zeros(BLOCK, np.uint32), np.zeros(BLOCK, np.uint8)
    planes = np.zeros((blocks, n_planes, BLOCK), np.uint32)
    carry, less = np.zeros(BLOCK, np.uint32), np.zeros((n_planes, BLOCK), np.uint32)
    rows = np.zeros(GROUP * BLOCK, board.by_secret.dtype)
    beyond = np.zeros((blocks, BLOCK), np.uint32)
    twins, pairs = np.zeros(n_guesses, np.uint8), np.zeros(n_guesses, np.uint16)
    lost, bound, spread = np.zeros((3, n_guesses), np.int64)
    counts, heavy = np.zeros(BLOCK * n_codes, np.int32), np.zeros(BLOCK * n_codes, np.int64)
    sizes, places, lows, codes = np.zeros((4, n_codes), np.int64)
    names = np.zeros((n_codes, 2), np.int64)
    by_plane = masks, equal, planes, rows, carry, less, beyond
    by_guess = twins, pairs, lost, bound, spread
    return Scratch(*by_plane, *by_guess, counts, heavy, sizes, places, names, lows, codes)

"""A search among some candidates: what kernels read, write and remember, and what drives them."""

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
from jotto.trees.node import Node

Made = tuple[int, ...]

WIDE = 8  # a beam before a proof: what it finds spares more than it costs
FEW = 100  # candidates; up to here, comparing their codes in pairs beats counting codes
MEMO = 1 << 21  # sets that are remembered: 75 MB, of which only what is used is taken
SYMMETRY_PAYS = 1 << 16  # scores; here guesses are costly to try
RUNNING = np.zeros(1, np.uint8)  # a search that nobody stops


@dataclass(frozen=True, eq=False)
class Found:
    """A strategy for some candidates, and what is known of it."""

    root: Node
    total: int  # guesses times weights, over all candidates
    lower: int  # no strategy has a lower total
    proved: bool  # the total is the least that can be

    def bounded(self, lower: int) -> Found:
        """Take ``lower`` as the bound."""
        lower = min(lower, self.total)
        return replace(self, lower=lower, proved=lower == self.total)


def better_of(one: Found | None, other: Found | None) -> Found | None:
    """Return the strategy of lower total, the first among equals, if there is any."""
    return other if not one or (other and other.total < one.total) else one


@dataclass(frozen=True, eq=False)
class Lookahead:
    """A search among some candidates; its kernels number candidates and guesses anew."""

    game: Game
    candidates: Indices  # (A,) which they are in the game
    guesses: Indices  # (G,)
    unit: int  # what all weights are multiples of
    board: kernels.Board
    notes: kernels.Notes
    room: IntArray  # (A + 1,) as costs, see kernels.least_costs
    costs: IntArray
    made: Made

    @property
    def everyone(self) -> IntArray:
        """All candidates."""
        return np.arange(len(self.candidates))

    def known(self, members: IntArray, most: int) -> tuple[int, int, int]:
        """Return a bound for a set, a total found or NEVER, and the guess for that."""
        found = kernels.glance(self.board, self.notes, members, most, self.costs)
        return int(found[0]), int(found[1]), int(found[2])

    def searched(self, members: IntArray, limit: int, most: int, depth: int) -> int:
        """Run :func:`kernels.least`."""
        given = members, limit, most, depth, self.room, self.costs
        return int(kernels.least(self.board, self.notes, *given))

    def bound(self, most: int, depth: int) -> int:
        """Bound the total of all candidates, the better the larger ``depth``; also when stopped.

        The bounds of the guesses look that far ahead, the lowest first, until no other is as low.
        """
        kernels.appraise(self.board, self.notes, self.everyone, self.room, self.costs)
        bounds = self.notes.bound.copy()
        low = NEVER if depth else int(bounds.min())
        ahead = partial(self.searched, most=most - 1, depth=depth - 1)
        for guess in np.argsort(bounds, kind="stable").tolist():
            if self.board.stop[0] or bounds[guess] >= low:
                return min(low, int(bounds[guess]))
            low = min(low, self._try(self.everyone, guess, low, most, ahead))
        return low

    def least(self, members: IntArray, limit: int, most: int, made: Made) -> int:
        """Find the least total of a set if it is below ``limit``; a bound not below it if not."""
        pays = len(members) * len(self.guesses) >= SYMMETRY_PAYS
        tried = self.distinct(made) if pays else None
        if tried is None:
            return self.searched(members, limit, most, most)
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
        name = kernels.name_of(self.board, members, most)
        kernels.remember(self.board.memo, *name, low, best, chosen)
        return low

    def distinct(self, made: Made) -> Indices | None:
        """Return the guesses to try if those that ``made`` does not tell apart are tried once."""
        return None if self.board.own else distinct(self.game, made)

    def in_order(self, members: IntArray, tried: Indices | None) -> Iterator[tuple[int, int]]:
        """Yield guesses of ``tried``, the most promising first, and a bound for each."""
        kernels.appraise(self.board, self.notes, members, self.room, self.costs)
        if tried is not None:
            self.notes.spread[~np.isin(self.guesses, tried)] = NEVER  # as if it told nothing apart
        order = kernels.in_order(self.board, self.notes, members, NEVER)
        yield from zip(order.tolist(), self.notes.bound[order].tolist(), strict=True)

    def _try(
        self, members: IntArray, guess: int, limit: int, most: int, search: Callable[..., int]
    ) -> int:
        """Do for one guess what :meth:`least` does; ``search(part, limit)`` does so for a part."""
        parts = sorted(self._after(members, guess).values(), key=len)
        lows = [self.known(part, most - 1)[0] for part in parts]
        total = int(self.board.weights[members].sum()) + sum(lows)
        for part, low in zip(parts, lows, strict=True):
            if total >= limit or self.board.stop[0]:
                break
            total += search(part, limit - total + low) - low
        return total

    def _after(self, members: IntArray, guess: int) -> dict[int, IntArray]:
        """Group by score code what ``guess`` leaves."""
        parts = partition(self.board.by_secret[members, guess], members)
        parts.pop(self.game.rule.win, None)
        return parts

    def narrow(self, width: int) -> Lookahead:
        """Try the ``width`` most promising guesses for each set, with a memo of its own."""
        widths = np.full(len(self.candidates) + 1, width)
        widths[: self.board.few + 1] *= 2  # they cost little
        return self._with(widths=widths, memo=memo())

    def _with(self, **changes: Any) -> Lookahead:
        return replace(self, board=self.board._replace(**changes))

    def openings(self, n: int) -> list[int]:
        """List the n most promising guesses, by their indices in the game."""
        found = self.narrow(n).in_order(self.everyone, self.distinct(self.made))
        return [int(self.guesses[guess]) for guess, _ in found]

    def found(self, most: int, limit: int = NEVER) -> Found | None:
        """Search, and write out the best strategy found; None if there is none."""
        self.least(self.everyone, limit, most, self.made)
        low, total, _ = self.known(self.everyone, most)
        if total >= NEVER:
            return None
        root = self._written(self.everyone, most)
        return Found(root, total * self.unit, low * self.unit, low == total)

    def easy(self, most: int) -> Found | None:
        """Find a strategy without delay; nobody can stop that."""
        return self.narrow(1)._with(stop=RUNNING).found(most)

    def best(self, most: int) -> Found | None:
        """Find the strategy of least total; the best at hand if the search is stopped."""
        at_hand = self.easy(most)
        if len(self.candidates) > self.board.few:
            at_hand = better_of(at_hand, self.narrow(WIDE).found(most))
        found = self.found(most, at_hand.total // self.unit if at_hand else NEVER)
        best = better_of(at_hand, found)
        return best and best.bounded(self.known(self.everyone, most)[0] * self.unit)

    def beam(self, width: int, most: int) -> Found | None:
        """Find a good strategy; the lower bound is that of one guess ahead."""
        found = self.narrow(width).found(most)
        if not found or self.board.stop[0]:
            found = better_of(found, self.easy(most))
        return found and found.bounded(self.bound(most, 0) * self.unit)

    def _written(self, members: IntArray, most: int) -> Node:
        """Write out the best strategy found for a set."""
        guess = self.known(members, most)[2]
        if guess < 0:  # the memo had no room for it
            self._with(stop=RUNNING).searched(members, NEVER, most, most)
            guess = self.known(members, most)[2]
        parts = self._after(members, guess).items()
        below = {code: self._written(part, most - 1) for code, part in parts}
        return Node(int(self.guesses[guess]), below)


def lookahead(at: Position, *, own: bool, stop: Stop) -> Lookahead:
    """Lay out a search at a position; ``own``: only candidates are guessed. Raises GameError."""
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
        raise GameError(f"{many}; make a few more guesses first, or take a smaller game")
    if game.held:
        by_secret = np.take(game.scores.T[candidates], guesses, axis=1)
    else:
        by_secret = game.columns(candidates, guesses)
    unit = max(1, int(np.gcd.reduce(weights)))
    names = np.random.default_rng(0).integers(-(1 << 62), 1 << 62, (2, n + 1, 2))
    n_codes = game.rule.n_codes
    board = kernels.Board(
        by_secret=by_secret,
        weights=weights // unit,
        names=names[0],
        turns=names[1],
        capacity=capacity(n_codes - 1, n),
        n_codes=n_codes,
        few=FEW,
        widths=np.full(n + 1, len(guesses)),
        bits=n_log2_n(n),
        even=bool((weights == unit).all()),
        own=own,
        memo=memo(),
        stop=stop,
    )
    room = (n_codes - 1) * np.arange(n + 1)
    written = notes(len(guesses), n_codes)
    room = kernels.appraise(board, written, np.arange(n), room, kernels.least_costs(room, n))
    arrays = board, written, room, kernels.least_costs(room, n)
    return Lookahead(game, candidates, guesses, unit, *arrays, at.made)


def capacity(parts: int, n_candidates: int) -> IntArray:
    """Tabulate the most candidates that 0, 1, .. guesses can find, up to all of them."""
    found = [0, 1]
    while parts and found[-1] < n_candidates:
        found.append(1 + parts * found[-1])
    return np.array(found)


def memo() -> kernels.Memo:
    """Make room for what is found."""
    return kernels.Memo(np.zeros((MEMO, 4), np.int64), np.zeros(MEMO, np.int64))


def notes(n_guesses: int, n_codes: int) -> kernels.Notes:
    """Make room for what kernels write."""
    equal = np.zeros(BLOCK, np.uint8)
    twins, pairs = np.zeros(n_guesses, np.uint8), np.zeros(n_guesses, np.uint16)
    lost, bound, spread = np.zeros((3, n_guesses), np.int64)
    counts, heavy = np.zeros(BLOCK * n_codes, np.int32), np.zeros(BLOCK * n_codes, np.int64)
    sizes, places, lows, codes = np.zeros((4, n_codes), np.int64)
    names = np.zeros((n_codes, 2), np.int64)
    by_guess = equal, twins, pairs, lost, bound, spread
    return kernels.Notes(*by_guess, counts, heavy, sizes, places, names, lows, codes)

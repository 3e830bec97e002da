"""A search among some candidates: what kernels read, write and remember, and what drives them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import numpy.typing as npt

from jotto.engine.game import LARGEST_MATRIX, Game
from jotto.engine.kernels import BLOCK, NEVER
from jotto.engine.measures import n_log2_n
from jotto.engine.partition import Indices, IntArray, Scores, partition
from jotto.engine.position import Position
from jotto.engine.strategies import distinct
from jotto.errors import GameError
from jotto.search import kernels
from jotto.trees.node import Node

Stop = npt.NDArray[np.uint8]
Made = tuple[int, ...]

WIDE = 8  # a beam before a proof: what it finds spares more than it costs
FEW = 100  # candidates; up to here, comparing their codes in pairs beats counting codes
MEMO = 1 << 21  # sets that are remembered: 75 MB, of which only what is used is taken
SYMMETRY_PAYS = 1 << 16  # scores; here guesses are costly to try
RUNNING = np.zeros(1, np.uint8)  # a search that nobody stops


@dataclass(frozen=True, eq=False)
class Found:
    """A strategy for some candidates, and what is known of it.

    ``total``: the guesses over all candidates, times their weights; ``lower``: no strategy has a
    lower total. ``proved``: the total is the least that can be.
    """

    root: Node
    total: int
    lower: int
    proved: bool

    def bounded(self, lower: int) -> Found:
        """Take ``lower`` as the bound."""
        lower = min(lower, self.total)
        return replace(self, lower=lower, proved=lower == self.total)


def better_of(one: Found | None, other: Found | None) -> Found | None:
    """Return the strategy of lower total, the first among equals, if there is any."""
    return other if not one or (other and other.total < one.total) else one


@dataclass(frozen=True, eq=False)
class Lookahead:
    """The arrays of a search among some candidates: what the kernels read, write and remember.

    Candidates and guesses have numbers of their own, see :mod:`jotto.search.kernels`: ``candidates
    (A,)`` and ``guesses (G,)`` say which they are. ``unit`` is what all weights are multiples of.
    ``room`` and ``costs (A + 1,)``, see :func:`jotto.search.kernels.least_costs`. ``made``: the
    guesses made, if the symmetries they leave are to be used.
    """

    game: Game
    candidates: Indices
    guesses: Indices
    unit: int
    board: kernels.Board
    notes: kernels.Notes
    memo: kernels.Memo
    room: IntArray
    costs: IntArray
    stop: Stop
    made: Made | None

    @property
    def everyone(self) -> IntArray:
        """All candidates."""
        return np.arange(len(self.candidates))

    def known(self, members: IntArray, most: int) -> tuple[int, int, int]:
        """Return a bound for a set, a total found or NEVER, and the guess for that."""
        found = kernels.glance(self.board, self.memo, self.notes, members, most, self.costs)
        low, high, guess = map(int, found)
        return low, high, guess

    def searched(self, members: IntArray, limit: int, most: int, depth: int) -> int:
        """Run :func:`kernels.least`."""
        board, memo, notes, stop = self.board, self.memo, self.notes, self.stop
        room, costs = self.room, self.costs
        found = kernels.least(board, memo, notes, stop, members, limit, most, depth, room, costs)
        return int(found)

    def bound(self, most: int, depth: int) -> int:
        """Bound the total of all candidates, the better the larger ``depth``.

        The bounds of the guesses look that far ahead, the lowest first, until no other can be as
        low. A search that is stopped has a bound as well.
        """
        kernels.appraise(self.board, self.notes, self.everyone, self.room, self.costs)
        bounds = self.notes.bound.copy()
        low = NEVER if depth else int(bounds.min())

        def ahead(part: IntArray, limit: int) -> int:
            return self.searched(part, limit, most - 1, depth - 1)

        for guess in np.argsort(bounds, kind="stable").tolist():
            if self.stop[0] or bounds[guess] >= low:
                return min(low, int(bounds[guess]))
            low = min(low, self._try(self.everyone, guess, low, most, ahead))
        return low

    def least(self, members: IntArray, limit: int, most: int, made: Made | None = None) -> int:
        """Find the least total of a set if it is below ``limit``; a bound not below it if not.

        Guesses that ``made`` does not tell apart are tried once.
        """
        tried = None
        if made is not None and len(members) * len(self.guesses) >= SYMMETRY_PAYS:
            tried = distinct(self.game, made)
        if made is None or tried is None:
            return self.searched(members, limit, most, most)
        low, best, chosen = self.known(members, most)
        if low >= min(limit, best):
            return low
        refuted = NEVER
        for guess, bound in self.in_order(members, tried):
            aim = min(limit, best)
            after = partial(self.least, most=most - 1, made=(*made, int(self.guesses[guess])))
            total = bound if bound >= aim else self._try(members, guess, aim, most, after)
            if self.stop[0] or best <= low:
                break
            if total < aim:
                best, chosen = total, guess
            else:
                refuted = min(refuted, total)
        if not self.stop[0]:
            low = max(low, min(best, refuted))
        name = kernels.name_of(self.board, members, most)
        kernels.remember(self.memo, *name, low, best, chosen)
        return low

    def in_order(self, members: IntArray, tried: Indices) -> Iterator[tuple[int, int]]:
        """Yield guesses of ``tried``, the most promising first, and a bound for each."""
        kernels.appraise(self.board, self.notes, members, self.room, self.costs)
        self.notes.spread[~np.isin(self.guesses, tried)] = NEVER  # as if it told nothing apart
        order = kernels.in_order(self.board, self.notes, members, NEVER)
        yield from zip(order.tolist(), self.notes.bound[order].tolist(), strict=True)

    def _try(
        self,
        members: IntArray,
        guess: int,
        limit: int,
        most: int,
        search: Callable[[IntArray, int], int],
    ) -> int:
        """Find the least total ``guess`` leads to, or a bound not below ``limit``, by ``search``.

        That gives a part's least total if it is below a limit, or a bound.
        """
        parts = sorted(self._after(members, guess).values(), key=len)
        lows = [self.known(part, most - 1)[0] for part in parts]
        total = int(self.board.weights[members].sum()) + sum(lows)
        for part, low in zip(parts, lows, strict=True):
            if total >= limit or self.stop[0]:
                break
            total += search(part, limit - total + low) - low
        return total

    def _after(self, members: IntArray, guess: int) -> dict[int, IntArray]:
        """Return the parts that ``guess`` leaves by score code, the win left out."""
        parts = partition(self.board.by_secret[members, guess], members)
        parts.pop(self.game.rule.win, None)
        return parts

    def narrow(self, width: int) -> Lookahead:
        """Try the ``width`` most promising guesses for each set, with a memo of its own."""
        widths = np.full(len(self.candidates) + 1, width)
        widths[: self.board.few + 1] *= 2  # they cost little
        return replace(self, board=self.board._replace(widths=widths), memo=memo())

    def openings(self, n: int) -> list[int]:
        """List the n most promising guesses, by their indices in the game."""
        narrow = self.narrow(n)
        tried = None if self.made is None else distinct(self.game, self.made)
        found = narrow.in_order(self.everyone, self.guesses if tried is None else tried)
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
        return replace(self.narrow(1), stop=RUNNING).found(most)

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
        if not found or self.stop[0]:
            found = better_of(found, self.easy(most))
        return found and found.bounded(self.bound(most, 0) * self.unit)

    def _written(self, members: IntArray, most: int) -> Node:
        """Write out the best strategy found for a set."""
        guess = self.known(members, most)[2]
        if guess < 0:  # the memo had no room for it
            replace(self, stop=RUNNING).least(members, NEVER, most)
            guess = self.known(members, most)[2]
        parts = self._after(members, guess).items()
        below = {code: self._written(part, most - 1) for code, part in parts}
        return Node(int(self.guesses[guess]), below)


def lookahead(at: Position, *, own: bool, stop: Stop) -> Lookahead:
    """Lay out what a search at a position uses; ``own``: only candidates are guessed."""
    game, candidates = at.game, at.left
    weights = game.weights(candidates)
    order = np.lexsort((game.guess_of[candidates], -weights))
    candidates, weights = candidates[order], weights[order]
    first = game.guess_of[candidates]
    others = [] if own else [np.setdiff1d(np.arange(len(game.guesses)), first)]
    guesses = np.concatenate([first, *others])
    n = len(candidates)
    unit = max(1, int(np.gcd.reduce(weights)))
    names = np.random.default_rng(0).integers(-(1 << 62), 1 << 62, (2, n + 1, 2))
    board = kernels.Board(
        by_secret=scores_of(game, candidates, guesses),
        weights=weights // unit,
        names=names[0],
        turns=names[1],
        capacity=capacity(game.rule.n_codes - 1, n),
        n_codes=game.rule.n_codes,
        few=FEW,
        widths=np.full(n + 1, len(guesses)),
        bits=n_log2_n(n),
        even=bool((weights == unit).all()),
        own=own,
    )
    room = (board.n_codes - 1) * np.arange(n + 1)
    costs = kernels.least_costs(room, n)
    written = notes(len(guesses), board.n_codes)
    room = kernels.appraise(board, written, np.arange(n), room, costs)
    return Lookahead(
        game,
        candidates,
        guesses,
        unit,
        board,
        written,
        memo(),
        room,
        kernels.least_costs(room, n),
        stop,
        None if game.alike is None or own else at.made,
    )


def capacity(parts: int, n_candidates: int) -> IntArray:
    """Tabulate the most candidates that 0, 1, .. guesses can find, up to all of them."""
    found = [0, 1]
    while parts and found[-1] < n_candidates:
        found.append(1 + parts * found[-1])
    return np.array(found)


def scores_of(game: Game, candidates: Indices, guesses: Indices) -> Scores:
    """Return the scores of ``guesses (G,)`` against ``candidates (A,)``: (A, G) in C order.

    Raises GameError if they are too many.
    """
    if len(candidates) * len(guesses) * game.rule.dtype.itemsize > LARGEST_MATRIX:
        raise GameError(
            f"{len(candidates):,} candidates and {len(guesses):,} guesses are too many to search; "
            "make a few more guesses first, or take a smaller game"
        )
    if not game.held:
        return game.columns(candidates, guesses)
    found: Scores = game.scores.T[candidates]
    in_order = np.array_equal(guesses, np.arange(len(game.guesses)))
    return found if in_order else np.take(found, guesses, axis=1)


def memo() -> kernels.Memo:
    """Make room for what is found."""
    return kernels.Memo(np.zeros((MEMO, 4), np.int64), np.zeros(MEMO, np.int64))


def notes(n_guesses: int, n_codes: int) -> kernels.Notes:
    """Make room for what kernels write."""

    def room(*shape: int) -> IntArray:
        return np.zeros(shape, np.int64)

    return kernels.Notes(
        equal=np.zeros(BLOCK, np.uint8),
        twins=np.zeros(n_guesses, np.uint8),
        pairs=np.zeros(n_guesses, np.uint16),
        lost=room(n_guesses),
        bound=room(n_guesses),
        spread=room(n_guesses),
        counts=np.zeros(BLOCK * n_codes, np.int32),
        heavy=room(BLOCK * n_codes),
        sizes=room(n_codes),
        places=room(n_codes),
        part_names=room(n_codes, 2),
        lows=room(n_codes),
        codes=room(n_codes),
    )

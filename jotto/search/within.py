"""The most secrets within k guesses: strategies that miss as little as possible.

What a strategy misses of a set is the weight of the candidates that it does not find within so many
guesses. The core searches sets for the least of that, and for the least total of the strategies
that miss the least (``core/within.c``). Symmetries of codes, fixed openings and trees are here.

>>> import jotto
>>> seven = jotto.words("hatch latch match patch batch watch catch".split())
>>> search = Within(lookahead(jotto.start(seven)), 3)
>>> search.missed(search.ahead.all_candidates, NEVER, 3), search.found().root.guess
(4, 0)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property, partial

import numpy as np

from jotto.core import NEVER, searches
from jotto.core.searches import AFTER_MISSED, MISSED, Verdict
from jotto.engine.game import Indices, IntArray
from jotto.engine.position import Position
from jotto.search.background import Stop
from jotto.search.lookahead import (
    NO_GUESSES,
    RUNNING,
    Lookahead,
    Made,
    first_guess,
    lookahead,
)
from jotto.trees.formats import Node
from jotto.trees.tree import Claim, Tree

BEAMS = 1, 10, None  # each finds more than the one before; None: all guesses
THOROUGH = 4  # the effort with which a beam looks for trees that find all of a set


@dataclass(frozen=True)
class Found:
    """A strategy, and what is proved: nothing misses less than ``missed``, in units of weights.

    Of the strategies that miss so little, none has a total below ``lower``.
    """

    root: Node
    missed: int
    lower: int = 0


@dataclass(frozen=True, eq=False)
class Within:
    """A search for what is found within ``k`` guesses; ``mean``: with the least total then.

    Its methods take a set, a limit, the guesses left, those made, and what may be guessed next, as
    those of Lookahead do: what they return is exact below the limit, else a lower bound.
    """

    ahead: Lookahead
    k: int
    mean: bool = False

    @cached_property
    def beam(self) -> Lookahead:
        """A quick search for sets of which nothing, or all, is missed."""
        return self.ahead.narrow(1)

    def missed(
        self,
        members: IntArray,
        limit: int,
        most: int,
        made: Made = (),
        choice: IntArray | None = None,
    ) -> int:
        """Return the least weight of a set that a strategy misses."""
        ahead = self.ahead
        choice = ahead.choice if choice is None else choice
        tried, only = ahead.tried(members, made) if most > 1 else (None, NO_GUESSES)
        if tried is None:
            return self._missed(members, limit, most, choice, only)
        known = self._known(MISSED, members, most, choice)
        order = partial(self.in_order, members, most, tried)
        attempt = partial(self._miss_after, members=members, most=most, made=made)
        return ahead.in_turn(members, limit, most, known, order, attempt, MISSED)

    def in_order(
        self, members: IntArray, most: int, tried: Indices | None
    ) -> Iterator[tuple[int, int]]:
        """Yield guesses as Lookahead does, with what each misses at least."""
        ahead = self.ahead
        searches.bound_missed(ahead.problem, members, ahead.choice, most, ahead.found)
        return ahead.ordered(members, tried, ahead.problem.bounds, ahead.problem.keys)

    def _missed(
        self, members: IntArray, limit: int, most: int, choice: IntArray, only: IntArray
    ) -> int:
        ahead = self.ahead
        return searches.missed(ahead.problem, members, choice, (limit, most), ahead.found, only)

    def _miss_after(
        self, guess: int, limit: int, *, members: IntArray, most: int, made: Made
    ) -> int:
        parts = sorted(self.ahead.parts(members, guess).values(), key=len, reverse=True)
        lows, after = [self.counted(part, most - 1) for part in parts], self._after(made, guess)
        total = sum(lows)
        for part, low in zip(parts, lows, strict=True):
            if total >= limit or self.ahead.problem.stop[0]:
                break
            total += max(0, self.missed(part, limit - total + low, most - 1, after) - low)
        return total

    def missed_after(self, guess: int, limit: int) -> int:
        """Return the least weight of all candidates that is missed after a first guess."""
        ahead, every = self.ahead, self.ahead.all_candidates
        if ahead.distinct(ahead.made) is None:
            return self._missed(every, limit, self.k, ahead.choice, np.array([guess]))
        return self._miss_after(guess, limit, members=every, most=self.k, made=ahead.made)

    def counted(self, members: IntArray, most: int) -> int:
        """Return a lower bound on what is missed of a set, without a search."""
        sets, limits = (self.ahead.problem, members, self.ahead.choice), (NEVER, most)
        return searches.missed(*sets, limits, self.ahead.found, NO_GUESSES, ahead=False)

    def least(
        self,
        members: IntArray,
        limit: int,
        most: int,
        made: Made = (),
        choice: IntArray | None = None,
    ) -> int:
        """Return the least total of the strategies that miss the least of a set."""
        ahead = self.ahead
        choice = ahead.choice if choice is None else choice
        tried, only = ahead.tried(members, made)
        if tried is None:
            return self._least(members, limit, most, choice, only)
        missed = self.missed(members, NEVER, most, made)
        if most == 0 or missed == 0:
            return ahead.least(members, limit, most or len(members), made)
        attempt = partial(self._least_after, members=members, most=most, made=made, missed=missed)
        known = self._known(AFTER_MISSED, members, most, choice)
        order = partial(ahead.in_order, members, tried)
        return ahead.in_turn(members, limit, most, known, order, attempt, AFTER_MISSED)

    def _least(
        self, members: IntArray, limit: int, most: int, choice: IntArray, only: IntArray
    ) -> int:
        sets, limits = (self.ahead.problem, members, choice), (limit, most)
        return searches.least_after_missed(*sets, limits, self.ahead.found, only)

    def _least_after(
        self, guess: int, limit: int, *, members: IntArray, most: int, made: Made, missed: int
    ) -> int:
        ahead, after = self.ahead, self._after(made, guess)
        parts = sorted(ahead.parts(members, guess).values(), key=len)
        for part in reversed(parts):
            missed -= self.missed(part, missed + 1, most - 1, after)
            if missed < 0:
                return NEVER
        lows = [ahead.quick_bounds(part, len(part))[0] for part in parts]
        total = int(ahead.problem.weights[members].sum()) + sum(lows)
        for part, low in zip(parts, lows, strict=True):
            if total >= limit or ahead.problem.stop[0]:
                break
            total += max(0, self.least(part, limit - total + low, most - 1, after) - low)
        return total

    def least_after(self, guess: int, missed: int) -> int:
        """Return the least total after a first guess of strategies that miss so little."""
        ahead, every = self.ahead, self.ahead.all_candidates
        if ahead.distinct(ahead.made) is None:
            return self._least(every, NEVER, self.k, ahead.choice, np.array([guess]))
        sets = partial(self._least_after, members=every, most=self.k, made=ahead.made)
        return sets(guess, NEVER, missed=missed)

    def _after(self, made: Made, guess: int) -> Made:
        return *made, int(self.ahead.guesses[guess])

    def _known(self, rows: int, members: IntArray, most: int, choice: IntArray) -> Verdict:
        stored = searches.look_up(self.ahead.problem, members, choice, most, rows)
        return (0, NEVER, -1) if stored[0] < 0 else stored

    def found(self, first: int | None = None, known: int = NEVER) -> Found | None:
        """Search; return the best strategy found, None if the search was stopped before that.

        ``first``: the first guess; ``known``: what a strategy with it is known to miss.
        """
        ahead, every, unit = self.ahead, self.ahead.all_candidates, self.ahead.unit
        limit = min(known // unit + 1, NEVER)
        if first is not None:
            missed = self.missed_after(first, limit)
            lower = self.least_after(first, missed) if self.mean else 0
        else:
            missed = self.missed(every, limit, self.k, ahead.made)
            lower = self.least(every, NEVER, self.k, ahead.made) if self.mean else 0
        stopped = bool(ahead.problem.stop[0])
        running = replace(self, ahead=ahead.for_thread(stop=RUNNING)) if stopped else self
        stored = self._known(MISSED, every, self.k, ahead.choice)
        if stopped and (first is not None or stored[2] < 0):
            return None
        root = running.tree(every, self.k, ahead.made, ahead.choice, first)
        return Found(root, missed * unit, 0 if stopped else lower * unit)

    def tree(
        self, members: IntArray, most: int, made: Made, choice: IntArray, first: int | None = None
    ) -> Node:
        """Build the tree of the best strategy for a set, or of that after a first guess."""
        ahead, below = self.ahead, {}
        guess = self._guess(members, most, made, choice) if first is None else first
        if guess < 0:
            return self._rest(members, most, made, choice)
        for code, part in ahead.parts(members, guess).items():
            after = ahead.choice_after(choice, guess, code)
            below[code] = self.tree(part, most - 1, self._after(made, guess), after)
        return Node(int(ahead.guesses[guess]), below)

    def _guess(self, members: IntArray, most: int, made: Made, choice: IntArray) -> int:
        """Return the best guess for a set; -1 if nothing of it is missed, or if all is."""
        sets = members, NEVER, most, made, choice
        if most == 0 or len(members) <= 2 or self.missed(*sets) == 0:
            return -1
        if self.mean:
            self.least(*sets)
            guess = self._known(AFTER_MISSED, members, most, choice)[2]
            if guess >= 0:
                return guess
        return int(members[0]) if most == 1 else self._known(MISSED, members, most, choice)[2]

    def _rest(self, members: IntArray, most: int, made: Made, choice: IntArray) -> Node:
        """Build the tree of a set of which nothing is missed, or all."""
        most = most if most and len(members) > 2 else len(members)
        ahead = self.ahead if self.mean else self.beam
        if len(choice) > 2 or not self.mean:
            ahead.searched(members, NEVER, most, most, choice=choice)
        else:
            ahead.least(members, NEVER, most, made)
        if ahead.quick_bounds(members, most, choice)[2] < 0:
            ahead = self.ahead
            ahead.searched(members, NEVER, most, most, choice=choice)
        return ahead.tree(members, most, choice=choice)[0]


# --- trees ----------------------------------------------------------------------------------------


def trees(
    at: Position, claim: Claim, stop: Stop = RUNNING, *, width: int | None = None
) -> Iterator[Tree]:
    """Yield better and better trees for an aim ``within:K``; the last is proved unless stopped.

    With a ``width``, one by a beam search, of which a lower bound alone is proved. Raises
    GameError.
    """
    assert claim.within is not None, "the aim is to find most within some guesses"
    ahead = lookahead(at, claim.allow or "all", stop)
    full = Within(ahead, claim.within, claim.totals)
    first = None
    if claim.opening is not None:
        first = int(np.flatnonzero(ahead.guesses == first_guess(at, claim))[0])
    best, known = None, NEVER
    for beam in BEAMS if width is None else (width,):
        search, stopped = full, RUNNING if best is None else stop
        if beam is not None:  # the first finds something even if it is stopped
            search = replace(full, ahead=ahead.narrow(beam, THOROUGH).for_thread(stop=stopped))
        if (found := search.found(first, NEVER if beam else known)) is None:
            return
        if beam is not None:  # what it proves is about a beam
            counted = full.counted(ahead.all_candidates, full.k) * ahead.unit
            found = replace(found, missed=counted, lower=0)
        tree = tree_of(at, claim, found)
        if best is not None and worth(best) > worth(tree):  # what is proved is about all trees
            tree = tree_of(at, claim, replace(found, root=best.root))
        best, known = tree, int(at.game.weights(at.left).sum()) - worth(tree)[0]
        yield tree


def tree_of(at: Position, claim: Claim, found: Found) -> Tree:
    """Return the tree of a strategy, with what is proved of it."""
    assert claim.within is not None, "the aim is to find most within some guesses"
    most = int(at.game.weights(at.left).sum()) - found.missed
    tree = Tree(at, found.root)
    exact = tree.lengths.weighted_within(claim.within) == most
    lower = found.lower if exact and found.lower else None
    proved = exact and (not claim.totals or lower == tree.lengths.weighted_total)
    return replace(tree, claim=replace(claim, most_found=most, lower_bound=lower, proved=proved))


def worth(tree: Tree) -> tuple[int, int]:
    """Return how much a tree finds within the guesses of its aim, then how few guesses it needs."""
    return tree.lengths.weighted_within(tree.claim.within or 0), -tree.lengths.weighted_total

"""A search from one position: what it reads, and the loops around the searches of the core.

A refutation by hand: no tree of ten words has a total below 22. The bound of a guess counts places.
One candidate is found by the first guess, one of each part by the second, all others later.

>>> import jotto
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

``core/least.c`` does this for every guess and, if something is missing, for its parts: at a look,
then by a search one guess ahead, then to the end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations_with_replacement
from operator import attrgetter
from typing import Any

import numpy as np

from jotto.core import BLOCK, NEVER, searches
from jotto.core.searches import LEAST, LEVELS, Hints, Problem, Verdict
from jotto.engine.allowed import ALLOWED, hints_of, letters_in, shape_of
from jotto.engine.game import (
    LARGEST_MATRIX,
    Bools,
    Game,
    Indices,
    IntArray,
    Scores,
    partition,
)
from jotto.engine.position import Position, distinct
from jotto.engine.store import remember
from jotto.errors import GameError
from jotto.search.background import Stop
from jotto.trees.formats import Node
from jotto.trees.tree import Allowed, Claim

Made = tuple[int, ...]

WIDE = 8  # the beam before a proof: its total saves more time than it takes
SMALL_SETS = 10  # guesses; a beam as wide or wider tries so few, or a tenth, for small sets
SMALL = 100  # candidates; sets up to here are compared in pairs, see core/search.c
AT_ONCE = 4096  # candidates that are scored
FEWEST_ROWS, ROWS = 1 << 10, 1 << 21  # of the transposition table: 84 MB at most
SCORES_A_ROW = 32  # more rows are not faster: for 1,000 words, 256 are as fast as 2^21
SYMMETRY_PAYS = 1 << 16  # scores; lower than for one guess, as a search takes longer
DEEPER_PAYS = 400  # candidates; for fewer, symmetries after one more guess do not pay
EVERY = 1 << 40  # guesses: all of them
# to find sets within a limit: guesses tried with 3 guesses left, with 4, with more; with 2 all are
WIDTHS = ((10, 3, 3), (30, 10, 10), (100, 10, 40), (300, 30, 100), (300, 100, 1000), 3 * (EVERY,))
NO_GUESSES = np.zeros(0, np.int64)
ANY_GUESS = np.zeros(2, np.int64)  # a choice, see searches.Problem
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


def better_of(first: Result | None, second: Result | None) -> Result | None:
    """Return the strategy of lower total, then of the shorter longest game; None if none."""
    some = [result for result in (first, second) if result]
    return min(some, key=attrgetter("total", "root.depth"), default=None)


@dataclass(frozen=True, eq=False)
class Lookahead:
    """A search among some candidates, with indices of its own for candidates and guesses."""

    game: Game
    candidates: Indices  # (A,) their indices in the game
    guesses: Indices  # (G,) likewise
    unit: int  # the greatest common divisor of the weights
    problem: Problem
    found: IntArray  # (LEVELS + 1,) the most candidates that 0, 1, .. guesses can find
    made: Made
    choice: IntArray  # what may be guessed first, see searches.Problem
    finer: tuple[int, Lookahead] | None = None  # searches sets up to so large again, for a tree

    @property
    def all_candidates(self) -> IntArray:
        """All candidates, by the indices of the search, (A,)."""
        return np.arange(len(self.candidates))

    def quick_bounds(self, members: IntArray, most: int, choice: IntArray | None = None) -> Verdict:
        """Return a set's lower bound, its best total so far or NEVER, and the guess for that."""
        choice = self.choice if choice is None else choice
        return searches.quick_bounds(self.problem, members, choice, most, self.found)

    def searched(
        self,
        members: IntArray,
        limit: int,
        most: int,
        depth: int,
        only: IntArray = NO_GUESSES,
        choice: IntArray | None = None,
    ) -> int:
        """Run ``searches.least``."""
        choice, limits = self.choice if choice is None else choice, (limit, most, depth)
        return searches.least(self.problem, members, choice, limits, self.found, only)

    def bound(self, most: int, depth: int) -> int:
        """Return a lower bound on the total of all candidates, looking ``depth`` guesses ahead.

        Guesses are searched in order of their bounds until no other is as low. If the search is
        stopped, the bound is valid but lower.
        """
        bounds = self._bound_guesses(self.all_candidates)[0].copy()
        low = NEVER if depth else int(bounds.min())
        ahead = partial(self.searched, most=most - 1, depth=depth - 1)
        for guess in np.argsort(bounds, kind="stable").tolist():
            if self.problem.stop[0] or bounds[guess] >= low:
                return min(low, int(bounds[guess]))
            low = min(low, self._try(self.all_candidates, guess, low, most, ahead))
        return low

    def least(
        self,
        members: IntArray,
        limit: int,
        most: int,
        made: Made,
        choice: IntArray | None = None,
    ) -> int:
        """Return the least total of a set if that is below ``limit``, else a bound not below it."""

        def attempt(guess: int, aim: int) -> int:
            after = partial(self.least, most=most - 1, made=(*made, int(self.guesses[guess])))
            return self._try(members, guess, aim, most, after)

        tried, only = self.tried(members, made)
        if tried is None:  # as in hard mode, where alone a choice changes
            return self.searched(members, limit, most, most, only, choice)
        known = self.quick_bounds(members, most)
        order = partial(self.in_order, members, tried)
        return self.in_turn(members, limit, most, known, order, attempt)

    def tried(self, members: IntArray, made: Made) -> tuple[Indices | None, IntArray]:
        """Return the guesses to try one by one, one of each set of equivalent ones.

        Or None, where that does not pay, and the ``only`` guesses for the core.
        """
        pays = len(members) * len(self.guesses) >= SYMMETRY_PAYS
        tried = self.distinct(made) if pays else None
        if tried is not None and len(members) < DEEPER_PAYS and len(tried) > 1:
            return None, np.flatnonzero(np.isin(self.guesses, tried))
        return tried, NO_GUESSES

    def in_turn(
        self,
        members: IntArray,
        limit: int,
        most: int,
        known: Verdict,
        order: Callable[[], Iterable[tuple[int, int]]],
        attempt: Callable[[int, int], int],
        rows: int = LEAST,
    ) -> int:
        """Try guesses, each with a bound, until none can be better; store what is found.

        ``attempt(guess, aim)`` returns what a guess leads to if that is below an aim, else a bound.
        """
        low, best, chosen = known
        if low >= min(limit, best):
            return low
        refuted = NEVER
        for guess, bound in order():
            aim = min(limit, best)
            total = bound if bound >= aim else attempt(guess, aim)
            if self.problem.stop[0] or best <= low:
                break
            if total < aim:
                best, chosen = total, guess
            else:
                refuted = min(refuted, total)
        if not self.problem.stop[0]:
            low = max(low, min(best, refuted))
        searches.store(self.problem, members, self.choice, most, (low, best, chosen), rows)
        return low

    def distinct(self, made: Made) -> Indices | None:
        """Return one of each set of guesses equivalent after ``made``; None: try all."""
        return distinct(self.game, made)

    def in_order(
        self, members: IntArray, tried: Indices | None, choice: IntArray | None = None
    ) -> Iterator[tuple[int, int]]:
        """Yield the guesses ``tried``, the most promising first, with a lower bound for each.

        In a beam search no more than its width; for a large set no two of equal value.
        """
        return self.ordered(members, tried, *self._bound_guesses(members, choice))

    def ordered(
        self, members: IntArray, tried: Indices | None, bounds: IntArray, keys: IntArray
    ) -> Iterator[tuple[int, int]]:
        """Do the same by bounds and keys of all guesses."""
        if tried is not None:
            keys[~np.isin(self.guesses, tried)] = NEVER
        order, width = np.argsort(keys, kind="stable"), self.problem.widths[len(members)]
        if width < len(keys) and len(members) > SMALL:
            order = np.unique(keys, return_index=True)[1]
        order = order[keys[order] < NEVER][:width]
        yield from zip(order.tolist(), bounds[order].tolist(), strict=True)

    def _bound_guesses(
        self, members: IntArray, choice: IntArray | None = None
    ) -> tuple[IntArray, IntArray]:
        """Return a bound for each guess, and the key by which they are tried, NEVER for useless."""
        choice = self.choice if choice is None else choice
        searches.bound_guesses(self.problem, members, choice, self.found, ordered=True)
        return self.problem.bounds, self.problem.keys

    def _try(
        self, members: IntArray, guess: int, limit: int, most: int, search: Callable[..., int]
    ) -> int:
        """Do the same as ``least`` with a given guess; ``search(part, limit)`` does a part."""
        parts = sorted(self.parts(members, guess).values(), key=len)
        lows = [self.quick_bounds(part, most - 1)[0] for part in parts]
        total = int(self.problem.weights[members].sum()) + sum(lows)
        for part, low in zip(parts, lows, strict=True):
            if total >= limit or self.problem.stop[0]:
                break
            total += search(part, limit - total + low) - low
        return total

    def parts(self, members: IntArray, guess: int) -> dict[int, IntArray]:
        """Group a set by the score codes of ``guess``, without the win."""
        parts = partition(self.problem.by_secret[members, guess], members)
        parts.pop(self.game.rule.win, None)
        return parts

    def narrow(self, width: int, effort: int = 1) -> Lookahead:
        """Return a beam search with the same table: ``width`` guesses for large sets.

        A set that these do not find within the limit is found by others, looked for with an effort.
        """
        widths = np.full(len(self.candidates) + 1, width)
        # more guesses pay for large sets, not for small ones
        widths[: SMALL + 1] = min(2 * width, max(SMALL_SETS, width // SMALL_SETS))
        salt = salted(self.problem.salt, width * len(WIDTHS) + effort)
        return self._with(widths=widths, salt=salt, tries=tries(effort) if effort else None)

    def _with(self, **changes: Any) -> Lookahead:
        return replace(self, problem=replace(self.problem, **changes))

    def for_thread(self, **changes: Any) -> Lookahead:
        """Return a search for another thread: with the same table, and arrays of its own."""
        return self._with(**changes, scratch={})

    def promising(
        self, members: IntArray, n: int, made: Made, choice: IntArray | None = None
    ) -> list[int]:
        """List the n most promising guesses for a large set, by their indices in the search."""
        few = self._with(widths=np.full(len(self.candidates) + 1, n))
        return [guess for guess, _ in few.in_order(members, self.distinct(made), choice)]

    def result(self, most: int, limit: int = NEVER) -> Result | None:
        """Search; return the best strategy found, or None."""
        self.least(self.all_candidates, limit, most, self.made)
        low, _, guess = self.quick_bounds(self.all_candidates, most)
        if guess < 0:
            return None
        root, total = self.tree(self.all_candidates, most, guess)
        return Result(root, total * self.unit, low * self.unit, low == total)

    def easy(self, most: int) -> Result | None:
        """Find a strategy quickly, even if the search is stopped."""
        return self.narrow(1, effort=0)._with(stop=RUNNING).result(most)

    def first(self, most: int) -> Result | None:
        """Find a strategy whose total a proof can begin with."""
        first = self.easy(most)
        if len(self.candidates) > SMALL:
            first = better_of(first, self.narrow(WIDE).result(most))
        return first

    def after(self, guess: int, limit: int, most: int) -> int:
        """Return the least total after a first guess if it is below ``limit``, else a bound."""
        if self.distinct(self.made) is None:
            members, only = self.all_candidates, np.array([guess])
            return self.searched(members, limit, most, most, only)
        rest = partial(self.least, most=most - 1, made=(*self.made, int(self.guesses[guess])))
        return self._try(self.all_candidates, guess, limit, most, rest)

    def result_after(self, guess: int, total: int, most: int) -> Result:
        """Build the tree of least total after a first guess, whose total is known."""
        self.after(guess, total + 1, most)
        root, total = self.tree(self.all_candidates, most, guess)
        return Result(root, total * self.unit, 0, proved=False)

    def best(self, most: int, width: int | None = None) -> Result | None:
        """Find the strategy of least total; the best so far if the search is stopped.

        With a ``width``, by beam search. Raises GameError if games are too long.
        """
        try:
            return self._best(most) if width is None else self.beam(width, most)
        except RecursionError as error:
            raise GameError("games may be too long to search: hundreds of guesses") from error

    def _best(self, most: int) -> Result | None:
        first = self.first(most)
        best = better_of(first, self.result(most, first.total // self.unit if first else NEVER))
        return best and best.bounded(self.quick_bounds(self.all_candidates, most)[0] * self.unit)

    def beam(self, width: int, most: int) -> Result | None:
        """Find a good strategy by beam search; its lower bound looks one guess ahead.

        Of its tree, sets of up to ``width`` candidates are searched again to the end.
        """
        efforts = range(1, len(WIDTHS))
        finer = min(width, SMALL), self
        beams = (replace(self.narrow(width, effort), finer=finer) for effort in efforts)
        best = next(filter(None, (beam.result(most) for beam in beams)), None)
        if not best or self.problem.stop[0]:
            best = better_of(best, self.easy(most))
        return best and best.bounded(self.bound(most, 0) * self.unit)

    def tree(
        self, members: IntArray, most: int, guess: int = -1, choice: IntArray | None = None
    ) -> tuple[Node, int]:
        """Build the tree of the best strategy for a set, or with this guess; return its total."""
        if len(members) <= 2 and guess < 0:  # as most sets of a tree
            return self._tree_of_two(members)
        choice = self.choice if choice is None else choice
        if self.finer and 2 < len(members) <= self.finer[0] and guess < 0:
            again, limit = self.finer[1], self.quick_bounds(members, most, choice)[1]
            again.searched(members, limit, most, most, choice=choice)
            if again.quick_bounds(members, most, choice)[1] < limit:
                return again.tree(members, most, choice=choice)
        guess = self._guess(members, choice, most) if guess < 0 else guess
        total, below = int(self.problem.weights[members].sum()), {}
        for code, part in self.parts(members, guess).items():
            after = self.choice_after(choice, guess, code)
            below[code], its_total = self.tree(part, most - 1, choice=after)
            total += its_total
        return Node(int(self.guesses[guess]), below), total

    def _tree_of_two(self, members: IntArray) -> tuple[Node, int]:
        """Do the same for one or two candidates, the first of which is guessed first."""
        first, *second = members.tolist()
        total, below = int(self.problem.weights[first]), {}
        for other in second:
            total += 2 * int(self.problem.weights[other])
            below[int(self.problem.codes[other, first])] = Node(int(self.guesses[other]))
        return Node(int(self.guesses[first]), below), total

    def choice_after(self, choice: IntArray, guess: int, code: int) -> IntArray:
        """Return what may be guessed after a score; only in hard mode is that another choice."""
        if len(choice) == len(ANY_GUESS):
            return choice
        return searches.follow(self.problem, choice, guess, code)

    def _guess(self, members: IntArray, choice: IntArray, most: int) -> int:
        """Return the best guess for a part of the best strategy found."""
        low, total, guess = self.quick_bounds(members, most, choice)
        if low < total:  # what was found was replaced in the table
            again = self._with(stop=RUNNING)
            again.searched(members, NEVER, most, most, choice=choice)
            guess = self.quick_bounds(members, most, choice)[2]
            if guess < 0:  # a beam that sorts by other bounds may find none in so few guesses
                every = np.full_like(self.problem.widths, len(self.guesses))
                again._with(widths=every).searched(members, NEVER, most, most, choice=choice)
                guess = self.quick_bounds(members, most, choice)[2]
        return guess


def lookahead(
    at: Position,
    allow: Allowed = "all",
    stop: Stop = RUNNING,
    *,
    table: IntArray | None = None,
    number: int = 0,
) -> Lookahead:
    """Prepare a search at a position; of several that share a ``table``, each has a ``number``.

    Raises GameError.
    """
    game, candidates, may = at.game, at.left, ALLOWED[allow](at)
    weights = game.weights(candidates)
    order = np.lexsort((game.guess_of[candidates], -weights))
    candidates, weights = candidates[order], weights[order]
    own, others = game.guess_of[candidates], may.copy()
    others[own] = False
    guesses = np.concatenate([own, others.nonzero()[0]])
    n, n_codes, hard = len(candidates), game.rule.n_codes, allow == "hard"
    if n * len(guesses) * game.rule.dtype.itemsize > LARGEST_MATRIX:
        many = f"{n:,} candidates and {len(guesses):,} guesses are too many to search"
        raise GameError(f"{many}; make a few more guesses first, or choose a smaller game")
    codes = searches.scores_for(n, len(guesses), n_codes, game.rule.dtype)
    by_secret = codes[:-1, : len(guesses)]
    for first in range(0, n, AT_ONCE):
        some = slice(first, first + AT_ONCE)
        by_secret[some] = game.columns(candidates[some], guesses)
    columns, unit = by_column(by_secret), max(1, int(np.gcd.reduce(weights)))
    hints = hints_among(game, guesses if hard else NO_GUESSES)
    shape = 2 * (n + 1) + hints.users.shape[1], 2
    problem = Problem(
        codes=codes,
        columns=codes if columns is by_secret else columns,
        weights=weights // unit,
        randoms=np.random.default_rng(0).integers(-(1 << 62), 1 << 62, shape),
        hints=hints,
        widths=np.full(n + 1, len(guesses)),
        tries=None,
        n_guesses=len(guesses),
        n_codes=n_codes,
        only_candidates=allow == "candidates",
        table=table_for(n * len(guesses)) if table is None else table,
        salt=salted(np.zeros(2, np.int64), number),
        stop=stop,
    )
    most = [0]  # each score but the win leads to as many as can be found with a guess less
    while len(most) <= LEVELS:
        most.append(min(n, 1 + (n_codes - 1) * most[-1]))
    found = searches.bound_guesses(problem, np.arange(n), ANY_GUESS, np.array(most), ordered=False)
    every = searches.packed(np.ones(len(guesses) if hard else 0, np.bool_))
    choice = np.concatenate([ANY_GUESS, every])
    return Lookahead(game, candidates, guesses, unit, problem, found, at.made, choice)


def first_guess(at: Position, claim: Claim) -> int:
    """Return the index in the game of the opening of a claim. Raises GameError."""
    opening, may = at.game.index(claim.opening), ALLOWED[claim.allow or "all"](at)
    if not may[opening]:
        reason = f"only {claim.allow} guesses are allowed" if claim.own else "it leaves a hint out"
        raise GameError(f"{str(claim.opening)!r} may not be guessed: {reason}")
    if [len(part) for code, part in at.parts(opening) if code != at.game.rule.win] == [len(at)]:
        guess = str(at.game.guesses[opening])
        raise GameError(f"{guess!r} tells no candidates apart; choose another opening")
    return opening


def table_for(n_scores: int) -> IntArray:
    """Make an empty table for a search among so many scores, of guesses by candidates."""
    rows = 1 << (n_scores // SCORES_A_ROW).bit_length()
    return searches.table_of(min(ROWS, max(FEWEST_ROWS, rows)))


def tries(effort: int) -> IntArray:
    """Return how many guesses are tried for a set, by the guesses left: 0, 1, .. 5 and more."""
    return np.array([EVERY] * 3 + [*WIDTHS[effort - 1]])


def salted(salt: IntArray, number: int) -> IntArray:
    """Return the salt of another search with the same table; the same one for 0."""
    seed = [*salt.astype(np.uint64).tolist(), number]
    return np.random.default_rng(seed).integers(-(1 << 62), 1 << 62, 2) if number else salt


def by_column(matrix: Scores) -> Scores:
    """Transpose a matrix; return itself if it is symmetric."""
    cuts = [slice(first, first + BLOCK) for first in range(0, len(matrix), BLOCK)]
    pairs = combinations_with_replacement(cuts, 2)
    square = matrix.shape[0] == matrix.shape[1]
    if square and all((matrix[one, other] == matrix[other, one].T).all() for one, other in pairs):
        return matrix
    return np.ascontiguousarray(matrix.T)


def hints_among(game: Game, guesses: Indices) -> Hints:
    """Return what some guesses demand of one another. Raises GameError if it is too much."""
    if not len(guesses):
        return Hints(guesses[None, :], np.zeros((0, 0), np.int32), guesses, np.zeros(0, np.bool_))
    kinds, given, hints = hints_in(game)
    of, n = hints[guesses], int(hints.max()) + 1
    if n * len(guesses) > LARGEST_MATRIX:
        raise GameError(f"{len(guesses):,} guesses are too many to search in hard mode")
    users = np.zeros((n, len(guesses)), np.bool_)
    users[of, np.arange(len(guesses))[:, None]] = True
    return Hints(searches.packed(users), of, kinds[guesses], given)


@remember
def hints_in(game: Game) -> tuple[IntArray, Bools, np.typing.NDArray[np.int32]]:
    """Return the kind of each guess (G,), what its scores demand, and its numbered hints (G, n)."""
    rule = game.rule
    letters = letters_in(game)[1]
    shapes = [shape_of(word) for word in letters.tolist()]
    kinds = {shape: kind for kind, shape in enumerate(dict.fromkeys(shapes))}
    places = np.array(shapes)
    if len(kinds) * rule.n_codes * 2 * places.shape[1] > LARGEST_MATRIX:
        raise GameError(f"{rule.n_codes:,} scores are too many to search in hard mode")
    given = np.array([hints_of(rule)(shape, rule.texts) for shape in kinds])
    nth = np.tril(places[:, :, None] == places[:, None]).sum(axis=2)  # of its letter in the guess
    length = places.shape[1]
    there = np.hstack([2 * letters * length + np.arange(length), (2 * letters + 1) * length + nth])
    hints = np.unique(there, return_inverse=True)[1].reshape(there.shape)
    return np.array([kinds[shape] for shape in shapes]), given, hints.astype(np.int32)

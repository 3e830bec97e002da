"""The least worst case: the fewest guesses within which some strategy always wins, proved.

That so few guesses are enough is shown by a strategy, which is looked for among the most promising
guesses first: openings one by one, then again those that leave the fewest candidates in parts
without a strategy, with more guesses at each set. That they are not enough is shown for each
opening by a part for which every guess fails; most sets fail by counting (see limits.room_for).

Openings are independent jobs. Answers are the same for any number of workers.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import KW_ONLY, dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from jotto.engine.game import Game
from jotto.engine.lengths import evaluate
from jotto.engine.measures import MEASURES
from jotto.engine.partition import IntArray
from jotto.engine.position import start
from jotto.engine.strategies import distinct, strategy_of
from jotto.search import limits
from jotto.search.jobs import Root, in_threads
from jotto.search.limits import OPEN, REFUTED, SOLVED, UNKNOWN
from jotto.search.lookahead import SYMMETRY_PAYS
from jotto.trees.node import Node
from jotto.trees.tree import Tree

EVERY = 1 << 40  # guesses: all of them
# guesses tried with 4 guesses left, and with more; with up to 3 it is always every guess
WIDTHS = ((3, 3), (10, 10), (10, 40), (30, 100), (100, 300), (EVERY, EVERY))
EXACT = len(WIDTHS)  # the effort that decides
FIELD = 243  # openings tried with the least effort
KEPT = 3  # one in so many goes on to the next effort
FEWEST = 3  # candidates that kernels are loaded with
Job = tuple[int, int, int]  # an opening, the guesses allowed, the effort
Outcome = tuple[int, int]  # an answer, and the candidates in parts without a strategy
Tried = Iterator[tuple[Job, Outcome, bool] | None]  # None: nothing new


class Bounds(NamedTuple):
    """What is proved of the least worst case, and how far the search is."""

    low: int
    high: int
    most: int = 0  # whether so many guesses are enough is being decided
    done: int = 0  # openings tried
    openings: int = 0  # of so many


class Limits(Root):
    """What every job needs: whether sets can be found in so many guesses."""

    def decide(self, members: IntArray, most: int, made: tuple[int, ...], effort: int) -> int:
        """Do what :func:`limits.decide` does, with symmetries; ``made``: the guesses so far."""
        ahead = self.ahead
        board, scratch = ahead.board, ahead.scratch
        widths = np.full(most + 1, WIDTHS[effort - 1][1])
        widths[: 4 + 1] = WIDTHS[effort - 1][0]
        widths[: 3 + 1] = EVERY
        pays = most > 2 and len(members) * len(ahead.guesses) >= SYMMETRY_PAYS
        tried = distinct(self.at.game, made) if pays else None
        if tried is None:
            return int(limits.decide(board, scratch, members, most, widths, effort))
        known = int(limits.recalled(board, members, most, effort))
        if known != UNKNOWN:
            return known
        order = limits.in_order(board, scratch, members, most)
        order = order[np.isin(ahead.guesses[order], tried)]
        answer = REFUTED if len(order) <= widths[most] else OPEN
        for guess in order[: widths[most]].tolist():
            its, _ = self.after(guess, members, most, made, effort, whole=False)
            if its == SOLVED:
                limits.learn(board, members, most, SOLVED, guess, effort)
                return SOLVED
            if its == OPEN:
                answer = OPEN
        if not board.stop[0]:
            limits.learn(board, members, most, answer, -1, effort)
        return answer

    def after(
        self,
        guess: int,
        members: IntArray,
        most: int,
        made: tuple[int, ...],
        effort: int,
        *,
        whole: bool,
    ) -> Outcome:
        """Decide the parts of a guess, the largest first; ``whole``: not only until one fails."""
        answer, missing = SOLVED, 0
        made = (*made, int(self.ahead.guesses[guess]))
        for part in sorted(self.ahead.parts(members, guess).values(), key=len, reverse=True):
            its = self.decide(part, most - 1, made, effort)
            if its != SOLVED:
                answer, missing = min(answer, its), missing + len(part)
                if its == REFUTED or not whole:
                    break
        return answer, missing

    def tree(self, members: IntArray, most: int, made: tuple[int, ...], effort: int) -> Node:
        """Build the strategy for a set that :meth:`decide` has solved with this effort."""
        board = self.ahead.board
        guess = int(members[0])
        if len(members) > most:
            self.decide(members, most, made, effort)  # it may have been replaced in the memo
            guess = int(limits.guess_of(board, members, most))
        return self.tree_after(guess, members, most, made, effort)

    def tree_after(
        self, guess: int, members: IntArray, most: int, made: tuple[int, ...], effort: int
    ) -> Node:
        """Build the strategy that begins with a guess."""
        first = int(self.ahead.guesses[guess])
        parts, made = self.ahead.parts(members, guess), (*made, first)
        below = {
            code: self.tree(part, most - 1, made, effort) for code, part in sorted(parts.items())
        }
        return Node(first, below)


def try_opening(root: Limits, job: Job) -> Outcome:
    """Decide one opening."""
    opening, most, effort = job
    outcome = OPEN, len(root.at)
    for some in range(1, effort + 1) if effort < EXACT else (EXACT,):
        outcome = root.after(opening, root.ahead.everyone, most, (), some, whole=effort < EXACT)
        if outcome[0] != OPEN or root.stopped:
            break
    return outcome


@dataclass(eq=False)
class Search:
    """A search for the least worst case of a game: ``low`` and ``high`` are proved.

    ``jobs`` threads; after ``seconds`` it raises TimeoutError, and what is proved by then stands.
    If ``opening``, a guess, is given, all strategies begin with it. ``tree``: the strategy found
    for ``high`` guesses.

    >>> from jotto.games.words import word_game
    >>> search = Search(word_game(["hatch", "latch", "match"]))
    >>> [(at.low, at.high) for at in search.narrow()][-1], search.tree.lengths.worst
    ((3, 3), 3)
    """

    game: Game
    _: KW_ONLY
    jobs: int = 1
    seconds: float | None = None
    opening: Any = None
    low: int = 1
    high: int | None = None
    tree: Tree | None = None
    refuted: set[tuple[int, int]] = field(default_factory=set)  # openings, with the guesses

    @cached_property
    def root(self) -> Limits:
        """What the jobs need; the time begins when it is made, and kernels are loaded."""
        at = start(self.game)
        some = Limits(replace(at, left=at.left[:FEWEST]))
        some.decide(some.ahead.everyone, 2, (), EXACT)
        return Limits(at, deadline=None if self.seconds is None else time.time() + self.seconds)

    def narrow(self) -> Iterator[Bounds]:
        """Narrow the bounds until they are equal; yield them often."""
        at, root = start(self.game), self.root
        opening = () if self.opening is None else (self.opening,)
        known = [replace(strategy_of(name), opening=opening) for name in MEASURES]
        self.tree = Tree.grow(at, min(known, key=lambda one: evaluate(at, one).worst))
        self.high = self.tree.lengths.worst
        ahead = root.ahead
        given = ahead.board, ahead.scratch, ahead.everyone
        while limits.room_for(*given, self.low) < len(at):
            self.low += 1
        yield Bounds(self.low, self.high)
        while self.low < self.high:
            high = self.high
            yield from self.construct(high - 1)
            if self.high == high and self.low < high:
                yield from self.refute(self.low)

    def decide(self, most: int) -> Iterator[Bounds]:
        """Decide whether ``most`` guesses are enough: then ``high`` is that, or ``low`` more."""
        yield from self.construct(most)
        if self.high is None and self.low <= most:
            yield from self.refute(most)

    def openings(self, most: int) -> list[int]:
        """List the openings that may lead to a strategy with ``most`` guesses, the best first."""
        ahead = self.root.ahead
        if self.opening is not None:
            return np.flatnonzero(ahead.guesses == self.game.index(self.opening)).tolist()
        if most < 2:
            return []
        order = limits.in_order(ahead.board, ahead.scratch, ahead.everyone, most)
        tried = ahead.distinct(())
        if tried is not None:
            order = order[np.isin(ahead.guesses[order], tried)]
        return [guess for guess in order.tolist() if (guess, most) not in self.refuted]

    def construct(self, most: int) -> Iterator[Bounds]:
        """Look for a strategy with ``most`` guesses, with a limited effort."""
        if self.opening is None and len(self.game) <= most:  # guess one after the other
            root = self.root.tree(self.root.ahead.everyone, most, (), 1)
            self.high, self.tree = most, Tree(self.root.at, root)
            return
        field = self.openings(most)[:FIELD]
        for effort in range(1, EXACT):
            tried: list[tuple[int, int]] = []
            for done, result in self._do(most, effort, field):
                yield Bounds(self.low, self.high or 0, most, done, len(field))
                if result is not None:
                    tried.append(result)
                if self.high == most:
                    return
            tried.sort(key=lambda each: each[1])
            field = [guess for guess, _ in tried[: -(-len(tried) // KEPT)]]

    def refute(self, most: int) -> Iterator[Bounds]:
        """Decide whether ``most`` guesses are enough, by trying every opening to the end."""
        field = self.openings(most)
        for done, _ in self._do(most, EXACT, field):
            yield Bounds(self.low, self.high or 0, most, done, len(field))
            if self.high == most:
                return
        self.low = most + 1
        yield Bounds(self.low, self.high or 0)

    def _do(
        self, most: int, effort: int, field: Sequence[int]
    ) -> Iterator[tuple[int, tuple[int, int] | None]]:
        """Try openings; yield how many are done, and one that is open with what it misses."""
        done = 0
        for result in self._in_turn([(guess, most, effort) for guess in field]):
            if result is None:
                yield done, None
                continue
            (guess, _, _), (answer, missing), ended = result
            if answer == OPEN and not ended:
                raise TimeoutError
            done += 1
            if answer == REFUTED:
                self.refuted.add((guess, most))
            if answer == SOLVED:
                self._solved(guess, most, effort)
            yield done, (guess, missing) if answer == OPEN else None

    def _in_turn(self, jobs: Sequence[Job]) -> Tried:
        """Do jobs; yield them in the order given, so that the number of workers is all the same."""
        waiting: dict[Job, tuple[Outcome, bool]] = {}
        left = deque(jobs)
        with closing(in_threads(self.root, self.jobs, try_opening, iter(jobs))) as results:
            for result in results:
                if result is None:
                    yield None
                    continue
                job, outcome, ended = result
                waiting[job] = outcome, ended
                while left and left[0] in waiting:
                    yield left[0], *waiting.pop(left.popleft())

    def _solved(self, guess: int, most: int, effort: int) -> None:
        """Build the strategy of an opening, with an empty memo: the same for any workers."""
        root, members = Limits(self.root.at), self.root.ahead.everyone
        try_opening(root, (guess, most, effort))
        found = root.tree_after(guess, members, most, (), effort)
        self.high, self.tree = most, Tree(root.at, found)


def strategy_exists(game: Game, most: int) -> bool:
    """Return whether some strategy finds every secret within ``most`` guesses; either is proved.

    >>> from jotto.games.words import word_game
    >>> game = word_game(["hatch", "latch", "match"])
    >>> strategy_exists(game, 2), strategy_exists(game, 3)
    (False, True)
    """
    search = Search(game)
    for _ in search.decide(most):
        pass
    return search.high is not None


def worst_case(game: Game) -> int:
    """Return the least N such that some strategy always wins within N guesses, proved.

    >>> from jotto.games.words import word_game
    >>> worst_case(word_game(["hatch", "latch", "match"]))
    3
    """
    search = Search(game)
    for _ in search.narrow():
        pass
    return search.low

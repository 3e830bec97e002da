"""The least worst case: the fewest guesses within which some strategy always wins, proved.

That so few guesses are enough is shown by a strategy, which is looked for among the most promising
guesses first: openings one by one, then again those that leave the fewest candidates in parts
without a strategy, with more guesses at each set. That they are not enough is shown for a few
candidates that are hard to tell apart (of 12,972 words in colours, for the 19 like *bills*), or for
each opening by a part for which every guess fails; most sets fail by counting (see
``jotto.searches.capacity_for``). Sets are decided by the core (``core/worst.c``).

Openings are independent jobs. Answers are the same for any number of workers.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import KW_ONLY, dataclass, field, replace
from functools import cached_property
from operator import itemgetter
from typing import Any, NamedTuple

import numpy as np

from jotto.core import NEVER, searches
from jotto.core.searches import OPEN, REFUTED, SOLVED, UNTRIED
from jotto.engine.allowed import ALLOWED
from jotto.engine.game import Game, IntArray as Ints
from jotto.engine.lengths import evaluate
from jotto.engine.measures import MEASURES
from jotto.engine.position import Position, position_of, start, strategy_of
from jotto.progress import following
from jotto.search import lies
from jotto.search.background import Background
from jotto.search.lookahead import ANY_GUESS, SYMMETRY_PAYS, WIDTHS, tries
from jotto.search.proof import JobContext, in_threads
from jotto.trees.formats import Node
from jotto.trees.tree import Allowed, Tree

EXACT = len(WIDTHS)  # the effort that decides
FIELD = 243  # openings tried with the least effort
KEPT = 3  # one in so many goes on to the next effort
CLOSE = 20  # candidates that may be hard to tell apart; more take long
SUBSETS = 3  # tried, of these
Job = tuple[int, int, int]  # an opening, the guesses allowed, the effort
Subset = tuple[int | None, Ints, int]  # an opening, some candidates, the guesses allowed
Outcome = tuple[int, int]  # an answer, and the candidates in parts without a strategy


# --- openings, one by one ---


class Bounds(NamedTuple):
    """What is proved of the least worst case, and how far the search is."""

    low: int
    high: int
    most: int = 0  # whether so many guesses are enough is being decided
    done: int = 0  # openings tried
    openings: int = 0  # of so many


class Task(NamedTuple):
    """A set of candidates to be found in ``most`` guesses, tried with an effort."""

    members: Ints
    most: int
    made: tuple[int, ...]  # guesses before
    effort: int
    choice: Ints = ANY_GUESS


class Attempts(JobContext):
    """What every job needs: whether sets can be found in so many guesses."""

    def whole(self, most: int, effort: int) -> Task:
        """Return the task to find all candidates."""
        ahead = self.ahead
        return Task(ahead.all_candidates, most, self.at.made, effort, ahead.choice)

    def decide(self, task: Task) -> int:
        """Do what ``searches.decide`` does, with symmetries."""
        ahead, (members, most, made, effort, choice) = self.ahead, task
        problem = ahead.problem
        widths = tries(effort)
        pays = most > 2 and len(members) * len(ahead.guesses) >= SYMMETRY_PAYS
        tried = ahead.distinct(made) if pays else None
        if tried is None:
            return searches.decide(problem, members, choice, most, widths, effort)
        answer = searches.recalled(problem, members, choice, most, effort)
        if answer != UNTRIED:
            return answer
        order = self.in_order(members, most, tried)
        width = widths[min(most, len(widths) - 1)]
        answer = REFUTED if len(order) <= width else OPEN
        for guess in order[:width].tolist():
            status, _ = self.after(guess, task, whole=False)
            if status == SOLVED:
                searches.learn(problem, members, choice, most, SOLVED, guess, effort)
                return SOLVED
            if status == OPEN:
                answer = OPEN
        if not problem.stop[0]:
            searches.learn(problem, members, choice, most, answer, -1, effort)
        return answer

    def in_order(self, members: Ints, most: int, tried: Ints | None) -> Ints:
        """List the guesses ``tried`` no part of which is too large, the best first."""
        ahead = self.ahead
        searches.value_parts(ahead.problem, members, most)
        keys = ahead.problem.keys
        if ahead.problem.only_candidates:
            keys[len(members) :] = NEVER
        if tried is not None:
            keys[~np.isin(ahead.guesses, tried)] = NEVER
        order = np.argsort(keys, kind="stable")
        reachable: Ints = order[keys[order] < NEVER]
        return reachable

    def capacity(self, most: int) -> int:
        """Return how many of all candidates ``most`` guesses can find at most, by counting."""
        return searches.capacity_for(self.ahead.problem, self.ahead.all_candidates, most)

    def close(self) -> list[Ints]:
        """List sets of a few candidates that are hard to tell apart, the hardest first.

        Of each score the largest part of a candidate, with it: where that score is rare, they have
        much in common. The hardest have the fewest scores, of any guess, for their size.
        """
        ahead, problem = self.ahead, self.ahead.problem
        n, n_codes, win = len(ahead.candidates), problem.n_codes, ahead.game.rule.win
        if n <= CLOSE or problem.only_candidates or ahead.distinct(self.at.made) is not None:
            return []
        columns = (column[:n] for column in problem.columns[:n])
        sizes = np.array([np.bincount(column, minlength=n_codes) for column in columns])
        sizes[sizes >= CLOSE] = 0
        sets = dict[bytes, Ints]()
        for code, guess in enumerate(sizes.argmax(axis=0).tolist()):
            if code != win and sizes[guess, code]:
                members = np.flatnonzero(problem.columns[guess, :n] == code)
                members = np.union1d(members, guess)
                sets.setdefault(members.tobytes(), members)

        def scores_for_each(members: Ints) -> float:
            return searches.capacity_for(problem, members, 2) / len(members)

        return sorted(sets.values(), key=scores_for_each)[:SUBSETS]

    def parts(self, guess: int, task: Task) -> dict[int, Task]:
        """Return what is left of a task after each score of a guess, without the win."""
        ahead, most, made = self.ahead, task.most - 1, (*task.made, int(self.ahead.guesses[guess]))
        return {
            code: Task(part, most, made, task.effort, ahead.choice_after(task.choice, guess, code))
            for code, part in ahead.parts(task.members, guess).items()
        }

    def after(self, guess: int, task: Task, *, whole: bool) -> Outcome:
        """Decide the parts of a guess, the largest first; ``whole``: not only until one fails."""
        answer, missing, parts = SOLVED, 0, self.parts(guess, task).values()
        for part in sorted(parts, key=lambda part: len(part.members), reverse=True):
            status = self.decide(part)
            if status != SOLVED:
                answer, missing = min(answer, status), missing + len(part.members)
                if status == REFUTED or not whole:
                    break
        return answer, missing

    def tree(self, task: Task) -> Node:
        """Build the strategy for a task that ``decide`` has solved."""
        guess = int(task.members[0])
        if len(task.members) > task.most:
            self.decide(task)  # it may have been replaced in the table
            problem = self.ahead.problem
            guess = searches.look_up(problem, task.members, task.choice, task.most)[2]
        return self.tree_after(guess, task)

    def tree_after(self, guess: int, task: Task) -> Node:
        """Build the strategy that begins with a guess."""
        below = {code: self.tree(part) for code, part in self.parts(guess, task).items()}
        return Node(int(self.ahead.guesses[guess]), below)


def try_opening(root: Attempts, job: Job) -> Outcome:
    """Decide one opening."""
    opening, most, effort = job
    outcome = OPEN, len(root.at)
    for level in range(1, effort + 1) if effort < EXACT else (EXACT,):
        task = root.whole(most, level)
        outcome = root.after(opening, task, whole=effort < EXACT)
        if outcome[0] != OPEN or root.stopped:
            break
    return outcome


def try_subset(root: Attempts, job: Subset) -> int:
    """Decide whether some of the candidates can be found."""
    opening, members, most = job
    task = root.whole(most, EXACT)._replace(members=members)
    return root.decide(task) if opening is None else root.after(opening, task, whole=False)[0]


@dataclass(eq=False)
class Search:
    """A search for the least worst case at a position: ``low`` and ``high`` are proved.

    ``jobs`` threads; after ``seconds`` it raises TimeoutError, and what is proved by then stands.
    If ``opening``, a guess, is given, all strategies begin with it. ``tree``: the strategy found
    for ``high`` guesses.

    >>> import jotto
    >>> search = Search(jotto.words(["hatch", "latch", "match"]))
    >>> [(at.low, at.high) for at in search.narrow()][-1], search.tree.lengths.worst
    ((3, 3), 3)
    """

    at: Game | Position
    _: KW_ONLY
    jobs: int = 1
    seconds: float | None = None
    opening: Any = None
    allow: Allowed = "all"
    low: int = 1
    high: int | None = None
    tree: Tree | None = None
    refuted: set[tuple[int, int]] = field(default_factory=set)  # openings, with the guesses
    began: float = 0.0  # of time.monotonic

    @cached_property
    def subsets(self) -> list[Ints]:
        """Some sets of candidates that are hard to tell apart."""
        return self.root.close()

    @cached_property
    def root(self) -> Attempts:
        """What the jobs need; the time begins when it is made."""
        at = position_of(self.at)
        self.began = time.monotonic()
        deadline = None if self.seconds is None else time.time() + self.seconds
        return Attempts(at, self.allow, deadline)

    def run(self, most: int | None = None) -> Iterator[Bounds | None]:
        """Narrow the bounds, or decide whether ``most`` guesses are enough; yield them often.

        With ``seconds``, in a thread that is left alone soon after them, whatever it does.
        """
        steps = self.narrow() if most is None else self.decide(most)
        if self.seconds is None:
            return steps
        return Background(lambda _: steps, seconds=self.seconds).steps()

    def narrow(self) -> Iterator[Bounds]:
        """Narrow the bounds until they are equal; yield them often."""
        root = self.root
        at = root.at
        opening = () if self.opening is None else (self.opening,)
        own: dict[str, Any] = {"opening": opening, "allow": ALLOWED[self.allow]}
        known = [replace(strategy_of(name), **own) for name in MEASURES]
        self.tree = Tree.grow(at, min(known, key=lambda strategy: evaluate(at, strategy).worst))
        self.high = self.tree.lengths.worst
        while root.capacity(self.low) < len(at):
            self.low += 1
        yield Bounds(self.low, self.high)
        while self.low < self.high and (yield from self._refute_subset(self.low)):
            self.low += 1
        while self.low < self.high:
            high = self.high
            yield from self.construct(high - 1)
            if self.high == high and self.low < high:
                yield from self.refute(self.low)

    def decide(self, most: int) -> Iterator[Bounds]:
        """Decide whether ``most`` guesses are enough: then ``high`` is that, or ``low`` more."""
        if self.low <= most and (yield from self._refute_subset(most)):
            self.low = most + 1
            return
        yield from self.construct(most)
        if self.high is None and self.low <= most:
            yield from self.refute(most)

    def openings(self, most: int) -> list[int]:
        """List the openings that may lead to a strategy with ``most`` guesses, the best first."""
        ahead = self.root.ahead
        if self.opening is not None:
            return np.flatnonzero(ahead.guesses == self.root.at.game.index(self.opening)).tolist()
        if most < 2:
            return []
        order = self.root.in_order(ahead.all_candidates, most, ahead.distinct(self.root.at.made))
        return [guess for guess in order.tolist() if (guess, most) not in self.refuted]

    def construct(self, most: int) -> Iterator[Bounds]:
        """Look for a strategy with ``most`` guesses, with a limited effort."""
        if self.opening is None and len(self.root.at) <= most:  # guess one after the other
            self.high = most
            self.tree = Tree(self.root.at, self.root.tree(self.root.whole(most, 1)))
            return
        field = self.openings(most)[:FIELD]
        for effort in range(1, EXACT):
            left: list[tuple[int, int]] = []
            yield from self._try(field, most, effort, left)
            if self.high == most:
                return
            left.sort(key=itemgetter(1))
            field = [guess for guess, _ in left[: -(-len(left) // KEPT)]]

    def refute(self, most: int) -> Iterator[Bounds]:
        """Decide whether ``most`` guesses are enough, by trying every opening to the end."""
        yield from self._try(self.openings(most), most, EXACT, [])
        if self.high != most:
            self.low = most + 1
            yield self._bounds()

    def _refute_subset(self, most: int) -> Generator[Bounds, None, bool]:
        """Return whether so many guesses are too few for some candidates that are close."""
        root, refuted = self.root, False
        opening = None if self.opening is None else self.openings(most)[0]
        jobs = ((opening, members, most) for members in self.subsets)
        with closing(in_threads(root, self.jobs, try_subset, jobs)) as results:
            for result in results:
                if result is None:
                    yield self._bounds()
                elif result[1] == REFUTED:
                    refuted = True
                    break
        root.ahead.problem.stop[0] = 0  # closing has stopped the other jobs
        return refuted

    def _bounds(self, *tried: int) -> Bounds:
        return Bounds(self.low, self.high or 0, *tried)

    def _try(
        self, field: Sequence[int], most: int, effort: int, left: list[tuple[int, int]]
    ) -> Iterator[Bounds]:
        """Try openings until one is solved; those left open go to ``left``, with what they miss.

        They count in the order given, so that the number of workers is all the same.
        """
        jobs, done = [(guess, most, effort) for guess in field], 0
        waiting: dict[Job, tuple[Outcome, bool]] = {}
        with closing(in_threads(self.root, self.jobs, try_opening, iter(jobs))) as results:
            for result in results:
                if result is None:
                    yield self._bounds(most, done, len(jobs))
                    continue
                waiting[result[0]] = result[1:]
                while done < len(jobs) and jobs[done] in waiting:
                    guess, ((answer, missing), ended) = field[done], waiting.pop(jobs[done])
                    if answer == OPEN and not ended:
                        raise TimeoutError
                    done += 1
                    if answer == REFUTED:
                        self.refuted.add((guess, most))
                    elif answer == OPEN:
                        left.append((guess, missing))
                    else:
                        self._solved(guess, most, effort)
                    yield self._bounds(most, done, len(jobs))
                    if self.high == most:
                        results.close()
                        self.root.ahead.problem.stop[0] = 0  # closing has stopped the other jobs
                        return

    def _solved(self, guess: int, most: int, effort: int) -> None:
        """Build the strategy of an opening, with an empty table: the same for any workers."""
        root = Attempts(self.root.at, self.allow)
        try_opening(root, (guess, most, effort))
        node = root.tree_after(guess, root.whole(most, effort))
        self.high, self.tree = most, Tree(root.at, node)


def worst_case(at: Game | Position, *, progress: bool | None = None) -> int:
    """Return the least N such that some strategy always wins within N more guesses, proved.

    Where answers may be false, see ``jotto.search.lies.worst_case``. After ten seconds, the
    progress is shown in a terminal or notebook, unless ``progress`` is False.

    >>> import jotto
    >>> jotto.worst_case(jotto.words(["hatch", "latch", "match"]))
    3
    """
    at = at if isinstance(at, Position) else start(at)
    if at.won:
        return 0
    with following(progress):
        if at.game.noisy:
            return lies.worst_case(at)
        search = Search(at)
        list(search.narrow())
        return search.low

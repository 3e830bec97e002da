"""A proof of the least total, split into independent jobs: one for each first guess.

A job proves that no tree that begins with a guess has a total below a limit, or finds the least.
The limit is the total of the best tree so far, so that what one job finds lowers the limit of those
begun after it. Results are the same for any number of workers, and for a run that was resumed.
The threads of a process share one transposition table.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import islice
from pathlib import Path
from threading import TIMEOUT_MAX, Timer
from typing import TYPE_CHECKING, Any, Self, TypeVar

import numpy as np

from jotto import stopping
from jotto.core import NEVER
from jotto.engine.position import Position
from jotto.errors import SearchInterrupted
from jotto.parallel import Checkpoint, spread
from jotto.progress import OFTEN, Progress, Status
from jotto.search.lookahead import RUNNING, Lookahead, lookahead
from jotto.search.within import Found, Within, tree_of, trees
from jotto.trees.formats import Node
from jotto.trees.tree import Allowed, Claim, Tree

if TYPE_CHECKING:
    from distributed import Client

FIRST_BATCH = 16  # jobs for Dask; the most promising openings, which lower the limit most
GROWTH = 16  # a batch to the one before
BEAM = 10  # guesses, to find most within some guesses before a proof
RECENT = 65  # openings by which the time left is estimated
STAGE = "opening"
Job = TypeVar("Job")
Result = TypeVar("Result")
R = TypeVar("R", bound="JobContext")
Try = tuple[int, int]  # a job: a first guess, and the limit of its total
Tried = Iterator[tuple[Try, int, bool] | None]  # None: nothing new
Run = Callable[[Iterator[Try]], Tried]  # asks for a job when a worker is free


# --- independent jobs, in threads --------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class JobContext:
    """What every job needs. ``deadline``: the time at which jobs stop, in seconds since 1970."""

    at: Position
    allow: Allowed = "all"
    deadline: float | None = None

    @cached_property
    def ahead(self) -> Lookahead:
        """The arrays of a search, with a transposition table that lasts from job to job."""
        return lookahead(self.at, self.allow, np.zeros(1, np.uint8))

    def for_thread(self, **changes: Any) -> Self:
        """Return the same for another thread: with the same table, and arrays of its own."""
        other = replace(self)
        other.__dict__["ahead"] = self.ahead.for_thread(**changes)
        return other

    def stop(self) -> None:
        """Ask all jobs to stop."""
        self.ahead.problem.stop[0] = 1

    @property
    def stopped(self) -> bool:
        """Whether jobs were asked to stop."""
        return bool(self.ahead.problem.stop[0])

    @property
    def late(self) -> bool:
        """Whether the time is over."""
        return self.deadline is not None and time.time() >= self.deadline


def in_threads(
    root: R, n: int, attempt: Callable[[R, Job], Result], jobs: Iterator[Job]
) -> Generator[tuple[Job, Result, bool] | None]:
    """Do jobs in ``n`` threads; yield each with its result and whether it was done to its end.

    The next job is asked for when a thread is free, so it may depend on results so far. None is
    yielded where nothing is new. After the deadline, and when the iterator is closed, jobs stop.
    """
    free = [root.for_thread() for _ in range(n)]

    def do(job: Job) -> tuple[Job, Result, bool]:
        context = free.pop()
        try:
            return job, attempt(context, job), not root.stopped
        finally:
            free.append(context)

    with ThreadPoolExecutor(n) as pool:
        running = {pool.submit(do, job) for job in islice(jobs, n)}
        try:
            while running:
                stopping.check()
                done, running = wait(running, OFTEN, FIRST_COMPLETED)
                if root.late:
                    root.stop()
                if not done:
                    yield None
                for future in done:
                    yield future.result()
                running |= {pool.submit(do, job) for job in islice(jobs, len(done))}
        except BaseException:  # Ctrl-C, and closing, among them
            root.stop()
            raise


# --- a proof -----------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False, repr=False)
class Openings(JobContext):
    """What every job needs; ``most``: the guesses allowed, or within which most is to be found."""

    most: int = 0
    missing: bool = False  # what the jobs bound is the weight that is not found, not the total

    @property
    def within(self) -> Within:
        """The search for what is not found."""
        return Within(self.ahead, self.most)

    def order(self) -> Iterator[tuple[int, int]]:
        """Yield the openings, the most promising first, with what counting says of each."""
        every, tried = self.ahead.all_candidates, self.ahead.distinct(self.at.made)
        if self.missing:
            return self.within.in_order(every, self.most, tried)
        return self.ahead.in_order(every, tried)

    def first(self, claim: Claim) -> tuple[Node | None, int]:
        """Find a strategy quickly; return it with the limit that it sets, or NEVER."""
        if self.missing:
            whole = int(self.ahead.problem.weights.sum())
            for tree in trees(self.at, claim, self.ahead.problem.stop, width=BEAM):
                return tree.root, whole - tree.lengths.weighted_within(self.most) // self.ahead.unit
        elif found := self.ahead.first(self.most):
            return found.root, found.total // self.ahead.unit
        return None, NEVER

    def after(self, opening: int, limit: int) -> Node:
        """Build the best strategy after an opening, whose bound, the limit, is exact."""
        if self.missing:
            found = self.within.found(opening)
            assert found is not None, "it is not stopped"
            return found.root
        return self.ahead.result_after(opening, limit, self.most).root

    def tree(self, claim: Claim, root: Node, best: int, lower: int) -> Tree:
        """Return a tree with what is proved: its own value, and the least of all."""
        if self.missing:
            return tree_of(self.at, claim, Found(root, lower * self.ahead.unit))
        lower_bound = lower * self.ahead.unit
        return Tree(self.at, root, replace(claim, lower_bound=lower_bound, proved=lower == best))

    def __repr__(self) -> str:
        return f"the proof for {self.at.game!r}"


def try_opening(root: Openings, job: Try) -> int:
    """Return the least total after an opening, or a bound not below the limit."""
    return root.within.missed_after(*job) if root.missing else root.ahead.after(*job, root.most)


def try_there(root: Openings, job: Try) -> tuple[int, bool]:
    """Do the same until the deadline, on another machine; False if it was stopped."""
    left = TIMEOUT_MAX if root.deadline is None else root.deadline - time.time()
    timer = Timer(max(left, 0.0), root.stop)
    timer.daemon = True
    timer.start()
    total = try_opening(root.for_thread(), job)  # a worker may have several threads
    timer.cancel()
    return total, not root.stopped


@dataclass(eq=False)
class Proof:
    """What is proved so far of the openings of a position; totals in units of all weights."""

    root: Openings
    checkpoint: Checkpoint
    run: Run
    limit: int  # no tree of a higher total is looked for
    bounds: dict[int, int]  # of each opening, the most promising first
    least: dict[int, int] = field(default_factory=dict)  # of openings that were below the limit

    def __post_init__(self) -> None:
        for (stage, job), (total, *_) in self.checkpoint.done.items():
            if stage == STAGE:
                self.learn((job[0], job[1]), total)

    def learn(self, job: Try, total: int) -> None:
        """Take in the total that was found for an opening, or the bound not below its limit."""
        opening, limit = job
        if opening not in self.bounds:
            return
        self.bounds[opening] = max(self.bounds[opening], total)
        if total < limit:
            self.least[opening] = total
            self.limit = min(self.limit, total)

    @property
    def lower(self) -> int:
        """No tree has a lower total, in units of all weights."""
        return min([self.limit, *self.bounds.values()])

    @property
    def best(self) -> int | None:
        """The first opening found of the least total so far, if that is below the first limit."""
        return next((guess for guess, total in self.least.items() if total == self.limit), None)

    def status(self, seconds: float, unit: int, pace: float) -> Status:
        """Return how far the proof is; ``pace``: seconds for an opening."""
        of, left = len(self.bounds), sum(bound < self.limit for bound in self.bounds.values())
        done = seconds, "openings", of - left, of, left * pace
        if self.root.missing:  # no totals
            return Status(*done)
        return Status(*done, None if self.limit >= NEVER else self.limit * unit, self.lower * unit)

    def prove(self, openings: Iterable[int] | None = None) -> Generator[bool]:
        """Try openings, or all; yield after each, and now and then; True if one was done."""
        # those that may still lead to a lower total than the limit, when asked for
        bounds = self.bounds
        some = bounds if openings is None else openings
        yield from self._do((guess, self.limit) for guess in some if bounds[guess] < self.limit)

    def _do(self, jobs: Iterator[Try]) -> Iterator[bool]:
        for result in self.run(jobs):
            if result is None:
                yield False
                continue
            job, total, ended = result
            if ended:
                self.checkpoint.append(STAGE, job, [total])
                self.learn(job, total)
            elif self.root.late:
                raise TimeoutError
            yield ended

    def winner(self) -> int | None:
        """Return the most promising of the openings of least total; None if none is below."""
        best = self.best
        if best is None:
            return None
        # one that was only proved to be no better may be as good
        ties = [guess for guess, bound in self.bounds.items() if bound == self.limit]
        for guess in ties:
            if guess not in self.least:
                for _ in self._do(iter([(guess, self.limit + 1)])):
                    pass
            if self.least.get(guess) == self.limit:
                return guess
        return best


def prove(
    at: Position,
    claim: Claim,
    *,
    parallel: int | Client,
    path: str | Path | None,
    seconds: float | None,
    progress: Progress | None,
) -> Tree | None:
    """Return the tree of least total; after ``seconds``, the best one found; None if there is none.

    ``claim`` says which trees are tried. So many threads, or the workers of a client, try openings
    one by one; what is proved is kept at ``path``, from which an interrupted run is resumed. Raises
    FileError, WorkersError, and on Ctrl-C SearchInterrupted, which holds the best tree.
    """
    began, allow, n = time.monotonic(), claim.allow or "all", len(at)
    most = claim.within or (n if claim.max_guesses is None else min(claim.max_guesses, n))
    deadline, stop = None if seconds is None else time.time() + seconds, np.zeros(1, np.uint8)
    timer = Timer(min(seconds or 0, TIMEOUT_MAX), lambda: stop.fill(seconds is not None))
    timer.daemon = True
    timer.start()
    quick = Openings(at, allow, None, most, claim.within is not None)
    quick.__dict__["ahead"] = lookahead(at, allow, stop)
    first, limit = quick.first(claim)
    timer.cancel()
    timer.join()
    stop[0] = 0  # jobs stop at the deadline
    root = replace(quick, deadline=deadline)
    about = header(at, allow, most) | ({"aim": claim.aim} if root.missing else {})
    run: Run = partial(_by_dask, root, parallel)
    if isinstance(parallel, int):
        run = partial(in_threads, root, parallel, try_opening)
    interrupted, told, ends = False, began, deque([began], RECENT)

    def tell(proof: Proof, now: float) -> None:
        pace = (ends[-1] - ends[0]) / max(1, len(ends) - 1)
        if progress:
            progress(proof.status(now - began, quick.ahead.unit, pace))

    bounds = dict(quick.order())  # `root` is sent to processes, without what it has prepared
    with closing(Checkpoint(path, about, partial(is_valid, bounds))) as kept:
        proof = Proof(root, kept, run, limit, bounds)
        try:
            with closing(proof.prove()) as steps:
                for done in steps:
                    now = time.monotonic()
                    if done:
                        ends.append(now)
                    if now - told > OFTEN:  # it counts all openings
                        told = now
                        tell(proof, now)
            tell(proof, time.monotonic())
            winner = proof.winner()
        except (TimeoutError, KeyboardInterrupt) as error:
            winner, interrupted = proof.best, isinstance(error, KeyboardInterrupt)
            quick = root.for_thread(stop=RUNNING)  # it remembers what it has found
    best = first if winner is None else quick.after(winner, proof.limit)
    tree = None if best is None else quick.tree(claim, best, proof.limit, proof.lower)
    if interrupted:
        raise SearchInterrupted(tree)
    return tree


def _by_dask(root: Openings, client: Any, jobs: Iterator[Try]) -> Tried:
    """Do jobs in batches, since the limit of a job that was sent does not change any more."""
    size = FIRST_BATCH
    while batch := list(islice(jobs, size)):
        for job, (total, ended) in spread(try_there, root, batch, parallel=client, at_once=1):
            yield job, total, ended
        size *= GROWTH


def header(at: Position, allow: Allowed, most: int) -> dict[str, Any]:
    """Return the first line of a checkpoint."""
    return {
        "file": "checkpoint of a proof",
        "format": 2,
        "list or rule": at.game.key,
        "prior": at.game.prior_key,
        "position": " ".join(map(at.game.show, at.history)),
        "choice of allowed guesses": allow,
        "limit of guesses": most,
    }


def is_valid(bounds: Mapping[int, int], stage: str, item: tuple[int, ...], result: Any) -> bool:
    """Return whether a proof can have written a line: totals are at least what counting needs."""
    (opening, limit), (total, *figures) = item, result  # of what else is known of the opening
    whole = {*map(type, (opening, limit, total, *figures))} == {int}
    return stage == STAGE and whole and bool(total >= min(limit, bounds.get(opening, total)))

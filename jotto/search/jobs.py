"""Independent jobs of a search, done in threads that share one memo."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from typing import Self, TypeVar

import numpy as np

from jotto.engine.position import Position
from jotto.search.lookahead import Lookahead, lookahead

OFTEN = 0.5  # seconds between two looks at the clock
Job = TypeVar("Job")
Result = TypeVar("Result")
R = TypeVar("R", bound="Root")


@dataclass(frozen=True, eq=False)
class Root:
    """What every job needs. ``deadline``: the time at which jobs stop, in seconds since 1970."""

    at: Position
    own: bool = False
    deadline: float | None = None

    @cached_property
    def ahead(self) -> Lookahead:
        """The arrays of a search, with a memo that lasts from job to job."""
        return lookahead(self.at, own=self.own, stop=np.zeros(1, np.uint8))

    def beside(self) -> Self:
        """Return the same for another thread: with the same memo, and arrays of its own."""
        other = replace(self)
        other.__dict__["ahead"] = self.ahead.beside()
        return other

    def stop(self) -> None:
        """Ask all jobs to stop."""
        self.ahead.board.stop[0] = 1

    @property
    def stopped(self) -> bool:
        """Whether jobs were asked to stop."""
        return bool(self.ahead.board.stop[0])

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
    free = [root.beside() for _ in range(n)]

    def do(job: Job) -> tuple[Job, Result, bool]:
        own = free.pop()
        try:
            return job, attempt(own, job), not root.stopped
        finally:
            free.append(own)

    with ThreadPoolExecutor(n) as pool:
        running = {pool.submit(do, job) for job in islice(jobs, n)}
        try:
            while running:
                done, running = wait(running, OFTEN, FIRST_COMPLETED)
                if root.late:
                    root.stop()
                if not done:
                    yield None
                for each in done:
                    yield each.result()
                running |= {pool.submit(do, job) for job in islice(jobs, len(done))}
        except BaseException:  # Ctrl-C, and closing, among them
            root.stop()
            raise

"""Work that goes on in a thread while somebody waits, types, or asks for the best so far."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from threading import Event, Timer
from typing import Generic, TypeVar

import numpy as np
import numpy.typing as npt

T = TypeVar("T")
Stop = npt.NDArray[np.uint8]  # (1,): set to 1 it ends a search


class Background(Generic[T]):
    """Runs ``work(stop)`` in a daemon thread; ``best`` is the last value it yielded.

    It starts after ``delay`` seconds. ``seconds`` later, or by :meth:`stop`, the array ``stop`` is
    set to 1 for the work to see.
    ``then(best)`` is called in the thread when the work ends, unless it was abandoned.

    >>> found = Background(lambda stop: iter([3, 5]))
    >>> found.wait(), found.ended
    (5, True)
    """

    def __init__(
        self,
        work: Callable[[Stop], Iterator[T]],
        *,
        seconds: float | None = None,
        delay: float = 0.0,
        then: Callable[[T | None], None] | None = None,
    ) -> None:
        self.best: T | None = None
        self._stop, self._ended, self._abandoned = np.zeros(1, np.uint8), Event(), False
        self._error: BaseException | None = None
        self._timer = Timer(delay + seconds, self.stop) if seconds is not None else None
        if self._timer:
            self._timer.daemon = True
            self._timer.start()
        work_later = Timer(delay, self._run, (work, then))
        work_later.daemon, work_later.name = True, "background"
        work_later.start()

    @property
    def ended(self) -> bool:
        """Whether the work has ended."""
        return self._ended.is_set()

    @property
    def stopped(self) -> bool:
        """Whether the work was told to stop, by time or otherwise."""
        return bool(self._stop[0])

    def wait(self, seconds: float | None = None) -> T | None:
        """Wait for the end, for ``seconds`` at most; return the best so far, raise its error."""
        if self._ended.wait(seconds) and self._error is not None:
            raise self._error
        return self.best

    def stop(self) -> None:
        """Tell the work to end; the best so far counts."""
        self._stop[0] = 1

    def abandon(self) -> None:
        """Tell the work to end, and call nobody."""
        self._abandoned = True
        self.stop()

    def _run(
        self, work: Callable[[Stop], Iterator[T]], then: Callable[[T | None], None] | None
    ) -> None:
        try:
            if not self._abandoned:
                for found in work(self._stop):
                    self.best = found
        except BaseException as error:  # raised where somebody waits
            self._error = error
        if self._timer:
            self._timer.cancel()
        self._ended.set()
        if then and not self._abandoned:
            then(self.best)

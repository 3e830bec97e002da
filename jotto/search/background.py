"""A search in a background thread.

The best result so far of a search in the background can be read at any time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextvars import copy_context
from math import inf
from threading import TIMEOUT_MAX, Event, Thread, Timer
from time import monotonic, process_time
from typing import Generic, TypeVar

import numpy as np

from jotto import stopping
from jotto.progress import OFTEN

T = TypeVar("T")
Stop = np.typing.NDArray[np.uint8]  # (1,): 1 asks a search to stop

GRACE = 5.0  # seconds of processor time in which work that was asked to stop has to end
PROVABLE = 300  # candidates; up to so many, a proof is likely to take minutes at most


class Background(Generic[T]):
    """A daemon thread that runs ``work(stop)``; ``best`` is the last value it yielded.

    It starts after ``delay`` seconds. ``seconds`` after that, or on ``stop``,
    ``stop[0]`` is set to 1, which the work must check. Work that does not, since it is still
    preparing, is waited for GRACE seconds more, then it is ``over`` with what is known by then.
    ``then(best)`` is called in the thread when the work ends, unless it was abandoned.

    >>> search = Background(lambda stop: iter([3, 5]))
    >>> search.wait(), search.ended
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
        self._begin = Event()  # before its delay is over, if it is stopped
        self._late = inf  # the processor time at which it is over
        timer = Timer(min(seconds or 0, TIMEOUT_MAX), self.stop)
        timer.daemon = True

        def run() -> None:
            self._begin.wait(delay)
            try:
                if seconds is not None:
                    timer.start()
                if not self._abandoned:
                    for value in work(self._stop):
                        self.best = value
            except BaseException as error:  # raised again by wait
                self._error = error
            timer.cancel()
            self._ended.set()
            if then and not self._abandoned:
                then(self.best)

        work_here = copy_context().run  # what stops the work that waits stops this, too
        Thread(target=work_here, args=(run,), name="background", daemon=True).start()

    @property
    def ended(self) -> bool:
        """Whether the work has ended."""
        return self._ended.is_set()

    @property
    def stopped(self) -> bool:
        """Whether the work was asked to stop, by the timeout or otherwise."""
        return bool(self._stop[0])

    @property
    def over(self) -> bool:
        """Whether nothing is to be waited for: the work has ended, or its time is over."""
        return self.ended or process_time() > self._late

    def wait(self, seconds: float | None = None) -> T | None:
        """Wait until it is over, at most ``seconds``; return the best so far. Raises its error."""
        until = inf if seconds is None else monotonic() + seconds
        while not self.over and (left := until - monotonic()) > 0:
            stopping.check()
            self._ended.wait(min(left, OFTEN))
        if self.ended and self._error is not None:
            raise self._error
        return self.best

    def steps(self) -> Iterator[T | None]:
        """Yield the best now and then until it is over. Raises TimeoutError if it has not ended."""
        while not self.over:
            yield self.wait(OFTEN)
        self.wait()
        if not self.ended:
            raise TimeoutError

    def stop(self) -> None:
        """Ask the work to stop; ``best`` stays valid."""
        self._late = min(self._late, process_time() + GRACE)
        self._stop[0] = 1
        self._begin.set()

    def abandon(self) -> None:
        """Ask the work to stop, without calling ``then``."""
        self._abandoned = True
        self.stop()

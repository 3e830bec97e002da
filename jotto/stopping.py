"""Stopping work: after some seconds, or when another thread asks for it.

Long work calls ``check`` now and then, at the latest when it calls the core. There it is stopped
as by Ctrl-C, so that it leaves nothing half done. Where nothing is to be stopped, a check takes
some 50 ns.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from math import inf
from threading import Lock
from time import monotonic

from jotto.errors import check_arguments

OFTEN = 0.5  # seconds between two checks of work that waits

_current = ContextVar["Stop | None"]("stop", default=None)


class Stopped(KeyboardInterrupt):  # not an error: not caught as one
    """Raised in work that was asked to stop."""


class Stop:
    """Stops the work that is done inside it, once it is called or its ``seconds`` are over.

    >>> stop = Stop()
    >>> stop(), stop.over
    (True, True)
    """

    def __init__(self, seconds: float = inf) -> None:
        self._until, self._asked, self._ended = monotonic() + seconds, False, False
        self._outer: Stop | None = None
        self._lock = Lock()

    def __call__(self) -> bool:
        """Ask the work to stop, from any thread; return whether it will, as it has not ended."""
        with self._lock:
            self._asked |= not self._ended
            return self._asked

    def end(self) -> bool:
        """Return whether the work was not to stop; then it has ended, and nothing stops it."""
        with self._lock:
            self._ended |= not self._over
            return self._ended

    @property
    def over(self) -> bool:
        """Whether the work is to stop, by this or by another one around it."""
        return self._over or self.over_outside

    @property
    def _over(self) -> bool:
        return not self._ended and (self._asked or monotonic() >= self._until)

    @property
    def over_outside(self) -> bool:
        """Whether the work is to stop by another one around this."""
        return self._outer is not None and self._outer.over

    def __enter__(self) -> None:
        self._outer = _current.get()
        _current.set(self)

    def __exit__(self, *_: object) -> None:
        _current.set(self._outer)


def check() -> None:
    """Raise Stopped if the work that is done here is to stop."""
    stop = _current.get()
    if stop is not None and stop.over:
        raise Stopped


def settle() -> None:
    """Raise Stopped if the work that is done here is to stop; else nothing stops what follows.

    It stands where work is done but for what others see of it.
    """
    stop = _current.get()
    while stop is not None:
        if not stop.end():
            raise Stopped
        stop = stop._outer


@contextmanager
def locked(lock: Lock) -> Iterator[None]:
    """Hold a lock; while it is waited for, the work can be stopped."""
    while not lock.acquire(timeout=OFTEN):
        check()
    try:
        yield
    finally:
        lock.release()


def timeout(seconds: float) -> AbstractContextManager[None]:
    """Stop what jotto does inside after so many seconds, and raise TimeoutError then.

    It is stopped within a second or so, as by Ctrl-C; a proof by threads may take longer to end.
    Other code inside is not stopped. Raises GameError.

    >>> import jotto
    >>> with jotto.timeout(60):
    ...     jotto.evaluate(jotto.words(["hatch", "latch", "match"])).mean
    2.0
    """
    check_arguments(timeout, {"seconds": seconds})
    return _limited(seconds)


@contextmanager
def _limited(seconds: float) -> Iterator[None]:
    stop = Stop(seconds)
    with stop:
        try:
            yield
        except KeyboardInterrupt:
            if not stop.over or stop.over_outside:
                raise
            unit = "second" if seconds == 1 else "seconds"
            raise TimeoutError(f"it takes longer than {seconds:g} {unit}") from None

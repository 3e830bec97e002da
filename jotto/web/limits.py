"""How much a visitor may ask of the server."""

from __future__ import annotations

import time
from asyncio import Task
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Rate:
    """``burst`` at once, and ``each_second`` after that."""

    each_second: float
    burst: float


@dataclass(frozen=True, kw_only=True)
class Limits:
    """The limits of the server; those of connections are in serving."""

    headers: int = 16 * 1024  # bytes, with the address
    body: int = 16 * 1024
    body_seconds: float = 10.0
    device: Rate = Rate(20, 60)
    address: Rate = Rate(100, 600)  # visitors without a device; many share an address
    wrong_tokens: Rate = Rate(0.1, 5)  # of one address
    logged: Rate = Rate(1, 20)
    streams: int = 512
    device_streams: int = 4
    remembered: int = 4096  # devices, and addresses, whose rates are known


@dataclass(eq=False)
class Rates:
    """Count what each name asks for; of too many names, the one that asked least lately goes.

    >>> now = [0.0]
    >>> rates = Rates(Rate(1, 2), most=100, clock=lambda: now[0])
    >>> [rates.take("a") for _ in range(3)]
    [True, True, False]
    >>> now[0] = 1.0
    >>> rates.take("a"), rates.take("a")
    (True, False)
    """

    rate: Rate
    most: int
    clock: Callable[[], float] = time.monotonic
    _left: OrderedDict[str, tuple[float, float]] = field(default_factory=OrderedDict)

    def left(self, name: str) -> float:
        """Return how many more a name may ask for now."""
        left, since = self._left.get(name, (self.rate.burst, 0.0))
        return min(self.rate.burst, left + (self.clock() - since) * self.rate.each_second)

    def take(self, name: str) -> bool:
        """Count one more; return False, and count nothing, if that is too many."""
        left = self.left(name)
        allowed = left >= 1
        self._left[name] = (left - allowed, self.clock())
        self._left.move_to_end(name)
        while len(self._left) > self.most:
            self._left.popitem(last=False)
        return allowed


class TooManyStreamsError(Exception):
    """No further event stream can be opened."""


@dataclass(eq=False)
class Streams:
    """Count the event streams that are open, in all and of each device."""

    most: int
    most_of_one: int
    _open: Counter[str] = field(default_factory=Counter)
    _tasks: set[Task[None]] = field(default_factory=set)

    @contextmanager
    def one(self, device: str, task: Task[None]) -> Iterator[None]:
        """Hold a stream open, which a task sends. Raises TooManyStreamsError."""
        if self._open.total() >= self.most or self._open[device] >= self.most_of_one:
            raise TooManyStreamsError
        self._open[device] += 1
        self._tasks.add(task)
        try:
            yield
        finally:
            self._tasks.discard(task)
            self._open[device] -= 1
            self._open += Counter()  # forgets the zeros

    def end(self) -> None:
        """End all streams."""
        for task in self._tasks:
            task.cancel()

"""How far long work is: what ``progress`` functions are called with, and a line that shows it.

Without a function of the caller's, what takes longer than LONG seconds is shown on stderr, if that
is a terminal or a notebook. ``progress=False`` or the variable ``JOTTO_PROGRESS=0`` turns it off.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from threading import Event, Thread
from time import monotonic
from typing import Protocol, TypeVar
from warnings import warn

from jotto.errors import GameError
from jotto.plain import Plain

T = TypeVar("T")
OFTEN = 0.5  # seconds between two calls of ``progress``
EACH_SECOND = 1.0  # between two lines of who asks how far a request is
LONG = 10.0  # seconds; shorter work is not shown
WIDEST = 79  # characters of the line
LISTENS = ContextVar["Progress | None"]("listens", default=None)  # to all work that is done here


@dataclass(frozen=True)
class Status(Plain):
    """How far a long run has got: your ``progress`` function is called with it now and then.

    Totals, of a search for trees, are sums of weight x guesses.
    """

    seconds: float  # since it began
    what: str = ""  # the items that it consists of: openings, claims, ..
    done: int = 0  # items; of a proof, openings proved to lead to no lower total
    of: int = 0  # so many; 0 if that is not known
    left: float = 0.0  # seconds that the rest may take
    total: int | None = None  # of the best tree so far
    lower: int = 0  # no tree has a lower total

    @property
    def text(self) -> str:
        """The status as one line of text.

        >>> import jotto
        >>> jotto.Status(12.3, "games", 400, 1000, 70).text
        '12 s: 400 of 1,000 games done, about 1:10 left'
        """
        parts = [] if self.total is None else [f"total {self.total:,}"]
        if self.lower:
            parts.append(f"at least {self.lower:,}")
        if self.of:
            minutes, seconds = divmod(round(self.left), 60)
            parts.append(f"{self.done:,} of {self.of:,} {self.what} done")
            parts.append(f"about {minutes}:{seconds:02} left")
        elif self.what:
            parts.append(f"{self.done:,} {self.what}")
        return f"{self.seconds:.0f} s: {', '.join(parts) or 'nothing yet'}"

    @property
    def openings(self) -> int:
        """Deprecated since 2.0.0: use ``of``."""
        warn("Status.openings is Status.of", DeprecationWarning, stacklevel=2)
        return self.of


def since(began: float, what: str, done: int, of: int) -> Status:
    """Return how far work is that began at a time of ``monotonic``; all items take as long."""
    seconds = monotonic() - began
    return Status(seconds, what, done, of, seconds / max(1, done) * (of - done))


class Progress(Protocol):
    """A function that long work calls now and then, to say how far it is."""

    def __call__(self, status: Status, /) -> None:
        """Show it, or remember it."""


@dataclass
class Line:
    """A line on stderr that says how far work is, from its tenth second on."""

    status: Status | None = None
    began: float = field(default_factory=monotonic)
    ended: Event = field(default_factory=Event)

    def __call__(self, status: Status) -> None:
        """Take down how far it is."""
        self.status = status

    def follow(self) -> None:
        """Show it until the work has ended, then erase it."""
        shown = False
        while not self.ended.wait(OFTEN):
            if (seconds := monotonic() - self.began) >= LONG:
                status, shown = self.status, True
                text = replace(status, seconds=seconds).text if status else f"{seconds:.0f} s"
                print(f"\r{text[:WIDEST]:<{WIDEST}}\r", end="", file=sys.stderr, flush=True)
        if shown:
            print(f"\r{'':<{WIDEST}}\r", end="", file=sys.stderr, flush=True)


def seen() -> bool:
    """Whether somebody sees what is printed on stderr: in a terminal or a notebook."""
    off = os.environ.get("JOTTO_PROGRESS", "").lower() in ("0", "false", "no", "off")
    dumb = os.environ.get("TERM") == "dumb"
    if "multiprocessing" in sys.modules and sys.modules["multiprocessing"].parent_process():
        return False  # the process that began this one says how far all is
    return not off and ("ipykernel" in sys.modules or (sys.stderr.isatty() and not dumb))


@contextmanager
def following(progress: Progress | bool | None) -> Iterator[Progress | None]:
    """Yield the function to call while work goes on: that of the caller, or a line; None for none.

    Until the line is called, it shows the seconds. What LISTENS is told of all work. Raises
    GameError.
    """
    if progress is not None and not isinstance(progress, bool):
        if not callable(progress):
            raise GameError(f"progress={progress!r:.60} is not a function").about("progress")
        yield progress
    elif (listener := LISTENS.get()) is not None:
        yield listener
    elif progress is False or not seen():
        yield None
    else:
        line = Line()
        thread = Thread(target=line.follow, name="progress", daemon=True)
        thread.start()
        token = LISTENS.set(line)
        try:
            yield line
        finally:
            LISTENS.reset(token)
            line.ended.set()
            thread.join()


def meter(what: str, of: int) -> Callable[[int], None]:
    """Return a function that tells who listens how many of the items are done."""
    listener, began = LISTENS.get(), monotonic()

    def tell(done: int) -> None:
        if listener is not None:
            listener(since(began, what, done, of))

    return tell


def told(items: Sequence[T], what: str) -> Iterator[T]:
    """Yield items one by one, and tell who listens how many of them are done."""
    tell = meter(what, len(items))
    for done, item in enumerate(items):
        tell(done)
        yield item


@dataclass
class Latest:
    """The latest status of some work, for who asks now and then how far it is."""

    status: Status = field(default_factory=lambda: Status(0.0))
    began: float = field(default_factory=monotonic)

    def __call__(self, status: Status) -> None:
        """Take down how far it is."""
        self.status = status

    @property
    def now(self) -> Status:
        """It, with the seconds until now."""
        return replace(self.status, seconds=monotonic() - self.began)

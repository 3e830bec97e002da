"""``jotto engine`` and ``jotto mcp``: requests of programs and assistants on stdin and stdout."""

from __future__ import annotations

import json
import sys
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from importlib.util import find_spec
from threading import Condition, Event, Lock, Thread
from typing import TYPE_CHECKING, Annotated, Any, BinaryIO

from jotto import assistant
from jotto.cli import abandon, options as opt
from jotto.cli.options import Asked, game_options
from jotto.errors import GameError, to_install
from jotto.progress import EACH_SECOND, LISTENS, Latest
from jotto.stopping import OFTEN, Stop

if TYPE_CHECKING:
    from collections.abc import Iterator

AT_ONCE = 4  # requests that are worked on
MOST_WAITING = 16  # lines that are read ahead; each may have a megabyte


@game_options(*opt.ADVISER, house=True)
def engine(
    table: Asked,
    schema: Annotated[bool, "Print the JSON Schema of the requests and answers, and exit."] = False,
) -> None:
    """Answer requests from a program, as lines of JSON.

    The options given here are the defaults, and a request can override them. Four requests are
    worked on at once, and an answer comes when it is ready; without an id, in order. The command
    ends with its input, when all is answered. A request that cannot be answered gets an error with
    a hint. The request ``stop`` stops those before it, and Ctrl-C all.

    Example: jotto engine --rule colours

    Example: jotto engine --schema
    """
    if schema:
        print(json.dumps(assistant.request_table.table(), indent=2))
        return
    print(end="", flush=True)  # what it prints from now on are answers
    lines = Lines(made_requests(table))
    if sys.stdin.isatty():
        opt.note(f"it waits for requests: {assistant.request_table.EXAMPLE}")
    Thread(target=lines.read, args=(sys.stdin.buffer,), daemon=True).start()
    pool = ThreadPoolExecutor(AT_ONCE)
    workers = [pool.submit(lines.work) for _ in range(AT_ONCE)]
    try:
        while wait(workers, OFTEN).not_done:  # on Windows, Ctrl-C would not end a longer wait
            pass
    except KeyboardInterrupt:
        lines.end(stop=True)
        wait(workers)
        raise
    try:
        for worker in workers:
            worker.result()
    except BrokenPipeError:  # nobody reads any more
        abandon(sys.stdout)


@dataclass(eq=False)
class Line:
    """A line that was read: a request, or what is none, which has its answer at once.

    It waits for the lines before it that share one of its ``places``: a game that is kept, or the
    order of the lines without an id.
    """

    request: Any
    answer: dict[str, Any] | None = None
    stop: Stop = field(default_factory=Stop)
    begun: bool = False

    @property
    def fields(self) -> dict[str, Any]:
        """Its fields; none of what is no object."""
        return self.request if isinstance(self.request, dict) else {}

    @property
    def id(self) -> Any:
        """What its answer is to be known by."""
        return self.fields.get("id") if self.answer is None else self.answer["id"]

    @property
    def places(self) -> set[str]:
        """Where it keeps its place among other lines."""
        name = self.fields.get("name")
        named = {f"game {name}"} if isinstance(name, str) else set()
        return named | ({"no id"} if self.id is None else set())


@dataclass(eq=False)
class Lines:
    """The lines whose answer is not yet written, the oldest first, and who answers them."""

    requests: assistant.requests.Requests
    _lines: list[Line] = field(default_factory=list)
    _changed: Condition = field(default_factory=Condition)
    _writing: Lock = field(default_factory=Lock)
    _ended: bool = False
    _stopped: bool = False

    def __post_init__(self) -> None:
        self.requests.sent = self.sent

    def sent(self) -> list[tuple[Any, Stop]]:
        """Return the ids of the lines that have no answer, and what stops them."""
        with self._changed:
            return [(line.id, line.stop) for line in self._lines if line.answer is None]

    def read(self, stream: BinaryIO) -> None:
        """Read lines to be answered; what stops others is answered at once."""
        try:
            while (data := read_line(stream)) and not self._stopped:
                line = read_request(data)
                if line.fields.get("do") != "stop":
                    self._put(line)
                    continue
                with suppress(OSError):  # nobody reads any more: the next answer ends the program
                    self._write(self.requests.answer(line.request))
                    while stopped := self._taken(wait=False):  # though no worker may be free
                        self._answer(stopped)
        finally:
            self.end()

    def end(self, *, stop: bool = False) -> None:
        """End when all lines are answered; at once if they are to ``stop``."""
        with self._changed:
            self._ended, self._stopped = True, self._stopped or stop
            for line in self._lines if stop else ():
                line.stop()
            self._changed.notify_all()

    def work(self) -> None:
        """Answer lines until there are no more."""
        try:
            while line := self._taken():
                self._answer(line)
        except OSError:  # nobody reads any more, or a disk is full
            self.end(stop=True)
            raise

    def _put(self, line: Line) -> None:
        """Add a line; wait while there are many."""
        with self._changed:
            self._lines.append(line)
            if self._stopped:
                line.stop()
            self._changed.notify_all()
            while len(self._lines) >= MOST_WAITING + AT_ONCE:
                self._changed.wait()

    def _taken(self, *, wait: bool = True) -> Line | None:
        """Return the next line to work on, or, without waiting, to refuse since it was stopped."""
        with self._changed:
            while True:
                places = set[str]()
                for line in self._lines:
                    able = not line.begun and places.isdisjoint(line.places)
                    if able and (wait or line.stop.over):
                        line.begun = True
                        return line
                    places |= line.places
                if not wait or (self._ended and all(line.begun for line in self._lines)):
                    return None
                self._changed.wait()

    def _answer(self, line: Line) -> None:
        if line.answer is None:
            with self._telling(line):
                line.answer = self.requests.answer(line.request, stop=line.stop)
        self._write(line.answer)
        with self._changed:
            self._lines.remove(line)
            self._changed.notify_all()

    @contextmanager
    def _telling(self, line: Line) -> Iterator[None]:
        """Write how far the work on a line is, if it asks for that."""
        if line.fields.get("progress") is not True:
            yield
            return
        latest, ended = Latest(), Event()
        telling = Thread(target=self._tell, args=(line.id, latest, ended), daemon=True)
        token = LISTENS.set(latest)
        telling.start()
        try:
            yield
        finally:
            LISTENS.reset(token)
            ended.set()
            telling.join()

    def _tell(self, ident: Any, latest: Latest, ended: Event) -> None:
        with suppress(OSError):  # nobody reads any more: the answer ends the program
            while not ended.wait(EACH_SECOND):
                self._write({"id": ident, "progress": assistant.answers.progress(latest.now)})

    def _write(self, answer: dict[str, Any]) -> None:
        line = f"{assistant.request_table.to_json(answer)}\n"
        with self._writing:
            sys.stdout.buffer.write(line.encode(errors="backslashreplace"))
            sys.stdout.buffer.flush()


def read_request(data: bytes) -> Line:
    """Read the request in a line."""
    try:
        return Line(assistant.request_table.from_json(data))
    except assistant.request_table.RequestError as error:
        return Line(None, assistant.requests.refusal(data, error))


def read_line(stream: BinaryIO) -> bytes:
    """Read a line; of one that is too long, only so much that this can be said."""
    most = assistant.request_table.MOST_BYTES + 1
    line = rest = stream.readline(most)
    while len(rest) == most and not rest.endswith(b"\n"):
        rest = stream.readline(most)
    return line


def made_requests(table: Asked) -> assistant.requests.Requests:
    """Return what answers requests; the game is made first, so that a wrong option is refused."""
    requests = assistant.requests.Requests(table)
    requests.start()
    return requests


@game_options(*opt.ADVISER, house=True)
def mcp(table: Asked) -> None:
    """Be a tool for AI assistants, over the Model Context Protocol.

    The assistant starts it, and speaks to it on stdin and stdout. The options given here are the
    defaults, and a request can override them.

    Example: jotto mcp --rule colours
    """
    print(end="", flush=True)  # what is printed from now on is the protocol
    if find_spec("mcp") is None:
        raise GameError(f"the tools need another package: {to_install('mcp')}")
    from jotto.web import tools

    tools.run(made_requests(table))

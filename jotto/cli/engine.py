"""``jotto engine`` and ``jotto mcp``: requests of programs and assistants on stdin and stdout."""

from __future__ import annotations

import json
import sys
from contextlib import suppress
from importlib.util import find_spec
from queue import Empty, Queue
from threading import Thread
from typing import Annotated, Any, BinaryIO, TypeVar

from jotto import assistant
from jotto.cli import abandon, options as opt
from jotto.cli.options import Asked, game_options
from jotto.errors import GameError, to_install
from jotto.stopping import OFTEN, Stop

T = TypeVar("T")
MOST_WAITING = 16  # lines that are read ahead; each may have a megabyte


@game_options(*opt.ADVISER, house=True)
def engine(
    table: Asked,
    schema: Annotated[bool, "Print the JSON Schema of the requests and answers, and exit."] = False,
) -> None:
    """Answer requests of a program, as lines of JSON.

    The options are those of requests that say nothing else. It ends with its input. A request that
    cannot be answered gets an error with a hint, and the next one is read. The request ``stop``
    stops those before it.

    Example: jotto engine --rule colours

    Example: jotto engine --schema
    """
    if schema:
        print(json.dumps(assistant.request_table.table(), indent=2))
        return
    print(end="", flush=True)  # what it prints from now on are answers
    requests = made_requests(table)
    if sys.stdin.isatty():
        opt.note(f"it waits for requests: {assistant.request_table.EXAMPLE}")
    lines, sent = Queue[tuple[bytes, Stop] | None](MOST_WAITING), dict[Stop, Any]()
    requests.sent = sent
    Thread(target=read_lines, args=(requests, sent, lines), daemon=True).start()
    try:
        while line := waited_for(lines):
            answer = requests.read(line[0], stop=line[1])
            del sent[line[1]]
            write(answer)
    except BrokenPipeError:  # nobody reads any more
        abandon(sys.stdout)


def read_lines(
    requests: assistant.requests.Requests, sent: dict[Stop, Any], lines: Queue[Any]
) -> None:
    """Read lines to be answered one after another; what stops them is answered at once."""
    table = assistant.request_table
    try:
        while line := read_line(sys.stdin.buffer):
            request: Any = None
            with suppress(table.RequestError):  # it is answered by what is wrong with it
                request = table.from_json(line)
            fields = request if isinstance(request, dict) else {}
            if fields.get("do") == "stop":
                with suppress(OSError):  # nobody reads any more: the next answer ends the program
                    write(requests.answer(request))
                continue
            stop = Stop()
            sent[stop] = fields.get("id")
            lines.put((line, stop))
    finally:
        lines.put(None)


def waited_for(lines: Queue[T]) -> T:
    """Return the next line; without a timeout, Ctrl-C would not end the wait on Windows."""
    while True:
        with suppress(Empty):
            return lines.get(timeout=OFTEN)


def write(answer: dict[str, Any]) -> None:
    """Write an answer as a line."""
    line = f"{assistant.request_table.to_json(answer)}\n"
    sys.stdout.buffer.write(line.encode(errors="backslashreplace"))
    sys.stdout.buffer.flush()


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
    """Be a tool of AI assistants, by the Model Context Protocol.

    The assistant starts it, and speaks to it on stdin and stdout. The options are those of
    requests that say nothing else.

    Example: jotto mcp --rule colours
    """
    print(end="", flush=True)  # what is printed from now on is the protocol
    if find_spec("mcp") is None:
        raise GameError(f"the tools need another package: {to_install('mcp')}")
    from jotto.web import tools

    tools.run(made_requests(table))

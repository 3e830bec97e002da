"""``jotto engine`` and ``jotto mcp``: requests of programs and assistants on stdin and stdout."""

from __future__ import annotations

import json
import sys
from importlib.util import find_spec
from typing import Annotated, BinaryIO

from jotto import assistant
from jotto.cli import abandon, options as opt
from jotto.cli.options import Asked, game_options
from jotto.errors import GameError, to_install


@game_options(*opt.ADVISER, house=True)
def engine(
    table: Asked,
    schema: Annotated[bool, "Print the JSON Schema of the requests and answers, and exit."] = False,
) -> None:
    """Answer requests of a program, as lines of JSON.

    The options are those of requests that say nothing else. It ends with its input. A request that
    cannot be answered gets an error with a hint, and the next one is read.

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
    while line := read_line(sys.stdin.buffer):
        answer = f"{assistant.request_table.to_json(requests.read(line))}\n"
        try:
            sys.stdout.buffer.write(answer.encode(errors="backslashreplace"))
            sys.stdout.buffer.flush()
        except BrokenPipeError:  # nobody reads any more
            abandon(sys.stdout)
            break


def read_line(stream: BinaryIO) -> bytes:
    """Read a line; of one that is too long, only so much that this can be said."""
    most = assistant.request_table.MOST_BYTES + 1
    line = rest = stream.readline(most)
    while len(rest) == most and not rest.endswith(b"\n"):
        rest = stream.readline(most)
    return line


def made_requests(table: Asked) -> assistant.requests.Requests:
    """Return what answers requests; the game is made first, so that a wrong option is refused."""
    seconds = assistant.requests.SECONDS
    requests = assistant.requests.Requests(table, seconds=seconds)
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

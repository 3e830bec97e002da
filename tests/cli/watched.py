"""Run the commands of scripts/hostile.py, undamaged, and print what each writes and connects to.

    python tests/cli/watched.py FOLDER

Or run jotto itself: python tests/cli/watched.py FOLDER serve --port 8765
"""

import json
import os
import sys
from pathlib import Path

import hostile

from jotto.cli import main

WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
TOUCHES = "os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.symlink", "os.link", "os.truncate"
REACHES = "socket.connect", "socket.bind", "socket.getaddrinfo", "socket.sendto"
STARTS = "subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.fork"
STDERR = os.dup(2)


def watch(event: str, values: tuple) -> None:
    """Print an event, an audit hook of Python."""
    path, *_ = (*values, None)
    if event == "open" and isinstance(path, str | bytes) and values[2] & WRITES:
        tell("write", os.fsdecode(path))
    elif event in (*TOUCHES, "sqlite3.connect"):
        tell("write", *(os.fspath(each) for each in values[: 1 + (event == "os.rename")]))
    elif event in REACHES:
        tell("reach", *(str(each) for each in values[1:]))
    elif event in STARTS:
        tell("start", str(path))


def tell(kind: str, *values: str) -> None:
    for value in values:
        at = os.path.abspath(value) if kind == "write" else value  # noqa: PTH100
        os.write(STDERR, f"{json.dumps([kind, at])}\n".encode())


if __name__ == "__main__":
    folder, *arguments = sys.argv[1:]
    if arguments:
        sys.addaudithook(watch)
        sys.argv = ["jotto", *arguments]
        main()
    hostile.prepare(Path(folder))
    sys.addaudithook(watch)
    for call in hostile.CALLS:
        tell("call", call)
        typed = "\n".join([*hostile.TYPED, ""]).encode()
        variables = hostile.surroundings(Path(folder))
        hostile.made(hostile.Call(call.split(), typed, variables), Path(folder))

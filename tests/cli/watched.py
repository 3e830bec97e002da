"""What jotto writes, runs, starts and connects to, told by an audit hook of Python.

As a program it runs jotto, and prints that: python tests/cli/watched.py FOLDER serve --port 8765
"""

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import CodeType

from jotto.cli import main

WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
TOUCHES = "os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.symlink", "os.link", "os.truncate"
REACHES = "socket.connect", "socket.bind", "socket.getaddrinfo", "socket.sendto"
STARTS = "subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.fork"
FOREIGN = {"strange", "strangers", "this", "antigravity"}  # modules that nobody has imported
events: list[tuple[str, str]] = []  # the kind of each, and what was written, run, reached
watched: list[str] = []  # the folder of the user, while a block is watched


def watch(event: str, values: tuple) -> None:
    """Tell an event, an audit hook of Python."""
    path, *_ = (*values, None)
    if not watched:
        return
    if event == "open" and isinstance(path, str | bytes) and values[2] & WRITES:
        tell("write", os.fsdecode(path))
    elif event in (*TOUCHES, "sqlite3.connect"):
        tell("write", *(os.fspath(each) for each in values[: 1 + (event == "os.rename")]))
    elif event in REACHES:
        tell("reach", *(str(each) for each in values[1:]))
    elif event in STARTS:
        tell("start", str(path))
    elif event == "exec" and isinstance(path, CodeType):  # of a module, when it is imported
        if Path(path.co_filename).stem in FOREIGN or path.co_filename.startswith(watched[0]):
            tell("run", path.co_filename)
    elif event == "pickle.find_class" and path == "pathlib":
        tell("unpickle", str(values))


def tell(kind: str, *values: str) -> None:
    events.extend((kind, os.path.abspath(v) if kind == "write" else v) for v in values)  # noqa: PTH100


hook = cache(sys.addaudithook)  # which cannot be removed


@contextmanager
def watching(folder: Path) -> Iterator[list[tuple[str, str]]]:
    """Collect the events of a block, also those of modules in the folder; yield their list."""
    hook(watch)
    events.clear()
    watched.append(str(folder))
    try:
        yield events
    finally:
        watched.clear()


if __name__ == "__main__":
    sys.argv.pop(0)
    try:
        with watching(Path(sys.argv[0])):
            main()
    finally:
        sys.stderr.writelines(f"{json.dumps(event)}\n" for event in events)

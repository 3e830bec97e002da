"""The command line, called in this process as if it were a new one.

A Python process takes half a second to start, and the tests call ``jotto`` about a thousand times.
Before each call, the state that a new process would not have is replaced, and restored after it:
streams, environment variables, working folder, caches, and the global variables of jotto's modules.
Two things that every process makes alike are kept to save time: Typer's commands, shipped tables.
"""

import importlib
import io
import os
import pkgutil
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import chdir, contextmanager
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest.mock import patch

import typer

import jotto
from jotto.cli import INTERRUPTED, run
from jotto.games.unlisted import read_english

command_of = cache(typer.main.get_command)
KEPT = (read_english,)  # functions whose caches are not cleared
PATIENCE = 1.0  # seconds to wait for a call's threads to end; see Output for later output


def call(
    arguments: list[str],
    typed: bytes,
    folder: Path,
    variables: Mapping[str, str],
    program: Callable[[list[str]], int | None] = run,
    *,
    merged: bool = False,
) -> tuple[int, bytes, bytes]:
    """Run ``jotto``, or another program; return its exit status, stdout and stderr.

    With ``merged`` stderr goes to stdout, as with ``2>&1``.
    """
    before = set(threading.enumerate())
    stdin = io.TextIOWrapper(io.BytesIO(typed), encoding="utf-8")
    stdout = Output(before)
    stderr = stdout if merged else Output(before)
    streams = {"stdin": stdin, "stdout": stdout, "stderr": stderr}
    streams |= {f"__{name}__": stream for name, stream in streams.items()}
    with (
        _fresh_modules(),
        patch.multiple(sys, **streams),
        chdir(folder),
        patch.dict(os.environ, variables, clear=True),
        patch("typer.main.get_command", command_of),
    ):
        try:
            status = program(arguments) or 0
        except KeyboardInterrupt:
            status = INTERRUPTED
        except SystemExit as end:
            status = int(end.code or 0)
        for thread in set(threading.enumerate()) - before:
            thread.join(PATIENCE)
    return status, stdout.written(), stderr.written()


class Output(io.TextIOWrapper):
    """A pipe that ignores output of threads of earlier calls, whose processes would have ended."""

    def __init__(self, strangers: set[threading.Thread]):
        super().__init__(io.BytesIO(), encoding="utf-8")
        self.strangers = strangers - {threading.current_thread()}

    def write(self, text: str) -> int:
        if threading.current_thread() in self.strangers:
            return len(text)
        return super().write(text)

    def written(self) -> bytes:
        self.flush()
        return self.buffer.getvalue()


@contextmanager
def _fresh_modules() -> Iterator[None]:
    """Clear the caches of jotto's functions, and restore the global variables of its modules."""
    for function in remembering():
        function.cache_clear()
    kept = [(module, vars(module).copy()) for module in modules()]
    held = [
        (value, value.copy())
        for _, names in kept
        for name, value in names.items()
        if isinstance(value, list | dict | set) and not name.startswith("__")
    ]
    try:
        yield
    finally:
        for value, content in held:
            value.clear()
            (value.extend if isinstance(value, list) else value.update)(content)
        for module, names in kept:
            vars(module).update(names)


@cache
def remembering() -> tuple[Any, ...]:
    """Return the functions of jotto's modules that have a cache, but for those of KEPT."""
    values = [value for each in modules() for value in vars(each).values()]
    functions = [value for value in values if hasattr(value, "cache_clear")]
    return tuple(dict.fromkeys(function for function in functions if function not in KEPT))


@cache
def modules() -> tuple[ModuleType, ...]:
    """Import and return all modules of jotto, so that none is imported later."""
    names = [name for _, name, _ in pkgutil.walk_packages(jotto.__path__, "jotto.")]
    return tuple(importlib.import_module(name) for name in names if not name.endswith("__main__"))

"""The command line: parse, call, print, exit."""

from __future__ import annotations

import io
import os
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, NoReturn, TextIO

if TYPE_CHECKING:
    from typer.exceptions import TyperException


def main() -> None:
    """Run ``jotto`` with the arguments it was called with, and exit with its status."""
    try:
        status = run()
    except KeyboardInterrupt:  # while it loads, or on its way out; the rest typer sees to
        status = INTERRUPTED
    # an interrupt inside exec(), of which dataclasses are made, marks the interpreter to end
    # by the signal later on, whoever caught it (CPython 3.11, run_eval_code_obj)
    if status == INTERRUPTED or any(thread.daemon for thread in threading.enumerate()):
        leave(status)
    sys.exit(status)


def leave(status: int) -> NoReturn:
    """End at once, whatever threads are at work.

    The interpreter's own way out ends a daemon thread wherever it is: in the middle of LLVM, or of
    a line it writes, that can abort the process.
    """
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(status)


INTERRUPTED = 130


def run(args: Sequence[str] | None = None) -> int:
    """Run ``jotto`` and return its exit status; what a user can cause is one line on stderr.

    0 an answer; 1 an honest no; 2 bad input; 130 interrupted.
    """
    from typer.exceptions import TyperException

    from jotto.cli.app import app
    from jotto.errors import ContradictionError, JottoError

    prepare_streams()
    try:
        status = app(args, prog_name="jotto", standalone_mode=False)
        sys.stdout.flush()
    except ContradictionError as error:
        return _refuse(str(error), 1)
    except JottoError as error:
        return _refuse(str(error), 2)
    except TyperException as error:
        return _refuse(f"{error.format_message()} (see {_usage(error)} --help)", 2)
    except MemoryError:
        return _refuse("this machine has not enough memory for that; take shorter lists", 2)
    except OSError as error:
        _abandon(sys.stdout)
        return _refuse(f"the result could not be written: {error.strerror}", 2)
    return int(status or 0)


def prepare_streams() -> None:
    """See to it that reading and writing do not fail on what a user's terminal cannot spell.

    A stream that was closed before the start (``>&-``) becomes one that leads nowhere.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _usage(error: TyperException) -> str:
    """Name the command that was called wrongly."""
    context = getattr(error, "ctx", None)
    return str(context.command_path) if context else "jotto"


def _refuse(message: str, status: int) -> int:
    line = " ".join(message.splitlines())
    try:
        print(f"jotto: {line}", file=sys.stderr, flush=True)
    except OSError:  # nobody can read it; the status still tells
        _abandon(sys.stderr)
    return status


def _abandon(stream: TextIO) -> None:
    """Let a full or broken stream lead nowhere, or the interpreter's last flush fails again."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())

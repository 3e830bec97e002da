"""The command line: parse, call, print, exit."""

from __future__ import annotations

import io
import os
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from typing import TextIO

INTERRUPTED = 130


def main() -> None:
    """Run ``jotto`` with the arguments it was called with, and exit with its status."""
    try:
        status = run()
    except KeyboardInterrupt:  # while it loads, or on its way out; Typer handles the rest
        status = INTERRUPTED
    # an interrupt inside exec(), of which dataclasses are made, marks the interpreter to end by the
    # signal later on, whoever caught it (CPython 3.11, run_eval_code_obj); and at its end it stops
    # a daemon thread wherever it is: in the middle of LLVM, or of a line it writes, that can abort
    if status == INTERRUPTED or any(thread.daemon for thread in threading.enumerate()):
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):
                stream.flush()
        os._exit(status)
    sys.exit(status)


def run(args: Sequence[str] | None = None) -> int:
    """Run ``jotto`` and return its exit status; what a user can cause is one line on stderr.

    0 success; 1 no result; 2 bad input; 130 interrupted.
    """
    from typer.exceptions import TyperException

    from jotto.cli.app import app
    from jotto.errors import ContradictionError, EmptyListError, JottoError, NoStrategyError

    _prepare_streams()
    if sys.stderr.isatty():
        import logging

        logging.basicConfig(format="jotto: %(message)s")
        logging.getLogger("jotto").setLevel(logging.INFO)
    try:
        status = app(args, prog_name="jotto", standalone_mode=False)
        sys.stdout.flush()
    except JottoError as error:
        if isinstance(error, ContradictionError):
            return _refuse(f"{error}; jotto doctor with the same turns lists what may be wrong", 1)
        return _refuse(str(error), 1 if isinstance(error, EmptyListError | NoStrategyError) else 2)
    except TyperException as error:
        command = context.command_path if (context := getattr(error, "ctx", None)) else "jotto"
        return _refuse(f"{error.format_message()} (see {command} --help)", 2)
    except MemoryError:
        return _refuse("this machine has not enough memory for that; take shorter lists", 2)
    except OSError as error:
        _abandon(sys.stdout)
        return _refuse(f"the result could not be written: {error.strerror}", 2)
    return int(status or 0)


def _prepare_streams() -> None:
    """Let no stream fail on characters that the terminal lacks; open closed ones on nothing."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _refuse(message: str, status: int) -> int:
    from jotto.cli.render import say

    try:
        say(f"jotto: {' '.join(message.splitlines())}", file=sys.stderr)
        sys.stderr.flush()
    except OSError:  # nobody can read it; the status still tells
        _abandon(sys.stderr)
    return status


def _abandon(stream: TextIO) -> None:
    """Let a full or broken stream lead nowhere, or the interpreter's last flush fails again."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())

"""The command line: parse options, call the library, print the result, exit."""

from __future__ import annotations

import io
import os
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, TextIO

INTERRUPTED = 130
SLOW = 2.0  # seconds, after which a command that has printed nothing says that it works


def main() -> None:
    """Run ``jotto`` with the arguments it was called with, and exit with its status."""
    slow = threading.Timer(SLOW, _say_slow)
    slow.daemon = True
    try:
        import signal

        sys.unraisablehook = _interrupt_again
        slow.start()
        status = run()
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # all is done; Python would end by the signal
    except (KeyboardInterrupt, RuntimeError) as error:
        # while modules are imported, or at exit; Typer handles the rest. While a class is made, it
        # is the cause of another error (CPython 3.11, type_new_set_names).
        if isinstance(error, RuntimeError) and not isinstance(error.__cause__, KeyboardInterrupt):
            raise
        status = INTERRUPTED
    slow.cancel()
    if slow.is_alive():
        slow.join(SLOW)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):  # it was told where it matters; Python's exit would fail
            abandon(stream)
    # os._exit for two reasons. After an interrupt inside exec(), which dataclasses use, Python 3.11
    # kills itself by the signal at exit even if the exception was caught (run_eval_code_obj). And
    # Python stops daemon threads at exit, which can abort the process if one is writing a line.
    if status == INTERRUPTED or any(thread.daemon for thread in threading.enumerate()):
        os._exit(status)
    sys.exit(status)


def _say_slow() -> None:
    from jotto.cli import render  # as late as it is needed

    render.say_slow()


def _interrupt_again(unraisable: Any) -> None:
    """Interrupt again if Ctrl-C came where Python cannot raise it: in a callback of imports."""
    if not isinstance(unraisable.exc_value, KeyboardInterrupt):
        sys.__unraisablehook__(unraisable)
        return
    import signal

    again = threading.Timer(0.01, os.kill, (os.getpid(), signal.SIGINT))
    again.start()  # not here, where it would be lost again


def run(args: Sequence[str] | None = None) -> int:
    """Run ``jotto`` and return its exit status; user errors are printed as one line on stderr.

    0 success; 1 no result; 2 bad input; 130 interrupted.
    """
    import logging

    from typer.exceptions import TyperException

    from jotto.cli.app import app
    from jotto.cli.names import flags_of
    from jotto.cli.render import AbovePrompt, AsText
    from jotto.errors import (
        ContradictionError,
        EmptyListError,
        JottoError,
        NoStrategyError,
        checked,
    )

    _prepare_streams()
    streams: Any = map(AsText, (sys.stdout, sys.stderr))
    sys.stdout, sys.stderr = streams
    logging.basicConfig(format="jotto: %(message)s", stream=AbovePrompt())
    logging.getLogger("jotto").setLevel(logging.INFO)
    try:
        args = [*map(checked, sys.argv[1:] if args is None else args)]
        if args[:1] == ["help"]:
            args = [*args[1:], "--help"]
        status = app(args, prog_name="jotto", standalone_mode=False)
        sys.stdout.flush()
    except JottoError as error:
        if isinstance(error, ContradictionError):
            text = str(error)
            told = f"{text[:1].lower()}{text[1:]}; to find the mistake, run: jotto explain"
            return _refuse(f"{told} (with the same turns)", 1)
        status = 1 if isinstance(error, EmptyListError | NoStrategyError) else 2
        return _refuse(f"{error}{flags_of(error.parameters)}", status)
    except TyperException as error:
        context, told = getattr(error, "ctx", None), error.format_message()
        if context and "unexpected extra argument" in told:
            told += _of_words(context.command.params)
        return _refuse(f"{told} (see {context.command_path if context else 'jotto'} --help)", 2)
    except ImportError as error:
        if error.name != "jotto.core":
            raise
        return _refuse(str(error), 2)
    except MemoryError:
        return _refuse("this machine does not have enough memory for that; use shorter lists", 2)
    except OSError as error:
        abandon(sys.stdout)
        return _refuse(f"the result could not be written: {error.strerror}", 2)
    return int(status or 0)


def _of_words(parameters: Sequence[Any]) -> str:
    """Return which options take a word, for one that was given without."""
    kinds = "W", "W[,W]"
    names = [each.opts[0] for each in parameters if getattr(each, "metavar", None) in kinds]
    return f"; give a word to {' or '.join(names)}" if names else ""


def _prepare_streams() -> None:
    """Escape characters that a stream cannot encode; open closed streams on the null device."""
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
    except OSError:  # stderr is broken; the exit status remains
        abandon(sys.stderr)
    return status


def abandon(stream: TextIO) -> None:
    """Redirect a broken stream to the null device, so that Python's flush at exit succeeds."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())

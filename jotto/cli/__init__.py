"""The command line: parse, call, print, exit."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typer.exceptions import TyperException


def main() -> None:
    """Run ``jotto`` with the arguments it was called with, and exit with its status."""
    sys.exit(run())


def run(args: Sequence[str] | None = None) -> int:
    """Run ``jotto`` and return its exit status; what a user can cause is one line on stderr.

    0 an answer; 1 an honest no; 2 bad input; 130 interrupted.
    """
    from typer.exceptions import TyperException

    from jotto.cli.app import app
    from jotto.errors import ContradictionError, JottoError

    try:
        status = app(args, prog_name="jotto", standalone_mode=False)
        sys.stdout.flush()
    except ContradictionError as error:
        return _refuse(str(error), 1)
    except JottoError as error:
        return _refuse(str(error), 2)
    except TyperException as error:
        return _refuse(f"{error.format_message()} (see {_usage(error)} --help)", 2)
    except OSError as error:
        # stdout is a full disk or a closed pipe: say so, and keep the interpreter's last
        # flush from saying it again
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return _refuse(f"the result could not be written: {error.strerror}", 2)
    return int(status or 0)


def _usage(error: TyperException) -> str:
    """Name the command that was called wrongly."""
    context = getattr(error, "ctx", None)
    return str(context.command_path) if context else "jotto"


def _refuse(message: str, status: int) -> int:
    print(f"jotto: {message}", file=sys.stderr)
    return status

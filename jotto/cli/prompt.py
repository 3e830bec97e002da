"""Asking a person for a line: with editing, history and completion where there is a terminal."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Sequence

LEAVE = ("quit", "exit", "q", "bye")


def ask(prompt: str, sayings: Callable[[], Sequence[str]] = tuple) -> str | None:
    """Ask for a line; None at the end of the input. ``sayings()`` is what Tab completes from."""
    with contextlib.suppress(ImportError):
        import readline  # gives input() line editing and history

        if sys.stdin.isatty():
            _complete_from(readline, sayings)
    _asking[:] = [prompt]
    try:
        return input(prompt)
    except EOFError:
        print()
        return None
    finally:
        _asking.clear()


_asking: list[str] = []


def tell(line: str) -> None:
    """Print a line above the prompt that another thread is waiting at, if it does."""
    if _asking:
        import readline

        sys.stdout.write(f"\r\x1b[K{line}\n{_asking[0]}{readline.get_line_buffer()}")
        sys.stdout.flush()


def completions(sayings: Sequence[str], begun: str) -> list[str]:
    """List what a word that was begun can become.

    >>> completions(["undo", "crane", "crank"], "Cra")
    ['crane', 'crank']
    """
    return [each for each in sayings if each.startswith(begun.lower())]


def _complete_from(readline: object, sayings: Callable[[], Sequence[str]]) -> None:
    found: list[str] = []

    def complete(begun: str, state: int) -> str | None:
        if state == 0:
            found[:] = completions(sayings(), begun) if begun else []
        return found[state] if state < len(found) else None

    readline.set_completer(complete)  # type: ignore[attr-defined]
    readline.parse_and_bind("tab: complete")  # type: ignore[attr-defined]

"""Asking a person for a line: with editing, history and completion where there is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any

BLINK = 0.1  # seconds that nobody minds waiting for an answer
LEAVE = ("quit", "exit", "q", "bye")
_asking: list[str] = []


def ask(prompt: str, sayings: Callable[[], Sequence[str]] = tuple) -> str | None:
    """Ask for a line, stripped; None if it says to leave or there is none; Tab completes it."""
    if (readline := _readline()) and sys.stdin.isatty():
        _complete_from(readline, sayings)
    _asking[:] = [prompt]
    try:
        typed = input(prompt).strip()
    except EOFError:
        print()
        return None
    finally:
        _asking.clear()
    return None if typed.lower() in LEAVE else typed


def tell(line: str) -> None:
    """Print a line above the prompt that another thread is waiting at, if it does."""
    if _asking:
        typed = readline.get_line_buffer() if (readline := _readline()) else ""
        sys.stdout.write(f"\r\x1b[K{line}\n{_asking[0]}{typed}")
        sys.stdout.flush()


def _readline() -> Any:
    """Return the module that gives input() editing and history; None where there is none."""
    try:
        import readline
    except ImportError:  # on Windows
        return None
    return readline


def _complete_from(readline: Any, sayings: Callable[[], Sequence[str]]) -> None:
    found: list[str] = []

    def complete(begun: str, state: int) -> str | None:
        if state == 0:
            found[:] = [each for each in sayings() if begun and each.startswith(begun.lower())]
        return found[state] if state < len(found) else None

    readline.set_completer(complete)
    of_editline = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if of_editline else "tab: complete")


def patience() -> float | None:
    """Return how many seconds to wait at most: a BLINK where somebody watches, else no limit."""
    return BLINK if sys.stdin.isatty() and sys.stdout.isatty() else None

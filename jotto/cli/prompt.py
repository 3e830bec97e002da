"""Asking a person for a line."""

from __future__ import annotations

import contextlib

LEAVE = ("quit", "exit", "q", "bye")


def ask(prompt: str) -> str | None:
    """Ask for a line; None at the end of the input."""
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401  # gives input() line editing and history
    try:
        return input(prompt)
    except EOFError:
        print()
        return None

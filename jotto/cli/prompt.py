"""Prompts: reading a line, with editing, history and completion if there is a terminal."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from typing import Any

from jotto.cli import render

BLINK = 0.1  # seconds; a wait that nobody notices
LEAVE = ("quit", "exit", "q", "bye", "give up")
ROOM = 8  # columns left for the answer after a prompt
_asking: list[str] = []


def ask(prompt: str, sayings: Callable[[], Sequence[str]] = tuple) -> str | None:
    """Read a line, stripped; None at the end of the input, or for a word in LEAVE.

    ``sayings()`` returns what Tab completes. Output of other threads appears above the prompt.
    """
    if sys.stdout.isatty():  # the line editor would break a long prompt inside a word
        *above, last = render.wrapped(prompt, shutil.get_terminal_size().columns - ROOM)
        for line in above:
            print(line)
        prompt = f"{last} "
    _asking[:] = [prompt]
    try:
        typed = (_edited(prompt, sayings) if _can_edit() else input(prompt)).strip()
    except EOFError:
        print()
        return None
    finally:
        _asking.clear()
    return None if typed.lower() in LEAVE else typed


def tell(text: str, at: str) -> None:
    """Print a sentence above the prompt ``at``, if the main thread is waiting at that prompt."""
    if _asking != [at]:
        return
    if _can_edit():
        render.say(text)
    else:
        print(f"\n{text}\n{at}", end="", flush=True)


def _can_edit() -> bool:
    streams = sys.__stdin__, sys.__stdout__  # patch_stdout() may have replaced sys.stdout
    terminal = all(stream is not None and stream.isatty() for stream in streams)
    return terminal and sys.stdin is sys.__stdin__ and os.environ.get("TERM") != "dumb"


def _edited(prompt: str, sayings: Callable[[], Sequence[str]]) -> str:
    from prompt_toolkit.completion import WordCompleter
    from prompt_toolkit.patch_stdout import patch_stdout

    styled = [("bold" if render.fancy() else "", prompt)]
    completer = WordCompleter(lambda: list(sayings()), ignore_case=True, sentence=True)
    with patch_stdout(raw=True):
        typed: str = _session().prompt(styled, completer=completer)
    return typed


@cache
def _session() -> Any:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.history import FileHistory, History, InMemoryHistory
    from prompt_toolkit.output import ColorDepth, create_output

    history: History = InMemoryHistory()
    with suppress(OSError):  # readable by the user only, because secrets are typed too
        path = render.state_folder() / "typed"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
        history = FileHistory(str(path))
    output = create_output()
    output.enable_cpr = False  # type: ignore[attr-defined]  # some terminals do not answer it
    depth = None if render.fancy() else ColorDepth.DEPTH_1_BIT
    return PromptSession(
        history=history,
        output=output,
        color_depth=depth,
        complete_while_typing=False,
        enable_suspend=True,
    )


def patience() -> float | None:
    """Return the timeout for background work: BLINK on a terminal, else None for no limit."""
    return BLINK if sys.stdin.isatty() and sys.stdout.isatty() else None

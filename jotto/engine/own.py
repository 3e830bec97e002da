"""Strategies of one's own: functions of a position, and classes, whose players remember a game."""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from importlib import import_module
from inspect import getsource, signature
from operator import attrgetter
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from jotto import files
from jotto.engine.allowed import ALLOWED, allow_name
from jotto.engine.measures import BUILT_IN, AnyMeasure, measure, measures_named
from jotto.errors import GameError, code_name, quoted, unfit

Position = Any  # its module needs this one
TREE = "tree"  # the name of a strategy that is a tree and nothing else
COSTS = 100  # sizes of parts, whose costs tell a measure from others
Function = Callable[..., Any]  # of a position, and if it takes two of a generator, to a guess


class Guide(Protocol):
    """An object that has a guess for some positions: a tree, or the opening book."""

    @property
    def path(self) -> str:
        """The file it was read from; empty for the opening book."""

    @property
    def name(self) -> str:
        """Its name in error messages."""

    def guess_at(self, at: Position) -> int:
        """Return the index of the guess at a position, -1 if it has none."""


def decision(by: Any, name: str, default: str) -> tuple[Any, str]:
    """Return what decides in a strategy, read, and the name of that, if it has none."""
    own = name.lower()
    if isinstance(by, tuple | list | AnyMeasure):
        given = by if isinstance(by, tuple | list) else (by,)
        named = (measures_named(part) if isinstance(part, str) else (part,) for part in given)
        measures = tuple(part for parts in named for part in parts)
        if not measures or not all(isinstance(part, AnyMeasure) for part in measures):
            raise GameError(f"by={by!r:.60} are not measures")
        by, own = measures, "+".join(part.name for part in measures)
    elif callable(by):
        own = code_name(by)
    elif by is not None:
        raise GameError(f"{by!r:.60} is not a strategy; give a name, a function, a measure")
    name = own if by is None or name == default else name
    if callable(by) and name in (*BUILT_IN, TREE):
        raise GameError(f"name={name!r} is a built-in strategy; choose another for {by!r:.60}")
    return by, name


def is_stateful(by: object) -> bool:
    """Whether it is a class, also one with some of its arguments: each game has a new player."""
    return isinstance(by.func if isinstance(by, partial) else by, type)


def source_key(by: Any) -> str:
    """Return what tells code of one's own from other code of that name, if it can be read."""
    parts, digest = by if isinstance(by, tuple) else (by,), hashlib.sha256()
    for part in parts:
        of: Any = getattr(part, "function", part)
        with suppress(OSError, TypeError):  # typed at a prompt; no function
            digest.update(getsource(of.func if isinstance(of, partial) else of).encode())
        if costs := getattr(part, "costs", None):
            digest.update(costs(COSTS).tobytes())
    return digest.hexdigest()[:16]


def takes(function: Function, n: int) -> bool:
    """Whether a function can be called with so many values, and not with one less."""
    with suppress(TypeError, ValueError):  # it has no signature, or cannot be called with n
        of_function = signature(function)
        of_function.bind(*[None] * n)
        try:
            of_function.bind(*[None] * (n - 1))
        except TypeError:
            return True
    return False


def guess_of(function: Function, name: str, allow: Function, at: Position, *further: Any) -> int:
    """Return the index of the guess of a function at a position. Raises GameError."""
    turns = "".join(f" {at.game.show(turn)}" for turn in at.history) or " nothing"
    with unfit(f"{name} after{turns}"):
        if (guess := function(at, *further)) is None:
            raise GameError("it returned None, not a guess")
        if (index := at.game.find(guess)) < 0:
            index = at.game.index(guess)
        if not allow(at)[index]:
            raise GameError(f"{at.game.shown(guess)} is not allowed here; {to_find(allow)}")
    return int(index)


def to_find(allow: Function) -> str:
    """Say how a function of one's own finds the guesses that are allowed at a position.

    >>> from jotto.engine.allowed import hard
    >>> to_find(hard)
    "at.rank(jotto.strategy('entropy', allow='hard')) has the guesses that are"
    """
    name = allow_name(allow)
    shown = repr(name) if name in ALLOWED else name
    return f"at.rank(jotto.strategy('entropy', allow={shown})) has the guesses that are"


def player_of(by: Function, seed: tuple[int, ...]) -> Function:
    """Make a player for one game; it is given a generator if it takes one. Raises GameError."""
    with unfit(f"{code_name(by)} cannot begin a game"):
        player: Function = by(np.random.default_rng(seed)) if takes(by, 1) else by()
        if not callable(player):
            raise GameError("a player has to be a function of a position: give it __call__")
    return player


# --- by name -------------------------------------------------------------------------------------

FUNCTION = re.compile(r"([^\W\d][\w.]*:[^\W\d][\w.]*)(?::(.*))?", re.DOTALL)
typed = set[str]()  # by the person who began this program: what may be imported


def check_typed(text: str, what: str) -> None:
    """Raise GameError if nobody has typed a text that names code."""
    if text not in typed:
        code = f"{quoted(text)} names code, which no file and no request may"
        remedy = f"if you trust it, start the program with it as the {what}"
        raise GameError(f"the {what} {code}; {remedy}").about(what)


@contextmanager
def own_code(code: str) -> Iterator[Any]:
    """Import MODULE:FUNCTION, of a module that is installed or in the current folder."""
    before = sys.path[:]
    files.code_folders[:] = sys.path[:0] = [str(Path.cwd())]
    try:
        module, _, function = code.partition(":")
        yield attrgetter(function)(import_module(module))
    finally:
        sys.path[:] = before


def own_strategy(text: str) -> Any:
    """Return the function or measure that a name stands for; None if it is no such name."""
    if ":" not in text and (text == TREE or {*text.lower().split("+")} <= {*BUILT_IN}):
        return None
    from importlib.metadata import entry_points  # 20 ms

    known = (
        point
        for group in ("jotto.strategies", "jotto.measures")
        for point in entry_points(group=group, name=text)
    )
    point = next(known, None)
    if point is None:
        if not FUNCTION.fullmatch(text):
            return None
        check_typed(text, "strategy")
    with unfit(f"the strategy {quoted(text)}"), own_code(point.value if point else text) as own:
        if point and point.group == "jotto.measures" and not isinstance(own, AnyMeasure):
            return measure(own, text)
        return own

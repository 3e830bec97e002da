"""House rules: what a table has settled is kept in a file, and need not be said each time.

A flag comes before the environment, that before the file, and that before how it is usually. A
house rule that does not fit the game (plurals of Mastermind) is passed over.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from json import dumps
from pathlib import Path
from typing import Any

from jotto.cli.options import (
    ALLOWED,
    COLOURS,
    COMMON,
    DEFAULT_ALLOW,
    DEFAULT_GAME,
    DEFAULT_RULE,
    DEFAULT_STRATEGY,
    EVEN,
    HARD,
    TREE,
)
from jotto.errors import GameError, HouseError, JottoError, quoted

Value = str | bool
LARGEST = 65536  # bytes; what is larger is no file of house rules
USUAL, FILE = "default", "file"


# --- what there is to settle ----------------------------------------------------------------


def a_rule(text: str) -> str:
    """Read the name of a rule; raises GameError."""
    from jotto.games.scoring import rule_named

    return rule_named(text, 5).name


def an_allow(text: str) -> str:
    """Read which guesses are allowed; raises GameError."""
    if text not in ALLOWED:
        raise GameError(f"{quoted(text)}: write all, candidates or hard")
    return text


def a_strategy(text: str) -> str:
    """Read the name of a strategy; raises GameError."""
    from jotto.engine.strategies import strategy_named

    if text.startswith(TREE):
        raise GameError("a tree belongs to one game; give it there, with --strategy")
    strategy_named(text)
    return text


def a_prior(text: str) -> str:
    """Read even, common, or a file of weights, which is kept with its folder; raises GameError."""
    if text in (EVEN, COMMON):
        return text
    path = Path(text).absolute()
    if not str(path).isprintable() or not path.exists() or path.is_dir():
        raise GameError(f"{quoted(text)}: write even, common, or a file of words and weights")
    return str(path)


def yes_or_no(text: str) -> bool:
    """Read yes or no, and how else people say so; raises GameError.

    >>> yes_or_no("Yes"), yes_or_no("off")
    (True, False)
    """
    said = {"yes": True, "true": True, "on": True, "1": True}
    said |= {"no": False, "false": False, "off": False, "0": False}
    if text.lower() not in said:
        raise GameError(f"{quoted(text)}: write yes or no")
    return said[text.lower()]


@dataclass(frozen=True)
class Settling:
    """How one house rule is read, how it is usually, and whether only words know it.

    The usual prior is None: common for the shipped list, even for any other.
    """

    read: Callable[[str], Value]
    usual: Value | None
    of_words: bool = True


SETTLINGS = {
    "rule": Settling(a_rule, DEFAULT_RULE),
    "allow": Settling(an_allow, DEFAULT_ALLOW, of_words=False),
    "strategy": Settling(a_strategy, DEFAULT_STRATEGY, of_words=False),
    "prior": Settling(a_prior, None),
    "repeats": Settling(yes_or_no, usual=True),
    "plurals": Settling(yes_or_no, usual=True),
    "polite": Settling(yes_or_no, usual=False),
}


# --- where it is kept -----------------------------------------------------------------------


def place() -> Path:
    """Name the file of house rules."""
    from platformdirs import user_config_path

    return user_config_path("jotto", appauthor=False) / "config.toml"


def written() -> str:
    """Return the text of the file, empty if there is none. Raises HouseError."""
    try:
        with place().open("rb") as file:
            raw = file.read(LARGEST + 1)
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise HouseError(_at(), f"it cannot be read: {error.strerror}") from None
    with suppress(UnicodeDecodeError):
        if len(raw) <= LARGEST:
            return raw.decode("utf-8-sig")
    raise HouseError(_at(), "it is no text in UTF-8; jotto house --reset starts anew")


def kept() -> dict[str, Value]:
    """Read the file. Raises HouseError, with the line and the name where one is to blame."""
    if not (text := written()):
        return {}
    import tomllib  # a table without house rules need not wait for it

    try:
        found = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # numbers too long and lists too deep among them
        line = re.search(r"at line (\d+)", str(error))
        number = int(line[1]) if line else text.count("\n") + 1
        reason = f"{str(error).partition(' (at')[0]}; mend it, or jotto house --reset starts anew"
        raise HouseError(_at(number), reason) from None
    return {name: _checked(text, name, value) for name, value in found.items()}


def _checked(text: str, name: str, value: Any) -> Value:
    """Check one line of the file."""
    out = f"jotto house --unset {shlex.quote(name)} takes it out"
    number = next((n for n, line in enumerate(text.splitlines(), 1) if _sets(name, line)), None)
    if name not in SETTLINGS:
        reason = f"no house rule is called {quoted(name)}; there are {', '.join(SETTLINGS)}"
        raise HouseError(_at(number), f"{reason}; {out}")
    boolean = isinstance(SETTLINGS[name].usual, bool)
    if not isinstance(value, bool if boolean else str):
        should = "true or false" if boolean else "it in quotation marks"
        raise HouseError(_at(number), f"{name} = {quoted(str(value))}: write {should}; {out}")
    try:
        return value if boolean else SETTLINGS[name].read(str(value))
    except JottoError as error:
        raise HouseError(_at(number), f"{name}: {error}; {out}") from None


def _at(line: int | None = None) -> str:
    """Name the file, and the line where one is to blame."""
    where = f"config file {str(place())!r}"
    return where if line is None else f"{where} line {line}"


def _sets(name: str, line: str) -> bool:
    """Whether a line of the file settles ``name``, or begins a table of that name."""
    own = rf"[\"']?{re.escape(name)}[\"']?"
    return re.match(rf"\s*(\[+\s*{own}\s*[\].]|{own}\s*[=.])", line) is not None


def changed(text: str, changes: Mapping[str, Value | None]) -> str:
    r"""Write new values into the text of the file, None taking one out; the rest stays as it is.

    >>> changed('# ours\nrule = "jots"\n', {"rule": None, "polite": True})
    '# ours\npolite = true\n'
    """
    lines = text.splitlines()
    for name, value in changes.items():
        own = [_sets(name, line) for line in lines]
        at = own.index(True) if True in own else _end(lines)
        new = [] if value is None else [f"{name} = {dumps(value, ensure_ascii=False)}"]
        lines[at:at] = new
        own[at:at] = [False] * len(new)
        lines = [line for line, old in zip(lines, own, strict=True) if not old]
    return "".join(f"{line}\n" for line in lines)


def _end(lines: list[str]) -> int:
    """Say where a new line goes: after all others, but before any table."""
    tables = (i for i, line in enumerate(lines) if line.lstrip().startswith("["))
    return next(tables, len(lines))


# --- what holds -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Settled:
    """A house rule, and where it comes from: ``default``, ``file``, or a variable's name."""

    value: Value | None
    source: str


def in_force() -> dict[str, Settled]:
    """Say what holds where no flag says otherwise. Raises HouseError."""
    found = {name: Settled(one.usual, USUAL) for name, one in SETTLINGS.items()}
    found |= {name: Settled(value, FILE) for name, value in kept().items()}
    return found | dict(from_environment())


def from_environment() -> Iterator[tuple[str, Settled]]:
    """Read JOTTO_RULE and its kin; an empty one settles nothing. Raises HouseError."""
    for name, one in SETTLINGS.items():
        if text := os.environ.get(variable := f"JOTTO_{name.upper()}"):
            try:
                yield name, Settled(one.read(text), variable)
            except JottoError as error:
                raise HouseError(variable, str(error)) from None


def open_settlings(options: Mapping[str, Any], flags: set[str]) -> dict[str, Value]:
    """Return what the house settles of the options that are no ``flags``, as far as it fits."""
    found = {
        name: one.value
        for name, one in in_force().items()
        if one.source != USUAL and one.value is not None and name in options.keys() - flags
    }
    if options.get("game", DEFAULT_GAME) != DEFAULT_GAME:
        found = {name: value for name, value in found.items() if not SETTLINGS[name].of_words}
    rule = found.get("rule") or options.get("rule") or DEFAULT_RULE
    if found.get("allow") == HARD and str(rule).lower() != COLOURS:
        del found["allow"]
    return found


def shell_options(options: Mapping[str, str | int | None]) -> Iterator[tuple[str, ...]]:
    """Write the options that are not as they would be anyway, as the command line takes them."""
    usual: dict[str, Any] = {name: one.usual for name, one in SETTLINGS.items()}
    usual |= {"game": DEFAULT_GAME, "seed": 0, "book": True}
    with suppress(HouseError):
        for name, one in in_force().items():
            if one.source != USUAL:
                usual.pop(name)  # it might be settled otherwise another day
    for name, value in options.items():
        if value is None or (name in usual and value == usual[name]):
            continue
        if isinstance(value, bool):
            yield (f"--{name}" if value else f"--no-{name}",)
        else:
            yield f"--{name}", str(value)

"""The flags of parameters and headers of fields; names.toml has those not made from the name."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from jotto.question.fields import table


@cache
def named(kind: str) -> dict[str, str]:
    """Return the ``flags`` or the column ``headers`` that are not made from the name."""
    text = Path(__file__).with_name("names.toml").read_text("utf-8")
    names: dict[str, str] = tomllib.loads(text)[kind]
    return names


def flags_of(names: Sequence[str]) -> str:
    """Return the flags, or the command, that change some parameters, in brackets."""
    if not names:
        return ""
    return f" ({', '.join(map(_flag, names))})"


def _flag(name: str) -> str:
    made = "--no-" if name in table() and table()[name][1].usual is True else "--"
    return named("flags").get(name, made + name.replace("_", "-"))

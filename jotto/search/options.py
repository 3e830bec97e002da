"""What a search is asked for; importing it loads no kernels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Aim = Literal["mean", "worst"]

PROVABLE = 300  # candidates that a proof within minutes can be hoped for


@dataclass(frozen=True)
class Options:
    """The first guess (an index) if it is fixed, whether only candidates are guessed, a limit."""

    opening: int | None = None
    own: bool = False
    most: int | None = None

"""The options of a search; importing this module loads no kernels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Aim = Literal["mean", "worst"]

PROVABLE = 300  # candidates; up to so many, a proof is likely to take minutes at most


@dataclass(frozen=True)
class Options:
    """A fixed first guess (an index), whether to guess only candidates, the most guesses."""

    opening: int | None = None
    own: bool = False
    most: int | None = None

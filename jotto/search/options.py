"""The options of a search; importing this module loads no kernels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

Aim = Literal["mean", "worst"]

PROVABLE = 300  # candidates; up to so many, a proof is likely to take minutes at most


@dataclass(frozen=True)
class Options:
    """A fixed first guess (an index), whether to guess only candidates, the most guesses."""

    opening: int | None = None
    own: bool = False
    most: int | None = None


class Status(NamedTuple):
    """How far a search is. Totals are sums of weight x guesses."""

    seconds: float
    total: int | None  # of the best tree so far
    lower: int = 0  # no tree has a lower total
    done: int = 0  # openings that are proved to lead to no lower total
    openings: int = 0  # of so many
    left: float = 0.0  # seconds that the rest may take

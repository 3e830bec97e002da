"""Openings and what they are worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Opening:
    """An opening and its worth; ``mean`` and what follows None where no whole tree was grown.

    ``games``: how many secrets are found in each number of guesses that occurs.
    """

    word: str
    bits: float
    expected_left: float
    worst_left: int
    parts: int
    mean: float | None = None
    sd: float | None = None
    worst: int | None = None
    games: Mapping[int, int] | None = None

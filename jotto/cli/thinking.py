"""Options of looking ahead, and how long anybody waits for it."""

from __future__ import annotations

import sys
from typing import Annotated, Literal

import typer

Aim = Literal["mean", "worst"]
Think = Annotated[
    float | None,
    typer.Option("--think", min=0, metavar="SECONDS", help="Look ahead for at most so long."),
]
AimName = Annotated[
    Aim,
    typer.Option(
        "--aim",
        metavar="AIM",
        help="mean: fewest guesses on average; worst: shortest longest game.",
    ),
]

DEFAULT_AIM: Aim = "mean"
BLINK = 0.1  # seconds that nobody minds waiting for an answer


def patience() -> float | None:
    """Return how many seconds to wait at most: a BLINK where somebody watches, else no limit."""
    return BLINK if sys.stdin.isatty() and sys.stdout.isatty() else None

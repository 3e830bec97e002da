"""How long a person waits in a terminal.

A game is played as a person plays it, on a pseudo-terminal, with a secret drawn by how common it
is. The start and every turn are timed, from Enter until the next guess is on the screen and its
score is asked for. The first round has an empty cache.
"""

from __future__ import annotations

import re
from pathlib import Path
from statistics import median
from time import perf_counter

import numpy as np
from terminal import Shown

from trials.small import common_secret, shipped

UNIT = "games"
FOUND = ""
LIMITS = {"start, s": (0, 0.5), "turn, median, ms": (0, 100), "turn, longest, ms": (0, 300)}
PROMPT = re.compile(r"^ Score for (\w{5}) >")
END = re.compile(r"^ Another game\? .* >")
COLUMNS, MOST = 120, 30  # of the screen; guesses


def below(shown: Shown) -> str:
    """Return the line that one types on; drawing all lines here would take longer than a turn."""
    row = shown.screen.buffer[shown.height - 2]
    return "".join(row[column].data for column in range(COLUMNS))


def proposal(shown: Shown, before: str) -> str:
    """Wait until another word than before is proposed; return it."""

    def proposed() -> str:
        found = PROMPT.search(below(shown))
        return found[1].lower() if found and found[1].lower() != before else ""

    shown.wait_for(proposed, "proposal")
    return proposed()


def play(seed: int, folder: Path) -> dict[str, float]:
    """Play a game to the win; return how long its waits were."""
    secret = common_secret(np.random.default_rng(seed))
    game, began = shipped(), perf_counter()
    own = {f"XDG_{name}_HOME": str(folder) for name in ("DATA", "STATE")}
    with Shown("play", columns=COLUMNS, rows=40, **own) as shown:
        guess, turns = proposal(shown, ""), list[float]()
        start = shown.at - began
        while guess != secret:
            assert len(turns) < MOST, f"{secret} was not found in {MOST} guesses"
            since = perf_counter()
            shown.type(f"{game.score(guess, secret)}\r")
            guess = proposal(shown, guess)
            turns.append(1000 * (shown.at - since))
        shown.type(f"{game.score(guess, secret)}\r")
        shown.wait_for(lambda: END.search(below(shown)), "an end")
        shown.type("n")
        assert shown.status() == 0
    some = turns or [0.0]
    return {"start, s": start, "turn, median, ms": median(some), "turn, longest, ms": max(some)}

"""Measure how long a person waits for the live assistant, through a real terminal.

    python scripts/live_trials.py
    python scripts/live_trials.py --games 20 -- --prior even

Each game is a separate process on a pseudo-terminal, with a secret drawn under the common prior.
The start and every turn are timed, from Enter until the next guess is on the screen and its score
is asked for. Arguments after ``--`` are
passed to ``jotto play``. The first game fills an empty cache and is reported separately. Exit
status: 0 if all gates are passed; 1 if not, or if a game fails.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Annotated

import numpy as np
import typer
from gates import Seed, report

import jotto
from jotto import Game

sys.path.append(str(Path(__file__).parents[1] / "tests" / "cli"))
os.environ.setdefault("XDG_CACHE_HOME", str(Path.home() / ".cache"))

from terminal import Shown

PROMPT = re.compile(r"^ Score for (\w{5}) >")
END = re.compile(r"^ Another game\? .* >")
MOST_TURNS = 30
COLUMNS = 120
GATES = {"start, median, s": 0.5, "turn, median, ms": 100.0, "turn, 99th percentile, ms": 300.0}


def below(shown: Shown) -> str:
    """Return the line that one types on; drawing all lines here would take longer than a turn."""
    row = shown.screen.buffer[shown.height - 2]
    return "".join(row[column].data for column in range(COLUMNS))


def proposal(shown: Shown, before: str, since: float) -> tuple[str, float]:
    """Wait until another word is proposed; return it, and the seconds. Raises AssertionError."""

    def proposed() -> str:
        found = PROMPT.search(below(shown))
        return found[1].lower() if found and found[1].lower() != before else ""

    shown.wait_for(proposed, "proposal")
    return proposed(), shown.at - since


@dataclass(frozen=True)
class Timed:
    """The seconds of a game: until the first guess, and after each Enter until the next."""

    start: float
    turns: list[float] = field(default_factory=list)


def played(secret: str, game: Game, arguments: Sequence[str], home: str) -> Timed:
    """Play one game to the win, with its files in ``home``. Raises AssertionError."""
    since = perf_counter()
    own = {f"XDG_{name}_HOME": home for name in ("CACHE", "DATA", "STATE")}
    with Shown("play", *arguments, columns=COLUMNS, rows=40, **own) as shown:
        guess, wait = proposal(shown, "", since)
        timed = Timed(wait)
        for _ in range(MOST_TURNS):
            since = perf_counter()
            shown.type(f"{game.score(guess, secret)}\r")
            if guess == secret:
                shown.wait_for(lambda: END.search(below(shown)), "an end")
                shown.type("n")
                assert shown.status() == 0
                return timed
            guess, wait = proposal(shown, guess, since)
            timed.turns.append(wait)
    raise AssertionError(f"{secret} was not found in {MOST_TURNS} guesses")


def measured(games: Sequence[Timed]) -> dict[str, float]:
    """Return the figures that have gates."""
    turns = 1000 * np.array([turn for game in games for turn in game.turns])
    return {
        "start, median, s": float(np.median([game.start for game in games])),
        "turn, median, ms": float(np.median(turns)),
        "turn, 99th percentile, ms": float(np.percentile(turns, 99)),
    }


def by_turn(games: Sequence[Timed]) -> list[tuple[int, int, float, float]]:
    """Return a row for each turn number: the number, the count, median and longest wait in ms."""
    longest = max(len(game.turns) for game in games)
    rows = []
    for turn in range(longest):
        times = [1000 * game.turns[turn] for game in games if turn < len(game.turns)]
        rows.append((turn + 1, len(times), float(np.median(times)), max(times)))
    return rows


def main(
    arguments: Annotated[
        list[str] | None, typer.Argument(metavar="[-- OPTION...]", help="For jotto play.")
    ] = None,
    games: Annotated[int, typer.Option(min=1, help="Games to play.")] = 200,
    seed: Seed = 0,
) -> None:
    """Play games through a terminal and time every wait."""
    game = jotto.words(prior="common")
    chances = game.weights(game.everything) / game.weights(game.everything).sum()
    drawn = np.random.default_rng(seed).choice(game.secrets, games, p=chances).tolist()
    with tempfile.TemporaryDirectory() as home:
        try:
            secrets = (drawn[0], *drawn)
            first, *found = [played(secret, game, arguments or [], home) for secret in secrets]
        except AssertionError as error:
            print(f"live_trials: {error}", file=sys.stderr)
            raise typer.Exit(1) from None
    facts = {
        "games": games,
        "seed": seed,
        "turns": sum(len(game.turns) for game in found),
        "first start, nothing in the cache, s": first.start,
        "start, longest, s": max(game.start for game in found),
    }
    shown = (("turn", "times", "median, ms", "longest, ms"), by_turn(found))
    report(facts, measured(found), GATES, shown)


if __name__ == "__main__":
    typer.run(main)

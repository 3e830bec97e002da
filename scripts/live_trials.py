"""Measure how long a person waits for the live assistant, through a real terminal.

    python scripts/live_trials.py
    python scripts/live_trials.py --games 20 -- --prior even

Each game is a separate process on a pseudo-terminal, with a secret drawn under the common prior.
The start and every turn are timed, from Enter until the advice is on the screen, and until the
prompt accepts input; the gates are for the latter. Arguments after ``--`` are passed to
``jotto play``. The first game fills an empty cache and is reported separately. Exit status: 0 if
all gates are passed; 1 if not, or if a game fails.
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
from typing import Annotated, NamedTuple

import numpy as np
import typer
from gates import Seed, report

import jotto
from jotto import Game

sys.path.append(str(Path(__file__).parents[1] / "tests" / "cli"))
os.environ.setdefault("XDG_CACHE_HOME", str(Path.home() / ".cache"))

from terminal import Terminal

ADVICE = re.compile(r"(?:Guess|It must be) +(?:\w ?){5} *[.(]")
PROMPT = re.compile(r"Score for (\w{5}): ?$")  # comes after all other output of a turn
END = re.compile(r"Enter to finish, .*: ?$")
MOST_TURNS = 30
GATES = {"start, median, s": 0.5, "turn, median, ms": 100.0, "turn, 99th percentile, ms": 300.0}


class Wait(NamedTuple):
    """Seconds until the advice was on the screen, and until the prompt accepted input."""

    advice: float
    prompt: float


def proposal(shown: Terminal, since: float) -> tuple[str, Wait]:
    """Wait for advice and its prompt; return the word and both times. Raises AssertionError."""
    shown.wait_for(lambda: ADVICE.search(shown.text, shown.expected), "advice")
    advice = perf_counter() - since
    shown.wait_for(lambda: PROMPT.search(shown.text), "prompt")
    return PROMPT.findall(shown.text)[0].lower(), Wait(advice, perf_counter() - since)


@dataclass(frozen=True)
class Timed:
    """The waits of a game: for the first guess, and after each Enter for the next."""

    start: Wait
    turns: list[Wait] = field(default_factory=list)


def played(secret: str, game: Game, arguments: Sequence[str], home: str) -> Timed:
    """Play one game to the win, with its files in ``home``. Raises AssertionError."""
    since = perf_counter()
    own = {f"XDG_{name}_HOME": home for name in ("CACHE", "DATA", "STATE")}
    with Terminal("play", *arguments, columns=120, rows=40, out="", **own) as shown:
        guess, wait = proposal(shown, since)
        timed = Timed(wait)
        for _ in range(MOST_TURNS):
            shown.expected, since = len(shown.text), perf_counter()
            shown.type(f"{game.score(guess, secret)}\r")
            if guess == secret:
                shown.wait_for(lambda: END.search(shown.text), "an end")
                shown.type("\r")
                assert shown.status() == 0
                return timed
            guess, wait = proposal(shown, since)
            timed.turns.append(wait)
    raise AssertionError(f"{secret} was not found in {MOST_TURNS} guesses")


def measured(games: Sequence[Timed]) -> dict[str, float]:
    """Return the figures that have gates."""
    turns = 1000 * np.array([turn.prompt for game in games for turn in game.turns])
    return {
        "start, median, s": float(np.median([game.start.prompt for game in games])),
        "turn, median, ms": float(np.median(turns)),
        "turn, 99th percentile, ms": float(np.percentile(turns, 99)),
    }


def by_turn(games: Sequence[Timed]) -> list[tuple[int, int, float, float]]:
    """Return a row for each turn number: the number, the count, median and longest wait in ms."""
    longest = max(len(game.turns) for game in games)
    rows = []
    for turn in range(longest):
        times = [1000 * game.turns[turn].prompt for game in games if turn < len(game.turns)]
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
    advice = [1000 * turn.advice for game in found for turn in game.turns]
    facts = {
        "games": games,
        "seed": seed,
        "turns": sum(len(game.turns) for game in found),
        "first start, nothing in the cache, s": first.start.prompt,
        "start, longest, s": max(game.start.prompt for game in found),
        "advice at the start, median, s": float(np.median([game.start.advice for game in found])),
        "advice of a turn, median, ms": float(np.median(advice)),
        "advice of a turn, 99th percentile, ms": float(np.percentile(advice, 99)),
    }
    shown = (("turn", "times", "median, ms", "longest, ms"), by_turn(found))
    report(facts, measured(found), GATES, shown)


if __name__ == "__main__":
    typer.run(main)

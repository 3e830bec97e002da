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
import pty
import re
import subprocess
import sys
import tempfile
import termios
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from select import select
from time import perf_counter
from typing import Annotated, NamedTuple

import numpy as np
import typer
from gates import Json, Seed, report

import jotto
from jotto import Game

PROGRAM = (sys.executable, "-m", "jotto", "play")
ESCAPES = re.compile(r"\x1b(\[[0-?]*[ -/]*[@-~]|\][^\x07]*\x07|[@-_])|\r")
ADVICE = re.compile(r"(?:Guess|It must be) +(?:\w ?){5} *[.(]")
PROMPT = re.compile(r"Score for (\w{5}): ?$")  # comes after all other output of a turn
END = re.compile(r"Enter to finish, .*: ?$")
PATIENCE = 30.0  # seconds
MOST_TURNS = 30
GATES = {
    "start, median, s": 0.5,
    "turn, median, ms": 100.0,
    "turn, 99th percentile, ms": 300.0,
}


class StuckError(Exception):
    """No guess was proposed; the message has what was shown instead."""


class Wait(NamedTuple):
    """Seconds until the advice was on the screen, and until the prompt accepted input."""

    advice: float
    prompt: float


@dataclass
class Screen:
    """A program on a terminal; ``text`` is what it showed since the last line was typed."""

    process: subprocess.Popen[bytes]
    primary: int
    since: float  # when the last line was typed, or the program was started
    raw: bytes = b""

    @property
    def text(self) -> str:
        """The text as a person sees it: no escape codes, plain line ends."""
        return ESCAPES.sub("", self.raw.decode(errors="replace"))

    def type(self, line: str) -> None:
        """Type a line and Enter."""
        self.raw = b""
        self.since = perf_counter()
        os.write(self.primary, f"{line}\r".encode())

    def expect(self, what: re.Pattern[str]) -> tuple[float, re.Match[str]]:
        """Wait until a pattern is shown; return the seconds and the match. Raises StuckError."""
        while not (found := what.search(self.text)):
            if not self.read():
                raise StuckError(f"no {what.pattern!r} came; this was shown: {self.text!r}")
        return perf_counter() - self.since, found

    def proposal(self) -> tuple[str, Wait]:
        """Wait for advice and its prompt; return the word and both times. Raises StuckError."""
        advice, _ = self.expect(ADVICE)
        prompt, found = self.expect(PROMPT)
        return found[1].lower(), Wait(advice, prompt)

    def read(self) -> bool:
        """Read more output; return False at the end of the program or after PATIENCE seconds."""
        if not select([self.primary], [], [], PATIENCE)[0]:
            return False
        try:
            more = os.read(self.primary, 65536)
        except OSError:  # the program has ended and closed its side
            return False
        self.raw += more
        return bool(more)


@contextmanager
def screen(arguments: Sequence[str], home: Path) -> Iterator[Screen]:
    """Start a game on a terminal, with its files in ``home``."""
    primary, secondary = pty.openpty()
    termios.tcsetwinsize(secondary, (40, 120))
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "LANG")}
    folders = {f"XDG_{name}_HOME": str(home / name.lower()) for name in ("CACHE", "DATA", "STATE")}
    began = perf_counter()
    process = subprocess.Popen(
        [*PROGRAM, *arguments],
        stdin=secondary,
        stdout=secondary,
        stderr=secondary,
        env=kept | folders | {"TERM": "xterm-256color", "HOME": str(home)},
        start_new_session=True,
    )
    os.close(secondary)
    try:
        yield Screen(process, primary, began)
    finally:
        process.kill()
        process.wait()
        os.close(primary)


@dataclass(frozen=True)
class Timed:
    """The waits of a game: for the first guess, and after each Enter for the next."""

    start: Wait
    turns: list[Wait] = field(default_factory=list)


def played(secret: str, game: Game, arguments: Sequence[str], home: Path) -> Timed:
    """Play one game to the win. Raises StuckError."""
    with screen(arguments, home) as shown:
        guess, wait = shown.proposal()
        timed = Timed(wait)
        for _ in range(MOST_TURNS):
            shown.type(game.score(guess, secret))
            if guess == secret:
                shown.expect(END)
                shown.type("")
                while shown.read():
                    pass
                return timed
            guess, wait = shown.proposal()
            timed.turns.append(wait)
    raise StuckError(f"{secret} was not found in {MOST_TURNS} guesses")


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
    as_json: Json = False,
) -> None:
    """Play games through a terminal and time every wait."""
    game = jotto.words(prior="common")
    chances = game.weights(game.everything) / game.weights(game.everything).sum()
    drawn = np.random.default_rng(seed).choice(game.secrets, games, p=chances).tolist()
    with tempfile.TemporaryDirectory() as home:
        try:
            first, *found = [
                played(secret, game, arguments or [], Path(home)) for secret in (drawn[0], *drawn)
            ]
        except StuckError as error:
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
    turns = by_turn(found)
    shown = (("turn", "times", "median, ms", "longest, ms"), turns)
    report(facts, measured(found), GATES, shown, as_json=as_json, by_turn=turns)


if __name__ == "__main__":
    typer.run(main)

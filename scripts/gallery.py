"""Draw the pictures of docs/gallery.md by the code that it shows, as SVG.

The games of its history are made up, each with a seed: a player who guesses any word that fits, and
one who often takes the best.

Example: python scripts/gallery.py
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Annotated, Any
from unittest.mock import patch

import typer

import jotto
from jotto.assistant.history import kept
from jotto.assistant.review import Record, record_of
from jotto.question.filling import filled
from jotto.question.making import Question, saved_options

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "gallery.md"
EXAMPLE = re.compile(
    r"```python\n(.*?)```\n\n!\[[^\]]*\]\(screens/(gallery-[a-z-]+\.svg)\)", re.DOTALL
)
PLAYERS = {
    "": (40, 0.6),
    "Ann": (30, 0.8),
    "Bob": (30, 0.1),
}  # games, and how many guesses are best
OPENINGS = "tares", "crane", "stole"
FIRST = datetime(2026, 9, 1, 20, tzinfo=UTC)
# text stays text, in a font of the reader; the same file from the same numbers
STYLE: Any = {
    "svg.fonttype": "none",
    "svg.hashsalt": "jotto",
    "font.family": "sans-serif",
}
STYLE |= {"savefig.facecolor": "white"}


def examples() -> list[tuple[str, str]]:
    """Return the code of each example, and the name of its picture."""
    found = EXAMPLE.findall(PAGE.read_text("utf-8"))
    return [(code, name) for code, name in found]


def drawn() -> Iterator[tuple[str, Any]]:
    """Run the examples one after another; yield the name and the figure of each."""
    import matplotlib.pyplot as plt

    names: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder, patch.dict(os.environ, XDG_DATA_HOME=folder):
        make_up()
        for code, name in examples():
            with plt.rc_context(STYLE):
                exec(compile(code, name, "exec"), names)
                yield name, plt.gcf()
                plt.close("all")


def make_up() -> None:
    """Keep finished games of players who are made up."""
    asked = filled("play", {"book": False}, kind=Question)
    game, options = asked.make_game(), saved_options(asked)
    with kept(synced=False) as shelf:
        for player, (games, skill) in PLAYERS.items():
            draw = Random(f"jotto {player}")
            for number in range(games):
                record = record_of(played(game, skill + number / 100, draw), options)
                day = (FIRST + timedelta(days=2 * number)).isoformat()
                shelf.put(named(record, player, number, day))


def named(record: Record, player: str, number: int, day: str) -> Record:
    """Return a record with its date, and the device and name of its player."""
    device = player and f"device of {player}"
    return replace(record, date=day, game=f"{player} {number}", owner=device, player=player)


def played(game: jotto.Game[str], skill: float, draw: Random) -> jotto.Session[str]:
    """Play a game whose player takes the best guess as often as ``skill`` says, else any word."""
    session, secret = jotto.Session(game), draw.choice(game.secrets)
    while not session.won:
        if not session.state.mine:
            guess = draw.choice(OPENINGS)
        elif draw.random() < skill:
            guess = str(session.guess)
        else:
            guess = draw.choice(session.position.candidates)
        session = session.scored(game.score(guess, secret), guess)
    return session


def main(
    folder: Annotated[Path, typer.Option(help="Where to write them.")] = ROOT / "docs" / "screens",
) -> None:
    """Draw the pictures of the gallery."""
    for name, figure in drawn():
        figure.savefig(folder / name, metadata={"Date": None})
        print(name, f"{(folder / name).stat().st_size:,} bytes")


if __name__ == "__main__":
    typer.run(main)

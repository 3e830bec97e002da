"""Draw screens of the program: it runs on pseudo-terminals, and each screen becomes an SVG file.

    python scripts/screens.py            # writes docs/screens/*.svg
    python scripts/screens.py --only play --folder /tmp

A game or a command runs in a terminal of 80 x 24 characters; its last screen is drawn.
"""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Sequence
from io import StringIO
from itertools import groupby
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import pyte
import typer
from rich.console import Console
from rich.style import Style
from rich.terminal_theme import DIMMED_MONOKAI, TerminalTheme
from rich.text import Text

sys.path.append(str(Path(__file__).parents[1] / "tests" / "cli"))
os.environ.setdefault("XDG_CACHE_HOME", str(Path.home() / ".cache"))

from terminal import Terminal

import jotto

FONTS = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)  # rich loads fonts from another site
QUIET = 1.0  # seconds without output after which the program is taken to wait for a line
PATIENCE = 60.0
LIGHT = TerminalTheme(
    (255, 255, 255),
    (36, 41, 47),
    [
        (36, 41, 47), (180, 35, 24), (17, 99, 41), (125, 78, 0),
        (9, 81, 190), (115, 45, 190), (16, 105, 120), (87, 96, 106),
    ],
)  # fmt: skip


SIZE = 80, 24


class Scene(NamedTuple):
    """A picture: the command, the lines typed, and the themes."""

    name: str
    arguments: str
    typed: Sequence[str] = ()
    looks: Sequence[str] = ("dark", "light")


BOARDS = (
    "tares ybbbb byyyb ybbbb bbbgy",
    "glare bbbbb ggggg bbbbb bbbby",
    "sloop bbybb bbbby gbbbg",
)
TWO_SIDED = "play --starts them --secret quilt --last-turn"
SCENES = (
    Scene("play", "play", ("1,1", "moist", "1,1", "1,1")),
    Scene("two-sided", TWO_SIDED, ("tares", "1,1", "guild")),
    Scene("boards", "play --boards 4 --rule colours", BOARDS, ("dark",)),
    Scene("trouble", "play", ("1,1", "moist=4,0")),
    Scene("over", "play", ("1,1", "moist", "1,1", "1,1", "5,0")),
    Scene("review", "review pales moist clods boars --secret boars"),
)
THEMES = {"dark": DIMMED_MONOKAI, "light": LIGHT}
BACKGROUND = {"dark": "15;0", "light": "0;15"}  # as terminals tell theirs


def run(arguments: str, typed: Sequence[str], background: str) -> pyte.Screen:
    """Run ``jotto`` in a terminal, type the lines one by one, and return the screen."""
    columns, rows = SIZE
    words = arguments.split()
    with Terminal(*words, columns=columns, rows=rows, COLORFGBG=background) as terminal:
        if not typed:  # it ends by itself, perhaps after compiling
            terminal.status()
        for line in ("", *typed) if typed else ():
            if line:
                terminal.type(f"{line}\r")
            shown, until = len(terminal.raw), time.monotonic() + PATIENCE
            while terminal.read(QUIET) or (len(terminal.raw) == shown and time.monotonic() < until):
                pass
        while "working out how many" in terminal.left and time.monotonic() < until:
            terminal.read(QUIET)
        while typed and terminal.read(QUIET):
            pass
        screen = pyte.Screen(columns, rows)
        pyte.ByteStream(screen).feed(terminal.raw)
    return screen


def style_of(character: pyte.screens.Char) -> Style:
    """Return the style of a character on the screen, in rich's notation."""

    def colour(name: str) -> str | None:
        if name == "default":
            return None
        named = {"brown": "yellow"}.get(name, name.replace("bright", "bright_"))
        return f"#{named}" if re.fullmatch("[0-9a-f]{6}", named) else named

    colours: dict[str, Any] = {"color": colour(character.fg), "bgcolor": colour(character.bg)}
    face: dict[str, Any] = {
        "bold": character.bold,
        "italic": character.italics,
        "reverse": character.reverse,
    }
    return Style(**colours, **face, underline=character.underscore)


def picture(screen: pyte.Screen, title: str, theme: TerminalTheme) -> str:
    """Draw a screen as SVG."""
    console = Console(width=screen.columns, record=True, file=StringIO())
    for row in range(screen.lines):
        line = Text(no_wrap=True)
        cells = [screen.buffer[row][column] for column in range(screen.columns)]
        for style, run_of in groupby(cells, style_of):
            line.append("".join(cell.data for cell in run_of), style)
        console.print(line, crop=False)
    drawn = console.export_svg(title=title, theme=theme, unique_id=title.replace(" ", "-"))
    return FONTS.sub("", drawn)


def main(
    only: Annotated[str, typer.Option(metavar="NAME", help="Draw only this scene.")] = "",
    folder: Annotated[Path, typer.Option(help="Where to write them.")] = Path("docs/screens"),
) -> None:
    """Run the program on terminals, and draw their screens."""
    folder.mkdir(parents=True, exist_ok=True)
    jotto.evaluate(jotto.named("mastermind:3x7"))  # what is compiled now, no picture tells
    jotto.solve(jotto.named("mastermind:2x3"))
    for scene in SCENES:
        for look in scene.looks if only in ("", scene.name) else ():
            screen = run(scene.arguments, scene.typed, BACKGROUND[look])
            text = picture(screen, f"jotto {scene.arguments.split()[0]}", THEMES[look])
            (folder / f"{scene.name}-80x24-{look}.svg").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    typer.run(main)

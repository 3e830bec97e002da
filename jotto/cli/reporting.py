"""Reports in files: the page of openings, and plots of games."""

from __future__ import annotations

import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import jotto
from jotto import analysis, files
from jotto.cli.help import File, output_file
from jotto.cli.options import DEFAULT_ALLOW, DEFAULT_GAME, Table
from jotto.errors import FileError

if TYPE_CHECKING:
    from jotto import Game

Html = Annotated[File, output_file("Write a page of all openings too, to search and sort.")]
Plot = Annotated[File, output_file("Draw the games too: FILE.svg, .png or .pdf.")]
NEEDED = ("jinja2", "matplotlib")  # the extra jotto[report]


def ready_for_report(path: Path | None, *, plot: bool = False) -> None:
    """See, before any work is done, that a report can be made and written. Raises FileError."""
    if path is None:
        return
    if plot and form_of(path) not in analysis.report.FORMATS:
        raise FileError("report", path, "a plot ends in .svg, .png or .pdf")
    missing = " ".join(name for name in NEEDED if not find_spec(name))
    if missing:
        raise FileError("report", path, f"it cannot be made without more: pip install {missing}")
    try:
        if path.is_dir():
            raise IsADirectoryError(0, "Is a directory")
        if not path.exists() or path.is_file():  # a device or a pipe is not tried
            path.parent.mkdir(parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=path.parent).close()
    except OSError as error:
        raise FileError("report", path, f"it cannot be written: {error.strerror}") from None


def form_of(path: Path) -> str:
    """Name the format of a plot by how its file is called."""
    return path.suffix.lower().removeprefix(".")


def put_report(path: Path, content: str | bytes, *, what: str = "report") -> None:
    """Write a report, whole or not at all. Raises FileError."""
    try:
        files.write(path, [content])
    except OSError as error:
        raise FileError(what, path, f"it cannot be written: {error.strerror}") from None


def facts_of(table: Table, game: Game, strategy: str) -> dict[str, str]:
    """Say in words what figures are of, and how they were made."""
    usual = {"no repeats": table.repeats, "no plurals": table.plurals, "polite": not table.polite}
    listed = {
        "List": table.words.name if table.words else "the shipped English list",
        "Further guesses": table.guesses.name if table.guesses else "",
        "Prior": table.prior or "",
        "House rules": ", ".join(name for name, holds in usual.items() if not holds),
    }
    facts = {
        "Game": table.game,
        **(listed if table.game == DEFAULT_GAME else {}),
        "Rule": game.rule.name,
        "Secrets": f"{len(game):,}",
        "Guesses": f"{len(game.guesses):,}",
        "Guesses allowed": "" if table.allow == DEFAULT_ALLOW else table.allow,
        "Strategy": strategy,
        "Made by": f"jotto {jotto.__version__}",
    }
    return {name: text for name, text in facts.items() if text}

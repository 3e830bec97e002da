"""Writing to files: the page of openings, the card, plots of games."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from jotto import analysis, files
from jotto.assistant.table import facts_of
from jotto.cli.help import File, output_file
from jotto.cli.options import Table
from jotto.errors import FileError

if TYPE_CHECKING:
    from jotto import Game

Html = Annotated[File, output_file("Also write all openings as a page, to search and sort.")]
CardHtml = Annotated[File, output_file("Also write the card as a page: one sheet, to fold.")]
TREE = "Also write the tree; FILE.txt is in columns."
Output = Annotated[File, output_file(TREE, "-o", "--output")]
Plot = Annotated[File, output_file("Also plot the games: FILE.svg, .png or .pdf.")]


def ready_for_report(path: Path | None, *, plot: bool = False) -> None:
    """Check, before any work is done, that a report can be made and written. Raises FileError."""
    if path is not None and plot and form_of(path) not in analysis.report.FORMATS:
        raise FileError("report", path, "a plot ends in .svg, .png or .pdf")
    if path is not None and plot and not find_spec("matplotlib"):
        raise FileError("report", path, "a plot needs a package: pip install matplotlib")
    ready_to_write(path)


def ready_to_write(path: Path | None) -> None:
    """Check that a report can be written to this file. Raises FileError."""
    if path is None:
        return
    try:
        if path.is_dir():
            raise IsADirectoryError(0, "Is a directory")
        if not path.exists() or path.is_file():  # devices and pipes are not checked
            path.parent.mkdir(parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=path.parent).close()
    except OSError as error:
        raise FileError("report", path, f"it cannot be written: {error.strerror}") from None


def form_of(path: Path) -> str:
    """Return the format of a plot by the suffix of its file."""
    return path.suffix.lower().removeprefix(".")


def put_report(path: Path, content: str | bytes, *, what: str = "report") -> None:
    """Write a report atomically. Raises FileError."""
    try:
        files.write(path, [content])
    except OSError as error:
        raise FileError(what, path, f"it cannot be written: {error.strerror}") from None


def put_plot(path: Path, games: Mapping[str, Mapping[int, int]], table: Table, game: Game) -> None:
    """Plot games, with bars for each name; the title describes the game. Raises FileError."""
    facts = facts_of(table, game, "")
    what = f"{facts.get('List', facts['Game'])}, {facts['Secrets']} secrets, rule {facts['Rule']}"
    title = f"Guesses needed: {what}"
    if game.prior is not None:
        title += f", prior {facts['Prior']}"
    put_report(path, analysis.report.games_plot(games, form_of(path), title=title))

"""Reports in files: the page of openings, and plots of games."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from jotto.cli.options import DEFAULT_ALLOW, DEFAULT_GAME, EVEN, House
from jotto.cli.saving import put
from jotto.errors import ReportError

if TYPE_CHECKING:
    from jotto.analysis.openings import Opening
    from jotto.engine.game import Game

Html = Annotated[
    Path | None,
    typer.Option(
        "--html", metavar="FILE", help="Write a page of all openings too, to search and sort."
    ),
]
Plot = Annotated[
    Path | None,
    typer.Option("--plot", metavar="FILE", help="Draw the games too: FILE.svg, .png or .pdf."),
]

NEEDED = ("jinja2", "matplotlib")  # the extra jotto[report]


def ready_for_page(path: Path | None) -> None:
    """See, before any work is done, that a page can be made and written. Raises ReportError."""
    if path is not None:
        _ready(path)


def ready_for_plot(path: Path | None) -> None:
    """See, before any work is done, that a plot can be made and written. Raises ReportError."""
    if path is None:
        return
    from jotto.analysis.report import FORMATS

    if form_of(path) not in FORMATS:
        raise ReportError(str(path), "a plot ends in .svg, .png or .pdf")
    _ready(path)


def form_of(path: Path) -> str:
    """Name the format of a plot by how its file is called."""
    return path.suffix.lower().removeprefix(".")


def _ready(path: Path) -> None:
    missing = [name for name in NEEDED if not find_spec(name)]
    if missing:
        names = " ".join(missing)
        raise ReportError(str(path), f"it cannot be made without more: pip install {names}")
    try:
        if path.is_dir():
            raise IsADirectoryError(0, "Is a directory")
        if not path.exists() or path.is_file():  # a device or a pipe is not tried
            path.parent.mkdir(parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=path.parent).close()
    except OSError as error:
        raise _refusal(path, error) from None


def _refusal(path: Path, error: OSError) -> ReportError:
    return ReportError(str(path), f"it cannot be written: {error.strerror}")


def put_report(path: Path, content: str | bytes) -> None:
    """Write a report, whole or not at all. Raises ReportError."""
    try:
        put(path, [content], shared=True)
    except OSError as error:
        raise _refusal(path, error) from None


def put_page(
    path: Path,
    openings: Sequence[Opening],
    facts: Mapping[str, str],
    *,
    scores: Sequence[str] = (),
    parts: Sequence[Sequence[int]] = (),
) -> None:
    """Write the page of openings; see :func:`openings_page`. Raises ReportError."""
    from jotto.analysis.report import openings_page

    page = openings_page(
        openings,
        title=f"Openings of {facts.get('List', facts['Game'])}",
        facts=facts,
        weighed=facts.get("Prior", EVEN) != EVEN,
        scores=scores,
        parts=parts,
    )
    put_report(path, page)


def put_plot(path: Path, games: Mapping[str, Mapping[int, int]]) -> None:
    """Draw games, bars of their own for each name. Raises ReportError."""
    from jotto.analysis.report import games_plot

    put_report(path, games_plot(games, form_of(path)))


def facts_of(
    played: Game,
    *,
    name: str,
    words: Path | None,
    guesses: Path | None,
    prior: str | None,
    house: House,
    strategy: str,
    allow: str,
) -> dict[str, str]:
    """Say in words what figures are of, and how they were made."""
    from jotto import __version__

    listed = {
        "List": words.name if words else "the shipped English list",
        "Further guesses": guesses.name if guesses else "",
        "Prior": prior or "",
        "House rules": ", ".join(rules_of(house)),
    }
    facts = {
        "Game": name,
        **(listed if name == DEFAULT_GAME else {}),
        "Rule": played.rule.name,
        "Secrets": f"{len(played.secrets):,}",
        "Guesses": f"{len(played.guesses):,}",
        "Guesses allowed": "" if allow == DEFAULT_ALLOW else allow,
        "Strategy": strategy,
        "Made by": f"jotto {__version__}",
    }
    return {name: text for name, text in facts.items() if text}


def rules_of(house: House) -> list[str]:
    """Name the options of the house that are not as usual."""
    given = {
        "no repeats": not house.repeats,
        "no plurals": not house.plurals,
        "polite": house.polite,
    }
    return [name for name, on in given.items() if on]

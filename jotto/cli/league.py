"""``jotto league``: a table of the results in chats."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Annotated, Literal

import jotto
from jotto import files
from jotto.cli import options as opt, render
from jotto.cli.options import Asked, OutputOptions, game_options, note
from jotto.errors import GameError, quoted
from jotto.reading.texts import decoded

Dates = Annotated[
    Literal["day", "month"] | None,
    opt.option("WHICH", "What comes first in 3/4/2026: day or month; default: as the file shows."),
]
Csv = Annotated[opt.File, opt.output_file("Also write the table to a CSV file.")]
COLUMNS = "name", "games", "found", "mean", "skill", "luck", "week_games", "week_mean"


@game_options("strategy", house=True)
def league(
    table: Asked,
    screen: OutputOptions,
    paths: Annotated[list[Path], opt.argument("FILE", "A chat, pasted results, or a CSV table.")],
    day: Annotated[str | None, "DATE", "Any day of the week to show; default: today."] = None,
    dates: Dates = None,
    csv: Csv = None,
) -> None:
    """Make a table of the results that friends pasted into a chat.

    It reads what WhatsApp, Telegram, Signal, Discord, Slack and others export, or what is copied
    from them, pasted results with a name before each, and tables with name and result. Where the
    words are known, it adds the skill and luck of a review.

    Example: jotto league chat.txt --rule colours
    """
    try:
        of_week = date.fromisoformat(day) if day else None
    except ValueError:
        wrong = GameError(f"{quoted(str(day))} is not a date, such as 2026-11-26")
        raise wrong.about("day") from None
    texts = list[str]()
    for path in paths:
        with files.refusing("chat", path, "it cannot be read: "):
            texts.append(decoded(files.contents(path), path, note))
    game = table.make_game()
    with render.working("reading the results"):
        chosen = replace(table.adviser(game), avoid=frozenset())  # as reviews
        results = jotto.league(*texts, game=game, day=of_week, dates=dates, strategy=chosen)
    if csv is not None:
        files.save("table", csv, [results.to_csv()])
    unread = [line.to_dict() | {"file": str(paths[line.text])} for line in results.unread]
    if screen.shows_json(**results.to_dict() | {"unread": unread}):
        return
    for row in unread:
        note("{file}, line {line}: {reason}".format(**row))
    note(str(jotto.Sentence("league lines", results.lines())))
    if not results.results:
        raise jotto.EmptyListError("there are no results; write them as they are shared")
    for name, of in groupby(results.table, attrgetter("game")):
        show(name, list(of), results.week)


def show(game: str, rows: list[jotto.Standing], week: tuple[str, str]) -> None:
    """Print the table of one game, without columns that are empty, and who is best this week."""
    known = [name for name in COLUMNS if {getattr(row, name) for row in rows} != {None}]
    render.say(f"{game}:")
    headers = {"week_games": "this week", "week_mean": "its mean"}
    cells = [[_cell(name, getattr(row, name)) for name in known] for row in rows]
    render.show_table([headers.get(name, name) for name in known], cells, places=2)
    if best := [f"{row.name} ({row.week_mean:.2f})" for row in rows if row.best]:
        render.say(f"Best of the week from {week[0]}: {', '.join(best)}")
    print()


def _cell(name: str, value: render.Cell) -> render.Cell:
    """Return a value of the table: skill and luck as whole numbers, as in a review."""
    return round(value) if name in ("skill", "luck") and isinstance(value, float) else value

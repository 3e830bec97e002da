"""``jotto league``: a table of the results in chats."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Annotated, Any, Literal

import jotto
from jotto import files
from jotto.assistant.sentences import sentence
from jotto.assistant.standings import in_letters, number_of
from jotto.cli import options as opt, render
from jotto.cli.grid import QUIET, TILES, Line
from jotto.cli.options import Asked, OutputOptions, game_options, note
from jotto.cli.review import SHARE_ALONE
from jotto.errors import GameError, quoted
from jotto.reading.texts import decoded

Dates = Annotated[
    Literal["day", "month"] | None,
    opt.option("WHICH", "How to read 3/4/2026: day or month first. Default: as the file shows."),
]
Lost = Annotated[
    str | None,
    opt.option(
        "N",
        "Count a game that was not solved as N guesses, or leave it out of averages (out). "
        "Default: one more guess than it allows.",
    ),
]
Least = Annotated[
    int | None,
    opt.option(
        "N",
        "Games that a player needs for a place. Default: a third of those of the busiest player.",
    ),
]
CHATS = opt.argument("FILE", "A chat, pasted results, or a CSV table; - is what is piped in.")
Shared = Annotated[bool, opt.output_option(None, "Print a text to paste in the chat.", "--share")]
DROPPED = "week", "luck", "skill", "streak", "found", "games", "last days"  # first, if no room
BLOCKS, IN_BLOCKS, IN_NUMBERS = "▁▂▃▄▅▆▇█", 12, 4  # weeks that are shown
HEADS = {  # of the columns
    "place": "league place",
    "name": "league name",
    "last days": "league last days",
    "mean": "league mean",
    "games": "league games",
    "found": "league found",
    "streak": "league streak",
    "skill": "skill",
    "luck": "luck",
    "week": "league week",
}
MEDALS = {place: f"class:medal.{place}" for place in (1, 2, 3)}
PACES = {-1: TILES["G"], 0: TILES["Y"], 1: TILES["B"], None: "class:tile.out"}


@game_options("strategy", house=True)
def league(
    table: Asked,
    screen: OutputOptions,
    paths: Annotated[list[Path], CHATS],
    day: Annotated[str | None, "DATE", "Any day of the week to show. Default: today."] = None,
    dates: Dates = None,
    lost: Lost = None,
    least: Least = None,
    share: Shared = False,
) -> None:
    """Make a table of the results that friends pasted into a chat.

    It reads what WhatsApp, Telegram, Signal, Discord, Slack and others export, or what is copied
    from them, pasted results with a name before each, and tables with name and result. The lowest
    average comes first. Where the words are known, the table has the skill and luck of a review.

    Example: jotto league chat.txt --rule colours
    """
    if share and screen.silent:
        raise GameError(SHARE_ALONE)
    try:
        of_week = date.fromisoformat(day) if day else None
    except ValueError:
        wrong = GameError(f"{quoted(str(day))} is not a date, such as 2026-11-26")
        raise wrong.about("day") from None
    texts = list[str]()
    for path in paths:
        with files.refusing("chat", path, "it cannot be read: "):
            texts.append(decoded(render.contents(path), path, note))
    game = table.make_game()
    with render.working("reading the results"):
        chosen = replace(table.adviser(game), avoid=frozenset())  # as reviews
        counted_as = None if lost is None else number_of(lost)
        said: dict[str, Any] = {"day": of_week, "dates": dates, "lost": counted_as, "least": least}
        results = jotto.league(*texts, game=game, strategy=chosen, **said)
    unread = [line.to_dict() | {"file": str(paths[line.text])} for line in results.unread]
    if screen.shows(results.to_csv, **results.to_dict() | {"unread": unread}):
        return
    for row in unread:
        note("{file}, line {line}: {reason}".format(**row))
    note(str(jotto.Sentence("league lines", results.lines())))
    if not results.results:
        raise jotto.EmptyListError("there are no results; write them as they are shared")
    if share:
        print(render.encodable(results.share(), in_letters))
        return
    tables = [
        (game_of, [row for row in results.table if row.game == game_of.game])
        for game_of in results.games
    ]
    told = [said_of(*made) for made in tables]
    legend = [text for text in told[0] if all(text in texts for texts in told)]
    for made, texts in zip(tables, told, strict=True):
        show(*made)
        for text in texts:
            if text not in legend:
                render.say(text)
        if len(tables) > 1:
            print()
    for text in legend:  # of all tables: once
        render.say(text)


# --- a table on the terminal ----------------------------------------------------------------------


def show(game: jotto.LeagueGame, rows: list[jotto.Standing]) -> None:
    """Print the table of one game."""
    render.say(f"{game.game}:")
    if placed := [row for row in rows if row.place]:
        _show_table(game, placed)


def said_of(game: jotto.LeagueGame, rows: list[jotto.Standing]) -> list[str]:
    """Return what is said of one table: who has no place yet, and how it was counted."""
    placed = [row for row in rows if row.place]
    said = [sentence("league missing", **_facts(row)) for row in rows[len(placed) :]]
    means = [mean for row in placed for mean in row.weeks if mean is not None]
    if len(game.weeks) > 1 and means:
        weeks = game.weeks[-(IN_BLOCKS if render.fancy() else IN_NUMBERS) :]
        facts = {"first": weeks[0], "last": weeks[-1], "low": min(means), "high": max(means)}
        key = "league weeks" if render.fancy() else "league weeks in numbers"
        said.append(sentence(key, **facts))
    if game.days and placed:
        key = "league days" if render.fancy() and game.usual else "league days in numbers"
        said.append(sentence(key, day=game.days[-1]))
    return [*map(str, (*said, *game.said))]


def _facts(row: jotto.Standing) -> dict[str, Any]:
    return {name: getattr(row, name) or None for name in ("name", "games", "mean", "missing")}


def _show_table(game: jotto.LeagueGame, rows: list[jotto.Standing]) -> None:
    """Print the columns that there is room for; on a terminal the days are coloured."""
    columns = _columns(game, rows)
    lines = _lines(columns)
    for name in DROPPED:
        if not sys.stdout.isatty() or max(map(render.width_of, lines)) <= render.size().columns:
            break
        columns.pop(name, None)
        lines = _lines(columns)
    if not (render.fancy() and "last days" in columns):
        print("\n".join(lines))
        return
    from jotto.cli.screen import put  # takes longer to load than the table to print

    heads, place = len(lines) - len(rows), len(str(rows[-1].place))
    for line in lines[:heads]:
        put([("", line)])
    for line, row, days in zip(lines[heads:], rows, columns["last days"], strict=True):
        before, _, after = line.partition(str(days))
        tiles = zip(row.days, re.findall(r"\S+\s*", str(days)), strict=True)
        put(
            [
                (MEDALS.get(row.place or 0, ""), before[:place]),
                ("", before[place:]),
                *(part for of in tiles for part in _tile(*of, game.usual)),
                ("", after),
            ]
        )


def _lines(columns: Mapping[str, Sequence[render.Cell]]) -> list[str]:
    heads = [str(sentence(HEADS[name])) for name in columns]
    return render.table_of(heads, [*zip(*columns.values(), strict=True)], places=2)


def _columns(
    game: jotto.LeagueGame, rows: Sequence[jotto.Standing]
) -> dict[str, Sequence[render.Cell]]:
    """Return the cells of each column that is not empty."""
    wide = max(len(day) for row in rows for day in (*row.days, ""))
    means = [mean for row in rows for mean in row.weeks if mean is not None]
    none = "·" if render.fancy() else "-"
    columns: dict[str, Sequence[render.Cell]] = {
        "place": [row.place for row in rows],
        "name": [_cut(row.name) for row in rows],
        "last days": [" ".join(f"{day or none:<{wide}}" for day in row.days) for row in rows],
        "mean": [row.mean for row in rows],
        "games": [row.games for row in rows],
        "found": [row.found for row in rows],
        "streak": [row.streak for row in rows],
        "skill": [None if row.skill is None else round(row.skill) for row in rows],
        "luck": [None if row.luck is None else round(row.luck) for row in rows],
        "week": [_by_week(row.weeks, means) for row in rows],
    }
    return {name: cells for name, cells in columns.items() if {*cells} - {None, ""}}


def _cut(name: str) -> str:
    most = max(render.size().columns // 4, 8) if sys.stdout.isatty() else len(name)
    return name if len(name) <= most else f"{name[: most - 1]}…"


def _by_week(weeks: Sequence[float | None], means: Sequence[float]) -> str:
    """Return the average of each week as a block, the lower the better; or as numbers."""
    if len(weeks) < 2:
        return ""
    if not render.fancy():
        return " ".join("-" if mean is None else f"{mean:.1f}" for mean in weeks[-IN_NUMBERS:])
    low, steps = min(means), len(BLOCKS) - 1
    height = steps / ((max(means) - low) or 1)
    return "".join(
        " " if mean is None else BLOCKS[round((mean - low) * height)] for mean in weeks[-IN_BLOCKS:]
    )


def _tile(day: str, text: str, usual: int | None) -> Line:
    """Return a day as a tile: fewer guesses than usual, as many, more, or not found."""
    sign = text.rstrip()
    if not day or usual is None:
        return [(QUIET, text)]
    pace = (int(day) > usual) - (int(day) < usual) if day.isdecimal() else None
    return [(PACES[pace], sign), ("", text[len(sign) :])]

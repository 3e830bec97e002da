"""``jotto review``: a game reviewed in the terminal, as JSON, as a page, or as text to share."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import asdict, replace
from itertools import zip_longest
from pathlib import Path
from shutil import get_terminal_size
from textwrap import fill
from typing import TYPE_CHECKING, Annotated, Any

import typer

import jotto
from jotto import assistant
from jotto.cli import history as past, render
from jotto.cli.help import File, option, output_file, output_option, switch
from jotto.cli.options import (
    COLOURS,
    DEFAULT_STRATEGY,
    Booked,
    Seed,
    StrategyName,
    Table,
    Turns,
    game_options,
    kept_options,
    note,
    note_unlisted,
)
from jotto.cli.paper import TILES
from jotto.cli.render import Screen
from jotto.cli.reporting import put_report, ready_to_write

if TYPE_CHECKING:
    from jotto import Game
    from jotto.assistant.history import Record
    from jotto.assistant.report import Looked
    from jotto.assistant.review import Judged
    from jotto.assistant.saved import Options

History = Annotated[bool, option(None, "Record the finished game for jotto review and history.")]
Report = Annotated[File, output_file("Write a page about the finished game.", "--report")]
PEGS = {"G": "bold green", "Y": "bold yellow", "B": "dim"}


def finish(record: Record, *, history: bool, report: Path | None) -> None:
    """Record a finished game, and write its page, if requested."""
    if history:
        try:
            assistant.history.append(past.place(), record)
        except OSError as error:
            note(f"the finished game is not recorded: {error.strerror}")
        else:
            if sys.stdout.isatty():
                print("jotto review shows how it went.")
    if report is not None:
        write_page(report, reviewed(record))


@game_options(house=True)
def review(
    table: Table,
    screen: Screen,
    turns: Turns = None,
    secret: Annotated[str | None, option("W", "The secret, if it was not found.")] = None,
    saved: Annotated[
        bool, switch("Review the unfinished game that was saved last.", "--saved")
    ] = False,
    strategy: StrategyName = DEFAULT_STRATEGY,
    seed: Seed = 0,
    book: Booked = True,
    report: Annotated[File, output_file("Write an HTML page.", "--report", "-o")] = None,
    share: Annotated[
        bool, output_option(None, "Print text without spoilers, to share.", "--share")
    ] = False,
) -> None:
    """Review a game: what each guess cost, and what was luck.

    Without turns, it reviews the game you finished last, or else the saved one. With --secret,
    guesses can be given without scores.

    Example: jotto review crane slate fools --secret fools
    """
    ready_to_write(report)
    if turns:
        options = kept_options(table, strategy=strategy, seed=seed, book=book)
        record = of_turns(table.load(), turns, secret, options)
    else:
        record = kept_game(saved=saved)
        record = replace(record, secret=record.secret if secret is None else secret)
    looked = reviewed(record)
    if report is not None:
        write_page(report, looked)
    if share:
        print(assistant.report.shared(looked.game, looked.reviews))
    elif not screen.shows_json(**report_fields(looked, record)):
        show(looked, plain=screen.plain)


# --- the game -----------------------------------------------------------------------------------


def of_turns(game: Game, texts: Sequence[str], secret: str | None, options: Options) -> Record:
    """Make a record from turns as text; guesses without a score are scored."""
    known = None if secret is None else game.read_guess(secret)
    if known is not None:
        texts = [text if "=" in text else f"{text}={game.score(text, known)}" for text in texts]
    turns = game.read_turns(texts)
    if turns[-1].code == game.rule.win:
        known = turns[-1].guess
    for turn in turns:
        note_unlisted(game, turn.guess)
    result = "found" if turns[-1].code == game.rule.win else "given up"
    shown = tuple(map(game.show, turns))
    return assistant.history.Record("play", options, game.key, shown, known, result)


def kept_game(*, saved: bool) -> Record:
    """Return the game finished last, else the saved one. Exits with status 1 if there is none."""
    if not saved and (records := past.kept()):
        return records[-1]
    places = assistant.saved.places(render.state_folder())
    if not places:
        kept = "there is no saved game" if saved else "there is no finished game"
        print(f"jotto: {kept}; give its turns: jotto review tares=1,1 moist=1,1", file=sys.stderr)
        raise typer.Exit(1)
    found = assistant.saved.load(places[0])
    _, game, strategy = assistant.report.remade_record(found.options, Table)
    session = found.restore(jotto.Session(game, strategy))
    return assistant.history.of_session(session, found.options)


# --- how it looks -------------------------------------------------------------------------------


def reviewed(record: Record) -> Looked:
    """Review each player of a record, with a note while that takes time."""
    render.show_progress("working out how many guesses jotto needs")
    try:
        return assistant.report.look_back(record, Table)
    finally:
        render.show_progress("")


def write_page(path: Path, looked: Looked) -> None:
    """Write the page atomically. Raises FileError."""
    put_report(path, looked.page())


def report_fields(looked: Looked, record: Record) -> dict[str, Any]:
    """Return the fields of a report for JSON."""
    game = looked.game
    reviews = [
        {
            "who": who.lower(),
            "secret": each.secret,
            "won": each.won,
            "guesses": each.made,
            "jotto": {"mean": each.needs, "for_this_secret": each.needs_for_it},
            "cost": each.cost,
            "luck": each.luck,
            "luck_bits": each.luck_bits,
            "turns": [turn_fields(game, one) for one in each.judged],
            "wrong": [
                {"turn": game.show(turn), "right": game.score(turn.guess, each.secret)}
                for turn in each.wrong
            ],
        }
        for who, each in looked.reviews.items()
    ]
    about = {"date": record.date, "result": record.result, "about": looked.facts}
    return {**about, "reviews": reviews}


def turn_fields(game: Game, one: Judged) -> dict[str, Any]:
    """Return the fields of a turn for JSON."""
    return {
        "guess": one.turn.guess,
        "score": game.rule.texts[one.turn.code],
        "before": one.before,
        "after": one.after,
        "left": one.left,
        "bits_expected": one.mine.bits,
        "bits_gained": one.told,
        "cost": one.cost,
        "luck": one.luck,
        "yours": asdict(one.mine),
        "advised": asdict(one.advised),
    }


def show(looked: Looked, *, plain: bool) -> None:
    """Print a report: for each player the result, the turns side by side, and a table of turns."""
    width = min(get_terminal_size().columns, 100)
    if len(looked.reviews) > 1:
        print(f"{looked.title}.\n")
    for who, each in looked.reviews.items():
        parts = assistant.report.add_up(who, each)
        sentences = (
            assistant.report.verdict(who, each),
            assistant.report.beside(each) if each.judged else "There is no guess to judge.",
            " ".join(" ".join(part).strip() for part in parts),
        )
        print(*(fill(one, width) for one in sentences if one), "", sep="\n")
        if each.judged:
            show_strip(looked.game, each.judged, plain=plain, width=width)
            show_turns(looked.game, each.judged, plain=plain)
        for number, one in enumerate(each.judged, start=1):
            if (told := assistant.report.known(one)) and one.turn.code != looked.game.rule.win:
                print(fill(f"After turn {number}: {told}", width, subsequent_indent="  "))
        for line in assistant.report.notes(looked.game, each):
            print(fill(line, width))
        print()
    for word, meaning in assistant.report.DEFINITIONS.items():
        print(fill(f"{word}: {meaning}", width, subsequent_indent="  "))


def show_strip(game: Game, judged: Sequence[Judged], *, plain: bool, width: int) -> None:
    """Print the turns side by side: guess, score, and number of candidates left."""
    texts = [game.rule.texts[one.turn.code] for one in judged]
    lefts = ["found" if one.turn.code == game.rule.win else f"{one.after:,} left" for one in judged]
    if not render.fancy(plain=plain):
        shown = (f"{game.show(one.turn)} {left}" for one, left in zip(judged, lefts, strict=True))
        print(fill("; ".join(shown), width))
        return
    from rich.columns import Columns
    from rich.console import Console
    from rich.text import Text

    tiles = []
    for one, text, left in zip(judged, texts, lefts, strict=True):
        marks, placed = assistant.report.marks(game, one.turn), game.rule.name == COLOURS
        tile = Text(no_wrap=True)
        for letter, mark in zip_longest(str(one.turn.guess), marks if placed else ""):
            tile.append(letter, TILES[mark] if mark else "bold")
        tile.append("\n" if placed else f"\n{text} ")
        for mark in marks if placed else marks.rstrip("B"):
            tile.append(assistant.wording.PEGS[mark], PEGS[mark])
        tiles.append(tile.append(f"\n{left}"))
    Console(width=width).print(Columns(tiles, padding=(0, 3)))


def show_turns(game: Game, judged: Sequence[Judged], *, plain: bool) -> None:
    """Print a row for each turn; cost and luck only if they are known for all turns."""
    headers = ("turn", "guess", "best", "left", "bits", "gained", "cost", "luck")
    wide = len(f"{judged[0].before:,}")
    rows: list[tuple[render.Cell, ...]] = []
    for number, one in enumerate(judged, start=1):
        left = f"{one.before:>{wide},} to {one.after:<{wide},}"
        bits = one.mine.bits, one.told
        guesses = tuple(value for value in (one.cost, one.luck) if value is not None)
        rows.append(
            (number, str(one.turn.guess), str(one.best.guess), left.rstrip(), *bits, *guesses)
        )
    columns = min(map(len, rows))
    rows = [row[:columns] for row in rows]
    render.show_table(headers[:columns], rows, plain=plain, places=2)

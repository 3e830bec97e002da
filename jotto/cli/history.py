"""The history of finished games: guesses needed, results, and the opponent's favourite words."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import asdict
from json import dumps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import jotto
from jotto import assistant, files
from jotto.cli import render
from jotto.cli.help import switch
from jotto.cli.options import DEFAULT_GAME, Table, game_options, note, remade
from jotto.cli.render import Screen
from jotto.errors import FileError, JottoError

if TYPE_CHECKING:
    from jotto.assistant.history import Record


def place() -> Path:
    """Return the path of the history file."""
    return files.user_folder("data") / "history.jsonl"


def kept() -> list[Record]:
    """Read the history file; damaged lines are skipped with a note. Raises FileError."""
    try:
        text = place().read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError:
        return []
    except OSError as error:
        raise FileError("history", place(), f"it cannot be read: {error.strerror}") from None
    records, damaged = assistant.history.read(text)
    for number in damaged:
        note(f"line {number} of the history is damaged and was skipped ({place()})")
    return records


@game_options()
def history(
    screen: Screen,
    forget: Annotated[bool, switch("Delete all finished games.", "--forget")] = False,
) -> None:
    """Show how many guesses your games took, compared with jotto.

    Example: jotto history
    """
    records = kept()
    if forget:
        try:
            place().unlink(missing_ok=True)
        except OSError as error:
            raise FileError("history", place(), f"it cannot be deleted: {error.strerror}") from None
        print(f"{render.count(len(records), 'game')} deleted.", file=sys.stderr)
        return
    if not records and not screen.json:
        print("jotto: there are no finished games; jotto play records them", file=sys.stderr)
        raise typer.Exit(1)
    needed, streaks = needs(records), assistant.history.streaks(records)
    guesses, secrets = assistant.history.favourites(records)
    games = [asdict(one) | {"jotto": n} for one, n in zip(records, needed, strict=True)]
    favourites = {"favourite_guesses": guesses, "favourite_secrets": secrets}
    if screen.shows_json(games=games, streaks=streaks._asdict(), **favourites):
        return
    for key in dict.fromkeys(one.key for one in records):
        same = [i for i, one in enumerate(records) if one.key == key]
        show_games([records[i] for i in same], [needed[i] for i in same], plain=screen.plain)
    if streaks.won + streaks.drawn + streaks.lost:
        results = f"{streaks.won} won, {streaks.drawn} drawn, {streaks.lost} lost"
        render.say(
            f"Against opponents: {results}; current streak {streaks.now}, best {streaks.longest}."
        )
    for label, often in (("Their favourite guesses", guesses), ("Their secrets", secrets)):
        if often:
            render.say(f"{label}: {', '.join(f'{word} ({n:,})' for word, n in often.items())}.")


def needs(records: Sequence[Record]) -> list[int | None]:
    """Return how many guesses jotto takes for the secret of each record, None if not known.

    Games with the same options are played out once.
    """
    known: dict[str, dict[Any, int]] = {}
    found = list[int | None]()
    for one in records:
        game = dumps([one.options, one.key], sort_keys=True)
        if game not in known:
            render.show_progress("working out how many guesses jotto needs")
            known[game] = lengths(one)
            render.show_progress("")
        found.append(known[game].get(one.secret))
    return found


def lengths(record: Record) -> dict[Any, int]:
    """Return jotto's guesses for every secret of a game; empty if its lists have changed."""
    try:
        _, game, strategy = remade(record.options, Table)
    except (JottoError, KeyError):
        return {}
    each = assistant.review.played_out(jotto.start(game), strategy)
    if each is None or game.key != record.key:
        return {}
    return dict(zip(game.secrets, each.tolist(), strict=True))


def show_games(records: Sequence[Record], needed: Sequence[int | None], *, plain: bool) -> None:
    """Print how many guesses the games with one list and rule took, compared with jotto."""
    options, tally = records[0].options, assistant.history.tally(records, needed)
    name, missed = str(options.get("game")), len(records) - sum(tally.found.values())
    if name == DEFAULT_GAME:
        listed = options.get("words")
        name += f" ({options.get('rule')}{f', {Path(str(listed)).name}' if listed else ''})"
    render.say(
        f"{render.count(len(records), 'game')} of {name}{f', {missed} not found' if missed else ''}"
    )
    if tally.found:
        numbers = range(min(*tally.found, *tally.jotto), max(*tally.found, *tally.jotto) + 1)
        ascii_only = not render.fancy(plain=plain)
        columns = [
            render.bars([each.get(n, 0) for n in numbers], plain=ascii_only)
            for each in (tally.found, tally.jotto)
        ]
        rows = list(zip(numbers, *columns, strict=True))
        render.show_table(("guesses", "you", "jotto"), rows, plain=plain)
    if tally.means:
        mine, its = tally.means
        render.say(f"On average {mine:.2f} guesses; jotto needs {its:.2f} for the same secrets.")
    print()

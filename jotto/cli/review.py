"""``jotto review`` and ``history``: one finished game looked back at, and all of them.

A review is shown in the terminal, as JSON, as a page, or as text to share.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Collection, Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from functools import cache, lru_cache, partial
from io import StringIO
from itertools import islice
from pathlib import Path
from shutil import get_terminal_size
from textwrap import fill
from typing import Annotated, Any

import jotto
from jotto import assistant, files
from jotto.assistant import wording
from jotto.assistant.sentences import sentence
from jotto.cli import options as opt, render
from jotto.cli.options import (
    Asked,
    File,
    OutputOptions,
    game_options,
    note,
    option,
    output_file,
)
from jotto.errors import EmptyListError, FileError, GameError, JottoError
from jotto.plain import csv_of
from jotto.question.fields import WORDS
from jotto.question.forms import name_in
from jotto.question.making import Question, remade, saved_options

History = Annotated[bool, "Record the finished game for jotto review and history."]
PLAYER = "Use the games this player finished on your jotto serve, instead of your own."
Player = Annotated[str | None, "NAME", PLAYER]
PAGE = "Write an HTML report when the game ends. If you play again, the next reports are FILE-2, "
PAGE += "FILE-3, and so on."
Report = Annotated[File, output_file(PAGE, "--report")]


LIST = option(None, "List the games, the last first; jotto review N reviews one of them.", "--list")
UNREAD = "kept as it is; --jsonl FILE writes everything out"
NEEDS = "working out how many guesses jotto needs"


@dataclass(eq=False)
class Recorder:
    """Records one game as soon as it ends, if ``wanted``; ``record`` is what is in the history."""

    wanted: bool
    record: assistant.review.Record | None = None
    shelf: assistant.shelf.Shelf = field(default_factory=lambda: finished_games())

    def keep(self, record: assistant.review.Record | None) -> None:
        """Record a game that is over; None if it is not, or its end was taken back."""
        change = assistant.review.change_of(self.record, record)
        if not self.wanted or change is None:
            return
        try:
            self.shelf.put(change)
        except OSError as error:
            told = {"path": str(self.shelf.path), "why": error.strerror}
            note(sentence("a note: not recorded", **told))
            self.wanted = False
        else:
            self.record = record

    def like(self, made: assistant.review.Record) -> list[assistant.review.Record]:
        """Return the finished games of the same kind, the oldest first; none if they are unread."""
        try:
            with self.shelf.read():
                of_key = [*self.shelf.newest(self.shelf.owners(), key=made.key)]
        except FileError as error:
            note(str(error))
            return []
        counted = made.counts and [each for each in reversed(of_key) if each.kind == made.kind]
        return [record for record in counted or () if record.counts]


def finish(record: assistant.review.Record, recorder: Recorder) -> None:
    """Say that a finished game is recorded, if it is."""
    if recorder.record and sys.stdout.isatty() and not (record.owner or "boards" in record.options):
        print(sentence("review it"))


def write_report(record: assistant.review.Record, report: Path | None, number: int = 1) -> None:
    """Write the page of a game, if requested: of the second to FILE-2. Raises FileError."""
    if report is None:
        return
    if number > 1 and not report.is_char_device():
        report = report.with_stem(f"{report.stem}-{number}")
    files.save("report", report, [page_of(record, reviewed(record))])


def page_of(record: assistant.review.Record, looked: assistant.review.Looked) -> str:
    """Return the report of a game as a file."""
    kept = assistant.keeper.shared_record(record)
    return assistant.report.page(looked, kept[0] if kept else "")


SHARE_ALONE = "--share prints a text, and --json and --csv - other ones; leave one of them out"
SHARE = opt.output_option(None, "Print text without spoilers, to share.", "--share")


@game_options(*opt.ADVISER, house=True)
def review(
    table: Asked,
    screen: OutputOptions,
    turns: opt.Turns = None,
    secret: Annotated[str | None, "W", "The secret, which scores the guesses."] = None,
    saved: Annotated[bool, "Review the unfinished game that was saved last."] = False,
    player: Player = None,
    report: Annotated[File, output_file("Write an HTML page.", "--report", "-o")] = None,
    share: Annotated[bool, SHARE] = False,
) -> None:
    """Review a game: what each guess cost, and what was luck.

    Without turns, jotto reviews the game you finished last, or else the saved one; with a number,
    that of jotto history --list. --json then also says its date, its result and what was played.
    With --secret, give the guesses without scores: jotto scores them.

    Example: jotto review crane slate fools --secret fools
    """
    if share and screen.silent:
        raise GameError(SHARE_ALONE)
    alone = secret is None or table.whole.game == WORDS  # else a number is a guess
    number = number_of(turns or ()) if alone else None
    turns = turns if number is None else None
    if turns and (saved or player is not None):
        raise GameError("turns are a game of their own: leave out --saved and --player, or them")
    if turns:
        record = of_turns(table.make_game(), turns, secret, saved_options(table))
    else:
        record = game_to_review(saved=saved, player=player, number=number)
        wrong = "the recorded game has other options; leave these out, or give turns"
        said_again(table, record.options, wrong, but=opt.ADVISER)
        record = replace(record, secret=record.secret if secret is None else secret)
    if share and record.result == assistant.review.UNFINISHED:
        raise GameError("--share is for a finished game; this one is not over")
    kept = assistant.keeper.shared_record(record) if share else None
    if kept and report is None:
        print(render.in_letters(*kept))
        return
    looked = reviewed(record)
    if report is not None:
        files.save("report", report, [page_of(record, looked)])
    if share:
        print(render.in_letters(*(kept or (looked.shared, looked.game.rule))))
    elif not screen.shows(
        partial(table_of, fields_of(looked)["reviews"]),
        **({} if turns else about(looked, record)),
        **fields_of(looked),
    ):
        if not turns:
            ended = "" if looked.over else assistant.review.UNFINISHED
            print(game_line(record.time, record.options, ended))
        show_report(looked)
        mine = not (turns or saved or number or player)
        if mine and assistant.deck.cards_of(looked, record):
            render.say(sentence("practise the last game"))


# --- the game -----------------------------------------------------------------------------------


def said_again(
    asked: Question, options: assistant.store.Options, wrong: str, *, but: Collection[str]
) -> assistant.store.Options:
    """Return what is asked as options. Raises GameError if some were said that a game has not.

    That is what is ``wrong``; some may be said, ``but`` they do not change the game.
    """
    given = saved_options(asked)
    means = ("rule", "boards") if "game" in asked.layers[-1] else ()  # by the name of a game
    names = (name for name in (*asked.layers[-1], *means) if name not in but)
    if others := [name for name in names if given.get(name) != options.get(name)]:
        raise GameError(wrong).about(*others)
    return given


def of_turns(
    game: jotto.Game, texts: Sequence[str], secret: str | None, options: assistant.store.Options
) -> assistant.review.Record:
    """Make a record from turns as text; print a note for each word not in the list."""
    read = partial(opt.read_turns, game)
    return assistant.answers.recorded(game, texts, secret, options, read)


def number_of(turns: Sequence[str]) -> int | None:
    """Return the number of a game in the list of the history, if that is all that is given."""
    digits = turns[0] if len(turns) == 1 else ""
    return int(digits) if re.fullmatch("[0-9]{1,9}", digits) else None


def game_to_review(
    *, saved: bool, player: str | None = None, number: int | None = None
) -> assistant.review.Record:
    """Return the game finished last, or before it, else the saved one.

    Raises EmptyListError if there is none.
    """
    with finished_games() as shelf, shelf.read():
        newest = shelf.newest(shelf.owners(player))
        last = None if saved or number == 0 else next(islice(newest, (number or 1) - 1, None), None)
    if last is not None:
        return last
    if number is not None:
        raise EmptyListError(f"there is no game {number}; jotto history --list has them all")
    with saved_games() as store, files.refusing("saved games", store.path):
        unfinished = [store.load(name) for name in store.names()[:1]]
    if not unfinished:
        reason = "there is no saved game" if saved else "there is no finished game"
        raise EmptyListError(f"{reason}; give its turns: jotto review tares=1,1 moist=1,1")
    session = restored(unfinished[0])[1]
    made = assistant.review.record_of(session, unfinished[0].options)
    changed = datetime.fromtimestamp(unfinished[0].changed).astimezone()
    made = replace(made, date=changed.isoformat(timespec="seconds"))
    return made if session.over else replace(made, result=assistant.review.UNFINISHED)


def restored(saved: assistant.store.Saved) -> tuple[Asked, jotto.Session]:
    """Replay a saved game, made from its own options, with its question. Raises JottoError."""
    asked, game, strategy = remade(saved.options, Asked)
    return asked, saved.restore(jotto.Session(game, strategy, boards=asked.boards))


def game_line(time: float, options: assistant.store.Options, title: str) -> str:
    """Return a line that names a game: when it was, what people call it, and how far it went."""
    known = title.removeprefix(f"{options.get('boards')} boards, ")  # by the name
    parts = assistant.store.when(time), name_in(options), known
    return ", ".join(filter(None, parts))


def _ended(record: assistant.review.Record) -> str:
    """Return how a game ended, as the page lists it."""
    turns, result = record.turns, record.result
    word = wording.shout(record.secret, " ".join(turns)) if record.secret else None
    decided = result if result in assistant.statistics.ENDS else None
    facts = {"word": word, "made": len(turns), "result": decided, "by": record.by or None}
    return str(sentence("listed: found" if record.solved else "listed: not found", **facts))


# --- how it looks -------------------------------------------------------------------------------


@lru_cache(4)
def reviewed(record: assistant.review.Record) -> assistant.review.Looked:
    """Review each player of a record, with a note while that takes time."""
    with render.working(NEEDS):
        return assistant.review.look_back(record, Asked)


def report_text(record: assistant.review.Record) -> str:
    """Return what ``jotto review`` prints about a game."""
    out = StringIO()
    with redirect_stdout(out):
        show_report(reviewed(record), min(render.size().columns, 100))
    return out.getvalue()


def about(looked: assistant.review.Looked, record: assistant.review.Record) -> dict[str, Any]:
    """Return what a record says of a game, which who gives its turns says."""
    return {"date": record.date, "result": record.result, "about": looked.facts}


def table_of(reviews: Sequence[Mapping[str, Any]]) -> str:
    """Return the turns of reviews as CSV."""
    return csv_of({"who": half["who"], **turn} for half in reviews for turn in half["turns"])


def fields_of(looked: assistant.review.Looked) -> dict[str, Any]:
    """Return the reviews for JSON."""
    halves = looked.reviews.items()
    return {"reviews": [assistant.answers.review_fields(looked.game, *of) for of in halves]}


def show_report(looked: assistant.review.Looked, columns: int | None = None) -> None:
    """Print a report: for each player the result, the turns side by side, and a table of turns."""
    width = columns or min(get_terminal_size().columns, 100)
    if len(looked.reviews) > 1:
        print(f"{looked.title}.\n")
    for who, half in looked.reviews.items():
        needs = assistant.review.jotto_needs(half) if half.judged else "There is no guess to judge."
        added = " ".join(map(str, assistant.review.add_up(who, half)))
        points = assistant.review.points_told(half)
        ended = assistant.review.verdict(looked.named(who), half, over=looked.over)
        sentences = ended, needs, added, points
        print(*(fill(text, width) for text in sentences if text), "", sep="\n")
        if half.judged:
            show_strip(looked.game, half.judged, width=width)
            show_turns(looked.game, half.judged)
        for number, judged in enumerate(half.judged, start=1):
            verdict = assistant.review.judgement(looked.game, judged)
            if judged.turn.code != looked.game.rule.win:
                known = assistant.report.knowledge(judged)
                between = (": " if judged.left else ". ") * bool(known)
                verdict += f"; {judged.after:,} left{between}{known}"
            guess = looked.game.shown(judged.turn.guess)
            print(fill(f"Turn {number}, {guess}: {verdict}", width, subsequent_indent="  "))
        for line in (*assistant.review.notes(looked.game, half), ""):
            print(fill(line, width))
    for word, meaning in assistant.review.DEFINITIONS.items():
        print(fill(f"{word}: {sentence(meaning)}", width, subsequent_indent="  "))


def show_strip(game: jotto.Game, turns: Sequence[jotto.Judged], *, width: int) -> None:
    """Print the turns: guess, score, and number of candidates left."""
    won = game.rule.win
    lefts = ["found" if move.turn.code == won else f"{move.after:,} left" for move in turns]
    show_rows(game, [(move.turn, left) for move, left in zip(turns, lefts, strict=True)], width)


def show_rows(game: jotto.Game, turns: Sequence[tuple[jotto.Turn, str]], width: int = 100) -> None:
    """Print turns, each with a text beside it: on a terminal as rows, else in one line."""
    if render.fancy():
        from jotto.cli import look, screen

        for turn, beside in turns:
            row = assistant.view.row(game.rule, turn)
            screen.put([*look.turn(row, game.rule), ("", f"   {beside}")])
    elif turns:
        print(fill("; ".join(f"{game.show(turn)} {text}".strip() for turn, text in turns), width))


def show_turns(game: jotto.Game, turns: Sequence[jotto.Judged]) -> None:
    """Print a row for each turn; cost and luck only if they are known for all turns."""
    wide = len(f"{turns[0].before:,}")
    columns: dict[str, list[render.Cell]] = {
        "turn": list(range(1, len(turns) + 1)),
        "guess": [str(judged.turn.guess) for judged in turns],
        "best": [str(judged.best.guess) for judged in turns],
        "left": [f"{judged.before:>{wide},} to {judged.after:,}" for judged in turns],
        "bits": [judged.mine.bits for judged in turns],
        "gained": [judged.bits_gained for judged in turns],
        "cost": ["" if judged.mistaken else cost_of(judged) for judged in turns],
        "luck": [judged.luck for judged in turns],
    }
    filled = {name: column for name, column in columns.items() if None not in column}
    render.show_table(list(filled), list(zip(*filled.values(), strict=True)), places=2)


def cost_of(judged: jotto.Judged) -> float | None:
    """Return a cost that is shown: 0 for a guess that was better than jotto's."""
    return None if judged.cost is None else max(judged.cost, 0.0)


# --- the history of finished games ----------------------------------------------------------------


def saved_games(
    kind: assistant.store.Kind = "game", *, synced: bool = True
) -> assistant.store.Store:
    """Return the store of live games, or of matches."""
    folder = files.user_folder("data")
    return assistant.store.Store(folder / "games.sqlite", kind, note=note, synced=synced)


def finished_games(*, synced: bool = True) -> assistant.shelf.Shelf:
    """Return the shelf of finished games."""
    return assistant.history.kept(note=note, synced=synced)


@game_options()
def history(
    screen: OutputOptions,
    player: Player = None,
    forget: Annotated[bool, "Delete these games, after --csv or --jsonl has written them."] = False,
    yes: opt.Yes = False,
    jsonl: Annotated[File, output_file("Write all records as lines of JSON.")] = None,
    listed: Annotated[bool, LIST] = False,
) -> None:
    """Show how many guesses your games took, compared with jotto.

    Example: jotto history --list

    Example: jotto history --csv games.csv
    """
    with finished_games() as shelf:
        with shelf.read():
            owners, unread = shelf.owners(player), shelf.unread
        for written in filter(None, (screen.csv, jsonl)):
            if written.resolve().parent == shelf.path.parent.resolve() and written.exists():
                raise GameError(f"{str(written)!r} is a file of jotto; write to another one")
        with shelf.read():
            if jsonl is not None:
                files.save("history", jsonl, shelf.lines(owners))
            silent = (forget or jsonl) and not screen.csv
            records = [] if silent else [*shelf.newest(owners)][::-1]
        table = partial(assistant.history.in_csv, records)
        if forget or jsonl:
            screen.shows_table(table)
        if forget:
            with shelf.read():
                games = shelf.count(owners)
            if not yes and games and not opt.sure_to_delete(render.count(games, "game")):
                return
            with files.refusing("history", shelf.path, "it cannot be deleted: "):
                deleted = shelf.forget(owners)
            print(f"{render.count(deleted, 'game')} deleted.", file=sys.stderr)
        if forget or jsonl:
            return
    if unread:
        note(f"{render.count(unread, 'record')} not understood: {UNREAD}")
    if not records and not screen.silent and screen.csv is None:
        raise EmptyListError("there are no finished games; jotto play records them")
    (list_games if listed else show_history)(records, screen)


def list_games(records: Sequence[assistant.review.Record], screen: OutputOptions) -> None:
    """Print a line for each finished game, the last first, with the number that names it."""
    newest = records[::-1]
    lines = [game_line(each.time, each.options, _ended(each)) for each in newest]
    rows = [{"number": n, **asdict(record)} for n, record in enumerate(newest, 1)]
    if screen.shows(partial(assistant.history.in_csv, newest), games=rows):
        return
    for number, line in enumerate(lines, 1):
        print(f"{number:>{len(str(len(lines)))}}  {line}")


def show_history(records: Sequence[assistant.review.Record], screen: OutputOptions) -> None:
    """Print statistics of finished games, the oldest first."""
    needed = needs(records)
    fields = assistant.answers.history_fields(records, needed, [*map(asdict, records)])
    kinds = assistant.answers.kinds_of(records, needed)
    table = partial(assistant.history.in_csv, records)
    if screen.shows(table, **fields, kinds=kinds):
        return
    streaks = fields["streaks"]
    for kind in kinds:
        show_games(kind)
    if omitted := len(records) - sum(kind["count"] for kind in kinds):
        render.say(f"Not counted: {render.count(omitted, 'game')} whose secret you gave.")
    if streaks["won"] + streaks["drawn"] + streaks["lost"]:
        results = "{won} won, {drawn} drawn, {lost} lost".format(**streaks)
        streak = "current streak {now}, best {longest}".format(**streaks)
        render.say(f"Against opponents: {results}; {streak}.")
    liked = {"Their favourite guesses": "favourite_guesses", "Their secrets": "favourite_secrets"}
    for label, name in liked.items():
        if often := fields[name]:
            render.say(f"{label}: {', '.join(f'{word} ({n:,})' for word, n in often.items())}.")


def needs(records: Sequence[assistant.review.Record]) -> list[int | None]:
    """Return how many guesses jotto takes for the secret of each record, None if not known.

    Games with the same options are played out once.
    """
    lengths_of = cache(jotto_lengths)
    games = [(tuple(record.options.items()), record.key) for record in records]
    with render.working(NEEDS):
        return [lengths_of(*game).get(r.secret) for game, r in zip(games, records, strict=True)]


def jotto_lengths(options: tuple[tuple[str, Any], ...], key: str) -> dict[Any, int]:
    """Return jotto's guesses for every secret of a game; empty if its lists have changed."""
    try:
        _, game, strategy = remade(dict(options), Asked)
    except JottoError:
        return {}
    return assistant.statistics.needs(game, strategy) if game.key == key else {}


def show_games(kind: Mapping[str, Any]) -> None:
    """Print how many guesses the games of a kind took, compared with jotto."""
    name, missed = name_in(kind), kind["count"] - kind["found"]
    about = [Path(str(kind["words"])).name] if kind["words"] else []
    about += [render.count(kind["lies"], "lie")] if kind["lies"] else []
    name += f" ({', '.join(about)})" if about else ""
    how = "with jotto's advice" if kind["advised"] else "without advice"
    name += " in matches" if kind["match"] else f" {how}"
    lost = f", {missed} not solved" * bool(missed)
    render.say(f"{render.count(kind['count'], 'game')} of {name}{lost}")
    if kind["guesses"]["you"]:
        render.show_games(kind["guesses"])
    if means := kind["means"]:
        needs = "On average {you:.2f} guesses; jotto needs {jotto:.2f} for the same secrets."
        render.say(needs.format(**means))
    render.say("Current streak: {now}. Best streak: {longest}.".format(**kind["streak"]))
    print()

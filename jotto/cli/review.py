"""``jotto review`` and ``history``: one finished game looked back at, and all of them.

A review is shown in the terminal, as JSON, as a page, or as text to share.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cache, partial
from pathlib import Path
from shutil import get_terminal_size
from textwrap import fill
from typing import Annotated, Any

import jotto
from jotto import assistant, files
from jotto.assistant.sentences import sentence
from jotto.cli import options as opt, render
from jotto.cli.options import Asked, File, OutputOptions, game_options, note, output_file
from jotto.errors import EmptyListError, GameError, JottoError
from jotto.question.fields import WORDS
from jotto.question.making import Question, remade, saved_options

History = Annotated[bool, "Record the finished game for jotto review and history."]
Player = Annotated[str | None, "NAME", "Games of this player on your server, instead of yours."]
PAGE = "Write a page about the finished game; those of further games are FILE-2, FILE-3, ..."
Report = Annotated[File, output_file(PAGE, "--report")]


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
            note(sentence("a note: not recorded", why=error.strerror))
            self.wanted = False
        else:
            self.record = record

    def like(self, made: assistant.review.Record) -> list[assistant.review.Record]:
        """Return the finished games of the same kind, the oldest first. Raises FileError."""
        with self.shelf.read():
            of_key = [*self.shelf.newest(self.shelf.owners(), key=made.key)]
        return [record for record in reversed(of_key) if record.kind == made.kind]


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
    files.save("report", report, [reviewed(record).page()])


SHARE = opt.output_option(None, "Print text without spoilers, to share.", "--share")


@game_options(*opt.ADVISER, house=True)
def review(
    table: Asked,
    screen: OutputOptions,
    turns: opt.Turns = None,
    secret: Annotated[str | None, "W", "The secret, if it was not found."] = None,
    saved: Annotated[bool, "Review the unfinished game that was saved last."] = False,
    player: Player = None,
    report: Annotated[File, output_file("Write an HTML page.", "--report", "-o")] = None,
    share: Annotated[bool, SHARE] = False,
) -> None:
    """Review a game: what each guess cost, and what was luck.

    Without turns, it reviews the game you finished last, or else the saved one; --json then also
    says its date, its result and what was played. With --secret, guesses can be given without
    scores.

    Example: jotto review crane slate fools --secret fools
    """
    if share and screen.json:
        raise GameError("--share prints a text, and --json an object; leave one of them out")
    if turns:
        record = of_turns(table.make_game(), turns, secret, saved_options(table))
    else:
        record = game_to_review(saved=saved, player=player)
        wrong = "the recorded game has other options; leave these out, or give turns"
        said_again(table, record.options, wrong, but=opt.ADVISER)
        record = replace(record, secret=record.secret if secret is None else secret)
    kept = assistant.keeper.shared_record(record) if share else None
    if kept and report is None:
        print(render.in_letters(*kept))
        return
    looked = reviewed(record)
    if report is not None:
        files.save("report", report, [looked.page()])
    if share:
        text = assistant.review.shared(looked.game, looked.reviews)
        print(render.in_letters(*(kept or (text, looked.game.rule))))
    elif not screen.shows_json(**({} if turns else about(looked, record)), **fields_of(looked)):
        show_report(looked)


# --- the game -----------------------------------------------------------------------------------


def said_again(
    asked: Question, options: assistant.store.Options, wrong: str, *, but: Collection[str]
) -> assistant.store.Options:
    """Return what is asked as options. Raises GameError if some were said that a game has not.

    That is what is ``wrong``; some may be said, ``but`` they do not change the game.
    """
    given = saved_options(asked)
    names = (name for name in asked.layers[-1] if name not in but)
    if others := [name for name in names if given.get(name) != options.get(name)]:
        raise GameError(wrong).about(*others)
    return given


def of_turns(
    game: jotto.Game, texts: Sequence[str], secret: str | None, options: assistant.store.Options
) -> assistant.review.Record:
    """Make a record from turns as text; print a note for each word not in the list."""
    read = partial(opt.read_turns, game)
    return assistant.answers.recorded(game, texts, secret, options, read)


def game_to_review(*, saved: bool, player: str | None = None) -> assistant.review.Record:
    """Return the game finished last, else the saved one. Raises EmptyListError if there is none."""
    with finished_games() as shelf, shelf.read():
        last = None if saved else next(shelf.newest(shelf.owners(player)), None)
    if last is not None:
        return last
    with saved_games() as store, files.refusing("saved games", store.path):
        unfinished = [store.load(name) for name in store.names()[:1]]
    if not unfinished:
        reason = "there is no saved game" if saved else "there is no finished game"
        raise EmptyListError(f"{reason}; give its turns: jotto review tares=1,1 moist=1,1")
    return assistant.review.record_of(restored(unfinished[0])[1], unfinished[0].options)


def restored(saved: assistant.store.Saved) -> tuple[Asked, jotto.Session]:
    """Replay a saved game, made from its own options, with its question. Raises JottoError."""
    asked, game, strategy = remade(saved.options, Asked)
    return asked, saved.restore(jotto.Session(game, strategy, boards=asked.boards))


# --- how it looks -------------------------------------------------------------------------------


def reviewed(record: assistant.review.Record) -> assistant.review.Looked:
    """Review each player of a record, with a note while that takes time."""
    with render.working(NEEDS):
        return assistant.review.look_back(record, Asked)


def about(looked: assistant.review.Looked, record: assistant.review.Record) -> dict[str, Any]:
    """Return what a record says of a game, which who gives its turns says."""
    return {"date": record.date, "result": record.result, "about": looked.facts}


def fields_of(looked: assistant.review.Looked) -> dict[str, Any]:
    """Return the reviews for JSON."""
    halves = looked.reviews.items()
    return {"reviews": [assistant.answers.review_fields(looked.game, *of) for of in halves]}


def show_report(looked: assistant.review.Looked) -> None:
    """Print a report: for each player the result, the turns side by side, and a table of turns."""
    width = min(get_terminal_size().columns, 100)
    if len(looked.reviews) > 1:
        print(f"{looked.title}.\n")
    for who, half in looked.reviews.items():
        needs = assistant.review.jotto_needs(half) if half.judged else "There is no guess to judge."
        added = " ".join(map(str, assistant.review.add_up(who, half)))
        points = assistant.review.points_told(half)
        sentences = assistant.review.verdict(who, half), needs, added, points
        print(*(fill(text, width) for text in sentences if text), "", sep="\n")
        if half.judged:
            show_strip(looked.game, half.judged, width=width)
            show_turns(looked.game, half.judged)
        for number, judged in enumerate(half.judged, start=1):
            verdict = assistant.review.judgement(looked.game, judged)
            if judged.turn.code != looked.game.rule.win:
                known = assistant.review.knowledge(judged)
                between = (": " if judged.left else ". ") * bool(known)
                verdict += f"; {judged.after:,} left{between}{known}"
            guess = looked.game.shown(judged.turn.guess)
            print(fill(f"Turn {number}, {guess}: {verdict}", width, subsequent_indent="  "))
        for line in (*assistant.review.notes(looked.game, half), ""):
            print(fill(line, width))
    for word, meaning in assistant.review.DEFINITIONS.items():
        print(fill(f"{word}: {meaning}", width, subsequent_indent="  "))


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
        "cost": ["" if judged.mistaken else judged.cost for judged in turns],
        "luck": [judged.luck for judged in turns],
    }
    filled = {name: column for name, column in columns.items() if None not in column}
    render.show_table(list(filled), list(zip(*filled.values(), strict=True)), places=2)


# --- the history of finished games ----------------------------------------------------------------


def saved_games(
    kind: assistant.store.Kind = "game", *, synced: bool = True
) -> assistant.store.Store:
    """Return the store of live games, or of matches."""
    folder = files.user_folder("data")
    return assistant.store.Store(folder / "games.sqlite", kind, note=note, synced=synced)


def finished_games(*, synced: bool = True) -> assistant.shelf.Shelf:
    """Return the shelf of finished games."""
    folder = files.user_folder("data")
    paths = folder / "games.sqlite", folder / "history.jsonl"
    return assistant.shelf.Shelf(*paths, note=note, synced=synced)


@game_options()
def history(
    screen: OutputOptions,
    player: Player = None,
    forget: Annotated[bool, "Delete these games, after they are written out if asked."] = False,
    csv: Annotated[File, output_file("Write a table of these games to a CSV file.")] = None,
    jsonl: Annotated[File, output_file("Write all records, a line of JSON each.")] = None,
) -> None:
    """Show how many guesses your games took, compared with jotto.

    Example: jotto history

    Example: jotto history --csv games.csv
    """
    with finished_games() as shelf:
        with shelf.read():
            owners, unread = shelf.owners(player), shelf.unread
        for written in filter(None, (csv, jsonl)):
            if written.resolve().parent == shelf.path.parent.resolve() and written.exists():
                raise GameError(f"{str(written)!r} is a file of jotto; write to another one")
        with shelf.read():
            if jsonl is not None:
                files.save("history", jsonl, shelf.lines(owners))
            if csv is not None:
                files.save("history", csv, [assistant.shelf.to_csv(shelf.newest(owners))])
            records = [] if forget or csv or jsonl else [*shelf.newest(owners)][::-1]
        if forget:
            with files.refusing("history", shelf.path, "it cannot be deleted: "):
                deleted = shelf.forget(owners)
            print(f"{render.count(deleted, 'game')} deleted.", file=sys.stderr)
        if forget or csv or jsonl:
            return
    if unread:
        note(f"{render.count(unread, 'record')} not understood: {UNREAD}")
    if not records and not screen.json:
        raise EmptyListError("there are no finished games; jotto play records them")
    show_history(records, screen)


def show_history(records: Sequence[assistant.review.Record], screen: OutputOptions) -> None:
    """Print statistics of finished games, the oldest first."""
    needed = needs(records)
    fields = assistant.answers.history_fields(records, needed, [*map(asdict, records)])
    kinds = assistant.answers.kinds_of(records, needed)
    if screen.shows_json(**fields, kinds=kinds):
        return
    streaks = fields["streaks"]
    for kind in kinds:
        show_games(kind)
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
    name, missed = str(kind["game"]), kind["count"] - kind["found"]
    about = [str(kind["rule"])] if name == WORDS else []
    about += [Path(str(kind["words"])).name] if name == WORDS and kind["words"] else []
    about += [render.count(kind["lies"], "lie")] if kind["lies"] else []
    about += [render.count(kind["boards"], "board")] if kind["boards"] > 1 else []
    name += f" ({', '.join(about)})" if about else ""
    lost = f", {missed} not found" * bool(missed)
    render.say(f"{render.count(kind['count'], 'game')} of {name}{lost}")
    if kind["guesses"]["you"]:
        render.show_games(kind["guesses"])
    if means := kind["means"]:
        needs = "On average {you:.2f} guesses; jotto needs {jotto:.2f} for the same secrets."
        render.say(needs.format(**means))
    print()

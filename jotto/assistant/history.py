"""The finished games that the program keeps, as a table: ``jotto.history``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from datetime import date
from typing import Any
from warnings import warn

from jotto import files
from jotto.assistant.review import Record, review
from jotto.assistant.reviews import reviews
from jotto.assistant.shelf import Shelf
from jotto.errors import GameError, JottoError, check_arguments
from jotto.parallel import Workers, check
from jotto.plain import Plain, Rows, csv_of
from jotto.progress import Progress
from jotto.question.making import Question, remade

Points = tuple[int, int] | None  # skill and luck


@dataclass(frozen=True)
class Finished(Plain):
    """A finished game: a row of ``jotto.history``.

    ``won``: I found the secret. ``result`` is ``won``, ``lost`` or ``drawn`` of two players, else
    ``found`` or ``given up``; ``by`` is ``time`` or ``resignation`` if that decided it. ``turns``
    are mine, as ``WORD=SCORE``, ``theirs`` those of the other player, who looked for my secret,
    ``own``. ``player`` is a name on a server, empty for this program's own games. ``skill`` and
    ``luck``, of 0 to 99 as in a review, are None where they are not known or were not asked for.
    """

    date: str
    game: str
    rule: str
    boards: int
    result: str
    won: bool
    by: str
    guesses: int
    secret: str | None
    turns: tuple[str, ...]
    theirs: tuple[str, ...] = ()
    own: str | None = None
    player: str = ""
    skill: int | None = None
    luck: int | None = None
    _picture = "days date skill,luck"

    def __repr__(self) -> str:
        return f"Finished({self.date[:10]}: {self.game}, {self.result}, {len(self.turns)} turns)"


def history(
    *,
    game: str | None = None,
    rule: str | None = None,
    since: str | date | None = None,
    player: str | Iterable[str] | None = None,
    reviewed: bool = False,
    parallel: Workers | None = None,
    progress: Progress | bool | None = None,
) -> Rows[Finished]:
    """Return the finished games that the program keeps on this computer, the oldest first.

    A game counts once, as it ended last, and not at all if its end was taken back. They are your
    own games; those of a ``player`` of your ``jotto serve`` are asked for by name, of several
    players by their names. ``game`` and ``rule`` choose by their names, such as ``"words"`` and
    ``"colours"``, ``since`` a day or what is later. What another version wrote and this one does
    not understand is left out, with a warning.

    With ``reviewed``, each game has the skill and luck of its review, if its lists are as they
    were: about a second for the first game of a list, and milliseconds for others; ``parallel`` and
    ``progress`` are those of ``jotto.reviews``. Raises GameError, FileError.

    >>> import jotto
    >>> len(jotto.history(game="words", since="2999-12-31"))
    0
    """
    check_arguments(history, locals())
    parallel = check(parallel)
    named = [player] if player is None or isinstance(player, str) else [*map(str, player)]
    begin = "" if since is None else _day(since)
    found = list[tuple[str, Record]]()
    with kept() as shelf, shelf.read():
        if unread := shelf.unread:
            warn(f"{unread:,} records of the history are not understood", stacklevel=2)
        for name in named:
            records = [*shelf.newest(shelf.owners(name))][::-1]
            found += [(name or "", record) for record in records if record.date[:10] >= begin]
    chosen = [
        (name, record)
        for name, record in sorted(found, key=lambda pair: pair[1].date)
        if game in (None, record.options.get("game")) and rule in (None, record.options.get("rule"))
    ]
    told = [record for _, record in chosen]
    points = _points(told, parallel, progress) if reviewed else [None] * len(told)
    return Rows(
        replace(row_of(record), player=name, **_named(of))
        for (name, record), of in zip(chosen, points, strict=True)
    )


def _named(points: Points) -> dict[str, Any]:
    return dict(zip(("skill", "luck"), points or (None, None), strict=True))


def _day(since: Any) -> str:
    """Return a day as records have it. Raises GameError."""
    try:
        return date.fromisoformat(str(since)[:10]).isoformat()
    except ValueError:
        reason = f"since={since!r:.40} is not a day, such as 2026-11-26"
        raise GameError(reason).about("since") from None


def kept(*, synced: bool = True, note: Any = warn) -> Shelf:
    """Return the finished games of the person who runs the program."""
    folder = files.user_folder("data")
    return Shelf(folder / "games.sqlite", folder / "history.jsonl", note=note, synced=synced)


def row_of(record: Record) -> Finished:
    """Return a record as a row."""
    game, rule = (str(record.options.get(name) or "") for name in ("game", "rule"))
    about = record.date, game, rule, record.kind[2], record.result, record.solved, record.by
    made = len(record.turns), record.secret, record.turns, record.theirs, record.own
    return Finished(*about, *made, player=record.player)


def in_csv(records: Iterable[Record]) -> str:
    """Return records as CSV; also without any it has the names of columns."""
    rows = Rows(map(row_of, records)).rows()
    return csv_of(rows, (field.name for field in fields(Finished)))


def _points(
    records: Sequence[Record], parallel: Workers | None, progress: Progress | bool | None
) -> list[Points]:
    """Return skill and luck of each game; games of one list are reviewed together."""
    groups: dict[Any, list[int]] = {}
    for number, record in enumerate(records):
        options = tuple(sorted((name, str(value)) for name, value in record.options.items()))
        key = options, record.key, record.refused
        groups.setdefault(key, []).append(number)
    found: list[Points] = [None] * len(records)
    for numbers in groups.values():
        some = [records[number] for number in numbers]
        for number, points in zip(numbers, _of_one_list(some, parallel, progress), strict=True):
            found[number] = points
    return found


def _of_one_list(
    records: Sequence[Record], parallel: Workers | None, progress: Progress | bool | None
) -> list[Points]:
    none: list[Points] = [None] * len(records)
    if records[0].kind[2] > 1:
        return none
    try:
        _, game, strategy = remade(records[0].options, Question)
    except JottoError:  # its lists are gone
        return none
    if game.key != records[0].key:
        return none
    strategy = replace(strategy, avoid=frozenset())  # as every review
    game = game.without(*records[0].refused)
    how: Any = {"strategy": strategy, "strict": False, "parallel": parallel, "progress": progress}
    rows, secrets = zip(*((record.turns, record.secret) for record in records), strict=True)
    looked: list[Any] = reviews(game, rows, secrets=secrets, **how)
    for number, record in enumerate(records):
        if record.mistaken[0]:  # turns that have no cost
            mistaken = record.mistaken[0]
            how = {"strategy": strategy, "secret": record.secret, "mistaken": mistaken}
            looked[number] = review(game, *record.turns, **how)
    return [None if isinstance(each, JottoError) else each.points for each in looked]

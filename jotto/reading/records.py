"""Tables of results and chats in JSON: whose each row or record is, and of which day.

NAMES says what columns and fields are called, RECORDS how exports in JSON name theirs.
"""

from __future__ import annotations

import csv
import html
import io
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from typing import Any, NamedTuple

from jotto import files
from jotto.errors import GameError, reported
from jotto.reading.days import day_of
from jotto.reading.results import MADE
from jotto.typed import clean

DEEPEST = 8  # lists and objects in each other in which messages are looked for
MOST_LINES = 1 << 53
OF_A_ROW = 50  # lines of a table at most, in cells with quotes


class Message(NamedTuple):
    """A message of a chat or a row of a table: its name, its day as it stands, and its lines.

    A line has its number. ``more`` are the numbers of lines with the name or of the same row.
    ``game`` is that of a table whose first cell has to be a result.
    """

    name: str
    day: str
    lines: list[tuple[int, str]]
    more: list[int]
    game: str = ""


class Chat(NamedTuple):
    """What a text was read as, the numbers of its lines, messages, and what cannot be read."""

    shape: str
    numbers: list[int]
    messages: list[Message]
    wrong: list[tuple[int, str]]


def whole(text: str) -> str:
    """Return a text with a sign for each half of a surrogate pair, which cannot be written."""
    return text.encode(errors="replace").decode()


def named(text: str) -> str:
    """Return a name without marks of lists, of WhatsApp for unknown ones, and of Matrix."""
    text = re.sub(r"^(?:[-*\u2022~>|]+|\d+[.)]) ", "", text.strip()).strip(" *_~|:<>")
    matrix = re.fullmatch(r"@([^:\s]+):\S+", text)
    return matrix[1] if matrix else text


# What columns and fields are called, without signs between letters; the first one counts.
NAMES = {
    "name": "userprofile sendername displayname realname player author from sender creator "
    "username user nickname nick name who by member participant spieler joueur jugador jogador "
    "giocatore nom nombre nome",
    "day": "date timestamp createddate createdat messagedate sentat day datum when time datetime "
    "timestampms originserverts dateunixtime ts fecha data",
    "result": "result results score guesses tries attempts ergebnis resultado",
    "text": "content text message body messagetext msg nachricht mensaje share",
    "game": "game puzzle spiel jeu juego jogo gioco",
    "number": "number no nr puzzlenumber",
    "turns": "turns",
}
INSIDE = "nickname realname displayname name username email body text"  # of objects


class Record(NamedTuple):
    """What exports JSON, a field that shows it, and an example of a message."""

    name: str
    field: str
    example: str


RECORDS = [
    Record(
        "a Messenger export",
        "sendername",
        '{"messages": [{"sender_name": "Ann", "timestamp_ms": 1795727645123, "content": "{}"}]}',
    ),
    Record(
        "a Discord export",
        "author",
        '{"messages": [{"timestamp": "2026-11-26T21:14:05+00:00", "content": "{}",'
        ' "author": {"name": "ann99", "nickname": "Ann"}}]}',
    ),
    Record(
        "a Google Chat export",
        "creator",
        '{"messages": [{"creator": {"name": "Ann", "email": "ann@example.org"}, "text": "{}",'
        ' "created_date": "Thursday, November 26, 2026 at 9:14:05 PM UTC"}]}',
    ),
    Record(
        "a Matrix export",
        "originserverts",
        '{"messages": [{"sender": "@Ann:example.org", "origin_server_ts": 1795727645123,'
        ' "content": {"msgtype": "m.text", "body": "{}"}}]}',
    ),
    Record(
        "a Slack export",
        "ts",
        '[{"type": "message", "user": "U01", "ts": "1795727645.000200", "text": "{}",'
        ' "user_profile": {"real_name": "Ann"}}]',
    ),
    Record(
        "a Telegram export",
        "from",
        '{"messages": [{"id": 8, "type": "message", "date": "2026-11-26T21:14:05",'
        ' "from": "Ann", "text": "{}"}]}',
    ),
]


@cache
def _kind(column: str) -> tuple[str, int]:
    """Return what a column or a field has, by its name, and its place among those that do."""
    for kind, names in NAMES.items():
        if (letters := _letters(column)) in names.split():
            return kind, names.split().index(letters)
    return "", 0


def _columns(names: Sequence[str]) -> dict[str, str]:
    """Return the name of the column for each kind."""
    kinds = sorted((_kind(str(name)), str(name)) for name in names)
    return {kind: name for (kind, _), name in reversed(kinds) if kind}


def _is_table(columns: dict[str, str]) -> bool:
    return "name" in columns and ("result" in columns or "text" in columns)


def of_table(text: str) -> Chat | None:
    """Return the rows of a table with a heading; None if it has none.

    A quote that is not closed ends with its line.
    """
    lines = io.StringIO(text, newline=None).readlines()
    start = next((at for at, line in enumerate(lines) if line.strip()), len(lines))
    cut = re.fullmatch(r"sep=(.)\s*", "".join(lines[start : start + 1]))
    start += bool(cut)
    first = "".join(lines[start : start + 1])
    cuts = [cut[1]] if cut else [sign for sign in ",;\t|" if sign in first]
    headings = {sign: [name.strip() for name in first.split(sign)] for sign in cuts}
    headings = {s: [n.strip("\" '") for n in names] for s, names in headings.items()}
    cut_by = max(headings, key=lambda sign: len(_columns(headings[sign])), default="")
    if not cut_by or not _is_table(columns := _columns(headings[cut_by])):
        return None
    numbers = [at for at, line in enumerate(lines, 1) if line.strip()]
    chat = Chat("a table", numbers, [], [])
    at = start + 1
    while at < len(lines):
        reader = csv.reader(
            lines[at : at + OF_A_ROW],
            delimiter=cut_by,
            skipinitialspace=cut_by != "\t",
            strict=True,
        )
        row, number = next(reported(reader)), at + 1
        height = 1 if isinstance(row, str) else max(reader.line_num, 1)
        at += height
        if isinstance(row, str):
            chat.wrong.append((number, row))
        elif any(re.search(r"\w", cell) for cell in row):
            cells = dict(zip(headings[cut_by], (cell.strip() for cell in row), strict=False))
            more = [n for n in range(number, number + height) if lines[n - 1].strip()]
            chat.messages.append(_message(number, more, columns, cells.get))
    return chat


def _message(
    number: int, more: list[int], columns: dict[str, str], get: Callable[[str], Any]
) -> Message:
    """Return the message of a row or a record; in a column of results, each has to be one."""
    cells = {kind: get(name) for kind, name in columns.items()}
    shown = {kind: _shown(value).strip() for kind, value in cells.items()}
    result, game = shown.get("result", ""), shown.get("game", "")
    text, played = shown.get("text", ""), shown.get("number", "")
    if "result" in columns and (played or re.search(r"\d", game)) and MADE.fullmatch(result):
        result, game = f"{game} {played} {result}", game or "games"
    body = "\n".join(filter(None, (result, shown.get("turns", ""), text))) or ""
    strict = "result" in columns and bool(result or not text)
    lines = [(number, line) for line in body.split("\n")]
    return Message(
        named(shown.get("name", "")),
        day_of(cells.get("day") or ""),
        lines,
        more,
        (game or "games") if strict else "",
    )


def _shown(value: Any) -> str:
    """Return the text of a field: of parts or of an object, what is shown of it."""
    if isinstance(value, list):
        return "".join(map(_shown, value))
    if isinstance(value, dict):
        inside = {_letters(name): inner for name, inner in value.items()}
        return next((str(inside[name]) for name in INSIDE.split() if inside.get(name)), "")
    return whole(str(value)) if value is not None else ""


def _letters(name: object) -> str:
    return "".join(sign for sign in str(name).casefold() if sign.isalpha())


def of_json(text: str) -> Chat | None:
    """Return the messages of JSON, or of lines of it; None if a text only begins as such."""
    try:
        value = files.from_json(text)
    except ValueError as error:
        lines = [line for line in text.splitlines() if line.strip()]
        read = list(reported(map(files.from_json, lines)))
        if not text.lstrip().startswith("{"):
            return None
        if len(lines) < 2 or not all(isinstance(record, dict) for record in read):
            reason = GameError(f"this JSON cannot be read: {error}")
            raise reason from None
        value = read
    records = list(_records(value))
    if not records:
        if not isinstance(value, dict | list) or text.lstrip().startswith("["):
            return None
        raise GameError("this JSON is not a chat: no messages with a name and a text are in it")
    ids: list[Any] = [record.get("id") if isinstance(record, dict) else None for record in records]
    whole = all(type(number) is int and 0 < number < MOST_LINES for number in ids)
    numbers = ids if whole and len({*ids}) == len(ids) else [*range(1, len(ids) + 1)]
    name, chat = "JSON", Chat("", numbers, [], [])
    for number, record in zip(numbers, records, strict=True):
        [read_one] = reported(map(partial(_recorded, number), [record]))
        if isinstance(read_one, str):
            chat.wrong.append((number, read_one))
        else:
            chat.messages.append(read_one)
            fields = {_letters(field) for field in record}
            name = next((r.name for r in RECORDS if r.field in fields), name)
    return chat._replace(shape=name)


def _recorded(number: int, record: Any) -> Message:
    """Return the message of a record."""
    if not isinstance(record, dict):
        raise GameError(f"{record!r:.60} is not a message")
    columns = _columns([str(field) for field in record if record[field]])
    message = _message(number, [number], columns, record.get)
    if "sender_name" in record:
        message = _unmangled(message)
    lines = [(at, clean(html.unescape(line))) for at, line in message.lines]
    return message._replace(lines=lines)


def _unmangled(message: Message) -> Message:
    """Return a message of Messenger, whose bytes are written as letters, as it was written."""

    def right(text: str) -> str:
        try:
            return text.encode("latin-1").decode()
        except ValueError:
            return text

    lines = [(at, clean(right(line))) for at, line in message.lines]
    return message._replace(name=clean(right(message.name)), lines=lines)


def _records(value: Any, depth: int = 0) -> Iterator[Any]:
    """Yield the messages in JSON: the items of lists some of which have a name and a text."""
    items = list(value.values()) if isinstance(value, dict) else value
    if depth > DEEPEST or not isinstance(items, list):
        return
    if any(isinstance(item, dict) and _is_table(_columns(list(item))) for item in items):
        yield from items
        return
    for item in items:
        yield from _records(item, depth + 1)

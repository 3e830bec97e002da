"""Tables of results and chats in JSON: whose each row or record is, and of which day.

NAMES says what columns and fields are called, RECORDS how exports in JSON name theirs.
"""

from __future__ import annotations

import csv
import html
import io
import re
from collections.abc import Iterator, Sequence
from functools import cache, partial
from itertools import pairwise
from typing import Any, NamedTuple

from jotto import files
from jotto.errors import GameError, quoted, reported
from jotto.reading.days import day_of
from jotto.reading.results import CELL, LETTERS, MADE, begins, game_and_number, is_game
from jotto.typed import clean

JSON = re.compile(r"\s*(?:\{|\[\s*\{)")  # how a chat of it begins
DEEPEST = 8  # lists and objects in each other in which messages are looked for
MOST_LINES = 1 << 53
OF_A_ROW = 50  # lines of a table at most, in cells with quotes


class Message(NamedTuple):
    """A message of a chat or a row of a table: its name, its day as it stands, and its lines.

    A line has its number. ``more`` are the numbers of lines with the name or of the same row.
    ``game`` is that of a table whose first cell has to be a result, ``number`` what stands there as
    its number. ``doubt``: why it is open whose its results are, or which they are.
    """

    name: str
    day: str
    lines: list[tuple[int, str]]
    more: list[int]
    game: str = ""
    number: str = ""
    doubt: str = ""


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
    "won": "found solved won",
    "forwarded": "forwardedfrom fwdfrom",
}
# Other names of the one whom another column or field names.
ALSO = ["userprofile", "displayname", "realname", "username", "nickname", "nick"]
YES = ["yes", "y", "true", "t", "1", "ja", "oui", "si", "s\xed"]
NO = ["no", "n", "false", "f", "0", "nein", "non"]
MENTION = re.compile(r"<@!?(\w+)>")
STRUCK = {"blockquote": "> ", "strikethrough": "~~ "}  # parts of texts that are not the writer's
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


def _is_table(names: Sequence[str]) -> bool:
    kinds = {_kind(name)[0] for name in names}
    return "name" in kinds and bool(kinds & {"result", "text"})


def of_table(text: str) -> Chat | None:
    """Return the rows of a table with a heading; None if it has none. Raises GameError.

    A quote that is not closed ends with its line.
    """
    lines = io.StringIO(text, newline=None).readlines()
    start = next((at for at, line in enumerate(lines) if line.strip()), len(lines))
    cut = re.fullmatch(r"sep=(.)\s*", "".join(lines[start : start + 1]))
    start += bool(cut)
    first = "".join(lines[start : start + 1])
    cuts = [cut[1]] if cut else [sign for sign in ",;\t|" if sign in first]
    headings = {s: [n.strip().strip("\" '") for n in first.split(s)] for s in cuts}
    cut_by = max(headings, key=lambda sign: len({*map(_kind, headings[sign])}), default="")
    if not cut_by:
        return None
    if not _is_table(names := headings[cut_by]):
        _check_columns(names, csv.reader(lines[start + 1 :], delimiter=cut_by))
        return None
    chat = Chat("a table", [at for at, line in enumerate(lines, 1) if line.strip()], [], [])
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
        below, at = lines[at + 1 : at + height], at + height
        more = [n for n in range(number, number + height) if lines[n - 1].strip()]
        if isinstance(row, str):
            chat.wrong.append((number, row))
        elif any(_is_row_of(names, line, cut_by) for line in below):
            wrong = f"the quotes of line {number} hold other rows: close them"
            chat.wrong.extend((n, wrong) for n in more)
        elif any(map(MADE.search, row[len(names) :])):
            chat.wrong.append((number, f"a row of {len(row)} cells below {len(names)} columns"))
            chat.wrong.extend((n, chat.wrong[-1][1]) for n in more[1:])
        else:
            chat.messages.extend(_of_row(number, more, names, row))
    return chat


def _check_columns(names: Sequence[str], rows: Iterator[list[str]]) -> None:
    """Raise GameError if a table has a column of results for each player, day or game."""
    kinds = [_kind(name)[0] for name in names]
    if not {"name", "day"} & {*kinds}:
        return
    rows_read = [row for row in reported(rows) if isinstance(row, list)]
    cells = [
        cell.strip()
        for row in rows_read
        for cell, kind in zip(row, kinds, strict=False)
        if not kind and re.search(r"\w", cell)
    ]
    if cells and all(CELL.fullmatch(cell) or begins(cell, ()) for cell in cells):
        reason = "write a row for each result, below a heading such as name,date,game,result"
        raise GameError(f"a table with a column for each player, day or game: {reason}")


def _is_row_of(names: Sequence[str], line: str, cut_by: str) -> bool:
    """Whether a line in a cell is a row of the table itself: a name, and a result."""
    cells = [cell.strip('" \n') for cell in line.split(cut_by)]
    row = {_kind(name)[0]: cell for name, cell in zip(names, cells, strict=False)}
    if any(_kind(name)[0] == "result" for name in names) and any(map(MADE.search, cells)):
        return True
    name, text = row.get("name", ""), row.get("text", "")
    a_name = name and not any(map(is_game, LETTERS.findall(name)))
    return bool(a_name and (CELL.fullmatch(text) or begins(text, ())))


def _of_row(
    number: int, more: list[int], names: Sequence[str], row: Sequence[str]
) -> Iterator[Message]:
    """Yield the message of a row; of each pair of columns, if names and results are repeated."""
    pairs = _pairs(tuple(names))
    for places in pairs:
        cells = [(names[at], row[at].strip()) for at in places if at < len(row)]
        own = (at for at in places if at < len(row) and sum(at in pair for pair in pairs) < 2)
        if any(re.search(r"\w", row[at]) for at in own):
            yield _message(number, more, cells)


@cache
def _pairs(names: tuple[str, ...]) -> list[list[int]]:
    """Return the columns of each result in a row: of one, or of several that stand side by side.

    >>> _pairs(("Date", "Name", "Result", "Name", "Result")), _pairs(("Name", "Result", "Result"))
    ([[0, 1, 2], [0, 3, 4]], [[0, 1, 2]])
    """
    alike: dict[str, list[int]] = {}
    for at, name in enumerate(names):
        alike.setdefault(_letters(name), []).append(at)
    several = {name: places for name, places in alike.items() if len(places) > 1}
    kinds = {_kind(name)[0] for name in several}
    pairs = [sorted(pair) for pair in zip(*several.values(), strict=False)]
    apart = all(pair[-1] < after[0] for pair, after in pairwise(pairs))
    if not {"name"} < kinds & {"name", "result", "text"} or not apart:
        return [[*range(len(names))]]
    if len({*map(len, several.values())}) > 1:
        return [[*range(len(names))]]
    shared = [places[0] for places in alike.values() if len(places) == 1]
    return [sorted(shared + pair) for pair in pairs]


def _message(number: int, more: list[int], cells: Sequence[tuple[str, Any]]) -> Message:
    """Return the message of a row or a record; in a column of results, each has to be one."""
    kinds = {kind: _filled(kind, cells) for kind in NAMES}
    shown = {kind: filled[0][1] if filled else "" for kind, filled in kinds.items()}
    result = max((r for _, r in kinds["result"]), key=len, default="")
    result, lost = _settled(result, *(kinds["won"] or [("", "")])[0])
    doubts = [_two(kind, kinds[kind]) for kind in ("name", "result", "game", "number")]
    if (source := shown["forwarded"]) and source != shown["name"]:
        doubts.append(f"it is forwarded from {source}")
    game, inside = game_and_number(shown["game"])
    text = "\n".join(dict.fromkeys(text for _, text in kinds["text"]))
    strict = any(_kind(name)[0] == "result" for name, _ in cells) and bool(result or not text)
    body = "\n".join(filter(None, (result, shown["turns"], text)))
    return Message(
        named(shown["name"]),
        next(filter(None, (day_of(day) for _, day in kinds["day"])), ""),
        [(number, line) for line in body.split("\n")],
        more,
        (game or "games") if strict else "",
        shown["number"] or inside,
        next(filter(None, (*doubts, lost, _sum_of(shown["name"]))), ""),
    )


def _sum_of(name: str) -> str:
    """Say that a row is of no player, if its name is that of a sum."""
    sums = "total", "totals", "sum", "average", "mean", "median", "all", "team"
    return f"{quoted(name)} is a sum, and no player" if name.casefold() in sums else ""


def _filled(kind: str, cells: Sequence[tuple[str, Any]]) -> list[tuple[str, str]]:
    """Return the columns of a kind that are filled, each with its text, the first ones first."""
    of_kind = sorted(
        (place, at) for at, (k, place) in enumerate(_kind(n) for n, _ in cells) if k == kind
    )
    filled = ((cells[at][0], _shown(cells[at][1]).strip()) for _, at in of_kind)
    return [(name, text) for name, text in filled if text]


def _two(kind: str, filled: Sequence[tuple[str, str]]) -> str:
    """Return which two columns may both hold what is asked for; empty if they agree.

    >>> _two("result", [("score", "3"), ("guesses", "4/6")])
    "'score' and 'guesses' both may be the result"
    >>> _two("result", [("score", "4"), ("guesses", "4/6")])
    ''
    """
    if kind == "name" and any(_letters(name) in ALSO for name, _ in filled[:1]):
        filled = filled[:1]
    if kind == "name":
        filled = [(name, text) for name, text in filled if _letters(name) not in ALSO] or filled[:1]
    for (name, text), (other, also) in pairwise(filled):
        one, two = text.casefold(), also.casefold()
        if kind == "result":
            one, two = (
                (one, two) if "/" in one and "/" in two else (one.split("/")[0], two.split("/")[0])
            )
        if one != two or (name == other and kind != "name"):
            return f"{quoted(name)} and {quoted(other)} both may be the {kind}"
    return ""


def _settled(result: str, column: str, won: str) -> tuple[str, str]:
    """Return the result by a column that says whether the game was found, and what is wrong.

    >>> _settled("6/6", "solved", "no"), _settled("X/6", "won", "yes")
    (('X/6', ''), ('X/6', "'X/6' and won yes contradict each other"))
    """
    found, low = CELL.fullmatch(result), won.casefold()
    lost = bool(found and found["made"] in "Xx")
    if low in NO and found:
        return ("X/" + found["most"] if found["most"] else "X"), ""
    if not won or (low in YES and not lost):
        return result, ""
    if low in (*YES, *NO):
        return result, f"{quoted(result)} and {column} {won} contradict each other"
    return result, f"{column} {quoted(won)}: write yes or no"


def _shown(value: Any) -> str:
    r"""Return the text of a field: of parts or of an object, what is shown of it.

    >>> _shown(["hm ", {"type": "blockquote", "text": "Wordle 1,986 4/6"}])
    'hm \n> Wordle 1,986 4/6\n'
    """
    if isinstance(value, list):
        return "".join(map(_shown, value))
    if isinstance(value, dict):
        inside = {_letters(name): inner for name, inner in value.items()}
        text = next((str(inside[name]) for name in INSIDE.split() if inside.get(name)), "")
        mark = STRUCK.get(str(value.get("type")), "")
        return "".join(f"\n{mark}{line}" for line in text.splitlines()) + "\n" if mark else text
    return whole(str(value)) if value is not None else ""


def _letters(name: object) -> str:
    return "".join(sign for sign in str(name).casefold() if sign.isalpha())


def of_json(text: str) -> Chat | None:
    """Return the messages of JSON, or of lines of it; None if a text only begins as such."""
    try:
        value = files.from_json(text, object_pairs_hook=_fields)
    except ValueError as error:
        lines = [line for line in text.splitlines() if line.strip()]
        of_line = partial(files.from_json, object_pairs_hook=_fields)
        read = list(reported(map(of_line, lines)))
        if not JSON.match(text):
            return None
        if len(lines) < 2 or not all(isinstance(record, dict) for record in read):
            wrong = f"this JSON cannot be read: {error}; it may be cut off: export it again"
            raise GameError(wrong) from None
        value = read
    records = list(_records(value))
    if not records:
        if not JSON.match(text):
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
    people = dict(_people(records))

    def called(found: re.Match[str]) -> str:
        return f"@{people[found[1]]}" if found[1] in people else found[0]

    for at, message in enumerate(chat.messages):
        told = [(number, MENTION.sub(called, line)) for number, line in message.lines]
        chat.messages[at] = message._replace(lines=told)
    return chat._replace(shape=name)


def _people(records: Sequence[Any]) -> Iterator[tuple[str, str]]:
    """Yield the numbers of people whom messages mention, as in <@1054>, with their names."""
    for record in records:
        fields = record if isinstance(record, dict) else {}
        mentioned = fields.get("mentions")
        for one in [fields.get("author"), *(mentioned if isinstance(mentioned, list) else [])]:
            if isinstance(one, dict) and one.get("id") and (name := _shown(one).strip()):
                yield str(one["id"]), name
        if isinstance(user := fields.get("user"), str) and fields.get("user_profile"):
            yield user, _shown(fields["user_profile"])


def _fields(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the fields of an object; one that is there twice gets a number the second time."""
    fields: dict[str, Any] = {}
    for name, value in pairs:
        fields[f"{name} {len(fields)}" if name in fields else name] = value
    return fields


def _recorded(number: int, record: Any) -> Message:
    """Return the message of a record."""
    if not isinstance(record, dict):
        raise GameError(f"{record!r:.60} is not a message")
    fields = [(str(field), value) for field, value in record.items()]
    cells = [cell for cell in fields if cell[1] or _kind(cell[0])[0] == "won"]
    message = _message(number, [number], cells)
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
    if any(isinstance(item, dict) and _is_table([*map(str, item)]) for item in items):
        yield from items
        return
    for item in items:
        yield from _records(item, depth + 1)

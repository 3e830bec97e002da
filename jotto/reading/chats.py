"""The messages of chats and the rows of tables: whose each is, of which day, on which lines.

SHAPES says how messages begin in what chats export and in what is copied from them, RECORDS how
JSON names its fields. The name is where the shape has it, never what stands before a result.
"""

from __future__ import annotations

import csv
import html
import io
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from itertools import pairwise
from typing import Any, NamedTuple

from jotto import files
from jotto.errors import GameError, reported
from jotto.reading.days import DAY, IN_TEXT, day_of
from jotto.reading.results import (
    LETTERS,
    MADE,
    NOBODY,
    Shares,
    begins,
    found_in,
    is_game,
    is_row,
    may_be,
)
from jotto.typed import clean

LONGEST = 300  # characters of the beginning of a message
OF_A_ROW = 50  # lines of a table at most, in cells with quotes
MOST_LINES = 1 << 53
SHORT = ["me"], ["mi"], ["ma"], ["io"], ["yo"]  # names that are such words, too
MOST_NAME = 80  # characters
DEEPEST = 8  # lists and objects in each other in which messages are looked for
RELATIVE = (
    "today yesterday heute gestern aujourd'hui hier hoy ayer hoje ontem oggi ieri vandaag gisteren"
)
CLOCK = r"(?:[ap]\.?\s?m\.?(?!\w)|[^\W\d_]{1,4}\.?(?:\s?[^\W\d_]\.?)?(?=\s?[\]\-,]|$))"
CLOCKED = r"\d{1,2}[:.h]\d\d(?:[:.]\d\d(?:[.,]\d{3,9})?)?(?!\d)Z?"
TIME = rf"(?:[^\W\d_]{{1,5}}\.?\s?)?{CLOCKED}(?:\s?{CLOCK})?"
SHORT_DAY = r"\d{1,2}[./-]\d{1,2}\.?"  # without a year
WHEN = (
    rf"(?:(?P<day>{DAY})[,.\u060c]?\s*(?:[^\W\d_]{{1,10}}\.?\s?)?{TIME}|{TIME},? (?P<day_>{DAY})"
    rf"|{SHORT_DAY},? {TIME}|(?:last )?(?:{RELATIVE.replace(' ', '|')})(?: \w+)? {TIME})"
)
PLACES = {
    "when": WHEN,
    "time": TIME,
    "clock": rf"{CLOCKED}(?:\s?{CLOCK})?",  # right after a name, of which no word is of the time
    "day": f"(?P<day>{DAY})",
    "name": r"(?P<name>[^\s:][^:\n\t]{0,80}?)",
    "text": r"(?P<text>.*)",
    "mode": r"[@+%&~ ]?",
    "cut": r"\s?[;\t|]\s?",
}
HAS_TIME = re.compile(r"\d[:.h]\d\d")


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


class Shape(NamedTuple):
    """How a message begins, after a name for it, and an example with a place for the message.

    ``begins`` is a pattern with PLACES in braces. What has no name in it continues the message
    before it (``same``) or is of nobody. The shapes of a rank are tried if none of a lower one is
    there.
    """

    name: str
    rank: int
    begins: str
    example: str
    same: bool = False


SHAPES = [
    Shape("an IRC log", 1, r"\[{when}\] <{mode}{name}> {text}", "[2026-11-26 21:14] <@Ann> {}"),
    Shape("an IRC log", 1, r"{when} <{mode}{name}> {text}", "2026-11-26 21:14:05 < Ann> {}"),
    Shape(
        "a WeeChat log", 1, r"{when}{cut}{mode}{name}{cut}{text}", "2026-11-26 21:14:05\t@Ann\t{}"
    ),
    Shape(
        "a WhatsApp or Signal chat",
        1,
        r"\[{when}\] {name}: ?{text}",
        "[26.11.26, 21:14:05] Ann: {}",
    ),
    Shape("a WhatsApp export", 1, r"{when} - {name}: ?{text}", "26/11/26, 9:14 pm - Ann: {}"),
    Shape("a WhatsApp export", 1, r"{when}: {name}: ?{text}", "26/11/26, 9:14:05 PM: Ann: {}"),
    Shape("a WhatsApp export", 1, r"{when} - {text}", "26.11.26, 21:14 - {}"),
    Shape("a KakaoTalk export", 1, r"{when}, {name} ?: {text}", "2026. 11. 26. 21:14, Ann : {}"),
    Shape(
        "a Telegram chat", 1, r"{name},? [\[(]{when}[\])]:? ?{text}", "Ann, [26.11.2026 21:14]\n{}"
    ),
    Shape(
        "a Discord export", 1, r"\[{when}\] {name}(?: \(pinned\))?", "[11/26/26 9:14 PM] Ann\n{}"
    ),
    Shape("a Discord chat", 1, r"{name} ?- {when}", "Ann \u2014 Today at 21:14\n{}"),
    Shape("a Discord chat", 1, r"{name}\n-\n{when}", "Ann\n \u2014 \nYesterday at 9:14 PM\n{}"),
    Shape(
        "a Discord chat",
        1,
        r"\[{time}\] ?{text}",
        "Ann \u2014 Today at 21:14\nhm\n[21:15] {}",
        same=True,
    ),
    Shape(
        "an iMessage export", 2, r"{when}(?: \(.*\))?\n{name}", "Nov 26, 2026  9:14:05 PM\nAnn\n{}"
    ),
    Shape("a chat with names above", 2, r"{name}\n{when}", "Ann\n11/26/2026 9:14 PM\n{}"),
    Shape("a chat with names above", 2, r"{name}(?:,|\s\s)\s*{when}", "Ann  11/26/2026 21:14\n{}"),
    Shape("a chat with times", 2, r"{when} {name}: {text}", "2026-11-26 21:14 Ann: {}"),
    Shape("a chat with times", 2, r"{name}, {when}: {text}", "Ann, 26.11.26 21:14: {}"),
    Shape("a chat with times", 2, r"{when}, ?{name}, ?{text}", "2026-11-26 21:14,Ann,{}"),
    Shape("an IRC log", 3, r"\[?{time}\]? <{mode}{name}> {text}", "21:14 <@Ann> {}"),
    Shape("a LINE chat", 3, r"{time}\t{name}\t{text}", "21:14\tAnn\t{}"),
    Shape("a KakaoTalk export", 3, r"\[{name}\] \[{time}\] {text}", "[Ann] [9:14 PM] {}"),
    Shape(
        "a Zoom chat",
        3,
        r"{time}\s+From {name} to .+?: ?{text}",
        "21:14:05 From Ann to Everyone: {}",
    ),
    Shape("a chat with times", 3, r"\[{time}\] ?{name}: ?{text}", "[21:14] Ann: {}"),
    Shape("a chat with times", 3, r"{time}(?: -)? {name}: {text}", "9:14 PM Ann: {}"),
    Shape("a chat with times", 3, r"{name},? {clock}: {text}", "Ann 21:14: {}"),
    Shape("a Discord chat", 3, r"{name} ?- {time}", "Ann \u2014 21:14\n{}"),
    Shape("a Slack chat", 3, r"{name},?\s+[\[(]{time}[\])]:? ?{text}", "Ann  [9:14 PM]\n{}"),
    Shape("a Slack chat", 3, r"{name}\s\s+{time}", "Ann  9:14 PM\n{}"),
    Shape("a Slack chat", 3, r"{name}\n{time}", "Ann\n  9:14 PM\n{}"),
    Shape(
        "a Discord chat", 3, r"\[{time}\] ?{text}", "Ann \u2014 21:14\nhm\n[21:15] {}", same=True
    ),
    Shape("a Slack chat", 3, r"\[{time}\] ?{text}", "Ann  [9:14 PM]\nhm\n[9:15 PM]\n{}", same=True),
    Shape("a chat with names above", 4, r"{name}(?:,| \W)? {clock}", "Ann, 9:14 PM\n{}"),
    Shape("a Teams chat", 4, r"\[{time}\] {name}", "[9:14 PM] Ann\n{}"),
    Shape("an IRC log", 5, "<{mode}{name}> {text}", "<Ann> {}"),
    Shape("names in brackets", 6, r"\[{name}\] {text}", "[Ann] {}"),
    Shape("names in brackets", 6, r"\({name}\) {text}", "(Ann) {}"),
    Shape("rows without a heading", 6, "{name}{cut}{day}{cut}{text}", "Ann; 26.11.2026; {}"),
    Shape("rows without a heading", 6, "{day}{cut}{name}{cut}{text}", "26.11.2026; Ann; {}"),
    Shape("names before results", 6, "{day}:? {name}: {text}", "26.11.2026 Ann: {}"),
    Shape("names before results", 6, "{name} (?:wrote|said): ?{text}", "Ann wrote:\n{}"),
    Shape("names before results", 6, r"{name}:(?!\d\d|//) ?{text}", "Ann: {}"),
    Shape("names before results", 6, "{name} - {text}", "Ann - {}"),
    Shape("names before results", 6, "{name}{cut}{text}", "Ann\t{}"),
    Shape("names above results", 6, r"{name}\n{text}", "Ann\n{}"),
]
TIMED = 4  # the last rank whose shapes have a time
NAMELESS = "lines without names"
PASTED = 6  # the rank of shapes that are there only if a result follows
ABOVE = len(SHAPES) - 1


class Begin(NamedTuple):
    """The beginning of a message: how many lines it has, and what is in it."""

    shape: int
    name: str
    day: str
    text: str
    height: int


def chat_of(text: str, shares: Shares = ()) -> Chat:
    """Return the messages of a chat, the rows of a table, or pasted results. Raises GameError.

    ``shares``: how shares of jotto's begin.

    >>> chat = chat_of("26.11.26, 21:14 - Ann: Wordle 1,986 4/6")
    >>> chat.shape, chat.messages[0].name, chat.messages[0].day
    ('a WhatsApp export', 'Ann', '26.11.26')
    """
    text = clean(_whole(text))
    begin = text.lstrip()[:100].lower()
    if re.match("<(?:!doctype|html|head|body|div|[?]xml)", begin):
        raise GameError("this is HTML or XML: export the chat as text or as JSON")
    if begin.startswith("pk\3\4"):
        raise GameError("this is a ZIP or a workbook: unpack it, or save the table as CSV")
    if begin.startswith(("{", "[")) and (chat := _of_json(text)):
        return chat
    return _of_table(text) or _of_lines(text.splitlines(), shares)


def _whole(text: str) -> str:
    """Return a text with a sign for each half of a surrogate pair, which cannot be written."""
    return text.encode(errors="replace").decode()


# --- lines ----------------------------------------------------------------------------------------


@cache
def _pattern(shape: int) -> tuple[re.Pattern[str], int]:
    """Return the pattern of a shape, and over how many lines it goes."""
    text = re.sub(r"\{(\w+)\}", lambda place: PLACES[place[1]], SHAPES[shape].begins)
    return re.compile(text + "$", re.IGNORECASE), SHAPES[shape].begins.count(r"\n") + 1


def _of_lines(texts: Sequence[str], shares: Shares) -> Chat:
    """Return the messages of lines, each of which begins a message or continues one.

    A rank whose shapes are there counts if somebody has a result then; the first one in any case,
    as it has names and days.
    """
    lines, first = _Lines(texts, shares), Chat(NAMELESS, [], [], [])
    for rank in sorted({shape.rank for shape in SHAPES}):
        shapes = [at for at, shape in enumerate(SHAPES) if shape.rank == rank]
        chat = lines.messages(lines.begins(shapes))
        first = chat if first.shape == NAMELESS else first
        if chat.shape != NAMELESS and (rank == 1 or lines.has_result(chat)):
            return chat
    return first


class _Lines:
    """Lines, with what is seen of each at once: whether it may have a time, a result, a day."""

    def __init__(self, texts: Sequence[str], shares: Shares) -> None:
        self.texts, self.shares = texts, shares
        self.timed = [bool(HAS_TIME.search(line)) for line in texts]
        self.maybe = [may_be(line, shares) for line in texts]
        self.days = [_divider(line) for line in texts]

    def has_result(self, chat: Chat) -> bool:
        """Whether a message with a name has a result, or what looks like one."""
        named = (message.lines for message in chat.messages if message.name)
        maybe = ([line for _, line in of] for of in named if any(self.maybe[n - 1] for n, _ in of))
        return any(any(found_in(lines, self.shares)) for lines in maybe)

    def messages(self, begins: dict[int, Begin]) -> Chat:
        """Return the messages of lines by their beginnings."""
        texts, messages, day, name = self.texts, list[Message](), "", ""
        for start, end in pairwise([*([0] * (0 not in begins)), *begins, len(texts)]):
            begin = begins.get(start) or Begin(0, "", "", "", 0)
            body = start + begin.height
            name = name if begin.height and SHAPES[begin.shape].same else begin.name
            first = [(body, begin.text)] * bool(begin.text)
            rest = [(at + 1, texts[at]) for at in range(body, end)]
            more = [at + 1 for at in range(start, body) if texts[at].strip()]
            if rest or first or more:
                messages.append(Message(name, begin.day or day, [*first, *rest], more))
            day = next(filter(None, reversed(self.days[body:end])), day)
        used = Counter(SHAPES[begin.shape].name for begin in begins.values())
        named = [shape for shape, _ in used.most_common(1)] or [NAMELESS]
        numbers = [at for at, line in enumerate(texts, 1) if line.strip()]
        return Chat(named[0], numbers, messages, [])

    def begins(self, shapes: Sequence[int]) -> dict[int, Begin]:
        """Return where messages begin in some shapes; in those of pasted ones, if results do."""
        rank, found, at = SHAPES[shapes[0]].rank, dict[int, Begin](), 0
        if rank == PASTED:
            shapes = [shape for shape in shapes if shape == ABOVE or self.is_there(shape)]
        same = {shape for shape in shapes if SHAPES[shape].same}
        there = set(shapes) - same
        while at < len(self.texts):
            begin = None
            if self.texts[at].strip() and (rank > TIMED or any(self.timed[at : at + 3])):
                tried = (self.begin(at, shape) for shape in shapes if shape in there)
                begin = next(filter(None, tried), None)
            if begin:
                found[at] = begin
                there |= {shape for shape in same if SHAPES[shape].name == SHAPES[begin.shape].name}
            at += begin.height if begin else 1
        return found

    def is_there(self, shape: int) -> bool:
        """Whether a shape is in pasted results: a result follows, or begins the next line."""
        for at in range(len(self.texts)):
            head = self.begin(at, shape) if any(self.maybe[at : at + 2]) else None
            if head:
                below = [head.text, *self.texts[at + 1 : at + 4]]
                if any(found.at < 2 for found in found_in(below, self.shares)):
                    return True
                if any(form.match(head.text) for form in self.shares):
                    return True
        return False

    def begin(self, at: int, shape: int) -> Begin | None:
        """Return the beginning of a message in a shape on a line; None if there is none."""
        if shape == ABOVE:
            name = _named(self.texts[at])
            return Begin(shape, name, "", "", 1) if self.is_above(at) and is_name(name) else None
        pattern, height = _pattern(shape)
        found = pattern.match("\n".join(map(str.strip, self.texts[at : at + height])))
        if not found:
            return None
        parts = found.groupdict()
        name, day = _named(parts.get("name") or ""), parts.get("day") or parts.get("day_") or ""
        fits = is_name if SHAPES[shape].rank >= TIMED else _is_any
        if "name" in parts and not fits(name):
            return None
        return Begin(shape, name, day, (parts.get("text") or "").strip(), height)

    def is_above(self, at: int) -> bool:
        """Whether a line stands between results as a name does: it is short, and no sentence."""
        line = self.texts[at]
        if not any(self.maybe[at + 1 : at + 2]) or len(line.split()) > 3 or is_row(line):
            return False
        if (line.islower() and len(line.split()) > 1) or not begins(
            self.texts[at + 1], self.shares
        ):
            return False
        before = self.texts[at - 1] if at else ""
        return not before.strip() or is_row(before) or begins(before, self.shares)


def _named(text: str) -> str:
    """Return a name without marks of lists, of WhatsApp for unknown ones, and of Matrix."""
    text = re.sub(r"^(?:[-*\u2022~>|]+|\d+[.)]) ", "", text.strip()).strip(" *_~|:<>")
    matrix = re.fullmatch(r"@([^:\s]+):\S+", text)
    return matrix[1] if matrix else text


def _is_any(name: str) -> bool:
    """Whether a name can stand where a chat has names: it is no result."""
    return bool(name) and len(name) <= MOST_NAME and not MADE.search(name)


def is_name(name: str) -> bool:
    """Whether this can be a name in pasted results, where much stands before a result.

    >>> [is_name(text) for text in ("Ann Lee", "+49 151 234567", "today", "Wordle", "21:14")]
    [True, True, False, False, False]
    """
    words = name.casefold().split()
    return (
        _is_any(name)
        and len(words) <= 4
        and bool(re.search(r"[^\W\d_]|^\+\d[\d ]{5}", name))
        and not re.search(r"[#!?\"=/\\{}\[]|\d[:./-]\d", name)
        and not IN_TEXT.search(name)
        and (words[0] not in NOBODY or words in SHORT)
        and "'s" not in name
        and not any(map(is_game, LETTERS.findall(name)))
    )


def _divider(line: str) -> str:
    """Return the day of a line that has hardly more than a day, as between the days of a chat."""
    found = IN_TEXT.search(line) if len(line) <= MOST_NAME and len(line.split()) < 10 else None
    rest = line[: found.start()] + line[found.end() :] if found else "1"
    return found[0] if found and not re.search(r"\d", rest) and len(rest.split()) <= 4 else ""


# --- tables and records ---------------------------------------------------------------------------

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


def _of_table(text: str) -> Chat | None:
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
        _named(shown.get("name", "")),
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
    return _whole(str(value)) if value is not None else ""


def _letters(name: object) -> str:
    return "".join(sign for sign in str(name).casefold() if sign.isalpha())


def _of_json(text: str) -> Chat | None:
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

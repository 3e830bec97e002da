"""The messages of chats: whose each is, of which day, on which lines.

SHAPES says how messages begin in what chats export and in what is copied from them. The name is
where the shape has it, never what stands before a result.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from jotto.errors import GameError
from jotto.reading.days import DAY, IN_TEXT
from jotto.reading.records import Chat, Message, named, of_json, of_table, whole
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

# What people write before their results, or alone on a line, that is no name.
GREETINGS = (
    "ps pps re fw fwd thanks thank thx ty hi hello hey hallo dear cheers congrats sorry please all "
    "everyone everybody guys folks team good great morning evening night edit update nb btw fyi so "
    "lol haha sent note subject to cc lucky close then danke merci gracias obrigado grazie "
    "bonjour hola ciao salut happy tough hard easy phew wow today yesterday tomorrow monday "
    "tuesday wednesday thursday friday saturday sunday result results score scores unlucky nice "
    "one well done"
)
NO_NAMES = frozenset(GREETINGS.split())
PARTS = frozenset(("van", "von", "der", "de", "da", "di", "del", "la", "bin", "al"))  # of names
NOTICE = re.compile(r"\b(?:changed|renamed|created|set|edited)\s(?:the|this|group|to)\b")
LONGEST = 300  # characters of the beginning of a message
SHORT = ["me"], ["mi"], ["ma"], ["io"], ["yo"]  # names that are such words, too
MOST_NAME = 80  # characters
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
    text = clean(whole(text))
    begin = text.lstrip()[:100].lower()
    if re.match("<(?:!doctype|html|head|body|div|[?]xml)", begin):
        raise GameError("this is HTML or XML: export the chat as text or as JSON")
    if begin.startswith("pk\3\4"):
        raise GameError("this is a ZIP or a workbook: unpack it, or save the table as CSV")
    if begin.startswith(("{", "[")) and (chat := of_json(text)):
        return chat
    return of_table(text) or _of_lines(text.splitlines(), shares)


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
        maybe = zip(texts, self.maybe[1:], strict=False)
        self.above = Counter(line.strip() for line, below in maybe if below)

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
        used = Counter(SHAPES[begin.shape].name for begin in begins.values() if begin.height)
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
            at += max(1, begin.height) if begin else 1
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
            if not self.is_above(at):
                return None
            name = named(self.texts[at])  # what may be one, and may be no name, has none
            sure = self.is_alone(at) and is_name(name)
            return Begin(shape, name, "", "", 1) if sure else Begin(shape, "", "", "", 0)
        pattern, height = _pattern(shape)
        found = pattern.match("\n".join(map(str.strip, self.texts[at : at + height])))
        if not found:
            return None
        parts = found.groupdict()
        name, day = named(parts.get("name") or ""), parts.get("day") or parts.get("day_") or ""
        fits = is_name if SHAPES[shape].rank >= TIMED else _is_any
        if "name" in parts and not fits(name):
            return None
        return Begin(shape, name, day, (parts.get("text") or "").strip(), height)

    def is_above(self, at: int) -> bool:
        """Whether a line stands above a result as a name does: one to three words, no sentence.

        They begin with a capital or have none, unless the line is above several results.
        """
        line = self.texts[at]
        if not any(self.maybe[at + 1 : at + 2]) or len(line.split()) > 3 or is_row(line):
            return False
        low = [word for word in line.split() if word[0].islower() and word not in PARTS]
        if low and (len(line.split()) > 1 or self.above[line.strip()] < 2):
            return False
        return begins(self.texts[at + 1], self.shares)

    def is_alone(self, at: int) -> bool:
        """Whether a line stands at the beginning, below a result or below a blank line."""
        before = self.texts[at - 1] if at else ""
        return not before.strip() or is_row(before) or begins(before, self.shares)


def _is_any(name: str) -> bool:
    """Whether a name can stand where a chat has names: no result, and no notice with a colon."""
    return (
        bool(name)
        and len(name) <= MOST_NAME
        and not MADE.search(name)
        and not NOTICE.search(name)
        and name.count('"') % 2 == 0
        and name.count("\u201c") == name.count("\u201d")
    )


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
        and not NO_NAMES.intersection(re.findall(r"\w+", name.casefold()))
        and "'s" not in name
        and not any(map(is_game, LETTERS.findall(name)))
    )


def _divider(line: str) -> str:
    """Return the day of a line that has hardly more than a day, as between the days of a chat."""
    found = IN_TEXT.search(line) if len(line) <= MOST_NAME and len(line.split()) < 10 else None
    rest = line[: found.start()] + line[found.end() :] if found else "1"
    return found[0] if found and not re.search(r"\d", rest) and len(rest.split()) <= 4 else ""

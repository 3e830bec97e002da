"""A league: results that friends pasted into a chat, as a table.

A chat is read as people export it: from WhatsApp (``26.11.26, 21:14 - Ann: ..``, or in brackets),
from Telegram (copied, or its JSON) and from Signal (``[2026-11-26 21:14] Ann: ..``). So are pasted
results with a name before each, and a CSV table with the columns name, date, result, and if there
are, game and turns. A result is the head of a share: ``Wordle 1,234 4/6`` and others in ``-dle``,
``Daily Quordle 12`` with its numbers, whatever jotto shares, such as ``jotto 4 guesses``. Where the
words are beside its rows, or turns are written ``WORD=SCORE``, the game is reviewed. Nothing is
guessed: what looks like a result and cannot be read is listed.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields
from datetime import date, timedelta
from functools import partial
from itertools import groupby, pairwise, starmap
from typing import Any, NamedTuple

from jotto import files
from jotto.assistant.review import review, skill_and_luck
from jotto.assistant.sentences import patterns
from jotto.assistant.session import MOST_ENTRIES
from jotto.engine.game import Game
from jotto.engine.position import AnyStrategy, position_of
from jotto.errors import (
    GameError,
    JottoError,
    check_arguments,
    count,
    quoted,
    refusing_any,
    reported,
)
from jotto.plain import Plain, csv_of
from jotto.reading.turns import grid

WORDLE = date(2021, 6, 19)  # the day of number 0
BOARDS = {"Quordle": (4, 9), "Octordle": (8, 13)}  # how many, and the guesses allowed
INVISIBLE = dict.fromkeys(map(ord, "\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2069\ufeff"))
INVISIBLE |= {ord(sign): " " for sign in "\u202f\xa0"}
DAY = r"\d{1,4}[./-]\d{1,2}[./-]\d{2,4}"
TIME = r"(?:klo )?\d{1,2}[:.]\d\d(?:[:.]\d\d)?(?: ?[apAP]\.? ?[mM]\.?)?"
WHEN = rf"(?P<day>{DAY}),? {TIME}"
BEGINNINGS = [  # of a message
    re.compile(rf"{WHEN} [-\u2013] (?:(?P<name>[^:]+): )?(?P<text>.*)"),
    re.compile(rf"\[{WHEN}\] (?P<name>[^:]+):(?P<text>.*)"),
    re.compile(rf"(?P<name>.+), \[{WHEN}\]:?(?P<text>)$"),
]
HEAD = re.compile(
    r"#?(?:Daily )?(?P<game>[A-Za-z]*dle(?:game)?) #?(?P<number>\d[\d.,' ]*?) "
    r"(?P<made>(?:\d{1,2}|X)(?:&(?:\d{1,2}|X))*)/(?P<most>\d{1,2})(?![\d/])"
)
DAILY = re.compile(r"Daily (?P<game>Quordle|Octordle) #?(?P<number>\d+)\s*$")
SHARED = "shared: a game", "shared: a kept secret", "share: boards"  # sentences: heads of jotto's
NEARLY = re.compile(
    r"#?(?:Daily )?[A-Za-z]*dle(?:game)? #?\d|jotto(?: you:)?\W{1,3}\d.*(?:gues|found)", re.I
)
NUMBERS = re.compile(r"(?P<digit>\d)\ufe0f?\u20e3|(?P<clock>[🔟🕚🕛🕐])|(?P<lost>🟥)")
CLOCKS = {"🔟": 10, "🕚": 11, "🕛": 12, "🕐": 13}
MADE = re.compile(r"(?P<made>\d{1,3}|X)(?:/(?P<most>\d{1,3}))?", re.I)
ORDERS = {"day": (2, 1, 0), "month": (2, 0, 1), "year": (0, 1, 2)}  # where year, month, day are
COLUMNS = "name", "date", "result"
LONGEST = 300  # characters of a line with a result
OF_A_ROW = 50  # lines of a table at most, in cells with quotes
MOST_NUMBER = 100_000  # of a daily game: 270 years
MOST_LINES = 1 << 53
NO_CHAT = "this JSON is not a chat that Telegram exports"
FIRST, LAST = date(1970, 1, 1), date(9998, 12, 31)  # days with weeks and practice around them


class Message(NamedTuple):
    """A message of a chat, or a row of a table: its line, name, date as it stands, and text."""

    line: int
    name: str
    day: str
    text: str
    game: str = ""
    counted: bool = True  # its further lines have further numbers


Unreadable = tuple[int, str]  # a line, and why it cannot be read


@dataclass(frozen=True)
class Result(Plain):
    """A result: of whom, which game, on which line.

    A game that was not found counts a guess more than are allowed; ``guesses`` is None if any
    number is. ``number`` is that of a daily game; ``skill`` and ``luck``, 0 to 99, are None if the
    words are not known. ``turns`` are those that are written WORD=SCORE.
    """

    line: int
    name: str
    date: str | None
    game: str
    number: int | None
    guesses: int | None
    found: bool
    skill: int | None = None
    luck: int | None = None
    turns: tuple[str, ...] = ()


@dataclass(frozen=True)
class Standing(Plain):
    """A row of the table: a player at one game, and the part of it in the week."""

    game: str
    name: str
    games: int
    found: int
    mean: float | None
    skill: float | None
    luck: float | None
    week_games: int
    week_mean: float | None
    best: bool


@dataclass(frozen=True)
class League(Plain):
    r"""Results, and the lines that look like a result and cannot be read, each with the reason.

    The week is the one of ``day``, from Monday.

    >>> import jotto
    >>> league = jotto.league("Ann: Wordle 1,234 4/6\nBob: Wordle 1,234 X/6\nCy: Wordle 12 7/6")
    >>> [(row.name, row.games, row.found, row.mean) for row in league.table]
    [('Ann', 1, 1, 4.0), ('Bob', 1, 0, 7.0)]
    >>> league.unread
    (Unread(line=3, reason="'Wordle 12 7/6' has 7 of at most 6 guesses", text=0),)
    """

    results: tuple[Result, ...]
    unread: tuple[Unread, ...]
    day: str
    _plain, _table = "week table results unread", "table"

    @property
    def week(self) -> tuple[str, str]:
        """The first and the last day of the week."""
        day = date.fromisoformat(self.day)
        monday = day - timedelta(day.weekday())
        return monday.isoformat(), (monday + timedelta(6)).isoformat()

    @property
    def table(self) -> tuple[Standing, ...]:
        """The players of each game, the lowest mean first.

        Best of the week has the lowest mean in it, of those with at least half as many games in it
        as whoever has most; equals are best together.
        """
        rows = list[Standing]()
        for game, group in groupby(sorted(self.results, key=_game), _game):
            played = sorted(group, key=lambda result: result.name)
            by_name = {name: list(of) for name, of in groupby(played, lambda r: r.name)}
            weeks = {name: [r for r in of if self._in_week(r)] for name, of in by_name.items()}
            most = max(map(len, weeks.values()))
            means = {name: _mean(r.guesses for r in of) for name, of in weeks.items()}
            fit = {n: m for n, m in means.items() if m is not None and 2 * len(weeks[n]) >= most}
            made = [
                Standing(
                    game,
                    name,
                    len(of),
                    sum(result.found for result in of),
                    _mean(result.guesses for result in of),
                    _mean(result.skill for result in of),
                    _mean(result.luck for result in of),
                    len(weeks[name]),
                    means[name],
                    best=name in fit and fit[name] == min(fit.values()),
                )
                for name, of in by_name.items()
            ]
            rows += sorted(made, key=lambda row: (row.mean is None, row.mean))
        return tuple(rows)

    def _in_week(self, result: Result) -> bool:
        first, last = self.week
        return result.date is not None and first <= result.date <= last

    def __repr__(self) -> str:
        names = len({result.name for result in self.results})
        return f"League({count(len(self.results), 'result')} of {count(names, 'player')})"

    def to_csv(self) -> str:
        """Return the table as CSV."""
        return csv_of(self.rows(), [field.name for field in fields(Standing)])


def _game(result: Result) -> str:
    return result.game


def _mean(values: Any) -> float | None:
    numbers = [value for value in values if value is not None]
    return round(sum(numbers) / len(numbers), 9) if numbers else None


@dataclass(frozen=True)
class Unread(Plain):
    """A line that looks like a result and cannot be read; ``text``: which of the texts, from 0."""

    line: int
    reason: str
    text: int = 0


def league(
    *texts: str,
    game: Game | None = None,
    day: date | None = None,
    dates: str | None = None,
    strategy: AnyStrategy = "entropy",
) -> League:
    """Read results that were pasted into chats, or tables of them.

    ``game``: where words are known, games are reviewed as this one, by ``strategy``. ``day`` is in
    the week whose best is shown, today if None. ``dates``: ``day`` or ``month``, what comes first
    in dates such as 3/4/2026; None if the dates show it. Raises GameError.

    >>> import jotto
    >>> chat = '''26.11.26, 21:14 - Ann: Wordle 1,986 3/6
    ... 26.11.26, 22:01 - Bob: Daily Quordle 1765
    ... 4️⃣7️⃣
    ... 5️⃣🟥
    ... 26.11.26, 22:02 - Ann: unlucky!'''
    >>> [(result.name, result.game, result.guesses) for result in jotto.league(chat).results]
    [('Ann', 'Wordle', 3), ('Bob', 'Quordle', 10)]
    """
    check_arguments(league, {"game": game, "day": day, "dates": dates})
    if not FIRST <= (shown := day or date.today()) <= LAST:
        raise GameError(f"day {shown}: give one from {FIRST} to {LAST}").about("day")
    if game is not None:
        position_of(game)  # raises GameError where answers may be false
    results, unread = dict[Any, Result](), list[Unread]()
    for number, text in enumerate(texts):
        check_arguments(_messages, {"text": text})
        for line, result in _read(text, dates, game, strategy):
            if isinstance(result, str):
                unread.append(Unread(line, result, number))
                continue
            key = (result.name, result.game, result.number or (number, line))
            known = results.setdefault(key, result)
            if known.guesses != result.guesses:
                reason = f"a second result of {result.name} for {result.game} {result.number}"
                unread.append(Unread(line, reason, number))
    return League(tuple(results.values()), tuple(unread), shown.isoformat())


class Share(NamedTuple):
    """A share as it stands, see Result; ``made`` is how many guesses were made on one board.

    ``day`` is that of a daily game, if the share says it.
    """

    game: str
    number: int | None
    guesses: int | None
    found: bool
    made: int | None = None
    day: date | None = None


def _read(
    text: str, dates: str | None, game: Game | None, strategy: AnyStrategy
) -> Iterator[tuple[int, Result | str]]:
    """Yield the line of each result with what it is, or with the reason why it cannot be read.

    Whatever is wrong with a line, those after it are read.
    """
    with refusing_any(lambda reason: GameError(f"these results cannot be read: {reason}")):
        messages = list(_messages(text))
    whole = [message for message in messages if isinstance(message, Message)]
    order = _order([message.day for message in whole if message.day], dates)
    for message in messages:
        if not isinstance(message, Message):
            yield message
            continue
        lines = message.text.split("\n")
        result = partial(_result, message, lines, order, game, strategy)
        for at, found in enumerate(reported(map(result, range(len(lines))))):
            if found is not None:
                yield message.line + at * message.counted, found


def _result(
    message: Message,
    lines: Sequence[str],
    order: str,
    game: Game | None,
    strategy: AnyStrategy,
    at: int,
) -> Result | str | None:
    """Return the result on a line of a message, or why it cannot be read; None if it has none."""
    share, when = _share(message, lines, at), _dated(message.day, order)
    if share is None or isinstance(share, str):
        return share
    if message.day and (when is None or not FIRST <= when <= LAST):
        return f"{quoted(message.day)} is not a date"
    if not message.name:
        return "there is no name before it"
    if not when and share.game == "Wordle" and share.number is not None:
        when = WORDLE + timedelta(share.number)
    when = when or share.day
    turns = tuple(part for part in message.text.split() if "=" in part)
    turns = turns if len(turns) == share.made else ()
    points = _points(game, message.text, turns, share, strategy) if game else (None, None)
    day = when.isoformat() if when else None
    return Result(
        message.line + at * message.counted, message.name, day, *share[:4], *points, turns
    )


def _points(
    game: Game, text: str, turns: Any, share: Share, strategy: AnyStrategy
) -> tuple[int | None, int | None]:
    """Return skill and luck of a game whose words are beside its rows, or written WORD=SCORE."""
    with suppress(JottoError):
        if not turns and game.rule.tiles:
            turns = grid(text, game.rule)
            turns = turns if all(game.find(word.lower()) >= 0 for word, _ in turns) else []
        if not turns or len(turns) != share.made:
            return None, None
        reviewed = review(game, *turns, strategy=strategy)
        if len(reviewed.judged) == reviewed.made and reviewed.won == share.found:
            return skill_and_luck(reviewed.cost, reviewed.luck) or (None, None)
    return None, None


# --- shares ---------------------------------------------------------------------------------------


def _share(message: Message, lines: Sequence[str], at: int) -> Share | str | None:
    """Return the share on a line of a message, or why it cannot be read; None if it has none."""
    if message.game and _head(lines[0]) is None:
        return None if at else _of_cell(lines[0], message.game)
    line = lines[at].strip()[:LONGEST]
    if found := HEAD.match(line):
        if (number := _digits(found["number"])) > MOST_NUMBER:
            return f"{quoted(line)}: no game has the number {found['number']}"
        return _counted(line, found["game"], number, *found.group("made", "most"))
    if found := DAILY.match(line):
        return _of_boards(found["game"], _digits(found["number"]), lines[at + 1 :])
    if found := next(filter(None, (form.match(line) for form in patterns(*SHARED))), None):
        return _of_jotto(line, found.groupdict())
    if any(form.search(line) for form in (HEAD, *patterns(*SHARED))):
        return "the result does not begin the line"
    nearly = NEARLY.match(line)
    return f"{quoted(line)} is not a result, such as Wordle 1,234 4/6" if nearly else None


def _of_jotto(line: str, facts: dict[str, str | None]) -> Share | str | None:
    """Return a share of jotto's by its facts; None if it is about the opponent."""
    if facts.get("side_They") is not None:
        return None
    made, lost = _digits(str(facts["made"])), facts.get("won_no") is not None
    boards, day = facts.get("boards"), facts.get("day")
    if not int(not lost) <= made <= MOST_ENTRIES or not re.fullmatch(r"\d{1,2}", boards or "2"):
        return f"{quoted(line)} is not a result, such as jotto 4 guesses"
    try:
        when = date.fromisoformat(day) if day else None
    except ValueError:
        return f"{quoted(str(day))} is not a date"
    game = f"jotto, {boards} boards" if boards else "jotto"
    number = int(f"{when:%Y%m%d}") if when else None
    return Share(game, number, None if lost else made, not lost, None if boards else made, when)


def _digits(text: str) -> int:
    return int(re.sub(r"\D", "", text))


def _counted(text: str, game: str, number: int | None, made: str, most: str | None) -> Share | str:
    """Return a share by its guesses, such as 4, X or 4&6, and how many are allowed."""
    boards, limit = made.upper().split("&"), int(most or 0)
    if "X" in boards:
        if not limit:
            return f"{quoted(text)}: write how many guesses are allowed, such as X/6"
        return Share(game, number, limit + 1, found=False, made=limit if len(boards) == 1 else None)
    guesses = max(map(int, boards))
    if not guesses or guesses > (limit or guesses):
        return f"{quoted(text)} has {guesses} of at most {limit} guesses"
    return Share(game, number, guesses, found=True, made=guesses if len(boards) == 1 else None)


def _of_cell(text: str, game: str) -> Share | str:
    """Return the result in a cell of a table."""
    if found := MADE.fullmatch(text):
        return _counted(text, game, None, *found.group("made", "most"))
    return f"{quoted(text)} is not a result, such as 4/6"


def _of_boards(game: str, number: int, lines: Sequence[str]) -> Share | str:
    """Return a share of several boards by the numbers on the lines below its head."""
    boards, most = BOARDS[game]
    numbers = list[int]()
    for line in lines:
        found = list(NUMBERS.finditer(line))
        if len(numbers) >= boards or (not found and line.strip()):
            break
        for sign in found:
            clock = CLOCKS.get(sign["clock"] or "", 0)
            numbers.append(most + 1 if sign["lost"] else clock or int(sign["digit"]))
    if len(numbers) != boards or min(numbers) < 1:
        return f"{game} {number} has {len(numbers)} of {boards} numbers below it"
    guesses = max(numbers)
    return Share(game, number, guesses, found=guesses <= most)


# --- dates ----------------------------------------------------------------------------------------


def _order(days: Sequence[str], dates: str | None) -> str:
    """Return what comes first in dates: day or month, as the person says or the dates show.

    Dates with dots have the day first. Others show it if only one order makes dates of all of them,
    or only one has them ascend, as in a chat. Raises GameError.
    """
    if dates is not None and dates not in ("day", "month"):
        raise GameError(f"dates {quoted(dates)}: write day or month").about("dates")
    open_ones = [day for day in days if _dated(day, "day") != _dated(day, "month")]
    if dates is not None or not open_ones:
        return dates or "day"
    read = {order: [_dated(day, order) for day in open_ones] for order in ("day", "month")}
    whole = {order: [day for day in of if day] for order, of in read.items() if all(of)}
    fits = [order for order, of in whole.items() if of == sorted(of)]
    fits = fits if len(fits) == 1 else list(whole)
    if len(fits) == 1:
        return fits[0]
    wrong = f"{quoted(open_ones[0])}: say whether the day or the month comes first in dates"
    raise GameError(wrong).about("dates")


def _dated(text: str, order: str) -> date | None:
    """Return a date; None if it is none in this order."""
    parts = re.split("[./-]", text)
    places = ORDERS["year" if len(parts[0]) == 4 else "day" if "." in text else order]
    with suppress(ValueError, IndexError):
        year, month, day = (int(parts[place]) for place in places)
        return date(year + 2000 * (year < 100), month, day)
    return None


# --- messages -------------------------------------------------------------------------------------


def _messages(text: str) -> Iterator[Message | Unreadable]:
    """Yield the messages of a chat, the rows of a table, or pasted results."""
    text = _whole(text).translate(INVISIBLE)
    if text.lstrip().startswith("{"):
        yield from _of_telegram(text)
        return
    lines = text.splitlines()
    begins = {
        number: found
        for number, line in enumerate(lines, start=1)
        if (found := next(filter(None, (form.match(line.strip()) for form in BEGINNINGS)), None))
    }
    first = next((line for line in lines if line.strip()), "")
    if begins:
        for number, end in pairwise([*([1] * (1 not in begins)), *begins, len(lines) + 1]):
            found = begins.get(number)
            rest = lines[number if found else number - 1 : end - 1]
            name, day, begin = found.group("name", "day", "text") if found else ("", "", "")
            body = "\n".join([begin.strip() if found else "", *rest][not found :])
            yield Message(number, (name or "").strip(), day, body)
    elif [cell.strip().lower() for cell in first.split(",")][:3] == [*COLUMNS]:
        yield from _of_table(text)
    else:
        yield from _pasted(lines)


def _of_telegram(text: str) -> Iterator[Message | Unreadable]:
    """Yield the messages of Telegram's JSON; for a line they have their numbers."""
    with refusing_any(lambda reason: GameError(f"{NO_CHAT}: {reason}")):
        chat = files.from_json(text)
    messages = chat.get("messages") if isinstance(chat, dict) else None
    given = enumerate(messages, 1) if isinstance(messages, list) else ()
    read = list(reported(starmap(_of_chat, given)))
    if not any(isinstance(message, Message) for message in read):
        raise GameError(NO_CHAT)
    for at, message in enumerate(read, 1):
        yield message if isinstance(message, Message) else (at, message)


def _of_chat(at: int, message: Any) -> Message:
    """Return a message of Telegram's; if it has no number, by its place."""
    if not isinstance(message, dict) or "date" not in message:
        raise GameError(f"{message!r:.60} is not a message")
    parts = message.get("text") or ""
    parts = [parts] if isinstance(parts, str) else parts
    body = "".join(part if isinstance(part, str) else part["text"] for part in parts)
    number, name, day = message.get("id"), message.get("from") or "", str(message["date"])[:10]
    line = number if type(number) is int and 0 < number < MOST_LINES else at
    return Message(line, _whole(str(name)), _whole(day), _whole(body), counted=False)


def _whole(text: str) -> str:
    """Return a text with a sign for each half of a surrogate pair, which cannot be written."""
    return text.encode(errors="replace").decode()


def _of_table(text: str) -> Iterator[Message | Unreadable]:
    """Yield the rows of a CSV table; a quote that is not closed ends with its line."""
    lines, names, at = io.StringIO(text, newline=None).readlines(), list[str](), 0
    while at < len(lines):
        reader = csv.reader(lines[at : at + OF_A_ROW], skipinitialspace=True, strict=True)
        row, number = next(reported(reader)), at + 1
        at += 1 if isinstance(row, str) else reader.line_num
        if isinstance(row, str):
            yield number, row
        elif not names:
            names = [name.strip().lower() for name in row]
        elif row:
            cells = {name: cell.strip() for name, cell in zip(names, row, strict=False)}
            name, day, result, turns, game = (
                cells.get(column, "") for column in (*COLUMNS, "turns", "game")
            )
            yield Message(number, name, day, f"{result}\n{turns}", game or "games")


def _pasted(lines: Sequence[str]) -> Iterator[Message]:
    """Yield pasted results: the name is before the head, or on the line above it."""
    heads = list[tuple[int, int, str]]()  # first line, that of the head, name
    for at, line in enumerate(lines):
        if (begin := _head(line)) is not None:
            name = line[:begin].strip(" :,-\t")
            above = lines[at - 1].strip(" :\t") if at and not name else ""
            is_name = above.replace(" ", "").isalpha()
            heads.append((at - is_name, at, name or above * is_name))
    for (_, at, name), (end, *_) in pairwise([*heads, (len(lines), 0, "")]):
        body = [lines[at][_head(lines[at]) :], *lines[at + 1 : end]]
        yield Message(at + 1, name, "", "\n".join(body))


def _head(line: str) -> Any:
    forms = HEAD, DAILY, *patterns(*SHARED), NEARLY
    found = next(filter(None, (form.search(line[:LONGEST]) for form in forms)), None)
    return found and found.start()

"""A league: results that friends pasted into a chat, as a table.

``jotto.reading`` reads chats as they are exported and copied, pasted results with a name before
each, and tables. Where the words are beside the rows of a result, or turns are written
``WORD=SCORE``, the game is reviewed. Nothing is guessed: what looks like a result and cannot be
read is listed, and every line is counted as used, reported or passed over.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from datetime import date, timedelta
from functools import cached_property, partial
from typing import Any, NamedTuple

from jotto.assistant.review import review, skill_and_luck
from jotto.assistant.sentences import patterns
from jotto.assistant.standings import Counting, LeagueGame, Result, Standing, shared, tables
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
from jotto.reading.chats import chat_of
from jotto.reading.days import FIRST, LAST, in_order, order_of
from jotto.reading.records import Message
from jotto.reading.results import Found, Share, found_in
from jotto.reading.turns import grid

WORDLE = date(2021, 6, 19)  # the day of number 0
NEAR = 40  # lines of a message around a result in which its words and turns are
USED, REPORTED, PASSED = "used", "reported", "passed_over"  # what a line is
SHARED = "shared: a game", "shared: a kept secret", "shared: a match", "share: boards"  # heads


@dataclass(frozen=True)
class League(Plain):
    r"""Results, and the lines that look like a result and cannot be read, each with the reason.

    The week is the one of ``day``, from Monday. ``shapes`` is what each text was read as. Each line
    is ``used`` (a result, or of one), ``reported``, or ``passed_over``; blank ones do not count.
    ``lost`` and ``least`` say how games were counted: see ``league``.

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
    shapes: tuple[str, ...] = ()
    used: int = 0
    reported: int = 0
    passed_over: int = 0
    lost: int | str | None = None
    least: int | None = None
    _plain = "week shapes used reported passed_over lost least games table results unread"
    _table = "table"

    @property
    def week(self) -> tuple[str, str]:
        """The first and the last day of the week."""
        day = date.fromisoformat(self.day)
        monday = day - timedelta(day.weekday())
        return monday.isoformat(), (monday + timedelta(6)).isoformat()

    @property
    def table(self) -> tuple[Standing, ...]:
        """The players of each game: those with a place, the lowest mean first, then the others.

        Best of the week has the lowest mean in it, of those with at least half as many games in it
        as whoever has most; equals are best together.
        """
        return tuple(row for _, rows in self._tables for row in rows)

    @property
    def games(self) -> tuple[LeagueGame, ...]:
        """What the rows of each game have in common."""
        return tuple(game for game, _ in self._tables)

    @cached_property
    def _tables(self) -> list[tuple[LeagueGame, list[Standing]]]:
        return tables(self.results, self.week, self.day, Counting(self.lost, self.least))

    def share(self) -> str:
        r"""Return the tables as a text for a chat: places, averages and the last seven days.

        >>> import jotto
        >>> print(jotto.league("Ann: Wordle 1,234 4/6\nBob: Wordle 1,234 X/6").share())
        League of Wordle, seven days to 2024-11-04
        🥇 Ann 4.00 ▫️▫️▫️▫️▫️▫️4️⃣
        🥈 Bob 7.00 ▫️▫️▫️▫️▫️▫️❌
        """
        return shared(self._tables)

    def lines(self) -> dict[str, Any]:
        r"""Return what the texts were read as, and how many lines were used, reported, or neither.

        >>> import jotto
        >>> jotto.league("Ann: Wordle 12 4/6\nBob: hello").lines()
        {'shapes': ['names before results'], 'used': 1, 'reported': 0, 'passed_over': 1}
        """
        counts = {"used": self.used, "reported": self.reported, "passed_over": self.passed_over}
        return {"shapes": [*dict.fromkeys(self.shapes)], **counts}

    def __repr__(self) -> str:
        names = len({result.name for result in self.results})
        return f"League({count(len(self.results), 'result')} of {count(names, 'player')})"

    def to_csv(self) -> str:
        """Return the table as CSV; days and weeks are in one cell each, with . for none."""
        return csv_of(self.rows(), (field.name for field in fields(Standing)))


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
    lost: int | str | None = None,
    least: int | None = None,
) -> League:
    """Read results that were pasted into chats, or tables of them.

    ``game``: where words are known, games are reviewed as this one, by ``strategy``. ``day`` is in
    the week whose best is shown, today if None. ``dates``: ``day`` or ``month``, what comes first
    in dates such as 3/4/2026; None if the dates show it. ``lost`` is what a game that was not
    found counts as in an average: a number of guesses, ``"out"`` for nothing, None for one guess
    more than allowed. ``least`` games are needed for a place, by default a third of the games of
    whoever has most. Raises GameError.

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
    counting = Counting.checked(lost, least)
    made = _Made({}, [], {}, [], {}, {})
    for number, text in enumerate(texts):
        check_arguments(chat_of, {"text": text})
        made.add(number, text, dates, partial(_result, game, strategy))
    lines = Counter(made.lines.values())
    return League(
        tuple(made.results.values()),
        tuple(made.unread),
        shown.isoformat(),
        tuple(made.shapes),
        **{kind: lines[kind] for kind in (USED, REPORTED, PASSED)},
        **counting._asdict(),
    )


class _Made(NamedTuple):
    """What is read of texts: results by what they are of, and what each line is."""

    results: dict[Any, Result]
    unread: list[Unread]
    lines: dict[tuple[int, int], str]
    shapes: list[str]
    spelled: dict[str, str]
    called: dict[str, str]

    def add(self, number: int, text: str, dates: str | None, result_of: Any) -> None:
        """Read a text; whatever is wrong with a line, those after it are read."""
        with refusing_any(lambda reason: GameError(f"these results cannot be read: {reason}")):
            shares = patterns(*SHARED)
            chat = chat_of(text, shares)
        orders = order_of([message.day for message in chat.messages if message.day], dates)
        names = {name: name for message in chat.messages if (name := message.name)}
        called = {name.split()[0].casefold(): name for name in names}
        called |= {name.casefold(): name for name in names}
        several = {name: both for name in names if (both := _several(name, called))}
        self.shapes.append(chat.shape)
        self.lines.update(((number, line), PASSED) for line in chat.numbers)
        for line, reason in chat.wrong:
            self.report(number, line, reason)
        for message in chat.messages:
            lines = [line for _, line in message.lines]
            cell = {"game": message.game, "number": message.number}
            shared = found_in(lines, shares, names=called, own=message.name, **cell)
            for found in shared:
                line = message.lines[found.at][0]
                [result] = reported(map(partial(result_of, message, orders), [found]))
                result = result if isinstance(result, str | tuple) else (result,)
                both = several.get(message.name, "")
                doubt = message.doubt or (f"it may be of {both}" if both else "")
                if doubt or isinstance(result, str):
                    self.report(number, line, doubt or str(result))
                else:
                    for one in result:
                        self.use(number, one, {line, *message.more, *_lines(message, found)})

    def use(self, number: int, result: Result, lines: Iterable[int]) -> None:
        """Add a result, which has some lines; the same one counts once."""
        game = self.spelled.setdefault(result.game.casefold(), result.game)
        name = self.called.setdefault(result.name.casefold(), result.name)
        if (name, game) != (result.name, result.game):
            result = replace(result, name=name, game=game)
        played = result.number
        if played is None and game == "Wordle" and result.date:  # one a day
            played = (date.fromisoformat(result.date) - WORDLE).days
        known = self.results.setdefault(
            (name, game, (number, result.line) if played is None else played), result
        )
        if known.guesses != result.guesses:
            which = f" on {result.date}" if result.number is None else f" {result.number}"
            reason = f"a second result of {name} for {game}{which}"
            self.report(number, result.line, reason)
            return
        for line in lines:
            if self.lines.get((number, line)) != REPORTED:
                self.lines[number, line] = USED

    def report(self, number: int, line: int, reason: str) -> None:
        """Add a line that cannot be read."""
        self.unread.append(Unread(line, reason, number))
        self.lines[number, line] = REPORTED


def _several(name: str, called: Mapping[str, str]) -> str:
    """Return the names in a name, if each is also that of somebody; else nothing."""
    parts = re.split(r"\s*(?:[,&+/]|\band\b)\s*", name)
    known = [called.get(part.casefold()) == part for part in parts]
    return " or of ".join(parts) if len(parts) > 1 and all(known) else ""


def _lines(message: Message, found: Found) -> Iterator[int]:
    """Yield the numbers of the rows below a result."""
    return (message.lines[at][0] for at in found.rows if message.lines[at][1].strip())


def _result(
    game: Game | None,
    strategy: AnyStrategy,
    message: Message,
    orders: tuple[str, str],
    found: Found,
) -> Result | str | tuple[Result, ...]:
    """Return the result that was found in a message, or those of a summary, or what is wrong."""
    share, when = found.share, in_order(message.day, orders) if message.day else None
    if isinstance(share, str):
        return share
    if message.day and when is None:
        return f"{quoted(message.day)} is not a date"
    line = message.lines[found.at][0]
    if found.players:
        day = (when - timedelta(1)).isoformat() if when else None
        played = (when - WORDLE).days - 1 if when else None
        facts = day, "Wordle", played, share.guesses, share.found
        return tuple(Result(line, name, *facts) for name in found.players)
    if not message.name:
        return "there is no name before it"
    if not when and share.game == "Wordle" and share.number is not None:
        when = WORDLE + timedelta(share.number)
    when = when or share.day
    near = message.lines[max(found.at - NEAR, 0) : found.at + NEAR]
    texts = [text for _, text in near]
    texts[min(found.at, NEAR)] = found.tail
    text = "\n".join(texts)
    turns = tuple(part for part in text.split() if "=" in part)
    if message.game and turns and share.made is not None and len(turns) != share.made:
        return (
            f"{count(share.made, 'guess')}, and {count(len(turns), 'turn')}: {' '.join(turns):.60}"
        )
    turns = turns if len(turns) == share.made else ()
    points = _points(game, text, turns, share, strategy) if game else (None, None)
    day = when.isoformat() if when else None
    return Result(line, message.name, day, *share[:4], *points, turns)


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

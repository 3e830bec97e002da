"""The table of a league: for each game its players, the lowest average first.

A player has a place after a least number of games; those with fewer are named apart. Beside the
average stand the last seven days, the streak, and the average of each week.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from itertools import groupby
from typing import Any, NamedTuple

from jotto.assistant.sentences import Sentence, sentence
from jotto.errors import GameError, is_whole
from jotto.plain import Plain
from jotto.reading.results import MOST_NUMBER

MOST_WEEKS = 26  # of a chart: half a year
MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}
LOST, NONE = "X", ""  # of a day: a game that was not found; no game
IN_TEXT = {LOST: "❌", NONE: "▫️", "10": "🔟"}  # days in a text to paste
IN_LETTERS = str.maketrans(
    {"🥇": "1.", "🥈": "2.", "🥉": "3.", "❌": "X", "▫": "-", "🔟": "10"}
    | dict.fromkeys("\ufe0f\u20e3", "")
)
MOST_LOST, MOST_GAMES = 1000, 1_000_000  # that can be asked for
SHARED = 20  # players in a text to paste
OUT = "out"  # what a game that was not found counts as: nothing


@dataclass(frozen=True)
class Result(Plain):
    """A result: of whom, which game, on which line.

    A game that was not solved counts one guess more than are allowed; ``guesses`` is None if there
    is no limit. ``number`` is that of a daily game; ``skill`` and ``luck``, 0 to 99, are None if
    the words are not known. ``turns`` are those that are written WORD=SCORE.
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
    """A row of the table: a player at one game, and the part of it in the week.

    ``place`` is from 1, equals share it; None with ``missing`` games to the least number for a
    place, or if no game counts. ``streak`` is how many games in a row were found, up to the last
    or last but one that anybody played. ``days`` are those of ``LeagueGame.days``: a number of
    guesses, "X" if not found, "" if not played. ``weeks`` are the means of ``LeagueGame.weeks``.
    """

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
    place: int | None = None
    missing: int = 0
    streak: int = 0
    days: tuple[str, ...] = field(default=(), repr=False)
    weeks: tuple[float | None, ...] = field(default=(), repr=False)


@dataclass(frozen=True)
class LeagueGame(Plain):
    """What the rows of one game have in common.

    ``least`` games are needed for a place; ``most`` are those of the busiest player. ``usual`` is
    the rounded mean of the games that were found. ``days`` are the last seven dates, to the last
    one that has a result; ``weeks`` are Mondays, from the first week with a result to the last.
    ``said`` are sentences below the table.
    """

    game: str
    players: int
    most: int
    least: int
    usual: int | None
    days: tuple[str, ...] = field(repr=False)
    weeks: tuple[str, ...] = field(repr=False)
    said: tuple[Sentence, ...] = field(repr=False)


class Counting(NamedTuple):
    """How games are counted: those that were not found, and how many a place takes."""

    lost: int | str | None = None  # as so many guesses; "out"; None: one more than allowed
    least: int | None = None  # None: a third of the most

    @classmethod
    def checked(cls, lost: Any, least: Any) -> Counting:
        """Return these ways to count; raises GameError if there are no such ones."""
        out = lost is None or (isinstance(lost, str) and lost == OUT)
        if not (out or (is_whole(lost) and 1 <= lost <= MOST_LOST)):
            reason = f"write a number of guesses, 1 to {MOST_LOST:,}, or out"
            raise GameError(f"lost={lost!r:.60}: {reason}").about("lost")
        if not (least is None or (is_whole(least) and 1 <= least <= MOST_GAMES)):
            reason = f"write a number of games, 1 to {MOST_GAMES:,}"
            raise GameError(f"least={least!r:.60}: {reason}").about("least")
        return cls(lost, least)

    def guesses(self, result: Result) -> int | None:
        """Return what a result adds to an average; None if nothing."""
        if result.found or self.lost is None:
            return result.guesses
        return None if isinstance(self.lost, str) else self.lost

    def said(self, results: Sequence[Result]) -> Sentence:
        """Say what a game counts as that was not found."""
        unlimited = any(not result.found and result.guesses is None for result in results)
        if isinstance(self.lost, int):
            return sentence("league lost", guesses=self.lost)
        return sentence("league lost: out" if self.lost or unlimited else "league lost: one more")


def number_of(text: str) -> int | str | None:
    """Return a way to count as it was typed or chosen: a number, another text, or nothing.

    >>> number_of("7"), number_of("out"), number_of("")
    (7, 'out', None)
    """
    return int(text) if text.isdecimal() and text.isascii() and len(text) < 9 else text or None


def mean(values: Iterable[float | None]) -> float | None:
    """Return the mean of those that are numbers; None if there are none."""
    numbers = [value for value in values if value is not None]
    return round(sum(numbers) / len(numbers), 9) if numbers else None


def tables(
    results: Sequence[Result], week: tuple[str, str], day: str, counting: Counting
) -> list[tuple[LeagueGame, list[Standing]]]:
    """Return a table for each game."""
    dates = [result.date for result in results if result.date and result.date <= day]
    last = date.fromisoformat(max(dates)) if dates else None
    days = tuple((last - timedelta(n)).isoformat() for n in range(6, -1, -1)) if last else ()
    games = groupby(sorted(results, key=lambda result: result.game), lambda result: result.game)
    return [_table(game, list(of), week, days, counting) for game, of in games]


def _table(
    game: str,
    results: list[Result],
    week: tuple[str, str],
    days: tuple[str, ...],
    counting: Counting,
) -> tuple[LeagueGame, list[Standing]]:
    played = sorted(results, key=lambda result: result.name)
    players = {name: list(of) for name, of in groupby(played, lambda result: result.name)}
    most = max(map(len, players.values()))
    least = counting.least or -(-most // 3)
    mondays, moment = _weeks(results), _moment(results)
    newest = max(map(moment, results), default=0) if moment else 0
    in_week = {name: _between(of, *week) for name, of in players.items()}
    busiest = max(map(len, in_week.values()))
    means = {name: mean(map(counting.guesses, of)) for name, of in in_week.items()}
    fit = {n: m for n, m in means.items() if m is not None and 2 * len(in_week[n]) >= busiest}
    least_mean = min(fit.values(), default=0.0)

    def row(name: str, of: list[Result]) -> Standing:
        by_week = (_between(of, monday, _later(monday, 6)) for monday in mondays)
        return Standing(
            game,
            name,
            len(of),
            sum(result.found for result in of),
            mean(map(counting.guesses, of)),
            mean(result.skill for result in of),
            mean(result.luck for result in of),
            len(in_week[name]),
            means[name],
            best=name in fit and fit[name] == least_mean,
            missing=max(least - len(of), 0),
            streak=_streak(of, moment, newest),
            days=tuple(_day(_between(of, day, day)) for day in days),
            weeks=tuple(mean(map(counting.guesses, some)) for some in by_week),
        )

    rows = _placed([row(name, of) for name, of in players.items()])
    usual = mean(result.guesses for result in results if result.found)
    few = [n for n, m in means.items() if m is not None and n not in fit and m < least_mean]
    best = [_a_mean(row) for row in rows if row.best]
    others = [_a_mean(row) for row in rows if row.name in few]
    about = {"day": week[0], "players": best, "few": others or None}
    said = [sentence("best of the week", **about)] * bool(best)
    said += [sentence("league order"), counting.said(results)]
    if least > 1:
        said.append(sentence("league least", least=least, most=None if counting.least else most))
    rounded = None if usual is None else round(usual)
    facts = len(players), most, least, rounded, days, mondays, tuple(said)
    return LeagueGame(game, *facts), rows


def _a_mean(row: Standing) -> Sentence:
    return sentence("a mean", name=row.name, mean=row.week_mean)


def _placed(rows: list[Standing]) -> list[Standing]:
    """Order rows, those with a place first, and number these; equals have the same place."""

    def fit(row: Standing) -> bool:
        return row.mean is not None and not row.missing

    rows.sort(key=lambda row: (not fit(row), row.mean is None, row.mean))
    means = [row.mean for row in rows if fit(row)]
    return [replace(row, place=means.index(row.mean) + 1) if fit(row) else row for row in rows]


def _between(results: Iterable[Result], first: str, last: str) -> list[Result]:
    return [result for result in results if result.date and first <= result.date <= last]


def _later(day: str, days: int) -> str:
    return (date.fromisoformat(day) + timedelta(days)).isoformat()


def _weeks(results: Iterable[Result]) -> tuple[str, ...]:
    """Return the Mondays of the weeks from the first result to the last, the newest of them."""
    days = [date.fromisoformat(result.date) for result in results if result.date]
    if not days:
        return ()
    first, last = (day - timedelta(day.weekday()) for day in (min(days), max(days)))
    number = min((last - first).days // 7 + 1, MOST_WEEKS)
    return tuple((last - timedelta(7 * n)).isoformat() for n in range(number - 1, -1, -1))


def _day(results: Sequence[Result]) -> str:
    """Return the guesses of the last game of a day."""
    if not results:
        return NONE
    return str(results[-1].guesses) if results[-1].found else LOST


def _moment(results: Iterable[Result]) -> Callable[[Result], int] | None:
    """Return what numbers the games of a streak: their numbers, else days; None if neither."""
    if all(result.number is not None and result.number <= MOST_NUMBER for result in results):
        return lambda result: result.number or 0
    if all(result.date for result in results):
        return lambda result: date.fromisoformat(result.date or "").toordinal()
    return None


def _streak(results: Sequence[Result], moment: Callable[[Result], int] | None, newest: int) -> int:
    """Return how many games were found in a row; of several on a day, all have to be."""
    found = dict[int, bool]()
    for number, result in enumerate(results):
        at = moment(result) if moment else number
        found[at] = found.get(at, True) and result.found
    at = max(found)
    if moment and at < newest - 1:
        return 0
    length = 0
    while found.get(at - length):
        length += 1
    return length


# --- a text to paste ------------------------------------------------------------------------------


def shared(made: Iterable[tuple[LeagueGame, Sequence[Standing]]]) -> str:
    """Return the tables as a text for a chat: places, averages, the last seven days."""
    return "\n\n".join(_shared(game, rows) for game, rows in made)


def _shared(game: LeagueGame, rows: Sequence[Standing]) -> str:
    placed = [row for row in rows if row.place]
    day = game.days[-1] if game.days else None
    lines = [str(sentence("league shared", game=game.game, day=day))]
    for row in placed[:SHARED]:
        days = "".join(map(_in_text, row.days)).rstrip()
        lines.append(f"{MEDALS.get(row.place or 0) or f'{row.place}.'} {row.name} {row.mean:.2f}")
        lines[-1] += f" {days}" * bool(days)
    if more := len(placed) - SHARED:
        lines += [str(sentence("league more", players=more))] * (more > 0)
    return "\n".join(lines)


def _in_text(day: str) -> str:
    """Return a day as a sign of a chat: a number on a key."""
    return IN_TEXT.get(day) or (f"{day}\ufe0f\u20e3" if len(day) == 1 else f" {day} ")


def in_letters(text: str) -> str:
    """Return a text to paste without its signs, for an output that lacks them."""
    return text.translate(IN_LETTERS)

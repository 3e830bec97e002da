"""Wordle: how likely a word is the answer, from how common it is, and from the answers so far.

The answers are chosen by an editor: words that most people know, no plurals in -s and no past
tenses in -ed, as a rule. Since February 2026 they come again, first those of some years ago. The
numbers here were fitted to published lists, which are not part of this package;
``scripts/wordle_prior.py`` measures them, see docs/wordle.md.
"""

import re
from collections.abc import Iterable, Mapping
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from jotto.engine.game import IntArray
from jotto.errors import GameError, quoted, refusing_any
from jotto.games.scoring import Words
from jotto.games.words import (
    LEAST,
    RAREST,
    UNLISTED_ZIPF,
    ZIPF,
    Note,
    Weigh,
    levels,
    lines_of,
    plurals,
    refused,
    shipped_lines,
    whole_numbers,
)
from jotto.letters import Letters, fold, spell

Past = Mapping[str, date]  # each answer with the day when it was the last one
Shares = np.typing.NDArray[np.float64]
CERTAIN = 0.98  # the rest is spread evenly: an editor may choose any word
AGAIN, SPREAD = (
    1800,
    200,
)  # days: when a past answer is half as likely as a new one, and how soon


def answers(words: Words) -> IntArray:
    """Weight words by how likely each is to be an answer of Wordle: (S,) int64.

    0.98 x logistic(1.1 - 0.11 level + 1.4 zipf) + 0.02 x uniform, with SCOWL's levels and
    wordfreq's zipf values. Words in -ed, but not in -eed, have 7 less before the logistic; plurals
    in -s have the uniform part alone. Raises GameError for words that are not English of five
    letters.

    >>> weights = answers(["crane", "kazoo", "walks", "zaxes"])
    >>> (weights / weights.sum()).round(3).tolist()
    [0.78, 0.21, 0.005, 0.005]
    """
    level_of, in_s = levels(), plurals()
    if not any(word in level_of for word in words):
        reason = "none of the words is in the shipped list of English words of five letters"
        raise GameError(f"prior 'wordle': {reason}; write even, or give weights").about("prior")
    rows = (line.split("\t") for name in (UNLISTED_ZIPF, ZIPF) for line in shipped_lines(name))
    zipf_of = {word: float(zipf) for word, zipf in rows}
    level = np.array([level_of.get(word, RAREST) for word in words])
    zipf = np.array([zipf_of.get(word, 0.0) for word in words])
    past_tense = np.array([bool(re.search("(?<!e)ed$", word)) for word in words])
    likely = 1 / (1 + np.exp(-1.1 + 0.11 * level - 1.4 * zipf + 7 * past_tense))
    likely *= [word not in in_s for word in words]
    return _weights(CERTAIN * likely / likely.sum() + (1 - CERTAIN) / len(words))


def with_past(weigh: Weigh | None, past: Past, letters: Letters = ()) -> Weigh:
    """Return a prior that also counts past answers by their age: see ``again``."""
    latest = max(past.values())
    ages = {fold(word, letters): (latest - day).days + 1 for word, day in past.items()}
    return partial(_by_age, weigh, ages)


def _by_age(weigh: Weigh | None, ages: Mapping[str, int], words: Words) -> IntArray:
    shares = np.ones(len(words)) if weigh is None else weigh(words).astype(float)
    return _weights(shares * again(np.array([ages.get(word, np.inf) for word in words], float)))


def again(age: Shares) -> Shares:
    """Return how likely past answers come again after ``age (N,)`` days, beside 1 for new ones.

    >>> again(np.array([1, 365, 1461, 1800, np.inf])).round(4).tolist()
    [0.0001, 0.0008, 0.1551, 0.5, 1.0]
    """
    return np.asarray(1 / (1 + np.exp((AGAIN - age) / SPREAD)))


def _weights(shares: Shares) -> IntArray:
    return np.maximum(whole_numbers(shares), LEAST)


# --- past answers ---------------------------------------------------------------------------------

MONTHS = "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"
DAY = r"(?<!\d)(\d\d?)(?:[snrt][tdh])?,?"
NAMED = re.compile(  # June 19, 2021 or 19 June 2021
    rf"(?:{DAY}[\s-]+)?\b({'|'.join(MONTHS)})[a-z]*\.?[\s-]+(?:{DAY}[\s-]+)?(\d{{4}})\b", re.I
)
DATE = re.compile(  # 2021-06-19, 6/19/2021 or 19.6.2021
    r"(?<!\d)(\d{4}([-/.])\d\d?\2\d\d?|\d\d?([-/.])\d\d?\3\d{4})(?:T[\d:.]+Z?)?(?!\d)"
)
HOW = "write a word and its date, such as crane 2024-01-31"


def past_of(given: Any, known: Words, letters: Letters = (), note: Note = str) -> Past:
    """Return past answers with their dates: those of a file, or of a mapping from words to dates.

    Raises FileError and GameError.

    >>> past_of({"crane": "2024-01-31"}, ["crane"])
    {'crane': datetime.date(2024, 1, 31)}
    """
    if isinstance(given, str | Path):
        given = latest(read_past(given, known, letters, note))
    if not hasattr(given, "keys"):
        raise GameError(f"past={given!r:.60}: give words with dates, or a path").about("past")
    with refusing_any(_wrong_date):
        past = {str(word): date.fromisoformat(str(day)[:10]) for word, day in dict(given).items()}
    if not past:
        raise GameError("past holds no words").about("past")
    if ((last := max(past.values())) - date.today()).days > 1:  # tomorrow has begun elsewhere
        note(GameError(f"'{last}' is in the future; ages count from it").about("past"))
    return past


def _wrong_date(reason: str) -> GameError:
    return GameError(f"past: {reason}; write dates as 2024-01-31").about("past")


def latest(dated: Iterable[tuple[date, str]]) -> Past:
    """Return each answer with its last date."""
    return {word: day for day, word in sorted(dated)}


def read_past(
    path: str | Path, known: Words, letters: Letters = (), note: Note = str
) -> list[tuple[date, str]]:
    """Read a file with a past answer and its date on each line, in either order.

    There may be other columns and a line of headings; of the words in a line, one that is among
    the ``known`` is the answer. Dates are 2024-01-31, 31 January 2024, Jan 31, 2024, and 1/31/2024
    or 31.1.2024, whichever fits the whole file, with the month first if both do. Raises FileError.
    """
    listed, length = frozenset(known), len(spell(known[0], letters))
    number, days, rows = 0, list[tuple[date, str]](), list[tuple[int, tuple[int, ...], str]]()
    with refusing_any(lambda reason: refused(path, reason, number)):
        for place, (number, line) in enumerate(lines_of(path, note=note)):
            text = NAMED.sub(_in_digits, line)
            dated = DATE.search(text)
            if not dated and not place:
                continue  # headings
            rest = re.findall(r"[^\s,;|\"]+", DATE.sub(" ", text, count=1))
            words = [fold(part, letters) for part in rest]
            fitting = [
                word for word in words if len(spell(word, letters)) == length and word.isalpha()
            ]
            if not dated or not fitting:
                lacks = "no word of this game" if dated else "no date"
                raise refused(path, f"{quoted(line)} has {lacks}; {HOW}", number).about("past")
            word = next((word for word in fitting if word in listed), fitting[0])
            rows.append((number, tuple(map(int, re.findall(r"\d+", dated[1]))), word))
    day_first = next((number for number, (first, *_), _ in rows if 12 < first <= 31), None)
    month_first = next(
        (number for number, (_, second, third), _ in rows if second > 12 < third), None
    )
    if day_first and month_first:
        both = f"its date has the month first, that of line {day_first} the day"
        raise refused(path, f"{both}; write 2024-01-31", month_first).about("past")
    for number, (first, second, third), word in rows:
        parts = (third, second, first) if day_first else (third, first, second)
        try:
            days.append((date(*(parts if first <= 31 else (first, second, third))), word))
        except ValueError as error:
            raise refused(path, f"{error}; {HOW}", number).about("past") from None
    if not days:
        raise refused(path, f"it holds no past answers; {HOW}").about("past")
    return days


def _in_digits(named: re.Match[str]) -> str:
    """Return a date with a named month as 2021-06-19; without a day it stays as it is."""
    before, month, after, year = named.groups()
    day = after or before
    return f"{year}-{MONTHS.index(month.lower()) + 1}-{day}" if day else named[0]

"""Words, weights and past answers in files and texts: what is used, and an account of the rest."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from jotto.errors import quoted, refusing_any
from jotto.letters import DOTLESS, DOTTED, LONGEST, Letters, fold, spell, unfit
from jotto.reading.columns import (
    COMMA,
    Account,
    Columns,
    account_of,
    check_point,
    entries_in,
    key_of,
    number_column,
    number_in,
    word_column,
)
from jotto.reading.names import ANSWERS, DATES, KNOWN, WORDS
from jotto.reading.shapes import table_of
from jotto.reading.texts import Note, Source, refused

ZIPF_VALUE = "zipf value"  # in a comment before the words
HIGHEST_ZIPF = 9  # a billion times in a billion words


def words_in(
    source: Source, *, encoding: str | None = None, note: Note = str, letters: Letters = ()
) -> tuple[tuple[str, ...], Letters, Account]:
    r"""Read words of one length, each once, with their letters. Raises FileError.

    >>> words, _, account = words_in("word,rank\ncrane,1\nslate,2\n")
    >>> words, account.shape, account.column
    (('crane', 'slate'), 'a table', "column 1 ('word')")
    """
    table = table_of(source, encoding=encoding, note=note, letters=letters)
    account, letters, signs, line = account_of(table), table.letters, set[str](), 0
    by_length = dict[int, dict[str, int]]()  # the words of each length, with their lines
    with refusing_any(lambda reason: refused(account.path, reason, line)):
        for line, text in entries_in(table, account, letters):
            account.lines += 1
            signs.update(text)
            if not letters and text.isascii() and text.isalpha():  # nearly all of most lists
                word, long = text.lower(), len(text)
            else:
                word = fold(text, letters)
                long = len(spell(word, letters))
            if long > LONGEST or not (word.isalpha() or not unfit(word, letters)):
                how = "write one word a line, all of one length"
                account.report(line, f"{quoted(text)}: {unfit(word, letters)}; {how}")
            else:
                by_length.setdefault(long, {}).setdefault(word, line)
    words = _of_one_length(by_length, account)
    account.settle("letters", "word_length")
    if not words:
        raise refused(account.path, "it holds no words; write one word a line")
    if (own := by_language(account.path, signs, letters, note)) != letters:
        return words_in(source, encoding=encoding, letters=own)
    return words, letters, account


def _of_one_length(by_length: dict[int, dict[str, int]], account: Account) -> tuple[str, ...]:
    """Return the words of the usual length; the others are reported."""
    usual = max(by_length, key=lambda long: len(by_length[long]), default=0)
    for long, words in by_length.items():
        for word, line in words.items() if long != usual else ():
            reason = f"{word!r} has {long} letters, others have {usual}"
            account.report(line, f"{reason}; a game needs words of one length: pick those")
    account.reported.sort()
    account.number = len(by_length.get(usual, ()))
    account.repeated = account.lines - account.odd - account.number
    return tuple(by_length.get(usual, ()))


def by_language(path: object, signs: set[str], letters: Letters, note: Note) -> Letters:
    """Return the letters of a text with these signs: with ı, if it has ı or İ, as in Turkish."""
    if not signs & {DOTLESS, DOTTED} or DOTLESS in letters:
        return letters
    if "I" in signs:
        note(f"{str(path)!r} has {DOTLESS} or {DOTTED}: I is read as {DOTLESS}, as in Turkish")
    return (*letters, DOTLESS)


# --- weights --------------------------------------------------------------------------------------


def weights_in(
    source: Source, letters: Letters = (), note: Note = str
) -> tuple[dict[str, float], Account]:
    r"""Read words with their weights; those of a repeated word are added up. Raises FileError.

    If a comment before the words says that the numbers are zipf values, which are logarithms,
    they become 10**zipf; 0, which is unknown, stays 0.

    >>> weights_in("word;count\ncrane;1.234,5\nslate;1,5\nCrane;1,0\n")[0]
    {'crane': 1235.5, 'slate': 1.5}
    """
    table = table_of(source, note=note, letters=letters)
    account, found, line = account_of(table), dict[str, float](), 0
    with refusing_any(lambda reason: refused(account.path, reason, line)):
        columns = Columns(table)
        zipf = any(ZIPF_VALUE in remark for remark in table.remarks)
        what = f"zipf value, from 0 to {HIGHEST_ZIPF}" if zipf else "weight, 0 or more"
        at, of = _weight_columns(columns, letters)
        zipf = zipf or columns.title(of).casefold().startswith("zipf")
        if columns.width > 2 or columns.heading:
            account.column = f"columns {columns.name(at)} and {columns.name(of)}"
        if columns.named_by:
            account.further = "; its first line is taken for a heading"
        check_point(columns.cells(of), account.path)
        comma = any(COMMA.search(cell) for cell in columns.cells(of))
        for line, cells in columns:
            account.lines += 1
            whole = max(at, of) < len(cells) and not columns.has_more(cells)
            value = number_in(cells[of], comma=comma) if whole else None
            text = cells[at] if whole else ""
            word = text if text in found else fold(text, letters)
            if value is None or not 0 <= value < (HIGHEST_ZIPF if zipf else math.inf) or not word:
                more = f" has more than {columns.width} columns" * columns.has_more(cells)
                lacks = more or " has no number" * (value is None)
                reason = f"{quoted(' '.join(cells))}{lacks}: write a word and its {what}"
                account.report(line, reason)
                continue
            account.repeated += word in found
            found[word] = found.get(word, 0.0) + (10**value if zipf and value else value)
    account.number = len(found)
    account.settle("prior")
    return found, account


def _weight_columns(columns: Columns, letters: Letters) -> tuple[int, int]:
    """Return the columns of the words and of the weights. Raises FileError."""
    if columns.width < 2:
        return 0, 1
    of = number_column(columns)
    at = word_column(columns, letters, other=of)
    return at, of


# --- past answers ---------------------------------------------------------------------------------

MONTHS = "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"
DAY = r"(?<!\d)(\d\d?)(?:[snrt][tdh])?,?"
NAMED = re.compile(  # June 19, 2021 or 19 June 2021
    rf"(?:{DAY}[\s-]+)?\b({'|'.join(MONTHS)})[a-z]*\.?[\s-]+(?:{DAY}[\s-]+)?(\d{{4}}|\d\d)\b", re.I
)
DATE = re.compile(  # 2021-06-19, 20210619, 6/19/2021, 19.6.21
    r"(?<![\d-])(\d{4}([-/.])\d\d?\2\d\d?|20\d{6}|\d\d?([-/.])\d\d?\3(?:\d{4}|\d\d))"
    r"(?:[T ]\d\d?:[\d:.]+(?: ?[AP]M)?Z?(?:[+-]\d\d:?\d\d)?)?(?!\d)",
    re.I,
)
HOW = "write a word and its date, such as crane 2024-01-31"
SURE = 3  # names of columns of dates: date, day, print_date
HEAD_IT = "write a line of headings, such as word,date, or name the column behind the file"
Dated = tuple[int, tuple[int, ...], str]  # a line, the numbers of its date in order, and its word


def past_in(
    source: Source, known: Sequence[str], letters: Letters = (), note: Note = str
) -> tuple[list[tuple[date, str]], Account]:
    r"""Read past answers, each with its date, of a game with the ``known`` words.

    A heading, or what is in all lines, says which column has the dates, and which the answers.
    Dates are 2024-01-31, 31 January 2024, Jan 31, 2024, and 1/31/2024 or 31.1.2024, whichever fits
    all lines, with the month first if both do. Raises FileError.

    >>> past_in("word,date\ncrane,2024-01-31\n", ["crane"])[0]
    [(datetime.date(2024, 1, 31), 'crane')]
    """
    table = table_of(source, note=note, letters=letters)
    account, line = account_of(table, "past answer"), 0
    fits = _Answers(frozenset(known), len(spell(known[0], letters)), letters)
    dated = list[Dated]()
    with refusing_any(lambda reason: refused(account.path, reason, line)):
        for line, text, day, words in _dated_rows(Columns(table), account, fits):
            account.lines += 1
            if len(words) > 1:
                reason = f"{words[0]!r} and {words[1]!r} could be the answer; {HEAD_IT}"
                raise refused(account.path, reason, line).about("past")
            if day and words:
                dated.append((line, day, words[0]))
                continue
            lacks = "no word of this game" if day else "no date"
            account.report(line, f"{quoted(text)} has {lacks}; {HOW}")
    days = _in_one_order(dated, account)
    account.settle("past")
    if not days:
        raise refused(account.path, f"it holds no past answers; {HOW}").about("past")
    account.number = len(days)
    return days, account


@dataclass(frozen=True)
class _Answers:
    """Which words may be answers: those of this length; ``known`` are the words of the game."""

    known: frozenset[str]
    length: int
    letters: Letters

    def __call__(self, text: str) -> str:
        """Return a text as a word; empty if it can be no answer."""
        word = fold(text.strip("\"'*_`.:!()[]"), self.letters)
        fits = len(spell(word, self.letters)) == self.length and not unfit(word, self.letters)
        return word * fits

    def within(self, text: str) -> list[str]:
        """Return the words of a text that may be answers; if one of them is known, only that."""
        found = dict.fromkeys(filter(None, map(self, re.findall(r"[^\s,;|\"]+", text))))
        listed = [word for word in found if word in self.known]
        return listed if len(listed) == 1 else [*found]


def _dated_rows(
    columns: Columns, account: Account, fits: _Answers
) -> Iterator[tuple[int, str, tuple[int, ...], list[str]]]:
    """Yield of each row its line, its text, the numbers of its date, and possible answers."""
    day, at = _dated_columns(columns, fits) if columns.width > 1 else (-1, -1)
    if at >= 0 and columns.width > 2:
        account.column = f"columns {columns.name(at)} and {columns.name(day)}"
    for line, cells in columns:
        text = " ".join(cells)
        if at < 0:
            found, several = _date_in(text), DATE.findall(NAMED.sub(_in_digits, text))[1:]
            if several:
                reason = f"{quoted(text)} has {len(several) + 1} dates; leave the right one"
                raise refused(account.path, reason, line).about("past")
            named = {*map(key_of, re.findall(r"\w+", text))} <= KNOWN
            if found or not named:  # not a line of headings
                words = fits.within(DATE.sub(" ", NAMED.sub(" ", text), count=1))
                yield line, text, found, words
            continue
        word = fits(cells[at]) if at < len(cells) else ""
        yield line, text, _date_in(cells[day]) if day < len(cells) else (), [word] * bool(word)


def _dated_columns(columns: Columns, fits: _Answers) -> tuple[int, int]:
    """Return the columns of the dates and of the answers, -1 if dates are not in a column."""
    places = range(columns.width)
    dates = [at for at in places if columns.share(at, _date_in) >= 0.5]
    if not dates and columns.first:
        return -1, -1
    answers = columns.named([*ANSWERS, *WORDS])[:1]
    if columns.table.column:
        chosen = columns.chosen(columns.table.column)
        dates, answers = ([chosen], answers) if chosen in dates else (dates, [chosen])
    if len(dates) > 1:
        dates = [at for at in columns.named(DATES[:SURE]) if at in dates][:1] or dates
    day = columns.one_of(dates, "dates") if dates else 0
    if not answers:
        answers = [at for at in places if at != day and columns.share(at, fits) > 0.5]
        listed = [at for at in answers if columns.share(at, lambda c: fits(c) in fits.known) > 0.5]
        answers = listed or answers
    return day, columns.one_of(answers, "answers") if answers else -1


def _date_in(text: str) -> tuple[int, ...]:
    """Return the numbers of the first date in a text, in their order; none if it has no date.

    Of dates with dots the day comes first: they are returned as 2024-01-31 is.
    """
    found = DATE.search(NAMED.sub(_in_digits, text))
    if not found:
        return ()
    digits = found[1]
    digits = f"{digits[:4]}-{digits[4:6]}-{digits[6:]}" if digits.isdecimal() else digits
    first, second, third = map(int, re.findall(r"\d+", digits))
    third += 2000 * (first < 100 and third < 100)
    dotted = "." in digits and third > 31 and second <= 12
    return (third, second, first) if dotted else (first, second, third)


def _in_one_order(dated: Sequence[Dated], account: Account) -> list[tuple[date, str]]:
    """Return the dates as all lines have them: with the month first, or the day."""
    day_first = next((row for row in dated if 12 < row[1][0] <= 31), None)
    month_first = next((row for row in dated if row[1][1] > 12 < row[1][2]), None)
    if day_first and month_first:
        line, (first, second, third), _ = month_first
        both = (
            f"{first}/{second}/{third} has the month first, the date of line {day_first[0]} the day"
        )
        raise refused(account.path, f"{both}; write 2024-01-31", line).about("past")
    if (open_one := _either_way(dated)) and not day_first and not month_first:
        account.further = f"; {open_one} is read with the month first"
    days = list[tuple[date, str]]()
    for line, (first, second, third), word in dated:
        parts = (third, second, first) if day_first else (third, first, second)
        try:
            days.append((date(*(parts if first <= 31 else (first, second, third))), word))
        except ValueError as error:
            account.report(line, f"{error}; {HOW}")
    return days


def _either_way(dated: Sequence[Dated]) -> str:
    """Return the first date in which the month or the day may be first; empty if there is none."""
    for _, (first, second, third), _ in dated:
        if max(first, second) <= 12 < third and first != second:
            return f"{first}/{second}/{third}"
    return ""


def _in_digits(named: re.Match[str]) -> str:
    """Return a date with a named month as 2021-06-19; without a day it stays as it is."""
    before, month, after, year = named.groups()
    day = after or before
    year = year if len(year) == 4 else f"20{year}"
    return f"{year}-{MONTHS.index(month.lower()) + 1}-{day}" if day else named[0]

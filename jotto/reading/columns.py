"""Words, weights and dates from the rows of a table: which column each is in, and what is left.

Every line is used, reported or refused. A line that has no word, number or date where the others
have one is reported, if it is one of few; if it is one of many, the text is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain, islice

from jotto.errors import count, quoted
from jotto.letters import Letters, fold, spell, unfit
from jotto.reading.names import DATES, KNOWN, RANKS, WEIGHTS, WORDS
from jotto.reading.shapes import PLAIN, SAMPLE, Row, Table, most
from jotto.reading.texts import TEXT, refused
from jotto.typed import clean

EXAMPLES = 3  # lines that are quoted
FEW = 10  # of as many lines one may be reported; of more, the text is refused
KEPT = 1000  # lines that are kept with their reasons


@dataclass
class Account:
    """What was done with the lines of a text that are not blank.

    ``lines`` of it had entries, of which ``odd`` are reported; ``reported`` has the first of them,
    each with the reason. ``column`` is the one that was read, where there are several.
    """

    path: str
    shape: str
    about: str = ""
    column: str = ""
    lines: int = 0
    odd: int = 0
    reported: list[tuple[int, str]] = field(default_factory=list)
    number: int = 0  # of what was read,
    what: str = "word"  # which is this
    repeated: int = 0  # lines with what an earlier line has
    further: str = ""  # what else is to be said

    def report(self, line: int, reason: str) -> None:
        """Take note of a line that is not used."""
        self.odd += 1
        if len(self.reported) < KEPT:
            self.reported.append((line, reason))

    def settle(self, *options: str) -> None:
        """Refuse the text if the lines that are not used are more than few. Raises FileError."""
        if self.odd * FEW > self.lines:
            line, reason = min(self.reported)
            raise refused(self.path, reason, line).about(*options)

    @property
    def is_plain(self) -> bool:
        """Whether nothing need be said: a list of words, of which all lines are used."""
        return self.shape == PLAIN.name and not (self.odd or self.further or self.repeated)

    def __str__(self) -> str:
        """Return the account as a sentence."""
        about, column = (f", {part}" * bool(part) for part in (self.about, self.column))
        read = f"{self.path!r} is read as {self.shape}{column}{about}"
        read = f"{self.path!r}" if self.shape == PLAIN.name else read
        text = f"{read}: {count(self.number, self.what)}"
        reasons = ((line, re.split("; (?:write|a game)", why)[0]) for line, why in self.reported)
        some = ", ".join(f"line {line}: {why}" for line, why in islice(reasons, EXAMPLES))
        lines = f"; {count(self.odd, 'line')} {'is' if self.odd == 1 else 'are'} not: {some}"
        again = f" ({self.repeated:,} repeated)" * bool(self.repeated)
        return f"{text}{again}{lines * bool(self.odd)}{self.further}"


def account_of(table: Table, what: str = "word") -> Account:
    """Return the account of a table that is not read yet."""
    return Account(table.path, table.shape.name, table.shape.about, what=what)


# --- which column ---------------------------------------------------------------------------------


class Columns:
    """The rows of a table, of which the first decide where things are."""

    def __init__(self, table: Table) -> None:
        rows, self.named_by = iter(table.rows), False  # whether the heading is a guess
        self.table, self.first, self.rest = table, list(islice(rows, SAMPLE)), rows
        self.titles = list(table.heading)
        if not self.titles and self.first and self._is_heading(self.first[0][1]):
            self.titles = self.first.pop(0)[1]
        self.heading = [clean(name).strip().casefold() for name in self.titles]
        sizes = [len(cells) for _, cells in self.first]
        self.width = max(sizes, key=sizes.count, default=0)
        above = re.split(r"[\s,;|]+", " ".join(table.remarks[-1:]).strip("#/ ").casefold())
        if not self.heading and len(above) == self.width > 1 and KNOWN.intersection(above):
            self.heading = self.titles = above

    def __iter__(self) -> Iterator[Row]:
        return chain(self.first, self.rest)

    def _is_heading(self, cells: Sequence[str]) -> bool:
        """Whether a row has names of columns, and no numbers where there are some below it.

        Names that are not known are a heading if they are no words of the length of those below.
        """
        wanted = self.table.column.strip().casefold()
        if len(cells) < 2 or any(map(_is_number, cells)):
            return False
        if not {*KNOWN, wanted}.isdisjoint(map(key_of, cells)):
            return True
        below = [
            [row[at] for _, row in self.first[1:] if at < len(row)] for at in range(len(cells))
        ]
        words = [of for of in below if of and not any(map(_is_number, of))]
        alike = [of for of in words if len({*map(len, of)}) == 1]
        other = all(
            len(cell) != len(of[0]) for cell, of in zip(cells, below, strict=True) if of in alike
        )
        named = all(re.fullmatch(r"[^\W\d][\w .%()/-]+", cell) for cell in cells)
        self.named_by = bool(len(self.first) > 2 and named and alike and other)
        return self.named_by

    def cells(self, at: int) -> list[str]:
        """Return what stands in a column in the first rows; nothing for an empty cell."""
        return [cells[at] for _, cells in self.first if at < len(cells) and cells[at]]

    def title(self, at: int) -> str:
        """Return the heading of a column, empty if it has none."""
        return self.titles[at] if at < len(self.titles) else ""

    def name(self, at: int) -> str:
        """Return what a column is called in messages."""
        return f"{at + 1} ({self.title(at) or next(iter(self.cells(at)), '')!r:.30})"

    def share(self, at: int, fits: Callable[[str], object]) -> float:
        """Return the share of the cells of a column that fit."""
        cells = self.cells(at)
        return sum(bool(fits(cell)) for cell in cells) / len(cells) if cells else 0.0

    def named(self, names: Sequence[str]) -> list[int]:
        """Return the columns with one of the names, in the order of the names."""
        keys = [key_of(name) for name in self.heading] if not self.table.sparse else []
        return [at for name in dict.fromkeys(names) for at, key in enumerate(keys) if key == name]

    def chosen(self, wanted: str) -> int:
        """Return the column that a person names, by its name or number. Raises FileError."""
        by_name = [at for at, name in enumerate(self.heading) if name == wanted.strip().casefold()]
        if by_name or (wanted.isdecimal() and 0 < int(wanted) <= self.width):
            return by_name[0] if by_name else int(wanted) - 1
        there = ", ".join(self.name(at) for at in range(self.width))
        raise refused(self.table.path, f"it has no column {quoted(wanted)}; there are {there}")

    def first_of(self, places: Sequence[int], what: str) -> int:
        """Return the first place; raise FileError if another column has the same name."""
        return self.one_of([at for at in places if self.title(at) == self.title(places[0])], what)

    def has_more(self, cells: Sequence[str]) -> bool:
        """Whether a row has more cells than the others."""
        return len(cells) > self.width and any(cells[self.width :])

    def one_of(self, places: Sequence[int], what: str) -> int:
        """Return the only place; raise FileError if there is none, or there are several."""
        if len(places) == 1:
            return places[0]
        if not places:
            line, cells = self.first[0]
            reason = f"{quoted(' '.join(cells))}: no column has the {what}; write one a line"
            raise refused(self.table.path, reason, line)
        both = " and ".join(self.name(at) for at in places[:8])
        name = self.title(places[0]) or places[0] + 1
        how = f"name one behind the file, as {short(self.table.path)}:{name}"
        how = "give only one of them" if self.table.path == TEXT else how
        reason = f"columns {both} could be the {what}; {how}"
        raise refused(self.table.path, reason)


def short(path: str) -> str:
    """Return a path without its folders."""
    return re.split(r"[\\/]", path)[-1]


def key_of(name: str) -> str:
    """Return a name of a column as it is compared: small letters without signs."""
    return re.sub(r"[\W_]|(?<=[a-z])\d+$", "", clean(name).casefold().strip(" .#\"'"))


def word_column(
    columns: Columns, letters: Letters, *, uniform: bool = False, other: int = -1
) -> int:
    """Return the column of the words, which is not the ``other``. Raises FileError.

    ``uniform``: they are of one length, as those of a game.
    """
    if columns.width <= 1:
        return 0
    if named := [at for at in columns.named(WORDS) if at != other]:
        return columns.first_of(named, "words")

    def fits(at: int) -> bool:
        words = [fold(cell, letters) for cell in columns.cells(at)]
        sizes = [len(spell(word, letters)) for word in words if not unfit(word, letters)]
        alike = max(map(sizes.count, sizes), default=0) if uniform else len(sizes)
        return at != other and bool(words) and most(alike, len(words))

    return columns.one_of([*filter(fits, range(columns.width))], "words")


# --- words ----------------------------------------------------------------------------------------


def entries_in(
    table: Table, account: Account, letters: Letters = (), *, uniform: bool = True
) -> Iterator[tuple[int, str]]:
    """Yield the entries of the column of words, each with its line. Raises FileError."""
    if table.shape is PLAIN:
        yield from _below_heading(((line, cells[0]) for line, cells in table.rows), table)
        return
    columns = Columns(table)
    if table.column:
        at = columns.chosen(table.column)
    else:
        at = word_column(columns, letters, uniform=uniform)
    if columns.width > 1:
        account.column = f"column {columns.name(at)}"
    for line, cells in columns:
        if columns.has_more(cells):
            account.lines += 1
            account.report(line, f"{quoted(' '.join(cells))} has more than {columns.width} columns")
        elif at < len(cells) and (cells[at] or not table.sparse):
            yield line, cells[at]
        elif not table.sparse:
            account.lines += 1
            account.report(line, f"{quoted(' '.join(cells))} has no column {at + 1}")


def _below_heading(entries: Iterator[tuple[int, str]], table: Table) -> Iterator[tuple[int, str]]:
    """Yield the entries of a list below its heading, if it has one."""
    first = list(islice(entries, 2))
    title = key_of(first[0][1]) if len(first) > 1 else ""
    if title in WORDS and table.column != "1":
        if len(first[0][1]) == len(first[1][1]) and key_of(table.column) != title:
            name = short(table.path)
            both = f"write {name}:{title} if it is the heading, {name}:1 if it is a word"
            reason = f"{first[0][1]!r} may be a heading or a word; {both}"
            raise refused(table.path, reason, first[0][0])
        first = first[1:]
    yield from chain(first, entries)


# --- numbers --------------------------------------------------------------------------------------

COMMA = re.compile(r"\d+,(?!\d{3}(?!\d))\d+|\d\.\d{3},\d|\d\.\d{3}\.\d{3}")  # 1,5 or 1.234,5


def number_in(text: str, *, comma: bool = False) -> float | None:
    """Return a number as people write it; None if it is none. ``comma``: for decimals.

    >>> number_in("1,234.5"), number_in("1.234,5", comma=True), number_in("12%"), number_in("six")
    (1234.5, 1234.5, 0.12, None)
    """
    if text.isdecimal():  # as nearly all are
        return float(text)
    plain = clean(text).replace(" ", "").replace("'", "").replace("_", "")
    plain = plain.replace(".", "").replace(",", ".") if comma else plain.replace(",", "")
    with suppress(ValueError):
        return float(plain.removesuffix("%")) / (100 if plain.endswith("%") else 1)
    return None


def number_column(columns: Columns) -> int:
    """Return the column of the numbers. Raises FileError."""
    if columns.table.column:
        return columns.chosen(columns.table.column)
    if len(named := columns.named(WEIGHTS)) == 1:
        return named[0]
    ranks = columns.named([*RANKS, *DATES])
    places = [
        at
        for at in range(columns.width)
        if at not in ranks and columns.share(at, _is_number) >= 0.5
    ]
    alone = len(places) == 1
    counts = [at for at in places if not _is_rank(columns.cells(at), mixed=alone)]
    if named or counts:
        return columns.one_of(named or counts, "weights")
    there = ", ".join(columns.name(at) for at in range(columns.width))
    reason = f"no column has the weights (ranks, dates and logarithms are none); it has {there}"
    how = f"if one has them, name it behind the file, as {short(columns.table.path)}:2"
    raise refused(columns.table.path, f"{reason}; {how}")


def _is_number(cell: str) -> bool:
    return number_in(cell) is not None


def _is_rank(cells: Sequence[str], *, mixed: bool) -> bool:
    """Whether these are the numbers of rows, from 0 or 1, or days; ``mixed``: in any order."""
    numbers = [int(cell) for cell in cells if cell.isdecimal()]
    if len(numbers) < len(cells) or len(cells) < 3:
        return False
    days = all(re.fullmatch(r"(19|20)\d\d(0\d|1[0-2])[0-3]\d", cell) for cell in cells)
    first = min(numbers)
    whole = first in (0, 1) and sorted(numbers) == [*range(first, first + len(numbers))]
    return days or (whole and ((mixed and len(cells) > 3) or numbers == sorted(numbers)))


def check_point(cells: Sequence[str], path: str) -> None:
    """Refuse numbers such as 1.234 that may be thousands or decimals. Raises FileError."""
    comma = next((cell for cell in cells if COMMA.search(cell)), "")
    point = next((cell for cell in cells if re.search(r"\d\.(\d{1,2}|\d{4,})$", cell)), "")
    if comma and point:
        raise refused(path, f"{comma!r} and {point!r}: write all numbers with a point, or a comma")
    dotted = [cell for cell in cells if "." in cell and not cell.startswith("0")]
    alike = all(re.fullmatch(r"\d{1,3}\.\d{3}", cell) for cell in dotted)
    if dotted and alike and len(dotted) < len(cells) and not comma:
        whole = dotted[0].replace(".", "")
        raise refused(
            path, f"{dotted[0]!r} may be {whole} or a decimal; write {whole} or {dotted[0]}0"
        )

"""The one plain form of values: a dict and rows, for json, pandas, polars, CSV and notebooks."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set as AbstractSet
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

from jotto import pictures
from jotto.notebook import table

if TYPE_CHECKING:
    from matplotlib.axes import Axes

V = TypeVar("V", bound="Plain")
SHOWN = 20  # rows in a notebook
# what a spreadsheet takes for a formula, unless it is a number; Excel may part cells by semicolons
FORMULA = re.compile(r"(^|[;\t\r\n])(?!-\d+(?:\.\d+)?$)(?=[=+\-@\t\r\uff0b\uff0d\uff1d\uff20])")


class Plain:
    """A value with ``to_dict`` and ``rows``, which json, pandas and polars can read.

    Keys are texts; values are texts, numbers, truth values, None, and lists and dicts of these.

    >>> import json, jotto
    >>> lengths = jotto.evaluate(jotto.words(["hatch", "latch", "match"]))
    >>> json.dumps(lengths.to_dict()["games"]), lengths.rows()[0]
    ('{"1": 1, "2": 1, "3": 1}', {'secret': 'hatch', 'guesses': 1})
    """

    __slots__ = ()
    # What its dict has, if not its fields: attributes, ``name=path.of.one``, or ``*one`` for all
    # that one has. Its rows are the values of an attribute, or of columns, ``name=path``; if none
    # is named, it is one row.
    _plain = _table = ""

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as a dict, for JSON."""
        return {name: plain(value) for name, value in _named(self)}

    def rows(self) -> list[dict[str, Any]]:
        """Return it as flat dicts with the same keys, one for each row of a table."""
        return list(self._rows())

    def to_csv(self) -> str:
        """Return its rows as CSV, with a line of names first; no text in it is a formula."""
        return csv_of(self.rows())

    def _rows(self) -> Iterator[dict[str, Any]]:
        if "=" in self._table:
            names, columns = zip(*_named(self, self._table), strict=True)
            made = (map(plain, row) for row in zip(*columns, strict=True))
            return (dict(zip(names, row, strict=True)) for row in made)
        return (dict(cells(value)) for value in (_at(self, self._table) if self._table else [self]))

    def _repr_html_(self) -> str:
        some = list(islice(self._rows(), SHOWN + 1))
        names = (name.replace("_", " ") for name in (some[0] if some else ()))
        shown = (["" if cell is None else cell for cell in row.values()] for row in some[:SHOWN])
        further = f"; the first {SHOWN} rows" * (len(some) > SHOWN)
        alone = isinstance(self, list) or len(some) == 1
        caption = str(self) if _is_said(self) else "" if alone else f"{self!r}{further}"
        return table(names, shown, caption)


class Rows(list[V], Plain):
    """A list of values, which is a table as well: a row for each.

    >>> import jotto
    >>> jotto.start(jotto.words(["bat", "cat", "hat", "mat"], ["chm"])).rank(top=1).rows()
    ... # doctest: +NORMALIZE_WHITESPACE
    [{'guess': 'chm', 'candidate': False, 'bits': 1.5, 'expected_left': 1.5, 'worst_left': 2,
      'parts': 3, 'chance': 0.0}]
    """

    def plot(self, x: str = "", y: str = "", *, by: str = "", ax: Axes | None = None) -> Axes:
        """Draw columns of it by matplotlib (the extra ``plot``), on ``ax`` or on new axes.

        They are keys of the values' ``to_dict``. Openings are drawn by bits and mean, rows of
        ``jotto.bench`` by size and time, finished games by date, skill and luck; all others, and
        ``Lengths``, need ``x`` and ``y``. ``y`` may be several, with commas; without it, bars count
        the values with each ``x``. ``by``: a series for each value of a column. Raises GameError.
        """
        kind, *usual = getattr(type(self[0]), "_picture", "points").split() if self else [""]
        if not x:
            x, y, by = (*usual, "", "", "")[:3]
        rows = [value.to_dict() for value in self if isinstance(value, Plain)]
        return pictures.of_rows(rows, kind, x, y, by, ax)

    def to_dict(self) -> dict[str, Any]:
        """Return the plain form of its values, as ``rows``."""
        return {"rows": plain(list(self))}

    def _rows(self) -> Iterator[dict[str, Any]]:
        rows = [dict(cells(v)) if isinstance(v, Plain) else {"error": str(v)} for v in self]
        names = dict.fromkeys(name for row in rows for name in row)
        return ({name: row.get(name) for name in names} for row in rows)


def plain(value: Any) -> Any:
    """Return the plain form of anything: what ``json`` reads back as it was.

    >>> import numpy as np
    >>> plain({1: np.arange(2), "guess": (1, "a"), "rule": object}) == {
    ...     "1": [0, 1], "guess": [1, "a"], "rule": "<class 'object'>"}
    True
    """
    if isinstance(value, Plain):
        return value.to_dict()
    if hasattr(value, "tolist"):  # an array or a number of numpy
        return value.tolist()
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, AbstractSet):
        return sorted(map(str, value))
    if isinstance(value, Sequence) and not hasattr(value, "_fields"):
        return list(map(plain, value))
    if isinstance(value, Mapping) or _fields(value):
        return {str(name): plain(inner) for name, inner in _named(value)}
    return str(value)


def _fields(value: Any) -> Sequence[str]:
    """Return the names of the fields of a dataclass or a named tuple."""
    return [*getattr(type(value), "__dataclass_fields__", getattr(type(value), "_fields", ()))]


def _named(value: Any, names: str = "") -> Iterator[tuple[str, Any]]:
    """Yield what is said of a value by name: see ``Plain``; of a dict, a named tuple."""
    if isinstance(value, Mapping):
        yield from value.items()
        return
    for name in (names or getattr(value, "_plain", "")).split() or _fields(value):
        name, _, path = name.partition("=")
        if name[0] == "*":
            yield from _named(getattr(value, name[1:]))
        else:
            yield name, _at(value, path or name)


def _at(value: Any, path: str) -> Any:
    """Return an attribute of an attribute, and so on; None where one is None."""
    for name in path.split("."):
        value = None if value is None else getattr(value, name)
    return value


def _is_said(value: Plain) -> bool:
    """Whether a value has a sentence as its text."""
    return type(value).__str__ is not object.__str__


def cells(value: Any, head: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the cells of a row: a value in it is more cells, or its sentence; no tables."""
    kind: Any = type(value)
    for name, cell in _named(value):
        if cell is None and name in _tables(kind):
            continue
        if isinstance(cell, Plain) and not _is_said(cell):
            yield from cells(cell, f"{head}{name}_")
        else:
            shown = str(cell) if isinstance(cell, Plain) else plain(cell)
            if dict not in map(type, shown if isinstance(shown, list) else [shown]):
                yield head + name, shown


@cache
def _tables(kind: type) -> frozenset[str]:
    """Return the fields of a class that hold a table, where they hold anything."""
    every = getattr(kind, "__dataclass_fields__", {})
    return frozenset(name for name, field in every.items() if "Mapping" in str(field.type))


def csv_of(rows: Iterable[Mapping[str, Any]], names: Iterable[str] = ()) -> str:
    """Return rows as CSV (RFC 4180): numbers with nine decimals, no cell is a formula.

    The columns are ``names`` and whatever else a row has. Counts by number are a column for each
    number, a dict is a column for each of its values, and several values are one text, with ``.``
    for none; tables in a row are left out.

    >>> csv_of([{"word": "=bat", "bits": 1 / 3, "games": {"1": 2, "3": 1}}]).split()
    ['word,bits,games_1,games_2,games_3', "'=bat,0.333333333,2,0,1"]
    """
    listed, longest = list(rows), dict[str, int]()
    for row in listed:
        for name, cell in row.items():
            if _is_counts(cell):
                longest[name] = max(longest.get(name, 0), *map(int, cell))
    flat = [dict(_flat(row, longest)) for row in listed]
    columns = dict.fromkeys([*names, *(name for row in flat for name in row)])
    writer = csv.writer(text := io.StringIO())
    writer.writerow(columns)
    writer.writerows([_cell(row.get(name)) for name in columns] for row in flat)
    return text.getvalue()


def _is_counts(cell: Any) -> bool:
    return isinstance(cell, Mapping) and bool(cell) and all(str(key).isdecimal() for key in cell)


def _flat(row: Mapping[str, Any], longest: Mapping[str, int]) -> Iterator[tuple[str, Any]]:
    """Yield the cells of a row of CSV; of ``longest`` are the highest numbers that are counted."""
    for name, cell in row.items():
        if name in longest:
            counts = {int(number): count for number, count in (cell or {}).items()}
            yield from ((f"{name}_{n}", counts.get(n, 0)) for n in range(1, longest[name] + 1))
        elif isinstance(cell, Mapping):
            yield from ((f"{name}_{inner}", value) for inner, value in _flat(cell, {}))
        elif not isinstance(cell, list | tuple):
            yield name, cell
        elif not any(isinstance(each, Mapping | list | tuple) for each in cell):
            yield name, " ".join(map(_in_text, cell))


def _in_text(value: Any) -> str:
    return "." if value in (None, "") else f"{value:.2f}" if type(value) is float else str(value)


def _cell(value: Any) -> Any:
    if isinstance(value, str):
        return FORMULA.sub(r"\1'", value)
    return round(value, 9) if isinstance(value, float) else value

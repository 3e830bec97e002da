"""The one plain form of values: a dict and rows, for json, pandas, polars, CSV and notebooks."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set as AbstractSet
from itertools import islice
from typing import Any, TypeVar

from jotto.notebook import table

V = TypeVar("V", bound="Plain")
SHOWN = 20  # rows in a notebook
# what a spreadsheet takes for a formula, unless it is a number; Excel may part cells by semicolons
FORMULA = re.compile(r"(^|[;\t\r\n])(?!-\d+(?:\.\d+)?$)(?=[=+\-@\t\r\uff0b\uff0d\uff1d\uff20])")


class Plain:
    """What every value has: ``to_dict`` and ``rows``, which json, pandas and polars take.

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
        """Return what it says as a dict."""
        return {name: plain(value) for name, value in _named(self)}

    def rows(self) -> list[dict[str, Any]]:
        """Return it as rows of a table, which have the same columns and no tables in them."""
        return list(self._rows())

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
    for name, cell in _named(value):
        if isinstance(cell, Plain) and not _is_said(cell):
            yield from cells(cell, f"{head}{name}_")
        else:
            shown = str(cell) if isinstance(cell, Plain) else plain(cell)
            if dict not in map(type, shown if isinstance(shown, list) else [shown]):
                yield head + name, shown


def csv_of(rows: Iterable[Mapping[str, Any]], names: Sequence[str]) -> str:
    """Return rows as CSV: numbers with nine decimals, no cell is a formula.

    >>> print(csv_of([{"word": "=bat", "bits": 1 / 3}], ["word", "bits"]), end="")
    word,bits
    '=bat,0.333333333
    """
    writer = csv.writer(text := io.StringIO(), lineterminator="\n")
    writer.writerow(names)
    for row in rows:
        some = (row[name] for name in names)
        numbers = (round(cell, 9) if isinstance(cell, float) else cell for cell in some)
        writer.writerow([FORMULA.sub(r"\1'", c) if isinstance(c, str) else c for c in numbers])
    return text.getvalue()

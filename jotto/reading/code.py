"""The strings of arrays, tables and dictionaries in source code, whatever its language.

Nothing is run: the text is read as strings, numbers and names between brackets.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

TOKEN = re.compile(
    r"""(?P<remark>/\*.*?\*/|//[^\n]*|(?:^|(?<=\s))(?:\#|--)[^\n]*)
    |(?P<long>\"{3}.*?\"{3}|'{3}.*?'{3})
    |(?P<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.|'')*'|`[^`]*`)
    |(?P<number>(?<![\w.])-?\d[\d_.]*(?:e[-+]?\d+)?\b)
    |(?P<name>[\w$]+)
    |(?P<sign><-|=>|[=:,;\[\](){}"])""",
    re.DOTALL | re.MULTILINE | re.VERBOSE,
)
PAIRS = {"]": "[", ")": "(", "}": "{"}
NOTHING = frozenset(("null", "None", "undefined", "true", "false", "True", "False", "NULL", "nil"))
LEAST = 2  # records or tuples, of which a table is made


class Item(NamedTuple):
    """A string, number or name: its line, its kind, and the key before it."""

    line: int
    kind: str
    text: str
    key: str = ""


@dataclass
class Group:
    """What stands between two brackets, and the name before them."""

    bracket: str
    name: str = ""
    items: list[Item] = field(default_factory=list)


def groups_of(text: str) -> list[Group]:
    """Return what stands between brackets, in the order in which they are closed.

    Raises ValueError, with the line, for brackets or quotation marks that are not closed.

    >>> [group] = groups_of('const words = ["crane", "slate"];')
    >>> group.name, [item.text for item in group.items]
    ('words', ['crane', 'slate'])
    """
    inside, done = [Group("")], list[Group]()
    key, statement = "", list[str]()  # before a value, and the names of a statement
    for line, kind, part in _tokens(text):
        last, outside = inside[-1], len(inside) == 1
        if kind == "long":
            words = [
                (line + n, word) for n, row in enumerate(part.split("\n")) for word in row.split()
            ]
            items = [Item(at, "string", word) for at, word in words]
            done += [Group("[", _name(statement), items)] if key else []  # else it is a docstring
        elif kind != "sign":
            last.items.append(Item(line, kind, part, key))
            statement += [part] * outside
            key = ""
        elif part in (":", "=>", "=", "<-"):
            key = last.items.pop().text if last.items else ""
            statement += [part] * outside
        elif part in PAIRS.values():
            if last.items and last.items[-1].kind == "name":
                last.items.pop()  # as in array( or new Set(
            inside.append(Group(part, _name(statement) if outside else key))
            key = ""
        elif part in PAIRS:
            if last.bracket != PAIRS[part]:
                raise ValueError(line)
            done += [group for group in [inside.pop()] if group.items]
            key = ""
        elif part == '"':
            raise ValueError(line)
        else:
            key = ""
            statement = statement if part == "," or not outside else []
        if part in PAIRS and len(inside) == 1 and last.bracket != "(" and last.items:
            statement = []
    if len(inside) > 1:
        raise ValueError(text.count("\n"))
    _check_outside(inside[0], text)
    return done or [group for group in inside if group.items]


def _name(statement: list[str]) -> str:
    """Return what a statement gives a value to: the name before its first sign, or its table."""
    if [part.lower() for part in statement[:2]] == ["insert", "into"]:
        return " ".join(statement[2:3])
    signs = [at for at, part in enumerate(statement) if part in (":", "=>", "=", "<-")]
    return statement[signs[0] - 1] if signs and signs[0] else " ".join(statement[-1:])


def _check_outside(outside: Group, text: str) -> None:
    """Raise LookupError if there are lines that only have a word, or one and a number."""
    lines = text.split("\n")
    for item in outside.items if len(lines) > 1 else ():
        if re.fullmatch(r"\s*[^\W\d_]+(?:\s+[\d.]+)?\s*", lines[item.line]):
            raise LookupError(item.line)


def _tokens(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield the line, from 0, the kind and the text of what is no remark."""
    line = at = 0
    sql = re.search(r"\binsert\s+into\b", text, re.I) is not None
    for found in TOKEN.finditer(text):
        line, at = line + text.count("\n", at, found.start()), found.start()
        kind, part = str(found.lastgroup), found[0]
        if kind == "string":
            kind = "name" if sql and part[0] == "`" else kind
            part = part[1:-1].replace("''", "'") if sql else part[1:-1]
        if kind != "remark":
            yield line, kind, part[3:-3] if kind == "long" else part


Cells = list[tuple[int, dict[str, str]]]  # of each row its line, and its cells by column


def table_in(groups: list[Group]) -> tuple[list[str], Cells]:
    """Return the heading of what is in groups, if there is one, and its rows.

    Records, tuples and dictionaries are rows. If there are several tables or arrays, each is a
    column by its name. Raises LookupError for names beside strings.
    """
    keyed = [group for group in groups if all(item.key for item in group.items)]
    strings = bool(keyed) or any(i.kind == "string" for group in groups for i in group.items)
    wanted = "string" if strings else "name"
    flat = [g for g in groups if g not in keyed and any(i.kind == wanted for i in g.items)]
    for group in flat if strings else ():
        if wrong := next(
            (i for i in group.items if i.kind == "name" and i.text not in NOTHING), None
        ):
            raise LookupError(wrong.line)
    shared = set.intersection(*({*_keys(group)} for group in keyed)) if keyed else set()
    if len(keyed) >= LEAST and shared and not flat:
        heading = list(dict.fromkeys(key for group in keyed for key in _keys(group)))
        return heading, [(g.items[0].line, {i.key: i.text for i in g.items}) for g in keyed]
    if len(keyed) == 1 and not flat:
        values = any(item.text not in NOTHING for item in keyed[0].items)  # else it is a set
        pairs = ({"": item.key, **({"=": item.text} if values else {})} for item in keyed[0].items)
        return [], [(i.line, pair) for i, pair in zip(keyed[0].items, pairs, strict=True)]
    sizes, tables = {len(group.items) for group in flat}, {group.name for group in flat}
    if len(flat) >= LEAST and len(sizes) == 1 and sizes != {1} and len(tables) == 1 and not keyed:
        return _tuples(flat, groups)
    items = [(i.line, g.name, i.text) for g in flat for i in g.items if i.kind == wanted]
    items += [(i.line, g.name, i.key) for g in keyed for i in g.items]
    items += [(i.line, g.name, i.text) for g in keyed for i in g.items if i.kind == wanted]
    names = list(dict.fromkeys(name for _, name, _ in items))
    return names if len(names) > 1 else [], [(line, {name: text}) for line, name, text in items]


def _tuples(flat: list[Group], groups: list[Group]) -> tuple[list[str], Cells]:
    """Return rows of groups of one size, with the heading that a group of names gives."""
    size = len(flat[0].items)
    names = [group for group in groups if group not in flat and len(group.items) == size]
    heading = [item.text for item in names[0].items] if names else []
    places = heading or [*map(str, range(size))]
    rows = ([item.text for item in group.items] for group in flat)
    made = (dict(zip(places, cells, strict=True)) for cells in rows)
    return heading, [(g.items[0].line, row) for g, row in zip(flat, made, strict=True)]


def _keys(group: Group) -> list[str]:
    return [item.key for item in group.items]

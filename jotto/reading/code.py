"""The strings of arrays, tables and dictionaries in source code, whatever its language.

Nothing is run: the text is read as strings, numbers and names between brackets.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

TOKEN = re.compile(
    r"""(?P<remark>/\*.*?\*/|//[^\n]*|(?:^|(?<=\s))(?:\#|--)[^\n]*|\"{3}.*?\"{3}|'{3}.*?'{3})
    |(?P<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`]*`)
    |(?P<number>(?<![\w.])-?\d[\d_.]*(?:e[-+]?\d+)?\b)
    |(?P<name>[\w$]+)
    |(?P<sign><-|=>|[=:,;\[\](){}"])""",
    re.DOTALL | re.MULTILINE | re.VERBOSE,
)
PAIRS = {"]": "[", ")": "(", "}": "{"}
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
    key = name = declared = ""  # before a value, before a bracket, and at the begin of a statement
    for line, kind, part in _tokens(text):
        last = inside[-1]
        if kind != "sign":
            last.items.append(Item(line, kind, part, key))
            name, key = part, ""
        elif part in (":", "=>", "=", "<-"):
            key = last.items.pop().text if last.items else ""
            declared = declared or (name if len(inside) == 1 else "")
        elif part in PAIRS.values():
            if last.items and last.items[-1].kind == "name":
                last.items.pop()  # as in array( or new Set(
            inside.append(Group(part, key if len(inside) > 1 else declared or name))
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
        if part == ";" or (part in PAIRS and len(inside) == 1 and last.items):
            declared = ""
    if len(inside) > 1:
        raise ValueError(text.count("\n"))
    return done or [group for group in inside if group.items]


def _tokens(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield the line, from 0, the kind and the text of what is no remark."""
    line = at = 0
    for found in TOKEN.finditer(text):
        line, at = line + text.count("\n", at, found.start()), found.start()
        kind, part = str(found.lastgroup), found[0]
        if kind != "remark":
            yield line, kind, part[1:-1] if kind == "string" else part


Cells = list[tuple[int, dict[str, str]]]  # of each row its line, and its cells by column


def table_in(groups: list[Group]) -> tuple[list[str], Cells]:
    """Return the heading of what is in groups, if there is one, and its rows.

    Records, tuples and dictionaries are rows; each further array is a column of its own.
    """
    strings = any(item.kind == "string" for group in groups for item in group.items)
    wanted = "string" if strings else "name"
    keyed = [group for group in groups if all(item.key for item in group.items)]
    full = [group for group in groups if any(item.kind == wanted for item in group.items)]
    shared = set.intersection(*({*_keys(group)} for group in keyed)) if keyed else set()
    if len(keyed) >= LEAST and shared:
        heading = list(dict.fromkeys(key for group in keyed for key in _keys(group)))
        return heading, [(g.items[0].line, {i.key: i.text for i in g.items}) for g in keyed]
    if keyed:
        return [], [(i.line, {"": i.key, "=": i.text}) for g in keyed for i in g.items]
    size = max((len(group.items) for group in full), default=0)
    named = {group.name for group in full if group.bracket != "("}
    if len(full) >= LEAST and {len(g.items) for g in full} == {size} and size > 1 >= len(named):
        names = [group for group in groups if group not in full and len(group.items) == size]
        heading = [item.text for item in names[0].items] if names else []
        places = heading or [*map(str, range(size))]
        texts = ([item.text for item in group.items] for group in full)
        rows = (dict(zip(places, cells, strict=True)) for cells in texts)
        return heading, [(g.items[0].line, row) for g, row in zip(full, rows, strict=True)]
    names_of = list(dict.fromkeys(group.name for group in full))
    items = [(i.line, {g.name: i.text}) for g in full for i in g.items if i.kind == wanted]
    return names_of if len(names_of) > 1 else [], items


def _keys(group: Group) -> list[str]:
    return [item.key for item in group.items]

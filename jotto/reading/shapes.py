"""The shapes in which people keep words, numbers and dates: a table of them, and their rows.

Whatever the shape, a text becomes rows of cells, each with the number of its line, and perhaps a
heading. Which cell is the word, the number or the date is decided in ``columns``.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice, zip_longest
from pathlib import Path
from typing import Any, NamedTuple

from jotto.errors import quoted, refusing_any
from jotto.files import is_there
from jotto.letters import HEADER, Letters, alphabet
from jotto.reading.code import groups_of, table_in
from jotto.reading.names import KNOWN
from jotto.reading.texts import Line, Note, Source, is_text, lines_of, named, refused
from jotto.typed import clean

OF_A_CELL = 20  # lines at most
SEEN = 1000  # letters of each that are looked at
SAMPLE = 200  # lines that decide the shape
MOST = 0.9  # the share of them that must agree with it
FRONT = 5  # lines before the words of a list of LibreOffice, which end with ---
USER_LIST, PERSONAL = "UserDict1", "personal_ws-"  # how it begins, and a list of aspell
SIGNS = frozenset("#/[{'\"\t;|,:=")  # what shapes are made of
CUT_OFF = "brackets or quotation marks that are not closed: it may be cut off"
Row = tuple[int, list[str]]  # the number of a line, and its cells
Rows = Iterable[Row]


class Lines:
    """The lines of a text, of which the first decide its shape."""

    def __init__(self, path: str, lines: Iterator[Line]) -> None:
        self.path, self.rest = path, lines
        self.first = list(islice(lines, SAMPLE))
        self.heading: list[str] = []
        self.sparse = False  # an empty cell is none

    def __iter__(self) -> Iterator[Line]:
        return chain(self.first, self.rest)

    def share(self, fits: Callable[[str], object], skip: int = 0) -> float:
        """Return the share of the first lines that fit, without the first ``skip``."""
        lines = self.first[skip:]
        return sum(bool(fits(line[:SEEN])) for _, line in lines) / len(lines) if lines else 0.0

    def whole(self) -> str:
        """Return all lines; another shape may still be tried."""
        self.first, self.rest = list(self), iter(())
        return "\n".join(line for _, line in self.first)


def most(fitting: int, lines: int) -> bool:
    """Whether lines fit but for one of ten; of four to nine, but for one."""
    return fitting >= MOST * lines or (lines > 3 and fitting >= lines - 1)


class Shape(NamedTuple):
    """A shape: its name, an example, and its reader, which is None of lines of other shapes."""

    name: str
    example: str
    read: Callable[[Lines], Rows | None]
    about: str = ""  # what is not read


@dataclass
class Table:
    """What a text holds: its shape, its rows, and the heading if there is one."""

    path: str
    shape: Shape
    rows: Rows
    heading: list[str] = field(default_factory=list)
    column: str = ""  # which the person names
    sparse: bool = False  # an empty cell is none
    letters: Letters = ()  # that are given, or declared by a comment before the first entry
    remarks: list[str] = field(default_factory=list)  # the comments before it


def table_of(
    source: Source, *, encoding: str | None = None, note: Note = str, letters: Letters = ()
) -> Table:
    """Return what a file or a text holds, in any of SHAPES; FILE:COLUMN names a column.

    If a sign of the shapes is among the ``letters``, each line is an entry. Raises FileError.
    """
    source, column = split_column(source)
    found = lines_of(source, encoding=encoding, note=note, comments=True)
    remarks, letters, kept = _without_comments(found, tuple(letters))
    lines = Lines(named(source), kept)
    if SIGNS.intersection("".join(letters)):
        return Table(lines.path, PLAIN, ((n, [line]) for n, line in lines), letters=letters)
    with refusing_any(lambda reason: refused(lines.path, reason)):
        shape, rows = next((s, rows) for s in SHAPES if (rows := s.read(lines)) is not None)
    return Table(lines.path, shape, rows, lines.heading, column, lines.sparse, letters, remarks)


def _without_comments(
    found: Iterator[Line], letters: Letters
) -> tuple[list[str], Letters, Iterator[Line]]:
    """Return the comments before the first entry, the letters they declare, and the entries."""
    remarks, first = list[str](), list[Line]()
    for number, line in found:
        if not _is_comment(line, letters) and not line.startswith("/*"):
            first = [(number, line)]
            break
        remarks.append(line)
        if not letters and line[1:].strip().startswith(HEADER):
            letters = alphabet(line.partition(HEADER)[2])
        while line.startswith("/*") and "*/" not in remarks[-1]:
            remarks.append(next(found, (0, "*/"))[1])
    top = [*first, *islice(found, FRONT)]
    end = next((at for at, (_, line) in enumerate(top) if line == "---"), 0)
    if end > 0 and top[0][1].endswith(USER_LIST):
        top = top[end + 1 :]
    return (
        remarks,
        letters,
        (line for line in chain(top, found) if not _is_comment(line[1], letters)),
    )


def _is_comment(line: str, letters: Letters) -> bool:
    """Whether a line is none of the entries: # or // and a remark, but not #956."""
    if "#" in letters:
        return line.startswith("# ")
    return line.startswith(("//", "<?", PERSONAL)) or (line[0] == "#" and not line[1:2].isdigit())


def split_column(source: Source) -> tuple[Source, str]:
    """Return a path, and the column that is named behind it, as in FILE:COLUMN."""
    path, _, column = str(source).rpartition(":")
    if is_text(source) or not column or is_there(source) or not is_there(path):
        return source, ""
    return Path(path), column


# --- JSON -----------------------------------------------------------------------------------------

BODY = re.compile(r"(?:[\w$ ]+=\s*)?[\[{]")  # perhaps given to a name
BETWEEN = re.compile(r"[\s,]*")
COLON = re.compile(r"\s*:\s*")
Entry = tuple[int, Any]  # the number of a line, or of the entry, and a value


def _json(lines: Lines) -> Rows | None:
    """Read an array, an object, or a value on each line."""
    if not lines.first or not BODY.match("\n".join(line for _, line in lines.first)):
        return None
    if len(lines.first) > 1 and lines.share(_is_json) == 1:
        return _records(lines, [(number, _value(line)) for number, line in lines])
    text = lines.whole()
    try:
        entries = list(_entries(text, [number for number, _ in lines.first]))
    except (ValueError, RecursionError):
        return None
    if len(lines.first) == 1:
        entries = [(number, entry) for number, (_, entry) in enumerate(entries, 1)]
    return _records(lines, entries)


def _is_json(line: str) -> bool:
    return line[0] in "[{" and isinstance(_value(line), dict | list)


def _value(line: str) -> Any:
    """Return the JSON value of a line; its text, if it is none."""
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return line


def _entries(text: str, numbers: Sequence[int]) -> Iterator[Entry]:
    """Yield the entries of an array, or the pairs of an object, each with its line."""
    begin, decode = _after(BODY, text, 0), json.JSONDecoder().raw_decode
    end = "}" if text[begin - 1] == "{" else "]"
    at, line, seen = _after(BETWEEN, text, begin), 0, 0
    while text[at : at + 1] != end:
        line, seen = line + text.count("\n", seen, at), at
        value, at = decode(text, at)
        if end == "}":
            other, at = decode(text, _after(COLON, text, at))
            value = (str(value), other)
        yield numbers[line], value
        before, at = at, _after(BETWEEN, text, at)
        if text[at : at + 1] != end and "," not in text[before:at]:
            raise ValueError("a comma is missing")
    if text[at + 1 :].strip(" \n;"):
        raise ValueError("there is more after its end")


def _after(form: re.Pattern[str], text: str, at: int) -> int:
    found = form.match(text, at)
    return found.end() if found else at


def _records(lines: Lines, entries: list[Entry]) -> Rows:
    """Return the rows of texts, arrays, objects, or pairs of an object."""
    kinds = {type(entry) for _, entry in entries}
    if kinds == {tuple}:
        return _object(lines, entries)
    if kinds == {dict}:
        return _rows_of(lines, entries)
    return [(n, [*map(_cell, e)] if isinstance(e, list) else [_cell(e)]) for n, e in entries]


def _rows_of(lines: Lines, records: list[Entry]) -> Rows:
    """Return the rows of objects, with all their keys as the heading."""
    lines.heading = list(dict.fromkeys(key for _, entry in records for key in entry))
    return [(n, [_cell(entry.get(key)) for key in lines.heading]) for n, entry in records]


def _object(lines: Lines, pairs: list[Entry]) -> Rows:
    """Return the rows of what an object holds: a table, or lists as columns. Raises FileError."""
    if not any(isinstance(value, dict | list) for _, (_, value) in pairs) and not (
        KNOWN.intersection(str(name).lower() for _, (name, _) in pairs)
    ):
        return [(number, [name, _cell(value)]) for number, (name, value) in pairs]
    line = {name: number for number, (name, _) in pairs}
    tables = list(_tables("", dict(pair for _, pair in pairs)))
    texts = [table for table in tables if not _is_numbers(table[1])]
    if len({len(table) for _, table in tables}) > 1 or not texts:  # not columns side by side
        tables = texts
    if not tables:
        return []
    if len(tables) > 1:
        if not all(isinstance(table, list) for _, table in tables):
            names = " and ".join(name for name, _ in tables[:5])
            raise refused(lines.path, f"it holds several tables, {names}; give one of them")
        lines.heading, lines.sparse = [name for name, _ in tables], True
        columns = ([*map(_cell, table)] for _, table in tables)
        return [(n, [*row]) for n, row in enumerate(zip_longest(*columns, fillvalue=""), 1)]
    [(_, table)] = tables
    if isinstance(table, list):
        return _records(lines, [*enumerate(table, 1)])
    if all(isinstance(value, dict) for value in table.values()):  # records by their names
        records = [(n, {"": name, **of}) for n, (name, of) in enumerate(table.items(), 1)]
        return _rows_of(lines, records)
    if KNOWN.intersection(map(str.lower, table)) and len({*map(type, table.values())}) > 1:
        return _rows_of(lines, [(1, table)])
    return [(line.get(name, n), [name, _cell(v)]) for n, (name, v) in enumerate(table.items(), 1)]


def _tables(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    """Yield the lists and tables in an object, with their names; facts beside them are none."""
    inner = {key: of for key, of in value.items() if isinstance(of, dict | list) and of}
    records = [of for of in inner.values() if isinstance(of, dict)]
    keys = set.intersection(*map(set, records)) if records else set()
    if not inner or (len(records) == len(value) > 1 and keys):
        yield name, value
        return
    for key, of in inner.items():
        if isinstance(of, dict):
            yield from _tables(key, of)
        else:
            yield key, of


def _is_numbers(table: Any) -> bool:
    return isinstance(table, list) and all(isinstance(one, int | float | None) for one in table)


def _cell(value: Any) -> str:
    """Return a JSON value as a cell; what is nested has none."""
    return "" if value is None or isinstance(value, bool | dict | list) else str(value)


# --- source code ----------------------------------------------------------------------------------

LITERAL = re.compile(r"(\"[^\"]*\"|'[^']*')\s*[,;]?")
IN_CODE = re.compile(
    r"""[\w$\])>]\s*(?:=>?|:|<-)[\s\w.!&<>]{0,40}[\[({]|\bqw\(|^[\[({]|\binsert\s+into\b""",
    re.I | re.M,
)


def _code(lines: Lines) -> Rows | None:
    """Read what stands between brackets: one column for each array, or for each key."""
    begin = "\n".join(line for _, line in lines.first[:20])
    literals = lines.share(LITERAL.fullmatch) >= MOST and lines.share(lambda line: line[-1] in ",;")
    if not (literals or IN_CODE.search(begin)):
        return None
    text = lines.whole()
    numbers = [number for number, _ in lines.first]
    try:
        heading, rows = table_in(groups_of(text))
    except LookupError:  # a word or name that belongs to none of it
        return None
    except ValueError as error:
        raise refused(lines.path, CUT_OFF, numbers[min(error.args[0], len(numbers) - 1)]) from None
    if not rows:
        return None
    names = heading or list(dict.fromkeys(name for _, row in rows for name in row))
    lines.heading, lines.sparse = heading, True
    return [(numbers[line], [row.get(name, "") for name in names]) for line, row in rows]


# --- lines ----------------------------------------------------------------------------------------

FLAGS = re.compile(r"(?<!\\)/.*|\t.*|\s+\w\w:.*")  # what a Hunspell dictionary says of a word
MARKER = re.compile(r"(?:[-*+\u2022\u00b7\u25cf\u25aa]|\(?\d+[.)])\s+(?:\[[ xX]\]\s+)?")
KEY = re.compile(r"([\w ]+):|---|\.\.\.|==+ .* ==+")  # of YAML and of wikis
YEAR = r"(?:1[4-9]|20)\d\d"
BY_YEAR = re.compile(rf"[^\t]+(?:\t{YEAR}(?:\t\d+){{2,3}}|(?:\t{YEAR},\d+,\d+)+)")
BESIDE = re.compile(r"(?:[\s,;|\"]|\.(?!\S))+")
DEFINED = re.compile(r"[^\W\d_a-z]+\s+(?=.*[a-z]).*")  # a word in capitals, and what it means
NUMBER = re.compile(r"[-+]?(?:\d[\d.,']*|\.\d+)(?:e[-+]?\d+)?%?|[-+]?(?:nan|inf)", re.I)


def _hunspell(lines: Lines) -> Rows | None:
    """Read a dictionary, which begins with how many words it has, or has flags behind words."""
    counted = bool(lines.first) and lines.first[0][1].isdecimal()
    if lines.share(re.compile(r"[^\s/]+/[A-Z]\w*").fullmatch) < 0.5 and not (
        counted and lines.share(re.compile(r"\S+(\s+\w\w:.*|/\S+.*|\t.*)?").fullmatch, 1) >= MOST
    ):
        return None
    if counted and lines.share(lambda line: line[0].isdigit(), 1) > 1 - MOST:
        return None
    stems = islice(lines, counted, None)
    return ((n, [FLAGS.sub("", line).replace("\\/", "/")]) for n, line in stems)


def _bullets(lines: Lines) -> Rows | None:
    """Read entries with a mark or a number before each, in any of the shapes below."""
    entries = [line for line in lines.first if not KEY.fullmatch(line[1])]
    keys = [found[1] for _, line in lines.first if (found := KEY.fullmatch(line)) and found[1]]
    marked = [line for _, line in entries if MARKER.match(line)]
    if len(entries) < 2 or len(marked) < MOST * len(entries):
        return None
    if len(keys) > 1:
        raise refused(lines.path, f"it has several lists, {' and '.join(keys)}; give one of them")
    bare = ((n, MARKER.sub("", line, count=1)) for n, line in lines if not KEY.fullmatch(line))
    inner = Lines(lines.path, bare)
    rows = next(rows for shape in SHAPES[4:] if (rows := shape.read(inner)) is not None)
    lines.heading = inner.heading
    return rows


def _ngrams(lines: Lines) -> Rows | None:
    """Read counts by year, as in the tables of Google Books: their sum is that of the word."""
    if lines.share(BY_YEAR.fullmatch) < MOST:
        return None
    lines.heading = ["word", "count"]
    return ((n, _by_year(line.split("\t"))) for n, line in lines)


def _by_year(cells: list[str]) -> list[str]:
    """Return a word and how often it comes, in one year or in several."""
    if "," not in cells[1]:
        return [cells[0], cells[2]] if len(cells) > 2 else cells
    years = (cell.split(",") for cell in cells[1:])
    return [cells[0], str(sum(int(year[1]) for year in years if len(year) > 1))]


def _side_by_side(lines: Lines) -> Rows | None:
    """Read rows of words of one length, words between commas on several lines, or one line."""
    rows = [_words_in(line) for _, line in lines.first]
    sizes, words = {*map(len, rows)}, [*chain(*rows)]
    if sizes <= {1} or not all(map(str.isalpha, words)):
        return None
    lengths = [*map(len, words)]
    alike = max(map(lengths.count, {*lengths})) >= MOST * len(lengths)
    flowing = len(sizes) > 1 and lines.share(re.compile('[^"]*[,;][^"]*').fullmatch) >= MOST
    if not (alike or len(rows) == 1 or flowing):
        return None
    return ((n, [word]) for n, line in lines for word in _words_in(line))


def _words_in(line: str) -> list[str]:
    return BESIDE.split(clean(line).strip(' \t,;|."'))


def _delimited(lines: Lines) -> Rows | None:
    """Read cells between tabs, semicolons, bars or commas, or a colon or ``=`` in each line."""
    first = re.fullmatch(r'"?sep=(.)"?', lines.first[0][1], re.I) if lines.first else None
    if first:
        lines.first = lines.first[1:]
        return _cells(lines, first[1])
    if _is_count(lines):
        lines.first = lines.first[1:]
    if any(line.count('"') % 2 for _, line in lines.first):
        lines.first, lines.rest = [*_joined(iter(lines.first))], _joined(lines.rest)
    sign = next((sign for sign in "\t;|,:=" if _divides(lines, sign)), "")
    return _cells(lines, sign) if sign else None


def _joined(lines: Iterator[Line]) -> Iterator[Line]:
    """Yield lines, with those as one between which a quotation mark is not closed."""
    for number, line in lines:
        some = [(number, line)]
        while sum(text.count('"') for _, text in some) % 2 and len(some) < OF_A_CELL:
            if not (more := next(lines, None)):
                break
            some.append(more)
        if sum(text.count('"') for _, text in some) % 2:
            yield from some
        else:
            yield number, "\n".join(text for _, text in some)


def _divides(lines: Lines, sign: str) -> bool:
    """Whether a sign divides nearly all of the first lines into as many cells."""
    sizes = [len(_split(line, sign)) for _, line in lines.first]
    if sign in ":=" and lines.share(lambda line: _is_pair(line, sign)) < MOST:
        return False
    usual = max(sizes, key=sizes.count, default=1)
    return len(sizes) > 1 < usual and most(sizes.count(usual), len(sizes))


def _is_pair(line: str, sign: str) -> bool:
    """Whether a sign stands once in a line, behind a word or a name."""
    before, _, behind = line.partition(sign)
    return any(map(str.isalpha, before)) and bool(behind) and sign not in behind


def _split(line: str, sign: str) -> list[str]:
    """Return the cells of a line; a quotation mark that is not closed ends with it."""
    if '"' not in line:
        return line.split(sign)
    try:
        return next(csv.reader([line], delimiter=sign, skipinitialspace=True), [""])
    except csv.Error:
        return [line]


def _cells(lines: Lines, sign: str) -> Iterator[Row]:
    framed = sign == "|" and lines.share(re.compile(r"\|.*\|").fullmatch) >= MOST
    for number, line in lines:
        cells = [
            _unquoted(cell.strip()) for cell in _split(line.strip("|") if framed else line, sign)
        ]
        if not framed or "".join(cells).strip(":-"):  # not the line below a heading
            yield number, cells


def _columns(lines: Lines) -> Rows | None:
    """Read columns between blanks, of which one at least is of numbers."""
    if _is_count(lines):
        lines.first = lines.first[1:]
    if len(lines.first) > 1 and lines.share(DEFINED.fullmatch) >= MOST:
        return ((number, line.split(maxsplit=1)) for number, line in lines)
    rows = [clean(line).split() for _, line in lines.first]
    headed = len(rows) > 1 and not any(map(NUMBER.fullmatch, rows[0]))
    fitting = [row for row in rows[headed:] if len({*map(_is_number, row)}) == 2]
    if not fitting or not most(len(fitting), len(rows[headed:])):
        return None
    pairs = min(map(len, fitting)) == 2
    return ((number, _thousands(clean(line).split(), pairs)) for number, line in lines)


def _is_count(lines: Lines) -> bool:
    """Whether the first line says how many lines follow."""
    first, rest = lines.first[0][1] if lines.first else "", len(lines.first) - 1
    return (
        first.isdecimal() and rest > 0 and (int(first) == rest or (rest >= SAMPLE - 1 < int(first)))
    )


def _is_number(cell: str) -> bool:
    return NUMBER.fullmatch(cell) is not None


def _thousands(cells: list[str], pairs: bool) -> list[str]:
    """Return the cells of a line; in pairs of a word and a number, as in 1 234, as two."""
    spread = pairs and len(cells) > 2 and re.fullmatch(r"\d{1,3}( \d{3})+", " ".join(cells[1:]))
    return [cells[0], "".join(cells[1:])] if spread else cells


def _plain(lines: Lines) -> Rows:
    """Read an entry a line, perhaps in quotation marks."""
    if lines.first and lines.first[0][1][0] in "[{":
        reason = f"{quoted(lines.first[0][1])} begins as JSON, and is none; it may be cut off"
        raise refused(lines.path, reason, lines.first[0][0])
    if any(clean(line[0]) in "\"'`*_" or line[-1] in ",;" for _, line in lines.first):
        return ((number, [_unquoted(clean(line).strip(" \t,;"))]) for number, line in lines)
    return ((number, [line]) for number, line in lines)


def _unquoted(text: str) -> str:
    """Return a text without quotation marks, or marks of emphasis, around it."""
    while len(text) > 2 and text[0] == text[-1] and text[0] in "\"'`*_":
        text = text[1:-1]
    return text


STEMS = "without what its flags add to words"
SHAPES = (  # in the order in which they are tried
    Shape("JSON", '["crane", "slate"]', _json),
    Shape("source code", 'const words = [\n  "crane", "slate",\n];', _code),
    Shape("a Hunspell dictionary", "2\ncrane/MS\nslate", _hunspell, STEMS),
    Shape("a list", "1. crane\n2. slate", _bullets),
    Shape("n-grams", "crane\t1999\t12\t7\nslate\t1999\t7\t5", _ngrams),
    Shape("rows of words", "crane trace\nslate stone", _side_by_side),
    Shape("a table", "word,count\ncrane,12\nslate,7", _delimited),
    Shape("columns", "  12 crane\n   7 slate", _columns),
    PLAIN := Shape("a list of words", "crane\nslate", _plain),
)

"""Files from outside as lines of text: encodings, and what is no text.

The encoding is UTF-8, or UTF-16 or UTF-32 with a byte order mark; what is none of them is read as
Windows-1252, with a note. A file is read at once and decoded line by line.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from io import BytesIO, TextIOWrapper
from pathlib import Path

from jotto import files
from jotto.errors import FileError, GameError, quoted

Note = Callable[[object], object]  # called with what a person should know
Line = tuple[int, str]  # its number, from 1, and its text
Source = str | Path  # a path, or a text: what has more than one line

refused = partial(FileError, "file")
reading = partial(files.refusing, "file", failed="it cannot be read: ")

PIECE = 1 << 20  # bytes that are read at once
LARGEST = 1 << 28  # bytes of a file; far more than any list of words has
LONGEST_LINE = 4 << 20  # bytes; only all of a list in JSON is longer than a few letters
NO_TEXT = "\ufffd"  # what decoding puts in place of invalid bytes
NAME_IT = "name its encoding"
TEXT = "the text"  # what has no path
MARKS = {b"\xff\xfe\0\0": "utf-32", b"\0\0\xfe\xff": "utf-32", b"\xfe\xff": "utf-16"}
MARKS |= {b"\xff\xfe": "utf-16"}  # byte order marks, the longer ones first
WESTERN = "cp1252"  # Windows-1252: Latin-1 and more
NO_LISTS = {  # how files begin that are no text, and what to do with them
    b"PK\x03\x04": "it is a spreadsheet or a ZIP archive: unpack it, or save it as CSV",
    b"\xd0\xcf\x11\xe0": "it is a spreadsheet or document of Office: save it as CSV",
    b"\x1f\x8b": "it is compressed (gzip): unpack it first",
    b"BZh": "it is compressed (bzip2): unpack it first",
    b"\xfd7zXZ": "it is compressed (xz): unpack it first",
    b"\x28\xb5\x2f\xfd": "it is compressed (zstd): unpack it first",
    b"7z\xbc\xaf": "it is a 7z archive: unpack it first",
    b"%PDF": "it is a PDF: copy its text into a file",
    b"SQLite format 3": "it is a database: export its table as CSV",
    b"{\\rtf": "it is RTF: save it as plain text",
}
HTML = re.compile(rb"\s*<(?:!doctype|html|\?xml|table|ul|ol|body|head|div)\b", re.I)


def is_text(source: object) -> bool:
    r"""Whether this is a text and no path: it has several lines.

    >>> is_text("crane\nslate"), is_text("crane.txt")
    (True, False)
    """
    return isinstance(source, str) and "\n" in source.strip("\n") + source[-1:]


def named(source: Source) -> str:
    """Return what a source is called in messages."""
    return TEXT if is_text(source) else str(source)


def lines_of(
    source: Source, *, encoding: str | None = None, note: Note = str, comments: bool = False
) -> Iterator[Line]:
    """Yield the number and the text of each line that is not blank; ``comments`` too, if set.

    A file that is not in the default ``encoding`` is read as Windows-1252, and ``note`` is called
    with a message. Raises FileError and GameError.
    """
    path = named(source)
    data = str(source).encode(errors="replace") if is_text(source) else _contents(Path(source))
    used = encoding or _encoding_of(data)
    if not encoding and used == WESTERN:
        guessed = GameError(f"{path!r} is not UTF-8: read as {WESTERN}; if wrong, {NAME_IT}")
        note(guessed.about("encoding"))
    try:
        if encoding:  # decoded at once, whatever codec it is
            data, used = data.decode(used, "replace").encode(), "utf-8-sig"
        text = TextIOWrapper(BytesIO(data), used, "replace", newline=None)
        for number, line in enumerate(text, 1):
            if "\0" in line:
                raise refused(path, "not text: it holds a zero byte", number)
            if NO_TEXT in line:
                problem = f"not text in {encoding or 'UTF-8'}; {NAME_IT}"
                raise refused(path, problem, number).about("encoding")
            if (word := line.strip()) and (comments or not word.startswith("#")):
                yield number, word
    except UnicodeError:  # an encoding that cannot replace what it cannot read
        raise refused(path, f"not text in {encoding}; {NAME_IT}") from None
    except LookupError:
        reason = "there is no such encoding; write utf-8, utf-16, cp1252 or iso-8859-2"
        raise GameError(f"encoding {quoted(used)}: {reason}") from None


def decoded(data: bytes, path: Path, note: Note) -> str:
    """Return a text as ``lines_of`` decodes it: UTF-8, UTF-16, or Windows-1252 with a note."""
    used = _encoding_of(data)
    if used == WESTERN:
        note(GameError(f"{str(path)!r} is not UTF-8: read as {WESTERN}"))
    return data.decode(used, "replace")


def _contents(path: Path) -> bytes:
    """Read a file. Raises FileError, also if it is no text, or too large."""
    pieces, size, line = list[bytes](), 0, 0  # bytes in all, and since the last end of a line
    with reading(path), path.open("rb") as file:
        while piece := file.read(PIECE):
            pieces.append(piece)
            size += len(piece)
            line = 0 if b"\n" in piece or b"\r" in piece else line + len(piece)
            if line > LONGEST_LINE or size > LARGEST:
                break
    data = b"".join(pieces)
    wrong = next((reason for begin, reason in NO_LISTS.items() if data.startswith(begin)), "")
    if HTML.match(data[:PIECE]):
        wrong = "it is a page of HTML: copy its text into a file"
    if wrong:
        raise refused(path, wrong)
    if line > LONGEST_LINE:
        zero = "not text: it holds a zero byte" if b"\0" in pieces[-1] else ""
        long = f"a line over {LONGEST_LINE >> 20} MB; write one word a line"
        raise refused(path, zero or long, data.count(b"\n") + 1)
    if size > LARGEST:
        raise refused(path, f"it is larger than {LARGEST >> 20} MB, the most for a word list")
    return data


def _encoding_of(data: bytes) -> str:
    """Return the encoding of a list, decided by the first line with other than ASCII letters.

    Guessing by the frequency of letters (charset-normalizer 3.5) mistakes lists of German, French,
    Spanish and Swedish words for cp1250.
    """
    if mark := next((mark for mark in MARKS if data.startswith(mark)), b""):
        return MARKS[mark]
    begin = data[:200]
    if b"\0" in begin and not len(begin) % 2:  # ASCII in UTF-16 without a mark
        for odd, encoding in enumerate(("utf-16-be", "utf-16-le")):
            if not begin[odd::2].strip(b"\0") and b"\0" not in begin[1 - odd :: 2]:
                return encoding
    first = re.search(rb"[\x80-\xff][^\r\n]*", data)  # to the end of its line
    for encoding in ("utf-8-sig", WESTERN):
        with suppress(UnicodeDecodeError):
            (first[0] if first else b"").decode(encoding)
            return encoding
    return "utf-8-sig"  # in which that line will be refused

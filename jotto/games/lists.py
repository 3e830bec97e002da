"""Word lists: reading them, the shipped ones, and which words may be secrets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from io import BufferedReader, TextIOWrapper
from pathlib import Path
from typing import cast

from jotto.errors import FileError, GameError, quoted
from jotto.games.spelling import fold

LONGEST = 10  # letters in a word
PICK = "jotto lists file FILE --length N -o LIST picks those of one length"
SHIPPED = "english-5.txt"
PLURALS = "english-5.plurals.txt"
OFFENSIVE = "offensive-5.txt"
LONGEST_LINE = 1000  # letters; no word is so long, so the file is something else
NO_TEXT = "\ufffd"  # what decoding puts in place of invalid bytes
NAME_IT = "name its encoding: jotto lists file FILE --encoding NAME -o LIST"
UTF_16 = (b"\xfe\xff", b"\xff\xfe")  # its byte order marks
WESTERN = "cp1252"  # Windows-1252: Latin-1 and more


def read_words(
    path: Path, *, encoding: str | None = None, note: Callable[[str], object] = str
) -> tuple[str, ...]:
    """Read a list of words of one length, one per line, in order, a repeated word once.

    Blank lines and lines that begin with ``#`` are skipped; capitals become small letters.
    Raises FileError, with the line number if one line is wrong. For ``encoding`` and ``note`` see
    lines_of.
    """
    words: dict[str, None] = {}
    for number, line in lines_of(path, encoding=encoding, note=note):
        word = fold(line)
        problem = unfit(word)
        if problem:
            problem = f"{quoted(line)}: {problem}; one word a line: {PICK}"
        elif words and len(word) != (length := len(next(iter(words)))):
            problem = f"{word!r} has {len(word)} letters, the words before it have {length}"
            problem += f"; a game needs words of one length: {PICK}"
        if problem:
            raise FileError("word list", path, problem, number)
        words[word] = None
    if not words:
        raise FileError("word list", path, "it holds no words; write one word a line")
    return tuple(words)


def lines_of(
    path: Path,
    *,
    encoding: str | None = None,
    note: Callable[[str], object] = str,
    comments: bool = False,
) -> Iterator[tuple[int, str]]:
    """Yield the number and the text of each line that is not blank; ``comments`` too, if set.

    The default ``encoding`` is UTF-8, or UTF-16 with a byte order mark; a file that is neither is
    read as Windows-1252, and ``note`` is called with a message. Raises FileError and GameError.
    """
    guessed = f"{str(path)!r} is not UTF-8: read as {WESTERN}; if that is wrong, {NAME_IT}"
    try:
        # bytes that are not UTF-8 become surrogates, to be decoded again
        errors = "replace" if encoding else "surrogateescape"
        with path.open(encoding=encoding or "utf-8-sig", errors=errors) as file:
            for number, line in enumerate(_decoded(file, encoding, partial(note, guessed)), 1):
                if "\0" in line:
                    raise FileError("word list", path, "not text: it holds a zero byte", number)
                if len(line) > LONGEST_LINE:
                    problem = f"a line of over {LONGEST_LINE} bytes; one word a line"
                    raise FileError("word list", path, problem, number)
                if NO_TEXT in line:
                    problem = f"not text in {encoding or 'UTF-8'}; {NAME_IT}"
                    raise FileError("word list", path, problem, number)
                if (text := line.strip()) and (comments or not text.startswith("#")):
                    yield number, text
    except OSError as error:
        reason = f"it cannot be read: {error.strerror or error}"
        raise FileError("word list", path, reason) from None
    except LookupError:
        known = "there is no such encoding; write utf-8, utf-16, cp1252 or iso-8859-2"
        raise GameError(f"encoding {quoted(str(encoding))}: {known}") from None


def _decoded(
    file: TextIOWrapper, encoding: str | None, note: Callable[[], object]
) -> Iterator[str]:
    """Yield lines, invalid bytes replaced by NO_TEXT; call ``note`` if they are Windows-1252.

    The first line with other than ASCII letters decides the encoding of all. Guessing by the
    frequency of letters (charset-normalizer 3.5) mistakes lists of German, French, Spanish and
    Swedish words for cp1250.
    """
    marked = not encoding and cast("BufferedReader", file.buffer).peek(2)[:2] in UTF_16
    if marked:
        file.reconfigure(encoding=(encoding := "utf-16"), errors="replace")
    western: bool | None = None
    while line := file.readline(LONGEST_LINE + 1):
        if not encoding and not line.isascii():
            raw = line.encode("utf-8", "surrogateescape")
            is_western = raw.decode("utf-8", "ignore") != line
            first, western = western is None, is_western if western is None else western
            line = raw.decode(WESTERN if western else "utf-8", "replace")
            if first and western and NO_TEXT not in line:
                note()
        yield line


def unfit(word: str) -> str:
    """Return why ``word`` cannot be played with; empty if it can."""
    if word.isalpha() and len(word) <= LONGEST:
        return ""
    for character in word:
        if not character.isalpha():
            return f"{character!r} is not a letter"
    return f"it has {len(word)} letters, words have 1 to {LONGEST}"


def folder() -> Path:
    """Return the folder of the shipped lists: in the package, or beside it in a checkout."""
    package = Path(__file__).parents[1]
    inside = package / "wordlists"
    return inside if inside.is_dir() else package.parent / "wordlists"


def shipped_words() -> tuple[str, ...]:
    """Read the shipped English five-letter list."""
    return tuple(shipped_lines(SHIPPED))


def shipped_lines(name: str) -> list[str]:
    """Read a shipped file, which needs no checks, without its comments. Raises FileError."""
    path = folder() / name
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise FileError("word list", path, f"it cannot be read: {error.strerror}") from None
    return [line for line in lines if not line.startswith("#")]


def plurals() -> frozenset[str]:
    """Read the words of the shipped list that are plurals, or look like one (``walks``)."""
    return frozenset(shipped_lines(PLURALS))


def offensive() -> frozenset[str]:
    """Read the offensive words of the shipped list, which are not to be proposed."""
    return frozenset(shipped_lines(OFFENSIVE))


def secrets_allowed(
    words: Sequence[str], *, repeated: bool = True, plural: bool = True
) -> tuple[str, ...]:
    """Return the words that may be secrets, without repeated letters or plurals if so chosen.

    Plurals are known for the shipped list only. Raises GameError if no word is left.
    """
    barred = frozenset() if plural else plurals()
    left = (word for word in words if word not in barred)
    allowed = tuple(word for word in left if repeated or len(set(word)) == len(word))
    if not allowed:
        raise GameError("every word of the list is barred as a secret; bar less, or add words")
    return allowed

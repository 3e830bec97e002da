"""Word lists: reading them, the shipped ones, and what a table bars from them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from jotto.errors import FileError, GameError, quoted

LONGEST = 10  # letters in a word
SHIPPED = "english-5.txt"
PLURALS = "english-5.plurals.txt"
OFFENSIVE = "offensive-5.txt"
NOT_UTF8 = "not text in UTF-8; save it as UTF-8, or convert it: iconv -f latin1 -t utf-8 FILE"
LONGEST_LINE = 1000  # bytes; no word is so long, so the file is something else


def read_words(path: Path) -> tuple[str, ...]:
    """Read a list of words of one length, one a line; a repeated word once. Raises FileError."""
    words: dict[str, None] = {}
    for number, line in lines_of(path):
        word = fold(line)
        problem = unfit(word)
        if problem:
            problem = f"{quoted(line)}: {problem}; one word a line"
        elif words and len(word) != (length := len(next(iter(words)))):
            problem = f"{word!r} has {len(word)} letters, the words before it have {length}"
            problem += "; a game needs words of one length"
        if problem:
            raise FileError("word list", path, problem, number)
        words[word] = None
    if not words:
        raise FileError("word list", path, "it holds no words; write one word a line")
    return tuple(words)


def lines_of(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the number and the text of each line that says something. Raises FileError."""
    number = 0
    try:
        with path.open("rb") as file:
            lines = iter(partial(file.readline, LONGEST_LINE + 1), b"")
            for number, line in enumerate(lines, start=1):
                if b"\0" in line:
                    raise FileError("word list", path, "not text: it holds a zero byte", number)
                if len(line) > LONGEST_LINE:
                    reason = f"a line of over {LONGEST_LINE} bytes; one word a line"
                    raise FileError("word list", path, reason, number)
                text = line.decode("utf-8-sig" if number == 1 else "utf-8").strip()
                if text and not text.startswith("#"):
                    yield number, text
    except UnicodeDecodeError:
        raise FileError("word list", path, NOT_UTF8, number) from None
    except OSError as error:
        reason = f"it cannot be read: {error.strerror or error}"
        raise FileError("word list", path, reason) from None


def fold(text: str) -> str:
    """Make typed text a word as lists hold it: small letters, accents composed."""
    return unicodedata.normalize("NFC", text.strip().lower())


def unfit(word: str) -> str:
    """Say why ``word`` is not a word to play with, or nothing if it is."""
    if word.isalpha() and len(word) <= LONGEST:
        return ""
    for character in word:
        if not character.isalpha():
            return f"{character!r} is not a letter"
    return f"it has {len(word)} letters, words have 1 to {LONGEST}"


def folder() -> Path:
    """Find the folder of the shipped lists: inside an installed package, beside a checkout's."""
    package = Path(__file__).parents[1]
    inside = package / "wordlists"
    return inside if inside.is_dir() else package.parent / "wordlists"


def shipped_words() -> tuple[str, ...]:
    """Read the shipped English five-letter list, which needs no checks."""
    return tuple((folder() / SHIPPED).read_text(encoding="utf-8").split())


def plurals() -> frozenset[str]:
    """Read the words of the shipped list that are plurals, or are spelt like one (``walks``)."""
    return frozenset(word for _, word in lines_of(folder() / PLURALS))


def offensive() -> frozenset[str]:
    """Read the words of the shipped list that a polite player does not propose."""
    return frozenset(word for _, word in lines_of(folder() / OFFENSIVE))


def secrets_allowed(
    words: Sequence[str], *, repeated: bool = True, plural: bool = True
) -> tuple[str, ...]:
    """Return the words that may be secrets at a table that bars repeated letters, or plurals.

    Plurals are known of the shipped list only. Raises GameError if no word is left.
    """
    barred = frozenset() if plural else plurals()
    left = (word for word in words if word not in barred)
    found = tuple(word for word in left if repeated or len(set(word)) == len(word))
    if not found:
        raise GameError("every word of the list is barred as a secret; bar less, or add words")
    return found

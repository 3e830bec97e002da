"""Making word lists: a source yields entries, and rules choose the words that can be played.

The same options give the same bytes on every machine: no dates, no folders, words sorted.
"""

from __future__ import annotations

import hashlib
import math
import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from textwrap import wrap

from jotto.errors import EmptyListError, FileError
from jotto.games.lists import lines_of
from jotto.games.spelling import plain

# Sub-category *words* of the main spellings and of their variants 1 and 2 (variant 3 is "seldom
# used and may not even be considered correct", says SCOWL). Names, upper-case words,
# abbreviations and contractions are in other files, which are not read.
SCOWL_FILE = re.compile(
    r"(?:english|american|british|british_z|canadian|australian"
    r"|(?:british_|canadian_|australian_)?variant_[12])-words\.(\d\d)"
)
# Debian's folder has no version number, so its word files are recognised by checksum.
SCOWL_2020 = "7be417c9c3d7a2acbf0c420d429ad4c2b7f80c11ef7d48edadb8381704f92fd3"
SCOWL_LICENCE = "SCOWL's own, Copyright 2000-2018 by Kevin Atkinson; its text goes with each copy"
# The shipped supplement's words have a median zipf of 2.70. The medians of SCOWL's own levels for
# five letters are 2.93 (35), 2.68 (40) and 2.26 (50): level 40 is the closest.
SUPPLEMENT_LEVEL = 40

VOWELS = frozenset("aeiouyæœøıαεηιουωаеёиоуыэюяіїєў")  # noqa: RUF001
EXAMPLES = 5  # of the entries dropped for one reason, spread evenly over the alphabet

Entries = Iterable[tuple[str, int]]  # words as spelt in the source, each with its level


@dataclass(frozen=True, kw_only=True)
class Rules:
    """Which entries become words of a list, and how they are spelt."""

    length: int = 5
    ignore_case: bool = False
    keep_accents: bool = False
    keep_letters: str = ""
    a_to_z: bool = False
    need_vowel: bool = False
    members: frozenset[str] | None = None
    min_zipf: float = 0.0
    zipf: Callable[[str], float] | None = None

    def spell(self, entry: str) -> str:
        """Return the spelling of an entry in the list."""
        text = entry.lower() if self.ignore_case else entry
        if self.keep_accents:
            return unicodedata.normalize("NFC", text)
        return plain(text, keep=self.keep_letters)

    def objection(self, entry: str, word: str) -> str:
        """Return why an entry, spelt ``word``, is not in the list; empty if it is."""
        if not self.ignore_case and entry != entry.lower():
            return "a capital letter (a name or an abbreviation; --ignore-case accepts it)"
        if not word.isalpha():
            return "not letters only (a dot, apostrophe, hyphen, digit, space)"
        if self.a_to_z and not word.isascii():
            return "a letter outside a to z"
        if len(word) != self.length:
            return "another length (--length)"
        if self.need_vowel and VOWELS.isdisjoint(unicodedata.normalize("NFD", word)):
            return "no vowel"
        if self.members is not None and word not in self.members:
            return "not in the membership list (--members)"
        if self.zipf and self.zipf(entry) < self.min_zipf:
            return "too rare in that language (--min-zipf, --language)"
        return ""


@dataclass
class WordList:
    """Words with their lowest levels, their source, and the dropped entries by reason."""

    rules: Rules
    source: str
    licence: str = ""
    words: dict[str, int] = field(default_factory=dict)
    dropped: dict[str, set[str]] = field(default_factory=dict)
    supplement: tuple[str, ...] = ()

    def add(self, entries: Entries, rules: Rules | None = None) -> WordList:
        """Add the entries that are words by ``rules``, by default the list's; return the list."""
        rules = rules or self.rules
        for entry, level in entries:
            word = rules.spell(entry)
            if reason := rules.objection(entry, word):
                self.dropped.setdefault(reason, set()).add(entry)
            else:
                self.words[word] = min(level, self.words.get(word, level))
        return self

    def add_supplement(self, words: Iterable[str]) -> None:
        """Add words that the source lacks, which may be rare, have no vowel or be no members."""
        own = self.words.copy()
        entries = ((word, SUPPLEMENT_LEVEL) for word in words)
        self.add(entries, replace(self.rules, need_vowel=False, members=None, zipf=None))
        self.words |= own
        self.supplement = tuple(sorted(self.words.keys() - own.keys()))

    @property
    def lines(self) -> str:
        """The list as text: one word per line. Raises EmptyListError if there is none."""
        if not self.words:
            most = max(self.dropped, key=lambda reason: len(self.dropped[reason]), default="")
            why = f", mostly dropped for {most}" if most else ""
            length = self.rules.length
            raise EmptyListError(f"no word of {length} letters is left{why}; nothing was written")
        return in_lines(self.words)

    def about(self, command: str) -> str:
        """Return a header that says how the list was made: command, source, count, checksum."""
        own = len(self.supplement)
        parts = f" ({len(self.words) - own} from the source, {own} from the supplement)"
        return header(
            f"made with: {command}",
            f"source: {self.source}",
            *([f"licence: {self.licence}"] if self.licence else []),
            f"words: {len(self.words)}{parts if own else ''}",
            f"sha256: {sha256(self.lines)}",
        )

    def levels(self) -> str:
        """Return every word with its level, under a header."""
        what = "word, tab, the lowest SCOWL level it appears in (10 is most common)"
        after = []
        if self.supplement:
            after = [f"given level {SUPPLEMENT_LEVEL}, being in the supplement only:"]
            after += wrap(" ".join(self.supplement), 90)
        rows = in_lines(f"{word}\t{level}" for word, level in self.words.items())
        return checked((what, f"source: {self.source}"), rows, self.lines, *after)

    def report(self) -> dict[str, object]:
        """Return the counts of words kept and dropped, the latter by reason with examples."""
        dropped = [
            {
                "reason": reason,
                "count": len(entries),
                "examples": sorted(entries)[:: math.ceil(len(entries) / EXAMPLES)],
            }
            for reason, entries in sorted(
                self.dropped.items(), key=lambda item: (-len(item[1]), item[0])
            )
        ]
        return {
            "kept": len(self.words),
            "length": self.rules.length,
            "supplement": len(self.supplement),
            "source": self.source,
            "sha256": sha256(self.lines),
            "dropped": dropped,
        }


def from_files(
    paths: Sequence[Path],
    rules: Rules,
    *,
    encoding: str | None = None,
    note: Callable[[str], object] = str,
) -> WordList:
    """Make a list from text files, one word per line. Raises FileError and GameError."""
    listed = WordList(rules, "")
    for path in paths:
        listed.add((word, 0) for _, word in lines_of(path, encoding=encoding, note=note))
    names = (f"{p.name} (sha256 {sha256(p)})" if p.is_file() else p.name for p in paths)
    listed.source = ", ".join(names)
    return listed


def from_scowl(folder: Path, rules: Rules, *, max_level: int) -> WordList:
    """Make a list of SCOWL's words up to a level. Raises FileError."""
    sums = sha256("".join(f"{path.name} {sha256(path)}\n" for path, _ in scowl_files(folder)))
    unknown = f"of unknown version (its word files: sha256 {sums})"
    version = "2020.12.07" if sums == SCOWL_2020 else unknown
    source = f"SCOWL {version}, words, levels up to {max_level}"
    return WordList(rules, source, SCOWL_LICENCE).add(scowl_words(folder, max_level=max_level))


def scowl_words(folder: Path, *, max_level: int) -> Entries:
    """Yield SCOWL's words up to a level, each with its level. Raises FileError."""
    for path, level in scowl_files(folder):
        if level <= max_level:
            yield from ((word, level) for _, word in lines_of(path))


def scowl_files(folder: Path) -> list[tuple[Path, int]]:
    """List the word files in a SCOWL folder by name, each with its level. Raises FileError."""
    paths = sorted(folder.iterdir()) if folder.is_dir() else []
    words = [(path, int(name[1])) for path in paths if (name := SCOWL_FILE.fullmatch(path.name))]
    if not words:
        hint = "apt install scowl, or say where it is with --scowl DIR"
        raise FileError("folder", folder, f"no SCOWL word files (english-words.10) in it; {hint}")
    return words


# --- text ---------------------------------------------------------------------------------------


def sha256(content: str | Path) -> str:
    """Return the SHA-256 checksum of a text or of a file, in hexadecimal."""
    data = content.encode() if isinstance(content, str) else content.read_bytes()
    return hashlib.sha256(data).hexdigest()


def in_lines(words: Iterable[str]) -> str:
    """Return sorted words, one per line, with a final newline."""
    return "".join(f"{word}\n" for word in sorted(words))


def header(*lines: str) -> str:
    """Return comment lines, which are skipped when lists are read."""
    return "".join(f"# {line}\n" for line in lines)


def checked(comment: Iterable[str], rows: str, listed: str, *after: str) -> str:
    """Return rows under a header with their count, their checksum, and that of their list."""
    counted = (
        f"words: {len(rows.splitlines())}",
        f"sha256 of the list: {sha256(listed)}",
        f"sha256: {sha256(rows)}",
    )
    return header(*comment, *counted, *after) + rows

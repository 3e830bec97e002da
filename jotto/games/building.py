"""Making word lists: a source yields entries, and rules choose the words that can be played.

The same options give the same bytes on every machine: no dates, no folders, words sorted. How
common words are comes from wordfreq (the extra jotto[lists]).
"""

import hashlib
import math
import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import metadata
from pathlib import Path
from unicodedata import normalize

from jotto.errors import EmptyListError, FileError, GameError, quoted, signs, to_install
from jotto.games.words import plain
from jotto.letters import HEADER, Letters, fold, is_mark, joined, spell
from jotto.reading.columns import account_of, entries_in
from jotto.reading.lists import by_language
from jotto.reading.shapes import split_column, table_of
from jotto.reading.texts import Note, lines_of

# Sub-category *words* of the main spellings and of their variants 1 and 2 (variant 3 is "seldom
# used and may not even be considered correct", says SCOWL). Names, upper-case words,
# abbreviations and contractions are in other files, which are not read.
SCOWL_FILE = re.compile(
    r"(?:english|american|british|british_z|canadian|australian"
    r"|(?:british_|canadian_|australian_)?variant_[12])-words\.(\d\d)"
)
# Debian's folder has no version number, so its word files are recognised by checksum.
VERSIONS = {"7be417c9c3d7a2acbf0c420d429ad4c2b7f80c11ef7d48edadb8381704f92fd3": "2020.12.07"}
SCOWL_LICENCE = "SCOWL's own, Copyright 2000-2018 by Kevin Atkinson; its text goes with each copy"
# The shipped supplement's words have a median zipf of 2.70. The medians of SCOWL's own levels for
# five letters are 2.93 (35), 2.68 (40) and 2.26 (50): level 40 is the closest.
SUPPLEMENT_LEVEL = 40

VOWELS = frozenset("aeiouyæœøıαεηιουωаеёиоуыэюяіїєў")  # noqa: RUF001
KEPT = 10_000  # entries that are dropped for one reason
EXAMPLES = 5  # of the entries dropped for one reason, spread evenly over the alphabet

NAME, LENGTH = "a capital letter (a name or an abbreviation)", "another length"
SIGNS = "not letters only (a dot, comma, apostrophe, hyphen, digit, space)"
MARKS = "vowel signs or accents, which are letters only if declared"
NO_MEMBER, RARE = "not in the membership list", "too rare in that language"
PARAMETERS = {  # what keeps the words dropped for a reason
    NAME: ("ignore_case",),
    LENGTH: ("length",),
    MARKS: ("letters",),
    NO_MEMBER: ("members",),
    RARE: ("min_zipf", "language"),
}

Entries = Iterable[tuple[str, int]]  # words as spelt in the source, each with its level
Read = Callable[[Path], Iterable[str]]  # from a file to its words


@dataclass(frozen=True, kw_only=True)
class Rules:
    """Which entries become words of a list, and how they are spelt."""

    length: int = 5
    ignore_case: bool = False
    keep_accents: bool = False
    keep_letters: str = ""
    letters: Letters = ()
    a_to_z: bool = False
    need_vowel: bool = False
    members: frozenset[str] | None = None
    min_zipf: float = 0.0
    zipf: Callable[[str], float] | None = None

    def spell(self, entry: str) -> str:
        """Return the spelling of an entry in the list."""
        text = fold(entry, {*self.letters, *self.keep_letters})
        word = normalize("NFC", text) if self.keep_accents else plain(text, keep=self.keep_letters)
        return joined(word)

    def objection(self, entry: str, word: str) -> str:
        """Return why an entry, spelt ``word``, is not in the list; empty if it is."""
        spelt = spell(word, self.letters)
        strange = [one for one in spelt if not one.isalpha() and one not in self.letters]
        if strange:
            return MARKS if all(map(is_mark, strange)) else SIGNS
        if not self.ignore_case and entry != entry.lower():
            return NAME
        if self.a_to_z and not word.isascii():
            return "a letter outside a to z"
        if len(spelt) != self.length:
            return LENGTH
        if self.need_vowel and VOWELS.isdisjoint(normalize("NFD", word)):
            return "no vowel"
        if self.members is not None and word not in self.members:
            return NO_MEMBER
        return RARE if self.zipf and self.zipf(entry) < self.min_zipf else ""


@dataclass
class Dropped:
    """What is dropped for a reason: how many entries, and some of them."""

    number: int = 0
    some: set[str] = field(default_factory=set)

    def add(self, entry: str) -> None:
        """Count an entry; the first KEPT different ones are kept."""
        self.number += 1
        if len(self.some) < KEPT:
            self.some.add(entry)


@dataclass
class WordList:
    """Words with their lowest levels, their source, and the dropped entries by reason."""

    rules: Rules
    source: str
    licence: str = ""
    words: dict[str, int] = field(default_factory=dict)
    dropped: dict[str, "Dropped"] = field(default_factory=dict)
    supplement: tuple[str, ...] = ()
    repeated: int = 0  # entries that are spelt as earlier ones

    def add(self, entries: Entries, rules: Rules | None = None) -> "WordList":
        """Add the entries that are words by ``rules``, by default the list's; return the list."""
        rules = rules or self.rules
        for entry, level in entries:
            if entry in self.words:  # spelt as it is, as most entries of a long table
                self.repeated += 1
                self.words[entry] = min(level, self.words[entry])
                continue
            word = rules.spell(entry)
            if reason := rules.objection(entry, word):
                self.dropped.setdefault(reason, Dropped()).add(entry)
            else:
                self.repeated += word in self.words
                self.words[word] = min(level, self.words.get(word, level))
        return self

    def add_supplement(self, words: Iterable[str]) -> None:
        """Add words that the source lacks, which may be rare, have no vowel or be no members."""
        from_source = self.words.copy()
        entries = ((word, SUPPLEMENT_LEVEL) for word in words)
        self.add(entries, replace(self.rules, need_vowel=False, members=None, zipf=None))
        self.words |= from_source
        self.supplement = tuple(sorted(self.words.keys() - from_source.keys()))

    @property
    def lines(self) -> str:
        """The list as text: one word per line. Raises EmptyListError if there is none."""
        if not self.words:
            most = max(self.dropped, key=lambda reason: self.dropped[reason].number, default="")
            why = f", mostly dropped for {most}" if most else ""
            left = f"no word of {self.rules.length} letters is left{why}"
            raise EmptyListError(f"{left}; nothing was written").about(*PARAMETERS.get(most, ()))
        return in_lines(self.words)

    def about(self, command: str) -> str:
        """Return a header that says how the list was made: command, source, count, checksum."""
        added, licence = len(self.supplement), [f"licence: {self.licence}"] * bool(self.licence)
        parts = f" ({len(self.words) - added} from the source, {added} from the supplement)"
        count = f"words: {len(self.words)}{parts * bool(added)}"
        made = f"made with: {command}", f"source: {self.source}"
        declared = [f"{HEADER} {' '.join(self.rules.letters)}"] * bool(self.rules.letters)
        return header(*made, *licence, *declared, count, f"sha256: {sha256(self.lines)}")

    def report(self) -> dict[str, object]:
        """Return the counts of words kept and dropped, the latter by reason with examples."""

        def row(reason: str, of: Dropped) -> dict[str, object]:
            examples = sorted(of.some)[:: math.ceil(len(of.some) / EXAMPLES)]
            return {"reason": reason, "count": of.number, "examples": examples}

        by_count = sorted(self.dropped.items(), key=lambda item: (-item[1].number, item[0]))
        return {
            "kept": len(self.words),
            "repeated": self.repeated,
            "length": self.rules.length,
            "supplement": len(self.supplement),
            "source": self.source,
            "sha256": sha256(self.lines),
            "dropped": [row(*item) for item in by_count],
        }


def from_files(paths: Sequence[Path], rules: Rules, read: Read, note: Note = str) -> WordList:
    """Make a list from files whose words are ``read``. Raises FileError and GameError.

    Capitals are those of the language, as in read_words.
    """
    entries: Iterable[str] = (word for path in paths for word in read(path))
    if rules.ignore_case and rules.keep_accents:
        entries = list(entries)
        signs = set[str]().union(*entries)
        rules = replace(rules, letters=by_language(paths[0], signs, rules.letters, note))
    listed = WordList(rules, "").add((word, 0) for word in entries)
    files = (split_column(path)[0] for path in paths)
    names = (f"{p.name} (sha256 {sha256(p)})" if p.is_file() else p.name for p in map(Path, files))
    listed.source = ", ".join(names)
    return listed


def entries_of(
    path: Path, *, encoding: str | None = None, note: Note = str, letters: Letters = ()
) -> Iterator[str]:
    """Yield the entries of a word file, in any of the shapes of docs/files.md.

    ``note`` is told what is read, unless it is a list of words. Raises FileError, GameError.
    """
    table = table_of(path, encoding=encoding, note=note, letters=letters)
    account = account_of(table, "line")
    for _, entry in entries_in(table, account, table.letters, uniform=False):
        account.number += 1
        if entry:
            yield entry
    if not account.is_plain:
        note(account)


def from_scowl(folder: Path, rules: Rules, *, max_level: int) -> WordList:
    """Make a list of SCOWL's words up to a level. Raises FileError."""
    sums = sha256("".join(f"{path.name} {sha256(path)}\n" for path, _ in scowl_files(folder)))
    version = VERSIONS.get(sums, f"of unknown version (its word files: sha256 {sums})")
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
        hint = "apt install scowl, or name its folder"
        reason = f"no SCOWL word files (english-words.10) in it; {hint}"
        raise FileError("folder", folder, reason).about("scowl")
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
    return "".join(f"# {' '.join(signs(line).splitlines())}\n" for line in lines)


def checked(comment: Iterable[str], rows: str, listed: str, *after: str) -> str:
    """Return rows under a header with their count, their checksum, and that of their list."""
    sums = f"sha256 of the list: {sha256(listed)}", f"sha256: {sha256(rows)}"
    return header(*comment, f"words: {len(rows.splitlines())}", *sums, *after) + rows


# --- how common words are ------------------------------------------------------------------------

WORDFREQ_LICENCE = "CC BY-SA 4.0, https://creativecommons.org/licenses/by-sa/4.0/"
WORDFREQ_HEADER = Path(__file__).with_name("wordfreq.txt")  # the credit it asks for


@cache
def shares(language: str, keep: str | None = None) -> Mapping[str, float]:
    """Return the frequency of each word of a language, as a share of all words.

    With ``keep``, spellings that differ only by accents, except on those letters, are added up.
    Raises GameError.
    """
    try:
        import wordfreq
    except ImportError:
        missing = "word frequencies come from wordfreq, which is not installed"
        raise GameError(f"{missing}: {to_install('lists')}") from None
    if language not in (known := sorted(wordfreq.available_languages())):
        hint = f"give one of: {', '.join(known)}"
        raise GameError(f"wordfreq has no language {quoted(language)}; {hint}")
    by_word: Mapping[str, float] = wordfreq.get_frequency_dict(language)
    if keep is None:
        return by_word
    added: defaultdict[str, float] = defaultdict(float)
    for word, share in by_word.items():
        added[plain(word, keep=keep)] += share
    return added


def zipf_in(language: str, *, keep: str | None = None) -> Callable[[str], float]:
    """Return a function from words to zipf values: 3 is once in a million words, 0 unknown.

    The same values as wordfreq's ``zipf_frequency``, without its tokenisers, which for some
    languages must be installed and which single words do not need. For ``keep`` see shares.
    """
    by_word = shares(language, keep)

    def zipf(word: str) -> float:
        share = by_word.get(word.casefold() if keep is None else word, 0.0)
        return round(math.log10(share) + 9, 2) if share else 0.0

    return zipf


def wordfreq_source(language: str) -> str:
    """Return the name and version of wordfreq, for headers."""
    return f"wordfreq {metadata.version('wordfreq')} by Robyn Speer, language {language}"


def from_wordfreq(language: str, rules: Rules) -> WordList:
    """Make a list of the words that wordfreq knows of a language. Raises GameError."""
    words = ((word, 0) for word in shares(language))
    return WordList(rules, wordfreq_source(language), WORDFREQ_LICENCE).add(words)


def zipf_table(
    words: Collection[str],
    language: str,
    *,
    keep: str | None = None,
    changed: str,
    command: str,
    listed: str = "",
    what: str = "word",
) -> str:
    """Return words with their zipf values, under a header that credits wordfreq.

    ``changed``: the changes, which wordfreq's licence asks for; ``listed``: the list, if not the
    words.
    """
    zipf = zipf_in(language, keep=keep)  # raises GameError first if wordfreq is missing
    source = wordfreq_source(language)
    credit = WORDFREQ_HEADER.read_text(encoding="utf-8")
    credit = credit.format(what=what, command=command, source=source, changed=changed)
    rows = in_lines(f"{word}\t{zipf(word):.2f}" for word in words)
    return checked(credit.splitlines(), rows, listed or in_lines(words))


def weights(
    words: Iterable[str], language: str, *, keep: str | None = None, name: str, command: str
) -> str:
    """Return every word of the list ``name`` with its zipf value; for ``keep`` see shares."""
    changed = f"changed: kept only the words of {name}; its frequencies are given as zipf values,"
    changed += "\n  rounded to 0.01; words it does not know were given 0.00"
    return zipf_table(set(words), language, keep=keep, changed=changed, command=command)

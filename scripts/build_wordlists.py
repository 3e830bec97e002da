"""Build word lists for jotto from SCOWL, from plain word files, or from wordfreq.

Every build is the same three steps: a *source* gives entries, a *sieve* keeps the words that can
be played and says why it dropped the others, and the words are written sorted, one a line. The
same options give the same bytes on every machine: no dates, no folders, no order of the day.

    python scripts/build_wordlists.py scowl --length 6 -o english-6.txt
    python scripts/build_wordlists.py file /usr/share/dict/words --need-vowel -o mine.txt
    python scripts/build_wordlists.py wordfreq es --members espanol.txt --keep-letters ñ -o es.txt
    python scripts/build_wordlists.py weights mine.txt --language en -o mine.zipf.txt
    python scripts/build_wordlists.py ship wordlists

Exit status: 0 written; 1 nothing was left to write; 2 bad input.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
import re
import shlex
import sys
import textwrap
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cache, wraps
from importlib import metadata
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import typer
from typer.exceptions import TyperException

from jotto import files
from jotto.cli.house import reason_of

SHIPPED = Path(__file__).resolve().parents[1] / "wordlists"
SUPPLEMENT = "supplement-5.txt"
LONGEST = 10
EXAMPLES = 5  # of the entries dropped for one reason, spread evenly over the alphabet

# Sub-category *words* of the main spellings and of their variants 1 and 2 (variant 3 is "seldom
# used and may not even be considered correct", says SCOWL). Names, upper-case words,
# abbreviations and contractions are in files of their own, which this leaves unread.
SCOWL_FILE = re.compile(
    r"(?:english|american|british|british_z|canadian|australian"
    r"|(?:british_|canadian_|australian_)?variant_[12])-words\.(\d\d)"
)
SCOWL_LEVELS = (10, 20, 35, 40, 50, 55, 60, 70, 80, 95)

# A Debian folder does not say which SCOWL it is, so its word files are recognised by checksum.
SCOWL_VERSIONS = {
    "7be417c9c3d7a2acbf0c420d429ad4c2b7f80c11ef7d48edadb8381704f92fd3": "2020.12.07",
}

SCOWL_LICENCE = "SCOWL's own, Copyright 2000-2018 by Kevin Atkinson; its text goes with each copy"
WORDFREQ_LICENCE = "CC BY-SA 4.0, https://creativecommons.org/licenses/by-sa/4.0/"

# The shipped supplement's words have a median zipf of 2.70. The medians of SCOWL's own levels for
# five letters are 2.93 (35), 2.68 (40) and 2.26 (50): in use they are level 40 words.
SUPPLEMENT_LEVEL = 40

# What the rule for plurals gets wrong in the shipped list: singulars that look like plurals of
# other words (genu, kudo), and plurals whose singular SCOWL does not have up to level 70.
NOT_PLURAL = frozenset(("genus", "kudos", "situs", "yours"))
ALSO_PLURAL = frozenset((
    "burbs", "carbs", "certs", "comms", "comps", "dinos", "guars", "hurds", "lings", "noobs",
    "paras", "phons", "phots", "plats", "repos", "stans", "stats", "techs", "toons", "vlogs",
))  # fmt: skip

# Letters that carry no separable mark, as an alphabet without them writes them.
UNSPLIT = {
    "æ": "ae",
    "œ": "oe",
    "ø": "o",
    "ß": "ss",
    "ł": "l",
    "đ": "d",
    "ð": "d",
    "ħ": "h",
    "þ": "th",
    "ı": "i",  # noqa: RUF001
    "ŋ": "n",
    "ŧ": "t",
    "ς": "σ",  # noqa: RUF001
    "ё": "е",  # noqa: RUF001
}

VOWELS = frozenset("aeiouyæœøıαεηιουωаеёиоуыэюяіїєў")  # noqa: RUF001

CAPITAL = "a capital letter (a name or an abbreviation)"
NOT_LETTERS = "not letters only (a dot, apostrophe, hyphen, digit, space)"
OTHER_ALPHABET = "a letter outside a to z"
WRONG_LENGTH = "another length"
NO_VOWEL = "no vowel"
NO_MEMBER = "not in the membership list"
TOO_RARE = "too rare (--min-zipf)"

# What to try when most entries were dropped for one reason.
ADVICE = {
    CAPITAL: "--ignore-case takes words with capitals",
    NOT_LETTERS: "give a word file, one word a line",
    WRONG_LENGTH: "give another --length",
    TOO_RARE: "give a lower --min-zipf, and see that --language is the words' language",
    NO_MEMBER: "give another --members file",
}


class BuildError(ValueError):
    """A build that cannot be done; the message quotes the input and says what to do next."""

    status = 2


class NothingLeftError(BuildError):
    """No word was kept, so there is no list to write."""

    status = 1


# --- the sieve ------------------------------------------------------------------------------


def without_marks(letter: str) -> str:
    """Letter without its accents, as one or more letters.

    Only Latin and Greek letters lose their marks: Cyrillic й is no и with an accent.

    >>> without_marks("é"), without_marks("ø"), without_marks("й")
    ('e', 'o', 'й')
    """
    if letter in UNSPLIT:
        return UNSPLIT[letter]
    parts = unicodedata.normalize("NFKD", letter)
    if not unicodedata.name(parts[0], "").startswith(("LATIN", "GREEK")):
        return letter
    bare = "".join(part for part in parts if not unicodedata.combining(part))
    return "".join(UNSPLIT.get(part, part) for part in bare)


def fold(text: str, *, keep: str = "") -> str:
    """Text with its accents stripped, but for the letters in ``keep``.

    >>> fold("éclat"), fold("cañón"), fold("cañón", keep="ñ")
    ('eclat', 'canon', 'cañon')
    """
    composed = unicodedata.normalize("NFC", text)
    return "".join(letter if letter in keep else without_marks(letter) for letter in composed)


@dataclass(frozen=True, kw_only=True)
class Rules:
    """What a list takes: which words can be played, and how they are spelt."""

    length: int = 5
    a_to_z: bool = False
    ignore_case: bool = False
    keep_accents: bool = False
    keep_letters: str = ""
    need_vowel: bool = False
    min_zipf: float = 0.0
    zipf: Callable[[str], float] | None = None
    members: frozenset[str] | None = None


def spelling(entry: str, rules: Rules) -> str:
    """Entry as the list spells it."""
    text = entry.lower() if rules.ignore_case else entry
    if rules.keep_accents:
        return unicodedata.normalize("NFC", text)
    return fold(text, keep=rules.keep_letters)


def objection(entry: str, word: str, rules: Rules) -> str:
    """Why the entry, spelt ``word``, is no word of the list; empty when it is one."""
    if not rules.ignore_case and entry != entry.lower():
        return CAPITAL
    if not word.isalpha():
        return NOT_LETTERS
    if rules.a_to_z and not word.isascii():
        return OTHER_ALPHABET
    if len(word) != rules.length:
        return WRONG_LENGTH
    if rules.need_vowel and VOWELS.isdisjoint(unicodedata.normalize("NFD", word)):
        return NO_VOWEL
    if rules.members is not None and word not in rules.members:
        return NO_MEMBER
    if rules.zipf is not None and rules.zipf(entry) < rules.min_zipf:
        return TOO_RARE
    return ""


@dataclass
class Sifted:
    """Words kept, each with its lowest level, and the entries dropped, by reason."""

    words: dict[str, int] = field(default_factory=dict)
    dropped: dict[str, set[str]] = field(default_factory=dict)


def sift(entries: Iterable[tuple[str, int]], rules: Rules) -> Sifted:
    """Entries `(text, level)` divided into words kept and entries dropped."""
    sifted = Sifted()
    for entry, level in entries:
        word = spelling(entry, rules)
        reason = objection(entry, word, rules)
        if reason:
            sifted.dropped.setdefault(reason, set()).add(entry)
        else:
            sifted.words[word] = min(level, sifted.words.get(word, level))
    return sifted


# --- sources --------------------------------------------------------------------------------


@cache
def read_bytes(path: Path) -> bytes:
    """Content of a file, read once: a pipe can be read no second time."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise BuildError(f"{str(path)!r} does not exist; give a word file, one a line") from None
    except IsADirectoryError:
        raise BuildError(f"{str(path)!r} is a folder; give a word file, one a line") from None
    except OSError as problem:
        raise BuildError(f"{str(path)!r} cannot be read ({problem.strerror})") from None


def text_lines(path: Path) -> Iterator[tuple[int, str]]:
    """Every line with its number, if it is neither blank nor a comment."""
    for number, raw in enumerate(read_bytes(path).split(b"\n"), start=1):
        try:
            line = raw.decode("utf-8-sig").strip()
        except UnicodeDecodeError:
            line = "\0"
        if "\0" in line:
            raise BuildError(
                f"{str(path)!r}, line {number}: not UTF-8 text; give a plain word file, "
                "one word a line, saved as UTF-8"
            )
        if line and not line.startswith("#"):
            yield number, line


def entries_of(path: Path, *, level: int = 0) -> Iterator[tuple[str, int]]:
    """Entries of a plain word file, all at one level."""
    return ((line, level) for _, line in text_lines(path))


def scowl_files(folder: Path, *, max_level: int) -> list[tuple[Path, int]]:
    """Word files of a SCOWL folder up to a level, each with its level, by name."""
    if not folder.is_dir():
        raise BuildError(
            f"{str(folder)!r} is no SCOWL folder; `apt install scowl`, "
            "or say where it is with --scowl DIR"
        )
    found = ((path, SCOWL_FILE.fullmatch(path.name)) for path in sorted(folder.iterdir()))
    levels = [(path, int(match[1])) for path, match in found if match]
    if not levels:
        raise BuildError(
            f"{str(folder)!r} holds no SCOWL word files (such as english-words.10); "
            "say with --scowl DIR where they are"
        )
    return [(path, level) for path, level in levels if level <= max_level]


def scowl_version(folder: Path) -> str:
    """Version of a SCOWL folder, or the checksum of its word files when it is not known."""
    digest = hashlib.sha256()
    for path, _ in scowl_files(folder, max_level=max(SCOWL_LEVELS)):
        digest.update(f"{path.name} {hashlib.sha256(read_bytes(path)).hexdigest()}\n".encode())
    checksum = digest.hexdigest()
    return SCOWL_VERSIONS.get(checksum, f"of unknown version (its word files: sha256 {checksum})")


@cache
def frequencies(language: str) -> Mapping[str, float]:
    """How often wordfreq saw each word of a language, as shares of 1."""
    try:
        import wordfreq
    except ImportError:
        raise BuildError(
            "wordfreq is not installed, and word frequencies come from it; `pip install wordfreq`"
        ) from None
    known = sorted(wordfreq.available_languages())
    if language not in known:
        raise BuildError(f"wordfreq has no language {language!r}; give one of: {', '.join(known)}")
    shares: Mapping[str, float] = wordfreq.get_frequency_dict(language)
    return shares


@cache
def folded_frequencies(language: str, keep_letters: str) -> Mapping[str, float]:
    """Frequencies of a language, spellings that differ by accents only added up."""
    shares: defaultdict[str, float] = defaultdict(float)
    for word, share in frequencies(language).items():
        shares[fold(word, keep=keep_letters)] += share
    return shares


def zipf_of(share: float) -> float:
    """Zipf value of a share of 1: 3 is once in a million words, 0 unknown.

    >>> zipf_of(1e-6), zipf_of(0)
    (3.0, 0.0)
    """
    return round(math.log10(share) + 9, 2) if share else 0.0


def zipf_in(language: str, *, folded: str | None = None) -> Callable[[str], float]:
    """Zipf value of a word in a language.

    The same figures as wordfreq's own ``zipf_frequency``, without its tokenisers, which some
    languages must install and which a single word does not need. With ``folded``, spellings that
    differ by accents only are added up, but for those letters.
    """
    shares = frequencies(language) if folded is None else folded_frequencies(language, folded)
    return lambda word: zipf_of(shares.get(word.casefold() if folded is None else word, 0.0))


# --- writing --------------------------------------------------------------------------------


def sha256(lines: str) -> str:
    """Checksum of the lines exactly as in the file."""
    return hashlib.sha256(lines.encode()).hexdigest()


def body(words: Iterable[str]) -> str:
    """Words sorted, one a line, each line ended."""
    return "".join(f"{word}\n" for word in sorted(words))


def header(lines: Iterable[str]) -> str:
    """Comment lines, which jotto and this program skip."""
    return "".join(f"# {line}".rstrip() + "\n" for line in lines)


def checked(comment: Iterable[str], lines: str, listed: str, *after: str) -> str:
    """Lines of a table under a header that tells their count and checksums."""
    counted = [
        f"words: {len(lines.splitlines())}",
        f"sha256 of the list: {sha256(listed)}",
        f"sha256: {sha256(lines)}",
    ]
    return header([*comment, *counted, *after]) + lines


def target(path: Path) -> Path:
    """File to be replaced, behind any link, when it can be written."""
    real = path.resolve()
    if not real.parent.is_dir():
        raise BuildError(f"{str(path)!r}: its folder does not exist; make it first")
    if real.exists() and not real.is_file():
        raise BuildError(f"{str(path)!r} is not a file; give the name of a file to write")
    return real


def write_files(texts: Sequence[tuple[Path, str]]) -> None:
    """Write every file, each whole or not at all; nothing where a target cannot be one."""
    real = {target(path): text for path, text in texts}
    if len(real) < len(texts):
        raise BuildError("two outputs have the same name; give each a file of its own")
    for path, text in real.items():
        try:
            files.write(path, [text])
        except OSError as problem:
            raise BuildError(f"{str(path)!r} cannot be written ({problem.strerror})") from None


def print_text(text: str) -> None:
    """Text on stdout, in UTF-8 and with plain line ends on every system."""
    sys.stdout.buffer.write(text.encode())
    sys.stdout.buffer.flush()


# --- a build --------------------------------------------------------------------------------


@dataclass
class Build:
    """A list that is ready to be written: its words, where they come from, what was dropped."""

    command: str
    source: str
    licence: str
    rules: Rules
    sifted: Sifted
    supplement: frozenset[str] = frozenset()
    supplement_level: int = SUPPLEMENT_LEVEL

    @property
    def words(self) -> dict[str, int]:
        """Every word with its level."""
        return self.sifted.words

    @property
    def lines(self) -> str:
        """Every word sorted, one a line: the list itself."""
        return body(self.words)

    def add_supplement(self, path: Path) -> None:
        """Add the words of a supplement that the source does not have.

        It will drop a word of another length or with more than letters in it, but none for being
        rare, without a vowel, or no member.
        """
        rules = replace(self.rules, need_vowel=False, zipf=None, members=None)
        extra = sift(entries_of(path, level=self.supplement_level), rules)
        for reason, entries in extra.dropped.items():
            self.sifted.dropped.setdefault(reason, set()).update(entries)
        self.supplement = frozenset(extra.words) - self.words.keys()
        self.words.update((word, extra.words[word]) for word in self.supplement)

    def about(self) -> str:
        """How the list was made, as a header: options, source, count, checksum."""
        count = f"{len(self.words)}"
        if self.supplement:
            own = len(self.supplement)
            count += f" ({len(self.words) - own} from the source, {own} from the supplement)"
        licence = [f"licence: {self.licence}"] if self.licence else []
        return header(
            [
                f"made with: build_wordlists.py {self.command}",
                f"source: {self.source}",
                *licence,
                f"words: {count}",
                f"sha256: {sha256(self.lines)}",
            ]
        )

    def levels(self) -> str:
        """Every word with its level, word by word, under a header."""
        lines = "".join(f"{word}\t{self.words[word]}\n" for word in sorted(self.words))
        comment = [
            "word, tab, the lowest SCOWL level it appears in (10 is most common)",
            f"source: {self.source}",
        ]
        after: list[str] = []
        if self.supplement:
            after = [f"given level {self.supplement_level}, being in the supplement only:"]
            after += textwrap.wrap(" ".join(sorted(self.supplement)), 90)
        return checked(comment, lines, self.lines, *after)

    def report(self) -> dict[str, object]:
        """Report what was kept, what was dropped and why, as one JSON object."""
        dropped = sorted(self.sifted.dropped.items(), key=lambda item: (-len(item[1]), item[0]))
        return {
            "schema": 1,
            "kept": len(self.words),
            "length": self.rules.length,
            "supplement": len(self.supplement),
            "source": self.source,
            "sha256": sha256(self.lines),
            "dropped": [
                {
                    "reason": reason,
                    "count": len(entries),
                    "examples": sorted(entries)[:: math.ceil(len(entries) / EXAMPLES)],
                }
                for reason, entries in dropped
            ],
        }


def report_text(report: Mapping[str, Any]) -> str:
    """Report for a reader."""
    lines = [f"kept {report['kept']:,} words of {report['length']} letters from {report['source']}"]
    if report["supplement"]:
        lines[0] += f", {report['supplement']} of them from the supplement"
    lines += [
        f"dropped {row['count']:>9,}: {row['reason']}, such as {' '.join(row['examples'])}"
        for row in report["dropped"]
    ]
    return "\n".join(lines)


def require_words(build: Build) -> None:
    """Refuse an empty list."""
    if build.words:
        return
    reasons = {reason: len(entries) for reason, entries in build.sifted.dropped.items()}
    most = max(reasons, key=lambda reason: reasons[reason], default="")
    why = f", mostly dropped for {most}: {ADVICE[most]}" if most in ADVICE else ""
    raise NothingLeftError(
        f"no word of {build.rules.length} letters is left{why}; nothing was written"
    )


def weights_text(
    words: Iterable[str], zipf: Callable[[str], float], *, name: str, options: str, language: str
) -> str:
    """Every word with its zipf value, under a header that credits wordfreq."""
    listed = sorted(set(words))
    changed = (
        f"changed: kept only the words of {name}; its frequencies are given as zipf values,",
        "  rounded to 0.01; words it does not know were given 0.00",
    )
    comment = zipf_comment(options, language, changed, what="word")
    lines = "".join(f"{word}\t{zipf(word):.2f}\n" for word in listed)
    return checked(comment, lines, body(listed))


def unlisted_text(listed: Build, language: str, *, options: str) -> str:
    """Every string wordfreq has seen that is no word of a list, as if it were one, with its zipf.

    Spellings that differ by accents only are added up.
    """
    seen = wordfreq_build(language, listed.rules, command="").words.keys() - listed.words.keys()
    zipf = zipf_in(language, folded=listed.rules.keep_letters)
    changed = (
        f"changed: kept only the strings of {listed.rules.length} letters from a to z that are in",
        "  no line of the list; accents were stripped, and the frequencies of spellings that then",
        "  are the same added up; they are given as zipf values, rounded to 0.01",
        "no word list: whatever people write is here, names, slips and other languages too",
    )
    comment = zipf_comment(options, language, changed, what="string")
    lines = "".join(f"{text}\t{zipf(text):.2f}\n" for text in sorted(seen))
    return checked(comment, lines, listed.lines)


def zipf_comment(options: str, language: str, changed: Iterable[str], *, what: str) -> list[str]:
    """Lines of a header that credit wordfreq as it asks for, and say what was changed."""
    return [
        f"{what}, tab, zipf value: log10 of how often it comes in a billion words; 0.00 is unknown",
        f"made with: build_wordlists.py {options}",
        f"source: wordfreq {metadata.version('wordfreq')} by Robyn Speer, language {language}",
        "citation: Robyn Speer. (2022). rspeer/wordfreq: v3.0 (v3.0.2). Zenodo.",
        "  https://doi.org/10.5281/zenodo.7199437",
        *changed,
        "licence: Creative Commons Attribution-ShareAlike 4.0 International (CC BY-SA 4.0),",
        "  https://creativecommons.org/licenses/by-sa/4.0/",
        "wordfreq is built on Google Books Ngrams (http://books.google.com/ngrams), the Leeds",
        "  Internet Corpus, Wikipedia, ParaCrawl, OPUS OpenSubtitles 2018",
        "  (http://www.opensubtitles.org/), SUBTLEX (freely available, by Marc Brysbaert et al.)",
        "  and other sources, which its own documentation names",
    ]


def scowl_build(folder: Path, rules: Rules, *, max_level: int, command: str) -> Build:
    """Words of SCOWL up to a level."""
    if not min(SCOWL_LEVELS) <= max_level <= max(SCOWL_LEVELS):
        raise BuildError(
            f"--max-level {max_level}: give one of {', '.join(map(str, SCOWL_LEVELS))}"
        )
    files = scowl_files(folder, max_level=max_level)
    entries = (entry for path, level in files for entry in entries_of(path, level=level))
    source = f"SCOWL {scowl_version(folder)}, words, levels up to {max_level}"
    return Build(command, source, SCOWL_LICENCE, rules, sift(entries, rules))


def is_plural(word: str, stems: Set[str]) -> bool:
    """Whether a word ends as a plural does, what is left being a word: one of ``stems``.

    A verb in the third person looks the same: walks, flies.

    >>> is_plural("walks", {"walk"}), is_plural("skies", {"sky"}), is_plural("brass", {"bras"})
    (True, True, False)
    """
    if word in ALSO_PLURAL:
        return True
    if not word.endswith("s") or word.endswith("ss") or word in NOT_PLURAL:
        return False
    ways = [word[:-1]]
    if word.endswith(("ses", "xes", "zes", "ches", "shes", "oes")):
        ways.append(word[:-2])
    if word.endswith("ies"):
        ways.append(word[:-3] + "y")
    if word.endswith("ves"):
        ways += [word[:-3] + "f", word[:-3] + "fe"]
    return not stems.isdisjoint(ways)


def scowl_stems(folder: Path, *, max_level: int) -> frozenset[str]:
    """Words of SCOWL of any length, as lists without accents spell them."""
    files = scowl_files(folder, max_level=max_level)
    return frozenset(fold(entry) for path, level in files for entry, _ in entries_of(path))


def plurals_text(build: Build, stems: Set[str]) -> str:
    """Every word of the list that is a plural, or looks like one, under a header."""
    found = body(word for word in build.words if is_plural(word, stems))
    comment = [
        "plurals in -s, and verbs in -s, which look the same: the words in -s but not -ss that",
        "  leave a word of the source without -s, without -es after s, x, z, ch, sh and o, with y",
        "  for -ies, or with f or fe for -ves",
        f"source: {build.source}",
        f"licence: {build.licence}",
        *textwrap.wrap(f"taken out by hand: {' '.join(sorted(NOT_PLURAL))}", 90),
        *textwrap.wrap(f"added by hand: {' '.join(sorted(ALSO_PLURAL))}", 90),
    ]
    return checked(comment, found, build.lines)


def file_build(paths: Sequence[Path], rules: Rules, *, command: str) -> Build:
    """Words of plain word files."""
    entries = (entry for path in paths for entry in entries_of(path))
    source = ", ".join(
        f"{path.name} (sha256 {hashlib.sha256(read_bytes(path)).hexdigest()})" for path in paths
    )
    return Build(command, source, "", rules, sift(entries, rules))


def wordfreq_build(language: str, rules: Rules, *, command: str) -> Build:
    """Words wordfreq knows of a language."""
    entries = ((word, 0) for word in frequencies(language))
    source = f"wordfreq {metadata.version('wordfreq')} by Robyn Speer, language {language}"
    return Build(command, source, WORDFREQ_LICENCE, rules, sift(entries, rules))


# --- the command line -----------------------------------------------------------------------

app = typer.Typer(
    rich_markup_mode=None,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Build word lists for jotto: sorted, one word a line, the same bytes on every machine.",
)


def letters(text: str) -> str:
    """Compose letters and lower their case, as the words are."""
    return unicodedata.normalize("NFC", text).lower()


KeepLetters = Annotated[
    str,
    typer.Option(
        parser=letters,
        metavar="LETTERS",
        help="Strip accents but for these letters, such as ñ for Spanish.",
    ),
]
Output = Annotated[
    Path | None,
    typer.Option(
        "-o", "--output", help="Where the list goes; stdout if not given.", metavar="FILE"
    ),
]
AsJson = Annotated[
    bool, typer.Option("--json", help="Print the report as JSON on stdout. Needs -o.")
]
ScowlFolder = Annotated[
    Path,
    typer.Option("--scowl", help="The folder of SCOWL's word files.", metavar="DIR"),
]
DEBIAN_SCOWL = Path("/usr/share/dict/scowl")


@dataclass(frozen=True, kw_only=True)
class Options:
    """What a list is to be and where it goes; each field is an option of that name."""

    length: Annotated[
        int, typer.Option(metavar="N", help=f"Letters in a word, 1 to {LONGEST}.")
    ] = 5
    min_zipf: Annotated[
        float | None,
        typer.Option(
            metavar="ZIPF",
            help="Leave out words rarer than this, by wordfreq: 3 is once in a million words, "
            "4 ten times. Needs wordfreq.",
        ),
    ] = None
    language: Annotated[str, typer.Option(help="The language --min-zipf asks wordfreq about.")] = (
        "en"
    )
    need_vowel: Annotated[
        bool, typer.Option("--need-vowel", help="Leave out words without a vowel (y is one).")
    ] = False
    keep_accents: Annotated[
        bool,
        typer.Option(
            "--keep-accents",
            help="Letters with marks stay as they are: for languages where they are letters of "
            "their own (Swedish, Turkish, Czech). Otherwise they are stripped: café, cafe.",
        ),
    ] = False
    keep_letters: KeepLetters = ""
    ignore_case: Annotated[
        bool,
        typer.Option(
            "--ignore-case",
            help="Take words with capitals, lower-cased: for lists all in capitals, and for "
            "German. Otherwise a capital marks a name or an abbreviation, and the word is left "
            "out.",
        ),
    ] = False
    members: Annotated[
        Path | None,
        typer.Option(help="A word file; keep only words that are in it too.", metavar="FILE"),
    ] = None
    supplement: Annotated[
        Path | None,
        typer.Option(help="A word file of your own, added whatever its frequency.", metavar="FILE"),
    ] = None
    output: Output = None
    about: Annotated[
        Path | None,
        typer.Option(
            help="Where the header goes (how it was made, count, sha256), leaving the list pure. "
            "Otherwise it stands on top of the list, each line beginning with #.",
            metavar="FILE",
        ),
    ] = None
    as_json: AsJson = False

    def rules(self, *, a_to_z: bool = False) -> Rules:
        """Rules that are asked for."""
        if not 1 <= self.length <= LONGEST:
            raise BuildError(f"--length {self.length}: give a number from 1 to {LONGEST}")
        rules = Rules(a_to_z=a_to_z, **{name: getattr(self, name) for name in SHAPE})
        if self.min_zipf is not None and not math.isfinite(self.min_zipf):
            raise BuildError(
                f"--min-zipf {self.min_zipf}: give a number, such as 3 (once in a million)"
            )
        if self.members is not None:
            members = frozenset(sift(entries_of(self.members), rules).words)
            rules = replace(rules, members=members)
        if self.min_zipf is None:
            return rules
        return replace(rules, min_zipf=self.min_zipf, zipf=zipf_in(self.language))


SHAPE = ("length", "need_vowel", "keep_accents", "keep_letters", "ignore_case")
OF_SCOWL = ("keep_accents", "keep_letters", "ignore_case")  # it is plain English


def with_options(*, without: Sequence[str] = ()) -> Callable[[Callable[..., None]], Any]:
    """Give a command the fields of :class:`Options`, which becomes its first argument."""

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        own = dict(list(signature(command, eval_str=True).parameters.items())[1:])
        shared = {
            name: Parameter(
                name, Parameter.KEYWORD_ONLY, default=getattr(Options, name), annotation=kind
            )
            for name, kind in get_type_hints(Options, include_extras=True).items()
            if name not in without
        }
        merged = [one.replace(kind=Parameter.KEYWORD_ONLY) for one in (shared | own).values()]

        @wraps(command)
        def run(**given: Any) -> None:
            options = Options(**{name: given[name] for name in shared})
            command(options, **{name: given[name] for name in own})

        run.__signature__ = Signature(merged)  # type: ignore[attr-defined]
        run.__annotations__ = {one.name: one.annotation for one in merged}
        return run

    return decorate


def command_line(*words: str, **options: object) -> str:
    """Command with the options that shape the list; files by name, folders left out."""
    parts = list(words)
    for name, value in options.items():
        flag = f"--{name.replace('_', '-')}"
        if value is True:
            parts.append(flag)
        elif value not in (None, False, ""):
            parts += [flag, value.name if isinstance(value, Path) else str(value)]
    return shlex.join(parts)


def command_of(*words: str, options: Options, **more: object) -> str:
    """Command as it was given, but for what does not shape the list."""
    shaping = {"length": options.length, **more}
    if options.min_zipf is not None:
        shaping["min_zipf"] = options.min_zipf
        if words[0] != "wordfreq":  # which names its language first
            shaping["language"] = options.language
    further = (*SHAPE[1:], "members", "supplement")
    return command_line(*words, **shaping, **{name: getattr(options, name) for name in further})


def show(report: Mapping[str, Any], *, as_json: bool) -> None:
    """Report: JSON on stdout, or text on stderr."""
    if as_json:
        print_text(json.dumps(report, ensure_ascii=False) + "\n")
    else:
        print(report_text(report), file=sys.stderr)


def deliver(build: Build, options: Options, levels: Path | None = None) -> None:
    """Write the list and what was asked for beside it, then report."""
    if options.as_json and options.output is None:
        raise BuildError("--json needs stdout for the report; name a file for the list: -o FILE")
    if options.supplement is not None:
        build.add_supplement(options.supplement)
    require_words(build)
    listing = build.lines if options.about else build.about() + build.lines
    outputs = [(options.output, listing), (options.about, build.about())]
    if levels is not None:
        outputs.append((levels, build.levels()))
    write_files([(path, text) for path, text in outputs if path is not None])
    if options.output is None:
        print_text(listing)
    show(build.report(), as_json=options.as_json)


@app.command()
@with_options(without=OF_SCOWL)
def scowl(
    options: Options,
    *,
    folder: ScowlFolder = DEBIAN_SCOWL,
    max_level: Annotated[
        int,
        typer.Option(
            metavar="LEVEL",
            help="10 is the commonest words, 35 small, 50 medium, 70 large, 80 for your own "
            "machine only (it holds lower-cased names, and a notice must go with it), 95 all.",
        ),
    ] = 70,
    supplement_level: Annotated[
        int,
        typer.Option(metavar="LEVEL", help="The level given to the supplement's words."),
    ] = SUPPLEMENT_LEVEL,
    levels: Annotated[
        Path | None,
        typer.Option(help="Where each word's lowest level goes.", metavar="FILE"),
    ] = None,
) -> None:
    """English words from SCOWL, names and abbreviations left out.

    Example: build_wordlists.py scowl --length 6 --max-level 60 -o english-6.txt
    """
    command = command_of("scowl", options=options, max_level=max_level)
    build = scowl_build(folder, options.rules(a_to_z=True), max_level=max_level, command=command)
    build.supplement_level = supplement_level
    deliver(build, options, levels)


@app.command("file")
@with_options()
def file_command(
    options: Options,
    *,
    paths: Annotated[list[Path], typer.Argument(help="Word files, one word a line, UTF-8.")],
) -> None:
    """Words from plain word files, one a line; blank lines and lines beginning with # are skipped.

    Words with a capital, dot, apostrophe, hyphen or digit are left out.

    Example: build_wordlists.py file /usr/share/dict/words --length 6 -o six.txt
    """
    command = command_of("file", *(path.name for path in paths), options=options)
    deliver(file_build(paths, options.rules(), command=command), options)


@app.command("wordfreq")
@with_options()
def wordfreq_command(
    options: Options,
    *,
    language: Annotated[str, typer.Argument(help="A language code, such as es, de, el or ru.")],
) -> None:
    """Words wordfreq has seen in a language. Give --members, or most will be no words at all.

    wordfreq counts whatever people write, without capitals: of its English strings of five letters
    60 % are in no word list and 13 % are names. --members FILE keeps those that a list of real
    words has too, such as a spelling dictionary's word file (--ignore-case for German, where that
    file has capitals). The words are wordfreq's data, under CC BY-SA 4.0.

    Example: build_wordlists.py wordfreq es --members espanol.txt --keep-letters ñ -o es.txt
    """
    command = command_of("wordfreq", language, options=options)
    deliver(wordfreq_build(language, options.rules(), command=command), options)


@app.command()
def weights(
    words: Annotated[Path, typer.Argument(help="A word list, one word a line.")],
    language: Annotated[str, typer.Option(help="A wordfreq language code.")] = "en",
    any_accents: Annotated[
        bool,
        typer.Option(
            "--any-accents",
            help="Add up the spellings that differ by accents only: for a list whose accents "
            "were stripped. Otherwise words are looked up as the list spells them.",
        ),
    ] = False,
    keep_letters: KeepLetters = "",
    output: Output = None,
) -> None:
    """How common each word of a list is: word, tab, zipf value by wordfreq.

    Keep the result in a file of its own: it is under CC BY-SA 4.0, and its header is the credit
    wordfreq asks for.

    Example: build_wordlists.py weights wordlists/english-5.txt -o english-5.zipf.txt
    """
    listed = []
    for number, line in text_lines(words):
        if len(line.split()) != 1:
            raise BuildError(
                f"{str(words)!r}, line {number}: {line!r} is not one word; give one word a line"
            )
        listed.append(line)
    if not listed:
        raise NothingLeftError(f"{str(words)!r} holds no word; nothing was written")
    zipf = zipf_in(language, folded=keep_letters if any_accents else None)
    options = command_line(
        "weights",
        words.name,
        language=language,
        any_accents=any_accents,
        keep_letters=keep_letters,
    )
    text = weights_text(listed, zipf, name=words.name, options=options, language=language)
    if output is None:
        print_text(text)
    else:
        write_files([(output, text)])


@app.command()
def ship(
    folder: Annotated[Path, typer.Argument(help="Where the files go; it must exist.")],
    scowl_folder: ScowlFolder = DEBIAN_SCOWL,
    as_json: AsJson = False,
) -> None:
    """Rebuild what this project ships: english-5.txt and the tables that go with it.

    Needs Debian's scowl package and wordfreq. The supplement is the shipped supplement-5.txt.

    Example: build_wordlists.py ship wordlists
    """
    supplement = SHIPPED / SUPPLEMENT
    command = command_line("scowl", length=5, max_level=70, supplement=supplement)
    rules = Rules(length=5, a_to_z=True)
    build = scowl_build(scowl_folder, rules, max_level=70, command=command)
    build.add_supplement(supplement)
    require_words(build)
    texts = {
        "english-5.txt": build.lines,
        "english-5.about.txt": build.about(),
        "english-5.levels.txt": build.levels(),
        "english-5.plurals.txt": plurals_text(build, scowl_stems(scowl_folder, max_level=70)),
        "english-5.zipf.txt": weights_text(
            build.words,
            zipf_in("en"),
            name="english-5.txt",
            options=command_line("weights", "english-5.txt", language="en"),
            language="en",
        ),
        "english-5.unlisted.txt": unlisted_text(
            build, "en", options=command_line("ship", "wordlists")
        ),
    }
    write_files([(folder / name, text) for name, text in texts.items()])
    show(build.report(), as_json=as_json)


def main(arguments: Sequence[str]) -> None:
    """Run the command line and exit; a problem a user can fix is one line on stderr."""
    try:
        sys.exit(app(arguments or ["--help"], standalone_mode=False))
    except TyperException as problem:
        if isinstance(problem, typer.BadParameter):
            problem.message = reason_of(problem)
        print(f"{problem.format_message().rstrip('.')}; see --help", file=sys.stderr)
        sys.exit(problem.exit_code)
    except BuildError as problem:
        print(problem, file=sys.stderr)
        sys.exit(problem.status)
    except (KeyboardInterrupt, typer.Abort):
        sys.exit(130)
    except BrokenPipeError:
        # The reader of stdout has gone, as `head` does; what it wanted it has.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as problem:
        print(f"{problem.filename!r}: {problem.strerror}; give another file", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main(sys.argv[1:])

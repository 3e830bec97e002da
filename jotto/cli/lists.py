"""``jotto lists``: making word lists, and files of how common their words are."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Collection, Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Annotated, Any
from unicodedata import normalize

import typer

from jotto import files, games
from jotto.cli import options as opt
from jotto.cli.app import Command
from jotto.cli.names import flags_of
from jotto.cli.options import Csv, Json, OutputOptions, game_options, note, option
from jotto.errors import GameError, quoted, signs
from jotto.letters import alphabet
from jotto.question.texts import LETTERS as SIGNS

SCOWL = Path("/usr/share/dict/scowl")  # Debian's
OFF, MANY = 0.5, 0.01  # a word seems too rare by this zipf; note it if this share of words does

lists = typer.Typer(invoke_without_command=True, rich_markup_mode=None, add_completion=False)


@lists.callback()
def _lists(context: typer.Context) -> None:
    """Make word lists of any length, for many languages.

    A list is sorted, one word per line; the same options give the same bytes on every machine.
    """
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


LETTERS = "Strip accents from all letters but these: ñ for Spanish."
KeepLetters = Annotated[str, option("LETTERS", LETTERS, parser=str.lower)]
ENCODING = "Encoding of word files: latin-1, utf-16. Default: guessed."
Encoding = Annotated[str | None, "NAME", ENCODING]
Paths = Annotated[
    list[Path], opt.argument("FILE", "Words, in any usual shape; FILE:COLUMN names a column.")
]
OUTPUT = opt.output_file("Write the list to FILE. Default: stdout.", "-o", "--output")
Output = Annotated[opt.File, OUTPUT]
Scowl = Annotated[Path, option("DIR", "The folder of SCOWL's word files.", "--scowl")]


@dataclass(frozen=True, kw_only=True)
class Making:
    """The options that describe a list and its output: each field is an option of that name."""

    length: Annotated[int, option("N", "Letters in a word, 1 to 10.", min=1, max=10)] = 5
    min_zipf: Annotated[float | None, option("ZIPF", COMMONER, min=0, max=9)] = None
    language: Annotated[str, "CODE", "The language of --min-zipf."] = "en"
    need_vowel: Annotated[bool, "Leave out words without a vowel (y is one)."] = False
    keep_accents: Annotated[bool, "Keep accents (Swedish, German). Default: é becomes e."] = False
    keep_letters: KeepLetters = ""
    letters: Annotated[str, "LIST", SIGNS] = ""
    ignore_case: Annotated[bool, CAPITALS] = False
    members: Annotated[opt.File, "Keep only words that are also in this file."] = None
    supplement: Annotated[opt.File, "Add your own words, however rare they are."] = None
    encoding: Encoding = None
    output: Output = None
    json: Json = False
    csv: Csv = None

    def rules(self, *, a_to_z: bool = False) -> games.building.Rules:
        """Return the rules of the list. Raises FileError and GameError."""
        screen = OutputOptions(self.json, self.csv)
        if screen.silent and not self.output:
            flag = "--json" if self.json else "--csv -"
            raise GameError(f"{flag} prints the report; write the list to a file: -o FILE")
        shape = ("length", "need_vowel", "keep_accents", "keep_letters", "ignore_case")
        if wrong := re.sub(r"\w|\s", "", normalize("NFC", self.keep_letters)):
            raise GameError(f"{quoted(wrong)} has no accent to keep").about("letters")
        given = {name: getattr(self, name) for name in shape} | {"letters": alphabet(self.letters)}
        rules = games.building.Rules(a_to_z=a_to_z, **given)
        if self.members:
            members = games.building.from_files([self.members], rules, self.words_of)
            rules = replace(rules, members=frozenset(members.words))
        if self.min_zipf is not None:
            zipf = games.building.zipf_in(self.language)
            rules = replace(rules, min_zipf=self.min_zipf, zipf=zipf)
        return rules

    def words_of(self, path: Path) -> Iterator[str]:
        """Read the words of a file, in any of the usual shapes. Raises FileError and GameError."""
        letters = alphabet(self.letters)
        return games.building.entries_of(path, encoding=self.encoding, note=note, letters=letters)

    def put(self, listed: games.building.WordList, *words: str, **further: object) -> None:
        """Write the list made by the command ``words``, and print the report. Raises JottoError."""
        if self.supplement:
            listed.add_supplement(self.words_of(self.supplement))
        options = asdict(replace(self, output=None, json=False, csv=None)) | further
        if self.min_zipf is None or words[0] == "wordfreq":  # wordfreq has it as an argument
            del options["language"]
        put_text(self.output, listed.about(command_line(*words, **options)) + listed.lines)
        show_report(listed, OutputOptions(self.json, self.csv))


def command_line(*words: str, **options: object) -> str:
    """Return a command with its options; files without their folders.

    >>> command_line("file", "my words", length=6, members=Path("/tmp/all.txt"))
    "jotto lists file 'my words' --length 6 --members all.txt"
    """
    parts = ["jotto", "lists", *words]
    for name, value in options.items():
        if value not in (None, False, ""):
            parts += opt.arguments_of(name, value.name if isinstance(value, Path) else value)
    return shlex.join(parts)


def put_text(path: Path | None, text: str) -> None:
    """Write a list atomically, or print it; the bytes are the same on every system."""
    if path:
        files.save("word list", path, [text])
    else:
        sys.stdout.buffer.write(signs(text).encode())


def show_report(listed: games.building.WordList, screen: OutputOptions) -> None:
    """Print what was kept, and what was dropped and why: as JSON on stdout, or on stderr."""
    report: Any = listed.report()
    for row in report["dropped"]:
        row["reason"] += flags_of(games.building.PARAMETERS.get(row["reason"], ()))
    if screen.shows("dropped=reason,count,examples", **report):
        return
    source = re.sub(r" \(sha256 \w+\)", "", report["source"])  # the list itself has the checksum
    extra = f", {report['supplement']} of them from the supplement" * bool(report["supplement"])
    extra += f"; {report['repeated']:,} repeated" * bool(report["repeated"])
    text = f"kept {report['kept']:,} words of {report['length']} letters from {source}{extra}"
    print(text, file=sys.stderr)
    for row in report["dropped"]:
        such = f"{row['reason']}, such as {' '.join(row['examples'])}"
        print(f"dropped {row['count']:>9,}: {such}", file=sys.stderr)


COMMONER = "Leave out rarer words: 3 is once in a million words."
CAPITALS = "Keep words with capitals, as in German. Default: drop them as names."
LEVELS = "Size: 10 commonest words, 35 small, 50 medium, 70 large."
MAX_LEVEL = option("LEVEL", LEVELS, min=10, max=95)
ANY_ACCENTS = "Add up all accented spellings, for a list without accents."


@game_options(without=("keep_accents", "keep_letters", "ignore_case"))
def scowl(making: Making, folder: Scowl = SCOWL, max_level: Annotated[int, MAX_LEVEL] = 70) -> None:
    """Make a list of English words from SCOWL.

    Names and abbreviations are left out. On Debian, SCOWL is the package scowl. From level 80 up
    it has lower-case names, and words that may be distributed only with their notice: read its
    copyright before you distribute such a list.

    Example: jotto lists scowl --length 6 --max-level 50 -o english-6.txt
    """
    listed = games.building.from_scowl(folder, making.rules(a_to_z=True), max_level=max_level)
    making.put(listed, "scowl", max_level=max_level)


@game_options()
def file(making: Making, paths: Paths) -> None:
    """Make a list of the words in word files, in any language.

    The word file of a spelling dictionary can be used. Words with a capital, dot, apostrophe,
    hyphen or digit are left out. Accents are stripped by default.

    Example: jotto lists file /usr/share/dict/french -o french.txt
    """
    listed = games.building.from_files(paths, making.rules(), making.words_of, note)
    making.put(listed, "file", *(path.name for path in paths))


@game_options(without=("language",))
def wordfreq(
    making: Making,
    language: Annotated[
        str, opt.argument("LANGUAGE", "The code of the language, such as es, de, el or ru.")
    ],
) -> None:
    """Make a list of the words that wordfreq has seen in a language.

    wordfreq counts all strings that people write, in lower case: of its English strings of five
    letters, 60% are not in any word list and 13% are names. Use --members with a file of real
    words. The words are wordfreq's data, under CC BY-SA 4.0.

    Example: jotto lists wordfreq es --members spanish --keep-letters ñ
    """
    rules = replace(making, language=language).rules()
    making.put(games.building.from_wordfreq(language, rules), "wordfreq", language)


@game_options()
def weights(
    words: Annotated[Path, opt.argument("FILE", "A list of words.")],
    language: Annotated[str, "CODE", "The language, by wordfreq's code."] = "en",
    any_accents: Annotated[bool, ANY_ACCENTS] = False,
    keep_letters: KeepLetters = "",
    encoding: Encoding = None,
    output: Output = None,
) -> None:
    """Write how common each word of a list is, by wordfreq, as a file for --prior.

    Keep the result in a separate file: it is under CC BY-SA 4.0, and its header is the credit that
    wordfreq asks for.

    Example: jotto lists weights french.txt --language fr --any-accents
    """
    listed = games.words.read_words(words, encoding=encoding, note=note)
    if not any_accents:
        note_accents(listed, language)
    options = {"language": language, "any_accents": any_accents, "keep_letters": keep_letters}
    command = command_line("weights", words.name, **options)
    keep = keep_letters if any_accents else None
    text = games.building.weights(listed, language, keep=keep, name=words.name, command=command)
    put_text(output, text)


def note_accents(listed: Collection[str], language: str) -> None:
    """Print a note if many words of a list seem rare because they lack their accents."""
    alphabet = "".join(sorted(set().union(*listed)))
    exact, added = (games.building.zipf_in(language, keep=keep) for keep in (None, alphabet))
    off = sum(added(word) - exact(word) > OFF for word in listed) / len(listed)
    if off > MANY:
        letters = "".join(letter for letter in alphabet if games.words.plain(letter) != letter)
        flags = f"--any-accents --keep-letters {letters}" if letters else "--any-accents"
        note(f"{off:.0%} of the words are commoner with accents that the list lacks; add {flags}")


for command in (scowl, file, wordfreq, weights):
    lists.command(cls=Command)(command)

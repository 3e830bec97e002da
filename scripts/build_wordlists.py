"""Make the lists that jotto ships again, from SCOWL and wordfreq."""

from __future__ import annotations

import sys
from collections.abc import Container
from pathlib import Path
from textwrap import wrap
from typing import Annotated

import typer

from jotto.errors import JottoError
from jotto.games import building
from jotto.games.building import WordList
from jotto.games.words import folder, plain
from jotto.reading.texts import lines_of

NAME, SUPPLEMENT = "english-5", "supplement-5.txt"
LEVEL = 70
# Errors of the rule for plurals in the shipped list: singulars that look like plurals of other
# words (genu, kudo), and plurals whose singular SCOWL does not have up to level 70.
NOT_PLURAL = "genus kudos situs yours"
ALSO_PLURAL = (
    "burbs carbs certs comms comps dinos guars hurds lings noobs "
    "paras phons phots plats repos stans stats techs toons vlogs"
)
PLURALS = """\
plurals in -s, and verbs in -s, which look the same: the words in -s but not -ss that
  leave a word of the source without -s, without -es after s, x, z, ch, sh and o, with y
  for -ies, or with f or fe for -ves"""
UNLISTED = """\
changed: kept only the strings of 5 letters from a to z that are in
  no line of the list; accents were stripped, and the frequencies of spellings that then
  are the same added up; they are given as zipf values, rounded to 0.01
no word list: whatever people write is here, names, slips and other languages too"""


def shipped_files(scowl: Path) -> dict[str, str]:
    """Make the shipped files, {name: text}. Raises FileError and GameError."""
    rules = building.Rules(length=5, a_to_z=True)
    listed = building.from_scowl(scowl, rules, max_level=LEVEL)
    listed.add_supplement(word for _, word in lines_of(folder() / SUPPLEMENT))
    options = f"--length 5 --supplement {SUPPLEMENT} --max-level {LEVEL}"
    texts = {
        "": listed.lines,
        ".about": listed.about(f"jotto lists scowl {options}"),
        ".levels": levels(listed),
        ".plurals": plurals(listed, scowl),
        ".zipf": building.weights(
            listed.words,
            "en",
            name=f"{NAME}.txt",
            command=f"jotto lists weights {NAME}.txt --language en",
        ),
        ".unlisted": building.zipf_table(
            building.from_wordfreq("en", rules).words.keys() - listed.words.keys(),
            "en",
            keep="",
            changed=UNLISTED,
            command="python scripts/build_wordlists.py wordlists",
            listed=listed.lines,
            what="string",
        ),
    }
    return {f"{NAME}{kind}.txt": text for kind, text in texts.items()}


def levels(listed: WordList) -> str:
    """Return every word with its level, under a header."""
    what = "word, tab, the lowest SCOWL level it appears in (10 is most common)"
    after = []
    if listed.supplement:
        after = [f"given level {building.SUPPLEMENT_LEVEL}, being in the supplement only:"]
        after += wrap(" ".join(listed.supplement), 90)
    rows = building.in_lines(f"{word}\t{level}" for word, level in listed.words.items())
    return building.checked((what, f"source: {listed.source}"), rows, listed.lines, *after)


def plurals(listed: WordList, scowl: Path) -> str:
    """Return the words of the list that are plurals, or look like one, under a header."""
    stems = {plain(entry) for entry, _ in building.scowl_words(scowl, max_level=LEVEL)}
    rows = building.in_lines(word for word in listed.words if is_plural(word, stems))
    comment = [
        *PLURALS.split("\n"),
        f"source: {listed.source}",
        f"licence: {listed.licence}",
        *wrap(f"taken out by hand: {NOT_PLURAL}", 90),
        *wrap(f"added by hand: {ALSO_PLURAL}", 90),
    ]
    return building.checked(comment, rows, listed.lines)


def is_plural(word: str, stems: Container[str]) -> bool:
    """Whether a word is one of ``stems`` with a plural ending.

    A verb in the third person looks the same: walks, flies.

    >>> is_plural("walks", {"walk"}), is_plural("skies", {"sky"}), is_plural("brass", {"bras"})
    (True, True, False)
    """
    if word in ALSO_PLURAL.split():
        return True
    if not word.endswith("s") or word.endswith("ss") or word in NOT_PLURAL.split():
        return False
    ways = [word[:-1]]
    if word.endswith(("ses", "xes", "zes", "ches", "shes", "oes")):
        ways.append(word[:-2])
    if word.endswith("ies"):
        ways.append(word[:-3] + "y")
    if word.endswith("ves"):
        ways += [word[:-3] + "f", word[:-3] + "fe"]
    return any(way in stems for way in ways)


def main(
    out: Annotated[Path, typer.Argument(metavar="OUT", help="An existing folder.")],
    scowl: Annotated[
        Path, typer.Option(metavar="DIR", help="The folder of SCOWL's word files.")
    ] = Path("/usr/share/dict/scowl"),
) -> None:
    """Make the lists that jotto ships again, byte for byte: the six files english-5.*.

    It needs Debian's package scowl, or its folder of word files, and wordfreq.

    Example: python scripts/build_wordlists.py wordlists
    """
    try:
        for name, text in shipped_files(scowl).items():
            (out / name).write_bytes(text.encode())
    except JottoError as error:
        sys.exit(f"build_wordlists: {error}")
    except OSError as error:
        sys.exit(f"build_wordlists: {str(error.filename)!r} cannot be written: {error.strerror}")


if __name__ == "__main__":
    typer.run(main)

"""Accents: removing them, and spelling a word with the letters of a list."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import cache
from itertools import combinations

# Letters that do not decompose into a plain letter and an accent, and how to write them without.
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


def fold(text: str) -> str:
    """Return typed text as words are stored: small letters, accents composed (NFC).

    >>> fold(" Crane "), fold("İZMİR")  # not the two characters that str.lower makes of İ
    ('crane', 'izmir')
    """
    lowered = text.strip().lower()
    if lowered.isascii():  # nearly all of most languages
        return lowered
    return unicodedata.normalize("NFC", lowered.replace("i\u0307", "i"))


def plain(text: str, *, keep: str = "") -> str:
    """Remove the accents from all letters but those in ``keep``.

    Only from Latin and Greek letters: Cyrillic й is not и with an accent.

    >>> plain("éclat"), plain("cañón", keep="ñ"), plain("größe"), plain("район")
    ('eclat', 'cañon', 'grosse', 'район')
    """
    if text.isascii():  # fast path
        return text
    letters, kept = (unicodedata.normalize("NFC", each) for each in (text, keep))
    return "".join(letter if letter in kept else _plain(letter) for letter in letters)


@cache
def _plain(letter: str) -> str:
    parts = unicodedata.normalize("NFKD", letter)
    if letter not in UNSPLIT and not unicodedata.name(parts[0], "").startswith(("LATIN", "GREEK")):
        return letter
    return "".join(UNSPLIT.get(part, part) for part in parts if not unicodedata.combining(part))


def respelt(text: str, known: Sequence[str]) -> str:
    """Spell a typed word with the letters of a list, if that makes it as long as its words.

    A letter that is in no word of the list is replaced by its plain form; in a word that is too
    long, two letters by the one that stands for them (ss by ß), if that is in the list.

    >>> respelt("Élève", ["eleve", "arbre"]), respelt("Élève", ["élève", "arbre"])
    ('eleve', 'élève')
    >>> respelt("GRÖSSE", ["größe", "liebe"]), respelt("größe", ["grosse", "kleine"])
    ('größe', 'grosse')
    """
    word, length = fold(text), len(known[0]) if known else 0
    if (word.isascii() and len(word) <= length) or not word.isalpha() or len(word) > 2 * length:
        return text
    alphabet = "".join(sorted(set().union(*known)))
    word = plain(word, keep=alphabet)
    single = {plain(letter): letter for letter in alphabet if len(plain(letter)) == 2}
    pairs = list(re.finditer("|".join(single) or "(?!)", word))
    spellings = []
    for chosen in combinations(pairs, max(0, len(word) - length)):
        spelling = word
        for pair in reversed(chosen):
            spelling = spelling[: pair.start()] + single[pair[0]] + spelling[pair.end() :]
        spellings.append(spelling)
    fitting = [spelling for spelling in spellings if len(spelling) == length]
    return next((each for each in fitting if each in known), fitting[0] if fitting else text)

"""Letters that are written with several characters, such as ij, ch or ng.

A word is a string with one code point for each letter, so that nobody who counts, compares or draws
letters knows of such ones. Inside the program each is one private code point, the same in every
process. It is put in where words are read, and written out where text leaves the program.

In Turkish and other languages with the letter ı, the capital of ı is I and that of i is İ. A list
with ı is of such a language, and ı is among its letters. The Greek ς is σ inside the program.
"""

import re
from collections.abc import Iterable, Mapping
from contextvars import ContextVar
from typing import Any
from unicodedata import normalize
from zlib import crc32

from jotto.errors import GameError

FIRST, ROOM = 0xF0000, 0xFFFD  # of a private plane of Unicode
PRIVATE = re.compile(r"[\U000F0000-\U000FFFFD]|\\U000f[0-9a-f]{4}")  # as it is, or as repr has it
HEADER = "letters:"  # in a comment before the words of a list
DOTLESS, DOTTED = "ı", "İ"
MODIFIER = "\u02bc"  # the apostrophe that is a letter of Unicode
APOSTROPHES = f"'\u2019{MODIFIER}\u2018"  # one letter, if one of them is; phones type the second
FINAL = re.compile(r"(?<=\w)σ\b")
_written: dict[str, str] = {}  # what each private code point stands for
_dotted = ContextVar("whether the capital of i is İ", default=False)


def alphabet(declared: str) -> dict[str, str]:
    """Return the code point of each letter that is declared, the longest first.

    >>> letters = alphabet("ij 7 +")
    >>> len(spelt("ijs7", letters)), written(spelt("ijs7", letters))
    (3, 'ijs7')
    """
    letters = {}
    for text in sorted(
        normalize("NFC", declared.lower()).split(), key=lambda one: (-len(one), one)
    ):
        sign = text if len(text) == 1 else chr(FIRST + crc32(text.encode()) % ROOM)
        if len(text) > 1 and (other := _written.setdefault(sign, text)) != text:
            raise GameError(f"the letters {text!r} and {other!r} cannot be told apart")
        letters[text] = sign
    return letters


def letters_of(words: Iterable[str]) -> dict[str, str]:
    """Return the letters of words that are not one character of an alphabet, as alphabet does.

    >>> letters_of([spelt("ijs", alphabet("ij")), "a+b"]).keys()
    dict_keys(['ij', '+'])
    """
    text = "".join(words)
    own = "" if text.isalpha() else {sign for sign in text if not sign.isalpha()}
    return alphabet(" ".join([*map(written, own), *{DOTLESS, MODIFIER}.intersection(text)]))


def fold(text: str, letters: Iterable[str] = ()) -> str:
    r"""Return typed text as words are stored: small letters, accents composed (NFC).

    >>> fold(" Crane "), fold("İZMİR")  # not the two characters that str.lower makes of İ
    ('crane', 'izmir')
    >>> fold("IRIS", ["ı"]), fold("ĲZER", ["ij"]), fold("ΟΔΟΣ")
    ('ırıs', 'ijzer', 'οδοσ')
    >>> fold("c\u2019hoar", ["c'h"])
    "c'hoar"
    """
    text = text.strip()
    if sign := next((sign for sign in APOSTROPHES if sign in "".join(letters)), ""):
        text = re.sub(f"[{APOSTROPHES}]", sign, text)
    if DOTLESS in letters:
        text = normalize("NFC", text).replace("I", DOTLESS)
    lowered = text.lower()
    if lowered.isascii():  # nearly all of most languages
        return lowered
    lowered = normalize("NFC", lowered.replace("i\u0307", "i")).replace("ς", "σ")
    return "".join(two if (two := normalize("NFKC", one)) in letters else one for one in lowered)


def spelt(text: str, letters: Mapping[str, str]) -> str:
    """Return a text with the code points of these letters, the longest taken first."""
    if not letters:
        return text
    return re.sub("|".join(map(re.escape, letters)), lambda found: letters[found[0]], text)


def written(text: str) -> str:
    """Return a text with its letters written out."""

    def letter(found: re.Match[str]) -> str:
        sign = found[0] if len(found[0]) == 1 else chr(int(found[0][2:], 16))
        return _written.get(sign, found[0])

    text = FINAL.sub("ς", text) if "σ" in text else text
    return PRIVATE.sub(letter, text) if _written else text


def speak(letters: Iterable[str]) -> None:
    """Write capitals as in the language of a game with these letters, from now on."""
    _dotted.set(DOTLESS in letters)


def shout(guess: Any) -> str:
    """Return a guess in capitals, except letters whose capital has several letters.

    >>> shout("größe"), shout("0123"), shout("sınıri")
    ('GRÖßE', '0123', 'SINIRİ')
    """
    text = written(str(guess))
    text = text.replace("i", DOTTED) if _dotted.get() or DOTLESS in text else text
    pairs = ((letter, letter.upper()) for letter in text)
    return "".join(large if len(large) == 1 else letter for letter, large in pairs)

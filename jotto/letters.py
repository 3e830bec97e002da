"""Letters that are written with several characters, such as ij, ch or ng, and capitals.

A word is a string as people write it. Who counts, compares or draws its letters asks ``spell``
for them, with the letters that a list declares; a rule has those of its game (``Rule.letters``).

In Turkish and other languages with the letter ı, the capital of ı is I and that of i is İ. A list
with ı is of such a language, and ı is among its letters. The Greek ς is the letter σ at the end of
a word.
"""

import re
from collections.abc import Collection, Container, Iterable, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any
from unicodedata import category, normalize

from jotto.errors import GameError
from jotto.plain import Plain
from jotto.typed import clean, visible

Letters = tuple[str, ...]  # what is a letter besides single letters, the longest first
LONGEST = 10  # letters in a word
HEADER = "letters:"  # in a comment before the words of a list
DOTLESS, DOTTED = "ı", "İ"
SIGMA, FINAL_SIGMA = "σ", "ς"
LAST_SIGMA = re.compile(rf"(?<=\w){SIGMA}\b")
MODIFIER = "\u02bc"  # the apostrophe that is a letter of Unicode
APOSTROPHES = f"'\u2019{MODIFIER}\u2018"  # one letter, if one of them is; phones type the second
OF_LANGUAGES = {DOTLESS: {DOTLESS}, FINAL_SIGMA: {SIGMA, FINAL_SIGMA}, MODIFIER: {MODIFIER}}


@dataclass(frozen=True)
class House(Plain):
    """House rules about the letters of a secret, in a list or not.

    * ``vowels``: it has one of these letters, such as ``"aeiou"`` or ``"aeiouy"``; if empty, any.
    * ``repeats``: a letter may come twice.
    * ``plurals``: it may be a plural. In no list, what ends in -s, but not in -ss, looks like one.
    """

    vowels: str = ""
    repeats: bool = True
    plurals: bool = True

    def __post_init__(self) -> None:
        """Raise GameError for a value of another kind."""
        if not isinstance(self.vowels, str):
            raise GameError(f"vowels={self.vowels!r:.60} is not a text of letters").about("vowels")
        for name in (rule.name for rule in fields(self) if rule.type is bool):
            if not isinstance(value := getattr(self, name), int):
                raise GameError(f"{name}={value!r:.60} is not a bool").about(name)

    def broken(self, letters: Sequence[str], *, plural: bool | None = None) -> list[str]:
        """Return which rules bar a word; ``plural``: if it is one, None: if it looks like it.

        >>> import jotto
        >>> jotto.House("aeiou", repeats=False).broken("llyn")
        ['vowels aeiou', 'no repeats']
        >>> jotto.House(plurals=False).broken("ones")
        ['no plurals']
        """
        if plural is None:
            plural = [*letters[-1:]] == ["s"] != [*letters[-2:-1]]
        rules = {
            f"vowels {self.vowels}": self.vowels and {*self.vowels}.isdisjoint(letters),
            "no repeats": not self.repeats and repeats(letters),
            "no plurals": not self.plurals and plural,
        }
        return [name for name, barred in rules.items() if barred]


def repeats(letters: Sequence[str]) -> bool:
    """Whether a letter occurs twice."""
    return len({*letters}) < len(letters)


ANY = House()  # every word may be a secret


def alphabet(declared: str) -> Letters:
    """Return the letters that are declared, the longest first.

    >>> alphabet("ij 7 + dzs")
    ('dzs', 'ij', '+', '7')
    """
    texts = {*normalize("NFC", visible(declared).lower()).split()}
    return tuple(sorted(texts, key=lambda text: (-len(text), text)))


def letters_of(words: Iterable[str], declared: Letters = ()) -> Letters:
    """Return what is declared and in words a letter besides the single ones of an alphabet.

    So are ı and ς, by which capitals and ends of words differ from those of other languages.

    >>> letters_of(["ijs", "a+b"], ("ij",))
    ('ij', '+')
    """
    listed = tuple(words)
    text = "".join(listed)
    own = {sign for sign, of in OF_LANGUAGES.items() if of & set(text)}
    if not text.isalpha():
        spelt = (spell(word, declared) for word in listed)
        own |= {letter for word in spelt for letter in word if not letter.isalpha()}
    return alphabet(" ".join({*declared, *own}))


def split(letters: Letters) -> bool:
    """Whether the letters of a word may be others than its characters."""
    return bool(letters) and (len(letters[0]) > 1 or FINAL_SIGMA in letters)


def spell(word: str, letters: Letters = ()) -> Sequence[str]:
    """Return the letters of a word, from the left, the longest first; ς as σ.

    >>> spell("ijsje", ("ij",)), spell("hatch")
    (('ij', 's', 'j', 'e'), 'hatch')
    """
    if not split(letters):
        return word
    return tuple(_any_of(letters).findall(word.replace(FINAL_SIGMA, SIGMA)))


@lru_cache
def _any_of(letters: Letters) -> re.Pattern[str]:
    return re.compile("|".join([*map(re.escape, letters), "."]), re.DOTALL)


def joined(letters: Iterable[str]) -> str:
    """Return the word of some letters.

    >>> joined(("ij", "s")), joined("οδοσ")
    ('ijs', 'οδος')
    """
    return LAST_SIGMA.sub(FINAL_SIGMA, "".join(letters))


def fold(text: str, letters: Collection[str] = ()) -> str:
    r"""Return typed text as words are stored: small letters, accents composed (NFC).

    >>> fold(" Crane "), fold("İZMİR")  # not the two characters that str.lower makes of İ
    ('crane', 'izmir')
    >>> fold("IRIS", ["ı"]), fold("ĲZER", ["ij"]), fold("ΟΔΟΣ"), fold("οδοσ")
    ('ırıs', 'ijzer', 'οδος', 'οδος')
    >>> fold("c\u2019hoar", ["c'h"])
    "c'hoar"
    """
    text = clean(text).strip()
    if sign := next((sign for sign in APOSTROPHES if sign in "".join(letters)), ""):
        text = re.sub(f"[{APOSTROPHES}]", sign, text)
    if DOTLESS in letters:
        text = normalize("NFC", text).replace("I", DOTLESS)
    lowered = text.lower()
    if lowered.isascii():  # nearly all of most languages
        return lowered
    lowered = normalize("NFC", lowered.replace("i\u0307", "i")).replace(FINAL_SIGMA, SIGMA)
    return joined(two if (two := normalize("NFKC", one)) in letters else one for one in lowered)


def shout(guess: Any, letters: Container[str] = ()) -> str:
    """Return a guess in capitals, except letters whose capital has several letters.

    >>> shout("größe"), shout("0123"), shout("sınıri"), shout("iris", ["ı"])
    ('GRÖßE', '0123', 'SINIRİ', 'İRİS')
    """
    text = str(guess)
    text = text.replace("i", DOTTED) if DOTLESS in letters or DOTLESS in text else text
    pairs = ((letter, letter.upper()) for letter in text)
    return "".join(large if len(large) == 1 else letter for letter, large in pairs)


def unfit(word: str, letters: Letters) -> str:
    """Return why a word cannot be played with; empty if it can.

    >>> unfit("crane", ()), unfit("cr4ne", ()), unfit("cr4ne", ("4",))
    ('', "'4' is not a letter", '')
    """
    spelt = spell(word, letters)
    if wrong := next((one for one in spelt if not one.isalpha() and one not in letters), ""):
        by_itself = " by itself; it can be declared as one" * is_mark(wrong)
        return f"{wrong!r} is not a letter{by_itself}"
    fits = 1 <= len(spelt) <= LONGEST
    return "" if fits else f"it has {len(spelt)} letters, words have 1 to {LONGEST}"


def is_mark(sign: str) -> bool:
    """Whether a sign stands with a letter, such as an accent or a vowel sign of Devanagari."""
    return category(sign)[0] == "M"

"""Games of words: word lists, the spelling of words as people type them, and priors.

A word game is made of lists of words of one length. Lists are read from files in any encoding;
five of them are shipped, in the folder wordlists. What is typed is spelt with the letters of the
list. A prior says how likely each word is to be the secret; a standing, which lists have a word.
"""

import math
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from itertools import product
from numbers import Real
from operator import ne
from pathlib import Path

import numpy as np

from jotto.engine.game import Game, IntArray, Rule, game_of
from jotto.engine.notation import unparted
from jotto.engine.texts import in_order
from jotto.errors import GameError, WordError, count, quoted
from jotto.games.scoring import UNKNOWN, Words, rule_named, with_letters
from jotto.letters import (
    ANY,
    DOTLESS,
    DOTTED,
    LONGEST,
    House,
    Letters,
    fold,
    joined,
    letters_of,
    repeats,
    spell,
    unfit,
)
from jotto.reading.lists import words_in
from jotto.reading.texts import Note, Source, reading
from jotto.typed import clean

Weigh = Callable[[Words], IntArray]  # from words to weights, (S,) int64


def word_game(
    secrets: Words,
    further: Words = (),
    *,
    rule: str | Rule = "exact-elsewhere",
    keep: bool = False,
    prior: Weigh | None = None,
    letters: Letters = (),
    house: House = ANY,
) -> Game[str]:
    """Make the game with these secrets; the guesses are the secrets and ``further``.

    All words must have the same length, else WordError. With ``keep`` the score matrix is cached
    on disk. ``letters``: those of several characters.

    >>> game = word_game(["score", "fools"], ["guess"])
    >>> game.guesses, game.rule.texts[game.rule.score("guess", "fools")]
    (('score', 'fools', 'guess'), '1,0')
    """
    ordered = tuple(dict.fromkeys(secrets))
    if not ordered:
        raise GameError("a game needs at least one secret")
    guesses = tuple(dict.fromkeys((*ordered, *further)))
    letters = letters_of(guesses, letters)
    length = len(spell(ordered[0], letters))
    for word in guesses:
        if (long := len(spell(word, letters))) != length:
            raise WordError(word, f"it has {long} letters, {ordered[0]!r} has {length}")
    weights = prior(ordered) if prior else None
    scored = rule if isinstance(rule, Rule) else rule_named(str(rule), length)
    unknown = (UNKNOWN,) if scored.tiles and scored.ways is None else ()
    read = partial(read_as_listed, guesses, letters=letters + unknown)
    own = {"keep": keep, "prior": weights, "closed": scored.ways is not None, "house": house}
    return game_of(ordered, further, with_letters(scored, letters), read, **own)


def listed_words(
    given: Iterable[str] | Source, letters: Letters, note: Note = str
) -> tuple[tuple[str, ...], Letters]:
    """Read a list with its letters, or check words. Raises FileError, WordError or GameError."""
    if isinstance(given, str | Path):
        return read_list(given, letters=letters, note=note)
    if not isinstance(given, Iterable):
        raise GameError(f"{quoted(str(given))} is not a list of words; give one, or its path")
    listed = tuple(in_order(given, "words"))
    if wrong := [word for word in listed if word is None or word != word]:  # nan
        raise GameError(f"{wrong[0]!r} is not a word; leave out what is missing from the list")
    return tuple(read_word((), str(word), letters) for word in listed), letters


def read_word(known: Words, text: str, letters: Letters = (), *, typed: str = "") -> str:
    """Read a word, as long as the known ones but not necessarily one.

    Raises WordError, which quotes it as it was ``typed``.
    """
    word = fold(text, letters)
    problem, long = unfit(word, letters), len(spell(word, letters))
    if not problem and known and long != (usual := len(spell(known[0], letters))):
        problem = f"it has {count(long, 'letter')}; this game uses {usual}"
    if "=" in letters and not any(any(map(str.isalpha, letter)) for letter in letters):
        foreign = (one for one in spell(word, letters) if one not in {*letters, UNKNOWN})
        wrong = next(foreign, "")  # of equations
    else:
        wrong = ""
    if wrong:
        problem = f"{wrong!r} is not one of this game's symbols, {' '.join(sorted(letters))}"
    if problem:
        a_score = not any(map(str.isalpha, word))  # spares 17 ms
        meant = [] if a_score else alike(word, known, letters)
        raise WordError((typed or text).strip(), problem, meant)
    return word


def read_as_listed(known: Words, text: str, letters: Letters = ()) -> str:
    """Read a word as typed, spelt with the letters of the known words. Raises WordError.

    If ``_`` is a letter, it stands for an unknown one, and so does one of ``.?*``.

    >>> read_as_listed(["crane"], "C..N.", (UNKNOWN,))
    'c__n_'
    >>> read_as_listed(["eleve", "arbre"], "élève"), read_as_listed(["größe"], "GRÖSSE")
    ('eleve', 'größe')
    """
    text = text if "-" in letters else unparted(clean(text).strip())
    own = tuple(letter for letter in letters if letter != UNKNOWN)
    if own != letters and len(signs := {*".?*"}.intersection(text).difference(letters)) == 1:
        text = text.replace(signs.pop(), UNKNOWN)
    word = respelt(fold(text, letters) if own else text, known, letters)
    if "I" in text and DOTLESS in letters and word not in known:  # typed without İ
        dotted = respelt(fold(text.replace("I", DOTTED), letters), known, letters)
        word = dotted if dotted in known else word
    return read_word(known, word, letters, typed=text)


def alike(word: str, known: Words, letters: Letters = ()) -> list[str]:
    """Return up to three known words that may have been meant by ``word``.

    >>> alike("slaet", ["slant", "slate", "skate"]), alike("latsh", ["hatch", "latch"])
    (['slate', 'slant'], ['latch'])
    """
    mine = spell(word, letters)

    def slip(other: str) -> bool:
        theirs = spell(other, letters)
        wrong = sum(map(ne, theirs, mine)) if len(theirs) == len(mine) else 0
        return wrong == 1 or (wrong == 2 and sorted(theirs) == sorted(mine))  # or two are swapped

    if slips := [*filter(slip, known)]:
        return sorted(slips, key=lambda other: sorted(other) != sorted(word))[:3]
    from difflib import get_close_matches  # loaded only after a mistake

    return get_close_matches(word[: 2 * LONGEST], known, n=3, cutoff=0.6)


# --- word lists ----------------------------------------------------------------------------------

SHIPPED = "english-5.txt"
PLURALS = "english-5.plurals.txt"
OFFENSIVE = "offensive-5.txt"


def read_words(path: Source, *, encoding: str | None = None, note: Note = str) -> Words:
    """Read a list of words of one length, as read_list does, without its letters."""
    return read_list(path, encoding=encoding, note=note)[0]


def read_list(
    path: Source, *, encoding: str | None = None, note: Note = str, letters: Letters = ()
) -> tuple[tuple[str, ...], Letters]:
    """Read a list of words of one length, in order, a repeated word once, in any usual shape.

    Comments are skipped; capitals become small letters. If no ``letters`` are given, a comment
    ``# letters: ij ch`` before the words declares them; they are returned, too. What is not used is
    told by ``note``. Raises FileError, with the line number if one line is wrong.
    """
    words, letters, account = words_in(path, encoding=encoding, note=note, letters=letters)
    if not account.is_plain:
        note(account)
    return words, letters


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
    with reading(path):
        lines = path.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if not line.startswith("#")]


def plurals() -> frozenset[str]:
    """Read the words of the shipped list that are plurals, or look like one ("walks")."""
    return frozenset(shipped_lines(PLURALS))


def offensive() -> frozenset[str]:
    """Read the offensive words of the shipped list, which are not to be proposed."""
    return frozenset(shipped_lines(OFFENSIVE))


def secrets_allowed(words: Words, house: House = ANY, *, letters: Letters = ()) -> tuple[str, ...]:
    """Return the words that may be secrets by the house rules.

    Plurals are known for the shipped list only. Raises GameError if no word is left.
    """
    ending, wanted = frozenset() if house.plurals else plurals(), {*spell(house.vowels, letters)}

    def fits(word: str) -> bool:
        return not house.broken(spell(word, letters), plural=word in ending)

    strange = (vowel for vowel in sorted(wanted) if not vowel.isalpha() and vowel not in letters)
    if (vowel := next(strange, None)) is not None:
        reason = f"{vowel!r} is no letter of this list; write letters, such as aeiou or aeiouy"
        raise GameError(f"vowels {quoted(house.vowels)}: {reason}").about("vowels")
    allowed = tuple(words if house == ANY else filter(fits, words))
    if not allowed:
        wrong = GameError("every word of the list is barred as a secret; bar less, or add words")
        raise wrong.about("vowels", "repeats", "plurals")
    return allowed


# --- spelling ------------------------------------------------------------------------------------

# Letters that do not decompose into a plain letter and an accent, and how to write them without.
UNSPLIT = {
    "æ": "ae", "œ": "oe", "ø": "o", "ß": "ss", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "þ": "th",
    "ı": "i", "ŋ": "n", "ŧ": "t", "ς": "σ", "ё": "е",  # noqa: RUF001
}  # fmt: skip


def plain(text: str, *, keep: str = "") -> str:
    """Remove the accents from all letters but those in ``keep``.

    Only from Latin and Greek letters: Cyrillic й is not и with an accent.

    >>> plain("éclat"), plain("cañón", keep="ñ"), plain("größe"), plain("район")
    ('eclat', 'cañon', 'grosse', 'район')
    """
    if text.isascii():  # fast path
        return text
    letters, kept = (unicodedata.normalize("NFC", part) for part in (text, keep))
    return "".join(letter if letter in kept else _plain(letter) for letter in letters)


@cache
def _plain(letter: str) -> str:
    parts = unicodedata.normalize("NFKD", letter)
    if letter not in UNSPLIT and not unicodedata.name(parts[0], "").startswith(("LATIN", "GREEK")):
        return letter
    return "".join(UNSPLIT.get(part, part) for part in parts if not unicodedata.combining(part))


def respelt(text: str, known: Words, letters: Letters = ()) -> str:
    """Spell a typed word with the letters of a list, if that makes it as long as its words.

    A letter that is in no word of the list is replaced by its plain form; in a word that is too
    long, two letters by the one that stands for them (ss by ß), if that is in the list.

    >>> respelt("Élève", ["eleve", "arbre"]), respelt("Élève", ["élève", "arbre"])
    ('eleve', 'élève')
    >>> respelt("GRÖSSE", ["größe", "liebe"]), respelt("größe", ["grosse", "kleine"])
    ('größe', 'grosse')
    """
    spelling = partial(spell, letters=letters)
    word, length = spelling(fold(text)), len(spelling(known[0])) if known else 0
    of_letters = all(one.isalpha() or len(one) > 1 for one in word)
    fits = len(word) <= length and "".join(word).isascii()
    if fits or not of_letters or len(word) > 2 * length:
        return text
    listed = set().union(*map(spelling, known))
    single = {plain(one): one for one in sorted(listed) if len(one) == 1 < len(plain(one)) == 2}
    bare = (one if one in listed or len(one) > 1 else plain(one) for one in word)
    parts = re.split(f"({'|'.join(single)})", "".join(bare))
    choices = product(*((single[part], part) if part in single else (part,) for part in parts))
    fitting = [text for text in map(joined, choices) if len(spelling(text)) == length]
    return min(fitting, key=lambda spelling: spelling not in known, default=text)


# --- priors --------------------------------------------------------------------------------------

LEVELS = "english-5.levels.txt"
ZIPF = "english-5.zipf.txt"
UNLISTED_ZIPF = "english-5.unlisted.txt"  # zipf values of strings that the shipped list lacks
RAREST = 95  # the level of a word without one: SCOWL's highest
WHOLE = 1 << 40  # about the sum of all weights: exact in integers and in floats
LEAST = 1 << 12  # a weight; of lower ones, rounded entropy may be lowest for what tells nothing


def common(words: Words) -> IntArray:
    """Weight words by how common they are, since people choose secrets they know: (S,) int64.

    0.8 x logistic(6.29 - 0.155 level) + 0.2 x uniform, with SCOWL's levels. Compared with an even
    prior: fewer guesses for common secrets, a few more for rare ones.
    """
    level_of = levels()
    level = np.array([level_of.get(word, RAREST) for word in words])
    weights = 1 / (1 + np.exp(0.155 * level - 6.29))
    return whole_numbers(0.8 * weights / weights.sum() + 0.2 / len(words))


def levels() -> Mapping[str, int]:
    """Read the SCOWL levels of the shipped list: from 10, common, to 95, rare."""
    rows = (line.split("\t") for line in shipped_lines(LEVELS))
    return {word: int(level) for word, level in rows}


def weighed(weights: Mapping[str, float], words: Words) -> IntArray:
    """Weight words by a mapping: (S,) int64; others get its least weight. Raises GameError."""
    least = min((weight for weight in weights.values() if weight > 0), default=0.0)
    if not least:
        raise GameError("a prior needs a weight above 0")
    shares = np.array([weights.get(word) or least for word in words], float)
    shares = np.ldexp(shares, -np.frexp(shares.max())[1])  # by powers of two: equal sums stay equal
    scale = 2.0 ** math.floor(math.log2(WHOLE / shares.sum()))
    return np.asarray(np.maximum(np.rint(shares * scale), LEAST), np.int64)


def weights_of(given: Mapping[object, object], letters: Letters) -> dict[str, float]:
    """Return weights by words as they are spelt; those of a repeated word are added up.

    Raises GameError for what is no weight.

    >>> weights_of({"Crane": 1, "crane": 2}, ())
    {'crane': 3.0}
    """
    weights = dict[str, float]()
    for word, weight in given.items():
        if not isinstance(weight, Real) or not 0 <= float(weight) < math.inf:
            raise GameError(f"{weight!r} is not a weight; write numbers, 0 or more").about("prior")
        known = fold(str(word), letters)
        weights[known] = weights.get(known, 0.0) + float(weight)
    return weights


def check_matched(weights: Mapping[str, float], words: Words, note: Note = str) -> None:
    """Note which words of a prior are in no list. Raises GameError if it is of other words.

    It is, if less than half of its words are among the ``words`` (of its words of their length),
    and less than half of these have a weight.
    """
    known, length = frozenset(words), len(words[0])
    strange = [word for word in weights if word not in known]
    fitting = sum(len(word) == length for word in strange)
    matched = len(weights) - len(strange)
    some = " ".join(sorted(strange, key=lambda word: -weights[word])[:3])
    told = f"{len(strange):,} of its {len(weights):,} words not in the list, such as {some}"
    if 2 * matched < min(matched + fitting, len(known)) or not matched:
        wrong = f"the prior has {told}; give weights for the words of the game"
        raise GameError(wrong).about("prior")
    without = sum(not weights.get(word) for word in known)
    parts = [told] * bool(strange)
    parts += [f"no weight for {without:,} of {len(known):,} words, which get its least"] * bool(
        without
    )
    if parts:
        note(GameError(f"the prior has {' and '.join(parts)}").about("prior"))


def whole_numbers(weights: np.typing.NDArray[np.float64]) -> IntArray:
    """Scale weights to integers, at least 1, with a sum of WHOLE but for rounding: (S,) int64."""
    return np.asarray(np.maximum(np.rint(weights / weights.sum() * WHOLE), 1), np.int64)


# --- the standing of a word ----------------------------------------------------------------------


@dataclass(frozen=True)
class Standing:
    """Which lists of a game have a word, and what is known of it as English of five letters."""

    word: str
    secret: bool  # whether it is in the list of secrets,
    guess: bool  # and in the list of allowed guesses, which has all secrets
    level: int | None  # SCOWL's, from 10 (common) to 70 (rare); None outside the shipped list
    zipf: float | None  # 3 is once in a million words; None if wordfreq does not know it
    plural: bool  # or looks like one ("walks")
    repeated: bool  # has a letter twice
    offensive: bool


def zipf_of(word: str) -> float | None:
    """Return how often people write a word, in a list or not; None if it is not known."""
    return zipfs(ZIPF, UNLISTED_ZIPF).get(word) or None


def zipfs(*names: str) -> dict[str, float]:
    """Read shipped files of zipf values by word."""
    rows = (line.split("\t") for name in names for line in shipped_lines(name))
    return {word: float(zipf) for word, zipf in rows}


def standing(word: str, game: Game) -> Standing:
    """Return where a word stands, also one that is in no list. Raises WordError and GameError.

    >>> geese = standing("geese", word_game(["crane"], ["geese"]))
    >>> geese.secret, geese.guess, geese.level, geese.zipf, geese.repeated
    (False, True, 35, 3.35, True)
    """
    if not game.rule.of_words:
        raise GameError("only words are in lists; this is not a game of words")
    known = game.read_guess(word)
    return Standing(
        known,
        secret=game.find_secret(known) >= 0,
        guess=game.find(known) >= 0,
        level=levels().get(known),
        zipf=zipf_of(known),
        plural=known in plurals(),
        repeated=repeats(game.rule.spell(known)),
        offensive=known in offensive(),
    )

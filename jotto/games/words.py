"""Games of words: word lists, the spelling of words as people type them, and priors.

A word game is made of lists of words of one length. Lists are read from files in any encoding;
five of them are shipped, in the folder wordlists. What is typed is spelt with the letters of the
list. A prior says how likely each word is to be the secret; a standing, which lists have a word.
"""

import math
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from io import BytesIO, TextIOWrapper
from itertools import product
from numbers import Real
from operator import ne
from pathlib import Path
from typing import IO

import numpy as np

from jotto import files
from jotto.engine.game import Game, IntArray, Rule, game_of
from jotto.engine.notation import unparted
from jotto.engine.texts import in_order
from jotto.errors import FileError, GameError, WordError, count, quoted, refusing_any
from jotto.games.scoring import UNKNOWN, Words, rule_named, with_letters
from jotto.letters import (
    ANY,
    DOTLESS,
    DOTTED,
    HEADER,
    House,
    Letters,
    alphabet,
    fold,
    joined,
    letters_of,
    repeats,
    spell,
)
from jotto.typed import clean

Note = Callable[[object], object]  # called with what a person should know
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
    given: Iterable[str] | str | Path, letters: Letters, note: Note = str
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

refused = partial(FileError, "word list")
reading = partial(files.refusing, "word list", failed="it cannot be read: ")

LONGEST = 10  # letters in a word
SHIPPED = "english-5.txt"
PLURALS = "english-5.plurals.txt"
OFFENSIVE = "offensive-5.txt"
PIECE = 1 << 20  # bytes that are read at once
LARGEST = 1 << 28  # bytes of a file; far more than any list of words has
LONGEST_LINE = 1_000_000  # letters; a longer line is no list of words
NO_TEXT = "\ufffd"  # what decoding puts in place of invalid bytes
NAME_IT = "name its encoding"
UTF_16 = (b"\xfe\xff", b"\xff\xfe")  # its byte order marks
WESTERN = "cp1252"  # Windows-1252: Latin-1 and more


def read_words(path: str | Path, *, encoding: str | None = None, note: Note = str) -> Words:
    """Read a list of words of one length, as read_list does, without its letters."""
    return read_list(path, encoding=encoding, note=note)[0]


def read_list(
    path: str | Path, *, encoding: str | None = None, note: Note = str, letters: Letters = ()
) -> tuple[tuple[str, ...], Letters]:
    """Read a list of words of one length, one per line, in order, a repeated word once.

    Blank lines and lines that begin with ``#`` are skipped; capitals become small letters. If no
    ``letters`` are given, a comment ``# letters: ij ch`` before the words declares them; they are
    returned, too. Raises FileError, with the line number if one line is wrong. For ``encoding`` and
    ``note`` see lines_of.
    """
    words: dict[str, None] = {}
    signs, length, number = set[str](), 0, 0
    with refusing_any(lambda reason: refused(path, reason, number)):
        for number, line in lines_of(path, encoding=encoding, note=note, comments=True):
            if line.startswith("# " if "#" in letters else "#"):
                if not words and not letters and line[1:].strip().startswith(HEADER):
                    letters = alphabet(line.partition(HEADER)[2])
                continue
            if line in words:  # as in most lines of a list that counts
                continue
            word = fold(line, letters)
            signs.update(line)
            length = length or len(spell(word, letters))
            if problem := unfit(word, letters):
                problem = f"{quoted(line)}: {problem}; write one word a line, all of one length"
            elif (long := len(spell(word, letters))) != length:
                problem = f"{word!r} has {long} letters, the words before it have {length}"
                problem += "; a game needs words of one length: pick those"
            if problem:
                raise refused(path, problem, number).about("letters", "word_length")
            words[word] = None
    if not words:
        raise refused(path, "it holds no words; write one word a line")
    if (own := by_language(path, signs, letters, note)) != letters:
        return read_list(path, encoding=encoding, letters=own)
    return tuple(words), letters


def by_language(path: object, signs: set[str], letters: Letters, note: Note) -> Letters:
    """Return the letters of a file with these signs: with ı, if it has ı or İ, as in Turkish."""
    if not signs & {DOTLESS, DOTTED} or DOTLESS in letters:
        return letters
    if "I" in signs:
        note(f"{str(path)!r} has {DOTLESS} or {DOTTED}: I is read as {DOTLESS}, as in Turkish")
    return (*letters, DOTLESS)


def lines_of(
    path: str | Path, *, encoding: str | None = None, note: Note = str, comments: bool = False
) -> Iterator[tuple[int, str]]:
    """Yield the number and the text of each line that is not blank; ``comments`` too, if set.

    The default ``encoding`` is UTF-8, or UTF-16 with a byte order mark; a file that is neither is
    read as Windows-1252, and ``note`` is called with a message. Raises FileError and GameError.
    """
    with reading(path), Path(path).open("rb") as file:
        data = b"".join(_pieces(file))
    if len(data) > LARGEST:
        raise refused(path, f"it is larger than {LARGEST >> 20} MB, the most for a word list")
    used = encoding or _encoding_of(data)
    if not encoding and used == WESTERN:
        guessed = GameError(f"{str(path)!r} is not UTF-8: read as {WESTERN}; if wrong, {NAME_IT}")
        note(guessed.about("encoding"))
    try:
        if encoding:  # decoded at once, whatever codec it is
            data, used = data.decode(used, "replace").encode(), "utf-8"
        text = TextIOWrapper(BytesIO(data), used, "replace", newline=None)
        for number, line in enumerate(text, 1):
            if "\0" in line:
                raise refused(path, "not text: it holds a zero byte", number)
            if len(line) > LONGEST_LINE:
                raise refused(path, f"a line over {LONGEST_LINE:,} bytes; one word a line", number)
            if NO_TEXT in line:
                problem = f"not text in {encoding or 'UTF-8'}; {NAME_IT}"
                raise refused(path, problem, number).about("encoding")
            if (word := line.strip()) and (comments or not word.startswith("#")):
                yield number, word
    except UnicodeError:  # an encoding that cannot replace what it cannot read
        raise refused(path, f"not text in {encoding}; {NAME_IT}") from None
    except LookupError:
        reason = "there is no such encoding; write utf-8, utf-16, cp1252 or iso-8859-2"
        raise GameError(f"encoding {quoted(used)}: {reason}") from None


def decoded(data: bytes, path: Path, note: Callable[[GameError], None]) -> str:
    """Return a text as ``lines`` decodes it: UTF-8, UTF-16, or Windows-1252 with a note."""
    used = _encoding_of(data)
    if used == WESTERN:
        note(GameError(f"{str(path)!r} is not UTF-8: read as {WESTERN}"))
    return data.decode(used, "replace")


def _pieces(file: IO[bytes]) -> Iterator[bytes]:
    """Yield the pieces of a file, up to the first in which no line ends: that line is too long."""
    for _ in range(0, LARGEST + 1, PIECE):
        yield (piece := file.read(PIECE))
        if b"\n" not in piece and b"\r" not in piece:
            return


def _encoding_of(data: bytes) -> str:
    """Return the encoding of a list, decided by the first line with other than ASCII letters.

    Guessing by the frequency of letters (charset-normalizer 3.5) mistakes lists of German, French,
    Spanish and Swedish words for cp1250.
    """
    if data[:2] in UTF_16:
        return "utf-16"
    first = re.search(rb"[\x80-\xff][^\r\n]*", data)  # to the end of its line
    for encoding in ("utf-8-sig", WESTERN):
        with suppress(UnicodeDecodeError):
            (first[0] if first else b"").decode(encoding)
            return encoding
    return "utf-8-sig"  # in which that line will be refused


def unfit(word: str, letters: Letters) -> str:
    """Return why ``word`` cannot be played with; empty if it can."""
    spelt = spell(word, letters)
    if wrong := next((one for one in spelt if not one.isalpha() and one not in letters), ""):
        by_itself = " by itself; it can be declared as one" * is_mark(wrong)
        return f"{wrong!r} is not a letter{by_itself}"
    fits = 1 <= len(spelt) <= LONGEST
    return "" if fits else f"it has {len(spelt)} letters, words have 1 to {LONGEST}"


def is_mark(sign: str) -> bool:
    """Whether a sign stands with a letter, such as an accent or a vowel sign of Devanagari."""
    return unicodedata.category(sign)[0] == "M"


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
    """Read the words of the shipped list that are plurals, or look like one (``walks``)."""
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
ZIPF_VALUE = "zipf value"  # in the header of a file of zipf values
HIGHEST_ZIPF = 9  # a billion times in a billion words
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
    letters = letters_of(words)
    weights = {fold(str(w), letters): weight for w, weight in weights.items()}
    if wrong := [w for w in weights.values() if not isinstance(w, Real) or not 0 <= w < math.inf]:
        raise GameError(f"{wrong[0]!r} is not a weight; write numbers, 0 or more").about("prior")
    least = min((weight for weight in weights.values() if weight > 0), default=0.0)
    if not least:
        raise GameError("a prior needs a weight above 0")
    shares = np.array([weights.get(word) or least for word in words], float)
    shares = np.ldexp(shares, -np.frexp(shares.max())[1])  # by powers of two: equal sums stay equal
    scale = 2.0 ** math.floor(math.log2(WHOLE / shares.sum()))
    return np.asarray(np.maximum(np.rint(shares * scale), LEAST), np.int64)


def read_numbers(path: str | Path, *, weights: bool = False) -> Mapping[str, float]:
    """Read a file with a word and a number per line. Raises FileError.

    With ``weights``, if a comment before the words says that the numbers are zipf values, which
    are logarithms, they become 10**zipf; 0, which is unknown, stays 0.
    """
    numbers: dict[str, float] = {}
    zipf, number = False, 0
    with refusing_any(lambda reason: refused(path, reason, number)):
        for number, line in lines_of(path, comments=True):
            if line.startswith("#"):
                zipf = zipf or (weights and not numbers and ZIPF_VALUE in line)
                continue
            word, _, text = line.replace("\t", " ").rpartition(" ")
            value = math.nan
            with suppress(ValueError):
                value = float(text)
            if not word.strip() or not 0 <= value < (HIGHEST_ZIPF if zipf else math.inf):
                what = f"zipf value, from 0 to {HIGHEST_ZIPF}" if zipf else "weight, 0 or more"
                raise refused(path, f"{quoted(line)}: write a word and its {what}", number)
            numbers[word.strip()] = 10**value if zipf and value else value
    return numbers


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
    plural: bool  # or looks like one (``walks``)
    repeated: bool  # has a letter twice
    offensive: bool


def zipf_of(word: str) -> float | None:
    """Return how often people write a word, in a list or not; None if it is not known."""
    rows = (line.split("\t") for name in (ZIPF, UNLISTED_ZIPF) for line in shipped_lines(name))
    return next((float(zipf) for text, zipf in rows if text == word), 0.0) or None


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

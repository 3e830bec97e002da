"""The rules: how one word is scored against another; a repeated letter counts once per pair.

How pairs are scored is said in ``jotto/core/rules.c``; here is how scores are written and read.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import product
from typing import Any

import numpy as np

from jotto import core
from jotto.called import RULE_NAMES, hint_for, rule_called
from jotto.core.letters import Tallies, tally_marks, tally_pairs
from jotto.engine.game import Bools, Count, Rule, Scores
from jotto.errors import GameError, ScoreError, meant, quoted
from jotto.letters import Letters, spell, split

ABOVE = 0x110000  # all code points
UNKNOWN = "_"  # a letter of a clue that is no guess: no secret has it
LONGEST_LIE = 7  # letters in Fibble; more would have too many pairs of scores
Symbols = np.typing.NDArray[Any]
Words = Sequence[str]
EXACT_ELSEWHERE, JOTS, COLOURS, FIBBLE, BLACK_PEG = range(5)  # in the core
FEW_LETTERS = 256  # code points from the first to the last
MOST_LETTERS = 1 << 16  # that are numbered


def symbols(words: Any) -> Symbols:
    """Turn words or codes of one length into code points: an array (N, L) uint32."""
    if isinstance(words, np.ndarray):
        return words
    if hasattr(words, "symbols"):  # such as Spelt, and jotto.games.codes.Codes
        return np.asarray(words.symbols)
    length = len(words[0]) if len(words) else 1
    return np.array(words, dtype=f"<U{length}").view(np.uint32).reshape(len(words), length)


class Spelt(list[Sequence[str]]):
    """Words as sequences of letters, some of which have several characters."""

    letters: Letters = ()

    @property
    def symbols(self) -> Symbols:
        """The code point of each letter of each word, (N, L); above all for several characters."""
        of = {letter: ABOVE + n for n, letter in enumerate(self.letters)}
        rows = [[ord(one) if len(one) == 1 else of[one] for one in word] for word in self]
        return np.array(rows, np.uint32)


def spelt(words: Iterable[Any], letters: Letters) -> Spelt:
    """Return the letters of words, or of their texts."""
    made = Spelt(spell(str(word), letters) for word in words)
    made.letters = letters
    return made


def with_letters(rule: Rule, letters: Letters) -> Rule:
    """Return a rule for words that have these letters besides single ones."""
    if not split(letters):
        return replace(rule, of_words=True, letters=letters)
    matrix = partial(_by_letters, rule.matrix, letters)
    encode = partial(_encoded, letters) if rule.encode else None
    return replace(rule, of_words=True, letters=letters, matrix=matrix, encode=encode)


def _encoded(letters: Letters, words: Words) -> Symbols:
    return spelt(words, letters).symbols


def _by_letters(matrix: Any, letters: Letters, *lists: Any) -> Scores:
    arrays = (each if isinstance(each, np.ndarray) else spelt(each, letters) for each in lists)
    return np.asarray(matrix(*arrays))


def exact_elsewhere(length: int) -> Rule:
    """Make the default rule: letters in the right place, further letters in common: ``1,2``.

    Codes ascend by (exact, elsewhere); the impossible pair (length - 1, 1) has none.

    >>> rule = exact_elsewhere(5)
    >>> rule.n_codes, rule.texts[rule.score("fools", "score")], rule.texts[rule.win]
    (20, '1,1', '5,0')
    """
    pairs = product(range(length + 1), repeat=2)
    can = [pair for pair in pairs if sum(pair) <= length and pair != (length - 1, 1)]
    texts = tuple(f"{exact},{elsewhere}" for exact, elsewhere in can)
    counts = Count("exact", "in the right place", "G"), Count("elsewhere", "elsewhere", "Y")
    facts = {"reader": partial(_read_exact_elsewhere, length, texts), "counts": counts}
    return _of_core(EXACT_ELSEWHERE, "exact-elsewhere", texts, tallies=_pair_tallies, **facts)


def jots(length: int) -> Rule:
    """Make the classic rule: letters in common, ``3``; an anagram of the secret is not the win."""
    texts = (*map(str, range(length + 1)), "win")
    counts = (Count("common", "letters in common", "Y"),)
    return _of_core(JOTS, "jots", texts, counts=counts, tallies=_jot_tallies)


def colours(length: int) -> Rule:
    """Make Wordle's rule: G in place, Y elsewhere, B no further copies: ``BYGBB``.

    >>> rule = colours(5)
    >>> rule.texts[rule.score("speed", "erase")]
    'YBYYB'
    """
    texts = tuple(map("".join, product("BYG", repeat=length)))
    facts = {"reader": partial(_read_colours, length), "tallies": _colour_tallies}
    facts |= {"hints": _hints, "objection": _objection}
    return _of_core(COLOURS, "colours", texts, tiles=True, called="wordle", **facts)


def fibble(length: int) -> Rule:
    """Make the rule of Fibble: of the colours told, exactly one is false; but not of the win.

    Even five greens may be a lie, so they are written ``GGGGG?``, and the win ``win``.

    >>> rule = fibble(5)
    >>> rule.texts[rule.score("speed", "erase")], rule.n_codes
    ('YBYYB', 244)
    """
    true = colours(length)
    if length > LONGEST_LIE:
        raise GameError(f"the rule 'fibble' is for up to {LONGEST_LIE} letters").about("rule")
    texts, shown = (*true.texts[:-1], f"{true.texts[-1]}?", "win"), symbols(true.texts)
    ways = np.diag([0.0] * len(shown) + [2.0 * length])
    ways[:-1, :-1] = (shown[:, None] != shown).sum(axis=2) == 1
    read = partial(_read_fibble, true, texts)
    facts = {"reader": read, "ways": ways}
    return _of_core(FIBBLE, "fibble", texts, tiles=True, called="fibble", **facts)


def black_peg(length: int) -> Rule:
    """Make the rule of black pegs alone: how many letters are in the right place, ``2``.

    >>> rule = black_peg(5)
    >>> rule.texts[rule.score("crane", "caner")], rule.texts[rule.win]
    ('1', '5')
    """
    texts = tuple(map(str, range(length + 1)))
    counts = (Count("exact", "in the right place", "G"),)
    return _of_core(BLACK_PEG, "black-peg", texts, counts=counts, tallies=_black_peg_tallies)


def _read_fibble(true: Rule, texts: tuple[str, ...], text: str) -> int:
    """Read colours, of which one is false; asks whether the game has ended."""
    if text.strip().upper() == texts[-2]:
        return true.win
    if (marks := _marks(len(texts[0]), text)) == texts[-2][:-1]:
        raise ScoreError(text, f"write win if the game has ended, or {texts[-2]} if it has not")
    return texts.index(marks)


# each with a sentence for those who choose one
RULES: dict[str, tuple[Callable[[int], Rule], str]] = {
    "exact-elsewhere": (exact_elsewhere, "right place, then elsewhere"),
    "jots": (jots, "letters in common"),
    "colours": (colours, "a colour for each letter, as in Wordle"),
    "fibble": (fibble, "colours, one of them false in each row"),
    "black-peg": (black_peg, "right place only"),
}


@lru_cache
def rule_named(name: str, length: int) -> Rule:
    """Look up a rule for words of one length; raises GameError naming the known ones."""
    known = rule_called(name.lower())
    if known not in RULES:
        there = f"there are {', '.join(RULES)}{meant(name, (*RULES, *RULE_NAMES))}"
        (there,) = hint_for(name) or (there,)
        raise GameError(f"no rule is called {quoted(name)}; {there}").about("rule")
    return RULES[known][0](length)


def _of_core(number: int, name: str, texts: tuple[str, ...], **facts: Any) -> Rule:
    """Make a rule by which the core scores; the ``facts`` are further fields of it."""
    matrix = partial(_scored, number, np.uint8 if len(texts) <= 256 else np.uint16)
    return Rule(name, texts, matrix, key="", encode=symbols, number=number, **facts)


def _scored(rule: int, dtype: type, guesses: Any, secrets: Any) -> Scores:
    """Score words, or arrays of their symbols: (G, S)."""
    if not len(guesses) or not len(secrets):
        return np.zeros((len(guesses), len(secrets)), dtype)
    words, others = _numbered(symbols(guesses), symbols(secrets))
    return core.scores(rule, words, others, dtype)


def _numbered(*words: Symbols) -> Iterator[core.Letters]:
    """Yield words with their letters numbered from 0."""
    least, most = min(each.min() for each in words), max(each.max() for each in words)
    if most < FEW_LETTERS:
        return (each.astype(np.uint16, copy=False) for each in words)
    there = np.zeros(int(most - least) + 1, bool)
    for each in words:
        there[each - least] = True
    if (n := np.count_nonzero(there)) > MOST_LETTERS:
        raise GameError(f"{n:,} different letters are too many; at most {MOST_LETTERS:,} are taken")
    numbers = (there.cumsum() - 1).astype(np.uint16)
    return (numbers[each - least] for each in words)


_PAIR = re.compile(
    r"\(?\s*(\d{1,2})(?:\s*[,/.:;-]\s*|\s+)(\d{1,2})\s*\)?|(\d)(\d)"  # 1,2  1/2  1-2  (1,2)  12
    r"|(\d{1,2})[\s,]*([a-z]+)[\s,]*(\d{1,2})[\s,]*([a-z]+)",  # 1a2b  1b2c  2c1b  1 black 2 white
    re.A,
)
# black: 1, white: 2
_NAMED = re.compile(r"^([a-z]+)[\s,:=]*(\d{1,2})[\s,;]*([a-z]+)[\s,:=]*(\d{1,2})$", re.A)
_NAMES = "a b, b c, b w, r w, s b, s h, h b, g y, bull cow, black white, red white, strike ball"
_NAMES += ", hit blow, green yellow, exact elsewhere"


def _read_exact_elsewhere(length: int, texts: tuple[str, ...], text: str) -> int:
    typed = _NAMED.sub(r"\2\1 \4\3", text.strip().lower())
    match, pairs = _PAIR.fullmatch(typed), _NAMES.split(", ")
    names = [re.sub(r"(?<=.)s$", "", match[n] or "") for n in (6, 8)] if match else []
    swapped = " ".join(reversed(names)) in pairs
    if not match or (match[5] and not swapped and " ".join(names) not in pairs):
        one = "one number is missing; " * bool(re.fullmatch(r"\d{1,2}[\s,]*[a-z]+", typed, re.A))
        raise ScoreError(text, f"{one}write exact,elsewhere, such as 1,2 (or 1/2, 12, 1A2B, 1b2c)")
    numbers = [int(number) for number in match.group(1, 2, 3, 4, 5, 7) if number]
    exact, elsewhere = reversed(numbers) if swapped else numbers
    if exact + elsewhere > length:
        raise ScoreError(text, f"exact and elsewhere together are at most {length}")
    if (exact, elsewhere) == (length - 1, 1):
        reason = f"if {exact} letters are in place, the last one cannot be elsewhere"
        raise ScoreError(text, f"it is impossible: {reason}")
    return texts.index(f"{exact},{elsewhere}")


def _read_colours(length: int, text: str) -> int:
    """Read colours, see _marks."""
    marks = _marks(length, text)
    if marks.count("G") == length - 1 and "Y" in marks:
        raise ScoreError(text, "it is impossible: with the others in place, none is elsewhere")
    return int(marks.translate(str.maketrans("BYG", "012")), 3)


def _marks(length: int, text: str) -> str:
    """Return ``BYGBB``, in any case; other ways to write it: jotto/engine/notation.py."""
    marks = text.strip().upper()
    if len(marks) != length or {*marks} - {*"BYG"}:
        example = "BYGBB"[:length].ljust(length, "B")
        raise ScoreError(text, f"write {length} letters of G, Y and B, such as {example}")
    return marks


def _objection(guess: Sequence[str], text: str) -> str:
    """Return why no word gives a guess these colours: a yellow letter needs a place elsewhere.

    >>> _objection("title", "BYYYG")
    "it is impossible: the earlier 't' gets the Y: place 1 cannot be B and place 3 Y"
    """
    places = range(len(guess))
    if any(guess[place] == UNKNOWN and text[place] != "B" for place in places):
        return f"it is impossible: the mark of an unknown letter ({UNKNOWN}) is B"
    for place in (place for place in places if text[place] == "Y"):
        own = [n for n in places if guess[n] == guess[place] and text[n] != "G"]
        if black := next((n for n in own if n < place and text[n] == "B"), -1) + 1:
            cannot = f"place {black} cannot be B and place {place + 1} Y"
            return f"it is impossible: the earlier {guess[place]!r} gets the Y: {cannot}"
        elsewhere = len(guess) - text.count("G") - len(own)
        if sum(n <= place and text[n] == "Y" for n in own) > elsewhere:
            reason = f"no place is left for that {guess[place]!r}"
            return f"it is impossible: place {place + 1} cannot be Y: {reason}"
    return ""


# --- hard mode -----------------------------------------------------------------------------------


def _hints(shape: tuple[int, ...], texts: Sequence[str]) -> Bools:
    """Return what coloured scores demand: green letters in place, and as many as have colours."""
    marks = symbols(texts)
    same = np.equal.outer(shape, shape)  # (L, L) the letters of two places
    coloured = (marks != ord("B")).astype(np.uint8) @ same.astype(np.uint8)
    return np.hstack([marks == ord("G"), coloured == np.triu(same).sum(axis=0)])


# --- unlisted words: bounds on sums over their letters --------------------------------------------


def _pair_tallies(guess: core.Letters, n_letters: int, text: str) -> Tallies:
    """Convert a score to tallies; ``guess (L,)``: its letters, of those from 0 below n_letters."""
    exact, elsewhere = map(int, text.split(","))
    common = exact + elsewhere
    return tally_pairs(guess, n_letters, (exact, exact), (common, common))


def _jot_tallies(guess: core.Letters, n_letters: int, text: str) -> Tallies:
    length = len(guess)
    if text == "win":
        return tally_pairs(guess, n_letters, (length, length), (length, length))
    return tally_pairs(guess, n_letters, (0, length - 1), (int(text), int(text)))


def _black_peg_tallies(guess: core.Letters, n_letters: int, text: str) -> Tallies:
    return tally_pairs(guess, n_letters, (int(text), int(text)), (int(text), len(guess)))


def _colour_tallies(guess: core.Letters, n_letters: int, text: str) -> Tallies:
    return tally_marks(guess, n_letters, ["BYG".index(colour) for colour in text])

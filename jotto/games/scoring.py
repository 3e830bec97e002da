"""The rules: how one word is scored against another.

Every rule counts a repeated letter once per pair. Three are ready:

``exact-elsewhere``  letters in the right place, further letters in common: ``1,2``
``jots``             letters in common, wherever they stand: ``3``
``colours``          per place green, yellow or black: ``BYGBB``

A score matrix is never computed pair by pair. What a secret's score owes to one letter of the
guess depends only on that letter and the places where the guess has it, so the row of a guess
is the sum of at most L rows of a table made once: some 500 rows for 13,000 five-letter words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache, partial

import numpy as np
import numpy.typing as npt

from jotto.engine.game import Rule
from jotto.engine.partition import Scores
from jotto.errors import GameError, ScoreError, quoted
from jotto.games.codes import Codes

LONGEST = 10  # letters in a word

Symbols = npt.NDArray[np.uint32]
Bools = npt.NDArray[np.bool_]
Counts = npt.NDArray[np.uint8]
# (count (S,) of the letter in each secret, hits (m, S), places (m) in the guess) -> row (S,)
Share = Callable[[Counts, Bools, tuple[int, ...]], Scores]


def symbols(words: Sequence[str]) -> Symbols:
    """Turn words or codes of one length into code points: an array (N, L) uint32.

    >>> symbols(["ab", "ba"]).tolist()
    [[97, 98], [98, 97]]
    """
    if isinstance(words, Codes):
        return words.symbols
    length = len(words[0]) if len(words) else 1
    return np.array(words, dtype=f"<U{length}").view(np.uint32).reshape(len(words), length)


def exact_elsewhere(length: int) -> Rule:
    """Make the rule of this project for words of one length.

    Codes ascend by (exact, elsewhere); the impossible pair (length - 1, 1) has none.

    >>> rule = exact_elsewhere(5)
    >>> rule.n_codes, rule.texts[rule.score("fools", "score")], rule.texts[rule.win]
    (20, '1,1', '5,0')
    """
    texts = tuple(
        f"{exact},{elsewhere}"
        for exact in range(length + 1)
        for elsewhere in range(length + 1 - exact)
        if (exact, elsewhere) != (length - 1, 1)
    )

    read = partial(_read_exact_elsewhere, length, texts)
    return Rule("exact-elsewhere", texts, read, partial(_symmetric, length, _pair_codes))


def jots(length: int) -> Rule:
    """Make the classic rule: letters in common. The win, ``win``, is told from an anagram.

    >>> rule = jots(5)
    >>> rule.texts[rule.score("fools", "score")], rule.texts[rule.score("stale", "least")]
    ('2', '5')
    """
    texts = (*map(str, range(length + 1)), "win")
    read = partial(_read_jots, length)
    return Rule("jots", texts, read, partial(_symmetric, length, _jot_codes))


def colours(length: int) -> Rule:
    """Make Wordle's rule: G in place, Y elsewhere, B not there (any more).

    >>> rule = colours(5)
    >>> rule.texts[rule.score("speed", "erase")]
    'YBYYB'
    """
    texts = _colour_texts(length)
    dtype = np.uint8 if len(texts) <= 256 else np.uint16

    def matrix(guesses: Sequence[str], secrets: Sequence[str]) -> Scores:
        share = partial(_colour_digits, length, dtype)
        return _add_up(guesses, secrets, share, dtype)

    return Rule("colours", texts, partial(_read_colours, length), matrix)


RULES: dict[str, Callable[[int], Rule]] = {
    "exact-elsewhere": exact_elsewhere,
    "jots": jots,
    "colours": colours,
}


@lru_cache
def rule_named(name: str, length: int) -> Rule:
    """Look a rule up for words of one length; raises GameError naming those there are."""
    if name.lower() not in RULES:
        raise GameError(f"no rule is called {quoted(name)}; there are {', '.join(RULES)}")
    return RULES[name.lower()](length)


# --- building rows --------------------------------------------------------------------------


def _symmetric(
    length: int,
    number: Callable[[Scores, int], Scores],
    guesses: Sequence[str],
    secrets: Sequence[str],
) -> Scores:
    """Score by a rule that counts pairs; ``number`` makes codes of what was counted."""
    if len(guesses) < len(secrets):  # the loop is over the shorter side
        return number(_add_up(guesses, secrets, _pairs), length)
    return number(_add_up(secrets, guesses, _pairs), length).T


def _add_up(
    guesses: Sequence[str],
    secrets: Sequence[str],
    share: Share,
    dtype: npt.DTypeLike = np.uint8,
) -> npt.NDArray[np.unsignedinteger]:
    """Add up, for every guess, the shares of its letters: an array (G, S)."""
    keys = _keys(symbols(guesses))
    table = _shares(np.unique(keys).tolist(), keys.shape[1], secrets, share, dtype)
    found = np.zeros((len(guesses), len(secrets)), dtype)
    for out, row in zip(found, keys.tolist(), strict=True):
        for key in row:
            if key:
                np.add(out, table[key], out=out)
    return found


def _keys(guesses: Symbols) -> npt.NDArray[np.int64]:
    """Name each letter of each guess with all the places it has there: an array (G, L).

    A letter that stands at an earlier place already is 0.
    """
    length = guesses.shape[1]
    same = guesses[:, :, None] == guesses[:, None, :]
    masks = same @ (1 << np.arange(length))
    first = np.argmax(same, axis=2) == np.arange(length)
    return np.where(first, guesses.astype(np.int64) << length | masks, 0)


def _shares(
    keys: Sequence[int], length: int, secrets: Sequence[str], share: Share, dtype: npt.DTypeLike
) -> dict[int, npt.NDArray[np.unsignedinteger]]:
    """Tabulate what each key adds to the row of a guess, (S,); codes remember theirs."""
    table = secrets.shares if isinstance(secrets, Codes) else {}
    missing = [key for key in keys if key and key not in table]
    if not missing:
        return table
    by_place = np.ascontiguousarray(symbols(secrets).T)
    for key in missing:
        places = [i for i in range(length) if key >> i & 1]
        hits: Bools = by_place == key >> length
        count = hits.sum(axis=0, dtype=np.uint8)
        table[key] = share(count, hits[places], tuple(places)).astype(dtype)
    return table


def _pairs(count: Counts, hits: Bools, places: tuple[int, ...]) -> Counts:
    """Letters in common + 16 x letters in place."""
    exact: Counts = hits.sum(axis=0, dtype=np.uint8)
    return 16 * exact + np.minimum(count, np.uint8(len(places)))


def _pair_codes(found: Scores, length: int) -> Scores:
    """Turn counted pairs into codes without gaps, in place: by exact, then elsewhere."""
    for row in found:
        exact = row >> 4
        row &= 15  # letters in common
        exact *= 2 * length + 1 - exact
        exact >>= 1
        row += exact
        # the last pair but one cannot come: the win takes its code
        row -= row == (length + 1) * (length + 2) // 2 - 1
    return found


def _jot_codes(found: Scores, length: int) -> Scores:
    """Keep the letters in common, in place; the win comes after them all."""
    for row in found:
        win = row >= 16 * length
        row &= 15
        row += win
    return found


def _colour_digits(
    length: int, dtype: type[np.unsignedinteger], count: Counts, hits: Bools, places: Sequence[int]
) -> Scores:
    """Base-3 digits at ``places``, the first place most significant: 2 green, 1 yellow, 0."""
    yellows = count - hits.sum(axis=0, dtype=np.uint8)
    total = np.zeros(len(count), dtype)
    for place, hit in zip(places, hits, strict=True):
        yellow = ~hit & (yellows > 0)
        yellows -= yellow
        total += (2 * hit.astype(dtype) + yellow) * dtype(3 ** (length - 1 - place))
    return total


# --- reading and writing --------------------------------------------------------------------

_NUMBER = r"(\d{1,2})"
_EXACT_FIRST = re.compile(
    rf"\(?\s*{_NUMBER}(?:\s*[,/]\s*|\s+){_NUMBER}\s*\)?"  # 1,2  1/2  1 2  (1,2)
    rf"|(\d)(\d)|{_NUMBER}\s*b\s*{_NUMBER}\s*c",  # 12  1b2c
    re.A,
)
_ELSEWHERE_FIRST = re.compile(rf"{_NUMBER}\s*c\s*{_NUMBER}\s*b", re.A)


def _read_exact_elsewhere(length: int, texts: tuple[str, ...], text: str) -> int:
    """Read ``1,2`` ``1/2`` ``12`` ``1 2`` ``(1,2)`` ``1b2c`` ``2c1b`` ``win``."""
    typed = text.strip().lower()
    if typed == "win":
        return len(texts) - 1
    if found := _EXACT_FIRST.fullmatch(typed):
        exact, elsewhere = (int(number) for number in found.groups() if number is not None)
    elif found := _ELSEWHERE_FIRST.fullmatch(typed):
        elsewhere, exact = map(int, found.groups())
    else:
        raise ScoreError(text, "write exact,elsewhere, such as 1,2 (or 1/2, 12, 1b2c)")
    if exact + elsewhere > length:
        raise ScoreError(text, f"exact and elsewhere together are at most {length}")
    if (exact, elsewhere) == (length - 1, 1):
        raise ScoreError(
            text, f"it is impossible: with {exact} letters in place the last cannot stand elsewhere"
        )
    return texts.index(f"{exact},{elsewhere}")


def _read_jots(length: int, text: str) -> int:
    """Read ``3``, or ``win``."""
    typed = text.strip().lower()
    if typed == "win":
        return length + 1
    if not re.fullmatch(_NUMBER, typed, re.A):
        raise ScoreError(text, "write the letters in common, such as 3, or win")
    if int(typed) > length:
        raise ScoreError(text, f"letters in common are at most {length}")
    return int(typed)


_COLOURS = str.maketrans("⬛⬜🟨🟩", "BBYG")


def _read_colours(length: int, text: str) -> int:
    """Read ``BYGBB``, in capitals or not, the squares people paste, or ``win``."""
    typed = text.strip().upper().translate(_COLOURS)
    if typed == "WIN":
        return int(3**length) - 1
    if len(typed) != length or set(typed) - set("BYG"):
        example = "BYGBB"[:length].ljust(length, "B")
        raise ScoreError(text, f"write {length} letters of G, Y and B, such as {example}")
    if typed.count("G") == length - 1 and "Y" in typed:
        raise ScoreError(text, "it is impossible: with all others in place no letter is elsewhere")
    code = 0
    for letter in typed:
        code = 3 * code + "BYG".index(letter)
    return code


@lru_cache
def _colour_texts(length: int) -> tuple[str, ...]:
    texts = [""]
    for _ in range(length):
        texts = [text + letter for text in texts for letter in "BYG"]
    return tuple(texts)

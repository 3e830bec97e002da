"""The rules: how one word is scored against another; a repeated letter counts once per pair.

A score matrix is not computed pair by pair. What one letter of the guess adds to a score depends
only on the letter and its places in the guess, so the row of a guess is the sum of at most L rows
of a table that is computed once: some 500 rows for 13,000 five-letter words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from itertools import product

import numpy as np
import numpy.typing as npt

from jotto.engine.game import Rule
from jotto.engine.partition import Bools, Scores
from jotto.errors import GameError, ScoreError, quoted

Symbols = npt.NDArray[np.uint32]
Counts = npt.NDArray[np.uint8]
# (count (S,) of the letter in each secret, hits (m, S), places (m) in the guess) -> row (S,)
Number = Callable[[Scores], None]
Share = Callable[[Counts, Bools, Sequence[int]], Scores]


def symbols(words: Sequence[str]) -> Symbols:
    """Turn words or codes of one length into code points: an array (N, L) uint32."""
    if hasattr(words, "symbols"):  # such as jotto.games.codes.Codes
        return np.asarray(words.symbols)
    length = len(words[0]) if len(words) else 1
    return np.array(words, dtype=f"<U{length}").view(np.uint32).reshape(len(words), length)


def exact_elsewhere(length: int) -> Rule:
    """Make the default rule: letters in the right place, further letters in common: ``1,2``.

    Codes ascend by (exact, elsewhere); the impossible pair (length - 1, 1) has none.

    >>> rule = exact_elsewhere(5)
    >>> rule.n_codes, rule.texts[rule.score("fools", "score")], rule.texts[rule.win]
    (20, '1,1', '5,0')
    """
    pairs = product(range(length + 1), repeat=2)
    can = (pair for pair in pairs if sum(pair) <= length and pair != (length - 1, 1))
    texts = tuple(f"{exact},{elsewhere}" for exact, elsewhere in can)
    read = partial(_read_exact_elsewhere, length, texts)
    return Rule("exact-elsewhere", texts, read, partial(_symmetric, partial(_pair_codes, length)))


def jots(length: int) -> Rule:
    """Make the classic rule: letters in common, ``3``; an anagram of the secret is not the win."""
    texts = (*map(str, range(length + 1)), "win")
    matrix = partial(_symmetric, partial(_jot_codes, length))
    return Rule("jots", texts, partial(_read_jots, length), matrix)


def colours(length: int) -> Rule:
    """Make Wordle's rule: G in place, Y elsewhere, B no further copies: ``BYGBB``.

    >>> rule = colours(5)
    >>> rule.texts[rule.score("speed", "erase")]
    'YBYYB'
    """
    texts = tuple(map("".join, product("BYG", repeat=length)))
    share, dtype = partial(_colour_digits, length), np.uint8 if length <= 5 else np.uint16
    matrix = partial(_add_up, share=share, dtype=dtype)
    return Rule("colours", texts, partial(_read_colours, length), matrix)


def marks(rule: Rule, code: int, length: int) -> str:
    """Return a score as ``length`` marks G, Y and B; empty for other rules.

    Only with the rule ``colours`` does each mark belong to the letter at its place.

    >>> marks(exact_elsewhere(5), exact_elsewhere(5).read("2,1"), 5)
    'GGYBB'
    """
    text = rule.texts[code]
    if code == rule.win and rule.name in RULES:
        return "G" * length
    if rule.name == "exact-elsewhere":
        exact, elsewhere = map(int, text.split(","))
        return ("G" * exact + "Y" * elsewhere).ljust(length, "B")
    if rule.name == "jots":
        return ("Y" * int(text)).ljust(length, "B")
    return text if rule.name == "colours" else ""


RULES = {"exact-elsewhere": exact_elsewhere, "jots": jots, "colours": colours}


@lru_cache
def rule_named(name: str, length: int) -> Rule:
    """Look up a rule for words of one length; raises GameError naming the known ones."""
    if name.lower() not in RULES:
        raise GameError(f"no rule is called {quoted(name)}; there are {', '.join(RULES)}")
    return RULES[name.lower()](length)


def _symmetric(number: Number, guesses: Sequence[str], secrets: Sequence[str]) -> Scores:
    """Score by a symmetric rule, which counts pairs of letters, looping over the shorter list."""
    if len(guesses) < len(secrets):
        return _add_up(guesses, secrets, _pairs, np.uint8, number)
    return _add_up(secrets, guesses, _pairs, np.uint8, number).T


def _add_up(
    guesses: Sequence[str],
    secrets: Sequence[str],
    share: Share,
    dtype: npt.DTypeLike,
    number: Number | None = None,
) -> Scores:
    """Add up the shares of the letters of every guess; ``number`` turns sums into codes: (G, S)."""
    letters = symbols(guesses)  # each gets a key, once: its code point and a mask of its places
    places = np.arange(letters.shape[1])
    same = letters[:, :, None] == letters[:, None, :]
    keys = letters.astype(np.int64) << len(places) | same @ (1 << places)
    keys[same.argmax(axis=2) != places] = 0
    table: dict[int, Scores] = getattr(secrets, "shares", {})  # Codes cache it
    if missing := set(keys.ravel().tolist()) - {0, *table}:
        by_place = np.ascontiguousarray(symbols(secrets).T)
        for key in missing:
            hits: Bools = by_place == key >> len(places)
            own = np.flatnonzero(key >> places & 1)
            count = hits.sum(axis=0, dtype=np.uint8)
            table[key] = share(count, hits[own], own.tolist()).astype(dtype)
    scores = np.zeros((len(guesses), len(secrets)), dtype)
    for out, row in zip(scores, keys.tolist(), strict=True):
        for key in filter(None, row):
            np.add(out, table[key], out=out)
        if number:
            number(out)
    return scores


def _pairs(count: Counts, hits: Bools, places: Sequence[int]) -> Counts:
    """Return letters in common + 16 x letters in place, (S,) uint8."""
    exact: Counts = hits.sum(axis=0, dtype=np.uint8)
    return 16 * exact + np.minimum(count, np.uint8(len(places)))


def _pair_codes(length: int, row: Scores) -> None:
    """Turn the sums of _pairs into codes without gaps, in place: by exact, then elsewhere."""
    exact = row >> 4
    row &= 15  # letters in common
    exact *= 2 * length + 1 - exact
    exact >>= 1
    row += exact
    row -= row == (length + 1) * (length + 2) // 2 - 1  # the win: the code before it is impossible


def _jot_codes(length: int, row: Scores) -> None:
    """Turn the sums of _pairs into letters in common, in place; the win is the last code."""
    win = row >= 16 * length
    row &= 15
    row += win


def _colour_digits(length: int, count: Counts, hits: Bools, places: Sequence[int]) -> Scores:
    """Return base-3 digits, the first place most significant: 2 green, 1 yellow, 0 black."""
    yellows = count - hits.sum(axis=0, dtype=np.uint8)
    total = np.zeros(len(count), np.uint16)
    for place, hit in zip(places, hits, strict=True):
        yellow = ~hit & (yellows > 0)
        yellows -= yellow
        total += (2 * hit.astype(np.uint16) + yellow) * np.uint16(3 ** (length - 1 - place))
    return total


_PAIR = re.compile(
    r"\(?\s*(\d{1,2})(?:\s*[,/]\s*|\s+)(\d{1,2})\s*\)?|(\d)(\d)"  # 1,2  1/2  1 2  (1,2)  12
    r"|(\d{1,2})\s*b\s*(\d{1,2})\s*c|(\d{1,2})\s*c\s*(\d{1,2})\s*b",  # 1b2c  2c1b
    re.A,
)


def _read_exact_elsewhere(length: int, texts: tuple[str, ...], text: str) -> int:
    typed = text.strip().lower()
    if typed == "win":
        return len(texts) - 1
    if not (match := _PAIR.fullmatch(typed)):
        raise ScoreError(text, "write exact,elsewhere, such as 1,2 (or 1/2, 12, 1b2c)")
    numbers = [int(number) for number in match.groups() if number]
    exact, elsewhere = reversed(numbers) if match[7] else numbers
    if exact + elsewhere > length:
        raise ScoreError(text, f"exact and elsewhere together are at most {length}")
    if (exact, elsewhere) == (length - 1, 1):
        reason = f"with {exact} letters in place the last cannot be elsewhere"
        raise ScoreError(text, f"it is impossible: {reason}")
    return texts.index(f"{exact},{elsewhere}")


def _read_jots(length: int, text: str) -> int:
    typed = text.strip().lower()
    if typed == "win":
        return length + 1
    if not re.fullmatch(r"\d{1,2}", typed, re.A):
        raise ScoreError(text, "write the letters in common, such as 3, or win")
    if int(typed) > length:
        raise ScoreError(text, f"letters in common are at most {length}")
    return int(typed)


def _read_colours(length: int, text: str) -> int:
    """Read ``BYGBB``, in any case, pasted squares, or ``win``."""
    typed = text.strip().upper().translate(str.maketrans("⬛⬜🟨🟩", "BBYG"))
    if typed == "WIN":
        typed = "G" * length
    if len(typed) != length or set(typed) - set("BYG"):
        example = "BYGBB"[:length].ljust(length, "B")
        raise ScoreError(text, f"write {length} letters of G, Y and B, such as {example}")
    if typed.count("G") == length - 1 and "Y" in typed:
        raise ScoreError(text, "it is impossible: with the others in place, none is elsewhere")
    return int(typed.translate(str.maketrans("BYG", "012")), 3)

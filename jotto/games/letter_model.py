"""A letter model: how likely strings of letters are, learnt from a list of words.

A cost is -log2 of a probability in integer units, so that the order of strings is the same on any
machine. N strings, L places, M letters of the alphabet.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from jotto.engine.partition import IntArray
from jotto.errors import GameError
from jotto.games.lists import shipped_lines
from jotto.games.priors import ZIPF
from jotto.games.scoring import symbols

LATIN = "abcdefghijklmnopqrstuvwxyz"
UNIT = 1024  # costs are in units of 1 / 1024 bit
SMOOTHING = (10.0, 20.0, 20.0, 20.0)  # for one letter, two, three, three at their place
MOST_TRIPLES = 1 << 23  # entries: a table of 64 MB
LENGTH = 5  # letters in the strings of both files of zipf values
UNLISTED_ZIPF = "english-5.unlisted.txt"  # zipf values of strings that the shipped list lacks
SEEN = 5.0  # bits: bonus of a string that occurs in real text,
A_ZIPF = 2.0  # plus this for each zipf,
MOST_ZIPF = 3.0  # up to this value: more common unlisted strings are names
ENGLISH = 0.5  # share of a list's words in the shipped list that makes it English


@dataclass(frozen=True, eq=False)
class LetterModel:
    """The costs of strings, in UNITs. Alphabet and bonuses are sorted."""

    alphabet: str
    costs: IntArray  # (L, M + 1, M + 1, M): place, two letters before (or M), letter
    bonuses: Mapping[str, int]  # subtracted from the cost

    def letter_costs(self, texts: Sequence[str]) -> IntArray:
        """Add up the costs of the letters of each text: (N,) int64."""
        windows = _windows(_indices(texts, self.alphabet), len(self.alphabet))
        return np.asarray(sum(self.costs[window] for window in windows))

    def costs_of(self, texts: Sequence[str]) -> IntArray:
        """Return the cost of each text, less its bonus: (N,) int64."""
        bonuses = [self.bonuses.get(text, 0) for text in texts]
        return self.letter_costs(texts) - np.array(bonuses, np.int64)


@lru_cache(maxsize=4)
def learn(words: tuple[str, ...], alphabet: str) -> LetterModel:
    """Learn from words of one length how likely strings of letters are.

    Strings that occur in real text get a bonus if half of the words are in the shipped list.
    Raises GameError.

    Measured on the 1,740 words of levels 60 and 70, removed from the list: their rank (geometric
    mean) among the strings that agree with a game is 6.5 by letters alone, 3.5 with a bonus of
    3 + min(zipf, 3) bits, 3.1 with 5 + 2 min(zipf, 3), and 3.0 with 8 + 2 min(zipf, 3).
    """
    costs = train(words, alphabet)
    if len(words[0]) != LENGTH or not set(LATIN) <= set(alphabet):
        return LetterModel(alphabet, costs, {})
    listed, bonuses = read_english()
    english = sum(word in listed for word in words) >= ENGLISH * len(words)
    return LetterModel(alphabet, costs, bonuses if english else {})


@cache
def read_english() -> tuple[frozenset[str], Mapping[str, int]]:
    """Read the words of the shipped list, and the bonuses of strings."""
    files = (ZIPF, UNLISTED_ZIPF)
    listed, others = (dict(line.split("\t") for line in shipped_lines(name)) for name in files)
    both = sorted((listed | others).items())
    bits = {zipf: SEEN + A_ZIPF * min(float(zipf), MOST_ZIPF) for zipf in {z for _, z in both}}
    bonuses = {zipf: round(each * UNIT) for zipf, each in bits.items()}
    return frozenset(listed), {text: bonuses[zipf] for text, zipf in both}


def train(words: Sequence[str], alphabet: str) -> IntArray:
    """Learn the costs of letters from words of one length: (L, M + 1, M + 1, M) int64.

    A letter is predicted from the two letters before it at its place, and from the two after it;
    the cost is the mean of both. Where data is sparse, each is smoothed by the same three letters
    at any place, then by two, one, and none (MacKay and Peto 1995).

    Measured on 600 words removed from the shipped list, and on 400 of level 70 with the lower
    levels as the list: the geometric mean of their ranks is 3.9 and 6.2 in both directions, 4.1 and
    6.6 forwards only. Four letters, Kneser-Ney smoothing, letters further apart, and weighting
    words by how common or rare they are did not improve both.
    """
    if len(words[0]) * (len(alphabet) + 1) ** 3 > MOST_TRIPLES:
        raise GameError(f"{len(alphabet)} letters make too many triples to learn about")
    rows = _indices(words, alphabet)
    bits = _forward_bits(rows, len(alphabet))
    bits += _as_windows(_forward_bits(rows[:, ::-1], len(alphabet)))
    return np.asarray(np.rint(bits * (UNIT / 2)), np.int64)


def _indices(words: Sequence[str], alphabet: str) -> IntArray:
    """Return the indices in the alphabet of the letters of words: (N, L)."""
    return np.searchsorted(symbols(list(alphabet))[:, 0], symbols(words))


def _windows(rows: IntArray, n_letters: int) -> list[tuple[Any, ...]]:
    """Return for each place the index into costs: (place, two letters before, letter (N,))."""
    padded = np.pad(rows, ((0, 0), (2, 0)), constant_values=n_letters)
    return [(place, *padded[:, place : place + 3].T) for place in range(rows.shape[1])]


def _forward_bits(rows: IntArray, n_letters: int) -> npt.NDArray[np.float64]:
    """Return the cost, in bits, of each letter after the two before it: (L, M + 1, M + 1, M)."""
    counts = np.zeros((rows.shape[1], n_letters + 1, n_letters + 1, n_letters))
    for window in _windows(rows, n_letters):
        np.add.at(counts, window, 1)
    anywhere = counts.sum(axis=0)
    levels = (anywhere.sum(axis=(0, 1)), anywhere.sum(axis=0), anywhere, counts)
    shares = np.full(n_letters, 1 / n_letters)
    for seen, weight in zip(levels, SMOOTHING, strict=True):
        shares = (seen + weight * shares) / (seen.sum(axis=-1, keepdims=True) + weight)
    return np.asarray(-np.log2(shares))


def _as_windows(backward: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Move a letter's cost to the second place after it, or to the end of the word."""
    length, _, _, n_letters = backward.shape
    windows = np.zeros_like(backward)
    for place in range(2, length):
        windows[place, :n_letters] = backward[length + 1 - place, :n_letters].transpose(2, 1, 0)
    windows[-1] += backward[0, -1, -1]
    if length > 1:
        windows[-1, :, :n_letters] += backward[1, -1, :n_letters].T
    return windows

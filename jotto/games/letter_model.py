"""How likely a string of letters is, for a list of words.

A cost is -log2 of a probability in whole parts of a bit, so that the order of strings is the same
on any machine. It comes from a letter model that learns from the list, less a bonus for strings
that are known from real text: wordfreq has seen 38,000 English strings of five letters.

Axis letters: N strings, L places, M letters of the alphabet.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from jotto.engine.partition import IntArray
from jotto.errors import FileError, GameError
from jotto.games.lists import folder
from jotto.games.priors import ZIPF
from jotto.games.scoring import symbols

LATIN = "abcdefghijklmnopqrstuvwxyz"
UNIT = 1024  # of a cost: parts of a bit
SMOOTHING = (10.0, 20.0, 20.0, 20.0)  # of one letter, of two, of three, of three at their place
MOST_TRIPLES = 1 << 23  # of letters and a place: 64 MB a table
LENGTH = 5  # of the strings in
UNLISTED_ZIPF = "english-5.unlisted.txt"  # zipf values of strings that the shipped list lacks
SEEN = 5.0  # bits: how much likelier a string is that real text has, for its letters
A_ZIPF = 2.0  # bits more for each zipf,
MOST_ZIPF = 3.0  # up to this one: what is commoner still, and unlisted, is a name
ENGLISH = 0.5  # of the words of a list are in the shipped one: fewer are in other languages

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class LetterModel:
    """What strings cost: ``costs (L, M + 1, M + 1, M)`` int64, less ``bonuses``, in UNITs.

    A letter costs what the table has for its place, the two letters before it, and itself; before
    the first letter the index is M. Less is likelier. Alphabet and bonuses are sorted.
    """

    alphabet: str
    costs: IntArray
    bonuses: Mapping[str, int]

    def letter_costs(self, texts: Sequence[str]) -> IntArray:
        """Add up what the letters of each text cost: an array (N,)."""
        windows = _windows(_indices(texts, self.alphabet), len(self.alphabet))
        return np.asarray(sum(self.costs[window] for window in windows))

    def costs_of(self, texts: Sequence[str]) -> IntArray:
        """Say what each text costs, bonuses included: an array (N,).

        >>> model = learn(("tares", "moist"), LATIN)
        >>> bool(model.costs_of(["james"]) < model.letter_costs(["james"]))
        True
        """
        bonuses = [self.bonuses.get(text, 0) for text in texts]
        return self.letter_costs(texts) - np.array(bonuses, np.int64)


@lru_cache(maxsize=4)
def learn(words: tuple[str, ...], alphabet: str) -> LetterModel:
    """Learn from words of one length how likely strings of letters are.

    Strings of real text get a bonus if the words are English ones of five letters: if half of them
    are in the shipped list. Raises GameError for too many letters.

    Measured on the 1,740 words of levels 60 and 70, held out of the list and looked for among the
    strings that agree with a game: their rank (geometric mean) is 6.5 by letters alone, 3.5 with
    a bonus of 3 + min(zipf, 3) bits, 3.1 with 5 + 2 min(zipf, 3), and 3.0 with 8 + 2 min(zipf, 3),
    which leaves the letters little to say.
    """
    costs = train(words, alphabet)
    if len(words[0]) != LENGTH or not set(LATIN) <= set(alphabet):
        return LetterModel(alphabet, costs, {})
    listed, bonuses = read_english()
    english = sum(word in listed for word in words) >= ENGLISH * len(words)
    return LetterModel(alphabet, costs, bonuses if english else {})


@cache
def read_english() -> tuple[frozenset[str], Mapping[str, int]]:
    """Read the words of the shipped list, and the bonuses of all strings that have a zipf value.

    Raises FileError.
    """
    zipfs: list[dict[str, float]] = []
    for path in (folder() / ZIPF, folder() / UNLISTED_ZIPF):
        try:
            columns = np.loadtxt(path, dtype=f"U{LENGTH},f8", encoding="utf-8", unpack=True)
        except OSError as error:
            raise FileError("word list", path, f"it cannot be read: {error}") from None
        zipfs.append(dict(zip(*(column.tolist() for column in columns), strict=True)))
    both = zipfs[0] | zipfs[1]
    bits = SEEN + A_ZIPF * np.minimum(list(both.values()), MOST_ZIPF)
    bonuses = np.rint(bits * UNIT).astype(np.int64).tolist()
    return frozenset(zipfs[0]), dict(sorted(zip(both, bonuses, strict=True)))


def train(words: Sequence[str], alphabet: str) -> IntArray:
    """Learn from words of one length what letters cost: an array (L, M + 1, M + 1, M) int64.

    A letter is predicted from the two before it at its place, and from the two after it; the cost
    is the mean of the two. Each falls back, where the list says little, on the same three letters
    at any place, then two, one, and none (MacKay and Peto 1995). Each word counts once, however
    common it is. Raises GameError for too many letters.

    Measured on 600 words held out of the shipped list, and on 400 of level 70 by the levels below:
    reading both ways puts the true word at 3.9 and 6.2 (geometric mean of the rank), reading
    forwards at 4.1 and 6.6. Four letters, Kneser-Ney's smoothing, letters further apart, and
    weights by how common or how rare a word is gained nothing that held on both.
    """
    if len(words[0]) * (len(alphabet) + 1) ** 3 > MOST_TRIPLES:
        raise GameError(f"{len(alphabet)} letters make too many triples to learn about")
    rows = _indices(words, alphabet)
    bits = _forward_bits(rows, len(alphabet))
    bits += _as_windows(_forward_bits(rows[:, ::-1], len(alphabet)))
    costs: IntArray = np.rint(bits * (UNIT / 2)).astype(np.int64)
    return costs


def _indices(words: Sequence[str], alphabet: str) -> IntArray:
    """Turn words into the places of their letters in the alphabet: an array (N, L)."""
    return np.searchsorted(symbols(list(alphabet))[:, 0], symbols(words))


def _windows(rows: IntArray, n_letters: int) -> list[tuple[Any, ...]]:
    """Index the places (L), and each letter (N,) there after the two before it; M before a word."""
    padded = np.pad(rows, ((0, 0), (2, 0)), constant_values=n_letters)
    return [(place, *padded[:, place : place + 3].T) for place in range(rows.shape[1])]


def _forward_bits(rows: IntArray, n_letters: int) -> Floats:
    """Say in bits what each letter costs after the two before it: (L, M + 1, M + 1, M)."""
    counts = np.zeros((rows.shape[1], n_letters + 1, n_letters + 1, n_letters))
    for window in _windows(rows, n_letters):
        np.add.at(counts, window, 1)
    anywhere = counts.sum(axis=0)
    levels = (anywhere.sum(axis=(0, 1)), anywhere.sum(axis=0), anywhere, counts)
    shares = np.full(n_letters, 1 / n_letters)
    for seen, weight in zip(levels, SMOOTHING, strict=True):
        shares = (seen + weight * shares) / (seen.sum(axis=-1, keepdims=True) + weight)
    return np.asarray(-np.log2(shares))


def _as_windows(backward: Floats) -> Floats:
    """Turn the costs of words read backwards into those of three letters read forwards.

    What a letter costs before the two after it is added where the second of these stands; what
    the last two cost, where the word ends.
    """
    length, _, _, n_letters = backward.shape
    windows = np.zeros_like(backward)
    for place in range(2, length):
        windows[place, :n_letters] = backward[length + 1 - place, :n_letters].transpose(2, 1, 0)
    windows[-1] += backward[0, -1, -1]
    if length > 1:
        windows[-1, :, :n_letters] += backward[1, -1, :n_letters].T
    return windows

"""How likely each word is to be the secret."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from jotto.engine.partition import IntArray
from jotto.errors import WordListError, quoted
from jotto.games.words import fold, folder, lines_of

LEVELS = "english-5.levels.txt"
ZIPF = "english-5.zipf.txt"
RAREST = 95  # the level of a word that has none: SCOWL's highest
WHOLE = 1 << 40  # all weights together, about: sums of them stay exact, as integers and as floats


def common(words: Sequence[str]) -> IntArray:
    """Weigh words (S,) by how common they are: people choose secrets they know.

    0.8 x logistic(6.29 - 0.155 level) + 0.2 x uniform, normalised, with SCOWL's levels. Measured
    against an even prior: fewer guesses on common secrets, few more on rare ones.

    >>> weights = common(["crane", "aalii"])
    >>> bool(weights[0] > 5 * weights[1])
    True
    """
    levels = read_numbers(folder() / LEVELS)
    known = np.array([levels.get(word, RAREST) for word in words], np.float64)
    liked = 1 / (1 + np.exp(0.155 * known - 6.29))
    return whole_numbers(0.8 * liked / liked.sum() + 0.2 / len(words))


def from_file(path: Path, words: Sequence[str]) -> IntArray:
    """Weigh words (S,) by a file of lines ``word weight``; a word it lacks gets the least weight.

    Raises WordListError, with the line, for what is no weight.
    """
    found = read_numbers(path)
    least = min((weight for weight in found.values() if weight > 0), default=0.0)
    if not least:
        raise WordListError(str(path), "it holds no weight above 0; write lines: word weight")
    return whole_numbers(np.array([found.get(word) or least for word in words]))


def read_numbers(path: Path) -> Mapping[str, float]:
    """Read a file of words with a number each. Raises WordListError."""
    found = {}
    for number, line in lines_of(path):
        word, _, text = line.replace("\t", " ").rpartition(" ")
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not word.strip() or not 0 <= value < math.inf:
            reason = f"{quoted(line)}: write a word and its weight, 0 or more"
            raise WordListError(str(path), reason, number)
        found[fold(word)] = value
    return found


def whole_numbers(weights: np.ndarray[tuple[int], np.dtype[np.float64]]) -> IntArray:
    """Scale weights to whole numbers of which none is 0, WHOLE together but for rounding."""
    scaled = np.rint(weights / weights.sum() * WHOLE).astype(np.int64)
    found: IntArray = np.maximum(scaled, 1)
    return found

"""How likely each word is to be the secret."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

import numpy as np
import numpy.typing as npt

from jotto.engine.partition import IntArray
from jotto.errors import FileError, GameError, quoted
from jotto.games.lists import lines_of, shipped_lines
from jotto.games.spelling import fold

LEVELS = "english-5.levels.txt"
ZIPF = "english-5.zipf.txt"
EVEN, COMMON = "even", "common"
RAREST = 95  # the level of a word without one: SCOWL's highest
ZIPF_VALUE = "zipf value"  # in the header of a file of zipf values
HIGHEST_ZIPF = 9  # a billion times in a billion words
WHOLE = 1 << 40  # about the sum of all weights: exact in integers and in floats


def prior_named(
    prior: str | Path | Mapping[str, float] | None,
) -> Callable[[Sequence[str]], IntArray] | None:
    """Return a function from words to weights, (S,) int64; None for an even prior.

    A file has lines ``word weight``, or, if its header says so, zipf values (jotto lists weights).
    Raises GameError, and FileError with the wrong line.

    >>> prior_named({"crane": 3.0, "trace": 1.0})(["crane", "trace"]).tolist() == [3 << 38, 1 << 38]
    True
    """
    if prior is None or prior == EVEN:
        return None
    if prior == COMMON:
        return common
    if isinstance(prior, Path):
        prior, path = read_numbers(prior, weights=True), prior
        if not any(prior.values()):
            reason = "it holds no weight above 0; write lines: word weight"
            raise FileError("word list", path, reason)
    if not isinstance(prior, Mapping):
        right = "write even or common, or give weights or a Path"
        raise GameError(f"prior {quoted(str(prior))}: {right}")
    return partial(weighed, prior)


def common(words: Sequence[str]) -> IntArray:
    """Weight words by how common they are, since people choose secrets they know: (S,) int64.

    0.8 x logistic(6.29 - 0.155 level) + 0.2 x uniform, with SCOWL's levels. Compared with an even
    prior: fewer guesses for common secrets, a few more for rare ones.
    """
    known = levels()
    level = np.array([known.get(word, RAREST) for word in words])
    weights = 1 / (1 + np.exp(0.155 * level - 6.29))
    return whole_numbers(0.8 * weights / weights.sum() + 0.2 / len(words))


def levels() -> Mapping[str, float]:
    """Read the SCOWL levels of the shipped list: from 10, common, to 95, rare."""
    known = (line.split("\t") for line in shipped_lines(LEVELS))
    return {word: float(level) for word, level in known}


def weighed(weights: Mapping[str, float], words: Sequence[str]) -> IntArray:
    """Weight words by a mapping: (S,) int64; others get its least weight. Raises GameError."""
    least = min((weight for weight in weights.values() if weight > 0), default=0.0)
    if not least:
        raise GameError("a prior needs a weight above 0")
    return whole_numbers(np.array([weights.get(word) or least for word in words]))


def read_numbers(path: Path, *, weights: bool = False) -> Mapping[str, float]:
    """Read a file with a word and a number per line. Raises FileError.

    With ``weights``, if a comment before the words says that the numbers are zipf values, which
    are logarithms, they become 10**zipf; 0, which is unknown, stays 0.
    """
    numbers: dict[str, float] = {}
    zipf = False
    for number, line in lines_of(path, comments=True):
        if line.startswith("#"):
            zipf = zipf or (weights and not numbers and ZIPF_VALUE in line)
            continue
        word, _, text = line.replace("\t", " ").rpartition(" ")
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not word.strip() or not 0 <= value < (HIGHEST_ZIPF if zipf else math.inf):
            what = f"zipf value, from 0 to {HIGHEST_ZIPF}" if zipf else "weight, 0 or more"
            reason = f"{quoted(line)}: write a word and its {what}"
            raise FileError("word list", path, reason, number)
        numbers[fold(word)] = 10**value if zipf and value else value
    return numbers


def whole_numbers(weights: npt.NDArray[np.float64]) -> IntArray:
    """Scale weights to integers, at least 1, with a sum of WHOLE but for rounding: (S,) int64."""
    return np.asarray(np.maximum(np.rint(weights / weights.sum() * WHOLE), 1), np.int64)

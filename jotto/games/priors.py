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
RAREST = 95  # the level of a word that has none: SCOWL's highest
ZIPF_VALUE = "zipf value"  # the header of a file of them
HIGHEST_ZIPF = 9  # a word and nothing else, a billion times in a billion words
WHOLE = 1 << 40  # all weights together, about: sums of them stay exact, as integers and as floats


def prior_named(
    prior: str | Path | Mapping[str, float] | None,
) -> Callable[[Sequence[str]], IntArray] | None:
    """Return what weighs words by a prior: None for even.

    A file has lines ``word weight``, or, if its header says so, zipf values (jotto lists weights).
    Raises GameError, and FileError with the line to blame.

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
    """Weigh words (S,) by how common they are: people choose secrets they know.

    0.8 x logistic(6.29 - 0.155 level) + 0.2 x uniform, with SCOWL's levels. Measured against an
    even prior: fewer guesses on common secrets, few more on rare ones.
    """
    known = levels()
    level = np.array([known.get(word, RAREST) for word in words])
    liked = 1 / (1 + np.exp(0.155 * level - 6.29))
    return whole_numbers(0.8 * liked / liked.sum() + 0.2 / len(words))


def levels() -> Mapping[str, float]:
    """Read how rare the words of the shipped list are, from 10, common, to 95."""
    known = (line.split("\t") for line in shipped_lines(LEVELS))
    return {word: float(level) for word, level in known}


def weighed(weights: Mapping[str, float], words: Sequence[str]) -> IntArray:
    """Weigh words (S,) by a mapping; one it lacks gets the least weight. Raises GameError."""
    least = min((weight for weight in weights.values() if weight > 0), default=0.0)
    if not least:
        raise GameError("a prior needs a weight above 0")
    return whole_numbers(np.array([weights.get(word) or least for word in words]))


def read_numbers(path: Path, *, weights: bool = False) -> Mapping[str, float]:
    """Read a file of words with a number each. Raises FileError.

    As ``weights``, zipf values, which a comment before the words tells of, are taken as the
    logarithms they are: 10 to their power, and 0, which is unknown, stays 0.
    """
    found: dict[str, float] = {}
    zipf = False
    for number, line in lines_of(path, comments=True):
        if line.startswith("#"):
            zipf = zipf or (weights and not found and ZIPF_VALUE in line)
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
        found[fold(word)] = 10**value if zipf and value else value
    return found


def whole_numbers(weights: npt.NDArray[np.float64]) -> IntArray:
    """Scale weights to whole numbers of which none is 0, WHOLE together but for rounding."""
    return np.asarray(np.maximum(np.rint(weights / weights.sum() * WHOLE), 1), np.int64)

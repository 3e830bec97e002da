"""Choosing a secret. How many guesses it takes, and how rare the word is, are separate figures."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from jotto.engine.game import Game
from jotto.engine.lengths import evaluate
from jotto.engine.measures import MEASURES
from jotto.engine.partition import partition
from jotto.engine.position import start
from jotto.games.lists import folder
from jotto.games.priors import LEVELS, RAREST, ZIPF, read_numbers

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Proposal:
    """A secret: the mean ``guesses`` it takes, and the mean bits ``exposed`` by usual openings.

    ``level`` runs from 10 (common) to 95 (no level known); zipf 3 is once in a million words.
    """

    secret: str
    guesses: float
    exposed: float
    level: int
    zipf: float


def guesses_needed(game: Game) -> Floats:
    """Return the number of guesses for each secret, (S,), averaged over the measures."""
    return np.asarray(np.mean([evaluate(game, name).each for name in MEASURES], axis=0))


def exposure(game: Game, openings: Sequence[int]) -> Floats:
    """Return the mean number of bits that openings (indices) gain for each secret, (S,)."""
    bits = np.zeros(len(game.secrets))
    for opening in openings:
        for part in partition(game.codes(opening, game.everything), game.everything).values():
            bits[part] += np.log2(len(game.secrets) / len(part)) / len(openings)
    return bits


def propose(
    game: Game, *, max_level: int = RAREST, top: int = 10, avoid: Container[str] = ()
) -> list[Proposal]:
    """Propose secrets, the hardest first; among equals the less exposed, then the earlier."""
    levels, zipfs = read_numbers(folder() / LEVELS), read_numbers(folder() / ZIPF)
    usual = [game.index(one.guess) for one in start(game).rank(top=20)]
    needed, exposed = guesses_needed(game), exposure(game, usual).round(9)
    return [
        Proposal(word, float(needed[i]), float(exposed[i]), level, zipfs.get(word, 0.0))
        for i in np.lexsort((game.everything, exposed, -needed)).tolist()
        for word in [str(game.secrets[i])]
        for level in [int(levels.get(word, RAREST))]
        if level <= max_level and word not in avoid
    ][:top]

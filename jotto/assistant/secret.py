"""Choosing a secret: hard for a solver, and obscure to people, are two different things."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from jotto.engine.game import Game
from jotto.engine.partition import Indices, partition
from jotto.engine.strategies import MEASURES, Values, one_step, rank, values
from jotto.engine.tree import grow, lengths
from jotto.games.priors import LEVELS, RAREST, ZIPF, read_numbers
from jotto.games.words import folder

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Proposal:
    """A secret, and how it would fare.

    ``guesses`` that the strategies need for it on average; ``exposed``: bits that the openings
    people choose give away on average; ``level`` and ``zipf`` say how common it is (10 is the
    commonest level, 95 stands for none; zipf 3 is once in a million words).
    """

    secret: str
    guesses: float
    exposed: float
    level: int
    zipf: float


def guesses_needed(game: Game, *, values: Values = values) -> Floats:
    """Count the guesses each secret takes, (S,), averaged over the one-step strategies."""
    trees = [grow(game, one_step(measure, values=values)) for measure in MEASURES.values()]
    found: Floats = np.mean([lengths(tree) for tree in trees], axis=0)
    return found


def exposure(game: Game, openings: Sequence[int]) -> Floats:
    """Return the bits that the openings (indices) give away about each secret, (S,), on average.

    >>> from jotto.games.words import word_game
    >>> exposure(word_game(["hatch", "latch", "match", "crane"]), [0]).round(2).tolist()
    [2.0, 1.0, 1.0, 2.0]
    """
    bits = np.zeros(len(game.secrets))
    for opening in openings:
        for part in partition(game.codes(opening, game.everything), game.everything).values():
            bits[part] += np.log2(len(game.secrets) / len(part)) / len(openings)
    return bits


def propose(
    game: Game,
    *,
    max_level: int = RAREST,
    top: int = 10,
    unsaid: Container[str] = (),
    values: Values = values,
) -> list[Proposal]:
    """Propose secrets, the hardest first; the less exposed, then the earlier, among equals.

    ``max_level`` keeps out words that are more obscure; words ``unsaid`` are not proposed.
    ``values`` is a faster twin of :func:`jotto.engine.strategies.values`, if there is one at hand.
    """
    levels, zipfs = read_numbers(folder() / LEVELS), read_numbers(folder() / ZIPF)
    usual = [one.guess for one in rank(game, game.everything, MEASURES["entropy"], top=20)]
    needed, exposed = guesses_needed(game, values=values), exposure(game, usual)
    order: Indices = np.lexsort((game.everything, exposed.round(9), -needed))
    words = [(i, str(game.secrets[i])) for i in order.tolist()]
    known = [
        (i, word)
        for i, word in words
        if levels.get(word, RAREST) <= max_level and word not in unsaid
    ]
    return [
        Proposal(
            secret=word,
            guesses=float(needed[i]),
            exposed=round(float(exposed[i]), 9),
            level=int(levels.get(word, RAREST)),
            zipf=zipfs.get(word, 0.0),
        )
        for i, word in known[:top]
    ]

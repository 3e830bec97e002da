"""Measure how many more guesses a secret takes that still hides so many bits.

    python scripts/race_table.py

Every position of entropy's tree over the shipped list, every secret that is possible there,
weighed by the common prior. Prints the rows of REMAINING in jotto/assistant/race.py.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import typer

from jotto.engine import kernels
from jotto.engine.game import Game
from jotto.engine.strategies import strategy_named, weights_of
from jotto.engine.tree import grow, lengths, walk
from jotto.games import priors
from jotto.games.words import shipped_words, word_game

HIGHEST = 15  # bits


def table(game: Game) -> Iterator[tuple[int, ...]]:
    """Yield for 0 .. HIGHEST bits, per mille, the secrets found in 1, 2, .. more guesses."""
    root = grow(game, strategy_named("entropy", values=kernels.values))
    needed = lengths(root)
    found = np.zeros((HIGHEST + 1, int(needed.max()) + 1))
    for node in walk(root):
        weights = weights_of(game, node.candidates)
        bits = np.rint(np.log2(weights.sum() / weights)).astype(np.int64)
        more = needed[node.candidates] - len(node.history)
        np.add.at(found, (np.minimum(bits, HIGHEST), more), weights)
    for row in found[:, 1:]:
        yield shares(row)


def shares(row: npt.NDArray[np.float64]) -> tuple[int, ...]:
    """Divide 1,000 as ``row`` is divided; the greatest share takes what rounding leaves.

    >>> shares(np.array([1.0, 1.0, 1.0, 0.0]))
    (334, 333, 333)
    """
    found = np.rint(1000 * row / row.sum()).astype(np.int64)
    found[found.argmax()] += 1000 - found.sum()
    return tuple(np.trim_zeros(found, "b").tolist())


def main() -> None:
    """Print the table."""
    game = word_game(shipped_words(), keep=True, prior=priors.common)
    for row in table(game):
        print(f"    {row},")


if __name__ == "__main__":
    typer.run(main)

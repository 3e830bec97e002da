"""Measure how many more guesses a secret takes, by the number of bits it still hides.

    python scripts/race_table.py

Measured at every position of entropy's tree over the shipped list, for every candidate, weighted by
the common prior. Prints the rows of jotto/assistant/remaining.txt.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import typer

import jotto
from jotto import Game

HIGHEST = 15  # bits


def table(game: Game) -> Iterator[tuple[int, ...]]:
    """Yield for 0 .. HIGHEST bits, per mille, the secrets found in 1, 2, .. more guesses."""
    start, entropy = jotto.start(game), jotto.strategy("entropy")
    needed = jotto.evaluate(start, entropy).each
    found = np.zeros((HIGHEST + 1, int(needed.max()) + 1))
    waiting = [start]
    while waiting:
        at = waiting.pop()
        weights = game.weights(at.left)
        bits = np.rint(np.log2(weights.sum() / weights)).astype(np.int64)
        more = needed[at.left] - len(at.history)
        np.add.at(found, (np.minimum(bits, HIGHEST), more), weights)
        after = at.parts(entropy.choose(at))
        waiting += [below for code, below in after if code != game.rule.win]
    for row in found[:, 1:]:
        yield shares(row)


def shares(row: npt.NDArray[np.float64]) -> tuple[int, ...]:
    """Scale ``row`` to integers that add up to 1,000; the largest takes the rounding error.

    >>> shares(np.array([1.0, 1.0, 1.0, 0.0]))
    (334, 333, 333)
    """
    found = np.rint(1000 * row / row.sum()).astype(np.int64)
    found[found.argmax()] += 1000 - found.sum()
    return tuple(np.trim_zeros(found, "b").tolist())


def main() -> None:
    """Print the table."""
    for row in table(jotto.words(prior="common")):
        print(*row)


if __name__ == "__main__":
    typer.run(main)

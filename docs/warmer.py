"""A game of your own for the command line: guess a number, and hear how far away it is."""

import numpy as np

import jotto

TOLD = np.array(["up", "up-a-bit", "found", "down-a-bit", "down"])


def score(guess: int, numbers: np.ndarray) -> np.ndarray:
    """Score a guess against all numbers at once; return as many texts."""
    distance = guess - numbers
    return TOLD[np.sign(distance) * (1 + (abs(distance) > 100)) + 2]


def game(largest: str = "3000") -> jotto.Game[int]:
    """Make the game of the numbers from 1 to the largest."""
    return jotto.game(score, range(1, int(largest) + 1), vectorized=True)

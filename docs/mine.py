"""Strategies of your own: of a position, of sizes, one that draws, one that remembers its game."""

from collections import Counter
from typing import Any

import numpy as np

import jotto

Words = jotto.Position[str]


def common(at: Words) -> str:
    """Guess the candidate whose letters most other candidates have."""
    letters = Counter(letter for word in at.candidates for letter in set(word))
    return max(at.candidates, key=lambda word: sum(letters[letter] for letter in set(word)))


def worst_two(sizes: np.ndarray) -> int:
    """Value a guess by its two largest parts together."""
    return int(sizes[:2].sum())


squares = jotto.measure(lambda size: size**2, "squares", each=True)
two_largest = jotto.measure(worst_two)


def lucky(at: Words, draw: np.random.Generator) -> str:
    """Guess any candidate."""
    return str(draw.choice(at.candidates))


class Learner:
    """Guess the candidate that shares the fewest letters with all the guesses it has made."""

    def __init__(self, draw: np.random.Generator) -> None:
        self.draw, self.tried = draw, set[str]()

    def __call__(self, at: Words) -> str:
        """Return a guess; each game has a learner of its own."""
        fewest = min(len(self.tried & set(word)) for word in at.candidates)
        words = [word for word in at.candidates if len(self.tried & set(word)) == fewest]
        guess = str(self.draw.choice(words))
        self.tried |= set(guess)
        return guess


def main() -> None:
    """Compare them on some words."""
    game = jotto.words(jotto.words().secrets[::30])
    mine: list[Any] = [common, two_largest, squares, lucky, Learner]
    for row in jotto.bench({"some words": game}, ["entropy", *mine], seeds=range(5)):
        print(f"{row.name:20} {row.mean:.3f} ± {row.standard_error:.3f} {row.difference:+.3f}")


if __name__ == "__main__":
    main()

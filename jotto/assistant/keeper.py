"""Keeping a secret and scoring the guesses of a player."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from typing import Any

import numpy as np

from jotto.engine.game import Game
from jotto.engine.position import Position, start


@dataclass(frozen=True, eq=False)
class Keeper:
    """A secret, and the guesses scored so far. Every guess makes a new keeper.

    ``secret`` is None for an adversary: it gives the score that leaves the most candidates.
    ``hints`` counts the hints given since the last guess.
    """

    at: Position
    secret: Any
    hints: int = 0

    def answered(self, guess: Any) -> Keeper:
        """Score a guess; it need not be an allowed guess. Raises WordError."""
        if self.secret is not None:
            score = self.at.game.score(guess, self.secret)
        else:
            parts = self.at.partition(guess)  # in order of scores: ties go to the first
            score = max(parts, key=lambda text: len(parts[text]))
        return Keeper(self.at.after(guess, score), self.secret)

    def undone(self) -> Keeper:
        """Take back the last guess; at the start nothing changes."""
        return Keeper(start(self.at.game, *self.at.history[:-1]), self.secret)


def keeper_of_any(game: Game, seed: int | None, avoid: Container[Any] = ()) -> Keeper:
    """Draw a secret under the prior; one of ``avoid`` only if there is no other.

    Without a ``seed`` the secret differs each time.
    """
    weights = game.weights(game.everything).astype(float)
    kept = np.array([secret not in avoid for secret in game.secrets]) if avoid else weights > 0
    chances = weights * kept if kept.any() else weights
    drawn = np.random.default_rng(seed).choice(len(game), p=chances / chances.sum())
    return Keeper(start(game), game.secrets[drawn])

"""The other side of the table: keeping a secret and answering guesses."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from jotto.engine.allowed import Bools
from jotto.engine.game import Game, Turn
from jotto.engine.partition import Indices, partition


@dataclass(frozen=True, eq=False)
class Keeper:
    """A secret kept, and the guesses answered so far. Every answer makes a new keeper.

    ``secret`` is an index of the game's secrets. An adversary has none: it gives the score that
    leaves most candidates, and so keeps its options open until there is but one.

    >>> from jotto.games.words import word_game
    >>> game = word_game(["hatch", "latch", "match", "crane"])
    >>> game.rule.texts[Keeper(game, None).answered("latch").turns[-1].code]
    '4,0'
    """

    game: Game
    secret: int | None
    turns: tuple[Turn, ...] = ()
    hints: int = 0  # given since the last guess

    @cached_property
    def candidates(self) -> Indices:
        """The secrets that agree with the answers so far, (A,) indices."""
        return self.game.candidates(self.turns)

    @property
    def found(self) -> bool:
        """Whether the last guess was the secret."""
        return bool(self.turns) and self.turns[-1].code == self.game.rule.win

    def answered(self, guess: str) -> Keeper:
        """Score a guess; it need not be an allowed one."""
        return replace(self, turns=(*self.turns, Turn(guess, self._code(guess))), hints=0)

    def undone(self) -> Keeper:
        """Take back the last guess; the same keeper at the start."""
        return replace(self, turns=self.turns[:-1], hints=0)

    def hinted(self) -> Keeper:
        """Count one more hint."""
        return replace(self, hints=self.hints + 1)

    def _code(self, guess: str) -> int:
        rule = self.game.rule
        if self.secret is not None:
            return rule.score(guess, self.game.secrets[self.secret])
        codes = rule.matrix([guess], self.game.secrets)[0][self.candidates]
        parts = partition(codes, self.candidates)
        return max(parts, key=lambda code: (len(parts[code]), -code))


def keeper_of_any(game: Game, seed: int | None, unsaid: Bools | None = None) -> Keeper:
    """Make a keeper of a secret drawn at random; ``seed`` None draws anew every time.

    None of the guesses ``unsaid (G,)`` is drawn, if there is any other secret.
    """
    drawn = game.everything if unsaid is None else np.flatnonzero(~unsaid[game.guess_of])
    some = drawn if len(drawn) else game.everything
    return Keeper(game, int(some[np.random.default_rng(seed).integers(len(some))]))

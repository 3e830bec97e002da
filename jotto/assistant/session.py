"""One live game as a value: what was guessed and scored, and what to guess next."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from jotto.engine.game import Game, Turn
from jotto.engine.partition import Indices
from jotto.engine.strategies import MEASURES, Advice, Allow, Measure, advise, rank


@dataclass(frozen=True, eq=False)
class Session:
    """A game so far. Every change makes a new session; the old one stays as it was.

    >>> from jotto.games.words import word_game
    >>> session = Session(word_game(["hatch", "latch", "match"]))
    >>> session.guess, session.scored(session.game.rule.read("4,0")).guess
    ('hatch', 'latch')
    """

    game: Game
    measure: Measure = MEASURES["entropy"]
    allow: Allow = "all"
    turns: tuple[Turn, ...] = ()
    chosen: str | None = None  # a word guessed instead of the proposed one

    @cached_property
    def candidates(self) -> Indices:
        """The secrets that agree with every turn, (A,) indices."""
        return self.game.candidates(self.turns)

    @cached_property
    def proposed(self) -> Advice:
        """The best next guess and what it is worth."""
        return rank(self.game, self.candidates, self.measure, allow=self.allow, top=1)[0]

    @property
    def guess(self) -> str:
        """The guess whose score is awaited: the chosen one, or else the proposed one."""
        return self.chosen or str(self.game.guesses[self.proposed.guess])

    @property
    def advice(self) -> Advice | None:
        """What :attr:`guess` is worth; None for a word that the list does not hold."""
        if self.chosen is None:
            return self.proposed
        known = self.game.index.get(self.chosen)
        return None if known is None else advise(self.game, self.candidates, [known])[0]

    @property
    def won(self) -> bool:
        """Whether the last guess was the secret."""
        return bool(self.turns) and self.turns[-1].code == self.game.rule.win

    def instead(self, guess: str) -> Session:
        """Take another word as the guess whose score is awaited."""
        return replace(self, chosen=guess)

    def scored(self, code: int) -> Session:
        """Take the score of :attr:`guess`. Raises ContradictionError if no secret fits it."""
        after = replace(self, turns=(*self.turns, Turn(self.guess, code)), chosen=None)
        if not after.won:  # the keeper's word for it is enough: the list may lack the secret
            _ = after.candidates
        return after

    def undone(self) -> Session:
        """Take back the chosen word, or else the last turn; the same session at the start."""
        if self.chosen is not None:
            return replace(self, chosen=None)
        return replace(self, turns=self.turns[:-1])

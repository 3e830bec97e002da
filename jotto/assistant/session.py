"""One live game as a value: what was guessed and scored, and what to guess next."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from jotto.engine.game import Game, Turn
from jotto.engine.partition import Indices, partition
from jotto.engine.strategies import Advice, Strategy, advise


@dataclass(frozen=True, eq=False)
class Session:
    """A game so far. Every change makes a new session; the old one stays as it was.

    >>> from jotto.engine.strategies import strategy_named
    >>> from jotto.games.words import word_game
    >>> game = word_game(["hatch", "latch", "match"])
    >>> session = Session(game, strategy_named("entropy"))
    >>> session.guess, session.scored(game.rule.read("4,0")).guess
    ('hatch', 'latch')
    """

    game: Game
    strategy: Strategy
    turns: tuple[Turn, ...] = ()
    chosen: str | None = None  # a word guessed instead of the proposed one

    @cached_property
    def candidates(self) -> Indices:
        """The secrets that agree with every turn, (A,) indices."""
        return self.game.candidates(self.turns)

    @cached_property
    def proposed(self) -> Advice:
        """The best next guess and what it is worth."""
        made = tuple(self.game.find(turn.guess) for turn in self.turns)
        guess = self.strategy(self.game, self.candidates, made)
        return advise(self.game, self.candidates, [guess])[0]

    @property
    def guess(self) -> str:
        """The guess whose score is awaited: the chosen one, or else the proposed one."""
        return self.chosen or str(self.game.guesses[self.proposed.guess])

    @property
    def advice(self) -> Advice | None:
        """What :attr:`guess` is worth; None for a word that the list does not hold."""
        if self.chosen is None:
            return self.proposed
        known = self.game.find(self.chosen)
        return None if known < 0 else advise(self.game, self.candidates, [known])[0]

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

    def edited(self, number: int, code: int) -> Session:
        """Give turn ``number`` (from 1) another score. Raises ContradictionError if none fits."""
        turns = list(self.turns)
        turns[number - 1] = replace(turns[number - 1], code=code)
        after = replace(self, turns=tuple(turns))
        _ = after.candidates
        return after

    def parts(self) -> dict[int, list[str]]:
        """Group the candidates by the score code that :attr:`guess` would get."""
        codes = self.game.rule.matrix([self.guess], self.game.secrets)[0][self.candidates]
        return {
            code: [self.game.secrets[i] for i in part]
            for code, part in partition(codes, self.candidates).items()
        }

    def belied(self) -> tuple[Turn, ...]:
        """Return the turns whose scores the secret, once found, shows to have been wrong."""
        if not self.won:
            return ()
        secret = self.turns[-1].guess
        score = self.game.rule.score
        return tuple(turn for turn in self.turns if score(turn.guess, secret) != turn.code)

    def undone(self) -> Session:
        """Take back the chosen word, or else the last turn; the same session at the start."""
        if self.chosen is not None:
            return replace(self, chosen=None)
        return replace(self, turns=self.turns[:-1])

"""Where a game stands: a game together with the turns so far."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from jotto.engine import advice
from jotto.engine.game import Game, Turn, take
from jotto.engine.partition import Indices, partition
from jotto.engine.strategies import Strategy, strategy_of
from jotto.errors import ContradictionError, GameError, TurnError


@dataclass(frozen=True, eq=False)
class Position:
    """A game together with the turns so far; these determine the candidates.

    ``len(at)`` is the number of candidates. For the engine: ``history`` holds the turns with
    their score codes, ``made`` the indices of their guesses (-1 for one that is not in the list),
    ``left (A,)`` the indices of the candidates, ascending.

    >>> from jotto.games.words import word_game
    >>> at = start(word_game(["hatch", "latch", "match", "crane"]), "hatch=4,0")
    >>> at.candidates, at.turns, at.partition("latch")
    (['latch', 'match'], (('hatch', '4,0'),), {'4,0': ['match'], '5,0': ['latch']})
    >>> at
    Position(2 candidates after hatch=4,0)
    """

    game: Game = field(repr=False)
    history: tuple[Turn, ...]
    made: tuple[int, ...] = field(repr=False)
    left: Indices = field(repr=False)

    def __len__(self) -> int:
        """Count the candidates."""
        return len(self.left)

    def __repr__(self) -> str:
        """Show the turns and the number of candidates."""
        after = "".join(f" {self.game.show(turn)}" for turn in self.history)
        noun = "candidate" if len(self) == 1 else "candidates"
        return f"Position({len(self):,} {noun}{after and ' after'}{after})"

    @property
    def turns(self) -> tuple[tuple[Any, str], ...]:
        """The guesses so far, each with its score."""
        return tuple((turn.guess, self.game.rule.texts[turn.code]) for turn in self.history)

    @property
    def candidates(self) -> Sequence[Any]:
        """The secrets that agree with every turn, in the order of the list."""
        return take(self.game.secrets, self.left)

    @property
    def won(self) -> bool:
        """Whether the last guess was the secret."""
        return bool(self.history) and self.history[-1].code == self.game.rule.win

    def after(self, guess: Any, score: Any) -> Position:
        """Return the position after one more turn.

        Raises WordError or ScoreError for what cannot be read, ContradictionError if no candidate
        agrees with the turn.

        >>> from jotto.games.words import word_game
        >>> start(word_game(["hatch", "latch", "crane"])).after("hatch", "4,0").candidates
        ['latch']
        """
        code = self.game.rule.read(str(score))
        return self.then(Turn(self.game.read(guess), code))

    def then(self, turn: Turn) -> Position:
        """Return the position after one more turn, which was read already."""
        codes = self.game.rule.matrix([turn.guess], take(self.game.secrets, self.left))[0]
        left = self.left[codes == turn.code]
        if not len(left):
            number = len(self.history) + 1
            raise ContradictionError(number, self.game.show(turn), len(self))
        return Position(
            self.game, (*self.history, turn), (*self.made, self.game.find(turn.guess)), left
        )

    def parts(self, guess: int) -> Iterator[tuple[int, Position]]:
        """Yield the score codes that a guess (an index) can get, and the position after each.

        The position after a win is one of its secret alone.
        """
        game, item = self.game, self.game.guesses[guess]
        for code, part in partition(game.codes(guess, self.left), self.left).items():
            history = (*self.history, Turn(item, code))
            yield code, Position(game, history, (*self.made, guess), part)

    def partition(self, guess: Any) -> dict[str, list[Any]]:
        """Group the candidates by the score that a guess would get. Raises WordError."""
        codes = self.game.rule.matrix([self.game.read(guess)], self.candidates)[0]
        texts = self.game.rule.texts
        return {
            texts[code]: list(take(self.game.secrets, part))
            for code, part in partition(codes, self.left).items()
        }

    def rank(self, strategy: Strategy | str = "entropy", top: int = 10) -> list[advice.Advice]:
        """Return the ``top`` guesses that a strategy would make, best first, and their worth.

        A strategy that measures nothing, or follows a tree, has one guess to offer. Raises
        GameError for a strategy that is not known.

        >>> from jotto.games.words import word_game
        >>> start(word_game(["bat", "cat", "hat", "mat"], ["chm"])).rank(top=1)[0].guess
        'chm'
        """
        chosen = strategy_of(strategy)
        if chosen.measures and not chosen.tree and len(self.made) >= len(chosen.opening):
            order = advice.ranked(self, chosen.measures)
            order = order[chosen.allowed(self)[order]]
        else:
            order = np.array([chosen.choose(self)])
        return advice.advise(self, order[:top].tolist())

    def measure(self, guess: Any) -> advice.Advice:
        """Say what one guess is worth, in the list or not. Raises WordError."""
        known = self.game.find(found := self.game.read(guess))
        return advice.advise_unlisted(self, found) if known < 0 else advice.advise(self, [known])[0]


def start(game: Game, *turns: Any) -> Position:
    """Return the position after some turns: pairs ``(guess, score)``, or texts ``"tares=1,1"``.

    Raises TurnError for a turn that cannot be read, ContradictionError naming the first turn that
    leaves no candidate.

    >>> from jotto.games.words import word_game
    >>> len(start(word_game(["hatch", "latch", "match"]), ("hatch", "4,0")))
    2
    """
    if not isinstance(game, Game):
        raise GameError(f"{type(game).__name__} is not a game; make one with jotto.words()")
    return at_turns(game, read_turns(game, turns))


def position_of(at: Game | Position) -> Position:
    """Return a position as it is, or the start of a game. Raises GameError for anything else."""
    return at if isinstance(at, Position) else start(at)


def read_turns(game: Game, turns: Sequence[Any]) -> tuple[Turn, ...]:
    """Read turns, as for :func:`start`. Raises TurnError."""
    return tuple(_read(game, number, turn) for number, turn in enumerate(turns, start=1))


def at_turns(game: Game, turns: Sequence[Turn]) -> Position:
    """Return the position after turns that were read already. Raises ContradictionError."""
    at = Position(game, (), (), game.everything)
    for turn in turns:
        at = at.then(turn)
    return at


def _read(game: Game, number: int, turn: Any) -> Turn:
    if isinstance(turn, Turn):
        return turn
    if isinstance(turn, str):
        return game.read_turn(number, turn)
    try:
        guess, score = turn
    except (TypeError, ValueError):
        reason = f"{turn!r} is not a turn; write a pair (guess, score) or 'tares=1,1'"
        raise TurnError(number, reason) from None
    return game.turn(number, guess, score)

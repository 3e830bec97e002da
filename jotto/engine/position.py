"""Positions: a game together with the turns so far."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from jotto.engine import advice
from jotto.engine.game import Game, Turn, take
from jotto.engine.partition import Indices, partition
from jotto.engine.strategies import Strategy, strategy_of
from jotto.errors import ContradictionError, GameError


@dataclass(frozen=True, eq=False)
class Position:
    """A game together with the turns so far; these determine the ``len(at)`` candidates.

    For the engine: ``history`` holds the turns with their score codes, ``made`` the indices of
    their guesses (-1 for one not in the list), ``left (A,)`` those of the candidates, ascending.

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
        return len(self.left)

    def __repr__(self) -> str:
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

        Raises WordError, ScoreError, or ContradictionError if no candidate agrees with it.

        >>> from jotto.games.words import word_game
        >>> start(word_game(["hatch", "latch", "crane"])).after("hatch", "4,0").candidates
        ['latch']
        """
        code = self.game.rule.read(str(score))
        return self.then(Turn(self.game.read(guess), code))

    def then(self, turn: Turn) -> Position:
        """Return the position after one more turn, already read. Raises ContradictionError."""
        codes = self.game.rule.matrix([turn.guess], take(self.game.secrets, self.left))[0]
        left, history = self.left[codes == turn.code], (*self.history, turn)
        if not len(left):
            raise contradiction(self.game, history, len(self))
        return Position(self.game, history, (*self.made, self.game.find(turn.guess)), left)

    def parts(self, guess: int) -> Iterator[tuple[int, Position]]:
        """Yield the score codes that a guess (an index) can get, and the position after each."""
        game, item = self.game, self.game.guesses[guess]
        for code, part in partition(game.codes(guess, self.left), self.left).items():
            yield code, Position(game, (*self.history, Turn(item, code)), (*self.made, guess), part)

    def partition(self, guess: Any) -> dict[str, list[Any]]:
        """Group the candidates by the score that a guess would get. Raises WordError."""
        rule, secrets = self.game.rule, self.game.secrets
        codes = rule.matrix([self.game.read(guess)], self.candidates)[0]
        parts = partition(codes, self.left).items()
        return {rule.texts[code]: list(take(secrets, part)) for code, part in parts}

    def rank(self, strategy: Strategy | str = "entropy", top: int = 10) -> list[advice.Advice]:
        """Return the ``top`` best guesses by a strategy, best first, with their measures.

        Only one, if the strategy has no measure or follows a tree. Raises GameError.

        >>> from jotto.games.words import word_game
        >>> start(word_game(["bat", "cat", "hat", "mat"], ["chm"])).rank(top=1)[0].guess
        'chm'
        """
        return advice.advise(self, strategy_of(strategy).ranked(self)[:top].tolist())

    def measure(self, guess: Any) -> advice.Advice:
        """Measure one guess, which need not be in the lists. Raises WordError."""
        return advice.measured(self, self.game.read(guess))


def contradiction(game: Game, history: Sequence[Turn], before: int) -> ContradictionError:
    """Return the error for the last turn, which leaves none of the ``before`` candidates."""
    noun = "word" if isinstance(game.secrets[0], str) and not game.closed else "secret"
    return ContradictionError(len(history), game.show(history[-1]), before, noun)


def start(game: Game, *turns: Any) -> Position:
    """Return the position after some turns: pairs ``(guess, score)``, or texts ``"tares=1,1"``.

    Raises TurnError, or ContradictionError naming the first turn that leaves no candidate.

    >>> from jotto.games.words import word_game
    >>> len(start(word_game(["hatch", "latch", "match"]), ("hatch", "4,0")))
    2
    """
    if not isinstance(game, Game):
        raise GameError(f"{type(game).__name__} is not a game; make one with jotto.words()")
    at = Position(game, (), (), game.everything)
    for turn in game.read_turns(turns):
        at = at.then(turn)
    return at


def position_of(at: Game | Position) -> Position:
    """Return a position as it is, or the start of a game. Raises GameError for anything else."""
    return at if isinstance(at, Position) else start(at)

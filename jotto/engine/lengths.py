"""What a strategy costs: the number of guesses that each secret takes, exactly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import sqrt
from typing import Any, Generic, cast

import numpy as np

from jotto import core
from jotto.engine.boards import Boards, combinations, drawn, lengths_on
from jotto.engine.game import (
    Game,
    Indices,
    IntArray,
    T,
    Turn,
    equal_fields,
    fields_alone,
    partition,
    take,
)
from jotto.engine.measures import Measure
from jotto.engine.position import TREE, Position, Strategy, position_of, strategy_of
from jotto.errors import GameError, check_arguments, count
from jotto.notebook import bars, table
from jotto.progress import following

SIMPLE = Measure("simple", lambda n: np.zeros(n + 1, np.int64), weighed=core.EARLIEST)
SAMPLED = 1000  # games of several boards, if their combinations are too many
LONG = 1 << 22  # scores; playing out fewer takes some ms
PATIENCE = 100  # useless guesses in a row before giving up: more than any opening has


@dataclass(frozen=True, eq=False)
class Lengths(Generic[T]):
    """The number of guesses that each candidate of a position takes, counted from there.

    ``each (A,)`` int64 is in the order of ``at.candidates``; several runs (of a random strategy)
    follow one another. ``a - b`` is the difference in guesses, secret by secret: (A,) int64.

    With a ``seed``, they are of the secrets that it draws. Of several boards, ``at`` being
    :class:`Boards`, they are the lengths of games: of every combination of secrets, or of those
    drawn. They have no further weights.

    >>> import jotto
    >>> lengths = jotto.evaluate(jotto.words(["hatch", "latch", "match"]))
    >>> lengths.total, lengths.mean, lengths.worst, lengths.games
    (6, 2.0, 3, {1: 1, 2: 1, 3: 1})
    >>> lengths
    Lengths(3 secrets: mean 2.0000, worst 3)
    """

    at: Position[T] = field(repr=False)
    each: IntArray
    runs: int = 1
    seed: int | None = None

    @staticmethod
    def of_runs(runs: Sequence[Lengths[T]]) -> Lengths[T]:
        """Join the games of several runs of one strategy. Raises GameError if they differ."""
        check_arguments(Lengths.of_runs, {"runs": runs})
        for run in list[Any](runs) or [None]:
            Lengths.__sub__(next(iter(runs), run), run)
        return replace(runs[0], each=np.concatenate([run.each for run in runs]), runs=len(runs))

    __eq__ = equal_fields
    __getstate__ = fields_alone

    def __hash__(self) -> int:
        return hash((self.at, self.runs, self.each.tobytes()))

    def __repr__(self) -> str:
        noun = count(len(self), "game" if self._of_boards else "secret")
        often = f", {self.runs} runs" if self.runs > 1 else ""
        often += "" if self.seed is None else f" from seed {self.seed}"
        return f"Lengths({noun}{often}: mean {self.mean:.4f}, worst {self.worst})"

    def _repr_html_(self) -> str:
        names = "mean", "sd", "worst", "total"
        return table(names, [[getattr(self, name) for name in names]]) + bars(self.games, "guesses")

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as values for JSON, by the names that ``jotto evaluate`` uses.

        They are games, total, mean, sd, worst, secrets, and with a prior prior_mean; of several
        boards also their number; of these and of drawn secrets whether all were played, seed and
        interval.
        """
        names = "games", "total", "mean", "sd", "worst"
        told = {name: getattr(self, name) for name in names} | {"secrets": len(self)}
        if self._of_boards:
            told |= {"boards": len(self.at)}
        if self._of_boards or self.seed is not None:
            told |= {"exact": self.seed is None, "seed": self.seed, "interval": self.interval}
        if not self._of_boards and self.at.game.prior is not None:
            told |= {"prior_mean": self.weighted_mean}
        return told

    def __len__(self) -> int:
        return len(self.each) // self.runs

    def __sub__(self, other: Lengths[Any]) -> IntArray:
        """Return how many more guesses each secret takes, (A,). Raises GameError if they differ."""
        check_arguments(Lengths.__sub__, {"other": other})
        same = (self.at, self.seed, len(self)) == (other.at, other.seed, len(other))
        if not (self._of_boards or other._of_boards or same):
            same = list(self.secrets) == list(other.secrets)
        if not same or self.runs > 1 or other.runs > 1:
            raise GameError("only single runs over the same secrets can be compared")
        return self.each - other.each

    @property
    def _of_boards(self) -> bool:
        return isinstance(self.at, Boards)

    @property
    def secrets(self) -> Sequence[T]:
        """The secret of each game of a run; of several boards, their secrets as one text."""
        if not self._of_boards:
            return cast(Sequence[T], take(self.at.game.secrets, self._played))
        at: Any = self.at
        rows = combinations(at) if self.seed is None else drawn(at, len(self), self.seed)
        return [cast(T, " ".join(map(str, take(at.game.secrets, row)))) for row in cast(Any, rows)]

    @property
    def _played(self) -> Indices:
        """The secrets of a run, in a game of one board."""
        return self.at.left if self.seed is None else secrets_drawn(self.at, len(self), self.seed)

    @cached_property
    def games(self) -> dict[int, int]:
        """How many games take each number of guesses that occurs."""
        guesses, counts = np.unique(self.each, return_counts=True)
        return dict(zip(guesses.tolist(), counts.tolist(), strict=True))

    @property
    def total(self) -> int:
        """Guesses over all games, the winning guess included."""
        return int(self.each.sum())

    @property
    def mean(self) -> float:
        """Guesses per game."""
        return self.total / len(self.each)

    @property
    def sd(self) -> float:
        """Standard deviation of the guesses per game, over all games; rounded once."""
        n, squares = len(self.each), int((self.each**2).sum())
        return sqrt(squares * n - self.total**2) / n

    @property
    def worst(self) -> int:
        """Guesses in the longest game."""
        return int(self.each.max())

    @property
    def interval(self) -> float:
        """Half of the 95 % interval of the mean, if the games were drawn; else 0."""
        return 0.0 if self.seed is None else 1.96 * self.sd / sqrt(len(self.each))

    def within(self, guesses: int) -> float:
        """Return the share of the games that take at most so many guesses."""
        check_arguments(Lengths.within, {"guesses": guesses})
        return float((self.each <= guesses).mean())

    @property
    def weighted_total(self) -> int:
        """Guesses over all games, times the weights of the secrets; the total without a prior."""
        if self._of_boards:
            return self.total
        return int(np.tile(self.at.game.weights(self._played), self.runs) @ self.each)

    @property
    def weighted_mean(self) -> float:
        """Guesses per game under the prior; without one, the mean."""
        if self._of_boards:
            return self.mean
        return self.weighted_total / (int(self.at.game.weights(self._played).sum()) * self.runs)


def evaluate(
    at: Game[T] | Position[T] | Boards[T],
    strategy: Strategy | str = "entropy",
    *,
    games: int | None = None,
    seed: int = 0,
    progress: bool | None = None,
) -> Lengths[T]:
    """Play a strategy against every secret of a game, or every candidate of a position.

    Where nothing is left to guess it takes 0 further guesses, see :attr:`jotto.Position.won`.
    Against every combination of secrets of several boards, if they can be counted (up to 100,000,
    without a prior). Otherwise, or if the scores of a game do not fit in memory, or with ``games``,
    against so many (1,000) that ``seed`` draws.

    One compiled call if a single measure decides. The opening need not be in the list. What takes
    over ten seconds is shown in a terminal or notebook, unless ``progress`` is False. Raises
    GameError if the strategy is unknown, or keeps making guesses that tell nothing.

    >>> import jotto
    >>> jotto.evaluate(jotto.words(["hatch", "latch", "match"], ["lemon"]), "minimax").games
    {2: 3}
    """
    check_arguments(evaluate, {"games": games, "seed": seed, "progress": progress})
    chosen = strategy_of(strategy)
    if isinstance(at, Position) and len(at) * len(at.game.guesses) < LONG:  # most calls
        return _evaluated(at, chosen, games, seed)
    with following(progress):
        return _evaluated(at, chosen, games, seed)


def _evaluated(
    at: Game[T] | Position[T] | Boards[T], chosen: Strategy, games: int | None, seed: int
) -> Lengths[T]:
    if isinstance(at, Boards):
        every = combinations(at) if games is None else None
        secrets = drawn(at, games or SAMPLED, seed) if every is None else every
        played = lengths_on(at, secrets, chosen)
        return Lengths(cast(Any, at), played, seed=int(seed) if every is None else None)
    if isinstance(at, Position) and at.won:  # also where answers may be false
        return Lengths(at, np.zeros(1, np.int64))
    at = position_of(at)
    if games or (not at.game.whole and len(at) > SAMPLED):
        played = _walked(at, chosen.choose, secrets_drawn(at, games or SAMPLED, seed))
        return Lengths(at, played, seed=int(seed))
    upcoming = chosen.opening[len(at.made) :]
    if any(at.game.find(at.game.read(guess)) < 0 for guess in upcoming):
        return _guess_by_guess(at, chosen, upcoming[0])
    if chosen.tree is not None:  # the core cannot follow a tree, only the strategy after it
        guess = at.game.index(upcoming[0]) if upcoming else chosen.tree.guess_at(at)
        if guess >= 0 and (upcoming or chosen.allowed(at)[guess]):
            return _guess_by_guess(at, chosen, at.game.guesses[guess])
        if chosen.name != TREE:  # a game that has left the tree never returns to it
            chosen = replace(chosen, tree=None)
    return Lengths(at, _played(at, chosen))


def _played(at: Position, strategy: Strategy) -> IntArray:
    """Return the guesses that each candidate takes, (A,), by one call if one measure decides."""
    game, measure = at.game, strategy.measure
    if strategy.name == "simple" and strategy.free:
        measure = SIMPLE
    if game.whole:
        _ = game.matrix  # looked up from now on
    if measure is None or not game.whole or (np.diff(game.guess_of) < 0).any():
        return _walked(at, strategy.choose)
    opening = [game.index(guess) for guess in strategy.opening[len(at.made) :]]
    worth = measure.worth(game, game.weights(game.everything))
    own = game.guess_of, game.secret_of
    return core.lengths(game.matrix.T, at.left, game.rule.n_codes, worth, *own, opening)[at.left]


def secrets_drawn(at: Position, games: int, seed: int) -> Indices:
    """Draw different secrets of a position, ascending: (games,), or all if there are no more."""
    draw = np.random.default_rng(seed)
    return np.sort(draw.choice(at.left, min(games, len(at)), replace=False, shuffle=False))


def _walked(at: Position, choose: Any, secrets: Indices | None = None) -> IntArray:
    """Visit every position that ``choose`` leads to for some secrets, ascending, or for all.

    Return the guesses that each takes from ``at``.
    """
    game, all_of_them = at.game, at.left if secrets is None else secrets
    lengths, waiting = np.zeros(len(all_of_them), np.int64), [(at, all_of_them, 0)]
    while waiting:
        node, some, idle = waiting.pop()
        guess = choose(node)
        codes = game.codes(guess, node.left)
        for code, part in partition(game.codes(guess, some), some).items():
            if code == game.rule.win:
                lengths[np.searchsorted(all_of_them, part)] = len(node.made) + 1 - len(at.made)
                continue
            left, turn = node.left[codes == code], Turn(game.guesses[guess], code)
            idle_now = idle + 1 if len(left) == len(node.left) else 0
            if idle_now > PATIENCE:
                item = str(game.guesses[guess])
                raise GameError(f"the strategy is stuck: {item!r} tells no candidates apart")
            after = Position(game, (*node.history, turn), (*node.made, guess), left)
            waiting.append((after, part, idle_now))
    return lengths


def _guess_by_guess(at: Position[T], strategy: Strategy, guess: T) -> Lengths[T]:
    """Make a guess, and evaluate the strategy after each of its scores."""
    each = np.ones(len(at.game), np.int64)
    for score in at.partition(guess):
        after = at.after(guess, score)
        if not after.won:
            each[after.left] += evaluate(after, strategy).each
    return Lengths(at, each[at.left])

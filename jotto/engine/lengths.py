"""What a strategy costs: the number of guesses that each secret takes, exactly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import sqrt
from typing import TYPE_CHECKING, Any, Generic, cast

import numpy as np

from jotto import core, pictures, stopping
from jotto.engine import lies as false_answers
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
from jotto.engine.position import (
    FEW_LEFT,
    TREE,
    AnyStrategy,
    Position,
    Strategy,
    check_open,
    start,
    strategy_of,
)
from jotto.errors import GameError, check_arguments, count
from jotto.notebook import bars, table
from jotto.plain import Plain, plain
from jotto.progress import following, meter, told

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SIMPLE = Measure("simple", lambda n: np.zeros(n + 1, np.int64), weighed=core.EARLIEST)
SAMPLED = 1000  # games of several boards, if their combinations are too many
LONG = 1 << 22  # scores; playing out fewer takes some ms
AT_ONCE = 1 << 27  # scores of a call of the core: half a second, after which it can be stopped
PATIENCE = 100  # useless guesses in a row before giving up: more than any opening has


@dataclass(frozen=True, eq=False)
class Lengths(Plain, Generic[T]):
    """The number of guesses that each candidate of a position takes, counted from there.

    ``each (A,)`` int64 is in the order of ``at.candidates``; several runs (of a random strategy)
    follow one another. ``a - b`` is the difference in guesses, secret by secret: (A,) int64.

    With a ``seed``, they are those of a sample of secrets, or of players that draw by it, see
    ``jotto.Strategy``. Of several boards, ``at`` being
    ``Boards``, they are the lengths of games: of every combination of secrets, or of those
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
    _table = "secret=_every_secret guesses=each"
    _picture = "lines"

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
        again = self.seed is not None and len(self) > len(self.at)  # secrets, drawn more than once
        noun = count(len(self), "game" if self._of_boards or again else "secret")
        often = f", {self.runs} runs" if self.runs > 1 else ""
        often += "" if self.seed is None else f" from seed {self.seed}"
        return f"Lengths({noun}{often}: mean {self.mean:.4f}, worst {self.worst})"

    def _repr_html_(self) -> str:
        names = "mean", "sd", "worst", "total"
        return table(names, [[getattr(self, name) for name in names]]) + bars(self.games, "guesses")

    def plot(
        self, *others: Lengths[Any], names: Sequence[str] = (), ax: Axes | None = None
    ) -> Axes:
        """Draw how many games take each number of guesses by matplotlib (the extra ``plot``).

        With ``others``, which have ``names``, beside theirs; as shares if they are not of as many
        games. On ``ax``, or on new axes. Raises GameError.
        """
        every: list[Any] = [self, *others]
        if not all(isinstance(lengths, Lengths) for lengths in every):
            raise GameError("others: give lengths, such as those of jotto.evaluate").about("others")
        usual = [f"{len(each.at)} boards" if each._of_boards else "" for each in every]
        noun = "games" if any(each._of_boards for each in every) or self.runs > 1 else "secrets"
        games = [each.games for each in every]
        return pictures.distribution(games, names or usual, noun, ax)

    @property
    def _every_secret(self) -> list[T]:
        return [*self.secrets] * self.runs

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as values for JSON, by the names that ``jotto evaluate`` uses.

        They are games, total, mean, sd, worst, secrets, and with a prior prior_mean; of several
        boards also their number; of these and of drawn games whether all were played, seed,
        interval and standard_error; of several runs the last two.
        """
        names = "games", "total", "mean", "sd", "worst"
        told = {name: getattr(self, name) for name in names} | {"secrets": len(self)}
        if self._of_boards:
            told |= {"boards": len(self.at)}
        if self._of_boards or self.seed is not None:
            told |= {"exact": self.seed is None, "seed": self.seed}
        if self._of_boards or self.seed is not None or self.runs > 1:
            told |= {"interval": self.interval, "standard_error": self.standard_error}
        if not self._of_boards and self.at.game.prior is not None:
            told |= {"prior_mean": self.prior_mean}
        return told | {"games": plain(self.games)}

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
        if self.seed is None:
            return self.at.left
        return secrets_drawn(self.at, len(self), self.seed, again=len(self) > len(self.at))

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
    def standard_error(self) -> float:
        """Standard error of the mean, by the means of several runs or by the games; 0: exact."""
        every = self.seed is None or (not self._of_boards and len(self) == len(self.at))
        if self.runs > 1 and every:
            means = self.each.reshape(self.runs, -1).mean(axis=1)
            return float(means.std(ddof=1)) / sqrt(self.runs)
        return 0.0 if self.seed is None else self.sd / sqrt(len(self))

    @property
    def interval(self) -> float:
        """Half of the 95% interval of the mean: 1.96 standard errors; 0 if it is exact."""
        return 1.96 * self.standard_error

    def within(self, guesses: int) -> float:
        """Return the share of the games that take at most so many guesses.

        Raises GameError for what is no number.
        """
        check_arguments(Lengths.within, {"guesses": guesses})
        return float((self.each <= guesses).mean())

    def found_within(self, guesses: int) -> int:
        """Return the number of games that take at most so many guesses.

        Raises GameError for what is no number.
        """
        check_arguments(Lengths.found_within, {"guesses": guesses})
        return int(self._found(guesses).sum())

    def weighted_within(self, guesses: int) -> int:
        """Return the weight of the secrets found in so many guesses; without a prior, how many.

        Raises GameError for what is no number.
        """
        check_arguments(Lengths.weighted_within, {"guesses": guesses})
        found = self._found(guesses)
        return int(found.sum() if self._of_boards else self._weights @ found)

    def _found(self, guesses: int) -> IntArray:
        return np.asarray((self.each > 0) & (self.each <= guesses), np.int64)

    @property
    def _weights(self) -> IntArray:
        """The weight of each game's secret, in a game of one board."""
        return np.tile(self.at.game.weights(self._played), self.runs)

    @property
    def weighted_total(self) -> int:
        """Guesses over all games, times the weights of the secrets; the total without a prior."""
        if self._of_boards:
            return self.total
        return int(self._weights @ self.each)

    @property
    def prior_mean(self) -> float:
        """Guesses per game under the prior; without one, the mean."""
        if self._of_boards:
            return self.mean
        return self.weighted_total / int(self._weights.sum())


def evaluate(
    at: Game[T] | Position[T] | Boards[T],
    strategy: AnyStrategy = "entropy",
    *,
    games: int | None = None,
    seed: int = 0,
    progress: bool | None = None,
) -> Lengths[T]:
    """Play a strategy against every secret of a game, or every candidate of a position.

    Where nothing is left to guess it takes 0 further guesses, see ``jotto.Position.won``.
    Against every combination of secrets of several boards, if they can be counted (up to 100,000,
    without a prior). Otherwise, or if the scores of a game do not fit in memory, or with ``games``,
    against so many (1,000) that ``seed`` draws. A strategy whose players remember their games plays
    each secret once, with ``games`` as many as that draws, again and again if there are fewer; the
    mean then has a standard error, and ``seed`` is what players draw by, beside their own. So it is
    where answers may be false (``lies``, the rule ``fibble``): ``seed`` draws these, too.

    One compiled call if a single measure decides. The opening need not be in the list. After ten
    seconds, the progress is shown in a terminal or notebook, unless ``progress`` is False. Raises
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
    at = at if isinstance(at, Position) else start(at)
    check_open(at)
    if chosen.stateful or at.game.noisy:
        large = SAMPLED if len(at) > SAMPLED and not at.game.whole else len(at)
        secrets = secrets_drawn(at, games or large, seed, again=True)
        return Lengths(at, _one_by_one(at, chosen, secrets, seed), seed=int(seed))
    if games or (not at.game.whole and len(at) > SAMPLED):
        played = _walked(at, chosen, secrets_drawn(at, games or SAMPLED, seed))
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
    """Return the guesses that each candidate takes, (A,), by few calls if one measure decides."""
    game, measure = at.game, strategy.measure
    if strategy.name == "simple" and strategy.by is None and strategy.free:
        measure = SIMPLE
    if game.whole:
        _ = game.matrix  # looked up from now on
    if measure is None or not game.whole or (np.diff(game.guess_of) < 0).any():
        return _walked(at, strategy)
    opening = [game.index(guess) for guess in strategy.opening[len(at.made) :]]
    worth, some = measure.worth(game, game.weights(game.everything)), AT_ONCE // len(game.guesses)

    def play(left: Indices) -> IntArray:
        own = game.guess_of, game.secret_of
        return core.lengths(game.matrix.T, left, game.rule.n_codes, worth, *own, opening)

    if len(at) <= some:
        return play(at.left)[at.left]
    opening = opening or [strategy.choose(at)]
    codes = game.codes(opening[0], at.left)
    call = (np.cumsum(np.bincount(codes)) // some)[codes]  # of each candidate: parts as a whole
    each = [play(at.left[call == number]) for number in told(np.unique(call).tolist(), "parts")]
    return np.asarray(np.sum(each, axis=0)[at.left])


def secrets_drawn(at: Position, games: int, seed: int, *, again: bool = False) -> Indices:
    """Draw different secrets of a position, ascending: (games,), or all if there are no more.

    With ``again``, all are repeated as often as they can be, and the rest is drawn.
    """
    draw, often = np.random.default_rng(seed), games // len(at) if again else 0
    rest = draw.choice(at.left, min(games - often * len(at), len(at)), replace=False, shuffle=False)
    return np.sort(np.concatenate((np.tile(at.left, often), rest)))


def _walked(at: Position, strategy: Strategy, secrets: Indices | None = None) -> IntArray:
    """Visit every position that a strategy leads to for some secrets, ascending, or for all.

    Return the guesses that each takes from ``at``.
    """
    game, all_of_them = at.game, at.left if secrets is None else secrets
    likeliest = strategy.measures and strategy.free and secrets is None
    only = strategy.by is None and strategy.free  # it guesses the only candidate
    few, planned = FEW_LEFT if likeliest else int(only), len(strategy.opening)
    lengths, waiting = np.zeros(len(all_of_them), np.int64), [(at, all_of_them, 0)]
    tell, done = meter("games", len(all_of_them)), 0
    while waiting:
        stopping.check()
        tell(done)
        node, some, idle = waiting.pop()
        guess = strategy.choose(node)
        codes = game.codes(guess, node.left)
        for code, part in partition(game.codes(guess, some), some).items():
            if code == game.rule.win:
                lengths[np.searchsorted(all_of_them, part)] = len(node.made) + 1 - len(at.made)
                done += len(part)
                continue
            left, turn = node.left[codes == code], Turn(game.guesses[guess], code)
            if len(left) <= few and len(node.made) + 1 >= planned:
                order = left[np.lexsort((game.guess_of[left], -game.weights(left)))]
                made = len(node.made) + 2 - len(at.made)
                lengths[np.searchsorted(all_of_them, order)] = np.arange(made, made + len(order))
                done += len(order)
                continue
            idle_now = idle + 1 if len(left) == len(node.left) else 0
            if idle_now > PATIENCE:
                raise stuck(game, node.history[: len(node.made) - idle], game.guesses[guess])
            after = Position(game, (*node.history, turn), (*node.made, guess), left)
            waiting.append((after, part, idle_now))
    return lengths


def _one_by_one(at: Position, strategy: Strategy, secrets: Indices, seed: int) -> IntArray:
    """Play each secret by a player of its own; return the guesses that each takes from ``at``.

    Answers that may be false are drawn by the seed and the number of the game.
    """
    game, each, known = at.game, np.zeros(len(secrets), np.int64), {at.history: at}
    for number, secret in enumerate(told(secrets.tolist(), "games")):
        player = strategy.player(seed, number) if strategy.stateful else None
        draw, node, idle, first = np.random.default_rng((seed, number)), at, 0, True
        while not node.won:
            stopping.check()
            guess = (
                strategy.next_guess(player, node, first=first) if player else strategy.choose(node)
            )
            code = int(game.codes(guess, np.array([secret]))[0])
            if game.noisy:
                false = int(node.false[np.searchsorted(node.left, secret)]) if game.lies else 0
                code = false_answers.told(game, code, false, draw)
            turn = Turn(game.guesses[guess], code)
            history, before, first = (*node.history, turn), node, False
            if history not in known:
                known[history] = before.then(turn)
            node = known[history]
            idle = idle + 1 if len(node) == len(before) and not node.won else 0
            if idle > PATIENCE:
                raise stuck(game, node.history[:-idle], turn.guess)
        each[number] = len(node.made) - len(at.made)
    return each


def stuck(game: Game, history: Sequence[Turn], guess: Any) -> GameError:
    """Return the error for a strategy that keeps making guesses that tell nothing."""
    turns = "".join(f" {game.show(turn)}" for turn in history) or " nothing"
    reason = f"{str(guess)!r} tells no candidates apart"
    return GameError(f"the strategy is stuck after{turns}: {reason}")


def _guess_by_guess(at: Position[T], strategy: Strategy, guess: T) -> Lengths[T]:
    """Make a guess, and evaluate the strategy after each of its scores."""
    each = np.ones(len(at.game), np.int64)
    for score in told([*at.partition(guess)], "scores"):
        after = at.after(guess, score)
        if not after.won:
            each[after.left] += evaluate(after, strategy).each
    return Lengths(at, each[at.left])

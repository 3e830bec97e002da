"""How the next guess is chosen.

A *measure* gives every guess a value from the sizes of its parts; smaller is better. A
*strategy* is a function ``(game, candidates, history) -> guess``, all in indices, ``history`` being
the guesses made before this one. Values are integers, so that those equal in exact
arithmetic compare equal on any machine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log, log2, sqrt
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from jotto.engine.allowed import Allow, Bools, History, any_guess, only_candidates
from jotto.engine.game import Game, take
from jotto.engine.partition import (
    Indices,
    IntArray,
    blocks_of_part_sizes,
    blocks_of_part_weights,
    part_sizes,
)
from jotto.errors import GameError, quoted

Strategy = Callable[[Game, Indices, History], int]

WORTH = 1 << 22  # scores; where fewer are to be counted, looking for symmetries costs more
BIT = 1 << 32  # the unit of entropy: whole numbers of 2**-32 bits


def n_log2_n(largest: int) -> IntArray:
    """Tabulate n log2 n for n = 0 .. largest in units of 2**-32 bits; an array int64.

    Built from one rounded logarithm per prime, so that products stay exact: equal values in
    real arithmetic are equal here, whatever parts they come from.

    >>> table = n_log2_n(6)
    >>> (table[:3] / BIT).tolist(), bool(table[6] == 2 * table[3] + 6 * BIT)
    ([0.0, 0.0, 2.0], True)
    """
    return _table_of_n_log2_n(1 << largest.bit_length())[: largest + 1]


@lru_cache
def _table_of_n_log2_n(stop: int) -> IntArray:
    logs = np.zeros(stop, np.int64)
    for prime in range(2, stop):
        if logs[prime]:
            continue  # a smaller prime divides it
        power = prime
        while power < stop:
            logs[power::power] += round(log2(prime) * BIT)
            power *= prime
    return logs * np.arange(stop)


@dataclass(frozen=True)
class Measure:
    """A value for a guess: a cost for each of its parts, summed up or the highest.

    ``costs(n)`` tabulates the cost, int64, of a part of each size 0 .. n; an empty part costs 0.
    No guess may be worth less than one whose parts all have size 1, nor may one that tells no
    two candidates apart be worth as little as one that does.

    Where secrets have weights, ``weighted(weights (G, K), sizes (G, K))`` values guesses instead;
    without it the measure is the same under any prior.
    """

    name: str
    costs: Callable[[int], IntArray]
    highest: bool = False
    weighted: Callable[[IntArray, IntArray], IntArray] | None = None

    def values(self, sizes: IntArray, n_candidates: int) -> IntArray:
        """Value guesses by the sizes (G, K) of their parts: an array (G,) int64."""
        costs: IntArray = self.costs(n_candidates)[sizes]
        found: IntArray = costs.max(axis=1) if self.highest else costs.sum(axis=1)
        return found


def _squares(largest: int) -> IntArray:
    return np.arange(largest + 1, dtype=np.int64) ** 2


def _sizes(largest: int) -> IntArray:
    return np.arange(largest + 1, dtype=np.int64)


ROOT, PER_BIT = sqrt(0.5), 2 / log(2)
SERIES = tuple(1 / k for k in range(19, 0, -2))  # of the inverse hyperbolic tangent


def logarithms(numbers: IntArray) -> npt.NDArray[np.float64]:
    """Return the base 2 logarithms of whole numbers up to 2**53; of 0 it is any finite number.

    Made of operations that every machine rounds alike, which a library's logarithm is not.

    >>> logarithms(np.array([8, 10])).round(6).tolist()
    [3.0, 3.321928]
    """
    share, power = np.frexp(numbers)
    part = (share - ROOT) / (share + ROOT)
    square, found = part * part, np.zeros(part.shape)
    for coefficient in SERIES:
        found *= square
        found += coefficient
    found *= part
    found *= PER_BIT
    found += power - 0.5
    return found


def weighted_entropy(weights: IntArray, sizes: IntArray) -> IntArray:
    """Sum up w log2 w over the parts, and take a bit off for the chance to win; (G,) int64.

    The bits that remain, times the weight of all, in units of 2**10. The last column is the win.
    Without the bit off, likely words are told apart but guessed late: over the shipped list,
    weighed by how common words are, the mean is 5.050 guesses without, 4.974 with one bit, 4.957
    with two, but then the worst is 10 and not 8.
    """
    found: IntArray = np.rint(weights * logarithms(weights) / 1024).astype(np.int64).sum(axis=1)
    return found - weights[:, -1] // 1024


def weighted_size(weights: IntArray, sizes: IntArray) -> IntArray:
    """Sum up weight x size over the parts but the win: the candidates left; (G,) int64."""
    found: IntArray = (weights * sizes)[:, :-1].sum(axis=1)
    return found


def _minus_one(largest: int) -> IntArray:
    return -(_sizes(largest) > 0).astype(np.int64)


MEASURES = {
    measure.name: measure
    for measure in (
        Measure(
            "entropy", n_log2_n, weighted=weighted_entropy
        ),  # expected remaining bits x A; Neuwirth 1982
        Measure("minimax", _sizes, highest=True),  # Knuth 1976
        Measure("expected-size", _squares, weighted=weighted_size),  # Irving 1979
        Measure("most-parts", _minus_one),  # Kooi 2005
    )
}


def measures_named(name: str) -> tuple[Measure, ...]:
    """Look measures up: ``entropy``, or ``most-parts+entropy`` where one breaks another's ties.

    Raises GameError naming those there are.
    """
    parts = name.lower().split("+")
    for part in parts:
        if part not in MEASURES:
            known = ", ".join(STRATEGIES)
            raise GameError(f"no strategy is called {quoted(part)}; there are {known}")
    return tuple(MEASURES[part] for part in parts)


class Values(Protocol):
    """Gives guesses their values: ``(game, candidates, measure, guesses) -> (len,) int64``."""

    def __call__(
        self, game: Game, candidates: Indices, measure: Measure, guesses: Indices | None = None
    ) -> IntArray:
        """Value ``guesses``, or all of them, by ``measure`` on ``candidates (A,)``."""


def values(
    game: Game, candidates: Indices, measure: Measure, guesses: Indices | None = None
) -> IntArray:
    """Value ``guesses``, or all of them, by ``measure`` on ``candidates (A,)``; int64.

    >>> from jotto.games.words import word_game
    >>> game = word_game(["abc", "abd", "xyz"])
    >>> values(game, game.everything, MEASURES["expected-size"])
    array([3, 3, 5])
    """
    if game.weights is not None and measure.weighted:
        return _weighted_values(game, candidates, measure.weighted, guesses)
    if kept(game, candidates, guesses):
        return measure.values(chosen_of(game.opening_sizes, guesses), len(candidates))
    n, n_codes = len(candidates), game.rule.n_codes
    found = [
        measure.values(sizes, n)
        for block in game.blocks(candidates, guesses)
        for _, sizes in blocks_of_part_sizes(block.T, np.arange(n), n_codes)
    ]
    return np.concatenate(found)


def _weighted_values(
    game: Game,
    candidates: Indices,
    weighted: Callable[[IntArray, IntArray], IntArray],
    guesses: Indices | None,
) -> IntArray:
    if kept(game, candidates, guesses):
        sizes, weights = game.opening_sizes, game.opening_weights
        return weighted(chosen_of(weights, guesses), chosen_of(sizes, guesses))
    found = [
        weighted(weights, sizes)
        for block in game.blocks(candidates, guesses)
        for _, sizes, weights in blocks_of_part_weights(
            block.T, np.arange(len(candidates)), weights_of(game, candidates), game.rule.n_codes
        )
    ]
    return np.concatenate(found)


def kept(game: Game, candidates: Indices, guesses: Indices | None) -> bool:
    """Whether the parts of these guesses are best taken from those of all openings."""
    few = guesses is not None and 2 * len(guesses) < len(game.guesses)
    return len(candidates) == len(game.secrets) and not few


def chosen_of(parts: IntArray, guesses: Indices | None) -> IntArray:
    """Take the rows of some guesses, or all."""
    return parts if guesses is None else parts[guesses]


def weights_of(game: Game, candidates: Indices) -> IntArray:
    """Return how likely the candidates are, (A,) whole numbers; 1 each without a prior."""
    if game.weights is None:
        return np.ones(len(candidates), np.int64)
    found: IntArray = game.weights[candidates]
    return found


def ranking(values: IntArray, candidate: Bools) -> Indices:
    """Order guesses: smallest value, then a candidate, then the earliest.

    ``values (G,)`` int64; ``candidate (G,)`` bool: can this guess be the secret?

    >>> ranking(np.array([5, 3, 3, 3]), np.array([True, False, True, True]))
    array([2, 3, 1, 0])
    """
    return np.lexsort((~candidate, values))


def best(values: IntArray, candidate: Bools) -> int:
    """Return the first of :func:`ranking`, without sorting.

    >>> best(np.array([5, 3, 3, 3]), np.array([True, False, True, True]))
    2
    """
    tied = values == values.min()
    among = tied & candidate
    return int(np.argmax(among if among.any() else tied))


def one_step(
    *measures: Measure, allow: Allow = any_guess, values: Values = values, symmetry: bool = True
) -> Strategy:
    """Make the strategy that looks one guess ahead and takes the best by the first measure.

    Further measures break ties. ``allow`` says which guesses may be made. ``values`` is a faster
    twin of :func:`values`, if there is one at hand. The symmetries of the game, if it knows any,
    spare work and change nothing; ``symmetry`` is there to show that.
    """

    def choose(game: Game, candidates: Indices, history: History) -> int:
        may = allow(game, candidates, history)
        if len(candidates) <= 2 and may[game.guess_of[candidates]].any():
            return likeliest(game, candidates[may[game.guess_of[candidates]]])
        worth = symmetry and len(candidates) * len(game.guesses) >= WORTH
        tried = apart(game, history) if worth else None
        if not may.all():
            tried = may.nonzero()[0] if tried is None else tried[may[tried]]
        found = values(game, candidates, measures[0], tried)
        for measure in measures[1:]:
            found = tie_broken(found, values(game, candidates, measure, tried))
        if tried is None:
            tried = np.arange(len(found))
        candidate = only_candidates(game, candidates, history)[tried]
        return int(tried[best(found, candidate)])

    return choose


def likeliest(game: Game, candidates: Indices) -> int:
    """Guess the likeliest of ``candidates (A,)``, the earliest among equals."""
    own = game.guess_of[candidates]
    return int(own[np.lexsort((own, -weights_of(game, candidates)))[0]])


def apart(game: Game, history: History) -> Indices | None:
    """Return the earliest guess of each kind that ``history`` can tell apart; None: try them all.

    A history with a guess from outside the list (-1) has symmetries that are not known.
    """
    if game.alike is None or -1 in history:
        return None
    kinds = game.alike(history)
    return np.sort(np.unique(kinds, return_index=True)[1])


def tie_broken(values: IntArray, further: IntArray) -> IntArray:
    """Combine two values of each guess into one that orders by the first, then the second.

    >>> tie_broken(np.array([7, 5, 7]), np.array([2, 9, 1]))
    array([2, 0, 1])
    """
    order = np.lexsort((further, values))
    steps = (np.diff(values[order]) != 0) | (np.diff(further[order]) != 0)
    found = np.empty(len(values), np.int64)
    found[order] = np.concatenate(([0], np.cumsum(steps)))
    return found


def simple(game: Game, candidates: Indices, history: History) -> int:
    """Guess the earliest candidate: the consistent search of Shapiro 1983."""
    return int(game.guess_of[candidates].min())


def at_random(seed: Sequence[int]) -> Strategy:
    """Make the strategy that guesses any candidate, drawn anew at each node of one tree."""
    draw = np.random.default_rng(seed)

    def choose(game: Game, candidates: Indices, history: History) -> int:
        return int(game.guess_of[draw.choice(candidates)])

    return choose


def among(allow: Allow, strategy: Strategy) -> Strategy:
    """Let a strategy that guesses candidates see only those it may guess, if there are any."""

    def choose(game: Game, candidates: Indices, history: History) -> int:
        may = allow(game, candidates, history)[game.guess_of[candidates]]
        return strategy(game, candidates[may] if may.any() else candidates, history)

    return choose


STRATEGIES = (*MEASURES, "simple", "random")


def strategy_named(
    name: str,
    *,
    allow: Allow = any_guess,
    seed: Sequence[int] = (0,),
    values: Values = values,
) -> Strategy:
    """Look a strategy up; raises GameError naming those there are. See :func:`one_step`."""
    if name == "simple":
        return among(allow, simple)
    if name == "random":
        return among(allow, at_random(seed))
    return one_step(*measures_named(name), allow=allow, values=values)


def with_opening(opening: Sequence[int], strategy: Strategy) -> Strategy:
    """Make the strategy that plays ``opening`` whatever the scores, then follows ``strategy``."""

    def choose(game: Game, candidates: Indices, history: History) -> int:
        played = len(history)
        return opening[played] if played < len(opening) else strategy(game, candidates, history)

    return choose


@dataclass(frozen=True)
class Advice:
    """One guess and what it is worth before its score is known.

    ``bits`` gained, candidates left on average and at worst, and the number of parts; the
    winning part counts among them. ``candidate``: it can be the secret; ``chance``: how likely
    it is. Bits, average and chance go by the prior, if the game has one.
    """

    guess: int
    candidate: bool
    bits: float
    expected_left: float
    worst_left: int
    parts: int
    chance: float


def advise(game: Game, candidates: Indices, guesses: Sequence[int]) -> list[Advice]:
    """Measure the given guesses (indices) on ``candidates (A,)``, in the order given."""
    chosen = np.asarray(guesses, np.intp)
    sizes, weights = _parts(game, candidates, chosen)
    own = weights_of(game, candidates)
    of_guess = np.zeros(len(game.guesses), np.int64)
    of_guess[game.guess_of[candidates]] = own
    return _advice(chosen, of_guess[chosen], sizes, weights)


def advise_any(game: Game, candidates: Indices, guess: Any) -> Advice:
    """Measure a guess, by itself and not by its index, on ``candidates (A,)``, listed or not."""
    known = game.find(guess)
    if known < 0:
        return advise_unlisted(game, candidates, guess)
    return advise(game, candidates, [known])[0]


def advise_unlisted(game: Game, candidates: Indices, guess: Any) -> Advice:
    """Measure a guess that the game does not list on ``candidates (A,)``; its index is -1.

    >>> from jotto.games.words import word_game
    >>> game = word_game(["bat", "cat", "hat", "mat"])
    >>> advise_unlisted(game, game.everything, "chm").bits
    1.5
    """
    codes = game.rule.matrix([guess], take(game.secrets, candidates))[0]
    everyone, own = np.arange(len(candidates)), weights_of(game, candidates)
    found = blocks_of_part_weights(codes[None], everyone, own, game.rule.n_codes)
    _, sizes, weights = next(found)
    return _advice(np.array([-1]), np.array([0]), sizes, weights)[0]


def _parts(game: Game, candidates: Indices, chosen: Indices) -> tuple[IntArray, IntArray]:
    """Return the sizes and the weights of the parts of some guesses, both (len(chosen), K)."""
    n_codes = game.rule.n_codes
    if len(candidates) == len(game.secrets):
        sizes = game.opening_sizes[chosen]
        return sizes, sizes if game.weights is None else game.opening_weights[chosen]
    block, everyone = game.columns(candidates, chosen).T, np.arange(len(candidates))
    if game.weights is None:
        sizes = part_sizes(block, everyone, n_codes)
        return sizes, sizes
    own = weights_of(game, candidates)
    found = list(blocks_of_part_weights(block, everyone, own, n_codes))
    return np.concatenate([f[1] for f in found]), np.concatenate([f[2] for f in found])


def _advice(guesses: Indices, own: IntArray, sizes: IntArray, weights: IntArray) -> list[Advice]:
    """Measure guesses (G,) by the sizes and weights (G, K) of their parts; ``own`` weights (G,)."""
    whole = weights.sum(axis=1)
    shares = weights / whole[:, None]
    bits = -(shares * np.log2(np.where(weights > 0, shares, 1))).sum(axis=1)
    columns = (
        guesses,
        own > 0,
        bits.round(9) + 0.0,
        (weights * sizes).sum(axis=1) / whole,
        sizes.max(axis=1),
        (sizes > 0).sum(axis=1),
        own / whole,
    )
    return [Advice(*one) for one in zip(*(column.tolist() for column in columns), strict=True)]


def rank(
    game: Game,
    candidates: Indices,
    *measures: Measure,
    allow: Allow = any_guess,
    history: History = (),
    top: int = 10,
) -> list[Advice]:
    """Return the ``top`` allowed guesses by ``measures``, best first, with what they are worth."""
    found = values(game, candidates, measures[0])
    for measure in measures[1:]:
        found = tie_broken(found, values(game, candidates, measure))
    order = ranking(found, only_candidates(game, candidates, history))
    order = order[allow(game, candidates, history)[order]]
    return advise(game, candidates, order[:top].tolist())


def best_guess(game: Game, candidates: Indices, name: str = "entropy") -> Any:
    """Return the guess that the strategy called ``name`` makes; the guess itself, no index.

    >>> from jotto.games.registry import game_named
    >>> game = game_named("mastermind:4x6")
    >>> best_guess(game, game.everything), best_guess(game, game.everything, "minimax")
    ('0123', '0011')
    """
    unknown = (-1,)  # what led here is not told, so no symmetry may be relied on
    return game.guesses[strategy_named(name)(game, candidates, unknown)]


def suggestions(
    game: Game,
    candidates: Indices,
    history: History,
    name: str,
    *,
    allow: Allow = any_guess,
    top: int = 10,
    seed: int = 0,
) -> list[Advice]:
    """Return what the strategy called ``name`` would guess, best first.

    A strategy that measures nothing has one guess to offer. Raises GameError.
    """
    if name in ("simple", "random"):
        guess = strategy_named(name, allow=allow, seed=(seed,))(game, candidates, history)
        return advise(game, candidates, [guess])
    measures = measures_named(name)
    return rank(game, candidates, *measures, allow=allow, history=history, top=top)

"""What a partition is worth: every guess gets a value from its parts, and smaller is better.

Values are integers, so that those equal in exact arithmetic compare equal on any machine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache, partial, reduce
from typing import Any, ClassVar

import numpy as np

from jotto import core
from jotto.core import BIT as BIT, Worth
from jotto.engine.game import CHUNK, Bools, Game, Indices, IntArray
from jotto.engine.measure_table import MEASURE_TABLE
from jotto.errors import GameError, check_arguments, code_name, meant, quoted, unfit


@dataclass(frozen=True)
class Measure:
    """A value for a guess: the sum, or the highest, of the costs of its parts.

    ``costs(n)`` tabulates the cost, int64, of a part of each size 0 .. n; an empty part costs 0,
    and from 1 on they are ``convex``, if the core shall count. Then a guess whose parts all have
    size 1 has a lower value than any other, and one with a single part a higher one. Where secrets
    have weights, ``weighed`` says what replaces the costs, see ``worth.c``.

    >>> MEASURES["expected-size"].costs(3), MEASURES["entropy"].costs(4)[4] // BIT
    (array([0, 1, 4, 9]), np.int64(8))
    """

    name: str
    costs: Callable[[int], IntArray]
    highest: bool = False
    weighed: int = core.BY_COSTS
    convex: bool = True

    def __repr__(self) -> str:
        return f"Measure({self.name!r})"

    def worth(self, game: Game, weights: IntArray) -> Worth:
        """Return what the core needs, for sets of at most so many candidates."""
        even = game.prior is None and self.weighed != core.EARLIEST
        weighed = core.BY_COSTS if even else self.weighed
        costs = np.zeros(0, np.int64) if weighed else self.costs(len(weights))
        return Worth(costs, self.highest, weights, weighed)

    def values(self, game: Game, candidates: Indices, guesses: Indices | None) -> IntArray:
        """Value ``guesses``, or all of them, on ``candidates (A,)``: int64."""
        if len(candidates) > CHUNK:
            of = self.costs(len(candidates))[game.parts(candidates, guesses)[0]]
            return np.asarray(of.max(axis=1) if self.highest else of.sum(axis=1))
        worth, rows = self.worth(game, game.weights(candidates)), np.arange(len(candidates))
        blocks = game.blocks(candidates, guesses)
        return np.concatenate(
            [core.values(each, rows, game.rule.n_codes, worth) for each in blocks]
        )


@dataclass(frozen=True)
class OwnMeasure:
    """A measure of one's own, see ``measure``. ``together``: it takes many rows at once."""

    name: str
    function: Callable[[IntArray], Any]
    together: bool = False
    weighed: ClassVar[int] = core.BY_COSTS

    def __repr__(self) -> str:
        return f"Measure({self.name!r})"

    def values(self, game: Game, candidates: Indices, guesses: Indices | None) -> IntArray:
        """Value ``guesses``, or all of them, in millionths.

        The function is asked once about all guesses whose parts have the same sizes: these have the
        same sum of random numbers, one for each size. That two others have it, too, is as likely as
        one in a million for 10,000 candidates, and only the order of the guesses depends on it.
        """
        random = Measure("sizes", partial(random_costs, min(len(candidates), game.rule.n_codes)))
        sums = random.values(game, candidates, guesses)
        kinds = np.unique(sums)
        kind, first = np.searchsorted(kinds, sums), np.empty(len(kinds), np.intp)
        first[kind] = np.arange(len(sums))
        if len(kinds) > len(sums) // FEW:  # looking up the scores of some takes longer than all
            sizes = game.parts(candidates, guesses)[0][first]
        else:
            sizes = game.parts(candidates, first if guesses is None else guesses[first])[0]
        sizes.sort(axis=1)
        return self.of_sizes(sizes[:, ::-1])[kind]

    def of_sizes(self, sizes: IntArray) -> IntArray:
        """Value rows of sizes (N, K), each with the largest first and 0 at the end: (N,)."""
        if self.together:
            return whole_values(self.name, self.function, sizes, sizes.shape[:1])
        rows = zip(sizes, (sizes > 0).sum(axis=1).tolist(), strict=True)
        with unfit(f"the measure {self.name}"):
            values = [a_number(self.function(row[:n]), row[:n]) for row, n in rows]
        return whole_values(self.name, lambda _: values, sizes, sizes.shape[:1])


FEW = 8  # guesses of which one is looked up, not all counted
MILLIONTHS = 1 << 20  # of a value that is not whole
HIGHEST = 1 << 38, 1 << 58  # of a value in millionths, and of whole costs, of which there are sums
LARGEST = 1 << 17  # size of a part by which the costs of one's own are looked at
TRIED = np.array([[4, 1, 1], [3, 2, 1]])  # sizes, by which a function shows what it takes


def a_number(value: Any, sizes: IntArray) -> float:
    """Return the value of a guess as a number. Raises GameError."""
    try:
        return float(value)
    except (TypeError, ValueError):
        wrong = f"it returned {value!r:.60}, not a number, for sizes {sizes.tolist()}"
        raise GameError(wrong) from None


@lru_cache(4)
def random_table(parts: int, largest: int) -> IntArray:
    """Return random numbers of which so many have a sum of 64 bits; 0 for an empty part."""
    highest = 1 << (62 - parts.bit_length())
    return np.append(0, np.random.default_rng(0).integers(highest, size=largest))


def random_costs(parts: int, largest: int) -> IntArray:
    """Return a random number for each size of a part, up to the largest."""
    return random_table(parts, 1 << largest.bit_length())[: largest + 1]


def measure(function: Callable[[Any], Any], name: str = "", *, each: bool = False) -> AnyMeasure:
    """Make a measure from a function of the sizes of the parts that a guess makes.

    The lowest value is best. The function takes one of three forms:

    * the sizes of the parts of a guess, (n,) int64, the largest first, to a number: ``max``;
    * the same of many guesses at once, (N, K) to (N,), the rows filled with 0: faster. A small
      array is tried to find out which of these two it is;
    * with ``each``, the sizes of parts, (n,), to the cost of each, (n,): the value of a guess is
      the sum of the costs of its parts. It is as fast as the built-in measures if the costs are
      convex.

    Values that are not whole are rounded to millionths. The weights of secrets do not count. Raises
    GameError if the function fails, now or later.

    >>> import jotto
    >>> game = jotto.words(["hatch", "latch", "match"], ["lemon"])
    >>> singles = jotto.measure(lambda sizes: -(sizes == 1).sum(), "singles")
    >>> squares = jotto.measure(lambda size: size**2, "squares", each=True)
    >>> jotto.evaluate(game, singles).games, jotto.evaluate(game, squares).games
    ({2: 3}, {2: 3})
    """
    check_arguments(measure, {"name": name, "each": each})
    if not callable(function):
        raise GameError(f"{function!r:.60} is not a function of the sizes of parts")
    name = name or code_name(function)
    if name in BUILT_IN:
        raise GameError(f"name={name!r}: a built-in strategy is called so; choose another name")
    if not each:
        with suppress(Exception):  # it is not for many; what else is wrong it says when it is used
            return OwnMeasure(name, function, together=np.shape(function(TRIED)) == (2,))
        return OwnMeasure(name, function)
    costs = OwnCosts(name, function)
    _, one, two, *_ = table = costs(LARGEST)
    convex = two > 2 * one and (np.diff(table[1:], 2) >= 0).all()  # a part costs more than its two
    return Measure(name, costs, weighed=core.BY_COSTS, convex=bool(convex))


@dataclass(frozen=True)
class OwnCosts:
    """The costs of a measure of one's own, a value that processes can be sent."""

    name: str
    function: Callable[[IntArray], Any]

    def __call__(self, largest: int) -> IntArray:
        """Tabulate the costs of parts; what is returned must not be changed."""
        return own_costs(self.name, self.function, largest)


@lru_cache(8)
def own_costs(name: str, function: Callable[[IntArray], Any], largest: int) -> IntArray:
    """Tabulate the costs of parts by a function of one's own; an empty part costs nothing."""
    return np.append(
        0, whole_values(name, function, np.arange(1, largest + 1), (largest,), whole=True)
    )


def whole_values(
    name: str,
    function: Callable[[IntArray], Any],
    sizes: IntArray,
    shape: tuple[int, ...],
    *,
    whole: bool = False,
) -> IntArray:
    """Return what a function of one's own says of sizes, as whole numbers. Raises GameError.

    They are millionths; with ``whole`` only if some of the values are not whole themselves.
    """
    with unfit(f"the measure {name}"):
        values = np.asarray(function(sizes), float)
        if values.shape != shape:
            wrong = f"it returned shape {values.shape}, not {shape}, for sizes {sizes.shape}"
            raise GameError(wrong)
        plain = whole and bool((values == np.rint(values)).all())
        if not (np.abs(values) < HIGHEST[plain]).all():
            raise GameError(f"it returned a value that is not a number below {HIGHEST[plain]:,}")
    return np.asarray(np.rint(values * (1 if plain else MILLIONTHS)), np.int64)


@lru_cache(8)
def costs_by(number: int, largest: int) -> IntArray:
    """Tabulate the costs of a measure of the core; what is returned must not be changed."""
    return core.costs(number, largest)


n_log2_n = partial(costs_by, 0)
MEASURES = {
    row.name: Measure(row.name, partial(costs_by, number), row.highest, row.weighed)
    for number, row in enumerate(MEASURE_TABLE)
}
AnyMeasure = Measure | OwnMeasure
WITHOUT_MEASURE = ("simple", "random")  # strategies that guess candidates and value nothing
BUILT_IN = *MEASURES, *WITHOUT_MEASURE


@lru_cache
def measures_named(name: str) -> tuple[Measure, ...]:
    """Look up ``entropy``, or ``most-parts+entropy``: the second breaks ties. Raises GameError."""
    if name in WITHOUT_MEASURE:
        return ()
    parts = name.lower().split("+")
    for part in parts:
        if part in WITHOUT_MEASURE:
            raise GameError(f"{quoted(name)}: {part} goes alone, without others").about("strategy")
        if part not in MEASURES:
            known = ", ".join(BUILT_IN)
            there = f"there are {known}{meant(part, BUILT_IN)}"
            raise GameError(f"no strategy is called {quoted(part)}; {there}").about("strategy")
    return tuple(MEASURES[part] for part in parts)


def values(
    game: Game, candidates: Indices, measure: AnyMeasure, guesses: Indices | None = None
) -> IntArray:
    """Value ``guesses``, or all of them, by ``measure`` on ``candidates (A,)``; int64.

    >>> import jotto
    >>> game = jotto.words(["abc", "abd", "xyz"])
    >>> values(game, game.everything, MEASURES["expected-size"])
    array([3, 3, 5])
    """
    if len(candidates) == len(game) and guesses is None and measure in MEASURES.values():
        return game.kept_on_disk(measure.name, lambda: measure.values(game, candidates, None))
    return measure.values(game, candidates, guesses)


def ranking(values: IntArray, candidate: Bools) -> Indices:
    """Order guesses: smallest value, then a candidate, then the earliest.

    ``values (G,)`` int64; ``candidate (G,)`` bool: can this guess be the secret?

    >>> ranking(np.array([5, 3, 3, 3]), np.array([True, False, True, True]))
    array([2, 3, 1, 0])
    """
    return np.lexsort((~candidate, values))


def decided(
    measures: Sequence[AnyMeasure],
    values: Sequence[IntArray],
    game: Game,
    lefts: Sequence[Indices],
    guesses: Indices | None,
) -> IntArray:
    """Combine the values of some measures; a guess that tells nothing on any board comes last.

    By a measure of one's own that may have the best value, and would be made for ever.
    """
    worth = reduce(tie_broken, values)
    if all(isinstance(measure, Measure) and measure.convex for measure in measures):
        return worth
    largest, useless = MEASURES["minimax"], np.ones(len(worth), np.bool_)
    for left in lefts:
        useless &= largest.values(game, left, guesses) == largest.costs(len(left))[-1]
        useless &= ~np.isin(
            np.arange(len(worth)) if guesses is None else guesses, game.guess_of[left]
        )
    return np.where(useless, worth.max() + 1, worth)


def tie_broken(values: IntArray, further: IntArray) -> IntArray:
    """Combine two values of each guess into one that orders by the first, then the second.

    >>> tie_broken(np.array([7, 5, 7]), np.array([2, 9, 1]))
    array([4, 2, 3])
    """
    first, second = (np.unique(each, return_inverse=True)[1] for each in (values, further))
    return first * len(values) + second

"""The least worst case: the fewest guesses within which some strategy always wins, proved."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import cast

import numpy as np

from jotto.engine import kernels
from jotto.engine.game import Game
from jotto.engine.lengths import evaluate
from jotto.engine.measures import MEASURES, Measure
from jotto.engine.partition import Indices, partition
from jotto.engine.strategies import distinct
from jotto.search.lookahead import SYMMETRY_PAYS, capacity

TOO_LARGE = 1 << 40  # the cost of a part too large for the guesses left


def strategy_exists(game: Game, most: int, check: Callable[[], None] | None = None) -> bool:
    """Return whether some strategy finds every secret within ``most`` guesses; either is proved.

    Branch and bound (Knuth 1976, by hand): guesses in order of the sum of squares of their parts,
    the largest part first. ``check()`` is called often; an exception from it ends the search.

    >>> from jotto.games.words import word_game
    >>> game = word_game(["hatch", "latch", "match"])
    >>> strategy_exists(game, 2), strategy_exists(game, 3)
    (False, True)
    """
    # the guess itself may win; each other score, at most as many as an opening can get, leaves a
    # position with one guess less
    parts = int((game.opening_sizes[:, : game.rule.win] > 0).sum(axis=1).max())
    room = capacity(parts, len(game)).tolist()  # the most candidates, by the guesses left
    room += [len(game)] * (most + 1 - len(room))
    known: dict[tuple[int, bytes], bool] = {}

    def possible(candidates: Indices, most: int, made: tuple[int, ...]) -> bool:
        if len(candidates) <= 2:
            return len(candidates) <= most
        if check:
            check()
        if most < 2 or len(candidates) > room[most]:
            return False
        key = most, candidates.astype(np.int32).tobytes()
        if key not in known:
            known[key] = any(
                finds_all(guess, candidates, most, made)
                for guess in promising(game, candidates, room[most - 1], made)
            )
        return known[key]

    def finds_all(guess: int, candidates: Indices, most: int, made: tuple[int, ...]) -> bool:
        if most == 2:
            return True  # every part is a single candidate
        parts = partition(game.codes(guess, candidates), candidates)
        parts.pop(game.rule.win, None)
        by_size = sorted(parts.values(), key=len, reverse=True)
        return all(possible(part, most - 1, (*made, guess)) for part in by_size)

    return possible(game.everything, most, ())


def promising(game: Game, candidates: Indices, largest: int, made: tuple[int, ...]) -> list[int]:
    """List the guesses without a part over ``largest``, in order of the sum of squares."""
    costs = np.arange(len(candidates) + 1) ** 2
    costs[largest + 1 :] = TOO_LARGE
    pays = len(candidates) * len(game.guesses) >= SYMMETRY_PAYS
    tried = distinct(game, made) if pays else None
    measure = Measure("squares of parts that are small enough", lambda _: costs)
    values = kernels.value_all(game, candidates, measure, tried)
    order = np.argsort(values, kind="stable")[: np.count_nonzero(values < TOO_LARGE)]
    return cast(list[int], (order if tried is None else tried[order]).tolist())


def narrow_worst_case(
    game: Game, check: Callable[[], None] | None = None
) -> Iterator[tuple[int, int]]:
    """Yield bounds (low, high) on the least worst case, narrower until equal; all are proved.

    ``check`` as for :func:`strategy_exists`.
    """
    low, high = 1, min(evaluate(game, name).worst for name in MEASURES)
    yield low, high
    while low < high:
        low, high = (low, low) if strategy_exists(game, low, check) else (low + 1, high)
        yield low, high


def worst_case(game: Game) -> int:
    """Return the least N such that some strategy always wins within N guesses, proved.

    >>> from jotto.games.words import word_game
    >>> worst_case(word_game(["hatch", "latch", "match"]))
    3
    """
    *_, (least, _) = narrow_worst_case(game)
    return least

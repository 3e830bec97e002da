"""Looking ahead: what no strategy can do, and what some strategy can."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from jotto.engine import kernels
from jotto.engine.allowed import History
from jotto.engine.game import Game
from jotto.engine.partition import Indices, partition
from jotto.engine.strategies import MEASURES, WORTH, apart, one_step
from jotto.engine.tree import grow, lengths

TOO_LARGE = 1 << 40  # the cost of a part that the guesses left cannot deal with


@dataclass(frozen=True, eq=False)
class WorstCase:
    """Branch and bound for the longest game: whether so many guesses can find every candidate.

    ``capacity[d]`` is the most candidates that any d guesses can tell apart: one is found at
    once, and every other score leads to a position with d - 1 guesses left.
    """

    game: Game
    capacity: tuple[int, ...]
    known: dict[tuple[int, bytes], bool] = field(default_factory=dict)

    def possible(self, candidates: Indices, most: int, history: History = ()) -> bool:
        """Say whether ``candidates (A,)`` can all be found with at most ``most`` guesses each.

        Both answers are proofs. Knuth 1976 did it by hand; the order of trial is by sums of
        squares, the parts of a guess are tried largest first.
        """
        if len(candidates) <= 2:
            return len(candidates) <= most
        if most < 2 or len(candidates) > self.capacity[most]:
            return False
        key = most, candidates.astype(np.int32).tobytes()
        if key not in self.known:
            self.known[key] = self._search(candidates, most, history)
        return self.known[key]

    def _search(self, candidates: Indices, most: int, history: History) -> bool:
        for guess in self._promising(candidates, most, history):
            if most == 2:
                return True  # every part is a single candidate
            parts = partition(self.game.codes(guess, candidates), candidates)
            parts.pop(self.game.rule.win, None)
            by_size = sorted(parts.values(), key=len, reverse=True)
            if all(self.possible(part, most - 1, (*history, guess)) for part in by_size):
                return True
        return False

    def _promising(self, candidates: Indices, most: int, history: History) -> Iterator[int]:
        """Yield the guesses whose parts are all small enough, the most even first."""
        costs = np.arange(len(candidates) + 1, dtype=np.int64) ** 2
        costs[self.capacity[most - 1] + 1 :] = TOO_LARGE
        tried = None
        if len(candidates) * len(self.game.guesses) >= WORTH >> 6:
            tried = apart(self.game, history)
        values = kernels.value_all(self.game, candidates, tried, costs, highest=False)
        found = np.flatnonzero(values < TOO_LARGE)
        order = found[np.argsort(values[found], kind="stable")]
        yield from (order if tried is None else tried[order]).tolist()


def capacities(game: Game, most: int) -> tuple[int, ...]:
    """Tabulate the most candidates that 0, 1, .. ``most`` guesses can find.

    No guess has more parts, the win not counted, than the best has at the start.
    """
    sizes = game.opening_sizes
    parts = int((sizes[:, : game.rule.win] > 0).sum(axis=1).max())
    found = [0, 1]
    while len(found) <= most:
        found.append(min(1 + parts * found[-1], len(game.secrets)))
    return tuple(found[: most + 1])


def strategy_exists(game: Game, most: int) -> bool:
    """Say whether some strategy finds every secret with at most ``most`` guesses; a proof.

    >>> from jotto.games.words import word_game
    >>> game = word_game(["hatch", "latch", "match"])
    >>> strategy_exists(game, 2), strategy_exists(game, 3)
    (False, True)
    """
    return WorstCase(game, capacities(game, most)).possible(game.everything, most)


def narrow_worst_case(game: Game) -> Iterator[tuple[int, int]]:
    """Yield ever narrower bounds on the least worst case, the last of them equal; all proved.

    The upper bound is a strategy at hand, until the lower one meets it.
    """
    trees = (grow(game, one_step(m, values=kernels.values)) for m in MEASURES.values())
    low, high = 1, min(int(lengths(tree).max()) for tree in trees)
    yield low, high
    while low < high:
        if strategy_exists(game, low):
            high = low
        else:
            low += 1
        yield low, high


def least_worst_case(game: Game) -> int:
    """Return the least N for which a strategy with at most N guesses exists; a proof.

    >>> from jotto.games.words import word_game
    >>> least_worst_case(word_game(["hatch", "latch", "match"]))
    3
    """
    *_, (least, _) = narrow_worst_case(game)
    return least

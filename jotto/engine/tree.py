"""A strategy written out: a guess, and a subtree for every score."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from jotto.engine.game import Game
from jotto.engine.partition import Indices, IntArray, partition
from jotto.engine.strategies import Strategy
from jotto.errors import GameError

PATIENCE = 100  # idle guesses in a row: more than any fixed opening has


@dataclass(frozen=True, eq=False)
class Node:
    """A position: the candidates left after ``played`` guesses, and what to guess next.

    Lazy: the guess is chosen, and the nodes below it made, only when asked for.
    """

    game: Game
    strategy: Strategy
    candidates: Indices
    played: int = 0

    @cached_property
    def guess(self) -> int:
        """The index of the guess the strategy makes here."""
        return self.strategy(self.game, self.candidates, self.played)

    @cached_property
    def branches(self) -> dict[int, Node | None]:
        """The node below each score code that can come; None below the win."""
        codes = self.game.scores[self.guess, self.candidates]
        return {
            code: None if code == self.game.rule.win else self._below(part)
            for code, part in partition(codes, self.candidates).items()
        }

    def _below(self, part: Indices) -> Node:
        return Node(self.game, self.strategy, part, self.played + 1)

    @property
    def idle(self) -> bool:
        """Whether the guess tells no candidates apart and cannot win."""
        return len(self.branches) == 1 and self.game.rule.win not in self.branches


def grow(game: Game, strategy: Strategy) -> Node:
    """Return the root of the lazy tree of ``strategy`` over every secret of ``game``."""
    return Node(game, strategy, game.everything)


def walk(root: Node) -> Iterator[Node]:
    """Yield every node below ``root``, itself first, each before the nodes below it.

    Raises GameError where guesses that teach nothing follow one another without an end.
    """
    stack = [(root, 0)]
    while stack:
        node, idle = stack.pop()
        idle = idle + 1 if node.idle else 0
        if idle > PATIENCE:
            guess = node.game.guesses[node.guess]
            raise GameError(f"the strategy is stuck: {str(guess)!r} tells no candidates apart")
        yield node
        stack.extend((below, idle) for below in node.branches.values() if below is not None)


def lengths(root: Node) -> IntArray:
    """Count the guesses each secret takes: an array (S,) int64, 0 where it is no candidate."""
    found = np.zeros(len(root.game.secrets), np.int64)
    for node in walk(root):
        if node.game.rule.win in node.branches:
            found[node.game.secret_of[node.guess]] = node.played + 1
    return found


def path(root: Node, secret: int) -> Iterator[tuple[int, int, int]]:
    """Play against one secret (an index): yield guess, score code, candidates left each turn."""
    node: Node | None = root
    while node is not None:
        code = int(node.game.scores[node.guess, secret])
        below = node.branches[code]
        yield node.guess, code, 1 if below is None else len(below.candidates)
        node = below

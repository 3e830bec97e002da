"""A strategy written out: a guess, and a subtree for every score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from jotto.engine.allowed import History
from jotto.engine.game import Game, Turn
from jotto.engine.partition import Indices, IntArray, partition
from jotto.engine.strategies import Strategy
from jotto.errors import ContradictionError, GameError

PATIENCE = 100  # idle guesses in a row: more than any fixed opening has


@dataclass(frozen=True, eq=False)
class Node:
    """A position: the candidates left after the guesses of ``history``, and what to guess next.

    Lazy: the guess is chosen, and the nodes below it made, only when asked for.
    """

    game: Game
    strategy: Strategy
    candidates: Indices
    history: History = ()

    @cached_property
    def guess(self) -> int:
        """The index of the guess the strategy makes here."""
        return self.strategy(self.game, self.candidates, self.history)

    @cached_property
    def branches(self) -> dict[int, Node | None]:
        """The node below each score code that can come; None below the win."""
        codes = self.game.codes(self.guess, self.candidates)
        return {
            code: None if code == self.game.rule.win else self._below(part)
            for code, part in partition(codes, self.candidates).items()
        }

    def _below(self, part: Indices) -> Node:
        return Node(self.game, self.strategy, part, (*self.history, self.guess))

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
            found[node.game.secret_of[node.guess]] = len(node.history) + 1
    return found


def games(root: Node) -> Iterator[tuple[int, History]]:
    """Yield every game of a tree: a secret (an index) and the guesses (indices) that find it."""
    for node in walk(root):
        if node.game.rule.win in node.branches:
            yield int(node.game.secret_of[node.guess]), (*node.history, node.guess)


def worst_game(root: Node) -> tuple[int, History]:
    """Return the longest game, the earliest secret's among equals."""
    return min(games(root), key=lambda game: (-len(game[1]), game[0]))


def distribution(root: Node) -> dict[int, int]:
    """Count the secrets found in each number of guesses."""
    counts = Counter(len(guesses) for _, guesses in games(root))
    return dict(sorted(counts.items()))


def path(root: Node, scorer: Callable[[Any], int]) -> Iterator[tuple[Any, int, int]]:
    """Play one game: yield guess, score code and candidates left, until the win.

    ``scorer(guess)`` answers each guess with a score code; it may be a person. Raises
    ContradictionError when no secret fits its answers.
    """
    game, node, left = root.game, root, len(root.candidates)
    while True:
        guess = game.guesses[node.guess]
        code = scorer(guess)
        if code not in node.branches:
            turn = game.show(Turn(guess, code))
            raise ContradictionError(len(node.history) + 1, turn, left)
        below = node.branches[code]
        left = 1 if below is None else len(below.candidates)
        yield guess, code, left
        if below is None:
            return
        node = below

"""A beam search that tries the guesses which a strategy ranks best for each set of candidates."""

from __future__ import annotations

from functools import partial

from jotto.core import NEVER
from jotto.engine.position import Position, Strategy
from jotto.search.background import Stop
from jotto.search.lookahead import Result
from jotto.trees.formats import Node

Best = tuple[int, Node | None]  # a total and its tree; else None, and no tree tried is below it


def guided(at: Position, strategy: Strategy, width: int, stop: Stop, most: int) -> Result | None:
    """Find the tree of least total with ``width`` guesses tried for each set of candidates.

    No game takes over ``most`` guesses. None if there is no such tree, or none was found before
    the search was stopped.
    """
    total, root = _least(strategy, width, stop, {}, at, most, NEVER)
    return None if root is None else Result(root, total, bound(at), proved=False)


def bound(at: Position) -> int:
    """Return a total that no tree is below: the heaviest candidate first, then all others.

    >>> import jotto
    >>> bound(jotto.start(jotto.words(["hatch", "latch", "match"])))
    5
    """
    return 2 * int(at.weights.sum()) - int(at.weights.max())


def _least(
    strategy: Strategy,
    width: int,
    stop: Stop,
    memory: dict[tuple[bytes, int], Best],
    at: Position,
    most: int,
    limit: int,
) -> Best:
    """Find the least total below ``limit``; what is known of each set is in ``memory``."""
    low, known = memory.get(key := (at.left.tobytes(), most), (bound(at), None))
    if known or low >= limit or most < 1 or stop[0]:
        return (low if most else NEVER), known
    again = partial(_least, strategy, width, stop, memory)
    best, root, game = limit, None, at.game
    for guess in strategy.ranked(at, width).tolist():
        parts = [part for part in at.parts(guess) if part[0] != game.rule.win]
        parts.sort(key=lambda part: len(part[1]))
        total, below = int(at.weights.sum()) + sum(bound(after) for _, after in parts), {}
        for code, after in parts:
            if total >= best or len(after) == len(at):
                break
            low = bound(after)
            part, node = again(after, most - 1, best - total + low)
            total += part - low
            if node is None:
                break
            below[code] = node
        if len(below) == len(parts) and total < best:
            best, root = total, Node(guess, dict(sorted(below.items())))
    if not stop[0]:
        memory[key] = best, root
    return best, root

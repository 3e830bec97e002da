"""Playing every candidate through a tree; nothing of what made the tree is used."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from jotto.engine.game import Turn, take
from jotto.engine.lengths import Lengths
from jotto.engine.partition import Indices, Scores, partition
from jotto.engine.position import Position
from jotto.trees.node import Node

Turns = tuple[Turn, ...]


@dataclass(frozen=True, eq=False)
class Replay:
    """What came of playing every candidate of a position through a tree.

    ``lengths`` has 0 for a secret that is not found. ``lost``: such a secret, and the turns after
    which the tree has no guess. ``unused``: turns that no secret leads to, though the tree has a
    guess after them.
    """

    lengths: Lengths
    lost: tuple[tuple[str, Turns], ...]
    unused: tuple[Turns, ...]


def replay(at: Position, root: Node, *, afresh: bool = False) -> Replay:
    """Play every candidate of ``at`` through the tree below ``root``.

    ``afresh``: scored by the rule alone; else scores are looked up in the matrix, if there is one.
    """
    game, each = at.game, np.zeros(len(at.game), np.int64)

    def codes(guess: int, left: Indices) -> Scores:
        if not afresh:
            return game.codes(guess, left)
        row: Scores = game.rule.matrix([game.guesses[guess]], take(game.secrets, left))[0]
        return row

    lost: list[tuple[str, Turns]] = []
    unused: list[Turns] = []
    waiting: list[tuple[Node, Any, Turns]] = [(root, at.left, at.history)]
    while waiting:
        node, left, turns = waiting.pop()
        guess = game.guesses[node.guess]
        parts = partition(codes(node.guess, left), left)
        for code, part in reversed(list(parts.items())):
            made = (*turns, Turn(guess, code))
            if code == game.rule.win:
                each[part] = len(made) - len(at.history)
            elif code in node.below:
                waiting.append((node.below[code], part, made))
            else:
                lost.extend((str(game.secrets[secret]), made) for secret in part.tolist())
        unused.extend((*turns, Turn(guess, code)) for code in node.below if code not in parts)
    return Replay(Lengths(at, each[at.left]), tuple(lost), tuple(unused))


def mistakes(found: Replay, claims: Mapping[str, Any] | None) -> Iterator[str]:
    """Say what is wrong with a tree, and with what a file claims of it; nothing if all is right."""
    show = found.lengths.at.game.show
    for secret, turns in found.lost:
        yield f"{secret!r} is not found: no guess after {' '.join(map(show, turns))}"
    for turns in found.unused:
        yield f"no secret leads to the guess after {' '.join(map(show, turns))}"
    if claims is None:
        return
    played, total = found.lengths, "weighted_total" if claims["prior"] else "total"
    for name in dict.fromkeys(("secrets", "total", "worst", total)):
        counted = len(played) if name == "secrets" else getattr(played, name)
        if claims[name] != counted:
            yield f"{name}: the file says {claims[name]}, counted are {counted}"
    mean = played.total / max(1, int((played.each > 0).sum()))
    if abs(claims["mean"] - mean) > 1e-6:
        yield f"mean: the file says {claims['mean']}, counted are {mean:.6f}"
    bound, told = claims["lower_bound"], claims[total]
    if bound is not None and told is not None and bound > told:
        yield f"lower_bound: {bound} is above the {total} {told}"
    if claims["proved"] and bound != told:
        yield f"proved: the lower_bound {bound} is not the {total} {told}"

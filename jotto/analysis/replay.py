"""Whether a tree in a file is what it claims to be: every secret played through it.

Nothing of what made the tree is used: guesses are scored by the rule alone, and the branches are
those of the file.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from jotto.engine.game import Game, Turn, take
from jotto.engine.partition import Indices, IntArray
from jotto.engine.treefile import Tree
from jotto.errors import TreeFileError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jotto.engine.treefile import Branch, Claims

Turns = tuple[Turn, ...]


@dataclass(frozen=True, eq=False)
class Replay:
    """What came of playing every secret that agrees with the turns before the tree, (A,).

    ``lengths (A,)`` int64 counts the guesses from there on, 0 where the secret is not found.
    ``lost``: a secret not found and the turns at whose end no guess stands in the file.
    ``idle``: turns that no secret gives, though the file has a guess after them.
    """

    game: Game
    secrets: Indices
    lengths: IntArray
    lost: tuple[tuple[str, Turns], ...]
    idle: tuple[Turns, ...]

    @property
    def total(self) -> int:
        """Guesses over all secrets found."""
        return int(self.lengths.sum())

    @property
    def mean(self) -> float:
        """Guesses per secret found."""
        return self.total / max(1, int((self.lengths > 0).sum()))

    @property
    def worst(self) -> int:
        """Guesses in the longest game."""
        return int(self.lengths.max())

    @property
    def weighted_total(self) -> int:
        """Guesses over all secrets found, times their weights."""
        weights = self.game.weights
        assert weights is not None, "a game without weights has none to add up"
        return int((self.lengths * weights[self.secrets]).sum())


def replay(game: Game, tree: Tree) -> Replay:
    """Play every secret through ``tree``, which was read for ``game``.

    Raises ContradictionError if no secret agrees with the turns before it.
    """
    secrets = game.candidates(tree.turns)
    lengths = np.zeros(len(game.secrets), np.int64)
    lost: list[tuple[str, Turns]] = []
    idle: list[Turns] = []
    waiting: list[tuple[Branch, Indices, Turns]] = [(tree.root, secrets, tree.turns)]
    while waiting:
        node, left, turns = waiting.pop()
        guess = game.guesses[node.guess]
        codes = game.rule.matrix([guess], take(game.secrets, left))[0]
        found = np.unique(codes).tolist()
        for code in reversed(found):
            part, made = left[codes == code], (*turns, Turn(guess, code))
            if code == game.rule.win:
                lengths[part] = len(made) - len(tree.turns)
            elif code in node.below:
                waiting.append((node.below[code], part, made))
            else:
                lost.extend((str(game.secrets[secret]), made) for secret in part.tolist())
        idle.extend((*turns, Turn(guess, code)) for code in node.below if code not in found)
    return Replay(game, secrets, lengths[secrets], tuple(lost), tuple(idle))


def check_prior(game: Game, tree: Tree) -> None:
    """Raise TreeFileError if the totals of ``tree`` are weighed by other weights than the game's.

    One that is not weighed may be checked under any prior.
    """
    said = tree.claims and tree.claims.prior
    if said and said != game.prior_key:
        reason = f"its totals are weighed by a prior with checksum {said!r}; give it with --prior"
        raise TreeFileError(tree.path, reason)


def wrongs(found: Replay, claims: Claims | None) -> Iterator[str]:
    """Say what is wrong with a tree and with what is claimed of it; nothing if all is right."""
    show = found.game.show
    for secret, turns in found.lost:
        yield f"{secret!r} is not found: no guess after {' '.join(map(show, turns))}"
    for turns in found.idle:
        yield f"no secret leads to the guess after {' '.join(map(show, turns))}"
    if claims is None:
        return
    yield from _wrong_numbers(found, claims)
    total = claims.weighted_total if claims.prior else claims.total
    name = "weighted_total" if claims.prior else "total"
    if claims.lower_bound is not None and total is not None and claims.lower_bound > total:
        yield f"lower_bound: {claims.lower_bound} is above the {name} {total}"
    if claims.proved and claims.lower_bound != total:
        yield f"proved: the lower_bound {claims.lower_bound} is not the {name} {total}"


def _wrong_numbers(found: Replay, claims: Claims) -> Iterator[str]:
    numbers = {
        "secrets": (claims.secrets, len(found.secrets)),
        "total": (claims.total, found.total),
        "worst": (claims.worst, found.worst),
    }
    if claims.prior:
        numbers["weighted_total"] = (claims.weighted_total or 0, found.weighted_total)
    for name, (said, counted) in numbers.items():
        if said != counted:
            yield f"{name}: the file says {said}, counted are {counted}"
    if abs(claims.mean - found.mean) > 1e-6:
        yield f"mean: the file says {claims.mean}, counted are {found.mean:.6f}"

"""How often `explain` finds a wrong score.

Games over the shipped list are played by entropy, with secrets drawn by how common they are. One
score in turns 1 to 4 is replaced by a near miss. The game continues until no word is left, and then
`explain` is asked; games that are won before that are played again with another secret. At best
is a judge who knows that one score in turns 1 to 4 is a near miss, and how likely each secret and
each near miss is.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

import jotto
from jotto import Explanation
from jotto.assistant.mistakes import turns_by_blame, weight_of
from jotto.engine.game import Turn
from jotto.errors import ContradictionError
from trials.small import common_secret, shipped

UNIT = "games"
FOUND = ""
LIMITS = {"turn first": (0.69, 1), "turn in the first two": (0.91, 1), "secret rescued": (1, 1)}
LAST = 4  # turns in which the wrong score may be


@cache
def guess_after(turns: tuple[Turn, ...]) -> str:
    """Return entropy's guess."""
    at = jotto.start(shipped())
    for turn in turns:
        at = at.then(turn)
    return str(jotto.strategy("entropy")(at))


def contradicted(secret: str, guilty: int, draw: np.random.Generator) -> list[Turn]:
    """Play one game with one wrong score; no turns if it is won before the contradiction."""
    at, rule = jotto.start(shipped()), shipped().rule
    while (guess := guess_after(at.history)) != secret:
        code = rule.score(guess, secret)
        if len(at.history) + 1 == guilty:
            code = int(draw.choice(rule.near_misses(code)))
        turn = Turn(guess, code)
        try:
            at = at.then(turn)
        except ContradictionError:
            return [*at.history, turn]
    return []


def hopes(turns: Sequence[Turn], explanations: Sequence[Explanation[Any]]) -> tuple[float, float]:
    """Return the chances that the judge names the turn first, and among the first two."""
    blame, rule = [0.0] * LAST, shipped().rule
    for each in explanations:
        if each.kind == "score" and each.turn and each.meant and each.turn <= LAST:
            misses = rule.near_misses(each.meant.code)
            if turns[each.turn - 1].code in misses:
                blame[each.turn - 1] += weight_of(shipped(), each.rescued) / len(misses)
    first, second, *_ = sorted(blame, reverse=True)
    return first / sum(blame), (first + second) / sum(blame)


def play(seed: int, folder: Path) -> dict[str, float]:
    """Play a game; return whether its wrong score was found."""
    draw, turns = np.random.default_rng(seed), list[Turn]()
    while not turns:
        secret, guilty = common_secret(draw), int(draw.integers(LAST)) + 1
        turns = contradicted(secret, guilty, draw)
    found = jotto.explain(shipped(), *turns)
    ranked = turns_by_blame(found)
    own = [each for each in found if (each.kind, each.turn) == ("score", guilty)]
    first, two = hopes(turns, found)
    return {
        "turn first": guilty in ranked[:1],
        "turn first, at best": first,
        "turn in the first two": guilty in ranked[:2],
        "turn in the first two, at best": two,
        "secret rescued": any(secret in each.secrets for each in own),
        "scores from the wrong one to the last": len(turns) - guilty,
    }

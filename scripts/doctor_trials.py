"""Measure how often the doctor finds the wrong score.

    python scripts/doctor_trials.py

Games over the shipped list are played by entropy. One score in turns 1 to 4 is replaced by a near
miss, all others are right; the game goes on until no candidate is left, and the doctor is asked.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Annotated, Any

import numpy as np
import typer

from jotto.assistant.doctor import Explanation, explain, near_misses, turns_by_blame
from jotto.cli.render import show_table
from jotto.engine.game import Game, Turn
from jotto.engine.strategies import strategy_named
from jotto.engine.tree import Node, grow
from jotto.games.words import shipped_words, word_game

LAST_GUILTY = 4
GATES = {"guilty turn first": 0.70, "guilty turn in the first two": 0.93, "secret rescued": 1.0}


@dataclass(frozen=True)
class Trial:
    """One contradicted game: the guilty turn's place (from 1), and what the guilty turn rescues."""

    place: int
    rescued: bool
    n_rescued: int
    scores_late: int


def contradicted(root: Node, secret: int, guilty: int, draw: np.random.Generator) -> list[Turn]:
    """Play one game with one wrong score; no turns if it ends before nothing fits."""
    game, node, history = root.game, root, list[Turn]()
    while True:
        guess = game.guesses[node.guess]
        code = game.rule.score(guess, game.secrets[secret])
        if code == game.rule.win:
            return []
        if len(history) + 1 == guilty:
            code = int(draw.choice(near_misses(game.rule, code)))
        history.append(Turn(guess, code))
        below = node.branches.get(code)
        if below is None:
            return history
        node = below


def trials(game: Game, games: int, seed: int) -> list[Trial]:
    """Play ``games`` games; those that reach a contradiction are examined."""
    draw = np.random.default_rng(seed)
    root = grow(game, strategy_named("entropy"))
    found = []
    for _ in range(games):
        secret, guilty = int(draw.integers(len(game.secrets))), int(draw.integers(LAST_GUILTY)) + 1
        history = contradicted(root, secret, guilty, draw)
        if history:
            late = len(history) - guilty
            found.append(examined(explain(game, history), secret, guilty, late))
    return found


def examined(explanations: Sequence[Explanation], secret: int, guilty: int, late: int) -> Trial:
    """Look for the guilty turn, and for the secret among what its other scores rescue."""
    ranked = turns_by_blame(explanations)
    own = [each for each in explanations if (each.kind, each.turn) == ("score", guilty)]
    rescued = [int(i) for each in own for i in each.secrets]
    place = ranked.index(guilty) + 1 if guilty in ranked else len(ranked) + 1
    return Trial(place, secret in rescued, len(rescued), late)


def summary(found: Sequence[Trial]) -> dict[str, float]:
    """Count the trials that pass each gate, as shares."""
    return {
        "guilty turn first": float(np.mean([trial.place == 1 for trial in found])),
        "guilty turn in the first two": float(np.mean([trial.place <= 2 for trial in found])),
        "secret rescued": float(np.mean([trial.rescued for trial in found])),
    }


def main(
    games: Annotated[int, typer.Option(min=1, help="Games to play.")] = 400,
    seed: Annotated[int, typer.Option(min=0, help="What chance starts from.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Play games with one wrong score and count how often the doctor finds it."""
    game = word_game(shipped_words(), keep=True)
    found = trials(game, games, seed)
    if not found:
        raise typer.BadParameter("no game reached a contradiction; play more", param_hint="--games")
    shares = summary(found)
    passed = all(shares[name] >= gate for name, gate in GATES.items())
    facts: dict[str, Any] = {
        "games": games,
        "contradicted": len(found),
        "seed": seed,
        "scores until then, on average": float(np.mean([trial.scores_late for trial in found])),
        "rescued by the guilty turn, median": float(median(trial.n_rescued for trial in found)),
    }
    if as_json:
        print(json.dumps({"schema": 1, **facts, **shares, "gates": GATES, "passed": passed}))
    else:
        show_table(("games", "value"), list(facts.items()), plain=True)
        print()
        rows = [(name, shares[name], gate, shares[name] >= gate) for name, gate in GATES.items()]
        show_table(("of those contradicted", "share", "gate", "passed"), rows, plain=True)
    raise typer.Exit(0 if passed else 1)


if __name__ == "__main__":
    typer.run(main)

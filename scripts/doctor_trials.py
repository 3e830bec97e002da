"""Measure how often the doctor finds the wrong score.

    python scripts/doctor_trials.py
    python scripts/doctor_trials.py --prior even --games 4000 --seed 1

Games over the shipped list are played by entropy, as ``jotto play`` does. One score in turns 1 to
4 is replaced by a near miss, all others are right; the game goes on until no candidate is left,
and the doctor is asked. Games that are won before that are not counted. Secrets are drawn as
the prior says; the guesser and the doctor go by the same one.

The ceiling is what any ranking can reach on average: that of a judge who knows that one score is
a near miss, that it is in turns 1 to 4, and how likely each secret and each near miss is.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from statistics import median
from typing import Annotated, Any

import numpy as np
import typer

from jotto.assistant.doctor import Explanation, explain, near, near_misses, turns_by_blame
from jotto.cli.options import COMMON, load_game
from jotto.cli.render import show_table
from jotto.engine.game import Game, Turn
from jotto.engine.strategies import strategy_named, weights_of
from jotto.engine.tree import Node, grow

LAST_GUILTY = 4
GATES = {"guilty turn first": 0.70, "guilty turn in the first two": 0.93, "secret rescued": 1.0}


@dataclass(frozen=True)
class Trial:
    """One contradicted game: the guilty turn's place (from 1), and what the guilty turn rescues.

    ``hopes`` are the chances, for a judge who knows all chances, that the guilty turn is the one
    he ranks first, and that it is among his first two.
    """

    place: int
    rescued: bool
    n_rescued: int
    scores_late: int
    hopes: tuple[float, float]


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


def trials(game: Game, seed: int) -> Iterator[Trial | None]:
    """Play games without an end; None for one that reaches no contradiction."""
    draw = np.random.default_rng(seed)
    root = grow(game, strategy_named("entropy"))
    chances = weights_of(game, game.everything) / weights_of(game, game.everything).sum()
    while True:
        secret = int(draw.choice(len(chances), p=chances))
        guilty = int(draw.integers(LAST_GUILTY)) + 1
        history = contradicted(root, secret, guilty, draw)
        yield examined(game, history, secret, guilty) if history else None


def examined(game: Game, history: Sequence[Turn], secret: int, guilty: int) -> Trial:
    """Look for the guilty turn, and for the secret among what its other scores rescue."""
    found = explain(game, history)
    ranked = turns_by_blame(found)
    own = [each for each in found if (each.kind, each.turn) == ("score", guilty)]
    rescued = [int(i) for each in own for i in each.secrets]
    place = ranked.index(guilty) + 1 if guilty in ranked else len(ranked) + 1
    hopes = hopes_of(game, history, found)
    return Trial(place, secret in rescued, len(rescued), len(history) - guilty, hopes)


def hopes_of(
    game: Game, history: Sequence[Turn], explanations: Sequence[Explanation]
) -> tuple[float, float]:
    """Rank the turns knowing that a near miss in turns 1 to 4 is to blame: see :class:`Trial`."""
    blame = [0.0] * LAST_GUILTY
    for each in explanations:
        if each.kind == "score" and each.turn and each.meant and each.turn <= LAST_GUILTY:
            told = history[each.turn - 1].code
            if near(game.rule, each.meant.code, told):
                weight = int(weights_of(game, each.secrets).sum())
                blame[each.turn - 1] += weight / len(near_misses(game.rule, each.meant.code))
    first, second, *_ = sorted(blame, reverse=True)
    return first / sum(blame), (first + second) / sum(blame)


def summary(found: Sequence[Trial]) -> dict[str, float]:
    """Count the trials that pass each gate, as shares."""
    return {
        "guilty turn first": float(np.mean([trial.place == 1 for trial in found])),
        "guilty turn in the first two": float(np.mean([trial.place <= 2 for trial in found])),
        "secret rescued": float(np.mean([trial.rescued for trial in found])),
    }


def ceiling(found: Sequence[Trial]) -> dict[str, float]:
    """Average what a judge who knows all chances can hope for."""
    first, first_two = np.mean([trial.hopes for trial in found], axis=0).tolist()
    return dict(zip(GATES, (first, first_two, 1.0), strict=True))


def play(game: Game, games: int, seed: int) -> tuple[list[Trial], int]:
    """Play until ``games`` reached a contradiction; also say how many were played."""
    found, played = [], 0
    for trial in islice(trials(game, seed), 100 * games):
        played += 1
        found += [trial] if trial else []
        if len(found) == games:
            break
    return found, played


def main(
    games: Annotated[int, typer.Option(min=1, help="Contradicted games to examine.")] = 400,
    seed: Annotated[int, typer.Option(min=0, help="What chance starts from.")] = 0,
    prior: Annotated[str, typer.Option(help="How likely each secret is: common or even.")] = COMMON,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Play games with one wrong score and count how often the doctor finds it."""
    found, played = play(load_game("words", None, None, None, prior), games, seed)
    shares, most = summary(found), ceiling(found)
    passed = all(shares[name] >= gate for name, gate in GATES.items())
    facts: dict[str, Any] = {
        "prior": prior,
        "games played": played,
        "contradicted": len(found),
        "seed": seed,
        "scores until then, on average": float(np.mean([trial.scores_late for trial in found])),
        "rescued by the guilty turn, median": float(median(trial.n_rescued for trial in found)),
    }
    if as_json:
        results = {"ceiling": most, "gates": GATES, "passed": passed}
        print(json.dumps({"schema": 1, **facts, **shares, **results}))
    else:
        show_table(("games", "value"), list(facts.items()), plain=True)
        print()
        rows = [
            (name, shares[name], gate, most[name], shares[name] >= gate)
            for name, gate in GATES.items()
        ]
        show_table(
            ("of those contradicted", "share", "gate", "ceiling", "passed"), rows, plain=True
        )
    raise typer.Exit(0 if passed else 1)


if __name__ == "__main__":
    typer.run(main)

"""Answer the questions that a thesis on Mastermind strategies left open.

    python scripts/open_questions.py

Glynn 2024, section 6, asks for more trials of the random method, for one method to break the
ties of another, and for the best two fixed first guesses to be found by search rather than
chosen by hand. All of it for 4 pegs and 6 colours; the digits are 0 to 5.
"""

from __future__ import annotations

import json
from itertools import permutations
from math import sqrt
from typing import Annotated, Any

import numpy as np
import typer

from jotto.analysis.evaluate import evaluate
from jotto.cli.render import show_table
from jotto.engine import kernels
from jotto.engine.game import Game
from jotto.engine.strategies import MEASURES, apart, at_random, strategy_named, with_opening
from jotto.games.registry import game_named

Row = dict[str, Any]


def random_trials(game: Game, runs: int, seed: int) -> list[Row]:
    """Play the random method many times; the mean with its standard error over the runs."""
    found = evaluate(game, *(at_random([seed, run]) for run in range(runs)))
    means = found.lengths.reshape(runs, -1).mean(axis=1)
    return [
        {
            "runs": runs,
            "seed": seed,
            "mean": found.mean,
            "standard error": float(means.std(ddof=1)) / sqrt(runs) if runs > 1 else 0.0,
            "sd": found.sd,
            "worst seen": found.worst,
        }
    ]


def broken_ties(game: Game) -> list[Row]:
    """Break the ties of each method by each other one, before the order of the codes does."""
    names = [*MEASURES, *("+".join(pair) for pair in permutations(MEASURES, 2))]
    rows = []
    for name in names:
        found = evaluate(game, strategy_named(name, values=kernels.values))
        rows.append(
            {
                "strategy": name,
                "first": found.first,
                "total": found.total,
                "mean": found.mean,
                "worst": found.worst,
            }
        )
    return rows


def pairs_then_simple(game: Game, top: int) -> list[Row]:
    """Try every ordered pair of first guesses, and the earliest candidate from then on."""
    n = len(game.guesses)
    totals, worsts = np.empty((2, n, n), np.int64)
    for first in range(n):
        totals[first], worsts[first] = kernels.simple_after_pairs(
            game.scores.T, game.guess_of, first, np.arange(n), game.rule.n_codes
        )
    best = np.argsort(totals, axis=None, kind="stable")[:top]
    return [
        {
            "first": str(game.guesses[i // n]),
            "second": str(game.guesses[i % n]),
            "then": "simple",
            "total": int(totals.flat[i]),
            "mean": totals.flat[i] / len(game.secrets),
            "worst": int(worsts.flat[i]),
        }
        for i in best.tolist()
    ]


def pairs_then(game: Game, name: str, top: int) -> list[Row]:
    """Try every pair that symmetry tells apart, and the strategy called ``name`` from then on."""
    rows: list[Row] = []
    for first in symmetric_firsts(game, ()):
        for second in symmetric_firsts(game, (first,)):
            strategy = with_opening([first, second], strategy_named(name, values=kernels.values))
            found = evaluate(game, strategy)
            rows.append(
                {
                    "first": str(game.guesses[first]),
                    "second": str(game.guesses[second]),
                    "then": name,
                    "total": found.total,
                    "mean": found.mean,
                    "worst": found.worst,
                }
            )
    return sorted(rows, key=lambda row: int(row["total"]))[:top]


def symmetric_firsts(game: Game, history: tuple[int, ...]) -> list[int]:
    """List the guesses that ``history`` can tell apart."""
    kinds = apart(game, history)
    return kinds.tolist() if kinds is not None else list(range(len(game.guesses)))


def main(
    runs: Annotated[int, typer.Option(min=1, help="Trees drawn by the random method.")] = 1000,
    seed: Annotated[int, typer.Option(min=0, help="What chance starts from.")] = 0,
    top: Annotated[int, typer.Option(min=1, help="Pairs to show.")] = 5,
    name: Annotated[str, typer.Option("--game", help="Another game of codes.")] = "mastermind:4x6",
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Answer the thesis's open questions; about two minutes for 4 pegs and 6 colours."""
    game = game_named(name)
    answers = {
        "The random method, more trials": random_trials(game, runs, seed),
        "Ties of one method broken by another": broken_ties(game),
        "The best pairs of fixed guesses, then the earliest candidate": pairs_then_simple(
            game, top
        ),
        "The best pairs of fixed guesses, then entropy": pairs_then(game, "entropy", top),
    }
    if as_json:
        print(json.dumps({"schema": 1, "game": name, **answers}))
        return
    for title, rows in answers.items():
        print(f"\n{title}")
        show_table(list(rows[0]), [list(row.values()) for row in rows], plain=True)


if __name__ == "__main__":
    typer.run(main)

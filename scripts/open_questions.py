"""Answer the open questions of a thesis on Mastermind strategies.

    python scripts/open_questions.py

Glynn 2024, section 6, asks for more trials of the random method, for methods that break the ties of
another method, and for a search for the best two fixed first guesses instead of a choice by hand.
All of it is for 4 pegs and 6 colours; the digits are 0 to 5.
"""

from __future__ import annotations

import json
from itertools import permutations, product
from math import sqrt
from typing import Annotated, Any

import numpy as np
import typer
from gates import Json, Seed

import jotto
from jotto import Game, Lengths, core
from jotto.cli.render import show_table
from jotto.engine.measures import MEASURES
from jotto.engine.position import distinct

Row = dict[str, Any]


def random_trials(game: Game, runs: int, seed: int) -> list[Row]:
    """Play the random method many times; return the mean and its standard error over the runs."""
    strategies = (jotto.strategy("random", seed=(seed, run)) for run in range(runs))
    trials = [jotto.evaluate(game, strategy) for strategy in strategies]
    found = Lengths.of_runs(trials)
    error = float(np.std([one.mean for one in trials], ddof=1)) / sqrt(runs) if runs > 1 else 0.0
    row = {"runs": runs, "seed": seed, "mean": found.mean, "standard error": error}
    return [row | {"sd": found.sd, "worst seen": found.worst}]


def taken(found: Lengths) -> Row:
    """Return the statistics of a strategy's lengths."""
    return {"total": found.total, "mean": found.mean, "worst": found.worst}


def broken_ties(game: Game) -> list[Row]:
    """Evaluate each method with its ties broken by each other method, then by order of codes."""
    names = [*MEASURES, *("+".join(pair) for pair in permutations(MEASURES, 2))]
    return [
        {"strategy": name, "first": jotto.strategy(name)(jotto.start(game))}
        | taken(jotto.evaluate(game, name))
        for name in names
    ]


# --- two fixed guesses ----------------------------------------------------------------------


def pairs_then_simple(game: Game, top: int) -> list[Row]:
    """Try every ordered pair of first guesses, followed by the earliest candidate."""
    n = len(game.guesses)
    totals, worsts = np.empty((2, n, n), np.int64)
    scored = game.matrix.T, game.everything, game.rule.n_codes
    earliest = core.Worth(np.zeros(0, np.int64), False, np.zeros(0, np.int64), core.EARLIEST)
    for pair in product(range(n), repeat=2):
        lengths = core.lengths(*scored, earliest, game.guess_of, game.secret_of, pair)
        totals[pair], worsts[pair] = lengths.sum(), lengths.max()
    rows = []
    for i in np.argsort(totals, axis=None, kind="stable")[:top].tolist():
        total, worst = int(totals.flat[i]), int(worsts.flat[i])
        figures = {"total": total, "mean": total / len(game), "worst": worst}
        rows.append(pair_of(game, i // n, i % n, "simple") | figures)
    return rows


def pair_of(game: Game, first: int, second: int, then: str) -> Row:
    """Name two fixed guesses, and the strategy that follows them."""
    return {"first": str(game.guesses[first]), "second": str(game.guesses[second]), "then": then}


def pairs_then(game: Game, name: str, top: int) -> list[Row]:
    """Try every pair, up to symmetry, followed by the strategy called ``name``."""
    rows: list[Row] = []
    for i in told_apart(game, ()):
        for j in told_apart(game, (i,)):
            opening = game.guesses[i], game.guesses[j]
            found = jotto.evaluate(game, jotto.strategy(name, opening=opening))
            rows.append(pair_of(game, i, j, name) | taken(found))
    return sorted(rows, key=lambda row: int(row["total"]))[:top]


def told_apart(game: Game, made: tuple[int, ...]) -> list[int]:
    """List the guesses that differ after some guesses, one for each class of symmetry."""
    kinds = distinct(game, made)
    return kinds.tolist() if kinds is not None else list(range(len(game.guesses)))


def main(
    runs: Annotated[int, typer.Option(min=1, help="Number of trees of the random method.")] = 1000,
    seed: Seed = 0,
    top: Annotated[int, typer.Option(min=1, help="Pairs to show.")] = 5,
    name: Annotated[str, typer.Option("--game", help="A game of codes.")] = "mastermind:4x6",
    as_json: Json = False,
) -> None:
    """Answer the thesis's open questions; a few minutes for 4 pegs and 6 colours."""
    game = jotto.named(name)
    answers = {
        "The random method, more trials": random_trials(game, runs, seed),
        "Ties of one method broken by another": broken_ties(game),
        "The best pairs of fixed guesses, then simple": pairs_then_simple(game, top),
        "The best pairs of fixed guesses, then entropy": pairs_then(game, "entropy", top),
    }
    if as_json:
        print(json.dumps({"schema": 1, "game": name, **answers}))
        return
    for title, rows in answers.items():
        print(f"\n{title}")
        show_table(list(rows[0]), [list(row.values()) for row in rows])


if __name__ == "__main__":
    typer.run(main)

"""Compare the common prior with an even one: what it gains on common words and costs on rare.

    python scripts/prior_trials.py

Every word of the list is the secret once, under either prior, by a strategy that minds the
prior. The means are over all words, over all weighed by the common prior, and over words by
their SCOWL level. Exit status: 0 both gates passed; 1 one did not.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from jotto.analysis.evaluate import Evaluation, evaluate
from jotto.cli.render import show_table
from jotto.engine import kernels
from jotto.engine.partition import IntArray
from jotto.engine.strategies import strategy_named
from jotto.errors import JottoError
from jotto.games.priors import LEVELS, RAREST, common, read_numbers
from jotto.games.words import folder, read_words, shipped_words, word_game

COMMON, RARE = "level to 35", "level over 50"
BANDS = {COMMON: (0, 35), "level 40 to 50": (36, 50), RARE: (51, RAREST)}
GAIN, COST = "gained on common words", "lost on rare words"
GATES = {GAIN: 0.21, COST: 0.34}  # to be reached; not to be passed


def evaluated(words: Sequence[str], strategy: str) -> dict[str, Evaluation]:
    """Play a strategy against every word, under either prior."""
    return {
        name: evaluate(
            word_game(words, keep=True, prior=prior),
            strategy_named(strategy, values=kernels.values),
        )
        for name, prior in (("common", common), ("even", None))
    }


def bands(words: Sequence[str]) -> dict[str, IntArray]:
    """Sort the words, by index, into bands of SCOWL levels; bands without words are left out."""
    known = read_numbers(folder() / LEVELS)
    levels = np.array([known.get(word, RAREST) for word in words])
    found = {
        name: np.flatnonzero((levels >= low) & (levels <= high))
        for name, (low, high) in BANDS.items()
    }
    return {name: members for name, members in found.items() if len(members)}


def means(lengths: IntArray, words: Sequence[str]) -> dict[str, float]:
    """Work out the guesses ``lengths (S,)`` on average over all words, and over parts of them."""
    return {
        "all": float(lengths.mean()),
        "weighed": float(np.average(lengths, weights=common(words))),
        **{name: float(lengths[members].mean()) for name, members in bands(words).items()},
        "worst": int(lengths.max()),
    }


def differences(table: dict[str, dict[str, float]]) -> dict[str, float]:
    """Say what the common prior gains on common words and loses on rare ones, where there are."""
    saved = {
        name: table["even"][name] - table["common"][name] for name in BANDS if name in table["even"]
    }
    parts = ((GAIN, COMMON, 1), (COST, RARE, -1))
    return {name: sign * saved[band] for name, band, sign in parts if band in saved}


def passes(name: str, figure: float) -> bool:
    """Say whether a figure passes its gate."""
    return figure >= GATES[name] if name == GAIN else figure <= GATES[name]


def main(
    strategy: Annotated[str, typer.Option(help="What the games are played by.")] = "entropy",
    words: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A list other than the shipped one.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Play all words under the common and under an even prior, and compare."""
    try:
        listed = read_words(words) if words else shipped_words()
        found = evaluated(listed, strategy)
    except JottoError as error:
        print(f"prior_trials: {error}", file=sys.stderr)
        raise typer.Exit(2) from None
    table = {prior: means(one.lengths, listed) for prior, one in found.items()}
    gates = differences(table)
    passed = all(passes(name, figure) for name, figure in gates.items())
    facts = {"words": len(listed), "strategy": strategy}
    if as_json:
        shown = {**facts, "priors": table, **gates, "gates": GATES, "passed": passed}
        print(json.dumps({"schema": 1, **shown}))
    else:
        show(table, gates)
    raise typer.Exit(0 if passed else 1)


def show(table: dict[str, dict[str, float]], gates: dict[str, float]) -> None:
    """Print the means, then the gates."""
    headers = ("prior", *table["common"])
    show_table(headers, [(prior, *row.values()) for prior, row in table.items()], plain=True)
    print()
    rows = [(name, figure, GATES[name], passes(name, figure)) for name, figure in gates.items()]
    show_table(("guesses", "figure", "gate", "passed"), rows, plain=True)


if __name__ == "__main__":
    typer.run(main)

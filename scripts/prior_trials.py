"""Compare the common prior with an even one: its gain on common words and its cost on rare words.

    python scripts/prior_trials.py

A strategy that uses the prior plays once against every word, under each prior. The means are over
all words, over all words weighted by the common prior, and over the words of each SCOWL level. Exit
status: 0 if both gates are passed, else 1.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from gates import Json, report

import jotto
from jotto import Lengths
from jotto.engine.partition import IntArray
from jotto.errors import JottoError
from jotto.games.lists import folder
from jotto.games.priors import LEVELS, RAREST, common, read_numbers

COMMON, RARE = "level to 35", "level over 50"
BANDS = {COMMON: (0, 35), "level 40 to 50": (36, 50), RARE: (51, RAREST)}
GAIN, COST = "gained on common words", "lost on rare words"
GATES = {GAIN: 0.21, COST: 0.34}  # a minimum; a maximum


def evaluated(words: Path | None, strategy: str) -> dict[str, Lengths]:
    """Play a strategy against every word, under each prior."""
    return {
        prior: jotto.evaluate(jotto.words(words, prior=prior), strategy)
        for prior in ("common", "even")
    }


def bands(words: Sequence[str]) -> dict[str, IntArray]:
    """Group the words (indices) by bands of SCOWL levels; empty bands are left out."""
    known = read_numbers(folder() / LEVELS)
    levels = np.array([known.get(word, RAREST) for word in words])
    found = {
        name: np.flatnonzero((levels >= low) & (levels <= high))
        for name, (low, high) in BANDS.items()
    }
    return {name: members for name, members in found.items() if len(members)}


def means(found: Lengths) -> dict[str, float]:
    """Return the mean guesses over all words, and over each band."""
    words = found.at.game.secrets
    return {
        "all": found.mean,
        "weighed": float(np.average(found.each, weights=common(words))),
        **{name: float(found.each[members].mean()) for name, members in bands(words).items()},
        "worst": found.worst,
    }


def differences(table: dict[str, dict[str, float]]) -> dict[str, float]:
    """Return what the common prior gains on common words and loses on rare ones."""
    saved = {
        name: table["even"][name] - table["common"][name] for name in BANDS if name in table["even"]
    }
    parts = ((GAIN, COMMON, 1), (COST, RARE, -1))
    return {name: sign * saved[band] for name, band, sign in parts if band in saved}


def main(
    strategy: Annotated[str, typer.Option(help="The strategy that plays.")] = "entropy",
    words: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A list other than the shipped one.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Play all words under the common and under the even prior, and compare."""
    try:
        found = evaluated(words, strategy)
    except JottoError as error:
        print(f"prior_trials: {error}", file=sys.stderr)
        raise typer.Exit(2) from None
    table = {prior: means(one) for prior, one in found.items()}
    facts = {"words": len(found["even"]), "strategy": strategy}
    shown = (("prior", *table["common"]), [(prior, *row.values()) for prior, row in table.items()])
    gained = differences(table)
    report(facts, gained, GATES, shown, floors=(GAIN,), as_json=as_json, priors=table)


if __name__ == "__main__":
    typer.run(main)

"""Play games of Fibble, whose rows have one false mark each.

    python scripts/fibble.py answers.txt --guesses allowed.txt --games 300

The first guess is random, as in the game; one mark of each row, drawn at random, is false; entropy
makes the other guesses.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from statistics import mean, stdev
from typing import Annotated

import numpy as np
import typer
from gates import Seed

import jotto
from jotto.assistant.opponents import liar, play_out

ROWS = 9  # of Fibble


def fibble(game: jotto.Game, games: int, seed: int) -> list[int]:
    """Play games of Fibble whose first guess is given; return how many rows each takes."""
    draw, rows = np.random.default_rng(seed), list[int]()
    for number, secret in enumerate(draw.choice(len(game), games, replace=games > len(game))):
        first = str(game.secrets[int(draw.integers(len(game)))])
        entropy = jotto.strategy("entropy", opening=first)
        word = str(game.secrets[int(secret)])
        *_, last = play_out(game, entropy, word, liar(word, seed + number))
        rows.append(len(last.state.mine))
    return rows


def main(
    secrets: Annotated[Path, typer.Argument(help="A list of secrets.")],
    games: Annotated[int, typer.Option(min=2, help="How many games.")] = 300,
    seed: Seed = 0,
    guesses: Annotated[Path | None, typer.Option(help="Further guesses.")] = None,
) -> None:
    """Play games of Fibble, and print how many rows they take."""
    rows = fibble(jotto.words(secrets, guesses or (), rule="fibble"), games, seed)
    within = sum(row <= ROWS for row in rows) / games
    error = 1.96 * stdev(rows) / games**0.5
    print(f"{games:,} games of Fibble from seed {seed}: {mean(rows):.3f} +- {error:.3f} rows,")
    print(
        f"the given one included; {within:.2%} within {ROWS}; {dict(sorted(Counter(rows).items()))}"
    )


if __name__ == "__main__":
    typer.run(main)

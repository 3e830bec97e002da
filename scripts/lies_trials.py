"""Compare small games with lies with the definition; play Fibble.

    python scripts/lies_trials.py --games 2000 --seed 0
    python scripts/lies_trials.py --fibble answers.txt --guesses allowed.txt --games 300

Without ``--fibble``, the least worst case of random small games is compared with that of trying
everything (tests/naive.py). With it, games of Fibble are played: the first guess is random, as
in the game; one mark of each row, drawn at random, is false; entropy makes the other guesses.
"""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, stdev
from typing import Annotated

import numpy as np
import typer
from gates import Seed

import jotto
from jotto.assistant.players import liar, play_out

sys.path.append(str(Path(__file__).parents[1] / "tests"))
import naive

ROWS = 9  # of Fibble


@dataclass(frozen=True)
class Small:
    """A small game with lies: its lists, the name of the rule, and how many lies may be told."""

    secrets: tuple[str, ...]
    guesses: tuple[str, ...]
    rule: str
    lies: int


def drawn(seed: int) -> Small:
    """Draw a small game: 2 to 5 secrets of two or three letters."""
    draw = np.random.default_rng(seed)
    length, lies = int(draw.integers(2, 4)), int(draw.integers(1, 3))
    every = ["".join(draw.choice(list("abc"), length)) for _ in range(9)]
    known = tuple(dict.fromkeys(every))
    secrets = known[: int(draw.integers(2, 5 if lies > 1 else 6))]
    rule = str(draw.choice(["exact-elsewhere", "jots", "colours"]))
    return Small(secrets, known[len(secrets) : len(secrets) + 3], rule, lies)


def differences(games: int, seed: int) -> list[Small]:
    """Return the games whose least worst case is not that of trying everything."""
    wrong = []
    for number in range(games):
        small = drawn(seed + number)
        game = jotto.words(small.secrets, small.guesses, rule=small.rule)
        found = jotto.worst_case(jotto.start(game, lies=small.lies))
        score = naive.RULES[small.rule]
        texts = sorted({score(g, s) for g in game.guesses for s in game.secrets if g != s})
        spare = dict.fromkeys(small.secrets, small.lies)
        if found != naive.worst_with_lies(spare, game.guesses, score, (*texts, "win")):
            wrong.append(small)
    return wrong


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
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 2000,
    seed: Seed = 0,
    fibble_list: Annotated[Path | None, typer.Option("--fibble", help="Secrets of Fibble.")] = None,
    guesses: Annotated[Path | None, typer.Option(help="Further guesses.")] = None,
) -> None:
    """Compare random small games with the definition, or play Fibble."""
    if fibble_list is None:
        wrong = differences(games, seed)
        print(f"{games:,} games from seed {seed}: {len(wrong)} differ", *wrong, sep="\n")
        raise typer.Exit(bool(wrong))
    rows = fibble(jotto.words(fibble_list, guesses or (), rule="fibble"), games, seed)
    within = sum(row <= ROWS for row in rows) / games
    error = 1.96 * stdev(rows) / games**0.5
    print(f"{games:,} games of Fibble from seed {seed}: {mean(rows):.3f} +- {error:.3f} rows,")
    print(
        f"the given one included; {within:.2%} within {ROWS}; {dict(sorted(Counter(rows).items()))}"
    )


if __name__ == "__main__":
    typer.run(main)

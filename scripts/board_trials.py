"""Play random small games of several boards, and compare each game with the definition.

All combinations of secrets of two or three boards are played, by the program and by tests/naive.py,
which does not import it; every game must be as long.

Example: python scripts/board_trials.py --games 2000 --seed 1
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import typer

import jotto
from jotto.engine import boards

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
import naive


def differs(draw: Random) -> bool:
    """Draw lists, a rule, and boards; return whether a game is longer or shorter."""
    length, n = draw.randint(2, 5), draw.choice([2, 2, 2, 3])
    words = ["".join(draw.choices("abcd", k=length)) for _ in range(10 if n == 2 else 6)]
    guesses = list(dict.fromkeys(words))
    secrets = guesses[: draw.randint(1, len(guesses))]
    rule, distinct = draw.choice(list(naive.RULES)), draw.random() < 0.5 and len(secrets) >= n
    kept = {"hit": boards.HIT, "part": boards.PART, "ahead": boards.AHEAD, "tried": boards.TRIED}
    score = naive.RULES[rule]
    own = naive.board_lengths(secrets, guesses, score, n, distinct=distinct, **kept)
    at = jotto.boards(jotto.words(secrets, guesses, rule=rule), n, distinct=distinct)
    return bool(jotto.evaluate(at).each.tolist() != own)


def main(games: int = 2000, seed: int = 1) -> None:
    """Print how many of the games differ."""
    draw = Random(seed)
    print(f"{sum(differs(draw) for _ in range(games))} of {games:,} games from seed {seed} differ")


if __name__ == "__main__":
    typer.run(main)

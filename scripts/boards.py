"""Play games of several boards: their mean with its interval, how many guesses, how many in time.

The lists are not shipped: the 2,315 secrets and the 12,972 guesses of Wordle, one word per line. A
game is in time with as many guesses as boards and five more, as Dordle, Quordle, Octordle and
Duotrigordle are.

Example: python scripts/boards.py answers.txt guesses.txt --boards 2
"""

from __future__ import annotations

from pathlib import Path
from time import process_time

import typer

import jotto
from jotto.assistant.options import GameOptions

GAMES = {2: 10_000, 4: 10_000, 8: 1_000, 32: 200}
SPARE = 5  # guesses beyond one for each board


def main(
    secrets: Path,
    guesses: Path,
    boards: list[int] = list(GAMES),  # noqa: B006
    opening: str = "salet",
    rule: str = "colours",
    games: int | None = None,
    seed: int = 0,
) -> None:
    """Print a row of a table for each number of boards; ``games`` of each, or those of GAMES."""
    game = GameOptions(words=secrets, guesses=guesses, rule=rule, prior="even").make_game()
    strategy = jotto.strategy(opening=[opening])
    print("| boards | games | mean | guesses: games | worst | within | seconds |")
    for n in boards:
        begun, many = process_time(), games or GAMES.get(n, 100)
        played = jotto.evaluate(jotto.boards(game, n), strategy, games=many, seed=seed)
        mean = f"{played.mean:.4f} ± {played.interval:.4f}"
        each = ", ".join(f"{guesses}: {count:,}" for guesses, count in played.games.items())
        within = f"{played.within(n + SPARE):.2%} within {n + SPARE}"
        row = f"{n} | {many:,} | {mean} | {each} | {played.worst} | {within}"
        print(f"| {row} | {process_time() - begun:.0f} |", flush=True)


if __name__ == "__main__":
    typer.run(main)

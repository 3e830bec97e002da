"""Count the guesses of the computer players of a match, which the page of a new match states.

The secrets are drawn as people choose them: common words above rare ones.

Example: python scripts/computers.py --games 1000
"""

from __future__ import annotations

import numpy as np
import typer

from jotto.assistant.match import Match, Terms
from jotto.assistant.opponents import SKILLS, Computer
from jotto.assistant.options import GameOptions
from jotto.games.words import common

MOST = 60  # guesses of a game that is given up


def guesses(game: Match, computer: Computer, secret: str) -> int:
    """Return the number of guesses a computer takes to find a secret."""
    match = game.entered("secret", 0, secret)
    while not match.over and len(match.seats[1].turns) < MOST:
        match = match.entered("guess", 1, computer.guess(match, 1)).entered("guess", 0, "zzzzz")
    return len(match.seats[1].turns)


def main(games: int = 1000, seed: int = 5) -> None:
    """Print the mean number of guesses of each player, with a 95 % interval."""
    game = GameOptions().make_game()
    weights = common(list(map(str, game.secrets))).astype(float)
    begun = Match(game, Terms(together=True)).entered("join", 0, "Ann").entered("join", 1, "Bob")
    begun = begun.entered("secret", 1, "crane")
    for strength, skill in SKILLS.items():
        draw = np.random.default_rng(seed)
        secrets = draw.choice(game.secrets, size=games, p=weights / weights.sum())
        made = [
            guesses(begun, Computer(strength, number), str(secret))
            for number, secret in enumerate(secrets)
        ]
        mean, half = np.mean(made), 1.96 * np.std(made) / np.sqrt(games)
        stated = f"stated: {skill.guesses:.1f}"
        print(f"{skill.name} ({strength}): {mean:.2f} ± {half:.2f}, worst {max(made)}; {stated}")


if __name__ == "__main__":
    typer.run(main)

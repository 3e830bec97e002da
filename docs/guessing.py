"""Three agents in an environment of gymnasium, over 2,000 seeded games: figures to beat."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np

import jotto
import jotto.gym

Draw = np.random.Generator
Agent = Callable[[Any, int, Draw], int]  # of all games, the number of one, and chance: a guess


def any_guess(env: Any, game: int, draw: Draw) -> int:
    """Guess anything."""
    return int(draw.integers(len(env.game.guesses)))


def any_candidate(env: Any, game: int, draw: Draw) -> int:
    """Guess one of those that can be the secret, as the mask of actions says."""
    return int(draw.choice(env.game.guess_of[env.alive[game]]))


def entropy(env: Any, game: int, draw: Draw) -> int:
    """Guess what jotto does."""
    return int(env.game.index(jotto.strategy("entropy")(env.position(game))))


AGENTS: dict[str, Agent] = {"random": any_guess, "consistent": any_candidate, "entropy": entropy}


def played(env: Any, agent: Agent) -> tuple[Any, Any]:
    """Play each game of a vector environment once; return the guesses, and which were won."""
    draw, guesses = np.random.default_rng(0), np.zeros(env.num_envs, int)
    going, won = guesses == 0, guesses > 0
    env.reset(seed=0)  # game i has the secret of seed i
    while going.any():
        actions = np.zeros(env.num_envs, int)
        for game in np.flatnonzero(going).tolist():
            actions[game] = agent(env, game, draw)
        _, _, found, cut, _ = env.step(actions)
        guesses[going] += 1
        won |= found & going
        going &= ~(found | cut)
    return guesses, won


def main(name: str, games: int = 2000) -> None:
    """Print the mean of each agent, its standard error, and how many games six guesses win."""
    env = gymnasium.make_vec(name, num_envs=games)
    for agent_name, agent in AGENTS.items():
        guesses, won = played(env, agent)
        error, six = guesses.std() / games**0.5, (won & (guesses <= 6)).mean()
        print(f"{agent_name:10} {guesses.mean():6.3f} ± {error:.3f}  {six:6.1%}")


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))

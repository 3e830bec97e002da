"""A guessing game as an environment of gymnasium, and three agents that play in it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from math import log2
from typing import Any

import gymnasium
import numpy as np

import jotto

State = np.typing.NDArray[np.int8]


class Guessing(gymnasium.Env[State, np.int64]):
    """A game: an observation says which secrets are left, an action is the number of a guess.

    ``reward``: ``regret`` (what the guess costs, negative), ``bits`` (gained), ``guesses`` (-1).
    """

    def __init__(self, game: jotto.Game, reward: str = "regret", most: int = 20) -> None:
        self.game, self.reward, self.most = game, reward, most
        self.secret_at = {secret: at for at, secret in enumerate(game.secrets)}
        self.guess_at = {guess: at for at, guess in enumerate(game.guesses)}
        self.action_space = gymnasium.spaces.Discrete(len(game.guesses))
        self.observation_space = gymnasium.spaces.MultiBinary(len(game))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[State, dict[str, Any]]:
        """Draw a secret, or take that of the options."""
        super().reset(seed=seed)
        drawn = self.game.secrets[int(self.np_random.integers(len(self.game)))]
        self.at, self.secret = jotto.start(self.game), (options or {}).get("secret", drawn)
        return self.seen(), {"left": len(self.at)}

    def step(self, action: np.int64) -> tuple[State, float, bool, bool, dict[str, Any]]:
        """Make a guess."""
        before, guess = self.at, self.game.guesses[int(action)]
        self.at = before.after(guess, self.game.score(guess, self.secret))
        reward, cut = -1.0, len(self.at.turns) >= self.most and not self.at.won
        if self.reward == "regret":
            reward = -jotto.regret(before, guess).regret
        elif self.reward == "bits":
            reward = log2(len(before) / len(self.at))
        return self.seen(), reward, self.at.won, cut, {"left": len(self.at)}

    def seen(self) -> State:
        """Return 1 for each secret that is left."""
        seen = np.zeros(len(self.game), np.int8)
        seen[[self.secret_at[secret] for secret in self.at.candidates]] = 1
        return seen

    def action_masks(self) -> np.typing.NDArray[np.bool_]:
        """Return which guesses can be the secret; sb3-contrib asks for them by this name."""
        mask = np.zeros(len(self.game.guesses), np.bool_)
        mask[[self.guess_at[secret] for secret in self.at.candidates]] = True
        return mask


Agent = Callable[[Guessing], Any]  # returns a guess


def any_candidate(env: Guessing) -> Any:
    """Guess one of those that can be the secret."""
    return env.game.guesses[int(env.np_random.choice(np.flatnonzero(env.action_masks())))]


def greedy(env: Guessing) -> Any:
    """Take the highest reward: of all guesses the earliest of least regret."""
    regrets = jotto.regrets(env.at, env.game.guesses)
    return min(regrets, key=lambda row: row.regret).guess


def entropy(env: Guessing) -> Any:
    """Guess what jotto does."""
    return env.at.rank(top=1)[0].guess


AGENTS: dict[str, Agent] = {"random": any_candidate, "greedy": greedy, "entropy": entropy}


def mean(env: Guessing, agent: Agent, runs: int = 1) -> float:
    """Play against every secret, and return the mean number of guesses."""
    total = 0
    env.reset(seed=0)
    for secret in [*env.game.secrets] * runs:
        env.reset(options={"secret": secret})
        over = False
        while not over:
            _, _, won, cut, _ = env.step(np.int64(env.guess_at[agent(env)]))
            over, total = won or cut, total + 1
    return total / (len(env.game) * runs)


if __name__ == "__main__":
    env = Guessing(jotto.named(sys.argv[1]))
    for name, agent in AGENTS.items():
        print(f"{name:8} {mean(env, agent, 10 if name == 'random' else 1):.4f}")

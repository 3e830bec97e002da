"""The environment of the docs does what gymnasium asks, and what the page says."""

import sys
from math import log2
from pathlib import Path

import numpy as np
import pytest

import jotto

gymnasium = pytest.importorskip("gymnasium")
DOCS = Path(__file__).parents[1] / "docs"


@pytest.fixture(scope="module")
def guessing():
    sys.path.insert(0, str(DOCS))
    try:
        import guessing
    finally:
        sys.path.remove(str(DOCS))
    return guessing


@pytest.mark.filterwarnings("ignore:.*alternative render modes")  # it has none
@pytest.mark.parametrize("reward", ["regret", "bits", "guesses"])
def test_the_checker_of_gymnasium_passes(guessing, reward):
    from gymnasium.utils.env_checker import check_env

    check_env(guessing.Guessing(jotto.named("bulls-and-cows:2x4"), reward))


def test_a_game_is_played_with_masks_and_rewards(guessing):
    """By hand: bat leaves three words, and costs a quarter of a guess; cat is one of them."""
    game = jotto.words(["bat", "cat", "hat", "mat"], ["chm"])
    for reward, (first, last) in {
        "regret": (-0.25, 0),
        "bits": (log2(4 / 3), log2(3)),
        "guesses": (-1, -1),
    }.items():
        env = guessing.Guessing(game, reward)
        seen, info = env.reset(options={"secret": "cat"})
        assert (seen.tolist(), info) == ([1, 1, 1, 1], {"left": 4})
        assert env.action_masks().tolist() == [True, True, True, True, False]
        seen, got, won, cut, info = env.step(np.int64(0))
        assert (seen.tolist(), won, cut, info) == ([0, 1, 1, 1], False, False, {"left": 3})
        assert got == pytest.approx(first)
        _, got, won, cut, _ = env.step(np.int64(1))
        assert (won, cut) == (True, False)
        assert got == pytest.approx(last)
    env = guessing.Guessing(game, most=2)
    env.reset(options={"secret": "cat"})
    assert [env.step(np.int64(4))[2:4] for _ in "12"] == [(False, False), (False, True)]


def test_secrets_are_drawn_by_the_seed(guessing):
    env = guessing.Guessing(jotto.named("mastermind:3x6"))

    def drawn(seed):
        env.reset(seed=seed)
        secrets = [env.secret]
        for _ in range(3):
            env.reset()
            secrets.append(env.secret)
        return secrets

    assert drawn(1) == drawn(1) != drawn(2)


def test_the_agents_of_the_page_play_to_the_end(guessing):
    env = guessing.Guessing(jotto.named("mastermind:2x4"))
    means = {name: guessing.mean(env, agent) for name, agent in guessing.AGENTS.items()}
    assert means["entropy"] == jotto.evaluate(env.game).mean
    assert means["greedy"] >= jotto.solve(env.game).lengths.mean

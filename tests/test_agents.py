"""The environments of gymnasium do what it asks, and what the page says."""

import subprocess
import sys
from math import log2
from pathlib import Path

import naive
import numpy as np
import pytest

import jotto
from jotto.errors import GameError, WordError

DOCS = Path(__file__).parents[1] / "docs"
BATS = ["bat", "cat", "hat", "mat"], ["chm"]


def test_without_gymnasium_one_line_says_how_to_install_it():
    code = "import sys; sys.modules['gymnasium'] = None; import jotto.gym"
    done = subprocess.run([sys.executable, "-c", code], text=True, capture_output=True, check=False)
    assert done.returncode == 1
    last = done.stderr.splitlines()[-1]
    assert last.startswith("ImportError: jotto.gym needs gymnasium: ")
    assert 'install "gymnasium>=' in last or "pip install" in last


gymnasium = pytest.importorskip("gymnasium")
import jotto.gym as environments  # noqa: E402


@pytest.mark.parametrize("reward", environments.REWARDS)
@pytest.mark.parametrize("observation", environments.OBSERVATIONS)
def test_the_checker_of_gymnasium_passes_without_a_warning(reward, observation):
    from gymnasium.utils.env_checker import check_env

    game = "bulls-and-cows:2x4"
    env = gymnasium.make("jotto/BullsAndCows-v0", game=game, reward=reward, observation=observation)
    assert len(env.unwrapped.game) == 12
    check_env(env.unwrapped, skip_render_check=True)


def test_all_environments_are_found_by_name_also_with_their_module():
    made = gymnasium.make("jotto.gym:jotto/Wordle-v0")
    assert made.action_space.n == len(jotto.words())
    sizes = {"Mastermind": 1296, "BullsAndCows": 5040, "Jotto": 6780, "Fibble": 6780}
    for name, size in sizes.items():
        assert gymnasium.make(f"jotto/{name}-v0").observation_space.shape == (size,)
    assert gymnasium.spec("jotto/Nerdle-v0").kwargs == {"game": "nerdle"}


@pytest.mark.parametrize(
    ("reward", "first", "last"),
    [("regret", -0.25, 0), ("bits", log2(4 / 3), log2(3)), ("guesses", -1, -1)],
)
def test_a_game_is_played_with_masks_and_rewards(reward, first, last):
    """By hand: bat leaves three words, and costs a quarter of a guess; cat is one of them."""
    words, guesses = BATS
    env = gymnasium.make(
        "jotto/Jotto-v0", words=words, guesses=guesses, reward=reward, render_mode="ansi"
    )
    seen, info = env.reset(options={"secret": "cat"})
    assert (seen.tolist(), info) == ([1, 1, 1, 1], {"left": 4})
    assert env.get_wrapper_attr("action_masks")().tolist() == [True, True, True, True, False]
    seen, got, won, cut, info = env.step(0)
    assert (seen.tolist(), won, cut, info) == ([0, 1, 1, 1], False, False, {"left": 3})
    assert got == pytest.approx(first)
    _, got, won, cut, _ = env.step(np.int64(1))
    assert (won, cut) == (True, False)
    assert got == pytest.approx(last)
    assert env.render() == "BAT 2,0\nCAT 3,0"
    with pytest.raises(GameError, match=r"no game is open: call reset\(\) first"):
        env.step(0)


def test_a_game_is_cut_after_the_guesses_that_are_allowed_and_shows_its_turns():
    env = environments.Guessing(jotto.words(*BATS), max_guesses=2, observation="turns")
    env.reset(options={"secret": "cat"})
    assert env.step(4)[0].tolist() == [[5, 1 + env.game.rule.texts.index("1,0")], [0, 0]]
    assert env.step(4)[2:4] == (False, True)


@pytest.mark.parametrize("action", [5, -1, 1.0, "cat", None, [0], np.array([0, 1]), True])
def test_a_bad_action_is_refused_in_one_line(action):
    env = environments.Guessing(jotto.words(*BATS))
    env.reset()
    with pytest.raises(GameError, match="is not the number of a guess, 0 to 4"):
        env.step(action)


@pytest.mark.parametrize("actions", [[0, 5], [0, -1], [0, 1.0], ["bat", "cat"], 0, [0]])
def test_bad_actions_of_many_games_are_refused_in_one_line(actions):
    many = environments.GuessingVector(jotto.words(*BATS), num_envs=2)
    many.reset()
    with pytest.raises(GameError, match=r"^(game 1: action|actions are .*2 whole numbers)"):
        many.step(actions)


def test_options_that_cannot_be_are_refused():
    for options, reason in (
        ({"reward": "wins"}, "reward='wins': there are guesses, bits, regret"),
        ({"observation": "all"}, "observation='all': there are left, turns"),
        ({"max_guesses": 0}, "max_guesses=0 is not a number, 1 or more"),
        ({"words": ["cat"], "game": "nerdle"}, "words= goes with games of words alone"),
        ({"game": "fibble", "reward": "regret"}, "lies are not supported here"),
    ):
        with pytest.raises(GameError, match=reason):
            environments.Guessing(**options)
    env = environments.Guessing(jotto.words(*BATS))
    with pytest.raises(GameError, match="'chm' is not a secret of this game"):
        env.reset(options={"secret": "chm"})
    with pytest.raises(WordError, match="'dog' is not an allowed guess"):
        env.reset(options={"secret": "dog"})


def test_secrets_are_drawn_by_the_seed_and_by_the_prior():
    env = environments.Guessing("mastermind:3x6")

    def drawn(seed):
        env.reset(seed=seed)
        secrets = [env.secret]
        for _ in range(3):
            env.reset()
            secrets.append(env.secret)
        return secrets

    assert drawn(1) == drawn(1) != drawn(2)
    known = 0
    for seed in range(100):  # an agent that draws by the same seed does not know the secret
        secret = drawn(seed)[0]
        env.action_space.seed(seed)
        guesses = env.action_space.sample(), np.random.default_rng(seed).integers(216)
        known += secret in [env.game.guesses[guess] for guess in guesses]
    assert known < 6  # 0.9 are expected
    likely = jotto.words(BATS[0], prior=dict(zip(BATS[0], (8, 1, 1, 1), strict=True)))
    many = environments.GuessingVector(likely, num_envs=1100)
    many.reset(seed=0)
    often = [many.secrets.count(word) for word in BATS[0]]
    assert often == pytest.approx([800, 100, 100, 100], abs=60)  # four standard deviations


MODES = gymnasium.vector.AutoresetMode


@pytest.mark.parametrize("mode", [MODES.NEXT_STEP, MODES.SAME_STEP])
@pytest.mark.parametrize(
    ("options"),
    [
        {"game": "mastermind:2x4", "reward": "bits"},
        {"game": "mastermind:2x4", "reward": "regret"},
        {"game": jotto.words(BATS[0], rule="fibble"), "observation": "turns"},
    ],
    ids=["bits", "regret", "turns of fibble"],
)
def test_many_games_in_arrays_are_the_games_that_one_by_one_are_played(mode, options):
    options = {"max_guesses": 3, **options}
    name = "jotto/Mastermind-v0"
    fast = gymnasium.make_vec(name, 5, autoreset_mode=mode, **options)
    modes = {"autoreset_mode": mode}
    slow = gymnasium.make_vec(name, 5, "sync", modes, **options)
    assert fast.observation_space == slow.observation_space
    assert fast.action_space == slow.action_space
    draw, ended = np.random.default_rng(0), 0
    both = fast.reset(seed=3), slow.reset(seed=3)
    for _ in range(30):
        (seen, *rest, info), (as_seen, *as_rest, as_info) = both
        np.testing.assert_array_equal(seen, as_seen)
        for mine, theirs in zip(rest, as_rest, strict=True):
            np.testing.assert_allclose(mine, theirs)
        assert info.keys() == as_info.keys()
        np.testing.assert_array_equal(info["left"], as_info["left"])
        if "final_obs" in info:
            ended += 1
            for mine, theirs in zip(info["final_obs"], as_info["final_obs"], strict=True):
                np.testing.assert_array_equal(mine, theirs)
            last, as_last = info["final_info"], as_info["final_info"]
            np.testing.assert_array_equal(last["left"], as_last["left"])
        actions = draw.integers(fast.single_action_space.n, size=5)
        both = fast.step(actions), slow.step(actions)
    assert ended or mode is MODES.NEXT_STEP


def test_games_begin_when_they_are_told_to_if_nothing_resets_them():
    many = gymnasium.make_vec("jotto/Jotto-v0", 2, words=BATS[0], autoreset_mode=MODES.DISABLED)
    many.reset(options={"secret": ["bat", "cat"]})
    assert many.step([0, 0])[2].tolist() == [True, False]
    with pytest.raises(GameError, match="game 0 is not open"):
        many.step([0, 0])
    mask = np.array([True, False])
    seen, _ = many.reset(options={"reset_mask": mask, "secret": "hat"})
    assert seen.tolist() == [[1, 1, 1, 1], [0, 1, 1, 1]]
    assert many.secrets == ["hat", "cat"]


def test_in_fibble_every_secret_that_may_be_is_left():
    words = BATS[0]
    env = environments.Guessing(jotto.words(words, rule="fibble"))
    for seed in range(20):
        env.reset(seed=seed)
        seen, *_ = env.step(seed % 4)
        told = env.at.turns[0][1].rstrip("?")
        left = [
            (told == "win" and word == env.secret)
            or (word != words[seed % 4] and lies(words[seed % 4], word, told) == 1)
            for word in words
        ]
        assert seen.tolist() == left
        assert env.secret in env.at.candidates


def lies(guess, secret, told):
    """How many of the colours told are false."""
    if told == "win":
        return 0
    return sum(a != b for a, b in zip(naive.colours(guess, secret), told, strict=True))


def test_the_agents_of_the_page_play_to_the_end(monkeypatch, capsys):
    monkeypatch.syspath_prepend(DOCS)
    import guessing

    game = "mastermind:2x4"
    env = gymnasium.make_vec("jotto/Mastermind-v0", num_envs=16, game=game)
    env.reset(seed=0)
    secrets = env.secrets
    guesses, won = guessing.played(env, guessing.entropy)
    each = dict(zip(env.game.secrets, jotto.evaluate(env.game).each.tolist(), strict=True))
    assert guesses.tolist() == [each[secret] for secret in secrets]
    assert won.all()
    guessing.main("jotto/Mastermind-v0", 20)
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == [*guessing.AGENTS]

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

SCRIPTS = Path(__file__).parents[2] / "scripts"
sys.path.insert(0, str(SCRIPTS))

from doctor_trials import contradicted, examined, hopes_of  # noqa: E402

from jotto.assistant.doctor import explain  # noqa: E402
from jotto.engine.strategies import strategy_named  # noqa: E402
from jotto.engine.tree import grow  # noqa: E402
from jotto.games.words import word_game  # noqa: E402

SECRETS = ["hatch", "latch", "match", "crane", "crate", "slate", "stale", "least"]


def test_one_score_of_a_contradicted_game_is_wrong_and_rescues_the_secret():
    game = word_game(SECRETS)
    root, draw = grow(game, strategy_named("entropy")), np.random.default_rng(1)
    for secret, word in enumerate(SECRETS):
        history = contradicted(root, secret, 1, draw)
        if history:
            right = [game.rule.score(turn.guess, word) == turn.code for turn in history]
            assert right == [False] + [True] * (len(right) - 1)
            assert examined(game, history, secret, 1).rescued


def test_the_judge_who_knows_all_chances_shares_the_blame_by_them():
    game = word_game(["plant", "brick"], prior=lambda _: np.array([3, 1]))
    # pzzzz scores 1,0 with plant and 0,0 with brick, bzzzz the other way round; both wrong
    # scores would be 0,0, which has two near misses: the blame is shared as 3 to 1
    history = game.read_turns(["pzzzz=1,0", "bzzzz=1,0"])
    assert hopes_of(game, history, explain(game, history)) == pytest.approx((3 / 4, 1))


def test_a_seed_gives_the_same_trials_again():
    command = [sys.executable, str(SCRIPTS / "doctor_trials.py"), "--games", "20", "--json"]
    first, again = (
        subprocess.run(command, capture_output=True, text=True, check=False) for _ in range(2)
    )
    assert first.stdout == again.stdout
    found = json.loads(first.stdout)
    assert found["contradicted"] == 20
    assert found["secret rescued"] == 1
    assert first.returncode == (0 if found["passed"] else 1)

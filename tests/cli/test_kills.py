"""A sample of the games and servers that scripts/kills.py kills by the hundred."""

from random import Random

import kills
import pytest
from serving import served

from jotto.games.words import shipped_words


@pytest.mark.parametrize("seed", [7, 8])
def test_a_killed_game_has_every_line_that_was_taken(seed, tmp_path):
    assert kills.kill_a_game(seed, tmp_path) > 0


def test_a_killed_server_has_every_score_that_was_answered(tmp_path):
    with served(tmp_path) as server:
        for seed in (7, 8):
            assert kills.kill_a_server(Random(seed), server, shipped_words()) > 0


def test_what_is_lost_is_noticed(tmp_path, monkeypatch):
    monkeypatch.setattr(kills.Store, "names", lambda _: [])
    with pytest.raises(AssertionError):
        kills.kill_a_game(7, tmp_path)

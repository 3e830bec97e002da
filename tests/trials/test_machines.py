"""State machines reach what they are for, and show a fault by a few entries."""

import pytest

from jotto.assistant import match as matches, session as sessions
from jotto.assistant.store import Store
from trials import live, match, store


def steps(error, start):
    """The entries that show a failure, without those that begin the example."""
    lines = "\n".join(error.value.__notes__).splitlines()
    return [line for line in lines if line.startswith(start)]


def test_a_live_game_whose_turns_are_lost_when_a_word_is_refused(monkeypatch, tmp_path):
    monkeypatch.setitem(sessions.STEPS, "refuse", lambda *_: {"boards": ((),)})
    with pytest.raises(AssertionError) as failed:
        for seed in range(9):
            live.play(seed, tmp_path)
    made = steps(failed, "move ")
    assert made[-1] == "move {'do': 'refuse'}"
    assert len(made) <= 4


def test_a_match_in_which_advice_that_was_seen_does_not_count(monkeypatch, tmp_path):
    monkeypatch.setitem(matches.STEPS, "no advice", lambda _, seat, __: {seat: {"advice": False}})
    with pytest.raises(AssertionError) as failed:
        for seed in range(9):
            match.play(seed, tmp_path)
    made = steps(failed, "entry ")[4:]
    assert [line.split()[1] for line in made] == ["advice", "no", "guess"]


def test_a_store_that_takes_an_old_version(monkeypatch, tmp_path):
    write = Store.write
    monkeypatch.setattr(Store, "write", lambda self, game, owner="": write(self, game, owner))
    with pytest.raises(AssertionError):
        for seed in range(9):
            store.play(seed, tmp_path)

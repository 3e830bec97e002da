"""A sample of the rooms that scripts/visitors.py visits by the hundred."""

from collections import Counter

import visitors


def test_random_requests_to_two_servers_break_nothing():
    counts = Counter()
    assert visitors.failures(range(7, 20), counts) == []
    assert {"guess: score", "guess: hint", "over: again"} <= set(counts)


def test_a_fault_is_noticed(monkeypatch):
    """A store that keeps nothing has other games than the pages show."""
    monkeypatch.setattr(visitors.Store, "write", lambda _, game, owner="": game)
    assert visitors.failures(range(7, 9), Counter())

"""A sample of the games that scripts/player.py plays by the thousand."""

from collections import Counter

import player


def test_random_games_are_what_their_definitions_say():
    counts = Counter()
    assert player.failures(range(7, 67), counts) == []
    reached = {"guess", "theirs", "doubt", "over", "resumed", "refused", "undo", "edit", "they"}
    assert reached <= set(counts)


def test_a_fault_is_noticed(monkeypatch):
    """Without one turn, the definition leaves other candidates."""
    true = player.brute
    monkeypatch.setattr(player, "brute", lambda session, board: true(session, board)[1:])
    assert player.failures(range(3), Counter())

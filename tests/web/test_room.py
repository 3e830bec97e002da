"""What a server keeps on the disk, for whom and how long; and that processes share it."""

from dataclasses import replace
from functools import partial
from itertools import count

import pytest

import jotto
from jotto.assistant.match import Terms
from jotto.assistant.store import Saved, Store
from jotto.web import games
from jotto.web.games import Games, Matches

TURN = ("score", "pales", "0,0")
ANN, BOB = "a" * 32, "b" * 32


@pytest.fixture
def path(tmp_path):
    return tmp_path / "games.sqlite"


@pytest.fixture
def limits(monkeypatch):
    """Three games of a device, seven of all."""
    monkeypatch.setattr(games, "MOST_OF_ONE", 3)
    monkeypatch.setattr(games, "MOST", 7)


def test_a_device_that_has_too_many_is_told_and_nobody_else_is(path, options, limits):
    mine = Games(Store(path), private=True)
    for number in range(4):  # the first makes room, since it was never begun
        mine.put(Saved(options, "", name=f"{number}"), ANN)
    assert len(mine.store.names(ANN)) == 3
    for name in mine.store.names(ANN):
        begun = mine.put(replace(mine.saved(name, ANN), transcript=(TURN,)), ANN)
    with pytest.raises(
        jotto.GameError, match=r"^you have begun 3 that are not over; finish or del"
    ):
        mine.put(Saved(options, "", name="more"), ANN)
    mine.put(Saved(options, "", name="of another"), BOB)
    assert mine.saved("of another", ANN) is None
    mine.store.delete(begun)
    assert mine.put(Saved(options, "", name="more"), ANN).version


def test_matches_have_a_limit_of_their_own_and_those_that_are_over_make_room(path, options, limits):
    mine = Matches(Store(path, "match"))
    begin = partial(mine.start, options, name="Ann", other="easy", terms=Terms())
    codes = [begin(ANN) for _ in range(3)]
    with pytest.raises(jotto.GameError, match="not over; end one first"):
        begin(ANN)
    begin(BOB)
    at = mine.get(codes[1]).saved.version
    assert mine.change(codes[1], 0, at, lambda match: match.entered("leave", 0))
    codes[1] = begin(ANN)
    assert set(mine.store.names(ANN)) == {*codes}


def test_a_change_is_heard_however_many_other_matches_were_begun(path, options):
    """A match that was no longer in memory was deaf: its page heard of no change."""
    one, other = (Matches(Store(path, "match")) for _ in range(2))
    code = one.start(options, ANN, "Ann", "person", Terms())
    heard = one.store.version(code)
    for number in range(300):
        one.start(options, f"{number:032x}", "Eve", "person", Terms())
    assert one.store.version(code) == heard
    other.join(code, BOB, "Bob")
    assert one.store.version(code) != heard
    assert [seat.name for seat in one.get(code).match.seats] == ["Ann", "Bob"]


def test_a_match_against_nobody_that_there_is_is_refused(path, options):
    """A form without ``other`` began a match in which every move was status 500."""
    with pytest.raises(jotto.GameError, match="''"):
        Matches(Store(path, "match")).start(options, ANN, "Ann", "", Terms())


def test_a_strategy_that_cannot_play_the_game_is_refused_before_it_begins(options):
    """Such a game was begun, and then nobody could open it."""
    for noisy in ({"lies": 1}, {"rule": "fibble"}):
        with pytest.raises(jotto.GameError, match="valued by entropy"):
            games.data({**options, **noisy, "strategy": "minimax"})
        assert games.data({**options, **noisy})


def test_the_total_drops_what_is_over_and_then_what_was_changed_longest_ago(path, monkeypatch):
    monkeypatch.setattr("jotto.assistant.store.time.time", count(1).__next__)
    names = own, *old, over = "in a terminal", *(f"old {n}" for n in range(4)), "over"
    with Store(path) as store:
        for name in names:
            game = Saved({}, "", (TURN,), name=name, over=name == over)
            store.write(game, "" if name == own else name)
        for most, gone in ((5, ()), (4, (over,)), (3, (over, old[0])), (1, (over, *old[:3]))):
            store.tidy(most)
            assert set(store.names()) == {*names} - {*gone}


def test_a_damaged_page_refuses_no_new_game(path, options):
    with Store(path) as store:
        for n in range(40):
            store.write(Saved({}, "", (TURN,) * 80, name=f"{n}"), BOB)
    content = path.read_bytes()
    pages = [content[at : at + 512] for at in range(0, len(content), 512)]
    inside = next(n for n, page in enumerate(pages) if page[0] == 13)  # where rows begin
    path.write_bytes(b"".join([*pages[:inside], b"\xff" * 512, *pages[inside + 1 :]]))
    mine = Games(Store(path), private=True)
    with pytest.raises(OSError, match="malformed"):
        mine.store.tidy(100)
    assert mine.put(Saved(options, "", name="more"), ANN)

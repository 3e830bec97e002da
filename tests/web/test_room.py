"""What a server keeps on the disk, for whom and how long; and that processes share it."""

from dataclasses import replace

import pytest

import jotto
from jotto.assistant.match import Terms
from jotto.assistant.options import GameOptions, saved_options
from jotto.assistant.store import Saved, Store
from jotto.web import games
from jotto.web.games import Games, Matches

TURN = ("score", "pales", "0,0")
ANN, BOB = "a" * 32, "b" * 32


@pytest.fixture
def options(tmp_path):
    path = tmp_path / "words.txt"
    path.write_text("\n".join(jotto.words().secrets[:60]))
    return saved_options(GameOptions(words=path), strategy="entropy", seed=0, book=False)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "games.sqlite"


@pytest.fixture
def limits(monkeypatch):
    """Three games of a device, seven of all."""
    monkeypatch.setattr(games, "MOST_OF_ONE", 3)
    monkeypatch.setattr(games, "MOST", 7)


def written(store, name, owner, when, monkeypatch, **of_it):
    """Write a game at a time; return its name."""
    monkeypatch.setattr("jotto.assistant.store.time.time", lambda: float(when))
    store.write(replace(Saved({}, "", (TURN,), name=name), **of_it), owner)
    return name


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


def begun(matches, options, device):
    return matches.start(options, device, "Ann", "easy", Terms())


def test_matches_have_a_limit_of_their_own_and_those_that_are_over_make_room(path, options, limits):
    mine = Matches(Store(path, "match"))
    codes = [begun(mine, options, ANN) for _ in range(3)]
    with pytest.raises(jotto.GameError, match="not over; end one first"):
        begun(mine, options, ANN)
    begun(mine, options, BOB)
    board = mine.get(codes[1])
    assert mine.change(codes[1], 0, board.saved.version, lambda match: match.entered("leave", 0))
    assert mine.store.load(codes[1]).over
    codes.append(begun(mine, options, ANN))
    assert set(mine.store.names(ANN)) == {codes[0], codes[2], codes[3]}


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
    with Store(path) as store:
        own = written(store, "in a terminal", "", 1, monkeypatch)
        old = [written(store, f"old {n}", f"{n}", 10 + n, monkeypatch) for n in range(4)]
        over = written(store, "over", "x", 100, monkeypatch, over=True)
        for most, gone in ((5, set()), (4, {over}), (3, {over, old[0]}), (1, {over, *old[:3]})):
            store.tidy(most)
            assert set(store.names()) == {own, *old, over} - gone


def test_a_damaged_page_refuses_no_new_game(path, options, monkeypatch):
    with Store(path) as store:
        for n in range(40):
            written(store, f"{n}", BOB, 0, monkeypatch, transcript=(TURN,) * 80)
    monkeypatch.undo()
    content = path.read_bytes()
    pages = [content[at : at + 512] for at in range(0, len(content), 512)]
    inside = next(n for n, page in enumerate(pages) if page[0] == 13)  # where rows begin
    path.write_bytes(b"".join([*pages[:inside], b"\xff" * 512, *pages[inside + 1 :]]))
    mine = Games(Store(path), private=True)
    with pytest.raises(OSError, match="malformed"):
        mine.store.tidy(100)
    assert mine.put(Saved(options, "", name="more"), ANN)

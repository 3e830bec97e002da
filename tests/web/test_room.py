"""What a server keeps on the disk, for whom and how long; and that processes share it."""

from dataclasses import replace
from functools import partial

import pytest

import jotto
from jotto.assistant.match import Terms
from jotto.assistant.store import Saved, Store
from jotto.web import games
from jotto.web.games import Games, Matches
from jotto.web.purse import Keeping

TURN = ("score", "pales", "0,0")
ANN, BOB = "a" * 32, "b" * 32
HERE, ELSEWHERE, DAY = "192.0.2.1", "192.0.2.2", 86400.0


@pytest.fixture
def path(tmp_path):
    return tmp_path / "games.sqlite"


@pytest.fixture
def clock(monkeypatch):
    """The time of the server and of the store, which a test sets; three games of an address.

    All may have seven; none is protected for being among the newest.
    """
    now = [1e9]
    monkeypatch.setattr("jotto.assistant.store.NEWEST", 0)
    monkeypatch.setattr("jotto.assistant.store.time.time", lambda: now[0])
    monkeypatch.setattr(games, "time", lambda: now[0])
    monkeypatch.setattr(games, "KEEPING", Keeping(most=3, total=7, fair=1, limit=9, bytes=20_000))
    return now


def begin(mine, options, name, *entries, address=HERE, over=False, size=0):
    game = Saved(options, "", entries, name=name, address=address, over=over)
    return mine.put(game, f"{name:.1}" * 32, size)


def test_an_address_that_has_too_many_is_told_and_nobody_else_is(path, options, clock):
    """Whatever its devices are; what is empty makes room on the next day."""
    mine = Games(Store(path), private=True)
    begin(mine, options, "a: empty")
    for name in "bc":
        begin(mine, options, name, TURN)
    kept = r"^your network has its games already \(3\); they are of today, or not over"
    with pytest.raises(jotto.GameError, match=kept):
        begin(mine, options, "d")
    begin(mine, options, "e: of another", TURN, address=ELSEWHERE)
    clock[0] += DAY + 1
    begin(mine, options, "d", TURN)
    assert {*mine.store.names()} == {"b", "c", "d", "e: of another"}
    with pytest.raises(jotto.GameError, match=kept):
        begin(mine, options, "f")
    mine.store.delete(mine.store.load("b"))
    assert begin(mine, options, "f").version


def test_networks_have_their_share_of_games(path, options, clock):
    """A /56 has four and a half, a /48 six."""
    mine, addresses = (
        Games(Store(path), private=True),
        [f"2001:db8:0:{n:x}::/64" for n in range(600)],
    )
    told = []
    for n in (*range(5), *range(256, 260), 599):
        try:
            begin(mine, options, f"{n}", TURN, address=addresses[n])
        except jotto.GameError:
            told.append(n)
    assert told == [4, 258, 259, 599]
    assert begin(mine, options, "of another", TURN).version


def test_matches_that_are_over_make_room_on_the_next_day(path, options, clock):
    mine = Matches(Store(path, "match"))
    start = partial(mine.start, options, name="Ann", other="easy", terms=Terms(), address=HERE)
    codes = [start(device) for device in (ANN, BOB, ANN)]
    at = mine.get(codes[1]).saved.version
    assert mine.change(codes[1], 0, at, lambda match: match.entered("leave", 0))
    with pytest.raises(jotto.GameError, match=r"^your network has its matches already"):
        start(ANN)
    clock[0] += DAY + 1
    codes[1] = start(ANN)
    assert {*mine.store.names()} == {*codes}
    with pytest.raises(jotto.GameError):
        start(BOB)


def test_when_all_is_full_the_network_that_has_most_loses_its_oldest(path, options, clock):
    """First what is over; nothing of today, and nothing of others; who has little gets in still."""
    mine = Games(Store(path), private=True)
    mine.store.write(Saved(options, "", (TURN,), name="in a terminal"))
    begin(mine, options, "patient", TURN)
    for name, over in (("old 1", False), ("old 2", False), ("over", True)):
        clock[0] += 1
        begin(mine, options, name, TURN, address=ELSEWHERE, over=over)
    clock[0] += DAY + 2
    for number in (1, 2):
        begin(mine, options, f"of today {number}", TURN, address="192.0.2.12")
    begin(mine, options, "seventh", TURN, address="192.0.2.20")
    for number, gone in enumerate(("over", "old 1")):
        before = {*mine.store.names()}
        begin(mine, options, f"further {number}", TURN, address=f"192.0.2.2{number + 1}")
        assert before - {*mine.store.names()} == {gone}
    before = {*mine.store.names()}
    full = "^this server keeps {} games; until some go, a network that has 1 begins no more"
    with pytest.raises(jotto.GameError, match=full.format(7)):  # 192.0.2.12 has most, of today
        begin(mine, options, "third of the patient", TURN)
    begin(mine, options, "one more", TURN, address="192.0.2.30")
    begin(mine, options, "another one", TURN, address="192.0.2.31")
    with pytest.raises(jotto.GameError, match=full.format(9)):
        begin(mine, options, "too many", TURN, address="192.0.2.32")
    assert {*mine.store.names()} == {*before, "one more", "another one"}


@pytest.mark.parametrize("wrong", [0.0, 40 * 86400.0])
def test_a_clock_that_is_wrong_deletes_nothing_of_today(path, options, clock, monkeypatch, wrong):
    """It jumps, or was wrong when the server began: the newest stay, and a new one is refused."""
    monkeypatch.setattr("jotto.assistant.store.NEWEST", 100)
    mine = Games(Store(path), private=True)
    for name in "abc":
        begin(mine, options, name, TURN, over=True)
    clock[0] = wrong and clock[0] + wrong
    with pytest.raises(jotto.GameError, match=r"its games already \(3\)"):
        begin(mine, options, "d")
    assert len(mine.store.names()) == 3


def test_an_address_keeps_only_so_many_bytes(path, options, clock):
    mine = Games(Store(path), private=True)
    long = (("score", "pales" * 1500, "0,0"),)  # some 8 kB with the options
    first = begin(mine, options, "a", *long, size=8000)
    begin(mine, options, "b", *long, size=8000)
    for refused in (
        lambda: begin(mine, options, "c", *long, size=8000),
        lambda: mine.put(replace(first, transcript=long * 2), "a" * 32, 8000),
    ):
        with pytest.raises(jotto.GameError, match="delete some games first"):
            refused()
    assert begin(mine, options, "c", TURN, size=300)
    assert begin(mine, options, "d", *long, size=8000, address=ELSEWHERE)


def test_a_server_of_one_user_alone_has_no_limit(path, options, clock):
    mine = Games(Store(path), private=False)
    for n in range(9):
        begin(mine, options, f"{n}", TURN, size=8000)
    assert len(mine.store.names()) == 9


def test_a_change_is_heard_however_many_other_matches_were_begun(path, options):
    """A match that was no longer in memory was deaf: its page heard of no change."""
    one, other = (Matches(Store(path, "match")) for _ in range(2))
    code = one.start(options, ANN, "Ann", "person", Terms())
    heard = one.store.version(code)
    for number in range(300):
        one.start(options, f"{number:032x}", "Eve", "person", Terms(), f"192.0.2.{number % 250}")
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


def test_a_damaged_page_refuses_no_new_game(path, options):
    with Store(path) as store:
        for n in range(40):
            store.write(Saved({}, "", (TURN,) * 80, name=f"{n}"), BOB)
    content = path.read_bytes()
    size = int.from_bytes(content[16:18], "big")
    pages = [content[at : at + size] for at in range(0, len(content), size)]
    rows = (n for n, page in enumerate(pages) if page[0] == 13 and page[3:5] != b"\0\0")
    inside = next(rows)
    path.write_bytes(b"".join([*pages[:inside], b"\xff" * size, *pages[inside + 1 :]]))
    mine = Games(Store(path), private=True)
    with pytest.raises(OSError, match="malformed"):
        mine.store.addresses()
    assert mine.put(Saved(options, "", name="more"), ANN)

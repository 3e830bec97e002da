"""The clock of matches runs only while a server does, whatever the computer's clock says."""

import asyncio
import json
import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest
from device import RULES
from serving import Served, Visitor

from jotto.assistant.match import Terms
from jotto.assistant.shelf import Shelf
from jotto.assistant.store import Store
from jotto.web.app import Server
from jotto.web.games import NOTED, NOTED_FOR, Games, Matches

ANN, BOB = "a" * 32, "b" * 32
HOUR, YEAR = 3600, 365 * 86400
MINUTES = 3


class Computer:
    """A computer: seconds since its start, the time that it shows, and servers of one database."""

    def __init__(self, path, monkeypatch):
        self.path, self.up, self.shows = path, 1000.0, 1.8e9
        self.running = []
        monkeypatch.setattr("jotto.web.games.monotonic", lambda: self.up)
        monkeypatch.setattr("time.time", lambda: self.shows)

    def start(self):
        """Start a server."""
        self.running.append(Matches(Store(self.path, "match")))
        self.running[-1].clock.note()
        return self.running[-1]

    def run(self, seconds):
        """Let the servers run, as long as the computer does."""
        while seconds > 0:
            step = min(seconds, NOTED)
            self.up, self.shows, seconds = self.up + step, self.shows + step, seconds - step
            for server in self.running if step == NOTED else ():
                server.clock.note()

    def kill(self):
        for server in self.running:
            server.store.__exit__()
        self.running = []

    def end(self):
        for server in self.running:
            server.clock.note()
        self.kill()


@pytest.fixture
def computer(tmp_path, monkeypatch):
    machine = Computer(tmp_path / "games.sqlite", monkeypatch)
    yield machine
    machine.kill()


def enter(matches, code, seat, step, value=""):
    at, now = matches.get(code).saved.version, matches.clock()
    return matches.change(code, seat, at, lambda match: match.entered(step, seat, value, now))


def begun(matches, options):
    """A match in which Ann's clock runs; return its code."""
    code = matches.start(options, ANN, "Ann", "person", Terms(minutes=MINUTES))
    matches.join(code, BOB, "Bob")
    enter(matches, code, 0, "secret", "crane")
    enter(matches, code, 1, "secret", "slate")
    return code


def left(matches, code):
    """The seconds that both have left."""
    return matches.get(code).match.clocks(matches.clock())


@pytest.mark.parametrize("restarted", [False, True])
@pytest.mark.parametrize("set_by", [0, -YEAR, HOUR, 50 * YEAR])
def test_no_time_runs_while_the_server_is_off(computer, options, set_by, restarted):
    """Nor does it matter that the clock is set meanwhile, or the computer is started again."""
    code = begun(one := computer.start(), options)
    computer.run(42)
    assert left(one, code) == (180 - 42, 180)
    computer.end()
    computer.up, computer.shows = 5.0 if restarted else computer.up + HOUR, 1.8e9 + set_by
    one = computer.start()
    assert left(one, code) == (180 - 42, 180)
    computer.run(7)
    enter(one, code, 0, "guess", "pales")
    computer.run(100)
    assert left(one, code) == (180 - 49, 80)
    assert not enter(one, code, 1, "late") or not one.get(code).match.over
    computer.run(100)
    enter(one, code, 1, "late")
    assert one.get(code).match.winner == 0


@pytest.mark.parametrize("set_by", [-YEAR, HOUR])
def test_a_clock_that_is_set_while_the_server_runs_changes_nothing(computer, options, set_by):
    code = begun(one := computer.start(), options)
    computer.run(30)
    computer.shows += set_by
    computer.run(30)
    assert left(one, code) == (120, 180)
    one.here(one.get(code), 0)
    computer.shows -= 2 * set_by
    assert not one.away(one.get(code), 1)


@pytest.mark.parametrize("seconds", [0, 3, 29, 171])
def test_a_kill_gives_a_player_the_seconds_since_the_last_note(computer, options, seconds):
    code = begun(one := computer.start(), options)
    computer.run(seconds)
    before = left(one, code)
    computer.kill()
    computer.up += HOUR
    after = left(computer.start(), code)
    assert 0 <= after[0] - before[0] < NOTED
    assert after[1] == before[1]


def test_a_kill_soon_after_a_match_has_begun_leaves_its_clock_running(computer, options):
    """Hours after the last note, which is written only while a match is played."""
    code = begun(one := computer.start(), options)
    computer.run(20)
    enter(one, code, 0, "leave")
    computer.run(5 * HOUR)
    code = begun(one, options)
    computer.run(2)
    computer.kill()
    one = computer.start()
    assert left(one, code) == (180, 180)
    computer.run(50)
    assert left(one, code) == (130, 180)


def test_two_servers_of_one_database_agree(computer, options):
    """The second is started later, and follows the first at its next note."""
    one = computer.start()
    code = begun(one, options)
    computer.run(43)
    two = computer.start()
    assert abs(left(one, code)[0] - left(two, code)[0]) < NOTED
    computer.run(2 * NOTED)
    assert left(one, code) == left(two, code) == (180 - 43 - 2 * NOTED, 180)
    enter(two, code, 0, "guess", "pales")
    computer.run(20)
    assert left(one, code) == left(two, code)
    one.here(one.get(code), 0)
    assert not two.away(two.get(code), 1)
    computer.running.remove(one)
    one.store.__exit__()
    computer.run(30)
    assert left(two, code)[1] == 180 - 50


def test_a_computer_that_sleeps_costs_little(computer, options):
    """Where the system's seconds go on meanwhile; the same if the program is stopped."""
    code = begun(one := computer.start(), options)
    computer.run(40)
    computer.up += HOUR
    assert left(one, code)[0] >= 180 - 40 - NOTED_FOR
    one.clock.note()
    computer.run(30)
    assert left(one, code)[0] >= 180 - 70 - NOTED_FOR


def test_a_database_of_an_earlier_version_continues_at_its_latest_time(computer, options):
    """Its times are those of a computer's clock; one of them may be damaged."""
    one = computer.start()
    early, late = begun(one, options), begun(one, options)
    for code, at in ((early, 1.70e9), (late, 1.75e9)):
        saved = one.store.load(code)
        entries = tuple((*entry[:3], at + number) for number, entry in enumerate(saved.transcript))
        one.store.write(replace(saved, transcript=entries))
    one.store.saw(f"{late} 0", 1.75e9 + 10)
    computer.kill()
    with closing(sqlite3.connect(computer.path)) as database, database:
        database.execute("delete from seen where at < 1.7e9")  # the note
        for number, damaged in enumerate((1e300, float("inf"), "text", b"\xff", -5.0)):
            database.execute("insert into seen values (?, ?)", (number, damaged))
        entry = ["join", 0, "Ann", float("inf")]
        content = json.dumps({"options": {}, "key": "", "transcript": [entry]})
        for number, text in enumerate((content, "{", '{"options": {}, "key": ""}')):
            row = number, "match", f"{number}", "", 1, 1.0, 1, text
            columns = "id, kind, name, owner, version, changed, state, content"
            database.execute(f"insert into games ({columns}) values (?, ?, ?, ?, ?, ?, ?, ?)", row)
    one = computer.start()
    assert one.clock() == 1.75e9 + 10
    assert left(one, late)[0] == 180 - (10 - 3)  # her clock began with the last of four entries
    assert not one.away(one.get(late), 1)
    computer.run(20)
    assert left(one, late)[0] == 180 - 27


def test_a_backup_that_is_put_back_has_its_own_time(computer, options, tmp_path):
    code = begun(one := computer.start(), options)
    computer.run(20)
    with closing(sqlite3.connect(computer.path)) as database:
        database.execute("vacuum into ?", (str(tmp_path / "backup"),))
    computer.run(60)
    shutil.move(tmp_path / "backup", computer.path)
    assert left(one, code)[0] == 180 - 20
    computer.run(60)
    assert left(one, code)[0] == 180 - 80


def test_a_database_that_cannot_be_used_stops_no_clock(computer, options, monkeypatch):
    code = begun(one := computer.start(), options)
    with monkeypatch.context() as patch:
        patch.setattr(Store, "saw", lambda *_: (_ for _ in ()).throw(OSError("locked")))
        computer.run(100)
    assert left(one, code) == (80, 180)


def test_a_server_notes_the_time_at_its_start_and_end_and_makes_no_database(computer, options):
    """Else a server that is only started and ended would leave one."""

    async def serve():
        one = Matches(Store(computer.path, "match"))
        games = Games(Store(computer.path), private=False)
        app = Server(games, one, Shelf(computer.path), options).app()
        async with app.router.lifespan_context(app):
            computer.up += 12

    asyncio.run(serve())
    assert not computer.path.exists()
    code = begun(computer.start(), options)
    computer.kill()
    asyncio.run(serve())
    assert left(computer.start(), code)[0] == 180 - 12


@pytest.mark.parametrize(("workers", "end"), [(1, Served.end), (2, Served.end), (1, Served.kill)])
def test_the_program_continues_where_it_ended(tmp_path, workers, end):
    """All times of the database are an hour earlier: that long it was off."""
    server = Served(tmp_path)
    server.options = ("--url", server.address, "--workers", str(workers))
    server.start()
    try:
        ann, bob = Visitor(server.port), Visitor(server.port)
        form = RULES | {"name": "Ann", "other": "person", "order": "me", "minutes": "3"}
        path = ann.data("/match", form)[1]["go"]
        bob.play(path, do="join", name="Bob")
        for one in (ann, bob):
            one.play(path, do="secret", word="crane")
        before = ann.view(path)["match"]["clocks"]
        end(server)
        with Store(next(tmp_path.rglob("games.sqlite")), "match") as store:
            saved = store.load(path.rpartition("/")[2])
            earlier = tuple((*entry[:3], entry[3] - HOUR) for entry in saved.transcript)
            store.write(replace(saved, transcript=earlier))
        with closing(sqlite3.connect(store.path)) as database, database:
            database.execute("update seen set at = at - ?", (HOUR,))
        server.start()
        after = ann.view(path)["match"]["clocks"]
        assert [180 - 60 < clock <= 180 for clock in (*before, *after)] == [True] * 4
        assert after[1] == 180
        assert ann.play(path, do="guess", word="slate")[0] == 200
    finally:
        server.end()

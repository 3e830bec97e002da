"""Live games and matches in one database: what is written is there, whole, and in order."""

import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing, suppress
from dataclasses import replace
from datetime import datetime
from itertools import product
from subprocess import PIPE
from threading import Timer
from unittest.mock import Mock

import pytest
from strategies import begun as begun_by

from jotto.assistant.match import Match
from jotto.assistant.session import Session
from jotto.assistant.store import FORMAT, OPENED, GoneError, Saved, Store, VersionError, when
from jotto.errors import GameError
from jotto.games.words import word_game

GAME = word_game(["hatch", "latch", "match", "patch", "crane"], ["champ"])
OPTIONS = {"game": "words", "words": None, "seed": 3}
TURNS = (("score", "hatch", "4,0"), ("score", "latch", "4,0"))
SAVED = Saved(OPTIONS, GAME.key, TURNS)
SECRETS = "hatch", "crane"


def named(name):
    return replace(SAVED, name=name)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "data" / "games.sqlite"


def filled(path, number):
    """A closed database with so many games."""
    with Store(path) as store:
        for n in range(number):
            store.write(named(f"game {n}"))


def begun():
    return begun_by(GAME, *SECRETS, first=1, last_turn=True)


def done(path, query, *values):
    """The rows of a query that is made beside a store."""
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        return database.execute(query, values).fetchall()


def stored(path):
    """The transcript of each game, and the names of the matches."""
    with Store(path) as store, Store(path, "match") as matches:
        return {name: store.load(name).transcript for name in store.names()}, {*matches.names()}


def test_of_two_writes_to_one_version_the_second_is_refused(path):
    with Store(path) as one, Store(path) as other:
        first = one.write(named("a"))
        mine, theirs = (replace(first, transcript=TURNS[:n]) for n in (0, 1))
        assert one.write(mine).version > first.version
        for refused in (lambda: other.write(theirs), lambda: other.write(named("a"))):
            with pytest.raises(VersionError, match="changed since"):
                refused()
        with pytest.raises(VersionError):
            other.delete(first)
        assert other.load("a").transcript == ()
        latest = other.load("a")
        other.delete(latest)
        other.delete(latest)
        with pytest.raises(GoneError):
            one.load("a")


CLOCKS = 0.0, 1e9, 1e9 + 40 * 86400


@pytest.mark.parametrize(("written", "clock"), [*product(CLOCKS, repeat=2)])
def test_no_clock_deletes_anything_of_today(path, monkeypatch, written, clock):
    """Neither a clock that is wrong once, nor one that was wrong when something was written."""
    with Store(path) as games, Store(path, "match") as matches:
        kinds = product({1e9, written}, (games, matches), ((), TURNS), ("", "Ann"))
        for number, (at, store, entries, owner) in enumerate(kinds):
            monkeypatch.setattr("time.time", lambda at=at: at)
            game = replace(named(f"{number}"), transcript=entries, over=owner != "")
            store.write(game, owner)
        matches.saw("a", written)
        for store in (games, matches) * 2:
            assert not store.drop([""], clock, begun=True)
            assert len(store.names()) == 4 * len({1e9, written})
        assert matches.seen("a") == written


def test_what_goes_first_is_over_or_empty_old_and_of_the_addresses_that_are_named(
    path, monkeypatch
):
    monkeypatch.setattr("jotto.assistant.store.NEWEST", 1)
    now = [1e9]
    monkeypatch.setattr("time.time", lambda: now[0])
    empty = ("score", '"transcript": []}', "4,0"), ("race", None, True, False)  # it is not
    with Store(path) as store, Store(path, "match") as matches:
        for name, entries, owner, address in (
            ("mine, in a terminal", TURNS, "", ""),
            ("begun", TURNS, "Ann", "A"),
            ("of another", TURNS, "Bob", "B"),
            ("tricky", empty, "Ann", "A"),
            ("empty", (), "Ann", "A"),
            ("over", TURNS, "Ann", "A"),
        ):
            now[0] += 1
            game = replace(named(name), transcript=entries, over=name == "over", address=address)
            store.write(game, owner)
            assert store.load(name).address == address
        now[0] += 86399.5
        store.write(replace(named("of today"), address="A"), "Ann")
        matches.write(replace(named("a match"), address="A"), "Ann")
        assert store.addresses() == {"A": 5, "B": 1}
        content = sum(
            len(text)
            for (text,) in sqlite3.connect(path).execute(
                "select content from games where address = 'A' and kind = 'game'"
            )
        )
        assert store.sizes(["A", "C"]) == {"A": content}
        for begun, gone in (
            (False, "empty"),
            (False, None),
            (True, "begun"),
            (True, "tricky"),
            (True, None),
        ):
            before = {*store.names()}
            assert store.drop(["A", "C", ""], now[0], begun=begun) == (gone is not None)
            assert before - {*store.names()} == {gone} - {None}
        now[0] += 1
        assert store.drop(["A"], now[0])
        assert {*store.names()} == {"mine, in a terminal", "of another", "of today"}
        assert matches.names() == ["a match"]


@pytest.mark.parametrize(
    ("hours", "transcript", "title"),
    [
        (0, (), "Today 09:00, no guess yet"),
        (9.5, (("race", None, True, False),), "Yesterday 23:30, no guess yet"),
        (48, TURNS, "21 November 09:00, 2 guesses, HATCH LATCH"),
        (24 * 365, TURNS[:1], "23 November 2025 09:00, 1 guess, HATCH"),
        (1, TURNS * 4, "Today 08:00, 8 guesses, LATCH HATCH LATCH HATCH LATCH"),
        (1, (*TURNS, ("instead", "match"), ("undo",)), "Today 08:00, 2 guesses, HATCH LATCH"),
        (1, (*TURNS, ("turns", ("patch", "4,0"))), "Today 08:00, 1 guess, PATCH"),
    ],
)
def test_a_title_says_when_a_game_was_played_and_its_last_guesses(hours, transcript, title):
    now = datetime(2026, 11, 23, 9)
    changed = now.timestamp() - 3600 * hours
    assert f"{when(changed, now)}, {replace(SAVED, transcript=transcript).title()}" == title


COUNT = """
import sys
from dataclasses import replace
from pathlib import Path
from jotto.assistant.store import Store, VersionError
store, number = Store(Path(sys.argv[1])), 0
while number < int(sys.argv[2]):
    saved = store.load("a")
    entries = (*saved.transcript, ("score", sys.argv[3], str(number)))
    try:
        store.write(replace(saved, transcript=entries))
    except VersionError:
        continue
    print(number, flush=True)
    number += 1
"""


def test_another_program_that_ends_leaves_two_stores_of_this_one_together(path):
    """SQLite: closing a file ends all locks of the process on it, of other connections, too."""
    look = "import sqlite3, sys; database = sqlite3.connect(sys.argv[1]); "
    look += "print(*database.execute('select content from games where version > 1')); "
    look += "database.close()"
    with Store(path) as games, Store(path, "match") as matches:
        saved = games.write(named("a"))
        matches.write(begun().saved(OPTIONS))
        for score in ("3,0", "5,0"):
            saved = games.write(replace(saved, transcript=(*TURNS, ("score", "match", score))))
            assert score in subprocess.check_output([sys.executable, "-c", look, path], text=True)


# --- a file that is removed or replaced while it is in use ----------------------------------------


def backup(path, to):
    """Make a copy as docs/files.md says."""
    with closing(sqlite3.connect(path)) as one, closing(sqlite3.connect(to)) as other:
        one.backup(other)


def removed(path):
    path.unlink()


def removed_with_its_companions(path):
    for each in sorted(path.parent.iterdir(), reverse=True):  # the database is the last
        each.unlink()


def removed_with_its_folder(path):
    path.parent.rename(path.parent.with_name("removed"))  # at once
    shutil.rmtree(path.parent.with_name("removed"))


def moved(path):
    path.rename(path.with_name("elsewhere"))


REMOVED = removed, removed_with_its_companions, removed_with_its_folder, moved


@pytest.mark.parametrize("remove", REMOVED)
def test_of_a_database_that_was_removed_nothing_is_lost(path, remove):
    notes = []
    with Store(path, note=notes.append) as store, Store(path, "match") as matches:
        saved = store.write(named("a"), "Ann")
        matches.write(named("a"), "Bob")
        matches.saw("a", 5)
        for number in range(3):
            remove(path)
            saved = store.write(replace(saved, transcript=TURNS * (number + 2)))
            matches.write(named(f"b{number}"), "Bob")
        assert [f"{str(path)!r} was removed while in use" in note for note in notes] == [True] * 3
        remove(path)  # it is there again when both are closed
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    with Store(path) as store, Store(path, "match") as matches:
        assert (store.names(), store.load("a", "Ann")) == (["a"], saved)
        assert (matches.names("Bob"), matches.seen("a")) == (["b2", "b1", "b0", "a"], 5)


@pytest.mark.parametrize("ends", [False, True])
def test_a_backup_that_is_moved_into_place_counts_and_stays_as_it_is(path, ends):
    """SQLite would apply the entries of the old one to it, since they lie in a file beside it."""
    copy, aside, names = path.with_name("backup"), path.with_name("aside"), [*map(str, range(40))]
    with Store(path) as store, Store(path, "match") as matches:
        for name in names:
            store.write(named(name))
        backup(path, copy)
        for name in names:
            later = store.write(replace(store.load(name), transcript=TURNS * 9))
        newer = store.write(named("newer"))
        matches.write(named("newer"))
        path.rename(aside)
        copy.rename(path)
        if not ends:
            store.write(store.load("39"))  # as often as the other one was
            for change, old in ((store.write, later), (store.delete, later), (store.write, newer)):
                with pytest.raises(VersionError):
                    change(old)
            with pytest.raises(GoneError):
                matches.load("newer")
            store.write(named("later"))
            matches.write(named("later"))
    later = {} if ends else {"later": TURNS}
    assert stored(path) == (dict.fromkeys(names, TURNS) | later, {*later})
    # whoever moved it there has all that was in it
    assert stored(aside) == (dict.fromkeys(names, TURNS * 9) | {"newer": TURNS}, {"newer"})
    assert done(path, "pragma integrity_check") == [("ok",)]


@pytest.mark.parametrize("moment", ["removed", "replaced"])
def test_an_entry_counts_if_the_file_goes_while_it_is_written(path, moment):
    copy = path.with_name("backup")
    with Store(path) as store:
        saved = store.write(named("a"))
        backup(path, copy)

        def go(statement):
            if statement.startswith("update"):
                store.database._open.set_trace_callback(None)
                path.unlink() if moment == "removed" else copy.replace(path)

        store.database._open.set_trace_callback(go)
        store.write(replace(saved, transcript=TURNS * 2))
    assert stored(path)[0] == {"a": TURNS * 2}


def test_a_file_that_cannot_be_written_again_is_said_and_written_later(path, monkeypatch):
    with Store(path) as store:
        saved = store.write(named("a"))
        path.unlink()
        with monkeypatch.context() as patch:
            patch.setattr("jotto.files.write", Mock(side_effect=OSError(28, "No space")))
            with pytest.raises(OSError, match="No space"):
                store.write(replace(saved, transcript=TURNS * 2))
        store.write(replace(saved, transcript=TURNS * 3))
    assert stored(path)[0] == {"a": TURNS * 3}


def test_no_entry_of_several_programs_is_lost_though_the_file_is_removed(path):
    with Store(path, synced=False) as store:
        store.write(replace(named("a"), transcript=()))
        programs = [
            subprocess.Popen([sys.executable, "-c", COUNT, path, "25", name], stdout=PIPE)
            for name in "xyz"
        ]
        for program in programs:  # each has opened it
            assert program.stdout.readline() == b"0\n"
        removed_with_its_companions(path)
        for program in programs:
            said, _ = program.communicate()
            assert (program.returncode, [*map(int, said.split())]) == (0, [*range(1, 25)])
        entries = store.load("a").transcript
    for name in "xyz":  # one may be there twice: it was written again, and also copied
        assert {int(n) for _, who, n in entries if who == name} == {*range(25)}


def test_content_that_makes_no_sense_is_refused(path):
    filled(path, 1)
    wrong = [
        "", "[]", "{", "7", "null", "[" * 5000, b"\x80",
        '{"options": {"rule": []}, "key": "", "transcript": []}',
        '{"options": {}, "transcript": []}',
        '{"options": {}, "key": "", "transcript": [[]]}',
        '{"options": {}, "key": "", "transcript": 7}',
        '{"options": {}, "key": "", "transcript": {}}',
        '{"options": {}, "key": "", "transcript": [["turns", [["hatch"]]]]}',
    ]  # fmt: skip
    for text in wrong:
        done(path, "update games set content = cast(? as text)", text)
        with Store(path) as store, pytest.raises(GameError, match="the saved game is damaged"):
            store.load("game 0")


def test_entries_that_make_no_sense_have_no_title_and_are_refused():
    wrong = [(("score",),), (("score", 5, "4,0"),), (("score", ("hatch",), "4,0"),), ((),)]
    for entries in (*wrong, (("turns", "hatch"),), (("boards",),)):
        with pytest.raises(GameError, match="the saved game is damaged"):
            replace(SAVED, transcript=entries).title()
    wrong += [(("guess", "hatch"),), *[(("score", "hatch", *more),) for more in ((), ("9,9",))]]
    for entries in (wrong[0], *wrong[4:], (("score", "hatch", "0,0"),)):
        with pytest.raises(GameError, match="the saved game is damaged"):
            replace(SAVED, transcript=entries).restore(Session(GAME))


@pytest.mark.parametrize(
    "change",
    [
        {"first": 2}, {"first": "x"}, {"first": True}, {"last_turn": 1}, {"together": "yes"},
        {"dictionary": "all"}, {"advice": None}, {"minutes": -1}, {"minutes": "5"}, {"won0": "x"},
        {"transcript": (7,)}, {"transcript": [("guess", 0, "hatch", 0)]},
        {"transcript": [("join", 0)]}, {"transcript": [("dance", 0, "", 0)]},
        {"transcript": [("join", 0, 7, 0)]}, {"transcript": [("join", [], "Ann", 0)]},
        {"transcript": [()]},
    ],
)  # fmt: skip
def test_a_match_that_makes_no_sense_is_refused_without_a_secret(change):
    saved = begun().saved(OPTIONS)
    transcript = change.get("transcript", saved.transcript)
    damaged = replace(saved, options={**saved.options, **change}, transcript=transcript)
    with pytest.raises(GameError) as caught:
        Match.restored(GAME, damaged)
    assert str(caught.value) == "the saved game is damaged"


def test_a_game_of_other_lists_is_refused():
    other = word_game(GAME.secrets[:3])
    with pytest.raises(GameError, match="other lists or another rule"):
        SAVED.restore(Session(other))
    with pytest.raises(GameError, match="other lists or another rule"):
        Match.restored(other, begun().saved({}))


def test_a_damaged_page_costs_the_games_on_it_and_says_so(path):
    filled(path, 60)
    whole = path.read_bytes()
    size, readable = int.from_bytes(whole[16:18], "big"), []
    for start in range(2 * size, len(whole), size):  # all others are found by the first two
        path.write_bytes(whole[:start] + bytes([start % 251]) * size + whole[start + size :])
        notes = []
        with Store(path, note=notes.append, synced=False) as store:
            names = store.names()
            readable.append(0)
            for name in names:
                with suppress(GameError):
                    saved = store.load(name)
                    assert saved.transcript == TURNS
                    readable[-1] += 1
                    store.write(saved)
        assert [f"{str(path)!r} is damaged" in note for note in notes] == [True] * (len(names) < 60)
    assert len(readable) > 10
    assert min(readable) >= 60 - size // 128  # no game takes less than 128 bytes


def test_a_folder_that_cannot_be_written_can_be_read(path, monkeypatch):
    filled(path, 1)
    older = path.with_name("older")
    with closing(sqlite3.connect(older)) as database:
        database.executescript(FIRST_FORMAT)

    monkeypatch.setattr(os, "open", Mock(side_effect=PermissionError(13, "Permission denied")))
    with Store(path) as store:
        assert store.load("game 0").transcript == TURNS
        with pytest.raises(OSError, match="readonly database"):
            store.write(named("game 1"))
    with Store(path.with_name("other")) as store:
        assert store.names() == []
        with pytest.raises(PermissionError):
            store.write(named("a"))
    with Store(older) as store:
        assert store.names() == []
        with pytest.raises(OSError, match="no such table"):
            store.seen("a")


def test_a_database_may_be_a_link(path):
    path.parent.mkdir()
    path.symlink_to("elsewhere")
    filled(path, 1)
    with Store(path) as store:
        assert store.names() == ["game 0"]
        modes = {stat.S_IMODE(each.stat().st_mode) for each in path.parent.iterdir()}
    assert modes == {0o600}
    loop = path.with_name("loop")
    loop.symlink_to(loop.name)
    with Store(loop) as store, pytest.raises(OSError, match="unable to open"):
        store.write(named("a"))


# as it was made before there was a table of who was seen
COLUMNS = "id, kind, name, owner, version, changed, content"
FIRST_FORMAT = """
pragma journal_mode = wal;
create table if not exists games (id integer primary key, kind text not null, name text not null,
 owner text not null, version integer not null, changed real not null, content text not null);
pragma user_version = 1;
"""


def test_a_database_of_format_1_is_opened_and_gets_the_new_table(path):
    filled(path, 3)
    rows, older = done(path, f"select {COLUMNS} from games"), path.with_name("older.sqlite")
    with closing(sqlite3.connect(older)) as database:
        database.executescript(FIRST_FORMAT)
    for row in rows:
        done(older, "insert into games values (?, ?, ?, ?, ?, ?, ?)", *row)
    with Store(older) as store, Store(older, "match") as other:
        assert set(store.names()) == {"game 0", "game 1", "game 2"}
        assert store.load("game 1").version == rows[0][4]
        store.saw("a", 7.5)
        assert (store.seen("a"), other.seen("a")) == (7.5, 0)
    with Store(older) as store:
        assert store.load("game 1").address == ""
    assert done(older, "pragma user_version") == [(FORMAT,)]
    assert sorted(done(older, f"select {COLUMNS} from games")) == sorted(rows)
    assert {*done(older, "select state from games")} == {(1,)}


def test_who_was_seen_is_known_by_all_that_use_the_database(path):
    with Store(path, "match") as one, Store(path, "match") as other:
        assert one.seen("ABCDEF 0") == 0
        one.saw("ABCDEF 0", 100.25)
        one.saw("ABCDEF 1", 50)
        assert (other.seen("ABCDEF 0"), other.seen("ABCDEF 1")) == (100.25, 50)
        other.saw("ABCDEF 0", 80)  # a page that was closed
        assert one.seen("ABCDEF 0") == 80
        for before, at in ((100.25, 80), (80, 70)):
            one.saw("ABCDEF 0", 70, before)
            assert other.seen("ABCDEF 0") == at
        assert one.names() == []


def test_a_match_belongs_to_both_devices_and_to_nobody_else(path):
    """The one that was changed last is listed first."""
    ann, bob, eve = ("a1" * 16, "b2" * 16, "e3" * 16)
    with Store(path, "match") as store:
        first = store.write(named("a"), ann)
        assert (store.names(ann), store.names(bob)) == (["a"], [])
        store.write(named("b"), bob)
        store.write(named("c"))
        joined = store.write(first, f"{ann} {bob}")
        store.write(joined)  # without an owner it stays with both
        listed = (ann, ["a"]), (bob, ["a", "b"]), (None, ["a", "c", "b"]), (eve, []), ("%", [])
        for who, names in (*listed, ("_" * 32, [])):
            assert store.names(who) == names
        assert store.load("a", bob) == store.load("a", ann) == store.load("a")
        for name, owner in (("a", eve), ("e", None), ("\ud800", None)):
            with pytest.raises(GoneError):
                store.load(name, owner)


def test_a_database_of_a_newer_version_is_not_touched(path):
    filled(path, 1)
    done(path, f"pragma user_version = {FORMAT + 1}")
    with Store(path) as store, pytest.raises(OSError, match="newer version of jotto"):
        store.names()


def test_a_database_that_another_program_holds_is_not_read_only_afterwards(path, monkeypatch):
    monkeypatch.setitem(OPENED, "timeout", 0.0)
    path.parent.mkdir()
    with closing(sqlite3.connect(path, isolation_level=None)) as database, Store(path) as store:
        database.executescript(FIRST_FORMAT)
        database.execute("begin immediate")
        with pytest.raises(OSError, match="database is locked"):
            store.write(named("a"))
        database.execute("commit")
        store.write(named("a"))
        assert store.names() == ["a"]


def test_two_programs_may_make_the_database_at_once(path):
    path.parent.mkdir()
    with closing(sqlite3.connect(path, **OPENED)) as database, Store(path) as store:
        database.execute("begin immediate")  # as the other program does
        writing = Timer(0.2, database.execute, ["commit"])
        writing.start()
        store.write(named("a"))
        writing.join()
        assert store.names() == ["a"]
        assert database.execute("pragma journal_mode").fetchone() == ("wal",)

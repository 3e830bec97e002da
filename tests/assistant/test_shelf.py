"""Finished games as rows of the database: written, read by pages, forgotten, taken over."""

import csv
import json
import sqlite3
import threading
from contextlib import closing
from dataclasses import asdict, replace
from itertools import islice

import pytest

from jotto.assistant.history import in_csv
from jotto.assistant.review import TAKEN_BACK, Record
from jotto.assistant.shelf import AT_ONCE, Shelf
from jotto.errors import GameError

RECORD = Record("play", {"game": "words", "rule": "jots"}, "k", ("hatch=5,0",), "hatch", "found")
NEWER = json.dumps(asdict(RECORD) | {"format": 2, "colour": "red"})
NOT_READ = [
    "half a li", NEWER, "[]", '{"date": 1}', "\x00", "null", "[" * 100_000, '"\\ud800"',
    json.dumps(asdict(RECORD) | {"owner": 5}), json.dumps(asdict(RECORD) | {"date": "soon"}),
]  # fmt: skip


def games(*names, **changes):
    return [replace(RECORD, game=name, **changes) for name in names]


def line(record):
    return json.dumps(asdict(record))


@pytest.fixture
def path(tmp_path):
    return tmp_path / "games.sqlite"


@pytest.fixture
def old(tmp_path):
    """The file of earlier versions."""
    return tmp_path / "history.jsonl"


def names(shelf, *owners):
    return [record.game for record in shelf.newest(owners or None)]


def test_a_game_is_one_row_which_is_written_again_and_taken_back(path):
    with Shelf(path) as shelf:
        for record in games("a", "b", "a"):
            shelf.put(record)
        shelf.put(*games("b", turns=("latch=4,0", "hatch=5,0")))
        assert [(each.game, len(each.turns)) for each in shelf.newest()] == [("b", 2), ("a", 1)]
        shelf.put(*games("a", result=TAKEN_BACK))
        assert names(shelf) == ["b"]
        assert (shelf.find("a"), shelf.find("b").turns[0]) == (None, "latch=4,0")
    assert path.stat().st_mode & 0o777 == 0o600


def test_games_of_one_name_and_two_owners_are_two(path):
    with Shelf(path) as shelf:
        for owner in ("ann", "bob"):
            shelf.put(*games("a", owner=owner))
        shelf.put(*games("a", owner="bob", result=TAKEN_BACK))
        assert [each.owner for each in shelf.newest()] == ["ann"]
        assert (shelf.find("a", ["bob"]), shelf.find("a", ["bob", "ann"]).owner) == (None, "ann")
        assert (shelf.count(["bob"]), shelf.count(["ann", "bob"]), shelf.count()) == (0, 1, 1)


def test_games_are_read_by_pages_the_newest_first(path):
    with Shelf(path, synced=False) as shelf:
        made = [str(number) for number in range(AT_ONCE * 2 + 3)]
        for number, record in enumerate(games(*made)):
            shelf.put(replace(record, owner="ab"[number % 2], key=f"key {number % 3}"))
        assert names(shelf) == made[::-1]
        assert names(shelf, "a") == made[::2][::-1]
        assert [each.game for each in shelf.newest(["b"], key="key 1")] == made[1::6][::-1]


def test_no_more_is_read_than_is_asked_for(path, monkeypatch):
    with Shelf(path, synced=False) as shelf:
        for record in games(*map(str, range(AT_ONCE + 1))):
            shelf.put(record)
        pages, page = [], shelf._page
        monkeypatch.setattr(shelf, "_page", lambda *given: pages.append(given) or page(*given))
        assert len([*islice(shelf.newest(), AT_ONCE)]) == AT_ONCE
        assert len(pages) == 1


def test_a_player_is_a_device_with_the_name_entered_last(path):
    with Shelf(path) as shelf:
        shelf.put(*games("own"))
        for name, owner, player in [
            ("1", "a1", "Ann"), ("2", "b2", "Bob"), ("3", "b2", ""), ("4", "c3c3c3c3", ""),
            ("5", "a1", "Anna"), ("6", "d4", "bob"),
        ]:  # fmt: skip
            shelf.put(*games(name, owner=owner, player=player))
        assert shelf.owners() == [""]
        assert shelf.owners("BOB") == ["b2", "d4"]
        assert shelf.owners("anna") == ["a1"]
        assert shelf.owners("device c3c3c3") == ["c3c3c3c3"]
        with pytest.raises(GameError, match=r"'Ann' has no .*: Anna, Bob, bob, device c3c3c3"):
            shelf.owners("Ann")
        assert shelf.forget(shelf.owners("bob")) == 3
        assert names(shelf) == ["5", "4", "1", "own"]
        assert shelf.forget(shelf.owners()) == 1


def test_what_is_forgotten_is_named_and_nothing_else_goes(path, old):
    bobs = games("b1", "b2", owner="bob", player="Bob")
    texts = [line(RECORD), *map(line, bobs), NEWER, "half a li"]
    old.write_text("\n".join(texts))
    with Shelf(path, old) as shelf:
        assert shelf.forget(shelf.owners()) == 1
        assert names(shelf) == ["b2", "b1"]
        assert shelf.unread == 2
        assert b"".join(shelf.lines([""])).decode().splitlines() == [NEWER, "half a li"]
        assert b"".join(shelf.lines(None)).decode().splitlines() == texts[1:]


def test_a_file_of_an_earlier_version_is_taken_over_once_and_whole(path, old):
    first, again, back = games("a"), games("a", result="given up"), games("b", result=TAKEN_BACK)
    lines = [line(record) for record in (*first, RECORD, *games("b"), *again, *back, *games("c"))]
    kept_as_it_is = [text.encode() for text in NOT_READ] + [b"\xff\xfe{", b"  x\r"]
    old.write_bytes(b"\n".join([*map(str.encode, lines[:3]), b"", *kept_as_it_is, b" "]) + b"\n")
    with old.open("a") as file:
        file.write("\n".join(lines[3:]))
    notes = []
    with Shelf(path, old, notes.append) as shelf:
        assert [(each.game, each.result) for each in shelf.newest()] == [
            ("c", "found"), ("", "found"), ("a", "given up"),
        ]  # fmt: skip
        assert shelf.find(RECORD.name) == RECORD
        assert not old.exists()
        assert shelf.unread == len(kept_as_it_is)
        written = b"".join(shelf.lines([""])).split(b"\n")
        assert [text for text in written if text in kept_as_it_is] == kept_as_it_is
    [told] = notes
    numbers = "5, 6, 7, 8, 9, 10, 11, 12, 13, 14 and 2 more"
    assert told == f"lines {numbers} of '{old}' not understood: kept as it is"
    with Shelf(path, old, notes.append) as shelf:
        assert len(names(shelf)) == 3
    assert len(notes) == 1


def test_what_is_written_out_can_be_taken_over_again(path, old, tmp_path):
    with Shelf(path) as shelf:
        for record in [*games("a", "b", owner="x", player="Xe"), RECORD]:
            shelf.put(record)
        old.write_bytes(b"".join(shelf.lines(None)))
        before = [*shelf.newest()]
    with Shelf(tmp_path / "other.sqlite", old) as shelf:
        assert [*shelf.newest()] == before


def test_a_kill_after_the_rows_were_written_doubles_nothing(path, old):
    texts = [line(RECORD), "half", "half", line(*games("a"))]
    for _ in range(2):  # as if the file had not been removed
        old.write_text("\n".join(texts))
        with Shelf(path, old) as shelf:
            assert (len(names(shelf)), shelf.unread) == (2, 2)


def test_several_programs_take_over_one_file(path, old):
    old.write_text("\n".join([*map(line, games(*map(str, range(300)))), "half"]))
    shelves = [Shelf(path, old) for _ in range(4)]
    threads = [threading.Thread(target=names, args=[shelf]) for shelf in shelves]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for shelf in shelves:
        with shelf:
            assert (names(shelf), shelf.unread) == ([*map(str, range(299, -1, -1))], 1)


def test_a_file_that_cannot_be_taken_over_stays(path, old):
    old.mkdir()
    notes = []
    with Shelf(path, old, notes.append) as shelf:
        shelf.put(RECORD)
        assert shelf.count() == 1
    assert notes == [f"'{old}' is not taken over: it is no file"]
    old.rmdir()
    path.unlink()
    old.write_text(line(RECORD))
    path.write_text("x" * 5000)
    with Shelf(path, old) as shelf, pytest.raises(OSError, match="not a database"):
        shelf.count()
    assert old.exists()


def test_two_programs_write_and_forget_at_once(path):
    with Shelf(path) as one, Shelf(path) as other:
        for record in games("a", "b", owner="ann", player="Ann"):
            one.put(record)
        other.put(*games("c"))
        owners = one.owners("ann")
        other.put(*games("d", owner="bob", player="Bob"))
        assert one.forget(owners) == 2
        assert names(one) == names(other) == ["d", "c"]


@pytest.mark.parametrize("table", ["finished", "finished_owner", "finished_name"])
def test_a_damaged_page_costs_the_games_on_it_and_no_others(path, table):
    notes, made = [], [str(number) for number in range(200)]
    with Shelf(path, note=notes.append, synced=False) as shelf:
        for record in games(*made):
            shelf.put(record)
    with closing(sqlite3.connect(path)) as database:
        query = "select pageno from dbstat where name = ? and pagetype = 'leaf'"
        try:
            pages = [page for (page,) in database.execute(query, (table,))]
        except sqlite3.OperationalError:
            pytest.skip("this SQLite cannot tell its pages")
        size = database.execute("pragma page_size").fetchone()[0]
    data = bytearray(path.read_bytes())
    at = pages[len(pages) // 2] - 1
    data[at * size : (at + 1) * size] = b"\xff" * size
    path.write_bytes(data)
    with Shelf(path, note=notes.append) as shelf:
        read = names(shelf, "")
        assert read == sorted(read, key=int, reverse=True)
        assert 200 - size // 200 <= len(read) <= 200
        assert len(read) == 200 or table == "finished"
    assert all("damaged" in note for note in notes)


def test_a_table_has_a_row_for_each_game(path):
    rows = [
        replace(RECORD, date="2026-11-28T10:00:00+00:00"),
        replace(RECORD, secret=None, result="lost", by="time", theirs=("a=1", "b=2"), own="=c, d"),
    ]
    text = in_csv(rows)
    assert text.splitlines()[:2] == [
        "date,game,rule,boards,result,won,by,guesses,secret,turns,theirs,own,player,skill,luck",
        '2026-11-28T10:00:00+00:00,words,jots,1,found,True,,1,hatch,"hatch=5,0",,,,,',
    ]
    [_, _, row] = csv.reader(text.splitlines())
    assert row[4:12] == [
        "lost",
        "False",
        "time",
        "1",
        "",
        "hatch=5,0",
        "a=1 b=2",
        "'=c, d",
    ]  # no formula

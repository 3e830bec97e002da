"""A live game and the finished ones as data: what the page asks for, and the moves it sends."""

import json
import sqlite3
import time
from contextlib import closing

import device
import pytest
from serving import Visitor, served, turns_in
from starlette.requests import Request

from jotto.assistant.review import Record
from jotto.assistant.store import Store
from jotto.web.app import Server
from jotto.web.games import Games, Matches


def test_a_game_goes_on_in_the_terminal_and_back_on_the_phone(tmp_path):
    with served(tmp_path) as server:
        visitor = Visitor(server.port)
        path = visitor.begin()
        visitor.play(path, do="score", score="1,1")
        visitor.data("/home")  # with the matches
        said = server.jotto("play", "--resume", typed="crane 0,2\nquit\n")
        assert "saved" in said
        assert turns_in(visitor.view(path))[1:] == [("crane", "0,2")]
        visitor.play(path, do="score", score="0,3")
        assert len(turns_in(visitor.view(path))) == 3
        assert " 3  " in server.jotto("play", "--resume")
        server.kill()
        server.start()
        assert len(turns_in(visitor.view(path))) == 3
        assert "Traceback" not in said + server.log


def test_a_phones_game_that_ends_in_the_terminal_stays_a_game_of_the_phone(tmp_path):
    owner = "a1" * 16
    with served(tmp_path) as server:
        visitor = Visitor(server.port)
        name = visitor.begin().rpartition("/")[2]
        with Store(database(tmp_path)) as store:
            store.write(store.load(name), owner)
            server.jotto("play", "--resume", typed="1,1\nundo\n0,2\nquit\n")  # written anew
            assert store.names(owner) == [name]
        said = server.jotto("play", "--resume", typed="latch 5,0\n")
        assert "You found LATCH" in said
        assert "there are no finished games" in server.jotto("history")
        assert "1 game of words" in server.jotto("history", "--player", "device a1a1a1")


def database(folder):
    return folder / "data" / "jotto" / "games.sqlite"


def test_a_server_whose_database_is_removed_loses_no_entry(tmp_path):
    with served(tmp_path) as server:
        visitor = Visitor(server.port)
        paths = [visitor.begin() for _ in range(2)]
        for path in paths:
            visitor.play(path, do="score", score="1,1")
        for each in database(tmp_path).parent.glob("games.sqlite*"):
            each.unlink()
        visitor.play(paths[0], do="score", score="0,2")
        before = [visitor.view(path) for path in paths]
        assert [len(turns_in(view)) for view in before] == [2, 1]
        server.kill()
        server.start()
        assert [visitor.view(path) for path in paths] == before
        assert "games.sqlite' was removed while in use" in server.log


@pytest.mark.parametrize("idle", [False, True])
def test_a_backup_put_in_place_of_the_database_of_a_server_counts(tmp_path, idle):
    """What is in it stays as it is; an entry to a game as it was before is not counted."""
    path = database(tmp_path)
    with served(tmp_path) as server:
        visitor = Visitor(server.port)
        game = visitor.begin()
        visitor.play(game, do="score", score="1,1")
        saved = visitor.view(game)
        with closing(sqlite3.connect(path)) as one, closing(sqlite3.connect(tmp_path / "b")) as two:
            one.backup(two)
        for score in ("0,2", "0,0"):
            assert visitor.play(game, do="score", score=score)[0] == 200
        newer, name = visitor.begin(), game.rpartition("/")[2]
        before, _ = device.stored(visitor.data, game)
        (tmp_path / "b").rename(path)
        if not idle:
            status, data = device.put(visitor.data, name, device.tables[name], before)
            assert (status, data["version"]) == (409, saved["at"])
            assert visitor.data(newer.replace("/game/", "/saved/"))[0] == 404
            assert visitor.play(game, do="score", score="0,1")[0] == 200
        server.process.terminate()
        server.process.wait(10)
        server.start()
        with closing(sqlite3.connect(path)) as one:
            assert one.execute("pragma integrity_check").fetchall() == [("ok",)]
        turns = turns_in(visitor.view(game))
        assert turns[:1] == turns_in(saved)
        assert [score for _, score in turns[1:]] == ["0,1"] * (not idle)
        assert visitor.data(newer.replace("/game/", "/saved/"))[0] == 404


def test_a_database_or_history_that_cannot_be_read_is_said_in_a_line(tmp_path):
    path = database(tmp_path)
    path.parent.mkdir(parents=True)
    path.write_text("x" * 5000)
    path.with_name("history.jsonl").mkdir()
    with served(tmp_path) as server:
        visitor = Visitor(server.port)
        for asked in ("/home", "/saved/2026", "/match/AAAAAA"):
            said = "The saved games cannot be read: file is not a database"
            assert visitor.data(asked) == (503, {"error": said})
        status, data = visitor.data("/games")
        assert (status, "cannot be read: Is a directory" in data["error"]) == (422, True)
        assert "Traceback" not in server.log
        assert "failed" not in server.log


def test_a_deleted_game_is_gone(server):
    visitor = Visitor(server.port)
    path = visitor.begin()
    visitor.play(path, do="score", score="1,1")
    assert path in str(visitor.data("/home"))
    assert visitor.play(path, do="delete")[0] == 200
    assert path not in str(visitor.data("/home"))
    assert visitor.data(f"/saved/{path.rpartition('/')[2]}")[0] == 404


# --- lists ----------------------------------------------------------------------------------------


def test_a_game_that_is_never_begun_is_not_listed_and_stays_whatever_the_clock_says(tmp_path):
    with served(tmp_path) as server:
        one = Visitor(server.port)
        old, new, played, over = (one.begin() for _ in range(4))
        one.play(played, do="score", score="1,1")
        one.play(over, do="guess", word="crane")
        one.play(over, do="undo")
        doubted = one.begin()
        one.play(doubted, do="score", word="queue", score="4,0")
        assert one.view(doubted)["stage"] == "doubt"
        first, listed = one.data("/home")[1]["going"]
        assert (first["path"], first["title"]) == (doubted, "1 guess, QUEUE")
        guess = turns_in(one.view(played))[0][0].upper()
        assert (listed["path"], listed["title"]) == (played, f"1 guess, {guess}")
        assert abs(first["time"] / 1000 - time.time()) < 600
        with closing(sqlite3.connect(database(tmp_path))) as saved:
            days_of = {old: 1000, new: 0.01, played: 40, over: 40, doubted: -40}
            for path, days in days_of.items():
                row = time.time() - 86400 * days, path.rpartition("/")[2]
                saved.execute("update games set changed = ? where name = ?", row)
            saved.commit()
        one.begin()
        assert [one.data(path.replace("/game/", "/saved/"))[0] for path in days_of] == [200] * 5
        with closing(sqlite3.connect(database(tmp_path))) as saved:
            damaged = '{"options": {}, "key": "", "transcript": [["score"]]}'
            row = damaged, doubted.rpartition("/")[2]
            saved.execute("update games set content = ? where name = ?", row)
            saved.commit()
        assert [game["path"] for game in one.data("/home")[1]["going"]] == [played]


def record(*turns, result="found", date="2026-03-01T08:05:00+00:00", **more):
    secret = turns[-1].partition("=")[0] if result in ("found", "won", "drawn") else None
    return Record("play", {}, "", turns, secret, result, date=date, **more)


RECORDS = [
    record("hatch=5,0"),
    record("crane=0,2", "slate=0,1", "hatch=5,0", result="won", by="time"),
    record("crane=0,2", result="given up"),
]


def test_finished_games_are_sent_with_what_the_page_counts(tmp_path):
    store = Store(tmp_path / "games.sqlite")
    server = Server(Games(store, private=False), Matches(store), {}, print, lambda: RECORDS)
    request = Request({"type": "http", "headers": []})
    rows = json.loads(server.all_finished(request).body)["over"]
    when = 1772352300000  # the first of March 2026, 8:05, in milliseconds
    told = [("HATCH", 1, "found", ""), ("HATCH", 3, "won", "time"), ("", 1, "given up", "")]
    names = "word", "made", "result", "by"
    assert rows == [
        {"name": record.name, "time": when, "several": False, **dict(zip(names, row, strict=True))}
        for record, row in zip(RECORDS, told, strict=True)
    ]


def test_a_finished_game_whose_list_has_changed_is_said_in_a_line(tmp_path):
    words = tmp_path / "words.txt"
    words.write_text("hatch\nlatch\nmatch\n")
    with served(tmp_path) as server:
        one = Visitor(server.port)
        typed = "latch 5,0\n"
        assert "You found LATCH" in server.jotto("play", "--words", str(words), typed=typed)
        (finished,) = one.data("/games")[1]["over"]
        saved = one.data(f"/saved/{finished['name']}")[1]
        assert saved["record"]["turns"] == ["latch=5,0"]
        assert one.data(f"/table?name={finished['name']}")[1]["columns"] == "hlmaaatttccchhh"
        words.write_text("hatch\nlatch\n")
        server.kill()
        server.start()
        said = {"error": "the game was played with other lists or another rule"}
        assert one.data(f"/saved/{finished['name']}") == (422, said)
        assert len(one.data("/games")[1]["over"]) == 1


def test_a_game_is_finished_when_it_ends_and_goes_on_if_that_is_taken_back(tmp_path):
    with served(tmp_path) as server:
        one, other = Visitor(server.port), Visitor(server.port)  # a device may ask only so often
        path = one.begin()
        other.ask("/")
        listed = lambda: len(other.data("/games")[1]["over"])  # noqa: E731
        going_on = lambda: [each["path"] for each in other.data("/home")[1]["going"]]  # noqa: E731
        one.play(path, do="score", word="latch", score="5,0")
        assert (listed(), going_on()) == (1, [])
        one.play(path, do="undo")
        assert (listed(), going_on()) == (0, [])
        one.play(path, do="score", word="latch", score="5,0")
        server.jotto("play", "--resume", typed="undo\n0,2\nquit\n")
        assert (listed(), going_on()) == (0, [path])
        one.play(path, do="undo")
        one.play(path, do="score", word="latch", score="0,0")
        one.play(path, do="score", word="match", score="5,0")
        one.play(path, do="edit", turn="2", score="4,0")  # which nothing fits
        assert (one.view(path)["stage"], listed(), going_on()) == ("doubt", 0, [path])
        one.play(path, do="undo")
        assert (one.view(path)["stage"], listed(), going_on()) == ("over", 1, [])
        one.play(path, do="undo")
        one.play(path, do="undo")
        one.play(path, do="score", word="crane", score="1,1")
        assert (listed(), going_on()) == (0, [path])
        one.play(path, do="undo")
        one.play(path, do="score", word="latch", score="5,0")
        assert "1 game of words" in server.jotto("history")
        assert "unfinished" not in server.jotto("play", typed="quit\n")
        one.play(path, do="finish")
        assert listed() == 1
        assert "1 game of words" in server.jotto("history")

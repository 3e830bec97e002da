"""A live game and the finished ones as data: what the page asks for, and the moves it sends."""

import json
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

import pytest
from serving import Visitor, served, turns_in
from starlette.requests import Request

from jotto.assistant.review import Record
from jotto.assistant.shelf import Shelf
from jotto.assistant.store import Store
from jotto.web.app import Server
from jotto.web.games import FinishedGames, Games, Matches


def database(folder):
    return folder / "data" / "jotto" / "games.sqlite"


def test_a_game_of_a_phone_goes_on_and_ends_in_the_terminal_and_is_taken_back(tmp_path):
    """It stays a game of the phone, and is one of the finished games as long as it is over."""
    owner, win = "a1" * 16, {"do": "score", "word": "latch", "score": "5,0"}
    with served(tmp_path) as server:
        one, other = Visitor(server.port), Visitor(server.port)  # a device may ask only so often
        path = one.begin()
        one.play(path, do="score", score="1,1")

        def lists():
            """The number of finished games, and the paths of those that are not over."""
            going = [game["path"] for game in other.data("/home")[1]["going"]]  # with the matches
            return len(other.data("/games")[1]["over"]), going

        assert lists() == (0, [path])
        with Store(database(tmp_path)) as store:
            store.write(store.load(path.rpartition("/")[2]), owner)
        assert "saved" in server.jotto("play", "--resume", typed="undo\n0,2\ncrane 0,2\nquit\n")
        assert [score for _, score in turns_in(one.view(path))] == ["0,2", "0,2"]
        one.play(path, do="undo")
        one.play(path, **win)
        one.play(path, do="fix", number="0")  # yes: crane was scored wrongly
        assert lists() == (1, [])
        assert "unfinished" not in server.jotto("play", typed="quit\n")
        one.play(path, do="edit", turn="2", score="4,0")  # which nothing fits
        assert (one.view(path)["stage"], lists()) == ("doubt", (0, [path]))
        one.play(path, do="undo")
        assert (one.view(path)["stage"], lists()) == ("over", (1, []))
        server.jotto("play", "--resume", typed="undo\n0,2\nquit\n")
        assert lists() == (0, [path])
        for each in database(tmp_path).parent.glob("games.sqlite*"):
            each.unlink()
        server.end()  # the database is written again
        server.start()
        one.play(path, do="undo")
        assert "You found LATCH" in server.jotto("play", "--resume", typed="latch 5,0\nyes\n")
        assert lists() == (1, [])
        assert "there are no finished games" in server.jotto("history")
        assert "1 game of Jotto" in server.jotto("history", "--player", "device a1a1a1")
        assert "games.sqlite' was removed while in use" in server.log
        assert "Traceback" not in server.log


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
        assert visitor.data("/games") == (503, {"error": said})
        assert "Traceback" not in server.log
        assert "failed" not in server.log


# --- lists ----------------------------------------------------------------------------------------


def test_only_games_that_are_begun_and_whole_are_listed_the_newest_first(tmp_path):
    with served(tmp_path) as server:
        one = Visitor(server.port)
        _, played, back = (one.begin() for _ in range(3))
        one.play(played, do="score", score="1,1")
        one.play(back, do="guess", word="crane")
        one.play(back, do="undo")
        doubted = one.begin()
        one.play(doubted, do="score", word="queue", score="4,0")
        assert one.view(doubted)["stage"] == "doubt"
        going = one.data("/home")[1]["going"]
        guess = turns_in(one.view(played))[0][0].upper()
        listed = [(doubted, "Jotto, 1 guess, QUEUE"), (played, f"Jotto, 1 guess, {guess}")]
        assert [(game["path"], game["title"]) for game in going] == listed
        assert abs(going[0]["time"] / 1000 - time.time()) < 600
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
    path = tmp_path / "games.sqlite"
    shelf = Shelf(path)
    server = Server(Games(Store(path), private=False), Matches(Store(path)), shelf, {})
    for made in RECORDS:
        shelf.put(made)
    request = Request({"type": "http", "headers": []})
    rows = json.loads(server.all_finished(request).body)["over"][::-1]
    when = 1772352300000  # the first of March 2026, 8:05, in milliseconds
    told = [("HATCH", 1, "found", ""), ("HATCH", 3, "won", "time"), ("", 1, "given up", "")]
    names, same = ("word", "made", "result", "by"), {"several": False, "called": "Jotto"}
    assert rows == [
        {"name": record.name, "time": when, **dict(zip(names, row, strict=True)), **same}
        for record, row in zip(RECORDS, told, strict=True)
    ]


def test_a_match_of_two_at_one_server_is_listed_once_for_each(tmp_path):
    shelf = Shelf(tmp_path / "games.sqlite")
    finished = FinishedGames(shelf, private=False)
    for seat, (owner, result) in enumerate({"ann": "won", "bob": "lost"}.items()):
        match = {"owner": owner, "game": f"ABCDEF-{seat}", "player": owner}
        finished.put(record("hatch=5,0", result=result, **match))
    finished.put(record("crane=0,2", result="given up", owner="bob", game="alone"))
    listed = {who: [one.game for one in finished.newest(who)] for who in ("ann", "bob")}
    assert listed == {"ann": ["alone", "ABCDEF-0"], "bob": ["alone", "ABCDEF-1"]}
    mine = [one.game for one in shelf.newest(shelf.owners())]
    assert mine == ["alone", "ABCDEF-0"]  # those of the person who runs the server
    assert finished.find("ABCDEF-1", "ann")


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


def test_no_answer_names_a_path_of_the_server(tmp_path):
    """The lists of the server are gone: the reason is told, and no path."""
    for name in ("usual.txt", "further.txt"):
        (tmp_path / name).write_text("hatch\nlatch\nmatch\n")
    usual, further = (str(tmp_path / name) for name in ("usual.txt", "further.txt"))
    with served(tmp_path, "--words", usual, "--lists", further, "--api") as server:
        one = Visitor(server.port)
        (game,) = one.data("/new")[1]["offers"]["lists"]
        for path in (usual, further):
            Path(path).unlink()
        new = {"other": "person", "name": "Ann", "minutes": "0", "game": "words", "list": game}
        answers = [
            one.ask("/data/table?game=words&boards=2"),
            one.ask(f"/data/table?game=words&list={quote(game)}"),
            one.ask("/data/match", new),
            one.ask("/api/suggest", {"rule": "colours"}),
        ]
    assert [status for status, *_ in answers] == [422] * 4
    for *_, text in answers:
        assert "file cannot be read: No such file or directory" in text
        assert str(tmp_path) not in text


@pytest.mark.parametrize(
    "text", ["\n" * 20_001, "\u2028" * 20_001, '{"messages": "%s"}' % (r"\n" * 20_001)]
)
def test_so_many_lines_of_a_league_are_refused_unread(server, text):
    one = Visitor(server.port)
    one.ask("/")
    status, data = one.data("/league", {"text": text})
    assert (status, "lines: send the last 20,000" in data["error"]) == (422, True)


def test_of_a_league_only_so_many_players_are_shown(server):
    one = Visitor(server.port)
    one.ask("/")
    chat = "\n".join(f"Ann{n}: Wordle {n} 4/6" for n in range(1001))
    status, data = one.data("/league", {"text": chat})
    assert (status, len(data["table"])) == (200, 1000)

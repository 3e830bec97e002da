"""A live game and the finished ones as data: what the page asks for, and the moves it sends."""

import json
import sqlite3
import time
from contextlib import closing
from dataclasses import asdict

import pytest
from serving import Visitor, served, turns_in
from starlette.requests import Request
from texts import heard

import jotto
from jotto.assistant.review import Record, of_player
from jotto.assistant.sentences import said
from jotto.assistant.store import Store
from jotto.web.app import LISTED, SEEN, Server
from jotto.web.games import Games, Matches

# --- moves ----------------------------------------------------------------------------------------


@pytest.fixture
def begun(server):
    """A visitor, and the path of a game that was begun."""
    visitor = Visitor(server.port)
    return visitor, visitor.begin()


def test_wrong_things_are_said_and_change_nothing(begun):
    one, path = begun
    before = one.view(path)
    wrong = (
        {"do": "score", "score": "4,1"},
        {"do": "score", "score": "<b>"},
        {"do": "guess", "word": "<script>alert(1)</script>"},
        {"do": "edit", "turn": "7", "score": "1,1"},
        {"do": "fix", "number": "0"},
        {"do": "they", "word": "crane"},
        {"do": "finish", "word": "crane"},  # it is not over
        {"do": "dance"},
    )
    for move in wrong:
        status, data = one.play(path, **move)
        assert (status, [*data]) == (422, ["error"]), move
    assert one.view(path) == before


def test_a_move_counts_once_even_if_it_is_sent_twice(begun):
    one, path = begun
    move = {"at": "1", "do": "score", "score": "1,1"}
    first, second = (one.data(path, move) for _ in range(2))
    assert (first[0], first[1]["said"], len(turns_in(first[1]["view"]))) == (200, [], 1)
    assert second == (200, first[1] | {"said": [asdict(SEEN)]})


def test_a_page_from_before_an_undo_and_another_entry_changes_nothing(begun):
    one, path = begun
    one.play(path, do="guess", word="crane")
    stale = str(one.view(path)["at"])
    one.play(path, do="undo")
    one.play(path, do="guess", word="slate")  # as many entries as before
    status, data = one.data(path, {"at": stale, "do": "score", "score": "1,1"})
    assert (status, turns_in(data["view"]), heard(data["said"])) == (200, [], [SEEN])


def test_numbers_with_zeros_in_front_are_read(begun):
    one, path = begun
    one.play(path, do="score", score="1,1")
    assert one.play(path, do="edit", turn="0019", score="0,1")[0] == 422
    assert one.play(path, do="edit", turn="0001", score="0,0")[0] == 200
    ((first, score),) = turns_in(one.view(path))
    assert score == "0,0"
    one.play(path, do="guess", word=first)
    one.play(path, do="score", score="0,1")
    assert one.view(path)["stage"] == "doubt"
    for number, status in (("0007", 422), ("0099", 422), ("0000", 200)):
        assert one.play(path, do="fix", number=number)[0] == status


def test_a_second_hint_is_another(begun):
    one, path = begun
    one.play(path, do="score", score="0,1")
    hints = [one.play(path, do="hint")[1]["said"][0] for _ in range(3)]
    assert len({*map(str, map(heard, hints))}) == 3


def test_an_unlisted_secret_is_found(server):
    game, one = jotto.words(), Visitor(server.port)
    path, secret = one.begin(), "covid"
    while (view := one.view(path))["stage"] != "over":
        if view["stage"] == "doubt":
            unlisted = [place for place, each in enumerate(view["choices"]) if not each["turn"]]
            one.play(path, do="fix", number=str(unlisted[0]))
        else:
            one.play(path, do="score", score=game.score(view["guess"]["word"], secret))
    assert turns_in(view)[-1] == (secret, "5,0")


@pytest.mark.parametrize("rule", ["jots", "colours"])
def test_other_rules_have_keys_of_their_own(server, rule):
    one = Visitor(server.port)
    path = one.begin(rule=rule)
    keys = one.view(path)["keys"]
    jots = {"kind": "one row", "texts": ["0", "1", "2", "3", "4", "5", "win"], "win": "win"}
    colours = {"kind": "tiles", "texts": [], "win": "GGGGG"}
    assert {**keys, "rows": 0} == {**(jots if rule == "jots" else colours), "rows": 0}
    assert one.play(path, do="score", score="0" if rule == "jots" else "BBBBB")[0] == 200


def test_codes_are_played_as_well(server):
    one, game = Visitor(server.port), jotto.named("mastermind:4x6")
    path = one.begin(game="mastermind:4x6")
    while (view := one.view(path))["stage"] == "guess":
        one.play(path, do="score", score=game.score(view["guess"]["word"], "1351"))
    assert str(heard(view["title"])).startswith("You found 1351 in ")
    assert turns_in(view)[-1][0] == "1351"


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
    device = "a1" * 16
    with served(tmp_path) as server:
        visitor = Visitor(server.port)
        name = visitor.begin().rpartition("/")[2]
        with Store(database(tmp_path)) as store:
            store.write(store.read(name), device)
            server.jotto("play", "--resume", typed="1,1\nundo\n0,2\nquit\n")  # written anew
            assert store.names(device) == [name]
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
        newer, at = visitor.begin(), str(visitor.view(game)["at"])
        (tmp_path / "b").rename(path)
        if not idle:
            status, data = visitor.data(game, {"do": "score", "score": "0,1", "at": at})
            assert (status, heard(data["said"]), data["view"]) == (200, [SEEN], saved)
            assert visitor.data(newer)[0] == 404
            assert visitor.play(game, do="score", score="0,1")[0] == 200
        server.process.terminate()
        server.process.wait(10)
        server.start()
        with closing(sqlite3.connect(path)) as one:
            assert one.execute("pragma integrity_check").fetchall() == [("ok",)]
        turns = turns_in(visitor.view(game))
        assert turns[:1] == turns_in(saved)
        assert [score for _, score in turns[1:]] == ["0,1"] * (not idle)
        assert visitor.data(newer)[0] == 404


def test_a_database_or_history_that_cannot_be_read_is_said_in_a_line(tmp_path):
    path = tmp_path / "data" / "jotto" / "games.sqlite"
    path.parent.mkdir(parents=True)
    path.write_text("x" * 5000)
    path.with_name("history.jsonl").mkdir()
    with served(tmp_path) as server:
        visitor = Visitor(server.port)
        for asked in ("/home", "/game/2026", "/match/AAAAAA"):
            said = "The saved games cannot be read: file is not a database"
            assert visitor.data(asked) == (503, {"error": said})
        status, data = visitor.data("/games")
        assert (status, "cannot be read: Is a directory" in data["error"]) == (422, True)
        status, _, text = visitor.ask("/game/2026/report")
        assert (status, "cannot be read: Is a directory" in text) == (422, True)
        assert "Traceback" not in server.log
        assert "failed" not in server.log


def test_a_deleted_game_is_gone(begun):
    visitor, path = begun
    visitor.play(path, do="score", score="1,1")
    assert path in str(visitor.data("/home"))
    assert visitor.play(path, do="delete") == (200, {"go": "/"})
    assert path not in str(visitor.data("/home"))
    assert visitor.data(path)[0] == 404
    assert visitor.data(path, {"do": "score", "at": "0", "score": "1,1"})[0] == 404


def test_what_does_not_fit_is_said_once_beside_the_race(begun):
    visitor, path = begun
    visitor.play(path, do="race", first="me", word="quilt", last_turn="no")
    visitor.play(path, do="score", score="4,0")
    visitor.play(path, do="side", side="me")
    shown = visitor.play(path, do="score", score="0,5")[1]
    text = json.dumps(shown)
    assert text.count('"nothing fits"') == text.count('"they have left"') == 1
    (note,) = heard(shown["view"]["notes"])
    assert str(note).startswith("They have 6,780 words left")
    assert "quilt" not in text


def test_a_last_turn_is_taken_back(begun):
    visitor, path = begun
    for told in ("yes", "no", "yes"):
        visitor.play(path, do="race", first="me", word="quilt", last_turn=told)
        rules = {"first": True, "last_turn": told == "yes", "private": False}
        assert visitor.view(path)["rules"] == rules


def test_after_an_unlisted_win_only_their_last_guess_is_left(begun):
    visitor, path = begun
    visitor.play(path, do="race", first="me", word="quilt", last_turn="yes")
    visitor.play(path, do="score", score="0,1")
    visitor.play(path, do="they", word="crane")
    visitor.play(path, do="guess", word="covid")
    visitor.play(path, do="score", score="5,0")
    status, data = visitor.play(path, do="side", side="me")
    assert (status, "only their last guess is left" in data["error"]) == (422, True)
    assert heard(visitor.view(path)["title"]) == said("their guess")
    status, data = visitor.data(f"{path}/why")
    assert (status, "your guess does not come next" in data["error"]) == (422, True)


def test_their_word_that_contradicts_the_scores_is_asked_for_again(begun):
    """quilt, and its slip quolt, share nothing with the first guess, which scored 1,1."""
    visitor, path = begun
    visitor.play(path, do="race", first="me", word="quilt")
    visitor.play(path, do="score", score="1,1")
    visitor.play(path, do="they", word="quilt")
    status, data = visitor.play(path, do="finish", word="quolt")
    assert (status, "'quolt' contradicts" in data["error"]) == (422, True)
    assert visitor.play(path, do="finish", word="quilt", sure="quolt")[0] == 422
    assert visitor.play(path, do="finish", word="quilt", sure="quilt")[1] == {"go": "/games"}


def test_a_wrong_score_told_before_the_secret_was_entered_is_pointed_out(begun):
    visitor, path = begun
    visitor.play(path, do="race", first="them")
    visitor.play(path, do="they", word="latch", score="5,0")
    visitor.play(path, do="undo")
    visitor.play(path, do="they", word="latch", score="0,0")
    told = visitor.play(path, do="race", word="hatch")[1]["said"]
    for sentences in (told, visitor.view(path)["faults"]):
        (sentence,) = map(str, heard(sentences))
        assert sentence.startswith("You told them latch=0,0, but it is 4,0.")


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
        first, listed = one.data("/home")[1]["games"]
        assert (first["path"], listed["path"]) == (doubted, played)
        assert first["title"].endswith(", 1 guess, QUEUE")
        assert listed["title"].endswith(f", 1 guess, {turns_in(one.view(played))[0][0].upper()}")
        with closing(sqlite3.connect(tmp_path / "data" / "jotto" / "games.sqlite")) as database:
            days_of = {old: 1000, new: 0.01, played: 40, over: 40, doubted: -40}
            for path, days in days_of.items():
                row = time.time() - 86400 * days, path.rpartition("/")[2]
                database.execute("update games set changed = ? where name = ?", row)
            database.commit()
        one.begin()
        assert [one.data(path)[0] for path in days_of] == [200] * 5
        with closing(sqlite3.connect(tmp_path / "data" / "jotto" / "games.sqlite")) as database:
            damaged = '{"options": {}, "key": "", "transcript": [["score"]]}'
            row = damaged, doubted.rpartition("/")[2]
            database.execute("update games set content = ? where name = ?", row)
            database.commit()
        assert [game["path"] for game in one.data("/home")[1]["games"]] == [played]


def record(*turns, result="found", date="2026-03-01T08:05:00+00:00", **more):
    secret = turns[-1].partition("=")[0] if result in ("found", "won", "drawn") else None
    return Record("play", {}, "", turns, secret, result, date=date, **more)


RECORDS = [
    record("hatch=5,0"),
    record("crane=0,2", "slate=0,1", "hatch=5,0", result="won"),
    record("latch=4,0", "hatch=5,0", result="won"),
    record("crane=0,2", "slate=0,1", "match=5,0", result="drawn"),
    record("crane=0,2", result="lost"),
    record("crane=0,2", result="given up"),
]


def listed(tmp_path, records):
    """What is shown of finished games."""
    store = Store(tmp_path / "games.sqlite")
    server = Server(Games(store, private=False), Matches(store), {}, print, lambda: records)
    return json.loads(server.all_finished(Request({"type": "http", "headers": []})).body)


def test_the_statistics_are_those_of_the_games(tmp_path):
    shown = listed(tmp_path, RECORDS)
    # found in 1, 3, 2 and 3 guesses; won, won, drawn, lost
    assert shown["said"] == [
        "6 games, 4 found",
        "2.25 guesses on average",
        "2 won, 1 drawn, 1 lost against somebody; 2 won in a row at best",
    ]
    assert shown["counts"] == [[1, 1], [2, 1], [3, 2]]
    assert [each["title"].partition(", ")[2] for each in shown["games"]] == [  # the last one first
        "1 guess, not found",
        "1 guess, not found, lost",
        "found MATCH in 3 guesses, drawn",
        "found HATCH in 2 guesses, won",
        "found HATCH in 3 guesses, won",
        "found HATCH in 1 guess",
    ]
    names = [each["name"] for each in shown["games"]]
    assert len({*names}) == len(names)
    assert [each["path"] for each in shown["games"]] == [f"/game/{name}/report" for name in names]


@pytest.mark.parametrize(
    ("records", "said"),
    [
        ([], ["0 games, 0 found"]),
        (RECORDS[:1], ["1 game, 1 found", "1.00 guesses on average"]),
        (RECORDS[4:5], ["1 game, 0 found", "0 won, 0 drawn, 1 lost against somebody"]),
    ],
)
def test_statistics_of_few_games_say_no_more_than_there_is(tmp_path, records, said):
    assert listed(tmp_path, records)["said"] == said


def test_of_many_finished_games_the_last_ones_are_listed_and_all_counted(tmp_path):
    many = [record("hatch=5,0", date=f"2026-03-01T08:{n:02}:00+00:00") for n in range(LISTED + 9)]
    shown = listed(tmp_path, many)
    assert shown["counts"] == [[1, LISTED + 9]]
    assert [each["name"] for each in shown["games"]] == [
        each.name for each in many[: -LISTED - 1 : -1]
    ]


def test_a_finished_game_whose_list_has_changed_is_said_in_a_line(tmp_path):
    words = tmp_path / "words.txt"
    words.write_text("hatch\nlatch\nmatch\n")
    with served(tmp_path, "--words", str(words)) as server:
        one = Visitor(server.port)
        path = one.begin()
        one.play(path, do="score", word="latch", score="5,0")
        live = one.ask(f"/data{path}/share")
        one.play(path, do="finish")
        (finished,) = one.data("/games")[1]["games"]
        share = f"/data/game/{finished['name']}/share"
        # hatch, then latch or match, which are left both times: 1 2 3
        assert one.ask(share)[2] == live[2] == "jotto 1 guess (2.00 on average)\n●●●●●"
        assert server.jotto("review", "--share").strip() == live[2]
        words.write_text("hatch\nlatch\n")
        one.data("/games")
        server.kill()
        server.start()
        for asked in (finished["path"], share):
            status, _, text = one.ask(asked)
            assert (status, text) == (422, "the game was played with other lists or another rule")
        assert len(one.data("/games")[1]["games"]) == 1


def test_a_game_is_finished_when_it_ends_and_goes_on_if_that_is_taken_back(tmp_path):
    with served(tmp_path) as server:
        one, other = Visitor(server.port), Visitor(server.port)  # a device may ask only so often
        path = one.begin()
        other.ask("/")
        listed = lambda: len(other.data("/games")[1]["games"])  # noqa: E731
        going_on = lambda: [each["path"] for each in other.data("/home")[1]["games"]]  # noqa: E731
        for _ in range(2):
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


def test_a_private_server_keeps_the_games_of_each_device_apart(tmp_path):
    kept = [record("hatch=5,0", owner=name) for name in ("", "ann", "bob")]
    assert [each.owner for each in of_player(kept)] == [""]
    assert [each.owner for each in of_player(kept, "device bob")] == ["bob"]

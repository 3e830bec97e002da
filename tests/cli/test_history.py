"""The history of finished games: one line each, and the statistics shown."""

import csv
import io
import json
import re

import inprocess
import pytest
from lists import HATCHES
from terminal import Terminal, environment

from jotto.assistant.match import Match, Terms
from jotto.assistant.shelf import Shelf
from jotto.question.making import Question, saved_options

BOTH = ("--starts", "me", "--secret", "match", "--last-turn")


@pytest.fixture
def lines(tmp_path):
    """The history file of earlier versions."""
    return tmp_path / "data" / "jotto" / "history.jsonl"


@pytest.fixture
def finished(lines):
    """The finished games as they are now, the oldest first."""

    def read():
        with Shelf(lines.with_name("games.sqlite")) as shelf:
            return [*shelf.newest()][::-1]

    return read


@pytest.fixture(scope="module")
def six(tmp_path_factory):
    """A history of six games: found in one guess and in three, won, lost, drawn, and given up."""
    folder = tmp_path_factory.mktemp("six")
    (folder / "hatches.txt").write_text("\n".join(HATCHES))
    variables = environment(XDG_DATA_HOME=str(folder))
    for options, typed in [
        (["play"], "5,0\n"),
        (["play"], "4,0\n4,0\n5,0\n"),
        (["play", *BOTH], "hatch 5,0\nlatch\n"),
        (["play", *BOTH], "hatch 4,0\nlatch\nwatch 4,0\nmatch\n"),
        (["play", *BOTH], "latch 5,0\nmatch\n"),
        (["keep", "--secret", "patch"], "hatch\nq\n"),
    ]:
        given = [*options, "--words", "hatches.txt"]
        assert inprocess.call(given, typed.encode(), folder, variables)[0] == 0
    given = ["history", "--jsonl", "written.jsonl"]
    assert inprocess.call(given, b"", folder, variables)[0] == 0
    return (folder / "written.jsonl").read_text()


@pytest.fixture
def played(six, lines):
    """Put the history of six games in its place."""
    lines.parent.mkdir(parents=True)
    lines.write_text(six)


def test_the_history_shows_guesses_as_bars_beside_those_of_jotto(played, jotto):
    out = jotto("history").out.splitlines()
    # hatch, match, hatch, latch were found in 1, 3, 1 and 1; jotto takes them as they stand
    # in the list: 1, 3, 1 and 2
    named = "Jotto (hatches.txt) with jotto's advice"
    assert out[0] == f"5 games of {named}, 1 not solved"
    assert [line.split() for line in out[1:5]] == [
        ["guesses", "you", "jotto"],
        ["1", "#" * 24, "3", "#" * 16, "2"],
        ["2", "#" * 8, "1"],
        ["3", "#" * 8, "1", "#" * 8, "1"],
    ]
    assert out[5] == "On average 1.50 guesses; jotto needs 1.75 for the same secrets."
    assert out[6:] == [
        "Current streak: 1. Best streak: 3.",  # found, found, won, lost, drawn
        "",
        "Not counted: 1 game whose secret you gave.",
        "Against opponents: 1 won, 1 drawn, 1 lost; current streak 0, best 1.",
        "Their favourite guesses: latch (2), match (2).",
        "Their secrets: hatch (2).",
    ]
    found = jotto("history", "--json").json
    assert [game["jotto"] for game in found["games"]] == [1, 3, 1, None, 2, 4]
    assert found["streaks"] == {"won": 1, "drawn": 1, "lost": 1, "now": 0, "longest": 1}
    assert found["favourite_guesses"] == {"latch": 2, "match": 2}
    assert found["guesses"] == {"you": {"1": 3, "3": 1}, "jotto": {"1": 2, "2": 1, "3": 1}}
    assert found["means"] == {"you": 1.5, "jotto": 1.75}


def test_each_kind_of_game_has_a_heading_and_counts_of_its_own(write, jotto):
    words = "--words", write(*HATCHES)
    two = "--boards", "2"
    for more, typed in (
        ((), "4,0\n4,0\n5,0\n"),
        (("--lies", "1"), "hatch 5,0\n"),
        (two, "hatch 5,0+4,0\nlatch 5,0\n"),
        (two, "latch 4,0+4,0\nhatch 5,0+4,0\nmatch 5,0\n"),
    ):
        assert jotto("play", *words, *more, typed=typed).status == 0
    jotto("keep", *words, "--seed", "1", typed="\n".join(HATCHES))  # no game has jotto's advice
    name = words[1].name
    out = jotto("history").out
    assert re.findall(r"\d games? of .*", out) == [
        f"1 game of Jotto ({name}) with jotto's advice",
        f"1 game of Jotto ({name}, 1 lie) with jotto's advice",
        f"2 games of Jotto on 2 boards ({name}) with jotto's advice",
        f"1 game of Jotto ({name}) without advice",
    ]
    # of false answers and of several boards jotto's guesses are not counted
    assert re.findall("On average.*", out)[:-1] == [
        "On average 3.00 guesses; jotto needs 3.00 for the same secrets."
    ]
    found = jotto("history", "--json").json
    *kinds, alone = found["kinds"]
    assert (alone["advised"], alone["count"], alone["streak"]["now"]) == (False, 1, 1)
    told = [(kind["lies"], kind["boards"], kind["count"]) for kind in kinds]
    assert told == [(0, 1, 1), (1, 1, 1), (0, 2, 2)]
    assert [kind["guesses"]["you"] for kind in kinds] == [
        {"3": 1}, {"1": 1}, {"2": 1, "3": 1},
    ]  # fmt: skip
    assert [kind["means"] for kind in kinds] == [{"you": 3, "jotto": 3}, None, None]


def test_games_are_listed_by_numbers_that_review_takes(played, jotto):
    lines = jotto("history", "--list").out.splitlines()
    assert [re.sub(r", .*? \d\d:\d\d|Today .*?, ", "", line) for line in lines] == [
        "1  Jotto, 1 guess, not found PATCH",
        "2  Jotto, found LATCH in 1 guess, drawn",
        "3  Jotto, 2 guesses, not found, lost",
        "4  Jotto, found HATCH in 1 guess, won",
        "5  Jotto, found MATCH in 3 guesses",
        "6  Jotto, found HATCH in 1 guess",
    ]
    rows = [*csv.DictReader(io.StringIO(jotto("history", "--list", "--csv", "-").out))]
    assert [row["secret"] for row in rows[:2]] == ["patch", "latch"]
    named, told = jotto("review", "5").out.splitlines()[:2]
    assert re.fullmatch(r"Today \d\d:\d\d, Jotto", named)
    assert told == "You found match in 3 guesses."
    assert "no game 7; jotto history --list" in jotto("review", "7", "--secret", "hatch").err


def test_a_game_is_kept_for_its_owner_alone_and_not_if_that_is_not_wanted(
    write, jotto, lines, finished
):
    words = ("--words", write(*HATCHES))
    jotto("play", *words, "--no-history", typed="5,0\n")
    jotto("keep", *words, "--no-history", "--secret", "match", typed="match\n")
    assert finished() == []
    empty = jotto("history")
    assert (empty.status, empty.out) == (1, "")
    assert "there are no finished games" in empty.err
    assert jotto("history", "--json").json["games"] == []
    jotto("play", *words, typed="5,0\n")
    assert lines.with_name("games.sqlite").stat().st_mode & 0o777 == 0o600
    assert not lines.exists()


def test_a_damaged_line_is_noted_and_kept_as_it_is(played, jotto, lines, tmp_path):
    damages = "{", "[]", '{"date": 1}', "\x00", "null", '"' * 9, "[" * 100_000, '{"format": 2}'
    lines.write_text("\n".join([*damages, lines.read_text().replace("hatches.txt", "gone.txt")]))
    told = [
        f"jotto: note: lines 1, 2, 3, 4, 5, 6, 7, 8 of '{lines}' not understood: kept as it is",
        "jotto: note: 8 records not understood: kept as it is; --jsonl FILE writes everything out",
    ]
    for notes in (told, told[1:]):  # it is taken over once
        ran = jotto("history")
        assert ran.out.startswith("5 games of Jotto")
        assert "jotto needs" not in ran.out  # their list is gone
        assert ran.err.splitlines() == notes
    jotto("history", "--jsonl", "all.jsonl")
    assert {*damages} <= {*(tmp_path / "all.jsonl").read_text().split("\n")}


def test_a_line_that_was_cut_short_costs_no_other(played, write, jotto, lines, finished):
    lines.write_text(lines.read_text().rstrip("\n")[:-20])
    jotto("play", "--words", write(*HATCHES), typed="5,0\n")
    records = finished()
    assert len(records) == 6
    assert records[5].secret == "hatch"


def test_a_file_that_cannot_be_written_or_read_is_told(write, jotto, lines):
    lines.mkdir(parents=True)
    ran = jotto("play", "--words", write(*HATCHES), typed="5,0\n")
    told = f"jotto: note: '{lines}' is not taken over: it is no file\n"
    assert (ran.status, ran.err) == (0, told)
    ran = jotto("history")
    assert (ran.out[:6], ran.err) == ("1 game", told)
    lines.rmdir()
    lines.with_name("games.sqlite").unlink()
    lines.with_name("games.sqlite").mkdir()
    ran = jotto("play", "--words", write(*HATCHES), typed="5,0\n")
    assert "jotto: note: the finished game could not be recorded in " in ran.err
    assert "cannot be read" in jotto("history").refusal
    assert "cannot be read" in jotto("review").refusal


@pytest.mark.full
def test_a_game_is_recorded_when_it_ends_and_not_if_its_end_is_taken_back(
    write, variables, jotto, finished
):
    given = ("play", "--plain", "--words", str(write(*HATCHES)), *BOTH)
    folders = {name: variables[name] for name in ("XDG_DATA_HOME", "XDG_STATE_HOME")}
    question = "What was their word (Enter to skip)?"
    with Terminal(*given, **folders) as screen:
        screen.answer("Score for HATCH:", "4,0")
        screen.wait_for(lambda: screen.line.endswith(":"), "a question")
        screen.answer(screen.line, "match")
        screen.prompted(question)
        (ended,) = finished()
        assert ended.result == "lost"
        screen.answer(question, "undo")
        screen.wait_for(lambda: screen.line.endswith(":"), "a question")
        assert finished() == []
        screen.answer(screen.line, "match")
        screen.prompted(question)
        screen.process.kill()
    assert finished() == [ended]
    assert jotto("history").out.startswith("1 game ")
    assert "unfinished" not in jotto("play", typed="quit\n").out


def test_a_match_is_kept_for_each_player_by_name(jotto, lines, write, finished):
    table = Question(words=str(write(*HATCHES)))
    match = Match(table.make_game(), Terms(minutes=1, last_turn=True))
    for entry in ("join", 0, "Ann"), ("join", 1, "Bob"), ("secret", 0, "hatch"):
        match = match.entered(*entry)
    match = match.entered("secret", 1, "match").entered("guess", 0, "latch", 1.0)
    match = match.entered("guess", 1, "latch", 2.0).entered("late", 1, "", 100.0)
    options = saved_options(table)
    for seat in (0, 1):
        with Shelf(lines.with_name("games.sqlite")) as shelf:
            shelf.put(match.record(seat, options, f"device{seat}"))
    records = finished()
    assert [(each.result, each.by, each.solved) for each in records] == [
        ("lost", "time", False), ("won", "time", False),
    ]  # fmt: skip
    empty = jotto("history")
    assert (empty.status, empty.out) == (1, "")
    assert "1 won, 0 drawn" in jotto("history", "--player", "Bob").out
    assert re.search("'Carl'.*Ann, Bob", jotto("history", "--player", "Carl").refusal)
    assert "\nYou won by time.\n" in jotto("review", "--player", "bob").out
    jotto("play", "--words", write(*HATCHES), typed="5,0\n")
    assert jotto("history").out.startswith("1 game ")
    assert re.match(r"Today \d\d:\d\d, Jotto\nYou found hatch", jotto("review").out)
    assert jotto("history", "--forget", "--yes").err == "1 game deleted.\n"
    assert finished() == records


def test_records_of_before_are_read_as_they_were_and_all_can_be_forgotten(
    played, six, jotto, lines, finished
):
    before, old = jotto("history").out, map(json.loads, six.splitlines())
    assert "add --yes" in jotto("history", "--forget").refusal
    with Terminal("history", "--forget", XDG_DATA_HOME=str(lines.parents[1])) as screen:
        screen.answer("Delete 6 games? [y/N]", "")
        assert screen.status() == 0
    assert jotto("history", "--forget", "--yes").err == "6 games deleted.\n"
    new = {"game", "player", "by", "owner"}
    old = [{name: value for name, value in each.items() if name not in new} for each in old]
    lines.write_text("".join(f"{json.dumps(each)}\n" for each in old))
    assert jotto("history").out == before
    assert jotto("history", "--forget", "--yes").err == "6 games deleted.\n"
    assert finished() == []
    assert jotto("history", "--forget", "--yes").err == "0 games deleted.\n"


def test_what_is_deleted_is_written_out_before_and_only_that_of_who_is_named(
    played, jotto, tmp_path
):
    assert "has no finished game" in jotto("history", "--player", "", "--forget", "--yes").refusal
    backup = tmp_path / "backup.jsonl"
    assert (
        "cannot be written"
        in jotto("history", "--forget", "--yes", "--jsonl", "/nonexistent/x").refusal
    )
    database = tmp_path / "data" / "jotto" / "games.sqlite"
    assert "is a file of jotto" in jotto("history", "--csv", database).refusal
    ran = jotto("history", "--forget", "--yes", "--jsonl", backup, "--csv", "backup.csv")
    assert (ran.out, ran.err) == ("", "6 games deleted.\n")
    assert len(backup.read_text().splitlines()) == 6
    assert len((tmp_path / "backup.csv").read_text().splitlines()) == 7
    assert jotto("history").status == 1


def test_games_are_written_out_as_a_table(played, jotto, tmp_path):
    assert jotto("history", "--csv", "games.csv").out == jotto("history").out
    rows = [*csv.DictReader(io.StringIO((tmp_path / "games.csv").read_text()))]
    assert [row["secret"] for row in rows] == ["hatch", "match", "hatch", "", "latch", "patch"]
    assert rows[1]["turns"] == "hatch=4,0 latch=4,0 match=5,0"
    assert (rows[4]["result"], rows[4]["own"], rows[4]["guesses"]) == ("drawn", "match", "1")
    assert "cannot be written" in jotto("history", "--csv", "/nonexistent/games.csv").refusal

"""The history of finished games: one line each, and the statistics shown."""

import json

import pytest
from lists import HATCHES
from terminal import END, Terminal

from jotto.assistant.match import Match, Terms
from jotto.assistant.options import GameOptions, saved_options
from jotto.assistant.review import append_record, of_player, read_history


@pytest.fixture
def lines(tmp_path):
    """The history file."""
    return tmp_path / "data" / "jotto" / "history.jsonl"


@pytest.fixture
def played(write, jotto):
    """Play six games: found in one guess and in three, won, lost, drawn, and given up."""
    words = ("--words", write(*HATCHES))
    both = ("--starts", "me", "--secret", "match", "--last-turn")
    jotto("play", *words, typed="5,0\n")
    jotto("play", *words, typed="4,0\n4,0\n5,0\n")
    jotto("play", *words, *both, typed="hatch 5,0\nlatch\n")
    jotto("play", *words, *both, typed="hatch 4,0\nlatch\nwatch 4,0\nmatch\n")
    jotto("play", *words, *both, typed="latch 5,0\nmatch\n")
    jotto("keep", *words, "--secret", "patch", typed="hatch\nq\n")
    return words


def test_a_finished_game_is_a_line_and_its_owner_alone_reads_it(played, lines):
    records = [json.loads(line) for line in lines.read_text().splitlines()]
    results = ["found", "found", "won", "lost", "drawn", "given up"]
    assert [one["result"] for one in records] == results
    assert [one["command"] for one in records] == ["play"] * 5 + ["keep"]
    assert records[1]["turns"] == ["hatch=4,0", "latch=4,0", "match=5,0"]
    assert (records[1]["secret"], records[1]["own"]) == ("match", None)
    assert (records[3]["secret"], records[3]["own"]) == (None, "match")
    assert records[3]["theirs"] == ["latch=4,0", "match=5,0"]
    assert lines.stat().st_mode & 0o777 == 0o600


def test_the_history_shows_guesses_as_bars_beside_those_of_jotto(played, jotto):
    out = jotto("history").out.splitlines()
    # hatch, match, hatch, latch were found in 1, 3, 1 and 1; jotto takes them as they stand
    # in the list: 1, 3, 1 and 2
    assert out[0] == "6 games of words (exact-elsewhere, list-1.txt), 2 not found"
    assert [line.split() for line in out[1:5]] == [
        ["guesses", "you", "jotto"],
        ["1", "#" * 24, "3", "#" * 16, "2"],
        ["2", "#" * 8, "1"],
        ["3", "#" * 8, "1", "#" * 8, "1"],
    ]
    assert out[5] == "On average 1.50 guesses; jotto needs 1.75 for the same secrets."
    assert out[7:] == [
        "Against opponents: 1 won, 1 drawn, 1 lost; current streak 0, best 1.",
        "Their favourite guesses: latch (2), match (2).",
        "Their secrets: hatch (2).",
    ]


def test_json_holds_every_game_and_what_they_come_to(played, jotto):
    found = jotto("history", "--json").json
    assert [one["jotto"] for one in found["games"]] == [1, 3, 1, None, 2, 4]
    assert found["streaks"] == {"won": 1, "drawn": 1, "lost": 1, "now": 0, "longest": 1}
    assert found["favourite_guesses"] == {"latch": 2, "match": 2}


def test_a_game_is_not_kept_if_that_is_not_wanted(write, jotto, lines):
    words = ("--words", write(*HATCHES), "--no-history")
    jotto("play", *words, typed="5,0\n")
    jotto("keep", *words, "--secret", "match", typed="match\n")
    assert not lines.exists()
    empty = jotto("history")
    assert (empty.status, empty.out) == (1, "")
    assert "there are no finished games" in empty.err
    assert jotto("history", "--json").json["games"] == []


def test_all_of_it_can_be_forgotten(played, jotto, lines):
    assert jotto("history", "--forget").err == "6 games deleted.\n"
    assert lines.read_text() == ""
    assert jotto("history", "--forget").err == "0 games deleted.\n"


@pytest.mark.parametrize(
    "damage", ["{", "[]", '{"date": 1}', "\x00", "null", '"' * 9, "[" * 100_000, '{"format": 2}']
)
def test_a_damaged_line_is_noted_and_left_out(played, jotto, lines, damage):
    text = lines.read_text()
    lines.write_text(f"{damage}\n{text}")
    ran = jotto("history")
    assert ran.out.startswith("6 games")
    assert ran.err == f"jotto: note: line 1 of the history is damaged and was skipped ({lines})\n"


@pytest.mark.parametrize("changed", [{"turns": [1]}, {"secret": 3}, {"options": []}, {"format": 9}])
def test_a_line_of_wrong_values_is_damaged_too(played, jotto, lines, changed):
    first, *rest = lines.read_text().splitlines()
    lines.write_text("\n".join([json.dumps(json.loads(first) | changed), *rest]))
    assert jotto("history").out.startswith("5 games")


def test_a_line_that_was_cut_short_does_not_take_the_next_one_with_it(played, jotto, lines):
    lines.write_text(lines.read_text().rstrip("\n")[:-20])
    jotto("play", *played, typed="5,0\n")
    ran = jotto("history")
    assert ran.out.startswith("6 games")
    assert ran.err.count("\n") == 1


def test_games_whose_list_is_gone_are_counted_without_jotto(played, jotto):
    played[1].unlink()
    out = jotto("history").out
    assert out.startswith("6 games of words")
    assert "jotto needs" not in out


def test_a_file_that_cannot_be_written_or_read_is_told(write, jotto, lines):
    lines.mkdir(parents=True)
    ran = jotto("play", "--words", write(*HATCHES), typed="5,0\n")
    assert ran.status == 0
    assert ran.err.startswith("jotto: note: the finished game is not recorded: ")
    assert "cannot be read" in jotto("history").refusal
    assert "cannot be read" in jotto("review").refusal


@pytest.mark.full
def test_on_a_terminal_bars_are_blocks(played, variables):
    with Terminal("history", XDG_DATA_HOME=variables["XDG_DATA_HOME"]) as screen:
        assert screen.status() == 0
        assert "█" * 24 + " 3" in screen.text


BOTH = ("--starts", "me", "--secret", "match", "--last-turn")


@pytest.mark.full
@pytest.mark.parametrize(
    ("more", "typed", "question", "result"),
    [
        ((), ["5,0"], END, "found"),
        (BOTH, ["hatch 5,0", "latch"], END, "won"),
        (BOTH, ["hatch 5,0", "match"], END, "drawn"),
        (BOTH, ["4,0", "match"], "What was their word (Enter to skip)?", "lost"),
        (("--boards", "2"), ["5,0 4,0", "5,0"], END, "found"),
    ],
    ids=lambda value: str(value) if isinstance(value, str) else "",
)
@pytest.mark.parametrize("how", ["closed", "taken back"])
def test_a_game_is_recorded_when_it_ends_and_not_if_its_end_is_taken_back(
    more, typed, question, result, how, write, variables, jotto, lines
):
    given = ("play", "--plain", "--words", str(write(*HATCHES)), *more)
    folders = {name: variables[name] for name in ("XDG_DATA_HOME", "XDG_STATE_HOME")}
    with Terminal(*given, **folders) as screen:
        for line in typed:
            screen.wait_for(lambda: screen.line.endswith((":", "?")), "a question")
            screen.answer(screen.line, line)
        screen.prompted(question)
        (ended,) = read_history(lines.read_text())[0]
        assert ended.result == result
        if how == "taken back":
            screen.answer(screen.line, "undo")
            screen.wait_for(lambda: screen.line.endswith(":"), "a question")
            assert read_history(lines.read_text()) == ([], [])
            screen.answer(screen.line, typed[-1])
            screen.prompted(question)
        screen.process.kill()
    (again,) = read_history(lines.read_text())[0]
    assert again == ended
    assert jotto("history").out.startswith("1 game ")
    assert "unfinished" not in jotto("play", typed="quit\n").out


def match_of(game, ended: str) -> Match:
    """A match of Ann and Bob that has ended like this, after a guess of each."""
    match = Match(game, Terms(minutes=1, last_turn=True))
    match = match.entered("join", 0, "Ann").entered("join", 1, "Bob")
    match = match.entered("secret", 0, "hatch").entered("secret", 1, "match")
    match = match.entered("guess", 0, "latch", 1.0).entered("guess", 1, "latch", 2.0)
    if ended == "time":
        return match.entered("late", 1, "", 100.0)
    if ended == "resignation":
        return match.entered("leave", 0, "", 3.0)
    match = match.entered("guess", 0, "match", 3.0)
    return match.entered("guess", 1, {"": "watch", "draw": "hatch"}[ended], 4.0)


@pytest.mark.parametrize(
    ("ended", "results", "by", "title"),
    [
        ("time", ("lost", "won"), "time", "You won by time"),
        ("resignation", ("lost", "won"), "resignation", "You won by resignation"),
        ("", ("won", "lost"), "", "They won"),
        ("draw", ("drawn", "drawn"), "", "A draw"),
    ],
)
def test_a_match_is_kept_with_how_it_ended_and_each_player_by_name(
    ended, results, by, title, jotto, lines, write
):
    table = GameOptions(words=str(write(*HATCHES)))
    game, options = table.make_game(), saved_options(table, strategy="entropy", seed=0, book=True)
    for seat in (0, 1):
        append_record(lines, match_of(game, ended).record(seat, options, f"device{seat}"))
    records = read_history(lines.read_text())[0]
    assert tuple(each.result for each in records) == results
    assert {each.by for each in records} == {by}
    assert [each.solved for each in records] == [not by and each != "lost" for each in results]
    assert of_player(records) == []
    assert of_player(records, "bob") == [records[1]]
    empty = jotto("history")
    assert (empty.status, empty.out) == (1, "")
    won = results[1] == "won"
    told = jotto("history", "--player", "Bob").out
    assert f"{int(won)} won, {int(ended == 'draw')} drawn" in told
    unknown = jotto("history", "--player", "Carl").refusal
    assert "'Carl'" in unknown
    assert "Ann, Bob" in unknown
    assert jotto("review", "--player", "bob").out.startswith(f"{title}.\n")
    jotto("play", "--words", write(*HATCHES), typed="5,0\n")
    assert jotto("history").out.startswith("1 game ")
    assert jotto("review").out.startswith("You found hatch")
    assert jotto("history", "--forget").err == "1 game deleted.\n"
    assert read_history(lines.read_text())[0] == records


def test_records_of_before_are_read_as_they_were(played, jotto, lines):
    before = jotto("history").out
    old = [json.loads(line) for line in lines.read_text().splitlines()]
    for each in old:
        for name in ("game", "player", "by", "owner"):
            del each[name]
    lines.write_text("".join(f"{json.dumps(each)}\n" for each in old))
    assert jotto("history").out == before

"""Results from chats and tables, as other programs write them: in Python, command and server."""

import json
import re
import tomllib
from itertools import chain
from pathlib import Path

import inprocess
import pytest
from hypothesis import given, settings, strategies as st
from serving import Visitor, served
from terminal import environment

import jotto
from jotto.reading.chats import SHAPES
from jotto.reading.records import RECORDS

CORPUS = Path(__file__).parents[1] / "corpus" / "outside" / "results.toml"
CASES = tomllib.loads(CORPUS.read_text("utf-8"))["shape"]
SHARE = "Wordle 1,986 4/6\n\n⬛⬛🟩⬛🟩\n⬛🟨🟩⬛🟩\n🟩⬛🟩⬛🟩\n🟩🟩🟩🟩🟩"
LINES = sorted({line for case in CASES for line in case["text"].split("\n")})


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with served(tmp_path_factory.mktemp("serve")) as server:
        visitor = Visitor(server.port)
        visitor.ask("/")
        yield visitor


def rows(results) -> list[list]:
    """Name, game, number and guesses of results as dicts; -1 for what is not known."""
    return [
        [row["name"], row["game"], *(-1 if row[of] is None else row[of] for of in NUMBERS)]
        for row in results
    ]


NUMBERS = "number", "guesses"


def test_there_are_many_shapes_each_once():
    assert len(CASES) >= 60
    assert len({case["name"] for case in CASES}) == len(CASES)


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_a_shape_is_read_by_python_and_the_command(case, tmp_path):
    (tmp_path / "chat.txt").write_bytes(case["text"].encode())
    where = tmp_path, environment()
    status, out, err = inprocess.call(["league", "chat.txt", "--json"], b"", *where)
    if "refused" in case:
        with pytest.raises(jotto.GameError, match=re.escape(case["refused"])):
            jotto.league(case["text"])
        assert status != 0
        assert "Traceback" not in err.decode()
        return
    league = jotto.league(case["text"])
    assert rows(result.to_dict() for result in league.results) == case["results"]
    assert sorted(line.line for line in league.unread) == case.get("reported", [])
    assert league.shapes == (case["shape"],)
    assert (status, err) == (0, b"")
    told = json.loads(out)
    assert rows(told["results"]) == case["results"]
    assert sorted(line["line"] for line in told["unread"]) == case.get("reported", [])
    counts = {name: told[name] for name in ("shapes", "used", "reported", "passed_over")}
    assert counts == league.lines()


def test_the_server_reads_each_shape_alike(server):
    for case in CASES:
        status, told = server.data("/league", {"text": case["text"]})
        if "refused" in case:
            assert (status, case["refused"] in told["error"]) == (422, True), case["name"]
            continue
        reported = case.get("reported", [])
        if not case["results"] and not reported:
            assert status == 422, case["name"]
            continue
        assert status == 200, case["name"]
        assert sorted(line["line"] for line in told["unread"]) == reported, case["name"]
        assert told["lines"]["shapes"] == [case["shape"]], case["name"]
        games = {(name, game) for name, game, *_ in case["results"]}
        assert {(row["name"], row["game"]) for row in told["table"]} == games, case["name"]


@pytest.mark.parametrize("shape", [s for s in SHAPES if "name" in s.begins or s.same], ids=str)
def test_the_example_of_a_shape_is_a_message_of_ann(shape):
    league = jotto.league(shape.example.replace("{}", SHARE))
    assert [(r.name, r.game, r.number, r.guesses) for r in league.results] == [
        ("Ann", "Wordle", 1986, 4)
    ]
    assert league.shapes == (shape.name,)
    assert league.unread == ()


@pytest.mark.parametrize("record", RECORDS, ids=[record.name for record in RECORDS])
def test_the_example_of_an_export_in_json_is_a_message_of_ann(record):
    league = jotto.league(record.example.replace('"{}"', json.dumps(SHARE)))
    assert [(r.name, r.date, r.guesses) for r in league.results] == [("Ann", "2026-11-26", 4)]
    assert league.shapes == (record.name,)


def test_the_docs_have_every_shape():
    page = (CORPUS.parents[3] / "docs" / "practice.md").read_text("utf-8")
    for shape in SHAPES:
        example = shape.example.replace("{}", "..").replace("\n", " ⏎ ").replace("\t", " ⇥ ")
        [row] = [line for line in page.splitlines() if line.startswith(f"| {shape.name} |")]
        assert f"`{example}`" in row.replace("\\|", "|")


# --- every line is accounted for ---


# a sign that is seen: no blank, mark of direction, joiner, or how the sign before it is drawn
SEEN = re.compile(
    r"[^\s\xad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe0e\ufe0f\ufeff]"
)


def counted(text: str) -> None:
    """Check that lines are used, reported or passed over, and reported ones are told."""
    try:
        league = jotto.league(text)
    except jotto.GameError:
        return
    total = league.used + league.reported + league.passed_over
    if league.shapes[0] not in {record.name for record in RECORDS} | {"JSON", "a table"}:
        assert total == sum(bool(SEEN.search(line)) for line in text.splitlines())
    assert league.reported == len({line.line for line in league.unread})
    assert league.used >= len({result.line for result in league.results} - told(league))
    assert all(result.name for result in league.results)


def told(league) -> set[int]:
    """The lines that are reported."""
    return {line.line for line in league.unread}


@settings(max_examples=150)
@given(st.data())
def test_every_line_of_damaged_texts_is_used_reported_or_passed_over(data):
    lines = data.draw(st.sampled_from(CASES))["text"].split("\n")
    for _ in range(data.draw(st.integers(0, 4))):
        at = data.draw(st.integers(0, len(lines) - 1))
        how = data.draw(st.sampled_from(["twice", "cut", "moved", "other", "bytes", "joined"]))
        line = lines[at]
        if how == "twice":
            lines.insert(at, line)
        elif how == "cut":
            lines[at] = line[: data.draw(st.integers(0, len(line)))]
        elif how == "moved":
            lines.insert(data.draw(st.integers(0, len(lines) - 1)), lines.pop(at))
        elif how == "other":
            lines.insert(at, data.draw(st.sampled_from(LINES)))
        elif how == "bytes":
            lines[at] = line.encode().decode("cp1252", errors="replace")
        else:
            lines[at] = line + data.draw(st.sampled_from(["", " ", ": ", " - "])) + lines[0]
    counted("\n".join(lines))


@given(st.text('Wordle 1,2/6X:\n-[]<>.AQujot️⃣4🟩;\t|{}"', max_size=80))
def test_every_line_of_any_text_is_used_reported_or_passed_over(text):
    counted(text)
    counted("26.11.26, 21:00 - Ann: " + text)
    counted("name,result\nAnn," + text)


def test_lines_of_a_chat_are_counted_once():
    text = """26.11.26, 21:14 - Ann: Wordle 1,986 4/6

⬛⬛🟩⬛🟩
⬛🟨🟩⬛🟩
🟩⬛🟩⬛🟩
🟩🟩🟩🟩🟩
so close
26.11.26, 21:15 - Bob: Wordle 1,986 8/6
26.11.26, 21:16 - Bob: hm"""
    league = jotto.league(text, text)
    assert (league.used, league.reported, league.passed_over) == (10, 2, 4)
    assert len(list(chain(league.results))) == 1

"""``jotto engine`` and ``jotto mcp`` as other programs use them."""

import json
import os
import re
import shutil
import subprocess
import sys
import threading
import time
from contextvars import copy_context
from functools import partial
from pathlib import Path

import pytest
from endless import Endless
from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from terminal import PROGRAM, environment, run, start

from jotto.assistant import answers, request_lists, request_table, requests
from jotto.question.making import Question
from jotto.question.schema import options_schema
from jotto.stopping import Stop

PAGE = (Path(__file__).parents[2] / "docs" / "engine.md").read_text("utf-8")
SCHEMA = request_table.table()
REGISTRY = Registry().with_resource(SCHEMA["$id"], Resource.from_contents(SCHEMA))
HATCHES = ["hatch", "latch", "match", "crane"]
MOST = 1 << 20  # bytes of a line, as the page says


def valid(name: str, value: object) -> bool:
    """Whether a value is as the schema says, by another implementation of it."""
    there = {"$ref": f"{SCHEMA['$id']}#/$defs/{name}"} if name else SCHEMA
    return Draft202012Validator(there, registry=REGISTRY).is_valid(value)


def check(answer: dict) -> dict:
    """Check an answer against the schema, each of its fields described; return it."""
    name = "error-answer" if "error" in answer else f"{answer['do']}-answer"
    assert valid(name, answer), answer
    numbers = {"exact", "elsewhere"} if answer["do"] == "score" else set()
    flat = request_table.flat(SCHEMA["$defs"][name])
    assert answer.keys() - numbers <= flat["properties"].keys(), answer
    return answer


@pytest.fixture
def ask():
    """Ask a new engine of words; every request and answer is checked against the schema."""
    engine = requests.Requests(Question(words=request_lists.Words(HATCHES)))

    def asked(do: str, **fields):
        request = {"do": do, **fields}
        answer = json.loads(request_table.to_json(engine.read(json.dumps(request).encode())))
        assert valid("", request) or "error" in answer, request
        return check(answer)

    return asked


# --- lines ----------------------------------------------------------------------------------------


def engine(process, typed: str | bytes, options=("--words", "list.txt")) -> list[dict]:
    """Send lines to the program; return its answers, each checked against the schema."""
    ran = process("engine", *options, typed=typed)
    assert (ran.status, ran.err) == (0, "")
    return [check(json.loads(line)) for line in ran.out.splitlines()]


BROKEN = {
    "nothing": b"",
    "blanks": b"  \t",
    "half an object": b'{"do": "suggest", "id": 3',
    "no object": b"[1, 2]",
    "no JSON": b"suggest",
    "not a number of JSON": b'{"do": "suggest", "id": 3, "top": NaN}',
    "bytes that are no UTF-8": b'{"do": "suggest", "id": 3, "turns": ["\xff"]}',
    "too deep": b'{"id": 3, "do": ' + b"[" * 50_000,
    "a number of 5,000 digits": b'{"id": 3, "top": ' + b"9" * 5_000 + b"}",
    "three megabytes": b'{"id": 3, "do": "suggest", "turns": ["' + b"x" * (3 << 20) + b'"]}',
    "half a character": b'{"do": "\\ud800", "id": 3}',
    "a request that is none": b'{"do": "sugest", "id": 3}',
    "a field that is none": b'{"do": "suggest", "id": 3, "tops": 1}',
    "too many": b'{"do": "suggest", "id": 3, "top": 1000001}',
    "more than all": b'{"do": "suggest", "id": 3, "top": 1e999}',
    "true": b'{"do": "suggest", "id": 3, "top": true}',
    "a text": b'{"do": "suggest", "id": 3, "turns": "hatch=4,0"}',
    "a number in a list": b'{"do": "suggest", "id": 3, "turns": [1]}',
    "a score": b'{"do": "suggest", "id": 3, "turns": ["hatch=9,0"]}',
    "a rule": b'{"do": "suggest", "id": 3, "rule": "colourful"}',
    "a file": b'{"do": "suggest", "id": 3, "words": "/etc/passwd"}',
    "a file of weights": b'{"do": "suggest", "id": 3, "prior": "/etc/passwd"}',
    "a file with the end of a line": b'{"do": "suggest", "id": 3, "prior": "even\\n"}',
    "a file of a tree": b'{"do": "suggest", "id": 3, "strategy": "tree:/etc/passwd"}',
    "code": b'{"do": "suggest", "id": 3, "game": "os:getcwd"}',
    "words of two lengths": b'{"do": "suggest", "id": 3, "words": ["hatch", "hat"]}',
    "no words": b'{"do": "suggest", "id": 3, "words": []}',
    "weights that are none": b'{"do": "suggest", "id": 3, "prior": {"hatch": 1e999}}',
    "no game of that name": b'{"do": "suggest", "id": 3, "name": "x"}',
    "nothing to judge": b'{"do": "review", "id": 3}',
    "no secret": b'{"do": "score", "id": 3, "guess": "hatch"}',
}


def test_whatever_a_line_is_it_is_answered_in_a_line_and_the_next_one_too(process, tmp_path):
    """The last line needs no end."""
    (tmp_path / "list.txt").write_text("\n".join(HATCHES))
    good = b'{"do": "candidates", "id": "next%d", "turns": ["hatch=4,0"]}'
    lines = [line.replace(b'"id": 3', b'"id": %d' % n) for n, line in enumerate(BROKEN.values())]
    sent = b"\n".join(part for n, line in enumerate(lines) for part in (line, good % n))
    answers = engine(process, sent)
    assert len(answers) == 2 * len(BROKEN)
    unnamed = [answer for answer in answers if answer["id"] is None]  # in the order of the lines
    named = {answer["id"]: answer for answer in answers if answer["id"] is not None}
    for n, (what, line) in enumerate(BROKEN.items()):
        answer = named[n] if b'"id": 3' in line else unnamed.pop(0)
        assert answer["error"]["message"], what
        assert answer["error"]["hint"], what
        assert "Error" not in answer["error"]["message"], what
        following = {"do": "candidates", "count": 2, "candidates": ["latch", "match"]}
        assert named[f"next{n}"] == {"id": f"next{n}", **following}
    assert unnamed == []


def endless_requests(**further) -> Endless:
    return Endless(Question(words=request_lists.Words(HATCHES)), **further)


# it takes days: 32 boards of a large list
LONG = {"do": "evaluate", "game": "mastermind:5x8", "boards": 32, "seconds": 86400}


def test_what_takes_longer_than_its_seconds_is_stopped():
    endless = endless_requests(seconds=0.01)
    late = check(endless.answer({"do": "hello", "id": 1}))
    assert (late["id"], late["do"]) == (1, "hello")
    assert late["error"]["message"] == "it takes longer than 0.01 seconds, and was stopped"
    assert "seconds" in late["error"]["hint"]
    late = check(endless.answer({"do": "hello", "seconds": 0.02}))
    assert late["error"]["message"] == "it takes longer than 0.02 seconds, and was stopped"
    late = check(endless.answer({**LONG, "seconds": 0.5}))
    assert late["error"]["message"] == "it takes longer than 0.5 seconds, and was stopped"
    score = {"do": "score", "guess": "hatch", "secret": "latch", "seconds": 60}
    assert check(endless.answer(score))["text"] == "4,0"
    for wrong in (-1, 1e6, "5", None):
        assert check(endless.answer({**score, "seconds": wrong}))["error"]


def test_another_thread_stops_a_request_and_no_other():
    endless, stop = endless_requests(), Stop()
    threading.Thread(target=lambda: (endless.begun.wait(60), stop())).start()
    stopped = check(endless.answer({"do": "hello", "id": 1}, stop=stop))
    assert (stopped["id"], stopped["error"]["message"]) == (1, "it was stopped")
    assert "text" in endless.answer({"do": "score", "guess": "hatch", "secret": "latch"})


def test_lines_are_stopped_by_their_ids_or_all_of_those_before():
    """Those that are not yet worked on are stopped, too; the others are answered meanwhile."""
    score = {"do": "score", "guess": "crane", "secret": "trace"}
    with start(*PROGRAM, "engine", stdin=subprocess.PIPE) as engine:

        def send(*lines):
            for line in lines:
                engine.stdin.write(f"{json.dumps(line)}\n")
            engine.stdin.flush()

        def answers(n):
            """The answers by their ids, in the order in which they came."""
            told = [check(json.loads(engine.stdout.readline())) for _ in range(n)]
            return {answer["id"]: answer for answer in told}

        send({**LONG, "id": 1}, {**LONG, "id": "a"}, {**score, "id": 2})
        send({"do": "stop", "id": 3, "request": "b"}, {"do": "stop", "id": 4, "request": "a"})
        told = answers(4)
        assert [told[3]["stopped"], told[4]["stopped"], told[2]["text"]] == [0, 1, "3,1"]
        send({"do": "stop", "id": 5, "request": 1})
        told |= answers(2)
        assert told[1]["error"]["message"] == told["a"]["error"]["message"] == "it was stopped"
        assert (told[1]["do"], told[5]["stopped"]) == ("evaluate", 1)
        send(*({**LONG, "id": n} for n in range(10, 16)), LONG, {"do": "stop", "id": 7})
        send({"do": "stop", "id": 8, "of": 6})
        told = answers(9)
        assert told[7]["stopped"] == 7
        assert {told[n]["error"]["code"] for n in (None, *range(10, 16))} == {"stopped"}
        assert "stop has no 'of'" in told[8]["error"]["message"]
        for n in range(20, 220):  # what is stopped is not done, and what is done not stopped
            send({"do": "new", "id": "new", "name": "kept", "rule": "colours"})
            answers(1)
            send({"do": "move", "id": n, "name": "kept", "line": "crane BYGBB"})
            time.sleep(n % 20 / 1000)  # at any moment of its work
            send({"do": "stop", "id": -n, "request": n})
            told = answers(2)
            send({"do": "stop", "id": "late", "request": n})
            assert answers(1)["late"]["stopped"] == 0
            send({"do": "view", "id": "view", "name": "kept"})
            rows = len(answers(1)["view"]["view"]["boards"][0]["rows"])
            error = told[n].get("error", {}).get("code")
            assert (told[-n]["stopped"], error, rows) in {(1, "stopped", 0), (0, None, 1)}
        engine.stdin.close()
        assert (engine.wait(60), engine.stderr.read()) == (0, "")


def test_each_answer_is_written_before_the_next_request_is_read_and_a_closed_pipe_ends_it():
    asked = '{"do": "score", "guess": "crane", "secret": "trace"}\n'
    with start(*PROGRAM, "engine", stdin=subprocess.PIPE) as engine:
        for _ in range(3):
            engine.stdin.write(asked)
            engine.stdin.flush()
            assert json.loads(engine.stdout.readline())["text"] == "3,1"
        engine.stdout.close()
        engine.stdin.write(asked)
        engine.stdin.close()
        assert (engine.wait(30), engine.stderr.read()) == (0, "")


def test_the_schema_is_printed_and_is_a_schema(jotto):
    assert json.loads(jotto("engine", "--schema").out) == SCHEMA
    Draft202012Validator.check_schema(SCHEMA)
    for name in request_table.names():
        assert f"{name}-answer" in SCHEMA["$defs"]
        Draft202012Validator.check_schema(request_table.tool_schema(name))
        assert "$ref" not in json.dumps(request_table.tool_schema(name))


# --- what is answered -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "fields"),
    [
        ("suggest hatch=4,0 --top 2", {"turns": ["hatch=4,0"], "top": 2}),
        ("suggest --boards 2", {"boards": 2}),
        ("suggest hatch=5,0", {"turns": ["hatch=5,0"]}),
        ("suggest hatch=4,0 --lies 1", {"lies": 1, "turns": ["hatch=4,0"]}),
        ("candidates hatch=4,0", {"turns": ["hatch=4,0"]}),
        ("candidates --boards 2 --top 1", {"boards": 2, "top": 1}),
        ("explain hatch=4,0 crane=5,0", {"turns": ["hatch=4,0", "crane=5,0"]}),
        ("evaluate --strategy minimax", {"strategy": "minimax"}),
        ("score élève levee", {"guess": "élève", "secret": "levee"}),
        ("score 0012 2100 --game mastermind:4x6",
         {"game": "mastermind:4x6", "guess": "0012", "secret": "2100"}),
        ("evaluate --game mastermind:2x3 --opening 01",
         {"game": "mastermind:2x3", "opening": ["01"]}),
        ("review hatch latch match --secret match",
         {"turns": ["hatch", "latch", "match"], "secret": "match"}),
    ],
)  # fmt: skip
def test_answers_are_those_of_the_command_line(jotto, ask, write, command, fields):
    name, *arguments = command.split()
    words = [] if name == "score" or "game" in fields else ["--words", write(*HATCHES)]
    answer, printed = ask(name, **fields), jotto(name, *arguments, *words, "--json").json
    if name == "review":
        assert answer["reviews"] == printed["reviews"]
    else:
        assert {**answer, "schema": 1} == {**printed, "id": None, "do": name}


def test_a_game_that_is_kept_is_played_by_lines_and_by_moves(ask):
    def game(do, **fields):
        return ask(do, name="chat 42", **fields)

    assert game("new")["view"]["guess"]["word"] == "hatch"
    moved = game("move", line="4,0")
    assert moved["view"]["boards"][0]["rows"][0]["guess"] == "hatch"
    assert game("candidates")["candidates"] == ["latch", "match"]
    doubt = game("move", move={"do": "score", "word": "latch", "score": "0,0"})
    assert doubt["view"]["stage"] == "doubt"
    assert game("explain")["explanations"]
    assert "explain" in game("suggest")["error"]["hint"]
    assert game("move", move={"do": "undo"})["view"]["stage"] == "guess"
    assert game("view", pane="list")["pane"]["words"] == ["latch", "match"]
    assert game("move", line="latch 5,0")["view"]["stage"] == "over"
    assert game("suggest")["suggestions"] == []
    assert game("review")["reviews"][0]["won"]
    assert game("drop")["kept"] == 0
    assert "no game" in game("view")["error"]["message"]


def test_a_game_has_its_own_options_and_a_name_is_made_if_none_is_given(ask):
    name = ask("new", rule="colours", turns=["hatch=BGGGG"])["name"]
    assert ask("candidates", name=name)["candidates"] == ["latch", "match"]
    assert ask("score", name=name, guess="hatch", secret="crane")["text"] == "BYBYB"
    refused = ask("suggest", name=name, rule="jots", turns=[])["error"]
    assert "leave rule, turns out" in refused["hint"]
    assert ask("new", name=name)["name"] == name  # in its place


def test_of_too_many_games_that_of_the_greediest_goes_and_no_other_name_is_told():
    engine = requests.Requests(Question(words=request_lists.Words(HATCHES)), most=2)

    def begun(address, name):
        context = copy_context()
        context.run(requests.ASKED_BY.set, address)
        return context.run(engine.answer, {"do": "new", "name": name}).get("dropped")

    assert [begun("greedy", name) for name in "ab"] == [None, None]
    assert begun("patient", "p") is None  # a goes, and the patient is not told
    assert begun("greedy", "c") == ["b"]
    assert begun("greedy", "d") == ["c"]
    assert "view" in engine.answer({"do": "move", "name": "p", "line": "4,0"})


def test_of_too_many_games_the_one_used_longest_ago_goes_and_that_is_said(monkeypatch):
    engine = requests.Requests(Question(words=request_lists.Words(HATCHES)), most=2)
    for name in "ab":
        engine.answer({"do": "new", "name": name})
    engine.answer({"do": "candidates", "name": "a"})
    assert engine.answer({"do": "new", "name": "c"})["dropped"] == ["b"]
    gone = engine.answer({"do": "move", "name": "b", "line": "undo"})["error"]
    assert gone["hint"] == "start it with new; only the 2 games used last are kept"
    assert engine.answer({"do": "drop", "name": "a"})["kept"] == 1
    monkeypatch.setattr(requests, "MOST_OPTIONS", 200)  # bytes
    words = [f"{a}{b}" for a in "abcde" for b in "fghij"]  # some 150 bytes as JSON
    assert "dropped" not in engine.answer({"do": "new", "name": "c", "words": words})
    assert engine.answer({"do": "new", "name": "d", "words": words[::-1]})["dropped"] == ["c"]


def test_a_guess_that_is_in_no_list_is_noted_with_what_is_meant(ask):
    (note,) = ask("candidates", turns=["latcj=4,0"])["notes"]
    assert re.search("'latcj'.*'latch'", note)


def test_words_of_a_request_have_the_weights_of_a_request(ask):
    given = {"words": ["bat", "cat", "hat"], "prior": {"bat": 6, "cat": 1, "hat": 1}}
    first = ask("suggest", **given)["suggestions"][0]
    assert (first["guess"], first["chance"]) == ("bat", 0.75)


def test_what_fails_inside_is_answered_too(ask, monkeypatch, caplog):
    monkeypatch.setattr(answers, "evaluated", None)
    failed = ask("evaluate")
    assert failed["error"]["message"] == "evaluate failed: TypeError"
    assert "report" in failed["error"]["hint"]
    assert "Traceback" in caplog.text


# --- the page -------------------------------------------------------------------------------------


def test_the_requests_of_the_page_are_answered_as_it_says(process):
    lines = re.search(r"```jsonl\n(.*?)```", PAGE, re.S)[1].splitlines()
    sent, right = lines[::2], [*map(json.loads, lines[1::2])]
    told = engine(process, "\n".join(sent), ())
    assert sorted(told, key=lambda answer: str(answer["id"])) == sorted(
        right, key=lambda answer: str(answer["id"])
    )
    assert [row["do"] for row in told if row["id"] is None] == ["score", "share", "word"]


def test_the_page_has_every_code_of_an_error_with_its_status():
    rows = re.findall(r"^\| `([a-z ]+)` \| [^|]+ \| ([\d, ]+) \|$", PAGE, re.M)
    there = SCHEMA["$defs"]["error-code"]["oneOf"]
    assert [(row["const"], row["status"]) for row in there] == [
        (code, int(statuses.split(",")[0])) for code, statuses in rows
    ]
    assert all(row["description"] for row in there)


@pytest.mark.parametrize(
    ("language", "suffix", "program"),
    [("py", ".py", sys.executable), ("js", ".mjs", "node"), ("shell", ".sh", "sh")],
)
def test_the_programs_of_the_page_find_the_word(language, suffix, program, tmp_path):
    if shutil.which(program) is None:
        pytest.skip(f"needs {program}, which runs a program of docs/engine.md")
    source = re.search(rf"```{language}\n(.*?)```", PAGE, re.S)[1]
    assert len(source.splitlines()) <= 24
    (tmp_path / f"program{suffix}").write_text(source)
    shim = tmp_path / "jotto"  # what pip installs, also where the tests run without it
    shim.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m jotto "$@"\n')
    shim.chmod(0o755)
    variables = environment(PATH=f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    ran = run(program, tmp_path / f"program{suffix}", env=variables, cwd=tmp_path)
    assert (ran.status, ran.err) == (0, "")
    turns = ran.out.split()
    assert turns[-1] == "robot=GGGGG"
    assert 2 <= len(turns) <= 6


# --- assistants -----------------------------------------------------------------------------------


def test_an_assistant_gets_tools_and_errors_that_say_what_to_do():
    mcp = pytest.importorskip("mcp", reason="needs mcp: pip install '.[mcp]'")
    import anyio

    async def talk() -> tuple:
        arguments = ["-m", "jotto", "mcp", "--rule", "colours"]
        program = mcp.StdioServerParameters(
            command=sys.executable, args=arguments, env=environment()
        )
        async with mcp.Client(mcp.stdio_client(program)) as client:
            good = {"turns": ["tares=BGBGB"], "top": 1}
            calls = ("candidates", good), ("suggest", {"turns": ["tares=1,1"]}), ("sugest", {})
            own = {"words": HATCHES, "rule": "jots"}
            calls += ("ask", {"do": "solve", "game": own}), ("ask", {"do": "keep"})
            tools = await client.list_tools()
            return tools, *[await client.call_tool(*call) for call in calls]

    listed, good, bad, odd, tree, other = anyio.run(talk)
    tools = {tool.name: tool for tool in listed.tools}
    assert len(listed.model_dump_json(by_alias=True, exclude_none=True)) <= 8000
    reached = [tool.input_schema["properties"].get("do", {}).get("enum", [name])
               for name, tool in tools.items()]  # fmt: skip
    assert sorted(do for request in reached for do in request) == sorted(request_table.tools())
    for name, tool in tools.items():
        assert len(tool.description) > 20
        assert (tool.annotations.read_only_hint, tool.annotations.open_world_hint) == (
            name != "play", False)  # fmt: skip
        Draft202012Validator.check_schema(tool.input_schema)
        Draft202012Validator.check_schema(tool.output_schema)
    about = tools["suggest"].input_schema["properties"]["game"]["description"]
    assert [name for name in options_schema() if name not in about] == []
    for request, fields in zip(reached, tools.values(), strict=True):
        given = {n for do in request for n in request_table.tool_schema(do)["properties"]}
        assert given - {*options_schema()} <= fields.input_schema["properties"].keys()
    assert (tree.structured_content["proved"], tree.structured_content["total"]) == (True, 8)
    assert "ask has no 'keep'" in other.content[0].text  # which would change what is kept
    assert other.structured_content["error"]["code"] == "unknown request"
    assert json.loads(good.content[0].text) == good.structured_content
    assert good.structured_content["candidates"] == ["baaed"]
    assert (good.is_error, bad.is_error, odd.is_error) == (False, True, True)
    assert re.search("'1,1'.*GUESS=SCORE", bad.content[0].text, re.S)
    assert "did you mean suggest?" in odd.content[0].text


def test_a_call_that_an_assistant_cancels_is_stopped():
    mcp = pytest.importorskip("mcp", reason="needs mcp: pip install '.[mcp]'")
    import anyio

    from jotto.web import tools

    endless, told, twice = endless_requests(), [], threading.Event()

    async def tell(progress: float, total: float | None, message: str | None) -> None:
        told.append(progress)
        if len(told) == 2:
            twice.set()

    async def talk() -> None:
        async with mcp.Client(tools.server(endless)) as client, anyio.create_task_group() as group:
            call = partial(client.call_tool, progress_callback=tell)
            group.start_soon(call, "ask", {"do": "hello", "seconds": 86400})
            assert await anyio.to_thread.run_sync(endless.begun.wait, 60)
            assert await anyio.to_thread.run_sync(twice.wait, 60)
            assert 0 < told[0] < told[1]
            assert not endless.ended.is_set()
            group.cancel_scope.cancel()
            with anyio.CancelScope(shield=True):
                assert await anyio.to_thread.run_sync(endless.ended.wait, 60)

    anyio.run(talk)


LINES = [  # what the library passes over in silence, or its ids
    (b"", None),
    (b"{", None),
    (b"[]", None),
    (b"\xff\xfe", None),
    (b"[" * 100_000, None),
    (b'{"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": {"name": "\\ud800"}}', 3),
    (b'{"jsonrpc": "2.0", "id": "a", "method": "ping", "params": ' + b"9" * 5000 + b"}", "a"),
    (b'{"jsonrpc": "2.0", "id": 4, "method": "tools/call", "params": [NaN]}', 4),
]


def test_every_line_of_an_assistant_is_answered():
    pytest.importorskip("mcp", reason="needs mcp: pip install '.[mcp]'")
    about = {"protocolVersion": "2025-03-26", "capabilities": {}}
    about |= {"clientInfo": {"name": "test", "version": "1"}}
    hello = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": about}
    ping = b'{"jsonrpc": "2.0", "id": 99, "method": "ping"}'
    sent = [json.dumps(hello).encode(), *(line for line, _ in LINES), ping]
    options = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "env": environment()}
    with subprocess.Popen([*PROGRAM, "mcp", "--rule", "colours"], **options) as program:
        answers = []
        for line in sent:
            program.stdin.write(line + b"\n")
            program.stdin.flush()
            answers.append(json.loads(program.stdout.readline()))
        program.stdin.close()
    assert [answer["id"] for answer in answers] == [0, *(ident for _, ident in LINES), 99]
    assert all("error" in answer for answer in answers[1:-1])
    assert answers[-1]["result"] == {}


def test_without_the_library_it_says_in_a_line_what_to_install(jotto, monkeypatch):
    monkeypatch.setitem(sys.modules, "mcp", None)
    assert re.search("install .*mcp", jotto("mcp").refusal)

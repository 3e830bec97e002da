"""The same question at every door: Python, commands and requests give the same answer.

Questions are drawn from the table of fields, wrong values too; each is asked of ``jotto.ask``, of
a command with --json, and of what answers programs (``jotto engine``, HTTP and MCP).
"""

import json
import os
import random
from functools import cache

import inprocess
import pytest

import jotto
from jotto.assistant.requests import Requests, to_json
from jotto.errors import JottoError
from jotto.question.fields import schema_of, table
from jotto.question.making import Question

ON_BOARDS = ["tares=1,1+0,2", "moist=4,0+0,2"]  # the scores of the first contradict each other
TURNS = {"colours": ["tares=YBBBB", "moist=BYBBB"], "jots": ["tares=2", "moist=2"]}
TEXTS = {
    "game": ["words", "mastermind:3x6", "bulls-and-cows:3x6", "nope"],
    "rule": ["jots", "colours", "black-peg", "exact-elsewhere", "nope"],
    "prior": ["even", "common", "wordle", "evn"],
    "strategy": ["minimax", "simple", "random", "most-parts", "nope"],
    "vowels": ["aeiou", "y", "a1"],
    "letters": ["ij"],
    "aim": ["mean", "worst", "within:3", "nope"],
    "guess": ["crane", "nope", "012"],
}
COMMANDS = {"explain": "doctor"}
NUMBERS = {"boards": [1, 1, 2, 33], "lies": [0, 1, 21], "top": [1, 3, 0], "think": [0, -1]}
OF_A_FILE = ("words", "guesses", "without", "past")  # which are lists at other doors


def drawn(name, draw):
    """A value of a field."""
    kind, schema = table()[name][0], schema_of(name)
    if name in NUMBERS:
        return draw.choice(NUMBERS[name])
    if "enum" in schema:
        return draw.choice(schema["enum"])
    return draw.choice([True, False] if kind is bool else [0, 3] if kind is int else TEXTS[name])


def question(draw):
    """An act, and what is said of it."""
    act = draw.choice(["suggest", "suggest", "candidates", "explain", "review"])
    fields = table().items()
    names = [
        n for n, (_, row) in fields if (not row.acts or act in row.acts) and n not in OF_A_FILE
    ]
    said = {name: drawn(name, draw) for name in draw.sample(names, draw.choice([0, 1, 1, 2, 2, 3]))}
    if said.get("game", "words") == "words":
        turns = TURNS.get(said.get("rule"), ["tares=1,1", "moist=0,2"])
        turns = turns if said.get("boards", 1) == 1 else ON_BOARDS
        said["turns"] = turns[: draw.choice([0, 1, 2, 2])]
    if act == "review":
        said["turns"] = said.get("turns") or ["tares=1,1"]
    return act, {name: value for name, value in said.items() if value != []}


def as_options(said):
    """What is said as arguments of a command."""
    arguments = list(said.get("turns", ()))
    for name, value in said.items():
        if isinstance(value, bool):
            arguments.append(f"--{'' if value else 'no-'}{name}")
        elif name != "turns":
            arguments += [f"--{name}", str(value)]
    return arguments


def from_python(act, said):
    turns = said.get("turns", ())
    fields = {name: value for name, value in said.items() if name != "turns"}
    try:
        return plain(json.loads(to_json(jotto.ask(act, *turns, **fields))))
    except JottoError:
        return "refused"


def from_program(programs, act, said):
    answer = json.loads(to_json(programs.answer({"do": act, **said})))
    return "refused" if "error" in answer else plain(answer)


def from_command(folder, act, said):
    arguments = [COMMANDS.get(act, act), *as_options(said), "--json"]
    status, out, err = inprocess.call(arguments, b"", folder, os.environ)
    return "refused" if status else plain(json.loads(out)), err.decode()


def plain(answer):
    """An answer without what says who was asked."""
    return {n: v for n, v in answer.items() if n not in ("id", "do", "notes", "schema")}


@pytest.mark.parametrize("seed", range(8))
def test_a_question_has_one_answer_at_every_door(seed, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    programs, draw, answered = Requests(Question()), random.Random(seed), 0
    for _ in range(25):
        act, said = question(draw)
        here, there = from_python(act, said), from_program(programs, act, said)
        command, told = from_command(tmp_path, act, said)
        assert here == there == command, (act, said, told)
        answered += here != "refused"
    assert answered > 8


@cache
def programs():
    return Requests(Question())


def asked(tmp_path, act, *turns, **said):
    """The answer at every door, which is one."""
    said = {**({"turns": [*turns]} if turns else {}), **said}
    here, there = from_python(act, said), from_program(programs(), act, said)
    assert here == there == from_command(tmp_path, act, said)[0], (act, said)
    return here


def refusals(tmp_path, act, **said):
    """What is said at every door of what is refused: the sentences."""
    answer = programs().answer({"do": act, **said})
    with pytest.raises(JottoError) as error:
        jotto.ask(act, **said)
    return str(error.value), answer["error"]["message"], from_command(tmp_path, act, said)[1]


def test_candidates_are_in_the_order_that_is_asked_for(tmp_path):
    turns, first = ("tares=1,1", "moist=0,2"), ["aimed", "alums", "amahs"]
    likely = ["aimed", "basic", "chaos"]
    assert asked(tmp_path, "candidates", *turns, top=3)["candidates"] == first
    assert asked(tmp_path, "candidates", *turns, top=3, order="list")["candidates"] == first
    assert asked(tmp_path, "candidates", *turns, top=3, order="likely")["candidates"] == likely
    with_lies = asked(tmp_path, "candidates", *turns, top=500, lies=1)["candidates"]
    assert with_lies == sorted(with_lies)
    on_boards = asked(tmp_path, "candidates", ON_BOARDS[0], boards=2, order="likely", top=2)
    assert [row["candidates"] for row in on_boards["boards"]] == [
        ["added", "aimed"],
        ["about", "above"],
    ]
    printed = inprocess.call(["candidates", *turns, "--top", "3"], b"", tmp_path, os.environ)[1]
    assert printed.split() == [word.encode() for word in likely]


WRONG_PRIOR = "write even, common or wordle, or give words with weights (in a command, a file)"


def test_a_wrong_prior_is_refused_in_one_sentence(tmp_path):
    for text in ("evn", "none", ".", '{"crane": 1}'):
        sentence = f"prior {text!r}: {WRONG_PRIOR}"
        said = refusals(tmp_path, "suggest", prior=text)
        assert all(sentence in message for message in said), said
    assert all("did you mean 'even'?" in one for one in refusals(tmp_path, "suggest", prior="evn"))
    (tmp_path / "weights").write_text("crane one\n")
    wrong = from_command(tmp_path, "suggest", {"prior": "weights"})[1]
    assert wrong.startswith(
        "jotto: prior 'weights' line 1: 'crane one': write a word and its weight"
    )


@pytest.mark.parametrize(
    ("field", "typed", "meant"),
    [
        ("rule", "colors", "colours"),
        ("strategy", "entropi", "entropy"),
        ("aim", "wurst", "worst"),
        ("allow", "hrd", "hard"),
        ("game", "mastermnd:4x6", "mastermind:4x6"),
        ("prior", "comon", "common"),
    ],
)
def test_what_is_meant_is_said_at_every_door(tmp_path, field, typed, meant):
    for message in refusals(tmp_path, "suggest", **{field: typed}):
        assert f"did you mean {meant!r}?" in message


def test_a_hint_says_what_can_be_written(tmp_path):
    def hint(**said):
        return programs().answer({"do": "suggest", **said})["error"]["hint"]

    assert hint(rule="nope").endswith(
        "rule: exact-elsewhere, jots (or total), colours, fibble or black-peg"
    )
    assert hint(letters="ij").startswith("change letters or words; letters: What is one letter")
    assert "MODULE" not in hint(game="nope")
    assert "mastermind:4x6" in hint(game="nope")


def test_a_field_that_would_change_nothing_is_refused_everywhere(tmp_path):
    idle = {
        "candidates": {"allow": "candidates", "seed": 1},
        "explain": {"polite": False, "book": False},
    }
    idle |= {"review": {"polite": False}, "score": {"guess": "crane", "secret": "stale", "lies": 1}}
    for act, said in idle.items():
        for name in said.keys() - {"guess", "secret"}:
            one = {n: value for n, value in said.items() if n in (name, "guess", "secret")}
            answer = programs().answer({"do": act, **one})
            assert (
                answer["error"]["message"] == f"{act} has no {name!r}, which would change nothing"
            )
            assert name not in answer["error"]["hint"].split()
    for said in (
        {"boards": 2, "think": 1},
        {"boards": 2, "aim": "worst"},
        {"think": 0, "aim": "worst"},
    ):
        for message in refusals(tmp_path, "suggest", **said):
            assert "is for looking ahead" in message
    reason = asked(tmp_path, "suggest", aim="worst")["ahead_reason"]
    assert reason == "more than 30 candidates are left"
    assert asked(tmp_path, "suggest", "tares=1,1")["ahead"] is None


def test_several_boards_are_explained_each_by_its_number(tmp_path):
    answer = asked(tmp_path, "explain", *ON_BOARDS, boards=2, top=2)
    first = answer["explanations"][0]
    assert {row["board"] for row in answer["explanations"]} == {1}
    told = first["turn"], first["score"], first["secrets"]
    assert told == (1, "0,2", ["foist", "hoist", "joist"])
    assert first["text"].startswith("board 1: turn 1: tares may be 0,2, not 1,1; ")
    assert [row["turns_by_blame"] for row in answer["boards"]] == [[1, 2], []]
    score = jotto.words().score
    second = sum(
        (score("tares", word), score("moist", word)) == ("0,2", "0,2")
        for word in jotto.words().secrets
    )
    assert [row["count"] for row in answer["boards"]] == [0, second]
    other = asked(tmp_path, "explain", "tares=0,2+1,1", "moist=0,2+4,0", boards=2, top=1)
    assert other["explanations"][0]["text"].startswith("board 2: turn 1: tares may be 0,2")


def test_fields_of_an_answer_are_there_whatever_they_hold(tmp_path):
    usual = {*asked(tmp_path, "suggest", guess="crane")}
    cases = ((), "even"), (("tares=1,1", "moist=0,2"), "common"), (("crane=5,0",), "wordle")
    for turns, prior in cases:
        answer = asked(tmp_path, "suggest", *turns, guess="slate", prior=prior)
        assert {*answer} == usual
        assert all("chance" in row for row in answer["suggestions"])
    assert (answer["suggestions"], answer["worth"]) == ([], None)
    on_boards = asked(tmp_path, "suggest", ON_BOARDS[0], boards=2, guess="crane", prior="even")
    assert on_boards["worth"].keys() == on_boards["suggestions"][0].keys() >= {"chance"}
    assert {*asked(tmp_path, "review", "crane=5,0")} == {"reviews"}


def test_two_boards_with_the_same_word_left_are_refused_at_every_door(tmp_path):
    said = {"game": "mastermind:1x3", "boards": 2, "turns": ["0=0,0+0,0", "1=0,0+0,0"]}
    for message in refusals(tmp_path, "suggest", **said):
        assert "two boards would have '2', but they differ" in message


def test_vowels_are_letters(tmp_path):
    for message in refusals(tmp_path, "suggest", vowels="a1"):
        assert "vowels 'a1': '1' is no letter of this list" in message

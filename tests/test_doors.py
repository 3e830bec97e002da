"""The same question at every door: Python, commands and requests give the same answer.

Questions are drawn from the table of fields, wrong values too; each is asked of ``jotto.ask``, of
a command with --json, and of what answers programs (``jotto engine``, HTTP and MCP).
"""

import json
import os
import random

import inprocess
import pytest

import jotto
from jotto.assistant.request_table import to_json
from jotto.assistant.requests import Requests
from jotto.errors import JottoError
from jotto.question.fields import schema_of, table
from jotto.question.making import Question

TURNS = {"colours": ["tares=YBBBB", "moist=BYBBB"], "jots": ["tares=2", "moist=2"]}
TEXTS = {
    "game": ["words", "mastermind:3x6", "bulls-and-cows:3x6", "nope"],
    "rule": ["jots", "colours", "black-peg", "exact-elsewhere", "nope"],
    "prior": ["even", "common", "wordle", "nope"],
    "strategy": ["minimax", "simple", "random", "most-parts", "nope"],
    "vowels": ["aeiou", "y"],
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
    act = draw.choice(["suggest", "suggest", "candidates", "explain"])
    fields = table().items()
    names = [name for name, (_, row) in fields if not row.acts or act in row.acts]
    lacks = {"candidates": ["allow", "polite", "strategy", "seed", "book"]}
    lacks["explain"] = [*lacks["candidates"], "boards"]
    names = [n for n in names if n not in (*OF_A_FILE, *lacks.get(act, ()))]
    said = {name: drawn(name, draw) for name in draw.sample(names, draw.choice([0, 1, 1, 2, 2, 3]))}
    if said.get("game", "words") == "words" and said.get("boards", 1) == 1:
        turns = TURNS.get(said.get("rule"), ["tares=1,1", "moist=0,2"])
        said["turns"] = turns[: draw.choice([0, 1, 2, 2])]
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

"""The same question at every door gives the same answer: to the printed digit, errors included.

Questions are drawn from the table of fields, wrong values too, and asked of ``jotto.ask``, of a
command with --json, of ``jotto engine``, over HTTP and of the tools of assistants; those of
``questions.py`` at the prompt and on the page as well, where these have them.
"""

import random

import pytest
from doors import ALIKE, Page, opened
from questions import BACK, EVALUATE, LIVE, SCORES, SHARED, SPELLINGS, SUGGEST

from jotto.question.fields import filled, schema_of, table
from jotto.question.making import Question
from jotto.web.app import GAMES

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


@pytest.fixture(scope="module")
def doors(tmp_path_factory):
    with opened(tmp_path_factory.mktemp("doors")) as all_doors:
        yield all_doors


@pytest.mark.parametrize("seed", range(8))
def test_a_question_that_is_drawn_has_one_answer_at_every_door(doors, seed):
    draw, answered = random.Random(seed), 0
    for _ in range(25):
        act, said = question(draw)
        answers = {door: doors.ask(door, act, said) for door in ALIKE if has(door, said)}
        told = ["refused" if "error" in answer else answer for answer in answers.values()]
        assert all(answer == told[0] for answer in told), (act, said, answers)
        answered += told[0] != "refused"
    assert answered > 8


@pytest.mark.parametrize(
    ("act", "said"), [*SUGGEST, *BACK, *EVALUATE, *SCORES, *SPELLINGS], ids=str
)
def test_a_question_has_one_answer_at_every_door(doors, act, said):
    asked = [door for door in ALIKE if has(door, said)]
    answers = {door: doors.ask(door, act, said) for door in asked}
    right = answers["engine"]
    for door, answer in answers.items():
        if "error" in right:
            assert "error" in answer, door
            told = answer["error"]
            assert right["error"] in told or all(str(of) in told for of in wrong_in(said)), door
        else:
            assert {name: answer.get(name) for name in right} == right, door
            assert act == "review" or answer.keys() == right.keys()


def has(door, said):
    """Whether a door plays the game: a server offers some."""
    return door != "http" or said.get("game", "words") in GAMES


def wrong_in(said):
    """What has to be quoted of a question with one wrong field."""
    return [*said] + [value for value in said.values() if not isinstance(value, list)]


def test_the_questions_are_a_hundred_and_four():
    kinds = SUGGEST, BACK, EVALUATE, SCORES, SPELLINGS, LIVE, SHARED
    assert sum(map(len, kinds)) == 104


@pytest.mark.parametrize(("turns", "said"), LIVE, ids=str)
def test_a_live_game_has_one_headline_at_every_door(doors, page, turns, said):
    asked = {**said, "turns": [*turns]}
    right, *others = (doors.ask(door, "view", asked)["view"] for door in ALIKE if door != "command")
    assert all(view == right for view in others)
    shown = Page(page, filled("play", said, kind=Question))
    guess = right["guess"]
    assert shown.headline(shown.entered(turns)) == guess
    typed = "".join(f"{turn.replace('=', ' ')}\n" for turn in turns)
    status, out, _ = doors.run(["play", *doors.arguments(said)], typed)
    printed = " ".join(out.split())
    said_of_it = [guess["word"].upper(), guess["after"], guess["reason"]]
    assert (status, [text for text in said_of_it if text and text not in printed]) == (0, [])


@pytest.mark.parametrize(("turns", "said"), SHARED, ids=str)
def test_a_result_has_one_text_at_every_door(doors, page, turns, said):
    command = ["review", *turns, *doors.arguments(said), "--share"]
    shown = Page(page, filled("play", said, kind=Question))
    assert shown.ask(f"{shown.entered(turns)}/share")["text"] == doors.run(command)[1].strip("\n")

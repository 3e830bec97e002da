"""Games with lies on the command line; one is typed through a terminal."""

import json
import re

import naive
import pytest
from terminal import prompts

from jotto.assistant.request_lists import Words
from jotto.assistant.request_table import to_json
from jotto.assistant.requests import Requests
from jotto.cli.app import PANEL_OF
from jotto.question.making import Question

TEN = ("hatch", "latch", "match", "patch", "catch", "crane", "crate", "trace", "react", "fools")
TURNS = (("hatch", "4,0"), ("crane", "1,0"), ("latch", "4,0"))


@pytest.fixture
def options(write):
    return ("--words", write(*TEN), "--lies", "1")


def test_suggest_and_candidates_say_how_likely_each_answer_is_false(jotto, options):
    turns = ["=".join(turn) for turn in TURNS]
    needed = naive.lies_needed(TURNS, TEN, naive.exact_elsewhere, 1)
    found = jotto("suggest", *turns, *options, "--json").json
    assert found["candidates"] == len(needed)
    assert found["false"][1] > 0.9 > 0.1 > found["false"][0]
    assert "crane=1,0: false\n" in jotto("suggest", *turns, *options).out
    listed = jotto("candidates", *turns, *options, "--json").json["candidates"]
    assert sorted(listed) == sorted(needed)


def test_solve_finds_secrets_in_spite_of_lies(jotto, options):
    for secret in TEN[::3]:
        for how in (["--seed", "3"], ["--adversary"]):
            found = jotto("watch", secret, *options, *how, "--json").json
            assert found["found"]
            assert sum(turn["false"] for turn in found["turns"]) <= 1
            for turn in found["turns"]:
                true = naive.exact_elsewhere(turn["guess"], secret)
                assert turn["false"] == (turn["score"] != true)
        fibble = jotto("watch", secret, *options[:2], "--rule", "fibble", "--json").json
        assert fibble["turns"][-1]["score"] == "win"


def test_bound_knows_lies_of_small_games(jotto):
    game = ("worst-case", "--game", "mastermind:2x3", "--lies", "2")
    said = "6 guesses are enough for every secret, and fewer are not (proved)\n"
    assert jotto(*game).out == said
    assert jotto(*game, "--max-guesses", "5").status == 1


MORE = {"compare": "entropy simple", "bench": "entropy", "review": "hatch=BGGGG", "league": "chat"}


def test_a_command_without_lies_refuses_fibble(jotto, write, tmp_path):
    (tmp_path / "chat").write_text("Ann: jotto 4 guesses\n")
    words = ("--words", write(*TEN), "--rule", "fibble")
    helps = {command: jotto(command, "--help").out for command in PANEL_OF}
    without = {name for name, text in helps.items() if "--rule" in text and "--lies" not in text}
    for command in without - {"score", "word", "house", "verify"}:
        told = jotto(command, *MORE.get(command, "").split(), *words).refusal
        assert "lies are not supported here" in told, command


def test_a_game_with_one_lie_is_won_and_the_lie_is_named_at_the_end(jotto, options):
    turns = [(word, naive.exact_elsewhere(word, "match")) for word in ("crane", "latch", "patch")]
    typed = ["hatch 0,0", *map(" ".join, turns), "turns", "match 5,0", ""]
    run = jotto("play", *options, typed="\n".join(typed))
    assert "No secret fits" not in run.out
    assert re.search("HATCH=0,0.*false", run.out)
    assert "You found MATCH in 5 guesses." in run.out
    assert "One score was wrong: hatch=0,0" in run.out


@pytest.mark.parametrize(
    ("rule", "lies", "turns", "wrong"),
    [
        ("exact-elsewhere", 1, ["hatch=0,0", "latch=4,0", "match=5,0"], ["hatch=0,0"]),
        ("fibble", 0, ["hatch=YGGGG", "latch=BGGGB", "match=win"], []),
    ],
)
def test_a_false_answer_is_judged_as_it_was_told_at_every_door(
    jotto, write, rule, lies, turns, wrong
):
    """By hand: for match the true scores are 4,0, and BGGGG: in Fibble one colour is false."""
    given = "--words", write(*TEN), "--rule", rule, "--lies", lies
    said = "Cost and luck are not counted: answers may be false."
    out = jotto("review", *turns, *given).out
    assert said in out
    assert "made while a wrong entry was believed" not in out
    assert ("One score was wrong" in out) == bool(wrong)
    (found,) = jotto("review", *turns, *given, "--json").json["reviews"]
    assert (found["not_counted"], found["cost"], found["points"]) == (said, None, None)
    assert [turn["mistaken"] for turn in found["turns"]] == [False] * 3
    assert [turn["turn"] for turn in found["wrong"]] == wrong
    engine = Requests(Question(words=Words(TEN), rule=rule, lies=lies))
    answer = json.loads(to_json(engine.answer({"do": "review", "turns": turns})))
    assert answer["reviews"] == [found]


def test_five_greens_of_fibble_are_a_score_whose_meaning_is_asked(jotto, write):
    why = "score 'GGGGG': write win if the game has ended, or GGGGG? if it has not"
    given = "--words", write(*TEN), "--rule", "fibble"
    run = jotto("play", *given, typed="GGGGG\nggggg\nGGGGG?\nq\n")
    first = prompts(run.out)[0]
    assert run.err == ""
    assert run.out.count("write win if the game has ended, or GGGGG? if it has not") == 2
    assert f"jotto suggest '{first.lower()}=GGGGG?'" in run.out
    engine = Requests(Question(words=Words(TEN), rule="fibble"))
    engine.answer({"do": "new", "name": "a"})
    answer = engine.answer({"do": "move", "name": "a", "line": "GGGGG"})
    assert answer["error"]["message"] == why

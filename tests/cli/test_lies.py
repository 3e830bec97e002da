"""Games with lies on the command line; one is typed through a terminal."""

import json
import re

import naive
import pytest

from jotto.cli.app import PANEL_OF

TEN = ("hatch", "latch", "match", "patch", "catch", "crane", "crate", "trace", "react", "fools")
TURNS = (("hatch", "4,0"), ("crane", "1,0"), ("latch", "4,0"))


@pytest.fixture
def options(write):
    return ("--words", write(*TEN), "--lies", "1")


def test_suggest_and_candidates_say_how_likely_each_answer_is_false(jotto, options):
    turns = ["=".join(turn) for turn in TURNS]
    needed = naive.lies_needed(TURNS, TEN, naive.exact_elsewhere, 1)
    run = jotto("suggest", *turns, *options, "--json")
    found = json.loads(run.out)
    assert (run.status, found["candidates"]) == (0, len(needed))
    assert found["false"][1] > 0.9 > 0.1 > found["false"][0]
    assert "crane=1,0: false\n" in jotto("suggest", *turns, *options).out
    listed = json.loads(jotto("candidates", *turns, *options, "--json").out)
    assert sorted(listed["candidates"]) == sorted(needed)


def test_solve_finds_every_secret_in_spite_of_lies(jotto, options):
    for secret in TEN:
        for how in (["--seed", "3"], ["--adversary"]):
            found = json.loads(jotto("solve", secret, *options, *how, "--json").out)
            assert found["found"]
            assert sum(turn["false"] for turn in found["turns"]) <= 1
            for turn in found["turns"]:
                true = naive.exact_elsewhere(turn["guess"], secret)
                assert turn["false"] == (turn["score"] != true)
        fibble = ("solve", secret, *options[:2], "--rule", "fibble", "--json")
        assert json.loads(jotto(*fibble).out)["turns"][-1]["score"] == "win"


def test_bound_knows_lies_of_small_games(jotto):
    game = ("bound", "--game", "mastermind:2x3", "--lies", "2")
    said = "6 guesses are enough for every secret, and no fewer: proved\n"
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


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["suggest", "--lies", "1", "--boards", "2"], "answers may be false on one board"),
        (["suggest", "--lies", "1", "--strategy", "minimax"], "valued by entropy"),
        (["suggest", "--lies", "1", "--rule", "fibble"], "'fibble' has lies of its own"),
        (["suggest", "hatch=GGGGG", "--rule", "fibble"], "write win if the game has ended"),
        (["solve", "hatch", "--adversary"], "--adversary tells lies; add --lies N"),
        (["bound", "--rule", "fibble"], "a certain number of answers"),
        (["bound", "--lies", "1", "--opening", "hatch"], "--lies goes without --opening"),
    ],
)
def test_what_does_not_go_with_lies_is_refused_in_one_line(jotto, write, arguments, says):
    run = jotto(*arguments, "--words", write(*TEN))
    assert (run.status, run.out, run.err.count("\n")) == (2, "", 1)
    assert says in run.err


def test_a_game_with_one_lie_is_won_and_the_lie_is_named_at_the_end(jotto, options):
    turns = [(word, naive.exact_elsewhere(word, "match")) for word in ("crane", "latch", "patch")]
    typed = ["hatch 0,0", *map(" ".join, turns), "turns", "match 5,0", ""]
    run = jotto("play", *options, typed="\n".join(typed))
    assert "No secret fits" not in run.out
    assert re.search("HATCH=0,0.*false", run.out)
    assert "You found MATCH in 5 guesses." in run.out
    assert "A score was wrong: hatch=0,0" in run.out

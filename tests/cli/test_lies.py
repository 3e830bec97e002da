"""Games with lies on the command line; one is typed through a terminal."""

import json

import naive
import pytest
from terminal import END, Terminal

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


@pytest.mark.parametrize("command", sorted(PANEL_OF))
def test_a_command_without_lies_refuses_fibble(jotto, write, tmp_path, command):
    rule = jotto(command, "--help").out
    if "--rule" not in rule or "--lies" in rule or command in ("score", "word", "house", "verify"):
        return
    more = {
        "compare": ["entropy", "simple"],
        "bench": ["entropy"],
        "review": ["hatch=BGGGG"],
        "league": ["chat.txt"],
    }
    (tmp_path / "chat.txt").write_text("Ann: jotto 4 guesses\n")
    run = jotto(command, *more.get(command, []), "--words", write(*TEN), "--rule", "fibble")
    assert (run.status, run.out, run.err.count("\n")) == (2, "", 1)
    assert "lies are not supported here" in run.err


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


@pytest.mark.full
def test_a_game_with_one_lie_is_typed_on_a_terminal(write):
    words = write(*TEN)
    with Terminal("play", "--plain", "--lies", "1", "--words", words) as screen:
        made, secret, lied = [], "match", False
        while True:
            screen.wait_for(lambda: screen.line.startswith("Score for "), "prompt for a score")
            guess = screen.line.removeprefix("Score for ").rstrip(":").lower()
            score = naive.exact_elsewhere(guess, secret)
            if guess == secret:
                break
            if not lied and guess != secret:
                lied, score = True, "0,0" if score != "0,0" else "1,0"
            made.append((guess, score))
            screen.answer(screen.line, score)
        said = screen.answer(screen.line, "turns")
        assert "No secret fits" not in said
        shown = screen.answer(f"Score for {secret.upper()}:", "yes")
        assert f"{made[0][0].upper()}={made[0][1]}" in shown
        assert "false" in shown
        ended = screen.answer(END, "")
        assert f"You found MATCH in {len(made) + 1} guesses." in ended
        assert f"A score was wrong: {made[0][0]}={made[0][1]}" in ended
        assert screen.status() == 0

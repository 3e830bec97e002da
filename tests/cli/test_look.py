import io
import re
import subprocess
import sys

import pytest
from terminal import Terminal

from jotto.cli import render
from jotto.cli.app import PANEL_OF

COMMANDS = [name for name in PANEL_OF if name != "lists"]


@pytest.mark.full
def test_a_terminal_gets_candidates_in_columns():
    with Terminal("candidates", "tares=2,2") as screen:
        assert screen.status() == 0
        assert max(len(line.split()) for line in screen.shown.splitlines()) > 5


# serve runs until it is ended: tests/web start it; mcp speaks to an assistant: see test_engine.py
@pytest.mark.parametrize("command", [each for each in COMMANDS if each not in ("serve", "mcp")])
def test_every_command_has_an_example_that_works(jotto, tmp_path, command):
    text = jotto(command, "--help").out
    examples = re.findall(r"Example: jotto (.*)", text)
    if command == "verify":  # checks what another command wrote
        jotto("evaluate", "--strategy", "simple", "-o", "tree.json")
    (tmp_path / "chat.txt").write_text("Ann: jotto 4 guesses\n", "utf-8")  # for league
    for example in examples:
        run = jotto(*example.split(), typed="quit\n")
        nothing_kept = command == "history" and "--csv" not in example
        assert (run.status, run.err.count("Traceback")) == (int(nothing_kept), 0)
        assert run.err if nothing_kept else run.out or "--csv" in example


def test_a_command_that_has_printed_nothing_for_a_while_says_that_it_works(monkeypatch, capsys):
    """In a pipe, too, and once; nothing is said beside a result, a prompt or other progress."""
    out = render.AsText(io.StringIO())
    monkeypatch.setattr(sys, "stdout", out)
    render.say_slow()
    assert capsys.readouterr().err == "jotto: still working; Ctrl-C stops it\n"
    for waits in (render._asking, render._shown):
        waits.append("")
        render.say_slow()
        waits.clear()
    print("a result")
    render.say_slow()
    assert capsys.readouterr().err == ""


def test_every_command_is_timed_from_its_start():
    """Here by a clock that is over at once; the timer does not hold up the end of a command."""
    program = "import jotto.cli as cli; cli.SLOW = 0.0; cli.main()"
    command = [sys.executable, "-c", program, "score", "crane", "slate"]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    assert (run.stdout, run.stderr) == ("2,0\n", "jotto: still working; Ctrl-C stops it\n")


def test_the_program_alone_shows_its_help(jotto):
    shown = jotto().out
    assert shown == jotto("--help").out == jotto("-h").out == jotto("help").out
    assert jotto("help", "play").out == jotto("play", "--help").out
    for command in COMMANDS:
        assert f"\n  {command} " in shown


@pytest.mark.full
@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("score crane sl4te", "jotto: 'sl4te': '4' is not a letter"),
        ("house", "House rules do not apply to evaluate, openings, compare, bench, tree"),
        (
            "explain tares=1,1 moist=4,0",
            "Turn 2: moist scored 3,0, not 4,0; then it is one of twist",
        ),
    ],
)
def test_sentences_break_between_words(arguments, sentence):
    with Terminal(*arguments.split(), columns=50) as screen:
        assert screen.status() == (2 if sentence.startswith("jotto: ") else 0)
        assert sentence in " ".join(" ".join(screen.lines).split())

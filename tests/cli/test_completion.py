"""Shell completion, in real shells: Tab is pressed, and the completed line is checked."""

import os
import re
import shutil
import sys
from pathlib import Path

import pytest
import share
from terminal import Terminal, environment, run

from jotto.games.scoring import RULES

BIN = str(Path(sys.executable).parent)


class Shell(Terminal):
    """An interactive shell with ``jotto`` on its path and a new home folder."""

    def __init__(self, name: str, home: Path):
        path = f"{BIN}{os.pathsep}{os.environ['PATH']}"
        config = str(home / ".config")  # where Typer puts what fish reads
        super().__init__(name, "-i", program=(), HOME=str(home), XDG_CONFIG_HOME=config, PATH=path)


@pytest.fixture(params=["bash", "zsh", "fish", "bash of a package", "zsh of a package"])
def shell(request, tmp_path):
    """A shell in which completion was installed as users install it, or by a package."""
    name, _, package = request.param.partition(" ")
    if not shutil.which(name):
        pytest.skip(f"needs {name}")
    rc = tmp_path / f".{name}rc"
    rc.touch()  # or zsh asks what it should hold
    if package:
        made = tmp_path / "share" / share.PLACES[name]
        share.main(tmp_path / "share")
        load = f"fpath+=({made.parent}); autoload -U compinit; compinit -u"
        rc.write_text(f". {made}\n" if name == "bash" else f"{load}\n")
    else:
        with Shell(name, tmp_path) as first:
            first.type("jotto --install-completion\n")
            first.expect("completion installed in")
            first.type("exit\n")
            first.status()
    with Shell(name, tmp_path) as second:
        if request.param == "zsh":
            second.expect("# ")
            second.type("jotto \t")  # the script of Typer only loads itself at the first Tab
            second.expect("\x07")
            second.type("\x15")
        yield second


@pytest.mark.full
def test_tab_completes_commands_options_choices_and_words(shell):
    for typed, rest in [
        ("jotto sugg\t", "est "),
        ("--strat\t", "egy "),
        ("exp\t", "ected-size "),
        ("\x15jotto suggest abaf\t", "t="),  # Ctrl-U: a new line
    ]:
        shell.type(typed)
        shell.expect(rest)


VARIANTS = ":distinct", ":black-peg"


@pytest.mark.parametrize(
    ("line", "completed"),
    [
        ("suggest quil", ["quill=", "quilt="]),
        ("suggest abaft=4", ["abaft=4,0"]),
        ("suggest --rule jots abaft=4", ["abaft=4"]),
        ("score abaf", ["abaft"]),
        ("secret abaf", ["abaft"]),
        ("suggest --strategy exp", ["expected-size"]),
        ("suggest --game mastermind:4x6", [f"mastermind:4x6{of}" for of in ("", *VARIANTS)]),
        ("suggest --game qu", ["quordle"]),
        ("suggest --prior c", ["common"]),
        ("suggest --rule tot", ["total"]),
        ("house rule=", [f"rule={name}" for name in (*RULES, "total")]),
        ("house rep", ["repeats=yes", "repeats=no"]),
    ],
)
def test_words_and_choices_are_completed(jotto, line, completed):
    assert jotto(**asked(line)).out.split() == completed


def test_completion_is_of_the_list_that_is_played_with(jotto, write):
    words = write("bat", "bad", "cat")
    assert jotto(**asked(f"watch --words {words} ba")).out.split() == ["bat", "bad"]
    for nothing in ("--game mastermind:4x6 0", "--words nowhere.txt ba"):
        assert jotto(**asked(f"watch {nothing}")) == (0, "\n", "")
    words = write(f"# letters: {' '.join('0123456789+-*/=')}", "12+35=47", "10+37=47")
    for typed, completed in ("1", ["12+35=47=", "10+37=47="]), ("12+35=47=8", ["12+35=47=8,0"]):
        assert jotto(**asked(f"suggest --words {words} {typed}")).out.split() == completed


def test_completion_loads_neither_rich_nor_numpy():
    command = sys.executable, "-X", "importtime", "-m", "jotto"
    ran = run(*command, env=environment(**asked("sugg")))
    assert ran.out
    assert "jotto.cli.app" in ran.err
    assert not re.search(r"\| +(rich|numpy)$", ran.err, re.M)


def asked(line: str, shell: str = "bash") -> dict[str, str]:
    """Return the variables that a shell sets for completion."""
    words = f"jotto {line}"
    return {
        "_JOTTO_COMPLETE": f"complete_{shell}",
        "COMP_WORDS": words,
        "COMP_CWORD": str(words.count(" ")),
        "_TYPER_COMPLETE_ARGS": words,
        "_TYPER_COMPLETE_FISH_ACTION": "get-args",
    }

"""Every example of the README is run, as a user would run it."""

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
KEPT = ("XDG_STATE_HOME", "XDG_CONFIG_HOME")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, re.S)


def console_examples() -> list[tuple[str, str, str]]:
    """Each ``$ command`` of the console blocks, the lines to type, and what it prints."""
    examples = []
    for block in blocks("console"):
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, printed = part.partition("\n")
            examples.append((command, *typed_and_printed(printed)))
    return examples


def typed_and_printed(shown: str) -> tuple[str, str]:
    """Take what follows ``word? `` or ``guess 1? `` for typed; a pipe does not echo it."""
    typed = re.findall(r"^[\w ]+\? (.*)$", shown, re.M)
    return "\n".join(typed), re.sub(r"^([\w ]+\? ).*\n", r"\1", shown, flags=re.M)


@pytest.mark.parametrize(("command", "typed", "printed"), console_examples())
def test_every_console_example_prints_what_the_readme_says(command, typed, printed, tmp_path):
    (tmp_path / "four.txt").write_text("tree\nfree\nflee\n")
    (tmp_path / "four-tree.txt").write_text("tree 2,01 flee 4,02\n     3,01 free 4,02\n     4,01\n")
    program, *arguments = shlex.split(command)
    assert program == "jotto"
    run = subprocess.run(
        [sys.executable, "-m", "jotto", *arguments],
        input=typed,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=tmp_path,
        env=os.environ | {"NO_COLOR": "1"} | dict.fromkeys(KEPT, str(tmp_path)),
        check=False,
    )
    assert run.stdout == printed
    assert run.returncode in (0, 1)


def test_every_python_example_runs():
    source = "\n".join(blocks("python"))
    test = doctest.DocTestParser().get_doctest(source, {}, "README", "README.md", 0)
    assert test.examples
    assert doctest.DocTestRunner().run(test).failed == 0


def test_there_are_examples_of_every_command():
    from jotto.cli.app import app

    shown = {command.split()[1] for command, _, _ in console_examples()}
    commands = {command.callback.__name__ for command in app.registered_commands}
    assert shown == commands


def test_the_two_commands_are_those_that_ci_runs():
    ci = (ROOT / ".ci" / "run").read_text()
    for command in ("python3 scripts/start.py game", "python3 scripts/start.py tests"):
        assert f"    {command}\n" in README
        assert re.search(rf"^{command}( |$)", ci, re.M)

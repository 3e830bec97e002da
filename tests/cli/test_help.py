import re

import pytest

from jotto.cli.app import app

COMMANDS = [command.callback.__name__ for command in app.registered_commands]


@pytest.mark.parametrize("command", COMMANDS)
def test_an_example_stands_on_a_line_of_its_own_and_nothing_goes_wrong(jotto, command):
    text = jotto(command, "--help").out
    (example,) = re.findall(r"^  Example: jotto (.*)$", text, re.M)
    assert example.split()[0] == command
    ran = jotto(*example.split())
    assert ran.status == 0
    assert "jotto: " not in ran.err


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_is_explained(jotto, command):
    text = jotto(command, "--help").out
    options = re.findall(r"^  (?:-h, )?--([a-z-]+)((?: [A-Z\[\],]+)?)(.*)$", text, re.M)
    assert {"words", "help"} <= {name for name, _, _ in options} or command == "score"
    for name, _, explained in options:
        assert re.match(r" {2,}\w|$", explained), name
        assert explained or re.search(rf"--{name}.*\n {{8,}}\w", text), name


@pytest.mark.parametrize("command", COMMANDS)
def test_a_wrong_option_is_answered_with_where_to_find_the_right_ones(jotto, command):
    ran = jotto(command, "--bogus")
    assert ran.status == 2
    assert "'--bogus'" in ran.err or "--bogus" in ran.err
    assert f"jotto {command} --help" in ran.err
    assert (ran.out, ran.err.count("\n")) == ("", 1)


def test_the_first_line_of_help_is_how_to_call_it(jotto):
    assert jotto("--help").out.startswith("Usage: jotto ")
    for command in COMMANDS:
        assert jotto(command, "-h").out.startswith(f"Usage: jotto {command} ")

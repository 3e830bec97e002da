import re

import pytest

from jotto.cli.app import app

COMMANDS = [command.callback.__name__ for command in app.registered_commands]


@pytest.mark.parametrize("command", COMMANDS)
def test_help_says_how_to_call_shows_an_example_and_explains_every_option(jotto, command):
    text = jotto(command, "--help").out
    assert text.startswith(f"Usage: jotto {command} ")
    assert len(re.findall(rf"^  Example: jotto {command}( .*)?$", text, re.M)) == 1
    text = re.sub(r" / --no-[a-z-]+", "", text)
    options = re.findall(r"^  (?:-h, )?--([a-z-]+)", text, re.M)
    assert "help" in options
    for name in options:  # on its line, or on the next one if there is no room
        assert re.search(rf"--{name}( [A-Z]\S*)?(  +|\n {{8,}})\w", text), name


@pytest.mark.parametrize("command", ["play", "evaluate"])
def test_a_wrong_option_is_answered_with_where_to_find_the_right_ones(jotto, command):
    ran = jotto(command, "--bogus")
    assert ran.status == 2
    assert "--bogus" in ran.err
    assert f"jotto {command} --help" in ran.err
    assert (ran.out, ran.err.count("\n")) == ("", 1)

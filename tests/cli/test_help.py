import re

import pytest

from jotto.cli import lists
from jotto.cli.app import PANEL_OF
from jotto.games.scoring import RULES
from jotto.question.texts import RULES as RULE_NAMES

COMMANDS = [name for name in PANEL_OF if name != "lists"]
OF_LISTS = [f"lists {command.callback.__name__}" for command in lists.lists.registered_commands]


@pytest.mark.parametrize("command", COMMANDS + OF_LISTS)
def test_help_says_how_to_call_shows_an_example_and_explains_every_option(jotto, command):
    text = jotto(*command.split(), "--help").out
    assert text.startswith(f"Usage: jotto {command} ")
    assert 1 <= len(re.findall(rf"^  Example: jotto {command}( .*)?$", text, re.M)) <= 2
    assert "list[" not in text
    text = re.sub(r" / --no-[a-z-]+", "", text)
    options = re.findall(r"^  (?:-h, )?--([a-z-]+)", text, re.M)
    assert "help" in options
    for name in options:  # on its line, or on the next one if there is no room
        assert re.search(rf"--{name}(, --[a-z-]+)?( [A-Z]\S*)?(  +|\n {{8,}})\w", text), name


def test_options_are_listed_in_groups(jotto):
    titles = re.findall(r"^(\w.*):$", jotto("suggest", "--help").out, re.M)
    assert titles == ["Arguments", "Options", "Output", "Game", "House rules"]


def test_commands_are_listed_in_groups_each_on_one_line(jotto):
    text = jotto("--help").out
    groups = re.split(r"^(\w.*):\n", text, flags=re.M)
    assert groups[3::2] == ["For players", "For programs", "For research"]
    lines = "".join(groups[4::2]).split("\n")
    assert [line.split()[0] for line in lines if line] == [*COMMANDS, "lists"]
    assert "..." not in "".join(lines)
    assert all(re.search(r"  [A-Z][^.]*\.$", line) for line in lines if line)  # a whole sentence


def test_the_rules_are_those_that_the_engine_knows():
    also = {"jots": "jots (or total)", "colours": "colours (as in Wordle)"}
    *names, last = (also.get(rule, rule) for rule in RULES)
    assert f"How guesses are scored: {', '.join(names)} or {last}." == RULE_NAMES

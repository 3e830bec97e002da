"""A command imports only what it needs, so that it starts fast."""

import sys

import pytest
from terminal import run

ANSWERS = ("rich", "jotto.search.lookahead", "jinja2")
HELP = ("numpy", *ANSWERS)


def loaded(*arguments: str) -> set[str]:
    told = run(sys.executable, "-X", "importtime", "-m", "jotto", *arguments).err
    return {line.rpartition("|")[2].strip() for line in told.splitlines()}


@pytest.mark.parametrize(
    ("arguments", "never"),
    [
        ("suggest crane=1,1", ("jotto.cli.lists", "jotto.parallel", *ANSWERS)),
        ("solve crane", ANSWERS),
        ("openings", ANSWERS),
        ("card --strategy simple", ANSWERS),
        ("evaluate --opening tares,", ANSWERS),
        ("review crane=1,1", ("rich", "jinja2")),
        ("history", ANSWERS),
        ("lists file nowhere.txt", ("wordfreq", *ANSWERS)),
        ("--help", HELP),
        ("--version", HELP),
        ("play --help", HELP),
        ("suggest --bogus", HELP),
    ],
)
def test_a_command_loads_no_more_than_it_needs(arguments, never):
    found = loaded(*arguments.split())
    assert "jotto.cli" in found, "the list of modules was not read"
    assert not found & set(never)


def test_the_list_of_modules_would_show_what_is_loaded():
    found = loaded("tree", "--game", "mastermind:1x2")
    assert {"numpy", "jotto.core", "jotto.search.lookahead"} <= found

"""A command imports only what it needs, so that it starts fast."""

import pytest
from terminal import modules_after

ANSWERS = {"rich", "jotto.search.lookahead", "jinja2"}
CALLS = """
from contextlib import suppress
from jotto.cli import run
for line in {}:
    with suppress(SystemExit):
        run(line.split())
"""


@pytest.mark.parametrize(
    ("never", "lines"),
    [
        ({"jotto.cli.lists", "jotto.parallel"} | ANSWERS, ["suggest crane=1,1"]),
        (ANSWERS, ["watch crane", "openings", "card --strategy simple", "history"]),
        ({"wordfreq"} | ANSWERS, ["evaluate --opening tares,", "lists file nowhere.txt"]),
        ({"rich", "jinja2"}, ["review crane=1,1"]),
        ({"numpy"} | ANSWERS, ["--help", "--version", "play --help", "suggest --bogus"]),
    ],
)
def test_commands_load_no_more_than_they_need(never, lines):
    loaded = modules_after(CALLS.format(lines))
    assert "jotto.cli.app" in loaded
    assert not loaded & never


def test_the_list_of_modules_would_show_what_is_loaded():
    loaded = modules_after(CALLS.format(["tree --game mastermind:1x2"]))
    assert {"numpy", "jotto.core", "jotto.search.lookahead"} <= loaded

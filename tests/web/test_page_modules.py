"""The page's own tests, which node runs, and its types beside the classes that they describe."""

import re
import subprocess
from dataclasses import fields
from pathlib import Path

import pytest

import jotto
from jotto.assistant import view

TESTS = sorted(Path(__file__).parents[1].glob("pages/*.test.js"))
TYPES = Path(jotto.__file__).with_name("pages") / "types.d.ts"
DRAWN = (
    view.TurnRow,
    view.Board,
    view.Guess,
    view.RaceOdds,
    view.Choice,
    view.ScoreKeys,
    view.Agreement,
)
DRAWN += view.Versus, view.View, view.Pane


def test_node_passes_the_tests_of_the_modules(node):
    done = subprocess.run([node, "--test", *TESTS], capture_output=True, text=True, timeout=120)
    assert TESTS
    assert not done.returncode, done.stdout


@pytest.mark.parametrize("kind", [*DRAWN, view.NumberedBoard], ids=lambda kind: kind.__name__)
def test_a_type_of_the_page_has_the_fields_of_its_class(kind):
    text = re.search(
        rf"^export interface {kind.__name__}\b.*?^}}", TYPES.read_text("utf-8"), re.M | re.S
    )
    names = re.findall(r"^  (\w+)\??: ", text[0], re.MULTILINE)
    inherited = len(fields(view.Board)) if kind is view.NumberedBoard else 0
    assert names == [field.name for field in fields(kind)][inherited:]

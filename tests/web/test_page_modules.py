"""The page's own tests, which node runs, and its types beside the classes that they describe."""

import json
import re
import subprocess
from dataclasses import fields
from pathlib import Path

import pytest

import jotto
from jotto.assistant import page_file, view

TESTS = sorted(Path(__file__).parents[1].glob("pages/*.test.js"))
PAGES = Path(jotto.__file__).with_name("pages")
TYPES = "".join((PAGES / f"{name}.d.ts").read_text("utf-8") for name in ("shown", "types"))
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
    text = re.search(rf"^export interface {kind.__name__}\b.*?^}}", TYPES, re.M | re.S)
    names = re.findall(r"^  (\w+)\??: ", text[0], re.MULTILINE)
    inherited = len(fields(view.Board)) if kind is view.NumberedBoard else 0
    assert names == [field.name for field in fields(kind)][inherited:]


PARSED = """
const { parse } = require("internal/deps/acorn/acorn/dist/acorn");
const bare = (key, value) =>
  ["start", "end"].includes(key) ? undefined : typeof value === "bigint" ? String(value) : value;
const [one, other] = JSON.parse(require("fs").readFileSync(0)).map((text) =>
  JSON.stringify(parse(text, { ecmaVersion: "latest" }), bare));
process.exit(one === other ? 0 : 1);
"""


@pytest.mark.parametrize("names", [page_file.SHARED, page_file.DRAWS, page_file.THINKS])
def test_a_script_without_its_blanks_is_the_same_program(node, names, monkeypatch, tmp_path):
    tight = page_file.script_of(names)
    monkeypatch.setattr(page_file, "_tight", lambda script: script)
    path = tmp_path / "parsed.cjs"
    path.write_text(PARSED)
    given = json.dumps([tight, page_file.script_of(names)]).encode()
    assert len(tight) < len(page_file.script_of(names)) * 0.95
    subprocess.run([node, "--expose-internals", path], input=given, check=True)

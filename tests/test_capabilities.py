"""What jotto can do at which door: each cell of the table is asked, or says why not."""

import json
import shlex
from pathlib import Path

import pytest
from doors import ALIKE, Page

import jotto
from docs import DOORS, cell, reason
from jotto.assistant.request_table import to_json
from jotto.question.filling import filled
from jotto.question.making import Question

ROOT = Path(__file__).parents[1]
ROWS = {row["name"]: row for row in DOORS["capability"]}
CELLS = [(name, door, cell(row, door)) for name, row in ROWS.items() for door in DOORS["doors"]]
NAMED = [found for *_, found in CELLS if isinstance(found, str) and found.startswith("tests/")]
ASKED = [each for each in CELLS if each[2] not in NAMED and not reason(each[2])]


def test_no_cell_is_empty():
    assert [(name, door) for name, door, found in CELLS if not found] == []
    assert len(ROWS) >= 45


def test_each_test_that_is_named_exists():
    for each in set(NAMED):
        path, _, name = each.partition("::")
        assert f"\ndef {name}(" in f"\n{(ROOT / path).read_text('utf-8')}", each


@pytest.mark.parametrize(("name", "door", "question"), ASKED, ids=str)
def test_a_door_does_what_the_table_says(doors, request, name, door, question):
    if door in ("page", "file"):
        told = on_the_page(request.getfixturevalue("page"), question)
    elif door == "prompt":
        command, *typed = question.split(" | ")
        told = doors.run(shlex.split(command), "".join(f"{line}\n" for line in typed))[1]
    elif isinstance(question, str) and door == "command":
        told = doors.run(shlex.split(question))[1]
    elif isinstance(question, str):
        told = shown(eval(question, {"jotto": jotto}), door)
    else:
        for each in question if isinstance(question, list) else [question]:
            said = {field: value for field, value in each.items() if field != "do"}
            at = door if door in ALIKE else "python"
            told = json.dumps(doors.ask(at, each["do"], said), ensure_ascii=False)
            assert not told.startswith('{"error"'), told
    assert (shows := ROWS[name]["shows"])
    assert shows.casefold() in " ".join(told.split()).casefold()


def shown(value, door):
    """A value as a notebook shows it, or as it is."""
    if door == "notebook" and hasattr(value, "_repr_html_"):
        return value._repr_html_()
    return f"{value!r} {to_json(value.to_dict()) if hasattr(value, 'to_dict') else ''}"


def on_the_page(call, question):
    """What the page shows of a game: turns, options, and after > a pane."""
    asked, _, pane = question.partition(" > ")
    words = asked.split()
    at = next((n for n, word in enumerate(words) if word.startswith("--")), len(words))
    said = dict(zip((word[2:] for word in words[at::2]), words[at + 1 :: 2], strict=True))
    values = {n: {"yes": True, "no": False}.get(value, value) for n, value in said.items()}
    values |= {name: int(value) for name, value in said.items() if value.isdecimal()}
    page = Page(call, filled("play", values, kind=Question))
    path = page.entered(words[:at])
    if pane == "choices":
        return str([page.said(choice["text"]) for choice in page.ask(path)["view"]["choices"]])
    if pane:
        return json.dumps(page.everything_said(page.ask(f"{path}/{pane}")))
    return str(page.headline(path))

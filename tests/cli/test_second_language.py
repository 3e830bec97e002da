"""A second language is one file: whole games are played in one that is made by tests/pseudo.py."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pseudo
import pytest
from lists import HATCHES
from web.test_page_view import TEN, data

from jotto.assistant.sentences import catalogue

CALLS = Path(__file__).parents[1] / "pages" / "calls.js"
ALONE = (
    *("hint", "hint", "hint", "hint", "why", "more", "more common", "list", "about latch", "turns"),
    *("catch", "undo", "undo", "9", "hatch 4,0", "turns", "latch 4,0", "save", "watch 0,0", "undo"),
    *("patch 0,3", "2", "undo", "not a word", "edit 1 4,0", "match", "match 4,0", "watch 5,0"),
    *("undo", "watch 5,0", ""),
)
TOGETHER = (
    *("me", "help", "patch", "help", "y", "hatch 4,0", "latch 4,0", "undo", "they hatch", "hint"),
    *("latch 4,0", "they catch 0,0", "secret watch", "match 5,0", "watch", ""),
)
BOARDS = ("hatch 4,0 4,0", "latch 4,0", "list", "why", "undo", "5,0 4,0", "turns", "match 5,0", "")
KEPT = ("left", "hint", "hatch", "latch", "list", "turns", "undo", "9", "xxxxx", "quit")


@pytest.fixture(autouse=True)
def english_again():
    """The catalogue is read again after a test, which may have read another."""
    yield
    catalogue.cache_clear()


PHRASE = re.compile(r"[a-z]{2,}")


def outside(text: str) -> str:
    """What is outside the brackets, which may be in one another."""
    depth, left = 0, ""
    for sign in text:
        depth += (sign == pseudo.BEGIN) - (sign == pseudo.END)
        left += " " if depth or sign == pseudo.END else sign
    return left


@pytest.mark.parametrize(
    ("options", "typed"),
    [
        (("play",), ALONE),
        (("play",), TOGETHER),
        (("play", "--boards", "2"), BOARDS),
        (("keep", "--secret", "match"), KEPT),
        (("keep", "--adversary", "--boards", "2"), KEPT),
        (("play", "--lies", "1"), ALONE[:12]),
    ],
    ids=["alone", "together", "boards", "keep", "keep boards", "lies"],
)
def test_a_whole_game_is_played_in_a_second_language(jotto, write, tmp_path, options, typed):
    words = "--words", str(write(*HATCHES))
    lines = "\n".join(typed)
    language = str(pseudo.write(tmp_path))
    english = jotto(*options, *words, typed=lines)
    run = jotto(*options, *words, typed=lines, JOTTO_SENTENCES=language)
    assert (run.status, english.status) == (0, 0)
    assert run.out.count(pseudo.BEGIN) == run.out.count(pseudo.END) > 10
    assert {*PHRASE.findall(outside(run.out))} <= {*HATCHES, "catch"}  # nothing in English
    assert {*PHRASE.findall(outside(run.err))} <= {"jotto", "note"}


@pytest.mark.parametrize("text", [None, "[]", '{"word": 1}', "[" * 100_000, "{", "NaN", ""])
def test_a_catalogue_that_is_none_is_refused(jotto, tmp_path, text):
    path = tmp_path / "none.json"
    if text is not None:
        path.write_text(text)
    run = jotto("play", typed="quit\n", JOTTO_SENTENCES=str(path))
    assert (run.status, "Traceback" in run.err) == (2, False)
    assert "none.json': they " in run.err


def test_what_a_language_lacks_is_in_english(jotto, tmp_path):
    path = tmp_path / "few.json"
    path.write_text('{"nouns": {}, "sentences": {"nothing to take back": "Non!"}}')
    run = jotto("play", typed="undo\nquit\n", JOTTO_SENTENCES=str(path))
    assert "Non!" in run.out
    assert "Score for PALES: " in run.out


def texts(value):
    """The sentences in an answer of the page, and its other texts."""
    if isinstance(value, dict):
        if value.keys() == {"key", "facts"}:
            return [value], []
        pairs = [texts(part) for name, part in value.items()]
    elif isinstance(value, list):
        pairs = [*map(texts, value)]
    else:
        return [], [value] * isinstance(value, str)
    return [s for said, _ in pairs for s in said], [t for _, other in pairs for t in other]


MOVES = (
    *({"do": "hint"}, {"do": "hint"}, {"do": "undo"}, {"do": "score", "score": "9"}),
    *({"do": "score", "word": "crane", "score": "0,2"}, {"do": "score", "score": "4,1"}),
    *({"do": "score", "word": "slate", "score": "4,0"}, {"do": "fix", "number": "0"}),
    *({"do": "guess", "word": "hatch"}, {"do": "undo"}, {"do": "undo"}, {"do": "undo"}),
    *({"do": "race", "word": "watch", "first": "me", "last_turn": "yes"},),
    *({"do": "score", "word": "hatch", "score": "5,0"}, {"do": "they", "word": "match"}),
)


def test_the_page_plays_a_whole_game_in_a_second_language(tmp_path):
    if (node := shutil.which("node")) is None:
        pytest.skip("node is not installed: it runs the page's modules")
    said, other = list[dict](), list[str]()
    variables = os.environ | {"JOTTO_SENTENCES": str(pseudo.write(tmp_path))}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True, "env": variables}
    with subprocess.Popen([node, CALLS], **pipes, encoding="utf-8") as process:

        def call(*asked):
            print(json.dumps(asked), file=process.stdin, flush=True)
            return json.loads(process.stdout.readline())

        call("begin", data("ten"))
        state = call("ask", call("nothing"), "/new", {})
        path, state = state["answer"]["go"], state["state"]
        for move in MOVES:
            version = call("ask", state, path)["answer"]["view"]["at"]
            state, answer = call("ask", state, path, {"at": str(version), **move}).values()
            panes = [call("ask", state, f"{path}/{name}")["answer"] for name in ("why", "ahead")]
            for part in (answer, *panes):
                some, more = texts({name: v for name, v in part.items() if name != "error"})
                said, other = [*said, *some], [*other, *more]
        shown = call("say", said)
        process.stdin.close()
    assert answer["view"]["stage"] == "over"
    assert len({sentence["key"] for sentence in said}) > 20
    for text in shown:
        assert text.startswith(pseudo.BEGIN)
        assert text.endswith(pseudo.END)
    phrases = {text for text in other if {*PHRASE.findall(text)} - {*TEN} and " " in text}
    assert phrases <= {"in the right place"}  # a label of the rule, which the catalogue has, too

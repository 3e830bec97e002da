"""The lists of tests/corpus/outside at every door that takes one: Python, the command, requests."""

import json

import inprocess
import pytest
from outside import shapes, stored

import jotto
from jotto.assistant.requests import Requests
from jotto.errors import JottoError
from jotto.question.making import Question


def asked(shape, kind, text, path):
    """The candidates and chances of a game with a list, by door; a text for what is refused."""
    game = shape["game"] or []
    wanted = {"words": {"words": text}}
    wanted |= {name: {"words": game, name: text} for name in ("past", "prior")}
    answer = Requests(Question()).answer({"do": "candidates", "top": 40, **wanted[kind]})
    flags = {"words": ["--words", path]}
    (path.parent / "game.txt").write_text("\n".join(game))
    for name in ("past", "prior"):
        flags[name] = ["--words", path.parent / "game.txt", f"--{name}", path]
    arguments = ["candidates", "--json", *map(str, flags[kind])]
    status, out, _ = inprocess.call(arguments, b"", path.parent, {})
    try:
        given = {"words": path} if kind == "words" else {kind: path}
        made = jotto.words(given.get("words", game), **({} if kind == "words" else given))
        by_python = len(made)
    except JottoError:
        by_python = "refused"
    by_command = json.loads(out) if status == 0 else "refused"
    return by_python, by_command, "refused" if "error" in answer else answer


CASES = [("words", shape) for shape in shapes("words")]
CASES += [("prior", shape) for shape in shapes("weights")]
CASES += [("past", shape) for shape in shapes("past")]
CASES = [
    (kind, shape)
    for kind, shape in CASES
    if not {"column", "encoding"} & {*shape} and "\n" in shape["text"].strip()
]


def label(one):
    return one if isinstance(one, str) else one["name"]


@pytest.mark.parametrize(("kind", "shape"), CASES, ids=label)
def test_a_list_is_the_same_at_every_door(kind, shape, tmp_path):
    path = stored(shape, tmp_path)
    by_python, by_command, by_request = asked(shape, kind, shape["text"], path)
    if "refused" in shape:
        assert (by_python, by_command, by_request) == ("refused",) * 3
        return
    assert by_command["count"] == by_python == by_request["count"]
    assert json.dumps(by_command["candidates"]) == json.dumps(by_request["candidates"])
    if kind == "words":
        assert {*by_command["candidates"]} == {*shape["words"]}


def test_the_letters_that_a_text_declares_are_those_of_its_game():
    asked = {"do": "candidates", "words": "# letters: ij\nijzer\nrijst\n"}
    # r, ij, s, t and ij, z, e, r: two letters in common, none in its place; i and j would be three
    answer = Requests(Question()).answer({**asked, "turns": ["rijst=0,2"]})
    assert answer["candidates"] == ["ijzer"]

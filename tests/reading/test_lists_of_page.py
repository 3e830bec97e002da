"""What the page reads of a list that a player brings, and the games that it makes of it itself."""

import json

import pytest
from outside import named, shapes

from jotto.assistant.page_file import data_of, offers_of
from jotto.question.making import Question, remade, saved_options

TEN = ["crane", "slate", "trace", "hatch", "latch", "quilt", "moist", "stoic", "fjord", "eerie"]
READ = 45  # shapes of the corpus that the page reads as well
MADE = {"key", "title", "name", "about", "of", "version"}


def test_the_page_reads_a_list_as_the_program_does_or_refuses_it(page):
    known = [shape for shape in shapes("words") if "column" not in shape]
    if not known:
        pytest.skip("the sdist has no corpus")
    texts = [shape["text"] for shape in known]
    read = dict(zip(map(named, known), page("readLists", texts), strict=True))
    wrong = {
        named(shape): read[named(shape)]
        for shape in known
        if isinstance(read[named(shape)], list) and read[named(shape)] != shape.get("words")
    }
    assert wrong == {}
    assert sum(isinstance(words, list) for words in read.values()) >= READ
    assert all("\n" not in answer["error"] for answer in read.values() if "error" in answer)


def data(**asked):
    kept = saved_options(Question(**asked))
    _, game, strategy = remade(kept, Question)
    return data_of(game, strategy, boards=asked.get("boards") or 1)


@pytest.mark.parametrize(
    "asked",
    [
        {"rule": "jots"},
        {"rule": "colours", "boards": 2},
        {"rule": "black-peg", "strategy": "minimax", "repeats": False},
        {"rule": "colours", "allow": "hard"},
        {"game": "bulls-and-cows:4x10"},
        {"game": "mastermind:4x6", "allow": "candidates"},
    ],
    ids=str,
)
def test_the_page_makes_the_game_that_the_program_makes(page, asked):
    same = "colours" if asked.get("rule") == "colours" else "exact-elsewhere"
    base = data(rule=same, book=False)  # as a page has it that has both
    form = {"game": "words", "rule": "exact-elsewhere", "boards": "1"}
    form |= {
        name: "yes" if value is True else "" if value is False else str(value)
        for name, value in asked.items()
    }
    made = page("make", base, form, offers_of({}, noisy=False, words=True))
    expected = json.loads(json.dumps(data(**asked, book=False)))
    for of in (made, expected):
        of["guesses"] = page("wordsOf", of)
    assert made.pop("openingBits") == pytest.approx(expected.pop("openingBits"), abs=1e-3)
    compared = (expected.keys() | made.keys()) - MADE - {"columns", "words", "weights"}
    assert {n: made.get(n) for n in compared} == {n: expected.get(n) for n in compared}

"""What stands in Python and again in the page's JavaScript agrees; part of it needs node."""

import re
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

import jotto
from jotto.assistant import hints, opponents
from jotto.assistant.page_file import data_of
from jotto.assistant.session import Session
from jotto.engine import measures
from jotto.errors import GameError

PAGES = Path(jotto.__file__).with_name("pages")
TWINS = {  # of each module of the page
    "game": ["core", "core.advice", "engine.boards", "engine.position"],
    "search": ["core", "core.searches"],
    "session": ["assistant.session", "assistant.race"],
    "live": ["web.app", "assistant.store", "search.lookahead"],
    "reviews": ["assistant.review"],
    "text": ["games.scoring", "games.registry", "games.words", "errors"],
    "unlisted": ["games.unlisted"],
    "view": ["assistant.view", "assistant.wording", "assistant.hints"],
}
SEVERAL = re.compile(r"^const \[([A-Z_, ]+)\] = \[(.+)\];", re.MULTILINE)
CONSTANT = re.compile(r"^(?:export )?const ([A-Z][A-Z_0-9]*) = ([-\w.* \"]+);", re.MULTILINE)
OTHERS = {"LONGEST", "LARGEST"}  # names that mean something else there
HIRAGANA = [chr(point) for point in range(0x3041, 0x3097)]  # 86 letters


@pytest.mark.parametrize("name", TWINS)
def test_a_constant_of_the_page_has_the_value_of_its_twin(name):
    twins = [import_module(f"jotto.{module}") for module in TWINS[name]]
    there, compared = (PAGES / f"{name}.js").read_text(), 0
    pairs = [
        pair
        for names, values in SEVERAL.findall(there)
        for pair in zip(names.split(", "), values.split(", "), strict=True)
    ]
    for constant, text in CONSTANT.findall(there) + pairs:
        values = [getattr(twin, constant) for twin in twins if hasattr(twin, constant)]
        if values and constant not in OTHERS:
            assert {*values} == {eval(text, vars(twins[0]).copy())}, constant
            compared += 1
    assert compared


@pytest.mark.parametrize(
    ("letters", "length"),
    # with M letters of L in a word, what is learnt has L x (M + 1)^3 entries, up to 2^21
    [(HIRAGANA[:73], 5), (HIRAGANA[:74], 5), (HIRAGANA[:79], 4), (HIRAGANA[:80], 4)],
)
def test_a_word_may_be_unlisted_on_the_page_if_the_program_says_so(page, letters, length):
    words = ["".join(letters[(at + i) % len(letters)] for i in range(length)) for at in range(90)]
    game = jotto.words(dict.fromkeys(words))
    assert len(hints.alphabet(game)) == len(letters)
    turns = [(words[0], "0,1"), (words[0], f"0,{length}")]  # the second fits no word
    right = []
    for turn in turns:
        session = Session(game).entered("score", *turn)
        right.append((session.attempt or session).chance_unlisted)
    assert (right[0] > 0) == (length * (len(letters) + 1) ** 3 <= 1 << 21)
    page("begin", data_of(game, jotto.strategy()))
    assert [page("chanceUnlisted", turn) for turn in turns] == pytest.approx(right, rel=1e-6)


# --- a measure of one's own -----------------------------------------------------------------------


@pytest.mark.parametrize("name", ["cubes", "entropy+cubes", "random"])
def test_the_page_refuses_a_measure_that_it_does_not_know(monkeypatch, name):
    cubes = measures.Measure("cubes", lambda n: np.arange(n + 1) ** 3)
    monkeypatch.setitem(measures.MEASURES, "cubes", cubes)
    with pytest.raises(GameError, match=r"^the page cannot guess by '.*'; it knows entropy, "):
        data_of(jotto.words(["hatch", "latch"]), jotto.strategy(name))


def test_a_new_measure_does_not_change_how_secrets_are_rated(monkeypatch):
    def rated():
        game = jotto.words(["hatch", "latch", "match", "patch", "crane", "slate"])
        return opponents.guesses_needed(game).tolist(), opponents.rate(game, "batch")

    before = rated()
    worst = measures.Measure("worst first", lambda n: -(np.arange(n + 1) ** 2))
    monkeypatch.setitem(measures.MEASURES, worst.name, worst)
    assert rated() == before

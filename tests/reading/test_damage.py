"""Texts from outside that are damaged: no line is lost in silence."""

import re
from contextlib import suppress
from pathlib import Path
from unicodedata import normalize

import pytest
from hypothesis import given, settings, strategies as st
from outside import shapes

from jotto.errors import JottoError
from jotto.reading.lists import past_in, weights_in, words_in

UNSEEN = "\u200b\u00ad\ufeff\u200e"
LISTS = [shape for shape in shapes("words") if "words" in shape and '"' not in shape["text"]]
OTHERS = [("weights", shape) for shape in shapes("weights")]
OTHERS += [("past", shape) for shape in shapes("past")]
pytestmark = pytest.mark.skipif(not LISTS, reason="the sdist has no corpus")


@st.composite
def damaged(draw, texts):
    """A text with up to three changes, such as a line doubled, cut, moved or left out."""
    shape = draw(st.sampled_from(texts))
    lines = (shape[1] if isinstance(shape, tuple) else shape)["text"].split("\n")
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, max(0, len(lines) - 1)))
        kind = draw(st.sampled_from(["double", "cut", "move", "leave out", "signs", "column"]))
        line = lines[at] if lines else ""
        place = draw(st.integers(0, len(line)))
        if kind == "double":
            lines.insert(at, line)
        elif kind == "cut":
            lines[at : at + 1] = [line[:place]]
        elif kind == "move":
            lines.insert(draw(st.integers(0, len(lines))), line)
            lines.remove(line) if line in lines else None
        elif kind == "leave out":
            del lines[at : at + 1]
        elif kind == "signs":
            lines[at : at + 1] = [line[:place] + draw(st.sampled_from(UNSEEN)) + line[place:]]
        else:
            lines[at : at + 1] = [f"{line};other" if place % 2 else f"other\t{line}"]
    return shape, "\n".join(lines) + "\n"


def visible(text):
    return normalize("NFC", re.sub(f"[{UNSEEN}]", "", text).lower())


@settings(max_examples=400, deadline=None)
@given(damaged(LISTS or [None]))
def test_every_line_of_a_list_gives_a_word_or_is_reported_or_has_none(given_):
    _, text = given_
    try:
        words, _, account = words_in(text)
    except JottoError:
        return
    told, lines = {line for line, _ in account.reported}, visible(text).split("\n")
    assert all(word in visible(text) for word in words)
    found, long = {*words}, len(words[0])
    if account.shape in ("a list of words", "rows of words", "a list", "a Hunspell dictionary"):
        for number, line in enumerate(lines, 1):
            whole = re.fullmatch(rf"\W*([^\W\d_]{{{long}}})\W*", line)
            if whole and number not in told and not re.match(r"\s*(#\D|//|/\*)", line):
                assert whole[1] in found, (number, line)


@settings(max_examples=400, deadline=None)
@given(damaged(OTHERS or [None]))
def test_weights_and_past_answers_are_those_of_the_text_or_it_is_refused(given_):
    (kind, shape), text = given_
    try:
        if kind == "weights":
            found, account = weights_in(text)
            assert all(value >= 0 for value in found.values())
        else:
            days, account = past_in(text, shape["game"])
            found = {word for _, word in days}
    except JottoError:
        return
    assert all(word in visible(text) for word in found)
    assert {line for line, _ in account.reported} <= {*range(1, text.count("\n") + 2)}


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=400), st.sampled_from(["words", "weights", "past"]))
def test_any_bytes_are_read_or_refused(tmp_path_factory, data, kind):
    path = Path(tmp_path_factory.mktemp("bytes")) / "file"
    path.write_bytes(data)
    with suppress(JottoError):
        if kind == "words":
            words_in(path)
        elif kind == "weights":
            weights_in(path)
        else:
            past_in(path, ["crane"])


@settings(max_examples=300, deadline=None)
@given(st.text("abc \t,;|\"'[]{}():=#/-1.\n", max_size=80))
def test_any_text_is_read_or_refused(text):
    for read in (words_in, weights_in, lambda text: past_in(text, ["abcab"])):
        with suppress(JottoError):
            read(f"{text}\n")

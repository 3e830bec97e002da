"""What is wrong is noticed by the trials."""

import pytest
from trials import calls, forge, fuzz, kills

from jotto.trees.certificate import Certificate, Checked
from jotto.trees.tree import Tree


@pytest.mark.parametrize(
    ("kind", "name", "right"),
    [(Tree, "verify", []), (Certificate, "verify", Checked(())), (Certificate, "_unproved", ())],
)
def test_a_forgery_that_is_taken(kind, name, right, monkeypatch, tmp_path):
    monkeypatch.setattr(kind, name, lambda *_: right)
    with pytest.raises(AssertionError):
        forge.play(7, tmp_path)


@pytest.mark.parametrize(
    ("ended", "fault"),
    [
        ((0, "", "Traceback (most recent call last):"), "a traceback"),
        ((3, "", ""), "status 3"),
        ((2, "", ""), "not one line"),
        ((2, "", "jotto: a\njotto: b\n"), "not one line"),
        ((0, "", ""), "'words.txt' was changed"),
    ],
)
def test_a_call_that_ends_badly(ended, fault, tmp_path, monkeypatch):
    path = tmp_path / "words.txt"
    path.write_text("crane\n")

    def made(*_):
        if ended == (0, "", ""):
            path.write_text("slate\n")
        return ended

    monkeypatch.setattr(calls, "made", made)
    with pytest.raises(AssertionError, match=fault):
        calls.check(calls.Call([], b"", {}), tmp_path)


def test_an_entry_that_is_lost(tmp_path, monkeypatch):
    monkeypatch.setattr(kills.Store, "names", lambda _: [])
    with pytest.raises(AssertionError):
        kills.kill_a_game(7, tmp_path)


@pytest.mark.skipif(not fuzz.CORPUS.is_dir(), reason="the sdist has no corpus")
def test_every_parser_has_a_corpus_of_small_inputs():
    folders = {path.name for path in fuzz.CORPUS.iterdir()}
    assert folders - {"outside"} == {*fuzz.TARGETS}  # that has texts with what they mean
    inputs = (path for name in fuzz.TARGETS for path in (fuzz.CORPUS / name).iterdir())
    assert max(path.stat().st_size for path in inputs) <= fuzz.LARGEST

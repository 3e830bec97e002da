"""What scripts/fuzz.py has kept goes through its parser again: it is taken, or refused."""

import fuzz
import pytest

from jotto.errors import JottoError

pytestmark = pytest.mark.skipif(not fuzz.CORPUS.is_dir(), reason="the sdist has no corpus")


def test_every_parser_has_inputs():
    assert {path.name for path in fuzz.CORPUS.iterdir()} == {*fuzz.TARGETS}


@pytest.mark.parametrize("name", fuzz.TARGETS)
def test_what_the_fuzzer_has_kept_is_taken_or_refused(name):
    ends, paths = set(), sorted((fuzz.CORPUS / name).iterdir())
    for path in paths:
        data = path.read_bytes()
        assert len(data) <= fuzz.LARGEST, path
        try:
            fuzz.TARGETS[name](data)
            ends.add("taken")
        except JottoError:
            ends.add("refused")
        except Exception as error:
            pytest.fail(f"{path}: {error!r}")
    assert ends == {"taken", "refused"}
    assert len(paths) <= fuzz.MOST


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A corpus with one input, found by nobody."""
    monkeypatch.setattr(fuzz, "CORPUS", tmp_path)
    (tmp_path / "scores").mkdir()
    (tmp_path / "scores" / "old").write_text("01,1")
    return tmp_path / "scores"


def test_only_what_reaches_more_is_kept(folder, tmp_path):
    (found := tmp_path / "found").mkdir()
    for number, data in enumerate(["02,0", "01,2", "0win", "", "01,1" * 9999]):
        (found / str(number)).write_text(data)
    fuzz.keep("scores", found)
    kept = {path.read_text() for path in folder.iterdir()}
    assert "0win" in kept
    assert len(kept & {"01,1", "02,0", "01,2"}) == 1
    assert max(map(len, kept)) < 5
    assert [*found.iterdir()] == []


def test_an_input_that_is_refused_has_steps_too():
    taken, refused = (fuzz.steps_of(fuzz.scores, data) for data in (b"01,1", b"09,9"))
    assert taken - refused
    assert refused - taken

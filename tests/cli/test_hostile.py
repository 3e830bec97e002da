"""A sample of what scripts/hostile.py does in thousands of calls."""

import hostile
import pytest


@pytest.fixture(scope="module")
def good(tmp_path_factory):
    """A folder with the files that calls read."""
    folder = tmp_path_factory.mktemp("good")
    hostile.prepare(folder)
    return folder


@pytest.mark.parametrize("seed", range(7, 1200, 20))
def test_a_call_with_damaged_files_ends_in_one_line(good, seed):
    call, faults = hostile.trial(seed, good)
    assert not faults, call


@pytest.mark.full
@pytest.mark.parametrize("seed", range(8))
def test_a_call_that_is_interrupted_leaves_nothing_over(good, seed):
    call, faults = hostile.trial(seed, good, signals=True)
    assert not faults, call


@pytest.mark.parametrize(
    ("seen", "fault"),
    [
        ((0, "", "Traceback (most recent call last):"), "a traceback"),
        ((3, "", ""), "status 3"),
        ((2, "", ""), "not one line"),
        ((2, "", "jotto: a\njotto: b\n"), "not one line"),
        ((0, "", ""), "'words.txt' was changed"),
    ],
)
def test_what_is_wrong_is_noticed(tmp_path, monkeypatch, seen, fault):
    path = tmp_path / "words.txt"
    path.write_text("crane\n")

    def made(*_):
        if seen == (0, "", ""):
            path.write_text("slate\n")
        return seen

    monkeypatch.setattr(hostile, "made", made)
    found = [*hostile.faults(hostile.Call([], b"", {}), tmp_path)]
    assert len(found) == 1
    assert found[0].startswith(fault)

import os

import numpy as np
import pytest

from jotto.engine import store

SIZE = 128 + 15 + 4  # bytes of a file: numpy's header, the array, the checksum


def array() -> np.ndarray:
    return np.arange(15, dtype=np.uint8).reshape((3, 5), order="F")


def never() -> np.ndarray:
    pytest.fail("built again, though what is kept is good")


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(store.files, "user_folder", lambda kind: tmp_path / "kept")
    monkeypatch.setattr(store, "SMALLEST", 15)
    return tmp_path / "kept"


def test_what_is_kept_is_read_back_and_not_built_again():
    store.cached("a", array)
    found = store.cached("a", never)
    assert found.tolist() == array().tolist()
    assert found.flags.f_contiguous
    assert not found.flags.writeable


BITS = [0, 40, 126, 128, 135, -5, -4, -1]
LENGTHS = [0, 3, 4, 100, 128, SIZE - 1, SIZE + 1]


@pytest.mark.parametrize(
    ("bit", "length"), [*((at, None) for at in BITS), *((None, length) for length in LENGTHS)]
)
def test_a_file_that_is_damaged_or_of_the_wrong_length_is_built_again(folder, bit, length):
    store.cached("a", array)
    (file,) = folder.iterdir()
    content = bytearray(file.read_bytes())
    assert len(content) == SIZE
    if length is None:
        content[bit] ^= 4
    file.write_bytes(content.ljust(length or 0, b"\0")[:length])
    for build in (array, never):
        assert store.cached("a", build).tolist() == array().tolist()


def test_a_foreign_file_is_not_trusted(folder):
    store.cached("a", lambda: array() + 1)
    (folder / "a.array").rename(folder / "b.array")
    assert store.cached("b", array).tolist() == array().tolist()


def test_a_folder_that_cannot_be_made_costs_nothing_but_time(folder):
    folder.write_text("in the way")
    assert store.cached("a", array).tolist() == array().tolist()


@pytest.mark.parametrize(("limit", "size"), [("LARGEST", 14), ("SMALLEST", 16)])
def test_an_array_too_large_or_too_small_is_not_kept(folder, monkeypatch, limit, size):
    monkeypatch.setattr(store, limit, size)
    store.cached("a", array)
    assert not folder.exists()


def test_the_arrays_longest_unused_make_room(folder, monkeypatch):
    monkeypatch.setattr(store, "ROOM", 2 * SIZE)
    for age, key in ((200, "old"), (300, "older-but-used")):
        store.cached(key, array)
        os.utime(folder / f"{key}.array", (1e9 - age, 1e9 - age))
    store.cached("older-but-used", never)
    store.cached("new", array)
    assert {file.name for file in folder.iterdir()} == {"older-but-used.array", "new.array"}


def test_nothing_half_written_is_left_behind(folder, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(store.Path, "replace", full)
    assert store.cached("a", array).tolist() == array().tolist()
    assert list(folder.iterdir()) == []

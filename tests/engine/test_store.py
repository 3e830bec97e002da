import os

import numpy as np
import pytest

from jotto.engine import store

SHAPE, DTYPE = (3, 5), np.dtype(np.uint8)


def array() -> np.ndarray:
    return np.arange(15, dtype=np.uint8).reshape(SHAPE)


def never() -> np.ndarray:
    pytest.fail("built again, though what is kept is good")


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(store, "folder", lambda: tmp_path / "kept")
    return tmp_path / "kept"


def test_what_is_kept_is_read_back_and_not_built_again():
    store.cached("a", SHAPE, DTYPE, array)
    found = store.cached("a", SHAPE, DTYPE, never)
    assert found.tolist() == array().tolist()
    assert found.flags.f_contiguous
    assert not found.flags.writeable


@pytest.mark.parametrize("where", [0, 40, store.HEADER - 2, store.HEADER, store.HEADER + 7, -1])
def test_a_damaged_file_is_built_again_and_mended(folder, where):
    store.cached("a", SHAPE, DTYPE, array)
    (file,) = folder.iterdir()
    damaged = bytearray(file.read_bytes())
    damaged[where] ^= 4
    file.write_bytes(damaged)
    assert store.cached("a", SHAPE, DTYPE, array).tolist() == array().tolist()
    assert store.cached("a", SHAPE, DTYPE, never).tolist() == array().tolist()


@pytest.mark.parametrize("length", [0, 100, store.HEADER, store.HEADER + 14, store.HEADER + 16])
def test_a_file_of_the_wrong_length_is_built_again(folder, length):
    store.cached("a", SHAPE, DTYPE, array)
    (file,) = folder.iterdir()
    file.write_bytes(file.read_bytes().ljust(length, b"\0")[:length])
    assert store.cached("a", SHAPE, DTYPE, array).tolist() == array().tolist()


def test_a_foreign_file_is_not_trusted(folder):
    store.cached("a", SHAPE, DTYPE, lambda: array() + 1)
    (folder / "a.array").rename(folder / "b.array")
    assert store.cached("b", SHAPE, DTYPE, array).tolist() == array().tolist()


def test_a_folder_that_cannot_be_made_costs_nothing_but_time(folder):
    folder.write_text("in the way")
    assert store.cached("a", SHAPE, DTYPE, array).tolist() == array().tolist()


def test_an_array_too_large_is_not_kept(folder, monkeypatch):
    monkeypatch.setattr(store, "LARGEST", 14)
    store.cached("a", SHAPE, DTYPE, array)
    assert not folder.exists()


def test_the_arrays_longest_unused_make_room(folder, monkeypatch):
    one_file = store.HEADER + 15
    monkeypatch.setattr(store, "ROOM", 2 * one_file)
    for age, key in ((200, "old"), (300, "older-but-used")):
        store.cached(key, SHAPE, DTYPE, array)
        os.utime(folder / f"{key}.array", (1e9 - age, 1e9 - age))
    store.cached("older-but-used", SHAPE, DTYPE, never)
    store.cached("new", SHAPE, DTYPE, array)
    assert {file.name for file in folder.iterdir()} == {"older-but-used.array", "new.array"}


def test_nothing_half_written_is_left_behind(folder, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(store.Path, "replace", full)
    assert store.cached("a", SHAPE, DTYPE, array).tolist() == array().tolist()
    assert list(folder.iterdir()) == []

"""A sample of the files that scripts/forge.py makes by the thousand."""

from collections import Counter

import forge
import pytest

from jotto.trees.certificate import Certificate, Checked
from jotto.trees.tree import Tree


def false_of(games, path):
    counts = Counter()
    false = [each for seed in games for each in forge.forge(seed, path / "file.json", counts)]
    return false, counts


def test_what_is_taken_of_forged_files_is_true(tmp_path):
    false, counts = false_of(range(7, 17), tmp_path)
    assert false == []
    assert min(counts[kind] for kind in ("trees", "certificates", "checkpoints")) > 90
    assert min(counts[f"{kind} taken"] for kind in ("trees", "certificates", "checkpoints")) > 5


@pytest.mark.parametrize(
    ("kind", "name", "right"),
    [(Tree, "verify", []), (Certificate, "verify", Checked(())), (Certificate, "_unproved", ())],
)
def test_a_fault_is_noticed(kind, name, right, monkeypatch, tmp_path):
    monkeypatch.setattr(kind, name, lambda *_: right)
    assert false_of(range(7, 9), tmp_path)[0]

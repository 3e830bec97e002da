import numpy as np
import pytest

from jotto.engine import partitions as module
from jotto.engine.partitions import blocks_of_parts, partition


def test_many_candidates_of_a_part_stay_in_order():
    """So many that a sort which is not stable mixes them up."""
    parts = partition((np.arange(500) % 3).astype(np.uint8), np.arange(500))
    expected = [(code, [*range(code, 500, 3)]) for code in range(3)]
    assert [(code, part.tolist()) for code, part in parts.items()] == expected


@pytest.mark.parametrize("most", [1, 6, 15, 10**6])
def test_parts_are_counted_in_blocks_that_fit(most, monkeypatch):
    monkeypatch.setattr(module, "CELLS_AT_ONCE", most)
    scores = np.arange(35, dtype=np.uint8).reshape(5, 7) % 3
    weights = np.arange(1, 8)
    blocks = list(blocks_of_parts(scores, np.arange(7), 3, weights))
    assert max(len(sizes) for sizes, _ in blocks) == min(max(most // 3, 1), 5)
    for part in (0, 1):
        rows = np.concatenate([block[part] for block in blocks]).tolist()
        each = weights if part else np.ones(7)
        assert rows == [[each[row == code].sum() for code in range(3)] for row in scores]

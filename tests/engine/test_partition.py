import naive
import numpy as np
import pytest
from hypothesis import given
from strategies import lists

from jotto.core import part_sizes
from jotto.engine import partitions as module
from jotto.engine.partitions import blocks_of_parts, partition
from jotto.games.words import word_game


@given(lists())
def test_the_parts_are_those_of_the_definition(drawn):
    game = word_game(*drawn)
    for g, guess in enumerate(game.guesses):
        parts = partition(game.matrix[g], game.everything)
        texts = game.rule.texts
        found = {texts[code]: [game.secrets[i] for i in part] for code, part in parts.items()}
        assert found == naive.partition(game.secrets, guess, naive.exact_elsewhere)
        assert list(parts) == sorted(parts)


def test_many_candidates_of_a_part_stay_in_order():
    """So many that a sort which is not stable mixes them up."""
    parts = partition((np.arange(500) % 3).astype(np.uint8), np.arange(500))
    expected = {0: [], 1: [], 2: []}
    for at in range(500):
        expected[at % 3].append(at)
    assert {code: part.tolist() for code, part in parts.items()} == expected


@pytest.mark.parametrize(
    "sizes_of_work",
    [{"CELLS_AT_ONCE": n} for n in (1, 50, 1 << 18)],
)
@given(drawn=lists())
def test_part_sizes_do_not_depend_on_how_they_are_counted(sizes_of_work, drawn):
    game = word_game(*drawn)
    some = game.everything[::2]
    with pytest.MonkeyPatch.context() as patch:
        for name, value in sizes_of_work.items():
            patch.setattr(module, name, value)
        sizes = part_sizes(game.matrix.T, some, game.rule.n_codes)
    left = [game.secrets[i] for i in some]
    for guess, row in zip(game.guesses, sizes, strict=True):
        expected = naive.sizes(left, guess, naive.exact_elsewhere)
        assert sorted(row[row > 0]) == sorted(expected)
        assert np.argmax(row) < game.rule.n_codes


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


def test_more_candidates_than_a_byte_counts_are_counted():
    scores = np.zeros((3, 1000), np.uint8)
    scores[1, 1:] = 1
    scores[2, ::2] = 2
    found = part_sizes(np.ascontiguousarray(scores.T), np.arange(1000), 3)
    assert found.tolist() == [[1000, 0, 0], [1, 999, 0], [500, 0, 500]]

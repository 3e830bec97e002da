"""Candidates grouped by the score that a guess would get, and how many are in each group."""

from collections.abc import Iterator

import numpy as np

from jotto import core

IntArray = np.typing.NDArray[np.int64]
Indices = np.typing.NDArray[np.intp]
Scores = np.typing.NDArray[np.unsignedinteger]

CELLS_AT_ONCE = 1 << 20  # counters


def partition(codes: Scores, candidates: Indices) -> dict[int, Indices]:
    """Group ``candidates (A,)`` by their score ``codes (A,)``.

    The codes ascend; the candidates of each part stay in order.

    >>> partition(np.array([2, 0, 2], np.uint8), np.array([4, 7, 9]))
    {0: array([7]), 2: array([4, 9])}
    """
    grouped, sizes = candidates[codes.argsort(kind="stable")], np.bincount(codes)
    present = sizes.nonzero()[0]
    ends = sizes.cumsum()[present].tolist()
    bounds = zip(present.tolist(), [0, *ends], ends, strict=False)
    return {code: grouped[start:end] for code, start, end in bounds}


def by_secret(scores: Scores) -> Scores:
    """Return ``scores (G, S)`` as rows (S, G), copied if they are not in one piece."""
    rows = scores.T
    return rows if rows.strides[1] == rows.itemsize else np.ascontiguousarray(rows)


def sizes_and_weights(
    rows: Scores, candidates: Indices, n_codes: int, weights: IntArray | None
) -> tuple[IntArray, IntArray]:
    """Return sizes and weights of the parts of guesses, both (G, K), by ``rows (S, G)`` of scores.

    ``weights (A,)`` int64, of the candidates; None: all 1.
    """
    sizes = core.part_sizes(rows, candidates, n_codes)
    if weights is None:
        return sizes, sizes
    return sizes, core.part_weights(rows, candidates, weights, n_codes)


def blocks_of_parts(
    scores: Scores, candidates: Indices, n_codes: int, weights: IntArray | None = None
) -> Iterator[tuple[IntArray, IntArray]]:
    """Yield sizes and weights of the parts, both (rows, K), for some guesses at a time.

    All G x K counters may not fit in memory (ten letters in colours have 59,049 scores).
    ``weights (A,)`` int64, of the candidates; None: all 1.

    >>> scores, weights = np.array([[0, 1, 1]], np.uint8), np.array([5, 2, 1])
    >>> [(sizes, sums)] = blocks_of_parts(scores, np.arange(3), 2, weights)
    >>> sizes.tolist(), sums.tolist()
    ([[1, 2]], [[5, 3]])
    """
    rows, step = by_secret(scores), max(1, CELLS_AT_ONCE // n_codes)
    for start in range(0, len(scores) or 1, step):
        yield sizes_and_weights(rows[:, start : start + step], candidates, n_codes, weights)

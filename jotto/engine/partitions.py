"""Candidates grouped by the score that a guess would get, and how many are in each group."""

from collections.abc import Iterator

import numpy as np

IntArray = np.typing.NDArray[np.int64]
Indices = np.typing.NDArray[np.intp]
Scores = np.typing.NDArray[np.unsignedinteger]

CELLS_AT_ONCE = 1 << 18  # 2 MB of counters: they stay in the second-level cache
FEW_CODES = 32  # up to so many, comparing scores with every code is faster than counting
TILE = 255, 2048  # candidates (as many as a byte can count) and guesses compared at once


def partition(codes: Scores, candidates: Indices) -> dict[int, Indices]:
    """Group ``candidates (A,)`` by their score ``codes (A,)``.

    The codes ascend; the candidates of each part stay in order.

    >>> partition(np.array([2, 0, 2], np.uint8), np.array([4, 7, 9]))
    {0: array([7]), 2: array([4, 9])}
    """
    order = np.argsort(codes, kind="stable")
    present, starts = np.unique(codes[order], return_index=True)
    return dict(zip(present.tolist(), np.split(candidates[order], starts[1:]), strict=True))


def part_sizes(scores: Scores, candidates: Indices, n_codes: int) -> IntArray:
    """Count the candidates in every part of every guess: an array (G, K) int64.

    ``scores (G, S)`` unsigned; ``candidates (A,)`` indices of secrets.

    >>> part_sizes(np.array([[0, 1, 1], [1, 0, 2]], np.uint8), np.array([0, 1, 2]), 3)
    array([[1, 2, 0],
           [1, 1, 1]])
    """
    if n_codes <= FEW_CODES:
        return _compared(scores, candidates, n_codes)
    return np.concatenate([sizes for sizes, _ in blocks_of_parts(scores, candidates, n_codes)])


def _compared(scores: Scores, candidates: Indices, n_codes: int) -> IntArray:
    """Count parts by comparing with every code: for few codes 3 times as fast as counters."""
    sizes = np.zeros((n_codes, len(scores)), np.int64)
    (some, wide), equal = TILE, np.empty(TILE, bool)
    for start in range(0, len(scores), wide):
        guesses = slice(start, start + wide)
        for first in range(0, len(candidates), some):
            tile = scores.T[candidates[first : first + some], guesses]  # copied: it is read K times
            same = equal[: len(tile), : tile.shape[1]]
            for code in range(n_codes - 1):
                np.equal(tile, code, out=same)
                sizes[code, guesses] += np.add.reduce(same.view(np.uint8), axis=0, dtype=np.uint8)
    sizes[-1] = len(candidates) - sizes.sum(axis=0)
    return np.ascontiguousarray(sizes.T)


def blocks_of_parts(
    scores: Scores, candidates: Indices, n_codes: int, weights: IntArray | None = None
) -> Iterator[tuple[IntArray, IntArray]]:
    """Yield sizes and weights of the parts, both (rows, K), for a few guesses at a time.

    All G x K counters may not fit in memory (ten letters in colours have 59,049 scores).
    ``weights (A,)`` int64, of the candidates, with a sum below 2**53; None: all 1.

    >>> scores, weights = np.array([[0, 1, 1]], np.uint8), np.array([5, 2, 1])
    >>> [(sizes, sums)] = blocks_of_parts(scores, np.arange(3), 2, weights)
    >>> sizes.tolist(), sums.tolist()
    ([[1, 2]], [[5, 3]])
    """
    step = max(1, CELLS_AT_ONCE // max(len(candidates), n_codes))
    repeated = np.empty(0)
    for start in range(0, len(scores) or 1, step):
        # candidates first: their columns are contiguous when scores is in Fortran order
        flat = scores.T[candidates, start : start + step].astype(np.intp)
        n_guesses = flat.shape[1]
        flat += np.arange(n_guesses) * n_codes
        sizes = sums = np.bincount(flat.ravel(), minlength=n_guesses * n_codes)
        if weights is not None:
            if len(repeated) != flat.size:  # all blocks but the last are of one size
                repeated = np.repeat(weights.astype(np.float64), n_guesses)
            sums = np.bincount(flat.ravel(), repeated, len(sizes)).astype(np.int64)
        yield sizes.reshape(-1, n_codes), sums.reshape(-1, n_codes)

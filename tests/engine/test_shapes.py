"""The core on odd shapes, beside plain loops: few and many scores, blocks not full, no weight."""

import os
import random
import subprocess
import sys
from fractions import Fraction
from math import log2

import numpy as np
import pytest

from jotto import core
from jotto.core.advice import HEAVIEST, advise

CODES = (1, 2, 3, 31, 32, 33, 63, 64, 65, 255, 256, 257)
GUESSES = (1, 2, 16, 17, 31, 32, 33, 63, 64, 65, 66, 511, 512, 513)
CANDIDATES = (1, 2, 3, 8, 9, 31, 32, 33, 63, 64, 65, 128)
LARGE = (255, 256, 257, 1023, 1024, 1025, 1026)
MEASURES = {  # by number in the core, of one part's size, and how parts are put together
    1: (lambda size: size, max),
    2: (lambda size: size * size, sum),
    3: (lambda size: -(size > 0), sum),
}


@pytest.fixture(params=range(60))
def shape(request):
    """Draw scores ``by_secret``, the candidates, how many codes there are, and a generator."""
    draw, rng = random.Random(request.param), np.random.default_rng(request.param)
    codes, guesses, n = map(draw.choice, (CODES, GUESSES, CANDIDATES))
    if request.param % 5 == 0:
        guesses, n = draw.choice([1, 33, 65]), draw.choice(LARGE)
    secrets, beyond = n + draw.choice([0, 1, 5]), draw.choice([0, 1, 7])
    dtype = np.uint8 if codes <= 256 and draw.random() < 0.8 else np.uint16
    all_scores = rng.integers(0, draw.choice([codes, codes, 1]), (secrets, guesses + beyond))
    rows = np.sort(rng.choice(secrets, n, replace=False))
    return all_scores.astype(dtype)[:, :guesses], rows, codes, rng


def parts_of(by_secret, rows, codes):
    """The candidates in every part of every guess."""
    parts = [[[] for _ in range(codes)] for _ in range(by_secret.shape[1])]
    for row in rows.tolist():
        for part, code in zip(parts, by_secret[row].tolist(), strict=True):
            part[code].append(row)
    return parts


def test_sizes_and_values_are_those_of_the_definition(shape):
    by_secret, rows, codes, _ = shape
    sizes = [[len(part) for part in each] for each in parts_of(by_secret, rows, codes)]
    assert core.part_sizes(by_secret, rows, codes).tolist() == sizes
    for number, (cost, together) in MEASURES.items():
        costs, even = core.costs(number, len(rows)), np.ones(len(by_secret), np.int64)
        worth = core.Worth(costs, together is max, even)
        right = [together(map(cost, each)) for each in sizes]
        assert core.values(by_secret, rows, codes, worth).tolist() == right


def test_candidates_may_weigh_nothing(shape):
    by_secret, rows, codes, rng = shape
    weights = {
        "none": np.zeros(len(by_secret), np.int64),
        "some": rng.integers(0, 3, len(by_secret)) * 1024,
        "one": np.eye(1, len(by_secret), rows[-1], dtype=np.int64)[0] << 40,
    }[("none", "some", "one")[rng.integers(3)]]
    parts = parts_of(by_secret, rows, codes)
    sums = [[sum(int(weights[row]) for row in part) for part in each] for each in parts]
    assert core.part_weights(by_secret, rows, weights[rows], codes).tolist() == sums
    costs, win = core.costs(0, len(rows)), codes - 1
    sized = core.values(by_secret, rows, codes, core.Worth(costs, False, weights, core.BY_SIZE))
    pairs = [
        [*zip(each, map(len, part), strict=True)][:win]
        for each, part in zip(sums, parts, strict=True)
    ]
    assert sized.tolist() == [sum(weight * size for weight, size in each) for each in pairs]
    found = core.values(by_secret, rows, codes, core.Worth(costs, False, weights, core.BY_ENTROPY))
    for value, each in zip(found.tolist(), sums, strict=True):
        bits = sum(weight / 1024 * log2(weight) for weight in each if weight)
        assert value == pytest.approx(bits - each[win] // 1024, abs=codes)


@pytest.mark.parametrize("n", [5, 8_192, 300_000, 12_000_000])
def test_the_candidates_left_on_average_are_exact_for_any_number(n):
    draw = random.Random(n)  # where answers may be false, all may be left after each
    sizes = [[draw.randint(n - n // 4, n) for _ in range(27)] for _ in range(9)]
    weights = [[draw.randint(1, HEAVIEST // 27) for _ in range(27)] for _ in range(9)]
    found = advise(np.array(sizes), np.array(weights))
    for row, size, weight in zip(found, sizes, weights, strict=True):
        left = sum(w * s for w, s in zip(weight, size, strict=True))
        assert row[2] == pytest.approx(float(Fraction(left, sum(weight))), rel=1e-15)


def test_tests_use_the_library_they_are_given(tmp_path):
    tests = [f"{__file__}::test_the_candidates_left_on_average_are_exact_for_any_number"]
    command = [sys.executable, "-m", "pytest", "-q", "-n", "0", *tests]
    its = os.environ | {"JOTTO_CORE": str(tmp_path / "missing.so")}
    run = subprocess.run(command, env=its, capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert "the compiled core cannot be loaded" in run.stdout

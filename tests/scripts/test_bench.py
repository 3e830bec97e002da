"""What the benchmark compares with; no test takes the time of anything."""

import subprocess
import sys
from math import log2
from pathlib import Path

import naive
import pytest
from lists import FAMILY, SPLITTER, TEN

SCRIPTS = Path(__file__).parents[2] / "scripts"
sys.path.insert(0, str(SCRIPTS))

import bench  # noqa: E402

from jotto.games.words import shipped_words, word_game  # noqa: E402


@pytest.fixture(scope="module")
def loop():
    """The plain loop, compiled."""
    program = bench.compiled(bench.LOOP)
    if program is None:
        pytest.skip("needs a compiler of C")
    return program


def looped(program, folder, rows, n_codes):
    matrix = folder / "scores"
    matrix.write_bytes(b"".join(map(bytes, rows)))
    sizes = map(str, (len(rows), len(rows[0]), n_codes))
    ran = subprocess.run([program, matrix, *sizes], check=True, capture_output=True, text=True)
    return [float(figure) for figure in ran.stdout.split()[1:]]


def test_the_plain_loop_measures_what_is_worked_out_by_hand(loop, tmp_path):
    # each of FAMILY splits them 1 and 3, SPLITTER 1, 1 and 2: see lists.py
    rows = [[0, 1, 1, 1], [1, 0, 1, 1], [1, 1, 0, 1], [1, 1, 1, 0], [2, 3, 4, 4]]
    one = 2 - 3 * log2(3) / 4
    expected = [1.5, 4 * one + 1.5, 4 * 10 / 4 + 6 / 4, 4 * 3 + 2, 4 * 2 + 3]
    assert looped(loop, tmp_path, rows, 5) == pytest.approx(expected)


def test_the_plain_loop_measures_what_the_definitions_do(loop, tmp_path):
    scores = [[naive.exact_elsewhere(guess, secret) for secret in TEN] for guess in TEN]
    codes = sorted({score for row in scores for score in row})
    rows = [[codes.index(score) for score in row] for row in scores]
    parts = [[row.count(code) for code in codes if code in row] for row in scores]
    bits = [sum(n * log2(10 / n) for n in sizes) / 10 for sizes in parts]
    left = sum(n * n / 10 for sizes in parts for n in sizes)
    worst, number = sum(map(max, parts)), sum(map(len, parts))
    expected = [max(bits), sum(bits), left, worst, number]
    assert looped(loop, tmp_path, rows, len(codes)) == pytest.approx(expected)


@pytest.mark.parametrize("arguments", [[], ["none", "5", "4", "20"]])
def test_the_plain_loop_refuses_what_it_cannot_read(loop, arguments):
    ran = subprocess.run([loop, *arguments], check=False, capture_output=True, text=True)
    assert (ran.returncode, ran.stdout, ran.stderr.count("\n")) == (2, "", 1)


@pytest.mark.usefixtures("loop")
def test_the_benchmark_gives_the_ratio_to_the_plain_loop():
    found = bench.bench_openings(word_game(shipped_words()[:400]), 1)
    assert found["what"] == "openings measured 400 x 400, processor s"
    assert found["against"] == "a plain C loop"
    assert found["ratio"] == found["seconds"] / found["its seconds"]


def test_the_benchmark_ends_where_the_plain_loop_finds_something_else(loop, tmp_path):
    game = word_game(FAMILY, [SPLITTER])
    matrix, advice = tmp_path / "scores", bench.every_opening(game)
    bench.write_rows(game, matrix)
    assert bench.looped(loop, game, matrix, advice) >= 0
    matrix.write_bytes(matrix.read_bytes()[1:] + b"\0")
    with pytest.raises(SystemExit, match="the plain C loop finds"):
        bench.looped(loop, game, matrix, advice)


def test_without_a_compiler_the_row_has_no_ratio(monkeypatch):
    monkeypatch.setattr(bench.shutil, "which", lambda _: None)
    found = bench.bench_openings(word_game(FAMILY), 1)
    assert (found["its seconds"], found["ratio"]) == ("-", "-")
    assert bench.compiled(Path("/no/such.c")) is None

"""Every figure that the seed documents print, computed; and the script that shows them all.

The table is ``FIGURES`` of ``scripts/seeds.py``; what the entries say in words is tested here.
"""

import json
import re
from collections import Counter
from dataclasses import replace
from math import prod

import numpy as np
import pytest
import seeds
from seeds import CLASSIC, DISTINCT, FIGURES, GOLDEN, game

import jotto
from jotto.core import part_sizes

ENTRIES = json.loads(GOLDEN.read_text(encoding="utf-8"))
TWO_D = "two-d:5:descending"
SLOW = {  # seconds each: many games, or large ones
    "a framework by entropy: other sizes",
    "a framework by entropy: eight colours",
    "Jotto by elimination: said of a word list, measured on the shipped one",
    "thesis 2024, table 11: random (100 runs)",
}


def named(figure):
    """Make a parameter of a figure; the slow ones are left out of a short run."""
    marks = [pytest.mark.full] if figure.table in SLOW else []
    return pytest.param(figure, id=f"{figure.table}: {figure.what}", marks=marks)


@pytest.mark.parametrize("figure", list(map(named, FIGURES)))
def test_a_figure_is_computed_as_printed(figure):
    assert figure.holds, f"printed {figure.printed}, computed {figure.computed}"


@pytest.mark.full
def test_the_random_sample_is_large_enough_to_notice_a_twentieth_of_a_guess():
    mean, sd, worst = (one.compute() for one in FIGURES if one.mark == "sampled")
    assert mean.high - mean.low < 2 * (5 * 0.011 + 0.0005)
    assert sd.high - sd.low < 2 * (5 * 0.009 + 0.0005)
    assert worst.high - worst.low <= 1


@pytest.mark.full
def test_eight_colours_in_five_holes_are_solved():
    found = seeds.played("mastermind:5x8:distinct:descending", "entropy")
    assert len(found) == len(found.each) == 8 * 7 * 6 * 5 * 4
    assert 1 <= found.each.min() <= found.worst <= 8


# --- the entries in words -------------------------------------------------------------------


def test_the_figures_say_where_they_come_from_and_name_no_folder_of_a_machine():
    said = " ".join(ENTRIES["provenance"])
    for document in ("framework by entropy", "1995", "adversary", "Leeds", "lock puzzle"):
        assert document in said
    assert not re.search(r"(^|[\s\"'(])/\w|[A-Z]:\\|~/", GOLDEN.read_text(encoding="utf-8"))


def exact_choice(at, measure, powers):
    """Choose as the entries say, in whole numbers: the least value, a candidate, the first."""
    own = set(at.game.guess_of[at.left].tolist())
    value = {
        "entropy": lambda sizes: prod(powers[size] for size in sizes),
        "minimax": max,
        "most-parts": lambda sizes: -sum(size > 0 for size in sizes),
    }[measure]
    sizes = part_sizes(at.game.matrix.T, at.left, at.game.rule.n_codes)
    kinds, kind_of = np.unique(np.sort(sizes, axis=1), axis=0, return_inverse=True)
    worth = [value(row) for row in kinds.tolist()]
    keys = [(worth[k], guess not in own, guess) for guess, k in enumerate(kind_of.ravel())]
    return min(keys)[2]


@pytest.mark.parametrize(
    ("name", "measure"),
    [(CLASSIC, "minimax"), (CLASSIC, "entropy"), (TWO_D, "entropy"), (TWO_D, "most-parts")],
)
def test_ties_are_broken_as_the_entries_say_at_every_position(name, measure):
    """Compare with whole numbers of any length: n log n is ordered as the product of n ** n."""
    powers = [n**n for n in range(len(game(name)) + 1)]
    met = [one for one in seeds.positions(jotto.start(game(name)), measure) if len(one[0]) > 1]
    assert len(met) > 5
    for at, guess in met:
        assert guess == exact_choice(at, measure, powers), at


@pytest.mark.parametrize(("order", "first"), [("", "0000"), (":descending", "5555")])
def test_lowest_and_highest_are_orders_of_the_list_of_codes(order, first):
    codes = list(game(CLASSIC + order).guesses)
    assert codes[0] == first
    assert codes == sorted(codes, reverse=bool(order))


def test_the_distinct_game_counts_common_colours_as_sets():
    texts = game(DISTINCT).rule.texts
    for guess, row in zip(game(DISTINCT).guesses, game(DISTINCT).matrix, strict=True):
        for secret, code in list(zip(game(DISTINCT).secrets, row, strict=True))[::7]:
            exact = sum(g == s for g, s in zip(guess, secret, strict=True))
            assert texts[code] == f"{exact},{len(set(guess) & set(secret)) - exact}"


def test_pairs_of_numbers_are_scored_by_the_rule_stated():
    number, least, most = map(int, re.findall(r"\d+", ENTRIES["two_d"]["rule"]))
    span = range(least, most + 1)
    points = {f"{x},{y}": (x, y) for x in span for y in span}
    assert set(game(TWO_D).secrets) == set(game(TWO_D).guesses) == set(points)
    assert len(game(TWO_D)) == number
    texts = {(1, 1): "equal", (1, 0): "below", (0, 1): "above", (0, 0): "mixed"}
    for guess, (x, y) in points.items():
        for secret, (u, v) in points.items():
            said = texts[x <= u and y <= v, x >= u and y >= v]
            assert game(TWO_D).score(guess, secret) == said


# --- the table ------------------------------------------------------------------------------


def test_no_figure_is_lost():
    assert Counter(one.mark for one in FIGURES) == {"ok": 224, "claim": 15, "slip": 7, "sampled": 3}


@pytest.mark.parametrize(
    ("printed", "right"), [("-0.093", "-0.278"), ("1.1 million", "11,881,376"), ("0.852", "0.853")]
)
def test_the_slips_of_the_documents_are_named(printed, right):
    assert any(printed in one.printed and one.right == right for one in FIGURES)


# --- the report -----------------------------------------------------------------------------


def few():
    """Take the figures of one table, which are soon computed."""
    table = "thesis 2024, table 7: parts and entropy of 1234"
    return [one for one in FIGURES if one.table == table]


def test_the_script_prints_every_figure_with_its_mark_and_counts_them(capsys):
    assert seeds.main(few()) == 0
    lines = capsys.readouterr().out.splitlines()
    marks = Counter(line.split()[0] for line in lines if line.startswith("  "))
    assert marks == {"ok": 40, "slip": 4}
    assert "40 ok, 4 slip" in lines
    assert sum(line.startswith("slip: ") for line in lines) == 4


def test_a_figure_that_differs_is_named_and_the_status_is_1(capsys):
    first, *rest = few()
    assert seeds.main([replace(first, printed="17"), *rest]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert f"DIFFERS: {first.table}: hits of 0,0: printed 17, computed 16" in lines

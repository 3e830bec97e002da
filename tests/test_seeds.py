"""Every figure that the seed documents print, computed; and the script that shows them all.

The table is ``FIGURES`` of ``scripts/seeds.py``. How ties are broken, codes ordered and pairs of
numbers scored, tests/naive.py says as well, with which the trial ``oracle`` compares all.
"""

import json
import re
from collections import Counter
from dataclasses import replace

import pytest
import seeds
from seeds import FIGURES, GOLDEN

ENTRIES = json.loads(GOLDEN.read_text(encoding="utf-8"))
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


def test_the_figures_say_where_they_come_from_and_name_no_folder_of_a_machine():
    said = " ".join(ENTRIES["provenance"])
    for document in ("framework by entropy", "1995", "adversary", "Leeds", "lock puzzle"):
        assert document in said
    assert not re.search(r"(^|[\s\"'(])/\w|[A-Z]:\\|~/", GOLDEN.read_text(encoding="utf-8"))


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

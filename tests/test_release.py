"""The version is written in three places, which must agree."""

import re
from pathlib import Path

import jotto

ROOT = Path(__file__).resolve().parents[1]


def test_the_version_and_its_date_are_the_same_everywhere():
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    newest, date = re.search(r"^## \[(\d.*)\] - (.+)$", changes, re.M).groups()
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8").splitlines()
    assert newest == jotto.__version__
    assert {f"version: {newest}", f"date-released: {date}"} <= set(citation)

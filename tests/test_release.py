"""What a release says of itself."""

import re
from importlib.metadata import metadata
from pathlib import Path

import jotto

ROOT = Path(__file__).resolve().parents[1]


def test_the_version_and_its_date_are_the_same_everywhere():
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    newest, date = re.search(r"^## \[(\d.*)\] - (.+)$", changes, re.M).groups()
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8").splitlines()
    assert newest == jotto.__version__
    assert {f"version: {newest}", f"date-released: {date}"} <= set(citation)


def test_on_a_package_index_nothing_leads_to_a_file_that_is_not_there():
    shown = metadata("jotto")["Description"]
    assert "python3 scripts/start.py game" in shown
    assert all(link.startswith("https:") for link in re.findall(r"\]\(([^)]*)", shown))
    assert "<img" not in shown

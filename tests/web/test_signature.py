"""The signature of all that is counted is the same in Python and in the page."""

from pathlib import Path

import pytest
from signature import POSITIONS, lines, signature

SIGNATURE = 35463599733562  # also in docs/trust.md; what changes it says so in CHANGELOG.md


@pytest.fixture(scope="module")
def asked():
    return [*lines()]


def test_the_advice_at_a_thousand_positions_has_the_signature(asked):
    every = [line for *_, found in asked for line in found][:POSITIONS]
    assert len(every) == POSITIONS
    assert signature(every) == SIGNATURE


def test_the_docs_state_the_signature():
    assert f" {SIGNATURE} " in (Path(__file__).parents[2] / "docs" / "trust.md").read_text()


def test_the_page_has_the_signature(asked, page):
    every = list[str]()
    for data, positions, found in asked:
        page("begin", data)
        made = page("advice", found[0].partition(":")[0], positions)
        assert made == found
        every += made
    assert signature(every[:POSITIONS]) == SIGNATURE

"""A fixed sample of scripts/oracle.py, which tries thousands of games."""

import pytest
from oracle import AREAS, differences

REPAIRED = ("lies", "explanations", "values")  # in changes that are not merged yet


@pytest.mark.parametrize("first", range(0, 60, 15))
def test_jotto_says_what_the_definitions_say(first):
    areas = [area for area in AREAS if area.__name__ not in REPAIRED]
    assert not differences(first, 15, areas)


@pytest.mark.xfail(strict=False, reason="known differences, which are being repaired")
@pytest.mark.parametrize("name", REPAIRED)
def test_what_is_being_repaired_says_it_too(name):
    assert not differences(0, 60, [area for area in AREAS if area.__name__ == name])

"""Random small games against the definitions: the first that ``scripts/oracle.py`` plays."""

import pytest
from oracle import AREAS, differences


@pytest.mark.parametrize("first", range(0, 60, 15))
def test_jotto_says_what_the_definitions_say(first):
    assert not differences(first, 15, AREAS)

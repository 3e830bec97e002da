"""Hard mode and both aims against trying everything; scripts/search_trials.py tries more games."""

import pytest
from search_trials import differences


@pytest.mark.parametrize("first", range(0, 60, 20))
def test_searches_find_what_trying_everything_finds(first):
    assert not [line for seed in range(first, first + 20) for line in differences(seed)]

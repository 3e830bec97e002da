"""Compiled loops beside numpy and the definitions."""

import numpy as np
import pytest
from hypothesis import given, strategies as st
from strategies import WEIGHTS, games

from jotto.engine import kernels
from jotto.engine.measures import MEASURES, values

DRAWN = {"even": games(most=40), "weighted": games(most=40, weights=WEIGHTS)}


@pytest.mark.parametrize("prior", DRAWN)
@given(data=st.data())
def test_every_guess_is_worth_what_numpy_says(prior, data):
    game = data.draw(DRAWN[prior])
    some = data.draw(st.lists(st.integers(0, len(game.guesses) - 1), min_size=1))
    for measure in MEASURES.values():
        for left in filter(len, (game.everything, game.everything[1::3].copy())):
            for guesses in (None, np.array(some)):
                found = kernels.value_all(game, left, measure, guesses)
                assert found.tolist() == values(game, left, measure, guesses).tolist()

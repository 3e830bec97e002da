import naive
import numpy as np
import pytest
from hypothesis import given
from strategies import lists

from jotto.engine import partition as module
from jotto.engine.partition import part_sizes, partition
from jotto.games.words import word_game


@given(lists())
def test_the_parts_are_those_of_the_definition(drawn):
    game = word_game(*drawn)
    for g, guess in enumerate(game.guesses):
        parts = partition(game.scores[g], game.everything)
        found = {
            game.rule.texts[code]: [game.secrets[i] for i in part] for code, part in parts.items()
        }
        assert found == naive.partition(game.secrets, guess, naive.exact_elsewhere)
        assert list(parts) == sorted(parts)


@pytest.mark.parametrize("at_once", [1, 50, 1 << 18])
@given(drawn=lists())
def test_part_sizes_do_not_depend_on_how_many_guesses_are_counted_at_once(at_once, drawn):
    game = word_game(*drawn)
    some = game.everything[::2]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "CELLS_AT_ONCE", at_once)
        sizes = part_sizes(game.scores, some, game.rule.n_codes)
    left = [game.secrets[i] for i in some]
    for guess, row in zip(game.guesses, sizes, strict=True):
        expected = naive.sizes(left, guess, naive.exact_elsewhere)
        assert sorted(row[row > 0]) == sorted(expected)
        assert np.argmax(row) < game.rule.n_codes

import naive
import numpy as np
import pytest

from jotto.assistant.secret import exposure, guesses_needed, propose
from jotto.engine import kernels
from jotto.engine.strategies import MEASURES
from jotto.games.words import folder, shipped_words, word_game

WORDS = ["hatch", "latch", "match", "patch", "crane", "slate"]


@pytest.mark.parametrize("twin", [{}, {"values": kernels.values}])
def test_the_guesses_needed_are_averaged_over_the_strategies(twin):
    found = guesses_needed(word_game(WORDS), **twin)
    games = [naive.lengths(name, WORDS, WORDS, naive.exact_elsewhere) for name in MEASURES]
    expected = [sum(game[word] for game in games) / len(games) for word in WORDS]
    assert found.tolist() == pytest.approx(expected)


def test_a_secret_in_a_large_part_is_little_exposed():
    # against crane: hatch, latch, match and patch score 0,2, slate 2,0, crane itself 5,0
    bits = exposure(word_game(WORDS), [WORDS.index("crane")])
    assert bits.round(3).tolist() == [0.585] * 4 + [2.585, 2.585]


def test_the_hardest_secrets_come_first_and_no_obscurer_than_allowed():
    game = word_game(shipped_words())
    found = propose(game, max_level=35, top=200, values=kernels.values)
    needed = [one.guesses for one in found]
    assert needed == sorted(needed, reverse=True)
    assert max(one.level for one in found) <= 35
    shipped = (folder() / "english-5.zipf.txt").read_text().splitlines()
    zipf = dict(line.split("\t") for line in shipped if not line.startswith("#"))
    assert all(one.zipf == float(zipf[one.secret]) for one in found)
    everything = guesses_needed(game, values=kernels.values)
    assert needed[0] > np.quantile(everything, 0.99)

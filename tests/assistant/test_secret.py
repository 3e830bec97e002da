import naive
import numpy as np
import pytest

from jotto.assistant.secret import exposure, guesses_needed, propose
from jotto.games.lists import folder, shipped_words
from jotto.games.words import word_game

WORDS = ["hatch", "latch", "match", "patch", "crane", "slate"]


def test_the_guesses_needed_are_averaged_over_the_measures():
    games = [naive.lengths(name, WORDS, WORDS, naive.exact_elsewhere) for name in naive.MEASURES]
    expected = [sum(game[word] for game in games) / len(games) for word in WORDS]
    assert guesses_needed(word_game(WORDS)).tolist() == pytest.approx(expected)


def test_a_secret_in_a_large_part_is_little_exposed():
    # against crane: hatch, latch, match and patch score 0,2, slate 2,0, crane itself 5,0
    bits = exposure(word_game(WORDS), [WORDS.index("crane")])
    assert bits.round(3).tolist() == [0.585] * 4 + [2.585, 2.585]


def test_the_hardest_secrets_come_first_and_no_obscurer_than_allowed():
    game = word_game(shipped_words())
    found = propose(game, max_level=35, top=200)
    needed = [one.guesses for one in found]
    assert needed == sorted(needed, reverse=True)
    assert max(one.level for one in found) <= 35
    shipped = (folder() / "english-5.zipf.txt").read_text().splitlines()
    zipf = dict(line.split("\t") for line in shipped if not line.startswith("#"))
    assert all(one.zipf == float(zipf[one.secret]) for one in found)
    assert needed[0] > np.quantile(guesses_needed(game), 0.99)
    less = propose(game, max_level=35, top=200, avoid={found[0].secret})
    assert less[:-1] == found[1:]

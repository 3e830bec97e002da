import statistics

import naive
import pytest
from hypothesis import given
from strategies import lists

from jotto.analysis.evaluate import evaluate
from jotto.engine import kernels
from jotto.engine.strategies import MEASURES, one_step, values
from jotto.games.words import read_words, word_game


@given(lists(most=14))
def test_the_figures_are_those_of_every_single_game(drawn):
    game = word_game(*drawn)
    found = evaluate(game, one_step(MEASURES["entropy"], values=kernels.values))
    games = list(
        naive.lengths("entropy", game.secrets, game.guesses, naive.exact_elsewhere).values()
    )
    assert found.games == {n: games.count(n) for n in sorted(set(games))}
    assert (found.total, found.worst, found.secrets) == (sum(games), max(games), len(games))
    assert found.mean == pytest.approx(statistics.mean(games))
    assert found.sd == pytest.approx(statistics.pstdev(games))


@pytest.mark.parametrize("values", [values, kernels.values], ids=["numpy", "kernel"])
@pytest.mark.parametrize(
    ("measure", "mean", "worst"),
    [("expected-size", 4.612, 6), ("minimax", 4.714, 7), ("most-parts", 4.740, 7)],
)
def test_a_real_list_gives_its_known_figures(shared, values, measure, mean, worst):
    """2,315 secrets, guesses the same: figures measured by another program."""
    game = word_game(read_words(shared / "data" / "wordle-answers.txt"))
    found = evaluate(game, one_step(MEASURES[measure], values=values))
    assert (round(found.mean, 3), found.worst) == (mean, worst)


def test_a_longer_list_of_guesses_gives_its_known_figures(shared):
    """2,315 secrets, 12,972 guesses: figures measured by another program."""
    data = shared / "data"
    game = word_game(
        read_words(data / "wordle-answers.txt"), read_words(data / "wordle-guesses.txt")
    )
    found = evaluate(game, one_step(MEASURES["expected-size"], values=kernels.values))
    assert (len(game.guesses), round(found.mean, 3), found.worst) == (12972, 4.633, 6)

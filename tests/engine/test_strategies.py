"""Which guess is made, against the definitions; which may be made; and that games end."""

import pickle

import naive
import numpy as np
import pytest
from hypothesis import given, strategies as st
from strategies import WEIGHTS, games

import jotto
from jotto.engine import position
from jotto.engine.allowed import any_guess, hard, only_candidates
from jotto.engine.position import distinct, is_useful
from jotto.games.words import word_game
from jotto.trees.tree import Tree

STRATEGIES = (*naive.MEASURES, "most-parts+entropy", "simple", "random")
# scores among the three secrets are all 4,0; champ has 0,3 0,3 0,4 with them, crane 0,2 each
HATCHES = word_game(["hatch", "latch", "match"], ["champ", "crane"])


def test_a_random_strategy_takes_candidates_by_its_seed_and_the_position_alone():
    game = word_game(["hatch", "latch", "match", "patch"], ["champ"])
    at = jotto.start(game, "champ=0,4")  # match and patch
    seeds = [jotto.strategy("random", seed=seed) for seed in range(30)]
    first = [one(at) for one in seeds]
    assert set(first) == {"match", "patch"}
    elsewhere = [one(jotto.start(game)) for one in seeds]
    assert set(elsewhere) == set(game.secrets)
    for one, guess in reversed(list(zip(seeds, first, strict=True))):
        again = pickle.loads(pickle.dumps(one))
        assert again(jotto.start(game, ("champ", "0,4"))) == one(at) == guess
    tuples = [jotto.strategy("random", seed=(0, run))(jotto.start(game)) for run in range(30)]
    assert set(tuples) == set(game.secrets)


# --- what may be guessed ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("turns", "allow", "avoid", "left"),
    [
        ([], "all", ["hatch", "crane"], ["latch", "match", "champ"]),
        # hatch and match: champ tells them apart; latch and crane score both alike
        (["latch=4,0"], "all", ["hatch", "match"], ["latch", "champ", "crane"]),
        (["latch=4,0"], "all", ["hatch", "match", "champ"], [*HATCHES.guesses]),
        (["hatch=5,0"], "all", ["hatch"], [*HATCHES.guesses]),
        (["champ=0,3"], "candidates", ["hatch"], ["latch"]),  # hatch and latch
        (["champ=0,3", "latch=4,0"], "candidates", ["hatch"], ["hatch"]),
    ],
)
def test_guesses_to_avoid_are_not_allowed_while_others_are_useful(turns, allow, avoid, left):
    at = jotto.start(HATCHES, *turns)
    may = jotto.strategy(allow=allow, avoid=avoid).allowed(at)
    assert [HATCHES.guesses[guess] for guess in np.flatnonzero(may)] == left
    assert not is_useful(at, np.zeros(5, bool))


@given(
    st.sampled_from(STRATEGIES),
    st.sampled_from([any_guess, only_candidates, hard]),
    games(most=12, rule="colours") | games(most=12, rule="colours", weights=WEIGHTS),
    st.data(),
)
def test_games_end_and_every_guess_is_allowed_and_useful(name, allow, game, data):
    """Whatever is avoided; no guess is made that neither wins nor tells candidates apart."""
    avoid = data.draw(st.sets(st.sampled_from(game.guesses)))
    strategy = jotto.strategy(name, allow=allow, avoid=avoid)
    score = naive.RULES[game.rule.name]
    waiting = [jotto.start(game)]
    while waiting:
        at = waiting.pop()
        guess = strategy(at)
        may = strategy.allowed(at)
        parts = naive.partition(at.candidates, guess, score)
        assert len(parts) > 1 or guess in at.candidates
        if strategy.measures or may[game.guess_of[at.left]].any():
            assert may[game.index(guess)]
        waiting += [at.after(guess, text) for text in parts if text != game.rule.texts[-1]]
    assert jotto.evaluate(game, strategy).each.min() >= 1


# --- symmetry -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "name"),
    [
        ("mastermind:3x4", "entropy"),
        ("mastermind:3x5:distinct", "minimax"),
        ("bulls-and-cows:3x5", "most-parts"),
    ],
)
def test_symmetry_spares_work_and_changes_nothing(game, name, monkeypatch):
    played = jotto.named(game)
    trees = []
    for pays in (0, 1 << 60):
        monkeypatch.setattr(position, "SYMMETRY_PAYS", pays)
        trees.append(Tree.grow(played, name).root)
    assert trees[0] == trees[1]
    assert len(distinct(played, ())) < len(played.guesses) / 3

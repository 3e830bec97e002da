"""What a strategy costs: the core, a walk and the definitions must give the same guesses."""

import statistics

import naive
import numpy as np
import pytest
from hypothesis import given, strategies as st
from strategies import WEIGHTS, games, lengths_by_definition, words

import jotto
from jotto.engine.lengths import Lengths
from jotto.errors import GameError
from jotto.games.words import common, read_words, shipped_words, word_game
from jotto.trees.formats import Node
from jotto.trees.tree import Tree

ROADS = ("walked", "core")  # position by position, or in one call


def evaluated(road, *given):
    with pytest.MonkeyPatch.context() as patch:
        if road == "walked":
            patch.setattr("jotto.engine.position.Strategy.measure", None)
            patch.setattr("jotto.engine.position.Strategy.free", False)
        return jotto.evaluate(*given)


@given(
    st.sampled_from([*naive.MEASURES]),
    games(most=20) | games(most=20, weights=WEIGHTS),
    st.data(),
)
def test_every_secret_takes_the_guesses_of_the_definition(name, game, data):
    """With openings, listed or not, from the start and from the middle of a game."""
    some = st.sampled_from(game.guesses) | words(len(game.secrets[0]))
    opening = data.draw(st.lists(some, max_size=2))
    strategy, at = jotto.strategy(name, opening=opening), jotto.start(game)
    positions = [at]
    guess = opening[0] if opening else data.draw(st.sampled_from(game.guesses))
    positions += [at.after(guess, text) for text in at.partition(guess)]
    for at in positions:
        if at.won:
            continue
        expected = lengths_by_definition(name, at, opening[len(at.turns) :])
        for road in ROADS:
            assert evaluated(road, at, strategy).each.tolist() == expected


CUBES = lambda words: np.arange(1, len(words) + 1) ** 3  # noqa: E731
PRIORS = None, common, CUBES, None


@pytest.mark.parametrize(("rule", "prior"), [*zip(naive.RULES, PRIORS, strict=True)])
@pytest.mark.parametrize("name", naive.MEASURES)
def test_a_long_list_is_compiled_as_it_is_walked(name, rule, prior):
    """Sets of hundreds, which the definition takes too long for."""
    game = word_game(shipped_words()[::18], shipped_words()[::14], rule=rule, prior=prior)
    for opening in [(), (game.guesses[5],), (game.guesses[700], game.guesses[3])]:
        strategy = jotto.strategy(name, opening=opening)
        one, other = (evaluated(road, game, strategy) for road in ROADS)
        assert one.each.tolist() == other.each.tolist()


@given(games(most=14, weights=WEIGHTS))
def test_the_figures_are_those_of_every_single_game(game):
    """A prior counts in the weighted ones alone."""
    found = jotto.evaluate(game)
    games = lengths_by_definition("entropy", jotto.start(game))
    pairs = list(zip(games, game.prior.tolist(), strict=True))
    assert found.games == {n: games.count(n) for n in sorted(set(games))}
    assert (found.total, found.worst, len(found)) == (sum(games), max(games), len(games))
    assert found.mean == pytest.approx(statistics.mean(games))
    assert found.sd == pytest.approx(statistics.pstdev(games))
    assert found.weighted_total == sum(length * weight for length, weight in pairs)
    assert found.prior_mean == pytest.approx(found.weighted_total / sum(w for _, w in pairs))


def test_games_of_other_secrets_have_no_difference():
    """As many, but others; fewer of the same; several games for each."""
    hatches = word_game(["hatch", "latch", "match"])
    found = jotto.evaluate(hatches)
    twin = word_game(hatches.secrets, ["zzzzz"])  # of the same secrets
    assert (found - jotto.evaluate(twin, "simple")).tolist() == [0, 0, 0]
    others = [word_game(["hatch", "latch", "patch"]), jotto.start(hatches, "hatch=4,0")]
    for other in [*map(jotto.evaluate, others), Lengths.of_runs([found, found])]:
        for one, two in ((found, other), (other, found)):
            with pytest.raises(GameError, match="over the same secrets"):
                _ = one - two


def test_runs_of_a_strategy_left_to_chance_are_counted_together():
    game = word_game(["hatch", "latch", "match"], prior=lambda _: np.array([1, 2, 5]))
    runs = [jotto.evaluate(game, jotto.strategy("simple", opening=game.secrets[n])) for n in (0, 2)]
    found = Lengths.of_runs(runs)  # hatch, latch, match; match, hatch, latch
    assert (len(found), found.runs, found.total, found.games) == (3, 2, 12, {1: 2, 2: 2, 3: 2})
    weights = 1 * (1 + 2) + 2 * (2 + 3) + 5 * (3 + 1)
    assert found.prior_mean == weights / 16
    assert repr(found) == "Lengths(3 secrets, 2 runs: mean 2.0000, worst 3)"


def test_a_strategy_that_tells_one_candidate_apart_a_hundred_times_is_not_stuck():
    game = jotto.words([chr(0x4E00 + number) for number in range(104)])
    assert jotto.evaluate(game).games == dict.fromkeys(range(1, 105), 1)


# --- figures measured by other programs ---------------------------------------------------------


@pytest.mark.parametrize(
    ("lists", "measure", "mean", "worst"),
    [
        (["answers"], "expected-size", 4.612, 6),
        (["answers"], "minimax", 4.714, 7),
        (["answers"], "most-parts", 4.740, 7),
        (["answers", "guesses"], "expected-size", 4.633, 6),
    ],
)
def test_real_lists_give_their_known_figures(shared, lists, measure, mean, worst):
    """2,315 secrets, guesses the same or 12,972: figures measured by another program."""
    game = word_game(*(read_words(shared / f"data/wordle-{name}.txt") for name in lists))
    assert len(game.guesses) == {1: 2315, 2: 12972}[len(lists)]
    found = jotto.evaluate(game, measure)
    assert (round(found.mean, 3), found.worst) == (mean, worst)


@pytest.mark.parametrize("opening", [(), ("zesty",), ("qqqqq",)])
def test_a_tree_that_ends_early_is_followed_and_then_the_measure(opening):
    listed = jotto.words().secrets[::20]
    game = word_game([*listed, "zesty"])
    root = Node(game.index(listed[7]))
    root.below[game.rule.read("0,1")] = Node(game.index(listed[50]))
    strategy = jotto.strategy(opening=opening, tree=Tree(jotto.start(game), root))
    found = dict(zip(game.secrets, jotto.evaluate(game, strategy).each.tolist(), strict=True))
    for secret in game.secrets[::11]:
        at = jotto.start(game)
        while not at.won:
            guess = opening[len(at.turns)] if len(at.turns) < len(opening) else strategy(at)
            at = at.after(guess, game.score(guess, secret))
        assert found[secret] == len(at.turns)


def test_a_guess_of_a_tree_that_is_not_allowed_is_not_followed():
    """After bat all others score 2,0, and so do hat and mat after cat."""
    game = word_game(["bat", "cat", "hat", "mat"], ["chm"])
    tree = Tree(jotto.start(game), Node(game.index("chm")))
    strategy = jotto.strategy("minimax", tree=tree, allow="candidates")
    assert jotto.evaluate(game, strategy).each.tolist() == [1, 2, 3, 4]
    assert jotto.evaluate(game, jotto.strategy("minimax", tree=tree)).games == {2: 3, 3: 1}


def test_games_of_boards_that_were_drawn_say_their_seed_and_the_interval_of_their_mean():
    at = jotto.boards(jotto.words(["hatch", "latch", "match", "patch", "crane"]), 2)
    told = jotto.evaluate(at, games=20, seed=3).to_dict()
    each = [int(guesses) for guesses, times in told["games"].items() for _ in range(times)]
    assert (len(each), told["boards"], told["exact"], told["seed"]) == (20, 2, False, 3)
    assert told["interval"] == pytest.approx(1.96 * statistics.pstdev(each) / 20**0.5)
    assert told["interval"] > 0

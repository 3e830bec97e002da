import naive
import pytest

import jotto
from jotto.assistant.keeper import Keeper, keeper_of_any
from jotto.games.words import word_game


def test_a_kept_secret_is_scored_as_the_rule_says():
    keeper = Keeper(jotto.start(word_game(["hatch", "latch", "match"], ["champ"])), "latch")
    guesses = ["champ", "hatch", "witch", "latch"]
    for guess in guesses:
        keeper = keeper.answered(guess)
    expected = [(guess, naive.exact_elsewhere(guess, "latch")) for guess in guesses]
    assert list(keeper.at.turns) == expected
    assert keeper.at.won
    assert list(keeper.undone().at.turns) == expected[:-1]


def test_an_adversary_always_leaves_most_and_the_first_score_among_equals():
    game = jotto.named("mastermind:3x4")
    keeper, left = Keeper(jotto.start(game), None), list(game.secrets)
    for guess in ("012", "333", "001", "120", "210"):
        parts = naive.partition(left, guess, naive.exact_elsewhere)
        most = max(map(len, parts.values()))
        texts = [text for text in game.rule.texts if len(parts.get(text, ())) == most]
        keeper = keeper.answered(guess)
        assert keeper.at.turns[-1] == (guess, texts[0])
        left = parts[texts[0]]
        assert list(keeper.at.candidates) == left


def test_a_cornered_adversary_admits_the_win():
    assert Keeper(jotto.start(word_game(["hatch"])), None).answered("hatch").at.won


@pytest.mark.parametrize("seed", [0, 1, 7])
def test_the_same_seed_keeps_the_same_secret(seed):
    game = jotto.named("mastermind:4x6")
    assert keeper_of_any(game, seed).secret == keeper_of_any(game, seed).secret
    assert len({keeper_of_any(game, n).secret for n in range(20)}) > 15


def test_a_word_to_avoid_is_drawn_only_where_there_is_no_other():
    game = word_game(["hatch", "latch", "match"], ["crane"])
    avoid = {"hatch", "match", "crane"}
    assert {keeper_of_any(game, seed, avoid).secret for seed in range(9)} == {"latch"}
    assert keeper_of_any(game, 0, set(game.guesses)).secret in game.secrets

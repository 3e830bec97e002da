import naive
import numpy as np
import pytest

from jotto.assistant.keeper import Keeper, keeper_of_any
from jotto.games.registry import game_named
from jotto.games.words import word_game


def test_a_kept_secret_is_scored_as_the_rule_says():
    game = word_game(["hatch", "latch", "match"], ["champ"])
    keeper = Keeper(game, 1)
    for guess in ("champ", "hatch", "witch", "latch"):
        keeper = keeper.answered(guess)
        text = game.rule.texts[keeper.turns[-1].code]
        assert text == naive.exact_elsewhere(guess, "latch")
    assert keeper.found


def test_an_adversary_always_leaves_most_and_the_first_score_among_equals():
    game = game_named("mastermind:3x4")
    keeper = Keeper(game, None)
    left = list(game.secrets)
    for guess in ("012", "333", "001", "120", "210"):
        parts = naive.partition(left, guess, naive.exact_elsewhere)
        most = max(map(len, parts.values()))
        texts = [text for text in game.rule.texts if len(parts.get(text, ())) == most]
        keeper = keeper.answered(guess)
        assert game.rule.texts[keeper.turns[-1].code] == texts[0]
        left = parts[texts[0]]
        assert [game.secrets[i] for i in keeper.candidates] == left


def test_a_cornered_adversary_admits_the_win():
    keeper = Keeper(word_game(["hatch"]), None).answered("hatch")
    assert keeper.found


@pytest.mark.parametrize("seed", [0, 1, 7])
def test_the_same_seed_keeps_the_same_secret(seed):
    game = game_named("mastermind:4x6")
    assert keeper_of_any(game, seed).secret == keeper_of_any(game, seed).secret
    assert len({keeper_of_any(game, n).secret for n in range(20)}) > 15


def test_an_unsaid_word_is_drawn_only_where_there_is_no_other():
    game = word_game(["hatch", "latch", "match"], ["crane"])
    unsaid = np.array([True, False, True, True])
    assert {keeper_of_any(game, seed, unsaid).secret for seed in range(9)} == {1}
    assert keeper_of_any(game, 0, np.ones(4, bool)).secret in range(3)

from functools import partial

import naive
import pytest
from hypothesis import given
from strategies import lists

from jotto.engine.strategies import MEASURES, one_step, with_opening
from jotto.engine.tree import (
    Node,
    distribution,
    games,
    grow,
    lengths,
    path,
    walk,
    worst_game,
)
from jotto.errors import ContradictionError, GameError
from jotto.games.words import word_game


@pytest.mark.parametrize("measure", MEASURES)
@given(drawn=lists(most=14))
def test_every_secret_takes_the_guesses_of_the_definition(measure, drawn):
    game = word_game(*drawn)
    found = lengths(grow(game, one_step(MEASURES[measure])))
    expected = naive.lengths(measure, game.secrets, game.guesses, naive.exact_elsewhere)
    assert dict(zip(game.secrets, found.tolist(), strict=True)) == expected


@given(lists(most=14))
def test_a_fixed_opening_is_played_whatever_the_score(drawn):
    game = word_game(*drawn)
    opening = [len(game.guesses) - 1, 0]
    found = lengths(grow(game, with_opening(opening, one_step(MEASURES["entropy"]))))
    words = [game.guesses[g] for g in opening]
    expected = naive.lengths(
        "entropy", game.secrets, game.guesses, naive.exact_elsewhere, opening=words
    )
    assert dict(zip(game.secrets, found.tolist(), strict=True)) == expected


@given(lists())
def test_a_path_is_as_long_as_the_tree_says_and_ends_in_the_win(drawn):
    game = word_game(*drawn)
    root = grow(game, one_step(MEASURES["entropy"]))
    for secret, length in enumerate(lengths(root).tolist()):
        turns = list(path(root, partial(game.rule.score, secret=game.secrets[secret])))
        assert len(turns) == length
        assert turns[-1][0] == game.secrets[secret]
        assert [code == game.rule.win for _, code, _ in turns] == [False] * (length - 1) + [True]


def test_a_node_is_computed_when_visited_and_only_then():
    game = word_game(["hatch", "latch", "match", "patch", "watch"])
    asked = []

    def spy(game, candidates, history):
        asked.append(candidates.tolist())
        return one_step(MEASURES["entropy"])(game, candidates, history)

    root = grow(game, spy)
    assert asked == []
    _ = root.branches
    assert asked == [[0, 1, 2, 3, 4]]
    list(path(root, partial(game.rule.score, secret="match")))
    assert asked == [[0, 1, 2, 3, 4], [1, 2, 3, 4], [2, 3, 4]]


def test_a_strategy_that_never_learns_is_stopped():
    game = word_game(["abc", "abd"], ["xyz"])
    with pytest.raises(GameError, match="stuck: 'xyz'"):
        lengths(grow(game, lambda game, candidates, history: 2))


def test_walking_visits_every_part_once():
    game = word_game(["hatch", "latch", "match"])
    nodes = list(walk(grow(game, one_step(MEASURES["entropy"]))))
    assert [node.candidates.tolist() for node in nodes] == [[0, 1, 2], [1, 2], [2]]
    assert all(isinstance(node, Node) for node in nodes)


def test_a_scorer_that_contradicts_itself_is_told_at_its_turn():
    game = word_game(["hatch", "latch", "match"])
    root = grow(game, one_step(MEASURES["entropy"]))
    answers = iter(["4,0", "0,0"])
    with pytest.raises(ContradictionError, match=r"turn 2 \(latch=0,0\)"):
        list(path(root, lambda guess: game.rule.read(next(answers))))


@given(lists(most=14))
def test_every_game_is_listed_once_and_the_longest_is_among_them(drawn):
    game = word_game(*drawn)
    expected = naive.lengths("minimax", game.secrets, game.guesses, naive.exact_elsewhere)
    root = grow(game, one_step(MEASURES["minimax"]))
    played = {game.secrets[secret]: len(guesses) for secret, guesses in games(root)}
    assert played == expected
    secret, guesses = worst_game(root)
    assert len(guesses) == max(expected.values())
    assert game.guesses[guesses[-1]] == game.secrets[secret]
    counts = list(expected.values())
    assert distribution(root) == {n: counts.count(n) for n in sorted(set(counts))}

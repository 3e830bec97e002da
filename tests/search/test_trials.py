"""Hard mode and both aims: published totals, the rule in files; scripts/trials tries more."""

import pytest

import jotto
from jotto.errors import GameError
from jotto.games.words import read_words, word_game
from jotto.trees.tree import Claim, Tree

FAMILY = ["batch", "catch", "hatch", "latch", "match", "patch"]


@pytest.mark.full
@pytest.mark.parametrize(
    ("opening", "most", "total"),
    [("salet", 6, 8122), ("least", 6, 8127), ("palet", 5, 8206)],  # Selby 2022
)
def test_hard_mode_has_the_published_least_totals(shared, opening, most, total):
    lists = (read_words(shared / f"data/wordle-{name}.txt") for name in ("answers", "guesses"))
    options = {"allow": "hard", "opening": opening, "max_guesses": most}
    tree = jotto.solve(word_game(*lists, rule="colours"), **options)
    assert (tree.lengths.total, tree.lengths.worst, tree.proved) == (total, most, True)
    assert tree.verify() == []


def test_a_tree_of_hard_mode_is_checked_for_hints_left_out(tmp_path):
    game = word_game(FAMILY, ["blimp", "chump"], rule="colours")
    at = jotto.start(game, "batch=BGGGG")
    tree = jotto.solve(at, allow="hard")
    assert (tree.claim.scope, tree.lengths.worst) == ("trees that use every hint", 5)
    tree.save(tmp_path / "tree")
    assert Tree.load(tmp_path / "tree", game).verify() == []
    easy = jotto.solve(at)
    assert easy.guess in ("blimp", "chump")
    wrong = Tree(at, easy.root, Claim(allow="hard")).verify()
    assert wrong == [f"allow: {easy.guess!r} is guessed, which leaves a hint out"]
    with pytest.raises(GameError, match="'blimp' may not be guessed: it leaves a hint out"):
        jotto.solve(at, allow="hard", opening="blimp")


def test_of_equal_totals_the_tree_of_the_shorter_longest_game_is_returned():
    """alex1770/wordle#10; bumpy, then dumpy and jumpy, is worth as much."""
    tree = jotto.solve(word_game(["bumpy", "dumpy", "jumpy"], ["jibed"], rule="colours"))
    assert (tree.guess, tree.lengths.total, tree.lengths.worst) == ("jibed", 6, 2)


@pytest.mark.parametrize("aim", ["worst", "mean,worst"])
def test_a_beam_follows_the_aim_and_proves_nothing(aim):
    tree = jotto.solve(jotto.named("mastermind:4x6"), aim=aim, beam=10)
    assert (tree.lengths.worst, tree.lengths.total >= 5626) == (5, True)  # no total below has five
    assert (tree.claim.aim, tree.proved) == ("mean", False)

"""Trees as values: grown, followed, played and shown."""

from dataclasses import replace

import pytest
from hypothesis import given, strategies as st
from strategies import games

import jotto
from jotto.errors import GameError
from jotto.games.words import word_game
from jotto.trees.tree import Tree

# bat, cat, hat, mat and chm: see tests/cli/lists.py for their scores, worked out by eye
FAMILY = word_game(["bat", "cat", "hat", "mat"], ["chm"])


@given(game=games(most=14), data=st.data())
def test_who_follows_a_tree_plays_it(game, data):
    """Also from a position on, to which it leads."""
    at = jotto.start(game)
    guess = data.draw(st.sampled_from(game.guesses))
    after = (at.after(guess, text) for text in at.partition(guess))
    at = data.draw(st.sampled_from([at, *(each for each in after if not each.won)]))
    tree = Tree.grow(at, "minimax")
    follow = jotto.strategy("tree", tree=tree)
    assert jotto.evaluate(at, follow).each.tolist() == tree.lengths.each.tolist()
    if at.turns:
        assert follow(jotto.start(game)) == guess


def test_a_position_the_tree_does_not_know_is_an_error_or_another_strategy():
    tree = Tree.grow(FAMILY)  # chm, then hat where mat is left too
    at = jotto.start(FAMILY, "bat=2,0")
    with pytest.raises(GameError, match="has no allowed guess after bat=2,0"):
        jotto.strategy("tree", tree=tree)(at)
    assert jotto.strategy("simple", tree=tree)(at) == "cat"
    assert [one.guess for one in at.rank(jotto.strategy("simple", tree=tree))] == ["cat"]
    for turns in (["zzz=0,0"], ["chm=0,1", "zzz=0,0"]):
        unknown = jotto.start(FAMILY, *turns)
        assert tree.guess_at(unknown) == -1
        assert jotto.strategy("simple", tree=tree)(unknown) == unknown.candidates[0]
    assert tree.guess_at(jotto.start(FAMILY, "chm=0,1", "hat=3,0")) == -1


def test_a_tree_from_a_position_knows_the_way_to_it_and_no_other():
    below = Tree.grow(FAMILY).branches["0,1"]
    assert below.at.turns == (("chm", "0,1"),)
    assert below.guess_at(jotto.start(FAMILY)) == FAMILY.index("chm")
    assert below.guess_at(below.at) == FAMILY.index("hat")
    for turns in (["chm=1,0"], ["bat=2,0"], ["bat=2,0", "chm=0,1"]):
        assert below.guess_at(jotto.start(FAMILY, *turns)) == -1


def test_where_a_tree_ends_its_measure_decides_or_entropy():
    tree = Tree.grow(FAMILY)
    for name, after in (("minimax", "minimax"), ("simple", "entropy"), ("tree", "entropy")):
        assert jotto.strategy(name, tree=tree).without_tree() == jotto.strategy(after)


def test_a_guess_that_is_not_allowed_is_not_made():
    tree = Tree.grow(FAMILY)
    for limits in ({"allow": "candidates"}, {"avoid": ["chm"]}):
        assert jotto.strategy("simple", tree=tree, **limits)(jotto.start(FAMILY)) == "bat"


def test_a_tree_is_followed_when_a_word_was_refused():
    tree = Tree.grow(FAMILY)
    follow = jotto.strategy("simple", tree=tree)
    assert follow(jotto.start(FAMILY.without("bat"))) == "chm"
    assert follow(jotto.start(FAMILY.without("bat"), "chm=0,1")) == "hat"
    assert follow(jotto.start(FAMILY.without("chm"))) == "bat"


def test_a_tree_is_shown_as_deep_as_asked(capsys):
    tree = jotto.solve(FAMILY)
    tree.show(1)
    assert capsys.readouterr().out == "chm  (4)\n"
    tree.show(9)
    assert capsys.readouterr().out.splitlines() == [
        "chm  (4)",
        "  0,0: bat  (1)",
        "  0,1: hat  (2)",
        "    2,0: mat  (1)",
        "  1,0: cat  (1)",
    ]
    assert repr(tree) == "Tree('chm', 4 secrets, proved)"


@pytest.mark.parametrize(
    ("aim", "most", "bound", "proved", "wrong"),
    [  # claim finds two of three within 2 guesses, and all four with 2 + 2 + 2 + 3
        ("within:2", 3, None, True, []),
        ("within:2,mean", 3, 9, True, []),
        ("within:2", 4, None, False, []),
        ("within:2", 2, None, False, ["most_found: 2 is below the 3 that"]),
        ("within:2", 5, None, False, ["most_found: 5 is above 4, which is all"]),
        ("within:2", 4, None, True, ["proved: the tree finds 3 within 2 guesses, not the"]),
        ("within:2", None, None, True, ["proved: the tree finds 3 within 2 guesses, not the"]),
        ("within:2", 3, 9, True, ["lower_bound: the aim within:2 makes no claim of totals"]),
        ("within:2,mean", 3, 8, True, ["proved: the lower_bound 8 is not the total 9"]),
        ("within:2,mean", 3, 10, False, ["lower_bound: 10 is above the total 9"]),
        ("within:2,mean", 4, 9, False, ["lower_bound: it is about trees that find 4"]),
        ("mean", 4, 9, True, ["most_found: the aim mean counts no secrets"]),
    ],
)
def test_false_claims_of_what_is_found_are_told(aim, most, bound, proved, wrong, tmp_path):
    game = jotto.words(["hatch", "latch", "match", "catch"], ["claim"])
    claim = jotto.Claim(aim, most_found=most, lower_bound=bound, proved=proved)
    tree = replace(jotto.Tree.grow(game, jotto.strategy(opening="claim")), claim=claim)
    assert tree.lengths.games == {2: 3, 3: 1}
    tree.save(tmp_path / "tree.json")
    loaded = jotto.Tree.load(tmp_path / "tree.json", game)
    assert loaded == tree
    for lines in (tree.verify(), loaded.verify()):
        assert [line[: len(start)] for line, start in zip(lines, wrong, strict=True)] == wrong

"""Trees in files: what they say, what is refused, and what is found to be false in them."""

import json

import naive
import numpy as np
import pytest
from hypothesis import given, strategies as st
from strategies import games

import jotto
from jotto.engine.game import Rule, game_of
from jotto.errors import FileError, GameError
from jotto.games.words import word_game
from jotto.trees.formats import DEEPEST, Node
from jotto.trees.tree import Tree

# bat, cat, hat, mat and chm: see tests/cli/lists.py for their scores, worked out by eye
FAMILY = word_game(["bat", "cat", "hat", "mat"], ["chm"])
KINDS = ["json", "txt"]  # a tree as JSON, and as columns


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    """Where files of a kind are."""
    folder = tmp_path_factory.mktemp("trees")
    return lambda kind: folder / f"tree.{kind}"


@pytest.fixture(scope="module")
def read(path):
    """Read text as the tree of a game."""

    def read(text, game):
        path("json").write_text(text, encoding="utf-8")
        return Tree.load(path("json"), game)

    return read


@pytest.fixture(scope="module")
def written(path):
    """Write a tree and return the text of its file."""

    def written(tree, kind="json"):
        tree.save(path(kind))
        return path(kind).read_text(encoding="utf-8")

    return written


def test_a_file_tells_its_game_and_figures_then_a_node_a_line(written):
    head, nodes = written(Tree.grow(FAMILY)).split('"tree":\n')
    assert nodes.count("\n") == 6
    about = {"format": 2, "game": "words", "rule": "exact-elsewhere", "key": FAMILY.key}
    figures = {"turns": [], "secrets": 4, "total": 9, "mean": 2.25, "worst": 3, "proved": False}
    missing = "aim", "allow", "opening", "max_guesses", "lower_bound", "prior", "weighted_total"
    assert json.loads(head.rstrip(",\n") + "}") == about | figures | dict.fromkeys(missing)


def test_a_file_tells_a_total_under_a_prior(written):
    """After bat all others score 2,0, and so do hat and mat after cat."""
    game = word_game(FAMILY.secrets, ["chm"], prior=lambda _: np.array([1, 2, 3, 4]))
    told = json.loads(written(Tree.grow(game, "simple")))
    assert (told["total"], told["weighted_total"]) == (1 + 2 + 3 + 4, 1 + 4 + 9 + 16)
    assert told["prior"] == game.prior_key


def test_a_file_that_cannot_be_written_is_named(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(FileError, match=r"file/t.json.*cannot be written"):
        Tree.grow(FAMILY).save(tmp_path / "file" / "t.json")
    with pytest.raises(FileError, match=r"none/t.json.*cannot be written: No such file"):
        Tree.grow(FAMILY).save(tmp_path / "none" / "t.json")
    assert not (tmp_path / "none").exists()


# --- depth --------------------------------------------------------------------------------------


def guessing_game(n):
    """Numbers of which a guess tells nothing but whether it is the secret."""
    rule = Rule("right-or-wrong", ("no", "yes"), right_or_wrong)
    return game_of(range(n), (), rule, int)


def right_or_wrong(guesses, secrets):
    return np.equal.outer(np.array(guesses), np.array(secrets)).astype(np.uint8)


@pytest.mark.parametrize("kind", KINDS)
def test_a_tree_as_deep_as_a_file_may_be_is_read_back(path, written, kind):
    game = guessing_game(DEEPEST)
    written(Tree.grow(game, "simple"), kind)
    assert Tree.load(path(kind), game).lengths.worst == DEEPEST


@pytest.mark.parametrize("kind", KINDS)
def test_a_deeper_tree_is_neither_grown_nor_written(path, kind):
    node, game = Node(DEEPEST), guessing_game(DEEPEST + 1)
    for guess in reversed(range(DEEPEST)):
        node = Node(guess, {0: node})
    for act in (
        lambda: Tree.grow(game, "simple"),
        lambda: Tree(jotto.start(game), node).save(path(kind)),
    ):
        with pytest.raises(GameError, match="over 200 guesses"):
            act()


# --- files that are refused ---------------------------------------------------------------------


@pytest.fixture(scope="module")
def family_file(written):
    """The file of a small tree, with other fields."""
    fields = json.loads(written(Tree.grow(FAMILY)))
    return lambda **changed: json.dumps(fields | changed)


HAT = {"guess": "hat", "branches": {"2,0": "mat"}}


def chm(branches):
    return {"tree": {"guess": "chm", "branches": branches}}


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"format": 3}, "its format is '3'; this jotto reads formats 1 and 2"),
        ({"lower_bund": 9}, "'lower_bund' is not a field of format 2"),
        ({"rule": "jots"}, "is for the rule 'jots', this game has exact-elsewhere"),
        ({"rule": None}, "'rule' is missing; it must be text"),
        ({"key": "0" * 32}, "was made for other lists"),
        ({"total": "9"}, "'total' is '9'; it must be a whole number"),
        ({"total": 10**40}, "'total' is too large for a number of guesses"),
        ({"mean": 10**400}, "'mean' is too large for a number of guesses"),
        ({"proved": 1}, "'proved' is '1'; it must be true or false"),
        ({"prior": "ab", "weighted_total": None}, "'weighted_total' is missing"),
        ({"turns": {}}, "'turns' is an object of other fields; it must be list"),
        ({"turns": ["chm=0,1"]}, "'chm=0,1' is not a turn [guess, score]"),
        ({"turns": [["chm", "9,9"]]}, "turn 1: score '9,9'"),
        ({"tree": [1]}, "not a list"),
        ({"tree": {"guess": "chm"}}, "not an object of other fields"),
        ({"tree": "chn"}, "'chn' is not an allowed guess"),
        ({"tree": "ch4"}, "'ch4': '4' is not a letter"),
        (chm({"0,9": "hat"}), "chm: score '0,9'"),
        (chm({"01": "hat"}), "chm: write its score '01' as '0,1'"),
        (chm({"3,0": "hat"}), "nothing can come after the win"),
        (chm({"0,1": HAT | {"guess": "rat"}}), "after chm=0,1: 'rat' is not an allowed guess"),
        (chm({"0,1": HAT | {"branches": {"2,0": 7}}}), "after chm=0,1 hat=2,0: a node must be"),
        ("", "is empty"),
        ("{", "line 1 is damaged or cut off"),
        ('{"format": 1,\n"game": "words",\n"ru', "line 3 is damaged or cut off"),
        ('{"format": 1, "total": NaN}', "NaN is not a number"),
        ('{"format": 1, "total": ' + "9" * 5000 + "}", "Exceeds the limit"),
        ('{"0,1": {"guess": "hat"}, "0,1": "mat"}', "'0,1' appears twice in one object: 'mat'"),
        ('{"tree":' * 500_000, "is nested too deep"),
        ("{}", "its format is nothing"),
        ("[1]", "line 1: '[1]': '[' is not a letter"),
        ("\x7fELF\x02\x01\x00", "line 1: "),
        # columns
        ("chm 0,02 bat 3,02", "line 1: '0,02' must be a score and 1, the turn's number"),
        ("chm 0,01 bat", "line 1: the line must end with the win, not 'bat'"),
        ("chm 0,01 bat 3,02 cat", "line 1: nothing can come after the win: 'cat'"),
        ("chm 0,01 bat 2,02", "line 1: the line must end with the win, not '2,02'"),
        ("  chm 0,01 bat 3,02", "line 1: the first line must begin with the first guess"),
        ("chm 0,01 bat 3,02\n   0,11 hat 3,02", "line 2: '0,11' is not below a score"),
        ("chm 0,01 bat 3,02\n    0,01 hat 3,02", "line 2: score '0,0' appears twice here"),
        ("chm 0,01 bat 3,02\n\n    9,91 hat 3,02", "line 3: score '9,9'"),
        ("chm 0,01 rat 3,02", "line 1: 'rat' is not an allowed guess"),
    ],
)
def test_a_file_that_is_no_tree_of_this_game_is_refused(read, family_file, changed, message):
    text = changed if isinstance(changed, str) else family_file(**changed)
    with pytest.raises(FileError) as raised:
        read(text, FAMILY)
    assert message in str(raised.value)
    place = message.partition(": ")[0]
    if isinstance(changed, dict):
        assert raised.value.where == (place if place.startswith("after ") else "")


def test_the_line_that_is_not_text_is_counted_from_the_first(path):
    path("json").write_bytes(b"\n\xff")
    with pytest.raises(FileError, match="line 2: not text in UTF-8"):
        Tree.load(path("json"), FAMILY)


# --- columns --------------------------------------------------------------------------------------


def test_scores_in_columns_are_sorted_as_text(written):
    game = word_game(["ab", "cb", "ba"], rule="colours")
    lines = written(Tree.grow(game, "simple"), "txt").splitlines()
    assert lines == ["ab BG1 cb GG2", "   GG1", "   YY1 ba GG2"]


def test_a_first_guess_that_tells_nothing_is_no_turn_before_the_tree(path):
    """A turn before a tree has one score where others are possible; mat scores both words 2,0."""
    path("txt").write_text(f"mat 2,01 bat 3,02\n{' ' * 13}2,02 hat 3,03\n")
    tree = Tree.load(path("txt"), word_game(["bat", "hat"], ["mat"]))
    assert (tree.at.turns, tree.guess, tree.verify()) == ((), "mat", [])
    assert tree.lengths.each.tolist() == [2, 3]


def test_a_score_that_no_secret_has_is_no_turn_before_the_tree(path):
    path("txt").write_text("chm 2,01 bat 3,02\n")
    tree = Tree.load(path("txt"), FAMILY)
    assert (tree.at.turns, tree.guess) == ((), "chm")
    assert "no secret leads to the guess after chm=2,0" in tree.verify()


# --- verifying ----------------------------------------------------------------------------------


@given(game=games(most=14), data=st.data())
def test_without_a_branch_those_secrets_are_lost_that_have_its_score(read, written, game, data):
    fields = json.loads(written(Tree.grow(game)))
    if isinstance(fields["tree"], str):
        return
    first, branches = fields["tree"]["guess"], fields["tree"]["branches"]
    dropped = data.draw(st.sampled_from(sorted(branches)))
    del branches[dropped]
    tree = read(json.dumps(fields), game)
    parts = naive.partition(game.secrets, first, naive.RULES[game.rule.name])
    after = f"no guess after {first}={dropped}"
    lost = {f"{secret!r} is not found: {after}" for secret in parts[dropped]}
    wrong = tree.verify()
    assert {text for text in wrong if "is not found" in text} == lost
    assert any(text.startswith("total: ") for text in wrong)
    with pytest.raises(GameError, match="does not find"):
        _ = tree.lengths


def test_turns_that_no_secret_agrees_with_are_a_contradiction(read, family_file):
    with pytest.raises(FileError, match=r"No word fits BAT 0,0"):
        read(family_file(turns=[["bat", "0,0"]]), FAMILY)


def test_a_tree_in_columns_comes_back_or_is_refused(tmp_path):
    """Columns do not say where the turns before a tree end: those that tell nothing are lost."""
    game = jotto.words(["hatch", "latch", "match", "patch", "crane"], ["mlpxx"])
    path = tmp_path / "tree.txt"
    for turns, shown in (
        ([], True),
        (["crane=0,2"], True),
        (["crane=0,2", "mlpxx=0,0"], True),
        (["crane=0,2", "crane=0,2"], False),
        (["crane=0,2", "mlpxx=0,0", "xxxxx=0,0"], False),
        (["xxxxx=0,0", "crane=0,2"], False),
    ):
        tree = jotto.solve(jotto.start(game, *turns))
        if shown:
            tree.save(path)
            again = jotto.Tree.load(path, game)
            assert (again.at, again.root) == (tree.at, tree.root)
        else:
            with pytest.raises(jotto.GameError, match="tells nothing; write JSON"):
                tree.save(path)


def test_a_tree_that_columns_cannot_hold_is_refused_before_it_is_searched(tmp_path):
    game = jotto.words(["hatch", "latch", "match"])
    at = jotto.start(game, "xxxxx=0,0")
    with pytest.raises(jotto.GameError, match="xxxxx=0,0 tells nothing"):
        jotto.Tree.check_path(tmp_path / "tree.txt", at)
    jotto.Tree.check_path(tmp_path / "tree.json", at)

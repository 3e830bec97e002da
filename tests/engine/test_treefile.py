"""Trees in files, against players that know nothing of the package: they read the JSON alone."""

import json
from functools import partial

import naive
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import lists

from jotto.engine import columns
from jotto.engine.allowed import only_candidates
from jotto.engine.follow import following
from jotto.engine.game import Rule, Turn, game_of
from jotto.engine.strategies import simple, strategy_named
from jotto.engine.tree import Node, grow, lengths
from jotto.engine.treefile import (
    DEEPEST,
    claims_of,
    finder,
    load,
    tree_for,
    write,
)
from jotto.errors import GameError, TreeFileError
from jotto.games.registry import game_named
from jotto.games.words import word_game

# bat, cat, hat, mat and chm: see tests/cli/lists.py for their scores, worked out by eye
FAMILY = word_game(["bat", "cat", "hat", "mat"], ["chm"])
FAMILY_NODES = """\
{"guess": "chm", "branches": {
 "0,0": "bat",
 "0,1": {"guess": "hat", "branches": {
  "2,0": "mat"}},
 "1,0": "cat"}}
}
"""
FAMILY_COLUMNS = """\
chm 0,01 bat 3,02
    0,11 hat 2,02 mat 3,03
             3,02
    1,01 cat 3,02
"""


def json_of(root, turns=(), **said):
    return "".join(write(root, claims_of(root, **said), "words", turns))


def columns_of(root, turns=()):
    return "".join(columns.write_text(root, turns))


@pytest.fixture(scope="module")
def read(tmp_path_factory):
    """Read text as the tree of a game."""
    path = tmp_path_factory.mktemp("trees") / "tree.json"

    def read(text, game):
        path.write_text(text, encoding="utf-8")
        return tree_for(load(path), game)

    return read


def played(node, secret, score):
    """Count the guesses a plain reader of the JSON needs."""
    guess, below = (node, {}) if isinstance(node, str) else (node["guess"], node["branches"])
    return 1 if guess == secret else 1 + played(below[score(guess, secret)], secret, score)


@pytest.mark.parametrize("rule", naive.RULES)
@given(drawn=lists(most=14))
def test_who_follows_the_file_needs_the_guesses_of_the_definition(rule, drawn):
    game, score = word_game(*drawn, rule=rule), naive.RULES[rule]
    found = json.loads(json_of(grow(game, strategy_named("minimax"))))
    expected = naive.lengths("minimax", game.secrets, game.guesses, score)
    assert {secret: played(found["tree"], secret, score) for secret in game.secrets} == expected
    assert found["secrets"] == len(expected)
    assert found["total"] == sum(expected.values())
    assert found["worst"] == max(expected.values())
    assert found["mean"] == pytest.approx(sum(expected.values()) / len(expected), abs=1e-6)


@pytest.mark.parametrize("write", [json_of, columns_of])
@pytest.mark.parametrize("rule", naive.RULES)
@given(drawn=lists(most=14))
def test_a_tree_that_was_read_is_written_as_it_was(read, rule, write, drawn):
    game = word_game(*drawn, rule=rule)
    text = write(grow(game, strategy_named("entropy")))
    tree = read(text, game)
    assert tree.turns == ()
    assert write(grow(game, following(tree, game))) == text


@pytest.mark.parametrize("write", [json_of, columns_of])
@given(drawn=lists(most=14), data=st.data())
def test_a_tree_from_a_position_comes_with_its_turns(read, write, drawn, data):
    game = word_game(*drawn)
    guess = data.draw(st.integers(0, len(game.guesses) - 1))
    codes = set(game.codes(guess, game.everything).tolist()) - {game.rule.win}
    if not codes:
        return
    turn = Turn(game.guesses[guess], data.draw(st.sampled_from(sorted(codes))))
    left = game.candidates([turn])
    text = write(Node(game, strategy_named("entropy"), left, (guess,)), [turn])
    tree = read(text, game)
    if tree.turns or write is json_of:  # columns do not tell a turn from a guess that is idle
        assert tree.turns[0] == turn
        root = Node(game, following(tree, game), left, (guess,))
        assert write(root, [turn]) == text


@pytest.mark.parametrize("name", ["mastermind:2x3", "bulls-and-cows:3x4", "two-d:4"])
@pytest.mark.parametrize("write", [json_of, columns_of])
def test_games_without_letters_have_files_too(read, write, name):
    game = game_named(name)
    text = write(grow(game, strategy_named("minimax")))
    assert write(grow(game, following(read(text, game), game))) == text


def test_a_file_has_one_node_a_line_and_a_leaf_is_its_guess():
    head, nodes = json_of(grow(FAMILY, strategy_named("entropy"))).split('"tree":\n')
    assert nodes == FAMILY_NODES
    assert json.loads(head.rstrip(",\n") + "}") == {
        "format": 1,
        "game": "words",
        "rule": "exact-elsewhere",
        "key": FAMILY.key,
        "turns": [],
        "secrets": 4,
        "total": 9,
        "mean": 2.25,
        "worst": 3,
        "lower_bound": None,
        "proved": False,
        "prior": None,
        "weighted_total": None,
    }


def test_columns_are_blank_where_they_say_what_stands_above():
    root = grow(FAMILY, strategy_named("entropy"))
    assert columns_of(root) == FAMILY_COLUMNS


def test_a_prior_counts_in_the_weighted_total_alone():
    weigh = {"bat": 5, "cat": 1, "hat": 1, "mat": 1}
    game = word_game(weigh, ["chm"], prior=lambda words: np.array([weigh[w] for w in words]))
    claims = claims_of(grow(game, simple))  # bat, then cat, hat and mat one after the other
    assert (claims.total, claims.weighted_total, claims.worst) == (1 + 2 + 3 + 4, 5 + 2 + 3 + 4, 4)
    assert claims.prior is not None


# --- depth --------------------------------------------------------------------------------------


def guessing_game(n):
    """Numbers of which a guess tells nothing but whether it is the secret."""
    rule = Rule("right-or-wrong", ("no", "yes"), ("no", "yes").index, right_or_wrong)
    return game_of(range(n), (), rule, int)


def right_or_wrong(guesses, secrets):
    return np.equal.outer(np.array(guesses), np.array(secrets)).astype(np.uint8)


@pytest.mark.parametrize("write", [json_of, columns_of])
def test_a_tree_as_deep_as_a_file_may_be_is_read_back(read, write):
    game = guessing_game(DEEPEST)
    text = write(grow(game, simple))
    assert lengths(grow(game, following(read(text, game), game))).max() == DEEPEST


@pytest.mark.parametrize("write", [json_of, columns_of])
def test_a_deeper_tree_is_not_written(write):
    with pytest.raises(GameError, match="over 200 guesses"):
        write(grow(guessing_game(DEEPEST + 1), simple))


# --- files that are refused ---------------------------------------------------------------------


def family_file(**changed):
    root = grow(FAMILY, strategy_named("entropy"))
    return json.dumps(json.loads(json_of(root)) | changed)


HAT = {"guess": "hat", "branches": {"2,0": "mat"}}


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"format": 2}, "its format is '2'; this jotto reads format 1"),
        ({"format": [[]]}, "its format is a list"),
        ({"lower_bund": 9}, "'lower_bund' is no field of format 1"),
        ({"rule": "jots"}, "it is for the rule 'jots', this game has exact-elsewhere"),
        ({"rule": None}, "'rule' is missing; it must be text"),
        ({"key": "0" * 32}, "it was made for other lists"),
        ({"total": "9"}, "'total' is '9'; it must be a whole number"),
        ({"total": True}, "'total' is 'True'; it must be a whole number"),
        ({"total": 10**40}, "'total' is larger than any number of guesses"),
        ({"mean": 10**400}, "'mean' is larger than any number of guesses"),
        ({"mean": [[[1]]]}, "'mean' is a list; it must be a number"),
        ({"proved": 1}, "'proved' is '1'; it must be true or false"),
        ({"prior": "ab", "weighted_total": None}, "'weighted_total' is missing"),
        ({"turns": {}}, "'turns' is an object of other fields; it must be list"),
        ({"turns": ["chm=0,1"]}, "'chm=0,1' is no turn [guess, score]"),
        ({"turns": [["chm", "9,9"]]}, "turn 'chm=9,9': score '9,9'"),
        ({"tree": None}, "not nothing"),
        ({"tree": [1]}, "not a list"),
        ({"tree": 5}, "not '5'"),
        ({"tree": {"guess": "chm"}}, "not an object of other fields"),
        ({"tree": {"guess": 5, "branches": {}}}, "not an object of other fields"),
        ({"tree": "chn"}, "'chn' is not an allowed guess"),
        ({"tree": "ch4"}, "'ch4': '4' is not a letter"),
        ({"tree": {"guess": "chm", "branches": {"0,9": "hat"}}}, "chm: score '0,9'"),
        (
            {"tree": {"guess": "chm", "branches": {"01": "hat"}}},
            "chm: write its score '01' as '0,1'",
        ),
        ({"tree": {"guess": "chm", "branches": {"3,0": "hat"}}}, "nothing can come after the win"),
        (
            {"tree": {"guess": "chm", "branches": {"0,1": {"guess": "rat", "branches": {}}}}},
            "after chm=0,1: 'rat' is not an allowed guess",
        ),
        (
            {"tree": {"guess": "chm", "branches": {"0,1": {**HAT, "branches": {"2,0": 7}}}}},
            "after chm=0,1 hat=2,0: a node must be a guess",
        ),
    ],
)
def test_a_file_that_is_no_tree_of_this_game_is_refused(read, changed, message):
    with pytest.raises(TreeFileError) as raised:
        read(family_file(**changed), FAMILY)
    assert message in str(raised.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "it is empty"),
        ("{", "line 1: it is damaged or cut off"),
        ('{"format": 1,\n"game": "words",\n"ru', "line 3: it is damaged or cut off"),
        ('{"format": 1, "total": NaN}', "NaN is no number"),
        ('{"format": 1, "total": ' + "9" * 5000 + "}", "Exceeds the limit"),
        ('{"0,1": {"guess": "hat"}, "0,1": "mat"}', "'0,1' stands twice in one place: 'mat'"),
        ('{"tree":' * 10_000, "it is nested too deep"),
        ('{"tree":' + "[" * 10_000, "it is nested too deep"),
        ("{}", "its format is nothing"),
        ("[1]", "line 1: '[1]' is not"),
        ("\x7fELF\x02\x01\x00", "line 1: "),
    ],
)
def test_text_that_is_no_tree_is_refused(read, text, message):
    with pytest.raises(TreeFileError) as raised:
        read(text, FAMILY)
    assert message in str(raised.value).replace("'[1]': '[' is not a letter", "'[1]' is not")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("chm 0,02 bat 3,02", "line 1: '0,02' must be a score and 1, the turn's number"),
        ("chm 0,01 bat", "line 1: the line must end with the win, not 'bat'"),
        ("chm 0,01 bat 3,02 cat", "line 1: nothing can come after the win: 'cat'"),
        ("chm 0,01 bat 2,02", "line 1: the line must end with the win, not '2,02'"),
        ("chm", "line 1: the line must end with the win, not 'chm'"),
        ("  chm 0,01 bat 3,02", "line 1: the first line must begin with the first guess"),
        ("chm 0,01 bat 3,02\n   0,11 hat 3,02", "line 2: '0,11' does not stand under a score"),
        ("chm 0,01 bat 3,02\n    0,01 hat 3,02", "line 2: score '0,0' stands twice in one place"),
        ("chm 0,01 bat 3,02\n\n    9,91 hat 3,02", "line 3: score '9,9'"),
        ("chm 0,01 rat 3,02", "line 1: 'rat' is not an allowed guess"),
    ],
)
def test_columns_that_are_no_tree_are_refused_with_the_line(read, text, message):
    with pytest.raises(TreeFileError) as raised:
        read(text, FAMILY)
    assert message in str(raised.value)


# --- playing ------------------------------------------------------------------------------------


def family_tree(read):
    return read(FAMILY_COLUMNS, FAMILY)


def test_a_position_the_tree_does_not_know_is_an_error_or_another_strategy(read):
    tree = family_tree(read)
    left = FAMILY.candidates(FAMILY.read_turns(["bat=2,0"]))
    made = (FAMILY.find("bat"),)
    with pytest.raises(GameError, match="has no guess it may make after bat=2,0"):
        following(tree, FAMILY)(FAMILY, left, made)
    assert following(tree, FAMILY, otherwise=simple)(FAMILY, left, made) == FAMILY.find("cat")


def test_a_guess_that_is_not_allowed_is_not_made(read):
    choose = following(family_tree(read), FAMILY, allow=only_candidates, otherwise=simple)
    assert choose(FAMILY, FAMILY.everything, ()) == FAMILY.find("bat")


def test_a_guess_from_outside_the_list_leads_out_of_the_tree(read):
    choose = following(family_tree(read), FAMILY, otherwise=simple)
    assert choose(FAMILY, np.array([2, 3]), (-1,)) == FAMILY.find("hat")


def test_a_tree_is_played_on_when_a_word_was_refused(read):
    choose = following(family_tree(read), FAMILY, otherwise=simple)
    without = FAMILY.without("bat")
    assert without.guesses[choose(without, without.everything, ())] == "chm"
    other = FAMILY.without("chm")
    assert other.guesses[choose(other, other.everything, ())] == "bat"


def test_what_finds_a_guess_reads_it_as_people_type_it():
    assert list(map(finder(FAMILY), ["CHM", " bat"])) == [4, 0]
    assert partial(finder(game_named("mastermind:2x3")))("12") == 5

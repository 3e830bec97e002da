"""What ``import jotto`` gives: its names, what they print, and what wrong use is told."""

import ast
import itertools
import pickle
import random
import subprocess
import sys
from pathlib import Path

import pytest

import jotto
from jotto.errors import JottoError

NAMES = [
    "Advice", "Certificate", "Checked", "Explanation", "Game", "Lengths", "Opening", "Position",
    "Review", "Session", "Status", "Strategy", "Tree", "certify", "evaluate", "explain", "game",
    "named", "openings", "review", "solve", "start", "strategy", "words", "worst_case",
]  # fmt: skip
HATCHES = ["hatch", "latch", "match", "crane"]


def test_the_package_has_the_names_of_its_design_and_no_more():
    assert dir(jotto) == NAMES
    assert sorted(jotto.__all__) == NAMES
    for name in NAMES:
        assert getattr(jotto, name).__name__ == name
        assert getattr(jotto, name).__doc__
    with pytest.raises(AttributeError, match="no attribute 'solves'"):
        _ = jotto.solves


def test_type_checkers_are_told_the_homes_of_the_names():
    module = ast.parse(Path(jotto.__file__).read_text())
    [block] = [node for node in module.body if isinstance(node, ast.If)]
    told = {alias.name: each.module for each in block.body for alias in each.names}
    assert told == {name: f"jotto.{home}" for name, home in jotto._HOMES.items()}


def loaded(program: str) -> set[str]:
    """The modules that are loaded after a program, in a process of its own."""
    program += "\nimport sys; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-S", "-c", program], stdout=subprocess.PIPE, check=True)
    return set(run.stdout.decode().split())


def test_importing_it_loads_nothing():
    path = f"import sys; sys.path.insert(0, {str(Path(jotto.__file__).parents[1])!r})\n"
    assert loaded(path + "import jotto") - loaded(path) == {"jotto"}


@pytest.fixture(scope="module")
def public():
    """One of each kind, of the shipped list."""
    game = jotto.words()
    at = jotto.start(game, ("tares", "1,1"), ("moist", "1,1"))
    return [
        game,
        at,
        jotto.start(game),
        jotto.named("mastermind:4x6"),
        jotto.game(lambda guess, secret: guess == secret, range(20)),
        jotto.strategy("minimax", opening=["tares", "colin"], allow="hard", seed=3),
        jotto.solve(at),
        jotto.evaluate(at),
        at.rank(top=1)[0],
        jotto.openings(jotto.words(HATCHES), among=["crane"])[0],
        jotto.explain(game, ["tares=5,0", "crane=5,0"])[0],
        jotto.review(game, at.turns),
        jotto.Session(game).scored("1,1", "tares"),
        jotto.Status(1.5, 508, 400, 3, 154, 2.0),
        jotto.Certificate(jotto.Tree.grow(jotto.words(HATCHES[:3])), []),
        jotto.Checked(["claim 0"], 2, 1),
    ]


def test_everything_public_is_printed_in_a_line(public):
    kinds = {name for name in NAMES if isinstance(getattr(jotto, name), type)}
    assert {type(each).__name__ for each in public} == kinds
    for each in public:
        assert repr(each).startswith(f"{type(each).__name__}(")
        assert len(repr(each)) < 200
        assert "\n" not in repr(each)


# --- strategies are values ------------------------------------------------------------------------

OPTIONS = {
    "opening": lambda: ("latch",),
    "allow": lambda: "candidates",
    "avoid": lambda: ("hatch",),
    "seed": lambda: 5,
    "tree": lambda: jotto.solve(jotto.words(HATCHES)),  # not before it is asked for: it compiles
}


@pytest.mark.parametrize("option", OPTIONS)
def test_a_strategy_is_compared_hashed_pickled_and_printed(option):
    options = {option: OPTIONS[option]()}
    one, same, plain = jotto.strategy(**options), jotto.strategy(**options), jotto.strategy()
    at = jotto.start(jotto.words(HATCHES))
    guess = one(at)  # what it remembers does not count
    assert one == same != plain
    assert {one: "found"}[same] == "found"
    assert plain not in {one}
    assert option in repr(one)
    if option != "tree":  # a tree is equal to itself alone
        again = pickle.loads(pickle.dumps(one))
        assert (again, hash(again), again(at)) == (one, hash(one), guess)


def test_a_strategy_has_a_short_name_and_one_name():
    assert repr(jotto.strategy("MiniMax")) == "Strategy('minimax')"
    assert jotto.strategy("Entropy") == jotto.Strategy() == jotto.Strategy("entropy")
    assert len({jotto.strategy("simple"), jotto.strategy("random"), jotto.strategy("simple")}) == 2


# --- the programs of the README -------------------------------------------------------------------


def test_a_game_of_dice():
    dice = jotto.game(
        lambda g, s: (sum(a == b for a, b in zip(g, s, strict=True)), len(set(g) & set(s))),
        itertools.product("1234", repeat=3),
    )
    found = jotto.evaluate(dice)
    assert (len(found), sum(found.games.values())) == (64, 64)
    assert jotto.start(dice).rank(top=3)[0].guess in dice.guesses


# --- wrong use ------------------------------------------------------------------------------------

GAME = jotto.words(HATCHES)


def moody(guess, secret):
    return random.random()


def same(guess, secret):
    return guess == secret


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (lambda: jotto.game(moody, "ab"), "score of 'a' against 'a' is not always 0"),
        (lambda: jotto.game(7, "ab"), "'7' is not a function of a guess and a secret"),
        (lambda: jotto.game(lambda guess: 1, "ab"), "'a' against 'a' cannot be scored: TypeError"),
        (lambda: jotto.game(lambda g, s: [g], "ab"), "unhashable type: 'list'"),
        (lambda: jotto.game(same, [["a"], ["b"]]), "give hashable ones, such as strings or tuples"),
        (lambda: jotto.game(same, "ab", [{}]), "give hashable ones, such as strings or tuples"),
        (lambda: jotto.game(same, 7), "'int' object is not iterable"),
        (lambda: jotto.game(same, []), "a game needs at least one secret"),
        (lambda: jotto.words([]), "a game needs at least one secret"),
        (lambda: jotto.words("crane"), "'crane' is not a list of words; give one, or a Path"),
        (lambda: jotto.words(["crane", "cran"]), "'cran': it has 4 letters, 'crane' has 5"),
        (lambda: jotto.words(["cr4ne"]), "'cr4ne': '4' is not a letter"),
        (lambda: jotto.words(HATCHES, ["", "x"]), "'': it has 0 letters"),
        (lambda: jotto.words(7), "'7' is not a list of words; give one, or a Path"),
        (lambda: jotto.words(Path("no.txt")), "word list 'no.txt': it cannot be read"),
        (lambda: jotto.words(HATCHES, rule="color"), "'color'.*exact-elsewhere, jots, colours"),
        (lambda: jotto.words(HATCHES, prior="usual"), "'usual': write even or common"),
        (lambda: jotto.words(HATCHES, prior={"crane": 0}), "a weight above 0"),
        (lambda: jotto.words(HATCHES, prior=7), "'7': write even or common, or give weights"),
        (lambda: jotto.named("chess"), "'chess'; there are words, mastermind:4x6"),
        (lambda: jotto.named(7), "'7'; there are words"),
        (lambda: jotto.start("x"), "str is not a game; make one with jotto.words"),
        (lambda: jotto.start(GAME, "crane"), "turn 1: 'crane' has no score"),
        (lambda: jotto.start(GAME, ["crane"]), r"turn 1: \['crane'\] is not a turn; write a pair"),
        (lambda: jotto.start(GAME, ("cran", "1,1")), "turn 1: 'cran': it has 4 letters.*'crane'"),
        (lambda: jotto.start(GAME, ("crane", "6,0")), "turn 1: score '6,0'"),
        (lambda: jotto.start(GAME, ("crane", None)), "turn 1: score 'None'"),
        (lambda: jotto.start(GAME, ("crane", "0,0")), r"turn 1 \(crane=0,0\) cannot be right"),
        (lambda: jotto.start(GAME).after(["crane"], "1,1"), r"\['crane'\].*must be hashable"),
        (lambda: jotto.start(GAME).after("crane", "9"), "score '9': write exact,elsewhere"),
        (lambda: jotto.start(GAME).partition("cran"), "'cran': it has 4 letters"),
        (lambda: jotto.start(GAME).measure(None), "'None'"),
        (lambda: jotto.start(GAME).rank("genius"), "'genius'; there are entropy, minimax"),
        (lambda: GAME.score("crane", "cran"), "'cran': it has 4 letters"),
        (lambda: jotto.strategy("genius"), "'genius'; there are entropy, minimax"),
        (lambda: jotto.strategy("tree"), "needs a tree"),
        (lambda: jotto.strategy(allow="some"), "'some'.*all, candidates, hard"),
        (lambda: jotto.strategy(allow="hard")(jotto.start(GAME)), "--rule colours"),
        (lambda: jotto.evaluate("x"), "str is not a game"),
        (lambda: jotto.evaluate(GAME, 7), "'7' is not a strategy"),
        (lambda: jotto.evaluate(GAME, jotto.strategy(opening="zzzz")), "'zzzz': it has 4 letters"),
        (lambda: jotto.solve("x"), "str is not a game"),
        (lambda: jotto.solve(GAME, opening="zzzzz"), "'zzzzz': it is not an allowed guess"),
        (lambda: jotto.solve(GAME, aim="best"), "'best'.*mean.*worst"),
        (lambda: jotto.solve(GAME, allow="hard"), "all guesses or candidates"),
        (lambda: jotto.solve(GAME, max_guesses=1), "4 candidates can be found by no strategy"),
        (lambda: jotto.solve(jotto.start(GAME, "crane=5,0")), "'crane' was the secret"),
        (lambda: jotto.worst_case("x"), "str is not a game"),
        (lambda: jotto.openings(GAME, among=["cran"]), "'cran'"),
        (lambda: jotto.openings(GAME, "genius"), "'genius'; there are entropy"),
        (lambda: jotto.Tree.load("no.json", GAME), "tree 'no.json': it cannot be read"),
        (lambda: jotto.explain(GAME, ["crane"]), "turn 1: 'crane' has no score"),
        (lambda: jotto.review(GAME, [("crane", "7,7")]), "turn 1: score '7,7'"),
        (lambda: jotto.review(GAME, [], "cran"), "'cran': it has 4 letters"),
    ],
)
def test_wrong_use_is_told_in_a_sentence_that_quotes_it(wrong, told):
    with pytest.raises(JottoError, match=told):
        wrong()

"""Strategies and measures of one's own, wherever a strategy is taken."""

import pickle
import statistics
import sys
from collections import Counter
from typing import ClassVar

import naive
import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from strategies import games

import jotto
from jotto.errors import FileError, GameError
from jotto.games.words import word_game

HATCHES = word_game(["hatch", "latch", "match", "catch"], ["champ", "crane"])


def last(at):
    return at.candidates[-1]


CRANE = jotto.strategy(lambda at: "crane", allow="candidates")


def drawn(at, draw):
    return str(draw.choice(at.candidates))


SQUARES = jotto.measure(lambda size: size**2, "squares", each=True)
LARGEST = jotto.measure(lambda sizes: sizes.max(axis=-1), "largest")  # of many at once
PLAIN = jotto.measure(max, "plain")
PARTS = jotto.measure(lambda sizes: -len(sizes), "parts")


LIKE = (
    (SQUARES, "expected-size"),
    (LARGEST, "minimax"),
    (PLAIN, "minimax"),
    (PARTS, "most-parts"),
    ((PARTS,), "most-parts"),
)


@settings(max_examples=100)
@given(games(), st.sampled_from(LIKE))
def test_a_measure_of_ones_own_is_like_the_built_in_one(game, like):
    measure, name = like
    score = naive.RULES[game.rule.name]
    played = naive.lengths(name, game.secrets, game.guesses, score)
    found = jotto.evaluate(game, measure).each.tolist()
    assert found == [played[secret] for secret in game.secrets]
    best = naive.choose(name, game.secrets, game.guesses, score)
    assert jotto.start(game).rank(measure)[0].guess == best


def test_a_plain_function_sees_the_sizes_largest_first_once_for_all_guesses_that_have_them():
    seen = []

    def squares(sizes):
        seen.append(tuple(sizes.tolist()))
        return sum(sizes**2)

    own = jotto.measure(squares)
    seen.clear()  # it is asked with an array at first, to see what it takes
    game = word_game(["abc", "abd", "abe", "xyz"], ["abf", "abx"])
    jotto.start(game).rank(own)
    # each of the first three, and abf: 3 and xyz, or itself, two alike and xyz; xyz and abx: 3, 1
    assert sorted(seen) == [(2, 1, 1), (3, 1)]


def test_values_up_to_the_cubes_of_a_long_list_are_taken_and_others_refused():
    cubes = jotto.measure(lambda size: size**3, "cubes", each=True)
    assert jotto.evaluate(HATCHES, cubes).total == 9
    for values in (lambda size: size * np.inf, lambda size: np.exp(size)):
        with (
            np.errstate(over="ignore", invalid="ignore"),
            pytest.raises(GameError, match="the measure wild: it returned a value that is not"),
        ):
            jotto.measure(values, "wild", each=True)


def most_useful(game, candidates, cost):
    """The guess of lowest cost that tells two candidates apart, a candidate first; by hand."""
    score, best = naive.RULES[game.rule.name], None
    for number, guess in enumerate(game.guesses):
        parts = naive.partition(candidates, guess, score)
        if len(parts) > 1:
            value = round(sum(cost(len(part)) for part in parts.values()), 6)
            best = min(best or (value + 1,), (value, guess not in candidates, number))
    return game.guesses[best[2]]


@pytest.mark.parametrize(
    "cost", [np.sqrt, lambda size: 10 + 0 * size, lambda size: size, lambda size: size + 5]
)
@settings(max_examples=25)
@given(games())
def test_a_plateau_or_a_measure_that_prefers_what_tells_nothing_plays_to_the_end(cost, game):
    measure = jotto.measure(cost, "own", each=True)
    plain = jotto.measure(lambda sizes: float(sum(map(cost, sizes.tolist()))), "own")
    played = jotto.evaluate(game, measure)
    assert played.each.tolist() == jotto.evaluate(game, plain).each.tolist()
    assert played.each.tolist() == jotto.Tree.grow(game, measure).lengths.each.tolist()
    first = most_useful(game, game.secrets, cost) if len(game) > 2 else None
    assert first in (None, jotto.start(game).rank(measure)[0].guess)


def test_on_several_boards_a_measure_does_not_repeat_what_tells_nothing():
    two, roots = jotto.boards(HATCHES, 2), jotto.measure(np.sqrt, "roots", each=True)
    assert jotto.evaluate(two, roots).worst < 9


def test_where_no_guess_is_allowed_an_error_says_so():
    def nothing(at):
        return np.zeros(len(at.game.guesses), bool)

    with pytest.raises(GameError, match="allow: nothing allows no guess at Position"):
        jotto.evaluate(HATCHES, jotto.strategy("minimax", allow=nothing))


def test_a_function_is_a_strategy_everywhere():
    assert jotto.evaluate(HATCHES, last).games == {1: 1, 2: 1, 3: 1, 4: 1}
    assert jotto.start(HATCHES).rank(last)[0].guess == "catch"
    assert jotto.strategy(last)(jotto.start(HATCHES)) == "catch"
    assert jotto.compare(HATCHES, ["entropy", last]).lengths[1].total == 10
    # hatch, then the last of the others: catch, match, latch
    assert [row.games for row in jotto.openings(HATCHES, last, among=["hatch"])] == [
        {1: 1, 2: 1, 3: 1, 4: 1}
    ]
    assert jotto.Tree.grow(HATCHES, last).lengths.total == 10
    assert (
        jotto.review(HATCHES, "hatch=4,0", "latch=5,0", strategy=last).judged[0].advised.guess
        == "catch"
    )
    assert jotto.Session(HATCHES, last).guess == "catch"
    assert jotto.boards(HATCHES, 2).choose(last) == "catch"
    assert jotto.evaluate(HATCHES, (LARGEST, "entropy")).total == 9  # champ: 2, 1, 1


class Guided:
    """A guide of one's own, as programs made them before functions were taken."""

    path = ""
    name = "guided"

    def guess_at(self, at):
        return at.game.find(at.candidates[-1])


def test_a_guide_of_ones_own_is_followed_after_any_opening():
    guided = jotto.strategy("tree", tree=Guided())
    assert jotto.evaluate(HATCHES, guided).total == jotto.Tree.grow(HATCHES, guided).lengths.total
    ranked = jotto.openings(HATCHES, guided, among=["champ", "hatch"])
    # champ leaves match and catch alone; hatch and latch together: 2, 3, 2, 2; the other as above
    assert [(row.word, sum(n * k for n, k in row.games.items())) for row in ranked] == [
        ("champ", 9),
        ("hatch", 10),
    ]


@pytest.mark.parametrize(
    ("group", "code"), [("strategies", "offered:last"), ("measures", "offered:two_largest")]
)
def test_packages_offer_strategies_and_measures_by_name(tmp_path, monkeypatch, group, code):
    about = tmp_path / "offered-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: offered\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(f"[jotto.{group}]\ntheirs = {code}\n")
    (tmp_path / "offered.py").write_text(
        "def last(at):\n    return at.candidates[-1]\n"
        "def two_largest(sizes):\n    return sizes[:2].sum()\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    total = {"strategies": 10, "measures": 9}[group]
    assert jotto.evaluate(HATCHES, jotto.strategy("theirs")).total == total
    assert jotto.compare(HATCHES, ["entropy", "theirs"]).lengths[1].total == total
    assert jotto.strategy("theirs").name in ("theirs", "offered:last")
    with pytest.raises(GameError, match="no strategy is called 'others'"):
        jotto.strategy("others")


def test_what_is_drawn_depends_on_the_seed_and_the_position():
    guesses = {jotto.strategy(drawn, seed=seed)(jotto.start(HATCHES)) for seed in range(40)}
    assert guesses == set(HATCHES.secrets)
    some = [jotto.evaluate(HATCHES, jotto.strategy(drawn, seed=7)).each.tolist() for _ in range(2)]
    assert some[0] == some[1]


def test_a_function_sees_the_turns_of_the_board_with_the_fewest_candidates():
    seen = []

    def told(at):
        seen.append(at.turns)
        return at.candidates[0]

    jotto.boards(HATCHES, 2, "hatch=4,0+5,0").choose(told)
    assert seen == [(("hatch", "4,0"),)]


class Taught:
    """Guess the words of the list in turn; note what it was shown."""

    shown: ClassVar[list] = []

    def __init__(self):
        self.before = []
        self.shown.append(self.before)

    def __call__(self, at):
        self.before.append(at.turns)
        return at.game.secrets[(len(self.before) - 1) % 4]


class Drawing:
    def __init__(self, draw):
        self.left = draw.permutation(4).tolist()

    def __call__(self, at):
        return at.game.secrets[self.left.pop()]


def test_each_game_has_a_player_that_is_shown_all_its_positions():
    Taught.shown.clear()
    assert jotto.evaluate(HATCHES, Taught).each.tolist() == [1, 2, 3, 4]
    assert [len(shown) for shown in Taught.shown] == [1, 2, 3, 4]
    assert Taught.shown[2] == [(), (("hatch", "4,0"),), (("hatch", "4,0"), ("latch", "4,0"))]
    Taught.shown.clear()
    at = jotto.start(HATCHES, "hatch=4,0", "latch=4,0")
    assert jotto.strategy(Taught)(at) == "match" == at.rank(Taught)[0].guess
    assert [len(shown) for shown in Taught.shown] == [3, 3]
    # an opening is made, whatever the player would guess; it is shown the positions all the same
    Taught.shown.clear()
    opened = jotto.evaluate(HATCHES, jotto.strategy(Taught, opening="match"))
    assert opened.each.tolist() == [5, 2, 1, 4]  # match, latch, match, catch, hatch


def test_what_players_draw_is_sampled_with_a_seed_and_has_a_standard_error():
    played = jotto.evaluate(HATCHES, Drawing, games=400, seed=3)
    assert played == jotto.evaluate(HATCHES, Drawing, games=400, seed=3)
    assert played != jotto.evaluate(HATCHES, Drawing, games=400, seed=4)
    # in a random order, each secret takes 1, 2, 3 and 4 guesses with equal chances
    assert abs(played.mean - 2.5) < 4 * played.standard_error
    assert played.standard_error == pytest.approx(played.sd / 20)
    assert played.interval == 1.96 * played.standard_error
    assert Counter(played.secrets) == dict.fromkeys(HATCHES.secrets, 100)
    assert (len(played), played.seed) == (400, 3)
    assert played.to_dict().items() >= {"exact": False, "seed": 3}.items()
    assert played.to_dict()["standard_error"] == played.standard_error


def test_the_standard_error_of_several_trees_is_that_of_their_means():
    runs = [jotto.evaluate(HATCHES, jotto.strategy("random", seed=seed)) for seed in range(5)]
    joined = jotto.Lengths.of_runs(runs)
    means = [run.mean for run in runs]
    assert joined.standard_error == pytest.approx(statistics.stdev(means) / 5**0.5)
    assert runs[0].standard_error == 0


@pytest.mark.parametrize(
    "use",
    [
        lambda: jotto.Tree.grow(HATCHES, Taught),
        lambda: jotto.openings(HATCHES, Taught),
        lambda: jotto.openings(HATCHES, drawn),
        lambda: jotto.boards(HATCHES, 2).choose(Taught),
        lambda: jotto.solve(HATCHES, beam=(3, Taught)),
    ],
)
def test_what_needs_a_tree_takes_no_player(use):
    with pytest.raises(GameError, match=r"players remember their games|not deterministic"):
        use()


def test_a_checkpoint_of_other_code_of_the_same_name_is_refused(tmp_path):
    kept = {"checkpoint": tmp_path / "kept", "parallel": 1, "among": ["hatch"]}
    jotto.openings(HATCHES, jotto.strategy(last), **kept)
    other = jotto.Strategy(jotto.strategy(last).name, by=lambda at: at.candidates[0])
    with pytest.raises(FileError, match="kept"):
        jotto.openings(HATCHES, other, **kept)


def test_strategies_of_ones_own_are_values():
    assert jotto.strategy(last) == jotto.strategy(last) != jotto.strategy(drawn)
    assert pickle.loads(pickle.dumps(jotto.strategy(last))) == jotto.strategy(last)
    assert repr(jotto.strategy(last, opening="hatch")).endswith(
        "test_own:last', opening=('hatch',))"
    )
    assert repr(jotto.Strategy("mine", by=last)) == "Strategy('mine')"
    for own in (jotto.measure(last), jotto.measure(np.square, each=True)):
        assert pickle.loads(pickle.dumps(own)) == own


class Needy:
    def __init__(self, draw, more):
        pass


class Mute:
    pass


class Stubborn:
    def __call__(self, at):
        return "none"


@pytest.mark.parametrize(
    ("by", "said"),
    [
        (Needy, "cannot begin a game: TypeError"),
        (Mute, "cannot begin a game: a player has to be a function"),
        (Stubborn, "stuck after none=2,0: 'none' tells no candidates apart"),
        (lambda at: "none", "stuck after none=2,0: 'none' tells no candidates apart"),
        (lambda at: "zero", "<lambda> after nothing: 'zero' is not an allowed guess"),
        (lambda at: 1 // 0, r"after nothing: ZeroDivisionError: .*\(test_own.py, line \d+\)"),
        (lambda at: None, "<lambda> after nothing: it returned None, not a guess$"),
        (lambda at: sys.exit(3), r"nothing: SystemExit: 3 \(test_own\.py, line \d+\)$"),
        (lambda at: next(iter(())), r"nothing: StopIteration \(test_own\.py, line \d+\)$"),
        (jotto.measure(lambda sizes: sizes, "all"), r"the measure all: .*\[.*, not a number, for"),
        (jotto.measure(lambda sizes: sizes.sum(axis=1) / 0, "none"), "the measure none: "),
        (3, "3 is not a strategy; give a name, a function, a measure"),
        ((), "are not measures"),
        (("entropy", last), "are not measures"),
    ],
)
@pytest.mark.filterwarnings("ignore:divide by zero")
def test_what_is_wrong_is_said_in_a_line(by, said):
    game = jotto.words(["none", "some", "home", "dome"])  # none is a word here
    with pytest.raises(GameError, match=said) as refused:
        jotto.evaluate(game, by)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("use", "said"),
    [
        (lambda: jotto.Tree.grow(HATCHES, lambda at: "hatch"), "stuck after hatch=4,0: 'hatch'"),
        (lambda: jotto.start(HATCHES, "latch=4,0").rank(CRANE), "(?i)crane'? is not allowed here"),
        (lambda: jotto.measure(max, "minimax"), "a built-in strategy is called so"),
        (lambda: jotto.Strategy("random", by=last), "'random' is a built-in strategy; choose"),
    ],
)
def test_what_no_strategy_can_be_or_do_is_refused(use, said):
    with pytest.raises(GameError, match=said):
        use()

"""What ``import jotto`` gives: its names, what they print, and what wrong use is told."""

import ast
import importlib.util
import inspect
import itertools
import json
import math
import operator
import pickle
import random
import re
import sys
from datetime import date
from pathlib import Path

import numpy as np
import pytest
from terminal import modules_after

import docs
import jotto

ERRORS = [
    jotto.ContradictionError(2, "crane=1,1", 3),
    jotto.EmptyListError("nothing is left"),
    jotto.FileError("tree", "no.json", "it cannot be read", 3),
    jotto.GameError("hard mode needs the rule colours").about("allow"),
    jotto.JottoError("something"),
    jotto.NoStrategyError(4, 1, sure=True),
    jotto.ScoreError("9", "it is not a score"),
    jotto.TurnError(1, "it has no score"),
    jotto.WordError("cran", "it has 4 letters", ["crane"]),
    jotto.WorkersError("no worker is left"),
]
HATCHES = ["hatch", "latch", "match", "crane"]


def test_every_public_name_says_what_it_is():
    assert dir(jotto) == sorted(jotto.__all__)
    for name in dir(jotto):
        assert getattr(jotto, name).__name__ == name
        assert getattr(jotto, name).__doc__
    with pytest.raises(AttributeError, match="no attribute 'solves'"):
        _ = jotto.solves


def types_of(annotations, module):
    """The classes of jotto that annotations name."""
    words = re.findall(r"\w+", " ".join(map(str, annotations.values())))
    named = (vars(sys.modules[module]).get(word) for word in words)
    return {t.__name__ for t in named if isinstance(t, type) and t.__module__.startswith("jotto")}


def test_every_type_of_a_public_function_or_field_is_public():
    for_the_engine = {"Measure", "Node", "OwnMeasure", "PartClaim", "Unlisted"}
    for_the_engine |= types_of(jotto.View.__annotations__, "jotto.assistant.view")  # data in it
    for thing in map(jotto.__getattr__, dir(jotto)):
        types = types_of(getattr(thing, "__annotations__", {}), thing.__module__)
        assert types - for_the_engine <= {*dir(jotto)}, thing


def test_no_public_function_has_more_than_ten_parameters():
    functions = [each for each in map(jotto.__getattr__, dir(jotto)) if inspect.isfunction(each)]
    assert jotto.solve in functions
    for function in functions:
        assert len(inspect.signature(function).parameters) <= 10, function


def test_every_public_member_says_what_it_does_what_it_raises_and_a_function_shows_it():
    """A function in an example, which is run with the other tests."""
    bad = []
    for name in jotto.__all__:
        thing = getattr(jotto, name)
        members = {f"{name}.{its}": getattr(thing, its) for its in docs.promised(thing)}
        for path, member in {name: thing, **members}.items():
            inner = (getattr(member, each, None) for each in ("fget", "func", "__wrapped__"))
            function = next((each for each in inner if callable(each)), member)
            said, body = inspect.getdoc(function) or "", ""
            if inspect.isfunction(function):
                body = inspect.getsource(function).rpartition('"""')[2]
            bad += [f"{path}: no docstring"] * (not said)
            shown = ">>>" in said or not body or "." in path
            bad += [f"{path}: no example"] * (not shown)
            silent = "aise" not in said and re.search(r"\braise |check_arguments", body)
            bad += [f"{path}: does not say what it raises"] * bool(silent)
    assert bad == []


def test_a_strategy_is_taken_by_one_name_or_at_its_place():
    """It follows what it plays, but for turns and texts, of which there may be any number."""
    members = {name: getattr(jotto, name) for name in jotto.__all__}
    for name, thing in [*members.items()]:
        members |= {f"{name}.{its}": getattr(thing, its) for its in docs.promised(thing)}
    taking = {}
    for name, function in members.items():
        if not inspect.isfunction(function):
            continue
        parameters = inspect.signature(function).parameters
        if "strategy" in parameters:
            kinds = [parameter.kind for parameter in parameters.values()]
            taking[name] = parameters["strategy"].kind, inspect.Parameter.VAR_POSITIONAL in kinds
    named = {name for name, (kind, _) in taking.items() if kind is inspect.Parameter.KEYWORD_ONLY}
    assert named == {name for name, (_, any_number) in taking.items() if any_number}
    assert named == {"league", "review"}
    assert {"evaluate", "practice", "reviews", "Position.rank", "Tree.grow"} < {*taking}
    with pytest.raises(jotto.TurnError, match=r"is not a turn; name a strategy: strategy=\.\."):
        jotto.review(jotto.words(["crane"]), "crane=5,0", lambda at: "crane")


def test_every_name_that_type_checkers_are_told_is_there():
    stub = ast.parse(Path(jotto.__file__).with_suffix(".pyi").read_text("utf-8"))
    told = [
        alias.name for node in stub.body if isinstance(node, ast.ImportFrom) for alias in node.names
    ]
    assert sorted(told) == jotto.__all__


def test_importing_it_loads_nothing():
    path = f"import sys; sys.path.insert(0, {str(Path(jotto.__file__).parents[1])!r})\n"
    bare, loaded = (modules_after(path + more, "-S") for more in ("", "import jotto"))
    assert loaded - bare == {"jotto"}


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
        jotto.boards(game, 2, "tares=1,1+0,0"),
        jotto.evaluate(jotto.boards(jotto.words(HATCHES), 2)),
        jotto.strategy("minimax", opening=["tares", "colin"], allow="hard", seed=3),
        jotto.solve(at),
        jotto.evaluate(at),
        jotto.compare(at, ["entropy", "minimax"]),
        jotto.bench(jotto.words(HATCHES), ["entropy"])[0],
        race := jotto.equilibrium(jotto.words(HATCHES)),
        race.followed[0],
        jotto.hiding(jotto.words(HATCHES)),
        at.rank(top=1)[0],
        jotto.openings(jotto.words(HATCHES), among=["crane"])[0],
        jotto.explain(game, "tares=5,0", "crane=5,0")[0],
        review := jotto.review(game, *at.turns),
        review.judged[0],
        jotto.Finished(
            "2026-11-30T10:00", "words", "jots", 1, "found", True, "", 1, "bat", ("bat=3",)
        ),
        graded := jotto.practice(at, "soled"),
        graded.mine,
        jotto.regret(at, "soled"),
        league := jotto.league("Ann: Wordle 1,986 4/6\nBob: Wordle 1,986 7/6"),
        league.results[0],
        league.table[0],
        league.games[0],
        league.unread[0],
        jotto.House("aeiou", repeats=False),
        jotto.Odds(0.5, 0.25),
        jotto.ToWin("crane", 0.5, 0.25),
        jotto.Session(game).scored("1,1", "tares"),
        jotto.view(jotto.Session(game)),
        jotto.make_move(jotto.Session(game), {"do": "undo"}),
        jotto.Sentence("found", {"word": "HATCH", "made": 3}),
        jotto.Status(1.5, 508, 400, 3, 154, 2.0),
        jotto.Certificate(jotto.Tree.grow(jotto.words(HATCHES[:3])), ()),
        jotto.Checked(("claim 0",), 2, 1),
        jotto.Claim("mean", "candidates", "hatch", 5, 14, proved=True),
        game.rule,
        game.rule.counts[0],
        at.history[0],
        *ERRORS,
    ]


def test_everything_public_is_a_value_that_is_printed_in_a_line(public):
    kinds = {name for name in dir(jotto) if isinstance(getattr(jotto, name), type)}
    kinds -= {"Guide", "Plain", "Progress", "Rows", "SearchInterrupted"}
    assert {type(each).__name__ for each in public} == kinds
    for value in public:
        assert repr(value).startswith(f"{type(value).__name__}(")
        assert len(repr(value)) < 200
        assert "\n" not in repr(value)
        again = pickle.loads(pickle.dumps(value))
        if isinstance(value, Exception):  # which Python compares by identity
            assert (str(again), vars(again)) == (str(value), vars(value))
        else:
            assert {value: "found"}[again] == "found"


# --- strategies ---------------------------------------------------------------------------------


def test_a_strategy_has_a_short_name_and_one_name():
    assert repr(jotto.strategy("MiniMax")) == "Strategy('minimax')"
    assert jotto.strategy("Entropy") == jotto.Strategy() == jotto.Strategy("entropy")
    assert jotto.Strategy("simple", opening="latch") == jotto.strategy("simple", opening=["latch"])
    digits, others = (jotto.game(lambda g, s, k=k: abs(g - s) // k, range(9)) for k in (1, 2))
    assert digits.key != others.key  # a checkpoint or a tree file is for one of them
    led = jotto.Tree.grow(jotto.words(HATCHES), "simple")
    assert len(jotto.start(led.at.game).rank(jotto.strategy(tree=led, avoid=["hatch"]), top=3)) == 3
    assert jotto.strategy(opening=4)(jotto.start(digits)) == 4
    assert jotto.strategy(opening="LATCH")(jotto.start(jotto.words(HATCHES))) == "latch"
    assert jotto.strategy(avoid="latch") == jotto.Strategy(avoid=frozenset(["latch"]))
    assert jotto.Session(jotto.words(HATCHES), "Minimax").strategy == jotto.Strategy("minimax")
    assert len({jotto.strategy("simple"), jotto.strategy("random"), jotto.strategy("simple")}) == 2


# --- notebooks ------------------------------------------------------------------------------------


def test_values_are_shown_as_tables_in_a_notebook():
    at = jotto.start(jotto.words(HATCHES, rule="colours"), "crane=YBYBB", "latch=BGGGG")
    shown = at._repr_html_()
    assert shown.startswith("<table><caption>2 left: hatch, match</caption><tr><th>guess<th>score")
    colours = re.findall(r"background:#(\w+)\">(\w)<", shown)
    assert colours[4:7] == [("6c6f72", "e"), ("6c6f72", "l"), ("4b8b3b", "a")]
    assert shown.endswith("<td>BGGGG</table>")
    ranked, lengths = at.rank(), jotto.evaluate(at)
    assert "<tr><td>hatch<td>True<td>1.000<td>1.000<td>1<td>2<td>0.500<tr>" in ranked._repr_html_()
    assert "<tr><td>1.500<td>0.500<td>2<td>3</table>" in lengths._repr_html_()
    assert "<td>GBGGG<td>1<td>match<tr>" not in lengths._repr_html_()
    tree = jotto.Tree.grow(at)._repr_html_()
    assert "<th>turns<th>secrets<th>guess<tr>" in tree
    assert tree.endswith("<td>crane=YBYBB latch=BGGGG hatch=BGGGG<td>1<td>match</table>")
    boards = jotto.boards(jotto.words(HATCHES), 2, "hatch=5,0+4,0", "crane=0,2")._repr_html_()
    assert "<caption>above each board: its secret, or how many are left</caption>" in boards
    assert "<th>guess<th>hatch<th>2<tr>" in boards
    assert boards.endswith("<tr><td>hatch<td>5,0<td>4,0<tr><td>crane<td><td>0,2</table>")


def test_what_is_shown_in_a_notebook_is_escaped():
    at = jotto.start(jotto.game(same, ["<b>", "&"]), ("&", "False"))
    assert "1 left: &lt;b&gt;" in at._repr_html_()
    assert "<td>&amp;<td>" in at._repr_html_()
    assert "<td>&lt;b&gt;<td>" in at.rank()._repr_html_()


# --- the plain form -----------------------------------------------------------------------------


def plainly(value):
    """The values in one plain form: texts, numbers, truth values, None, lists, dicts by texts."""
    if isinstance(value, dict):
        assert all(type(name) is str for name in value)
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    assert inner or type(value) in (str, int, float, bool, type(None), list, dict), repr(value)
    return [plainly(part) for part in inner]


def test_every_public_value_has_one_plain_form_for_json_pandas_and_polars(public):
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    game = jotto.words(HATCHES)
    lists = jotto.openings(game), jotto.start(game).rank(), jotto.explain(game, "hatch=3,0")
    drawn = jotto.Lengths.of_runs([jotto.evaluate(game)] * 2)
    values = [value for value in public if not isinstance(value, Exception)]
    for value in (*values, *lists, drawn):
        for form in (value.to_dict(), value.rows()):
            plainly(form)
            assert json.loads(json.dumps(form)) == form, type(value)
        rows = value.rows()
        assert len({tuple(row) for row in rows}) <= 1, type(value)
        assert not any(isinstance(cell, dict) for row in rows for cell in row.values())
        columns = list(rows[0]) if rows else []
        for read in (pandas.DataFrame, polars.DataFrame):
            assert (len(table := read(rows)), list(table.columns)) == (len(rows), columns)


def test_rows_are_what_a_table_of_the_value_has():
    at = jotto.start(jotto.words(HATCHES, prior={"hatch": 1, "latch": 1, "match": 2}), "crane=0,2")
    chances = {"hatch": 0.25, "latch": 0.25, "match": 0.5}
    assert at.rows() == [{"candidate": word, "chance": chances[word]} for word in chances]
    tree = jotto.Tree.grow(at, "simple")
    columns = "turns", "secrets", "guess"
    assert tree.rows() == [
        dict(zip(columns, ("crane=0,2", 3, "hatch"), strict=True)),
        dict(zip(columns, ("crane=0,2 hatch=4,0", 2, "latch"), strict=True)),
        dict(zip(columns, ("crane=0,2 hatch=4,0 latch=4,0", 1, "match"), strict=True)),
    ]
    assert tree.to_dict() == {
        "turns": [["crane", "0,2"]],
        "claim": dict.fromkeys(jotto.Claim().to_dict()) | {"proved": False},
        "guess": "hatch",
        "branches": {
            "4,0": {"guess": "latch", "branches": {"4,0": {"guess": "match", "branches": {}}}}
        },
    }
    lengths = [[*row.values()] for row in tree.lengths.rows()]
    assert lengths == [["hatch", 1], ["latch", 2], ["match", 3]]
    (wrong,) = jotto.explain(jotto.words(HATCHES[:3]), "hatch=4,0", "latch=3,0")[:1]
    assert wrong.to_dict() == {"kind": "score", "turn": 2, "right": "4,0", "secrets": ["match"]}
    [first, _] = jotto.review(jotto.words(HATCHES), "crane=1,2", "hatch=5,0", secret="hatch").rows()
    shown = [first[name] for name in ("guess", "yours_guess", "entered", "score", "left")]
    assert shown == ["crane", "crane", "1,2", "0,2", ["hatch", "latch", "match"]]
    games = jotto.reviews(jotto.words(HATCHES), ["hatch=5,0", "hatch=9,9"], strict=False).rows()
    assert [(row["won"], bool(row["error"])) for row in games] == [(True, False), (None, True)]
    session = jotto.Session(jotto.words(HATCHES)).scored("0,2", "crane")
    assert session.rows() == [{"board": 1, "guess": "crane", "score": "0,2"}]
    (seen,) = jotto.view(session).rows()
    assert (seen["stage"], seen["title"], seen["prompt"]) == ("guess", "Guess", "Score for HATCH")


def test_every_value_is_a_table_in_a_notebook_of_twenty_rows_at_most(public):
    for value in (value for value in public if not isinstance(value, Exception)):
        html = value._repr_html_()
        assert html.startswith("<table>"), type(value)
        assert html.count("<tr>") <= 21, type(value)
    assert "the first 20 rows" in jotto.words()._repr_html_()


# --- wrong use ------------------------------------------------------------------------------------

INTEGERS = (int, np.int64, np.uint8)
BAD = [
    *(None, -3, -1, "", "hatch", math.nan, math.inf, {1}, frozenset("ab"), [[1]], [None], (), {}),
    *(10**30, 1.5, np.float64(-1), np.array([1, 2]), b"x", object(), Path("no such folder/x"), len),
    *(
        [importlib.import_module("pandas").Series([1])]
        if importlib.util.find_spec("pandas")
        else ()
    ),
]


def right_arguments(tmp_path):
    """Every public function and method that takes arguments, with some that are right."""
    game, tree = jotto.words(HATCHES), jotto.solve(jotto.words(HATCHES))
    tree.save(tmp_path / "tree.json")
    proof = jotto.certify(tree, tmp_path / "proof")
    at, boards = jotto.start(game, "hatch=4,0"), jotto.boards(game, 2)
    where, two = {"path": tmp_path / "new.json"}, ["entropy", "simple"]
    alone, none = {"parallel": 1, "progress": None}, {"avoid": (), "tree": None}
    lengths, prior = jotto.evaluate(game), {"prior": {"hatch": 1}}
    return [
        (jotto.words, {"secrets": HATCHES, "guesses": (), "rule": "jots", "letters": "", **prior}),
        (jotto.game, {"score": same, "secrets": "ab", "guesses": (), "vectorized": False}),
        (jotto.named, {"text": "mastermind:2x3"}),
        (jotto.Rule.of, {"name": "r", "texts": ["0", "1"], "score": str}),
        (game.rule.read, {"text": "4,0"}),
        (lengths.within, {"guesses": 3}),
        (lengths.__sub__, {"other": lengths}),
        (jotto.Lengths.of_runs, {"runs": [lengths]}),
        (jotto.compare(boards, two).difference, {"number": 1}),
        (jotto.compare(boards, two).to_dict, {"top": 1}),
        (jotto.Session(game).scored, {"score": "4,0", "guess": "hatch"}),
        (jotto.start, {"game": game, "lies": 1, "lie_chance": 0.1}),
        (jotto.unlisted, {"game": jotto.words(HATCHES)}),
        (jotto.strategy, {"name": "entropy", "opening": (), "allow": "all", "seed": 0, **none}),
        (jotto.boards, {"game": game, "n": 2, "distinct": True}),
        (jotto.evaluate, {"at": boards, "strategy": "entropy", "games": 3, "seed": 1}),
        (jotto.compare, {"at": game, "strategies": two, "names": (), "games": 2, "seed": 1}),
        (jotto.bench, {"lists": game, "strategies": two, "names": (), "seeds": [0], "games": 2}),
        (jotto.openings, {"game": game, "strategy": "entropy", "among": ["hatch"], "full": True}),
        (jotto.openings, {"game": game, "pairs": 1, "refined": 0, "checkpoint": None, **alone}),
        (jotto.solve, {"at": game, "aim": "mean", "max_guesses": 5, "beam": 1, "opening": None}),
        (jotto.solve, {"at": game, "allow": "all", "seconds": 1, "checkpoint": None, **alone}),
        (jotto.certify, {"tree": tree, "depth": 2, "game": "words", "progress": None, **where}),
        (jotto.worst_case, {"at": game}),
        (jotto.explain, {"at": game}),
        (jotto.review, {"at": game, "secret": "hatch", "strategy": "entropy"}),
        (jotto.equilibrium, {"game": game, "order": "turns", "sees": "both", "tree": tree}),
        (
            jotto.equilibrium(game).guesses,
            {"player": 0, "secret": "hatch", "mine": (), "theirs": ()},
        ),
        (jotto.hiding, {"game": game, "gap": 0.1, "progress": None}),
        (jotto.regret, {"at": game, "guess": "latch"}),
        (jotto.ask, {"do": "suggest"}),
        (jotto.timeout, {"seconds": 1.5}),
        (jotto.regrets, {"at": game, "guesses": ["latch"], "progress": None}),
        (jotto.reviews, {"game": game, "rows": [], "secrets": None, "strict": True, **alone}),
        (jotto.practice, {"at": game, "guess": "latch", "strategy": "entropy"}),
        (jotto.exercises, {"game": game, "n": 2, "seed": 1, "strategy": "entropy"}),
        (jotto.league, {"game": game, "day": None, "dates": "day", "strategy": "entropy"}),
        (jotto.league, {"lost": 7, "least": 1}),
        (jotto.history, {"game": "words", "rule": None, "since": "2026-11-30", "player": None}),
        (jotto.history, {"reviewed": True, **alone}),
        (jotto.Session, {"game": game, "strategy": "entropy", "transcript": (), "boards": 1}),
        (jotto.Strategy(), {"at": at}),
        (jotto.view, {"session": jotto.Session(game), "face": "page"}),
        (jotto.moves, {}),
        (jotto.make_move, {"session": jotto.Session(game), "move": {"do": "undo"}}),
        (jotto.read_move, {"session": jotto.Session(game), "line": "4,0", "face": "terminal"}),
        (at.after, {"guess": "latch", "score": "4,0"}),
        (at.partition, {"guess": "latch"}),
        (at.rank, {"strategy": "entropy", "top": 3}),
        (at.measure, {"guess": "latch"}),
        (boards.after, {"guess": "latch", "scores": ["4,0", "4,0"]}),
        (boards.choose, {"strategy": "entropy"}),
        (boards.rank, {"strategy": "entropy", "top": 3}),
        (boards.measure, {"guess": "latch"}),
        (boards.play, {"secrets": ["hatch", "latch"], "strategy": "entropy"}),
        (game.score, {"guess": "latch", "secret": "latch"}),
        (game.scores, {"guess": "latch"}),
        (game.score_pairs, {"guesses": ["latch"], "secrets": ["latch"]}),
        (tree.play, {"secret": "latch"}),
        (tree.show, {"depth": 1}),
        (tree.save, {"game": "words", **where}),
        (jotto.measure, {"function": len, "name": "sizes", "each": False}),
        (jotto.Tree.grow, {"at": game, "strategy": "entropy"}),
        (jotto.Tree.load, {"path": tmp_path / "tree.json", "game": game}),
        (jotto.Certificate.load, {"path": proof.tree.path or tmp_path / "proof", "game": game}),
    ]


def test_every_argument_of_every_public_function_is_taken_or_refused_in_a_sentence(
    tmp_path, monkeypatch, capsys
):
    """Numbers of numpy are taken where numbers are; what the caller's function raises, passes."""
    monkeypatch.chdir(tmp_path)
    every, wrong = right_arguments(tmp_path), []
    for function, right in every:
        function(**right)
        for name, bad in itertools.product(right, BAD):
            try:
                function(**right | {name: bad})
            except jotto.JottoError:
                pass
            except Exception as error:
                if bad is not len:
                    wrong.append((function.__qualname__, name, bad, repr(error)))
        for name in right:
            if type(right[name]) is int:
                results = [function(**right | {name: kind(right[name])}) for kind in INTEGERS]
                assert str(results[0]) == str(results[1]) == str(results[2])
    assert wrong == []
    functions = {f for f in map(jotto.__getattr__, dir(jotto)) if inspect.isfunction(f)}
    assert {function for function, _ in every} >= functions


GAME = jotto.words(HATCHES)


def moody(guess, secret):
    return random.random()


def same(guess, secret):
    return guess == secret


def test_a_guess_that_is_nothing_by_its_truth_is_a_guess():
    session = jotto.Session(jotto.game(lambda g, s: abs(g - s), range(3)))
    assert session.scored("2", 0).transcript == (("score", "0", "2"),)


def test_boards_are_compared_game_by_game():
    words = ["hatch", "latch", "crane"]
    boards = jotto.boards(jotto.words(words), 2)
    compared = jotto.compare(boards, ["simple", jotto.strategy("simple", opening="crane")])
    first, second = compared.lengths
    assert first.secrets == [f"{a} {b}" for a, b in itertools.permutations(words, 2)]
    differ = sum(a != b for a, b in zip(first.each, second.each, strict=True))
    row = compared.to_dict()["contenders"][1]
    assert len(row["most_helped"]) + len(row["most_hurt"]) == differ > 0
    some = jotto.evaluate(boards, "simple", games=7, seed=3)
    assert len(some.secrets) == len(some.each) == 7
    with pytest.raises(jotto.GameError, match="only single runs"):
        jotto.Lengths.of_runs([some, first])


def test_an_explanation_is_printed_as_a_sentence_and_shown_as_a_value():
    found = jotto.explain(GAME, "hatch=4,0", "latch=3,0")[0]
    assert str(found) == "Turn 2: latch scored 4,0, not 3,0; then it is match"
    assert repr(found) == "Explanation(turn 2: latch=4,0, not latch=3,0)"


def test_a_prior_may_be_a_series_of_pandas():
    series = pytest.importorskip("pandas").Series({"hatch": 3.0, "crane": 1.0})
    assert jotto.words(HATCHES, prior=series) == jotto.words(HATCHES, prior=dict(series))


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (lambda: jotto.game(7, "ab"), "'7' is not a function of a guess and a secret"),
        (lambda: jotto.game(lambda guess: 1, "ab"), "'a' against 'a' cannot be scored: TypeError"),
        (lambda: jotto.game(same, [["a"], ["b"]]), "give hashable ones, such as strings or tuples"),
        (lambda: jotto.game(same, 7), "'int' object is not iterable"),
        (lambda: jotto.words(7), "'7' is not a list of words; give one, or its path"),
        (lambda: jotto.words(Path("no.txt")), "file 'no.txt' cannot be read"),
        (lambda: jotto.words(HATCHES, rule=7), "no rule is called '7'"),
        (lambda: jotto.words(HATCHES, prior={"crane": 2, "hatch": -1}), "-1 is not a weight"),
        (lambda: jotto.Rule.of("r", ["a", "a", "win"], same), "texts of the rule 'r' must"),
        (
            lambda: jotto.words(HATCHES, prior=7),
            "'7': write even, .* or wordle, or give words with weights",
        ),
        (lambda: jotto.start("x"), "str is not a game; make one with jotto.words"),
        (lambda: jotto.start(GAME, ("crane", None)), "turn 1: score 'None'"),
        (lambda: jotto.start(GAME).after(["crane"], "1,1"), r"\['crane'\].*must be hashable"),
        (lambda: jotto.start(GAME).measure(None), "'None'"),
        (lambda: jotto.start(GAME).rank(top=-1), "top=-1 is not a whole number, 1 or more"),
        (lambda: jotto.openings(GAME, among="hatch"), "among='hatch' is not a list"),
        (lambda: jotto.evaluate(jotto.boards(GAME, 2), seed=-1), "seed=-1 is not a whole number"),
        (lambda: jotto.start(GAME, lie_chance="x"), "lie_chance='x' is not a number"),
        (lambda: jotto.strategy(avoid=[[1]]), r"avoid=\[\[1\]\] is not a list of guesses"),
        (lambda: jotto.Tree.load(None, GAME), "path=None is not a text or a path"),
        (lambda: jotto.Session(GAME).entered("scores", "crane", "1,1"), "'scores'.* write one of"),
        (lambda: jotto.strategy("genius"), "'genius'; there are entropy, minimax"),
        (lambda: jotto.strategy("tree"), "needs a tree"),
        (lambda: jotto.strategy("random", seed=-1), "seed=-1 is not a number, 0 or more"),
        (lambda: jotto.strategy(allow=7), "'7': write all, candidates, hard"),
        (lambda: jotto.solve(GAME, seconds="9"), "seconds='9' is not a number, 0 or more"),
        (lambda: jotto.solve(GAME, aim="best"), "'best'.*mean.*worst"),
    ],
)
def test_wrong_use_is_told_in_a_sentence_that_quotes_it(wrong, told):
    with pytest.raises(jotto.JottoError, match=told):
        wrong()


GAME = jotto.words(HATCHES, ["slate"])
TURN = jotto.Turn("hatch", 18)  # 4,0
PUBLIC = {  # calls that are right, with a parameter each of which is then wrong
    "words": (jotto.words, (HATCHES, ["slate"]), {}),
    "named": (jotto.named, ("mastermind:2x3",), {}),
    "game": (jotto.game, (operator.eq, range(4)), {}),
    "strategy": (jotto.strategy, ("entropy",), {}),
    "start": (jotto.start, (GAME, TURN), {}),
    "review": (jotto.review, (GAME, TURN), {"mistaken": [1]}),
    "reviews": (jotto.reviews, (GAME, ["hatch=4,0"]), {"secrets": ["latch"]}),
    "explain": (jotto.explain, (GAME, TURN), {}),
    "evaluate": (jotto.evaluate, (GAME,), {}),
    "compare": (jotto.compare, (GAME, ["entropy", "minimax"]), {}),
    "practice": (jotto.practice, (GAME, "hatch"), {}),
    "exercises": (jotto.exercises, (GAME,), {"n": 1}),
    "regret": (jotto.regret, (GAME, "hatch"), {}),
    "regrets": (jotto.regrets, (GAME, ["hatch"]), {}),
    "league": (jotto.league, ("Ann: Wordle 12 4/6",), {}),
    "boards": (jotto.boards, (GAME, 2, "hatch=4,0+5,0"), {}),
    "unlisted": (jotto.unlisted, (GAME, TURN), {}),
    "view": (jotto.view, (jotto.Session(GAME),), {}),
    "make_move": (jotto.make_move, (jotto.Session(GAME), {"do": "undo"}), {}),
    "read_move": (jotto.read_move, (jotto.Session(GAME), "crane 1,1"), {}),
    "Session": (jotto.Session, (GAME,), {}),
    "Strategy": (jotto.Strategy, ("entropy",), {}),
    "House": (jotto.House, ("ae", True, True), {}),
    "Sentence": (
        lambda key, facts: str(jotto.Sentence(key, facts)),
        ("found", {"word": "A", "made": 3}),
        {},
    ),
    "score": (GAME.score, ("hatch", "latch"), {}),
    "score_pairs": (GAME.score_pairs, (["hatch"], ["latch"]), {}),
    "without": (GAME.without, ("hatch",), {}),
    "after": (jotto.start(GAME).after, ("hatch", "4,0"), {}),
    "measure": (jotto.start(GAME).measure, ("hatch",), {}),
    "rank": (jotto.start(GAME).rank, ("entropy", 3), {}),
}
VALUES = [
    *(None, True, -1, 0, 1.5, math.nan, math.inf, 10**30, "", "zzz", "\ud800", "x" * 20_000, b"ab"),
    *([], [None], [[1]], (), {}, {"a": 1}, set(), object(), np.int64(-3), np.array([1, 2])),
    *(np.array("x"), range(3), GAME, [("hatch",)], [("hatch", None)], date.max, "9999-12-31"),
    *(jotto.Turn(*turn) for turn in itertools.product(["ab", "hatch", None, []], [0, -1, 10**9])),
    *(jotto.Turn("hatch", code) for code in (True, 1.5, math.nan, None, "4,0", np.int64(-1))),
]


@pytest.mark.parametrize("name", PUBLIC)
def test_whatever_is_given_is_taken_or_refused_by_an_error_of_ours(name):
    function, given, named = PUBLIC[name]
    parameters = inspect.signature(function).parameters.values()
    options = [each.name for each in parameters if each.kind == each.KEYWORD_ONLY]
    assert function(*given, **named) is not None
    refused = 0
    for value in VALUES:
        calls = [((*given[:at], value, *given[at + 1 :]), named) for at in range(len(given))]
        calls += [(given, named | {option: value}) for option in options if option != "progress"]
        for arguments, others in calls:
            try:
                repr(function(*arguments, **others))
            except jotto.JottoError as error:
                refused += "\n" not in str(error)
    assert refused > 3


@pytest.mark.parametrize("code", [-1, 20, 10**9, True, 1.5, math.nan, None, "4,0", np.int64(-1)])
@pytest.mark.parametrize("function", [jotto.start, jotto.review, jotto.explain, jotto.unlisted])
def test_the_code_of_a_turn_is_one_of_the_rule(function, code):
    """-1 was read as the win, the last of the rule's scores."""
    with pytest.raises(jotto.TurnError, match=r"turn 1: code=.* is not a score: 0 to 19"):
        function(GAME, jotto.Turn("hatch", code))


def test_the_code_of_a_turn_may_be_a_number_of_numpy():
    at = jotto.start(GAME, jotto.Turn("HATCH", np.uint8(18)))
    assert (at.turns, at.candidates) == ((("hatch", "4,0"),), ["latch", "match"])
    assert type(at.history[0].code) is int

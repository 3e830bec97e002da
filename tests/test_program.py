"""The program of the docs runs; type checkers know what guesses are."""

import runpy
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, assert_type

from terminal import run

import jotto

PROGRAM = Path(__file__).parents[1] / "docs/program.py"


def test_the_program_of_the_docs_runs_as_it_says(tmp_path: Path) -> None:
    ran = run(sys.executable, PROGRAM, cwd=tmp_path)
    names = runpy.run_path(str(PROGRAM))
    left = sum(names["in_common"]("crate", word) == "2,1" for word in names["WORDS"].split())
    starts = [
        f"Position({left} candidates after crate=2,1) [",
        "Comparison(entropy: mean ",
        "Tree('crate', 14 secrets, proved) {'games': {'1': ",
        *["Opening('"] * 3,
        "Lengths(16 secrets: mean ",
        "TurnError: turn 1: '9,9' is not",
        "FileError: file 'no-such-list.txt'",
        "GameError: no strategy is called 'genius'",
    ]
    lines = ran.out.splitlines()
    assert [line[: len(start)] for line, start in zip(lines, starts, strict=True)] == starts
    assert (ran.status, ran.err) == (0, "")


def test_the_strategies_of_the_docs_are_compared(tmp_path: Path) -> None:
    ran = run(sys.executable, PROGRAM.with_name("mine.py"), cwd=tmp_path)
    names = [line.split()[0] for line in ran.out.splitlines()]
    assert names == ["entropy", "common", "worst_two", "squares", "lucky", "Learner"]
    exact = [line.split()[3] == "0.000" for line in ran.out.splitlines()]
    assert exact == [True, True, True, True, False, False]
    assert (ran.status, ran.err) == (0, "")


def test_what_a_guess_is_is_known_to_type_checkers(tmp_path: Path) -> None:
    """That these types are right is checked by mypy; that the values are, here."""
    game = jotto.words(["hatch", "latch", "match"])
    at = jotto.start(game, "hatch=4,0")
    assert assert_type(at.candidates[0], str) == "latch"
    assert assert_type(at.rank()[0].guess, str) == "latch"
    assert assert_type(jotto.strategy()(at), str) == "latch"
    assert assert_type(at.turns[0], tuple[str, str]) == ("hatch", "4,0")
    tree = jotto.solve(game)
    tree.save(tmp_path / "tree.json")
    assert assert_type(jotto.Tree.load(tmp_path / "tree.json", game).guess, str) == "hatch"
    assert assert_type(tree.branches["4,0"].guess, str) == "latch"
    assert assert_type(jotto.Tree.grow(at).play("latch"), list[tuple[str, str]])
    assert assert_type(jotto.evaluate(at), jotto.Lengths[str]).total == 3
    assert assert_type(jotto.explain(at, "latch=3,0")[0].secrets, list[str])
    assert assert_type(jotto.named("mastermind:2x2").secrets[0], str) == "00"
    assert assert_type(at.rank(), jotto.Rows[jotto.Advice[str]]).rows()
    assert assert_type(jotto.openings(game), jotto.Rows[jotto.Opening]).to_dict()
    session = jotto.Session(game).scored("4,0", "hatch")
    assert assert_type(jotto.read_move(session, "latch"), Mapping[str, Any])["word"] == "latch"
    done = jotto.make_move(session, {"do": "guess", "word": "match"})
    assert assert_type(jotto.view(done.session).boards[0].rows[0].score, str) == "4,0"
    own = jotto.game(lambda guess, secret: guess < secret, range(9))
    assert assert_type(jotto.start(own, (4, True)).candidates[0], int) == 5

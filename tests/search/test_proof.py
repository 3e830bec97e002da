import itertools
import json
import math
import random
import time
from types import SimpleNamespace

import naive
import numpy as np
import pytest

import jotto
from jotto.core import NEVER
from jotto.errors import FileError, GameError
from jotto.games.words import shipped_words
from jotto.parallel import Checkpoint, with_checksum
from jotto.search import proof

SOME = random.Random(3).sample(shipped_words(), 150)


@pytest.fixture(scope="module")
def game():
    return jotto.words(SOME)


@pytest.fixture(scope="module")
def alone(game):
    """The tree that one search proves."""
    return jotto.solve(game)


@pytest.mark.parametrize("parallel", [1, 2])
def test_openings_tried_one_by_one_have_the_same_total_and_tree(game, alone, parallel, tmp_path):
    tree = jotto.solve(game, parallel=parallel)
    assert (tree.lengths.total, tree.proved) == (alone.lengths.total, True)
    tree.save(tmp_path / "tree.json")
    again = jotto.solve(game, parallel=3 - parallel)
    again.save(tmp_path / "again.json")
    assert (tmp_path / "tree.json").read_bytes() == (tmp_path / "again.json").read_bytes()


def test_threads_that_share_a_table_prove_the_total_of_one():
    """Large enough that they read and write it at the same time: see scripts/sanitize.py."""
    game = jotto.words(random.Random(3).sample(shipped_words(), 350))
    assert jotto.solve(game, parallel=4).lengths.total == jotto.solve(game).lengths.total


@pytest.mark.parametrize("limit", [None, 2, 3])
@pytest.mark.parametrize("seed", range(4))
def test_the_total_is_that_of_trying_everything(seed, limit):
    words = random.Random(seed).sample(shipped_words(), 9)
    score, weights = naive.exact_elsewhere, dict.fromkeys(words, 1)
    least = naive.least_total(words, words, score, weights, most=limit or 9)
    try:
        found = jotto.solve(jotto.words(words), parallel=1, max_guesses=limit).lengths.total
    except jotto.NoStrategyError:
        found = math.inf
    assert found == least


def in_turn(most):
    """Do jobs one after another, in place of threads; after so many, none to its end."""

    def run(root, n, attempt, jobs):
        for number, job in enumerate(jobs):
            yield job, attempt(root, job) if number < most else 0, number < most

    return run


def test_progress_says_how_far_the_proof_is(monkeypatch):
    """Every look at the clock is a second after the one before."""
    seen, clock = [], itertools.count(100)
    now = SimpleNamespace(monotonic=lambda: next(clock), time=time.time)
    monkeypatch.setattr(proof, "time", now)
    monkeypatch.setattr(proof, "in_threads", in_turn(1000))
    game = jotto.words(SOME[:60])
    total = jotto.solve(game, parallel=1, progress=seen.append).lengths.total
    assert total == jotto.solve(game).lengths.total
    assert [status.seconds for status in seen] == list(range(1, len(seen) + 1))
    assert len(seen) > 20
    for status in seen:
        assert (status.what, status.of, status.left) == ("openings", 60, 60 - status.done)
        assert status.lower <= total <= status.total
    assert (seen[-1].done, seen[-1].total, seen[-1].lower) == (60, total, total)


def test_the_best_tree_found_in_the_time_is_returned(monkeypatch):
    """The first is of 181 guesses, one of the next twelve openings has 180."""
    game = jotto.words(SOME[:60])
    monkeypatch.setattr(proof, "in_threads", in_turn(12))
    tree = jotto.solve(game, parallel=1, seconds=0)
    assert (tree.lengths.total, tree.proved) == (jotto.solve(game).lengths.total, False)
    assert 2 * 60 - 1 < tree.lower_bound < tree.lengths.total


@pytest.mark.parametrize(("after", "ended"), [(-1, False), (1e6, True)])
def test_on_another_machine_a_job_ends_at_the_deadline(game, monkeypatch, after, ended):
    def attempt(own, job):
        for _ in range(100 if after < 0 else 1):
            if own.ahead.problem.stop[0]:
                break
            time.sleep(0.1)
        return job[1]

    monkeypatch.setattr(proof, "try_opening", attempt)
    root = proof.Openings(jotto.start(game), deadline=time.time() + after)
    assert proof.try_there(root, (0, 9)) == (9, ended)


def test_of_what_is_proved_the_status_has_totals_by_weight():
    kept = Checkpoint(None, {}, lambda *_: True)
    root = proof.Openings(jotto.start(jotto.words(["hatch", "latch"])))
    some = proof.Proof(root, kept, None, 30, {3: 20, 5: 30, 7: 29})
    assert some.status(9.0, 10, 2.5) == jotto.Status(9.0, "openings", 1, 3, 5.0, 300, 200)
    none = proof.Proof(root, kept, None, NEVER, {3: 20})
    assert none.status(9.0, 10, 2.5) == jotto.Status(9.0, "openings", 0, 1, 2.5, None, 200)


def test_symmetric_openings_are_tried_once():
    seen = []
    tree = jotto.solve(jotto.named("mastermind:3x4"), parallel=1, progress=seen.append)
    assert tree.lengths.total == jotto.solve(jotto.named("mastermind:3x4")).lengths.total
    assert (seen[-1].what, seen[-1].done, seen[-1].of) == ("openings", 3, 3)  # 000, 001 and 012


def test_what_is_proved_is_kept_and_not_proved_again(game, alone, tmp_path):
    path = tmp_path / "kept"
    jotto.solve(game, parallel=1, checkpoint=path)
    lines = path.read_text().splitlines()
    path.write_text("\n".join(lines[: len(lines) // 2]) + '\n["opening", [')  # killed in a line
    seen = []
    tree = jotto.solve(game, parallel=1, checkpoint=path, progress=seen.append)
    assert (tree.lengths.total, tree.proved) == (alone.lengths.total, True)
    again = [json.loads(line)[1][0] for line in path.read_text().splitlines()[1:]]
    assert len(again) == len(set(again)) == len(lines) - 1
    assert seen[-1].done == seen[-1].of == len(game)


def test_only_the_openings_asked_for_are_tried_and_none_that_are_refuted():
    tried = []

    def run(jobs):
        for job in jobs:
            tried.append(job)
            yield job, 100, True

    kept = Checkpoint(None, {}, lambda *_: True)
    root = proof.Openings(jotto.start(jotto.words(["hatch", "latch"])))
    some = proof.Proof(root, kept, run, 100, {3: 90, 5: 100, 7: 80, 9: 70})
    assert list(some.prove([9, 5, 3])) == [True, True]
    assert (tried, some.lower) == ([(9, 100), (3, 100)], 80)


def test_of_the_openings_of_least_total_the_most_promising_wins():
    """5, 7 and 9 are known to have at least the total of 9; so 5 and 7 are tried once more."""
    totals = {5: 101, 7: 100, 3: 102}

    def run(jobs):
        for guess, limit in jobs:
            assert limit == 101
            yield None  # nothing new yet
            yield (guess, limit), totals[guess], True

    kept = Checkpoint(None, {}, lambda *_: True)
    proved = proof.Proof(None, kept, run, 100, {3: 102, 5: 100, 7: 100, 9: 100}, {9: 100})
    assert proved.winner() == 7


@pytest.mark.parametrize(
    ("given", "choices", "differs"),
    [
        (jotto.words(SOME[:21]), {}, "list or rule"),
        (jotto.words(SOME[:20], prior="common"), {}, "prior"),
        (jotto.start(jotto.words(SOME[:20])).after(SOME[0], "0,1"), {}, "position"),
        (jotto.words(SOME[:20]), {"allow": "candidates"}, "choice of allowed guesses"),
        (jotto.words(SOME[:20]), {"max_guesses": 6}, "limit of guesses"),
    ],
)
def test_a_checkpoint_of_another_proof_is_refused(given, choices, differs, tmp_path):
    path = tmp_path / "kept"
    jotto.solve(jotto.words(SOME[:20]), parallel=1, checkpoint=path)
    with pytest.raises(FileError, match=f"another {differs}"):
        jotto.solve(given, parallel=1, checkpoint=path, **choices)


@pytest.mark.parametrize(
    "line",
    [
        ["guess", [0, 90], [80]], ["opening", [0], [80]], ["opening", [0, 90], [80, "80"]],
        ["opening", [0, 90], 80], ["opening", [0, "90"], [80]], ["opening", [0, 90], [80.0]],
        ["opening", [0, 90], [38]],  # the least for 20 words is 1 + 19 x 2
    ],
)  # fmt: skip
def test_a_line_that_no_proof_has_written_is_damage(line, tmp_path):
    words, path = jotto.words(SOME[:20]), tmp_path / "kept"
    jotto.solve(words, parallel=1, checkpoint=path)
    first = path.read_text().splitlines()[0]
    path.write_text(f"{first}\n{json.dumps(with_checksum(json.loads(first), line))}\n")
    with pytest.raises(FileError, match="line 2 is damaged"):
        jotto.solve(words, parallel=1, checkpoint=path)


def test_lines_that_contradict_each_other_end_in_a_tree(tmp_path):
    given = ["crane", "crate", "trace", "react", "caret", "slate", "least", "stale"]
    words, path = jotto.words(given), tmp_path / "kept"
    assert jotto.solve(words, parallel=1, checkpoint=path).lengths.total == 15
    header = json.loads(path.read_text())
    lines = ["opening", [5, 17], [1818]], ["opening", [5, 95], [15]]
    written = (with_checksum(header, line) for line in lines)
    path.write_text("\n".join(map(json.dumps, (header, *written))) + "\n")
    assert jotto.solve(words, parallel=1, checkpoint=path).lengths.total == 15


@pytest.mark.parametrize(("seconds", "proved"), [(0, False), (1e6, True)])
def test_after_the_seconds_given_the_bounds_hold(game, alone, seconds, proved):
    tree = jotto.solve(game, parallel=1, seconds=seconds)
    assert len(game) < tree.lower_bound <= alone.lengths.total <= tree.lengths.total
    assert tree.proved == proved


@pytest.mark.parametrize("given", [{"aim": "worst"}, {"beam": 3}, {"opening": SOME[0]}])
def test_parallel_work_is_for_proofs(game, given):
    with pytest.raises(GameError, match="parallel and checkpoint"):
        jotto.solve(game, parallel=2, **given)


def test_a_checkpoint_that_cannot_be_written_is_told_and_costs_nothing_else(tmp_path, caplog):
    tree = jotto.solve(jotto.words(SOME[:20]), parallel=1, checkpoint=tmp_path / "none" / "kept")
    assert tree.proved
    assert "the checkpoint could not be written: " in caplog.text
    assert not list(tmp_path.iterdir())


def test_jobs_in_one_worker_share_what_is_known_and_no_scratch_arrays(game, monkeypatch):
    root, used = proof.Openings(jotto.start(game)), []
    monkeypatch.setattr(proof, "try_opening", lambda own, job: used.append(own.ahead) or 7)
    assert [proof.try_there(root, (0, 9)) for _ in range(2)] == [(7, True)] * 2
    first, second = (vars(at.problem) for at in used)
    assert all(at.problem.struct for at in used)  # which makes the scratch arrays
    own = "scratch", "struct"
    assert all(first[name] is second[name] for name in first if name not in own)
    arrays = [problem["scratch"].values() for problem in (first, second)]
    assert not any(map(np.shares_memory, *arrays))

import json
import random

import naive
import pytest

import jotto
from jotto.errors import FileError, GameError
from jotto.games.lists import shipped_words

SOME = random.Random(3).sample(shipped_words(), 150)


@pytest.fixture(scope="module")
def game():
    return jotto.words(SOME)


@pytest.fixture(scope="module")
def alone(game):
    """The tree that one search proves."""
    return jotto.solve(game)


@pytest.mark.parametrize("jobs", [1, 2])
def test_openings_tried_one_by_one_have_the_same_total_and_tree(game, alone, jobs, tmp_path):
    tree = jotto.solve(game, jobs=jobs)
    assert (tree.lengths.total, tree.proved) == (alone.lengths.total, True)
    tree.save(tmp_path / "tree.json")
    again = jotto.solve(game, jobs=3 - jobs)
    again.save(tmp_path / "again.json")
    assert (tmp_path / "tree.json").read_bytes() == (tmp_path / "again.json").read_bytes()


@pytest.mark.parametrize("seed", range(4))
def test_the_total_is_that_of_trying_everything(seed):
    words = random.Random(seed).sample(shipped_words(), 9)
    score = naive.exact_elsewhere
    least = naive.least_total(words, words, score, dict.fromkeys(words, 1))
    assert jotto.solve(jotto.words(words), jobs=1).lengths.total == least


def test_symmetric_openings_are_tried_once():
    seen = []
    tree = jotto.solve(jotto.named("mastermind:3x4"), jobs=1, progress=seen.append)
    assert tree.lengths.total == jotto.solve(jotto.named("mastermind:3x4")).lengths.total
    assert seen[-1].openings == 3  # 000, 001 and 012


def test_what_is_proved_is_kept_and_not_proved_again(game, alone, tmp_path):
    path = tmp_path / "kept"
    jotto.solve(game, jobs=1, checkpoint=path)
    lines = path.read_text().splitlines()
    path.write_text("\n".join(lines[: len(lines) // 2]) + '\n["opening", [')  # killed in a line
    seen = []
    tree = jotto.solve(game, jobs=1, checkpoint=path, resume=True, progress=seen.append)
    assert (tree.lengths.total, tree.proved) == (alone.lengths.total, True)
    again = [json.loads(line)[1][0] for line in path.read_text().splitlines()[1:]]
    assert len(again) == len(set(again)) == len(lines) - 1
    assert len(seen) == len(lines) - len(lines) // 2


def test_a_checkpoint_of_another_game_is_refused(game, tmp_path):
    path = tmp_path / "kept"
    jotto.solve(jotto.words(SOME[:20]), jobs=1, checkpoint=path)
    with pytest.raises(FileError, match="another list or rule"):
        jotto.solve(game, jobs=1, checkpoint=path, resume=True)


def test_after_the_time_given_the_bounds_hold(game, alone):
    tree = jotto.solve(game, exact=True, jobs=1, seconds=0.01)
    assert tree.lower_bound <= alone.lengths.total <= tree.lengths.total


@pytest.mark.parametrize("given", [{"aim": "worst"}, {"beam": 3}, {"opening": SOME[0]}])
def test_jobs_are_for_proofs(game, given):
    with pytest.raises(GameError, match="jobs and checkpoints"):
        jotto.solve(game, jobs=2, **given)


def test_a_checkpoint_that_cannot_be_written_is_told_and_costs_nothing_else(tmp_path, caplog):
    (tmp_path / "file").write_text("")
    tree = jotto.solve(jotto.words(SOME[:20]), jobs=1, checkpoint=tmp_path / "file" / "kept")
    assert tree.proved
    assert "the checkpoint could not be written: " in caplog.text

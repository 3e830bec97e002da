"""The programs that measure, on little."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import naive
import pytest
from lists import TEN

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
SCOWL = Path("/usr/share/dict/scowl")

needs_scowl = pytest.mark.skipif(not SCOWL.is_dir(), reason="scowl is needed: apt install scowl")


def run(script, *arguments):
    """Run a script as a user would."""
    return subprocess.run(
        [sys.executable, str(SCRIPTS / script), *map(str, arguments)],
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=300,
        env=os.environ,
    )


def measured(script, *arguments):
    """Run a script that may miss its gates; return the object it prints."""
    done = run(script, "--json", *arguments)
    found = json.loads(done.stdout)
    assert done.stderr == ""
    assert done.returncode == (0 if found["passed"] else 1)
    assert found["schema"] == 1
    return found


@pytest.fixture
def scowl(tmp_path):
    """A SCOWL of words that the shipped list has and of three that it has not."""
    words = {
        "english-words.10": ["crane"],
        "english-words.80": ["zyxwv", "blick", "Names", "cafés"],
    }
    for name, lines in words.items():
        (tmp_path / name).write_text("".join(f"{word}\n" for word in lines), encoding="utf-8")
    (tmp_path / "english-words.95").write_text("brock\nvwxyz\n")
    return tmp_path


# --- words outside the list -----------------------------------------------------------------


def test_the_words_looked_for_are_those_the_list_lacks(scowl):
    found = measured("strings_trials.py", "--scowl", scowl)
    assert sorted(one["word"] for one in found["trials"]) == ["blick", "zyxwv"]
    assert found["of"] == 2
    more = measured("strings_trials.py", "--scowl", scowl, "--level", 95)
    assert "vwxyz" in [one["word"] for one in more["trials"]]


def test_a_word_like_others_comes_before_one_that_is_not(scowl):
    found = measured("strings_trials.py", "--scowl", scowl)
    rank = {one["word"]: one["rank"] for one in found["trials"]}
    assert 1 <= rank["blick"] < rank["zyxwv"]
    assert all(one["rank"] <= one["strings"] for one in found["trials"])
    assert found["median rank"] == sum(rank.values()) / 2


@needs_scowl
@pytest.mark.parametrize("prior", ["common", "even"])
def test_the_same_seed_draws_the_same_words_with_the_same_ranks(prior):
    drawn = [
        measured("strings_trials.py", "--words", 4, "--seed", seed, "--prior", prior)["trials"]
        for seed in (1, 1, 2)
    ]
    first, again, other = ([(one["word"], one["rank"]) for one in trials] for trials in drawn)
    assert first == again != other


def test_without_scowl_it_says_how_to_get_it(tmp_path):
    done = run("strings_trials.py", "--scowl", tmp_path / "nowhere")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert "apt install scowl" in done.stderr


def test_the_table_names_every_gate(scowl):
    done = run("strings_trials.py", "--scowl", scowl)
    gates = measured("strings_trials.py", "--scowl", scowl)["gates"]
    assert all(gate in done.stdout for gate in gates)


# --- the live game --------------------------------------------------------------------------


def test_every_turn_but_the_winning_one_is_timed():
    found = measured("live_trials.py", "--games", 3)
    assert found["games"] == 3
    assert found["turns"] == sum(times for _, times, _, _ in found["by turn"])
    assert found["by turn"][0][1] == 3  # no secret was the opening
    assert 0 < found["start, median, s"] <= found["start, longest, s"]


def test_options_after_the_dashes_reach_the_game():
    done = run("live_trials.py", "--games", 1, "--", "--game", "nonsense")
    assert (done.returncode, done.stdout) == (1, "")
    assert "nonsense" in done.stderr


def test_a_game_that_shows_no_proposal_is_told_of_in_one_line():
    done = run("live_trials.py", "--games", 1, "--", "--help")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("live_trials: no proposal came")
    assert done.stderr.count("\n") == 1


# --- the prior ------------------------------------------------------------------------------


def test_words_all_alike_are_found_alike_under_either_prior(tmp_path):
    # none of them is in the shipped list, so all have one level: the common prior is even
    words = ["zzzza", "zzzzb", "zzzbz", "zzazz", "azzzz"]
    path = tmp_path / "list.txt"
    path.write_text("\n".join(words))
    found = measured("prior_trials.py", "--words", path)
    common, even = found["priors"]["common"], found["priors"]["even"]
    assert common["all"] == even["all"] == even["weighed"] == even["level over 50"]
    assert "level to 35" not in even
    assert found["lost on rare words"] == 0
    assert found["passed"]


def test_means_under_an_even_prior_are_those_of_all_games(tmp_path):
    path = tmp_path / "list.txt"
    path.write_text("\n".join(TEN))
    found = measured("prior_trials.py", "--words", path)["priors"]["even"]
    lengths = naive.lengths("entropy", TEN, TEN, naive.exact_elsewhere)
    levels = levels_of(TEN)
    common = [lengths[word] for word in TEN if levels[word] <= 35]
    assert found["all"] == pytest.approx(sum(lengths.values()) / len(TEN))
    assert found["level to 35"] == pytest.approx(sum(common) / len(common))
    assert found["worst"] == max(lengths.values())


def levels_of(words):
    lines = (SCRIPTS.parent / "wordlists" / "english-5.levels.txt").read_text().splitlines()
    known = dict(line.split("\t") for line in lines if not line.startswith("#"))
    return {word: int(known[word]) for word in words}


def test_a_list_that_cannot_be_read_is_refused_in_one_line(tmp_path):
    done = run("prior_trials.py", "--words", tmp_path / "nowhere.txt")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert "nowhere.txt" in done.stderr

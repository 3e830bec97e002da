"""The programs that measure, on little."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

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

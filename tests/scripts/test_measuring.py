"""The scripts that measure still run; what they find depends on the machine or takes too long."""

import os
import sys
from pathlib import Path

import pytest
from terminal import run

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
MEASURING = sorted(
    {path.name for path in SCRIPTS.glob("*.py")}
    - {"build_core.py", "build_wordlists.py", "gates.py", "mutants.py", "sanitize.py", "seeds.py"}
    - {"start.py", "wheels.py"}
)


@pytest.mark.full
@pytest.mark.parametrize("script", MEASURING)
def test_every_script_says_what_it_measures(script):
    done = run(sys.executable, SCRIPTS / script, "--help", env=os.environ)
    assert (done.status, done.err) == (0, "")
    assert "Usage: " in done.out


@pytest.mark.full
@pytest.mark.parametrize("command", ["doctor_trials.py --games 5", "live_trials.py --games 1"])
def test_the_smallest_run_shows_what_it_measured(command):
    script, *arguments = command.split()
    done = run(sys.executable, SCRIPTS / script, *arguments, env=os.environ)
    assert (done.err, done.out.split()[:2]) == ("", ["measured", "value"])


@pytest.mark.full
def test_the_lines_of_the_proof_for_sgb_are_whole_and_the_cheapest_proved_again(sgb, tmp_path):
    lines = (SCRIPTS.parent / "docs" / "proofs" / "sgb.jsonl").read_text().splitlines()
    script = sys.executable, SCRIPTS / "sgb_proof.py", sgb, "--nice", "0"
    said = "{} of 5,756 openings lead to no total below 28,790\nno tree has a total below "
    done = run(*script, env=os.environ)
    assert done.out.startswith(said.format(f"{len(lines) - 1:,}")), done.err
    some = tmp_path / "some.jsonl"
    some.write_text("\n".join(lines[:6]) + "\n")
    done = run(*script, "--file", some, "--check", "3", env=os.environ)
    assert done.out.startswith(said.format(5)), done.err
    assert done.out.endswith("\n3 of 3 proved again\n")
    some.write_text("\n".join([*lines[:5], lines[5].replace("28790]", "28791]", 1)]) + "\n")
    assert "damaged" in run(*script, "--file", some, env=os.environ).err

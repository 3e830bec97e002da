"""The scripts that measure still run; what they find depends on the machine or takes too long."""

import os
import sys
from pathlib import Path

import pytest
from terminal import run

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
MEASURING = sorted(
    {path.name for path in SCRIPTS.glob("*.py")}
    - {"build_wordlists.py", "gates.py", "mutants.py", "seeds.py", "start.py"}
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

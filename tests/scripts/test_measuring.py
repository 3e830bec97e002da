"""The scripts that measure still run; what they find depends on the machine or takes too long."""

import subprocess
import sys
from pathlib import Path

import pytest
from lists import TEN

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
MEASURING = sorted(
    {path.name for path in SCRIPTS.glob("*.py")}
    - {"build_wordlists.py", "gates.py", "seeds.py", "start.py"}
)


def run(script, *arguments):
    return subprocess.run(
        [sys.executable, SCRIPTS / script, *map(str, arguments)],
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=120,
    )


@pytest.mark.full
@pytest.mark.parametrize("script", MEASURING)
def test_every_script_says_what_it_measures(script):
    done = run(script, "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Usage: " in done.stdout


@pytest.mark.full
@pytest.mark.parametrize(
    "command",
    [
        "doctor_trials.py --games 5",
        "live_trials.py --games 1",
        "prior_trials.py --words ten.txt",
        "strings_trials.py --scowl .",
    ],
)
def test_the_smallest_run_gives_one_object(command, tmp_path, monkeypatch):
    (tmp_path / "ten.txt").write_text("\n".join(TEN))
    (tmp_path / "english-words.80").write_text("blick\n")  # not in the shipped list
    monkeypatch.chdir(tmp_path)
    done = run(*command.split(), "--json")
    assert done.stderr == ""
    assert done.stdout.startswith('{"schema": 1, ')

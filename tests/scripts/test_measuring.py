"""The scripts that measure still run; what they find depends on the machine or takes too long."""

import gc
import os
import re
import runpy
import sys
from pathlib import Path

import pytest
from lists import SGB, needs_sgb
from terminal import run

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
OTHERS = "api build_core build_wordlists mutants npm public sanitize seeds share start wheels"
MEASURING = sorted({path.stem for path in SCRIPTS.glob("*.py")} - {*OTHERS.split()})
PAGE = (SCRIPTS.parent / "docs" / "proofs.md").read_text()


def test_the_smallest_games_of_codes_have_the_totals_of_the_table(tmp_path):
    script = sys.executable, SCRIPTS / "least_totals.py", "--codes", "27", "--folder", tmp_path
    done = run(*script, env=os.environ)
    assert done.out.count("\n") == 14, done.err
    assert set(done.out.splitlines()) < set(PAGE.splitlines())
    assert (tmp_path / "bulls-and-cows-2-all.txt").read_text() == "2 3\n3 13\n4 30\n5 60\n"


def test_the_table_agrees_with_published_formulas():
    """Chen and Lin 2004, but for 2 pegs of 2 colours; Jäger and Peczarski 2009."""
    row = r"^\| `(\S+):([23])x(\d+)` \| ([\d,]+) \| \S+ \| (\d+) \|"
    for game, pegs, colours, total, longest in re.findall(row, PAGE, re.M):
        n, most = int(colours), int(longest)
        if (game, pegs) == ("mastermind", "3"):
            assert n < 5 or most == (n - 1) // 3 + 4
        elif game == "mastermind" and n > 2:
            least = 8 * n**3 + 51 * n**2 - (80 * n - 69 if n % 2 else 74 * n - 48)
            assert (24 * int(total.replace(",", "")), most) == (least, n // 2 + 2)
        elif (game, pegs) == ("bulls-and-cows", "2"):
            least = 4 * n**3 + 21 * n**2 - (82 * n - 105 if n % 2 else 76 * n - 72)
            assert (12 * int(total.replace(",", "")), most) == (least, (n + 1) // 2 + 1)


@pytest.mark.full
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("script", MEASURING)
def test_every_script_says_what_it_measures(script, monkeypatch, capsys):
    """In this process: what they import takes seconds."""
    monkeypatch.setattr(sys, "argv", [script, "--help"])
    monkeypatch.setattr(sys, "path", [*sys.path])
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(SCRIPTS / f"{script}.py"), run_name="__main__")
    gc.collect()  # what a program leaves open ends with it
    out, err = capsys.readouterr()
    assert (ended.value.code, err) == (0, "")
    assert "Usage: " in out


@needs_sgb
@pytest.mark.full
def test_the_lines_of_the_proof_for_sgb_are_whole_and_the_cheapest_proved_again(tmp_path):
    runpy.run_path(str(SCRIPTS / "claims.py"))["prepare"](tmp_path, tmp_path)
    lines = (SCRIPTS.parent / "docs" / "proofs" / "sgb.jsonl").read_text().splitlines()
    script = sys.executable, SCRIPTS / "sgb_proof.py", tmp_path / "sgb-words.txt", "--nice", "0"
    said = "{} of 5,757 openings lead to no total below 28,795\nno tree has a total below "
    done = run(*script, env=os.environ)
    assert done.out.startswith(said.format(f"{len(lines) - 1:,}")), done.err
    some = tmp_path / "some.jsonl"
    some.write_text("\n".join(lines[:6]) + "\n")
    done = run(*script, "--file", some, "--check", "3", env=os.environ)
    assert done.out.startswith(said.format(5)), done.err
    assert done.out.endswith("\n3 of 3 proved again\n")
    some.write_text("\n".join([*lines[:5], lines[5].replace("28795]", "28796]", 1)]) + "\n")
    assert "damaged" in run(*script, "--file", some, env=os.environ).err


@needs_sgb
@pytest.mark.full
def test_the_proof_for_sgb_takes_no_other_list_and_writes_only_what_it_proves(tmp_path):
    runpy.run_path(str(SCRIPTS / "claims.py"))["prepare"](tmp_path, tmp_path)
    script, nice = (sys.executable, SCRIPTS / "sgb_proof.py"), ("--nice", "0")
    for words, said in (
        (SGB, "5,756 words; the proof is for the 5,757"),
        (tmp_path / "no", "no"),
    ):
        done = run(*script, words, *nice, env=os.environ)
        assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
        assert done.err.startswith("sgb_proof: ")
        assert said in done.err
    swapped = (tmp_path / "sgb-words.txt").read_text().replace("which", "whsch", 1)
    (tmp_path / "swapped.txt").write_text(swapped)
    done = run(*script, tmp_path / "swapped.txt", *nice, env=os.environ)
    assert (done.status, done.err.count("\n")) == (2, 1)
    assert "belongs to a run with another list" in done.err
    absent = tmp_path / "absent.jsonl"
    done = run(*script, tmp_path / "sgb-words.txt", "--file", absent, *nice, env=os.environ)
    assert done.out.startswith("0 of 5,757 openings")
    assert not absent.exists()

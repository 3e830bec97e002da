"""The library of the core is loaded, or one line says why not and what to do."""

import re
import subprocess
import sys
from ctypes.util import find_library

import pytest
from terminal import PROGRAM, environment

from jotto import core


@pytest.mark.parametrize("named", ["no such library", __file__, find_library("c")])
def test_a_library_that_is_not_the_core_is_quoted_in_one_line(monkeypatch, named):
    monkeypatch.setenv("JOTTO_CORE", named)
    line = f"^the compiled core cannot be loaded from {re.escape(repr(named))} .*; unset JOTTO_CORE"
    with pytest.raises(ImportError, match=line) as refused:
        core.library.__wrapped__()
    assert "\n" not in str(refused.value)


def test_the_program_says_so_and_ends():
    command, around = [*PROGRAM, "watch", "crane"], environment(JOTTO_CORE=find_library("c"))
    ran = subprocess.run(command, env=around, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (2, "")
    *before, line = ran.stderr.splitlines()
    assert line.startswith("jotto: the compiled core cannot be loaded from ")
    assert not any("Traceback" in each for each in before)  # but on a busy machine: still working


def test_a_library_of_other_sources_is_noticed_in_one_line():
    look = "from jotto import core; core.sources = lambda: 1; core.library()"
    ran = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, check=True)
    assert re.fullmatch(".*; build again: python scripts/build_core.py\n", ran.stderr)

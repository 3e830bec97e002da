"""Fixtures that run the program as a user does, with a clean environment and its own folders."""

import shutil
import subprocess
from itertools import count
from pathlib import Path
from typing import Any

import inprocess
import pytest
from lists import FAMILY, HATCHES, SPLITTER, TEN
from terminal import PROGRAM, Ran, environment, run


@pytest.fixture
def bash():
    """The command that starts a shell with job control."""
    shell = shutil.which("bash")
    if shell is None:
        pytest.skip("needs bash, which does job control")
    return shell, "--norc", "--noediting", "-i"


@pytest.fixture
def variables(tmp_path):
    """The environment variables of a user with a home folder for this test only."""
    kinds = ("state", "config", "data")
    kept = {f"XDG_{kind.upper()}_HOME": str(tmp_path / kind) for kind in kinds}
    return environment(**kept)


@pytest.fixture
def jotto(tmp_path, variables, process):
    """Run ``jotto`` in the test's temporary folder; NAME=value sets an environment variable.

    It is called in this process, except that runs with Dask are separate processes.
    """

    def call(*arguments: object, typed: str | bytes = "", **more: Any):
        words = [str(each) for each in arguments]
        if "stdout" in more or any(word.startswith("--dask") for word in words):
            return process(*words, typed=typed, **more)
        typed = typed.encode() if isinstance(typed, str) else typed
        status, out, err = inprocess.call(words, typed, tmp_path, variables | more)
        return Ran(status, out.decode(), err.decode())

    return call


@pytest.fixture
def process(tmp_path, variables):
    """Run ``jotto`` as a separate process: for streams, imports, memory or signals."""

    def call(*arguments: object, typed: str | bytes = "", stdout=subprocess.PIPE, **more: str):
        options = {"input": typed.encode() if isinstance(typed, str) else typed, "stdout": stdout}
        return run(*PROGRAM, *arguments, env=variables | more, cwd=tmp_path, **options)

    return call


@pytest.fixture
def write(tmp_path):
    """Write a list of words to a file; return its path."""
    numbers = count(1)

    def write(*words: str) -> Path:
        path = tmp_path / f"list-{next(numbers)}.txt"
        path.write_text("".join(f"{word}\n" for word in words), encoding="utf-8")
        return path

    return write


@pytest.fixture
def family(write) -> tuple[str, ...]:
    """The options of the game of FAMILY, with SPLITTER as a further guess."""
    return ("--words", str(write(*FAMILY)), "--guesses", str(write(SPLITTER)))


@pytest.fixture
def ten(write) -> tuple[str, str]:
    """The options of a game with the words TEN."""
    return "--words", str(write(*TEN))


@pytest.fixture
def hatches(write) -> tuple[str, ...]:
    """claim leaves hatch alone and catch alone, latch and match together: 2 + 2 + 2 + 3."""
    words = write("hatch", "latch", "match", "catch")
    return "--words", str(words), "--guesses", str(write("claim"))


@pytest.fixture
def play(jotto, write):
    """Play a live game of HATCHES through a pipe, with further options."""
    own = ("play", "--words", write(*HATCHES))
    return lambda typed, *options, **more: jotto(*own, *options, typed=typed, **more)

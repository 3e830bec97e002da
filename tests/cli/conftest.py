"""Fixtures that run the program as a user does, with a clean environment and its own folders."""

import json
import subprocess
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import inprocess
import pytest
from lists import FAMILY, SPLITTER
from terminal import PROGRAM, environment


class Ran(NamedTuple):
    """The result of a run."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one JSON object on stdout; any other output fails the test."""
        assert self.status == 0, self.err
        assert self.out.count("\n") == 1
        return json.loads(self.out)

    @property
    def refusal(self) -> str:
        """The one error line of a run with bad input; stdout must be empty."""
        assert (self.status, self.out) == (2, ""), self.err
        assert self.err.count("\n") == 1
        return self.err


@pytest.fixture
def variables(tmp_path):
    """The environment variables of a user with a home folder for this test only."""
    kept = {
        f"XDG_{kind.upper()}_HOME": str(tmp_path / kind) for kind in ("state", "config", "data")
    }
    return environment(**kept)


@pytest.fixture
def jotto(tmp_path, variables, process):
    """Run ``jotto`` in the test's temporary folder; NAME=value sets an environment variable.

    It is called in this process, except that runs with Dask are separate processes.
    """

    def run(*arguments: object, typed: str | bytes = "", **more: Any):
        words = [str(each) for each in arguments]
        if "stdout" in more or any(word.startswith("--dask") for word in words):
            return process(*words, typed=typed, **more)
        typed = typed.encode() if isinstance(typed, str) else typed
        status, out, err = inprocess.call(words, typed, tmp_path, variables | more)
        return Ran(status, out.decode(), err.decode())

    return run


@pytest.fixture
def process(tmp_path, variables):
    """Run ``jotto`` as a separate process: for streams, imports, memory or signals."""

    def run(
        *arguments: object, typed: str | bytes = "", stdout: Any = subprocess.PIPE, **more: str
    ):
        ran = subprocess.run(
            [*PROGRAM, *map(str, arguments)],
            input=typed.encode() if isinstance(typed, str) else typed,
            stdout=stdout,
            stderr=subprocess.PIPE,
            cwd=tmp_path,
            env=variables | more,
            timeout=60,
            check=False,
        )
        return Ran(ran.returncode, (ran.stdout or b"").decode(), ran.stderr.decode())

    return run


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

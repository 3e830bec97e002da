"""The program as its users run it: another process, a fresh environment, files of its own."""

import json
import subprocess
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from lists import FAMILY, SPLITTER
from terminal import PROGRAM, environment


class Ran(NamedTuple):
    """What came of a run."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one object on stdout; whatever else stands there is an error."""
        assert self.status == 0, self.err
        assert self.out.count("\n") == 1
        return json.loads(self.out)


@pytest.fixture
def jotto(tmp_path):
    """Run ``jotto`` in a folder of the test's own; NAME=value sets a variable for it."""

    kept = {f"XDG_{kind.upper()}_HOME": str(tmp_path / kind) for kind in ("state", "config")}

    def run(
        *arguments: object, typed: str | bytes = "", stdout: Any = subprocess.PIPE, **more: str
    ):
        ran = subprocess.run(
            [*PROGRAM, *map(str, arguments)],
            input=typed.encode() if isinstance(typed, str) else typed,
            stdout=stdout,
            stderr=subprocess.PIPE,
            cwd=tmp_path,
            env=environment(**kept | more),
            timeout=60,
            check=False,
        )
        return Ran(ran.returncode, (ran.stdout or b"").decode(), ran.stderr.decode())

    return run


@pytest.fixture
def write(tmp_path):
    """Write a list of words; return where."""
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

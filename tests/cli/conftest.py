"""The program as its users run it: another process, a fresh environment, folders of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from cli.terminal import Terminal

PROGRAM = (sys.executable, "-m", "jotto")

# Three letters, the first of them differs. By eye, for every figure of the tests:
#   bat, cat, hat or mat  scores 3,0 with itself and 2,0 with the three others
#   chm                   scores 0,0 with bat; 1,0 with cat; 0,1 with hat and with mat
FAMILY = ("bat", "cat", "hat", "mat")
SPLITTER = "chm"


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


@pytest.fixture(scope="session")
def environment(tmp_path_factory) -> dict[str, str]:
    """A user's environment: nothing of this one but the path, a home and a cache of its own."""
    home = tmp_path_factory.mktemp("home")
    return {
        "PATH": os.environ["PATH"],
        "LANG": "C.UTF-8",
        "HOME": str(home),
        "XDG_CACHE_HOME": str(home / "cache"),
    }


@pytest.fixture
def jotto(environment, tmp_path):
    """Run ``jotto`` in ``tmp_path``; keywords are variables of its environment."""

    def run(*args: object, stdin: str | bytes = "", stdout: Any = subprocess.PIPE, **env: str):
        typed = stdin.encode() if isinstance(stdin, str) else stdin
        ran = subprocess.run(
            [*PROGRAM, *map(str, args)],
            input=typed,
            stdout=stdout,
            stderr=subprocess.PIPE,
            cwd=tmp_path,
            env=environment | env,
            timeout=60,
            check=False,
        )
        return Ran(ran.returncode, (ran.stdout or b"").decode(), ran.stderr.decode())

    return run


@pytest.fixture
def terminal(environment, tmp_path):
    """Run ``jotto`` on a terminal in ``tmp_path``; what still runs is ended with the test."""
    opened = []

    def run(*args: str, columns: int = 160, **env: str) -> Terminal:
        found = Terminal(
            (*PROGRAM, *args), env=environment | env, cwd=tmp_path, columns=columns
        )
        opened.append(found)
        return found

    yield run
    for one in opened:
        one.close()


@pytest.fixture
def write(tmp_path):
    """Write a list of words into the folder the program runs in."""

    def write(name: str, *words: str) -> Path:
        path = tmp_path / name
        path.write_text("".join(f"{word}\n" for word in words), encoding="utf-8")
        return path

    return write


@pytest.fixture
def family(write) -> tuple[str, ...]:
    """The options of the game of FAMILY, with SPLITTER as a further guess."""
    write("family.txt", *FAMILY)
    write("splitter.txt", SPLITTER)
    return ("--words", "family.txt", "--guesses", "splitter.txt")

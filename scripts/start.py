"""Set everything up in a checkout and start: a game, the page, the tests, or the documentation.

    python3 scripts/start.py game
    python3 scripts/start.py page
    python3 scripts/start.py tests [--all] [PYTEST ARGUMENTS]
    python3 scripts/start.py docs

``tests`` takes a few minutes on two processors. ``--all`` adds the tests that take longer or need
more programs: killed and interrupted runs, terminals, a browser, Dask, SCOWL.

It needs only Python 3.11 or newer. Everything is installed into the folder .venv of the checkout;
the Python of the system is not changed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
import webbrowser
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
SETTING_UP = "Setting up in .venv"
ALONE = "game", "page"  # they need the program alone
PAGE = "docs/jotto.html"  # the pages of docs lead to it
SPREAD = ("-n", "auto", "--dist", "worksteal")  # of pytest-xdist


def main(arguments: list[str]) -> int:
    """Run the game or the tests; return the exit status."""
    if sys.version_info < (3, 11):  # noqa: UP036  # an older Python can read this far
        return refuse(f"jotto needs Python 3.11 or newer, and this is {sys.version.split()[0]}")
    what, *further = arguments or [""]
    if what not in ("game", "page", "tests", "docs"):
        return refuse(f"cannot start {what!r}; write game, page, tests or docs")
    os.chdir(ROOT)
    try:
        prepare(what)
    except subprocess.CalledProcessError as error:
        return refuse(f"setting up failed: {' '.join(map(str, error.cmd))}")
    if what == "tests":
        return run_tests(further)
    if what == "docs":
        return subprocess.call([BIN / "python", "scripts/docs.py", *(further or ["build"])])
    if what == "page":
        return open_page()
    status = subprocess.call([BIN / "jotto", "watch", "crane"])
    print(f"\nThat was an example. To play your own game: {(BIN / 'jotto').relative_to(ROOT)} play")
    return status


def open_page() -> int:
    """Write the page with four games as one file, and open it in a browser, if there is one."""
    status = subprocess.call([BIN / "jotto", "page", "-o", PAGE])
    if not status and not webbrowser.open((ROOT / PAGE).as_uri()):
        print(f"Open {PAGE} in a browser.")
    return status


def run_tests(arguments: list[str]) -> int:
    """Run the tests on all processors; ``--all`` includes those marked ``full``."""
    pytest: list[str | Path] = [BIN / "python", "-m", "pytest", *SPREAD]
    if "--all" in arguments:
        return subprocess.call([*pytest, *(each for each in arguments if each != "--all")])
    status = subprocess.call([*pytest, "-m", "not full", *arguments])
    print("More (kills, terminals, browser, Dask, SCOWL): python3 scripts/start.py tests --all")
    return status


def refuse(message: str) -> int:
    """Print the reason in one line; return exit status 2."""
    print(f"start: {message}", file=sys.stderr)
    return 2


def prepare(what: str) -> None:
    """Install jotto into .venv; for tests and docs also what they need, by uv, which is faster."""
    print(f"{SETTING_UP}, which takes about a minute.", file=sys.stderr, flush=True)
    package = ["--editable", "."] if what in ALONE else ["uv"]
    quiet = ["--quiet", "--disable-pip-version-check"]
    run([*make_environment(), "install", *quiet, *package])
    if what not in ALONE:
        uv: list[str | Path] = [BIN / "uv", "pip", "install", "--quiet", "--python", BIN / "python"]
        run([*uv, "--editable", ".[mcp,web]", "--group", what])


def run(command: Sequence[str | Path]) -> None:
    """Run a program that prints nothing; a terminal is told for how many seconds it has run."""
    began, shows = time.monotonic(), sys.stderr.isatty()
    program = subprocess.Popen(command)
    status = None
    while status is None:
        with suppress(subprocess.TimeoutExpired):
            status = program.wait(timeout=1)
        line = f"{SETTING_UP}: {time.monotonic() - began:.0f} s" if status is None else ""
        print(f"\r{line}\x1b[K" * shows, end="", file=sys.stderr, flush=True)
    if status:
        raise subprocess.CalledProcessError(status, command)


def make_environment() -> list[str | Path]:
    """Create .venv if it does not exist; return the pip command that installs into it."""
    python = BIN / "python"
    if not works(python, "import sys"):
        if not any(works(sys.executable, f"import {name}") for name in ("ensurepip", "pip")):
            install_debian_package("python3-venv")
        bare = [] if works(sys.executable, "import ensurepip") else ["--without-pip"]
        run([sys.executable, "-m", "venv", "--clear", *bare, VENV])
    if works(python, "import pip"):
        return [python, "-m", "pip"]
    return [sys.executable, "-m", "pip", "--python", python]  # a pip from outside, 22.3 or newer


def works(python: str | Path, program: str) -> bool:
    """Whether this Python can run a program."""
    try:
        return subprocess.run([python, "-c", program], capture_output=True).returncode == 0
    except OSError:
        return False


def install_debian_package(name: str) -> None:
    """Install venv and pip, if this Python lacks them and it is possible; else exit."""
    if not shutil.which("apt-get") or os.geteuid() != 0:
        sys.exit(refuse(f"this Python lacks venv and pip; on Debian: apt install {name}"))
    subprocess.run(["apt-get", "-qq", "update"], check=True)
    subprocess.run(["apt-get", "-qq", "install", "--yes", name], check=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

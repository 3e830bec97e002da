"""Calls of every command in a folder with files; what is wrong with how they end.

A call must end in time, with status 0, 1 or 2 (or by the signal that was sent). Nowhere may there
be a traceback; the error of status 2 is one line; and no file may be left over or changed but those
that the command writes.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import NamedTuple

import inprocess

from jotto.cli import INTERRUPTED

PROGRAM = (sys.executable, "-m", "jotto")
# tells by a closed pipe that main begins; before that, Python is not ours to interrupt
READY = "import os, sys; from jotto.cli import main; os.close(int(sys.argv.pop(1))); main()"
WORDS = "crane crate trace react caret slate least stale fools score"
FILES = {
    "words.txt": WORDS.replace(" ", "\n") + "\n",
    "guesses.txt": "claim\nchimp\n",
    "prior.txt": "crane 5\nslate 3.5\n",
    "past.txt": "slate\n",
    "chat.txt": "Ann: Wordle 1,986 2/6\nBob: jotto 2 guesses slate=2,0 crane=5,0\n",
    "language.json": '{"sentences": {"found": "{word}: {made|guess}"}}\n',
    "greek.txt": "\u03bb\u03cc\u03b3\u03bf\u03c2\n\u0130stan\nna\u00efve\n",
}
MADE = (  # what else is in the folder of every call: trees, a certificate, checkpoints, games
    ("", "tree --exact --words words.txt -o tree.json --certificate proof.json"),
    ("", "tree --words words.txt -o tree.txt"),
    ("", "openings --full --words words.txt --checkpoint run --csv /dev/full"),
    ("", "tree --exact --words words.txt --checkpoint search"),
    ("", "evaluate --words words.txt"),
    ("slate 1,4\nleast 5,0\n\n", "play --words words.txt"),
    ("slate 2,0\n5,0\n\n", "play --words words.txt"),
    ("crane 1,1\n", "play --words words.txt"),
    ("", "house polite=yes"),
    ("", "history --jsonl data/jotto/history.jsonl"),  # as an earlier version left it
)
OWN = (
    "data/jotto/games.sqlite",
    "data/jotto/history.jsonl",
    "config/jotto/config.toml",
    "language.json",
)
TYPED = (
    *("crane 1,1", "why", "undo", "3,0", "a", "edit 1 2,1", "list", "me", "slate", "yes"),
    *("they crane", "covid 0,0", "5,0"),
)
# a name with a dot is a file of FILES or MADE; OUT names are written
CALLS = (
    "suggest crane=1,1 --words words.txt --guesses guesses.txt --prior prior.txt",
    "suggest slate=2,0 --words words.txt --strategy tree:tree.json",
    "suggest --words words.txt --without past.txt --json",
    "candidates slate=2,0 --words words.txt --prior prior.txt",
    "candidates slate=2,0 --strings --words words.txt",
    "explain crane=1,1 slate=4,0 --words words.txt --prior prior.txt",
    "score crane slate",
    "word crane --words words.txt",
    "watch crane --words words.txt --strategy tree:tree.json",
    "solve score --words words.txt --strategy tree:tree.txt --boards 2",
    "keep --words words.txt --secret crane",
    "keep --words words.txt --adversary",
    "play --words words.txt --prior prior.txt --report out.html",
    "play --words words.txt --strategy tree:tree.json",
    "play --words words.txt --boards 2",
    "play --words words.txt --lies 1",
    "play --resume",
    "page --words words.txt --guesses guesses.txt -o out.html",
    "page --words words.txt --strategy tree:tree.json -o out.html",
    "review slate=2,0 crane=1,2 score=5,0 --words words.txt -o out.html",
    "league chat.txt --words words.txt",
    "league chat.txt --day 9999-12-31 --json",
    "practice --words words.txt --guess crane",
    "review --saved",
    "review",
    "history",
    "history --json",
    "history --forget --yes",
    "secret crane --words words.txt",
    "engine --words words.txt --prior prior.txt --strategy tree:tree.json",
    "card --words words.txt --html out.html",
    "house",
    "house repeats=no",
    "house --reset",
    "evaluate --words words.txt --strategy tree:tree.json",
    "evaluate --words words.txt --guesses guesses.txt --prior prior.txt",
    "openings --words words.txt --csv out.csv --html out.html",
    "openings --full --words words.txt --checkpoint run --resume --csv out.csv",
    "compare entropy tree:tree.json --words words.txt",
    "tree --words words.txt -o out.json",
    "tree --words words.txt -o out.txt --prior prior.txt",
    "tree --exact --words words.txt --certificate out.json",
    "tree --exact --words words.txt --checkpoint search --resume",
    "verify tree.json --words words.txt",
    "verify tree.txt --words words.txt",
    "verify proof.json --words words.txt",
    "worst-case --words words.txt -o out.json",
    "lists file words.txt greek.txt --length 5 -o out.txt",
    "lists file words.txt --members greek.txt --supplement past.txt",
    "lists scowl --size 35 --length 2",
    "serve --port 1 --certificate proof.json --key tree.json",
    "--version",
    "play --help",
)
OUT = {"out.html", "out.json", "out.csv", "out.txt", "run", "search"}
NOTES = "note: ", "the checkpoint could not be written"  # said before an error
EXPECTED = re.compile(  # what commands write
    r"out\.\w+|run|search|other|(state|data|config)(/jotto(/(checkpoints.*|[a-z]+\.\w+(-\w+)?))?)?"
)
SECONDS = 120  # in which a call must end


class Call(NamedTuple):
    """A command line, what is typed, environment variables; how it is run and interrupted."""

    arguments: list[str]
    typed: bytes
    variables: dict[str, str]
    streams: str = ""  # of the shell
    signal: int = 0
    after: float = 0.0

    def __str__(self) -> str:
        sent = self.signal and f" {signal.Signals(self.signal).name} after {self.after:.3f} s"
        return f"{self.arguments} {self.streams} {sent or ''}"


def folders(folder: Path) -> dict[str, str]:
    """Return the environment variables of a user whose files are all in ``folder``."""
    kinds = ("state", "data", "config", "cache")
    own = {f"XDG_{kind.upper()}_HOME": str(folder / kind) for kind in kinds}
    return {"HOME": str(folder), "LANG": "C.UTF-8", "PATH": os.environ["PATH"]} | own


def surroundings(folder: Path) -> dict[str, str]:
    """Return the environment variables of a user of a prepared folder, who has other sentences."""
    return folders(folder) | {"JOTTO_SENTENCES": str(folder / "language.json")}


def files_in(folder: Path) -> dict[str, int]:
    """Return the files, links and folders with a hash of their content; not those of caches."""
    found = {}
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder))
        if not name.startswith("cache"):
            plain = path.is_file() and not path.is_symlink()
            found[name] = hash(path.read_bytes()) if plain else 0
    return found


class Hang(BaseException):
    """A call did not end in time."""


@contextmanager
def hurried() -> Iterator[None]:
    """Raise Hang if the block takes too long."""

    def late(*_: object) -> None:
        raise Hang

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(SECONDS)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def made(call: Call, folder: Path) -> tuple[int, str, str]:
    """Make a call; return its status, stdout and stderr. Raises Hang and any error not caught."""
    if not call.streams and not call.signal:
        with hurried():
            arguments = [*map(os.fsdecode, given(call))]
            status, *told = inprocess.call(arguments, call.typed, folder, call.variables)
    else:
        status, *told = in_a_process(call, folder)
    out, err = (text.decode(errors="replace") for text in told)
    return status, out, err


def given(call: Call) -> list[bytes]:
    """Return the arguments as a program can be given them: bytes, none of them zero."""
    return [word.replace("\0", "").encode(errors="surrogatepass") for word in call.arguments]


def in_a_process(call: Call, folder: Path) -> tuple[int, bytes, bytes]:
    """Make a call in a process of its own. Raises Hang."""
    variables, shell = call.variables, f'exec "$@" {call.streams}'
    if call.streams[:1].isalpha():
        shell = 'exec "$@"'
        variables = {k: v for k, v in variables.items() if k in ("PATH", "XDG_CACHE_HOME")}
        variables |= dict(part.split("=") for part in call.streams.split() if "=" in part)
    elif call.streams == "|":
        shell = '"$@" 2>&1 | :'
    ready, begins = os.pipe()
    program = (sys.executable, "-c", READY, str(begins)) if call.signal else PROGRAM
    command = [b"bash", b"-c", shell.encode(), b"bash", *map(os.fsencode, program), *given(call)]
    child = subprocess.Popen(
        command,
        env=variables,
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        pass_fds=[begins],
    )
    os.close(begins)
    with os.fdopen(ready) as pipe:
        if call.signal:
            pipe.read()
    if call.signal:
        time.sleep(call.after)
        child.send_signal(call.signal)
    try:
        out, err = child.communicate(call.typed, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)
        raise Hang from None
    return child.returncode, out, err


def check(call: Call, folder: Path) -> None:
    """Make a call. Raises AssertionError if its end, or what it leaves behind, is wrong."""
    before = files_in(folder)
    try:
        status, out, err = made(call, folder)
    except Hang:
        raise AssertionError(f"{call}: it does not end within {SECONDS} s") from None
    except Exception as error:
        raise AssertionError(f"{call}: {error!r}") from error
    assert not re.search("Traceback|Exception ignored", out + err), f"{call}: a traceback: {err}"
    if status == INTERRUPTED and not call.signal:
        raise KeyboardInterrupt  # of the trial itself
    allowed = {0, 1, 2} | ({INTERRUPTED, -signal.SIGTERM} if call.signal else set())
    assert status in allowed, f"{call}: status {status}: {err}"
    told = [line for line in err.splitlines() if line.startswith("jotto: ")]
    errors = [line for line in told if not any(note in line for note in NOTES)]
    shown = not call.signal and "2>" not in call.streams and call.streams != "|"
    one_line = len(errors) == 1 and err.splitlines()[-1] == errors[0]
    assert status != 2 or not shown or one_line, f"{call}: not one line of error: {err!r}"
    after = files_in(folder)
    for name in sorted(before.keys() | after):
        named = os.fsencode(name) in given(call) or EXPECTED.fullmatch(name)
        how = "changed" if name in before else "left over"
        assert named or before.get(name) == after.get(name), f"{call}: {name!r} was {how}"


def prepare(folder: Path) -> None:
    """Write the files that calls read."""
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    for typed, arguments in MADE:
        inprocess.call(arguments.split(), typed.encode(), folder, surroundings(folder))
    needed = (*OWN, "tree.json", "tree.txt", "proof.json", "run", "search")
    missing = [name for name in needed if not (folder / name).is_file()]
    assert not missing, missing


@cache
def prepared() -> tempfile.TemporaryDirectory[str]:
    """Return a folder with the files that calls read, to be copied."""
    folder = tempfile.TemporaryDirectory()
    prepare(Path(folder.name))
    return folder


def copied(folder: Path) -> Path:
    """Copy the files that calls read into a folder; return their folder."""
    return shutil.copytree(prepared().name, folder / "user")

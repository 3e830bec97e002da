"""Call every command with damaged files, odd options, odd surroundings, and signals.

    python scripts/hostile.py --calls 2000 --seed 0
    python scripts/hostile.py --calls 0 --signals 200 --seed 0

Each call is drawn from its own seed, which is printed when it fails: ``--only SEED`` repeats it.
Most calls are made in this process. Those with a broken stream, without a home or with a signal are
processes of their own. A call must end in time, with status 0, 1, 2 or 130 (or by the SIGTERM that
was sent); nowhere may there be a traceback; the error of status 2 is one line; and no file may be
left over or changed but those that the command writes. Exit status: 0 if every call did.
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
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from traceback import format_exc
from typing import Annotated, NamedTuple

import typer
from gates import Seed, report

sys.path.append(str(Path(__file__).parents[1] / "tests" / "cli"))

import inprocess

PROGRAM = (sys.executable, "-m", "jotto")
# tells by a closed pipe that main begins; before that, Python is not ours to interrupt
READY = "import os, sys; from jotto.cli import main; os.close(int(sys.argv.pop(1))); main()"
WORDS = "crane crate trace react caret slate least stale fools score"
FILES = {
    "words.txt": WORDS.replace(" ", "\n") + "\n",
    "guesses.txt": "claim\nchimp\n",
    "prior.txt": "crane 5\nslate 3.5\n",
    "past.txt": "slate\n",
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
)
OWN = ("data/jotto/games.sqlite", "data/jotto/history.jsonl", "config/jotto/config.toml")
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
    "doctor crane=1,1 slate=4,0 --words words.txt --prior prior.txt",
    "score crane slate",
    "word crane --words words.txt",
    "solve crane --words words.txt --strategy tree:tree.json",
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
    "review --saved",
    "review",
    "history",
    "history --json",
    "history --forget",
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
    "bound --words words.txt -o out.json",
    "lists file words.txt greek.txt --length 5 -o out.txt",
    "lists file words.txt --members greek.txt --supplement past.txt",
    "lists scowl --size 35 --length 2",
    "serve --port 1 --certificate proof.json --key tree.json",
    "--version",
    "play --help",
)
OUT = {"out.html", "out.json", "out.csv", "out.txt", "run", "search"}
LONG_S, BIG_I = "\u017f", "\u0130"  # letters that capitals or small letters change into others
ODD = (
    *("", "0", "-1", "nan", "inf", "1e999", "9" * 20, "\x00", "\ud800", LONG_S * 5, BIG_I),
    *("x" * 5000, "a\nb", "../..", "/", "/dev/null", "/dev/full", "--", "-", "=", "==5,0"),
    *("\xdf" * 5, "crane=", "crane=9,9", "mastermind:0x0", "tree:", "tree:/dev/null", "os:system"),
    "five\x1b[2J",
)
ENCODINGS = ("utf-16", "utf-32", "idna", "punycode", "latin-1", "rot13", "undefined", "hex", "no")
OPTIONS = (
    *("--rule", "--allow", "--strategy", "--prior", "--game", "--seed", "--top", "--think"),
    *("--boards", "--lies", "--letters", "--without", "--guesses", "--opening", "--max-guesses"),
    *("--aim", "--json", "--plain", "--bogus", "-o", "--processes", "--beam", "--length"),
)
NOTES = "note: ", "the checkpoint could not be written"  # said before an error
EXPECTED = re.compile(  # what commands write
    r"out\.\w+|run|search|other|(state|data|config)(/jotto(/(checkpoints.*|[a-z]+\.\w+(-\w+)?))?)?"
)
STREAMS = (  # of the shell; or environment variables
    *(">&-", "2>&-", "<&-", ">/dev/full", "2>/dev/full", "<&- >&- 2>&-", "2>&- >/dev/full", "|"),
    *("<.", "HOME=", "HOME=/dev/null", "HOME", "LC_ALL=C PYTHONUTF8=0"),
)
STATUSES = {0, 1, 2, 130}
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


# --- damage -------------------------------------------------------------------------------------


def flipped(content: bytes, draw: Random) -> bytes:
    """Change some bits."""
    made = bytearray(content or b"\0")
    for _ in range(draw.choice([1, 1, 3, 50])):
        made[draw.randrange(len(made))] ^= 1 << draw.randrange(8)
    return bytes(made)


JUNK = (
    *(b"", b"\0", b"\xff\xfe", b"\r\n", b'"', b"{" * 9, b"[" * 100_000, b"-1", b"1e999", b"null"),
    *(b"NaN", b"9" * 5000, b'{"a":', b"\\ud800", LONG_S.encode(), b"\xef\xbb\xbf", b"true", b","),
)


def spliced(content: bytes, draw: Random) -> bytes:
    """Put junk in the place of some bytes."""
    start = draw.randrange(len(content) + 1)
    junk = draw.choice(JUNK)
    return content[:start] + junk + content[start + draw.choice([0, 0, 1, 5, 30]) :]


def moved(content: bytes, draw: Random) -> bytes:
    """Repeat, drop or exchange lines."""
    lines = content.split(b"\n")
    one, other = (draw.randrange(len(lines)) for _ in range(2))
    lines[one], lines[other] = draw.choice([(lines[other], lines[one]), (b"", lines[one])])
    return b"\n".join(lines + lines[one:other])


def recoded(content: bytes, draw: Random) -> bytes:
    """Write a text in another encoding, or with other line ends."""
    text = content.decode("utf-8", errors="replace")
    others = [text.encode("utf-16"), text.encode("utf-32"), text.upper().encode()]
    ends = [content.replace(b"\n", b"\r\n"), content.replace(b"\n", b"\r"), content.rstrip(b"\n")]
    return draw.choice([*others, *ends, b"\xef\xbb\xbf" + content])


CHANGES: tuple[Callable[[bytes, Random], bytes], ...] = (
    *2 * (flipped, spliced, moved),
    recoded,
    lambda content, draw: content[: draw.randrange(len(content) + 1)],
    lambda content, draw: draw.randbytes(draw.choice([0, 1, 100, 10_000])),
)


def as_folder(path: Path, draw: Random) -> None:
    """Put a folder, a loop or a link to a device in the place of a file."""
    path.unlink()
    if draw.random() < 0.3:
        path.mkdir()
    else:
        path.symlink_to(draw.choice([path.name, "/dev/null", "/dev/full", "nowhere/at/all", "."]))


def damage(path: Path, draw: Random) -> None:
    """Damage a file in one of many ways, or put something else in its place, or nothing."""
    if draw.random() < 0.1:
        as_folder(path, draw)
    elif draw.random() < 0.03:
        path.unlink()
    else:
        path.write_bytes(draw.choice(CHANGES)(path.read_bytes(), draw))


# --- calls --------------------------------------------------------------------------------------


def surroundings(folder: Path) -> dict[str, str]:
    """Return the environment variables of a user whose files are all in ``folder``."""
    kinds = ("state", "data", "config", "cache")
    own = {f"XDG_{kind.upper()}_HOME": str(folder / kind) for kind in kinds}
    kept = {"PATH": os.environ["PATH"]}
    return {"HOME": str(folder), "LANG": "C.UTF-8"} | own | kept


def interrupted(draw: Random, folder: Path) -> Call:
    """Draw a call that is sent a signal, and when."""
    arguments, how = draw.choice(CALLS).split(), draw.choice([signal.SIGINT, signal.SIGTERM])
    typed = "\n".join([*TYPED, ""]).encode()
    return Call(arguments, typed, surroundings(folder), "", how, 0.01 + draw.expovariate(2.0))


def damaged(draw: Random, folder: Path) -> Call:
    """Draw a call, and damage what it reads in ``folder``."""
    arguments = draw.choice(CALLS).split()
    named = [folder / word.rpartition(":")[2] for word in arguments]
    named, own = ([*filter(Path.is_file, some)] for some in (named, map(folder.joinpath, OWN)))
    if draw.random() < 0.7:
        some = named if named and draw.random() < 0.75 else own
        for path in draw.sample(some, draw.choice([1, 1, min(2, len(some))])):
            damage(path, draw)
        caches = sorted((folder / "cache").rglob("*.array"))
        if caches and draw.random() < 0.1:
            damage(draw.choice(caches), draw)
    if draw.random() < 0.3:
        odd, option = draw.choice(ODD), draw.choice(OPTIONS)
        more = [[odd], [option], [option, odd]]
        if arguments[:2] == ["lists", "file"]:
            more.append(["--encoding", draw.choice(ENCODINGS)])
        at = draw.randrange(1, len(arguments) + 1)
        arguments[at:at] = draw.choice(more)
    outputs = sorted(name for name in OUT & {*arguments} if "." in name)
    if outputs and draw.random() < 0.3:
        name = draw.choice(outputs)
        (folder / name).symlink_to(draw.choice([name, "/dev/full", "other", "nowhere/at/all"]))
    lines = draw.sample(TYPED, draw.randrange(len(TYPED)))
    typed = "\n".join([*lines, *draw.sample(ODD, 3), ""]).encode(errors="surrogatepass")
    streams = draw.choice(STREAMS) if draw.random() < 0.06 else ""
    return Call(arguments, typed, surroundings(folder), streams)


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


def faults(call: Call, folder: Path) -> Iterator[str]:
    """Make a call and yield what is wrong with its end."""
    before = files_in(folder)
    try:
        status, out, err = made(call, folder)
    except Hang:
        yield f"it does not end within {SECONDS} s"
        return
    except Exception:  # what a process would print as a traceback
        yield format_exc()[-1500:]
        return
    if "Traceback" in out + err or "Exception ignored" in err:
        yield f"a traceback: {err[-1500:]}"
    allowed = STATUSES | ({-call.signal} if call.signal == signal.SIGTERM else set())
    if status not in allowed:
        yield f"status {status}: {err[-500:]}"
    told = [line for line in err.splitlines() if line.startswith("jotto: ")]
    errors = [line for line in told if not any(note in line for note in NOTES)]
    shown = not call.signal and "2>" not in call.streams and call.streams != "|"
    if status == 2 and shown and (len(errors) != 1 or err.splitlines()[-1] != errors[0]):
        yield f"not one line of error: {err[-800:]!r}"
    after = files_in(folder)
    for name in sorted(before.keys() | after):
        named = os.fsencode(name) in given(call) or EXPECTED.fullmatch(name)
        if before.get(name) != after.get(name) and not named:
            yield f"{name!r} was {'changed' if name in before else 'left over'}"


def prepare(folder: Path) -> None:
    """Write the files that calls read."""
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    for typed, arguments in MADE:
        inprocess.call(arguments.split(), typed.encode(), folder, surroundings(folder))
    needed = (*OWN, "tree.json", "tree.txt", "proof.json", "run", "search")
    missing = [name for name in needed if not (folder / name).is_file()]
    assert not missing, missing


def trial(seed: int, good: Path, *, signals: bool = False) -> tuple[Call, list[str]]:
    """Draw a call by ``seed``, make it in a copy of the folder ``good``; return what is wrong."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "user"
        shutil.copytree(good, folder)
        call = (interrupted if signals else damaged)(Random(seed), folder)
        return call, [*faults(call, folder)]


def main(
    calls: Annotated[int, typer.Option(min=0, help="Calls with damage.")] = 2000,
    signals: Annotated[int, typer.Option(min=0, help="Calls with a signal.")] = 0,
    seed: Seed = 0,
    only: Annotated[int, typer.Option(help="Repeat the call of this seed.")] = -1,
) -> None:
    """Make hostile calls and print those that end badly."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    bad, commands = 0, set[str]()
    seeds = (
        [(only, signals > 0)]
        if only >= 0
        else [(1_000_000 * seed + at, at >= calls) for at in range(calls + signals)]
    )
    since = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        prepare(Path(name))
        for number, sent in seeds:
            call, wrong = trial(number, Path(name), signals=sent)
            commands.add(call.arguments[0])
            bad += bool(wrong)
            for fault in wrong:
                print(f"{number}: {call}: {fault}", flush=True)
    facts = {"calls": calls, "with a signal": signals, "seed": seed, "commands": len(commands)}
    facts["seconds"] = round(time.monotonic() - since)
    report(facts, {"calls that end badly": bad}, {"calls that end badly": 0})


if __name__ == "__main__":
    typer.run(main)

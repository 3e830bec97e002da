"""Damaged files and odd calls.

Every command is called with damaged lists, trees, certificates, checkpoints, histories, house files
and databases; odd options and encodings; links in a circle; full disks; closed streams; no home.
Most calls are made in this process, those with a broken stream or without a home in their own.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

from trials.calls import CALLS, OUT, OWN, TYPED, Call, check, copied, surroundings
from trials.damage import BIG_I, LONG_S, damaged

UNIT = "calls"
FOUND = """Six faults. A history that names a list by half of a surrogate pair gave a traceback. An
error, or a note, while the disk was full ended with status 120. A house file that is a link to a
device filled the memory. A database with text that is not UTF-8, and İ at a prompt, gave
tracebacks."""
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
STREAMS = (  # of the shell; or environment variables
    *(">&-", "2>&-", "<&-", ">/dev/full", "2>/dev/full", "<&- >&- 2>&-", "2>&- >/dev/full", "|"),
    *("<.", "HOME=", "HOME=/dev/null", "HOME", "LC_ALL=C PYTHONUTF8=0"),
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
        path.write_bytes(damaged(path.read_bytes(), draw))


def drawn(draw: Random, folder: Path) -> Call:
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


def play(seed: int, folder: Path) -> int:
    """Make a call in a copy of the files; return 1."""
    user = copied(folder)
    check(drawn(Random(seed), user), user)
    return 1

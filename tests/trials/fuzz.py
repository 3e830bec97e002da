"""Fuzz a parser of what users write, guided by the code that each input reaches.

    pip install atheris
    python scripts/fuzz.py house --seconds 600 --seed 1

A parser must take its input, or refuse it by a JottoError. Whatever else it raises ends the run
with another status than 0, and the input is left in the working folder. A run begins with the
inputs in tests/corpus, each at most 4 KB, which a test tries as well; ``--keep`` leaves those there
that reach the most. In long runs atheris itself takes more and more memory; a run ends at 6 GB.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from types import FrameType, SimpleNamespace
from typing import Annotated, Any
from unittest.mock import patch

import typer

import jotto
from jotto import files
from jotto.analysis import comparison
from jotto.assistant import match, match_view, moves, review, statistics, store, view
from jotto.assistant.options import GameOptions, remade
from jotto.cli import app
from jotto.engine.lies import lying
from jotto.errors import JottoError
from jotto.games.words import prior_named, read_words, word_game
from jotto.parallel import with_checksum
from jotto.web import answers, app as web

PACKAGE = str(Path(jotto.__file__).parent)
CORPUS = Path(__file__).parents[1] / "tests" / "corpus"
LARGEST, MOST = 4096, 40  # bytes of an input; inputs that are kept
RUN = """
import sys, atheris
atheris.enabled_hooks.add("str")
with atheris.instrument_imports(["jotto", "tomlkit", "tomllib"], sys.argv.pop(1).split()):
    import fuzz, inprocess, jotto.engine.store, tomlkit, tomllib
    inprocess.modules()
jotto.engine.store.REMEMBERED = 100  # unlisted words take much memory
def run(data):
    try: target(data)
    except fuzz.JottoError: pass
target = fuzz.TARGETS[sys.argv.pop(1)]
atheris.Setup(sys.argv, run)
atheris.Fuzz()
"""
COMPILED = "jotto.core"  # not instrumented
WORDS = ["crane", "crate", "trace", "react", "caret", "slate", "least", "stale"]
GAME = word_game(WORDS, ["claim", "chimp"])
SESSIONS = {  # by the first byte of an input
    "0": jotto.Session(GAME),
    "1": jotto.Session(GAME).raced("slate", first=True, last_turn=True),
    "2": jotto.Session(GAME, boards=2),
    "3": jotto.Session(lying(GAME, 1)),
    "4": jotto.Session(word_game(WORDS, rule="colours")),
    "5": jotto.Session(word_game(WORDS, rule="jots")),
    "6": jotto.Session(word_game(WORDS, rule="fibble")),
    "7": jotto.Session(jotto.named("mastermind:2x3")),
    "8": jotto.Session(word_game(["1+2=3", "2+1=3", "3-1=2"])),
}


class Small(GameOptions):
    """Options whose game is always the same small one."""

    def make_game(self) -> jotto.Game[str]:
        """Return it."""
        return GAME


PLAYED = match.Match(GAME).entered("join", 0, "Ann").entered("join", 1, "Bob")
PLAYED = (
    PLAYED.entered("secret", 1, "trace").entered("secret", 0, "slate").entered("guess", 0, "crane")
)
OPENINGS = partial(comparison.openings, GAME, parallel=1)
RUNS: dict[bytes, Callable[..., object]] = {  # by the first byte of a checkpoint
    b"o": OPENINGS,
    b"p": partial(jotto.solve, GAME, parallel=1),
    b"q": partial(OPENINGS, pairs=2),
}
FOLDER = tempfile.TemporaryDirectory()
FILE = Path(FOLDER.name) / "file"


def file_of(data: bytes) -> Path:
    """Write a file; return its path."""
    FILE.write_bytes(data)
    return FILE


def parted(data: bytes) -> tuple[str, str]:
    """Return the first character of a text, and the rest."""
    text = data.decode("utf-8", errors="surrogateescape")
    return text[:1], text[1:]


# --- the parsers --------------------------------------------------------------------------------


def scores(data: bytes) -> None:
    """Read a score, as it is typed."""
    which, text = parted(data)
    moves.read_score(SESSIONS.get(which, SESSIONS["0"]), text)


def lines(data: bytes) -> None:
    """Type lines in a live game; what is refused changes nothing."""
    which, text = parted(data)
    session, refused = SESSIONS.get(which, SESSIONS["0"]), None
    for line in text.split("\n")[:8]:
        if session.over:  # what is typed then is undo, or the secret
            session = session.undone()
        try:
            move = moves.read_move(session, line)
            if move["do"] in view.PANES:
                view.pane(session, move["do"], move["about"])
            elif move["do"] in moves.MOVES:
                moves.notes(session, move)
                session = moves.make_move(session, move).session
                view.view(session)
        except JottoError as error:
            refused = error
    if refused is not None:
        raise refused


def lists(data: bytes) -> None:
    """Read a list of words, as a game and as a prior."""
    path = file_of(data)
    try:
        word_game(words := read_words(path)).read(words[0])
    except JottoError:
        word_game(WORDS, prior=prior_named(path))


def trees(data: bytes) -> None:
    """Read and replay a tree."""
    tree = jotto.Tree.load(file_of(data), GAME)
    if not tree.verify():
        tree.save(FILE)
        assert jotto.Tree.load(FILE, GAME) == tree
    jotto.Strategy(tree=tree)(jotto.start(GAME))


def certificates(data: bytes) -> None:
    """Read and check a certificate."""
    jotto.Certificate.load(file_of(data), GAME).verify()


@cache
def header_of(run: Callable[..., object]) -> dict[str, Any]:
    """Return the first line of a checkpoint of a run."""
    FILE.unlink(missing_ok=True)
    run(checkpoint=FILE)
    header: dict[str, Any] = json.loads(FILE.read_bytes().splitlines()[0])
    return header


def checkpoints(data: bytes) -> None:
    """Continue a run from a checkpoint, whose lines get the header and the checksums they need."""
    if (run := RUNS.get(data[:1])) is None:
        RUNS[b"o"](checkpoint=file_of(data))
        return
    lines, header = data[1:].split(b"\n"), header_of(run)
    for at, line in enumerate(lines):
        with suppress(ValueError, TypeError):
            lines[at] = json.dumps(with_checksum(header, [*files.from_json(line)])).encode()
    run(checkpoint=file_of(b"\n".join([json.dumps(header).encode(), *lines])))


def house(data: bytes) -> None:
    """Read the file of house rules; change it, as right or wrong as it is; read it again."""
    file_of(data)
    with patch.object(app, "place", lambda: FILE):
        right = False
        with suppress(JottoError):
            right = bool(app.in_force())
        try:
            app.change({"rule": "jots", "repeats": False, "allow": None}, reset=False)
            rules = app.in_force()
        except JottoError as error:
            if right:
                raise AssertionError("what was right is so no longer") from error
            raise
    assert [rules[name][0] for name in ("rule", "repeats", "allow")] == ["jots", False, "all"]


def history(data: bytes) -> None:
    """Read finished games, count them, and look back at each."""
    records, damaged = review.read_history(data.decode("utf-8", errors="replace"))
    statistics.tally(records, [None] * len(records))
    statistics.streaks(records)
    statistics.favourites(records)
    for record in records:
        assert record.name
        review.look_back(record, Small).page()
    if damaged:
        raise JottoError("a line is damaged")


def saved(data: bytes) -> None:
    """Open a saved game and a saved match as they are in the database."""
    which, text = parted(data)
    kind: store.Kind = "match" if which == "m" else "game"
    with store.Store(FILE.with_suffix(".sqlite"), kind, synced=False) as games:
        if not games.version("it"):
            games.write(store.Saved({}, GAME.key, name="it"))
        with games._database() as database:
            query = "update games set content = ? where kind = ?"
            database.execute(query, (text.encode(errors="surrogateescape"), kind))
        read = games.load("it")
    read.title()
    remade(read.options, Small)
    if kind == "match":
        playing = match.Match.restored(GAME, read)
        for seat in (0, 1, None):
            match_view.view_of(playing, seat, now=1.0)
    else:
        session = read.restore(SESSIONS["0"])
        view.view(session)
        while session.transcript or session.attempt:
            session = session.undone()
            view.view(session)


def forms(data: bytes) -> None:
    """Take what a page sends: a move in a game, in a match, the options of a new one."""
    options = vars(GameOptions()) | {"strategy": "entropy"}
    nothing: Any = None
    server = web.Server(nothing, nothing, options, print, list)

    def taken(form: answers.Fields) -> None:
        for session in SESSIONS.values():
            with suppress(JottoError):
                view.view(moves.make_move(session, form).session)
        with suppress(JottoError):
            match.moved(PLAYED, 0, form)
        with suppress(JottoError):
            match.moved(match.Match(GAME, web._terms(form)), 0, form)
        server._options(form)

    request: Any = SimpleNamespace(state=SimpleNamespace(body=data))
    if answers.answered(request, taken).status_code != 200:
        raise JottoError("it is no move")


TARGETS: dict[str, Callable[[bytes], None]] = {
    parser.__name__: parser
    for parser in (
        *(scores, lines, lists, trees, certificates, checkpoints, house, history, saved, forms),
    )
}


# --- the corpus ---------------------------------------------------------------------------------


def steps_of(target: Callable[[bytes], None], data: bytes) -> set[tuple[str, int, int]]:
    """Return the steps from line to line that an input makes in the files of jotto."""
    steps = set[tuple[str, int, int]]()

    def entered(frame: FrameType, event: str, argument: object) -> Any:
        name, before = frame.f_code.co_filename, 0

        def step(frame: FrameType, event: str, argument: object) -> Any:
            nonlocal before
            steps.add((name, before, frame.f_lineno))
            before = frame.f_lineno
            return step

        return step if name.startswith(PACKAGE) else None

    usual = sys.gettrace()
    sys.settrace(entered)
    try:
        with suppress(JottoError):
            target(data)
    finally:
        sys.settrace(usual)
    return steps


def keep(name: str, found: Path) -> None:
    """Leave in the corpus the inputs that reach the most together, each under its checksum."""
    folder, every = CORPUS / name, dict[bytes, set[tuple[str, int, int]]]()
    for path in (*folder.iterdir(), *found.iterdir()):
        if len(data := path.read_bytes()) <= LARGEST:
            every[data] = steps_of(TARGETS[name], data)
        path.unlink()
    for _ in range(MOST):
        best = max(every, key=lambda data: (len(every[data]), -len(data), data))
        if not (new := every.pop(best)):
            break
        (folder / sha256(best).hexdigest()[:12]).write_bytes(best)
        every = {data: steps - new for data, steps in every.items()} | {b"": set()}


def main(
    target: Annotated[str, typer.Argument(help=f"The parser: {', '.join(TARGETS)}.")],
    seconds: Annotated[int, typer.Option(min=1, help="How long.")] = 60,
    seed: Annotated[int, typer.Option(min=1, help="Random seed.")] = 1,
    kept: Annotated[bool, typer.Option("--keep", help="Renew the corpus.")] = False,
) -> None:
    """Fuzz a parser, and print what the fuzzer says."""
    if target not in TARGETS:
        raise typer.BadParameter(f"{target!r} is none of {', '.join(TARGETS)}")
    places = (Path(__file__).parent, CORPUS.parent / "cli")
    options = f"-max_total_time={seconds} -seed={seed} -max_len={LARGEST} -len_control=0"
    options += " -timeout=60 -rss_limit_mb=6000 -print_final_stats=1"
    with tempfile.TemporaryDirectory() as folder:
        (found := Path(folder) / "found").mkdir()
        fuzzer = (sys.executable, "-c", RUN, COMPILED, target, *options.split())
        variables = {"PYTHONPATH": os.pathsep.join(map(str, places)), "TMPDIR": folder}
        run = [*fuzzer, str(found), str(CORPUS / target)]
        status = subprocess.run(run, env=os.environ | variables).returncode
        if kept:
            keep(target, found)
    raise typer.Exit(status)


if __name__ == "__main__":
    typer.run(main)

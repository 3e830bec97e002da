"""Parsers under a fuzzer.

A round gives one of fifteen parsers of what users write the inputs in ``tests/corpus``, each once
kept because it reached more of the code, and changes of them. Where atheris is installed, it guides
the changes by the code that each reaches, for a minute. A parser must take its input, or refuse it
by a JottoError. What is taken is used: shown, counted, reviewed, sent.
"""

from __future__ import annotations

import dataclasses
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from datetime import date
from functools import cache, partial
from importlib.util import find_spec
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import jotto
from jotto import files
from jotto.analysis import comparison
from jotto.assistant import (
    deck,
    match,
    match_view,
    moves,
    report,
    review,
    sentences,
    statistics,
    store,
    view,
)
from jotto.assistant.shelf import Shelf
from jotto.cli import app
from jotto.engine.lies import lying
from jotto.errors import JottoError
from jotto.games.registry import prior_named
from jotto.games.wordle import past_of
from jotto.games.words import read_words, word_game
from jotto.parallel import with_checksum
from jotto.question.making import Question, remade, saved_options
from jotto.web import answers, app as web, device, server as processes
from trials.damage import damaged

UNIT = "minutes of a parser"
FOUND = """Six faults, some by inputs made by hand. In checkpoints: JSON nested too deep, numbers
that are not whole, a total that counting excludes, and lines that contradict each other. In house
rules: a key twice. In a shared game: its win was taken back, which lost the game. Lines of a game
filled the memory of a server: refused words, unlisted words and rare letters, up to 1.2 GB by one
player."""
QUICK = "scores", "lists", "decks", "leagues", "pasts"  # parsers, with four times as many
SLOW = "lines", "forms"  # parsers that think, with a fifth
TESTS = Path(__file__).parents[2] / "tests"
CORPUS = TESTS / "corpus"
LARGEST, CHANGED = 4096, 50  # bytes of an input; changed inputs without atheris
RUN = """
import sys, atheris
atheris.enabled_hooks.add("str")
with atheris.instrument_imports(["jotto", "tomlkit", "tomllib"], ["jotto.core"]):
    import inprocess, jotto.engine.store, tomlkit, tomllib, trials.fuzz
    inprocess.modules()
jotto.engine.store.REMEMBERED = 100  # unlisted words take much memory
name = sys.argv.pop(1)
atheris.Setup(sys.argv, lambda data: trials.fuzz.parsed(name, data))
atheris.Fuzz()
"""
OPTIONS = f"-max_total_time=60 -max_len={LARGEST} -len_control=0 -timeout=60 -rss_limit_mb=6000"
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


class Small(Question):
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


def sent(*values: Any) -> None:
    """Write values as JSON, as a page gets them."""
    json.dumps(values, ensure_ascii=False, allow_nan=False).encode()


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
    with tempfile.TemporaryDirectory() as folder:
        old = Path(folder) / "history.jsonl"
        old.write_bytes(data)
        with Shelf(Path(folder) / "games.sqlite", old, synced=False) as shelf:
            records, damaged = [*shelf.newest()][::-1], shelf.unread
    statistics.tally(records, [None] * len(records))
    statistics.streaks(records)
    statistics.favourites(records)
    for record in records:
        assert record.name
        sent(dataclasses.asdict(record), web._over(record), device._page_record(record))
        with suppress(JottoError):  # it was damaged, and is of another game
            report.page(review.look_back(record, Small))
    if damaged:
        raise JottoError("a line is damaged")


def decks(data: bytes) -> None:
    """Read a deck of practice, answer its cards."""
    with tempfile.TemporaryDirectory() as folder:
        path, old = Path(folder) / "games.sqlite", Path(folder) / "practice.json"
        old.write_bytes(data)
        stored, day = deck.StoredDeck(path, old), date(2026, 11, 26)
        kept = stored.load()
        for card in kept.cards:
            kept.due(card.key, day)
            kept = stored.answer(card, None, 1000.0, day)
            with suppress(JottoError):  # its turns are of another game
                card.exercise(GAME, jotto.strategy())
        sent(dataclasses.asdict(kept))


def keys(data: bytes) -> None:
    """Read the keys of a server; what is damaged is made again."""
    if processes._keys_of(data) is None:
        raise JottoError("they are damaged")


def saved(data: bytes) -> None:
    """Open a saved game and a saved match as they are in the database."""
    which, text = parted(data)
    kind: store.Kind = "match" if which == "m" else "game"
    with store.Store(FILE.with_suffix(".sqlite"), kind, synced=False) as games:
        if not games.version("it"):
            games.write(store.Saved({}, GAME.key, name="it"))
        with games.database.opened() as database:
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


def leagues(data: bytes) -> None:
    """Read the results in a chat, and show their table."""
    which, text = parted(data)
    league = jotto.league(text, game=GAME if which == "g" else None)
    sent(league.to_dict(), league.to_csv(), league.week)
    if not league.results or league.unread:
        raise JottoError("something cannot be read")


def pasts(data: bytes) -> None:
    """Read the past answers of Wordle."""
    past_of(file_of(data), WORDS)


def catalogues(data: bytes) -> None:
    """Read the sentences of another language, and say each of them."""
    english = sentences.catalogue()
    made = sentences.merged(english, sentences_in(data), FILE)
    with patch.object(sentences, "catalogue", lambda: made):
        for key, usual in english["sentences"].items():
            for number in (0, 1, 2.5):
                sent(str(sentences.Sentence(key, facts_of(usual, number))))
    sent(made)


def sentences_in(data: bytes) -> Any:
    """Parse a catalogue. Raises JottoError."""
    try:
        return files.from_json(data)
    except ValueError as error:
        raise JottoError(str(error)) from None


def facts_of(template: str, number: float) -> dict[str, Any]:
    """Return facts for a template, the least there can be if the number is 0."""
    facts = dict[str, Any]()
    always = sentences._names(sentences.OPTIONAL.sub("", template))
    for name, form in sentences.PLACE.findall(template):
        if form.startswith("@"):
            facts |= {name: number, form[1:]: "word"}
        elif choices := [*sentences._choices(form)]:
            facts[name] = {"yes": True, "no": False}.get(choices[-1], choices[-1])
        else:
            facts[name] = number if form else ["HATCH", number]
    return {name: value for name, value in facts.items() if number or name in always}


def forms(data: bytes) -> None:
    """Take what a page sends: a move in a game, in a match, the options of a new one."""
    options = saved_options(Question())
    nothing: Any = SimpleNamespace(private=False)
    server = web.Server(nothing, nothing, nothing, options)

    def taken(form: answers.Sent) -> None:
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
        *(decks, keys, leagues, pasts, catalogues),
    )
}


# --- all ------------------------------------------------------------------------------------------


def parsed(name: str, data: bytes) -> bool:
    """Whether a parser takes its input; a JottoError refuses it."""
    try:
        TARGETS[name](data)
    except JottoError:
        return False
    return True


def fuzzed(name: str, seed: int, folder: Path) -> int:
    """Fuzz a parser by atheris for a minute; return how many inputs it made."""
    options = *OPTIONS.split(), f"-seed={seed + 1}", "-print_final_stats=1", str(CORPUS / name)
    paths = (str(TESTS / part) for part in ("", "cli", "../scripts"))
    own = {"PYTHONPATH": os.pathsep.join(paths), "TMPDIR": str(folder)}
    (folder / "found").mkdir()
    command = (sys.executable, "-c", RUN, name, "found", *options)
    ended = subprocess.run(command, env=os.environ | own, cwd=folder, capture_output=True)
    said = ended.stderr.decode(errors="replace")
    assert ended.returncode == 0, f"{name}: {said[-3000:]}"
    made = re.search(r"number_of_executed_units: (\d+)", said)
    return int(made[1]) if made else 0


def play(seed: int, folder: Path) -> int:
    """Give inputs to the parser whose turn it is; return how many."""
    name, draw = [*TARGETS][seed % len(TARGETS)], Random(seed)
    inputs = [path.read_bytes() for path in sorted((CORPUS / name).iterdir())]
    number = 4 * CHANGED if name in QUICK else CHANGED // 5 if name in SLOW else CHANGED
    changed = [damaged(draw.choice(inputs), draw)[:LARGEST] for _ in range(number)]
    taken = list[bool]()
    for data in (*inputs, *changed):
        try:
            taken.append(parsed(name, data))
        except Exception as error:
            raise AssertionError(f"{name}: {data!r}") from error
    assert {*taken[: len(inputs)]} == {True, False}, f"{name}: all of the corpus, or nothing"
    guided = fuzzed(name, seed, folder) if find_spec("atheris") else 0
    return len(inputs) + number + guided

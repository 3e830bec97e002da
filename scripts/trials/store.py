"""Random visitors.

A state machine asks two servers of one folder, types at a terminal beside them, and shrinks what
fails: games of every form, devices that send what they have of a game, old or twice, games that are
finished, taken back and deleted, matches, computers, rematches, a database that is locked, removed,
moved or replaced by a backup, servers that are started again. Every entry that was confirmed is on
both servers and in the terminal, and every game that is over is counted once.
"""

from __future__ import annotations

import asyncio
import io
import json
import shutil
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, redirect_stderr, redirect_stdout
from dataclasses import replace
from functools import cache, partial
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, ClassVar

import device
import pytest
from hypothesis import note, strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule
from starlette.datastructures import State
from starlette.exceptions import HTTPException

from jotto.assistant import moves, review
from jotto.assistant.match import STEPS
from jotto.assistant.shelf import Shelf
from jotto.assistant.store import OPENED, Saved, Store
from jotto.cli.play import Conversation
from jotto.cli.review import Recorder, restored
from jotto.errors import JottoError
from jotto.question.making import Question, saved_options
from jotto.web.app import Server
from jotto.web.games import Games, Matches
from trials.machines import Machine, run

UNIT = "rounds of 10 households"
FOUND = """three faults, by visitors before these. A strategy that cannot value lies was accepted,
and its game could not be opened. A match could be begun against no opponent. A correction could be
the score that had been entered."""
EXAMPLES = 10
LOOP = asyncio.new_event_loop()
ANN, BOB, EVE = "a" * 32, "b" * 32, "e" * 32
ADDRESS = "192.0.2.1"
LOCKED = 422, 503  # of what a locked database refuses
WORDS = ["bead", "bade", "cafe", "face", "deaf", "fade", "beef", "feed", "dace", "aced"]
CHOICES: dict[str, tuple[str, ...]] = {
    "game": (*["words"] * 6, "bulls-and-cows:4x10"),
    "rule": ("exact-elsewhere", "exact-elsewhere", "jots", "colours", "fibble"),
    "allow": ("all", "all", "all", "candidates", "hard"),
    "strategy": ("entropy", "simple", "minimax"),
    "lies": (*"000001",),
    "repeats": ("yes", "yes", "no"),
    "polite": ("yes", "no"),
    "boards": (*"111111230",),
    "order": ("me", "them", "together"),
    "last_turn": ("yes", "no"),
    "dictionary": ("any", "any", "list", "common"),
    "challenge": ("counts", "back"),
    "advice": ("none", "both", "behind"),
    "minutes": ("0", "0", "0", "0", "1", "-1"),
    "other": (*["person"] * 6, "easy", "strong", "nobody"),
}
PAGES = "/home", "/home?all", "/games", "/new", "/move", "/move.svg", "/league"
PANES = "secret", "end", "why", "list", "help"
GOES = "removed", "removed with its companions", "removed with its folder", "moved"
WAYS = *GOES, "copied", "copied", "replaced", "replaced", "restarted"
DOES = [*["score"] * 5, "undo", "undo", "hint", "guess", "refuse", "edit", "they", "side"]
Form = dict[str, str]
AT = st.integers(0, 1)  # a server, or a seat
FIELDS = {name: st.sampled_from(values) for name, values in CHOICES.items()}
NEEDED = {name: FIELDS.pop(name) for name in ("game", "minutes", "other")}  # without one: refused
FORMS = st.fixed_dictionaries(NEEDED, optional=FIELDS)
RARELY = st.sampled_from([False, False, False, False, True])
OFTEN = st.sampled_from([True, True, True, False])


@cache
def words() -> tuple[TemporaryDirectory[str], Path]:
    """The list of all households, in a file; its games are made once."""
    folder = TemporaryDirectory()
    path = Path(folder.name) / "words.txt"
    path.write_text("\n".join(WORDS))
    return folder, path


def wrong(right: bool) -> None:
    """Refuse a wrong code, as the guard does."""
    if not right:
        raise HTTPException(404)


async def work(act: Callable[[], Any], *, long: bool = False) -> Any:
    """Do it at once: no address waits for its turn."""
    return act()


async def answered(app: Any, who: str, method: str, path: str, move: Any) -> tuple[int, str]:
    """Call an application as the guard does; return the status and the text."""
    path, _, query = path.partition("?")
    state: dict[str, Any] = {"device": who, "devices": who, "invited": "", "guess": wrong}
    state |= {"begin": lambda: None, "link": lambda: "http://localhost/"}
    state |= {"invite": "http://localhost/match/{}".format, "body": json.dumps(move).encode()}
    state |= {"work": work, "pace": lambda: 1.0, "address": ADDRESS}
    scope = {"type": "http", "method": method, "path": path, "raw_path": path.encode()}
    scope |= {"headers": [], "query_string": query.encode(), "root_path": ""}
    sent: list[dict[str, Any]] = []

    async def receive() -> Any:
        await asyncio.Event().wait()  # nothing more comes, and nobody goes away

    async def send(message: Any) -> None:
        sent.append(message)

    await app({**scope, "state": State(state)._state}, receive, send)
    return sent[0]["status"], b"".join(part.get("body", b"") for part in sent[1:]).decode()


def content(game: Saved) -> tuple[object, ...]:
    """What a device sends of a game."""
    return game.transcript, game.tried, game.hints, game.over


class Household(Machine):
    """Two servers, a terminal, devices that hold games, and what was confirmed of each game.

    ``games`` has each game as it was confirmed, by its path, ``matches`` what was last seen of each
    match, and ``over`` the names of all records.
    """

    counts: ClassVar = Counter[str]()
    ENTRIES = 25

    @initialize(
        private=st.booleans(), data=st.data(), kind=st.sampled_from(["game", "match", "both"])
    )
    def begin(self, data: Any, kind: str, *, private: bool) -> None:
        self.home, self.private = TemporaryDirectory(ignore_cleanup_errors=True), private
        self.folder = Path(self.home.name) / "jotto"
        self.path = self.folder / "games.sqlite"
        self.patch = pytest.MonkeyPatch()
        self.patch.setenv("XDG_DATA_HOME", self.home.name)
        self.patch.setitem(OPENED, "timeout", 0.0)  # nobody else writes: it is locked on purpose
        self.patch.setattr("jotto.web.games.randbits", lambda _: 7)
        # so that no clock of a match depends on this computer
        self.patch.setattr("jotto.web.games.Clock.__call__", lambda _: 1e9)
        table = Question(words=words()[1], book=False)
        self.options = saved_options(table)
        self.shell = Store(self.path, synced=False)
        self.open: list[Store | Shelf] = [self.shell]
        self.apps = [self.started(), self.started()]
        self.games, self.matches = dict[str, Saved](), dict[str, Any]()
        self.over, self.copies, self.locked = set[str](), dict[str, Any](), False
        self.backup: Any = None
        self.versions = dict[tuple[str, int], Any]()
        self.talk: Conversation | None = None
        if kind != "match":
            self.new_game(0, data.draw(FORMS))
        if kind != "game":
            self.new_match(0, data.draw(FORMS), data)

    def started(self) -> Any:
        """An application with connections of its own."""
        stores = [Store(self.path, kind, synced=False) for kind in ("game", "match")]
        shelf = Shelf(self.path, synced=False)
        self.open += [*stores, shelf]
        games, matches = Games(stores[0], private=self.private), Matches(stores[1])
        return Server(games, matches, shelf, self.options).app()

    def records(self) -> list[review.Record]:
        with Shelf(self.path, synced=False) as shelf:
            return [*shelf.newest()]

    # --- asking -----------------------------------------------------------------------------------

    def ask(self, at: int, who: str, path: str, form: Form | None = None) -> tuple[int, Any]:
        """Ask a server; what is refused is refused in one line."""
        method = "GET" if form is None else "POST"
        ask = answered(self.apps[at], who, method, f"/data{path}", form)
        status, text = LOOP.run_until_complete(ask)
        assert status in (200, 404, 409, 422, *LOCKED), (path, form, status, text)
        if ".svg" in path:
            return status, text
        told = json.loads(text)
        assert len(str(told.get("error", "")).splitlines()) <= 1, told
        if form is not None:
            self.counts[f"{status}"] += 1
        return status, told

    @rule(at=AT, who=st.sampled_from([ANN, BOB]), data=st.data())
    def look(self, at: int, who: str, data: Any) -> None:
        """Ask for all that can be seen; nothing changes."""
        for page in PAGES:
            assert self.ask(at, who, page)[0] == 200
        for code in self.matches:
            for pane in PANES:
                self.ask(at, who, f"/match/{code}/{pane}?about={self.word(data)}")

    def word(self, data: Any) -> str:
        """A word, as a rule a listed one."""
        return str(data.draw(st.sampled_from([*WORDS, *WORDS, "abcd", "zzzz", "0123", "cab"])))

    # --- live games -------------------------------------------------------------------------------

    @precondition(lambda self: len(self.copies) < 2)
    @rule(at=AT, form=FORMS)
    def new_game(self, at: int, form: Form) -> None:
        """Begin a game by a random form; what cannot be played is refused."""
        try:
            path = device.begin(partial(self.ask, at, ANN), {"words": words()[1]}, **form)
        except AssertionError:  # it cannot be played
            return
        self.games[path] = device.stored(partial(self.ask, at, ANN), path)[0]
        self.copies[path] = device.stored(partial(self.ask, 1 - at, ANN), path)

    @precondition(lambda self: self.copies)
    @rule(at=AT, data=st.data(), now=OFTEN, twice=RARELY, locked=RARELY)
    def send(self, at: int, data: Any, *, now: bool, twice: bool, locked: bool) -> None:
        """A device makes a move in the game that it has, as a rule as it is now, and sends it."""
        path = str(data.draw(st.sampled_from([*self.copies])))
        if now and path in self.games:
            self.copies[path] = device.stored(partial(self.ask, at, ANN), path)
        game, session = self.copies[path]
        does = data.draw(st.sampled_from([*DOES, *["finish", "delete"] * (not twice)]))
        try:
            after = session if does in ("finish", "delete") else self.moved(session, does, data)
        except JottoError:
            return
        for _ in range(1 + twice):
            with self.held(wanted=locked and self.path.exists()):
                taken = self.sent(at, path, game, after, does)
            if taken:
                self.copies[path] = self.games[path], after
        self.counts[does] += 1

    def moved(self, session: Any, does: str, data: Any) -> Any:
        """A live game after a move. Raises JottoError."""
        texts = st.sampled_from([*session.game.rule.texts, "win"])
        move = {"do": does, "word": self.word(data), "turn": "1", "number": "1", "side": "me"}
        move["score"] = "+".join(data.draw(texts) for _ in session.to_score or (0,))
        if does == "score" and data.draw(st.booleans()):
            del move["word"]
        note(f"move {move}")
        return moves.make_move(session, move).session

    def sent(self, at: int, path: str, game: Saved, after: Any, does: str) -> bool:
        """Send a game, and say what becomes of it; whether the device is up to date then."""
        before, gone = self.games.get(path), does in ("finish", "delete")
        new = game.updated(after)
        made = review.record_of(after, {}) if new.over and does != "delete" else None
        fields = made and {name: getattr(made, name) for name in device.FIELDS}
        ask, more = partial(self.ask, at, ANN), {"gone": "yes"} if gone else {}
        status, data = device.put(ask, new.name, device.tables[new.name], new, fields, **more)
        same = before is not None and content(before) == content(new)
        note(f"server {at} answers {status}")
        if before and before.version != game.version and not (gone and same):
            assert status == (200 if same else 409), data
            assert data["version"] == before.version
            return False
        if self.locked and not (same and not gone):
            assert status in LOCKED, data
            return False
        assert status == 200, data
        self.games[path] = self.confirmed(new, data["version"])
        if made:
            self.over.add(new.name)
        elif not gone and before and before.over:
            self.over.discard(new.name)
        if gone:
            del self.games[path]
        return not gone

    def confirmed(self, game: Saved, version: int) -> Saved:
        """A game as it is stored; no version of it is ever something else."""
        before = self.versions.setdefault((game.name, version), content(game))
        assert before == content(game)
        return replace(game, version=version)

    @precondition(lambda self: self.games)
    @rule(at=AT, data=st.data())
    def end(self, at: int, data: Any) -> None:
        """Win a game on each board, take that back, win it again, finish it."""
        path = data.draw(st.sampled_from([*self.games]))
        ask = partial(self.ask, at, ANN)
        if device.stored(ask, path)[1].boards > 1:  # each has a word of its own
            return
        for does in ("undo", "score", "undo", "score", "finish"):
            while True:
                game, session = device.stored(ask, path)
                if session.over if does == "score" else not game.begun:
                    break
                move = {"do": does, "score": "win"}
                after = session if does == "finish" else moves.make_move(session, move).session
                if not self.sent(at, path, game, after, does):
                    break
        assert path.rpartition("/")[2] in self.over
        self.counts["ended"] += 1

    # --- a terminal -------------------------------------------------------------------------------

    def resume(self, path: str) -> None:
        """Continue a game in the terminal."""
        saved = self.shell.load(path.rpartition("/")[2])
        _, session = restored(saved)
        record = next((r for r in self.records() if session.over and r.name == saved.name), None)
        recorder = Recorder(wanted=True, record=record)
        self.talk = Conversation(session, saved, self.shell, "mean", None, recorder)
        self.had = record is not None

    @precondition(lambda self: self.talk or self.games)
    @rule(
        data=st.data(), does=st.sampled_from(["score", "score", "undo"]), now=RARELY, locked=RARELY
    )
    def type(self, data: Any, does: str, *, now: bool, locked: bool) -> None:
        """Make a move in the terminal; if another was faster, the game is shown as it is."""
        if self.games and (now or self.talk is None):
            self.resume(data.draw(st.sampled_from([*self.games])))
        talk: Any = self.talk
        before, saved, path = talk.session, talk.saved, f"/game/{talk.saved.name}"
        try:
            talk.session = self.moved(before, does, data)
        except JottoError:
            return
        new, stored = saved.updated(talk.session), self.games.get(path)
        with (
            self.held(wanted=locked),
            redirect_stdout(io.StringIO()),
            redirect_stderr(io.StringIO()),
        ):
            talk._save(before)
        note(f"terminal {content(new)}")
        self.counts["typed"] += 1
        if content(new) != content(saved.updated(before)) and not locked:
            if stored and stored.version != saved.version and (saved.version or new.begun):
                assert content(talk.saved.updated(talk.session)) == content(stored)
            elif new.begun:
                self.games[path] = self.confirmed(new, talk.saved.version)
            elif stored and saved.version:
                del self.games[path]
        if not talk.recorder.wanted:
            pass  # a write was refused while it was locked: it says so, and records no more
        elif talk.session.over:
            self.over.add(saved.name)
        elif self.had:
            self.over.discard(saved.name)
        self.had = bool(talk.session.over)

    # --- matches ----------------------------------------------------------------------------------

    @precondition(lambda self: len(self.matches) < 2)
    @rule(at=AT, form=FORMS, data=st.data(), name=st.sampled_from(["Ann", "Ann", "Ann", ""]))
    def new_match(self, at: int, form: Form, data: Any, name: str = "Ann") -> None:
        """Begin a match by a random form; Bob joins it at the other server."""
        status, told = self.ask(at, ANN, "/match", form | {"name": name})
        if status == 200:
            path = told["go"]
            self.ask(1 - at, BOB, path, {"do": "join", "name": "Bob"})
            for who, word in product((ANN, BOB), (self.word(data), "0123")):
                version = str(self.view(at, who, path)["at"])
                self.ask(at, who, path, {"do": "secret", "word": word, "sure": word, "at": version})
            self.matches[path] = self.shown(at, path)
            self.count(path, self.matches[path])  # a computer may find it at once

    def view(self, at: int, who: str, path: str) -> Any:
        status, told = self.ask(at, who, path)
        assert status == 200, told
        del told["view"]["match"]["clocks"]
        return told["view"]

    def shown(self, at: int, path: str) -> list[Any]:
        """What the players and a spectator see of a match."""
        return [self.view(at, who, path) for who in (ANN, BOB, EVE)]

    @precondition(lambda self: self.matches)
    @rule(at=AT, data=st.data(), seat=AT, now=OFTEN, twice=RARELY, locked=RARELY)
    def duel(self, at: int, data: Any, seat: int, *, now: bool, twice: bool, locked: bool) -> None:
        """Make a move in a match, perhaps sent again; nothing is refused that has changed it."""
        path = data.draw(st.sampled_from([*self.matches]))
        before = self.matches[path]
        if now:
            seat = next((n for n in (0, 1) if before[n]["stage"] == "guess"), seat)
        view, who = before[seat], (ANN, BOB)[seat]
        word = data.draw(st.sampled_from([self.word(data), "yes", *view["letters"]]))
        steps = [*view["moves"] * 4, *["guess"] * 9 * ("guess" in view["moves"]), *STEPS, "dance"]
        move = {"do": data.draw(st.sampled_from(steps)), "word": word, "at": str(view["at"])}
        move |= {"name": "Eve"} if data.draw(st.booleans()) else {"sure": word}
        note(f"match {path} {who[0]} {move}")
        with self.held(wanted=locked):
            status, told = self.ask(at, who, path, move)
        self.matches[path] = seen = self.shown(1 - at, path)
        if twice and not locked:
            self.ask(1 - at, who, path, move)
            again = self.shown(at, path)
            assert [each["boards"] for each in again] == [each["boards"] for each in seen]
            self.matches[path] = seen = again
        assert status == 200 or seen == before
        assert not (locked and status == 200 and seen != before)
        if status == 200 and "go" in told:
            self.matches[told["go"]] = self.shown(at, told["go"])
        self.counts[f"match: {move['do']}"] += status == 200
        rows = [
            [row["guess"] for row in each[seat]["boards"][0]["rows"]] for each in (before, seen)
        ]
        assert status != 200 or move["do"] != "guess" or rows[1] == [*rows[0], word]
        assert len({each["stage"] == "over" for each in seen}) == 1
        if before[0]["stage"] != "over":
            self.count(path, seen)

    def count(self, path: str, seen: list[Any]) -> None:
        """Count a match that is over, for each player with a device."""
        if "again" in seen[0]["moves"]:
            people = 2 if seen[1]["secret"] else 1
            self.over |= {f"{path.rpartition('/')[2]}-{seat}" for seat in range(people)}

    # --- the file ---------------------------------------------------------------------------------

    @contextmanager
    def held(self, *, wanted: bool) -> Iterator[bool]:
        """Lock the database, if wanted, as another program that writes: all writes are refused."""
        with closing(sqlite3.connect(":memory:" if not wanted else self.path)) as database:
            self.locked = wanted
            database.execute("begin immediate")
            note("locked" * wanted)
            yield wanted
            self.locked = False

    @precondition(lambda self: self.path.exists())
    @rule(way=st.sampled_from(WAYS), restarted=RARELY)
    def disturb(self, way: str, *, restarted: bool) -> None:
        """The file goes, while it is in use or before the servers end, or an old one comes back."""
        copy = Path(self.home.name) / "backup"
        match way:
            case "removed":
                self.path.unlink()
            case "removed with its companions":
                for file in sorted(self.folder.glob("games.sqlite*"), reverse=True):
                    file.unlink()
            case "removed with its folder":
                self.folder.rename(copy.with_name("removed"))
                shutil.rmtree(copy.with_name("removed"))
            case "moved":
                self.path.rename(self.path.with_name("elsewhere"))
            case "copied":  # as docs/files.md says
                self.backup = dict(self.games), dict(self.matches), set(self.over)
                with (
                    closing(sqlite3.connect(self.path)) as one,
                    closing(sqlite3.connect(copy)) as two,
                ):
                    one.backup(two)
            case "replaced" if self.backup:
                copy.rename(self.path)
                (self.games, self.matches, self.over), self.backup = self.backup, None
        if restarted:
            for store in self.open[1:]:
                store.__exit__()
            self.open[1:] = []
            self.apps = [self.started(), self.started()]

    # --- what always holds ------------------------------------------------------------------------

    @invariant()
    def what_was_confirmed_is_seen_everywhere(self) -> None:
        names = {path.rpartition("/")[2] for path in self.games}
        for path, at in product(self.copies, (0, 1)):
            status, data = self.ask(at, ANN, path.replace("/game/", "/saved/"))
            name = path.rpartition("/")[2]
            if game := self.games.get(path):
                sent = {each: data[each] for each in ("transcript", "tried", "hints", "version")}
                wanted = {each: getattr(game, each) for each in sent}
                assert sent == json.loads(json.dumps(wanted)), path
            else:
                assert [*data] == (["record"] if name in self.over else ["error"])
                assert status == (200 if name in self.over else 404)
            if self.private:
                assert self.ask(at, BOB, path.replace("/game/", "/saved/"))[0] == 404
        assert {*self.shell.names()} == names
        for path, seen in self.matches.items():
            assert self.shown(len(self.matches) % 2, path) == seen
        assert sorted(record.name for record in self.records()) == sorted(self.over)
        going = {path for path, game in self.games.items() if game.begun and not game.over}
        listed = [game["path"] for game in self.ask(0, ANN, "/home?all")[1]["going"]]
        assert sorted(path for path in listed if "/game/" in path) == sorted(going)

    def teardown(self) -> None:
        if hasattr(self, "patch"):
            for store in self.open:
                store.__exit__()
            self.patch.undo()
            self.home.cleanup()


def play(seed: int, folder: Path) -> int:
    """Visit some households."""
    return run(Household, seed, EXAMPLES)

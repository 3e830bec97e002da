"""Ask a server at random: games, boards, lies, matches, computers, reports, two servers at once.

    python scripts/visitors.py --rooms 300 --seed 0

In each room two servers share one folder, and two devices ask either of them in turn for what a
page can ask for, and for what none does. Nothing may fail: what is wrong is refused in one line,
and then nothing has changed. A match that is over asks for no guess and is recorded; a live game is
on both servers as its device has sent it. In the end each is finished, recorded once and deleted. A
room that fails is named by its seed. Exit status: 0 if none does.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import product
from pathlib import Path
from random import Random
from traceback import format_exc
from typing import Annotated, Any

import typer
from gates import Seed, report
from starlette.datastructures import State
from starlette.exceptions import HTTPException

from jotto.assistant.match import STEPS
from jotto.assistant.options import GameOptions, saved_options
from jotto.assistant.review import Record, append_record, read_history
from jotto.assistant.store import Store
from jotto.errors import JottoError
from jotto.web.app import Server
from jotto.web.games import Games, Matches

sys.path.append(str(Path(__file__).parents[1] / "tests" / "web"))

import device

LOOP = asyncio.new_event_loop()
ANN, BOB = "a" * 32, "b" * 32
ASKS = 25  # in a room, besides what is looked at
PANES = ("secret", "end", "why", "list", "help")
CHOICES: dict[str, tuple[str, ...]] = {
    "game": ("words", "words", "words", "bulls-and-cows:4x10"),
    "rule": ("exact-elsewhere", "exact-elsewhere", "jots", "colours", "fibble"),
    "allow": ("all", "all", "candidates", "hard"),
    "strategy": ("entropy", "simple", "minimax"),
    "lies": ("0", "0", "0", "1"),
    "repeats": ("yes", "yes", "no"),
    "polite": ("yes", "no"),
    "boards": ("1", "1", "1", "2", "3", "0"),
    "order": ("me", "them", "together"),
    "last_turn": ("yes", "no"),
    "dictionary": ("any", "any", "list", "common"),
    "advice": ("none", "both", "behind"),
    "minutes": ("0", "0", "1", "-1"),
    "other": ("person", "person", "easy", "medium", "strong"),
    "name": ("Ann", "Ann", ""),
}


def guess(right: bool) -> None:
    """Refuse a wrong code, as the guard does."""
    if not right:
        raise HTTPException(404)


async def _ask(app: Any, device: str, method: str, path: str, move: Any) -> tuple[int, str]:
    """Call an application as the guard does; return the status and the text."""
    path, _, query = path.partition("?")
    state = {
        "device": device,
        "devices": device,
        "invited": "",
        "body": json.dumps(move).encode(),
        "begin": lambda: None,
        "link": lambda: "http://localhost/",
        "invite": lambda code: f"http://localhost/match/{code}",
        "guess": guess,
    }
    scope = {
        "type": "http", "method": method, "path": path, "raw_path": path.encode(), "headers": [],
        "query_string": query.encode(), "root_path": "", "state": State(state)._state,
    }  # fmt: skip
    sent: list[dict[str, Any]] = []

    async def receive() -> Any:
        await asyncio.Event().wait()  # nothing more comes, and nobody goes away

    async def send(message: Any) -> None:
        sent.append(message)

    await app(scope, receive, send)
    return sent[0]["status"], b"".join(one.get("body", b"") for one in sent[1:]).decode()


@dataclass
class Room:
    """Two servers on one folder, and what two devices have begun there."""

    seed: int
    folder: Path
    draw: Random = field(init=False)
    counts: Counter[str] = field(default_factory=Counter)
    did: list[object] = field(default_factory=list)
    paths: dict[str, list[str]] = field(default_factory=lambda: {"game": [], "match": []})

    def __post_init__(self) -> None:
        self.draw = Random(self.seed)
        length = self.draw.choice([3, 4])
        words = {"".join(self.draw.choices("abcde", k=length)) for _ in range(30)}
        self.words = sorted(words)
        self.listed = self.folder / "words.txt"
        self.listed.write_text("\n".join(self.words))
        options = saved_options(
            GameOptions(words=self.listed), strategy="entropy", seed=0, book=False
        )
        history = self.folder / "history.jsonl"
        history.touch()
        self.history = history
        self.stores, self.apps = [], []
        for _ in range(2):
            kinds = [
                Store(self.folder / "g.sqlite", kind, synced=False) for kind in ("game", "match")
            ]
            record = partial(append_record, history)
            kept = Games(kinds[0], private=False), Matches(kinds[1], record)
            self.stores += kinds
            self.apps.append(Server(*kept, options, record, self.records).app())

    def records(self) -> list[Record]:
        """Return the finished games."""
        return read_history(self.history.read_text())[0]

    # --- asking ---------------------------------------------------------------------------------

    def ask(self, device: str, path: str, move: dict[str, str] | None = None) -> tuple[int, Any]:
        """Ask one of the servers; what is refused is refused in one line."""
        method = "GET" if move is None else "POST"
        ask = _ask(self.draw.choice(self.apps), device, method, path, move)
        status, text = LOOP.run_until_complete(ask)
        if move is not None:
            self.did.append((device[0], path, move, status, text[:100]))
        assert status in (200, 404, 422), (path, move, status, text)
        if path.startswith("/data") and "/share" not in path and ".svg" not in path:
            told = json.loads(text)
            assert len(str(told.get("error", "")).splitlines()) <= 1, told
            return status, told
        return status, text

    def view(self, path: str, device: str = ANN) -> Any:
        """Return what a device sees of a game or a match."""
        status, told = self.ask(device, f"/data{path}")
        assert status == 200, told
        return told["view"]

    def word(self) -> str:
        """Draw a word: listed, unlisted, or of a wrong length."""
        if self.draw.random() < 0.8:
            return self.draw.choice(self.words)
        return "".join(self.draw.choices("abcdexyz01", k=self.draw.choice([3, 4, 4, 5])))

    # --- what is asked for ----------------------------------------------------------------------

    def begin(self, kind: str) -> None:
        """Begin a game or a match by a random form."""
        form = {name: self.draw.choice(values) for name, values in CHOICES.items()}
        for name in self.draw.sample([*form], self.draw.randint(0, 8)):
            del form[name]
        if kind == "game":
            with suppress(AssertionError):  # what cannot be played
                self.paths["game"].append(device.begin(self.sent, {"words": self.listed}, **form))
            return
        status, told = self.ask(ANN, "/data/match", form)
        if status == 200:
            self.paths[kind].append(told["go"])
            self.ask(BOB, f"/data{told['go']}", {"do": "join", "name": "Bob"})
            for player in (ANN, BOB):
                self.secret(told["go"], player)

    def secret(self, path: str, device: str) -> None:
        """Set a secret, which may be refused."""
        word = self.word() if self.draw.random() < 0.5 else self.draw.choice(self.words)
        at = str(self.view(path, device)["at"])
        self.ask(device, f"/data{path}", {"do": "secret", "word": word, "sure": word, "at": at})

    def sent(self, path: str, form: Any = None) -> tuple[int, Any]:
        """Ask a server for data, or send a game."""
        return self.ask(ANN, f"/data{path}", form)

    def play(self, path: str) -> None:
        """Make a random move in a live game, and send it; what is refused changes nothing."""
        before, recorded = device.seen(self.sent, path), len(self.records())
        word, score = self.word(), self.draw.choice(before["keys"].get("texts") or ["win", "0,0"])
        lines = {
            "word": word,
            "score": score,
            "sure": word,
            "side": self.draw.choice(["me", "them"]),
        }
        lines |= {"first": "me", "last_turn": "yes", "turn": "1", "board": "1", "number": "0"}
        for name in self.draw.sample([*lines], self.draw.randint(0, 5)):
            del lines[name]
        does = self.draw.choice([*before["moves"], "finish", "delete"])
        try:
            status, told = device.play(self.sent, path, do=does, **lines)
        except JottoError:
            assert device.seen(self.sent, path) == before
            return
        assert status == 200, told
        self.counts[f"{before['stage']}: {does}"] += 1
        name, over = path.rpartition("/")[2], before["stage"] == "over"
        if does in ("finish", "delete"):
            self.paths["game"].remove(path)
            assert len(self.records()) == recorded + (over and does == "finish" and not name)
            return
        seen = device.seen(self.sent, path)
        going = [game["path"] for game in self.sent("/home")[1]["going"]]
        assert len(self.records()) - recorded == (seen["stage"] == "over") - over
        begun = device.stored(self.sent, path)[0].begun
        assert len(going) > 30 or (path in going) == (begun and seen["stage"] != "over")

    def duel(self, path: str) -> None:
        """Make a random move in a match; both players and a spectator look at it."""
        device = self.draw.choice([ANN, BOB])
        before, recorded = self.view(path, device), len(self.records())
        word = self.draw.choice([self.word(), self.word(), "yes", "no"])
        made_there = [row["guess"] for board in before["boards"] for row in board["rows"]]
        word = self.draw.choice(made_there) if made_there and self.draw.random() < 0.2 else word
        does = self.draw.choice([*before["moves"] * 4, *STEPS, "dance"] * 3 + ["leave"])
        move = {"do": does, "word": word, "sure": word, "at": str(before["at"]), "name": "Eve"}
        if self.draw.random() < 0.3:
            del move["sure"]
        status, told = self.ask(device, f"/data{path}", move)
        self.counts[f"{before['stage']}: {does}"] += status == 200
        if status == 200 and "go" in told:
            assert before["stage"] == "over"
            if told["go"] not in self.paths["match"]:
                self.paths["match"].append(told["go"])
        seen = [self.view(path, one) for one in (ANN, BOB, "c" * 32)]
        over = [one["stage"] == "over" for one in seen]
        assert len({*over}) == 1, over
        for one in seen:
            assert one["guess"] is None or one["stage"] == "guess"
            assert one["match"]["running"].count(True) == 0 or not over[0]
        if over[0]:
            assert {"again", "say"} >= {*seen[0]["moves"]}, seen[0]["moves"]
        if over[0] and before["stage"] != "over":
            ready = "again" in seen[0]["moves"]
            players = 2 if "Bob" in str(seen[0]["boards"][1]["who"]) else 1
            assert len(self.records()) - recorded == players * ready, (
                recorded,
                len(self.records()),
            )
        for one, pane in product((ANN, BOB), PANES):
            self.ask(one, f"/data{path}/{pane}?about={self.word()}")

    # --- the end --------------------------------------------------------------------------------

    def run(self) -> None:
        """Ask at random, then end all games. Raises AssertionError."""
        for kind in ("game", "match"):
            self.begin(kind)
        for _ in range(ASKS):
            kind = self.draw.choice(["game", "match"])
            if not self.paths[kind] or self.draw.random() < 0.06:
                self.begin(kind)
            elif self.draw.random() < 0.1:
                for path in (
                    "/data/home",
                    "/data/games",
                    "/data/new",
                    "/data/move",
                    "/data/move.svg",
                ):
                    assert self.ask(self.draw.choice([ANN, BOB]), path)[0] == 200
            else:
                act = self.play if kind == "game" else self.duel
                act(self.draw.choice(self.paths[kind]))
        for path in [*self.paths["game"]]:
            self.end(path)

    def end(self, path: str) -> None:
        """Undo a game to its beginning, win it on each board, delete it."""
        for _ in range(2 * ASKS):
            if not device.stored(self.sent, path)[0].begun:
                break
            assert device.play(self.sent, path, do="undo")[0] == 200
        recorded = len(self.records())
        while (seen := device.seen(self.sent, path))["stage"] != "over":
            status, told = device.play(self.sent, path, do="score", score="win")
            assert status == 200, told
        assert len(seen["boards"]) > 0
        assert device.play(self.sent, path, do="finish")[0] == 200
        assert len(self.records()) == recorded + 1
        assert [*self.sent(path.replace("/game/", "/saved/"))[1]] == ["record"]


def failures(rooms: range, counts: Counter[str]) -> list[tuple[int, str]]:
    """Visit the rooms of these seeds; return those that fail, with the reason."""
    failed = []
    for seed in rooms:
        with tempfile.TemporaryDirectory() as folder:
            room = Room(seed, Path(folder))
            try:
                room.run()
            except Exception as error:
                reason = format_exc().splitlines()[-7:]
                failed.append((seed, "\n".join([repr(error), *reason, *map(repr, room.did)])))
            for store in room.stores:
                store.__exit__()
            counts += room.counts
    return failed


def main(
    rooms: Annotated[int, typer.Option(min=0, help="Rooms to visit.")] = 300,
    seed: Seed = 0,
) -> None:
    """Visit random rooms and print those that fail."""
    since, counts = time.monotonic(), Counter[str]()
    failed = failures(range(seed * 1_000_000, seed * 1_000_000 + rooms), counts)
    for number, reason in failed:
        print(f"{number}: {reason}\n", flush=True)
    facts = {"rooms": rooms, "seed": seed, "seconds": round(time.monotonic() - since)}
    facts |= dict(sorted(counts.items()))
    report(facts, {"rooms that fail": len(failed)}, {"rooms that fail": 0})


if __name__ == "__main__":
    typer.run(main)

"""Ask a server at random: games, boards, lies, matches, computers, reports, two servers at once.

    python scripts/visitors.py --rooms 300 --seed 0

In each room two servers share one folder, and two devices ask either of them in turn for what a
page can ask for, and for what none does. Nothing may fail: what is wrong is refused in one line,
and then nothing has changed. A game or a match that is over asks for no guess and has a report;
both servers, and both devices, see the same. In the end each game is undone, finished by true
scores, recorded once and deleted. A room that fails is named by its seed. Exit status: 0 if none
does.
"""

from __future__ import annotations

import asyncio
import json
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from traceback import format_exc
from typing import Annotated, Any

import typer
from gates import Seed, report
from starlette.datastructures import State
from starlette.exceptions import HTTPException

from jotto.assistant.match import STEPS
from jotto.assistant.moves import MOVES
from jotto.assistant.review import Record, append_record, read_history
from jotto.assistant.store import Store
from jotto.assistant.table import Table, kept_options
from jotto.web.app import Server
from jotto.web.games import Games, Matches, made

LOOP = asyncio.new_event_loop()
ANN, BOB = "a" * 32, "b" * 32
ASKS = 25  # in a room, besides what is looked at
FINISHED = 80  # guesses in which a game of true scores is over
PANES = ("why", "more", "more common", "list", "help", "about", "share", "none")
MATCH_PANES = ("secret", "end", "why", "list", "help")
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
        listed = self.folder / "words.txt"
        listed.write_text("\n".join(self.words))
        options = kept_options(Table(words=listed), strategy="entropy", seed=0, book=False)
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
        status, told = self.ask(ANN, "/data/new" if kind == "game" else "/data/match", form)
        if status == 200:
            self.paths[kind].append(told["go"])
            if kind == "match":
                self.ask(BOB, f"/data{told['go']}", {"do": "join", "name": "Bob"})
                for device in (ANN, BOB):
                    self.secret(told["go"], device)

    def secret(self, path: str, device: str) -> None:
        """Set a secret, which may be refused."""
        word = self.word() if self.draw.random() < 0.5 else self.draw.choice(self.words)
        at = str(self.view(path, device)["at"])
        self.ask(device, f"/data{path}", {"do": "secret", "word": word, "sure": word, "at": at})

    def play(self, path: str) -> None:
        """Make a random move in a game; what is refused changes nothing."""
        before = self.view(path)
        texts = before["keys"].get("texts") or [
            "".join(self.draw.choices("BYG", k=before["length"]))
        ]
        lines = {"word": self.word(), "score": self.draw.choice(texts), "number": "0"}
        lines |= {"turn": self.draw.choice("1234"), "side": self.draw.choice(["me", "them"])}
        lines |= {"first": self.draw.choice(["me", "them"]), "last_turn": "yes", "board": "1"}
        lines |= {"text": f"{self.word()} 🟩⬛🟩⬛", "sure": lines["word"]}
        if len(before["boards"]) > 1 and self.draw.random() < 0.7:
            del lines["word"]
        for name in self.draw.sample([*lines], self.draw.randint(0, 4)):
            lines.pop(name, None)
        does = [*before["moves"] * 4, *MOVES, "finish", "delete", "dance"]
        move = {"do": self.draw.choice(does), "at": str(before["at"]), **lines}
        if self.draw.random() < 0.05:
            move["at"] = "7"
        recorded = len(self.records())
        status, told = self.ask(ANN, f"/data{path}", move)
        self.counts[f"{before['stage']}: {move['do']}"] += status == 200
        if status == 200 and "go" in told:
            finished = move["do"] == "finish"
            assert before["stage"] == "over" or not finished
            assert len(self.records()) == recorded + finished
            self.paths["game"].remove(path)
            assert self.ask(ANN, f"/data{path}")[0] == 404
            return
        if status == 422:
            assert self.view(path) == before, "what was refused has changed something"
        self.look(path)

    def look(self, path: str) -> None:
        """Look at all that there is of a game."""
        seen = self.view(path)
        assert seen == self.view(path)
        over = seen["stage"] == "over"
        assert (seen["guess"] is None) == (seen["stage"] != "guess"), seen
        assert not over or not {"score", "guess", "they", "refuse"} & {*seen["moves"]}, seen[
            "moves"
        ]
        for pane in PANES:
            status, told = self.ask(ANN, f"/data{path}/{pane}?about={self.word()}")
            assert not (over and status == 200 and pane in PANES[:4]), (pane, told)
        status, text = self.ask(ANN, f"{path}/report")
        several = len(seen["boards"]) > 1 and "number" in seen["boards"][0]
        assert status == (404 if not over else 422 if several else 200), (status, text)

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
            assert {"again"} >= {*seen[0]["moves"]}, seen[0]["moves"]
        if over[0] and before["stage"] != "over":
            ready = bool(seen[0]["moves"])
            players = 2 if "Bob" in str(seen[0]["boards"][1]["who"]) else 1
            assert len(self.records()) - recorded == players * ready, (
                recorded,
                len(self.records()),
            )
        for one in (ANN, BOB):
            for pane in MATCH_PANES:
                status, told = self.ask(one, f"/data{path}/{pane}?about={self.word()}")
            status, text = self.ask(one, f"{path}/report")
            if over[0] and seen[0]["moves"] and "Bob" in str(seen[0]["boards"][1]["who"]):
                assert status == 200, text

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
        """Undo a game to its beginning, finish it by true scores, record it, delete it."""
        for _ in range(2 * ASKS):
            seen = self.view(path)
            if not seen["at"]:
                break
            assert self.move(path, do="undo")[0] == 200
        recorded = len(self.records())
        options = self.stores[0].read(path.rpartition("/")[2]).options
        game = made(options).game
        score = (lambda *_: "win") if options["rule"] == "fibble" else game.score
        secrets = self.draw.sample([*map(str, game.secrets)], len(seen["boards"]))
        for _ in range(FINISHED):
            seen = self.view(path)
            if seen["stage"] == "over":
                break
            if seen["stage"] == "theirs":
                assert self.move(path, do="side", side="me")[0] == 200
                continue
            guess, boards = seen["guess"]["word"], seen["boards"]
            board = next((one for one in boards if one.get("asked")), boards[0])
            told = score(guess, secrets[board.get("number", 1) - 1])
            status, said = self.move(path, do="score", word=guess, score=told)
            assert status == 200, said
        assert seen["stage"] == "over", seen
        status, told = self.move(path, do=self.draw.choice(["finish", "finish", "delete"]))
        assert status == 200, told
        assert len(self.records()) == recorded + 1
        assert self.ask(ANN, f"/data{path}")[0] == 404

    def move(self, path: str, **move: str) -> tuple[int, Any]:
        """Make a move in a game."""
        return self.ask(ANN, f"/data{path}", {"at": str(self.view(path)["at"]), **move})


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

"""One greedy visitor, one patient player.

A server behind a proxy is asked by two visitors. A patient player loads pages and lists, plays
games alone and finishes them, plays a match with a friend, and follows it by an event stream: some
ten requests a second. A greedy visitor asks for as much as it can, in one of 31 ways and from one
address or from many of an IPv6 network, /64, /56 or /48: league tables, tables of games, requests
of programs, streams, connections, thousands of games and matches, answers that it never reads, or
several of these at once. The player waits less than a second for 99 % of the answers, none is
refused, and all that was confirmed is there at the end.
"""

from __future__ import annotations

import http.client
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from itertools import count, cycle
from pathlib import Path
from random import Random
from threading import Event, Thread
from typing import Any
from urllib.parse import urlencode

import naive
from serving import Served, Visitor

from jotto.games.words import shipped_words
from trials import ways
from trials.load import used
from trials.ways import KINDS, OF_ADDRESS, RULES, WAYS

UNIT = "rounds of a quarter of a minute"
FOUND = """Sixteen ways, before addresses had shares of a server. Beside leagues of 1 MB, tables of
changing games, computers, and questions about secrets no answer came in 20 s; beside records, QR
codes, lists, streams and requests of programs it took 1 to 6 s. Idle and slow connections, streams
and wrong codes had the player refused. Thousands of matches were begun from a /56."""
ROUNDS = [
    (way, kind) for kind in KINDS for way in WAYS if kind == "address" or way not in OF_ADDRESS
]
ALONE, SECONDS = 5.0, 14.0  # the player alone, as a measure of the machine; with the greedy visitor
PACE = 0.3  # seconds between two requests of each of three threads of the player
PATIENCE = 20.0  # seconds
MOST_MS = 1000  # of 99 % of the answers
TURNS, GUESSES = 4, 5  # of a game; of each player of a match
MATCH = RULES | {"name": "Ann", "other": "person", "order": "together", "dictionary": "any"}
MATCH |= {"advice": "none", "minutes": "10"}
FILES = "/", "/static/app.js", "/data/home", "/static/app.css", "/data/games", "/data/new"
COLUMNS = "way, kind, p50, p99, max, refused, lost, alone p99, greedy, MB, load, first refusal"


class Patient(Visitor):
    """A visitor of the proxy; its answers are timed, and what is refused is counted."""

    def __init__(self, port: int, address: str):
        super().__init__(port)
        self.address = address
        self.took = list[tuple[float, float]]()  # when, and milliseconds
        self.refused = list[str]()

    def connect(self) -> http.client.HTTPConnection:
        """Return a connection of the proxy."""
        return http.client.HTTPConnection("127.0.0.1", self.port, PATIENCE)

    def request(self, path: str, move: dict[str, str] | None = None) -> tuple[int, str]:
        """Return the status and the text of an answer, by the proxy."""
        lines = {"X-Forwarded-For": self.address, "Accept-Encoding": "identity"}
        status, _, text = self.ask(path, move, **lines)
        return status, text

    def get(self, path: str, move: dict[str, str] | None = None) -> Any:
        """Return the answer, JSON or text; None if there is none that is wanted."""
        began, said = time.monotonic(), ""
        try:
            status, text = self.request(path, move)
            said = "" if status == 200 else f"{status} {' '.join(text.split())[-80:]}"
        except (OSError, http.client.HTTPException) as error:
            status, text, said = 0, "", f"{type(error).__name__}"
        self.took.append((began, 1000 * (time.monotonic() - began)))
        if said:
            self.refused.append(f"{path.partition('?')[0]}: {said}")
            return None
        return json.loads(text) if path.startswith("/data") else text


class Player:
    """A patient player with a friend, and what was confirmed to them."""

    def __init__(self, port: int, draw: Random):
        self.ann, self.bob = Patient(port, "192.0.2.7"), Patient(port, "203.0.113.9")
        self.draw, self.ends = draw, Event()
        self.games = dict[str, list[list[str]]]()  # the turns of each, by its name
        self.over = set[str]()
        self.matches = dict[str, tuple[list[str], list[str]]]()  # the guesses of both, by the path
        self.threads = [
            Thread(target=self.goes_on(lane)) for lane in (self.look, self.play, self.meet)
        ]
        self.told = list[float]()  # milliseconds after which a stream told of a change

    def goes_on(self, lane: Callable[[], Iterator[object]]) -> Callable[[], None]:
        """Return a thread's work: a lane, with a pause after each of its steps."""

        def work() -> None:
            for _ in lane():
                if self.ends.wait(PACE):
                    return

        return work

    def look(self) -> Iterator[object]:
        """Load the page and its lists."""
        for path in cycle(FILES):
            yield self.ann.get(path)

    def play(self) -> Iterator[object]:
        """Play games alone to their ends, and look at the data of each review."""
        table = urlencode(RULES)
        while (data := self.ann.get(f"/data/table?{table}")) is None:
            yield data
        for number in count():
            name, secret = (
                f"patient-{self.draw.getrandbits(64):016x}",
                self.draw.choice(shipped_words()),
            )
            made, version, turns = None, 0, list[list[str]]()
            for turn in range(TURNS):
                guess = secret if turn == TURNS - 1 else self.draw.choice(shipped_words())
                turns.append(["score", guess, naive.exact_elsewhere(guess, secret)])
                over = guess == secret
                game = {"transcript": turns, "tried": [], "hints": 0, "over": over}
                record: dict[str, Any] = {
                    "turns": [f"{word}={score}" for _, word, score in turns],
                    "theirs": [],
                }
                record |= {"refused": [], "secret": secret, "own": None, "result": "found"}
                form = {"table": table, "game": json.dumps(game), "key": data["key"]}
                form |= {"record": json.dumps(record)} if over else {}
                made = None
                while made is None:
                    form["version"] = str(version)
                    if made := self.ann.get(f"/data/saved/{name}", form):
                        version, self.games[name] = made["version"], [*turns]
                        self.over |= {name} if over else set()
                    yield made
                if over:
                    break
            yield self.ann.get(f"/data/saved/{name}")
            if number % 3 == 0:  # the browser keeps it for the games that follow
                yield self.ann.get(f"/data/table?name={name}")

    def meet(self) -> Iterator[object]:
        """Play matches with a friend, whose page follows them."""
        while True:
            yield (begun := self.ann.get("/data/match", MATCH))
            if begun is None:
                continue
            path = begun["go"]
            yield (joined := self.bob.get(f"/data{path}", {"do": "join", "name": "Bob"}))
            if joined is None:
                continue
            words = self.draw.sample(shipped_words(), 2 + 2 * GUESSES)
            self.matches[path] = ([], [])
            both = self.ann, self.bob
            for who, word in zip(both, words, strict=False):
                yield from self.move(who, path, "secret", word)
            for number in range(GUESSES):
                follows = Thread(target=self.follow, args=(path,))
                follows.start()
                for who, made in zip(both, self.matches[path], strict=True):
                    word = words[2 + 2 * number + both.index(who)]
                    yield from self.move(who, path, "guess", word)
                    made.append(word)
                follows.join()
            yield from self.move(self.ann, path, "leave", "")

    def move(self, who: Patient, path: str, do: str, word: str) -> Iterator[object]:
        """Make a move until it is confirmed."""
        done = None
        while done is None:
            yield (seen := who.get(f"/data{path}"))
            if seen is not None:
                move = {"at": str(seen["view"]["at"]), "do": do, "word": word, "sure": word}
                yield (done := who.get(f"/data{path}", move))

    def follow(self, path: str) -> None:
        """Follow a match as its page does, until something has changed."""
        seen = self.bob.get(f"/data{path}")
        if seen is None:
            return
        at = f"at={seen['view']['at']}&away={json.dumps(seen['view']['match']['away'])}"
        lines = {"X-Forwarded-For": self.bob.address, "Cookie": self.bob.cookie}
        lines["Host"] = self.bob.site.partition("//")[2]
        began = time.monotonic()
        try:
            with closing(self.bob.connect()) as connection:
                connection.request("GET", f"/data{path}/events?{at}", headers=lines)
                answer = connection.getresponse()
                self.bob.took.append((began, 1000 * (time.monotonic() - began)))
                if answer.status != 200:
                    self.bob.refused.append(f"/events: {answer.status}")
                    return
                while (line := answer.readline()) and not line.startswith(b"event: changed"):
                    if self.ends.is_set():
                        return
                if not line:
                    self.bob.refused.append("/events: ended without a change")
        except (OSError, http.client.HTTPException) as error:
            self.bob.refused.append(f"/events: {type(error).__name__}")

    def lost(self) -> list[str]:
        """What was confirmed, and is not there. Raises TimeoutError if nothing is answered."""
        home = self.asked(self.ann, "/data/home?all")
        over = self.asked(self.ann, "/data/games")
        finished, going = (
            {game["name"] for game in over["over"]},
            {g["path"] for g in home["going"]},
        )
        lost = [f"finished {name}" for name in self.over - finished]
        for name, turns in self.games.items():
            there = self.asked(self.ann, f"/data/saved/{name}") or {}
            if name in self.over:
                record = (there.get("record") or {}).get("turns") or []
                right = record == [f"{word}={score}" for _, word, score in turns]
            else:
                right = there.get("transcript", [])[: len(turns)] == turns
                right = right and (f"/game/{name}" in going or name in finished)
            lost += [] if right else [f"game {name}"]
        for path, guesses in self.matches.items():
            for who, made in zip((self.ann, self.bob), guesses, strict=True):
                view = (self.asked(who, f"/data{path}") or {}).get("view")
                rows = [row["guess"] for row in view["boards"][0]["rows"]] if view else None
                lost += [] if rows is not None and rows[: len(made)] == made else [f"match {path}"]
        return lost

    def asked(self, who: Patient, path: str) -> Any:
        """Ask once more after the round, with patience; None if it is not there."""
        until, told = time.monotonic() + 40, ""
        while time.monotonic() < until:
            with suppress(OSError, http.client.HTTPException):
                status, text = who.request(path)
                told = f"{status} {text[-80:]}"
                if status in (200, 404):
                    return json.loads(text) if status == 200 else None
            time.sleep(0.5)
        raise TimeoutError(f"{path} is not answered: {told}")


def share(took: list[float], part: float) -> float:
    """The milliseconds within which a share of the answers came."""
    return sorted(took)[min(len(took) - 1, int(part * len(took)))] if took else 0.0


def play(seed: int, folder: Path) -> dict[str, float]:
    """Play a round, and print a line of a table; return how long the player waited."""
    way, kind = ROUNDS[seed % len(ROUNDS)]
    shipped_words()  # takes long
    server = Served(folder)
    server.options = ("--url", server.address, "--api")
    server.start()
    try:
        return measured(server, way, kind, seed)
    finally:
        server.process.kill()  # type: ignore[attr-defined]
        server.process.wait()  # type: ignore[attr-defined]


def measured(server: Served, way: str, kind: str, seed: int) -> dict[str, float]:
    """Let a player play, after some seconds beside a greedy visitor."""
    player = Player(server.port, Random(seed))
    for who, path in ((player.ann, f"/data/table?{urlencode(RULES)}"), (player.bob, "/")):
        who.get(path)  # a device each; what is made once is made
    began, asked = time.monotonic(), [str(server.port), way, kind, str(seed), str(SECONDS)]
    for thread in player.threads:
        thread.start()
    time.sleep(ALONE)
    with subprocess.Popen(
        [sys.executable, ways.__file__, *asked], stdout=subprocess.PIPE, text=True
    ) as greedy:
        try:
            time.sleep(SECONDS)
            load = Path("/proc/loadavg").read_text().split()[0]
            player.ends.set()
            for thread in player.threads:
                thread.join(3 * PATIENCE)
            told, _ = greedy.communicate(timeout=60)
        finally:
            greedy.kill()
    alive = server.process.poll() is None  # type: ignore[attr-defined]
    took = [one for who in (player.ann, player.bob) for one in who.took]
    alone = [ms for at, ms in took if began + 1 < at < began + ALONE - 1]
    beside = [ms for at, ms in took if at >= began + ALONE]
    refused = [*player.ann.refused, *player.bob.refused]
    held = used(server)[1] if alive else 0.0
    try:
        lost = player.lost() if alive else ["the server has ended"]
    except TimeoutError as error:
        lost = [str(error)]
    counts = json.loads(told or "{}")
    figures = [share(beside, 0.5), share(beside, 0.99), max(beside, default=0.0)]
    row = [way, kind, *(f"{ms:,.0f}" for ms in figures), len(refused), len(lost)]
    row += [f"{share(alone, 0.99):,.0f}", " ".join(f"{n}:{k}" for n, k in counts.items())]
    row += [f"{held:.0f}", load, (refused or [""])[0]]
    print("| " + " | ".join(map(str, row)) + " |", flush=True)
    assert not lost, f"{way}, {kind}: lost {lost[:3]}"
    assert not refused, f"{way}, {kind}: {len(refused)} refused, {refused[0]}"
    assert figures[1] < MOST_MS, f"{way}, {kind}: 99 % within {figures[1]:,.0f} ms"
    names = "ms, of 50 % at most", "ms, of 99 % at most", "ms, the longest"
    return {**dict(zip(names, figures, strict=True)), "ms, of 99 % alone": share(alone, 0.99)}

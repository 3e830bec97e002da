"""A minute of use.

Two servers with one folder serve 200 live games, a turn every 2 seconds, and 50 matches, whose
players act at the same moment. Every entry of a match is sent twice, somebody watches, and all hold
an event stream. No guess may be lost or counted twice, and no secret be in what is sent to the
other player or the watcher, or in the log. At the end the servers are killed, and all live games
are as they were sent.
"""

from __future__ import annotations

import asyncio
import json
import re
import time
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from functools import cache
from os import sysconf
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlencode

from device import RULES
from serving import served

import jotto
from jotto.games.words import shipped_words
from trials.small import shipped

UNIT = "minutes"
FOUND = """Nothing, also in an hour with a turn every 30 seconds: 750 matches, 82,221 requests. The
memory was 271 MB after ten minutes, and 299 at the end."""
GAMES, MATCHES, SECONDS, EVERY = 200, 50, 60.0, 2.0
RAMP = 10.0  # seconds in which people begin, one after the other
TURNS, ROUNDS = 8, 8  # of a game; of a match
TERMS = RULES | {"other": "person", "order": "together", "dictionary": "any", "advice": "none"}
TERMS |= {"minutes": "0"}
COOKIE = re.compile(r"(?i)set-cookie: ([^;]*)")


@dataclass
class Device:
    """Sends requests on a connection that is kept, as browsers do."""

    port: int
    draw: Random
    address: str  # of this computer; each can begin only so many games
    cookie: str = ""
    path: str = ""  # of its game or match
    view: dict[str, Any] = field(default_factory=dict)  # of a match
    table: dict[str, str] = field(default_factory=dict)  # what each game is sent with
    entries: list[list[str]] = field(default_factory=list)
    version: int = 0
    took: list[float] = field(default_factory=list)
    streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, path: str, **move: str) -> dict[str, Any]:
        """Ask for data, or send a move; return what came back."""
        host, body = f"127.0.0.1:{self.port}", json.dumps(move) if move else ""
        lines = [f"{'POST' if move else 'GET'} {path} HTTP/1.1", f"Host: {host}"]
        lines += [f"Cookie: {self.cookie}"] * bool(self.cookie)
        if move:
            lines += [f"Origin: http://{host}", f"Content-Length: {len(body)}"]
        began, request = time.perf_counter(), "\r\n".join([*lines, "", body]).encode()
        try:
            reader, head = await self._send(request)
        except (ConnectionError, EOFError):  # closed because it was idle: browsers send it again
            self.streams = None
            reader, head = await self._send(request)
        fields = dict(line.lower().split(": ", 1) for line in head.split("\r\n")[1:-2])
        text = (await reader.readexactly(int(fields.get("content-length", 0)))).decode()
        self.took.append(time.perf_counter() - began)
        if found := COOKIE.search(head):
            self.cookie = found[1]
        assert head.split(" ")[1] == "200", f"{path}: {head} {text}"
        data: dict[str, Any] = json.loads(text) if "json" in fields["content-type"] else {}
        self.view = data.get("view", self.view)
        return data

    async def _send(self, request: bytes) -> tuple[asyncio.StreamReader, str]:
        """Send a request; return what the answer can be read from, and its head."""
        if self.streams is None:
            own = self.address, 0
            self.streams = await asyncio.open_connection("127.0.0.1", self.port, local_addr=own)
        reader, writer = self.streams
        writer.write(request)
        return reader, (await reader.readuntil(b"\r\n\r\n")).decode()

    async def send(self) -> None:
        """Send the live game as it stands."""
        game = {"transcript": self.entries, "tried": [], "hints": 0, "over": False}
        form = {**self.table, "version": str(self.version), "game": json.dumps(game)}
        self.version = (await self.ask(self.path, **form))["version"]

    async def play(self, after: float, until: float) -> None:
        """Play live games, each some turns long."""
        await asyncio.sleep(after)
        for path in ("/", "/data/home", "/data/new"):
            await self.ask(path)
        while not self.path or time.monotonic() < until:
            began = time.monotonic()
            if len(self.entries) == TURNS or not self.path:
                asked = urlencode(RULES)
                key = (await self.ask(f"/data/table?{asked}"))["key"]
                self.path = f"/data/saved/game-{self.draw.getrandbits(64):016x}"
                self.table, self.entries, self.version = {"table": asked, "key": key}, [], 0
            else:
                self.entries.append(["score", self.draw.choice(shipped_words()), "0,1"])
            await self.send()
            await asyncio.sleep(max(0.0, EVERY - (time.monotonic() - began)))

    async def check(self) -> None:
        """Compare the live game with what was sent."""
        stored = (await self.ask(self.path))["transcript"]
        await self.close()
        assert stored == self.entries, f"{self.path}: {stored} instead of {self.entries}"

    async def close(self) -> None:
        """Close the connection."""
        if self.streams is not None:
            self.streams[1].close()
            with suppress(OSError):
                await self.streams[1].wait_closed()
            self.streams = None

    async def listen(self) -> None:
        """Hold an event stream, and ask again when it ends."""
        with suppress(OSError, asyncio.CancelledError):
            while True:
                reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
                path = f"{self.path}/events?at={self.view['at']}&away=false"
                lines = [f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}"]
                writer.write("\r\n".join([*lines, f"Cookie: {self.cookie}", "", ""]).encode())
                try:
                    while await reader.read(1000):
                        pass
                finally:
                    writer.close()
                    await writer.wait_closed()
                await asyncio.sleep(0.5)


@dataclass
class Pair:
    """Two players, each on a server of its own, and who watches them."""

    players: list[Device]
    watcher: Device
    secrets: list[str] = field(default_factory=list)  # of all matches

    async def play(self, after: float, until: float) -> None:
        """Play match after match."""
        await asyncio.sleep(after)
        for device in (*self.players, self.watcher):
            await device.ask("/")
        while not self.secrets or time.monotonic() < until:
            await self._match(self.watcher.draw.sample(words_to_hide(), 2))

    async def _match(self, secrets: list[str]) -> None:
        """Choose secrets and guess at the same moment; then compare both boards."""
        one, two = self.players
        self.secrets += secrets
        begun = await one.ask("/data/match", name="Ann", **TERMS)
        for device in (one, two, self.watcher):
            device.path = f"/data{begun['go']}"
        await two.ask(two.path, do="join", name="Bob")
        await one.ask(one.path)
        await self._both("secret", secrets)
        streams = [asyncio.create_task(player.listen()) for player in self.players]
        game, guesses = shipped(), list[list[str]]()
        free = [word for word in game.secrets[:500] if word not in secrets]  # the match goes on
        for _ in range(ROUNDS):
            guesses.append(self.watcher.draw.sample(free, 2))
            await self._both("guess", guesses[-1])
            await self.watcher.ask(self.watcher.path)
            for device, words in ((one, secrets[1:]), (two, secrets[:1]), (self.watcher, secrets)):
                sent = json.dumps(device.view).lower()
                assert not [word for word in words if word in sent], f"{words} in {sent}"
            await asyncio.sleep(EVERY)
        for seat, player in enumerate(self.players):
            await player.ask(player.path)
            for who, board in zip((seat, 1 - seat), player.view["boards"], strict=True):
                shown = [(row["guess"], row["score"]) for row in board["rows"]]
                words = [each[who] for each in guesses]
                right = [(word, game.score(word, secrets[1 - who])) for word in words]
                assert shown == right, f"{player.path}: {shown} instead of {right}"
        await one.ask(one.path, at=str(one.view["at"]), do="leave")
        for stream in streams:
            stream.cancel()
        await asyncio.gather(*streams, return_exceptions=True)

    async def _both(self, do: str, words: list[str]) -> None:
        """Let both do something at once; then send it again, as after a lost answer."""
        seen = [str(player.view["at"]) for player in self.players]
        for _ in range(2):
            each = zip(self.players, seen, words, strict=True)
            moves = (one.ask(one.path, at=at, do=do, word=w, sure=w) for one, at, w in each)
            await asyncio.gather(*moves)
        for player in self.players:
            await player.ask(player.path)


@cache
def words_to_hide() -> list[str]:
    """Return the words that the program's own text does not hold, so that they show a secret."""
    files = Path(jotto.__file__).parent.rglob("*.py")
    text = "".join(file.read_text("utf-8") for file in files).lower()
    return [word for word in shipped_words() if word not in text]


async def use(players: list[Device], pairs: list[Pair]) -> list[Device]:
    """Let all play; return their devices."""
    everybody: list[Any] = [*players, *pairs]
    until, ramp = time.monotonic() + SECONDS, min(RAMP, SECONDS / 4) / len(everybody)
    await asyncio.gather(*(one.play(n * ramp, until) for n, one in enumerate(everybody)))
    devices = [*players, *(one for pair in pairs for one in (*pair.players, pair.watcher))]
    for device in devices:
        await device.close()
    return devices


async def check(players: list[Device]) -> None:
    """Compare all live games."""
    for player in players:
        await player.check()


def used(process: int) -> tuple[float, float]:
    """Return the processor time that a process has used, in seconds, and its most memory in MB."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    held = re.search(r"VmHWM:\s+(\d+)", Path(f"/proc/{process}/status").read_text())
    seconds = (int(fields[11]) + int(fields[12])) / sysconf("SC_CLK_TCK")
    return seconds, int(held[1]) / 1024 if held else 0.0


def play(seed: int, folder: Path) -> dict[str, float]:
    """Load both servers, and kill them; return how long answers took, and what the servers used."""
    assert words_to_hide()
    assert shipped()  # what takes long is there
    with ExitStack() as stack:
        servers = [stack.enter_context(served(folder)) for _ in range(2)]
        draw = Random(seed)

        def device(number: int) -> Device:
            address = f"127.0.0.{2 + draw.randrange(250)}"
            return Device(servers[number % 2].port, Random(draw.random()), address)

        players = [device(number) for number in range(GAMES)]
        pairs = [Pair([device(0), device(1)], device(0)) for _ in range(MATCHES)]
        devices = asyncio.run(use(players, pairs))
        log = "".join(server.log for server in servers).lower()
        told = [word for pair in pairs for word in pair.secrets if word in log]
        assert not told, f"in the log: {told}"
        seconds, held = zip(*(used(server.process.pid) for server in servers), strict=True)
        took = sorted(1000 * each for one in devices for each in one.took)
        for server in servers:
            server.kill()
            server.start()
        asyncio.run(check(players))
    return {
        "matches": sum(len(pair.secrets) for pair in pairs) // 2,
        "requests": len(took),
        "ms, of 95 % at most": took[int(0.95 * len(took))],
        "ms, the longest": took[-1],
        "ms of the processor for a request": 1000 * sum(seconds) / len(took),
        "MB of a server": max(held),
    }

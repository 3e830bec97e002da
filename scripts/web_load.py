"""Load a server with live games: so many at once, a turn every so many seconds; then kill it.

Each device plays by itself, and sends what it has made. Prints the time of requests, errors, the
processor time and the memory of the server, and whether all games are intact after kill -9.

Example: python scripts/web_load.py --games 200 --every 2 --seconds 60
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from os import sysconf
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlencode

import typer

from jotto.games.words import shipped_words

sys.path += [str(Path(__file__).parents[1] / "tests" / room) for room in ("cli", "web")]

from device import RULES
from serving import served

TURNS = 8  # of a game
RAMP = 10.0  # seconds in which the games begin, one after the other
COOKIE = re.compile(r"(?i)set-cookie: ([^;]*)")


@dataclass
class Player:
    """One device with one game at a time, on a connection that is kept, as browsers do."""

    port: int
    draw: Random
    address: str = "127.0.0.1"
    cookie: str = ""
    path: str = ""
    view: dict[str, Any] = field(default_factory=dict)  # of a match
    table: dict[str, str] = field(default_factory=dict)  # what each game is sent with
    entries: list[list[str]] = field(default_factory=list)
    version: int = 0
    took: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
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
        if (status := head.split(" ")[1]) != "200":
            self.errors.append(f"{path}: {status}")
        data: dict[str, Any] = json.loads(text) if "json" in fields["content-type"] else {}
        self.view = data.get("view", self.view)
        return data

    async def _send(self, request: bytes) -> tuple[asyncio.StreamReader, str]:
        """Send a request; return what the answer can be read from, and its head."""
        if self.streams is None:
            own = self.address, 0  # an address can begin only so many games
            self.streams = await asyncio.open_connection("127.0.0.1", self.port, local_addr=own)
        reader, writer = self.streams
        writer.write(request)
        return reader, (await reader.readuntil(b"\r\n\r\n")).decode()

    async def begin(self) -> None:
        """Begin a game, with its data from the server."""
        asked = urlencode(RULES)
        key = (await self.ask(f"/data/table?{asked}"))["key"]
        self.path = f"/data/saved/game-{self.draw.getrandbits(64):016x}"
        self.table, self.entries, self.version = {"table": asked, "key": key}, [], 0
        await self.send()

    async def turn(self, words: Sequence[str]) -> None:
        """Enter a score, or begin another game after some turns."""
        if len(self.entries) == TURNS:
            return await self.begin()
        self.entries.append(["score", self.draw.choice(words), "0,1"])
        return await self.send()

    async def send(self) -> None:
        """Send the game as it stands."""
        game = {"transcript": self.entries, "tried": [], "hints": 0, "over": False}
        form = {**self.table, "version": str(self.version), "game": json.dumps(game)}
        self.version = (await self.ask(self.path, **form))["version"]

    async def play(self, after: float, until: float, every: float) -> None:
        """Make a turn every so many seconds; people do not all begin at once."""
        await asyncio.sleep(after)
        words = shipped_words()
        try:
            for path in ("/", "/data/home", "/data/new"):
                await self.ask(path)
            await self.begin()
            while (now := time.monotonic()) < until:
                await self.turn(words)
                await asyncio.sleep(max(0.0, every - (time.monotonic() - now)))
        except (OSError, EOFError, KeyError) as error:
            self.errors.append(repr(error))

    async def intact(self) -> bool:
        """Whether the game is as it was sent, on a new connection."""
        self.streams = None
        return bool(self.path) and (await self.ask(self.path))["transcript"] == self.entries


async def load(players: list[Player], seconds: float, every: float) -> None:
    """Let all play."""
    until = time.monotonic() + RAMP + seconds
    waits = [RAMP * number / len(players) for number in range(len(players))]
    each = zip(players, waits, strict=True)
    await asyncio.gather(*(player.play(wait, until, every) for player, wait in each))


async def lost(players: list[Player]) -> int:
    """Count the games that are not as they were."""
    return sum([not await player.intact() for player in players])


def memory(process: int, kind: str = "VmHWM") -> float:
    """Return the most memory that a process has had, in MB; VmRSS: what it has now."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(re.search(rf"{kind}:\s+(\d+)", status)[1]) / 1024  # type: ignore[index]


def processor(process: int) -> float:
    """Return the processor time that a process has used, in seconds."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / sysconf("SC_CLK_TCK")


def main(games: int = 200, every: float = 2.0, seconds: float = 60.0) -> None:
    """Load the server and print what happened."""
    with tempfile.TemporaryDirectory() as name, served(Path(name)) as server:
        addresses = [f"127.0.0.{2 + number % 250}" for number in range(games)]
        players = [Player(server.port, Random(n), each) for n, each in enumerate(addresses)]
        asyncio.run(load(players, seconds, every))
        used = processor(server.process.pid)
        most, took = memory(server.process.pid), sorted(t for one in players for t in one.took)
        server.kill()
        server.start()
        missing = asyncio.run(lost(players))
    errors = [error for player in players for error in player.errors]
    print(f"{len(took):,} requests of {games} games, {len(errors)} errors {errors[:3]}")
    for share in (0.5, 0.95, 0.99, 1.0):
        slowest = took[min(len(took) - 1, int(share * len(took)))]
        print(f"{share:4.0%} within {1000 * slowest:.0f} ms")
    print(f"processor {used:.1f} s, {1000 * used / len(took):.1f} ms for each request")
    print(f"memory at most {most:.0f} MB; games not intact after kill -9: {missing}")


if __name__ == "__main__":
    typer.run(main)

"""Ways to be greedy: a program that asks one server for as much as it can, for some seconds.

``python ways.py PORT WAY KIND SEED SECONDS`` prints how often each status was answered, as JSON. It
imports nothing of jotto, runs below the priority of the server, and ends by itself.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count, product
from random import Random
from typing import Any
from urllib.parse import urlencode

KINDS = "address", "/64", "/56", "/48"
BITS = {"/64": 0, "/56": 8, "/48": 16}  # by which the /64 networks of a visitor differ
MOST = 60_000  # requests of a round
ANSWER = 10.0  # seconds for which an answer is waited for
RULES = {"game": "words", "rule": "exact-elsewhere", "allow": "all", "strategy": "entropy"}
RULES |= {"repeats": "yes", "plurals": "yes"}
MATCH = RULES | {"name": "Eve", "other": "person", "order": "me", "minutes": "0", "advice": "both"}
STATIC = "app.js", "board.js", "app.css", "core.wasm", "sentences.json", "view.js"
Answer = tuple[int, bytes]


@dataclass
class Greedy:
    """A visitor of a kind of network, who counts what is answered."""

    port: int
    kind: str
    draw: Random
    until: float
    counts: Counter[str] = field(default_factory=Counter)
    cookies: dict[int, str] = field(default_factory=dict)
    asked: int = 0

    @property
    def goes_on(self) -> bool:
        return time.monotonic() < self.until and self.asked < MOST

    def address(self) -> str:
        """An address of the visitor's network: the only one, or one of many."""
        if self.kind == "address":
            return "198.51.100.66"
        bits, draw = BITS[self.kind], self.draw
        groups = [draw.getrandbits(bits) if bits else 0, *(draw.getrandbits(16) for _ in range(4))]
        return "2001:db8:66:" + ":".join(f"{group:x}" for group in groups)

    def request(
        self, method: str, path: str, body: bytes = b"", device: int | None = None, *lines: str
    ) -> bytes:
        """A request as a proxy passes it on."""
        head = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}"]
        head += [f"X-Forwarded-For: {self.address()}", *lines]
        if device in self.cookies:
            head.append(f"Cookie: {self.cookies[device]}")
        if method == "POST":
            head += [f"Origin: http://127.0.0.1:{self.port}", f"Content-Length: {len(body)}"]
        return "\r\n".join([*head, "", ""]).encode() + body

    async def open(self, source: str = "127.0.0.1") -> Any:
        return await asyncio.open_connection("127.0.0.1", self.port, local_addr=(source, 0))

    async def answer(self, reader: Any, device: int | None) -> Answer:
        """Read an answer, and keep its cookie."""
        head = await reader.readuntil(b"\r\n\r\n")
        status, length = int(head.split(b" ", 2)[1]), 0
        for line in head.decode("latin-1").split("\r\n"):
            name, _, value = line.partition(": ")
            if name.lower() == "content-length":
                length = int(value)
            elif name.lower() == "set-cookie" and device is not None:
                self.cookies[device] = value.partition(";")[0]
        self.counts[str(status)] += 1
        return status, await reader.readexactly(length)

    async def ask(
        self, path: str, form: Any = None, device: int | None = None, *lines: str, to: Any = None
    ) -> Answer:
        """Ask on a connection, or on a new one; return the answer, 0 if there is none."""
        self.asked += 1
        body = form if isinstance(form, bytes) else json.dumps(form).encode()
        reader = writer = None
        try:
            async with asyncio.timeout(ANSWER):
                reader, writer = to or await self.open()
                method = "GET" if form is None else "POST"
                writer.write(
                    self.request(method, path, b"" if form is None else body, device, *lines)
                )
                return await self.answer(reader, device)
        except (OSError, TimeoutError, ValueError, asyncio.IncompleteReadError) as error:
            self.counts[type(error).__name__] += 1
            await asyncio.sleep(0.05)
            return 0, b""
        finally:
            if writer is not None and to is None:
                writer.close()

    async def each(self, number: int, act: Callable[[int], Awaitable[object]]) -> None:
        """Do something on so many connections, again and again."""

        async def again(at: int) -> None:
            while self.goes_on:
                await act(at)

        await asyncio.gather(*map(again, range(number)))

    async def hold(self, number: int, act: Callable[[int], Awaitable[object]]) -> None:
        """Do something so many times, each until the end; what was ended is done again."""

        async def again(at: int) -> None:
            while self.goes_on:
                with suppress(OSError, TimeoutError, ValueError, asyncio.IncompleteReadError):
                    async with asyncio.timeout(max(0.0, self.until - time.monotonic())):
                        await act(at)
                self.asked += 1
                await asyncio.sleep(0.2)

        await asyncio.gather(*map(again, range(number)))


# --- work -----------------------------------------------------------------------------------------


def chat(draw: Random, wide: int) -> bytes:
    """A megabyte of results, in lines so wide: many short ones, or fewer long ones."""
    lines = list[str]()
    for _ in range(990_000 // (wide + 2)):
        result = f": Wordle {draw.randint(1, 1500):,} {draw.randint(1, 6)}/6"
        lines.append("".join(draw.choices("abcdefghijklmnop ", k=wide - len(result))) + result)
    return json.dumps({"text": "\n".join(lines)}).encode()


def posts_chats(connections: int, wide: int) -> Any:
    async def way(who: Greedy) -> None:
        text = chat(who.draw, wide)
        await who.each(connections, lambda at: who.ask("/data/league", text, at))

    return way


def tables(draw: Random) -> Iterator[str]:
    """What the data of a game can be asked by; each takes a while."""
    rules = "exact-elsewhere", "jots", "colours", "black-peg", "fibble"
    strategies = "entropy", "minimax", "expected-size", "most-parts"
    pairs = [*product(rules, strategies, ("all", "candidates"), ("", "aeiou"), (1, 2, 4, 9))]
    draw.shuffle(pairs)
    for rule, strategy, allow, vowels, boards in pairs:
        form = RULES | {"rule": rule, "strategy": strategy, "allow": allow, "vowels": vowels}
        yield f"/data/table?{urlencode(form | {'boards': boards})}"


async def asks_tables(who: Greedy) -> None:
    paths = tables(who.draw)
    await who.each(12, lambda at: who.ask(next(paths, "/data/table"), None, at))


async def asks_tables_unpacked(who: Greedy) -> None:
    """The same data, without gzip: the server unpacks it each time."""
    path = f"/data/table?{urlencode(RULES)}"
    await who.each(20, lambda at: who.ask(path, None, at))


def asks_programs(name: str, **fields: Any) -> Any:
    async def way(who: Greedy) -> None:
        turns = ["tares=1,1", "count=0,2", "moldy=1,0", "pinky=0,1"]

        def given() -> dict[str, Any]:
            opening = "".join(who.draw.choices("etaoinshrdlu", k=5))
            return {**fields, "turns": who.draw.sample(turns, who.draw.randint(0, 2))} | (
                {"opening": [opening]} if name == "evaluate" else {}
            )

        await who.each(40, lambda at: who.ask(f"/api/{name}", given()))

    return way


async def begins_computers(who: Greedy) -> None:
    """Matches against computers: they rate all words of a game, and think."""
    draw = who.draw

    async def play(at: int) -> None:
        rule = draw.choice(["exact-elsewhere", "jots", "colours", "black-peg"])
        form = MATCH | {"rule": rule, "other": "strong", "repeats": draw.choice(["yes", ""])}
        path = await begun(who, form, at)
        for word in ("crane", "slate", "toils") if path else ():
            move = {"do": "guess", "word": word, "sure": word, "at": "9999999999999"}
            await who.ask(f"/data{path}", move, at)

    await who.each(12, play)


async def begun(who: Greedy, form: dict[str, str], device: int) -> str:
    """Begin a match; return its path, empty if it was refused."""
    status, text = await who.ask("/data/match", form, device)
    if status != 200:
        await asyncio.sleep(0.02)
        return ""
    return str(json.loads(text)["go"])


async def asks_about_secrets(who: Greedy) -> None:
    """What is told of a secret while one chooses it."""
    path = ""
    for _ in range(3):
        path = path or await begun(who, MATCH, 0)
    word = "abcdefghijklmnopqrstuvwxyz"

    def asked() -> str:
        return f"/data{path}/secret?about={''.join(who.draw.choices(word, k=5))}"

    await who.each(40, lambda at: who.ask(asked(), None, 0))


async def draws_codes(who: Greedy) -> None:
    """QR codes, drawn for each request."""
    await who.ask("/data/move", None, 0)
    await who.each(40, lambda at: who.ask("/data/move.svg", None, 0))


# --- what is kept ---------------------------------------------------------------------------------


def a_game(turns: int = 0, *, over: bool = False) -> dict[str, str]:
    entries = [("score", "pales", "1,0")] * turns
    game = {"transcript": entries, "tried": [], "hints": 0, "over": over}
    return {"version": "0", "table": urlencode(RULES), "game": json.dumps(game), "key": ""}


def name(draw: Random) -> str:
    return f"greedy-{draw.getrandbits(64):016x}"


async def begins_games(who: Greedy) -> None:
    """Games by thousands, of ever new devices."""
    number = count()
    await who.each(
        12, lambda _: who.ask(f"/data/saved/{name(who.draw)}", a_game(1), next(number) // 150)
    )


async def begins_matches(who: Greedy) -> None:
    number = count()
    await who.each(12, lambda _: begun(who, MATCH, next(number) // 150))


async def sends_records(who: Greedy) -> None:
    """A finished game again and again, with other turns: some 60 kB each."""
    turns = [f"{''.join(who.draw.choices('abcdefghijklm', k=5))}=0,1" for _ in range(4000)]
    record: dict[str, Any] = {
        "theirs": [],
        "refused": [],
        "secret": "crane",
        "own": None,
        "result": "found",
    }
    games, number = dict[int, tuple[str, int]](), count()

    async def send(at: int) -> None:
        game, version = games.get(at, (name(who.draw), 0))
        form = a_game(1, over=True) | {"version": str(version)}
        other = next(number) % len(turns)
        form |= {"record": json.dumps(record | {"turns": turns[other:] + turns[:other]})}
        status, text = await who.ask(f"/data/saved/{game}", form, at)
        if status in (200, 409):
            games[at] = game, json.loads(text).get("version", 0)

    await who.each(8, send)


async def lists_games(who: Greedy) -> None:
    """The whole list of a device that has begun as much as it may."""
    for _ in range(200):
        await who.ask(f"/data/saved/{name(who.draw)}", a_game(5), 0)
    await who.each(20, lambda at: who.ask("/data/home?all", None, 0))


# --- connections ----------------------------------------------------------------------------------


async def page_of(who: Greedy, path: str, device: int) -> str:
    """What the page of a match asks for to follow it, as it stands: nothing will change."""
    _, text = await who.ask(f"/data{path}", None, device)
    view = json.loads(text)["view"]
    return f"at={view['at']}&away={json.dumps(view['match']['away'])}"


async def stream(who: Greedy, path: str, asked: str, device: int) -> None:
    """Open an event stream of a match, and read it."""
    reader, writer = await who.open()
    try:
        writer.write(who.request("GET", f"/data{path}/events?{asked}", b"", device))
        head = await reader.readuntil(b"\r\n\r\n")
        who.counts[head.split(b" ", 2)[1].decode()] += 1
        while await reader.read(1 << 16):
            pass
    finally:
        writer.close()


def opens_streams(devices: int, streams: int) -> Any:
    async def way(who: Greedy) -> None:
        await who.ask("/", None, -1)
        path = await begun(who, MATCH, -1)
        for at in range(devices):
            await who.ask("/", None, at)

        asked = await page_of(who, path, -1)

        async def follow(at: int) -> None:
            await stream(who, path, asked, at % devices)

        await who.hold(streams, follow)

    return way


async def follows_own_streams(who: Greedy) -> None:
    """Streams that are looked at twice a second: a player's, which wait for a change."""
    await who.ask("/", None, 0)
    paths = [path for _ in range(20) if (path := await begun(who, MATCH, 0))]
    pages = [(path, await page_of(who, path, 0)) for path in paths]

    async def follow(at: int) -> None:
        await stream(who, *pages[at % len(pages)], 0)

    await who.hold(400, follow)


def opens_connections(sent: bytes, every: float = 0.0, number: int = 900) -> Any:
    """Connections from an address of its own, past the proxy, that ask for nothing, or slowly."""

    async def way(who: Greedy) -> None:
        async def wait(_: int) -> None:
            reader, writer = await who.open("127.0.66.1")
            try:
                who.counts["opened"] += 1
                writer.write(sent)
                while every and not writer.is_closing():
                    await asyncio.sleep(every)
                    writer.write(b"X-A: b\r\n")
                    await writer.drain()
                await reader.read(1 << 16)
            finally:
                writer.close()

        await who.hold(number, wait)

    return way


async def sends_bodies_slowly(who: Greedy) -> None:
    async def send(at: int) -> None:
        _, writer = await who.open()
        try:
            head = who.request("POST", "/data/league", b" " * 1_000_000, at)
            writer.write(head.partition(b"\r\n\r\n")[0] + b"\r\n\r\n")
            who.counts["opened"] += 1
            while True:
                writer.write(b" " * 1000)
                await writer.drain()
                await asyncio.sleep(0.5)
        finally:
            writer.close()

    await who.hold(400, send)


async def sends_bodies_but_their_end(who: Greedy) -> None:
    """Nearly a megabyte each, which the server keeps while it waits for the rest."""

    async def send(at: int) -> None:
        reader, writer = await who.open()
        try:
            writer.write(who.request("POST", "/data/league", b" " * 1_000_000, at)[:-10])
            await writer.drain()
            who.counts["opened"] += 1
            await reader.read(1 << 16)
        finally:
            writer.close()

    await who.hold(300, send)


def never_reads(path: str, requests: int, number: int) -> Any:
    """Many requests at once on a connection, whose answers are not read."""

    async def way(who: Greedy) -> None:
        await who.ask("/", None, 0)

        async def send(_: int) -> None:
            _, writer = await who.open()
            writer.transport.pause_reading()
            try:
                for _ in range(requests):
                    writer.write(who.request("GET", path, b"", 0))
                    who.asked += 1
                who.counts["sent"] += requests
                await asyncio.sleep(60)
            finally:
                writer.transport.abort()

        await who.hold(number, send)

    return way


# --- rates ----------------------------------------------------------------------------------------


async def asks_files(who: Greedy) -> None:
    """Files as fast as they come, on connections that stay."""

    async def ask(at: int) -> None:
        with suppress(OSError):
            to = await who.open()
            for number in range(200):
                path = f"/static/{STATIC[number % len(STATIC)]}"
                status, _ = await who.ask(path, None, at, to=to)
                if not status or not who.goes_on:
                    break
            to[1].close()

    await who.each(24, ask)


async def connects_again(who: Greedy) -> None:
    """A connection and a new device for each request."""
    number = count()
    await who.each(40, lambda _: who.ask("/data/new", None, next(number)))


async def asks_ranges(who: Greedy) -> None:
    """Hundreds of parts of a file at once."""
    parts = ",".join(f"{7 * n}-{7 * n + 3}" for n in range(900))
    line = f"Range: bytes={parts}"
    await who.each(20, lambda at: who.ask("/static/core.wasm", None, at, line))


async def guesses_codes(who: Greedy) -> None:
    signs = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"

    def path() -> str:
        return f"/data/match/{''.join(who.draw.choices(signs, k=6))}"

    await who.each(20, lambda at: who.ask(path(), None, at))


async def guesses_links(who: Greedy) -> None:
    """Links to another phone, and invitations, that are none."""

    def path(at: int) -> str:
        sign, device = f"{who.draw.getrandbits(256):064x}", f"{who.draw.getrandbits(128):032x}"
        if at % 2:
            return f"/data/match/ABCDEF-{sign}"
        return f"/data/move/{device}.9999999999.{sign}"

    await who.each(20, lambda at: who.ask(path(at), None, at))


async def moves_devices(who: Greedy) -> None:
    """Links to another phone, made and opened by one visitor after the other."""

    async def move(at: int) -> None:
        _, text = await who.ask("/data/move", None, at)
        with suppress(ValueError, KeyError):
            link = json.loads(text)["link"].partition("/move/")[2]
            await who.ask(f"/data/move/{link}", None, at + 1)
            await who.ask(f"/data/move/{link}", {}, at + 1)

    await who.each(12, move)


async def watches(who: Greedy) -> None:
    """Visitors of one match, each a new device, who look at it and ask to join."""
    path, number = await begun(who, MATCH, -1), count()

    async def look(_: int) -> None:
        device = next(number)
        await who.ask(f"/data{path}", None, device)
        await who.ask(f"/data{path}", {"do": "join", "name": "Eve"}, device)

    await who.each(20, look)


async def sends_nonsense(who: Greedy) -> None:
    """Bodies that are hard to read, and headers that are too large."""
    deep = b"[" * 30_000 + b"]" * 30_000
    number = b'{"n": ' + b"9" * 60_000 + b"}"
    keys = json.dumps({f"k{n}": "x" for n in range(4000)}).encode()

    async def send(at: int) -> None:
        body = (deep, number, keys)[at % 3]
        await who.ask(f"/data/saved/{name(who.draw)}", body, at)
        await who.ask("/api/suggest", body)
        await who.ask("/", None, at, f"X-A: {'b' * 15_000}")

    await who.each(12, send)


async def several(who: Greedy) -> None:
    """Some of them at once."""
    some = who.draw.sample([way for way in WAYS if way != "several at once"], 5)
    await asyncio.gather(*(WAYS[way](who) for way in some))


HEAD = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"
TABLE = f"/data/table?{urlencode(RULES)}"
WAYS: dict[str, Callable[[Greedy], Awaitable[None]]] = {
    "leagues of 1 MB, 4 connections": posts_chats(4, 28),
    "leagues of 1 MB, 12 connections": posts_chats(12, 55),
    "tables of changing games": asks_tables,
    "one table, unpacked": asks_tables_unpacked,
    "/api/evaluate, 40 connections": asks_programs("evaluate"),
    "/api/suggest, 40 connections": asks_programs("suggest", top=1_000_000),
    "computers": begins_computers,
    "about secrets": asks_about_secrets,
    "QR codes": draws_codes,
    "games by thousands": begins_games,
    "matches by thousands": begins_matches,
    "records of 60 kB": sends_records,
    "lists of 200 games": lists_games,
    "512 streams, 128 devices": opens_streams(128, 512),
    "512 streams, 512 devices": opens_streams(512, 512),
    "400 streams of a player": follows_own_streams,
    "900 idle connections": opens_connections(b""),
    "900 slow headers": opens_connections(HEAD, 0.5),
    "400 slow bodies": sends_bodies_slowly,
    "300 bodies without an end": sends_bodies_but_their_end,
    "answers never read": never_reads("/data/new", 300, 60),
    "large answers never read": never_reads(TABLE, 20, 60),
    "files at any rate": asks_files,
    "a device each request": connects_again,
    "ranges of a file": asks_ranges,
    "wrong codes": guesses_codes,
    "wrong links": guesses_links,
    "links to other phones": moves_devices,
    "visitors of a match": watches,
    "nonsense": sends_nonsense,
    "several at once": several,
}
# past the proxy there is one address; as a proxy itself waits for the headers of a request
OF_ADDRESS = "900 idle connections", "900 slow headers"


async def main(port: int, way: str, kind: str, seed: int, seconds: float) -> Greedy:
    """Be greedy in a way."""
    who = Greedy(port, kind, Random(f"{way} {kind} {seed}"), time.monotonic() + seconds)
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds + 1):
            await WAYS[way](who)
    return who


if __name__ == "__main__":
    os.nice(10)  # somebody else's computer would not slow down the server
    port, way, kind, seed, seconds = sys.argv[1:]
    greedy = asyncio.run(main(int(port), way, kind, int(seed), float(seconds)))
    print(json.dumps(greedy.counts))

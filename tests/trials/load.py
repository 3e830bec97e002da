"""Load two servers of one database with matches, whose players act at the same moment.

Every guess is sent twice, and somebody watches. Prints how long answers took, the memory of both
servers over time, whether a guess was lost or counted twice, and whether a secret was in anything
that was sent to the other player or the watcher, or in the log. Every player holds an event stream,
as a browser does.

Example: python scripts/match_load.py --matches 200 --rounds 8

Example: python scripts/match_load.py --matches 50 --games 200 --minutes 60 --every 5
"""

from __future__ import annotations

import asyncio
import json
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import typer
from web_load import Player, memory

import jotto
from jotto.games.words import shipped_words

from serving import Served, served  # isort: skip  # web_load knows the way to the tests

TERMS = {"game": "words", "rule": "exact-elsewhere", "repeats": "yes", "plurals": "yes"}
TERMS |= {"other": "person", "order": "together", "dictionary": "any", "advice": "none"}
TERMS |= {"minutes": "0"}


@dataclass
class Pair:
    """Two players, each on a server of its own."""

    one: Player
    two: Player
    watcher: Player
    draw: Random
    matches: int = 0
    secrets: set[str] = field(default_factory=set)
    faults: list[str] = field(default_factory=list)

    async def play(self, game: jotto.Game, rounds: int, every: float) -> None:
        """Play a match: choose secrets and guess at the same moment; then compare both boards."""
        both = (self.one, self.two)
        secrets = self.draw.sample(words_to_hide(), 2)
        for player in (*both, self.watcher):
            await player.ask("/")
        begun = await self.one.ask("/data/match", name="Ann", **TERMS)
        for player in both:
            player.path = f"/data{begun['go']}"
        await self.two.ask(self.two.path, do="join", name="Bob")
        await self.one.ask(self.one.path)
        await self._all("secret", secrets)
        streams = [asyncio.create_task(listen(player)) for player in both]
        made: list[list[str]] = [[], []]
        for _ in range(rounds):
            # a word that is nobody's secret, so that the match goes on
            words = self.draw.sample([w for w in game.secrets[:500] if w not in secrets], 2)
            await self._all("guess", words)
            for seat, word in enumerate(words):
                made[seat].append(word)
            await self._look(secrets)
            await asyncio.sleep(every)
        for seat, player in enumerate(both):
            await player.ask(player.path)
            for side, board in enumerate(player.view["boards"]):
                who = (seat, 1 - seat)[side]
                shown = [(row["guess"], row["score"]) for row in board["rows"]]
                wanted = [(word, game.score(word, secrets[1 - who])) for word in made[who]]
                if shown != wanted:
                    self.faults.append(f"{player.path}: {shown} instead of {wanted}")
        await self.one.ask(self.one.path, at=str(self.one.view["at"]), do="leave")
        for stream in streams:
            stream.cancel()
        self.matches += 1
        self.secrets.update(secrets)

    async def _look(self, secrets: list[str]) -> None:
        """Note what a player, or the watcher, should not have been sent."""
        self.watcher.path = self.one.path
        await self.watcher.ask(self.watcher.path)
        hidden = (self.one, secrets[1:]), (self.two, secrets[:1]), (self.watcher, secrets)
        for player, words in hidden:
            sent = json.dumps(player.view).lower()
            self.faults += [f"{word} was sent" for word in words if word in sent]

    async def _all(self, do: str, words: list[str]) -> None:
        """Let both do something at once; then send it again, as after a lost answer."""
        both = list(zip((self.one, self.two), words, strict=True))
        seen = [str(player.view["at"]) for player, _ in both]
        for _ in range(2):
            moves = (
                player.ask(player.path, at=at, do=do, word=word, sure=word)
                for at, (player, word) in zip(seen, both, strict=True)
            )
            await asyncio.gather(*moves)
        for player, _ in both:
            await player.ask(player.path)


@cache
def words_to_hide() -> list[str]:
    """Return the words that the program's own text does not hold, so that they show a secret."""
    files = Path(jotto.__file__).parent.rglob("*.py")
    text = "".join(file.read_text("utf-8") for file in files).lower()
    return [word for word in shipped_words() if word not in text]


def address_of(number: int) -> str:
    """Return an address of this computer; each can begin only so many games."""
    return f"127.0.0.{2 + number % 250}"


async def listen(player: Player) -> None:
    """Hold an event stream, and ask again when it ends."""
    with suppress(OSError, asyncio.CancelledError):
        while True:
            reader, writer = await asyncio.open_connection("127.0.0.1", player.port)
            path = f"{player.path}/events?at={player.view['at']}&away=false"
            lines = [f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{player.port}"]
            writer.write("\r\n".join([*lines, f"Cookie: {player.cookie}", "", ""]).encode())
            try:
                while await reader.read(1000):
                    pass
            finally:
                writer.close()
            await asyncio.sleep(0.5)


async def repeat(
    pair: Pair, game: jotto.Game, after: float, until: float, rounds: int, every: float
) -> None:
    """Play match after match until a time; at least one."""
    await asyncio.sleep(after)
    try:
        while not pair.matches or time.monotonic() < until:
            await pair.play(game, rounds, every)
    except (OSError, EOFError, KeyError) as error:
        pair.faults.append(repr(error))


async def watch(servers: list[Served], until: float) -> None:
    """Print the memory of the servers once a minute."""
    began = time.monotonic()
    running: list[Any] = [one.process for one in servers]
    while time.monotonic() < until:
        held = ", ".join(f"{memory(one.pid, 'VmRSS'):.0f}" for one in running)
        print(f"after {(time.monotonic() - began) / 60:.0f} min: {held} MB", flush=True)
        await asyncio.sleep(min(60.0, max(0.1, until - time.monotonic())))


async def load(
    servers: list[Served],
    pairs: list[Pair],
    players: list[Player],
    minutes: float,
    rounds: int,
    every: float,
) -> None:
    """Let all play."""
    game, until = jotto.words(), time.monotonic() + 60 * minutes
    ramp = 10.0 if minutes else 0.0
    tasks = [
        repeat(pair, game, ramp * n / len(pairs), until, rounds, every)
        for n, pair in enumerate(pairs)
    ]
    tasks += [
        player.play(ramp * n / len(players), until, every) for n, player in enumerate(players)
    ]
    await asyncio.gather(*tasks, watch(servers, until))


def main(
    matches: int = 200, games: int = 0, minutes: float = 0.0, rounds: int = 8, every: float = 0.0
) -> None:
    """Load the servers and print what happened."""
    with (
        tempfile.TemporaryDirectory() as name,
        served(Path(name)) as first,
        served(Path(name)) as second,
    ):
        ports = first.port, second.port
        seats = (*ports, ports[0])
        three = [[Player(port, Random(n), address_of(n)) for port in seats] for n in range(matches)]
        pairs = [Pair(one, two, watcher, Random(n)) for n, (one, two, watcher) in enumerate(three)]
        players = [Player(ports[n % 2], Random(n), address_of(n)) for n in range(games)]
        asyncio.run(load([first, second], pairs, players, minutes, rounds, every))
        logged = (first.log + second.log).lower()
        most = [memory(one.process.pid) for one in (first, second)]
    all_players = [*players, *(p for pair in pairs for p in (pair.one, pair.two, pair.watcher))]
    took = sorted(t for one in all_players for t in one.took)
    faults = [fault for pair in pairs for fault in pair.faults]
    faults += [error for player in all_players for error in player.errors]
    faults += [f"{word} is in the log" for pair in pairs for word in pair.secrets if word in logged]
    print(f"{sum(pair.matches for pair in pairs):,} matches, {len(took):,} requests")
    for share in (0.5, 0.95, 0.99, 1.0):
        print(
            f"{share:4.0%} within {1000 * took[min(len(took) - 1, int(share * len(took)))]:.0f} ms"
        )
    print(f"memory at most {most[0]:.0f} and {most[1]:.0f} MB")
    print(f"entries lost or counted twice, secrets sent, errors: {len(faults)} {faults[:3]}")


if __name__ == "__main__":
    typer.run(main)

"""Half a minute of use.

Two servers with one folder serve 40 live games, and 20 matches whose players guess at the same
moment. Every entry of a match is sent twice, as after a lost answer, somebody watches, and the
players hold event streams. No guess may be lost or counted twice, and no secret be in what is sent
to the other player or the watcher, or in the log. At the end the servers are killed, and all live
games are as they were sent.
"""

from __future__ import annotations

import json
import re
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import cache
from os import sysconf
from pathlib import Path
from random import Random
from typing import Any

import naive
from device import RULES
from serving import Served, Visitor, served, turns_in

import jotto
from jotto.games.words import shipped_words
from trials.small import shipped

UNIT = "rounds of half a minute"
FOUND = """Nothing, also in an hour with 200 games, 50 matches and a turn every 30 seconds: 82,221
requests. The memory was 271 MB after ten minutes, and 299 at the end."""
GAMES, MATCHES, SECONDS, EVERY = 40, 20, 30.0, 2.0  # a turn every so many seconds
TURNS, ROUNDS = 8, 8  # of a game; of a match
TERMS = RULES | {"other": "person", "order": "together", "dictionary": "any", "advice": "none"}
TERMS |= {"minutes": "0"}


class Device(Visitor):
    """A visitor whose requests are timed."""

    def __init__(self, port: int):
        super().__init__(port)
        self.took = list[float]()  # milliseconds

    def ask(self, path: str, move: dict[str, str] | None = None, **headers: str) -> Any:
        """Return the status, the headers and the text of an answer."""
        began = time.perf_counter()
        answer = super().ask(path, move, **headers)
        self.took.append(1000 * (time.perf_counter() - began))
        assert answer[0] == 200, f"{path} {move}: {answer}"
        return answer


def play_games(device: Device, draw: Random, until: float) -> tuple[str, list[tuple[str, str]]]:
    """Play live games; return the path of the last one, and its turns."""
    while True:
        path, (secret, *guesses) = device.begin(), draw.sample(shipped_words(), TURNS + 1)
        turns = list[tuple[str, str]]()
        for guess in guesses:
            turns.append((guess, naive.exact_elsewhere(guess, secret)))
            device.play(path, do="score", word=guess, score=turns[-1][1])
            if time.monotonic() > until:
                return path, turns
            time.sleep(draw.uniform(0, 2 * EVERY))


def play_matches(devices: list[Device], draw: Random, until: float) -> list[str]:
    """Play matches on two devices, while the third watches; return their secrets."""
    hidden = list[str]()
    while not hidden or time.monotonic() < until:
        hidden += play_match(devices, draw)
    return hidden


def play_match(devices: list[Device], draw: Random) -> list[str]:
    """Play a match on two devices, while the third watches; return its secrets."""
    (one, two, watcher), secrets = devices, draw.sample(words_to_hide(), 2)
    hidden = (one, secrets[1:]), (two, secrets[:1]), (watcher, secrets)
    for device in devices:
        device.ask("/")
    path = one.data("/match", {"name": "Ann", **TERMS})[1]["go"]
    two.data(path, {"do": "join", "name": "Bob"})
    send_both(devices[:2], path, "secret", secrets)
    with ExitStack() as stack:
        for device in (one, two):
            stream = device.connect()
            stack.callback(stream.close)
            stream.request("GET", f"/data{path}/events?at=0", headers={"Cookie": device.cookie})
        free = [word for word in shipped().secrets[:500] if word not in secrets]
        guesses = [draw.sample(free, 2) for _ in range(ROUNDS)]
        for words in guesses:
            send_both(devices[:2], path, "guess", words)
            for device, some in hidden:
                sent = json.dumps(device.view(path)).lower()
                assert not [word for word in some if word in sent], f"{some} in {sent}"
            time.sleep(draw.uniform(0, 2 * EVERY))
    for seat, device in enumerate((one, two)):
        view = device.view(path)
        for side, who in enumerate((seat, 1 - seat)):
            words = [each[who] for each in guesses]
            right = [(word, naive.exact_elsewhere(word, secrets[1 - who])) for word in words]
            assert turns_in(view, side) == right, f"{path}: {turns_in(view, side)}, not {right}"
    one.data(path, {"at": str(one.view(path)["at"]), "do": "leave"})
    return secrets


def send_both(players: list[Device], path: str, do: str, words: list[str]) -> None:
    """Let both do something at once; then send it again, as after a lost answer."""
    moves = [
        {"at": str(player.view(path)["at"]), "do": do, "word": word, "sure": word}
        for player, word in zip(players, words, strict=True)
    ]
    for _ in range(2):
        with ThreadPoolExecutor(2) as both:
            list(both.map(lambda player, move: player.data(path, move), players, moves))


@cache
def words_to_hide() -> list[str]:
    """Return the words that the program's own text does not hold, so that they show a secret."""
    files = Path(jotto.__file__).parent.rglob("*.py")
    text = "".join(file.read_text("utf-8") for file in files).lower()
    return [word for word in shipped_words() if word not in text]


def used(server: Served) -> tuple[float, float]:
    """Return the processor time that a server has used, in seconds, and its most memory in MB."""
    process = Path(f"/proc/{server.process.pid}")  # type: ignore[attr-defined]
    fields = (process / "stat").read_text().rpartition(")")[2].split()
    held = re.search(r"VmHWM:\s+(\d+)", (process / "status").read_text())
    seconds = (int(fields[11]) + int(fields[12])) / sysconf("SC_CLK_TCK")
    return seconds, int(held[1]) / 1024 if held else 0.0


def play(seed: int, folder: Path) -> dict[str, float]:
    """Load both servers, and kill them; return how long answers took, and what the servers used."""
    words_to_hide()  # takes long
    draws = [Random(f"{seed} {number}") for number in range(GAMES + MATCHES)]
    with served(folder) as one, served(folder) as other, ThreadPoolExecutor(len(draws)) as pool:
        ports = one.port, other.port
        alone = [Device(ports[number % 2]) for number in range(GAMES)]
        triples = [[Device(port) for port in (*ports, ports[0])] for _ in range(MATCHES)]
        until = time.monotonic() + SECONDS
        games = pool.map(play_games, alone, draws[:GAMES], [until] * GAMES)
        matches = pool.map(play_matches, triples, draws[GAMES:], [until] * MATCHES)
        played, hidden = [*games], [word for some in matches for word in some]
        told = [word for word in hidden if word in (one.log + other.log).lower()]
        assert not told, f"in the log: {told}"
        seconds, held = zip(used(one), used(other), strict=True)
        for server in (one, other):
            server.kill()
            server.start()
        took = sorted(ms for device in sum(triples, alone) for ms in device.took)
        for device, (path, turns) in zip(alone, played, strict=True):
            assert turns_in(device.view(path)) == turns, f"{path}: not {turns}"
    return {
        "matches": len(hidden) / 2,
        "requests": len(took),
        "ms, of 95 % at most": took[int(0.95 * len(took))],
        "ms, the longest": took[-1],
        "ms of the processor for a request": 1000 * sum(seconds) / len(took),
        "MB of a server": max(held),
    }

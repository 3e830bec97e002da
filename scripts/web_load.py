"""Load a server with games: so many at once, a turn every so many seconds; then kill it.

Prints the time of requests, errors, memory, and whether all games are intact after kill -9.

Example: python scripts/web_load.py --games 200 --every 2 --seconds 60
"""

from __future__ import annotations

import argparse
import http.client
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from urllib.parse import urlencode

import jotto
from jotto.games.lists import shipped_words

GUESS = re.compile(r'class="big" role="img" aria-label="(\w+)"')
AT = re.compile(r'name="at" value="(\d+)"')
TURNS = re.compile(r'class="word" role="img" aria-label="(\w+)".*?<b>([^<]*)</b>', re.DOTALL)
RULES = {"game": "words", "rule": "exact-elsewhere", "allow": "all", "strategy": "entropy"}
RULES |= {"repeats": "yes", "plurals": "yes"}


@dataclass
class Player:
    """One device with one game at a time."""

    port: int
    secret: str
    cookie: str = ""
    page: str = ""
    path: str = ""
    took: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def ask(self, path: str, **form: str) -> http.client.HTTPResponse:
        """Send a request on a connection of its own, as phones come and go; keep the cookie."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        headers = {"Cookie": self.cookie, "X-Part": "main"}
        began = time.perf_counter()
        if form:
            headers |= {"Origin": f"http://127.0.0.1:{self.port}"}
            headers |= {"Content-Type": "application/x-www-form-urlencoded"}
            connection.request("POST", path, urlencode(form), headers)
        else:
            connection.request("GET", path, headers=headers)
        response = connection.getresponse()
        text = response.read().decode()
        self.took.append(time.perf_counter() - began)
        connection.close()
        if cookie := response.headers.get("Set-Cookie"):
            self.cookie = cookie.partition(";")[0]
        if response.status not in (200, 303):
            self.errors.append(f"{path}: {response.status}")
        elif response.status == 200:
            self.page = text
        return response

    def begin(self) -> None:
        """Begin a game."""
        response = self.ask("/new", **RULES)
        self.path = response.headers.get("Location", "")
        self.ask(self.path)

    def turn(self, game: jotto.Game) -> None:
        """Enter the score of the guess, or begin another game if this one is won."""
        guess, at = GUESS.search(self.page), AT.search(self.page)
        if guess is None or at is None:
            self.begin()
        else:
            score = game.score(guess[1], self.secret)
            self.ask(self.path, do="score", at=at[1], score=score)

    def play(self, game: jotto.Game, until: float, every: float) -> None:
        """Make a turn every so many seconds."""
        try:
            self.ask("/")
            self.begin()
            while (now := time.monotonic()) < until:
                self.turn(game)
                time.sleep(max(0.0, every - (time.monotonic() - now)))
        except OSError as error:
            self.errors.append(repr(error))


def started(port: int, folder: Path) -> subprocess.Popen[bytes]:
    """Start the server; return when it answers."""
    names = ("XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")
    environment = {**os.environ, **dict.fromkeys(names, str(folder))}
    command = [sys.executable, "-m", "jotto", "serve", "--port", str(port)]
    server = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
    while True:
        try:
            http.client.HTTPConnection("127.0.0.1", port, timeout=1).connect()
        except OSError:
            time.sleep(0.05)
        else:
            return server


def memory(process: int) -> float:
    """Return the most memory that a process has had, in MB."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(re.search(r"VmHWM:\s+(\d+)", status)[1]) / 1024  # type: ignore[index]


def main() -> None:
    """Load the server and print what happened."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--every", type=float, default=2.0)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--port", type=int, default=8790)
    given = parser.parse_args()
    game, draw = jotto.words(), Random(1)
    words = shipped_words()
    with tempfile.TemporaryDirectory() as name:
        server = started(given.port, Path(name))
        players = [Player(given.port, draw.choice(words)) for _ in range(given.games)]
        until = time.monotonic() + given.seconds
        threads = [
            threading.Thread(target=player.play, args=(game, until, given.every))
            for player in players
        ]
        for thread in threads:
            thread.start()
            time.sleep(given.every / given.games)  # people do not all begin at once
        for thread in threads:
            thread.join()
        most = memory(server.pid)
        server.send_signal(signal.SIGKILL)
        server.wait()
        server = started(given.port, Path(name))
        lost = 0
        for player in players:
            before = TURNS.findall(player.page)
            player.ask(player.path)
            lost += TURNS.findall(player.page) != before or not player.path
        server.terminate()
        server.wait()
    took = sorted(each for player in players for each in player.took[:-1])
    errors = [error for player in players for error in player.errors]
    print(f"{len(took):,} requests of {given.games} games, {len(errors)} errors {errors[:3]}")
    for share in (0.5, 0.95, 0.99, 1.0):
        print(
            f"{share:4.0%} within {1000 * took[min(len(took) - 1, int(share * len(took)))]:.0f} ms"
        )
    print(f"memory at most {most:.0f} MB; games not intact after kill -9: {lost}")


if __name__ == "__main__":
    main()

"""Kills while four terminals, a server and a deletion share one history.

In each wave a file of an earlier version lies there to be taken over, with damaged and newer lines.
Four terminals play a game each, a server of two processes is sent finished games, and the games of
another player are deleted; all are killed at random moments. What was acknowledged is there, what
was forgotten does not come back, and every line that is not understood is kept, byte for byte.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections import Counter
from contextlib import suppress
from dataclasses import asdict, replace
from http.client import HTTPException
from pathlib import Path
from random import Random
from typing import Any

from serving import Served, Visitor

from jotto.assistant.review import Record
from jotto.assistant.shelf import Shelf

UNIT = "rounds of 18 kills"
FOUND = "Nothing so far."
WAVES, TERMINALS = 3, 4
LONGEST = 1.5  # times what a game takes until a kill, at most
BOB = "b0b" + 29 * "0"
WORDS = ["hatch", "latch", "match", "patch", "watch"]
TABLE = "game=words&rule=exact-elsewhere&allow=all&strategy=entropy&repeats=yes&plurals=yes"
WON: dict[str, Any] = {"turns": ["crane=5,0"], "theirs": [], "refused": [], "secret": "crane"}
WON |= {"own": None, "result": "found"}
MADE = Record("play", {"game": "words"}, "k", ("hatch=5,0",), "hatch", "found")
JOTTO = (sys.executable, "-m", "jotto")


class Household:
    """What was acknowledged, may be there, and must be gone; the number of kills."""

    def __init__(self, seed: int, folder: Path):
        self.draw, self.folder = Random(seed), folder
        (folder / "words.txt").write_text("\n".join(WORDS))
        self.data = folder / "data" / "jotto"
        self.data.mkdir(parents=True)
        self.server = Served(folder)
        self.server.options = ("--url", self.server.address, "--workers", "2")
        self.acknowledged, self.forgotten = set[str](), set[str]()
        self.bobs, self.unread = set[str](), Counter[bytes]()
        self.refused = list[Any]()
        self.begun = self.told = self.kills = 0
        began = time.monotonic()
        with self.terminal() as child:
            assert child.stdout
            assert b"You found HATCH" in child.stdout.read()
        self.told += 1
        self.game = time.monotonic() - began  # on this machine, seconds

    def shelf(self) -> Shelf:
        return Shelf(self.data / "games.sqlite", self.data / "history.jsonl")

    def leave_an_old_file(self, wave: int) -> None:
        """Write the file that an earlier version would have left; its lines are no others'."""
        names = [f"old {wave} {number}" for number in range(40)]
        lines = [json.dumps(asdict(replace(MADE, game=name))).encode() for name in names]
        strange = [f'{{"format": 2, "wave": {wave}}}'.encode(), b"\xffhalf %d" % wave]
        (self.data / "history.jsonl").write_bytes(b"\n".join([*lines, *strange]) + b"\n")
        self.acknowledged |= {*names}
        self.unread.update(strange)

    def run(self, *arguments: str, typed: str = "") -> subprocess.Popen[bytes]:
        pipes: Any = dict.fromkeys(["stdin", "stdout", "stderr"], subprocess.PIPE)
        child = subprocess.Popen(
            [*JOTTO, *arguments], env=self.server.environment, cwd=self.folder, **pipes
        )
        assert child.stdin
        child.stdin.write(typed.encode())
        child.stdin.close()
        return child

    def terminal(self) -> subprocess.Popen[bytes]:
        """Play a game that is found at once."""
        self.begun += 1
        return self.run("play", "--plain", "--words", "words.txt", typed="5,0\n")

    def killed(self, child: subprocess.Popen[bytes], at: float) -> bytes:
        """Kill a program at a time; return what it had printed."""
        assert child.stdout
        assert child.stderr
        time.sleep(max(0.0, at - time.monotonic()))
        child.kill()
        self.kills += 1
        with child:
            return child.stdout.read() + child.stderr.read()

    def send(self, wave: int, ended: threading.Event) -> None:
        """Send finished games to the server until it is killed."""
        visitor, number = Visitor(self.server.port), 0
        with suppress(HTTPException, OSError):
            key = visitor.data(f"/table?{TABLE}")[1]["key"]
            game = {"transcript": [["score", "crane", "5,0"]], "tried": [], "hints": 0}
            form = {"version": "0", "table": TABLE, "key": key, "record": json.dumps(WON)}
            form |= {"game": json.dumps({**game, "over": True}), "gone": "yes"}
            while not ended.is_set():
                name = f"sent-{wave:04}-{number:08}"
                status, data = visitor.data(f"/saved/{name}", form)
                if status != 200:
                    self.refused.append((name, status, data))
                    return
                self.acknowledged.add(name)
                number += 1

    def wave(self, number: int) -> None:
        """Let all work at once, and kill all."""
        with self.shelf() as shelf:
            for name in (f"bob {number} {each}" for each in range(30)):
                shelf.put(replace(MADE, game=name, owner=BOB, player="Bob"))
                self.bobs.add(name)
        self.leave_an_old_file(number)
        self.server.start()
        ended = threading.Event()
        sending = threading.Thread(target=self.send, args=(number, ended))
        sending.start()
        programs = [self.terminal() for _ in range(TERMINALS)]
        programs.append(self.run("history", "--forget", "--yes", "--player", "Bob"))
        most = TERMINALS * LONGEST * self.game
        times = sorted(time.monotonic() + self.draw.uniform(0, most) for _ in programs)
        self.draw.shuffle(programs)
        for program, at in zip(programs, times, strict=True):
            printed = self.killed(program, at)
            self.told += b"You found HATCH" in printed
            if b"games deleted" in printed:
                self.forgotten |= self.bobs
                self.bobs = set()
        self.server.kill()
        self.kills += 1
        ended.set()
        sending.join()
        assert not self.refused, self.refused

    def check(self) -> int:
        """Compare what is there with what was said. Raises AssertionError."""
        with self.shelf() as shelf:
            records = [*shelf.newest()]
            lines = Counter(b"".join(shelf.lines(None)).split(b"\n"))
        names = Counter(record.name for record in records)
        assert set(names.values()) <= {1}
        assert self.acknowledged <= {*names}, self.acknowledged - {*names}
        assert not self.forgotten & {*names}
        there = {name for name in names if name.startswith("bob")}
        assert there in (self.bobs, set()), there
        self.forgotten |= self.bobs - there
        self.bobs = there
        own = [each for each in records if each.options.get("words")]
        assert self.told <= len(own) <= self.begun
        assert all(lines[line] == many for line, many in self.unread.items()), lines
        return self.kills


def play(seed: int, folder: Path) -> int:
    """Let a household be killed some times; return how often."""
    household = Household(seed, folder)
    for number in range(WAVES):
        household.wave(number)
        household.check()
    return household.kills

"""SIGKILL at random moments.

Lines are typed into ``jotto play``, each followed by one that is refused and quoted, which shows
that the line before it was taken. After the kill, the saved game is that of all lines taken, or of
one more, and ``jotto play --resume`` opens it. A server is killed while it is sent scores, and
started again: its game has every score that was answered, and at most the one on its way.
"""

from __future__ import annotations

import io
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass
from http.client import HTTPException
from pathlib import Path
from random import Random
from typing import IO, Any

import naive
from serving import Served, Visitor, served, turns_in

from jotto import Session, words
from jotto.assistant import moves
from jotto.assistant.store import Saved, Store
from jotto.cli.live import answer
from jotto.errors import JottoError
from jotto.games.words import shipped_words
from trials.calls import folders

UNIT = "games in a terminal, and as many servers"
FOUND = """One fault. A game whose first score fits no word was not saved in the terminal, and a
server deleted it after an hour."""
PLAY = (sys.executable, "-um", "jotto", "play")
LINES, SCORES = 40, 26  # typed into a game; sent to a server, which takes so many at once
PAUSE, LONGEST = 0.1, 0.3  # seconds until a kill: on average, and at most
SAYINGS = (
    *("undo", "undo", "hint", "why", "list", "more", "help", "turns", "save", "me", "them"),
    *("not a word", "last turn", "a", "b", "redo", "edit 1 0", "edit 9 1", "list 2", "unlisted"),
)
TOLD = re.compile(rb"'#(\d+)'")  # the line after an entry, as it is refused


# --- games in a terminal --------------------------------------------------------------------------


@dataclass
class Player:
    """Who types random lines, most of them about secrets that are drawn, too."""

    draw: Random
    session: Session[str]
    secrets: list[str]

    def line(self) -> str:
        """Draw a line as people type it."""
        session, draw, score = self.session, self.draw, naive.RULES[self.session.game.rule.name]
        word = draw.choice(session.game.guesses)
        some = [self.secrets[at] for at in session.to_score] or self.secrets[:1]

        def scores(guess: str) -> str:
            true = [score(guess, secret) for secret in some]
            slip = draw.choice(session.game.rule.texts)
            return "+".join([slip, *true[1:]] if draw.random() < 0.2 else true)

        asked = session.is_asked and session.guess in session.game.guesses
        usual = session.guess if asked else word
        turns = [f"{word} {scores(word)}"] * 3 + [scores(usual)] * 5
        edits = f"edit {draw.randint(1, 3)} {scores(word)}", f"edit 1 {word}"
        told = f"they {word}", f"they {word} {scores(word)}", f"secret {word}", f"about {word}"
        return draw.choice([*turns, word, *edits, *told, *draw.sample(SAYINGS, 2)])


def drawn(seed: int) -> Player:
    """Draw a small game of words, all as likely, whose answers are true."""
    draw = Random(seed)
    length = draw.choice([3, 3, 4])
    listed = list(dict.fromkeys("".join(draw.choices("abcde", k=length)) for _ in range(30)))
    cut, boards = draw.randint(2, len(listed)), draw.choice([1, 1, 1, 2])
    game = words(listed[:cut], listed[cut:], rule=draw.choice([*naive.RULES]))
    session, secrets = Session(game, boards=boards), draw.sample(listed[:cut], boards)
    if boards == 1 and draw.random() < 0.5:
        first, last_turn = draw.choices([False, True], k=2)
        session = session.raced(draw.choice(game.secrets), first=first, last_turn=last_turn)
    return Player(draw, session, secrets)


def options_of(session: Session[str], folder: Path) -> list[str]:
    """Write the lists of a game; return the options that play it."""
    game, n = session.game, len(session.game.secrets)
    options = [f"--rule={game.rule.name}", f"--boards={session.boards}", "--think=0"]
    if (race := session.race) is not None:
        options += "--starts", "me" if race.first else "them", "--secret", str(race.secret)
        options.append("--last-turn" if race.last_turn else "--no-last-turn")
    for name, listed in (("words", game.secrets), ("guesses", game.guesses[n:])):
        if listed:
            (folder / name).write_text("\n".join(map(str, listed)))
            options.append(f"--{name}={folder / name}")
    return options


def typed(player: Player) -> Iterator[tuple[str, Session[str]]]:
    """Draw lines that do not end the game; yield each with the session after it."""
    for _ in range(LINES):
        before, line = player.session, player.line().strip()
        if not line or not line.isprintable():
            continue
        after = before
        with suppress(JottoError), redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            if moves.read_move(before, line)["do"] == "race" and before.race is None:
                continue  # two questions
            after = answer(before, line)
        if not after.over:
            player.session = after
            yield line, after


def kill_a_game(seed: int, folder: Path) -> int:
    """Kill a game; return how many lines it had taken. Raises AssertionError."""
    player = drawn(seed)
    command, sessions = [*PLAY, *options_of(player.session, folder)], [player.session]
    lines = list[str]()
    for line, session in typed(player):
        lines += line, f"#{len(sessions)}"
        sessions.append(session)
    own: Any = {"env": folders(folder), "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    with subprocess.Popen(command, stdin=subprocess.PIPE, **own) as child:
        assert child.stdin
        assert child.stdout
        child.stdin.write("\n".join([*lines, ""]).encode())
        child.stdin.flush()
        told = taken_at_least(child.stdout, player.draw.randint(1, max(len(sessions) - 1, 1)))
        time.sleep(pause(player.draw))
        assert child.poll() is None, told  # it waits for more lines
        child.kill()
        told += child.stdout.read()
    taken = max([0, *map(int, TOLD.findall(told))])
    with Store(folder / "data" / "jotto" / "games.sqlite") as store:
        saved = [store.load(name) for name in store.names()]
    nothing = Saved({}, "")
    kept = [
        nothing if one is sessions[0] else nothing.updated(one)
        for one in sessions[taken : taken + 2]
    ]
    entries, might = (
        [(one.transcript, one.tried) for one in some] for some in (saved or [nothing], kept)
    )
    assert len(entries) == 1, entries
    assert entries[0] in might, (taken, lines, entries, might)
    again = subprocess.run([*PLAY, "--resume"], stdin=subprocess.DEVNULL, **own)
    assert again.returncode == (0 if saved else 1), again
    return taken


def taken_at_least(output: IO[bytes], lines: int) -> bytes:
    """Read until so many lines are taken, on however slow a machine; return what was read."""
    told = b""
    while max([0, *map(int, TOLD.findall(told))]) < lines and (more := output.read(1)):
        told += more
    return told


def pause(draw: Random) -> float:
    """Draw how many seconds until a kill."""
    return min(draw.expovariate(1 / PAUSE), LONGEST)


# --- servers --------------------------------------------------------------------------------------


def kill_a_server(draw: Random, server: Served) -> int:
    """Kill a server that is sent scores; return how many it took. Raises AssertionError."""
    visitor = Visitor(server.port)
    path, (secret, *guesses) = visitor.begin(), draw.sample(shipped_words(), SCORES)
    turns = [(guess, naive.exact_elsewhere(guess, secret)) for guess in guesses]

    def send(number: int) -> None:
        guess, score = turns[number]
        status, data = visitor.play(path, do="score", word=guess, score=score)
        assert status == 200, data

    send(0)  # what that needs is there from now on
    if draw.random() < 0.3:
        visitor.data("/home")
        server.jotto("play", "--resume", typed="quit\n")  # another program, which ends
    taken, killing = 1, threading.Timer(pause(draw), server.kill)
    killing.start()
    try:
        while taken < len(turns):
            send(taken)
            taken += 1
    except (HTTPException, OSError):  # it is killed
        pass
    finally:
        killing.join()
        process: Any = server.process
        server.start()
    assert process.returncode == -signal.SIGKILL
    there = turns_in(visitor.view(path))
    assert there in (turns[:taken], turns[: taken + 1]), (there, turns[: taken + 1])
    return taken


# --- both -----------------------------------------------------------------------------------------


def play(seed: int, folder: Path) -> int:
    """Kill a game and a server; return how many entries they had taken."""
    taken = kill_a_game(seed, folder)
    with served(folder) as server:
        return taken + kill_a_server(Random(seed), server)

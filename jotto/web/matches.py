"""Matches at a server: two phones, or one and the computer. A seat belongs to a device."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from secrets import choice, randbits
from threading import Lock
from typing import Any

from jotto.assistant import match as matches
from jotto.assistant.computer import Computer
from jotto.assistant.match import Match
from jotto.assistant.saved import Options
from jotto.errors import GameError, quoted
from jotto.web.games import OWNER, made
from jotto.web.shelf import Shelf

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # without those that look alike
CODE = re.compile(f"[{LETTERS}]{{6}}")
DEVICES = ("seat 0", "seat 1")  # the options that name the device of a seat
STRENGTH, SEED = "computer", "computer's seed"
OWN = (*DEVICES, STRENGTH, SEED, OWNER)  # options that are not the game's


@dataclass(eq=False)
class Board:
    """A match that is played, and its code."""

    code: str
    match: Match
    lock: Lock = field(default_factory=Lock)

    def seat_of(self, device: str) -> int | None:
        """Return the seat of a device."""
        options = self.match.options
        return next((n for n, name in enumerate(DEVICES) if options.get(name) == device), None)

    @property
    def free(self) -> bool:
        """Whether somebody can join."""
        return self.match.options.get(DEVICES[1]) is None and STRENGTH not in self.match.options

    @property
    def computer(self) -> Computer | None:
        """The computer, if it has the second seat."""
        options: Mapping[str, Any] = self.match.options
        return Computer(options[STRENGTH], options[SEED]) if STRENGTH in options else None


@dataclass(eq=False)
class Matches:
    """The matches in a folder."""

    folder: Path
    shelf: Shelf[Board] = field(init=False)

    def __post_init__(self) -> None:
        self.shelf = Shelf(self.folder / "matches", CODE, _read)

    def start(
        self, options: Options, device: str, name: str, *, first: bool, last_turn: bool, other: str
    ) -> Board:
        """Begin a match; ``other`` is the computer's strength, or ``person``."""
        self.shelf.check_room()
        more: dict[str, str | int | None] = {DEVICES[0]: device}
        if other != "person":
            computer = Computer(other, randbits(48))  # type: ignore[arg-type]  # it checks that
            more |= {STRENGTH: other, SEED: computer.seed}
        game, _ = made(game_options(options))
        code = "".join(choice(LETTERS) for _ in range(6))
        match = Match(game, {**options, **more}, 0 if first else 1, last_turn).joined(0, name)
        board = Board(code, match)
        if board.computer:
            match = match.joined(1, f"Computer, {other}")
            board.match = match.hidden(1, computer.secret(game))
        self._save(board)
        return self.shelf.put(code, board)

    def join(self, board: Board, device: str, name: str) -> None:
        """Take the second seat. Raises GameError if it is taken."""
        with board.lock:
            if board.seat_of(device) is not None:
                return
            if not board.free:
                raise GameError("both seats are taken; you can watch")
            match = board.match.joined(1, name)
            self._put(board, replace(match, options={**match.options, DEVICES[1]: device}))

    def change(self, board: Board, seat: int, at: int, change: Callable[[Match], Match]) -> bool:
        """Change a match, then let the computer move; ``at``: how many entries the player saw.

        False, and nothing is changed, if the same player has made an entry since.
        """
        with board.lock:
            seen = 0 <= at <= len(board.match.transcript)
            if not seen or any(who == seat for _, who, *_ in board.match.transcript[at:]):
                return False
            match = change(board.match)
            if (computer := board.computer) and match.turn_of == 1:
                match = match.guessed(1, computer.guess(match, 1))
            self._put(board, match)
        return True

    def _put(self, board: Board, match: Match) -> None:
        before, board.match = board.match, match
        try:
            self._save(board)
        except OSError:
            board.match = before
            raise

    def _save(self, board: Board) -> None:
        matches.save(self.shelf.place(board.code), board.match)


def _read(code: str, place: Path) -> Board:
    saved = matches.load(place)
    return Board(code, saved.restore(made(game_options(saved.options))[0]))


def game_options(options: Options) -> tuple[tuple[str, str | int | None], ...]:
    """Return the options of the game alone."""
    return tuple((name, value) for name, value in options.items() if name not in OWN)


def played(match: Match, seat: int, form: Mapping[str, str]) -> Match:
    """Return the match after a form of a seat. Raises JottoError."""
    match form.get("do", ""):
        case "secret":
            return match.hidden(seat, _secret(match, form.get("word", "")))
        case "guess":
            return match.guessed(seat, form.get("word", ""))
        case "advice":
            return match.advised(seat, on=form.get("on") == "yes")
        case "leave":
            return match.left(seat)
        case other:
            raise GameError(f"{quoted(other)} is not a button of this page; load it again")


def _secret(match: Match, word: str) -> str:
    """Check what the list cannot: an unlisted word. Raises GameError, which does not quote it."""
    letters = word.strip().casefold()
    if match.options.get("repeats") is False and len(set(letters)) < len(letters):
        raise GameError("this cannot be your secret: here no letter may occur twice")
    return word

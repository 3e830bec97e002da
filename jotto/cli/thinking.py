"""Looking ahead while the player thinks."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from threading import Event, Thread, Timer
from typing import TYPE_CHECKING, Annotated

import typer

from jotto.cli.paper import looked_ahead
from jotto.cli.prompt import tell
from jotto.errors import GameError, quoted

if TYPE_CHECKING:
    from jotto.assistant.endgame import Aim, Endgame, Position
    from jotto.assistant.session import Session

Think = Annotated[
    float | None,
    typer.Option("--think", min=0, metavar="SECONDS", help="Look ahead for so long at most."),
]
AimName = Annotated[
    str, typer.Option("--aim", metavar="AIM", help="mean: fewest guesses; worst: shortest worst.")
]

DEFAULT_AIM = "mean"
AT_ONCE = 30  # candidates; 7 ms as a rule, 66 ms at most over 40 games
WHILE_WAITING = 30.0  # seconds, at a prompt, unless told
A_WHILE = 1.0  # seconds after which a player is taken to be thinking
BLINK = 0.1  # seconds that nobody minds waiting for an answer


def patience() -> float | None:
    """Say how many seconds to wait at most: a BLINK where somebody watches, else to the end."""
    return BLINK if sys.stdin.isatty() and sys.stdout.isatty() else None


def read_aim(text: str) -> Aim:
    """Read ``--aim``; raises GameError."""
    if text == "mean":
        return "mean"
    if text == "worst":
        return "worst"
    raise GameError(f"--aim {quoted(text)}: write mean or worst")


class Thinking:
    """A look ahead from one position, in a thread that never holds up the prompt or the end."""

    def __init__(
        self, position: Position, aim: Aim, seconds: float, tell: Callable[[Endgame], None]
    ) -> None:
        import numpy as np  # not for those who only want help

        self.position, self.tell = position, tell
        self.found: Endgame | None = None
        self._stop, self._ended = np.zeros(1, np.uint8), Event()
        self._timer = Timer(seconds, self.end)
        self._timer.daemon = True
        self._timer.start()
        Thread(target=self._run, args=(aim,), name="looking ahead", daemon=True).start()

    def wait(self, seconds: float | None) -> Endgame | None:
        """Wait for what is found; None: to the end."""
        self._ended.wait(seconds)
        return self.found

    def end(self) -> None:
        """Look no further; what was found so far counts."""
        self._stop[0] = 1
        self._timer.cancel()

    def leave(self) -> None:
        """Look no further, and tell nobody."""
        self.tell = _nobody
        self.end()

    def _run(self, aim: Aim) -> None:
        from jotto.assistant import endgame

        try:
            self.found = endgame.solve(self.position, aim=aim, stop=self._stop)
        finally:
            self._timer.cancel()
            self._ended.set()
        self.tell(self.found)


def look_ahead(position: Position, aim: Aim, seconds: float) -> Endgame | None:
    """Look ahead for so long at most; None where there is nothing to be searched for."""
    if not position.searchable:
        return None
    return Thinking(position, aim, seconds, _nobody).wait(None)


def _nobody(found: Endgame) -> None:
    """Tell nobody."""


class Thinker:
    """Looks ahead from every position of a game where the end is near enough.

    At a terminal it waits for a proof no longer than a BLINK; elsewhere nobody is waiting, and
    where a proof is soon to be had, or for as long as was asked for, it waits for that: so the
    same input has the same output.
    """

    def __init__(self, aim: Aim, seconds: float | None) -> None:
        self.aim, self.seconds = aim, seconds
        self.patience = patience()
        self.loading, self.loaded = False, Event()
        self.now: Thinking | None = None

    def turn_to(self, session: Session) -> Session:
        """Look ahead from here, and take in what is seen at once."""
        if self.now is not None and (session.won or not self._is_about(session)):
            self.now.leave()
            self.now = None
        if self.seconds == 0 or session.won:
            return session
        position = session.position
        if not (position.searchable if self.seconds else position.solvable):
            self._make_ready(session)
            return session
        soon = len(session.candidates) <= AT_ONCE
        if self.now is None and (soon or self.seconds or self.patience):
            seconds = WHILE_WAITING if self.seconds is None else self.seconds
            self.now = Thinking(session.position, self.aim, seconds, partial(self._tell, session))
        if self.now is not None and (self.patience is None or (soon and self.loaded.is_set())):
            self.now.wait(self.patience)
        return self.taken(session)

    def _make_ready(self, session: Session) -> None:
        """Load what looks ahead once a game is under way, while the player thinks."""
        if self.patience is not None and session.turns and not self.loading:
            self.loading = True
            waiting = Timer(A_WHILE, self._load, [session])
            waiting.daemon = True
            waiting.start()

    def _load(self, session: Session) -> None:
        from jotto.assistant import endgame

        endgame.make_ready()
        _ = session.chance_outside  # what is learnt for it is kept
        self.loaded.set()

    def _is_about(self, session: Session) -> bool:
        return self.now is not None and self.now.position.is_that_of(session.position)

    def _tell(self, session: Session, found: Endgame) -> None:
        """Tell what was found while the prompt waits."""
        self.loaded.set()
        if self.patience is not None:
            guess = session.game.guesses[found.guess]
            tell(f"Looked ahead: {guess}. {looked_ahead(found)}. Enter takes it.")

    def taken(self, session: Session) -> Session:
        """Take in what has been seen by now, if it is about this position."""
        found = self.now.found if self.now and self._is_about(session) else None
        if found is None or found is session.ahead:
            return session
        return session.looked_ahead(found)

    def end(self) -> None:
        """Look no further."""
        if self.now is not None:
            self.now.leave()
            self.now.wait(1.0)

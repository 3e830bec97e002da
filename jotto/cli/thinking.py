"""Looking ahead while the player thinks."""

from __future__ import annotations

import sys
from collections.abc import Callable
from threading import Event, Thread, Timer
from typing import TYPE_CHECKING, Annotated

import typer

from jotto.cli.paper import looked_ahead
from jotto.cli.prompt import tell
from jotto.errors import GameError, quoted

if TYPE_CHECKING:
    from jotto.assistant.endgame import Aim, Endgame
    from jotto.assistant.session import Session

Think = Annotated[
    float | None,
    typer.Option("--think", min=0, metavar="SECONDS", help="Look ahead for so long at most."),
]
AimName = Annotated[
    str, typer.Option("--aim", metavar="AIM", help="mean: fewest guesses; worst: shortest worst.")
]

DEFAULT_AIM = "mean"
WHILE_WAITING = 30.0  # seconds, at a prompt, unless told
BLINK = 0.25  # seconds that nobody minds waiting for an answer


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
        self, session: Session, aim: Aim, seconds: float, tell: Callable[[Session, Endgame], None]
    ) -> None:
        import numpy as np  # not for those who only want help

        self.session, self.tell = session, tell
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

    def is_about(self, session: Session) -> bool:
        """Whether it looks ahead from where the session is."""
        return session.game is self.session.game and session.turns == self.session.turns

    def _run(self, aim: Aim) -> None:
        from jotto.assistant import endgame

        at = self.session
        try:
            self.found = endgame.solve(
                at.game, at.candidates, at.history, allow=at.allow, aim=aim, stop=self._stop
            )
        finally:
            self._timer.cancel()
            self._ended.set()
        self.tell(at, self.found)


def _nobody(session: Session, found: Endgame) -> None:
    """Tell nobody."""


class Thinker:
    """Looks ahead from every position of a game where the end is near enough.

    At a terminal it waits for a proof no longer than a BLINK; elsewhere nobody is waiting, and
    where a proof is soon to be had, or for as long as was asked for, it waits for that: so the
    same input has the same output.
    """

    def __init__(self, aim: Aim, seconds: float | None) -> None:
        self.aim, self.seconds = aim, seconds
        self.patient = not (sys.stdin.isatty() and sys.stdout.isatty())
        self.now: Thinking | None = None

    def turn_to(self, session: Session) -> Session:
        """Look ahead from here, and take in what is seen at once."""
        from jotto.assistant import endgame

        if self.now is not None and not self.now.is_about(session):
            self.now.leave()
            self.now = None
        n_candidates = 0 if session.over or session.won else session.count
        if self.seconds != 0 and endgame.solvable(session.allow, n_candidates):
            seconds = WHILE_WAITING if self.seconds is None else self.seconds
            soon = n_candidates <= endgame.AT_ONCE
            if self.now is None and (soon or not self.patient or self.seconds):
                self.now = Thinking(session, self.aim, seconds, self._tell)
            if self.now is not None and (soon or self.patient):
                self.now.wait(None if self.patient else BLINK)
        return self.taken(session)

    def _tell(self, session: Session, found: Endgame) -> None:
        """Tell what was found while the prompt waits."""
        if not self.patient:
            guess = session.game.guesses[found.guess]
            tell(f"Looked ahead: {guess}. {looked_ahead(found)}. Enter takes it.")

    def taken(self, session: Session) -> Session:
        """Take in what has been seen by now, if it is about this position."""
        found = self.now.found if self.now and self.now.is_about(session) else None
        if found is None or found is session.ahead:
            return session
        return session.looked_ahead(found)

    def end(self) -> None:
        """Look no further."""
        if self.now is not None:
            self.now.leave()
            self.now.wait(1.0)

"""Work done while the player thinks: looking ahead, and finding unlisted words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from threading import Event, Timer

import numpy as np

from jotto.assistant.session import Session
from jotto.engine.game import Game, Turn
from jotto.engine.position import Position, start
from jotto.engine.strategies import any_guess, only_candidates
from jotto.errors import GameError
from jotto.games import unlisted
from jotto.games.words import word_game
from jotto.search.background import Background, Stop
from jotto.search.options import PROVABLE, Aim, Options
from jotto.trees.tree import Tree

AT_ONCE = 30  # candidates; 7 ms as a rule, 66 ms at most over 40 games
FEWEST = 3  # candidates; of two, nothing but one can be guessed
WHILE_WAITING = 30.0  # seconds, at a prompt, unless told
A_WHILE = 1.0  # seconds after which a player is taken to be thinking
MOST = 100  # unlisted words kept


class Thinker:
    """Looks ahead from every position of a game whose end is near enough.

    It waits for a proof no longer than ``patience`` seconds, where a person is waiting; where
    nobody is (None), it waits for what is soon proved, or for as long as ``seconds``, so that the
    same input has the same output. What is found later is told by ``tell(tree)``.
    """

    def __init__(
        self,
        aim: Aim,
        seconds: float | None,
        patience: float | None,
        tell: Callable[[Tree], None],
    ) -> None:
        self.aim, self.seconds, self.patience, self.tell = aim, seconds, patience, tell
        self._loading, self._loaded = False, Event()
        self._now: Background[Tree] | None = None
        self._at: Position | None = None

    def turn_to(self, session: Session) -> Session:
        """Look ahead from here, and take in what is found at once."""
        if self._now is not None and (session.won or not self._is_about(session)):
            self._now.abandon()
            self._now = None
        strategy, left = session.strategy, 0 if session.won else len(session.position)
        known = strategy.allow in (any_guess, only_candidates) and not strategy.avoid
        most = PROVABLE if self.seconds is None else left
        if not known or not FEWEST <= left <= most or self.seconds == 0:
            self._load_soon(session)
            return session
        soon = left <= AT_ONCE
        if self._now is None and (soon or self.seconds or self.patience):
            seconds, self._at = self.seconds or WHILE_WAITING, session.position
            self._now = Background(self._look_ahead(session), seconds=seconds, then=self._found)
        if self._now is not None and (self.patience is None or (soon and self._loaded.is_set())):
            self._now.wait(self.patience)
        return self.taken(session)

    def taken(self, session: Session) -> Session:
        """Take in what has been found by now, if it is about this position."""
        if self._now is None or not self._now.ended or not self._is_about(session):
            return session
        tree = self._now.best
        return session if tree in (None, session.ahead) else replace(session, ahead=tree)

    def end(self) -> None:
        """Look no further."""
        if self._now is not None:
            self._now.abandon()
            self._now.wait(1.0)

    def _is_about(self, session: Session) -> bool:
        at, here = self._at, session.position
        return at is not None and at.game is here.game and np.array_equal(at.left, here.left)

    def _look_ahead(self, session: Session) -> Callable[[Stop], Iterator[Tree]]:
        """Make work of looking ahead: ever better trees, the last proved if that is near."""

        def work(stop: Stop) -> Iterator[Tree]:
            from jotto.search import solve  # numba takes longer to load than most advice to give

            own = session.strategy.allow is only_candidates
            yield from solve.trees(session.position, Options(own=own), self.aim, stop)

        return work

    def _found(self, tree: Tree | None) -> None:
        self._loaded.set()
        if self.patience is not None and tree is not None:
            self.tell(tree)

    def _load_soon(self, session: Session) -> None:
        """Load what looks ahead once a game is under way, while the player thinks."""

        def load() -> None:
            from jotto.search import solve

            for weigh in (None, lambda words: np.arange(1, len(words) + 1)):
                game = word_game(["hatch", "latch", "match", "catch"], prior=weigh)
                solve.least(start(game), "mean", Options())
            _ = session.chance_unlisted  # what is learnt for it is kept
            self._loaded.set()

        if self.patience is not None and session.state.mine and not (self._loading or session.won):
            self._loading = True
            waiting = Timer(A_WHILE, load)
            waiting.daemon = True
            waiting.start()


@dataclass(frozen=True)
class Unlisted:
    """The unlisted words that agree with some turns: how many, and the likeliest."""

    count: int
    words: tuple[str, ...] = ()


def find_unlisted(game: Game, turns: Sequence[Turn], stop: Stop) -> Iterator[Unlisted]:
    """Yield the number of unlisted words that agree, then the likeliest of them as well.

    Nothing for a game of codes, or where there are too many letters.
    """
    try:
        number = unlisted.count(game, turns)
        yield Unlisted(number)
        words = tuple(islice(unlisted.likeliest(game, turns), MOST)) if not stop[0] else ()
        yield Unlisted(number, words)
    except GameError:
        return

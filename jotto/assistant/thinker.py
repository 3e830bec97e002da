"""Work in the background while the player thinks: looking ahead, and finding unlisted words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from threading import Event

from jotto.assistant.boards import Turns
from jotto.assistant.mistakes import Unlisted
from jotto.assistant.session import Session
from jotto.engine.allowed import ALLOWED
from jotto.engine.boards import Boards
from jotto.engine.game import Game
from jotto.engine.position import Position, Strategy
from jotto.errors import GameError, NoStrategyError
from jotto.games import unlisted
from jotto.question.fields import DEFAULT_AIM, DEFAULT_STRATEGY
from jotto.search.background import PROVABLE, Background as Background, Stop
from jotto.trees.aims import aim_after, read_aim
from jotto.trees.tree import Allowed, Claim, Tree

AT_ONCE = 30  # candidates; 7 ms as a rule, 66 ms at most over 40 games
SEEN: tuple[Allowed, ...] = "all", "candidates"
SEARCHED = {ALLOWED[name]: name for name in SEEN}  # where a live game is looked ahead
FEWEST = 3  # candidates; with two, there is nothing to search
WHILE_WAITING = 30.0  # seconds to look ahead at a prompt, by default
PROMPT_SHOWN = 0.3  # seconds until the prompt is printed
A_WHILE = 1.0  # seconds without input after which modules are loaded
MOST = 100  # unlisted words listed


def looks_ahead(strategy: Strategy) -> bool:
    """Whether a guess is looked ahead for where nobody says how long.

    Somebody who chooses another strategy, or a tree, wants its own advice.
    """
    tree = strategy.tree
    return strategy.name == DEFAULT_STRATEGY and not (isinstance(tree, Tree) and tree.path)


def looked_ahead(
    strategy: Strategy, at: Position | Boards, think: float | None, aim: str = DEFAULT_AIM
) -> tuple[Tree | None, str]:
    """Look ahead for so many seconds; if None, where up to AT_ONCE candidates are left.

    With a strategy that was chosen for its own advice, not by itself. The K of an aim counts the
    guesses of the whole game. Return the tree, or None, and why there is none, or another aim.
    """
    if think == 0:
        return None, "looking ahead is turned off"
    if isinstance(at, Boards):
        return None, "there are several boards"
    if why := _nothing_to_search(strategy, at):
        return None, why
    if think is None and not looks_ahead(strategy):
        return None, "another strategy than entropy was chosen"
    if think is None and len(at) > AT_ONCE:
        return None, f"more than {AT_ONCE} candidates are left"
    from jotto.search.solve import solve

    allow, seconds = SEARCHED[strategy.allow], WHILE_WAITING if think is None else think
    asked, made = read_aim(aim), len(at.history)
    left = aim_after(aim, made)
    try:
        tree = solve(at, aim=left, seconds=seconds, allow=allow, progress=False)
    except NoStrategyError:  # none yet
        return None, f"nothing was found in {seconds:g} seconds"
    if tree.guess in strategy.avoid:
        return None, "an offensive word was found"
    over = asked.within is not None and made >= asked.within
    return tree, f"the guesses of {asked.text} are made; the aim is now {left}" * over


def _nothing_to_search(strategy: Strategy, at: Position) -> str:
    """Say why it cannot be looked ahead at a position; nothing if it can."""
    if at.won:
        return "the secret is found"
    if at.game.noisy:
        return "answers may be false"
    if strategy.allow not in SEARCHED:
        return "allow is neither all nor candidates"
    return f"fewer than {FEWEST} candidates are left" if len(at) < FEWEST else ""


def thought(session: Session) -> Session:
    """Return a game with what is found by looking ahead at once, as ``jotto play`` shows it."""
    if session.contradiction or session.boards > 1 or not session.is_asked:
        return session
    seen, _ = looked_ahead(session.strategy, session.position, None)
    return replace(session, ahead=seen) if seen else session


@dataclass(eq=False)
class Thinker:
    """Looks ahead in the background from each position with few enough candidates.

    A result belongs to the state it was asked for, and is dropped at any other: ``taken`` alone
    decides. At a terminal, a call waits at most ``patience`` seconds; when a tree is found later,
    another thread calls ``tell()``, for which it is to be ``taken``. If ``patience`` is None, a
    call waits until the search is proved or ``seconds`` are over, so that the same input gives the
    same output.
    """

    aim: str
    seconds: float | None
    patience: float | None
    tell: Callable[[], None]
    _loading: Background[float] | None = None
    _loaded: Event = field(default_factory=Event)
    _ahead: tuple[Background[Tree], Position] | None = None  # with where it looks ahead from
    _unlisted: Background[Unlisted] | None = None
    _asked: tuple[Game, Turns, tuple[str, ...]] | None = None  # which these are, without some

    def turn_to(self, session: Session) -> Session:
        """Look ahead from this session; return it with the tree if one is found in time."""
        if session.boards > 1:
            return session
        if self._ahead is not None and (session.won or self._ahead[1] != session.position):
            self._ahead[0].abandon()
            self._ahead = None
        strategy, won = session.strategy, session.won  # by a word in no list there is no position
        searchable = not won and not _nothing_to_search(strategy, session.position)
        left = 0 if won else len(session.position)
        seconds = 0.0 if self.seconds is None and not looks_ahead(strategy) else self.seconds
        most = PROVABLE if seconds is None else left
        if not searchable or left > most or seconds == 0:
            self._load_soon(session)
            return session
        soon = left <= AT_ONCE
        waits = self.patience is None or (soon and self._loaded.is_set())
        if self._ahead is None and (soon or seconds or self.patience):
            at, work = session.position, partial(_look_ahead, session, self.aim)
            times = {"seconds": seconds or WHILE_WAITING, "delay": 0.0 if waits else PROMPT_SHOWN}
            self._ahead = Background(work, **times, then=self._done), at
        if self._ahead is not None and waits:
            self._ahead[0].wait(self.patience)
        return self.taken(session)

    def taken(self, session: Session) -> Session:
        """Return the session with the tree that was found, if it was asked for here.

        That is where my guess is to be chosen, at the position from which the search looked ahead.
        """
        ahead, at = self._ahead or (None, None)
        if ahead is None or not ahead.ended or not session.is_asked or at != session.position:
            return session
        tree = ahead.best
        return session if tree in (None, session.ahead) else replace(session, ahead=tree)

    def end(self) -> None:
        """Stop looking ahead, and all else in the background."""
        for work in (self._ahead and self._ahead[0], self._unlisted, self._loading):
            if work is not None:
                work.abandon()
        if self._ahead is not None:
            self._ahead[0].wait(1.0)

    def find_unlisted(self, session: Session) -> Background[Unlisted] | None:
        """Start to find the strings that agree with my turns, before they are needed.

        None where nothing is looked for, as where people write some that agree.
        """
        if not session.may_be_unlisted or (session.contradiction and session.written):
            return None
        asked = session.game, session.state.mine, session.state.refused
        if self._asked != asked:
            if self._unlisted is not None:
                self._unlisted.abandon()
            self._asked, work = asked, partial(_find_unlisted, *asked)
            self._unlisted = Background(work, delay=PROMPT_SHOWN)
        return self._unlisted

    def _done(self, tree: Tree | None) -> None:
        self._loaded.set()
        if self.patience is not None and tree is not None:
            self.tell()

    def _load_soon(self, session: Session) -> None:
        """Load the search modules once a game has started, while the player thinks."""
        if self.patience is not None and session.state.mine and not (self._loading or session.won):
            work = partial(_load_all, session)
            self._loading = Background(work, delay=A_WHILE, then=lambda _: self._loaded.set())


def _load_all(session: Session, stop: Stop) -> Iterator[float]:
    import jotto.search.solve  # noqa: F401

    yield session.chance_unlisted  # which fills its caches


def _look_ahead(session: Session, aim: str, stop: Stop) -> Iterator[Tree]:
    """Yield better and better trees; the last is proved if the search finishes."""
    from jotto.search import solve

    claim = Claim(aim_after(aim, len(session.position.history)), SEARCHED[session.strategy.allow])
    trees, avoid = solve.trees(session.position, claim, stop), session.adviser.avoid
    yield from (tree for tree in trees if tree.guess not in avoid)


def _find_unlisted(
    game: Game, turns: Turns, refused: tuple[str, ...], stop: Stop
) -> Iterator[Unlisted]:
    """Yield the number of unlisted words that agree, then also the likeliest of them."""
    with suppress(GameError):  # too many letters for a model of them
        number = unlisted.count(game, turns, exclude=refused)
        yield Unlisted(number)
        if not stop[0]:
            words = (word for word in unlisted.likeliest(game, turns) if word not in refused)
            yield Unlisted(number, tuple(islice(words, MOST)))

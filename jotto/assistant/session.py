"""One live game as a frozen value: its transcript, and everything computed from it.

The transcript lists everything entered, such as ``("score", "pales", "1,1")``. :data:`STEPS` folds
the entries into a :class:`State`; everything else is computed from the state. A :class:`Thinker`
works in the background while the player thinks: it looks ahead, and finds unlisted words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property, partial, reduce
from itertools import islice
from threading import Event
from typing import Any, Generic, Literal, NamedTuple, get_args

from jotto.assistant import doctor
from jotto.assistant.doctor import Explanation, Odds, Race
from jotto.engine.game import Game, T, Turn, remember
from jotto.engine.position import ALLOWED, Advice, Position, Strategy, start, strategy_of
from jotto.errors import ContradictionError, GameError, JottoError, TurnError, WordError
from jotto.games import unlisted, words
from jotto.search.background import PROVABLE, Aim, Background, Stop
from jotto.trees.tree import Allowed, Claim, Tree

Side = Literal["me", "them"]
Entry = tuple[Any, ...]  # the name of a step, then values that JSON can represent
Turns = tuple[Turn, ...]

MOST_ENTRIES = 1000  # so that nobody can make a game grow without end
NEAR_THE_END = 60  # candidates; with no more than these, guesses are compared by the race
TRIED = 40  # guesses with the most bits that are compared by the race
WORTH_IT = 0.005  # the gain in the chance to win that justifies another guess than the usual one


@dataclass(frozen=True)
class State:
    """Everything entered in a game so far.

    ``chosen`` is a word guessed instead of the proposed one. ``race``: my secret (None if private),
    whether I guess first, and whether the second player has a last turn. ``next_side`` guesses next
    if the players do not alternate. ``unlisted``: the candidates are unlisted words.
    """

    mine: Turns = ()
    theirs: Turns = ()
    chosen: str | None = None
    race: tuple[str | None, bool, bool] | None = None
    next_side: Side | None = None
    refused: tuple[str, ...] = ()
    unlisted: bool = False


# Whose guess the steps are about.
GUESSERS: Mapping[str, Side] = {"score": "me", "instead": "me", "refuse": "me", "they": "them"}
MY_TURN_MADE: Mapping[str, Any] = {"chosen": None, "next_side": None}

# For each step, a function of the state, the game and the values that returns the changed fields.
STEPS: Mapping[str, Callable[..., dict[str, Any]]] = {
    "score": lambda s, g, *turn: {"mine": s.mine + _turns(g, turn), **MY_TURN_MADE},
    "turns": lambda s, g, *turns: {"mine": _turns(g, *turns), **MY_TURN_MADE},
    "unlisted": lambda s, g, *turns: {"unlisted": True, **STEPS["turns"](s, g, *turns)},
    "instead": lambda s, g, guess: {"chosen": g.read_guess(guess)},
    "refuse": lambda s, g, word: {"refused": (*s.refused, g.read_guess(word)), "chosen": None},
    "they": lambda s, g, *turn: {"theirs": s.theirs + _turns(g, turn), "next_side": None},
    "their turns": lambda s, g, *turns: {"theirs": _turns(g, *turns), "next_side": None},
    "race": lambda s, g, secret, first, last_turn: {
        "race": (secret and g.read_guess(secret), bool(first), bool(last_turn)),
        "next_side": None,
    },
    "side": lambda s, g, side: {"next_side": "me" if side == "me" else "them"},
}


def _turns(game: Game, *turns: Sequence[str]) -> Turns:
    return tuple(Turn(game.read(guess), game.rule.read(score)) for guess, score in turns)


class ToWin(NamedTuple):
    """A guess chosen for the race: the chance to win with it, and with the usual guess."""

    guess: Any
    chance: float
    usual_chance: float


@dataclass(frozen=True, init=False)
class Session(Generic[T]):
    """A live game: a game, the strategy that advises, and the transcript.

    Every change makes a new session. After an entry that leaves no candidate, the session is
    unchanged but for ``attempt``, the session that the entry would have made. ``hints`` counts the
    hints given at this position; ``ahead`` is the tree found by looking ahead.

    >>> import jotto
    >>> session = jotto.Session(jotto.words(["hatch", "latch", "match"]))
    >>> session.guess, session.scored("4,0").guess, session.scored("4,0").undone().guess
    ('hatch', 'latch', 'hatch')
    """

    game: Game[T]
    strategy: Strategy
    transcript: tuple[Entry, ...]
    hints: int
    ahead: Tree | None = field(repr=False)
    attempt: Session[T] | None = field(repr=False)

    def __init__(
        self,
        game: Game[T],
        strategy: Strategy | str = "entropy",
        transcript: Sequence[Entry] = (),
        hints: int = 0,
        ahead: Tree | None = None,
        attempt: Session[T] | None = None,
    ) -> None:
        vars(self).update(game=game, strategy=strategy_of(strategy), transcript=tuple(transcript))
        vars(self).update(hints=hints, ahead=ahead, attempt=attempt)

    # --- entries --------------------------------------------------------------------------------

    @cached_property
    def state(self) -> State:
        """The state after all entries.

        Raises JottoError if the transcript is not valid.
        """
        state = State()
        for entry in self.transcript:
            try:
                step, *values = entry
                state = replace(state, **STEPS[step](state, self.game, *values))
            except JottoError:
                raise
            except (KeyError, TypeError, ValueError) as error:
                steps = ", ".join(STEPS)
                reason = f"{entry!r} is not an entry; write one of {steps}, and its values"
                raise GameError(reason) from error
        return state

    def said(self, *entry: Any) -> Session[T]:
        """Append an entry; if that leaves no candidate, set ``attempt`` instead.

        Raises GameError for a guess of a player who has no further one; see :attr:`decided`.
        """
        step, value, *_ = (*entry, None, None)
        who = value if step == "side" else GUESSERS.get(str(step))
        if self.decided and who is not None and (self.over or who != self.side):
            if self.over:
                raise GameError("the game is over; take back the last entry to go on")
            found, left = ("you have", "their") if self.won else ("they have", "your")
            raise GameError(f"{found} found the secret: only {left} last guess is left")
        changed = Session(self.game, self.strategy, (*self.transcript, entry))
        unlisted_win = changed.won and not self.game.closed
        if unlisted_win or changed.contradiction is None:
            return changed
        return replace(self, attempt=changed)

    def undone(self) -> Session[T]:
        """Drop the attempt if there is one, else the last entry; at the start nothing changes."""
        if self.attempt is not None:
            return replace(self, attempt=None)
        return Session(self.game, self.strategy, self.transcript[:-1])

    def scored(self, score: str, guess: str | None = None) -> Session[T]:
        """Append the score of ``guess``; by default that of :attr:`guess`.

        The guess of an ``attempt`` comes first: its score is entered again.
        """
        tried = self.attempt.transcript[-1] if self.attempt else ()
        usual = tried[1] if tried[:1] == ("score",) else self.guess
        return self.said("score", str(guess or usual), score)

    def edited(
        self, number: int, *, guess: str | None = None, score: str | None = None, side: Side = "me"
    ) -> Session[T]:
        """Replace the guess, the score or both of turn ``number`` (from 1) of one side.

        The turn of an ``attempt`` counts, and stays.
        If my secret is known, it decides the score of their guess. Raises TurnError if there is no
        such turn, or if the secret contradicts the score; WordError and ScoreError.
        """
        turns = (self.attempt or self).state.mine if side == "me" else self.other.theirs
        if not 1 <= number <= len(turns):
            made = {0: "are no turns yet", 1: "is only 1 turn"}
            raise TurnError(number, f"there {made.get(len(turns), f'are only {len(turns)} turns')}")
        rule, old = self.game.rule, turns[number - 1]
        word = self.game.read_guess(guess) if guess else old.guess
        code = rule.read(score) if score else old.code
        if side == "them" and self.other.secret is not None:
            right = rule.score(word, self.game.read_guess(self.other.secret))
            if score and code != right:
                said = f"your secret gives {word!r} the score {rule.texts[right]}"
                raise TurnError(number, f"{said}, not {rule.texts[code]}; correct one of them")
            code = right
        changed = (*turns[: number - 1], Turn(word, code), *turns[number:])
        return self._retold("turns" if side == "me" else "their turns", changed)

    def fixed(self, explanation: Explanation[T]) -> Session[T]:
        """Take the turns of the attempt, corrected by an explanation."""
        turns = explanation.fixed((self.attempt or self).state.mine)
        return self._retold("unlisted" if explanation.kind == "word" else "turns", turns)

    def among_unlisted(self) -> Session[T]:
        """Use unlisted words as the candidates. Raises ContradictionError if none fits."""
        after = self._retold("unlisted", self.state.mine)
        if after.attempt and after.attempt.contradiction:
            raise after.attempt.contradiction
        return after

    def _retold(self, step: str, turns: Turns) -> Session[T]:
        return self.said(step, *((str(t.guess), self.game.rule.texts[t.code]) for t in turns))

    def raced(self, secret: str | None, *, first: bool, last_turn: bool) -> Session[T]:
        """Track both players: my secret, whether I guess first, and the last turn."""
        return self.said("race", secret, first, last_turn)

    def they(self, guess: str, score: str | None = None) -> Session[T]:
        """Append a guess of theirs; without a score, it is scored with my secret."""
        word, secret = str(self.game.read_guess(guess)), self.other.secret
        if not score and secret is None:
            number = len(self.other.theirs) + 1
            raise TurnError(number, f"your secret is private; enter the score of {word!r}, too")
        return self.said("they", word, score or self.game.score(word, secret))

    # --- my half ----------------------------------------------------------------------------------

    @property
    def listed(self) -> Game[T]:
        """The game with the word list, without refused words."""
        return reduce(_without, self.state.refused, self.game)

    @property
    def game_now(self) -> Game[T]:
        """The current game: with the word list, or with the likeliest unlisted words."""
        told, listed = self.state, self.listed
        if told.unlisted:
            try:
                return _unlisted_game(listed, told.mine, told.refused)
            except ContradictionError:
                if not self.won:  # a win may show that a score was wrong
                    raise
        return listed

    @cached_property
    def position(self) -> Position[T]:
        """The position of my half in the current game. Raises ContradictionError."""
        return start(self.game_now, *self.state.mine)

    @cached_property
    def contradiction(self) -> ContradictionError | None:
        """The error that names the turn which leaves no candidate; None if there is none."""
        try:
            _ = self.position
        except ContradictionError as error:
            return error
        return None

    @cached_property
    def count(self) -> int:
        """The number of candidates; for unlisted words, of all strings that agree."""
        told = self.state
        return unlisted.count(self.listed, told.mine) if told.unlisted else len(self.position)

    @cached_property
    def chance_unlisted(self) -> float:
        """The probability that the secret is unlisted.

        It is 0 if that is impossible, or if the candidates already are unlisted words.
        """
        if not (self.game.closed or self.state.unlisted):
            with suppress(GameError):  # too many letters for a model of them
                return unlisted.chance_unlisted(self.listed, self.state.mine)
        return 0.0

    @property
    def may_be_unlisted(self) -> bool:
        """Whether few enough candidates are left that the secret may well be unlisted."""
        if self.won or not self.state.mine or self.game.closed:
            return False
        return self.contradiction is not None or len(self.position) <= doctor.FEW_ENOUGH

    @property
    def won(self) -> bool:
        """Whether my last guess was the secret."""
        return bool(self.state.mine) and self.state.mine[-1].code == self.game.rule.win

    def allows(self, guess: str) -> bool:
        """Whether the strategy allows a guess here; unlisted guesses are always allowed."""
        index = self.game_now.find(guess)
        return index < 0 or self.won or bool(self.strategy.allowed(self.position)[index])

    @cached_property
    def usual(self) -> Any:
        """The best guess, ignoring the race: found by looking ahead, else the strategy's."""
        if self.ahead is not None:
            return self.ahead.guess
        strategy = self.strategy
        if self.state.unlisted and strategy.tree:  # the tree is for the list
            strategy = strategy.without_tree()
        return strategy(self.position)

    @property
    def from_book(self) -> bool:
        """Whether the usual guess comes from the opening book."""
        tree = self.strategy.tree
        if tree is None or tree.path or self.ahead is not None or self.state.unlisted:
            return False
        return tree.guess_at(self.position) >= 0

    @cached_property
    def to_win(self) -> ToWin | None:
        """A guess that wins the race more often than the usual one; None if there is none.

        It is looked for near the end only.
        """
        at, strategy = self.position, self.strategy
        if self.race is None or not 3 <= len(at) <= NEAR_THE_END:
            return None
        ranks = Strategy("entropy", allow=strategy.allow, avoid=strategy.avoid)
        split_best = (at.game.index(advice.guess) for advice in at.rank(ranks, top=TRIED))
        own = at.game.guess_of[at.left]
        may_win = own[strategy.allowed(at)[own]].tolist()
        tried = [at.game.index(self.usual), *may_win, *split_best]
        chances = doctor.chances_to_win(self.race, at, tried)
        best = int(chances.round(9).argmax())  # of equals the first, on any machine
        if chances[best] < chances[0] + WORTH_IT:
            return None
        return ToWin(at.game.guesses[tried[best]], float(chances[best]), float(chances[0]))

    @cached_property
    def guess(self) -> str:
        """The guess whose score comes next: the one chosen by the player, else the best one."""
        return self.state.chosen or str(self.to_win.guess if self.to_win else self.usual)

    @property
    def advice(self) -> Advice[T]:
        """The measures of :attr:`guess` at this position."""
        return self.position.measure(self.guess)

    def wrong_turns(self, secret: Any = None) -> Turns:
        """Return my turns whose scores disagree with ``secret``; by default with the one found."""
        mine = self.state.mine
        if secret is None and self.won:
            secret = mine[-1].guess
        return () if secret is None else doctor.wrong_turns(self.game, mine, secret)

    def revealed(self, typed: str, *, sure: bool = False) -> Any:
        """Read the secret that the opponent tells at the end.

        Raises WordError if it contradicts a score, which may be a slip: the player is asked, and
        may be ``sure``.
        """
        secret = self.game.read(typed)
        wrong = () if sure else self.wrong_turns(secret)
        if wrong:
            shown = ", ".join(map(self.game.show, wrong))
            raise WordError(str(secret), f"it contradicts {shown}; enter it again if it is right")
        return secret

    @cached_property
    def explanations(self) -> tuple[Explanation[T], ...]:
        """The possible mistakes in ``attempt``, the likeliest first."""
        tried = self.attempt
        if tried is None:
            return ()
        game, turns = tried.listed, tried.state.mine
        if not tried.state.unlisted:
            return tuple(doctor.explain(game, *turns))
        nearly = doctor.explain(unlisted.nearly_unlisted(game, turns, tried.state.refused), *turns)
        return tuple(mistake for mistake in nearly if mistake.kind != "word")

    def choices(self, most: int) -> tuple[Explanation[T], ...]:
        """Return the likeliest explanations, at most ``most``, always with the one for ``word``."""
        first, rest = self.explanations[:most], self.explanations[most:]
        word = [mistake for mistake in rest if mistake.kind == "word"]
        return (*first[: most - len(word)], *word)

    # --- both halves ------------------------------------------------------------------------------

    @cached_property
    def race(self) -> Race | None:
        """The opponent's half of the game; None if it is not tracked."""
        told = self.state.race
        return Race(self.listed, *told, self.state.theirs) if told else None

    @property
    def other(self) -> Race:
        """The opponent's half of the game. Raises GameError if it is not tracked."""
        if self.race is None:
            raise GameError("only your turns are tracked; to track both, type me or them")
        return self.race

    @property
    def decided(self) -> bool:
        """Whether a player has found the secret: at most the other's last guess is left."""
        return self.won or (self.race is not None and self.race.lost)

    @property
    def side(self) -> Side:
        """Whose guess comes next; once one player has found the secret, the other's."""
        if self.state.next_side and not self.decided:
            return self.state.next_side
        return "them" if self._next == 1 else "me"

    @property
    def over(self) -> bool:
        """Whether the game is over: a secret was found, and no last turn is left."""
        return self._next is None

    @property
    def _next(self) -> int | None:
        """The player who guesses next, 0 for me; None if the game is over."""
        if (race := self.race) is None:
            return None if self.won else 0
        win, turns = self.game.rule.win, (self.state.mine, race.theirs)
        return doctor.next_player(win, turns, first=1 - race.first, last_turn=race.last_turn)

    @property
    def is_asked(self) -> bool:
        """Whether my next guess is to be chosen."""
        return not (self.over or self.attempt) and self.side == "me"

    @property
    def odds(self) -> Odds:
        """My chances to win the race and to draw. Raises GameError if it is not tracked."""
        at = None if self.won else self.position
        return self.other.odds(at, len(self.state.mine), listed=not self.state.unlisted)


_without, _unlisted_game = remember(Game.without), remember(unlisted.unlisted_game)


# --- while the player thinks ----------------------------------------------------------------------

AT_ONCE = 30  # candidates; 7 ms as a rule, 66 ms at most over 40 games
SEARCHED = {ALLOWED[name]: name for name in get_args(Allowed)}  # the guesses a search can allow
FEWEST = 3  # candidates; with two, there is nothing to search
WHILE_WAITING = 30.0  # seconds to look ahead at a prompt, by default
PROMPT_SHOWN = 0.3  # seconds until a prompt stands, if no other thread holds it up
A_WHILE = 1.0  # seconds without input after which modules are loaded
MOST = 100  # unlisted words listed


class Unlisted(NamedTuple):
    """The unlisted words that agree with some turns: their number, and the likeliest of them."""

    number: int
    words: tuple[str, ...] = ()


@dataclass(eq=False)
class Thinker:
    """Looks ahead in the background from each position with few enough candidates.

    At a terminal, a call waits at most ``patience`` seconds; a tree found later is passed to
    ``tell(tree)``. If ``patience`` is None, a call waits until the search is proved or ``seconds``
    are over, so that the same input gives the same output.
    """

    aim: Aim
    seconds: float | None
    patience: float | None
    tell: Callable[[Tree], None]
    _loading: Background[float] | None = None
    _loaded: Event = field(default_factory=Event)
    _ahead: Background[Tree] | None = None
    _at: Position | None = None  # where it looks ahead from
    _unlisted: Background[Unlisted] | None = None
    _turns: Turns = ()  # the turns these unlisted words agree with

    def turn_to(self, session: Session) -> Session:
        """Look ahead from this session; return it with the tree if one is found in time."""
        if self._ahead is not None and (session.won or self._at != session.position):
            self._ahead.abandon()
            self._ahead = None
        strategy, left = session.strategy, 0 if session.won else len(session.position)
        searchable = strategy.allow in SEARCHED and not strategy.avoid
        most = PROVABLE if self.seconds is None else left
        if not searchable or not FEWEST <= left <= most or self.seconds == 0:
            self._load_soon(session)
            return session
        soon = left <= AT_ONCE
        waits = self.patience is None or (soon and self._loaded.is_set())
        if self._ahead is None and (soon or self.seconds or self.patience):
            seconds, delay = self.seconds or WHILE_WAITING, 0.0 if waits else PROMPT_SHOWN
            work, self._at = partial(_look_ahead, session, self.aim), session.position
            load = partial(_load, session.position)
            self._ahead = Background(work, seconds=seconds, delay=delay, load=load, then=self._done)
        if self._ahead is not None and waits:
            self._ahead.wait(self.patience)
        return self.taken(session)

    def taken(self, session: Session) -> Session:
        """Return the session with the tree found so far, if it belongs to this position."""
        if self._ahead is None or not self._ahead.ended or self._at != session.position:
            return session
        tree = self._ahead.best
        return session if tree in (None, session.ahead) else replace(session, ahead=tree)

    def end(self) -> None:
        """Stop looking ahead."""
        if self._ahead is not None:
            self._ahead.abandon()
            self._ahead.wait(1.0)

    def find_unlisted(self, session: Session) -> Background[Unlisted] | None:
        """Start to find the unlisted words that agree with my turns, before they are needed."""
        if not session.may_be_unlisted:
            return None
        if self._turns != session.state.mine:
            if self._unlisted is not None:
                self._unlisted.abandon()
            self._turns = session.state.mine
            work = partial(_find_unlisted, session.listed, self._turns)
            self._unlisted = Background(work, delay=PROMPT_SHOWN)
        return self._unlisted

    def _done(self, tree: Tree | None) -> None:
        self._loaded.set()
        if self.patience is not None and tree is not None:
            self.tell(tree)

    def _load_soon(self, session: Session) -> None:
        """Load the search modules once a game has started, while the player thinks."""
        if self.patience is not None and session.state.mine and not (self._loading or session.won):
            work = partial(_load_all, session)
            self._loading = Background(work, delay=A_WHILE, then=lambda _: self._loaded.set())


def _load_all(session: Session, stop: Stop) -> Iterator[float]:
    _load(start(words.word_game(["hatch", "latch", "match", "catch"])))
    yield session.chance_unlisted  # which fills its caches


def _load(at: Position) -> None:
    from jotto.search import solve

    solve.load(at)


def _look_ahead(session: Session, aim: Aim, stop: Stop) -> Iterator[Tree]:
    """Yield better and better trees; the last is proved if the search finishes."""
    from jotto.search import solve  # numba takes longer to load than most advice to give

    claim = Claim(aim, SEARCHED[session.strategy.allow])
    yield from solve.trees(session.position, claim, stop)


def _find_unlisted(game: Game, turns: Turns, stop: Stop) -> Iterator[Unlisted]:
    """Yield the number of unlisted words that agree, then also the likeliest of them."""
    with suppress(GameError):  # too many letters for a model of them
        number = unlisted.count(game, turns)
        yield Unlisted(number)
        if not stop[0]:
            yield Unlisted(number, tuple(islice(unlisted.likeliest(game, turns), MOST)))

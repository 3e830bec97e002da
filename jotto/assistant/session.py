"""One live game as a frozen value: its transcript, and everything computed from it.

The transcript lists everything entered, such as ``("score", "pales", "1,1")``. :data:`STEPS` folds
the entries into a :class:`State`; everything else is computed from the state.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache, reduce
from typing import Any, Literal, NamedTuple

from jotto.assistant.doctor import Explanation, explain, wrong_turns
from jotto.assistant.race import (
    FEW_ENOUGH,
    Odds,
    Race,
    at_once,
    chances_of,
    chances_to_win,
    later,
    law_of_any,
    odds,
    pace,
)
from jotto.engine.advice import Advice
from jotto.engine.game import Game, Turn
from jotto.engine.position import Position, start
from jotto.engine.strategies import Strategy
from jotto.errors import ContradictionError, GameError
from jotto.games import unlisted
from jotto.trees.tree import Tree

Side = Literal["me", "them"]
Entry = tuple[Any, ...]  # the name of a step, then values that JSON can represent
Turns = tuple[Turn, ...]

NEAR_THE_END = 60  # candidates; with no more than these, guesses are compared by the race
KEPT = 1024  # positions, and what was found about them
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
    return tuple(Turn(game.read_guess(guess), game.rule.read(score)) for guess, score in turns)


class ToWin(NamedTuple):
    """A guess chosen for the race: the chance to win with it, and with the usual guess."""

    guess: Any
    chance: float
    usual_chance: float


@dataclass(frozen=True, eq=False)
class Session:
    """A live game: a game, the strategy that advises, and the transcript.

    Every change makes a new session. After an entry that leaves no candidate, the session is
    unchanged but for ``attempt``, the session that the entry would have made. ``hints`` counts the
    hints given at this position; ``ahead`` is the tree found by looking ahead.

    >>> from jotto.games.words import word_game
    >>> session = Session(word_game(["hatch", "latch", "match"]))
    >>> session.guess, session.scored("4,0").guess, session.scored("4,0").undone().guess
    ('hatch', 'latch', 'hatch')
    """

    game: Game
    strategy: Strategy = field(default_factory=Strategy)
    transcript: tuple[Entry, ...] = ()
    hints: int = 0
    ahead: Tree | None = field(default=None, repr=False)
    attempt: Session | None = field(default=None, repr=False)

    # --- entries --------------------------------------------------------------------------------

    @cached_property
    def state(self) -> State:
        """The state after all entries.

        Raises JottoError, TypeError or KeyError if the transcript is not valid.
        """
        state = State()
        for step, *values in self.transcript:
            state = replace(state, **STEPS[step](state, self.game, *values))
        return state

    def said(self, *entry: Any) -> Session:
        """Append an entry; if that leaves no candidate, set ``attempt`` instead."""
        changed = Session(self.game, self.strategy, (*self.transcript, entry))
        if changed.won or changed.contradiction is None:  # an unlisted word can win too
            return changed
        return replace(self, attempt=changed)

    def undone(self) -> Session:
        """Drop the attempt if there is one, else the last entry; at the start nothing changes."""
        if self.attempt is not None:
            return replace(self, attempt=None)
        return Session(self.game, self.strategy, self.transcript[:-1])

    def scored(self, score: str, guess: str | None = None) -> Session:
        """Append the score of ``guess``; by default that of :attr:`guess`."""
        return self.said("score", str(guess or self.guess), score)

    def edited(self, number: int, turn: Turn, side: Side = "me") -> Session:
        """Replace turn ``number`` (from 1) of one side."""
        turns = self.state.mine if side == "me" else self.state.theirs
        changed = (*turns[: number - 1], turn, *turns[number:])
        return self._retold("turns" if side == "me" else "their turns", changed)

    def fixed(self, explanation: Explanation) -> Session:
        """Take the turns of the attempt, corrected by an explanation."""
        turns = explanation.fixed((self.attempt or self).state.mine)
        return self._retold("unlisted" if explanation.kind == "word" else "turns", turns)

    def among_unlisted(self) -> Session:
        """Use unlisted words as the candidates. Raises ContradictionError if none fits."""
        after = self._retold("unlisted", self.state.mine)
        if after.attempt and after.attempt.contradiction:
            raise after.attempt.contradiction
        return after

    def _retold(self, step: str, turns: Turns) -> Session:
        return self.said(step, *((str(t.guess), self.game.rule.texts[t.code]) for t in turns))

    def raced(self, secret: str | None, *, first: bool, last_turn: bool) -> Session:
        """Track both players: my secret, whether I guess first, and the last turn."""
        return self.said("race", secret, first, last_turn)

    # --- my half ----------------------------------------------------------------------------------

    @property
    def listed(self) -> Game:
        """The game with the word list, without refused words."""
        return _without(self.game, self.state.refused)

    @property
    def game_now(self) -> Game:
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
    def position(self) -> Position:
        """The position of my half in the current game. Raises ContradictionError."""
        return position_at(self.game_now, self.state.mine)

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
        return self.contradiction is not None or len(self.position) <= FEW_ENOUGH

    @property
    def won(self) -> bool:
        """Whether my last guess was the secret."""
        return bool(self.state.mine) and self.state.mine[-1].code == self.game.rule.win

    def allows(self, guess: str) -> bool:
        """Whether the strategy allows a guess here; unlisted guesses are always allowed."""
        known = self.game_now.find(guess)
        return known < 0 or self.won or bool(self.strategy.allowed(self.position)[known])

    @cached_property
    def usual(self) -> Any:
        """The best guess, ignoring the race: found by looking ahead, else the strategy's."""
        if self.ahead is not None:
            return self.ahead.guess
        strategy = self.strategy
        if self.state.unlisted and strategy.tree:  # the tree is for the list
            strategy = strategy.without_tree()
        return advised(strategy, self.position)

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
        split_best = (at.game.index(one.guess) for one in at.rank(ranks, top=TRIED))
        own = at.game.guess_of[at.left]
        may_win = own[strategy.allowed(at)[own]].tolist()
        tried = [at.game.index(self.usual), *may_win, *split_best]
        chances = chances_to_win(self.race, at, tried)
        best = int(chances.argmax())
        if chances[best] < chances[0] + WORTH_IT:
            return None
        return ToWin(at.game.guesses[tried[best]], float(chances[best]), float(chances[0]))

    @cached_property
    def guess(self) -> str:
        """The guess whose score comes next: the one chosen by the player, else the best one."""
        return self.state.chosen or str(self.to_win.guess if self.to_win else self.usual)

    @property
    def advice(self) -> Advice:
        """The measures of :attr:`guess` at this position."""
        return measured(self.position, self.guess)

    def belied(self, secret: Any = None) -> Turns:
        """Return my turns whose scores disagree with ``secret``; by default with the one found."""
        mine = self.state.mine
        if secret is None and self.won:
            secret = mine[-1].guess
        return () if secret is None else wrong_turns(self.game, mine, secret)

    @cached_property
    def explanations(self) -> tuple[Explanation, ...]:
        """The possible mistakes in ``attempt``, the likeliest first."""
        tried = self.attempt
        if tried is None:
            return ()
        game, turns = tried.listed, tried.state.mine
        if not tried.state.unlisted:
            return tuple(explain(game, turns))
        nearly = unlisted.nearly_unlisted(game, turns, tried.state.refused)
        return tuple(each for each in explain(nearly, turns) if each.kind != "word")

    def choices(self, most: int) -> tuple[Explanation, ...]:
        """Return the likeliest explanations, at most ``most``, always with the one for ``word``."""
        first, more = self.explanations[:most], self.explanations[most:]
        word = [each for each in more if each.kind == "word"]
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
    def side(self) -> Side:
        """Whose guess comes next."""
        if self.state.next_side or self.race is None:
            return self.state.next_side or "me"
        mine, theirs = len(self.state.mine), len(self.state.theirs)
        return "me" if mine < theirs + self.race.first else "them"

    @property
    def over(self) -> bool:
        """Whether the game is over: a secret was found, and no last turn is left."""
        race, mine = self.race, len(self.state.mine)
        if race is None or self.won == race.lost:
            return self.won
        fewer = len(race.theirs) < mine if self.won else mine < len(race.theirs)
        return not (race.last_turn and race.first == self.won and fewer)

    @property
    def is_asked(self) -> bool:
        """Whether my next guess is to be chosen."""
        return not (self.over or self.attempt) and self.side == "me"

    @property
    def odds(self) -> Odds:
        """My chances to win the race and to draw. Raises GameError if it is not tracked."""
        race, made = self.other, len(self.state.mine)
        if self.won:
            mine = at_once(made)
        else:
            at, listed = self.position, not self.state.unlisted
            chances = chances_of(race.game, at.history).all if listed else at.game.weights(at.left)
            mine = later(law_of_any(chances, pace(race.game)), made)
        return odds(mine, race.total, first=race.first, last_turn=race.last_turn)


# What many games and pages ask for, such as the second guess after the usual opening, is kept.


@lru_cache(maxsize=KEPT)
def position_at(game: Game, turns: Turns) -> Position:
    """Return the position after some turns. Raises ContradictionError."""
    return position_at(game, turns[:-1]).then(turns[-1]) if turns else start(game)


@lru_cache(maxsize=KEPT)
def advised(strategy: Strategy, at: Position) -> Any:
    """Return the guess of a strategy."""
    return strategy(at)


@lru_cache(maxsize=KEPT)
def measured(at: Position, guess: str) -> Advice:
    """Return the measures of a guess."""
    return at.measure(guess)


@lru_cache(maxsize=4)
def _without(game: Game, refused: tuple[str, ...]) -> Game:
    return reduce(Game.without, refused, game)


_unlisted_game = lru_cache(maxsize=4)(unlisted.unlisted_game)

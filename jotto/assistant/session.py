"""One live game as a value: its transcript, and what follows from it.

The transcript holds all that was said as entries, such as ``("score", "pales", "1,1")``. They are
folded into a :class:`State` by :data:`STEPS`; all else is computed from that.
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
Entry = tuple[Any, ...]  # the name of a step, then what can be written as JSON
Turns = tuple[Turn, ...]

NEAR_THE_END = 60  # candidates, from which on the race decides between guesses
TRIED = 40  # guesses that split best, among which the race decides
WORTH_IT = 0.005  # a gain in the chance to win that justifies another guess than the usual one


@dataclass(frozen=True)
class State:
    """What was said of a game so far.

    ``chosen`` is a word guessed instead of the proposed one. ``race``: my secret (None if private),
    whether I guess first, and whether the second player has a last turn. ``next_side`` guesses next
    where that is not simply the other side. ``unlisted``: the secret is looked for in no list.
    """

    mine: Turns = ()
    theirs: Turns = ()
    chosen: str | None = None
    race: tuple[str | None, bool, bool] | None = None
    next_side: Side | None = None
    refused: tuple[str, ...] = ()
    unlisted: bool = False


MY_TURN_MADE: Mapping[str, Any] = {"chosen": None, "next_side": None}

# What each entry changes in the state, by the game and the values of the entry.
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
    """A guess made for the race: the chance to win with it, and with the usual guess."""

    guess: Any
    chance: float
    usual_chance: float


@dataclass(frozen=True, eq=False)
class Session:
    """A live game: a game, a strategy that advises, and the transcript.

    Every change makes a new session. ``attempt`` is the one that an entry which no secret fits
    would have made. ``hints`` were given here; ``ahead`` is the tree found by looking ahead.

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

    # --- what was said --------------------------------------------------------------------------

    @cached_property
    def state(self) -> State:
        """All that was said, folded. Raises JottoError, TypeError or KeyError for no transcript."""
        state = State()
        for step, *values in self.transcript:
            state = replace(state, **STEPS[step](state, self.game, *values))
        return state

    def said(self, *entry: Any) -> Session:
        """Append an entry; where no secret fits then, it is only the ``attempt``."""
        changed = Session(self.game, self.strategy, (*self.transcript, entry))
        if changed.won or changed.contradiction is None:  # a win needs no listed secret
            return changed
        return replace(self, attempt=changed)

    def undone(self) -> Session:
        """Drop the attempt, or else the last entry; the same session at the start."""
        if self.attempt is not None:
            return replace(self, attempt=None)
        return Session(self.game, self.strategy, self.transcript[:-1])

    def scored(self, score: str, guess: str | None = None) -> Session:
        """Take the score of ``guess``, or else of :attr:`guess`."""
        return self.said("score", str(guess or self.guess), score)

    def edited(self, number: int, turn: Turn, side: Side = "me") -> Session:
        """Replace turn ``number`` (from 1) of a side."""
        turns = self.state.mine if side == "me" else self.state.theirs
        changed = (*turns[: number - 1], turn, *turns[number:])
        return self._retold("turns" if side == "me" else "their turns", changed)

    def fixed(self, explanation: Explanation) -> Session:
        """Take the turns of the attempt as an explanation says they should have been."""
        turns = explanation.fixed((self.attempt or self).state.mine)
        return self._retold("unlisted" if explanation.kind == "word" else "turns", turns)

    def among_unlisted(self) -> Session:
        """Look for the secret among unlisted words. Raises ContradictionError if none fits."""
        after = self._retold("unlisted", self.state.mine)
        if after.attempt and after.attempt.contradiction:
            raise after.attempt.contradiction
        return after

    def _retold(self, step: str, turns: Turns) -> Session:
        return self.said(step, *((str(t.guess), self.game.rule.texts[t.code]) for t in turns))

    def raced(self, secret: str | None, *, first: bool, last_turn: bool) -> Session:
        """Follow the other half too: my secret, whether I guess first, and the last turn."""
        return self.said("race", secret, first, last_turn)

    # --- my half ----------------------------------------------------------------------------------

    @property
    def listed(self) -> Game:
        """The game of the list, without refused words."""
        return _without(self.game, self.state.refused)

    @property
    def game_now(self) -> Game:
        """The game played now: that of the list, or of the likeliest unlisted words."""
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
        """Where my half stands: in the list, or among unlisted words. Raises ContradictionError."""
        return start(self.game_now, *self.state.mine)

    @cached_property
    def contradiction(self) -> ContradictionError | None:
        """The error that says which turn leaves no candidate, if one does."""
        try:
            _ = self.position
        except ContradictionError as error:
            return error
        return None

    @cached_property
    def count(self) -> int:
        """How many secrets agree with every turn; among unlisted words, all that do."""
        told = self.state
        return unlisted.count(self.listed, told.mine) if told.unlisted else len(self.position)

    @cached_property
    def chance_unlisted(self) -> float:
        """How likely the secret is to be unlisted; 0 where it cannot, or is looked for there."""
        if not (self.game.closed or self.state.unlisted):
            with suppress(GameError):  # too many letters for a model of them
                return unlisted.chance_unlisted(self.listed, self.state.mine)
        return 0.0

    @property
    def may_be_unlisted(self) -> bool:
        """Whether so few candidates are left that the secret may well be unlisted."""
        if self.won or not self.state.mine or self.game.closed:
            return False
        return self.contradiction is not None or len(self.position) <= FEW_ENOUGH

    @property
    def won(self) -> bool:
        """Whether my last guess was the secret."""
        return bool(self.state.mine) and self.state.mine[-1].code == self.game.rule.win

    def allows(self, guess: str) -> bool:
        """Whether the rules of the table allow a guess here; any unlisted one is."""
        known = self.game_now.find(guess)
        return known < 0 or self.won or bool(self.strategy.allowed(self.position)[known])

    @cached_property
    def usual(self) -> Any:
        """The best guess without regard to the race: as far as was looked ahead, or one step."""
        if self.ahead is not None:
            return self.ahead.guess
        strategy = self.strategy
        if self.state.unlisted and strategy.tree:  # which is of the list
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
        """A guess that wins the race more often than the usual one, near its end."""
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
        """The guess whose score is awaited: the chosen one, or else the best one."""
        return self.state.chosen or str(self.to_win.guess if self.to_win else self.usual)

    @property
    def advice(self) -> Advice:
        """What :attr:`guess` is worth."""
        return self.position.measure(self.guess)

    def belied(self, secret: Any = None) -> Turns:
        """Return the turns whose scores ``secret``, or else the one found, shows to be wrong."""
        mine = self.state.mine
        if secret is None and self.won:
            secret = mine[-1].guess
        return () if secret is None else wrong_turns(self.game, mine, secret)

    @cached_property
    def explanations(self) -> tuple[Explanation, ...]:
        """What may have gone wrong in ``attempt``, the likeliest first."""
        tried = self.attempt
        if tried is None:
            return ()
        game, turns = tried.listed, tried.state.mine
        if not tried.state.unlisted:
            return tuple(explain(game, turns))
        nearly = unlisted.nearly_unlisted(game, turns, tried.state.refused)
        return tuple(each for each in explain(nearly, turns) if each.kind != "word")

    def choices(self, most: int) -> tuple[Explanation, ...]:
        """Return the ``most`` likeliest explanations; that the word is unlisted is among them."""
        first, more = self.explanations[:most], self.explanations[most:]
        word = [each for each in more if each.kind == "word"]
        return (*first[: most - len(word)], *word)

    # --- both halves ------------------------------------------------------------------------------

    @cached_property
    def race(self) -> Race | None:
        """The other half of the game; None if it is not followed."""
        told = self.state.race
        return Race(self.listed, *told, self.state.theirs) if told else None

    @property
    def other(self) -> Race:
        """The other half of the game. Raises GameError if it is not followed."""
        if self.race is None:
            raise GameError("only your half of the game is kept; say me or them: who guesses first")
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
        """Whether nobody guesses any more: a secret is found, and no last turn is left."""
        race, mine = self.race, len(self.state.mine)
        if race is None or self.won == race.lost:
            return self.won
        fewer = len(race.theirs) < mine if self.won else mine < len(race.theirs)
        return not (race.last_turn and race.first == self.won and fewer)

    @property
    def odds(self) -> Odds:
        """How likely I am to win the race and to draw it; GameError if it is not followed."""
        race, made = self.other, len(self.state.mine)
        if self.won:
            mine = at_once(made)
        else:
            at, listed = self.position, not self.state.unlisted
            chances = chances_of(race.game, at.history).all if listed else at.game.weights(at.left)
            mine = later(law_of_any(chances, pace(race.game)), made)
        return odds(mine, race.total, first=race.first, last_turn=race.last_turn)


@lru_cache(maxsize=4)
def _without(game: Game, refused: tuple[str, ...]) -> Game:
    return reduce(Game.without, refused, game)


_unlisted_game = lru_cache(maxsize=4)(unlisted.unlisted_game)

"""One live game as a value: what was guessed and scored, and what to guess next."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal

from jotto.assistant.doctor import Explanation, explain
from jotto.assistant.endgame import Endgame, Position
from jotto.assistant.outside import chance_outside
from jotto.assistant.race import Odds, Race, at_once, chances_to_win, later, law_of_any, odds
from jotto.engine.allowed import Allow, History, any_guess
from jotto.engine.game import Game, Turn
from jotto.engine.partition import Indices, partition
from jotto.engine.strategies import (
    MEASURES,
    Advice,
    Strategy,
    advise,
    advise_any,
    rank,
    weights_of,
)
from jotto.errors import ContradictionError, GameError
from jotto.games.book import Book
from jotto.games.unlisted import count_unlisted, unlisted_game

Side = Literal["me", "them"]

NEAR_THE_END = 60  # candidates, from which on the race decides between guesses
TRIED = 40  # guesses that split best, among which the race decides
WORTH_IT = 0.005  # a gain in the chance to win that is worth another guess than the usual one
ANEW: dict[str, Any] = {"attempt": None, "hints": 0, "ahead": None}  # of every new position


@dataclass(frozen=True)
class ToWin:
    """A guess made for the race: the chance to win with it, and with the ``usual`` one."""

    guess: int
    chance: float
    usual: float


@dataclass(frozen=True, eq=False)
class Session:
    """A game so far. Every change makes a new session; the old one stays as it was.

    ``book`` is followed as far as it goes. ``turns`` are my guesses; ``race`` is the other half of
    the game, if it is kept too. ``chosen`` is a word that I guessed instead of the proposed one.
    ``next_side`` is whose guess comes next where that is not simply the other's. ``refused`` words
    are none at this table. ``listed`` is the game of the list while the secret is looked for
    outside it. ``attempt`` is the session that a score would have made that no secret fits.
    ``hints`` were given for this position, and ``ahead`` is what was seen by looking ahead from
    it. ``before`` is what :meth:`undone` goes back to.

    >>> from jotto.engine.strategies import strategy_named
    >>> from jotto.games.words import word_game
    >>> game = word_game(["hatch", "latch", "match"])
    >>> session = Session(game, strategy_named("entropy"))
    >>> session.guess, session.scored(game.rule.read("4,0")).guess
    ('hatch', 'latch')
    """

    game: Game
    strategy: Strategy
    allow: Allow = any_guess
    book: Book | None = None
    turns: tuple[Turn, ...] = ()
    chosen: str | None = None
    race: Race | None = None
    next_side: Side | None = None
    refused: tuple[str, ...] = ()
    listed: Game | None = None
    hints: int = 0
    ahead: Endgame | None = None
    attempt: Session | None = field(default=None, repr=False)
    before: Session | None = field(default=None, repr=False)

    @cached_property
    def candidates(self) -> Indices:
        """The secrets that agree with every turn, (A,) indices."""
        return self.game.candidates(self.turns)

    @cached_property
    def count(self) -> int:
        """How many secrets agree with every turn; outside the list all strings that do."""
        if self.listed is None:
            return len(self.candidates)
        return count_unlisted(self.listed, self.turns)

    @cached_property
    def chance_outside(self) -> float:
        """How likely the secret is to be in no list; 0 where it cannot, or is looked for there."""
        if self.game.closed or self.listed is not None:
            return 0.0
        try:
            return chance_outside(self.game, self.turns)
        except GameError:  # too many letters for a model of them
            return 0.0

    @property
    def position(self) -> Position:
        """Where my half of the game stands."""
        return Position(self.game, self.candidates, self.history, self.allow)

    def may(self, guess: int) -> bool:
        """Whether the house rules allow a guess (an index) here."""
        return bool(self.allow(self.game, self.candidates, self.history)[guess])

    @cached_property
    def history(self) -> History:
        """My guesses as indices; -1 for one that the game does not list."""
        return tuple(self.game.find(turn.guess) for turn in self.turns)

    @cached_property
    def proposed(self) -> Advice:
        """The best next guess and what it is worth."""
        guess = self.to_win.guess if self.to_win else self.usual
        return advise(self.game, self.candidates, [guess])[0]

    @cached_property
    def usual(self) -> int:
        """The best guess where there is no race: as far as was looked ahead, or one step."""
        if self.ahead is not None:
            return self.ahead.guess
        by_book = self.by_book
        if by_book is not None:
            return by_book
        return self.strategy(self.game, self.candidates, self.history)

    @property
    def by_book(self) -> int | None:
        """The guess of the opening book for this position, if it has one."""
        if self.book is None:
            return None
        return self.book.guess(self.game, self.candidates, self.history)

    @cached_property
    def to_win(self) -> ToWin | None:
        """A guess that wins the race more often than the usual one, near its end."""
        if self.race is None or not 3 <= len(self.candidates) <= NEAR_THE_END:
            return None
        tried = [self.usual, *self._likely_to_win()]
        made = len(self.turns)
        chances = chances_to_win(self.race, made, self.game, self.candidates, tried)
        best = int(chances.argmax())
        if chances[best] < chances[0] + WORTH_IT:
            return None
        return ToWin(tried[best], float(chances[best]), float(chances[0]))

    def _likely_to_win(self) -> list[int]:
        """List guesses that may win the race: the candidates, and those that split best."""
        game, left = self.game, self.candidates
        entropy = MEASURES["entropy"]
        splitters = rank(game, left, entropy, allow=self.allow, history=self.history, top=TRIED)
        may = self.allow(game, left, self.history)
        own = [guess for guess in game.guess_of[left].tolist() if may[guess]]
        return [*own, *(advice.guess for advice in splitters)]

    @property
    def guess(self) -> str:
        """The guess whose score is awaited: the chosen one, or else the proposed one."""
        return self.chosen or str(self.game.guesses[self.proposed.guess])

    @property
    def advice(self) -> Advice:
        """What :attr:`guess` is worth; its index is -1 if the list does not hold it."""
        return self.proposed if self.chosen is None else self.worth(self.chosen)

    def worth(self, word: str) -> Advice:
        """Measure a word that could be guessed here."""
        return advise_any(self.game, self.candidates, word)

    @property
    def won(self) -> bool:
        """Whether my last guess was the secret."""
        return bool(self.turns) and self.turns[-1].code == self.game.rule.win

    @property
    def side(self) -> Side:
        """Whose guess comes next."""
        if self.next_side or self.race is None:
            return self.next_side or "me"
        mine, theirs = len(self.turns), len(self.race.theirs)
        return "me" if mine < theirs + self.race.first else "them"

    @property
    def other(self) -> Race:
        """The other half of the game. Raises GameError if it is not kept."""
        if self.race is None:
            raise GameError("only your half of the game is kept; say me or them: who guesses first")
        return self.race

    @property
    def over(self) -> bool:
        """Whether nobody guesses any more: a secret is found, and no last turn is left."""
        race = self.race
        if race is None or (self.won and race.lost):
            return self.won
        mine, theirs = len(self.turns), len(race.theirs)
        if self.won:
            return not (race.last_turn and race.first and theirs < mine)
        return race.lost and not (race.last_turn and not race.first and mine < theirs)

    @property
    def odds(self) -> Odds:
        """How likely I am to win the race and to draw it; needs :attr:`race`."""
        race, made = self.other, len(self.turns)
        mine = at_once(made)
        if not self.won:
            mine = later(law_of_any(weights_of(self.game, self.candidates), race.pace), made)
        return odds(mine, race.total, first=race.first, last_turn=race.last_turn)

    def instead(self, guess: str) -> Session:
        """Take another word as the guess whose score is awaited."""
        return self._changed(chosen=guess)

    def scored(self, code: int, guess: str | None = None) -> Session:
        """Take the score of ``guess``, or else of :attr:`guess`."""
        turns = (*self.turns, Turn(guess or self.guess, code))
        return self.told(turns, chosen=None, next_side=None)

    def edited(self, number: int, turn: Turn) -> Session:
        """Replace my turn ``number`` (from 1)."""
        return self.told((*self.turns[: number - 1], turn, *self.turns[number:]))

    def told(self, turns: tuple[Turn, ...], **fields: Any) -> Session:
        """Put ``turns`` in place of mine; outside the list the game follows them.

        Where no secret fits them the session stays, and ``attempt`` is what was tried.
        """
        after = self._changed(turns=turns, **fields)
        if after.won:  # the keeper's word is enough: the list may lack the secret
            return after
        if self.listed is not None:
            try:
                after = replace(after, game=unlisted_game(self.listed, turns, self.refused))
            except ContradictionError:
                return replace(self, attempt=replace(after, game=self.listed, listed=None))
        return after if after.contradiction is None else replace(self, attempt=after)

    @cached_property
    def contradiction(self) -> ContradictionError | None:
        """The error that says which turn leaves no candidate, if one does."""
        try:
            _ = self.candidates
        except ContradictionError as error:
            return error
        return None

    def looked_ahead(self, found: Endgame) -> Session:
        """Take in what was seen by looking ahead from this position."""
        return replace(self, ahead=found)

    def hinted(self) -> Session:
        """Count one more hint given for this position."""
        return replace(self, hints=self.hints + 1)

    def same_position(self, other: Session) -> bool:
        """Whether nothing was said between the two that the game depends on."""
        return self.said == other.said

    @property
    def said(self) -> tuple[object, ...]:
        """All that was said of the game."""
        race = self.race
        other = race and (race.secret, race.first, race.last_turn, race.theirs)
        return self.turns, self.chosen, other, self.next_side, self.refused, self.listed

    def outside(self, turns: tuple[Turn, ...]) -> Session:
        """Look for the secret outside the list. Raises ContradictionError if no string fits."""
        listed = self.listed or self.game
        game = unlisted_game(listed, turns, self.refused)
        return self._changed(game=game, listed=listed, book=None, turns=turns, chosen=None)

    def without(self, word: str) -> Session:
        """Take ``word`` for none: it is no secret, and not proposed again.

        Where nothing else fits, the session stays, as in :meth:`told`. Raises GameError if the
        list holds nothing else.
        """
        race = self.race and replace(self.race, game=self.race.game.without(word))
        after = self._changed(
            game=self.game.without(word),
            listed=self.listed and self.listed.without(word),
            book=None,
            refused=(*self.refused, word),
            race=race,
            chosen=None,
        )
        return after if after.contradiction is None else replace(self, attempt=after)

    def raced(self, race: Race) -> Session:
        """Take in what is known of the other half."""
        return self._changed(race=race, next_side=None)

    def moved_by(self, side: Side) -> Session:
        """Let ``side`` guess next."""
        return self._changed(next_side=side)

    @cached_property
    def explanations(self) -> tuple[Explanation, ...]:
        """What may have gone wrong in ``attempt``, the likeliest first."""
        if self.attempt is None:
            return ()
        return tuple(explain(self.attempt.game, self.attempt.turns))

    def choices(self, most: int) -> tuple[Explanation, ...]:
        """Return the ``most`` likeliest explanations; one by a word outside the list is kept."""
        first, more = self.explanations[:most], self.explanations[most:]
        word = tuple(each for each in more if each.kind == "word")
        return (*first[: most - len(word)], *word)

    def _changed(self, **fields: Any) -> Session:
        return replace(self, before=self, **{**ANEW, **fields})

    def parts(self) -> dict[int, list[str]]:
        """Group the candidates by the score code that :attr:`guess` would get."""
        codes = self.game.rule.matrix([self.guess], self.game.secrets)[0][self.candidates]
        return {
            code: [self.game.secrets[i] for i in part]
            for code, part in partition(codes, self.candidates).items()
        }

    def belied(self) -> tuple[Turn, ...]:
        """Return the turns whose scores the secret, once found, shows to have been wrong."""
        if not self.won:
            return ()
        secret = self.turns[-1].guess
        score = self.game.rule.score
        return tuple(turn for turn in self.turns if score(turn.guess, secret) != turn.code)

    def undone(self) -> Session:
        """Take back the attempt, or else the last change; the same session at the start."""
        if self.attempt is not None:
            return replace(self, attempt=None)
        return self.before or self

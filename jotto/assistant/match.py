"""A game of two players as a frozen value: the program keeps both secrets and scores every guess.

The transcript lists everything entered, such as ``("guess", 0, "pales")``: the name of a step, the
seat, and a value. It holds both secrets; what a player may see is in :meth:`Match.view`.
"""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from jotto import files
from jotto.assistant.history import Record
from jotto.assistant.report import TITLES, Looked, look_back, verdict
from jotto.assistant.saved import DAMAGE, Options
from jotto.assistant.seats import SEATS, State, after, known_seat
from jotto.assistant.session import Entry, Session
from jotto.assistant.table import Table
from jotto.engine.game import Game
from jotto.engine.strategies import Strategy
from jotto.errors import GameError, JottoError

FORMAT = 1
DAMAGED = "the saved match is damaged, or of another version; delete it, or restore a copy"
MOST_ENTRIES = 1000  # so that nobody can make a file grow without end


class Shown(NamedTuple):
    """A guess with its score, as texts; the guess is None for spectators of a game in progress."""

    guess: str | None
    score: str


@dataclass(frozen=True)
class Player:
    """What can be seen of a player; ``ready``: the secret is set; ``secret`` None: not shown."""

    name: str | None
    ready: bool
    turns: tuple[Shown, ...]
    found: bool
    left: bool
    secret: str | None = field(default=None, repr=False)


@dataclass(frozen=True)
class View:
    """All that one seat may see; ``seat`` None: a spectator. ``advice``: the seat has it on."""

    seat: int | None
    players: tuple[Player, Player]
    first: int
    last_turn: bool
    turn_of: int | None
    over: bool
    winner: int | None
    drawn: bool
    advice: bool = False


@dataclass(frozen=True, eq=False)
class Match:
    """A game of two players, in seats 0 and 1; every change makes a new match.

    The game can be made again from ``options``. ``first`` is the seat that guesses first; with
    ``last_turn`` the second player may guess once more after the first has won.

    >>> from jotto.games.words import word_game
    >>> match = Match(word_game(["hatch", "latch", "match"])).joined(0, "Ann").joined(1, "Bob")
    >>> match = match.hidden(0, "hatch").hidden(1, "match").guessed(0, "latch")
    >>> match.players[0].turns, match.turn_of, match.guessed(1, "hatch").winner
    ((Shown(guess='latch', score='4,0'),), 1, 1)
    """

    game: Game
    options: Options = field(default_factory=dict, repr=False)
    first: int = 0
    last_turn: bool = False
    transcript: tuple[Entry, ...] = field(default=(), repr=False)  # it holds the secrets

    def __post_init__(self) -> None:
        known_seat(self.first)

    # --- entries --------------------------------------------------------------------------------

    @cached_property
    def state(self) -> State:
        """The state after all entries. Raises JottoError, or one of DAMAGE, if one is invalid."""
        state = State(self.first, self.last_turn)
        for entry in self.transcript:
            state = after(self.game, state, *entry)
        return state

    def said(self, step: str, seat: int, *values: Any) -> Match:
        """Append an entry. Raises WordError or GameError; no message holds a secret."""
        if len(self.transcript) >= MOST_ENTRIES and step != "leave":
            raise GameError(f"this game has {MOST_ENTRIES:,} entries, the most; begin another")
        state = after(self.game, self.state, step, seat, *values)
        changed = replace(self, transcript=(*self.transcript, (step, seat, *values)))
        vars(changed)["state"] = state
        return changed

    def joined(self, seat: int, name: str) -> Match:
        """Take a seat."""
        return self.said("join", seat, name.strip())

    def hidden(self, seat: int, secret: str) -> Match:
        """Set the secret of a seat, which the other has to find; it can change until a guess."""
        return self.said("secret", seat, secret)

    def guessed(self, seat: int, guess: str) -> Match:
        """Guess at the other's secret; it need not be an allowed guess."""
        return self.said("guess", seat, guess)

    def left(self, seat: int) -> Match:
        """Concede; the game is then over."""
        return self.said("leave", seat)

    def advised(self, seat: int, *, on: bool) -> Match:
        """Switch the advice of a seat on or off."""
        same = self.state.seats[known_seat(seat)].advice == on
        return self if same else self.said("advice", seat, on)

    # --- what can be seen -------------------------------------------------------------------------

    @property
    def players(self) -> tuple[Player, Player]:
        """What the players know of each other: all but the secrets."""
        return self._player(0), self._player(1)

    @property
    def turn_of(self) -> int | None:
        """The seat that guesses next; None before the game and after it."""
        return self.state.turn_of

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.state.over

    @property
    def winner(self) -> int | None:
        """The seat that has won; None for a draw, or while nobody has."""
        return self.state.winner

    @property
    def drawn(self) -> bool:
        """Whether both players have found a secret, in the same number of guesses."""
        return all(seat.found for seat in self.state.seats)

    def view(self, seat: int) -> View:
        """Return all that the player of a seat may see; the other's secret once it is over."""
        one, other = (self._player(n, secret=self.over or n == known_seat(seat)) for n in SEATS)
        return self._view(seat, (one, other), advice=self.state.seats[seat].advice)

    def spectator(self) -> View:
        """Return what anybody may see: until it is over, names and scores without the guesses."""
        over = self.over
        one, other = (self._player(n, secret=over, guesses=over) for n in SEATS)
        return self._view(None, (one, other), advice=False)

    def _player(self, number: int, *, secret: bool = False, guesses: bool = True) -> Player:
        seat, texts = self.state.seats[number], self.game.rule.texts
        turns = tuple(Shown(str(t.guess) if guesses else None, texts[t.code]) for t in seat.turns)
        ready = seat.secret is not None
        shown = str(seat.secret) if secret and ready else None
        return Player(seat.name, ready, turns, seat.found, seat.left, shown)

    def _view(self, seat: int | None, players: tuple[Player, Player], *, advice: bool) -> View:
        state = self.state
        return View(
            seat,
            players,
            self.first,
            self.last_turn,
            state.turn_of,
            state.over,
            state.winner,
            self.drawn,
            advice,
        )

    # --- advice, and the end ----------------------------------------------------------------------

    def session(self, seat: int, strategy: Strategy | None = None) -> Session:
        """Return the live game of one seat, for advice: both halves, without the other's secret.

        The scores are right, so if no listed secret fits, unlisted words are the candidates.
        Raises GameError before the secret is set, and ContradictionError if nothing is left.
        """
        own = self.state.seats[known_seat(seat)]
        if own.secret is None:
            raise GameError("advice needs your secret; choose it first")
        mine, theirs = (
            tuple((turn.guess, turn.score) for turn in self.players[n].turns)
            for n in (seat, 1 - seat)
        )
        race = "race", str(own.secret), seat == self.first, self.last_turn
        session = Session(self.game, strategy or Strategy(), (race, ("their turns", *theirs)))
        told = session.said("turns", *mine) if mine else session
        return told if told.attempt is None else told.attempt.among_unlisted()

    def record(self, seat: int) -> Record:
        """Return the record of the game for one player. Raises GameError before it is over."""
        if not self.over:
            raise GameError("the game is not over; finish it, or leave it")
        own, other = self.state.seats[known_seat(seat)], self.state.seats[1 - seat]
        result = {(True, True): "drawn", (True, False): "won", (False, True): "lost"}.get(
            (own.found, other.found), "given up"
        )
        mine, theirs = (tuple(map(self.game.show, one.turns)) for one in (own, other))
        hidden, secret = (None if one.secret is None else str(one.secret) for one in (other, own))
        options, key = dict(self.options), self.game.key
        return Record("play", options, key, mine, hidden, result, theirs, secret)

    def look_back(self, kind: type[Table] = Table) -> tuple[Looked, Looked]:
        """Review the game for each seat; both reviews are made once. Takes seconds.

        The game is made again from the options. Raises GameError before it is over.
        """
        one, other = map(self.record, SEATS)
        looked = look_back(one, kind)
        if not one.theirs:
            return looked, look_back(other, kind)
        reviews = {"You": looked.reviews["They"], "They": looked.reviews["You"]}
        title = TITLES.get(other.result) or verdict("You", reviews["You"])
        return looked, replace(looked, reviews=reviews, title=title)


# --- the file -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SavedMatch:
    """The content of a file; the game is made from ``options``, then the match is restored."""

    options: Options
    key: str
    first: int
    last_turn: bool
    transcript: tuple[Entry, ...] = field(repr=False)

    def restore(self, game: Game) -> Match:
        """Replay the transcript. Raises GameError if the lists have changed or it is damaged."""
        if self.key != game.key:
            raise GameError("the saved match was played with other lists or another rule")
        match = Match(game, self.options, self.first, self.last_turn, self.transcript)
        with suppress(JottoError, *DAMAGE):
            _ = match.state
            return match
        raise GameError(DAMAGED)


def save(path: Path, match: Match) -> None:
    """Write a match, with its secrets, to a file that only its owner can read. Raises OSError."""
    content = {
        "format": FORMAT,
        "key": match.game.key,
        "options": dict(match.options),
        "first": match.first,
        "last_turn": match.last_turn,
        "transcript": match.transcript,
    }
    lines = json.dumps(content, ensure_ascii=False), "\n"
    files.write(path, lines, private=True, synced=False)


def load(path: Path) -> SavedMatch:
    """Read a file. Raises GameError, which never quotes the file: it holds secrets."""
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise GameError(f"the saved match cannot be read: {error.strerror}") from None
    with suppress(*DAMAGE):
        return _read(json.loads(text))
    raise GameError(DAMAGED)


def _read(found: Any) -> SavedMatch:
    """Check the content of a file. Raises one of DAMAGE."""
    options, first, last_turn = dict(found["options"]), found["first"], found["last_turn"]
    simple = all(isinstance(value, str | int | None) for value in options.values())
    if found["format"] != FORMAT or not simple or not isinstance(last_turn, bool):
        raise ValueError(found["format"])
    transcript = tuple(map(tuple, found["transcript"]))
    return SavedMatch(options, str(found["key"]), known_seat(first), last_turn, transcript)

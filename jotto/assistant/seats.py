"""The rules of a game of two players: the seats, what can be entered, and who has won."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from jotto.assistant.session import Turns
from jotto.engine.game import Game, Turn
from jotto.errors import GameError, WordError, quoted

LONGEST_NAME = 20
SEATS = (0, 1)


@dataclass(frozen=True)
class Seat:
    """What one player has entered: a name, a secret, guesses at the other's secret."""

    name: str | None = None
    secret: Any = field(default=None, repr=False)
    turns: Turns = ()
    found: bool = False
    advice: bool = False
    left: bool = False


@dataclass(frozen=True)
class State:
    """Both seats. ``first`` guesses first; ``last_turn``: the second player may then answer a win.

    The player who finds the other's secret wins; with a last turn it is a draw if both find one in
    the same number of guesses. Who leaves after both secrets are set loses.
    """

    first: int = 0
    last_turn: bool = False
    seats: tuple[Seat, Seat] = (Seat(), Seat())

    @property
    def ready(self) -> bool:
        """Whether both secrets are set."""
        return all(seat.secret is not None for seat in self.seats)

    @property
    def begun(self) -> bool:
        """Whether a guess has been made."""
        return any(seat.turns for seat in self.seats)

    @property
    def over(self) -> bool:
        """Whether no more can be entered."""
        beginner, second = self.seats[self.first], self.seats[1 - self.first]
        if beginner.left or second.left or second.found:
            return True
        may_answer = self.last_turn and len(second.turns) < len(beginner.turns)
        return beginner.found and not may_answer

    @property
    def turn_of(self) -> int | None:
        """The seat that guesses next; None before the game and after it."""
        if not self.ready or self.over:
            return None
        even = len(self.seats[0].turns) == len(self.seats[1].turns)
        return self.first if even else 1 - self.first

    @property
    def winner(self) -> int | None:
        """The seat that has won; None for a draw, or while nobody has."""
        one, other = self.seats
        if not self.over or not self.ready:
            return None
        if one.found or other.found:
            return None if one.found and other.found else int(other.found)
        return int(one.left)


def _joined(game: Game, state: State, seat: int, name: str) -> dict[str, Any]:
    name, others = name.strip(), (state.seats[seat].name, state.seats[1 - seat].name)
    if not 0 < len(name) <= LONGEST_NAME or not name.isprintable():
        raise WordError(name, f"a name has 1 to {LONGEST_NAME} printable characters")
    if others[0] is not None:
        raise GameError(f"this seat is taken by {others[0]}; take the other one, or watch")
    if others[1] is not None and name.casefold() == others[1].casefold():
        raise WordError(name, "the other player has this name; choose another one")
    return {"name": name}


def _hidden(game: Game, state: State, seat: int, secret: str) -> dict[str, Any]:
    if state.seats[seat].name is None:
        raise GameError("enter your name before your secret")
    if state.begun:
        raise GameError("your secret cannot change: a guess has been made")
    try:
        return {"secret": _secret_of(game, secret)}
    except WordError as error:
        reason = error.reason
    # outside the handler: the error above, which quotes the secret, is not chained to this one
    raise GameError(f"this cannot be your secret: {reason}")


def _secret_of(game: Game, text: str) -> Any:
    """Read a secret; a word may be unlisted. Raises WordError."""
    secret = game.read_guess(text)
    listed = game.find(secret) >= 0
    if not listed and game.closed:
        raise WordError(str(secret), "it is not in the list of secrets; choose another one")
    if listed and game.find_secret(secret) < 0:
        raise WordError(str(secret), "it may be guessed, but is not a secret of this game")
    return secret


def _guessed(game: Game, state: State, seat: int, guess: str) -> dict[str, Any]:
    if not state.ready:
        raise GameError("both players must choose a secret before the first guess")
    if state.turn_of != seat:
        raise GameError(f"it is the turn of {state.seats[1 - seat].name}; wait for their guess")
    read = game.read_guess(guess)
    code = game.rule.score(read, state.seats[1 - seat].secret)
    turns = (*state.seats[seat].turns, Turn(read, code))
    return {"turns": turns, "found": code == game.rule.win}


def _gone(game: Game, state: State, seat: int) -> dict[str, Any]:
    if state.seats[seat].name is None:
        raise GameError("only a player can leave; nobody has this seat")
    if state.seats[seat].found:
        raise GameError("you have found the secret; wait for the last guess of the other player")
    return {"left": True}


def _advised(game: Game, state: State, seat: int, on: bool) -> dict[str, Any]:
    if state.seats[seat].name is None:
        raise GameError("only a player has advice; nobody has this seat")
    return {"advice": bool(on)}


# For each step, a function of the game, the state, the seat and the value that returns the changed
# fields of the seat.
STEPS: Mapping[str, Callable[..., dict[str, Any]]] = {
    "join": _joined,
    "secret": _hidden,
    "guess": _guessed,
    "leave": _gone,
    "advice": _advised,
}


def after(game: Game, state: State, step: str, seat: int, *values: Any) -> State:
    """Return the state after an entry. Raises WordError or GameError; none holds a secret."""
    if state.over:
        raise GameError("the game is over; begin another")
    if step not in STEPS:
        raise GameError(f"there is no entry {quoted(str(step))}; there are {', '.join(STEPS)}")
    changed = replace(state.seats[known_seat(seat)], **STEPS[step](game, state, seat, *values))
    one, other = state.seats
    return replace(state, seats=(one, changed) if seat else (changed, other))


def known_seat(seat: int) -> int:
    """Return a seat. Raises GameError if there is none."""
    if type(seat) is not int or seat not in SEATS:
        raise GameError(f"there is no seat {quoted(str(seat))}; the seats are 0 and 1")
    return seat

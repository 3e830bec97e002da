"""What can be entered in a live game: the steps, and the state that they make."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal

from jotto.assistant import boards
from jotto.assistant.boards import Turns
from jotto.engine.game import Game, Turn
from jotto.engine.store import remember_large
from jotto.errors import ContradictionError, EmptyListError, TurnError
from jotto.games import unlisted

Side = Literal["me", "them"]
Entry = tuple[Any, ...]  # the name of a step, then values that JSON can represent


@dataclass(frozen=True)
class State:
    """Everything entered in a game so far.

    ``boards`` are my turns on each board, usually one; a board gets no turns after it is found.
    ``chosen`` is a word guessed instead of the proposed one. ``race``: my secret (None if private),
    whether I guess first, and whether the second player has a last turn. ``next_side`` guesses next
    if the players do not alternate. ``unlisted``: the candidates are not listed; they are words
    that people write, or anything.
    """

    boards: tuple[Turns, ...] = ((),)
    theirs: Turns = ()
    chosen: str | None = None
    race: tuple[str | None, bool, bool] | None = None
    next_side: Side | None = None
    refused: tuple[str, ...] = ()
    unlisted: Literal["", "words", "anything"] = ""

    @property
    def mine(self) -> Turns:
        """My turns, on the board that has the most."""
        return max(self.boards, key=len)


# Whose guess the steps are about.
GUESSERS: Mapping[str, Side] = {"score": "me", "instead": "me", "refuse": "me", "they": "them"}
ALONE = "race", "side", "they", "unlisted", "anything"  # not with several boards
MY_TURN_MADE: Mapping[str, Any] = {"chosen": None, "next_side": None}

# For each step, a function of the state, the game and the values that returns the changed fields.
STEPS: Mapping[str, Callable[..., dict[str, Any]]] = {
    "score": lambda s, g, *turn: {
        "boards": boards.scored(s.boards, g, g.read_guess(turn[0]), *turn[1:]),
        **MY_TURN_MADE,
    },
    "turns": lambda s, g, *turns: {"boards": (_turns(g, *turns),), **MY_TURN_MADE},
    "boards": lambda s, g, *boards: {
        "boards": tuple(_turns(g, *zip(flat[::2], flat[1::2], strict=True)) for flat in boards),
        **MY_TURN_MADE,
    },
    "unlisted": lambda s, g, *turns: _unlisted(g, (_turns(g, *turns),), s.refused),
    "anything": lambda s, g, *turns: {**STEPS["turns"](s, g, *turns), "unlisted": "anything"},
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


def _unlisted(game: Game, boards: tuple[Turns, ...], refused: tuple[str, ...]) -> dict[str, Any]:
    """Use the unlisted words that people write, or, if none agrees, any strings of letters."""
    words = written(game, boards[0], refused)
    return {"boards": boards, **MY_TURN_MADE, "unlisted": "words" if words else "anything"}


@remember_large
def unlisted_game(game: Game, turns: Turns, refused: tuple[str, ...], which: str) -> Game:
    """Return the game whose secrets are the unlisted words that agree with some turns."""
    return unlisted.unlisted_game(game, turns, refused, anything=which == "anything")


def written(game: Game, turns: Turns, refused: tuple[str, ...]) -> tuple[str, ...]:
    """Return the unlisted words that people write and that agree with some turns."""
    with suppress(ContradictionError, EmptyListError, TurnError):
        return tuple(unlisted_game(game, turns, refused, "words").secrets)
    return ()

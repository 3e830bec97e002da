"""A live game as text, to go on with later."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from jotto.assistant.race import Race
from jotto.assistant.session import Session
from jotto.engine.game import Game, Turn
from jotto.errors import SavedGameError, quoted

FORMAT = 2

Options = Mapping[str, str | int | None]
Fields = Mapping[str, Any]


@dataclass(frozen=True)
class Saved:
    """What is kept of a game: its options, the lists it belongs to, and what was said.

    ``key`` is the game's fingerprint; ``said`` is checked when it is taken up again.
    """

    options: Options
    key: str
    said: Fields


def write(session: Session, options: Options) -> str:
    """Write a session down as one line of JSON."""
    fields = {
        "format": FORMAT,
        "key": _of_the_list(session).key,
        "options": dict(options),
        "turns": _texts(session, session.turns),
        "chosen": session.chosen,
        "next": session.next_side,
        "refused": list(session.refused),
        "outside": session.listed is not None,
        "race": session.race and _race_fields(session, session.race),
    }
    return json.dumps(fields, ensure_ascii=False) + "\n"


def _of_the_list(session: Session) -> Game:
    """Return the game as it was when nothing had been said."""
    while session.before is not None:
        session = session.before
    return session.game


def _texts(session: Session, turns: Sequence[Turn]) -> list[list[str]]:
    return [[str(turn.guess), session.game.rule.texts[turn.code]] for turn in turns]


def _race_fields(session: Session, race: Race) -> Fields:
    return {
        "secret": race.secret,
        "first": race.first,
        "last_turn": race.last_turn,
        "theirs": _texts(session, race.theirs),
    }


def read(text: str) -> Saved:
    """Read what :func:`write` wrote. Raises SavedGameError if it is anything else."""
    try:
        fields = json.loads(text)
        if fields["format"] != FORMAT:
            raise SavedGameError(f"the saved game has format {fields['format']!r}, not {FORMAT}")
        options = {str(name): _option(value) for name, value in fields["options"].items()}
        return Saved(options, str(fields["key"]), fields)
    except SavedGameError:
        raise
    except DAMAGE:
        raise damaged(text) from None


DAMAGE = (ValueError, KeyError, TypeError, AttributeError, RecursionError)


def damaged(text: str) -> SavedGameError:
    """Make the error for a saved game that cannot be made sense of."""
    return SavedGameError(f"the saved game is damaged: {quoted(text[:100])}")


def _option(value: Any) -> str | int | None:
    if value is not None and not isinstance(value, str | int):
        raise TypeError
    return value


def restore(session: Session, saved: Saved) -> Session:
    """Say again in a new session of the same game what was said in the saved one.

    Each change is made anew, so that it can be taken back. Raises SavedGameError if the lists
    are others than they were, or what was said makes no sense.
    """
    if saved.key != session.game.key:
        raise SavedGameError("the saved game was played with other lists or another rule")
    try:
        return _said_again(session, saved.said)
    except SavedGameError:
        raise
    except DAMAGE:
        raise damaged(json.dumps(saved.said)) from None


def _said_again(session: Session, said: Fields) -> Session:
    game = session.game
    for word in said["refused"]:
        session = session.without(game.read_guess(word))
    if (race := said["race"]) is not None:
        secret = race["secret"] and game.read_guess(race["secret"])
        first, last_turn = bool(race["first"]), bool(race["last_turn"])
        session = session.raced(Race(session.game, secret, first, last_turn))
    mine, theirs = _turns(game, said["turns"]), _turns(game, race["theirs"] if race else [])
    while mine or theirs:
        if mine and (session.side == "me" or not theirs):
            session = _scored(session, mine.pop(0), outside=bool(said["outside"]))
        else:
            turn = theirs.pop(0)
            session = session.raced(session.other.guessed(turn.guess, turn.code))
    if said["outside"] and session.listed is None:
        session = session.outside(session.turns)
    if said["next"] in ("me", "them"):
        session = session.moved_by(said["next"])
    chosen = said["chosen"]
    return session if chosen is None else session.instead(game.read_guess(chosen))


def _scored(session: Session, turn: Turn, *, outside: bool) -> Session:
    """Take a turn of mine again, where need be outside the list."""
    after = session.scored(turn.code, turn.guess)
    if after.attempt is None:
        return after
    if not outside:
        raise SavedGameError(f"the saved game contradicts itself: {session.game.show(turn)}")
    return session.outside(after.attempt.turns)


def _turns(game: Game, texts: Sequence[Sequence[str]]) -> list[Turn]:
    return [Turn(game.read_guess(guess), game.rule.read(score)) for guess, score in texts]

"""A live game as text, to go on with later."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from jotto.assistant.session import Session
from jotto.engine.game import Turn
from jotto.errors import SavedGameError, quoted

FORMAT = 1

Options = Mapping[str, str | int | None]


@dataclass(frozen=True)
class Saved:
    """What is kept of a game: its options, the lists it belongs to, and what was said.

    ``key`` is the game's fingerprint; ``turns`` are pairs of guess and score as people write them.
    """

    options: Options
    key: str
    turns: tuple[tuple[str, str], ...]
    chosen: str | None


def write(session: Session, options: Options) -> str:
    """Write a session down as one line of JSON."""
    texts = session.game.rule.texts
    fields = {
        "format": FORMAT,
        "key": session.game.key,
        "options": dict(options),
        "turns": [[str(turn.guess), texts[turn.code]] for turn in session.turns],
        "chosen": session.chosen,
    }
    return json.dumps(fields, ensure_ascii=False) + "\n"


def read(text: str) -> Saved:
    """Read what :func:`write` wrote. Raises SavedGameError if it is anything else."""
    try:
        fields = json.loads(text)
        if fields["format"] != FORMAT:
            raise SavedGameError(f"the saved game has format {fields['format']!r}, not {FORMAT}")
        turns = tuple((str(guess), str(score)) for guess, score in fields["turns"])
        options = {str(name): _option(value) for name, value in fields["options"].items()}
        chosen = fields["chosen"]
        return Saved(options, str(fields["key"]), turns, None if chosen is None else str(chosen))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        if isinstance(error, SavedGameError):
            raise
        raise SavedGameError(f"the saved game is damaged: {quoted(text[:100])}") from None


def _option(value: Any) -> str | int | None:
    if value is not None and not isinstance(value, str | int):
        raise TypeError
    return value


def restore(session: Session, saved: Saved) -> Session:
    """Take the turns of a saved game into a new session of the same game.

    Raises SavedGameError if the lists are others than they were.
    """
    if saved.key != session.game.key:
        raise SavedGameError("the saved game was played with other lists or another rule")
    game = session.game
    turns = tuple(Turn(game.read_guess(g), game.rule.read(s)) for g, s in saved.turns)
    chosen = None if saved.chosen is None else game.read_guess(saved.chosen)
    return Session(game, session.strategy, turns, chosen)

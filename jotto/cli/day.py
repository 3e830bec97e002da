"""The word of a day in the terminal: it is kept while it is guessed, and counts once."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field, replace

import jotto
from jotto import assistant
from jotto.assistant.sentences import sentence
from jotto.cli.options import note
from jotto.cli.review import Recorder, saved_games
from jotto.errors import GameError, JottoError


@dataclass
class Day:
    """The game of one day; where it is not ``kept``, it is none."""

    keeper: assistant.keeper.Keeper
    kept: bool
    saved: assistant.store.Saved
    store: assistant.store.Store = field(default_factory=lambda: saved_games("daily"))

    def resumed(self, session: jotto.Session) -> jotto.Session:
        """Return the game with the guesses that were made before."""
        with suppress(OSError, GameError):  # none was made, or it is damaged: it begins
            if self.kept:
                self.saved = self.store.load(self.saved.name)
                return self.saved.restore(session)
        return session

    def save(self, session: jotto.Session, *, over: bool) -> None:
        """Keep the guesses until the game is over."""
        if not self.kept:
            return
        new = self.saved.updated(session)
        try:
            self.saved = self.store.delete(new) if over else self.store.write(new)
        except OSError as error:
            self.kept = False
            note(
                sentence(
                    "a note: the game is not saved", path=str(self.store.path), why=error.strerror
                )
            )
        except GameError:  # another program has it, too: the later one counts
            self.saved = replace(self.saved, version=self.store.version(self.saved.name))


def begun(
    keeper: assistant.keeper.Keeper,
    game: jotto.Game,
    options: assistant.store.Options,
    *,
    kept: bool,
) -> Day:
    """Return the game of a day, which is named after it and its list."""
    name = f"{keeper.day}, {game.key}"
    return Day(keeper, kept, assistant.store.Saved(options, game.key, name=name))


def finished(
    keeper: assistant.keeper.Keeper, game: jotto.Game, recorder: Recorder
) -> assistant.review.Record | None:
    """Return the record of the word of a day, if it was found or given up; as on the page."""
    same = str(keeper.day), *map(str, keeper.secrets)
    with suppress(OSError, JottoError):
        for record in recorder.shelf.newest(recorder.shelf.owners(), key=game.key):
            if (record.options.get("daily"), record.secret) == same:
                return record
    return None


def replayed(
    keeper: assistant.keeper.Keeper, session: jotto.Session, record: assistant.review.Record
) -> jotto.Session:
    """Return the game of a record."""
    for turn in session.game.read_turns(record.turns):
        session = assistant.keeper.scored(keeper, session, str(turn.guess))
    return session

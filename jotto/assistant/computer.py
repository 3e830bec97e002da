"""The computer as a player of a match: it chooses a secret, and guesses from what it knows."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal, get_args

import numpy as np
import numpy.typing as npt

from jotto.assistant.match import Match
from jotto.assistant.secret import Proposal, propose
from jotto.engine.game import Game
from jotto.engine.partition import Indices
from jotto.engine.strategies import Strategy
from jotto.errors import GameError, JottoError, quoted
from jotto.games.book import book_for
from jotto.games.lists import offensive
from jotto.games.priors import common
from jotto.games.scoring import RULES

Strength = Literal["easy", "medium", "strong"]

REMEMBERED = 3  # turns that an easy player uses
RAREST_SECRET = {"easy": 35, "medium": 50, "strong": 60}  # SCOWL levels
# Which secrets each draws from, the hardest to find first: from and up to these shares of them.
SHARES = {"easy": (0.7, 1.0), "medium": (0.2, 0.7), "strong": (0.0, 0.1)}


@dataclass(frozen=True)
class Computer:
    """A player that makes the same moves for the same ``seed`` and the same transcript.

    * ``strong``: entropy with the opening book, and the race near the end;
    * ``medium``: any candidate, common words preferred;
    * ``easy``: the same, but only the last three turns are remembered.

    The seed gives the secret away, so it is not shown. Raises GameError.

    >>> from jotto.games.registry import named
    >>> Computer("medium", seed=7), Computer("medium", seed=7).secret(named("mastermind:4x6"))
    (Computer(strength='medium'), '5400')
    """

    strength: Strength
    seed: int = field(repr=False)

    def __post_init__(self) -> None:
        if self.strength not in get_args(Strength):
            known = ", ".join(get_args(Strength))
            raise GameError(f"strength {quoted(str(self.strength))}: write one of {known}")
        if self.seed < 0:
            raise GameError("the seed of the computer is 0 or more")

    def secret(self, game: Game) -> str:
        """Draw a secret: a hard word for a strong player, an easy one for an easy player; any code.

        Takes seconds the first time for each game of words, since all of them are rated.
        """
        secrets = self._fitting(rated(game)) or tuple(map(str, game.secrets))
        return secrets[int(self._random(0).integers(len(secrets)))]

    def _fitting(self, words: tuple[Proposal, ...]) -> tuple[str, ...]:
        known = [one for one in words if one.level <= RAREST_SECRET[self.strength]] or list(words)
        low, high = (round(share * len(known)) for share in SHARES[self.strength])
        return tuple(one.secret for one in known[low:high] or known)

    def guess(self, match: Match, seat: int) -> str:
        """Choose a guess for a seat from what that seat may see; a third of a second at most."""
        game, avoid = match.game, offensive() if _of_words(match.game) else frozenset[str]()
        made = {turn.guess for turn in match.state.seats[seat].turns}
        if self.strength == "strong":
            with suppress(JottoError):  # no word fits, listed or not
                strategy = Strategy("entropy", avoid=avoid, tree=book_for(game))
                return match.session(seat, strategy).guess
        for of, left in self._candidates(match, seat):
            new = [i for i in left.tolist() if of.secrets[i] not in made]
            chosen = [i for i in new if of.secrets[i] not in avoid] or new
            if chosen:
                weights = _chances(of)[chosen]
                drawn = self._random(1 + len(made)).choice(chosen, p=weights / weights.sum())
                return str(of.secrets[int(drawn)])
        return str(game.secrets[0])  # all were guessed: the secret is unlisted

    def _candidates(self, match: Match, seat: int) -> Iterator[tuple[Game, Indices]]:
        """Yield games with secrets (indices) to guess, the ones to try first."""
        game, turns = match.game, match.state.seats[seat].turns
        if self.strength == "easy":
            yield game, game.agreeing(turns[-REMEMBERED:])
        with suppress(JottoError):
            at = match.session(seat).position
            yield at.game, at.left
        yield game, game.everything

    def _random(self, move: int) -> np.random.Generator:
        return np.random.default_rng((self.seed, move))


@lru_cache(maxsize=4)
def rated(game: Game) -> tuple[Proposal, ...]:
    """Rate the secrets of a game of words, the hardest first, without offensive ones; cached.

    Takes seconds the first time. Empty for other games, and for lists that are too large.
    """
    if not _of_words(game):
        return ()
    with suppress(GameError):
        return tuple(propose(game, top=len(game), avoid=offensive()))
    return ()


@lru_cache(maxsize=4)
def _chances(game: Game) -> npt.NDArray[np.float64]:
    """Weight the secrets (S,), common words above rare ones."""
    if game.prior is None and _of_words(game):
        return common([str(word) for word in game.secrets]).astype(float)
    return game.weights(game.everything).astype(float)


def _of_words(game: Game) -> bool:
    return game.rule.name in RULES and not game.closed

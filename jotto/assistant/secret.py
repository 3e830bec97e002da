"""Choosing a secret. How many guesses it takes, and how rare the word is, are separate figures."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from jotto.assistant.session import Session
from jotto.engine.game import Game
from jotto.engine.lengths import evaluate
from jotto.engine.measures import MEASURES
from jotto.engine.partition import partition
from jotto.engine.position import start
from jotto.engine.strategies import Strategy
from jotto.errors import ContradictionError, WordError
from jotto.games.lists import folder
from jotto.games.priors import RAREST, ZIPF, levels, read_numbers
from jotto.games.words import word_game

Floats = npt.NDArray[np.float64]

USUAL = 20  # openings that others are taken to begin with


@dataclass(frozen=True)
class Proposal:
    """A secret: the mean ``guesses`` it takes, and the mean bits ``exposed`` by usual openings.

    ``level`` runs from 10 (common) to 95 (no level known); zipf 3 is once in a million words, None
    is unknown.
    """

    secret: str
    guesses: float
    exposed: float
    level: int
    zipf: float | None


def guesses_needed(game: Game) -> Floats:
    """Return the number of guesses for each secret, (S,), averaged over the measures."""
    return np.asarray(np.mean([evaluate(game, name).each for name in MEASURES], axis=0))


def exposure(game: Game, openings: Sequence[int]) -> Floats:
    """Return the mean number of bits that openings (indices) gain for each secret, (S,)."""
    bits = np.zeros(len(game.secrets))
    for opening in openings:
        for part in partition(game.codes(opening, game.everything), game.everything).values():
            bits[part] += np.log2(len(game.secrets) / len(part)) / len(openings)
    return bits


def propose(
    game: Game, *, max_level: int = RAREST, top: int = 10, avoid: Container[str] = ()
) -> list[Proposal]:
    """Propose secrets, the hardest first; among equals the less exposed, then the earlier."""
    rarities, zipfs = levels(), read_numbers(folder() / ZIPF)
    usual = [game.index(one.guess) for one in start(game).rank(top=USUAL)]
    needed, exposed = guesses_needed(game), exposure(game, usual).round(9)
    return [
        Proposal(word, float(needed[i]), float(exposed[i]), level, zipfs.get(word, 0.0))
        for i in np.lexsort((game.everything, exposed, -needed)).tolist()
        for word in [str(game.secrets[i])]
        for level in [int(rarities.get(word, RAREST))]
        if level <= max_level and word not in avoid
    ][:top]


def rate(game: Game, word: str) -> Proposal:
    """Rate a secret that is in no list by what :func:`propose` rates those of the list by.

    The guesses are those of games that look among unlisted words once no listed word fits. Raises
    WordError where none of them finds it.
    """
    ended = [session for name in MEASURES for session in play_out(game, Strategy(name), word)]
    made = [len(session.state.mine) for session in ended if session.won]
    if len(made) < len(MEASURES):
        reason = "it cannot be found: unlisted words are made of the letters of the list"
        raise WordError(word, reason)
    wider = word_game((*game.secrets, word), game.guesses, rule=game.rule.name)
    usual = [wider.index(one.guess) for one in start(game).rank(top=USUAL)]
    exposed = float(exposure(wider, usual)[-1])
    zipf = read_numbers(folder() / ZIPF).get(word)
    level = int(levels().get(word, RAREST))
    return Proposal(word, float(np.mean(made)), exposed, level, zipf)


def play_out(game: Game, strategy: Strategy, secret: str) -> Iterator[Session]:
    """Yield a game against a secret after each guess, to its end; unlisted ones are found as well.

    The last session contradicts itself where the secret cannot be found.
    """
    session = Session(game, strategy)
    while not session.won and session.contradiction is None:
        session = session.scored(game.score(session.guess, secret))
        if session.attempt is not None:
            session = session.attempt
            with suppress(ContradictionError):
                session = session.among_unlisted()
        yield session

"""Measure how soon a word that is not in the list appears among the strings of letters.

    python scripts/strings_trials.py

The secrets are real words from SCOWL that are not in the shipped list. Each game is played by
entropy under the default prior of ``jotto play``, with true scores, until no candidate is left.
Then the strings that agree with the game are counted and listed until the secret is found. Times
are the slowest of all games. Exit status: 0 if all gates are passed; 1 if not; 2 for bad input,
such as no SCOWL.
"""

from __future__ import annotations

import re
import resource
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import chain
from pathlib import Path
from statistics import fmean, median
from time import perf_counter
from typing import Annotated

import numpy as np
import typer
from gates import Json, Seed, report

import jotto
from jotto import Game
from jotto.engine.game import Turn
from jotto.errors import ContradictionError, JottoError
from jotto.games import unlisted
from jotto.games.building import scowl_words
from jotto.games.letter_model import LATIN, learn

SCOWL = Path("/usr/share/dict/scowl")
FIRST = 10
SHARE = "share in the first ten"  # its gate is a minimum; the other gates are maxima
CLAIM = "chance claimed for the likeliest, beyond how often it is right"
GATES = {
    "median rank": 4.0,
    SHARE: 0.77,
    CLAIM: 0.1,
    "ms to the first string": 50.0,
    "ms to the exact count": 500.0,
    "peak memory in MB": 300.0,
}


@dataclass(frozen=True)
class Trial:
    """One secret: its rank (from 1), the number of strings, the number of turns, and times.

    ``claimed`` is the chance given to the likeliest word.
    """

    word: str
    turns: int
    strings: int
    rank: int
    claimed: float
    first_ms: float
    count_ms: float


def unlisted_words(scowl: Path, level: int, known: Sequence[str]) -> list[str]:
    """Return the words of five letters up to a level that are not in ``known``, sorted."""
    entries = {entry for entry, _ in scowl_words(scowl, max_level=level)}
    return sorted(word for word in entries - set(known) if re.fullmatch("[a-z]{5}", word))


def exhausted(game: Game, word: str) -> list[Turn]:
    """Play a game with true scores until no word of the list agrees with them."""
    at, entropy = jotto.start(game), jotto.strategy("entropy")
    while True:
        guess = entropy(at)
        turn = Turn(guess, game.rule.score(guess, word))
        try:
            at = at.then(turn)
        except ContradictionError:
            return [*at.history, turn]


def trial(game: Game, word: str, history: Sequence[Turn]) -> Trial:
    """Count the strings, list them until the word is found, and time both."""
    start = perf_counter()
    number = unlisted.count(game, history, listed=True)
    counted = perf_counter()
    strings = unlisted.likeliest(game, history, listed=True)
    first = next(strings)
    listed = perf_counter()
    ranked = enumerate(chain([first], strings), start=1)
    rank = next(place for place, text in ranked if text == word)
    weights = unlisted.unlisted_game(game, history).prior
    assert weights is not None, "unlisted words are weighed"
    claimed = float(weights.max() / weights.sum())
    milliseconds = (listed - counted) * 1000, (counted - start) * 1000
    return Trial(word, len(history), number, rank, claimed, *milliseconds)


def measured(found: Sequence[Trial]) -> dict[str, float]:
    """Return the figures that have gates."""
    return {
        "median rank": float(median(one.rank for one in found)),
        SHARE: float(np.mean([one.rank <= FIRST for one in found])),
        CLAIM: fmean(one.claimed - (one.rank == 1) for one in found),
        "ms to the first string": max(one.first_ms for one in found),
        "ms to the exact count": max(one.count_ms for one in found),
        "peak memory in MB": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }


def main(
    words: Annotated[int, typer.Option(min=1, help="Words to look for.")] = 60,
    level: Annotated[int, typer.Option(help="The highest SCOWL level of the words.")] = 80,
    prior: Annotated[str, typer.Option(help="How secrets are weighed: common or even.")] = "common",
    seed: Seed = 0,
    scowl: Annotated[Path, typer.Option(metavar="DIR", help="Folder of SCOWL.")] = SCOWL,
    as_json: Json = False,
) -> None:
    """Play games whose secret is not in the list, and find it among the strings."""
    try:
        game = jotto.words(prior=prior)
        unknown = unlisted_words(scowl, level, game.secrets)
    except JottoError as error:
        print(f"strings_trials: {error}", file=sys.stderr)
        raise typer.Exit(2) from None
    drawn = np.random.default_rng(seed).permutation(unknown)[:words].tolist()
    if not drawn:
        raise typer.BadParameter("the list has all words up to it", param_hint="--level")
    start = perf_counter()
    learn(tuple(game.secrets), LATIN)
    learnt = (perf_counter() - start) * 1000
    found = [trial(game, word, exhausted(game, word)) for word in drawn]
    facts = {
        "words": len(found),
        "of": len(unknown),
        "level": level,
        "seed": seed,
        "prior": prior,
        "turns until nothing fits, on average": fmean(one.turns for one in found),
        "strings that agree, median": float(median(one.strings for one in found)),
        "ms to learn the letters": learnt,
    }
    late = sorted(found, key=lambda one: -one.rank)[:FIRST]
    latest = [(one.word, one.rank, one.strings, one.turns) for one in late]
    report(
        facts,
        measured(found),
        GATES,
        (("latest to come", "rank", "strings", "turns"), latest),
        floors=(SHARE,),
        as_json=as_json,
        trials=[asdict(one) for one in found],
    )


if __name__ == "__main__":
    typer.run(main)

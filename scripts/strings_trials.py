"""Measure how soon a word outside the list turns up among the strings of letters.

    python scripts/strings_trials.py

Real words that the shipped list lacks, drawn from SCOWL, are the secrets. Each game is played by
entropy and the prior that a person is advised by, with true scores, until no candidate is left.
Then the strings that agree with the game are counted and listed, and the true word is looked for.
Times are the slowest of all games.
Exit status: 0 all gates passed; 1 one did not; 2 bad input, such as no SCOWL.
"""

from __future__ import annotations

import json
import re
import resource
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from itertools import chain
from pathlib import Path
from statistics import fmean, median
from time import perf_counter
from typing import Annotated, Any

import numpy as np
import typer
from build_wordlists import BuildError, entries_of, scowl_files

from jotto.cli.render import show_table
from jotto.engine.game import Game, Turn
from jotto.engine.strategies import strategy_named
from jotto.engine.tree import Node, grow
from jotto.games.known import Language, best_first, learn
from jotto.games.priors import common
from jotto.games.strings import count
from jotto.games.words import shipped_words, word_game

SCOWL = Path("/usr/share/dict/scowl")
FIRST = 10
SHARE = "share in the first ten"  # to be reached; the other gates are not to be passed
GATES = {
    "median rank": 4.0,
    SHARE: 0.77,
    "ms to the first string": 50.0,
    "ms to the exact count": 500.0,
    "peak memory in MB": 300.0,
}


class Prior(StrEnum):
    """How likely the words of the list are held to be."""

    common = "common"
    even = "even"


@dataclass(frozen=True)
class Trial:
    """One word looked for: its rank (from 1), among how many, after how many turns, and times."""

    word: str
    turns: int
    strings: int
    rank: int
    first_ms: float
    count_ms: float


def outside_words(scowl: Path, level: int, known: Sequence[str]) -> list[str]:
    """Read the words of five letters up to a level that ``known`` lacks, sorted."""
    entries = {
        entry for path, _ in scowl_files(scowl, max_level=level) for entry, _ in entries_of(path)
    }
    return sorted(word for word in entries - set(known) if re.fullmatch("[a-z]{5}", word))


def exhausted(root: Node, word: str) -> list[Turn]:
    """Play a game with true scores until no word of the list agrees with them."""
    game, node, history = root.game, root, list[Turn]()
    while True:
        guess = game.guesses[node.guess]
        history.append(Turn(guess, game.rule.score(guess, word)))
        below = node.branches.get(history[-1].code)
        if below is None:
            return history
        node = below


def trial(game: Game, language: Language, word: str, history: Sequence[Turn]) -> Trial:
    """Count the strings, list them until the word comes, and time both."""
    start = perf_counter()
    number = count(history, language.letters.alphabet, language.letters.length, game.rule)
    counted = perf_counter()
    strings = best_first(language, history, game.rule)
    first = next(strings)
    listed = perf_counter()
    ranked = enumerate(chain([first], strings), start=1)
    rank = next(place for place, text in ranked if text == word)
    milliseconds = (listed - counted) * 1000, (counted - start) * 1000
    return Trial(word, len(history), number, rank, *milliseconds)


def trials(game: Game, drawn: Sequence[str]) -> tuple[list[Trial], float]:
    """Look for each word drawn; also the milliseconds that learning from the list takes."""
    root = grow(game, strategy_named("entropy"))
    start = perf_counter()
    language = learn(game.secrets)
    learnt = (perf_counter() - start) * 1000
    return [trial(game, language, word, exhausted(root, word)) for word in drawn], learnt


def measured(found: Sequence[Trial]) -> dict[str, float]:
    """Work out what the gates ask for."""
    return {
        "median rank": float(median(one.rank for one in found)),
        SHARE: float(np.mean([one.rank <= FIRST for one in found])),
        "ms to the first string": max(one.first_ms for one in found),
        "ms to the exact count": max(one.count_ms for one in found),
        "peak memory in MB": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }


def passes(name: str, figure: float) -> bool:
    """Say whether a figure passes its gate."""
    return figure >= GATES[name] if name == SHARE else figure <= GATES[name]


def main(
    words: Annotated[int, typer.Option(min=1, help="Words to look for.")] = 60,
    level: Annotated[int, typer.Option(help="SCOWL level they come from, at most.")] = 80,
    prior: Annotated[Prior, typer.Option(help="What the games are played by.")] = Prior.common,
    seed: Annotated[int, typer.Option(min=0, help="What chance starts from.")] = 0,
    scowl: Annotated[Path, typer.Option(metavar="DIR", help="Folder of SCOWL.")] = SCOWL,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Play games whose secret is not in the list, and look for it among the strings."""
    listed = shipped_words()
    try:
        unknown = outside_words(scowl, level, listed)
    except BuildError as error:
        print(f"strings_trials: {error}", file=sys.stderr)
        raise typer.Exit(error.status) from None
    drawn = np.random.default_rng(seed).permutation(unknown)[:words].tolist()
    if not drawn:
        raise typer.BadParameter("no word up to there is outside the list", param_hint="--level")
    game = word_game(listed, keep=True, prior=common if prior is Prior.common else None)
    found, learnt = trials(game, drawn)
    figures = measured(found)
    passed = all(passes(name, figure) for name, figure in figures.items())
    facts: dict[str, Any] = {
        "words": len(found),
        "of": len(unknown),
        "level": level,
        "seed": seed,
        "prior": prior.value,
        "turns until nothing fits, on average": fmean(one.turns for one in found),
        "strings that agree, median": float(median(one.strings for one in found)),
        "ms to learn the letters": learnt,
    }
    if as_json:
        rows = [asdict(one) for one in found]
        print(
            json.dumps(
                {"schema": 1, **facts, **figures, "gates": GATES, "passed": passed}
                | {"trials": rows}
            )
        )
    else:
        show(facts, figures, found)
    raise typer.Exit(0 if passed else 1)


def show(facts: dict[str, Any], figures: dict[str, float], found: Sequence[Trial]) -> None:
    """Print what was measured, then the words that came late."""
    show_table(("games", "value"), list(facts.items()), plain=True)
    print()
    rows = [(name, figure, GATES[name], passes(name, figure)) for name, figure in figures.items()]
    show_table(("all words looked for", "figure", "gate", "passed"), rows, plain=True)
    print()
    late = sorted(found, key=lambda one: -one.rank)[:FIRST]
    columns = ("latest to come", "rank", "strings", "turns")
    show_table(columns, [(o.word, o.rank, o.strings, o.turns) for o in late], plain=True)


if __name__ == "__main__":
    typer.run(main)

"""Options that several commands share, and the game they describe."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from jotto.errors import GameError, WordError, WordListError, quoted

if TYPE_CHECKING:
    from jotto.engine.game import Game, Turn
    from jotto.engine.strategies import Allow

Turns = Annotated[
    list[str] | None,
    typer.Argument(metavar="[TURN]...", help="Turns so far, each WORD=SCORE: tares=1,1"),
]
Words = Annotated[
    Path | None,
    typer.Option(
        "--words", metavar="FILE", help="Secrets, one word a line; else the shipped English list."
    ),
]
Guesses = Annotated[
    Path | None,
    typer.Option("--guesses", metavar="FILE", help="Further allowed guesses, one word a line."),
]
RuleName = Annotated[
    str, typer.Option("--rule", metavar="RULE", help="exact-elsewhere, jots or colours.")
]
StrategyName = Annotated[
    str,
    typer.Option(
        "--strategy", metavar="NAME", help="entropy, minimax, expected-size or most-parts."
    ),
]
Allowed = Annotated[
    str,
    typer.Option(
        "--allow", metavar="WHICH", help="all guesses, or only candidates (can be the secret)."
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
Plain = Annotated[bool, typer.Option("--plain", help="Print text without colours or boxes.")]
Top = Annotated[int, typer.Option("--top", min=1, metavar="N", help="How many to show.")]

DEFAULT_RULE = "exact-elsewhere"
DEFAULT_STRATEGY = "entropy"
DEFAULT_ALLOW = "all"


def load_game(words: Path | None, guesses: Path | None, rule: str) -> Game:
    """Make the game that ``--words``, ``--guesses`` and ``--rule`` describe."""
    from jotto.games.words import read_words, shipped_words, word_game

    secrets = read_words(words) if words else shipped_words()
    further = read_words(guesses) if guesses else ()
    try:
        return word_game(secrets, further, rule=rule, keep=True)
    except WordError as error:
        raise WordListError(str(guesses), str(error)) from error


def read_allow(text: str) -> Allow:
    """Read ``--allow``; raises GameError."""
    if text == "all":
        return "all"
    if text == "candidates":
        return "candidates"
    raise GameError(f"--allow {quoted(text)}: write all or candidates")


def read_turns(game: Game, texts: Sequence[str] | None) -> tuple[Turn, ...]:
    """Read the turns given, and note on stderr those whose word the list does not hold."""
    turns = game.read_turns(texts or ())
    for turn in turns:
        note_stranger(game, turn.guess)
    return turns


def note_stranger(game: Game, word: str) -> None:
    """Note on stderr that a word is not in the list, since it may be a slip of the keys."""
    if word in game.index:
        return
    from jotto.games.words import alike

    meant = " or ".join(map(repr, alike(word, game.guesses)))
    hint = f" (did you mean {meant}?)" if meant else ""
    print(f"jotto: note: {word!r} is not in the list{hint}; its score counts", file=sys.stderr)

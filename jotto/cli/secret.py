"""Choosing a secret."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from jotto.cli import render
from jotto.cli.options import (
    DEFAULT_GAME,
    Guesses,
    House,
    Json,
    Plain,
    Plurals,
    Polite,
    Repeats,
    RuleName,
    Top,
    Words,
    load_game,
)
from jotto.errors import GameError


def secret(
    top: Top = 10,
    max_level: Annotated[
        int,
        typer.Option(
            "--max-level",
            min=10,
            max=95,
            metavar="N",
            help="How obscure at most: 35 is well known.",
        ),
    ] = 70,
    words: Words = None,
    guesses: Guesses = None,
    rule: RuleName = None,
    repeats: Repeats = True,
    plurals: Plurals = True,
    polite: Polite = False,
    json: Json = False,
    plain: Plain = False,
) -> None:
    """Propose secrets that are hard to find, and say how obscure they are.

    Words of big families (hatch, latch, match) are hard for a solver; rare words are hard for
    people. Levels run from 10, common, to 70; a word in no list has 95.

    Example: jotto secret --max-level 35
    """
    from jotto.assistant.secret import propose
    from jotto.games.words import offensive

    house = House(repeats, plurals, polite)
    played = load_game(DEFAULT_GAME, words, guesses, rule, house=house)

    from jotto.engine import kernels

    barred = offensive() if polite else frozenset[str]()
    found = propose(played, max_level=max_level, top=top, unsaid=barred, values=kernels.values)
    if not found:
        raise GameError(f"no word of the list has a level of {max_level} or less")
    if json:
        render.show_json(secrets=[asdict(one) for one in found])
        return
    headers = ("secret", "guesses needed", "bits exposed", "level", "zipf")
    rows = [(one.secret, one.guesses, one.exposed, one.level, one.zipf) for one in found]
    render.show_table(headers, rows, plain=plain)

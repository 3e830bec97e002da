"""Commands that say what openings and strategies are worth, over every secret."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from jotto.cli import render
from jotto.cli.advice import HEADERS, advice_row
from jotto.cli.options import (
    DEFAULT_ALLOW,
    DEFAULT_RULE,
    DEFAULT_STRATEGY,
    Allowed,
    Guesses,
    Json,
    Plain,
    RuleName,
    StrategyName,
    Top,
    Words,
    load_game,
    read_allow,
)

if TYPE_CHECKING:
    from jotto.engine.game import Game


def evaluate(
    strategy: StrategyName = DEFAULT_STRATEGY,
    opening: Annotated[
        str | None,
        typer.Option("--opening", metavar="W[,W]", help="Guesses made first, whatever the scores."),
    ] = None,
    allow: Allowed = DEFAULT_ALLOW,
    words: Words = None,
    guesses: Guesses = None,
    rule: RuleName = DEFAULT_RULE,
    json: Json = False,
    plain: Plain = False,
) -> None:
    """Play a strategy against every secret: the games, their mean, deviation and worst.

    Example: jotto evaluate --strategy minimax --opening tares
    """
    from jotto.analysis.evaluate import evaluate as play_all
    from jotto.engine.strategies import measure_named, one_step, with_opening

    measure, allowed = measure_named(strategy), read_allow(allow)
    game = load_game(words, guesses, rule)
    fixed = read_opening(game, opening)

    from jotto.engine import kernels  # once nothing can be refused any more: it loads slowly

    follow = one_step(measure, allow=allowed, values=kernels.values)
    found = play_all(game, with_opening(fixed, follow))
    figures = {name: getattr(found, name) for name in ("total", "mean", "sd", "worst", "secrets")}
    if json:
        render.show_json(strategy=strategy, first=found.first, games=found.games, **figures)
        return
    print(f"{strategy}, first {found.first}, over {render.count(found.secrets, 'secret')}")
    render.show_table(("guesses", "games"), list(found.games.items()), plain=plain)
    print(
        f"total {found.total}, mean {found.mean:.4f}, "
        f"standard deviation {found.sd:.4f}, worst {found.worst}"
    )


def read_opening(game: Game, text: str | None) -> list[int]:
    """Read ``--opening tares,noily`` into indices of allowed guesses; raises WordError."""
    from jotto.errors import WordError
    from jotto.games.words import alike

    found = [game.read_guess(word) for word in text.split(",")] if text is not None else []
    for word in found:
        if word not in game.index:
            raise WordError(word, "it is not an allowed guess", alike(word, game.guesses))
    return [game.index[word] for word in found]


def openings(
    strategy: StrategyName = DEFAULT_STRATEGY,
    top: Top = 10,
    words: Words = None,
    guesses: Guesses = None,
    rule: RuleName = DEFAULT_RULE,
    json: Json = False,
    plain: Plain = False,
) -> None:
    """Rank openings by what one guess is worth before its score is known.

    Example: jotto openings --strategy most-parts --top 3
    """
    from jotto.engine.strategies import measure_named, rank

    measure = measure_named(strategy)
    game = load_game(words, guesses, rule)
    advice = rank(game, game.everything, measure, top=top)
    if json:
        found = []
        for one in advice:
            fields = asdict(one)
            found.append({"opening": game.guesses[fields.pop("guess")], **fields})
        render.show_json(secrets=len(game.secrets), openings=found)
        return
    rows = [advice_row(game, one) for one in advice]
    render.show_table(("opening", *HEADERS[1:]), rows, plain=plain)

"""Commands that play strategies: evaluate, compare and card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import TYPE_CHECKING, Annotated, Any

import typer

import jotto
from jotto import analysis
from jotto.assistant.table import facts_of
from jotto.cli import options, render
from jotto.cli.help import number, option
from jotto.cli.options import (
    DEFAULT_STRATEGY,
    Seed,
    StrategyName,
    Table,
    game_options,
    read_guess,
)
from jotto.cli.render import Screen
from jotto.cli.reporting import CardHtml, Output, Plot, put_plot, put_report, ready_for_report
from jotto.errors import GameError

if TYPE_CHECKING:
    from jotto import Lengths

OPENING = option("W[,W]", "The first guesses, whatever the scores.")
SUCH = "entropy, minimax@tares, tree:FILE .."
CONTENDERS = typer.Argument(metavar="STRATEGY[@W[,W]]...", help=SUCH)
PAGE = 56  # lines of a table on a page with 60 lines


@game_options()
def evaluate(
    table: Table,
    screen: Screen,
    strategy: StrategyName = DEFAULT_STRATEGY,
    opening: Annotated[str | None, OPENING] = None,
    seed: Seed = 0,
    runs: Annotated[int, number("Random strategy: number of trees.")] = 10,
    output: Output = None,
    plot: Plot = None,
) -> None:
    """Play a strategy against every secret: mean, deviation, worst.

    Example: jotto evaluate --strategy minimax --opening tares
    """
    game = table.load()
    fixed = [read_guess(game, text) for text in opening.split(",")] if opening is not None else []
    chosen = table.strategy(strategy, game, opening=fixed, seed=seed)
    ready_for_report(plot, plot=True)
    at, chance, found = jotto.start(game), {}, None
    if strategy == "random":
        chance = {"seed": seed, "runs": runs}
        drawn = (replace(chosen, seed=(seed, run)) for run in range(runs))
        found = jotto.Lengths.of_runs([jotto.evaluate(at, one) for one in drawn])
        chosen = replace(chosen, seed=(seed, 0))
    first, lengths = chosen(at), found or jotto.evaluate(at, chosen)
    if output is not None:
        jotto.Tree.grow(at, chosen).save(output, game=table.game)
    weighed = {} if game.prior is None else {"prior_mean": lengths.weighted_mean}
    fields = figures(lengths) | {"secrets": len(lengths)} | chance | weighed
    if not screen.shows_json(strategy=strategy, first=first, **fields):
        often = f", {render.count(runs, 'run')} from seed {seed}" if chance else ""
        print(f"{strategy}, first {first}, over {render.count(len(lengths), 'secret')}{often}")
        screen.show_games({"games": lengths.games})
        prior = f"; mean under the prior {lengths.weighted_mean:.4f}" if weighed else ""
        print(
            f"total {lengths.total:,}, mean {lengths.mean:.4f}, "
            f"standard deviation {lengths.sd:.4f}, worst {lengths.worst}{prior}"
        )
    if plot is not None:
        put_plot(plot, {f"{strategy}, first {first}": lengths.games}, table, game)


def figures(lengths: Lengths) -> dict[str, Any]:
    """Return the statistics of lengths for JSON."""
    names = ("games", "total", "mean", "sd", "worst")
    return {name: getattr(lengths, name) for name in names}


COLUMNS = ("contender", "mean", "sd", "worst", "difference", "difference_sd", "helped", "hurt")
WEIGHED = ("prior_mean", "prior_difference")


@game_options(without=("allow", "polite"))
def compare(
    table: Table,
    screen: Screen,
    contenders: Annotated[list[str], CONTENDERS],
    top: options.Top = 5,
    seed: Seed = 0,
    plot: Plot = None,
) -> None:
    """Compare strategies and openings, secret by secret.

    Each is compared with the first: for how many secrets it takes fewer guesses (helped) or more
    (hurt), and for which secrets the difference is largest.

    Example: jotto compare entropy entropy@tares most-parts
    """
    if len(contenders) < 2:
        raise GameError("compare needs two contenders or more: jotto compare entropy minimax")
    ready_for_report(plot, plot=True)
    parts = [parted(text) for text in contenders]
    for name, _ in parts:
        if options.tree_path(name) is None:
            jotto.strategy(name)
    game = table.load()
    ways = [
        table.strategy(name, game, opening=[read_guess(game, w) for w in words], seed=(seed,))
        for name, words in parts
    ]
    found = [jotto.evaluate(game, way) for way in ways]
    each = zip(contenders, found, strict=True)
    rows = [{"contender": text} | compared(one, found[0], top) for text, one in each]
    games = {text: one.games for text, one in zip(contenders, found, strict=True)}
    if not screen.shows_json(secrets=len(found[0]), base=contenders[0], contenders=rows):
        print(f"over {render.count(len(found[0]), 'secret')}, differences from {contenders[0]}")
        screen.show_records(COLUMNS if game.prior is None else COLUMNS + WEIGHED, rows)
        screen.show_games(games)
        show_most(rows[1:])
    if plot is not None:
        put_plot(plot, games, table, game)


def show_most(rows: Sequence[Mapping[str, Any]]) -> None:
    """Print the secrets with the largest differences for each contender."""
    for row in rows:
        for what in ("helped", "hurt"):
            most = ", ".join(f"{word} {by:+}" for word, by in row[f"most_{what}"].items())
            if most:
                print(f"{row['contender']}: most {what}: {most}")


def parted(text: str) -> tuple[str, list[str]]:
    """Split a contender into its strategy and its opening.

    >>> parted("minimax@tares,moist"), parted("simple"), parted("@tares")
    (('minimax', ['tares', 'moist']), ('simple', []), ('entropy', ['tares']))
    """
    name, at, opening = text.rpartition("@") if "@" in text else (text, "", "")
    return name or DEFAULT_STRATEGY, opening.split(",") if at else []


def compared(one: Lengths, base: Lengths, top: int) -> dict[str, Any]:
    """Return the statistics of a contender, compared with the first, for JSON."""
    more = one - base
    secrets = list(zip(map(str, base.at.candidates), more.tolist(), strict=True))
    helped = sorted((each for each in secrets if each[1] < 0), key=lambda each: each[1])
    hurt = sorted((each for each in secrets if each[1] > 0), key=lambda each: -each[1])
    fields = {
        **figures(one),
        "difference": float(more.mean()),
        "difference_sd": float(more.std()),
        "helped": len(helped),
        "hurt": len(hurt),
        "most_helped": dict(helped[:top]),
        "most_hurt": dict(hurt[:top]),
    }
    if one.at.game.prior is not None:
        difference = one.weighted_mean - base.weighted_mean
        fields |= {"prior_mean": one.weighted_mean, "prior_difference": difference}
    return fields


@game_options(house=True, polite=None)
def card(
    table: Table,
    screen: Screen,
    strategy: StrategyName = DEFAULT_STRATEGY,
    seed: Seed = 0,
    html: CardHtml = None,
) -> None:
    """Print the first two guesses on one page: the second by score.

    They come from the opening book, if the game has one. Offensive words are left out unless
    --no-polite is given.

    Example: jotto card --strategy most-parts
    """
    ready_for_report(html)
    game, polite = table.load(), table.polite is not False
    chosen = replace(table, polite=polite).strategy(strategy, game, seed=seed, book=True)
    at = jotto.start(game)
    first, about = chosen(at), ""
    if chosen.tree is not None and options.tree_path(strategy) is None:
        which = "equally likely" if game.prior is None else "common"
        about = f"From the opening book for {which} words; jotto openings ranks by one guess."
    rows = [
        (score, len(after), str(chosen(after)))
        for score in at.partition(first)
        if not (after := at.after(first, score)).won
    ]
    second = {score: {"left": left, "guess": guess} for score, left, guess in rows}
    if not screen.shows_json(first=str(first), secrets=len(at), second=second):
        show_card(first, rows, about, screen)
    if html is not None:
        facts = facts_of(table, game, strategy)
        page = analysis.report.card_page(
            str(first),
            rows,
            title=f"Jotto card: {facts.get('List', facts['Game'])}",
            facts=facts,
            about=about,
            coloured=game.rule.name == options.COLOURS,
        )
        put_report(html, page)


def show_card(
    first: Any, rows: Sequence[tuple[render.Cell, ...]], about: str, screen: Screen
) -> None:
    """Print a card as a table whose columns fit on a page."""
    if not rows:
        print(f"Guess {first}: it is the only secret.")
        return
    print(f"Guess {first}, then by its score:")
    down = -(-len(rows) // -(-len(rows) // PAGE))
    columns = [rows[at : at + down] for at in range(0, len(rows), down)]
    beside = zip_longest(*columns, fillvalue=("", "", ""))
    headers = ("score", "left", "guess") * len(columns)
    screen.show_table(headers, [sum(line, ()) for line in beside])
    if about:
        print(about)

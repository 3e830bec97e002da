"""Commands that say what openings and strategies are worth, over every secret."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from jotto.cli import render
from jotto.cli.options import (
    DEFAULT_ALLOW,
    DEFAULT_GAME,
    DEFAULT_STRATEGY,
    EVEN,
    Allowed,
    GameName,
    Guesses,
    House,
    Json,
    Plain,
    Plurals,
    Polite,
    Prior,
    Repeats,
    RuleName,
    Seed,
    StrategyName,
    Words,
    load_game,
    read_allow,
    read_guess,
    read_strategy,
    tree_path,
)
from jotto.cli.reporting import (
    Plot,
    put_plot,
    ready_for_plot,
)
from jotto.cli.trees import Output, put_tree

if TYPE_CHECKING:
    from jotto.analysis.evaluate import Evaluation


def evaluate(
    strategy: StrategyName = DEFAULT_STRATEGY,
    opening: Annotated[
        str | None,
        typer.Option("--opening", metavar="W[,W]", help="Guesses made first, whatever the scores."),
    ] = None,
    seed: Seed = 0,
    runs: Annotated[
        int, typer.Option("--runs", min=1, metavar="N", help="Trees drawn by the random strategy.")
    ] = 10,
    output: Output = None,
    plot: Plot = None,
    allow: Allowed = DEFAULT_ALLOW,
    game: GameName = DEFAULT_GAME,
    words: Words = None,
    guesses: Guesses = None,
    rule: RuleName = None,
    prior: Prior = EVEN,
    repeats: Repeats = True,
    plurals: Plurals = True,
    polite: Polite = False,
    json: Json = False,
    plain: Plain = False,
) -> None:
    """Play a strategy against every secret: the games, their mean, deviation and worst.

    Example: jotto evaluate --strategy minimax --opening tares
    """
    from jotto.analysis.evaluate import evaluate_trees
    from jotto.engine.strategies import strategy_named, with_opening
    from jotto.engine.tree import grow

    if tree_path(strategy) is None:
        strategy_named(strategy)
    house = House(repeats, plurals, polite)
    played = load_game(game, words, guesses, rule, prior, house)
    allowed = read_allow(allow, played, house)
    fixed = [read_guess(played, text) for text in opening.split(",")] if opening is not None else []
    ready_for_plot(plot)

    from jotto.engine import kernels  # once nothing can be refused any more: it loads slowly

    name = partial(read_strategy, strategy, played, allow=allowed, values=kernels.values)
    drawn = runs if strategy == "random" else 1
    strategies = [with_opening(fixed, name(seed=(seed, run))) for run in range(drawn)]
    roots = [grow(played, chosen) for chosen in strategies]
    found = evaluate_trees(*roots)
    if output is not None:
        put_tree(output, roots[0], name=game)
    chance = {"seed": seed, "runs": drawn} if strategy == "random" else {}
    if json:
        show_evaluation_json(strategy, found, chance)
    else:
        show_evaluation(strategy, found, chance, plain=plain)
    if plot is not None:
        put_plot(plot, {f"{strategy}, first {found.first}": found.games})


def show_evaluation_json(strategy: str, found: Evaluation, chance: Mapping[str, int]) -> None:
    """Print what a strategy is worth; ``chance`` is the seed and the runs of a random one."""
    figures = {name: getattr(found, name) for name in ("total", "mean", "sd", "worst", "secrets")}
    weighed = {} if found.weights is None else {"prior_mean": found.prior_mean}
    render.show_json(
        strategy=strategy, first=found.first, games=found.games, **figures, **chance, **weighed
    )


def show_evaluation(
    strategy: str, found: Evaluation, chance: Mapping[str, int], *, plain: bool
) -> None:
    """Print what a strategy is worth for people to read."""
    often = f", {render.count(chance['runs'], 'run')} from seed {chance['seed']}" if chance else ""
    print(f"{strategy}, first {found.first}, over {render.count(found.secrets, 'secret')}{often}")
    render.show_table(("guesses", "games"), list(found.games.items()), plain=plain)
    print(
        f"total {found.total}, mean {found.mean:.4f}, "
        f"standard deviation {found.sd:.4f}, worst {found.worst}"
        + ("" if found.weights is None else f"; mean under the prior {found.prior_mean:.4f}")
    )


def bound(
    max_guesses: Annotated[
        int | None,
        typer.Option(
            "--max-guesses", min=1, metavar="N", help="Only say whether N guesses can be enough."
        ),
    ] = None,
    game: GameName = DEFAULT_GAME,
    words: Words = None,
    guesses: Guesses = None,
    rule: RuleName = None,
    repeats: Repeats = True,
    plurals: Plurals = True,
    json: Json = False,
) -> None:
    """Find the least worst case: the fewest guesses that are enough for every secret; a proof.

    With --max-guesses the answer is yes or no, and a no is exit status 1. Interrupted, it says
    what was proved so far.

    Example: jotto bound --game mastermind:4x6
    """
    from jotto.engine.search import narrow_worst_case, strategy_exists

    played = load_game(game, words, guesses, rule, house=House(repeats, plurals))
    if max_guesses is not None:
        exists = strategy_exists(played, max_guesses)
        if json:
            render.show_json(max_guesses=max_guesses, exists=exists, proved=True)
        else:
            some = "some" if exists else "no"
            print(f"{some} strategy finds every secret in {render.count(max_guesses, 'guess')}")
        raise typer.Exit(0 if exists else 1)
    low, high = 1, None
    try:
        for low, high in narrow_worst_case(played):
            render.show_progress(f"{low} to {high} guesses")
    except KeyboardInterrupt:
        show_bound(low, high, json=json)
        raise
    show_bound(low, high, json=json)


def show_bound(low: int, high: int | None, *, json: bool) -> None:
    """Say what is known of the least worst case."""
    proved = low == high
    if json:
        render.show_json(least_worst_case=high, at_least=low, proved=proved)
    elif proved:
        print(f"{render.count(low, 'guess')} are enough for every secret, and no fewer: proved")
    else:
        print(f"at least {low}" + (f", at most {high} guesses" if high else " guess"))

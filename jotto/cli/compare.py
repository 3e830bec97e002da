"""The command that compares strategies and openings over the same secrets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from jotto.cli import render
from jotto.cli.options import (
    DEFAULT_ALLOW,
    DEFAULT_GAME,
    DEFAULT_STRATEGY,
    EVEN,
    GameName,
    Guesses,
    House,
    Json,
    Plain,
    Plurals,
    Prior,
    Repeats,
    RuleName,
    Seed,
    Top,
    Words,
    load_game,
    read_allow,
    read_guess,
    read_strategy,
    tree_path,
)
from jotto.errors import GameError

if TYPE_CHECKING:
    from jotto.analysis.compare import Contest
    from jotto.analysis.evaluate import Evaluation
    from jotto.engine.game import Game
    from jotto.engine.partition import Indices

Contenders = Annotated[
    list[str],
    typer.Argument(metavar="STRATEGY[@W[,W]]...", help="entropy, minimax@tares, tree:FILE .."),
]
HEADERS = ("", "mean", "deviation", "worst", "difference", "its deviation", "helped", "hurt")


def compare(
    contenders: Contenders,
    top: Top = 5,
    seed: Seed = 0,
    game: GameName = DEFAULT_GAME,
    words: Words = None,
    guesses: Guesses = None,
    rule: RuleName = None,
    prior: Prior = EVEN,
    repeats: Repeats = True,
    plurals: Plurals = True,
    json: Json = False,
    plain: Plain = False,
) -> None:
    """Play strategies, each after an opening or not, against the same secrets; pair them up.

    Each is compared with the first, secret by secret: how many it helps and hurts, and whom most.

    Example: jotto compare entropy entropy@tares most-parts
    """
    from jotto.analysis.compare import Contest
    from jotto.engine.strategies import strategy_named

    if len(contenders) < 2:
        raise GameError("compare needs two contenders or more: jotto compare entropy minimax")
    for text in contenders:
        name = parted(text)[0]
        if tree_path(name) is None:
            strategy_named(name)
    played = load_game(game, words, guesses, rule, prior, House(repeats, plurals))
    openings = [read_opening(played, text) for text in contenders]
    found = [
        play(played, parted(text)[0], opening, seed)
        for text, opening in zip(contenders, openings, strict=True)
    ]
    base = found[0].lengths
    contests = [Contest(played, one.lengths, base) for one in found]
    if json:
        show_json(contenders, found, contests, top)
        return
    print(f"over {render.count(len(base), 'secret')}, differences from {contenders[0]}")
    rows = [row(*each) for each in zip(contenders, found, contests, strict=True)]
    weighed = played.weights is not None
    headers = (*HEADERS, *(("under the prior", "difference") if weighed else ()))
    render.show_table(headers, rows, plain=plain)
    for text, contest in zip(contenders[1:], contests[1:], strict=True):
        for what, secrets in (("helped", contest.helped), ("hurt", contest.hurt)):
            if len(secrets):
                most = ", ".join(f"{word} {by:+}" for word, by in named(contest, secrets[:top]))
                print(f"{text}: most {what}: {most}")


def parted(text: str) -> tuple[str, str | None]:
    """Part a contender into its strategy and its opening.

    >>> parted("minimax@tares,moist"), parted("simple"), parted("@tares")
    (('minimax', 'tares,moist'), ('simple', None), ('entropy', 'tares'))
    """
    name, at, opening = text.rpartition("@") if "@" in text else (text, "", "")
    return name or DEFAULT_STRATEGY, opening if at else None


def read_opening(game: Game, text: str) -> list[int]:
    """Read the opening of a contender. Raises WordError."""
    opening = parted(text)[1]
    return [] if opening is None else [read_guess(game, word) for word in opening.split(",")]


def play(game: Game, name: str, opening: Sequence[int], seed: int) -> Evaluation:
    """Play a strategy after an opening against every secret."""
    from jotto.analysis.evaluate import Evaluation, evaluate
    from jotto.analysis.workers import Plan, lengths_after
    from jotto.engine import kernels
    from jotto.engine.strategies import with_opening

    if tree_path(name) is None and name != "random":
        lengths = lengths_after(Plan(game, name), tuple(opening))
        return Evaluation("", lengths, weights=game.weights)
    allow = read_allow(DEFAULT_ALLOW, game)
    chosen = read_strategy(name, game, allow=allow, seed=(seed,), values=kernels.values)
    return evaluate(game, with_opening(opening, chosen))


def named(contest: Contest, secrets: Indices) -> list[tuple[str, int]]:
    """Name secrets, each with its difference."""
    words = [str(contest.game.secrets[secret]) for secret in secrets.tolist()]
    return list(zip(words, contest.differences[secrets].tolist(), strict=True))


def row(text: str, found: Evaluation, contest: Contest) -> list[render.Cell]:
    """Lay a contender out under HEADERS."""
    cells: list[render.Cell] = [text, found.mean, found.sd, found.worst]
    cells += [contest.difference, contest.sd, len(contest.helped), len(contest.hurt)]
    return cells + ([] if found.weights is None else [found.prior_mean, contest.prior_difference])


def show_json(
    contenders: Sequence[str], found: Sequence[Evaluation], contests: Sequence[Contest], top: int
) -> None:
    """Print one JSON object."""
    results = []
    for text, one, contest in zip(contenders, found, contests, strict=True):
        weighed: dict[str, Any] = {}
        if one.weights is not None:
            weighed = {"prior_mean": one.prior_mean, "prior_difference": contest.prior_difference}
        results.append(
            {
                "contender": text,
                "games": one.games,
                **{name: getattr(one, name) for name in ("total", "mean", "sd", "worst")},
                "difference": contest.difference,
                "difference_sd": contest.sd,
                "helped": len(contest.helped),
                "hurt": len(contest.hurt),
                "most_helped": dict(named(contest, contest.helped[:top])),
                "most_hurt": dict(named(contest, contest.hurt[:top])),
                **weighed,
            }
        )
    render.show_json(secrets=len(contests[0].base), base=contenders[0], contenders=results)

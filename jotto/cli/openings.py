"""The command that says what openings are worth, by one guess or by whole trees."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from typer import Option

import jotto
from jotto import analysis
from jotto.cli import render
from jotto.cli.options import (
    DEFAULT_ALLOW,
    DEFAULT_STRATEGY,
    EVEN,
    HARD,
    MEASURES,
    Json,
    Plain,
    StrategyName,
    Table,
    Top,
    game_options,
    read_guess,
    tree_path,
)
from jotto.cli.progress import Bar
from jotto.cli.reporting import Html, facts_of, put_report, ready_for_page
from jotto.errors import GameError, WordError, quoted

if TYPE_CHECKING:
    from jotto import Game, Opening, Strategy

COLUMNS = {  # what is known of an opening, and its header
    "word": "opening",
    "mean": "mean",
    "sd": "deviation",
    "worst": "worst",
    "bits": "bits",
    "expected_left": "left on average",
    "worst_left": "at worst",
    "parts": "parts",
    "candidate": "can be the secret",
    "prior_mean": "under the prior",
    "refined": "refined",
}


@game_options()
def openings(
    table: Table,
    strategy: StrategyName = DEFAULT_STRATEGY,
    full: Annotated[
        bool, Option("--full", help="Play each opening, then the strategy, against every secret.")
    ] = False,
    pairs: Annotated[
        bool, Option("--pairs", help="Two guesses that are made whatever the first one's score.")
    ] = False,
    shortlist: Annotated[
        int, Option(min=1, metavar="N", help="With --pairs --full: play the N best pairs.")
    ] = 100,
    refine: Annotated[
        int | None,
        Option(min=1, metavar="N", help="With --full: search for better trees after the N best."),
    ] = None,
    top: Top = 10,
    worst: Annotated[bool, Option("--worst", help="Show the worst, the worst first.")] = False,
    word: Annotated[str | None, Option(metavar="W", help="Say where this opening ranks.")] = None,
    only: Annotated[
        str | None, Option(metavar="W[,W]", help="Only these openings; else all.")
    ] = None,
    csv: Annotated[
        Path | None, Option(metavar="FILE", help="Write all of them too, best first.")
    ] = None,
    html: Html = None,
    processes: Annotated[
        int | None, Option(min=1, metavar="N", help="Processes to work in, here.")
    ] = None,
    dask: Annotated[
        str | None, Option(metavar="ADDRESS", help="Work on this Dask scheduler's workers.")
    ] = None,
    dask_scheduler_file: Annotated[
        Path | None, Option(metavar="FILE", help="The same, its address from this file.")
    ] = None,
    checkpoint: Annotated[
        Path | None, Option(metavar="FILE", help="Where finished work is kept meanwhile.")
    ] = None,
    resume: Annotated[
        bool, Option("--resume", help="Continue a run that was interrupted.")
    ] = False,
    json: Json = False,
    plain: Plain = False,
) -> None:
    """Rank openings by one guess, or with --full by whole trees.

    If --full or --pairs is interrupted or killed, --resume continues it.

    Example: jotto openings --strategy most-parts --top 3
    """
    workers = {
        "--processes": processes,
        "--dask": dask,
        "--dask-scheduler-file": dask_scheduler_file,
    }
    given = [option for option, value in workers.items() if value is not None]
    long = [*given, *["--checkpoint"] * (checkpoint is not None), *["--resume"] * resume, ""]
    of_tree = tree_path(strategy) is not None
    measures = () if of_tree else jotto.strategy(strategy).measures
    refused = {
        f"{long[0]} goes with --full or --pairs": long[0] and not full and not pairs,
        "openings need a strategy without chance: random has no one tree": strategy == "random",
        f"{quoted(strategy)} has an opening of its own; see jotto evaluate": of_tree,
        "simple values no guess by itself; add --full": not (full or pairs or measures),
        f"--pairs are valued by one of {', '.join(MEASURES)}, not by {quoted(strategy)}": (
            pairs and len(measures) != 1
        ),
        f"--pairs does not go with --allow {table.allow}: "
        "two guesses that are made whatever the score use none": (
            pairs and table.allow != DEFAULT_ALLOW
        ),
        f"{' and '.join(given)} name different workers; leave one out": len(given) > 1,
        "--refine goes with --full, for single openings": refine and (pairs or not full),
        "--refine searches among all guesses or candidates; leave out what bars some": (
            refine and (table.polite or table.allow == HARD)
        ),
        "--pairs finds the best pairs; --worst, --word, --html do not go with it": (
            pairs and (worst or word is not None or html is not None)
        ),
    }
    for reason, holds in refused.items():
        if holds:
            raise GameError(reason)
    game = table.load()
    ways = table.strategy(strategy, game)
    chosen = None if only is None else [read_first(game, ways, t) for t in only.split(",")]
    asked = None if word is None else read_first(game, ways, word)
    if asked is not None and chosen is not None and asked not in chosen:
        raise WordError(str(asked), "--word is none of the openings of --only")
    ready_for_page(html)
    if full or pairs:
        from platformdirs import user_state_path

        kept = checkpoint or user_state_path("jotto", appauthor=False) / "openings.checkpoint"
        local = dask is None and dask_scheduler_file is None
        connect = partial(analysis.parallel.connect, dask, dask_scheduler_file)
        with nullcontext() if local else connect() as client, Bar() as shown:
            ranked = analysis.openings.openings(
                game,
                ways,
                among=chosen,
                pairs=(shortlist if full else max(top, shortlist)) if pairs else 0,
                full=full,
                refined=refine or 0,
                jobs=processes,
                client=client,
                checkpoint=kept,
                resume=resume,
                progress=shown,
            )
    else:
        every = worst or any(each is not None for each in (only, word, csv, html))
        number = len(game.guesses) if every else top
        ranked = analysis.openings.by_one_guess(game, ways, number, among=chosen)
    if csv is not None:
        put_report(csv, analysis.openings.in_csv(ranked), what="table")
    show(game, ranked, asked, top=top, worst=worst, json=json, plain=plain)
    if html is not None:  # after the result, since a disk may be full
        facts = facts_of(table, game, strategy)
        indices = [] if full else [game.find(one.word) for one in ranked]
        page = analysis.report.openings_page(
            ranked,
            title=f"Openings of {facts.get('List', facts['Game'])}",
            facts=facts,
            weighed=facts.get("Prior", EVEN) != EVEN,
            scores=game.rule.texts,
            parts=game.opening_sizes[indices].tolist(),
        )
        put_report(html, page)
    if full or pairs:
        with suppress(OSError):
            kept.unlink(missing_ok=True)  # once the results are written


def read_first(game: Game, strategy: Strategy, text: str) -> Any:
    """Read a guess that may be made first. Raises WordError."""
    guess = read_guess(game, text)
    if not strategy.allowed(jotto.start(game))[game.index(guess)]:
        raise WordError(text, "it may not be guessed first; see --allow and --polite")
    return guess


def show(
    game: Game,
    ranked: Sequence[Opening],
    asked: Any,
    *,
    top: int,
    worst: bool,
    json: bool,
    plain: bool,
) -> None:
    """Show the first or the last of the openings, and where the one asked for ranks."""
    shown = list(ranked[::-1] if worst else ranked)[:top]
    at = -1 if asked is None else [one.word for one in ranked].index(str(asked))
    if json:
        found = [
            {"opening": one.word, **{k: v for k, v in vars(one).items() if k != "word"}}
            for one in shown
        ]
        found = [{k: v for k, v in one.items() if v is not None} for one in found]
        rank = {"opening": str(asked), "rank": at + 1, "of": len(ranked)}
        render.show_json(secrets=len(game), openings=found, **({"word": rank} if at >= 0 else {}))
        return
    if at >= 0 and ranked[at] not in shown:
        shown.append(ranked[at])
    columns = [name for name in COLUMNS if any(getattr(one, name) is not None for one in ranked)]
    cells = ([getattr(one, name) for name in columns] for one in shown)
    rows = [["" if cell is None else cell for cell in row] for row in cells]
    render.show_table([COLUMNS[name] for name in columns], rows, plain=plain)
    if at >= 0:
        print(f"{asked} is number {at + 1:,} of {render.count(len(ranked), 'opening')}")

"""``jotto openings``: rank openings by one guess or by whole trees."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import jotto
from jotto import analysis, games
from jotto.assistant.table import facts_of
from jotto.cli import options, render
from jotto.cli.help import File, file_option, number, option, switch
from jotto.cli.options import (
    DEFAULT_STRATEGY,
    StrategyName,
    Table,
    Workers,
    game_options,
    read_guess,
)
from jotto.cli.render import Screen
from jotto.cli.reporting import Html, put_report, ready_for_report
from jotto.errors import GameError, WordError, quoted

if TYPE_CHECKING:
    from jotto import Game, Opening, Strategy

COLUMNS = ("word", "alike", "mean", "sd", "worst", *render.WORTH, "prior_mean", "refined")


@game_options(polite=None)
def openings(
    table: Table,
    screen: Screen,
    workers: Workers,
    strategy: StrategyName = DEFAULT_STRATEGY,
    full: Annotated[
        bool, switch("Play each opening, then the strategy, against every secret.", "--full")
    ] = False,
    pairs: Annotated[
        bool, switch("Rank pairs of guesses, both made whatever the score.", "--pairs")
    ] = False,
    shortlist: Annotated[int, number("With --pairs --full: play the N best pairs.")] = 100,
    refine: Annotated[
        int | None, number("With --full: search for better trees after the N best.")
    ] = None,
    top: options.Top = 10,
    worst: Annotated[bool, switch("Show the worst openings, worst first.", "--worst")] = False,
    word: Annotated[str | None, option("W", "Show where this opening ranks.")] = None,
    only: Annotated[str | None, option("W[,W]", "Only these openings; default: all.")] = None,
    csv: Annotated[File, file_option("Also write all openings to a CSV file, best first.")] = None,
    html: Html = None,
) -> None:
    """Rank openings by one guess, or with --full by whole trees.

    Offensive words are not shown (--no-polite shows them), but --csv has them. If --full or
    --pairs is interrupted or killed, --resume continues it.

    Example: jotto openings --strategy most-parts --top 3
    """
    long = [*workers.flags, ""]
    of_tree = options.tree_path(strategy) is not None
    measures = () if of_tree else jotto.strategy(strategy).measures
    refused = {
        f"{long[0]} goes with --full or --pairs": long[0] and not full and not pairs,
        "openings need a deterministic strategy; random is not": strategy == "random",
        f"{quoted(strategy)} has its own opening; see jotto evaluate": of_tree,
        "simple does not rank single guesses; add --full": not (full or pairs or measures),
        f"--pairs needs one of {', '.join(options.MEASURES)}, not {quoted(strategy)}": (
            pairs and len(measures) != 1
        ),
        f"--pairs does not go with --allow {table.allow}: "
        "the second guess of a pair ignores the first score": (
            pairs and table.allow != options.DEFAULT_ALLOW
        ),
        "--refine goes with --full and without --pairs": refine and (pairs or not full),
        "--refine does not go with --polite or --allow hard": (
            refine and (table.polite or table.allow == options.HARD)
        ),
        "--pairs does not go with --worst, --word or --html": (
            pairs and (worst or word is not None or html is not None)
        ),
    }
    for reason, holds in refused.items():
        if holds:
            raise GameError(reason)
    workers.check()
    game = table.load()
    ways = table.strategy(strategy, game)
    chosen = None if only is None else [read_first(game, ways, t) for t in only.split(",")]
    asked = None if word is None else read_first(game, ways, word)
    if asked is not None and chosen is not None and asked not in chosen:
        raise WordError(str(asked), "--word is not among the openings of --only")
    ready_for_report(html)
    hidden = games.lists.offensive() if table.polite is None and only is None else frozenset()
    if full or pairs:
        kept = workers.checkpoint or render.state_folder() / "openings.checkpoint"
        with workers.connected() as client, closing(render.Bar()) as shown:
            ranked = analysis.openings.openings(
                game,
                ways,
                among=chosen,
                pairs=(shortlist if full else max(top, shortlist)) if pairs else 0,
                full=full,
                refined=refine or 0,
                jobs=workers.processes,
                client=client,
                checkpoint=kept,
                resume=workers.resume,
                progress=shown,
            )
    else:
        every = worst or any(each is not None for each in (only, word, csv, html))
        number = len(game.guesses) if every else top + len(hidden)
        ranked = analysis.openings.by_one_guess(game, ways, number, among=chosen)
    if csv is not None:
        put_report(csv, analysis.openings.in_csv(ranked), what="table")
    polite = [one for one in ranked if hidden.isdisjoint(one.word.split(","))] or ranked
    show(game, ranked, asked, (polite[::-1] if worst else polite)[:top], screen)
    if not screen.json and strategy == DEFAULT_STRATEGY and not pairs:
        show_book(table)
    if html is not None:  # after the result, because the disk may be full
        facts = facts_of(table, game, strategy)
        if len(polite) < len(ranked):
            facts["Left out"] = render.count(len(ranked) - len(polite), "offensive word")
        indices = [] if full else [game.find(one.word) for one in polite]
        page = analysis.report.openings_page(
            polite,
            title=f"Openings of {facts.get('List', facts['Game'])}",
            facts=facts,
            weighed=facts.get("Prior", options.EVEN) != options.EVEN,
            chosen=only is not None,
            coloured=game.rule.name == options.COLOURS,
            scores=game.rule.texts,
            parts=game.opening_sizes[indices].tolist(),
        )
        put_report(html, page)
    if full or pairs:
        with suppress(OSError):
            kept.unlink(missing_ok=True)  # only after the results are written


def read_first(game: Game, strategy: Strategy, text: str) -> Any:
    """Read a guess that may be made first. Raises WordError."""
    guess = read_guess(game, text)
    if not strategy.allowed(jotto.start(game))[game.index(guess)]:
        raise WordError(text, "it may not be guessed first; see --allow and --polite")
    return guess


def show_book(table: Table) -> None:
    """Print the opening of ``jotto play``, if its opening book is for another prior."""
    if table.words is None and table.game == options.DEFAULT_GAME and table.prior == options.EVEN:
        usual = replace(table, prior=None)  # the default of jotto play
        game = usual.load()
        played = usual.strategy(DEFAULT_STRATEGY, game, book=True)
        if played.tree is not None:
            first = played(jotto.start(game))
            render.say(
                f"All words count equally here; jotto play, for common words, opens with {first}."
            )


def show(
    game: Game, ranked: Sequence[Opening], asked: Any, shown: list[Opening], screen: Screen
) -> None:
    """Print some of the openings, and the rank of the one asked for."""
    words = [one.word for one in ranked]
    like = (
        "" if asked is None or str(asked) in words else analysis.openings.first_alike(game, asked)
    )
    at = -1 if asked is None else words.index(str(like or asked))
    found = [
        {name: value for name, value in vars(one).items() if value is not None} for one in shown
    ]
    rank = {"word": {"opening": str(asked), "rank": at + 1, "of": len(ranked)}} if at >= 0 else {}
    named = [{"opening": one.pop("word"), **one} for one in found]
    if screen.shows_json(secrets=len(game), openings=named, **rank):
        return
    if at >= 0 and ranked[at] not in shown:
        shown.append(ranked[at])
    known = analysis.openings.known(ranked)
    screen.show_records([name for name in COLUMNS if name in known], [vars(one) for one in shown])
    if at >= 0:
        same = f" like {like}" if like else ""
        print(f"{asked}{same} is number {at + 1:,} of {render.count(len(ranked), 'opening')}")

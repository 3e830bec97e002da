"""The command that says what openings are worth, by one guess or by whole trees."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from jotto.cli import render
from jotto.cli.advice import HEADERS, advice_fields, advice_row
from jotto.cli.options import (
    ALLOWED,
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
    StrategyName,
    Top,
    Words,
    load_game,
    read_allow,
    read_guess,
    tree_path,
)
from jotto.cli.reporting import Html, facts_of, put_page, ready_for_page
from jotto.cli.saving import put
from jotto.cli.spreading import (
    CheckpointFile,
    Crew,
    Dask,
    Processes,
    Resume,
    checkpoint_place,
    hands,
    keeping_on,
    work,
)
from jotto.errors import GameError, ResultError, WordError, quoted

if TYPE_CHECKING:
    from jotto.analysis.checkpoint import Keeper
    from jotto.analysis.openings import Opening
    from jotto.analysis.workers import Line, Pair, Plan
    from jotto.engine.allowed import Allow, Bools
    from jotto.engine.game import Game

Full = Annotated[
    bool,
    typer.Option("--full", help="Play each opening, then the strategy, against every secret."),
]
Pairs = Annotated[
    bool, typer.Option("--pairs", help="Two guesses that are made whatever the first one's score.")
]
Shortlist = Annotated[
    int,
    typer.Option(
        "--shortlist", min=1, metavar="N", help="With --pairs --full: play the N best pairs."
    ),
]
Refine = Annotated[
    int | None,
    typer.Option(
        "--refine",
        min=1,
        metavar="N",
        help="With --full: search for better trees after the N best.",
    ),
]
Word = Annotated[
    str | None, typer.Option("--word", metavar="W", help="Say where this opening ranks.")
]
Only = Annotated[
    str | None, typer.Option("--only", metavar="W[,W]", help="Only these openings; else all.")
]
Worst = Annotated[bool, typer.Option("--worst", help="Show the worst, the worst first.")]
Csv = Annotated[
    Path | None, typer.Option("--csv", metavar="FILE", help="Write all of them too, best first.")
]
Page = Callable[[Sequence["Opening"]], None]  # writes the page of openings
PLAYED_HEADERS = ("opening", "mean", "deviation", "worst", *HEADERS[1:5])


def openings(
    strategy: StrategyName = DEFAULT_STRATEGY,
    full: Full = False,
    pairs: Pairs = False,
    shortlist: Shortlist = 100,
    refine: Refine = None,
    top: Top = 10,
    worst: Worst = False,
    word: Word = None,
    only: Only = None,
    csv: Csv = None,
    html: Html = None,
    processes: Processes = None,
    dask: Dask = None,
    checkpoint: CheckpointFile = None,
    resume: Resume = False,
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
    """Rank openings by what one guess is worth, or with --full by whole trees over every secret.

    Ended by Ctrl-C, or killed, --full and --pairs go on where they were with --resume.

    Example: jotto openings --strategy most-parts --top 3
    """
    check_options(
        strategy,
        full=full,
        pairs=pairs,
        allow=allow,
        own={
            "--processes": processes,
            "--dask": dask,
            "--checkpoint": checkpoint,
            "--resume": resume,
        },
    )
    if refine is not None:
        check_refine(full=full, pairs=pairs, allow=allow, polite=polite)
    house = House(repeats, plurals, polite)
    played = load_game(game, words, guesses, rule, prior, house)
    allowed = read_allow(allow, played, house)
    may = allowed(played, played.everything, ())
    chosen = None if only is None else [read_first(played, t, may) for t in only.split(",")]
    asked = None if word is None else read_first(played, word, may)
    if pairs and html is not None:
        raise GameError("--html is a page of single openings; it does not go with --pairs")
    ready_for_page(html)
    page = None
    if html is not None:
        facts = facts_of(
            played,
            name=game,
            words=words,
            guesses=guesses,
            prior=prior,
            house=house,
            strategy=strategy,
            allow=allow,
        )
        page = partial(write_page, html, played, facts)
    if pairs and (worst or asked is not None):
        raise GameError("--pairs finds the best pairs; --worst and --word do not go with it")
    if asked is not None and chosen is not None and asked not in chosen:
        raise WordError(str(played.guesses[asked]), "--word is none of the openings of --only")
    if not full and not pairs:
        every = chosen is not None or worst or asked is not None or csv is not None or html
        show_measured(
            played, strategy, None if every else top, chosen, asked, allowed,
            top=top, worst=worst, csv=csv, page=page, json=json, plain=plain,
        )  # fmt: skip
        return
    from jotto.analysis.workers import Plan

    plan = Plan(played, strategy, allowed)
    among = dict.fromkeys(chosen or may.nonzero()[0].tolist())  # each of them once
    lines: list[Line] = [(guess,) for guess in among]
    number = 0 if not pairs else shortlist if full else max(top, shortlist)
    if pairs:
        check_pairs(plan, lines)
    kept = checkpoint or checkpoint_place()
    with (
        hands(plan, len(lines), processes, dask) as crew,
        keeping_on(kept, plan, lines, number, resume=resume) as keeper,
    ):
        if pairs:
            lines = best_pairs(plan, lines, crew, number, keeper)
        ranked = play_all(plan, lines, crew, keeper) if full else []
        if refine is not None:
            ranked = refine_best(plan, ranked, crew, refine, keeper)
    if full:
        show_played(
            played, ranked, asked,
            top=top, worst=worst, csv=csv, page=page, json=json, plain=plain,
        )  # fmt: skip
    else:
        show_pairs(played, lines, top=top, csv=csv, json=json, plain=plain)
    kept.unlink(missing_ok=True)  # once the results are written


def check_options(
    strategy: str, *, full: bool, pairs: bool, allow: str, own: dict[str, Any]
) -> None:
    """Refuse what does not go together. Raises GameError."""
    from jotto.engine.strategies import MEASURES, strategy_named

    for option, given in own.items():
        if given and not full and not pairs:
            raise GameError(f"{option} goes with --full or --pairs")
    if strategy == "random":
        raise GameError("openings need a strategy without chance: random has no one tree")
    if tree_path(strategy) is not None:
        raise GameError(f"{quoted(strategy)} has an opening of its own; see jotto evaluate")
    strategy_named(strategy)
    if not full and not pairs and strategy == "simple":
        raise GameError("simple values no guess by itself; add --full")
    if pairs and strategy not in MEASURES:
        known = ", ".join(MEASURES)
        raise GameError(f"--pairs are valued by one of {known}, not by {quoted(strategy)}")
    if pairs and allow != DEFAULT_ALLOW:
        reason = "two guesses that are made whatever the score heed none"
        raise GameError(f"--pairs does not go with --allow {allow}: {reason}")
    if own["--processes"] and own["--dask"]:
        raise GameError("--processes are of this machine, --dask is elsewhere; leave one out")


def check_refine(*, full: bool, pairs: bool, allow: str, polite: bool) -> None:
    """Refuse what a search cannot refine. Raises GameError."""
    if not full or pairs:
        raise GameError("--refine goes with --full, for single openings")
    if polite or allow not in ALLOWED[:2]:
        raise GameError(
            "--refine searches among all guesses or candidates; leave out what bars some"
        )


def read_first(played: Game, text: str, may: Bools) -> int:
    """Read a guess that ``may (G,)`` be made first. Raises WordError."""
    guess = read_guess(played, text)
    if not may[guess]:
        raise WordError(text, "it may not be guessed first; see --allow and --polite")
    return guess


# --- one guess ----------------------------------------------------------------------------------


def show_measured(
    played: Game,
    strategy: str,
    limit: int | None,
    chosen: Sequence[int] | None,
    asked: int | None,
    allowed: Allow,
    *,
    top: int,
    worst: bool,
    csv: Path | None,
    page: Page | None,
    json: bool,
    plain: bool,
) -> None:
    """Rank by one guess, ``limit`` of the allowed openings or all, and show what was asked for."""
    from jotto.engine.strategies import measures_named, rank

    number = limit or len(played.guesses)
    advice = rank(played, played.everything, *measures_named(strategy), allow=allowed, top=number)
    if chosen is not None:
        advice = [one for one in advice if one.guess in set(chosen)]
    if csv is not None or page is not None:
        from jotto.analysis.openings import from_advice

        ones = from_advice(played, advice)
        if csv is not None:
            write_csv(csv, ones)
    at = next((n for n, one in enumerate(advice, start=1) if one.guess == asked), None)
    shown = (advice[::-1] if worst else advice)[:top]
    if json:
        found = []
        for one in shown:
            fields = advice_fields(played, one)
            found.append({"opening": fields.pop("guess"), **fields})
        ranked = {} if at is None else {"word": word_fields(played, asked, at, len(advice))}
        render.show_json(secrets=len(played.secrets), openings=found, **ranked)
    else:
        rows = [advice_row(played, one) for one in shown]
        if at is not None and advice[at - 1] not in shown:
            rows.append(advice_row(played, advice[at - 1]))
        render.show_table(("opening", *HEADERS[1:]), rows, plain=plain)
        if at is not None:
            show_rank(played, asked, at, len(advice))
    if page is not None:  # after the result, since a disk may be full
        page(ones)


def word_fields(played: Game, asked: int | None, at: int, number: int) -> dict[str, Any]:
    """Lay out for JSON where an opening ranks."""
    assert asked is not None, "only what is asked for has a rank"
    return {"opening": str(played.guesses[asked]), "rank": at, "of": number}


def show_rank(played: Game, asked: int | None, at: int, number: int) -> None:
    """Say where an opening ranks."""
    assert asked is not None, "only what is asked for has a rank"
    print(f"{played.guesses[asked]} is number {at:,} of {render.count(number, 'opening')}")


def show_pairs(
    played: Game,
    lines: Sequence[Line],
    *,
    top: int,
    csv: Path | None,
    json: bool,
    plain: bool,
) -> None:
    """Show pairs of openings in the order given."""
    from jotto.analysis.openings import measured_pair

    ranked = [measured_pair(played, *line) for line in lines]
    if csv is not None:
        write_csv(csv, ranked)
    shown = ranked[:top]
    if json:
        render.show_json(secrets=len(played.secrets), openings=list(map(fields, shown)))
        return
    rows: list[list[render.Cell]] = [
        [one.word, one.bits, one.expected_left, one.worst_left, one.parts] for one in shown
    ]
    render.show_table(("openings", *HEADERS[1:5]), rows, plain=plain)


# --- whole trees --------------------------------------------------------------------------------


def check_pairs(plan: Plan, lines: Sequence[Line]) -> None:
    """Refuse what has no pairs, or none that are valued. Raises GameError."""
    if plan.measure is None:
        raise GameError("--pairs are valued in games whose score matrix fits in memory")
    if len(lines) < 2:
        raise GameError("--pairs needs two openings or more")


def best_pairs(
    plan: Plan, lines: Sequence[Line], crew: Crew, number: int, keeper: Keeper
) -> list[Line]:
    """Find the best pairs of openings by the parts they leave.

    A pair is kept while it is among the best so far, so that few are: one that is not will not
    be among the best of all, in whatever order they come.
    """
    from jotto.analysis.workers import best_seconds

    firsts = [guess for (guess,) in lines]
    among = None if len(firsts) == len(plan.game.guesses) else firsts
    done = keeper.done.pairs
    best = sorted(chain.from_iterable(done.values()))[:number]

    def keep(line: Line, pairs: list[Pair]) -> None:
        best[:] = sorted(best + pairs)[:number]
        keeper.add(done, line, [pair for pair in pairs if pair <= best[-1]])

    # the earlier a first guess, the more are later: from both ends the time left tells true
    ends = chain.from_iterable(zip(lines, reversed(lines), strict=True))
    evenly = list(dict.fromkeys(ends))
    work(partial(best_seconds, number, among), plan, evenly, crew, keep, done, "first guesses")
    return [(first, second) for _, first, second in best]


def play_all(plan: Plan, lines: Sequence[Line], crew: Crew, keeper: Keeper) -> list[Opening]:
    """Play openings to the end, and rank them by it."""
    from jotto.analysis.openings import best_first, measured, measured_pair, with_games
    from jotto.analysis.workers import play

    game, done = plan.game, keeper.done.played
    work(play, plan, lines, crew, partial(keeper.add, done), done, "openings")
    if len(lines[0]) == 2:
        ones = [measured_pair(game, *line) for line in lines]
    else:
        ones = measured(game, [line[0] for line in lines])
    return best_first(
        [with_games(one, game, done[line]) for one, line in zip(ones, lines, strict=True)]
    )


def refine_best(
    plan: Plan, ranked: Sequence[Opening], crew: Crew, number: int, keeper: Keeper
) -> list[Opening]:
    """Search for better trees after the first of ``ranked``, and rank those by them."""
    from jotto.analysis.openings import best_first, with_search
    from jotto.analysis.workers import refine

    game, done = plan.game, keeper.done.refined
    lines = [(game.find(one.word),) for one in ranked[:number]]
    work(refine, plan, lines, crew, partial(keeper.add, done), done, "searches", at_once=1)
    pairs = zip(ranked[:number], lines, strict=True)
    return best_first(
        [*(with_search(one, game, done[line]) for one, line in pairs), *ranked[number:]]
    )


def show_played(
    played: Game,
    ranked: Sequence[Opening],
    asked: int | None,
    *,
    top: int,
    worst: bool,
    csv: Path | None,
    page: Page | None,
    json: bool,
    plain: bool,
) -> None:
    """Show openings ranked by their whole trees, and what was asked for."""
    if csv is not None:
        write_csv(csv, ranked)
    shown = list(ranked[::-1] if worst else ranked)[:top]
    at = None
    if asked is not None:
        name = str(played.guesses[asked])
        at = next(n for n, one in enumerate(ranked, start=1) if one.word == name)
    if json:
        told = {} if at is None else {"word": word_fields(played, asked, at, len(ranked))}
        render.show_json(secrets=len(played.secrets), openings=list(map(fields, shown)), **told)
    else:
        if at is not None and ranked[at - 1] not in shown:
            shown.append(ranked[at - 1])
        rows = [row(one) for one in shown]
        further = [] if played.weights is None else ["under the prior"]
        further += ["refined"] * any(one.refined is not None for one in ranked)
        rows = [cells + [""] * (len(PLAYED_HEADERS) + len(further) - len(cells)) for cells in rows]
        render.show_table((*PLAYED_HEADERS, *further), rows, plain=plain)
        if at is not None:
            show_rank(played, asked, at, len(ranked))
    if page is not None:  # after the result, since a disk may be full
        page(ranked)


def row(one: Opening) -> list[render.Cell]:
    """Lay an opening that was played out under PLAYED_HEADERS."""
    cells = [one.word, one.mean, one.sd, one.worst, one.bits, one.expected_left, one.worst_left]
    further = one.parts, one.prior_mean, one.refined
    return [cell for cell in (*cells, *further) if cell is not None]


def fields(one: Opening) -> dict[str, Any]:
    """Lay an opening out for JSON, without what was not asked for."""
    found = {"opening" if name == "word" else name: value for name, value in vars(one).items()}
    return {name: value for name, value in found.items() if value is not None}


def write_page(path: Path, played: Game, facts: dict[str, str], found: Sequence[Opening]) -> None:
    """Write the page of openings. Raises ReportError."""
    one_step = found[0].mean is None  # else the page shows games
    indices = [played.find(one.word) for one in found] if one_step else []
    parts = played.opening_sizes[indices].tolist()
    put_page(path, found, facts, scores=played.rule.texts, parts=parts)


def write_csv(path: Path, found: Sequence[Opening]) -> None:
    """Write a table of openings, whole or not at all. Raises ResultError."""
    from jotto.analysis.openings import in_csv

    try:
        put(path, in_csv(found), shared=True)
    except OSError as error:
        raise ResultError(str(path), error.strerror or quoted(str(error))) from None

"""The command that says what openings are worth, by one guess or by whole trees."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from jotto.cli import render
from jotto.cli.advice import HEADERS, advice_fields, advice_row
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
)
from jotto.cli.reporting import Html, facts_of, put_page, ready_for_page
from jotto.cli.saving import put
from jotto.errors import GameError, ResultError, WordError, quoted

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from jotto.analysis.checkpoint import Keeper
    from jotto.analysis.openings import Opening
    from jotto.analysis.workers import Line, Pair, Plan, Played, Task
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
Processes = Annotated[
    int | None,
    typer.Option("--processes", min=1, metavar="N", help="Processes to work in, here."),
]
Dask = Annotated[
    str | None,
    typer.Option("--dask", metavar="ADDRESS", help="Work on this Dask scheduler's workers."),
]
CheckpointFile = Annotated[
    Path | None,
    typer.Option("--checkpoint", metavar="FILE", help="Where what is done is kept meanwhile."),
]
Resume = Annotated[bool, typer.Option("--resume", help="Go on where the last run was ended.")]

T = TypeVar("T")
Page = Callable[[Sequence["Opening"]], None]  # writes the page of openings
Crew = tuple["Executor | None", Callable[[], int]]  # who works, and how many they are now
LITTLE = 300_000_000  # scores to count; more are worth starting processes for
PLAYED_HEADERS = ("opening", "mean", "deviation", "worst", *HEADERS[1:5])


def openings(
    strategy: StrategyName = DEFAULT_STRATEGY,
    full: Full = False,
    pairs: Pairs = False,
    shortlist: Shortlist = 100,
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
        polite=polite,
        own={
            "--processes": processes,
            "--dask": dask,
            "--checkpoint": checkpoint,
            "--resume": resume,
        },
    )
    house = House(repeats, plurals, polite)
    played = load_game(game, words, guesses, rule, prior, house)
    chosen = None if only is None else [read_guess(played, text) for text in only.split(",")]
    asked = None if word is None else read_guess(played, word)
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
        )
        page = partial(write_page, html, played, facts)
    if pairs and (worst or asked is not None):
        raise GameError("--pairs finds the best pairs; --worst and --word do not go with it")
    if asked is not None and chosen is not None and asked not in chosen:
        raise WordError(str(played.guesses[asked]), "--word is none of the openings of --only")
    if not full and not pairs:
        every = chosen is not None or worst or asked is not None or csv is not None or html
        show_measured(
            played, strategy, None if every else top, chosen, asked, house,
            top=top, worst=worst, csv=csv, page=page, json=json, plain=plain,
        )  # fmt: skip
        return
    from jotto.analysis.workers import Plan

    plan = Plan(played, strategy)
    among = dict.fromkeys(chosen or range(len(played.guesses)))  # each of them once
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
        found = play_all(plan, lines, crew, keeper) if full else {}
    if full:
        show_played(
            played, lines, found, asked,
            top=top, worst=worst, csv=csv, page=page, json=json, plain=plain,
        )  # fmt: skip
    else:
        show_pairs(played, lines, top=top, worst=worst, csv=csv, json=json, plain=plain)
    kept.unlink(missing_ok=True)  # once the results are written


def check_options(
    strategy: str, *, full: bool, pairs: bool, polite: bool, own: dict[str, Any]
) -> None:
    """Refuse what does not go together. Raises GameError."""
    from jotto.engine.strategies import MEASURES, measures_named, strategy_named

    for option, given in own.items():
        if given and not full and not pairs:
            raise GameError(f"{option} goes with --full or --pairs")
    if full:
        strategy_named(strategy)
    else:
        measures_named(strategy)
    if full and strategy == "random":
        raise GameError("--full needs a strategy without chance: random has no one tree")
    if pairs and strategy not in MEASURES:
        raise GameError(f"--pairs are valued by one of {', '.join(MEASURES)}")
    if (full or pairs) and polite:
        raise GameError("--full and --pairs try every opening; they do not go with --polite")
    if own["--processes"] and own["--dask"]:
        raise GameError("--processes are of this machine, --dask is elsewhere; leave one out")


# --- one guess ----------------------------------------------------------------------------------


def show_measured(
    played: Game,
    strategy: str,
    limit: int | None,
    chosen: Sequence[int] | None,
    asked: int | None,
    house: House,
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

    allowed = read_allow(DEFAULT_ALLOW, played, house)
    number = limit or len(played.guesses)
    advice = rank(played, played.everything, *measures_named(strategy), allow=allowed, top=number)
    if chosen is not None:
        advice = [one for one in advice if one.guess in set(chosen)]
    if csv is not None or page is not None:
        from jotto.analysis.openings import measured

        ones = measured(played, [one.guess for one in advice])
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
    worst: bool,
    csv: Path | None,
    json: bool,
    plain: bool,
) -> None:
    """Show pairs of openings in the order given."""
    from jotto.analysis.openings import measured_pair

    ranked = [measured_pair(played, *line) for line in lines]
    if csv is not None:
        write_csv(csv, ranked)
    shown = (ranked[::-1] if worst else ranked)[:top]
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
        raise GameError("--pairs are valued without a prior, in a game that fits in memory")
    if len(lines) < 2:
        raise GameError("--pairs needs two openings or more")


@contextmanager
def keeping_on(
    path: Path, plan: Plan, lines: Sequence[Line], number: int, *, resume: bool
) -> Iterator[Keeper]:
    """Keep in a file what is done, from where the last run was ended if so asked.

    ``number`` is how many pairs of ``lines`` are looked for; none are for single openings.
    """
    from jotto.analysis.checkpoint import header, keeping, load

    head = header(plan, lines, number)
    with keeping(path, head, load(path, plan, head) if resume else {}) as keeper:
        yield keeper
    if keeper.failed:
        tell(f"what was done could not be kept meanwhile: {keeper.failed}")


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
    found = [keeper.done[line] for line in lines if line in keeper.done]
    best = sorted(pair for pairs in found if isinstance(pairs, list) for pair in pairs)[:number]

    def sift(pairs: list[Pair]) -> list[Pair]:
        best[:] = sorted(best + pairs)[:number]
        return [pair for pair in pairs if pair <= best[-1]]

    # the earlier a first guess, the more are later: from both ends the time left tells true
    ends = chain.from_iterable(zip(lines, reversed(lines), strict=True))
    evenly = list(dict.fromkeys(ends))
    work(partial(best_seconds, number, among), sift, plan, evenly, crew, keeper, "first guesses")
    return [(first, second) for _, first, second in best]


def play_all(plan: Plan, lines: Sequence[Line], crew: Crew, keeper: Keeper) -> dict[Line, Played]:
    """Play openings to the end."""
    from jotto.analysis.workers import Played, play

    def as_it_is(played: Played) -> Played:
        return played

    work(play, as_it_is, plan, lines, crew, keeper, "openings")
    return {line: found for line, found in keeper.done.items() if isinstance(found, Played)}


def work(
    task: Task[T],
    sift: Callable[[T], Played | list[Pair]],
    plan: Plan,
    lines: Sequence[Line],
    crew: Crew,
    keeper: Keeper,
    what: str,
) -> None:
    """Do a task for the lines that are not done yet; what is sifted of each is kept."""
    from jotto.analysis.workers import spread

    rest = [line for line in lines if line not in keeper.done]
    before = len(lines) - len(rest)
    progress = Progress(len(lines), before, what)
    note = ""
    try:
        for number, (line, found) in enumerate(spread(task, plan, rest, *crew), start=before + 1):
            keeper.add(line, sift(found))
            progress.tell(number)
    except KeyboardInterrupt:
        kept = sum(line in keeper.done for line in lines)
        note = f"{kept:,} of {len(lines):,} {what} are kept; --resume goes on"
        raise
    finally:
        progress.end(note)


def checkpoint_place() -> Path:
    """Name the file that keeps what is done, unless told."""
    from platformdirs import user_state_path

    return user_state_path("jotto", appauthor=False) / "openings.checkpoint"


@contextmanager
def hands(plan: Plan, number: int, processes: int | None, dask: str | None) -> Iterator[Crew]:
    """Give an executor and how many work for it; none where the work is little."""
    from jotto.analysis import workers

    if dask is not None:
        from jotto.analysis import cluster

        with cluster.dask(dask) as borrowed:
            yield borrowed, borrowed.size
        return
    game = plan.game
    little = number * len(game.guesses) * len(game.secrets) < LITTLE
    wanted = processes or (1 if little else workers.default_processes())
    if wanted == 1:
        yield None, lambda: 1
        return
    if game.held:
        _ = game.scores  # on disk before anyone looks for it there
    with workers.processes(wanted) as executor:
        yield executor, lambda: wanted


class Progress:
    """Tells on stderr how many are done of what, and how long the rest will take."""

    def __init__(self, number: int, before: int, what: str) -> None:
        self.number, self.before, self.what = number, before, what
        self.started = self._told = time.monotonic()

    def tell(self, done: int) -> None:
        """Tell it, a few times a second."""
        now = time.monotonic()
        if now - self._told < 0.2:
            return
        self._told = now
        left = (now - self.started) / (done - self.before) * (self.number - done)
        bar = "#" * round(20 * done / self.number)
        render.show_progress(
            f"[{bar:<20}] {done:,} of {self.number:,} {self.what}, {minutes(left)} left"
        )

    def end(self, note: str = "") -> None:
        """Wipe it, and note what there is to say."""
        render.show_progress("")
        if note:
            tell(note)


def tell(note: str) -> None:
    """Tell something beside the result."""
    typer.echo(f"jotto: note: {note}", err=True)


def minutes(seconds: float) -> str:
    """Write a time as people do.

    >>> minutes(59.2), minutes(61), minutes(3700)
    ('1:00', '1:01', '61:40')
    """
    whole = -int(-seconds // 1)
    return f"{whole // 60}:{whole % 60:02}"


def show_played(
    played: Game,
    lines: Sequence[Line],
    found: dict[Line, Played],
    asked: int | None,
    *,
    top: int,
    worst: bool,
    csv: Path | None,
    page: Page | None,
    json: bool,
    plain: bool,
) -> None:
    """Rank openings by their whole trees, and show what was asked for."""
    from jotto.analysis.openings import best_first, measured, measured_pair, with_games

    if len(lines[0]) == 2:
        ones = [measured_pair(played, *line) for line in lines]
    else:
        ones = measured(played, [line[0] for line in lines])
    ranked = best_first(
        [with_games(one, played, found[line]) for one, line in zip(ones, lines, strict=True)]
    )
    if csv is not None:
        write_csv(csv, ranked)
    shown = (ranked[::-1] if worst else ranked)[:top]
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
        weighed = [] if played.weights is None else ["under the prior"]
        render.show_table((*PLAYED_HEADERS, *weighed), rows, plain=plain)
        if at is not None:
            show_rank(played, asked, at, len(ranked))
    if page is not None:  # after the result, since a disk may be full
        page(ranked)


def row(one: Opening) -> list[render.Cell]:
    """Lay an opening that was played out under PLAYED_HEADERS."""
    cells = [one.word, one.mean, one.sd, one.worst, one.bits, one.expected_left, one.worst_left]
    return [cell for cell in (*cells, one.parts, one.prior_mean) if cell is not None]


def fields(one: Opening) -> dict[str, Any]:
    """Lay an opening out for JSON, without what was not asked for."""
    found = {"opening" if name == "word" else name: value for name, value in vars(one).items()}
    return {name: value for name, value in found.items() if value is not None}


def write_page(path: Path, played: Game, facts: dict[str, str], found: Sequence[Opening]) -> None:
    """Write the page of openings. Raises ReportError."""
    parts = [played.opening_sizes[played.find(one.word)].tolist() for one in found]
    put_page(path, found, facts, scores=played.rule.texts, parts=parts)


def write_csv(path: Path, found: Sequence[Opening]) -> None:
    """Write a table of openings, whole or not at all. Raises ResultError."""
    from jotto.analysis.openings import in_csv

    try:
        put(path.resolve() if path.is_file() else path, in_csv(found), shared=True)
    except OSError as error:
        raise ResultError(str(path), error.strerror or quoted(str(error))) from None

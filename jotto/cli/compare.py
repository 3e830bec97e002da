"""Commands that measure strategies: evaluate, compare, bench, card and openings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from itertools import product, zip_longest
from json import dumps
from pathlib import Path
from typing import Annotated, Any, TypeAlias

import jotto
from jotto import analysis, assistant, files, games
from jotto.assistant import wording
from jotto.cli import options as opt, render
from jotto.cli.options import Asked, OutputOptions, Seed, game_options
from jotto.errors import GameError, WordError, quoted
from jotto.question.fields import (
    DEFAULT_ALLOW,
    DEFAULT_STRATEGY,
    EVEN,
    HARD,
    MEASURE_NAMES,
    MEASURE_TABLE,
    WORDS,
)
from jotto.question.making import Question, facts_of, tree_path

Polite = Annotated[bool | None, *opt.option_of("polite").__metadata__]
GAMES_DRAWN = "Play N games drawn by the seed, not all."
CONTENDERS = opt.argument("STRATEGY[@W[,W]]...", "entropy, minimax@tares, tree:FILE ..")
PAGE = 56  # lines of a table on a page with 60 lines


@game_options("strategy", "seed", "boards", "runs")
def evaluate(
    table: Asked,
    screen: OutputOptions,
    turns: opt.Turns = None,
    opening: Annotated[str | None, "W[,W]", "The first guesses, whatever the scores."] = None,
    output: opt.Output = None,
    games: Annotated[int | None, GAMES_DRAWN] = None,
) -> None:
    """Play a strategy against every secret: mean, deviation, worst.

    With turns, it plays against all secrets that are left.

    With --boards, it plays against all combinations of secrets. If there are more than
    100,000, it plays 1,000 games drawn by the seed, and the mean has a 95% interval.

    Example: jotto evaluate --strategy minimax --opening tares

    Example: jotto evaluate --boards 2 --games 20
    """
    strategy, boards, runs = table.strategy, table.boards, table.runs
    game, alone = table.make_game(), boards == 1
    first_guesses = read_opening(game, opening)
    chosen = table.adviser(game, opening=first_guesses)
    if output and chosen.stateful:
        raise GameError(f"{strategy} has no tree: its players remember their games")
    if output and not alone:
        raise GameError("a tree is for one board; --output does not go with --boards")
    at = opt.read_position(game, turns, boards)
    assistant.answers.check_opening(at, first_guesses)
    lengths, told = assistant.answers.evaluated(at, chosen, runs=runs, games=games)
    if not screen.shows(**told | {"strategy": strategy}):
        chance, drawn, limit = "runs" in told, lengths.seed is not None, boards + 5
        if alone:
            again = len(lengths) > len(at)
            words = render.count(len(lengths), "game" if again else wording.noun(game))
            words += f", {render.count(runs, 'run')} from seed {table.seed}" * chance
            words += f" by seed {lengths.seed}" * (drawn and len(lengths) >= len(at))
            words += f" drawn from {len(at):,} by seed {lengths.seed}" * (len(lengths) < len(at))
            more = f"; mean under the prior {lengths.prior_mean:.4f}" * (game.prior is not None)
        else:
            words = f"{render.count(len(lengths), 'game')} on {boards} boards"
            words += f" from seed {lengths.seed}" * (drawn and not chance)
            words += f", {render.count(runs, 'run')} from seed {table.seed}" * chance
            more = f"; {lengths.within(limit):.2%} within {limit}"
        first = "nothing is left to guess"
        if told["first"] is not None:
            first = f"first guess {game.shown(told['first'])}"
        print(wording.in_guesses(f"{strategy},", first, words, lengths.worst, lengths.prior_mean))
        render.show_games({"games": lengths.games})
        total = f"total {lengths.total:,}, " * (alone and not drawn)
        interval = f" ± {lengths.interval:.4f} (95%)" * bool(drawn or (chance and runs > 1))
        print(f"{total}mean {lengths.mean:.4f}{interval}, ", end="")
        print(f"standard deviation {lengths.sd:.4f}, worst {lengths.worst}{more}")
    if output is not None:  # after the result: a disk may be full
        way = assistant.answers.runs_of(chosen, runs)[0]
        jotto.Tree.grow(at, way).save(output, game=table.game)


@game_options(without=("allow", "polite"))
def compare(
    table: Asked,
    screen: OutputOptions,
    contenders: Annotated[list[str], CONTENDERS],
    top: opt.Top = 5,
    seed: Seed = 0,
    games: Annotated[int | None, GAMES_DRAWN] = None,
) -> None:
    """Compare strategies and openings, secret by secret.

    Each is compared with the first: for how many secrets it takes fewer guesses (helped) or more
    (hurt), and for which secrets the difference is largest.

    Example: jotto compare entropy entropy@tares most-parts
    """
    if len(contenders) < 2:
        raise GameError(
            "compare needs at least two strategies, such as: jotto compare entropy minimax"
        )
    game = table.make_game()
    ways = [contender(table, game, text, seed) for text in contenders]
    compared = jotto.compare(game, ways, names=contenders, games=games, seed=seed)
    shown = compared.to_dict(top)
    if not screen.shows(compared.to_csv, **shown):
        means = {entry["contender"]: entry["mean"] for entry in shown["contenders"]}
        words = render.count(shown["secrets"], wording.noun(game))
        print(f"{wording.best_of(means, f'guesses on average over {words}')}.")
        print(f"differences from {contenders[0]}")
        render.show_records(compared.columns, shown["contenders"])
        lengths = zip(contenders, compared.lengths, strict=True)
        render.show_games({text: played.games for text, played in lengths})
        for row, what in product(shown["contenders"][1:], ("helped", "hurt")):
            if most := ", ".join(f"{word} {by:+}" for word, by in row[f"most_{what}"].items()):
                print(f"{row['contender']}: most {what}: {most}")


LISTS = "A list or game to play on; give it again for more. SECRETS,GUESSES names two files."


@game_options(without=("polite",))
def bench(
    table: Asked,
    screen: OutputOptions,
    contenders: Annotated[list[str], CONTENDERS],
    lists: Annotated[list[str], opt.option("FILE|GAME", LISTS, "--list")] = [],  # noqa: B006  # as Typer has it
    seed: Seed = 0,
    runs: Annotated[int, "For random strategies: how many seeds to play, from --seed on."] = 1,
    games: Annotated[int | None, GAMES_DRAWN] = None,
    rows: opt.Rows = None,
) -> None:
    """Play strategies on lists: rows to publish, repeat and check.

    On each list the strategies are paired with the first, secret by secret. Strategies of your own
    are written MODULE:FUNCTION. Without --list, the game is that of the options.

    Example: jotto bench entropy minimax --list words --list mastermind:4x6 --rows rows.jsonl
    """
    tables = {name: opt.listed(table, name) for name in lists}
    tables = tables or {str(table.words or table.game): table}
    found = list[jotto.BenchRow]()
    with render.working():
        for name, listed in tables.items():
            game = listed.make_game()
            ways = [contender(listed, game, text, seed) for text in contenders]
            found += jotto.bench(
                {name: game},
                ways,
                names=contenders,
                seeds=range(seed, seed + runs),
                games=games,
                progress=render.show_status,
            )
    entries = [row.to_dict() for row in found]
    if not screen.shows("rows", rows=entries):
        for name in tables:
            mine = [row for row in entries if row["list"] == name]
            means = {row["name"]: row["mean"] for row in mine}
            every = mine[0]["secrets"]
            some = f"{games:,} of " if games and games < every else ""
            words = f"{some}{render.count(every, 'secret')} of {name}"
            print(f"{wording.best_of(means, f'guesses on average over {words}')}.")
            render.show_records(analysis.bench.SHOWN, mine)
    if rows is not None:
        files.save("table", rows, (f"{dumps(entry, ensure_ascii=False)}\n" for entry in entries))


def contender(table: Asked, game: jotto.Game, text: str, seed: int) -> jotto.Strategy:
    """Make a strategy that is compared, with its opening: minimax@tares. Raises JottoError."""
    name, opening = parted(text)
    first = read_opening(game, opening)
    return replace(table, strategy=opt.check_typed(name)).adviser(game, opening=first, seed=(seed,))


def parted(text: str) -> tuple[str, str | None]:
    """Split a contender into its strategy and its opening.

    >>> parted("minimax@tares,moist"), parted("simple"), parted("@tares")
    (('minimax', 'tares,moist'), ('simple', None), ('entropy', 'tares'))
    """
    name, at, opening = text.rpartition("@")
    return (name or DEFAULT_STRATEGY, opening) if at else (text, None)


def read_opening(game: jotto.Game, text: str | None) -> list[Any]:
    """Read the guesses of an opening. Raises WordError."""
    wrong = "it is not an allowed guess" + "; add it to a list for --guesses" * game.rule.of_words
    return (
        []
        if text is None
        else [assistant.moves.read_allowed(game, guess, wrong) for guess in text.split(",")]
    )


@game_options("strategy", "seed", house=True)
def card(table: Asked, screen: OutputOptions, html: opt.CardHtml = None) -> None:
    """Print the first guess, and the second one for each score.

    They come from the opening book, if the game has one.

    Example: jotto card --strategy most-parts
    """
    game = table.make_game()
    chosen = table.adviser(game)
    at = jotto.start(game)
    first, about = chosen(at), ""
    if chosen.tree is not None and tree_path(table.strategy) is None:
        which = "equally likely" if game.prior is None else "common"
        about = f"From the opening book for {which} words; jotto openings ranks by one guess."
    by_score = {score: at.after(first, score) for score in at.partition(first)}
    still = {score: now for score, now in by_score.items() if not now.won}
    second = {s: {"left": len(now), "guess": str(chosen(now))} for s, now in still.items()}
    rows: list[Any] = [(score, *shown.values()) for score, shown in second.items()]
    if not screen.shows("second=score", first=str(first), secrets=len(at), second=second):
        show_card(first, rows, about)
    if html is not None:
        shown = shown_on_page("Jotto card:", table, game, table.strategy)
        letters = assistant.hints.alphabet(game) if isinstance(game.secrets[0], str) else ()
        page = analysis.report.card_page(str(first), rows, about=about, letters=letters, **shown)
        files.save("report", html, [page])


def shown_on_page(what: str, table: Asked, game: jotto.Game, strategy: str) -> dict[str, Any]:
    """Return what the page of openings and that of the card say of the game behind the figures."""
    facts = facts_of(table, game, strategy)
    title = f"{what} {facts.get('List', facts['Game'])}"
    return {"title": title, "facts": facts, "coloured": game.rule.tiles}


def show_card(first: Any, rows: Sequence[tuple[render.Cell, ...]], about: str) -> None:
    """Print a card as a table whose columns fit on a page."""
    if not rows:
        print(f"Guess {first}: it is the only secret.")
        return
    print(f"Guess {first} first. Then, for each score:")
    down = -(-len(rows) // -(-len(rows) // PAGE))
    columns = [rows[at : at + down] for at in range(0, len(rows), down)]
    beside = zip_longest(*columns, fillvalue=("", "", ""))
    headers = ("score", "left", "guess") * len(columns)
    render.show_table(headers, [sum(line, ()) for line in beside])
    if about:
        print(about)


# --- openings ---------------------------------------------------------------------------------

Openings: TypeAlias = "list[jotto.Opening]"  # loaded only when it is used
BEST = {row.name: (row.figure, row.unit, row.rises) for row in MEASURE_TABLE}
OPENING_COLUMNS = ("word", "alike", "mean", "sd", "worst", *render.WORTH, "prior_mean", "refined")


@game_options("strategy", without=("polite",))
def openings(
    table: Asked,
    screen: OutputOptions,
    workers: opt.Workers,
    full: Annotated[bool, "Play each opening, then the strategy, against every secret."] = False,
    pairs: Annotated[bool, "Rank pairs of guesses, both made whatever the score."] = False,
    triples: Annotated[bool, "Rank triples: one of the best pairs, and any third guess."] = False,
    shortlist: Annotated[
        int, "How many of the best pairs --triples extends, and --full plays."
    ] = 100,
    refine: Annotated[int | None, "With --full: search for better trees after the N best."] = None,
    top: opt.Top = 10,
    worst: Annotated[bool, "Show the worst openings, worst first."] = False,
    word: Annotated[str | None, "W", "Also show the rank of this opening."] = None,
    only: Annotated[str | None, "W[,W]", "Rank only these openings. Default: all."] = None,
    html: opt.Html = None,
    polite: Polite = None,
) -> None:
    """Rank openings by one guess, or with --full by whole trees.

    Offensive words are not shown (--no-polite shows them), but --csv has them. If --full, --pairs
    or --triples is interrupted or killed, --resume continues it. --pairs finds the best pairs
    of all; --triples finds the best among the triples that it tries.

    Example: jotto openings --strategy most-parts --top 3

    Example: jotto openings --pairs
    """
    long, hard, strategy = [*workers.flags, ""], table.allow == HARD, str(table.strategy)
    narrowed = table.allow != DEFAULT_ALLOW
    together = "--triples" if triples else "--pairs" if pairs else ""
    of_tree = tree_path(strategy) is not None
    valued = jotto.strategy("simple" if of_tree else strategy)
    measures = valued.measures
    refused = {
        f"{long[0]} goes with --full or --pairs": long[0] and not full and not together,
        "use --pairs or --triples, not both": pairs and triples,
        f"openings need a deterministic strategy; {strategy} is not": valued.draws
        or valued.stateful,
        f"{quoted(strategy)} has its own opening; see jotto evaluate": of_tree,
        f"{strategy} does not rank single guesses; add --full": not (
            full or together or measures or of_tree
        ),
        f"--pairs needs one of {', '.join(MEASURE_NAMES)}, not {quoted(strategy)}": (
            pairs and valued.measure is None
        ),
        f"--triples needs entropy, not {quoted(strategy)}": triples and strategy != "entropy",
        f"{together} does not go with --allow {table.allow}: "
        "the further guesses ignore the scores": together and narrowed,
        "--refine goes with --full and without --pairs": refine and (together or not full),
        "--refine does not go with --polite or --allow hard": refine and (polite or hard),
        f"{together} does not go with --worst, --word or --html": (
            together and (worst or word or html)
        ),
    }
    for reason, holds in refused.items():
        if holds:
            raise GameError(reason)
    game = table.make_game()
    ways = replace(table, polite=bool(polite)).adviser(game)
    chosen = None if only is None else [read_first(game, ways, t) for t in only.split(",")]
    asked = None if word is None else read_first(game, ways, word)
    if asked is not None and chosen is not None and asked not in chosen:
        raise WordError(str(asked), "--word is not among the openings of --only")
    hidden = games.words.offensive() if polite is None and only is None else frozenset()
    if full or together:
        saved = workers.checkpoint or files.user_folder("state") / "openings.checkpoint"
        if workers.checkpoint is None:
            with suppress(OSError):  # that it cannot be written is logged
                saved.parent.mkdir(parents=True, exist_ok=True)
        workers, best = replace(workers, checkpoint=saved), max(shortlist, 0 if full else top)
        with workers.connected() as parallel, watched(saved) as progress:
            ranked = analysis.comparison.openings(
                game,
                ways,
                among=chosen,
                pairs=shortlist if triples else best * pairs,
                triples=best * triples,
                full=full,
                refined=refine or 0,
                parallel=parallel,
                checkpoint=saved,
                progress=progress,
            )
    else:
        every = worst or any(measure is not None for measure in (only, word, screen.csv, html))
        number = len(game.guesses) if every else top + len(hidden)
        ranked = analysis.comparison.by_one_guess(game, ways, number, among=chosen)
    shown = assistant.laboratory.politely(ranked, hidden)
    if not screen.silent and not worst:
        print(conclusion(game, shown[: max(top, 2)], measures))
    show_openings(game, ranked, asked, (shown[::-1] if worst else shown)[:top], screen)
    if not screen.silent and strategy == DEFAULT_STRATEGY and not together:
        show_book(table)
    if html is not None:  # after the result, because the disk may be full
        about = shown_on_page("Openings of", table, game, strategy)
        if len(shown) < len(ranked):
            about["facts"]["Left out"] = render.count(len(ranked) - len(shown), "offensive word")
        sizes = game.openings[0][[] if full else [game.find(opening.word) for opening in shown]]
        parts = {"scores": game.rule.texts, "parts": sizes.tolist()}
        page = analysis.report.openings_page(shown, chosen=only is not None, **about, **parts)
        files.save("report", html, [page])
    if full or together:
        with suppress(OSError):
            saved.unlink(missing_ok=True)  # only after the results are written


@contextmanager
def watched(checkpoint: Path) -> Iterator[Callable[[jotto.Status], None]]:
    """Show how far the work is; if it is interrupted, say how much of it is in the checkpoint."""
    last = jotto.Status(0.0)

    def show(now: jotto.Status) -> None:
        nonlocal last
        last = now
        render.show_status(now)

    try:
        with render.working():
            yield show
    except KeyboardInterrupt:
        if last.of and checkpoint.is_file():
            done = f"{last.done:,} of {last.of:,} {last.what} are done"
            opt.note(f"{done}; run again with --resume")
        raise


def read_first(game: jotto.Game, strategy: jotto.Strategy, text: str) -> Any:
    """Read a guess that may be made first. Raises WordError."""
    guess = assistant.moves.read_allowed(game, text)
    if not strategy.allowed(jotto.start(game))[game.index(guess)]:
        raise WordError(text, "it may not be guessed first; see --allow and --polite")
    return guess


def show_book(table: Asked) -> None:
    """Print the opening of ``jotto play``, if its opening book is for another prior."""
    if table.words is None and table.game == WORDS and table.prior == EVEN:
        said = {name: value for name, value in table.said.items() if name != "prior"}
        usual = Question(**said | {"polite": None, "book": None, "act": ""})
        game = usual.make_game()
        played = usual.adviser(game)
        if played.tree is not None:
            played_first = f"jotto play, for common words, opens with {played(jotto.start(game))}"
            render.say(f"All words count equally here; {played_first}.")


def conclusion(game: jotto.Game, shown: Openings, measures: Sequence[Any]) -> str:
    """Return which opening is best, by the length of its games or else by the measure."""
    means = (name for name in ("refined", "prior_mean", "mean") if getattr(shown[0], name))
    if (mean := next(means, "")) or not measures:
        column, what, highest = mean or "mean", "guesses on average", False
    else:
        column, what, highest = BEST.get(measures[0].name, ("", "", True))
    if not column:  # a measure without a figure of its own
        return f"{game.shown(shown[0].word)} is best by {measures[0].name}."
    measured = [row for row in shown if getattr(row, column) is not None]
    values = {game.shown(row.word): getattr(row, column) for row in measured}
    return f"{wording.best_of(values, what, highest=highest)}."


def show_openings(
    game: jotto.Game, ranked: Openings, asked: Any, shown: Openings, screen: OutputOptions
) -> None:
    """Print some of the openings, and the rank of the one asked for."""
    words = [row.word for row in ranked]
    unranked = asked is not None and str(asked) not in words
    like = analysis.comparison.first_alike(game, asked) if unranked else ""
    at = -1 if asked is None else words.index(str(like or asked))
    named = [assistant.laboratory.opening_fields(row) for row in shown]
    rank = {"word": {"opening": str(asked), "rank": at + 1, "of": len(ranked)}} if at >= 0 else {}
    table = partial(analysis.comparison.in_csv, ranked)
    if screen.shows(table, secrets=len(game), openings=named, **rank):
        return
    if at >= 0 and ranked[at] not in shown:
        shown.append(ranked[at])
    filled = analysis.comparison.filled_fields(ranked)
    render.show_records([name for name in OPENING_COLUMNS if name in filled], map(vars, shown))
    if at >= 0:
        same = f" like {like}" if like else ""
        print(f"{asked}{same} is number {at + 1:,} of {render.count(len(ranked), 'opening')}")

"""Play random trials; without names, list them.

Seeds run from ``--seed``, a round each; a failed round is named by the command that plays it again.
"""

from __future__ import annotations

import os
import signal
import sys
import tempfile
import traceback
from collections.abc import Sequence
from itertools import count as integers
from pathlib import Path
from time import monotonic
from typing import Annotated, Any

import typer

ROOT = Path(__file__).resolve().parents[2]
sys.path[:1] = [str(ROOT / part) for part in ("scripts", "tests", "tests/cli", "tests/web")]

from jotto.cli import INTERRUPTED  # noqa: E402
from jotto.cli.render import show_table  # noqa: E402
from jotto.progress import following, since  # noqa: E402
from trials import runner  # noqa: E402
from trials.runner import TRIALS, Result  # noqa: E402

ALL = "all"


def listed() -> None:
    """Print the trials."""
    rows = [(name, runner.title(name), runner.trial(name).UNIT) for name in TRIALS]
    show_table(("trial", "what is played", "unit"), rows)


def played(result: Result, count: int, minutes: float) -> None:
    """Play so many rounds, or so many minutes; print a line for each that fails."""
    began, first = monotonic(), result.seed
    seeds = integers(first) if minutes else range(first, first + count)
    with following(None) as progress:
        for seed, error in runner.run(result, seeds):
            if error is not None and count == 1:
                traceback.print_exception(error)
            if error is not None:
                said = " ".join(f"{type(error).__name__}: {error}".split())
                print(f"{runner.command(result.name, seed, 1)}: {said[:300]}", flush=True)
            if progress is not None:
                of = 0 if minutes else count
                progress(since(began, f"{result.name}: rounds", result.rounds, of))
            if minutes and monotonic() - began >= 60 * minutes:
                break
    print(*result.outside, sep="\n", end="\n" * bool(result.outside))


def shown(results: list[Result]) -> None:
    """Print the table, and the means of figures."""
    columns = "rounds", "checks", "seconds", "failures"
    rows: list[Sequence[Any]] = [
        [r.name, r.rounds, r.checks, round(r.seconds), r.failures] for r in results
    ]
    show_table(("trial", *columns), rows)
    if means := [(r.name, *figure) for r in results for figure in r.figures.items()]:
        print()
        show_table(("trial", "figure", "mean"), means)


def main(
    names: Annotated[list[str] | None, typer.Argument(help=f"Trials, or {ALL}.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the first round.")] = 0,
    count: Annotated[int, typer.Option(min=1, help="Rounds of each trial.")] = 10,
    minutes: Annotated[float, typer.Option(min=0, help="Instead: minutes of each trial.")] = 0,
    record: Annotated[bool, typer.Option("--record", help="Keep the results in docs.")] = False,
    page: Annotated[bool, typer.Option("--page", help="Write docs/trust.md again.")] = False,
) -> None:
    """Play trials, and print a table of what failed; the status is 1 if anything did."""
    names = TRIALS if names == [ALL] else names or []
    if unknown := sorted({*names} - {*TRIALS}):
        raise typer.BadParameter(f"{unknown[0]!r} is none of {', '.join(TRIALS)}")
    results, status = [Result(name, seed) for name in names], 0
    try:
        for result in results:
            played(result, count, minutes)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        status = INTERRUPTED
    if results:
        shown([result for result in results if result.rounds])
    if record:
        runner.record(result for result in results if result.rounds)
    if page:
        runner.PAGE.write_text(runner.page(), "utf-8")
    if not (names or page):
        listed()
    raise typer.Exit(status or any(result.failures or result.outside for result in results))


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)  # programs that are started inherit it
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        for kind in ("CACHE", "CONFIG", "DATA", "STATE"):
            (own := Path(home) / kind.lower()).mkdir()
            os.environ[f"XDG_{kind}_HOME"] = str(own)
        typer.run(main)

"""Long work over openings: who does it, what is kept meanwhile, and how far it is."""

from __future__ import annotations

import time
from collections.abc import Callable, Container, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from jotto.cli import render

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from jotto.analysis.checkpoint import Keeper
    from jotto.analysis.workers import Line, Plan, Task

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
Crew = tuple["Executor | None", Callable[[], int]]  # who works, and how many they are now
LITTLE = 300_000_000  # scores to count; more are worth starting processes for


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
    lending = game.lent() if game.held else nullcontext()  # before anyone looks for it
    with lending as loan, workers.processes(wanted, loan) as executor:
        yield executor, lambda: wanted


@contextmanager
def keeping_on(
    path: Path, plan: Plan, lines: Sequence[Line], number: int, *, resume: bool
) -> Iterator[Keeper]:
    """Keep in a file what is done, from where the last run was ended if so asked.

    ``number`` is how many pairs of ``lines`` are looked for; none are for single openings.
    """
    from jotto.analysis.checkpoint import Done, header, keeping, load

    head = header(plan, lines, number)
    with keeping(path, head, load(path, plan, head) if resume else Done()) as keeper:
        yield keeper
    if keeper.failed:
        tell(f"what was done could not be kept meanwhile: {keeper.failed}")


def work(
    task: Task[T],
    plan: Plan,
    lines: Sequence[Line],
    crew: Crew,
    keep: Callable[[Line, T], None],
    done: Container[Line],
    what: str,
    *,
    at_once: int | None = None,
) -> None:
    """Do a task for the lines that are not done yet, and keep what comes of each."""
    from jotto.analysis.workers import spread

    rest = [line for line in lines if line not in done]
    before = len(lines) - len(rest)
    with telling(len(lines), before, what) as progress:
        try:
            each = spread(task, plan, rest, *crew, at_once=at_once)
            for number, (line, found) in enumerate(each, before + 1):
                keep(line, found)
                progress.tell(number)
        except KeyboardInterrupt:
            kept = sum(line in done for line in lines)
            progress.note = f"{kept:,} of {len(lines):,} {what} are kept; --resume goes on"
            raise


def checkpoint_place() -> Path:
    """Name the file that keeps what is done, unless told."""
    from platformdirs import user_state_path

    return user_state_path("jotto", appauthor=False) / "openings.checkpoint"


class Progress:
    """Tells on stderr how many are done of what, and how long the rest will take.

    In the end it is wiped, and ``note`` is told.
    """

    def __init__(self, number: int, before: int, what: str) -> None:
        self.number, self.before, self.what, self.note = number, before, what, ""
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


@contextmanager
def telling(number: int, before: int, what: str) -> Iterator[Progress]:
    """Tell how far the work is; ``before`` of it is done already."""
    progress = Progress(number, before, what)
    try:
        yield progress
    finally:
        render.show_progress("")
        if progress.note:
            tell(progress.note)


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

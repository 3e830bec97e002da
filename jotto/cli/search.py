"""The command that looks ahead for strong trees, and for proofs."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from threading import Thread
from typing import TYPE_CHECKING, Annotated, Any

import typer

from jotto.cli import render
from jotto.cli.options import (
    ALLOWED,
    DEFAULT_ALLOW,
    DEFAULT_GAME,
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
    Turns,
    Words,
    load_game,
    read_guess,
    read_turns,
)
from jotto.cli.thinking import DEFAULT_AIM, AimName, Think, read_aim
from jotto.cli.trees import Output, put_tree
from jotto.errors import GameError, quoted

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from jotto.engine.game import Game
    from jotto.engine.search import Solved
    from jotto.engine.tree import Node
    from jotto.engine.treefile import Claims

DEFAULT_BEAM = 3
DEPTHS = (1, 2)  # guesses that lower bounds look ahead
OFTEN = 0.5  # seconds between two looks at what was found


def tree(
    turns: Turns = None,
    beam: Annotated[
        int | None,
        typer.Option("--beam", min=1, metavar="N", help="Try the N best guesses everywhere."),
    ] = None,
    exact: Annotated[
        bool, typer.Option("--exact", help="Try every guess: the least total, with a proof.")
    ] = False,
    think: Think = None,
    opening: Annotated[
        str | None, typer.Option("--opening", metavar="W", help="The first guess.")
    ] = None,
    aim: AimName = DEFAULT_AIM,
    max_guesses: Annotated[
        int | None, typer.Option("--max-guesses", min=1, metavar="N", help="No game is longer.")
    ] = None,
    output: Output = None,
    allow: Annotated[
        str,
        typer.Option("--allow", metavar="WHICH", help="all guesses, or only candidates."),
    ] = DEFAULT_ALLOW,
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
    """Look ahead for a strong tree, or the best there is, from the start or after some turns.

    With --think it widens as long as time lasts; Ctrl-C keeps the best found. Exit status 1 if no
    strategy can do it in --max-guesses.

    Example: jotto tree tares=1,1 moist=0,2 --exact
    """
    if exact and beam is not None:
        raise GameError("--exact tries every guess, --beam a few; leave one of them out")
    own, aimed = read_own(allow), read_aim(aim)
    played = load_game(game, words, guesses, rule, prior, House(repeats, plurals))
    history = read_turns(played, turns)
    left = played.candidates(history)
    made = tuple(played.find(turn.guess) for turn in history)
    first = None if opening is None else read_guess(played, opening)

    from jotto.engine import search

    options: dict[str, Any] = {"only_candidates": own, "most": max_guesses, "history": made}

    def attempts(stop: Stop) -> Iterator[Solved | None]:
        if exact or aimed == "worst":
            yield search.solve(played, left, aim=aimed, opening=first, stop=stop, **options)
        elif beam is None and think is not None:
            yield from search.improve(played, left, opening=first, stop=stop, **options)
        else:
            width = beam or DEFAULT_BEAM
            yield search.beam(played, left, width, opening=first, stop=stop, **options)

    def bounds(stop: Stop) -> Iterator[int]:
        if think is not None and not exact and first is None and aimed == "mean":
            for depth in DEPTHS:
                yield search.bound(played, left, depth, stop=stop)

    hunt = Hunt(attempts, bounds)
    interrupted = hunt.follow(think)
    if hunt.best is None:
        show_none(len(left), max_guesses, sure=hunt.ended and (exact or aimed == "worst"))
    else:
        from jotto.engine.tree import Node
        from jotto.engine.treefile import claims_of

        root = Node(played, hunt.best.strategy, left, made)
        low = max(hunt.best.lower, hunt.lower)
        proved = low == hunt.best.total
        claims = claims_of(root, lower_bound=low, proved=proved)
        if json:
            show_json(played, hunt, claims, root)
        else:
            show(played, hunt, claims, root, plain=plain)
        if output is not None:  # after all is told, since a disk may be full
            put_tree(output, root, name=game, turns=history, lower_bound=low, proved=proved)
    if interrupted:
        raise KeyboardInterrupt


def read_own(text: str) -> bool:
    """Read ``--allow``, for a search: whether only candidates may be guessed. Raises GameError."""
    if text not in ALLOWED[:2]:
        raise GameError(f"--allow {quoted(text)}: a search knows all and candidates")
    return text == ALLOWED[1]


# --- looking while it works ---------------------------------------------------------------------

Stop = Any  # an array (1,) uint8: set to 1 it ends a search


class Hunt:
    """A search in a thread of its own, so that time and Ctrl-C can end it; the best is kept."""

    def __init__(
        self,
        attempts: Callable[[Stop], Iterator[Solved | None]],
        bounds: Callable[[Stop], Iterator[int]],
    ) -> None:
        import numpy as np

        self.best: Solved | None = None
        self.lower = 0
        self.ended = False
        self.stop: npt.NDArray[np.uint8] = np.zeros(1, np.uint8)
        self.started = time.monotonic()
        self._attempts, self._bounds = attempts, bounds
        self._wrong: BaseException | None = None
        self._thread = Thread(target=self._run, name="search", daemon=True)
        self._thread.start()

    @property
    def seconds(self) -> float:
        """Return how long it has been working."""
        return time.monotonic() - self.started

    def follow(self, limit: float | None) -> bool:
        """Wait for the end, for ``limit`` seconds at most; say whether Ctrl-C came before it."""
        interrupted = False
        while self._thread.is_alive():
            try:
                self._wait(limit)
            except KeyboardInterrupt:
                self.stop[0], interrupted = 1, True
        render.show_progress("")
        if self._wrong is not None:
            raise self._wrong
        return interrupted

    def _wait(self, limit: float | None) -> None:
        while self._thread.is_alive():
            if limit is not None and self.seconds >= limit:
                self.stop[0] = 1
            rest = OFTEN if limit is None else min(OFTEN, max(limit - self.seconds, 0.01))
            self._thread.join(rest)
            best = f"total {self.best.total:,}" if self.best else "nothing yet"
            render.show_progress(f"{self.seconds:.0f} s: {best}")

    def _bound(self) -> None:
        for found in self._bounds(self.stop):
            self.lower = max(self.lower, found)

    def _run(self) -> None:
        bounding = Thread(target=self._bound, name="bound", daemon=True)
        try:
            for found in self._attempts(self.stop):
                if found and (self.best is None or found.total < self.best.total):
                    self.best = found
                if bounding.ident is None:  # not before: numba compiles in one thread only
                    bounding.start()
            self.ended = not self.stop[0]
            self.stop[0] = 1
            if bounding.ident is not None:
                bounding.join()
        except BaseException as error:  # told by the thread that waits
            self._wrong = error


# --- what is told -------------------------------------------------------------------------------


def show_none(n_candidates: int, most: int | None, *, sure: bool) -> None:
    """Say that no strategy was found. Exit status 1."""
    within = "" if most is None else f" within {render.count(most, 'guess')}"
    found = render.count(n_candidates, "candidate")
    told = "can be found by no strategy" if sure else "were not found by any strategy tried"
    print(f"jotto: {found} {told}{within}", file=sys.stderr)
    raise typer.Exit(1)


def games_of(root: Node) -> dict[int, int]:
    """Count the secrets found in each number of guesses, from where the tree starts."""
    from jotto.engine.tree import distribution

    return {guesses - len(root.history): n for guesses, n in distribution(root).items()}


def show_json(played: Game, hunt: Hunt, claims: Claims, root: Node) -> None:
    """Print one JSON object."""
    weighed = {} if played.weights is None else {"weighted_total": claims.weighted_total}
    render.show_json(
        first=played.guesses[root.guess],
        total=claims.total,
        mean=claims.mean,
        worst=claims.worst,
        games=games_of(root),
        secrets=claims.secrets,
        lower_bound=claims.lower_bound,
        proved=claims.proved,
        seconds=round(hunt.seconds, 3),
        **weighed,
    )


def show(played: Game, hunt: Hunt, claims: Claims, root: Node, *, plain: bool) -> None:
    """Print the games of the tree, its figures, and how far they are from the best there can be."""
    first = played.guesses[root.guess]
    print(f"first {first}, over {render.count(claims.secrets, 'secret')}")
    render.show_table(("guesses", "games"), list(games_of(root).items()), plain=plain)
    weight = None if played.weights is None else int(played.weights[root.candidates].sum())
    told = gap(claims, weight)
    print(f"total {claims.total:,}, mean {claims.mean:.4f}, worst {claims.worst}; {told}")
    if sys.stderr.isatty():
        print(f"{hunt.seconds:.1f} s", file=sys.stderr)


def gap(claims: Claims, weight: int | None = None) -> str:
    """Say what is proved of a tree: of its total, or of its mean by a prior of so much weight.

    >>> from jotto.engine.treefile import Claims
    >>> gap(Claims(secrets=9, total=20, mean=2.2, worst=3, lower_bound=18))
    'the least total is between 18 and 20'
    """
    if weight is None or claims.weighted_total is None or claims.lower_bound is None:
        what, low, high = "total", f"{claims.lower_bound:,}", f"{claims.total:,}"
    else:
        what = "mean by the prior"
        low, high = (f"{n / weight:.4f}" for n in (claims.lower_bound, claims.weighted_total))
    if claims.proved:
        return f"the least {what} there can be, {high}: proved"
    return f"the least {what} is between {low} and {high}"

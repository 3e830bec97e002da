"""Reviews of many games: what they have in common, such as openings, is counted once.

Games are taken in order of their turns, so that those that begin alike follow one another, and what
a game remembers of one is there for the next. Some at a time are given to a process.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from time import monotonic
from typing import Any, Literal, overload

from jotto.assistant.review import Review, review
from jotto.engine.game import Game, T, Turn
from jotto.engine.position import AnyStrategy, Strategy, strategy_of
from jotto.errors import GameError, JottoError, check_arguments
from jotto.parallel import Workers, check, spread
from jotto.plain import Rows
from jotto.progress import Progress, following, since

MANY = 300  # games, from which on several processes are faster than one
AT_ONCE = 16  # games that a process is given
Shared = tuple[Game[Any], Strategy]
Row = tuple[tuple[Turn[Any], ...], Any]  # the turns of a game, and its secret or None


@overload
def reviews(
    game: Game[T],
    rows: Iterable[Any],
    strategy: AnyStrategy = "entropy",
    *,
    secrets: Iterable[Any] | None = None,
    strict: Literal[True] = True,
    parallel: Workers | None = None,
    progress: Progress | bool | None = None,
) -> Rows[Review[T]]: ...
@overload
def reviews(
    game: Game[T],
    rows: Iterable[Any],
    strategy: AnyStrategy = "entropy",
    *,
    secrets: Iterable[Any] | None = None,
    strict: bool,
    parallel: Workers | None = None,
    progress: Progress | bool | None = None,
) -> list[Review[T] | JottoError]: ...
def reviews(
    game: Game[T],
    rows: Iterable[Any],
    strategy: AnyStrategy = "entropy",
    *,
    secrets: Iterable[Any] | None = None,
    strict: bool = True,
    parallel: Workers | None = None,
    progress: Progress | bool | None = None,
) -> Any:
    """Review many games, each as ``jotto.review`` does; openings they share are counted once.

    A row holds the turns of a game: pairs ``(guess, score)`` or texts, or all of them in one text.
    A score may be marks or squares. ``secrets``: that of each row, None if it is not known.

    All rows are read first. One that cannot be read raises JottoError with its number, from 1; if
    not ``strict``, the error stands in the list in place of the review.

    The work is done by ``parallel`` processes (None: as many as pay) or by the workers of a
    ``distributed.Client``. ``progress`` is called now and then with a ``jotto.Status``; None
    shows what takes over ten seconds in a terminal or notebook, False nothing.

    >>> import jotto
    >>> game = jotto.words(["bat", "cat", "hat", "mat"], ["chm"])
    >>> rows = [["bat=2,0", "hat=3,0"], "chm=0,0 bat=3,0", [("chm", "9,9")]]
    >>> [row.cost for row in jotto.reviews(game, rows[:2])]
    [0.25, 0.0]
    >>> jotto.reviews(game, rows, strict=False)[2]
    JottoError("row 3: turn 1: score '9,9': exact and elsewhere together are at most 3")
    """
    check_arguments(reviews, {"game": game, "rows": rows, "secrets": secrets, "strict": strict})
    chosen, listed, parallel = strategy_of(strategy), list(rows), check(parallel)
    revealed = [None] * len(listed) if secrets is None else list(secrets)
    if len(revealed) != len(listed):
        raise GameError(f"{len(listed):,} rows and {len(revealed):,} secrets are no pairs")
    read = [_read(game, n, *pair) for n, pair in enumerate(zip(listed, revealed, strict=True), 1)]
    wrong = [row for row in read if isinstance(row, JottoError)]
    if strict and wrong:
        raise wrong[0]
    different = dict.fromkeys(row for row in read if not isinstance(row, JottoError))
    order = sorted(different, key=_texts)
    portions = [tuple(order[at : at + AT_ONCE]) for at in range(0, len(order), AT_ONCE)]
    done, began = dict[Row, Review[T]](), monotonic()
    with following(progress) as tell:
        pays = len(order) >= MANY
        for portion, made in spread(
            review_all, (game, chosen), portions, parallel=parallel, pays=pays, at_once=1
        ):
            done |= zip(portion, made, strict=True)
            if tell:
                tell(since(began, "games", len(done), len(order)))
    return Rows(row if isinstance(row, JottoError) else done[row] for row in read)


def review_all(shared: Shared, rows: Sequence[Row]) -> list[Review[Any]]:
    """Review some games; a task."""
    game, strategy = shared
    return [review(game, *turns, secret=secret, strategy=strategy) for turns, secret in rows]


def _read(game: Game[T], number: int, given: Any, secret: Any) -> Row | JottoError:
    """Read a row; return the error with its number if that cannot be done."""
    try:
        turns = given.split() if isinstance(given, str) else given
        if not isinstance(turns, Iterable) or isinstance(turns, bytes | set | frozenset):
            raise GameError(f"{given!r:.60} is not a list of turns")
        missing = secret is None or (isinstance(secret, float) and secret != secret)  # as of pandas
        return game.read_turns(list(turns)), None if missing else game.read(secret)
    except JottoError as error:
        return JottoError(f"row {number:,}: {error}")


def _texts(row: Row) -> list[tuple[str, int]]:
    return [(str(turn.guess), turn.code) for turn in row[0]]

"""What is shown when a game is over: how it went, and how all games of its kind go."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import typer

import jotto
from jotto import assistant
from jotto.assistant.sentences import Sentence, sentence
from jotto.cli import live, render
from jotto.cli.review import NEEDS, report_text
from jotto.errors import GameError, JottoError

if TYPE_CHECKING:
    from jotto.assistant.review import Record
    from jotto.assistant.view import Pane

LAST = 10  # games, of which luck is worked out
ABSENT = "r", "report", "p", "practice"  # of several boards
MINE = "  ◂"  # at the bar of the game that has just ended
THINKING = 3.0  # seconds without a further turn, after which those made are judged


def judged(
    game: jotto.Game,
    strategy: jotto.Strategy,
    turns: Sequence[Any],
    secret: Any = None,
    mistaken: Sequence[int] = (),
) -> jotto.Review:
    """Review some turns as jotto review does; what is worked out is remembered with the game."""
    fast = replace(strategy, avoid=frozenset())
    return assistant.review.review(game, *turns, secret=secret, strategy=fast, mistaken=mistaken)


def judge_soon(session: jotto.Session, strategy: jotto.Strategy, before: Any = None) -> Any:
    """Judge the turns so far in the background, so that the end has nothing to wait for.

    Returns that work; the work ``before`` is given up if it has not begun.
    """

    def work(stop: Any) -> Iterator[jotto.Review]:
        if not stop[0]:
            yield judged(session.listed, strategy, session.state.mine)

    if not render.screened() or session.boards > 1 or not session.state.mine or session.won:
        return before
    if before is not None:
        before.abandon()
    return assistant.thinker.Background(work, delay=THINKING)


def looked_back(
    session: jotto.Session, strategy: jotto.Strategy, secret: Any = None
) -> jotto.Review | None:
    """Review my turns; None of several boards, and where there are none."""
    turns = session.state.mine
    if session.boards > 1 or not turns:
        return None
    mistaken = assistant.mistakes.mistaken(state.mine for state in session.states)
    with render.working(NEEDS):
        return judged(session.listed, strategy, turns, secret, mistaken)


def account(session: jotto.Session, half: jotto.Review) -> Iterator[str]:
    """Yield how a game went: the sum of its guesses, skill and luck, and each turn."""
    yield " ".join(map(str, assistant.review.add_up("You", half)))
    yield assistant.review.points_told(half)
    for turn in half.judged:
        guess = session.game.shown(turn.turn.guess)
        left = "" if turn.turn.code == session.game.rule.win else f"{turn.after:,} left; "
        yield f"{guess}  {left}{assistant.review.judgement(session.game, turn)}"
    yield from assistant.review.notes(session.game, half)


def so_far(records: Sequence[Record]) -> Sentence | None:
    """Return how many games of a kind were found, in how many guesses, and how many in a row.

    >>> made = [("a=1",) * n for n in (3, 5)]
    >>> str(so_far([assistant.review.Record("play", {}, "", n, "a", "found") for n in made]))
    '2 games played, 2 solved, 4.00 guesses on average. Current streak: 2. Best streak: 2.'
    """
    made = [len(record.turns) for record in records if record.solved]
    now, longest = assistant.statistics.in_a_row(record.solved for record in records)
    facts = {"games": len(records), "found": len(made), "now": now, "longest": longest}
    mean = sum(made) / len(made) if made else None
    return sentence("games so far", mean=mean, **facts) if records else None


def by_guesses(records: Sequence[Record]) -> Pane:
    """Show how many games took each number of guesses, with a mark at the last game."""
    counts = assistant.statistics.tally(records, [None] * len(records)).mine
    numbers = range(1, max(counts) + 1)
    bars = render.bars([counts.get(number, 0) for number in numbers], plain=False)
    mine = len(records[-1].turns) if records[-1].solved else 0
    bars = [f"{bar}{MINE * (number == mine)}" for number, bar in zip(numbers, bars, strict=True)]
    rows = zip((f"{number:>2}" for number in numbers), bars, strict=True)
    return assistant.view.Pane(sentence("games by guesses"), rows=tuple(rows))


def luck(records: Sequence[Record], game: jotto.Game, strategy: jotto.Strategy) -> Sentence | None:
    """Return how lucky the last games of a kind were on average; None if too few are known."""
    points = list[int]()
    for record in records[-LAST:]:
        with suppress(JottoError):  # of a damaged record, which may be of other words
            half = judged(game.without(*record.refused), strategy, record.turns, record.secret)
            points += half.points[1:] if half.points else ()
    if len(points) < 2:  # that of one is already told
        return None
    return sentence("luck so far", games=len(points), luck=round(sum(points) / len(points)))


def show_ending(
    session: jotto.Session,
    strategy: jotto.Strategy,
    records: Sequence[Record],
    question: str,
    secret: Any = None,
) -> None:
    """Print how the game went, and how games of its kind go; what takes longer comes when ready."""
    if (half := looked_back(session, strategy, secret)) is not None:
        for line in filter(None, account(session, half)):
            render.say(line)
    if (summary := so_far(records)) is None:
        return
    render.say(summary)
    if any(record.solved for record in records):
        render.add_beside(partial(by_guesses, records))
    if session.boards > 1:
        return

    def work(stop: object) -> Iterator[Sentence | None]:
        yield luck(records, session.game, strategy)

    def tell(told: Sentence | None) -> None:
        if told is not None:
            render.tell(told, at=question)

    assistant.thinker.Background(work, delay=2 * render.BLINK, then=tell)


def of_record(record: Record) -> dict[str, Callable[[], str]]:
    """Return what can be had of a game of one board that is over, see ``another_game``."""

    def practise() -> str:
        from jotto.cli import practice  # few ask for it

        return practice.practise(record)

    return {"report": partial(report_text, record), "practice": practise}


def another_game(
    session: jotto.Session,
    strategy: jotto.Strategy,
    records: Sequence[Record],
    secret: Any = None,
    *,
    does: Mapping[str, Callable[[], str]],
    back: bool = True,
) -> bool | None:
    """Show how a game went, and ask whether there is to be another; None to go ``back``.

    Some words ``does`` something else: each returns a text, such as that to share.
    """
    asks = sentence("ask: another game")
    show_ending(session, strategy, records, live.prompted(asks), secret)

    def read(typed: str) -> bool:
        if session.boards > 1 and typed.lower() in ABSENT:
            raise GameError(str(sentence("not of several boards")))
        return typed.lower() in ("", "a", "again") or live.read_yes_or_no(typed)

    try:
        why = sentence("why: another game")
        keys = "yna" + "".join(word[0] for word in does) + "pr" * (session.boards > 1)
        return live.asked(asks, read, why, keys=keys, back=back, does=does)
    except typer.Exit:
        return False

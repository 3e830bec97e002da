"""The commands that take --boards N, with several boards: one guess, scored on each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import jotto
from jotto import assistant
from jotto.cli import options as opt, render
from jotto.cli.options import Asked, OutputOptions
from jotto.errors import GameError


def candidates(table: Asked, screen: OutputOptions, at: jotto.Boards) -> None:
    """Print the candidates of each board, the board with the fewest first."""
    fields = assistant.answers.listed(at, table.top, table.order)
    if not screen.shows("boards", **fields):
        say_boards(at, [row["candidates"] for row in fields["boards"]])


def say_boards(at: jotto.Boards, listed: Sequence[Sequence[object]] = ()) -> None:
    """Print a line for each open board, the nearest to its end first, then what is found."""
    for board in at.open:
        words = " ".join(map(str, listed[board])) if listed else str(at.known.get(board, ""))
        many = render.count(len(at.boards[board]), "candidate")
        render.say(f"board {board + 1}: {many}{words and ': '}{words}")
    if secrets := [str(secret) for secret in at.found if secret is not None]:
        render.say(f"found: {' '.join(secrets)}")


def say_mistakes(fields: Mapping[str, Any]) -> None:
    """Print of each board whether a secret fits, and else which scores may be wrong."""
    for row in fields["boards"]:
        causes = [cause for cause in fields["explanations"] if cause["board"] == row["board"]]
        why = "possible wrong scores, the likeliest first:"
        why = f"no candidate is left; {why if causes else 'no single wrong score explains it'}"
        many = render.count(row["count"], "candidate")
        print(f"board {row['board']}: {f'no mistake found, {many} left' if row['count'] else why}")
        for cause in causes:
            render.say(cause["text"])


def watch(table: Asked, screen: OutputOptions, text: str) -> None:
    """Play boards to the end and print each turn with its scores and what is left."""
    between = assistant.boards.BETWEEN
    at = jotto.boards(table.make_game(), table.boards)
    secrets = [opt.read_secret(at.game, secret) for secret in text.split(between)]
    if len(secrets) != len(at):
        raise GameError(f"{len(at)} boards need {len(at)} secrets, with + between: crane+hatch")
    turns = at.play(secrets, table.adviser(at.game)).turns
    rows = [(guess, between.join(filter(None, scores))) for guess, scores in turns]
    if not screen.shows(
        "turns", secrets=secrets, turns=[{"guess": g, "scores": s} for g, s in turns]
    ):
        render.show_table(("turn", "guess", "scores"), [(i, *row) for i, row in enumerate(rows, 1)])

"""``jotto keep``: the computer keeps the secret, and the player guesses."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import jotto
from jotto import assistant, games
from jotto.assistant import wording
from jotto.cli import paper, render
from jotto.cli.help import option
from jotto.cli.live import show_list, show_rows
from jotto.cli.options import (
    DEFAULT_STRATEGY,
    Table,
    game_options,
    kept_options,
    read_guess,
    read_secret,
)
from jotto.cli.prompt import LEAVE, ask
from jotto.cli.render import Screen, say
from jotto.cli.reporting import ready_to_write
from jotto.cli.review import History, Report, finish
from jotto.errors import GameError, JottoError

if TYPE_CHECKING:
    from jotto.assistant.history import Record
    from jotto.assistant.keeper import Keeper

HELP = {
    "crane": "a guess",
    "turns": "your guesses, their scores and the letters",
    "left": "how many words are still possible",
    "list": "the words; list 2 shows the next page",
    "hint": "a clue; again for another",
    "undo": "take back the last guess",
    "quit": "give up and see the secret",
}
SAYINGS = (*HELP, "help", *LEAVE)


@game_options(without=("allow", "json"), house=True)
def keep(
    table: Table,
    screen: Screen,
    secret: Annotated[str | None, option("W", "Keep this secret; default: a random one.")] = None,
    adversary: Annotated[
        bool, option(None, "Have no fixed secret: leave the most candidates.", "--adversary")
    ] = False,
    seed: Annotated[int | None, option("N", "Random seed, to draw the same secret.", min=0)] = None,
    history: History = True,
    report: Report = None,
) -> None:
    """Keep a secret and score your guesses.

    Example: jotto keep --adversary
    """
    if adversary and secret is not None:
        raise GameError(f"--adversary has no fixed secret; leave out --secret {secret}")
    ready_to_write(report)
    game = table.load()
    if adversary or secret is not None:
        own = None if secret is None else read_secret(game, secret)
        keeper = assistant.keeper.Keeper(jotto.start(game), own)
    else:
        avoid = games.lists.offensive() if table.polite else ()
        keeper = assistant.keeper.keeper_of_any(game, seed, avoid)
    render.set_plain(screen.plain)
    say(f"Guess one of {render.count(len(game), wording.noun(game))}. For help, type help.")
    try:
        ended = answer_all(keeper)
    except KeyboardInterrupt:
        print()
        raise
    finish(record_of(ended, table), history=history, report=report)


def record_of(ended: Keeper, table: Table) -> Record:
    """Make the record of a game that is over; with an adversary there is no secret."""
    at = ended.at
    secret = None if ended.secret is None else str(ended.secret)
    result = "found" if at.won else "given up"
    options = kept_options(table, strategy=DEFAULT_STRATEGY, seed=0, book=True)
    turns = tuple("=".join(map(str, turn)) for turn in at.turns)
    return assistant.history.Record("keep", options, at.game.key, turns, secret, result)


def answer_all(keeper: Keeper) -> Keeper:
    """Score guesses until the secret is found, or the player gives up and is told the secret."""
    words = keeper.at.game.guesses
    sayings = (*SAYINGS, *(words if isinstance(words, tuple) else ()))
    while not keeper.at.won:
        typed = ask(f"Guess {len(keeper.at.turns) + 1}: ", lambda: sayings)
        if typed is None:
            say(_given_up(keeper))
            return keeper
        keeper = answer(keeper, typed)
    paper.show_found(keeper.at.turns, keeper.at.turns[-1][0])
    return keeper


def _given_up(keeper: Keeper) -> str:
    """Return the secret as a sentence; with an adversary several may still be possible."""
    if keeper.secret is not None:
        return f"It was {wording.shout(keeper.secret)}."
    left = keeper.at.game.likeliest(keeper.at.left)
    if len(left) == 1:
        return f"It was {wording.shout(left[0])}, the only one left."
    possible = f"{render.count(len(left), wording.noun(keeper.at.game))} were still possible"
    return f"{possible}, such as {wording.shout(left[0])}."


def answer(keeper: Keeper, typed: str) -> Keeper:
    """Run a typed command or score a guess; return the keeper after it."""
    at = keeper.at
    match typed.lower().split():
        case ["help" | "?"]:
            show_rows("You can type", HELP)
        case ["turns"]:
            print("\n".join("=".join(turn) for turn in at.turns) or "There are no guesses yet.")
            if at.turns:
                paper.show_letters(at)
        case ["left"]:
            say(f"{render.count(len(at), wording.noun(at.game))} possible")
        case ["list"] | ["list", _] as said:
            show_list(at, said[1] if len(said) > 1 else "1", wording.noun(at.game))
        case ["hint"]:
            say(assistant.letters.hint(at, keeper.hints + 1))
            return replace(keeper, hints=keeper.hints + 1)
        case ["undo"]:
            if not at.turns:
                print("There is nothing to take back.")
            return keeper.undone()
        case _:
            try:
                keeper = keeper.answered(read_guess(at.game, typed))
                say(*paper.turn(at.game, keeper.at.history[-1]))
            except JottoError as error:
                say(f"{error} (not counted as a guess)")
    return keeper

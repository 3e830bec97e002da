"""The computer keeps the secret, and you guess."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import jotto
from jotto import assistant, games
from jotto.cli import render
from jotto.cli.help import option
from jotto.cli.options import Table, game_options, read_guess, read_secret
from jotto.cli.paper import Coach, show_review, strip
from jotto.cli.prompt import LEAVE, ask
from jotto.errors import GameError, JottoError

HELP = """\
  crane        a guess
  turns        the guesses so far and their scores, and what they say of the letters
  left, list   how many secrets still agree with them; which
  hint         a little of what is known; again: a little more
  undo         take back the last guess
  help
  quit         give up, and be told the secret"""
SAYINGS = ("turns", "left", "list", "hint", "undo", "help", *LEAVE)


@game_options(without=("prior", "allow"), house=True)
def keep(
    table: Table,
    secret: Annotated[str | None, option("W", "The secret to keep, not any.")] = None,
    adversary: Annotated[
        bool, option(None, "Keep no secret: always leave the most open.", "--adversary")
    ] = False,
    seed: Annotated[int | None, option("N", "Draw the same secret again.", min=0)] = None,
    coach: Coach = False,
) -> None:
    """Keep a secret and score your guesses.

    Example: jotto keep --adversary
    """
    if adversary and secret is not None:
        raise GameError(f"--adversary keeps no secret; leave out --secret {secret}")
    game = table.load()
    if adversary or secret is not None:
        own = None if secret is None else read_secret(game, secret)
        keeper = assistant.keeper.Keeper(jotto.start(game), own)
    else:
        avoid = games.lists.offensive() if table.polite else ()
        keeper = assistant.keeper.keeper_of_any(game, seed, avoid)
    print(f"I keep one of {render.count(len(game), 'secret')}. Type help for more.")
    try:
        ended = answer_all(keeper)
    except KeyboardInterrupt:
        print()
        raise
    if coach:
        show_review(game, jotto.review(game, ended.at.history))


def answer_all(keeper: assistant.keeper.Keeper) -> assistant.keeper.Keeper:
    """Answer guesses until the secret is found, or the player gives up and is told it."""
    words = keeper.at.game.guesses
    sayings = (*SAYINGS, *(words if isinstance(words, tuple) else ()))
    while not keeper.at.won:
        typed = ask(f"guess {len(keeper.at.turns) + 1}? ", lambda: sayings)
        if typed is None:  # an adversary tells a secret that agrees with its scores
            told = keeper.at.candidates[0] if keeper.secret is None else keeper.secret
            print(f"The secret was {told}.")
            return keeper
        keeper = answer(keeper, typed)
    made = render.count(len(keeper.at.turns), "guess")
    print(f"{keeper.at.turns[-1][0]} it is: found in {made}.")
    return keeper


def answer(keeper: assistant.keeper.Keeper, typed: str) -> assistant.keeper.Keeper:
    """Do what was typed; return the keeper after it."""
    at = keeper.at
    match typed.lower():
        case "help" | "?":
            print(HELP)
        case "turns":
            print("\n".join("=".join(turn) for turn in at.turns) or "no guesses yet")
            if at.turns:
                print(strip(at))
        case "left":
            print(render.count(len(at), "secret"))
        case "list":
            render.show_words(at.candidates, plain=False)
        case "hint":
            print(assistant.letters.hint(at, keeper.hints + 1))
            return replace(keeper, hints=keeper.hints + 1)
        case "undo":
            if not at.turns:
                print("There is nothing to take back.")
            return keeper.undone()
        case _:
            try:
                keeper = keeper.answered(read_guess(at.game, typed))
                print(keeper.at.turns[-1][1])
            except JottoError as error:
                print(f"{error}  (not counted as a guess)")
    return keeper

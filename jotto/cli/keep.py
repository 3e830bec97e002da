"""The computer keeps the secret, and you guess."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from jotto.cli import render
from jotto.cli.options import (
    DEFAULT_GAME,
    GameName,
    Guesses,
    House,
    Plurals,
    Polite,
    Repeats,
    RuleName,
    Words,
    load_game,
    meant_for,
    read_secret,
    unsaid,
)
from jotto.cli.prompt import LEAVE, ask
from jotto.errors import GameError, JottoError, WordError

if TYPE_CHECKING:
    from jotto.assistant.keeper import Keeper

HELP = """\
  crane        a guess
  turns        the guesses so far and their scores
  left         how many secrets still agree with them
  help
  quit         give up, and be told the secret"""


def keep(
    secret: Annotated[
        str | None, typer.Option("--secret", metavar="W", help="The secret to keep, not any.")
    ] = None,
    adversary: Annotated[
        bool, typer.Option("--adversary", help="Keep no secret: always leave the most open.")
    ] = False,
    seed: Annotated[
        int | None, typer.Option("--seed", min=0, metavar="N", help="Draw the same secret again.")
    ] = None,
    game: GameName = DEFAULT_GAME,
    words: Words = None,
    guesses: Guesses = None,
    rule: RuleName = None,
    repeats: Repeats = True,
    plurals: Plurals = True,
    polite: Polite = False,
) -> None:
    """Keep a secret and score your guesses.

    Example: jotto keep --adversary
    """
    from jotto.assistant.keeper import Keeper, keeper_of_any

    if adversary and secret is not None:
        raise GameError(f"--adversary keeps no secret; leave out --secret {secret}")
    house = House(repeats, plurals, polite)
    played = load_game(game, words, guesses, rule, house=house)
    if adversary:
        keeper = Keeper(played, None)
    elif secret is not None:
        at = played.find(read_secret(played, secret))
        keeper = Keeper(played, int(played.secret_of[at]))
    else:
        keeper = keeper_of_any(played, seed, unsaid(played) if polite else None)
    print(f"I keep one of {render.count(len(played.secrets), 'secret')}. Type help for more.")
    try:
        answer_all(keeper)
    except KeyboardInterrupt:
        print()
        raise


def answer_all(keeper: Keeper) -> None:
    """Answer guesses until the secret is found, or the player gives up."""
    while not keeper.found:
        typed = ask(f"guess {len(keeper.turns) + 1}? ")
        if typed is None or typed.strip().lower() in LEAVE:
            give_up(keeper)
            return
        keeper = answer(keeper, typed.strip())
    print(f"{keeper.turns[-1].guess} it is: found in {render.count(len(keeper.turns), 'guess')}.")


def answer(keeper: Keeper, typed: str) -> Keeper:
    """Do what was typed; return the keeper after it."""
    if typed.lower() in ("help", "?"):
        print(HELP)
    elif typed.lower() == "turns":
        print("\n".join(map(keeper.game.show, keeper.turns)) or "no guesses yet")
    elif typed.lower() == "left":
        print(render.count(len(keeper.candidates), "secret"))
    else:
        try:
            keeper = keeper.answered(allowed_guess(keeper, typed))
        except JottoError as error:
            print(f"{error}  (not counted as a guess)")
        else:
            print(keeper.game.rule.texts[keeper.turns[-1].code])
    return keeper


def allowed_guess(keeper: Keeper, typed: str) -> str:
    """Read a guess that the game allows; raises WordError."""
    guess: str = keeper.game.read_guess(typed)
    if keeper.game.find(guess) < 0:
        raise WordError(guess, "it is not an allowed guess", meant_for(keeper.game, guess))
    return guess


def give_up(keeper: Keeper) -> None:
    """Tell the secret; an adversary tells one that agrees with its answers."""
    chosen = keeper.candidates[0] if keeper.secret is None else keeper.secret
    print(f"The secret was {keeper.game.secrets[chosen]}.")

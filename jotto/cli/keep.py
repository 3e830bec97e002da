"""The computer keeps the secret, and you guess."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from jotto.cli import render
from jotto.cli.coaching import Coach, review
from jotto.cli.options import (
    DEFAULT_GAME,
    DEFAULT_STRATEGY,
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
from jotto.cli.paper import strip
from jotto.cli.prompt import LEAVE, ask
from jotto.errors import GameError, JottoError, WordError

if TYPE_CHECKING:
    from jotto.assistant.keeper import Keeper

HELP = """\
  crane        a guess
  turns        the guesses so far and their scores, and what they say of the letters
  left, list   how many secrets still agree with them; which
  hint         a little of what is known; again: a little more
  undo         take back the last guess
  help
  quit         give up, and be told the secret"""
SAYINGS = ("turns", "left", "list", "hint", "undo", "help", *LEAVE)


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
    coach: Coach = False,
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
        ended = answer_all(keeper)
    except KeyboardInterrupt:
        print()
        raise
    if coach:
        from jotto.engine.strategies import strategy_named

        review(played, ended.turns, strategy_named(DEFAULT_STRATEGY))


def answer_all(keeper: Keeper) -> Keeper:
    """Answer guesses until the secret is found, or the player gives up."""
    words = keeper.game.guesses
    sayings = (*SAYINGS, *(words if isinstance(words, tuple) else ()))
    while not keeper.found:
        typed = ask(f"guess {len(keeper.turns) + 1}? ", lambda: sayings)
        if typed is None or typed.strip().lower() in LEAVE:
            give_up(keeper)
            return keeper
        keeper = answer(keeper, typed.strip())
    print(f"{keeper.turns[-1].guess} it is: found in {render.count(len(keeper.turns), 'guess')}.")
    return keeper


def answer(keeper: Keeper, typed: str) -> Keeper:
    """Do what was typed; return the keeper after it."""
    if command := COMMANDS.get(typed.lower()):
        return command(keeper)
    try:
        keeper = keeper.answered(allowed_guess(keeper, typed))
    except JottoError as error:
        print(f"{error}  (not counted as a guess)")
    else:
        print(keeper.game.rule.texts[keeper.turns[-1].code])
    return keeper


def _help(keeper: Keeper) -> Keeper:
    print(HELP)
    return keeper


def _turns(keeper: Keeper) -> Keeper:
    print("\n".join(map(keeper.game.show, keeper.turns)) or "no guesses yet")
    if keeper.turns:
        print(strip(keeper.game, keeper.candidates))
    return keeper


def _left(keeper: Keeper) -> Keeper:
    print(render.count(len(keeper.candidates), "secret"))
    return keeper


def _list(keeper: Keeper) -> Keeper:
    render.show_words([keeper.game.secrets[i] for i in keeper.candidates], plain=False)
    return keeper


def _hint(keeper: Keeper) -> Keeper:
    from jotto.assistant.hints import hint

    after = keeper.hinted()
    print(hint(keeper.game, keeper.candidates, after.hints))
    return after


def _undo(keeper: Keeper) -> Keeper:
    if not keeper.turns:
        print("There is nothing to take back.")
    return keeper.undone()


COMMANDS: dict[str, Callable[[Keeper], Keeper]] = {
    "help": _help,
    "?": _help,
    "turns": _turns,
    "left": _left,
    "list": _list,
    "hint": _hint,
    "undo": _undo,
}


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

"""Commands that answer one question about one game."""

from __future__ import annotations

import sys
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from jotto.cli import render
from jotto.cli.options import (
    DEFAULT_ALLOW,
    DEFAULT_RULE,
    DEFAULT_STRATEGY,
    Allowed,
    Guesses,
    Json,
    Plain,
    RuleName,
    StrategyName,
    Top,
    Turns,
    Words,
    load_game,
    read_allow,
    read_turns,
)

if TYPE_CHECKING:
    from jotto.engine.game import Game
    from jotto.engine.strategies import Advice

HEADERS = ("guess", "bits", "left on average", "at worst", "parts", "can be the secret")


def advice_row(game: Game, advice: Advice) -> tuple[str, float, float, int, int, bool]:
    """Lay a guess and its worth out under HEADERS."""
    worth = advice.bits, advice.expected_left, advice.worst_left, advice.parts
    return (str(game.guesses[advice.guess]), *worth, advice.candidate)


def suggest(
    turns: Turns = None,
    top: Top = 10,
    strategy: StrategyName = DEFAULT_STRATEGY,
    allow: Allowed = DEFAULT_ALLOW,
    words: Words = None,
    guesses: Guesses = None,
    rule: RuleName = DEFAULT_RULE,
    json: Json = False,
    plain: Plain = False,
) -> None:
    """Say what to guess next.

    Example: jotto suggest tares=1,1 moist=0,2 --top 3
    """
    from jotto.engine.strategies import measure_named, rank

    measure, allowed = measure_named(strategy), read_allow(allow)
    game = load_game(words, guesses, rule)
    left = game.candidates(read_turns(game, turns))
    advice = rank(game, left, measure, allow=allowed, top=top)
    if json:
        found = [asdict(one) | {"guess": game.guesses[one.guess]} for one in advice]
        render.show_json(candidates=len(left), suggestions=found)
        return
    print(render.count(len(left), "candidate"))
    render.show_table(HEADERS, [advice_row(game, one) for one in advice], plain=plain)


def candidates(
    turns: Turns = None,
    words: Words = None,
    guesses: Guesses = None,
    rule: RuleName = DEFAULT_RULE,
    json: Json = False,
    plain: Plain = False,
) -> None:
    """Say what the secret can still be.

    Example: jotto candidates tares=1,1 moist=0,2
    """
    game = load_game(words, guesses, rule)
    found = [game.secrets[i] for i in game.candidates(read_turns(game, turns))]
    if json:
        render.show_json(count=len(found), candidates=found)
        return
    print(render.count(len(found), "candidate"), file=sys.stderr)
    render.show_words(found, plain=plain)


def score(
    guess: Annotated[str, typer.Argument(metavar="GUESS")],
    secret: Annotated[str, typer.Argument(metavar="SECRET")],
    rule: RuleName = DEFAULT_RULE,
    json: Json = False,
) -> None:
    """Score a guess against a secret; any two words of one length.

    Example: jotto score fools score
    """
    from jotto.games.scoring import rule_named
    from jotto.games.words import read_word

    known = read_word((), secret)
    tried = read_word((known,), guess)
    found = rule_named(rule, len(known))
    text = found.texts[found.score(tried, known)]
    if json:
        render.show_json(guess=tried, secret=known, **_numbers(rule, text), text=text)
    else:
        print(text)


def _numbers(rule: str, text: str) -> dict[str, Any]:
    """Spell a score out in the numbers its rule counts, where it counts any."""
    if rule == "exact-elsewhere":
        exact, elsewhere = map(int, text.split(","))
        return {"exact": exact, "elsewhere": elsewhere}
    return {}


def solve(
    secret: Annotated[str, typer.Argument(metavar="SECRET")],
    strategy: StrategyName = DEFAULT_STRATEGY,
    allow: Allowed = DEFAULT_ALLOW,
    words: Words = None,
    guesses: Guesses = None,
    rule: RuleName = DEFAULT_RULE,
    json: Json = False,
    plain: Plain = False,
) -> None:
    """Play a whole game against a known secret, showing each turn.

    Example: jotto solve crane
    """
    from jotto.engine.strategies import measure_named, one_step
    from jotto.engine.tree import grow, path
    from jotto.errors import WordError
    from jotto.games.words import alike

    chosen = one_step(measure_named(strategy), allow=read_allow(allow))
    game = load_game(words, guesses, rule)
    word = game.read_guess(secret)
    number = game.secret_of[game.index[word]] if word in game.index else -1
    if number < 0:
        reason = "it is not in the list of secrets (--words FILE takes a list of your own)"
        raise WordError(word, reason, alike(word, game.secrets))
    turns = [
        {"guess": game.guesses[guess], "score": game.rule.texts[code], "left": left}
        for guess, code, left in path(grow(game, chosen), int(number))
    ]
    if json:
        render.show_json(secret=word, turns=turns)
        return
    rows = [(i, *turn.values()) for i, turn in enumerate(turns, start=1)]
    render.show_table(("turn", "guess", "score", "left"), rows, plain=plain)

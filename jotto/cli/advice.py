"""Commands that answer one question about one game."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import asdict
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any

import typer

from jotto.cli import render
from jotto.cli.options import (
    DEFAULT_ALLOW,
    DEFAULT_GAME,
    DEFAULT_RULE,
    DEFAULT_STRATEGY,
    EVEN,
    Allowed,
    Booked,
    GameName,
    Guesses,
    House,
    Json,
    Plain,
    Plurals,
    Polite,
    Prior,
    Repeats,
    RuleName,
    Seed,
    StrategyName,
    Top,
    Turns,
    Words,
    load_game,
    read_allow,
    read_book,
    read_secret,
    read_strategy,
    read_turns,
    tree_path,
)
from jotto.cli.paper import looked_ahead
from jotto.cli.thinking import DEFAULT_AIM, AimName, Think, look_ahead, read_aim
from jotto.errors import ContradictionError, GameError, quoted

if TYPE_CHECKING:
    from jotto.assistant.endgame import Endgame
    from jotto.engine.allowed import Allow, History
    from jotto.engine.game import Game, Rule, Turn
    from jotto.engine.partition import Indices
    from jotto.engine.strategies import Advice

HEADERS = ("guess", "bits", "left on average", "at worst", "parts", "can be the secret")


def advice_row(game: Game, advice: Advice) -> tuple[str, float, float, int, int, bool]:
    """Lay a guess and its worth out under HEADERS."""
    worth = advice.bits, advice.expected_left, advice.worst_left, advice.parts
    return (str(game.guesses[advice.guess]), *worth, advice.candidate)


def advice_fields(game: Game, advice: Advice) -> dict[str, Any]:
    """Lay a guess and its worth out for JSON; without a prior its chance says nothing new."""
    fields = asdict(advice) | {"guess": game.guesses[advice.guess]}
    if game.weights is None:
        del fields["chance"]
    return fields


def suggest(
    turns: Turns = None,
    top: Top = 10,
    strategy: StrategyName = DEFAULT_STRATEGY,
    seed: Seed = 0,
    book: Booked = True,
    think: Think = None,
    aim: AimName = DEFAULT_AIM,
    allow: Allowed = DEFAULT_ALLOW,
    game: GameName = DEFAULT_GAME,
    words: Words = None,
    guesses: Guesses = None,
    rule: RuleName = None,
    prior: Prior = None,
    repeats: Repeats = True,
    plurals: Plurals = True,
    polite: Polite = False,
    json: Json = False,
    plain: Plain = False,
) -> None:
    """Say what to guess next; with --think also by looking ahead.

    Example: jotto suggest tares=1,1 moist=0,2 --top 3
    """
    from jotto.engine.strategies import advise

    house, aimed = House(repeats, plurals, polite), read_aim(aim)
    played = load_game(game, words, guesses, rule, prior, house)
    allowed = read_allow(allow, played, house)
    history = read_turns(played, turns)
    left = played.candidates(history)
    made = tuple(played.find(turn.guess) for turn in history)
    advice = advise_by(strategy, played, left, made, allow=allowed, top=top, seed=seed)
    opened = read_book(strategy, played, allowed) if book else None
    by_book = opened.guess(played, left, made) if opened else None
    seen = None
    if think:
        from jotto.assistant.endgame import Position

        seen = look_ahead(Position(played, left, made, allowed), aimed, think)
    first = seen.guess if seen else by_book
    if first is not None:  # what was seen by looking ahead comes before what one step shows
        others = [one for one in advice if one.guess != first]
        advice = [*advise(played, left, [first]), *others][:top]
    if json:
        found = [advice_fields(played, one) for one in advice]
        ahead: dict[str, Any] = {"ahead": ahead_fields(played, seen)} if think else {}
        if by_book is not None:
            ahead["book"] = played.guesses[by_book]
        render.show_json(candidates=len(left), suggestions=found, **ahead)
        return
    print(render.count(len(left), "candidate"))
    render.show_table(HEADERS, [advice_row(played, one) for one in advice], plain=plain)
    if seen:
        print(f"{played.guesses[seen.guess]}: {looked_ahead(seen)}")
    elif by_book is not None:
        print(f"{played.guesses[by_book]}: so says the opening book")
    if think and not seen:
        print("there is nothing to look ahead to", file=sys.stderr)


def ahead_fields(game: Game, seen: Endgame | None) -> dict[str, Any] | None:
    """Lay out for JSON what was seen by looking ahead."""
    if seen is None:
        return None
    guess = game.guesses[seen.guess]
    return {"guess": guess, "worst": seen.worst, "mean": seen.mean, "proved": seen.proved}


def advise_by(
    name: str, game: Game, left: Indices, made: History, *, allow: Allow, top: int, seed: int
) -> list[Advice]:
    """Return what the strategy called ``name`` would guess, best first; a tree has one guess."""
    from jotto.engine.strategies import advise, suggestions

    if tree_path(name) is None:
        return suggestions(game, left, made, name, allow=allow, top=top, seed=seed)
    chosen = read_strategy(name, game, allow=allow, live=True)
    return advise(game, left, [chosen(game, left, made)])


Strings = Annotated[
    bool, typer.Option("--strings", help="All strings of letters, most English-like first.")
]
NeedVowel = Annotated[
    bool, typer.Option("--need-vowel", help="With --strings: only those with one of aeiouy.")
]
AtMost = Annotated[
    int | None,
    typer.Option("--top", min=1, metavar="N", help="How many to list: all, of strings 20."),
]
TOP_STRINGS = 20


def candidates(
    turns: Turns = None,
    strings: Strings = False,
    need_vowel: NeedVowel = False,
    top: AtMost = None,
    game: GameName = DEFAULT_GAME,
    words: Words = None,
    guesses: Guesses = None,
    rule: RuleName = None,
    repeats: Repeats = True,
    plurals: Plurals = True,
    json: Json = False,
    plain: Plain = False,
) -> None:
    """Say what the secret can still be; with --strings, words outside the list too.

    Example: jotto candidates tares=1,1 moist=0,2
    """
    if strings and game != DEFAULT_GAME:
        raise GameError(f"--strings is for words; it does not go with --game {quoted(game)}")
    if need_vowel and not strings:
        raise GameError("--need-vowel goes with --strings; the words of the list are as they are")
    played = load_game(game, words, guesses, rule, house=House(repeats, plurals))
    history = read_turns(played, turns)
    if strings:
        number, found = _strings(played, history, need_vowel, top or TOP_STRINGS)
        noun = "string"
    else:
        left = played.candidates(history)
        number, found, noun = len(left), [played.secrets[i] for i in left[:top]], "candidate"
    if json:
        render.show_json(count=number, candidates=found)
        return
    print(render.count(number, noun), file=sys.stderr)
    render.show_words(found, plain=plain)


def _strings(
    game: Game, history: Sequence[Turn], need_vowel: bool, top: int
) -> tuple[int, list[str]]:
    """Count the strings that agree with every turn, and list the most English-like."""
    from jotto.games.known import best_first, learn
    from jotto.games.strings import alphabet_of, count

    alphabet = alphabet_of(game.secrets, history)
    length = len(game.secrets[0])

    def number(turns: Sequence[Turn]) -> int:
        return count(turns, alphabet, length, game.rule, need_vowel=need_vowel)

    left = number(history)
    if not left:
        _blame(game, history, [number(history[:n]) for n in range(len(history))])
    found = best_first(learn(game.secrets, alphabet), history, game.rule, need_vowel=need_vowel)
    return left, list(islice(found, top))


def _blame(game: Game, history: Sequence[Turn], before: list[int]) -> None:
    """Raise for the first turn that left no string; ``before`` says how many each one found."""
    if not before or not before[0]:
        raise GameError("no string of these letters has a vowel (aeiouy); leave --need-vowel out")
    last = max(n for n, left in enumerate(before) if left)
    raise ContradictionError(last + 1, game.show(history[last]), before[last])


def score(
    guess: Annotated[str, typer.Argument(metavar="GUESS")],
    secret: Annotated[str, typer.Argument(metavar="SECRET")],
    game: GameName = DEFAULT_GAME,
    rule: RuleName = None,
    json: Json = False,
) -> None:
    """Score a guess against a secret; any two words of one length.

    Example: jotto score fools score
    """
    used, tried, known = read_pair(game, rule, guess, secret)
    text = used.texts[used.score(tried, known)]
    if json:
        render.show_json(guess=tried, secret=known, **_numbers(used, text), text=text)
    else:
        print(text)


def read_pair(game: str, rule: str | None, guess: str, secret: str) -> tuple[Rule, Any, Any]:
    """Read a guess and a secret, and the rule to score them by; words need be in no list."""
    if game != DEFAULT_GAME:
        played = load_game(game, None, None, rule)
        return played.rule, played.read_guess(guess), played.read_guess(secret)
    from jotto.games.scoring import rule_named
    from jotto.games.words import read_word

    known = read_word((), secret)
    return rule_named(rule or DEFAULT_RULE, len(known)), read_word((known,), guess), known


def _numbers(rule: Rule, text: str) -> dict[str, Any]:
    """Spell a score out in the numbers its rule counts, where it counts any."""
    if rule.name == DEFAULT_RULE:
        exact, elsewhere = map(int, text.split(","))
        return {"exact": exact, "elsewhere": elsewhere}
    return {}


def solve(
    secret: Annotated[str, typer.Argument(metavar="SECRET")],
    strategy: StrategyName = DEFAULT_STRATEGY,
    seed: Seed = 0,
    allow: Allowed = DEFAULT_ALLOW,
    game: GameName = DEFAULT_GAME,
    words: Words = None,
    guesses: Guesses = None,
    rule: RuleName = None,
    prior: Prior = EVEN,
    repeats: Repeats = True,
    plurals: Plurals = True,
    polite: Polite = False,
    json: Json = False,
    plain: Plain = False,
) -> None:
    """Play a whole game against a known secret, showing each turn.

    Example: jotto solve crane
    """
    from jotto.engine.tree import grow, path

    house = House(repeats, plurals, polite)
    played = load_game(game, words, guesses, rule, prior, house)
    allowed = read_allow(allow, played, house)
    chosen = read_strategy(strategy, played, allow=allowed, seed=(seed,))
    known = read_secret(played, secret)
    scorer = partial(played.rule.score, secret=known)
    turns = [
        {"guess": guess, "score": played.rule.texts[code], "left": left}
        for guess, code, left in path(grow(played, chosen), scorer)
    ]
    if json:
        render.show_json(secret=known, turns=turns)
        return
    rows = [(i, *turn.values()) for i, turn in enumerate(turns, start=1)]
    render.show_table(("turn", "guess", "score", "left"), rows, plain=plain)

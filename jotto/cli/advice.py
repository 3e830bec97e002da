"""Commands at the table: what to guess next, what the secret can be, what went wrong."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import asdict, replace
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any

import typer

import jotto
from jotto import assistant, games
from jotto.cli import render
from jotto.cli.options import (
    DEFAULT_GAME,
    DEFAULT_RULE,
    DEFAULT_STRATEGY,
    Booked,
    Json,
    Plain,
    Seed,
    StrategyName,
    Table,
    Top,
    Turns,
    game_options,
    note_end_of_tree,
    note_unlisted,
    number,
    option,
    read_position,
    read_secret,
)
from jotto.cli.paper import looked_ahead
from jotto.cli.thinking import DEFAULT_AIM, Aim, AimName, Think
from jotto.errors import GameError, quoted

if TYPE_CHECKING:
    from jotto import Advice, Explanation, Game, Position, Strategy, Tree

# --- suggest

HEADERS = {
    "guess": "guess",
    "bits": "bits",
    "expected_left": "left on average",
    "worst_left": "at worst",
    "parts": "parts",
    "candidate": "can be the secret",
}


@game_options(house=True)
def suggest(
    table: Table,
    turns: Turns = None,
    top: Top = 10,
    strategy: StrategyName = DEFAULT_STRATEGY,
    seed: Seed = 0,
    book: Booked = True,
    think: Think = None,
    aim: AimName = DEFAULT_AIM,
    json: Json = False,
    plain: Plain = False,
) -> None:
    """Say what to guess next; with --think also by looking ahead.

    Example: jotto suggest tares=1,1 moist=0,2 --top 3
    """
    game = table.load()
    chosen = table.strategy(strategy, game, seed=seed, live=True, book=book)
    at = read_position(game, turns)
    note_end_of_tree(chosen, at)
    seen = think_ahead(table, at, aim, think) if think else None
    advice, by_book = advise(chosen, at, top, seen)
    rows = [asdict(one) for one in advice]
    for row in rows if game.prior is None else ():
        del row["chance"]  # it says nothing new
    ahead: dict[str, Any] = {"ahead": None} if think else {}
    if seen:
        lengths, proved = seen.lengths, seen.proved
        figures = {"worst": lengths.worst, "mean": lengths.weighted_mean, "proved": proved}
        ahead["ahead"] = {"guess": seen.guess, **figures}
    if by_book is not None:
        ahead["book"] = by_book
    render.show_rows(
        "suggestions",
        rows,
        HEADERS,
        lead=render.count(len(at), "candidate"),
        json=json,
        plain=plain,
        candidates=len(at),
        **ahead,
    )
    if json:
        return
    if seen:
        print(f"{seen.guess}: {looked_ahead(seen)}")
    elif by_book is not None:
        print(f"{by_book}: from the opening book")
    if think and not seen:
        print("there is nothing to look ahead to", file=sys.stderr)


def advise(
    strategy: Strategy, at: Position, top: int, seen: Tree | None
) -> tuple[list[Advice], Any]:
    """Rank guesses, and say which one the opening book has, None if it has none.

    What was found by looking ahead, or is in the book, comes before what one step shows.
    """
    book, tree = None, strategy.tree
    if tree is not None and not tree.path:
        strategy, found = replace(strategy, tree=None), tree.guess_at(at)
        book = at.game.guesses[found] if found >= 0 else None
    first = seen.guess if seen else book
    advice = at.rank(strategy, top)
    if first is not None:
        advice = [at.measure(first), *(one for one in advice if one.guess != first)][:top]
    return advice, book


def think_ahead(table: Table, at: Position, aim: Aim, seconds: float) -> Tree | None:
    """Look ahead for so long at most; None where there is nothing to search for."""
    if table.allow == "hard" or table.polite or len(at) < assistant.thinking.FEWEST or at.won:
        return None
    return jotto.solve(at, aim=aim, seconds=seconds, allow=table.allow)


@game_options(without=("prior", "allow", "polite"), house=True)
def candidates(
    table: Table,
    turns: Turns = None,
    strings: Annotated[
        bool, option(None, "All strings of letters, the most English-like first.", "--strings")
    ] = False,
    need_vowel: Annotated[
        bool, option(None, "With --strings: only those with one of aeiouy.", "--need-vowel")
    ] = False,
    top: Annotated[int | None, number("How many to list; else all, or 20 strings.")] = None,
    json: Json = False,
    plain: Plain = False,
) -> None:
    """List what the secret can still be.

    With --strings these are all strings of letters that agree, words outside the list too.

    Example: jotto candidates tares=1,1 moist=0,2
    """
    if strings and table.game != DEFAULT_GAME:
        raise GameError(f"--strings is for words; it does not go with --game {quoted(table.game)}")
    if need_vowel and not strings:
        raise GameError("--need-vowel goes with --strings; the words of the list are as they are")
    game = table.load()
    if strings:
        many, found = _strings(game, turns, need_vowel, top or 20)
    else:
        at = read_position(game, turns)
        many, found = len(at), list(at.candidates[:top])
    if json:
        render.show_json(count=many, candidates=found)
        return
    print(render.count(many, "string" if strings else "candidate"), file=sys.stderr)
    render.show_words(found, plain=plain)


def _strings(
    game: Game, turns: Sequence[str] | None, need_vowel: bool, top: int
) -> tuple[int, list[str]]:
    """Count the strings that agree with every turn, listed or not, and list the likeliest."""
    unlisted, history = games.unlisted, game.read_turns(turns or ())
    for turn in history:
        note_unlisted(game, turn.guess)
    many = unlisted.count(game, history, listed=True, need_vowel=need_vowel)
    if not many and not history:
        raise GameError("no string of these letters has a vowel (aeiouy); leave --need-vowel out")
    if not many:
        raise unlisted.contradiction(game, history, need_vowel=need_vowel)
    found = unlisted.likeliest(game, history, listed=True, need_vowel=need_vowel)
    return many, list(islice(found, top))


# --- doctor

SHOWN = 5  # rescued secrets in a line of text


@game_options(without=("allow", "polite"), house=True)
def doctor(
    table: Table,
    turns: Turns = None,
    top: Top = 10,
    json: Json = False,
    plain: Plain = False,
) -> None:
    """When nothing fits, find the one mistake that explains it.

    It may be a wrong score, a typing slip in a guess, or a secret that is not in the list.

    Example: jotto doctor tares=1,1 moist=4,0
    """
    game = table.load()
    history = game.read_turns(turns or ())
    for turn in history:
        note_unlisted(game, turn.guess)
    found, left = jotto.explain(game, history), len(game.agreeing(history))
    if json:
        render.show_json(
            candidates=left,
            explanations=[_fields(game, each) for each in found[:top]],
            turns_by_blame=assistant.doctor.turns_by_blame(found),
        )
    elif left:
        fit = "fits" if left == 1 else "fit"
        print(f"nothing need be wrong: {render.count(left, 'candidate')} still {fit}")
    elif not found:
        print("no candidate is left, and no single error explains it: two or more are wrong")
    else:
        noun = "word" if table.game == DEFAULT_GAME else "secret"
        print("no candidate is left; if one thing is wrong, the likeliest first:")
        print(*(_line(game, each, noun) for each in found[:top]), sep="\n")


def _fields(game: Game, each: Explanation) -> dict[str, Any]:
    """Lay an explanation out for JSON."""
    meant = {} if each.meant is None else {str(each.kind): _meant(game, each)}
    secrets = [game.secrets[i] for i in each.rescued]
    return {"kind": each.kind, "turn": each.turn, **meant, "secrets": secrets}


def _line(game: Game, each: Explanation, noun: str) -> str:
    """Write an explanation as one line, with the likeliest of the secrets it rescues."""
    if each.told is None:
        return f"the secret is perhaps not in the list of {render.count(len(game), noun)}"
    should = "should perhaps be" if each.kind == "score" else "perhaps meant"
    secrets = each.secrets
    some = ", ".join(map(str, secrets[:SHOWN])) + ", ..." * (len(secrets) > SHOWN)
    rescues = f"rescues {render.count(len(secrets), noun)} ({some})"
    return f"turn {each.turn}: {game.show(each.told)} {should} {_meant(game, each)}: {rescues}"


def _meant(game: Game, each: Explanation) -> Any:
    """Return the score or the guess as it should have been; None for an unlisted secret."""
    if each.meant is None:
        return None
    return game.rule.texts[each.meant.code] if each.kind == "score" else each.meant.guess


# --- score, solve, secret


@game_options(without=("words", "guesses", "prior", "allow", "repeats", "plurals", "polite"))
def score(
    table: Table,
    guess: Annotated[str, typer.Argument(metavar="GUESS")],
    secret: Annotated[str, typer.Argument(metavar="SECRET")],
    json: Json = False,
) -> None:
    """Score a guess against a secret; any two words of one length.

    Example: jotto score fools score
    """
    if table.game == DEFAULT_GAME:  # words need be in no list
        read = games.words.read_word
        known = read((), secret)
        game = games.words.word_game([known], rule=table.rule or DEFAULT_RULE)
        tried = read((known,), guess)
    else:
        game = table.load()
        tried, known = game.read_guess(guess), game.read_guess(secret)
    text = game.score(tried, known)
    if not json:
        print(text)
        return
    numbers = {}
    if game.rule.name == DEFAULT_RULE:
        numbers = dict(zip(("exact", "elsewhere"), map(int, text.split(",")), strict=True))
    render.show_json(guess=tried, secret=known, **numbers, text=text)


@game_options()
def solve(
    table: Table,
    secret: Annotated[str, typer.Argument(metavar="SECRET")],
    strategy: StrategyName = DEFAULT_STRATEGY,
    seed: Seed = 0,
    json: Json = False,
    plain: Plain = False,
) -> None:
    """Play a whole game against a known secret, showing each turn.

    Example: jotto solve crane
    """
    game = table.load()
    chosen = table.strategy(strategy, game, seed=seed)
    known = read_secret(game, secret)
    turns, at = [], jotto.start(game)
    while not at.won:
        guess = chosen(at)
        score = game.score(guess, known)
        at = at.after(guess, score)
        turns.append({"guess": guess, "score": score, "left": len(at)})
    if json:
        render.show_json(secret=known, turns=turns)
        return
    rows = [(i, *turn.values()) for i, turn in enumerate(turns, start=1)]
    render.show_table(("turn", "guess", "score", "left"), rows, plain=plain)


SECRET_HEADERS = {
    "secret": "secret",
    "guesses": "guesses needed",
    "exposed": "bits exposed",
    "level": "level",
    "zipf": "zipf",
}


@game_options(without=("game", "prior", "allow"), house=True)
def secret(
    table: Table,
    top: Top = 10,
    max_level: Annotated[
        int, option("N", "How obscure at most; 35 is well known.", min=10, max=95)
    ] = 70,
    json: Json = False,
    plain: Plain = False,
) -> None:
    """Propose secrets that are hard to find.

    Words of big families (hatch, latch, match) are hard for a solver; rare words are hard for
    people. Levels run from 10, common, to 70; a word in no list has 95.

    Example: jotto secret --max-level 35
    """
    avoid = games.lists.offensive() if table.polite else frozenset[str]()
    found = assistant.secret.propose(table.load(), max_level=max_level, top=top, avoid=avoid)
    if not found:
        raise GameError(f"no word of the list has a level of {max_level} or less")
    rows = list(map(asdict, found))
    render.show_rows("secrets", rows, SECRET_HEADERS, json=json, plain=plain)

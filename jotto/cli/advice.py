"""Commands for one position: suggestions, candidates, mistakes, scores and secrets."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import asdict
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any

import typer

import jotto
from jotto import assistant, games
from jotto.assistant.wording import looked_ahead
from jotto.cli import options, render
from jotto.cli.help import number, option, switch
from jotto.cli.options import (
    DEFAULT_GAME,
    DEFAULT_STRATEGY,
    Seed,
    StrategyName,
    Table,
    game_options,
)
from jotto.cli.render import Screen
from jotto.errors import GameError, quoted

if TYPE_CHECKING:
    from jotto import Advice, Explanation, Game, Position, Strategy, Tree

SHOWN = 5  # secrets listed in an explanation
Guess = Annotated[str, typer.Argument(metavar="GUESS", autocompletion=options.complete_word)]
Secret = Annotated[str, typer.Argument(metavar="SECRET", autocompletion=options.complete_word)]
OWN = typer.Argument(
    metavar="WORD", help="Your own secrets, to rate.", autocompletion=options.complete_word
)
STRINGS = switch("List all strings of letters, most English-like first.", "--strings")
NEED_VOWEL = switch("With --strings: only strings with a vowel (aeiouy).", "--need-vowel")
MAX_LEVEL = option("N", "The highest level; words up to 35 are well known.", min=10, max=95)


@game_options(house=True)
def suggest(
    table: Table,
    screen: Screen,
    turns: options.Turns = None,
    top: options.Top = 10,
    think: options.Think = None,
    aim: options.AimName = options.DEFAULT_AIM,
    strategy: StrategyName = DEFAULT_STRATEGY,
    book: options.Booked = True,
    seed: Seed = 0,
) -> None:
    """Suggest what to guess next.

    With --think, also search ahead to the end of the game.

    Example: jotto suggest tares=1,1 moist=0,2 --top 3

    Example: jotto suggest tares=BYGBB --rule colours --think 5
    """
    game = table.load()
    chosen = table.strategy(strategy, game, seed=seed, live=True, book=book)
    at = options.read_position(game, turns)
    options.note_end_of_tree(chosen, at)
    seen = think_ahead(table, at, aim, think) if think else None
    advice, by_book = advise(chosen, at, top, seen)
    rows = [asdict(one) for one in advice]
    for row in rows if game.prior is None else ():
        del row["chance"]  # the same for all candidates
    ahead: dict[str, Any] = {"ahead": None} if think else {}
    if seen:
        worst, mean = seen.lengths.worst, seen.lengths.weighted_mean
        ahead["ahead"] = {"guess": seen.guess, "worst": worst, "mean": mean, "proved": seen.proved}
    if by_book is not None:
        ahead["book"] = by_book
    if screen.shows_json(candidates=len(at), **ahead, suggestions=rows):
        return
    print(render.count(len(at), "candidate"))
    screen.show_records(("guess", *render.WORTH), rows)
    if seen:
        print(f"{seen.guess}: {looked_ahead(seen)}")
    elif by_book is not None:
        print(f"{by_book}: from the opening book")
    if think and not seen:
        print("--think has no effect here", file=sys.stderr)


def advise(
    strategy: Strategy, at: Position, top: int, seen: Tree | None
) -> tuple[list[Advice], Any]:
    """Rank guesses; return them with the guess of the opening book, None if it has none.

    A guess found by looking ahead comes first, else the guess of the opening book.
    """
    book, tree = None, strategy.tree
    if tree is not None and not tree.path:
        strategy, found = strategy.without_tree(), tree.guess_at(at)
        book = at.game.guesses[found] if found >= 0 else None
    first = seen.guess if seen else book
    advice = at.rank(strategy, top)
    if first is not None:
        advice = [at.measure(first), *(one for one in advice if one.guess != first)][:top]
    return advice, book


def think_ahead(table: Table, at: Position, aim: options.Aim, seconds: float) -> Tree | None:
    """Look ahead for at most ``seconds``; None if the options or the position do not allow it."""
    if table.allow == "hard" or table.polite or len(at) < assistant.thinking.FEWEST or at.won:
        return None
    return jotto.solve(at, aim=aim, seconds=seconds, allow=table.allow)


@game_options(without=("prior", "allow", "polite"), house=True)
def candidates(
    table: Table,
    screen: Screen,
    turns: options.Turns = None,
    strings: Annotated[bool, STRINGS] = False,
    need_vowel: Annotated[bool, NEED_VOWEL] = False,
    top: Annotated[int | None, number("How many to list; default: all, or 20 strings.")] = None,
) -> None:
    """List what the secret can still be.

    With --strings, list all strings of letters that agree with the scores, whether or not they are
    in the list.

    Example: jotto candidates tares=1,1 moist=0,2

    Example: jotto candidates tares=1,1 moist=0,2 --strings --top 5
    """
    if strings and table.game != DEFAULT_GAME:
        raise GameError(f"--strings is for words; it does not go with --game {quoted(table.game)}")
    if need_vowel and not strings:
        raise GameError("--need-vowel goes with --strings; it does not filter the list")
    game = table.load()
    if strings:
        many, found = _strings(game, turns, need_vowel, top or 20)
    else:
        at = options.read_position(game, turns)
        many, found = len(at), list(at.candidates[:top])
    if screen.shows_json(count=many, candidates=found):
        return
    print(render.count(many, "string" if strings else "candidate"), file=sys.stderr)
    render.show_words(found, plain=screen.plain)


def _strings(
    game: Game, turns: Sequence[str] | None, need_vowel: bool, top: int
) -> tuple[int, list[str]]:
    """Return the number of strings that agree with every turn, and the likeliest of them."""
    unlisted, history = games.unlisted, game.read_turns(turns or ())
    for turn in history:
        options.note_unlisted(game, turn.guess)
    many = unlisted.count(game, history, listed=True, need_vowel=need_vowel)
    if not many and not history:
        raise GameError("no string of these letters has a vowel (aeiouy); omit --need-vowel")
    if not many:
        raise unlisted.contradiction(game, history, need_vowel=need_vowel)
    found = unlisted.likeliest(game, history, listed=True, need_vowel=need_vowel)
    return many, list(islice(found, top))


@game_options(without=("allow", "polite"), house=True)
def doctor(
    table: Table, screen: Screen, turns: options.Turns = None, top: options.Top = 10
) -> None:
    """Find the mistake when no secret fits the scores.

    It may be a wrong score, a typo in a guess, or a secret that is not in the list.

    Example: jotto doctor tares=1,1 moist=4,0
    """
    game = table.load()
    history = game.read_turns(turns or ())
    for turn in history:
        options.note_unlisted(game, turn.guess)
    found, left = jotto.explain(game, history), len(game.agreeing(history))
    rows = [_fields(game, each) for each in found[:top]]
    blame = assistant.doctor.turns_by_blame(found)
    if screen.shows_json(candidates=left, explanations=rows, turns_by_blame=blame):
        return
    if left:
        fit = "fits" if left == 1 else "fit"
        print(f"no mistake found: {render.count(left, 'candidate')} still {fit}")
    elif not found:
        render.say("no candidate is left, and no single mistake explains it: there are two or more")
    else:
        noun = "word" if table.game == DEFAULT_GAME else "secret"
        print("no candidate is left; possible single mistakes, the likeliest first:")
        for each in found[:top]:
            render.say(_line(game, each, noun))


def _fields(game: Game, each: Explanation) -> dict[str, Any]:
    """Return the fields of an explanation for JSON."""
    meant = {} if each.meant is None else {str(each.kind): each.right}
    secrets = [game.secrets[i] for i in each.rescued]
    return {"kind": each.kind, "turn": each.turn, **meant, "secrets": secrets}


def _line(game: Game, each: Explanation, noun: str) -> str:
    """Return an explanation as one line, with the likeliest secrets that then fit."""
    if each.told is None or each.meant is None:
        return f"the secret may not be in the list of {render.count(len(game), noun)}"
    should = "the score may be" if each.kind == "score" else "the guess may be"
    secrets = each.secrets
    some = ", ".join(map(str, secrets[:SHOWN])) + ", ..." * (len(secrets) > SHOWN)
    many = render.count(len(secrets), noun)
    told = f"turn {each.turn}: {game.show(each.told)}: {should} {each.right}"
    fit = "fits" if len(secrets) == 1 else "fit"
    return f"{told}; then {many} {fit} ({some})"


@game_options(
    without=("words", "guesses", "prior", "allow", "repeats", "plurals", "polite", "plain"),
    house=True,
)
def score(
    table: Table,
    screen: Screen,
    guess: Guess,
    secret: Secret,
) -> None:
    """Score a guess against a secret.

    These may be any two words of the same length.

    Example: jotto score fools score

    Example: jotto score speed erase --rule colours
    """
    if table.game == DEFAULT_GAME:  # words need not be in a list
        read = games.words.read_word
        known = read((), secret)
        tried = read((known,), guess)
        game = games.words.word_game([known], [tried], rule=table.rule or options.DEFAULT_RULE)
    else:
        game = table.load()
        tried, known = game.read_guess(guess), game.read_guess(secret)
    text = game.score(tried, known)
    numbers = {}
    if game.rule.name == options.DEFAULT_RULE:
        numbers = dict(zip(("exact", "elsewhere"), map(int, text.split(",")), strict=True))
    if not screen.shows_json(guess=tried, secret=known, **numbers, text=text):
        print(text)


@game_options(house=True)
def solve(
    table: Table,
    screen: Screen,
    secret: Secret,
    strategy: StrategyName = DEFAULT_STRATEGY,
    seed: Seed = 0,
    book: options.Booked = True,
) -> None:
    """Play a whole game against a known secret, turn by turn.

    If the secret is not in the list, unlisted words are tried once no listed word fits.

    Example: jotto solve crane

    Example: jotto solve covid --strategy minimax
    """
    game = table.load()
    chosen = table.strategy(strategy, game, seed=seed, book=book)
    known = game.read_guess(secret)
    listed = game.find_secret(known) >= 0
    if not listed and game.closed:
        options.read_secret(game, secret)  # raises WordError
    if not listed:
        options.note_not_a_secret(game, known)
    played = list(assistant.secret.play_out(game, chosen, known))
    turns: list[dict[str, Any]] = [
        {
            "guess": str((made := session.state.mine[-1]).guess),
            "score": game.rule.texts[made.code],
            "left": session.count if session.won or session.contradiction is None else 0,
        }
        for session in played
    ]
    won = played[-1].won
    if not screen.shows_json(secret=known, listed=listed, found=won, turns=turns):
        rows = [(i, *turn.values()) for i, turn in enumerate(turns, start=1)]
        screen.show_table(("turn", "guess", "score", "left"), rows)
    if not won:
        options.note(f"{known!r} cannot be found: unlisted words use only the letters of the list")
        raise typer.Exit(1)


@game_options(without=("game", "prior", "allow"), house=True)
def secret(
    table: Table,
    screen: Screen,
    own: Annotated[list[str] | None, OWN] = None,
    top: options.Top = 10,
    max_level: Annotated[int, MAX_LEVEL] = 70,
) -> None:
    """Propose secrets that are hard to find, or rate your own.

    Words with many similar words (hatch, latch, match) are hard for a solver; rare words are hard
    for people. Levels run from 10 (common) to 70 (rare); a word without a level has 95. A word in
    no list is rated by games that look for it among unlisted words.

    Example: jotto secret --max-level 35

    Example: jotto secret quilt covid
    """
    game = table.load()
    mine = list(dict.fromkeys(game.read_guess(word) for word in own or ()))
    listed = [options.read_secret(game, word) for word in mine if game.find(word) >= 0]
    others = [word for word in mine if word not in listed]
    for word in others:
        options.note_not_a_secret(game, word)
    rated = [assistant.secret.rate(game, word) for word in others]
    avoid = games.lists.offensive() if table.polite and not mine else frozenset[str]()
    level = games.priors.RAREST if mine else max_level
    ranked = assistant.secret.propose(game, max_level=level, top=len(game), avoid=avoid)
    found = [one for one in ranked if one.secret in listed] + rated if mine else ranked[:top]
    if not found:
        raise GameError(f"no word of the list has a level of {max_level} or less")
    rows = list(map(asdict, found))
    for row in rows if mine else ():
        row["easier"] = sum(one.guesses < row["guesses"] for one in ranked) / len(ranked)
    if screen.shows_json(secrets=rows):
        return
    screen.show_records(("secret", "guesses", "exposed", "level", "zipf"), rows)
    for row in rows if mine else ():
        print(f"{row['secret']}: harder to find than {row['easier']:.0%} of the list")

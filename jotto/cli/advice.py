"""Commands for one position or word: suggestions, candidates, mistakes, scores and secrets."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Annotated, Any

import typer

import jotto
from jotto import assistant, games
from jotto.cli import boards as several, options as opt, render
from jotto.cli.options import Asked, OutputOptions, game_options
from jotto.errors import GameError, quoted
from jotto.question.fields import DEFAULT_AIM, WORDS

Guess = Annotated[str, opt.argument("GUESS", complete=opt.complete_word)]
Secret = Annotated[str, opt.argument("SECRET", complete=opt.complete_word)]
Words = Annotated[list[str], opt.argument("WORD", complete=opt.complete_word)]
OWN = opt.argument("WORD", "Your own secrets, to rate.", opt.complete_word)


@game_options(*opt.ADVISER, "top", "guess", "why", "think", "aim", "boards", house=True)
def suggest(
    table: Asked,
    screen: OutputOptions,
    turns: opt.Turns = None,
    strings: Annotated[bool, "The secret is in no list: suggest unlisted words."] = False,
    anything: Annotated[bool, "With --strings: allow any letters, not only words."] = False,
) -> None:
    """Suggest what to guess next.

    With --think, jotto also looks ahead to the end of the game. With --strings, it suggests words
    that people write and that are in no list; with --anything, or if no such word fits, any strings
    of letters. With --boards, give each guess the scores of the boards that are still open, with +
    between them: tares=1,1+0,2. Once the secret is found, jotto says so; the exit status is 0.

    Example: jotto suggest tares=1,1 moist=0,2 --top 3

    Example: jotto suggest tares=BYGBB --game wordle --think 5
    """
    boards, think, top, aim = table.boards, table.think, table.top or 1, table.aim
    flag = "--think" if think else "--aim" * ("aim" in table.layers[-1] and aim != DEFAULT_AIM)
    strings = check_strings(table, boards, strings or anything)
    game, alone = table.make_game(), boards == 1
    table = replace(table, book=table.book and not strings)
    chosen = table.adviser(game, live=True)
    if strings:
        suggest_unlisted(table, screen, among_unlisted(game, turns, anything, chosen))
        return
    at = opt.read_position(game, turns, boards)
    over = assistant.answers.is_over(at)
    if alone and not over:
        opt.note_end_of_tree(chosen, at)
    seen, reason = assistant.thinker.looked_ahead(chosen, at, think, aim)
    also: Any = {"top": top, "guess": table.guess, "why": table.why}
    fields = assistant.answers.suggested(chosen, at, seen, reason, **also)
    for text in assistant.answers.not_allowed(chosen, at, table.guess):
        opt.note(text)
    if screen.shows("suggestions", **fields):
        return
    if reason and flag:
        told = f"--aim: {reason}" if seen else f"{flag} has nothing to say: {reason}"
        print(told, file=sys.stderr)
    if over:
        secrets = [str(secret) for secret in (at.candidates if alone else at.found)]
        are = "secret is" if len(secrets) == 1 else "secrets are"
        render.say(f"The {are} {', '.join(secrets)}. There is nothing left to guess.")
        return
    if alone:
        every = f"{len(game.guesses):,} guesses"
        tried = fields["tried"]
        of = f"; {tried:,} of {every} tried, on a sample of the candidates" if tried else ""
        print(f"{render.count(len(at), 'candidate')}{of}")
        opt.show_false(at)
    else:
        several.say_boards(at)
    show_suggested(fields, seen)


def show_parts(parts: Sequence[Mapping[str, Any]]) -> None:
    """Print what each score of a guess would leave, as ``why`` does in a live game."""
    rows = [
        (part["score"], part["left"], ", ".join(map(str, part["candidates"]))) for part in parts
    ]
    render.show_table(("score", "left", "likeliest first"), rows)


def check_strings(table: Asked, boards: int, strings: bool) -> bool:
    """Return whether unlisted words are asked for. Raises GameError where there are none."""
    if strings and table.game != WORDS:
        raise GameError(f"--strings belongs to the game of words, not to {quoted(table.game)}")
    if strings and boards > 1:
        raise GameError("--strings is for one board; it does not go with --boards")
    return strings


def among_unlisted(
    game: jotto.Game, turns: opt.Turns, anything: bool, strategy: jotto.Strategy
) -> jotto.Session:
    """Return the game after some turns with unlisted words as candidates."""
    entry = (
        "anything" if anything else "unlisted",
        *assistant.answers.turn_texts(game, opt.read_turns(game, turns)),
    )
    session = jotto.Session(game, strategy).entered(*entry)
    if session.attempt is not None and session.attempt.contradiction is not None:
        raise session.attempt.contradiction
    return session


def suggest_unlisted(table: Asked, screen: OutputOptions, session: jotto.Session) -> None:
    """Suggest what to guess if the secret is in no list; figures are of all candidates."""
    found = assistant.thinker.looked_ahead(
        session.strategy, session.position, table.think, table.aim
    )
    also: Any = {"top": table.top or 1, "guess": table.guess, "why": table.why}
    fields = assistant.answers.suggested_unlisted(session, *found, **also)
    many, among = fields["candidates"], fields["among"]
    if screen.shows("suggestions", **fields):
        return
    are_words = session.state.unlisted == "words"
    best = f"; the best among the {among:,} likeliest, measured on all" if among < many else ""
    print(f"{render.count(many, 'unlisted word' if are_words else 'string')}{best}")
    show_suggested(fields, found[0])


def show_suggested(fields: Mapping[str, Any], seen: jotto.Tree | None) -> None:
    """Print what guesses are worth, also one that was asked about, and what else is found."""
    rows = {str(row["guess"]): row for row in fields["suggestions"]}
    if worth := fields.get("worth"):
        rows.setdefault(str(worth["guess"]), worth)
    shown = [row | {"guess": guess} for guess, row in rows.items()]
    render.show_records(("guess", *render.WORTH), shown)
    if seen:
        print(f"{seen.guess}: {assistant.wording.looked_ahead(seen)}")
    elif fields.get("book") is not None:
        print(f"{fields['book']}: from the opening book")
    if fields.get("why"):
        show_parts(fields["why"]["parts"])


@game_options("top", "order", "boards", house=True)
def candidates(
    table: Asked,
    screen: OutputOptions,
    turns: opt.Turns = None,
    strings: Annotated[bool, "List all strings of letters, most English-like first."] = False,
) -> None:
    """List what the secret can still be.

    The likeliest words are printed first; with --json, the words are in the order of the list,
    unless --order says otherwise.

    With --strings, jotto lists all strings of letters that agree with the scores, whether or not
    they are in the list.

    Example: jotto candidates tares=1,1 moist=0,2

    Example: jotto candidates tares=1,1 moist=0,2 --strings --top 5
    """
    boards, top = table.boards, table.top
    if check_strings(table, boards, strings) and "order" in table.layers[-1]:
        raise GameError("--order is for words of the list; with --strings, likely ones are first")
    if boards > 1:
        several.candidates(table, screen, opt.read_position(table.make_game(), turns, boards))
        return
    game = table.make_game()
    if strings:
        history = opt.read_turns(game, turns)
        many = games.unlisted.count(game, history, listed=True)
        if not many:
            raise games.unlisted.contradiction(game, history)
        listed = list(islice(games.unlisted.likeliest(game, history, listed=True), top or 20))
        fields: dict[str, Any] = {"count": many, "candidates": listed}
    else:
        fields = assistant.answers.listed(opt.read_position(game, turns), top, table.order)
    if screen.shows("candidates=candidate", **fields):
        return
    print(render.count(fields["count"], "string" if strings else "candidate"), file=sys.stderr)
    render.show_words([*map(str, fields["candidates"])])


@game_options("top", "boards", house=True)
def explain(table: Asked, screen: OutputOptions, turns: opt.Turns = None) -> None:
    """Find the mistake when no secret fits the scores.

    The mistake may be a wrong score, a typo in a guess, or a secret that is not in the list. With
    --boards, jotto looks for wrong scores on each board.

    Example: jotto explain tares=1,1 moist=4,0

    Example: jotto explain tares=1,1+0,2 moist=4,0+0,2 --boards 2
    """
    game = table.make_game()
    made = opt.read_boards(game, turns, table.boards)
    fields = assistant.answers.explained(game, made, table.top)
    explanations = fields["explanations"]
    if screen.shows("explanations=text", **fields):
        return
    if table.boards > 1:
        several.say_mistakes(fields)
    elif left := fields["candidates"]:
        fit = "fits" if left == 1 else "fit"
        print(f"no mistake found: {render.count(left, 'candidate')} still {fit}")
    elif not explanations:
        render.say("no candidate is left, and no single mistake explains it: there are two or more")
    else:
        print("no candidate is left; possible single mistakes, the likeliest first:")
        for explanation in explanations:
            render.say(explanation["text"])


@game_options(without=("plain",), house=True)
def score(table: Asked, screen: OutputOptions, guess: Guess, secret: Secret) -> None:
    """Score a guess against a secret.

    The two may be any words of the same length.

    Example: jotto score fools score

    Example: jotto score speed erase --game wordle
    """
    fields = assistant.answers.scored(table, guess, secret)
    if not screen.shows(**fields):
        print(fields["text"])


@game_options(without=("game",), house=True)
def word(table: Asked, screen: OutputOptions, word: Words) -> None:
    """Settle a dispute: which lists have a word, and how common it is.

    jotto says whether the house rules allow the word as a secret. If the word is in no list, jotto
    says which words may be meant, and the exit status is 1. How common a word is, is known of
    English words of five letters.

    Example: jotto word aalii

    Example: jotto word slate geese --no-repeats
    """
    game = table.make_game()
    told = [assistant.answers.disputed(game, text) for text in dict.fromkeys(word)]
    every = [fields for _, fields in told]
    several = len(every) > 1
    if not screen.shows("words" * several, **({"words": every} if several else every[0])):
        for number, (stands, fields) in enumerate(told):
            print(end="\n" * bool(number))
            show_standing(game, stands, fields)
    if not all(stands.guess for stands, _ in told):
        raise typer.Exit(1)


def show_standing(game: jotto.Game, stands: Any, fields: Mapping[str, Any]) -> None:
    """Print where a word stands: the verdict, then what it may be."""
    barred, level = fields["barred"], stands.level or "unknown"
    render.say(assistant.wording.standing(game, stands, fields["meant"]))
    no = f"no ({', '.join(barred)})"
    print(f"can be the secret here: {no if barred else 'yes'}")
    print(f"may be guessed here: {'yes' if stands.guess else 'no'}")
    print(f"how common: SCOWL level {level}, zipf {stands.zipf or 'unknown'}")
    if stands.offensive:
        print("offensive: it is not proposed, but with --no-polite")


@game_options(*opt.ADVISER, "boards", house=True)
def watch(
    table: Asked,
    screen: OutputOptions,
    secret: Secret,
    adversary: Annotated[
        bool, "Choose the lies that leave the most words, not random ones."
    ] = False,
) -> None:
    """Show how jotto finds a secret that you name, turn by turn.

    If the secret is not in the list, jotto tries unlisted words once no listed word fits. With
    --lies, some answers are false: at random, by --seed, or, with --adversary, those that mislead
    most. With --boards, give the secret of each board, with + between them: crane+hatch.

    Example: jotto watch crane

    Example: jotto watch crane --lies 1 --adversary
    """
    if table.boards > 1:
        several.watch(table, screen, secret)
        return
    game = table.make_game()
    if adversary and not game.noisy:
        raise GameError("--adversary tells lies; add --lies N")
    chosen = table.adviser(game)
    word = game.read_guess(secret)
    listed = game.find_secret(word) >= 0
    if not listed and game.closed:
        opt.read_secret(game, secret)  # raises WordError
    if not listed:
        opt.note(assistant.moves.unlisted(game, word, assistant.opponents.NOT_A_SECRET))
    turns = list[dict[str, Any]]()
    liar = assistant.opponents.liar(word, None if adversary else table.seed)
    for session in assistant.opponents.play_out(game, chosen, word, liar if game.noisy else None):
        made, won = session.state.mine[-1], session.won
        left = session.count if won or session.contradiction is None else 0
        turns.append({"guess": str(made.guess), "score": game.rule.texts[made.code], "left": left})
        if game.lies:
            turns[-1]["false"] = bool(assistant.mistakes.wrong_turns(game, [made], word))
    if not screen.shows("turns", secret=word, listed=listed, found=won, turns=turns):
        rows = [(i, *turn.values()) for i, turn in enumerate(turns, start=1)]
        render.show_table(("turn", *turns[0]), rows)
    if not won:
        opt.note(f"{word!r} cannot be found: unlisted words use only the letters of the list")
        raise typer.Exit(1)


@game_options("top", "max_level", without=("game",), house=True)
def secret(
    table: Asked, screen: OutputOptions, own: Annotated[list[str] | None, OWN] = None
) -> None:
    """Propose secrets that are hard to find, or rate your own.

    Words with many similar words (hatch, latch, match) are hard for a solver; rare words are hard
    for people. Levels run from 10 (common) to 70 (rare). A word in no list is rated by games that
    look for it among unlisted words.

    Example: jotto secret --max-level 35

    Example: jotto secret quilt covid
    """
    table.check_apart({"rate"} if own else ())
    game = table.make_game()
    given: Any = {"top": table.top, "max_level": table.max_level, "polite": table.polite}
    fields = assistant.opponents.proposed(game, own or (), **given, note=opt.note)
    if screen.shows("secrets", **fields):
        return
    rows = fields["secrets"]
    render.show_records(("secret", "guesses", "level", "zipf"), rows)
    for row in rows if own else ():
        share = "every word" if row["easier"] == 1 else assistant.wording.share(row["easier"])
        print(f"{row['secret']}: harder to find than {share} of the list")

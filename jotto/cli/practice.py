"""``jotto practice``: find the guess, at a prompt or as JSON."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from datetime import date
from typing import Annotated, Any

import jotto
from jotto import assistant, files
from jotto.assistant.sentences import sentence
from jotto.cli import options as opt, render
from jotto.cli.options import Asked, OutputOptions, game_options, note
from jotto.cli.review import finished_games, show_rows
from jotto.errors import EmptyListError, GameError, JottoError

LOOKING = "looking for positions"


def stored_deck() -> assistant.practice.StoredDeck:
    """Return the deck in the database."""
    path = files.user_folder("data") / "games.sqlite"
    old = files.user_folder("state") / "practice.json"
    return assistant.practice.StoredDeck(path, old, note)


@game_options("strategy", "seed", "n", house=True)
def practice(
    table: Asked,
    screen: OutputOptions,
    turns: opt.Turns = None,
    guess: Annotated[str | None, "WORD", "Grade this guess, without asking."] = None,
    forget: Annotated[bool, "Delete all positions and the rating."] = False,
) -> None:
    """Find the best guess at positions of your games, and at others.

    Each position is repeated until you find its guess, and comes again days later. With turns, it
    asks for the guess after them, and the rating does not change.

    Example: jotto practice

    Example: jotto practice tares=1,1 moist=1,1 --guess soled
    """
    stored = stored_deck()
    if forget:
        if turns or guess is not None:
            raise GameError("--forget deletes all positions and the rating; give it alone")
        print(f"{render.count(stored.forget(), 'position')} deleted.", file=sys.stderr)
        return
    game, day = table.make_game(), date.today()
    chosen, seed, n = table.adviser(game), table.seed, table.n
    table.check_apart({"turns"} if turns else ())
    if turns:
        at = opt.read_position(game, turns)
        jotto.practice(at, chosen(at), strategy=chosen)  # raises if nothing is left to guess
        once(assistant.practice.exercise_at(at, chosen), screen, guess)
        return
    deck = stored.load()
    with render.ignoring_keys(), render.working(LOOKING), finished_games() as shelf, shelf.read():
        start, of = jotto.start(game), shelf.newest(shelf.owners(), key=game.key)
        deck = deck.filled(start, chosen, of, n, day=day, seed=seed, kind=Asked)
    due = [card for card in deck.due(game.key, day) if can_be_played(card, game, chosen)]
    if not (cards := due[:n]) and not screen.json:
        raise EmptyListError(str(deck.nothing_due(game.key)))
    if screen.json and guess is None:
        positions = [
            assistant.practice.asked(card.exercise(game, chosen).at) | {"yours": card.guess}
            for card in cards
        ]
        screen.shows_json(rating=deck.rating, answers=deck.answers, positions=positions)
    elif guess is not None:
        exercise = cards[0].exercise(game, chosen)
        graded = exercise.graded(assistant.moves.read_allowed(game, guess))
        stored.add(deck)
        deck = stored.answer(cards[0], graded.mine, exercise.rating, day)
        if not screen.shows_json(rating=deck.rating, **graded.to_dict()):
            show_graded(graded, cards[0].guess)
    else:
        stored.add(deck)
        converse(stored, deck, cards, game, chosen, day)


def can_be_played(
    card: assistant.practice.Card, game: jotto.Game, strategy: jotto.Strategy
) -> bool:
    """Whether the turns of a card fit its game; else it is told, and skipped."""
    try:
        return bool(card.exercise(game, strategy).at.candidates)
    except JottoError as error:
        note(f"a position of practice is skipped: {error}")
        return False


def once(exercise: assistant.practice.Exercise, screen: OutputOptions, guess: str | None) -> None:
    """Grade one guess at a position; ask for it if there is none."""
    game = exercise.at.game
    if guess is not None:
        graded = exercise.graded(assistant.moves.read_allowed(game, guess))
        if not screen.shows_json(**graded.to_dict()):
            show_graded(graded)
    elif not screen.shows_json(**assistant.practice.asked(exercise.at)):
        show_position(exercise.at)
        answer, given_up = ask(exercise)
        if answer is not None:
            show_graded(answer, shown=given_up)


def converse(
    stored: assistant.practice.StoredDeck,
    deck: assistant.practice.Deck,
    cards: Sequence[assistant.practice.Card],
    game: jotto.Game,
    strategy: jotto.Strategy,
    day: date,
) -> None:
    """Ask for the guess at each card, and at those that are missed again until they are found."""
    began, queue, made, missed = deck.rating, [*cards], 0, 0
    while queue:
        card = queue.pop(0)
        exercise = card.exercise(game, strategy)
        made, again = made + 1, made >= len(cards)
        render.say("Once more" if again else f"Position {made} of {len(cards)}")
        show_position(exercise.at)
        graded, given_up = ask(exercise)
        if graded is None:
            made -= 1
            break
        with render.ignoring_keys(), render.working(LOOKING):
            choice = None if given_up else graded.mine
            deck = stored.answer(card, choice, exercise.rating, day)
        if given_up or not graded.mine.found:
            missed += not again
            queue += [card.moved(day, found=False)]
        show_graded(graded, card.guess, shown=given_up)
        print()
    if made := min(made, len(cards)):
        facts = {"moved": f"{deck.rating - began:+.0f}", "rating": f"{deck.rating:,.0f}"}
        render.say(sentence("practice result", found=made - missed, made=made, **facts))


def ask(exercise: assistant.practice.Exercise) -> tuple[assistant.practice.Graded | None, bool]:
    """Ask for a guess until it can be graded, and say whether there was none but Enter.

    None at the end of the input, or to leave.
    """
    while (typed := render.ask("The best guess: ")) is not None:
        if typed.strip().lower() == "list":
            show_words(exercise.at)
            continue
        if typed.lower() in ("help", "?"):
            render.say(sentence("practice help"))
            continue
        if not typed:
            return exercise.solved(), True
        try:
            return exercise.graded(assistant.moves.read_allowed(exercise.at.game, typed)), False
        except JottoError as error:
            render.say(str(error))
    return None, False


def show_position(at: jotto.Position) -> None:
    """Print the turns: what follows from them is to be found, or asked for."""
    show_rows(at.game, [(turn, "") for turn in at.history])
    render.say(sentence("practice list"))


def show_words(at: jotto.Position) -> None:
    """Print how many candidates there are, and which if they are few."""
    words = assistant.practice.asked(at)["candidates"]
    render.say(f"{render.count(len(at), 'candidate')}{': ' * bool(words)}{' '.join(words)}")


def show_graded(
    graded: assistant.practice.Graded, before: str = "", *, shown: bool = False
) -> None:
    """Print the regret of a guess, or that it was shown, a table of the best ones, and why."""
    rows = [*graded.best, *[graded.mine] * (graded.mine not in graded.best)]
    render.say(assistant.practice.verdict(graded, shown=shown))
    cells: list[list[Any]] = [
        [str(row.advice.guess), row.needs, row.regret, row.advice.bits, row.advice.parts,
         row.advice.worst_left, row.advice.candidate]
        for row in rows
    ]  # fmt: skip
    names = ["guess", "guesses needed", "regret", "bits", "parts", "at worst", "can be the secret"]
    if graded.mine.needs is None:
        names, cells = names[:1] + names[2:], [row[:1] + row[2:] for row in cells]
    render.show_table(names, cells, places=2)
    render.say(assistant.practice.why(graded))
    if before:
        render.say(sentence("practice before", word=graded.at.game.shown(before)))

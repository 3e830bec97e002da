"""The output of a live game: the guess, the turns, the letters, the race, the explanations."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from jotto import assistant, games
from jotto.assistant import wording
from jotto.cli import render
from jotto.cli.render import say

if TYPE_CHECKING:
    from jotto import Game, Position, Session
    from jotto.assistant.thinking import Unlisted
    from jotto.engine.game import Turn

FEW = 6  # words that are listed, not only counted
LETTERS = "abcde"  # the keys that choose an explanation
OPEN = 12  # the most letters that are listed as open
SUGGESTED = 5  # good guesses shown
TRIED = 400  # the best guesses, of which the common words are shown
COMMON = 35  # the highest SCOWL level of a common word
GUESS, QUIET, NUMBER = "bold reverse", "dim", "bold"
TILES = {
    "G": "bold #ffffff on #1a7f37",
    "Y": "bold #000000 on #e3b341",
    "B": "bold #ffffff on #6e7681",
}

Part = str | tuple[str, str]


# --- what to guess ------------------------------------------------------------------------------


def show_position(session: Session) -> None:
    """Print the position and the guess, and in a second line why."""
    if render.fancy():
        print()
    if session.race is not None:
        if session.side == "me" and (session.state.mine or session.state.theirs):
            show_turns(session)
        show_race(session)
    if session.side == "them":
        return
    at, guess = session.position, session.guess
    if len(at) == 1 and not session.state.chosen:
        say("It must be ", word(guess), f".{wording.doubt(session, ' Or it is not in the list')}")
        return
    named = f": {', '.join(map(str, at.game.likeliest(at.left)))}" if len(at) <= FEW else ""
    advice = session.advice
    left = f"about {wording.approximate(advice.expected_left)} after it"
    lead = "Your guess: " if session.state.chosen else "Guess "
    count = f"{render.count(session.count, wording.possible(session))} possible"
    say(lead, word(guess), f"{wording.source(session)}. ", (count, NUMBER), f"{named}, {left}.")
    say((f"{wording.worth_of(at.game, advice)}.{wording.reason(session)}", QUIET))
    if doubt := wording.doubt(session, "The word may not be in the list"):
        say((f"{doubt} To try unlisted words, type unlisted.", QUIET))


def show_found(turns: Sequence[Any], guess: Any) -> None:
    """Print that the guess of the last turn was the secret."""
    say("You found ", word(guess), f" in {render.count(len(turns), 'guess')}.")


def word(guess: Any) -> Part:
    """Return a guess, highlighted if the terminal has colours."""
    loud = wording.shout(guess)
    return (f" {' '.join(loud)} ", GUESS) if render.fancy() else loud


def show_parts(session: Session) -> None:
    """Print the partition of the candidates by the guess; the largest part first."""
    guess, parts = session.guess, wording.parts(session)
    columns, lines = shutil.get_terminal_size()
    shown = parts[: max(lines - 7, 5)]
    room = max(columns - 24, 10) // (len(str(guess)) + 2)  # words that fit in a row
    rows = []
    for score, part in shown:
        words = ", ".join(map(str, part[:room])) + ", ..." * (len(part) > room)
        rows.append((score, len(part), words))
    say(f"{wording.shout(guess)}: {wording.worth_of(session.position.game, session.advice)}.")
    render.show_table(("score", "left", "likeliest first"), rows)
    if more := len(parts) - len(shown):
        say(f"and {render.count(more, 'score')} more, each with fewer words left")


def show_suggestions(session: Session, *, common: bool) -> None:
    """Print the best guesses, or the best that are common words."""
    levels = games.priors.levels() if common else {}
    ranks = session.strategy.without_tree()
    ranked = session.position.rank(ranks, top=TRIED if common else SUGGESTED)
    found = [one for one in ranked if not common or levels.get(str(one.guess), 99) <= COMMON]
    rows = [
        (
            *(wording.shout(one.guess), f"{one.bits:.2f}", wording.approximate(one.expected_left)),
            wording.share(one.chance) if one.candidate else "-",
        )
        for one in found[:SUGGESTED]
    ]
    render.show_table(("guess", "bits", "left after it", "chance"), rows)


# --- the turns ----------------------------------------------------------------------------------


def show_turns(session: Session) -> None:
    """Print the turns of both players, and what my turns tell about the letters."""
    if not session.state.mine and not session.state.theirs:
        print("There are no turns yet.")
        return
    show_board(session)
    if session.state.mine:
        show_letters(session.position)


def show_board(session: Session) -> None:
    """Print the turns as on paper."""
    mine, theirs = session.state.mine, session.state.theirs
    if session.race is not None:
        say((f"    {'you':{_width(session.game)}}they", QUIET))
    for number, pair in enumerate(zip_longest(mine, theirs), start=1):
        parts: list[Part] = [(f"{number:>2}  ", QUIET)]
        for made in pair if session.race is not None else pair[:1]:
            parts += turn(session.game, made)
        say(*parts)


def _width(game: Game) -> int:
    """Return the width of a turn: word, score, tiles, and a gap."""
    length = len(str(game.guesses[0]))
    score = max(map(len, game.rule.texts[-3:]))
    tiles = length + 6 if game.rule.name != "colours" else 2 * length + 6
    return length + score + (tiles if render.fancy() else 4)


def turn(game: Game, made: Turn | None) -> list[Part]:
    """Return a turn as a word with its score; on a terminal also with tiles or pegs."""
    width = _width(game)
    if made is None:
        return [" " * width]
    score, guess = game.rule.texts[made.code], wording.shout(made.guess)
    if not render.fancy():
        return [f"{guess}={score}".ljust(width)]
    length = len(guess)
    parts: list[Part]
    if game.rule.name == "colours":
        parts = [(f" {letter} ", TILES[tile]) for letter, tile in zip(guess, score, strict=True)]
        parts.append(f"  {score}")
        used = 3 * length + 2 + len(score)
    else:
        pegs = wording.pegs(score)
        parts = [(guess, "bold"), f"  {score}  ", pegs]
        used = length + len(score) + 4 + len(pegs)
    return [*parts, " " * (width - used)]


def show_letters(at: Position) -> None:
    """Print which letters are in the secret, open, and not in it, if any are known."""
    groups = assistant.letters.groups(at)
    if len(groups.get("open", "").split()) > OPEN:
        del groups["open"]
    if groups:
        said = (f"{name} {wording.shout(letters)}" for name, letters in groups.items())
        say(f"Letters: {'; '.join(said)}")


# --- both players -------------------------------------------------------------------------------


def show_race(session: Session) -> None:
    """Print how many candidates they have left, and my chances in the race."""
    for line in wording.race(session):
        say(line)


def misled(session: Session, turn: Turn) -> str:
    """Return a message that they were told a wrong score, and what to type."""
    number = session.other.theirs.index(turn) + 1
    right = session.game.score(turn.guess, session.other.secret)
    return f"{wording.misled(session, turn)} Then type: edit their {number} {right}"


# --- when nothing fits --------------------------------------------------------------------------


def show_trouble(session: Session, unlisted: Unlisted | None) -> None:
    """Print that no candidate is left, and the explanations, each with the letter to choose it.

    ``unlisted`` are the unlisted words that agree with all turns; None if not known yet.
    """
    attempt = session.attempt
    assert attempt is not None, "there is trouble with an attempt only"
    say(str(attempt.contradiction))
    rule, last = session.game.rule, attempt.state.mine[-1]
    if rule.name == "jots" and last.code == rule.win - 1:
        say(f"If {wording.shout(last.guess)} was the word, type yes.")
    if not session.explanations:
        say("No single mistake explains it: there are two or more.")
        return
    say("One of these is probably wrong. Type its letter to fix it, or enter the score again:")
    for letter, each in zip(LETTERS, session.choices(len(LETTERS)), strict=False):
        say(f"  {letter}  {wording.explained(session.game, each, unlisted)}")

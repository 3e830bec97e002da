"""The output of a live game: the guess, the turns, the letters, the race, the explanations."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from jotto import assistant, games
from jotto.cli import render
from jotto.cli.render import say

if TYPE_CHECKING:
    from jotto import Advice, Explanation, Game, Position, Session, Tree
    from jotto.assistant.thinking import Unlisted
    from jotto.engine.game import Turn

FEW = 6  # words that are listed, not only counted
WORTH_SAYING = 0.01  # the smallest chance that is shown
CERTAIN = 0.995  # a chance that would be written 100%
LETTERS = "abcde"  # the keys that choose an explanation
RESCUED = 5  # secrets listed for an explanation
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
        say("It must be ", word(guess), f".{_doubt(session, ' Or it is not in the list')}")
        return
    named = f": {', '.join(map(str, at.game.likeliest(at.left)))}" if len(at) <= FEW else ""
    advice = session.advice
    left = f"about {approximate(advice.expected_left)} after it"
    lead = "Your guess: " if session.state.chosen else "Guess "
    count = f"{render.count(session.count, possible(session))} possible"
    say(lead, word(guess), f"{_source(session)}. ", (count, NUMBER), f"{named}, {left}.")
    say((f"{worth_of(at.game, advice)}.{_reason(session)}", QUIET))
    if doubt := _doubt(session, "The word may not be in the list"):
        say((f"{doubt} To try unlisted words, type unlisted.", QUIET))


def show_found(turns: Sequence[Any], guess: Any) -> None:
    """Print that the guess of the last turn was the secret."""
    say("You found ", word(guess), f" in {render.count(len(turns), 'guess')}.")


def word(guess: Any) -> Part:
    """Return a guess, highlighted if the terminal has colours."""
    return (f" {' '.join(shout(guess))} ", GUESS) if render.fancy() else shout(guess)


def shout(guess: Any) -> str:
    """Return a guess in capitals, except letters whose capital has several letters.

    >>> shout("größe"), shout("0123")
    ('GRÖßE', '0123')
    """
    pairs = ((letter, letter.upper()) for letter in str(guess))
    return "".join(large if len(large) == 1 else letter for letter, large in pairs)


def approximate(number: float) -> str:
    """Return a number with two digits, or as an integer from 10 up.

    >>> approximate(819.6), approximate(2.25), approximate(1.0)
    ('820', '2.2', '1')
    """
    return f"{number:,.0f}" if number >= 10 else f"{number:.1f}".removesuffix(".0")


def noun(game: Game) -> str:
    """Return the noun for a secret of a game: a word, or for codes a secret."""
    return "secret" if game.closed else "word"


def possible(session: Session) -> str:
    """Return the noun for a candidate: a string if unlisted words are tried."""
    return "string" if session.state.unlisted else noun(session.game)


def _source(session: Session) -> str:
    if session.state.chosen:
        return ""
    if session.to_win:
        return " (for the race)"
    return " (opening book)" if session.from_book else ""


def _doubt(session: Session, text: str) -> str:
    """Return how likely the secret is to be unlisted, after ``text``; empty if too unlikely."""
    chance = session.chance_unlisted if session.may_be_unlisted else 0.0
    return f"{text} ({share(chance)})." if chance >= WORTH_SAYING else ""


def _reason(session: Session) -> str:
    """Return why this guess is proposed, besides its measures."""
    if session.state.chosen:
        return ""
    if session.to_win:
        _, chance, usual = session.to_win
        return f" Your chance to win: {share(chance)}; with {session.usual}: {share(usual)}."
    return f" Looking ahead: {looked_ahead(session.ahead)}." if session.ahead else ""


def looked_ahead(tree: Tree) -> str:
    """Return the result of looking ahead as a phrase.

    >>> import jotto
    >>> looked_ahead(jotto.solve(jotto.words(["hatch", "latch", "match"])))
    'about 2.0 more guesses, never more than 3 (proved)'
    """
    found = tree.lengths
    proof = "proved" if tree.proved else "the best found so far"
    return f"about {found.weighted_mean:.1f} more guesses, never more than {found.worst} ({proof})"


def worth_of(game: Game, advice: Advice) -> str:
    """Return the measures of a guess as a phrase."""
    can = f"cannot be the {noun(game)}"
    if advice.candidate:
        chance = f" ({share(advice.chance)})" if advice.chance >= WORTH_SAYING else ""
        can = f"could be the {noun(game)}{chance}"
    elif game.find(advice.guess) < 0:
        can = "not in the list"
    return f"{advice.bits:.2f} bits, at worst {advice.worst_left:,} left; {can}"


def share(chance: float) -> str:
    """Return a chance as a percentage; only what is certain is 100%.

    >>> share(0.25), share(0.0123), share(0.0002), share(0.0), share(0.997), share(1.0)
    ('25%', '1.2%', '0.02%', '0%', 'over 99%', '100%')
    """
    if CERTAIN < chance < 1:
        return "over 99%"
    return f"{chance:.0%}" if chance >= 0.1 else f"{100 * chance:.2g}%"


def show_parts(session: Session) -> None:
    """Print the partition of the candidates by the guess; the largest part first."""
    at, guess = session.position, session.guess
    place = {each: number for number, each in enumerate(at.game.likeliest(at.left))}
    parts = sorted(at.partition(guess).items(), key=lambda part: -len(part[1]))
    columns, lines = shutil.get_terminal_size()
    shown = parts[: max(lines - 7, 5)]
    room = max(columns - 24, 10) // (len(str(guess)) + 2)  # words that fit in a row
    rows = []
    for score, part in shown:
        words = sorted(part, key=place.__getitem__)[:room]
        rows.append((score, len(part), ", ".join(map(str, words)) + ", ..." * (len(part) > room)))
    say(f"{shout(guess)}: {worth_of(at.game, session.advice)}.")
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
            *(shout(one.guess), f"{one.bits:.2f}", approximate(one.expected_left)),
            share(one.chance) if one.candidate else "-",
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
    score, guess = game.rule.texts[made.code], shout(made.guess)
    if not render.fancy():
        return [f"{guess}={score}".ljust(width)]
    length = len(guess)
    parts: list[Part]
    if game.rule.name == "colours":
        parts = [(f" {letter} ", TILES[tile]) for letter, tile in zip(guess, score, strict=True)]
        parts.append(f"  {score}")
        used = 3 * length + 2 + len(score)
    else:
        counts = [int(each) for each in score.split(",") if each.isdigit()]
        exact, elsewhere = counts if len(counts) == 2 else (0, 0)
        pegs = "●" * exact + "○" * elsewhere
        parts = [(guess, "bold"), f"  {score}  ", pegs]
        used = length + len(score) + 4 + len(pegs)
    return [*parts, " " * (width - used)]


def show_letters(at: Position) -> None:
    """Print which letters are in the secret, open, and not in it, if any are known."""
    inside, between, out = assistant.letters.known(at)
    groups = {"in": inside, "open": between, "out": out}
    if len(between.split()) > OPEN:
        del groups["open"]
    if any((inside, out)):
        said = (f"{name} {shout(letters)}" for name, letters in groups.items() if letters)
        say(f"Letters: {'; '.join(said)}")


# --- both players -------------------------------------------------------------------------------


def show_race(session: Session) -> None:
    """Print how many candidates they have left, and my chances in the race."""
    race, odds = session.other, session.odds
    if race.lost or session.won:
        who = "You have" if race.lost else "They have"
        say(f"{_found(session)}. {who} one last guess.")
        return
    yours = ""
    if race.exposure:
        likely = f" ({share(race.exposure)})" if race.exposure >= WORTH_SAYING else ""
        yours = f"; yours is one of them{likely}"
    elif race.secret is not None and race.game.find(race.secret) < 0:
        yours = "; yours is not in the list"
    elif race.secret is not None:
        yours = "; yours is not one of them, so a score was wrong"
    say(f"They have {render.count(len(race.candidates), noun(session.game))} left{yours}.")
    draw = f", draw {share(odds.draw)}" if race.last_turn else ""
    say(f"Your chances: win {share(odds.win)}{draw}")


def result(session: Session) -> str:
    """Return who won the race."""
    if not session.other.lost:
        return "You win."
    return f"{_found(session)}: {'a draw' if session.won else 'they win'}."


def _found(session: Session) -> str:
    """Return who has found the other's secret; if both have, they."""
    if session.other.lost:
        return f"They found your word in {render.count(len(session.state.theirs), 'guess')}"
    return f"You found theirs in {render.count(len(session.state.mine), 'guess')}"


def aloud(score: str) -> str:
    """Return a score as it is told to the other player.

    >>> aloud("0,2"), aloud("3")
    ('0 exact, 2 elsewhere', '3')
    """
    exact, comma, elsewhere = score.partition(",")
    return f"{exact} exact, {elsewhere} elsewhere" if comma else score


def misled(session: Session, turn: Turn) -> str:
    """Return a message that they were told a wrong score, with the right one."""
    game, race = session.game, session.other
    number, right = race.theirs.index(turn) + 1, game.score(turn.guess, race.secret)
    return (
        f"You told them {game.show(turn)}, but it is {right}. Tell them: {aloud(right)}. "
        f"Then type: edit their {number} {right}"
    )


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
        say(f"If {shout(last.guess)} was the word, type yes.")
    if not session.explanations:
        say("No single mistake explains it: there are two or more.")
        return
    say("One of these is probably wrong. Type its letter to fix it, or enter the score again:")
    for letter, each in zip(LETTERS, session.choices(len(LETTERS)), strict=False):
        say(f"  {letter}  {_explained(session.game, each, unlisted)}")


def _explained(game: Game, each: Explanation, unlisted: Unlisted | None) -> str:
    """Return an explanation as one line, with some of the secrets that then fit."""
    if each.meant is None or each.told is None:
        line = "the word is not in the list: try all strings of letters"
        if not unlisted or not unlisted.words:
            return line
        strings = render.count(unlisted.number, "string")
        return f"{line} ({strings}: {_first(unlisted.words, unlisted.number)})"
    rescued = [str(one) for one in each.secrets[:RESCUED]]
    then = f"then it is {rescued[0]}" if len(each.rescued) == 1 else "then it is one of "
    if len(each.rescued) > 1:
        then += _first(rescued, len(each.rescued))
    if each.kind == "score":
        texts = game.rule.texts
        changed = f"{each.told.guess} may be {texts[each.meant.code]}, not {texts[each.told.code]}"
    else:
        changed = f"you may have guessed {each.meant.guess}, not {each.told.guess}"
    return f"turn {each.turn}: {changed}; {then}"


def _first(words: Sequence[str], number: int) -> str:
    return ", ".join(words[:RESCUED]) + ", ..." * (number > RESCUED)

"""The commands of a live game: what can be typed, and what each line does."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import zip_longest
from typing import Any, TypeVar

import typer

import jotto
from jotto import assistant, games
from jotto.assistant import wording
from jotto.cli import render
from jotto.cli.options import note, note_unlisted
from jotto.cli.render import LEAVE, ask, say
from jotto.errors import GameError, JottoError, ScoreError, WordError, quoted

ANY = "1,1"  # stands for a score of the rule
HELP: Mapping[str, Mapping[str, str]] = {  # by topic
    "": {
        "1,1": "the score of the guess",
        "crane": "you guessed this word instead",
        "crane 1,1": "your guess and its score",
        "undo": "take back the last entry",
        "edit 2 1,1": "correct turn 2 (or its word)",
        "why": "why this guess",
        "more": "other good guesses",
        "more common": "good guesses of common words",
        "about slate": "what another guess is worth",
        "list": "the words still possible",
        "turns": "the turns so far",
        "hint": "a clue; again for another",
        "not a word": "never propose it again",
        "unlisted": "the secret is not in the list",
        "quit": "leave; the game is saved",
        "help score": "how scores can be typed",
        "help both": "to track both players",
    },
    "both": {
        "me": "you guess first; later: your turn",
        "them": "they guess first; later: theirs",
        "crane": "their guess, when it is asked for",
        "crane 1,1": "their guess and what you told them",
        "they crane": "a guess of theirs out of turn",
        "edit their 2 1,1": "correct their turn 2",
        "secret latch": "your secret, to score their guesses",
        "last turn": "the second player has a last guess",
        "no last turn": "no last guess",
    },
}
TITLES = {"": "You can type", "both": "To track both players", "score": "A score can be typed as"}
SAYINGS = (
    *("undo", "edit", "turns", "list", "why", "more", "more common", "about", "hint"),
    *("not a word", "unlisted", "me", "them", "they", "secret", "last turn", "no last turn"),
    *("edit their", "save", "help", "help score", "help both", *LEAVE),
)
SIDES = {"me": True, "i": True, "them": False, "they": False}
YES_OR_NO = {"yes": True, "y": True, "no": False, "n": False, "": False}
FOUND = ("yes", "y", "correct", "right", "got it", "found", "found it", "you win", "i win", "win")
SPELT = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
DIGITS = {name: str(digit) for digit, name in enumerate(SPELT)}
LAST_GUESS = "If the first player finds it, does the second get one last guess? [y/N] "
WHY_SECRET = "Your secret is used to score their guesses; it stays on this machine."
WHY_LAST = "Type yes or no. With a last guess both can find the word, which is a draw."
T = TypeVar("T")
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


# --- what is typed --------------------------------------------------------------------------------


def sayings(game: jotto.Game, commands: Sequence[str] = SAYINGS) -> list[str]:
    """List what can be typed, for completion: commands, then words."""
    return [*commands, *(game.guesses if isinstance(game.guesses, tuple) else ())]


def answer(session: jotto.Session, typed: str) -> jotto.Session:
    """Run a typed line; return the session after it. Raises JottoError if it is not valid."""
    match typed.lower().split():
        case [word, score] if _is_turn(session, word, score):  # about 1,1: a word, too
            return _told(session, typed)
        case ["undo"]:
            if not session.transcript and session.attempt is None:
                say("There is nothing to take back.")
            return session.undone()
        case ["edit", "their" | "theirs", number, *change] if number.isdecimal() and change:
            return _edit(session, number, change, mine=False)
        case ["edit", number, *change] if number.isdecimal() and change:
            return _edit(session, number, change, mine=True)
        case ["not", "a", "word"] if session.side == "them":
            raise WordError("not a word", "their guess may be any word")
        case ["not", "a", "word"]:
            return session.said("refuse", session.guess)
        case ["unlisted" | "outside"]:
            return session.among_unlisted()
        case ["me" | "i" | "them" | "they" as who] | ["me" | "them" as who, "first"]:
            return _side(session, SIDES[who])
        case ["they", *guess]:
            return _they(session, " ".join(guess))
        case ["secret", word]:
            race, mine = session.other, read_word(session, word)
            after = session.raced(mine, first=race.first, last_turn=race.last_turn)
            for turn in after.other.misled:
                say(misled(after, turn))
            return after
        case ["last", "turn"] | ["no", "last", "turn"] as said:
            race = session.other
            return session.raced(race.secret, first=race.first, last_turn=said[0] == "last")
        case ["hint"]:
            say(assistant.doctor.hint(session.position, session.hints + 1))
            return replace(session, hints=session.hints + 1)
        case ["turns"]:
            show_turns(session)
        case ["list", *page] if len(page) < 2:
            show_list(session.position, wording.possible(session), *page)
        case ["why" | "why?"]:
            show_parts(session)
        case ["more"] | ["more", "common"] as said:
            show_suggestions(session, common=len(said) > 1)
        case ["about", word] | ["what", "about", word]:
            tried, at = read_word(session, word.removesuffix("?")), session.position
            say(f"{wording.shout(tried)}: {wording.worth_of(at.game, at.measure(tried))}.")
        case ["save"]:
            say("The game is saved at every change; jotto play --resume continues it.")
        case ["help" | "?", *topic]:
            show_help(" ".join(topic), session.game.rule)
        case _:
            return _told(session, typed)
    return session


def show_help(topic: str, rule: jotto.Rule) -> None:
    """Print what can be typed. Raises GameError for a topic that does not exist."""
    topics = {**HELP, "score": ways_to_score(rule)}
    if topic not in topics:
        raise GameError(f"there is no help on {quoted(topic)}; type help, help score or help both")
    rows = {typed.replace(ANY, example(rule)): means for typed, means in topics[topic].items()}
    show_rows(TITLES[topic], rows)


def example(rule: jotto.Rule) -> str:
    """Return a score of a rule, to show how scores are typed."""
    return rule.texts[len(rule.texts) // 3]


def ways_to_score(rule: jotto.Rule) -> Mapping[str, str]:
    """Return ways to type a score, each with its meaning."""
    two = len(rule.counts) == 2
    score = "1,2" if two else example(rule)
    numbers = zip(score.split(","), rule.counts, strict=False)
    meaning = ", ".join(f"{number} {count.label}" for number, count in numbers)
    same = dict.fromkeys(("1/2 1-2 12", "one two"), "the same") | {"0": "nothing in common: 0,0"}
    ways = {score: "G in place, Y elsewhere, B neither" if rule.tiles else meaning}
    return ways | (same if two else {}) | {"yes": "the guess is the secret"}


def show_rows(title: str, rows: Mapping[str, str]) -> None:
    """Print what can be typed, each with its meaning, under a title."""
    say(f"{title}:")
    width = max(16, *map(len, rows))
    for typed, meaning in rows.items():
        say(f"  {typed:{width}}  {meaning}")


def show_list(at: jotto.Position, noun: str, page: str = "1") -> None:
    """Print the candidates, the likeliest first; on a terminal only the given page."""
    words = at.game.likeliest(at.left)
    if not page.isdecimal() or not int(page):
        raise GameError(f"list {quoted(page)}: write the number of a page, such as list 2")
    say(f"{render.count(len(words), noun)} possible, likeliest first")
    render.show_words(words, page=int(page[:6]))


def read_score(session: jotto.Session, typed: str) -> str:
    """Read a score as people type it: yes, one one, 2 and 1, 1-1, 0. Raises ScoreError."""
    rule = session.game.rule
    try:
        return rule.texts[rule.read(typed)]
    except ScoreError:
        said = typed.lower().strip(" .!")
        if said in FOUND:
            return rule.texts[rule.win]
        digits = [DIGITS.get(part, part) for part in re.findall(r"[a-z]+|[^\s,./-]", said)]
        digits = [part for part in digits if part not in ("and", *(c.name for c in rule.counts))]
        if not digits or not all(map(str.isdecimal, digits)):
            raise
        if digits == ["0"]:
            digits *= len(rule.counts)
        try:
            return rule.texts[rule.read(",".join(digits))]
        except ScoreError as error:
            raise ScoreError(typed, error.reason) from None


def _told(session: jotto.Session, typed: str) -> jotto.Session:
    """Read a score, a word, both, or the letter of an explanation."""
    if session.explanations and len(typed) == 1 and typed.isalpha():
        shown = dict(zip(LETTERS, session.choices(len(LETTERS)), strict=False))
        if typed.lower() not in shown:
            reason = f"choose a to {max(shown)}, or enter the score again"
            raise ScoreError(typed.lower(), reason)
        return session.fixed(shown[typed.lower()])
    if session.side == "them":
        return _they(session, typed)
    guess, score = read_move(session, len(session.state.mine) + 1, typed)
    if score is None:
        if not session.allows(str(guess)):
            note(f"{guess!r} is not allowed here by --allow")
        return session.said("instead", guess)
    if guess is not None and session.race is not None and guess != session.guess:
        say(f"This is your turn now. If it was theirs, type undo and they {guess}={score}")
    return session.scored(score, guess)


def _edit(session: jotto.Session, number: str, change: list[str], *, mine: bool) -> jotto.Session:
    """Change a turn: another score, another guess, or both."""
    turn = int(number[:9])
    guess, score = read_move(session, turn, " ".join(change))
    return session.edited(turn, guess=guess, score=score, side="me" if mine else "them")


def read_move(session: jotto.Session, number: int, typed: str) -> tuple[str | None, str | None]:
    """Read a guess, a score, or both: crane, 1,1, crane=1,1, crane 1,1 or 1,1 crane.

    Errors about both name the turn. Prints a note if the guess is not in the list.
    """

    def listed(text: str) -> bool:
        return session.game_now.find(text.lower()) >= 0

    guess, _, score = typed.partition("=" if "=" in typed else " ")
    if "=" not in typed and not (score and listed(guess)):
        *first, last = typed.split()
        if first and listed(last):
            guess, score = last, " ".join(first)
        elif listed(typed):  # words first: "right" is also a score
            return read_word(session, typed), None
        else:
            try:
                return None, read_score(session, typed)
            except ScoreError:
                if typed.isalpha():
                    return read_word(session, typed), None
                if not (score and guess.isalpha()):
                    raise
    with suppress(ScoreError):  # raised again below, with the number of the turn
        score = read_score(session, score)
    turn = session.game.read_turn(number, f"{guess.strip()}={score}")
    note_unlisted(session.game_now, turn.guess)
    return str(turn.guess), session.game.rule.texts[turn.code]


def read_word(session: jotto.Session, typed: str) -> str:
    """Read a word; print a note if it is not in the list."""
    word: str = session.game.read_guess(typed)
    note_unlisted(session.game_now, word)
    return word


def _side(session: jotto.Session, mine: bool) -> jotto.Session:
    race = session.race
    if race is None:
        return second_half(session, mine)
    if session.state.mine or session.state.theirs:
        return session.said("side", "me" if mine else "them")
    return session.raced(race.secret, first=mine, last_turn=race.last_turn)


def second_half(
    session: jotto.Session, first: bool, secret: str | None = None, last_turn: bool | None = None
) -> jotto.Session:
    """Track both players from now on; ask for what is not known yet.

    The session is unchanged if a question is answered with undo. Raises typer.Exit to leave.
    """

    def read_secret(typed: str) -> str:
        return typed and read_word(session, typed)

    def read_yes_or_no(typed: str) -> bool:
        if typed.lower() not in YES_OR_NO:
            raise GameError(f"{quoted(typed)}: type yes or no")
        return YES_OR_NO[typed.lower()]

    question = "Your secret word (Enter to keep it private): "
    own = asked(question, read_secret, WHY_SECRET) if secret is None else read_word(session, secret)
    if own is not None and last_turn is None:
        last_turn = asked(LAST_GUESS, read_yes_or_no, WHY_LAST)
    if own is None or last_turn is None:
        return session
    return session.raced(own or None, first=first, last_turn=last_turn)


def asked(question: str, read: Callable[[str], T], help_text: str) -> T | None:
    """Ask until the answer is valid; None if it is undo. Raises typer.Exit to leave."""
    while True:
        typed = ask(question)
        if typed is None:
            raise typer.Exit
        if typed.lower() == "undo":
            return None
        if typed.lower() in ("help", "?"):
            say(f"{help_text} undo: go back; quit: leave.")
            continue
        try:
            return read(typed)
        except JottoError as error:
            say(str(error))


def _they(session: jotto.Session, typed: str) -> jotto.Session:
    """Read the opponent's guess: a word, which is scored, or a word with the score they got."""
    race, rule, guess, score = session.other, session.game.rule, None, None
    with suppress(ScoreError):
        guess, score = read_move(session, len(race.theirs) + 1, typed)
    if guess is None:
        mine = "" if session.decided else "; if it is your turn, type me"
        raise ScoreError(typed, f"enter their guess, not a score{mine}")
    if score is None and race.secret is None:
        both = f"{guess} {example(rule)}"
        raise ScoreError(typed, f"your secret is private; type its score too: {both}")
    after = session.they(guess, score)
    turn = after.other.theirs[-1]
    if score is None:
        say("Tell them: ", (wording.aloud(rule, rule.texts[turn.code]), NUMBER))
    elif turn in after.other.misled:
        say(misled(after, turn))
    return after


def _is_turn(session: jotto.Session, word: str, score: str) -> bool:
    """Whether this is a guess with its score, though the word be a command as well."""
    page = word == "list" and score.isdecimal()
    with suppress(ScoreError):
        return not page and session.game_now.find(word) >= 0 <= session.game.rule.read(score)
    return False


# --- what to guess ------------------------------------------------------------------------------


def show_position(session: jotto.Session) -> None:
    """Print the position and the guess, and in a second line why."""
    if render.fancy():
        print()
    if session.race is not None:
        if session.side == "me" and (session.state.mine or session.state.theirs):
            show_turns(session)
        for line in wording.race(session):  # their candidates, and my chances
            say(line)
    if session.side == "them":
        return
    at, guess = session.position, session.guess
    if len(at) == 1 and not session.state.chosen:
        say("It must be ", styled(guess), f".{wording.doubt(session, ' Or it is not in the list')}")
        return
    named = f": {', '.join(map(str, at.game.likeliest(at.left)))}" if len(at) <= FEW else ""
    advice = session.advice
    left = f"about {wording.approximate(advice.expected_left)} after it"
    lead = "Your guess: " if session.state.chosen else "Guess "
    count = f"{render.count(session.count, wording.possible(session))} possible"
    say(lead, styled(guess), f"{wording.source(session)}. ", (count, NUMBER), f"{named}, {left}.")
    say((f"{wording.worth_of(at.game, advice)}.{wording.reason(session)}", QUIET))
    if doubt := wording.doubt(session, "The word may not be in the list"):
        say((f"{doubt} To try unlisted words, type unlisted.", QUIET))


def show_found(turns: Sequence[jotto.Turn]) -> None:
    """Print that the guess of the last turn was the secret."""
    say("You found ", styled(turns[-1].guess), f" in {render.count(len(turns), 'guess')}.")


def styled(guess: Any) -> Part:
    """Return a guess, highlighted if the terminal has colours."""
    loud = wording.shout(guess)
    return (f" {' '.join(loud)} ", GUESS) if render.fancy() else loud


def show_parts(session: jotto.Session) -> None:
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


def show_suggestions(session: jotto.Session, *, common: bool) -> None:
    """Print the best guesses, or the best that are common words."""
    level_of = games.words.levels() if common else {}
    ranks = session.strategy.without_tree()
    ranked = session.position.rank(ranks, top=TRIED if common else SUGGESTED)
    shown = [
        rated for rated in ranked if not common or level_of.get(str(rated.guess), 99) <= COMMON
    ][:SUGGESTED]
    columns = {
        "guess": [wording.shout(rated.guess) for rated in shown],
        "bits": [f"{rated.bits:.2f}" for rated in shown],
        "left after it": [wording.approximate(rated.expected_left) for rated in shown],
        "chance": [wording.share(rated.chance) if rated.candidate else "-" for rated in shown],
    }
    render.show_table(list(columns), list(zip(*columns.values(), strict=True)))


# --- the turns ----------------------------------------------------------------------------------


def show_turns(session: jotto.Session) -> None:
    """Print the turns of both players, and what my turns tell about the letters."""
    if not session.state.mine and not session.state.theirs:
        print("There are no turns yet.")
        return
    show_board(session)
    if session.state.mine and not session.won:
        show_letters(session.position)


def show_board(session: jotto.Session) -> None:
    """Print the turns as on paper."""
    mine, theirs = session.state.mine, session.state.theirs
    width = _width(session.game)
    if session.race is not None:
        say((f"    {'you':{width}}they", QUIET))
    for number, pair in enumerate(zip_longest(mine, theirs), start=1):
        parts: list[Part] = [(f"{number:>2}  ", QUIET)]
        for made in pair if session.race is not None else pair[:1]:
            parts += [" " * width] if made is None else turn_parts(session.game, made)
        say(*parts)


def _width(game: jotto.Game) -> int:
    """Return the width of a turn: word, score, tiles, and a gap."""
    length = len(str(game.guesses[0]))
    score = max(map(len, game.rule.texts[-3:]))
    tiles = 2 * length + 6 if game.rule.tiles else length + 6
    return length + score + (tiles if render.fancy() else 4)


def turn_parts(game: jotto.Game, made: jotto.Turn) -> list[Part]:
    """Return a turn as a word with its score; on a terminal also with tiles or pegs."""
    score, guess = game.rule.texts[made.code], wording.shout(made.guess)
    parts: list[Part] = [f"{guess}={score}"]
    if render.fancy() and game.rule.tiles:
        parts = [(f" {letter} ", TILES[tile]) for letter, tile in zip(guess, score, strict=True)]
        parts.append(f"  {score}")
    elif render.fancy():
        parts = [(guess, "bold"), f"  {score}  {wording.pegs(game.rule, made.code)}"]
    return [*parts, " " * (_width(game) - len(render.text_of(parts)))]


def show_letters(at: jotto.Position) -> None:
    """Print which letters are in the secret, open, and not in it, if any are known."""
    said = [
        f"{name} {wording.shout(letters)}"
        for name, letters in assistant.doctor.letter_groups(at).items()
        if name != "open" or len(letters.split()) <= OPEN
    ]
    if said:
        say(f"Letters: {'; '.join(said)}")


# --- both players -------------------------------------------------------------------------------


def misled(session: jotto.Session, turn: jotto.Turn) -> str:
    """Return a message that they were told a wrong score, and what to type."""
    number = session.other.theirs.index(turn) + 1
    right = session.game.score(turn.guess, session.other.secret)
    return f"{wording.misled(session, turn)} Then type: edit their {number} {right}"


# --- when nothing fits --------------------------------------------------------------------------


def show_trouble(session: jotto.Session, unlisted: assistant.session.Unlisted | None) -> None:
    """Print that no candidate is left, and the explanations, each with the letter to choose it.

    ``unlisted`` are the unlisted words that agree with all turns; None if not known yet.
    """
    attempt = session.attempt
    assert attempt is not None, "there is trouble with an attempt only"
    say(str(attempt.contradiction))
    rule, last = session.game.rule, attempt.state.mine[-1]
    if rule.may_mean_win(last.code, len(str(last.guess))):
        say(f"If {wording.shout(last.guess)} was the word, type yes.")
    if not session.explanations:
        say("No single mistake explains it: there are two or more.")
        return
    say("One of these is probably wrong. Type its letter to fix it, or enter the score again:")
    for letter, explanation in zip(LETTERS, session.choices(len(LETTERS)), strict=False):
        say(f"  {letter}  {wording.explained(session.game, explanation, unlisted)}")

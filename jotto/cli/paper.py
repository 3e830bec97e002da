"""What a live game looks like as text: the turns, the letters, what a guess is worth, a review."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Annotated

import jotto
from jotto import assistant
from jotto.cli import render
from jotto.cli.help import option

if TYPE_CHECKING:
    from jotto.engine.game import Turn

FEW = 6  # candidates that are named, not only counted
WORTH_SAYING = 0.01  # chance that the secret is unlisted
LETTERS = "abcde"  # one keystroke applies an explanation
RESCUED = 5  # secrets named that an explanation rescues
PARTS = 6  # words named of each part
HEADERS = ("turn", "left", "bits", "luck", "best", "its bits", "bits lost", "guesses lost")

Coach = Annotated[
    bool, option(None, "After the game compare each guess of yours with the best.", "--coach")
]


def proposal(session: jotto.Session) -> str:
    """Say how many candidates are left, and what to guess and why."""
    if session.side == "them":
        return standing(session)
    at, guess, chosen = session.position, session.guess, session.state.chosen
    chance = session.chance_unlisted if session.may_be_unlisted else 0.0
    unlisted = f", or it is in no list ({share(chance)})" if chance >= WORTH_SAYING else ""
    if len(at) == 1 and not chosen:
        return f"It must be {guess}{unlisted}."
    left = render.count(session.count, "string" if session.state.unlisted else "candidate")
    named = f" ({', '.join(map(str, at.candidates))})" if len(at) <= FEW else ""
    verb, reason = ("You guessed", "") if chosen else ("Guess", _reason(session))
    worth = worth_of(session, guess)
    return f"{left} left{named}{unlisted}. {verb} {guess}: {worth}.{reason}"


def _reason(session: jotto.Session) -> str:
    if session.to_win:
        _, chance, usual = session.to_win
        return f" For the race: {share(chance)} to win, {share(usual)} with {session.usual}."
    if session.ahead:
        return f" {looked_ahead(session.ahead)}."
    return " From the opening book." if session.from_book else ""


def looked_ahead(tree: jotto.Tree) -> str:
    """Say what was found by looking ahead.

    >>> import jotto
    >>> looked_ahead(jotto.solve(jotto.words(["hatch", "latch", "match"])))
    'At most 3 more guesses, 2.00 on average: proved'
    """
    found = tree.lengths
    proof = "proved" if tree.proved else "not proved to be the best"
    return f"At most {found.worst} more guesses, {found.weighted_mean:.2f} on average: {proof}"


def worth_of(session: jotto.Session, guess: str) -> str:
    """Say what a guess is worth before its score is known."""
    advice = session.position.measure(guess)
    can = "cannot be the secret"
    if advice.candidate:
        can = f"can be the secret ({share(advice.chance)})"
    elif session.position.game.find(guess) < 0:
        can = "is not in the list"
    left = f"{advice.expected_left:,.1f} left on average, {advice.worst_left:,} at worst"
    return f"{advice.bits:.2f} bits, {left}; it {can}"


def share(chance: float) -> str:
    """Write a chance in per cent.

    >>> share(0.25), share(0.0123), share(0.0002), share(0.0)
    ('25 %', '1.2 %', '0.02 %', '0 %')
    """
    return f"{chance:.0%}".replace("%", " %") if chance >= 0.1 else f"{100 * chance:.2g} %"


def show_parts(session: jotto.Session) -> None:
    """Print how the candidates would part by the score of the guess; the largest part first."""
    parts = sorted(session.position.partition(session.guess).items(), key=lambda p: -len(p[1]))
    rows = [(score, len(part), _first(PARTS, part, len(part))) for score, part in parts]
    print(f"{session.guess} would part {render.count(len(session.position), 'candidate')}:")
    render.show_table(("score", "left", "words"), rows, plain=False)


def show_turns(session: jotto.Session) -> None:
    """Print the turns as on paper, and the letters of my half."""
    state, show = session.state, session.game.show
    mine, theirs = map(show, state.mine), map(show, state.theirs)
    if not state.mine and not state.theirs:
        print("There are no turns yet.")
    elif session.race is None:
        print("\n".join(f"{number}  {turn}" for number, turn in enumerate(mine, start=1)))
    else:
        pairs = enumerate(zip_longest(mine, theirs, fillvalue=""), start=1)
        rows = [(str(number), *pair) for number, pair in pairs]
        render.show_table(("", "you", "they"), rows, plain=False)
    if state.mine:
        print(strip(session.position))


def strip(at: jotto.Position) -> str:
    """Write the letters as three groups: in the secret, open, and out."""
    inside, between, out = (letters or "-" for letters in assistant.letters.known(at))
    return f"letters  in: {inside} | open: {between} | out: {out}"


def standing(session: jotto.Session) -> str:
    """Say what they can know of my secret, and how the race stands."""
    race, odds, mine = session.other, session.odds, ""
    if race.lost or session.won:
        return f"{_found(session)}: the other side may guess once more."
    if race.exposure:
        mine = f"; yours is one of them ({share(race.exposure)})"
    elif race.secret is not None and race.game.find(race.secret) < 0:
        mine = "; yours is not in the list"
    elif race.secret is not None:
        mine = "; yours is none of them: a score was wrong"
    left = f"They have {render.count(len(race.candidates), 'candidate')} left for your secret"
    draw = f", to draw {share(odds.draw)}" if race.last_turn else ""
    return f"{left}{mine}. You win the race with {share(odds.win)}{draw}."


def result(session: jotto.Session) -> str:
    """Say who won the race."""
    if not session.other.lost:
        return "You win the race."
    return f"{_found(session)}: {'a draw' if session.won else 'they win the race'}."


def _found(session: jotto.Session) -> str:
    who, turns = "You have found theirs", session.state.mine
    if session.other.lost:
        who, turns = "They have found your secret", session.state.theirs
    return f"{who} in {render.count(len(turns), 'guess')}"


def misled(session: jotto.Session, turn: Turn) -> str:
    """Say that they were told a wrong score, and which is right."""
    game, race = session.game, session.other
    number, right = race.theirs.index(turn) + 1, game.score(turn.guess, race.secret)
    told = f"You told them {game.show(turn)}, but it is {right}"
    return f"{told}: tell them, and then say edit their {number} {right}."


def show_trouble(session: jotto.Session, unlisted: assistant.thinking.Unlisted | None) -> None:
    """Print that nothing fits, and what may have gone wrong, with the letter that applies it."""
    assert session.attempt is not None, "there is trouble with an attempt only"
    print(f"{session.attempt.contradiction}  (nothing was changed; help shows what can be typed)")
    if not session.explanations:
        print("No single error explains it: two or more of what was said are wrong.")
        return
    print("One of these is probably wrong. Type its letter to fix it, or enter the score again:")
    for letter, each in zip(LETTERS, session.choices(len(LETTERS)), strict=False):
        print(f"  {letter}  {_explained(session.game, each, unlisted)}")


def _explained(
    game: jotto.Game, each: jotto.Explanation, unlisted: assistant.thinking.Unlisted | None
) -> str:
    if each.meant is None or each.told is None:
        line = "the secret is in no list: look among all strings of letters"
        if not unlisted or not unlisted.words:
            return line
        strings = render.count(unlisted.number, "string")
        return f"{line} ({strings}: {_first(RESCUED, unlisted.words, unlisted.number)})"
    meant = game.rule.texts[each.meant.code] if each.kind == "score" else each.meant.guess
    rescued = [game.secrets[i] for i in each.rescued[:RESCUED]]
    told = f"turn {each.turn}: not {game.show(each.told)} but {meant}"
    return f"{told}: {_first(RESCUED, rescued, len(each.rescued))}"


def _first(shown: int, words: Sequence[str], number: int) -> str:
    return ", ".join(map(str, words[:shown])) + ", ..." * (number > shown)


def show_review(game: jotto.Game, review: jotto.Review) -> None:
    """Print each guess beside the best one, and what the game comes to in a line."""
    if not review.judged:
        print("There is no guess to judge.")
        return
    lost = review.guesses_lost
    about, columns = ("", -1) if lost is None else (f" (about {lost:.1f} guesses)", None)
    rows: list[tuple[render.Cell, ...]] = [
        (
            *(game.show(each.turn), each.after, each.mine.bits, each.luck),
            *(str(each.best.guess), each.best.bits, each.cost, each.guesses_lost or 0.0),
        )[:columns]
        for each in review.judged
    ]
    render.show_table(HEADERS[:columns], rows, plain=False)
    luck = f"{review.luck:+.1f}".replace("-0.0", "0.0").replace("+0.0", "0.0")
    cost, made = f"{review.cost:.1f} bits{about}", render.count(len(rows), "guess")
    print(f"You gave away {cost} in {made}; your luck was {luck} bits.")

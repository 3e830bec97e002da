"""What a live game looks like as text: the turns, the letters, what a guess is worth, a review."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Annotated

import typer

from jotto import assistant
from jotto.cli import render

if TYPE_CHECKING:
    from jotto import Advice, Explanation, Game, Position, Review, Session, Tree
    from jotto.assistant.race import Race
    from jotto.assistant.thinking import Unlisted
    from jotto.engine.game import Turn

LETTERS = "abcde"  # one keystroke applies an explanation
RESCUED = 5  # secrets named that an explanation rescues
PARTS = 6  # words named of each part
HEADERS = ("turn", "left", "bits", "luck", "best", "its bits", "bits lost", "guesses lost")

Coach = Annotated[
    bool, typer.Option("--coach", help="After the game compare each guess of yours with the best.")
]


# --- a proposal -------------------------------------------------------------------------------


def proposal(session: Session) -> str:
    """Say how many candidates are left, and what to guess and why."""
    if session.side == "them":
        return standing(session)
    seen, guess = assistant.view.view(session), session.guess
    unlisted = f", or it is in no list ({share(seen.unlisted)})" if seen.unlisted else ""
    if seen.certain:
        return f"It must be {guess}{unlisted}."
    named = f" ({', '.join(map(str, seen.few))})" if seen.few else ""
    noun = "string" if session.state.unlisted else "candidate"
    verb = "You guessed" if session.state.chosen else "Guess"
    reason = ""
    if seen.reason == "book":
        reason = " From the opening book."
    elif isinstance(seen.reason, tuple):
        _, chance, usual, usual_chance = seen.reason
        reason = f" For the race: {share(chance)} to win, {share(usual_chance)} with {usual}."
    elif seen.reason:
        reason = f" {looked_ahead(seen.reason)}."
    return (
        f"{render.count(session.count, noun)} left{named}{unlisted}. "
        f"{verb} {guess}: {worth_of(session.position.game, session.advice)}.{reason}"
    )


def looked_ahead(tree: Tree) -> str:
    """Say what was found by looking ahead.

    >>> import jotto
    >>> looked_ahead(jotto.solve(jotto.words(["hatch", "latch", "match"])))
    'At most 3 more guesses, 2.00 on average: proved'
    """
    found = tree.lengths
    proof = "proved" if tree.proved else "not proved to be the best"
    return f"At most {found.worst} more guesses, {found.weighted_mean:.2f} on average: {proof}"


def worth_of(game: Game, advice: Advice) -> str:
    """Say what a guess is worth before its score is known."""
    can = "cannot be the secret"
    if advice.candidate:
        can = f"can be the secret ({share(advice.chance)})"
    elif game.find(advice.guess) < 0:
        can = "is not in the list"
    return (
        f"{advice.bits:.2f} bits, {advice.expected_left:,.1f} left on average, "
        f"{advice.worst_left:,} at worst; it {can}"
    )


def share(chance: float) -> str:
    """Write a chance in per cent.

    >>> share(0.25), share(0.0123), share(0.0002), share(0.0)
    ('25 %', '1.2 %', '0.02 %', '0 %')
    """
    return f"{chance:.0%}".replace("%", " %") if chance >= 0.1 else f"{100 * chance:.2g} %"


def show_parts(session: Session) -> None:
    """Print how the candidates would part by the score of the guess; the largest part first."""
    parts = sorted(session.position.partition(session.guess).items(), key=lambda p: -len(p[1]))
    rows = [
        (score, len(part), ", ".join(map(str, part[:PARTS])) + ", ..." * (len(part) > PARTS))
        for score, part in parts
    ]
    print(f"{session.guess} would part {render.count(len(session.position), 'candidate')}:")
    render.show_table(("score", "left", "words"), rows, plain=False)


# --- both halves ------------------------------------------------------------------------------


def show_turns(session: Session) -> None:
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


def strip(at: Position) -> str:
    """Write the letters as three groups: in the secret, open, and out."""
    inside, between, out = (letters or "-" for letters in assistant.letters.known(at))
    return f"letters  in: {inside} | open: {between} | out: {out}"


def standing(session: Session) -> str:
    """Say what they can know of my secret, and how the race stands."""
    race, odds = session.other, session.odds
    if race.lost or session.won:
        return f"{_found(session)}: the other side may guess once more."
    mine = {
        "private": "",
        "candidate": f"; yours is one of them ({share(race.exposure)})",
        "ruled out": "; yours is none of them: a score was wrong",
        "unlisted": "; yours is not in the list",
    }[race.my_secret]
    left = f"They have {render.count(len(race.candidates), 'candidate')} left for your secret"
    draw = f", to draw {share(odds.draw)}" if race.last_turn else ""
    return f"{left}{mine}. You win the race with {share(odds.win)}{draw}."


def result(session: Session) -> str:
    """Say who won the race."""
    if not session.other.lost:
        return "You win the race."
    return f"{_found(session)}: {'a draw' if session.won else 'they win the race'}."


def _found(session: Session) -> str:
    """Say who has found the other's secret; they, if both have."""
    if session.other.lost:
        made = render.count(len(session.state.theirs), "guess")
        return f"They have found your secret in {made}"
    return f"You have found theirs in {render.count(len(session.state.mine), 'guess')}"


def misled(game: Game, race: Race, turn: Turn) -> str:
    """Say that they were told a wrong score, and which is right."""
    number, right = race.theirs.index(turn) + 1, game.score(turn.guess, race.secret)
    return (
        f"You told them {game.show(turn)}, but it is {right}: tell them, "
        f"and then say edit their {number} {right}."
    )


# --- when nothing fits ------------------------------------------------------------------------


def show_trouble(session: Session, unlisted: Unlisted | None) -> None:
    """Print that nothing fits, and what may have gone wrong, with the letter that applies it.

    ``unlisted`` are the unlisted words that agree with what was said, as far as known.
    """
    assert session.attempt is not None, "there is trouble with an attempt only"
    print(f"{session.attempt.contradiction}  (nothing was changed; help shows what can be typed)")
    if not session.explanations:
        print("No single error explains it: two or more of what was said are wrong.")
        return
    print("One of these is probably wrong. Type its letter to fix it, or enter the score again:")
    for letter, each in zip(LETTERS, session.choices(len(LETTERS)), strict=False):
        print(f"  {letter}  {_explained(session.game, each, unlisted)}")


def _explained(game: Game, each: Explanation, unlisted: Unlisted | None) -> str:
    """Write an explanation as one line, with some of the secrets it rescues."""
    if each.meant is None or each.told is None:
        line = "the secret is in no list: look among all strings of letters"
        if unlisted is None or not unlisted.words:
            return line
        strings = render.count(unlisted.count, "string")
        return f"{line} ({strings}: {_first(unlisted.words, unlisted.count)})"
    meant = game.rule.texts[each.meant.code] if each.kind == "score" else each.meant.guess
    rescued = [str(game.secrets[i]) for i in each.rescued[:RESCUED]]
    told = f"turn {each.turn}: not {game.show(each.told)} but {meant}"
    return f"{told}: {_first(rescued, len(each.rescued))}"


def _first(words: Sequence[str], number: int) -> str:
    return ", ".join(words[:RESCUED]) + ", ..." * (number > RESCUED)


# --- a review ---------------------------------------------------------------------------------


def show_review(game: Game, review: Review, *, plain: bool = False) -> None:
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
    render.show_table(HEADERS[:columns], rows, plain=plain)
    luck = f"{review.luck:+.1f}".replace("-0.0", "0.0").replace("+0.0", "0.0")
    cost, made = f"{review.cost:.1f} bits{about}", render.count(len(rows), "guess")
    print(f"You gave away {cost} in {made}; your luck was {luck} bits.")

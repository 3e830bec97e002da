"""What a live game looks like: the turns in two columns, the letters, what a guess is worth."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from jotto.cli import render

if TYPE_CHECKING:
    from jotto.assistant.doctor import Explanation
    from jotto.assistant.endgame import Endgame
    from jotto.assistant.outside import Outside
    from jotto.assistant.race import Race
    from jotto.assistant.session import Session
    from jotto.engine.game import Game, Turn
    from jotto.engine.partition import Indices
    from jotto.engine.strategies import Advice

CANNOT = "cannot be the secret"
FEW = 6  # candidates that are named, not only counted
LETTERS = "abcde"  # one keystroke applies an explanation
WORTH_SAYING = 0.01  # chance of a secret in no list
FEW_ENOUGH = 60  # candidates from which on that chance moves; before, it is as at first: 1.5 %
RESCUED = 5  # secrets named that an explanation rescues


# --- a proposal -------------------------------------------------------------------------------


def proposal(session: Session) -> str:
    """Say how many candidates are left, and what to guess and why."""
    if session.side == "them":
        return standing(session)
    number = len(session.candidates)
    if number == 1 and session.chosen is None:
        return f"It must be {session.guess}{or_outside(session)}."
    few = [session.game.secrets[i] for i in session.candidates[:FEW]]
    named = f" ({', '.join(few)})" if number <= FEW else ""
    verb = "Guess" if session.chosen is None else "You guessed"
    noun = "candidate" if session.listed is None else "string"
    counted = f"{render.count(session.count, noun)} left{named}{or_outside(session)}"
    said = f"{counted}. {verb} {session.guess}"
    return f"{said}: {worth_of(session.advice)}.{reasons(session)}"


def reasons(session: Session) -> str:
    """Say what speaks for the proposed guess besides its bits."""
    if session.chosen is not None:
        return ""
    if (found := session.to_win) is not None:
        usual = session.game.guesses[session.usual]
        return f" For the race: {share(found.chance)} to win, {share(found.usual)} with {usual}."
    if session.ahead is not None:
        return f" {looked_ahead(session.ahead)}."
    return "" if session.by_book is None else " So says the opening book."


def looked_ahead(found: Endgame) -> str:
    """Say what was seen by looking ahead.

    >>> from jotto.assistant.endgame import Endgame
    >>> looked_ahead(Endgame(guess=0, worst=2, mean=1.6, proved=True))
    'At most 2 more guesses, 1.60 on average: proved'
    """
    proof = "proved" if found.proved else "not proved to be the best"
    return f"At most {found.worst} more guesses, {found.mean:.2f} on average: {proof}"


def or_outside(session: Session) -> str:
    """Say how likely the secret is to be in no list, where that is worth a word."""
    if not nearly_out(session):
        return ""
    chance = session.chance_outside
    return f", or it is in no list ({share(chance)})" if chance >= WORTH_SAYING else ""


def nearly_out(session: Session) -> bool:
    """Whether so few candidates are left that the secret may well be in no list."""
    if session.won or not session.turns:
        return False
    return session.contradiction is not None or len(session.candidates) <= FEW_ENOUGH


def worth_of(advice: Advice) -> str:
    """Say what a guess is worth before its score is known."""
    can = f"can be the secret ({share(advice.chance)})" if advice.candidate else CANNOT
    if advice.guess < 0:
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
    """Print how the candidates would part by the score of the guess."""
    rows = [
        (
            session.game.rule.texts[code],
            len(part),
            ", ".join(part[:FEW]) + ", ..." * (len(part) > FEW),
        )
        for code, part in sorted(session.parts().items(), key=lambda each: (-len(each[1]), each[0]))
    ]
    print(f"{session.guess} would part {render.count(len(session.candidates), 'candidate')}:")
    render.show_table(("score", "left", "words"), rows, plain=False)


# --- both halves ------------------------------------------------------------------------------


def show_turns(session: Session) -> None:
    """Print the turns as on paper, and the letters of my half."""
    mine = [session.game.show(turn) for turn in session.turns]
    if session.race is None:
        for number, turn in enumerate(mine, start=1):
            print(f"{number}  {turn}")
    else:
        theirs = [session.game.show(turn) for turn in session.race.theirs]
        columns = enumerate(zip_longest(mine, theirs, fillvalue=""), start=1)
        rows = [(str(number), *turns) for number, turns in columns]
        if rows:
            render.show_table(("", "you", "they"), rows, plain=False)
    if not mine and not (session.race and session.race.theirs):
        print("There are no turns yet.")
    elif session.turns:
        print(strip(session.game, session.candidates))


def strip(game: Game, candidates: Indices) -> str:
    """Write the letters as three groups: in the secret, open, and out."""
    from jotto.games import letters

    inside, between, out = letters.known(game, candidates)
    return f"letters  in: {inside or '-'} | open: {between or '-'} | out: {out or '-'}"


def standing(session: Session) -> str:
    """Say what they can know of my secret, and how the race stands."""
    race = session.other
    if session.won or race.lost:
        return f"{found(session)}: the other side may guess once more."
    left = f"They have {render.count(len(race.candidates), 'candidate')} left for your secret"
    if race.secret is not None:
        left += f"; yours is {exposed(race)}"
    odds = session.odds
    draw = f", to draw {share(odds.draw)}" if race.last_turn else ""
    return f"{left}. You win the race with {share(odds.win)}{draw}."


def exposed(race: Race) -> str:
    """Say how exposed my secret is."""
    if race.exposure:
        return f"one of them ({share(race.exposure)})"
    known = race.game.find(race.secret) >= 0
    return "none of them: a score was wrong" if known else "not in the list"


def misled(game: Game, race: Race, turn: Turn) -> str:
    """Say that they were told a wrong score, and which is right."""
    right = race.right_score(turn.guess)
    assert right is not None
    number = race.theirs.index(turn) + 1
    text = game.rule.texts[right]
    return (
        f"You told them {game.show(turn)}, but it is {text}: tell them, "
        f"and then say edit their {number} {text}."
    )


# --- when nothing fits ------------------------------------------------------------------------


def show_trouble(session: Session, strings: Outside | None) -> None:
    """Print that nothing fits, and what may have gone wrong, with the letter that applies it.

    ``strings`` are those outside the list that agree with what was said, as far as known.
    """
    attempt = session.attempt
    assert attempt is not None
    print(f"{attempt.contradiction}  (nothing was changed; help shows what can be typed)")
    game = attempt.game
    if not session.explanations:
        print("No single error explains it: two or more of what was said are wrong.")
        return
    print("One thing may be wrong; its letter mends it, or say the score again:")
    for letter, each in zip(LETTERS, session.choices(len(LETTERS)), strict=False):
        some = named(strings) if each.kind == "word" and strings else ""
        print(f"  {letter}  {explained(game, attempt.turns, each)}{some}")


def result(session: Session) -> str:
    """Say who won the race."""
    if not session.other.lost:
        return "You win the race."
    return f"{found(session)}: {'a draw' if session.won else 'they win the race'}."


def found(session: Session) -> str:
    """Say who has found the other's secret; they, if both have."""
    theirs = session.other.theirs
    if session.other.lost:
        return f"They have found your secret in {render.count(len(theirs), 'guess')}"
    return f"You have found theirs in {render.count(len(session.turns), 'guess')}"


def named(strings: Outside) -> str:
    """Name the likeliest strings."""
    first = strings.first(RESCUED)
    if not first or strings.count is None:
        return ""
    more = ", ..." if strings.count > len(first) else ""
    return f" ({render.count(strings.count, 'string')}: {', '.join(first)}{more})"


def explained(game: Game, turns: tuple[Turn, ...], each: Explanation) -> str:
    """Write an explanation as one line."""
    if each.meant is None or each.turn is None:
        return "the secret is in no list: look among all strings of letters"
    told = game.show(turns[each.turn - 1])
    meant = game.rule.texts[each.meant.code] if each.kind == "score" else each.meant.guess
    some = ", ".join(str(game.secrets[i]) for i in each.secrets[:RESCUED])
    more = ", ..." if len(each.secrets) > RESCUED else ""
    return f"turn {each.turn}: not {told} but {meant}: {some}{more}"

"""What is asked in a live game: about a win that earlier scores exclude, and where nothing fits.

Both are an ``attempt`` of a session; its offers are explanations, of which one is taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from operator import itemgetter
from typing import Any, Literal, NamedTuple

from jotto.assistant import mistakes
from jotto.assistant.boards import Turns
from jotto.engine.game import Game, Turn
from jotto.errors import GameError
from jotto.games import unlisted

Session = Any  # of jotto.assistant.session, which imports this module
Explanations = tuple[mistakes.Explanation[Any], ...]


CORRECTIONS = {  # steps that may follow a question about a turn of mine, or of theirs
    "me": ("turns", "boards", "unlisted", "anything"),
    "them": ("their turns",),
}


class Claim(NamedTuple):
    """A win that the scores before it exclude, so that the player is asked about it.

    ``turns`` are those of ``side`` on ``board`` (from 0), the win last; ``wrong`` those whose score
    it shows to be wrong; of theirs, none if the guess is not my secret.
    """

    side: Literal["me", "them"]
    board: int
    turns: Turns
    wrong: Turns


def claim_of(session: Session) -> Claim | None:
    """Return the win of ``attempt`` that the scores before it exclude; None if there is none.

    Whether a guess is the secret is always told truly, so that other scores have to be wrong,
    more than may be.
    """
    if session.attempt is None:
        return None
    game, before, now = session.game, session.state, session.attempt.state
    for board, turns in enumerate(now.boards):
        if turns != before.boards[board] and _is_win(session.game, turns):
            secret = turns[-1].guess
            wrong = mistakes.wrong_turns(game, turns, secret)
            again = any(turn.guess == secret for turn in wrong)
            if (again or len(wrong) > game.lies) and session.may_be(secret):
                return Claim("me", board, turns, wrong)
    race = session.attempt.race
    if race is None or now.theirs == before.theirs or not _is_win(game, now.theirs):
        return None
    guess = now.theirs[-1].guess
    mine = None if race.secret is None else game.read_guess(race.secret)
    wrong = mistakes.wrong_turns(game, now.theirs, guess) if mine is None else ()
    return Claim("them", 0, now.theirs, wrong) if wrong or mine not in (None, guess) else None


def _is_win(game: Game, turns: Turns) -> bool:
    return bool(turns) and turns[-1].code == game.rule.win


def answered(session: Session, entry: tuple[Any, ...], further: Sequence[Any]) -> tuple[Any, ...]:
    """Return what is tried instead of ``asked_entries``, so that no other of them is lost."""
    tried, (step, value, *_) = session.asked_entries, (*entry, None, None)
    last, word, *_ = tried[-1]
    if step in CORRECTIONS["them" if last in ("they", "their turns") else "me"]:
        return (entry, *further)

    def read(name: Any, value: Any) -> Any:
        is_turn = name in ("score", "they", "refuse") and isinstance(value, str)
        return session.game.read_guess(value) if is_turn else None

    names = ("refuse", "score") if step == "refuse" else (step,)
    guess, made = read(step, value), [(name, read(name, of)) for name, of, *_ in tried]
    same = [at for at, (name, of) in enumerate(made) if name in names and of == guess]
    if guess is not None and same:
        if same[0] == 0 and (further or session.boards > 1):  # a game pasted again; all boards
            return (entry, *further)
        if not further:
            return (*tried[: same[-1]], entry, *tried[same[-1] + 1 :])
    about, again = f"{word!r}", "enter its score again"
    if last not in ("score", "they"):
        about, again = "what was changed", "enter the score again, edit a turn"
    raise GameError(f"first answer about {about}: choose what is meant, {again}, or undo")


def settled(session: Session) -> Session:
    """Take the win that is asked about, and enter what came after it, with its own questions.

    An entry for each board may follow, as scores of several boards are typed in one line.
    """
    claim, tried = session.claim, session.attempt
    end = len(tried.transcript)
    if claim is not None and claim.side == "me":
        ends = range(len(session.transcript) + 1, end)
        end = next((at for at in ends if tried.states[at].boards[claim.board] == claim.turns), end)
    start = {"attempt": None, "hints": 0, "ahead": None}
    taken, rest = (
        replace(session, transcript=tried.transcript[:end], **start),
        tried.transcript[end:],
    )
    return taken.entered(*rest[0], further=rest[1:]) if rest else taken


def check_words(session: Session) -> None:
    """Raise GameError for a word that is found on two boards."""
    found = [str(turns[-1].guess) for turns in session.state.boards if _is_win(session.game, turns)]
    if twice := next((word for word in found if found.count(word) > 1), None):
        raise GameError(f"{twice!r} cannot be found on two boards: each has a word of its own")


def answers_of(session: Session) -> Explanations:
    """Return the answers to the question of ``claim``: yes, and no, with a score.

    That is the nearest: the most letters in place, then elsewhere; of equals the likeliest.
    """
    if (claim := session.claim) is None:
        return ()
    rule, secret, wrong = session.game.rule, claim.turns[-1].guess, claim.wrong[:1]
    right = [Turn(turn.guess, rule.score(turn.guess, secret)) for turn in wrong]
    number = claim.turns.index(wrong[0]) + 1 if wrong else None
    turns = (*wrong, None)[0], (*right, None)[0]
    yes = mistakes.Explanation(session.game, "win", number, *turns, mistakes.NOBODY, 0)
    last = "score", len(claim.turns)
    scores = [mistake for mistake in mistakes_of(session) if (mistake.kind, mistake.turn) == last]
    nearness = [(_nearness(session.game, no.meant.code), no) for no in scores if no.meant]
    nearest = sorted(nearness, key=itemgetter(0), reverse=True)[:1]  # stable
    return (yes, *(no for _, no in nearest))


def _nearness(game: Game, code: int) -> tuple[Any, ...]:
    """How near a score is to the win."""
    rule = game.rule
    marks = rule.marks(code, game.length)
    return marks.count("G"), marks.count("Y"), rule.numbers(code)


def mistakes_of(session: Session) -> Explanations:
    """Return the possible mistakes in ``attempt``, the likeliest first."""
    if (tried := session.attempt) is None:
        return ()
    if session.claim is not None and session.claim.side == "them":
        return _their_scores(session, session.claim)
    game, turns = tried.listed, tried.state.boards[session.asked_about]
    if not tried.state.unlisted:
        causes, alone = mistakes.explain(game, *turns), session.boards == 1
        return tuple(cause for cause in causes if alone or cause.kind == "score")
    anything, refused = tried.state.unlisted == "anything", tried.state.refused
    other = unlisted.nearly_unlisted(tried.game, turns, refused, anything=anything)
    nearly = mistakes.explain(other, *turns)
    return tuple(mistake for mistake in nearly if mistake.kind != "word" or not anything)


def _their_scores(session: Session, claim: Claim) -> Explanations:
    """Return what they may have been told of their last guess; that of my secret, if known."""
    game, race, number = session.game, session.other, len(claim.turns)
    if race.secret is None:
        return tuple(mistakes.explain(session.listed, *claim.turns))
    told = claim.turns[-1]
    right = Turn(told.guess, game.rule.score(told.guess, game.read_guess(race.secret)))
    return (mistakes.Explanation(game, "score", number, told, right, mistakes.NOBODY, 0),)


def single(session: Session, alone: Session, turns: Turns) -> Session:
    """Return one of several boards as a session: ``alone`` with its turns.

    What nothing fits is an attempt; a win was taken, or asked about, where it was entered.
    """
    texts = session.game.rule.texts
    entry = ("turns", *((str(turn.guess), texts[turn.code]) for turn in turns))
    made = replace(alone, transcript=(entry,)) if turns else alone
    fits = made.contradiction is None or (made.won and session.may_be(made.secret))
    return made if fits else replace(alone, attempt=made)

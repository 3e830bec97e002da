"""``jotto keep``: the computer has the secret, and the person guesses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from itertools import count
from typing import Annotated, Any, Literal

import jotto
from jotto import assistant, games
from jotto.assistant import wording
from jotto.assistant.sentences import Sentence, sentence
from jotto.cli import ending, live, options as opt, render
from jotto.cli.options import Asked, game_options, option
from jotto.cli.render import ask, say
from jotto.cli.review import (
    History,
    Recorder,
    Report,
    finish,
    write_report,
)
from jotto.errors import GameError, JottoError
from jotto.question.making import saved_options


def complete_level(incomplete: str) -> list[str]:
    """Complete the name of a level."""
    return opt.complete_from(assistant.sentences.catalogue()["levels"])(incomplete)


SAYS = "How common the secret is: easy, medium or hard; default: medium."
LEVEL = option("WHICH", SAYS, complete=complete_level)
ALLOW = option("WHICH", "Your guesses: all, or hard (agreeing with all answers).", "--allow")


@game_options("boards", without=("allow", "json"), house=True)
def keep(
    table: Asked,
    screen: opt.OutputOptions,
    secret: Annotated[str | None, "W", "Keep this secret (of boards W+W); default: any."] = None,
    adversary: Annotated[bool, "No fixed secret: always leave the most candidates."] = False,
    daily: Annotated[bool, "Keep the word of today, as the page does."] = False,
    level: Annotated[str | None, LEVEL] = None,
    guesses_made: Annotated[Literal["all", "hard"], ALLOW] = "all",
    seed: Annotated[int | None, option("N", "Random seed, to draw the same secret.", min=0)] = None,
    history: History = True,
    report: Report = None,
) -> None:
    """Keep a secret and score your guesses.

    It is drawn by --level: easy, a common word; medium, a word most people know; hard, any word of
    the list. Where all are equally likely, as codes are, each level is the whole list.

    Example: jotto keep --level easy --allow hard

    Example: jotto keep --daily
    """
    if adversary and secret is not None:
        raise GameError(f"--adversary has no fixed secret; leave out --secret {secret}")
    if daily and (adversary or secret is not None or seed is not None):
        raise GameError("--daily has a secret; leave out --secret, --adversary and --seed")
    if level and (daily or adversary or secret is not None):
        given = "--daily" if daily else "--adversary" if adversary else "--secret"
        raise GameError(f"with {given}, no secret is drawn at random; leave out --level")
    boards, hard = table.boards, guesses_made == "hard"
    if boards > 1 and hard:
        raise GameError(str(sentence("hard mode: one board")))
    if boards > 1 and daily:
        raise GameError("--daily has one secret; leave out --boards")
    if boards > 1 and report is not None:
        raise GameError("--boards has no report; leave out --report")
    game, recorder = table.make_game(), Recorder(wanted=history)
    session = jotto.Session(game, "simple", boards=boards)
    numbers, pages, judging = count(), count(1), None
    options, name = saved_options(table), assistant.store.new_name()
    strategy = table.adviser(game)
    avoid = games.words.offensive() if table.polite else frozenset[str]()
    level = level or assistant.opponents.LEVEL
    drawn_from = assistant.opponents.of_level(game, level, avoid)

    def any_words() -> Sequence[Any]:
        if adversary:
            return ()
        if face == "daily":
            of_day = assistant.daily.usual(table, game)
            return (assistant.daily.daily(of_day, date.today(), games.words.offensive()),)
        drawn = None if seed is None else seed + next(numbers)
        return assistant.opponents.any_secrets(game, boards, drawn, avoid, level)

    face = "daily" if daily else "keep"
    words = any_words() if secret is None else read_secrets(game, secret, boards)

    def changed(now: jotto.Session, *, ended: bool) -> assistant.review.Record:
        nonlocal judging
        made = assistant.review.record_of(now, options)
        kept = assistant.boards.BETWEEN.join(map(str, words)) or None
        made = replace(made, command="keep", game=name, secret=kept)
        recorder.keep(made if ended or now.won else None)
        judging = ending.judge_soon(now, strategy, judging)
        return made

    def hold() -> None:
        nonlocal session, words, recorder, name, face
        key = "welcome: keep" if boards == 1 else "keeps several"
        whole = adversary or secret is not None
        many = len(game) if whole else len(drawn_from)
        say(sentence(key, boards=boards, secrets=many, noun=wording.noun(game)))
        if daily:
            say(sentence("keeps today's", day=str(date.today())))
        if hard:
            say(sentence("keeps hard"))
        if adversary:
            say(sentence("keeps what may change"))
        again = True
        while again:
            session = answer_all(session, words, partial(changed, ended=False), face, hard=hard)
            if not render.screened():
                return
            made = changed(session, ended=True)
            if not session.won:
                say(_given_up(session, words))
            records = recorder.of_kind(game.key)
            again = bool(ending.another_game(session, strategy, records, *words[:1], back=False))
            if again:
                write_report(made, report, next(pages))
                face = "keep"  # the games after it have other words
                session, words = jotto.Session(game, "simple", boards=boards), any_words()
                recorder, name = Recorder(wanted=history), assistant.store.new_name()

    live.on_screen(hold)
    say(wording.you_found(session) if session.won else _given_up(session, words))
    made = changed(session, ended=True)
    finish(made, recorder)
    write_report(made, report, next(pages))


def answer_all(
    session: jotto.Session,
    secrets: Sequence[Any],
    changed: Callable[[jotto.Session], object],
    face: str,
    *,
    hard: bool = False,
) -> jotto.Session:
    """Score guesses until the secrets are found, or the player gives up, on ``keep`` or ``daily``.

    Without ``secrets`` the computer is an adversary. In ``hard`` mode each guess has to agree.

    After each line, ``changed`` is called with the session.
    """
    while True:
        seen = assistant.view.keep_view(session, face)
        render.draw(seen)
        if session.won:
            return session
        typed = ask(live.prompted(seen.prompt), partial(live.sayings, session, face))
        if typed is None:
            return session
        try:
            session = live.answer(session, typed, partial(score, session, secrets, hard), face)
            changed(session)
        except JottoError as error:
            say(sentence("not counted", error=str(error)))


def read_secrets(game: jotto.Game, text: str, boards: int) -> list[Any]:
    """Read a secret for each board. Raises WordError and GameError."""
    between = assistant.boards.BETWEEN
    texts = text.split(between) if boards > 1 else [text]
    secrets = [opt.read_secret(game, each) for each in texts]
    if len({*secrets}) < boards or len(secrets) > boards:
        example = between.join(map(str, game.secrets[:boards]))
        raise GameError(f"--secret {text}: write {boards} different secrets, such as {example}")
    return secrets


def _given_up(session: jotto.Session, secrets: Sequence[Any]) -> Sentence:
    """Return the secrets as a sentence; with an adversary several may still be possible."""
    at, opponents = session.position, assistant.opponents
    if session.boards > 1:
        words = secrets or opponents.different(opponents.lefts_of(session))
        key = "they were" if secrets else "they may have been"
        return sentence(key, words=[at.game.shown(str(word)) for word in words])
    if secrets:
        return sentence("it was", word=at.game.shown(str(secrets[0])))
    left, noun = at.likeliest, wording.noun(at.game)
    key = "it was the only one left" if len(left) == 1 else "were still possible"
    return Sentence(key, {"left": len(left), "noun": noun, "word": at.game.shown(left[0])})


def score(session: jotto.Session, secrets: Sequence[Any], hard: bool, typed: str) -> jotto.Session:
    """Score a guess; return the session after it. Raises JottoError."""
    at = session.position
    guess = assistant.moves.read_allowed(at.game, typed)
    if hard and (wrong := assistant.opponents.disagreement(at.game, at.history, guess)):
        raise GameError(str(wrong).removesuffix("."))
    session = assistant.opponents.answered(session, guess, secrets)
    for text in wording.repeated(at.history, guess):
        opt.note(text)
    if session.boards > 1 and not render.screened():
        live.show_board(assistant.view.keep_view(session))
    elif not render.screened():
        rule, turn = at.game.rule, session.state.mine[-1]
        say(live.shown(assistant.view.row(rule, turn), rule.letters))
    return session

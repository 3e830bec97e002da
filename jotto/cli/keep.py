"""``jotto keep``: the computer has the secret, and the person guesses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import count
from typing import Annotated, Literal

import typer

import jotto
from jotto import assistant
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

OF_SECRET = "secret", "adversary", "daily", "level", "seed"
AGREEING = "Your guesses: all, or hard or candidates (agreeing with all answers)."
ALLOW = option("WHICH", AGREEING, "--allow")


@game_options("boards", *OF_SECRET, without=("json",), house=True)
def keep(
    table: Asked,
    screen: opt.OutputOptions,
    allow: Annotated[Literal["all", "candidates", "hard"], ALLOW] = "all",
    history: History = True,
    report: Report = None,
) -> None:
    """Keep a secret and score your guesses.

    It is drawn by --level: easy, a common word; medium, a word most people know; hard, any word of
    the list. Where all are equally likely, as codes are, each level is the whole list.

    Example: jotto keep --level easy --allow hard

    Example: jotto keep --daily
    """
    boards, keeping = table.boards, assistant.keeper
    if boards > 1 and report is not None:
        raise GameError("--boards has no report; leave out --report")
    game, recorder = table.make_game(), Recorder(wanted=history)
    session, number = keeping.session_of(game, boards), count(table.secret is None)
    pages, judging = count(1), None
    options, name = saved_options(replace(table, seed=0)), assistant.store.new_name()
    strategy = table.adviser(game)
    keeper = keeping.begun(table, game, hard=allow != "all", read=opt.read_secret)

    def changed(now: jotto.Session, *, over: bool) -> assistant.review.Record:
        nonlocal judging
        made = keeping.recorded(keeper, assistant.review.record_of(now, options))
        made = replace(made, game=name)
        recorder.keep(made if over or now.won else None)
        judging = ending.judge_soon(now, strategy, judging)
        return made

    def ended() -> Sentence:
        given_up = replace(keeper, given_up=not session.won)
        return keeping.ended(given_up, session)

    def shared() -> str:
        return render.in_letters(keeping.shared(keeper, session), session.game.rule)

    def hold() -> None:
        nonlocal session, keeper, recorder, name
        for told in keeping.rules(keeper, session, "welcome: keep"):
            say(told)
        again = True
        while again:
            session = answer_all(session, keeper, partial(changed, over=False))
            if not render.screened():
                return
            made = changed(session, over=True)
            if not session.won:
                say(ended())
            records = recorder.like(made)
            words = keeper.secrets[:1]
            about = session, strategy, records, *words
            again = bool(ending.another_game(*about, text=shared, back=False))
            if again:
                write_report(made, report, next(pages))
                session = keeping.session_of(game, boards)
                keeper = keeping.another(table, game, keeper, next(number))
                recorder, name = Recorder(wanted=history), assistant.store.new_name()

    live.on_screen(hold)
    say(ended())
    made = changed(session, over=True)
    finish(made, recorder)
    write_report(made, report, next(pages))


def answer_all(
    session: jotto.Session,
    keeper: assistant.keeper.Keeper,
    changed: Callable[[jotto.Session], object],
) -> jotto.Session:
    """Score guesses until the secrets are found, or the player gives up.

    After each line, ``changed`` is called with the session.
    """
    face = keeper.face
    while True:
        seen = assistant.view.keep_view(session, face)
        render.draw(seen)
        if session.won:
            return session
        typed = ask(live.prompted(seen.prompt), partial(live.sayings, session, face))
        if typed is None:
            return session
        try:
            if not (typed := sure(session, typed, face)):
                continue
            session = live.answer(session, typed, partial(score, session, keeper), face)
            changed(session)
        except typer.Exit:
            return session
        except JottoError as error:
            say(sentence("not counted", error=str(error)))


def sure(session: jotto.Session, typed: str, face: str) -> str:
    """Ask before a word in no list is guessed; return what is typed then, or nothing."""
    move = assistant.moves.read_move(session, typed, face)
    if render.patience() is None or move["do"] != "guess":
        return typed
    word = session.game.read_guess(move["word"])
    if not assistant.moves.is_unlisted(session.game, word):
        return typed
    asks = sentence("ask: guess it anyway", word=session.game.shown(str(word)))
    answer = live.confirmed(asks, session, face)
    return sure(session, answer, face) if isinstance(answer, str) else typed * answer


def score(session: jotto.Session, keeper: assistant.keeper.Keeper, typed: str) -> jotto.Session:
    """Score a guess; return the session after it. Raises JottoError."""
    before = session.position.history
    session = assistant.keeper.scored(keeper, session, typed)
    turn = session.state.mine[-1]
    if render.patience() is None:  # else it was asked about
        opt.note_unlisted(session.game, [turn.guess])
    for text in wording.repeated(before, turn.guess):
        opt.note(text)
    if session.boards > 1 and not render.screened():
        live.show_board(assistant.view.keep_view(session))
    elif not render.screened():
        rule = session.game.rule
        say(live.shown(assistant.view.row(rule, turn), rule.letters))
    return session

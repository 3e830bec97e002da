"""``jotto keep``: the computer has the secret, and the person guesses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from itertools import count
from math import perm
from typing import Annotated, Literal

import typer

import jotto
from jotto import assistant
from jotto.assistant import wording
from jotto.assistant.sentences import Sentence, sentence
from jotto.cli import day, ending, live, options as opt, render
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
AGREEING = "Your guesses: all, or only those that fit all scores (hard, candidates)."
ALLOW = option("WHICH", AGREEING, "--allow")


@game_options("boards", *OF_SECRET, without=("json",), house=True)
def keep(
    table: Asked,
    screen: opt.OutputOptions,
    allow: Annotated[Literal["all", "candidates", "hard"], ALLOW] = "all",
    history: History = True,
    report: Report = None,
) -> None:
    """Guess a secret that jotto has chosen; it scores your guesses.

    --level says how common the secret is: easy, a common word; medium, a word most people know;
    hard, any word of the list. Codes, of which all are equally likely, have no levels. At the end,
    share gives the scores as a text to send.

    Example: jotto keep --level easy --allow hard

    Example: jotto keep --daily
    """
    boards, keeping = table.boards, assistant.keeper
    if boards > 1 and report is not None:
        raise GameError("--boards has no report; leave out --report")
    game, recorder = table.make_game(), Recorder(wanted=history)
    strategy = table.adviser(game)
    start = keeping.session_of(game, boards, strategy.avoid)
    session, number = start, count(table.secret is None)
    pages, judging = count(1), None
    options, name = saved_options(replace(table, seed=0)), assistant.store.new_name()
    keeper = keeping.begun(table, game, hard=allow != "all", read=opt.read_secret)

    today = day.begun(keeper, game, options, kept=history and keeper.day is not None)
    before = day.finished(keeper, game, recorder) if today.kept else None
    if before is not None:
        session, recorder.record, name = day.replayed(keeper, session, before), before, before.game
    else:
        session = today.resumed(session)

    def changed(now: jotto.Session, *, over: bool) -> assistant.review.Record:
        nonlocal judging
        if keeper.day:
            today.save(now, over=over or now.won)
        made = keeping.recorded(keeper, now, assistant.review.record_of(now, options))
        made = replace(made, game=name)
        recorder.keep(made if (over or now.won) and made.turns else None)  # else it was no game
        judging = ending.judge_soon(now, strategy, judging)
        return made

    def ended() -> Sentence:
        given_up = replace(keeper, given_up=not session.won)
        return keeping.ended(given_up, session)

    def shared() -> str:
        return render.to_share(keeping.shared(keeper, session), session.game.rule)

    def hold() -> None:
        nonlocal session, keeper, recorder, name
        titled = render.screened() and boards > 1  # then the first is above the boards
        rules = keeping.rules(keeper, session, "welcome: keep")[titled:]
        for told in rules if before is None else [sentence("played already")]:
            say(told)
        if (asks := signs_of(session.game)) and not session.state.mine:
            say(asks)
        if session.state.mine and not render.screened():
            live.show_turns(keeping.seen(keeper, session))
        again, is_over = True, before is not None
        while again:
            if not is_over:
                session = answer_all(session, keeper, partial(changed, over=False))
            is_over = False
            if not render.screened():
                return
            made = changed(session, over=True)
            render.draw(keeping.seen(replace(keeper, given_up=not session.won), session))
            say_next(keeper)
            records = recorder.like(made) if made.turns else []
            words = keeper.secrets[:1]
            about = session, strategy, records, *words
            does: dict[str, Callable[[], str]] = {"share": shared} if made.turns else {}
            if does and boards == 1:
                does |= ending.of_record(made)
            again = bool(ending.another_game(*about, does=does, back=False))
            if again:
                write_report(made, report, next(pages))
                session = start
                keeper = keeping.another(table, game, keeper, next(number))
                recorder, name = Recorder(wanted=history), assistant.store.new_name()

    try:
        live.on_screen(hold)
    except KeyboardInterrupt:
        if today.saved.version and keeper.day:
            say(sentence("farewell: daily"))
        raise
    say(ended())
    say_next(keeper)
    made = changed(session, over=True)
    finish(made, recorder)
    write_report(made, report, next(pages))


def signs_of(game: jotto.Game) -> Sentence | None:
    """Return what there is to say of the signs of a guess, if they are not the letters of words."""
    if wording.noun(game) == "word":
        return None
    signs = assistant.view.alphabet(game)
    different = len(game.guesses) == perm(len(signs), game.length)
    if render.screened() and not different:
        return None  # the screen has them as keys
    facts = {"length": game.length, "signs": " ".join(signs)}
    return sentence("type signs", different=different, **facts)


def say_next(keeper: assistant.keeper.Keeper) -> None:
    """Say when another word of a day comes, after that of today."""
    left = assistant.daily.until_next(keeper.day, datetime.now()) if keeper.day else None
    if left is not None and left.days == 0:
        say(sentence("next word", time=str(timedelta(seconds=left.seconds))))


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
        heading = seen.title if session.won else title(keeper, session)
        render.draw(replace(seen, title=heading))
        if session.won:
            return session
        typed = ask(live.prompted(seen.prompt), partial(live.sayings, session, face))
        try:
            if typed is None and not (typed := kept_on(session, keeper)):
                continue
            if not typed:
                say(sentence("type a guess", noun=wording.noun(session.game), length=seen.length))
                continue
            if not (typed := sure(session, typed, face)):
                continue
            looked = assistant.keeper.within(keeper, session)
            after = live.answer(looked, typed, partial(score, session, keeper), face)
            session = session if after is looked else after
            changed(session)
        except typer.Exit:
            return session
        except JottoError as error:
            say(sentence("not counted", error=str(error)))


def title(keeper: assistant.keeper.Keeper, session: jotto.Session) -> Sentence:
    """Return what is played: the word of which day, or one of how many."""
    if keeper.day is None:
        return assistant.keeper.rules(keeper, session)[0]
    return sentence("title: daily", noun=wording.noun(session.game), day=str(keeper.day))


def kept_on(session: jotto.Session, keeper: assistant.keeper.Keeper) -> str:
    """Ask a person before the secret is told; return what is typed in place of yes or no.

    Raises typer.Exit to give up.
    """
    if render.patience() is None:
        raise typer.Exit
    asks = sentence("ask: give up", day=keeper.day and str(keeper.day))
    answer = live.confirmed(asks, session, keeper.face)
    if answer is True:
        raise typer.Exit
    return answer or ""


def sure(session: jotto.Session, typed: str, face: str) -> str:
    """Ask before a word is guessed again, or one in no list; return what is typed, or nothing."""
    move = assistant.moves.read_move(session, typed, face)
    if render.patience() is None or move["do"] != "guess":
        return typed
    word = session.game.read_guess(move["word"])
    again = any(turn.guess == word for turn in session.state.mine)
    may_be_meant = assistant.keeper.takes_unlisted(session.game)  # else it is refused
    if not (again or (may_be_meant and assistant.moves.is_unlisted(session.game, word))):
        return typed
    key = "ask: guess it again" if again else "ask: guess it anyway"
    asks = sentence(key, word=session.game.shown(str(word)))
    try:
        answer = live.confirmed(asks, session, face)
    except typer.Exit:
        return ""  # nothing is guessed, and nothing given up unasked
    return sure(session, answer, face) if isinstance(answer, str) else typed * answer


def score(session: jotto.Session, keeper: assistant.keeper.Keeper, typed: str) -> jotto.Session:
    """Score a guess; return the session after it. Raises JottoError."""
    before = session.position.history
    session = assistant.keeper.scored(keeper, session, typed)
    turn = session.state.mine[-1]
    if render.patience() is None:  # else it was asked about
        opt.note_unlisted(session.game, [turn.guess])
    for text in wording.repeated(before, turn.guess) if render.patience() is None else ():
        opt.note(text)
    if session.boards > 1 and not render.screened():
        live.show_board(assistant.view.keep_view(session))
    elif not render.screened():
        rule = session.game.rule
        say(live.shown(assistant.view.row(rule, turn), rule.letters))
    for told in assistant.keeper.last_guess(session):
        say(told)
    return session

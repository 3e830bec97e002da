"""``jotto keep``: the computer has the secret, and the person guesses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from functools import partial
from itertools import count
from typing import Annotated, Any

import jotto
from jotto import assistant, games
from jotto.assistant import wording
from jotto.assistant.options import saved_options
from jotto.assistant.sentences import Sentence, sentence
from jotto.cli import ending, live, options as opt, render
from jotto.cli.options import CommandOptions, game_options, option
from jotto.cli.render import ask, say
from jotto.cli.review import (
    History,
    Recorder,
    Report,
    finish,
    finished_games,
    write_report,
)
from jotto.errors import GameError, JottoError


@game_options(without=("allow", "json"), house=True)
def keep(
    table: CommandOptions,
    screen: opt.OutputOptions,
    secret: Annotated[str | None, "W", "Keep this secret; default: a random one."] = None,
    adversary: Annotated[bool, "No fixed secret: always leave the most candidates."] = False,
    daily: Annotated[bool, "Keep the word of today, as the page does."] = False,
    seed: Annotated[int | None, option("N", "Random seed, to draw the same secret.", min=0)] = None,
    history: History = True,
    report: Report = None,
    boards: opt.BoardCount = 1,
) -> None:
    """Keep a secret and score your guesses.

    Example: jotto keep --adversary --boards 4

    Example: jotto keep --daily
    """
    if adversary and secret is not None:
        raise GameError(f"--adversary has no fixed secret; leave out --secret {secret}")
    if daily and (adversary or secret is not None or seed is not None):
        raise GameError("--daily has a secret; leave out --secret, --adversary and --seed")
    if boards > 1 and not adversary:
        raise GameError("--boards has no fixed secrets here; add --adversary")
    if boards > 1 and report is not None:
        raise GameError("--boards has no report; leave out --report")
    game, recorder = table.make_game(), Recorder(wanted=history)
    session = jotto.Session(game, "simple", boards=boards)
    adviser, numbers, pages, judging = vars(opt.Adviser()), count(), count(1), None
    options, name = saved_options(table, **adviser), assistant.store.new_name()
    options |= {"boards": boards} if boards > 1 else {}
    strategy = table.strategy(game=game, **adviser)

    def any_word() -> Any:
        avoid = games.words.offensive() if table.polite else frozenset[str]()
        if daily and not next(numbers):  # the games after it have other words
            return assistant.daily.daily(game, date.today(), avoid)
        drawn = None if seed is None else seed + next(numbers)
        return None if adversary else assistant.opponents.any_secret(game, drawn, avoid)

    word = any_word() if secret is None else opt.read_secret(game, secret)

    def changed(now: jotto.Session, *, ended: bool) -> assistant.review.Record:
        nonlocal judging
        made = assistant.review.record_of(now, options)
        made = replace(made, command="keep", game=name, secret=word and str(word))
        recorder.keep(made if ended or now.won else None)
        judging = ending.judge_soon(now, strategy, judging)
        return made

    def hold() -> None:
        nonlocal session, word, recorder, name
        key = "welcome: keep" if boards == 1 else "keeps several"
        say(sentence(key, boards=boards, secrets=len(game), noun=wording.noun(game)))
        again = True
        while again:
            session = answer_all(session, word, partial(changed, ended=False))
            if not render.screened():
                return
            made = changed(session, ended=True)
            if not session.won:
                say(_given_up(session, word and str(word)))
            records = [played for played in finished_games() if played.key == game.key]
            back = ending.another_game(session, strategy, records, word)
            if back is None:
                session = session.undone() if session.won else session
                recorder.keep(None)
            elif back:
                write_report(made, report, next(pages))
                session, word = jotto.Session(game, "simple", boards=boards), any_word()
                recorder, name = Recorder(wanted=history), assistant.store.new_name()
            again = back is not False

    live.on_screen(hold)
    say(wording.you_found(session) if session.won else _given_up(session, word and str(word)))
    made = changed(session, ended=True)
    finish(made, recorder)
    write_report(made, report, next(pages))


def answer_all(
    session: jotto.Session, secret: Any, changed: Callable[[jotto.Session], object]
) -> jotto.Session:
    """Score guesses until the secret is found, or the player gives up; None: as an adversary.

    After each line, ``changed`` is called with the session.
    """
    while True:
        seen = assistant.view.keep_view(session)
        render.draw(seen)
        if session.won:
            return session
        typed = ask(live.prompted(seen.prompt), partial(live.sayings, session, "keep"))
        if typed is None:
            return session
        try:
            session = live.answer(session, typed, partial(score, session, secret))
            changed(session)
        except JottoError as error:
            say(sentence("not counted", error=str(error)))


def _given_up(session: jotto.Session, secret: str | None) -> Sentence:
    """Return the secret as a sentence; with an adversary several may still be possible."""
    at, opponents = session.position, assistant.opponents
    if secret is not None:
        return sentence("it was", word=at.game.shown(secret))
    if session.boards > 1:
        secrets = opponents.different(opponents.lefts_of(session))
        return sentence("they may have been", words=[at.game.shown(str(word)) for word in secrets])
    left, noun = at.likeliest, wording.noun(at.game)
    key = "it was the only one left" if len(left) == 1 else "were still possible"
    return Sentence(key, {"left": len(left), "noun": noun, "word": at.game.shown(left[0])})


def score(session: jotto.Session, secret: Any, typed: str) -> jotto.Session:
    """Score a guess; return the session after it. Raises JottoError."""
    at = session.position
    guess = opt.read_guess(at.game, typed)
    session = assistant.opponents.answered(session, guess, secret)
    for text in wording.repeated(at.history, guess):
        opt.note(text)
    if session.boards > 1 and not render.screened():
        live.show_board(assistant.view.keep_view(session))
    elif not render.screened():
        rule, turn = at.game.rule, session.state.mine[-1]
        say(live.shown(assistant.view.row(rule, turn), rule.letters))
    return session

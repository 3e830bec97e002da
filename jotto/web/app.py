"""The application: its routes, its pages, and what their buttons do.

A form comes in; the game after it goes out, as a page or as the part of it that changes.
"""

from __future__ import annotations

import asyncio
import gc
import re
import sys
from base64 import b64encode
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from itertools import islice
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import parse_qsl, quote

from anyio import to_thread
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

import jotto
from jotto import files
from jotto.assistant import moves, review, store, view, wording
from jotto.assistant.match import Match
from jotto.assistant.session import Thinker
from jotto.assistant.table import OF_WORDS, Table
from jotto.engine.game import T
from jotto.errors import ContradictionError, GameError, JottoError, quoted
from jotto.games.scoring import RULES
from jotto.search.background import PROVABLE
from jotto.web.games import Board, Games, Live, Matches, Shared, load, made

Form = Mapping[str, str]
Act = Callable[[Form], Response | str]
SEEN = "The game has changed meanwhile. This is how it stands."
PART = "x-part"  # the header of a request for the part of the page that changes
WORKERS = 16  # threads that make pages; most of them wait for the disk
SWITCH = 0.0005  # seconds; with Python's usual 0.005, 200 games wait 2 s for each page
THINKERS = 2  # searches at a time
LISTED = 30  # unfinished games on the first page
SECONDS = 30.0  # to look ahead at one position
WAITS = 1200  # looks at a match before a browser has to ask again
OFTEN = 0.5  # seconds between two looks at a search
CHOICES: Mapping[str, Collection[str]] = {  # the values of a new game; new.html has their texts
    "game": ("words", "mastermind:4x6", "bulls-and-cows:4x10"),
    "rule": RULES,
    "allow": ("all", "candidates", "hard"),
    "strategy": ("entropy", "minimax", "expected-size", "most-parts", "simple"),
}
SWITCHES = ("repeats", "plurals", "polite")
PAGES = Path(__file__).with_name("pages")
STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)


@dataclass(eq=False)
class Server:
    """The live games, the options of a new game, and where finished games are recorded."""

    games: Games
    matches: Matches
    options: store.Options
    record: Callable[[review.Record], None]
    _thinking: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(THINKERS))

    def app(self) -> Starlette:
        """Return the application."""
        Thread(target=load, daemon=True).start()
        both = ["GET", "POST"]
        return Starlette(
            lifespan=_lifespan,
            routes=[
                Route("/", self.home),
                Route("/new", self.new, methods=both),
                Route("/game/{name}", self.game, methods=both),
                Route("/game/{name}/ahead", self.ahead),
                Route("/game/{name}/report", self.report),
                Route("/match", self.new_match, methods=both),
                Route("/join", self.join),
                Route("/match/{code}", self.match, methods=both),
                Route("/match/{code}/events", self.events),
                Route("/match/{code}/report", self.match_report),
                Mount("/static", StaticFiles(directory=PAGES / "static")),
            ],
            exception_handlers={404: _missing, OSError: _unreadable},
        )

    def home(self, request: Request) -> Response:
        """Show the unfinished games."""
        kept = list(islice(self.games.kept(_owner(request)), LISTED + 1))
        return HTMLResponse(filled("home.html", kept=kept[:LISTED], more=len(kept) > LISTED))

    def new(self, request: Request) -> Response:
        """Ask for the house rules of a new game; begin it."""
        options = dict(self.options)

        def begin(form: Form) -> Response:
            options.update(_rules(form))
            name = self.games.start(options, _owner(request)).saved.name
            return RedirectResponse(f"/game/{name}", 303)

        return _answered(request, begin, partial(filled, "new.html", options=options, rules=RULES))

    def new_match(self, request: Request) -> Response:
        """Ask who plays; begin a match."""

        def begin(form: Form) -> Response:
            players = _owner(request), form.get("name", ""), form.get("other", "")
            first, last_turn = form.get("first") == "me", form.get("last_turn") == "yes"
            code = self.matches.start(self.options, *players, first=first, last_turn=last_turn)
            return RedirectResponse(f"/match/{code}", 303)

        return _answered(request, begin, partial(filled, "new_match.html"))

    def join(self, request: Request) -> Response:
        """Go to the match of a code."""
        code = request.query_params.get("word", "").strip().upper()
        return RedirectResponse(f"/match/{quote(code, safe='')}", 303)

    def game(self, request: Request) -> Response:
        """Show a live game; change it."""
        live, query, about = self._live(request), request.query_params, None

        def measure() -> str:
            nonlocal about
            word = query.get("word") if query.get("show") == "about" else ""
            if word and live.session.is_asked:
                about = live.session.position.measure(live.session.game.read_guess(word))
            return ""

        def change(form: Form) -> Response | str:
            nonlocal live
            if moves.number(form, "at") != view.version(live.session):
                return SEEN
            try:
                if form.get("do") in ("finish", "delete"):
                    self._end(live, form)
                    return RedirectResponse("/", 303)
                done = moves.after(live.session, form)
                live = self.games.keep(live, done.session)
            except store.VersionError:
                live = self._live(request)
                return SEEN
            return " ".join(done.said)

        def page(form: Form, **values: Any) -> str:
            edited, show = ("" if form else query.get(name, "") for name in ("edit", "show"))
            told = form.get("word", "") if form.get("do") == "finish" else ""
            return live_page(live, show=show, about=about, edited=edited, told=told, **values)

        return _answered(request, change, page, measure)

    def _end(self, live: Live, form: Form) -> None:
        """Delete a game, recorded once if it is finished. Raises VersionError and OSError."""
        with self.games.ending:
            if self.games.store.version(live.saved.name) != live.saved.version:
                raise store.VersionError(store.CHANGED)
            if form.get("do") == "finish":
                if not live.session.over:
                    raise GameError("the game is not over")
                told = form.get("word", "")
                self.record(_record(live, told, sure=form.get("sure") == told))
            self.games.store.delete(live.saved)

    def report(self, request: Request) -> Response:
        """Show the report of a game that is over."""
        live = self._live(request)
        if not live.session.over:
            raise HTTPException(404)
        return _report(_record(live, ""))

    def ahead(self, request: Request) -> Response:
        """Send what looking ahead finds, as server-sent events."""
        session = self._live(request).session
        if not session.is_asked or len(session.position) > PROVABLE or self._thinking.locked():
            return Response(status_code=204)  # tells the browser not to ask again
        return StreamingResponse(self._look_ahead(session), media_type="text/event-stream")

    async def _look_ahead(self, session: jotto.Session) -> AsyncIterator[str]:
        async with self._thinking:
            thinker = Thinker("mean", SECONDS, 0.0, lambda tree: None)
            try:
                unlisted = await run_in_threadpool(filled, "doubt.html", session=session)
                yield _event("ahead", unlisted)
                for _ in range(int(SECONDS / OFTEN) + 2):
                    told = await run_in_threadpool(thinker.turn_to, session)
                    if tree := told.ahead:
                        values = {"at": view.version(session), "session": session, "tree": tree}
                        yield _event("ahead", unlisted + filled("ahead.html", **values))
                        break
                    yield ": still looking\n\n"
                    await asyncio.sleep(OFTEN)
                yield _event("end", "")
            finally:
                await run_in_threadpool(thinker.end)

    def match(self, request: Request) -> Response:
        """Show a match to a player or a spectator; change it."""
        board, device = self._board(request), _owner(request)

        def change(form: Form) -> str:
            if form.get("do") == "join":
                self.matches.join(board.saved.name, device, form.get("name", ""))
                return ""
            if (seat := board.seat_of(device)) is None:
                raise GameError("you watch this match; only its players can change it")
            step = partial(match_after, options=board.saved.options, seat=seat, form=form)
            at = moves.number(form, "at")
            return "" if self.matches.change(board.saved.name, seat, at, step) else SEEN

        def page(form: Form, **values: Any) -> str:
            now = self._board(request)
            return match_page(now, now.seat_of(device), **values)

        return _answered(request, change, page)

    def events(self, request: Request) -> Response:
        """Tell when a match has changed, by a server-sent event."""
        changes = self._changes(self._board(request), request.query_params.get("at", ""))
        return StreamingResponse(changes, media_type="text/event-stream")

    async def _changes(self, board: Board, at: str) -> AsyncIterator[str]:
        """Wait for a change, for some minutes; the browser then asks again."""
        version = board.saved.version if str(len(board.match.transcript)) == at else 0
        for _ in range(WAITS):
            if await run_in_threadpool(self.matches.store.version, board.saved.name) != version:
                yield _event("changed", "")
                return
            yield ": nothing new\n\n"
            await asyncio.sleep(OFTEN)

    def match_report(self, request: Request) -> Response:
        """Show a player the report of a match that is over."""
        board = self._board(request)
        seat = board.seat_of(_owner(request))
        if seat is None or not board.match.over:
            raise HTTPException(404)
        return _report(board.match.record(seat, board.saved.options))

    def _board(self, request: Request) -> Board:
        return _or_missing(self.matches.get, request.path_params["code"])

    def _live(self, request: Request) -> Live:
        return _or_missing(self.games.get, request.path_params["name"], _owner(request))


def _or_missing(get: Callable[..., T], *named: str) -> T:
    """Get a game; answer with status 404 if there is no such game, or if it is damaged."""
    try:
        return get(*named)
    except (KeyError, JottoError):
        raise HTTPException(404) from None


def _answered(
    request: Request, act: Act, page: Callable[..., str], look: Callable[[], str] = str
) -> Response:
    """Act by a form; then redirect, or show the page, or the part of it that changes.

    ``act(form)`` returns an answer, or what there is to say. Without a form, ``look()`` is called.
    """
    text = request.state.body.decode(errors="replace")
    form, said, error = dict(parse_qsl(text, keep_blank_values=True)), "", ""  # none for a GET
    try:
        answer = act(form) if form else look()
        if isinstance(answer, Response):
            return answer
        said = answer
    except JottoError as problem:
        error = str(problem)
    except OSError as problem:
        error = f"The game could not be saved: {problem.strerror}. Nothing has changed."
    whole = PART not in request.headers
    if form and whole and not (error or said):
        return RedirectResponse(request.url.path, 303)
    shown = page(form=form, whole=whole, error=error, said=said)
    return HTMLResponse(shown, 422 if error else 200)


def _report(record: review.Record) -> Response:
    """Answer with a report, whose style is inside: the policy names it by its hash."""
    text = review.look_back(record, Shared).page()
    hashes = (b64encode(sha256(style.encode()).digest()).decode() for style in STYLE.findall(text))
    styles = " ".join(f"'sha256-{each}'" for each in hashes) or "'none'"
    policy = f"default-src 'none'; style-src {styles}; base-uri 'none'; frame-ancestors 'none'"
    return HTMLResponse(text, headers={"Content-Security-Policy": policy})


def _event(name: str, text: str) -> str:
    return f"event: {name}\ndata: {' '.join(text.split())}\n\n"


@asynccontextmanager
async def _lifespan(app: Starlette) -> AsyncIterator[None]:
    """Limit the worker threads, and let them yield soon to the thread that answers."""
    to_thread.current_default_thread_limiter().total_tokens = WORKERS
    before = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH)
    gc.freeze()  # modules and lists stay: the collector need not scan them
    yield
    sys.setswitchinterval(before)


def _record(live: Live, typed: str, *, sure: bool = False) -> review.Record:
    secret = str(live.session.revealed(typed, sure=sure)) if typed.strip() else None
    return review.record_of(live.session, live.saved.options, secret)


def _rules(form: Form) -> dict[str, str | int | None]:
    """Return the options in a form. Raises GameError for one that is not on the page."""
    rules: dict[str, str | int | None] = {}
    for name, known in CHOICES.items():
        if (value := form.get(name, "")) not in known:
            raise GameError(f"{quoted(value)} is not a choice for {name}")
        rules[name] = value
    rules |= {name: form.get(name) == "yes" for name in SWITCHES}
    if rules["game"] != "words":
        rules |= {name: getattr(Table, name) for name in OF_WORDS}
    return rules


def _owner(request: Request) -> str:
    return str(getattr(request.state, "device", ""))


def _missing(request: Request, error: Exception | None = None) -> Response:
    return HTMLResponse(filled("missing.html"), 404)


def _unreadable(request: Request, error: Exception) -> Response:
    why = getattr(error, "strerror", None) or "unknown reason"
    return Response(f"The saved games cannot be read: {why}", 503, media_type="text/plain")


# --- pages ---


def filled(template: str, **values: Any) -> str:
    """Fill a template of this room."""
    return files.fill(PAGES, template, wording=wording, view=view, **values)


def live_page(live: Live, *, whole: bool, **values: Any) -> str:
    """Return the page of a live game, or only what changes in it.

    ``values``: an ``error``, what is ``said``, what is asked about the position (``show``, and the
    advice ``about`` a word), the turn that is ``edited``, and ``told``: a word that was refused.
    """
    session, now = live.session, view.view(live.session)
    values |= {"name": live.saved.name, "at": now.at, "session": session, "now": now}
    values |= {"keys": view.keys(session.game.rule)}
    return filled("live.html" if whole else "live_part.html", **values)


def match_page(board: Board, mine: int | None, *, whole: bool, **values: Any) -> str:
    """Return the page of a match for a seat, or for a spectator, or only what changes in it."""
    match, session = board.match, None
    shown = match.view(mine)
    if mine is not None and shown.advice and not shown.over and shown.players[mine].ready:
        with suppress(ContradictionError):  # a secret with letters that no listed word has
            session = match.session(mine, made(board.saved.options).strategy)
    values |= {"code": board.saved.name, "at": len(match.transcript), "session": session}
    values |= {"now": None if session is None else view.view(session)}
    return filled("match.html" if whole else "match_part.html", seen=shown, mine=mine, **values)


# --- matches ---


def match_after(match: Match, options: store.Options, seat: int, form: Form) -> Match:
    """Return the match after a form of a seat. Raises JottoError."""
    step, word, switched = form.get("do", ""), form.get("word", ""), form.get("on") == "yes"
    values = {"secret": (word,), "guess": (word,), "advice": (switched,), "leave": ()}
    if step not in values:
        raise GameError(f"{quoted(step)} is not a button of this page; load it again")
    typed = word.strip().casefold()
    twice = options.get("repeats") is False and len(set(typed)) < len(typed)
    if step == "secret" and twice:  # which the list does not tell of unlisted words
        raise GameError("this cannot be your secret: here no letter may occur twice")
    return match.said(step, seat, *values[step])

"""The application: its addresses, and what is done at each."""

from __future__ import annotations

import asyncio
import gc
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
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

from jotto.assistant import history, thinking
from jotto.assistant.report import Looked, look_back
from jotto.assistant.saved import Options
from jotto.assistant.session import Session
from jotto.errors import GameError, JottoError, quoted
from jotto.search.options import PROVABLE
from jotto.web import games, matches, view
from jotto.web.games import Games, Live
from jotto.web.matches import Board, Matches
from jotto.web.moves import Form, played

SEEN = "The game has changed meanwhile. This is how it stands."
PART = "x-part"  # the header of a request for the part of the page that changes
WORKERS = 16  # threads that make pages; most of them wait for the disk
SWITCH = 0.0005  # seconds; with Python's usual 0.005, 200 games wait 2 s for each page
THINKERS = 2  # searches at a time
LISTED = 30  # unfinished games on the first page
SECONDS = 30.0  # to look ahead at one position
WAITS = 1200  # looks at a match before a browser has to ask again
OFTEN = 0.5  # seconds between two looks at a search
CHOICES: Mapping[str, tuple[str, Mapping[str, str]]] = {  # label, then values with their texts
    "game": (
        "Game",
        {
            "words": "Jotto: words of five letters",
            "mastermind:4x6": "Mastermind: four places, six colours",
            "bulls-and-cows:4x10": "Bulls & Cows: four different digits",
        },
    ),
    "rule": (
        "Score of a word",
        {
            "exact-elsewhere": "letters in the right place, and elsewhere",
            "jots": "letters in common, wherever they are",
            "colours": "a colour for each letter",
        },
    ),
    "allow": (
        "Guesses you make",
        {
            "all": "any word",
            "candidates": "only words that are still possible",
            "hard": "words that use every hint (colours)",
        },
    ),
    "strategy": (
        "Advice",
        {
            "entropy": "the most information",
            "minimax": "the fewest words left at worst",
            "expected-size": "the fewest words left on average",
            "most-parts": "the most different scores",
            "simple": "the first word that is possible",
        },
    ),
}
SWITCHES = {
    "repeats": "A secret may have a letter twice",
    "plurals": "A secret may be a plural",
    "polite": "Do not propose offensive words",
}


@dataclass(eq=False)
class Server:
    """The live games, the options of a new game, and where finished games are recorded."""

    games: Games
    matches: Matches
    options: Options
    record: Callable[[history.Record], None]
    _thinking: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(THINKERS))

    def app(self) -> Starlette:
        """Return the application."""
        Thread(target=games.load, daemon=True).start()
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
                Mount("/static", StaticFiles(directory=view.PAGES / "static")),
            ],
            exception_handlers={404: _missing},
        )

    def home(self, request: Request) -> Response:
        """Show the unfinished games."""
        kept = list(islice(self.games.kept(_owner(request)), LISTED + 1))
        return HTMLResponse(view.page("home.html", kept=kept[:LISTED], more=len(kept) > LISTED))

    def new(self, request: Request) -> Response:
        """Ask for the house rules of a new game; begin it."""
        options = dict(self.options)

        def begin(form: Form) -> str:
            options.update(_rules(form))
            return f"/game/{self.games.start(options, _owner(request)).name}"

        def page(form: Form, error: str) -> str:
            given = {"options": options, "choices": CHOICES, "switches": SWITCHES}
            return view.page("new.html", error=error, **given)

        return _begun(request, begin, page)

    def new_match(self, request: Request) -> Response:
        """Ask who plays; begin a match."""

        def begin(form: Form) -> str:
            board = self.matches.start(
                self.options,
                _owner(request),
                form.get("name", ""),
                first=form.get("first") == "me",
                last_turn=form.get("last_turn") == "yes",
                other=form.get("other", ""),
            )
            return f"/match/{board.code}"

        def page(form: Form, error: str) -> str:
            return view.page("new_match.html", error=error, name=form.get("name", ""))

        return _begun(request, begin, page)

    def join(self, request: Request) -> Response:
        """Go to the match of a code."""
        code = request.query_params.get("word", "").strip().upper()
        return RedirectResponse(f"/match/{quote(code, safe='')}", 303)

    def game(self, request: Request) -> Response:
        """Show a live game; change it."""
        live, query = self._live(request), request.query_params
        asked: dict[str, Any] = {}

        def change(form: Form) -> str | None:
            if not form:
                if live.session.is_asked:
                    asked.update(
                        view.more(live.session, query.get("show", ""), query.get("word", ""))
                    )
                return ""
            if form.get("at") != str(len(live.session.transcript)):
                return SEEN
            if form.get("do") == "finish":
                if not live.session.over:
                    raise GameError("the game is not over")
                self.record(_record(live, form.get("word", "")))
            if form.get("do") in ("finish", "delete"):
                self.games.shelf.remove(live.name)
                return None
            session, said = played(live.session, form)
            live.keep(session)
            return said

        def page(form: Form, **values: Any) -> str:
            edited = "" if form else query.get("edit", "")
            return view.live_page(live, asked=asked, edited=edited, **values)

        with live.lock:
            return _changed(request, change, page)

    def report(self, request: Request) -> Response:
        """Show the report of a game that is over."""
        live = self._live(request)
        if not live.session.over:
            raise HTTPException(404)
        return _report(look_back(_record(live, "")))

    def ahead(self, request: Request) -> Response:
        """Send what looking ahead finds, as it is found: server-sent events."""
        session = self._live(request).session
        if not session.is_asked or len(session.position) > PROVABLE or self._thinking.locked():
            return Response(status_code=204)  # tells the browser not to ask again
        return StreamingResponse(self._found(session), media_type="text/event-stream")

    async def _found(self, session: Session) -> AsyncIterator[str]:
        async with self._thinking:
            thinker = thinking.Thinker("mean", SECONDS, 0.0, lambda tree: None)
            try:
                doubt = await run_in_threadpool(view.doubt, session)
                yield _event("ahead", doubt)
                for _ in range(int(SECONDS / OFTEN) + 2):
                    found = await run_in_threadpool(thinker.turn_to, session)
                    if found.ahead is not None:
                        yield _event("ahead", doubt + view.ahead(session, found.ahead))
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
            if not form:
                return ""
            if form.get("do") == "join":
                self.matches.join(board, device, form.get("name", ""))
                return ""
            seat, at = board.seat_of(device), form.get("at", "")
            if seat is None:
                raise GameError("you watch this match; only its players can change it")
            number = int(at) if at.isdecimal() and len(at) < 9 else -1
            step = partial(matches.played, seat=seat, form=form)
            return "" if self.matches.change(board, seat, number, step) else SEEN

        def page(form: Form, **values: Any) -> str:
            return view.match_page(board, board.seat_of(device), **values)

        return _changed(request, change, page)

    def events(self, request: Request) -> Response:
        """Tell when a match has changed: server-sent events."""
        found = _changes(self._board(request), request.query_params.get("at", ""))
        return StreamingResponse(found, media_type="text/event-stream")

    def match_report(self, request: Request) -> Response:
        """Show a player the report of a match that is over."""
        board = self._board(request)
        seat = board.seat_of(_owner(request))
        if seat is None or not board.match.over:
            raise HTTPException(404)
        return _report(board.match.look_back()[seat])

    def _board(self, request: Request) -> Board:
        try:
            return self.matches.shelf.get(request.path_params["code"])
        except (KeyError, JottoError):
            raise HTTPException(404) from None

    def _live(self, request: Request) -> Live:
        try:
            return self.games.get(request.path_params["name"], _owner(request))
        except (KeyError, JottoError):
            raise HTTPException(404) from None


def _begun(
    request: Request, begin: Callable[[Form], str], page: Callable[[Form, str], str]
) -> Response:
    """Show a page with a form; or begin what it asks for, and lead there."""
    form, error = _form(request), ""
    if form:
        try:
            return RedirectResponse(begin(form), 303)
        except (JottoError, OSError) as problem:
            error = _said(problem)
    return HTMLResponse(page(form, error), 422 if error else 200)


def _changed(
    request: Request, change: Callable[[Form], str | None], page: Callable[..., str]
) -> Response:
    """Change a game by a form, if there is one; show its page, or the part that changes."""
    form, error = _form(request), ""
    said: str | None = ""
    whole = PART not in request.headers
    try:
        said = change(form)
        if said is None:  # the game is gone
            return RedirectResponse("/", 303)
    except (JottoError, OSError) as problem:
        error = _said(problem)
    if form and whole and not (error or said):
        return RedirectResponse(request.url.path, 303)
    text = page(form, whole=whole, error=error, said=said)
    return HTMLResponse(text, 422 if error else 200)


async def _changes(board: Board, at: str) -> AsyncIterator[str]:
    """Wait for a change, for some minutes; the browser then asks again."""
    for _ in range(WAITS):
        if str(len(board.match.transcript)) != at:
            yield _event("changed", "")
            return
        yield ": nothing new\n\n"
        await asyncio.sleep(OFTEN)


def _report(looked: Looked) -> Response:
    text = looked.page()
    return HTMLResponse(text, headers={"Content-Security-Policy": view.policy_for(text)})


def _event(name: str, text: str) -> str:
    return f"event: {name}\ndata: {' '.join(text.split())}\n\n"


@asynccontextmanager
async def _lifespan(app: Starlette) -> AsyncIterator[None]:
    """Let few threads work at a time, and let them give way soon to the one that answers."""
    to_thread.current_default_thread_limiter().total_tokens = WORKERS
    before = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH)
    gc.freeze()  # modules and lists stay; to look through them again and again takes long
    yield
    sys.setswitchinterval(before)


def _record(live: Live, secret: str) -> history.Record:
    game = live.session.game
    told = str(game.read_guess(secret)) if secret.strip() else None
    return history.of_session(live.session, live.options, told)


def _form(request: Request) -> Form:
    """Read the fields of a form; there are none if a page was asked for."""
    return dict(parse_qsl(request.state.body.decode(errors="replace"), keep_blank_values=True))


def _rules(form: Form) -> dict[str, str | int | None]:
    """Return the options in a form. Raises GameError for one that is not on the page."""
    found: dict[str, str | int | None] = {}
    for name, (_, known) in CHOICES.items():
        if (value := form.get(name, "")) not in known:
            raise GameError(f"{quoted(value)} is not a choice for {name}")
        found[name] = value
    found |= {name: form.get(name) == "yes" for name in SWITCHES}
    if found["game"] != "words":
        found |= {"rule": "exact-elsewhere", "repeats": True, "plurals": True, "polite": False}
        found |= {"prior": None, "words": None, "guesses": None}
    return found


def _owner(request: Request) -> str:
    return str(getattr(request.state, "device", ""))


def _said(problem: Exception) -> str:
    if isinstance(problem, OSError):
        return f"The game could not be saved: {problem.strerror}. Nothing has changed."
    return str(problem)


def _missing(request: Request, error: Exception | None = None) -> Response:
    return HTMLResponse(view.page("missing.html"), 404)

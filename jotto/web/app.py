"""The application: one page for everything, matches, and what devices need, send and have finished.

The page is ``jotto/pages``, which plays live games by itself (see ``device.py``). An answer is
JSON: what is to be drawn, what there is to say, or, with status 422, an ``error``.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from io import BytesIO
from itertools import islice
from secrets import randbelow
from time import monotonic
from typing import Any

import segno
from anyio import to_thread
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import (
    FileResponse,
    JSONResponse,
    Response,
    StreamingResponse,
)  # fmt: skip
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from jotto.assistant import (
    league as leagues,
    match as matches,
    match_view,
    moves,
    opponents,
    review,
    sentences,
    store,
    view,
    wording,
)
from jotto.assistant.page_file import PAGES
from jotto.assistant.shelf import Shelf
from jotto.assistant.standings import number_of
from jotto.errors import GameError, JottoError, message_for_others, quoted
from jotto.plain import plain
from jotto.question.fields import COMMON
from jotto.question.filling import filled
from jotto.question.forms import called_in, chosen_in, form_of, name_in
from jotto.question.making import Question, saved_options
from jotto.web.answers import Sent, answered, devices, response_of
from jotto.web.api import Api
from jotto.web.device import Devices, core, service
from jotto.web.games import (
    NOTED,
    Clock,
    FinishedGames,
    Games,
    Matches,
    StoredMatch,
    made,
)

PATHS = (  # of the application, which are all the same file
    *("/", "/new", "/alone", "/lists", "/games", "/saved", "/game/{name}", "/game/{name}/report"),
    *("/match", "/match/{code}", "/move/{link}", "/practice", "/league"),
    *("/practice/{tile}", "/play/{tile}", "/guess/{tile}"),
)
SEEN = sentences.sentence("changed meanwhile")
GONE = "This game no longer exists, or it is not yours."
NO_MATCH = "No match has {}. A code has six letters and digits: check it."
NO_RESULT = "This has no results in it. Paste what was shared, such as Ann: Wordle 1,234 4/6"
CHAT_LINES = 20_000  # of results; they take a second
ROWS = 1000  # of a league, and lines of it that were not read
REVIEWED = 50  # results whose turns are known; the page reviews them
TYPED = 6  # signs of a code; other addresses are not repeated
WORKERS = 4  # threads that read files; those that make answers are the purse's
MOST_OVER = 1000  # finished games that are sent
LISTED = 31  # games in a list that need not be whole
WAITS = 600.0  # seconds in which a match is looked at before a browser has to ask again
OFTEN = 0.5  # seconds between two looks at a match
RENEWED = 10.0  # seconds after which it is noted again that a player is there


@dataclass(eq=False)
class Server:
    """The games that devices have sent, matches, the options of a new game, the finished games.

    ``lists`` are further word lists that can be chosen: their paths by their names. ``api`` answers
    programs, if they may ask.
    """

    games: Games
    matches: Matches
    shelf: Shelf
    options: store.Options
    lists: Mapping[str, str] = field(default_factory=dict)
    api: Api | None = None

    def __post_init__(self) -> None:
        self.finished = FinishedGames(self.shelf, self.games.private)
        self.matches.record = self.finished.put

    def app(self) -> Starlette:
        """Return the application."""
        both = ["GET", "POST"]
        quick, long = (partial(partial, _in_turn, long=long) for long in (False, True))
        saved = Devices(self.games, self.finished, self._options)
        return Starlette(
            lifespan=partial(_lifespan, self),
            routes=[
                *(Route(path, partial(_file, "index.html")) for path in PATHS),
                Route("/sw.js", service),
                Route("/app.webmanifest", partial(_file, "app.webmanifest")),
                Route("/data/home", quick(self.home)),
                Route("/data/new", quick(self.choices)),
                Route("/data/games", quick(self.all_finished)),
                Route("/data/table", long(saved.table)),
                Route("/data/saved/{name}", quick(saved.saved), methods=both),
                Route("/data/league", long(self.league), methods=both),
                Route("/data/move", quick(self.move_link)),
                Route("/data/move.svg", quick(self.move_code)),
                Route("/data/move/{link}", quick(self.move), methods=both),
                Route("/data/match", long(self.new), methods=both),
                Route("/data/match/{code}", quick(self.match), methods=both),
                Route("/data/match/{code}/events", quick(self.events)),
                Route("/data/match/{code}/code.svg", quick(self.match_code)),
                Route("/data/match/{code}/{pane}", long(self.match_pane)),
                Route("/static/sentences.json", _sentences),
                Route("/static/core.wasm", core),
                Mount("/static", StaticFiles(directory=PAGES)),
                *(self.api.routes() if self.api else ()),
            ],
            exception_handlers={404: _missing, JottoError: _error_response, OSError: _unreadable},
        )

    # --- lists of games, and new ones ---------------------------------------------------------

    def home(self, request: Request) -> Response:
        """List what goes on, with ``?all`` all; the page adds its own games. Say what can begin."""
        most = None if "all" in request.query_params else LISTED
        lists = (islice(of.going(devices(request)), most) for of in (self.matches, self.games))
        going = [game._asdict() for games in lists for game in games]
        return JSONResponse({"going": going, "offers": self._offers()})

    def all_finished(self, request: Request) -> Response:
        """List the finished games, the newest, and how many others there are."""
        newest = self.finished.newest(devices(request))
        over = [*map(_over, islice(newest, MOST_OVER))]
        earlier = next(newest, None) is not None
        return JSONResponse({"over": over, "earlier": earlier})

    def choices(self, request: Request) -> Response:
        """Return what can be chosen, and whom one can play."""
        return JSONResponse({"players": opponents.described(), "offers": self._offers()})

    def _offers(self) -> dict[str, Any]:
        """Return the fields of a form, what people call its games, and the lists."""
        fields = {"form": form_of(self.options), "called": called_in(self.options)}
        return {**fields, "lists": list(self.lists)}

    def new(self, request: Request) -> Response:
        """Return what can be chosen for a match; by a POST, begin one."""

        def begin(form: Sent) -> Any:
            who = devices(request)[:32], form.get("name", ""), form.get("other", "")
            options, address = self._options(form, prior=COMMON), request.state.address
            return {"go": f"/match/{self.matches.start(options, *who, _terms(form), address)}"}

        return answered(request, begin) if request.method == "POST" else self.choices(request)

    def _options(self, form: Sent, **usual: str) -> store.Options:
        """Return the options of a form. Raises GameError for one that is not on the page.

        ``usual``: of a match, in which people choose the secrets, and no editor does.
        """
        said, name = chosen_in(form, self.options), form.get("list", "")
        if name and name not in self.lists:
            raise GameError(f"{quoted(name)} is not a choice for list")
        lists = {"words": self.lists[name]} if name else {}
        return saved_options(filled("play", usual, self.options, lists, said, kind=Question))

    def league(self, request: Request) -> Response:
        """Return nothing; by a POST, the table of results that were pasted."""

        def made(form: Sent) -> Any:
            text = form.get("text", "")
            lines = len(text.splitlines()) + text.count("\\n")  # in JSON
            if lines > CHAT_LINES:
                raise GameError(f"it has {lines:,} lines: send the last {CHAT_LINES:,}")
            counted: Any = {name: number_of(form.get(name, "")) for name in ("lost", "least")}
            results = leagues.league(text, dates=form.get("dates") or None, **counted)
            if not (results.results or results.unread):
                raise GameError(NO_RESULT)
            turns = [result for result in results.results if result.turns]
            listed = {name: getattr(results, name) for name in ("table", "games", "unread")}
            listed["reviewed"] = turns
            most = {"reviewed": REVIEWED}
            shown = {name: plain(of[: most.get(name, ROWS)]) for name, of in listed.items()}
            facts = {"week": results.week, "lines": results.lines(), "share": results.share()}
            return facts | shown

        return answered(request, made) if request.method == "POST" else JSONResponse({})

    def move_link(self, request: Request) -> Response:
        """Return a link that gives another phone the games of this one."""
        return JSONResponse({"link": request.state.link()})

    def move_code(self, request: Request) -> Response:
        """Return that link as a QR code."""
        return _drawn(request.state.link())

    def move(self, request: Request) -> Response:
        """Say what it means to have the games of another phone; by a POST, have them."""
        state = request.state
        theirs_devices = state.moved(request.path_params["link"])
        if request.method == "POST":
            return answered(request, lambda form: {"go": state.add(theirs_devices) or "/"})
        mine, theirs = (
            wording.count(self._number(of), "game") for of in (state.devices, theirs_devices)
        )
        return JSONResponse({"mine": mine, "theirs": theirs})

    def _number(self, devices: str) -> int:
        """Count the games and matches of devices that are begun or finished."""
        going = sum(1 for of in (self.games, self.matches) for _ in of.going(devices))
        return going + self.finished.count(devices)

    # --- a match ------------------------------------------------------------------------------

    def match(self, request: Request) -> Response:
        """Return a match for a player or a spectator; change it by a move."""
        board, device = self._board(request), devices(request)

        def shown(now: StoredMatch, *messages: sentences.Sentence) -> Any:
            seat = now.seat_of(device)
            code, match, who = now.saved.name, now.match, made(now.saved.options).strategy
            away = seat is not None and self.matches.away(now, seat)
            at, time = now.saved.version, self.matches.clock()
            drawn = match_view.view_of(match, seat, code, who, at=at, now=time, away=away)
            waits = match.seats[1].name is None and not match.over
            link = request.state.invite(code) if waits and seat is not None else ""
            return {"view": plain(drawn), "said": plain(messages), "link": link}

        def change(move: Sent) -> Any:
            code, seat = board.saved.name, board.seat_of(device)
            if move.get("do") == "join":
                self.matches.join(code, device, move.get("name", ""))
                return shown(self._board(request))
            if seat is None:
                raise GameError("you watch this match; only its players can change it")
            if move.get("do") == "again":
                return {"go": f"/match/{self.matches.again(code, seat, request.state.address)}"}
            now = self.matches.clock()
            step = partial(matches.moved, seat=seat, move=move, now=now)
            changed = self.matches.change(code, seat, moves.number(move, "at"), step)
            return shown(self._board(request), *([] if changed else [SEEN]))

        return answered(request, change) if request.method == "POST" else response_of(shown, board)

    def match_pane(self, request: Request) -> Response:
        """Return what a player asks for: about a secret, or a pane of the advice."""
        board, seat = self._played(request)
        name, about = request.path_params["pane"], request.query_params.get("about", "")
        if name == "secret":
            match = board.match
            return response_of(
                lambda: plain(opponents.about_secret(match.game, about, match.barred))
            )
        if not board.match.advised(seat):
            raise GameError("there is nothing to show: you play without advice now")
        session = board.match.session(seat, made(board.saved.options).strategy)
        return response_of(lambda: plain(view.pane(session, name, about)))

    def match_code(self, request: Request) -> Response:
        """Return the address of a match as a QR code."""
        return _drawn(request.state.invite(self._board(request).saved.name))

    def events(self, request: Request) -> Response:
        """Tell when a match has changed, or the other player comes or goes, by an event."""
        changes = self._changes(self._board(request), request)
        return StreamingResponse(changes, media_type="text/event-stream")

    async def _changes(self, board: StoredMatch, request: Request) -> AsyncIterator[str]:
        """Wait for a change, for some minutes; the browser then asks again."""
        seat, asked = board.seat_of(devices(request)), request.query_params
        seen, here = (moves.number(asked, "at"), asked.get("away") == "true"), 0.0
        until = monotonic() + WAITS

        def now() -> tuple[int, bool]:
            nonlocal here
            if seat is not None and self.matches.clock() - here >= RENEWED:
                here = self.matches.here(board, seat)
            gone = seat is not None and self.matches.away(board, seat)
            return self.matches.store.version(board.saved.name), gone

        try:
            while monotonic() < until:
                if await request.state.work(now) != seen:
                    yield _event("changed", "")
                    return
                yield ": nothing new\n\n"
                await asyncio.sleep(OFTEN * request.state.pace())
        finally:
            if seat is not None:
                self.matches.closed(board, seat, here)

    def _played(self, request: Request) -> tuple[StoredMatch, int]:
        """Return a match and the seat of the player who asks."""
        board = self._board(request)
        if (seat := board.seat_of(devices(request))) is None:
            raise HTTPException(404)
        return board, seat

    def _board(self, request: Request) -> StoredMatch:
        """Return a match to its players, to those invited, and to others who know its code."""
        code, state, board = request.path_params["code"], request.state, None
        with suppress(JottoError):
            board = self.matches.get(code)
        if not board or (code != state.invited and board.seat_of(devices(request)) is None):
            state.guess(board is not None)  # status 404 if it is wrong
        return board  # type: ignore[return-value]  # it is None only after a wrong code


async def _in_turn(act: Callable[[Request], Response], request: Request, *, long: bool) -> Response:
    """Answer a request from a thread, when it is the turn of its address."""
    answer: Response = await request.state.work(partial(act, request), long=long)
    return answer


def _drawn(link: str) -> Response:
    """Answer with a QR code."""
    drawn = BytesIO()
    code = segno.make(link, error="l", micro=False)
    code.save(drawn, kind="svg", scale=6, border=3, light="#fff")
    return Response(drawn.getvalue(), media_type="image/svg+xml")


def _event(name: str, text: str) -> str:
    return f"event: {name}\ndata: {text}\n\n"


@asynccontextmanager
async def _lifespan(server: Server, app: Starlette) -> AsyncIterator[None]:
    """Limit the worker threads, let the clock of matches run, and close the stores at the end."""
    to_thread.current_default_thread_limiter().total_tokens = WORKERS
    gc.freeze()  # modules and lists stay: the collector need not scan them
    with server.games.store, server.matches.store, server.shelf:
        await asyncio.to_thread(server.matches.clock.note)
        ends = asyncio.Event()
        runs = asyncio.create_task(_run(server.matches.clock, ends))
        yield
        ends.set()
        await runs


async def _run(clock: Clock, ends: asyncio.Event) -> None:
    """Note the time again and again, and at the end, by threads that no request takes."""
    ended = False
    while not ended:
        with suppress(TimeoutError):
            ended = await asyncio.wait_for(ends.wait(), NOTED)
        await asyncio.to_thread(clock.note)


def _over(record: review.Record) -> dict[str, Any]:
    """Return a finished game as an entry of the list."""
    word = wording.shout(record.secret, " ".join(record.turns)) if record.secret else ""
    facts = {"word": word, "made": len(record.turns), "result": record.result, "by": record.by}
    several = bool(record.options.get("boards"))
    alone = {} if record.advised else {"daily": record.options.get("daily") or ""}
    facts |= {"several": several, "called": name_in(record.options)}
    return {"name": record.name, "time": round(1000 * record.time), **facts, **alone}


def _terms(form: Sent) -> matches.Terms:
    """Return what was agreed on in a form; it was opened by the player of seat 0."""
    order = form.get("order", "me")
    return matches.Terms(
        first={"me": 0, "them": 1}.get(order, randbelow(2)),
        together=order == "together",
        last_turn=form.get("last_turn") == "yes",
        dictionary=form.get("dictionary", "any"),  # type: ignore[arg-type]  # it checks that
        challenge=form.get("challenge", "counts"),  # type: ignore[arg-type]
        advice=form.get("advice", "both"),  # type: ignore[arg-type]
        minutes=moves.number(form, "minutes"),
    )


def _sentences(request: Request) -> Response:
    return JSONResponse(sentences.catalogue())


def _file(name: str, request: Request) -> Response:
    return FileResponse(PAGES / name)


def _missing(request: Request, error: Exception | None = None) -> Response:
    if request.url.path.startswith("/data/"):
        code = request.path_params.get("code", "")
        typed = code.isascii() and code.isalnum() and len(code) <= TYPED
        no_match = NO_MATCH.format(f"the code {code}" if typed else "this code")
        return JSONResponse({"error": no_match if code else GONE}, 404)
    return FileResponse(PAGES / "index.html", 404)  # which says so


def _error_response(request: Request, error: Exception) -> Response:
    """Answer what is wrong."""
    asks = isinstance(error, matches.SureError)  # the page asks, and sends it again
    text = message_for_others(error)
    return JSONResponse({"error": text, **({"sure": True} if asks else {})}, 422)


def _unreadable(request: Request, error: Exception) -> Response:
    why = getattr(error, "strerror", None) or "unknown reason"
    return JSONResponse({"error": f"The saved games cannot be read: {why}"}, 503)

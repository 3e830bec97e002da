"""Requests by programs in any language, and their answers as plain data.

``Requests`` answers them: ``jotto engine`` as JSON lines, ``jotto serve`` over HTTP, ``jotto
mcp`` as tools of assistants. A request has its turns, or the name of a game that is kept here. What
there is to ask is in ``request_table.py``.
"""

from __future__ import annotations

import json
from collections import Counter, OrderedDict
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import Future
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from secrets import token_urlsafe
from threading import Lock, Thread
from typing import Any, NamedTuple

import jotto
from jotto.assistant import answers, moves, thinker, view
from jotto.assistant.answers import Fields
from jotto.assistant.request_table import (
    EXAMPLE,
    MOST_BYTES,
    SCHEMA,
    RequestError,
    check,
    error_fields,
    flat,
    from_json,
    id_in,
    meant,
    names,
    schemas,
    table,
)
from jotto.assistant.review import LARGEST, check_win, review
from jotto.assistant.sentences import Sentence
from jotto.assistant.session import Session
from jotto.assistant.store import Saved
from jotto.engine.boards import Boards
from jotto.engine.lengths import evaluate
from jotto.engine.position import Position, start
from jotto.errors import ContradictionError, quoted
from jotto.question import fields as asking
from jotto.question.fields import filled
from jotto.question.making import Question

MOST_KEPT = 1000  # games
MOST_LATE = 2  # requests that are worked on although nobody waits
SECONDS = 30.0  # until an answer, to a program that waits for each
LATE, BUSY = "it takes longer than", "two other requests take longer than"
AGAIN = "the work goes on: wait, and send the same request again"
MOST_THOUGHT = 10  # seconds in which a server looks ahead for a program
MOST_OPTIONS = 32 << 20  # bytes of the options of all games that are kept
GAMES = 6  # with different options that stay in memory; a large one takes some 60 MB


# --- games ----------------------------------------------------------------------------------------


class Words(tuple[str, ...]):
    """A list of words in a request, where the command line has a file."""

    name = "the list in the request"

    __slots__ = ()

    def __str__(self) -> str:
        return self.name


class Kept(NamedTuple):
    """A game that is kept: its options as JSON, and what was entered."""

    options: str
    saved: Saved
    by: str = ""  # the address that began it


ASKED_BY = ContextVar("asked_by", default="")  # the address of a visitor of a server


@dataclass(eq=False)
class Requests:
    """Answers requests; what they leave out is as in ``asked``, when the program was started.

    At most ``most`` games are kept: of the address that has most, the one used longest ago goes.
    ``shared``: for visitors who do
    not know each other, so that names of games are made here, and only ``games`` are played.
    ``most_bytes``: of a request, as it says. What takes longer than ``seconds``, if given, is
    answered by an error, and goes on: sent again, it gets its answer.

    >>> requests = Requests(Question(rule="colours"))
    >>> requests.answer({"do": "score", "id": 7, "guess": "speed", "secret": "erase"})
    {'id': 7, 'do': 'score', 'guess': 'speed', 'secret': 'erase', 'text': 'YBYYB'}
    """

    asked: Question
    most: int = MOST_KEPT
    shared: bool = False
    games: Collection[str] = ()
    most_bytes: int = MOST_BYTES
    seconds: float | None = None

    def __post_init__(self) -> None:
        self._layers = self.asked.layers if self.asked.act else (self.asked.said,)
        self._made = lru_cache(GAMES)(self._make)
        self._kept = OrderedDict[str, Kept]()
        self._lock, self._making = Lock(), Lock()
        self._late = list[tuple[Any, Future[Fields]]]()  # requests, and the work on them

    def start(self) -> None:
        """Make the game of requests that say nothing else. Raises JottoError."""
        self._new({})

    def answer(self, request: Any, do: str | None = None) -> Fields:
        """Answer a request, whatever it is, in time; ``do`` if it goes elsewhere."""
        if self.seconds is None or not isinstance(request, dict):
            return self._answer(request, do)
        asked = do, {**request, "id": None}
        with self._lock:
            work = next((work for other, work in self._late if other == asked), None)
            late = [each for each in self._late if each[1] is not work]
            going = [each for each in late if not each[1].done()]
            self._late = [each for each in late if each[1].done()][-MOST_LATE:] + going
            busy = work is None and len(going) >= MOST_LATE
        with suppress(TimeoutError):
            if not busy:
                work = work or _begun(partial(self._answer, request, do))
                answer = work.result(self.seconds)
                return {**answer, "id": request["id"]} if "id" in request else answer
        if work is not None:
            with self._lock:
                self._late.append((asked, work))
        wrong = RequestError(f"{BUSY if busy else LATE} {self.seconds:g} seconds", AGAIN)
        ident = request.get("id") if _is_id(request.get("id")) else None
        return {"id": ident, "do": None, "error": error_fields(wrong, None)}

    def _answer(self, request: Any, do: str | None) -> Fields:
        """Answer a request, whatever it is and however long that takes."""
        asked, ident = do, None
        try:
            if not isinstance(request, dict):
                raise RequestError("a request is an object of JSON", EXAMPLE)
            ident = check("id", request.get("id"), flat(table()["$defs"]["id"]))
            asked = request.get("do") if do is None else do
            if request.get("do", asked) != asked:
                other = f"do: {quoted(str(request['do']))}, but this is asked of {asked}"
                raise RequestError(other, "leave do out, or send it where that is asked")
            return {"id": ident, "do": asked, **self.asked_for(asked, request)}
        except Exception as error:  # one request fails, not the program
            known = asked if isinstance(asked, str) and asked in names() else None
            return {"id": ident, "do": known, "error": error_fields(error, known)}

    def asked_for(self, do: Any, request: Mapping[str, Any]) -> Fields:
        """Return what a request asks for. Raises JottoError."""
        if not isinstance(do, str) or do not in names():
            hint = meant(str(do), names()) + f"there are {', '.join(names())}"
            raise RequestError(f"{quoted(str(do))} is not a request", hint)
        given, notes = check(do, {**request, "do": do}, schemas()[do]), list[Sentence]()
        for name in asking.own_schema(do):
            row = asking.table()[name][1]
            given.setdefault(name, row.usual_of(do, {}))
            row.check(name, given[name])
        answer: Fields = getattr(self, do)(given, notes)
        return {**answer, "notes": list(map(str, notes))} if notes else answer

    def read(self, data: bytes, do: str | None = None) -> Fields:
        """Answer a request that is JSON, or should be."""
        try:
            return self.answer(from_json(data), do)
        except RequestError as error:
            return {"id": id_in(data), "do": None, "error": error_fields(error, None)}

    # --- the game of a request --------------------------------------------------------------------

    def _filled(self, text: str) -> Question:
        """Return the question of some options, which are given as JSON. Raises JottoError."""
        act, given = json.loads(text)
        for name in ("words", "guesses", "without"):
            if name in given:
                given[name] = Words(given[name])
        asked = filled(act, *self._layers, given, house=self.asked.house, kind=Question)
        if self.games and asked.game not in self.games:
            hint = f"write one of {', '.join(sorted(self.games))}"
            raise RequestError(f"{quoted(str(asked.game))} is not played here", hint)
        return asked

    def _make(self, text: str) -> tuple[Question, Session]:
        """Make a new game of such options. Raises JottoError."""
        asked = self._filled(text)
        game = asked.make_game()
        strategy = asked.adviser(game, live=True)
        return asked, Session(game, strategy, boards=asked.boards)

    def _new(self, given: Fields, act: str = "play") -> tuple[str, Question, Session]:
        """Return the options of a request as JSON, and the game that they make, remembered."""
        text = written(given, act)
        with self._making:
            return text, *self._made(text)

    def _session(self, given: Fields, notes: list[Sentence]) -> Session:
        """Return the game that a request is about, with its turns. Raises JottoError."""
        if "name" in given:
            return self._kept_session(given)[1]
        _, _, session = self._new(given, "evaluate" if given["do"] == "evaluate" else "play")
        game, secret = session.game, given.get("secret")
        revealed = None if secret is None else game.read_guess(secret)
        turns = answers.with_scores(game, given.get("turns", ()), revealed)
        session = answers.with_turns(session, turns)
        made = (session.attempt or session).state.mine
        words = (str(turn.guess) for turn in made if moves.is_unlisted(game, turn.guess))
        notes += [moves.unlisted(game, word) for word in words]
        return session

    # --- games that are kept ----------------------------------------------------------------------

    def _kept_session(self, given: Fields) -> tuple[Kept, Session]:
        """Return the game of a name. Raises RequestError."""
        name = given["name"]
        if both := {*asking.options_schema(), "turns"} & given.keys():
            reason = f"the game {quoted(name)} has its options and turns"
            raise RequestError(reason, f"leave {', '.join(sorted(both))} out, or the name")
        with self._lock:
            if name not in self._kept:
                hint = f"begin it by new; of all games the {self.most:,} used last are kept"
                raise RequestError(f"no game is kept under the name {quoted(name)}", hint)
            self._kept.move_to_end(name)
            kept = self._kept[name]
        with self._making:
            _, session = self._made(kept.options)
        return kept, kept.saved.restore(session)

    def _keep(self, name: str, kept: Kept, before: Kept | None) -> list[str]:
        """Keep a game, and return the names of those that go. Raises RequestError."""
        dropped = list[str]()
        with self._lock:
            if before is not None and self._kept.get(name) is not before:
                raise RequestError("another request has changed this game", "look at it again")
            self._kept[name] = kept
            self._kept.move_to_end(name)
            size = sum(len(kept.options) for kept in self._kept.values())
            while len(self._kept) > self.most or size > MOST_OPTIONS:
                greedy = Counter(kept.by for kept in self._kept.values()).most_common(1)[0][0]
                oldest = next(name for name, kept in self._kept.items() if kept.by == greedy)
                size -= len(self._kept.pop(oldest).options)
                dropped += [oldest] * (greedy == ASKED_BY.get())  # others' names are theirs
        return dropped

    def new(self, given: Fields, notes: list[Sentence]) -> Fields:
        """Begin a game that is kept."""
        if not self.most:
            raise RequestError("this server keeps no games", "send the turns with each request")
        if self.shared and "name" in given:
            raise RequestError("this server names the games itself", "leave name out")
        name = given.pop("name", None) or token_urlsafe(9)
        session, (text, *_) = self._session(given, notes), self._new(given)
        kept = Kept(text, Saved({}, session.game.key).updated(session), ASKED_BY.get())
        dropped = self._keep(name, kept, None)
        shown: Fields = {"name": name, "said": [], "view": view.view(thinker.thought(session))}
        return {**shown, **({"dropped": dropped} if dropped else {})}

    def move(self, given: Fields, _: list[Sentence]) -> Fields:
        """Make a move in a game that is kept."""
        kept, session = self._kept_session({"name": given["name"]})
        if ("line" in given) == ("move" in given):
            raise RequestError(
                "a move is a line or a move", "write the line that a person would type, or the move"
            )
        move = given["move"] if "move" in given else moves.read_move(session, given["line"])
        done = moves.make_move(session, move)
        said = [*done.messages, *moves.notes(session, move)]
        self._keep(given["name"], kept._replace(saved=kept.saved.updated(done.session)), kept)
        return {
            "name": given["name"],
            "said": said,
            "view": view.view(thinker.thought(done.session)),
        }

    def drop(self, given: Fields, _: list[Sentence]) -> Fields:
        """Forget a game that is kept."""
        self._kept_session(given)
        with self._lock:
            self._kept.pop(given["name"], None)
            return {"name": given["name"], "kept": len(self._kept)}

    # --- what is asked of a game ------------------------------------------------------------------

    def hello(self, _: Fields, __: list[Sentence]) -> Fields:
        """Say the version, the requests and the limits."""
        says = {name: schema["description"] for name, schema in schemas().items()}
        limits = {"bytes": self.most_bytes, "kept": self.most, "kept_bytes": MOST_OPTIONS}
        about = {"version": jotto.__version__, "schema": SCHEMA}
        return {**about, "requests": says, "limits": limits}

    def view(self, given: Fields, notes: list[Sentence]) -> Fields:
        """Return what is to be shown of a game, or a part of it."""
        session = self._session(given, notes)
        session = thinker.thought(session)
        if "pane" in given:
            return {"pane": view.pane(session, given["pane"], given.get("about", ""))}
        return {"view": view.view(session)}

    def score(self, given: Fields, notes: list[Sentence]) -> Fields:
        """Score a guess against a secret."""
        kept = self._kept_session(given)[0] if "name" in given else None
        asked = self._filled(kept.options if kept else written(given))
        return answers.scored(asked, given["guess"], given["secret"])

    def suggest(self, given: Fields, notes: list[Sentence]) -> Fields:
        """Suggest what to guess next."""
        session, top, think = self._session(given, notes), given["top"], given["think"]
        at = position(session)
        asking.check_own("suggest", {"boards": session.boards, **given})
        if session.state.unlisted:
            asked = {"why": None} if given["why"] else {}
            return answers.suggested_unlisted(session, top, given["guess"]) | asked
        if self.shared and (think or 0) > MOST_THOUGHT:
            raise RequestError(f"think: at most {MOST_THOUGHT} seconds", "or run jotto engine")
        seen, why = thinker.looked_ahead(session.strategy, at, think, given["aim"])
        best = ([], None) if is_over(at) else answers.advise(session.strategy, at, top, seen)
        advice, book = best
        further = answers.ahead(seen, why) | answers.worth(at, given["guess"])
        if given["why"]:
            further |= answers.why(at, advice, given["guess"], top)
        return answers.suggested(at, advice, book, further)

    def candidates(self, given: Fields, notes: list[Sentence]) -> Fields:
        """List what the secret can still be."""
        session = self._session(given, notes)
        shown = answers.listed(position(session), given["top"], given["order"])
        return shown if session.boards > 1 else {**shown, "count": session.count}

    def explain(self, given: Fields, notes: list[Sentence]) -> Fields:
        """Find the mistake when no secret fits the scores."""
        session = self._session(given, notes)
        boards = (session.attempt or session).state.boards
        return answers.explained(session.listed, boards, given["top"])

    def review(self, given: Fields, notes: list[Sentence]) -> Fields:
        """Judge each guess of a game."""
        session = self._session(given, notes)
        if session.boards > 1:
            raise RequestError("a game of several boards is not judged", "review one board")
        made = (session.attempt or session).state
        strategy, game = replace(session.strategy, avoid=frozenset()), session.listed
        players = [("you", made.mine, given.get("secret"))]
        if session.race is not None:
            players.append(("they", made.theirs, session.race.secret))
        if "secret" in given:
            check_win(game, made.mine, game.read_guess(given["secret"]))
        reviews = [
            answers.review_fields(game, who, review(game, *turns, secret=secret, strategy=strategy))
            for who, turns, secret in players
            if turns
        ]
        if not reviews:
            raise RequestError("there are no turns to judge", "give turns, or a game that has some")
        return {"reviews": reviews}

    def evaluate(self, given: Fields, notes: list[Sentence]) -> Fields:
        """Play a strategy against every secret that is left."""
        session = self._session(given, notes)
        if "name" in given:  # what is measured is the same as of a game that is not kept
            kept, _ = self._kept_session(given)
            _, options = json.loads(kept.options)
            session = kept.saved.restore(self._new(options, "evaluate")[2])
        at, game = position(session), session.game
        if self.shared and (isinstance(at, Boards) or len(at) * len(game.guesses) > LARGEST):
            raise RequestError("that takes too long for a server", "run jotto engine for it")
        opening = tuple(map(game.read_guess, given.get("opening", ())))
        answers.check_opening(at, opening)
        strategy = replace(session.strategy, opening=opening)
        lengths = evaluate(at, strategy, seed=given.get("seed", 0))
        choose = at.choose if isinstance(at, Boards) else lambda strategy: strategy(at)
        first = None if is_over(at) else choose(strategy)
        return {"strategy": strategy.name, "first": first, **lengths.to_dict()}


def written(given: Fields, act: str = "play") -> str:
    """Return the options in a request as JSON, with what is asked for."""
    names = asking.options_schema().keys() & given.keys()
    return json.dumps((act, {name: given[name] for name in names}), sort_keys=True)


def _is_id(value: Any) -> bool:
    try:
        check("id", value, flat(table()["$defs"]["id"]))
    except RequestError:
        return False
    return True


def _begun(work: Callable[[], Fields]) -> Future[Fields]:
    """Begin work in a thread, which does not outlive the program."""
    done: Future[Fields] = Future()

    def run() -> None:
        try:
            done.set_result(work())
        except BaseException as error:  # for whoever waits
            done.set_exception(error)

    Thread(target=run, daemon=True).start()
    return done


def is_over(at: Position | Boards) -> bool:
    """Whether nothing is left to guess."""
    return at.over if isinstance(at, Boards) else at.won


def position(session: Session) -> Position | Boards:
    """Return where a game is, found boards included. Raises ContradictionError."""
    state, game = (session.attempt or session).state, session.listed
    if state.unlisted:
        if session.attempt is not None and session.attempt.contradiction is not None:
            raise session.attempt.contradiction
        return session.position
    if session.boards == 1:
        return start(game, *state.mine)
    places = list[Position]()
    for number, turns in enumerate(state.boards, 1):
        try:
            places.append(start(game, *turns))
        except ContradictionError as error:
            error.args = (f"board {number}: {error}",)
            raise
    at = Boards(tuple(places))
    at.check_differ()
    return at

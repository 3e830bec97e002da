"""Requests by programs in any language, and their answers as plain data.

``Requests`` answers them: ``jotto engine`` as JSON lines, ``jotto serve`` over HTTP, ``jotto
mcp`` as tools of assistants. A request has its turns, or the name of a game that is kept here. What
there is to ask is in ``request_table.py``.
"""

from __future__ import annotations

import json
from collections import Counter, OrderedDict
from collections.abc import Callable, Collection, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import lru_cache
from secrets import token_urlsafe
from threading import Lock
from typing import Any, NamedTuple

import jotto
from jotto.assistant import (
    answers,
    keeper,
    laboratory,
    move_table,
    moves,
    opponents,
    practice,
    statistics,
    thinker,
    view,
)
from jotto.assistant.answers import Object, position
from jotto.assistant.keeper import Keeper
from jotto.assistant.request_lists import NOTED, Told, Words
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
    not_played,
    schemas,
    table,
)
from jotto.assistant.review import Record, Review, check_win, review
from jotto.assistant.session import Session
from jotto.assistant.sharing import shared
from jotto.assistant.store import Saved
from jotto.engine.boards import Boards
from jotto.engine.game import Game
from jotto.engine.position import position_of
from jotto.errors import JottoError, quoted
from jotto.question import fields as asking
from jotto.question.filling import check_own, filled, in_full
from jotto.question.making import Question
from jotto.question.schema import options_schema, own_schema
from jotto.stopping import Stop, check as check_stop, locked, settle, timeout

MOST_KEPT = 1000  # games
SECONDS = 30.0  # after which work is stopped, beside those of looking ahead
STOPPED = RequestError("it was stopped", "send it again to have its answer", "stopped")
A_DAY = 86_400.0  # the most that a request may say
MOST_SHARED = 10.0  # of them for a visitor of a server, and as many to look ahead
ENGINE = "for more, run jotto engine"
MOST_EXERCISES = 10  # that a server makes up at once
MOST_UNLISTED = 3  # words that a server rates, each by games of a third of a second
MOST_OPTIONS = 32 << 20  # bytes of the options of all games that are kept
GAMES = 6  # with different options that stay in memory; a large one takes some 60 MB


# --- games ----------------------------------------------------------------------------------------


class Kept(NamedTuple):
    """A game that is kept: its options as JSON, and what was entered."""

    options: str
    saved: Saved
    by: str = ""  # the address that began it
    keeper: Keeper | None = None  # of a secret that is to be found


Notes = list[Any]  # sentences
ASKED_BY = ContextVar("asked_by", default="")  # the address of a visitor of a server


@dataclass(eq=False)
class Requests:
    """Answers requests; what they leave out is as in ``asked``, when the program was started.

    At most ``most`` games are kept: of the address that has most, the one used longest ago goes.
    ``shared``: its visitors do not know each other; it makes the names, and plays only ``games``.
    ``most_bytes``: of a request, as it says. What takes longer than ``seconds`` is stopped; a
    request may say others, but where it is shared not more. ``sent`` returns the ids of the lines
    of a program that have no answer yet, and what stops them.

    >>> requests = Requests(Question(rule="colours"))
    >>> requests.answer({"do": "score", "id": 7, "guess": "speed", "secret": "erase"})
    {'id': 7, 'do': 'score', 'guess': 'speed', 'secret': 'erase', 'text': 'YBYYB'}
    """

    asked: Question
    most: int = MOST_KEPT
    shared: bool = False
    games: Collection[str] = ()
    most_bytes: int = MOST_BYTES
    seconds: float = SECONDS
    sent: Callable[[], list[tuple[Any, Stop]]] | None = None

    def __post_init__(self) -> None:
        self._layers = self.asked.layers if self.asked.act else (self.asked.said,)
        self._made = lru_cache(GAMES)(self._make)
        self._kept = OrderedDict[str, Kept]()
        self._lock, self._making = Lock(), Lock()

    def start(self) -> None:
        """Make the game of requests that say nothing else. Raises JottoError."""
        self._new({}, [])

    def answer(self, request: Any, do: str | None = None, stop: Stop | None = None) -> Object:
        """Answer a request, whatever it is; ``do`` if it goes elsewhere.

        ``stop``: when it is called, the work ends, and the answer is an error.
        """
        asked, ident, stop = do, None, stop or Stop()
        try:
            if not isinstance(request, dict):
                raise RequestError("a request is an object of JSON", EXAMPLE, "not json")
            ident = check("id", request.get("id"), flat(table()["$defs"]["id"]))
            asked = request.get("do") if do is None else do
            if request.get("do", asked) != asked:
                other = f"do: {quoted(str(request['do']))}, but this is asked of {asked}"
                raise RequestError(other, "leave do out, or send it where that is asked")
            with stop:
                told = self.asked_for(asked, request)
                settle()
            return {"id": ident, "do": asked, **told}
        except KeyboardInterrupt:
            if not stop.over:
                raise
            wrong: Exception = STOPPED
        except Exception as error:  # one request fails, not the program
            wrong = error if stop.end() else STOPPED
        known = asked if isinstance(asked, str) and asked in names() else None
        return {"id": ident, "do": known, "error": error_fields(wrong, known)}

    def asked_for(self, do: Any, request: Mapping[str, Any]) -> Object:
        """Return what a request asks for. Raises JottoError."""
        if not isinstance(do, str) or do not in names():
            there = [name for name in names() if name != "stop" or self.sent]
            hint = meant(str(do), there) + f"there are {', '.join(there)}"
            wrong = "the request has no do" if do is None else f"{quoted(str(do))} is not a request"
            raise RequestError(wrong, hint, "unknown request")
        given, notes = check(do, in_full(do, {**request, "do": do}), schemas()[do]), Notes()
        seconds, think = given.pop("seconds", self.seconds), given.get("think") or 0
        if given.pop("progress", False) and self.sent is None:
            wrong = "progress is for lines of jotto engine"
            raise RequestError(wrong, "leave it out", "not allowed")
        if self.shared and max(seconds, think) > self.seconds:
            name = "seconds" if seconds > self.seconds else "think"
            most = f"a server works for at most {self.seconds:g} seconds"
            raise RequestError(f"{name}: {most}", ENGINE, "not allowed")
        if own := {name for name, schema in own_schema(do).items() if schema}:
            said = {name: given[name] for name in own & given.keys()}
            asked = self._said(do, {**_options(given), **said})
            asked.check_apart(given.keys())
            given |= {name: getattr(asked, name) for name in own}
        try:
            with timeout(seconds + think):
                check_stop()
                answer: Object = getattr(self, do)(given, notes)
        except TimeoutError as error:
            hint = ENGINE if self.shared else "for more, say so: seconds, up to a day"
            raise RequestError(f"{error}, and was stopped", hint, "out of time") from None
        return {**answer, "notes": list(map(str, notes))} if notes else answer

    def read(self, data: bytes, do: str | None = None, stop: Stop | None = None) -> Object:
        """Answer a request that is JSON, or should be."""
        try:
            return self.answer(from_json(data), do, stop)
        except RequestError as error:
            return refusal(data, error)

    # --- the game of a request --------------------------------------------------------------------

    def _filled(self, text: str) -> Question:
        """Return the question of some options, which are given as JSON. Raises JottoError."""
        act, given = json.loads(text)
        for name in ("words", "guesses", "without"):
            if isinstance(given.get(name), list):  # else it is the text of a file
                given[name] = Words(given[name])
        asked = self._said(act, given)
        if self.games and asked.game not in self.games:
            raise not_played(str(asked.game), self.games)
        return asked

    def _said(self, act: str, given: Object) -> Question:
        """Return the question of some fields. Raises GameError."""
        return filled(act, *self._layers, given, house=self.asked.house, kind=Told)

    def _make(self, text: str) -> tuple[Question, Session, Notes]:
        """Make a new game of such options, with what is worth knowing. Raises JottoError."""
        noted = Notes()
        token = NOTED.set(noted)
        try:
            asked = self._filled(text)
            game = asked.make_game()
        finally:
            NOTED.reset(token)
        strategy = asked.adviser(game, live=True)
        return asked, Session(game, strategy, boards=asked.boards), noted

    def _new(self, given: Object, notes: Notes, act: str = "play") -> tuple[str, Question, Session]:
        """Return the options of a request as JSON, and the game that they make, remembered.

        Of those of the program, it drops what the request does not have, or what does not go with
        the request, with a note.
        """
        do, layers = given.get("do", ""), (in_full(act, of, strict=False) for of in self._layers)
        told = {n: v for layer in layers for n, v in layer.items()}
        lies = {"lies"} if do in asking.TRUTHFUL else set[str]()
        lacks = (told.keys() & ({*asking.LACKS.get(do, ())} | lies)) - given.keys()
        usual = {name: asking.table()[name][1].usual_of(act, {}) for name in lacks}
        text = written({**given, **usual}, act)
        with locked(self._making):
            asked, session, noted = self._made(text)
        notes += noted
        other = [n for n in ("lies", "boards") if n in lacks and told[n] not in (None, usual[n])]
        reasons: dict[str, str] = {name: f"{do} has no {name}" for name in other}
        reasons |= {n: why for n, why in asked.dropped.items() if n not in lacks}
        told_of = ", ".join(f"{name} ({why})" for name, why in sorted(reasons.items()))
        which = "options of this program" if told.keys() & reasons.keys() else "house rules"
        notes += [f"{which} that are not used here: {told_of}"] * bool(told_of)
        return text, asked, session

    def _session(self, given: Object, notes: Notes) -> Session:
        """Return the game that a request is about, with its turns. Raises JottoError."""
        if "name" in given:
            return self._open_session(given)[1]
        act = given["do"] if given["do"] in ("evaluate", "solve") else "play"
        _, _, session = self._new(given, notes, act)
        game, secret = session.game, given.get("secret")
        revealed = None if secret is None else game.read_guess(secret)
        turns = answers.with_scores(game, given.get("turns", ()), revealed)
        session = answers.with_turns(session, turns)
        made = (session.attempt or session).state.mine
        words = (str(turn.guess) for turn in made if moves.is_unlisted(game, turn.guess))
        notes += [moves.unlisted(game, word) for word in words]
        return session

    # --- games that are kept ----------------------------------------------------------------------

    def _kept_session(self, given: Object) -> tuple[Kept, Session]:
        """Return the game of a name. Raises RequestError."""
        name = given["name"]
        if both := {*options_schema(), "turns"} & given.keys():
            reason = f"the game {quoted(name)} has its options and turns"
            raise RequestError(reason, f"leave {', '.join(sorted(both))} out, or the name")
        with self._lock:
            if name not in self._kept:
                hint = f"start it with new; only the {self.most:,} games used last are kept"
                wrong = f"no game is kept under the name {quoted(name)}"
                raise RequestError(wrong, hint, "no such name")
            self._kept.move_to_end(name)
            kept = self._kept[name]
        with locked(self._making):
            _, session, _ = self._made(kept.options)
        if kept.keeper and not (kept.keeper.given_up or kept.saved.over):
            session = keeper.session_of(session.game, session.boards, session.strategy.avoid)
        return kept, kept.saved.restore(session)

    def _open_session(self, given: Object) -> tuple[Kept, Session]:
        """Return the game of a name, if its secret is not one to be found. Raises RequestError."""
        kept, session = self._kept_session(given)
        if kept.keeper is not None and not keeper.is_over(kept.keeper, session):
            reason = "the secret of this game is kept here, and not found yet"
            instead = "make a move, view the game, or send turns and no name"
            raise RequestError(reason, instead, "not now")
        return kept, session

    def _begin(self, name: str, kept: Kept) -> Object:
        """Begin a game that is kept; return what there is to say about it. Raises RequestError."""
        dropped = self._keep(name, kept, None)
        return {"name": name, "said": [], **({"dropped": dropped} if dropped else {})}

    def _name(self, given: Object) -> str:
        """Return the name of a game that is to be kept. Raises RequestError."""
        if not self.most:
            asks = "send the turns with each request"
            asks = "draw a secret yourself, and score" if given["do"] == "keep" else asks
            raise RequestError("this server keeps no games", asks, "not allowed")
        if self.shared and "name" in given:
            wrong = "this server names the games itself"
            raise RequestError(wrong, "leave name out", "not allowed")
        return given.pop("name", None) or token_urlsafe(9)

    def _keep(self, name: str, kept: Kept, before: Kept | None) -> list[str]:
        """Keep a game, and return the names of those that go. Raises RequestError."""
        dropped = list[str]()
        with self._lock:
            if before is not None and self._kept.get(name) is not before:
                wrong = "another request has changed this game"
                raise RequestError(wrong, "look at it again", "not now")
            settle()
            self._kept[name] = kept
            self._kept.move_to_end(name)
            size = sum(len(kept.options) for kept in self._kept.values())
            while len(self._kept) > self.most or size > MOST_OPTIONS:
                greedy = Counter(kept.by for kept in self._kept.values()).most_common(1)[0][0]
                oldest = next(name for name, kept in self._kept.items() if kept.by == greedy)
                size -= len(self._kept.pop(oldest).options)
                dropped += [oldest] * (greedy == ASKED_BY.get())  # others' names are theirs
        return dropped

    def new(self, given: Object, notes: Notes) -> Object:
        """Begin a game that is kept."""
        name = self._name(given)
        session, (text, *_) = self._session(given, notes), self._new(given, [])
        kept = Kept(text, Saved({}, session.game.key).updated(session), ASKED_BY.get())
        shown = view.view(thinker.thought(session))
        return {**self._begin(name, kept), "view": shown}

    def keep(self, given: Object, notes: Notes) -> Object:
        """Begin a game whose secret is kept here, to be found by moves."""
        rules = [self.asked.house, *self._layers, given]
        hard = next(filter(None, (rule.get("allow") for rule in rules[::-1])), "all") != "all"
        name, _ = self._name(given), given.pop("allow", None)
        asked = self._said("keep", {n: given[n] for n in asking.table().keys() & given.keys()})
        seed: Any = given.get("seed")  # not that of the program, or all secrets were the same
        asked = replace(asked, seed=seed)
        text, whole, made = self._new(
            {n: v for n, v in given.items() if n != "seed"}, notes, "keep"
        )
        session = keeper.session_of(made.game, int(whole.boards), made.strategy.avoid)
        holds = keeper.begun(asked, made.game, hard=hard)
        saved = Saved({}, made.game.key).updated(session)
        told = {"said": keeper.rules(holds, session), "secrets": holds.listed}
        day = {"day": str(holds.day)} if holds.day else {}
        shown = keeper.seen(holds, session)
        begun = self._begin(name, Kept(text, saved, ASKED_BY.get(), holds))
        return {**begun, **told, **day, "view": shown}

    def move(self, given: Object, _: Notes) -> Object:
        """Make a move in a game that is kept."""
        kept, session = self._kept_session({"name": given["name"]})
        if ("line" in given) == ("move" in given):
            raise RequestError(
                "give a line or a move, not both",
                "line is what a person would type, move is the same as data",
            )
        holds, line = kept.keeper, given.get("line")
        if holds is not None and keeper.is_over(holds, session):
            raise RequestError("the game is over", "begin another by keep", "not now")
        face = {} if holds is None else {"face": holds.face}
        move = given["move"] if line is None else moves.read_move(session, line, **face)
        if line is not None and (shown := self._shown(given["name"], move)):
            return shown
        if holds is not None:
            return self._guessed(given["name"], kept, holds, session, move)
        done = moves.make_move(session, move)
        said = [*done.messages, *moves.notes(session, move)]
        after = view.view(thinker.thought(done.session))
        self._keep(given["name"], kept._replace(saved=kept.saved.updated(done.session)), kept)
        return {"name": given["name"], "said": said, "view": after}

    def _shown(self, name: str, move: Mapping[str, str]) -> Object:
        """Return what a line shows of a game, as the line of a person may; nothing if it acts."""
        do = move["do"]
        if do == "left" or do not in move_table.table() or not move_table.table()[do].shows:
            return {}
        shown = {"name": name, "said": [], **self.view({"name": name}, [])}
        if do in view.PANES:
            asked = {"name": name, "pane": do, "about": move.get("about", "")}
            shown |= self.view(asked, [])
        return shown

    def _guessed(
        self, name: str, kept: Kept, holds: Keeper, session: Session, move: Mapping[str, str]
    ) -> Object:
        """Make a move in a game whose secret is kept: a guess is scored."""
        made = len(session.transcript)
        if move["do"] == "guess" and move.get("sure") != move.get("word"):
            _listed(session.game, move.get("word", ""))
        holds, session, said = keeper.moved(holds, session, move)
        saved = kept.saved.updated(session)
        answer: Object = {"name": name, "said": said, "view": keeper.seen(holds, session)}
        if len(session.transcript) > made:
            answer["score"] = session.transcript[-1][2]
        if keeper.is_over(holds, session):
            answer["result"] = "found" if session.won else "given up"
            answer["secret"] = keeper.revealed(holds, session)
        self._keep(name, kept._replace(saved=saved, keeper=holds), kept)
        return answer

    def drop(self, given: Object, _: Notes) -> Object:
        """Forget a game that is kept."""
        self._kept_session(given)
        with self._lock:
            settle()
            self._kept.pop(given["name"], None)
            return {"name": given["name"], "kept": len(self._kept)}

    def stop(self, given: Object, _: Notes) -> Object:
        """Stop lines that were sent before and have no answer yet."""
        if self.sent is None:
            hint = "close the connection, or cancel the call"
            raise RequestError("stop is for lines of jotto engine", hint, "not allowed")
        any_of, ident = "request" not in given, given.get("request")
        found = [stop for sent, stop in self.sent() if any_of or sent == ident]
        return {"stopped": sum([stop() for stop in found])}

    # --- what is asked of a game ------------------------------------------------------------------

    def hello(self, _: Object, __: Notes) -> Object:
        """Say the version, the requests and the limits."""
        says = {name: schema["description"] for name, schema in schemas().items()}
        limits = {"bytes": self.most_bytes, "kept": self.most, "kept_bytes": MOST_OPTIONS}
        limits["seconds"] = round(self.seconds)
        about = {"version": jotto.__version__, "schema": SCHEMA}
        return {**about, "requests": says, "limits": limits}

    def view(self, given: Object, notes: Notes) -> Object:
        """Return what is to be shown of a game, or a part of it."""
        kept, session = self._kept_session(given) if "name" in given else (None, None)
        if kept and session and (holds := kept.keeper):
            if "pane" in given:
                return {"pane": keeper.pane(holds, session, given["pane"], given.get("about", ""))}
            return {"view": keeper.seen(holds, session)}
        session = session or self._session(given, notes)
        session = thinker.thought(session)
        if "pane" in given:
            return {"pane": view.pane(session, given["pane"], given.get("about", ""))}
        return {"view": view.view(session)}

    def score(self, given: Object, notes: Notes) -> Object:
        """Score a guess against a secret."""
        kept = self._kept_session(given)[0] if "name" in given else None
        asked = self._filled(kept.options if kept else written(given))
        return answers.scored(asked, given["guess"], given["secret"])

    def suggest(self, given: Object, notes: Notes) -> Object:
        """Suggest what to guess next."""
        session, think = self._session(given, notes), given["think"]
        at = position(session)
        check_own("suggest", {"boards": session.boards, **given})
        found = thinker.looked_ahead(session.strategy, at, think, given["aim"])
        also: Any = {name: given[name] for name in ("top", "guess", "why")}
        if session.state.unlisted:
            return answers.suggested_unlisted(session, *found, **also)
        notes += answers.not_allowed(session.strategy, at, given["guess"])
        return answers.suggested(session.strategy, at, *found, **also)

    def candidates(self, given: Object, notes: Notes) -> Object:
        """List what the secret can still be."""
        session = self._session(given, notes)
        shown = answers.listed(position(session), given["top"], given["order"])
        return shown if session.boards > 1 else {**shown, "count": session.count}

    def explain(self, given: Object, notes: Notes) -> Object:
        """Find the mistake when no secret fits the scores."""
        session = self._session(given, notes)
        boards = (session.attempt or session).state.boards
        return answers.explained(session.listed, boards, given["top"])

    def _reviews(self, given: Object, session: Session) -> tuple[Game, Mapping[str, Review]]:
        """Judge each guess of a game, of each player who made some. Raises JottoError."""
        if session.boards > 1:
            raise RequestError("a game of several boards is not judged", "review one board")
        made = (session.attempt or session).state
        strategy, game = replace(session.strategy, avoid=frozenset()), session.listed
        players = [("You", made.mine, given.get("secret"))]
        if session.race is not None:
            players.append(("They", made.theirs, session.race.secret))
        secret = given.get("secret")
        check_win(game, made.mine, None if secret is None else game.read_guess(secret))
        reviews = {
            who: review(game, *turns, secret=secret, strategy=strategy)
            for who, turns, secret in players
            if turns
        }
        if not reviews:
            raise RequestError("there are no turns to judge", "give turns, or a game that has some")
        return game, reviews

    def review(self, given: Object, notes: Notes) -> Object:
        """Judge each guess of a game."""
        session = self._session(given, notes)
        if "name" in given and (holds := self._open_session(given)[0].keeper):
            given = _with_secret(given, keeper.revealed(holds, session))
        game, reviews = self._reviews(given, session)
        return {"reviews": [answers.review_fields(game, *half) for half in reviews.items()]}

    def share(self, given: Object, notes: Notes) -> Object:
        """Return a finished game as a text without its words."""
        session = self._session(given, notes)
        if "name" in given and (holds := self._open_session(given)[0].keeper):
            _with_secret(given, keeper.revealed(holds, session))
            return {"text": keeper.shared(holds, session)}
        return {"text": shared(*self._reviews(given, session))}

    def practice(self, given: Object, notes: Notes) -> Object:
        """Make up exercises, or grade a guess by its regret."""
        session = self._session(given, notes)
        game, strategy = session.game, session.strategy
        if not given.keys() & {"turns", "name"}:
            if "guess" in given:
                raise RequestError("a guess is graded after turns", "send turns; [] for none")
            if self.shared and given["n"] > MOST_EXERCISES:
                wrong = f"n: at most {MOST_EXERCISES} positions"
                raise RequestError(wrong, "or run jotto engine", "not allowed")
            some = replace(strategy, tree=None)
            seed = self._said("practice", _options(given)).seed
            made = practice.exercises(game, given["n"], seed=seed, strategy=some)
            return {"positions": [practice.asked(at) for at in made]}
        at = position(session)
        if isinstance(at, Boards):
            raise RequestError("practice is for one board", "leave boards out")
        exercise = practice.exercise_at(position_of(at), strategy)
        strategy(at)  # raises GameError if nothing is left to guess
        if "guess" not in given:
            return practice.asked(at)
        return exercise.graded(moves.read_allowed(exercise.at.game, given["guess"])).to_dict()

    def history(self, given: Object, notes: Notes) -> Object:
        """Count the guesses of finished games, compared with jotto's for the same secrets."""
        _, _, session = self._new(given, notes)
        game = session.game
        records = [_record(game, n, told) for n, told in enumerate(given["games"], start=1)]
        position_of(game)  # raises GameError where answers may be false
        needs_of = statistics.needs(game, session.strategy)
        needed = [needs_of.get(record.secret) for record in records]
        rows = [
            {"turns": record.turns, "secret": record.secret, "result": record.result}
            for record in records
        ]
        return answers.history_fields(records, needed, rows)

    # --- what is asked of words -------------------------------------------------------------------

    def _of_words(self, given: Object, notes: Notes) -> tuple[Question, Game]:
        """Return the question of a request about words, and its game. Raises JottoError."""
        _, asked, session = self._new(given, notes, "secret")
        if asked.game != asking.WORDS:
            reason = f"{given['do']} belongs to the game of words, not to {quoted(asked.game)}"
            raise RequestError(reason, "send game: words, or lists as words")
        return asked, session.game

    def word(self, given: Object, notes: Notes) -> Object:
        """Settle a dispute about a word."""
        return answers.disputed(self._of_words(given, notes)[1], given["word"])[1]

    def secret(self, given: Object, notes: Notes) -> Object:
        """Propose secrets that are hard to find, or rate those that are given."""
        asked, game = self._of_words(given, notes)
        most = MOST_UNLISTED if self.shared else None
        how: Any = {"top": given["top"], "max_level": given["max_level"], "polite": asked.polite}
        own = given.get("rate", ())
        return opponents.proposed(game, own, **how, most_unlisted=most, note=notes.append)

    # --- what is asked of the laboratory ----------------------------------------------------------

    def _measured(self, given: Object, notes: Notes) -> Session:
        """Return the game of a request that measures, also of a kept one by its own options."""
        session = self._session(given, notes)
        if "name" not in given:
            return session
        kept, _ = self._kept_session(given)
        _, options = json.loads(kept.options)
        return kept.saved.restore(self._new(options, [], given["do"])[2])

    def evaluate(self, given: Object, notes: Notes) -> Object:
        """Play a strategy against every secret that is left."""
        session = self._measured(given, notes)
        at, game = position(session), session.game
        opening = tuple(map(game.read_guess, given.get("opening", ())))
        answers.check_opening(at, opening)
        strategy = replace(session.strategy, opening=opening)
        how = {"runs": given["runs"], "games": given.get("games")}
        return answers.evaluated(at, strategy, **how)[1]

    def solve(self, given: Object, notes: Notes) -> Object:
        """Find the best tree of few candidates, and prove it."""
        session = self._measured(given, notes)
        at = position(session)
        if isinstance(at, Boards):
            raise RequestError("solve is for one board", "leave boards out")
        return laboratory.solved(at, given, session.strategy.allow)

    def openings(self, given: Object, notes: Notes) -> Object:
        """Rank the first guesses of a game."""
        _, _, session = self._new(given, notes, "openings")
        polite = given.get("polite", True)
        return laboratory.openings(session.game, session.strategy, given, polite=polite)


def refusal(data: bytes, error: RequestError) -> Object:
    """Return the answer to what is no request."""
    return {"id": id_in(data), "do": None, "error": error_fields(error, None)}


def written(given: Object, act: str = "play") -> str:
    """Return the options in a request as JSON, with what is asked for."""
    return json.dumps((act, _options(given)), sort_keys=True)


def _options(given: Object) -> Object:
    """Return the options of the game in a request."""
    return {name: given[name] for name in options_schema().keys() & given.keys()}


def _listed(game: Game, text: str) -> None:
    """Raise RequestError for a word in no list, but in Wordle, and JottoError if it is none."""
    if keeper.takes_unlisted(game) and moves.is_unlisted(game, game.read_guess(text)):
        sure = json.dumps({"do": "guess", "word": text, "sure": text}, ensure_ascii=False)
        raise RequestError(
            f"{quoted(text)} is in no list", f"if it is meant, send it as move: {sure}"
        )


def _with_secret(given: Object, secret: str | None) -> Object:
    """Return a request with the secret that was kept, which is not another. Raises RequestError."""
    if secret is None:
        return given
    if given.get("secret", secret).lower() != secret:
        wrong = f"secret {given['secret']}: the secret of this game was {secret}"
        raise RequestError(wrong, "leave secret out")
    return {**given, "secret": secret}


def _record(game: Game, number: int, told: Object) -> Record:
    """Make the record of a game in a request. Raises JottoError, which names the game."""
    try:
        record = answers.recorded(game, told["turns"], told.get("secret"), {})
        theirs = tuple(map(game.show, game.read_turns(told.get("theirs", ()))))
    except JottoError as error:
        wrong = f"game {number}: {error}"
        raise RequestError(wrong, error_fields(error, "history")["hint"]) from None
    made, won = replace(record, result=told.get("result", record.result)), record.solved
    if made.solved != won and made.result != "lost":  # who found it later has lost, too
        found = f"the last turn {'found' if won else 'did not find'} the secret"
        wrong = f"game {number}: result {quoted(made.result)}, but {found}"
        raise RequestError(wrong, "correct the result or the turns, or leave the result out")
    return replace(made, theirs=theirs)

"""What a page needs to play by itself, and the games it sends: nothing is thought about here."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date
from functools import cache, partial
from hashlib import sha256
from typing import Any
from urllib.parse import parse_qsl

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response

from jotto.assistant import keeper, moves, review, sentences, store
from jotto.assistant.page_file import CORE, PAGES
from jotto.errors import GameError
from jotto.question.forms import name_in
from jotto.web.answers import Sent, answered, devices, read
from jotto.web.games import FinishedGames, Games, data, title_of

NAME = re.compile(r"[\w-]{16,64}", re.ASCII)  # of a game that a device has begun
NOT_YOURS = "it is kept for another device: that of this browser before it opened a new link"
TRIES = 5  # to store a game that others store at the same moment
NOT_KEPT = {"sw.js", "file.js", "unpack.js"}  # modules that the served page does not have
KINDS = {".js", ".css", ".svg", ".json"}


@dataclass(frozen=True)
class Devices:
    """The games that devices play by themselves.

    ``chosen`` returns the options of a form.
    """

    games: Games
    finished: FinishedGames
    chosen: Callable[[Sent], store.Options]

    def table(self, request: Request) -> Response:
        """Return all that the page needs to play a game: a saved one, or one with new options."""
        asked = request.query_params
        options = self._options(request, asked["name"]) if "name" in asked else self.chosen(asked)
        packed = data(options).packed
        headers = {"ETag": f'"{sha256(packed).hexdigest()[:32]}"', "Vary": "Accept-Encoding"}
        if request.headers.get("If-None-Match") == headers["ETag"]:
            return Response(status_code=304, headers=headers)
        if "gzip" in request.headers.get("Accept-Encoding", ""):
            headers["Content-Encoding"] = "gzip"
        else:
            packed = gzip.decompress(packed)
        return Response(packed, headers=headers, media_type="application/json")

    def saved(self, request: Request) -> Response:
        """Return a game as it is stored; by a POST, store what a device has made of it.

        Status 409: another device was faster; its game is in the answer.
        """
        if request.method == "POST":
            return answered(request, partial(self._sent_game, request))
        name = request.path_params["name"]
        if saved := self.games.saved(name, devices(request)):
            _check(saved)
            return JSONResponse(self._whole(request, saved))
        if record := self._finished(request, name):
            _check(record)
            return JSONResponse({"record": _page_record(record)})
        raise HTTPException(404)

    def _sent_game(self, request: Request, form: Sent) -> Any:
        """Store a game, again if another was faster, perhaps with the same game."""
        for _ in range(TRIES):
            with suppress(store.VersionError):
                return self._put(request, form)
        raise GameError(store.CHANGED)

    def _put(self, request: Request, form: Sent) -> Any:
        name, owner = request.path_params["name"], devices(request)
        chosen, before = dict(parse_qsl(form.get("table", ""))), self.games.saved(name, owner)
        if not before and not ("game" in chosen and NAME.fullmatch(name)):
            raise HTTPException(404)
        if not before and self.games.store.version(name):
            raise GameError(NOT_YOURS)
        try:
            sent = store.read_content({"options": {}, "key": "", **read(form["game"])})
            finished = read(form["record"]) if form.get("record") else None
        except store.DAMAGE:
            raise GameError("this is not a game") from None
        version = moves.number(form, "version")
        begun = before or self._begun(request, chosen, form.get("key", ""))
        game = replace(begun, transcript=sent.transcript, tried=sent.tried, hints=sent.hints)
        game = replace(game, over=sent.over)
        gone, same = form.get("gone") == "yes", game == before
        if before and before.version != version and not (gone and same):
            return _sent(before) if same else JSONResponse(self._whole(request, before), 409)
        record = None if finished is None else _received(game, finished)
        had = self._finished(request, name) if record or begun.over else None
        change = review.change_of(had, record) if record or not gone else None
        size, address = len(request.state.body), request.state.address
        if change is not None:
            self.finished.make_room(address, size)
        done = game if same else self.games.put(game, owner, size)
        if gone:
            self.games.store.delete(done)
        if change is not None:
            self.finished.put(change, address)
        return _sent(done)

    def _begun(self, request: Request, chosen: Sent, key: str) -> store.Saved:
        """Return a game that a device has begun. Raises GameError."""
        options = self.chosen(chosen)
        made, name = data(options), request.path_params["name"]
        owner = self.games.owner_of(devices(request))
        key = made.key if made.page_key == key else key
        whose = {"owner": owner, "address": request.state.address}
        return store.Saved(options, key, name=name, **whose)

    def _whole(self, request: Request, saved: store.Saved) -> Any:
        """Return a stored game as devices have it, with its record if it is over."""
        record = self._finished(request, saved.name) if saved.over else None
        return _sent(saved) | ({"record": _page_record(record)} if record else {})

    def _finished(self, request: Request, name: str) -> review.Record | None:
        return self.finished.find(name, devices(request))

    def _options(self, request: Request, name: str) -> store.Options:
        """Return the options of a saved or finished game; status 404 if there is none."""
        if saved := self.games.saved(name, devices(request)):
            return saved.options
        if record := self._finished(request, name):
            return record.options
        raise HTTPException(404)


def _check(game: store.Saved | review.Record) -> None:
    """Raise GameError if the lists of a game have changed."""
    if game.key.partition(",")[0] != data(game.options).key:
        raise GameError("the game was played with other lists or another rule")


def _sent(saved: store.Saved) -> Any:
    """Return a stored game as devices have it."""
    game = {"transcript": saved.transcript, "tried": saved.tried, "hints": saved.hints}
    return {"version": saved.version, "title": title_of(saved), **game}


def _page_record(record: review.Record) -> dict[str, Any]:
    """Return the record of a finished game as devices have it."""
    names = ("name", "turns", "theirs", "refused", "secret", "own", "result", "by", "mistaken")
    several = {"several": True} if record.options.get("boards") else {}
    more = several or _alone(record)
    players = {"players": record.players} if record.players else {}
    named = {name: getattr(record, name) for name in names}
    return {
        **named,
        "date": round(1000 * record.time),
        "called": name_in(record.options),
        **players,
        **more,
    }


def _alone(record: review.Record) -> dict[str, Any]:
    """Return how a secret was kept, as a page has it that kept one; nothing if it is not known."""
    options = record.options
    if "hard" not in options:
        return {}
    how = {"hard": options["hard"] == "yes", "daily": options.get("daily"), "level": ""}
    secrets = [record.secret] if record.secret else []
    return {"alone": {"secrets": secrets, **how, "over": not record.solved}}


def _received(game: store.Saved, given: Any) -> review.Record:
    """Return the record of a game that a device sends. Raises GameError."""
    options, several = dict(game.options), game.options.get("boards")
    key = game.key + (f", {several} boards" if several else "")
    fixed = {"date": review.now(), "command": "play", "options": options, "key": key}
    try:
        if given["result"] not in (*review.ENDS.values(), "given up"):
            raise ValueError(given)
        names = "turns", "theirs", "refused", "secret", "own", "result"
        sent = {name: given[name] for name in names}
        turns = [turn for name in names[:2] for turn in sent[name]]
        if not all(isinstance(sent[name], list) for name in names[:3]) or not all(
            "=" in turn for turn in turns
        ):
            raise ValueError(given)
        made = {"owner": game.owner, "game": game.name, "format": review.FORMAT}
        made |= {name: given[name] for name in ("mistaken",) if name in given}
        if (alone := given.get("alone")) and not given.get("several"):
            day = date.fromisoformat(alone["daily"]) if alone["daily"] else None
            how = keeper.options_of(day, hard=alone["hard"] is True)
            fixed["options"] = {**options, **how}
        return review.read_record({**fixed, **sent, **made})
    except store.DAMAGE:
        raise GameError("this is not the record of a game") from None


def core(request: Request) -> Response:
    """Answer with the core, as WebAssembly."""
    return FileResponse(CORE, media_type="application/wasm")


def service(request: Request) -> Response:
    """Answer with the service worker, which is told what to keep, and the hash of all of it."""
    return Response(_service(), media_type="text/javascript")


@cache
def _service() -> str:
    names = {path.name for path in PAGES.iterdir() if path.suffix in KINDS} - NOT_KEPT
    contents = ((PAGES / name).read_bytes() for name in sorted({*names, "index.html"}))
    catalogue = json.dumps(sentences.catalogue()).encode()  # it may be of another language
    digest = sha256(b"".join([*contents, catalogue, CORE.read_bytes()])).hexdigest()[:16]
    kept_files = {"name": f"jotto {digest}", "files": sorted({*names, CORE.name})}
    return f"self.kept = {json.dumps(kept_files)};\n{(PAGES / 'sw.js').read_text('utf-8')}"

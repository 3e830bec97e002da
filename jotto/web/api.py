"""The requests over HTTP, for programs: ``POST /api/NAME``, described at ``/api``, and by OpenAPI.

They are answered in turns of the addresses, so that the page is never kept waiting.
"""

from __future__ import annotations

import asyncio
import json
from base64 import b64encode
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

import jotto
from jotto import files
from jotto.assistant.request_table import (
    schemas,
    statuses,
    table,
    to_json,
    tool_schema,
    tools,
)
from jotto.assistant.requests import ASKED_BY, MOST_KEPT, MOST_SHARED, Requests
from jotto.question.making import Question
from jotto.stopping import Stop
from jotto.web.guard import Limits

FOLDER = Path(__file__).parent
STYLE = (FOLDER / "api.css").read_text("utf-8")
POLICY = (
    f"default-src 'none'; style-src 'sha256-{b64encode(sha256(STYLE.encode()).digest()).decode()}'"
)
WAIT = {"Retry-After": {"description": "Seconds to wait.", "schema": {"type": "integer"}}}


@dataclass(eq=False)
class Api:
    """Answers requests over HTTP."""

    requests: Requests

    def routes(self) -> list[Route]:
        """Return the routes of the application."""
        return [
            Route("/api", self.page),
            Route("/api/openapi.json", self.document),
            Route("/api/{name}", self.answer, methods=["POST"]),
        ]

    async def answer(self, request: Request) -> Response:
        """Answer a request; the status is that of the error. Its work ends when nobody waits."""
        name, state, stop = request.path_params["name"], request.state, Stop()
        gone = asyncio.create_task(_stop_when_gone(request, stop))
        try:
            work = partial(self._read, state.body, name, state.address, stop)
            answer = await state.work(work, long=True)
        finally:
            gone.cancel()
            stop()
        text = to_json(answer).encode(errors="backslashreplace")
        status = statuses()[answer["error"]["code"]] if "error" in answer else 200
        return Response(text, status, media_type="application/json")

    def _read(self, body: bytes, name: str, address: str, stop: Stop) -> Any:
        ASKED_BY.set(address)  # of this request alone: each runs in a context of its own
        return self.requests.read(body, name, stop)

    def document(self, _: Request) -> Response:
        """Return what OpenAPI says of the requests."""
        return JSONResponse(openapi())

    def page(self, request: Request) -> Response:
        """Return the requests as a page."""
        rows = {name: (schemas()[name]["description"], tool_schema(name)) for name in tools()}
        page = files.fill(FOLDER, "api.html", rows=rows, style=STYLE, here=request.base_url)
        return HTMLResponse(page, headers={"Content-Security-Policy": POLICY})


def made(asked: Question, games: Collection[str], processes: int) -> Api | None:
    """Return what answers programs as ``asked``, in so many processes; None if none does.

    Several processes keep no games: the next request may go to another.
    """
    if not processes:
        return None
    most, most_bytes = MOST_KEPT if processes == 1 else 0, Limits().body
    shared: Any = {"shared": True, "games": games, "seconds": MOST_SHARED}
    return Api(Requests(asked, most, most_bytes=most_bytes, **shared))


async def _stop_when_gone(request: Request, stop: Stop) -> None:
    """Stop the work on a request when its client closes the connection."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
    stop()


@cache
def openapi() -> dict[str, Any]:
    """Return the requests as OpenAPI 3.1 describes them, from the same table."""
    moved = json.dumps(table()["$defs"]).replace("#/$defs/", "#/components/schemas/")
    answers = json.loads(moved)
    asked = {name: tool_schema(name) for name in tools()}
    paths = {f"/api/{name}": {"post": _operation(name)} for name in tools()}
    about = {"title": "jotto", "version": jotto.__version__, "description": table()["title"]}
    return {
        "openapi": "3.1.0",
        "info": about,
        "paths": paths,
        "components": {"schemas": answers | asked},
    }


def _operation(name: str) -> dict[str, Any]:
    failed = {str(status): _content("error-answer", says) for status, says in _failures().items()}
    for status in ("429", "503"):
        failed[status]["headers"] = WAIT
    return {
        "operationId": name,
        "summary": schemas()[name]["description"],
        "requestBody": {"required": True, **_content(name)},
        "responses": {"200": _content(f"{name}-answer", "The answer."), **failed},
    }


def _failures() -> dict[int, str]:
    """Return the statuses of errors, each with the codes that it stands for."""
    codes: dict[int, list[str]] = {503: ["busy"]}
    for code, status in statuses().items():
        codes.setdefault(status, []).append(code)
    return {status: f"error.code: {', '.join(codes[status])}" for status in sorted(codes)}


def _content(schema: str, says: str = "") -> dict[str, Any]:
    there = {"$ref": f"#/components/schemas/{schema}"}
    described = {"description": says} if says else {}
    return {**described, "content": {"application/json": {"schema": there}}}

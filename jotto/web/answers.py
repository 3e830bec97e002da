"""What all answers of the application have in common."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from jotto import files

Sent = Mapping[str, str]  # what a page sends: a move, or the fields of a form


def answered(request: Request, act: Callable[[Sent], Any]) -> Response:
    """Answer what ``act`` makes of what the page sent, or with an error."""
    try:
        sent = read(request.state.body)
    except ValueError:
        sent = None
    if not isinstance(sent, dict) or not all(isinstance(value, str) for value in sent.values()):
        return JSONResponse({"error": "this is not a move: send an object of texts"}, 422)
    return response_of(act, sent)


def response_of(make: Callable[..., Any], *given: Any) -> Response:
    """Answer what is made, or that it could not be saved."""
    try:
        answer = make(*given)
        return answer if isinstance(answer, Response) else JSONResponse(answer)
    except OSError as problem:
        why = problem.strerror or "unknown reason"
        reason = f"The game could not be saved: {why}. Nothing has changed."
        return JSONResponse({"error": reason}, 503, {"Retry-After": "5"})


def read(text: str | bytes) -> Any:
    """Parse JSON that is sent. Raises ValueError, also for what cannot be written again."""
    value = files.from_json(text)
    json.dumps(value, ensure_ascii=False, allow_nan=False).encode()  # half a character, infinity
    return value


def devices(request: Request) -> str:
    """Return the device of a visitor, and all others whose games it has."""
    return str(getattr(request.state, "devices", ""))

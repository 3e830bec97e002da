"""The requests as tools of the Model Context Protocol, by its official library."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Container, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

import anyio
from anyio import to_thread
from mcp.server import Server
from mcp.server.stdio import stdio_server
from mcp.shared.message import SessionMessage
from mcp.types import (
    PARSE_ERROR,
    CallToolResult,
    ErrorData,
    JSONRPCError,
    ListToolsResult,
    TextContent,
    Tool,
    ToolAnnotations,
)
from pydantic import ValidationError

import jotto
from jotto.assistant.request_table import (
    RequestError,
    error_fields,
    flat,
    id_in,
    table,
    to_json,
    tool_schema,
)
from jotto.assistant.requests import Requests
from jotto.errors import quoted
from jotto.progress import EACH_SECOND, LISTENS, Latest
from jotto.stopping import Stop

ABOUT = """Word-deduction games such as Jotto, Wordle, Mastermind and Bulls & Cows: what to guess
next, what the secret can be, which score is probably wrong, and how good a game was. It can also
keep a secret that people guess. Scores are exact,elsewhere (1,1) by default; for Wordle send
game: wordle, with scores such as BYGBB."""
READ: Any = tomllib.loads(Path(__file__).with_name("tools.toml").read_text("utf-8"))
GAME, FIELDS = READ.pop("game"), READ.pop("about")
TOOLS: Mapping[str, Any] = READ


def run(requests: Requests) -> None:
    """Answer an assistant on stdin and stdout until it ends."""
    anyio.run(_served, server(requests))


def server(requests: Requests) -> Server[Any]:
    """Return the server: a tool for each kind of request, and its answers as JSON."""

    async def listed(*_: Any) -> ListToolsResult:
        return ListToolsResult(tools=[_tool(name) for name in TOOLS])

    async def called(context: Any, asked: Any) -> CallToolResult:
        stop, latest = Stop(), Latest()
        LISTENS.set(latest)  # of this call alone: each has a context of its own
        work = partial(_answer, requests, asked.name, asked.arguments or {}, stop)
        async with anyio.create_task_group() as group:
            group.start_soon(_tell, context.session, latest)
            try:
                answer = await to_thread.run_sync(work, abandon_on_cancel=True)
            finally:
                stop()  # if it was cancelled, the thread goes on
            group.cancel_scope.cancel()
        text = to_json({name: answer[name] for name in answer if name not in ("id", "do")})
        text = text.encode(errors="replace").decode()  # half of a surrogate pair
        told, wrong = json.loads(text), "error" in answer
        if wrong:
            text = "{message}\n{hint}".format(**answer["error"])
        result = TextContent(type="text", text=text)
        return CallToolResult(content=[result], structured_content=told, is_error=wrong)

    return Server(
        "jotto",
        version=jotto.__version__,
        instructions=" ".join(ABOUT.split()),
        on_list_tools=listed,
        on_call_tool=called,
    )


async def _tell(session: Any, latest: Latest) -> None:
    """Notify an assistant that asks for it how far a call is, in seconds; they only grow."""
    while True:
        await anyio.sleep(EACH_SECOND)
        now = latest.now
        total = now.seconds + now.left if now.of else None
        await session.report_progress(round(now.seconds, 1), total, now.text)


def _answer(requests: Requests, name: str, given: dict[str, Any], stop: Stop) -> dict[str, Any]:
    """Answer the call of a tool; of one that is none, as of a request."""
    do, options, several = name, given.pop("game", None), TOOLS.get(name, {}).get("requests")
    if several and (do := str(given.pop("do", None))) not in several:
        hint = f"there are {', '.join(several)}"
        wrong = RequestError(f"{name} has no {quoted(do)}", hint, "unknown request")
        return {"error": error_fields(wrong, None)}
    given |= options if isinstance(options, dict) else {} if options is None else {"game": options}
    return requests.answer(given, do, stop)


@cache
def _tool(name: str) -> Tool:
    """Return what an assistant reads of a tool."""
    about, table_of = TOOLS[name], partial(map, tool_schema)
    requests = about.get("requests", [name])
    given = {n: of for schema in table_of(requests) for n, of in schema["properties"].items()}
    fields = {"do": {"enum": requests}} if about.get("requests") else {}
    named, first = ("turns", *about["fields"], "name", "seconds"), name == "suggest"
    new = {n for n in named if first or (n not in TOOLS["suggest"]["fields"] and n != "turns")}
    fields |= {n: _short(n, given[n], says=n in new) for n in named if n in given}
    kinds = {"type": ["string", "object"], "description": GAME}
    fields |= {"game": kinds if first else {"description": "as in suggest"}}
    required = ["do"] if about.get("requests") else tool_schema(name)["required"]
    hints = dict.fromkeys(("read_only_hint", "idempotent_hint"), name != "play")
    return Tool(
        name=name,
        title=about["title"],
        description=about["says"],
        input_schema={"type": "object", "properties": fields, "required": required},
        output_schema=_answers(requests),
        annotations=ToolAnnotations(title=about["title"], open_world_hint=False, **hints),
    )


def _short(name: str, schema: Mapping[str, Any], *, says: bool) -> dict[str, Any]:
    """Return the schema of a field without what only a wrong value tells."""
    whole = flat(schema)
    made: dict[str, Any] = {n: whole[n] for n in ("type", "enum") if n in whole}
    made |= {"items": {"type": whole["items"]["type"]}} if "items" in whole else {}
    return made | ({"description": FIELDS[name]} if says and name in FIELDS else {})


def _answers(requests: Sequence[str]) -> dict[str, Any]:
    """Return the schema of an answer: its fields, which are described with the requests."""
    if len(requests) > 1:
        return {"type": "object"}
    schema = flat(table()["$defs"][f"{requests[0]}-answer"])
    given = {n: of for n, of in schema["properties"].items() if n not in ("id", "do")}
    kinds = {n: {"type": of["type"]} if "type" in of else {} for n, of in given.items()}
    return {"type": "object", "properties": kinds, "required": _only(schema["required"], kinds)}


def _only(names: Sequence[str], known: Container[str]) -> list[str]:
    return [name for name in names if name in known]


async def _served(server: Server[Any]) -> None:
    """Answer every line, also those that the library cannot read, and would pass over."""
    send, receive = anyio.create_memory_object_stream[Any](0)

    async def sort(read: Any, write: Any) -> None:
        async with send:
            async for message in read:
                if isinstance(message, Exception):
                    await write.send(SessionMessage(_unreadable(message)))
                else:
                    await send.send(message)

    async with stdio_server() as (read, write), anyio.create_task_group() as group:
        group.start_soon(sort, read, write)
        await server.run(receive, write, server.create_initialization_options())


def _unreadable(error: Exception) -> JSONRPCError:
    """Return the answer to a line that is no request, with its id if that can be seen."""
    wrong: Any = error.errors() if isinstance(error, ValidationError) else []
    given = [each["input"] for each in wrong]
    line = " ".join(
        part if isinstance(part, str) else json.dumps(part, default=str) for part in given
    )
    why = wrong[0]["msg"] if wrong else type(error).__name__
    return JSONRPCError(
        jsonrpc="2.0",
        id=id_in(line.encode(errors="replace")),
        error=ErrorData(code=PARSE_ERROR, message=f"the line is not a request: {why}"),
    )

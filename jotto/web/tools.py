"""The requests as tools of the Model Context Protocol, by its official library."""

from __future__ import annotations

import json
from functools import partial
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
)
from pydantic import ValidationError

import jotto
from jotto.assistant.request_table import id_in, schemas, to_json, tool_schema, tools
from jotto.assistant.requests import Requests
from jotto.stopping import Stop

ABOUT = """Word-deduction games such as Jotto, Wordle, Mastermind and Bulls & Cows: what to guess
next, what the secret can be, which score is probably wrong, and how good a game was. It can also
keep a secret that people guess. Scores are exact,elsewhere (1,1) by default; for Wordle send
game: wordle, with scores such as BYGBB."""


def run(requests: Requests) -> None:
    """Answer an assistant on stdin and stdout until it ends."""
    anyio.run(_served, server(requests))


def server(requests: Requests) -> Server[Any]:
    """Return the server: a tool for each request, and its answers as JSON."""

    async def listed(*_: Any) -> ListToolsResult:
        return ListToolsResult(tools=[_tool(name) for name in tools()])

    async def called(_: Any, asked: Any) -> CallToolResult:
        given = asked.arguments or {}
        stop = Stop()
        work = partial(requests.answer, given, asked.name, stop)
        try:
            answer = await to_thread.run_sync(work, abandon_on_cancel=True)
        finally:
            stop()  # if it was cancelled, the thread goes on
        text = to_json({name: answer[name] for name in answer if name not in ("id", "do")})
        text = text.encode(errors="replace").decode()  # half of a surrogate pair
        if "error" in answer:
            text = "{message}\n{hint}".format(**answer["error"])
            return CallToolResult(content=[TextContent(type="text", text=text)], is_error=True)
        result = TextContent(type="text", text=text)
        return CallToolResult(content=[result], structured_content=json.loads(text))

    return Server(
        "jotto",
        version=jotto.__version__,
        instructions=" ".join(ABOUT.split()),
        on_list_tools=listed,
        on_call_tool=called,
    )


def _tool(name: str) -> Tool:
    says = schemas()[name]["description"]
    return Tool(name=name, description=says, input_schema=tool_schema(name))


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

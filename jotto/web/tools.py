"""The requests as tools of the Model Context Protocol, by its official library."""

from __future__ import annotations

import json
from typing import Any

import anyio
from anyio import to_thread
from mcp.server import Server
from mcp.server.stdio import stdio_server
from mcp.types import CallToolResult, ListToolsResult, TextContent, Tool

import jotto
from jotto.assistant.requests import Requests, names, schemas, to_json, tool_schema

ABOUT = """Word-deduction games such as Jotto, Wordle, Mastermind and Bulls & Cows: what to guess
next, what the secret can be, which score is probably wrong, and how good a game was. Scores are
exact,elsewhere (1,1) by default; for Wordle send rule: colours, with scores such as BYGBB."""


def run(requests: Requests) -> None:
    """Answer an assistant on stdin and stdout until it ends."""
    anyio.run(_served, server(requests))


def server(requests: Requests) -> Server[Any]:
    """Return the server: a tool for each request, and its answers as JSON."""

    async def listed(*_: Any) -> ListToolsResult:
        return ListToolsResult(tools=[_tool(name) for name in names()])

    async def called(_: Any, asked: Any) -> CallToolResult:
        given = asked.arguments or {}
        answer = await to_thread.run_sync(requests.answer, given, asked.name)
        text = to_json({name: answer[name] for name in answer if name not in ("id", "do")})
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
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())

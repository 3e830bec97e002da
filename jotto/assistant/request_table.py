"""The table of requests, a JSON Schema: what each does, its fields, its answer; and their texts.

``requests.json`` is the table; what is asked of a game is in the table of fields.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any

from jotto import errors, files
from jotto.assistant.answers import Object
from jotto.assistant.sentences import Sentence
from jotto.called import names_of
from jotto.errors import (
    ContradictionError,
    JottoError,
    ScoreError,
    TurnError,
    WordError,
    message_for_others,
    quoted,
)
from jotto.question import fields as asking
from jotto.question.schema import options_schema, own_schema

TABLE = Path(__file__).with_name("requests.json")
SCHEMA = 1
MOST_BYTES = 1 << 20  # of a request
EXAMPLE = 'write one object in one line, such as {"do": "suggest", "turns": ["tares=1,1"]}'
ID = re.compile(rb'"id"\s*:\s*(\d{1,15}|"[^"\\]{0,200}")')  # of a line that is not JSON
KINDS: dict[str, tuple[Any, str]] = {  # of values: what they are in Python, what they are called
    "string": (str, "a text"),
    "integer": (int, "a whole number"),
    "number": (int | float, "a number"),
    "boolean": (bool, "true or false"),
    "object": (dict, "an object"),
    "array": (list, "a list"),
    "null": (type(None), "null"),
}
LIMITS: dict[Any, tuple[str, str]] = {
    str: ("minLength", "maxLength"),
    list: ("minItems", "maxItems"),
    dict: ("minProperties", "maxProperties"),
    int: ("minimum", "maximum"),
}
REMEDIES = {
    TurnError: "write each turn as GUESS=SCORE; the request score shows how scores are written",
    ScoreError: "the request score shows how scores of this game are written",
    WordError: "write a word of this game, or send other lists as words and guesses",
}
WRONG = "wrong value"  # the code of most errors
CALLED = {"secrets": "words"}  # fields that Python calls otherwise
LOGGER = logging.getLogger("jotto.requests")
Schema = Mapping[str, Any]


class RequestError(JottoError):
    """A request that cannot be answered; ``hint`` says what can, ``code`` is one of the table."""

    def __init__(self, reason: str, hint: str = "", code: str = WRONG) -> None:
        self.hint, self.code = hint, code
        super().__init__(reason)


# --- the table ------------------------------------------------------------------------------------


@cache
def table() -> Schema:
    """Read the table: a JSON Schema, whose ``$defs`` have each request and its answer.

    What is asked of a game is described by the table of fields.
    """
    read: Any = json.loads(TABLE.read_text("utf-8"))
    requests = read["$defs"]
    requests["options"]["properties"] = options_schema()
    for row in read["oneOf"]:
        name = row["$ref"].rpartition("/")[2]
        requests[name]["properties"] = {**own_schema(name), **requests[name]["properties"]}
        for field in ("seconds", "progress"):
            requests[name]["properties"][field] = {"$ref": f"#/$defs/{field}"}
    return read  # type: ignore[no-any-return]


def flat(schema: Schema) -> Object:
    """Return a schema of the table without references to others.

    >>> flat({"$ref": "#/$defs/one-word", "description": "A guess."})
    {'type': 'string', 'maxLength': 100, 'description': 'A guess.'}
    """
    parts = [{"$ref": schema["$ref"]}] if "$ref" in schema else schema.get("allOf", [])
    own = {name: of and flat(of) for name, of in schema.get("properties", {}).items()}
    made: Object = {}
    for part in parts:
        other = flat(table()["$defs"][part["$ref"].rpartition("/")[2]])
        made |= other
        own = {**own, **{n: of for n, of in other.get("properties", {}).items() if n not in own}}
    made |= {n: of for n, of in schema.items() if n not in ("$ref", "allOf")}
    made |= {"properties": {n: of for n, of in own.items() if of is not False}} if own else {}
    if "items" in schema:
        made["items"] = flat(schema["items"])
    if "unevaluatedProperties" in made:
        made["additionalProperties"] = made.pop("unevaluatedProperties")
    return made


@cache
def names() -> tuple[str, ...]:
    """Return the names of the requests; each is a method of ``Requests``."""
    return tuple(row["$ref"].rpartition("/")[2] for row in table()["oneOf"])


def tools() -> tuple[str, ...]:
    """Return the names of those that are not for lines alone: elsewhere, calls are cancelled."""
    return tuple(name for name in names() if name != "stop")


@cache
def schemas() -> Mapping[str, Object]:
    """Return the schema of each request, without references, and without what is forbidden."""
    return {name: flat(table()["$defs"][name]) for name in names()}


def tool_schema(name: str) -> Object:
    """Return the schema of a request without what goes elsewhere, or is for lines alone."""
    schema = schemas()[name]
    given = {n: of for n, of in schema["properties"].items() if n not in ("do", "id", "progress")}
    required = [field for field in schema["required"] if field != "do"]
    return {**schema, "properties": given, "required": required}


def check(name: str, value: Any, schema: Schema) -> Any:
    """Return a value of a request if its schema allows it. Raises RequestError.

    It knows the keywords that the table uses. A whole number may be written as 5.0.

    >>> check("top", 5.0, {"type": "integer", "minimum": 1})
    5
    """
    kinds = schema.get("type", [*KINDS])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if isinstance(value, float) and value.is_integer() and "integer" in kinds:
        value = int(value)
    if wrong := _wrong(value, kinds, schema):
        row = asking.table().get(name)
        if isinstance(value, str) and row and row[1].refuses:
            raise row[1].refuses(value)
        shown = json.dumps(value, ensure_ascii=False, default=str)
        shown = shown if len(shown) <= 60 else f"{shown[:60]}..."
        raise RequestError(f"{name}: {shown} {wrong}", schema.get("description", ""))
    if isinstance(value, list) and "items" in schema:
        return [check(f"{name}, {n}", entry, schema["items"]) for n, entry in enumerate(value, 1)]
    return _checked_object(name, value, schema) if isinstance(value, dict) else value


def _wrong(value: Any, kinds: Collection[str], schema: Schema) -> str:
    """Say what is wrong with a value, or nothing; of a list and an object, not what is in it."""
    if not any(_is(value, kind) for kind in kinds):
        return f"is not {' or '.join(KINDS[kind][1] for kind in kinds)}"
    if value not in schema.get("enum", [value]):
        return (
            f"is not one of {', '.join(schema['enum'])}{errors.meant(str(value), schema['enum'])}"
        )
    pattern = schema.get("pattern", ".*").strip("^$")  # of the whole text
    if isinstance(value, str) and not re.fullmatch(pattern, value, re.DOTALL):
        return "names code or a file, which no request may; start the program with it"
    if not isinstance(value, str | list | dict | int | float):
        return ""
    kind: Any = type(value)
    size = len(value) if isinstance(value, str | list | dict) else value
    low, high = (schema.get(limit, size) for limit in LIMITS.get(kind, LIMITS[int]))
    if low <= size <= high:
        return ""
    than = f"less than {low:,}" if size < low else f"more than {high:,}"
    unit = {str: " characters", list: " entries", dict: " entries"}.get(kind, "")
    return f"has {size:,}{unit}, {than}" if unit else f"is {than}"


def _is(value: Any, kind: str) -> bool:
    return isinstance(value, KINDS[kind][0]) and (kind == "boolean") == isinstance(value, bool)


def _checked_object(name: str, value: Object, schema: Schema) -> Object:
    properties, further = schema.get("properties", {}), schema.get("additionalProperties", {})
    for part in schema.get("required", ()):
        if part not in value:
            hint = properties[part].get("description") or takes(name, properties)
            raise RequestError(f"{name} lacks {part}", hint, "missing field")
    for part in value:
        if further is False and part not in properties:
            why = _why_not(name, part)
            known = part in asking.table()
            hint = ("" if known else meant(part, properties)) + takes(name, properties)
            raise RequestError(f"{name} has no {quoted(part)}{why}", hint, "unknown field")
    return {part: check(part, value[part], properties.get(part, further)) for part in value}


def _why_not(name: str, part: str) -> str:
    """Say why a request does not have a field that others have; nothing if none has it."""
    if part in asking.LACKS.get(name, ()) and part not in ("lies", "boards"):
        return ", which would change nothing"
    acts = asking.table()[part][1].acts if part in asking.table() else ()
    return f"; it is for {', '.join(acts)}" if acts else ""


def meant(text: str, known: Iterable[str]) -> str:
    """Ask whether a name that is much like a text is meant; nothing if none is."""
    near = errors.meant(text, known).removeprefix("; ").replace("'", "")
    return f"{near} " if near else ""


def not_played(game: str, games: Iterable[str]) -> RequestError:
    """Return the error of a game that a server does not play, where these are played."""
    known = sorted(games)
    hint = f"{meant(game, known + names_of(known))}write one of {', '.join(known)}"
    return RequestError(f"{quoted(game)} is not played here", hint, "not allowed")


def takes(name: str, properties: Iterable[str]) -> str:
    """Say which fields a request takes."""
    fields = (part for part in properties if part not in ("id", "do"))
    return f"{name} takes {', '.join(fields) or 'no fields'}"


def to_write(parameters: Sequence[str], properties: Schema) -> str:
    """Say what can be written in the fields that an error is about; nothing if it is about none.

    >>> to_write(["seed"], {"seed": {"description": "Random seed."}})
    'change seed or leave it out; seed: Random seed'
    """
    names = dict.fromkeys(CALLED.get(name, name) for name in parameters)
    says = {n: properties[n].get("description", "") for n in names if n in properties}
    changes = f"change {' or '.join(says or names)}" if names else ""
    changes += " or leave it out" * (len(says) == 1)
    described = (f"{name}: {text.removesuffix('.')}" for name, text in says.items())
    return "; ".join(filter(None, [changes, *described]))


# --- answers as texts -----------------------------------------------------------------------------


def to_json(answer: Any) -> str:
    """Write an answer as JSON in one line; a sentence of the view is its text.

    >>> to_json({"id": 1, "said": [Sentence("nothing to take back")]})
    '{"id": 1, "said": ["There is nothing to take back."]}'
    """
    return json.dumps(answer, ensure_ascii=False, default=_plain)


def _plain(value: Any) -> Any:
    if is_dataclass(value) and not isinstance(value, Sentence):
        return {part.name: getattr(value, part.name) for part in fields(value)}
    return dict(value) if isinstance(value, Mapping) else str(value)


def from_json(data: bytes) -> Any:
    """Read a request. Raises RequestError."""
    if len(data) > MOST_BYTES:
        most = f"at most {MOST_BYTES:,} bytes are read"
        shorter = "send shorter lists of words"
        raise RequestError(f"the request is too long: {most}", shorter, "too large")
    if not data.strip():
        raise RequestError("an empty line is no request", EXAMPLE, "not json")
    try:
        return files.from_json(data.decode("utf-8-sig"), parse_constant=_refuse)
    except UnicodeDecodeError as error:
        wrong = f"the request is not text: byte {error.start + 1} is not UTF-8"
        raise RequestError(wrong, "write JSON in UTF-8", "not json") from None
    except ValueError as error:
        reason = "a number has too many digits" if "digits" in str(error) else str(error)
        raise RequestError(f"the request is not JSON: {reason}", EXAMPLE, "not json") from None


def _refuse(name: str) -> None:
    raise ValueError(f"{name} is not a number of JSON")


def id_in(data: bytes) -> Any:
    """Return the id in a line that is not JSON; None if it has none.

    >>> id_in(b'{"id": 7, "do": "sugg')
    7
    """
    ident = ID.search(data[:1000])
    return json.loads(ident[1].decode(errors="replace")) if ident else None


# --- errors ---------------------------------------------------------------------------------------


def error_fields(error: Exception, name: str | None) -> dict[str, str]:
    """Return what is wrong, as a code of the table and as a sentence, and what to do about it."""
    message = " ".join(message_for_others(error).splitlines())
    code = WRONG
    if isinstance(error, RequestError):
        code, hint = error.code, error.hint or EXAMPLE
    elif isinstance(error, ContradictionError):
        code, hint = "contradiction", "send explain with the same turns: it finds what may be wrong"
    elif isinstance(error, JottoError):
        known = (part for kind, part in REMEDIES.items() if isinstance(error, kind))
        properties = tool_schema(name)["properties"] if name else {}
        hint = to_write(error.parameters, properties) or next(known, "")
        hint = hint or (takes(name, properties) if name else EXAMPLE)
    elif isinstance(error, MemoryError):
        code, hint = "too large", "send shorter lists"
        message = "there is not enough memory for that"
    else:
        LOGGER.error("%s failed", name, exc_info=error)
        code, message = "fault", f"{name} failed: {type(error).__name__}"
        hint = "this is a fault of jotto: please report it with the request"
    return {"code": code, "message": message, "hint": hint}


@cache
def statuses() -> Mapping[str, int]:
    """Return the codes of errors, each with its status over HTTP."""
    return {row["const"]: row["status"] for row in table()["$defs"]["error-code"]["oneOf"]}

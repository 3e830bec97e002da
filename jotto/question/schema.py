"""The table of fields as JSON Schema, for requests, tools and OpenAPI."""

from collections.abc import Mapping
from functools import cache
from typing import Any, get_args

from jotto.question.fields import LACKS, table

TYPES = {str: "string", int: "integer", float: "number", bool: "boolean"}


def schema_of(name: str, act: str = "") -> dict[str, Any]:
    """Return the JSON Schema of a field, of those that ``act`` alone has with its default."""
    kind, row = table()[name]
    choices = get_args(kind)
    made: dict[str, Any] = {"enum": [*choices]} if choices else {"type": TYPES.get(kind, "string")}
    made = {} if "$ref" in row.json else made
    limits = {"minimum": row.low, "maximum": row.high}
    made |= {word: value for word, value in limits.items() if value is not None} | {**row.json}
    made["description"] = row.says.replace("{own}", row.own[1])
    usual = row.usual_of(act, {}) if act else None
    return made | ({} if usual is None else {"default": usual})


@cache
def options_schema() -> Mapping[str, Any]:
    """Return the JSON Schema of the fields that every request has."""
    return {name: schema_of(name) for name, (_, row) in table().items() if not row.acts}


@cache
def own_schema(act: str) -> Mapping[str, Any]:
    """Return the JSON Schema of the fields that an act has, and not every one.

    False forbids a field that would change nothing.
    """
    own = {name: schema_of(name, act) for name, (_, row) in table().items() if act in row.acts}
    return dict.fromkeys(LACKS.get(act, ()), False) | own

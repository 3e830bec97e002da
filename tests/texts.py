"""What is shown, with each sentence as its text."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from jotto.assistant.sentences import Sentence


def as_texts(value: Any) -> Any:
    """A view, a pane or a part of one as JSON has it, but texts in place of sentences."""
    if isinstance(value, Sentence):
        return str(value)
    if is_dataclass(value):
        parts = {field: getattr(value, field.name) for field in fields(value)}
        return {
            field.name: "" if field.type == "Sentence | None" and part is None else as_texts(part)
            for field, part in parts.items()
        }
    if isinstance(value, Mapping):
        return {name: as_texts(part) for name, part in value.items()}
    return [*map(as_texts, value)] if isinstance(value, list | tuple) else value


def heard(value: Any) -> Any:
    """What was sent as JSON, with sentences in place of their keys and facts."""
    if isinstance(value, dict):
        parts = {name: heard(part) for name, part in value.items()}
        return Sentence(**parts) if parts.keys() == {"key", "facts"} else parts
    return [*map(heard, value)] if isinstance(value, list | tuple) else value

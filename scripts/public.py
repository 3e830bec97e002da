"""What mkdocstrings shows of the public names: see docs/zensical.toml and scripts/docs.py."""

from __future__ import annotations

import re
from typing import Any

import griffe

from docs import EACH, ENGINE


class Public(griffe.Extension):
    """Shows examples as code, and no parameter that is for the engine; for mkdocstrings."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Put each example into a block of code."""
        if obj.docstring:
            text, fenced = obj.docstring.value, r"```pycon\n\g<0>\n```"
            obj.docstring.value = re.sub(r"^>>> .*?(?=\n\n|\Z)", fenced, text, flags=EACH)

    def on_package(self, *, pkg: griffe.Module, **_: Any) -> None:
        """Leave out what is for the engine, now that data classes have their parameters."""
        for name, hidden in ENGINE.items():
            thing: Any = pkg[name].final_target
            its = thing.members.get("__init__") if thing.is_class else thing
            parameters = [*its.parameters] if its else []
            kept = [each for each in parameters if each.name not in hidden.split()]
            if its and kept != parameters:
                rest = griffe.Parameter("...", kind=griffe.ParameterKind.keyword_only)
                its.parameters = griffe.Parameters(*kept, rest)

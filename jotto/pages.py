"""HTML pages from templates."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jinja2 import Environment

MINUS = "\N{MINUS SIGN}"


def fill(folder: Path, template: str, **values: Any) -> str:
    """Fill the template of a folder; the filter ``minus`` writes a minus sign for a hyphen."""
    return templates(folder).get_template(template).render(**values)


@cache
def templates(folder: Path) -> Environment:
    """Return the templates of a folder, each compiled when it is first used."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    env = Environment(
        loader=FileSystemLoader(folder),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    env.filters["minus"] = lambda text: str(text).replace("-", MINUS)
    return env

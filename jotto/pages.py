"""HTML pages from templates."""

from __future__ import annotations

from pathlib import Path
from typing import Any

MINUS = "\N{MINUS SIGN}"


def fill(folder: Path, template: str, **values: Any) -> str:
    """Fill the template of a folder; the filter ``minus`` writes a minus sign for a hyphen."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    env = Environment(
        loader=FileSystemLoader(folder),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    env.filters["minus"] = lambda text: str(text).replace("-", MINUS)
    return env.get_template(template).render(**values)

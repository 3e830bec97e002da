"""Reports of the trial scripts: facts, figures with their gates, and the exit status."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Annotated, Any, Never

import typer

from jotto.cli.render import show_table

Table = tuple[Sequence[str], Sequence[Sequence[Any]]]  # headers, rows
GATE = ("gate", "figure", "limit", "passed")
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
Seed = Annotated[int, typer.Option(min=0, help="Random seed.")]


def report(
    facts: Mapping[str, Any],
    figures: Mapping[str, float],
    gates: Mapping[str, float],
    *tables: Table,
    floors: Collection[str] = (),
) -> Never:
    """Print the measurements and exit: with status 0 if every figure passes its gate, else 1.

    A figure named in ``floors`` must reach its gate; other figures must not exceed theirs.
    """
    passed = {
        name: figure >= gates[name] if name in floors else figure <= gates[name]
        for name, figure in figures.items()
    }
    gated = [(name, figure, gates[name], passed[name]) for name, figure in figures.items()]
    measured = list(facts.items())
    show_tables((("measured", "value"), measured), (GATE, gated), *tables)
    raise typer.Exit(0 if all(passed.values()) else 1)


def show_tables(*tables: Table) -> None:
    """Print tables as plain text, an empty line after each."""
    for headers, rows in tables:
        show_table(headers, rows)
        print()

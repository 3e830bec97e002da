"""The command for house rules, and the commands that go by them."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from jotto.cli import render
from jotto.cli.options import Json, Plain
from jotto.cli.saving import put
from jotto.cli.settled import (
    SETTLINGS,
    Settled,
    Value,
    changed,
    in_force,
    open_settlings,
    place,
    written,
)
from jotto.errors import HouseError, JottoError, quoted


class Housed(TyperCommand):
    """A command that goes by the house rules where no flag was given.

    Those where one plays are such; the figures of the laboratory depend on nothing kept somewhere.
    """

    def invoke(self, ctx: Any) -> Any:
        """Settle what the flags left open, and run."""
        flags = {
            name
            for name in ctx.params
            if (source := ctx.get_parameter_source(name)) and source.name == "COMMANDLINE"
        }
        ctx.params |= open_settlings(ctx.params, flags)
        return super().invoke(ctx)


def house(
    settle: Annotated[
        list[str] | None,
        typer.Argument(metavar="[NAME=VALUE]...", help="What to settle: rule=jots repeats=no"),
    ] = None,
    unset: Annotated[
        list[str] | None,
        typer.Option("--unset", metavar="NAME", help="Leave this one as it is usually."),
    ] = None,
    reset: Annotated[
        bool, typer.Option("--reset", help="Forget all that was settled before, and the file.")
    ] = False,
    json: Json = False,
    plain: Plain = False,
) -> None:
    """Show the house rules, or settle some; they hold wherever no flag says otherwise.

    There are rule, allow, strategy, prior, repeats, plurals and polite, as the flags of those
    names. JOTTO_RULE and its kin come before the file.

    Example: jotto house rule=jots repeats=no
    """
    changes = read_changes(settle or (), unset or ())
    if reset or changes:
        try:
            keep("" if reset else written(), changes)
        except OSError as error:
            raise HouseError(str(place()), f"it cannot be written: {error.strerror}") from None
    show(in_force(), json=json, plain=plain)
    if not (reset or changes or json):
        print(f"kept in {place()}")


def read_changes(settle: Sequence[str], unset: Sequence[str]) -> dict[str, Value | None]:
    """Read ``NAME=VALUE`` and the names to unset; raises HouseError."""
    changes: dict[str, Value | None] = dict.fromkeys(unset)
    for text in settle:
        name, equals, value = text.partition("=")
        if not equals or name not in SETTLINGS:
            known = ", ".join(SETTLINGS)
            raise HouseError("house rules", f"{quoted(text)}: write NAME=VALUE, NAME being {known}")
        try:
            changes[name] = SETTLINGS[name].read(value)
        except JottoError as error:
            raise HouseError("house rules", f"{name}: {error}") from None
        if os.environ.get(variable := f"JOTTO_{name.upper()}"):
            print(f"jotto: note: {variable} comes before the file", file=sys.stderr)
    return changes


def keep(text: str, changes: Mapping[str, Value | None]) -> None:
    """Write the file with the changes; no file is left that says nothing. Raises OSError."""
    after, at = changed(text, changes), place().resolve()  # a link stays a link
    if after:
        put(at, [after])
    else:
        at.unlink(missing_ok=True)


def show(rules: Mapping[str, Settled], *, json: bool, plain: bool) -> None:
    """Show what holds and where it comes from."""
    if json:
        fields = {name: {"value": one.value, "from": one.source} for name, one in rules.items()}
        render.show_json(file=str(place()), rules=fields)
        return
    usual = "common (of lists of your own, even)"
    rows = [
        (name, usual if one.value is None else one.value, one.source) for name, one in rules.items()
    ]
    render.show_table(("house rule", "is", "from"), rows, plain=plain)

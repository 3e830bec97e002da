"""The program ``jotto`` and its commands."""

from __future__ import annotations

import os
from importlib import import_module
from typing import Any

import typer

from jotto.cli.advice import candidates, doctor, score, secret, solve, suggest
from jotto.cli.help import GroupedCommands
from jotto.cli.history import history
from jotto.cli.house import Command, house
from jotto.cli.keep import keep
from jotto.cli.laboratory import bound, card, compare, evaluate, tree, verify
from jotto.cli.openings import openings
from jotto.cli.play import play
from jotto.cli.review import review

PANELS = {
    "At the table": (
        *(play, suggest, candidates, doctor, score, solve, keep),
        *(review, history, secret, card, house),
    ),
    "In the laboratory": (evaluate, openings, compare, tree, verify, bound),
}
LISTS = "lists"


class Program(GroupedCommands):
    """The commands; those that make word lists are loaded when they are asked for."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Name all commands."""
        return [*super().list_commands(ctx), LISTS]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command."""
        if cmd_name != LISTS:
            return super().get_command(ctx, cmd_name)
        from jotto.cli import lists

        group: Any = typer.main.get_command(lists.app)
        group.rich_help_panel = "In the laboratory"
        return group


app = typer.Typer(
    cls=Program,
    invoke_without_command=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        from jotto import __version__

        typer.echo(f"jotto {__version__}")
        raise typer.Exit


@app.callback()
def _jotto(
    context: typer.Context,
    version: bool = typer.Option(
        False, "--version", callback=_version, is_eager=True, help="Show the version and exit."
    ),
) -> None:
    """Advise in a live game of Jotto, and measure openings and strategies.

    The score of a guess is exact,elsewhere: letters in the right place, and further letters in
    common. Start with: jotto play
    """
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


if "_JOTTO_COMPLETE" in os.environ:  # Typer loads rich, 0.2 s, to strip help of markup it lacks
    typer_classes = import_module("typer._completion_classes")
    vars(typer_classes)["_sanitize_help_text"] = str

for panel, commands in PANELS.items():
    for command in commands:
        app.command(cls=Command, rich_help_panel=panel)(command)

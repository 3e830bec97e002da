"""The program ``jotto`` and its commands."""

from __future__ import annotations

import os
from importlib import import_module
from typing import Any

import typer

from jotto.cli.help import GroupedCommands
from jotto.cli.house import Command

PANELS = {  # the module of each command
    "At the table": {
        "play": "play",
        "suggest": "advice",
        "candidates": "advice",
        "doctor": "advice",
        "score": "advice",
        "solve": "advice",
        "keep": "keep",
        "serve": "serve",
        "review": "review",
        "history": "history",
        "secret": "advice",
        "card": "laboratory",
        "house": "house",
    },
    "In the laboratory": {
        "evaluate": "laboratory",
        "openings": "openings",
        "compare": "laboratory",
        "tree": "trees",
        "verify": "trees",
        "bound": "trees",
        "lists": "lists",
    },
}
PANEL_OF = {name: panel for panel, modules in PANELS.items() for name in modules}


class Program(GroupedCommands):
    """The commands, each imported only when it is used: all together take Typer 0.1 s."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        names: Any = dict.fromkeys(PANEL_OF)
        self.commands = names

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Import a command; None if there is none of that name."""
        if cmd_name not in self.commands:
            return None
        if self.commands[cmd_name] is None:
            self.commands[cmd_name] = loaded(cmd_name)
        return self.commands[cmd_name]


def loaded(name: str) -> Any:
    """Return the command as a Typer object, from its function or from an app of several."""
    panel = PANEL_OF[name]
    module = import_module(f"jotto.cli.{PANELS[panel][name]}")
    alone = getattr(module, "app", None)
    if alone is None:
        alone = typer.Typer(add_completion=False, rich_markup_mode=None)
        alone.command(cls=Command)(getattr(module, name))
    made: Any = typer.main.get_command(alone)
    made.rich_help_panel = panel
    return made


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


if "_JOTTO_COMPLETE" in os.environ:  # Typer would import rich, 0.2 s, to strip markup from help
    typer_classes = import_module("typer._completion_classes")
    vars(typer_classes)["_sanitize_help_text"] = str

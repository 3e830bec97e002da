"""The program ``jotto`` and its commands."""

from __future__ import annotations

import typer

from jotto.cli.advice import candidates, doctor, score, secret, solve, suggest
from jotto.cli.help import GroupedCommands
from jotto.cli.house import Command, house
from jotto.cli.keep import keep
from jotto.cli.laboratory import bound, card, compare, evaluate, tree, verify
from jotto.cli.openings import openings
from jotto.cli.play import play

PANELS = {
    "At the table": (play, suggest, candidates, doctor, score, keep, secret, card, house),
    "In the laboratory": (evaluate, openings, compare, tree, verify, bound, solve),
}
app = typer.Typer(
    cls=GroupedCommands,
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


for panel, commands in PANELS.items():
    for command in commands:
        app.command(cls=Command, rich_help_panel=panel)(command)

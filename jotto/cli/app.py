"""The program ``jotto`` and its commands."""

from __future__ import annotations

import typer

from jotto.cli import advice, house, keep, laboratory, openings, play
from jotto.cli.help import GroupedCommands

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


AT_THE_TABLE = (
    play.play,
    advice.suggest,
    advice.candidates,
    advice.doctor,
    advice.score,
    keep.keep,
    advice.secret,
    laboratory.card,
    house.house,
)
IN_THE_LABORATORY = (
    laboratory.evaluate,
    openings.openings,
    laboratory.compare,
    laboratory.tree,
    laboratory.verify,
    laboratory.bound,
    advice.solve,
)
for command in AT_THE_TABLE + IN_THE_LABORATORY:
    panel = "At the table" if command in AT_THE_TABLE else "In the laboratory"
    app.command(cls=house.Command, rich_help_panel=panel)(command)

"""The program ``jotto`` and its commands."""

from __future__ import annotations

import typer

from jotto.cli import (
    advice,
    compare,
    doctor,
    house,
    keep,
    laboratory,
    openings,
    play,
    search,
    secret,
    trees,
)

app = typer.Typer(
    add_completion=False,
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
    """Advise in a live game of Jotto, and say what openings and strategies are worth.

    A guess is answered with exact,elsewhere: letters in the right place, and further letters
    in common. Start with: jotto play
    """
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


app.command(cls=house.Housed)(play.play)
app.command(cls=house.Housed)(advice.suggest)
app.command(cls=house.Housed)(advice.candidates)
app.command()(advice.score)
app.command()(advice.solve)
app.command(cls=house.Housed)(doctor.doctor)
app.command(cls=house.Housed)(keep.keep)
app.command(cls=house.Housed)(secret.secret)
app.command()(house.house)
app.command()(laboratory.evaluate)
app.command()(openings.openings)
app.command()(compare.compare)
app.command()(laboratory.bound)
app.command()(search.tree)
app.command()(trees.verify)
app.command()(trees.card)

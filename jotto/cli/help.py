"""Help: options and commands are listed in groups, by their ``rich_help_panel``."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

GROUPS = ("Arguments", "Options", OUTPUT := "Output", GAME := "Game", HOUSE := "House rules")
File = Path | None
LONGEST = 1000  # characters in a summary; enough that none is cut


def option(metavar: str | None, help: str, *names: str, **more: Any) -> Any:  # noqa: A002
    """Describe an option; without ``names`` it has the name of its parameter."""
    return typer.Option(*names, metavar=metavar, help=help, show_envvar=False, **more)


game_option = partial(option, rich_help_panel=GAME)
house_rule = partial(option, rich_help_panel=HOUSE)
output_option = partial(option, rich_help_panel=OUTPUT)
switch = partial(option, None)
number = partial(option, "N", min=1)
file_option = partial(option, "FILE")
game_file = partial(game_option, "FILE")
output_file = partial(output_option, "FILE")


def write_groups(formatter: Any, rows: Iterable[tuple[str, tuple[str, str]]]) -> None:
    """Write rows, each given with the title of its group, as one list per group."""
    groups: dict[str, list[tuple[str, str]]] = {}
    for title, row in rows:
        groups.setdefault(title, []).append(row)
    for title, group in groups.items():
        with formatter.section(title):
            formatter.write_dl(group)


class GroupedCommand(TyperCommand):
    """A command with its options in groups."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write arguments and options."""
        rows = []
        for parameter in self.get_params(ctx):
            group = getattr(parameter, "rich_help_panel", None)
            if record := parameter.get_help_record(ctx):
                name, help_ = record[0].partition(" <")[0], record[1]  # Typer adds <list[str]>
                rows.append((group or f"{parameter.param_type_name.title()}s", (name, help_)))
        write_groups(formatter, sorted(rows, key=lambda row: GROUPS.index(row[0])))

    def get_short_help_str(self, limit: int = LONGEST) -> str:
        """Return the first sentence, uncut, also for shell completion."""
        return super().get_short_help_str(limit)


class GroupedCommands(TyperGroup):
    """A program with its commands in groups."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the commands, each with its summary."""
        commands: Any = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
        rows = (
            (one.rich_help_panel, (name, one.get_short_help_str(LONGEST))) for name, one in commands
        )
        write_groups(formatter, rows)

"""Help in groups: options and commands are listed under their ``rich_help_panel``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from typer.core import TyperCommand, TyperGroup

GROUPS = ("Arguments", "Options", GAME := "Game", HOUSE := "House rules", OUTPUT := "Output")
LONGEST = 1000  # letters of a summary, so that none is cut


def write_groups(formatter: Any, rows: Iterable[tuple[str, tuple[str, str]]]) -> None:
    """Write rows, each after the title of its group, as one list for each group."""
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
                rows.append((group or f"{parameter.param_type_name.title()}s", record))
        write_groups(formatter, sorted(rows, key=lambda row: GROUPS.index(row[0])))


class GroupedCommands(TyperGroup):
    """A program with its commands in groups."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the commands, each with its summary."""
        commands: Any = self.commands.items()
        write_groups(
            formatter,
            (
                (command.rich_help_panel, (name, command.get_short_help_str(LONGEST)))
                for name, command in commands
            ),
        )

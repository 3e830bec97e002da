"""House rules: defaults of options, stored in a config file."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Annotated, Any, NamedTuple, get_args

import typer

from jotto import files
from jotto.cli import options
from jotto.cli.help import GroupedCommand, option, switch
from jotto.cli.options import HOUSE_RULES, OF_WORDS, Table, game_options
from jotto.cli.render import Screen, say
from jotto.errors import FileError, GameError, quoted

Value = str | bool | None
HELP = {"-h", "--help"}
KNOWN = ", ".join(HOUSE_RULES)
HOLDS = "House rules do not apply to evaluate, openings, compare, tree, verify and bound."


def place() -> Path:
    """Return the path of the config file."""
    return files.user_folder("config") / "config.toml"


def _refusal(reason: str, line: int | str = "") -> FileError:
    return FileError("config file", place(), reason, line)


def parsed(text: str, parse: Callable[[str], Any]) -> Any:
    """Parse the text of the config file. Raises FileError, with the line."""
    try:
        return parse(text)
    except (ValueError, RecursionError) as error:  # also for too long numbers, too deep lists
        line = re.search(r" \(?at line (\d+)", str(error))
        reason = str(error)[: line.start()] if line else str(error)
        number = int(line[1]) if line else text.count("\n") + 1
        raise _refusal(f"{reason}; correct it, or jotto house --reset", number) from None


def written() -> str:
    """Return the text of the config file, empty if there is none. Raises FileError."""
    try:
        return place().read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise _refusal(f"it cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise _refusal("it is not text in UTF-8; jotto house --reset removes it") from None


def kept() -> dict[str, str]:
    """Read the house rules in the config file. Raises FileError."""
    if not (text := written()):
        return {}
    import tomllib  # imported only if there is a file

    found = parsed(text, tomllib.loads)
    for name in found:
        if name not in HOUSE_RULES:
            raise blame(name, f"no house rule is called {quoted(name)}; the rules are {KNOWN}")
    return {name: str(value) for name, value in found.items()}


def blame(name: str, reason: str) -> FileError:
    """Return the error for ``name`` in the config file, with its line."""
    begins = re.compile(rf"\s*\[*\s*[\"']?{re.escape(name)}[\"']?\s*[\].=]")
    lines = enumerate(written().split("\n"), start=1)
    number = next((number for number, line in lines if begins.match(line)), "")
    return _refusal(f"{reason}; jotto house --unset {shlex.quote(name)} removes it", number)


def change(changes: Mapping[str, Value], *, reset: bool) -> None:
    """Write values to the config file; None removes a rule, and an empty file is removed."""
    import tomlkit

    document = parsed("" if reset else written(), tomlkit.parse)
    for name, value in changes.items():
        if value is None:
            document.pop(name, None)
        else:
            document[name] = value
    try:
        if text := tomlkit.dumps(document):
            files.write(place(), [text])
        else:
            place().resolve().unlink(missing_ok=True)
    except OSError as error:
        raise _refusal(f"it cannot be written: {error.strerror}") from None


class Command(GroupedCommand):
    """A command that reads its house rules from environment variables and the config file."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the arguments; errors name the variable or the line of the file they come from."""
        if getattr(self.callback, "house", False) and not ctx.resilient_parsing:
            for parameter in self.params:
                if parameter.name in HOUSE_RULES:
                    parameter.envvar = variable_of(parameter.name)
            if HELP.isdisjoint(args):
                ctx.default_map = kept()
        try:
            return super().parse_args(ctx, args)
        except typer.BadParameter as error:
            name = str(error.param.name) if error.param else ""
            source, error.message = source_of(ctx, name), reason_of(error)
            if source == "file":
                raise blame(name, f"{name}: {error.message}") from None
            if source != "default":
                raise GameError(f"{source}: {error.message}") from None
            raise

    def invoke(self, ctx: Any) -> Any:
        """Run the command; ignore house rules for other games, such as plurals for Mastermind."""
        given = ctx.params
        others = given.get("game", options.DEFAULT_GAME) != options.DEFAULT_GAME
        for parameter in self.params:
            name = str(parameter.name)
            hard = name == "allow" and given[name] == options.HARD
            unfit = others if name in OF_WORDS else hard and given["rule"] != options.COLOURS
            if unfit and source_of(ctx, name) != "default":
                given[name] = parameter.default
        return super().invoke(ctx)


def variable_of(name: str) -> str:
    """Return the name of the environment variable of a house rule."""
    return f"JOTTO_{name.upper()}"


def source_of(context: typer.Context, name: str) -> str:
    """Return the source of a house rule: ``file``, its variable, or else ``default``."""
    sources = {"DEFAULT_MAP": "file", "ENVIRONMENT": variable_of(name)}
    return sources.get(options.source_of(context, name), "default")


def reason_of(error: typer.BadParameter) -> str:
    """Return why a value is not valid, quoting it, with the value that was probably meant.

    >>> reason_of(typer.BadParameter("'color' is not one of 'jots', 'colours'."))
    "'color' is not one of 'jots', 'colours'; did you mean 'colours'?"
    """
    reason = error.message.removesuffix(".")
    reason = re.sub(r" is not a valid boolean.*", ": write yes or no", reason)
    value, *choices = re.findall(r"'([^']*)'", reason) or [""]
    meant = get_close_matches(value, choices, n=1)
    return f"{reason}; did you mean {meant[0]!r}?" if meant else reason


@game_options(without=("game", "words", "guesses"), house=True)
def rules(table: Table, strategy: options.StrategyName = options.DEFAULT_STRATEGY) -> None:
    """Take the house rules as options, so that they are validated in the same way."""


@cache
def rules_command() -> Any:
    """Return a command that only validates house rules."""
    app = typer.Typer(add_completion=False)
    app.command(cls=Command)(rules)
    return typer.main.get_command(app)


class Settled(NamedTuple):
    """The value of a house rule and its source: ``default``, ``file``, or a variable's name."""

    value: Value
    source: str


def in_force() -> dict[str, Settled]:
    """Return the house rules that apply without flags. Raises FileError and GameError."""
    context = rules_command().make_context("house", [])
    return {name: Settled(context.params[name], source_of(context, name)) for name in HOUSE_RULES}


def complete_rule(incomplete: str) -> list[str]:
    """Complete NAME=VALUE, for rules with a fixed set of values."""
    known: dict[str, tuple[Any, ...]] = {}
    for one in options.options_of(Table):
        kind, *_ = get_args(one.annotation)
        first, *others = get_args(kind) or (bool,)
        known[one.name] = get_args(first) or (("yes", "no") if first is bool else (first, *others))
    known |= {"strategy": options.STRATEGY_NAMES, "prior": (options.EVEN, options.COMMON)}
    texts = [f"{name}={value}" for name in HOUSE_RULES for value in known[name]]
    return [text for text in texts if text.startswith(incomplete)]


@game_options()
def house(
    screen: Screen,
    settle: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="NAME=VALUE",
            help="Rules to set: rule=jots repeats=no",
            autocompletion=complete_rule,
        ),
    ] = None,
    unset: Annotated[list[str] | None, option("NAME", "Restore the default of a rule.")] = None,
    reset: Annotated[bool, switch("Restore all defaults: remove the file.", "--reset")] = False,
) -> None:
    """Show the house rules, or change the defaults they set.

    The house rules are rule, allow, strategy, prior, repeats, plurals and polite. They apply to
    play, suggest, candidates, doctor, score, keep, serve, review, secret, solve and card. Other
    commands use only their own options. Precedence: flag, environment variable (JOTTO_RULE ..),
    config file, default.

    Example: jotto house rule=jots repeats=no

    Example: jotto house --reset
    """
    changes = dict.fromkeys(unset or ()) | dict(map(read_change, settle or ()))
    if reset or changes:
        change(changes, reset=reset)
    for name, value in changes.items():
        if value is not None and os.environ.get(variable_of(name)):
            options.note(f"{variable_of(name)} overrides the file")
    rules = in_force()
    fields = {name: {"value": one.value, "from": one.source} for name, one in rules.items()}
    if screen.shows_json(file=str(place()), rules=fields):
        return
    usual = "common (your own lists: even)"
    shown = [(name, usual if v is None else v, source) for name, (v, source) in rules.items()]
    screen.show_table(("house rule", "is", "from"), shown)
    if not (reset or changes):
        print(f"stored in {place()}")
    say(HOLDS)


def read_change(text: str) -> tuple[str, Value]:
    """Read and check ``NAME=VALUE``. Raises GameError."""
    name, equals, value = text.partition("=")
    if not equals or name not in HOUSE_RULES:
        raise GameError(f"house rules: {quoted(text)}: write NAME=VALUE; NAME is one of {KNOWN}")
    command = rules_command()
    parameter = next(each for each in command.params if each.name == name)
    try:
        return name, parameter.process_value(typer.Context(command), value)
    except typer.BadParameter as error:
        raise GameError(f"house rules: {name}: {reason_of(error)}") from None

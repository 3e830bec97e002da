"""The program ``jotto``, its commands with their help, and house rules as defaults of options.

House rules are stored in a config file; ``jotto house`` shows and changes them.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, get_args

import typer
from typer.core import TyperCommand, TyperGroup

import jotto
from jotto import files
from jotto.called import game_called
from jotto.cli import options as opt, render
from jotto.errors import FileError, GameError, quoted
from jotto.question.fields import table
from jotto.question.making import FILES, TREE

PANELS = {  # the groups of the help: each command with its module
    "For players": "play.play advice.suggest advice.candidates advice.explain advice.score "
    "advice.word advice.watch keep.keep serving.serve serving.page review.review review.history "
    "practice.practice league.league advice.secret compare.card app.house",
    "For programs": "engine.engine engine.mcp",
    "For research": "compare.evaluate compare.openings compare.compare compare.bench "
    "trees.tree trees.verify trees.worst_case lists.lists",
}
PLACES = [(panel, *place.split(".")) for panel in PANELS for place in PANELS[panel].split()]
PANEL_OF = {name.replace("_", "-"): panel for panel, _, name in PLACES}
HOME_OF = {name.replace("_", "-"): (module, name) for _, module, name in PLACES}
FORMER = {"doctor": "explain", "solve": "watch", "bound": "worst-case"}  # commands of 1.0.0
YES, NO = ("1", "true", "t", "yes", "y", "on"), ("0", "false", "f", "no", "n", "off")
LONGEST = 1000  # characters in a summary; enough that none is cut
Value = str | bool | None
HELP = {"-h", "--help"}
KNOWN = ", ".join(opt.HOUSE_RULES)
RULES = "Rules"  # the group of options that are house rules, where a command does not use those


# --- commands and their help ----------------------------------------------------------------------


def write_groups(formatter: Any, titles: Iterable[str], rows: Sequence[tuple[str, Any]]) -> None:
    """Write rows, each given with the title of its group, as one list per group."""
    for title in titles:
        if group := [row for of, row in rows if of == title]:
            with formatter.section(title):
                formatter.write_dl(group)


class Quick:
    """A command that converts values itself.

    From 0.29 on, Typer does so by pydantic, whose import takes longer than numpy's and whose
    messages do not quote the value.
    """

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the parameters, --help among them."""
        parameters: list[Any] = super().get_params(ctx)  # type: ignore[misc]
        for parameter in parameters:
            if "process_value" not in vars(parameter):
                parameter.process_value = partial(processed, parameter, parameter.process_value)
        return parameters


class Command(Quick, TyperCommand):
    """A command with its options in groups; the house rules are their defaults."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write arguments and options."""
        rows, house = [], getattr(self.callback, "house", False)
        for parameter in self.get_params(ctx):
            group = getattr(parameter, "rich_help_panel", None)
            group = RULES if group == opt.HOUSE and not house else group
            if record := parameter.get_help_record(ctx):
                name, help_ = record[0].partition(" <")[0], record[1]  # Typer adds <list[str]>
                rows.append((group or f"{parameter.param_type_name.title()}s", (name, help_)))
        write_groups(
            formatter, ("Arguments", "Options", opt.OUTPUT, opt.GAME, opt.HOUSE, RULES), rows
        )

    def get_short_help_str(self, limit: int = LONGEST) -> str:
        """Return the first sentence, uncut, also for shell completion."""
        return super().get_short_help_str(max(limit, LONGEST))

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the arguments; errors name the variable or the line of the file they come from."""
        if getattr(self.callback, "house", False) and not ctx.resilient_parsing:
            for parameter in self.params:
                if parameter.name in opt.HOUSE_RULES:
                    parameter.envvar = variable_of(parameter.name)
            if HELP.isdisjoint(args):
                ctx.default_map = saved_rules()
                note_variables()
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
        """Run the command with what was said: by the house, then by its arguments."""
        opt.check_outputs(self.params, ctx.params)
        if asked := getattr(self.callback, "asks", ()):
            values = {name: ctx.params.pop(name) for name in asked}
            house = {n: value for n, value in values.items() if source_of(ctx, n) != "default"}
            said = {n: v for n, v in values.items() if opt.source_of(ctx, n) == "COMMANDLINE"}
            opt.SAID.set((house, said))
        return super().invoke(ctx)


def processed(parameter: Any, process: Callable[..., Any], context: Any, value: Any) -> Any:
    """Convert the value of a parameter, as Typer did before 0.29. Raises BadParameter."""
    described = getattr(parameter, "type_descriptor", None)
    if described is None or parameter.required:
        return process(context, value)
    if described.annotation == list[str]:
        value = list(value or ())
    elif value is not None:
        try:
            value = converted(str(value), described.annotation, described.parameter_info)
        except ValueError as error:
            raise typer.BadParameter(f"{error}.", ctx=context, param=parameter) from None
    return parameter.callback(context, parameter, value) if parameter.callback else value


def converted(text: str, kind: Any, about: Any) -> Any:
    """Convert the text of one value. Raises ValueError, which quotes it."""
    if choices := get_args(kind):
        if text in choices:
            return text
        raise ValueError(f"{text!r} is not one of {', '.join(map(repr, choices))}")
    if kind is bool:
        if (answer := text.strip().lower()) in YES + NO:
            return answer in YES
        raise ValueError(f"{text!r} is not a valid boolean")
    try:
        value = kind(text)
    except ValueError:
        raise ValueError(f"{text!r} is not a valid {kind.__name__}") from None
    low, high = about.min, about.max
    if not (low is None or low <= value) or not (high is None or value <= high):  # nan is neither
        limits = f"x>={low}" if high is None else f"{low}<=x<={high}"
        raise ValueError(f"{value} is not in the range {limits}")
    return value


class Program(Quick, TyperGroup):
    """The commands, each imported only when it is used: all together take Typer 0.1 s."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.commands = dict.fromkeys(PANEL_OF)  # type: ignore[assignment]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Import a command; None if there is none of that name."""
        if cmd_name in FORMER:
            raise GameError(f"jotto {cmd_name} is jotto {FORMER[cmd_name]} since 2.0.0")
        if cmd_name not in PANEL_OF and game_called(cmd_name) != {"game": cmd_name}:
            raise GameError(
                f"{quoted(cmd_name)} is a game: jotto play --game {shlex.quote(cmd_name)}"
            )
        return loaded(cmd_name) if cmd_name in PANEL_OF else None

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the commands in groups, each with its summary."""
        summaries = [(name, loaded(name).get_short_help_str(LONGEST)) for name in PANEL_OF]
        write_groups(formatter, PANELS, list(zip(PANEL_OF.values(), summaries, strict=True)))


@cache
def loaded(name: str) -> Any:
    """Return the command as a Typer object, from its function or from an app of several."""
    module, function = HOME_OF[name]
    command = getattr(import_module(f"jotto.cli.{module}"), function)
    return typer.main.get_command(command) if name == "lists" else command_of(command)


@cache
def command_of(function: Callable[..., None]) -> Any:
    """Return a function as a Typer object."""
    alone = typer.Typer(add_completion=False, rich_markup_mode=None)
    alone.command(cls=Command)(function)
    return typer.main.get_command(alone)


app = typer.Typer(
    cls=Program,
    invoke_without_command=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback()
def _jotto(
    context: typer.Context,
    version: bool = typer.Option(False, "--version", help="Show the version and exit."),
) -> None:
    """Play, solve and study word-deduction games: Jotto, Wordle, Mastermind and your own.

    For advice in a game of Jotto, run: jotto play. In another game: jotto play --game wordle. To
    guess a secret that jotto has chosen: jotto keep. In Jotto the score 1,2 says that 1 letter is
    in the right place, and 2 further letters are elsewhere. For help on a command: jotto help play
    """
    if version:
        typer.echo(f"jotto {jotto.__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


if "_JOTTO_COMPLETE" in os.environ:  # Typer would import rich, 0.2 s, to strip markup from help
    typer_classes = import_module("typer._completion_classes")
    vars(typer_classes)["_sanitize_help_text"] = str


# --- house rules ----------------------------------------------------------------------------------


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
    with files.refusing("config file", place(), "it cannot be read: "):
        try:
            return files.contents(place()).decode("utf-8-sig")
        except FileNotFoundError:
            return ""
        except UnicodeDecodeError:
            raise _refusal("it is not text in UTF-8; jotto house --reset removes it") from None


def saved_rules() -> dict[str, str]:
    """Read the house rules in the config file. Raises FileError."""
    if not (text := written()):
        return {}
    import tomllib  # imported only if there is a file

    values = parsed(text, tomllib.loads)
    for name in values:
        if name not in opt.HOUSE_RULES:
            raise blame(name, f"no house rule is called {quoted(name)}; the rules are {KNOWN}")
    return {name: str(value) for name, value in values.items()}


def blame(name: str, reason: str) -> FileError:
    """Return the error for ``name`` in the config file, with its line."""
    begins = re.compile(rf"[\s\[]*[\"']?{re.escape(name)}[\"']?\s*[\].=]")
    lines = enumerate(written().split("\n"), start=1)
    number = next((number for number, line in lines if begins.match(line)), "")
    remedy = f"--unset {shlex.quote(name)}" if name.isprintable() else "--reset"
    return _refusal(f"{reason}; jotto house {remedy} removes it", number)


def change(changes: Mapping[str, Value], *, reset: bool) -> None:
    """Write values to the config file; None removes a rule, and an empty file is removed.

    Raises GameError if a value excludes another rule.
    """
    import tomllib

    import tomlkit

    text = "" if reset else written()
    parsed(text, tomllib.loads)  # which refuses what tomlkit takes, such as a key twice in a table
    document = parsed(text, tomlkit.parse)
    set_now = {name for name, value in changes.items() if value is not None}
    for name, value in changes.items():
        if name not in document and name not in opt.HOUSE_RULES:
            raise GameError(f"no house rule is called {quoted(name)}; the rules are {KNOWN}")
        if value is None:
            document.pop(name, None)
        else:
            document[name] = value
    rules = {name: value for name, value in document.items() if name in opt.HOUSE_RULES}
    for name, (_, row) in table().items():
        wrong = row.unfit(name, rules) if name in rules else ()
        both = [name, *wrong[1:]]
        if wrong and {*both} <= rules.keys() and {*both} & set_now:
            raise GameError(f"house rules: {wrong[0]}; set both, or unset one: {' or '.join(both)}")
    with files.refusing("config file", place(), "it cannot be written: "):
        if text := tomlkit.dumps(document):
            place().parent.mkdir(parents=True, exist_ok=True)
            files.write(place(), [text])
        else:
            Path(os.path.realpath(place())).unlink(missing_ok=True)  # also of a loop of links


def variable_of(name: str) -> str:
    """Return the name of the environment variable of a house rule."""
    return f"JOTTO_{name.upper()}"


def note_variables() -> None:
    """Print a note for each variable that is nearly called as that of a house rule."""
    for name in sorted(os.environ):
        prefix, _, rule = name.lower().partition("_")
        near = get_close_matches(rule, opt.HOUSE_RULES, 1, 0.7) if prefix == "jotto" else ()
        if near and name != (meant := variable_of(near[0])):
            opt.note(f"{name} is not an option; did you mean {meant}?")


def source_of(context: typer.Context, name: str) -> str:
    """Return the source of a house rule: ``file``, its variable, or else ``default``."""
    sources = {"DEFAULT_MAP": "file", "ENVIRONMENT": variable_of(name)}
    return sources.get(opt.source_of(context, name), "default")


def reason_of(error: typer.BadParameter) -> str:
    """Return why a value is not valid, quoting it, with the value that was probably meant.

    >>> reason_of(typer.BadParameter("'color' is not one of 'jots', 'colours'."))
    "'color' is not one of 'jots', 'colours'; did you mean 'colours'?"
    """
    reason = error.message.removesuffix(".")
    reason = re.sub(r" is not a valid boolean.*", ": write yes or no", reason)
    if "; did you mean" in reason:
        return reason
    value, *choices = re.findall(r"'([^']*)'", reason) or [""]
    others = [choice for choice in choices if choice not in value]  # not a part of it, quoted again
    meant = get_close_matches(value, others, n=1)
    return f"{reason}; did you mean {meant[0]!r}?" if meant else reason


@opt.game_options("strategy", without=(*FILES, "game", "letters", "lies"), house=True)
def rules(table: opt.Asked) -> None:
    """Take the house rules as options, so that they are validated in the same way."""


def in_force() -> dict[str, tuple[Value, str]]:
    """Return the house rules that apply without flags. Raises FileError and GameError.

    Each is given as its value and the source: ``default``, ``file``, or a variable's name.
    """
    context = command_of(rules).make_context("house", [])
    return {name: (context.params[name], source_of(context, name)) for name in opt.HOUSE_RULES}


def settled() -> dict[str, tuple[Value, str]]:
    """Return those of them that are not at their default. Raises FileError and GameError."""
    return {name: rule for name, rule in in_force().items() if rule[1] != "default"}


def complete_house_rule(incomplete: str) -> list[str]:
    """Complete NAME=VALUE, for rules with a fixed set of values."""
    command = command_of(rules)
    context, texts = typer.Context(command), []
    for option in command.params:
        values = [item.value for item in option.shell_complete(context, "")] or ["yes", "no"]
        texts += [f"{option.name}={value}" for value in values if value != TREE]
    return [text for text in texts if text.startswith(incomplete)]


SETTLE = opt.argument("NAME=VALUE", "Rules to set: rule=jots repeats=no", complete_house_rule)


@opt.game_options()
def house(
    screen: opt.OutputOptions,
    settle: Annotated[list[str] | None, SETTLE] = None,
    unset: Annotated[list[str] | None, "NAME", "Restore the default of a rule."] = None,
    reset: Annotated[bool, "Restore all defaults: remove the file."] = False,
) -> None:
    """Show the house rules, or change the defaults they set.

    House rules are options that hold in every game, until you change them. They apply to play,
    suggest, candidates, explain, score, word, keep, serve, page, review, practice, league, engine,
    mcp, secret, watch and card. Other commands use only their own options. Games without words
    ignore rule, prior, vowels, repeats, plurals and polite. An option of a command goes before an
    environment variable (JOTTO_RULE ..), and that before the config file.

    Example: jotto house rule=jots repeats=no

    Example: jotto house --reset
    """
    changes = dict.fromkeys(unset or ()) | dict(map(read_change, settle or ()))
    if reset or changes:
        change(changes, reset=reset)
    for name, value in changes.items():
        if value is not None and os.environ.get(variable_of(name)):
            opt.note(f"{variable_of(name)} overrides the file")
    rules = in_force()
    fields = {name: {"value": value, "from": source} for name, (value, source) in rules.items()}
    if screen.shows("rules=rule", file=str(place()), rules=fields):
        return
    usual = {name: table()[name][1].choices.get("") for name in rules}
    usual["prior"] = "common (Wordle: wordle; own lists: even)"
    shown = [(name, usual[name] if v is None else v, by) for name, (v, by) in rules.items()]
    render.show_table(("house rule", "is", "from"), shown)
    if not (reset or changes):
        print(f"stored in {place()}")
        games, caches = files.user_folder("data"), files.user_folder("cache")
        print(f"games are stored in {games}, and caches that you can delete in {caches}")
    of_words = [name for name in opt.HOUSE_RULES if table()[name][1].of_words]
    render.say(f"Games without words ignore {', '.join(of_words)}, and say so.")
    render.say(
        "House rules do not apply to evaluate, openings, compare, bench, tree, verify, worst-case."
    )


def read_change(text: str) -> tuple[str, Value]:
    """Read and check ``NAME=VALUE``. Raises GameError."""
    name, equals, value = text.partition("=")
    if not equals or name not in opt.HOUSE_RULES:
        raise GameError(f"house rules: {quoted(text)}: write NAME=VALUE; NAME is one of {KNOWN}")
    context = typer.Context(command := command_of(rules))
    options = {option.name: option for option in command.get_params(context)}
    try:  # as on the command line
        return name, options[name].process_value(context, value)
    except typer.BadParameter as error:
        raise GameError(f"house rules: {name}: {reason_of(error)}") from None

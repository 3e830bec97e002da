"""The options of the commands: how one is described, those that commands share, and the help.

An option is made by ``option`` and its kin, and belongs to a group of the help. Options that go
together are fields of a dataclass: ``Workers`` who does long work, ``OutputOptions`` the output;
what is asked of a game is a ``Question``. ``game_options`` gives them to a command. Turns, guesses
and secrets are read here too, with a note for a word that is in no list.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import asdict, dataclass, is_dataclass, replace
from functools import cache, partial, wraps
from inspect import Parameter, Signature, signature
from itertools import chain
from json import dumps
from pathlib import Path
from typing import Annotated, Any, get_args

import typer

import jotto
from jotto import assistant, games
from jotto.called import ALLOWED, GAMES, allowed_called, game_called
from jotto.cli import render
from jotto.cli.names import flags_of
from jotto.errors import FileError, GameError, JottoError, TurnError, WorkersError, quoted
from jotto.question.fields import (
    DEFAULT_AIM,
    DEFAULT_RULE,
    DEFAULT_STRATEGY,
    GAME as GAME,
    HOUSE as HOUSE,
    HOUSE_RULES as HOUSE_RULES,
    LACKS,
    LOOKED_AT,
    MEASURE_NAMES,
    MEASURED,
    PRIORS,
    TRUTHFUL,
    WORDS,
    table,
)
from jotto.question.filling import filled, in_full, takes
from jotto.question.making import FILES, TREE, Question, tree_path
from jotto.reading.turns import given

# --- making options -------------------------------------------------------------------------------

COLOURS = re.compile(r"=[BYGX⬛⬜🟨🟩]{2,}$", re.IGNORECASE)  # a score that may be Wordle's
OUTPUT = "Output"  # a group of the help; those of a question are in its table
File = Path | None


def option(metavar: str | None, text: str, *names: str, complete: Any = None, **rest: Any) -> Any:
    """Describe an option; without ``names`` it has the name of its parameter.

    ``complete`` are the texts that complete it, or a function that returns them.
    """
    complete = complete_from(complete) if isinstance(complete, tuple) else complete
    rest |= {"metavar": metavar, "help": text, "show_envvar": False}
    return typer.Option(*names, autocompletion=complete, **rest)


def argument(metavar: str, text: str | None = None, complete: Any = None) -> Any:
    """Describe an argument."""
    return typer.Argument(metavar=metavar, help=text, autocompletion=complete)


def complete_from(texts: Iterable[str]) -> Callable[[str], list[str]]:
    """Return a function that completes one of these texts."""
    return lambda incomplete: [text for text in texts if text.startswith(incomplete)]


output_option = partial(option, rich_help_panel=OUTPUT)
output_file = partial(output_option, "FILE", callback=render.writable)

STRATEGY_NAMES = (*MEASURE_NAMES, "simple", "random")


def source_of(context: typer.Context, name: str) -> str:
    """Return the source of a value, by Click's name for it."""
    return getattr(context.get_parameter_source(name), "name", "")


def check_strategy(context: typer.Context, option: Any, value: str) -> str:
    """Reject unknown strategies, and a tree as a house rule. Raises BadParameter."""
    if value.startswith(TREE) and source_of(context, option.name) != "COMMANDLINE":
        raise typer.BadParameter("a tree is for one game; use --strategy on the command line")
    if value != DEFAULT_STRATEGY and tree_path(value) is None:
        if source_of(context, option.name) == "COMMANDLINE":
            check_typed(value)
        try:
            jotto.strategy(value)
        except GameError as error:
            raise typer.BadParameter(str(error)) from None
    return value


def check_typed(value: Any) -> Any:
    """Let MODULE:FUNCTION be imported, which the person who types it asks for."""
    if ":" in (value or ""):
        games.registry.typed.add(value)
    return value


def check_rule(value: str | None) -> str | None:
    """Reject unknown rules. Raises BadParameter."""
    if value is None or value == DEFAULT_RULE:
        return value
    try:
        return games.scoring.rule_named(value, 1).name
    except GameError as error:
        raise typer.BadParameter(str(error)) from None


def check_allow(value: str | None) -> str | None:
    """Reject what is no name of allowed guesses. Raises BadParameter."""
    if value is None or (known := allowed_called(value)) in ALLOWED:
        return value and known
    refused = str(table()["allow"][1].refuses(value))  # type: ignore[misc]
    raise typer.BadParameter(refused.removeprefix("allow "))


def check_aim(value: str) -> str:
    """Reject unknown aims. Raises BadParameter."""
    try:
        return value if value == DEFAULT_AIM else str(jotto.Claim(value).aim)
    except GameError as error:
        raise typer.BadParameter(str(error)) from None


def check_vowels(context: typer.Context, option: Any, value: str | None) -> str | None:
    """Reject what can be no letters, of a house rule. Raises BadParameter.

    Those of a command are letters of its list.
    """
    if value and not value.isalpha() and source_of(context, option.name) != "COMMANDLINE":
        raise typer.BadParameter(f"{quoted(value)}: write letters, such as aeiou or aeiouy")
    return value or None


def check_prior(context: typer.Context, option: Any, value: str | None) -> str | None:
    """Make the path of a house rule's file absolute. Raises BadParameter."""
    if value in (None, *PRIORS) or source_of(context, option.name) == "COMMANDLINE":
        return value
    path = Path(value).absolute()
    if not str(path).isprintable() or not path.is_file():
        raise typer.BadParameter(str(games.registry.no_prior(value)).removeprefix("prior "))
    return str(path)


# --- checks and completion ----------------------------------------------------------------------


def check_outputs(parameters: Iterable[Any], values: Mapping[str, Any]) -> None:
    """Raise GameError if a file would be written that is also read, or written twice."""
    inputs, outputs = set[str](), dict[str, str]()
    for parameter in parameters:
        value = values.get(parameter.name)
        for item in value if isinstance(value, list) else [value]:
            path = os.path.realpath(str(item).removeprefix(TREE))
            if getattr(parameter, "rich_help_panel", "") != OUTPUT or not isinstance(item, Path):
                if isinstance(item, Path) or os.path.isfile(path):  # noqa: PTH113  # however long
                    inputs.add(path)
            elif outputs.setdefault(path, parameter.name) != parameter.name:
                raise GameError(f"{str(item)!r} would be written twice").about(parameter.name)
    for path in outputs.keys() & inputs:
        if os.path.isfile(path) or not os.path.exists(path):  # noqa: PTH110, PTH113  # such as a new checkpoint
            reason = "it is read by this command, too; write to another file"
            raise GameError(f"{os.path.relpath(path)!r}: {reason}").about(outputs[path])


def complete_word(context: typer.Context, incomplete: str) -> list[str]:
    """Complete a word of the list; codes are not completed."""
    if game_called(context.params.get("game") or WORDS)["game"] != WORDS:
        return []
    path = context.params.get("words")
    try:
        listed = games.words.read_words(Path(path)) if path else games.words.shipped_words()
    except FileError:  # the command reports it; a message during completion would disturb
        return []
    return [word for word in listed if word.startswith(incomplete)]


def complete_rule(incomplete: str) -> list[str]:
    """Complete the name of a rule."""
    return complete_from((*games.scoring.RULES, "total"))(incomplete)


def complete_turn(context: typer.Context, incomplete: str) -> list[str]:
    """Complete a word up to its ``=``, then the score; an equation has a ``=`` itself."""
    words, score = complete_word(context, incomplete), ""
    if "=" in incomplete and not words:
        word, _, score = incomplete.rpartition("=")
        words = [word]
    if len(words) != 1:
        return [f"{word}=" for word in words]
    asked = in_full("", {name: context.params.get(name) for name in ("game", "rule")}, strict=False)
    rule = games.scoring.rule_named(asked["rule"] or DEFAULT_RULE, len(words[0]))
    return [f"{words[0]}={text}" for text in rule.texts if text.startswith(score)]


CODES = ("mastermind:4x6", "mastermind:4x6:distinct", "mastermind:4x6:black-peg")
NAMES = ("words", *GAMES, *CODES, "bulls-and-cows:4x10", "equations:8", "two-d:5")
JOBS = "How many processors of this machine to use."
KEPT = option("FILE", "Where to store finished work for --resume.", callback=render.writable)
PLAIN = output_option(None, "Print text without colours or boxes.", "--plain")
FORMS = "Turns so far, each WORD=SCORE: tares=1,1 (or 1-1, 11, 1A1B, 1b1w); "
FORMS += "with colours, tares=BYGBB (or 01200, .yg..)."
TURNS = argument("TURN", FORMS, complete_turn)
Turns = Annotated[list[str] | None, TURNS]
LIMITED = [f"within:{most}{then}" for most in range(3, 7) for then in ("", ",mean")]
SOME_AIMS = (DEFAULT_AIM, "worst", "mean,worst", "worst,mean", *LIMITED)
READ: Mapping[str, tuple[Any, Any]] = {  # how the text of a field is checked, and completed
    "game": (check_typed, NAMES),
    "rule": (check_rule, complete_rule),
    "prior": (check_prior, PRIORS),
    "allow": (check_allow, tuple(ALLOWED)),
    "strategy": (check_strategy, (*STRATEGY_NAMES, TREE)),
    "aim": (check_aim, SOME_AIMS),
    "vowels": (check_vowels, ()),
}
OF_GAME = tuple(name for name, (_, row) in table().items() if row.group)
ADVISER = "strategy", "seed", "book"
ACTS = {"rules": "play"}  # by the name of a command, where that is another


def option_of(name: str, act: str = "") -> Any:
    """Return the type of a field of a question, described as an option."""
    kind, row = table()[name]
    callback, complete = READ.get(name, (None, None))
    if row.form and kind is str:
        complete = complete or tuple(filter(None, row.choices))
    says, panel = row.says.replace("{own}", row.own[0]), row.group
    for refused in (game for game in GAMES if name == "game" and not takes(act, game)):
        says = says.replace(f"{refused}, ", "")
    names = arguments_of(name, True) if kind is bool and row.usual_of(act, {}) is False else ()
    given = {"callback": callback, "complete": complete, "rich_help_panel": panel}
    kind = str if get_args(kind) and callback else kind
    if name == "rule":
        names = ("--rule",)  # Typer 0.27 makes it --RULE without its name
    described = option(row.metavar, says, *names, min=row.low, max=row.high, **given)
    return Annotated[(Path if name in FILES else str if kind is Any else kind) | None, described]


def parameter_of(name: str, act: str) -> Parameter:
    """Return a field of a question as a parameter of a command, whose default is shown."""
    usual = table()[name][1].usual_of(act, {})
    if name == "order" or (name == "prior" and act not in MEASURED):
        usual = None  # it depends on the output, or on the list
    return Parameter(name, Parameter.KEYWORD_ONLY, default=usual, annotation=option_of(name, act))


Seed = Annotated[int, *option_of("seed").__metadata__]
AimName = Annotated[str, *option_of("aim").__metadata__]
Think = Annotated[float | None, *option_of("think").__metadata__]
Top = Annotated[int, "How many to show."]


Said = tuple[Mapping[str, Any], Mapping[str, Any]]
SAID: ContextVar[Said] = ContextVar("SAID", default=({}, {}))  # by the house, by the arguments


class Asked(Question):
    """A question of a command, which prints notes."""

    def note(self, text: object) -> None:
        """Print what is worth knowing about the lists."""
        note(text)


@dataclass(frozen=True)
class Workers:
    """Who does long work, and where it is kept: each field is an option of that name."""

    processes: Annotated[int | None, option("N", JOBS, "--processes", "--jobs", min=1)] = None
    dask: Annotated[str | None, "ADDRESS", "Run on this Dask scheduler's workers."] = None
    dask_scheduler_file: Annotated[File, "Read the scheduler's address from FILE."] = None
    checkpoint: Annotated[File, KEPT] = None
    resume: Annotated[bool, "Continue a run that was interrupted."] = False

    @property
    def flags(self) -> list[str]:
        """The options that were given."""
        given = asdict(self).items()
        return [arguments_of(*option)[0] for option in given if option[1] not in (None, False)]

    def __post_init__(self) -> None:
        given = [flag for flag in self.flags if flag not in ("--checkpoint", "--resume")]
        if len(given) > 1:
            raise GameError(f"{' and '.join(given)} cannot be combined; use one of them")

    @contextmanager
    def connected(self) -> Iterator[Any]:
        """Prepare long work: yield ``parallel``, and say --resume where the library cannot.

        Without --resume, what a checkpoint has is dropped.
        """
        from jotto import parallel

        path = self.checkpoint
        if path is not None and self.resume and not path.exists():
            raise FileError("checkpoint", path, "there is none; leave --resume out")
        if path is not None and path.is_file() and not self.resume:
            parallel.empty_checkpoint(path)
        parallel.in_one = "--processes 1"
        there = self.dask, self.dask_scheduler_file
        here = nullcontext(self.processes)
        with here if there == (None, None) else parallel.connect(*there) as who:
            try:
                yield who
            except WorkersError as error:
                if error.begun and path is not None:
                    error.args = (f"{error}; run again with --resume",)
                raise
            except FileError as error:
                if error.what == "checkpoint":
                    error.args = (f"{error}; leave --resume out to start again",)
                raise


Json = Annotated[bool, output_option(None, "Print one JSON object.", "--json")]
CSV = "Also write the table to a CSV file, a line for each row; - prints it in place of the text."
Csv = Annotated[File, output_option("FILE", CSV, "--csv", callback=render.writable_or_stdout)]


@dataclass(frozen=True)
class OutputOptions:
    """The options for output: each field is an option of that name."""

    json: Json = False
    csv: Csv = None
    plain: Annotated[bool, PLAIN] = False

    def __post_init__(self) -> None:
        if self.json and self.csv == render.STDOUT:
            raise GameError("--json and --csv - both print to stdout; write one of them to a file")
        render.set_plain(self.plain)

    @property
    def silent(self) -> bool:
        """Whether stdout is for a program: no text is printed."""
        return self.json or self.csv == render.STDOUT

    def shows_table(self, table: Callable[[], str]) -> None:
        """Print or write CSV, if --csv asks for it. Raises FileError."""
        if self.csv is not None:
            render.put_csv(self.csv, table())

    def shows(self, table: str | Callable[[], str] = "", /, **fields: Any) -> bool:
        """Print and write an answer as --json and --csv ask for it; return ``silent``.

        ``table`` is the CSV, or the field that has its rows, with names of columns that
        come first, such as ``candidates=candidate``. Without one, the answer is one row.
        """
        self.shows_table(table if callable(table) else partial(render.csv_of_answer, fields, table))
        if self.json:
            print(dumps({"schema": render.SCHEMA, **fields}, ensure_ascii=False, default=str))
        return self.silent


Yes = Annotated[bool, "Delete with --forget without being asked."]


def sure_to_delete(what: str) -> bool:
    """Ask whether to delete something. Raises GameError where nobody can be asked."""
    if render.patience() is None:
        raise GameError(f"--forget deletes {what}; add --yes to delete without being asked")
    asked = render.ask(str(assistant.sentences.sentence("ask: delete", what=what)))
    return (asked or "").lower() in ("y", "yes")


Html = Annotated[File, output_file("Also write all openings as a page, to search and sort.")]
Rows = Annotated[File, output_file("Also write the rows, a JSON object a line.")]
CardHtml = Annotated[
    File, output_file("Also write a page to print: the card to fold, and a score sheet for two.")
]
TREE_FILE = "Also write the tree; FILE.txt is in columns."
Output = Annotated[File, output_file(TREE_FILE, "-o", "--output")]


@cache
def options_of(kind: Any) -> list[Parameter]:
    """Return the parameters of a command or the fields of a dataclass, each an option."""
    return list(map(described, signature(kind, eval_str=True).parameters.values()))


def described(parameter: Parameter) -> Parameter:
    """Make the option of a parameter that is described by a text, after its metavar if needed.

    Otherwise its type says which: a number from 1 up, a file, or a flag, without --no- if it is
    False by default.
    """
    *metavar, text = getattr(parameter.annotation, "__metadata__", [None])
    if not isinstance(text, str):
        return parameter
    kind: Any = parameter.annotation.__origin__
    number, switch = kind in (int, int | None), kind in (bool, bool | None)
    names = arguments_of(parameter.name, True) if parameter.default is False else ()
    usual = None if switch else "N" if number else "FILE"
    made = option(*metavar or [usual], text, *names, min=1 if number else None)
    return parameter.replace(annotation=Annotated[kind, made])


def game_options(
    *also: str, without: Collection[str] = (), house: bool = False, **usual: Any
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command the options of its dataclasses, and of its question if it takes ``Asked``.

    A question has the fields of a game, those in ``also``, and not those in ``without``; ``usual``
    are defaults of its own. With ``house``, the house rules apply.
    """

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        act, given = ACTS.get(command.__name__, command.__name__), options_of(command)
        asks = next((part.name for part in given if part.annotation is Asked), "")
        unused = (*without, *LACKS.get(act, ()), *("lies",) * (act in TRUTHFUL))
        names = [n for n in (*also, *OF_GAME) if asks and n not in unused]
        made = [parameter_of(name, act) for name in names]
        made = [entry.replace(default=None) if entry.name in usual else entry for entry in made]
        others: dict[str, Any] = {
            part.name: part.annotation
            for part in given
            if is_dataclass(part.annotation) and part.name != asks
        }
        parts = {
            name: [field for field in options_of(kind) if field.name not in without]
            for name, kind in others.items()
        }
        direct = [entry for entry in given if entry.name not in (asks, *others)]
        merged = [
            entry.replace(kind=entry.KEYWORD_ONLY)
            for entry in (*direct, *chain(*parts.values()), *made)
        ]

        @wraps(command)
        def run(**values: Any) -> None:
            for name, kind in others.items():
                values[name] = kind(**{entry.name: values.pop(entry.name) for entry in parts[name]})
            for name in names:  # they come with where they were said
                values.pop(name, None)
            if asks:
                house, said = SAID.get()
                quiet = any(getattr(value, "silent", False) for value in values.values())
                looked = () if quiet or "order" not in names else (LOOKED_AT,)
                values[asks] = filled(act, usual, *looked, said, house=house, kind=Asked)
                note_dropped(values[asks])
            command(**values)

        about = {"__signature__": Signature(merged), "house": house, "asks": tuple(names)}
        vars(run).update(about)
        run.__annotations__ = {entry.name: entry.annotation for entry in merged}
        return run

    return decorate


# --- reading what was given -----------------------------------------------------------------------


def arguments_of(name: str, value: object) -> tuple[str, ...]:
    """Return an option as arguments: ``--no-repeats``, or ``--rule`` and ``jots``."""
    flag = name.replace("_", "-")
    if isinstance(value, bool):
        return (f"--{flag}" if value else f"--no-{flag}",)
    return f"--{flag}", str(value)


def note(text: object) -> None:
    """Print a note on stderr; an error with the flags of its parameters."""
    hint = flags_of(text.parameters) if isinstance(text, JottoError) else ""
    render.say(f"jotto: note: {text}{hint}", file=sys.stderr)


def note_dropped(asked: Question) -> None:
    """Print a note if house rules do not go with what was said."""
    if names := [name for name in asked.dropped if name in asked.house]:
        words = [asked.game != WORDS and table()[name][1].of_words for name in names]
        reasons = (
            "for words" if of else asked.dropped[n] for n, of in zip(names, words, strict=True)
        )
        why = "; ".join(dict.fromkeys(reasons))
        note(f"house rules that are not used here: {', '.join(names)} ({why})")


def read_position(game: jotto.Game, texts: Sequence[str] | None, boards: int = 1) -> Any:
    """Read the turns, of several boards if there are; print a note for each unlisted word."""
    if boards == 1:
        return jotto.start(game, *assistant.mistakes.with_win(game, read_turns(game, texts)))
    at = jotto.boards(game, boards, *given(game, texts or (), boards))
    note_unlisted(game, [guess for guess, _ in at.turns])
    return at


def read_turns(game: jotto.Game, texts: Sequence[str] | None) -> tuple[jotto.Turn, ...]:
    """Read turns that may contradict each other; print a note for each word not in the list."""
    try:
        turns = game.read_turns(given(game, texts or ()))
    except TurnError as error:
        if game.rule.tiles or not any(map(COLOURS.search, texts or ())):
            raise
        raise GameError(f"{error}; if these are Wordle's colours, add --game wordle") from None
    note_unlisted(game, [turn.guess for turn in turns])
    return turns


def read_boards(
    game: jotto.Game, texts: Sequence[str] | None, boards: int
) -> Sequence[tuple[jotto.Turn, ...]]:
    """Read the turns of each board, which may contradict each other, with notes as above."""
    if boards == 1:
        return [read_turns(game, texts)]
    session = assistant.answers.with_turns(jotto.Session(game, boards=boards), texts or ())
    state = (session.attempt or session).state
    note_unlisted(game, [turn.guess for turn in state.mine])
    return state.boards


def note_unlisted(game: jotto.Game, words: Iterable[Any]) -> None:
    """Print a note for each word that is not in the list: it may be a typo."""
    for word in words:
        if assistant.moves.is_unlisted(game, word):
            note(assistant.moves.unlisted(game, word))


def show_false(at: jotto.Position) -> None:
    """Print which answers may be false."""
    for turn, chance in zip(at.history, at.false_chances, strict=True):
        if doubt := assistant.wording.false(chance):
            render.say(f"{turn.guess}={at.game.rule.texts[turn.code]}: {doubt}")


def note_end_of_tree(strategy: jotto.Strategy, at: jotto.Position) -> bool:
    """Print a note if the tree of ``tree:FILE`` lacks a position; return whether it does."""
    tree = strategy.tree
    if tree is None or not tree.path or tree.guess_at(at) >= 0:
        return False
    note(assistant.sentences.sentence("a note: the tree ends", strategy=strategy.name))
    return True


def listed(table: Asked, text: str) -> Asked:
    """Return the options of a game by its name, or of a file of words, or of two: A,B."""
    path, _, more = text.partition(",")
    if not Path(path).is_file():
        means = in_full(table.act, {"game": check_typed(text)})
        return replace(table, words=None, guesses=None, **means)
    guesses = Path(more) if more else table.guesses
    return replace(table, game=WORDS, words=Path(path), guesses=guesses)


def read_secret(game: jotto.Game, text: str) -> Any:
    """Read a secret that the game has. Raises WordError."""
    remedy = " (--words FILE takes a list of your own)" if isinstance(game.secrets, tuple) else ""
    return assistant.moves.read_secret(game, text, remedy)

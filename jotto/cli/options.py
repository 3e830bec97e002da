"""The options that describe a game, shared by all commands, and loading the game from them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict, dataclass, is_dataclass
from functools import cache, wraps
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

import jotto
from jotto import games, parallel
from jotto.assistant import table
from jotto.assistant.table import (
    COLOURS as COLOURS,
    COMMON as COMMON,
    DEFAULT_ALLOW as DEFAULT_ALLOW,
    DEFAULT_GAME as DEFAULT_GAME,
    DEFAULT_RULE as DEFAULT_RULE,
    DEFAULT_STRATEGY as DEFAULT_STRATEGY,
    EVEN as EVEN,
    HARD as HARD,
    OF_WORDS as OF_WORDS,
    TREE as TREE,
    as_flag as as_flag,
    kept_options as kept_options,
    remade as remade,
    tree_path as tree_path,
)
from jotto.cli import render
from jotto.cli.help import File, game_file, game_option, house_rule, number, option, switch
from jotto.errors import FileError, GameError, WordError, quoted

if TYPE_CHECKING:  # loaded when they are used, not for --help
    from jotto import Game, Position, Strategy

MEASURES = ("entropy", "minimax", "expected-size", "most-parts")
STRATEGY_NAMES = (*MEASURES, "simple", "random")
HOUSE_RULES = ("rule", "allow", "strategy", "prior", "repeats", "plurals", "polite")


def source_of(context: typer.Context, name: str) -> str:
    """Return the source of a value, by Click's name for it."""
    return getattr(context.get_parameter_source(name), "name", "")


def check_strategy(context: typer.Context, option: Any, value: str) -> str:
    """Reject unknown strategies, and a tree as a house rule. Raises BadParameter."""
    if value.startswith(TREE) and source_of(context, option.name) != "COMMANDLINE":
        raise typer.BadParameter("a tree is for one game; use --strategy on the command line")
    if value != DEFAULT_STRATEGY and tree_path(value) is None:
        try:
            jotto.strategy(value)
        except GameError as error:
            raise typer.BadParameter(str(error)) from None
    return value


def check_prior(context: typer.Context, option: Any, value: str | None) -> str | None:
    """Make the path of a house rule's file absolute. Raises BadParameter."""
    if value in (None, EVEN, COMMON) or source_of(context, option.name) == "COMMANDLINE":
        return value
    path = Path(value).absolute()
    if not str(path).isprintable() or not path.is_file():
        reason = f"{quoted(value)}: write even, common, or a file of words and weights"
        raise typer.BadParameter(reason)
    return str(path)


# --- completion ---------------------------------------------------------------------------------


def complete_from(*texts: str) -> Callable[[str], list[str]]:
    """Return a function that completes one of these texts."""
    return lambda incomplete: [text for text in texts if text.startswith(incomplete)]


def complete_word(context: typer.Context, incomplete: str) -> list[str]:
    """Complete a word of the list; codes are not completed."""
    if context.params.get("game", DEFAULT_GAME) != DEFAULT_GAME:
        return []
    path = context.params.get("words")
    try:
        listed = games.lists.read_words(Path(path)) if path else games.lists.shipped_words()
    except FileError:  # the command reports it; a message during completion would disturb
        return []
    return [word for word in listed if word.startswith(incomplete)]


def complete_turn(context: typer.Context, incomplete: str) -> list[str]:
    """Complete a word up to its ``=``, then the score."""
    word, equals, score = incomplete.partition("=")
    found = [word] if equals else complete_word(context, word)
    if len(found) != 1:
        return [f"{word}=" for word in found]
    rule = games.scoring.rule_named(context.params.get("rule") or DEFAULT_RULE, len(found[0]))
    return [f"{found[0]}={text}" for text in rule.texts if text.startswith(score)]


NAMES = ("words", "mastermind:4x6", "mastermind:4x6:distinct", "bulls-and-cows:4x10", "two-d:5")
GAMES = "words, mastermind:4x6[:distinct], bulls-and-cows:4x10, two-d:5."
POLITE = "Do not propose offensive words (they may still be the secret)."
PRIORS = "How likely each word is: even, common, or a file of words and weights."
STRATEGIES = "entropy, minimax, expected-size, most-parts, A+B (B breaks ties), simple, random"
TURNS = typer.Argument(
    metavar="TURN",
    help="Turns so far, each WORD=SCORE: tares=1,1",
    autocompletion=complete_turn,
)
Turns = Annotated[list[str] | None, TURNS]
Seed = Annotated[int, option("N", "Random seed.", min=0)]
STRATEGY = option(
    "NAME",
    f"{STRATEGIES} or tree:FILE.",
    callback=check_strategy,
    autocompletion=complete_from(*STRATEGY_NAMES, TREE),
)
StrategyName = Annotated[str, STRATEGY]
Booked = Annotated[bool, option(None, "Follow the opening book.")]
Top = Annotated[int, number("How many to show.")]
Aim = Literal["mean", "worst"]
DEFAULT_AIM: Aim = "mean"
THINK = option("SECONDS", "Look ahead for at most SECONDS.", "--think", min=0)
Think = Annotated[float | None, THINK]
AIMS = "mean: fewest guesses on average; worst: fewest in the longest game."
AimName = Annotated[Aim, option("AIM", AIMS, "--aim")]


@dataclass(frozen=True)
class Table(table.Table):
    """The options of a game: each field is an option of that name.

    ``prior`` None is the default of commands that advise a person: common for the shipped list,
    even for any other.
    """

    game: Annotated[
        str,
        game_option("NAME[:PARAMS]", GAMES, autocompletion=complete_from(*NAMES)),
    ] = DEFAULT_GAME
    words: Annotated[File, game_file("Secrets, one per line; default: the shipped list.")] = None
    guesses: Annotated[File, game_file("Further allowed guesses, one per line.")] = None
    rule: Annotated[  # Typer 0.27 makes it --RULE without its name
        Literal["exact-elsewhere", "jots", "colours"] | None,
        house_rule("RULE", "exact-elsewhere, jots or colours.", "--rule", case_sensitive=False),
    ] = DEFAULT_RULE
    prior: Annotated[
        str | None,
        house_rule(
            "WHICH", PRIORS, callback=check_prior, autocompletion=complete_from(EVEN, COMMON)
        ),
    ] = EVEN
    allow: Annotated[
        Literal["all", "candidates", "hard"],
        house_rule("WHICH", "Allowed guesses: all, candidates, or hard (colours: all hints)."),
    ] = DEFAULT_ALLOW
    repeats: Annotated[bool, house_rule(None, "A secret may have a letter twice.")] = True
    plurals: Annotated[bool, house_rule(None, "A secret may be a plural, or a verb in -s.")] = True
    polite: Annotated[bool | None, house_rule(None, POLITE)] = False

    def note(self, text: str) -> None:
        """Print what is worth knowing about the lists."""
        note(text)


@dataclass(frozen=True)
class Workers:
    """Who does long work, and where it is kept: each field is an option of that name."""

    processes: Annotated[
        int | None, number("How many processors of this machine to use.", "--processes", "--jobs")
    ] = None
    dask: Annotated[str | None, option("ADDRESS", "Run on this Dask scheduler's workers.")] = None
    dask_scheduler_file: Annotated[
        File, option("FILE", "Read the scheduler's address from FILE.")
    ] = None
    checkpoint: Annotated[File, option("FILE", "Where to store finished work for --resume.")] = None
    resume: Annotated[bool, switch("Continue a run that was interrupted.", "--resume")] = False

    @property
    def flags(self) -> list[str]:
        """The options that were given."""
        given = (name for name, value in asdict(self).items() if value not in (None, False))
        return [f"--{name.replace('_', '-')}" for name in given]

    def check(self) -> None:
        """Refuse two kinds of workers. Raises GameError."""
        given = [flag for flag in self.flags if flag not in ("--checkpoint", "--resume")]
        if len(given) > 1:
            raise GameError(f"{' and '.join(given)} cannot be combined; use one of them")

    def connected(self) -> AbstractContextManager[Any]:
        """Connect to the Dask scheduler, if one was given: the client, or None."""
        if self.dask is None and self.dask_scheduler_file is None:
            return nullcontext()
        return parallel.connect(self.dask, self.dask_scheduler_file)


@cache
def options_of(kind: Any) -> list[Parameter]:
    """Return the fields of a dataclass as parameters, each an option."""
    return list(signature(kind, eval_str=True).parameters.values())


def game_options(
    *, without: Sequence[str] = (), house: bool = False, **defaults: Any
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command the options of its dataclasses, such as :class:`Table` and ``Screen``.

    It gets all fields except those named in ``without``; ``defaults`` replace the defaults of the
    fields. With ``house``, the house rules apply.
    """
    if house:
        defaults = {"prior": None} | defaults

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        given = signature(command, eval_str=True).parameters
        kinds: dict[str, Any] = {
            name: one.annotation for name, one in given.items() if is_dataclass(one.annotation)
        }
        shared = {
            name: [one for one in options_of(kind) if one.name not in without]
            for name, kind in kinds.items()
        }
        merged = [
            one.replace(default=defaults.get(one.name, one.default), kind=Parameter.KEYWORD_ONLY)
            for name, own in sorted(given.items(), key=lambda each: each[0] in kinds)
            for one in shared.get(name, [own])
        ]

        @wraps(command)
        def run(**values: Any) -> None:
            made = {
                name: kinds[name](**{one.name: values.pop(one.name) for one in own})
                for name, own in shared.items()
            }
            command(**made, **values)

        run.__signature__ = Signature(merged)  # type: ignore[attr-defined]
        run.__annotations__ = {one.name: one.annotation for one in merged}
        run.house = house  # type: ignore[attr-defined]
        return run

    return decorate


def note(text: str) -> None:
    """Print a note on stderr."""
    render.say(f"jotto: note: {text}", file=sys.stderr)


def read_position(game: Game, texts: Sequence[str] | None) -> Position:
    """Read the turns; print a note for each word that is not in the list."""
    at = jotto.start(game, *(texts or ()))
    for guess, _ in at.turns:
        note_unlisted(game, guess)
    return at


def note_unlisted(game: Game, guess: str) -> None:
    """Print a note if a guess is not in the list, because it may be a typo."""
    if game.find(guess) < 0:
        note(f"{guess!r} is not in the list{_hint(game, guess)}; its score is still used")


def note_not_a_secret(game: Game, word: str) -> None:
    """Print a note that a secret is not in the list, because it may be a typo."""
    rest = f"{_hint(game, word)}; unlisted words are tried after the list"
    note(f"{word!r} is not in the list of secrets{rest}")


def _hint(game: Game, word: str) -> str:
    meant = " or ".join(map(repr, _meant(game, word)))
    return f" (did you mean {meant}?)" if meant else ""


def note_end_of_tree(strategy: Strategy, at: Position) -> bool:
    """Print a note if the tree of ``tree:FILE`` lacks a position; return whether it does."""
    tree = strategy.tree
    if tree is None or not tree.path or tree.guess_at(at) >= 0:
        return False
    note(f"the tree does not know this position; {strategy.name} advises instead")
    return True


def _meant(game: Game, guess: str) -> list[str]:
    """Return the words of the list that are similar to ``guess``; for codes, nothing."""
    return games.words.alike(guess, game.guesses) if isinstance(game.guesses, tuple) else []


def read_guess(game: Game, text: str) -> Any:
    """Read an allowed guess. Raises WordError."""
    guess = game.read_guess(text)
    if game.find(guess) < 0:
        raise WordError(guess, "it is not an allowed guess", _meant(game, guess))
    return guess


def read_secret(game: Game, text: str) -> Any:
    """Read a secret that the game has. Raises WordError."""
    secret = game.read_guess(text)
    if game.find(secret) < 0:
        own = " (--words FILE takes a list of your own)" if isinstance(game.secrets, tuple) else ""
        raise WordError(secret, f"it is not in the list of secrets{own}", _meant(game, secret))
    if game.find_secret(secret) < 0:
        raise WordError(secret, "it may be guessed, but is not a secret of this game")
    return secret

"""The options that describe a game, once for all commands, and what commands load by them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from functools import partial, wraps
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

import typer

import jotto
from jotto import games
from jotto.cli.help import GAME, HOUSE, OUTPUT
from jotto.errors import FileError, GameError, WordError, quoted

if TYPE_CHECKING:  # loaded when they are used, not for --help
    from jotto import Game, Position, Strategy

DEFAULT_GAME = "words"
DEFAULT_RULE: Final = "exact-elsewhere"
DEFAULT_STRATEGY = "entropy"
DEFAULT_ALLOW: Final = "all"
EVEN, COMMON = "even", "common"
MEASURES = ("entropy", "minimax", "expected-size", "most-parts")
COLOURS, HARD, TREE = "colours", "hard", "tree:"
HOUSE_RULES = ("rule", "allow", "strategy", "prior", "repeats", "plurals", "polite")
OF_WORDS = ("words", "guesses", "rule", "prior", "repeats", "plurals", "polite")


# --- options ------------------------------------------------------------------------------------


def _is_flag(context: typer.Context, option: typer.CallbackParam) -> bool:
    """Whether an option was given on the command line, not as a house rule."""
    return getattr(context.get_parameter_source(str(option.name)), "name", "") == "COMMANDLINE"


def check_strategy(context: typer.Context, option: typer.CallbackParam, value: str) -> str:
    """Refuse a name that no strategy has, and a tree as a house rule. Raises BadParameter."""
    if value.startswith(TREE) and not _is_flag(context, option):
        raise typer.BadParameter("a tree belongs to one game; give it there, with --strategy")
    if value != DEFAULT_STRATEGY and tree_path(value) is None:
        try:
            jotto.strategy(value)
        except GameError as error:
            raise typer.BadParameter(str(error)) from None
    return value


def check_prior(
    context: typer.Context, option: typer.CallbackParam, value: str | None
) -> str | None:
    """Make the file of a house rule absolute, if there is one. Raises BadParameter."""
    if value in (None, EVEN, COMMON) or _is_flag(context, option):
        return value
    path = Path(value).absolute()
    if not str(path).isprintable() or not path.is_file():
        known = "even, common, or a file of words and weights"
        raise typer.BadParameter(f"{quoted(value)}: write {known}")
    return str(path)


def option(metavar: str | None, help: str, *names: str, **more: Any) -> Any:  # noqa: A002
    """Describe an option; without ``names`` it is called as its parameter."""
    return typer.Option(*names, metavar=metavar, help=help, **more)


game_option = partial(option, rich_help_panel=GAME)
house_rule = partial(option, rich_help_panel=HOUSE)
output_option = partial(option, rich_help_panel=OUTPUT)
number = partial(option, "N", min=1)
STRATEGIES = "entropy, minimax, expected-size, most-parts, A+B (B breaks ties), simple, random"
Turns = Annotated[
    list[str] | None,
    typer.Argument(metavar="[TURN]...", help="Turns so far, each WORD=SCORE: tares=1,1"),
]
Seed = Annotated[int, option("N", "Random seed.", min=0)]
StrategyName = Annotated[
    str, option("NAME", f"{STRATEGIES} or tree:FILE.", callback=check_strategy)
]
Booked = Annotated[bool, option(None, "Follow the opening book.")]
Top = Annotated[int, number("How many to show.")]
Json = Annotated[bool, output_option(None, "Print one JSON object.", "--json")]
Plain = Annotated[bool, output_option(None, "Print text without colours or boxes.", "--plain")]


@dataclass(frozen=True)
class Table:
    """What the options say of a game: each field is an option of that name.

    ``prior`` None is the usual one where a person is being advised: common for the shipped list,
    even for any other.
    """

    game: Annotated[
        str,
        game_option(
            "NAME[:PARAMS]", "words, mastermind:4x6[:distinct], bulls-and-cows:4x10, two-d:5."
        ),
    ] = DEFAULT_GAME
    words: Annotated[
        Path | None, game_option("FILE", "Secrets, one word a line; else the shipped list.")
    ] = None
    guesses: Annotated[
        Path | None, game_option("FILE", "Further allowed guesses, one word a line.")
    ] = None
    rule: Annotated[  # Typer 0.27 makes it --RULE without its name
        Literal["exact-elsewhere", "jots", "colours"] | None,
        house_rule("RULE", "exact-elsewhere, jots or colours.", "--rule", case_sensitive=False),
    ] = DEFAULT_RULE
    prior: Annotated[
        str | None,
        house_rule(
            "WHICH",
            "How likely each word is: even, common, or a file of words and weights.",
            callback=check_prior,
        ),
    ] = EVEN
    allow: Annotated[
        Literal["all", "candidates", "hard"],
        house_rule("WHICH", "all guesses, only candidates, or hard (colours: use every hint)."),
    ] = DEFAULT_ALLOW
    repeats: Annotated[bool, house_rule(None, "A secret may have a letter twice.")] = True
    plurals: Annotated[bool, house_rule(None, "A secret may be a plural, or a verb in -s.")] = True
    polite: Annotated[
        bool, house_rule(None, "Do not propose offensive words (they may still be the secret).")
    ] = False

    def load(self) -> Game:
        """Make the game; a word that may not be the secret may be guessed.

        Raises GameError and FileError.
        """
        if self.game != DEFAULT_GAME:
            for field in fields(self):
                value = getattr(self, field.name)
                if field.name in OF_WORDS and value not in (None, field.default):
                    other = f"it does not go with --game {quoted(self.game)}"
                    raise GameError(f"{as_flag(field.name, value)[0]} is for words; {other}")
            return jotto.named(self.game)
        lists = games.lists
        listed = lists.read_words(self.words) if self.words else lists.shipped_words()
        secrets = lists.secrets_allowed(listed, repeated=self.repeats, plural=self.plurals)
        further = lists.read_words(self.guesses) if self.guesses else ()
        if self.words:
            self._note_limits(listed)
        prior = self.prior or (EVEN if self.words else COMMON)
        weigh = games.priors.prior_named(prior if prior in (EVEN, COMMON) else Path(prior))
        rule = self.rule or DEFAULT_RULE
        try:
            return games.words.word_game(
                secrets, (*listed, *further), rule=rule, keep=True, prior=weigh
            )
        except WordError as error:
            raise FileError("word list", self.guesses, str(error)) from error

    def _note_limits(self, listed: Sequence[str]) -> None:
        """Note how far what is known of the shipped list reaches in a list of one's own."""
        of = f"of {len(listed):,} words"
        if not self.plurals:
            barred = len(games.lists.plurals().intersection(listed))
            note(f"plurals are known of the shipped list only; {barred:,} {of} are barred")
        if self.prior == COMMON and (rare := len(set(listed) - games.priors.levels().keys())):
            known = "how common words are is known of the shipped list only"
            note(f"{known}; {rare:,} {of} count as the rarest")

    def strategy(
        self,
        text: str,
        game: Game,
        *,
        opening: Sequence[Any] = (),
        seed: int | tuple[int, ...] = 0,
        live: bool = False,
        book: bool = False,
    ) -> Strategy:
        """Make the strategy of ``--strategy``: a name, or ``tree:FILE`` for the tree of a file.

        Where a tree ends in a ``live`` game, entropy advises. With ``book`` the opening book of the
        game is followed, if all guesses are allowed. Raises GameError and FileError.
        """
        if self.allow == HARD and game.rule.name != COLOURS:
            raise GameError(f"--allow hard is a rule of the coloured game; add --rule {COLOURS}")
        path = tree_path(text)
        tree = jotto.Tree.load(path, game) if path else None
        if book and text == DEFAULT_STRATEGY and self.allow == DEFAULT_ALLOW and not self.polite:
            tree = games.book.book_for(game)
        return jotto.strategy(
            (DEFAULT_STRATEGY if live else "tree") if path else text,
            opening=opening,
            allow=self.allow,
            avoid=games.lists.offensive() if self.polite else (),
            seed=seed,
            tree=tree,
        )


def as_flag(name: str, value: object) -> tuple[str, ...]:
    """Write an option as the command line takes it.

    >>> as_flag("repeats", False), as_flag("rule", "jots")
    (('--no-repeats',), ('--rule', 'jots'))
    """
    if isinstance(value, bool):
        return (f"--{name}" if value else f"--no-{name}",)
    return f"--{name}", str(value)


TABLE = signature(Table, eval_str=True).parameters


def game_options(
    *, without: Sequence[str] = (), house: bool = False, **defaults: Any
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command the options of a :class:`Table`, which becomes its first argument.

    It gets all fields but those ``without``, with other ``defaults`` where given. With ``house``
    the house rules hold.
    """
    if house:
        defaults = {"prior": None} | defaults

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        own = list(signature(command, eval_str=True).parameters.values())[1:]
        shared = [
            one.replace(default=defaults.get(name, one.default))
            for name, one in TABLE.items()
            if name not in without
        ]

        @wraps(command)
        def run(**given: Any) -> None:
            command(Table(**{one.name: given.pop(one.name) for one in shared}), **given)

        merged = [one.replace(kind=Parameter.KEYWORD_ONLY) for one in (*own, *shared)]
        run.__signature__ = Signature(merged)  # type: ignore[attr-defined]
        run.__annotations__ = {one.name: one.annotation for one in merged}
        run.house = house  # type: ignore[attr-defined]
        return run

    return decorate


# --- reading ------------------------------------------------------------------------------------


def note(text: str) -> None:
    """Note something on stderr, beside the result."""
    print(f"jotto: note: {text}", file=sys.stderr)


def tree_path(text: str) -> Path | None:
    """Return the file of ``tree:FILE``; None for the name of a strategy. Raises GameError."""
    if not text.startswith(TREE):
        return None
    if text == TREE:
        raise GameError(f"--strategy {TREE!r}: write tree:FILE, a file of a strategy tree")
    return Path(text.removeprefix(TREE))


def read_position(game: Game, texts: Sequence[str] | None) -> Position:
    """Read the turns given, and note those whose word is not in the list."""
    at = jotto.start(game, *(texts or ()))
    for guess, _ in at.turns:
        note_unlisted(game, guess)
    return at


def note_unlisted(game: Game, guess: str) -> None:
    """Note that a guess is not in the list, since it may be a typing slip."""
    if game.find(guess) < 0:
        meant = " or ".join(map(repr, _meant(game, guess)))
        hint = f" (did you mean {meant}?)" if meant else ""
        note(f"{guess!r} is not in the list{hint}; its score counts")


def note_end_of_tree(strategy: Strategy, at: Position) -> bool:
    """Note that the tree of ``tree:FILE`` ends before a position; return whether it does."""
    tree = strategy.tree
    ended = tree is not None and bool(tree.path) and tree.guess_at(at) < 0
    if ended:
        note(f"the tree does not know this position; {strategy.name} advises instead")
    return ended


def _meant(game: Game, guess: str) -> list[str]:
    """Find the words of the list that ``guess`` may have been meant for; no codes."""
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
    found = game.find(secret)
    if found < 0:
        own = " (--words FILE takes a list of your own)" if isinstance(game.secrets, tuple) else ""
        raise WordError(secret, f"it is not in the list of secrets{own}", _meant(game, secret))
    if game.secret_of[found] < 0:
        raise WordError(secret, "it may be guessed, but is no secret of this game")
    return secret

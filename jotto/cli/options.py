"""Options that several commands share, and the game they describe."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from jotto.errors import GameError, WordError, WordListError, quoted

if TYPE_CHECKING:
    from jotto.engine.allowed import Allow, Bools, History
    from jotto.engine.game import Game, Turn
    from jotto.engine.partition import Indices, IntArray
    from jotto.engine.strategies import Strategy, Values
    from jotto.games.book import Book

Turns = Annotated[
    list[str] | None,
    typer.Argument(metavar="[TURN]...", help="Turns so far, each WORD=SCORE: tares=1,1"),
]
Words = Annotated[
    Path | None,
    typer.Option(
        "--words", metavar="FILE", help="Secrets, one word a line; else the shipped English list."
    ),
]
Guesses = Annotated[
    Path | None,
    typer.Option("--guesses", metavar="FILE", help="Further allowed guesses, one word a line."),
]
RuleName = Annotated[
    str | None, typer.Option("--rule", metavar="RULE", help="exact-elsewhere, jots or colours.")
]
GameName = Annotated[
    str,
    typer.Option(
        "--game",
        metavar="NAME[:PARAMS]",
        help="words, mastermind:4x6[:distinct], bulls-and-cows:4x10, two-d:5.",
    ),
]
Prior = Annotated[
    str | None,
    typer.Option(
        "--prior",
        metavar="WHICH",
        help="How likely each word is: even, common, or a file of words and weights.",
    ),
]
Seed = Annotated[
    int, typer.Option("--seed", min=0, metavar="N", help="What chance starts from: same N, same.")
]
StrategyName = Annotated[
    str,
    typer.Option(
        "--strategy",
        metavar="NAME",
        help="entropy, minimax, expected-size, most-parts, A+B (B breaks ties), simple, random "
        "or tree:FILE.",
    ),
]
Allowed = Annotated[
    str,
    typer.Option(
        "--allow",
        metavar="WHICH",
        help="all guesses, only candidates (can be the secret), or hard (colours: use every hint).",
    ),
]
Repeats = Annotated[
    bool,
    typer.Option("--repeats/--no-repeats", help="Whether a secret may have a letter twice."),
]
Plurals = Annotated[
    bool,
    typer.Option(
        "--plurals/--no-plurals", help="Whether a secret may be a plural in -s (or a verb: walks)."
    ),
]
Polite = Annotated[
    bool,
    typer.Option(
        "--polite/--no-polite", help="Whether offensive words go unproposed; secrets they can be."
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
Plain = Annotated[bool, typer.Option("--plain", help="Print text without colours or boxes.")]
Top = Annotated[int, typer.Option("--top", min=1, metavar="N", help="How many to show.")]

DEFAULT_GAME = "words"
DEFAULT_RULE = "exact-elsewhere"
COLOURS = "colours"
DEFAULT_STRATEGY = "entropy"
TREE = "tree:"
DEFAULT_ALLOW = "all"
EVEN, COMMON = "even", "common"


@dataclass(frozen=True)
class House:
    """What a table holds of words: may secrets have repeated letters, be plurals; is it polite."""

    repeats: bool = True
    plurals: bool = True
    polite: bool = False


def load_game(
    game: str,
    words: Path | None,
    guesses: Path | None,
    rule: str | None,
    prior: str | None = EVEN,
    house: House = House(),  # frozen
) -> Game:
    """Make the game that ``--game`` and the options for words describe.

    Where a person is being advised, ``prior`` None means the usual one: common for the shipped
    list, even for any other.
    """
    if game == DEFAULT_GAME:
        return load_word_game(words, guesses, rule, prior, house)
    own = {
        "--words": words,
        "--guesses": guesses,
        "--rule": rule,
        "--prior": None if prior == EVEN else prior,
        "--no-repeats": not house.repeats,
        "--no-plurals": not house.plurals,
        "--polite": house.polite,
    }
    for option, given in own.items():
        if given:
            raise GameError(f"{option} is for words; it does not go with --game {quoted(game)}")
    from jotto.games.registry import game_named

    return game_named(game)


def load_word_game(
    words: Path | None, guesses: Path | None, rule: str | None, prior: str | None, house: House
) -> Game:
    """Make the game of one's own lists, or of the shipped one; a barred secret may be guessed."""
    from jotto.games.words import read_words, secrets_allowed, shipped_words, word_game

    listed = read_words(words) if words else shipped_words()
    secrets = secrets_allowed(listed, repeated=house.repeats, plural=house.plurals)
    further = (*listed, *(read_words(guesses) if guesses else ()))
    if words and not house.plurals:
        note_plurals(listed)
    weigh = read_prior(prior or (EVEN if words else COMMON))
    try:
        return word_game(secrets, further, rule=rule or DEFAULT_RULE, keep=True, prior=weigh)
    except WordError as error:
        raise WordListError(str(guesses), str(error)) from error


def read_prior(text: str) -> Callable[[Sequence[str]], IntArray] | None:
    """Read ``--prior``: what weighs words, None for even."""
    if text == EVEN:
        return None
    from jotto.games import priors

    return priors.common if text == COMMON else partial(priors.from_file, Path(text))


def note_plurals(listed: Sequence[str]) -> None:
    """Note on stderr how far ``--no-plurals`` reaches in a list of one's own."""
    from jotto.games.words import plurals

    barred = f"{len(plurals().intersection(listed)):,} of {len(listed):,} words are barred"
    print(f"jotto: note: plurals are known of the shipped list only; {barred}", file=sys.stderr)


ALLOWED = ("all", "candidates", HARD := "hard")


def read_allow(text: str, game: Game, house: House = House()) -> Allow:
    """Read ``--allow`` for a game, and say nothing rude at a polite table. Raises GameError."""
    if text not in ALLOWED:
        raise GameError(f"--allow {quoted(text)}: write all, candidates or hard")
    from jotto.engine import allowed

    allow: Allow = allowed.any_guess if text == "all" else allowed.only_candidates
    if text == HARD:
        allow = hard_mode(game)
    return allowed.reluctantly(unsaid, allow) if house.polite else allow


def hard_mode(game: Game) -> Allow:
    """Return the guesses of the coloured game's hard mode; raises GameError for another rule."""
    if game.rule.name != COLOURS:
        raise GameError(f"--allow hard is a rule of the coloured game; add --rule {COLOURS}")
    from jotto.games.hard import hard

    return hard


@lru_cache(maxsize=2)
def unsaid(game: Game) -> Bools:
    """Say which guesses of a game of words are not proposed at a polite table, (G,)."""
    import numpy as np

    from jotto.games.words import offensive

    found: Bools = np.isin(game.guesses, list(offensive()))
    return found


def tree_path(text: str) -> Path | None:
    """Return the file of ``tree:FILE``; None for the name of a strategy. Raises GameError."""
    if not text.startswith(TREE):
        return None
    if text == TREE:
        raise GameError(f"--strategy {TREE!r}: write tree:FILE, a file of a strategy tree")
    return Path(text.removeprefix(TREE))


Booked = Annotated[
    bool, typer.Option("--book/--no-book", help="Whether the opening book is followed.")
]


def read_book(strategy: str, game: Game, allow: Allow) -> Book | None:
    """Find the opening book for a game advised by entropy, where all guesses may be made."""
    from jotto.engine.allowed import any_guess

    if strategy != DEFAULT_STRATEGY or allow is not any_guess:
        return None
    from jotto.games.book import book_for

    return book_for(game)


def read_strategy(
    text: str,
    game: Game,
    *,
    allow: Allow,
    seed: Sequence[int] = (0,),
    values: Values | None = None,
    live: bool = False,
) -> Strategy:
    """Read ``--strategy`` for a game: a name, or ``tree:FILE`` for the tree of a file.

    In a ``live`` game a tree that does not know the position gives way to entropy, with a note.
    Raises GameError or TreeFileError.
    """
    from jotto.engine import strategies

    path = tree_path(text)
    if path is None:
        fast = values or strategies.values
        return strategies.strategy_named(text, allow=allow, seed=seed, values=fast)
    from jotto.engine import treefile
    from jotto.engine.follow import following

    tree = treefile.tree_for(treefile.load(path), game)
    instead = noted(strategies.strategy_named(DEFAULT_STRATEGY, allow=allow)) if live else None
    return following(tree, game, allow=allow, otherwise=instead)


def noted(strategy: Strategy) -> Strategy:
    """Note on stderr when a strategy is asked for the first time, in place of a tree."""
    told: list[bool] = []

    def choose(game: Game, candidates: Indices, history: History) -> int:
        if not told:
            told.append(True)
            note = f"the tree does not know this position; {DEFAULT_STRATEGY} advises instead"
            print(f"jotto: note: {note}", file=sys.stderr)
        return strategy(game, candidates, history)

    return choose


def read_turns(game: Game, texts: Sequence[str] | None) -> tuple[Turn, ...]:
    """Read the turns given, and note on stderr those whose word the list does not hold."""
    turns = game.read_turns(texts or ())
    for turn in turns:
        note_stranger(game, turn.guess)
    return turns


def note_stranger(game: Game, guess: str) -> None:
    """Note on stderr that a guess is not in the list, since it may be a slip of the keys."""
    if game.find(guess) >= 0:
        return
    meant = " or ".join(map(repr, meant_for(game, guess)))
    hint = f" (did you mean {meant}?)" if meant else ""
    print(f"jotto: note: {guess!r} is not in the list{hint}; its score counts", file=sys.stderr)


def meant_for(game: Game, guess: str) -> list[str]:
    """Find the words of the list that ``guess`` may have been meant for; no codes."""
    from jotto.games.words import alike

    return alike(guess, game.guesses) if isinstance(game.guesses, tuple) else []


def read_guess(game: Game, text: str) -> int:
    """Read an allowed guess: its index. Raises WordError."""
    guess = game.read_guess(text)
    found = game.find(guess)
    if found < 0:
        raise WordError(guess, "it is not an allowed guess", meant_for(game, guess))
    return found


def read_secret(game: Game, text: str) -> str:
    """Read a secret that the game has. Raises WordError."""
    secret: str = game.read_guess(text)
    found = game.find(secret)
    if found < 0 or game.secret_of[found] < 0:
        if found >= 0:
            raise WordError(secret, "it may be guessed, but is no secret of this game")
        own = " (--words FILE takes a list of your own)" if isinstance(game.secrets, tuple) else ""
        reason = f"it is not in the list of secrets{own}"
        raise WordError(secret, reason, meant_for(game, secret))
    return secret

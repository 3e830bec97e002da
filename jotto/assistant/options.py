"""The options of a game as plain values: a game and its strategy can be made again from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from dataclasses import asdict, dataclass, fields
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar

import jotto
from jotto.engine.measure_table import (
    MEASURE_NAMES as MEASURE_NAMES,
    MEASURE_TABLE as MEASURE_TABLE,
)
from jotto.errors import FileError, GameError, WordError, quoted, refusing_any
from jotto.letters import House, alphabet, fold, letters_of

if TYPE_CHECKING:  # loaded when they are used, not for --help
    from jotto.engine.game import Game
    from jotto.engine.position import Strategy

DEFAULT_GAME = "words"
DEFAULT_RULE: Final = "exact-elsewhere"
DEFAULT_STRATEGY = "entropy"
DEFAULT_ALLOW: Final = "all"
EVEN, COMMON = "even", "common"
PRIORS = (EVEN, COMMON, "wordle")
HARD, TREE = "hard", "tree:"
_FILES = ("words", "guesses", "without", "past")
NEWER = ("without", "past", "letters", "lies", "vowels")  # which games saved before them lack
OF_WORDS = (*_FILES, "letters", "rule", "prior", "vowels", "repeats", "plurals")


T = TypeVar("T", bound="GameOptions")


@dataclass(frozen=True)
class GameOptions:
    """The options of a game, and who advises; ``prior`` None: common for the shipped list."""

    game: str = DEFAULT_GAME
    words: Path | None = None
    guesses: Path | None = None
    without: Path | None = None
    past: Path | None = None
    letters: str | None = None
    rule: str | None = DEFAULT_RULE
    prior: str | None = None
    allow: Literal["all", "candidates", "hard"] = DEFAULT_ALLOW
    vowels: str | None = None
    repeats: bool = True
    plurals: bool = True
    polite: bool | None = True
    lies: int | None = 0

    def make_game(self) -> Game:
        """Make the game; words that the house rules exclude as secrets may still be guessed.

        With ``lies`` None every answer has to be true.
        """
        from jotto.engine.lies import lying
        from jotto.engine.position import position_of

        game = self._make_game()
        if self.lies is None:
            position_of(game)
        return lying(game, self.lies or 0)

    def _make_game(self) -> Game:
        from jotto import games

        if self.game != DEFAULT_GAME:
            for name in OF_WORDS:
                if getattr(self, name) not in (None, getattr(type(self), name)):
                    other = f"it does not go with the game {quoted(self.game)}"
                    raise GameError(f"{name} is for words; {other}").about(name)
            return games.registry.named(self.game)
        signs = alphabet(self.letters or "")
        if signs and not self.words:
            raise GameError("letters are declared for a list of your own").about(
                "letters", "secrets"
            )
        listed, reader = (
            games.words.shipped_words(),
            partial(games.words.listed_words, note=self.note),
        )
        if self.words:
            listed, signs = reader(self.words, letters=signs)
        signs = letters_of(listed, signs)
        house = House(fold(self.vowels or "", signs), self.repeats, self.plurals)
        secrets = games.words.secrets_allowed(listed, house, letters=signs)
        further, signs = reader(self.guesses, letters=signs) if self.guesses else ((), signs)
        if self.without:
            past = frozenset(reader(self.without, letters=signs)[0])
            secrets = tuple(word for word in secrets if word not in past)
            if not secrets:
                raise FileError("word list", self.without, "it has every secret").about("without")
            self._note_strange(past, listed, self.without)
        if self.words:
            # plurals and levels are known for the words of the shipped list only
            of = f"of {len(listed):,} words"
            if not self.plurals:
                barred = f"{len(games.words.plurals().intersection(listed)):,} {of}"
                self.note(f"plurals are known for the shipped list only; {barred} are excluded")
            if self.prior == COMMON and (rare := len({*listed} - games.words.levels().keys())):
                reason = "how common words are is known for the shipped list only"
                self.note(f"{reason}; {rare:,} {of} count as the rarest")
        prior = self.prior or (EVEN if self.words else COMMON)
        file = isinstance(prior, str) and prior not in PRIORS
        weigh = games.registry.prior_named(Path(prior) if file else prior)
        if self.past:
            known = (*listed, *further)
            days = games.wordle.past_of(self.past, known, signs, self.note)
            self._note_strange(days.keys(), known, self.past)
            weigh = games.wordle.with_past(weigh, days, signs)
        rule, guesses = self.rule or DEFAULT_RULE, (*listed, *further)
        try:
            given: dict[str, Any] = {"rule": rule, "prior": weigh, "letters": signs, "house": house}
            keep = isinstance(self.words, Path | None)  # not the words of a request
            return games.words.word_game(secrets, guesses, keep=keep, **given)
        except WordError as error:
            if not isinstance(self.guesses, Path):
                raise
            raise FileError("word list", self.guesses, str(error)) from error

    def _note_strange(self, words: Set[str], known: Iterable[str], path: Path) -> None:
        if strange := len(words - {*known}):
            of = f"{strange:,} of the {len(words):,} words of {str(path)!r}"
            self.note(f"{of} are not in the list")

    def strategy(
        self, strategy: str, game: Game, *, live: bool = False, book: bool = False, **further: Any
    ) -> Strategy:
        """Make a strategy from its name, or from ``tree:FILE`` for the tree in a file.

        With ``live``, entropy is used after a tree ends. With ``book``, the opening book of the
        game is used, if all guesses are allowed. ``more``: its opening and seed.
        """
        from jotto import games
        from jotto.engine.allowed import hints_of
        from jotto.trees.tree import Tree

        if self.allow == HARD:
            hints_of(game.rule)
        path = tree_path(strategy)
        tree = Tree.load(path, game) if path else None
        if book and strategy == DEFAULT_STRATEGY and self.allow == DEFAULT_ALLOW:
            tree = games.registry.book_for(game)
        name = (DEFAULT_STRATEGY if live else "tree") if path else strategy
        polite = self.polite and self.game == DEFAULT_GAME
        avoid = games.unlisted.rude(game) if polite else frozenset[str]()
        return games.registry.strategy(name, allow=self.allow, avoid=avoid, tree=tree, **further)

    def note(self, text: object) -> None:
        """Say what is worth knowing about the lists; does nothing here."""


def saved_options(
    table: GameOptions, *, strategy: str, seed: int, book: bool
) -> dict[str, str | int | None]:
    """Return the options of a live game as JSON values; the paths of files are absolute."""
    if tree := tree_path(strategy):
        strategy = f"{TREE}{tree.absolute()}"
    given = {"strategy": strategy, **asdict(table), "seed": seed, "book": book}
    if table.prior not in (None, *PRIORS):
        given["prior"] = Path(table.prior)
    return {
        name: str(value.absolute()) if isinstance(value, Path) else value
        for name, value in given.items()
    }


def remade(options: Mapping[str, Any], kind: type[T]) -> tuple[T, Game, Strategy]:
    """Make a game and its strategy again from the options stored with it. Raises JottoError."""
    names = [field.name for field in fields(kind)]
    for name in (*names, "seed", "strategy"):
        if name not in options and name not in NEWER:
            raise GameError(f"the saved game lacks the option {name!r}")
    given: dict[str, Any] = {name: options.get(name) for name in names}
    with refusing_any(lambda reason: GameError(f"the saved game is damaged: {reason}")):
        table = kind(**given | {name: Path(given[name]) for name in _FILES if given[name]})
        seed, book = int(options["seed"] or 0), bool(options.get("book", True))
        game, name = table.make_game(), str(options["strategy"])
        _ = int(options.get("boards") or 1)
        return table, game, table.strategy(name, game, seed=seed, live=True, book=book)


def facts_of(table: GameOptions, game: Game, strategy: str) -> dict[str, str]:
    """Describe the game and the options behind some figures, by name."""
    usual = {"no repeats": table.repeats, "no plurals": table.plurals, "polite": not table.polite}
    usual |= {f"one of {table.vowels}": not table.vowels}
    listed = {
        "List": table.words.name if table.words else "the shipped English list",
        "Further guesses": table.guesses.name if table.guesses else "",
        "Past secrets left out": table.without.name if table.without else "",
        "Past answers": table.past.name if table.past else "",
        "Prior": table.prior or (EVEN if game.prior is None else COMMON),
        "House rules": ", ".join(name for name, holds in usual.items() if not holds),
    }
    facts = {
        "Game": table.game,
        **(listed if table.game == DEFAULT_GAME else {}),
        "Rule": game.rule.name,
        "Lies": f"{game.lies}" if game.lies else "",
        "Secrets": f"{len(game):,}",
        "Guesses": f"{len(game.guesses):,}",
        "Guesses allowed": "" if table.allow == DEFAULT_ALLOW else table.allow,
        "Strategy": strategy,
        "Made by": f"jotto {jotto.__version__}",
    }
    return {name: text for name, text in facts.items() if text}


def tree_path(text: str) -> Path | None:
    """Return the path in ``tree:FILE``; None for the name of a strategy. Raises GameError."""
    if not text.startswith(TREE):
        return None
    if text == TREE:
        wrong = GameError(f"strategy {TREE!r}: write tree:FILE, with the file of a tree")
        raise wrong.about("strategy")
    return Path(text.removeprefix(TREE))

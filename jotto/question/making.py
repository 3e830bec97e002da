"""A question as a game and its strategy, and as plain values, from which both are made again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import fields
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, TypeVar

import jotto
from jotto.errors import FileError, GameError, WordError, refusing_any
from jotto.letters import House, alphabet, fold, letters_of
from jotto.question.fields import (
    COMMON,
    DEFAULT_ALLOW,
    DEFAULT_RULE,
    DEFAULT_STRATEGY,
    EVEN,
    HARD,
    HOUSE_RULES,
    PRIORS,
    TRUTHFUL,
    WORDS,
    Fields,
    table,
)
from jotto.question.filling import filled
from jotto.reading.texts import is_text, named

if TYPE_CHECKING:  # loaded when they are used, not for --help
    from jotto.engine.game import Game
    from jotto.engine.position import Strategy

TREE = "tree:"
FILES = ("words", "guesses", "without", "past")
EVER = ("game", "words", "guesses", "rule", "prior", "allow", "strategy", "seed")  # in saved games
T = TypeVar("T", bound="Question")
APART = ("rule", "prior", "allow", "strategy")  # house rules that facts have by their own names
FURTHER = "boards", "think", "aim"  # in saved games where they are not as usual
UNSAVED = tuple(n for n, (_, row) in table().items() if row.acts and n not in FURTHER)


class Question(Fields):
    """What is asked: a game, who advises, and how much; with the game and the strategy it means.

    >>> import jotto
    >>> asked = Question(rule="colours", words=["crane", "slate", "stale"])
    >>> jotto.start(asked.make_game(), "crane=BBGBG").candidates
    ['slate', 'stale']
    """

    @property
    def whole(self) -> Self:
        """The question with what was not said."""
        return self if self.act else filled("play", self.said, kind=type(self))

    def make_game(self) -> Game:
        """Make the game; words that the house rules exclude as secrets may still be guessed."""
        return game_of(self.whole)

    def adviser(self, game: Game, **further: Any) -> Strategy:
        """Make the strategy that advises in a game, which may follow the opening book."""
        return adviser_of(self.whole, game, **further)

    def note(self, text: object) -> None:
        """Say what is worth knowing about the lists; does nothing here."""


# --- the game -------------------------------------------------------------------------------------


def game_of(asked: Question) -> Game:
    """Make the game of a question. Raises JottoError."""
    from jotto.engine.lies import lying
    from jotto.engine.position import position_of

    game = _truthful(asked)
    if asked.act in TRUTHFUL:
        position_of(game)
    return lying(game, asked.lies or 0)


def _truthful(asked: Question) -> Game:
    from jotto import games

    if asked.game and asked.game != WORDS:
        return games.registry.named(asked.game)
    signs = alphabet(asked.letters or "")
    if signs and not asked.words:
        raise GameError("letters are declared for a list of your own").about("letters", "secrets")
    listed, reader = (
        games.words.shipped_words(),
        partial(games.words.listed_words, note=asked.note),
    )
    if asked.words:
        listed, signs = reader(asked.words, letters=signs)
    signs = letters_of(listed, signs)
    rules = {rule.name: getattr(asked, rule.name) for rule in fields(House)}
    said_rules = {name: value for name, value in rules.items() if value is not None}
    house = House(**said_rules | {"vowels": fold(asked.vowels or "", signs)})
    secrets = games.words.secrets_allowed(listed, house, letters=signs)
    further, signs = reader(asked.guesses, letters=signs) if asked.guesses else ((), signs)
    if asked.without:
        past = frozenset(reader(asked.without, letters=signs)[0])
        secrets = tuple(word for word in secrets if word not in past)
        if not secrets:
            raise FileError("word list", named(asked.without), "it has every secret").about(
                "without"
            )
        _note_strange(asked, past, listed, asked.without)
    if asked.words:
        # plurals and levels are known for the words of the shipped list only
        of = f"of {len(listed):,} words"
        if not asked.plurals:
            barred = f"{len(games.words.plurals().intersection(listed)):,} {of}"
            asked.note(f"plurals are known for the shipped list only; {barred} are excluded")
        if asked.prior == COMMON and (rare := len({*listed} - games.words.levels().keys())):
            reason = "how common words are is known for the shipped list only"
            asked.note(f"{reason}; {rare:,} {of} count as the rarest")
    prior = asked.prior or (EVEN if asked.words else COMMON)
    file = isinstance(prior, str) and prior not in PRIORS and not is_text(prior)
    known = (*listed, *further)
    weigh = games.registry.prior_named(Path(prior) if file else prior, known, signs, asked.note)
    if asked.past:
        days = games.wordle.past_of(asked.past, known, signs, asked.note)
        _note_strange(asked, days.keys(), known, asked.past)
        weigh = games.wordle.with_past(weigh, days, signs)
    rule, guesses = asked.rule or DEFAULT_RULE, (*listed, *further)
    try:
        given: dict[str, Any] = {"rule": rule, "prior": weigh, "letters": signs, "house": house}
        keep = isinstance(asked.words, Path | None)  # not the words of a request
        return games.words.word_game(secrets, guesses, keep=keep, **given)
    except WordError as error:
        if not isinstance(asked.guesses, Path):
            raise
        raise FileError("word list", asked.guesses, str(error)) from error


def _note_strange(asked: Question, words: Set[str], known: Iterable[str], path: Path) -> None:
    if strange := len(words - {*known}):
        of = f"{strange:,} of the {len(words):,} words of {named(path)!r}"
        asked.note(f"{of} are not in the list")


def adviser_of(
    asked: Question,
    game: Game,
    *,
    live: bool = False,
    opening: Sequence[Any] = (),
    seed: int | tuple[int, ...] | None = None,
) -> Strategy:
    """Make the strategy of a question, or follow the tree of ``tree:FILE``.

    With ``live``, entropy is used after a tree ends. The opening book of the game is used if it is
    asked for, all guesses are allowed, and there is one board.
    """
    from jotto import games
    from jotto.engine.allowed import hints_of
    from jotto.trees.tree import Tree

    if asked.allow == HARD:
        hints_of(game.rule)
    strategy = str(asked.strategy)
    path = tree_path(strategy)
    tree = Tree.load(path, game) if path else None
    by_entropy = strategy == DEFAULT_STRATEGY and asked.allow == DEFAULT_ALLOW
    if asked.book and by_entropy and asked.boards == 1:  # a book is for one board
        tree = games.registry.book_for(game)
    name = (DEFAULT_STRATEGY if live else "tree") if path else strategy
    avoid = games.unlisted.rude(game) if asked.polite and asked.game == WORDS else frozenset[str]()
    allow, seed = asked.allow or DEFAULT_ALLOW, seed or asked.seed or 0
    given: dict[str, Any] = {"opening": opening, "avoid": avoid, "tree": tree}
    return games.registry.strategy(name, allow=allow, seed=seed, **given)


# --- in files -------------------------------------------------------------------------------------


def saved_options(asked: Question) -> dict[str, Any]:
    """Return the options of a live game as JSON values; the paths of files are absolute."""
    whole = asked.whole
    given: dict[str, Any] = {n: getattr(whole, n) for n in table() if n not in UNSAVED}
    for name in FURTHER:
        if given[name] == table()[name][1].usual:
            del given[name]
    if (think := given.get("think")) is not None:
        given["think"] = int(think) if think == int(think) else str(think)  # no floats are stored
    if tree := tree_path(str(given["strategy"])):
        given["strategy"] = f"{TREE}{tree.absolute()}"
    if given["prior"] not in (None, *PRIORS):
        given["prior"] = Path(str(given["prior"]))
    absolute = (value.absolute() if isinstance(value, Path) else value for value in given.values())
    values = (str(value) if isinstance(value, Path) else value for value in absolute)
    return dict(zip(given, values, strict=True))


def remade(options: Mapping[str, Any], kind: type[T]) -> tuple[T, Game, Strategy]:
    """Make a game and its strategy again from the options stored with it. Raises JottoError."""
    if lacking := next((name for name in EVER if name not in options), ""):
        raise GameError(f"the saved game lacks the option {lacking!r}")
    given = {name: options.get(name) for name in table() if name not in UNSAVED}
    with refusing_any(lambda reason: GameError(f"the saved game is damaged: {reason}")):
        given |= {name: Path(str(given[name])) for name in FILES if given[name]}
        given |= {name: int(given[name] or low) for name, low in (("seed", 0), ("boards", 1))}
        given["think"] = None if given["think"] is None else float(given["think"])
        if given["boards"] != 1:
            given["book"] = None  # it was stored, and not followed
        asked = filled("play", given, kind=kind)
        game = asked.make_game()
        return asked, game, asked.adviser(game, live=True)


def said_in(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return of options of a live game those that are not usual for its list and rule."""
    of = {name: options.get(name) for name in ("game", "words", "rule")}
    usual = filled("play", of)
    said = {name: options.get(name) for name in table() if name not in UNSAVED}
    of["rule"] = None if of["rule"] == DEFAULT_RULE else of["rule"]
    return of | {n: value for n, value in said.items() if value != getattr(usual, n)}


def facts_of(asked: Question, game: Game, strategy: str) -> dict[str, str]:
    """Describe the game and the options behind some figures, by name."""
    rules = {name: getattr(asked, name) for name in HOUSE_RULES if name not in APART}
    told = (_rule_text(name, value) for name, value in rules.items())
    listed = {
        "List": asked.words.name if asked.words else "the shipped English list",
        "Further guesses": asked.guesses.name if asked.guesses else "",
        "Past secrets left out": asked.without.name if asked.without else "",
        "Past answers": asked.past.name if asked.past else "",
        "Prior": str(asked.prior),
        "House rules": ", ".join(filter(None, told)),
    }
    facts = {
        "Game": str(asked.game),
        **(listed if asked.game == WORDS else {}),
        "Rule": game.rule.name,
        "Lies": f"{game.lies}" if game.lies else "",
        "Secrets": f"{len(game):,}",
        "Guesses": f"{len(game.guesses):,}",
        "Guesses allowed": "" if asked.allow == DEFAULT_ALLOW else str(asked.allow),
        "Strategy": strategy,
        "Made by": f"jotto {jotto.__version__}",
    }
    return {name: text for name, text in facts.items() if text}


def _rule_text(name: str, value: Any) -> str:
    """Return a house rule in words, empty if it says nothing: as ``no plurals`` or ``polite``."""
    if isinstance(value, bool):
        allows = table()[name][1].usual is True
        return f"no {name}" * (not value) if allows else name * value
    return f"{name} {value}" if value else ""


def tree_path(text: str) -> Path | None:
    """Return the path in ``tree:FILE``; None for the name of a strategy. Raises GameError."""
    if not text.startswith(TREE):
        return None
    if text == TREE:
        wrong = GameError(f"strategy {TREE!r}: write tree:FILE, with the file of a tree")
        raise wrong.about("strategy")
    return Path(text.removeprefix(TREE))

"""A strategy written out: a guess, and a subtree for every score."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from jotto import files
from jotto.engine.game import Game, Turn, take
from jotto.engine.lengths import Lengths
from jotto.engine.partition import partition
from jotto.engine.position import Position, position_of, start
from jotto.engine.strategies import Strategy, strategy_of
from jotto.errors import FileError, GameError
from jotto.trees import formats
from jotto.trees.node import DEEPEST, Node

Turns = tuple[Turn, ...]


@dataclass(frozen=True, eq=False)
class Replay:
    """The result of playing a tree against every candidate of its position."""

    lengths: Lengths  # 0 for a secret that is not found
    lost: tuple[tuple[str, Turns], ...]  # secrets not found, and the turns where the tree ends
    unused: tuple[Turns, ...]  # turns that no secret leads to, with a guess after them


@dataclass(frozen=True, eq=False)
class Tree:
    """A strategy written out from a position: a guess, and a subtree for every score but the win.

    ``lower_bound``: no strategy from there has a lower total (weighted, if there is a prior);
    ``proved``: this one attains it. ``claims``: the fields of the file that it was loaded from.

    >>> from jotto.games.words import word_game
    >>> tree = Tree.grow(word_game(["hatch", "latch", "match"]))
    >>> tree.guess, tree.branches["4,0"].guess, tree.lengths.games, tree.play("match")[-1]
    ('hatch', 'latch', {1: 1, 2: 1, 3: 1}, ('match', '5,0'))
    >>> tree
    Tree('hatch', 3 secrets)
    """

    at: Position = field(repr=False)
    root: Node = field(repr=False)
    lower_bound: int | None = None
    proved: bool = False
    claims: Mapping[str, Any] | None = field(default=None, repr=False)
    path: str = field(default="", repr=False)

    def __repr__(self) -> str:
        """Show the first guess, the number of secrets, and whether it is proved."""
        proved = ", proved" if self.proved else ""
        many = f"{len(self.at):,} secret{'s' * (len(self.at) != 1)}"
        return f"Tree({self.guess!r}, {many}{proved})"

    @property
    def name(self) -> str:
        """Its file, for error messages."""
        return f"tree {self.path!r}" if self.path else repr(self)

    @property
    def guess(self) -> Any:
        """The first guess."""
        return self.at.game.guesses[self.root.guess]

    @property
    def branches(self) -> dict[str, Tree]:
        """The subtree for each possible score except the win."""
        texts, below = self.at.game.rule.texts, self.root.below
        after = self.at.parts(self.root.guess)
        return {texts[code]: Tree(at, below[code]) for code, at in after if code in below}

    @cached_property
    def lengths(self) -> Lengths:
        """The guesses that each secret takes. Raises GameError if one is not found."""
        replayed = replay(self.at, self.root)
        for secret, _ in replayed.lost:
            raise GameError(f"{self.name} does not find {secret!r}")
        return replayed.lengths

    @cached_property
    def checked(self) -> Replay:
        """The replay against every secret, with each score computed again by the rule."""
        return replay(self.at, self.root, rescore=True)

    def guess_at(self, at: Position) -> int:
        """Return the index of its guess at a position, -1 if it has none."""
        before, turns = self.at.history, at.history
        if turns[: len(before)] != before[: len(turns)]:
            return -1
        if len(turns) < len(before):
            return at.game.find(before[len(turns)].guess)
        own, node = self.at.game, self.root  # the game of ``at`` may have fewer words
        for turn in turns[len(before) :]:
            if own.guesses[node.guess] != turn.guess or turn.code not in node.below:
                return -1
            node = node.below[turn.code]
        return node.guess if at.game is own else at.game.find(own.guesses[node.guess])

    def play(self, secret: Any) -> list[tuple[Any, str]]:
        """Play one game: the guesses and their scores, until the win or the end of the tree."""
        game, node, turns = self.at.game, self.root, []
        secret = game.read(secret)
        while True:
            guess = game.guesses[node.guess]
            code = game.rule.score(guess, secret)
            turns.append((guess, game.rule.texts[code]))
            if code not in node.below:
                return turns
            node = node.below[code]

    def show(self, depth: int = 2) -> None:
        """Print it down to ``depth`` guesses, with the number of secrets below each."""
        print("\n".join(self._lines(depth, "", "")))

    def _lines(self, depth: int, indent: str, score: str) -> Iterator[str]:
        yield f"{indent}{score}{self.guess}  ({len(self.at):,})"
        if depth > 1:
            for text, below in self.branches.items():
                yield from below._lines(depth - 1, indent + "  ", f"{text}: ")

    def save(self, path: str | Path, *, game: str = "words") -> None:
        """Write it to a file: JSON, or columns of text if the name ends in ``.txt``.

        ``game`` is the name of its game as ``--game`` takes it. Raises FileError.
        """
        path = Path(path)
        columns = path.suffix == ".txt"
        try:
            files.write(
                path, formats.write_columns(self.at, self.root) if columns else self.lines(game)
            )
        except OSError as error:
            raise FileError("tree", path, f"it cannot be written: {error.strerror}") from None

    def lines(self, game: str) -> Iterator[str]:
        """Yield the lines of its file in JSON, as :meth:`save` writes it."""
        lengths, prior = self.lengths, self.at.game.prior_key
        claims = {
            "secrets": len(lengths),
            "total": lengths.total,
            "mean": round(lengths.mean, 6),
            "worst": lengths.worst,
            "lower_bound": self.lower_bound,
            "proved": self.proved,
            "prior": prior,
            "weighted_total": lengths.weighted_total if prior else None,
        }
        return formats.write_json(self.at, self.root, game, claims)

    @staticmethod
    def load(path: str | Path, game: Game | Callable[[str | None, str | None], Game]) -> Tree:
        """Read a tree from a file, and check that it is for this game. Raises FileError.

        ``game`` may be a function that makes it from the names of game and rule in the file.
        """
        path = Path(path)
        text, fields = formats.load(path)
        if fields is not None:
            return Tree.read(fields, game, path)
        if not isinstance(game, Game):
            game = game(None, None)
        turns, root = formats.read_columns(text, game, path)
        with formats.refusing(path):
            return Tree(start(game, *turns), root, path=str(path))

    @staticmethod
    def read(
        fields: Mapping[str, Any], game: Game | Callable[[str | None, str | None], Game], path: Path
    ) -> Tree:
        """Return the tree of a file in JSON, as :meth:`load` does. Raises FileError."""
        names = tuple(formats.names(fields, path))
        if not isinstance(game, Game):
            game = game(*names)
        turns, root = formats.read_json(fields, game, path)
        with formats.refusing(path):
            at = start(game, *turns)
        claims = {name: fields.get(name) for name in formats.KINDS}
        return Tree(at, root, claims["lower_bound"], bool(claims["proved"]), claims, str(path))

    def verify(self) -> list[str]:
        """Play it against every secret; list its mistakes and the false claims of its file.

        Whether a better tree exists is not checked. Raises FileError if it has another prior.
        """
        prior = self.claims and self.claims["prior"]
        if prior and prior != self.at.game.prior_key:
            reason = f"its totals are weighted by a prior with checksum {prior!r}"
            raise FileError("tree", self.path, f"{reason}; give it with --prior")
        return list(mistakes(self.checked, self.claims))

    @staticmethod
    def grow(at: Game | Position, strategy: Strategy | str = "entropy") -> Tree:
        """Build the tree of a strategy. Raises GameError if a game is over DEEPEST guesses."""
        choose = strategy_of(strategy).choose

        def grown(at: Position, depth: int) -> Node:
            if depth > DEEPEST:
                raise GameError(f"a tree cannot hold a game of over {DEEPEST} guesses")
            parts, win = at.parts(guess := choose(at)), at.game.rule.win
            below = {code: grown(after, depth + 1) for code, after in parts if code != win}
            return Node(guess, below)

        at = position_of(at)
        return Tree(at, grown(at, 1))


def replay(at: Position, root: Node, *, rescore: bool = False) -> Replay:
    """Play a tree against every candidate; ``rescore``: do not look scores up in the matrix."""
    game, each = at.game, np.zeros(len(at.game), np.int64)
    lost: list[tuple[str, Turns]] = []
    unused: list[Turns] = []
    waiting: list[tuple[Node, Any, Turns]] = [(root, at.left, at.history)]
    while waiting:
        node, left, turns = waiting.pop()
        guess = game.guesses[node.guess]
        if rescore:
            codes = game.rule.matrix([guess], take(game.secrets, left))[0]
        else:
            codes = game.codes(node.guess, left)
        parts = partition(codes, left)
        for code, part in reversed(list(parts.items())):
            made = (*turns, Turn(guess, code))
            if code == game.rule.win:
                each[part] = len(made) - len(at.history)
            elif code in node.below:
                waiting.append((node.below[code], part, made))
            else:
                lost.extend((str(game.secrets[secret]), made) for secret in part.tolist())
        unused.extend((*turns, Turn(guess, code)) for code in node.below if code not in parts)
    return Replay(Lengths(at, each[at.left]), tuple(lost), tuple(unused))


def mistakes(replayed: Replay, claims: Mapping[str, Any] | None) -> Iterator[str]:
    """Yield a line for each mistake of a tree, and for each false claim of its file."""
    show = replayed.lengths.at.game.show
    for secret, turns in replayed.lost:
        yield f"{secret!r} is not found: no guess after {' '.join(map(show, turns))}"
    for turns in replayed.unused:
        yield f"no secret leads to the guess after {' '.join(map(show, turns))}"
    if claims is None:
        return
    played, total = replayed.lengths, "weighted_total" if claims["prior"] else "total"
    for name in dict.fromkeys(("secrets", "total", "worst", total)):
        counted = len(played) if name == "secrets" else getattr(played, name)
        if claims[name] != counted:
            yield f"{name}: the file says {claims[name]}, the replay {counted}"
    mean = played.total / max(1, int((played.each > 0).sum()))
    if abs(claims["mean"] - mean) > 1e-6:
        yield f"mean: the file says {claims['mean']}, the replay {mean:.6f}"
    bound, claimed = claims["lower_bound"], claims[total]
    if bound is not None and claimed is not None and bound > claimed:
        yield f"lower_bound: {bound} is above the {total} {claimed}"
    if claims["proved"] and bound != claimed:
        yield f"proved: the lower_bound {bound} is not the {total} {claimed}"

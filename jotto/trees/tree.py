"""A strategy written out: a guess, and a subtree for every score."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from jotto import files
from jotto.engine.game import Game
from jotto.engine.lengths import Lengths
from jotto.engine.position import Position, at_turns, position_of
from jotto.engine.strategies import Strategy, strategy_of
from jotto.errors import ContradictionError, FileError, GameError
from jotto.trees import columns, json_file
from jotto.trees.node import DEEPEST, Node
from jotto.trees.replay import Replay, mistakes, replay


@dataclass(frozen=True, eq=False)
class Tree:
    """A strategy written out from a position: a guess, and a subtree for every score but the win.

    ``lower_bound``: no strategy from there has a lower total (times the weights of the secrets, if
    there is a prior), None where nothing is known; ``proved``: this one attains it. ``claims`` are
    what the file says that a tree was read from.

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
        noun = "secret" if len(self.at) == 1 else "secrets"
        proved = ", proved" if self.proved else ""
        return f"Tree({self.guess!r}, {len(self.at):,} {noun}{proved})"

    @property
    def name(self) -> str:
        """Its file, for messages."""
        return f"tree {self.path!r}" if self.path else repr(self)

    @property
    def guess(self) -> Any:
        """The first guess."""
        return self.at.game.guesses[self.root.guess]

    @property
    def branches(self) -> dict[str, Tree]:
        """The subtree for each score that can come, the win left out."""
        after = dict(self.at.parts(self.root.guess))
        texts = self.at.game.rule.texts
        below = self.root.below
        return {texts[code]: Tree(at, below[code]) for code, at in after.items() if code in below}

    @cached_property
    def lengths(self) -> Lengths:
        """The guesses that each secret takes. Raises GameError if one is not found."""
        found = replay(self.at, self.root)
        for secret, _ in found.lost:
            raise GameError(f"{self.name} does not find {secret!r}")
        return found.lengths

    @cached_property
    def checked(self) -> Replay:
        """What comes of playing every secret through it, scored by the rule alone."""
        return replay(self.at, self.root, afresh=True)

    def guess_at(self, at: Position) -> int:
        """Return the index of its guess at a position of its game, -1 where it says nothing.

        On the way to where it starts, these are the guesses of the turns before it. The game
        played may have lost words since: guesses are told by their names.
        """
        before, turns = self.at.history, at.history
        if turns[: len(before)] != before[: len(turns)]:
            return -1
        if len(turns) < len(before):
            return at.game.find(before[len(turns)].guess)
        own, node = self.at.game, self.root
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
        print("\n".join(self._lines(depth, "")))

    def _lines(self, depth: int, indent: str) -> Iterator[str]:
        yield f"{indent}{self.guess}  ({len(self.at):,})"
        if depth > 1:
            for score, below in self.branches.items():
                first, *rest = below._lines(depth - 1, indent + "  ")
                yield f"{indent}  {score}: {first.strip()}"
                yield from rest

    def save(self, path: str | Path, *, game: str = "words") -> None:
        """Write it to a file: JSON, or columns of text if the name ends in ``.txt``.

        ``game`` is the name of its game as ``--game`` takes it. Raises FileError.
        """
        path = Path(path)
        if path.suffix == ".txt":
            lines = columns.write(self.at, self.root)
        else:
            lines = json_file.write(self.at, self.root, self._fields(game))
        try:
            files.write(path, lines)
        except OSError as error:
            raise FileError("tree", path, f"it cannot be written: {error.strerror}") from None

    def _fields(self, game: str) -> dict[str, Any]:
        """Say what a file claims of it."""
        found, prior = self.lengths, self.at.game.prior_key
        return {
            "game": game,
            "secrets": len(found),
            "total": found.total,
            "mean": round(found.mean, 6),
            "worst": found.worst,
            "lower_bound": self.lower_bound,
            "proved": self.proved,
            "prior": prior,
            "weighted_total": found.weighted_total if prior else None,
        }

    @staticmethod
    def load(path: str | Path, game: Game | Callable[[str | None, str | None], Game]) -> Tree:
        """Read a tree for a game from a file, and check that it is one for this game.

        ``game`` may be a function that makes it from the names of the game and of the rule in the
        file (None where it has none). Raises FileError.
        """
        file = json_file.load(Path(path))
        if not isinstance(game, Game):
            game = game(file.text("game"), file.text("rule"))
        if file.fields is None:
            before, root = columns.read(file.lines, game, file.path)
            turns, claims = list(before), None
        else:
            turns, root, claims = json_file.read(file, game)
        try:
            at = at_turns(game, turns)
        except ContradictionError as error:
            raise FileError("tree", file.path, str(error)) from None
        bound, proved = (claims or {}).get("lower_bound"), bool((claims or {}).get("proved"))
        return Tree(at, root, bound, proved, claims, file.path)

    def verify(self) -> list[str]:
        """Play every secret through it, and say what is wrong with it or its file's claims.

        An empty list if all is right. Guesses are scored by the rule alone, nothing is looked up.
        That no tree is better, as a file may claim, is not checked. Raises FileError if its totals
        are weighted by another prior than the game's.
        """
        prior = self.claims and self.claims["prior"]
        if prior and prior != self.at.game.prior_key:
            reason = f"its totals are weighted by a prior with checksum {prior!r}"
            raise FileError("tree", self.path, f"{reason}; give it with --prior")
        return list(mistakes(self.checked, self.claims))

    @staticmethod
    def grow(at: Game | Position, strategy: Strategy | str = "entropy") -> Tree:
        """Write a strategy out. Raises GameError if a game gets too long."""
        at = position_of(at)
        return Tree(at, _grown(at, strategy_of(strategy), 1))


def _grown(at: Position, strategy: Strategy, depth: int) -> Node:
    if depth > DEEPEST:
        raise GameError(f"a game of over {DEEPEST} guesses does not go into a tree")
    guess, win = strategy.choose(at), at.game.rule.win
    parts = at.parts(guess)
    below = {code: _grown(after, strategy, depth + 1) for code, after in parts if code != win}
    return Node(guess, below)

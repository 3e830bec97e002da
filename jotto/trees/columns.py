"""Strategy trees as columns of text, as authors of solvers exchange them.

A line leads to the win of one secret: guess, score and the number of the turn, guess, and so on.
What is the same as in the line above is left blank, scores come in the order of their texts::

    hatch 4,01 latch 4,02 match 5,03
                     5,02
          5,01

The layout is that of the ``.tree`` files at github.com/alex1770/wordle, which its ``wordle -p``
writes (``printtree`` in wordle.cpp, 2022); there scores are of the coloured game: ``BBYGB1``.
A tree from a position begins with the turns that lead there, which have but one score each.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from jotto.engine.game import Game, Rule, Turn
from jotto.engine.position import Position
from jotto.errors import FileError, GameError, JottoError, quoted
from jotto.trees.json_file import finder
from jotto.trees.node import DEEPEST, Node


def write(at: Position, root: Node) -> Iterator[str]:
    """Write a tree from a position out in columns: yield lines. Raises GameError.

    >>> from jotto.engine.position import start
    >>> from jotto.games.words import word_game
    >>> at = start(word_game(["hatch", "latch", "match"]))
    >>> other = at.game.rule.read("4,0")
    >>> print("".join(write(at, Node(0, {other: Node(1, {other: Node(2)})}))), end="")
    hatch 4,01 latch 4,02 match 5,03
                     5,02
          5,01
    """
    texts = at.game.rule.texts
    line = "".join(f"{guess} {score}{n} " for n, (guess, score) in enumerate(at.turns, start=1))
    waiting: list[tuple[Position, Node | None, int, str]] = [(at, root, 0, "")]
    while waiting:
        here, node, column, text = waiting.pop()
        line = (line or " " * column) + text
        if node is None:
            yield f"{line.rstrip()}\n"
            line = ""
            continue
        if len(here.made) >= DEEPEST:
            raise GameError(f"a game of over {DEEPEST} guesses does not go into a tree file")
        line += f"{here.game.guesses[node.guess]} "
        number = len(here.made) + 1
        for code, after in sorted(here.parts(node.guess), key=lambda p: texts[p[0]], reverse=True):
            waiting.append((after, node.below.get(code), len(line), f"{texts[code]}{number} "))


def read(lines: Iterable[str], game: Game, path: str = "tree") -> tuple[tuple[Turn, ...], Node]:
    """Read a tree in columns: the turns before it, and its root.

    The turns are those at the start that have one score where others could come. Raises
    FileError naming the line; ``path`` is for its message.
    """
    reader = Reader(finder(game), game.rule)
    for number, line in enumerate(lines, start=1):
        try:
            reader.take(line)
        except JottoError as error:
            raise FileError("tree", path, str(error), number) from None
    if not reader.nodes:
        raise FileError("tree", path, "it is empty")
    return _after_the_turns(game, reader.nodes[0], reader.common)


@dataclass(eq=False)
class Reader:
    """Takes one line after the other.

    ``nodes`` are those of the last line, from the root; ``columns`` say where on a line their
    scores stand; ``common`` is how many of them all lines have in common with the same score.
    """

    find: Callable[[str], int]
    rule: Rule
    nodes: list[Node] = field(default_factory=list)
    columns: list[int] = field(default_factory=list)
    common: int = DEEPEST

    def take(self, text: str) -> None:
        """Read a line below those before it. Raises JottoError."""
        words = list(re.finditer(r"\S+", text))
        if not words:
            return
        if self.nodes:
            self._go_back(words[0])
        elif words[0].start():
            raise GameError("the first line must begin with the first guess")
        else:
            self.nodes.append(Node(self.find(words.pop(0)[0])))
        for score, guess in zip(words[::2], words[1::2], strict=False):
            code = self._score(score)
            if code == self.rule.win:
                raise GameError(f"nothing can come after the win: {quoted(guess[0])}")
            self._below(code, Node(self.find(guess[0])))
        if len(words) % 2 == 0 or self._score(words[-1]) != self.rule.win:
            raise GameError(f"the line must end with the win, not {quoted(text.split()[-1])}")

    def _go_back(self, score: re.Match[str]) -> None:
        """Leave the nodes of the line before from where this line has another score."""
        if score.start() not in self.columns:
            raise GameError(f"{quoted(score[0])} does not stand under a score of the line above")
        kept = self.columns.index(score.start())
        self.common = min(self.common, kept)
        del self.nodes[kept + 1 :], self.columns[kept:]

    def _score(self, score: re.Match[str]) -> int:
        number = str(len(self.nodes))
        if not score[0].endswith(number):
            raise GameError(f"{quoted(score[0])} must be a score and {number}, the turn's number")
        self.columns.append(score.start())
        return self.rule.read(score[0].removesuffix(number))

    def _below(self, code: int, node: Node) -> None:
        if len(self.nodes) >= DEEPEST:
            raise GameError(f"no game may be longer than {DEEPEST} guesses")
        below = self.nodes[-1].below
        if code in below:
            raise GameError(f"score {self.rule.texts[code]!r} stands twice in one place")
        below[code] = node
        self.nodes.append(node)


def _after_the_turns(game: Game, root: Node, common: int) -> tuple[tuple[Turn, ...], Node]:
    """Take the guesses that have one score, though others could come, for turns already made."""
    turns: list[Turn] = []
    left = game.everything
    while len(turns) < common and root.below:
        ((code, below),) = root.below.items()
        codes = game.codes(root.guess, left)
        if (codes == codes[0]).all() or code not in codes:
            break
        turns.append(Turn(game.guesses[root.guess], code))
        root, left = below, left[codes == code]
    return tuple(turns), root

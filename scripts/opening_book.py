"""Make the opening books: the first two levels of the best trees found for the shipped list.

    python scripts/opening_book.py --think 1000
    python scripts/opening_book.py --tree common=FILE --tree even=FILE

Without ``--tree`` it searches for THINK seconds under each prior; with ``--tree`` it reads trees
written by ``jotto tree --prior WHICH -o FILE``, and replays every secret through them first.
"""

from __future__ import annotations

import sys
from typing import Annotated

import typer

import jotto
from jotto import Tree
from jotto.errors import JottoError
from jotto.games.registry import BOOKS
from jotto.games.words import folder
from jotto.trees import formats
from jotto.trees.formats import Node
from jotto.trees.tree import figures


def book_of(tree: Tree) -> str:
    """Replay every secret through a tree; return a file of its first two levels."""
    if wrong := tree.verify():
        raise SystemExit(f"opening_book: {tree.name}: {wrong[0]}")
    root = Node(tree.root.guess, {code: Node(node.guess) for code, node in tree.root.below.items()})
    book, prior = Tree(tree.at, root), tree.at.game.prior_key
    stated = figures(tree.lengths, prior) | book.claimed
    return "".join(formats.write_json(book.at, root, "words", stated))


def main(
    think: Annotated[float, typer.Option(min=1, help="Seconds to search under each prior.")] = 1000,
    tree: Annotated[
        list[str] | None, typer.Option(metavar="PRIOR=FILE", help="Read this tree.")
    ] = None,
) -> None:
    """Write the books."""
    given = dict(text.partition("=")[::2] for text in tree or ())
    for prior, name in BOOKS.items():
        if tree and prior not in given:
            continue
        game = jotto.words(prior=prior)
        try:
            found = Tree.load(given[prior], game) if tree else jotto.solve(game, seconds=think)
            text = book_of(found)
        except JottoError as error:
            print(f"opening_book: {error}", file=sys.stderr)
            raise typer.Exit(2) from None
        (folder() / name).write_text(text, encoding="utf-8")
        print(f"{name}: first {found.guess}, mean {found.lengths.mean:.6f}")


if __name__ == "__main__":
    typer.run(main)

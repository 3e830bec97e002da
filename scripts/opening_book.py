"""Make the opening books: the first two levels of the best trees found for the shipped list.

    python scripts/opening_book.py --think 1000
    python scripts/opening_book.py --tree common=FILE --tree even=FILE

Without ``--tree`` it searches for THINK seconds under each prior; with ``--tree`` it reads trees
written by ``jotto tree --prior WHICH -o FILE``, and replays every secret through them first.
"""

from __future__ import annotations

import json
import sys
from typing import Annotated, Any

import typer

import jotto
from jotto import Tree
from jotto.errors import JottoError
from jotto.games.book import BOOKS, FORMAT
from jotto.games.lists import folder


def book_of(tree: Tree) -> dict[str, Any]:
    """Replay every secret through a tree, and return its first two levels."""
    if wrong := tree.verify():
        raise SystemExit(f"opening_book: {tree.name}: {wrong[0]}")
    game, found = tree.at.game, tree.lengths
    return {
        "format": FORMAT,
        "key": game.key,
        "prior": game.prior_key,
        "tree": {
            "total": found.total,
            "mean": round(found.mean, 6),
            "worst": found.worst,
            "weighted_total": None if game.prior is None else found.weighted_total,
        },
        "first": tree.guess,
        "second": {score: below.guess for score, below in sorted(tree.branches.items())},
    }


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
            book = book_of(found)
        except JottoError as error:
            print(f"opening_book: {error}", file=sys.stderr)
            raise typer.Exit(2) from None
        text = json.dumps(book, indent=1, ensure_ascii=False) + "\n"
        (folder() / name).write_text(text, encoding="utf-8")
        print(f"{name}: first {book['first']}, mean {book['tree']['mean']}")


if __name__ == "__main__":
    typer.run(main)

"""Make the opening books: the first two levels of the best trees found for the shipped list.

    python scripts/opening_book.py --think 1000
    python scripts/opening_book.py --tree common=FILE --tree even=FILE

Without ``--tree`` it searches, for so many seconds under each prior; with it, it takes trees that
``jotto tree --prior WHICH -o FILE`` has written, and replays them first.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Annotated, Any

import typer

from jotto.analysis.replay import check_prior, replay, wrongs
from jotto.cli.options import DEFAULT_GAME, load_game
from jotto.engine.treefile import Tree, load, tree_for
from jotto.errors import JottoError
from jotto.games.book import BOOKS, FORMAT
from jotto.games.words import folder


def book_of(prior: str, path: Path) -> dict[str, Any]:
    """Read a tree, replay every secret through it, and return its first two levels."""
    game = load_game(DEFAULT_GAME, None, None, None, prior)
    tree = tree_for(load(path), game)
    check_prior(game, tree)
    found = replay(game, tree)
    if wrong := list(wrongs(found, tree.claims)):
        raise SystemExit(f"opening_book: {path}: {wrong[0]}")
    texts = game.rule.texts
    second = {texts[code]: game.guesses[node.guess] for code, node in tree.root.below.items()}
    return {
        "format": FORMAT,
        "key": game.key,
        "prior": game.prior_key,
        "tree": claims(tree),
        "first": game.guesses[tree.root.guess],
        "second": dict(sorted(second.items())),
    }


def claims(tree: Tree) -> dict[str, Any]:
    """Say what the whole tree is worth."""
    assert tree.claims is not None, "a tree without claims is not known to be good"
    names = ("total", "mean", "worst", "weighted_total")
    return {name: getattr(tree.claims, name) for name in names}


def searched(prior: str, seconds: float) -> Path:
    """Search for a tree; return the file it is in."""
    path = Path(tempfile.mkdtemp()) / f"{prior}.json"
    command = ("tree", "--prior", prior, "--think", str(seconds), "-o", str(path))
    subprocess.run([sys.executable, "-m", "jotto", *command], check=True)
    return path


def main(
    think: Annotated[float, typer.Option(min=1, help="Seconds to search under each prior.")] = 1000,
    tree: Annotated[
        list[str] | None, typer.Option(metavar="PRIOR=FILE", help="A tree to take.")
    ] = None,
) -> None:
    """Write the books."""
    given = dict(text.partition("=")[::2] for text in tree or ())
    for prior, name in BOOKS.items():
        if tree and prior not in given:
            continue
        try:
            path = Path(given[prior]) if prior in given else searched(prior, think)
            book = book_of(prior, path)
        except JottoError as error:
            print(f"opening_book: {error}", file=sys.stderr)
            raise typer.Exit(2) from None
        text = json.dumps(book, indent=1, ensure_ascii=False) + "\n"
        (folder() / name).write_text(text, encoding="utf-8")
        print(f"{name}: first {book['first']}, mean {book['tree']['mean']}")


if __name__ == "__main__":
    typer.run(main)

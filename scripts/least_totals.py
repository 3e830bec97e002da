"""Prove the least totals of games of codes: the table of docs/proofs.md, trees, certificates.

    python scripts/least_totals.py --codes 64             # the rows of the smallest games
    python scripts/least_totals.py mastermind:4x8         # of any game
    python scripts/least_totals.py --folder totals        # all rows, and files

Each game is solved twice: for any guesses, and for candidates only. Trees are written, read again
and replayed; certificates of small games are, too, and checked. A folder gets all of these, and for
each number of pegs the least totals by the number of colours, as OEIS takes them.
"""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

import jotto
from jotto import Tree
from jotto.trees.tree import Allowed

PAGE = Path(__file__).parents[1] / "docs" / "proofs.md"
ROW = re.compile(r"^\| `(\S+:\d+x\d+)` \|(?: [\d.,]+ \|){5}$", re.M)
CERTIFIED = 64  # codes; certificates do not use symmetries


def proved(name: str, allow: Allowed, file: Path) -> Tree:
    """Prove a least total, and write and check what shows it."""
    game = jotto.named(name)
    jotto.solve(game, allow=allow).save(file, game=name)
    tree = Tree.load(file, game)
    wrong = tree.verify() or ["not proved"] * (not tree.proved)
    if len(game) <= CERTIFIED:
        path = file.with_suffix(".proof.json")
        jotto.certify(tree, path, game=name)
        wrong += jotto.Certificate.load(path, game).verify().wrong
    if wrong:
        raise SystemExit(f"{name}, {allow}: {wrong}")
    return tree


def main(
    games: Annotated[list[str] | None, typer.Argument(help="Default: those of the table.")] = None,
    codes: Annotated[int, typer.Option(help="Only games of at most so many codes.")] = 1 << 62,
    folder: Annotated[Path | None, typer.Option(help="Where to write the files.")] = None,
) -> None:
    """Print a row for each game: total, mean and longest game, of any guesses and candidates."""
    sequences: dict[str, str] = defaultdict(str)
    with TemporaryDirectory() as scratch:
        place = folder or Path(scratch)
        place.mkdir(parents=True, exist_ok=True)
        for name in games or ROW.findall(PAGE.read_text("utf-8")):
            if len(jotto.named(name)) > codes:
                continue
            row, (kind, colours) = f"| `{name}` |", name.replace(":", "-").split("x")
            for allow in ("all", "candidates"):
                lengths = proved(name, allow, place / f"{kind}x{colours}-{allow}.json").lengths
                sequences[f"{kind}-{allow}.txt"] += f"{colours} {lengths.total}\n"
                mean = f" {lengths.mean:.4f} |" if allow == "all" else ""
                row += f" {lengths.total:,} |{mean} {lengths.worst} |"
            print(row, flush=True)
        for file, lines in sequences.items():
            (place / file).write_text(lines)


if __name__ == "__main__":
    typer.run(main)

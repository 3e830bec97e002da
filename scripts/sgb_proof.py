"""Take part in the proof that no tree for Knuth's 5,757 words has a total below 28,795.

    python scripts/sgb_proof.py sgb-words.txt                  # what is proved
    python scripts/sgb_proof.py sgb-words.txt --seconds 3600   # refute further openings
    python scripts/sgb_proof.py sgb-words.txt --check 100      # prove a random hundred again
    python scripts/sgb_proof.py sgb-words.txt --sample 40 --file sample.jsonl --seconds 9000

docs/proofs/sgb.jsonl has a line for each opening that is refuted: the number of the word, the
limit, a total that no tree beginning with it is below, and a checksum. It is a checkpoint, whose
lines may come in any order: add those proved elsewhere. The least promising openings, which are
refuted fastest, are tried first. It runs at the lowest priority; Ctrl-C stops it.
"""

from __future__ import annotations

import os
import random
import time
from contextlib import closing, suppress
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Annotated

import typer

import jotto
from jotto.engine.game import Game
from jotto.parallel import Checkpoint
from jotto.search.proof import Openings, Proof, header, in_threads, is_valid, try_opening

WORDS, URL = 5_757, "https://www-cs-faculty.stanford.edu/~knuth/sgb-words.txt"
LIMIT = 28_795  # the total of the best tree known
FOREVER = 1e9  # seconds
FILE = Path(__file__).parents[1] / "docs" / "proofs" / "sgb.jsonl"


def read(words: Path) -> Game:
    """Read the list. Raises GameError for another."""
    game = jotto.words(words)
    if len(game) != WORDS:
        wrong = f"{str(words)!r} has {len(game):,} words; the proof is for the {WORDS:,} of Knuth"
        raise jotto.GameError(f"{wrong}: {URL}")
    return game


def begin(
    game: Game, file: Path | None, jobs: int, seconds: float, *, writes: bool = False
) -> Proof:
    """Read what is proved of the openings; the most promising come first."""
    at = jotto.start(game)
    root = Openings(at, deadline=time.time() + seconds, most=len(at))
    bounds = dict(root.ahead.in_order(root.ahead.all_candidates, None))
    kept = Checkpoint(file, header(at, "all", len(at)), partial(is_valid, bounds), writes=writes)
    run = partial(in_threads, root, jobs, try_opening)
    return Proof(root, kept, run, LIMIT, bounds)


def drawn_by_rank(proof: Proof, many: int, seed: int) -> list[int]:
    """Draw one opening from each of so many equal ranges of the order."""
    order, draw = list(proof.bounds), random.Random(seed)
    edges = [len(order) * i // many for i in range(many + 1)]
    return [order[draw.randrange(*ends)] for ends in pairwise(edges)]


def refute(proof: Proof, openings: list[int]) -> None:
    """Refute openings, and print each with the seconds it took all threads, until the deadline."""
    began, words = time.process_time(), proof.root.at.game.guesses
    with closing(proof.checkpoint), suppress(TimeoutError), closing(proof.prove(openings)) as steps:
        for done in steps:
            if done:
                (_, (opening, _)), (total,) = list(proof.checkpoint.done.items())[-1]
                now = time.process_time()
                print(f"{words[opening]} {total:,} {now - began:.1f}", flush=True)
                began = now


def main(
    words: Annotated[Path, typer.Argument(help="The list of 5,757 words.")],
    *,
    file: Annotated[Path, typer.Option(help="The lines.")] = FILE,
    seconds: Annotated[float, typer.Option(min=0, help="Refute openings for so long.")] = 0,
    jobs: Annotated[int, typer.Option(min=1, help="Threads.")] = 1,
    check: Annotated[int, typer.Option(min=0, help="Prove so many again, drawn at random.")] = 0,
    sample: Annotated[int, typer.Option(min=0, help="Try only so many, drawn by rank.")] = 0,
    seed: Annotated[int, typer.Option(min=0, help="Random seed.")] = 0,
    nice: Annotated[int, typer.Option(help="Priority, 19 the lowest.")] = 19,
) -> None:
    """Refute openings or prove them again, and print what is proved."""
    os.nice(nice)
    further = seconds > 0 and not check
    try:
        game = read(words)
        proof = begin(game, file, jobs, seconds, writes=further)
    except jotto.JottoError as error:
        typer.echo(f"sgb_proof: {error}", err=True)
        raise typer.Exit(2) from None
    if further:
        refute(proof, drawn_by_rank(proof, sample, seed) if sample else list(proof.bounds)[::-1])
    refuted = [opening for opening, bound in proof.bounds.items() if bound >= LIMIT]
    print(f"{len(refuted):,} of {len(proof.bounds):,} openings lead to no total below {LIMIT:,}")
    print(f"no tree has a total below {proof.lower:,}")
    if check:
        some = random.Random(seed).sample(sorted(refuted), min(check, len(refuted)))
        again = begin(game, None, jobs, seconds or FOREVER)
        refute(again, some)
        right = sum(again.bounds[opening] >= LIMIT for opening in some)
        print(f"{right} of {len(some)} proved again")
        raise typer.Exit(right < len(some))


if __name__ == "__main__":
    typer.run(main)

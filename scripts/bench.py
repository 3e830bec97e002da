"""Measure speed: every figure with its ratio to something timed in the same run.

    python scripts/bench.py --data ../shared/data

Machines differ and are shared; the ratios hold better than the seconds. Each figure is the
median of several rounds, and what is compared is timed in turn, A B A B.
"""

from __future__ import annotations

import json
import os
import platform
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Annotated

import numpy as np
import typer

from jotto.cli.render import show_table
from jotto.engine import kernels, search
from jotto.engine.partition import part_sizes
from jotto.engine.strategies import MEASURES, strategy_named
from jotto.engine.tree import grow, lengths
from jotto.games.registry import game_named
from jotto.games.words import SHIPPED, folder, read_words, word_game

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"

Timed = Callable[[], object]


def in_turn(rounds: int, **timed: Timed) -> dict[str, float]:
    """Time each function once a round, in turn, after one round that does not count."""
    seconds: dict[str, list[float]] = {name: [] for name in timed}
    for turn in range(rounds + 1):
        for name, function in timed.items():
            start = perf_counter()
            function()
            if turn:
                seconds[name].append(perf_counter() - start)
    return {name: median(found) for name, found in seconds.items()}


def row(what: str, seconds: float, versus: str, reference: float) -> dict[str, str | float]:
    """Lay out one figure and the one it is compared with."""
    return {
        "what": what,
        "seconds": seconds,
        "against": versus,
        "its seconds": reference,
        "ratio": seconds / reference,
    }


def bench_matrix(list_of_guesses: Path, rounds: int) -> list[dict[str, str | float]]:
    """Time the score matrix of a list against itself, and every opening measured on it."""
    words = read_words(list_of_guesses)
    game = word_game(words)
    n = len(words)
    entropy, everything = MEASURES["entropy"], game.everything
    _ = game.scores
    found = in_turn(
        rounds,
        fill=lambda: np.full((n, n), 1, np.uint8),
        build=lambda: game.rule.matrix(words, words),
        measure=lambda: kernels.values(game, everything, entropy),
        numpy=lambda: entropy.values(part_sizes(game.scores, everything, game.rule.n_codes), n),
    )
    size, memory = f"{n:,} x {n:,}", "allocating and filling it"
    return [
        row(f"score matrix {size}", found["build"], memory, found["fill"]),
        row(f"openings measured {size}", found["measure"], memory, found["fill"]),
        row("the same in numpy", found["numpy"], "compiled", found["measure"]),
    ]


def command(*arguments: str | Path, cache: str) -> Timed:
    """Run a command as a user does, in a process of its own."""
    environment = os.environ | {"XDG_CACHE_HOME": cache}

    def run() -> None:
        subprocess.run(
            [sys.executable, *arguments], check=True, env=environment, stdout=subprocess.DEVNULL
        )

    return run


def bench_commands(list_of_secrets: Path, rounds: int) -> list[dict[str, str | float]]:
    """Time whole processes against one that only imports numpy; matrices are on disk."""
    with tempfile.TemporaryDirectory() as cache:
        jotto = {
            "--help": ("--help",),
            "score": ("score", "fools", "score"),
            "suggest": ("suggest",),
            "suggest after a turn": ("suggest", "tares=1,1"),
            f"evaluate {list_of_secrets.name}": ("evaluate", "--words", list_of_secrets),
        }
        timed = {
            name: command("-m", "jotto", *arguments, cache=cache)
            for name, arguments in jotto.items()
        }
        found = in_turn(rounds, numpy=command("-c", "import numpy", cache=cache), **timed)
    reference = found.pop("numpy")
    return [row(f"jotto {name}", s, "import numpy", reference) for name, s in found.items()]


def bench_trees(rounds: int) -> list[dict[str, str | float]]:
    """Time whole trees by entropy of games of codes, matrix and all, in process."""
    names = ("mastermind:4x6", "bulls-and-cows:4x10", "mastermind:5x8")

    def grow_from_nothing(name: str) -> None:
        lengths(grow(game_named(name), strategy_named("entropy", values=kernels.values)))

    timed = {name: partial(grow_from_nothing, name) for name in names}
    found = in_turn(min(rounds, 3), **timed)
    reference = found[names[0]]
    return [row(f"entropy tree {name}", found[name], names[0], reference) for name in names]


def bench_search(list_of_secrets: Path, anchor: Path | None) -> list[dict[str, str | float]]:
    """Time searches once against trees by entropy, and against another program if there is one.

    ``anchor`` is called as ``anchor GUESSES SECRETS jotto 3`` and searches a beam of three.
    """
    words, codes = word_game(read_words(list_of_secrets)), game_named("mastermind:4x6")
    entropy = strategy_named("entropy", values=kernels.values)
    search.solve(codes, codes.everything[:9])  # compiles
    found = in_turn(
        1,
        words=lambda: lengths(grow(words, entropy)),
        codes=lambda: lengths(grow(codes, entropy)),
        beam=lambda: search.beam(words, words.everything, 3),
        proof=lambda: search.solve(codes, codes.everything),
    )
    name = list_of_secrets.name
    rows = [
        row(f"beam 3 {name}", found["beam"], "entropy tree", found["words"]),
        row("proof mastermind:4x6", found["proof"], "entropy tree", found["codes"]),
    ]
    if anchor:
        run = [str(anchor), str(list_of_secrets), str(list_of_secrets), "jotto", "3"]
        start = perf_counter()
        subprocess.run(run, check=True, stdout=subprocess.DEVNULL)
        rows.append(row(f"beam 3 {name}", found["beam"], anchor.name, perf_counter() - start))
    return rows


def main(
    data: Annotated[
        Path, typer.Option(help="Folder with wordle-guesses.txt and sgb-words.txt.")
    ] = DATA,
    rounds: Annotated[int, typer.Option(min=1, help="How often each thing is timed.")] = 7,
    anchor: Annotated[
        Path | None, typer.Option(help="A program that searches a beam, to compare with.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Measure score matrix, measures, trees, searches and commands; ratios in one run."""
    shipped = folder() / SHIPPED
    guesses, secrets = data / "wordle-guesses.txt", data / "sgb-words.txt"
    rows = bench_matrix(guesses if guesses.exists() else shipped, rounds)
    rows += bench_trees(rounds)
    rows += bench_search(secrets if secrets.exists() else shipped, anchor)
    rows += bench_commands(secrets if secrets.exists() else shipped, rounds)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    load = os.getloadavg()[0]
    machine = f"{os.cpu_count()} cores, {platform.machine()}, load {load:.1f}, peak {peak:.1f} GB"
    if as_json:
        print(json.dumps({"schema": 1, "machine": machine, "rounds": rounds, "rows": rows}))
        return
    print(f"{machine}; medians of {rounds}")
    show_table(list(rows[0]), [list(one.values()) for one in rows], plain=True)


if __name__ == "__main__":
    typer.run(main)

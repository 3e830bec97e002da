"""Measure speed: every figure with its ratio to something timed in the same run.

    python scripts/bench.py --data ../shared/data

Machines differ and are shared, so ratios are more reliable than seconds. Each figure is the median
of several rounds, and the things compared are timed alternately, A B A B.
"""

from __future__ import annotations

import asyncio
import json
import os
import platform
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Coroutine
from functools import partial
from math import isclose
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import Annotated, Any

import numpy as np
import typer

import jotto
from jotto import Advice, Game
from jotto.cli.render import show_table
from jotto.engine.measures import MEASURES, values
from jotto.games.words import SHIPPED, folder, read_words, word_game

SHARED = Path(__file__).resolve().parents[2] / "shared"
DATA, ANCHOR = SHARED / "data", SHARED / "anchors" / "beam.cpp"
JOTTO = (sys.executable, "-m", "jotto")
LOOP = Path(__file__).with_name("measure_openings.c")
OF_C, OF_CPP = ("cc", "gcc", "clang"), ("g++", "clang++")

Timed = Callable[[], object]


def in_turn(rounds: int, **timed: Timed) -> dict[str, float]:
    """Time each function once per round, in turn, after one round that is not counted."""
    seconds: dict[str, list[float]] = {name: [] for name in timed}
    for turn in range(rounds + 1):
        for name, function in timed.items():
            start = perf_counter()
            function()
            if turn:
                seconds[name].append(perf_counter() - start)
    return {name: median(found) for name, found in seconds.items()}


def row(what: str, seconds: float, versus: str, reference: float | None) -> dict[str, str | float]:
    """Return a row with one figure and the one it is compared with, if there is one."""
    compared: dict[str, str | float] = {"what": what, "seconds": seconds, "against": versus}
    ratio = seconds / reference if reference else "-"
    return compared | {"its seconds": "-" if reference is None else reference, "ratio": ratio}


def bench_matrix(list_of_guesses: Path, rounds: int) -> list[dict[str, str | float]]:
    """Time the score matrix of a list against itself, and every opening on it."""
    words = read_words(list_of_guesses)
    game = word_game(words)
    n = len(words)
    entropy, everything = MEASURES["entropy"], game.everything
    _ = game.matrix
    found = in_turn(
        rounds,
        fill=lambda: np.full((n, n), 1, np.uint8),
        build=lambda: game.rule.matrix(words, words),
        value=lambda: values(game, everything, entropy),
    )
    size, memory = f"{n:,} x {n:,}", "allocating and filling it"
    return [
        row(f"score matrix {size}", found["build"], memory, found["fill"]),
        row(f"entropy of every opening {size}", found["value"], memory, found["fill"]),
        bench_openings(game, rounds),
    ]


# --- openings, and a plain loop in C ------------------------------------------------------------


def every_opening(game: Game) -> list[Advice]:
    """Rank every opening with all its measures, as ``jotto openings`` does, from the scores."""
    vars(game).pop("openings", None)
    return jotto.start(game).rank("entropy", top=len(game.guesses))


def bench_openings(game: Game, rounds: int) -> dict[str, str | float]:
    """Time all measures of every opening against a plain loop in C, by processor time."""
    program = compiled(LOOP)
    ours, loops = [], []
    with tempfile.TemporaryDirectory() as folder:
        matrix = Path(folder) / "scores"
        if program is not None:
            np.asarray(game.matrix).tofile(matrix)
        advice = every_opening(game)
        for _ in range(rounds):
            start = process_time()
            every_opening(game)
            ours.append(process_time() - start)
            if program is not None:
                loops.append(looped(program, game, matrix, advice))
    size = f"{len(game.guesses):,} x {len(game.secrets):,}"
    plain = median(loops) if loops else None
    return row(f"openings measured {size}, processor s", median(ours), "a plain C loop", plain)


def looped(program: Path, game: Game, matrix: Path, advice: list[Advice]) -> float:
    """Run the plain loop; return its processor seconds. Exits if its figures differ from ours."""
    sizes = map(str, (len(game.guesses), len(game.secrets), game.rule.n_codes))
    command = [str(program), str(matrix), *sizes]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    seconds, *figures = map(float, printed.split())
    if not all(map(partial(isclose, rel_tol=1e-6), figures, summed(advice))):
        raise SystemExit(f"bench: the plain C loop finds {figures}, not {summed(advice)}")
    return seconds


def summed(advice: list[Advice]) -> list[float]:
    """Return the most bits, and sums of the measures of every opening, as the plain loop does."""
    names = ("bits", "expected_left", "worst_left", "parts")
    sums = [sum(getattr(one, name) for one in advice) for name in names]
    return [max(one.bits for one in advice), *sums]


def command(*arguments: str | Path, cache: str) -> Timed:
    """Run a command in a separate process, as a user does."""
    environment = os.environ | {"XDG_CACHE_HOME": cache}

    def run() -> None:
        subprocess.run(
            [sys.executable, *arguments], check=True, env=environment, stdout=subprocess.DEVNULL
        )

    return run


def bench_commands(list_of_secrets: Path, rounds: int) -> list[dict[str, str | float]]:
    """Time whole processes, compared with one that only imports numpy; matrices are cached."""
    with tempfile.TemporaryDirectory() as cache:
        jotto = {
            "--help": ("--help",),
            "score": ("score", "fools", "score"),
            "suggest": ("suggest",),
            "suggest after a turn": ("suggest", "tares=1,1"),
            f"evaluate {list_of_secrets.name}": ("evaluate", "--words", list_of_secrets),
        }
        timed = {name: command("-m", "jotto", *own, cache=cache) for name, own in jotto.items()}
        found = in_turn(rounds, numpy=command("-c", "import numpy", cache=cache), **timed)
    reference = found.pop("numpy")
    return [row(f"jotto {name}", s, "import numpy", reference) for name, s in found.items()]


def bench_trees(rounds: int) -> list[dict[str, str | float]]:
    """Time whole trees by entropy for games of codes, including the matrix, in this process."""
    names = ("mastermind:4x6", "bulls-and-cows:4x10", "mastermind:5x8")
    timed = {name: lambda name=name: jotto.evaluate(jotto.named(name)) for name in names}
    found = in_turn(min(rounds, 3), **timed)
    reference = found[names[0]]
    return [row(f"entropy tree {name}", found[name], names[0], reference) for name in names]


def bench_own(rounds: int) -> list[dict[str, str | float]]:
    """Time strategies of one's own on the shipped list, to the end, against entropy."""
    game, at_once = jotto.words(), jotto.measure(lambda sizes: (sizes**2).sum(axis=1), "at once")
    ways: dict[str, Any] = {
        "entropy": "entropy",
        "costs of parts": jotto.measure(lambda size: size**2, "costs", each=True),
        "sizes of many guesses": at_once,
        "sizes of one guess": jotto.measure(lambda sizes: (sizes**2).sum(), "plain"),
        "a function of a position": lambda at: at.candidates[0],
    }
    timed = {name: partial(jotto.evaluate, game, way) for name, way in ways.items()}
    found = in_turn(min(rounds, 3), **timed)
    return [row(name, found[name], "entropy", found["entropy"]) for name in [*ways][1:]]


PAIRS = 2000


def bench_score(rounds: int) -> dict[str, str | float]:
    """Time the score of a pair as text, for words of a list, against scores as an array."""
    game, draw = jotto.words(), Random(1)
    pairs = [draw.sample(game.secrets, 2) for _ in range(PAIRS)]
    found = in_turn(
        rounds,
        one=lambda: [game.score(*pair) for pair in pairs],
        all=lambda: game.score_pairs(*zip(*pairs, strict=True)),
    )
    return row(f"{PAIRS:,} pairs scored one by one", found["one"], "score_pairs", found["all"])


CHATS = 200


def bench_chats(rounds: int) -> dict[str, str | float]:
    """Time a bot with many games at once, by positions and by sessions, by processor time."""

    async def by_position(game: Game[str], secret: str) -> None:
        at = jotto.start(game)
        while not at.won:
            guess = (await asyncio.to_thread(at.rank, top=1))[0].guess
            at = await asyncio.to_thread(at.after, guess, game.score(guess, secret))

    async def by_session(game: Game[str], secret: str) -> None:
        session = jotto.Session(game)
        while not session.won:
            guess = (await asyncio.to_thread(lambda told: told.advice, session)).guess
            session = await asyncio.to_thread(session.scored, game.score(guess, secret))

    async def played(chat: Callable[[Game[str], str], Coroutine[Any, Any, None]]) -> None:
        game = jotto.words()  # nothing is remembered of it
        secrets = Random(1).sample(list(game.secrets), CHATS)
        await asyncio.gather(*(chat(game, secret) for secret in secrets))

    seconds: dict[str, list[float]] = {"position": [], "session": []}
    for _ in range(rounds):
        for name, chat in (("position", by_position), ("session", by_session)):
            start = process_time()
            asyncio.run(played(chat))
            seconds[name].append(process_time() - start)
    positions, sessions = map(median, seconds.values())
    what = f"{CHATS} chats by Position.rank(top=1), processor s"
    return row(what, positions, "by Session", sessions)


# --- searches ---------------------------------------------------------------------------------

SECRETS, GUESSES, SGB = "wordle-answers.txt", "wordle-guesses.txt", "sgb-words.txt"


def searches(data: Path) -> dict[str, tuple[str, ...]]:
    """Return the searches by name, each with its options of ``jotto tree``."""
    sgb = ("--words", str(data / SGB))
    popular = ("--words", str(data / SECRETS), "--guesses", str(data / GUESSES))
    colours = (*popular, "--rule", "colours")
    codes = ("--game", "mastermind:4x6", "--exact")
    found = {
        "codes, proof": codes,
        "codes in 5, proof": (*codes, "--max-guesses", "5"),
        "bulls and cows, beam 3": ("--game", "bulls-and-cows:4x10", "--beam", "3"),
        "shipped list, beam 3": ("--beam", "3"),
    }
    if (data / SGB).exists() and (data / SECRETS).exists():
        found |= {
            "SGB, beam 3": (*sgb, "--beam", "3"),
            "colours, beam 10": (*colours, "--beam", "10"),
            "colours, SALET, proof": (*colours, "--opening", "salet", "--exact"),
            "exact/elsewhere, STALE, beam 30": (*popular, "--opening", "stale", "--beam", "30"),
        }
    return found


def anchored(data: Path) -> dict[str, tuple[str, ...]]:
    """Return the searches that the C++ program can also do, each with its arguments."""
    sgb, popular = str(data / SGB), (str(data / GUESSES), str(data / SECRETS))
    return {"SGB, beam 3": (sgb, sgb, "jotto", "3"), "colours, beam 10": (*popular, "wordle", "10")}


def compiled(source: Path | None) -> Path | None:
    """Compile a program to compare with; None without a compiler or a program."""
    if source is None or not source.exists():
        return None
    compilers = OF_C if source.suffix == ".c" else OF_CPP
    compiler = next(filter(None, map(shutil.which, compilers)), None)
    if compiler is None:
        return None
    program = Path(tempfile.mkdtemp()) / source.stem
    command = [compiler, "-O3", "-march=native", "-o", str(program), str(source), "-lm"]
    subprocess.run(command, check=True)
    return program


def used(*command: str) -> tuple[str, float, float]:
    """Run a program; return its output, its processor seconds, and its memory in MB."""
    with tempfile.TemporaryFile("w+") as out:
        process = subprocess.Popen(command, stdout=out)
        _, status, usage = os.wait4(process.pid, 0)
        if status:
            raise SystemExit(f"bench: {' '.join(command)} failed")
        out.seek(0)
        return out.read(), usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1e3


def bench_searches(data: Path, source: Path | None) -> list[dict[str, str | float]]:
    """Time whole searches in processor seconds, including start-up; the first run compiles."""
    program = compiled(source)
    rows: list[dict[str, str | float]] = []
    used(*JOTTO, "tree", "--game", "mastermind:2x2", "--exact", "--json")
    for name, arguments in searches(data).items():
        printed, seconds, memory = used(*JOTTO, "tree", *arguments, "--json")
        found = json.loads(printed)
        ratio: str = "-"
        if program is not None and name in anchored(data):
            ratio = f"{used(str(program), *anchored(data)[name])[1] / seconds:.1f}"
        total = f"{found['total']:,}"
        low = "proved" if found["proved"] else f"{found['lower_bound']:,}"
        headers = ("search", "total", "lower bound", "processor s", "MB", "times faster than C++")
        cells = (name, total, low, seconds, round(memory), ratio)
        rows.append(dict(zip(headers, cells, strict=True)))
    return rows


def main(
    data: Annotated[
        Path, typer.Option(help="Folder with wordle-guesses.txt and sgb-words.txt.")
    ] = DATA,
    rounds: Annotated[int, typer.Option(min=1, help="How often each thing is timed.")] = 7,
    anchor: Annotated[
        Path | None, typer.Option(help="Source of a beam search in C++ to compare with.")
    ] = ANCHOR,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Measure score matrix, measures, trees, searches and commands; ratios in one run."""
    shipped = folder() / SHIPPED
    guesses, secrets = data / "wordle-guesses.txt", data / "sgb-words.txt"
    searched = bench_searches(data, anchor)  # first: a child's peak memory starts at its parent's
    rows = bench_matrix(guesses if guesses.exists() else shipped, rounds)
    rows += bench_trees(rounds)
    rows += bench_own(rounds)
    rows.append(bench_score(rounds))
    rows.append(bench_chats(min(rounds, 3)))
    rows += bench_commands(secrets if secrets.exists() else shipped, rounds)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    load = os.getloadavg()[0]
    machine = f"{os.cpu_count()} cores, {platform.machine()}, load {load:.1f}, peak {peak:.1f} GB"
    if as_json:
        facts = {"machine": machine, "rounds": rounds}
        print(json.dumps({"schema": 1, **facts, "rows": rows, "searches": searched}))
        return
    print(f"{machine}; medians of {rounds}")
    for table in (rows, searched):
        show_table(list(table[0]), [list(row.values()) for row in table])
        print()


if __name__ == "__main__":
    typer.run(main)

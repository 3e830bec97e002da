"""Drive ``jotto engine`` by node and by a shell script, and say what was lost, how long it took.

Each sends 10,000 mixed requests, one after the other: scores, advice and candidates on the shipped
list and on lists of their own, explanations, reviews, evaluations, games that are kept, and a
twentieth of lines that are broken. An answer is lost if it is not the next line, with the same id.

Example: python scripts/engine_load.py
"""

from __future__ import annotations

import json
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Annotated

import typer

from jotto.cli import run
from jotto.games.words import shipped_words

NODE = """
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
const engine = spawn("jotto", ["engine"], { stdio: ["pipe", "pipe", "inherit"] });
const lines = createInterface({ input: engine.stdout })[Symbol.asyncIterator]();
let lost = 0;
for (const request of readFileSync("requests", "utf8").trimEnd().split("\\n")) {
  engine.stdin.write(`${request}\\n`);
  const answer = (await lines.next()).value ?? "";
  if (!answer.startsWith(request.slice(0, request.indexOf(",")))) lost += 1;
}
engine.stdin.end();
console.log(lost);
"""
SHELL = """
mkfifo asks answers
jotto engine <asks >answers &
exec 3>asks 4<answers
lost=0
while IFS= read -r request; do
    printf '%s\\n' "$request" >&3
    IFS= read -r answer <&4
    case $answer in "${request%%,*}"*) ;; *) lost=$((lost + 1)) ;; esac
done <requests
exec 3>&-
wait
echo $lost
"""
PROGRAMS = {"node": ["--input-type=module", "-e", NODE], "sh": ["-c", SHELL]}


def requests(number: int, seed: int) -> list[str]:
    """Return so many lines; each begins with its id."""
    rng, listed = random.Random(seed), shipped_words()
    lists = [sorted(rng.sample(listed, 40)) for _ in range(10)]  # more than stay in memory

    def fields() -> dict[str, object]:
        words = rng.choice(lists)
        turns = [f"{rng.choice(listed)}={rng.choice(['0,1', '1,1', '0,2', '1,0'])}"]
        secret, name = rng.choice(words), f"game {rng.randrange(2000)}"
        kinds: list[dict[str, object]] = [
            {"do": "score", "guess": rng.choice(listed), "secret": rng.choice(listed)},
            {"do": "candidates", "turns": turns, "top": 5},
            {"do": "suggest", "turns": turns, "top": 1},
            {"do": "suggest", "words": words},
            {"do": "explain", "turns": [f"{secret}=4,0"], "words": words},
            {
                "do": "review",
                "turns": [words[0], words[1], secret],
                "secret": secret,
                "words": words,
            },
            {"do": "evaluate", "words": words, "strategy": "minimax"},
            {"do": "new", "name": name, "words": words},
            {"do": "move", "name": name, "line": "undo"},
        ]
        return rng.choices(kinds, (30, 15, 10, 10, 5, 5, 5, 10, 5))[0]

    lines = [json.dumps({"id": n, **fields()}) for n in range(number)]
    for n in range(0, number, 20):
        lines[n] = lines[n][: rng.randrange(lines[n].index(",") + 1, len(lines[n]))]
    return lines


def main(
    number: Annotated[int, typer.Option("--requests", help="So many requests.")] = 10_000,
    seed: Annotated[int, typer.Option(help="The seed they are drawn by.")] = 1,
) -> None:
    """Run both, and print a line for each."""
    for program, arguments in PROGRAMS.items():
        if shutil.which(program) is None:
            print(f"{program} is not installed")
            continue
        with tempfile.TemporaryDirectory() as folder:
            here = Path(folder)
            (here / "requests").write_text("\n".join(requests(number, seed)) + "\n")
            (here / "jotto").write_text(f'#!/bin/sh\nexec "{sys.executable}" "{__file__}" "$@"\n')
            (here / "jotto").chmod(0o755)
            variables = os.environ | {"PATH": f"{here}{os.pathsep}{os.environ['PATH']}"}
            begun = time.perf_counter()
            lost = subprocess.run(
                [program, *arguments], cwd=here, env=variables, check=True, stdout=subprocess.PIPE
            ).stdout
            seconds = time.perf_counter() - begun
            used = json.loads((here / "used").read_text())
            print(f"{program}: {number:,} requests, {int(lost)} lost, {seconds:.1f} s", end="")
            print(f" ({used['seconds']:.1f} s of the engine's processor), {used['mb']} MB")


def engine(arguments: list[str]) -> None:
    """Be the program that is driven, and write down what it used."""
    run(arguments)
    used = resource.getrusage(resource.RUSAGE_SELF)
    seconds = used.ru_utime + used.ru_stime
    Path("used").write_text(json.dumps({"mb": used.ru_maxrss // 1024, "seconds": seconds}))


if __name__ == "__main__":
    if sys.argv[1:] == ["engine"]:
        engine(sys.argv[1:])
    else:
        typer.run(main)

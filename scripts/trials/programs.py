"""Programs that drive jotto engine.

Node and a shell script send 200 mixed requests each, one after the other: scores, advice and
candidates on the shipped list and on lists of their own, explanations, reviews, evaluations, games
that are kept, and a twentieth of lines that are broken. Every answer is the next line, with the
same id.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from jotto.games.words import shipped_words

UNIT = "rounds of both programs"
FOUND = ""
REQUESTS = 200
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
ENGINE = f"""#!{sys.executable}
import json, resource, sys
from jotto.cli import run
run(sys.argv[1:])
used = resource.getrusage(resource.RUSAGE_SELF)
with open("used", "w") as file:
    json.dump([used.ru_utime + used.ru_stime, used.ru_maxrss // 1024], file)
"""
PROGRAMS = {"node": ["--input-type=module", "-e", NODE], "sh": ["-c", SHELL]}


def requests(seed: int) -> list[str]:
    """Return the lines; each begins with its id."""
    rng, listed = random.Random(seed), shipped_words()
    lists = [sorted(rng.sample(listed, 40)) for _ in range(10)]  # more than stay in memory

    def fields() -> dict[str, Any]:
        words = rng.choice(lists)
        turns = [f"{rng.choice(listed)}={rng.choice(['0,1', '1,1', '0,2', '1,0'])}"]
        secret, name = rng.choice(words), f"game {rng.randrange(2000)}"
        made = [words[0], words[1], secret]
        kinds: list[dict[str, Any]] = [
            {"do": "score", "guess": rng.choice(listed), "secret": rng.choice(listed)},
            {"do": "candidates", "turns": turns, "top": 5},
            {"do": "suggest", "turns": turns, "top": 1},
            {"do": "suggest", "words": words},
            {"do": "explain", "turns": [f"{secret}=4,0"], "words": words},
            {"do": "review", "turns": made, "secret": secret, "words": words},
            {"do": "evaluate", "words": words, "strategy": "minimax"},
            {"do": "new", "name": name, "words": words},
            {"do": "move", "name": name, "line": "undo"},
        ]
        return rng.choices(kinds, (30, 15, 10, 10, 5, 5, 5, 10, 5))[0]

    lines = [json.dumps({"id": n, **fields()}) for n in range(REQUESTS)]
    for n in range(0, REQUESTS, 20):
        lines[n] = lines[n][: rng.randrange(lines[n].index(",") + 1, len(lines[n]))]
    return lines


def play(seed: int, folder: Path) -> dict[str, float]:
    """Let both programs send requests; return what the engine used."""
    (folder / "requests").write_text("\n".join(requests(seed)) + "\n")
    (folder / "jotto").write_text(ENGINE)
    (folder / "jotto").chmod(0o755)
    variables = os.environ | {"PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}
    figures = dict[str, float]()
    for program in filter(shutil.which, PROGRAMS):
        command, own = [program, *PROGRAMS[program]], {"cwd": folder, "env": variables}
        ran = subprocess.run(command, check=True, stdout=subprocess.PIPE, **own)  # type: ignore[call-overload]
        assert int(ran.stdout) == 0, f"{program}: {int(ran.stdout)} answers are lost"
        seconds, figures[f"{program}, MB"] = json.loads((folder / "used").read_text())
        figures[f"{program}, ms of the processor for a request"] = 1000 * seconds / REQUESTS
    return figures

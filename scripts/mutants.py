"""Change the checker, the proofs and the statistics in small ways, and see that a test fails.

    .venv/bin/python scripts/mutants.py                   # all mutants, about an hour on two cores
    .venv/bin/python scripts/mutants.py '*__mutmut_17'    # the 17th of every function, as in CI

The mutants are made by mutmut, as ``tool.mutmut`` in pyproject.toml says. Those that survive are
listed in tests/mutants.md with the reason why no test can fail; any other is printed, and the exit
status is 1.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
KILLED = {"killed", "timeout", "check was interrupted by user", "not checked"}


def mutmut(*arguments: str) -> list[str]:
    """Run mutmut, and return the lines it prints."""
    command = [sys.executable, "-m", "mutmut", *arguments]
    run = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    return run.stdout.splitlines()


def survivors() -> Iterator[str]:
    """Yield each mutant that no test kills: its function and its lines, as in tests/mutants.md."""
    for line in mutmut("results"):
        name, _, status = line.strip().partition(": ")
        if status and status not in KILLED:
            function = name.partition("__mutmut_")[0].rpartition(".x")[2]
            diff = [status]
            if status == "survived":
                diff = [line[1:] for line in mutmut("show", name) if line.startswith("+")][1:]
            changed = " ".join(map(str.strip, diff))
            yield f"{function.removeprefix('_').strip('ǁ').replace('ǁ', '.')}: {changed}"


def main(patterns: list[str]) -> int:
    """Run the mutants of these names, and print those that survive without a reason."""
    mutmut("run", *patterns)
    table = (ROOT / "tests" / "mutants.md").read_text(encoding="utf-8").splitlines()
    explained = {line.strip() for line in table if line.startswith("    ")}
    unexplained = [mutant for mutant in dict.fromkeys(survivors()) if mutant not in explained]
    for mutant in unexplained:
        print(f"    {mutant}")
    print(f"{len(unexplained)} survive that tests/mutants.md does not explain")
    return bool(unexplained)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

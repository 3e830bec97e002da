"""Play trials round by round, each by its seed; record and write down what they found.

A trial is a module of this package with ``play``. Its docstring has a title, and says what is
played. ``UNIT`` names its rounds, ``FOUND`` tells what earlier runs have found. ``play(seed,
folder)`` plays one round, always the same for a seed, with an empty folder for its files. It
returns how many checks it made, or figures, whose means ``LIMITS`` may limit. Any error that it
raises is a failure.
"""

from __future__ import annotations

import json
import re
import tempfile
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from importlib import import_module
from pathlib import Path
from time import monotonic
from typing import Any

FOLDER = Path(__file__).parent
ROOT = FOLDER.parents[1]
RECORDS, PAGE = ROOT / "docs" / "trials.jsonl", ROOT / "docs" / "trust.md"
TRIALS = sorted(each.stem for each in FOLDER.glob("*.py") if "\nUNIT = " in each.read_text())
BEGIN, END = "<!-- by python scripts/trials --page -->", "<!-- to here -->"
WIDE = 128  # characters of a line of the docs


@dataclass
class Result:
    """What became of the rounds of a trial."""

    name: str
    seed: int  # of the first round
    rounds: int = 0
    checks: int = 0
    failures: int = 0
    seconds: float = 0.0  # 0 if nobody wrote it down
    figures: dict[str, float] = field(default_factory=dict)  # the mean of each
    counts: dict[str, int] = field(default_factory=dict)  # of the rounds that had it

    def add(self, made: int | Mapping[str, float]) -> None:
        """Add what a round has made: its checks, or its figures."""
        if not isinstance(made, Mapping):
            self.checks += made
            return
        for name, figure in made.items():
            count = self.counts[name] = self.counts.get(name, 0) + 1
            mean = self.figures.get(name, 0.0)
            self.figures[name] = mean + (figure - mean) / count

    @property
    def outside(self) -> list[str]:
        """What is wrong with figures: those below the least or above the most in ``LIMITS``."""
        limits = getattr(trial(self.name), "LIMITS", {})
        return [
            f"{self.name}: {name}: {mean:.3f} is not within {limits[name]}"
            for name, mean in self.figures.items()
            if name in limits and not limits[name][0] <= mean <= limits[name][1]
        ]


def trial(name: str) -> Any:
    """Return the module of a trial."""
    return import_module(f"trials.{name}")


def title(name: str) -> str:
    """Return the title of a trial."""
    return str(trial(name).__doc__).partition("\n")[0].rstrip(".")


def command(name: str, seed: int, count: int) -> str:
    """Return the command that plays rounds of a trial.

    >>> command("forge", 7, 1)
    'python scripts/trials forge --seed 7 --count 1'
    """
    return f"python scripts/trials {name} --seed {seed} --count {count}"


def play(name: str, seed: int) -> int | Mapping[str, float]:
    """Play one round in a folder of its own. Raises whatever the trial raises."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        made: int | Mapping[str, float] = trial(name).play(seed, Path(folder))
        return made


def run(result: Result, seeds: Iterable[int]) -> Iterator[tuple[int, BaseException | None]]:
    """Play rounds, and add them to a result; yield each seed, and the error of its round."""
    began = monotonic()
    for seed in seeds:
        failed = None
        try:
            result.add(play(result.name, seed))
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # what pytest raises is no Exception
            result.failures, failed = result.failures + 1, error
        result.rounds += 1
        result.seconds = monotonic() - began
        yield seed, failed


# --- records and the page -------------------------------------------------------------------------


def records() -> dict[str, Result]:
    """Read the last recorded result of each trial."""
    lines = RECORDS.read_text().splitlines()
    return {each.name: each for each in (Result(**json.loads(line)) for line in lines)}


def record(results: Iterable[Result]) -> None:
    """Write results in the place of older ones."""
    kept = records() | {result.name: result for result in results}
    RECORDS.write_text("".join(f"{json.dumps(asdict(each))}\n" for each in kept.values()))


def page() -> str:
    """Return the page with a section for each recorded trial between its two comments."""
    before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    sections = "\n\n".join(map(section, records().values()))
    return f"{before}{BEGIN}\n\n{sections}\n\n{END}{rest.partition(END)[2]}"


def section(result: Result) -> str:
    """Return what the page says of a trial."""
    module, name = trial(result.name), result.name
    text = re.sub("``", "`", module.__doc__.partition("\n\n")[2]).strip()
    parts = [f"### {title(name)}", f"`{command(name, result.seed, result.rounds)}`"]
    parts += [textwrap.fill(each, WIDE, **UNBROKEN) for each in text.split("\n\n") if each]
    checks = f", {result.checks:,} checks" if result.checks > result.rounds else ""
    minutes = f" in {result.seconds / 60:,.0f} minutes" if result.seconds >= 90 else ""
    unit = re.sub(r"^(\w+)s\b", r"\1", module.UNIT) if result.rounds == 1 else module.UNIT
    points = {"How much": f"{result.rounds:,} {unit}{checks}{minutes}."}
    if result.figures:
        means = (f"{figure} {mean:,.4g}" for figure, mean in result.figures.items())
        points["On average"] = f"{', '.join(means)}."
    points["Found"] = module.FOUND[:1].upper() + module.FOUND[1:]
    points["At the end"] = f"{result.failures:,} failures."
    lines = (f"* **{key}:** {said}" for key, said in points.items() if said)
    indented = {"subsequent_indent": "  "} | UNBROKEN
    return "\n\n".join([*parts, "\n".join(textwrap.fill(each, WIDE, **indented) for each in lines)])


UNBROKEN: dict[str, Any] = {"break_on_hyphens": False, "break_long_words": False}

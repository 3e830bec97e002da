"""Run again what README and docs state, and print each figure: stated, measured, ratio.

    python scripts/claims.py            those of the quick commands, as in .ci/run
    python scripts/claims.py --all      all: hours
    python scripts/claims.py --uncovered    the figures that no claim covers

The claims are in claims.toml. What stands in a block of code is run by tests/test_readme.py.
A count must be equal, to the digits that are stated; of a time or a size only the ratio is shown.
"""

from __future__ import annotations

import os
import re
import shlex
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import Annotated, Any, NamedTuple

import typer
from bench import DATA, used

from jotto.cli.render import show_table

ROOT = Path(__file__).resolve().parents[1]
CLAIMS = Path(__file__).with_name("claims.toml")
SGB = ROOT / "tests" / "data" / "sgb-words.txt"
PAGES = ["README.md", *sorted(f"docs/{each.name}" for each in (ROOT / "docs").glob("*.md"))]
ELSEWHERE = {"docs/notes.md", "docs/references.md"}  # a diary; what others found
CODE = r"```.*?```|`[^`\n]*`|!\[[^]]*\]\([^)]*\)|\]\([^)]*\)|^    [^\n]*$"  # and links, pictures
FIGURE = r"(?<![\w.,])(?!(?:19|20)\d\d\b)\d[\d,]*(?:\.\d+)?(?!\w)"  # no years
IN_WORDS = {"a": 1.0, "four": 4.0}
SCALES = {"seconds": 1, "minutes": 60, "processor seconds": 1, "processor minutes": 60, "MB": 1}


class Claim(NamedTuple):
    """A figure on a page, what runs it again, and what reads it there."""

    page: str
    says: str  # the text of the page, its figures in brackets
    stated: tuple[str, ...]
    command: str
    reads: str  # a name of SCALES, or a pattern with a group for each figure
    about: bool  # only the ratio is shown
    slow: bool

    @property
    def text(self) -> str:
        """The text of the page."""
        return self.says.replace("[", "").replace("]", "")


def told() -> tuple[list[Claim], list[tuple[str, str, str]]]:
    """Read the claims, and what is given: pages and texts, each with its source."""
    table = tomllib.loads(CLAIMS.read_text("utf-8"))
    claims = []
    for run in table["run"]:
        for figure in run["figures"]:
            for place in figure["places"]:
                page, _, says = place.partition(": ")
                stated = tuple(re.findall(r"\[([^]]*)\]", says))
                reads = figure["reads"]
                about = reads in SCALES or "about" in figure
                slow = "slow" in run
                claims.append(Claim(page, says, stated, run["command"], reads, about, slow))
    given = [tuple(given.split(": ", 2)) for given in table["given"]["figures"]]
    return claims, given


def uncovered(page: str) -> Iterator[str]:
    """Yield the figures of a page that nothing covers, each with its line."""
    claims, given = told()
    text = (ROOT / page).read_text("utf-8")
    prose = re.sub(CODE, lambda code: re.sub(r"\S", " ", code[0]), text, flags=re.S | re.M)
    covered: set[int] = set()
    texts = [claim.text for claim in claims if claim.page == page]
    for says in (*texts, *(says for of, says, _ in given if of == page)):
        for found in re.finditer(re.escape(says), text):
            covered |= {*range(*found.span())}
    for found in re.finditer(FIGURE, prose):
        if found.start() not in covered:
            yield f"{page}:{text.count(chr(10), 0, found.start()) + 1}: {found[0]}"


def measured(command: str, claims: list[Claim]) -> Iterator[tuple[Claim, str, float]]:
    """Run a command; yield each claim with each figure as it is stated, and as it is measured."""
    begun = perf_counter()
    printed, processor, memory = used("sh", "-c", command)
    wall = perf_counter() - begun
    own = {"seconds": wall, "minutes": wall, "MB": memory}
    for claim in claims:
        if claim.reads in SCALES:
            value = own.get(claim.reads, processor) / SCALES[claim.reads]
            found: tuple[Any, ...] = (value,)
        else:
            match = re.search(claim.reads, printed)
            if match is None:
                raise SystemExit(f"claims: {command!r} prints nothing like {claim.reads!r}")
            found = match.groups()
        for stated, value in zip(claim.stated, found, strict=True):
            yield claim, stated, number(str(value))


def number(text: str) -> float:
    """Read a figure.

    >>> number("10,566"), number("four")
    (10566.0, 4.0)
    """
    return IN_WORDS.get(text) or float(text.replace(",", ""))


def agrees(stated: str, value: float) -> bool:
    """Whether a count is equal to the digits that are stated."""
    return f"{value:.{len(stated.partition('.')[2])}f}" == stated.replace(",", "")


def prepare(folder: Path, data: Path) -> None:
    """Put the lists into a folder, under the names that the pages give them."""
    words = SGB.read_text("utf-8").splitlines()
    words.insert(3526, "raped")  # Knuth's list has it, the copy of the tests does not
    (folder / "sgb-words.txt").write_text("\n".join(words), "utf-8")
    for many in (300, 600, 1000, 1500):
        (folder / f"first{many}.txt").write_text("\n".join(islice(words, many)), "utf-8")
    for name, names in (("answers", "answers list"), ("guesses", "guesses more words")):
        if (source := data / f"wordle-{name}.txt").exists():
            for each in names.split():
                (folder / f"{each}.txt").write_bytes(source.read_bytes())


def main(
    every: Annotated[bool, typer.Option("--all", help="Run the slow commands, too.")] = False,
    only: Annotated[str, typer.Option(help="Only commands that contain this text.")] = "",
    missing: Annotated[
        bool, typer.Option("--uncovered", help="List the figures that no claim covers.")
    ] = False,
    data: Annotated[Path, typer.Option(help="Folder with the lists of a popular game.")] = DATA,
) -> None:
    """Run the claims of README and docs again; the status is 1 if a count differs."""
    if missing:
        print(
            *(line for page in PAGES if page not in ELSEWHERE for line in uncovered(page)), sep="\n"
        )
        return
    os.environ |= {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "ROOT": str(ROOT),
        "NO_COLOR": "1",
    }
    rows, wrong = [], 0
    by_command: dict[str, list[Claim]] = {}
    for claim in told()[0]:
        if only in claim.command and (every or not claim.slow):
            by_command.setdefault(claim.command, []).append(claim)
    data = data.resolve()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        prepare(Path(folder), data)
        used("sh", "-c", "jotto tree --game mastermind:2x2 --exact")  # compiles
        for command, claims in by_command.items():
            lists = [each for each in shlex.split(command) if re.fullmatch(r"\w+\.txt", each)]
            if absent := [each for each in lists if not Path(each).exists()]:
                print(f"not run, {absent[0]} is missing: {command}", file=sys.stderr)
                continue
            for claim, stated, value in measured(command, claims):
                right = claim.about or agrees(stated, value)
                wrong += not right
                verdict = f"{value / number(stated):.2f}" if claim.about else "equal"
                shown = f"{value:.4f}".rstrip("0").rstrip(".")
                rows.append((claim.page, stated, shown, verdict if right else "WRONG", command))
        os.chdir(ROOT)
    show_table(("page", "stated", "measured", "ratio", "command"), rows)
    raise typer.Exit(1 if wrong else 0)


if __name__ == "__main__":
    typer.run(main)

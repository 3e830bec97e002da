"""Build the documentation: the pages of docs, those that are generated, and the site of both.

Generated are the pages of commands, of the Python names, and of the files of the repository itself;
the picture of the rooms from the imports; a page of openings; the assistant in one file.

Example: python scripts/docs.py build, then open build/site/index.html
"""

from __future__ import annotations

import inspect
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from base64 import b64decode
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from pathlib import Path
from typing import Any

import atlas
import share
import typer

import jotto
from jotto.cli.app import PANEL_OF, PANELS

ROOT = Path(__file__).parents[1]
PICTURE = (110, 56, 16)  # of a room: width, height, gap
BRANCH = (82, 28, 16)  # of a guess in a tree: the same
# what the first page, and others outside docs, link to by another name
LINKS = {
    "](docs/tour.ipynb": "](tour.md",
    "](docs/": "](",
    "](CONTRIBUTING.md": "](contributing.md",
    "](CHANGELOG.md": "](changes.md",
    "[NOTICE](NOTICE)": "NOTICE",
}
TOPICS = {  # of each page, the public names in the order in which somebody needs them
    "games and positions": {
        "Games": "words game named unlisted Game Rule Count House Turn",
        "Positions": "start Position Advice",
        "Several boards": "boards Boards",
        "Tables and JSON": "Plain Rows",
    },
    "in the laboratory": {
        "Strategies, and what they cost": "strategy Strategy measure Guide evaluate Lengths",
        "Openings": "openings Opening",
        "Comparing": "compare Comparison bench BenchRow",
        "Two players": "equilibrium Equilibrium Followed hiding Hiding",
        "Search": "solve worst_case timeout Progress Status Tree",
        "What a guess costs": "regret regrets Regret",
        "Proofs for others": "Claim certify Certificate Checked",
    },
    "at the table": {
        "Live and finished games": "Session Odds ToWin explain Explanation review reviews Review "
        "Judged history Finished",
        "What is shown of a live game, and done": "view View moves read_move make_move Done "
        "Sentence catalogue",
        "What the program would say": "ask",
        "Practice, and a league": "practice exercises Graded Choice league League LeagueGame "
        "Standing Result Unread",
    },
    "errors and types": {
        "Errors": "JottoError WordError ScoreError TurnError ContradictionError FileError "
        "GameError EmptyListError NoStrategyError WorkersError SearchInterrupted",
    },
}
# What is for the engine, and can change with any version: members of public classes, parameters of
# functions and fields; of View, what it is made of. All else is on a page, which a test compares.
ENGINE = {
    "Certificate": "claims recognises",
    "Claim": "by_openings countable own totals",
    "Explanation": "game entered meant rescued weight fixed",
    "Game": "agreeing alike blocks codes codes_of columns everything false find find_secret "
    "guess_of index keep kept_on_disk likeliest n_scores noisy of_equations openings pair_of parts "
    "matrix read_guess read_turn read_turns remembered secret_of show sizes_and_weights split_turn "
    "weights whole",
    "JottoError": "about code hint parameters",
    "Position": "false history left made parts remembered then weights",
    "Rule": "codes dtype may_mean_win near_misses objects tells",
    "Session": "adviser allows choices game_now here is_asked listed other pending race revealed "
    "sampled singles sizes state states to_score usual where wrong_turns",
    "Strategy": "allowed choose free measure measures next_guess player ranked without_tree",
    "Tree": "check_path checked claimed guess_at lines name read root stated",
    "View": " ".join(jotto.View.__dataclass_fields__),
    "view": "at unlisted",
}
TYPES = "engine.allowed.Allow trees.tree.Allowed engine.measures.AnyMeasure "
TYPES += "engine.position.AnyStrategy engine.own.Function engine.rule.Bools engine.position.By "
TYPES += "assistant.session.Entry "
TYPES += "search.regret.How engine.partitions.IntArray assistant.mistakes.Kind letters.Letters "
TYPES += "trees.tree.Make assistant.moves.Move engine.rule.Scorer engine.partitions.Scores "
TYPES += "assistant.session.Side parallel.Workers analysis.equilibrium.Plan "
TYPES += "analysis.race_form.Key analysis.race_form.Order analysis.race_form.Sees "
TYPES += "analysis.race_form.Turns"
SHARED = "Game", "House rules", "Rules", "Output"  # groups of options that many commands have
EACH = re.DOTALL | re.MULTILINE
IMPORT = re.compile(r"^\s*(?:from|import) jotto(?:\.(\w+)| import (\w+))", re.MULTILINE)


DOORS = tomllib.loads((ROOT / "docs" / "doors.toml").read_text("utf-8"))
SAME = {"http": "engine", "mcp": "engine", "file": "page", "notebook": "python"}  # unless named


def main(folder: Path) -> None:
    """Write all pages into FOLDER/docs and the site into FOLDER/site; a broken link is refused."""
    shutil.rmtree(folder / "docs", ignore_errors=True)
    shutil.copytree(ROOT / "docs", folder / "docs", ignore=shutil.ignore_patterns("*.ipynb"))
    shutil.move(folder / "docs" / "zensical.toml", folder)
    for name, content in generated():
        path = folder / "docs" / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    build = sys.executable, "-m", "zensical", "build", "--strict", "--clean"
    paths = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "scripts")])}
    raise typer.Exit(subprocess.run(build, cwd=folder, env=paths).returncode)


def generated() -> Iterator[tuple[str, str | bytes]]:
    """Yield the name and the content of each generated file."""
    for name, source in (
        ("index.md", "README.md"),
        ("contributing.md", "CONTRIBUTING.md"),
        ("changes.md", "CHANGELOG.md"),
    ):
        text = (ROOT / source).read_text("utf-8")
        for written, here in LINKS.items():
            text = text.replace(written, here)
        yield name, text
    yield from commands()
    yield from names()
    yield "doors.md", doors()
    yield from tour()
    yield from ((f"atlas/{name}", script) for name, script in atlas.scripts())
    yield from pictures()
    with tempfile.TemporaryDirectory() as folder:
        said(["openings", "--top", "1", "--html", f"{folder}/openings.html"])
        yield "all-openings.html", Path(folder, "openings.html").read_bytes()
        said(["page", "-o", f"{folder}/jotto.html"])
        yield "jotto.html", Path(folder, "jotto.html").read_bytes()


def pictures() -> Iterator[tuple[str, str]]:
    """Yield the pictures of design.md and how.md, which a checkout has as well, as last drawn."""
    yield "screens/rooms.svg", picture(rooms())
    yield "screens/ten-words.svg", drawn(jotto.solve(jotto.words(ten_words())))


def tour() -> Iterator[tuple[str, str | bytes]]:
    """Yield the notebook as a page, and its pictures."""
    lines = []
    for cell in json.loads((ROOT / "docs" / "tour.ipynb").read_text("utf-8"))["cells"]:
        source = "".join(cell["source"])
        lines += [source, ""] if cell["cell_type"] == "markdown" else fenced("python", source)
        for output in cell.get("outputs", ()):
            data = output.get("data", {})
            if "image/png" in data:
                yield (name := f"tour-{len(lines)}.png"), b64decode(data["image/png"])
                lines += [f"![The plot of the code above]({name})", ""]
            else:
                lines += fenced("text", "".join(output.get("text", data.get("text/plain", ""))))
    yield "tour.md", "\n".join(lines)


def fenced(language: str, text: str) -> list[str]:
    """Return the lines of a block of code, and an empty one."""
    return [f"```{language}", text.rstrip(), "```", ""]


def ten_words() -> list[str]:
    """Return the words that the page on how it works is about."""
    found = re.search('ten = "(.*)"', (ROOT / "docs" / "how.md").read_text("utf-8"))
    return found[1].split() if found else []


def drawn(tree: jotto.Tree[str]) -> str:
    """Draw a tree as SVG from left to right, narrow enough for a phone: boxes and lines."""
    parts: list[str] = []
    width, height, gap = BRANCH
    bottom = right = 0

    def draw(node: jotto.Tree[str], score: str, depth: int) -> int:
        nonlocal bottom, right
        x, y = depth * (width + gap), bottom
        bottom, right = y + (0 if node.branches else height + gap // 2), max(right, x + width)
        for text, branch in node.branches.items():
            start, end = y + height // 2, draw(branch, text, depth + 1) + height // 2
            line = f"M{x + width} {start}h{gap // 2}V{end}h{gap // 2}"
            parts.append(f'<path d="{line}" class="line"/>')
        parts.append(f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="5"/>')
        label = f"<tspan class='score'>{score}</tspan> {node.guess}".strip()
        middle = f'x="{x + width // 2}" y="{y + 19}" text-anchor="middle"'
        parts.append(f"<text {middle}>{label}</text>")
        return y

    draw(tree, "", 0)
    return svg(right, bottom, parts)


def said(arguments: list[str]) -> str:
    """Return what the program prints."""
    variables = os.environ | {"NO_COLOR": "1", "COLUMNS": "90"}
    command = [sys.executable, "-m", "jotto", *arguments]
    return subprocess.run(
        command, env=variables, check=True, text=True, stdout=subprocess.PIPE, encoding="utf-8"
    ).stdout


def commands() -> Iterator[tuple[str, str]]:
    """Yield the overview of the commands, a page with the help of each panel, and all for man."""
    helps = share.helps()
    _, general = share.usage_and_options()
    lines = ["# Commands", "", "`jotto COMMAND --help` prints what these pages show."]
    for panel in PANELS:
        page = f"commands-{panel.split()[-1]}.md"
        names = [name for name, its in PANEL_OF.items() if its == panel]
        lines += ["", f"## [{panel}]({page})", "", "| command | what it does |", "|---|---|"]
        part = [f"# Commands: {panel.lower()}", ""]
        for name in names:
            first = " ".join(helps[name].split("\n\n")[1].split())
            lines.append(f"| [{name}]({page}#{name}) | {first} |")
            part += [f"## {name}", "", *folded(helps[name])]
        yield page, "\n".join(part)
    lines += ["", "## Options of jotto itself", "", *fenced("text", general)]
    lines += ["The same as [a manual page](jotto.1): save it and type `man ./jotto.1`."]
    yield "commands.md", "\n".join(lines)
    yield "jotto.1", share.manual()


def folded(text: str) -> list[str]:
    """Return the help of a command; what many commands share opens when it is asked for."""
    head, *groups = re.split(r"\n\n(?=\w[^\n]*:\n)", text)
    shared = [group for group in groups if group.partition(":")[0] in SHARED]
    lines = fenced("text", "\n\n".join([head, *(group for group in groups if group not in shared)]))
    if shared:
        names = ", ".join(group.partition(":")[0] for group in shared)
        lines += ["<details markdown>", f"<summary>{names}</summary>", ""]
        lines += [*fenced("text", "\n\n".join(shared)), "</details>", ""]
    return lines


def cell(row: Mapping[str, Any], door: str) -> Any:
    """Return what a capability is asked at a door: a question, a test that asks it, or why not."""
    if door in row:
        return row[door]
    if "request" in row and door in ("python", "command", "engine", "http", "mcp"):
        return row["request"]
    usual = DOORS["kinds"].get(row.get("kind"), {}).get(door)
    return usual or (cell(row, SAME[door]) if door in SAME else None)


def reason(found: Any) -> str:
    """Return why a door does not have it, in a sentence; nothing if it has it."""
    said = found.removeprefix("no: ") if isinstance(found, str) else found
    return "" if said == found else DOORS["reasons"].get(said, said)


def doors() -> str:
    """Return the page of what can be done where, from its table."""
    reasons: list[str] = []
    heads = DOORS["doors"].values()
    table = [f"| | {' | '.join(heads)} |", "|---" * (len(heads) + 1) + "|"]
    for row in DOORS["capability"]:
        cells = []
        for door in DOORS["doors"]:
            if why := reason(cell(row, door)):
                if why not in reasons:
                    reasons.append(why)
                cells.append(f"[{reasons.index(why) + 1}](#why-not)")
            else:
                cells.append("yes")
        table.append(f"| {row['name']} | {' | '.join(cells)} |")
    why_not = [f"{number}. {why}" for number, why in enumerate(reasons, 1)]
    return "\n".join([DOORS["page"], *table, "", "## Why not", "", *why_not])


def names() -> Iterator[tuple[str, str]]:
    """Yield the overview of the public Python names, and their pages, which mkdocstrings fills."""
    lines = ["# From Python", "", "What `import jotto` offers, and what stays as it is."]
    lines += ["Other members of these classes are for the engine.", "", "| topic | names |"]
    lines.append("|---|---|")
    for page, topics in TOPICS.items():
        part = [f"# From Python: {page}"]
        for topic, group in topics.items():
            links = ", ".join(f"[`{name}`][jotto.{name}]" for name in group.split())
            lines.append(f"| {topic} | {links} |")
            part.append(f"\n## {topic}")
            for name in group.split():
                members = json.dumps([*promised(getattr(jotto, name))])
                part += ["", f"::: jotto.{name}", "    options:", f"      members: {members}"]
        if "types" in page:
            part += ["", "## Types", "", "`T` is what a guess is: `str` for words."]
            part += [f"\n::: jotto.{name}" for name in TYPES.split()]
        yield f"python-{page.split()[-1]}.md", "\n".join(part)
    yield "python.md", "\n".join(lines)


def promised(thing: Any) -> Iterator[str]:
    """Yield the methods and properties of a public class that are not for the engine."""
    hidden = ENGINE.get(getattr(thing, "__name__", ""), "").split()
    for name, its in vars(thing).items() if inspect.isclass(thing) else ():
        field = name in getattr(thing, "__dataclass_fields__", {})
        inner = (getattr(its, each, None) for each in ("func", "fget", "__func__"))
        if name[0] == "_" or field or name in hidden:
            continue
        if inspect.isfunction(next(filter(None, inner), its)):
            yield name


def rooms() -> dict[str, set[str]]:
    """Return the packages, each with those that it imports."""
    homes = {path.parent.name for path in (ROOT / "jotto").glob("*/__init__.py")}
    return {
        home: {one or other for one, other in imported(home)} & homes - {home} for home in homes
    }


def imported(home: str) -> Iterable[tuple[str, str]]:
    """Find what the modules of a package import from jotto."""
    for path in (ROOT / "jotto" / home).glob("*.py"):
        yield from IMPORT.findall(path.read_text("utf-8"))


def picture(rooms: dict[str, set[str]]) -> str:
    """Draw the rooms as SVG, each above all that it imports; lines go one step down."""
    level: dict[str, int] = {}
    while len(level) < len(rooms):
        ready = [one for one, its in rooms.items() if one not in level and its <= level.keys()]
        level |= {one: 1 + max((level[its] for its in rooms[one]), default=-1) for one in ready}
    width, height, gap = PICTURE
    rows = [sorted(one for one in rooms if level[one] == n) for n in range(max(level.values()) + 1)]
    wide = max(map(len, rows)) * (width + gap) + gap
    place: dict[str, tuple[float, float]] = {}
    for n, row in enumerate(reversed(rows)):
        left = (wide - len(row) * (width + gap) + gap) / 2
        place |= {one: (left + k * (width + gap), gap + n * height) for k, one in enumerate(row)}
    parts = []
    for one, (x, y) in place.items():
        for its in sorted(rooms[one] - {below for other in rooms[one] for below in rooms[other]}):
            to = place[its][0] + width / 2, place[its][1]
            parts.append(f'<path d="M{x + width / 2} {y + 30}L{to[0]} {to[1]}" class="line"/>')
    for one, (x, y) in place.items():
        parts.append(f'<rect x="{x}" y="{y}" width="{width}" height="30" rx="5"/>')
        middle = f'x="{x + width / 2}" y="{y + 20}"'
        parts.append(f'<text {middle} text-anchor="middle">{escape(one)}</text>')
    return svg(wide, len(rows) * height + gap, parts)


def svg(width: float, height: float, parts: list[str]) -> str:
    """Put parts together to a picture that can be seen on light and on dark pages."""
    style = "rect{fill:#e8eaf6;stroke:#3f51b5}text{font:14px sans-serif;fill:#1b1f24}"
    style += ".line{stroke:#8a939e;fill:none}.score{font-weight:bold;fill:#303f9f}"
    size = f'viewBox="-1 -1 {width + 2} {height + 2}" width="{width}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size}><style>{style}</style>'
    return "\n".join([head, *parts, "</svg>"])


if __name__ == "__main__":
    typer.run(main)

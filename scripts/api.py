"""Compare the public names with those of the last release; what breaks needs a line in the changes.

A call or a member that is promised (``docs.py``: what is not for the engine) and was removed or
changed has to be named in CHANGELOG.md, under Unreleased. The last release is the commit that
changed the version in CITATION.cff.

Example: .venv/bin/python scripts/api.py
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import griffe
import typer

from docs import ENGINE, ROOT

HISTORY = "the commit of the last release is not here (git fetch --unshallow): nothing is compared"
RELEASE = "log", "-1", "--format=%H", "-G^version:", "--", "CITATION.cff"


def last_release(repository: Path) -> str:
    """Return the commit of the last release; empty in a clone without its history."""

    def git(*arguments: str) -> str:
        command = ["git", "-C", str(repository), *arguments]
        return subprocess.run(command, text=True, capture_output=True, check=False).stdout.strip()

    return "" if git("rev-parse", "--is-shallow-repository") != "false" else git(*RELEASE)


def public(package: griffe.Object | griffe.Alias) -> griffe.Module:
    """Return what a package offers as a module of its own: the names that its stub imports."""
    module = griffe.Module(package.name)
    for name, member in list(package.members.items()):
        if isinstance(member, griffe.Alias) and name[0] != "_":
            module.set_member(name, member.final_target)
    return module


def breaking(repository: Path, release: str) -> Iterator[tuple[str, str]]:
    """Yield each name that breaks since a release, such as ``Tree.save``, and what is different."""
    before = public(griffe.load_git("jotto", ref=release, repo=repository))
    now = public(griffe.load("jotto", search_paths=[repository], try_relative_path=False))
    for change in griffe.find_breaking_changes(before, now):
        name, _, member = change.obj.path.removeprefix("jotto.").partition(".")
        values = (str(value) for value in (change.old_value, change.new_value) if value)
        if member in ("", "__init__"):
            yield name, f"{change.kind.value}: {' -> '.join(values)}"
        elif member[0] != "_" and member.partition(".")[0] not in ENGINE.get(name, "").split():
            yield f"{name}.{member}", f"{change.kind.value}: {' -> '.join(values)}"


def untold(repository: Path, release: str) -> list[str]:
    """List what breaks and is not named in the changes, each with what is different."""
    text = (repository / "CHANGELOG.md").read_text("utf-8")
    unreleased = text.partition("## [Unreleased]")[2].partition("\n## [")[0]
    told = " ".join(re.findall(r"`([^`]+)`", unreleased))
    changes = breaking(repository, release)
    return [f"{name}: {what}" for name, what in changes if not re.search(rf"\b{name}\b", told)]


def main() -> None:
    """List what breaks and is not in the changes; exit with status 1 if there is anything."""
    if not (release := last_release(ROOT)):
        print(HISTORY)
        return
    for line in (lines := untold(ROOT, release)):
        print(line)
    print(f"compared with {release[:7]}: {len(lines)} changes that break are not in CHANGELOG.md")
    sys.exit(bool(lines))


if __name__ == "__main__":
    typer.run(main)

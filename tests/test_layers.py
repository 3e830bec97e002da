"""Imports point one way: cli -> assistant, analysis -> games -> engine; errors is the ground."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import jotto

PACKAGE = Path(jotto.__file__).parent
FILES = sorted(path for path in PACKAGE.rglob("*.py") if "wordlists" not in path.parts)
MAY_IMPORT = {
    "errors": set(),
    "engine": {"engine", "errors"},
    "games": {"games", "engine", "errors"},
    "assistant": {"assistant", "games", "engine", "errors"},
    "analysis": {"analysis", "games", "engine", "errors"},
    "cli": {"cli", "assistant", "analysis", "games", "engine", "errors"},
    "__init__": set(),
    "__main__": {"cli"},
}


def room(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported(path: Path) -> set[str]:
    """Every module a file imports, at its top or inside a function."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: write imports in full"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def name(path: Path) -> str:
    return str(path.relative_to(PACKAGE))


@pytest.mark.parametrize("path", FILES, ids=name)
def test_a_room_imports_only_the_rooms_below_it(path):
    rooms = {
        module.split(".")[1]
        for module in imported(path)
        if module.startswith("jotto.") and module != "jotto.__version__"
    }
    assert rooms <= MAY_IMPORT[room(path)]


@pytest.mark.parametrize("path", FILES, ids=name)
def test_only_the_kernels_import_numba(path):
    uses = any(module.split(".")[0] == "numba" for module in imported(path))
    assert uses == (name(path) == "engine/kernels.py")


def test_every_room_is_in_the_table_and_every_row_is_a_room():
    assert {room(path) for path in FILES} == set(MAY_IMPORT)


def test_the_kernels_are_not_loaded_with_the_rest():
    modules = [
        "jotto." + ".".join(path.relative_to(PACKAGE).with_suffix("").parts)
        for path in FILES
        if name(path) not in ("engine/kernels.py", "engine/search.py", "__main__.py")
    ]
    program = "\n".join(f"import {module.removesuffix('.__init__')}" for module in modules)
    program += "\nimport sys; assert 'numba' not in sys.modules"
    subprocess.run([sys.executable, "-c", program], check=True)

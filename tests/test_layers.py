"""Imports point one way: cli -> assistant, analysis -> games, search -> trees -> engine."""

import ast
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import jotto

PACKAGE = Path(jotto.__file__).parent
FILES = sorted(path for path in PACKAGE.rglob("*.py") if "wordlists" not in path.parts)
GROUND = {"checkpoint", "errors", "files", "lazy", "pages", "parallel"}
MAY_IMPORT = {
    "checkpoint": {"errors"},
    "parallel": {"errors", "parallel"},
    "errors": set(),
    "files": set(),
    "lazy": set(),
    "pages": set(),
    "engine": {"engine", *GROUND},
    "trees": {"trees", "engine", *GROUND},
    "games": {"games", "trees", "engine", *GROUND},
    "search": {"search", "trees", "engine", *GROUND},
    "assistant": {"assistant", "games", "search", "trees", "engine", *GROUND},
    "analysis": {"analysis", "games", "search", "trees", "engine", *GROUND},
    "web": {"web", "assistant", "analysis", "games", "search", "trees", "engine", *GROUND},
    "cli": {"cli", "web", "assistant", "analysis", "games", "search", *GROUND},  # and import jotto
    "__init__": {"assistant", "analysis", "games", "search", "trees", "engine"},
    "__main__": {"cli"},
}
FOR_TYPES = {"cli": {"engine"}}  # in annotations alone: Turn, which jotto does not name
KERNELS = {"jotto.engine.kernels"}  # what imports numba
LATE = {  # modules that load the kernels: themselves loaded when a search or many games start
    *KERNELS,
    "jotto.search.board",
    "jotto.search.certificate",
    "jotto.search.halving",
    "jotto.search.jobs",
    "jotto.search.kernels",
    "jotto.search.small",
    "jotto.search.limits",
    "jotto.search.lookahead",
    "jotto.search.planes",
    "jotto.search.proof",
    "jotto.search.solve",
    "jotto.search.worst",
}
HEAVY = {"numba", "typer", "rich", "distributed", "matplotlib", "jinja2", "tomlkit"}
HEAVY |= {"starlette", "uvicorn", "segno"}
LONGEST = 650  # lines of a module


def room(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def module(path: Path) -> str:
    parts = ("jotto", *path.relative_to(PACKAGE).with_suffix("").parts)
    return ".".join(parts).removesuffix(".__init__")


NAMES = {module(path) for path in FILES}


def imported(nodes) -> set[str]:
    """The modules that some statements import."""
    found = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"write imports in full: from {'.' * node.level}{node.module}"
            names = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= {name if name in NAMES else str(node.module) for name in names}
    return found


def anywhere(path: Path) -> set[str]:
    """What a file imports, at its top or inside a function."""
    return imported(ast.walk(ast.parse(path.read_text())))


def at_run_time(path: Path) -> set[str]:
    """What is imported with a file; not what only type checkers or functions import."""
    waiting, found = list(ast.parse(path.read_text()).body), []
    while waiting:
        node = waiting.pop()
        found.append(node)
        if isinstance(node, ast.Try | ast.With | ast.ClassDef):
            waiting += node.body
        if isinstance(node, ast.If):
            typing = "TYPE_CHECKING" in ast.unparse(node.test)
            waiting += node.orelse if typing else node.body + node.orelse
    return imported(found)


def test_rooms_import_only_the_rooms_below_them():
    wrong = []
    for path in FILES:
        types = FOR_TYPES.get(room(path), set()) if "TYPE_CHECKING" in path.read_text() else set()
        rooms = {name.split(".")[1] for name in anywhere(path) if name.startswith("jotto.")}
        wrong += [f"{module(path)}: {other}" for other in rooms - MAY_IMPORT[room(path)] - types]
    assert wrong == []


def test_the_checker_of_certificates_loads_no_search_and_nothing_compiled():
    program = "import jotto.trees.certificate, sys; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", program], check=True, stdout=subprocess.PIPE)
    loaded = run.stdout.decode().split()
    assert [name for name in loaded if name.startswith(("jotto.search", "numba"))] == []
    assert "jotto.engine.kernels" not in loaded


def test_the_command_line_runs_on_public_names_and_loads_searches_late():
    loaded = {name for path in FILES if room(path) == "cli" for name in at_run_time(path)}
    deep = {name for name in loaded if name.startswith(("jotto.engine", "jotto.search"))}
    assert deep == {"jotto.search"}


def test_every_room_is_in_the_table_and_every_row_is_a_room():
    assert {room(path) for path in FILES} == set(MAY_IMPORT)


def test_no_imports_go_in_a_circle():
    graph = {module(path): at_run_time(path) & NAMES for path in FILES}
    assert len(list(TopologicalSorter(graph).static_order())) == len(FILES)


def test_only_the_kernels_import_numba():
    users = {module(path) for path in FILES if "numba" in {n.split(".")[0] for n in anywhere(path)}}
    assert users == KERNELS


def test_rooms_below_the_command_line_load_little():
    names = [
        n
        for n in NAMES
        if n.split(".")[1:2] not in (["cli"], ["web"], ["__main__"]) and n not in LATE
    ]
    program = "\n".join(f"import {name}" for name in sorted(names))
    program += "\nimport sys; print(*{name.split('.')[0] for name in sys.modules})"
    run = subprocess.run([sys.executable, "-c", program], check=True, stdout=subprocess.PIPE)
    assert not HEAVY & set(run.stdout.decode().split())


def test_no_module_is_too_long():
    lines = {module(path): len(path.read_text().splitlines()) for path in FILES}
    assert {name: n for name, n in lines.items() if n > LONGEST} == {}

"""Imports point one way: cli, assistant, analysis, then games, search, trees, engine, core."""

import ast
import re
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

from terminal import modules_after

import jotto

PACKAGE = Path(jotto.__file__).parent
FILES = sorted(path for path in PACKAGE.rglob("*.py") if "wordlists" not in path.parts)
GROUND = {"errors", "files", "letters", "notebook", "parallel", "pictures", "plain", "progress"}
GROUND |= {
    "stopping",
    "typed",
    "called",
}  # what people type, without signs that nobody sees; their names
TABLES = {"assistant", "question", "analysis", "games", "reading", "search"}  # of faces
MAY_IMPORT = {
    "parallel": {"errors", "files", "parallel", "stopping"},
    "errors": set(),
    "files": {"errors", "letters"},
    "letters": {"errors", "plain", "typed"},
    "notebook": set(),
    "pictures": {"errors"},
    "plain": {"notebook", "pictures"},
    "progress": {"errors", "plain"},
    "stopping": {"errors"},
    "typed": set(),
    "called": set(),
    "core": {"core", "stopping"},
    "engine": {"engine", "core", *GROUND},
    "trees": {"trees", "engine", *GROUND},
    "reading": {"reading", "engine", *GROUND},
    "games": {"reading", "games", "trees", "engine", "core", *GROUND},
    "search": {"search", "trees", "engine", "core", *GROUND},
    "question": {"question", "games", "reading", "trees", "engine", *GROUND},
    "assistant": {
        "assistant",
        "analysis",
        "question",
        "games",
        "reading",
        "search",
        "trees",
        "engine",
        *GROUND,
    },
    "analysis": {"analysis", "games", "search", "trees", "engine", "core", *GROUND},
    "gym": {"games", "search", "trees", "engine", "called", *GROUND},
    "web": {"web", "trees", "engine", *TABLES, *GROUND},
    "cli": {"cli", "web", *TABLES, *GROUND},  # and import jotto
    "__init__": {"assistant", "analysis", "games", "search", "trees", "engine", *GROUND},
    "__main__": {"cli"},
}
FOR_TYPES = {"cli": {"engine"}}  # in annotations alone
LATE = {
    f"jotto.search.{name}" for name in ("halving", "lookahead", "proof", "solve", "worst")
}  # see cli
HEAVY = {"matplotlib", "typer", "rich", "distributed", "jinja2", "tomlkit"}
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


@cache
def nodes_of(path: Path) -> list[ast.AST]:
    return list(ast.walk(ast.parse(path.read_text())))


@cache
def anywhere(path: Path) -> set[str]:
    """What a file imports, at its top, inside a function, or by naming a module of a package."""
    nodes = nodes_of(path)
    named = {ast.unparse(node) for node in nodes if isinstance(node, ast.Attribute)}
    return imported(nodes) | {n for name in named for n in (name, f"jotto.{name}") if n in NAMES}


def at_top(path: Path) -> set[str]:
    """What is imported with a file; not what functions or type checkers import."""
    nodes, late = nodes_of(path), set[int]()
    for node in nodes:
        typing = isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        if typing or isinstance(node, ast.FunctionDef):
            late |= {id(inner) for each in node.body for inner in ast.walk(each)}
    return imported(node for node in nodes if id(node) not in late)


def test_rooms_import_only_the_rooms_below_them():
    assert {room(path) for path in FILES} == set(MAY_IMPORT)
    wrong = []
    for path in FILES:
        types = FOR_TYPES.get(room(path), set()) if "TYPE_CHECKING" in path.read_text() else set()
        rooms = {name.split(".")[1] for name in anywhere(path) if name.startswith("jotto.")}
        wrong += [f"{module(path)}: {other}" for other in rooms - MAY_IMPORT[room(path)] - types]
    assert wrong == []


def test_the_checker_of_certificates_loads_no_search():
    loaded = modules_after("import jotto.trees.certificate")
    assert "jotto.trees.certificate" in loaded
    assert [name for name in loaded if name.startswith("jotto.search")] == []


def test_the_command_line_runs_on_public_names_and_loads_searches_late():
    loaded = set().union(*(at_top(path) for path in FILES if room(path) == "cli"))
    assert [name for name in loaded if name.startswith(("jotto.engine", "jotto.search"))] == []


def test_no_imports_go_in_a_circle_not_even_late_or_for_types():
    graph = {}
    for path in FILES:
        graph[module(path)] = imported(nodes_of(path)) & NAMES - {module(path)}
    assert len(list(TopologicalSorter(graph).static_order())) == len(FILES)


def test_only_the_core_knows_ctypes():
    users = {
        module(path) for path in FILES if "ctypes" in {n.split(".")[0] for n in anywhere(path)}
    }
    assert users == {"jotto.core"}


def test_rooms_below_the_command_line_load_little():
    above = re.compile(r"jotto\.(cli|gym|web|__main__)\b")
    names = sorted(name for name in NAMES - LATE if not above.match(name))
    loaded = modules_after(f"import {', '.join(names)}")
    assert "jotto.assistant.session" in loaded
    assert not HEAVY & loaded


def test_nobody_asks_a_rule_for_its_name():
    asking = set()
    for path in FILES:
        compared = (node for node in nodes_of(path) if isinstance(node, ast.Compare))
        asking |= {module(path) for each in compared if "rule.name" in ast.unparse(each)}
    assert asking <= {"jotto.games.scoring", "jotto.trees.formats"}  # a file names its rule


def test_the_library_names_no_flag_of_the_command_line():
    told = []
    for path in (path for path in FILES if room(path) != "cli"):
        nodes = nodes_of(path)
        prose = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
        texts = (n for n in nodes if isinstance(n, ast.Constant) and id(n) not in prose)
        told += [n.value for n in texts if re.search("--[a-z]", str(n.value))]
    assert told == []


def test_no_module_is_too_long():
    assert [path for path in FILES if len(path.read_text().splitlines()) > LONGEST] == []

"""Names in docstrings and in the types of JavaScript are those of the code beside them."""

import ast
import builtins
import re
from itertools import chain
from pathlib import Path

import jotto

PACKAGE = Path(jotto.__file__).parent
TREES = {
    path: ast.parse(path.read_text("utf-8"))
    for path in sorted(PACKAGE.rglob("*.py"))
    if not {"node_modules", "wordlists"} & {*path.parts}
}
DEFINES = ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef
OTHERS = {  # of other modules and programs, and an example
    *("json.loads", "printtree", "zipf_frequency", "BBYGB1"),
    *("truncated", "NEXT_STEP", "SAME_STEP", "DISABLED"),
}
TYPED = re.compile(r"@type \{(?:<[^(]*>)?\(")
MADE = re.compile(
    r"""\s*(?:export\ )?(?:static\ )?
    (?:(?:const\ |let\ )?\#?\w+\ =\s*(?:async\ )?|(?:async\ )?(?:function)?\*?\ ?\#?\w+)\(""",
    re.VERBOSE,
)


def parameters(tree) -> set[str]:
    """The parameters of a function, or of those by which an object is made or called."""
    if isinstance(tree, ast.ClassDef):
        inner = (each for each in tree.body if isinstance(each, DEFINES[:2]))
        return set().union(*(parameters(each) for each in inner if each.name.startswith("__")))
    every = tree.args
    named = [*every.posonlyargs, *every.args, *every.kwonlyargs, every.vararg, every.kwarg]
    return {each.arg for each in named if each}


def stated(tree) -> set[str]:
    """What a module defines: its names, the fields of its classes, and the words of its texts."""
    names = set[str]()
    for each in ast.walk(tree):
        match each:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                names.add(each.name)
            case ast.Attribute(ctx=ast.Store()):
                names.add(each.attr)
            case ast.alias():
                names.add(each.asname or each.name)
            case ast.Constant(value=str(text)) if len(text) < 60:
                names |= {*re.findall(r"\w+", text)}
    inner = [tree, *(each for each in ast.walk(tree) if isinstance(each, ast.ClassDef))]
    for each in chain.from_iterable(each.body for each in inner):
        targets = each.targets if isinstance(each, ast.Assign) else [getattr(each, "target", each)]
        names |= {
            part.id for one in targets for part in ast.walk(one) if isinstance(part, ast.Name)
        }
    return names


def test_a_name_in_a_docstring_is_one_of_the_code():
    known = OTHERS.union(dir(builtins), *map(stated, TREES.values()))
    known |= {path.stem for path in TREES} | {path.parent.name for path in TREES}
    known |= {"h", "c", "js", "py"}  # files

    def unknown(tree, around):
        around = around | (parameters(tree) if isinstance(tree, DEFINES) else set())
        names = re.findall(r"``([A-Za-z_][\w.]*)(?:\(\))?``", ast.get_docstring(tree) or "")
        wrong = [name for name in names if not {name, name.rpartition(".")[2]} & (known | around)]
        inner = (each for each in ast.iter_child_nodes(tree) if isinstance(each, DEFINES))
        return wrong + [name for each in inner for name in unknown(each, around)]

    found = {str(path.relative_to(PACKAGE)): unknown(tree, set()) for path, tree in TREES.items()}
    assert {path: names for path, names in found.items() if names} == {}


def listed(text: str) -> list[str]:
    """The names of what stands in the parentheses with which a text begins."""
    depth, parts, before = 0, [""], ""
    for sign in text:
        depth += (sign in "([{<") - (sign in ")]}" or (sign == ">" and before != "="))
        before = sign
        if not depth:
            break
        parts = [*parts, ""] if sign == "," and depth == 1 else [*parts[:-1], parts[-1] + sign]
    names = (re.match(r"[\s(*]*(?:\.\.\.)?(\w*)", part) for part in parts)
    return [name[1].strip("_") for name in names if name]


def test_a_type_names_the_parameters_of_its_function():
    wrong = []
    for path in sorted((PACKAGE / "pages").glob("*.js")):
        text = path.read_text("utf-8")
        for typed in TYPED.finditer(text):
            end = text.index("*/", typed.end()) + 2
            if made := MADE.match(text, end):
                pairs = zip(
                    listed(text[typed.end() - 1 :]), listed(text[made.end() - 1 :]), strict=False
                )
                wrong += [(path.name, *pair) for pair in pairs if all(pair) and len({*pair}) > 1]
    assert wrong == []

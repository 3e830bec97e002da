"""The documentation is built as a reader gets it, and each page looked at in a browser."""

import doctest
import inspect
import os
import re
import shutil
import subprocess
import sys
from contextlib import suppress
from html import unescape
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import pytest
import start
from browser import DESKTOP, SCHEME, SMALL
from serving import files_served
from terminal import run

import docs
import jotto
from jotto.cli.app import PANEL_OF, PANELS

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
WRITTEN = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", ".github/SECURITY.md")]
WRITTEN += sorted(path for kind in ("md", "py", "ipynb") for path in DOCS.glob(f"*.{kind}"))
GROUPS = "jotto.strategies", "jotto.measures"  # of entry points
SUFFIXES = "md", "py", "js", "c", "json", "html", "txt"
VALUES = {"game": "Game", "at": "Position", "tree": "Tree", "session": "Session"}  # on all pages
PAGES = re.findall(r'"([\w-]+)\.md" }', (ROOT / "docs" / "zensical.toml").read_text())
LOOKED_AT = 700  # elements; a page with more repeats itself
CUT = "[...document.querySelectorAll('article *')].slice(arguments[0]).forEach((e) => e.remove())"
BROKEN = "return [...document.images].filter((e) => !e.naturalWidth).map((e) => e.src)"
# an include of pymdownx as a formatter rewrites it: a subtraction, on several lines, a dash
INCLUDE = re.compile(
    r"[-\u2010-\u2015\u2212][-\s(]*8[\s(]*(?:<|&lt;)|\b8[\s(]*(?:<|&lt;)[\s(]*[-\u2010-\u2015\u2212]"
)
FILES = re.compile(r"jotto\.(?:html|md|ipynb|service|example\.org)\b")  # and an address, no names
KINDS = """
const kind = (e) => [e.tagName, e.className, getComputedStyle(e).color];
const texts = (e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
const of = (e) => [e, e.parentElement, e.parentElement.parentElement ?? e].map(kind).join();
window.kinds = new Map([...document.querySelectorAll("body *")]
  .filter((e) => texts(e) && e.checkVisibility()).map((e) => [of(e), e]));
return [...kinds.keys()]"""
CONTRAST = """
axe.run({include: arguments[0].map((k) => kinds.get(k))}, {runOnly: ["color-contrast"]})
  .then((found) => arguments[1](found.violations.flatMap((v) => v.nodes.map((n) => n.html))))"""


class Site(NamedTuple):
    address: str
    folder: Path


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    pytest.importorskip("zensical", reason="needs zensical: pip install --group docs")
    folder = tmp_path_factory.mktemp("docs")
    built = run(sys.executable, ROOT / "scripts" / "docs.py", folder, timeout=600)
    assert built.status == 0, built.out + built.err
    with files_served(folder / "site") as port:
        yield Site(f"http://127.0.0.1:{port}", folder / "site")


def test_every_page_is_read_by_anybody_on_any_screen(browser, site):
    """What is on many pages is looked at once: menus; contrast, for each kind of text and light."""
    assert len(PAGES) > 10
    seen = set()
    for page in PAGES:
        browser.visit(f"{site.address}/{page}.html", SMALL)
        for size in (SMALL, DESKTOP):
            browser.resize(size)
            width = browser.run("return document.documentElement.scrollWidth")
            assert width <= size[0], (page, size)
        local = site.address, f"blob:{site.address}", "data:"
        assert [each for each in browser.fetched() if not each.startswith(local)] == []
        assert browser.run(BROKEN) == [], page
        browser.run("document.querySelector('iframe')?.remove()")  # other tests look at it
        browser.run(CUT, LOOKED_AT)
        if seen:
            browser.run("document.querySelectorAll('.md-sidebar').forEach((e) => e.remove())")
        assert browser.barriers(contrast=False) == [], page
        for scheme in ("light", "dark"):
            browser.tell("Emulation.setEmulatedMedia", features=[{"name": SCHEME, "value": scheme}])
            fresh = sorted({*browser.run(KINDS)} - seen)
            seen |= {*fresh}
            if fresh:
                assert browser.driver.execute_async_script(CONTRAST, fresh) == [], (page, scheme)
        browser.tell("Emulation.setEmulatedMedia", features=[])


@pytest.mark.skipif(shutil.which("man") is None, reason="needs man")
def test_the_manual_page_has_every_command_and_fits_a_terminal():
    page = dict(docs.commands())["jotto.1"]
    variables = os.environ | {"MANWIDTH": "80", "LC_ALL": "C.UTF-8"}
    shown = subprocess.run(
        ["man", "--warnings", "-l", "-"], input=page, env=variables, capture_output=True, text=True
    )
    assert (shown.returncode, shown.stderr) == (0, "")
    lines = shown.stdout.splitlines()
    assert max(map(len, lines)) <= 80
    assert [name for name in PANEL_OF if f"   {name}" not in lines] == []
    assert "       jotto [OPTIONS] COMMAND [ARGS]..." in lines
    assert "         --boards N                    How many boards to solve at once; each" in lines


def test_the_menu_has_every_page_and_notebook_once_and_nothing_else():
    written = {page.stem for kind in ("md", "ipynb") for page in (ROOT / "docs").glob(f"*.{kind}")}
    made = {"index", "contributing", "changes", "python", "doors"}  # by scripts/docs.py
    made |= {f"python-{page.split()[-1]}" for page in docs.TOPICS}
    made |= {"commands", *(f"commands-{panel.split()[-1]}" for panel in PANELS)}
    assert sorted(PAGES) == sorted((written | made) - {"notes"})  # a diary; the changes lead to it


def texts() -> list[tuple[Path, str]]:
    """Return what people write of the documentation, page by page."""
    return [(page, page.read_text("utf-8")) for page in WRITTEN]


def damaged(page: str) -> list[str]:
    """The includes of a page, however they are spelled, that do not give a file of the docs."""
    begins = (page.rfind("\n", 0, include.start()) + 1 for include in INCLUDE.finditer(page))
    found = (page[begin:].partition("\n")[0] for begin in begins)
    named = {line: re.fullmatch(r'--8<-- "([\w.-]+)"', line) for line in found}
    return [line for line, file in named.items() if not file or not (DOCS / file[1]).is_file()]


@pytest.mark.parametrize(
    "line",
    [
        '--8 < --"checker.py"', '- -8 < - -"checker.py"', '--8<--"checker.py"', "--8<-- checker.py",
        '--8&lt;-- "checker.py"', '-- 8<-- "checker.py"', '\u2014 8 <\u2014 "checker.py"',
        '--8 < (\n    --"checker.py"\n)', '    --8<-- "checker.py"', '--8<-- "gone.py"',
        "--8<-- 'checker.py'", '\u20138<\u2013 "checker.py"',
    ],
)  # fmt: skip
def test_an_include_that_a_formatter_has_rewritten_is_found(line):
    assert len(damaged(f"```py\n{line}\n```\n")) == 1
    assert damaged('```py\n--8<-- "checker.py"\n```\nfrom -18 to 8, x<-1\n') == []


def test_no_page_has_a_damaged_include():
    assert [(page.name, line) for page, text in texts() for line in damaged(text)] == []


def test_no_page_that_is_read_has_an_include_in_place_of_its_text(site):
    pages = {page.stem: page.read_text("utf-8") for page in site.folder.glob("*.html")}
    read = {name: unescape(re.sub("<[^>]*>", "", page)) for name, page in pages.items()}
    assert [name for name, text in read.items() if INCLUDE.search(text)] == []
    assert "Check a certificate of jotto without jotto" in read["checking"]


def resolves(name: str) -> bool:
    """Whether a dotted name is a module, a member of one, of a class, or a field."""
    thing: object = jotto
    for place, part in enumerate(name.split(".")[1:], 2):
        if not hasattr(thing, part) and part in getattr(thing, "__annotations__", ()):
            return True  # of a field nothing more is known
        if not hasattr(thing, part):
            with suppress(ImportError):
                import_module(".".join(name.split(".")[:place]))
        if not hasattr(thing, part):
            return False
        thing = getattr(thing, part)
    return True


def gone(text: str) -> list[str]:
    """The dotted names in a text, of code or prose, that stand for nothing."""
    names = re.findall(r"(?<![\w./@:-])jotto(?:\.[A-Za-z_]\w*)+", FILES.sub("", text))
    types = "|".join(name for name in jotto.__all__ if name[0].isupper())
    for of, member in re.findall(rf"(?<![\w.])({types}|{'|'.join(VALUES)})\.([a-z]\w*)\b", text):
        names += [f"jotto.{VALUES.get(of, of)}.{member}"] * (member not in SUFFIXES)
    for module, listed in re.findall(r"^\s*(?:>>> )?from (jotto[\w.]*) import (.+)$", text, re.M):
        names += [f"{module}.{name}" for name in re.findall(r"(\w+)(?: as \w+)?", listed)]
    return sorted(name for name in {*names} if not resolves(name) and name not in GROUPS)


def test_every_dotted_name_in_the_docs_can_be_imported():
    assert [(page.name, name) for page, text in texts() for name in gone(text)] == []
    lies = ["jotto.search.lies.questions"]
    assert gone("jotto.search.lies.questions, `jotto.search.lies.fewest`. `Tree.grown`") == [
        "jotto.Tree.grown",
        *lies,
    ]
    assert gone("\n>>> from jotto.search.lies import fewest, questions as asked\n") == lies
    assert gone("jotto.html, jotto.nothing(game.secrets, game.words)") == [
        "jotto.Game.words",
        "jotto.nothing",
    ]


def missing(text: str) -> list[str]:
    """The paths in code spans that begin with a folder of ours, and do not exist."""
    words = {
        word for span in re.findall(r"`([^`\n]+)`", text) for word in re.split(r"[\s,;]", span)
    }
    paths = [path for word in words if (path := re.fullmatch(r"([\w-]+)/[\w./-]*", word))]
    roots = ROOT, ROOT / "jotto", ROOT / "tests"
    ours = {path[0] for path in paths if any((root / path[1]).is_dir() for root in roots)}
    made = {start.PAGE}  # which a command of the README writes
    return sorted(path for path in ours - made if not any((root / path).exists() for root in roots))


def test_every_path_of_the_repository_on_a_page_exists():
    """But for the diary, which tells what was moved."""
    pages = [(page.name, text) for page, text in texts() if page.name != "notes.md"]
    assert [(name, path) for name, text in pages for path in missing(text)] == []
    some = "`cli/laboratory.py`, `cli/live.py`, `python docs/none.py -x`, 1/2 and `1/2`"
    assert missing(some) == ["cli/laboratory.py", "docs/none.py"]


def test_what_is_drawn_is_the_same_in_every_build():
    write = "import docs; print(docs.picture(docs.rooms()), end='')"
    own = {"cwd": ROOT / "scripts", "env": os.environ | {"PYTHONHASHSEED": "1"}}
    assert run(sys.executable, "-c", write, **own).out == docs.picture(docs.rooms())
    if (DOCS / "screens").exists():  # an sdist has none
        redrawn = "cp build/docs/screens/*.svg docs/screens, after scripts/docs.py build"
        for name, drawing in docs.pictures():
            assert (DOCS / name).read_text("utf-8") == drawing, redrawn


def test_every_link_of_a_page_leads_to_a_file_of_the_checkout():
    """But for pages that are built, which a page names in HTML, with the command that does it."""
    for page in WRITTEN:
        text = re.sub(r"```.*?```", "", page.read_text("utf-8"), flags=re.DOTALL)
        links = re.findall(r"\]\(([^)\s#:]+)(?:#[^)\s]*)?\)", text)
        shots = () if (DOCS / "screens").exists() else ("screens/", "docs/screens/")
        files = (link for link in links if not link.startswith(shots))
        assert [link for link in files if not (page.parent / link).exists()] == [], page.name


def test_the_pages_of_names_have_all_that_is_promised_and_every_type_of_a_signature(site):
    pages = "".join(path.read_text() for path in site.folder.glob("python-*.html"))
    _, *parts = re.split(r'<h\d id="jotto\.([\w.]+)"', pages)
    entries = dict(zip(parts[::2], parts[1::2], strict=True))
    members = ((name, docs.promised(getattr(jotto, name))) for name in jotto.__all__)
    promised = {f"{name}.{member}" for name, its in members for member in its}
    assert entries.keys() == {*jotto.__all__, *promised, *docs.TYPES.split()}
    signatures = {
        name: unescape(re.sub("<[^>]*>", "", found[1]))
        for name, text in entries.items()
        if (found := re.search('<div class="language-python[^>]*>(.*?)</div>', text, re.S))
    }
    types = set(re.findall(r"(?<![\w.\"'])[A-Z]+[a-z]\w*", " ".join(signatures.values())))
    python = (
        "Any Axes Callable Hashable Iterable Iterator Literal Mapping NDArray Path Self Sequence"
    )
    python += " Fraction TypeAlias Client None True False Measure OwnMeasure AbstractContextManager"
    assert types <= {name.rpartition(".")[2] for name in entries} | {*python.split()}
    for name in jotto.__all__:
        fields = {*getattr(getattr(jotto, name), "__dataclass_fields__", ())}
        fields -= {*docs.ENGINE.get(name, "").split()}
        assert [one for one in fields if f"{one}: " not in signatures[name]] == [], name


def test_what_is_documented_is_promised_and_what_is_promised_is_documented():
    """Members of a public class are on the page, or listed as being for the engine; so are fields.

    An entry of the list that is no member any more is an error, too.
    """
    for name, names in docs.ENGINE.items():
        thing = getattr(jotto, name)
        members = {*vars(thing)} if isinstance(thing, type) else set()
        parameters = {*getattr(thing, "__dataclass_fields__", ())}
        if not isinstance(thing, type):
            parameters = {*inspect.signature(thing).parameters}
        assert {*names.split()} <= members | parameters, name
    for name in jotto.__all__:
        thing = getattr(jotto, name)
        fields = {*getattr(thing, "__dataclass_fields__", ())}
        members = {m for m in vars(thing) if m[0] != "_"} if isinstance(thing, type) else set()
        hidden = {*docs.ENGINE.get(name, "").split()}
        assert {*docs.promised(thing)} == members - fields - hidden, name


def test_every_example_of_a_name_needs_nothing_but_the_public_names():
    finder = doctest.DocTestFinder(exclude_empty=True)
    for name in jotto.__all__:
        for test in finder.find(getattr(jotto, name), name, False, globs={"jotto": jotto}):
            assert doctest.DocTestRunner().run(test).failed == 0, test.name
            assert not re.search(r"import jotto\.|from jotto", test.docstring), test.name

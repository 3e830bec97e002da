"""Every example of the README and the docs is run, as a user would run it."""

import ast
import calendar
import contextlib
import doctest
import io
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

import claims
import inprocess
import pytest
from terminal import SLOW, run

import docs
import jotto
from jotto.engine.measures import values

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
SHOWN = [
    page for page in sorted((ROOT / "docs").glob("*.md")) if page.name != "notes.md"
]  # a diary
PAGES = [README, *(page.read_text("utf-8") for page in SHOWN)]
DICTIONARIES = ("scowl", "ngerman", "spanish", "french", "swedish")
WORD_FILES = [Path("/usr/share/dict", name) for name in DICTIONARIES]
LISTS = ("scowl", "file", "wordfreq", "weights")
WRITTEN_OUT = re.compile(r'^```text title="(\S+)"\n(.*?)```', re.S | re.M)
KEPT = ("XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", "\n".join(PAGES), re.S)


PROMPT = r"((?:Score for \S+|Their guess|Guess \d+|Which one, or the score again"
PROMPT += r"|Your guess(?=: [a-z])): )"


def console_examples() -> list[list[tuple[str, str, str]]]:
    """Of each console block its commands, the lines to type at each, and what it prints."""
    examples = []
    for block in blocks("console"):
        parts = (part.partition("\n") for part in re.split(r"^\$ ", block, flags=re.M)[1:])
        examples.append([(command, *typed_and_printed(printed)) for command, _, printed in parts])
    return examples


def typed_and_printed(shown: str) -> tuple[str, str]:
    """Take what follows a prompt for typed; a pipe does not echo it."""
    typed = re.findall(rf"^{PROMPT}(.+)$", shown, re.M)
    return "\n".join(line for _, line in typed), re.sub(rf"^{PROMPT}.+\n", r"\1", shown, flags=re.M)


def lists_and_weights() -> list[str]:
    """The commands of the shell blocks, which need each other's files."""
    return [line for block in blocks("sh") for line in block.splitlines() if line[0] != "#"]


@pytest.mark.full
@pytest.mark.skipif(
    find_spec("wordfreq") is None or not all(map(Path.exists, WORD_FILES)),
    reason="needs wordfreq, and apt install scowl wngerman wspanish wfrench wswedish",
)
def test_every_shell_example_runs_and_tells_of_nothing_left_out(tmp_path):
    for command in lists_and_weights():
        program, *arguments = shlex.split(command)
        assert program == "jotto"
        variables = os.environ | dict.fromkeys(KEPT, str(tmp_path))
        status, _, told = inprocess.call(arguments, b"", tmp_path, variables)
        said = told.decode()
        assert (status, "--any-accents" in said) == (0, False), said
        assert "not in the list" not in said
        assert ("not UTF-8" in said) == ("/swedish" in command)


@pytest.mark.parametrize("page", [*SHOWN], ids=lambda page: page.name)
def test_a_page_has_the_lists_that_its_examples_use(page):
    text = page.read_text("utf-8")
    used = {*re.findall(r"^(?:\$| {4}\$) .*?([a-z]+\.txt)$", text, re.M)}
    used |= {*re.findall(r"^\$ .*--(?:words|list) ([a-z]+\.txt)", text, re.M)}
    assert used - {"chat.txt", "none.txt"} <= {name for name, _ in WRITTEN_OUT.findall(text)}


@pytest.mark.parametrize("examples", console_examples(), ids=lambda block: block[0][0])
def test_every_console_example_prints_what_the_page_says(examples, tmp_path):
    for name, text in WRITTEN_OUT.findall("\n".join(PAGES)):
        (tmp_path / name).write_text(text)
    for name in ("warmer.py", "mine.py", "chat.txt", "past.csv"):
        shutil.copy(ROOT / "docs" / name, tmp_path)
    for command, typed, printed in examples:
        program, *arguments = shlex.split(command)
        assert program == "jotto"
        variables = os.environ | {"NO_COLOR": "1"} | dict.fromkeys(KEPT, str(tmp_path))
        status, said = called(arguments, typed.encode(), tmp_path, variables)
        assert said.decode().replace(SLOW, "") == printed  # on a busy machine
        assert status in (0, 1, 2)


def called(
    arguments: list[str], typed: bytes, folder: Path, variables: Mapping[str, str]
) -> tuple[int, bytes]:
    """Run ``jotto``, or the program that JOTTO names; return its status and what it prints."""
    if program := variables.get("JOTTO"):
        own = {"cwd": folder, "env": variables, "input": typed, "stderr": subprocess.STDOUT}
        ended = run(program, *arguments, **own)
        return ended.status, ended.out.encode()
    status, said, _ = inprocess.call(arguments, typed, folder, variables, merged=True)
    return status, said


def test_a_tree_file_is_as_the_page_shows_it(tmp_path):
    (tmp_path / "four.txt").write_text(dict(WRITTEN_OUT.findall("\n".join(PAGES)))["four.txt"])
    for name, language in (("tree.json", "json"), ("tree.txt", "text")):
        making = ["tree", "--words", "four.txt", "--exact", "-o", name]
        assert inprocess.call(making, b"", tmp_path, os.environ)[0] == 0
        assert (tmp_path / name).read_text() == blocks(language)[0]


@pytest.mark.parametrize(
    "page", [page for page in PAGES if ">>>" in page], ids=lambda page: page[:20]
)
def test_every_python_example_runs(page):
    if "import jotto, pandas" in page:
        pytest.importorskip("pandas")
    if "import gymnasium" in page:
        pytest.importorskip("gymnasium")
    source = "\n".join(re.findall(r"```python\n(.*?)```", page, re.S))
    test = doctest.DocTestParser().get_doctest(source, {}, page[:20], "", 0)
    assert test.examples
    assert doctest.DocTestRunner().run(test).failed == 0


def test_the_chat_bot_of_the_docs_values_guesses_once_for_all_chats(monkeypatch):
    """Two hundred chats in threads ask for the first guess at the same moment, then the second."""
    made = []

    def slow(*given):
        made.append(given)
        time.sleep(0.05)  # meanwhile the other threads ask
        return values(*given)

    monkeypatch.setattr("jotto.engine.position.values", slow)
    page = (ROOT / "docs" / "bot.md").read_text("utf-8")
    source = "\n".join(re.findall(r"```python\n(.*?)```", page, re.S)).replace("(50)", "(200)")
    assert "Bot(game)" in source
    source = source.replace("Bot(game)", "Bot(jotto.words(game.secrets))")  # which nobody has asked
    test = doctest.DocTestParser().get_doctest(source, {}, "bot", "", 0)
    assert doctest.DocTestRunner().run(test).failed == 0
    assert len(made) == 2 + 3  # the page has asked its own game before, and once after


def certified(folder: Path, words: list[str]) -> int:
    """Write a certificate of some words, c.json, and the words; return the total it claims."""
    tree = jotto.solve(jotto.words(words))
    jotto.certify(tree, folder / "c.json")
    (folder / "w.txt").write_text("\n".join(words))
    return tree.lengths.total


def checked(folder: Path, change: str = "") -> tuple[str, str]:
    """Run the checker of the docs on a certificate, after a change of the total of claim 0."""
    if change:
        lines = (folder / "c.json").read_text().splitlines()
        lines[2] = re.sub(r"\[\d+,", f"[{change},", lines[2], count=1)
        (folder / "c.json").write_text("\n".join(lines))
    ended = run(sys.executable, ROOT / "docs" / "checker.py", "c.json", "w.txt", cwd=folder)
    return ended.out.strip(), (ended.err.strip().splitlines() or [""])[-1]


def test_the_checker_of_the_docs_checks_as_the_page_says(tmp_path):
    page = (ROOT / "docs" / "checking.md").read_text()
    right, wrong = re.findall(r"^    ((?:no tree|AssertionError).*)$", page, re.M)
    certified(tmp_path, docs.ten_words())
    assert checked(tmp_path) == (right, "")
    assert checked(tmp_path, change="23") == ("", wrong)
    assert f"{len((ROOT / 'docs' / 'checker.py').read_text().splitlines())} lines" in page


def test_the_checker_of_the_docs_follows_claims_about_parts(tmp_path):
    families = [letter + end for end in ("ight", "atch", "ills") for letter in "bfhlmnprstw"]
    total = certified(tmp_path, families)
    out, _ = checked(tmp_path)
    claims = int(out.split()[-3])
    assert out == f"no tree has a total below {total}: {claims} of {claims} claims checked"
    assert claims > 1
    assert checked(tmp_path, change=str(total + 1))[0] == ""


def test_the_readme_is_short():
    assert len(README.splitlines()) < 120


def test_every_link_is_an_address():
    """Whether somebody answers cannot be tested everywhere; each has a host, and no stray sign."""
    texts = "\n".join([*PAGES, (ROOT / "CITATION.cff").read_text(), (ROOT / "NOTICE").read_text()])
    links = [each.rstrip(".,:") for each in re.findall(r"https?://[^\s)\"'>`<;]+", texts)]
    host = r"https?://(127\.0\.0\.1:\d+|([\w-]+\.)+[a-z]{2,6}(:\d+)?)"
    assert len(links) > 30
    assert [each for each in links if not re.fullmatch(rf"{host}(/[\w./~?=#&%@+:-]*)?", each)] == []


def test_every_figure_of_the_readme_is_run_again_or_says_where_it_is_from():
    assert [*claims.uncovered("README.md")] == []


def test_what_is_run_again_stands_on_its_page():
    measured, given = claims.told()
    assert len(measured) > 40
    places = {(each.page, each.text) for each in measured} | {each[:2] for each in given}
    assert [(of, text) for of, text in places if text not in (ROOT / of).read_text("utf-8")] == []


def test_a_figure_agrees_to_the_digits_that_are_stated():
    assert claims.agrees("33.7", 33.735)
    assert claims.agrees("10,566", 10566)
    assert not claims.agrees("33.6", 33.735)
    assert not claims.agrees("10,566", 10567)


def test_every_term_of_the_package_is_in_the_glossary():
    page = (ROOT / "docs" / "glossary.md").read_text()
    terms = re.findall(r"^(\w+(?:, \w+)*)  ", jotto.__doc__, re.M)
    assert len(terms) > 10
    assert [one for term in terms for one in term.split(", ") if f"| {one} |" not in page] == []


def test_every_work_that_is_cited_is_among_the_references():
    listed = (ROOT / "docs" / "references.md").read_text()
    texts = [*PAGES, *(path.read_text("utf-8") for path in (ROOT / "jotto").rglob("*.py"))]
    name = r"\b([A-Z][a-z]\w+)(?:(?: &|,| and) [A-Z]\w+)*,? \(?((?:19|20)\d\d)"
    works = {match for text in texts for match in re.findall(name, text)}
    works = {each for each in works if each[0] not in ("Copyright", *calendar.month_name)}
    assert ("Knuth", "1976") in works
    assert [each for each in works if each[0] not in listed or each[1] not in listed] == []


def test_there_are_examples_of_every_command():
    from jotto.cli.app import PANEL_OF

    shown = {command.split()[1] for block in console_examples() for command, _, _ in block}
    shown |= {command.split()[1] for command in lists_and_weights()}
    if "jotto serve --lan" in README:
        shown |= {"serve", "page"}  # one runs until it is ended; tests/web do that
    shown |= {"engine", "mcp"}  # programs speak to them: tests/cli/test_engine.py has those
    assert shown == PANEL_OF.keys()


def test_every_option_on_a_page_is_one_of_some_command(tmp_path):
    from jotto.cli.app import PANEL_OF

    named = [(), *((name,) for name in PANEL_OF)] + [("lists", name) for name in LISTS]
    helped = (inprocess.call([*name, "--help"], b"", tmp_path, os.environ)[1] for name in named)
    known = {flag for text in helped for flag in re.findall(r"--[a-z][a-z-]+", text.decode())}
    pages = re.sub(r"```bash\n.*?```", "", "\n".join(PAGES), flags=re.S)  # of other programs
    pages = re.sub(r"(scripts/\w+\.py|scripts/trials) [^`\n]*", "", pages)
    shown = set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", pages))
    assert shown - known == set()


def test_the_two_commands_are_those_that_ci_runs():
    ci = (ROOT / ".ci" / "run").read_text()
    for command in ("python3 scripts/start.py game", "python3 scripts/start.py tests"):
        assert f"    {command}\n" in README
        assert re.search(rf"^ *{command}( |$)", ci, re.M)


def test_every_cell_of_the_tour_gives_what_it_shows(tmp_path, monkeypatch):
    pytest.importorskip("matplotlib")
    monkeypatch.setenv("MPLBACKEND", "agg")
    cells = json.loads((ROOT / "docs" / "tour.ipynb").read_text("utf-8"))["cells"]
    names: dict[str, object] = {}
    for cell in cells:
        if cell["cell_type"] != "code":
            continue
        shown = "".join(
            "".join(each.get("text", each.get("data", {}).get("text/plain", [])))
            for each in cell["outputs"]
            if "image/png" not in each.get("data", {})
        )
        assert printed_by("".join(cell["source"]), names) == shown.rstrip("\n")


def printed_by(source: str, names: dict[str, object]) -> str:
    """Run a cell; return what it prints, then the value of its last line."""
    *lines, last = ast.parse(source).body
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(ast.Module(lines, []), "tour", "exec"), names)
        if not isinstance(last, ast.Expr):
            exec(compile(ast.Module([last], []), "tour", "exec"), names)
            return out.getvalue().rstrip("\n")
        value = eval(compile(ast.Expression(last.value), "tour", "eval"), names)
    return out.getvalue() + (repr(value) if value is not None else "")

"""What a release says of itself."""

import os
import re
import shutil
import sys
import venv
from importlib.metadata import metadata
from pathlib import Path

import pytest
from packaging.version import Version
from terminal import environment, run

ROOT = Path(__file__).resolve().parents[1]
EXTRAS = "import sys; sys.modules |= dict.fromkeys(('starlette', 'dask', 'wordfreq'))"
WORKFLOW = ROOT / ".github" / "workflows" / "ci.yml"


def test_the_last_release_is_the_same_everywhere():
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    newest, date = re.search(r"^## \[(\d.*)\] - (.+)$", changes, re.M).groups()
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8").splitlines()
    assert {f"version: {newest}", f"date-released: {date}"} <= set(citation)


def test_the_version_is_that_of_the_package_which_is_installed():
    stated = metadata("jotto")["Version"]
    assert run(sys.executable, "-m", "jotto", "--version").out == f"jotto {stated}\n"
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    newest = re.search(r"^## \[(\d.*)\]", changes, re.M)[1]
    assert Version(stated) >= Version(newest)
    if re.search(r"^## \[Unreleased\]\s+\S", changes, re.M):
        assert Version(stated).is_devrelease


@pytest.mark.full
@pytest.mark.skipif(not shutil.which("git"), reason="git is not there")
def test_each_commit_has_a_version_of_its_own(tmp_path):
    """That an sdist keeps it is seen in CI, which builds the wheel of the checkout from one."""
    pytest.importorskip("hatch_vcs")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)

    def version(*command):
        if command:
            me = "-c", "user.name=me", "-c", "user.email=me@example.org"
            assert run("git", *me, *command, cwd=tmp_path).status == 0
        return run(sys.executable, "-m", "hatchling", "version", cwd=tmp_path).out.strip()

    assert version() == "2.0.0.dev0"
    version("init", "--quiet")
    version("add", ".")
    assert version("commit", "--quiet", "--message", "begin").startswith("2.0.0.dev1+g")
    commit = "commit", "--quiet", "--allow-empty", "--message", "go on"
    assert version(*commit).startswith("2.0.0.dev2+g")
    assert version("tag", "v2.0.0") == "2.0.0"
    version(*commit)
    assert version("tag", "v2.1.0.dev0") == "2.1.0.dev0"
    assert version(*commit).startswith("2.1.0.dev1+g")


def test_a_version_is_told_on_one_screen():
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    _, unreleased, *released = re.split(r"^## \[.*$", changes, flags=re.M)
    assert len(unreleased.splitlines()) <= 70
    assert all(len(version.splitlines()) <= 40 for version in released)


def test_each_licence_of_the_package_is_explained():
    notice = (ROOT / "NOTICE").read_text(encoding="utf-8")
    expression = metadata("jotto")["License-Expression"]
    assert set(expression.split(" AND ")) == {"MIT", *re.findall(r"\[([\w.-]+)\]$", notice, re.M)}


def test_the_interpreters_of_ci_are_those_that_are_declared():
    declared = metadata("jotto").get_all("Classifier")
    tried = re.findall(r"3\.\d+", re.search(r"python: \[(.*)\]", WORKFLOW.read_text())[1])
    assert tried == [each[-4:] for each in declared if re.search(r"3\.\d+$", each)]


def test_on_a_package_index_nothing_leads_to_a_file_that_is_not_there():
    shown = metadata("jotto")["Description"]
    assert "python3 scripts/start.py game" in shown
    assert all(link.startswith("https:") for link in re.findall(r"\]\(([^)]*)", shown))
    assert "<img" not in shown


@pytest.fixture(scope="module")
def wheel_only(tmp_path_factory):
    """The Python of an environment with the package as a wheel has it, and no extra."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, symlinks=os.name != "nt")
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    show = "import sysconfig; print(sysconfig.get_path('purelib'))"
    home = Path(run(python, "-c", show).out.strip())
    shutil.copytree(ROOT / "jotto", home / "jotto", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "wordlists", home / "jotto" / "wordlists")
    others = (path for path in sys.path if "site-pack" in path)
    (home / "others.pth").write_text("\n".join([*others, EXTRAS]))  # Debian has a sitecustomize
    return folder, python


SERVE, PIP = ("serve",), r"\S+python\S* -m pip install|uv pip install -p \S+python\S*"
WEB = r'"h11\S+" "segno\S+" "starlette\S+" "uvicorn\S+"'


@pytest.mark.parametrize(
    ("command", "made_by", "advice"),
    [
        (SERVE, "", rf"({PIP}) {WEB}"),
        (("lists", "wordfreq", "es"), "", rf'({PIP}) "wordfreq\S+"'),
        (("openings", "--full", "--dask", "localhost:1"), "", rf'({PIP}) "distributed\S+"'),
        (SERVE, "pipx_metadata.json", rf"pipx inject jotto {WEB}"),
    ],
)
def test_what_is_missing_is_installed_as_jotto_was(wheel_only, command, made_by, advice):
    folder, python = wheel_only
    (folder / "pipx_metadata.json").unlink(missing_ok=True)
    (folder / (made_by or "pyvenv.cfg")).touch()
    ended = run(python, "-m", "jotto", *command, cwd=folder, env=environment())
    assert (ended.status, ended.out) == (2, "")
    assert re.fullmatch(f"jotto: [^:]*: {advice}\n", ended.err), ended.err

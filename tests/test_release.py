"""What a release says of itself."""

import os
import re
import shutil
import sys
import venv
from importlib.metadata import metadata
from pathlib import Path

import pytest
from terminal import environment, run

import jotto
from jotto.errors import to_install

ROOT = Path(__file__).resolve().parents[1]
EXTRAS = "import sys; sys.modules |= dict.fromkeys(('starlette', 'dask', 'wordfreq'))"
WORKFLOW = ROOT / ".github" / "workflows" / "ci.yml"


def test_the_version_and_its_date_are_the_same_everywhere():
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    newest, date = re.search(r"^## \[(\d.*)\] - (.+)$", changes, re.M).groups()
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8").splitlines()
    assert newest == jotto.__version__
    assert {f"version: {newest}", f"date-released: {date}"} <= set(citation)


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
    (home / "others.pth").write_text("\n".join(path for path in sys.path if "site-pack" in path))
    (home / "sitecustomize.py").write_text(EXTRAS)
    return folder, python


SERVE, PIP = ("serve",), r"\S+python\S* -m pip install|uv pip install -p \S+python\S*"


@pytest.mark.parametrize(
    ("command", "made_by", "advice"),
    [
        (SERVE, "", rf'({PIP}) "jotto\[web\]"'),
        (("lists", "wordfreq", "es"), "", rf'({PIP}) "jotto\[lists\]"'),
        (("openings", "--full", "--dask", "localhost:1"), "", rf'({PIP}) "jotto\[dask\]"'),
        (SERVE, "pipx_metadata.json", r'pipx inject jotto "jotto\[web\]"'),
        (SERVE, "uv-receipt.toml", r'uv tool install "jotto\[web\] @ file:\S+"'),
    ],
)
def test_what_is_missing_is_installed_as_jotto_was(wheel_only, command, made_by, advice):
    folder, python = wheel_only
    for name in ("pipx_metadata.json", "uv-receipt.toml"):
        (folder / name).unlink(missing_ok=True)
    (folder / (made_by or "pyvenv.cfg")).touch()
    ended = run(python, "-m", "jotto", *command, cwd=folder, env=environment())
    assert (ended.status, ended.out) == (2, "")
    assert re.fullmatch(f"jotto: [^:]*: {advice}\n", ended.err), ended.err


def test_in_a_checkout_the_checkout_is_installed_again():
    assert to_install("web").endswith(f' -e "{ROOT}[web]"')

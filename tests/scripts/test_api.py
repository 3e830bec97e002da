"""What breaks is compared with the last release, and named in the changes."""

import shutil

import pytest
from terminal import run

griffe = pytest.importorskip("griffe")
api = pytest.importorskip("api")

STUB = "from jotto.things import Tree as Tree, words as words\n"
THINGS = '''
class Tree:
    """A tree."""
    def save(self, path): ...
    def lines(self): ...
    def _hidden(self): ...
def words(secrets, guesses=()): ...
'''


@pytest.mark.skipif(not shutil.which("git"), reason="git is not there")
def test_what_breaks_since_the_last_release_is_named_in_the_changes(tmp_path):
    files = {"jotto/__init__.py": "", "jotto/__init__.pyi": STUB, "jotto/things.py": THINGS}
    files |= {"CITATION.cff": "version: 1.0.0\n", "CHANGELOG.md": "## [Unreleased]\n\n## [1.0.0]\n"}
    (tmp_path / "jotto").mkdir()

    def commit(changed):
        for name, text in changed.items():
            (tmp_path / name).write_text(text)
        me = "-c", "user.name=me", "-c", "user.email=me@example.org"
        for command in (["init", "-q"], ["add", "."], [*me, "commit", "-q", "-m", "go on"]):
            assert run("git", *command, cwd=tmp_path).status == 0

    assert api.last_release(tmp_path) == ""
    commit(files)
    release = api.last_release(tmp_path)
    assert release == run("git", "rev-parse", "HEAD", cwd=tmp_path).out.strip()
    without = THINGS.replace("    def save(self, path): ...\n", "").replace(
        "guesses=()", "*, rule=1"
    )
    without = without.replace("    def lines(self): ...\n    def _hidden(self): ...\n", "")
    commit({"jotto/things.py": without})
    assert api.last_release(tmp_path) == release
    # lines is for the engine, and what has an underscore is nobody's
    assert [line.partition(":")[0] for line in api.untold(tmp_path, release)] == [
        "Tree.save",
        "words",
    ]
    told = "## [Unreleased]\n\n* `Tree.save` is gone, `words(guesses)` too.\n\n## [1.0.0]\n"
    commit({"CHANGELOG.md": told})
    assert api.untold(tmp_path, release) == []
    shallow = tmp_path / "shallow"
    assert run("git", "clone", "-q", "--depth=1", tmp_path.as_uri(), shallow).status == 0
    assert api.last_release(shallow) == ""

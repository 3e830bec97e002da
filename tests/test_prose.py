"""Prose: what proselint finds in the README and the docs, and words that this project avoids.

``.proselintrc.json`` switches three checks off: of symbols (sources have the characters of a
keyboard), of diacritical marks ("resume" is an option), of logic ("least worst case" is a term).
"""

import re
import sys
from importlib.util import find_spec
from itertools import count
from pathlib import Path

import pytest
from terminal import run

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
SOURCES = sorted(path for kind in ("py", "html", "js") for path in ROOT.glob(f"jotto/**/*.{kind}"))
INSTEAD = {  # of a riddle, a paraphrase or another name for the same thing: a word of the field
    "mend(s|ed)?": "fix, correct",
    "anew": "again",
    "heed(s|ed)?": "use",
    "go(es|ing|ne)? on with": "continue, resume",
    "see(s|n)? to it": "check, make sure",
    "un-?propos(al|ed)": "not proposed",
    "feedback|reply|replies": "score",
    "buckets?": "part",
    "the target": "the secret",
    "outsiders?|strangers?": "unlisted word, visitor",
    "simply|obviously|of course": "nothing",
}


def prose_of(path: Path) -> str:
    """The text of a page, line by line; each piece of code is another word."""
    number, blocks = count(1), re.compile(r"```.*?```", re.DOTALL)
    text = blocks.sub(lambda block: "\n" * block[0].count("\n"), path.read_text("utf-8"))
    text = re.sub(r"^    .*$|^!\[.*$", "", text, flags=re.M)
    text = re.sub(r"\]\([^)]*\)", "]", text)
    return re.sub(r"`[^`]*`", lambda _: f"code{next(number)}code", text)


@pytest.mark.skipif(
    find_spec("proselint") is None, reason="needs proselint: pip install --group dev"
)
def test_proselint_finds_nothing(tmp_path):
    for page in PAGES:
        (tmp_path / page.name).write_text(prose_of(page))
    check = sys.executable, "-m", "proselint", "check", "--config", ROOT / ".proselintrc.json"
    assert run(*check, *(page.name for page in PAGES), cwd=tmp_path) == (0, "", "")


def test_words_that_are_not_used_are_not():
    word = re.compile(rf"\b({'|'.join(INSTEAD)})\b", re.I)
    for path in (*PAGES, *SOURCES):
        lines = enumerate(path.read_text("utf-8").splitlines(), 1)
        found = [(number, line) for number, line in lines if word.search(line)]
        assert found == [], (path.name, INSTEAD)

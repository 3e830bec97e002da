"""Prose: what proselint finds in the README and the docs, and words that this project avoids.

``proselint.json`` switches three checks off: of symbols (sources have the characters of a
keyboard), of diacritical marks ("resume" is an option), of logic ("least worst case" is a term).
"""

import json
import re
import sys
import tomllib
from importlib.util import find_spec
from itertools import count
from pathlib import Path

import pytest
from terminal import run

import jotto

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
KINDS = "py", "html", "js"
SOURCES = sorted(
    path
    for kind in KINDS
    for path in (ROOT / "jotto").glob(f"**/*.{kind}")
    if "node_modules" not in path.parts
)
TEXTS = [  # what people read that is in no source
    *(ROOT / "jotto" / "pages" / name for name in ("sentences.json", "moves.json")),
    ROOT / "jotto" / "assistant" / "requests.json",
    ROOT / "jotto" / "cli" / "names.toml",
]
# What a player is never told in these words (the rules: CONTRIBUTING.md).
UNPLAYED = {
    r"\bregrets?\b": "what a guess costs",
    r"\bpriors?\b": "how common a word is",
    r"\bexact-elsewhere\b": "exact, then elsewhere",
    r"\b(guesses|scores|words|bits|games) (more|less|fewer)\b": "more guesses, fewer bits",
    r"\bso many\b": "a number, or enough",
    r"\bmay stay\b|; else\b|\bis anything\b": "a sentence of its own",
    r"\d %": "29%",
    r"^\W*(Who|What|Which) (?![^?]*\?)[a-z]+ .*\b(is|are|can)\b": "Anyone who, a noun",
}
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
    check = (
        sys.executable,
        "-m",
        "proselint",
        "check",
        "--config",
        ROOT / "tests" / "proselint.json",
    )
    assert run(*check, *(page.name for page in PAGES), cwd=tmp_path) == (0, "", "")


def test_words_that_are_not_used_are_not():
    word = re.compile(rf"\b({'|'.join(INSTEAD)})\b", re.I)
    for path in (*PAGES, *SOURCES):
        lines = enumerate(path.read_text("utf-8").splitlines(), 1)
        found = [(number, line) for number, line in lines if word.search(line)]
        assert found == [], (path.name, INSTEAD)


def test_numbers_and_defaults_are_written_as_in_english():
    """So the sign of per cent stands at its number, and a default in a sentence of its own."""
    for path in PAGES:
        assert re.findall(r".*\d %.*", prose_of(path)) == [], (path.name, "29%")
    for path in SOURCES:
        assert "; default:" not in path.read_text("utf-8"), (path.name, "Default: .., last")


def strings(value) -> list[str]:
    """All texts in JSON or TOML."""
    if isinstance(value, str):
        return [value]
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [text for each in inner for text in strings(each)]


def test_words_that_are_not_used_are_not_in_what_people_read_outside_the_sources():
    word = re.compile(rf"\b({'|'.join(INSTEAD)})\b", re.I)
    for path in TEXTS:
        text = path.read_text("utf-8")
        read = json.loads(text) if path.suffix == ".json" else tomllib.loads(text)
        assert [said for said in strings(read) if word.search(said)] == [], (path.name, INSTEAD)


def said_while_playing() -> dict[str, str]:
    """The sentences by their keys; of a choice between texts, and of an optional part, each.

    Beside them the sentences that stand in the scripts of the page.
    """
    catalogue = jotto.catalogue()["sentences"]
    plain = {key: re.sub(r"\[\[|\]\]", "", text) for key, text in catalogue.items()}
    told = {key: re.sub(r"\{\w+\|?|[{}]", "", text) for key, text in plain.items()}
    scripts = "".join(path.read_text("utf-8") for path in SOURCES if path.suffix == ".js")
    return told | {text: text for text in re.findall(r'"([A-Z][^"\n]* [^"\n]*)"', scripts)}


@pytest.mark.parametrize("pattern", UNPLAYED)
def test_sentences_of_play_keep_to_the_rules(pattern):
    found = {key: said for key, said in said_while_playing().items() if re.search(pattern, said)}
    assert found == {}, UNPLAYED[pattern]


@pytest.mark.parametrize(
    ("pattern", "broken"),
    list(
        zip(
            UNPLAYED,
            [
                *("The regret is 0.2.", "By the prior.", "exact-elsewhere"),
                *("0.22 guesses more than", "It takes so many guesses.", "It may stay empty"),
                *("over 95 %", "Who opens it without a seat can watch"),
            ],
            strict=True,
        )
    ),
)
def test_the_rules_find_what_breaks_them(pattern, broken):
    assert re.search(pattern, broken)

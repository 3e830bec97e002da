"""The catalogue of sentences beside the code that uses it, in Python and in the browser."""

import ast
import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import jotto
from jotto.assistant import sentences
from jotto.assistant.move_table import table
from jotto.assistant.sentences import OPTIONAL, PLACE, SENTENCES, Sentence, filled, merged
from jotto.errors import FileError

FOLDER = Path(jotto.__file__).parent
PAGES = FOLDER / "pages"
CALLS = Path(__file__).parents[1] / "pages" / "calls.js"
CATALOGUE = json.loads(SENTENCES.read_text("utf-8"))
TEMPLATES = CATALOGUE["sentences"]
MAKERS = ("sentence", "Sentence", "wording.chained")
LANGUAGES = {
    name: ast.parse((FOLDER / name).read_text("utf-8"))
    for place in ("assistant", "cli", "web")
    for name in sorted(f"{place}/{path.name}" for path in (FOLDER / place).glob("*.py"))
}
SCRIPTS = {path.name: path.read_text("utf-8") for path in sorted(PAGES.glob("*.js"))}
LITERAL = re.compile(r'"((?:[^"\\]|\\.)*)"')


def results(node: ast.expr) -> Iterator[str]:
    """The texts that an expression may give: a text, or either of a choice."""
    if isinstance(node, ast.IfExp):
        yield from (*results(node.body), *results(node.orelse))
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value


def calls() -> Iterator[tuple[str, ast.Call]]:
    """The calls in Python that make a sentence, each with a key."""
    for tree in LANGUAGES.values():
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            name = ast.unparse(node.func).removeprefix("sentences.")  # session.entered is another
            if name in MAKERS:
                yield from ((key, node) for key in results(node.args[0]))


def told(text: str) -> Iterator[tuple[str, str]]:
    """The sentences of a script: the first argument, and the object of facts, if it is one."""
    for call in re.finditer(r"(?<![.\w])(?:sentence|label)\(", text):
        depth, begin, parts = 0, call.end(), list[str]()
        for at in range(call.end(), len(text)):
            depth += (text[at] in "([{") - (text[at] in ")]}")
            if depth < 0 or (depth == 0 and text[at] == ","):
                parts.append(text[begin:at].strip())
                begin = at + 1
            if depth < 0:
                break
        yield parts[0], (*parts, "")[1]


def named(template: str) -> set[str]:
    """The facts that a template has places for."""
    nouns = (form[1:] for _, form in PLACE.findall(template) if form.startswith("@"))
    return {*nouns, *(name for name, _ in PLACE.findall(template))}


def test_every_key_that_is_used_is_there():
    keys = {key for key, _ in calls()}
    condition = re.compile(r"^.*?\?(?!\.)", re.DOTALL)  # of a choice of two
    for text in SCRIPTS.values():
        for first, _ in told(text):
            keys |= {*LITERAL.findall(condition.sub("", first))}
    assert len(keys) > 150
    assert keys - TEMPLATES.keys() == set()


def test_every_key_that_is_there_is_used():
    nodes = (node for tree in LANGUAGES.values() for node in ast.walk(tree))
    constants = {node.value for node in nodes if isinstance(node, ast.Constant)}
    constants |= {text for script in SCRIPTS.values() for text in LITERAL.findall(script)}
    constants |= {form.help for kind in table().values() for form in kind.typed}
    constants |= {f"move {kind.name}" for kind in table().values() if kind.place}  # its label
    constants |= {f"level {name}" for name in CATALOGUE["levels"]}  # its label
    assert TEMPLATES.keys() - constants == set()
    assert [*TEMPLATES] == sorted(TEMPLATES)


def test_templates_have_places_only_for_facts_that_are_given():
    compared = 0
    for key, call in calls():
        given = {keyword.arg for keyword in call.keywords}
        if None in given or len(call.args) > 1 or key in ("or", "and"):
            continue
        assert named(TEMPLATES[key]) <= given, key
        compared += 1
    for text in SCRIPTS.values():
        for first, facts in told(text):
            plain = not re.search(r"\.\.\.|\(\s*\{", facts) and facts.startswith("{")
            if not (LITERAL.fullmatch(first) and (plain or not facts)):
                continue
            given = {*re.findall(r"(?:^\{|,)\s*(\w+)", facts)}
            assert named(TEMPLATES[first.strip('"')]) <= given, first
            compared += 1
    assert compared > 150


NUMBERS = (0, 1, 2, 5, 21, 1234)
CHANCES = (0, 0.00021, 0.0123, 0.5, 0.997, 1)
TEXTS = ("HATCH", "", None, ["a", 1234], 1234, {"key": "you", "facts": {}})


def values(form: str) -> tuple[Any, ...]:
    """Values that a place may get."""
    if ":" in form:
        names = [choice.partition(":")[0] for choice in form.split("|")]
        return (True, False) if {*names} <= {"yes", "no"} else tuple(names)
    if form in ("%", "~"):
        return CHANCES if form == "%" else (0.5, 1, 2.25, 9.96, 1050821.3)
    return TEXTS if not form else (0, 2.125, -0.05, 1234.5) if form[0] == "." else NUMBERS


def samples(template: str) -> Iterator[dict[str, Any]]:
    """Facts for a template: each place with each of its values, the others as they come."""
    places = dict(PLACE.findall(template))
    needed = {name for name, _ in PLACE.findall(OPTIONAL.sub("", template))}
    usual = {name: values(form)[1 if form else 0] for name, form in places.items()}
    usual |= {form[1:]: "word" for form in places.values() if form.startswith("@")}
    yield usual
    for name, form in places.items():
        for value in values(form):
            if value is not None or name not in needed:
                yield usual | {name: value}


def sentence(value: Any) -> Any:
    return Sentence(**value) if isinstance(value, dict) else value


def test_both_formatters_say_the_same():
    if (node := shutil.which("node")) is None:
        pytest.skip("node is not installed: it runs the page's modules")
    asked = [
        {"key": key, "facts": facts} for key, text in TEMPLATES.items() for facts in samples(text)
    ]
    asked += [{"key": "found", "facts": {"word": "A", "made": n}} for n in ("three", ["a", 2])]
    said = [
        filled(TEMPLATES[one["key"]], {name: sentence(v) for name, v in one["facts"].items()})
        for one in asked
    ]
    line = json.dumps(["say", asked])
    done = subprocess.run([node, CALLS], input=line, capture_output=True, text=True, timeout=60)
    assert len(asked) > 500
    for one, mine, theirs in zip(asked, said, json.loads(done.stdout), strict=True):
        assert mine == theirs, one


@pytest.mark.parametrize(
    ("plural", "forms"),
    [
        ("one, more", {0: "b", 1: "a", 2: "b", 21: "b"}),
        ("up to one, more", {0: "a", 1: "a", 2: "b", 21: "b"}),  # French
        ("one, few, many", {1: "a", 2: "b", 5: "c", 11: "c", 12: "c", 21: "a", 22: "b", 112: "c"}),
    ],
)
def test_languages_count_in_their_own_way(tmp_path, monkeypatch, plural, forms):
    """The forms of Russian nouns: 1 слово, 2 слова, 5 слов, 11 слов, 21 слово, 22 слова."""
    path = tmp_path / "language.json"
    language = {**CATALOGUE, "plural": plural, "nouns": {"word": ["a", "b", "c"]}}
    path.write_text(json.dumps(language | {"sentences": {"n": "{n|word}"}}))
    monkeypatch.setenv("JOTTO_SENTENCES", str(path))
    sentences.catalogue.cache_clear()
    try:
        assert {n: str(Sentence("n", {"n": n}))[-1] for n in forms} == forms
        if node := shutil.which("node"):
            asked = json.dumps(["say", [{"key": "n", "facts": {"n": n}} for n in forms]])
            done = subprocess.run([node, CALLS], input=asked, capture_output=True, text=True)
            assert [text[-1] for text in json.loads(done.stdout)] == [*forms.values()]
    finally:
        sentences.catalogue.cache_clear()


OF_FOUND = {  # templates in the place of "You found {word} in {made|guess}."
    "{nosuch}": "{nosuch} is no fact of it; it has {word}, {made}",
    "{made|gues}": "{made|gues}: 'gues' is no noun and no form of numbers",
    "{made|@word}": "{made|@word}: '@word' is no noun and no form of numbers",
    "{made|.2f}": "{made|.2f}: '.2f' is no noun and no form of numbers",
    "{made|.99999999999}": "{made|.99999999999}: '.99999999999' is no noun and no form of numbers",
    "{word|yes:a|no:b}": "{word|yes:a|no:b}: {word} has no choices",
    "{word:>999999999}": "'{word:>999999999}': a { that is not of a place such as {word}",
    "{word.__class__}": "'{word.__class__}': a { that is not of a place such as {word}",
    "{{word}}": "'{{word}}': a { that is not of a place such as {word}",
    "{}": "'{}': a { that is not of a place such as {word}",
    "[[{word}": "'[[{word}': a [[ that is not of a place such as {word}",
    "a\x1b[2J": "'a\\x1b[2J' is not a text that can be shown",
    "a\ud800": "'a\\ud800' is not a text that can be shown",
    "a\n": "'a\\n' is not a text that can be shown",
    "a" * 1001: f"'{'a' * 59} is not a text that can be shown",
    None: "None is not a text that can be shown",
    5: "5 is not a text that can be shown",
}
WRONG = [
    *(
        ({"sentences": {"found": wrong}}, "sentence 'found'", why)
        for wrong, why in OF_FOUND.items()
    ),
    (
        {"sentences": {"possible": "{left} ({true})"}},
        "sentence 'possible'",
        "{true} may be missing: write it between [[ and ]]",
    ),
    (
        {"sentences": {"a verdict": "{who} {won} {word} {made}"}},
        "sentence 'a verdict'",
        "{won} lacks the choice 'yes'",
    ),
    (
        {"sentences": {"a verdict": "{who} {won|yes:a|b} {word} {made}"}},
        "sentence 'a verdict'",
        "{won|yes:a|b} lacks the choice 'no'",
    ),
    ({"almost": "{n}"}, "'almost'", "{n} is no fact of it; it has {chance}"),
    ({"nouns": {"word": ["Wort"]}}, "noun 'word'", "['Wort'] has 1; 'one, more' needs 2 forms"),
    ({"nouns": {"word": "Wort"}}, "noun 'word'", "'Wort' is not a list of texts that can be shown"),
    ({"nouns": None}, "'nouns'", "None is not an object of texts"),
    ({"sentences": []}, "'sentences'", "[] is not an object of texts"),
    (
        {"plural": "one, few, many", "nouns": {"word": ["a", "b"]}},
        "noun 'word'",
        "['a', 'b'] has 2; 'one, few, many' needs 3 forms",
    ),
    (
        {"plural": {}},
        "'plural'",
        "{}: write one of 'one, more', 'up to one, more', 'one, few, many'",
    ),
    ([], "", "they are not a catalogue of sentences: plural, almost, nouns, sentences"),
    (
        {"word": "Wort"},
        "",
        "they are not a catalogue of sentences: plural, almost, nouns, sentences",
    ),
]


@pytest.mark.parametrize(("language", "where", "why"), WRONG)
def test_what_is_wrong_with_a_language_is_told_by_its_key_before_a_game(language, where, why):
    with pytest.raises(FileError) as told:
        merged(CATALOGUE, language, "de.json")
    assert told.value.where == where
    assert str(told.value) in (f"sentences 'de.json'{where and ' '}{where}: {why}",)


def test_the_english_sentences_pass_the_check_of_other_languages():
    assert merged(CATALOGUE, CATALOGUE, "en.json") == CATALOGUE


def test_what_a_language_lacks_is_in_english_also_with_more_forms():
    made = merged(CATALOGUE, {"plural": "one, few, many"}, "ru.json")
    assert made["nouns"]["guess"] == ["guess", "guesses", "guesses"]


@pytest.mark.parametrize("value", ["HATCH", ["a", 1234], 2.5])
def test_a_form_of_numbers_that_gets_something_else_shows_it(value):
    """English has {guesses} as a text; another language may count them."""
    plain = filled("{n}", {"n": value})
    assert filled("{n|%}", {"n": value}) == ("250%" if value == 2.5 else plain)
    assert filled("{n|word}", {"n": value}) == (f"{plain} words" if value == 2.5 else plain)

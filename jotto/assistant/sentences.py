"""What is said of a live game: sentences by key, with places for facts.

``jotto/pages/sentences.json`` has the templates and the forms of nouns; the browser reads the same
file (``sentences.js``). Another language is another such file: ``JOTTO_SENTENCES`` names it.
In a template stand

* ``{name}``: a text, a number with separators, a sentence, or several, with commas between;
* ``{name|guess}``: a number and its noun; with ``@noun`` the noun that the fact ``noun`` names;
* ``{name|%}``, ``{name|~}``, ``{name|.2}``: a chance; a number with two digits; with decimals;
* ``{name|yes:is|no:is not}``: one of some texts, by the value; of another value, the value;
* ``[[ .. ]]``: left out if a fact in it is missing or empty.

``levels``, the same in every language: a kept secret is of the likeliest, which have so many
percent of all weight.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Container, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, partial
from numbers import Real
from pathlib import Path
from typing import Any

from jotto import files
from jotto.called import N_BOARDS
from jotto.errors import CONTROLS, FileError, GameError, quoted, refusing_any
from jotto.plain import Plain

SENTENCES = Path(__file__).parents[1] / "pages" / "sentences.json"
PLACE = re.compile(r"\{(\w+)(?:\|([^{}]*))?\}")
OPTIONAL = re.compile(r"\[\[(.*?)\]\]")
PLURALS: Mapping[str, Any] = {  # which form of a noun goes with a number
    "one, more": lambda n: n != 1,
    "up to one, more": lambda n: n >= 2,
    "one, few, many": lambda n: 2 if 10 < n % 100 < 15 else int("2011122222"[int(n) % 10]),
}
FORMS = {"one, more": 2, "up to one, more": 2, "one, few, many": 3}  # that a noun has
NUMBERED, NAMED, DATED = r"\d[\d.-]*", r"\S.*?", ("day",)  # facts as they are read again
OF_NUMBERS = re.compile(r"%|~|\.\d")  # the forms of places that are no nouns
UNSHOWN = re.compile(CONTROLS.pattern.replace("[", "[\t\n\ud800-\udfff", 1))
NUMBERS: Any = Real
LONGEST = 1000  # characters of a text; the longest English one has about 200


@dataclass(frozen=True)
class Sentence(Plain):
    """A sentence by its key, and its facts; as a text it is the sentence.

    >>> import jotto
    >>> str(jotto.Sentence("found", {"word": "HATCH", "made": 3}))
    'You found HATCH in 3 guesses.'
    """

    key: str
    facts: Mapping[str, Any] = field(default_factory=dict, hash=False)

    def __str__(self) -> str:
        try:
            return filled(catalogue()["sentences"][self.key], self.facts)
        except (LookupError, TypeError):
            raise GameError(f"{self.key!r:.60} is no sentence with these facts") from None


def sentence(key: str, **facts: Any) -> Sentence:
    """Return a sentence with its facts."""
    return Sentence(key, facts)


@cache
def _english() -> Mapping[str, Any]:
    english: Mapping[str, Any] = json.loads(SENTENCES.read_text("utf-8"))
    return english


@cache
def catalogue() -> Mapping[str, Any]:
    """Read the templates and the nouns; missing ones in English. Raises FileError.

    >>> import jotto
    >>> jotto.catalogue()["sentences"]["leaves"]
    '{guess} leaves about {left|~}'
    """
    english = _english()
    if not (language := os.environ.get("JOTTO_SENTENCES")):
        return english
    path = Path(language)
    with files.refusing("sentences", path, "they cannot be read: "):
        text = files.contents(path)
    with refusing_any(lambda error: FileError("sentences", path, f"{NO_CATALOGUE}: {error}")):
        return merged(english, files.from_json(text), path)


ON_BOARDS = {N_BOARDS[name]: name for name in ("dordle", "quordle", "octordle")}  # as sentences say


def game_facts(called: str, boards: int = 1) -> dict[str, Any]:
    """Return the facts by which a text to share names a game; the name of Jotto is jotto's own.

    >>> game_facts("wordle", 4), game_facts("", 2)
    ({'game': 'quordle', 'boards': None}, {'game': '', 'boards': 2})
    >>> game_facts("wordle", 16)
    {'game': 'wordle', 'boards': 16}
    """
    named = ON_BOARDS.get(boards) if called == "wordle" else None
    return {"game": named or called, "boards": None if named or boards == 1 else boards}


# --- the check of a language ----------------------------------------------------------------------

NO_CATALOGUE = "they are not a catalogue of sentences"


def merged(english: Mapping[str, Any], language: Any, path: object) -> dict[str, Any]:
    """Return a language with what it lacks in English. Raises FileError, which names the key.

    Each template is compared with the English one, which shows what its facts can be, so that no
    template fails when it is filled.
    """
    where, translated = "", [name for name in english if name != "levels"]
    try:
        if not isinstance(language, dict) or not {*language}.intersection(translated):
            raise ValueError(f"{NO_CATALOGUE}: {', '.join(translated)}")
        where = "'plural'"
        plural = language.get("plural", english["plural"])
        if plural not in [*PLURALS]:
            raise ValueError(f"{plural!r:.60}: write one of {', '.join(map(repr, PLURALS))}")
        where = "'almost'"
        almost = language.get("almost", english["almost"])
        check(almost, english["almost"], ())
        where = "'nouns'"
        nouns = _object(language.get("nouns", {}))
        for noun, forms in nouns.items():
            where = f"noun {noun!r:.60}"
            if not isinstance(forms, list) or not all(map(_is_shown, forms)):
                raise ValueError(f"{forms!r:.60} is not a list of texts that can be shown")
            if len(forms) < FORMS[plural]:
                needed = f"{plural!r} needs {FORMS[plural]} forms"
                raise ValueError(f"{forms!r:.60} has {len(forms)}; {needed}")
        # those of English, where a language has more forms: the last one again
        usual = {noun: [*forms, forms[-1]] for noun, forms in english["nouns"].items()}
        nouns = {noun: forms[: FORMS[plural]] for noun, forms in usual.items()} | nouns
        where = "'sentences'"
        templates = _object(language.get("sentences", {}))
        for key, template in templates.items():
            where = f"sentence {key!r:.60}"
            check(template, english["sentences"].get(key, template), nouns)
    except ValueError as error:
        raise FileError("sentences", path, str(error), where) from None
    sentences = {**english["sentences"], **templates}
    made = {"plural": plural, "almost": almost, "nouns": nouns, "sentences": sentences}
    return {**english, **made}


def _object(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict) or not all(map(_is_shown, value)):
        raise ValueError(f"{value!r:.60} is not an object of texts")
    return value


def _is_shown(value: Any) -> bool:
    """Whether a value is a text that every terminal and page can show."""
    return isinstance(value, str) and len(value) <= LONGEST and not UNSHOWN.search(value)


def check(template: Any, english: str, nouns: Container[str]) -> None:
    """Raise ValueError if a template cannot be filled with the facts of the English one.

    >>> check("In {made|guess}: {word}", "You found {word} in {made}.", ["guess"])
    >>> check("{nosuch}", "You found {word} in {made}.", [])
    Traceback (most recent call last):
    ValueError: {nosuch} is no fact of it; it has {word}, {made}
    """
    if not _is_shown(template):
        raise ValueError(f"{template!r:.60} is not a text that can be shown")
    whole = OPTIONAL.sub(r"\1", template)
    if left := re.search(r"[{}]|\[\[|\]\]", PLACE.sub("", whole)):
        raise ValueError(f"{quoted(template)}: a {left[0]} that is not of a place such as {{word}}")
    usual = dict(sorted(PLACE.findall(english), key=lambda place: bool(place[1])))
    naming = {form[1:] for form in usual.values() if form.startswith("@")}
    always = _names(OPTIONAL.sub("", english))
    for name, form in PLACE.findall(template):
        place = f"{{{name}{'|' * bool(form)}{form}}}"
        if name not in usual and name not in naming:
            facts = ", ".join(f"{{{fact}}}" for fact in usual) or "none"
            raise ValueError(f"{place:.60} is no fact of it; it has {facts}")
        choices, given = _choices(form), _choices(usual.get(name, ""))
        if missing := [choice for choice in given if choice not in choices]:
            raise ValueError(f"{place:.60} lacks the choice {missing[0]!r}")
        if choices and not given and name not in naming:
            raise ValueError(f"{place:.60}: {{{name}}} has no choices")
        known = not form or choices or OF_NUMBERS.fullmatch(form)
        if not known and (form[1:] not in naming if form[0] == "@" else form not in nouns):
            raise ValueError(f"{place:.60}: {form!r:.60} is no noun and no form of numbers")
    if missing := sorted(_names(OPTIONAL.sub("", template)) - always):
        raise ValueError(f"{{{missing[0]}}} may be missing: write it between [[ and ]]")


def _names(template: str) -> set[str]:
    """Return the facts that a template has places for, with those that name nouns."""
    places = PLACE.findall(template)
    return {name for name, _ in places} | {form[1:] for _, form in places if form[:1] == "@"}


def _choices(form: str) -> dict[str, str]:
    """Return the choices of a place, texts by values; of another form none."""
    pairs = (choice.partition(":") for choice in form.split("|"))
    return {value: text for value, colon, text in pairs if colon}


# --- a text ---------------------------------------------------------------------------------------


def filled(template: str, facts: Mapping[str, Any]) -> str:
    """Fill the places of a template.

    >>> filled("{left} possible[[ ({true} if all are true)]]", {"left": 1234, "true": None})
    '1,234 possible'
    """

    def optional(part: re.Match[str]) -> str:
        there = all(facts.get(name) not in (None, "", (), []) for name, _ in PLACE.findall(part[1]))
        return part[1] if there else ""

    return PLACE.sub(partial(_placed, facts), OPTIONAL.sub(optional, template))


@cache
def patterns(*keys: str) -> tuple[re.Pattern[str], ...]:
    """Return what reads some sentences again, in English and in the language that is set.

    The facts are numbers, days or names: groups by their names; a choice is a group: "won_yes".

    >>> [read] = patterns("share: boards")
    >>> read.match("jotto, 2 boards: 5 guesses").group("boards", "made")
    ('2', '5')
    """
    found = dict[str, re.Pattern[str]]()
    for language in (_english(), catalogue()):
        for key in keys:
            with suppress(re.error):  # a language may write a fact twice
                text = _pattern(language["sentences"][key], language["nouns"])
                found[text] = re.compile(text)
    return (*found.values(),)


def _pattern(template: str, nouns: Mapping[str, Any]) -> str:
    parts = list[str]()
    for part in re.split(r"(\[\[|\]\]|\{[^{}]*\})", template):
        name, form = place.groups("") if (place := PLACE.fullmatch(part)) else ("", "")
        if choices := _choices(form):
            texts = (f"(?P<{name}_{choice}>{re.escape(text)})" for choice, text in choices.items())
            parts.append(f"(?:{'|'.join(texts)})")
        elif form in nouns:
            parts.append(
                rf"(?P<{name}>\d{{1,3}}(?:,\d{{3}})*) (?:{'|'.join(map(re.escape, nouns[form]))})"
            )
        elif name:
            parts.append(rf"(?P<{name}>{NUMBERED if form or name in DATED else NAMED})")
        else:
            parts.append({"[[": "(?:", "]]": ")?"}.get(part, re.escape(part)))
    return f"{''.join(parts)}(?!\\S)"


def text(value: Any) -> str:
    """Return a fact as a text."""
    if isinstance(value, list | tuple):
        return ", ".join(map(text, value))
    return str(value) if isinstance(value, str | Sentence) else f"{value:,}"


def _placed(facts: Mapping[str, Any], place: re.Match[str]) -> str:
    value, form = facts[place[1]], place[2] or ""
    if choices := _choices(form):
        return str(choices.get({True: "yes", False: "no"}.get(value, value), value))
    if not isinstance(value, NUMBERS):  # a form of numbers in another language
        return text(value)
    if form in ("%", "~"):
        return share(value) if form == "%" else approximate(value)
    if form.startswith("."):
        return f"{value:,{form}f}"
    noun = str(facts[form[1:]]) if form.startswith("@") else form
    return counted(value, noun) if form else text(value)


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, which the catalogue has.

    >>> counted(1, "guess"), counted(1234, "guess")
    ('1 guess', '1,234 guesses')
    """
    forms = catalogue()["nouns"][noun]
    return f"{number:,} {forms[int(PLURALS[catalogue()['plural']](number))]}"


def approximate(number: float) -> str:
    """Return a number with two digits, or as an integer from 10 up.

    >>> approximate(819.6), approximate(2.25), approximate(1.0)
    ('820', '2.2', '1')
    """
    return f"{number:,.0f}" if number >= 10 else f"{number:.1f}".removesuffix(".0")


def share(chance: float) -> str:
    """Return a chance as a percentage; only what is certain is 100%.

    >>> share(0.25), share(0.0123), share(0.0002), share(0.0), share(0.997), share(1.0)
    ('25%', '1.2%', '0.02%', '0%', 'over 99%', '100%')
    """
    chance = round(chance, 12) + 0.0  # without rounding errors of a sum; not -0.0
    shown = f"{chance:.0%}" if chance >= 0.1 else f"{100 * chance:.2g}%"
    return filled(catalogue()["almost"], {"chance": "99%"}) if 0.995 < chance < 1 else shown

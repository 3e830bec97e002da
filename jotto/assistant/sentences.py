"""What is said of a live game: sentences by key, with places for facts.

``jotto/pages/sentences.json`` has the templates and the forms of nouns; the browser reads the same
file (``sentences.js``). Another language is another such file: ``JOTTO_SENTENCES`` names it.
In a template stand

* ``{name}``: a text, a number with separators, a sentence, or several, with commas between;
* ``{name|guess}``: a number and its noun; with ``@noun`` the noun that the fact ``noun`` names;
* ``{name|%}``, ``{name|~}``, ``{name|.2}``: a chance; a number with two digits; with decimals;
* ``{name|yes:is|no:is not}``: one of some texts, by the value; of another value, the value;
* ``[[ .. ]]``: left out if a fact in it is missing or empty.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from typing import Any

from jotto import files
from jotto.errors import FileError
from jotto.plain import Plain

SENTENCES = Path(__file__).parents[1] / "pages" / "sentences.json"
PLACE = re.compile(r"\{(\w+)(?:\|([^{}]*))?\}")
OPTIONAL = re.compile(r"\[\[(.*?)\]\]")
PLURALS: Mapping[str, Any] = {  # which form of a noun goes with a number
    "one, more": lambda n: n != 1,
    "up to one, more": lambda n: n >= 2,
    "one, few, many": lambda n: 2 if 10 < n % 100 < 15 else int("2011122222"[n % 10]),
}


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
        return filled(catalogue()["sentences"][self.key], self.facts)


def sentence(key: str, **facts: Any) -> Sentence:
    """Return a sentence with its facts."""
    return Sentence(key, facts)


@cache
def catalogue() -> Mapping[str, Any]:
    """Read the templates and the nouns; what a language lacks is in English. Raises FileError.

    >>> import jotto
    >>> jotto.catalogue()["sentences"]["leaves"]
    '{guess} leaves about {left|~}'
    """
    english = json.loads(SENTENCES.read_text("utf-8"))
    path = Path(os.environ.get("JOTTO_SENTENCES") or SENTENCES)
    with files.refusing("sentences", path, "they cannot be read: "):
        text = files.contents(path)
    try:
        language = files.from_json(text)
        both = {name: {**english[name], **language[name]} for name in ("nouns", "sentences")}
        return {**english, **language, **both}
    except (ValueError, TypeError, KeyError):
        raise FileError("sentences", path, "they are not a catalogue of sentences") from None


def filled(template: str, facts: Mapping[str, Any]) -> str:
    """Fill the places of a template.

    >>> filled("{left} possible[[ ({true} if all are true)]]", {"left": 1234, "true": None})
    '1,234 possible'
    """

    def optional(part: re.Match[str]) -> str:
        there = all(facts.get(name) not in (None, "", (), []) for name, _ in PLACE.findall(part[1]))
        return part[1] if there else ""

    return PLACE.sub(partial(_placed, facts), OPTIONAL.sub(optional, template))


def text(value: Any) -> str:
    """Return a fact as a text."""
    if isinstance(value, list | tuple):
        return ", ".join(map(text, value))
    return str(value) if isinstance(value, str | Sentence) else f"{value:,}"


def _placed(facts: Mapping[str, Any], place: re.Match[str]) -> str:
    value, form = facts[place[1]], place[2] or ""
    if ":" in form:
        texts = dict(choice.split(":", 1) for choice in form.split("|"))
        return str(texts.get({True: "yes", False: "no"}.get(value, value), value))
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

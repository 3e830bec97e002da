"""The forms of the page, made from the table of fields: what they offer, and what was chosen."""

from collections.abc import Mapping
from functools import cache
from itertools import product
from typing import Any

from jotto.called import names_of
from jotto.errors import GameError, meant, quoted
from jotto.question.fields import (
    HOUSE,
    MEASURE_NAMES,
    WORDS,
    Field,
    Values,
    table,
)
from jotto.question.filling import in_full
from jotto.question.texts import FORM_STRATEGIES, Choices

ADVICE = ("allow", "lies")  # with rows of no group: not where the page, or a friend, has the secret


@cache
def in_forms() -> Mapping[str, tuple[Any, Field]]:
    """Return the fields that a form has: those with choices, then those of yes or no."""
    chosen = {name: row for name, row in table().items() if row[1].form}
    boxes = {n: row for n, row in table().items() if row[0] is bool and row[1].group == HOUSE}
    return chosen | boxes


def form_of(usual: Values) -> list[dict[str, Any]]:
    """Return the fields of a form as JSON values, which begins with the usual ones.

    * ``choices``: each with its text; None: it is yes or no.
    * ``ofWords``: it is there in a game of words alone; ``advice``: only where somebody is advised.
    * ``advised``: the choices that are there only where somebody is advised.
    * ``fits``: of a choice that does not go with everything, the values of other fields with which
      it does, of those that are there.
    """
    rows = []
    for name, (_, row) in in_forms().items():
        value, offered = usual.get(name), _offered(name, usual)
        value = row.usual_of("play", {}) if value is None else value
        first = str(value if value in offered else next(iter(offered), ""))
        rows.append(
            {
                "name": name,
                "label": row.form[0] if row.form else row.says.removesuffix("."),
                "choices": [(str(choice), text) for choice, text in offered.items()] or None,
                "usual": first if offered else value,
                "ofWords": row.of_words,
                "advice": row.group is None or name in ADVICE,
                "advised": _advised(name, offered),
                "fits": _fits(name, row, usual),
            }
        )
    return rows


def knows(strategy: str) -> bool:
    """Whether the page can guess by a strategy, so that its form can offer it."""
    return {*strategy.split("+")} <= {*FORM_STRATEGIES}


def check_strategy(name: str) -> None:
    """Raise GameError for a strategy that the page does not know."""
    if not knows(name):
        known = f"it knows {', '.join(MEASURE_NAMES)}, A+B and simple"
        raise GameError(f"the page cannot guess by {quoted(name)}; {known}").about("strategy")


def chosen_in(form: Mapping[str, str], usual: Values) -> dict[str, Any]:
    """Return what a form says. Raises GameError for what it does not offer."""
    said = dict[str, Any]()
    form = {name: str(value) for name, value in in_full("serve", form).items()}
    for name, (kind, _) in in_forms().items():
        texts = {str(choice): choice for choice in _offered(name, usual)}
        if kind is bool:
            said[name] = form.get(name) == "yes"
        elif name in form or name == "game":
            if (text := form.get(name, "")) not in texts:
                near = meant(text, [*texts, *names_of(texts)]) if name == "game" else ""
                raise GameError(f"{quoted(text)} is not a choice for {name}{near}")
            said[name] = texts[text]
    words = said["game"] == WORDS  # a form may have fields that do not go with another game
    return {name: value for name, value in said.items() if words or not table()[name][1].of_words}


def _offered(name: str, usual: Values) -> Choices:
    """Return the choices of a field with their texts, the usual one too, but not whose advice."""
    choices, value = table()[name][1].choices, usual.get(name)
    own = choices and value and value not in choices
    if name == "strategy" and not knows(str(value)):  # it may be a path
        own = False
    return {value: str(value), **choices} if own else choices


def _advised(name: str, offered: Choices) -> list[str]:
    """Return the choices that a game whose secret is kept does not have: answers may be false."""
    from jotto.games.scoring import rule_named

    return [rule for rule in offered if name == "rule" and rule_named(rule, 1).ways is not None]


def _fits(name: str, row: Field, usual: Values) -> dict[str, dict[str, list[str]]]:
    """Return of each choice of a field with what it goes, field by field, if not with all."""
    if not row.fits:
        return {}
    others = {other: [*_offered(other, usual)] for other in ("game", *row.beside)}
    every = [dict(zip(others, values, strict=True)) for values in product(*others.values())]
    made = dict[str, dict[str, list[str]]]()
    for choice in row.choices:
        fitting = [those for those in every if not row.fits({**those, name: choice})]
        for other, values in others.items():
            words = table()[other][1].of_words
            some = {those[other] for those in fitting if not words or those["game"] == WORDS}
            if len(some) < len(values):
                narrowed = made.setdefault(str(choice), {})
                narrowed[other] = [str(value) for value in values if value in some]
    return made

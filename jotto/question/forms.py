"""The forms of the page, made from the table of fields: what they offer, and what was chosen."""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from typing import Any

from jotto.called import GAMES, N_BOARDS, names_of
from jotto.errors import GameError, count, meant, quoted
from jotto.question.fields import (
    HOUSE,
    MEASURE_NAMES,
    WORDS,
    Field,
    Values,
    table,
)
from jotto.question.filling import in_full
from jotto.question.making import Question, facts_of
from jotto.question.texts import FORM_ALLOW, FORM_STRATEGIES, Choices

BOARDS = {boards: name.capitalize() for name, boards in N_BOARDS.items()}
CODES = {  # by the names of their games: what people call them, and what they are of
    "mastermind": ("Mastermind", "{0} pegs of {1} colours"),
    "bulls-and-cows": ("Bulls & Cows", "{0} different digits of {1}"),
    "equations": ("Nerdle", "equations of {0} signs"),
}
SAID = ("game", "rule", "boards")  # the fields that the name of a game means
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
                "choices": [
                    (str(choice), _capital(text, choice)) for choice, text in offered.items()
                ]
                or None,
                "usual": first if offered else value,
                "ofWords": row.of_words,
                "advice": row.group is None or name in ADVICE,
                "advised": _advised(name, offered),
                "fits": _fits(name, row, usual),
            }
        )
    return rows


def called_in(usual: Values) -> list[dict[str, str]]:
    """Return what people call the games of a form: an id, a title, and the fields each means.

    What can be chosen and has no name of its own has that of its choice.

    >>> [game["title"] for game in called_in({})[:4]]
    ['Jotto', 'Classic Jotto', 'Wordle', 'Dordle']
    """
    offered = {name: _offered(name, usual) for name in SAID}
    rows = dict[tuple[str, ...], str]()
    for name, fields in GAMES.items():
        said = {"boards": 1, "rule": "", **fields}
        if all(of in offered and (value in offered[of] or not value) for of, value in said.items()):
            rows[tuple(str(said[of]) for of in SAID)] = name
    titles = {name: name_of(*said) for said, name in rows.items()}
    for game, rule in product(offered["game"], offered["rule"]):
        named = (WORDS, str(rule), "1") if game == WORDS else (str(game), "", "1")
        if named not in rows:
            rows[named] = name = named[1] or named[0]
            titles[name] = f"Jotto: {offered['rule'][rule]}" if named[1] else _sized(name)
    return [
        {"id": name, "title": titles[name], **dict(zip(SAID, said, strict=True))}
        for said, name in rows.items()
    ]


def _sized(game: str) -> str:
    """Return the name of a game of codes with its size, since another has the name alone."""
    return " ".join((name_of(game), *game.split(":")[1:]))


def _capital(text: str, choice: Any) -> str:
    """Begin the text of a choice with a capital, but no name of a rule or a file."""
    return text if text == str(choice) else text[:1].upper() + text[1:]


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


# --- a game in plain words ------------------------------------------------------------------------


def named_plainly(asked: Question, game: Any) -> tuple[str, str]:
    """Return what people call a game, and what it is of, without the names of any options.

    >>> asked = Question(rule="colours")
    >>> named_plainly(asked, asked.make_game())
    ('Wordle', '6,780 English words')
    """
    text = str(asked.whole.game)
    if text != WORDS:
        return name_of(text), _code_plainly(text, game)
    rule = ("fibble" if game.noisy and not game.lies else "colours") if game.rule.tiles else ""
    return name_of(WORDS, rule, asked.whole.boards or 1), ", ".join(_told(asked, game))


def name_in(options: Mapping[str, Any]) -> str:
    """Return what people call the game of some options, as a saved game has them."""
    game, rule, boards = (options.get(of) for of in SAID)
    return name_of(str(game or WORDS), str(rule or ""), boards or 1)


def name_of(game: str, rule: str = "", boards: str | int = 1) -> str:
    """Return what people call a game; one of somebody's own has the name that it has.

    >>> name_of("words", "colours", 4), name_of("words", "jots", 2), name_of("mastermind:4x6")
    ('Quordle', 'Classic Jotto on 2 boards', 'Mastermind')
    """
    if game != WORDS:
        kind, _, size = game.partition(":")
        return CODES[kind][0] if kind in CODES and size else game
    if rule == "colours" and int(boards) in BOARDS:
        return BOARDS[int(boards)]
    names = {"fibble": "Fibble", "colours": "Wordle", "jots": "Classic Jotto"}
    name = names.get(rule, "Jotto")
    return f"{name} on {boards} boards" if int(boards) > 1 else name


def _told(asked: Question, game: Any) -> Iterator[str]:
    """Yield what there is to say of the list and the house rules, as far as it is not usual."""
    listed = asked.whole.words
    of = f"of {listed.name}" if hasattr(listed, "name") else "of your list" if listed else ""
    yield f"{count(len(game), 'word')} {of}" if of else f"{len(game):,} English words"
    if ruled := facts_of(asked.whole, game, "").get("House rules", "").replace("polite", ""):
        yield ruled.strip(", ")
    if asked.whole.allow in ("candidates", "hard"):
        yield FORM_ALLOW[asked.whole.allow]
    if game.lies:
        yield f"{count(game.lies, 'answer')} may be false"


def _code_plainly(text: str, game: Any) -> str:
    """Return what a game of codes is of."""
    kind, *sizes = text.split(":")
    numbers = sizes[0].split("x") if sizes else []
    if kind not in CODES or not numbers:
        return count(len(game), "secret")
    if len(numbers) < 2:
        numbers += [str(len(sizes[1]))] if len(sizes) > 1 else [""]
    further = ", all different" if "distinct" in sizes else ""
    return f"{CODES[kind][1].format(*numbers)}{further}"

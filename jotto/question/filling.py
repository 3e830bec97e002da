"""What was not said of a question, filled in: the one place where defaults are decided.

Names of games, rules and guesses are turned into the fields that they mean (see ``called.py``).
"""

from collections.abc import Callable
from typing import Any, TypeVar, overload

from jotto.called import SAME_RULE, WORDS, allowed_called, game_called, rule_called
from jotto.errors import GameError, quoted
from jotto.question.fields import LACKS, MEASURED, NOTHING, OF_SCORES, Fields, Values, table

T = TypeVar("T", bound=Fields)
# what a list or a game that is said later makes void
RENEWED = ("words", "guesses", "without", "past", "letters", "prior")
# fields with further names
NAMES: dict[str, Callable[[str], str]] = {"rule": rule_called, "allow": allowed_called}


def in_full(act: str, said: Values, *, strict: bool = True) -> dict[str, Any]:
    """Return what is said with the fields that the names of games, rules and guesses mean.

    The name of a game goes before house rules. What is said beside it goes before what a name has
    as usual, such as one board. Raises GameError if it contradicts anything else that the name
    means; and, if ``strict``, if the act has none of the fields by which the game differs from
    Wordle.

    >>> in_full("play", {"game": "Quordle", "allow": None})
    {'game': 'words', 'allow': None, 'rule': 'colours', 'boards': 4}
    """
    made = {n: NAMES[n](v) if n in NAMES and isinstance(v, str) else v for n, v in said.items()}
    if not isinstance(name := made.get("game"), str):
        return made
    means = game_called(name)
    same = ("game", "rule", *("adversary", "aim") * (act in OF_SCORES))
    own = {n: v for n, v in means.items() if n not in same and v != table()[n][1].usual}
    if strict and own and not any(_has(act, n) for n in own):
        what = f"{own['boards']} boards" if "boards" in own else "a secret that may change"
        lacks = f"which {act.replace('_', '-')} does not have; write wordle"
        wrong = f"{quoted(name)} is Wordle with {what}, {lacks}"
        raise GameError(wrong).about("game")
    for n, v in means.items():
        if n == "game" or made.get(n) is None:
            made |= {n: v} if n in ("game", "rule") or _has(act, n) else {}
        elif str(made[n]) != str(v) and not _may_be_said(n, made[n], v):  # a form has texts
            wrong = f"{quoted(name)} has {n}={v}, not {made[n]!r:.60}; leave one of them out"
            raise GameError(wrong).about("game", n)
    return made


def takes(act: str, name: str) -> bool:
    """Whether an act can be about the game that a name means.

    >>> takes("candidates", "quordle"), takes("score", "quordle")
    (True, False)
    """
    try:
        return bool(in_full(act, {"game": name}))
    except GameError:
        return False


def _may_be_said(name: str, value: Any, meant: Any) -> bool:
    """Whether a value may be said beside the name of a game that has another as usual."""
    return (meant, value) == SAME_RULE if name == "rule" else meant == table()[name][1].usual


def _has(act: str, name: str) -> bool:
    acts = table()[name][1].acts
    asks = "suggest" if act == "play" else act  # it looks ahead, too
    return name not in LACKS.get(act, ()) and (not acts or asks in acts)


@overload
def filled(act: str, *layers: Values, house: Values = ...) -> Fields: ...


@overload
def filled(act: str, *layers: Values, house: Values = ..., kind: type[T]) -> T: ...


def filled(act: str, *layers: Values, house: Values = NOTHING, kind: Any = Fields) -> Any:
    """Say what was not said: by the house rules, by ``layers``, the last at the end, else as usual.

    A value of an earlier layer that does not go with a later one is dropped; in the last layer it
    is refused, but a house rule gives way to it. A new list or game makes void what belonged to the
    one before, but not the house rules, which are not for acts that measure. Raises GameError.

    >>> filled("suggest", {"rule": "jots", "polite": False}, {"game": "mastermind:4x6"}).rule
    'exact-elsewhere'
    """
    values, said, dropped = dict[str, Any](), dict[str, Any](), dict[str, str]()
    unused, house = LACKS.get(act, ()), NOTHING if act in MEASURED else house
    house = in_full(act, house, strict=False)
    named = [in_full(act, layer, strict=layer is layers[-1]) for layer in layers]
    for layer in (house, *named):
        said = {n: value for n, value in layer.items() if value is not None and n not in unused}
        game = said.get("game", WORDS if "words" in said else values.get("game", WORDS))
        if "words" in said or game != values.get("game", WORDS):
            left = {n: value for n, value in values.items() if n not in (*RENEWED, "game")}
            values = {n: value for n, value in house.items() if n in values} | left
        values |= said
        for name, value in said.items():
            if name in table():
                table()[name][1].check(name, value)
    told = {name for layer in named for name in layer}
    for name, (_, row) in table().items():
        if layers and said.get(name) == "" and "" not in row.choices:
            raise GameError(f"{name} is an empty text; leave it out, or write one").about(name)
        if name in values and (wrong := row.unfit(name, values)):
            if layers and name in said and said[name] != row.usual:
                ruled = {other for other in row.beside if other in house and other not in told}
                without = {n: value for n, value in values.items() if n not in ruled}
                if not row.unfit(name, without):  # a house rule gives way
                    values, dropped = without, dropped | dict.fromkeys(ruled, wrong[0])
                    continue
                raise GameError(wrong[0]).about(name, *wrong[1:])
            value = values.pop(name)
            dropped |= {name: wrong[0]} if value != row.usual_of(act, values) else {}
    for name, (_, row) in table().items():
        if name not in values:
            unfit = callable(row.usual) and row.unfit(name, values)
            values[name] = None if unfit else row.usual_of(act, values)
    return kind(act=act, house=house, layers=layers, dropped=dropped, **values)


def check_own(act: str, values: Values) -> None:
    """Raise GameError for a field of an act alone that does not go with the other values."""
    for name, (_, row) in table().items():
        if act in row.acts and (wrong := row.unfit(name, values)):
            raise GameError(wrong[0]).about(name, *wrong[1:])

"""The table of fields: what can be asked, with bounds, defaults, help, and its form at each door.

``Fields`` is the table: each of its fields has a type and a ``Field``, which says the rest. A
field that is None was not said; ``filling.py`` says it, the same at every door. Options of
commands and the schema of requests are made from the table. It imports nothing that counts, so
that ``--help`` is quick, and no ``annotations`` of the future, which ``Annotated`` would not bear.
"""

from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass, field, fields
from datetime import date
from functools import cache, partial
from types import NoneType
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    NamedTuple,
    get_args,
    get_origin,
)

from jotto.called import COMMON as COMMON, EQUATIONS, EVEN as EVEN, WORDLE, WORDS as WORDS
from jotto.engine.measure_table import (
    EARLIEST,
    MEASURE_NAMES as MEASURE_NAMES,
    MEASURE_TABLE as MEASURE_TABLE,
)
from jotto.errors import GameError, quoted
from jotto.question import texts
from jotto.question.texts import Choices
from jotto.trees.aims import read_aim

DEFAULT_RULE: Final = "exact-elsewhere"
DEFAULT_STRATEGY: Final = "entropy"
DEFAULT_ALLOW: Final = "all"
DEFAULT_AIM: Final = "mean"
PRIORS = (EVEN, COMMON, WORDLE)
HARD = "hard"
# acts; others advise
MEASURED = ("evaluate", "openings", "compare", "bench", "tree", "solve", "worst_case")
TRUTHFUL = {"openings", "compare", "bench", "tree", "verify", "card", "word", "secret"}
TRUTHFUL |= {"keep", "practice", "league", "score", "solve"}  # every answer has to be true
OF_SCORES = {"score", "candidates", "explain"}  # acts that are the same whoever keeps the secret
OF_WORDS = "prior", "past", "allow", "lies", "boards", "strategy", "seed", "book"
OF_ADVICE = "allow", "polite", "strategy", "seed", "book"
OF_LISTS = "words", "guesses", "without", "past", "lies", "boards", "prior"
LACKS: Mapping[str, tuple[str, ...]] = {  # fields that would change nothing in an act
    "score": (*OF_LISTS, "vowels", "repeats", "plurals", *OF_ADVICE),
    "candidates": OF_ADVICE,
    "explain": OF_ADVICE,
    "review": ("polite", "boards"),
    "share": ("boards",),
    "secret": OF_WORDS,
    "word": OF_WORDS,
    "keep": ("allow", "lies", "strategy", "book"),  # its own allow is about who guesses
    "practice": ("lies", "boards", "book"),
    "history": ("lies", "boards"),
    "solve": ("lies", "boards", "polite", "strategy", "seed", "book"),
    **dict.fromkeys(("openings", "compare", "bench", "tree", "verify"), ("boards",)),
    **dict.fromkeys(("worst_case", "card", "league"), ("boards",)),
}
APART: Mapping[str, Mapping[str, str]] = {  # those that change nothing beside something else
    "practice": {"n": "turns"},
    "secret": {"top": "rate", "max_level": "rate"},
}
SHOWN = ("suggest", "candidates", "explain", "compare", "openings", "secret")  # how many of them
GAME, HOUSE = "Game", "House rules"  # groups of the help
MOST_SEED = 2**53 - 1  # in JSON
LIKELY_FIRST, LIST_ORDER = "likely", "list"  # orders of words that are shown
LOOKED_AT: Final = {"order": LIKELY_FIRST}  # a layer where people look; programs ask without it
SWITCH: Final = None  # the metavar of an option without a value
NOTHING: Mapping[str, Any] = {}
UNSAID: Any = None  # of a field; once it is filled, None says that there is none
Values = Mapping[str, Any]
Unfit = tuple[str, ...]  # why a value does not go with others, and the others to blame; or nothing


class Field(NamedTuple):
    """What is to be known of a field beside its name and type.

    ``usual`` is the default, or a function of the act and the values before it. ``metavar`` is that
    of the option; ``json`` its schema, beside type and bounds; ``own`` what ``{own}`` stands for in
    ``says``, at a command and in a request. ``of_words``: it goes with the game of words alone;
    ``fits`` says why it does not, if that depends on the fields ``beside``.
    ``acts`` are those that have it, if not all; see also ``LACKS``. ``reads`` raises GameError for
    a wrong text; ``refuses`` returns the error of a text that a request cannot have.
    ``form`` is its label in a form of the page, with the choices there and their texts, or a
    function that returns them; a house rule of yes or no needs none.
    """

    says: str
    usual: Any = None
    metavar: str | None = SWITCH
    group: str | None = GAME
    low: float | None = None
    high: float | None = None
    json: Mapping[str, Any] = {}
    own: tuple[str, str] = "", ""
    of_words: bool = False
    fits: Callable[[Values], Unfit] | None = None
    acts: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    reads: Callable[[str], Any] | None = None
    form: tuple[str, Choices | Callable[[], Choices]] | None = None
    refuses: Callable[[str], GameError] | None = None

    @property
    def choices(self) -> Choices:
        """The choices of its form, with their texts; empty without one."""
        choices = self.form[1] if self.form else {}
        return choices() if callable(choices) else choices

    def unfit(self, name: str, values: Values) -> Unfit:
        """Say why it does not go with the other values, if it does not."""
        game = values.get("game") or WORDS
        if self.of_words and game != WORDS:
            return (f"{name} belongs to the game of words, not to {quoted(game)}",)
        return self.fits(values) if self.fits else ()

    def check(self, name: str, value: Any) -> None:
        """Raise GameError if a value is beyond the bounds, or cannot be read."""
        low, high = self.low, self.json.get("maximum", self.high)
        if value is None:
            return
        if low is not None and not (value >= low and (high is None or value <= high)):
            most = "" if high is None else f", at most {high:,}"
            raise GameError(f"{name}={value}: it is at least {low:g}{most}").about(name)
        if self.reads:
            self.reads(value)

    def usual_of(self, act: str, values: Values) -> Any:
        """Return the default."""
        return self.usual(act, values) if callable(self.usual) else self.usual


def _prior(act: str, values: Values) -> str:
    measured = act in (*MEASURED, "secret", "word")
    if measured or values.get("words"):
        return EVEN
    return WORDLE if values.get("rule") == "colours" else COMMON


def _advised(act: str, _: Values) -> bool:
    return act not in MEASURED  # where a strategy is measured, every guess counts


def _book(act: str, _: Values) -> bool:
    return act not in (*MEASURED, "practice")


def _seed(act: str, _: Values) -> int | None:
    return None if act == "keep" else 0  # a secret that is kept is another each time


def _level(act: str, values: Values) -> str | None:
    return "medium" if act == "keep" and not _undrawn(values) else None


def _top(act: str, _: Values) -> int | None:
    return {"candidates": None, "compare": 5}.get(act, 10)


def _several(values: Values) -> bool:
    return (values.get("boards") or 1) > 1


def _looks_ahead(name: str, values: Values) -> Unfit:
    """Say why a field of looking ahead cannot matter, whatever the position."""
    if values.get(name) in (None, 0, DEFAULT_AIM):
        return ()
    if _several(values):
        wrong = f"{name} is for looking ahead, on one board; it does not go with several boards"
        return wrong, "boards"
    if name == "aim" and values.get("think") == 0:
        return "aim is for looking ahead; it does not go with think=0", "think"
    return ()


def _no_allowed(text: str) -> GameError:
    from jotto.engine.allowed import no_allowed

    return no_allowed(text)


def _no_prior(text: str) -> GameError:
    from jotto.games.registry import no_prior

    return no_prior(text)


def _undrawn(values: Values) -> Unfit:
    given = [name for name in ("secret", "adversary", "daily") if values.get(name)]
    if not given:
        return ()
    what = "absurdle or adversary" if given[0] == "adversary" else given[0]
    return (f"level is for a secret that jotto draws; leave it out with {what}",)


def _chosen(values: Values) -> Unfit:
    """Say why no secret may be chosen beside the word of a day."""
    wrong = "daily has a secret of its own; leave out secret, seed, adversary and absurdle"
    return (wrong,) if values.get("daily") else ()


def _seedless(values: Values) -> Unfit:
    if values.get("seed") is None:
        return ()
    wrong = "absurdle or adversary draws no secret; leave out seed"
    return (wrong,) if values.get("adversary") else _chosen(values)


def _unfixed(values: Values) -> Unfit:
    if values.get("adversary") and values.get("secret"):
        return ("absurdle or adversary has no fixed secret; leave out secret",)
    return _chosen(values) if values.get("adversary") else ()


def _alone(values: Values) -> Unfit:
    wrong = "daily has one secret; leave out boards", "boards"
    return wrong if values.get("daily") and _several(values) else ()


def read_day(day: Any) -> date | None:
    """Return a day: a date as text, today for True, none for False. Raises GameError.

    >>> read_day("2026-11-29"), read_day(False)
    (datetime.date(2026, 11, 29), None)
    """
    if isinstance(day, bool):
        return date.today() if day else None
    try:
        return date.fromisoformat(day)
    except ValueError:
        wrong = f"daily {quoted(day)}: write a date, such as 2026-11-29"
        raise GameError(wrong).about("daily") from None


def _rule(values: Values) -> Any:
    """Return the rule of a game of words or equations, None of another game."""
    from jotto.games.scoring import rule_named

    game = values.get("game") or WORDS
    if game.partition(":")[0] == EQUATIONS:
        return rule_named("colours", 1)
    return rule_named(values.get("rule") or DEFAULT_RULE, 1) if game == WORDS else None


def _booked(values: Values) -> Unfit:
    wrong = "the opening book is for one board", "boards"
    return wrong if values.get("book") is not False and _several(values) else ()


def _why(values: Values) -> Unfit:
    return ("why is about one board",) if values.get("why") and _several(values) else ()


def _allowed(values: Values) -> Unfit:
    if values.get("allow") != HARD:
        return ()
    if _several(values):
        from jotto.engine.boards import NOT_HARD

        return (NOT_HARD,)
    if (rule := _rule(values)) is None:
        wrong = "hard mode is for words or equations with the rule colours, not for"
        return f"{wrong} {quoted(values['game'])}", "game"
    return () if rule.hints else ("hard mode needs the rule colours", "rule")


def _noisy(values: Values) -> bool:
    rule = _rule(values)
    return bool(values.get("lies")) or (rule is not None and rule.ways is not None)


def _valued(values: Values) -> Unfit:
    """Say why a strategy does not go with answers that may be false, if some may."""
    names = {*str(values.get("strategy")).split("+")}
    valued = names & {*MEASURE_NAMES} - {DEFAULT_STRATEGY}
    if not valued or _several(values) or not _noisy(values):
        return ()
    from jotto.engine.position import BY_ENTROPY

    return (f"{quoted(values['strategy'])}: {BY_ENTROPY}",)


def _drawn(values: Values) -> Unfit:
    names = {*str(values.get("strategy") or DEFAULT_STRATEGY).split("+")}
    known = names <= {*MEASURE_NAMES, EARLIEST[0]}
    return ("runs is for strategies that draw, such as random", "strategy") if known else ()


def _lying(values: Values) -> Unfit:
    if not values.get("lies") or _several(values):  # then it is the boards that do not
        return ()
    from jotto.engine.lies import OF_ITS_OWN

    noisy = _noisy({**values, "lies": 0})
    return (OF_ITS_OWN.format(quoted(_rule(values).name)),) if noisy else ()


def _together(values: Values) -> Unfit:
    if not _several(values):
        return ()
    from jotto.engine.boards import ALL_TRUE

    return (ALL_TRUE,) if _noisy(values) else ()


def _rules() -> Choices:
    from jotto.games.scoring import RULES

    return {name: says for name, (_, says) in RULES.items()}


LISTED: Values = {"$ref": "#/$defs/words"}
A_TEXT: Values = {"type": "string", "maxLength": 100}
LINES = r"[\s\S]*\n[\s\S]*"  # the text of a file, which is no path
DATED: Values = {"type": ["object", "string"], "minProperties": 1} | {
    "pattern": f"^{LINES}$",
    "additionalProperties": A_TEXT,
}
LIKELY: Values = {"type": ["string", "object"], "minProperties": 1} | {
    "pattern": f"^(even|common|wordle|{LINES})$",
    "additionalProperties": {"type": "number"},
}
SOME_DAY: Values = {"type": ["boolean", "string"], "maxLength": 10}
SHORT: Values = {"maxLength": 30}
NO_CODE: Values = {"pattern": "^[A-Za-z0-9+-]{1,100}$"}
of_words = partial(Field, group=GAME, of_words=True)
of_house = partial(Field, group=HOUSE)
of_both = partial(of_words, group=HOUSE)
advises = partial(Field, group=None)
of_keeper = partial(Field, group=None, acts=("keep",))


@dataclass(frozen=True, kw_only=True)
class Fields:
    """What is asked: a game, who advises, and how much. What is None was not said.

    ``filled`` says it; ``act`` is then what is asked for, such as ``"suggest"``, ``house`` and
    ``layers`` are by what it was filled, and ``dropped`` says why some of that is not used. Words
    are a path, or the words themselves.
    """

    act: str = ""
    house: Values = field(default_factory=dict, compare=False, repr=False)
    layers: tuple[Values, ...] = field(default=(), compare=False, repr=False)
    dropped: Values = field(default_factory=dict, compare=False, repr=False)
    game: Annotated[
        str,
        Field(
            texts.GAMES,
            WORDS,
            "NAME[:PARAMS]",
            json={"maxLength": 200},
            own=texts.OWN_GAME,
            form=("Game", texts.FORM_GAMES),
        ),
    ] = UNSAID
    words: Annotated[
        Any,
        of_words(
            "Secrets{own}. Default: the shipped list.",
            None,
            "FILE",
            own=texts.ONE_A_LINE,
            json=LISTED,
        ),
    ] = UNSAID
    guesses: Annotated[
        Any,
        of_words("Further allowed guesses{own}.", None, "FILE", own=texts.ONE_A_LINE, json=LISTED),
    ] = UNSAID
    without: Annotated[
        Any, of_words("Past secrets, which may still be guessed.", None, "FILE", json=LISTED)
    ] = UNSAID
    past: Annotated[Any, of_words(texts.PAST, None, "FILE", json=DATED)] = UNSAID
    letters: Annotated[
        str | None, of_words(texts.LETTERS, None, "LIST", json={"maxLength": 1000})
    ] = UNSAID
    lies: Annotated[
        int,
        Field(
            "Up to N of the answers may be false.",
            0,
            "N",
            low=0,
            high=20,
            fits=_lying,
            beside=("rule",),
            form=("False answers", texts.FORM_LIES),
        ),
    ] = UNSAID
    boards: Annotated[
        int,
        Field(
            texts.BOARDS,
            1,
            "N",
            None,
            1,
            32,
            fits=_together,
            beside=("lies", "rule"),
            form=("Boards", texts.FORM_BOARDS),
        ),
    ] = UNSAID
    rule: Annotated[
        str,
        of_both(
            texts.RULES,
            DEFAULT_RULE,
            "RULE",
            json={"maxLength": 100},
            form=("How guesses are scored", _rules),
        ),
    ] = UNSAID
    prior: Annotated[
        Any,
        of_both(texts.PRIOR, _prior, "WHICH", own=texts.WEIGHTS, json=LIKELY, refuses=_no_prior),
    ] = UNSAID
    allow: Annotated[
        Literal["all", "candidates", "hard"],
        of_house(
            texts.ALLOW,
            DEFAULT_ALLOW,
            "WHICH",
            fits=_allowed,
            beside=("rule", "boards"),
            refuses=_no_allowed,
            form=("Allowed guesses", texts.FORM_ALLOW),
        ),
    ] = UNSAID
    vowels: Annotated[
        str | None,
        of_both(
            texts.VOWELS,
            None,
            "LETTERS",
            json={"maxLength": 100},
            form=("A secret has", texts.FORM_VOWELS),
        ),
    ] = UNSAID
    repeats: Annotated[bool, of_both("A secret may have a letter twice.", True)] = UNSAID
    plurals: Annotated[bool, of_both("Secrets may be plurals, or verbs in -s.", True)] = UNSAID
    polite: Annotated[bool, of_house(texts.POLITE, _advised, of_words=True)] = UNSAID
    strategy: Annotated[
        Any,
        advises(
            texts.STRATEGIES,
            DEFAULT_STRATEGY,
            "NAME",
            own=texts.CODE,
            json=NO_CODE,
            form=("Strategy", texts.FORM_STRATEGIES),
            fits=_valued,
            beside=("rule", "lies"),
        ),
    ] = UNSAID
    seed: Annotated[
        int, advises("Random seed.", _seed, "N", low=0, json={"maximum": MOST_SEED}, fits=_seedless)
    ] = UNSAID
    book: Annotated[
        bool,
        advises(
            "Follow the opening book, which is for one board.",
            _book,
            fits=_booked,
            beside=("boards",),
        ),
    ] = UNSAID
    top: Annotated[
        int | None,
        Field("How many to show.", _top, "N", None, 1, json={"maximum": 1_000_000}, acts=SHOWN),
    ] = UNSAID
    order: Annotated[
        Literal["likely", "list"],
        Field(texts.ORDER, LIST_ORDER, "WHICH", None, own=texts.PRINTED, acts=("candidates",)),
    ] = UNSAID
    guess: Annotated[
        str | None, Field(texts.WORTH, None, "W", None, json={"maxLength": 100}, acts=("suggest",))
    ] = UNSAID
    why: Annotated[bool, Field(texts.WHY, False, group=None, fits=_why, acts=("suggest",))] = UNSAID
    think: Annotated[
        float | None,
        Field(
            texts.THINK,
            None,
            "SECONDS",
            None,
            0,
            json={"maximum": 86_400},
            fits=partial(_looks_ahead, "think"),
            acts=("suggest",),
            beside=("boards",),
        ),
    ] = UNSAID
    aim: Annotated[
        str,
        Field(
            texts.AIMS,
            DEFAULT_AIM,
            "AIM",
            None,
            own=texts.OF_TREE,
            json={"maxLength": 30},
            fits=partial(_looks_ahead, "aim"),
            acts=("suggest", "solve"),
            beside=("think", "boards"),
            reads=read_aim,
        ),
    ] = UNSAID
    secret: Annotated[
        str | None, of_keeper(texts.OWN_SECRET, None, "W", json={"maxLength": 1000}, fits=_chosen)
    ] = UNSAID
    adversary: Annotated[bool, of_keeper(texts.ADVERSARY, False, fits=_unfixed)] = UNSAID
    daily: Annotated[  # or a date as text
        bool,
        of_keeper(
            texts.DAY,
            False,
            json=SOME_DAY,
            own=texts.DAYS,
            fits=_alone,
            beside=("boards",),
            reads=read_day,
        ),
    ] = UNSAID
    level: Annotated[
        Literal["easy", "medium", "hard"], of_keeper(texts.LEVELS, _level, "WHICH", fits=_undrawn)
    ] = UNSAID
    max_level: Annotated[int, Field(texts.MAX_LEVEL, 35, "N", None, 10, 95, acts=("secret",))] = (
        UNSAID
    )
    runs: Annotated[
        int,
        Field(
            texts.RUNS, 10, "N", None, 1, json={"maximum": 1000}, acts=("evaluate",), fits=_drawn
        ),
    ] = UNSAID
    n: Annotated[
        int,
        Field("How many positions.", 10, "N", None, 1, json={"maximum": 100}, acts=("practice",)),
    ] = UNSAID

    @property
    def said(self) -> dict[str, Any]:
        """What was said, by name."""
        named = {name: getattr(self, name) for name in table()}
        return {name: value for name, value in named.items() if value is not None}

    def check_apart(self, others: Container[str]) -> None:
        """Raise GameError if a field was said that changes nothing beside what else is given."""
        for name, other in APART.get(self.act, {}).items():
            if other in others and self.layers[-1].get(name) is not None:
                raise GameError(f"{name} changes nothing beside {other}; leave it out").about(name)


@cache
def table() -> Mapping[str, tuple[Any, Field]]:
    """Return of each field its type, without None, and what is to be known of it."""
    rows = {}
    for row in fields(Fields):
        if get_origin(row.type) is Annotated:
            kind, about = get_args(row.type)
            rows[row.name] = (get_args(kind)[0] if NoneType in get_args(kind) else kind, about)
    return rows


HOUSE_RULES = tuple(n for n, (_, row) in table().items() if row.group == HOUSE or n == "strategy")

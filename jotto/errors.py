"""Errors that users can cause and fix: messages quote the input, its place, and what to do."""

import copyreg
import re
import sys
import traceback
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import inf
from numbers import Integral, Real
from os import PathLike
from pathlib import Path
from typing import Any, Self, TypeVar

R = TypeVar("R")
MOST_TYPED = 10_000  # characters of a text that is typed or pasted

# but tab and newline: ASCII's, those of Latin-1, and those that end lines or turn text around
CONTROLS = re.compile(r"[\0-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")


def signs(text: str) -> str:
    r"""Return a text with control characters as signs, which a terminal prints and does not obey.

    They are those of JSON, so that JSON stays the same.

    >>> print(signs("five\x1b[2J"))
    five\u001b[2J
    """
    return CONTROLS.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def quoted(text: str) -> str:
    """Return a text in quotes, cut after 60 characters."""
    return repr(text[:60]) + "..." * (len(text) > 60)


def boards_named(places: Sequence[int]) -> str:
    """Name boards by their numbers from 1.

    >>> boards_named([0]), boards_named([1, 2, 3]), boards_named(range(32))
    ('board 1', 'boards 2, 3, 4', 'boards 1, 2, 3, 4, 5, 6 and 26 more')
    """
    numbers, more = first_boards(places)
    shown = ", ".join(map(str, numbers))
    return f"board{'s' * (len(places) > 1)} {shown}{f' and {more} more' * bool(more)}"


def first_boards(places: Sequence[int]) -> tuple[list[int], int]:
    """Return the numbers of boards from 1, of more than eight the first six, and how many follow.

    >>> first_boards([1, 2, 3]), first_boards(range(9))
    (([2, 3, 4], 0), ([1, 2, 3, 4, 5, 6], 3))
    """
    more = len(places) - 6 if len(places) > 8 else 0
    return [at + 1 for at in places[: 6 if more else None]], more


def count(number: int, noun: str) -> str:
    """Return a number with its noun.

    >>> count(1, "candidate"), count(6780, "candidate"), count(4, "guess")
    ('1 candidate', '6,780 candidates', '4 guesses')
    """
    plural = "es" if noun.endswith("s") else "s"
    return f"{number:,} {noun}{'' if number == 1 else plural}"


def to_install(extra: str) -> str:
    """Return the command that installs the packages of an extra where this package is installed.

    They are named one by one: no index is asked for a package of the name jotto. pipx leaves a
    file in the environments that it makes.
    """
    import shlex
    from importlib import metadata, util

    needed = (text.partition(";") for text in metadata.requires("jotto") or ())
    packages = [f'"{name.strip()}"' for name, _, when in needed if f"extra == '{extra}'" in when]
    if (Path(sys.prefix) / "pipx_metadata.json").exists():
        return f"pipx inject jotto {' '.join(packages)}"
    python = shlex.quote(sys.executable)
    pip = f"{python} -m pip install" if util.find_spec("pip") else f"uv pip install -p {python}"
    return f"{pip} {' '.join(packages)}"


def checked(text: str) -> str:
    """Return a text that was typed; one that is longer than any that is meant is not read.

    >>> checked("crane=1,1"), len(checked("a" * MOST_TYPED))
    ('crane=1,1', 10000)
    """
    if not isinstance(text, str):
        raise GameError(f"{text!r:.60} is not a text")
    if len(text) > MOST_TYPED:
        reason = f"{len(text):,} characters, at most {MOST_TYPED:,} are read"
        raise GameError(f"{quoted(text)}: {reason}")
    return text


def meant(text: str, known: Iterable[str]) -> str:
    """Say which of the known names was probably meant, as the end of a sentence; or nothing.

    >>> meant("evn", ["even", "common"]), meant("nope", ["even", "common"])
    ("; did you mean 'even'?", '')
    """
    from difflib import get_close_matches  # loaded only after a mistake

    near = get_close_matches(text[:60].lower(), list(known), n=1)
    return f"; did you mean {near[0]!r}?" if near else ""


def is_whole(value: Any) -> bool:
    """Whether this is a whole number, also one of numpy; True is none."""
    return isinstance(value, Integral) and not isinstance(value, bool)


class JottoError(ValueError):
    """The base class of all errors of this package; the command line prints the message.

    A message names parameters, never flags of the command line. If changing a parameter helps, the
    error carries its name, and the command line adds the flag to the message.

    >>> import jotto
    >>> jotto.GameError("hard mode needs the rule colours").about("allow", "rule").parameters
    ('allow', 'rule')

    One that ``jotto.ask`` raises has a ``hint``, which says what to do about it, and a ``code``,
    which is the same in all versions.
    """

    parameters: tuple[str, ...] = ()
    hint: str = ""
    code: str = ""

    def about(self, *parameters: str) -> Self:
        """Name the parameters to change; return the error, to be raised."""
        self.parameters = parameters
        return self

    def __reduce__(self) -> Any:  # pickled as it is: __init__ takes other arguments than the text
        return copyreg.__newobj__, (type(self), *self.args), vars(self)  # type: ignore[attr-defined]


def _about(text: str, reason: str, what: str = "") -> str:
    """Return a sentence about a text; a reason that begins with ``it`` says what the text is.

    >>> _about("'abc'", "it has 3 letters"), _about("'4,x'", "write two numbers", "score ")
    ("'abc' has 3 letters", "score '4,x': write two numbers")
    """
    return f"{text} {reason[3:]}" if reason.startswith("it ") else f"{what}{text}: {reason}"


class WordError(JottoError):
    """A guess or a secret that the game cannot read or does not allow."""

    def __init__(self, word: str, reason: str, suggestions: Sequence[str] = ()) -> None:
        self.word, self.reason, self.suggestions = word, reason, tuple(suggestions)
        meant = " or ".join(map(repr, suggestions))
        hint = f"; did you mean {meant}?" if meant else ""
        super().__init__(f"{_about(quoted(word), reason)}{hint}")


class ScoreError(JottoError):
    """A score that cannot be read, or that no secret can give."""

    def __init__(self, text: str, reason: str) -> None:
        self.text, self.reason = text, reason
        super().__init__(_about(quoted(text), reason, "score "))


class TurnError(JottoError):
    """A turn that is not written ``WORD=SCORE``, or whose word or score is invalid."""

    def __init__(self, number: int, reason: str) -> None:
        self.number, self.reason = number, reason
        super().__init__(f"turn {number}: {reason}")


class FileError(JottoError):
    """A file that cannot be read, written or used; ``where``: a line, or the turns before."""

    def __init__(self, what: str, path: object, reason: str, where: str | int = "") -> None:
        self.what, self.path, self.reason = what, str(path), reason
        self.where = f"line {where}" if isinstance(where, int) else where
        place = f"{what} {self.path!r}{self.where and ' '}{self.where}"
        super().__init__(_about(place, reason))
        self.without_path = _about(f"{what} {self.where}".strip(), reason)


def message_for_others(error: Exception) -> str:
    """Return what an error says, without the path of a file, which is told to nobody else.

    >>> message_for_others(FileError("history", "/home/ann/history.jsonl", "it is damaged", 3))
    'history line 3 is damaged'
    """
    return str(getattr(error, "without_path", error))


class GameError(JottoError):
    """A game, rule, strategy or option that is unknown or impossible."""


def code_name(function: Any) -> str:
    """Return what a function of one's own is called: MODULE:FUNCTION, or its name in a program."""
    function = getattr(function, "func", function)  # of functools.partial
    name = getattr(function, "__qualname__", type(function).__qualname__)
    module = getattr(function, "__module__", None)
    return str(name) if module in (None, "__main__") else f"{module}:{name}"


@contextmanager
def unfit(what: str) -> Iterator[None]:
    """Turn what a function of one's own raises into a GameError that says where."""
    try:
        yield
    except (Exception, SystemExit) as error:
        *_, (frame, line) = traceback.walk_tb(error.__traceback__)
        path, reason = Path(frame.f_code.co_filename), str(error)
        if not isinstance(error, JottoError):
            reason = f"{type(error).__name__}: {error}".removesuffix(": ")
        if isinstance(error, ModuleNotFoundError):
            reason = f"there is no module {error.name!r} here, nor an installed one"
        if path.is_file() and Path(__file__).parent not in path.parents:
            reason += f" ({path.name}, line {line})"
        elif path.name == "<dynamic-code>":  # by cloudpickle, in another process
            reason += f" (line {line})"
        raise GameError(f"{what}: {reason}") from error


@contextmanager
def refusing_any(refused: Callable[[str], JottoError]) -> Iterator[None]:
    """Turn whatever reading raises into the error that ``refused`` makes of its reason.

    What comes from outside finds exceptions that nobody has listed. Ours stay as they are.
    """
    try:
        yield
    except JottoError:
        raise
    except Exception as error:
        raise refused(_reason(error)) from error


def reported(read: Iterable[R]) -> Iterator[R | str]:
    """Yield what is read line by line, and in the place of what cannot be read the reason.

    ``read`` goes on after an error, as ``map`` does and a generator does not.

    >>> list(reported(map(float, ["1", "x", "2"])))
    [1.0, "it cannot be read: could not convert string to float: 'x'", 2.0]
    """
    lines = iter(read)
    while True:
        try:
            yield next(lines)
        except StopIteration:
            return
        except Exception as error:  # see refusing_any
            yield (
                str(error)
                if isinstance(error, JottoError)
                else f"it cannot be read: {_reason(error)}"
            )


def _reason(error: Exception) -> str:
    """Return what an exception says, in one line, cut after 100 characters; else its name."""
    text = signs(" ".join(str(error).split()))
    return text if isinstance(error, JottoError) else text[:100] or type(error).__name__


# what annotations of public functions say: a type, and what to call it
FUNCTIONS = "Progress", "Make", "Scorer"
KINDS: dict[str, Any] = {"int": Integral, "float": Real, "str": str, "Path": PathLike}
KINDS |= {"Iterable": Iterable, "Sequence": Iterable, "None": type(None)}
KINDS |= dict.fromkeys(FUNCTIONS, Callable) | {"bool": Hashable}  # an array is no truth value
WORDS = {"int": "whole number", "float": "number", "str": "text", "Path": "path", "bool": "bool"}
WORDS |= {"Iterable": "list", "Sequence": "list"} | dict.fromkeys(FUNCTIONS, "function")
NO_ORDER = "the order of a set differs from run to run, and it decides; give a list"
RANGES = {"top": (1, 1 << 31), "beam": (1, 1 << 31), "games": (1, 10**7), "seed": (0, inf)}


def check_arguments(function: Callable[..., Any], given: Mapping[str, Any]) -> None:
    """Raise GameError for an argument that is not what its annotation says, or out of range.

    Numbers are from 0, or RANGES. A text is no list, and a set has no order. What has a type that
    is not in KINDS is checked if that is a class of the function's module.
    """
    for name, note in function.__annotations__.items():
        kinds = re.sub(r"\[.*?]+(?= \||$)|.*\.|<class '|'>", "", str(note)).split(" | ")
        types: Any = tuple(KINDS.get(k, function.__globals__.get(k)) for k in kinds)
        if name not in given or not all(isinstance(each, type) for each in types) or Any in types:
            continue
        value, (low, high) = given[name], RANGES.get(name, (0, 1 << 31))
        right, numbers = isinstance(value, types), Real in types or Integral in types
        unfit_list = isinstance(value, str | bytes | set | frozenset)
        if Iterable in types and (unfit_list or getattr(value, "shape", None) == ()):
            right = str in types and isinstance(value, str)
        if not right or (numbers and value is not None and not low <= value <= high):
            words = " or ".join(f"a {WORDS.get(kind, kind)}" for kind in kinds if kind != "None")
            words += f", {low} or more" * numbers
            words += f": {NO_ORDER}" * isinstance(value, set | frozenset)
            raise GameError(f"{name}={value!r:.60} is not {words}").about(name)


class EmptyListError(JottoError):
    """Raised when a list would be empty: no words, or no saved games."""


class ContradictionError(JottoError):
    """No secret agrees with the scores so far; ``turn``, from 1, is the first to leave nothing."""

    def __init__(self, turn: int, text: str, noun: str = "secret") -> None:
        self.turn, self.text = turn, text
        super().__init__(f"No {noun} fits {text}{' and the earlier scores' * (turn > 1)}")


class NoStrategyError(JottoError):
    """No strategy finds every candidate within the guesses allowed; ``sure``: that is proved."""

    def __init__(self, candidates: int, most: int | None, *, sure: bool) -> None:
        self.candidates, self.most, self.sure = candidates, most, sure
        result = "can be found by no strategy" if sure else "were not found by any strategy tried"
        within = "" if most is None else f" within {count(most, 'guess')}"
        super().__init__(f"{count(candidates, 'candidate')} {result}{within}")


class SearchInterrupted(KeyboardInterrupt):  # not an error: not caught as one
    """Ctrl-C during a search; ``best`` is the best tree found so far, or None."""

    def __init__(self, best: Any) -> None:
        super().__init__(best)
        self.best = best


class WorkersError(JottoError):
    """Workers that cannot be reached or cannot work; ``begun``: the work may be partly done."""

    def __init__(self, reason: str, *, begun: bool = False) -> None:
        self.begun = begun
        super().__init__(reason)

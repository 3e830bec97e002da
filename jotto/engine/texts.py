"""What may stand for things in files and on screens: a text for each, in an order that is given."""

import re
from collections.abc import Iterable
from typing import Any, TypeVar

from jotto.errors import CONTROLS, NO_ORDER, GameError

T = TypeVar("T")
# what does not stand on a line as it is, and what differs from run to run
UNWRITABLE = re.compile(
    rf"\A\Z|\A\s|\s\Z|[\t\n\ud800-\udfff]|{CONTROLS.pattern}|frozenset\(| at 0x"
)


class Texts:
    """The texts of things, which are written, typed and read by them: each is of one thing.

    >>> Texts("scores").add(2)
    '2'
    """

    def __init__(self, what: str) -> None:
        self.what, self.things, self.texts = what, dict[str, Any](), dict[Any, str]()

    def add(self, thing: Any) -> str:
        """Return the text of a thing. Raises GameError if it cannot be told by its text."""
        try:
            text, _ = str(thing), hash(thing)
            if text in self.things and self.things[text] == thing:
                return text
            same = str(thing) == text and thing == thing  # nan differs from itself
            shown = f"{thing!r:.60}"
        except Exception as error:  # of its own, or because it is too large or nested too deep
            reason = f"{error!r:.200}; give hashable ones, such as strings or tuples"
            raise GameError(f"a thing among {self.what} has no text: {reason}") from error
        if thing is None or not same or UNWRITABLE.search(text):
            use = "use numbers or short texts, which are the same in every run"
            raise GameError(f"{shown} cannot be among {self.what}: {use}")
        other = self.things.setdefault(text, thing), self.texts.setdefault(thing, text)
        if other != (thing, text):
            pair = f"{self.what} {other[0]!r} and {thing!r} are both written {text!r}"
            if other[1] != text:
                pair = f"{self.what} {other[1]} and {text} are equal, but written differently"
            raise GameError(f"{pair}; use one for both, or two that differ")
        return text


def is_hashable(thing: Any) -> bool:
    """Whether a thing can be in a set; a tuple of lists looks like it, and cannot."""
    try:
        hash(thing)
    except Exception:  # of its own
        return False
    return True


def in_order(things: Iterable[T], what: str) -> Iterable[T]:
    """Return the things. Raises GameError for a set, as their order decides between equal ones."""
    if isinstance(things, set | frozenset):
        raise GameError(f"{what}: {NO_ORDER}")
    if getattr(things, "shape", None) == ():  # an array of numpy that is no list
        raise GameError(f"{what}={things!r:.60} is not a list").about(what)
    return things

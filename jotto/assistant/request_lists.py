"""The lists of a request, and what is worth knowing about them."""

from contextvars import ContextVar
from typing import Any

from jotto.question.making import Question

NOTED = ContextVar[list[Any]]("noted")  # what is worth knowing about the lists of a request


class Words(tuple[str, ...]):
    """A list of words in a request, where the command line has a file."""

    name = "the list in the request"

    __slots__ = ()

    def __str__(self) -> str:
        return self.name


class Told(Question):
    """A question of a request; what is worth knowing about its lists goes into its notes."""

    def note(self, text: object) -> None:
        """Keep it, if it is a game that is made."""
        NOTED.get([]).append(str(text))

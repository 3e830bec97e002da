"""The lists of a request: words, or the text of a file, and what is worth knowing about them."""

from contextvars import ContextVar
from typing import Any

from jotto.letters import alphabet
from jotto.question.making import Question
from jotto.reading.lists import words_in

NOTED = ContextVar[list[Any]]("noted")  # what is worth knowing about the lists of a request


class Words(tuple[str, ...]):
    """A list of words in a request, where the command line has a file."""

    name = "the list in the request"

    __slots__ = ()

    def __str__(self) -> str:
        return self.name


def words_given(given: list[str] | str, letters: str) -> Words:
    """Return the words of a request: a list, or the text of a file in any usual shape."""
    if not isinstance(given, str):
        return Words(given)
    words, _, account = words_in(given, letters=alphabet(letters))
    if not account.is_plain:
        NOTED.get([]).append(str(account))
    return Words(words)


class Told(Question):
    """A question of a request; what is worth knowing about its lists goes into its notes."""

    def note(self, text: object) -> None:
        """Keep it, if it is a game that is made."""
        NOTED.get([]).append(str(text))

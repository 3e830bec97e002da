"""What a user can cause and mend.

Every message quotes the input, says where it stands and what to do next. The offending
values are attributes, so that a caller need not read them out of the text.
"""

from __future__ import annotations

from collections.abc import Sequence

LONGEST_QUOTE = 60


def quoted(text: str) -> str:
    """Quote what was typed, cut short if it is very long.

    >>> quoted("cr4ne"), len(quoted("x" * 1000))
    ("'cr4ne'", 65)
    """
    return repr(text) if len(text) <= LONGEST_QUOTE else repr(text[:LONGEST_QUOTE]) + "..."


class JottoError(ValueError):
    """Any refusal of this package; the command line shows its text as one line."""


class WordError(JottoError):
    """A guess or a secret that the game does not know how to read.

    >>> raise WordError("cran", "it has 4 letters, this game is played with 5", ["crane"])
    Traceback (most recent call last):
    jotto.errors.WordError: 'cran': it has 4 letters, this game is played with 5; \
did you mean 'crane'?
    """

    def __init__(self, word: str, reason: str, suggestions: Sequence[str] = ()) -> None:
        self.word, self.reason, self.suggestions = word, reason, tuple(suggestions)
        meant = " or ".join(repr(s) for s in self.suggestions)
        super().__init__(
            f"{quoted(word)}: {reason}" + (f"; did you mean {meant}?" if meant else "")
        )


class ScoreError(JottoError):
    """A score that cannot be read, or that no secret can give.

    >>> raise ScoreError("4,1", "no secret gives it")
    Traceback (most recent call last):
    jotto.errors.ScoreError: score '4,1': no secret gives it
    """

    def __init__(self, text: str, reason: str) -> None:
        self.text, self.reason = text, reason
        super().__init__(f"score {quoted(text)}: {reason}")


class TurnError(JottoError):
    """A turn that is not written ``WORD=SCORE``, or whose word or score is refused."""

    def __init__(self, number: int, reason: str) -> None:
        self.number, self.reason = number, reason
        super().__init__(f"turn {number}: {reason}")


class WordListError(JottoError):
    """A word list that cannot be read; ``line`` is the first bad one, if it is one line's fault."""

    def __init__(self, path: str, reason: str, line: int | None = None) -> None:
        self.path, self.reason, self.line = path, reason, line
        where = repr(path) if line is None else f"{path!r} line {line}"
        super().__init__(f"word list {where}: {reason}")


class GameError(JottoError):
    """A game, rule or strategy that is not known or cannot be."""


class HouseError(JottoError):
    """A house rule that is not known or cannot be; ``where`` it stands: a file, a variable."""

    def __init__(self, where: str, reason: str) -> None:
        self.where, self.reason = where, reason
        super().__init__(f"{where}: {reason}")


class SavedGameError(JottoError):
    """A saved game that cannot be gone on with."""


class TreeFileError(JottoError):
    """A file of a strategy tree that is refused; ``where`` in it: a line, or after which turns."""

    def __init__(self, path: str, reason: str, where: str = "") -> None:
        self.path, self.reason, self.where = path, reason, where
        super().__init__(f"tree {path!r}{where and ' '}{where}: {reason}")


class ReportError(JottoError):
    """A page or a plot that cannot be made or written."""

    def __init__(self, path: str, reason: str) -> None:
        self.path, self.reason = path, reason
        super().__init__(f"report {path!r}: {reason}")


class ContradictionError(JottoError):
    """No secret agrees with the scores so far; ``turn`` is the first that left nothing.

    Turns are numbered from 1.
    """

    def __init__(self, turn: int, text: str, before: int) -> None:
        self.turn, self.text, self.before = turn, text, before
        them = "the one secret" if before == 1 else f"any of the {before:,} secrets"
        super().__init__(
            f"no secret fits: turn {turn} ({text}) does not agree with {them} left before it; "
            "check that score, and those before it"
        )


class WorkersError(JottoError):
    """Processes that cannot be reached or cannot do the work."""


class CheckpointError(JottoError):
    """A file of work half done that cannot be gone on with."""

    def __init__(self, path: str, reason: str) -> None:
        self.path, self.reason = path, reason
        super().__init__(f"checkpoint {path!r}: {reason}")


class ResultError(JottoError):
    """A result that cannot be written to the file it was to go to."""

    def __init__(self, path: str, reason: str) -> None:
        self.path, self.reason = path, reason
        super().__init__(f"{path!r} cannot be written: {reason}")

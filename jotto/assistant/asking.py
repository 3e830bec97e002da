"""Ask what the program would say: the answers of commands and requests, from Python."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from jotto import games
from jotto.assistant.requests import A_DAY, Requests
from jotto.question.making import FILES, Question


def ask(do: str, *turns: str, **said: Any) -> dict[str, Any]:
    """Answer a question as the program does, with all that it takes as usual.

    ``do`` is a request: ``suggest``, ``candidates``, ``explain``, ``review``, ``score``,
    ``evaluate`` or ``view``; ``said`` are its fields and the options of the game, which ``jotto
    engine --schema`` describes. Lists are words, or the path of a file.

    The functions of the library take what they are given: ``jotto.words()`` counts all words alike,
    and a strategy follows no opening book and proposes offensive words. The program advises people:
    of the shipped list common words are likelier, the opening book is followed, offensive words are
    not proposed, and where up to 30 candidates are left it looks ahead to the end. This function
    does what the program does, but for house rules, which are those of a person. It may take a day;
    ``seconds`` are another limit, after which it is stopped. Raises JottoError.

    >>> import jotto
    >>> jotto.ask("suggest", "tares=1,1", top=1)["suggestions"][0]["guess"]
    'doers'
    >>> jotto.ask("score", guess="crane", secret="react", rule="colours")["text"]
    'YYGBY'
    """
    for name in FILES[:3]:
        if isinstance(said.get(name), str | Path):
            said[name] = list(games.words.read_words(Path(said[name])))
    return _requests().asked_for(do, {**said, **({"turns": [*turns]} if turns else {})})


@cache
def _requests() -> Requests:
    return Requests(Question(), most=0, seconds=A_DAY)

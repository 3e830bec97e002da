"""Ask what the program would say: the answers of commands and requests, from Python."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from jotto import games
from jotto.assistant.request_table import error_fields, names, to_json
from jotto.assistant.requests import A_DAY, Requests
from jotto.errors import JottoError
from jotto.question.making import FILES, Question


def ask(do: str, *turns: str, **said: Any) -> dict[str, Any]:
    """Answer a question as the program does, with all that it takes as usual.

    ``do`` is a request, and ``said`` are its fields and the options of the game; ``jotto engine
    --schema`` describes them. Lists are words, or the path of a file. There are

    * ``suggest``, ``candidates``, ``explain``, ``review``, ``evaluate``, ``practice``, ``share``,
      ``solve``: about a game and its turns; ``openings``, about a game; ``score``, about two words;
      ``history``, about many games;
    * ``secret``, to choose one that is hard to find, and ``word``, to settle a dispute;
    * ``keep``: a secret is kept under a name, and ``move`` scores guesses; ``new``: a game is kept;
      ``view`` and ``drop`` it. They are kept as long as the program runs;
    * ``hello``: the version and the limits.

    The functions of the library take what they are given: ``jotto.words()`` counts all words alike,
    and a strategy follows no opening book and proposes offensive words. The program advises people:
    of the shipped list common words are likelier, the opening book is followed, offensive words are
    not proposed, and where up to 30 candidates are left it looks ahead to the end. This function
    does what the program does, but for house rules, which are those of a person. It may take a day;
    ``seconds`` are another limit, after which it is stopped. Raises JottoError, whose ``hint`` says
    what to do, and whose ``code`` is that of the engine.

    >>> import jotto
    >>> jotto.ask("suggest", "tares=1,1", top=1)["suggestions"][0]["guess"]
    'doers'
    >>> jotto.ask("score", guess="crane", secret="react", rule="colours")["text"]
    'YYGBY'
    >>> _ = jotto.ask("keep", name="quiz", secret="react")
    >>> jotto.ask("move", name="quiz", line="crane")["score"]
    '1,3'
    """
    for name in FILES[:3]:
        if isinstance(said.get(name), str | Path):
            said[name] = list(games.words.read_words(Path(said[name])))
    try:
        answer = _requests().asked_for(do, {**said, **({"turns": [*turns]} if turns else {})})
        return json.loads(to_json(answer))  # type: ignore[no-any-return]
    except JottoError as error:
        known = do if isinstance(do, str) and do in names() else None
        told = error_fields(error, known)
        error.hint, error.code = told["hint"], told["code"]
        raise


@cache
def _requests() -> Requests:
    return Requests(Question(), seconds=A_DAY)

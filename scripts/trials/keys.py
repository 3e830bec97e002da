"""The keys of a word of a day.

Somebody who guesses at random plays it, and beside it a game of two boards, by one of four rules.
No key says more than a score does by itself, and nothing else that is shown depends on which words
are left: a list of another hundred words shows the same after the same scores.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import naive

import jotto
from jotto.assistant.daily import daily
from jotto.assistant.opponents import answered
from jotto.assistant.view import keep_view
from jotto.games.words import offensive

UNIT = "games"
FOUND = """one fault, found before by a player: the keys said what follows from all scores. In each
of 200 games a letter that was never guessed was marked, in 156 of them within three guesses."""
RULES = "colours", "exact-elsewhere", "jots", "black-peg"
GUESSES = 7  # of which the last is the word
FEW = 100  # words of another list


@cache
def shipped(rule: str) -> jotto.Game[str]:
    """Return the game of the shipped list by a rule, whose common words are likelier."""
    return jotto.words(prior="common", rule=rule)


def play(seed: int, folder: Path) -> int:
    """Play the word of a day, and two boards; return how many scores were looked at."""
    draw, rule = Random(seed), RULES[seed % len(RULES)]
    game, day = shipped(rule), date(2026, 1, 1) + timedelta(seed)
    word = daily(game, day, offensive())
    other = draw.choice([secret for secret in game.secrets if secret != word])
    few = jotto.words(sorted({word, other, *draw.sample(game.secrets, FEW)}), rule=rule)
    made = 0
    for secrets, face in ((word,), "daily"), ((word, other), "keep"):
        sessions = [jotto.Session(of, "simple", boards=len(secrets)) for of in (game, few)]
        for guess in (*guessed(game, word, draw), *secrets):
            sessions = [answered(session, guess, secrets) for session in sessions]
            seen, same = (keep_view(session, face).to_dict() for session in sessions)
            assert without(seen) == without(same), "it depends on the list"
            made += judged(seen, sessions[0], naive.RULES[rule])
    return made


def without(seen: Mapping[str, Any]) -> dict[str, Any]:
    """Return a view without its letters, and without what a finished game is praised with.

    That depends on how many words the list has; nobody is praised before.
    """
    assert seen["stage"] == "over" or seen["result"] is None, seen
    return {name: what for name, what in seen.items() if name not in ("alphabet", "result")}


def guessed(game: jotto.Game[str], word: str, draw: Random) -> Iterator[str]:
    """Yield guesses: any word, or one that is still possible, so that few are left soon."""
    at = jotto.start(game)
    for _ in range(GUESSES - 1):
        guess = draw.choice(draw.choice([game.guesses, [*at.candidates]]))
        if guess == word:
            return
        yield str(guess)
        at = at.after(guess, game.score(guess, word))


def judged(seen: Mapping[str, Any], session: jotto.Session, score: naive.Score) -> int:
    """Check the keys of a view by the definitions; return how many scores it has."""
    texts, several = session.game.rule.texts, session.boards > 1
    keys = [board["letters"] for board in seen["boards"]] if several else [seen["letters"]]
    made = 0
    for turns, letters in zip(session.state.boards, keys, strict=True):
        told = [(str(turn.guess), texts[turn.code]) for turn in turns]
        said = {letter: how for how, signs in letters.items() for letter in signs.split()}
        assert said == naive.keys(told, score), told
        assert not (more := naive.excess(said, told, score)), f"{more}: {told}"
        made += len(told)
    if several and not session.won:
        still = [keys[at].get("out", "").split() for at in session.to_score]
        assert seen["letters"].get("out", "").split() == sorted(set.intersection(*map(set, still)))
        assert seen["letters"].keys() <= {"out"}
    return made

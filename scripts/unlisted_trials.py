"""Play for words that are in no list, which a file has, such as Debian's american-english-insane.

    python scripts/unlisted_trials.py /usr/share/dict/american-english-insane --page

The secrets are drawn from words of that file which people write: with a zipf value of 1.5 to 3.
With ``--page`` every position is shown by the modules of the page in node, too, which must propose
the same guess. Words that are in no dictionary are found where letters may be anything. Exit
status: 0 if all gates are passed.
"""

from __future__ import annotations

import json
import random
import subprocess
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated, Any

import typer
from gates import Seed, report

import jotto
from jotto.assistant.opponents import play_out
from jotto.assistant.page_file import data_of
from jotto.assistant.view import view
from jotto.games import registry, words

CALLS = Path(__file__).parents[1] / "tests" / "pages" / "calls.js"
ANYTHING = "ouija", "zxqjv", "qurpl"
GATES = {"not found": 0, "most guesses": 9, "mean": 6.8, "strings that nobody writes": 0}
GATES |= {"not found where letters may be anything": 0, "other on the page": 0}
Ask = Callable[..., Any]


def asking(process: subprocess.Popen[str] | None) -> Ask | None:
    """Return a function that calls one of the page's modules; None without a process."""
    if process is None:
        return None
    assert process.stdin is not None
    assert process.stdout is not None
    sent, answers = process.stdin, process.stdout

    def ask(name: str, *given: Any) -> Any:
        sent.write(json.dumps([name, *given]) + "\n")
        sent.flush()
        return json.loads(answers.readline())

    return ask


def differs(ask: Ask, session: jotto.Session) -> bool:
    """Whether the page shows another guess or other figures at a position."""
    mine, theirs = view(session).guess, ask("seen", session.transcript, {})["guess"]
    if mine is None or theirs is None:
        return mine is not theirs
    left, worst = theirs["possible"]["facts"]["left"], theirs["worth"]["facts"]["worst"]
    figures = mine.possible.facts["left"], mine.worth.facts["worst"]
    return (mine.word, *figures) != (theirs["word"], left, worst)


def anyhow(game: jotto.Game, strategy: jotto.Strategy, secret: str) -> jotto.Session:
    """Play for a secret of any letters, from the first guess."""
    session = jotto.Session(game, strategy).among_unlisted(anything=True)
    for _ in range(20):
        if not session.won and session.attempt is None:
            session = session.scored(game.score(session.guess, secret))
    return session


def main(
    file: Annotated[Path, typer.Argument(help="A dictionary, a word a line.")],
    games: Annotated[int, typer.Option(min=1)] = 40,
    seed: Seed = 1,
    page: Annotated[bool, typer.Option("--page", help="Compare with the page in node.")] = False,
) -> None:
    """Play for words that are in no list."""
    game = jotto.words(prior="common")
    rude, book = words.offensive(), registry.book_for(game)
    strategy = registry.strategy("entropy", avoid=rude, tree=book)
    lines = map(str.strip, file.read_text("utf-8").splitlines())
    dictionary = {word for word in lines if len(word) == 5}
    written = words.read_numbers(words.folder() / words.UNLISTED_ZIPF)
    usual = sorted(w for w, zipf in written.items() if w in dictionary and 1.5 <= zipf <= 3)
    secrets = random.Random(seed).sample([w for w in usual if w.islower()], games)
    known = {*game.guesses, *dictionary, *written}
    pipes: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    node: Any = subprocess.Popen(["node", CALLS], **pipes) if page else nullcontext()
    made, strange, other = dict[str, int](), set[str](), 0
    with node as process:
        if ask := asking(process):
            ask("begin", data_of(game, strategy))
        for secret in secrets:
            for session in play_out(game, strategy, secret):
                other += bool(ask and differs(ask, session))
            strange |= {turn.guess for turn in session.state.mine} - known
            if session.won:
                made[secret] = len(session.state.mine)
        ended = [anyhow(game, strategy, secret) for secret in ANYTHING]
        other += sum(bool(ask and differs(ask, session)) for session in ended)
    facts: dict[str, Any] = {"words": len(usual), "games": games, "seed": seed}
    facts["strange"] = " ".join(sorted(strange))
    facts |= {
        f"{secret}, if anything": len(session.state.mine)
        for secret, session in zip(ANYTHING, ended, strict=True)
    }
    figures = {
        "not found": games - len(made),
        "most guesses": max(made.values()),
        "mean": sum(made.values()) / len(made),
        "strings that nobody writes": len(strange),
        "not found where letters may be anything": sum(not session.won for session in ended),
        "other on the page": other,
    }
    report(facts, figures, GATES, (("secret", "guesses"), [*made.items()]))


if __name__ == "__main__":
    typer.run(main)

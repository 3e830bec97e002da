"""Measure the prior ``wordle``, and what the age of past answers adds, on lists that you have.

    python scripts/wordle_prior.py allowed.txt answers.txt
    python scripts/wordle_prior.py allowed.txt answers.txt --past past.csv

Recall: how many of the answers are among the words that are likeliest by each prior. With past
answers and their dates, each day from ``--since`` on: how unlikely its answer was, in bits, and how
many guesses it takes, if all answers before it are known. Leaving past answers out is measured as a
factor of a thousandth, since an answer that is impossible would have infinitely many bits.
"""

from __future__ import annotations

from datetime import date, datetime
from pathlib import Path
from statistics import mean
from typing import Annotated, Any

import numpy as np
import typer

import jotto
from jotto.games import wordle, words
from jotto.games.scoring import Words
from jotto.reading.lists import past_in

FIRST = (2315, 3200, 5000)
TRIES = 6


def recall(prior: Any, listed: Words, answers: set[str]) -> str:
    """Return how many answers are among the likeliest words."""
    order = np.argsort(-prior, kind="stable")
    found = np.array([listed[at] in answers for at in order]).cumsum()
    return "  ".join(f"{found[n - 1]:5,} ({found[n - 1] / len(answers):.2%})" for n in FIRST)


def shown_recall(listed: Words, answers: set[str], what: str) -> None:
    """Print a table of recall."""
    level_of = words.levels()
    rows = (
        line.split("\t")
        for n in (words.UNLISTED_ZIPF, words.ZIPF)
        for line in words.shipped_lines(n)
    )
    zipf_of = {word: float(zipf) for word, zipf in rows}
    print(
        f"{len(answers):,} {what} of {len(listed):,} words; among the first "
        + ", ".join(map(str, FIRST))
    )
    priors = {
        "level": np.array([-level_of.get(word, words.RAREST) for word in listed]),
        "zipf": np.array([zipf_of.get(word, 0.0) for word in listed]),
        "wordle": wordle.answers(listed),
    }
    for name, prior in priors.items():
        print(f"{name:>8}  {recall(prior, listed, answers)}")


def guesses(game: jotto.Game, strategy: jotto.Strategy, secret: str) -> int:
    """Return how many guesses a strategy needs for a secret."""
    at, made = jotto.start(game), 0
    while True:
        guess, made = strategy(at), made + 1
        if guess == secret:
            return made
        at = at.after(guess, game.score(guess, secret))


def main(
    allowed: Annotated[Path, typer.Argument(help="All words that may be guessed.")],
    answers: Annotated[Path, typer.Argument(help="Those that may be answers, as once published.")],
    past: Annotated[Path | None, typer.Option(help="Past answers with their dates.")] = None,
    since: Annotated[datetime, typer.Option(help="The first day to measure.")] = datetime(
        2026, 2, 2
    ),
    opening: Annotated[str, typer.Option(help="The first guess of all games.")] = "tarse",
    games: Annotated[bool, typer.Option(help="Play a game for each day: ten minutes.")] = False,
) -> None:
    """Measure the prior wordle on an older list of answers, and on those since."""
    listed, published = words.read_words(allowed), {*words.read_words(answers)}
    shown_recall(listed, published, "answers")
    if past is None:
        return
    lines = sorted(past_in(past, listed)[0])
    shown_recall(listed, {word for _, word in lines} - published, "later answers")
    strategy, at = jotto.strategy(opening=opening), {word: n for n, word in enumerate(listed)}
    likely, known, repeats = wordle.answers(listed).astype(float), dict[str, date](), 0
    bits, taken = dict[str, list[float]](), dict[str, list[int]]()
    for day, word in lines:
        if day >= since.date():
            repeats += word in known
            ages = np.full(len(listed), np.inf)
            ages[[at[each] for each in known]] = [(day - then).days for then in known.values()]
            new = np.isinf(ages)
            models = {
                "even": np.ones(len(listed)),
                "wordle": likely,
                "wordle, past left out": likely * np.where(new, 1, 0.001),
                "wordle, past by age": likely * wordle.again(ages),
            }
            for name, weights in models.items():
                share = weights[at[word]] / weights.sum()
                bits.setdefault(name, []).append(-np.log2(share))
                if games:
                    prior = dict(zip(listed, weights, strict=True))
                    game = jotto.words(listed, rule="colours", prior=prior)
                    taken.setdefault(name, []).append(guesses(game, strategy, word))
        known[word] = day
    print(f"{len(bits['even']):,} days, {repeats} with an earlier answer")
    for name, measured in bits.items():
        print(f"{name:>22}  {mean(measured):.2f} bits", end="")
        made = taken.get(name, [])
        lost = sum(n > TRIES for n in made)
        print(f"  {mean(made):.3f} guesses, {lost} in more than {TRIES}" if made else "")


if __name__ == "__main__":
    typer.run(main)

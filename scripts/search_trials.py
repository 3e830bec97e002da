#!/usr/bin/env python3
"""Search seeded small games, and compare every result with trying everything in tests/naive.py.

Hard mode, only candidates or all guesses, with a prior or without; from the start or after one
turn. For each: the least total, both aims in either order, the least total with a limit, and the
fewest guesses that are enough; every tree is replayed, and its claim checked.

Example: python scripts/search_trials.py --games 2000
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from math import inf
from pathlib import Path

import numpy as np
import typer

import jotto
from jotto.games.words import word_game
from jotto.search.worst import Search

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
import naive

MOST = 12  # guesses; more than any game here needs


def drawn(rng: random.Random) -> tuple[list[str], list[str]]:
    """Draw secrets and further guesses; half of the time the secrets end alike, as _atch does."""
    if rng.random() < 0.5:
        size, letters = rng.randint(2, 4), "abcde"[: rng.randint(2, 5)]
        words = {"".join(rng.choices(letters, k=size)) for _ in range(rng.randint(2, 20))}
        some = rng.sample(sorted(words), len(words))
        n = rng.randint(1, min(9, len(some)))
        return some[:n], some[n:]
    end = "".join(rng.choices("abc", k=rng.randint(2, 3)))
    secrets = [letter + end for letter in rng.sample("abcdefgh", rng.randint(5, 8))]
    others = {"".join(rng.choices("abcdefgh", k=len(secrets[0]))) for _ in range(12)}
    return secrets, sorted(others - {*secrets})


def differences(seed: int) -> Iterator[str]:
    """Search one game; yield a line for each result that is not that of the definitions."""
    rng = random.Random(seed)
    secrets, others = drawn(rng)
    rule, allow = rng.choice([("colours", "hard")] * 2 + [("colours", "candidates")])
    rule, allow = (
        (rule, allow) if seed % 4 else ("exact-elsewhere", rng.choice(["all", "candidates"]))
    )
    weights = dict.fromkeys(secrets, 1)
    prior = None
    if rng.random() < 0.3:
        weights = {secret: rng.randint(1, 9) for secret in secrets}
        prior = np.array(list(weights.values()))
    game = word_game(secrets, others, rule=rule, prior=None if prior is None else lambda _: prior)
    at, may, score = jotto.start(game), list(game.guesses), naive.RULES[rule]
    guess, secret = rng.choice(secrets), rng.choice(secrets)
    if guess != secret and rng.random() < 0.7:
        at = at.after(guess, score(guess, secret))
        if allow == "hard":
            may = [word for word in may if naive.uses(word, guess, score(guess, secret))]
    left = list(at.candidates)

    totals = [
        naive.least_total(left, may, score, weights, most=most, allow=allow) for most in range(MOST)
    ]
    fewest = next(most for most, total in enumerate(totals) if total < inf)
    right = {
        "mean": (totals[-1], None),
        "mean,worst": (totals[-1], totals.index(totals[-1])),
        "worst,mean": (totals[fewest], fewest),
    }
    for aim, (total, worst) in right.items():
        tree = jotto.solve(at, aim=aim, allow=allow)  # type: ignore[arg-type]
        found = tree.lengths.weighted_total, tree.lengths.worst
        if found != (total, worst or found[1]) or not tree.proved or tree.verify():
            yield f"seed {seed}, {aim}: {found}, not {total, worst}; {tree.verify()}"
    for most in (2, 3):
        try:
            least = jotto.solve(at, allow=allow, max_guesses=most).lengths.weighted_total  # type: ignore[arg-type]
        except jotto.NoStrategyError:
            least = inf  # type: ignore[assignment]
        if least != totals[most]:
            yield f"seed {seed}, at most {most} guesses: {least}, not {totals[most]}"
    search = Search(at, allow=allow)  # type: ignore[arg-type]
    list(search.narrow())
    if (search.low, search.high) != (fewest, fewest):
        yield f"seed {seed}, the longest game: {search.low} to {search.high}, not {fewest}"


def main(games: int = 2000, seed: int = 0) -> None:
    """Search games, and print the differences."""
    wrong = [line for n in range(seed, seed + games) for line in differences(n)]
    print("\n".join([*wrong, f"{games} games, {len(wrong)} differences"]))
    sys.exit(bool(wrong))


if __name__ == "__main__":
    typer.run(main)

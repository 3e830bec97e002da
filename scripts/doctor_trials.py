"""Measure how often the doctor finds the wrong score.

    python scripts/doctor_trials.py
    python scripts/doctor_trials.py --prior even --games 4000 --seed 1

Games over the shipped list are played by entropy, as in ``jotto play``. One score in turns 1 to 4
is replaced by a near miss; all others are right. The game continues until no candidate is left,
and then the doctor is called. Games that are won before that are not counted. Secrets are drawn
under the prior; the strategy and the doctor use the same prior.

The ceiling is the best that any ranking can reach on average: the ranking by a judge who knows that
one score in turns 1 to 4 is a near miss, and how likely each secret and each near miss is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from statistics import median
from typing import Annotated, Any

import numpy as np
import typer
from gates import Seed, report

import jotto
from jotto import Explanation, Game
from jotto.assistant.mistakes import turns_by_blame, weight_of
from jotto.engine.game import Turn
from jotto.errors import ContradictionError

LAST_GUILTY = 4
GATES = {"guilty turn first": 0.69, "guilty turn in the first two": 0.91, "secret rescued": 1.0}


@dataclass(frozen=True)
class Trial:
    """One game with a contradiction: the rank of the guilty turn (from 1), and what it rescues.

    The guilty turn is the one with the wrong score. ``hopes`` are the chances that it is the first,
    and among the first two, in the ranking of a judge who knows all probabilities.
    """

    place: int
    rescued: bool
    n_rescued: int
    scores_late: int
    hopes: tuple[float, float]


@dataclass(frozen=True)
class Guesser:
    """Entropy's guesses in a game, each computed once."""

    game: Game
    known: dict[tuple[Turn, ...], Any] = field(default_factory=dict)

    def contradicted(self, secret: Any, guilty: int, draw: np.random.Generator) -> list[Turn]:
        """Play one game with one wrong score; no turns if it is won before the contradiction."""
        at, rule = jotto.start(self.game), self.game.rule
        while True:
            if at.history not in self.known:
                self.known[at.history] = jotto.strategy("entropy")(at)
            guess = self.known[at.history]
            code = rule.score(guess, secret)
            if code == rule.win:
                return []
            if len(at.history) + 1 == guilty:
                code = int(draw.choice(rule.near_misses(code)))
            turn = Turn(guess, code)
            try:
                at = at.then(turn)
            except ContradictionError:
                return [*at.history, turn]


def trials(game: Game, seed: int) -> Iterator[Trial | None]:
    """Play an endless series of games; yield None for a game without a contradiction."""
    draw, guesser = np.random.default_rng(seed), Guesser(game)
    chances = game.weights(game.everything) / game.weights(game.everything).sum()
    while True:
        secret = int(draw.choice(len(chances), p=chances))
        guilty = int(draw.integers(LAST_GUILTY)) + 1
        history = guesser.contradicted(game.secrets[secret], guilty, draw)
        yield examined(game, history, secret, guilty) if history else None


def examined(game: Game, history: Sequence[Turn], secret: int, guilty: int) -> Trial:
    """Find the rank of the guilty turn, and whether its correction rescues the secret."""
    found = jotto.explain(game, *history)
    ranked = turns_by_blame(found)
    own = [each for each in found if (each.kind, each.turn) == ("score", guilty)]
    rescued = [int(i) for each in own for i in each.rescued]
    place = ranked.index(guilty) + 1 if guilty in ranked else len(ranked) + 1
    hopes = hopes_of(game, history, found)
    return Trial(place, secret in rescued, len(rescued), len(history) - guilty, hopes)


def hopes_of(
    game: Game, history: Sequence[Turn], explanations: Sequence[Explanation]
) -> tuple[float, float]:
    """Rank the turns knowing that a near miss in turns 1 to 4 is to blame: see :class:`Trial`."""
    blame = [0.0] * LAST_GUILTY
    for each in explanations:
        if each.kind == "score" and each.turn and each.meant and each.turn <= LAST_GUILTY:
            misses = game.rule.near_misses(each.meant.code)
            if history[each.turn - 1].code in misses:
                blame[each.turn - 1] += weight_of(game, each.rescued) / len(misses)
    first, second, *_ = sorted(blame, reverse=True)
    return first / sum(blame), (first + second) / sum(blame)


def average(rows: Sequence[tuple[float, float, float]]) -> dict[str, float]:
    """Return the average of each gate's column."""
    return dict(zip(GATES, np.mean(rows, axis=0).tolist(), strict=True))


def play(game: Game, games: int, seed: int) -> tuple[list[Trial], int]:
    """Play until ``games`` of them have a contradiction; also return how many were played."""
    found, played = [], 0
    for trial in islice(trials(game, seed), 100 * games):
        played += 1
        found += [trial] if trial else []
        if len(found) == games:
            break
    return found, played


def main(
    games: Annotated[int, typer.Option(min=1, help="Games with a contradiction to examine.")] = 400,
    seed: Seed = 0,
    prior: Annotated[
        str, typer.Option(help="How likely each secret is: common or even.")
    ] = "common",
) -> None:
    """Play games with one wrong score and count how often the doctor finds it."""
    found, played = play(jotto.words(prior=prior), games, seed)
    shares = average([(trial.place == 1, trial.place <= 2, trial.rescued) for trial in found])
    most = average([(*trial.hopes, 1.0) for trial in found])
    facts = {
        "prior": prior,
        "games played": played,
        "contradicted": len(found),
        "seed": seed,
        "scores until then, on average": float(np.mean([trial.scores_late for trial in found])),
        "rescued by the guilty turn, median": float(median(trial.n_rescued for trial in found)),
    }
    shown = (("at most, on average", "share"), list(most.items()))
    report(facts, shares, GATES, shown, floors=GATES)


if __name__ == "__main__":
    typer.run(main)

"""Play random live games, by the state machine of tests/assistant/test_player.py, and matches.

    python scripts/player.py --games 10000 --seed 0
    python scripts/player.py --rounds 5 --games 0 --seed 0

Games are played in batches with a seed of their own; what fails in a batch is shrunk to a few
entries, which are printed. Matches are played against the model of tests/assistant/test_match.py.
Exit status: 0 if nothing fails.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Annotated, Any

import hypothesis
import typer
from gates import Seed, report
from hypothesis import HealthCheck
from hypothesis.stateful import run_state_machine_as_test

sys.path.extend(str(Path(__file__).parents[1] / part) for part in ("tests", "tests/assistant"))
import test_match  # type: ignore[import-not-found]
import test_player  # type: ignore[import-not-found]

BATCH = 250  # games
A_ROUND = 800  # matches
PATIENT: Any = {"deadline": None, "database": None, "suppress_health_check": [*HealthCheck]}


def failures(games: int, seed: int) -> list[str]:
    """Play so many games; return what fails, a batch at a time, with the entries that show it."""
    failed = []
    for batch, first in enumerate(range(0, games, BATCH)):
        some = hypothesis.settings(
            test_player.SOME, max_examples=min(BATCH, games - first), derandomize=False, **PATIENT
        )
        machine = hypothesis.seed(1_000_000 * seed + batch)(test_player.LiveGame)
        try:
            run_state_machine_as_test(machine, settings=some)
        except Exception as error:
            lines = "\n".join(getattr(error, "__notes__", ())).splitlines()
            told = [line for line in lines if line.startswith(("move", "line", "Draw"))]
            failed.append("\n".join([f"batch {batch}: {error!r}", *told]))
            print(failed[-1], flush=True)
    return failed


def play_matches(rounds: int, seed: int) -> None:
    """Play random matches against the model of the tests. Raises AssertionError."""
    hypothesis.settings.register_profile("many", max_examples=A_ROUND // 2, deadline=None)
    hypothesis.settings.load_profile("many")
    for number in range(rounds):
        for test in (
            test_match.test_a_match_is_what_a_model_of_its_rules_says,
            test_match.test_any_entry_is_taken_or_refused_in_one_line,
        ):
            hypothesis.seed(rounds * seed + number)(test)()


def main(
    games: Annotated[int, typer.Option(min=0, help="Live games to play.")] = 3000,
    rounds: Annotated[int, typer.Option(min=0, help="Rounds of 800 random matches.")] = 0,
    seed: Seed = 0,
) -> None:
    """Play random games and print those that fail."""
    since = time.monotonic()
    failed = failures(games, seed)
    play_matches(rounds, seed)
    facts = {"games": games, "matches": A_ROUND * rounds, "seed": seed}
    facts |= {"seconds": round(time.monotonic() - since)}
    facts |= dict(sorted(test_player.COUNTS.items()))
    report(facts, {"batches that fail": len(failed)}, {"batches that fail": 0})


if __name__ == "__main__":
    typer.run(main)

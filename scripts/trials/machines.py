"""Run state machines of Hypothesis as trials: a round is some examples, drawn by its seed."""

from __future__ import annotations

from collections import Counter
from typing import Any, ClassVar

from hypothesis import HealthCheck, Phase, seed as seeded, settings
from hypothesis.stateful import RuleBasedStateMachine, run_state_machine_as_test


class Machine(RuleBasedStateMachine):
    """A state machine that counts what it has reached."""

    counts: ClassVar[Counter[str]]
    ENTRIES: ClassVar[int]  # of an example, at most


def run(machine: type[Machine], seed: int, examples: int, *, shrink: bool = True) -> int:
    """Run a machine; return how many entries, stages and ends were checked.

    Raises what fails, with the fewest entries that show it in the notes of the error; or with
    those that were drawn, without ``shrink``, which takes up to five minutes.
    """
    before = machine.counts.total()
    options: Any = {"deadline": None, "database": None, "report_multiple_bugs": False}
    options |= {"suppress_health_check": [*HealthCheck], "print_blob": False}
    phases = [Phase.generate, *[Phase.shrink] * shrink]
    options |= {"phases": phases, "derandomize": False}
    options |= {"max_examples": examples, "stateful_step_count": machine.ENTRIES}
    run_state_machine_as_test(seeded(seed)(machine), settings=settings(**options))
    return machine.counts.total() - before

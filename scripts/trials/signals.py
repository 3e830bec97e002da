"""SIGINT and SIGTERM at random moments.

Every command is called, and interrupted from the moment when its main function begins.
"""

from __future__ import annotations

import signal
from pathlib import Path
from random import Random

from trials.calls import CALLS, TYPED, Call, check, copied, surroundings

UNIT = "signals"
FOUND = """Two faults. Ctrl-C was lost in a callback of an import. A late Ctrl-C made a finished
run fail."""


def play(seed: int, folder: Path) -> int:
    """Interrupt a call; return 1."""
    user, draw = copied(folder), Random(seed)
    arguments, how = draw.choice(CALLS).split(), draw.choice([signal.SIGINT, signal.SIGTERM])
    typed = "\n".join([*TYPED, ""]).encode()
    after = 0.01 + draw.expovariate(2.0)
    check(Call(arguments, typed, surroundings(user), signal=how, after=after), user)
    return 1

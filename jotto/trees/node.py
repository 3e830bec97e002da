"""The nodes of a tree."""

from __future__ import annotations

from dataclasses import dataclass, field

DEEPEST = 200  # guesses in a game; JSON of more is nested deeper than Python reads


@dataclass(frozen=True, eq=False)
class Node:
    """A guess (an index), and the node below each score code except the win."""

    guess: int
    below: dict[int, Node] = field(default_factory=dict, repr=False)

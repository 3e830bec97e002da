"""The race of two players as a linear program, in its sequence form, and exact bounds of its value.

A *sequence* is what one player has chosen so far: the secret, then guesses. A player's strategy
gives each sequence a weight; at each *choice*, a state that the player can tell from all others,
the weights of the sequences that continue one sum to its weight. Payoffs are linear in the weights
of each player, so that an equilibrium is a linear program with one variable for each sequence of
one player and one for each choice of the other (Koller, Megiddo and von Stengel, 1996).

Guesses are left out if another one tells as much and wins as soon: docs/two-players.md has the
proof. Payoffs are those of the first player, 2 for a win and 1 for a draw.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np

from jotto.engine.game import Game
from jotto.errors import GameError, to_install
from jotto.trees.formats import Node

Order = Literal["turns", "last turn", "together"]
Sees = Literal["both", "first", "second", "neither"]
Turns: TypeAlias = tuple[tuple[int, int], ...]  # guess and score code
Key: TypeAlias = tuple[int, Turns, Turns]  # my secret, my turns, and theirs if I see them
Cells: TypeAlias = dict[int, tuple[int, ...]]  # candidates by score code
Floats = np.typing.NDArray[np.float64]
Weights: TypeAlias = Sequence[Any]  # of sequences: int or Fraction

WIN, DRAW = 2, 1
MOST_SECRETS = 32  # with more, the second guesses are too many sequences in any game
MOST_SEQUENCES = 120_000  # of both players: some ten words, a minute
MOST_ENDS = 2_000_000  # pairs of sequences that end a game
UNIT = 1 << 40  # weights of strategies are rounded to such parts
DENOMINATORS = (12, 120, 1_000, 10_000, 1_000_000)  # tried to find probabilities that are exact


class Side(NamedTuple):
    """One player during a game: the sequence for each own secret that the other has not excluded.

    ``node``: where the player would be who follows the tree.
    """

    sequences: dict[int, int]
    turns: Turns
    node: Node | None

    def keeping(self, secrets: Sequence[int]) -> Side:
        """Return what is left when the other has learned a score."""
        return self._replace(sequences={secret: self.sequences[secret] for secret in secrets})


class Move(NamedTuple):
    """A guess: the other's candidates by its score, and the sequence that it continues to."""

    guess: int
    cells: Cells
    sequences: dict[int, int]


def cells_of(column: Mapping[int, int] | Any, candidates: Sequence[int]) -> Cells:
    """Return candidates grouped by their code in a row of the matrix."""
    cells: dict[int, list[int]] = {}
    for candidate in candidates:
        cells.setdefault(int(column[candidate]), []).append(candidate)
    return {code: tuple(cell) for code, cell in cells.items()}


def at_least(better: Cells, worse: Cells, win: int) -> bool:
    """Whether a guess tells as much as another one, and wins wherever that does."""
    inside = {secret: code for code, cell in worse.items() for secret in cell}
    if win in worse and better.get(win) != worse[win]:
        return False
    return all(len({inside[secret] for secret in cell}) == 1 for cell in better.values())


@dataclass
class Form:
    """All sequences, choices and ends of a race; ``tree``: its guesses are not left out."""

    game: Game
    order: Order
    sees: tuple[bool, bool]
    tree: Node
    # of each player
    parents: tuple[list[int], list[int]] = field(default_factory=lambda: ([], []))
    choices: tuple[list[range], list[range]] = field(default_factory=lambda: ([], []))
    labels: tuple[list[int], list[int]] = field(default_factory=lambda: ([-1], [-1]))
    keys: tuple[dict[Key | None, int], dict[Key | None, int]] = field(
        default_factory=lambda: ({}, {})
    )
    followed: tuple[dict[int, int], dict[int, int]] = field(default_factory=lambda: ({}, {}))
    ends: list[tuple[int, int, int]] = field(default_factory=list)
    useful: dict[tuple[int, ...], dict[int, Cells]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        everything = range(len(self.game))
        first, second = (
            Side(
                dict(zip(everything, self.choose(player, None, 0, everything), strict=True)),
                (),
                self.tree,
            )
            for player in (0, 1)
        )
        self.round(first, second)

    # --- the choices of a player

    def choose(self, player: int, key: Key | None, parent: int, labels: Sequence[int]) -> range:
        """Return the sequences that continue one; the same ones for what looks the same."""
        if (known := self.keys[player].get(key)) is not None:
            return self.choices[player][known]
        begin = len(self.labels[player])
        self.keys[player][key] = len(self.parents[player])
        self.parents[player].append(parent)
        self.labels[player].extend(labels)
        self.choices[player].append(range(begin, begin + len(labels)))
        if sum(map(len, self.labels)) > MOST_SEQUENCES:
            raise too_large(self.game)
        return self.choices[player][-1]

    def guesses(self, candidates: tuple[int, ...]) -> dict[int, Cells]:
        """Return the guesses worth making: no other tells as much and wins wherever it does."""
        if candidates not in self.useful:
            matrix, win = self.game.matrix, self.game.rule.win
            found: dict[Any, tuple[int, Cells]] = {}
            for guess in range(len(self.game.guesses)):
                cells = cells_of(matrix[guess], candidates)
                if len(cells) > 1 or win in cells:
                    same = frozenset(cells.values()), cells.get(win)
                    found.setdefault(same, (guess, cells))
            # what tells as much has as many parts or more; of equals, what may win comes first
            order = sorted(found.values(), key=lambda one: (-len(one[1]), win not in one[1]))
            some: dict[int, Cells] = {}
            for guess, cells in order:
                if not any(at_least(better, cells, win) for better in some.values()):
                    some[guess] = cells
            self.useful[candidates] = dict(sorted(some.items()))
        return self.useful[candidates]

    def moves(self, player: int, mine: Side, theirs: Side, *, last: bool = False) -> list[Move]:
        """Return the guesses of a player; ``last``: who sees that it is the last can only win."""
        candidates = tuple(theirs.sequences)
        matrix = self.game.matrix
        if last and self.sees[player]:
            alone = self.game.guess_of[list(candidates)].tolist()
            tried = {guess: cells_of(matrix[guess], candidates) for guess in alone}
        else:
            tried = dict(self.guesses(candidates))
        if mine.node:
            tried.setdefault(mine.node.guess, cells_of(matrix[mine.node.guess], candidates))
        after: list[dict[int, int]] = [{} for _ in tried]
        for secret, parent in mine.sequences.items():
            key = secret, mine.turns, theirs.turns if self.sees[player] else ()
            new = self.choose(player, key, parent, list(tried))
            if mine.node:
                place = self.keys[player][key]
                self.followed[player][place] = new[list(tried).index(mine.node.guess)]
            for sequences, sequence in zip(after, new, strict=True):
                sequences[secret] = sequence
        return [Move(*each, some) for each, some in zip(tried.items(), after, strict=True)]

    # --- the course of a game

    def end(self, first: Side, second: Side, payoff: int) -> None:
        """Note a payoff for all secrets that both may still have."""
        if len(self.ends) > MOST_ENDS:
            raise too_large(self.game)
        if payoff:
            some = second.sequences.values()
            self.ends += [
                (mine, other, payoff) for mine in first.sequences.values() for other in some
            ]

    def last(self, player: int, mine: Side, theirs: Side, hit: int, miss: int) -> None:
        """Let a player make the last guess of a game."""
        for move in self.moves(player, mine, theirs, last=True):
            for code, cell in move.cells.items():
                sides = mine._replace(sequences=move.sequences), theirs.keeping(cell)
                payoff = hit if code == self.game.rule.win else miss
                self.end(sides[player], sides[1 - player], payoff)

    def after(self, side: Side, move: Move, code: int) -> Side:
        """Return a player after a guess and its score."""
        node = side.node
        below = node.below.get(code) if node and node.guess == move.guess else None
        return Side(move.sequences, (*side.turns, (move.guess, code)), below)

    def round(self, first: Side, second: Side) -> None:
        """Play on from where both have made as many guesses."""
        if self.order == "together":
            self.both(first, second)
            return
        last_turn, win = self.order == "last turn", self.game.rule.win
        if len(first.sequences) == 1:  # the second player wins next
            self.last(0, first, second, DRAW if last_turn else WIN, 0)
            return
        for move in self.moves(0, first, second):
            for code, cell in move.cells.items():
                mine, theirs = self.after(first, move, code), second.keeping(cell)
                if code == win and not last_turn:
                    self.end(mine, theirs, WIN)
                elif code == win:
                    self.last(1, theirs, mine, DRAW, WIN)
                elif len(cell) == 1 and not last_turn:  # the first player wins next
                    self.last(1, theirs, mine, 0, WIN)
                else:
                    self.answer(mine, theirs)

    def answer(self, first: Side, second: Side) -> None:
        """Let the second player guess, and play on."""
        for move in self.moves(1, second, first):
            for code, cell in move.cells.items():
                if code != self.game.rule.win:
                    self.round(first.keeping(cell), self.after(second, move, code))

    def both(self, first: Side, second: Side) -> None:
        """Let both guess without seeing the other's guess of this round."""
        alone = len(first.sequences) == 1, len(second.sequences) == 1
        if any(alone):
            if all(alone):
                self.end(first, second, DRAW)
            elif alone[0]:
                self.last(0, first, second, DRAW, 0)
            else:
                self.last(1, second, first, DRAW, WIN)
            return
        win, answers = self.game.rule.win, self.moves(1, second, first)
        for move in self.moves(0, first, second):
            for answer in answers:
                for code, cell in move.cells.items():
                    theirs = self.after(second, answer, code)  # the code is of no use in an end
                    for other, some in answer.cells.items():
                        mine = self.after(first, move, code).keeping(some)
                        theirs = self.after(second, answer, other).keeping(cell)
                        if win in (code, other):
                            payoff = DRAW * (1 + (code == win) - (other == win))
                            self.end(mine, theirs, payoff)
                        else:
                            self.both(mine, theirs)

    # --- strategies, and what they are worth

    def best(self, player: int, against: Weights) -> Any:
        """Return the payoff, times the unit of ``against``, of the best answer to a strategy."""
        gains: list[Any] = [0] * len(self.labels[player])
        sign = -1 if player else 1
        for end in self.ends:
            gains[end[player]] += sign * end[2] * against[end[1 - player]]
        for parent, new in zip(
            reversed(self.parents[player]), reversed(self.choices[player]), strict=True
        ):
            gains[parent] += max(gains[new.start : new.stop])
        return sign * gains[0]

    def payoff(self, first: Weights, second: Weights) -> Any:
        """Return the payoff of two strategies, times their units."""
        return sum(first[mine] * second[theirs] * payoff for mine, theirs, payoff in self.ends)

    def following(self, player: int) -> list[int]:
        """Return who has any secret as likely and follows the tree; the unit is that of secrets."""
        weights = [len(self.game)] + [0] * (len(self.labels[player]) - 1)
        for sequence in self.choices[player][0]:
            weights[sequence] = 1
        for place, sequence in sorted(self.followed[player].items()):
            weights[sequence] = weights[self.parents[player][place]]
        return weights

    def whole(self, player: int, weights: Floats) -> list[int]:
        """Return a strategy in whole parts of UNIT."""
        found = [UNIT] + [0] * (len(weights) - 1)
        for parent, new in zip(self.parents[player], self.choices[player], strict=True):
            some = weights[new.start : new.stop]
            if found[parent]:
                shares = [int(found[parent] * share) for share in some / (some.sum() or 1)]
                shares[int(some.argmax())] += found[parent] - sum(shares)
                found[new.start : new.stop] = shares
        return found

    def simple(self, player: int, weights: Floats, most: int) -> list[Fraction]:
        """Return a strategy of probabilities whose denominators are small."""
        found = [Fraction(1)] + [Fraction(0)] * (len(weights) - 1)
        for parent, new in zip(self.parents[player], self.choices[player], strict=True):
            some = weights[new.start : new.stop]
            if found[parent]:
                shares = some / (some.sum() or 1)
                near = [Fraction(float(share)).limit_denominator(most) for share in shares]
                if not any(near):
                    near[0] = Fraction(1)
                total = sum(near)
                found[new.start : new.stop] = [found[parent] * share / total for share in near]
        return found


def too_large(game: Game) -> GameError:
    """Return the error for a game whose race is too large."""
    size = f"{len(game):,} secrets and {len(game.guesses):,} guesses"
    return GameError(f"the race is too large to be solved with {size}; about ten words can be")


def linear_program() -> Any:
    """Import what solves linear programs. Raises GameError."""
    try:
        import scipy.optimize
        import scipy.sparse
    except ImportError:
        raise GameError(f"linear programs need scipy: {to_install('equilibrium')}") from None
    return scipy


def solve_form(form: Form) -> tuple[Floats, Floats]:
    """Return the weights of the sequences of both players in an equilibrium, as floats."""
    scipy = linear_program()
    sizes = [len(labels) for labels in form.labels]

    def flow(player: int) -> Any:
        """Return the equations: the weight of a sequence is that of those that continue it."""
        rows, columns, values = [0], [0], [1.0]
        pairs = zip(form.parents[player], form.choices[player], strict=True)
        for row, (parent, new) in enumerate(pairs, 1):
            rows += [row] * (len(new) + 1)
            columns += [parent, *new]
            values += [-1.0] + [1.0] * len(new)
        shape = len(form.choices[player]) + 1, sizes[player]
        return scipy.sparse.csr_array((values, (rows, columns)), shape=shape)

    mine, theirs = flow(0), flow(1)
    first, second, payoffs = np.array(form.ends or [(0, 0, 0)]).T
    worth = scipy.sparse.csr_array((payoffs.astype(float), (second, first)), shape=sizes[::-1])
    # the first player's weights, and what each choice of the second is worth at least
    costs = np.zeros(sizes[0] + theirs.shape[0])
    costs[sizes[0]] = -1
    nothing = scipy.sparse.csr_array((mine.shape[0], theirs.shape[0]))
    found = scipy.optimize.linprog(
        costs,
        A_ub=scipy.sparse.hstack([-worth, theirs.T]).tocsr(),
        b_ub=np.zeros(sizes[1]),
        A_eq=scipy.sparse.hstack([mine, nothing]).tocsr(),
        b_eq=np.eye(1, mine.shape[0])[0],
        bounds=[(0, None)] * sizes[0] + [(None, None)] * theirs.shape[0],
        method="highs-ipm",  # then a crossover to a vertex; half the time of the simplex method
    )
    if found.status:
        raise GameError(f"the linear program was not solved: {found.message}")
    return found.x[: sizes[0]].clip(0), (-found.ineqlin.marginals).clip(0)


def certified(form: Form) -> tuple[Fraction, Fraction, Weights, Weights]:
    """Return exact bounds of the payoff, and the strategies of both that show them.

    Each strategy is rounded, and the best answer to it is found in whole numbers or fractions.
    """
    first, second = solve_form(form)
    one: Weights = form.whole(0, first)
    other: Weights = form.whole(1, second)
    low, high = Fraction(form.best(1, one), UNIT), Fraction(form.best(0, other), UNIT)
    for most in DENOMINATORS:
        exact = form.simple(0, first, most), form.simple(1, second, most)
        value = Fraction(form.best(1, exact[0]))
        if value == form.best(0, exact[1]):
            return value, value, *exact
    return low, high, one, other

"""The least worst case where answers may be false: exact, by trying everything, for small games.

Most states fail by counting, after Berlekamp (1964): a candidate that allows further lies takes up
all sequences of answers that they could make of its scores, and no two may take up the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import count
from math import comb

import numpy as np

from jotto.engine.game import Bools
from jotto.engine.position import Position
from jotto.errors import GameError

# for 0, 1 .. lies told: the candidates, as bits of a number, or their number
State = tuple[int, ...]
Answers = Sequence[State]  # what is left after each answer
Moves = Callable[[State, int], Iterable[Answers]]  # of each guess, by the guesses left after it
UNKNOWN = "the worst case needs a fixed number of false answers, such as lies=1"
Fits = Callable[[State, int], bool]  # whether so many guesses may be enough, by counting


@cache
def patterns(answers: int, guesses: int, lies: int) -> int:
    """Count the sequences of answers with at most so many lies.

    >>> patterns(2, 5, 1)
    6
    """
    return sum(comb(guesses, told) * (answers - 1) ** told for told in range(lies + 1))


def volume(sizes: Iterable[int], answers: int, guesses: int, lies: int) -> int:
    """Return in how many ways so many guesses can be answered (Berlekamp).

    ``sizes``: the number of candidates for which 0, 1, ... of the ``lies`` were told.
    """
    return sum(size * patterns(answers, guesses, lies - told) for told, size in enumerate(sizes))


def fewest(state: State, enough_at_once: Fits, fits: Fits, moves: Moves) -> int:
    """Return the least number of guesses that are enough for a state, whatever the answers."""
    low, high = dict[State, int](), dict[State, int]()

    def enough(state: State, guesses: int) -> bool:
        if enough_at_once(state, guesses) or guesses >= high.get(state, guesses + 1):
            return True
        if guesses <= low.get(state, 0) or not fits(state, guesses):
            return False
        tried = moves(state, guesses - 1)
        found = any(all(enough(after, guesses - 1) for after in every) for every in tried)
        (high if found else low)[state] = guesses
        return found

    return next(guesses for guesses in count() if enough(state, guesses))


def worst_case(at: Position) -> int:
    """Return the least N such that some strategy always wins within N more guesses.

    >>> from jotto.engine.position import start
    >>> from jotto.games.registry import named
    >>> [worst_case(start(named("mastermind:2x3"), lies=lies)) for lies in (1, 2)]
    [5, 6]
    """
    game, bits = at.game, 1 << np.arange(len(at), dtype=object)
    if not game.lies:
        raise GameError(UNKNOWN).about("rule")
    codes, win = game.columns(at.left, np.arange(len(game.guesses))).T, game.rule.win
    answers = max(len({*codes.ravel().tolist()} - {win}), 1)

    def of(part: Bools) -> int:
        return int(bits[part].sum())

    parts = set[tuple[int, ...]]()  # of each guess: all candidates but it, and by their scores
    for row in codes:
        parts.add((of(row != win), *(of(row == code) for code in {*row.tolist()} - {win})))
    start = tuple(of(at.false == told) for told in range(game.lies + 1))

    def fits(state: State, guesses: int) -> bool:
        sizes = [mask.bit_count() for mask in state]
        most = game.lies - next(told for told, size in enumerate(sizes) if size)
        made = range(guesses)
        room = sum(answers**n * patterns(answers, guesses - 1 - n, most) for n in made)
        return bool(volume(sizes, answers, guesses - 1, game.lies) <= room)

    def moves(state: State, guesses: int) -> Iterable[Answers]:
        def after(others: int, part: int) -> State:
            lied = (0, *(mask & ~part for mask in state))
            pairs = zip(state, lied, strict=False)
            return tuple(others & (mask & part | more) for mask, more in pairs)

        def size(state: State) -> int:
            return -volume(map(int.bit_count, state), answers, guesses, game.lies)

        left, every = sum(state), set[frozenset[State]]()
        for others, *masks in parts:
            every.add(frozenset(after(others, part) for part in masks if part & left))
        in_order = [sorted(each, key=size) for each in every]
        return sorted(in_order, key=lambda answers: -sum(map(size, answers[:1])))

    return fewest(start, lambda state, guesses: sum(state).bit_count() <= guesses, fits, moves)

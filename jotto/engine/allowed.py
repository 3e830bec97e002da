"""Which guesses may be made at a position: all, the candidates, or those that use every hint."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from jotto.called import ALLOWED_NAMES, allowed_called, hint_for
from jotto.engine.game import Bools, Game, Indices, IntArray, Rule, Turn
from jotto.engine.store import remember
from jotto.errors import GameError, meant, quoted

Position = Any  # its module needs this one
Allow = Callable[[Position], Bools]  # returns a mask (G,), True at least once


def any_guess(at: Position) -> Bools:
    """Allow every guess of the list."""
    return np.ones(len(at.game.guesses), np.bool_)


def only_candidates(at: Position) -> Bools:
    """Allow the guesses that could be the secret."""
    allowed = np.zeros(len(at.game.guesses), np.bool_)
    allowed[at.game.guess_of[at.left]] = True
    return allowed


def hard(at: Position) -> Bools:
    """Allow the guesses that use every hint. Raises GameError for a rule without hints."""
    hints_of(at.game.rule)
    allowed = np.zeros(len(at.game.guesses), np.bool_)
    allowed[_using(at.game, at.history)] = True
    return allowed


def hints_of(rule: Rule) -> Callable[[Any, Sequence[str]], Bools]:
    """Return how a rule's scores give hints. Raises GameError if hard mode could demand nothing."""
    if rule.hints is None:
        raise GameError("hard mode needs the rule colours").about("allow", "rule")
    return rule.hints


def shape_of(letters: Sequence[Any]) -> tuple[int, ...]:
    """Return where each letter of a guess comes first.

    >>> shape_of("speed")
    (0, 1, 2, 2, 4)
    """
    return tuple(map(letters.index, letters))


@remember  # the turns before a node of a tree are those of every node below
def _using(game: Game, history: Sequence[Turn]) -> Indices:
    """Return the guesses (indices) that use the hints of all turns."""
    if not history:
        return np.arange(len(game.guesses))
    before, turn = _using(game, history[:-1]), history[-1]
    alphabet, letters = letters_in(game)
    spelt = game.rule.spell(turn.guess)
    for hint in hints_of(game.rule)(shape_of(spelt), [game.rule.texts[turn.code]])[0].nonzero()[0]:
        place = hint % len(spelt)
        number, times = alphabet.get(spelt[place], -1), spelt[: place + 1].count(spelt[place])
        if hint < len(spelt):
            before = before[letters[before, place] == number]
        else:
            before = before[np.count_nonzero(letters[before] == number, axis=1) >= times]
    return before


@remember
def letters_in(game: Game) -> tuple[dict[str, int], IntArray]:
    """Return numbers of letters, and those of all guesses (G, L)."""
    spelt = [game.rule.spell(guess) for guess in game.guesses]
    alphabet: dict[str, int] = {}
    numbers = [[alphabet.setdefault(letter, len(alphabet)) for letter in word] for word in spelt]
    return alphabet, np.array(numbers)


ALLOWED: dict[str, Allow] = {"all": any_guess, "candidates": only_candidates, "hard": hard}


def allowed_by(name: str) -> Allow:
    """Look up which guesses are allowed, by a name. Raises GameError, which names the known ones.

    >>> allowed_by("Hard mode") is hard
    True
    """
    if (known := ALLOWED.get(allowed_called(name))) is None:
        raise no_allowed(name)
    return known


def no_allowed(name: str) -> GameError:
    """Return the error of a name that is none, the same wherever it is given."""
    there = f"{', '.join(ALLOWED)}{meant(name, ALLOWED_NAMES)}"
    (right,) = hint_for(name) or (f"write {there}",)
    return GameError(f"allow {quoted(name)}: {right}").about("allow")


def allow_name(allow: Allow) -> str:
    """Return the name of what is allowed, or of the function that says it."""
    names = (name for name, function in ALLOWED.items() if function is allow)
    return next(names, str(getattr(allow, "__name__", "?")))


def is_useful(at: Position, guesses: Bools) -> bool:
    """Whether one of ``guesses (G,)`` can win, or tells two candidates apart."""
    if guesses[at.game.guess_of[at.left]].any():
        return True
    blocks = at.game.blocks(at.left, np.flatnonzero(guesses))
    return any((block != block[0]).any() for block in blocks)


@remember
def among(game: Game, words: frozenset[Any]) -> Bools:
    """Return a mask (G,) of the guesses that are some words."""
    return np.isin(list(map(str, game.guesses)), list(map(str, words)))

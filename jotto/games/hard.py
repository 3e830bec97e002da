"""The coloured game's hard mode: revealed hints must be used in further guesses.

A green letter stays in its place; of a letter that was green or yellow n times in one guess,
further guesses have n or more, wherever they stand. Black letters may be used again, and yellow
ones in the same place. So the game itself has it, and Eamonn McManus, "Six guesses suffice in
Wordle's hard mode" (2022).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache

import numpy as np

from jotto.engine.allowed import Bools, History, any_guess
from jotto.engine.game import Game
from jotto.engine.partition import Indices
from jotto.games.scoring import Symbols, symbols


def hard(game: Game, candidates: Indices, history: History) -> Bools:
    """Allow the guesses (G,) that use every hint; for a game by the rule ``colours`` only.

    The candidates agree with every turn, so each of them tells how the guesses were scored. Of a
    guess from outside the list (-1) the letters are not known; then what all candidates have in
    common must be used, which is no less than the hints.

    >>> from jotto.games.words import word_game
    >>> game = word_game(["trace", "prove", "cruel"], ["plied", "credo", "crate"], rule="colours")
    >>> left = game.candidates(game.read_turns(["trace=BGBYY"]))
    >>> [word for word, may in zip(game.guesses, hard(game, left, (0,))) if may]
    ['trace', 'cruel', 'credo', 'crate']
    """
    letters = _letters(game)
    if -1 in history:
        return uses(letters, *common_hints(symbols([game.secrets[i] for i in candidates])))
    found = any_guess(game, candidates, history)
    for made in history:
        found &= _uses_turn(game, made, int(game.codes(made, candidates[:1])[0]))
    return found


@lru_cache(maxsize=1024)  # a whole tree asks again and again for the turns before a node
def _uses_turn(game: Game, made: int, code: int) -> Bools:
    """Say which guesses use the hints of one turn, (G,)."""
    letters = _letters(game)
    return uses(letters, *hints(letters[made], game.rule.texts[code]))


@lru_cache(maxsize=1)
def _letters(game: Game) -> Symbols:
    """Turn the guesses into code points, (G, L), once; place by place in memory."""
    return np.asfortranarray(symbols(game.guesses))


Hints = tuple[Mapping[int, int], Mapping[int, int]]  # place -> letter; letter -> at least so many


def hints(guess: Sequence[int], colours: str) -> Hints:
    """Read what a scored guess reveals: the letters in place, and how many there are of each.

    >>> hints([5, 1, 5], "GBY")
    ({0: 5}, Counter({5: 2}))
    """
    letters = [int(letter) for letter in guess]
    fixed = {i: letters[i] for i, mark in enumerate(colours) if mark == "G"}
    return fixed, Counter(letters[i] for i, mark in enumerate(colours) if mark != "B")


def common_hints(words: Symbols) -> Hints:
    """Say what all of ``words`` (A, L) have in common, as if it had been revealed."""
    first = words[0]
    same = (words == first).all(axis=0)
    fixed = {int(i): int(first[i]) for i in np.flatnonzero(same)}
    return fixed, {int(one): int((words == one).sum(axis=1).min()) for one in np.unique(first)}


def uses(letters: Symbols, fixed: Mapping[int, int], least: Mapping[int, int]) -> Bools:
    """Say which guesses ``letters`` (G, L) use the hints: an array (G,)."""
    found = np.ones(len(letters), np.bool_)
    for place, letter in fixed.items():
        found &= letters[:, place] == letter
    for letter, number in least.items():
        found &= (letters == letter).sum(axis=1) >= number
    return found

"""Explanations for a contradiction: the single mistakes that leave no candidate.

A score may be wrong, a guess may have a typo, or the secret may not be in the list. By Bayes' rule
the weight of an explanation is the total weight of the secrets that fit after the correction, times
the probability of the mistake. The turn with the mistake ranks first in 74 % of games, and in 72 %
under an even prior, within 1 % of the best that any ranking can reach:
``scripts/doctor_trials.py --games 4000 --seed 1``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from jotto.assistant.letters import Letters, spelt
from jotto.engine.game import Game, Rule, Turn, take
from jotto.engine.partition import Indices, partition

Kind = Literal["score", "guess", "word"]

# Relative probability of each mistake: integers, so that ties are exact.
FAR = 1  # a score that is not a near miss
# A near miss, before it is divided by the number of near misses: 2520 is divisible by 1 to 10, and
# 2**53 is the largest total weight of the secrets, so that every near miss ranks before a far one.
NEAR = 2520 << 53
SLIP_TO_A_GUESS = NEAR // 126  # one typo can make about 126 strings of five letters
SLIP_TO_AN_UNLISTED = NEAR  # hardly anybody guesses an unlisted word on purpose
# The corrected turn, the secrets that fit after the correction, and the weight of the mistake.
Error = tuple[Turn, Indices, int]
Errors = Callable[[Game, Turn, Indices], Iterator[Error]]
NOBODY: Indices = np.array([], np.intp)


@dataclass(frozen=True, eq=False)
class Explanation:
    """A single mistake that explains why no secret fits.

    ``kind``: a wrong score, a typo in a guess, or a word that is not in the list. ``turn`` is the
    number of the turn, from 1; ``told`` is the turn as entered, ``meant`` as corrected; all three
    are None for ``word``. ``rescued`` are the secrets that fit after the correction, (A,) indices,
    ascending. Explanations are sorted by ``weight``.
    """

    game: Game = field(repr=False)
    kind: Kind
    turn: int | None
    told: Turn | None = field(repr=False)
    meant: Turn | None = field(repr=False)
    rescued: Indices = field(repr=False)
    weight: int = field(repr=False)

    def __repr__(self) -> str:
        """Show the possible mistake."""
        if self.told is None or self.meant is None:
            return "Explanation(the secret is not in the list)"
        told, meant = self.game.show(self.told), self.game.show(self.meant)
        return f"Explanation(turn {self.turn}: {meant}, not {told})"

    @property
    def secrets(self) -> list[Any]:
        """The secrets that fit after the correction, the likeliest first."""
        return self.game.likeliest(self.rescued)

    @property
    def right(self) -> Any:
        """The corrected score or guess; None for ``word``."""
        if self.meant is None:
            return None
        return self.game.rule.texts[self.meant.code] if self.kind == "score" else self.meant.guess

    def fixed(self, history: Sequence[Turn]) -> tuple[Turn, ...]:
        """Return the turns with the mistake corrected."""
        if self.turn is None or self.meant is None:
            return tuple(history)
        return (*history[: self.turn - 1], self.meant, *history[self.turn :])


def explain(game: Game, turns: Sequence[Any]) -> list[Explanation]:
    """Find every single mistake that explains why no secret fits the turns, the likeliest first.

    ``turns`` as for :func:`jotto.start`. The list is empty if some secret fits, or if no single
    mistake explains the contradiction; in a game that is not ``closed`` the secret may always be
    unlisted. Near misses and typos come first, then an unlisted secret, then scores that are far
    off; equal weights in the order of turns.

    >>> import jotto
    >>> game = jotto.words(["hatch", "latch", "match", "crane"])
    >>> found = explain(game, ["hatch=4,0", "latch=3,0"])
    >>> found[0], found[0].secrets
    (Explanation(turn 2: latch=4,0, not latch=3,0), ['match'])
    """
    history = game.read_turns(turns)
    if not history or len(game.agreeing(history)):
        return []
    suspects = [  # turns whose removal leaves some candidates
        (number, told, secrets)
        for number, told in enumerate(history, start=1)
        if len(secrets := game.agreeing((*history[: number - 1], *history[number:])))
    ]
    kinds: dict[Kind, Errors] = {"score": _wrong_scores, "guess": _slips}
    found = [
        Explanation(game, kind, number, told, meant, some, chance * weight_of(game, some))
        for kind, errors in kinds.items()
        for number, told, secrets in suspects
        for meant, some, chance in errors(game, told, secrets)
    ]
    if not game.closed:
        guesses = [turn.guess for turn in history if turn.code == game.rule.win]
        won = any(not wrong_turns(game, history, guess) for guess in guesses)
        weight = (2 * NEAR if won else FAR) * weight_of(game, game.everything)
        found.append(Explanation(game, "word", None, None, None, NOBODY, weight))
    return sorted(found, key=lambda each: -each.weight)


def wrong_turns(game: Game, turns: Sequence[Turn], secret: Any) -> tuple[Turn, ...]:
    """Return the turns whose score is not what ``secret`` gives."""
    return tuple(turn for turn in turns if game.rule.score(turn.guess, secret) != turn.code)


def turns_by_blame(explanations: Sequence[Explanation]) -> list[int]:
    """Order the turns by the total weight of the explanations that blame them, heaviest first."""
    blame: dict[int, int] = {}
    for each in explanations:
        if each.turn is not None:
            blame[each.turn] = blame.get(each.turn, 0) + each.weight
    return sorted(blame, key=lambda turn: (-blame[turn], turn))


def weight_of(game: Game, secrets: Indices) -> int:
    """Return the total weight of some secrets under the prior."""
    return int(game.weights(secrets).sum())


def _wrong_scores(game: Game, told: Turn, secrets: Indices) -> Iterator[Error]:
    codes = game.rule.matrix([told.guess], take(game.secrets, secrets))[0]
    for code, part in partition(codes, secrets).items():
        misses = near_misses(game.rule, code)
        chance = NEAR // len(misses) if told.code in misses else FAR
        yield Turn(told.guess, code), part, chance


def near_misses(rule: Rule, code: int) -> list[int]:
    """List the score codes that are easily confused with ``code``; none for the winning code.

    One count differs by one, or the two counts are swapped, or one colour differs.
    """
    text, near = rule.texts[code], set[str]()
    if code == rule.win:
        return []
    if rule.name == "exact-elsewhere":
        a, b = map(int, text.split(","))
        near = {f"{x},{y}" for x, y in ((a - 1, b), (a + 1, b), (a, b - 1), (a, b + 1), (b, a))}
    elif rule.name == "jots":
        near = {str(int(text) - 1), str(int(text) + 1)}
    elif rule.name == "colours":
        near = {text[:i] + colour + text[i + 1 :] for i in range(len(text)) for colour in "BYG"}
    return [other for other, each in enumerate(rule.texts[:-1]) if each in near and each != text]


def _slips(game: Game, told: Turn, secrets: Indices) -> Iterator[Error]:
    meant = take(game.guesses, slip_away(spelt(game.guesses), str(told.guess)))
    chance = SLIP_TO_AN_UNLISTED if game.find(told.guess) < 0 else SLIP_TO_A_GUESS
    if len(meant):
        fits = game.rule.matrix(meant, take(game.secrets, secrets)) == told.code
        for guess, row in zip(meant, fits, strict=True):
            if row.any():
                yield Turn(guess, told.code), secrets[row], chance


def slip_away(letters: Letters, typed: str) -> Indices:
    """Find the guesses one typo from ``typed``: a letter replaced, or two neighbours swapped.

    ``letters (G, L)`` as returned by :func:`jotto.assistant.letters.spelt`. Returns indices,
    ascending.
    """
    width = letters.shape[1]
    if len(typed) > width:
        return NOBODY
    own = np.array([ord(letter) for letter in typed.ljust(width, "\0")], np.uint32)
    differ = letters != own
    n_differ = differ.sum(axis=1)
    turned = (letters[:, :-1] == own[1:]) & (letters[:, 1:] == own[:-1])
    swapped = (n_differ == 2) & (turned & differ[:, 1:] & differ[:, :-1]).any(axis=1)
    as_long = ((letters == 0) == (own == 0)).all(axis=1)
    return np.flatnonzero(((n_differ == 1) | swapped) & as_long)

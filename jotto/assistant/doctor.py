"""What went wrong when no candidate is left, if one thing did.

Wrong is a score, the typing of a guess, or the belief that the secret is listed. By Bayes' rule an
explanation weighs as much as the secrets it rescues are likely, times the chance of its error. The
guilty turn weighs most in 74 % of games, and in 72 % where all secrets are alike, within 1 % of
what any ranking can reach: ``scripts/doctor_trials.py --games 4000 --seed 1``.
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

# How likely each error is, per weight of a secret rescued: whole numbers, so that ties are ties.
FAR = 1  # a score that is not nearly right
# A slip to a near miss, before it is shared among the near misses there are: 2520 is what 1 to 10
# divide, 2**53 the most that all secrets may weigh, so that every near one stands before a far one.
NEAR = 2520 << 53
SLIP_TO_A_GUESS = NEAR // 126  # a slip makes one of some 126 strings of five letters
SLIP_TO_AN_UNLISTED = NEAR  # hardly anybody means to guess what the game does not list
# What a turn should have been, the secrets that fit then, and how likely its error is.
Error = tuple[Turn, Indices, int]
Errors = Callable[[Game, Turn, Indices], Iterator[Error]]
NOBODY: Indices = np.array([], np.intp)


@dataclass(frozen=True, eq=False)
class Explanation:
    """One thing that, if it is wrong, explains why nothing fits.

    ``kind``: a wrong score, a slip in a guess, or a word that is not in the list. ``turn`` counts
    from 1; it was ``told`` and should have been ``meant``; all are None for ``word``. ``rescued``
    are the secrets that fit then, (A,) indices, ascending. ``weight`` ranks it.
    """

    game: Game = field(repr=False)
    kind: Kind
    turn: int | None
    told: Turn | None = field(repr=False)
    meant: Turn | None = field(repr=False)
    rescued: Indices = field(repr=False)
    weight: int = field(repr=False)

    def __repr__(self) -> str:
        """Show what may be wrong."""
        if self.told is None or self.meant is None:
            return "Explanation(the secret is not in the list)"
        told, meant = self.game.show(self.told), self.game.show(self.meant)
        return f"Explanation(turn {self.turn}: {meant}, not {told})"

    @property
    def secrets(self) -> list[Any]:
        """The secrets that fit if this was wrong, the likeliest first."""
        return self.game.likeliest(self.rescued)

    @property
    def right(self) -> Any:
        """The score, or the guess, as it should have been; None for ``word``."""
        if self.meant is None:
            return None
        return self.game.rule.texts[self.meant.code] if self.kind == "score" else self.meant.guess

    def fixed(self, history: Sequence[Turn]) -> tuple[Turn, ...]:
        """Return the turns as they should have been."""
        if self.turn is None or self.meant is None:
            return tuple(history)
        return (*history[: self.turn - 1], self.meant, *history[self.turn :])


def explain(game: Game, turns: Sequence[Any]) -> list[Explanation]:
    """Find every single error that explains why no secret fits some turns, the likeliest first.

    ``turns`` as for :func:`jotto.start`. None if some secret fits, or if no single error explains
    it; a game that is not ``closed`` may always have an unlisted secret. Near misses and slips come
    first, then an unlisted secret, then scores that are far off; equals in the order of turns.

    >>> import jotto
    >>> game = jotto.words(["hatch", "latch", "match", "crane"])
    >>> found = explain(game, ["hatch=4,0", "latch=3,0"])
    >>> found[0], found[0].secrets
    (Explanation(turn 2: latch=4,0, not latch=3,0), ['match'])
    """
    history = game.read_turns(turns)
    if not history or len(game.agreeing(history)):
        return []
    suspects = [  # turns without which some secrets fit
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
    """Order the turns that some explanation blames by the weight of all that do, heaviest first."""
    blame: dict[int, int] = {}
    for each in explanations:
        if each.turn is not None:
            blame[each.turn] = blame.get(each.turn, 0) + each.weight
    return sorted(blame, key=lambda turn: (-blame[turn], turn))


def weight_of(game: Game, secrets: Indices) -> int:
    """Add up how likely some secrets are."""
    return int(game.weights(secrets).sum())


def _wrong_scores(game: Game, told: Turn, secrets: Indices) -> Iterator[Error]:
    codes = game.rule.matrix([told.guess], take(game.secrets, secrets))[0]
    for code, part in partition(codes, secrets).items():
        misses = near_misses(game.rule, code)
        chance = NEAR // len(misses) if told.code in misses else FAR
        yield Turn(told.guess, code), part, chance


def near_misses(rule: Rule, code: int) -> list[int]:
    """List the score codes that ``code`` is easily taken for; nobody takes the win for another.

    One count is off by one, or the two counts are swapped, or one colour is another.
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
    """Find the guesses one slip from ``typed``: a letter replaced, or two neighbours swapped.

    ``letters (G, L)`` as made by :func:`jotto.assistant.letters.spelt`; indices, ascending.
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

"""What went wrong when no candidate is left, if one thing did.

Three things can be wrong: a score, the typing of a guess, or the belief that the secret is in the
list. By Bayes' rule an explanation weighs as much as the secrets it rescues are likely, times the
chance that its error makes what was told out of what was meant. Any turn is as likely to be
wrong as any other.

Measured over the shipped list, 4,000 games with one near miss in turns 1 to 4: where secrets are
drawn by the usual prior, the guilty turn weighs most in 74 % and is among the first two in 93 %;
where all are alike, in 72 % and 92 %. That is within 1 % of what any ranking can reach;
``scripts/doctor_trials.py --games 4000 --seed 1`` measures both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from jotto.assistant.letters import Letters, spelt
from jotto.engine.game import Game, Rule, Turn, take
from jotto.engine.partition import Indices, partition
from jotto.engine.position import read_turns

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
    from 1; ``told`` is the turn as it was told and ``meant`` as it should have been; they are None
    for ``word``. ``rescued`` are the secrets that fit then, (A,) indices, ascending. ``weight``
    ranks it; among explanations by a near miss or a slip, it is in proportion to how likely each
    is.
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
        order = np.argsort(-self.game.weights(self.rescued), kind="stable")
        return list(take(self.game.secrets, self.rescued[order]))

    def fixed(self, history: Sequence[Turn]) -> tuple[Turn, ...]:
        """Return the turns as they should have been."""
        if self.turn is None or self.meant is None:
            return tuple(history)
        return (*history[: self.turn - 1], self.meant, *history[self.turn :])


def explain(game: Game, turns: Sequence[Any]) -> list[Explanation]:
    """Find every single error that explains why no secret fits some turns, the likeliest first.

    ``turns`` as for :func:`jotto.start`. None if some secret fits, since then nothing need be
    wrong, and none if no single error explains it. That the secret is not in the list is always
    possible, unless the game is ``closed``. Near misses and slips come first, then an unlisted
    secret, then scores that are far off; equals come in the order of their turns.

    >>> from jotto.games.words import word_game
    >>> game = word_game(["hatch", "latch", "match", "crane"])
    >>> found = explain(game, ["hatch=4,0", "latch=3,0"])
    >>> found[0], found[0].secrets
    (Explanation(turn 2: latch=4,0, not latch=3,0), ['match'])
    """
    history, score = read_turns(game, turns), game.rule.score
    if not history or len(game.agreeing(history)):
        return []
    found = []
    suspects = [  # turns without which some secrets fit
        (number, told, secrets)
        for number, told in enumerate(history, start=1)
        if len(secrets := game.agreeing((*history[: number - 1], *history[number:])))
    ]
    kinds: dict[Kind, Errors] = {"score": _wrong_scores, "guess": _slips}
    for kind, errors in kinds.items():
        for number, told, secrets in suspects:
            for meant, some, chance in errors(game, told, secrets):
                weight = chance * weight_of(game, some)
                found.append(Explanation(game, kind, number, told, meant, some, weight))
    if not game.closed:
        won = any(
            one.code == game.rule.win
            and all(score(other.guess, one.guess) == other.code for other in history)
            for one in history
        )
        weight = (2 * NEAR if won else FAR) * weight_of(game, game.everything)
        found.append(Explanation(game, "word", None, None, None, NOBODY, weight))
    return sorted(found, key=lambda each: -each.weight)


def turns_by_blame(explanations: Sequence[Explanation]) -> list[int]:
    """Order the turns that some explanation blames by the weight of all that do, heaviest first.

    >>> from jotto.games.words import word_game
    >>> game = word_game(["plant", "brick"])
    >>> turns_by_blame(explain(game, ["pzzzz=1,0", "bzzzz=1,0"]))
    [1, 2]
    """
    blame: dict[int, int] = {}
    for each in explanations:
        if each.turn is not None:
            blame[each.turn] = blame.get(each.turn, 0) + each.weight
    return sorted(blame, key=lambda turn: (-blame[turn], turn))


def weight_of(game: Game, secrets: Indices) -> int:
    """Add up how likely some secrets are."""
    return int(game.weights(secrets).sum())


def _wrong_scores(game: Game, told: Turn, secrets: Indices) -> Iterator[Error]:
    """Explain by the score of one turn; ``secrets (A,)`` fit all others."""
    codes = game.rule.matrix([told.guess], take(game.secrets, secrets))[0]
    for code, part in partition(codes, secrets).items():
        misses = near_misses(game.rule, code)
        chance = NEAR // len(misses) if told.code in misses else FAR
        yield Turn(told.guess, code), part, chance


def near_misses(rule: Rule, code: int) -> list[int]:
    """List the score codes that ``code`` is easily taken for; nobody takes the win for another.

    One count is off by one, or the two counts are swapped, or one colour is another.

    >>> from jotto.games.scoring import exact_elsewhere
    >>> rule = exact_elsewhere(5)
    >>> [rule.texts[code] for code in near_misses(rule, rule.read("4,0"))]
    ['0,4', '3,0']
    """
    text, near = rule.texts[code], set[str]()
    if code != rule.win and rule.name == "exact-elsewhere":
        a, b = map(int, text.split(","))
        pairs = (a - 1, b), (a + 1, b), (a, b - 1), (a, b + 1), (b, a)
        near = {f"{exact},{elsewhere}" for exact, elsewhere in pairs}
    elif code != rule.win and rule.name == "jots":
        near = {str(int(text) - 1), str(int(text) + 1)}
    elif code != rule.win and rule.name == "colours":
        near = {text[:i] + colour + text[i + 1 :] for i in range(len(text)) for colour in "BYG"}
    return [other for other, each in enumerate(rule.texts[:-1]) if each in near and each != text]


def _slips(game: Game, told: Turn, secrets: Indices) -> Iterator[Error]:
    """Explain by the typing of one guess; ``secrets (A,)`` fit all other turns."""
    meant = take(game.guesses, slip_away(spelt(game.guesses), str(told.guess)))
    if len(meant):
        chance = SLIP_TO_AN_UNLISTED if game.find(told.guess) < 0 else SLIP_TO_A_GUESS
        fits = game.rule.matrix(meant, take(game.secrets, secrets)) == told.code
        for guess, row in zip(meant, fits, strict=True):
            if row.any():
                yield Turn(guess, told.code), secrets[row], chance


def slip_away(letters: Letters, typed: str) -> Indices:
    """Find the guesses one slip from ``typed``: a letter replaced, or two neighbours swapped.

    ``letters (G, L)`` as made by :func:`jotto.assistant.letters.spelt`; indices, ascending.

    >>> slip_away(spelt(["table", "tabel", "cable", "tales", "tbale"]), "table").tolist()
    [1, 2, 4]
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

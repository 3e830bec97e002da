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

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Literal

import numpy as np
import numpy.typing as npt

from jotto.engine.game import Game, Rule, Turn, take
from jotto.engine.partition import Indices, Scores, partition
from jotto.engine.strategies import weights_of
from jotto.games.letters import spelt

Kind = Literal["score", "guess", "word"]

# How likely each error is, per weight of a secret rescued: whole numbers, so that ties are ties.
FAR = 1  # a score that is not nearly right
# A slip to a near miss, before it is shared among the near misses there are: 2520 is what 1 to 10
# divide, 2**53 the most that all secrets may weigh, so that every near one stands before a far one.
NEAR = 2520 << 53
SLIP_TO_A_GUESS = NEAR // 126  # a slip makes one of some 126 strings of five letters
SLIP_TO_A_STRANGER = NEAR  # hardly anybody means to guess what the game does not list


@dataclass(frozen=True, eq=False)
class Explanation:
    """One thing that, if it is wrong, explains why nothing fits.

    ``turn`` counts from 1 and is None for ``word``. ``meant`` is the turn as it should have
    been. ``secrets`` are the candidates it rescues, (A,) indices, ascending. ``weight`` ranks it;
    among explanations by a near miss or a slip, it is in proportion to how likely each is.
    """

    kind: Kind
    turn: int | None
    meant: Turn | None
    secrets: Indices = field(repr=False)
    weight: int


def explain(game: Game, history: Sequence[Turn]) -> list[Explanation]:
    """Find every single error that explains why no secret fits, the likeliest first.

    None if some secret fits, since then nothing need be wrong, and none if no single error
    explains it. That the secret is outside the list is always possible, unless the game is
    ``closed``. Near misses and slips come first, then a secret outside the list, then scores that
    are far off; equals stand in the order of their turns.

    >>> from jotto.games.words import word_game
    >>> game = word_game(["hatch", "latch", "match", "crane"])
    >>> found = explain(game, game.read_turns(["hatch=4,0", "latch=3,0"]))
    >>> found[0].kind, found[0].turn, game.show(found[0].meant)
    ('score', 2, 'latch=4,0')
    """
    if not history:
        return []
    codes = game.rule.matrix([turn.guess for turn in history], game.secrets)
    told = np.array([turn.code for turn in history])
    wrong = codes != told[:, None]
    n_wrong = wrong.sum(axis=0)
    if not n_wrong.all():
        return []
    rescued = [np.flatnonzero(row & (n_wrong == 1)) for row in wrong]
    found = [
        *wrong_scores(game, history, codes, rescued),
        *slips(game, history, rescued),
        *outside(game, history),
    ]
    return sorted(found, key=lambda each: -each.weight)


def mended(history: Sequence[Turn], explanation: Explanation) -> tuple[Turn, ...]:
    """Return the history as it should have been; as it is, if the secret is outside the list.

    >>> from jotto.games.words import word_game
    >>> game = word_game(["hatch", "latch", "match", "crane"])
    >>> history = game.read_turns(["hatch=4,0", "latch=3,0"])
    >>> [game.show(turn) for turn in mended(history, explain(game, history)[0])]
    ['hatch=4,0', 'latch=4,0']
    """
    if explanation.turn is None or explanation.meant is None:
        return tuple(history)
    at = explanation.turn - 1
    return (*history[:at], explanation.meant, *history[at + 1 :])


def turns_by_blame(explanations: Sequence[Explanation]) -> list[int]:
    """Order the turns that some explanation blames by the weight of all that do, heaviest first.

    >>> none = np.array([], np.intp)
    >>> weights = [(2, 5), (1, 4), (1, 3)]
    >>> turns_by_blame([Explanation("score", turn, None, none, w) for turn, w in weights])
    [1, 2]
    """
    blame: dict[int, int] = {}
    for each in explanations:
        if each.turn is not None:
            blame[each.turn] = blame.get(each.turn, 0) + each.weight
    return sorted(blame, key=lambda turn: (-blame[turn], turn))


# --- a wrong score --------------------------------------------------------------------------


def wrong_scores(
    game: Game, history: Sequence[Turn], codes: Scores, rescued: Sequence[Indices]
) -> list[Explanation]:
    """Explain by one score: ``rescued[i]`` are the secrets that fit all turns but turn ``i``.

    ``codes (T, S)``: the score that each turn's guess gets from each secret.
    """
    found = []
    for number, (turn, row, secrets) in enumerate(zip(history, codes, rescued, strict=True), 1):
        if not len(secrets):
            continue
        for code, part in partition(row[secrets], secrets).items():
            weight = likely(game.rule, code, turn.code) * weight_of(game, part)
            found.append(Explanation("score", number, Turn(turn.guess, code), part, weight))
    return found


def weight_of(game: Game, secrets: Indices) -> int:
    """Add up how likely some secrets are."""
    return int(weights_of(game, secrets).sum())


def likely(rule: Rule, code: int, told: int) -> int:
    """Say how likely it is that the score ``code`` is told as ``told``.

    A slip makes each near miss of a score as often as any other.
    """
    misses = near_misses(rule, code)
    return NEAR // len(misses) if told in misses else FAR


def near(rule: Rule, one: int, other: int) -> bool:
    """Say whether one score code is easily taken for the other.

    >>> from jotto.games.scoring import exact_elsewhere
    >>> rule = exact_elsewhere(5)
    >>> [near(rule, rule.read("1,2"), rule.read(text)) for text in ("1,3", "2,1", "2,2", "3,0")]
    [True, True, True, False]
    """
    return other in near_misses(rule, one)


def near_misses(rule: Rule, code: int) -> list[int]:
    """List the score codes that ``code`` is easily taken for; nobody takes the win for another.

    >>> from jotto.games.scoring import exact_elsewhere
    >>> rule = exact_elsewhere(5)
    >>> [rule.texts[code] for code in near_misses(rule, rule.read("4,0"))]
    ['0,4', '3,0']
    """
    if rule.name not in NEARNESS or code == rule.win:
        return []
    alike = set(NEARNESS[rule.name](rule.texts[code]))
    return [other for other, text in enumerate(rule.texts[:-1]) if text in alike]


def _near_pairs(text: str) -> list[str]:
    """List the pairs with one count off by one, or the two counts swapped."""
    a, b = map(int, text.split(","))
    pairs = {(a - 1, b), (a + 1, b), (a, b - 1), (a, b + 1), (b, a)} - {(a, b)}
    return [f"{exact},{elsewhere}" for exact, elsewhere in pairs]


def _near_jots(text: str) -> list[str]:
    """List the jots off by one."""
    return [str(int(text) - 1), str(int(text) + 1)]


def _near_colours(text: str) -> list[str]:
    """List the colours that differ at one place."""
    return [
        text[:place] + colour + text[place + 1 :]
        for place in range(len(text))
        for colour in set("BYG") - {text[place]}
    ]


NEARNESS: dict[str, Callable[[str], list[str]]] = {
    "exact-elsewhere": _near_pairs,
    "jots": _near_jots,
    "colours": _near_colours,
}


# --- a slip in a guess ----------------------------------------------------------------------


def slips(game: Game, history: Sequence[Turn], rescued: Sequence[Indices]) -> list[Explanation]:
    """Explain by the typing of one guess; ``rescued`` as for :func:`wrong_scores`."""
    letters = spelt(game.guesses)
    suspects = zip(range(1, len(history) + 1), history, rescued, strict=True)
    return list(
        chain.from_iterable(
            _slips_of(game, letters, number, turn, secrets)
            for number, turn, secrets in suspects
            if len(secrets)
        )
    )


def _slips_of(
    game: Game, letters: npt.NDArray[np.uint32], number: int, turn: Turn, secrets: Indices
) -> list[Explanation]:
    """Find the guesses a slip away with which this turn's score fits some of ``secrets``."""
    meant = take(game.guesses, slip_away(letters, str(turn.guess)))
    if not len(meant):
        return []
    fits = game.rule.matrix(meant, take(game.secrets, secrets)) == turn.code
    slip = SLIP_TO_A_STRANGER if game.find(turn.guess) < 0 else SLIP_TO_A_GUESS
    weights = (slip * weight_of(game, secrets[row]) for row in fits)
    return [
        Explanation("guess", number, Turn(guess, turn.code), secrets[row], weight)
        for guess, row, weight in zip(meant, fits, weights, strict=True)
        if row.any()
    ]


def slip_away(letters: npt.NDArray[np.uint32], typed: str) -> Indices:
    """Find the guesses one slip from ``typed``: a letter replaced, or two neighbours swapped.

    ``letters (G, L)`` as made by :func:`jotto.games.letters.spelt`; indices, ascending.

    >>> slip_away(spelt(["table", "tabel", "cable", "tales", "tbale"]), "table").tolist()
    [1, 2, 4]
    """
    width = letters.shape[1]
    if len(typed) > width:
        return np.array([], np.intp)
    own = np.array([ord(letter) for letter in typed.ljust(width, "\0")], np.uint32)
    differ = letters != own
    replaced = differ.sum(axis=1) == 1
    swapped = (
        (differ.sum(axis=1) == 2)[:, None]
        & (letters[:, :-1] == own[1:])
        & (letters[:, 1:] == own[:-1])
        & differ[:, 1:]
        & differ[:, :-1]
    ).any(axis=1)
    as_long = ((letters == 0) == (own == 0)).all(axis=1)
    return np.flatnonzero((replaced | swapped) & as_long)


# --- a secret outside the list --------------------------------------------------------------


def outside(game: Game, history: Sequence[Turn]) -> list[Explanation]:
    """Explain by a secret outside the list; before all else if a guess outside it has won."""
    if game.closed:
        return []
    won = any(_is_the_secret(game, turn, history) for turn in history)
    likely = 2 * NEAR if won else FAR
    weight = likely * weight_of(game, game.everything)
    return [Explanation("word", None, None, np.array([], np.intp), weight)]


def _is_the_secret(game: Game, turn: Turn, history: Sequence[Turn]) -> bool:
    """Say whether this turn was won, and every other score agrees with that."""
    if turn.code != game.rule.win:
        return False
    return all(game.rule.score(other.guess, turn.guess) == other.code for other in history)

"""What may be wrong if no secret fits: explanations, each a single mistake.

In a contradiction a score may be wrong, a guess may have a typo, or the secret may not be in the
list. By Bayes' rule the weight of an explanation is the total weight of the secrets that fit after
the correction, times the probability of the mistake. The turn with the mistake ranks first in 73 %
of games, and in 70 % under an even prior, within 1 % of the best that any ranking can reach:
``python scripts/trials explain --count 4000``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, NamedTuple

import numpy as np

from jotto.assistant.boards import Turns
from jotto.assistant.hints import Signs, spelt
from jotto.assistant.sentences import Sentence, sentence
from jotto.engine.game import Game, Indices, T, Turn, equal_fields
from jotto.engine.lies import ways_told
from jotto.engine.position import Position, turns_of
from jotto.letters import Letters
from jotto.plain import Plain, Rows

Kind = Literal["score", "guess", "word", "win"]
RESCUED = 5  # secrets listed for an explanation

# Relative probability of each mistake: integers, so that ties are exact.
FAR = 1  # a score that is not a near miss
# A near miss, before it is divided by the number of near misses: 2520 is divisible by 1 to 10, and
# 2**53 is the largest total weight of the secrets, so that every near miss ranks before a far one.
NEAR = 2520 << 53
SLIP_TO_A_GUESS = NEAR // 126  # one typo can make about 126 strings of five letters
SLIP_TO_AN_UNLISTED = NEAR  # hardly anybody guesses an unlisted word on purpose
# The corrected turn, the secrets that fit after the correction, and the weight of the mistake.
Error = tuple[Turn, Indices, int]


class Suspects(NamedTuple):
    """Secrets that fit all turns but one, (A,), and how many more lies each allows, (A,)."""

    secrets: Indices
    spare: Indices

    def fitting(self, game: Game, turn: Turn) -> Indices:
        """Return those that fit with this turn, too."""
        return self.secrets[_lies(game, turn, self.secrets) <= self.spare]


Errors = Callable[[Game, Turn, Suspects], Iterator[Error]]
NOBODY: Indices = np.array([], np.intp)


class Unlisted(NamedTuple):
    """The unlisted words that agree with some turns: their number, and the likeliest of them.

    ``are_words``: these are words that people write; if not, all strings of letters.
    """

    number: int
    words: tuple[str, ...] = ()
    are_words: bool = False

    @classmethod
    def written(cls, words: tuple[str, ...]) -> Unlisted | None:
        """Return those that people write and that agree, ``words``; None if there are none."""
        return cls(len(words), words, are_words=True) if words else None


@dataclass(frozen=True, eq=False)
class Explanation(Plain, Generic[T]):
    """A single mistake that explains why no secret fits.

    ``kind``: a wrong score, a typo in a guess, or a word that is not in the list; in a live game
    also ``win``, a win that shows this score, and perhaps others, to be wrong. ``turn`` is the
    number of the turn, from 1; ``entered`` is that turn, ``meant`` its correction; all three are
    None for ``word``. ``rescued`` are the secrets that fit after the correction, (A,) indices,
    ascending. Explanations are sorted by ``weight``.
    """

    game: Game[T] = field(repr=False)
    kind: Kind
    turn: int | None
    entered: Turn[T] | None = field(repr=False)
    meant: Turn[T] | None = field(repr=False)
    rescued: Indices = field(repr=False)
    weight: int = field(repr=False)
    _plain = "kind turn right secrets"

    __eq__ = equal_fields

    def __hash__(self) -> int:
        return hash((self.kind, self.entered, self.meant, self.weight))

    def __repr__(self) -> str:
        """Show the possible mistake."""
        if self.entered is None or self.meant is None:
            return "Explanation(the secret is not in the list)"
        entered, meant = self.game.show(self.entered), self.game.show(self.meant)
        return f"Explanation(turn {self.turn}: {meant}, not {entered})"

    def __str__(self) -> str:
        """Return it as a sentence, as ``jotto explain`` prints it."""
        return str(explained(self, None)[0])

    @property
    def secrets(self) -> list[T]:
        """The secrets that fit after the correction, the likeliest first."""
        return self.game.likeliest(self.rescued)

    @property
    def right(self) -> Any:
        """The corrected score or guess; None for ``word``, and for a ``win`` of no wrong score."""
        if self.meant is None:
            return None
        return self.game.rule.texts[self.meant.code] if self.kind != "guess" else self.meant.guess

    def fixed(self, history: Sequence[Turn]) -> tuple[Turn, ...]:
        """Return the turns with the mistake corrected."""
        if self.turn is None or self.meant is None:
            return tuple(history)
        return (*history[: self.turn - 1], self.meant, *history[self.turn :])


def explained(explanation: Explanation, unlisted: Unlisted | None) -> tuple[Sentence, Sentence]:
    """Return an explanation as one line, and of it which secrets then fit."""
    entered, meant = explanation.entered, explanation.meant
    if meant is None or entered is None:
        number, words, are_words = unlisted or Unlisted(0)
        some = _first(words, number)
        line = sentence("the word is unlisted", strings=number if words else None, words=some)
        line = sentence("people write the word", left=number, words=some) if are_words else line
        return line, line
    rescued = [str(secret) for secret in explanation.secrets[:RESCUED]]
    number = len(explanation.rescued)
    then = sentence("then it is", several=number > 1, secrets=_first(rescued, number))
    if explanation.kind == "score":
        right, wrong = (explanation.game.rule.texts[turn.code] for turn in (meant, entered))
        changed = sentence("the score may be", guess=str(entered.guess), right=right, wrong=wrong)
    else:
        changed = sentence("the guess may be", right=str(meant.guess), wrong=str(entered.guess))
    return sentence("a mistake", turn=explanation.turn, changed=changed, then=then), then


def _first(words: Sequence[str], number: int) -> list[str]:
    return [*words[:RESCUED], *["..."] * (number > RESCUED)]


def explain(at: Game[T] | Position[T], *turns: Any) -> Rows[Explanation[T]]:
    """Find every single mistake that explains why no secret fits the turns, the likeliest first.

    The turns are those of a position, and further ones as for ``jotto.start``. The list is
    empty if some secret fits, or if no single mistake explains the contradiction; in a game that is
    not ``closed`` the secret may always be unlisted. Near misses and typos come first, then an
    unlisted secret, then scores that are far off; equal weights in the order of turns.

    >>> import jotto
    >>> game = jotto.words(["hatch", "latch", "match", "crane"])
    >>> found = jotto.explain(game, "hatch=4,0", "latch=3,0")
    >>> found[0], found[0].secrets
    (Explanation(turn 2: latch=4,0, not latch=3,0), ['match'])
    """
    game, history = turns_of(at, turns)
    spare = game.lies - np.array([_lies(game, turn, game.everything) for turn in history])
    if not history or (left := spare.sum(axis=0) - game.lies * (len(history) - 1)).max() >= 0:
        return Rows()
    # the lies that each secret allows if one turn is left out
    suspects = [
        (number, entered, Suspects(secrets, without[secrets]))
        for number, entered in enumerate(history, start=1)
        if len(secrets := np.flatnonzero((without := left + game.lies - spare[number - 1]) >= 0))
    ]
    kinds: dict[Kind, Errors] = {"score": _wrong_scores, "guess": _slips}
    explanations = [
        Explanation(game, kind, number, entered, meant, some, chance * weight_of(game, some, turns))
        for kind, errors in kinds.items()
        for number, entered, secrets in suspects
        for meant, some, chance in errors(game, entered, secrets)
        for turns in [(*history[: number - 1], meant, *history[number:])]
    ]
    if not game.closed and not any(game.rule.objects(t.guess, t.code) for t in history):
        guesses = [turn.guess for turn in history if turn.code == game.rule.win]
        won = any(not wrong_turns(game, history, guess) for guess in guesses)
        weight = (2 * NEAR if won else FAR) * weight_of(game, game.everything)
        explanations.append(Explanation(game, "word", None, None, None, NOBODY, weight))
    return Rows(sorted(explanations, key=lambda mistake: -mistake.weight))


def wrong_turns(game: Game, turns: Sequence[Turn], secret: Any) -> tuple[Turn, ...]:
    """Return the turns whose score is not what ``secret`` gives."""
    rule = game.rule
    return tuple(t for t in turns if not rule.tells(rule.score(t.guess, secret), t.code))


def mistaken(made: Iterable[Turns]) -> tuple[int, ...]:
    """Return the numbers of the turns that were made while an earlier one was entered wrongly.

    ``made``: the turns at the start and after each entry; the last ones are right.

    >>> wrong, right = Turn("bat", 0), Turn("bat", 1)
    >>> mistaken([(), (wrong,), (right, Turn("cat", 2)), (right, Turn("cat", 2), Turn("hat", 3))])
    (2,)
    """
    believed, before = list[Turns](), Turns()
    for turns in made:
        del believed[len(turns) :]
        for number in range(len(believed), len(turns)):
            believed.append(before[:number] + turns[len(before) : number])
        before = turns
    return tuple(n + 1 for n, earlier in enumerate(believed) if earlier != before[:n])


def with_win(game: Game, turns: Sequence[Turn]) -> tuple[Turn, ...]:
    """Return turns, the last as the win if its score can mean nothing else, as players write it.

    In jots all letters may be said of the secret itself. The guess is the secret if it agrees with
    the turns before it, and no other secret that does has its letters.

    >>> import jotto
    >>> game = jotto.words(["hatch", "latch", "match"], rule="jots")
    >>> [game.show(turn) for turn in with_win(game, game.read_turns(["hatch=4", "match=5"]))]
    ['hatch=4', 'match=win']
    """
    *before, last = turns or [Turn("", 0)]
    may = not game.noisy and game.rule.may_mean_win(last.code, game.length)
    won = (*before, Turn(last.guess, game.rule.win))
    means_it = may and len(turns) and not len(game.agreeing(turns)) and len(game.agreeing(won))
    return won if means_it else tuple(turns)


def turns_by_blame(explanations: Sequence[Explanation]) -> list[int]:
    """Order the turns by the total weight of the explanations that blame them, heaviest first."""
    blame = Counter[int]()
    for explanation in explanations:
        if explanation.turn is not None:
            blame[explanation.turn] += explanation.weight
    return sorted(blame, key=lambda turn: (-blame[turn], turn))


def weight_of(game: Game, secrets: Indices, turns: Sequence[Turn] = ()) -> int:
    """Return the total weight of some secrets: by the prior, and by turns that may be false."""
    weights = game.weights(secrets)
    if game.noisy:
        weights = weights * ways_told(game, turns, secrets)
    return int(weights.sum())


def _lies(game: Game, turn: Turn, secrets: Indices) -> Indices:
    """Return how many lies a turn takes of ``secrets (A,)``: 0, 1, or more than there may be."""
    codes, win = game.codes_of(turn.guess, secrets), game.rule.win
    untrue = (codes == win) != (turn.code == win)  # whether a guess is the secret is told truly
    is_true = game.rule.tells(codes, turn.code)
    return np.asarray(np.where(is_true, 0, np.where(untrue, game.lies + 1, 1)), np.intp)


def _wrong_scores(game: Game, entered: Turn, suspects: Suspects) -> Iterator[Error]:
    codes, win = np.unique(game.codes_of(entered.guess, suspects.secrets)).tolist(), game.rule.win
    if game.rule.ways is not None:  # what can be told of each score
        codes = np.flatnonzero(game.rule.ways[codes].any(axis=0)).tolist()
    may_win = game.rule.may_mean_win(entered.code, game.length)
    for code in codes:
        turn = Turn(entered.guess, code)
        if turn != entered and len(some := suspects.fitting(game, turn)):
            misses = game.rule.near_misses(code, entered.guess)
            chance = NEAR // len(misses) if entered.code in misses else FAR
            yield turn, some, NEAR << 53 if may_win and code == win else chance  # before all others


def _slips(game: Game, entered: Turn, suspects: Suspects) -> Iterator[Error]:
    chance = SLIP_TO_AN_UNLISTED if game.find(entered.guess) < 0 else SLIP_TO_A_GUESS
    letters = game.rule.letters
    for at in slip_away(spelt(game.guesses, letters), str(entered.guess), letters).tolist():
        turn = Turn(game.guesses[at], entered.code)
        if len(some := suspects.fitting(game, turn)):
            yield turn, some, chance


def slip_away(guesses: Signs, typed: str, letters: Letters = ()) -> Indices:
    """Find the guesses one typo from ``typed``: a letter replaced, or two neighbours swapped.

    ``guesses (G, L)`` as returned by ``spelt``. Returns indices, ascending.
    """
    letters_typed = spelt([typed], letters)[0]
    if (missing := guesses.shape[1] - len(letters_typed)) < 0:
        return NOBODY
    letters_typed = np.array([*letters_typed, *[""] * missing])
    differ = guesses != letters_typed
    n_differ = differ.sum(axis=1)
    turned = (guesses[:, :-1] == letters_typed[1:]) & (guesses[:, 1:] == letters_typed[:-1])
    swapped = (n_differ == 2) & (turned & differ[:, 1:] & differ[:, :-1]).any(axis=1)
    as_long = ((guesses == "") == (letters_typed == "")).all(axis=1)
    return np.flatnonzero(((n_differ == 1) | swapped) & as_long)

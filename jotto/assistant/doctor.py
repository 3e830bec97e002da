"""What the turns tell: explanations if no secret fits, hints about letters, and who may win a race.

In a contradiction a score may be wrong, a guess may have a typo, or the secret may not be in the
list. By Bayes' rule the weight of an explanation is the total weight of the secrets that fit after
the correction, times the probability of the mistake. The turn with the mistake ranks first in 74 %
of games, and in 72 % under an even prior, within 1 % of the best that any ranking can reach:
``scripts/doctor_trials.py --games 4000 --seed 1``.

In a race, the number of guesses that a player still needs is estimated from the bits that the
secret still hides: -log2 of its probability under the prior. ``scripts/race_table.py`` measures
``REMAINING``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from math import log2
from pathlib import Path
from typing import Any, Generic, Literal, NamedTuple

import numpy as np

from jotto.assistant.sentences import Sentence, said
from jotto.engine.game import Bools, Game, Indices, T, Turn, equal_fields
from jotto.engine.lies import ways_told
from jotto.engine.position import Position, start, turns_of
from jotto.engine.store import remember
from jotto.errors import JottoError
from jotto.games import registry, unlisted
from jotto.letters import Letters, spell, split

HINTED = 4  # letters in a hint
Signs = np.typing.NDArray[np.str_]

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


class Suspects(NamedTuple):
    """Secrets that fit all turns but one, (A,), and how many more lies each allows, (A,)."""

    secrets: Indices
    spare: Indices

    def fitting(self, game: Game, turn: Turn) -> Indices:
        """Return those that fit with this turn, too."""
        return self.secrets[_lies(game, turn, self.secrets) <= self.spare]


Errors = Callable[[Game, Turn, Suspects], Iterator[Error]]
NOBODY: Indices = np.array([], np.intp)


@dataclass(frozen=True, eq=False)
class Explanation(Generic[T]):
    """A single mistake that explains why no secret fits.

    ``kind``: a wrong score, a typo in a guess, or a word that is not in the list. ``turn`` is the
    number of the turn, from 1; ``told`` is the turn as entered, ``meant`` as corrected; all three
    are None for ``word``. ``rescued`` are the secrets that fit after the correction, (A,) indices,
    ascending. Explanations are sorted by ``weight``.
    """

    game: Game[T] = field(repr=False)
    kind: Kind
    turn: int | None
    told: Turn[T] | None = field(repr=False)
    meant: Turn[T] | None = field(repr=False)
    rescued: Indices = field(repr=False)
    weight: int = field(repr=False)

    __eq__ = equal_fields

    def __hash__(self) -> int:
        return hash((self.kind, self.told, self.meant, self.weight))

    def __repr__(self) -> str:
        """Show the possible mistake."""
        if self.told is None or self.meant is None:
            return "Explanation(the secret is not in the list)"
        told, meant = self.game.show(self.told), self.game.show(self.meant)
        return f"Explanation(turn {self.turn}: {meant}, not {told})"

    def __str__(self) -> str:
        """Return it as a sentence, as ``jotto doctor`` prints it."""
        from jotto.assistant import wording  # which describes values of this module

        return str(wording.explained(self.game, self, None)[0])

    @property
    def secrets(self) -> list[T]:
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


def explain(at: Game[T] | Position[T], *turns: Any) -> list[Explanation[T]]:
    """Find every single mistake that explains why no secret fits the turns, the likeliest first.

    The turns are those of a position, and further ones as for :func:`jotto.start`. The list is
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
        return []
    # the lies that each secret allows if one turn is left out
    suspects = [
        (number, told, Suspects(secrets, without[secrets]))
        for number, told in enumerate(history, start=1)
        if len(secrets := np.flatnonzero((without := left + game.lies - spare[number - 1]) >= 0))
    ]
    kinds: dict[Kind, Errors] = {"score": _wrong_scores, "guess": _slips}
    explanations = [
        Explanation(game, kind, number, told, meant, some, chance * weight_of(game, some, turns))
        for kind, errors in kinds.items()
        for number, told, secrets in suspects
        for meant, some, chance in errors(game, told, secrets)
        for turns in [(*history[: number - 1], meant, *history[number:])]
    ]
    if not game.closed and not any(game.rule.objects(t.guess, t.code) for t in history):
        guesses = [turn.guess for turn in history if turn.code == game.rule.win]
        won = any(not wrong_turns(game, history, guess) for guess in guesses)
        weight = (2 * NEAR if won else FAR) * weight_of(game, game.everything)
        explanations.append(Explanation(game, "word", None, None, None, NOBODY, weight))
    return sorted(explanations, key=lambda mistake: -mistake.weight)


def wrong_turns(game: Game, turns: Sequence[Turn], secret: Any) -> tuple[Turn, ...]:
    """Return the turns whose score is not what ``secret`` gives."""
    rule = game.rule
    return tuple(t for t in turns if not rule.tells(rule.score(t.guess, secret), t.code))


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
    told = game.rule.tells(codes, turn.code)
    return np.asarray(np.where(told, 0, np.where(untrue, game.lies + 1, 1)), np.intp)


def _wrong_scores(game: Game, told: Turn, suspects: Suspects) -> Iterator[Error]:
    codes, win = np.unique(game.codes_of(told.guess, suspects.secrets)).tolist(), game.rule.win
    if game.rule.ways is not None:  # what can be told of each score
        codes = np.flatnonzero(game.rule.ways[codes].any(axis=0)).tolist()
    may_win = game.rule.may_mean_win(told.code, game.length)
    for code in codes:
        turn = Turn(told.guess, code)
        if turn != told and len(some := suspects.fitting(game, turn)):
            misses = game.rule.near_misses(code, told.guess)
            chance = NEAR // len(misses) if told.code in misses else FAR
            yield turn, some, NEAR << 53 if may_win and code == win else chance  # before all others


def _slips(game: Game, told: Turn, suspects: Suspects) -> Iterator[Error]:
    chance = SLIP_TO_AN_UNLISTED if game.find(told.guess) < 0 else SLIP_TO_A_GUESS
    letters = game.rule.letters
    for at in slip_away(spelt(game.guesses, letters), str(told.guess), letters).tolist():
        turn = Turn(game.guesses[at], told.code)
        if len(some := suspects.fitting(game, turn)):
            yield turn, some, chance


def slip_away(guesses: Signs, typed: str, letters: Letters = ()) -> Indices:
    """Find the guesses one typo from ``typed``: a letter replaced, or two neighbours swapped.

    ``guesses (G, L)`` as returned by :func:`spelt`. Returns indices, ascending.
    """
    own = spelt([typed], letters)[0]
    if (missing := guesses.shape[1] - len(own)) < 0:
        return NOBODY
    own = np.array([*own, *[""] * missing])
    differ = guesses != own
    n_differ = differ.sum(axis=1)
    turned = (guesses[:, :-1] == own[1:]) & (guesses[:, 1:] == own[:-1])
    swapped = (n_differ == 2) & (turned & differ[:, 1:] & differ[:, :-1]).any(axis=1)
    as_long = ((guesses == "") == (own == "")).all(axis=1)
    return np.flatnonzero(((n_differ == 1) | swapped) & as_long)


# --- letters --------------------------------------------------------------------------------------


def spelt(items: Sequence[Any], letters: Letters = ()) -> Signs:
    """Return the letters of words or codes: an array (N, L), padded with empty texts."""
    if isinstance(items, registry.Codes):
        return np.array([*items.names])[items.digits]
    if split(letters):
        return np.array([spell(str(item), letters) for item in items])
    texts = np.array([str(item) for item in items])
    return texts.view("U1").reshape(len(texts), -1)


def letter_chances(at: Position) -> dict[str, float]:
    """Return the probability under the prior that each letter of the game is in the secret.

    >>> import jotto
    >>> letter_chances(jotto.start(jotto.words(["add", "bad", "dab"]), "dab=1,2"))
    {'a': 1.0, 'b': 1.0, 'd': 1.0}
    """
    has, share = having(at.candidates, at.game.rule.letters), at.chances
    return {letter: round(float(share[has(letter)].sum()), 9) for letter in alphabet(at.game)}


def having(items: Sequence[Any], letters: Letters) -> Callable[[str], Bools]:
    """Return a function that tells which of words or codes have a letter; codes may be millions."""
    if isinstance(items, registry.Codes):
        names, digits = items.names, items.digits
        return lambda letter: np.asarray((digits == names.find(letter)).any(axis=1))
    words = spelt(items, letters)
    return lambda letter: np.asarray((words == letter).any(axis=1))


@remember
def alphabet(game: Game) -> tuple[str, ...]:
    """Return the letters of the secrets, in order.

    >>> import jotto
    >>> alphabet(jotto.words(["add", "bad"]))
    ('a', 'b', 'd')
    """
    if isinstance(game.secrets, registry.Codes):
        digits, names = game.secrets.digits, enumerate(game.secrets.names)
        return tuple(sorted(name for digit, name in names if (digits == digit).any()))
    return tuple(filter(None, np.unique(spelt(game.secrets, game.rule.letters)).tolist()))


@remember
def known_letters(at: Position) -> tuple[str, str, str]:
    """Return the letters that are in the secret, may be, and are not, separated by spaces.

    >>> import jotto
    >>> known_letters(jotto.start(jotto.words(["add", "bad", "mad", "cab"]), "bad=2,0"))
    ('a d m', '', 'b c')
    """
    chances = letter_chances(at).items()
    inside = " ".join(letter for letter, chance in chances if chance == 1)
    between = " ".join(letter for letter, chance in chances if 0 < chance < 1)
    return inside, between, " ".join(letter for letter, chance in chances if not chance)


def letter_groups(at: Position) -> dict[str, str]:
    """Return the known letters by what is known: in, open, out; nothing if none is in or out.

    >>> import jotto
    >>> letter_groups(jotto.start(jotto.words(["add", "bad", "mad", "cab"]), "bad=2,0"))
    {'in': 'a d m', 'out': 'b c'}
    """
    inside, between, out = known_letters(at)
    named = {"in": inside, "open": between, "out": out} if inside or out else {}
    return {name: letters for name, letters in named.items() if letters}


def letter_places(at: Position) -> list[tuple[float, str, int]]:
    """List the probability of each letter at each place (from 1) under the prior, likeliest first.

    >>> import jotto
    >>> letter_places(jotto.start(jotto.words(["add", "bad", "dab"])))[0]
    (0.666666667, 'a', 2)
    """
    words, share = spelt(at.candidates, at.game.rule.letters), at.chances
    shares = [
        (round(float(share[column == letter].sum()), 9), letter, place)
        for place, column in enumerate(words.T, start=1)
        for letter in np.unique(column).tolist()
    ]
    return sorted(shares, key=lambda share: (-share[0], share[2], share[1]))


def hint(at: Position, number: int) -> Sentence:
    """Return hint ``number`` (from 1); each reveals more than the last, and the 4th repeats.

    >>> import jotto
    >>> str(hint(jotto.start(jotto.words(["bat", "cat", "hat", "mat"])), 1))
    'In the secret: a t. Not in it: none known.'
    """
    if number == 1:
        inside, _, out = (letters or said("none known") for letters in known_letters(at))
        return said("hint: known letters", inside=inside, out=out)
    if number == 2:
        chances = letter_chances(at).items()
        still = sorted((-chance, letter) for letter, chance in chances if chance % 1)[:HINTED]
        some = [said("with a chance", what=letter, percent=-100 * p) for p, letter in still]
        return said("hint: open letters", letters=some) if some else said("every letter is known")
    if number == 3:
        likely = letter_places(at)[:HINTED]
        some = [
            said("at a place", letter=letter, place=place, percent=100 * p)
            for p, letter, place in likely
        ]
        return said("hint: places", letters=some)
    secret, chance = at.candidates[int(at.chances.argmax())], 100 * float(at.chances.max())
    return said("hint: secret", secret=said("with a chance", what=str(secret), percent=chance))


# --- the race -------------------------------------------------------------------------------------

# A probability distribution over the number of guesses, (M + 1,): 0, 1, .. MOST guesses.
Floats = np.typing.NDArray[np.float64]
Law = Floats

# Row b: of 1,000 secrets that hide b bits, how many are found in 1, 2, 3 .. more guesses. Measured
# at all positions of entropy's tree over the shipped list, weighted by the common prior.
_ROWS = Path(__file__).with_name("remaining.txt").read_text(encoding="ascii").splitlines()
REMAINING = [[int(secrets) for secrets in row.split()] for row in _ROWS]
USUAL_BITS = 3.409  # bits gained by the opening of that tree
OUTSIDE_BITS = 6.0  # an unlisted secret is 64 times less likely than a listed one
FEW_ENOUGH = 60  # candidates; with more, the chance of an unlisted secret stays at 1.5 %
MOST = 24  # the largest number of guesses in a distribution

# Row b: the distribution for a secret that hides b bits.
_LAWS = np.array([[0, *row, *[0] * (MOST - len(row))] for row in REMAINING]) / 1000


@dataclass(frozen=True)
class Race:
    """What is known about the opponent's half of the game.

    ``secret`` is mine, None if it is private; ``first``: I guess first. With ``last_turn`` the
    second player may guess once more after the first has won.
    """

    game: Game
    secret: str | None
    first: bool
    last_turn: bool
    theirs: tuple[Turn, ...] = ()

    @cached_property
    def candidates(self) -> Indices:
        """The secrets that agree with the scores they were told, (A,) indices; may be empty."""
        return self.game.agreeing(self.theirs)

    @property
    def lost(self) -> bool:
        """Whether they have found my secret."""
        return bool(self.theirs) and self.theirs[-1].code == self.game.rule.win

    @property
    def exposure(self) -> float:
        """The probability of my secret for them, under the prior; 0 if it is not a candidate."""
        if self.secret is None:
            return 0.0
        weights = self.game.weights(self.candidates)
        own = weights[self.candidates == self.game.find_secret(self.secret)]
        return float(own.sum() / max(weights.sum(), 1))

    @property
    def misled(self) -> tuple[Turn, ...]:
        """The turns in which they were told a wrong score, with that score."""
        return () if self.secret is None else wrong_turns(self.game, self.theirs, self.secret)

    @cached_property
    def total(self) -> Law:
        """The distribution of the number of guesses they need in total."""
        made, chances = len(self.theirs), chances_of(self.game, self.theirs)
        if self.lost:
            return at_once(made)
        if self.secret is None and len(chances.listed) + len(chances.unlisted):
            return later(law_of_any(chances.all, pace(self.game)), made)
        chance = self.exposure * chances.listed.sum() or chances.unlisted.get(self.secret or "", 0)
        bits = -log2(chance) if chance else log2(max(len(chances.listed), 1)) + OUTSIDE_BITS
        return later(laws(np.array([bits]), pace(self.game))[0], made)

    def odds(self, at: Position | None, made: int, *, listed: bool = True) -> Odds:
        """Return my chances to win and to draw after ``made`` guesses.

        ``at`` is my position, None if I have found the secret; ``listed``: in the word list.
        """
        mine = at_once(made)
        if at is not None:
            chances = chances_of(self.game, at.history).all if listed else at.weights
            mine = later(law_of_any(chances, pace(self.game)), made)
        return odds(mine, self.total, first=self.first, last_turn=self.last_turn)


class Chances(NamedTuple):
    """The probability of each candidate (A,), and of each of the likeliest unlisted words."""

    listed: Floats
    unlisted: Mapping[str, float]

    @property
    def all(self) -> Floats:
        """All probabilities in one array."""
        return np.array([*self.listed, *self.unlisted.values()])


@remember
def chances_of(game: Game, turns: tuple[Turn, ...]) -> Chances:
    """Return how likely each word is the secret, given the turns.

    Unlisted words are included when few candidates are left, because people guess them too.
    """
    left = game.agreeing(turns)
    weights = game.weights(left)
    listed, words = weights / max(weights.sum(), 1), dict[str, float]()
    if turns and len(left) <= FEW_ENOUGH and not game.closed:
        with suppress(JottoError):  # too many letters for a model of them, or no word agrees
            other = unlisted.unlisted_game(game, turns)
            chance = unlisted.chance_unlisted(game, turns)
            weights = other.weights(other.everything)
            shares = chance * weights / weights.sum()
            words = dict(zip(other.secrets, shares.tolist(), strict=True))
            listed = (1 - chance) * listed
    return Chances(listed, words)


@remember
def pace(game: Game) -> float:
    """Return the factor that scales bits of this game to those of the shipped list.

    It is below 1 where the opening gains more than ``USUAL_BITS``.
    """
    return USUAL_BITS / max(start(game).rank(top=1)[0].bits, 0.1)


def at_once(made: int) -> Law:
    """Return the distribution of exactly ``made`` guesses."""
    return later(np.eye(1, MOST + 1)[0], made)


def later(law: Law, made: int) -> Law:
    """Shift a distribution by the guesses already ``made``; numbers above MOST count as MOST."""
    shifted = np.zeros(MOST + 1)
    np.add.at(shifted, np.minimum(np.arange(MOST + 1) + made, MOST), law)
    return shifted


def laws(bits: Floats, per_bit: float) -> Law:
    """Interpolate the distributions (N, M + 1) of further guesses for ``bits (N,)``."""
    at = np.minimum(bits * per_bit, len(REMAINING) - 1)
    low = np.minimum(at.astype(np.intp), len(REMAINING) - 2)
    share = (at - low)[:, None]
    return np.asarray((1 - share) * _LAWS[low] + share * _LAWS[low + 1])


def law_of_any(weights: np.typing.NDArray[Any], per_bit: float) -> Law:
    """Return the distribution of further guesses for a secret drawn by ``weights (A,)``."""
    chances = weights / weights.sum()
    return np.asarray(chances @ laws(-np.log2(chances), per_bit))


def to_move(
    made: Sequence[int],
    found: Sequence[bool],
    *,
    first: int = 0,
    last_turn: bool = False,
    together: bool = False,
    chosen: int | None = None,
) -> tuple[int, ...]:
    """Return the players, 0 and 1, who may guess next; none if the game is over.

    ``made`` counts the guesses of both, and ``found`` says who has found the secret. The one who
    has made fewer is next, or else ``first``; ``chosen`` is, whatever was made, until a secret is
    found. With ``last_turn`` the second player may guess once more after the first has won;
    ``together``: both may guess until both have made as many.

    >>> to_move((1, 0), (False, False)), to_move((1, 0), (True, False))
    ((1,), ())
    >>> to_move((1, 0), (True, False), last_turn=True), to_move((1, 1), (0, 0), together=True)
    ((1,), (0, 1))
    """
    if together:
        behind = tuple(player for player in (0, 1) if made[player] == min(made))
        return () if len(behind) == len(made) and any(found) else behind
    second = 1 - first
    late = made[second] < made[first]
    if any(found):
        return (second,) if last_turn and late and not found[second] else ()
    return (chosen if chosen is not None else second if late else first,)


class Odds(NamedTuple):
    """The probability that I win the race, and that it is a draw."""

    win: float
    draw: float


def odds(mine: Law, theirs: Law, *, first: bool, last_turn: bool) -> Odds:
    """Return the odds if my total of guesses is distributed as ``mine``, theirs as ``theirs``."""
    return Odds(*(float(mine @ worth) for worth in _worth(theirs, first, last_turn)))


def _worth(theirs: Law, first: bool, last_turn: bool) -> tuple[Law, Law]:
    """Return the chances to win and to draw with m guesses in total, (M + 1,) each."""
    longer = 1 - np.cumsum(theirs)  # the chance that they need more than m
    if last_turn:
        return longer, theirs
    return (longer + theirs if first else longer), np.zeros(MOST + 1)


def chances_to_win(race: Race, at: Position, guesses: Sequence[int]) -> Floats:
    """Value guesses (N,) at my position: the chance to win plus half the chance to draw."""
    win, draw = _worth(race.total, race.first, race.last_turn)
    made = np.minimum(np.arange(MOST + 1) + len(at.history) + 1, MOST)
    worth = (win + draw / 2)[made]  # of further guesses, after this one
    rule, chances, values = at.game.rule, at.chances, np.zeros(len(guesses))
    for i, codes in enumerate(at.game.columns(at.left, np.asarray(guesses, np.intp)).T):
        parts = np.bincount(codes, chances, rule.n_codes)
        more = laws(np.log2(parts[codes] / chances), pace(race.game))
        values[i] = chances @ np.where(codes == rule.win, worth[0], more @ worth)
    return values

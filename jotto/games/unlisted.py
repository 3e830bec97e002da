"""Unlisted words: strings of letters that are not in the list but agree with every turn.

Strings grow letter by letter, many at once. What the turns say is kept as *tallies*: sums over the
letters of a string that lie between two bounds. To count strings, or to add up their probability,
prefixes with the same future are merged; to list them, likeliest first, those are kept that can
still become likely enough.

Axis letters: N prefixes, J tallies, L places, M letters of the alphabet.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from heapq import merge
from itertools import islice
from typing import Any

import numpy as np
import numpy.typing as npt

from jotto.engine.game import Game, Turn, game_of, take
from jotto.engine.partition import Bools
from jotto.errors import ContradictionError, GameError
from jotto.games.letter_model import LATIN, UNIT, LetterModel, learn
from jotto.games.priors import whole_numbers
from jotto.games.scoring import RULES

VOWELS = frozenset("aeiouy")
UNLISTED = 0.015  # of the secrets that people choose are in no list: 1 to 2 in a hundred
ROUNDING = 1e-9  # a share of a sum that means nothing
LIKELIEST = 500  # words of a game of unlisted words: listed and scored in 30 ms
STEP = 3 * UNIT  # by which the limit of the cost rises
IMPOSSIBLE = 1 << 40  # a cost beyond all others

Bytes = npt.NDArray[np.int8]
Letters = npt.NDArray[np.int16]
Numbers = npt.NDArray[Any]  # int64 or float64
Tally = tuple[Any, Any, int, int]  # in place (L, M) and caps (M), or 0; least and most


# --- questions about a game -----------------------------------------------------------------


def count(
    game: Game, turns: Sequence[Turn], *, listed: bool = False, need_vowel: bool = False
) -> int:
    """Count the unlisted words that agree with every turn, exactly; with ``listed``, all strings.

    Raises GameError for a game of codes, and for strings too many to number.

    >>> from jotto.games.words import word_game
    >>> game = word_game(["hat", "lat", "mat"])
    >>> count(game, game.read_turns(["hat=2,0"]))  # 3 x 25, less lat, mat
    73
    """
    told = tallies(game, _alphabet(game, turns), turns, need_vowel=need_vowel)
    total = int(_total(told, np.ones_like(told.allowed, np.int64)[:, None, None]))
    if listed:
        return total
    words = take(game.secrets, game.agreeing(turns))
    return total - sum(not need_vowel or not VOWELS.isdisjoint(word) for word in words)


def likeliest(
    game: Game, turns: Sequence[Turn], *, listed: bool = False, need_vowel: bool = False
) -> Iterator[str]:
    """Yield the unlisted words that agree with every turn, or all strings, likeliest first.

    They are found as they are asked for; those equally likely come in the order of the alphabet.

    >>> from jotto.games.words import word_game
    >>> game = word_game(["tree", "free", "flee"])
    >>> next(likeliest(game, game.read_turns(["tree=3,0"]), listed=True))
    'free'
    """
    model = learn(tuple(game.secrets), _alphabet(game, turns))
    told = tallies(game, model.alphabet, turns, need_vowel=need_vowel)
    known = [text for text in model.bonuses if not need_vowel or not VOWELS.isdisjoint(text)]
    if known and turns:
        scores = game.rule.matrix([turn.guess for turn in turns], known)
        fits = (scores == [[turn.code] for turn in turns]).all(axis=0)
        known = [known[i] for i in np.flatnonzero(fits)]
    costs = model.costs_of(known) if known else np.zeros(0, np.int64)
    best = ((int(costs[i]), known[i]) for i in np.argsort(costs, kind="stable"))
    others = (each for each in _by_letters(model, told) if each[1] not in model.bonuses)
    strings = merge(best, others)
    words = frozenset[str]() if listed else frozenset(game.secrets)
    return (text for _, text in strings if text not in words)


def contradiction(
    game: Game, turns: Sequence[Turn], *, need_vowel: bool = False
) -> ContradictionError:
    """Return the error that names the first turn that no string agrees with, or else the last."""
    told = [turns[:number] for number in range(len(turns) + 1)]
    left = [count(game, each, listed=True, need_vowel=need_vowel) for each in told]
    last = left.index(0) if 0 in left else len(turns)
    return ContradictionError(last, game.show(turns[last - 1]), left[last - 1])


def unlisted_game(game: Game, turns: Sequence[Turn], exclude: Container[str] = ()) -> Game:
    """Make the game whose secrets are the likeliest unlisted words, likeliest first.

    They agree with ``turns`` and are weighed by how likely they are. Guesses are these words and
    all that ``game`` allows. Raises ContradictionError if none agrees, and GameError.

    >>> from jotto.games.words import word_game
    >>> game = word_game(["hat", "lat", "mat"])
    >>> len(unlisted_game(game, game.read_turns(["hat=2,0"])).secrets)  # 3 x 25, less lat, mat
    73
    """
    words = (text for text in likeliest(game, turns) if text not in exclude)
    secrets = tuple(islice(words, LIKELIEST))
    if not secrets:
        raise contradiction(game, turns)
    model = learn(tuple(game.secrets), _alphabet(game, turns))
    costs = model.costs_of(secrets) / UNIT
    weights = whole_numbers(2.0 ** (costs.min() - costs))
    return game_of(secrets, game.guesses, game.rule, game.read_guess, prior=weights)


def chance_unlisted(game: Game, turns: Sequence[Turn]) -> float:
    """Say how likely it is that the secret is an unlisted word.

    Before the first turn it is UNLISTED. Then Bayes: turns are expected by the list as far as the
    prior agrees with them, by unlisted words as far as their mass in the letter model does. Where
    no candidate is left it is 1.

    >>> from jotto.games.words import word_game
    >>> game = word_game(["hatch", "latch", "match"])
    >>> turns = game.read_turns(["hatch=4,0"])
    >>> chance_unlisted(game, turns) < chance_unlisted(game, []) == UNLISTED
    True

    Raises GameError for a game of codes, and for strings too many to number.
    """
    alphabet = _alphabet(game, turns)
    if not turns:
        return UNLISTED
    left = game.agreeing(turns)
    if not len(left):
        return 1.0
    model = learn(tuple(game.secrets), alphabet)
    words = np.exp2(-model.letter_costs(game.secrets) / UNIT)
    shares = np.exp2(-model.costs / UNIT)
    everything, agreeing = (
        float(_total(tallies(game, alphabet, each), shares)) for each in ((), turns)
    )
    unlisted = agreeing - words[left].sum()
    share = unlisted / (everything - words.sum()) if unlisted > ROUNDING * agreeing else 0
    weights = game.weights(game.everything)
    expected = UNLISTED * share, (1 - UNLISTED) * weights[left].sum() / weights.sum()
    return float(expected[0] / sum(expected))


def _alphabet(game: Game, turns: Sequence[Turn]) -> str:
    """List the letters that strings are made of, in order: those of the words and the guesses.

    If one of them is Latin, the whole Latin alphabet is there. Raises GameError for codes, of
    which no list lacks any.
    """
    if game.closed or game.rule.name not in RULES:
        raise GameError("unlisted words are for games of words, not of codes")
    letters = set().union(*game.secrets, *(turn.guess for turn in turns))
    return "".join(sorted(letters | set(LATIN) if letters & set(LATIN) else letters))


# --- what the turns say ---------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Tallies:
    """Sums over the letters of a string that lie between two bounds.

    A letter adds what ``in_place (L, J, M)`` has for it at its place, 0 or 1; or 1 as long as the
    string has fewer of it than ``caps (J, M)``. After ``i`` letters a sum lies between
    ``low (L + 1, J)`` and ``most (J)``. ``allowed (L, M)`` are the letters that may stand there.
    Prefixes are columns of letters, (2 + any, N), after two of index M.
    """

    in_place: Bytes
    caps: Bytes
    low: Bytes
    most: Bytes
    allowed: Bools

    @property
    def start(self) -> Letters:
        """The prefix of no letters."""
        return np.full((2, 1), self.caps.shape[1], np.int16)

    def seen(self, prefixes: Letters) -> tuple[Bytes, Bytes]:
        """Count each letter of the prefixes, (M, N), and add up their tallies, (J, N)."""
        counts = np.zeros((self.caps.shape[1], prefixes.shape[1]), np.int8)
        sums = np.zeros((len(self.caps), prefixes.shape[1]), np.int8)
        for in_place, letters in zip(self.in_place, prefixes[2:], strict=False):
            counts[letters, np.arange(len(letters))] += 1
            sums += in_place[:, letters]
        for j, letter in np.argwhere(self.caps):
            sums[j] += np.minimum(counts[letter], self.caps[j, letter])
        return counts, sums

    def fits(self, prefixes: Letters) -> Bools:
        """Say which letters may come next: an array (N, M)."""
        place = len(prefixes) - 2
        counts, sums = self.seen(prefixes)
        fits: Bools = np.tile(self.allowed[place], (prefixes.shape[1], 1))
        for j, caps in enumerate(self.caps):
            after = sums[j][:, None] + self.in_place[place, j]
            if caps.any():
                after += caps > counts.T
            fits &= (after >= self.low[place + 1, j]) & (after <= self.most[j])
        return fits


def tallies(
    game: Game, alphabet: str, turns: Sequence[Turn], *, need_vowel: bool = False
) -> Tallies:
    """Gather what the turns tell. Raises GameError if the strings are too many to number."""
    length = len(game.secrets[0])
    if len(alphabet) ** length >= 1 << 62:
        raise GameError(f"{len(alphabet)} letters make too many strings of length {length}")
    vowels = np.array([letter in VOWELS for letter in alphabet])
    told: list[Tally] = [(vowels, 0, 1, length)] if need_vowel else []
    for turn in turns:
        hits = np.array([[letter == each for letter in alphabet] for each in turn.guess])
        told += _read(game.rule.name, hits, game.rule.texts[turn.code])
    in_place = np.zeros((length, len(told), len(alphabet)), np.int8)
    caps = np.zeros(in_place.shape[1:], np.int8)
    for j, tally in enumerate(told):
        in_place[:, j], caps[j] = tally[:2]
    least, most = np.array([tally[2:] for tally in told], np.int8).reshape(-1, 2).T
    adds = in_place | (caps > 0)
    allowed = np.asarray((adds <= most[:, None]).all(axis=1))
    may_add = (adds & allowed[:, None]).max(axis=2)  # (L, J)
    low = np.tile(least, (length + 1, 1))
    low[:-1] -= may_add[::-1].cumsum(axis=0, dtype=np.int8)[::-1]
    must_add = may_add & (low[0] == 0)
    allowed &= (adds >= must_add[:, :, None]).all(axis=1)
    return Tallies(in_place, caps, low, most, allowed)


def _read(rule: str, hits: Bools, text: str) -> list[Tally]:
    """Read a score as tallies; ``hits (L, M)`` says where the guess has which letter."""
    length, n_letters = hits.shape
    if rule == "colours":
        green = np.array([[colour == "G"] for colour in text])
        told: list[Tally] = [(hits == green, 0, length, length)]
        for letter in np.flatnonzero(hits.any(axis=0)):
            colours = "".join(text[place] for place in np.flatnonzero(hits[:, letter]))
            number = len(colours) - colours.count("B")
            if "BY" in colours.replace("G", ""):  # yellows come first: no secret gives this
                number = length + 1
            caps = (number + ("B" in colours)) * (np.arange(n_letters) == letter)
            told.append((0, caps, number, number))
        return told
    if rule == "jots":
        both = length if text == "win" else int(text)
        least, most = (length, length) if text == "win" else (0, length - 1)
    else:
        least, elsewhere = map(int, text.split(","))
        most, both = least, least + elsewhere
    return [(hits, 0, least, most), (0, hits.sum(axis=0), both, both)]


# --- growing strings ------------------------------------------------------------------------


def _grow(
    told: Tallies, prefixes: Letters, values: Numbers, table: Numbers, combine: np.ufunc
) -> tuple[Letters, Numbers]:
    """Lengthen prefixes by every letter that fits; ``combine`` their values with the letter's.

    ``table (P, P, M)`` has these after the two letters before, P being M + 1, or after any: P is 1.
    """
    old, letters = np.nonzero(told.fits(prefixes))
    longer = np.vstack([prefixes[:, old], letters.astype(np.int16)])
    before, last = np.minimum(longer[-3:-1], len(table) - 1)
    return longer, combine(values[old], table[before, last, letters])


def _total(told: Tallies, table: Numbers) -> np.number[Any]:
    """Multiply what ``table (L, P, P, M)`` has for the letters of a string; add up all that fit."""
    prefixes, values = told.start, np.ones(1, table.dtype)
    for factors in table:
        merged = _merged(told, prefixes, values, len(factors) - 1)
        prefixes, values = _grow(told, *merged, factors, np.multiply)
    total: np.number[Any] = values.sum()
    return total


def _merged(
    told: Tallies, prefixes: Letters, values: Numbers, memory: int
) -> tuple[Letters, Numbers]:
    """Let one prefix stand for all with the same future, and add up their values.

    They have the same tallies, the same counts up to the largest cap and, if ``memory`` is not 0,
    the same last two letters.
    """
    if not len(values):
        return prefixes, values
    counts, sums = told.seen(prefixes)
    caps = told.caps.max(axis=0, initial=0)[:, None]
    by_place = ~told.caps.any(axis=1)  # the counts tell the other sums
    last = np.minimum(prefixes[-2:], memory)
    keys = *last, *np.minimum(counts, caps)[caps[:, 0] > 0], *sums[by_place]
    order = np.lexsort(keys)
    changes = np.any([key[order[1:]] != key[order[:-1]] for key in keys], axis=0)
    starts = np.flatnonzero(np.concatenate([[True], changes]))
    return prefixes[:, order[starts]], np.add.reduceat(values[order], starts)


def _by_letters(model: LetterModel, told: Tallies) -> Iterator[tuple[int, str]]:
    """Yield the strings that agree, each after its cost by the letters alone, in order.

    Iterative deepening (Korf 1985): all strings up to a limit of the cost are found at once, and
    the limit rises until none is above it.
    """
    length, n_letters = told.allowed.shape
    # a bound on what the places from each on cost after two letters
    ahead = np.zeros((length + 1, n_letters + 1, n_letters + 1), np.int64)
    for place in reversed(range(length)):
        further = model.costs[place] + ahead[place + 1, None, :, :n_letters]
        ahead[place] = np.where(told.allowed[place], further, IMPOSSIBLE).min(axis=2)
    done, least = -1, int(ahead[0, -1, -1])
    while least < IMPOSSIBLE:
        limit, least = least + STEP, IMPOSSIBLE
        prefixes, costs = told.start, np.zeros(1, np.int64)
        for table, after in zip(model.costs, ahead[1:], strict=True):
            prefixes, costs = _grow(told, prefixes, costs, table, np.add)
            bounds = costs + after[prefixes[-2], prefixes[-1]]
            near = bounds <= limit
            least = min(least, int(bounds[~near].min(initial=IMPOSSIBLE)))
            prefixes, costs = prefixes[:, near], costs[near]
        order = np.argsort(costs, kind="stable")
        for i in order[np.searchsorted(costs[order], done, "right") :]:
            yield int(costs[i]), "".join(model.alphabet[letter] for letter in prefixes[2:, i])
        done = limit

"""Unlisted words: strings of letters that are not in the list but agree with every turn.

Strings are built letter by letter, many at once. Each turn becomes *tallies*: sums over the letters
of a string, with a lower and an upper bound. To count strings, or to add up their probabilities,
prefixes with the same continuations are merged; to list them, unlikely prefixes are dropped. How
likely a string is, a letter model says. N strings or prefixes, J tallies, L places, M letters of
the alphabet.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from heapq import merge
from itertools import islice
from typing import Any

import numpy as np
import numpy.typing as npt

from jotto.engine import position
from jotto.engine.game import Game, Turn, game_of, take
from jotto.engine.partition import Bools
from jotto.errors import ContradictionError, GameError
from jotto.games.letter_model import LATIN, UNIT, LetterModel, learn
from jotto.games.priors import whole_numbers
from jotto.games.scoring import RULES

VOWELS = frozenset("aeiouy")
UNLISTED = 0.015  # share of secrets that are in no list, before the first turn: 1 to 2 %
# Exponent of the letter model's probabilities, which are too confident: people choose words for
# other reasons than their letters. Measured on 250 words of SCOWL's level 80 that are not in the
# list, when no listed word was left: the likeliest word was right in 0.32 of games; its mean
# probability is 0.68 with 1, and 0.35 with 0.4.
SURE = 0.4
ROUNDING = 1e-9  # relative rounding error of sums
LIKELIEST = 500  # secrets in a game of unlisted words; listing and scoring them takes 30 ms
STEP = 3 * UNIT  # by which the cost limit rises
IMPOSSIBLE = 1 << 40  # higher than any cost

Turns = Sequence[Turn]
Bytes = npt.NDArray[np.int8]
Letters = npt.NDArray[np.int16]
Numbers = npt.NDArray[Any]  # int64 or float64
Grown = tuple[Letters, Numbers]  # prefixes, and a value for each
Tally = tuple[Any, Any, int, int]  # in_place (L, M), caps (M), low and most; 0 for none


def count(game: Game, turns: Turns, *, listed: bool = False, need_vowel: bool = False) -> int:
    """Count exactly the unlisted words that agree with every turn; with ``listed``, all strings.

    ``need_vowel``: only strings with one of aeiouy. Raises GameError for a game of codes, or if 64
    bits are too few to count the strings.

    >>> from jotto.games.words import word_game
    >>> game = word_game(["hat", "lat", "mat"])
    >>> count(game, game.read_turns(["hat=2,0"]))  # 3 x 25, less lat, mat
    73
    """
    bounds = tallies(game, _alphabet(game, turns), turns, need_vowel=need_vowel)
    total = int(_total(bounds, np.ones_like(bounds.allowed, np.int64)[:, None, None]))
    if listed:
        return total
    words = take(game.secrets, game.agreeing(turns))
    return total - sum(not need_vowel or not VOWELS.isdisjoint(word) for word in words)


def likeliest(
    game: Game, turns: Turns, *, listed: bool = False, need_vowel: bool = False
) -> Iterator[str]:
    """Yield the unlisted words that agree, or all strings: likeliest first, then alphabetically."""
    model = learn(tuple(game.secrets), _alphabet(game, turns))
    bounds = tallies(game, model.alphabet, turns, need_vowel=need_vowel)
    known = [text for text in model.bonuses if not need_vowel or not VOWELS.isdisjoint(text)]
    if known and turns:
        scores = game.rule.matrix([turn.guess for turn in turns], known)
        fits = (scores == [[turn.code] for turn in turns]).all(axis=0)
        known = [known[i] for i in np.flatnonzero(fits)]
    costs = model.costs_of(known)
    best = ((int(costs[i]), known[i]) for i in np.argsort(costs, kind="stable"))
    others = (each for each in _by_letters(model, bounds) if each[1] not in model.bonuses)
    words = frozenset[str]() if listed else frozenset(game.secrets)
    return (text for _, text in merge(best, others) if text not in words)


def contradiction(game: Game, turns: Turns, *, need_vowel: bool = False) -> ContradictionError:
    """Return the error for the first turn that no string agrees with, else for the last turn."""
    firsts = (turns[:number] for number in range(len(turns) + 1))
    left = [count(game, some, listed=True, need_vowel=need_vowel) for some in firsts]
    last = left.index(0) if 0 in left else len(turns)
    return position.contradiction(game, turns[:last], left[last - 1])


def unlisted_game(game: Game, turns: Turns, exclude: Container[str] = ()) -> Game:
    """Make the game whose secrets are the likeliest unlisted words, with their weights as prior.

    The guesses of ``game`` are allowed too. Raises ContradictionError and GameError.
    """
    secrets = _first(game, turns, exclude)
    if not secrets:
        raise contradiction(game, turns)
    return _weighed(game, turns, secrets)


def nearly_unlisted(game: Game, turns: Turns, exclude: Container[str] = ()) -> Game:
    """Make the game of the likeliest unlisted words that agree with all turns but one.

    If no word agrees with all turns, they show which turn is wrong. ``game`` itself if there are
    none.
    """
    without = ((*turns[:number], *turns[number + 1 :]) for number in range(len(turns)))
    secrets = dict.fromkeys(word for some in without for word in _first(game, some, exclude))
    return _weighed(game, turns, secrets) if secrets else game


def _first(game: Game, turns: Turns, exclude: Container[str]) -> tuple[str, ...]:
    words = (text for text in likeliest(game, turns) if text not in exclude)
    return tuple(islice(words, LIKELIEST))


def _weighed(game: Game, turns: Turns, words: Iterable[str]) -> Game:
    """Make the game with these secrets, weighted by the letter model."""
    secrets = tuple(words)
    model = learn(tuple(game.secrets), _alphabet(game, turns))
    costs = model.costs_of(secrets) / UNIT
    weights = whole_numbers(2.0 ** (SURE * (costs.min() - costs)))
    return game_of(secrets, game.guesses, game.rule, game.read_guess, prior=weights)


def chance_unlisted(game: Game, turns: Turns) -> float:
    """Return the probability that the secret is an unlisted word. Raises GameError.

    Bayes' theorem, with UNLISTED before the first turn. The likelihood of the turns is the share of
    the prior that agrees with them, for unlisted words that of the letter model.
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
    bounds = (tallies(game, alphabet, each) for each in ((), turns))
    everything, agreeing = (float(_total(each, shares)) for each in bounds)
    unlisted = agreeing - words[left].sum()
    share = unlisted / (everything - words.sum()) if unlisted > ROUNDING * agreeing else 0
    weights = game.weights(game.everything)
    expected = UNLISTED * share, (1 - UNLISTED) * weights[left].sum() / weights.sum()
    return float(expected[0] / sum(expected))


def _alphabet(game: Game, turns: Turns) -> str:
    """Return the letters of secrets and turns, sorted; if any is Latin, also all of a to z."""
    if game.closed or game.rule.name not in RULES:
        raise GameError("unlisted words are for games of words, not of codes")
    letters = set().union(*game.secrets, *(turn.guess for turn in turns))
    return "".join(sorted(letters | set(LATIN) if letters & set(LATIN) else letters))


@dataclass(frozen=True, eq=False)
class Tallies:
    """Bounds on sums over the letters of strings.

    Prefixes are columns of letter indices (2 + length, N) int16; the first two rows are M.
    """

    in_place: Bytes  # (L, J, M): 0 or 1, what a letter adds at a place
    caps: Bytes  # (J, M): or a letter adds 1 if the prefix has fewer of it than this
    low: Bytes  # (L + 1, J): lower bounds of the sums after so many letters
    most: Bytes  # (J): upper bounds of the sums
    allowed: Bools  # (L, M): which letters are possible at each place

    def seen(self, prefixes: Letters) -> tuple[Bytes, Bytes]:
        """Return the counts of each letter in the prefixes, (M, N), and their sums, (J, N)."""
        counts = np.zeros((self.caps.shape[1], prefixes.shape[1]), np.int8)
        sums = np.zeros((len(self.caps), prefixes.shape[1]), np.int8)
        for in_place, letters in zip(self.in_place, prefixes[2:], strict=False):
            counts[letters, np.arange(len(letters))] += 1
            sums += in_place[:, letters]
        for j, letter in np.argwhere(self.caps):
            sums[j] += np.minimum(counts[letter], self.caps[j, letter])
        return counts, sums

    def fits(self, prefixes: Letters) -> Bools:
        """Return which letters may come next: a mask (N, M)."""
        place = len(prefixes) - 2
        counts, sums = self.seen(prefixes)
        fits: Bools = np.tile(self.allowed[place], (prefixes.shape[1], 1))
        for j, caps in enumerate(self.caps):
            after = sums[j][:, None] + self.in_place[place, j]
            if caps.any():
                after += caps > counts.T
            fits &= (after >= self.low[place + 1, j]) & (after <= self.most[j])
        return fits


def tallies(game: Game, alphabet: str, turns: Turns, *, need_vowel: bool = False) -> Tallies:
    """Convert the turns. Raises GameError if 64 bits are too few to count the strings."""
    length = len(game.secrets[0])
    if len(alphabet) ** length >= 1 << 62:
        raise GameError(f"{len(alphabet)} letters make too many strings of length {length}")
    vowels = np.array([letter in VOWELS for letter in alphabet])
    rows: list[Tally] = [(vowels, 0, 1, length)] if need_vowel else []
    for turn in turns:
        hits = np.array([[letter == each for letter in alphabet] for each in turn.guess])
        rows += _read(game.rule.name, hits, game.rule.texts[turn.code])
    in_place = np.zeros((length, len(rows), len(alphabet)), np.int8)
    caps = np.zeros(in_place.shape[1:], np.int8)
    for j, tally in enumerate(rows):
        in_place[:, j], caps[j] = tally[:2]
    least, most = np.array([tally[2:] for tally in rows], np.int8).reshape(-1, 2).T
    adds = in_place | (caps > 0)
    allowed = np.asarray((adds <= most[:, None]).all(axis=1))
    may_add = (adds & allowed[:, None]).max(axis=2)  # (L, J)
    low = np.tile(least, (length + 1, 1))
    low[:-1] -= may_add[::-1].cumsum(axis=0, dtype=np.int8)[::-1]
    must_add = may_add & (low[0] == 0)
    allowed &= (adds >= must_add[:, :, None]).all(axis=1)
    return Tallies(in_place, caps, low, most, allowed)


def _read(rule: str, hits: Bools, text: str) -> list[Tally]:
    """Convert a score to tallies; ``hits (L, M)``: whether the guess has a letter at a place."""
    length, n_letters = hits.shape
    if rule == "colours":
        green = np.array([[colour == "G"] for colour in text])
        rows: list[Tally] = [(hits == green, 0, length, length)]
        for letter in np.flatnonzero(hits.any(axis=0)):
            colours = "".join(text[place] for place in np.flatnonzero(hits[:, letter]))
            number = len(colours) - colours.count("B")
            if "BY" in colours.replace("G", ""):  # no secret gives black before yellow
                number = length + 1
            caps = (number + ("B" in colours)) * (np.arange(n_letters) == letter)
            rows.append((0, caps, number, number))
        return rows
    if rule == "jots":
        least, most, both = (length,) * 3 if text == "win" else (0, length - 1, int(text))
    else:
        least, elsewhere = map(int, text.split(","))
        most, both = least, least + elsewhere
    return [(hits, 0, least, most), (0, hits.sum(axis=0), both, both)]


def _grow(
    bounds: Tallies, prefixes: Letters, values: Numbers, table: Numbers, combine: np.ufunc
) -> Grown:
    """Extend prefixes by every letter that fits; ``combine`` their values with the letter's.

    ``table (P, P, M)`` has a value for each letter after two others; P is M + 1, or 1 if these do
    not matter.
    """
    old, letters = np.nonzero(bounds.fits(prefixes))
    longer = np.vstack([prefixes[:, old], letters.astype(np.int16)])
    before, last = np.minimum(longer[-3:-1], len(table) - 1)
    return longer, combine(values[old], table[before, last, letters])


def _total(bounds: Tallies, table: Numbers) -> Any:
    """Sum, over the strings that fit, the products of their values in ``table (L, P, P, M)``."""
    prefixes, values = np.full((2, 1), table.shape[-1], np.int16), np.ones(1, table.dtype)
    for factors in table:
        merged = _merged(bounds, prefixes, values, len(factors) - 1)
        prefixes, values = _grow(bounds, *merged, factors, np.multiply)
    return values.sum()


def _merged(bounds: Tallies, prefixes: Letters, values: Numbers, memory: int) -> Grown:
    """Merge prefixes with the same continuations into one, and add up their values.

    Those have equal sums, equal counts up to the largest cap and, if ``memory``, equal last two
    letters.
    """
    if not len(values):
        return prefixes, values
    counts, sums = bounds.seen(prefixes)
    caps = bounds.caps.max(axis=0, initial=0)[:, None]
    by_place = ~bounds.caps.any(axis=1)  # the counts determine the other sums
    last = np.minimum(prefixes[-2:], memory)
    keys = *last, *np.minimum(counts, caps)[caps[:, 0] > 0], *sums[by_place]
    order = np.lexsort(keys)
    changes = np.any([key[order[1:]] != key[order[:-1]] for key in keys], axis=0)
    starts = np.flatnonzero(np.concatenate([[True], changes]))
    return prefixes[:, order[starts]], np.add.reduceat(values[order], starts)


def _by_letters(model: LetterModel, bounds: Tallies) -> Iterator[tuple[int, str]]:
    """Yield (cost, string) for the strings that agree, in order of cost, without bonuses.

    Iterative deepening (Korf 1985): all strings up to a cost limit, then up to a higher one, ..
    """
    length, n_letters = bounds.allowed.shape
    # lower bounds on the cost of the places from each on, after two letters
    ahead = np.zeros((length + 1, n_letters + 1, n_letters + 1), np.int64)
    for place in reversed(range(length)):
        further = model.costs[place] + ahead[place + 1, None, :, :n_letters]
        ahead[place] = np.where(bounds.allowed[place], further, IMPOSSIBLE).min(axis=2)
    done, least = -1, int(ahead[0, -1, -1])
    while least < IMPOSSIBLE:
        limit, least = least + STEP, IMPOSSIBLE
        prefixes, costs = np.full((2, 1), n_letters, np.int16), np.zeros(1, np.int64)
        for table, after in zip(model.costs, ahead[1:], strict=True):
            prefixes, costs = _grow(bounds, prefixes, costs, table, np.add)
            low = costs + after[prefixes[-2], prefixes[-1]]
            near = low <= limit
            least = min(least, int(low[~near].min(initial=IMPOSSIBLE)))
            prefixes, costs = prefixes[:, near], costs[near]
        order = np.argsort(costs, kind="stable")
        for i in order[np.searchsorted(costs[order], done, "right") :]:
            yield int(costs[i]), "".join(model.alphabet[letter] for letter in prefixes[2:, i])
        done = limit

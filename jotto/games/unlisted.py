"""Unlisted words: strings of letters that are not in the list but agree with every turn.

Strings grow letter by letter, many at once. What the turns say is kept as *tallies*: sums over the
letters of a string that lie between two bounds. To count strings, or to add up their probability,
prefixes with the same future are merged; to list them, those are kept that can still become
likely enough. How likely a string is, a *letter model* learns from the list. A cost is -log2 of a
probability in whole parts of a bit, so that the order of strings is the same on any machine.
N strings or prefixes, J tallies, L places, M letters of the alphabet.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from heapq import merge
from itertools import islice
from typing import Any

import numpy as np
import numpy.typing as npt

from jotto.engine import position
from jotto.engine.game import Game, Turn, game_of, take
from jotto.engine.partition import Bools, IntArray
from jotto.errors import ContradictionError, GameError
from jotto.games.lists import shipped_lines
from jotto.games.priors import ZIPF, whole_numbers
from jotto.games.scoring import RULES, symbols

LATIN = "abcdefghijklmnopqrstuvwxyz"
UNIT = 1024  # of a cost: parts of a bit
SMOOTHING = (10.0, 20.0, 20.0, 20.0)  # of one letter, of two, of three, of three at their place
MOST_TRIPLES = 1 << 23  # of letters and a place: 64 MB a table
LENGTH = 5  # of the strings in both files of zipf values
UNLISTED_ZIPF = "english-5.unlisted.txt"  # zipf values of strings that the shipped list lacks
SEEN = 5.0  # bits: how much likelier a string is that real text has, for its letters
A_ZIPF = 2.0  # bits more for each zipf,
MOST_ZIPF = 3.0  # up to this one: what is commoner still, and unlisted, is a name
ENGLISH = 0.5  # of the words of a list are in the shipped one: fewer are in other languages
VOWELS = frozenset("aeiouy")
UNLISTED = 0.015  # of the secrets that people choose are in no list: 1 to 2 in a hundred
# How far costs are believed: people choose words for other reasons than their letters. Of 250 words
# of SCOWL's level 80 that the list lacks, found when the list had run out: the chances given to the
# likeliest word are 0.68 on average at 1 and 0.35 at 0.4, and it is the right one in 0.32.
SURE = 0.4
ROUNDING = 1e-9  # a share of a sum that means nothing
LIKELIEST = 500  # words of a game of unlisted words: listed and scored in 30 ms
STEP = 3 * UNIT  # by which the limit of the cost rises
IMPOSSIBLE = 1 << 40  # a cost beyond all others

Turns = Sequence[Turn]
Bytes = npt.NDArray[np.int8]
Letters = npt.NDArray[np.int16]
Numbers = npt.NDArray[Any]  # int64 or float64
Grown = tuple[Letters, Numbers]  # prefixes, and a value for each
Tally = tuple[Any, Any, int, int]  # in place (L, M) and caps (M), or 0; least and most


def count(game: Game, turns: Turns, *, listed: bool = False, need_vowel: bool = False) -> int:
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
    game: Game, turns: Turns, *, listed: bool = False, need_vowel: bool = False
) -> Iterator[str]:
    """Yield the unlisted words that agree, or all strings: likeliest first, then by alphabet."""
    model = learn(tuple(game.secrets), _alphabet(game, turns))
    told = tallies(game, model.alphabet, turns, need_vowel=need_vowel)
    known = [text for text in model.bonuses if not need_vowel or not VOWELS.isdisjoint(text)]
    if known and turns:
        scores = game.rule.matrix([turn.guess for turn in turns], known)
        fits = (scores == [[turn.code] for turn in turns]).all(axis=0)
        known = [known[i] for i in np.flatnonzero(fits)]
    costs = model.costs_of(known)
    best = ((int(costs[i]), known[i]) for i in np.argsort(costs, kind="stable"))
    others = (each for each in _by_letters(model, told) if each[1] not in model.bonuses)
    words = frozenset[str]() if listed else frozenset(game.secrets)
    return (text for _, text in merge(best, others) if text not in words)


def contradiction(game: Game, turns: Turns, *, need_vowel: bool = False) -> ContradictionError:
    """Return the error that names the first turn that no string agrees with, or else the last."""
    told = (turns[:number] for number in range(len(turns) + 1))
    left = [count(game, each, listed=True, need_vowel=need_vowel) for each in told]
    last = left.index(0) if 0 in left else len(turns)
    return position.contradiction(game, turns[:last], left[last - 1])


def unlisted_game(game: Game, turns: Turns, exclude: Container[str] = ()) -> Game:
    """Make the game whose secrets are the likeliest unlisted words, weighed by how likely.

    All that ``game`` allows may be guessed too. Raises ContradictionError, and GameError.
    """
    secrets = _first(game, turns, exclude)
    if not secrets:
        raise contradiction(game, turns)
    return _weighed(game, turns, secrets)


def nearly_unlisted(game: Game, turns: Turns, exclude: Container[str] = ()) -> Game:
    """Make the game of the likeliest unlisted words that agree with all turns but one.

    Where no word agrees with all of them, these explain which one is wrong.
    """
    without = ((*turns[:number], *turns[number + 1 :]) for number in range(len(turns)))
    secrets = dict.fromkeys(word for some in without for word in _first(game, some, exclude))
    return _weighed(game, turns, secrets) if secrets else game


def _first(game: Game, turns: Turns, exclude: Container[str]) -> tuple[str, ...]:
    words = (text for text in likeliest(game, turns) if text not in exclude)
    return tuple(islice(words, LIKELIEST))


def _weighed(game: Game, turns: Turns, words: Iterable[str]) -> Game:
    """Make the game whose secrets are these words, weighed by how likely their letters are."""
    secrets = tuple(words)
    model = learn(tuple(game.secrets), _alphabet(game, turns))
    costs = model.costs_of(secrets) / UNIT
    weights = whole_numbers(2.0 ** (SURE * (costs.min() - costs)))
    return game_of(secrets, game.guesses, game.rule, game.read_guess, prior=weights)


def chance_unlisted(game: Game, turns: Turns) -> float:
    """Say how likely it is that the secret is an unlisted word. Raises GameError.

    By Bayes: UNLISTED before the first turn; turns are expected by the list as far as the prior
    agrees with them, by unlisted words as far as their mass in the letter model does.
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
    told = (tallies(game, alphabet, each) for each in ((), turns))
    everything, agreeing = (float(_total(each, shares)) for each in told)
    unlisted = agreeing - words[left].sum()
    share = unlisted / (everything - words.sum()) if unlisted > ROUNDING * agreeing else 0
    weights = game.weights(game.everything)
    expected = UNLISTED * share, (1 - UNLISTED) * weights[left].sum() / weights.sum()
    return float(expected[0] / sum(expected))


def _alphabet(game: Game, turns: Turns) -> str:
    """List the letters that strings are made of, in order; all Latin ones if any is there."""
    if game.closed or game.rule.name not in RULES:
        raise GameError("unlisted words are for games of words, not of codes")
    letters = set().union(*game.secrets, *(turn.guess for turn in turns))
    return "".join(sorted(letters | set(LATIN) if letters & set(LATIN) else letters))


@dataclass(frozen=True, eq=False)
class Tallies:
    """Bounds of sums over letters; prefixes are columns of them, (2 + any, N), two M first."""

    in_place: Bytes  # (L, J, M): what a letter adds at its place, 0 or 1
    caps: Bytes  # (J, M): or it adds 1, as long as the string has fewer of it
    low: Bytes  # (L + 1, J): the least that the sums may be after so many letters
    most: Bytes  # (J)
    allowed: Bools  # (L, M): the letters that may stand there

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


def tallies(game: Game, alphabet: str, turns: Turns, *, need_vowel: bool = False) -> Tallies:
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
        least, most, both = (length,) * 3 if text == "win" else (0, length - 1, int(text))
    else:
        least, elsewhere = map(int, text.split(","))
        most, both = least, least + elsewhere
    return [(hits, 0, least, most), (0, hits.sum(axis=0), both, both)]


def _grow(
    told: Tallies, prefixes: Letters, values: Numbers, table: Numbers, combine: np.ufunc
) -> Grown:
    """Lengthen prefixes by every letter that fits; ``combine`` their values with the letter's.

    These are in ``table (P, P, M)``, after the two letters before (P is M + 1) or any (P is 1).
    """
    old, letters = np.nonzero(told.fits(prefixes))
    longer = np.vstack([prefixes[:, old], letters.astype(np.int16)])
    before, last = np.minimum(longer[-3:-1], len(table) - 1)
    return longer, combine(values[old], table[before, last, letters])


def _total(told: Tallies, table: Numbers) -> Any:
    """Multiply what ``table (L, P, P, M)`` has for the letters of a string; add up all that fit."""
    prefixes, values = np.full((2, 1), table.shape[-1], np.int16), np.ones(1, table.dtype)
    for factors in table:
        merged = _merged(told, prefixes, values, len(factors) - 1)
        prefixes, values = _grow(told, *merged, factors, np.multiply)
    return values.sum()


def _merged(told: Tallies, prefixes: Letters, values: Numbers, memory: int) -> Grown:
    """Add up the values of prefixes with the same future, and let one stand for them.

    They have the same tallies, counts up to the largest cap and, if ``memory``, last two letters.
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

    Iterative deepening (Korf 1985): all up to a limit of the cost at once, which then rises.
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
        prefixes, costs = np.full((2, 1), n_letters, np.int16), np.zeros(1, np.int64)
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


@dataclass(frozen=True, eq=False)
class LetterModel:
    """What strings cost, in UNITs. Alphabet and bonuses are sorted."""

    alphabet: str
    costs: IntArray  # (L, M + 1, M + 1, M): at a place, after two letters, M before the first
    bonuses: Mapping[str, int]  # taken off the cost

    def letter_costs(self, texts: Sequence[str]) -> IntArray:
        """Add up what the letters of each text cost: an array (N,)."""
        windows = _windows(_indices(texts, self.alphabet), len(self.alphabet))
        return np.asarray(sum(self.costs[window] for window in windows))

    def costs_of(self, texts: Sequence[str]) -> IntArray:
        """Say what each text costs, bonuses included: an array (N,)."""
        bonuses = [self.bonuses.get(text, 0) for text in texts]
        return self.letter_costs(texts) - np.array(bonuses, np.int64)


@lru_cache(maxsize=4)
def learn(words: tuple[str, ...], alphabet: str) -> LetterModel:
    """Learn from words of one length how likely strings of letters are.

    Strings of real text get a bonus if half of the words are in the shipped list. Raises GameError.

    Measured on the 1,740 words of levels 60 and 70, held out of the list and looked for among the
    strings that agree with a game: their rank (geometric mean) is 6.5 by letters alone, 3.5 with
    a bonus of 3 + min(zipf, 3) bits, 3.1 with 5 + 2 min(zipf, 3), and 3.0 with 8 + 2 min(zipf, 3).
    """
    costs = train(words, alphabet)
    if len(words[0]) != LENGTH or not set(LATIN) <= set(alphabet):
        return LetterModel(alphabet, costs, {})
    listed, bonuses = read_english()
    english = sum(word in listed for word in words) >= ENGLISH * len(words)
    return LetterModel(alphabet, costs, bonuses if english else {})


@cache
def read_english() -> tuple[frozenset[str], Mapping[str, int]]:
    """Read the words of the shipped list, and the bonuses of strings."""
    files = (ZIPF, UNLISTED_ZIPF)
    listed, others = (dict(line.split("\t") for line in shipped_lines(name)) for name in files)
    both = sorted((listed | others).items())
    bits = {zipf: SEEN + A_ZIPF * min(float(zipf), MOST_ZIPF) for zipf in {z for _, z in both}}
    bonuses = {zipf: round(each * UNIT) for zipf, each in bits.items()}
    return frozenset(listed), {text: bonuses[zipf] for text, zipf in both}


def train(words: Sequence[str], alphabet: str) -> IntArray:
    """Learn from words of one length what letters cost: an array (L, M + 1, M + 1, M) int64.

    A letter is predicted from the two before it at its place, and from the two after it; the cost
    is the mean of the two. Each falls back, where the list says little, on the same three letters
    at any place, then two, one, and none (MacKay and Peto 1995).

    Measured on 600 words held out of the shipped list, and on 400 of level 70 by the levels below:
    reading both ways puts the true word at 3.9 and 6.2 (geometric mean of the rank), reading
    forwards at 4.1 and 6.6. Four letters, Kneser-Ney's smoothing, letters further apart, and
    weights by how common or rare a word is gained nothing on both.
    """
    if len(words[0]) * (len(alphabet) + 1) ** 3 > MOST_TRIPLES:
        raise GameError(f"{len(alphabet)} letters make too many triples to learn about")
    rows = _indices(words, alphabet)
    bits = _forward_bits(rows, len(alphabet))
    bits += _as_windows(_forward_bits(rows[:, ::-1], len(alphabet)))
    return np.asarray(np.rint(bits * (UNIT / 2)), np.int64)


def _indices(words: Sequence[str], alphabet: str) -> IntArray:
    """Turn words into the places of their letters in the alphabet: an array (N, L)."""
    return np.searchsorted(symbols(list(alphabet))[:, 0], symbols(words))


def _windows(rows: IntArray, n_letters: int) -> list[tuple[Any, ...]]:
    """Index the places (L), and each letter (N,) there after the two before it; M before a word."""
    padded = np.pad(rows, ((0, 0), (2, 0)), constant_values=n_letters)
    return [(place, *padded[:, place : place + 3].T) for place in range(rows.shape[1])]


def _forward_bits(rows: IntArray, n_letters: int) -> npt.NDArray[np.float64]:
    """Say in bits what each letter costs after the two before it: (L, M + 1, M + 1, M)."""
    counts = np.zeros((rows.shape[1], n_letters + 1, n_letters + 1, n_letters))
    for window in _windows(rows, n_letters):
        np.add.at(counts, window, 1)
    anywhere = counts.sum(axis=0)
    levels = (anywhere.sum(axis=(0, 1)), anywhere.sum(axis=0), anywhere, counts)
    shares = np.full(n_letters, 1 / n_letters)
    for seen, weight in zip(levels, SMOOTHING, strict=True):
        shares = (seen + weight * shares) / (seen.sum(axis=-1, keepdims=True) + weight)
    return np.asarray(-np.log2(shares))


def _as_windows(backward: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Add a letter's cost where the second letter after it stands, or at the end of the word."""
    length, _, _, n_letters = backward.shape
    windows = np.zeros_like(backward)
    for place in range(2, length):
        windows[place, :n_letters] = backward[length + 1 - place, :n_letters].transpose(2, 1, 0)
    windows[-1] += backward[0, -1, -1]
    if length > 1:
        windows[-1, :, :n_letters] += backward[1, -1, :n_letters].T
    return windows

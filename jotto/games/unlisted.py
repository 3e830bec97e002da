"""Unlisted words: strings of letters that are not in the list but agree with every turn.

Strings are built letter by letter, many at once. Each turn becomes *tallies*: sums over the letters
of a string, with a lower and an upper bound. To count strings, or to add up their probabilities,
prefixes with the same continuations are merged; to list them, unlikely prefixes are dropped. How
likely a string is, a letter model says, learnt from a list of words: a cost is -log2 of a
probability in integer units, so that the order of strings is the same on any machine. N strings or
prefixes, J tallies, L places, M letters of the alphabet.
"""

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from heapq import merge
from itertools import islice, product
from math import inf
from typing import Any

import numpy as np

from jotto.engine import position
from jotto.engine.game import Bools, Game, IntArray, Rule, Tally, Turn, game_of, take
from jotto.engine.store import remember, remember_large
from jotto.errors import GameError, JottoError
from jotto.games.words import UNLISTED_ZIPF, ZIPF, shipped_lines, whole_numbers
from jotto.letters import Letters, joined, spell, split

VOWELS = frozenset("aeiouy")
UNLISTED = 0.015  # share of secrets that are in no list, before the first turn: 1 to 2 %
# Exponent of the letter model's probabilities, which are too confident: people choose words for
# other reasons than their letters. Measured on 250 words of SCOWL's level 80 that are not in the
# list, when no listed word was left: the likeliest word was right in 0.32 of games; its mean
# probability is 0.68 with 1, and 0.35 with 0.4.
SURE = 0.4
ROUNDING = 1e-9  # relative rounding error of sums
LIKELIEST = 500  # secrets in a game of unlisted words; listing and scoring them takes 30 ms
# Prefixes met to add up probabilities, which take up to 0.5 s: up to 36,000 in games of five
# letters, without a limit 6 million (70 s, over 1 GB) in games of ten.
MOST_PREFIXES = 100_000
UNIT = 1024  # costs are in units of 1 / 1024 bit
STEP = 3 * UNIT  # by which the cost limit rises
IMPOSSIBLE = 1 << 40  # higher than any cost

Turns = Sequence[Turn]
Signs = Sequence[str]  # letters, some of several characters
Texts = Sequence[str]
Bytes = np.typing.NDArray[np.int8]
Prefixes = np.typing.NDArray[np.int16]
Numbers = np.typing.NDArray[Any]  # int64 or float64
Grown = tuple[Prefixes, Numbers]  # prefixes, and a value for each


def count(
    game: Game, turns: Turns, *, exclude: Texts = (), listed: bool = False, need_vowel: bool = False
) -> int:
    """Count exactly the unlisted words that agree with every turn; with ``listed``, all strings.

    ``need_vowel``: only strings with one of aeiouy; none of ``exclude``. Raises GameError for a
    game of codes, or if 64 bits are too few to count the strings.

    >>> import jotto
    >>> game = jotto.words(["hat", "lat", "mat"])
    >>> count(game, game.read_turns(["hat=2,0"]))  # 3 x 25, less lat, mat
    73
    """
    bounds = tallies(game, _alphabet(game, turns), turns, need_vowel=need_vowel)
    total = int(_ends(bounds)[1].sum())
    words = map(game.rule.spell, () if listed else _agreeing(game, turns, exclude))
    return total - sum(not need_vowel or not VOWELS.isdisjoint(word) for word in words)


def _agreeing(game: Game, turns: Turns, exclude: Texts) -> set[str]:
    """Return the listed words that agree with every turn, and those of ``exclude``."""
    letters, score, spell = {*_alphabet(game, turns)}, game.rule.score, game.rule.spell
    some = {w for w in exclude if all(score(t.guess, w) == t.code for t in turns)}
    return {w for w in some if letters.issuperset(spell(w))}.union(
        take(game.secrets, game.agreeing(turns))
    )


def part_sizes(game: Game, turns: Turns, guess: str, exclude: Texts = ()) -> IntArray:
    """Count the unlisted words that agree by the score that a guess would get: (K,).

    Strings with the same letters in place, and as many in common, get the same score: one of them
    is scored.

    >>> import jotto
    >>> game = jotto.words(["hat", "lat", "mat"])
    >>> sizes = part_sizes(game, game.read_turns(["hat=2,0"]), "hit")
    >>> int(sizes[game.rule.texts.index("2,0")])  # h?t, neither hat nor hit
    24
    """
    alphabet, spelt = _alphabet(game, turns), game.rule.spell(guess)
    length, hits = len(spelt), np.array([[sign == made for sign in alphabet] for made in spelt])
    places = np.eye(length, dtype=bool)[:, :, None] & hits if game.rule.tiles else hits[None]
    open_rows = *((row, 0, 0, length) for row in places), (0, hits.sum(axis=0), 0, length)
    bounds = tallies(game, alphabet, turns, open_rows)
    texts, numbers = _merged(bounds, *_ends(bounds), 0)
    strings = [joined(alphabet[letter] for letter in row) for row in texts[2:].T.tolist()]
    sizes = np.zeros(game.rule.n_codes, np.int64)
    np.add.at(sizes, game.rule.matrix([guess], strings)[0], numbers)
    others = [game.rule.score(guess, word) for word in _agreeing(game, turns, exclude)]
    return np.asarray(sizes - np.bincount(others, minlength=len(sizes)))


def likeliest(
    game: Game, turns: Turns, *, listed: bool = False, need_vowel: bool = False
) -> Iterator[str]:
    """Yield the unlisted words that agree, or all strings: likeliest first, then alphabetically."""
    model = model_of(game, _alphabet(game, turns))
    bounds = tallies(game, model.alphabet, turns, need_vowel=need_vowel)
    common = [text for text in model.bonuses if not need_vowel or not VOWELS.isdisjoint(text)]
    if common and turns:
        scores = game.rule.matrix([turn.guess for turn in turns], common)
        fits = (scores == [[turn.code] for turn in turns]).all(axis=0)
        common = [common[i] for i in np.flatnonzero(fits)]
    costs = model.costs_of(common)
    best = ((int(costs[i]), common[i]) for i in np.argsort(costs, kind="stable"))
    others = (pair for pair in _by_letters(model, bounds) if pair[1] not in model.bonuses)
    words = frozenset[str]() if listed else frozenset(game.secrets)
    return (text for _, text in merge(best, others) if text not in words)


def contradiction(game: Game, turns: Turns, *, need_vowel: bool = False) -> JottoError:
    """Return the error for the first turn that no string agrees with, else for the last turn."""
    firsts = (turns[:number] for number in range(1, len(turns)))
    fits = (count(game, some, listed=True, need_vowel=need_vowel) for some in firsts)
    last = next((number for number, left in enumerate(fits, 1) if not left), len(turns))
    return position.contradiction(game, turns[:last])


def unlisted_game(game: Game, turns: Turns, exclude: Container[str] = ()) -> Game:
    """Make the game whose secrets are the likeliest unlisted words, with their weights as prior.

    The guesses of ``game`` are allowed too. Raises ContradictionError and GameError.
    """
    if secrets := _first(game, turns, exclude):
        return _weighed(game, turns, secrets)
    raise contradiction(game, turns)


def nearly_unlisted(game: Game, turns: Turns, exclude: Container[str] = ()) -> Game:
    """Make the game of the likeliest unlisted words that agree with all turns but one.

    If no word agrees with all turns, they show which turn is wrong. ``game`` itself if there are
    none.
    """
    without = ((*turns[:number], *turns[number + 1 :]) for number in range(len(turns)))
    secrets = dict.fromkeys(word for some in without for word in _first(game, some, exclude))
    return _weighed(game, turns, tuple(secrets)) if secrets else game


def _first(game: Game, turns: Turns, exclude: Container[str]) -> tuple[str, ...]:
    words = (text for text in likeliest(game, turns) if text not in exclude)
    return tuple(islice(words, LIKELIEST))


def _weighed(game: Game, turns: Turns, secrets: Sequence[str]) -> Game:
    """Make the game with these secrets, weighted by the letter model."""
    costs = model_of(game, _alphabet(game, turns)).costs_of(secrets) / UNIT
    weights = whole_numbers(2.0 ** (SURE * (costs.min() - costs)))
    return game_of(secrets, game.guesses, game.rule, game.read_guess, prior=weights)


@remember
def chance_unlisted(game: Game, turns: tuple[Turn, ...]) -> float:
    """Return the probability that the secret is an unlisted word.

    Bayes' theorem, with UNLISTED before the first turn. The likelihood of the turns is the share of
    the prior that agrees with them, for unlisted words that of the letter model.
    Raises GameError also where that takes more than MOST_PREFIXES, as for many words of 8 letters.
    """
    alphabet = _alphabet(game, turns)
    if not turns:
        return UNLISTED
    left = game.agreeing(turns)
    if not len(left):
        return 1.0
    words, shares, everything = _before(game, alphabet)
    agreeing = float(_ends(tallies(game, alphabet, turns), shares, MOST_PREFIXES)[1].sum())
    unlisted = agreeing - words[left].sum()
    share = unlisted / (everything - words.sum()) if unlisted > ROUNDING * agreeing else 0
    weights = game.weights(game.everything)
    expected = UNLISTED * share, (1 - UNLISTED) * weights[left].sum() / weights.sum()
    return float(expected[0] / sum(expected))


@remember_large
def _before(game: Game, alphabet: Signs) -> tuple[Numbers, Numbers, float]:
    """Return what the letter model gives the secrets, and letters, and all strings together."""
    model = model_of(game, alphabet)
    shares = np.exp2(-model.costs / UNIT)
    everything = float(_ends(tallies(game, alphabet, ()), shares)[1].sum())
    return np.exp2(-model.letter_costs(game.secrets) / UNIT), shares, everything


def _alphabet(game: Game, turns: Turns) -> tuple[str, ...]:
    """Return the letters of secrets and turns, sorted; if any is Latin, also all of a to z."""
    if game.closed:
        raise GameError("unlisted words are for games of words, not of codes")
    if game.rule.tallies is None:
        raise GameError(f"unlisted words cannot be found by the rule {game.rule.name!r}")
    words = (*game.secrets, *(turn.guess for turn in turns))
    letters = set[str]().union(*map(game.rule.spell, words))
    return tuple(sorted(letters | set(LATIN) if letters & set(LATIN) else letters))


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
    follows: Bools | None = None  # (M + 1, M + 1, M): and after two others; None: all

    def seen(self, prefixes: Prefixes) -> tuple[Bytes, Bytes]:
        """Return the counts of each letter in the prefixes, (M, N), and their sums, (J, N)."""
        counts = np.zeros((self.caps.shape[1], prefixes.shape[1]), np.int8)
        sums = np.zeros((len(self.caps), prefixes.shape[1]), np.int8)
        for in_place, letters in zip(self.in_place, prefixes[2:], strict=False):
            counts[letters, np.arange(len(letters))] += 1
            sums += in_place[:, letters]
        for j, letter in np.argwhere(self.caps):
            sums[j] += np.minimum(counts[letter], self.caps[j, letter])
        return counts, sums

    def fits(self, prefixes: Prefixes) -> Bools:
        """Return which letters may come next: a mask (N, M)."""
        place = len(prefixes) - 2
        counts, sums = self.seen(prefixes)
        fits: Bools = np.tile(self.allowed[place], (prefixes.shape[1], 1))
        if self.follows is not None:
            fits &= self.follows[prefixes[-2], prefixes[-1]]
        for j, caps in enumerate(self.caps):
            after = sums[j][:, None] + self.in_place[place, j]
            if caps.any():
                after += caps > counts.T
            fits &= (after >= self.low[place + 1, j]) & (after <= self.most[j])
        return fits


def tallies(
    game: Game,
    alphabet: Signs,
    turns: Turns,
    more: Sequence[Tally] = (),
    *,
    need_vowel: bool = False,
) -> Tallies:
    """Convert the turns, and ``more``. Raises GameError if 64 bits cannot count the strings."""
    length = len(game.rule.spell(game.secrets[0]))
    if len(alphabet) ** length >= 1 << 62:
        raise GameError(f"{len(alphabet)} letters make too many strings of length {length}")
    assert game.rule.tallies is not None, "checked by _alphabet"
    vowels = np.array([letter in VOWELS for letter in alphabet])
    rows: list[Tally] = [*more, *[(vowels, 0, 1, length)] * need_vowel]
    for turn in turns:
        guess = game.rule.spell(turn.guess)
        hits = np.array([[letter == guessed for letter in alphabet] for guessed in guess])
        rows += game.rule.tallies(hits, game.rule.texts[turn.code])
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
    return Tallies(in_place, caps, low, most, allowed, _following(tuple(alphabet), game.rule))


@lru_cache(maxsize=4)
def _following(alphabet: tuple[str, ...], rule: Rule) -> Bools | None:
    """Return which letters may come after two others: no string has a letter written as two."""
    if max(map(len, alphabet)) == 1:
        return None
    triples = product((*alphabet, ""), (*alphabet, ""), alphabet)
    same = [rule.spell("".join(triple)) == (*filter(None, triple),) for triple in triples]
    return np.reshape(same, (len(alphabet) + 1, len(alphabet) + 1, len(alphabet)))


def _grow(bounds: Tallies, grown: Grown, table: Numbers, combine: np.ufunc) -> Grown:
    """Extend prefixes by every letter that fits; ``combine`` their values with the letter's.

    ``table (P, P, M)`` has a value for each letter after two others; P is M + 1, or 1 if these do
    not matter.
    """
    prefixes, values = grown
    old, letters = np.nonzero(bounds.fits(prefixes))
    longer = np.vstack([prefixes[:, old], letters.astype(np.int16)])
    before, last = np.minimum(longer[-3:-1], len(table) - 1)
    return longer, combine(values[old], table[before, last, letters])


def _ends(bounds: Tallies, table: Numbers | None = None, most: float = inf) -> Grown:
    """Return strings that fit, merged, with sums of the products of their values in ``table``.

    ``table (L, P, P, M)``; without one, each string counts as one. Raises GameError if there are
    more than ``most`` prefixes on the way.
    """
    table = np.ones_like(bounds.allowed, np.int64)[:, None, None] if table is None else table
    grown: Grown = np.full((2, 1), table.shape[-1], np.int16), np.ones(1, table.dtype)
    for factors in table:
        memory = len(factors) - 1 if bounds.follows is None else table.shape[-1]
        grown = _merged(bounds, *grown, memory)
        most -= len(grown[1])
        if most < 0:
            raise GameError("too many strings of letters agree to add up how likely they are")
        grown = _grow(bounds, grown, factors, np.multiply)
    return grown


def _merged(bounds: Tallies, prefixes: Prefixes, values: Numbers, memory: int) -> Grown:
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


def _by_letters(model: "LetterModel", bounds: Tallies) -> Iterator[tuple[int, str]]:
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
            prefixes, costs = _grow(bounds, (prefixes, costs), table, np.add)
            low = costs + after[prefixes[-2], prefixes[-1]]
            near = low <= limit
            least = min(least, int(low[~near].min(initial=IMPOSSIBLE)))
            prefixes, costs = prefixes[:, near], costs[near]
        order = np.argsort(costs, kind="stable")
        for i in order[np.searchsorted(costs[order], done, "right") :]:
            yield int(costs[i]), joined(model.alphabet[letter] for letter in prefixes[2:, i])
        done = limit


# --- the letter model ----------------------------------------------------------------------------

LATIN = "abcdefghijklmnopqrstuvwxyz"
SMOOTHING = (10.0, 20.0, 20.0, 20.0)  # for one letter, two, three, three at their place
MOST_TRIPLES = 1 << 21  # entries: a table of 16 MB
LENGTH = 5  # letters in the strings of both files of zipf values
SEEN = 5.0  # bits: bonus of a string that occurs in real text,
A_ZIPF = 2.0  # plus this for each zipf,
MOST_ZIPF = 3.0  # up to this value: more common unlisted strings are names
ENGLISH = 0.5  # share of a list's words in the shipped list that makes it English


@dataclass(frozen=True, eq=False)
class LetterModel:
    """The costs of strings, in UNITs. Alphabet and bonuses are sorted."""

    alphabet: Signs
    costs: IntArray  # (L, M + 1, M + 1, M): place, two letters before (or M), letter
    bonuses: Mapping[str, int]  # subtracted from the cost
    letters: Letters = ()  # of several characters

    def letter_costs(self, texts: Sequence[str]) -> IntArray:
        """Add up the costs of the letters of each text: (N,) int64."""
        spelt = [spell(text, self.letters) for text in texts]
        windows = _windows(_indices(spelt, self.alphabet), len(self.alphabet))
        return np.asarray(sum(self.costs[window] for window in windows))

    def costs_of(self, texts: Sequence[str]) -> IntArray:
        """Return the cost of each text, less its bonus: (N,) int64."""
        bonuses = [self.bonuses.get(text, 0) for text in texts]
        return self.letter_costs(texts) - np.array(bonuses, np.int64)


@remember_large
def model_of(game: Game, alphabet: Signs) -> LetterModel:
    """Return the letter model of a game's secrets; the game keeps it."""
    return learn(game.secrets, alphabet, game.rule.letters)


def learn(words: Sequence[str], alphabet: Signs, letters: Letters = ()) -> LetterModel:
    """Learn from words of one length how likely strings of letters are.

    Strings that occur in real text get a bonus if half of the words are in the shipped list.
    Raises GameError.

    Measured on the 1,740 words of levels 60 and 70, removed from the list: their rank (geometric
    mean) among the strings that agree with a game is 6.5 by letters alone, 3.5 with a bonus of
    3 + min(zipf, 3) bits, 3.1 with 5 + 2 min(zipf, 3), and 3.0 with 8 + 2 min(zipf, 3).
    """
    bonuses = bonuses_of(words, letters) if set(LATIN) <= set(alphabet) else {}
    costs = train([spell(word, letters) for word in words], alphabet)
    return LetterModel(alphabet, costs, bonuses, letters)


def bonuses_of(words: Sequence[str], letters: Letters = ()) -> Mapping[str, int]:
    """Return the bonuses of strings if half of the words are in the shipped list; else none."""
    if len(words[0]) != LENGTH or split(letters):
        return {}
    listed, bonuses = read_english()
    return bonuses if sum(word in listed for word in words) >= ENGLISH * len(words) else {}


@cache
def read_english() -> tuple[frozenset[str], Mapping[str, int]]:
    """Read the words of the shipped list, and the bonuses of strings."""
    files = (ZIPF, UNLISTED_ZIPF)
    listed, others = (dict(line.split("\t") for line in shipped_lines(name)) for name in files)
    both = sorted((listed | others).items())
    bits = {zipf: SEEN + A_ZIPF * min(float(zipf), MOST_ZIPF) for zipf in {z for _, z in both}}
    bonuses = {zipf: round(each * UNIT) for zipf, each in bits.items()}
    return frozenset(listed), {text: bonuses[zipf] for text, zipf in both}


def train(words: Sequence[Sequence[str]], alphabet: Signs) -> IntArray:
    """Learn the costs of letters from words of one length: (L, M + 1, M + 1, M) int64.

    A letter is predicted from the two letters before it at its place, and from the two after it;
    the cost is the mean of both. Where data is sparse, each is smoothed by the same three letters
    at any place, then by two, one, and none (MacKay and Peto 1995).

    Measured on 600 words removed from the shipped list, and on 400 of level 70 with the lower
    levels as the list: the geometric mean of their ranks is 3.9 and 6.2 in both directions, 4.1 and
    6.6 forwards only. Four letters, Kneser-Ney smoothing, letters further apart, and weighting
    words by how common or rare they are did not improve both.
    """
    if len(words[0]) * (len(alphabet) + 1) ** 3 > MOST_TRIPLES:
        raise GameError(f"{len(alphabet)} letters make too many triples to learn about")
    rows = _indices(words, alphabet)
    bits = _forward_bits(rows, len(alphabet))
    bits += _as_windows(_forward_bits(rows[:, ::-1], len(alphabet)))
    return np.asarray(np.rint(bits * (UNIT / 2)), np.int64)


def _indices(words: Sequence[Sequence[str]], alphabet: Signs) -> IntArray:
    """Return the indices in the alphabet of the letters of words: (N, L)."""
    places = {letter: place for place, letter in enumerate(alphabet)}
    rows = [[places[letter] for letter in word] for word in words]
    return np.array(rows, np.intp).reshape(len(rows), len(rows[0]) if rows else 1)


def _windows(rows: IntArray, n_letters: int) -> list[tuple[Any, ...]]:
    """Return for each place the index into costs: (place, two letters before, letter (N,))."""
    padded = np.pad(rows, ((0, 0), (2, 0)), constant_values=n_letters)
    return [(place, *padded[:, place : place + 3].T) for place in range(rows.shape[1])]


def _forward_bits(rows: IntArray, n_letters: int) -> np.typing.NDArray[np.float64]:
    """Return the cost, in bits, of each letter after the two before it: (L, M + 1, M + 1, M)."""
    counts = np.zeros((rows.shape[1], n_letters + 1, n_letters + 1, n_letters))
    for window in _windows(rows, n_letters):
        np.add.at(counts, window, 1)
    anywhere = counts.sum(axis=0)
    levels = (anywhere.sum(axis=(0, 1)), anywhere.sum(axis=0), anywhere, counts)
    shares = np.full(n_letters, 1 / n_letters)
    for seen, weight in zip(levels, SMOOTHING, strict=True):
        shares = (seen + weight * shares) / (seen.sum(axis=-1, keepdims=True) + weight)
    return np.asarray(-np.log2(shares))


def _as_windows(backward: np.typing.NDArray[np.float64]) -> np.typing.NDArray[np.float64]:
    """Move a letter's cost to the second place after it, or to the end of the word."""
    length, _, _, n_letters = backward.shape
    windows = np.zeros_like(backward)
    for place in range(2, length):
        windows[place, :n_letters] = backward[length + 1 - place, :n_letters].transpose(2, 1, 0)
    windows[-1] += backward[0, -1, -1]
    if length > 1:
        windows[-1, :, :n_letters] += backward[1, -1, :n_letters].T
    return windows

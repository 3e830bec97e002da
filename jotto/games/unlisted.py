"""Unlisted words: strings of letters that are not in the list but agree with every turn.

Those that people write are *known*: strings of real text, and guesses that are in no list of
secrets. Each turn becomes *tallies*: sums over the letters of a string, with a lower and an upper
bound. The core counts the strings that agree, adds up their probabilities, and lists the likeliest.
How likely a string is, a letter model says, learnt from a list of words: a cost is -log2 of a
probability in integer units, so that the order of strings is the same on any machine. L places, M
letters of the alphabet.
"""

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import islice, product
from typing import Any

import numpy as np

from jotto.core import letters as core
from jotto.engine import position
from jotto.engine.game import Bools, Game, IntArray, Rule, Turn, game_of, take
from jotto.engine.position import Position
from jotto.engine.store import remember, remember_large
from jotto.errors import EmptyListError, GameError, JottoError, check_arguments
from jotto.games.words import UNLISTED_ZIPF, ZIPF, offensive, shipped_lines
from jotto.letters import House, Letters, joined, spell, split

UNLISTED = 0.015  # share of secrets that are in no list, before the first turn: 1 to 2 %
LIKELIEST = 500  # secrets in a game of unlisted words
# Prefixes met to add up probabilities, which take up to 0.05 s: up to 36,000 in games of five
# letters, without a limit 6 million (over 1 GB) in games of ten.
MOST_PREFIXES = 100_000
UNIT = 1024  # costs are in units of 1 / 1024 bit
MOST_LETTERS = (1 << 16) - 1  # in an alphabet
AT_ONCE = 512  # strings that are listed in one search; the next ones list up to 8 times as many

Turns = Sequence[Turn]
Signs = Sequence[str]  # letters, some of several characters
Texts = Sequence[str]


def unlisted(game: Game[str], *turns: Any, anything: bool = False) -> Position[str]:
    """Return the position after some turns if the secret is in no list.

    The candidates are the words that people write, as far as they are known, and that agree with
    every turn and the house rules of the game; with ``anything``, or where none is known, the 500
    likeliest strings of letters. They have weights, and may be guessed as well as the words of the
    lists. Turns are those of ``jotto.start``. Raises TurnError, ContradictionError, and
    GameError for a game of codes.

    >>> import jotto
    >>> game = jotto.words(["crane", "hatch", "guide"])
    >>> "ouija" in jotto.unlisted(game, ("guide", "2,0"), ("hatch", "0,1")).candidates
    True
    """
    if not isinstance(game, Game):
        raise GameError(f"{type(game).__name__} is not a game; make one with jotto.words()")
    check_arguments(unlisted, {"anything": anything})
    read = game.read_turns(turns)
    known = not anything and model_of(game, _alphabet(game, read)).bonuses
    return position.start(unlisted_game(game, read, anything=not known), *read)


def count(game: Game, turns: Turns, *, exclude: Texts = (), listed: bool = False) -> int:
    """Count exactly the unlisted words that agree with every turn; with ``listed``, all strings.

    None of ``exclude``. Raises GameError for a game of codes, or if 64 bits are too few to count
    the strings.

    >>> import jotto
    >>> game = jotto.words(["hat", "lat", "mat"])
    >>> count(game, game.read_turns(["hat=2,0"]))  # 3 x 25, less lat, mat
    73
    """
    total = strings_of(game, _alphabet(game, turns), turns).count()
    return total - (0 if listed else len(_agreeing(game, turns, exclude)))


def _agreeing(game: Game, turns: Turns, exclude: Texts) -> set[str]:
    """Return the strings that agree with every turn and are listed, or in ``exclude``."""
    model = model_of(game, _alphabet(game, turns))
    texts = [*{*exclude, *take(game.secrets, game.agreeing(turns))}]
    matches = strings_of(game, model.alphabet, turns).matches(model.rows(texts)).tolist()
    return {text for text, agrees in zip(texts, matches, strict=True) if agrees}


def part_sizes(game: Game, turns: Turns, guess: str, exclude: Texts = ()) -> IntArray:
    """Count the unlisted words that agree by the score that a guess would get: (K,).

    Strings with as many letters in place, and in common, get the same score: one of them is scored.
    Where each letter gets a mark, those with the same letters in place, and as many of each.

    >>> import jotto
    >>> game = jotto.words(["hat", "lat", "mat"])
    >>> sizes = part_sizes(game, game.read_turns(["hat=2,0"]), "hit")
    >>> int(sizes[game.rule.texts.index("2,0")])  # h?t, neither hat nor hit
    24
    """
    alphabet = _alphabet(game, turns)
    [letters] = _indices([game.rule.spell(guess)], alphabet)
    n, m = len(letters), len(alphabet)
    rows = core.tally_pairs(letters, m, (0, n), (0, n))
    if game.rule.tiles:  # which are in place, and how many of each are in common
        common = range(n * m, n * m + m)
        cells = *(range(p * m, p * m + m) for p in range(n)), *(common[c : c + 1] for c in letters)
        whole, rows = rows.max(axis=0), np.zeros((2 * n, rows.shape[1]), np.int8)
        for row, some in zip(rows, cells, strict=True):
            row[some], row[-1] = whole[some], n
    numbers, samples = strings_of(game, alphabet, turns, rows).samples(len(rows))
    strings = [joined(alphabet[letter] for letter in row) for row in samples.tolist()]
    listed = [*_agreeing(game, turns, exclude)]
    sizes = np.zeros(game.rule.n_codes, np.int64)
    for words, many in (strings, numbers), (listed, -np.ones(len(listed), np.int64)):
        if words:
            np.add.at(sizes, game.rule.codes([guess], words)[0], many)
    return sizes


def likeliest(
    game: Game, turns: Turns, *, listed: bool = False, known: bool = False
) -> Iterator[str]:
    """Yield the unlisted words that agree, or all strings: likeliest first, then alphabetically.

    With ``known``, only those that people write.
    """
    model = model_of(game, _alphabet(game, turns))
    strings = strings_of(game, model.alphabet, turns)
    words = [] if listed else take(game.secrets, game.agreeing(turns))
    return _likeliest(model, strings, model.rows(words), known)


def rude(game: Game) -> frozenset[str]:
    """Return the offensive words that can be guesses, and parts of unlisted ones that may be."""
    english = bonuses_of(game.secrets, game.rule.letters)
    return offensive() if english else offensive().intersection(map(str, game.guesses))


def _likeliest(
    model: "LetterModel", strings: core.Strings, listed: core.Letters, known: bool
) -> Iterator[str]:
    most, after = max(AT_ONCE, len(model.bonuses) if known else 0), None
    while True:
        others = model.common, listed, after
        costs, rows = strings.likeliest(model.costs, most, *others, alone=known)
        for row in rows.tolist():
            yield joined(model.alphabet[letter] for letter in row)
        if known or len(rows) < most:
            return
        most, after = min(4 * most, 8 * AT_ONCE), (int(costs[-1]), rows[-1])


def contradiction(game: Game, turns: Turns, *, known: bool = False) -> JottoError:
    """Return the error for the first turn that no string agrees with, else for the last turn.

    With ``known``, that no string agrees with that people write. Before the first turn none is left
    that is not excluded.
    """
    if not turns:
        return EmptyListError("a game needs at least one secret")
    firsts = (turns[:number] for number in range(1, len(turns)))
    fits = (any(True for _ in likeliest(game, some, listed=True, known=known)) for some in firsts)
    last = next((number for number, left in enumerate(fits, 1) if not left), len(turns))
    return position.contradiction(game, turns[:last])


def unlisted_game(
    game: Game, turns: Turns, exclude: Container[str] = (), *, anything: bool = True
) -> Game:
    """Make the game of the unlisted words that people write, or with ``anything`` the likeliest.

    Their weights are its prior; the guesses of ``game`` are allowed too. As the order of strings
    does not depend on the turns, each stays as long as it agrees. Raises ContradictionError and
    GameError.
    """
    if secrets := _first(game, turns, exclude, anything):
        return _weighed(game, turns, secrets, exclude)
    raise contradiction(game, turns, known=not anything)


def nearly_unlisted(
    game: Game, turns: Turns, exclude: Container[str] = (), *, anything: bool = True
) -> Game:
    """Make the game of the likeliest unlisted words that agree with all turns but one.

    If no word agrees with all turns, they show which turn is wrong. ``game`` itself if there are
    none.
    """
    without = ((*turns[:number], *turns[number + 1 :]) for number in range(len(turns)))
    found = (word for some in without for word in _first(game, some, exclude, anything))
    secrets = tuple(dict.fromkeys(found))
    return _weighed(game, turns, secrets, exclude) if secrets else game


def _first(game: Game, turns: Turns, exclude: Container[str], anything: bool) -> tuple[str, ...]:
    texts = likeliest(game, turns, known=not anything)
    return tuple(islice((t for t in texts if t not in exclude), LIKELIEST if anything else None))


def _weighed(game: Game, turns: Turns, secrets: Texts, exclude: Container[str]) -> Game:
    """Make the game with these secrets, weighted by the letter model."""
    weights = core.weigh_costs(model_of(game, _alphabet(game, turns)).costs_of(secrets))
    guesses = tuple(guess for guess in game.guesses if guess not in exclude)
    return game_of(secrets, guesses, game.rule, game.read_guess, prior=weights)


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
    words, everything = _before(game, alphabet)
    costs = model_of(game, alphabet).costs
    agreeing = strings_of(game, alphabet, turns).chance(costs, MOST_PREFIXES)
    if agreeing is None:
        raise GameError("too many strings of letters agree to add up how likely they are")
    weights = game.weights(game.everything)
    prior = weights[left].sum() / weights.sum()
    listed = words[left].sum(), everything, words.sum()
    return core.chance_unlisted(UNLISTED, agreeing, *listed, prior)


@remember_large
def _before(game: Game, alphabet: Signs) -> tuple[core.Floats, float]:
    """Return what the letter model gives the secrets, and all strings together."""
    model = model_of(game, alphabet)
    everything = strings_of(game, alphabet, ()).chance(model.costs)
    assert everything is not None, "without a limit"
    possible = strings_of(game, alphabet, ()).matches(model.rows(game.secrets))
    return core.share_costs(model.letter_costs(game.secrets)) * possible, everything


def _alphabet(game: Game, turns: Turns) -> tuple[str, ...]:
    """Return the letters of secrets and turns, sorted; if any is Latin, also all of a to z."""
    if game.closed:
        raise GameError("unlisted words are for games of words, not of codes")
    if game.rule.tallies is None:
        raise GameError(f"unlisted words cannot be found by the rule {game.rule.name!r}")
    letters = _letters_of(game).union(*(game.rule.spell(turn.guess) for turn in turns))
    return tuple(sorted(letters | set(LATIN) if letters & set(LATIN) else letters))


@remember
def _letters_of(game: Game) -> frozenset[str]:
    return frozenset[str]().union(*map(game.rule.spell, game.secrets))


def strings_of(
    game: Game, alphabet: Signs, turns: Turns, more: core.Tallies | None = None
) -> core.Strings:
    """Return the strings that agree with turns and house rules, and with ``more`` tallies.

    Raises GameError if 64 bits cannot count the strings.
    """
    length, n_letters = len(game.rule.spell(game.secrets[0])), len(alphabet)
    if n_letters**length >= 1 << 62 or n_letters > MOST_LETTERS:
        raise GameError(f"{n_letters} letters make too many strings of length {length}")
    assert game.rule.tallies is not None, "checked by _alphabet"
    house = _house_tallies(game.house, alphabet, length)
    rows = [house] if more is None else [more, house]
    for turn in turns:
        [guess] = _indices([game.rule.spell(turn.guess)], alphabet)
        rows.append(game.rule.tallies(guess, n_letters, game.rule.texts[turn.code]))
    follows = _following(tuple(alphabet), game.rule)
    return core.Strings(length, n_letters, np.concatenate(rows), follows)


def _house_tallies(house: House, alphabet: Signs, length: int) -> core.Tallies:
    """Return the house rules as tallies."""
    size = len(alphabet)
    rows = list[list[int]]()
    if house.vowels:
        rows.append([*[int(a in house.vowels) for a in alphabet] * length, *[0] * size, 1, length])
    if not house.repeats:  # as many different letters as places
        rows.append([*[0] * length * size, *[1] * size, length, length])
    if not house.plurals and length > 1:  # not both: another letter before the last, an s as last
        last_two = [int(a != "s") for a in alphabet] + [int(a == "s") for a in alphabet]
        rows.append([*[0] * (length - 2) * size, *last_two, *[0] * size, 0, 1])
    return np.array(rows, np.int8).reshape(len(rows), core.tally_size(length, size))


@lru_cache(maxsize=4)
def _following(alphabet: tuple[str, ...], rule: Rule) -> Bools | None:
    """Return which letters may come after two others: no string has a letter written as two."""
    if max(map(len, alphabet)) == 1:
        return None
    triples = product((*alphabet, ""), (*alphabet, ""), alphabet)
    same = [rule.spell("".join(triple)) == (*filter(None, triple),) for triple in triples]
    return np.reshape(same, (len(alphabet) + 1, len(alphabet) + 1, len(alphabet)))


# --- the letter model ----------------------------------------------------------------------------

LATIN = "abcdefghijklmnopqrstuvwxyz"
MOST_TRIPLES = 1 << 21  # entries: a table of 16 MB
LENGTH = 5  # letters in the strings of both files of zipf values
SEEN = 5.0  # bits: bonus of a string that occurs in real text,
A_ZIPF = 2.0  # plus this for each zipf,
MOST_ZIPF = 3.0  # up to this value: more common unlisted strings are names
ENGLISH = 0.5  # share of a list's words in the shipped list that makes it English


@dataclass(frozen=True, eq=False)
class LetterModel:
    """The costs of strings, in UNITs. The alphabet is sorted."""

    alphabet: Signs
    costs: core.Costs  # (L, M + 1, M + 1, M): place, two letters before (or M), letter
    bonuses: Mapping[str, int]  # subtracted from the cost
    letters: Letters = ()  # of several characters

    @cached_property
    def common(self) -> tuple[core.Letters, IntArray]:
        """The strings with a bonus and their bonuses, by cost, then by letters."""
        rows, bonuses = self.rows([*self.bonuses]), np.array([*self.bonuses.values()], np.int64)
        costs = core.cost_strings(self.costs, rows) - bonuses
        order = np.lexsort([*rows.T[::-1], costs])
        return rows[order], bonuses[order]

    def rows(self, texts: Texts) -> core.Letters:
        """Return the letters of texts: (N, L)."""
        rows = _indices([spell(text, self.letters) for text in texts], self.alphabet)
        return rows.reshape(len(texts), len(self.costs))

    def letter_costs(self, texts: Texts) -> IntArray:
        """Add up the costs of the letters of each text: (N,) int64."""
        return core.cost_strings(self.costs, self.rows(texts))

    def costs_of(self, texts: Texts) -> IntArray:
        """Return the cost of each text, less its bonus: (N,) int64."""
        bonuses = [self.bonuses.get(text, 0) for text in texts]
        return self.letter_costs(texts) - np.array(bonuses, np.int64)


@remember_large
def model_of(game: Game, alphabet: Signs) -> LetterModel:
    """Return the letter model of a game's secrets; the game keeps it."""
    further = take(game.guesses, np.setdiff1d(np.arange(len(game.guesses)), game.guess_of))
    return learn(game.secrets, alphabet, game.rule.letters, further)


def learn(words: Texts, alphabet: Signs, letters: Letters = (), further: Texts = ()) -> LetterModel:
    """Learn from words of one length how likely strings of letters are.

    Strings that occur in real text get a bonus if half of the words are in the shipped list, and
    ``further`` words get at least the least one. Raises GameError.

    Measured on the 1,740 words of levels 60 and 70, removed from the list: their rank (geometric
    mean) among the strings that agree with a game is 6.5 by letters alone, 3.5 with a bonus of
    3 + min(zipf, 3) bits, 3.1 with 5 + 2 min(zipf, 3), and 3.0 with 8 + 2 min(zipf, 3).
    """
    bonuses = bonuses_of(words, letters) if set(LATIN) <= set(alphabet) else {}
    written = (word for word in further if {*alphabet}.issuperset(spell(word, letters)))
    bonuses = {**dict.fromkeys(written, round(SEEN * UNIT)), **bonuses}
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
    bonuses = {zipf: round(each * 2) * UNIT // 2 for zipf, each in bits.items()}  # half bits
    return frozenset(listed), {text: bonuses[zipf] for text, zipf in both}


def train(words: Sequence[Sequence[str]], alphabet: Signs) -> core.Costs:
    """Learn the costs of letters from words of one length: (L, M + 1, M + 1, M) int32.

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
    return core.learn_letters(_indices(words, alphabet), len(alphabet))


def _indices(words: Sequence[Sequence[str]], alphabet: Signs) -> core.Letters:
    """Return the indices in the alphabet of the letters of words, M for others: (N, L)."""
    places, no_letter = {letter: place for place, letter in enumerate(alphabet)}, len(alphabet)
    return np.array([[places.get(letter, no_letter) for letter in w] for w in words], np.uint16)

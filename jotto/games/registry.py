"""What games, priors and strategies are called; games without words; the opening book.

Mastermind and Bulls & Cows are scored like words. A game of your own is made from a plain function.
The book has the first two guesses of strong trees: tree files, made by scripts/opening_book.py. It
is for one list, rule and prior, identified by checksums; other games have none.
"""

import json
import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from itertools import permutations, product
from math import log10, perm
from pathlib import Path
from typing import Any

import numpy as np

from jotto import files, stopping
from jotto.engine.allowed import ALLOWED, Allow
from jotto.engine.game import (
    Game,
    Indices,
    IntArray,
    Rule,
    Scores,
    T,
    equal_fields,
    game_of,
    pair_of,
    scored_by,
)
from jotto.engine.notation import unparted
from jotto.engine.own import FUNCTION, check_typed, own_code, own_strategy, typed as typed
from jotto.engine.position import By, Guide, Position, Strategy
from jotto.engine.texts import Texts, in_order
from jotto.errors import (
    FileError,
    GameError,
    ScoreError,
    WordError,
    check_arguments,
    count,
    meant,
    quoted,
    unfit,
)
from jotto.games.equations import equations
from jotto.games.scoring import Symbols, rule_named
from jotto.games.wordle import answers, past_of, with_past
from jotto.games.words import (
    LONGEST,
    SHIPPED,
    Weigh,
    common,
    folder,
    listed_words,
    read_numbers,
    secrets_allowed,
    shipped_words,
    weighed,
    word_game,
)
from jotto.letters import ANY, House, alphabet, letters_of
from jotto.trees.tree import Tree
from jotto.typed import clean

# --- Games of words ------------------------------------------------------------------------------

EVEN, COMMON, WORDLE = "even", "common", "wordle"  # priors


def words(
    secrets: Iterable[str] | str | Path | None = None,
    guesses: Iterable[str] | str | Path = (),
    *,
    rule: str | Rule = "exact-elsewhere",
    prior: str | Path | Mapping[str, float] | None = None,
    past: str | Path | Mapping[str, Any] | None = None,
    letters: str = "",
    house: House = ANY,
) -> Game[str]:
    """Make a game of words; the scores of a named rule are cached in the user's cache folder.

    * ``secrets``: words, the path of a list, or None for the shipped list.
    * ``guesses``: further allowed guesses, which cannot be the secret, or the path of a list.
    * ``rule``: ``exact-elsewhere``, ``jots`` or ``colours``, or a ``jotto.Rule`` of your own.
    * ``prior``: None or ``even``; ``common``: common words are likelier; ``wordle``: as likely as
      answers of Wordle; or words with weights, as a mapping or the path of a file.
    * ``past``: past answers, which are less likely the later they were, as a mapping from words to
      dates or the path of a file with dates.
    * ``letters``: what is one letter besides single letters, such as ``"ij ch"`` or ``"0 1 + ="``;
      by default what the header of a list says. If some have several characters, a rule of your own
      is given words as tuples of letters.
    * ``house``: which words may be the secret, see ``jotto.House``; others are guesses alone.

    Raises WordError, FileError or GameError.

    >>> import jotto
    >>> jotto.words(["score", "fools"], ["guess"]).score("guess", "fools")
    '1,0'
    """
    check_arguments(words, {"letters": letters})
    if not isinstance(house, House):
        raise GameError(f"house={house!r:.60} is not a jotto.House").about("house")
    own = alphabet(letters)
    listed, own = (shipped_words(), own) if secrets is None else listed_words(secrets, own)
    weigh, (further, own) = prior_named(prior), listed_words(guesses, letters_of(listed, own))
    if past is not None:
        weigh = with_past(weigh, past_of(past, (*listed, *further), own), own)
    given: dict[str, Any] = {"keep": isinstance(rule, str), "prior": weigh, "letters": own}
    secrets = secrets_allowed(listed, house, letters=own) if listed else listed
    return word_game(secrets, (*listed, *further), rule=rule, house=house, **given)


def prior_named(prior: str | Path | Mapping[str, float] | None) -> Weigh | None:
    """Return a function from words to weights, (S,) int64; None for an even prior.

    A file has lines ``word weight``, or, if its header says so, zipf values (jotto lists weights).
    Raises GameError, and FileError with the wrong line.

    >>> prior_named({"crane": 3.0, "trace": 1.0})(["crane", "trace"]).tolist() == [3 << 38, 1 << 38]
    True
    """
    if prior is not None and hasattr(prior, "items"):  # a dict, or a Series of pandas
        return partial(weighed, dict(prior.items()))
    if prior is None or str(prior) == EVEN:
        return None
    if str(prior) == COMMON:
        return common
    if str(prior) == WORDLE:
        return answers
    if isinstance(prior, str | Path) and files.is_there(prior):
        path = prior
        try:
            prior = read_numbers(path, weights=True)
        except FileError as error:
            raise FileError("prior", path, error.reason, error.where).about("prior") from None
        if not any(prior.values()):
            reason = "it holds no weight above 0; write lines: word weight"
            raise FileError("prior", path, reason).about("prior")
    if not isinstance(prior, dict):
        raise no_prior(prior)
    return partial(weighed, prior)


def no_prior(prior: object) -> GameError:
    """Return the error of what is no prior, the same wherever it is given.

    >>> str(no_prior("evn")).partition(";")[0]
    "prior 'evn': write even, common or wordle, or give words with weights (in a command, a file)"
    """
    right = "write even, common or wordle, or give words with weights (in a command, a file)"
    near = meant(str(prior), (EVEN, COMMON, WORDLE))
    return GameError(f"prior {quoted(str(prior))}: {right}{near}").about("prior")


# --- Mastermind and Bulls & Cows -----------------------------------------------------------------

MOST_CODES = 12_000_000
AT_ONCE = 1 << 16  # codes of which strings are made together: 17 times as fast as one by one
ORDERS = ("descending", "first-fastest")
PEG_RULES = ("black-peg", "total")  # in place of both numbers
SYMBOLS = "0123456789abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, eq=False)
class Codes(Sequence[str]):
    """A sequence of codes, rows of ``digits (N, P)`` uint8; strings are made on access.

    >>> codes = Codes.of(2, 3, distinct=True)
    >>> list(codes), codes.index("20"), "11" in codes
    (['01', '02', '10', '12', '20', '21'], 4, False)
    """

    digits: Scores
    names: str = SYMBOLS  # of the digits

    @staticmethod
    def of(pegs: int, colours: int, names: str = SYMBOLS, *, distinct: bool = False) -> "Codes":
        """Make all codes of ``pegs`` symbols, ascending; ``distinct``: only without repeats."""
        if distinct:
            return Codes(np.array(list(permutations(range(colours), pegs)), np.uint8), names)
        return Codes(np.indices((colours,) * pegs, np.uint8).reshape(pegs, -1).T.copy(), names)

    __eq__ = equal_fields

    def __hash__(self) -> int:
        return hash((self.digits.shape, self[0], self[-1]))

    def take(self, indices: Indices) -> "Codes":
        """Return the codes at ``indices``, in that order."""
        return Codes(self.digits[indices], self.names)

    @property
    def symbols(self) -> Symbols:
        """The code points of every code: an array (N, P)."""
        return np.array([ord(symbol) for symbol in self.names], np.uint16).take(self.digits)

    def __len__(self) -> int:
        return len(self.digits)

    def __iter__(self) -> Iterator[str]:
        for start in range(0, len(self), AT_ONCE):
            some = self[start : start + AT_ONCE].symbols.astype(np.uint32)
            yield from some.view(f"<U{some.shape[1]}").ravel().tolist()

    def __getitem__(self, at: int | slice) -> Any:
        if isinstance(at, slice):
            return Codes(self.digits[at], self.names)
        return "".join(self.names[digit] for digit in self.digits[at])

    def index(self, code: object, start: int = 0, stop: int | None = None) -> int:
        """Return the index of a code; raises ValueError if it is not one of these."""
        if isinstance(code, str) and len(code) == self.digits.shape[1]:
            wanted = [self.names.find(symbol) for symbol in code]
            equal = np.flatnonzero((self.digits[start:stop] == wanted).all(axis=1))
            if len(equal):
                return start + int(equal[0])
        raise ValueError(f"{code!r} is not in the list")


def mastermind(text: str, *, distinct: bool = False) -> Game[str]:
    """Make Mastermind of ``PEGSxCOLOURS``, such as ``4x6``; Bulls & Cows is that with ``distinct``.

    The colours are digits from 0, or what is given by ``PEGS:SYMBOLS``: ``4:123456``, ``4:RGBYOP``.
    ``:distinct`` excludes repeats from the secrets, the argument also from the guesses. With
    ``:black-peg`` a score is how many are in the right place, with ``:total`` how many are in
    common. Codes ascend; ``:descending`` reverses that, with ``:first-fastest`` the first digit
    changes fastest. The order decides between equally good guesses. Raises GameError.

    >>> game = mastermind("4x6:distinct")
    >>> len(game.secrets), len(game.guesses), game.rule.texts[game.rule.score("0011", "0123")]
    (360, 1296, '1,1')
    """
    size, *options = text.split(":")
    names = options.pop(0) if size.isdecimal() and options else SYMBOLS
    if names != SYMBOLS:
        if len({*names.lower()}) < max(len(names), 3) or not names.isalnum():  # 4:10 is not 4x10
            example = "mastermind:4:123456 or mastermind:4:RGBYOP, or a number of colours: 4x6"
            raise GameError(f"{quoted(names)}: write different letters or digits, as {example}")
        size = f"{size}x{len(names)}"
    if not (sizes := re.fullmatch(r"(\d{1,6})x(\d{1,6})", size, re.A)):
        example = "bulls-and-cows:4x10" if distinct else "mastermind:4x6"
        raise GameError(f"{size!r} is not a size; write PEGSxCOLOURS, such as {example}")
    pegs, colours = map(int, sizes.groups())
    if not pegs or not colours:
        raise GameError(f"{size!r}: a game needs at least one peg and one colour")
    for option in options:
        if option not in (known := ("distinct", *ORDERS, *PEG_RULES)):
            raise GameError(f"{option!r} is not a variant; there are {', '.join(known)}")
    check_count(text, pegs, colours, distinct=distinct)
    guesses = Codes.of(pegs, colours, names, distinct=distinct)
    order = next((option for option in options if option in ORDERS), None)
    if order == "descending":
        guesses = guesses[::-1]
    elif order == "first-fastest":
        guesses = guesses.take(np.lexsort(guesses.digits.T))
    secrets, guess_of = guesses, np.arange(len(guesses))
    if "distinct" in options and not distinct:
        check_count(text, pegs, colours, distinct=True)
        guess_of = np.flatnonzero(np.diff(np.sort(guesses.digits, axis=1), axis=1).all(axis=1))
        secrets = guesses.take(guess_of)
    name = next((option for option in options if option in PEG_RULES), "exact-elsewhere")
    rule = replace(rule_named(name, pegs), coloured=not distinct)
    read = partial(read_code, pegs, names[:colours])
    symmetries = partial(alike, guesses.digits, colours)
    return Game(secrets, guesses, rule, read, guess_of, symmetries, closed=True)


def check_count(text: str, pegs: int, colours: int, *, distinct: bool) -> None:
    """Raise GameError if there are no codes, too many, or more colours than symbols."""
    if distinct and pegs > colours:
        raise GameError(f"{text!r}: {pegs} pegs without repeats need at least {pegs} colours")
    size = log10(perm(colours, pegs)) if distinct else pegs * log10(colours)
    if size > log10(MOST_CODES):
        many = f"{round(10**size):,}" if size < 15 else f"about 10^{size:.0f}"
        raise GameError(f"{text!r} would need {many} codes; at most {MOST_CODES:,} can be listed")
    if pegs > LONGEST or colours > len(SYMBOLS):
        raise GameError(f"{text!r}: at most {LONGEST} pegs and {len(SYMBOLS)} colours")


def read_code(pegs: int, names: str, text: str) -> str:
    """Read a code as typed, in any case; raises WordError."""
    code, symbols = clean(text).strip(), {name.lower(): name for name in sorted(names)}
    code = unparted(code) if len(code) > pegs else code
    if len(code) != pegs:
        raise WordError(code, f"it has {count(len(code), 'symbol')}; this game uses {pegs}")
    if wrong := next((symbol for symbol in code.lower() if symbol not in symbols), ""):
        several = "".join(symbols.values())
        shown = f"{several[0]} to {several[-1]}" if several in SYMBOLS else " ".join(several)
        raise WordError(code, f"{wrong!r} is not one of this game's symbols, {shown}")
    return "".join(symbols[symbol] for symbol in code.lower())


def alike(digits: Scores, colours: int, history: tuple[int, ...]) -> IntArray:
    """Return a number for every guess, (G,) int64, equal for those equivalent after ``history``.

    ``digits (G, P)``. Symmetries are permutations of places and of colours in use that leave every
    guess of ``history`` unchanged; colours not in use yet are interchangeable.
    """
    n_places = digits.shape[1]
    made = digits[list(history)]
    in_use = np.unique(made)
    least = np.full(len(digits), np.iinfo(np.int64).max)
    for places in permutations(range(n_places)):
        pairs = set(zip(made[:, places].ravel().tolist(), made.ravel().tolist(), strict=True))
        if len(pairs) > len(in_use):  # not a permutation of colours
            continue
        image = dict(pairs)
        names = np.full(colours, colours, np.uint8)
        names[list(image)] = list(image.values())
        columns = digits[:, places].T
        number = np.zeros(len(digits), np.int64)
        for place, column in enumerate(columns):
            name = names[column]
            other = name == colours  # colours not in use yet are named by their first place
            for earlier in range(place, -1, -1):
                name[other & (column == columns[earlier])] = colours + earlier
            number = number * (colours + n_places) + name
        np.minimum(least, number, out=least)
    return least


# --- a point on a grid, found by comparing both coordinates at once ------------------------------

COMPARISONS = ("mixed", "below", "above", "equal")
ALSO_WRITTEN = {"<=": "below", ">=": "above", "=": "equal", "win": "equal"}
LARGEST_GRID = 100


def two_d(text: str) -> Game[str]:
    """Make the game of the points ``x,y`` with both from 0 to N - 1; ``text`` is N.

    A guess is ``below`` if neither coordinate is greater than the secret's, ``above`` if neither
    is less, ``equal`` if it is the secret, else ``mixed``. ``N:descending`` reverses the list.

    >>> two_d("5").score("2,1", "2,3")
    'below'
    """
    size, _, order = text.partition(":")
    if not re.fullmatch(r"\d{1,6}", size, re.A) or not 1 <= int(size) <= LARGEST_GRID:
        raise GameError(f"{size!r} is not a grid size; write 1 to {LARGEST_GRID}, such as two-d:5")
    if order not in ("", "descending"):
        raise GameError(f"{order!r} is not a variant; there is descending")
    n, rule = int(size), Rule("two-d", COMPARISONS, compare_points, read_comparison, "")
    points = [f"{x},{y}" for x in range(n) for y in range(n)][:: -1 if order else 1]
    return game_of(points, (), rule, partial(read_point, n), closed=True)


def compare_points(guesses: Sequence[str], secrets: Sequence[str]) -> Scores:
    """Score every guess against every secret: an array (G, S) uint8."""
    g, s = (np.array([p.split(",") for p in points]).astype(int) for points in (guesses, secrets))
    below, above = (g[:, None] <= s).all(axis=2), (g[:, None] >= s).all(axis=2)
    return np.asarray(below + 2 * above, np.uint8)  # places in COMPARISONS


def read_comparison(text: str) -> int:
    """Read ``below``, ``above``, ``mixed``, ``equal``, or ``<=``, ``>=``, ``=``, ``win``."""
    typed = text.strip().lower()
    if (typed := ALSO_WRITTEN.get(typed, typed)) not in COMPARISONS:
        raise ScoreError(text, f"write one of {', '.join(sorted(COMPARISONS))}")
    return COMPARISONS.index(typed)


def read_point(n: int, text: str) -> str:
    """Read a point as typed; raises WordError."""
    match = re.fullmatch(r"\(?\s*(\d+)\s*,\s*(\d+)\s*\)?", text.strip(), re.A)
    if not match or not all(int(number) < n for number in match.groups()):
        raise WordError(text.strip(), f"write a point x,y with both from 0 to {n - 1}, such as 0,0")
    return ",".join(str(int(number)) for number in match.groups())


# --- names ----------------------------------------------------------------------------------------

GAMES: dict[str, tuple[Callable[[str], Game[str]], str]] = {
    "mastermind": (mastermind, "mastermind:4x6"),
    "bulls-and-cows": (partial(mastermind, distinct=True), "bulls-and-cows:4x10"),
    "equations": (equations, "equations:8"),
    "two-d": (two_d, "two-d:5"),
}


def named(text: str) -> Game[str]:
    """Make a game from ``NAME[:PARAMS]``; ``words`` has the shipped list. Raises GameError.

    Packages offer theirs in the entry points ``jotto.games``: a function is called with the text
    PARAMS, if there is one, and returns a game. ``MODULE:FUNCTION[:PARAMS]``, of a module that is
    installed or in the current folder, is for ``--game`` on the command line: the text may come
    from a file, and imports nothing then. In Python, import the function and call it.

    >>> import jotto
    >>> len(jotto.named("mastermind:4x6").guesses)
    1296
    """
    name, _, params = (text := str(text)).partition(":")
    if name == "words" and not params:
        return words()
    if name in GAMES:
        make, example = GAMES[name]
        if not params:
            raise GameError(f"{name!r} needs its size; write {example}").about("game")
        try:
            return make(params)
        except GameError as error:
            raise error.about("game") from None
    from importlib.metadata import entry_points  # a tenth of the time of numpy, seldom needed

    installed = {point.name: point for point in entry_points(group="jotto.games")}
    if name in installed:
        return own_game(installed[name].value, params)
    if name == "words" or not (parts := FUNCTION.fullmatch(text)):
        known = ", ".join(["words", *(example for _, example in GAMES.values()), *installed])
        near = meant(text, known.split(", "))
        there = f"there are {known}, on the command line also MODULE:FUNCTION of your own{near}"
        raise GameError(f"no game is called {quoted(text)}; {there}").about("game")
    check_typed(text, "game")
    code, params = parts.groups("")
    return own_game(code, params)


def own_game(code: str, params: str) -> Game[Any]:
    """Import a function, and make a game by it. Raises GameError."""
    with unfit(f"{code} cannot make a game"), own_code(code) as made:
        game = made(*[params] * bool(params)) if callable(made) else made
        if not isinstance(game, Game):
            raise TypeError(f"it is {type(game).__name__}, not a game; return that of jotto.game()")
        return game


def strategy(
    name: "str | By" = "entropy",
    *,
    opening: Iterable[Any] | str = (),
    allow: str | Allow = "all",
    avoid: Iterable[Any] | str = (),
    book: bool = False,
    seed: int | tuple[int, ...] = 0,
    tree: Guide | None = None,
) -> Strategy:
    """Make a strategy by its name, or by a function or measure; see ``jotto.Strategy``.

    Packages offer theirs in the entry points ``jotto.strategies``, functions of a position, and
    ``jotto.measures``, functions of sizes. ``MODULE:FUNCTION`` is for ``--strategy`` on the command
    line, see ``jotto.named``. Raises GameError.

    ``opening`` and ``avoid`` are one guess, or several; ``allow`` is ``all``, ``candidates``,
    ``hard`` (with the rule ``colours``: use every hint), or a function. With ``book``, the first
    two guesses are those of the opening book, as in ``jotto play``, if there is one for the game.

    >>> import jotto
    >>> jotto.strategy("minimax", opening="tares")
    Strategy('minimax', opening=('tares',))
    """
    check_arguments(strategy, {"book": book})
    allowed, guide = allow if callable(allow) else ALLOWED.get(str(allow)), Book() if book else tree
    if allowed is None:
        there = f"{', '.join(ALLOWED)}{meant(str(allow), ALLOWED)}"
        raise GameError(f"allow {quoted(str(allow))}: write {there}").about("allow")
    if book and tree is not None:
        raise GameError("a strategy follows a tree or the book, not both").about("tree", "book")
    guesses: Any = {"opening": opening, "avoid": avoid}  # one or several: Strategy reads them
    named, by = (name, own_strategy(name)) if isinstance(name, str) else (Strategy.name, name)
    return Strategy(named, by=by, allow=allowed, seed=seed, tree=guide, **guesses)


# --- a game of your own, from a plain function score(guess, secret) ------------------------------

Items = Sequence[Any]
Score = Callable[[T, T], Hashable]
Codebook = tuple[dict[str, int], set[str]]  # the code of each text of a score, and those of wins
MOST_SCORES = 65_535
KINDS = "biufU"  # of arrays of scores: numbers and texts
TWICE = 20_000  # pairs that are scored a second time, spread evenly over all


def game(
    score: Callable[[T, Any], Any],
    secrets: Iterable[T],
    guesses: Iterable[T] = (),
    *,
    vectorized: bool = False,
) -> Game[T]:
    """Make a game of any hashable things and a function that scores a guess against a secret.

    Scores are shown and read as ``str(score)``; a guess equal to the secret wins, whatever it
    scores. Every pair is scored when the game is made. Raises GameError if there are no secrets,
    or ``score`` does not always return the same hashable value for the same pair.

    With ``vectorized``, ``score(guess, secrets)`` takes all secrets at once, as an array (S, ..),
    and returns their scores, numbers or texts (S,): 3,000 guesses take half a second, not ten.

    >>> import jotto
    >>> higher = jotto.game(lambda guess, secret: (guess > secret) - (guess < secret), range(9))
    >>> higher.rule.texts, jotto.start(higher, (4, -1)).candidates
    (('-1', '1', '0'), [5, 6, 7, 8])
    """
    check_arguments(game, {"vectorized": vectorized})
    if not callable(score):
        raise GameError(f"{quoted(str(score))} is not a function of a guess and a secret")
    known = Texts("secrets and guesses")
    try:
        given = tuple(in_order(secrets, "secrets"))
        by_text = {known.add(item): item for item in (*given, *in_order(guesses, "guesses"))}
    except TypeError as error:
        raise GameError(f"secrets and guesses cannot be listed: {error}") from None
    listed, items = tuple(dict.fromkeys(given)), tuple(by_text.values())
    texts, table = _score_all(score, items, listed, vectorized=vectorized)
    matrix = partial(_look_up, table, {item: at for at, item in enumerate(items)})
    decides = json.dumps([[*by_text], texts]).encode() + table.tobytes()
    key, name = sha256(decides).hexdigest()[:16], getattr(score, "__name__", "score")
    read = partial(_read_guess, by_text)
    return game_of(listed, items, Rule(name, texts, matrix, key=key), read, closed=True)


def _score_all(
    score: Callable[[Any, Any], Any], guesses: Items, secrets: Items, *, vectorized: bool
) -> tuple[tuple[str, ...], Scores]:
    """Score every pair; return the text of each score, the win last, and the codes (G, S)."""
    table = np.full((len(guesses), len(secrets)), -1, np.int32)
    codes, wins = (_by_row if vectorized else _by_pair)(score, guesses, secrets, table)
    if len(codes) > MOST_SCORES:
        raise GameError(f"there are {len(codes):,} different scores; the most is {MOST_SCORES:,}")
    table[table < 0] = len(codes)
    own = [*wins - codes.keys()] if len(wins) == 1 else []
    if not own and "win" in codes:
        reason = "a score of other secrets and the win are both written 'win'"
        raise GameError(f"{reason}; return another text")
    texts = (*codes, *(own or ["win"]))  # its own score if no other has the same text
    return texts, table.astype(np.uint8 if len(codes) < 256 else np.uint16)


def _by_row(score: Any, guesses: Items, secrets: Items, table: Any) -> Codebook:
    """Score as ``_by_pair`` does, a guess against all secrets at once."""
    texts, codes, wins = Texts("scores"), dict[str, int](), set[str]()
    array, known, code_of, kinds = None, np.array([]), np.array([], np.int32), KINDS
    for place, guess in enumerate(guesses):
        stopping.check()
        try:
            array = np.array(secrets) if array is None else array
            row = np.asarray(score(guess, array))
        except Exception as error:
            reason = f"cannot be scored: {type(error).__name__}: {error}"
            raise GameError(f"{pair_of(guess, 'all secrets')} {reason}") from error
        if row.shape != array.shape[:1]:
            shapes = f"an array of shape {row.shape}; return {array.shape[:1]}, one for each secret"
            raise GameError(f"the score of {pair_of(guess, 'all secrets')} is {shapes}")
        if row.dtype.kind not in kinds:
            one = "return numbers or texts, of one kind for all guesses"
            raise GameError(f"the score of {pair_of(guess, 'all secrets')} is {row.dtype}; {one}")
        kinds, at = row.dtype.kind, np.searchsorted(known, row)
        new = np.take(known, at, mode="clip") != row if len(known) else np.ones(len(row), np.bool_)
        own = slice(place, place + 1)  # the guess as a secret; further guesses are none
        wins.update(map(texts.add, row[own].tolist()))
        new[own] = False
        if new.any():
            for scored in row[new].tolist():
                codes.setdefault(texts.add(scored), len(codes))
            known = np.sort(np.array([texts.things[text] for text in codes]))
            code_of = np.array([codes[str(scored)] for scored in known.tolist()], np.int32)
            at = np.searchsorted(known, row)
        if len(known):
            table[place] = np.take(code_of, at, mode="clip")
            table[place, own] = -1
    return codes, wins


def _by_pair(score: Any, guesses: Items, secrets: Items, table: Any) -> Codebook:
    """Fill in the table (G, S) but for the wins; return the code of each score, and the wins."""
    texts, codes, wins = Texts("scores"), dict[str, int](), set[str]()
    every = max(1, table.size // TWICE)
    for place, (guess, secret) in enumerate(product(guesses, secrets)):
        if place % every == 0:
            stopping.check()
        scored = scored_by(score, guess, secret)
        if place % every == 0 and scored_by(score, guess, secret) != scored and scored == scored:
            reason = f"is not always {scored!r}; it must depend only on the guess and the secret"
            raise GameError(f"the score of {pair_of(guess, secret)} {reason}")
        text = texts.add(scored)
        if guess == secret:
            wins.add(text)
        else:
            table.flat[place] = codes.setdefault(text, len(codes))
    return codes, wins


def _look_up(table: Scores, places: dict[Any, int], guesses: Items, secrets: Items) -> Scores:
    """Look up scores in the table, in which the secrets are the first guesses."""
    for secret in secrets:
        if places.get(secret, table.shape[1]) >= table.shape[1]:
            raise WordError(str(secret), "it is not a secret of this game")
    rows, columns = ([places[item] for item in items] for items in (guesses, secrets))
    return np.asarray(table[np.ix_(rows, columns)])


def _read_guess(by_text: dict[str, Any], text: str) -> Any:
    if text.strip() not in by_text:
        raise WordError(text.strip(), "it is not a guess of this game")
    return by_text[text.strip()]


# --- the opening book ----------------------------------------------------------------------------

BOOKS = {"even": "english-5.book-even.json", "common": "english-5.book-common.json"}


@dataclass(frozen=True)
class Book:
    """The opening book as a guide: it has guesses for the games that a shipped book is for."""

    path, name = "", "the opening book"

    def guess_at(self, at: Position) -> int:
        """Return the index of the book's guess at a position, -1 if it has none."""
        tree = at.game.remembered(self, lambda: book_for(at.game))
        return -1 if tree is None else tree.guess_at(at)


def book_for(game: Game) -> Tree | None:
    """Return the shipped book of a game; None if there is none, or it is damaged."""
    length = (folder() / SHIPPED).stat().st_size // 6  # bytes per word
    if game.noisy or len(game.secrets) != length:
        return None  # without computing a checksum
    for name in BOOKS.values():
        with suppress(FileError):
            book = Tree.load(folder() / name, game)
            if book.stated and book.stated["prior"] == game.prior_key:
                return Tree(book.at, book.root)
    return None

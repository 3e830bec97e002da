"""What games, priors and strategies are called; games without words; the opening book.

Mastermind and Bulls & Cows are scored like words. A game of your own is made from a plain function.
The book has the first two guesses of strong trees: tree files, made by scripts/opening_book.py. It
is for one list, rule and prior, identified by checksums; other games have none.
"""

import json
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from jotto import files, stopping
from jotto.called import COMMON, EVEN, GAMES as NAMES, WORDLE, WORDS, game_called, hint_for
from jotto.engine.allowed import Allow, allowed_by
from jotto.engine.game import (
    Game,
    Rule,
    Scores,
    T,
    game_of,
    pair_of,
    scored_by,
)
from jotto.engine.own import FUNCTION, check_typed, own_code, own_strategy, typed as typed
from jotto.engine.position import By, Guide, Position, Strategy
from jotto.engine.texts import Texts, in_order
from jotto.errors import (
    FileError,
    GameError,
    WordError,
    check_arguments,
    meant,
    quoted,
    unfit,
)
from jotto.games.codes import mastermind, two_d
from jotto.games.equations import equations
from jotto.games.scoring import Words
from jotto.games.wordle import answers, past_of, with_past
from jotto.games.words import (
    SHIPPED,
    Weigh,
    check_matched,
    common,
    folder,
    listed_words,
    secrets_allowed,
    shipped_words,
    weighed,
    weights_of,
    word_game,
)
from jotto.letters import ANY, House, Letters, alphabet, letters_of
from jotto.reading.lists import weights_in
from jotto.reading.shapes import split_column
from jotto.reading.texts import Note, Source, is_text
from jotto.trees.tree import Tree

# --- Games of words ------------------------------------------------------------------------------


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
    * ``past``: past answers with dates: the more recent one is, the less likely, as a mapping from
      words to dates or the path of a file with dates.
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
    further, own = listed_words(guesses, letters_of(listed, own))
    weigh = prior_named(prior, (*listed, *further), own)
    if past is not None:
        weigh = with_past(weigh, past_of(past, (*listed, *further), own), own)
    given: dict[str, Any] = {"keep": isinstance(rule, str), "prior": weigh, "letters": own}
    secrets = secrets_allowed(listed, house, letters=own) if listed else listed
    return word_game(secrets, (*listed, *further), rule=rule, house=house, **given)


def prior_named(
    prior: str | Path | Mapping[str, float] | None,
    known: Words = (),
    letters: Letters = (),
    note: Note = str,
) -> Weigh | None:
    """Return a function from words to weights, (S,) int64; None for an even prior.

    A file or a text has a word and a weight on each line, in any usual shape, or zipf values, if
    its header says so (jotto lists weights). ``known``: the words of the game, which most of them
    must be. Raises GameError, and FileError with the wrong line.

    >>> prior_named({"crane": 3.0, "trace": 1.0})(["crane", "trace"]).tolist() == [3 << 38, 1 << 38]
    True
    """
    by_name = {None: None, EVEN: None, COMMON: common, WORDLE: answers}
    if prior is None or str(prior) in by_name:
        return by_name[prior if prior is None else str(prior)]
    if hasattr(prior, "items"):  # a dict, or a Series of pandas
        weights = weights_of(dict(prior.items()), letters)
    elif isinstance(prior, str | Path) and (
        is_text(prior) or files.is_there(split_column(prior)[0])
    ):
        weights = _weights_in(prior, letters, note)
    else:
        raise no_prior(prior)
    if known and weights:
        check_matched(weights, known, note)
    return partial(weighed, weights)


def _weights_in(prior: Source, letters: Letters, note: Note) -> dict[str, float]:
    try:
        weights, account = weights_in(prior, letters, note)
    except FileError as error:
        raise FileError("prior", error.path, error.reason, error.where).about("prior") from None
    if not any(weights.values()):
        reason = "it holds no weight above 0; write lines: word weight"
        raise FileError("prior", account.path, reason).about("prior")
    note(account)
    return weights


def no_prior(prior: object) -> GameError:
    """Return the error of what is no prior, the same wherever it is given.

    >>> str(no_prior("evn")).partition(";")[0]
    "prior 'evn': write even, common or wordle, or give words with weights (in a command, a file)"
    """
    right = "write even, common or wordle, or give words with weights (in a command, a file)"
    near = meant(str(prior), (EVEN, COMMON, WORDLE))
    return GameError(f"prior {quoted(str(prior))}: {right}{near}").about("prior")


# --- names ----------------------------------------------------------------------------------------

GAMES: dict[str, tuple[Callable[[str], Game[str]], str]] = {
    "mastermind": (mastermind, "mastermind:4x6"),
    "bulls-and-cows": (partial(mastermind, distinct=True), "bulls-and-cows:4x10"),
    "equations": (equations, "equations:8"),
    "two-d": (two_d, "two-d:5"),
}


def named(text: str) -> Game[str]:
    """Make a game from ``NAME[:PARAMS]``; ``words`` has the shipped list. Raises GameError.

    ``jotto``, ``wordle``, ``fibble``, ``nerdle``, ``mastermind`` and ``bulls-and-cows`` are names
    of games, too, in any spelling. ``wordle`` has the prior of that name, others of words an even
    one. ``quordle`` is several boards: see ``jotto.boards``.

    Packages offer theirs in the entry points ``jotto.games``: a function is called with the text
    PARAMS, if there is one, and returns a game. ``MODULE:FUNCTION[:PARAMS]``, of a module that is
    installed or in the current folder, is for ``--game`` on the command line: the text may come
    from a file, and imports nothing then. In Python, import the function and call it.

    >>> import jotto
    >>> len(jotto.named("mastermind:4x6").guesses)
    1296
    """
    meant_by = game_called(str(text))
    name, _, params = (called := meant_by["game"]).partition(":")
    if called == WORDS:
        one = ("game", WORDS), ("rule", meant_by.get("rule")), ("boards", 1)
        if further := [f"{n}={v}" for n, v in meant_by.items() if (n, v) not in one]:
            more = f"is wordle with {', '.join(further)}, and a game has none of that"
            raise GameError(f"{quoted(str(text))} {more}; write wordle").about("game")
        rule = meant_by.get("rule", "exact-elsewhere")
        return words(rule=rule, prior=WORDLE if rule == "colours" else None)
    text = str(text)
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
    if hint := hint_for(text):
        raise GameError(f"no game is called {quoted(text)}; {hint[0]}").about("game", *hint[1:])
    if name == "words" or not (parts := FUNCTION.fullmatch(text)):
        known = ", ".join(["words", *(example for _, example in GAMES.values()), *installed])
        near = meant(text, (*NAMES, *known.split(", ")))
        own = f"by name {', '.join(NAMES)}, on the command line also MODULE:FUNCTION of your own"
        there = f"there are {known}, {own}{near}"
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
    allowed = allow if callable(allow) else allowed_by(str(allow))
    guide = Book() if book else tree
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

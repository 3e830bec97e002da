"""Finished games: the review of one, its report, and the history of all, with statistics.

In a review a guess is judged by what was known when it was made, and not judged if an earlier turn
was entered wrongly then: what it lost is a term of its own. Its *cost* is how many more
guesses are needed on average if it is made first and the strategy follows, compared with the
strategy from the start. *Luck* is how many guesses its score saves, compared with the average over
its possible scores; it is 0 on average for every guess. The number of guesses of a game is the
strategy's mean from the start, plus the cost of all guesses, minus the luck (advantage sums:
Zinkevich et al., "Optimal unbiased estimators for evaluating agent performance", AAAI 2006).

A game has one review for each player, ``You`` and ``They``: as sentences and as text to share. As
a file: ``report.py``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from functools import cached_property, partial
from hashlib import sha256
from math import log2
from typing import Any, Generic

import numpy as np

from jotto.assistant import boards, hints, mistakes, store, wording
from jotto.assistant.sentences import Sentence, sentence
from jotto.assistant.session import Session
from jotto.assistant.sharing import shared
from jotto.engine.boards import BETWEEN
from jotto.engine.game import Game, T, Turn
from jotto.engine.lengths import Lengths, evaluate
from jotto.engine.position import (
    Advice,
    AnyStrategy,
    Position,
    Strategy,
    start,
    strategy_of,
    turns_of,
)
from jotto.engine.store import remember
from jotto.errors import ContradictionError, GameError, TurnError, is_whole
from jotto.plain import Plain
from jotto.question import making
from jotto.question.making import Question

FIRST_YEAR, LAST_YEAR = 1971, 9998  # of a record: every system has its time, wherever it is
FEW = 8  # candidates that are listed, not only counted
FORMAT = 1  # of the history
TAKEN_BACK = "taken back"  # the result of a game whose end was
UNFINISHED = "unfinished"  # of one that is reviewed before its end; no record has it
# How a game ended, by whether I found the secret, and whether they did: None if not tracked.
ENDS = {(True, None): "found", (True, True): "drawn", (True, False): "won", (False, True): "lost"}
FELT = 0.2  # guesses; so much luck is named
LARGEST = 1 << 28  # scores, about a second in the kernels; larger games are not played out
DEFINITIONS = {  # what the words of a review mean, by the keys of sentences
    "best": "what is best",
    "bits": "what bits are",
    "cost": "what a cost is",
    "luck": "what luck is",
}


@dataclass(frozen=True)
class Judged(Plain, Generic[T]):
    """One turn, compared with the guess that the strategy advised.

    ``before`` and ``after`` count the candidates. ``likeliest`` are those after the turn, the
    likeliest first, up to eight; ``left`` the same if these are all, else none. ``chances`` are
    theirs, none if all are alike; ``weighed``: those before the turn are not. If they are words,
    all of them contain the letters ``inside`` and none the letters ``outside``.
    ``mine`` and ``advised`` are the advice on both guesses before the score was known;
    ``bits_gained`` are those by the score. ``needs`` is the strategy's mean number of guesses
    from before the turn, under the prior; ``needs_mine`` the mean with this guess first;
    ``needs_after`` the mean after its score. They are None if the game is too large to play out.
    ``score`` is the right score of the turn, ``entered`` what was entered.
    ``mistaken``: an earlier turn was entered wrongly when the guess was made; it has no cost.
    """

    turn: Turn[T]
    before: int
    after: int
    likeliest: tuple[T, ...]
    inside: str
    outside: str
    mine: Advice[T]
    advised: Advice[T]
    bits_gained: float
    needs: float | None
    needs_mine: float | None
    needs_after: float | None
    score: str
    entered: str
    mistaken: bool = field(default=False, kw_only=True)
    weighed: bool = field(default=False, kw_only=True)
    chances: tuple[float, ...] = field(default=(), kw_only=True)
    _plain = "guess=turn.guess score entered before after left cost luck bits_expected=mine.bits"
    _plain += " bits_gained yours=mine advised mistaken"

    def __repr__(self) -> str:
        """Show the guess, its candidates before and after, and its cost."""
        cost = "" if self.cost is None else f", cost {self.cost:+.2f}"
        return f"Judged({self.turn.guess!r}: {self.before:,} to {self.after:,}{cost})"

    @property
    def left(self) -> tuple[T, ...]:
        """The candidates after the turn, the likeliest first; none if they are many."""
        return self.likeliest if self.after <= FEW else ()

    @property
    def best(self) -> Advice[T]:
        """The advised guess, or mine if it needs no more guesses on average."""
        return self.advised if self.cost is None or self.cost > 0 else self.mine

    @property
    def cost(self) -> float | None:
        """Extra guesses needed on average; negative if my guess was better than the advised one."""
        return None if self.mistaken else self.lost

    @property
    def lost(self) -> float | None:
        """The extra guesses, also those that a wrong entry caused."""
        if self.needs is None or self.needs_mine is None:
            return None
        return round(self.needs_mine - self.needs, 9) + 0.0

    @property
    def luck(self) -> float | None:
        """Guesses saved by the score, compared with the average score; negative if it was worse."""
        if self.needs_mine is None or self.needs_after is None:
            return None
        return round(self.needs_mine - 1 - self.needs_after, 9) + 0.0

    @property
    def luck_bits(self) -> float:
        """Bits gained by the score beyond the expected bits; negative if it gained fewer."""
        return self.bits_gained - self.mine.bits


@dataclass(frozen=True)
class Review(Plain, Generic[T]):
    """The review of a game: each guess judged, and the turns whose score was wrong.

    ``turns`` are all that were made; ``won``: the last guess was the secret. ``secret`` is None if
    it is not known; ``needs_for_it`` is the number of guesses that the strategy takes for it.

    >>> import jotto
    >>> game = jotto.words(["bat", "cat", "hat", "mat"], ["chm"])
    >>> found = jotto.review(game, ("bat", "2,0"), ("hat", "3,0"))
    >>> found
    Review(won in 2 guesses, 2.25 on average: cost +0.25, luck +0.50)
    >>> [(one.best.guess, one.cost, one.luck, one.left) for one in found.judged]
    [('chm', 0.25, -0.5, ('cat', 'hat', 'mat')), ('hat', 0.0, 1.0, ('hat',))]
    >>> round(found.needs + found.cost - found.luck, 9)
    2.0
    """

    judged: tuple[Judged[T], ...]
    turns: tuple[Turn, ...]
    won: bool
    secret: T | None = None
    needs_for_it: int | None = None
    wrong: tuple[Turn, ...] = ()
    _plain = "secret won guesses=made needs needs_for_it cost luck luck_bits points turns=judged"
    _table = "judged"

    def __repr__(self) -> str:
        """Show the number of guesses, their cost and luck."""
        shown = f"{'won in ' * self.won}{wording.count(self.made, 'guess')}"
        if self.needs is None or self.cost is None or self.luck is None:
            return f"Review({shown})"
        figures = f"{self.needs:.2f} on average: cost {self.cost:+.2f}, luck {self.luck:+.2f}"
        return f"Review({shown}, {figures})"

    @property
    def made(self) -> int:
        """The number of guesses."""
        return len(self.turns)

    @property
    def needs(self) -> float | None:
        """The strategy's mean number of guesses from the start."""
        return self.judged[0].needs if self.judged else None

    @property
    def cost(self) -> float | None:
        """The total cost of all guesses that are judged; None if one is not known."""
        return _sum(turn.cost for turn in self.judged if not turn.mistaken)

    @property
    def excused(self) -> float | None:
        """What guesses lost while a turn was entered wrongly; None if it is not known, or none."""
        return _sum(turn.lost for turn in self.judged if turn.mistaken)

    @property
    def luck(self) -> float | None:
        """The total luck of all scores; None if one is not known."""
        return _sum(turn.luck for turn in self.judged)

    @property
    def points(self) -> tuple[int, int] | None:
        """Skill and luck as numbers of 0 to 99, see ``skill_and_luck``; of a whole game."""
        return None if self.rest is None else skill_and_luck(self.cost, self.luck)

    @property
    def luck_bits(self) -> float:
        """Bits gained by all scores beyond the expected bits."""
        return sum(turn.luck_bits for turn in self.judged)

    @property
    def rest(self) -> float | None:
        """The strategy's mean number of further guesses; None if the last turns are not judged.

        ``made + rest`` equals ``needs + cost - luck``, and ``excused`` if it is not None.
        """
        whole = len(self.judged) == self.made
        return self.judged[-1].needs_after if whole and self.judged else None


def skill_and_luck(cost: float | None, luck: float | None) -> tuple[int, int] | None:
    """Return the cost and the luck of a game as two numbers of 0 to 99; None if not known.

    Skill is 99, halved for each guess that the guesses cost. Luck is 50 on average: each half guess
    that the scores save doubles its odds, luck : 99 - luck.

    >>> skill_and_luck(0, 0), skill_and_luck(1, 0.5), skill_and_luck(0.25, -1)
    ((99, 50), (50, 66), (83, 20))
    """
    if cost is None or luck is None:
        return None
    return int(99 * 0.5 ** max(cost, 0) + 0.5), int(99 / (1 + 0.25**luck) + 0.5)


def _sum(values: Iterable[float | None]) -> float | None:
    numbers = list(values)
    return None if None in numbers or not numbers else sum(number or 0.0 for number in numbers)


def review(
    at: Game[T] | Position[T],
    *turns: Any,
    secret: Any = None,
    strategy: AnyStrategy = "entropy",
    mistaken: Iterable[int] = (),
) -> Review[T]:
    """Judge each guess of a game by what was known when it was made.

    The turns are those of a position, and further ones as for ``jotto.start``; they are judged
    up to the win, or up to the turn whose score leaves no candidate. ``secret`` shows which scores
    were wrong, and these turns are judged by the right ones, unless answers may be false; it can be
    left out if the game was won. Not judged are the guesses after a wrong score, and the
    ``mistaken`` turns (by number, from 1): they were made while an earlier turn was entered
    wrongly, and corrected later. Raises TurnError, WordError or GameError.

    >>> import jotto
    >>> game = jotto.words(["bat", "cat", "hat", "mat"], ["chm"])
    >>> jotto.review(game, "bat=2,0", "cat=3,0")
    Review(won in 2 guesses, 2.25 on average: cost +0.25, luck +0.50)
    """
    chosen, (game, played) = strategy_of(strategy), turns_of(at, turns)
    played = mistakes.with_win(game, played)
    won = bool(played) and played[-1].code == game.rule.win
    revealed = game.read(secret) if secret is not None else played[-1].guess if won else None
    wrong = () if revealed is None else mistakes.wrong_turns(game, played, revealed)
    won = won and played[-1] not in wrong
    slips = () if game.noisy else wrong  # a false answer is a part of the game
    at, judged, wrongly = start(game), list[Judged[T]](), _numbers(mistaken)
    lengths = whole = played_out(at, chosen)
    for number, said in enumerate(played, start=1):
        turn = replace(said, code=game.rule.score(said.guess, revealed)) if said in slips else said
        try:
            after = at.then(turn)
        except (ContradictionError, TurnError):
            break
        with_mine, advised = lengths, at.remembered(chosen, partial(chosen.choose, at))
        if game.find(turn.guess) != advised:
            with_mine = played_out(at, _beginning(chosen, at, turn.guess))
        then = _rest(with_mine, after) or played_out(after, chosen)
        inside, _, outside = hints.known_letters(after) if game.rule.of_words else ("", "", "")
        advice = at.measure(turn.guess), at.measure(game.guesses[advised])
        counted = lengths, with_mine, then
        needs = [None if run is None else run.prior_mean for run in counted]
        shown = len(at), len(after), tuple(after.likeliest[:FEW]), inside, outside
        blind, gained = number in wrongly, _bits_gained(at, after)
        further: Any = *needs, game.rule.texts[turn.code], game.rule.texts[said.code]
        chances = np.sort(after.chances)[::-1][:FEW].tolist() if wording.is_weighed(after) else ()
        likely: Any = {"weighed": wording.is_weighed(at), "chances": tuple(chances)}
        judged.append(Judged(turn, *shown, *advice, gained, *further, mistaken=blind, **likely))
        if said in slips:
            wrongly.update(range(number + 1, len(played) + 1))
        at, lengths = after, then
        if at.won:
            break
    listed = -1 if revealed is None else game.find_secret(revealed)
    needed = int(whole.each[listed]) if whole is not None and listed >= 0 else None
    return Review(tuple(judged), tuple(played), won, revealed, needed, wrong)


def check_win(game: Game, played: Sequence[Turn], secret: Any) -> None:
    """Raise GameError if a game was won by another guess than its secret, or went on after it."""
    for number, turn in enumerate(played[:-1], 1):
        if turn.code == game.rule.win:
            found = f"{game.show(turn)} found the secret; nothing comes after it"
            raise TurnError(number + 1, found)
    won = bool(played) and played[-1].code == game.rule.win
    if won and secret not in (None, played[-1].guess):
        found = f"the last turn found {game.show(played[-1])}; correct one of them"
        raise GameError(f"secret {secret}: {found}").about("secret")


def _numbers(mistaken: Any) -> set[int]:
    """Return the numbers of the mistaken turns. Raises GameError."""
    several = isinstance(mistaken, Iterable) and getattr(mistaken, "shape", None) != ()
    numbers: list[Any] = list(mistaken) if several else [None]
    if not all(is_whole(n) and n > 0 for n in numbers):
        reason = "give the numbers of the turns, from 1, as a list"
        raise GameError(f"mistaken={mistaken!r:.60}: {reason}").about("mistaken")
    return {*map(int, numbers)}


def _rest(lengths: Lengths | None, after: Position) -> Lengths | None:
    """Return the guesses after a turn, by those before it; None if not all are known."""
    if lengths is None or lengths.seed is not None:
        return None
    return Lengths(after, lengths.each[np.searchsorted(lengths.at.left, after.left)] - 1)


def _bits_gained(before: Position, after: Position) -> float:
    """Return how many bits a score told: of true answers, how often it halved the candidates."""
    if not before.game.noisy:
        return log2(before.weights.sum() / after.weights.sum())
    chances = before.chances[np.searchsorted(before.left, after.left)]
    return float(after.chances @ np.log2(after.chances / chances))


def _beginning(strategy: Strategy, at: Position, guess: Any) -> Strategy:
    """Return the strategy with one guess fixed at a position, and unchanged after it."""
    made = [turn.guess for turn in at.history]
    return replace(strategy, opening=(*made, guess, *strategy.opening[len(made) + 1 :]))


@remember
def played_out(at: Position, strategy: Strategy) -> Lengths | None:
    """Return the guesses that each candidate takes; None if the game is too large."""
    if (at.game.noisy and not at.won) or len(at) * len(at.game.guesses) > LARGEST:
        return None
    return evaluate(at, strategy)


# --- the record of a game -------------------------------------------------------------------------


def now() -> str:
    """Return the current time for a record."""
    return datetime.now().astimezone().isoformat(timespec="seconds")


@dataclass(frozen=True)
class Record:
    """The record of a finished game: its date, options, turns and result.

    ``command``: ``play`` against a person, or ``keep``. The game can be made again from
    ``options``; ``key`` is the checksum of its lists, and ``refused`` are the words excluded during
    the game. Turns are written ``WORD=SCORE``. ``secret`` is the secret I had to find, None if it
    is unknown; ``own`` is the one the opponent had to find. ``owner``: the device it was played on,
    if a server kept it, and ``player`` the name entered there. ``result``: ``won``, ``lost`` or
    ``drawn`` if both players were tracked, else ``found`` or ``given up``; ``by`` is ``time`` or
    ``resignation`` if no word that was found decided it. ``game`` is the name of the live game: of
    the records with one name the last counts, and none if that says that the end was taken back.
    ``mistaken``: by number, my turns that were made while an earlier one was wrong, and theirs.
    """

    date: str = field(default_factory=now, kw_only=True, compare=False)
    game: str = field(default="", kw_only=True)
    player: str = field(default="", kw_only=True)
    by: str = field(default="", kw_only=True)
    mistaken: tuple[tuple[int, ...], ...] = field(default=((), ()), kw_only=True)
    command: str
    options: store.Options = field(hash=False)
    key: str
    turns: tuple[str, ...]
    secret: str | None
    result: str
    theirs: tuple[str, ...] = ()
    own: str | None = None
    refused: tuple[str, ...] = ()
    owner: str = ""
    format: int = FORMAT

    @cached_property
    def name(self) -> str:
        """The name of the live game; for older records a short one, made from all that is there."""
        return self.game or sha256(json.dumps(asdict(self)).encode()).hexdigest()[:16]

    @property
    def time(self) -> float:
        """When it ended, in seconds since 1970."""
        return datetime.fromisoformat(self.date).timestamp()

    @property
    def kind(self) -> tuple[str, int, int, bool, bool]:
        """What games have in common that are counted together.

        That is the key, the number of false answers and of boards, whether jotto advised, and
        whether it is a match.
        """
        given = (self.options.get(name) for name in ("lies", "boards"))
        lies, boards = (value if type(value) is int else 0 for value in given)
        return self.key, lies, boards or 1, self.advised, "opponent" in self.options

    @property
    def advised(self) -> bool:
        """Whether jotto advised me; it does not where it, or a page, keeps the secret."""
        return self.command != "keep" and "hard" not in self.options

    @property
    def counts(self) -> bool:
        """Whether the game counts in statistics: not if I gave the secret myself."""
        return self.options.get("given") != "yes"

    @property
    def players(self) -> tuple[str, ...]:
        """The names of both players of a match, mine first; else nothing."""
        other = self.options.get("opponent")
        return (self.player, str(other)) if self.player and other else ()

    @property
    def solved(self) -> bool:
        """Whether I found the secret."""
        return self.result in ("found", "won", "drawn") and not self.by


def record_of(
    session: Session, options: store.Options, secret: str | None = None, owner: str = ""
) -> Record:
    """Make the record of a live game that is over; ``secret`` if it was revealed at the end."""
    state, text_of, race = session.state, session.game.show, session.race
    result = ENDS.get((session.won, race.lost if race else None), "given up")
    if session.won:
        secret = BETWEEN.join(str(turns[-1].guess) for turns in state.boards)
    mine, theirs = boards.texts(state.boards, session.game.rule), tuple(map(text_of, state.theirs))
    outcome = mine, secret, result, theirs, race.secret if race else None
    key = session.game.key + f", {session.boards} boards" * (session.boards > 1)
    sides = zip(*((state.mine, state.theirs) for state in session.states), strict=True)
    how = tuple(map(mistakes.mistaken, sides))
    return Record("play", dict(options), key, *outcome, state.refused, owner, mistaken=how)


def change_of(before: Record | None, after: Record | None) -> Record | None:
    """Return what is to be appended to the history, if anything, after a change of a game.

    The records are those before and after it, None while the game is not over.
    """
    same = before == after  # whenever they were made
    return None if same else after or (before and replace(before, result=TAKEN_BACK))


def read_record(given: Any) -> Record:
    """Make a record from a parsed line, or from what a device sends. Raises one of DAMAGE.

    Every value is checked, so that a record can be listed, counted and reviewed, whoever wrote it.
    """
    new = {**dict.fromkeys(("owner", "game", "player", "by"), ""), "mistaken": ((), ())}
    values = {name: {**new, **given}[name] for name in Record.__dataclass_fields__}
    values["mistaken"] = tuple(map(store.numbers_of, values["mistaken"]))
    values["options"] = store.options_of(values["options"])
    values |= {name: store.texts_of(values[name]) for name in ("turns", "theirs", "refused")}
    record = Record(**values)
    texts = record.date, record.key, record.result, record.command, record.owner, record.game
    perhaps = [text for text in (record.secret, record.own) if text is not None]
    store.texts_of([*texts, record.player, record.by, *perhaps])
    ended = record.result in (*ENDS.values(), "given up", TAKEN_BACK)
    year = datetime.fromisoformat(record.date).year
    if record.format != FORMAT or type(record.format) is not int or len(record.mistaken) != 2:
        raise ValueError(given)
    if not ended or not FIRST_YEAR <= year <= LAST_YEAR:
        raise ValueError(given)
    return record


# --- the report -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Looked:
    """A reviewed game: a review for each player, a title, and a description of the game."""

    game: Game
    reviews: Mapping[str, Review] = field(hash=False)
    title: str
    facts: Mapping[str, str] = field(hash=False)
    players: tuple[str, ...] = ()
    result: str = ""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.result != UNFINISHED

    def named(self, who: str) -> Sentence | str:
        """Return how sentences name a player: the other one of a match by the name they gave."""
        return _named(who, self.players)

    @property
    def shared(self) -> str:
        """The text to share."""
        return shared(self.game, self.reviews, self.players, self.result)


def look_back(record: Record, kind: type[Question] = Question) -> Looked:
    """Review each player of a record. Raises GameError if its lists have changed."""
    if record.options.get("boards"):
        raise GameError("a game of several boards is in the history, but not judged guess by guess")
    table, game, strategy = making.remade(record.options, kind)
    strategy = replace(strategy, avoid=frozenset())  # a game is judged by all words, played fast
    if game.key != record.key:
        raise GameError("the game was played with other lists or another rule")
    game = game.without(*record.refused)
    judge, (mine, theirs) = partial(review, game, strategy=strategy), record.mistaken
    reviews = {"You": judge(*record.turns, secret=record.secret, mistaken=mine)}
    if record.theirs:
        reviews["They"] = judge(*record.theirs, secret=record.own, mistaken=theirs)
    decided = record.result in ("won", "lost", "drawn")
    over = record.result != UNFINISHED
    title = verdict(_named("You"), reviews["You"], game.shown, over=over)
    if decided:
        who = {"won": _named("You"), "lost": _named("They", record.players)}.get(record.result)
        title = str(sentence("who won", who=who, draw=not who, by=record.by))
    name = strategy.name + ", with the opening book" * (strategy.tree is not None)
    facts = making.facts_of(table, game, name)
    return Looked(game, reviews, title, facts, record.players, record.result)


def _named(who: str, players: Sequence[str] = ()) -> Sentence | str:
    if who == "You":
        return sentence("head: you")
    return players[1] if players else sentence("head: they")


def verdict(
    who: Sentence | str, review: Review, shown: Callable[[Any], str] = str, *, over: bool = True
) -> str:
    """Return a sentence: whether a player found the secret, ``shown`` so, and in how many guesses.

    Of a game that is not ``over``, how many guesses there are so far.

    >>> verdict("You", Review((), (Turn("latch", 20),), won=True, secret="latch"))
    'You found latch in 1 guess.'
    """
    if not (over or review.won):
        return str(sentence("a verdict so far", who=who, made=review.made))
    word = sentence("the secret") if review.secret is None else shown(review.secret)
    return str(sentence("a verdict", who=who, won=review.won, word=word, made=review.made))


def jotto_needs(review: Review) -> str:
    """Return a sentence: how many guesses jotto needs; empty if that is not known."""
    if review.needs is None:
        return ""
    return str(sentence("jotto needs", needs=review.needs, guesses=review.needs_for_it))


def points_told(review: Review) -> str:
    """Return a sentence: skill and luck as numbers; empty if they are not known.

    >>> import jotto
    >>> game = jotto.words(["bat", "cat", "hat", "mat"], ["chm"])
    >>> points_told(jotto.review(game, "bat=2,0", "hat=3,0"))
    'Skill 83 of 99, luck 66 of 99.'
    """
    return points_of(review.points or ())


def points_of(points: Sequence[int]) -> str:
    """Return a sentence: skill and luck as numbers; empty if there are none."""
    named = dict(zip(("skill", "luck"), points, strict=False))
    return str(sentence("skill and luck", **named)) if named else ""


def add_up(who: str, review: Review) -> list[Sentence]:
    """Return the sum that explains the game: a sentence for each term.

    It is empty if a term is not known. The rounded numbers add up as well, because luck takes the
    rounding error.

    >>> import jotto
    >>> game = jotto.words(["bat", "cat", "hat", "mat"], ["chm"])
    >>> print(*add_up("You", jotto.review(game, "bat=2,0", "hat=3,0")))
    2.25 on average + 0.25 lost by your guesses - 0.50 saved by luck = 2 guesses
    """
    if review.needs is None or review.cost is None or review.rest is None:
        return []
    needs, cost, rest = (round(value, 2) for value in (review.needs, review.cost, review.rest))
    excused = None if review.excused is None else round(review.excused, 2)
    made = review.made
    luck = round(needs + cost + (excused or 0) - made - rest, 2)
    to_go = sentence("sum: to go", total=made + rest, made=made, rest=rest)
    return [
        sentence("sum: needs", needs=needs),
        _change(cost, "yours" if who == "You" else "theirs"),
        *([] if excused is None else [_change(excused, "error")]),
        _change(-luck, "luck" if luck >= 0 else "bad luck"),
        sentence("sum: found", made=made) if review.won else to_go,
    ]


def _change(lost: float, by: str) -> Sentence:
    return sentence("sum: saved" if lost <= -0.005 else "sum: lost", lost=abs(lost), by=by)


def judgement(game: Game, turn: Judged) -> str:
    """Return a verdict on a turn: how good the guess and how lucky its score were.

    >>> import jotto
    >>> game = jotto.words(["hat", "bat", "cat", "mat"], ["chm"])
    >>> judgement(game, jotto.review(game, "bat=2,0", "cat=3,0").judged[0])
    'CHM saves 0.25 guesses; an unlucky score'
    """
    judged, best = sentence("jotto's own guess"), game.shown(turn.best.guess)
    if turn.mistaken:
        judged = sentence("made in error")
    elif turn.best.guess != turn.turn.guess:
        more = turn.best.bits - turn.mine.bits if turn.cost is None else turn.cost
        better = "tells more" if turn.cost is None else "saves guesses"
        judged = sentence("as good as" if more < 0.005 else better, guess=best, more=more)
    if abs(luck := turn.luck or 0) < FELT:
        return str(judged)
    felt = sentence("a lucky score" if luck > 0 else "an unlucky score")
    return str(sentence("and", first=judged, second=felt))


def not_counted(game: Game, review: Review) -> Sentence | None:
    """Say why a review has no cost and no luck; None if it has them, or judges no guess."""
    if review.needs is not None or not review.judged:
        return None
    return sentence("cost not counted", lies=game.noisy)


def notes(game: Game, review: Review) -> list[str]:
    """Return sentences: what is not counted, which scores were wrong, and where judging ends."""
    sentences = [reason] if (reason := not_counted(game, review)) else []
    sentences += [wording.wrong(game, turn, review.secret) for turn in review.wrong]
    number = len(review.judged) + 1
    ended = number > 1 and review.judged[-1].turn.code == game.rule.win
    if number <= review.made and not ended:
        sentences.append(sentence("not judged", turn=number))
    return [*map(str, sentences)]

"""Games of two players: the program keeps the secrets, and scores every guess.

The transcript of a ``Match`` lists all entries: what is done, by which seat, with which value,
and when, such as ``("guess", 0, "pales", 12.5)``. It holds both secrets; what a player may see of
it is in ``jotto.assistant.match_view``. ``Terms`` are what both agreed on when the match
began.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from functools import cache, cached_property
from typing import Any, Literal, get_args, get_type_hints

from jotto.assistant import review, store, view
from jotto.assistant.move_table import table
from jotto.assistant.race import to_move
from jotto.assistant.sentences import Sentence, sentence
from jotto.assistant.session import MOST_ENTRIES, Entry, Session
from jotto.engine.game import Game, Turn
from jotto.engine.position import FALSE, AnyStrategy, Strategy
from jotto.errors import GameError, JottoError, WordError, quoted
from jotto.games import words
from jotto.letters import ANY

SEATS = (0, 1)
LONGEST_NAME = 20
LONGEST_CLOCK = 600  # minutes
SIGNS = ("well done", "ouch", "hm", "hurry")  # what players can say to each other
COMPUTER = " (computer)"  # the end of a computer's name
Changes = Mapping[int, Mapping[str, Any]]  # the changed fields of a seat, by its number

# --- the rules ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Terms:
    """What both players agree on when a match begins, besides the game.

    ``first`` is the seat that guesses first; ``together``: both guess at the same time instead, and
    see the scores when both have. ``last_turn``: the second player may guess once more after the
    first has won. ``dictionary``: secrets and guesses are ``common`` words, words of the ``list``,
    or ``any``. ``challenge``: a guess in no list that is challenged ``counts``, or is taken
    ``back``; then its score waits until it can no longer be challenged; together, until the next
    round is complete, so that it makes no difference who enters a guess first. ``advice``: for
    none, for both, or for who is ``behind``. ``minutes``: how long each may think, 0 for no limit.
    ``won0``, ``won1`` and ``drawn`` count the matches before this one. Raises GameError.
    """

    first: int = 0
    together: bool = False
    last_turn: bool = False
    dictionary: Literal["common", "list", "any"] = "any"
    challenge: Literal["counts", "back"] = "counts"
    advice: Literal["none", "both", "behind"] = "both"
    minutes: int = 0
    won0: int = 0
    won1: int = 0
    drawn: int = 0

    def __post_init__(self) -> None:
        known_seat(self.first)
        for name, hint in HINTS.items():
            choices, value = get_args(hint), getattr(self, name)
            if choices and value not in choices:
                raise GameError(f"{name} {quoted(str(value))}: choose one of {', '.join(choices)}")
            if not choices and type(value) is not hint:
                raise GameError(f"{name} {quoted(str(value))}: this must be {hint.__name__}")
        if not 0 <= self.minutes <= LONGEST_CLOCK:
            raise GameError(f"{self.minutes} minutes: choose from 0 (no clock) to {LONGEST_CLOCK}")

    def phrases(self, names: tuple[Any, Any]) -> list[Sentence]:
        """Return what was agreed as phrases.

        >>> [*map(str, Terms(last_turn=True, dictionary="list", minutes=5).phrases(("Ann", "Bob")))]
        ['Ann goes first', 'one last guess', 'words of the list', '5 minutes each']
        """
        last = [sentence("one last guess")] * self.last_turn
        begins = [sentence("begins", name=names[self.first]), *last]
        turns = [sentence("both at once")] if self.together else begins
        dictionaries = {"common": sentence("common words"), "list": sentence("words of the list")}
        advice = {"none": sentence("no advice"), "behind": sentence("advice for who is behind")}
        goes = self.dictionary == "any" and self.challenge == "back"
        challenge = sentence("challenged words go back") if goes else None
        agreed = [dictionaries.get(self.dictionary), challenge, advice.get(self.advice)]
        clock = [sentence("minutes each", minutes=self.minutes)] * bool(self.minutes)
        return [*turns, *filter(None, agreed), *clock]


HINTS = get_type_hints(Terms)  # read once: a match is made for every request


@dataclass(frozen=True)
class Seat:
    """What one player has entered: a name, a secret, guesses at the other's secret.

    ``ready``: the secret is set. ``late``: the time was over. ``advised`` counts the guesses made
    with advice; ``had``: advice was switched off, and counts for the next guess. ``told`` counts
    the scores that the player has seen: none is hidden again while its guess stands. ``asks``: to
    take back the last guess. ``challenged`` are the player's words that the other has challenged
    since the last guess of the player; ``sign`` is what the player says until the other's next
    guess. ``again`` is the code of the next match. The clock has run for ``used`` seconds before
    ``since``, and is running from then on, unless ``since`` is None.
    """

    name: str | None = None
    secret: Any = field(default=None, repr=False)
    ready: bool = False
    turns: tuple[Turn, ...] = ()
    solved: bool = False
    left: bool = False
    late: bool = False
    advice: bool = False
    had: bool = False
    advised: int = 0
    told: int = 0
    asks: bool = False
    challenged: tuple[str, ...] = ()
    sign: str = ""
    again: str = ""
    used: float = 0.0
    since: float | None = None


def _joined(match: Match, seat: int, name: str) -> Changes:
    name, names = name.strip(), (match.seats[seat].name, match.seats[1 - seat].name)
    if not 0 < len(name) <= LONGEST_NAME or not name.isprintable():
        raise WordError(name, f"a name has 1 to {LONGEST_NAME} printable characters")
    if names[0] is not None:
        raise GameError(f"this seat is taken by {names[0]}; take the other one, or watch")
    if names[1] is not None and name.casefold() == names[1].casefold():
        raise WordError(name, "the other player has this name; choose another one")
    return {seat: {"name": name}}


def _secret_set(match: Match, seat: int, secret: str) -> Changes:
    if any(player.turns for player in match.seats):
        raise GameError("your secret cannot change: a guess has been made")
    try:
        return {seat: {"secret": _secret_of(match, secret), "ready": True}}
    except WordError as error:
        reason = error.reason
    # outside the handler: the error above, which quotes the secret, is not chained to this one
    raise GameError(f"this cannot be your secret: {reason}")


def _secret_of(match: Match, text: str) -> Any:
    """Read a secret; a word may be unlisted if any word will do. Raises WordError."""
    game, secret = match.game, match.read(text)
    listed = game.find(secret) >= 0
    if not listed and game.closed:
        raise WordError(str(secret), "it is not in the list of secrets; choose another one")
    if listed and game.find_secret(secret) < 0:
        raise WordError(str(secret), "it may be guessed, but cannot be a secret in this game")
    return secret


def _guessed(match: Match, seat: int, guess: str) -> Changes:
    if not match.ready:
        raise GameError("both players must choose a secret before the first guess")
    other, me = match.seats[1 - seat], match.seats[seat]
    if seat not in match.asked:
        raise GameError(f"it is the turn of {other.name}; wait for their guess")
    word, rule = match.read(guess), match.game.rule
    turn = Turn(word, rule.score(word, other.secret))
    made = {"turns": (*me.turns, turn), "solved": turn.code == rule.win, "asks": False}
    advised = me.advised + (me.had or match.advised(seat))
    made |= {"advised": advised, "had": False, "challenged": ()}
    return {seat: made, 1 - seat: {"asks": False, "sign": ""}}


def _left(match: Match, seat: int, _: str) -> Changes:
    if match.terms.together:  # a guess whose score is not to be seen yet does not count
        return {seat: {"left": True, "turns": match.shown(seat), "solved": False}}
    if match.seats[seat].solved:
        raise GameError("you have found the secret; wait for the last guess of the other player")
    return {seat: {"left": True}}


def _advice(match: Match, seat: int, _: str) -> Changes:
    if match.terms.advice == "none":
        raise GameError("you agreed to play without advice")
    return {seat: {"advice": True}}


def _no_advice(match: Match, seat: int, _: str) -> Changes:
    return {seat: {"advice": False, "had": match.seats[seat].had or match.advised(seat)}}


def _asked_back(match: Match, seat: int, _: str) -> Changes:
    if not match.seats[seat].turns:
        raise GameError("you have made no guess that could be taken back")
    return {seat: {"asks": True}}


def _answered_back(match: Match, seat: int, answer: str) -> Changes:
    """Take back the last guess of the other player, and what was guessed after it."""
    asker = match.seats[1 - seat]
    if not asker.asks:
        raise GameError("there is no question to answer")
    if answer != "yes":
        return {1 - seat: {"asks": False}}
    left = len(asker.turns) - 1
    later = not match.terms.together and match.terms.first == seat  # I guess before the other
    return {1 - seat: _cut(asker, left), seat: _cut(match.seats[seat], left + later)}


def _cut(player: Seat, number: int) -> Mapping[str, Any]:
    """Return the changes that leave a player the first turns; nobody has found the secret then."""
    turns = player.turns[:number]
    advised, told = min(player.advised, len(turns)), min(player.told, len(turns))
    # who has found the secret has guessed it last, and later than what is taken back
    return {"turns": turns, "solved": False, "asks": False, "advised": advised, "told": told}


def _challenged(match: Match, seat: int, word: str) -> Changes:
    other = match.seats[1 - seat]
    if not match.game.rule.of_words:
        raise GameError("only words can be challenged; this is not a game of words")
    shown = match.shown(1 - seat)
    if word not in [str(turn.guess) for turn in shown]:
        raise GameError(f"{quoted(word)}: {other.name} has not guessed it")
    if word not in [str(turn.guess) for turn in match.challengeable(seat)]:
        raise GameError(f"{quoted(word)}: challenge a guess before you make the next one")
    changes = {"challenged": tuple(dict.fromkeys((*other.challenged, word)))}
    if len(match.told(1 - seat)) < len(shown):
        changes |= _cut(other, len(shown) - 1)
    return {1 - seat: changes}


def _said(match: Match, seat: int, sign: str) -> Changes:
    if sign not in SIGNS or match.seats[1 - seat].name is None:
        raise GameError(f"{quoted(sign)}: the signs to send are {', '.join(SIGNS)}")
    return {seat: {"sign": sign}}


# For each step, a function of the match, the seat and the value that returns the changed fields of
# the seats.
STEPS: Mapping[str, Callable[[Match, int, str], Changes]] = {
    "join": _joined,
    "secret": _secret_set,
    "guess": _guessed,
    "leave": _left,
    "advice": _advice,
    "no advice": _no_advice,
    "back": _asked_back,
    "answer": _answered_back,
    "challenge": _challenged,
    "say": _said,
    "late": lambda match, seat, _: {late: {"late": True} for late in match.expired},
    "again": lambda match, seat, code: {seat: {"again": code}},
}
ENDS = ("leave", "late", "again")


def known_seat(seat: int) -> int:
    """Return a seat. Raises GameError if there is none."""
    if type(seat) is not int or seat not in SEATS:
        raise GameError(f"there is no seat {quoted(str(seat))}; the seats are 0 and 1")
    return seat


@cache
def _rare() -> frozenset[str]:
    """Return the words that most people do not know."""
    return frozenset(word for word, level in words.levels().items() if level > view.COMMON)


class SureError(GameError):
    """A word that is taken only from a player who is sure; the message asks."""


# --- the match ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Match:
    """A game of two players, in seats 0 and 1; every change makes a new match.

    The player who finds the other's secret wins. It is a draw if both find one in the same number
    of guesses, which takes a last turn, or guessing together. Who leaves after both secrets are
    set, or runs out of time first, loses. ``now`` is the time of the last entry, in seconds.
    Raises GameError for a game with false answers: every score is a true one.

    >>> import jotto
    >>> match = Match(jotto.words(["hatch", "latch", "match"]))
    >>> match = match.entered("join", 0, "Ann").entered("join", 1, "Bob")
    >>> match = match.entered("secret", 0, "hatch").entered("secret", 1, "match")
    >>> match = match.entered("guess", 0, "latch")
    >>> match.asked, match.entered("guess", 1, "hatch").winner
    ((1,), 1)
    """

    game: Game
    terms: Terms = Terms()
    transcript: tuple[Entry, ...] = field(default=(), repr=False)  # it holds the secrets

    def __post_init__(self) -> None:
        if self.game.noisy:
            raise GameError(FALSE)

    # --- entries --------------------------------------------------------------------------------

    @cached_property
    def seats(self) -> tuple[Seat, Seat]:
        """Both seats after all entries. Raises JottoError, or one of DAMAGE, if one is invalid."""
        match = replace(self, transcript=())
        vars(match)["seats"] = Seat(), Seat()
        for entry in self.transcript:
            match = match._extended(*entry)
        return match.seats

    def entered(self, step: str, seat: int, value: str = "", now: float = 0.0) -> Match:
        """Append an entry: the name of a step, a seat, the value of the step, and the time.

        * ``join`` with a name takes a seat;
        * ``secret`` with a word sets the secret that the other has to find, until a guess;
        * ``guess`` with a word guesses at the other's secret; it need not be an allowed guess;
        * ``leave`` concedes: the game is then over;
        * ``advice`` and ``no advice`` switch the advice of a seat on and off;
        * ``back`` asks to take back the last guess, ``answer`` with yes or no answers that;
        * ``challenge`` with a word asks the lists about a guess of the other;
        * ``say`` with one of SIGNS sends it to the other, also when the game is over;
        * ``late`` ends the game if somebody has run out of time;
        * ``again`` with a code names the next match, when the game is over.

        What changes nothing is not appended. Raises WordError or GameError; no message holds a
        secret.
        """
        made = [entry[0] == "guess" for entry in self.transcript if entry[1] == seat]
        alike = made.count(step == "guess")  # so that none but own guesses end guessing
        if alike >= MOST_ENTRIES // 4 and step not in ENDS:
            raise GameError(f"you have made {alike:,} such entries, the most; begin another game")
        changed = self._extended(step, seat, value, now)
        return self if changed.seats == self.seats else changed

    def _extended(self, step: str, seat: int, value: str, now: float) -> Match:
        if step not in STEPS:
            steps = ", ".join(STEPS)
            raise GameError(f"there is no entry {quoted(str(step))}; there are {steps}")
        if self.over != (step == "again") and step != "say":
            raise GameError("the game is over; begin another" if self.over else "it is not over")
        if self.seats[known_seat(seat)].name is None and step != "join":
            raise GameError("nobody has this seat; enter your name first")
        if step == "guess" and seat in self._expired(now):
            raise GameError("you ran out of time")
        match = replace(self, transcript=(*self.transcript, (step, seat, value, now)))
        vars(match)["seats"] = self.seats  # with the new time, by which "late" is judged
        changes = STEPS[step](match, seat, value)
        vars(match)["seats"] = tuple(
            replace(player, **changes.get(n, {})) for n, player in enumerate(self.seats)
        )
        vars(match)["seats"] = tuple(
            replace(player, told=len(match.told(n))) for n, player in enumerate(match.seats)
        )
        if self.terms.minutes:
            vars(match)["seats"] = tuple(match._timed(n, now) for n in SEATS)
        return match

    def read(self, text: str) -> Any:
        """Read a guess or a secret. Raises WordError, also for words that were not agreed on."""
        word, agreed = self.game.read_guess(text), self.terms.dictionary
        if self.game.rule.of_words and agreed != "any":
            if self.game.find(word) < 0:
                raise WordError(str(word), "it is in no list; choose another word")
            if word in self.barred:
                reason = "you have agreed on words that most people know; choose another one"
                raise WordError(str(word), reason)
        return word

    @property
    def barred(self) -> frozenset[str]:
        """The listed words that were not agreed on."""
        common = self.terms.dictionary == "common" and self.game.rule.of_words
        return _rare() if common else frozenset()

    # --- clocks ---------------------------------------------------------------------------------

    def _timed(self, number: int, now: float) -> Seat:
        """Return a seat whose clock was started or stopped: it runs while a guess is waited for."""
        seat, runs = self.seats[number], number in self.asked
        if runs == (seat.since is not None):
            return seat
        return replace(seat, since=now if runs else None, used=self._used(number, now))

    def _used(self, number: int, now: float) -> float:
        seat = self.seats[number]
        return seat.used if seat.since is None else seat.used + max(0.0, now - seat.since)

    def clocks(self, now: float) -> tuple[float, ...]:
        """Return the seconds that each has left; none if there is no clock."""
        minutes = self.terms.minutes
        return tuple(60 * minutes - self._used(n, now) for n in SEATS) if minutes else ()

    def _expired(self, now: float) -> tuple[int, ...]:
        left = enumerate(self.clocks(now))
        return tuple(seat for seat, seconds in left if seconds <= 0 and seat in self.asked)

    @property
    def expired(self) -> tuple[int, ...]:
        """The seats whose time was over first, at the last entry."""
        now = self.transcript[-1][3]
        over, clocks = self._expired(now), self.clocks(now)
        return tuple(seat for seat in over if clocks[seat] == min(clocks[n] for n in over))

    # --- what can be seen -------------------------------------------------------------------------

    @property
    def ready(self) -> bool:
        """Whether both secrets are set."""
        return all(seat.ready for seat in self.seats)

    @property
    def over(self) -> bool:
        """Whether no more can be guessed."""
        return any(seat.left or seat.late for seat in self.seats) or not self._next

    @property
    def _next(self) -> tuple[int, ...]:
        terms, made = self.terms, [len(seat.turns) for seat in self.seats]
        return to_move(
            made,
            [seat.solved for seat in self.seats],
            first=terms.first,
            last_turn=terms.last_turn,
            together=terms.together,
        )

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that may guess now; none before the game and after it."""
        return self._next if self.ready and not self.over else ()

    @property
    def winner(self) -> int | None:
        """The seat that has won; None for a draw, or while nobody has."""
        if not self.over or not self.ready or self.drawn:
            return None
        return int(self.seats[1].solved or self.seats[0].left or self.seats[0].late)

    @property
    def drawn(self) -> bool:
        """Whether both have found a secret in the same number of guesses, or had no time left."""
        return all(seat.solved for seat in self.seats) or all(seat.late for seat in self.seats)

    @property
    def again(self) -> str:
        """The code of the next match; empty while there is none."""
        return self.seats[0].again or self.seats[1].again

    def shown(self, number: int) -> tuple[Turn, ...]:
        """Return the turns of a player that both may see: together, only whole rounds."""
        turns, told = self.seats[number].turns, self.seats[number].told
        whole = self.terms.together and not self.over
        return turns[: max(told, min(len(seat.turns) for seat in self.seats))] if whole else turns

    def challengeable(self, number: int) -> tuple[Turn, ...]:
        """Return the turns of the other that a player may challenge.

        If words are taken back, it is the last one, until the player's next guess.
        """
        shown = self.shown(1 - number)
        if self.terms.challenge == "counts":
            return shown
        later = self.terms.together or self.terms.first == number  # I have guessed before it
        return shown[-1:] if len(self.seats[number].turns) < len(shown) + later else ()

    def told(self, number: int) -> tuple[Turn, ...]:
        """Return the turns of a player whose scores the player may see.

        That is all but a guess in no list that would be taken back, if it were challenged, as long
        as it can be, or together in the last whole round: so nobody learns a score by it and
        guesses again. One that wins stays.
        """
        shown, terms, game = self.shown(number), self.terms, self.game
        waits = terms.together or self.challengeable(1 - number)
        told = len(shown) <= self.seats[number].told
        if self.over or terms.challenge == "counts" or told or not waits:
            return shown
        word, wins = shown[-1].guess, shown[-1].code == game.rule.win
        listed = game.find(word) >= 0 or str(word) in words.levels()
        return shown if listed or wins or not game.rule.of_words else shown[:-1]

    def count(self, number: int) -> int:
        """Return how many secrets agree with what a player was told."""
        return len(self.game.agreeing(self.told(number)))

    def advised(self, number: int) -> bool:
        """Return whether a player has advice now."""
        wanted = self.seats[number].advice and self.ready and not self.over
        behind = self.terms.advice == "behind"
        return wanted and (not behind or self.count(number) > self.count(1 - number))

    # --- advice, and the end ----------------------------------------------------------------------

    def saved(self, options: store.Options) -> store.Saved:
        """Return the match as it is stored; its game can be made again from ``options``."""
        return store.Saved({**options, **vars(self.terms)}, self.game.key, self.transcript)

    @staticmethod
    def restored(game: Game, saved: store.Saved) -> Match:
        """Replay a stored match; its game was made from the options.

        Raises GameError, without a secret, if the lists have changed or the match is damaged.
        """
        if saved.key != game.key:
            raise GameError("the saved match was played with other lists or another rule")
        with suppress(JottoError, *store.DAMAGE):
            options: Mapping[str, Any] = saved.options
            terms = Terms(**{name: options[name] for name in SETTINGS if name in options})
            match = Match(game, terms, saved.transcript)
            _ = match.seats
            return match
        raise GameError(store.DAMAGED)

    def session(self, seat: int, strategy: Strategy | None = None) -> Session:
        """Return the live game of one seat, for advice: both halves, without the other's secret.

        The scores are right, so if no listed secret fits, unlisted words are the candidates.
        Raises GameError before the secret is set, and ContradictionError if nothing is left.
        """
        if self.seats[known_seat(seat)].secret is None:
            raise GameError("advice needs your secret; choose it first")
        strategy = strategy or Strategy()
        strategy = replace(strategy, avoid=strategy.avoid | self.barred)
        session = self._live_game(seat, strategy)
        return session if session.won or session.contradiction is None else session.among_unlisted()

    def _live_game(self, seat: int, strategy: AnyStrategy = "entropy") -> Session:
        secret, terms = self.seats[seat].secret, self.terms
        texts = self.game.rule.texts
        shown = self.told(seat), self.shown(1 - seat)
        mine, theirs = ([(str(turn.guess), texts[turn.code]) for turn in turns] for turns in shown)
        order = terms.together or seat == terms.first, terms.together or terms.last_turn
        race = "race", None if secret is None else str(secret), *order
        return Session(self.game, strategy, (race, ("their turns", *theirs), ("turns", *mine)))

    def record(self, seat: int, options: store.Options, owner: str = "") -> review.Record:
        """Return the record of the game for one player. Raises GameError before it is over."""
        if not self.over:
            raise GameError("the game is not over; finish it, or leave it")
        secret = self.seats[1 - known_seat(seat)].secret
        revealed = None if secret is None else str(secret)
        made = review.record_of(self._live_game(seat), options, revealed, owner)
        if not self.ready:
            return made
        result = "drawn" if self.drawn else "won" if self.winner == seat else "lost"
        by = "time" if any(player.late for player in self.seats) else "resignation"
        by *= not any(player.solved for player in self.seats)
        mine, theirs = (self.seats[each].name or "" for each in (seat, 1 - seat))
        known = {**made.options, OPPONENT: theirs}
        return replace(made, options=known, result=result, by=by, player=mine)

    def next_terms(self) -> Terms:
        """Return the terms of the next match: the other begins, and the series counts this one."""
        counted = {None: "drawn" if self.drawn else "", 0: "won0", 1: "won1"}[self.winner]
        tally = {counted: getattr(self.terms, counted) + 1} if counted else {}
        return replace(self.terms, first=1 - self.terms.first, **tally)


OPPONENT = "opponent"  # the name of the other player, with the options of a record
SETTINGS = tuple(term.name for term in fields(Terms))  # stored with the options of the game


def moved(match: Match, seat: int, move: Mapping[str, str], now: float = 0.0) -> Match:
    """Return a match after a move of a player. Raises JottoError.

    A word that is in no list, or was guessed before, raises SureError unless the move has it as
    ``sure`` as well.
    """
    do, word = move.get("do", ""), move.get("word", "")
    kind = table().get(do)
    if kind is None or "match" not in kind.faces or do in ("join", "again"):
        raise GameError(f"{quoted(do)} is not a button of this page; load it again")
    if do == "secret" and (house := match.game.house) != ANY:
        with suppress(WordError):  # also of a word in no list
            secret = match.game.read_guess(word)
            broken = house.broken(match.game.rule.spell(secret))
            if broken and match.game.find_secret(secret) < 0:
                barred = f"the house rules bar it ({', '.join(broken)})"
                raise GameError(f"this cannot be your secret: {barred}")
    changed = match.entered(do, seat, word if "word" in kind.values else "", now)
    if do in ("secret", "guess") and move.get("sure") != word:
        before, unlisted = match.seats[seat].turns, match.game.find(match.read(word)) < 0
        if do == "guess" and any(turn.guess == match.read(word) for turn in before):
            raise SureError(f"You have guessed {match.game.shown(word)} before. Guess it again?")
        if unlisted:
            asks = f"{match.game.shown(word)} is in no list. Guess it anyway?"
            raise SureError(asks if do == "guess" else "It is in no list. Set it as your word?")
    return changed

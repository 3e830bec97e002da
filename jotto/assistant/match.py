"""Games of two players: the program keeps the secrets, scores every guess, and can play itself.

The transcript of a :class:`Match` lists everything entered, such as ``("guess", 0, "pales")``: the
name of a step, the seat, and a value. It holds both secrets; what a player may see is in
:meth:`Match.view`. A :class:`Computer` can take a seat: it chooses a secret, and guesses from what
it knows. A :class:`Keeper` has a secret for one player. How hard a secret is to find, and how rare
the word is, are separate figures of a :class:`Proposal`.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal, get_args

import numpy as np

from jotto.assistant import doctor, review, store, view, wording
from jotto.assistant.session import MOST_ENTRIES, Entry, Session
from jotto.engine.game import Game, Indices, Turn, partition, remember
from jotto.engine.lengths import evaluate
from jotto.engine.measures import MEASURES
from jotto.engine.position import Position, Strategy, start
from jotto.errors import ContradictionError, GameError, JottoError, WordError, quoted
from jotto.games import registry, words

Floats = np.typing.NDArray[np.float64]
Strength = Literal["easy", "medium", "strong"]

SEATS = (0, 1)
SETTINGS = ("first", "last_turn")  # of a match, stored with the options of its game
LONGEST_NAME = 20
REMEMBERED = 3  # turns that an easy player uses
RAREST_SECRET = {"easy": 35, "medium": 50, "strong": 60}  # SCOWL levels
# Which secrets each draws from, the hardest to find first: from and up to these shares of them.
SHARES = {"easy": (0.7, 1.0), "medium": (0.2, 0.7), "strong": (0.0, 0.1)}
USUAL = 20  # openings that others are taken to begin with

# --- the rules ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Seat:
    """What one player has entered: a name, a secret, guesses at the other's secret.

    ``ready``: the secret is set.
    """

    name: str | None = None
    secret: Any = field(default=None, repr=False)
    ready: bool = False
    turns: tuple[Turn, ...] = ()
    found: bool = False
    left: bool = False
    advice: bool = False


def _joined(match: Match, seat: int, name: str) -> dict[str, Any]:
    name, others = name.strip(), (match.seats[seat].name, match.seats[1 - seat].name)
    if not 0 < len(name) <= LONGEST_NAME or not name.isprintable():
        raise WordError(name, f"a name has 1 to {LONGEST_NAME} printable characters")
    if others[0] is not None:
        raise GameError(f"this seat is taken by {others[0]}; take the other one, or watch")
    if others[1] is not None and name.casefold() == others[1].casefold():
        raise WordError(name, "the other player has this name; choose another one")
    return {"name": name}


def _secret_set(match: Match, seat: int, secret: str) -> dict[str, Any]:
    if any(player.turns for player in match.seats):
        raise GameError("your secret cannot change: a guess has been made")
    try:
        return {"secret": _secret_of(match.game, secret), "ready": True}
    except WordError as error:
        reason = error.reason
    # outside the handler: the error above, which quotes the secret, is not chained to this one
    raise GameError(f"this cannot be your secret: {reason}")


def _secret_of(game: Game, text: str) -> Any:
    """Read a secret; a word may be unlisted. Raises WordError."""
    secret = game.read_guess(text)
    listed = game.find(secret) >= 0
    if not listed and game.closed:
        raise WordError(str(secret), "it is not in the list of secrets; choose another one")
    if listed and game.find_secret(secret) < 0:
        raise WordError(str(secret), "it may be guessed, but is not a secret of this game")
    return secret


def _guessed(match: Match, seat: int, guess: str) -> dict[str, Any]:
    if not match.ready:
        raise GameError("both players must choose a secret before the first guess")
    if match.turn_of != seat:
        raise GameError(f"it is the turn of {match.seats[1 - seat].name}; wait for their guess")
    read, rule = match.game.read_guess(guess), match.game.rule
    code = rule.score(read, match.seats[1 - seat].secret)
    return {"turns": (*match.seats[seat].turns, Turn(read, code)), "found": code == rule.win}


def _left(match: Match, seat: int) -> dict[str, Any]:
    if match.seats[seat].found:
        raise GameError("you have found the secret; wait for the last guess of the other player")
    return {"left": True}


# For each step, a function of the match, the seat and the value that returns the changed fields of
# the seat.
SEAT_STEPS: Mapping[str, Callable[..., dict[str, Any]]] = {
    "join": _joined,
    "secret": _secret_set,
    "guess": _guessed,
    "leave": _left,
    "advice": lambda match, seat, on: {"advice": bool(on)},
}


def known_seat(seat: int) -> int:
    """Return a seat. Raises GameError if there is none."""
    if type(seat) is not int or seat not in SEATS:
        raise GameError(f"there is no seat {quoted(str(seat))}; the seats are 0 and 1")
    return seat


# --- the match ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Match:
    """A game of two players, in seats 0 and 1; every change makes a new match.

    ``first`` is the seat that guesses first. The player who finds the other's secret wins; with
    ``last_turn`` the second player may guess once more after the first has won, and it is a draw if
    both find one in the same number of guesses. Who leaves after both secrets are set loses.

    >>> from jotto.games.words import word_game
    >>> match = Match(word_game(["hatch", "latch", "match"]))
    >>> match = match.said("join", 0, "Ann").said("join", 1, "Bob")
    >>> match = match.said("secret", 0, "hatch").said("secret", 1, "match")
    >>> match = match.said("guess", 0, "latch")
    >>> match.turn_of, match.said("guess", 1, "hatch").winner
    (1, 1)
    """

    game: Game
    first: int = 0
    last_turn: bool = False
    transcript: tuple[Entry, ...] = field(default=(), repr=False)  # it holds the secrets

    def __post_init__(self) -> None:
        known_seat(self.first)

    # --- entries --------------------------------------------------------------------------------

    @cached_property
    def seats(self) -> tuple[Seat, Seat]:
        """Both seats after all entries. Raises JottoError, or one of DAMAGE, if one is invalid."""
        match = replace(self, transcript=())
        vars(match)["seats"] = Seat(), Seat()
        for entry in self.transcript:
            match = match._after(*entry)
        return match.seats

    def said(self, step: str, seat: int, *values: Any) -> Match:
        """Append an entry: the name of a step, a seat, and the values of the step.

        * ``"join", seat, name`` takes a seat;
        * ``"secret", seat, secret`` sets the secret that the other has to find, until a guess;
        * ``"guess", seat, guess`` guesses at the other's secret; it need not be an allowed guess;
        * ``"leave", seat`` concedes: the game is then over;
        * ``"advice", seat, on`` switches the advice of a seat on or off.

        What changes nothing is not appended. Raises WordError or GameError; no message holds a
        secret.
        """
        alike = sum((entry[0] == "guess") == (step == "guess") for entry in self.transcript)
        if alike >= MOST_ENTRIES // 2 and step != "leave":  # so that none but guesses end guessing
            raise GameError(f"this game has {alike:,} such entries, the most; begin another")
        after = self._after(step, seat, *values)
        return self if after.seats == self.seats else after

    def _after(self, step: str, seat: int, *values: Any) -> Match:
        if self.over:
            raise GameError("the game is over; begin another")
        if step not in SEAT_STEPS:
            steps = ", ".join(SEAT_STEPS)
            raise GameError(f"there is no entry {quoted(str(step))}; there are {steps}")
        if self.seats[known_seat(seat)].name is None and step != "join":
            raise GameError("nobody has this seat; enter your name first")
        changed = replace(self.seats[seat], **SEAT_STEPS[step](self, seat, *values))
        match = replace(self, transcript=(*self.transcript, (step, seat, *values)))
        vars(match)["seats"] = (self.seats[0], changed) if seat else (changed, self.seats[1])
        return match

    # --- what can be seen -------------------------------------------------------------------------

    @property
    def ready(self) -> bool:
        """Whether both secrets are set."""
        return all(seat.ready for seat in self.seats)

    @property
    def over(self) -> bool:
        """Whether no more can be entered."""
        return any(seat.left for seat in self.seats) or self._next is None

    @property
    def _next(self) -> int | None:
        win, turns = self.game.rule.win, [seat.turns for seat in self.seats]
        return doctor.next_player(win, turns, first=self.first, last_turn=self.last_turn)

    @property
    def turn_of(self) -> int | None:
        """The seat that guesses next; None before the game and after it."""
        return self._next if self.ready and not self.over else None

    @property
    def winner(self) -> int | None:
        """The seat that has won; None for a draw, or while nobody has."""
        if not self.over or not self.ready or self.drawn:
            return None
        return int(self.seats[1].found or self.seats[0].left)

    @property
    def drawn(self) -> bool:
        """Whether both players have found a secret, in the same number of guesses."""
        return all(seat.found for seat in self.seats)

    # --- advice, and the end ----------------------------------------------------------------------

    def saved(self, options: store.Options) -> store.Saved:
        """Return the match as it is stored; its game can be made again from ``options``."""
        settings = {name: getattr(self, name) for name in SETTINGS}
        return store.Saved({**options, **settings}, self.game.key, self.transcript)

    @classmethod
    def restored(cls, saved: store.Saved, game: Game) -> Match:
        """Replay a stored match; its game was made from the options.

        Raises GameError, without a secret, if the lists have changed or the match is damaged.
        """
        if saved.key != game.key:
            raise GameError("the saved match was played with other lists or another rule")
        with suppress(JottoError, *store.DAMAGE):
            options: Mapping[str, Any] = saved.options
            match = cls(game, options["first"], bool(options["last_turn"]), saved.transcript)
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
        told = self._told(seat, strategy or Strategy())
        return told if told.won or told.contradiction is None else told.among_unlisted()

    def _told(self, seat: int, strategy: Strategy | str = "entropy") -> Session:
        own, turns = self.seats[seat].secret, [list(map(self._texts, s.turns)) for s in self.seats]
        race = "race", None if own is None else str(own), seat == self.first, self.last_turn
        halves = ("their turns", *turns[1 - seat]), ("turns", *turns[seat])
        return Session(self.game, strategy, (race, *halves))

    def _texts(self, turn: Turn) -> tuple[str, str]:
        return str(turn.guess), self.game.rule.texts[turn.code]

    def record(self, seat: int, options: store.Options) -> review.Record:
        """Return the record of the game for one player. Raises GameError before it is over."""
        if not self.over:
            raise GameError("the game is not over; finish it, or leave it")
        secret = self.seats[1 - known_seat(seat)].secret
        return review.record_of(self._told(seat), options, None if secret is None else str(secret))


# --- what is shown --------------------------------------------------------------------------------


def view_of(
    match: Match, seat: int | None, code: str = "", strategy: Strategy | None = None
) -> view.View:
    """Return the board of a match for the player of a seat, or for a spectator: seat None.

    It has advice by ``strategy`` for a player who switched it on; ``code``: how others find it.

    >>> from jotto.games.words import word_game
    >>> match = Match(word_game(["hatch", "latch", "match"])).said("join", 0, "Ann")
    >>> view_of(match, None).title, view_of(match, 0).title
    ('Join Ann', 'Wait for the other player')
    """
    mine = Seat() if seat is None else match.seats[known_seat(seat)]
    stage, title, prompt, notes = _stage(match, seat, code)
    seen = None
    if mine.advice and mine.ready and not match.over:
        with suppress(ContradictionError):  # a secret with letters that no listed word has
            seen = view.view(match.session(int(seat or 0), strategy))
    if seen is None:  # without advice
        seen = replace(view.view(Session(match.game, "simple")), guess=None)
    advice = "no advice" if mine.advice else "advice"
    does = (stage,) if stage in ("join", "secret", "guess") else ()
    return replace(
        seen,
        at=len(match.transcript),
        stage=stage,
        title=title,
        boards=tuple(_board(match, n, seat) for n in ((seat, 1 - seat) if seat else SEATS)),
        guess=seen.guess if stage == "guess" else None,
        notes=(*notes, *seen.notes),
        moves=does if seat is None or match.over else (*does, "leave", advice),
        prompt=prompt,
        rules=None,
        secret=str(mine.secret) if mine.ready else "",
    )


def _board(match: Match, number: int, seat: int | None) -> view.Board:
    """Return the turns of a player; a spectator does not see the words before the end."""
    rows = tuple(view.row(match.game.rule, turn) for turn in match.seats[number].turns)
    if seat is None and not match.over:
        rows = tuple(replace(row, guess="") for row in rows)
    return view.Board("you" if number == seat else match.seats[number].name or "nobody yet", rows)


def _stage(match: Match, seat: int | None, code: str) -> tuple[view.Stage, str, str, list[str]]:
    """Return the stage, the title, what is asked for, and notes."""
    names = [each.name for each in match.seats]
    if match.over:
        held = zip(names, match.seats, strict=True)
        words = [f"{who} had {wording.shout(one.secret)}" for who, one in held if one.ready]
        return "over", _outcome(match, seat), "", [f"{'; '.join(words)}."] if words else []
    if seat is None and names[1] is None:
        return "join", f"Join {names[0]}", "Your name", []
    if seat is None:
        hidden = "You see the scores; words are shown when the game is over."
        return "wait", " and ".join(map(str, names)), "", [hidden]
    other, me = names[1 - seat], match.seats[seat]
    if other is None:
        how = f"They open this page and join with the code {code}."
        return "wait", "Wait for the other player", "", [how] if code else []
    if not me.ready:
        return "secret", "Choose your secret", f"A word that {other} has to find", []
    if not match.ready:
        return "wait", f"{other} is choosing a secret", "", []
    last = match.seats[1 - seat].found
    if match.turn_of == seat:
        found = [f"{other} has found your word: this is your last guess."] if last else []
        return "guess", "Your turn", "Your guess", found
    found = [f"You found it. {other} has one last guess."] if me.found else []
    return "wait", f"{other} is thinking", "", found


def _outcome(match: Match, seat: int | None) -> str:
    """Return a sentence: who has won, and how."""
    if match.drawn:
        return "A draw: both found the word in the same number of guesses."
    if match.winner is None:
        return "The match is over."
    won, loser = match.seats[match.winner], match.seats[1 - match.winner].name
    who = "You win" if match.winner == seat else f"{won.name} wins"
    if won.found:
        return f"{who} in {wording.count(len(won.turns), 'guess')}."
    return f"{who}: {'you' if 1 - match.winner == seat else loser} gave up."


# --- choosing a secret ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Proposal:
    """A secret: the mean ``guesses`` it takes, and the mean bits ``exposed`` by usual openings.

    ``level`` runs from 10 (common) to 95 (no level known); zipf 3 is once in a million words, None
    is unknown.
    """

    secret: str
    guesses: float
    exposed: float
    level: int
    zipf: float | None


def guesses_needed(game: Game) -> Floats:
    """Return the number of guesses for each secret, (S,), averaged over the measures."""
    return np.asarray(np.mean([evaluate(game, name).each for name in MEASURES], axis=0))


def exposure(game: Game, openings: Sequence[int]) -> Floats:
    """Return the mean number of bits that openings (indices) gain for each secret, (S,)."""
    bits = np.zeros(len(game.secrets))
    for opening in openings:
        for part in partition(game.codes(opening, game.everything), game.everything).values():
            bits[part] += np.log2(len(game.secrets) / len(part)) / len(openings)
    return bits


def propose(
    game: Game, *, max_level: int = words.RAREST, top: int = 10, avoid: Container[str] = ()
) -> list[Proposal]:
    """Propose secrets, the hardest first; among equals the less exposed, then the earlier."""
    rarities, zipfs = words.levels(), words.read_numbers(words.folder() / words.ZIPF)
    usual = [game.index(advice.guess) for advice in start(game).rank(top=USUAL)]
    needed, exposed = guesses_needed(game), exposure(game, usual).round(9)
    return [
        Proposal(word, float(needed[i]), float(exposed[i]), level, zipfs.get(word, 0.0))
        for i in np.lexsort((game.everything, exposed, -needed)).tolist()
        for word in [str(game.secrets[i])]
        for level in [int(rarities.get(word, words.RAREST))]
        if level <= max_level and word not in avoid
    ][:top]


def rate(game: Game, word: str) -> Proposal:
    """Rate a secret that is in no list by what :func:`propose` rates those of the list by.

    The guesses are those of games that look among unlisted words once no listed word fits. Raises
    WordError where none of them finds it.
    """
    ended = [session for name in MEASURES for session in play_out(game, Strategy(name), word)]
    made = [len(session.state.mine) for session in ended if session.won]
    if len(made) < len(MEASURES):
        reason = "it cannot be found: unlisted words are made of the letters of the list"
        raise WordError(word, reason)
    wider = words.word_game((*game.secrets, word), game.guesses, rule=game.rule)
    usual = [wider.index(advice.guess) for advice in start(game).rank(top=USUAL)]
    exposed = float(exposure(wider, usual)[-1])
    zipf = words.read_numbers(words.folder() / words.ZIPF).get(word)
    level = int(words.levels().get(word, words.RAREST))
    return Proposal(word, float(np.mean(made)), exposed, level, zipf)


def play_out(game: Game, strategy: Strategy, secret: str) -> Iterator[Session]:
    """Yield a game against a secret after each guess, to its end; unlisted ones are found as well.

    The last session contradicts itself where the secret cannot be found.
    """
    session = Session(game, strategy)
    while not session.won and session.contradiction is None:
        session = session.scored(game.score(session.guess, secret))
        if session.attempt is not None:
            session = session.attempt
            with suppress(ContradictionError):
                session = session.among_unlisted()
        yield session


# --- keeping it -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Keeper:
    """A secret, and the guesses scored so far. Every guess makes a new keeper.

    ``secret`` is None for an adversary: it gives the score that leaves the most candidates.
    ``hints`` counts the hints given since the last guess.
    """

    at: Position
    secret: Any
    hints: int = 0

    def answered(self, guess: Any) -> Keeper:
        """Score a guess; it need not be an allowed guess. Raises WordError."""
        if self.secret is not None:
            score = self.at.game.score(guess, self.secret)
        else:
            parts = self.at.partition(guess)  # in order of scores: ties go to the first
            score = max(parts, key=lambda text: len(parts[text]))
        return Keeper(self.at.after(guess, score), self.secret)

    def undone(self) -> Keeper:
        """Take back the last guess; at the start nothing changes."""
        return Keeper(start(self.at.game, *self.at.history[:-1]), self.secret)


def keeper_of_any(game: Game, seed: int | None, avoid: Container[Any] = ()) -> Keeper:
    """Draw a secret under the prior; one of ``avoid`` only if there is no other.

    Without a ``seed`` the secret differs each time.
    """
    weights = game.weights(game.everything).astype(float)
    kept = np.array([secret not in avoid for secret in game.secrets]) if avoid else weights > 0
    chances = weights * kept if kept.any() else weights
    drawn = np.random.default_rng(seed).choice(len(game), p=chances / chances.sum())
    return Keeper(start(game), game.secrets[drawn])


# --- the computer as a player ---------------------------------------------------------------------


@dataclass(frozen=True)
class Computer:
    """A player that makes the same moves for the same ``seed`` and the same transcript.

    * ``strong``: entropy with the opening book, and the race near the end;
    * ``medium``: any candidate, common words preferred;
    * ``easy``: the same, but only the last three turns are remembered.

    The seed gives the secret away, so it is not shown. Raises GameError.

    >>> from jotto.games.registry import named
    >>> Computer("medium", seed=7), Computer("medium", seed=7).secret(named("mastermind:4x6"))
    (Computer(strength='medium'), '5400')
    """

    strength: Strength
    seed: int = field(repr=False)

    def __post_init__(self) -> None:
        if self.strength not in get_args(Strength):
            names = ", ".join(get_args(Strength))
            raise GameError(f"strength {quoted(str(self.strength))}: write one of {names}")
        if self.seed < 0:
            raise GameError("the seed of the computer is 0 or more")

    def secret(self, game: Game) -> str:
        """Draw a secret: a hard word for a strong player, an easy one for an easy player; any code.

        Takes seconds the first time for each game of words, since all of them are rated.
        """
        rarest, proposals = RAREST_SECRET[self.strength], rated(game)
        fitting = [each.secret for each in proposals if each.level <= rarest]
        fitting = fitting or [each.secret for each in proposals]
        low, high = (round(share * len(fitting)) for share in SHARES[self.strength])
        secrets = fitting[low:high] or fitting or list(map(str, game.secrets))
        return secrets[int(self._random(0).integers(len(secrets)))]

    def guess(self, match: Match, seat: int) -> str:
        """Choose a guess for a seat from what that seat may see; a third of a second at most."""
        game = match.game
        avoid = words.offensive() if game.rule.of_words else frozenset[str]()
        made = {turn.guess for turn in match.seats[seat].turns}
        if self.strength == "strong":
            with suppress(JottoError):  # no word fits, listed or not
                strategy = Strategy("entropy", avoid=avoid, tree=registry.book_for(game))
                return match.session(seat, strategy).guess
        for of, left in self._candidates(match, seat):
            new = [i for i in left.tolist() if of.secrets[i] not in made]
            chosen = [i for i in new if of.secrets[i] not in avoid] or new
            if chosen:
                weights = _chances(of)[chosen]
                drawn = self._random(1 + len(made)).choice(chosen, p=weights / weights.sum())
                return str(of.secrets[int(drawn)])
        return str(game.secrets[0])  # all were guessed: the secret is unlisted

    def _candidates(self, match: Match, seat: int) -> Iterator[tuple[Game, Indices]]:
        """Yield games with secrets (indices) to guess, the ones to try first."""
        game, turns = match.game, match.seats[seat].turns
        if self.strength == "easy":
            yield game, game.agreeing(turns[-REMEMBERED:])
        with suppress(JottoError):
            at = match.session(seat).position
            yield at.game, at.left
        yield game, game.everything

    def _random(self, move: int) -> np.random.Generator:
        return np.random.default_rng((self.seed, move))


@remember
def rated(game: Game) -> tuple[Proposal, ...]:
    """Rate the secrets of a game of words, the hardest first, without offensive ones; cached.

    Takes seconds the first time. Empty for other games, and for lists that are too large.
    """
    with suppress(GameError):
        if game.rule.of_words:
            return tuple(propose(game, top=len(game), avoid=words.offensive()))
    return ()


@remember
def _chances(game: Game) -> np.typing.NDArray[np.float64]:
    """Weight the secrets (S,), common words above rare ones."""
    if game.prior is None and game.rule.of_words:
        return words.common([str(word) for word in game.secrets]).astype(float)
    return game.weights(game.everything).astype(float)

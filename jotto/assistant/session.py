"""One live game as a frozen value: its transcript, and everything computed from it.

The transcript lists everything entered, such as ``("score", "pales", "1,1")``. ``STEPS`` folds
the entries into a ``State`` (see ``steps``); everything else is computed from the state.

With several boards a guess is scored on each that is not found; what a session says of candidates
is then about the board whose score comes next. ``Session.singles`` has one for each board.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from typing import Any, Generic, cast

from jotto.assistant import boards, claims, mistakes
from jotto.assistant.boards import Turns
from jotto.assistant.race import FEW_ENOUGH, Odds, Race, ToWin, better_to_win, to_move
from jotto.assistant.steps import (
    ALONE,
    GUESSERS,
    STEPS,
    Entry as Entry,
    Side as Side,
    State as State,
    unlisted_game,
    written,
)
from jotto.engine.advice import Advice, advice_on
from jotto.engine.boards import BETWEEN, Boards, boards as boards_of, check_strategy
from jotto.engine.game import Game, IntArray, T, Turn
from jotto.engine.position import AnyStrategy, Position, Strategy, start, strategy_of
from jotto.engine.store import remember_large
from jotto.errors import (
    ContradictionError,
    GameError,
    JottoError,
    TurnError,
    WordError,
    boards_named,
    check_arguments,
)
from jotto.games import unlisted
from jotto.plain import Plain, plain
from jotto.trees.tree import Tree

MOST_ENTRIES = 1000  # so that nobody can make a game grow without end
EXPLAINED = 5  # mistakes that a face shows at first; the others follow when they are asked for


@dataclass(frozen=True, init=False)
class Session(Plain, Generic[T]):
    """A live game: a game, the strategy that advises, and the transcript.

    Every change makes a new session. After an entry that leaves no candidate, or a win that earlier
    scores exclude, it is unchanged but for ``attempt``, the session that the entry would have made;
    ``explanations`` say what may be meant, and ``fixed`` takes one. ``hints`` counts the
    hints given at this position, of several boards up to 3 on each, by two bits; ``ahead`` is the
    tree found by looking ahead. ``boards``: how many secrets there are, see ``jotto.Boards``.
    Raises GameError if there cannot be so many.

    >>> import jotto
    >>> session = jotto.Session(jotto.words(["hatch", "latch", "match"]))
    >>> session.guess, session.scored("4,0").guess, session.scored("4,0").undone().guess
    ('hatch', 'latch', 'hatch')
    """

    game: Game[T]
    strategy: Strategy
    transcript: tuple[Entry, ...]
    hints: int
    ahead: Tree | None = field(repr=False)
    attempt: Session[T] | None = field(repr=False)
    boards: int
    _plain = "strategy transcript hints boards"

    def __init__(
        self,
        game: Game[T],
        strategy: AnyStrategy = "entropy",
        transcript: Sequence[Entry] = (),
        hints: int = 0,
        ahead: Tree | None = None,
        attempt: Session[T] | None = None,
        boards: int = 1,
    ) -> None:
        given = {"game": game, "transcript": transcript, "hints": hints, "attempt": attempt}
        check_arguments(Session.__init__, given | {"boards": boards})
        vars(self).update(game=game, strategy=strategy_of(strategy), transcript=tuple(transcript))
        vars(self).update(hints=hints, ahead=ahead, attempt=attempt, boards=int(boards))
        if boards != 1:
            boards_of(game, boards)  # raises GameError
            check_strategy(self.strategy)

    def _rows(self) -> Iterator[dict[str, Any]]:
        texts, boards = self.game.rule.texts, enumerate(self.state.boards, 1)
        turns = ((number, turn) for number, turns in boards for turn in turns)
        return ({"board": n, "guess": plain(t.guess), "score": texts[t.code]} for n, t in turns)

    # --- entries --------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The state after all entries. Raises JottoError if the transcript is not valid."""
        return self.states[-1]

    @cached_property
    def states(self) -> tuple[State, ...]:
        """The states at the start and after each entry."""
        states = [State(((),) * self.boards)]
        for entry in self.transcript:
            try:
                step, *values = entry
                state = replace(states[-1], **STEPS[step](states[-1], self.game, *values))
                won = tuple(mistakes.with_win(self.game, turns) for turns in state.boards)
                states.append(replace(state, boards=won))
            except JottoError:
                raise
            except Exception as error:  # whatever a value raises that is of the wrong kind
                steps = ", ".join(STEPS)
                reason = f"{entry!r} is not an entry; write one of {steps}, and its values"
                raise GameError(reason) from error
        return tuple(states)

    def entered(self, *entry: Any, further: Sequence[Entry] = ()) -> Session[T]:
        """Append an entry, and ``further``; set ``attempt`` instead if it has to be asked about.

        So it is if it leaves no candidate, or is a win that earlier scores exclude. While one is
        asked about, its score can be entered again, and turns be corrected; anything else raises
        GameError. So does a guess of a player who has no further one; see ``decided``.
        """
        step, value, *_ = (*entry, None, None)
        other = step in ("instead", "refuse") or (step == "score" and value != self.pending)
        if self.pending and other:
            names = boards_named(self.to_score)
            raise GameError(f"{self.pending!r} still needs its score on {names}")
        if self.boards > 1 and step in ALONE:
            raise GameError(f"with several boards there is no {step!r}; it is for one board")
        who = value if step == "side" else GUESSERS.get(str(step))
        if self.decided and who is not None and (self.over or who != self.side):
            if self.over:
                raise GameError("the game is over; take back the last entry to go on")
            finder, left = ("you have", "their") if self.won else ("they have", "your")
            raise GameError(f"{finder} found the secret: only {left} last guess is left")
        entries = claims.answered(self, entry, further) if self.attempt else (entry, *further)
        changed = self._with((*self.transcript, *entries))
        claims.check_words(changed)
        fits = changed.contradiction is None  # raises TurnError for a score that cannot be
        asked = replace(self, attempt=changed)
        if asked.claim is None and (fits or (changed.won and not self.game.closed)):
            return changed
        return asked

    @property
    def asked_entries(self) -> tuple[Entry, ...]:
        """The entries of ``attempt`` that are not taken yet."""
        return self.attempt.transcript[len(self.transcript) :] if self.attempt else ()

    def undone(self) -> Session[T]:
        """Drop the attempt if there is one, else the last entry; at the start nothing changes.

        If a win showed that a score of a shared game is wrong, what is left becomes the attempt.
        """
        if self.attempt is not None:
            return replace(self, attempt=None)
        before = self._with(self.transcript[:-1])
        if before.contradiction is None or before.won:
            return before
        return replace(before.undone(), attempt=before)

    def _with(self, transcript: Sequence[Entry]) -> Session[T]:
        return Session(self.game, self.strategy, transcript, boards=self.boards)

    def scored(self, score: str, guess: str | None = None) -> Session[T]:
        """Record the score of ``guess``; by default, of the guess that is proposed.

        The guess of an ``attempt`` comes first: its score is entered again, or after a correction
        that of ``asked_turn``; of several boards, one score is that of the board where nothing
        fits.
        """
        tried = self.attempt.transcript[-1] if self.attempt else ()
        if guess is None and tried[:1] == ("they",):
            return self.they(tried[1], score)
        if guess is None and tried and tried[0] != "score":
            side, number = self.asked_turn
            board = self.asked_about + 1 if self.boards > 1 and BETWEEN not in score else None
            return self.edited(number, score=score, side=side, board=board)
        if guess is None:
            guess = tried[1] if tried[:1] == ("score",) else "" if self.won else self.guess
        if tried[:1] == ("score",) and str(guess) == tried[1]:
            score = self._with_others(tried[2].split(BETWEEN), score)
        return self.entered("score", str(guess), score)

    def _with_others(self, tried: list[str], score: str) -> str:
        """Return a score for the board where nothing fits, with those tried for the others."""
        at, places = self.asked_about, self.to_score[: len(tried)]
        if self.boards == 1 or at not in places or BETWEEN in score:
            return score
        tried[places.index(at)] = score
        return BETWEEN.join(tried)

    def edited(
        self,
        number: int,
        *,
        guess: str | None = None,
        score: str | None = None,
        side: Side = "me",
        board: int | None = None,
    ) -> Session[T]:
        """Replace the guess, the score or both of turn ``number`` (from 1) of one side.

        With several boards, the score is that of ``board`` (from 1), or there is one for each that
        was scored, with ``+`` between them.

        The turn of an ``attempt`` counts, and stays.
        If my secret is known, it decides the score of their guess. Raises TurnError if there is no
        such turn, or if the secret contradicts the score; WordError and ScoreError.
        """
        tried = self.attempt or self
        turns = tried.state.mine if side == "me" else tried.other.theirs
        if not 1 <= number <= len(turns):
            made = {0: "are no turns yet", 1: "is only 1 turn"}
            raise TurnError(number, f"there {made.get(len(turns), f'are only {len(turns)} turns')}")
        rule, old = self.game.rule, turns[number - 1]
        word = self.game.read_guess(guess) if guess else old.guess
        if self.boards > 1:
            now, at = tried.state.boards, None if board is None else board - 1
            return self._reentered(boards.edited(now, rule, number, word, score, at))
        code = rule.read(score) if score else old.code
        if side == "them" and self.other.secret is not None:
            right = rule.score(word, self.game.read_guess(self.other.secret))
            if score and code != right:
                correct = f"your secret gives {word!r} the score {rule.texts[right]}"
                raise TurnError(number, f"{correct}, not {rule.texts[code]}; correct one of them")
            code = right
        changed = (*turns[: number - 1], Turn(word, code), *turns[number:])
        return self._reentered([changed], "turns" if side == "me" else "their turns")

    def _reentered(self, boards: Sequence[Turns], step: str = "turns") -> Session[T]:
        """Enter the turns of every board again, or those of one by a step of its own."""
        texts = self.game.rule.texts
        entries = [[(str(turn.guess), texts[turn.code]) for turn in turns] for turns in boards]
        if self.boards > 1 and step == "turns":
            return self.entered("boards", *(tuple(chain(*turns)) for turns in entries))
        return self.entered(step, *entries[0])

    def fixed(self, explanation: mistakes.Explanation[T]) -> Session[T]:
        """Apply an explanation to the rejected turns."""
        if explanation.kind == "win":
            return cast("Session[T]", claims.settled(self))
        if self.claim is not None and self.claim.side == "them":
            return self._reentered([explanation.fixed(self.claim.turns)], "their turns")
        state, at = (self.attempt or self).state, self.asked_about
        turns = [explanation.fixed(of) if n == at else of for n, of in enumerate(state.boards)]
        word = "anything" if state.unlisted else "unlisted"
        return self._reentered(turns, word if explanation.kind == "word" else "turns")

    def among_unlisted(self, *, anything: bool = False) -> Session[T]:
        """Use unlisted words as the candidates: those that people write, if one fits.

        If none does, or with ``anything``, any strings of letters. Raises ContradictionError if
        none fits.
        """
        mine = (self.attempt or self).state.mine
        changed = self._reentered([mine], "anything" if anything else "unlisted")
        if changed.attempt and changed.attempt.contradiction:
            raise changed.attempt.contradiction
        return changed

    def raced(self, secret: str | None, *, first: bool, last_turn: bool) -> Session[T]:
        """Track both players: my secret, whether I guess first, and the last turn.

        Raises GameError where answers may be false.
        """
        if self.game.noisy:
            raise GameError("jotto cannot track both players where answers may be false")
        return self.entered("race", secret, first, last_turn)

    def they(self, guess: str, score: str | None = None) -> Session[T]:
        """Append a guess of theirs; without a score, it is scored with my secret.

        Raises WordError, ScoreError, and TurnError if the secret is not known.
        """
        word, secret = str(self.game.read_guess(guess)), self.other.secret
        if not score and secret is None:
            number = len(self.other.theirs) + 1
            raise TurnError(number, f"your secret is private; enter the score of {word!r}, too")
        return self.entered("they", word, score or self.game.score(word, secret))

    # --- my half ----------------------------------------------------------------------------------

    @property
    def listed(self) -> Game[T]:
        """The game with the word list, without refused words."""
        return _without(self.game, *self.state.refused) if self.state.refused else self.game

    @property
    def game_now(self) -> Game[T]:
        """The current game: with the word list, or with unlisted words."""
        state = self.state
        if state.unlisted:
            try:
                return unlisted_game(self.game, state.mine, state.refused, state.unlisted)
            except ContradictionError:
                if not self.won:  # a win may show that a score was wrong
                    raise
        return self.listed

    @cached_property
    def singles(self) -> tuple[Session[T], ...]:
        """The boards, each as a session of its own; this one, if there is one."""
        if self.boards == 1:
            return (self,)
        alone = Session(self.listed, self.strategy)
        return tuple(claims.single(self, alone, turns) for turns in self.state.boards)

    @cached_property
    def to_score(self) -> tuple[int, ...]:
        """The boards whose score comes next, by number from 0; none if all are found."""
        return boards.to_score(self.state.boards, self.game.rule.win)

    @property
    def pending(self) -> str | None:
        """The guess that is scored on some of several boards, and not yet on others."""
        mine, places = self.state.mine, self.to_score
        made = len(self.state.boards[places[0]]) if places else len(mine)
        return str(mine[made].guess) if made < len(mine) else None

    @property
    def here(self) -> int:
        """The number, from 0, of the board where nothing fits, or else of the next to be scored."""
        wrong = self.boards > 1 and self._wrong_board
        return wrong[0] if wrong else (*self.to_score, 0)[0]

    @property
    def asked_about(self) -> int:
        """The board of ``attempt`` that is asked about, from 0; see ``claim`` and ``here``."""
        return self.claim.board if self.claim else (self.attempt or self).here

    @property
    def asked_turn(self) -> tuple[Side, int]:
        """The turn of ``attempt`` that is asked about: whose, and its number from 1."""
        if self.claim is not None:
            return self.claim.side, len(self.claim.turns)
        error = self.attempt and self.attempt.contradiction
        return "me", error.turn if error else 0

    @cached_property
    def claim(self) -> claims.Claim | None:
        """The win of ``attempt`` that the scores before it exclude; None if there is none."""
        return claims.claim_of(self)

    def may_be(self, secret: Any) -> bool:
        """Whether this may be the secret at all: in a game that is not ``closed``, anything may."""
        return not self.game.closed or self.game.find_secret(secret) >= 0

    @cached_property
    def _wrong_board(self) -> tuple[int, ContradictionError] | None:
        """The first board that leaves no candidate, with its error."""
        for at, board in enumerate(self.singles):
            if error := board.attempt and board.attempt.contradiction:
                error.args = (f"board {at + 1}: {error}",)
                return at, error
        return None

    @cached_property
    def where(self) -> Position[T] | Boards[T]:
        """What a guess is measured on: the position, or the boards whose score comes next."""
        if self.boards == 1:
            return self.position
        places = self.to_score or range(self.boards)
        return Boards(tuple(self.singles[at].position for at in places))

    @cached_property
    def position(self) -> Position[T]:
        """The position of my half, or of ``here``. Raises ContradictionError.

        If letters may be anything, of the 500 likeliest strings: see ``sampled``.
        """
        if self.boards > 1:
            return self.singles[self.here].position
        return start(self.game_now, *self.state.mine)

    @cached_property
    def contradiction(self) -> ContradictionError | None:
        """The error that names the turn which leaves no candidate; None if there is none."""
        if self.boards > 1:
            return self._wrong_board and self._wrong_board[1]
        try:
            _ = self.position
        except ContradictionError as error:
            return error
        return None

    @cached_property
    def count(self) -> int:
        """The number of candidates, also of those that ``position`` lacks."""
        if self.state.unlisted == "anything":
            return unlisted.count(self.game, self.state.mine, exclude=self.state.refused)
        return len(self.position)

    @property
    def sampled(self) -> int:
        """How many of all strings ``position`` has, the likeliest; 0 if it has all."""
        if self.state.unlisted != "anything" or self.won or self.count == len(self.position):
            return 0
        return len(self.position)

    @cached_property
    def chance_unlisted(self) -> float:
        """The probability that the secret is unlisted.

        It is 0 if that is impossible, or if the candidates already are unlisted words.
        """
        if not (self.game.closed or self.state.unlisted):
            with suppress(GameError):  # too many letters for a model of them
                return unlisted.chance_unlisted(self.listed, self.state.mine)
        return 0.0

    @property
    def written(self) -> tuple[str, ...]:
        """The unlisted words that people write and that agree, the likeliest first.

        Empty if they are not known, or if the candidates already are unlisted words.
        """
        if self.game.closed or self.game.lies or self.boards > 1 or self.state.unlisted:
            return ()
        with suppress(GameError):  # too many letters for a model of them, or a rule of one's own
            return written(self.game, self.state.mine, self.state.refused)
        return ()

    @property
    def may_be_unlisted(self) -> bool:
        """Whether few enough candidates are left that the secret may well be unlisted."""
        if self.won or not self.state.mine or self.game.closed or self.boards > 1:
            return False
        return self.contradiction is not None or len(self.position) <= FEW_ENOUGH

    @property
    def won(self) -> bool:
        """Whether my last guess was the secret."""
        return not self.to_score

    @property
    def secret(self) -> T | None:
        """The secret, once my last guess was it."""
        return self.state.mine[-1].guess if self.won else None

    def allows(self, guess: str) -> bool:
        """Whether the strategy allows a guess here; unlisted guesses are always allowed."""
        return allows(self.adviser, [self.singles[at].position for at in self.to_score], guess)

    @cached_property
    def adviser(self) -> Strategy:
        """The strategy for ``game_now``: among unlisted words it has no tree.

        It avoids those that have what it avoids, or a part of it, among their letters.
        """
        if not self.state.unlisted:
            return self.strategy
        parts, strategy = self.strategy.avoid, self.strategy
        secrets = map(str, self.game_now.secrets)
        rude = (word for word in secrets if any(str(part) in word for part in parts))
        strategy = strategy.without_tree() if strategy.tree else strategy
        return replace(strategy, avoid=parts.union(rude))

    @cached_property
    def usual(self) -> Any:
        """The best guess, ignoring the race: found by looking ahead, else the strategy's."""
        if self.ahead is not None:
            return self.ahead.guess
        if self.boards > 1:
            return self.where.rank(self.adviser, top=1)[0].guess
        return self.adviser(self.position)

    @property
    def from_book(self) -> bool:
        """Whether the usual guess comes from the opening book."""
        tree = self.strategy.tree
        if tree is None or tree.path or self.ahead or self.state.unlisted:
            return False
        return tree.guess_at(self.position) >= 0

    @cached_property
    def to_win(self) -> ToWin | None:
        """A guess that wins the race more often than the usual one; None if there is none.

        It is looked for near the end only.
        """
        race, at = self.race, self.position
        return None if race is None else better_to_win(race, at, self.adviser, self.usual)

    @cached_property
    def guess(self) -> str:
        """The guess whose score comes next: the one chosen by the player, else the best one."""
        entered = self.pending or self.state.chosen
        return entered or str(self.to_win.guess if self.to_win else self.usual)

    @property
    def advice(self) -> Advice[T]:
        """The measures of ``guess`` at this position."""
        return self.measure(self.guess)

    def measure(self, guess: Any) -> Advice[T]:
        """Measure a guess, among unlisted words for all of them, equally likely.

        Only its ``chance`` is then that among the likeliest. Raises WordError.
        """
        measured = self.where.measure(guess)
        if not self.sampled:
            return measured
        sizes = self.sizes(measured.guess)[None]
        return replace(advice_on([measured.guess], sizes, sizes)[0], chance=measured.chance)

    def sizes(self, guess: Any) -> IntArray:
        """Count the strings, all of them, by the score of a guess: (K,)."""
        return unlisted.part_sizes(self.game, self.state.mine, str(guess), self.state.refused)

    def wrong_turns(self, secret: Any = None) -> Turns:
        """Return my turns whose scores disagree with ``secret``; by default with the one found."""
        secret = self.secret if secret is None else secret
        return () if secret is None else mistakes.wrong_turns(self.game, self.state.mine, secret)

    def revealed(self, typed: str, *, sure: bool = False) -> Any:
        """Record the secret that the opponent tells at the end.

        Raises WordError if it contradicts a score, which may be a slip: the player is asked, and
        may be ``sure``.
        """
        secret = self.game.read(typed)
        if wrong := () if sure else self.wrong_turns(secret):
            shown = ", ".join(map(self.game.show, wrong))
            raise WordError(str(secret), f"it contradicts {shown}; enter it again if it is right")
        return secret

    @cached_property
    def explanations(self) -> tuple[mistakes.Explanation[T], ...]:
        """The possible mistakes in ``attempt``, the likeliest first; or the ``answers``."""
        return self.answers or claims.mistakes_of(self)

    @cached_property
    def answers(self) -> tuple[mistakes.Explanation[T], ...]:
        """The answers to the question of ``claim``: yes, and no with the nearest score."""
        return claims.answers_of(self)

    def choices(self, first: int = EXPLAINED) -> tuple[mistakes.Explanation[T], ...]:
        """Return all explanations as they are offered: that for ``word`` among the ``first``."""
        word = [mistake for mistake in self.explanations[first:] if mistake.kind == "word"]
        others = [mistake for mistake in self.explanations if mistake not in word]
        return (*others[: first - len(word)], *word, *others[first - len(word) :])

    @property
    def unlikely(self) -> bool:
        """Whether there are more explanations than a face shows at first."""
        return len(self.explanations) > EXPLAINED

    # --- both halves ------------------------------------------------------------------------------

    @cached_property
    def race(self) -> Race | None:
        """The opponent's half of the game; None if it is not tracked."""
        agreed = self.state.race
        return Race(self.listed, *agreed, self.state.theirs) if agreed else None

    @property
    def other(self) -> Race:
        """The opponent's half of the game. Raises GameError if it is not tracked."""
        if self.race is None:
            raise GameError("only your turns are tracked; to track both, type me or them")
        return self.race

    @property
    def decided(self) -> bool:
        """Whether a player has found the secret: at most the other's last guess is left."""
        return self.won or (self.race is not None and self.race.lost)

    @property
    def side(self) -> Side:
        """Whose guess comes next; once one player has found the secret, the other's."""
        return "them" if self._next == (1,) else "me"

    @property
    def over(self) -> bool:
        """Whether the game is over: a secret was found, and no last turn is left."""
        return not self._next

    @property
    def _next(self) -> tuple[int, ...]:
        """Who guesses next: (0,) me, (1,) the opponent; nobody if the game is over."""
        state, race = self.state, self.race
        if race is None and state.next_side is None:
            return () if self.won else (0,)
        made, lost = (len(state.mine), len(state.theirs)), race is not None and race.lost
        first, last_turn = (1 - race.first, race.last_turn) if race else (0, False)
        chosen = state.next_side and int(state.next_side == "them")
        solved = self.won, lost
        return to_move(made, solved, first=first, last_turn=last_turn, chosen=chosen)

    @property
    def is_asked(self) -> bool:
        """Whether my next guess is to be chosen."""
        return not (self.over or self.attempt) and self.side == "me"

    @property
    def odds(self) -> Odds:
        """My chances to win the race and to draw. Raises GameError if it is not tracked."""
        at = None if self.won else self.position
        return self.other.odds(at, len(self.state.mine), listed=not self.state.unlisted)


_without = remember_large(Game.without)


def allows(strategy: Strategy, boards: Sequence[Position], guess: Any) -> bool:
    """Whether a strategy allows a guess on open boards, if only as an offensive word."""
    index = boards[0].game.find(guess) if boards else -1
    return index < 0 or any(strategy.allow(at)[index] for at in boards)

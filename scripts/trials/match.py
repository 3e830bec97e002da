"""Random matches.

A state machine plays matches and shrinks what fails: names, secrets, guesses in every order and at
the same time, slips, words taken back, challenges, advice, clocks, computers, records, rematches. A
model of the rules says what is taken and who wins. Whatever the secret of the other is, as long as
it has the same scores, a player is shown and told the same, and a computer guesses the same.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

import naive
import pytest
from hypothesis import note, strategies as st
from hypothesis.stateful import initialize, precondition, rule
from strategies import told

import jotto
from jotto.assistant.match import SIGNS, STEPS, Match, Terms, moved
from jotto.assistant.match_view import view_of
from jotto.assistant.opponents import Computer
from jotto.errors import JottoError
from jotto.games.words import word_game
from trials.machines import Machine, run

UNIT = "rounds of 25 matches"
FOUND = "Nothing."
EXAMPLES = 25
WORDS = ["hatch", "latch", "patch", "crane", "slate", "plait"]  # most people do not know the last
NO_SECRET, UNLISTED, NO_WORD = "champ", "brine", "qxjkv"  # allowed; English; no word at all
CODES = "mastermind:2x3"
Score = Callable[[str, str], str]


# --- a model of a match ---------------------------------------------------------------------------


@dataclass
class Model:
    """A match, by the words of its rules alone.

    ``log`` has the guesses that stand, in the order in which they were made.
    """

    terms: Terms
    score: Score
    listed: list[str]
    names: list[str] = field(default_factory=lambda: ["", ""])
    secrets: list[str] = field(default_factory=lambda: ["", ""])
    log: list[tuple[int, str]] = field(default_factory=list)
    asking: set[int] = field(default_factory=set)
    advice: set[int] = field(default_factory=set)
    had: set[int] = field(default_factory=set)
    advised: list[int] = field(default_factory=lambda: [0, 0])
    challenged: set[tuple[int, str]] = field(default_factory=set)
    said: list[str] = field(default_factory=lambda: ["", ""])
    seen: list[int] = field(default_factory=lambda: [0, 0])
    lost: set[int] = field(default_factory=set)
    late: set[int] = field(default_factory=set)
    spent: list[float] = field(default_factory=lambda: [0.0, 0.0])
    now: float = 0.0

    def words(self, seat: int) -> list[str]:
        return [word for who, word in self.log if who == seat]

    def scored(self, seat: int, words: list[str]) -> list[tuple[str, str]]:
        return [(word, self.score(word, self.secrets[1 - seat])) for word in words]

    def shown(self, seat: int) -> list[str]:
        words = self.words(seat)
        if self.terms.together and not self.over:
            whole = min(len(self.words(each)) for each in (0, 1))
            return words[: max(whole, self.seen[seat])]
        return words

    def told(self, seat: int) -> list[str]:
        """The words whose scores their player may see: those seen before, and none in no list
        that could still be taken back; together, none of the last round.
        """
        shown = self.shown(seat)
        seen = self.over or self.terms.challenge == "counts" or len(shown) == self.seen[seat]
        if seen or shown[-1:] != [NO_WORD]:
            return shown
        return shown[:-1] if self.terms.together or self.log[-1][0] == seat else shown

    @property
    def of_words(self) -> bool:
        return self.listed[0].isalpha()

    @property
    def ready(self) -> bool:
        return all(self.secrets)

    @property
    def hits(self) -> list[int]:
        return [who for who, word in self.log if word == self.secrets[1 - who]]

    @property
    def waits(self) -> set[int]:
        """Those who would guess next, if the secrets are set."""
        ahead = len(self.words(0)) - len(self.words(1))
        if self.terms.together:
            behind = {0: {0, 1}, 1: {1}, -1: {0}}[ahead]
            return set() if self.hits and not ahead else behind
        turn = self.terms.first if not ahead else 1 - self.terms.first
        last = self.terms.last_turn and self.hits == [self.terms.first] and ahead
        return {turn} if not self.hits or last else set()

    @property
    def over(self) -> bool:
        return bool(self.lost) or not self.waits

    @property
    def asked(self) -> set[int]:
        return self.waits if self.ready and not self.over else set()

    @property
    def result(self) -> tuple[bool, int | None, bool]:
        """Whether it is over, who has won, and whether it is a draw."""
        drawn = len(self.lost) == 2 or set(self.hits) == {0, 1}
        if not self.over or drawn or not self.ready:
            return self.over, None, self.over and drawn
        (winner,) = {1 - loser for loser in self.lost} or {*self.hits}
        return True, winner, False

    def left(self, seat: int) -> int:
        told = self.scored(seat, self.told(seat))
        fits = (w for w in self.listed if all(self.score(g, w) == said for g, said in told))
        return len([*fits])

    def helped(self, seat: int) -> bool:
        if seat not in self.advice or self.over or not self.ready:
            return False
        return self.terms.advice == "both" or self.left(seat) > self.left(1 - seat)

    def wait(self, until: float) -> None:
        """Let the clocks run of those whose guess is waited for."""
        for seat in self.asked:
            self.spent[seat] += until - self.now
        self.now = until

    @property
    def out(self) -> set[int]:
        """Those whose time is over."""
        most = 60 * self.terms.minutes
        return {seat for seat in self.asked if most and self.spent[seat] >= most}

    def next_terms(self) -> Terms:
        _, winner, drawn = self.result
        tally: Any = {"drawn": self.terms.drawn + drawn}
        for seat in (0, 1):
            tally[f"won{seat}"] = getattr(self.terms, f"won{seat}") + (seat == winner)
        return replace(self.terms, first=1 - self.terms.first, **tally)

    # --- entries ----------------------------------------------------------------------------------

    def do(self, step: str, seat: int, value: str, *, sure: bool = True) -> bool:
        """Make an entry; return whether that may be. A slip may be if its player is sure."""
        if self.over != (step == "again") and step != "say":
            return False
        if not self.names[seat] and step != "join":
            return False
        word = value.strip().lower()
        may_be_slip = step in ("guess", "secret") and self.of_words
        slip = may_be_slip and word not in (*self.listed, NO_SECRET)
        if not sure and (slip or (step == "guess" and word in self.words(seat))):
            return False
        may = bool(getattr(self, f"_{step.replace(' ', '_')}")(seat, value))
        self.seen = [min(len(self.words(each)), self.seen[each]) for each in (0, 1)]
        self.seen = [len(self.told(each)) for each in (0, 1)]
        return may

    def agreed(self, word: str) -> bool:
        """Whether a word may be entered."""
        barred = {"common": [WORDS[-1], UNLISTED, NO_WORD], "list": [UNLISTED, NO_WORD], "any": []}
        entered = [*self.listed, *[NO_SECRET, UNLISTED, NO_WORD] * self.of_words]
        return word in entered and word not in barred[self.terms.dictionary]

    def _join(self, seat: int, name: str) -> bool:
        name = name.strip()
        other = self.names[1 - seat].casefold() == name.casefold()
        if self.names[seat] or other or not (0 < len(name) <= 20 and name.isprintable()):
            return False
        self.names[seat] = name
        return True

    def _secret(self, seat: int, word: str) -> bool:
        word = word.strip().lower()
        if self.log or word == NO_SECRET or not self.agreed(word):
            return False
        self.secrets[seat] = word
        return True

    def _guess(self, seat: int, word: str) -> bool:
        word = word.strip().lower()
        if seat not in self.asked or seat in self.out or not self.agreed(word):
            return False
        self.advised[seat] += seat in self.had or self.helped(seat)
        self.had.discard(seat)
        self.asking.clear()
        self.challenged = {each for each in self.challenged if each[0] != seat}
        self.said[1 - seat] = ""
        self.log.append((seat, word))
        return True

    def _leave(self, seat: int, _: str) -> bool:
        if seat in self.hits and not self.terms.together:
            return False
        if self.terms.together and len(self.words(seat)) > len(self.words(1 - seat)):
            del self.log[max(at for at, (who, _) in enumerate(self.log) if who == seat)]
        self.lost.add(seat)
        return True

    def _back(self, seat: int, _: str) -> bool:
        if self.words(seat):
            self.asking.add(seat)
        return bool(self.words(seat))

    def _answer(self, seat: int, answer: str) -> bool:
        other = 1 - seat
        if other not in self.asking:
            return False
        self.asking.discard(other)
        if answer == "yes":
            self.asking.clear()
            rounds = len(self.words(other)) - 1
            if self.terms.together:  # all of that round goes
                kept = [self.words(each)[:rounds] for each in (0, 1)]
                self.log = [(who, word) for who in (0, 1) for word in kept[who]]
            else:  # and all that came later
                last = max(at for at, (who, _) in enumerate(self.log) if who == other)
                self.log = self.log[:last]
            for each in (0, 1):
                self.advised[each] = min(self.advised[each], len(self.words(each)))
        return True

    def _advice(self, seat: int, _: str) -> bool:
        if self.terms.advice != "none":
            self.advice.add(seat)
        return self.terms.advice != "none"

    def _no_advice(self, seat: int, _: str) -> bool:
        if self.helped(seat):
            self.had.add(seat)
        self.advice.discard(seat)
        return True

    def _challenge(self, seat: int, word: str) -> bool:
        other, shown = 1 - seat, self.shown(1 - seat)
        if word not in shown or not self.of_words:
            return False
        if self.terms.challenge == "back":
            rounds = len(shown)
            made_next = len(self.words(seat)) > rounds if self.terms.together else None
            late = self.log[-1] != (other, word) if made_next is None else made_next
            if late or word != shown[-1]:
                return False
            if len(self.told(other)) < rounds:
                kept = [self.words(other)[: rounds - 1], self.words(seat)]
                both = [[(other, each) for each in kept[0]], [(seat, each) for each in kept[1]]]
                self.log = [*both[0], *both[1]] if self.terms.together else self.log[:-1]
                self.advised[other] = min(self.advised[other], rounds - 1)
                self.asking.discard(other)
        self.challenged.add((other, word))
        return True

    def _say(self, seat: int, sign: str) -> bool:
        if sign not in SIGNS or not self.names[1 - seat]:
            return False
        self.said[seat] = sign
        return True

    def _late(self, *_: object) -> bool:
        out = self.out
        self.late = {seat for seat in out if self.spent[seat] == max(self.spent[s] for s in out)}
        self.lost |= self.late
        return True

    def _again(self, *_: object) -> bool:
        return True


# --- the machine ----------------------------------------------------------------------------------

TERMS = st.builds(
    Terms,
    first=st.integers(0, 1),
    together=st.booleans(),
    last_turn=st.booleans(),
    dictionary=st.sampled_from(["any", "any", "list", "common"]),
    challenge=st.sampled_from(["counts", "back"]),
    advice=st.sampled_from(["none", "both", "behind"]),
    minutes=st.sampled_from([0, 0, 1]),
)
WHO = st.sampled_from([None, None, None, 0, 1])  # as a rule, whose turn it is
SEAT = st.integers(0, 1)
NAMES = st.sampled_from(["Ann", "Bob", " ann ", "", "x" * 20, "x" * 21, "a\nb", "\ud800", "<b>"])
OTHERS = st.sampled_from(["back", "back", "advice", "advice", "no advice", "late"])
STRAY = st.sampled_from(["join", "secret", "secret", "say", "say", *STEPS])
SECONDS = st.sampled_from([1, 5, 20, 30, 59, 61])
PLAYERS = st.sampled_from([None, None, None, "beginner", "easy", "medium", "strong"])
SURE = st.sampled_from([True, True, True, False])


def is_played(machine: Seats) -> bool:
    """Whether a rule is of use: the match is begun, and is not over."""
    return machine.model.ready and not machine.model.over


@cache
def made(rule_name: str) -> Any:
    """A game, made once: it keeps how hard its secrets are."""
    if rule_name == CODES:
        return jotto.named(CODES)
    return word_game(WORDS, [NO_SECRET], rule=rule_name)


class Seats(Machine):
    """A match and the model of it."""

    counts: ClassVar = Counter[str]()
    ENTRIES = 20

    @initialize(
        terms=TERMS,
        kind=st.sampled_from([*naive.RULES, CODES]),
        begun=st.sampled_from([True, True, True, False]),
        player=PLAYERS,
        data=st.data(),
    )
    def begin(self, terms: Terms, kind: str, begun: bool, player: Any, data: Any) -> None:
        self.game = game = made(kind)
        self.seen: Match | None = None
        score = naive.RULES[game.rule.name]
        self.model = Model(terms, score, [*game.secrets])
        self.match = Match(game, terms)
        self.computer = Computer(player, data.draw(st.integers(0, 9))) if player else None
        note(f"{terms} {kind}")
        self.enter("join", 0, "Ann")
        if self.computer:
            self.enter("join", 1, self.computer.name)
            self.enter("secret", 1, self.computer.secret(game, self.match.barred))
        if begun:
            self.enter("join", 1, "Bob")
            for seat in (0, 1):
                self.enter("secret", seat, data.draw(st.sampled_from(game.secrets[:5])))

    # --- entries ----------------------------------------------------------------------------------

    def word(self, data: Any) -> str:
        """A word or a code, as a rule one that can be entered and is nobody's secret."""
        listed, odd = self.model.listed, ["", "9"]
        if self.model.of_words:
            odd = [NO_SECRET, UNLISTED, NO_WORD, NO_WORD, " CRANE", "cra", "cr4ne", ""]
        other = [word for word in listed if word not in self.model.secrets]
        return str(data.draw(st.sampled_from([*other * 4, *listed, *odd])))

    @precondition(is_played)
    @rule(data=st.data(), who=WHO, number=st.integers(1, 3))
    def guess(self, data: Any, who: int | None, number: int) -> None:
        for _ in range(number):
            seat = min(self.model.asked, default=0) if who is None else who
            self.enter("guess", seat, self.word(data), sure=data.draw(SURE))

    @precondition(lambda self: is_played(self) and self.model.log)
    @rule(data=st.data(), step=OTHERS)
    def other(self, data: Any, step: str) -> None:
        self.enter(step, self.seat(data), "")

    @precondition(lambda self: is_played(self) and self.model.log)
    @rule(data=st.data())
    def challenge(self, data: Any) -> None:
        """Some word of the other is challenged, as a rule the last one."""
        seat = 1 - self.seat(data)
        words = self.model.words(1 - seat)
        self.enter("challenge", seat, data.draw(st.sampled_from([*words[-1:] * 3, *words, "zz"])))

    @precondition(lambda self: self.model.asking and not self.model.over)
    @rule(data=st.data(), answer=st.sampled_from(["yes", "yes", "no"]))
    def answer(self, data: Any, answer: str) -> None:
        asked = [1 - seat for seat in sorted(self.model.asking)]
        self.enter("answer", data.draw(st.sampled_from([*asked * 4, 0, 1])), answer)

    @rule(data=st.data(), seat=SEAT, step=STRAY)
    def stray(self, data: Any, seat: int, step: str) -> None:
        """An entry at any time, as a rule one before or after the game."""
        values = {"join": NAMES, "say": st.sampled_from([*SIGNS, *SIGNS, "", "<b>"])}
        values["again"] = st.just("QRSTUV")  # the server makes this code
        self.enter(step, seat, data.draw(values[step]) if step in values else self.word(data))

    def seat(self, data: Any) -> int:
        """A seat, as a rule one with a guess."""
        return int(data.draw(st.sampled_from(sorted({who for who, _ in self.model.log}) or [0, 1])))

    @rule(seconds=SECONDS)
    def wait(self, seconds: float) -> None:
        note(f"{seconds} s later")
        self.model.wait(self.model.now + seconds)
        self.is_as_the_model_says()

    @precondition(lambda self: self.model.over and self.model.ready)
    @rule(data=st.data())
    def rematch(self, data: Any) -> None:
        """The same two play again; the other begins."""
        self.teardown()
        note("rematch")
        terms, names, now = self.model.next_terms(), self.model.names, self.model.now
        assert self.match.next_terms() == terms
        self.match, self.model = (
            Match(self.game, terms),
            Model(terms, self.model.score, self.model.listed),
        )
        self.model.now = now
        for seat, name in enumerate(names):
            self.enter("join", seat, name)
            self.enter("secret", seat, data.draw(st.sampled_from(self.game.secrets[:5])))

    def enter(self, step: str, seat: int, value: str, *, sure: bool = True) -> None:
        """Make an entry: it is taken or refused, in one line, as the model says."""
        if self.computer and self.model.names[1] and step not in ("join", "secret"):
            seat = 0
        note(f"entry {step} {seat} {value}{'' if sure else ' ?'}")
        before, other = self.match, self.alternative(seat)
        self.match, refusal = self.after(before, step, seat, value, sure=sure)
        taken = not refusal
        assert len(refusal.splitlines()) <= 1, refusal
        assert taken == self.model.do(step, seat, value, sure=sure), refusal
        assert taken or self.match is before
        self.counts[step if taken else f"{step} refused"] += 1
        if other and not (taken and step == "guess"):
            assert self.after(other, step, seat, value, sure=sure)[1] == refusal
        if self.computer and taken and self.match.ready:
            self.answered()
        self.is_as_the_model_says()
        self.each_sees_what_is_theirs()

    def after(
        self, match: Match, step: str, seat: int, value: str, *, sure: bool
    ) -> tuple[Match, str]:
        """A match after an entry, as a page sends it, or the reason why it is refused."""
        move = {"do": step, "word": value, **({"sure": value} if sure else {})}
        try:
            if step in ("join", "again"):
                return match.entered(step, seat, value, self.model.now), ""
            return moved(match, seat, move, self.model.now), ""
        except JottoError as error:
            return match, str(error)

    def answered(self) -> None:
        """The computer moves, and guesses the same whatever secret it has to find."""
        assert self.computer
        done = self.computer.moved(self.match, self.model.now)
        for step, seat, value, now in done.transcript[len(self.match.transcript) :]:
            assert seat == 1
            if step == "guess" and (other := self.alternative(1)):
                assert self.computer.guess(other, 1) == value
            note(f"computer {step} {value}")
            assert self.model.do(step, 1, value)
            self.match = self.match.entered(step, seat, value, now)
        assert self.match == done

    def alternative(self, seat: int) -> Match | None:
        """The match with another secret that a player cannot tell from the true one, if any.

        A guess of the other that is not to be seen yet is another one, too.
        """
        model, match = self.model, self.match
        entries, other = [*match.transcript], 1 - seat
        at = [n for n, entry in enumerate(entries) if entry[:2] == ("secret", other)]
        if not at or match.over:
            return None
        true, score = model.secrets[other], model.score
        made = [
            entry[2].strip().lower() for entry in entries[at[-1] :] if entry[:2] == ("guess", seat)
        ]
        hidden = len(model.words(seat)) - len(model.told(seat))
        known = made[: len(made) - hidden]
        fits = (
            word
            for word in model.listed
            if word != true and word not in made and model.agreed(word)
            if all(score(guess, word) == score(guess, true) for guess in known)
        )
        if (secret := next(fits, None)) is None:
            return None
        entries[at[-1]] = (*entries[at[-1]][:2], secret, entries[at[-1]][3])
        if len(model.words(other)) > len(model.shown(other)):
            last = max(n for n, entry in enumerate(entries) if entry[:2] == ("guess", other))
            words = (w for w in model.listed if w != model.words(other)[-1] and model.agreed(w))
            entries[last] = ("guess", other, next(words), entries[last][3])
        return Match(match.game, match.terms, tuple(entries))

    # --- what always holds ------------------------------------------------------------------------

    def is_as_the_model_says(self) -> None:
        match, model = self.match, self.model
        assert {*match.asked} == model.asked
        assert (match.over, match.winner, match.drawn) == model.result
        assert {n for n in (0, 1) if match.advised(n)} == {*filter(model.helped, (0, 1))}
        for seat, player in enumerate(match.seats):
            assert told(match, seat) == model.scored(seat, model.words(seat))
            assert [turn.guess for turn in match.shown(seat)] == model.shown(seat)
            assert [turn.guess for turn in match.told(seat)] == model.told(seat)
            assert (player.name or "", player.ready) == (
                model.names[seat],
                model.secrets[seat] != "",
            )
            assert (player.solved, player.asks) == (seat in model.hits, seat in model.asking)
            assert (player.advised, player.sign) == (model.advised[seat], model.said[seat])
            assert player.late == (seat in model.late)
            assert {(seat, word) for word in player.challenged} == {
                each for each in model.challenged if each[0] == seat
            }
        clocks = match.clocks(model.now)
        left = [60 * match.terms.minutes - seconds for seconds in model.spent]
        assert clocks == pytest.approx(left * bool(match.terms.minutes))

    def each_sees_what_is_theirs(self) -> None:
        match, model, now = self.match, self.model, self.model.now
        if match is self.seen:
            return
        self.seen = match
        for seat in (0, 1, None):
            view = view_of(match, seat, "ABCDEF", now=now)
            self.counts[view.stage] += 1
            assert (view.stage == "over") == model.over
            assert (view.stage == "guess") == ("guess" in view.moves) == (seat in model.asked)
            assert view.guess is None or (seat in model.asked and match.advised(seat))
            order = (seat, 1 - seat) if seat else (0, 1)
            for number, board in zip(order, view.boards, strict=True):
                scored = model.told(number) if seat in (None, number) else model.shown(number)
                rows = model.scored(number, scored)
                if number == seat:
                    rows += [(word, "") for word in model.words(number)[len(rows) :]]
                if seat is None and not model.over:
                    rows = [("", score) for _, score in rows]
                assert [(row.guess, row.score) for row in board.rows] == rows
            if seat is not None and (other := self.alternative(seat)):
                assert view_of(other, seat, "ABCDEF", now=now) == view
                self.counts["alternatives"] += 1
        if model.of_words:
            watched = json.dumps(asdict(view)).lower()
            guessed = {word for _, word in (*model.log, *model.challenged)}
            shown = {word for word in (*WORDS, UNLISTED, NO_WORD) if word in watched}
            assert shown >= {*model.secrets} - {""} if model.over else not shown
            hidden = repr(match) + repr(match.seats) + repr(match.saved({}))
            assert not any(word in hidden for word in {*model.secrets} - guessed - {""})

    def teardown(self) -> None:
        """It can be stored, and is recorded for both."""
        if not hasattr(self, "match"):
            return
        match, model = self.match, self.model
        again = Match.restored(match.game, match.saved({}))
        assert (again, again.seats) == (match, match.seats)
        for seat in (0, 1) if model.over else ():
            record = match.record(seat, {})
            mine, theirs = (model.scored(n, model.words(n)) for n in (seat, 1 - seat))
            assert [*record.turns] == [*map("=".join, mine)]
            assert [*record.theirs] == [*map("=".join, theirs)]
            secrets = model.secrets[1 - seat], model.secrets[seat]
            assert (record.secret or "", record.own or "") == secrets
            _, winner, drawn = model.result
            if model.ready:
                by = ("time" if model.late else "resignation") if not model.hits else ""
                result = "drawn" if drawn else "won" if winner == seat else "lost"
                assert (record.result, record.by) == (result, by)
            self.counts[f"ended {record.result} {record.by}"] += 1


def play(seed: int, folder: Path) -> int:
    """Play some matches."""
    return run(Seats, seed, EXAMPLES)

"""Random live games.

A state machine plays them and shrinks each failure: moves typed and by forms, slips, edits, pasted
games, unlisted words, false answers, boards, codes, undo, the terminal's screen, the database. The
candidates are those of the definitions, every entry can be taken back, and true scores win.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict
from functools import cache
from itertools import count, product
from operator import add, ne
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, ClassVar

import naive
from hypothesis import note, strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule
from texts import as_texts, heard

import jotto
from jotto.assistant import move_table, moves
from jotto.assistant.store import NAMED, Saved, Store
from jotto.assistant.view import PANES, pane, view
from jotto.cli.look import drawn
from jotto.engine.lies import lying
from jotto.errors import JottoError
from trials.machines import Machine, run

UNIT = "rounds of 25 games"
FOUND = """four faults, by other players before this one. An edit after a win could store an
impossible score. There was no help where a game is over. An empty line was taken as a score. All
unlisted words refused before the first turn gave an internal error."""
EXAMPLES = 25
Move = Mapping[str, str]
CODES = "mastermind:2x4", "bulls-and-cows:2x5"
KINDS = *["words", "both"] * 3, "lies", "fibble", "codes"
OVER = {"terminal": {"undo", "turns", "save", "help", "finish", "quit"}, "page": {"undo", "finish"}}
MOVES = *moves.MOVES, "undo", "undo", "edit", "quit"
TYPED = [kind for kind in move_table.table().values() if "terminal" in kind.faces]
WAYS = list(dict.fromkeys(form.form for kind in TYPED for form in kind.typed))
CHOICES = {
    "number": [*"111122230", "-1", "0001", "x", "", "9" * 30, "\u0661"],
    "offer": "123abz",
    "side": ["me", "them", "x"],
    "yes or no": ["yes", "no", "", "x"],
    "topic": ["score", "both", "x"],
}
LINES = "redo", "yes", "0", "=", "  ", "\x00", "\xe9", "edit 1", "edit", "they", "secret", "\u0130"
HEADS = "", "Wordle 1,234 2/6 ", "Daily Quordle 155 6\ufe0f\u20e3\U0001f7e5 quordle.com "
BLOCKS = str.maketrans("BYG", "⬛🟨🟩")
PLACES = {"about": "word", "secret": "word", "turn": "number", "board": "number", "page": "number"}
SIZES = (40, 12), (80, 24), (160, 50)  # of a terminal
FINISHED = 60  # guesses in which a game of true scores is over


def some_words(length: int, number: int, seed: int) -> list[str]:
    """Different words; of three numbers Hypothesis finds the simplest sooner than of a list."""
    every = ["".join(letters) for letters in product("abcde", repeat=length)]
    return Random(seed).sample(every, number)


@cache
def folder() -> TemporaryDirectory[str]:
    return TemporaryDirectory()


@cache
def store() -> Store:
    return Store(Path(folder().name) / "games.sqlite", synced=False)


def scores(game: Any, guess: str, secret: str) -> list[str]:
    """The scores that may be told truly, by the definition: one, but of Fibble many."""
    if game.rule.name == "fibble":
        return (
            [*naive.fibble(guess, secret)] if guess != secret else [game.rule.texts[game.rule.win]]
        )
    return [naive.RULES[game.rule.name](guess, secret)]


def turns_of(session: jotto.Session, board: int) -> list[tuple[str, str]]:
    texts = session.game.rule.texts
    return [(str(t.guess), texts[t.code]) for t in session.state.boards[board]]


def candidates(session: jotto.Session, board: int) -> list[Any]:
    """The secrets in the list that agree with the turns of a board, by the definition."""
    game, turns = session.game, turns_of(session, board)
    left = [word for word in game.secrets if word not in session.state.refused]
    if game.rule.name == "fibble":
        return [s for s in left if all(text in scores(game, g, s) for g, text in turns)]
    found = [*naive.lies_needed(turns, left, naive.RULES[game.rule.name], game.lies)]
    if game.rule.name != "jots" or found or game.lies:
        return found
    # all letters are the win where nothing else can be meant, as after a word was refused
    score, full = naive.RULES["jots"], str(game.length)
    won = [(word, [(g, "win" if (g, t) == (word, full) else t) for g, t in turns]) for word in left]
    return [word for word, told in won if all(score(g, word) == t for g, t in told)]


def undone(session: jotto.Session) -> jotto.Session:
    """Undo, and check that this takes back an attempt, or else the last entry."""
    after = moves.make_move(session, {"do": "undo"}).session
    if session.attempt:
        assert (after.transcript, after.attempt) == (session.transcript, None)
    else:  # what is left of a shared game may not fit, and is tried then
        assert (after.attempt or after).transcript == session.transcript[:-1]
        assert len(after.transcript) < max(1, len(session.transcript))
    return after


def check_turns(before: jotto.Session, after: jotto.Session, move: Move) -> None:
    """A move changes the turns that it is about, and no other ones."""
    old, new, name = before.state, (after.attempt or after).state, move["do"]
    if name == "they":
        turn, texts = new.theirs[-1], after.game.rule.texts
        assert (new.boards, new.theirs[:-1]) == (old.boards, old.theirs)
        if not move.get("score"):
            secret = str(after.other.secret)
            assert texts[turn.code] in scores(after.game, str(turn.guess), secret)
    elif name == "score" and not before.attempt:
        assert new.theirs == old.theirs
        more = [turns[len(made) :] for made, turns in zip(old.boards, new.boards, strict=True)]
        assert {str(turn.guess) for turns in more for turn in turns} == {
            after.game.read_guess(move.get("word", "").strip() or before.guess)
        }
        assert new.boards == tuple(map(add, old.boards, more))
    elif name == "edit":
        old = (before.attempt or before).state
        for made, turns in zip((*old.boards, old.theirs), (*new.boards, new.theirs), strict=True):
            assert sum(map(ne, made, turns)) <= 1
    elif name == "hint":
        assert after.state == before.state
    elif name not in ("fix", "grid", "score", "undo"):
        assert (new.boards, new.theirs) == (old.boards, old.theirs)


class LiveGame(Machine):
    """A live game, the secrets of its boards, and how it is stored."""

    counts: ClassVar = Counter[str]()
    ENTRIES = 14

    @initialize(data=st.data(), kind=st.sampled_from(KINDS))
    def begin(self, data: Any, kind: str) -> None:
        draw = data.draw
        if kind == "codes":
            game = jotto.named(draw(st.sampled_from(CODES)))
        else:
            names = ["fibble"] if kind == "fibble" else [*naive.RULES]
            numbers = st.integers(2, 5), st.integers(4, 25), st.integers(0, 999)
            listed = some_words(*map(draw, numbers))
            secrets = listed[: draw(st.integers(len(listed) // 2, len(listed)))]
            prior = dict(zip(secrets, count(1))) if draw(st.booleans()) else None
            rule_name = draw(st.sampled_from(names))
            game = jotto.words(secrets, listed[len(secrets) :], rule=rule_name, prior=prior)
        if kind == "lies":
            game = lying(game, draw(st.integers(1, 2)))
        single = game.noisy or kind in ("both", "codes")
        most = 1 if single else min(3, len(game.secrets))
        boards = draw(st.sampled_from([1, 1, 1, *range(1, most + 1)]))
        names = ["entropy", "simple"] if game.noisy else ["entropy", "minimax", "simple"]
        may = ["all", "candidates", *["hard"] * (game.rule.name == "colours" and boards == 1)]
        allow = "all" if game.noisy else draw(st.sampled_from(may))
        strategy = jotto.strategy(draw(st.sampled_from(names)), allow=allow)
        self.start = self.session = jotto.Session(game, strategy, boards=boards)
        secret = st.sampled_from(game.secrets)
        self.secrets = draw(st.lists(secret, min_size=boards, max_size=boards, unique=True))
        self.saved = Saved({}, game.key, name="game")
        self.counts["begun"] += 1
        if kind == "both":
            self.sent(data, move_table.table()["race"])

    # --- moves ------------------------------------------------------------------------------------

    @precondition(lambda self: not self.session.over)
    @rule(data=st.data())
    def score(self, data: Any) -> None:
        """The usual move: a score of mine, or a guess of theirs."""
        asked = self.session.side == "me" or self.session.attempt
        self.sent(data, move_table.table()["score" if asked else "they"])

    @rule(data=st.data(), name=st.sampled_from(MOVES))
    def form(self, data: Any, name: str) -> None:
        """A move by the form of a page, offered or not."""
        self.sent(data, move_table.table()[name])

    @rule(data=st.data(), way=st.sampled_from(WAYS))
    def line(self, data: Any, way: str) -> None:
        """A move as it is typed."""
        parts = []
        for part in way.split():
            if part.startswith("["):
                if data.draw(st.booleans()):
                    continue
                part = part[1:-1]
            for name in move_table.PLACE.findall(part):
                part = self.value(data, PLACES.get(name, name)).replace("+", " ")
            parts.append(data.draw(st.sampled_from(part.split("|"))) if "|" in part else part)
        self.typed(data.draw(st.sampled_from([str, str, str.upper]))(" ".join(parts)))

    @rule(data=st.data(), kind=st.sampled_from(["text", "line", *PANES]))
    def other(self, data: Any, kind: str) -> None:
        """A game as it is shared, what no one understands, or a question."""
        if kind in PANES:
            about = {"about": "word", "help": "topic"}.get(kind)
            self.entered({"do": kind, "about": self.value(data, about) if about else ""})
        else:
            self.typed(self.value(data, kind))

    def value(self, data: Any, kind: str, guess: str | None = None) -> Any:
        """A value as it is typed, as a rule a valid one."""
        draw, session = data.draw, self.session
        game, texts, long = session.game, session.game.rule.texts, session.game.length
        match kind:
            case "word":
                unlisted = st.text("abcdexyz", min_size=long, max_size=long)
                other = st.text("abcde12 ,'", max_size=long + 2)
                listed = st.sampled_from(game.guesses)
                return draw(draw(st.sampled_from([listed, listed, listed, unlisted, other])))
            case "score":
                to_score = session.to_score or (0,)
                guess = guess or self.asked()
                parts = []
                for secret in (self.secrets[at] for at in to_score):
                    true = len(guess) == long and draw(st.sampled_from([True, True, True, False]))
                    may = scores(game, guess, secret) if true else texts
                    parts.append(draw(st.sampled_from(may)))
                return draw(st.sampled_from(["+".join(parts)] * 6 + [parts[0], "9,9", ""]))
            case "change":
                both = self.value(data, "word"), self.value(data, "score")
                return draw(st.sampled_from([*both, " ".join(both), "=".join(both)]))
            case "text":
                listed = st.sampled_from([*game.guesses, *self.secrets])
                words = draw(st.lists(listed, min_size=1, max_size=3))
                meant = draw(st.sampled_from([self.secrets, self.secrets[::-1], [words[0]]]))
                rows = [" ".join(naive.colours(word, secret) for secret in meant) for word in words]
                lines = *words, *(row.translate(BLOCKS) for row in rows)
                return draw(st.sampled_from(HEADS)) + draw(st.sampled_from(" \n")).join(lines)
            case "line":
                return draw(st.sampled_from(LINES) | st.text("abcde 0,12+=?GYB⬛🟨🟩", max_size=9))
        return draw(st.sampled_from(CHOICES[kind]))

    def asked(self) -> str:
        """The word that is probably scored next."""
        session = self.session
        return session.guess if session.is_asked else str(session.game.guesses[0])

    def sent(self, data: Any, kind: Any) -> None:
        """Send a move with some of its values; a score is as a rule that of its word."""
        move = {"do": kind.name}
        needed = ["word"] if kind.name == "they" else ["score", "text", "turn", "number"]
        for name in sorted(kind.values, key="score".__eq__):
            if name in needed or data.draw(st.booleans()):
                move[name] = self.value(data, kind.values[name], move.get("word"))
        self.entered(move)

    def typed(self, line: str) -> None:
        note(f"line {line!r}")
        try:
            move = moves.read_move(self.session, line)
        except JottoError as error:
            self.refused(error)
        else:
            self.entered(move)

    def entered(self, move: Move) -> None:
        """Make a move: it is taken, or refused in one line, and then nothing has changed."""
        before, name = self.session, move["do"]
        note(f"move {move}")
        try:
            if "about" in move:
                if name in PANES and not before.over:
                    as_texts(pane(before, name, move["about"]))
                return
            moves.notes(before, move)
            done = moves.make_move(before, move)
            self.session, said = done.session, done.messages
        except JottoError as error:
            self.refused(error)
            return
        assert all(map(str, said))
        self.counts[name] += 1
        check_turns(before, self.session, move)
        if name in ("hint", "undo"):
            return
        back = undone(self.session)
        while name == "grid" and (back.attempt or len(back.transcript) > len(before.transcript)):
            back = undone(back)  # row by row
        assert (back.state, back.attempt) == (before.state, None)
        assert back.transcript == before.transcript

    def refused(self, error: JottoError) -> None:
        assert len(str(error).splitlines()) == 1, error
        self.counts["refused"] += 1

    @precondition(lambda self: len(self.session.transcript) % 4 == 3)
    @rule()
    def end(self) -> None:
        """From here, or from the last position where nothing is false, true scores win."""
        session, secrets = self.session, self.secrets
        while not self.is_true(session):
            session = undone(session)
        for number in range(FINISHED):
            if session.over:
                break
            guess, game = session.guess, session.game
            true = (scores(game, guess, secrets[at]) for at in session.to_score)
            score = "+".join(may[number % len(may)] for may in true)
            move = {"do": "score", "word": guess, "score": score}
            session = moves.make_move(session, move).session
            assert session.attempt is None, "true scores leave no candidate"
        assert session.over
        assert view(session).stage == "over"
        self.counts["ended"] += 1

    def is_true(self, session: jotto.Session) -> bool:
        state = session.state
        if session.attempt or state.race or state.refused or state.unlisted or state.next_side:
            return False
        return all(secret in candidates(session, at) for at, secret in enumerate(self.secrets))

    # --- what always holds ------------------------------------------------------------------------

    @invariant()
    def is_shown(self) -> None:
        """The view, drawn, as JSON, and of the game as it is stored."""
        session, seen = self.session, view(self.session)
        sent = asdict(seen)
        assert heard(json.loads(json.dumps(sent))) == heard(sent)
        assert as_texts(seen)
        columns, rows = SIZES[len(session.transcript) % len(SIZES)]
        drawn(seen, columns, rows, rows)
        assert (seen.stage == "over") == (session.over and not session.attempt)
        assert not session.over or not session.is_asked
        assert (seen.guess is None) == (seen.stage != "guess")
        assert (seen.odds is None) == (session.race is None or session.decided)
        if seen.stage == "guess":
            assert len(session.guess) == session.game.length
        self.counts[seen.stage] += 1
        again = self.stored(session)
        assert (again.transcript, again.state) == (session.transcript, session.state)
        assert view(again) == seen
        self.session = again

    def stored(self, session: jotto.Session) -> jotto.Session:
        """Store the game as every face does, and read it by another connection."""
        shown, saved = session.attempt or session, self.saved.updated(session)
        guesses = shown.game.shown(" ".join(str(turn.guess) for turn in shown.state.mine[-NAMED:]))
        assert saved.title().endswith(guesses or "no guess yet") or shown.boards > 1
        self.saved = (store().write if saved.begun else store().delete)(saved)
        if not saved.begun:
            return session
        with Store(store().path) as other:
            return other.load(self.saved.name).restore(self.start)

    @invariant()
    def what_is_over_offers_no_move(self) -> None:
        if self.session.over and not self.session.attempt:
            so = move_table.facts(self.session)
            assert {face: {*move_table.offered(so, face)} for face in OVER} == OVER

    @invariant()
    def candidates_are_those_of_the_definition(self) -> None:
        session = self.session
        for at, board in enumerate(session.singles):
            left = [] if board.contradiction else list(board.position.candidates)
            if session.state.unlisted:
                score: Any = naive.RULES[session.game.rule.name]
                for word in [] if session.won else left:
                    assert word not in session.game.secrets
                    assert word not in session.state.refused
                    assert all(score.__wrapped__(g, word) == s for g, s in turns_of(session, at))
                assert session.won or session.count >= len(left)
            else:
                expected = candidates(session, at)
                assert left == expected
                assert board.won or session.decided or expected, "no candidate, and no attempt"

    def teardown(self) -> None:
        if hasattr(self, "saved"):
            store().delete(self.saved)


def play(seed: int, folder: Path) -> int:
    """Play some games."""
    return run(LiveGame, seed, EXAMPLES)

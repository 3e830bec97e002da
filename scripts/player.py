"""Play random live games: lines, taps, slips, shared games, lies, codes, undo, resume.

    python scripts/player.py --games 3000 --seed 0
    python scripts/player.py --rounds 5 --games 0 --seed 0

After every entry the candidates are those of the definition (tests/naive.py), the view and what can
be asked for are drawn, undo leads back to where the game was, and the saved game, read by another
connection, is the same. A game that is over assumes no position. In the end each saved game is
opened, undone, finished by true scores, and deleted. Matches are played against the model of
tests/assistant/test_match.py. A game that fails is named by its seed. Exit status: 0 if none does.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from traceback import format_exc
from typing import Annotated, Any

import typer
from gates import Seed, report

import jotto
from jotto import Game, Session
from jotto.assistant import moves, view
from jotto.assistant.store import NAMED, Saved, Store
from jotto.cli.screen import drawn
from jotto.engine.lies import lying
from jotto.errors import JottoError

sys.path.extend(str(Path(__file__).parents[1] / part) for part in ("tests", "tests/assistant"))
import naive

RULES = {"exact-elsewhere": naive.exact_elsewhere, "jots": naive.jots, "colours": naive.colours}
STRATEGIES = "entropy", "minimax", "simple"
LINES = (
    *("undo", "undo", "hint", "why", "list", "more", "help", "turns", "yes", "0", "save"),
    *("me", "them", "not a word", "last turn", "no last turn", "a", "b", "c", "redo", "\x00"),
    *("edit 1 0", "edit 9 1", "edit their 1 0", "list 2", "about aaa", "they", "secret", "="),
    *("unlisted", "  ", "\xe9"),
)
NUMBERS = ("0", "1", "2", "-1", "0001", "x", "", "9" * 30, "\u0661")
SAID = ("score", "word", "turn", "number", "side", "first", "last_turn", "board", "at", "do")
PANES = ("why", "more", "more common", "list", "help", "about")
BLOCKS = str.maketrans("BYG", "⬛🟨🟩")
ENTRIES = 14
A_ROUND = 800  # matches
FINISHED = 60  # guesses in which a game of true scores is over


def drawn_game(draw: Random) -> tuple[Game[str], int]:
    """Draw a small game, and how many boards it has."""
    length = draw.choice([3, 3, 4])
    words = list(dict.fromkeys("".join(draw.choices("abcde", k=length)) for _ in range(30)))
    cut = draw.randint(2, len(words))
    rule = draw.choice([*RULES])
    boards = draw.choice([1, 1, 1, 2])
    weights = {word: draw.random() + 0.01 for word in words[:cut]}
    prior = weights if draw.random() < 0.3 else None
    game, kind = jotto.words(words[:cut], words[cut:], rule=rule, prior=prior), draw.random()
    if kind < 0.1:
        return jotto.named(draw.choice(["mastermind:2x4", "bulls-and-cows:2x5"])), 1
    if kind < 0.25:
        return lying(game, draw.choice([1, 2])), 1
    return game, min(boards, cut)


def brute(session: Session[str], board: int) -> list[str]:
    """Return the candidates of a board by the definition."""
    score, told = RULES[session.game.rule.name], session.state
    texts = session.game.rule.texts
    turns = [(str(turn.guess), texts[turn.code]) for turn in told.boards[board]]
    left = [word for word in session.game.secrets if word not in told.refused]
    return [*naive.lies_needed(turns, left, score, session.game.lies)]


def undone(session: Session[str]) -> Session[str]:
    """Undo, and check that this takes back an attempt, or else the last entry."""
    after = moves.after(session, {"do": "undo"}).session
    if session.attempt:
        assert (after.transcript, after.attempt) == (session.transcript, None)
    else:  # what is left of a shared game may not fit, and is tried then
        assert (after.attempt or after).transcript == session.transcript[:-1]
        assert len(after.transcript) < len(session.transcript)
    return after


@dataclass
class Player:
    """One random game, and the database that it is saved in."""

    seed: int
    store: Store
    draw: Random = field(init=False)
    session: Session[str] = field(init=False)
    saved: Saved = field(init=False)
    did: list[object] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.draw = Random(self.seed)
        game, boards = drawn_game(self.draw)
        strategy = self.draw.choice(("entropy", "simple") if game.noisy else STRATEGIES)
        self.start = Session(game, strategy, boards=boards)
        self.session = self.start
        self.secrets = self.draw.sample(list(game.secrets), boards)
        self.saved = Saved({"seed": self.seed}, game.key, name=f"game {self.seed}")

    def play(self) -> None:
        """Play the game, check it at every entry, then end it. Raises AssertionError."""
        for _ in range(self.draw.randint(1, ENTRIES)):
            self.enter()
            self.check()
            self.keep()
        self.end()

    # --- entries --------------------------------------------------------------------------------

    def word(self) -> str:
        """Draw a word: listed, unlisted, or of a wrong length."""
        game, chance = self.session.game, self.draw.random()
        if chance < 0.75:
            return self.draw.choice(game.guesses)
        return "".join(self.draw.choices("abcdexyz", k=len(game.guesses[0]) + (chance > 0.95)))

    def score(self, guess: str) -> str:
        """Return the score of a guess, often the true one, on each board to be scored."""
        true, texts = RULES[self.session.game.rule.name], self.session.game.rule.texts
        some = [self.secrets[at] for at in self.session.to_score] or self.secrets[:1]
        if len(guess) != len(some[0]):
            return self.draw.choice(texts)
        slips = [self.draw.choice(texts) if self.draw.random() < 0.2 else "" for _ in some]
        return "+".join(slip or true(guess, one) for slip, one in zip(slips, some, strict=True))

    def shared(self) -> str:
        """Draw a game as it is shared, with its words: some won, some with slips."""
        words = [self.word() for _ in range(self.draw.randint(0, 3))]
        words += self.draw.sample(self.secrets, 1) if self.draw.random() < 0.5 or not words else []
        rows = [self.score(word).translate(BLOCKS) for word in words]
        return " ".join([self.draw.choice(["", "Wordle 1,234 2/6"]), *words, *rows])

    def line(self) -> str:
        """Draw a line as people type it."""
        word = self.word()
        usual = self.session.guess if self.session.is_asked else word
        theirs, told = f"they {word}", self.score(word)
        edits = f"edit {self.draw.randint(1, 3)} {told}", f"edit 1 {word}", f"edit 1 board 1 {told}"
        turns = [f"{word} {told}"] * 3 + [self.score(usual)] * 5
        said = f"secret {word}", f"about {word}", theirs, f"{theirs} {told}", self.shared()
        return self.draw.choice([*turns, word, *self.draw.sample(LINES, 2), *edits, *said])

    def tap(self) -> dict[str, Any]:
        """Draw a move as a page sends it, or as none does."""
        move = {name: self.draw.choice([*NUMBERS, "me", "them", "yes"]) for name in SAID}
        move |= {
            "text": self.shared(),
            "word": self.word(),
            "do": self.draw.choice([*moves.MOVES, "none"]),
        }
        move["score"] = self.score(str(move["word"])) if self.draw.random() < 0.8 else "9,9"
        for name in self.draw.sample(SAID[:-1], self.draw.randint(0, 7)):
            move.pop(name, None)
        return move

    def enter(self) -> None:
        """Make an entry; it is taken, or refused in one line, and then nothing has changed."""
        before = self.session
        try:
            if self.draw.random() < 0.75:
                typed = self.line()
                self.did.append(typed)
                move = moves.typed(before, typed)
            else:
                move = self.tap()
                self.did.append(move)
            if "about" in move:  # it is shown
                if move["do"] in PANES and not before.over:
                    view.pane(before, move["do"], move["about"])
                return
            moves.notes(before, move)
            self.session = moves.after(before, move).session
        except JottoError as error:
            self.refused(error)
            return
        self.counts[str(move["do"])] += 1
        after = self.session
        if move["do"] in ("hint", "undo"):
            return
        back = undone(after)
        while move["do"] == "grid" and (
            back.attempt or len(back.transcript) > len(before.transcript)
        ):
            back = undone(back)  # row by row
        assert (back.state, back.attempt) == (before.state, None)
        assert back.transcript == before.transcript

    def refused(self, error: JottoError) -> None:
        """Check that an error is one line."""
        assert len(str(error).splitlines()) == 1, error
        self.counts["refused"] += 1

    # --- what always holds ------------------------------------------------------------------------

    def check(self) -> None:
        """Check the session against the definitions, and draw all that can be seen."""
        session = self.session
        seen = view.view(session)
        assert (seen.stage == "over") == (session.over and not session.attempt)
        assert not session.over or not session.is_asked
        assert (seen.guess is None) == (seen.stage != "guess")
        assert (seen.odds is None) == (session.race is None or session.decided)
        self.counts[seen.stage] += 1
        drawn(seen, self.draw.choice([40, 80, 160]), self.draw.choice([12, 24, 50]))
        for at, one in enumerate(session.each):
            if not session.state.unlisted:
                expected = brute(session, at)
                found = [] if one.contradiction else list(one.position.candidates)
                assert found == expected, (found, expected)
                assert one.won or session.decided or expected, "no candidate, and no attempt"
        if seen.stage == "guess":
            assert len(session.guess) == len(session.game.guesses[0])
        for name in () if session.over else PANES:
            try:
                view.pane(session, name, self.word() if name == "about" else "")
            except JottoError as error:
                self.refused(error)

    def keep(self) -> None:
        """Save the game as every face does; now and then read it by another connection."""
        saved, shown = self.saved.after(self.session), self.session.attempt or self.session
        guesses = shown.game.shown(" ".join(str(turn.guess) for turn in shown.state.mine[-NAMED:]))
        assert saved.title().endswith(guesses or "no guess yet") or shown.boards > 1
        self.saved = (self.store.write if saved.begun else self.store.delete)(saved)
        if saved.begun and self.draw.random() < 0.5:
            with Store(self.store.path) as other:
                again = other.read(self.saved.name).restore(self.start)
            assert (again.transcript, again.state) == (self.session.transcript, self.session.state)
            assert view.view(again) == view.view(self.session)
            self.session = again
            self.counts["resumed"] += 1

    def end(self) -> None:
        """Open the saved game, undo it entry by entry, finish it by true scores, delete it."""
        if not self.saved.version:
            return
        session = self.store.read(self.saved.name).restore(self.start)
        while session.transcript or session.attempt:
            session = undone(session)
            view.view(session)
        true = RULES[session.game.rule.name]
        for _ in range(FINISHED):
            if session.over:
                break
            guess, boards = session.guess, session.to_score
            told = "+".join(true(guess, self.secrets[at]) for at in boards)
            session = moves.after(session, {"do": "score", "word": guess, "score": told}).session
            assert session.attempt is None, "true scores leave no candidate"
        assert session.over
        assert view.view(session).stage == "over"
        self.saved = self.store.write(self.saved.after(session))
        self.store.delete(self.saved)
        assert self.saved.name not in self.store.names()


def failures(games: range, counts: Counter[str]) -> list[tuple[int, str]]:
    """Play the games of these seeds; return those that fail, with the reason."""
    failed = []
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder) / "games.sqlite", synced=False)
        for seed in games:
            player = Player(seed, store)
            try:
                player.play()
            except Exception as error:
                reason = format_exc().splitlines()[-9:]
                failed.append((seed, "\n".join([repr(error), *reason, *map(repr, player.did)])))
            counts += player.counts
        store.__exit__()
    return failed


def play_matches(rounds: int, seed: int) -> None:
    """Play random matches against the model of the tests. Raises AssertionError."""
    import hypothesis

    hypothesis.settings.register_profile("many", max_examples=A_ROUND // 2, deadline=None)
    hypothesis.settings.load_profile("many")
    import test_match  # type: ignore[import-not-found]

    for number in range(rounds):
        for test in (
            test_match.test_a_match_is_what_a_model_of_its_rules_says,
            test_match.test_any_entry_is_taken_or_refused_in_one_line,
        ):
            hypothesis.seed(rounds * seed + number)(test)()


def main(
    games: Annotated[int, typer.Option(min=0, help="Live games to play.")] = 3000,
    rounds: Annotated[int, typer.Option(min=0, help="Rounds of 800 random matches.")] = 0,
    seed: Seed = 0,
) -> None:
    """Play random games and print those that fail."""
    since, counts = time.monotonic(), Counter[str]()
    failed = failures(range(seed * 1_000_000, seed * 1_000_000 + games), counts)
    for number, reason in failed:
        print(f"{number}: {reason}\n", flush=True)
    play_matches(rounds, seed)
    facts = {"games": games, "matches": A_ROUND * rounds, "seed": seed}
    facts |= {"seconds": round(time.monotonic() - since), **dict(sorted(counts.items()))}
    report(facts, {"games that fail": len(failed)}, {"games that fail": 0})


if __name__ == "__main__":
    typer.run(main)

"""The page in one file shows what the program shows: every move of random games, field by field.

The program is the oracle: games with slips, corrections, refused words and both players, which
the trial ``live`` draws, are played by ``jotto.assistant.moves``, and again by the page's modules
in node. Some games are always the same, others those of the day. More games, or those of another
day:

    JOTTO_GAMES=2000 JOTTO_SEED=20261128 pytest -n 2 tests/web/test_page_view.py -k random_game
"""

import json
import os
import random
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, replace
from datetime import UTC, datetime
from functools import cache, partial
from time import monotonic
from typing import ClassVar

import naive
import pytest
from assistant.test_view import POSITIONS, session_at
from games.test_scoring import notations
from hypothesis import strategies as st
from hypothesis.stateful import initialize
from strategies import score_of
from trials.live import LiveGame
from trials.machines import run

import jotto
from jotto.assistant import hints, move_table, moves, review, wording
from jotto.assistant.page_file import data_of
from jotto.assistant.store import Saved
from jotto.assistant.thinker import Thinker
from jotto.assistant.view import pane, view
from jotto.engine.lies import lying
from jotto.games import registry, words
from jotto.question.making import Question

TEN = ["crane", "slate", "fools", "quilt", "trace", "crate", "hatch", "latch", "match", "watch"]
RHYMES = ["hatch", "latch", "match"]
GERMAN = ["größe", "liebe", "äpfel", "übung", "hallo", "gänse", "wärme", "tiere", "blume", "spiel"]
FIRST = jotto.Rule.of(
    "first",
    ["0", "1", "2", "win"],
    lambda g, s: str((g[0] == s[0]) + (g[1] == s[1])),
    (jotto.Count("first", "of the first two", "G"),),
)
MANY = int(os.environ.get("JOTTO_GAMES", 0))  # random games, of all kinds; 0: one of each
SEED = int(os.environ.get("JOTTO_SEED") or f"{datetime.now(UTC):%Y%m%d}")
SHRINKING = 20  # seconds at most, to find fewer moves that show a difference
CLOSE, SHOWN = 1e-9, 200  # characters of a value that differs


def ten(**rule):
    return partial(jotto.words, TEN, **rule)


def some(number, **more):
    """A game of so many words: every 6780 / number-th of the shipped list."""
    listed = jotto.words().secrets
    return lambda: jotto.words(listed[:: len(listed) // number], listed[::50], **more)


def named(name):
    return partial(jotto.named, name)


def with_lies(make, *lies):
    return lambda: lying(make(), *lies)


POLITELY = {"avoid": ("aback",), "book": True}
HOUSE = Question(rule="jots", vowels="aeiouy", repeats=False, plurals=False)
GAMES = {  # each with the name of a strategy and what it may guess
    "ten": (ten(), {}),
    "ten in jots": (ten(rule="jots"), {"name": "minimax"}),
    "ten in colours": (ten(rule="colours"), {"allow": "hard"}),
    "english": (partial(jotto.words, prior="common"), {"book": True}),
    "jots": (some(300, rule="jots"), {"name": "expected-size"}),
    "colours": (some(500, rule="colours", prior="common"), {"avoid": ("aback",)}),
    "candidates": (some(200, prior="common"), {"allow": "candidates"}),
    "simple": (some(100), {"name": "simple"}),
    "german": (partial(jotto.words, GERMAN), {"name": "most-parts"}),
    "pegs": (named("mastermind:4x6"), {"name": "expected-size"}),
    "bulls": (named("bulls-and-cows:3x6"), {}),
    "distinct": (named("mastermind:3x5:distinct"), {"name": "minimax+entropy"}),
    "tree": (some(60), {"follow": True}),
    "two boards": (ten(), {"boards": 2}),
    "two boards in jots": (some(200, rule="jots"), {"boards": 2, "name": "minimax"}),
    "three boards of common words": (some(300, prior="common"), {"boards": 3}),
    "four boards in colours": (some(400, rule="colours"), {"boards": 4, **POLITELY}),
    "four boards, candidates": (some(200), {"boards": 4, "allow": "candidates"}),
    "black pegs": (some(120, rule="black-peg"), {}),
    "equations": (named("equations:6"), {"name": "minimax"}),
    "one lie": (with_lies(ten(), 1), {}),
    "two lies in colours": (with_lies(some(100, rule="colours", prior="common"), 2, 0.05), {}),
    "fibble": (some(120, rule="fibble"), {}),
    "lies about pegs": (with_lies(named("mastermind:3x4"), 1), {}),
    "own rule": (ten(rule=FIRST), {"name": "minimax"}),
    "hard": (some(400, rule="colours"), {"allow": "hard"}),
    "house rules": (HOUSE.make_game, {"name": "simple"}),
    "polite": (partial(jotto.words, prior="common"), POLITELY | {"avoid": words.offensive()}),
    "nine boards of codes": (named("mastermind:3x5"), {"boards": 9}),
}
OTHERS = {
    "ten by eye": GAMES["ten"],
    "jots by eye": (ten(rule="jots"), {}),
    "colours by eye": (ten(rule="colours"), {}),
    "english by eye": (jotto.words, {}),
    "pegs by eye": (named("mastermind:4x6"), {}),
    "bulls by eye": GAMES["bulls"],
    "breton": (partial(jotto.words, ["c'hoa", "c'hro", "bag"], letters="c'h"), {}),
    "own pegs": (named("mastermind:4:RGBYOP"), {}),
    "black pegs of codes": (named("mastermind:3x4:black-peg"), {}),
    "four digits": (named("bulls-and-cows:4x10"), {}),
    "to avoid": (partial(jotto.words, RHYMES, ["plush"]), {"avoid": tuple(RHYMES)}),
}


@cache
def table(name):
    make, how = (GAMES | OTHERS)[name]
    game = make()
    own = "book", "follow", "boards"
    tree, others = None, {n: value for n, value in how.items() if n not in own}
    if "book" in how:
        tree = registry.book_for(game)
    elif "follow" in how:
        tree = replace(jotto.solve(game), path="own.json")
    return game, jotto.strategy(**others, tree=tree)


@cache
def data(name):
    return data_of(*table(name), boards=boards_of(name))


def boards_of(name):
    return (GAMES | OTHERS)[name][1].get("boards", 1)


def differences(mine, theirs, path=""):
    """Where two values of JSON differ: numbers by more than CLOSE."""
    if isinstance(mine, dict) and isinstance(theirs, dict):
        keys = sorted({*mine, *theirs}, key="error".__ne__)  # what is refused says why
        return [d for k in keys for d in differences(mine.get(k), theirs.get(k), f"{path}.{k}")]
    if isinstance(mine, list) and isinstance(theirs, list) and len(mine) == len(theirs):
        pairs = enumerate(zip(mine, theirs, strict=True))
        return [d for i, pair in pairs for d in differences(*pair, f"{path}[{i}]")]
    told = [f"{path}: {str(mine)[:SHOWN]} is {str(theirs)[:SHOWN]}"]
    numbers = (int, float)
    if type(mine) in numbers and type(theirs) in numbers:
        return [] if abs(mine - theirs) <= CLOSE else told
    return [] if mine == theirs and type(mine) is type(theirs) else told


def plain(value):
    return json.loads(json.dumps(value))


def shown(session, **how):
    """What the program shows."""
    return plain(asdict(view(session, **how)))


def answered(ask, *given):
    """What a function returns, or what it says is wrong."""
    try:
        return ask(*given)
    except jotto.JottoError as error:
        return {"error": str(error)}


@pytest.mark.parametrize("name", [*GAMES, *OTHERS])
def test_what_scores_say_of_letters_is_what_the_program_says(page, name):
    game, chance, said = table(name)[0], random.Random(name), set()
    page("begin", data(name))
    for _ in range(40):
        secret = chance.choice(game.secrets)
        guesses = [chance.choice(game.guesses) for _ in range(chance.choice([1, 4]))]
        turns = [jotto.Turn(guess, game.rule.score(guess, secret)) for guess in guesses]
        ours = hints.scored_letters(game, turns)
        sent = [{"guess": str(turn.guess), "code": turn.code} for turn in turns]
        assert page("letters", sent) == ours
        said |= ours.keys()
    marked = {"placed", "elsewhere", "out"} if game.rule.tiles else {"in", "out"}
    silent = game.noisy or name == "own rule" or "black pegs" in name
    assert said <= (set() if silent else marked)


# --- random games ---------------------------------------------------------------------------------


def moved(session, move):
    """The session after a move, and what there is to show or to say."""
    try:
        done = moves.make_move(session, move)
    except jotto.JottoError as error:
        return session, {"error": str(error)}
    said = [*map(asdict, done.messages)]
    return done.session, plain({"view": shown(done.session), "said": said})


class DifferentError(AssertionError):
    """The page differs from the program after some moves."""

    def __init__(self, made, difference):
        super().__init__(difference, made)
        self.made, self.difference = made, difference


def difference(page, start, made):
    """Where a game of these moves first differs between the program and the page; empty if not."""
    session, reached = start, []
    for number, (move, theirs) in enumerate(zip(made, page("play", made), strict=True), 1):
        session, mine = moved(session, move)
        reached.append(session)
        if found := differences(mine, theirs, f"move {number} "):
            return found[0]
    games = [Saved({"boards": start.boards}, "").updated(each) for each in reached]
    kept = [(game.transcript, game.tried or None) for game in games]
    own = [{"transcript": made, "attempt": tried, "changed": 0} for made, tried in kept]
    found = differences([game.title() for game in games], page("titles", own), "titles")
    for session in reached[::5]:
        so, attempt = move_table.facts(session), session.attempt and session.attempt.transcript
        theirs = page("facts", session.transcript, attempt)
        mine = {"facts": sorted(so), "offered": [*move_table.offered(so, "page")]}
        found += differences(mine, theirs | {"facts": sorted(theirs["facts"])}, "what may be done")
    asked = [session for session in reached if session.is_asked]
    for session in asked[:: max(1, len(asked) // 2)]:
        guess = str(session.game.guesses[-1])
        panes = ("why", ""), ("more", ""), ("list", ""), ("about", guess), ("about", "x")
        theirs = page("panes", session.transcript, panes)
        for (name, about), shown_there in zip(panes, theirs, strict=True):
            mine = answered(lambda *which: plain(asdict(pane(*which))), session, name, about)
            found += differences(mine, shown_there, f"{name} {about}")
    return found[0] if found else ""


def fewest(differs, made, seconds=SHRINKING):
    """As few of some moves as still differ; what is found after some seconds.

    >>> fewest(lambda some: {2, 5} <= {*some}, [1, 2, 3, 4, 5, 6])
    [2, 5]
    """
    until, size = monotonic() + seconds, len(made)
    while size := size // 2:
        for at in range(len(made) - size, -1, -size):
            fewer = made[:at] + made[at + size :]
            if monotonic() < until and differs(fewer):
                made = fewer
    return made


class OnBoth(LiveGame):
    """A live game of a trial: the page makes the moves that the program made, or refused."""

    counts: ClassVar = Counter()
    ENTRIES = 30
    name: ClassVar[str]
    page: ClassVar[Callable]

    @initialize(data=st.data())
    def begin(self, data):
        self.start = self.session = begun(self.name)
        boards = self.start.boards
        drawn = st.lists(st.sampled_from(self.start.game.secrets), min_size=boards, max_size=boards)
        self.secrets, self.made = data.draw(drawn), []

    def value(self, data, kind, guess=None):
        if kind == "word" and self.name == "own rule":  # listed words alone have scores
            return data.draw(st.sampled_from(TEN))
        return super().value(data, kind, guess)

    def entered(self, move):
        if "about" not in move:
            self.made.append(move)
            with suppress(jotto.JottoError):
                self.session = moves.make_move(self.session, move).session

    def teardown(self):
        if hasattr(self, "made") and (found := difference(type(self).page, self.start, self.made)):
            raise DifferentError(self.made, found)

    end = is_shown = None  # what the trial itself compares
    what_is_over_offers_no_move = candidates_are_those_of_the_definition = None


def begun(name):
    game, strategy = table(name)
    return jotto.Session(game, strategy, boards=boards_of(name))


@pytest.mark.full
@pytest.mark.parametrize("name", GAMES)
def test_every_move_of_a_random_game_is_shown_as_the_program_shows_it(page, monkeypatch, name):
    game, _ = table(name)
    if game.rule.name != "fibble":
        monkeypatch.setitem(naive.RULES, game.rule.name, score_of(game))
    page("begin", data(name))
    machine = type(name, (OnBoth,), {"name": name, "page": staticmethod(page)})
    for seed, games in ((0, 1), (SEED, -(-MANY // len(GAMES)) or 1)):
        try:
            run(machine, seed, games, shrink=False)
        except DifferentError as first:
            differs = partial(difference, page, begun(name))
            made = fewest(differs, first.made)
            again = f"JOTTO_SEED={seed} pytest {__file__} -k 'random_game and {name}'"
            pytest.fail(f"{differs(made)}\nafter {json.dumps(made)}\nagain: {again}", pytrace=False)


def test_a_difference_is_named_by_its_path_after_the_fewest_moves(page):
    """Here the page is told another rule of the list: that crane cannot be the secret."""
    game, _ = table("ten")
    page("begin", data_of(jotto.words(TEN[1:], ["crane"]), jotto.strategy()))
    score = {"do": "score", "word": "trace", "score": "3,1"}
    made = [{"do": "hint"}, {"do": "undo"}, score, {"do": "undo"}, score]
    differs = partial(difference, page, jotto.Session(game))
    found = fewest(differs, made)
    assert len(found) == 1
    assert differs(found).startswith("move 1 .")
    assert fewest(lambda some: {2, 5} <= {*some}, [1, 2, 3, 4, 5, 6]) == [2, 5]
    assert fewest(differs, made, seconds=0) == made


@pytest.mark.parametrize("name", ["hard", "candidates"])
def test_the_page_says_that_a_guess_is_not_allowed(page, name):
    game, _ = table(name)
    page("begin", data(name))
    first = str(game.guesses[0])
    secret = next(word for word in game.secrets if first[-1] in word and word != first)
    other = next(word for word in game.guesses if first[-1] not in word)
    score = {"do": "score", "word": first, "score": game.score(first, secret)}
    made = [score, {"do": "guess", "word": other}]
    assert not difference(page, begun(name), made)
    reason = page("play", made)[-1]["view"]["guess"]["reason"]
    assert reason["key"] == "not allowed here"


TITLE = jotto.words(["crane", "title"], rule="colours")
LAST = jotto.words(["cc", "ee"], ["ab"])  # the last unlisted word is refused only after a turn
HEAVY = jotto.words(["crane", "title"], prior={"crane": 1, "title": 2})
RACE = {"do": "race", "word": "title", "first": "them"}
THEIRS = {"do": "they", "word": "crane"}
PLUSH = {"do": "score", "word": "plush", "score": "1,0"}
FOUND = {"do": "score", "word": "slate", "score": "win"}
FOUND_EARLY = [  # by the second player, with fewer guesses
    {"do": "race", "word": "hatch", "first": "me", "last_turn": "yes"},
    {"do": "score", "word": "fools", "score": "0,0"},
    {"do": "side", "side": "me"},
    {"do": "score", "word": "watch", "score": "0,2"},
    {"do": "they", "word": "hatch"},
]
FOOLS = {"do": "score", "word": "fools", "score": "0,0"}
FOUND_ODD = FOUND | {"word": "slate"}  # whose l and s fools would have shown
PEGS_FOUND = FOUND | {"word": "0011"}
YES, NO = {"do": "fix", "number": "0"}, {"do": "fix", "number": "1"}
SLATE = {"do": "score", "word": "slate", "score": "2,1+2,0"}
FOUR = jotto.words(["crane", "slate", "title", "fools"], rule="colours")
CRANE = {"do": "score", "word": "crane", "score": "BBBBG"}
TITLED = {"do": "score", "word": "title", "score": "BYYYG"}  # by no secret at all
EDITED = {"do": "edit", "turn": "1", "score": "BYYYG"}
UNLISTED, ANYTHING = {"do": "unlisted"}, {"do": "anything"}
HATCH = {"do": "score", "word": "hatch", "score": "1"}
SQUARES = {"do": "score", "word": "crane", "score": "⬛⬛⬛⬛🟩"}
WON = "watch {} 🟩🟩🟩🟩🟩 {}"


@pytest.mark.parametrize(
    ("game", "made", "expected"),
    [
        ("ten", [{"do": "grid", "text": WON.format("crate", "⬛⬛⬛⬛⬛")}], "doubt"),
        ("ten", [{"do": "grid", "text": WON.format("hatch", "⬛🟩🟩🟩🟩")}], "error"),
        ("ten in jots", [{"do": "score", "word": "fools", "score": "5"}], "over"),
        ("ten in jots", [{"do": "score", "word": "least", "score": "5"}], "guess"),  # slate, stale
        (TITLE, [{"do": "score", "word": "title", "score": "BYYYG"}], "error"),
        (LAST, [{"do": "unlisted"}, {"do": "refuse"}], "error"),
        ("two boards", [SLATE, {"do": "edit", "turn": "1", "score": "0,0", "board": "0"}], "error"),
        ("two boards", [SLATE, {"do": "edit", "turn": "1", "score": "0,0", "board": "3"}], "error"),
        ("two boards", [SLATE, {"do": "edit", "turn": "1", "score": "0,0"}], "error"),
        ("to avoid", [RACE | {"word": "hatch"}, THEIRS | {"word": "latch"}, PLUSH], "theirs"),
        ("ten in jots", [{"do": "score", "word": "zzzzz", "score": "5"}], "doubt"),
        ("ten", [FOUND_EARLY[0], FOUND], "theirs"),
        ("ten", [FOUND, {"do": "edit", "turn": "1", "score": "0,0"}], "doubt"),
        ("ten", FOUND_EARLY, "over"),
        ("ten", [FOOLS, FOUND_ODD], "doubt"),
        ("ten", [FOOLS, FOUND_ODD, YES], "over"),
        ("ten", [FOOLS, FOUND_ODD, NO], "guess"),
        ("ten", [FOOLS, FOUND_ODD, YES, {"do": "undo"}], "guess"),
        ("ten", [FOOLS, FOUND_ODD | {"word": "hilly"}], "doubt"),  # unlisted
        ("ten", [RACE | {"first": "me"}, FOOLS, THEIRS | {"score": "5,0"}], "doubt"),
        ("ten", [RACE | {"first": "me"}, FOOLS, THEIRS | {"score": "5,0"}, YES], "over"),
        ("ten", [RACE | {"first": "me"}, FOOLS, THEIRS | {"score": "5,0"}, NO], "guess"),
        ("two boards", [FOOLS | {"score": "0,0+0,0"}, FOUND_ODD, NO], "guess"),
        ("two boards", [FOOLS | {"score": "0,0+0,0"}, FOUND_ODD, YES], "guess"),
        ("pegs", [{"do": "score", "word": "0012", "score": "0,1"}, PEGS_FOUND], "doubt"),
        ("pegs", [{"do": "score", "word": "0012", "score": "0,1"}, PEGS_FOUND, NO], "guess"),
        (
            HEAVY,
            [RACE, THEIRS, {"do": "edit", "turn": "1", "side": "them", "word": "title"}],
            "over",
        ),
        (HEAVY, [RACE, THEIRS], "guess"),
        (FOUR, [TITLED], "error"),
        (FOUR, [CRANE, TITLED], "error"),
        (FOUR, [CRANE, UNLISTED, TITLED], "error"),
        (FOUR, [CRANE, UNLISTED, ANYTHING, TITLED], "error"),
        (FOUR, [CRANE, UNLISTED, {"do": "refuse"}, TITLED], "error"),
        (FOUR, [CRANE, UNLISTED, TITLED | {"score": "GGGGY"}], "error"),
        (FOUR, [CRANE, UNLISTED, {"do": "score", "word": "eerie", "score": "BYBBB"}], "error"),
        (FOUR, [CRANE, TITLED | EDITED], "error"),
        (FOUR, [TITLED | {"score": "BBBBG"}, UNLISTED, EDITED], "error"),
        (FOUR, [CRANE, CRANE | {"word": "slate", "score": "GGGGB"}, TITLED], "error"),
        (FOUR, [{"do": "grid", "text": "crane title ⬛⬛⬛⬛🟩 ⬛🟨🟨🟨🟩"}], "error"),
        ("ten", [PLUSH, UNLISTED, PLUSH | {"score": "4,1"}], "error"),
        ("two boards in jots", [SQUARES], "error"),
        ("own rule", [SQUARES], "error"),
        ("own rule", [HATCH, {"do": "guess", "word": "hatch"}, {"do": "refuse"}], "guess"),
        ("own rule", [{"do": "grid", "text": "crane slate ⬛⬛⬛⬛🟩 🟩🟩🟩🟩🟩"}], "error"),
        ("ten in jots", [SQUARES], "error"),
    ],
)
def test_moves_of_rare_games_are_answered_as_by_the_program(page, game, made, expected):
    named, boards = isinstance(game, str), boards_of(game) if isinstance(game, str) else 1
    made_of = table(game) if named else (game, jotto.strategy())
    session = jotto.Session(*made_of, boards=boards)
    page("begin", data(game) if named else data_of(game, session.strategy))
    for move, theirs in zip(made, page("play", made), strict=True):
        session, mine = moved(session, move)
        assert differences(mine, theirs) == []
    assert expected == theirs.get("view", {}).get("stage", "error")


# --- positions that were read by eye ---


@pytest.mark.parametrize("name", [name for name in POSITIONS if name != "own"])
def test_the_positions_read_by_eye_are_shown_by_the_page(page, name):
    page("begin", data(f"{POSITIONS[name][0]} by eye"))
    session = session_at(name)
    attempt = {"attempt": session.attempt.transcript} if session.attempt else {}
    found = page("seen", session.transcript, attempt)
    assert differences(found, shown(session)) == []


# --- the answers of the server ---


class Kept:
    """The games of the page: what it is asked, and the state it keeps."""

    def __init__(self, page):
        self.page, self.state = page, page("nothing")

    def data(self, path, move=None):
        found = self.page("ask", self.state, path, move)
        self.state = found["state"]
        return found["answer"]


@pytest.fixture
def own(page):
    """The games of a page, and the path of one with ten words."""
    page("begin", data("ten"))
    kept = Kept(page)
    return kept, kept.data("/new", {})["go"]


def test_a_race_is_recorded_as_by_the_program(own):
    kept, path = own
    session, win = jotto.Session(*table("ten")), {"do": "score", "word": "slate", "score": "win"}
    begun = {"do": "race", "word": "watch", "first": "them", "last_turn": "yes"}
    for move in (begun, {"do": "they", "word": "crane"}, win):
        answer = kept.data(path, {"at": str(kept.data(path)["view"]["at"]), **move})
        session = moves.make_move(session, move).session
    right = review.record_of(session, {})
    (finished,) = kept.state["finished"]
    fields = "turns", "theirs", "secret", "own", "result"
    assert {of: finished[of] for of in fields} == plain({of: getattr(right, of) for of in fields})
    ended = kept.data(f"{path}/end")
    assert kept.data(path, {"at": str(answer["view"]["at"]), "do": "finish"}) == {"go": "/games"}
    assert kept.data(f"{path}/share")["text"] == ended["text"]
    assert "error" in kept.data(path)


def test_what_the_page_does_not_do_it_says(own):
    kept, path = own
    for does in ("fly", "finish"):  # the game is not over
        assert kept.data(path, {"at": "1", "do": does})["error"]
    for other in ("/match", "/match/ABCDEF"):
        assert "the program jotto" in kept.data(other)["error"]


def ahead_of(kept, path):
    """What looking ahead finds at the end of a game, with the doubt; the page shows it then."""
    first = kept.data(f"{path}/ahead")
    kept.state = {**kept.state, "ahead": first.get("found")}
    answer = kept.data(f"{path}/doubt")
    without = {"view": {**answer["view"], "doubt": None}} if answer else {}
    assert first == {**answer, **without}
    return answer


def thought(session):
    """A session as ``jotto play`` shows it, with what it finds by looking ahead."""
    return Thinker("mean", None, None, print).turn_to(session)


FACER = "pales=3,0", "tonic=0,1", "humid=0,0"


def test_the_headline_is_the_guess_that_is_proved(page):
    page("begin", data("polite"))
    kept = Kept(page)
    path = kept.data("/new", {})["go"]
    for at, turn in enumerate(FACER, start=1):
        word, score = turn.split("=")
        seen = kept.data(path, {"at": str(at), "do": "score", "word": word, "score": score})["view"]
    assert seen["guess"]["word"] == "certs"  # by entropy, at once
    seen = ahead_of(kept, path)["view"]
    result = "about 2.7 more guesses, never more than 4 (proved)"  # jotto suggest --think 60
    assert page("say", [seen["guess"]["reason"]]) == [f"Looking ahead: {result}."]
    assert seen["guess"]["word"] == "facer"
    assert page("say", [seen["prompt"], kept.data(f"{path}/why")["title"]])[0] == "Score for FACER"
    scored = kept.data(path, {"at": str(seen["at"]), "do": "score", "score": "0,3"})["view"]
    assert scored["boards"][0]["rows"][-1]["guess"] == "facer"


NEVER = ["jots", "simple", "pegs", "german", "own rule", "tree"]  # other strategies
NEVER += ["hard", "one lie", "to avoid"]
AHEAD = ["polite", "english", "colours", "candidates", "bulls", "four digits", "ten", *NEVER]


class Both:
    """A game that the program and the page play, each with what it finds by looking ahead."""

    def __init__(self, page, name):
        self.kept, self.session = Kept(page), jotto.Session(*table(name))
        self.path = self.kept.data("/new", {})["go"]

    def move(self, **move):
        at = self.kept.data(self.path)["view"]["at"]
        answer = self.kept.data(self.path, {"at": str(at), **move})
        self.session = moves.make_move(self.session, move).session
        assert "error" not in answer, answer
        if not self.session.is_asked:
            return False
        found, self.session = ahead_of(self.kept, self.path), thought(self.session)
        assert differences(found["view"], {**shown(self.session), "at": at + 1}) == []
        why, right = self.kept.data(f"{self.path}/why"), plain(asdict(pane(self.session, "why")))
        assert differences(why, right) == []
        return self.session.ahead is not None

    def played(self, draw, secret, *, raced):
        """How often the guess was looked ahead for, in a game or a race."""
        game, done = self.session.game, 0
        other = str(draw.choice(game.secrets))
        if raced:
            done += self.move(do="race", word=other, first="me", last_turn="no")
        for _ in range(8):
            guess = self.session.guess if draw.random() < 0.3 else str(draw.choice(game.secrets))
            done += self.move(do="score", word=guess, score=score_of(game)(guess, secret))
            if raced and not self.session.over:
                made = [g for g in draw.sample(list(game.secrets), 2) if g != other]
                done += self.move(do="they", word=str(made[0]))
            if self.session.attempt or self.session.over or len(self.session.position) < 3:
                break
        return done


@pytest.mark.parametrize("name", AHEAD)
def test_the_page_looks_ahead_where_play_does_and_shows_the_same(page, name):
    game, draw, done = table(name)[0], random.Random(f"{SEED} {name}"), 0
    page("begin", data(name))
    for number in range(MANY or 40):
        if number >= max(MANY, 4) and (done or name in NEVER):
            break
        secret = draw.choice(game.secrets)
        done += Both(page, name).played(draw, secret, raced=number % 4 == 3 and not game.noisy)
    assert bool(done) == (name not in NEVER)


def test_looking_ahead_among_unlisted_words_is_as_in_the_program(page):
    page("begin", data("english"))
    both, secret = Both(page, "english"), "karen"  # people write it, and it is in no list
    while not both.session.attempt:
        guess = both.session.guess
        both.move(do="score", word=guess, score=naive.exact_elsewhere(guess, secret))
    assert both.move(do="unlisted")
    assert secret in both.session.position.candidates


@pytest.mark.parametrize("boards", [2, 3])
def test_nothing_is_found_ahead_with_several_boards(page, boards):
    page("begin", data({2: "two boards", 3: "three boards of common words"}[boards]))
    kept = Kept(page)
    assert kept.data(f"{kept.data('/new', {})['go']}/ahead") == {}


def test_a_guess_of_ones_own_is_kept_where_another_is_proved(own):
    kept, path = own
    kept.data(path, {"at": "1", "do": "score", "word": "fools", "score": "0,0"})
    proved = ahead_of(kept, path)
    seen = kept.data(path, {"at": "2", "do": "guess", "word": "quilt"})["view"]
    assert kept.state["ahead"]["at"] == 2  # of the position before
    assert seen["guess"]["word"] == ahead_of(kept, path)["view"]["guess"]["word"] == "quilt"
    undone = kept.data(path, {"at": "3", "do": "undo"})["view"]
    assert (undone["at"], undone["guess"]["reason"]) == (4, None)  # not yet looked for
    assert ahead_of(kept, path)["view"]["guess"] == proved["view"]["guess"]


def test_a_word_that_contradicts_or_is_unlisted_is_asked_for_twice(own):
    kept, path = own
    begun = {"do": "race", "word": "watch", "first": "me"}
    score = {"do": "score", "word": "crane", "score": "2,0"}
    for move in (begun, score):
        kept.data(path, {"at": str(kept.data(path)["view"]["at"]), **move})
    at = str(kept.data(path)["view"]["at"])
    assert kept.data(path, {"at": at, "do": "edit", "turn": "1", "word": "crani"})["sure"]
    kept.data(path, {"at": at, "do": "they", "word": "watch"})
    end = {"at": str(kept.data(path)["view"]["at"]), "do": "finish", "word": "hatch"}
    assert "contradicts crane=2,0" in kept.data(path, end)["error"]
    assert kept.data(path, {**end, "sure": "hatch"}) == {"go": "/games"}


def test_a_damaged_game_and_one_of_another_list_are_not_shown(own):
    kept, path = own
    kept.data(path, {"at": "1", "do": "score", "score": "0,0"})
    (name,) = kept.state["games"]
    game = kept.state["games"][name]
    for damaged in (
        {"transcript": [["score", "crane"]]},
        {"transcript": [["fly"]]},
        {"transcript": None},
        {"transcript": [["score", "crane", "9,9"]]},
        {"key": "another list"},
    ):
        kept.state["games"][name] = game | damaged
        assert kept.data(path).keys() == {"error"}, damaged


# --- words as they are typed, numbers as they are written ---

BRETON = "c\u2019hoa|c\u02bcHOA|c'hro|C\u2018hra"
TYPED = " Crane |crnae|carne|zzzzz|élève|GRÖSSE|größe|grosse|Äpfel|aepfel||x|cr4ne|<b>|o'ne|\"|\\"
TYPED += "|\n\t\u00a0\u200b|🟩🟨⬛⬛⬛|hatchet|lach|e__ry|C.A?E|c**ne|CR..E|q?"
TYPED += f"|RrGb|rgbx|iİıſß|ﬁnes|{'a' * 70}|øøøøø|ЁЖИКИ|שלום|latshes|watchd|{BRETON}"
READ = "ten", "ten in jots", "ten in colours", "german", "breton", "pegs", "own pegs", "bulls"
SCORES = "1,1|1/2|12|1 2|(1,2)|1b2c|2c1b|win|WIN|5|3|6|byg||GGGG|0.G00|2b|1b2b|🟩🟩|bbbw"
SCORES += "|⚫⚫⚫⚫⚪⚪|-1,2|zero|one two|yes|Found it!|one,few|y|b|BYGBB|bbbbb|GGGGY"
SCORES += "|🟩🟨⬛⬜⬛|9,9|4,1|3,1|<b>|0,0,0|²"


@pytest.mark.parametrize("name", [*READ, "black pegs of codes"])
def test_words_and_scores_are_read_as_the_program_reads_them(page, name):
    game, _ = table(name)
    page("begin", data(name))
    for text in TYPED.split("|"):
        right = answered(lambda typed: {"text": str(game.read_guess(typed))}, text)
        assert page("read", text) == right, text
    for text in {*SCORES.split("|"), *(text for _, text, _ in notations())}:
        right = answered(lambda typed: {"code": game.rule.read(typed)}, text)
        assert page("readScore", text) == right, text


def test_numbers_are_written_as_the_program_writes_them(page):
    rng = random.Random(1)
    chances = [k / n for n in (2, 3, 16, 64, 128, 1000, 4096) for k in range(n + 1) if n < 129]
    chances += [rng.random() ** rng.randint(1, 9) for _ in range(500)] + [1e-17, 0.995, 0.9951]
    numbers = [k / 8 for k in range(200)] + [10 ** (4 * rng.random()) for _ in range(500)]
    assert page("shares", chances) == [*map(wording.share, chances)]
    assert page("approximate", numbers) == [*map(wording.approximate, numbers)]
    assert page("fixed", numbers) == [f"{number:.2f}" for number in numbers]


def test_the_page_plays_out_games_as_large_as_the_program_does(page):
    assert page("largest") == review.LARGEST


@pytest.mark.parametrize("guess", ["title", "eerie", "aabab", "crane"])
def test_colours_that_no_word_can_give_are_refused_as_by_the_program(page, guess):
    page("begin", data_of(TITLE, jotto.strategy()))
    codes = range(TITLE.rule.n_codes)
    assert page("objections", guess) == [TITLE.rule.objects(guess, code) for code in codes]
    assert page("near", guess) == [TITLE.rule.near_misses(code, guess) for code in codes]

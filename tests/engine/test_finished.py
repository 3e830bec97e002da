"""A finished game is one thing: nothing is left to guess, for every function that takes it."""

import pytest

import jotto
from jotto.assistant import moves
from jotto.engine.boards import Boards
from jotto.engine.position import Position
from jotto.trees.formats import Node

HATCHES = ["hatch", "latch", "match", "crane"]
GAME = jotto.words(HATCHES)
OWN = jotto.game(lambda guess, secret: abs(guess - secret), range(5))
DONE = {
    "a position": jotto.start(GAME, "latch=4,0", "hatch=5,0"),
    "of unequal chances": jotto.start(jotto.words(HATCHES, prior={"hatch": 9}), "hatch=5,0"),
    "where answers may be false": jotto.start(GAME, "latch=0,0", "hatch=5,0", lies=1),
    "a game of one's own": jotto.start(OWN, (1, 2), (3, "0")),
    "Mastermind": jotto.start(jotto.named("mastermind:2x3"), "01=2,0"),
    "boards": jotto.boards(GAME, 2, "hatch=5,0+4,0", "latch=5,0"),
}
SESSIONS = {
    "a session": jotto.Session(GAME).scored("5,0", "hatch"),
    "a session of boards": jotto.Session(GAME, boards=2)
    .scored("5,0+4,0", "hatch")
    .scored("5,0", "latch"),
}
REFUSED = "the game is over: .* (found the secret|are found); nothing is left to guess"
MORE = ("crane", ["0,2"])

# What each public function or method does of a game that is over: counts 0, refuses, or looks back.
COUNTS = {
    "evaluate": lambda at: jotto.evaluate(at).games == {0: 1},
    "compare": lambda at: jotto.compare(at, ["entropy", "simple"]).difference(1).tolist() == [0],
    "worst_case": lambda at: jotto.worst_case(at) == 0,
}
REFUSES = {
    "solve": jotto.solve,
    "practice": lambda at: jotto.practice(at, at.game.guesses[0]),
    "regret": lambda at: jotto.regret(at, at.game.guesses[0]),
    "regrets": lambda at: jotto.regrets(at, [at.game.guesses[0]]),
    "Tree.grow": jotto.Tree.grow,
    "Tree": lambda at: jotto.Tree(at, Node(0, {})),
    "Strategy.__call__": lambda at: jotto.Strategy()(at),
    "Strategy.choose": lambda at: jotto.Strategy("simple").choose(at),
    "Strategy.ranked": lambda at: jotto.Strategy("random").ranked(at, 3),
    "Position.after": lambda at: at.after(at.game.guesses[0], at.game.rule.texts[0]),
    "Position.partition": lambda at: at.partition(at.game.guesses[0]),
    "Position.rank": lambda at: at.rank(top=3),
    "Position.measure": lambda at: at.measure(at.game.guesses[0]),
    "Boards.after": lambda at: at.after("crane", "0,2"),
    "Boards.rank": lambda at: at.rank(),
    "Boards.measure": lambda at: at.measure("crane"),
    "Boards.choose": lambda at: at.choose(),
    "Session.guess": lambda at: at.guess,
    "Session.advice": lambda at: at.advice,
}
LOOKS_BACK = {
    "explain": lambda at: jotto.explain(at) == [],
    "review": lambda at: jotto.review(at).won and not jotto.review(at).rest,
    "Boards.play": lambda at: at.play(at.found) == at,
}
OF_BOARDS = {"evaluate", "compare"}


def takes(name, at):
    kind = name.partition(".")[0]
    if kind in ("Boards", "Session"):
        return type(at).__name__ == kind
    return isinstance(at, Position) or (isinstance(at, Boards) and name in OF_BOARDS)


def cases(table):
    every = {**DONE, **SESSIONS}
    return [
        pytest.param(use, at, id=f"{name}, {what}")
        for name, use in table.items()
        for what, at in every.items()
        if takes(name, at)
    ]


@pytest.mark.parametrize(("use", "at"), cases(COUNTS | LOOKS_BACK))
def test_what_counts_guesses_counts_none_and_what_looks_back_is_as_ever(use, at):
    assert use(at)


@pytest.mark.parametrize(("use", "at"), cases(REFUSES))
def test_what_proposes_or_adds_a_guess_is_refused_in_one_sentence(use, at):
    with pytest.raises(jotto.GameError, match=REFUSED):
        use(at)


@pytest.mark.parametrize("at", [at for at in DONE.values() if isinstance(at, Position)])
def test_facts_of_the_position_stay(at):
    assert at.chances.tolist() == [1.0]
    assert at.likeliest == [at.turns[-1][0]]
    assert at.false_chances[-1] == 0
    lengths = jotto.evaluate(at)
    figures = lengths.total, lengths.mean, lengths.sd, lengths.worst, lengths.prior_mean
    assert figures == (0, 0, 0, 0, 0)
    assert lengths.to_dict()["games"] == {"0": 1}


def test_games_drawn_of_boards_that_are_over_take_no_guesses():
    at = DONE["boards"]
    assert jotto.evaluate(at, games=3).games == {0: 3}
    weighed = jotto.boards(
        jotto.words(HATCHES, prior={"hatch": 9}), 2, "hatch=5,0+4,0", "latch=5,0"
    )
    lengths = jotto.evaluate(weighed)
    assert (lengths.games, lengths.seed) == ({0: 1}, None)  # there is one combination


def test_a_file_of_a_tree_after_the_win_is_refused(tmp_path):
    path = tmp_path / "tree.json"
    jotto.Tree.grow(jotto.start(GAME, "latch=4,0")).save(path)
    won = path.read_text().replace("latch", "hatch").replace("4,0", "5,0", 1)
    path.write_text(won)
    with pytest.raises(jotto.FileError, match=r"tree .*tree\.json"):
        jotto.Tree.load(path, GAME)


@pytest.mark.parametrize("move", [{"do": "score", "score": "4,0"}, {"do": "refuse"}], ids=str)
@pytest.mark.parametrize("session", SESSIONS.values(), ids=SESSIONS)
def test_a_move_after_the_end_says_how_to_go_on(session, move):
    with pytest.raises(jotto.GameError, match="game is over; take back the last entry to go on"):
        moves.make_move(session, move)


def test_a_score_of_mine_while_only_their_last_guess_is_left_is_refused_as_that():
    session = jotto.Session(GAME).raced("match", first=True, last_turn=True)
    with pytest.raises(jotto.GameError, match="you have found the secret: only their last guess"):
        session.scored("5,0", "hatch").scored("4,0")

"""Several boards: what is left, what is guessed, and how long games are, by the definitions."""

import pickle
from dataclasses import replace

import naive
import pytest

import jotto
from jotto.engine import boards as several, position

HATCHES = ["hatch", "latch", "match", "crane"]


# distinct and independent secrets; counted by two programs that share nothing with this one
@pytest.mark.parametrize(
    ("name", "totals"),
    [
        ("mastermind:2x2", (34, 42)),
        ("mastermind:3x2", (178, 196)),
        ("bulls-and-cows:2x3", (92, 105)),
    ],
)
def test_two_boards_take_the_least_totals(name, totals):
    game = jotto.named(name)
    every = [jotto.boards(game, 2, distinct=distinct) for distinct in (True, False)]
    assert tuple(jotto.evaluate(at).total for at in every) == totals


def test_a_found_board_has_no_further_turns_and_is_not_scored():
    at = jotto.boards(jotto.words(HATCHES), 3, "hatch=5,0+4,0+4,0", ("latch", ["5,0", "4,0"]))
    assert at.found == ("hatch", "latch", None)
    assert at.turns == (("hatch", ("5,0", "4,0", "4,0")), ("latch", (None, "5,0", "4,0")))
    assert (at.open, at.known, at.over) == ((2,), {2: "match"}, False)
    assert at.after("match", "5,0").over


def test_boards_differ_by_what_is_known_of_their_secrets_and_lengths_by_what_was_drawn():
    """tests/test_values.py compares and pickles more of them."""
    at = jotto.boards(jotto.words(HATCHES), 2, "hatch=4,0+0,2")
    assert at != jotto.boards(at.game, 2, "hatch=4,0+0,2", distinct=False)
    assert repr(at) == "Boards(2 of 2 open, 3 candidates in all, after 1 guess)"
    lengths = jotto.evaluate(at, games=20, seed=3)
    assert lengths == pickle.loads(pickle.dumps(lengths)) != jotto.evaluate(at, games=20, seed=4)


@pytest.mark.parametrize(
    ("turns", "wrong"),
    [
        (["hatch=4,0"], "turn 1: '4,0' has 1 score; write one for each open board, boards 1, 2,"),
        (["hatch=5,0+4,0", "latch=1,0+5,0"], "turn 2: '1,0' cannot be: board 1 is found, and giv"),
        (["hatch=5,0+4,0", "latch=4,0+4,0+5,0"], "turn 2: .* has 3 scores; .* open board, board 2"),
        (["hatch"], "turn 1: 'hatch' has no score; write WORD=SCORE[+]SCORE"),
        ([7], "turn 1: 7 is not a turn; write a pair"),
        ([("hatch", "4,0+0,2", "")], "turn 1: .* is not a turn; write a pair"),
        (["hatch=5,0+5,0"], "turn 1: .* two boards would have 'hatch', but they differ"),
        (["hatch=4,0+0,9"], "turn 1: score '0,9'"),
        (["hatch=4,0+1,1"], r"board 2: No word fits HATCH 1,1"),
    ],
)
def test_wrong_turns_are_told_by_board(turns, wrong):
    with pytest.raises(jotto.JottoError, match=wrong):
        jotto.boards(jotto.words(HATCHES), 2, *turns)


def test_the_turn_of_an_equation_is_split_where_its_scores_begin():
    """The signs of all and the 7 agree, the digits before do not."""
    letters = "0 1 2 3 4 5 6 7 8 9 + ="
    game = jotto.words(["3+4=7", "2+5=7", "6+1=7"], rule="colours", letters=letters)
    at = jotto.boards(game, 2, "3+4=7=BGBGG+GGGGG", "2+5=7=BGBGG")
    assert at.found == (None, "3+4=7")
    assert at.known == {0: "6+1=7"}


@pytest.mark.parametrize(("n", "wrong"), [(1, "2 to 32"), (33, "2 to 32"), (5, "there are 4")])
def test_so_many_boards_cannot_be(n, wrong):
    with pytest.raises(jotto.GameError, match=wrong):
        jotto.boards(jotto.words(HATCHES), n)


def test_independent_secrets_may_be_the_same():
    game = jotto.words(HATCHES)
    assert jotto.boards(game, 5, distinct=False).play(["crane"] * 5).over
    with pytest.raises(jotto.GameError, match="2 boards need 2 different secrets"):
        jotto.boards(game, 2).play(["crane", "crane"])
    with pytest.raises(jotto.GameError, match="all boards are found"):
        jotto.boards(game, 2, "hatch=5,0+4,0", "latch=5,0").choose()


def test_words_to_avoid_are_guessed_where_nothing_else_helps():
    game = jotto.words(["hatch", "latch", "match", "patch"])
    avoiding = jotto.strategy(avoid=["hatch", "latch"])
    at = jotto.boards(game, 2)
    assert at.choose(avoiding) in ("match", "patch")
    done = at.play(["hatch", "latch"], avoiding)
    assert done.found == ("hatch", "latch")
    assert done.turns[0][0] in ("match", "patch")


@pytest.mark.parametrize("distinct", [True, False])
@pytest.mark.parametrize(("tried", "rule"), [*zip((0, 1, 2, 10), naive.RULES, strict=True)])
def test_looking_ahead_tries_the_candidates_and_so_many_of_the_best_others(
    tried, rule, distinct, monkeypatch
):
    """The candidates tell little of each other, and the other words tell more."""
    monkeypatch.setattr(several, "TRIED", tried)
    secrets, further = ["bxx", "cxx", "dxx", "exx", "fxx"], ["cbd", "bec", "fde", "edc"]
    own = naive.board_lengths(
        *(secrets, secrets + further, naive.RULES[rule], 2),
        hit=3.5,
        part=1.5,
        ahead=several.AHEAD,
        tried=tried,
        distinct=distinct,
    )
    at = jotto.boards(jotto.words(secrets, further, rule=rule), 2, distinct=distinct)
    assert jotto.evaluate(at).each.tolist() == own


# --- drawn games ----------------------------------------------------------------------------------


def test_games_are_counted_one_by_one_while_they_are_few_and_alike(monkeypatch):
    at = jotto.boards(jotto.words(HATCHES), 2)
    monkeypatch.setattr(several, "MOST_COUNTED", 16)
    assert several.combinations(at).tolist() == [
        [a, b] for a in range(4) for b in range(4) if a != b
    ]
    assert several.combinations(jotto.boards(jotto.words(HATCHES, prior={"crane": 2}), 2)) is None
    monkeypatch.setattr(several, "MOST_COUNTED", 15)
    assert several.combinations(at) is None


@pytest.mark.parametrize("turns", [(), ("crane=0,2+0,2",)])  # after it hatch, latch and match
def test_the_secrets_that_are_drawn_agree_and_differ_if_they_must(turns):
    game = jotto.words(HATCHES)
    for distinct in (True, False):
        at = jotto.boards(game, 2, *turns, distinct=distinct)
        rows = several.drawn(at, 200, seed=1).tolist()
        assert len(rows) == 200
        pairs = set(map(tuple, rows))
        left = range(4 - len(turns))
        assert pairs == {(a, b) for a in left for b in left if a != b or not distinct}
        assert several.drawn(at, 200, seed=1).tolist() == rows != several.drawn(at, 200, 2).tolist()


@pytest.mark.parametrize("n", [2, 5])
def test_where_guesses_are_many_some_are_valued_by_a_sample(monkeypatch, n):
    game = jotto.named("mastermind:4x6")
    at = jotto.boards(game, n).after("1122", ["1,1", "0,1", "0,2", "1,0", "2,0"][:n])
    views = [*at.boards]
    bits = {one.guess: one.bits for one in at.rank(top=len(game.guesses))}
    monkeypatch.setattr(position, "LARGEST_MATRIX", 1)
    for module in (position, several):
        monkeypatch.setattr(module, "LEAST_SAMPLE", 64)
        monkeypatch.setattr(module, "MOST_SAMPLED", 64 * 300)
    best, *_ = several.ranked_on(views, jotto.strategy(), 3)
    assert bits[game.guesses[best]] > 0.9 * max(bits.values())
    certain = [*views[:-1], replace(views[-1], left=views[-1].left[7:8])]
    assert several.ranked_on(certain, jotto.strategy(), 1) == game.guess_of[certain[-1].left]

"""Reviews of many games are those of one after another."""

import random

import pytest

import jotto
from jotto.assistant import reviews as module

WORDS = ["hatch", "latch", "match", "patch", "crane", "trace", "crate", "slate", "stale", "least"]


@pytest.fixture(scope="module")
def game():
    return jotto.words(WORDS, rule="colours")


def rows_of(game, number):
    """Games played at random, with a few openings."""
    draw, rows = random.Random(1), []
    for _ in range(number):
        secret, at = draw.choice(WORDS), jotto.start(game)
        while not at.won and len(at.turns) < 4:
            guess = draw.choice(at.candidates if at.turns else WORDS[:3])
            at = at.after(guess, game.score(guess, secret))
        rows.append(list(at.turns))
    return rows


def test_each_row_is_reviewed_as_by_itself_in_the_order_given(game):
    rows = rows_of(game, 40)
    alone = [jotto.review(jotto.words(WORDS, rule="colours"), *row) for row in rows]
    assert jotto.reviews(game, rows) == alone
    texts = [" ".join(f"{guess}={score}" for guess, score in row) for row in rows]
    assert jotto.reviews(game, texts) == alone


def test_secrets_show_wrong_scores_and_may_be_missing(game):
    rows = [["hatch=BGGGG"], ["hatch=BGGGG"], ["hatch=BGGGG"]]
    found = jotto.reviews(game, rows, secrets=["crane", None, float("nan")])
    assert [len(review.wrong) for review in found] == [1, 0, 0]
    with pytest.raises(jotto.GameError, match="3 rows and 1 secrets are no pairs"):
        jotto.reviews(game, rows, secrets=["crane"])


def test_a_row_that_cannot_be_read_is_named_before_any_is_judged(game, monkeypatch):
    rows = ["hatch=GGGGG", [("xyz", "GGGGG")], [("hatch", "GGG")], 7]
    told = jotto.reviews(game, rows, strict=False)
    assert isinstance(told[0], jotto.Review)
    assert [str(row).partition(":")[0] for row in told[1:]] == ["row 2", "row 3", "row 4"]
    monkeypatch.setattr(module, "review", None)
    with pytest.raises(jotto.JottoError, match=r"row 2: turn 1: 'xyz' has 3 letters"):
        jotto.reviews(game, rows)


def test_what_is_equal_is_judged_once_and_openings_follow_one_another(game, monkeypatch):
    judged = []

    def noted(game, *turns, **given):
        judged.append(turns)
        return jotto.review(game, *turns, **given)

    monkeypatch.setattr(module, "review", noted)
    rows = rows_of(game, 30)
    jotto.reviews(game, rows * 2)
    assert len(judged) == len({tuple(row) for row in rows})
    openings = [turns[0].guess for turns in judged]
    assert openings == sorted(openings)


def test_it_says_how_far_it_is(game, monkeypatch):
    monkeypatch.setattr(module, "AT_ONCE", 2)
    told = []
    jotto.reviews(game, rows_of(game, 9), progress=told.append)
    assert [status.what for status in told] == ["games"] * len(told)
    assert (told[-1].done, told[-1].of) == (told[-1].of, told[0].of)
    assert [status.done for status in told] == sorted({status.done for status in told})
    with pytest.raises(jotto.GameError, match="progress='much' is not a function"):
        jotto.reviews(game, [], progress="much")


def test_processes_find_the_same(game):
    rows = rows_of(game, 20)
    assert jotto.reviews(game, rows, parallel=2) == jotto.reviews(game, rows)


def test_a_notebook_shows_a_table(game):
    shown = jotto.reviews(game, ["hatch=GGGGG", "x"], strict=False)._repr_html_()
    assert shown.startswith("<table><tr><th>secret<th>won<th>guesses<th>needs<th>")
    assert "row 2: turn 1" in shown

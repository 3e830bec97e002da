"""Rows of figures to publish: each is counted here by hand, as others would."""

import hashlib
import json

import pytest

import jotto
from jotto.errors import GameError

HATCHES = ["hatch", "latch", "match", "catch"]
GAME = jotto.words(HATCHES, ["champ"])


def last(at):
    return at.candidates[-1]


class Drawing:
    def __init__(self, draw):
        self.draw = draw

    def __call__(self, at):
        return str(self.draw.choice(at.candidates))


def digits(lines):
    text = "".join(f"{line}\n" for line in lines)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def test_a_row_has_what_others_need_to_repeat_it():
    first, second = jotto.bench({"four": GAME}, ["entropy", last], names=["ours", "mine"])
    # champ tells match and catch from each other and from the two others: 3, 4 (or 2), 2, 2
    assert (first.name, first.total, first.difference, first.seeds) == ("ours", 9, 0, ())
    row = second.to_dict()
    assert json.loads(json.dumps(row)) == row
    assert row.pop("seconds") >= 0
    assert row == {
        "bench": 1,
        "name": "mine",
        "list": "four",
        "rule": "exact-elsewhere",
        "allow": "all",
        "prior": None,
        "secrets": 4,
        "guesses": 5,
        "seeds": [],
        "total": 10,  # catch, match, latch, hatch
        "mean": 2.5,
        "standard_error": 0.0,
        "sd": 1.25**0.5,
        "worst": 4,
        "games": {"1": 1, "2": 1, "3": 1, "4": 1},
        "difference": 0.25,
        "difference_error": 0.0,
        "list_checksum": digits([*HATCHES, "champ"]),
        "checksum": digits([4, 3, 2, 1]),
        "program": f"jotto {jotto.__version__}",
    }


def test_what_draws_is_played_once_for_each_seed_and_its_errors_are_those_of_the_means():
    rows = jotto.bench(GAME, ["simple", Drawing, "random"], seeds=[4, 5, 6])
    assert [row.seeds for row in rows] == [(), (4, 5, 6), (4, 5, 6)]
    assert [sum(row.games.values()) for row in rows] == [4, 12, 12]
    assert rows[1].difference == pytest.approx(rows[1].mean - rows[0].mean)
    assert rows[1].difference_error == rows[1].standard_error > 0
    assert [row.checksum for row in rows] == [
        row.checksum for row in jotto.bench(GAME, ["simple", Drawing, "random"], seeds=[4, 5, 6])
    ]


def test_where_some_secrets_are_drawn_all_play_the_same():
    lists = {"four": GAME, "two": jotto.words(HATCHES[:2])}
    rows = jotto.bench(lists, ["entropy", "entropy", last, Drawing], games=3)
    assert [row.list for row in rows] == ["four"] * 4 + ["two"] * 4
    assert [sum(row.games.values()) for row in rows] == [3] * 4 + [2] * 4
    assert (rows[1].difference, rows[1].difference_error) == (0, 0)
    assert rows[1].checksum == rows[0].checksum
    assert rows[2].difference_error > 0
    # where there are no more, all are played, and what is no draw is exact
    assert [row.seeds for row in rows] == [(0,)] * 4 + [()] * 3 + [(0,)]
    assert [row.standard_error > 0 for row in rows[4:7]] == [False] * 3


def test_what_is_no_list_and_names_that_do_not_fit_are_refused():
    for lists, names, seeds, said in (
        (["hatch"], (), [0], "are not games with their names"),
        (GAME, ["one"], [0], "1 names for 2 strategies"),
        (GAME, (), [], "seeds"),
    ):
        with pytest.raises(GameError, match=said) as refused:
            jotto.bench(lists, ["entropy", last], names=names, seeds=seeds)
        assert refused.value.parameters


def test_progress_is_told_row_by_row():
    told = []
    jotto.bench(GAME, ["entropy", last], progress=told.append)
    assert [(now.done, now.of) for now in told] == [(0, 2), (1, 2)]

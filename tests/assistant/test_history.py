"""``jotto.history``: which finished games count, whose, and what a row says of them."""

from dataclasses import replace

import pytest

import jotto
from jotto.assistant.history import kept
from jotto.assistant.review import record_of
from jotto.question.filling import filled
from jotto.question.making import Question, saved_options


@pytest.fixture
def shelf(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with kept(synced=False) as shelf:
        yield shelf


@pytest.fixture
def found(tmp_path):
    """The record of a game: hatch, then match, which is the secret."""
    (tmp_path / "words.txt").write_text("hatch\nlatch\nmatch\ncrane\n")
    asked = filled("play", {"words": tmp_path / "words.txt"}, kind=Question)
    session = jotto.Session(asked.make_game(), asked.adviser(asked.make_game()))
    for guess, score in (("hatch", "4,0"), ("match", "5,0")):
        session = session.scored(score, guess)
    record = record_of(session, saved_options(asked))
    return replace(record, date="2026-11-20T10:00:00+00:00", game="first")


def test_a_game_counts_once_as_it_ended_last_and_is_its_owners(shelf, found):
    assert jotto.history() == []
    shelf.put(replace(found, result="given up"))
    shelf.put(found)
    shelf.put(replace(found, game="second"))
    shelf.put(replace(found, game="second", result="taken back"))
    shelf.put(replace(found, game="third", owner="device", player="Ann"))
    shelf.put(replace(found, game="late", date="2026-11-28T10:00:00+00:00", secret=None))
    first, late = jotto.history()
    assert (first.date, first.result, first.won, first.guesses) == (found.date, "found", True, 2)
    assert (first.game, first.rule, first.boards) == ("words", "exact-elsewhere", 1)
    assert (first.turns, first.secret, first.player) == (("hatch=4,0", "match=5,0"), "match", "")
    assert [row.player for row in jotto.history(player="ann")] == ["ann"]
    assert len(jotto.history(player=["Ann"], rule="exact-elsewhere", game="words")) == 1
    assert jotto.history(rule="colours") == jotto.history(game="wordle") == []
    assert jotto.history(since="2026-11-21") == [late]
    for wrong in ({"since": "tomorrow"}, {"player": "Bob"}):
        with pytest.raises(jotto.GameError, match=r"is not a day|has no finished game"):
            jotto.history(**wrong)


def test_rows_are_read_by_pandas_and_as_csv(shelf, found):
    pandas = pytest.importorskip("pandas")
    shelf.put(found)
    rows = jotto.history()
    assert pandas.DataFrame(rows.rows())["guesses"].to_list() == [2]
    head, line = rows.to_csv().split("\r\n")[:2]
    assert head.startswith("date,game,rule,boards,result,won,by,guesses,secret,turns")
    assert ',words,exact-elsewhere,1,found,True,,2,match,"hatch=4,0 match=5,0",' in line


def test_skill_and_luck_are_those_of_the_review_where_they_are_known(shelf, found, tmp_path):
    for name, change in {
        "first": {},
        "blind": {"mistaken": ((2,), ())},
        "gone": {"key": "another list"},
    }.items():
        shelf.put(replace(found, game=name, **change))
    first, blind, gone = jotto.history(reviewed=True)
    game = jotto.words(["hatch", "latch", "match", "crane"])
    # hatch costs nothing, its score half a guess more than usual; match saves half a guess
    assert (first.skill, first.luck) == jotto.review(game, *found.turns).points == (99, 50)
    assert blind.skill == 99
    assert (gone.skill, gone.luck) == (None, None)

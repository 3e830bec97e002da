"""The prior of Wordle's answers, and past answers with their dates."""

import math
from datetime import date, datetime

import numpy as np
import pytest

import jotto
from jotto.errors import FileError, GameError
from jotto.games import wordle
from jotto.games.registry import prior_named
from jotto.games.words import LEAST, WHOLE
from jotto.question.filling import filled
from jotto.reading.lists import past_in


def logistic(x: float) -> float:
    return 1 / (1 + math.exp(-x))


def test_the_prior_is_how_common_words_are_without_plurals_and_past_tenses():
    # SCOWL's levels and wordfreq's zipf values, from the files; zaxes is in neither
    listed = {"crane": (35, 3.92), "house": (10, 5.71), "zaxes": (95, 0.0)}
    likely = {word: logistic(1.1 - 0.11 * at + 1.4 * zipf) for word, (at, zipf) in listed.items()}
    likely["hated"] = logistic(1.1 - 0.11 * 20 + 1.4 * 4.20 - 7)
    likely["speed"] = logistic(1.1 - 0.11 * 10 + 1.4 * 5.00)
    likely["walks"] = 0  # a plural in -s, or looks like one
    found = prior_named("wordle")([*likely])
    shares = [0.98 * each / sum(likely.values()) + 0.02 / len(likely) for each in likely.values()]
    doubled = [2 ** round(math.log2(share / min(shares))) for share in shares]
    expected = [weight / sum(doubled) for weight in doubled]
    assert found / found.sum() == pytest.approx(expected, rel=1e-3)
    assert found.sum() == pytest.approx(WHOLE, rel=1e-6)


def test_the_prior_is_for_english_of_five_letters():
    with pytest.raises(GameError, match="prior 'wordle': none of the words is in the shipped list"):
        jotto.words(["kırık", "sınır"], prior="wordle")


@pytest.mark.parametrize(("days", "share"), [(1, -9.0), (1000, -4.0), (1800, 0.0), (2200, 2.0)])
def test_a_past_answer_is_likelier_the_longer_ago_it_was(days, share):
    game = jotto.words(["crane", "slate", "trace"], past={
        "crane": date(2026, 1, 1), "slate": date.fromordinal(date(2026, 1, 2).toordinal() - days),
    })  # fmt: skip
    assert game.prior[1] / game.prior[2] == pytest.approx(logistic(share), rel=0.01)
    assert game.prior[0] == pytest.approx(game.prior[2] * logistic(-8.995), rel=1e-3)
    assert game.prior.min() >= LEAST


def test_past_answers_multiply_another_prior():
    words, past = ["crane", "slate"], {"crane": datetime(2021, 6, 19, 7), "slate": "2026-05-24"}
    game = jotto.words(words, prior={"crane": 3, "slate": 1}, past=past)  # 1801 days before
    assert game.prior[0] / game.prior.sum() == pytest.approx(1, abs=1e-3)
    even = jotto.words([*words, "trace"], prior={"crane": 3, "slate": 1, "trace": 2}, past=past)
    assert even.prior[0] / even.prior[2] == pytest.approx(1.5 * logistic(0.005), rel=1e-6)


FIRST, LAST = (date(2021, 6, 19), "cigar"), (date(2024, 1, 31), "crane")


@pytest.mark.parametrize(
    "lines",
    [
        ("2021-06-19 cigar", "2024-01-31 CRANE"),
        ("Date,Number,Word", "2021-06-19,0,CIGAR", "2024-01-31,957,CRANE"),
        ("word\tdate", "cigar\t2021/06/19", "crane\t2024/1/31"),
        ('"cigar";"19.06.2021"', '"crane";"31.01.2024"'),
        ("6/19/2021,cigar", "1/31/2024,crane"),
        ("# from a page", "CIGAR - June 19, 2021", "CRANE - Jan. 31st 2024"),
        ("24 June 19, 2021 cigar", "957 January 31, 2024 crane"),
        ("19 June 2021: cigar", "31-Jan-2024: crane"),
        ("2021-06-19T00:00:00Z,cigar,aaron smith", "2024-01-31T00:00:00Z,crane,tracy bennett"),
        ("no,answer,day,editor", "0,cigar,2021-06-19,tracy", "957,crane,2024-01-31,tracy"),
        ("2021-06-19,tracy,cigar", "2024-01-31,tracy,crane"),
    ],
    ids=" | ".join,
)
def test_files_of_past_answers_are_read_as_people_publish_them(write, lines):
    assert past_in(write("\n".join(lines)), ["cigar", "crane"])[0] == [FIRST, LAST]


def test_the_last_date_of_an_answer_counts(write):
    path = write("2026-02-02 cigar\n2021-06-19 cigar\n2021-06-20 rebut\n")
    past = wordle.past_of(path, ["cigar", "rebut"])
    assert past == {"cigar": date(2026, 2, 2), "rebut": date(2021, 6, 20)}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("crane\nslate\n", "line 1.*'crane' has no date; write a word and its date"),
        ("2024-01-31\n", "line 1.*no word of this game"),
        ("2024-02-30 crane\n", "line 1.*day is out of range for month; write a word"),
        ("1/31/2024 crane\n31/12/2023 slate\n", "line 1.*the date of line 2 the day"),
        ("word,date\n", "holds no past answers"),
    ],
)
def test_what_is_no_past_answer_is_refused_with_its_line(write, text, reason):
    with pytest.raises(FileError, match=reason):
        past_in(write(text), ["crane", "slate"])


@pytest.mark.parametrize(
    ("past", "reason"),
    [
        ({"crane": "yesterday"}, "'yesterday'; write dates as 2024-01-31"),
        ({}, "past holds no words"),
        (7, "give words with dates, or a path"),
    ],
)
def test_what_are_no_dates_is_refused(past, reason):
    with pytest.raises(GameError, match=reason):
        jotto.words(["crane", "slate"], past=past)


def test_a_game_with_past_answers_is_saved_with_them(tmp_path):
    from jotto.question.making import Question, remade, saved_options

    words, past = tmp_path / "words.txt", tmp_path / "past.csv"
    words.write_text("crane\nslate\n")
    past.write_text("word,date\ncrane,2026-01-01\n")
    table = Question(words=words, past=past, prior="wordle")
    game = table.make_game()
    saved = saved_options(table)
    again, same, _ = remade(saved, Question)
    assert (again.past, again.prior, same) == (past, "wordle", game)
    assert np.argmin(game.prior) == 0


@pytest.mark.parametrize(
    ("act", "said", "prior"),
    [
        *(("suggest", {"game": name}, "wordle") for name in ("wordle", "Quordle", "absurdle")),
        ("keep", {"rule": "color"}, "wordle"),
        *(("suggest", {"game": name}, "common") for name in ("jotto", "classic jotto", "fibble")),
        ("suggest", {"game": "wordle", "words": "own.txt"}, "even"),
        ("suggest", {"game": "wordle", "prior": "common"}, "common"),
        ("evaluate", {"game": "wordle"}, "even"),
    ],
)
def test_the_shipped_list_with_colours_has_this_prior_where_nothing_else_is_said(act, said, prior):
    assert filled(act, said).prior == prior


def test_it_begins_with_a_word_that_wordle_might_choose():
    game = jotto.named("wordle")
    assert game == jotto.words(rule="colours", prior="wordle")
    assert jotto.ask("suggest", game="wordle", top=1)["suggestions"][0]["guess"] == "raise"

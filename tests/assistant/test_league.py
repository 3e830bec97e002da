"""A league: what chats, pasted results and tables hold, and the table they come to."""

import json
from datetime import date
from itertools import product

import pytest
from hypothesis import given, strategies as st

import jotto
from jotto.errors import GameError
from jotto.games.words import word_game

GRID = "\n\n⬛⬛🟩⬛🟩\n⬛🟨🟩⬛🟩\n🟩⬛🟩⬛🟩\n🟩🟩🟩🟩🟩"
WEEK = date(2026, 11, 26)  # a Thursday: Monday is the 23rd


def results(text: str, **options) -> list[tuple]:
    """Name, date, game, number and guesses of each result."""
    found = jotto.league(text, day=WEEK, **options).results
    return [(r.name, r.date, r.game, r.number, r.guesses) for r in found]


def unread(text: str, **options) -> list[tuple[int, str]]:
    """The lines that cannot be read, and why."""
    return [(u.line, u.reason) for u in jotto.league(text, day=WEEK, **options).unread]


@pytest.mark.parametrize(
    "text",
    [
        "26.11.26, 21:14 - Ann Lee: Wordle 1,986 4/6" + GRID,  # WhatsApp, Android
        "26/11/2026, 9:14\u202fpm - Ann Lee: Wordle 1.986 4/6*" + GRID,
        "11/26/26, 9:14 PM - Ann Lee: Wordle 1986 4/6",
        "\u200e[26.11.26, 21:14:05] Ann Lee: \u200eWordle 1\u202f986 4/6",  # iOS
        "[26.11.2026 klo 21.14.05] Ann Lee: Wordle 1986 4/6",
        "[2026-11-26 21:14] Ann Lee: Wordle 1,986 4/6",  # Signal
        "[2026-11-26, 21:14:09] Ann Lee: #Wordle #1986 4/6",
        "Ann Lee, [26.11.2026 21:14]\nWordle 1,986 4/6" + GRID,  # Telegram, copied
        "Ann Lee: Wordle 1,986 4/6" + GRID,  # the number says the date
        "Ann Lee\nWordle 1,986 4/6" + GRID,
        "Ann Lee - Wordle 1,986 4/6",
    ],
)
def test_a_share_is_read_whatever_it_was_pasted_from(text):
    assert results(text) == [("Ann Lee", "2026-11-26", "Wordle", 1986, 4)]
    assert unread(text) == []


def test_the_json_of_telegram_is_read():
    messages = [
        {"id": 7, "type": "service", "date": "2026-11-26T21:00:00", "actor": "Ann", "text": ""},
        {"id": 8, "from": "Ann", "date": "2026-11-26T21:14:05", "text": "Wordle 1,986 4/6"},
        {"id": 9, "from": "Bob", "date": "2026-11-26", "text": ["Wordle 1,986 ", {"text": "X/6"}]},
        {"id": 10, "from": "Bob", "date": "2026-11-26T21:16:00", "text": "hm\nWordle 1,987 9/6"},
    ]
    text = json.dumps({"name": "us", "messages": messages})
    assert [(name, guesses) for name, *_, guesses in results(text)] == [("Ann", 4), ("Bob", 7)]
    assert unread(text) == [(10, "'Wordle 1,987 9/6' has 9 of at most 6 guesses")]
    with pytest.raises(GameError, match="this JSON is not a chat"):
        jotto.league('{"messages": [1]}')


NONE = [
    *("jotto 0 guesses", "jotto, 2 gueses", "jotto, 2 guesses, not foun"),
    *("jotto 2026-11-29 2 guesses", "jotto 2026-13-29, 2 guesses", "jotto 1,5 guesses"),
    *("jotto, 2-3 boards, 2 guesses", "jotto 9,999 guesses", "see jotto 4 guesses"),
    "Jotto 4 guesses",
]


@pytest.mark.parametrize(
    ("share", "game", "number", "guesses", "found"),
    [
        ("Wordle 1,986 X/6", "Wordle", 1986, 7, False),
        ("nerdlegame 1700 3/6", "Nerdle", 1700, 3, True),
        ("#Worldle #1400 (26.11.2026) 2/6", "Worldle", 1400, 2, True),
        ("#Worldle #1400 2/6 (100%)", "Worldle", 1400, 2, True),
        ("Daily Dordle 1234 4&6/7", "Dordle", 1234, 6, True),
        ("Daily Dordle 1234 X&6/7", "Dordle", 1234, 8, False),
        ("Daily Quordle 1765\n4️⃣7️⃣\n5️⃣6️⃣\nm-w.com/games/quordle", "Quordle", 1765, 7, True),
        ("Daily Quordle #1765\n4️⃣🟥\n5️⃣6️⃣", "Quordle", 1765, 10, False),
        ("Daily Octordle #99\n8️⃣4️⃣\n🔟7️⃣\n5️⃣6️⃣\n9️⃣🕛\nScore: 61", "Octordle", 99, 12, True),
        ("jotto 4 guesses (5.01 on average)\n●●●●· 2", "jotto", None, 4, True),
        ("jotto 1 guess", "jotto", None, 1, True),
        ("jotto you: 6 guesses, not found (5.01 on average)", "jotto", None, None, False),
        ("jotto, 2 guesses", "jotto", None, 2, True),
        ("jotto, 0 guesses, not found, hard mode", "jotto", None, None, False),
        ("jotto 2026-11-29, 2 guesses", "jotto", 20261129, 2, True),
        ("jotto, 2 boards, 2 guesses", "jotto, 2 boards", None, 2, True),
        ("jotto, 2 boards: 5 guesses\n3️⃣5️⃣", "jotto, 2 boards", None, 5, True),
        ("jotto Wordle 2026-11-29, 3 guesses", "jotto Wordle", 20261129, 3, True),
        ("jotto Wordle: Ann 15 guesses, Bo Li not found: Ann won", "jotto Wordle", None, 15, True),
        *((text, None, None, None, None) for text in NONE),
    ],
)
def test_shares_of_many_games_are_read(share, game, number, guesses, found):
    league = jotto.league(f"26.11.26, 21:14 - Ann: {share}")
    made = [(r.game, r.number, r.guesses, r.found) for r in league.results]
    assert made == [(game, number, guesses, found)] * (game is not None)
    assert len(league.unread) == (game is None)


HEADS = {key for key in jotto.catalogue()["sentences"] if key.startswith(("share:", "shared:"))}
FACTS: dict = {
    "made": (1, 12, 999),
    "won": (True, False),
    "needs": (None, 5.014),
    "side": ("", "You", "They"),
    "day": (None, "2026-11-29"),
    "boards": (2, None),
    "hard": (True, False),
    "game": ("", "quordle", "bulls"),
    "mine": ("Ann", "Ann Lee"),
    "theirs": ("Bob",),
    "guesses": (3,),
    "found": (True,),
    "winner": ("", "Ann Lee"),
    "draw": (True, False),
}


@pytest.mark.parametrize("key", sorted(HEADS))
def test_every_head_that_jotto_shares_is_read(key):
    template = jotto.catalogue()["sentences"][key]
    names = [name for name in FACTS if f"{{{name}" in template]
    for values in product(*(FACTS[name] for name in names)):
        said = dict(zip(names, values, strict=True))
        if key == "share: boards" and said["boards"] is None:
            continue  # it is always there
        head = str(jotto.Sentence(key, said))
        league = jotto.league(f"Ann: {head}")
        assert league.unread == (), head
        expected = (said["made"] if said.get("won", True) else None, said.get("won", True))
        mine = said.get("side") != "They"  # else it is the opponent's
        assert [(r.guesses, r.found) for r in league.results] == [expected] * mine, head


def test_what_looks_like_a_result_and_is_none_is_named_by_its_line():
    text = """26.11.26, 21:00 - Ann added Bob
26.11.26, 21:01 - Ann: who plays Wordle today?
26.11.26, 21:02 - Ann: Wordle 1,986 7/6
26.11.26, 21:03 - Bob: hm
Wordle 1,986
26.11.26, 21:04 - Bob: Daily Quordle 1765
4️⃣7️⃣
26.11.26, 21:05 - Bob: you had Wordle 1,986 4/6, Ann
26.11.26, 21:06 - Bob: Wordle 1,986 3/6
26.11.26, 21:07 - Bob: Wordle 1,986 4/6
99.99.26, 21:08 - Bob: Wordle 1,987 4/6"""
    assert results(text) == [("Bob", "2026-11-26", "Wordle", 1986, 3)]
    assert unread(text) == [
        (3, "'Wordle 1,986 7/6' has 7 of at most 6 guesses"),
        (5, "'Wordle 1,986' is not a result, such as Wordle 1,234 4/6"),
        (6, "Quordle 1765 has 2 of 4 numbers below it"),
        (8, "the result does not begin the line; it may be of Ann"),
        (10, "a second result of Bob for Wordle 1986"),
        (11, "'99.99.26' is not a date"),
    ]
    assert unread("Wordle 1,986 4/6") == [(1, "there is no name before it")]


def test_the_same_result_counts_once_however_often_it_was_pasted():
    chat = "26.11.26, 21:06 - Bob: Wordle 1,986 3/6\n26.11.26, 21:07 - Bob: Wordle 1,986 3/6"
    league = jotto.league(chat, chat)
    assert len(league.results) == 1
    assert league.unread == ()
    assert repr(league) == "League(1 result of 1 player)"


def test_a_table_is_read():
    text = """Name, Date, Result, Game
Ann, 2026-11-26, 4/6, Wordle
Bob, 2026-11-26, X/6, Wordle
Ann, 26.11.2026, 5,
Ann, 2026-13-26, 5,
Bob, 2026-11-26, X,
Bob, 2026-11-26, four,
Cy, 2026-11-26, "Wordle 1,986 2/6","""
    assert results(text) == [
        ("Ann", "2026-11-26", "Wordle", None, 4),
        ("Bob", "2026-11-26", "Wordle", None, 7),
        ("Ann", "2026-11-26", "games", None, 5),
        ("Cy", "2026-11-26", "Wordle", 1986, 2),
    ]
    assert unread(text) == [
        (5, "'2026-13-26' is not a date"),
        (6, "'X': write how many guesses are allowed, such as X/6"),
        (7, "'four' is not a result, such as 4/6"),
    ]


@pytest.mark.parametrize(
    ("days", "first"),
    [
        ("3/4/26 13/4/26", "2026-04-03"),
        ("3/4/26 3/14/26", "2026-03-04"),
        ("3/4/26 2/5/26", "2026-04-03"),  # as a chat goes on
        ("5/2/26 3/4/26", "2026-02-05"),
        ("4/3/26 5/2/26", "2026-04-03"),
        ("3.4.26", "2026-04-03"),
        ("5/5/26", "2026-05-05"),
        ("3/4/26", None),
        ("3/4/26 4/5/26", None),
    ],
)
def test_dates_show_whether_the_day_comes_first_or_it_is_said(days, first):
    lines = [f"{day}, 21:00 - Ann: Wordle {n} 4/6" for n, day in enumerate(days.split(), 100)]
    chat = "\n".join(lines)
    if first:
        assert results(chat)[0][1] == first
        return
    with pytest.raises(GameError, match="say whether the day or the month comes first"):
        jotto.league(chat)
    for told, day in (("day", "2026-04-03"), ("month", "2026-03-04")):
        assert results(chat, dates=told)[0][1] == day
    with pytest.raises(GameError, match="write day or month"):
        jotto.league(chat, dates="year")


# --- the table ---

CHAT = """22.11.26, 21:00 - Ann: Wordle 1,982 2/6
23.11.26, 21:00 - Ann: Wordle 1,983 4/6
23.11.26, 21:01 - Bob: Wordle 1,983 3/6
24.11.26, 21:00 - Ann: Wordle 1,984 3/6
24.11.26, 21:01 - Bob: Wordle 1,984 X/6
25.11.26, 21:00 - Ann: Wordle 1,985 5/6
25.11.26, 21:00 - Cy: Wordle 1,985 2/6
25.11.26, 21:05 - Cy: Daily Quordle 1764
4️⃣7️⃣
5️⃣6️⃣"""


def test_a_table_has_means_and_who_is_best_this_week():
    """Ann: 2 4 3 5, in the week 4 3 5; Bob: 3 and 7; Cy plays too few to be best: 1 of 3.

    A place takes two games, a third of four.
    """
    league = jotto.league(CHAT, day=WEEK)
    assert league.week == ("2026-11-23", "2026-11-29")
    rows = [
        (r.game, r.name, r.games, r.found, r.mean, r.week_games, r.week_mean, r.best)
        for r in league.table
    ]
    assert rows == [
        ("Quordle", "Cy", 1, 1, 7, 1, 7, True),
        ("Wordle", "Ann", 4, 4, 3.5, 3, 4, True),
        ("Wordle", "Bob", 2, 1, 5, 2, 5, False),
        ("Wordle", "Cy", 1, 1, 2, 1, 2, False),
    ]
    places = [(r.name, r.place, r.missing, r.streak) for r in league.table[1:]]
    assert places == [("Ann", 1, 0, 4), ("Bob", 2, 0, 0), ("Cy", None, 1, 1)]
    assert [r.days for r in league.table[1:]] == [
        ("", "", "", "2", "4", "3", "5"),
        ("", "", "", "", "3", "X", ""),
        ("", "", "", "", "", "", "2"),
    ]
    assert [r.weeks for r in league.table[1:]] == [(2, 4), (None, 5), (None, 2)]
    [_, wordle] = league.games
    assert str(wordle.said[0]).endswith(": Ann (4.00). Too few games that week: Cy (2.00).")
    assert (wordle.players, wordle.most, wordle.least, wordle.usual) == (3, 4, 2, 3)
    assert (wordle.days[0], wordle.days[-1]) == ("2026-11-19", "2026-11-25")
    assert wordle.weeks == ("2026-11-16", "2026-11-23")
    assert jotto.league(CHAT, day=date(2026, 12, 5)).table[0].best is False
    assert league.to_csv().splitlines()[:2] == [
        "game,name,games,found,mean,skill,luck,week_games,week_mean,best,place,missing,streak,"
        "days,weeks",
        "Quordle,Cy,1,1,7.0,,,1,7.0,True,1,0,1,. . . . . . 7,7.00",
    ]
    assert "<td>Quordle<td>Cy<td>1" in league._repr_html_()


@pytest.mark.parametrize(
    ("counted", "means", "said"),
    [
        ({}, {"Ann": 3.5, "Bob": 5, "Cy": 2}, "as one more guess than it allows"),
        ({"lost": 7}, {"Ann": 3.5, "Bob": 5, "Cy": 2}, "counts as 7 guesses"),
        ({"lost": 10}, {"Ann": 3.5, "Bob": 6.5, "Cy": 2}, "counts as 10 guesses"),
        ({"lost": "out"}, {"Ann": 3.5, "Bob": 3, "Cy": 2}, "left out of the average"),
    ],
)
def test_what_an_unsolved_game_counts_as_can_be_chosen_and_is_said(counted, means, said):
    league = jotto.league(CHAT, day=WEEK, **counted)
    assert {row.name: row.mean for row in league.table if row.game == "Wordle"} == means
    assert {row.name: row.week_mean for row in league.table if row.name == "Bob"}["Bob"] == means[
        "Bob"
    ]
    assert any(said in str(text) for text in league.games[-1].said)


def test_an_unlimited_game_that_was_not_found_counts_only_if_it_is_said_as_what():
    chat = "Ann: jotto 4 guesses\nAnn: jotto 6 guesses, not found"
    for lost, mean in ((None, 4), (9, 6.5)):
        league = jotto.league(chat, lost=lost)
        assert [row.mean for row in league.table] == [mean]
    assert "left out of the average" in str(jotto.league(chat).games[0].said[1])


@pytest.mark.parametrize(
    ("least", "placed", "missing"),
    [
        (None, {"Ann": 1, "Bob": 2}, {"Cy": 1}),
        (1, {"Cy": 1, "Ann": 2, "Bob": 3}, {}),
        (3, {"Ann": 1}, {"Bob": 1, "Cy": 2}),
        (9, {}, {"Cy": 8, "Ann": 5, "Bob": 7}),
    ],
)
def test_a_place_takes_a_least_number_of_games(least, placed, missing):
    rows = [r for r in jotto.league(CHAT, day=WEEK, least=least).table if r.game == "Wordle"]
    assert {r.name: r.place for r in rows if r.place} == placed
    assert {r.name: r.missing for r in rows if r.missing} == missing
    assert [r.place for r in rows] == [*placed.values(), *(None for _ in missing)]


def test_equals_share_a_place():
    chat = "Abe: Wordle 10 3/6\nBen: Wordle 10 3/6\nCy: Wordle 10 4/6\nDee: Wordle 10 2/6"
    places = [(row.name, row.place) for row in jotto.league(chat).table]
    assert places == [("Dee", 1), ("Abe", 2), ("Ben", 2), ("Cy", 4)]


@pytest.mark.parametrize(
    ("played", "streak"),
    [
        ("1000:3 1001:4 1002:5", 3),
        ("1000:3 1001:X 1002:5", 1),
        ("1000:3 1002:5", 1),  # a day was not played
        ("1000:3 1001:4", 2),  # the last day is not over
        ("1000:3", 0),
        ("1002:X", 0),
    ],
)
def test_a_streak_ends_with_a_game_that_was_missed_or_not_found(played, streak):
    games = [part.split(":") for part in played.split()]
    chat = "\n".join(["Bob: Wordle 1002 3/6", *(f"Ann: Wordle {n} {g}/6" for n, g in games)])
    rows = {row.name: row.streak for row in jotto.league(chat).table}
    assert rows == {"Ann": streak, "Bob": 1}


def test_a_streak_needs_no_numbers_and_no_dates():
    dated = "".join(f"{day}.11.26, 21:00 - Ann: jotto 4 guesses\n" for day in (24, 25, 26))
    lost = dated + "26.11.26, 22:00 - Ann: jotto 4 guesses, not found"
    undated = "Ann: jotto 4 guesses, not found\n" + "Ann: jotto 4 guesses\n" * 2
    for chat, streak in ((dated, 3), (lost, 0), (undated, 2)):
        assert [row.streak for row in jotto.league(chat).table] == [streak]


def test_a_table_to_paste_has_medals_and_days_and_is_no_result_itself():
    league = jotto.league(CHAT, day=WEEK)
    assert league.share() == (
        "League of Quordle, seven days to 2026-11-25\n"
        "🥇 Cy 7.00 ▫️▫️▫️▫️▫️▫️7️⃣\n\n"
        "League of Wordle, seven days to 2026-11-25\n"
        "🥇 Ann 3.50 ▫️▫️▫️2️⃣4️⃣3️⃣5️⃣\n"
        "🥈 Bob 5.00 ▫️▫️▫️▫️3️⃣❌▫️"
    )
    chat = f"26.11.26, 21:00 - Ann: {league.share()}"
    again = jotto.league(CHAT + f"\n{chat}", day=WEEK)
    assert (again.results, again.unread) == (league.results, ())
    many = "\n".join(f"Ann{n}: Wordle 10 {n % 6 + 1}/6" for n in range(30))
    assert jotto.league(many).share().splitlines()[-1] == "and 10 more"
    octordle = "Ann: Daily Octordle 99\n8️⃣4️⃣\n🔟7️⃣\n5️⃣6️⃣\n9️⃣🕛"
    assert jotto.league("26.11.26, 21:00 - " + octordle).share().endswith(" 12")


@pytest.mark.parametrize("wrong", [0, -1, 1001, True, 2.5, "in", "", [7]])
def test_other_ways_to_count_are_refused(wrong):
    with pytest.raises(GameError, match=r"lost=.*: write a number of guesses, 1 to 1,000, or out"):
        jotto.league(CHAT, lost=wrong)
    if wrong != 1001:
        with pytest.raises(GameError, match=r"least=.*: write a number of games, 1 or|1 to"):
            jotto.league(CHAT, least=wrong)


def test_skill_and_luck_are_shown_where_the_words_are_known():
    """By test_review.py: bat costs 0.25 guesses, and both scores together save 0.5.

    Skill is 99 x 2 ** -0.25 = 83.2; the odds of luck are 2 : 1, 66 of 99.
    """
    game = word_game(["bat", "cat", "hat", "mat"], ["chm"])
    chat = """26.11.26, 21:00 - Ann: jotto 2 guesses (2.25 on average)
bat=2,0 hat=3,0
26.11.26, 21:01 - Bob: jotto 3 guesses
bat=2,0 hat=3,0
26.11.26, 21:02 - Ann: jotto 2 guesses"""
    found = [(r.skill, r.luck) for r in jotto.league(chat, game=game).results]
    assert found == [(83, 66), (None, None), (None, None)]  # Bob shows two of three
    [ann, _] = jotto.league(chat, game=game).table
    assert (ann.games, ann.skill, ann.luck) == (2, 83, 66)
    assert [(r.skill, r.luck) for r in jotto.league(chat).results] == [(None, None)] * 3


def test_words_beside_squares_are_a_game_of_colours():
    """hat and cat differ in their first letter: one of two, then the other."""
    share = "26.11.26, 21:00 - Ann: Wordle 1,986 2/6\n\n⬛🟩🟩\n🟩🟩🟩\n"
    colours, pairs = (word_game(["hat", "cat"], rule=r) for r in ("colours", "exact-elsewhere"))

    def points(text, game):
        [result] = jotto.league(text, game=game).results
        return result.skill, result.luck

    # 1.5 on average, 2 taken: half a guess of bad luck: odds 1 : 2
    assert points(share + "hat cat", colours) == (99, 33)
    pasted = "Ann\nWordle 1,986 2/6\n⬛🟩🟩 hat\n🟩🟩🟩 cat\nBob\nWordle 1,986 2/6"  # not his name
    first, _ = jotto.league(pasted, game=colours).results
    assert (first.skill, first.luck) == (99, 33)
    assert points(share + "hat cat", pairs) == (None, None)
    assert points(share + "so near", colours) == (None, None)
    assert points(share + "cat cat", colours) == (None, None)  # it cannot be


@given(text=st.text("Wordle 1,2/6X:\n-[].AQujot️⃣4🟩", max_size=80))
def test_any_text_is_read_without_failing(text):
    try:
        league = jotto.league(text, "26.11.26, 21:00 - Ann: " + text, day=WEEK)
    except GameError:
        return
    lines = len(text.splitlines()) + 2
    assert all(1 <= line <= lines for line, *_ in league.unread)
    for result in league.results:
        assert result.name
        assert result.game

import json
from dataclasses import asdict, replace
from math import log2

import naive
import pytest
from hypothesis import given, strategies as st
from strategies import games, weights_of, words

import jotto
import jotto.games.registry
from jotto.assistant.review import (
    Record,
    add_up,
    judgement,
    look_back,
    read_record,
    record_of,
)
from jotto.assistant.statistics import favourites, streaks, tally
from jotto.assistant.store import DAMAGE
from jotto.errors import GameError
from jotto.games.words import word_game
from jotto.question.making import Question, saved_options

# bat, cat, hat, mat score 3,0 with themselves and 2,0 with the three others;
# chm scores 0,0 with bat, 1,0 with cat, 0,1 with hat and mat.
# By hand: the best play is chm, and then bat or cat is known, or hat is tried: 2 2 2 3 guesses
FAMILY = ["bat", "cat", "hat", "mat"]


def judge(game, *turns, **options):
    return jotto.review(game, *turns, **options).judged


def test_a_guess_is_set_beside_the_best_one():
    [first] = judge(word_game(FAMILY, ["chm"]), "bat=2,0")
    # bat makes parts of 1 and 3: 0.25 x 2 + 0.75 x log2(4/3) bits; chm of 1, 1 and 2: 1.5
    assert first.best.guess == "chm"
    assert first.mine.bits == pytest.approx(0.5 + 0.75 * log2(4 / 3))
    assert first.best.bits == 1.5
    assert (first.before, first.after) == (4, 3)
    # bat takes 1 itself, and leaves three to be tried: 2 3 4
    assert (first.needs, first.needs_mine, first.needs_after) == (2.25, 2.5, 2)
    assert (first.cost, first.luck) == (0.25, -0.5)


def test_guesses_made_while_a_wrong_score_was_believed_are_not_judged():
    game = word_game(FAMILY, ["chm"])
    # chm is 0,1 with hat, and was told as 0,0: so bat, then cat, each a guess too many of three
    found = jotto.review(game, "chm=0,0", "bat=2,0", "cat=2,0", "hat=3,0")
    assert [(turn.mistaken, turn.cost) for turn in found.judged] == [(False, 0)] + 3 * [
        (True, None)
    ]
    # 2.25 on average; hat or mat 1.5 more; then hat is tried first
    assert (found.needs, found.cost, found.excused, found.luck, found.made) == (2.25, 0, 2, 0.25, 4)
    assert found.points == (99, 58)  # 99 / (1 + 1 / sqrt(2)) = 57.99
    assert [*map(str, add_up("You", found))] == [
        *("2.25 on average", "+ 0.00 lost by your guesses", "+ 2.00 lost by a wrong entry"),
        *("- 0.25 saved by luck", "= 4 guesses"),
    ]
    assert judgement(game, found.judged[1]) == "made while a wrong entry was believed"


def test_it_is_known_which_turns_were_made_before_a_correction():
    game = word_game(FAMILY, ["chm"])
    session = jotto.Session(game).scored("0,0").scored("2,0").attempt  # only bat is left, then none
    assert record_of(session, {}).mistaken == ((), ())  # nothing is corrected yet
    corrected = session.edited(1, score="0,1")
    assert record_of(corrected, {}).mistaken == ((2,), ())
    made = record_of(corrected.scored("2,0", "cat").scored("3,0", "hat"), {})
    assert (made.turns[:2], made.mistaken) == (("chm=0,1", "bat=2,0"), ((2,), ()))
    looked = jotto.review(game, *made.turns, mistaken=made.mistaken[0])
    assert [turn.mistaken for turn in looked.judged] == [False, True, False, False]
    # cat is the player's own guess, one too many
    assert (looked.cost, looked.excused, looked.luck) == (1, 1, 0.25)
    assert read_record(json.loads(json.dumps(asdict(made)))) == made
    undone = corrected.undone().scored("0,1")  # it is typed again, and so is what follows
    assert record_of(undone.scored("2,0", "bat"), {}).mistaken == ((), ())


def test_their_guesses_may_have_been_misled_as_well():
    session = jotto.Session(word_game(FAMILY)).raced(None, first=True, last_turn=False)
    told = session.scored("2,0", "bat").they("cat", "0,0").scored("2,0", "cat").they("mat", "2,0")
    right = told.edited(1, score="2,0", side="them")
    assert record_of(right, {}).mistaken == ((), (2,))


def test_following_the_opening_book_costs_nothing():
    game = jotto.words(prior="common")
    strategy = jotto.strategy(tree=jotto.games.registry.book_for(game))
    at = jotto.start(game)
    for _ in range(3):
        guess = strategy(at)
        at = at.after(guess, game.score(guess, "quilt"))
    found = jotto.review(game, *at.turns, strategy=strategy)
    assert [each.advised.guess for each in found.judged] == [guess for guess, _ in at.turns]
    assert found.cost == 0
    assert jotto.review(game, *at.turns[:1]).judged[0].advised.guess != at.turns[0][0]  # without it


def test_a_game_too_large_to_be_played_out_is_judged_where_it_is_small_enough(monkeypatch):
    monkeypatch.setattr("jotto.assistant.review.LARGEST", 10)
    found = jotto.review(word_game(FAMILY, ["chm"]), "chm=0,1", "hat=2,0", "mat=3,0")
    assert [each.cost for each in found.judged] == [None, 0, 0]
    assert (found.needs, found.cost, found.luck, found.needs_for_it) == (None, None, None, None)
    assert repr(found) == "Review(won in 3 guesses)"
    assert found.luck_bits == pytest.approx(-0.5)  # 2 bits were told, 1.5 + 1 were expected


def test_the_strategy_says_what_is_best():
    game = word_game(FAMILY, ["chm"])
    [first] = judge(game, "chm=0,1", strategy="simple")
    assert (first.advised.guess, first.best.guess) == ("bat", "chm")  # what is better is best
    # one after the other: 2.5 on average; chm, and then so: 2 2 2 3
    assert (first.needs, first.cost) == (2.5, -0.25)


def test_an_opening_of_the_strategy_is_gone_on_with_after_another_guess():
    game = word_game(FAMILY, ["chm"])
    strategy = jotto.strategy("simple", opening=("bat", "chm"))
    [first] = judge(game, "cat=2,0", strategy=strategy)
    # cat 1; then chm whatever comes: bat 3, and hat 3, mat 4
    assert first.needs_mine == (1 + 3 + 3 + 4) / 4


def test_a_review_names_the_secret_and_the_turns_whose_score_was_wrong():
    game = word_game(FAMILY, ["chm"])
    other = jotto.review(game, "bat=2,0", "hat=2,0", "mat=3,0", secret="cat")
    assert [game.show(turn) for turn in other.wrong] == ["mat=3,0"]
    assert (other.secret, other.needs_for_it) == ("cat", 2)
    assert [(turn.turn.code, turn.after) for turn in other.judged] == [(7, 3), (7, 2), (7, 1)]
    first = jotto.review(game, "bat=0,0", "cat=2,0", "hat=3,0")  # where no word is left after bat
    assert [(turn.before, turn.after) for turn in first.judged] == [(4, 3), (3, 2), (2, 1)]
    assert (first.made, first.cost, first.luck, first.points) == (3, 0.25, -0.5, (83, 33))
    unlisted = jotto.review(game, "bat=2,0", secret="rat")
    assert (unlisted.won, unlisted.secret, unlisted.needs_for_it) == (False, "rat", None)
    assert jotto.review(game).cost is None


@given(games(most=12, rule="exact-elsewhere", weights=st.integers(1, 1 << 20)), st.data())
def test_luck_in_bits_is_nothing_on_average(game, data):
    guess = data.draw(words(len(game.secrets[0])))
    parts = naive.partition(game.secrets, guess, naive.exact_elsewhere)
    weights = weights_of(game)
    luck = 0.0
    for score, part in parts.items():
        [judged] = judge(game, f"{guess}={score}")
        luck += sum(weights[secret] for secret in part) * judged.luck_bits
    assert luck / sum(weights.values()) == pytest.approx(0, abs=1e-6)


RECORD = Record("play", {"game": "words"}, "k", ("hatch=5,0",), "hatch", "found", owner="a1")


def test_a_record_is_read_as_it_was_written_also_without_an_owner():
    written = json.loads(json.dumps(asdict(RECORD)))
    assert read_record(written) == RECORD
    old = {name: value for name, value in written.items() if name != "owner"}
    assert read_record(old) == replace(RECORD, owner="")
    assert read_record(old).name != RECORD.name
    wrong = [
        {"owner": 5},
        {"owner": None},
        {"date": "soon"},
        {"date": 5},
        {"secret": 3},
        {"own": 3},
    ]
    wrong += [{"turns": [1]}, {"options": []}, {"format": 9}, {"key": None}]
    for change in wrong:
        with pytest.raises(DAMAGE):
            read_record(written | change)


def test_the_name_of_a_record_is_made_from_all_of_it():
    changes = [{name: "2026"} for name, value in asdict(RECORD).items() if isinstance(value, str)]
    changes += [{"turns": ()}, {"options": {}}, {"refused": ("hatch",)}, {"own": "hatch"}]
    names = {replace(RECORD, **change).name for change in ({}, *changes)}
    assert len(names) == 1 + len(changes) == 14
    assert "2026" in names  # that of its live game, which it has from the beginning
    assert all(len(name) == 16 and int(name, 16) >= 0 for name in names - {"2026"})


FIRST, STEPS = {"first": True, "last_turn": True}, ("score", "they")


@pytest.mark.parametrize(
    ("entries", "race", "result", "secret"),
    [
        ([("score", "mat", "3,0")], None, "found", "mat"),
        ([("score", "mat", "2,0")], None, "given up", "told"),
        ([("score", "mat", "3,0"), ("they", "cat", "2,0")], "bat", "won", "mat"),
        ([("score", "mat", "3,0"), ("they", "bat", "3,0")], "bat", "drawn", "mat"),
        ([("score", "mat", "2,0"), ("they", "bat", "3,0")], "bat", "lost", "told"),
        ([("score", "mat", "2,0"), ("they", "cat", "2,0")], "bat", "given up", "told"),
    ],
)
def test_a_record_tells_how_a_game_ended_and_what_was_entered(entries, race, result, secret):
    session = jotto.Session(word_game([*FAMILY, "rat"])).entered("refuse", "rat")
    session = session.raced(race, **FIRST) if race else session
    for entry in entries:
        session = session.entered(*entry)
    made = record_of(session, {"game": "words"}, "told", "a1")
    turns = {side: tuple(f"{g}={s}" for step, g, s in entries if step == side) for side in STEPS}
    assert (made.command, made.options, made.owner) == ("play", {"game": "words"}, "a1")
    assert (made.result, made.secret, made.own) == (result, secret, race)
    assert (made.turns, made.theirs, made.refused) == (turns["score"], turns["they"], ("rat",))
    assert (made.key, made.solved) == (session.game.key, result in ("found", "won", "drawn"))


def test_the_record_of_several_boards_has_all_their_secrets():
    two = jotto.Session(word_game(FAMILY), boards=2).scored("2,0+3,0", "bat").scored("3,0", "cat")
    made = record_of(two, {"boards": 2})
    assert (made.secret, made.turns) == ("cat+bat", ("bat=2,0+3,0", "cat=3,0"))
    assert made.key == f"{two.game.key}, 2 boards"
    with pytest.raises(GameError, match="several boards is in the history, but not judged"):
        look_back(made)


def test_a_record_is_reviewed_with_its_own_lists_for_both_players(tmp_path):
    (tmp_path / "family.txt").write_text("\n".join(FAMILY))
    table = Question(words=tmp_path / "family.txt")
    options = saved_options(replace(table, strategy="simple"))
    session = jotto.Session(table.make_game()).raced("cat", **FIRST).scored("2,0", "bat")
    drawn = session.they("cat").undone().they("hat").entered("refuse", "mat").scored("3,0", "hat")
    looked = look_back(record_of(drawn.they("cat"), options))
    assert looked.title == "A draw"
    assert {who: each.turns for who, each in looked.reviews.items()} == {
        "You": looked.game.read_turns(["bat=2,0", "hat=3,0"]),
        "They": looked.game.read_turns(["hat=2,0", "cat=3,0"]),
    }
    assert (looked.reviews["You"].secret, looked.reviews["They"].secret) == ("hat", "cat")
    # without mat, one after the other: 1, 2, 3 guesses, 2 on average
    assert [each.needs for each in looked.reviews.values()] == [2, 2]
    assert looked.facts["Strategy"] == "simple"
    alone = record_of(jotto.Session(table.make_game()).scored("3,0", "bat"), options)
    assert look_back(alone).reviews.keys() == {"You"}
    assert look_back(alone).title == "You found BAT in 1 guess."
    with pytest.raises(GameError, match="played with other lists or another rule"):
        look_back(replace(alone, key="other"))


RESULTS = st.sampled_from(["won", "drawn", "lost", "found", "given up"])


@given(st.lists(RESULTS))
def test_a_streak_is_of_wins_and_only_games_of_two_players_end_it(results):
    letters = {"won": "w", "drawn": "-", "lost": "-"}
    runs = "".join(letters.get(result, "") for result in results).split("-")
    counts = (results.count(name) for name in ("won", "drawn", "lost"))
    expected = (*counts, len(runs[-1]), max(map(len, runs)))
    assert streaks(replace(RECORD, result=result) for result in results) == expected


def test_guesses_are_counted_where_the_secret_was_found_and_compared_where_both_are_known():
    games = [("found", 3, 2), ("found", 1, None), ("lost", 2, 1), ("won", 3, 3), ("drawn", 2, 1)]
    made = [replace(RECORD, result=result, turns=("a=b",) * mine) for result, mine, _ in games]
    counted = tally(made, [needed for *_, needed in games])
    assert [*counted.mine.items()] == [(1, 1), (2, 1), (3, 2)]
    assert [*counted.jotto.items()] == [(1, 1), (2, 1), (3, 1)]
    assert counted.means == pytest.approx(((3 + 3 + 2) / 3, (2 + 3 + 1) / 3))
    assert tally(made[1:3], [None, 1]) == ({1: 1}, {}, None)
    with pytest.raises(ValueError, match="zip"):
        tally(made, [])


def test_favourites_are_what_opponents_used_more_than_once():
    words = [letter * 4 for letter in "abcdefg"]
    several = [word for n, word in enumerate(words) for _ in range(n + 1)]  # a once, g 7 times
    games = [replace(RECORD, theirs=(f"{word}=1=2",), secret=word) for word in several]
    games += [replace(RECORD, command="keep", theirs=("aaaa=0",), secret="aaaa")] * 9
    games += [replace(RECORD, secret=None)] * 9
    five = {word: n for n, word in enumerate(words, 1)}
    expected = [(word, five[word]) for word in reversed(words[2:])]
    guesses, secrets = favourites(games)
    assert [*guesses.items()] == [(f"{word}=1", n) for word, n in expected]
    assert [*secrets.items()] == expected
    assert favourites(games[:2]) == ({}, {})

"""Results of the commands: published figures, figures by hand, and figures of the oracle."""

from math import log2, sqrt

import naive
import pytest
from lists import FAMILY, SPLITTER, TEN

from jotto.games.words import shipped_words

# --- published figures ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "first", "total", "worst"),
    [
        (["--strategy", "entropy"], "tares", 29168, 8),
        (["--strategy", "expected-size"], "tares", 29283, 8),
        (["--strategy", "minimax"], "tales", 29763, 7),
        (["--strategy", "most-parts"], "coast", 29712, 9),
        (["--strategy", "entropy", "--allow", "candidates"], "tares", 29811, 11),
    ],
    ids=["entropy", "expected-size", "minimax", "most-parts", "candidates-only"],
)
def test_a_strategy_takes_as_many_guesses_as_published(jotto, sgb, options, first, total, worst):
    found = jotto("evaluate", "--words", sgb, *options, "--json").json
    assert (found["first"], found["total"], found["worst"]) == (first, total, worst)
    assert found["secrets"] == sum(found["games"].values()) == 5756
    assert found["mean"] == pytest.approx(total / 5756, abs=1e-12)
    if total == 29168:  # the published distribution of entropy, all guesses allowed
        assert list(found["games"].values()) == [1, 9, 101, 947, 3235, 1363, 95, 5]


def test_the_best_openings_for_knuths_words_are_the_published_ones(jotto, sgb):
    found = jotto("openings", "--words", sgb, "--top", 3, "--json").json["openings"]
    assert [one["opening"] for one in found] == ["tares", "rates", "tales"]
    assert found[0]["bits"] == pytest.approx(3.3877, abs=5e-5)


def test_coloured_games_take_as_many_guesses_as_published(jotto, shared):
    path = shared / "data/wordle-answers.txt"
    found = jotto("evaluate", "--words", path, "--rule", "colours", "--json").json
    assert (found["first"], found["total"], found["worst"]) == ("raise", 8092, 6)


# --- score ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "guess", "secret", "text"),
    [
        ("exact-elsewhere", "fools", "score", "1,1"),
        ("exact-elsewhere", "guess", "fools", "1,0"),
        ("exact-elsewhere", "crane", "crane", "5,0"),
        ("exact-elsewhere", "SCORE", "Fools", "1,1"),
        ("exact-elsewhere", "on", "no", "0,2"),
        ("jots", "stale", "least", "5"),
        ("jots", "least", "least", "win"),
        ("colours", "speed", "erase", "YBYYB"),
    ],
)
def test_a_score_is_what_the_rule_says(jotto, rule, guess, secret, text):
    assert jotto("score", guess, secret, "--rule", rule) == (0, text + "\n", "")


def test_a_score_as_json_has_its_text_and_counts_exact_and_elsewhere(jotto):
    found = jotto("score", "fools", "score", "--json").json
    assert (found["exact"], found["elsewhere"], found["text"]) == (1, 1, "1,1")
    coloured = jotto("score", "fools", "score", "--rule", "colours", "--json").json
    assert coloured["text"] == "BBGBY"


# --- a family of four words, by hand --------------------------------------------------------

# four candidates: 2 bits to learn. chm leaves parts of 1, 1 and 2; any word of the family 1 and 3
OF_SPLITTER = {
    "candidate": False, "bits": 1.5, "expected_left": 6 / 4, "worst_left": 2, "parts": 3,
}  # fmt: skip
OF_FAMILY = {
    "candidate": True, "bits": 2 - 3 * log2(3) / 4, "expected_left": 10 / 4, "worst_left": 3,
    "parts": 2,
}  # fmt: skip


def test_suggestions_come_best_first_with_the_worth_worked_out_by_hand(jotto, family):
    found = jotto("suggest", *family, "--json").json
    assert found["candidates"] == 4
    assert [one["guess"] for one in found["suggestions"]] == [SPLITTER, *FAMILY]
    for one, worth in zip(found["suggestions"], [OF_SPLITTER, *[OF_FAMILY] * 4], strict=True):
        del one["guess"]
        assert one == pytest.approx(worth, abs=1e-9)


def test_openings_come_best_first_with_the_worth_worked_out_by_hand(jotto, family):
    found = jotto("openings", *family, "--json").json["openings"]
    assert [one["opening"] for one in found] == [SPLITTER, *FAMILY]
    for one, worth in zip(found, [OF_SPLITTER, *[OF_FAMILY] * 4], strict=True):
        assert {name: one[name] for name in worth} == pytest.approx(worth, abs=1e-9)


@pytest.mark.parametrize(
    ("more", "guesses"), [("--allow candidates", FAMILY), ("--top 2", (SPLITTER, "bat"))]
)
def test_only_so_many_are_suggested_and_of_those_that_are_allowed(jotto, family, more, guesses):
    found = jotto("suggest", *family, *more.split(), "--json").json
    assert [one["guess"] for one in found["suggestions"]] == [*guesses]


@pytest.mark.parametrize(
    ("turns", "left"), [("chm=0,1", ["hat", "mat"]), ("chm=0,1 bat=2,0 hat=2,0", ["mat"])]
)
def test_all_turns_leave_the_candidates_that_agree_with_them(jotto, family, turns, left):
    found = jotto("candidates", *turns.split(), *family, "--json").json
    assert (found["count"], found["candidates"]) == (len(left), left)


def test_without_a_turn_every_secret_is_a_candidate_and_no_further_guess_is(jotto, family):
    assert jotto("candidates", *family).out.split() == list(FAMILY)


def test_a_repeated_word_and_capitals_count_once(jotto, write):
    path = write("# mine", "", "Bat", "cat", "bat", "CAT")
    assert jotto("candidates", "--words", path).out == "bat\ncat\n"


def test_the_score_of_a_word_outside_the_list_counts_and_is_noted(jotto, family):
    ran = jotto("candidates", "mob=0,1", *family)  # b in bat, m in mat
    assert (ran.status, ran.out) == (0, "bat\n")
    assert ran.err.count("'mob'") == 1


@pytest.mark.parametrize("score", ["0,1", "0/1", "01", "0b1c", "1c0b", "(0,1)"])
def test_a_score_may_be_written_in_several_ways(jotto, family, score):
    assert jotto("candidates", f"chm={score}", *family).out.split() == ["hat", "mat"]


def test_a_solved_game_shows_guess_score_and_what_is_left(jotto, family):
    assert jotto("solve", "mat", *family, "--json").json["turns"] == [
        {"guess": "chm", "score": "0,1", "left": 2},
        {"guess": "hat", "score": "2,0", "left": 1},
        {"guess": "mat", "score": "3,0", "left": 1},
    ]


def test_a_strategy_is_played_against_every_secret(jotto, family, write):
    # chm, then: bat 2 guesses, cat 2, hat 2, mat 3
    found = jotto("evaluate", *family, "--json").json
    assert (found["first"], found["secrets"]) == ("chm", 4)
    assert {n: count for n, count in found["games"].items() if count} == {"2": 3, "3": 1}
    assert (found["total"], found["worst"], found["mean"]) == (9, 3, 2.25)
    assert found["sd"] == pytest.approx(sqrt((3 * 0.25**2 + 0.75**2) / 4))
    found = jotto("evaluate", "--words", write("crane"), "--json").json
    assert (found["games"], found["total"], found["sd"]) == ({"1": 1}, 1, 0)


def test_a_strategy_may_be_held_to_candidates(jotto, family):
    # one after the other: 1 + 2 + 3 + 4
    found = jotto("evaluate", *family, "--allow", "candidates", "--json").json
    assert found["games"] == {"1": 1, "2": 1, "3": 1, "4": 1}
    assert (found["first"], found["total"], found["worst"]) == ("bat", 10, 4)


def test_fixed_openings_are_played_whatever_the_scores(jotto, family):
    # bat is found at once, cat with the second guess; then hat, then mat
    found = jotto("evaluate", *family, "--opening", "bat,cat", "--json").json
    assert (found["first"], found["total"]) == ("bat", 1 + 2 + 3 + 4)
    # bat, then chm tells cat from the two others
    found = jotto("evaluate", *family, "--opening", "bat,chm", "--json").json
    assert found["games"] == {"1": 1, "3": 2, "4": 1}


def test_jots_and_colours_are_played_too(jotto, family):
    # jots of chm: bat 0, the others 1; colours: bat BBB, cat GBB, hat BYB, mat BBY
    jots = jotto("candidates", "chm=1", *family, "--rule", "jots")
    assert jots.out.split() == ["cat", "hat", "mat"]
    assert jotto("candidates", "chm=bby", *family, "--rule", "colours").out.split() == ["mat"]
    coloured = jotto("evaluate", *family, "--rule", "colours", "--json").json
    assert (coloured["first"], coloured["games"]) == ("chm", {"2": 4})


def test_the_last_candidate_is_suggested_though_nothing_is_left_to_learn(jotto, family):
    turns = ("bat=2,0", "cat=2,0", "mat=2,0")
    (found,) = jotto("suggest", *turns, *family, "--top", 1, "--json").json["suggestions"]
    assert found == {
        "guess": "hat", "candidate": True, "bits": 0, "expected_left": 1, "worst_left": 1,
        "parts": 1,
    }  # fmt: skip
    over = jotto("suggest", "hat=3,0", *family)  # it was guessed: the game is over
    assert (over.status, over.out) == (0, "hat: found; nothing is left to guess\n")
    assert jotto("suggest", "hat=3,0", *family, "--json").json["suggestions"] == []


# --- ten words, by the oracle ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("strategy", "rule"),
    [*((strategy, "exact-elsewhere") for strategy in naive.MEASURES),
     ("entropy", "jots"), ("minimax", "colours")],
)  # fmt: skip
def test_evaluate_agrees_with_the_definitions(jotto, ten, strategy, rule):
    expected = naive.lengths(strategy, TEN, TEN, naive.RULES[rule])
    found = jotto("evaluate", *ten, "--strategy", strategy, "--rule", rule, "--json").json
    counts = [list(expected.values()).count(n) for n in range(1, max(expected.values()) + 1)]
    assert list(found["games"].values()) == counts
    assert found["total"] == sum(expected.values())


# --- other lists ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "rule"),
    [
        (("rust", "dust", "just", "mist", "lisp"), "exact-elsewhere"),
        (("arsenal", "colonel", "general", "mineral", "admiral", "federal"), "exact-elsewhere"),
        (("слово", "олово", "букет"), "exact-elsewhere"),
        (("a", "b", "c"), "exact-elsewhere"),
        *((TEN, rule) for rule in naive.RULES),
    ],
)
def test_words_of_any_length_and_alphabet_do_by_any_rule(jotto, write, words, rule):
    path, score = write(*words), naive.RULES[rule]
    for secret in (words[0], words[-1]):
        turns, left = jotto("solve", secret, "--words", path, "--rule", rule, "--json"), words
        for turn in turns.json["turns"]:
            assert turn["score"] == score(turn["guess"], secret)
            left = [word for word in left if score(turn["guess"], word) == turn["score"]]
            assert turn["left"] == len(left)
        assert (turn["guess"], left) == (secret, [secret])


def test_the_shipped_list_answers_without_any_option(jotto):
    found = jotto("suggest", "tares=1,1", "noily=0,2", "--json").json
    words = jotto("candidates", "tares=1,1", "noily=0,2", "--json").json
    assert found["candidates"] == words["count"] == len(words["candidates"]) > 1
    score = naive.exact_elsewhere
    fits = [w for w in shipped_words() if (score("tares", w), score("noily", w)) == ("1,1", "0,2")]
    assert words["candidates"] == fits


# --- secrets of one's own -----------------------------------------------------------------------


def test_a_secret_of_ones_own_is_rated_as_the_proposals_are(jotto, ten):
    every = jotto("secret", *ten, "--max-level", 95, "--top", len(TEN), "--json").json["secrets"]
    own = every[4]["secret"]
    (rated,) = jotto("secret", own, *ten, "--json").json["secrets"]
    easier = rated.pop("easier")
    assert rated == every[4]
    assert easier == sum(one["guesses"] < rated["guesses"] for one in every) / len(TEN)
    assert f"\n{own}: harder to find than " in jotto("secret", own, *ten).out


def test_a_secret_in_no_list_is_rated_by_games_that_find_it(jotto, write):
    words = ("--words", write("crane", "slate", "trace", "stare", "least"))
    ways = ("entropy", "minimax", "expected-size", "most-parts")
    games = [jotto("solve", "crant", *words, "--strategy", way, "--json").json for way in ways]
    assert all(game["found"] for game in games)
    run = jotto("secret", "crant", "trace", *words)
    assert "'crant' is not in the list of secrets" in run.err
    assert "\ncrant: harder to find than every word of the list\n" in run.out
    own, rated = jotto("secret", "crant", "trace", *words, "--json").json["secrets"][::-1]
    assert rated["secret"] == "trace"
    assert own["guesses"] == sum(len(game["turns"]) for game in games) / len(ways)
    assert (own["level"], own["zipf"]) == (95, None)
    found = jotto("secret", "дверь", *words)
    assert (found.status, found.out) == (2, "")
    assert "'дверь' cannot be found: unlisted words are made of the letters" in found.err


JOTS = [  # over TEN; all letters of fools are in it alone, those of least in slate and stale, too
    (("crane=0", "fools=5"), "fools"),
    (("fools=5",), "fools"),
    (("crane=2", "least=5"), None),  # it may be an anagram
    (("crane=2", "zesta=5"), None),  # it is no secret
]


@pytest.mark.parametrize(("turns", "secret"), JOTS)
def test_all_letters_are_the_win_in_jots_where_nothing_else_can_be_meant(
    turns, secret, write, jotto
):
    given = ("--words", write(*TEN), "--rule", "jots")
    review = jotto("review", *turns, *given).out
    suggested = jotto("suggest", *turns, *given, "--json")
    explained = jotto("doctor", *turns, *given, "--json").json["explanations"]
    typed = "\n".join(turn.replace("=", " ") for turn in turns)
    played = jotto("play", *given, typed=f"{typed}\n").out
    guess, made = turns[-1].partition("=")[0], len(turns)
    if secret is None:
        assert review.startswith("You did not find")
        assert "You found" not in played
        if "No word fits" in played and guess in TEN:
            assert f"If {guess.upper()} was the word, type yes." in played
    else:
        assert review.startswith(f"You found {secret} in {made} guess")
        assert suggested.json["candidates"] == 1
        right = {"kind": "score", "turn": made, "score": "win", "secrets": [secret]}
        assert explained[0].items() >= right.items()
        assert f"You found {secret.upper()} in {made} guess" in played


def test_all_letters_are_the_win_on_several_boards_too(write, jotto):
    given = ("--words", write(*TEN), "--rule", "jots", "--boards", "2")
    played = jotto("play", *given, typed="fools 5 0\ncrane 5\n")
    assert "You found all 2 words in 2 guesses." in played.out


def test_secrets_of_a_list_without_levels_are_proposed_with_a_note(jotto, write):
    run = jotto("secret", "--words", write("zzaba", "zzabb", "zzbbb"))
    assert [line.split()[0] for line in run.out.splitlines()[1:]] != []
    assert "known for the shipped list only: --max-level is not used" in run.err

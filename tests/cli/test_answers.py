"""Results of the commands: published figures, figures by hand, and figures of the oracle."""

from statistics import pstdev

import naive
import pytest
from lists import FAMILY, SGB, SPLITTER, TEN, needs_sgb

from jotto.games.registry import words
from jotto.games.words import shipped_words

# --- published figures ----------------------------------------------------------------------


KNUTH = "--words", SGB
CANDIDATES = "--allow", "candidates"
MASTERMIND = "--game", "mastermind:4x6"


@pytest.mark.parametrize(
    ("game", "strategy", "first", "total", "worst"),
    [
        pytest.param(KNUTH, "entropy", "tares", 29168, 8, marks=needs_sgb),
        pytest.param(KNUTH, "expected-size", "tares", 29283, 8, marks=needs_sgb),
        pytest.param(KNUTH, "minimax", "tales", 29763, 7, marks=needs_sgb),
        pytest.param(KNUTH, "most-parts", "coast", 29712, 9, marks=needs_sgb),
        pytest.param((*KNUTH, *CANDIDATES), "entropy", "tares", 29811, 11, marks=needs_sgb),
        (MASTERMIND, "minimax", "0011", 5801, 5),
        (MASTERMIND, "expected-size", "0012", 5696, 6),
        (MASTERMIND, "entropy", "0123", 5722, 6),
        (MASTERMIND, "most-parts", "0012", 5668, 6),
        (MASTERMIND, "simple", "0000", 7471, 9),
    ],
)
def test_a_strategy_takes_as_many_guesses_as_published(jotto, game, strategy, first, total, worst):
    found = jotto("evaluate", *game, "--strategy", strategy, "--json").json
    assert (found["first"], found["total"], found["worst"]) == (first, total, worst)
    assert found["secrets"] == sum(found["games"].values()) == (1296 if "--game" in game else 5756)
    assert found["mean"] == pytest.approx(total / found["secrets"], abs=1e-12)
    if total == 29168:  # the published distribution of entropy, all guesses allowed
        assert list(found["games"].values()) == [1, 9, 101, 947, 3235, 1363, 95, 5]


@needs_sgb
def test_the_best_openings_for_knuths_words_are_the_published_ones(jotto):
    found = jotto("openings", *KNUTH, "--top", 3, "--json").json["openings"]
    assert [row["opening"] for row in found] == ["tares", "rates", "tales"]
    assert found[0]["bits"] == pytest.approx(3.3877, abs=5e-5)


# --- score ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ("SCORE Fools", "1,1"),
        ("on no", "0,2"),
        ("stale least --rule jots", "5"),
        ("least least --rule jots", "win"),
        ("speed erase --rule colours", "YBYYB"),
        ("élève eleve", "3,0"),
        ("SINIR SİNİR", "3,0"),  # Turkish, as İ tells
        ("sınır SINIR --letters ı", "5,0"),
        ("SINIR sinir", "5,0"),
        ("οδος σαβα", "0,1"),  # σαβα has one σ, which ends οδος
        ("ijzer zijde --letters ij", "0,3"),  # ij, z and e
        ("2,1 2,3 --game two-d:5", "below"),
    ],
)
def test_a_score_is_what_the_rule_says(jotto, arguments, text):
    assert jotto("score", *arguments.split()) == (0, text + "\n", "")


# --- a family of four words, by hand --------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "guesses"), [("--allow candidates", FAMILY), ("--top 2", (SPLITTER, "bat"))]
)
def test_only_so_many_are_suggested_and_of_those_that_are_allowed(jotto, family, more, guesses):
    found = jotto("suggest", *family, *more.split(), "--json").json
    assert [one["guess"] for one in found["suggestions"]] == [*guesses]


def test_the_score_of_a_word_outside_the_list_counts_and_is_noted(jotto, family):
    ran = jotto("candidates", "mob=0,1", *family)  # b in bat, m in mat
    assert (ran.status, ran.out) == (0, "bat\n")
    assert ran.err.count("'mob'") == 1


def test_the_last_candidate_is_suggested_though_nothing_is_left_to_learn(jotto, family):
    turns = ("bat=2,0", "cat=2,0", "mat=2,0")
    (found,) = jotto("suggest", *turns, *family, "--top", 1, "--json").json["suggestions"]
    assert found == {
        "guess": "hat", "candidate": True, "bits": 0, "expected_left": 1, "worst_left": 1,
        "parts": 1, "chance": 1,
    }  # fmt: skip
    over = jotto("suggest", "hat=3,0", *family)  # it was guessed: the game is over
    assert (over.status, over.out) == (0, "The secret is hat. There is nothing left to guess.\n")
    assert jotto("suggest", "hat=3,0", *family, "--json").json["suggestions"] == []


# --- ten words, by the oracle ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "strategy", "rule", "choices"),
    [
        ("--rule jots", "entropy", "jots", {}),
        ("--strategy minimax --rule colours", "minimax", "colours", {}),
        ("--allow candidates", "entropy", "exact-elsewhere", {"allow": "candidates"}),
        ("--opening fools,slate", "entropy", "exact-elsewhere", {"opening": ("fools", "slate")}),
    ],
)
def test_evaluate_agrees_with_the_definitions(jotto, ten, options, strategy, rule, choices):
    expected = [*naive.lengths(strategy, TEN, TEN, naive.RULES[rule], **choices).values()]
    found = jotto("evaluate", *ten, *options.split(), "--json").json
    counts = [expected.count(n) for n in range(1, max(expected) + 1)]
    assert [*found["games"].values()] == counts
    assert (found["total"], found["worst"]) == (sum(expected), max(expected))
    assert found["sd"] == pytest.approx(pstdev(expected))


def test_the_shipped_list_answers_without_any_option(jotto):
    turns, score = {"tares": "1,1", "noily": "0,2"}, naive.exact_elsewhere
    fits = [w for w in shipped_words() if all(score(g, w) == told for g, told in turns.items())]
    found = jotto("suggest", "tares=1,1", "noily=0,2", "--json").json
    assert found["candidates"] == len(fits) > 1
    assert jotto("candidates", "tares=1,1", "noily=0,2", "--json").json["candidates"] == fits
    assert jotto("candidates", "tares=1,1", "noily=0,2", "--order", "list").out.split() == fits
    printed = jotto("candidates", "tares=1,1", "noily=0,2").out.split()
    prior = words(prior="common")
    weights = dict(zip(prior.secrets, prior.weights(prior.everything).tolist(), strict=True))
    assert printed == sorted(fits, key=lambda word: -weights[word])


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
    games = [jotto("watch", "crant", *words, "--strategy", way, "--json").json for way in ways]
    run = jotto("secret", "crant", "trace", *words)
    assert "'crant' is not in the list of secrets" in run.err
    assert "\ncrant: harder to find than every word of the list\n" in run.out
    own, rated = jotto("secret", "crant", "trace", *words, "--json").json["secrets"][::-1]
    assert rated["secret"] == "trace"
    assert own["guesses"] == sum(len(game["turns"]) for game in games) / len(ways)
    assert (own["level"], own["zipf"]) == (None, None)
    said = "'дверь' cannot be found: unlisted words are made of the letters"
    found = jotto("secret", "дверь", *words)
    assert (found.status, found.out, said in found.err) == (2, "", True)


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
    played = jotto("play", *given, typed="\n".join([*turns, ""])).out
    if secret is None:
        assert review.startswith("You did not find")
        assert "You found" not in played
        return
    made = len(turns)
    assert review.startswith(f"You found {secret} in {made} guess")
    assert f"You found {secret.upper()} in {made} guess" in played
    assert jotto("suggest", *turns, *given, "--json").json["candidates"] == 1
    assert jotto("explain", *turns, *given, "--json").json["explanations"] == []  # the win fits


def test_secrets_of_a_list_without_levels_are_proposed_with_a_note(jotto, write):
    run = jotto("secret", "--words", write("zzaba", "zzabb", "zzbbb"))
    assert {line.split()[0] for line in run.out.splitlines()[1:]} <= {"zzaba", "zzabb", "zzbbb"}
    assert "known for the shipped list only: max_level is not used (--max-level)" in run.err


def test_what_each_score_would_leave_is_as_defined(jotto, write):
    words = write(*TEN)
    told = jotto("suggest", "--words", words, "--why", "--guess", TEN[0], "--json").json["why"]
    parts = naive.partition(TEN, TEN[0], naive.exact_elsewhere)
    assert {part["score"]: part["candidates"] for part in told["parts"]} == parts
    sizes = [part["left"] for part in told["parts"]]
    assert sizes == sorted(map(len, parts.values()), reverse=True)
    table = jotto("suggest", "--words", words, "--why").out.partition("likeliest first\n")[2]
    assert sum(int(line.split()[1]) for line in table.splitlines()) == len(TEN)


@pytest.mark.parametrize("top", [1, 3])
def test_a_guess_asked_about_is_printed_once(jotto, ten, top):
    for guess in ("crane", "slate", TEN[-1]):
        run = jotto("suggest", *ten, "--top", top, "--guess", guess)
        found = jotto("suggest", *ten, "--top", top, "--guess", guess, "--json").json
        listed = {guess, *(row["guess"] for row in found["suggestions"])}
        lines = [line.split()[0] for line in run.out.splitlines() if line[:6].strip() in TEN]
        assert (sorted(lines), found["worth"]["guess"]) == (sorted(listed), guess)

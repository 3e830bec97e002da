"""Every entry of golden/seed_results.json, played again; and the script that prints them all."""

import copy
import importlib.util
import json
import os
import re
import subprocess
import sys
from collections import Counter
from functools import cache
from math import log2, prod, sqrt
from pathlib import Path

import numpy as np
import pytest

from jotto.analysis.evaluate import evaluate
from jotto.assistant.keeper import Keeper
from jotto.engine import kernels
from jotto.engine.allowed import only_candidates
from jotto.engine.partition import entropy, part_sizes
from jotto.engine.search import least_worst_case, strategy_exists
from jotto.engine.strategies import strategy_named, with_opening
from jotto.engine.tree import grow, path, walk
from jotto.games.registry import game_named
from jotto.games.scoring import exact_elsewhere

ROOT = Path(__file__).resolve().parents[1]
GOLDEN = ROOT / "tests" / "golden" / "seed_results.json"
SCRIPT = ROOT / "scripts" / "seeds.py"

FIGURES = json.loads(GOLDEN.read_text())
REPEATS = FIGURES["mastermind_4x6_repeats"]
DISTINCT = FIGURES["mastermind_4x6_distinct_secret"]
CONSISTENT = FIGURES["consistent_search_base_six"]
LOCK = FIGURES["lock_3x10"]

CLASSIC = "mastermind:4x6"
OURS = {  # what the entries call a strategy, and what we do
    "minimax": "minimax",
    "max parts": "most-parts",
    "entropy": "entropy",
    "simple": "simple",
}
SIZES = {  # "candidate-first, highest" is the order of codes turned round
    "3 holes, 6 colours, distinct": "mastermind:3x6:distinct:descending",
    "4 holes, 8 colours, distinct": "mastermind:4x8:distinct:descending",
    "5 holes, 8 colours, distinct": "mastermind:5x8:distinct:descending",
}

game = cache(game_named)


def compiled(name, **more):
    return strategy_named(name, values=kernels.values, **more)


@cache
def played(name, by, opening=()):
    fixed = [game(name).find(guess) for guess in opening]
    return evaluate(game(name), with_opening(fixed, compiled(by)))


def turns(name, by, secret):
    rule = game(name).rule
    one = path(grow(game(name), compiled(by)), lambda guess: rule.score(guess, secret))
    return [[guess, rule.texts[code], left] for guess, code, left in one]


def counted(games):
    """Turn the counts of an entry, whose keys are text, into those of an evaluation."""
    return {int(guesses): count for guesses, count in games.items()}


def ours(code):
    """Colours are 1 to 6 in the thesis, 0 to 5 here."""
    return "".join(str(int(digit) - 1) for digit in code)


def shape(code):
    return "".join("ABCDE"[list(dict.fromkeys(code)).index(colour)] for colour in code)


def opening_parts(code):
    return game(CLASSIC).opening_sizes[game(CLASSIC).find(ours(code))].tolist()


# --- the entries as such --------------------------------------------------------------------


def test_the_figures_say_where_they_come_from_and_name_no_folder_of_a_machine():
    said = " ".join(FIGURES["provenance"])
    for document in ("framework by entropy", "1995", "adversary", "Leeds", "lock puzzle"):
        assert document in said
    assert not re.search(r"(^|[\s\"'(])/\w|[A-Z]:\\|~/", GOLDEN.read_text())


def test_every_entry_is_one_that_a_test_below_knows():
    assert set(FIGURES) == {
        "provenance",
        "_about",
        "ties",
        "mastermind_4x6_repeats",
        "mastermind_4x6_distinct_secret",
        "two_d",
        "jotto",
        "consistent_search_base_six",
        "adversarial_keeper_4x6",
        "lock_3x10",
    }
    assert set(REPEATS["strategies"]) == {*OURS, "random"}
    assert set(DISTINCT["other_sizes"]) == set(SIZES)


# --- ties -----------------------------------------------------------------------------------


def exact_choice(played_on, candidates, measure, powers):
    """Choose as the entries say, in whole numbers: the least value, a candidate, the first."""
    own = set(played_on.guess_of[candidates].tolist())
    value = {
        "entropy": lambda sizes: prod(powers[size] for size in sizes),
        "minimax": max,
        "most-parts": lambda sizes: -sum(size > 0 for size in sizes),
    }[measure]
    sizes = part_sizes(played_on.scores, candidates, played_on.rule.n_codes)
    kinds, kind_of = np.unique(np.sort(sizes, axis=1), axis=0, return_inverse=True)
    worth = [value(row) for row in kinds.tolist()]
    keys = [(worth[k], guess not in own, guess) for guess, k in enumerate(kind_of.ravel())]
    return min(keys)[2]


@pytest.mark.parametrize(
    ("name", "measure"),
    [
        (CLASSIC, "minimax"),
        (CLASSIC, "most-parts"),
        (CLASSIC, "entropy"),
        ("mastermind:4x6:distinct:descending", "entropy"),
        ("two-d:5:descending", "entropy"),
    ],
)
def test_ties_are_broken_as_the_entries_say_at_every_node(name, measure):
    """Compare with whole numbers of any length: n log n is ordered as the product of n ** n."""
    powers = [n**n for n in range(len(game(name).secrets) + 1)]
    root = grow(game(name), compiled(measure))
    nodes = [node for node in walk(root) if len(node.candidates) > 1]
    assert len(nodes) > 5
    for node in nodes:
        chosen = exact_choice(game(name), node.candidates, measure, powers)
        assert node.guess == chosen, [game(name).guesses[g] for g in (*node.history, chosen)]


@pytest.mark.parametrize(("order", "first"), [("", "0000"), (":descending", "5555")])
def test_lowest_and_highest_are_orders_of_the_list_of_codes(order, first):
    codes = list(game(CLASSIC + order).guesses)
    assert codes[0] == first
    assert codes == sorted(codes, reverse=bool(order))


# --- the thesis -----------------------------------------------------------------------------


def test_there_are_as_many_codes_and_scores_as_the_thesis_says():
    assert len(game(CLASSIC).secrets) == len(game(CLASSIC).guesses) == REPEATS["codes"]
    assert game(CLASSIC).rule.n_codes == REPEATS["replies"]


@pytest.mark.parametrize("code", REPEATS["first_guess_partition"])
def test_an_opening_has_the_parts_printed(code):
    printed = REPEATS["first_guess_partition"][code]
    found = dict(zip(game(CLASSIC).rule.texts, opening_parts(code), strict=True))
    assert found == printed
    assert sum(printed.values()) == REPEATS["codes"]


@pytest.mark.parametrize("code", REPEATS["first_guess_measures"])
def test_an_opening_measures_as_printed(code):
    printed, sizes = REPEATS["first_guess_measures"][code], opening_parts(code)
    assert max(sizes) == printed["largest_part"]
    assert sum(size > 0 for size in sizes) == printed["parts"]
    assert round(entropy(sizes), 3) == printed["entropy_bits"]


@pytest.mark.parametrize("name", OURS)
def test_a_strategy_plays_as_printed(name):
    printed, found = REPEATS["strategies"][name], played(CLASSIC, OURS[name])
    assert found.first == ours(printed["first"])
    assert found.games == counted(printed["games"])
    assert sum(found.games.values()) == REPEATS["codes"]
    assert round(found.mean, 3) == printed["mean"]
    assert round(found.sd, 3) == printed["sd"]
    assert found.worst == printed["worst"]


def test_the_random_strategy_agrees_with_ten_runs_of_it():
    """Seeds (0, 0) to (0, 99) here against one sample of 10 x 1296 games there.

    Their mean is that of 12,960 independent games: its standard error is sd / sqrt(12960),
    0.0078. The games of one run of ours share a tree, so the error of our mean is taken from
    the spread between the runs: 0.0046 or so. Two right means differ by more than five errors
    (0.045) once in a million pairs, and the figure is rounded by 0.0005 at most; choosing worse
    by a twentieth of a guess fails. The same goes for the deviation, whose error is
    sqrt((m4 - sd**4) / n) / (2 sd), m4 being the fourth central moment: 0.0054 for theirs.
    """
    printed, runs = REPEATS["strategies"]["random"], 100
    trees = [strategy_named("random", seed=(0, run)) for run in range(runs)]
    found = evaluate(game(CLASSIC), *trees)
    by_run = found.lengths.reshape(runs, -1)
    n = printed["runs"] * REPEATS["codes"]

    error = sqrt(found.sd**2 / n + by_run.mean(axis=1).var(ddof=1) / runs)
    assert error < 0.011
    assert abs(found.mean - printed["mean_about"]) < 5 * error + 0.0005

    fourth = ((found.lengths - found.mean) ** 4).mean()
    theirs = (fourth - found.sd**4) / n / (4 * found.sd**2)
    error = sqrt(theirs + by_run.std(axis=1).var(ddof=1) / runs)
    assert error < 0.009
    assert abs(found.sd - printed["sd_about"]) < 5 * error + 0.0005

    # the games expected in their sample: one so long must not be a wonder, nor none longer
    seen = printed["worst_seen"]
    assert (found.lengths >= seen).mean() * n > 0.1
    assert (found.lengths > seen).mean() * n < 5


@pytest.mark.parametrize(
    "printed",
    REPEATS["two_fixed_guesses_then_simple"],
    ids=lambda printed: f"{printed['first']}-{printed['second']}",
)
def test_two_fixed_guesses_play_as_printed(printed):
    found = played(CLASSIC, "simple", (ours(printed["first"]), ours(printed["second"])))
    assert found.first == ours(printed["first"])
    assert found.games == counted(printed["games"])
    assert round(found.mean, 3) == printed["mean"]
    assert round(found.sd, 3) == printed["sd"]


def test_the_deviation_of_one_row_of_table_12_is_misprinted_by_a_thousandth():
    (noted,) = [one for one in REPEATS["two_fixed_guesses_then_simple"] if "note" in one]
    assert (noted["first"], noted["second"]) == ("1123", "4456")
    (misprint,) = re.findall(r"prints sd ([\d.]+)", noted["note"])
    found = played(CLASSIC, "simple", ("0012", "3345"))
    assert f"{found.sd:.3f}" == "0.853" != misprint == "0.852"


@pytest.mark.parametrize("name", REPEATS["example_games_secret_1256"])
def test_an_example_game_for_1256_goes_turn_by_turn(name):
    printed = REPEATS["example_games_secret_1256"][name]
    expected = [[ours(guess), score, left] for guess, score, left in printed]
    assert turns(CLASSIC, OURS[name], ours("1256")) == expected


def test_a_term_of_table_7_is_misprinted_and_its_total_is_not():
    printed, hits, codes, right, total = re.search(
        r"prints (-\S+) for .*; (\d+)/(\d+) .* is (-\d\.\d+)\. .* totals, (\d\.\d+)",
        REPEATS["misprint"],
    ).groups()
    sizes = opening_parts("1234")
    assert int(hits) == sizes[game(CLASSIC).rule.texts.index("2,0")]
    assert int(codes) == sum(sizes)
    p = int(hits) / int(codes)
    assert f"{p * log2(p):.3f}" == right != printed == "-0.093"
    assert f"{entropy(sizes):.3f}" == total


# --- a framework by entropy -----------------------------------------------------------------


def test_the_distinct_game_has_the_secrets_and_guesses_stated():
    name = "mastermind:4x6:distinct:descending"
    assert (len(game(name).secrets), len(game(name).guesses)) == (360, 1296)
    assert re.findall(r"\d{3,}", DISTINCT["rule"]) == ["360", "1296"]


def test_the_distinct_game_counts_common_colours_as_sets():
    name = "mastermind:4x6:distinct:descending"
    texts = game(name).rule.texts
    for guess, row in zip(game(name).guesses, game(name).scores, strict=True):
        for secret, code in list(zip(game(name).secrets, row, strict=True))[::7]:
            exact = sum(g == s for g, s in zip(guess, secret, strict=True))
            assert texts[code] == f"{exact},{len(set(guess) & set(secret)) - exact}"


def test_entropy_plays_the_distinct_game_as_printed():
    printed, found = DISTINCT["entropy"], played("mastermind:4x6:distinct:descending", "entropy")
    assert shape(found.first) == printed["first_shape"]
    assert found.games == counted(printed["games"])
    assert found.worst == printed["worst"]


def test_no_strategy_plays_the_distinct_game_with_a_shorter_longest_game():
    distinct = game("mastermind:4x6:distinct:descending")
    assert least_worst_case(distinct) == DISTINCT["least_worst_case"]
    assert not strategy_exists(distinct, DISTINCT["least_worst_case"] - 1)


def test_three_holes_are_played_as_printed():
    printed = DISTINCT["other_sizes"]["3 holes, 6 colours, distinct"]
    found = played(SIZES["3 holes, 6 colours, distinct"], "entropy")
    assert shape(found.first) == printed["first_shape"]
    assert found.games == counted(printed["games"])


def test_entropy_plays_eight_colours_in_four_holes_as_printed():
    printed = DISTINCT["other_sizes"]["4 holes, 8 colours, distinct"]
    found = played(SIZES["4 holes, 8 colours, distinct"], "entropy")
    assert found.games == counted(printed["entropy_games"])
    assert found.worst == printed["entropy_worst"]


def test_eight_colours_in_four_holes_need_fewer_guesses_than_entropy_takes():
    printed = DISTINCT["other_sizes"]["4 holes, 8 colours, distinct"]
    most = printed["least_worst_case_at_most"]
    assert most < printed["entropy_worst"]
    assert strategy_exists(game(SIZES["4 holes, 8 colours, distinct"]), most)


def test_eight_colours_in_five_holes_are_solved():
    printed = DISTINCT["other_sizes"]["5 holes, 8 colours, distinct"]
    found = played(SIZES["5 holes, 8 colours, distinct"], "entropy")
    assert shape(found.first) == printed["first_shape"]
    assert found.secrets == len(found.lengths) == 8 * 7 * 6 * 5 * 4
    assert found.lengths.min() >= 1
    assert found.worst <= 8


def test_pairs_of_numbers_are_played_as_printed():
    printed, found = FIGURES["two_d"], played("two-d:5:descending", "entropy")
    assert found.games == counted(printed["entropy"]["games"])
    assert found.worst == printed["entropy"]["worst"]


def test_pairs_of_numbers_are_scored_by_the_rule_stated():
    number, least, most = map(int, re.findall(r"\d+", FIGURES["two_d"]["rule"]))
    two_d, span = game("two-d:5:descending"), range(least, most + 1)
    points = {f"{x},{y}": (x, y) for x in span for y in span}
    assert set(two_d.secrets) == set(two_d.guesses) == set(points)
    assert len(two_d.secrets) == number
    texts = {(1, 1): "equal", (1, 0): "below", (0, 1): "above", (0, 0): "mixed"}
    for guess, (x, y) in points.items():
        for secret, (u, v) in points.items():
            said = texts[x <= u and y <= v, x >= u and y >= v]
            assert two_d.rule.texts[two_d.rule.score(guess, secret)] == said


def test_pairs_of_numbers_need_fewer_guesses_than_entropy_takes():
    assert least_worst_case(game("two-d:5:descending")) == FIGURES["two_d"]["least_worst_case"]
    assert FIGURES["two_d"]["least_worst_case"] < FIGURES["two_d"]["entropy"]["worst"]


# --- Jotto by elimination -------------------------------------------------------------------


@pytest.mark.parametrize(("guess", "secret", "printed"), FIGURES["jotto"]["scores"])
def test_words_score_as_printed(guess, secret, printed):
    rule = exact_elsewhere(5)
    assert rule.texts[rule.score(guess, secret)] == printed
    assert rule.texts[rule.score(secret, guess)] == printed


def test_scores_other_than_the_win_are_counted_with_and_without_the_impossible_one():
    counted_, possible = map(
        int, re.findall(r"\b(\d\d) (?:replies|when)", FIGURES["jotto"]["claims"])
    )
    rule = exact_elsewhere(5)
    assert len([(a, b) for a in range(5) for b in range(6) if a + b <= 5]) == counted_
    assert rule.n_codes - 1 == rule.win == possible == counted_ - 1


def test_26_to_the_fifth_is_not_what_the_document_says():
    right, slip = re.search(
        r"is ([\d,]+); the seed says about ([\d.]+) million", FIGURES["jotto"]["correction"]
    ).groups()
    assert f"{26**5:,}" == right
    assert float(slip) * 1e6 * 10 < 26**5


# --- the consistent search, an adversary, a lock --------------------------------------------


@pytest.mark.parametrize(
    ("order", "name"),
    [("last_digit_fastest", CLASSIC), ("first_digit_fastest", "mastermind:4x6:first-fastest")],
)
def test_the_consistent_search_finds_4204_as_printed(order, name):
    assert [turn[:2] for turn in turns(name, "simple", "4204")] == CONSISTENT[order]


def test_the_sample_of_1995_counts_with_the_first_digit_fastest():
    sample = re.findall(r"(\d{4}) \((\d,\d)\)", CONSISTENT["sample"])
    assert [list(turn) for turn in sample] == CONSISTENT["first_digit_fastest"]


def test_the_best_guess_against_the_worst_score_goes_turn_by_turn():
    keeper, history, found = Keeper(game(CLASSIC), None), (), []
    breaker = compiled("minimax", allow=only_candidates)
    while not keeper.found:
        chosen = breaker(keeper.game, keeper.candidates, history)
        keeper, history = keeper.answered(keeper.game.guesses[chosen]), (*history, chosen)
        last = keeper.turns[-1]
        found.append([last.guess, keeper.game.rule.texts[last.code], len(keeper.candidates)])
    assert found == FIGURES["adversarial_keeper_4x6"]["game"]


def test_the_adversary_gives_the_first_of_the_scores_that_leave_most():
    # 1122 leaves 256 candidates after 0,0, after 0,1 and after 1,0
    keeper = Keeper(game(CLASSIC), None).answered("0011")
    assert keeper.game.rule.texts[keeper.turns[0].code] == "0,0"


def test_the_lock_is_narrowed_down_clue_by_clue():
    lock = game("mastermind:3x10")
    history = lock.read_turns([f"{guess}={score}" for guess, score in LOCK["clues"]])
    left = [lock.candidates(history[: n + 1]) for n in range(len(history))]
    assert [len(some) for some in left] == LOCK["remaining_after_each"]
    assert [lock.secrets[i] for i in left[-1]] == [LOCK["answer"]]


# --- the script -----------------------------------------------------------------------------

MARKS = {"ok", "DIFFERS", "slip", "sampled", "claim"}


def seeds(*arguments):
    """Run the script as a user does, in a process of its own."""
    paths = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    return subprocess.run(
        [sys.executable, SCRIPT, *map(str, arguments)],
        capture_output=True,
        encoding="utf-8",
        env=os.environ | {"PYTHONPATH": os.pathsep.join(paths)},
        check=False,
        timeout=120,
    )


@pytest.fixture(scope="module")
def ran():
    return seeds()


@pytest.fixture(scope="module")
def script():
    """The script as a module: what it has played once, it need not play again."""
    spec = importlib.util.spec_from_file_location("seeds", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    sys.modules["seeds"] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules["seeds"]


def marks(golden, script):
    """Count the marks of all tables."""
    return Counter(one.mark for _, compute in script.tables(20, 0) for one in compute(golden))


def test_the_script_finds_every_figure_as_printed(ran):
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "DIFFERS" not in ran.stdout


def test_the_script_marks_every_figure(ran):
    figures = [line.split() for line in ran.stdout.splitlines() if line.startswith("  ")]
    assert len(figures) > 200
    assert {words[0] for words in figures} <= MARKS
    found = Counter(words[0] for words in figures)
    counts = ", ".join(f"{found[mark]} {mark}" for mark in sorted(found))
    assert counts in ran.stdout.splitlines()


@pytest.mark.parametrize(
    ("printed", "computed"),
    [("-0.093", "-0.278"), ("1.1 million", "11,881,376"), ("0.852", "0.853")],
)
def test_the_script_names_the_slips_of_the_documents(ran, printed, computed):
    slips = [line for line in ran.stdout.splitlines() if line.startswith("slip: ")]
    assert any(printed in line and computed in line for line in slips)


@pytest.mark.parametrize("title", ["framework", "Jotto", "1995", "adversary", "thesis", "lock"])
def test_the_script_has_a_table_for_every_document(ran, title):
    assert any(title in line for line in ran.stdout.splitlines() if not line.startswith(" "))


@pytest.mark.parametrize("table", range(3, 13))
def test_the_script_has_every_table_of_the_thesis(ran, table):
    titles = [line for line in ran.stdout.splitlines() if line.startswith("thesis 2024, table")]
    assert any(re.search(rf"\b{table}\b", line.partition(":")[0]) for line in titles)


def test_a_changed_figure_ends_the_script_with_1_and_is_named(tmp_path):
    changed = copy.deepcopy(FIGURES)
    changed["mastermind_4x6_repeats"]["strategies"]["minimax"]["mean"] = 4.477
    file = tmp_path / "changed.json"
    file.write_text(json.dumps(changed))
    ran = seeds("--figures", file, "--runs", 10, "--json")
    assert (ran.returncode, ran.stderr) == (1, "")
    found = json.loads(ran.stdout)
    assert (found["schema"], found["holds"]) == (1, False)
    (different,) = [one for one in found["figures"] if one["mark"] == "DIFFERS"]
    assert (different["printed"], different["computed"]) == ("4.477", "4.476")
    assert "table 10" in different["table"]


@pytest.mark.parametrize("text", [None, "no json", "[]", "{}"])
def test_a_file_without_the_figures_is_refused_in_one_line(tmp_path, text):
    file = tmp_path / "figures.json"
    if text is not None:
        file.write_text(text)
    ran = seeds("--figures", file)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.count("\n") == 1
    assert str(file) in ran.stderr


def leaves(entry, at=()):
    """Yield the place of every value."""
    if isinstance(entry, dict | list):
        for key, below in entry.items() if isinstance(entry, dict) else enumerate(entry):
            yield from leaves(below, (*at, key))
    else:
        yield at, entry


# sentences about figures and how they were found; ``runs`` is what a sample was made of
PROSE = {"_about", "provenance", "ties", "source", "tie", "guesses", "rule", "runs", "claims"}


# in sentences, the figure that is computed; the other is quoted, for what it got wrong
COMPUTED = {"misprint": "-0.278", "correction": "11,881,376"}


def altered(at, value):
    """Change a figure a little: what is left to chance by more, a code or score by a digit."""
    if "random" in at:
        return value + (2 if isinstance(value, int) else 0.1)
    if isinstance(value, int):
        return value + 1
    if isinstance(value, float):
        return round(value + 0.001, 3)
    if at[-1] in COMPUTED:
        return value.replace(COMPUTED[at[-1]], COMPUTED[at[-1]][:-1] + "0")
    if at[-1] == "first_shape":
        return value[::-1]
    return re.sub(r"\d(?=\D*$)", lambda digit: str(1 + int(digit[0]) % 6), value)


FIGURES_OF_THE_FILE = [
    (at, value)
    for at, value in leaves(FIGURES)
    if not PROSE & set(at) and altered(at, value) != value
]


def test_the_script_notices_a_change_of_any_figure(script):
    assert len(FIGURES_OF_THE_FILE) > 250
    assert marks(FIGURES, script)["DIFFERS"] == 0
    overlooked = []
    for at, value in FIGURES_OF_THE_FILE:
        changed = copy.deepcopy(FIGURES)
        *above, last = at
        entry = changed
        for key in above:
            entry = entry[key]
        entry[last] = altered(at, value)
        if not marks(changed, script)["DIFFERS"]:
            overlooked.append((*at, entry[last]))
    assert not overlooked

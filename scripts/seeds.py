"""Recompute every figure that the documents this project grew from print.

    python scripts/seeds.py

Five documents: "a framework by entropy" and a posting on Jotto below it, on a programming
forum; a newsgroup posting of 1995 on the consistent search; an analysis with an adversary; a
thesis of the University of Leeds, 2024; a lock puzzle. Figures that need a game to be played
are read from ``tests/golden/seed_results.json``; what the documents print besides stands here,
beside the function that computes it. Every figure gets one mark:

``ok``       computed as printed
``DIFFERS``  not so: the exit status is 1
``slip``     the document is wrong; computed is the right figure, known beforehand
``sampled``  left to chance: within five standard errors of what is printed
``claim``    said in passing; what was measured stands beside it, and need not agree
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from math import log2, sqrt
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from jotto.analysis.evaluate import Evaluation, evaluate
from jotto.assistant.keeper import Keeper
from jotto.cli.render import show_json
from jotto.engine import kernels
from jotto.engine.allowed import Allow, History, any_guess, only_candidates
from jotto.engine.game import Game, Turn
from jotto.engine.partition import Indices, IntArray, entropy
from jotto.engine.search import least_worst_case, strategy_exists
from jotto.engine.strategies import (
    MEASURES,
    Strategy,
    strategy_named,
    values,
    with_opening,
)
from jotto.engine.tree import grow, path, walk
from jotto.games.codes import Codes
from jotto.games.registry import game_named
from jotto.games.scoring import exact_elsewhere
from jotto.games.words import shipped_words, word_game

GOLDEN = Path(__file__).resolve().parents[1] / "tests" / "golden" / "seed_results.json"

CLASSIC = "mastermind:4x6"
STRATEGIES = {  # the names of the thesis: the table's, and ours
    "minimax": "minimax",
    "max parts": "most-parts",
    "entropy": "entropy",
    "simple": "simple",
}

Golden = dict[str, Any]


@dataclass(frozen=True)
class Row:
    """One figure: as printed and as computed."""

    what: str
    printed: str
    computed: str
    mark: str
    note: str = ""


Rows = Iterator[Row]


def row(what: str, printed: object, computed: object, note: str = "") -> Row:
    """Compare a figure with what was computed."""
    mark = "ok" if str(printed) == str(computed) else "DIFFERS"
    return Row(what, str(printed), str(computed), mark, note)


def slip(what: str, printed: object, right: object, computed: object, note: str = "") -> Row:
    """Compare a figure known to be misprinted; ``right`` is what it should have been."""
    mark = "slip" if str(right) == str(computed) != str(printed) else "DIFFERS"
    return Row(what, str(printed), str(computed), mark, note)


def claim(what: str, said: str, measured: object, note: str = "") -> Row:
    """Set what was measured beside what was said."""
    return Row(what, said, str(measured), "claim", note)


def sampled(what: str, printed: float, computed: float, error: float) -> Row:
    """Compare two means of chance; ``error`` is the standard error of their difference."""
    near = abs(printed - computed) <= 5 * error + 0.0005  # half of the last place printed
    mark = "sampled" if near else "DIFFERS"
    note = f"{(computed - printed) / error:+.1f} standard errors"
    return Row(what, f"about {printed:.3f}", f"{computed:.3f}", mark, note)


# --- what is played -------------------------------------------------------------------------


@cache
def game(name: str) -> Game:
    """Make a game once: one by name, or ``words``, the shipped list."""
    return word_game(shipped_words()) if name == "words" else game_named(name)


def strategy(name: str, allow: Allow = any_guess) -> Strategy:
    """Look a strategy up by our name, compiled where it measures."""
    return strategy_named(name, allow=allow, values=kernels.values)


@cache
def played(
    name: str, by: str, opening: tuple[str, ...] = (), allow: Allow = any_guess
) -> Evaluation:
    """Play a strategy, after an opening, against every secret of a game."""
    fixed = [game(name).find(guess) for guess in opening]
    return evaluate(game(name), with_opening(fixed, strategy(by, allow)))


@cache
def drawn(runs: int, seed: int) -> Evaluation:
    """Play the random strategy against every secret, ``runs`` times."""
    trees = [strategy_named("random", seed=(seed, run)) for run in range(runs)]
    return evaluate(game(CLASSIC), *trees)


@cache
def least(name: str) -> int:
    """Find the least worst case of a game."""
    return least_worst_case(game(name))


@cache
def exists(name: str, most: int) -> bool:
    """Say whether some strategy finds every secret of a game in ``most`` guesses."""
    return strategy_exists(game(name), most)


@cache
def turns(name: str, by: str, secret: str) -> tuple[tuple[str, str, int], ...]:
    """Play one game: guess, score and candidates left, turn by turn."""
    played_on = game(name)
    texts, score = played_on.rule.texts, played_on.rule.score
    one = path(grow(played_on, strategy(by)), lambda guess: score(guess, secret))
    return tuple((guess, texts[code], left) for guess, code, left in one)


def parts(name: str, guess: str) -> dict[str, int]:
    """Count the candidates in every part of an opening, by the text of the score."""
    sizes = game(name).opening_sizes[game(name).find(guess)]
    return dict(zip(game(name).rule.texts, sizes.tolist(), strict=True))


def score(name: str, guess: str, secret: str) -> str:
    """Score a guess, as text."""
    rule = game(name).rule
    return rule.texts[rule.score(guess, secret)]


# --- how it is written ----------------------------------------------------------------------


def ours(code: str) -> str:
    """Write a code of the thesis as we do: its colours are 1 to 6, ours 0 to 5."""
    return "".join(str(int(digit) - 1) for digit in code)


def theirs(code: str) -> str:
    """Write a code of ours as the thesis does."""
    return "".join(str(int(digit) + 1) for digit in code)


def distribution(games: dict[str, int] | dict[int, int]) -> str:
    """Write how many games take so many guesses: ``2:7 3:55``."""
    return " ".join(f"{guesses}:{count}" for guesses, count in games.items())


def commonest(found: Evaluation) -> int:
    """Say which number of guesses most games take."""
    return max(found.games, key=lambda guesses: found.games[guesses])


def shape(code: str) -> str:
    """Name the colours of a code by their first place: ``7754`` is ``AABC``."""
    letters = {colour: "ABCDEFGHIJ"[i] for i, colour in enumerate(dict.fromkeys(code))}
    return "".join(letters[colour] for colour in code)


def spaced(figures: Sequence[object]) -> str:
    """Write figures with spaces between: a turn is guess, score and candidates left."""
    return " ".join(map(str, figures))


def listing(codes: list[str]) -> str:
    """Write the first four and the last four of a list, as the thesis does."""
    return " ".join(codes if len(codes) <= 8 else [*codes[:4], "...", *codes[-4:]])


def find(pattern: str, text: str) -> tuple[str, ...]:
    """Take the figures out of a sentence; raises ValueError if it reads otherwise."""
    found = re.search(pattern, text)
    if found is None:
        raise ValueError(f"{text!r} does not read like {pattern!r}")
    return found.groups()


# --- a framework by entropy, and its other games --------------------------------------------

DISTINCT = "mastermind:4x6:distinct:descending"
OTHER_SIZES = {
    "3 holes, 6 colours, distinct": "mastermind:3x6:distinct:descending",
    "4 holes, 8 colours, distinct": "mastermind:4x8:distinct:descending",
    "5 holes, 8 colours, distinct": "mastermind:5x8:distinct:descending",
}
EXAMPLES = (  # colours 0 yellow, 1 blue, 2 green, 3 red, 4 orange, 5 purple
    ("yellow blue green red", "0123"),
    ("blue orange red purple", "1435"),
)


def framework_examples(golden: Golden) -> Rows:
    """Score the two guesses of the question; the secret is blue, green, orange, red."""
    for what, guess in EXAMPLES:
        yield row(f"score of {what}", "1,2", score(DISTINCT, guess, "1243"))
    rule = golden["mastermind_4x6_distinct_secret"]["rule"]
    secrets, guesses = find(r"the (\d+) arrangements .* all (\d+) codes", rule)
    yield row("secrets, all colours different", secrets, len(game(DISTINCT).secrets))
    yield row("guesses, repeats allowed", guesses, len(game(DISTINCT).guesses))


def framework_classic(golden: Golden) -> Rows:
    """Play six colours in four holes, the secret without repeats."""
    printed = golden["mastermind_4x6_distinct_secret"]
    found = played(DISTINCT, "entropy")
    yield row("first guess", printed["entropy"]["first_shape"], shape(found.first), found.first)
    yield row("colours in it: half of 6", 3, len(set(found.first)))
    yield row("games", distribution(printed["entropy"]["games"]), distribution(found.games))
    yield row("worst", printed["entropy"]["worst"], found.worst)
    yield row("least worst case", printed["least_worst_case"], least(DISTINCT), "proved")


def framework_sizes(golden: Golden) -> Rows:
    """Play other numbers of holes and colours."""
    sizes = golden["mastermind_4x6_distinct_secret"]["other_sizes"]
    for what, name in OTHER_SIZES.items():
        printed, found = sizes[what], played(name, "entropy")
        if "first_shape" in printed:
            first = shape(found.first)
            yield row(f"{what}: first guess", printed["first_shape"], first, found.first)
            (colours,) = find(r"(\d+) colours", what)
            yield row(f"{what}: half the colours", int(colours) // 2, len(set(found.first)))
        games = printed.get("games") or printed.get("entropy_games")
        if games:
            yield row(f"{what}: games", distribution(games), distribution(found.games))


def framework_large(golden: Golden) -> Rows:
    """Say what the document could not: eight colours."""
    sizes = golden["mastermind_4x6_distinct_secret"]["other_sizes"]
    four, five = list(OTHER_SIZES)[1:]
    most = sizes[four]["least_worst_case_at_most"]
    yield row(f"{four}: worst", sizes[four]["entropy_worst"], played_size(four).worst)
    held = most if exists(OTHER_SIZES[four], most) else "no strategy"
    yield row(f"{four}: least worst case at most", most, held, "proved")
    fewer = "yes" if most < played_size(four).worst else "no"
    yield row(f"{four}: fewer than entropy takes", "yes", fewer)
    found = played_size(five)
    solved = f"all {found.secrets:,}: worst {found.worst}, mean {found.mean:.3f}"
    yield claim(f"{five}: solved", "not in Python", solved, distribution(found.games))


def played_size(what: str) -> Evaluation:
    """Play one of the other sizes by entropy."""
    return played(OTHER_SIZES[what], "entropy")


def framework_two_d(golden: Golden) -> Rows:
    """Play the game of pairs of numbers."""
    printed, name = golden["two_d"], "two-d:5:descending"
    found = played(name, "entropy")
    (pairs,) = find(r"the (\d+) pairs", printed["rule"])
    yield row("secrets and guesses", pairs, len(game(name).secrets))
    games = printed["entropy"]["games"]
    yield row("entropy: games", distribution(games), distribution(found.games))
    yield row("entropy: worst", printed["entropy"]["worst"], found.worst)
    yield row("least worst case", printed["least_worst_case"], least(name), "proved")


# --- Jotto by elimination -------------------------------------------------------------------


def jotto_scores(golden: Golden) -> Rows:
    """Score the example, and test the word it rules out."""
    for guess, secret, printed in golden["jotto"]["scores"]:
        yield row(f"{guess} against {secret}", printed, score("words", guess, secret))
    left = game("words").candidates(game("words").read_turns(["fools=1,1"]))
    fits = "guess" in [game("words").secrets[i] for i in left]
    yield row("guess is consistent with fools=1,1", "no", "yes" if fits else "no")


def jotto_counts(golden: Golden) -> Rows:
    """Count scores and strings."""
    pattern = r"(\d+) replies other than a win when .*, (\d+) when they are not"
    counted, possible = find(pattern, golden["jotto"]["claims"])
    yield row("scores of 5 letters, not the win", counted, pairs(5) - 1, "(4,1) counted")
    yield row("the same, without (4,1)", possible, exact_elsewhere(5).win)
    yield row("scores of 4 pegs, not the win", 14, pairs(4) - 1, "(3,1) counted: 13 can come")
    yield row("share of one score in 20", "5%", f"{1 / (pairs(5) - 1):.0%}")
    yield row("codes 6**4", 1296, len(Codes.of(4, 6)))
    note = "5**6: six pegs of five colours; of six they are 46,656"
    yield row("6-colour combinations", "15,625", f"{len(Codes.of(6, 5)):,}", note)
    right, printed = find(r"is ([\d,]+); the seed says about (\S+ million)", jotto_slip(golden))
    yield slip("strings 26**5", f"~{printed}", right, f"{26**5:,}")
    exactly = 26**5 - 21**5
    said = f"5 * 5 * 26**4 = {5 * 5 * 26**4:,}"
    yield claim("strings with a vowel", said, f"{exactly:,}", "one with two vowels counts once")


def jotto_slip(golden: Golden) -> str:
    """Say where the document is wrong."""
    text: str = golden["jotto"]["correction"]
    return text


def pairs(length: int) -> int:
    """Count the pairs (exact, elsewhere) that add up to at most ``length``."""
    every = range(length + 1)
    return sum(exact + elsewhere <= length for exact in every for elsewhere in every)


def jotto_claims(golden: Golden) -> Rows:
    """Measure on the shipped list what is said of the author's own."""
    pattern = r"about (\d+) five-letter words, .* within (\d+) guesses, usually (.*), about (\d+)%"
    words, worst, usual, removed = find(pattern, golden["jotto"]["claims"])
    yield claim("words in the list", f"about {words}", f"{len(game('words').secrets):,}")
    for by in ("simple", "random", "entropy"):
        yield from jotto_measured(by, worst, usual, removed)
    note = "mean over all first guesses and secrets"
    yield claim("chance that a secret agrees", "about 5%", f"{agreeing():.1%}", note)


def jotto_measured(by: str, worst: str, usual: str, removed: str) -> Rows:
    """Measure one strategy on the shipped list; ``random`` is a single run, seed 0."""
    found = played("words", by)
    within = sum(count for guesses, count in found.games.items() if guesses <= int(worst))
    share = f"{within / found.secrets:.1%} within {worst}"
    yield claim(f"{by}: worst", worst, found.worst, share)
    often = sum(found.games.get(int(guesses), 0) for guesses in usual.split(" or "))
    note = f"most often {commonest(found)}, mean {found.mean:.3f}"
    yield claim(f"{by}: games of {usual}", "usually", f"{often / found.secrets:.1%}", note)
    note = "mean over all scores but wins"
    yield claim(f"{by}: candidates removed", f"about {removed}%", f"{gone(by):.1%}", note)


@cache
def gone(by: str) -> float:
    """Measure the share of candidates a score removes, over all turns but the winning ones."""
    removed, scored = 0.0, 0
    for node in walk(grow(game("words"), strategy(by))):
        below = [len(one.candidates) for one in node.branches.values() if one is not None]
        removed += sum(n * (1 - n / len(node.candidates)) for n in below)
        scored += sum(below)
    return removed / scored


def agreeing() -> float:
    """Measure how often two words get the same score from a third."""
    sizes = game("words").opening_sizes
    return float((sizes**2).sum(axis=1).mean()) / len(game("words").secrets) ** 2


# --- the consistent search, 1995 ------------------------------------------------------------

ORDERS = {
    "first_digit_fastest": ("mastermind:4x6:first-fastest", "as the sample counts"),
    "last_digit_fastest": (CLASSIC, "as the program's own lines count"),
}


def consistent_search(golden: Golden) -> Rows:
    """Play the game for secret 4204, counting with either digit fastest."""
    for order, (name, note) in ORDERS.items():
        found = turns(name, "simple", "4204")
        for number, printed in enumerate(golden["consistent_search_base_six"][order], start=1):
            computed = spaced(found[number - 1][:2]) if number <= len(found) else "over"
            what = f"{order.replace('_', ' ')}: turn {number}"
            yield row(what, spaced(printed), computed, note)
    sample = golden["consistent_search_base_six"]["sample"]
    printed = " ".join("".join(pair) for pair in re.findall(r"(\d{4}) (\(\d,\d\))", sample))
    found = turns("mastermind:4x6:first-fastest", "simple", "4204")
    computed = " ".join(f"{guess}({score})" for guess, score, _ in found)
    yield row("the sample in one line", printed, computed)
    yield row("score of the secret, W B", "0 4", elsewhere_first(score(CLASSIC, "4204", "4204")))


def elsewhere_first(text: str) -> str:
    """Write a score as the 1995 posting does: white, then black."""
    exact, elsewhere = text.split(",")
    return f"{elsewhere} {exact}"


# --- an adversary ---------------------------------------------------------------------------


def adversary(golden: Golden) -> Rows:
    """Play the best guess against the worst score, turn by turn."""
    printed = golden["adversarial_keeper_4x6"]["game"]
    found = against_the_adversary()
    yield row("turns", len(printed), len(found))
    for number, (before, now) in enumerate(zip(printed, found, strict=False), start=1):
        yield row(f"turn {number}", spaced(before), spaced(now))
    yield row("every game won in", 5, least(CLASSIC), "proved, with any guess allowed")
    alone = played(CLASSIC, "minimax", (), only_candidates)
    note = "its rule plays on only with candidates; " + distribution(alone.games)
    yield claim("the breaker's own rule: worst", "five or fewer", alone.worst, note)


@cache
def against_the_adversary() -> tuple[tuple[str, str, int], ...]:
    """Play the first remaining candidate with the smallest largest part, to the end."""
    keeper, found = Keeper(game(CLASSIC), None), []
    history: History = ()
    breaker = strategy("minimax", only_candidates)
    while not keeper.found:
        chosen = breaker(keeper.game, keeper.candidates, history)
        keeper, history = keeper.answered(str(keeper.game.guesses[chosen])), (*history, chosen)
        last = keeper.turns[-1]
        found.append((last.guess, keeper.game.rule.texts[last.code], len(keeper.candidates)))
    return tuple(found)


# --- the thesis -----------------------------------------------------------------------------

# score: share p, and p log2 p, as printed in table 7
TABLE_7 = {
    "0,0": ("0.012", "-0.078"),
    "0,1": ("0.117", "-0.363"),
    "0,2": ("0.241", "-0.495"),
    "0,3": ("0.105", "-0.341"),
    "0,4": ("0.007", "-0.050"),
    "1,0": ("0.083", "-0.299"),
    "1,1": ("0.194", "-0.459"),
    "1,2": ("0.102", "-0.336"),
    "1,3": ("0.006", "-0.036"),
    "2,0": ("0.074", "-0.093"),
    "2,1": ("0.037", "-0.177"),
    "2,2": ("0.005", "-0.036"),
    "3,0": ("0.015", "-0.046"),
    "4,0": ("0.001", "-0.008"),
}
CORRECTED_7 = {"1,3": "-0.045", "2,1": "-0.176", "3,0": "-0.093"}  # and 2,0: see the file

# the candidates listed after each turn of the example games
LISTED = {
    "minimax": (
        "1233 1234 1235 1236 ... 6512 6521 6612 6621",
        "1255 1256 1265 1266 ... 5224 5232 6224 6232",
    ),
    "max parts": (
        "1242 1244 1245 1246 ... 6513 6521 6613 6621",
        "1242 1244 1246 1252 ... 6116 6135 6421 6513",
    ),
    "entropy": (
        "1114 1131 1133 1135 ... 6334 6434 6534 6634",
        "1256 1336",
    ),
}

# the call printed above that list after the second turn, where it is another's, and the right one
CALLED = {"minimax": ("1122 1,1", "1134 1,0")}


def thesis(golden: Golden) -> Golden:
    """Take the entry of the thesis."""
    entry: Golden = golden["mastermind_4x6_repeats"]
    return entry


def thesis_counts(golden: Golden) -> Rows:
    """Count codes and scores, section 1.3.3, and the figures of the running text."""
    rule = game(CLASSIC).rule
    yield row("codes A(4,6)", thesis(golden)["codes"], len(game(CLASSIC).secrets))
    yield row("scores F(4)", thesis(golden)["replies"], rule.n_codes)
    formula = [x * (x + 3) // 2 for x in range(1, 11)]
    computed = [exact_elsewhere(x).n_codes for x in range(1, 11)]
    yield row("x(x+3)/2 for x = 1 .. 10", spaced(formula), spaced(computed))
    yield row("bits to tell 8 cards apart", 3, f"{entropy([1] * 8):.0f}")
    yield row("52 cards in 3 parts", "about 17", f"about {52 / 3:.0f}")
    yield row("52 cards in 2 parts", 26, f"{52 / 2:.0f}")


def thesis_parts(code: str, golden: Golden) -> Rows:
    """Count the parts of one opening, as tables 3, 5 and 7 do."""
    found = parts(CLASSIC, ours(code))
    for text, printed in thesis(golden)["first_guess_partition"][code].items():
        # (3,1) cannot come and is no score of ours
        yield row(f"hits of {text}", printed, found.get(text, "no such score"))


def thesis_table_5(golden: Golden) -> Rows:
    """Count the parts of 1123, and what is said of them."""
    yield from thesis_parts("1123", golden)
    sizes = [size for size in parts(CLASSIC, ours("1123")).values() if size]
    yield row("smallest and largest part", "1 276", f"{min(sizes)} {max(sizes)}")
    yield row("mean part, 1296/14", "about 93", f"about {sum(sizes) / len(sizes):.0f}")


def thesis_table_7(golden: Golden) -> Rows:
    """Add up the entropy of 1234, term by term; four terms are misprinted."""
    yield from thesis_parts("1234", golden)
    known = misprint_7(golden)
    found = parts(CLASSIC, ours(known["code"]))
    codes = sum(found.values())
    for text, (share, printed) in TABLE_7.items():
        p = found[text] / codes
        yield row(f"share of {text}", share, f"{p:.3f}")
        term, right = f"{p * log2(p):.3f}", CORRECTED_7.get(text)
        if text == known["score"]:
            hits = f"{known['hits']}/{known['codes']}"
            yield row(f"share of {text}, in full", hits, f"{found[text]}/{codes}")
            yield slip(f"p log2 p of {text}", known["printed"], known["right"], term)
        elif right is not None:
            yield slip(f"p log2 p of {text}", printed, right, term)
        else:
            yield row(f"p log2 p of {text}", printed, term)
    yield row("entropy", known["total"], f"{entropy(list(found.values())):.3f}")


def misprint_7(golden: Golden) -> dict[str, str]:
    """Take apart what the entry says of the worst misprint of table 7."""
    pattern = (
        r"table 7 prints (\S+) for the \((\d,\d)\) row of (\d{4}); (\d+)/(\d+) .* "
        r"is (-[\d.]+)\. The entropy it totals, ([\d.]+), is right"
    )
    names = ("printed", "score", "code", "hits", "codes", "right", "total")
    return dict(zip(names, find(pattern, thesis(golden)["misprint"]), strict=True))


def thesis_openings(golden: Golden) -> Rows:
    """Measure openings, tables 4, 6 and 8."""
    for code, printed in thesis(golden)["first_guess_measures"].items():
        sizes = parts(CLASSIC, ours(code)).values()
        yield row(f"{code}: largest part", printed["largest_part"], max(sizes))
        yield row(f"{code}: parts", printed["parts"], sum(size > 0 for size in sizes))
        bits = f"{entropy(list(sizes)):.3f}"
        yield row(f"{code}: entropy", f"{printed['entropy_bits']:.3f}", bits)


def thesis_example(name: str, golden: Golden) -> Rows:
    """Play the example game of one algorithm for secret 1256, figures 3 to 5."""
    printed = thesis(golden)["example_games_secret_1256"][name]
    found = turns(CLASSIC, STRATEGIES[name], ours("1256"))
    yield row("turns", len(printed), len(found))
    for number, (before, now) in enumerate(zip(printed, found, strict=False), start=1):
        guess, text, left = now
        computed = spaced((theirs(guess), text, left))
        yield row(f"turn {number}", spaced(before), computed)
    for number, before in enumerate(LISTED[name], start=1):
        yield row(f"candidates after turn {number}", before, listing(left_after(found[:number])))
    if name in CALLED:
        guess, text, _ = found[1]
        yield slip("turn that the second list is of", *CALLED[name], f"{theirs(guess)} {text}")


def left_after(history: tuple[tuple[str, str, int], ...]) -> list[str]:
    """List the candidates after some turns, as the thesis writes them."""
    texts = game(CLASSIC).rule.texts
    made = [Turn(guess, texts.index(text)) for guess, text, _ in history]
    return [theirs(game(CLASSIC).secrets[i]) for i in game(CLASSIC).candidates(made)]


def thesis_games(golden: Golden) -> Rows:
    """Count the games completed in so many guesses, table 9."""
    found = {name: played(CLASSIC, by) for name, by in STRATEGIES.items()}
    for name in STRATEGIES:
        printed = thesis(golden)["strategies"][name]["games"]
        yield row(f"{name}: games", distribution(printed), distribution(found[name].games))
    for name, printed in (("minimax", 5), ("max parts", 4), ("entropy", 4)):
        yield row(f"{name}: most games are completed in", printed, commonest(found[name]))


def performance(what: str, printed: Golden, found: Evaluation) -> Rows:
    """Compare first guess, longest game, mean and deviation."""
    yield row(f"{what}: first guess", printed["first"], theirs(found.first))
    yield row(f"{what}: max guesses", printed["worst"], found.worst)
    yield row(f"{what}: mean", f"{printed['mean']:.3f}", f"{found.mean:.3f}")
    yield row(f"{what}: sd", f"{printed['sd']:.3f}", f"{found.sd:.3f}")


def thesis_table_10(golden: Golden) -> Rows:
    """Compare the three algorithms, and the ranges said of them."""
    names = ("minimax", "max parts", "entropy")
    for name in names:
        found = played(CLASSIC, STRATEGIES[name])
        yield from performance(name, thesis(golden)["strategies"][name], found)
    means = [round(played(CLASSIC, STRATEGIES[name]).mean, 3) for name in names]
    sds = [round(played(CLASSIC, STRATEGIES[name]).sd, 3) for name in names]
    yield row("range of the means", "0.103", f"{max(means) - min(means):.3f}")
    yield row("range of the deviations", "0.031", f"{max(sds) - min(sds):.3f}")
    yield row("lowest mean", "max parts", names[means.index(min(means))])
    yield row("lowest deviation", "minimax", names[sds.index(min(sds))])
    note = f"{played(CLASSIC, 'most-parts').mean:.3f} where a code that fits goes first"
    lowest = f"{without_preference().mean:.3f}"
    yield claim("max parts: lowest code, fit or not", "no difference", lowest, note)


@cache
def without_preference() -> Evaluation:
    """Play the maximum partitions of section 3.2.1, a code that fits not preferred."""
    return evaluate(game(CLASSIC), lowest_most_parts)


def lowest_most_parts(played_on: Game, candidates: Indices, history: History) -> int:
    """Guess the earliest code with most parts, whether it fits or not; the last two in order."""
    if len(candidates) <= 2:
        return int(played_on.guess_of[candidates].min())
    return int(np.argmin(values(played_on, candidates, MEASURES["most-parts"])))


def thesis_simple(golden: Golden) -> Rows:
    """Compare the consistent search, table 11."""
    found = played(CLASSIC, "simple")
    yield from performance("simple", thesis(golden)["strategies"]["simple"], found)


def thesis_random(golden: Golden, runs: int, seed: int) -> Rows:
    """Compare the random strategy, table 11: 10 runs there, ``runs`` here."""
    printed, found = thesis(golden)["strategies"]["random"], drawn(runs, seed)
    by_run = found.lengths.reshape(runs, -1)
    theirs_n = printed["runs"] * found.secrets
    # the games of one of our runs share a tree, so the error of our mean is that between runs
    error = sqrt(found.sd**2 / theirs_n + float(by_run.mean(axis=1).var(ddof=1)) / runs)
    yield sampled("random: mean", printed["mean_about"], found.mean, error)
    spread = fourth_moment_error(found, theirs_n)
    error = sqrt(spread**2 + float(by_run.std(axis=1).var(ddof=1)) / runs)
    yield sampled("random: sd", printed["sd_about"], found.sd, error)
    yield longest_of_ten(printed, by_run.max(axis=1))


def fourth_moment_error(found: Evaluation, n: int) -> float:
    """Estimate the standard error of a standard deviation found from ``n`` games."""
    deviations = found.lengths - found.mean
    fourth = float((deviations**4).mean())
    return sqrt((fourth - found.sd**4) / n) / (2 * found.sd)


def longest_of_ten(printed: Golden, worst: IntArray) -> Row:
    """Compare the longest game of the thesis with those of as many runs here.

    Of eighty games that take seven guesses or more about one takes eight, and so on: a sample
    eighty times as large has a longest game one guess longer. Further apart is too far.
    """
    size, longest = printed["runs"], int(worst.max())
    batches = [int(worst[i : i + size].max()) for i in range(0, len(worst) - size + 1, size)]
    mark = "sampled" if abs(longest - printed["worst_seen"]) <= 1 else "DIFFERS"
    counts = sorted(Counter(batches).items())
    note = ", ".join(f"{guesses} in {count} of {len(batches)}" for guesses, count in counts)
    seen = str(printed["worst_seen"])
    return Row("random: max guesses", seen, str(longest), mark, f"{size} runs at a time: {note}")


def thesis_table_12(golden: Golden) -> Rows:
    """Compare two fixed guesses followed by the consistent search."""
    pairs_of = thesis(golden)["two_fixed_guesses_then_simple"]
    for printed in pairs_of:
        what = f"{printed['first']} {printed['second']}"
        opening = (ours(printed["first"]), ours(printed["second"]))
        found = played(CLASSIC, "simple", opening)
        yield row(f"{what}: games", distribution(printed["games"]), distribution(found.games))
        yield row(f"{what}: max guesses", 7, found.worst)
        yield row(f"{what}: mean", f"{printed['mean']:.3f}", f"{found.mean:.3f}")
        yield deviation_12(what, printed, found)
    best = min(pairs_of, key=lambda one: float(one["mean"]))
    yield row("lowest mean of these", "1123 3456", f"{best['first']} {best['second']}")


def deviation_12(what: str, printed: Golden, found: Evaluation) -> Row:
    """Compare the deviation of a row of table 12, one of which is misprinted."""
    right, computed = f"{printed['sd']:.3f}", f"{found.sd:.3f}"
    if "note" not in printed:
        return row(f"{what}: sd", right, computed)
    (misprint,) = find(r"the seed prints sd ([\d.]+)", printed["note"])
    return slip(f"{what}: sd", misprint, right, computed, f"{found.sd:.5f}")


# --- a lock ---------------------------------------------------------------------------------

LOCK = "mastermind:3x10"


def lock_clues(golden: Golden) -> Rows:
    """Narrow the lock down, clue by clue."""
    printed = golden["lock_3x10"]
    typed = [f"{guess}={text}" for guess, text in printed["clues"]]
    history = game(LOCK).read_turns(typed)
    left = [opening_codes(history[: n + 1]) for n in range(len(history))]
    for text, before, now in zip(typed, printed["remaining_after_each"], left, strict=True):
        yield row(f"candidates after {text}", before, len(now))
    single = next((n for n, some in enumerate(left, start=1) if len(some) == 1), "never")
    yield row("guesses until one is left", 3, single)
    yield row("the secret", printed["answer"], listing(left[-1]))


def opening_codes(history: Sequence[Turn]) -> list[str]:
    """List the codes that agree with the clues; none if they contradict each other."""
    return [game(LOCK).secrets[i] for i in game(LOCK).agreeing(history)]


def lock_counts(golden: Golden) -> Rows:
    """Count codes, and score the example pair both ways."""
    secrets = list(game(LOCK).secrets)
    yield row("codes 10**3", "1,000", f"{len(secrets):,}")
    yield row("without repeats, 10!/7!", 720, len(game("bulls-and-cows:3x10").secrets))
    yield row("the first and the last", "000 001 002 997 998 999", listing_ends(secrets))
    for guess, secret in (("521", "113"), ("113", "521")):
        yield row(f"score of {guess} against {secret}", "0,1", score(LOCK, guess, secret))
    for code, printed in (("521", "0110010000"), ("113", "0201000000")):
        tally = np.bincount([int(digit) for digit in code], minlength=10)
        yield row(f"tally of {code}", printed, "".join(map(str, tally)))


def listing_ends(codes: list[str]) -> str:
    """Write the first three and the last three of a list."""
    return " ".join([*codes[:3], *codes[-3:]])


# --- one command ----------------------------------------------------------------------------

Table = tuple[str, Callable[[Golden], Rows]]


def tables(runs: int, seed: int) -> list[Table]:
    """Name every table with the function that recomputes it."""
    framework, thesis_ = "a framework by entropy", "thesis 2024"
    jotto, lock = "Jotto by elimination", "a lock puzzle"
    chance = f"{thesis_}, table 11: random ({runs} runs, seed {seed})"
    return [
        (f"{framework}: the puzzle", framework_examples),
        (f"{framework}: 4 holes, 6 colours, distinct", framework_classic),
        (f"{framework}: other sizes", framework_sizes),
        (f"{framework}: eight colours", framework_large),
        (f"{framework}: two-d", framework_two_d),
        (f"{jotto}: scores", jotto_scores),
        (f"{jotto}: counts", jotto_counts),
        (f"{jotto}: said of a word list, measured on the shipped one", jotto_claims),
        ("newsgroup posting 1995: the consistent search for 4204", consistent_search),
        ("an analysis with an adversary", adversary),
        (f"{thesis_}, section 1.3.3 and running text", thesis_counts),
        (f"{thesis_}, table 3: parts of 1122", lambda golden: thesis_parts("1122", golden)),
        (f"{thesis_}, table 5: parts of 1123", thesis_table_5),
        (f"{thesis_}, table 7: parts and entropy of 1234", thesis_table_7),
        (f"{thesis_}, tables 4, 6 and 8: openings", thesis_openings),
        *(
            (f"{thesis_}, example game: {name}", example_of(name))
            for name in ("minimax", "max parts", "entropy")
        ),
        (f"{thesis_}, tables 9 and 11: games completed", thesis_games),
        (f"{thesis_}, table 10: three algorithms", thesis_table_10),
        (f"{thesis_}, table 11: simple", thesis_simple),
        (chance, lambda golden: thesis_random(golden, runs, seed)),
        (f"{thesis_}, table 12: two fixed guesses", thesis_table_12),
        (f"{lock}: clues", lock_clues),
        (f"{lock}: counts", lock_counts),
    ]


def example_of(name: str) -> Callable[[Golden], Rows]:
    """Make the function that plays one example game."""
    return lambda golden: thesis_example(name, golden)


def show(title: str, rows: list[Row]) -> None:
    """Print one table: the mark first, so that the eye can run down it."""
    print(f"\n{title}")
    widths = [max(len(getattr(one, field)) for one in rows) for field in ("what", "printed")]
    computed = max(len(one.computed) for one in rows)
    for one in rows:
        cells = one.what.ljust(widths[0]), one.printed.ljust(widths[1])
        text = f"  {one.mark:<7}  {cells[0]}  {cells[1]}  {one.computed.ljust(computed)}"
        print(f"{text}  {one.note}".rstrip())


def summary(found: list[tuple[str, Row]]) -> str:
    """Count the marks, and name every slip and every difference."""
    counts = Counter(one.mark for _, one in found)
    lines = [", ".join(f"{counts[mark]} {mark}" for mark in sorted(counts))]
    for mark, says in (("slip", "the document"), ("DIFFERS", "printed")):
        lines += [
            f"{mark}: {title}: {one.what}: {says} {one.printed}, computed {one.computed}"
            for title, one in found
            if one.mark == mark
        ]
    return "\n".join(lines)


def read_golden(figures: Path) -> Golden:
    """Read the file of figures; raises ValueError or OSError if it is none."""
    found = json.loads(figures.read_text(encoding="utf-8"))
    if not isinstance(found, dict):
        raise ValueError("it holds no object")
    return found


def recompute(figures: Path, runs: int, seed: int) -> Iterator[tuple[str, list[Row]]]:
    """Yield every table, by its title; exit 2 with one line if ``figures`` cannot be read."""
    try:
        golden = read_golden(figures)
        for title, compute in tables(runs, seed):
            yield title, list(compute(golden))
    except (OSError, KeyError, ValueError) as error:
        reason = f"it has no entry {error}" if isinstance(error, KeyError) else error
        typer.echo(f"{str(figures)!r} cannot be read as the figures: {reason}", err=True)
        raise typer.Exit(2) from None


def main(
    figures: Annotated[
        Path, typer.Option(metavar="FILE", help="The figures that need a game to be played.")
    ] = GOLDEN,
    runs: Annotated[int, typer.Option(min=10, help="Runs of the random strategy.")] = 100,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the random strategy.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Print every figure of the documents beside what is computed; exit 1 if one differs."""
    found: list[tuple[str, Row]] = []
    for title, rows in recompute(figures, runs, seed):
        if not found and not as_json:
            print("Each line: mark, figure, as printed, as computed; the thesis has colours 1 to 6")
        if not as_json:
            show(title, rows)
        found += [(title, one) for one in rows]
    holds = all(one.mark != "DIFFERS" for _, one in found)
    if as_json:
        marked = [{"table": title, **asdict(one)} for title, one in found]
        show_json(holds=holds, runs=runs, seed=seed, figures=marked)
    else:
        print(f"\n{summary(found)}")
    raise typer.Exit(0 if holds else 1)


if __name__ == "__main__":
    typer.run(main)

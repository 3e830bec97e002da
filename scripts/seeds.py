"""Recompute every figure in the documents that this project is based on.

    python scripts/seeds.py

There are five documents: "a framework by entropy" and a posting on Jotto below it, on a programming
forum; a newsgroup posting of 1995 on the consistent search; an analysis with an adversary; a
thesis of the University of Leeds, 2024; a lock puzzle. The printed results of strategies are read
from ``tests/golden/seed_results.json``; all other printed figures are in this file. ``FIGURES`` is
the table of all figures, and ``tests/test_seeds.py`` has a test for each. The marks:

``ok``       the computed figure equals the printed one
``slip``     the document is wrong; the computed figure equals the known correction
``sampled``  a random figure; the printed one is within five standard errors of the computed one
``claim``    an informal statement; the measured figure is shown and may differ
``DIFFERS``  none of these; the exit status is 1
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, partial
from itertools import groupby
from math import log2, sqrt
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import jotto
from jotto import Game, Lengths, Position
from jotto.assistant.opponents import answered
from jotto.engine.measures import MEASURES, values
from jotto.games.scoring import exact_elsewhere
from jotto.search.worst import Search

GOLDEN = Path(__file__).resolve().parents[1] / "tests" / "golden" / "seed_results.json"

Golden = dict[str, Any]


class Interval(NamedTuple):
    """The interval in which a random figure must lie."""

    low: float
    high: float


def text(value: Any) -> str:
    """Return a value in the format of the documents: three decimals, ``2:7 3:55`` for games.

    >>> text({2: 7, 3: 55}), text(4.6), text(("0011", "0,0", 256)), text(Interval(7, 8))
    ('2:7 3:55', '4.600', '0011 0,0 256', '7 to 8')
    """
    match value:
        case bool():
            return "yes" if value else "no"
        case float():
            return f"{value:.3f}"
        case Interval(low, high):
            return f"{text(low)} to {text(high)}"
        case dict():
            return " ".join(f"{key}:{count}" for key, count in value.items())
        case list() | tuple():
            return " ".join(map(text, value))
        case _:
            return str(value)


@dataclass(frozen=True)
class Figure:
    """A figure of a document: its name, its printed value, and the function that computes it.

    ``mark`` is the expected mark; ``right`` is the correction of a ``slip``.
    """

    what: str
    printed: str
    compute: Callable[[], Any] = field(compare=False, repr=False)
    mark: str = "ok"
    right: str = ""
    note: str = ""
    table: str = ""

    @cached_property
    def computed(self) -> str:
        """The computed value, as text."""
        return text(self.compute())

    @cached_property
    def holds(self) -> bool:
        """Whether the figure gets its expected mark."""
        if self.mark == "claim":
            return bool(self.computed)
        if self.mark == "sampled":
            low, high = self.compute()
            return bool(low <= float(self.printed) <= high)
        return self.computed == (self.right or self.printed) and self.right != self.printed


Figures = Iterator[Figure]


def figure(
    what: str, printed: Any, compute: Callable[..., Any], *on: Any, note: str = ""
) -> Figure:
    """Make a figure, computed by ``compute(*on)``."""
    return Figure(what, text(printed), partial(compute, *on), note=note)


def slip(what: str, printed: str, right: str, compute: Callable[..., Any], *on: Any) -> Figure:
    """Make a figure known to be misprinted."""
    return Figure(what, printed, partial(compute, *on), "slip", right)


def claim(what: str, said: str, compute: Callable[..., Any], *on: Any) -> Figure:
    """Make a figure for an informal statement."""
    return Figure(what, said, partial(compute, *on), "claim")


def sampled(what: str, printed: float, compute: Callable[..., Interval], *on: Any) -> Figure:
    """Make a random figure."""
    return Figure(what, text(printed), partial(compute, *on), "sampled")


def find(pattern: str, sentence: str) -> tuple[str, ...]:
    """Extract the figures from a sentence; raises ValueError if it does not match."""
    found = re.search(pattern, sentence)
    if found is None:
        raise ValueError(f"{sentence!r} does not read like {pattern!r}")
    return found.groups()


# --- games and strategies -------------------------------------------------------------------

CLASSIC = "mastermind:4x6"
DISTINCT = "mastermind:4x6:distinct:descending"


@cache
def game(name: str) -> Game:
    """Make a game, cached with its scores, because most games are used often."""
    found = jotto.named(name)
    assert found.matrix.size
    return found


@cache
def played(name: str, by: str, opening: tuple[str, ...] = (), allow: str = "all") -> Lengths:
    """Play a strategy, after an opening, against every secret of a game."""
    return jotto.evaluate(game(name), jotto.strategy(by, opening=opening, allow=allow))


@cache
def turns(
    name: str, by: str, secret: str | None, allow: str = "all"
) -> tuple[tuple[str, str, int], ...]:
    """Play one game, without a secret against an adversary: guess, score and candidates left."""
    session = jotto.Session(game(name), jotto.strategy(by, allow=allow))
    found: list[tuple[str, str, int]] = []
    while not session.won:
        session = answered(session, session.guess, () if secret is None else [secret])
        found.append((*session.position.turns[-1], len(session.position)))
    return tuple(found)


def nth_turn(n: int, *of: Any) -> tuple[str, str, int] | str:
    """Return a turn of :func:`turns`, counted from 1."""
    return turns(*of)[n - 1] if n <= len(turns(*of)) else "over"


@cache
def least(name: str) -> int:
    """Find the least worst case of a game."""
    return jotto.worst_case(game(name))


@cache
def first(name: str, by: str) -> str:
    """Return the first guess of a strategy."""
    found: str = jotto.strategy(by)(jotto.start(game(name)))
    return found


def taken(kind: str, name: str, by: str, opening: tuple[str, ...] = ()) -> Any:
    """Return ``games``, ``mean``, ``sd`` or ``worst`` of a strategy's lengths."""
    return getattr(played(name, by, opening), kind)


def commonest(games: Mapping[int, int]) -> int:
    """Return the number of guesses that most games take."""
    return max(games, key=lambda guesses: games[guesses])


def parts(name: str, guess: str) -> dict[str, int]:
    """Count the candidates in every part of an opening, by score."""
    sizes = game(name).openings[0][game(name).find(guess)]
    return dict(zip(game(name).rule.texts, sizes.tolist(), strict=True))


def score(name: str, guess: str, secret: str) -> str:
    """Score a guess."""
    return game(name).score(guess, secret)


def positions(at: Position, by: str) -> Iterator[tuple[Position, int]]:
    """Yield every position that a strategy can reach, and the index of its guess there."""
    guess = jotto.strategy(by).choose(at)
    yield at, guess
    for code, after in at.parts(guess):
        if code != at.game.rule.win:
            yield from positions(after, by)


# --- a framework by entropy, and its other games --------------------------------------------

OTHER_SIZES = {
    "3 holes, 6 colours, distinct": "mastermind:3x6:distinct:descending",
    "4 holes, 8 colours, distinct": "mastermind:4x8:distinct:descending",
    "5 holes, 8 colours, distinct": "mastermind:5x8:distinct:descending",
}
EXAMPLES = (  # colours 0 yellow, 1 blue, 2 green, 3 red, 4 orange, 5 purple
    ("yellow blue green red", "0123"),
    ("blue orange red purple", "1435"),
)


def shape(code: str) -> str:
    """Name the colours of a code by their first place: ``7754`` is ``AABC``."""
    letters = dict(zip(dict.fromkeys(code), "ABCDEFGHIJ", strict=False))
    return "".join(letters[colour] for colour in code)


def framework_examples(golden: Golden) -> Figures:
    """Score the two guesses in the question; the secret is blue, green, orange, red."""
    for what, guess in EXAMPLES:
        yield figure(f"score of {what}", "1,2", score, DISTINCT, guess, "1243")
    rule = golden["mastermind_4x6_distinct_secret"]["rule"]
    secrets, guesses = find(r"the (\d+) arrangements .* all (\d+) codes", rule)
    yield figure("secrets, all colours different", secrets, lambda: len(game(DISTINCT).secrets))
    yield figure("guesses, repeats allowed", guesses, lambda: len(game(DISTINCT).guesses))


def first_guess(what: str, name: str, printed: str, colours: int) -> Figures:
    """Compare the first guess of entropy, and its number of colours: half of all."""
    yield figure(f"{what}first guess", printed, lambda: shape(first(name, "entropy")))
    of = f"{what}colours in it: half of {colours}"
    yield figure(of, colours // 2, lambda: len(set(first(name, "entropy"))))


def framework_classic(golden: Golden) -> Figures:
    """Play six colours in four holes, the secret without repeats."""
    printed = golden["mastermind_4x6_distinct_secret"]
    yield from first_guess("", DISTINCT, printed["entropy"]["first_shape"], 6)
    for kind in ("games", "worst"):
        yield figure(kind, printed["entropy"][kind], taken, kind, DISTINCT, "entropy")
    yield figure("least worst case", printed["least_worst_case"], least, DISTINCT, note="proved")


def framework_sizes(golden: Golden) -> Figures:
    """Play other numbers of holes and colours."""
    for what, printed in golden["mastermind_4x6_distinct_secret"]["other_sizes"].items():
        name = OTHER_SIZES[what]
        if "first_shape" in printed:
            (colours,) = find(r"(\d+) colours", what)
            yield from first_guess(f"{what}: ", name, printed["first_shape"], int(colours))
        games = printed.get("games") or printed.get("entropy_games")
        if games:
            yield figure(f"{what}: games", games, taken, "games", name, "entropy")


def framework_large(golden: Golden) -> Figures:
    """Play with eight colours, which the document's program could not."""
    four, five = list(OTHER_SIZES)[1:]
    printed, name = golden["mastermind_4x6_distinct_secret"]["other_sizes"][four], OTHER_SIZES[four]
    most = printed["least_worst_case_at_most"]
    yield figure(f"{four}: worst", printed["entropy_worst"], taken, "worst", name, "entropy")
    what = f"{four}: all found in {most} guesses"
    yield figure(what, True, lambda: enough(name, most), note="proved")
    what = f"{four}: entropy takes more than {most}"
    yield figure(what, True, lambda: most < played(name, "entropy").worst)
    yield claim(f"{five}: solved", "not in Python", solved, OTHER_SIZES[five])


def enough(name: str, most: int) -> bool:
    """Return whether some strategy finds every secret of a game within ``most`` guesses."""
    search = Search(game(name))
    list(search.decide(most))
    return search.high is not None


def solved(name: str) -> str:
    """Return the statistics of entropy for a game."""
    found = played(name, "entropy")
    return f"all {len(found):,}: worst {found.worst}, mean {found.mean:.3f}; {text(found.games)}"


def framework_two_d(golden: Golden) -> Figures:
    """Play the game of pairs of numbers."""
    printed, name = golden["two_d"], "two-d:5:descending"
    (pairs_,) = find(r"the (\d+) pairs", printed["rule"])
    yield figure("secrets and guesses", pairs_, lambda: len(game(name)))
    for kind in ("games", "worst"):
        yield figure(f"entropy: {kind}", printed["entropy"][kind], taken, kind, name, "entropy")
    yield figure("least worst case", printed["least_worst_case"], least, name, note="proved")


# --- Jotto by elimination -------------------------------------------------------------------


def jotto_scores(golden: Golden) -> Figures:
    """Score the example, and test the word it rules out."""
    for guess, secret, printed in golden["jotto"]["scores"]:
        yield figure(f"{guess} against {secret}", printed, score, "words", guess, secret)
    what = "guess is consistent with fools=1,1"
    yield figure(what, False, lambda: "guess" in jotto.start(game("words"), "fools=1,1").candidates)


def jotto_counts(golden: Golden) -> Figures:
    """Count scores and strings."""
    pattern = r"(\d+) replies other than a win when .*, (\d+) when they are not"
    counted, possible = find(pattern, golden["jotto"]["claims"])
    what = "scores of 5 letters, not the win"
    yield figure(what, counted, lambda: pairs(5) - 1, note="(4,1) counted")
    yield figure("the same, without (4,1)", possible, lambda: exact_elsewhere(5).win)
    note = "(3,1) counted: 13 can come"
    yield figure("scores of 4 pegs, not the win", 14, lambda: pairs(4) - 1, note=note)
    yield figure("share of one score in 20", "5%", lambda: f"{1 / (pairs(5) - 1):.0%}")
    yield figure("codes 6**4", 1296, lambda: len(game(CLASSIC).guesses))
    note = "5**6: six pegs of five colours; of six they are 46,656"
    codes = partial(jotto.named, "mastermind:6x5")
    yield figure("6-colour combinations", "15,625", lambda: f"{len(codes()):,}", note=note)
    pattern = r"is ([\d,]+); the seed says about (\S+ million)"
    right, printed = find(pattern, golden["jotto"]["correction"])
    yield slip("strings 26**5", f"~{printed}", right, lambda: f"{26**5:,}")
    said = f"5 * 5 * 26**4 = {5 * 5 * 26**4:,}"
    exactly = f"{26**5 - 21**5:,}: one with two vowels counts once"
    yield claim("strings with a vowel", said, lambda: exactly)


def pairs(length: int) -> int:
    """Count the pairs (exact, elsewhere) that add up to at most ``length``."""
    every = range(length + 1)
    return sum(exact + elsewhere <= length for exact in every for elsewhere in every)


def jotto_claims(golden: Golden) -> Figures:
    """Measure on the shipped list what the author states about his own list."""
    pattern = r"about (\d+) five-letter words, .* within (\d+) guesses, usually (.*), about (\d+)%"
    words, worst, usual, removed = find(pattern, golden["jotto"]["claims"])
    yield claim("words in the list", f"about {words}", lambda: f"{len(game('words')):,}")
    for by in ("simple", "random", "entropy"):
        yield claim(f"{by}: worst", worst, within, by, int(worst))
        yield claim(f"{by}: games of {usual}", "usually", often, by, usual)
        yield claim(f"{by}: candidates removed", f"about {removed}%", gone, by)
    yield claim("chance that a secret agrees", "about 5%", agreeing)


def within(by: str, most: int) -> str:
    """Return the longest game on the shipped list, and how many take at most ``most`` guesses."""
    found = played("words", by)
    return f"{found.worst}, {(found.each <= most).mean():.1%} within {most}"


def often(by: str, usual: str) -> str:
    """Return how many games on the shipped list take the number of guesses called usual."""
    found = played("words", by)
    share = sum(found.games.get(int(guesses), 0) for guesses in usual.split(" or ")) / len(found)
    return f"{share:.1%}; most often {commonest(found.games)}, mean {found.mean:.3f}"


def gone(by: str) -> str:
    """Measure the share of candidates that a score removes, over all scores but wins."""
    removed, scored = 0.0, 0
    for at, guess in positions(jotto.start(game("words")), by):
        below = [len(after) for code, after in at.parts(guess) if code != at.game.rule.win]
        removed += sum(n * (1 - n / len(at)) for n in below)
        scored += sum(below)
    return f"{removed / scored:.1%}, mean over all scores but wins"


def agreeing() -> str:
    """Measure how often two words get the same score from a third."""
    share = (game("words").openings[0] ** 2).sum(axis=1).mean() / len(game("words")) ** 2
    return f"{share:.1%}, mean over all first guesses and secrets"


# --- the consistent search, 1995 ------------------------------------------------------------

ORDERS = {
    "first_digit_fastest": ("mastermind:4x6:first-fastest", "as the sample counts"),
    "last_digit_fastest": (CLASSIC, "as the program's own lines count"),
}


def consistent_search(golden: Golden) -> Figures:
    """Play the game for secret 4204, counting with either digit fastest."""
    printed = golden["consistent_search_base_six"]
    for order, (name, note) in ORDERS.items():
        for number, turn in enumerate(printed[order], start=1):
            what = f"{order.replace('_', ' ')}: turn {number}"
            game_of = (name, "simple", "4204")
            yield figure(what, turn, lambda *of: nth_turn(*of)[:2], number, *game_of, note=note)
    sample = re.findall(r"(\d{4}) \((\d,\d)\)", printed["sample"])
    of_sample = ("mastermind:4x6:first-fastest", "simple", "4204")
    what = "the sample in one line"
    yield figure(what, sample, lambda: [turn[:2] for turn in turns(*of_sample)])
    what = "score of the secret, W B"  # white, then black
    yield figure(what, "0 4", lambda: score(CLASSIC, "4204", "4204").split(",")[::-1])


# --- an adversary ---------------------------------------------------------------------------


def adversary(golden: Golden) -> Figures:
    """Play the best guess against the worst score; only candidates are guessed."""
    printed = golden["adversarial_keeper_4x6"]["game"]
    against = (CLASSIC, "minimax", None, "candidates")
    yield figure("turns", len(printed), lambda: len(turns(*against)))
    for number, turn in enumerate(printed, start=1):
        yield figure(f"turn {number}", turn, nth_turn, number, *against)
    yield figure("every game won in", 5, least, CLASSIC, note="proved, with any guess allowed")
    yield claim("the breaker's own rule: worst", "five or fewer", candidates_only)


def candidates_only() -> str:
    """Return the statistics of the adversary's opponent against every secret."""
    found = played(CLASSIC, "minimax", (), "candidates")
    return f"{found.worst}: its rule plays on only with candidates; {text(found.games)}"


# --- the thesis -----------------------------------------------------------------------------

METHODS = ("minimax", "max parts", "entropy")  # as the thesis calls them
STRATEGIES = {name: name for name in (*METHODS, "simple")} | {"max parts": "most-parts"}  # and we

# the share p of each score, and p log2 p, as printed in table 7
SHARES_7 = "0.012 0.117 0.241 0.105 0.007 0.083 0.194 0.102 0.006 0.074 0.037 0.005 0.015 0.001"
TERMS_7 = (
    "-0.078 -0.363 -0.495 -0.341 -0.050 -0.299 -0.459 -0.336 -0.036 -0.093 -0.177 -0.036 "
    "-0.046 -0.008"
)
CORRECTED_7 = {"1,3": "-0.045", "2,1": "-0.176", "3,0": "-0.093"}  # and 2,0: see the file

# the candidates listed after each turn of the example games
LISTED = {
    "minimax": ("1233 1234 1235 1236 ... 6512 6521 6612 6621",
                "1255 1256 1265 1266 ... 5224 5232 6224 6232"),
    "max parts": ("1242 1244 1245 1246 ... 6513 6521 6613 6621",
                  "1242 1244 1246 1252 ... 6116 6135 6421 6513"),
    "entropy": ("1114 1131 1133 1135 ... 6334 6434 6534 6634", "1256 1336"),
}  # fmt: skip

# the call printed above the list after the second turn, where it is wrong, and the right call
CALLED = {"minimax": ("1122 1,1", "1134 1,0")}


def thesis(golden: Golden) -> Golden:
    """Return the thesis's entry in the golden file."""
    entry: Golden = golden["mastermind_4x6_repeats"]
    return entry


def ours(code: str) -> str:
    """Convert a code of the thesis to ours: its colours are 1 to 6, ours 0 to 5."""
    return "".join(str(int(digit) - 1) for digit in code)


def theirs(code: str) -> str:
    """Convert a code of ours to the thesis's."""
    return "".join(str(int(digit) + 1) for digit in code)


def thesis_counts(golden: Golden) -> Figures:
    """Count codes and scores, section 1.3.3, and the figures of the running text."""
    yield figure("codes A(4,6)", thesis(golden)["codes"], lambda: len(game(CLASSIC).secrets))
    yield figure("scores F(4)", thesis(golden)["replies"], lambda: game(CLASSIC).rule.n_codes)
    scores = [exact_elsewhere(x).n_codes for x in range(1, 11)]
    yield figure("x(x+3)/2 for x = 1 .. 10", [x * (x + 3) // 2 for x in range(1, 11)], list, scores)
    yield figure("bits to tell 8 cards apart", "3.000", log2, 8)
    yield figure("52 cards in 3 parts", "about 17", lambda: f"about {52 / 3:.0f}")
    yield figure("52 cards in 2 parts", 26, lambda: 52 // 2)


def thesis_parts(code: str, golden: Golden) -> Figures:
    """Count the parts of one opening, as tables 3, 5 and 7 do."""
    for reply, printed in thesis(golden)["first_guess_partition"][code].items():
        yield figure(f"hits of {reply}", printed, hits, code, reply)


def hits(code: str, reply: str) -> int | str:
    """Count the candidates of one part; (3,1) is impossible and not one of our scores."""
    return parts(CLASSIC, ours(code)).get(reply, "no such score")


def sizes(code: str) -> list[int]:
    """List the sizes of the parts of an opening, those that are not empty."""
    return [size for size in parts(CLASSIC, ours(code)).values() if size]


def thesis_table_5(golden: Golden) -> Figures:
    """Count the parts of 1123, and check the statements about them."""
    yield from thesis_parts("1123", golden)
    yield figure("smallest and largest part", "1 276", itemgetter(0, -1), sorted(sizes("1123")))
    yield figure("mean part, 1296/14", "about 93", lambda: f"about {1296 / len(sizes('1123')):.0f}")


def thesis_table_7(golden: Golden) -> Figures:
    """Add up the entropy of 1234, term by term; four terms are misprinted."""
    yield from thesis_parts("1234", golden)
    pattern = (
        r"table 7 prints (\S+) for the \((\d,\d)\) row of (\d{4}); (\d+/\d+) .* "
        r"is (-[\d.]+)\. The entropy it totals, ([\d.]+), is right"
    )
    misprint, where, code, in_full, right, total = find(pattern, thesis(golden)["misprint"])
    corrected = CORRECTED_7 | {where: right}
    replies = game(CLASSIC).rule.texts
    for reply, share, printed in zip(replies, SHARES_7.split(), TERMS_7.split(), strict=True):
        yield figure(f"share of {reply}", share, share_of, code, reply)
        if reply in corrected:
            shown = misprint if reply == where else printed
            yield slip(f"p log2 p of {reply}", shown, corrected[reply], term, code, reply)
        else:
            yield figure(f"p log2 p of {reply}", printed, term, code, reply)
    whole = sum(sizes(code))
    yield figure(f"share of {where}, in full", in_full, lambda: f"{hits(code, where)}/{whole}")
    yield figure("entropy", total, bits_of, code)


def bits_of(code: str) -> float:
    """Return the entropy of the parts of an opening."""
    return jotto.start(game(CLASSIC)).measure(ours(code)).bits


def share_of(code: str, reply: str) -> float:
    """Return the share of one part of an opening."""
    return parts(CLASSIC, ours(code))[reply] / sum(sizes(code))


def term(code: str, reply: str) -> float:
    """Return what one part adds to the entropy, with the sign of the thesis."""
    share = share_of(code, reply)
    return share * log2(share)


def thesis_openings(golden: Golden) -> Figures:
    """Measure openings, tables 4, 6 and 8."""
    for code, printed in thesis(golden)["first_guess_measures"].items():
        yield figure(f"{code}: largest part", printed["largest_part"], max, sizes(code))
        yield figure(f"{code}: parts", printed["parts"], len, sizes(code))
        yield figure(f"{code}: entropy", printed["entropy_bits"], bits_of, code)


def thesis_example(name: str, golden: Golden) -> Figures:
    """Play the example game of one method for secret 1256, figures 3 to 5."""
    printed = thesis(golden)["example_games_secret_1256"][name]
    one = (CLASSIC, STRATEGIES[name], ours("1256"))
    yield figure("turns", len(printed), lambda: len(turns(*one)))
    for number, turn in enumerate(printed, start=1):
        yield figure(f"turn {number}", [ours(turn[0]), *turn[1:]], nth_turn, number, *one)
    for number, listed in enumerate(LISTED[name], start=1):
        yield figure(f"candidates after turn {number}", listed, candidates_after, number, *one)
    if name in CALLED:
        what = "turn that the second list is of"
        second = partial(nth_turn, 2, *one)
        yield slip(what, *CALLED[name], lambda: (theirs(second()[0]), second()[1]))


def candidates_after(number: int, *of: Any) -> list[str]:
    """List the first and the last four candidates after some turns, as the thesis does."""
    at = jotto.start(game(CLASSIC), *(turn[:2] for turn in turns(*of)[:number]))
    codes = [theirs(code) for code in at.candidates]
    return codes if len(codes) <= 8 else [*codes[:4], "...", *codes[-4:]]


def outcome(
    what: str, printed: Golden, kinds: str, by: str, opening: tuple[str, ...] = ()
) -> Figures:
    """Compare some statistics of a strategy: ``games``, ``worst``, ``mean``, ``sd``."""
    for kind in kinds.split():
        label = "max guesses" if kind == "worst" else kind
        yield figure(f"{what}: {label}", printed[kind], taken, kind, CLASSIC, by, opening)


def thesis_games(golden: Golden) -> Figures:
    """Count the games completed in so many guesses, table 9."""
    for name, by in STRATEGIES.items():
        yield from outcome(name, thesis(golden)["strategies"][name], "games", by)
    for name, printed in zip(METHODS, (5, 4, 4), strict=True):
        games = partial(taken, "games", CLASSIC, STRATEGIES[name])
        what = f"{name}: most games are completed in"
        yield figure(what, printed, lambda of: commonest(of()), games)


def performance(golden: Golden, *names: str) -> Figures:
    """Compare first guess, longest game, mean and deviation, tables 10 and 11."""
    for name in names:
        printed, by = thesis(golden)["strategies"][name], STRATEGIES[name]
        yield figure(f"{name}: first guess", ours(printed["first"]), first, CLASSIC, by)
        yield from outcome(name, printed, "worst mean sd", by)


def thesis_table_10(golden: Golden) -> Figures:
    """Compare the three methods, and the ranges stated for them."""
    yield from performance(golden, *METHODS)
    printed = (("mean", "mean", "0.103", "max parts"), ("deviation", "sd", "0.031", "minimax"))
    for what, kind, spread, lowest in printed:
        span = partial(lambda of: max(of()) - min(of()), partial(of_methods, kind))
        yield figure(f"range of the {what}s", spread, span)
        yield figure(f"lowest {what}", lowest, lambda of: METHODS[np.argmin(of_methods(of))], kind)
    yield claim("max parts: lowest code, fit or not", "no difference", without_preference)


def of_methods(kind: str) -> list[float]:
    """Return the mean or the deviation of each method, rounded as table 10 does."""
    return [round(taken(kind, CLASSIC, STRATEGIES[name]), 3) for name in METHODS]


def without_preference() -> str:
    """Play the maximum partitions of section 3.2.1, a code that fits not preferred."""
    mean = lowest_most_parts(jotto.start(game(CLASSIC))) / len(game(CLASSIC))
    usual = taken("mean", CLASSIC, "most-parts")
    return f"{mean:.3f}, but {usual:.3f} where a code that fits goes first"


def lowest_most_parts(at: Position) -> int:
    """Add up the guesses if the earliest code with most parts is guessed; the last two in order."""
    worth = values(at.game, at.left, MEASURES["most-parts"])
    guess = int(at.game.guess_of[at.left].min() if len(at) <= 2 else np.argmin(worth))
    below = [after for code, after in at.parts(guess) if code != at.game.rule.win]
    return len(at) + sum(map(lowest_most_parts, below))


# --- the random method, table 11 ------------------------------------------------------------

RUNS = 100


def thesis_random(golden: Golden) -> Figures:
    """Compare the random method: 10 runs there, RUNS here."""
    printed = thesis(golden)["strategies"]["random"]
    n = printed["runs"] * len(game(CLASSIC))
    for what, kind in (("mean", "mean_about"), ("sd", "sd_about"), ("max guesses", "worst_seen")):
        interval = partial(lambda kind: random_intervals(n)[kind], kind)
        yield sampled(f"random: {what}", printed[kind], interval)


@cache
def drawn() -> tuple[Lengths, np.ndarray[tuple[int, int], np.dtype[np.int64]]]:
    """Play the random method against every secret, RUNS times; also by run, (RUNS, S)."""
    strategies = (jotto.strategy("random", seed=(0, run)) for run in range(RUNS))
    runs = [jotto.evaluate(game(CLASSIC), strategy) for strategy in strategies]
    return Lengths.of_runs(runs), np.array([one.each for one in runs])


def around(value: float, error: float) -> Interval:
    """Return the interval for a printed figure: five standard errors, and its rounding.

    Two right figures are further apart once in a million pairs.
    """
    return Interval(value - 5 * error - 0.0005, value + 5 * error + 0.0005)


def random_intervals(n: int) -> dict[str, Interval]:
    """Return the intervals for mean, deviation and longest of ``n`` independent games.

    The standard error of their mean is sd / sqrt(n), 0.0078 for 12,960; that of their deviation
    is sqrt((m4 - sd**4) / n) / (2 sd), where m4 is the fourth central moment. The games of one run
    of ours share a tree, so the errors of ours are those between the runs, 0.0046 or so. Of the
    longest game: more than 0.1 so long must be expected, and fewer than 5 that are longer.
    """
    found, by_run = drawn()
    fourth = ((found.each - found.mean) ** 4).mean()
    theirs_ = found.sd**2 / n, (fourth - found.sd**4) / n / (4 * found.sd**2)
    ours_ = by_run.mean(axis=1).var(ddof=1) / RUNS, by_run.std(axis=1).var(ddof=1) / RUNS
    mean_error, sd_error = (sqrt(a + b) for a, b in zip(theirs_, ours_, strict=True))
    likely = [
        guesses
        for guesses in range(1, found.worst + 1)
        if (found.each >= guesses).mean() * n > 0.1 and (found.each > guesses).mean() * n < 5
    ]
    return {
        "mean_about": around(found.mean, mean_error),
        "sd_about": around(found.sd, sd_error),
        "worst_seen": Interval(min(likely), max(likely)),
    }


def thesis_table_12(golden: Golden) -> Figures:
    """Compare two fixed guesses followed by the consistent search."""
    fixed = thesis(golden)["two_fixed_guesses_then_simple"]
    for one in fixed:
        what, opening = f"{one['first']} {one['second']}", (ours(one["first"]), ours(one["second"]))
        kinds = "games worst mean" if "note" in one else "games worst mean sd"
        yield from outcome(what, one | {"worst": 7}, kinds, "simple", opening)
        if "note" in one:
            (misprint,) = find(r"the seed prints sd ([\d.]+)", one["note"])
            right = text(one["sd"])
            yield slip(f"{what}: sd", misprint, right, taken, "sd", CLASSIC, "simple", opening)
    best = min(fixed, key=lambda one: float(one["mean"]))
    yield figure("lowest mean of these", "1123 3456", lambda: (best["first"], best["second"]))


# --- a lock ---------------------------------------------------------------------------------

LOCK = "mastermind:3x10"


def lock_clues(golden: Golden) -> Figures:
    """Narrow the lock down, clue by clue."""
    printed = golden["lock_3x10"]
    clues = tuple(map(tuple, printed["clues"]))
    for n, left in enumerate(printed["remaining_after_each"], start=1):
        guess, reply = clues[n - 1]
        what = f"candidates after {guess}={reply}"
        yield figure(what, left, lambda some: len(unlocked(some)), clues[:n])
    left = [partial(unlocked, clues[:n]) for n in range(len(clues) + 1)]
    yield figure("guesses until one is left", 3, lambda: [len(of()) for of in left].index(1))
    yield figure("the secret", printed["answer"], lambda: list(unlocked(clues)))


def unlocked(clues: Sequence[tuple[str, str]]) -> Sequence[str]:
    """List the codes that agree with the clues."""
    return jotto.start(game(LOCK), *clues).candidates


def lock_counts(golden: Golden) -> Figures:
    """Count codes, and score the example pair both ways."""
    yield figure("codes 10**3", "1,000", lambda: f"{len(game(LOCK)):,}")
    yield figure("without repeats, 10!/7!", 720, lambda: len(game("bulls-and-cows:3x10")))
    ends = "000 001 002 997 998 999"
    yield figure("the first and the last", ends, lambda: [*unlocked(())[:3], *unlocked(())[-3:]])
    for guess, secret in (("521", "113"), ("113", "521")):
        yield figure(f"score of {guess} against {secret}", "0,1", score, LOCK, guess, secret)
    for code, printed in (("521", "0110010000"), ("113", "0201000000")):
        counts = partial(map, lambda digit, of: str(of.count(digit)), "0123456789", [code] * 10)
        yield figure(f"tally of {code}", printed, lambda of: "".join(of()), counts)


# --- all of them ----------------------------------------------------------------------------

TABLES: dict[str, Callable[[Golden], Figures]] = {
    "a framework by entropy: the puzzle": framework_examples,
    "a framework by entropy: 4 holes, 6 colours, distinct": framework_classic,
    "a framework by entropy: other sizes": framework_sizes,
    "a framework by entropy: eight colours": framework_large,
    "a framework by entropy: two-d": framework_two_d,
    "Jotto by elimination: scores": jotto_scores,
    "Jotto by elimination: counts": jotto_counts,
    "Jotto by elimination: said of a word list, measured on the shipped one": jotto_claims,
    "newsgroup posting 1995: the consistent search for 4204": consistent_search,
    "an analysis with an adversary": adversary,
    "thesis 2024, section 1.3.3 and running text": thesis_counts,
    "thesis 2024, table 3: parts of 1122": partial(thesis_parts, "1122"),
    "thesis 2024, table 5: parts of 1123": thesis_table_5,
    "thesis 2024, table 7: parts and entropy of 1234": thesis_table_7,
    "thesis 2024, tables 4, 6 and 8: openings": thesis_openings,
    **{f"thesis 2024, example game: {name}": partial(thesis_example, name) for name in METHODS},
    "thesis 2024, tables 9 and 11: games completed": thesis_games,
    "thesis 2024, table 10: three methods": thesis_table_10,
    "thesis 2024, table 11: simple": lambda golden: performance(golden, "simple"),
    f"thesis 2024, table 11: random ({RUNS} runs)": thesis_random,
    "thesis 2024, table 12: two fixed guesses": thesis_table_12,
    "a lock puzzle: clues": lock_clues,
    "a lock puzzle: counts": lock_counts,
}


def figures(golden: Golden) -> list[Figure]:
    """List every figure; the slow computations run later."""
    return [replace(one, table=title) for title, rows in TABLES.items() for one in rows(golden)]


FIGURES = figures(json.loads(GOLDEN.read_text(encoding="utf-8")))


def show(title: str, rows: Sequence[Figure]) -> None:
    """Print one table, the mark first."""
    print(f"\n{title}")
    widths = [max(map(len, column)) for column in zip(*map(cells, rows), strict=True)]
    for one in rows:
        print(f"  {'  '.join(map(str.ljust, cells(one), widths))}  {one.note}".rstrip())


def cells(one: Figure) -> tuple[str, str, str, str]:
    """Return the cells of one figure."""
    return one.mark if one.holds else "DIFFERS", one.what, one.printed, one.computed


def main(found: Sequence[Figure] = FIGURES) -> int:
    """Print every figure with the computed value; return 1 if one differs, else 0."""
    print("Each line: mark, figure, as printed, as computed; colours 0 to 5, in the thesis 1 to 6")
    for title, rows in groupby(found, key=lambda one: one.table):
        show(title, list(rows))
    counts = Counter(cells(one)[0] for one in found)
    print("\n" + ", ".join(f"{counts[mark]} {mark}" for mark in sorted(counts)))
    for one in found:
        mark = cells(one)[0]
        if mark in ("slip", "DIFFERS"):
            figures = f"printed {one.printed}, computed {one.computed}"
            print(f"{mark}: {one.table}: {one.what}: {figures}")
    return 1 if counts["DIFFERS"] else 0


if __name__ == "__main__":
    sys.exit(main())

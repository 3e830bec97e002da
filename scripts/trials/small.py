"""Random small games, each by its definitions and as jotto makes it; turns, strategies."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

import naive
import numpy as np
from naive import Lists, Method

import jotto

Turns = list[tuple[str, str]]
WORDS = ("exact-elsewhere", "jots", "colours")
SCORES = "xyzuv"  # of rules that are drawn


@dataclass(frozen=True)
class Small:
    """A small game, and how it is made again of other lists, weights, names of scores, scores."""

    kind: str
    own: Lists
    game: jotto.Game[Any]
    make: Callable[..., jotto.Game[Any]]
    unlisted: tuple[str, ...] = ()
    closed: bool = True

    @property
    def true(self) -> bool:
        """Whether every answer is the score."""
        return self.own.answers is None

    @property
    def lists(self) -> tuple[list[str], list[str], dict[str, int] | None]:
        """The secrets, the further guesses, and the weights if they are not even."""
        further = [guess for guess in self.own.guesses if guess not in self.own.secrets]
        return [*self.own.secrets], further, None if self.own.even else {**self.own.weights}


@cache
def shipped() -> jotto.Game[str]:
    """Return the game of the shipped list, whose common words are likelier."""
    return jotto.words(prior="common")


def common_secret(draw: np.random.Generator) -> str:
    """Draw a secret of it by its prior."""
    weights = shipped().weights(shipped().everything)
    return str(draw.choice(shipped().secrets, p=weights / weights.sum()))


# --- drawing --------------------------------------------------------------------------------------


def small(draw: Random) -> Small:
    """Draw a game."""
    kind = draw.choice([*WORDS, *WORDS, "fibble", "table", "own", "own", "codes", "two-d"])
    if kind in ("codes", "two-d"):
        return named(draw, kind)
    return items(draw) if kind == "own" else words(draw, kind)


def drawn_rule(draw: Random, texts: str, win: str) -> naive.Score:
    """Draw a rule: any score for any pair."""
    salt = draw.random()

    def score(guess: Any, secret: Any) -> str:
        return win if guess == secret else Random(f"{salt} {guess} {secret}").choice(texts)

    return cache(score)


def words(draw: Random, kind: str) -> Small:
    """Draw a game of words; some have secrets that end alike, as _atch does."""
    length, letters = draw.randint(2, 4 if kind == "fibble" else 5), "abcde"[: draw.randint(2, 5)]
    end = "".join(draw.choices("abc", k=length - 1))
    some = {"".join(draw.choices(letters, k=length)) for _ in range(draw.randint(2, 12))} | {
        "a" * length
    }
    if draw.random() < 0.2:
        some, letters = {letter + end for letter in "abcdefgh"[: draw.randint(4, 8)]}, "abcdefgh"
    others = {"".join(draw.choices(letters + "f", k=length)) for _ in range(draw.randint(0, 10))}
    secrets, rest = draw.sample(sorted(some), len(some)), sorted(others - some)
    if len(secrets) < 2:
        secrets.append("b" * length)
        rest = [word for word in rest if word not in secrets]
    draw.shuffle(rest)
    texts = SCORES[: draw.randint(1, 5)]
    score = (
        drawn_rule(draw, texts, "won") if kind == "table" else naive.RULES.get(kind, naive.colours)
    )
    scored = cache(lambda rename, score: lambda *pair: rename(score(*pair)))  # one, for each rule
    weights = dict.fromkeys(secrets, 1)
    if draw.random() < 0.35:
        weights = {word: draw.randint(1, 9) for word in secrets} | {secrets[0]: 10}

    def make(
        secrets: Any, further: Any, weights: Any, rename: Any = str, score: naive.Score = score
    ) -> jotto.Game[Any]:
        names = [*map(rename, texts), "won"]
        rule = jotto.Rule.of("table", names, scored(rename, score))
        rules: Any = rule if kind == "table" else kind
        return jotto.words(secrets, further, rule=rules, prior=weights)

    further, unlisted = rest[2:], () if kind == "table" else tuple(rest[:2])
    answers = naive.fibble if kind == "fibble" else None
    own = Lists(secrets, [*secrets, *further], score, weights, answers)
    game = make(secrets, further, None if own.even else weights)
    return Small(kind, own, game, make, unlisted, closed=kind == "fibble")


def items(draw: Random) -> Small:
    """Draw a game of one's own: numbers, pairs or texts, and any scores."""
    numbers, shape = draw.sample(range(60), draw.randint(2, 18)), draw.choice([int, divmod, str])
    some = [divmod(n, 8) if shape is divmod else f"i{n}" if shape is str else n for n in numbers]
    of, texts = {str(item): item for item in some}, [*map(str, some)]
    n, win = draw.randint(2, min(12, len(texts))), draw.choice(["win", "self"])
    score = drawn_rule(draw, SCORES[: draw.randint(1, 5)], win)

    def make(
        secrets: Any, further: Any, _: Any, rename: Any = str, score: naive.Score = score
    ) -> jotto.Game[Any]:
        lists = [[of[text] for text in each] for each in (secrets, further)]
        return jotto.game(lambda g, s: rename(score(str(g), str(s))), *lists)

    own = Lists(texts[:n], texts, score, dict.fromkeys(texts[:n], 1))
    return Small("own", own, make(texts[:n], texts[n:], None), make)


def named(draw: Random, kind: str) -> Small:
    """Draw Mastermind, Bulls & Cows, or a point on a grid."""
    order, bulls = draw.choice(["", "descending", "first-fastest"]), draw.random() < 0.3
    if kind == "two-d":
        n, order = draw.choice([2, 3]), order.replace("first-fastest", "")
        name, score = f"two-d:{n}", naive.compared
        guesses = [f"{x},{y}" for x in range(n) for y in range(n)][:: -1 if order else 1]
        secrets = guesses
    else:
        sizes = ["2x3", "2x4", "3x3"] if bulls else ["2x2", "2x3", "2x4", "3x2", "3x3"]
        pegs, colours = map(int, (size := draw.choice(sizes)).split("x"))
        distinct = bulls or (pegs <= colours and draw.random() < 0.3)
        name = f"bulls-and-cows:{size}" if bulls else f"mastermind:{size}{':distinct' * distinct}"
        guesses = naive.codes(pegs, colours, order, distinct=bulls)
        secrets, score = naive.codes(pegs, colours, order, distinct=distinct), naive.exact_elsewhere
    game = jotto.named(f"{name}:{order}" if order else name)
    own = Lists(secrets, guesses, score, dict.fromkeys(secrets, 1))
    return Small(kind, own, game, lambda *_: game)


def history(t: Small, draw: Random, most: int = 2, few: int = 99) -> Turns:
    """Draw turns, none a win, and more of them until few candidates are left."""
    secret, turns = draw.choice(t.own.secrets), Turns()
    pool = [guess for guess in (*t.own.guesses, *t.unlisted) if guess != secret]
    while len(turns) < most or len(t.own.left(turns)) > few:
        guess = draw.choice(pool)
        turns.append((guess, draw.choice(t.own.told(guess, secret))))
    return turns


def muddle(t: Small, draw: Random, most: int = 5) -> Turns:
    """Draw turns with any scores that are possible, perhaps wins."""
    secret, pool, turns = draw.choice(t.own.secrets), [*t.own.guesses, *t.unlisted], Turns()
    for _ in range(draw.randint(1, most)):
        guess, other = draw.choice(pool), draw.choice([secret, draw.choice(t.own.secrets)])
        turns.append((guess, draw.choice(t.own.told(guess, other))))
    return turns


def method(t: Small, draw: Random) -> tuple[Method, jotto.Strategy]:
    """Draw how guesses are chosen."""
    both = "+".join(draw.sample([*naive.MEASURES], 2))
    hard = "hard" if t.kind == "colours" else "all"
    own = Method(
        draw.choice([*naive.MEASURES, *naive.MEASURES, both, "simple"]),
        tuple(draw.sample(t.own.guesses, draw.choice([0, 0, 0, 1, 1, 2]))),
        draw.choice(["all", "all", "all", "candidates", hard]),
        frozenset(draw.sample(t.own.guesses, draw.choice([0, 0, 0, 1, 2]))),
    )
    return own, strategy(t, own)


def strategy(t: Small, own: Method) -> jotto.Strategy:
    """Return the strategy that chooses so."""
    opening, avoid = ([*map(t.game.read, each)] for each in (own.opening, own.avoid))
    return jotto.strategy(own.name, allow=own.allow, opening=opening, avoid=avoid)

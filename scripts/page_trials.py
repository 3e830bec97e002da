#!/usr/bin/env python3
"""Play seeded games in the page's engine, in chromium, and compare every figure with Python's.

For each position: candidates, the ranking with all values and figures, the guess, the parts of a
guess, and where few candidates are left the total of the search; then mistakes, the review, and the
ranking at each guess of a game of two or four boards.
With --timed: how long the page in one file takes for advice, as it is and slowed six times.

Example: python scripts/page_trials.py --games 1000 --seed 1

Example: python scripts/page_trials.py --timed
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import astuple
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import typer

import jotto
from jotto.assistant import doctor, page
from jotto.engine.measures import values
from jotto.engine.position import Position, Strategy

CLOSE = 2e-9  # of figures that are rounded to nine digits, and of means
FEW, SEARCHED = 3, 14  # candidates for which the search is compared
MOST_GUESSES = 12
MEASURES = "entropy", "minimax", "expected-size", "most-parts"
TIES = "most-parts+entropy", "expected-size+minimax", "entropy+minimax"
LETTERS = "abcdé𝒳zעёıσ"  # noqa: RUF001
SIZES = (
    "mastermind:4x6",
    "mastermind:4x6:distinct",
    "bulls-and-cows:4x7",
    "mastermind:3x5:descending",
)
Rnd = random.Random
BOARDS = 2, 4
Trial = tuple[str, dict[str, Any], list[Any]]

SCRIPT = """
const told = (turns) => turns.map(([guess, code]) => ({ guess, code }));
const worth = (r) => [r.candidate, r.bits, r.expectedLeft, r.worstLeft, r.parts, r.chance];
window.trial = ({ data, how, steps, wrong, made, secret, several }) => {
  const e = window.engine, game = e.load(data);
  const found = steps.map(({ turns, top, guess, searched }) => {
    const left = game.agreeing(told(turns));
    const options = { ...how, turns: told(turns), book: false };
    const rows = e.rank(game, left, { ...options, top });
    const values = left.length > 2 ? rows.map((row) => row.values.map(String)) : null;
    const tree = searched ? e.solve(game, left, { seconds: 60, allow: how.allow }) : null;
    const parts = [...game.partition(guess, left)].map(([code, part]) => [code, [...part]]);
    const guessed = [e.best(game, left, options), game.likeliest(left)];
    const total = tree && [tree.weightedTotal, tree.proved];
    const words = rows.map((row) => row.guess);
    return [[...left], words, values, rows.map(worth), ...guessed, parts, total];
  });
  const mistakes = e.mistakes(game, told(wrong)).map(({ kind, turn, meant, rescued, weight }) =>
    [kind, turn, meant && [meant.guess, meant.code], [...rescued], String(weight)]);
  const r = e.review(game, told(made), secret, { ...how, book: false });
  const judged = r.judged.map((j) =>
    [j.cost, j.luck, j.needs, j.needsMine, j.needsAfter, j.told, j.before, j.after]);
  const boards = several.map(({ boards, top }) => {
    const lefts = boards.map((turns) => game.agreeing(told(turns)));
    lefts.sort((one, other) => one.length - other.length);
    const words = e.rankOn(game, lefts, { ...how, top });
    return [words, words.map((word) => worth(e.together(game, lefts, word)))];
  });
  return [found, mistakes, [r.needs, r.cost, r.luck, r.rest, r.needsForIt, judged], boards];
};
"""


def some(rnd: Rnd, number: int, **more: Any) -> jotto.Game[str]:
    """Return a game of so many listed words, with half as many further guesses."""
    listed = jotto.words().secrets
    return jotto.words(rnd.sample(listed, number), rnd.sample(listed, number // 2), **more)


def strings(rnd: Rnd, rule: str) -> jotto.Game[str]:
    """Return a game of strings of seven letters of any script."""
    return jotto.words(["".join(rnd.choices(LETTERS, k=7)) for _ in range(150)], rule=rule)


GAMES: dict[str, Callable[[Rnd], jotto.Game[str]]] = {
    "exact-elsewhere, even": lambda rnd: some(rnd, 500),
    "exact-elsewhere, common": lambda rnd: some(rnd, 600, prior="common"),
    "jots": lambda rnd: some(rnd, 400, rule="jots", prior=rnd.choice(["even", "common"])),
    "colours": lambda rnd: some(rnd, 500, rule="colours", prior=rnd.choice(["even", "common"])),
    "codes": lambda rnd: jotto.named(rnd.choice(SIZES)),
    "strings": lambda rnd: strings(rnd, rnd.choice(["colours", "jots", "exact-elsewhere"])),
}


def trial(seed: int, number: int) -> Trial:
    """Return the name of a game, what the page is asked, and what Python answers."""
    rnd = Rnd(f"{seed} {number}")
    name, make = list(GAMES.items())[number % len(GAMES)]
    game = make(rnd)
    allowed = ["all", "all", "candidates", *["hard"] * (game.rule.hints is not None)]
    how: dict[str, Any] = {
        "measure": rnd.choice(MEASURES * 2 + TIES),
        "allow": rnd.choice(allowed),
        "avoid": sorted(rnd.sample(game.guesses, 20)) if rnd.random() < 0.2 else [],
    }
    strategy = jotto.strategy(how["measure"], allow=how["allow"], avoid=how["avoid"])
    return name, *played(rnd, game, strategy, how)


def played(
    rnd: Rnd, game: jotto.Game[str], strategy: Strategy, how: dict[str, Any]
) -> tuple[dict[str, Any], list[Any]]:
    """Play one game; return what the page is asked, and what Python answers."""
    at, secret = jotto.start(game), rnd.choice(game.secrets)
    steps, found = list[Any](), list[Any]()
    while not at.won and len(at.history) < MOST_GUESSES:
        top, best = rnd.choice([1, 3, 10]), str(strategy(at))
        guess = best if rnd.random() < 0.6 else str(rnd.choice(game.guesses))
        few = FEW <= len(at) <= SEARCHED and how["allow"] != "hard"
        told = list(map(pair, at.history))
        steps.append({"turns": told, "top": top, "guess": guess, "searched": few})
        parts = [[code, part.left.tolist()] for code, part in at.parts(game.index(guess))]
        ranked = at.rank(strategy, top=top)
        found.append([
            at.left.tolist(), [row.guess for row in ranked], valued(at, strategy, ranked),
            [[*astuple(row)[1:]] for row in ranked],
            best, game.likeliest(at.left), parts, searched(at, how["allow"]) if few else None,
        ])  # fmt: skip
        at = at.then(jotto.Turn(guess, game.rule.score(guess, secret)))
    wrong = slipped(rnd, game, at.history)
    explained = [
        [one.kind, one.turn, one.meant and pair(one.meant), one.rescued.tolist(), str(one.weight)]
        for one in doctor.explain(game, *wrong)
    ]
    r = jotto.review(game, *at.history, secret=secret, strategy=strategy)
    judged = [
        [j.cost, j.luck, j.needs, j.needs_mine, j.needs_after, j.told, j.before, j.after]
        for j in r.judged
    ]
    asked = {"data": page.data_of(game, strategy), "how": how, "steps": steps, "secret": secret}
    asked |= {"wrong": list(map(pair, wrong)), "made": list(map(pair, at.history))}
    hard = how["allow"] == "hard"
    asked["several"], ranked = ([], []) if hard else on_boards(rnd, game, strategy)
    looked = [r.needs, r.cost, r.luck, r.rest, r.needs_for_it, judged]
    return asked, [found, explained, looked, ranked]


def on_boards(
    rnd: Rnd, game: jotto.Game[str], strategy: Strategy
) -> tuple[list[dict[str, Any]], list[Any]]:
    """Play a game of several boards; return what the page is asked, and the rankings."""
    n, asked, ranked = rnd.choice(BOARDS), list[dict[str, Any]](), list[Any]()
    at, secrets = jotto.boards(game, n), rnd.sample(list(game.secrets), n)
    while not at.over and at.made < n + MOST_GUESSES:
        top, still = rnd.choice([1, 3, 10]), sorted(at.open)
        rows = at.rank(strategy, top)
        turns = [list(map(pair, at.boards[board].history)) for board in still]
        asked.append({"boards": turns, "top": top})
        ranked.append([[row.guess for row in rows], [[*astuple(row)[1:]] for row in rows]])
        guess = rows[0].guess if rnd.random() < 0.8 else str(rnd.choice(game.guesses))
        at = at.after(guess, [game.score(guess, secrets[board]) for board in still])
    return asked, ranked


def pair(turn: jotto.Turn[str]) -> list[Any]:
    """Return a turn as JSON."""
    return [turn.guess, turn.code]


def valued(at: Position, strategy: Strategy, ranked: Iterable[jotto.Advice]) -> list[Any] | None:
    """Return the values of ranked guesses by each measure, as texts; None for few candidates."""
    if len(at) <= 2:
        return None
    guesses = [at.game.index(row.guess) for row in ranked]
    by_measure = [values(at.game, at.left, each)[guesses] for each in strategy.measures]
    return [[str(int(value)) for value in each] for each in zip(*by_measure, strict=True)]


def searched(at: Position, allow: Any) -> list[Any]:
    """Return the least total, and whether it is proved."""
    tree = jotto.solve(at, allow=allow)
    return [tree.lengths.weighted_total, tree.proved]


def slipped(rnd: Rnd, game: jotto.Game[str], turns: Iterable[jotto.Turn[str]]) -> list[Any]:
    """Return turns with a wrong score or a wrong letter in one."""
    changed = list(turns)
    at = rnd.randrange(len(changed))
    word, code = list(changed[at].guess), rnd.randrange(game.rule.n_codes)
    if rnd.random() < 0.4:
        word[rnd.randrange(len(word))] = rnd.choice(doctor.alphabet(game))
        code = changed[at].code
    changed[at] = jotto.Turn("".join(word), code)
    return changed


def differences(right: Any, told: Any, where: str = "") -> Iterator[str]:
    """Yield where two answers differ, more than by the rounding of means."""
    if isinstance(right, list | tuple) and isinstance(told, list) and len(right) == len(told):
        for number, both in enumerate(zip(right, told, strict=True)):
            yield from differences(*both, f"{where} {number}")
    elif isinstance(right, float) and isinstance(told, int | float):
        if abs(right - told) > CLOSE * max(1, abs(right)):
            yield f"{where}: {told!r}, not {right!r}"
    elif right != told:
        yield f"{where}: {told!r}, not {right!r}"


def begin(browser: Any, folder: Path) -> Callable[[dict[str, Any]], Any]:
    """Load the engine in a browser; return a function that asks it."""
    blank = folder / "blank.html"
    blank.write_text("<!doctype html><title>engine</title>")
    browser.open(blank)
    engine = page.script_of(["text", "engine", "boards", "search", "hindsight"])
    every = "window.engine = {...the_engine, ...the_boards, ...the_search, ...the_hindsight};"
    browser.run(f"{engine}; {every} {SCRIPT}")
    return lambda asked: browser.run("return trial(arguments[0])", asked)


def speed(browser: Any, folder: Path) -> None:
    """Print the best of five times, in seconds, for the first advice and after two scores."""
    sys.path += [str(Path(__file__).parents[1] / "tests" / room) for room in ("web", "cli")]
    from test_page_file import see, tell

    at = folder / "jotto.html"
    at.write_text(page.page(jotto.words(), jotto.strategy()), "utf-8")
    for slow in (1, 6):
        took = []
        for _ in range(5):
            browser.tell("Emulation.setCPUThrottlingRate", rate=1)
            browser.open(at, (360, 740))
            browser.driver.refresh()
            see(browser, "Advice for a game")
            browser.tell("Emulation.setCPUThrottlingRate", rate=slow)
            browser.one("a.main").click()
            see(browser, "Start")
            began = browser.run("return performance.now()")
            browser.one("button.main").click()
            see(browser, "possible")
            first = browser.run("return performance.now()") - began
            took.append([first, tell(browser, 1, 1), tell(browser, 0, 1)])
        best = ", ".join(f"{min(each) / 1000:.2f} s" for each in zip(*took, strict=True))
        memory = browser.run("return performance.memory.usedJSHeapSize") / 1e6
        print(
            f"slowed {slow} times: first guess, after one score, after two: {best}; {memory:.0f} MB"
        )


def main(games: int = 1000, seed: int = 1, timed: bool = False) -> None:
    """Play, and print the first differences; or time the page in one file."""
    sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
    from browser import Browser

    with TemporaryDirectory() as folder:
        browser, positions, wrong = Browser(Path(folder) / "profile"), 0, 0
        try:
            if timed:
                speed(browser, Path(folder))
                return
            ask = begin(browser, Path(folder))
            for number in range(1, games + 1):
                name, asked, right = trial(seed, number)
                positions += len(asked["steps"]) + len(asked["several"])
                found = list(differences(right, ask(asked)))
                wrong += len(found)
                for one in found[:3]:
                    print(f"game {number}, {name}:{one}"[:200], flush=True)
                if number % 50 == 0:
                    print(f"{number} games, {positions} positions, {wrong} differences", flush=True)
        finally:
            browser.driver.quit()
    sys.exit(bool(wrong))


if __name__ == "__main__":
    typer.run(main)

"""The signature: one number that condenses the advice at 1,000 positions of every kind of game.

A change of what is counted, ordered or rounded anywhere changes it; Python and the page have the
same. Print it after a change that is meant: ``python tests/signature.py``.
"""

import random
from functools import partial
from hashlib import sha256

import jotto
from jotto.assistant.page_file import data_of
from jotto.engine.lies import lying
from jotto.games import unlisted

POSITIONS = 1000
TOP = 3  # guesses
SEARCHED = range(3, 13)  # candidates
FIRST = jotto.Rule.of(
    "first", ["0", "1", "2", "win"], lambda g, s: str((g[0] == s[0]) + (g[1] == s[1]))
)
GREEK = ["λόγος", "κόσμος", "νόμος", "τόπος", "χρόνος", "δρόμος", "ψυχή"]


def some(number, further=100, **how):
    """A list of so many words, spread over the shipped one, and further guesses."""
    listed = jotto.words().secrets
    return jotto.words(listed[:: len(listed) // number][:number], listed[7::97][:further], **how)


GAMES = {  # each with a strategy, and how many boards
    "even": (partial(some, 900), {}, 1),
    "common": (partial(some, 900, prior="common"), {}, 1),
    "the whole list": (lambda: jotto.words(prior="common"), {}, 1),
    "minimax": (partial(some, 500), {"name": "minimax"}, 1),
    "sizes": (partial(some, 500, prior="common"), {"name": "expected-size"}, 1),
    "ties": (partial(some, 400), {"name": "most-parts+entropy"}, 1),
    "simple": (partial(some, 400), {"name": "simple"}, 1),
    "avoided": (partial(some, 300), {"avoid": tuple(some(300).guesses[:90])}, 1),
    "jots": (partial(some, 500, rule="jots"), {}, 1),
    "colours": (partial(some, 700, rule="colours", prior="common"), {}, 1),
    "hard": (partial(some, 700, rule="colours"), {"allow": "hard"}, 1),
    "seven letters": (lambda: jotto.words(["".join(w) for w in SEVEN], rule="colours"), {}, 1),
    "accents": (lambda: jotto.words([w for w in GREEK if len(w) == 5]), {}, 1),
    "digraphs": (lambda: jotto.words(["ijzer", "bijna", "rijke"], letters="ij"), {}, 1),
    "fibble": (partial(some, 300, rule="fibble"), {}, 1),
    "one lie": (lambda: lying(some(300), 1), {}, 1),
    "two lies": (lambda: lying(some(200, rule="colours", prior="common"), 2, 0.03), {}, 1),
    "pegs": (lambda: jotto.named("mastermind:4x6"), {"name": "expected-size"}, 1),
    "candidates": (lambda: jotto.named("mastermind:3x6"), {"allow": "candidates"}, 1),
    "distinct": (lambda: jotto.named("mastermind:4x6:distinct"), {}, 1),
    "bulls": (lambda: jotto.named("bulls-and-cows:4x7"), {"name": "minimax+entropy"}, 1),
    "lies about pegs": (lambda: lying(jotto.named("mastermind:3x5"), 1), {}, 1),
    "own": (lambda: jotto.words(some(200).secrets, rule=FIRST), {}, 1),
    "two boards": (partial(some, 300), {}, 2),
    "four boards": (partial(some, 300, prior="common", rule="colours"), {}, 4),
    "boards by size": (partial(some, 200), {"name": "expected-size"}, 3),
}
SEVEN = [random.Random(n).choices("abcdefg", k=7) for n in range(200)]


def lines():
    """Yield, for each game, what the page is asked, and a line for each position."""
    each = -(-POSITIONS // len(GAMES))
    for name, (make, how, boards) in GAMES.items():
        game, strategy, draw = make(), jotto.strategy(**how), random.Random(name)
        asked, found = list[dict](), list[str]()
        while len(found) < each:
            play = played if boards == 1 else played_on(boards)
            for position, line in play(game, strategy, draw):
                asked.append(position)
                found.append(f"{name}: {line}")
        yield data_of(game, strategy, boards=boards), asked[:each], found[:each]


def signature(every):
    """Condense lines into a number."""
    return int.from_bytes(sha256("\n".join(every).encode()).digest()[:6])


def played(game, strategy, draw):
    """Play a game; yield each position, and the line about it."""
    at, secret, lies = jotto.start(game), draw.choice(game.secrets), 0
    while not at.won and at.game.rule.n_codes and len(at.history) < 12:
        ranked = at.rank(strategy, top=TOP)
        line = f"{len(at)} {strategy(at)} {' '.join(map(shown, ranked))}"
        if len(at) in SEARCHED and how_to_search(strategy) and not game.noisy:
            tree = jotto.solve(at, allow=how_to_search(strategy))
            line += f" least {tree.lengths.weighted_total} {tree.lengths.worst}"
        if at.history and not game.closed and game.rule.tallies:
            line += f" unlisted {unlisted.chance_unlisted(game, at.history):.9f}"
        yield {"turns": [[turn.guess, turn.code] for turn in at.history]}, line
        guess = str(draw.choice(game.guesses)) if draw.random() < 0.3 else str(strategy(at))
        code = game.rule.score(guess, secret)
        wrong = [other for other in range(game.rule.win) if other != code]
        if game.rule.ways is not None:
            code = draw.choice([n for n in range(game.rule.n_codes) if game.rule.tells(code, n)])
        elif code != game.rule.win and lies < game.lies and draw.random() < 0.3:
            code, lies = draw.choice(wrong), lies + 1
        at = at.then(jotto.Turn(guess, code))


def how_to_search(strategy):
    """What a search allows; empty if it is not the same as the strategy."""
    names = {"all": jotto.strategy(), "candidates": jotto.strategy(allow="candidates")}
    return next((n for n, s in names.items() if s.allow is strategy.allow), "")


def played_on(number):
    """Return a function that plays on several boards, as :func:`played` does."""

    def play(game, strategy, draw):
        at, secrets = jotto.boards(game, number), draw.sample(list(game.secrets), number)
        while not at.over:
            ranked = at.rank(strategy, TOP)
            left = [len(at.boards[board]) for board in at.open]
            turns = [[[t.guess, t.code] for t in at.boards[board].history] for board in at.open]
            yield {"boards": turns}, f"{left} {' '.join(map(shown, ranked))}"
            guess = str(draw.choice(game.guesses)) if draw.random() < 0.3 else ranked[0].guess
            at = at.after(guess, [game.score(guess, secrets[board]) for board in sorted(at.open)])

    return play


def shown(advice):
    """Write advice with nine decimals."""
    numbers = advice.bits, advice.expected_left, advice.worst_left, advice.parts, advice.chance
    return f"{advice.guess} {int(advice.candidate)} {' '.join(f'{n:.9f}' for n in numbers)}"


if __name__ == "__main__":
    print(signature([line for _, _, some_lines in lines() for line in some_lines][:POSITIONS]))

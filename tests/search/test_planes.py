"""The sizes of parts counted in bit planes, beside lists of parts by the definition."""

import random
from collections import Counter
from functools import cache

import naive
import numpy as np
import pytest

import jotto
from jotto.core import NEVER, call, coded, searches
from jotto.core.searches import look_up, store
from jotto.engine.position import start
from jotto.games.words import shipped_words, word_game
from jotto.search.lookahead import by_column, lookahead

WORDS = random.Random(5).sample(shipped_words(), 700)  # more than a block of guesses
SECRETS = WORDS[:130]


@cache
def game_and_ahead():
    game = jotto.words(SECRETS, WORDS[130:])
    return game, lookahead(start(game))


exact_elsewhere = cache(naive.exact_elsewhere)


def parts_of(game, ahead, members):
    """The sizes of the parts of every guess, by score."""
    secrets = [str(game.secrets[ahead.candidates[m]]) for m in members]
    guesses = [str(game.guesses[g]) for g in ahead.guesses]
    return [Counter(exact_elsewhere(guess, one) for one in secrets) for guess in guesses]


def room(size, found, variety):
    """How many of a part can be found within 1, 2, .. guesses; within two no more than scores."""
    return [min(size, at, variety if i == 1 else size) for i, at in enumerate(found)]


def cost(size, variety, found):
    """The least total of a part: each takes one guess more for each number that has no room."""
    return size + sum(size - some for some in room(size, found, variety))


def most_found(parts, n):
    """How many of a set can be found within 1, 2, .. guesses: pairs (size, variety) by guess."""
    found = [1]
    while found[-1] < n:
        rooms = ([room(size, found, limit)[-1] for size, limit in each] for each in parts)
        found.append(max(map(sum, rooms)))
    return found


def planes_of(game, ahead, members, limits):
    """The varieties of the parts of all guesses as the search keeps them: a slot of varieties."""
    n_bytes = (game.rule.n_codes + 6) // 8  # a bit for each code but the win
    planes = np.full((len(ahead.guesses) // 64 + 1, 5, n_bytes, 64), 0xFF, np.uint8)
    for g, m in np.ndindex(len(ahead.guesses), len(members)):
        code = int(ahead.problem.by_secret[members[m], g])
        limit = limits[game.rule.texts[code]]
        for k in range(5):
            if not limit >> k & 1 and code != game.rule.win:
                planes[g // 64, k, code // 8, g % 64] &= ~np.uint8(1 << code % 8)
    return planes


@pytest.mark.parametrize("limited", [False, True])
@pytest.mark.parametrize("n", [21, 28, 64, 100, 130])  # 100: a carry waits in each plane
def test_bounds_keys_and_what_is_found_are_those_of_the_definition(n, limited):
    game, ahead = game_and_ahead()
    members = np.sort(np.random.default_rng(n).choice(130, n, replace=False))
    draw = random.Random(n)
    limits = {text: draw.randrange(4, 32) if limited else 31 for text in game.rule.texts}
    variety = planes_of(game, ahead, members, limits) if limited else None
    what, many = (ahead.problem, members, ahead.choice), np.full(9, 1 << 20)
    own = searches.bound_guesses(*what, many, ordered=True, variety=variety)
    parts = parts_of(game, ahead, members)
    pairs = [[(size, limits[text]) for text, size in part.items()] for part in parts]
    found = most_found(pairs, n)
    wins = [part["5,0"] for part in parts]
    bounds = [
        n - win + sum(cost(*pair, found) for pair in each)
        for win, each in zip(wins, pairs, strict=True)
    ]
    squares = [sum(size**2 for size in part.values()) for part in parts]
    assert own.tolist() == [0, *found, *[n] * (8 - len(found))]
    assert ahead.problem.bounds.tolist() == bounds
    assert ahead.problem.keys.tolist() == [
        2 * square + n * bound if square < n**2 else NEVER
        for square, bound in zip(squares, bounds, strict=True)
    ]


def test_parts_are_bounded_by_their_varieties_one_by_one_as_well():
    """The same bounds as for all guesses at once."""
    game, _ = game_and_ahead()
    ahead, members = lookahead(start(game)), np.arange(0, 130, 2)
    limits = {text: min(9 + i, 31) for i, text in enumerate(game.rule.texts)}
    variety, what = planes_of(game, ahead, members, limits), (ahead.problem, members)
    own = searches.bound_guesses(*what, ahead.choice, ahead.found, ordered=False, variety=variety)
    problem, most = ahead.problem, 99
    name, given = coded("bound_guess", problem.codes), (len(members), members)
    for guess, bound in enumerate(problem.bounds.tolist()):
        assert call(name, problem.struct, *given, guess, most, own, variety) == bound


def test_what_is_found_with_many_scores_is_that_of_the_definition():
    game = word_game(WORDS[:120], rule="colours")
    ahead, members = lookahead(start(game)), np.arange(110)
    known = np.array([0, 1, 50, 90, *[120] * 5])
    own = searches.bound_guesses(ahead.problem, members, ahead.choice, known, ordered=True)
    secrets = [str(game.secrets[ahead.candidates[m]]) for m in members]
    parts = [Counter(naive.colours(str(guess), one) for one in secrets) for guess in game.guesses]
    found = [max(sum(min(size, at) for size in part.values()) for part in parts) for at in known]
    assert own.tolist() == [0, 1, *map(min, found[1:8], known[2:])]
    costs = np.cumsum([0, *(1 + sum(at < i for at in known[1:]) for i in range(1, 111))])
    bounds = sorted(
        110 + sum(costs[size] for size in part.values()) - ("GGGGG" in part) for part in parts
    )
    assert sorted(ahead.problem.bounds) == bounds


def in_block(problem, name, dtype, n):
    """An array of the scratch memory."""
    block = problem.scratch["block"]
    start = getattr(problem.struct, name) - block.ctypes.data
    return block[start:][: n * np.dtype(dtype).itemsize].view(dtype)


def kept_planes(problem):
    """The varieties in the only slot that is used, by guess."""
    shape = 64, problem.codes.shape[1] // 64, 5, (problem.n_codes + 6) // 8, 64
    slots = in_block(problem, "slots", np.uint64, 128).reshape(64, 2)
    (slot,) = np.flatnonzero(slots.any(axis=1))
    planes = in_block(problem, "varieties", np.uint8, np.prod(shape)).reshape(shape)[slot]
    by_place = planes.transpose(0, 3, 1, 2).reshape(-1, *shape[2:4])  # (places, bits, bytes)
    if not in_block(problem, "arranged_of", np.uint64, 2).any():  # guesses as they are numbered
        return planes
    by_guess = np.full_like(by_place, 0xFF)
    places = in_block(problem, "places", np.int32, problem.n_guesses)
    by_guess[: len(places)] = by_place[places]
    return by_guess.reshape(-1, 64, *shape[2:4]).transpose(0, 2, 3, 1).copy()


def test_varieties_that_are_kept_are_those_of_the_definition():
    game = jotto.words(WORDS[:420])
    ahead = lookahead(start(game))
    members = np.arange(0, 420, 2)
    ahead.searched(members, NEVER, 9, 3)
    planes = kept_planes(ahead.problem)

    def bits_of(g, code):
        return planes[g // 64, :, code // 8, g % 64] >> code % 8 & 1

    words = [str(game.guesses[g]) for g in ahead.guesses]
    scores = np.array([[exact_elsewhere(guess, one) for one in words] for guess in words])
    kept = [
        (scores[g, members] == game.rule.texts[code], variety)
        for g, code in np.ndindex(420, game.rule.n_codes - 1)
        if (variety := sum(int(bit) << k for k, bit in enumerate(bits_of(g, code)))) < 31
    ]
    assert len(kept) > 500
    for inside, variety in random.Random(1).sample(kept, 200):
        assert variety == max(len({*row}) for row in scores[:, members[inside]])


def test_guesses_that_are_not_counted_cannot_matter():
    others = [word for word in shipped_words()[:1500] if word not in WORDS]
    game = jotto.words(WORDS[:640], others)
    ahead = lookahead(start(game))
    members, many = np.arange(0, 640, 2), np.full(9, 1 << 20)
    found = searches.bound_guesses(ahead.problem, members, ahead.choice, many, ordered=False)
    ahead.searched(members, NEVER, 9, 1)
    varieties, checked = kept_planes(ahead.problem), 0
    for guess in range(0, ahead.problem.n_guesses, 7):
        codes = ahead.problem.by_secret[members, guess]
        for code in np.flatnonzero(np.bincount(codes) > 20):
            part = members[codes == code]
            low = look_up(ahead.problem, part, ahead.choice, 8)[0]
            lows = []
            for limits in (None, varieties):
                known = {"ordered": False, "variety": limits}
                searches.bound_guesses(ahead.problem, part, ahead.choice, found, **known)
                lows.append(ahead.problem.bounds.min())
            assert low <= lows[1]  # varieties became known meanwhile
            checked += lows[0] <= low  # others are not stored, or were only looked at
    assert checked > 50
    # what a guess can find of a subset, and the most that the guesses from a strip on can find
    problem, n_codes = ahead.problem, game.rule.n_codes
    rooms = in_block(problem, "rooms", np.uint16, problem.n_guesses * (n_codes + 1))
    rooms = rooms.reshape(-1, n_codes + 1).astype(int)
    order = in_block(problem, "guesses", np.int32, problem.n_guesses)
    assert sorted(order) == [*range(problem.n_guesses)]
    secrets = [game.secrets[ahead.candidates[m]] for m in members]
    for guess in random.Random(2).sample(range(problem.n_guesses), 200):
        word = game.guesses[ahead.guesses[guess]]
        part = Counter(naive.exact_elsewhere(word, secret) for secret in secrets)
        own = part.pop("5,0", 0)
        sizes = part.values()
        most = [len(sizes) + own] + [
            len(sizes) + sum(min(v, size) for size in sizes) + 3 * own
            for v in range(1, n_codes + 1)
        ]
        assert all(rooms[guess] <= most)  # less for those tried, of whose parts more is known
        assert rooms[guess].tolist() == most or look_up(problem, members, ahead.choice, 9)[0] >= 0
    strips = problem.codes.shape[1] // 64
    reach = in_block(problem, "reach", np.uint16, (strips + 1) * (n_codes + 1))
    reach = reach.reshape(strips + 1, -1)
    for strip in range(strips):
        assert (reach[strip] >= rooms[order[64 * strip :]].max(axis=0, initial=0)).all()


@pytest.mark.parametrize(("n", "wrong"), [(3, (2, 0)), (1100, (1099, 5)), (1100, (600, 700))])
def test_scores_by_guess_are_the_same_array_only_if_they_are_symmetric(n, wrong):
    scores = np.random.default_rng(n).integers(0, 20, (n, n)).astype(np.uint8)
    scores = np.minimum(scores, scores.T)
    assert by_column(scores) is scores
    scores[wrong] += 1
    for matrix in (scores, scores[:2]):
        assert by_column(matrix).flags.c_contiguous
        assert (by_column(matrix) == matrix.T).all()


def test_a_row_that_another_thread_has_half_written_is_not_found():
    _, ahead = game_and_ahead()
    table, key = ahead.problem.table, (ahead.problem, np.array([3, 5, 8]), ahead.choice, 4)
    before = set(np.flatnonzero(table[:, 2]))
    store(*key, (5, 9, 3))
    assert look_up(*key) == (5, 9, 3)
    (at,) = set(np.flatnonzero(table[:, 2])) - before
    for column, other in ((2, 6), (3, 10), (4, 4)):
        written = table[at, column]
        table[at, column] = other
        assert look_up(*key) == (-1, -1, -1)
        table[at, column] = written

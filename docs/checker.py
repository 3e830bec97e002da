"""Check a certificate of jotto without jotto: python checker.py CERTIFICATE WORDS."""

import json
import sys
from collections import Counter, defaultdict
from pathlib import Path


def score(guess, secret):
    """Write exact,elsewhere as the file does."""
    exact = sum(a == b for a, b in zip(guess, secret, strict=True))
    return f"{exact},{(Counter(guess) & Counter(secret)).total() - exact}"


given, listed = (Path(name).read_text() for name in sys.argv[1:3])
head, _, *claims, end = map(json.loads, given.splitlines())
words = list(dict.fromkeys(listed.split()))
assert head["allow"] == "all" and head["limit"] is None and end == {"claims": len(claims)}
assert all(type(bound) is int and bound >= 0 for bound, *_ in claims), "a bound is a whole number"
assert claims[0][1:] != ["assumed"], "what is to be shown is only assumed"
WIN, ALL = head["scores"][-1], range(len(words))
table = [[score(guess, secret) for secret in words] for guess in words]
aim, _, then = str(head.get("aim", "mean")).partition(",")
K = int(aim.removeprefix("within:")) if aim != "mean" else 0
GUESS, LATE = (0, 1) if K and not then else (1, len(words) ** 2 + 1 if K else 0)


def cost(turn, k):
    """Return what a secret costs that is found in this turn, if k turns are in time."""
    return GUESS * turn + LATE * (turn > k)


def parts(members, guess):
    """Group the members by their scores; the win is no part."""
    found = defaultdict(list)
    for secret in members:
        found[table[guess][secret]].append(secret)
    found.pop(WIN, None)
    return {text: tuple(part) for text, part in found.items()}


def by_size(members):
    """Return the turn in which the first, the second .. of them is found at the earliest."""
    sizes = [[len(part) for part in parts(members, guess).values()] for guess in ALL]
    turns, k, room = [1], 0, 0
    while len(turns) < len(members):
        while room < len(turns):
            k += 1
            room = max(sum(min(k, size) for size in row) for row in sizes)
        turns.append(1 + turns[k - 1])
    return turns


def looked_at(members, k):
    """Return what they need at least, from trying every guess once."""
    least, turns = [], [cost(turn, k) for turn in (1, 2, 3)]
    for guess in ALL:
        split = parts(members, guess).values()
        if members not in split:
            own = len(members) - sum(map(len, split))
            counts = own, len(split), len(members) - own - len(split)
            least.append(sum(map(int.__mul__, counts, turns)))
    return min(least)


about, left, checked = {0: tuple(ALL)}, {0: K}, 0
for number, (bound, *needs) in enumerate(claims):
    if needs == ["assumed"]:
        continue
    checked += 1
    members, k, reasons = about[number], left[number], {}
    after = max(0, k - 1)
    for guess, code, *below in needs:
        text = head["scores"][code]
        part = reasons[guess, text] = parts(members, guess)[text], below
        assert part[0] != members
        if below:
            assert about.setdefault(below[0], part[0]) == part[0]
            left[below[0]] = max(left.get(below[0], 0), after)
    turns = by_size(members)
    for guess in ALL:
        split = parts(members, guess)
        if members in split.values():
            continue  # it tells nothing
        total = GUESS * len(members) + LATE * (k == 0 and guess in members)
        for text, part in split.items():
            least = sum(cost(turn, after) for turn in turns[: len(part)])
            if (guess, text) in reasons:
                below = reasons[guess, text][1]
                least = max(least, claims[below[0]][0] if below else looked_at(part, after))
            total += least
        assert total >= bound, f"claim {number}: {words[guess]} may need only {total}, not {bound}"
assert set(about) == set(range(len(claims))), "a claim that no other names"
missed, total = divmod(claims[0][0], LATE) if LATE else (0, claims[0][0])
found = [f"misses fewer than {missed} within {K}"] * (K > 0)
found += [f"has a total below {total}"] * GUESS
print(f"no tree {', or then '.join(found)}: {checked} of {len(claims)} claims checked")

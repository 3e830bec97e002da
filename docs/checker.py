"""Check a certificate of jotto without jotto: python checker.py CERTIFICATE WORDS."""

import json
import sys
from collections import Counter, defaultdict


def score(guess, secret):
    """Write exact,elsewhere as the file does."""
    exact = sum(a == b for a, b in zip(guess, secret, strict=True))
    return f"{exact},{(Counter(guess) & Counter(secret)).total() - exact}"


head, _, *claims, end = [json.loads(line) for line in open(sys.argv[1])]
words = list(dict.fromkeys(open(sys.argv[2]).read().split()))
assert head["allow"] == "all" and head["limit"] is None and end == {"claims": len(claims)}
WIN, ALL = head["scores"][-1], range(len(words))
table = [[score(guess, secret) for secret in words] for guess in words]


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


def looked_at(members):
    """Return what they need at least, from trying every guess once."""
    least = []
    for guess in ALL:
        split = parts(members, guess).values()
        if members not in split:
            least.append(len(members) + sum(2 * len(part) - 1 for part in split))
    return min(least)


about, checked = {0: tuple(ALL)}, 0
for number, (bound, *needs) in enumerate(claims):
    if needs == ["assumed"]:
        continue
    checked += 1
    members, reasons = about[number], {}
    for guess, code, *below in needs:
        text = head["scores"][code]
        part = reasons[guess, text] = parts(members, guess)[text], below
        assert part[0] != members
        assert not below or about.setdefault(below[0], part[0]) == part[0]
    turns = by_size(members)
    for guess in ALL:
        split = parts(members, guess)
        if members in split.values():
            continue  # it tells nothing
        total = len(members)
        for text, part in split.items():
            least = sum(turns[: len(part)])
            if (guess, text) in reasons:
                below = reasons[guess, text][1]
                least = max(least, claims[below[0]][0] if below else looked_at(part))
            total += least
        assert total >= bound, f"claim {number}: {words[guess]} may need only {total}, not {bound}"
assert set(about) == set(range(len(claims))), "a claim that no other names"
print(f"no tree has a total below {claims[0][0]}: {checked} of {len(claims)} claims checked")

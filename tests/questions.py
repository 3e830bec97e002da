"""A hundred and four questions, of every kind that was ever answered differently somewhere.

Each is what to do, the turns, and further fields, as a program sends them.
"""

TEN = ["crane", "slate", "fools", "quilt", "trace", "crate", "hatch", "latch", "match", "watch"]
TWO = "tares=1,1", "moist=0,2"
FEW = "pales=3,0", "tonic=0,1", "humid=0,0"  # 28 are left
LOST = "tares=1,1", "moist=1,1", "soled=3,1", "doers=2,1"  # no word fits
GREEN = {"rule": "colours"}


def asked(do: str, *turns: str, **fields) -> tuple[str, dict]:
    """A question; without turns, none are sent."""
    return do, {**({"turns": [*turns]} if turns else {}), **fields}


SUGGEST = [
    asked("suggest"),
    asked("suggest", "tares=1,1"),
    asked("suggest", *TWO, top=3),
    asked("suggest", *FEW),
    asked("suggest", *FEW, think=0),
    asked("suggest", *TWO, guess="crane", why=True, top=2),
    asked("suggest", "crane=BYGBB", **GREEN),
    asked("suggest", "tares=2", rule="jots"),
    asked("suggest", "tares=1", rule="black-peg"),
    asked("suggest", "crane=BYGBB", rule="fibble", top=2),
    asked("suggest", "crane=BYGBB", allow="hard", **GREEN),
    asked("suggest", "crane=1,1", allow="candidates"),
    asked("suggest", "crane=1,1", vowels="aeiou", plurals=False),
    asked("suggest", "crane=1,1", repeats=False),
    asked("suggest", "crane=1,1", polite=False),
    asked("suggest", "crane=1,1", book=False, strategy="minimax"),
    asked("suggest", "crane=1,1", strategy="simple", top=1),
    asked("suggest", "crane=1,1", strategy="random", seed=7, top=1),
    asked("suggest", "crane=1,1", prior="even"),
    asked("suggest", "crane=1,1", prior="wordle"),
    asked("suggest", "crane=2,0", words=TEN),
    asked("suggest", "crane=2,0", words=TEN, guesses=["claim", "moist"], aim="worst"),
    asked("suggest", "0011=1,1", game="mastermind:4x6"),
    asked("suggest", "0123=1,1", game="bulls-and-cows:4x10"),
    asked("suggest", "tares=1,1+0,2", boards=2),
    asked("suggest", *TWO, lies=1),
    asked("suggest", rule="nope"),  # eleven that are wrong
    asked("suggest", strategy="nope"),
    asked("suggest", prior="nope"),
    asked("suggest", game="nope"),
    asked("suggest", "tares=9,9"),
    asked("suggest", "tare=1,1"),
    asked("suggest", boards=33),
    asked("suggest", lies=21),
    asked("suggest", top=0),
    asked("suggest", allow="hard"),
    asked("suggest", *LOST),
]
BACK = [
    asked("candidates"),
    asked("candidates", *TWO, top=3),
    asked("candidates", *FEW),
    asked("candidates", *TWO, lies=1, top=5),
    asked("candidates", "crane=BYGBB", top=4, **GREEN),
    asked("candidates", "crane=2,0", words=TEN),
    asked("candidates", "0011=1,1", game="mastermind:4x6", top=4),
    asked("candidates", "tares=1,1+0,2", boards=2, top=2),
    asked("candidates", *LOST),
    asked("explain", *LOST),
    asked("explain", *TWO),
    asked("explain", "tares=1,1", "moist=4,0", top=3),
    asked("explain", "hatch=4,0", "latch=3,0", words=TEN),
    asked("explain", "crane=0,0", "slate=4,0", "hatch=4,0", "moist=4,0", lies=1),
    asked("explain", "crane=BYGBB", "crane=GGGGB", rule="fibble"),
    asked("explain", "0011=1,1", "2233=9,9", game="mastermind:4x6"),
    asked("review", "tares=1,1", "moist=0,2", "shone=5,0"),
    asked("review", "crane", "slate", "shone", secret="shone"),
    asked("review", "crane=5,0", secret="stale"),
    asked("review", "crane=BYGBB", "stale", secret="shaky", **GREEN),
    asked("review", "0011=1,1", "0123=1,1", game="mastermind:4x6", secret="0245"),
]
EVALUATE = [
    asked("evaluate", "012=1,1", game="mastermind:3x6"),
    asked("evaluate", words=TEN),
    asked("evaluate", words=TEN, strategy="minimax", opening=["crane"]),
    asked("evaluate", "012=1,1", game="mastermind:3x6", opening=["000"]),
]
LATER = [  # found by strangers, when these were right
    asked("evaluate", words=TEN, strategy="random", seed=3, runs=1),
    asked("evaluate", words=TEN, strategy="random", seed=3),
    asked("evaluate", "hatch=5,0", words=TEN),
    asked("evaluate", runs=0),
    asked("review", "crane=5,0", "slate=1,1"),
    asked("review", "crane=5,0", "slate=1,1", secret="crane"),
    asked("suggest", rule=""),
    asked("suggest", seed=2**60),
    asked("suggest", think=100_000),
    asked("suggest", "tares=1,1+0,2", boards=2, book=True),
    asked("suggest", words=TEN, game="mastermind:4x6"),
    asked("suggest", "crane=1,1", guess="qwxyz", why=True, top=2),
    asked("suggest", "crane=1,1", lies=1, strategy="minimax"),
    asked("suggest", "crane=1,1", strategy="random+entropy"),
    asked("evaluate", words=TEN, strategy="minimax", runs=3),
    asked("evaluate", words=TEN[:5], boards=2, strategy="random", runs=3, seed=2),
    asked("evaluate", words=TEN, rule="fibble"),
]
SCORES = [
    asked("score", guess="crane", secret="react"),
    asked("score", guess="crane", secret="react", **GREEN),
    asked("score", guess="speed", secret="erase", rule="jots"),
    asked("score", guess="speed", secret="erase", rule="black-peg"),
    asked("score", guess="0011", secret="0123", game="mastermind:4x6"),
    asked("score", guess="0123", secret="3210", game="bulls-and-cows:4x10"),
    asked("score", guess="ijzer", secret="zijde", letters="ij"),
    asked("score", guess="crane", secret="cranes"),
    asked("score", guess="0011", secret="0129", game="mastermind:4x6"),
    asked("score", guess="crane", secret="cr4ne"),
]
SPELLINGS = [
    asked("candidates", f"tares={score}", top=2)
    for score in ("1-1", "11", "1A1B", "1b1w", "1/1", "(1, 1)", "1x1", "one")
]
LIVE = [  # games at a table: also at the prompt and on the page
    ((), {}),
    (("tares=1,1",), {}),
    (TWO, {}),
    (FEW, {}),
    (("tares=1,1", "moist=1,1", "crisp=0,2"), {}),
    (("tares=1,1", "moist=0,2", "peons=3,0"), {}),
    (("crane=BYGBB",), GREEN),
    (("crane=BYGBB", "slack=BBGBB"), GREEN),
    (("crane=BYGBB",), {"allow": "hard", **GREEN}),
    (("tares=2",), {"rule": "jots"}),
    (("tares=1",), {"rule": "black-peg"}),
    (("crane=BYGBB",), {"rule": "fibble"}),
    (("crane=1,1",), {"strategy": "minimax"}),
    (("crane=1,1",), {"allow": "candidates"}),
    (("crane=1,1",), {"prior": "even"}),
    (("crane=1,1",), {"vowels": "aeiou", "repeats": False}),
    (("crane=1,1",), {"book": False, "polite": False}),
    (("crane=2,0",), {"words": TEN}),
    (("tares=1,1", "moist=0,2"), {"lies": 1}),
    (("0011=1,1",), {"game": "mastermind:4x6"}),
    (("0123=1,1",), {"game": "bulls-and-cows:4x10"}),
]
SHARED = [(("tares=0,2", "moist=0,2", "shone=5,0"), {}), (("shone=5,0",), {})]
SHARED += [(("crane=YBGBB", "slack=GGGGG"), GREEN)]

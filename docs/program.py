"""A whole program: a rule and a game of your own, on a list of your own."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import jotto

WORDS = "crate trace react caret slate stale least bread beard cable table hatch latch match"


def in_common(guess: str, secret: str) -> str:
    """Score a guess: the vowels in common, and the consonants."""
    letters = Counter(guess) & Counter(secret)
    vowels = sum(letters[vowel] for vowel in "aeiou")
    return f"{vowels},{letters.total() - vowels}"


def vowels_apart() -> jotto.Rule:
    """Make the rule for words of five letters; its texts are all scores, the win last."""
    texts = [f"{vowels},{others}" for vowels in range(6) for others in range(6 - vowels)]
    counts = jotto.Count("vowels", "vowels in common"), jotto.Count("consonants", "others")
    return jotto.Rule.of("vowels-apart", [*texts, "win"], in_common, counts)


def distance(guess: tuple[int, int], secret: tuple[int, int]) -> int:
    """Score a guess in the other game: how many steps the treasure is away."""
    return sum(abs(one - other) for one, other in zip(guess, secret, strict=True))


def refused(wrong: Callable[[], object]) -> str:
    """Return what the library says of bad input."""
    try:
        wrong()
    except jotto.JottoError as error:
        return f"{type(error).__name__}: {error}"
    raise AssertionError("that was not refused")


def main() -> None:
    """Play, measure, search, save and load."""
    Path("list.txt").write_text("\n".join(WORDS.split()))
    game = jotto.words("list.txt", rule=vowels_apart())
    at = jotto.start(game, ("crate", "2,1"))
    print(at, [advice.guess for advice in at.rank(top=2)])

    print(jotto.compare(game, ["entropy", "minimax", jotto.strategy("simple", opening="slate")]))
    tree = jotto.solve(game, aim="worst")
    tree.save("tree.json")
    assert jotto.Tree.load("tree.json", game) == tree
    print(tree, tree.lengths.to_dict(), tree.verify())
    for opening in jotto.openings(game, parallel=2)[:3]:
        print(opening)

    island = jotto.game(distance, [(x, y) for x in range(4) for y in range(4)])
    print(jotto.evaluate(island, "most-parts+entropy"), jotto.worst_case(island))
    print(refused(lambda: jotto.start(game, "crate=9,9")))
    print(refused(lambda: jotto.words("no-such-list.txt")))
    print(refused(lambda: jotto.evaluate(island, "genius")))


if __name__ == "__main__":  # processes import this file
    main()

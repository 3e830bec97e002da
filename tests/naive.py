"""The definitions, slow and obvious: tests compare every vectorised or compiled path with them.

Nothing here imports the package. Words are strings, scores are texts, sets of candidates are
lists, and values are exact: entropy is compared as a product of integers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import cache
from itertools import product
from math import inf, log2, prod, sqrt
from typing import Any, NamedTuple

Score = Callable[[str, str], str]


@cache
def exact_elsewhere(guess: str, secret: str) -> str:
    """Letters in place, and further letters in common (Knuth 1976)."""
    exact = sum(g == s for g, s in zip(guess, secret, strict=True))
    common = sum(min(guess.count(letter), secret.count(letter)) for letter in set(guess))
    return f"{exact},{common - exact}"


@cache
def jots(guess: str, secret: str) -> str:
    """Letters in common, or ``win`` for the secret itself."""
    return "win" if guess == secret else str((Counter(guess) & Counter(secret)).total())


@cache
def black_peg(guess: str, secret: str) -> str:
    """Letters in place alone (Jäger & Peczarski 2011)."""
    return str(sum(g == s for g, s in zip(guess, secret, strict=True)))


@cache
def colours(guess: str, secret: str) -> str:
    """Green first; then yellow from the left while unmatched copies remain."""
    unmatched = [s for g, s in zip(guess, secret, strict=True) if g != s]
    text = ""
    for g, s in zip(guess, secret, strict=True):
        if g == s:
            text += "G"
        elif g in unmatched:
            unmatched.remove(g)
            text += "Y"
        else:
            text += "B"
    return text


def spelt(text: str, letters: Sequence[str]) -> tuple[str, ...]:
    """The letters of a word from the left, each the longest that is declared, else a character."""
    if not text:
        return ()
    first = max((one for one in letters if text.startswith(one)), key=len, default=text[0])
    return (first, *spelt(text[len(first) :], letters))


RULES: dict[str, Score] = {
    "exact-elsewhere": exact_elsewhere,
    "jots": jots,
    "colours": colours,
    "black-peg": black_peg,
}


def partition(candidates: Sequence[str], guess: str, score: Score) -> dict[str, list[str]]:
    """Candidates grouped by the score the guess would get."""
    parts: dict[str, list[str]] = {}
    for candidate in candidates:
        parts.setdefault(score(guess, candidate), []).append(candidate)
    return parts


def sizes(candidates: Sequence[str], guess: str, score: Score) -> list[int]:
    """The size of each part."""
    return [len(part) for part in partition(candidates, guess, score).values()]


# Smaller is better. The sum of n log n is ordered as the product of n ** n, which is exact.
MEASURES: dict[str, Callable[[list[int]], int]] = {
    "entropy": lambda parts: prod(n**n for n in parts),
    "minimax": max,
    "expected-size": lambda parts: sum(n * n for n in parts),
    "most-parts": lambda parts: -len(parts),
}


Weights = Mapping[str, int]


def weighed_entropy(parts: list[list[str]], guess: str, weights: Weights) -> int:
    """The sum of w log2 w, in units of 1024, over the parts, minus the weight of a win."""
    sums = [Decimal(sum(weights[word] for word in part)) for part in parts]
    logs = sum(int((w * w.ln() / Decimal(2).ln() / 1024).to_integral_value()) for w in sums)
    return logs - (weights[guess] // 1024 if [guess] in parts else 0)


def weighed_size(parts: list[list[str]], guess: str, weights: Weights) -> int:
    """The sum of weight x size over the parts except the win."""
    return sum(sum(weights[word] for word in part) * len(part) for part in parts if part != [guess])


WEIGHED = {"entropy": weighed_entropy, "expected-size": weighed_size}


def uses(word: str, guess: str, text: str) -> bool:
    """Whether a word uses all that colours reveal: hard mode as its players define it.

    A green letter stays; a letter with n marks that are not black comes n times or more.
    """
    stays = all(w == g for w, g, mark in zip(word, guess, text, strict=True) if mark == "G")
    marked = [g for g, mark in zip(guess, text, strict=True) if mark != "B"]
    return stays and all(word.count(letter) >= marked.count(letter) for letter in marked)


# --- the keys of a game that one plays alone ------------------------------------------------------


def keys(turns: Turns, score: Score) -> dict[str, str]:
    """What each score alone says of the letters of its guess, as Wordle's keys do: letter -> how.

    By colours the best of its tiles; by counts of common letters only none of them, or all.
    """
    shown: dict[str, str] = {}
    for guess, text in turns:
        if text in ("win", "G" * len(guess), f"{len(guess)},0"):
            return {}
        for letter, tile in zip(guess, text, strict=False):
            if score is colours and shown.get(letter) != "placed":
                better = {"G": "placed", "Y": "elsewhere", "B": shown.get(letter, "out")}
                shown[letter] = better[tile]
        common = sum(map(int, text.split(","))) if score in (exact_elsewhere, jots) else None
        if common in (0, len(guess)):
            shown |= dict.fromkeys(guess, "in" if common else "out")
    return shown


@cache
def by_score(guess: str, score: Score) -> dict[str, tuple[set[str], set[str]]]:
    """For each score of a guess the letters that all strings with it have, and those that none has.

    All letters that are not guessed are alike, so that one of them stands for them: ``?``.
    """
    plain = getattr(score, "__wrapped__", score)  # of far too many strings to remember
    found: dict[str, tuple[set[str], set[str]]] = {}
    for string in product({*guess, "?"}, repeat=len(guess)):
        has, text = {*string}, plain(guess, "".join(string))
        every, some = found.setdefault(text, (has, set()))
        found[text] = every & has, some | has
    return {text: (every, {*guess} - some) for text, (every, some) in found.items()}


def excess(shown: Mapping[str, str], turns: Turns, score: Score) -> list[str]:
    """The keys that say more than some score does by itself."""
    said = [by_score(guess, score)[text] for guess, text in turns]
    inside, outside = (set().union(*sets) for sets in zip((set(), set()), *said, strict=True))
    places = {
        letter
        for guess, text in turns
        for letter, mark in zip(guess, text, strict=False)
        if score is colours and mark == "G"
    }
    may = {"in": inside, "elsewhere": inside, "placed": inside & places, "out": outside}
    return [letter for letter, how in shown.items() if letter not in may[how]]


# --- several boards -------------------------------------------------------------------------------

Words = Sequence[str]


def combinations(lefts: Sequence[Words], *, distinct: bool = True) -> list[tuple[str, ...]]:
    """Every combination of secrets of boards with these candidates."""
    every = product(*lefts)
    return [each for each in every if not distinct or len(set(each)) == len(each)]


def evaded(lefts: Sequence[Words], guess: str, score: Score, texts: Words) -> list[str]:
    """The scores of an adversary on boards, of one that is found ``""``: one board after another.

    Each takes the one of ``texts`` that leaves the most, as long as all secrets can differ.
    """
    scores, now = [""] * len(lefts), [list(left) for left in lefts]
    for at, left in enumerate(lefts):
        parts = partition(left, guess, score)
        have = [text for text in texts if text in parts]
        fit = [t for t in have if combinations([*now[:at], parts[t], *now[at + 1 :]])]
        scores[at] = max(fit, key=lambda text: len(parts[text]))
        now[at] = parts[scores[at]]
    return scores


def board_guess(
    lefts: Sequence[Words],
    guesses: Words,
    score: Score,
    *,
    hit: float,
    part: float,
    ahead: int = 0,
    tried: int = 0,
) -> str:
    """The guess with the least sum over boards of n log2 n / A, minus ``hit`` / A if it can win.

    And minus ``part`` / A for each part; in units of 2**-20. A word that is certain comes first.
    Where all boards have up to ``ahead`` combinations, the guess with the least total over them:
    of the candidates and the ``tried`` best others, in that order.
    """

    def value(guess: str) -> int:
        sums = 0
        for left in lefts:
            parts = sizes(left, guess, score)
            worth = Decimal(sum((n * Decimal(n).ln() for n in parts), Decimal())) / Decimal(2).ln()
            worth += Decimal(part) * (len(left) - len(parts)) - Decimal(hit) * (guess in left)
            sums += int((worth / len(left) * 2**20).to_integral_value())
        return sums

    def key(guess: str) -> tuple[bool, int, bool, int]:
        certain = not any([guess] == list(left) for left in lefts)
        return certain, value(guess), not any(guess in b for b in lefts), guesses.index(guess)

    order = sorted(guesses, key=key)
    if [order[0]] in map(list, lefts) or prod(map(len, lefts)) > ahead:
        return order[0]
    others = [guess for guess in order if not any(guess in left for left in lefts)]
    order = [guess for guess in order if guess not in others[tried:]]

    @cache
    def total(boards: tuple[tuple[str, ...], ...], guess: str) -> float:
        """Guesses over all combinations if this guess is made now, and the best ones later."""
        parts: list[list[Words]] = []
        for board in boards:
            split = partition(board, guess, score).values()
            parts.append([[] if each == [guess] else each for each in split])
        after = [tuple(tuple(left) for left in each if left) for each in product(*parts)]
        return inf if after == [boards] else prod(map(len, boards)) + sum(map(least, after))

    @cache
    def least(boards: tuple[tuple[str, ...], ...]) -> float:
        certain = [board[0] for board in boards if len(board) == 1]
        return min(total(boards, guess) for guess in certain[:1] or order) if boards else 0

    return min(order, key=lambda guess: total(tuple(map(tuple, lefts)), guess))


def board_lengths(
    secrets: Words, guesses: Words, score: Score, n: int, *, distinct: bool = True, **rule: Any
) -> list[int]:
    """How many guesses the games of ``n`` boards take, for every combination of secrets."""
    rule_guess = cache(lambda lefts: board_guess(lefts, guesses, score, **rule))
    lengths = []
    for each in combinations([secrets] * n, distinct=distinct):
        lefts, length = {at: tuple(secrets) for at in range(n)}, 0
        while lefts:
            guess = rule_guess(tuple(lefts.values()))
            for at, left in list(lefts.items()):
                told = score(guess, each[at])
                lefts[at] = tuple(word for word in left if score(guess, word) == told)
                if guess == each[at]:
                    del lefts[at]
            length += 1
        lengths.append(length)
    return lengths


# --- lies -----------------------------------------------------------------------------------------

Turns = Sequence[tuple[str, str]]


def lies_needed(turns: Turns, candidates: Sequence[str], score: Score, most: int) -> dict[str, int]:
    """How many answers are false for each candidate, if at most ``most``; the win is told truly."""
    needed = {}
    for secret in candidates:
        false = [guess for guess, told in turns if score(guess, secret) != told]
        wins = [told == score(guess, guess) for guess, told in turns if guess != secret]
        if len(false) <= most and secret not in false and not any(wins):
            needed[secret] = len(false)
    return needed


def answers(true: str, spare: bool, texts: Sequence[str], chance: Any) -> dict[str, Any]:
    """The probability of each answer, the last of ``texts`` being the win."""
    wrong = [text for text in texts[:-1] if text != true]
    if not spare or true == texts[-1] or not wrong:
        return {true: 1}
    return {true: 1 - chance} | dict.fromkeys(wrong, chance / len(wrong))


def information(chances: Mapping[str, float], told: Mapping[str, Mapping[str, float]]) -> float:
    """The mutual information of the secret and what is told of it, in bits."""
    whole: dict[str, float] = Counter()  # type: ignore[assignment]
    for secret, chance in chances.items():
        for text, likely in told[secret].items():
            whole[text] += chance * likely
    return sum(
        chances[secret] * likely * log2(likely / whole[text])
        for secret in chances
        for text, likely in told[secret].items()
    )


def worst_with_lies(
    spare: Mapping[str, int], guesses: Sequence[str], score: Score, texts: Sequence[str]
) -> int:
    """The fewest guesses that are always enough; ``spare``: the lies that each candidate allows."""

    @cache
    def enough(state: tuple[tuple[str, int], ...], most: int) -> bool:
        if not state:
            return True
        if not most:
            return False
        for guess in guesses:
            left = []
            for text in texts[:-1]:
                after = [
                    (secret, lies - (score(guess, secret) != text))
                    for secret, lies in state
                    if secret != guess
                ]
                left.append(tuple(each for each in after if each[1] >= 0))
            if state not in left and all(enough(each, most - 1) for each in left):
                return True
        return False

    return next(most for most in range(99) if enough(tuple(spare.items()), most))


# --- whole games, by trying everything ------------------------------------------------------------


class Method(NamedTuple):
    """How guesses are chosen: measures, the later breaking ties of the earlier, or ``simple``."""

    name: str = "entropy"
    opening: tuple[str, ...] = ()
    allow: str = "all"
    avoid: frozenset[str] = frozenset()


class Lists(NamedTuple):
    """A game: secrets, all guesses, the rule, weights; ``answers``, if not always the score.

    The secret itself has a score of its own. Of ``large`` weights entropies are rounded.
    """

    secrets: Sequence[str]
    guesses: Sequence[str]
    score: Score
    weights: Mapping[str, int]
    answers: Callable[[str, str], Mapping[str, float]] | None = None
    large: bool = False

    def told(self, guess: str, secret: str) -> list[str]:
        """The scores that a guess may get."""
        return [*self.answers(guess, secret)] if self.answers else [self.score(guess, secret)]

    def wins(self, guess: str, text: str) -> bool:
        """Whether this score says that the guess is the secret."""
        return text in self.told(guess, guess)

    def left(self, turns: Turns, lies: int = 0) -> list[str]:
        """The secrets for which at most so many turns are false."""
        if lies:
            return [*lies_needed(turns, self.secrets, self.score, lies)]
        return [s for s in self.secrets if all(text in self.told(g, s) for g, text in turns)]

    def likeliest(self, words: Words) -> list[str]:
        """The likeliest first, equals in the order of the list."""
        return sorted(words, key=lambda word: -self.weights[word])

    def mass(self, words: Words) -> int:
        """The weight of some secrets."""
        return sum(self.weights[word] for word in words)

    @property
    def even(self) -> bool:
        """Whether all secrets weigh the same, and 1."""
        return set(self.weights.values()) == {1}


def exact_value(game: Lists, measure: str, parts: Sequence[Words], guess: str) -> Fraction:
    """The value of a guess, as a fraction; entropy as 2 to the power of the sum of w log2 w."""
    if (game.even and not game.large) or measure not in WEIGHED:
        return Fraction(MEASURES[measure]([len(part) for part in parts]))
    sums = [game.mass(part) for part in parts]
    won = game.weights[guess] if [guess] in parts else 0
    if measure == "entropy" and game.large:
        return Fraction(weighed_entropy([*map(list, parts)], guess, game.weights))
    if measure == "entropy":
        return Fraction(prod(w**w for w in sums), 2**won)
    return Fraction(sum(w * len(part) for w, part in zip(sums, parts, strict=True)) - won)


def allowed(game: Lists, method: Method, turns: Turns, left: Words) -> list[str]:
    """The guesses that may be made; those avoided only if no other is of any use."""
    may = [
        guess
        for guess in game.guesses
        if (method.allow != "candidates" or guess in left)
        and (method.allow != "hard" or all(uses(guess, *turn) for turn in turns))
    ]
    rest = [guess for guess in may if guess not in method.avoid]
    useful = any(guess in left or len(partition(left, guess, game.score)) > 1 for guess in rest)
    return rest if useful else may


def ranked(game: Lists, method: Method, turns: Turns, left: Words) -> list[str]:
    """The guess of the opening alone, or the allowed guesses, the best first.

    Of one or two candidates the likeliest comes first.
    """
    if len(turns) < len(method.opening):
        return [method.opening[len(turns)]]
    may = allowed(game, method, turns, left)
    if method.name == "simple":
        return [next((word for word in left if word in may), left[0])]
    first = game.likeliest([word for word in left if word in may] if len(left) <= 2 else [])

    def key(guess: str) -> tuple[Any, ...]:
        parts = list(partition(left, guess, game.score).values())
        values = [exact_value(game, name, parts, guess) for name in method.name.split("+")]
        return *values, guess not in left, game.guesses.index(guess)

    return first + sorted((guess for guess in may if guess not in first), key=key)


def games_of(game: Lists, method: Method, turns: Turns, left: Words) -> dict[str, int]:
    """How many guesses each candidate takes from here, in the order of the list."""
    guess, taken = ranked(game, method, turns, left)[0], {}
    for text, part in partition(left, guess, game.score).items():
        below = {} if part == [guess] else games_of(game, method, [*turns, (guess, text)], part)
        taken.update({secret: 1 + below.get(secret, 0) for secret in part})
    return {secret: taken[secret] for secret in left}


def least_totals(
    game: Lists, turns: Turns, left: Words, *, allow: str = "all", opening: str | None = None
) -> list[float]:
    """The least sum of weight x guesses if no game is longer than 0, 1, 2 .. guesses; inf if none.

    The last is the least of all: more guesses than candidates are never needed after an opening.
    """

    def after(guess: str, left: tuple[str, ...], may: tuple[str, ...]) -> list[float]:
        """The totals with this guess first."""
        below = []
        for text, part in partition(left, guess, game.score).items():
            if part != [guess]:
                use = tuple(word for word in may if allow != "hard" or uses(word, guess, text))
                below.append(least(tuple(part), use))
        whole, rows = game.mass(left), range(len(left) + 1)
        return [inf, *(whole + sum(row[min(n, len(row) - 1)] for row in below) for n in rows)]

    @cache
    def least(left: tuple[str, ...], may: tuple[str, ...]) -> list[float]:
        if len(left) == 1:
            return [inf, game.mass(left)]
        tried = left if allow == "candidates" else may
        useful = [word for word in tried if len(partition(left, word, game.score)) > 1]
        return list(map(min, zip(*(after(guess, left, may) for guess in useful), strict=True)))

    may = tuple(allowed(game, Method(allow=allow), turns, left))
    return least(tuple(left), may) if opening is None else after(opening, tuple(left), may)


def least_missed(
    game: Lists,
    turns: Turns,
    left: Words,
    k: int,
    *,
    allow: str = "all",
    opening: str | None = None,
) -> tuple[int, int]:
    """The least weight not found within ``k`` guesses; and of those who miss it the least total.

    As pairs are added part by part, the least pair of a set is that of its parts.
    """

    def after(guess: str, left: tuple[str, ...], may: tuple[str, ...], k: int) -> tuple[int, int]:
        missed, total = 0, game.mass(left)
        for text, part in partition(left, guess, game.score).items():
            if part == [guess]:
                missed += game.mass(part) * (k < 1)
            else:
                use = tuple(word for word in may if allow != "hard" or uses(word, guess, text))
                below = least(tuple(part), use, max(0, k - 1))
                missed, total = missed + below[0], total + below[1]
        return missed, total

    @cache
    def least(left: tuple[str, ...], may: tuple[str, ...], k: int) -> tuple[int, int]:
        if len(left) == 1:
            return game.mass(left) * (k < 1), game.mass(left)
        tried = left if allow == "candidates" else may
        useful = [word for word in tried if len(partition(left, word, game.score)) > 1]
        return min(after(guess, left, may, k) for guess in useful)

    may = tuple(allowed(game, Method(allow=allow), turns, left))
    first = (tuple(left), may, k)
    return least(*first) if opening is None else after(opening, *first)


def worth(game: Lists, left: Words, guess: str) -> tuple[Any, ...]:
    """A guess, whether it can be the secret, bits, left on average, at worst, parts, chance."""
    parts, whole = partition(left, guess, game.score), game.mass(left)
    rows = [(game.mass(part) / whole, len(part)) for part in parts.values()]
    bits, expected = -sum(w * log2(w) for w, _ in rows), sum(w * n for w, n in rows)
    chance = game.weights[guess] / whole if guess in left else 0.0
    return guess, guess in left, bits, expected, max(n for _, n in rows), len(rows), chance


def figures(game: Lists, taken: Mapping[str, int]) -> dict[str, Any]:
    """What the lengths of games come to; under a prior also the weighted mean."""
    lengths, n = [*taken.values()], len(taken)
    weighed = sum(game.weights[secret] * length for secret, length in taken.items())
    return {
        "games": dict(sorted(Counter(lengths).items())),
        "total": sum(lengths),
        "mean": sum(lengths) / n,
        "sd": sqrt(Fraction(sum(x * x for x in lengths), n) - Fraction(sum(lengths), n) ** 2),
        "worst": max(lengths),
        "secrets": n,
    } | ({} if game.even else {"prior_mean": weighed / game.mass([*taken])})


def judged(game: Lists, method: Method, turns: Turns) -> list[tuple[Any, ...]]:
    """Each turn up to the win, or to one that leaves nothing.

    Candidates before and after, bits told, guesses needed before, with this guess and after it,
    and the guess that is advised.
    """
    rows, left = [], list(game.secrets)

    def needs(made: Turns, left: Words, *first: str) -> Fraction:
        opening = (*(guess for guess, _ in made), *first, *method.opening[len(made) + 1 :])
        then = method._replace(opening=opening) if first else method
        taken = games_of(game, then, made, left)
        return Fraction(sum(game.weights[s] * taken[s] for s in left), game.mass(left))

    for at, (guess, text) in enumerate(turns):
        if not (part := partition(left, guess, game.score).get(text)):
            break
        made, won = turns[:at], game.wins(guess, text)
        after = Fraction() if won else needs(turns[: at + 1], part)
        told = log2(game.mass(left) / game.mass(part))
        means = needs(made, left), needs(made, left, guess), after
        rows.append((left, part, told, *means, ranked(game, method, made, left)[0]))
        left = part
        if won:
            break
    return rows


def regrets(game: Lists, method: Method, turns: Turns, left: Words) -> dict[str, Fraction]:
    """How many more guesses each allowed guess takes on average than the best of them."""
    means = {}
    for guess in allowed(game, method, turns, left):
        total = game.mass(left)
        for text, part in partition(left, guess, game.score).items():
            below = {} if part == [guess] else games_of(game, method, [*turns, (guess, text)], part)
            total += sum(game.weights[secret] * taken for secret, taken in below.items())
        means[guess] = Fraction(total, game.mass(left))
    return {guess: mean - min(means.values()) for guess, mean in means.items()}


# --- the same of plain lists ----------------------------------------------------------------------


def listed(*lists: Any, weights: Weights | None = None) -> Lists:
    """A game of candidates, guesses and a rule."""
    candidates, guesses, score = lists
    chances = weights or dict.fromkeys(candidates, 1)
    return Lists(candidates, guesses, score, chances, large=bool(weights))


def choose(measure: str, *lists: Any, weights: Weights | None = None) -> str:
    """The guess that is made; ``lists`` are the candidates, all guesses and the rule."""
    return ranked(listed(*lists, weights=weights), Method(measure), (), lists[0])[0]


def lengths(
    measure: str, *lists: Any, opening: Words = (), weights: Weights | None = None, **how: Any
) -> dict[str, int]:
    """How many guesses each candidate takes; ``how`` else guesses are chosen."""
    method = Method(measure, tuple(opening), **how)
    return games_of(listed(*lists, weights=weights), method, (), lists[0])


def least_total(*lists: Any, most: int = 99, allow: str = "all") -> float:
    """The least sum of weight x guesses if no game is longer than ``most`` guesses; inf if none."""
    totals = least_totals(listed(*lists[:3], weights=lists[3]), (), lists[0], allow=allow)
    return totals[min(most, len(totals) - 1)]


def review(turns: Turns, *lists: Any, weights: Weights | None = None) -> list[dict[str, float]]:
    """Review each turn: bits expected and gained, guesses still needed, cost and luck."""
    game, reviewed = listed(*lists, weights=weights), []
    rows = judged(game, Method(), turns)
    for (guess, _), (before, left, gained, own, made, after, _) in zip(turns, rows, strict=True):
        told = {"bits": worth(game, before, guess)[2], "bits_gained": gained, "needs": float(own)}
        costs = {"cost": float(made - own), "luck": float(made - 1 - after)}
        reviewed.append({"before": len(before), "after": len(left), **told, **costs})
    return reviewed


# --- false answers, and mistakes ------------------------------------------------------------------


def fibble(guess: str, secret: str) -> dict[str, float]:
    """Colours of which exactly one is false, each falsehood as likely; the win is told truly."""
    true = colours(guess, secret)
    if guess == secret:
        return {"win": 1.0}
    false = {true[:at] + mark + true[at + 1 :] for at in range(len(true)) for mark in "BYG"}
    texts = [text + "?" if set(text) == {"G"} else text for text in sorted(false - {true})]
    return dict.fromkeys(texts, 1 / len(texts))


def told_chance(
    game: Lists, turns: Turns, secret: str, n_texts: int, lies: int, chance: Fraction
) -> Fraction:
    """The probability of these answers if this is the secret, of which up to ``lies`` are false.

    While a lie is left, an answer is false with the ``chance``, and each wrong score as likely;
    but whether the guess is the secret is told truly, and so is all if there is no wrong score.
    """
    whole = Fraction(1)
    for guess, text in turns:
        true = game.score(guess, secret)
        if guess == secret or game.wins(guess, text) or not lies or n_texts == 2:
            whole *= text == true
        elif text == true:
            whole *= 1 - chance
        else:
            whole *= chance / (n_texts - 2)
            lies -= 1
    return whole


def slips(typed: str, guesses: Words) -> list[str]:
    """The guesses that differ from what was typed in one letter, or by two neighbours swapped."""
    found = []
    for guess in (guess for guess in guesses if len(guess) == len(typed)):
        wrong = [at for at in range(len(guess)) if guess[at] != typed[at]]
        i, j = (wrong[0], wrong[-1]) if wrong else (0, 0)
        swapped = len(wrong) == 2 and j == i + 1 and guess[i : j + 1] == typed[j] + typed[i]
        if len(wrong) == 1 or swapped:
            found.append(guess)
    return found


def near_misses(guess: str, text: str) -> set[str]:
    """Scores that are easily confused with this one, of pairs, of a number, or of colours."""
    numbers = text.split(",")
    if all(number.isdecimal() for number in numbers):
        own = [int(number) for number in numbers]
        near = [own[::-1]]
        for at, number in enumerate(own):
            near += [[*own[:at], n, *own[at + 1 :]] for n in (number - 1, number + 1)]
        if len(own) == 2:  # one of the first was counted in the second, or the reverse
            near += [[own[0] - 1, own[1] + 1], [own[0] + 1, own[1] - 1]]
        return {",".join(map(str, each)) for each in near} - {text}
    marks = text.removesuffix("?")
    if set(marks) - set("BYG"):
        return set()
    changed = {marks[:at] + mark + marks[at + 1 :] for at in range(len(marks)) for mark in "BYG"}
    for i in range(len(marks)):
        for j in range(i):
            if guess[i] == guess[j]:
                changed.add(marks[:j] + marks[i] + marks[j + 1 : i] + marks[j] + marks[i + 1 :])
    return (changed | {each + "?" for each in changed}) - {text, marks}


def mistakes(game: Lists, turns: Turns, lies: int) -> list[tuple[str, int, str, list[str]]]:
    """Every wrong score and every slip that explains why nothing fits, and what fits without it.

    Each is a kind, the number of the turn, what is right, and the secrets, the likeliest first. A
    score is right if it is the true one of a secret that fits then.
    """
    found: list[tuple[str, int, str, list[str]]] = []
    if game.left(turns, lies):
        return found
    for at, (guess, text) in enumerate(turns):
        others = {other for secret in game.secrets for other in game.told(guess, secret)} - {text}
        meant = [("score", right, (guess, right)) for right in sorted(others)]
        meant += [("guess", right, (right, text)) for right in slips(guess, game.guesses)]
        for kind, right, turn in meant:
            fits = game.left([*turns[:at], turn, *turns[at + 1 :]], lies)
            if any(kind == "guess" or right in game.told(guess, secret) for secret in fits):
                found.append((kind, at + 1, right, game.likeliest(fits)))
    return found


@cache
def possible_colours(guess: str) -> frozenset[str]:
    """All colours that any word at all may give a guess."""
    every = product([*sorted({*guess}), "."], repeat=len(guess))
    return frozenset(colours(guess, "".join(letters)) for letters in every)


# --- codes and points -----------------------------------------------------------------------------


def codes(pegs: int, n_colours: int, order: str = "", *, distinct: bool = False) -> list[str]:
    """All codes, ascending, ``descending``, or with the ``first-fastest``."""
    every = map("".join, product("0123456789"[:n_colours], repeat=pegs))
    some = [code for code in every if not distinct or len({*code}) == pegs]
    some.sort(key=lambda code: code[::-1] if order == "first-fastest" else code)
    return some[::-1] if order == "descending" else some


def orbit(code: str) -> tuple[int, ...]:
    """What codes have in common that differ by the names of colours and the order of places."""
    return tuple(sorted(Counter(code).values()))


@cache
def compared(guess: str, secret: str) -> str:
    """Whether a point is below or above another in both coordinates."""
    pairs = list(zip(map(int, guess.split(",")), map(int, secret.split(",")), strict=True))
    below, above = all(g <= s for g, s in pairs), all(g >= s for g, s in pairs)
    return "equal" if below and above else "below" if below else "above" if above else "mixed"


# --- the word of a day ---------------------------------------------------------------------------


def likeliest(words: Words, weights: Sequence[int], percent: int, avoid: Words = ()) -> list[str]:
    """The likeliest words, which have so much of all weight, without those to avoid."""
    enough = percent * sum(weights) / 100
    least = max(one for one in {*weights} if sum(w for w in weights if w >= one) >= enough)
    likely = [word for word, weight in zip(words, weights, strict=True) if weight >= least]
    return [word for word in likely if word not in avoid] or likely


def daily(
    words: Words,
    weights: Sequence[int],
    number: int,
    avoid: Words = (),
    rule: str = "exact-elsewhere",
) -> str:
    """The word of the day with this number, days since 1970-01-01, by a rule."""
    drawn = likeliest(words, weights, 80, avoid)

    def code(word: str) -> int:
        found = 2166136261
        for byte in word.encode():
            found = (found ^ byte) * 16777619 % 4294967296
        return found

    return sorted(drawn, key=lambda word: (code(word), word))[(number + code(rule)) % len(drawn)]

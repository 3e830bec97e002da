"""The race of two players: against every strategy of the other, and solved by hand."""

import json
import pickle
import random
import sys
from fractions import Fraction

import naive
import pytest

import jotto
from jotto.analysis import race_form

HALF = Fraction(1, 2)
ORDERS = ("turns", "last turn", "together")
ALL_TOLD = ["ab", "ac", "ba"]  # each guess tells the three apart
HIT_OR_MISS = ["aa", "bb", "cc", "dd"]
RANDOM = random.Random(7)
SOME = [
    RANDOM.sample(sorted({f"{a}{b}{c}" for a in "ab" for b in "abc" for c in "bc"}), 5)
    for _ in range(6)
]


class Other:
    """Everything that one player can do against the strategy of the other, by the rules alone."""

    def __init__(self, race, me):
        self.race, self.me = race, me
        self.words, self.guesses = list(race.game.secrets), list(race.game.guesses)

    def candidates(self, turns):
        keys = [
            naive.exact_elsewhere(guess, word) == score
            for guess, score in turns
            for word in self.words
        ]
        n = len(self.words)
        return [w for i, w in enumerate(self.words) if all(keys[i::n])]

    def stand_in(self, guess, left):
        """The guess that I take theirs for: one that tells as much, and wins as soon."""

        def tells(one):
            return {
                frozenset(part)
                for part in naive.partition(left, one, naive.exact_elsewhere).values()
            }

        def refines(one, other):
            return all(any(part <= whole for whole in tells(other)) for part in tells(one))

        def replaces(one, other):
            earlier = self.guesses.index(one) < self.guesses.index(other) or one in left
            return refines(one, other) and (earlier or not refines(other, one))

        while guess not in left:
            better = [one for one in self.guesses if one != guess and replaces(one, guess)]
            if not better:
                break
            guess = better[0]
        return guess

    def least(self):
        """My chance, a draw as half, if the other picks the secret and the guesses worst for me."""
        reach = dict(self.race.secrets[self.me])
        return min(self.play(reach, (), (), secret) for secret in self.words)

    def mine(self, reach, mine, theirs):
        """What I guess, with which secrets, by my strategy."""
        found = {}
        left = self.candidates(mine)
        for secret, chance in reach.items():
            mix = self.race.guesses(self.me, secret, mine, theirs)
            for guess, share in (mix or {left[0]: 1}).items():
                assert mix or len(left) == 1
                found.setdefault(guess, {})[secret] = chance * share
        return found

    def answers(self, reach, theirs, guess):
        """My secrets by the score that the other's guess gets."""
        taken = self.stand_in(guess, self.candidates(theirs))
        parts = naive.partition(list(reach), taken, naive.exact_elsewhere)
        for score, part in parts.items():
            yield (
                score == naive.exact_elsewhere(taken, taken),
                (*theirs, (taken, score)),
                {s: reach[s] for s in part},
            )

    def play(self, reach, mine, theirs, secret):
        """The least chance from where both have made as many guesses."""
        order = self.race.order
        if order == "together":
            return min(
                sum(
                    self.after(
                        guess == secret,
                        hit,
                        some,
                        (*mine, (guess, naive.exact_elsewhere(guess, secret))),
                        turns,
                        secret,
                    )
                    for guess, with_secrets in self.mine(reach, mine, theirs).items()
                    for hit, turns, some in self.answers(with_secrets, theirs, answer)
                )
                for answer in self.guesses
            )
        if self.me == 0:
            total = 0
            for guess, some in self.mine(reach, mine, theirs).items():
                turns = (*mine, (guess, naive.exact_elsewhere(guess, secret)))
                if guess == secret and order == "turns":
                    total += sum(some.values())
                    continue
                total += min(
                    sum(
                        self.after(guess == secret, hit, rest, turns, their_turns, secret)
                        for hit, their_turns, rest in self.answers(some, theirs, answer)
                    )
                    for answer in self.guesses
                )
            return total
        return min(
            sum(
                self.answered(hit, some, mine, turns, secret)
                for hit, turns, some in self.answers(reach, theirs, answer)
            )
            for answer in self.guesses
        )

    def answered(self, hit, reach, mine, theirs, secret):
        """The second player's turn is mine."""
        if hit and self.race.order == "turns":
            return 0
        return sum(
            self.after(
                guess == secret,
                hit,
                some,
                (*mine, (guess, naive.exact_elsewhere(guess, secret))),
                theirs,
                secret,
            )
            for guess, some in self.mine(reach, mine, theirs).items()
        )

    def after(self, found, hit, reach, mine, theirs, secret):
        """The chance after a round: both have guessed."""
        if found or hit:
            return sum(reach.values()) * (HALF if found and hit else int(found))
        return self.play(reach, mine, theirs, secret)


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("words", [*SOME, ALL_TOLD])
def test_no_strategy_of_the_other_is_better_than_the_value(words, order):
    few = max(3, len(words) - 1)
    race = jotto.equilibrium(jotto.words(words[:few], words[few:]), order=order)
    assert race.exact
    assert Other(race, 0).least() == race.lower
    assert Other(race, 1).least() == 1 - race.upper


@pytest.mark.parametrize("player", [0, 1])
def test_who_does_not_see_the_other_has_what_is_said(player):
    game = jotto.words(SOME[0][:4], SOME[0][4:])
    for order in ORDERS:
        race = jotto.equilibrium(game, order=order, sees=("second", "first")[player])
        assert Other(race, player).least() == abs(player - race.lower)


def test_three_words_that_every_guess_tells_apart_are_solved_by_hand():
    game = jotto.words(ALL_TOLD)
    # a third at once, else the second player has a third, else the first knows the word
    assert jotto.equilibrium(game).lower == Fraction(1, 3) + Fraction(2, 3) * Fraction(2, 3)
    # after a hit the second player draws in a third; without one, both find it in two: a draw
    last = Fraction(1, 3) * Fraction(5, 6) + Fraction(2, 3) * Fraction(2, 3) * HALF
    assert jotto.equilibrium(game, order="last turn").lower == last == HALF


@pytest.mark.parametrize("n", [2, 3, 4])
def test_words_that_tell_nothing_but_a_hit_take_any_number_of_guesses_as_often(n):
    game = jotto.words(HIT_OR_MISS[:n])
    at_most_as_many = Fraction(sum(a <= b for a in range(n) for b in range(n)), n * n)
    race = jotto.equilibrium(game)
    assert race.lower == race.upper == at_most_as_many == Fraction(n + 1, 2 * n)
    assert set(race.secrets[0].values()) == {Fraction(1, n)}
    assert race.followed[0].usual == race.lower  # any order of guesses is as good
    assert jotto.equilibrium(game, order="last turn").lower == HALF
    assert jotto.hiding(game).lower == Fraction(n + 1, 2)


@pytest.mark.parametrize("words", SOME)
@pytest.mark.parametrize("sees", ["both", "neither"])
def test_who_begins_gains_and_together_is_fair(words, sees):
    game = jotto.words(words)
    turns, last, together = (jotto.equilibrium(game, order=order, sees=sees) for order in ORDERS)
    assert last.upper <= HALF == together.lower == together.upper <= turns.lower
    for race in (turns, last, together):
        first, second = race.followed
        assert first.worst <= first.usual <= race.upper
        assert second.worst <= second.usual <= 1 - race.lower


def test_who_sees_more_has_no_less():
    game = jotto.words(SOME[1])
    for order in ORDERS:
        value = {
            s: jotto.equilibrium(game, order=order, sees=s).lower
            for s in ("both", "first", "second", "neither")
        }
        assert value["second"] <= value["both"] <= value["first"]
        assert value["second"] <= value["neither"] <= value["first"]


def test_hiding_is_solved_by_hand_and_bounded_by_trying_every_tree():
    hidden = jotto.hiding(jotto.words(["hatch", "latch", "crane"]))
    # crane alone does not tell the others apart: 1 + 2 + 3 guesses in place of 1 + 2 + 2
    assert hidden.lower == hidden.upper == Fraction(7, 4)
    assert hidden.secrets == {
        "hatch": Fraction(1, 4),
        "latch": Fraction(1, 4),
        "crane": HALF,
    }
    for words in SOME:
        hidden = jotto.hiding(jotto.words(words[:4], words[4:]))
        lengths = [[tree.lengths.each[i] for i in range(4)] for _, tree in hidden.trees]
        chances = [chance for chance, _ in hidden.trees]
        assert sum(chances) == 1 == sum(hidden.secrets.values())
        needs = [
            sum(c * int(row[i]) for c, row in zip(chances, lengths, strict=True)) for i in range(4)
        ]
        assert max(needs) == hidden.upper == hidden.lower
        common = 1
        for chance in hidden.secrets.values():
            common *= chance.denominator
        weights = {word: int(chance * common) for word, chance in hidden.secrets.items()}
        lists = words[:4], words, naive.exact_elsewhere, weights
        assert Fraction(naive.least_total(*lists), common) == hidden.lower


def test_bounds_that_are_not_equal_hold_the_exact_value(monkeypatch):
    game = jotto.words(SOME[2])
    exact = jotto.equilibrium(game)
    monkeypatch.setattr(race_form, "DENOMINATORS", ())
    rounded = jotto.equilibrium(game)
    assert rounded.lower <= exact.lower <= rounded.upper
    assert 0 < rounded.upper - rounded.lower < 1e-8
    assert not rounded.exact


def test_it_is_a_value_with_a_plain_form():
    race = jotto.equilibrium(jotto.words(ALL_TOLD))
    assert pickle.loads(pickle.dumps(race)) == race
    assert hash(race) == hash(jotto.equilibrium(jotto.words(ALL_TOLD)))
    told = json.loads(json.dumps(race.to_dict()))
    assert (told["lower"], told["exact"], told["order"]) == ("7/9", True, "turns")
    assert told["secrets"][0] == {"ab": "1/3", "ac": "1/3", "ba": "1/3"}
    assert race.rows()[0] == {
        "secret": "ab",
        "first": pytest.approx(1 / 3),
        "second": pytest.approx(1 / 3),
    }
    hidden = jotto.hiding(race.game).to_dict()
    assert hidden["lower"] == "5/3"
    assert hidden["trees"][0]["tree"]["guess"] in ALL_TOLD


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda g: jotto.equilibrium(g, order="backwards"),
            "order='backwards' is not one of turns",
        ),
        (lambda g: jotto.equilibrium(g, sees="all"), "sees='all' is not one of both"),
        (lambda g: jotto.equilibrium(["ab"]), r"game=\['ab'\] is not a Game"),
        (lambda g: jotto.equilibrium(jotto.start(g, lies=1).game), "answers that are true"),
        (lambda g: jotto.hiding(jotto.start(g, lies=1).game), "answers that are true"),
        (
            lambda g: jotto.equilibrium(g, tree=jotto.solve(jotto.words(["ab", "ac"]))),
            "another game",
        ),
        (lambda g: jotto.equilibrium(jotto.words()), "too large to be solved with 6,780 secrets"),
        (lambda g: jotto.equilibrium(g).guesses(2, "ab"), "player=2 is not 0 or 1"),
        (lambda g: jotto.equilibrium(g).guesses(0, "ax"), "'ax'"),
    ],
)
def test_wrong_use_is_told_in_one_line(call, message):
    with pytest.raises(jotto.JottoError, match=message) as raised:
        call(jotto.words(ALL_TOLD))
    assert "\n" not in str(raised.value)


def test_without_scipy_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "scipy.optimize", None)
    for function in (jotto.equilibrium, jotto.hiding):
        with pytest.raises(jotto.GameError, match=r'need scipy: .*install.* "scipy>=[\d.]+"'):
            function(jotto.words(ALL_TOLD))

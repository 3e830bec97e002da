"""The computer as a player of a match."""

from string import ascii_lowercase

import naive
import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from strategies import begun, games

import jotto
from jotto.assistant.opponents import SKILLS, Computer, rated, suggested
from jotto.errors import GameError
from jotto.games.words import levels, offensive, plurals, shipped_words, word_game
from jotto.letters import repeats

STRENGTHS = "beginner", "casual", "easy", "medium", "strong"


def between(game, *players, first=0, most=200):
    """A match of two computers, to the end."""
    match = begun(game, *(player.secret(game) for player in players), first=first)
    while not match.over and len(match.transcript) < most:
        (seat,) = match.asked
        match = match.entered("guess", seat, players[seat].guess(match, seat))
    return match


@pytest.fixture(scope="module")
def few():
    """Every twentieth shipped word: rated in a second."""
    return word_game(shipped_words()[::20])


@pytest.mark.parametrize("strength", STRENGTHS)
@pytest.mark.parametrize("name", ["words", "mastermind:3x4", "two-d:4"])
def test_whole_games_are_legal_and_the_same_for_the_same_seeds(few, name, strength):
    game = few if name == "words" else jotto.named(name)
    one, again = (between(game, Computer(strength, 1), Computer("easy", 2)) for _ in range(2))
    assert one.over
    assert one.transcript == again.transcript
    for player in one.seats:
        guesses = [turn.guess for turn in player.turns]
        assert all(game.find(guess) >= 0 for guess in guesses)
    other = between(game, Computer(strength, 8), Computer("easy", 9))
    assert other.transcript != one.transcript


@settings(max_examples=10)
@given(games(most=8), st.integers(0, 1 << 40), st.sampled_from(STRENGTHS))
def test_a_game_of_any_few_words_is_finished(game, seed, strength):
    assert between(game, Computer(strength, seed), Computer("easy", seed + 1)).over


@pytest.fixture
def after_four(few):
    """A match after four guesses, and the words that agree with what the last so many told."""
    secret, made = few.secrets[7], ["crane", "fuzzy", "moist", "bulky"]
    match = begun(few, few.secrets[3], secret)
    for guess in made:
        match = match.entered("guess", 0, guess).entered("guess", 1, "fuzzy")

    def agreeing(number):
        told = {guess: naive.exact_elsewhere(guess, secret) for guess in made[-number:]}.items()
        return {w for w in few.secrets if all(naive.exact_elsewhere(g, w) == s for g, s in told)}

    return match, agreeing


@pytest.mark.parametrize(
    ("strength", "remembered"), [("beginner", 1), ("casual", 1), ("easy", 3), ("medium", 4)]
)
def test_guesses_agree_with_the_turns_that_are_remembered(after_four, strength, remembered):
    match, agreeing = after_four
    words = {Computer(strength, seed).guess(match, 0) for seed in range(60)}
    assert words <= agreeing(remembered)
    assert (words <= agreeing(4)) == (remembered == 4)
    if remembered == 1:  # and are common words
        assert sum(levels()[word] <= 35 for word in words) > len(words) / 2


def test_all_begin_with_words_that_people_say_and_the_strong_with_those_of_most_bits(few):
    match, level = begun(few, few.secrets[3]), levels()
    first = {
        strength: {Computer(strength, seed).guess(match, 0) for seed in range(30)}
        for strength in STRENGTHS
    }
    for words in first.values():
        assert all(level[word] <= 35 and len({*word}) == len(word) for word in words)
        assert not words & (plurals() | offensive())
    assert len(first["beginner"]) > 15
    assert len(first["strong"]) == 5

    def left(word):  # in bits: the fewer, the more are gained
        sizes = np.array(naive.sizes(few.secrets, word, naive.exact_elsewhere))
        return (sizes * np.log2(sizes)).sum()

    most = max(map(left, first["strong"]))
    assert all(left(word) >= most for word in first["beginner"] - first["strong"])


def test_secrets_are_common_polite_and_hard_for_the_strong(few):
    needed = {one.secret: one.guesses for one in rated(few)}
    drawn = {name: [Computer(name, n).secret(few) for n in range(60)] for name in STRENGTHS}
    mean = {name: np.mean([needed[word] for word in words]) for name, words in drawn.items()}
    assert mean["beginner"] < mean["medium"] < mean["strong"]
    assert mean["easy"] < mean["medium"]
    drawn["suggested"] = [suggested(few) for _ in range(60)]
    assert min(needed[word] for word in drawn["suggested"]) >= np.median([*needed.values()])
    assert suggested(few, {*drawn["suggested"]}) not in drawn["suggested"]
    for name, words in drawn.items():
        assert len({*words}) > 5
        assert not offensive().intersection(words)
        most = SKILLS[name].rarest if name in SKILLS else 35
        assert all(levels()[word] <= most for word in words)
    assert not plurals().intersection(drawn["suggested"])
    assert not any(map(repeats, drawn["suggested"]))
    only = word_game(["zzza"])  # there is no other
    assert suggested(only) == Computer("strong", 0).secret(only) == "zzza"


def test_a_strong_player_beats_a_beginner(few):
    matches = (
        between(few, Computer("strong", seed), Computer("beginner", seed), first=seed % 2)
        for seed in range(20)
    )
    assert [match.winner for match in matches].count(0) >= 15


@pytest.mark.parametrize("strength", STRENGTHS)
def test_an_unlisted_secret_never_stops_the_computer(strength):
    match = begun(word_game(["ab", "ba"]), "ab", "éß")
    for at in range(0, 26, 2):
        match = match.entered("guess", 0, ascii_lowercase[at : at + 2]).entered("guess", 1, "zz")
    for _ in range(4):
        guess = Computer(strength, 0).guess(match, 0)
        match = match.entered("guess", 0, guess).entered("guess", 1, "zz")


def test_an_unlisted_secret_is_found_by_the_strong(few):
    match = begun(few, few.secrets[3], "zoomy")
    assert few.find("zoomy") < 0
    while not match.over and len(match.transcript) < 60:
        match = match.entered("guess", 0, Computer("strong", 0).guess(match, 0))
        match = match if match.over else match.entered("guess", 1, "fuzzy")
    assert match.winner == 0


def test_the_seed_is_not_shown_and_an_unknown_strength_is_refused():
    assert repr(Computer("easy", 12345)) == "Computer(strength='easy')"
    with pytest.raises(GameError, match="'best': write one of beginner, casual, easy, medium, "):
        Computer("best", 0)
    with pytest.raises(GameError, match="0 or more"):
        Computer("easy", -1)

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
from jotto.games.words import levels, offensive, plurals, repeats, shipped_words, word_game

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


def test_what_is_remembered_agrees_with_all_turns_or_with_the_last_three(after_four):
    match, agreeing = after_four
    assert {Computer("medium", n).guess(match, 0) for n in range(40)} <= agreeing(4)
    forgetful = {Computer("easy", n).guess(match, 0) for n in range(40)}
    assert forgetful <= agreeing(3)
    assert not forgetful <= agreeing(4)


@pytest.mark.parametrize("strength", ["beginner", "casual"])
def test_weaker_players_know_common_words_and_forget_some_turns(after_four, strength):
    match, agreeing = after_four
    words = {Computer(strength, seed).guess(match, 0) for seed in range(60)}
    common = {word for word in words if levels()[word] <= 35}
    assert len(common) > len(words) / 2
    assert words <= agreeing(1)
    assert not words <= agreeing(4)


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


def test_a_suggested_secret_is_common_without_a_letter_twice_and_hard_to_find(few):
    needed = {one.secret: one.guesses for one in rated(few)}
    drawn = {suggested(few) for _ in range(60)}
    assert len(drawn) > 5
    assert all(levels()[word] <= 35 and not repeats(word) for word in drawn)
    assert not drawn & (plurals() | offensive())
    assert min(needed[word] for word in drawn) >= np.median([*needed.values()])
    assert suggested(few, drawn) not in drawn
    assert suggested(word_game(["zzza"])) == "zzza"


def test_secrets_are_common_polite_and_hard_for_the_strong(few):
    needed = {one.secret: one.guesses for one in rated(few)}
    known = levels()
    mean = {}
    for strength in STRENGTHS:
        drawn = [Computer(strength, seed).secret(few) for seed in range(60)]
        assert len(set(drawn)) > 5
        assert not offensive() & set(drawn)
        most = SKILLS[strength].rarest
        assert all(known[word] <= most for word in drawn)
        mean[strength] = np.mean([needed[word] for word in drawn])
    assert mean["beginner"] < mean["medium"] < mean["strong"]
    assert mean["easy"] < mean["medium"]
    assert Computer("strong", 0).secret(word_game(["zzza"])) == "zzza"  # there is no other


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

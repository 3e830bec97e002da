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


@settings(max_examples=25)
@given(games(most=8), st.integers(0, 1 << 40), st.sampled_from(STRENGTHS))
def test_a_game_of_any_few_words_is_finished(game, seed, strength):
    assert between(game, Computer(strength, seed), Computer("easy", seed + 1)).over


def test_a_guess_depends_on_nothing_that_the_seat_cannot_see(few):
    agree = [word for word in few.secrets if naive.exact_elsewhere("crane", word) == "1,0"]
    match = begun(few, few.secrets[3])
    alike = [
        match.entered("secret", 1, secret).entered("guess", 0, "crane") for secret in agree[:5]
    ]
    for strength in STRENGTHS:
        made = {Computer(strength, 5).guess(each.entered("guess", 1, "fuzzy"), 0) for each in alike}
        assert len(made) == 1


def test_what_is_remembered_agrees_with_all_turns_or_with_the_last_three(few):
    secret = few.secrets[7]
    match = begun(few, few.secrets[3], secret)
    made = ["crane", "fuzzy", "moist", "bulky"]
    for guess in made:
        match = match.entered("guess", 0, guess).entered("guess", 1, "fuzzy")

    def agreeing(guesses):
        scores = {guess: naive.exact_elsewhere(guess, secret) for guess in guesses}
        told = scores.items()
        fits = (w for w in few.secrets if all(naive.exact_elsewhere(g, w) == s for g, s in told))
        return set(fits)

    assert {Computer("medium", n).guess(match, 0) for n in range(40)} <= agreeing(made)
    forgetful = {Computer("easy", n).guess(match, 0) for n in range(40)}
    assert forgetful <= agreeing(made[1:])
    assert not forgetful <= agreeing(made)


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


def test_weaker_players_know_common_words_and_forget_some_turns(few):
    secret = few.secrets[7]
    match = begun(few, few.secrets[3], secret)
    made = ["crane", "fuzzy", "moist", "bulky"]
    for guess in made:
        match = match.entered("guess", 0, guess).entered("guess", 1, "fuzzy")
    last = naive.exact_elsewhere(made[-1], secret)
    level = levels()
    for strength in ("beginner", "casual"):
        words = {Computer(strength, seed).guess(match, 0) for seed in range(60)}
        assert all(naive.exact_elsewhere(made[-1], word) == last for word in words)
        common = {word for word in words if level[word] <= 35}
        assert len(common) > len(words) / 2
        scores = {guess: naive.exact_elsewhere(guess, secret) for guess in made}
        fits = {w for w in words if all(naive.exact_elsewhere(g, w) == scores[g] for g in made)}
        assert fits != words  # some have forgotten


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


def test_words_of_unknown_levels_are_secrets_where_there_are_no_others():
    game = word_game(["zzza", "zzzb", "zzzc"])
    assert {Computer("easy", n).secret(game) for n in range(20)} <= set(game.secrets)
    assert Computer("strong", 0).secret(word_game(["zzza"])) == "zzza"


def test_a_strong_player_beats_a_beginner(few):
    wins = [
        between(few, Computer("strong", seed), Computer("beginner", seed), first=seed % 2).winner
        == 0
        for seed in range(20)
    ]
    assert sum(wins) >= 15


@pytest.mark.parametrize("strength", STRENGTHS)
def test_an_unlisted_secret_never_stops_the_computer(strength):
    match = begun(word_game(["ab", "ba"]), "ab", "éß")
    for at in range(0, 26, 2):
        match = match.entered("guess", 0, ascii_lowercase[at : at + 2]).entered("guess", 1, "zz")
    for _ in range(4):
        match = match.entered("guess", 0, Computer(strength, 0).guess(match, 0)).entered(
            "guess", 1, "zz"
        )


def test_an_unlisted_secret_is_found_by_the_strong(few):
    match = begun(few, few.secrets[3], "zoomy")
    assert few.find("zoomy") < 0
    while not match.over and len(match.transcript) < 60:
        match = match.entered("guess", 0, Computer("strong", 0).guess(match, 0))
        match = match if match.over else match.entered("guess", 1, "fuzzy")
    assert match.winner == 0


def test_the_seed_is_not_shown_and_an_unknown_strength_is_refused():
    assert repr(Computer("easy", 12345)) == "Computer(strength='easy')"
    with pytest.raises(
        GameError, match="'best': write one of beginner, casual, easy, medium, strong"
    ):
        Computer("best", 0)
    with pytest.raises(GameError, match="0 or more"):
        Computer("easy", -1)

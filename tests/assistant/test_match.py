"""A game of two players: the program keeps both secrets, and scores as the rule says."""

import naive
import pytest
from strategies import begun, played, told

import jotto
from jotto.assistant.match import Match, SureError, Terms, moved
from jotto.assistant.match_view import view_of
from jotto.assistant.session import MOST_ENTRIES
from jotto.errors import GameError, JottoError, WordError
from jotto.games.words import word_game
from jotto.letters import House

WORDS = ["hatch", "latch", "match", "patch", "crane", "slate"]
SECRETS = "crane", "slate"


@pytest.fixture
def ready() -> Match:
    return begun(word_game(WORDS, ["champ"]), *SECRETS)


def result(match):
    return match.over, match.winner, match.drawn


# --- entries --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda match: Terms(first=2), "there is no seat '2'"),
        (lambda match: view_of(match, -1), "there is no seat '-1'"),
        (lambda match: match.session(True), "there is no seat 'True'"),
        (lambda match: match.record(0, {}), "the game is not over"),
        (lambda match: Terms(dictionary="all"), "'all': choose one of common, list, any"),
        (lambda match: Terms(advice="yes"), "advice 'yes': choose one of none, both, behind"),
        (lambda match: Terms(minutes=-1), "-1 minutes: choose from 0 .no clock. to 600"),
        (lambda match: Terms(minutes=601), "601 minutes"),
        (lambda match: Terms(together="yes"), "together 'yes': this must be bool"),
        (lambda match: match.entered("again", 0, "ABCDEF"), "is not over"),
        (
            lambda match: begun(match.game, "crane", advice="none").entered("advice", 0),
            "without advice",
        ),
        (lambda match: moved(match, 0, {"word": "hatch"}), "not a button of this page"),
        (lambda match: moved(match, 0, {"do": "join", "name": "Eve"}), "not a button of this page"),
        (lambda match: moved(match, 0, {"do": "guess"}), "has 0 letters"),
        (lambda match: moved(match, 0, {"do": "secret"}), "has 0 letters"),
    ],
)
def test_what_no_match_has_is_refused(ready, change, reason):
    with pytest.raises(JottoError, match=reason):
        change(ready)


READY = (
    ("join", 0, "Ann", 0),
    ("join", 1, "Bob", 0),
    *(("secret", n, SECRETS[n], 0) for n in (0, 1)),
)
OVER = *READY, ("guess", 0, "slate", 0), ("guess", 1, "hatch", 0)


@pytest.mark.parametrize(
    ("entries", "last", "reason"),
    [
        (READY, ("guess", 1, "hatch"), "it is the turn of Ann; wait"),
        (READY, ("guess", 0, "hat"), "'hat' has 3 letters"),
        (READY, ("join", 0, "Eve"), "this seat is taken by Ann"),
        (READY, ("guess", 2, "hatch"), "there is no seat '2'"),
        (READY, ("dance", 0), "there is no entry 'dance'"),
        (READY, ("guess", 0, "hatch", 60), "you ran out of time"),
        (OVER, ("guess", 1, "crane"), "the game is over"),
        (OVER[:-1], ("leave", 0), "wait for the last guess"),
        ((*READY, ("guess", 0, "hatch", 0)), ("secret", 1, "patch"), "a guess has been made"),
        ((), ("secret", 0, "hatch"), "enter your name"),
        ((), ("leave", 0), "enter your name first"),
        ((), ("advice", 0), "enter your name first"),
        (READY[:1], ("guess", 0, "hatch"), "both players must"),
        (READY[:1], ("join", 1, "ANN"), "has this name"),
        (READY, ("back", 0), "you have made no guess"),
        (READY, ("answer", 0, "yes"), "there is no question to answer"),
        (READY, ("challenge", 0, "hatch"), "'hatch': Bob has not guessed it"),
    ],
)
def test_what_is_out_of_order_is_refused(entries, last, reason):
    match = Match(word_game(WORDS, ["champ"]), Terms(last_turn=True, minutes=1), entries)
    with pytest.raises(JottoError, match=reason):
        match.entered(*last)


def test_a_name_is_trimmed_and_short():
    for typed, name in (("  Ann  ", "Ann"), ("x" * 20, "x" * 20), (f" {'x' * 20} ", "x" * 20)):
        assert Match(word_game(WORDS)).entered("join", 1, typed).seats[1].name == name
    for name in ("", "  ", "x" * 21, "a\tb", "\u202eevil", "\ud800"):
        with pytest.raises(WordError, match="1 to 20 printable characters"):
            Match(word_game(WORDS)).entered("join", 0, name)


def test_a_secret_can_change_until_the_first_guess_and_be_an_unlisted_word(ready):
    changed = ready.entered("secret", 1, "hatch").entered("secret", 1, "zebra")
    score = naive.exact_elsewhere("crane", "zebra")
    assert told(played(changed, "crane"), 0) == [("crane", score)]


def test_a_code_is_listed_and_there_is_no_dictionary_of_codes():
    match = begun(jotto.named("mastermind:4x6"), "0123", "4455", dictionary="common")
    guessed = match.entered("guess", 0, "0011")
    assert told(guessed, 0) == [("0011", "0,0")]
    with pytest.raises(GameError, match="only words can be challenged"):
        guessed.entered("challenge", 1, "0011")
    codes = Match(jotto.named("bulls-and-cows:4x10")).entered("join", 0, "Ann")
    assert codes.entered("secret", 0, "0123").seats[0].ready
    with pytest.raises(GameError, match="not in the list of secrets"):
        codes.entered("secret", 0, "0011")


def test_a_game_that_is_too_long_can_only_be_left_and_nobody_ends_the_guessing_of_the_other(ready):
    match, most = begun(ready.game, *SECRETS, minutes=1), MOST_ENTRIES // 4
    for number in range(most - 2):  # the name and the secret count, too
        match = match.entered("no advice" if number % 2 else "advice", 0)
    with pytest.raises(GameError, match="you have made 250 such entries"):
        match.entered("advice", 0)
    assert match.entered("advice", 1).seats[1].advice
    assert match.entered("late", 0, now=60).winner == match.entered("late", 1, now=60).winner == 1
    for number in range(2 * most):
        match = match.entered("guess", number % 2, "hatch")
    with pytest.raises(GameError, match="you have made 250 such entries"):
        match.entered("guess", 0, "slate")
    assert match.entered("leave", 0).winner == 1
    assert match.entered("leave", 0).entered("again", 0, "ABCDEF").again == "ABCDEF"


@pytest.mark.parametrize("seat", [0, 1])
def test_who_leaves_loses_also_with_a_guess_that_is_not_scored_yet(ready, seat):
    match = begun(ready.game, *SECRETS, together=True).entered("guess", seat, SECRETS[1 - seat])
    left, other = match.entered("leave", seat), match.entered("leave", 1 - seat)
    assert (*result(left), told(left, seat)) == (True, 1 - seat, False, [])
    assert (*result(other), len(told(other, seat))) == (True, seat, False, 1)


@pytest.mark.parametrize(("waits", "winner"), [((50, 55), 0), ((55, 50), 1), ((55, 55), None)])
def test_together_who_has_less_time_left_loses(ready, waits, winner):
    match = begun(ready.game, *SECRETS, together=True, minutes=1)
    for seat in sorted((0, 1), key=lambda n: waits[n]):
        match = match.entered("guess", seat, "hatch", waits[seat])
    assert result(match.entered("late", 0, now=200)) == (True, winner, winner is None)


def test_advice_is_for_whoever_is_behind(ready):
    """Against the scores of slate, hatch leaves two words; against those of crane, as well."""
    match = begun(ready.game, *SECRETS, advice="behind")
    match = match.entered("advice", 0).entered("advice", 1)
    for guesses, advised in (((), []), (["hatch"], [1]), (["hatch"] * 2, [])):
        now = played(match, *guesses)
        assert [seat for seat in (0, 1) if now.advised(seat)] == advised


def test_a_clock_that_goes_back_gives_no_time(ready):
    match = begun(ready.game, *SECRETS, minutes=1).entered("guess", 0, "hatch", 30)
    assert match.entered("guess", 1, "hatch", 10).clocks(5) == (30, 60)


# --- what may be guessed --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "asks"),
    [
        ("slaet", "SLAET is in no list. Guess it anyway?"),
        (" HATCH", " HATCH before. Guess it again?"),
    ],
)
def test_a_guess_that_may_be_a_slip_is_taken_from_who_is_sure(ready, word, asks):
    match = played(ready, "hatch", "hatch")
    for sure in ({}, {"sure": "crane"}, {"sure": ""}):
        with pytest.raises(SureError, match=asks.replace("?", "[?]")):
            moved(match, 0, {"do": "guess", "word": word, **sure})
    after = moved(match, 0, {"do": "guess", "word": word, "sure": word}, now=3.5)
    assert after.transcript[-1] == ("guess", 0, word, 3.5)


@pytest.mark.parametrize("secret", ["zzsecret", "cr4ne", "champ", "vwxyz", "hatch", "aalii"])
@pytest.mark.parametrize("dictionary", ["any", "list", "common"])
def test_an_error_never_quotes_a_secret(secret, dictionary):
    house = House(repeats=False)
    game = word_game(["crane", "slate", "aalii"], ["champ"], house=house)
    match = begun(game, dictionary=dictionary)
    for enter in (
        lambda: match.entered("secret", 0, secret),
        lambda: moved(match, 0, {"do": "secret", "word": secret}),
        lambda: moved(match, 0, {"do": "secret", "word": secret, "sure": "crane"}),
    ):
        error = None
        try:
            enter()
        except GameError as caught:
            error = caught
        while error is not None:
            assert secret not in (repr(error) + str(error)).lower()
            error = error.__cause__ or error.__context__


def test_an_unlisted_secret_is_kept_by_who_is_sure():
    match = begun(word_game(WORDS))
    with pytest.raises(SureError, match="It is in no list"):
        moved(match, 0, {"do": "secret", "word": "zebra"})
    assert moved(match, 0, {"do": "secret", "word": "zebra", "sure": "zebra"}).seats[0].ready


HOUSES = [
    (House(repeats=False), "zebbr", "no repeats", "zebra"),
    (House("aeiou"), "zzbrt", "vowels aeiou", "zebra"),
    (House(plurals=False), "zebrs", "no plurals", "zebss"),
]


@pytest.mark.parametrize(("house", "barred", "why", "may_be"), HOUSES)
def test_the_house_rules_bar_an_unlisted_secret(house, barred, why, may_be):
    match = begun(word_game(WORDS, house=house))
    with pytest.raises(GameError, match=f"the house rules bar it .{why}."):
        moved(match, 0, {"do": "secret", "word": barred, "sure": barred})
    assert moved(match, 0, {"do": "secret", "word": may_be, "sure": may_be}).seats[0].ready
    assert moved(match, 1, {"do": "secret", "word": "match"}).seats[1].ready


@pytest.mark.parametrize("do", ["leave", "advice", "back", "late"])
def test_of_a_move_without_a_value_no_word_is_kept(ready, do):
    match = begun(ready.game, *SECRETS, minutes=1).entered("guess", 0, "hatch")
    seat = 1 if do in ("leave", "late") else 0
    after = moved(match, seat, {"do": do, "word": "slate"}, now=60)
    assert after.transcript == (*match.transcript, (do, seat, "", 60))


# --- the next match -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("end", "won"),
    [
        (lambda match: played(match, "slate", "hatch"), (3, 1, 1)),
        (lambda match: played(match, "slate", "crane"), (2, 1, 2)),
        (lambda match: match.entered("leave", 0), (2, 2, 1)),
    ],
)
def test_the_other_begins_the_next_match_and_the_series_counts(ready, end, won):
    given = {"last_turn": True, "minutes": 1, "advice": "behind", "won0": 2, "won1": 1, "drawn": 1}
    match = end(begun(ready.game, *SECRETS, **given))
    after = dict(zip(("won0", "won1", "drawn"), won, strict=True))
    assert match.next_terms() == Terms(**given | {"first": 1} | after)
    series = [f"{won[0]}-{won[1]}, {won[2]} drawn", f"{won[1]}-{won[0]}, {won[2]} drawn"]
    assert [str(view_of(match, seat).match.series) for seat in (0, 1, None)] == [*series, series[0]]


def test_a_match_that_was_called_off_counts_for_nobody_and_its_record_has_an_owner(ready):
    over = Match(ready.game).entered("join", 0, "Ann").entered("secret", 0, "crane")
    over = over.entered("leave", 0)
    assert (over.next_terms(), view_of(over, 0).match.series) == (Terms(first=1), None)
    record = over.record(0, {"rule": "x"}, "ann's phone")
    assert (record.owner, record.options) == ("ann's phone", {"rule": "x"})
    assert (record.secret, record.own, record.result) == (None, "crane", "given up")

"""What players and spectators see of a match, and what nobody may see."""

import json
import random
from dataclasses import asdict
from string import ascii_lowercase

import naive
import pytest
from hypothesis import given, strategies as st
from strategies import begun, played, told

import jotto
from jotto.assistant.match import Match, SureError, Terms, moved
from jotto.assistant.match_view import ending, view_of
from jotto.assistant.review import look_back
from jotto.assistant.table import Table, kept_options
from jotto.errors import ContradictionError, GameError, JottoError
from jotto.games.words import shipped_words, word_game

WORDS = ["hatch", "latch", "match", "patch", "crane", "slate"]
SECRETS = "crane", "slate"


def seen(view) -> str:
    """All text of a view, as it is sent."""
    return repr(view) + json.dumps(asdict(view))


def drawn(match, seat) -> str:
    """All that is shown of a match to one who watches it, or plays it; its text, too."""
    return seen(view_of(match, seat, "ABCDEF")).lower()


@pytest.fixture
def ready() -> Match:
    return begun(word_game(WORDS, ["champ"]), *SECRETS)


@given(st.lists(st.sampled_from(WORDS[:4]), max_size=8), st.integers(0, 1), st.booleans())
def test_nobody_sees_a_secret_before_the_end(guesses, first, last_turn):
    match = begun(word_game(WORDS), *SECRETS, first=first, last_turn=last_turn)
    for number in range(len(guesses) + 1):
        for seat, own in enumerate(SECRETS):
            view = view_of(match, seat)
            assert SECRETS[1 - seat] not in drawn(match, seat)
            assert view.secret == own
            assert own not in repr(view)
        watched = drawn(match, None)
        assert not any(word in watched for word in WORDS)
        assert all(name in watched for name in ("ann", "bob"))
        shown = [[row.score for row in board.rows] for board in view_of(match, None).boards]
        assert shown == [[score for _, score in turns] for turns in map(told, (match,) * 2, (0, 1))]
        hidden = repr(match) + repr(match.seats)
        assert not any(secret in hidden for secret in SECRETS)
        if number < len(guesses):
            match = played(match, guesses[number])
    over = match.said("leave", 0)
    for seat in (0, 1, None):
        assert "Ann had CRANE; Bob had SLATE." in view_of(over, seat).notes


def test_a_secret_found_by_one_is_not_shown_to_spectators_before_the_last_turn():
    pending = played(begun(word_game(WORDS), *SECRETS, last_turn=True), "slate")
    assert "slate" not in drawn(pending, None)
    done = played(pending, "hatch")
    assert all(secret in drawn(done, None) for secret in SECRETS)


@given(st.data(), st.booleans())
def test_advice_shows_what_the_scores_tell_and_not_the_secret(data, last_turn):
    """Whatever is shown to Ann is the same for any secret that fits her scores."""
    made = data.draw(st.lists(st.sampled_from(WORDS[:4]), max_size=3))
    scores = [naive.exact_elsewhere(word, "slate") for word in made]
    shown = set()
    for secret in WORDS:
        if [naive.exact_elsewhere(word, secret) for word in made] == scores:
            match = begun(word_game(WORDS), "crane", secret, last_turn=last_turn)
            match = match.said("advice", 0)
            for word in made:
                match = played(match, word, "patch")
            shown.add(json.dumps(asdict(view_of(match, 0))))
    assert len(shown) == 1


# for each stage: what was entered, the seat, and the title, the moves and the notes that are shown
ANN, BOB = ("join", 0, "Ann"), ("join", 1, "Bob")
CRANE, SLATE = ("secret", 0, "crane"), ("secret", 1, "slate")
READY = ANN, BOB, CRANE, SLATE
WATCHED = "You see the scores; words are shown when the game is over."
BOTH = "Ann had CRANE; Bob had SLATE."
PLAYING = ("leave", "advice")
STAGES = [
    ((ANN,), None, "join", "Join Ann", ("join",), []),
    ((ANN,), 0, "wait", "Wait for the other player", PLAYING,
     ["They open this page and join with the code ABCDEF."]),
    ((ANN, ("leave", 0)), None, "over", "The match is over.", (), []),
    ((ANN, CRANE, ("leave", 0)), None, "over", "The match is over.", (), ["Ann had CRANE."]),
    ((ANN, BOB), 0, "secret", "Choose your secret", ("secret", *PLAYING), []),
    ((ANN, BOB, CRANE), 0, "wait", "Bob is choosing a secret", PLAYING, []),
    ((ANN, BOB, CRANE), 1, "secret", "Choose your secret", ("secret", *PLAYING), []),
    ((ANN, BOB, CRANE), None, "wait", "Ann and Bob", (), [WATCHED]),
    (READY, 0, "guess", "Your turn", ("guess", *PLAYING), []),
    (READY, 1, "wait", "Ann is thinking", PLAYING, []),
    (READY, None, "wait", "Ann and Bob", (), [WATCHED]),
    ((*READY, "slate"), 0, "wait", "Bob is thinking", PLAYING,
     ["You found it. Bob has one last guess."]),
    ((*READY, "slate"), 1, "guess", "Your turn", ("guess", *PLAYING),
     ["Ann has found your word: this is your last guess."]),
    ((*READY, "slate"), None, "wait", "Ann and Bob", (), [WATCHED]),
    ((*READY, "slate", "crane"), 1, "over",
     "A draw: both found the word in the same number of guesses.", (), [BOTH]),
    ((*READY, "slate", "hatch"), 0, "over", "You win in 1 guess.", (), [BOTH]),
    ((*READY, "slate", "hatch"), 1, "over", "Ann wins in 1 guess.", (), [BOTH]),
    ((*READY, ("leave", 0)), 0, "over", "Bob wins: you gave up.", (), [BOTH]),
    ((*READY, ("leave", 0)), 1, "over", "You win: Ann gave up.", (), [BOTH]),
    ((*READY, ("leave", 0)), None, "over", "Bob wins: Ann gave up.", (), [BOTH]),
]  # fmt: skip


@pytest.mark.parametrize(("entries", "seat", "stage", "title", "moves", "notes"), STAGES)
def test_each_stage_is_shown_to_players_and_spectators(entries, seat, stage, title, moves, notes):
    match = Match(word_game(WORDS, ["champ"]), Terms(last_turn=True))
    for entry in entries:
        match = match.said(*entry) if isinstance(entry, tuple) else played(match, entry)
    view = view_of(match, seat, "ABCDEF")
    assert (view.stage, view.title, view.moves, [*view.notes]) == (stage, title, moves, notes)
    assert (view.guess, view.odds, view.letters, view.at) == (None, None, {}, len(entries))
    names = ["Ann", "Bob" if ("join", 1, "Bob") in entries else "nobody yet"]
    order = (0, 1) if seat is None else (seat, 1 - seat)
    assert [board.who for board in view.boards] == ["you" if n == seat else names[n] for n in order]
    shown = [[(row.guess, row.score) for row in board.rows] for board in view.boards]
    hidden = seat is None and stage != "over"
    made = [[("" if hidden else word, score) for word, score in told(match, n)] for n in order]
    assert shown == made
    ready = seat is not None and match.seats[seat].ready
    assert view.secret == (SECRETS[seat] if ready else "")
    if seat == 0 and stage != "over":
        assert "slate" not in drawn(match, seat) or "slate" in entries


def test_advice_is_shown_to_the_one_who_switched_it_on(ready):
    match = played(ready.said("advice", 0), "hatch")
    thinking, asked = view_of(match, 0), view_of(played(match, "patch"), 0)
    assert (thinking.guess, thinking.moves) == (None, ("leave", "no advice"))
    assert asked.guess.possible.startswith("2 words possible")  # crane and slate score 0,2
    assert asked.odds.you + asked.odds.draw + asked.odds.they == pytest.approx(1)
    assert asked.letters["out"]
    other = view_of(match, 1)
    assert (other.guess, other.odds, other.letters, other.moves) == (
        None,
        None,
        {},
        ("guess", *PLAYING),
    )


# --- advice, and the end --------------------------------------------------------------------------


def test_advice_knows_only_what_the_seat_knows():
    match = played(begun(word_game(WORDS), *SECRETS, first=1, last_turn=True), "hatch", "patch")
    session = match.session(0)
    told = naive.exact_elsewhere("patch", "slate")
    fits = [word for word in WORDS if naive.exact_elsewhere("patch", word) == told]
    assert list(session.position.candidates) == fits
    assert [str(turn.guess) for turn in session.state.theirs] == ["hatch"]
    race = session.race
    assert (race.secret, race.first, race.last_turn) == ("crane", False, True)
    assert not any("slate" in map(str, entry) for entry in session.transcript)
    other = match.session(1)
    assert not any("crane" in map(str, entry) for entry in other.transcript)
    assert other.side == "me"


def test_advice_looks_among_unlisted_words_where_no_listed_one_fits():
    match = played(begun(word_game(WORDS), "crane", "peach"), "hatch", "hatch", "patch", "hatch")
    session = match.session(0)
    assert session.state.unlisted
    scores = [naive.exact_elsewhere(word, "peach") for word in ("hatch", "patch")]
    for word in session.position.candidates:
        assert [naive.exact_elsewhere(w, word) for w in ("hatch", "patch")] == scores


def test_a_secret_of_letters_that_the_list_has_not_leaves_no_advice():
    match = begun(word_game(["ab", "ba"]), "ab", "éß")
    for at in range(0, 26, 2):
        match = played(match, ascii_lowercase[at : at + 2], "zz")
    with pytest.raises(ContradictionError):
        match.session(0)


def test_advice_is_switched_for_one_seat(ready):
    match = ready.said("advice", 1)
    given = [view_of(match, seat).guess is not None for seat in (0, 1, None)]
    assert given == [False, match.asked == (1,), False]
    assert ["no advice" in view_of(match, seat).moves for seat in (0, 1, None)] == [0, 1, 0]
    assert match.said("advice", 1).transcript == match.transcript
    assert "advice" in view_of(match.said("no advice", 1), 1).moves


def test_both_players_get_the_record_and_the_report_of_their_game():
    options = kept_options(Table(), strategy="entropy", seed=0, book=True)
    match = played(begun(Table().load(), *SECRETS), "stale", "brine", "slate")
    one, other = (match.record(seat, options) for seat in (0, 1))
    assert one.turns == other.theirs == ("stale=3,2", "slate=5,0")
    assert one.theirs == other.turns == (f"brine={naive.exact_elsewhere('brine', 'crane')}",)
    assert (one.result, one.secret, one.own) == ("won", "slate", "crane")
    assert (other.result, other.secret, other.own) == ("lost", "crane", "slate")
    mine, theirs = map(look_back, (one, other))
    assert (mine.title, theirs.title) == ("You won", "They won")
    assert (mine.reviews["You"].made, mine.reviews["They"].made) == (2, 1)
    assert mine.reviews["You"] == theirs.reviews["They"]
    assert mine.reviews["They"] == theirs.reviews["You"]
    assert "<html" in theirs.page()


def test_a_game_that_was_left_is_neither_won_nor_lost_in_the_history(ready):
    match = played(ready, "hatch").said("leave", 1)
    assert match.record(0, {}).result == match.record(1, {}).result == "given up"
    drawn = played(begun(ready.game, *SECRETS, last_turn=True), "slate", "crane")
    assert drawn.record(0, {}).result == drawn.record(1, {}).result == "drawn"

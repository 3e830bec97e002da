"""A game of two players: the program keeps both secrets, and scores as the rule says."""

import json
from dataclasses import asdict
from string import ascii_lowercase

import naive
import pytest
from hypothesis import given, strategies as st
from strategies import begun, games

import jotto
from jotto.assistant.match import Match, view_of
from jotto.assistant.review import look_back
from jotto.assistant.session import MOST_ENTRIES
from jotto.assistant.table import Table, kept_options
from jotto.errors import ContradictionError, GameError, JottoError, WordError
from jotto.games.words import word_game

WORDS = ["hatch", "latch", "match", "patch", "crane", "slate"]
SECRETS = "crane", "slate"


@pytest.fixture
def ready() -> Match:
    return begun(word_game(WORDS, ["champ"]), *SECRETS)


def played(match, *guesses) -> Match:
    for guess in guesses:
        match = match.said("guess", match.turn_of, guess)
    return match


def result(match):
    return match.over, match.winner, match.drawn


# --- the rules ------------------------------------------------------------------------------------


@given(st.data(), st.integers(0, 1), st.booleans())
def test_the_scores_and_the_winner_are_those_of_the_rules(data, first, last_turn):
    game = data.draw(games(most=8))
    score, secret = naive.RULES[game.rule.name], st.sampled_from(game.secrets)
    secrets = data.draw(st.tuples(secret, secret))
    several = st.lists(st.sampled_from(game.guesses), max_size=4)
    # what each would guess, always to the end: the secret comes last
    wanted = [[*data.draw(several), secrets[1 - seat]] for seat in (0, 1)]
    needed = [guesses.index(secrets[1 - seat]) + 1 for seat, guesses in enumerate(wanted)]
    match, waiting = begun(game, *secrets, first=first, last_turn=last_turn), first
    left = [list(each) for each in wanted]
    while not match.over:
        assert match.turn_of == waiting
        match, waiting = match.said("guess", waiting, left[waiting].pop(0)), 1 - waiting
    second = 1 - first
    if needed[first] == needed[second]:
        winner, drawn = (None, True) if last_turn else (first, False)
    else:
        winner, drawn = (first if needed[first] < needed[second] else second), False
    assert result(match) == (True, winner, drawn)
    for seat, player in enumerate(match.seats):
        made = wanted[seat][: len(player.turns)]
        assert told(match, seat) == [(word, score(word, secrets[1 - seat])) for word in made]
        assert player.found == (needed[seat] == len(made))
    lengths = [len(player.turns) for player in match.seats]
    assert lengths[first] - lengths[second] in (0, 1)


def test_the_second_player_may_answer_only_with_a_last_turn(ready):
    assert result(played(ready, "slate")) == (True, 0, False)
    fair = begun(ready.game, *SECRETS, last_turn=True)
    pending = played(fair, "slate")
    assert (*result(pending), pending.turn_of) == (False, None, False, 1)
    assert result(played(pending, "crane")) == (True, None, True)
    assert result(played(pending, "hatch")) == (True, 0, False)
    assert result(played(fair, "hatch", "crane")) == (True, 1, False)


NAMES = st.sampled_from(["Ann", "Bob", " ann ", "", "x" * 21, "a\nb", "\ud800", "<b>"])
TEXTS = st.sampled_from([*WORDS, "champ", "zebra", "cra", "cr4ne", "CRANE ", "", "x" * 99, "ſ" * 5])
ANY_SEAT = st.sampled_from([0, 1, 0, 1, 0, 1, 2, -1, True])
ENTRY = st.one_of(
    st.tuples(st.just("join"), ANY_SEAT, NAMES),
    st.tuples(st.just("secret"), ANY_SEAT, TEXTS),
    *3 * [st.tuples(st.just("guess"), ANY_SEAT, TEXTS)],
    st.tuples(st.just("advice"), ANY_SEAT, st.booleans()),
    *[st.tuples(st.just("leave"), st.sampled_from([0, 1]))],
)


@given(st.lists(ENTRY, max_size=60), st.integers(0, 1), st.booleans(), st.booleans())
def test_any_entry_is_taken_or_refused_in_one_line(entries, first, last_turn, at_once):
    game = word_game(WORDS, ["champ"])
    match = Match(game, first=first, last_turn=last_turn)
    if at_once:
        match = begun(game, *SECRETS, first=first, last_turn=last_turn)
    for step, seat, *values in entries:
        before, turn_of, over = match, match.turn_of, match.over
        refusal = ""
        try:
            match = match.said(step, seat, *values)
        except JottoError as error:
            refusal = str(error)
        same = match.transcript == before.transcript
        assert len(refusal.splitlines()) <= same == (match.seats == before.seats)
        if refusal:
            continue
        assert not over
        assert seat in (0, 1)
        assert seat is not True
        if step == "guess":
            assert seat == turn_of
        names = [player.name for player in match.seats if player.name]
        assert all(1 <= len(name.strip()) <= 20 and name.isprintable() for name in names)
        assert match.winner is None or match.over
        ready = all(player.ready for player in match.seats)
        assert (match.turn_of is None) == (match.over or not ready)
        again = Match(game, first, last_turn, match.transcript)
        assert again.seats == match.seats
        repr(match), view_of(match, 0), view_of(match, None)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda match: Match(match.game, first=2), "there is no seat '2'"),
        (lambda match: view_of(match, -1), "there is no seat '-1'"),
        (lambda match: match.session(True), "there is no seat 'True'"),
        (lambda match: match.record(0, {}), "the game is not over"),
    ],
)
def test_what_no_match_has_is_refused(ready, change, reason):
    with pytest.raises(JottoError, match=reason):
        change(ready)


READY = ("join", 0, "Ann"), ("join", 1, "Bob"), *(("secret", n, SECRETS[n]) for n in (0, 1))


@pytest.mark.parametrize(
    ("entries", "last", "reason"),
    [
        (READY, ("guess", 1, "hatch"), "it is the turn of Ann; wait"),
        (READY, ("guess", 0, "hat"), "'hat': it has 3 letters"),
        (READY, ("join", 0, "Eve"), "this seat is taken by Ann"),
        (READY, ("guess", 2, "hatch"), "there is no seat '2'"),
        (READY, ("dance", 0), "there is no entry 'dance'"),
        ((*READY, ("guess", 0, "slate")), ("guess", 1, "crane"), "the game is over"),
        ((*READY, ("guess", 0, "hatch")), ("secret", 1, "patch"), "a guess has been made"),
        ((), ("secret", 0, "hatch"), "enter your name"),
        ((), ("leave", 0), "enter your name first"),
        ((), ("advice", 0, True), "enter your name first"),
        (READY[:1], ("guess", 0, "hatch"), "both players must"),
        (READY[:1], ("join", 1, "ANN"), "has this name"),
    ],
)
def test_what_is_out_of_order_is_refused(entries, last, reason):
    match = Match(word_game(WORDS, ["champ"]), transcript=entries)
    with pytest.raises(JottoError, match=reason):
        match.said(*last)


def test_a_name_is_trimmed_and_short():
    assert Match(word_game(WORDS)).said("join", 1, "  Ann  ").seats[1].name == "Ann"
    for name in ("", "  ", "x" * 21, "a\tb", "\u202eevil", "\ud800"):
        with pytest.raises(WordError, match="1 to 20 printable characters"):
            Match(word_game(WORDS)).said("join", 0, name)


def test_a_secret_can_change_until_the_first_guess(ready):
    changed = ready.said("secret", 1, "hatch")
    assert played(changed, "hatch").winner == 0
    score = naive.exact_elsewhere("slate", "hatch")
    assert told(played(changed, "slate"), 0) == [("slate", score)]


def test_an_unlisted_word_can_be_a_secret_but_not_an_unlisted_code(ready):
    match = played(ready.said("secret", 1, "zebra"), "crane")
    assert told(match, 0) == [("crane", naive.exact_elsewhere("crane", "zebra"))]
    codes = Match(jotto.named("bulls-and-cows:4x10")).said("join", 0, "Ann")
    assert codes.said("secret", 0, "0123").seats[0].ready
    with pytest.raises(GameError, match="not in the list of secrets"):
        codes.said("secret", 0, "0011")


def test_who_leaves_loses_once_both_secrets_are_set(ready):
    assert result(ready.said("leave", 0)) == (True, 1, False)
    assert result(played(ready, "hatch").said("leave", 1)) == (True, 0, False)
    assert result(Match(ready.game).said("join", 0, "Ann").said("leave", 0)) == (True, None, False)
    pending = played(begun(ready.game, *SECRETS, last_turn=True), "slate")
    assert result(pending.said("leave", 1)) == (True, 0, False)
    with pytest.raises(GameError, match="wait for the last guess"):
        pending.said("leave", 0)


def test_a_game_that_is_too_long_can_only_be_left_and_advice_takes_no_guess(ready):
    match = ready
    for number in range(MOST_ENTRIES // 2 - len(ready.transcript)):
        match = match.said("advice", 0, number % 2 == 0)
    with pytest.raises(GameError, match="500 such entries"):
        match.said("advice", 0, not match.seats[0].advice)
    for number in range(MOST_ENTRIES // 2):
        match = match.said("guess", number % 2, "hatch")
    with pytest.raises(GameError, match="500 such entries"):
        match.said("guess", 0, "slate")
    assert match.said("leave", 0).winner == 1


# --- what is seen ---------------------------------------------------------------------------------


def told(match, seat) -> list[tuple[str, str]]:
    """The turns of a seat as texts."""
    return [(turn.guess, match.game.rule.texts[turn.code]) for turn in match.seats[seat].turns]


def seen(view) -> str:
    """All text of a view, as it is sent."""
    return repr(view) + json.dumps(asdict(view))


def drawn(match, seat) -> str:
    """All that is shown of a match to one who watches it, or plays it; its text, too."""
    return seen(view_of(match, seat, "ABCDEF")).lower()


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
            match = match.said("advice", 0, True)
            for word in made:
                match = played(match, word, "patch")
            shown.add(json.dumps(asdict(view_of(match, 0))))
    assert len(shown) == 1


# for each stage: what was entered, the seat, and the title, the moves and the notes that are shown
ANN, BOB, CRANE, SLATE = READY
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
    match = Match(word_game(WORDS, ["champ"]), last_turn=True)
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
    match = played(ready.said("advice", 0, True), "hatch")
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


@pytest.mark.parametrize("secret", ["zzsecret", "cr4ne", "champ"])
def test_an_error_never_quotes_the_secret(secret):
    match = Match(word_game(WORDS, ["champ"])).said("join", 0, "Ann")
    with pytest.raises(GameError, match="this cannot be your secret") as caught:
        match.said("secret", 0, secret)
    error = caught.value
    while error is not None:
        assert secret not in repr(error)
        error = error.__cause__ or error.__context__


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
    match = ready.said("advice", 1, True)
    given = [view_of(match, seat).guess is not None for seat in (0, 1, None)]
    assert given == [False, match.turn_of == 1, False]
    assert ["no advice" in view_of(match, seat).moves for seat in (0, 1, None)] == [0, 1, 0]
    assert match.said("advice", 1, True).transcript == match.transcript
    assert "advice" in view_of(match.said("advice", 1, False), 1).moves


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

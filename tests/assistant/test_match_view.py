"""What players and spectators see of a match, and what nobody may see."""

import naive
import pytest
from strategies import begun, played

import jotto
from jotto.assistant.match import Match, Terms
from jotto.assistant.match_view import view_of
from jotto.assistant.sentences import sentence
from jotto.errors import GameError
from jotto.games.words import word_game

WORDS = ["hatch", "latch", "match", "patch", "crane", "slate"]
SECRETS = "crane", "slate"


@pytest.fixture
def ready() -> Match:
    return begun(word_game(WORDS, ["champ"]), *SECRETS)


# for each stage: what was entered, the seat, and the title, the moves and the notes that are shown
ANN, BOB = ("join", 0, "Ann"), ("join", 1, "Bob")
CRANE, SLATE = ("secret", 0, "crane"), ("secret", 1, "slate")
READY = ANN, BOB, CRANE, SLATE
WATCHED = "You see the scores; words are shown when the game is over."
BOTH = "Ann's secret was CRANE; Bob's secret was SLATE."
PLAYING = ("leave", "advice")
MINE, THEIRS = ("back", *PLAYING), ("challenge", *PLAYING)  # after a guess of mine, or of theirs
STAGES = [
    ((ANN,), None, "join", "Join Ann", ("join",), []),
    ((ANN,), 0, "wait", "Waiting for the other player", PLAYING,
     ["Tell your friend to open this page and enter ABCDEF."]),
    ((ANN, CRANE, ("leave", 0)), 0, "over", "The match was cancelled.", (),
     ["Ann's secret was CRANE."]),
    ((ANN, BOB), 0, "secret", "Choose your secret", ("secret", *PLAYING), []),
    ((ANN, BOB, CRANE), 0, "wait", "Bob is choosing a secret", PLAYING, []),
    ((ANN, BOB, CRANE), 1, "secret", "Choose your secret", ("secret", *PLAYING), []),
    (READY, 0, "guess", "Your turn", ("guess", *PLAYING), []),
    (READY, 1, "wait", "Ann is thinking", PLAYING, []),
    (READY, None, "wait", "Ann and Bob", (), [WATCHED]),
    ((*READY, "hatch"), 0, "wait", "Bob is thinking", MINE, []),
    ((*READY, "hatch"), 1, "guess", "Your turn", ("guess", *THEIRS), []),
    ((*READY, "hatch", ("back", 0)), 0, "wait", "Bob is thinking", PLAYING,
     ["You ask to take back HATCH."]),
    ((*READY, "hatch", ("back", 0)), 1, "guess", "Your turn", ("guess", "answer", *THEIRS), []),
    ((*READY, "slate"), 0, "wait", "Bob has one last guess", ("back", "advice"),
     ["You found the word."]),
    ((*READY, "slate"), 1, "guess", "Your last guess", ("guess", *THEIRS),
     ["Ann has found your word."]),
    ((*READY, "slate"), None, "wait", "Ann and Bob", (), [WATCHED]),
    ((*READY, "slate", "crane"), 1, "over", "A draw: both found the word in 1 guess.", ("again",),
     [BOTH]),
    ((*READY, "slate", "hatch"), 0, "over", "You win in 1 guess.", ("again",), [BOTH]),
    ((*READY, "slate", "hatch", ("again", 0, "X")), 1, "over", "Ann wins in 1 guess.", ("again",),
     [BOTH]),
    ((*READY, ("leave", 0)), 0, "over", "Bob wins: you resigned.", ("again",), [BOTH]),
    ((*READY, ("leave", 0)), 1, "over", "You win: Ann resigned.", ("again",), [BOTH]),
    ((*READY, ("leave", 0)), None, "over", "Bob wins: Ann resigned.", (), [BOTH]),
]  # fmt: skip


@pytest.mark.parametrize(("entries", "seat", "stage", "title", "moves", "notes"), STAGES)
def test_each_stage_is_shown_to_players_and_spectators(entries, seat, stage, title, moves, notes):
    match = Match(word_game(WORDS, ["champ"]), Terms(last_turn=True))
    for entry in entries:
        match = match.entered(*entry) if isinstance(entry, tuple) else played(match, entry)
    view = view_of(match, seat, "ABCDEF")
    both = ("join", 1, "Bob") in entries
    says = ("say",) if seat is not None and both else ()
    shown = view.stage, str(view.title), view.moves, [*map(str, view.notes)]
    assert shown == (stage, title, (*moves, *says), notes)
    assert (view.guess, view.odds, view.letters) == (None, None, {})
    names = ["Ann", "Bob" if both else "nobody yet"]
    who = names if seat is None else ["you", names[1 - seat]]
    assert [str(board.who) for board in view.boards] == who
    ready = seat is not None and match.seats[seat].ready
    assert view.secret == (SECRETS[seat] if ready else "")
    ended = stage == "over" and seat is not None and match.ready
    assert view.match.record == (f"ABCDEF-{seat}" if ended else "")
    assert ended or view.match.had_left == ()  # what was left is told at the end alone


def test_advice_is_shown_to_the_one_who_switched_it_on(ready):
    match = played(ready.entered("advice", 0), "hatch")
    thinking, asked, other = (
        view_of(match, 0),
        view_of(played(match, "patch"), 0),
        view_of(match, 1),
    )
    assert (thinking.guess, thinking.moves) == (None, ("back", "leave", "no advice", "say"))
    # crane and slate score 0,2
    assert asked.guess.possible == sentence("possible", left=2, true=None)
    assert asked.odds.you + asked.odds.draw + asked.odds.they == pytest.approx(1)
    assert asked.letters["out"]
    assert (other.guess, other.odds, other.letters) == (None, None, {})
    assert other.moves == ("guess", "challenge", *PLAYING, "say")


def test_what_is_asked_for_is_said(ready):
    match = played(ready, "hatch").entered("back", 0)
    asks = [str(view_of(match, seat).match.asks or "") for seat in (0, 1, None)]
    assert asks == ["", "Ann asks to take back HATCH.", ""]
    pending = begun(ready.game, *SECRETS, together=True).entered("guess", 0, "hatch")
    pending = pending.entered("back", 0)
    assert str(view_of(pending, 1).match.asks) == "Ann asks to take back the last guess."
    for answered in (pending.entered("leave", 0), match.entered("answer", 1, "no")):
        assert view_of(answered, 1).match.asks is None


# --- advice, challenges and clocks ----------------------------------------------------------------


def notes_of(match):
    """The note on the board of Ann, and of Bob, as each and a spectator see them."""
    views = [view_of(match, 0), view_of(match, 1), view_of(match, None)]
    boards = [view.boards if n != 1 else view.boards[::-1] for n, view in enumerate(views)]
    assert len({tuple(board.note for board in each) for each in boards}) == 1
    return tuple(str(board.note or "") for board in boards[0])


def test_advice_is_marked_for_both_and_counted(ready):
    match = ready.entered("advice", 0)
    assert notes_of(ready) == ("", "")
    assert notes_of(match) == ("advice", "")
    match = played(match, "hatch", "patch").entered("no advice", 0)  # after it was seen
    assert notes_of(match) == ("advice", "")
    match = played(match, "latch", "match")
    assert notes_of(match) == ("advice: 2", "")
    match = played(match.entered("advice", 1), "match", "crane")
    assert notes_of(match) == ("advice: 2", "advice: 1")
    for seat in (0, 1, None):
        assert [*map(str, view_of(match, seat).notes[1:])] == [
            "Ann had advice for 2 of 3 guesses.",
            "Bob had advice for 1 of 3 guesses.",
        ]


def test_advice_proposes_only_words_that_were_agreed_on():
    """The word that tells most is one that few people know: level 50 of SCOWL."""
    game, rare = word_game(WORDS, ["plait"]), [*WORDS, "plait"]
    for dictionary, guesses in (("common", WORDS), ("list", rare), ("any", rare)):
        match = begun(game, *SECRETS, dictionary=dictionary).entered("advice", 0)
        best = naive.choose("entropy", WORDS, guesses, naive.exact_elsewhere)
        assert (best == "plait") == (dictionary != "common")
        assert view_of(match, 0).guess.word == best
        assert match.entered("guess", 0, best).seats[0].advised == 1


def test_a_challenge_is_answered_for_both_and_goes_with_the_guess(ready):
    match = played(ready, "champ").entered("challenge", 1, "champ")
    listed = " guess was challenged: CHAMP may be guessed, but cannot be a secret here"
    for seat, whose in enumerate(("Your", "Ann's")):
        (note,) = view_of(match, seat).notes
        assert str(note).startswith(whose + listed)
    twice = played(match, "hatch").entered("challenge", 0, "hatch").entered("challenge", 0, "hatch")
    assert [str(note).split()[4] for note in view_of(twice, 1).notes] == ["CHAMP", "HATCH"]
    later = played(twice, "latch")
    assert [str(note).split()[4] for note in view_of(later, 1).notes] == ["HATCH"]
    back = match.entered("back", 0).entered("answer", 1, "yes")
    assert str(view_of(back, 0).notes[0]).endswith(" The guess is taken back.")
    for seat in (0, 1, None):
        assert [*map(str, view_of(match.entered("leave", 1), seat).notes)] == [BOTH]


@pytest.mark.parametrize("first", [0, 1])
def test_a_challenged_guess_in_no_list_is_taken_back_if_that_was_agreed(first):
    second, words = 1 - first, word_game(WORDS, ["champ"])
    names = ("Bob", "Ann") if first else ("Ann", "Bob")
    match = played(begun(words, *SECRETS, first=first, challenge="back"), "qxjkv")
    assert view_of(match, second).match.challengeable == 1
    # its score is told with the next guess of the other
    rows = (
        view_of(match, *at).boards[n].rows for n, *at in ((0, first), (1, second), (first, None))
    )
    assert [[row.score != "" for row in each] for each in rows] == [[False], [True], []]
    (note,) = view_of(match, first).notes
    assert str(note) == f"QXJKV is in no list: its score comes with {names[1]}'s next guess."
    challenged = match.entered("challenge", second, "qxjkv")
    said = " guess was challenged: QXJKV is in no list. The guess is taken back."
    for seat, whose in ((first, "Your"), (second, f"{names[0]}'s")):
        assert [*map(str, view_of(challenged, seat).notes)] == [whose + said]
    assert view_of(played(challenged, "hatch"), second).notes == ()
    late = played(match, "patch")
    assert view_of(late, second).match.challengeable == 0
    assert view_of(late, first).moves == ("guess", "back", "challenge", "leave", "advice", "say")
    with pytest.raises(GameError, match="challenge a guess before you make the next one"):
        late.entered("challenge", second, "qxjkv")


@pytest.mark.parametrize("fast", [0, 1])
def test_together_no_score_depends_on_who_is_faster_and_none_is_hidden_again(fast):
    terms = {"together": True, "challenge": "back"}
    match = played(begun(word_game(WORDS), *SECRETS, **terms), "qxjkv", "latch")
    note = "QXJKV is not in the word list: you will see its score after the next round."
    assert [*map(str, view_of(match, 0).notes)] == [note]
    for now in (match, later := match.entered("guess", fast, "patch")):
        assert [len(now.told(seat)) for seat in (0, 1)] == [0, 1]
    both = played(later, "hatch")
    assert [len(both.told(seat)) for seat in (0, 1)] == [2, 2]
    challenged = match.entered("challenge", 1, "qxjkv")
    assert ([len(challenged.told(seat)) for seat in (0, 1)], challenged.asked) == ([0, 1], (0,))
    back = both.entered("back", 1).entered("answer", 0, "yes").entered("challenge", 1, "qxjkv")
    assert [len(back.told(seat)) for seat in (0, 1)] == [1, 1]


def test_an_unlisted_secret_that_was_found_stays_found():
    bob = begun(word_game(WORDS), "slate", "qxjkv", last_turn=True, challenge="back")
    found = played(bob, "qxjkv").entered("challenge", 1, "qxjkv")
    assert (found.seats[0].solved, found.asked) == (True, (1,))


def test_a_sign_is_seen_by_both_until_the_next_guess_of_the_other(ready):
    def said(match):
        return [[*map(str, view_of(match, seat).match.signs)] for seat in (0, 1, None)]

    match = played(ready, "hatch").entered("say", 1, "well done")
    assert said(match) == [["Bob: Well done!"], ["You: Well done!"], []]
    assert match.entered("say", 1, "well done") is match  # nothing new
    match = played(match.entered("say", 1, "hm"), "patch")  # Bob's guess leaves it
    assert said(match) == [["Bob: Hmm …"], ["You: Hmm …"], []]
    match = match.entered("say", 0, "hurry")
    assert said(played(match, "latch")) == [["You: Your move!"], ["Ann: Your move!"], []]
    over = match.entered("leave", 0).entered("say", 0, "ouch")
    assert said(over)[1] == ["You: Hmm …", "Ann: Ouch!"]
    alone = Match(word_game(WORDS)).entered("join", 0, "Ann").entered("join", 1, "Pip (computer)")
    assert "say" not in view_of(alone, 0).moves
    for wrong in ("hello", "", "<b>"):
        with pytest.raises(GameError, match="the signs to send are well done, ouch, hm, hurry"):
            match.entered("say", 0, wrong)


def test_the_keys_of_a_match_say_what_each_score_says():
    def struck(rule, guess, *, secret="slate", seat=0):
        match = begun(word_game([*WORDS, "gummy"], rule=rule), "crane", secret)
        return view_of(match.entered("guess", 0, guess), seat).letters

    assert struck("exact-elsewhere", "gummy") == {"out": "g m u y"}
    assert struck("jots", "gummy") == struck("colours", "gummy") == {"out": "g m u y"}
    assert struck("exact-elsewhere", "hatch") == {}  # 0,2
    assert struck("exact-elsewhere", "gummy", seat=1) == struck("jots", "gummy", seat=None) == {}
    assert struck("colours", "latch") == {"elsewhere": "a l t", "out": "c h"}  # of slate
    assert struck("exact-elsewhere", "tales") == {"in": "a e l s t"}  # 0,5
    assert struck("black-peg", "gummy") == {}  # any of them may be elsewhere
    code = begun(jotto.named("bulls-and-cows:4x10"), "0123", "4567").entered("guess", 0, "0123")
    assert view_of(code, 0).letters == {"out": "0 1 2 3"}


def test_clocks_are_mine_first(ready):
    match = begun(ready.game, *SECRETS, minutes=2).entered("guess", 0, "hatch", 30)
    seen = [view_of(match, seat, now=40).match for seat in (0, 1, None)]
    assert [each.clocks for each in seen] == [(90, 110), (110, 90), (90, 110)]
    assert [each.running for each in seen] == [(False, True), (True, False), (False, True)]
    assert view_of(ready, 0, now=40).match.clocks == ()
    late = match.entered("late", 0, now=150)
    assert str(view_of(late, 1).title) == "Ann wins: you ran out of time."
    assert str(view_of(late, 0).title) == "You win: the other player ran out of time."
    assert view_of(late, 0, now=9e9).match.running == (False, False)
    both = begun(ready.game, *SECRETS, minutes=2, together=True).entered("late", 0, now=120)
    assert str(view_of(both, 1).title) == "A draw: both ran out of time."


def test_who_is_away_is_told_to_the_other_player_while_it_is_played(ready):
    assert view_of(ready, 0, away=True).match.away
    assert not view_of(ready, None, away=True).match.away
    assert not view_of(ready.entered("leave", 0), 0, away=True).match.away


@pytest.mark.parametrize(
    ("terms", "agreed"),
    [
        ({}, ["Ann goes first"]),
        ({"first": 1, "last_turn": True}, ["Bob goes first", "one last guess"]),
        ({"together": True}, ["both guess at the same time"]),
        ({"dictionary": "common"}, ["Ann goes first", "words most people know"]),
        ({"advice": "none", "minutes": 1}, ["Ann goes first", "no advice", "1 minute each"]),
        ({"advice": "behind", "dictionary": "list", "challenge": "back", "minutes": 5},
         ["Ann goes first", "words of the list", "advice for whoever is behind", "5 minutes each"]),
        ({"challenge": "back"},
         ["Ann goes first", "a challenged guess is taken back if it is in no list"]),
    ],
)  # fmt: skip
def test_what_was_agreed_is_told(ready, terms, agreed):
    for seat in (0, 1, None):
        shown = tuple(map(str, view_of(begun(ready.game, **terms), seat).match.terms))
        assert shown[-len(agreed) :] == tuple(agreed)
        assert shown[0] == "6 words of 5 letters"
    moves = view_of(begun(ready.game, *SECRETS, **terms), 0).moves
    assert ("advice" in moves) == (terms.get("advice") != "none")


# --- advice, and the end --------------------------------------------------------------------------


def test_advice_looks_among_unlisted_words_where_no_listed_one_fits():
    match = played(begun(word_game(WORDS), "crane", "peach"), "hatch", "hatch", "patch", "hatch")
    session = match.session(0)
    assert session.state.unlisted
    scores = [naive.exact_elsewhere(word, "peach") for word in ("hatch", "patch")]
    for word in session.position.candidates:
        assert [naive.exact_elsewhere(w, word) for w in ("hatch", "patch")] == scores

"""A live game: its transcript, and what follows from it."""

import itertools
import random
import re
import string
from collections import Counter
from dataclasses import replace

import naive
import pytest
from texts import as_texts

import jotto
from jotto.assistant import moves, view, wording
from jotto.assistant.session import Session
from jotto.assistant.store import Saved
from jotto.engine.lies import lying
from jotto.engine.position import Strategy
from jotto.errors import ContradictionError, GameError, JottoError, TurnError, WordError
from jotto.games.words import word_game
from jotto.reading.turns import grid


@pytest.fixture
def session() -> Session:
    return Session(word_game(["hatch", "latch", "match", "patch", "crane"], ["champ"]))


def test_a_score_that_leaves_nothing_is_only_an_attempt(session):
    after = session.scored("4,0", "hatch")
    odd, again = after.scored("4,0", "crane"), after.scored("0,2", "crane")
    assert (odd.attempt.contradiction.turn, odd.count) == (2, 3)
    assert odd.undone() == after
    assert odd.scored("0,2") == again  # of crane, not of the next guess
    assert odd.edited(2, score="0,2").position.turns == again.position.turns
    assert odd.edited(1, score="5,0").attempt.state.mine[1] == odd.attempt.state.mine[1]


def test_an_attempt_is_corrected_by_an_explanation(session):
    odd = session.scored("4,0", "hatch").scored("4,0", "crane")
    fixes = {(one.turn, one.secrets[0]): one for one in odd.explanations if one.secrets}
    corrected = odd.fixed(fixes[2, "latch"])
    assert corrected.position.turns == (("hatch", "4,0"), ("crane", "0,2"))
    # crane has an a and a c in common with latch, match and patch, neither in its place
    assert corrected.undone().position.candidates == ["latch", "match", "patch"]
    assert odd.choices(1)[0].kind == "word"
    assert sorted(map(str, odd.choices(1))) == sorted(map(str, odd.explanations))


def test_a_turn_that_was_not_made_cannot_be_edited(session):
    for made, said in enumerate(("are no turns yet", "is only 1 turn", "are only 2 turns")):
        for number in (-1, 0, made + 1):
            with pytest.raises(TurnError, match=f"^turn {number}: there {said}$"):
                session.edited(number, guess="crane")
        with pytest.raises(GameError, match="only your turns are tracked"):
            session.edited(1, guess="crane", side="them")
        session = session.scored("4,0", "hatch")


def test_the_strategy_decides_which_listed_guesses_are_allowed(session):
    strict = Session(session.game, jotto.strategy("entropy", allow="candidates"))
    strict = strict.scored("4,0", "hatch")
    words = "latch", "match", "hatch", "crane", "champ", "witch"  # the last is in no list
    assert [*filter(strict.allows, words)] == ["latch", "match", "witch"]
    assert strict.scored("5,0", "latch").allows("crane")  # after a win nothing is asked
    assert session.scored("4,0", "hatch").allows("crane")


def test_an_entry_that_there_is_not_is_quoted(session):
    for entry in (("dance",), ("score",), ("refuse", 7), ("they", 7), ()):
        with pytest.raises(GameError, match=f"^{re.escape(repr(entry))} is not an entry"):
            _ = session.entered(*entry) if entry else Session(session.game, transcript=[()]).state


def agreed(session):
    """The session after yes to the question about a win that earlier scores exclude."""
    return session.fixed(session.answers[0])


def test_a_secret_found_shows_which_scores_were_wrong(session):
    after = session.scored("4,0", "hatch")
    odd = agreed(after.scored("5,0", "crane"))
    wrong = [now.wrong_turns() for now in (after, after.scored("5,0", "latch"), odd)]
    assert [[*map(session.game.show, turns)] for turns in wrong] == [[], [], ["hatch=4,0"]]


def test_a_secret_that_contradicts_a_score_is_taken_only_if_that_is_sure(session):
    after = session.scored("4,0", "hatch")
    with pytest.raises(WordError, match="'crane' contradicts hatch=4,0; enter it again"):
        after.revealed("crane")
    assert (after.revealed("latch"), after.revealed("crane", sure=True)) == ("latch", "crane")


def test_a_refused_word_is_neither_guess_nor_secret(session):
    less = session.entered("refuse", "hatch").entered("refuse", "champ")
    assert less.position.candidates == ["latch", "match", "patch", "crane"]
    assert session.listed is session.game
    assert less.undone().undone().guess == session.guess
    for word in ("latch", "match", "patch"):
        less = less.entered("refuse", word)
    assert less.guess == "crane"
    with pytest.raises(GameError, match="at least one secret"):
        less.entered("refuse", "crane")


def test_looking_ahead_is_of_one_position(session):
    tree = jotto.solve(session.position)
    ahead = replace(session, ahead=tree)
    assert (ahead.guess, ahead.usual) == (tree.guess, tree.guess)
    other = next(secret for secret in session.game.secrets if secret != tree.guess)
    assert ahead.scored(session.game.score(tree.guess, other)).ahead is None


def test_a_guess_is_from_the_book_only_where_the_book_has_one(session):
    tree = jotto.solve(session.game)
    book = Session(session.game, Strategy(tree=tree))
    other = replace(book, transcript=(("score", "champ", "0,3"),))  # not the tree's opening
    unlisted, ahead = book.scored("4,0", "hatch").among_unlisted(), replace(book, ahead=tree)
    assert (tree.guess, len(other.position)) != ("champ", 0)
    assert book.from_book
    for now in (session, other, unlisted, ahead):
        assert not now.from_book


# --- unlisted words -----------------------------------------------------------------------------


@pytest.fixture
def hat():
    """Unlisted words fit as well: ?at less lat and mat, h?t and ha?: 23 + 25 + 25 = 73."""
    return Session(word_game(["hat", "lat", "mat"])).scored("2,0", "hat")


def test_where_all_unlisted_words_are_known_no_figure_names_the_likeliest(hat):
    session = hat.among_unlisted()
    assert (session.count, session.sampled, len(session.position)) == (73, 0, 73)
    assert set(session.position.candidates).isdisjoint(session.game.secrets)
    assert {naive.exact_elsewhere("hat", word) for word in session.position.candidates} == {"2,0"}
    assert (session.chance_unlisted, session.undone().count) == (0, 2)
    assert session.advice == session.position.measure(session.guess)
    texts = [str(view.pane(session, name).title) for name in ("list", "more", "why")]
    assert not re.search(
        "likeliest of|among", " ".join([*texts, str(as_texts(view.view(session)))])
    )
    assert texts[0] == "73 strings possible, likeliest first"


@pytest.mark.parametrize("rule", ["exact-elsewhere", "jots", "colours"])
def test_every_figure_is_about_all_unlisted_words_or_names_the_likeliest(rule):
    """All strings of three letters, scored one by one by the definitions."""
    score = naive.RULES[rule]
    nothing = score("hat", "zzz")
    session = Session(word_game(["hat", "lat", "mat"], rule=rule))
    session = session.scored(nothing, "hat").attempt.among_unlisted().entered("refuse", "bib")
    letters = sorted({*string.ascii_lowercase} - {*"hat"})
    fitting = [text for text in map("".join, itertools.product(letters, repeat=3)) if text != "bib"]
    assert (session.count, session.sampled, len(session.position)) == (23**3 - 1, 500, 500)
    for guess in (session.guess, "quo", "hit"):
        sizes = Counter(score(guess, text) for text in fitting)
        measured = session.measure(guess)
        assert (measured.worst_left, measured.parts) == (max(sizes.values()), len(sizes))
        assert measured.expected_left == sum(n * n for n in sizes.values()) / len(fitting)
        assert measured.candidate == (guess in fitting)
        now = session.entered("instead", guess)
        assert now.advice == measured
        assert {row[0]: row[1] for row in view.pane(now, "why").rows} == sizes
        worth = view.pane(session, "about", guess).title.facts["worth"]
        assert worth.facts["worst"] == measured.worst_left
        for text, left in sizes.items():
            if left > 500:
                assert now.scored(text).count == left  # the next turn says the same
    seen, panes = view.view(session), [view.pane(session, name).title for name in ("list", "more")]
    assert [str(text) for text in (seen.guess.possible, seen.guess.source, *panes)] == [
        f"{session.count:,} strings possible",
        "(best among the 500 likeliest)",
        f"The 500 likeliest of {session.count:,} strings",
        "Good guesses, best among the 500 likeliest first",
    ]
    assert seen.letters == {}  # the likeliest do not show which are in none of the others
    for number in range(1, 5):
        [hint] = moves.make_move(replace(session, hints=number - 1), {"do": "hint"}).messages
        assert str(hint).startswith("Among the 500 likeliest: ")
    about = str(view.pane(session, "about", session.position.likeliest[0]).title)
    assert about.endswith("% among the 500 likeliest).") == (session.position.chances.max() >= 0.01)


def test_a_refused_word_is_not_proposed_as_an_unlisted_one(hat):
    unlisted = hat.entered("refuse", "lat").among_unlisted()
    first, second = unlisted.position.likeliest[:2]
    less = unlisted.entered("refuse", first)
    assert less.position.likeliest[0] == second
    assert {first, "lat"}.isdisjoint(less.position.candidates)
    assert (unlisted.count, less.count) == (73, 72)  # each is known not to be the secret
    odd = less.scored("0,0", second)  # of its letters two are in the secret
    meant = {word for each in odd.explanations for word in each.secrets}
    assert meant - {first, "lat"} == meant != set()


def test_the_secret_may_be_unlisted_once_few_listed_words_are_left(session):
    assert not session.may_be_unlisted  # nothing is known yet
    after = session.scored("4,0", "hatch")
    assert after.may_be_unlisted
    assert after.scored("4,0", "crane").attempt.may_be_unlisted
    assert not after.scored("5,0", "latch").may_be_unlisted
    assert not Session(session.game, boards=2).scored("4,0+4,0", "hatch").may_be_unlisted
    assert not Session(jotto.named("mastermind:2x3")).scored("0,0", "00").may_be_unlisted
    words = ["".join(letters) for letters in itertools.product("abcdefghi", repeat=2)]
    for n, few in ((60, True), (61, False)):
        game = word_game([*words[:n], "zz"])
        assert Session(game).scored("0,0", "zz").may_be_unlisted == few


def test_the_only_word_left_and_a_doubt_about_the_list_are_one_truth(session, monkeypatch):
    monkeypatch.setattr(Session, "chance_unlisted", 0.29)
    several = session.scored("4,0", "hatch")
    one = several.scored("4,0", "latch").scored("4,0", "match")
    assert (several.count, one.count) == (3, 1)
    assert str(wording.doubt(several)) == "The word may not be in the list (a chance of 29%)."
    assert (
        str(wording.doubt(one)) == "Or it is a word in no list (a chance of 29%)."
    )  # It must be PATCH.


def test_where_no_string_fits_it_is_said(hat):
    odd = hat.scored("0,3", "hat")
    with pytest.raises(ContradictionError):
        (odd.attempt or odd).among_unlisted()


def test_while_a_turn_is_asked_about_no_other_takes_its_place(session):
    before = session.scored("4,0", "hatch")
    odd = before.scored("0,0", "crane")
    wrong = "first answer about 'crane': choose what is meant, enter its score again, or undo"
    for entry in [
        *[("score", "quilt", "2,0"), ("they", "crane", "0,0"), ("race", None, True, True)],
        *[("instead", "quilt"), ("refuse", "quilt"), ("side", "them")],
    ]:
        with pytest.raises(GameError, match=wrong):
            odd.entered(*entry)
    for more in ("quilt", None), (None, "5,0"):
        changed = odd.edited(1, guess=more[0], score=more[1])
        assert (changed.attempt or changed).state.mine[1:] == odd.attempt.state.mine[1:]
    for score in ("2,0", "1,0"):
        assert odd.scored(score) == odd.scored(score, "crane") == before.scored(score, "crane")
    done = moves.make_move(odd, {"do": "refuse"}).session
    assert (done.state.refused, done.attempt, len(done.state.mine)) == (("crane",), None, 1)
    assert odd.undone() == before
    assert odd.scored("0,2", "CRANE").state == before.scored("0,2", "crane").state
    changed = before.edited(1, score="0,0")
    with pytest.raises(GameError, match="first answer about what was changed: choose"):
        changed.scored("0,0", "crane")


def test_of_a_pasted_game_that_does_not_fit_no_turn_is_lost(session):
    entries = ("score", "latch", "4,0"), ("score", "crane", "0,0"), ("score", "quilt", "1,0")
    odd = session.entered(*entries[0], further=entries[1:])
    again = odd.scored("2,0", "crane")
    turns = (again.attempt or again).state.mine
    assert [turn.guess for turn in turns] == ["latch", "crane", "quilt"]
    assert len(odd.scored("0,1").attempt.state.mine) == 3
    with pytest.raises(GameError, match="first answer about 'quilt'"):
        odd.entered(*entries[1], further=entries[2:])
    assert odd.entered(*entries[0], further=entries[1:2]).attempt.transcript == entries[:2]


def test_an_edit_of_their_turns_keeps_the_one_that_is_asked_about(session):
    raced = session.raced(None, first=False, last_turn=False).they("crane", "0,1")
    odd = raced.scored("4,0", "hatch").they("latch", "5,0")
    assert odd.claim.side == "them"
    changed = odd.edited(1, score="1,0", side="them")
    theirs = (changed.attempt or changed).state.theirs
    assert [turn.guess for turn in theirs] == ["crane", "latch"]
    with pytest.raises(GameError, match="first answer about 'latch'"):
        odd.edited(1, score="3,0")
    assert odd.scored("4,0") == odd.they("latch", "4,0")


def test_an_unlisted_win_that_belies_a_score_can_be_played_on_and_resumed():
    """Here ratel gives knees 1,0, so that no word at all agrees with both turns."""
    session = Session(word_game(["knees", "bales", "tires", "quilt"]))
    session = session.raced("quilt", first=True, last_turn=True).scored("2,0", "knees")
    session = session.entered("they", "bales", "0,1").among_unlisted()
    session = agreed(session.scored("5,0", "ratel"))
    assert (session.won, session.over) == (True, False)
    assert session.game_now.find("tires") >= 0
    saved = Saved({}, session.game.key).updated(session)
    assert saved.restore(Session(session.game)).state == session.state
    assert session.entered("they", "tires", "2,0").over


def test_a_score_that_cannot_be_is_refused_after_a_win_too():
    """Of two equal letters the first is marked, so BBYB cannot be the score of eced."""
    game = word_game(["debd", "ddcc", "abac"], ["eced"], rule="colours")
    won = Session(game).scored("BBYB", "debd").scored("GGGG", "abac")
    with pytest.raises(TurnError, match="turn 1: 'BBYB' is impossible"):
        won.edited(1, guess="eced")


def test_a_contradiction_among_unlisted_words_is_explained_by_unlisted_words():
    turns = "pales=1,1 rents=3,0 stets=3,0 meets=4,0 beets=4,0"
    told = [tuple(turn.split("=")) for turn in turns.split()]
    session = Session(jotto.words(), transcript=[("unlisted", *told)])
    after = session.scored("0,0", "deets")
    *found, word = sorted(after.explanations, key=lambda each: each.kind == "word")
    anything = after.fixed(word)  # which no string agrees with
    assert anything.attempt.state.unlisted == "anything"
    assert {each.kind for each in (*found, *anything.explanations)} == {"score"}
    assert found[0].turn == 6  # all words that fit the other turns end in -eets
    texts = after.game.rule.texts
    assert {texts[each.meant.code]: each.secrets for each in found}["5,0"] == ["deets"]
    for each in found:
        turns = [(turn.guess, texts[turn.code]) for turn in each.fixed(after.attempt.state.mine)]
        assert {*each.secrets}.isdisjoint(session.game.secrets)
        for secret, (guess, score) in itertools.product(each.secrets, turns):
            assert naive.exact_elsewhere(guess, secret) == score


def test_games_of_codes_have_nothing_unlisted():
    session = Session(jotto.named("mastermind:4x6:distinct"))
    assert session.chance_unlisted == 0
    with pytest.raises(JottoError):
        _ = session.among_unlisted().count
    impossible = session.scored("4,0", "1111")
    assert (impossible.won, impossible.attempt.contradiction.turn) == (False, 1)


# --- a game as it is shared -----------------------------------------------------------------------

HEADS = "", "Wordle 1,234 6/6", "Wordle #1234 X/6*", "Wordle 1.234 5/6\n"
SIGNS = str.maketrans("BYG", "⬜🟦🟧"), str.maketrans({"B": "⬛️", "Y": "🟨", "G": "🟩"})


@pytest.mark.parametrize("seed", range(6))
def test_a_shared_game_becomes_its_turns(seed):
    rng = random.Random(seed)
    game = jotto.words(jotto.words().secrets[::30], rule="colours")
    secret, *words = rng.sample(game.secrets, rng.randint(3, 6))
    scores = [naive.colours(word, secret) for word in words]
    signs = rng.choice(SIGNS)
    rows = [score.translate(signs) for score in scores]
    text = rng.choice((" ", "\n", "  \r\n")).join([rng.choice(HEADS), *words, *rows])
    read = ((word, game.rule.read(score)) for word, score in grid(text, game.rule))
    told = [(word, game.rule.texts[code]) for word, code in read]
    assert told == [*zip(words, scores, strict=True)]
    line = moves.read_move(jotto.Session(game), text)
    pasted = moves.make_move(jotto.Session(game), line).session
    singly = jotto.Session(game)
    for word, score in zip(words, scores, strict=True):
        singly = singly.scored(score, word)
    assert pasted.state == singly.state
    assert pasted.undone().state == singly.undone().state


@pytest.mark.parametrize(
    ("typed", "wrong"),
    [
        ("⬛🟨⬛⬛🟩 ⬛⬛🟩🟩🟩 🟩🟩🟩🟩🟩", "3 rows of squares, 0 words: write the words"),
        (
            "Wordle 1,234 1/6 crane slate ⬛🟨⬛⬛🟩",
            "1 row of squares, 2 words 'crane slate': write the words that",
        ),
    ],
)
def test_a_shared_game_without_a_word_for_each_row_is_refused(typed, wrong):
    session = jotto.Session(jotto.words(["crane", "slate", "trace"], rule="colours"))
    with pytest.raises(jotto.GameError, match=wrong):
        moves.read_move(session, typed)


def test_a_shared_game_that_cannot_be_is_explained_as_a_whole():
    session = jotto.Session(jotto.words(["crane", "slate", "trace", "crate"], rule="colours"))
    line = "slate trace ⬛⬛🟩🟩🟩 🟨🟩🟩⬛🟩"  # of CRATE, the C of TRACE forgotten
    tried = moves.make_move(session, moves.read_move(session, line)).session
    assert [turn.guess for turn in tried.attempt.state.mine] == ["slate", "trace"]
    fixed = moves.make_move(tried, {"do": "fix", "number": "0"}).session
    assert fixed.position.turns == (("slate", "BBGGG"), ("trace", "YGGYG"))


@pytest.mark.parametrize("wrong", [1, 2])
def test_a_win_that_shows_a_wrong_score_of_a_shared_game_is_taken_back(wrong):
    words = ["crane", "slate", "trace", "crate"]
    line = " ".join([*["crane"] * wrong, "slate", *["⬛⬛⬛⬛🟩"] * wrong, "🟩🟩🟩🟩🟩"])
    session = jotto.Session(jotto.words(words, rule="colours")).scored("BBGBG", "slate")
    won = agreed(moves.make_move(session, moves.read_move(session, line)).session)
    assert (won.won, won.contradiction is None) == (True, False)
    doubted = won.undone()
    assert (doubted.transcript, view.view(doubted).stage) == (session.transcript, "doubt")
    assert doubted.attempt.transcript == won.transcript[:-1]
    saved = Saved({}, session.game.key).updated(doubted)
    assert saved.restore(jotto.Session(session.game)).attempt.state == doubted.attempt.state
    assert doubted.undone() == session


RHYMES = jotto.words(["hatch", "latch", "match", "crane"])
LATCHED = ["hatch 4,0", "latch 4,0"]
ODD = "crane 5,0"  # which hatch=4,0 excludes
RACE, PRIVATE = ({"do": "race", "first": "me", **more} for more in ({"word": "match"}, {}))


@pytest.mark.parametrize(
    ("game", "lines", "asks", "no"),
    [
        (RHYMES, ["hatch 4,0", ODD], "Is CRANE the word? Then HATCH was 0,2", "0,2"),
        (RHYMES, [*LATCHED, ODD], "HATCH was 0,2; 1 other score would be wrong too", "0,2"),
        (lying(RHYMES, 1), ["hatch 4,0", ODD], "", ""),  # which may be a lie
        (lying(RHYMES, 1), [*LATCHED, ODD], "1 other score would be wrong", "0,2"),
        (lying(RHYMES, 1), ["hatch 0,0", "hatch 5,0"], "Then HATCH was 5,0", "4,0"),  # no lie
        (RHYMES, ["hatch 4,0", "patch 5,0"], "", ""),  # unlisted, and excluded by nothing
        (RHYMES, ["hatch 4,0", "plumb 5,0"], "Is PLUMB the word? Then HATCH was 0,0", "0,1"),
        (jotto.named("mastermind:2x3"), ["00 1,0", "11 2,0"], "the secret? Then 00 was 0,0", "1,0"),
        (RHYMES, [RACE, "hatch 4,0", ODD], "Is CRANE your word?", "0,2"),
        (RHYMES, [RACE, "hatch 4,0", "match 5,0"], "", ""),
        (RHYMES, [RACE, "hatch 4,0", "match"], "", ""),
        (RHYMES, [PRIVATE, "hatch 4,0", *LATCHED, ODD], "your word? Then HATCH was 0,2", "0,2"),
        (RHYMES, [PRIVATE, "hatch 4,0", *LATCHED, "match 5,0"], "", ""),
    ],
)
def test_a_win_that_earlier_scores_exclude_is_asked_about(game, lines, asks, no):
    session = jotto.Session(game)
    for line in lines:
        move = moves.read_move(session, line) if isinstance(line, str) else line
        session = moves.make_move(session, move).session
    seen = view.view(session)
    if not asks:
        assert session.decided
        return
    assert (seen.stage, session.decided) == ("doubt", False)
    assert asks in str(seen.title)
    assert [(choice.key, str(choice.text)[: len(no) + 4]) for choice in seen.choices] == [
        ("y", "Yes"),
        ("n", f"No: {no}"),
    ]
    yes, said_no = (moves.make_move(session, moves.read_move(session, a)) for a in ("yes", "N"))
    assert (yes.session.decided, yes.session.attempt) == (True, None)
    assert (said_no.session.decided, said_no.session.attempt) == (False, None)
    state = said_no.session.state
    told = (state.theirs or state.mine)[-1] if "your" in asks else state.mine[-1]
    assert game.rule.texts[told.code] == no
    saved = Saved({}, game.key).updated(session).restore(jotto.Session(game))
    assert (saved.claim, saved.answers) == (session.claim, session.answers)
    assert yes.session.undone().state == session.state


def test_a_win_on_one_of_several_boards_is_asked_about_and_the_others_are_played_on():
    begun = jotto.Session(RHYMES, boards=2).scored("4,0+4,0", "hatch")
    with pytest.raises(GameError, match="'crane' cannot be found on two boards"):
        begun.scored("5,0+5,0", "crane")
    session = begun.scored("5,0+0,2", "crane")
    seen = view.view(session)
    assert str(seen.title) == "board 1: Is CRANE the word? Then HATCH was 0,2"
    assert [board.number for board in seen.boards if board.asked] == [1]
    played = agreed(session)
    assert (played.over, played.attempt, played.to_score) == (False, None, (1,))
    assert played.undone().state.boards == begun.state.boards
    assert played.scored("5,0", "latch").over


def test_a_shared_game_may_have_a_win_for_which_no_other_score_is_near():
    """Nothing fits its first two rows, so that no score of the third would help."""
    session = jotto.Session(jotto.words(["crane", "slate", "hatch"], rule="colours"))
    line = "crane slate hatch ⬛⬛⬛⬛🟩 🟩🟩🟩🟩⬛ 🟩🟩🟩🟩🟩"
    session = moves.make_move(session, moves.read_move(session, line)).session
    seen = view.view(session)
    assert (str(seen.prompt), len(seen.choices)) == ("Yes, or the score again", 1)
    assert agreed(session).won


def test_a_shared_word_that_is_not_listed_is_noted_and_boards_need_a_row_each():
    game = jotto.words(["crane", "slate", "trace"], rule="colours")
    line = "slade trace ⬛⬛🟩⬛🟩 ⬛🟩🟩⬛🟩"
    session = jotto.Session(game)
    (note,) = moves.notes(session, moves.read_move(session, line))
    assert str(note).startswith("'slade' is not in the list (did you mean 'slate'?)")
    with pytest.raises(jotto.GameError, match="write the words that were guessed, then 2 rows"):
        moves.make_move(jotto.Session(game, boards=2), {"do": "grid", "text": line})
    with pytest.raises(jotto.GameError, match="then a row of squares"):
        moves.make_move(jotto.Session(game), {"do": "grid", "text": "crane"})


def test_what_is_a_guess_and_a_score_is_the_score_of_a_guess_that_was_just_chosen():
    numbers = Session(jotto.game(lambda g, s: abs(g - s), range(9)))
    words = Session(jotto.words(["by", "gb", "no"], rule="colours"))
    for session, line, score in ((numbers, "3", "3"), (words, "by", "BY")):
        assert moves.read_move(session, line) == {"do": "guess", "word": line}
        chosen = session.entered("instead", line)
        assert moves.read_move(chosen, line)["score"] == score
        both = {"do": "score", "word": line, "score": score}
        assert moves.read_move(chosen, f"{line} {line}") == both
    right = Session(jotto.words(["right", "night", "light"])).entered("instead", "right")
    assert moves.read_move(right, "right") == {"do": "guess", "word": "right"}


def test_each_board_is_asked_about_where_scores_of_several_are_typed_at_once(session):
    two = Session(session.game, boards=2).scored("4,0", "hatch").scored("4,0")
    for second, fits in (("0,2", True), ("4,0", False)):
        asked = two.entered("score", "crane", "5,0", further=[("score", "crane", second)])
        assert (asked.claim.board, asked.state.boards) == (0, two.state.boards)
        after = asked.fixed(asked.answers[0])
        assert [len(turns) for turns in after.state.boards] == [2, 1 + fits]
        assert (after.attempt is None, after.claim) == (fits, None)
    with pytest.raises(GameError, match="'crane' cannot be found on two boards"):
        two.entered("score", "crane", "5,0", further=[("score", "crane", "5,0")])

import pytest

from jotto.assistant.session import Session
from jotto.engine.strategies import strategy_named
from jotto.games.words import word_game


@pytest.fixture
def session() -> Session:
    game = word_game(["hatch", "latch", "match", "patch", "crane"], ["champ"])
    return Session(game, strategy_named("entropy"))


def code(session: Session, text: str) -> int:
    return session.game.rule.read(text)


def test_a_score_narrows_the_candidates_and_leaves_the_old_session_alone(session):
    after = session.instead("hatch").scored(code(session, "4,0"))
    assert [after.game.secrets[i] for i in after.candidates] == ["latch", "match", "patch"]
    assert session.turns == ()
    assert len(session.candidates) == 5


def test_another_word_can_be_guessed_instead_and_taken_back(session):
    other = session.instead("crane")
    assert other.guess == "crane"
    assert other.undone().guess == session.guess
    assert other.scored(code(session, "0,2")).undone().turns == ()


def test_undo_at_the_start_changes_nothing(session):
    assert session.undone().turns == ()


def test_a_score_that_leaves_nothing_is_only_an_attempt(session):
    after = session.instead("hatch").scored(code(session, "4,0"))
    odd = after.scored(code(session, "4,0"), "crane")
    assert odd.same_position(after)
    assert odd.attempt.contradiction.turn == 2
    assert len(odd.candidates) == 3
    assert odd.undone().attempt is None
    assert odd.undone().same_position(after)


def test_a_word_outside_the_list_has_a_worth_and_its_score_counts(session):
    other = session.instead("witch")
    # hatch, latch, match, patch: 3,0; crane: 0,1
    assert (other.advice.guess, other.advice.parts, other.advice.worst_left) == (-1, 2, 4)
    after = other.scored(code(session, "3,0"))
    assert {after.game.secrets[i] for i in after.candidates} == {
        "hatch", "latch", "match", "patch"
    }  # fmt: skip


def test_a_secret_outside_the_list_can_be_found(session):
    assert session.instead("witch").scored(code(session, "5,0")).won


def test_the_worth_of_a_listed_word_is_shown(session):
    other = session.instead("champ")
    assert not other.advice.candidate
    # hatch 0,3; latch 0,3; match 0,4; patch 0,4; crane 1,1
    assert (other.advice.parts, other.advice.worst_left) == (3, 2)


def test_a_secret_found_shows_which_scores_were_wrong(session):
    after = session.instead("hatch").scored(code(session, "4,0"))
    assert after.instead("latch").scored(code(session, "5,0")).belied() == ()
    odd = after.instead("crane").scored(code(session, "5,0"))
    assert [session.game.show(turn) for turn in odd.belied()] == ["hatch=4,0"]
    assert after.belied() == ()

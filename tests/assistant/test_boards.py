"""Live games of several boards, beside what is left by the definition, and what a person types."""

import random

import naive
import pytest

import jotto
from jotto.assistant import moves, review
from jotto.assistant.page_file import data_of
from jotto.assistant.view import pane, view
from jotto.reading.turns import grid

WORDS = [
    *("crane", "slate", "fools", "quilt", "trace", "crate", "hatch", "latch", "match", "watch"),
    *("react", "stale", "least", "caret", "pools", "moist", "tares", "blimp", "jumpy", "vixen"),
]
RULES = {"exact-elsewhere": naive.exact_elsewhere, "jots": naive.jots, "colours": naive.colours}


def session_of(n, rule="colours", words=WORDS):
    return jotto.Session(jotto.words(words, rule=rule), boards=n)


def typed(session, *lines):
    for line in lines:
        session = moves.make_move(session, moves.read_move(session, line)).session
    return session


def by_hand(told, n, score):
    """What is left on each board, or None where it is found, from what was told of each guess."""
    for at in range(n):
        found = any(said.get(at) == score(g, g) for g, said in told)
        fits = (all(score(g, w) == said[at] for g, said in told if at in said) for w in WORDS)
        yield None if found else sum(fits)


@pytest.mark.parametrize("seed", range(8))
def test_random_games_are_what_the_definition_says(seed):
    """Scores come singly and several at once, some are taken back; the advice ends the game."""
    chance = random.Random(seed)
    n, rule = chance.randint(2, 6), chance.choice(list(RULES))
    score, secrets = RULES[rule], chance.sample(WORDS, n)
    session, told = session_of(n, rule), []
    while not session.over:
        left = [*by_hand(told, n, score)]
        asked = [at for at in range(n) if left[at] is not None]
        shown = [
            (place.number - 1, place.left) for place in view(session).boards if not place.found
        ]
        assert shown == [(at, left[at]) for at in sorted(asked, key=lambda at: left[at])]
        if chance.random() < 0.3:
            session = typed(session, chance.choice(WORDS))
        guess = session.guess
        told.append((guess, {}))
        while asked:
            several = chance.randint(1, len(asked))
            scores = [score(guess, secrets[at]) for at in asked[:several]]
            before = session
            session = typed(session, chance.choice(" +").join(scores))
            if chance.random() < 0.2:
                assert session.undone() == before
                session = session.undone()
                continue
            told[-1][1].update(zip(asked[:several], scores, strict=True))
            asked = asked[several:]
            if asked:
                assert (session.pending, session.guess) == (guess, guess)
                assert [*session.to_score] == asked
    assert str(view(session).title) == f"You found all {n} words in {len(told)} guesses."
    record = review.record_of(session, {"boards": n})
    assert record.secret == "+".join(secrets)
    assert record.turns == tuple(f"{g}={'+'.join(said.values())}" for g, said in told)


def test_a_word_that_is_certain_is_guessed_and_found_boards_come_last():
    session = typed(session_of(2), "hatch bbbbb bbbbb", "slate")
    assert [place.number for place in view(session).boards] == [1, 2]
    session = typed(session_of(3), "crane ggggg bbbbb ybybb")
    last = view(session).boards[-1]
    assert (str(last.who), str(last.note), last.found) == ("board 1", "CRANE in 1", True)


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("bbbbb bbbbb bbbbb bbbbb", "these are 4 scores, for boards 1, 2, 3"),
        ("bbbbb bxbbb", "score 'bxbbb': board 2: "),
        ("me", "with several boards"),
        ("unlisted", "with several boards"),
        ("slate", "'crane' still needs its score on boards 2, 3"),
        ("slate bbbbb", "'crane' still needs its score on boards 2, 3"),
        ("not a word", "'crane' still needs its score on boards 2, 3"),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(line, wrong):
    session = typed(session_of(3), "crane bbbbb" if "still needs" in wrong else "crane")
    with pytest.raises(jotto.JottoError, match=wrong):
        typed(session, line)


@pytest.mark.parametrize(
    "entry", [("race", None, True, True), ("side", "me"), ("they", "crane", "bbbbb"), ("unlisted",)]
)
def test_only_a_game_of_one_board_has_two_sides_and_unlisted_words(entry):
    with pytest.raises(jotto.GameError, match=f"there is no '{entry[0]}'; it is for one board"):
        session_of(2).entered(*entry)


@pytest.mark.parametrize("seed", range(8))
def test_a_shared_game_of_several_boards_becomes_its_turns(seed):
    rng, n = random.Random(seed), (2, 4, 8, 3)[seed % 4]
    game = jotto.words(jotto.words().secrets[::30], rule="colours")
    secrets = rng.sample(game.secrets, n)
    words, wide = [*rng.sample(game.secrets, 2), *secrets], 3 if n == 3 else 2
    text = f"Daily Quordle 155\n9️⃣🟥\nquordle.com\n{' '.join(words)}\n"
    for some in (secrets[at : at + wide] for at in range(0, n, wide)):
        for turn, word in enumerate(words):  # a board that is found is black, or goes on
            black = [seed % 2 and secret in words[:turn] for secret in some]
            marks = [
                "BBBBB" if own else naive.colours(word, secret)
                for own, secret in zip(black, some, strict=True)
            ]
            text += " ".join(marks).translate(str.maketrans("BYG", "⬜🟨🟩")) + "\n"
        text += "\n"
    at = jotto.boards(game, n, *grid(text, game.rule, n))
    assert at.found == tuple(secrets)
    assert [guess for guess, _ in at.turns] == words
    session = jotto.Session(game, boards=n)
    pasted = moves.make_move(session, {"do": "grid", "text": text}).session
    assert pasted.won
    # which rows are beside each other is not to be seen then
    with pytest.raises(jotto.GameError, match="in lines as they are shared"):
        grid(text.replace("\n", " "), game.rule, n)


def test_nothing_fits_is_told_by_board_and_corrected_by_a_letter():
    session = typed(session_of(3), "hatch bybyb bgggg byybb", "slate bbgbg", "yyyyy")
    seen = view(session)
    assert seen.stage == "doubt"
    assert str(seen.title).startswith("board 2: No word fits SLATE YYYYY and the earlier scores")
    assert [place.number for place in seen.boards if place.asked] == [2]
    assert seen.choices
    fixed = typed(session, "1")
    assert str(view(fixed).prompt).endswith("on board 3")
    assert fixed.undone().attempt is None


def test_the_board_where_nothing_fits_is_looked_at():
    session = session_of(3).scored("bgggg+bgggg+bgggg", "hatch")  # latch, match, watch
    for wrong in range(3):
        scores = ["bbbbb" if at == wrong else "bgggg" for at in range(3)]
        odd = session.scored("+".join(scores), "latch")
        assert odd.attempt.here == wrong
        assert str(odd.attempt.contradiction).startswith(f"board {wrong + 1}: ")


def test_a_game_of_several_boards_follows_no_tree_and_begins_as_boards_do():
    game = jotto.words(prior="common")
    with pytest.raises(jotto.GameError, match="several boards do not follow a tree"):
        jotto.Session(game, jotto.strategy(book=True), boards=2)
    for name in ("entropy", "minimax"):  # minimax begins one board otherwise
        session = jotto.Session(game, name, boards=4)
        first = jotto.boards(game, 4).choose(jotto.strategy(name))
        assert (session.usual, session.entered("instead", "crane").usual) == (first, first)
        assert data_of(game, jotto.strategy(name), boards=4)["book"]["tree"] == [game.index(first)]


def test_a_corrected_win_asks_for_the_scores_that_lack():
    session = typed(session_of(2), "hatch bgggg ggggg", "latch bgggg", "match bgggg")
    assert typed(session, "edit 1 board 2 bgggg").guess == "latch"
    wrong = typed(session, "edit 1 board 2 bgggg")
    assert str(view(wrong).prompt) == "Score for LATCH on board 2"
    wrong = typed(wrong, "ggggg")
    assert wrong.state.boards[1][-1].guess == "latch"
    assert str(view(wrong).prompt) == "Score for WATCH on board 1"
    again = typed(wrong, "edit 1 bgggg ggggg")
    assert len(again.state.boards[1]) == 1
    with pytest.raises(jotto.TurnError, match="turn 3: board 1 had this turn"):
        typed(wrong, "edit 3 board 2 bbbbb")


def test_panes_are_about_the_board_that_is_scored_next():
    session = typed(session_of(2), "hatch bgggg bbbbb")
    assert str(pane(session, "list").title) == "3 words possible on board 1, likeliest first"
    assert pane(session, "list").words == ("latch", "match", "watch")
    assert "What it leaves on board 1" in str(pane(session, "why").title)
    best = pane(session, "more").rows[0][0]
    assert best == jotto.boards(session.game, 2, "hatch=BGGGG+BBBBB").choose().upper()
    assert "boards that are open" in str(pane(session, "help").rows[0][1])


@pytest.mark.parametrize("again", ["gggbg", "bbbbb gggbg bbbbb"])
def test_one_score_again_is_that_of_the_board_where_nothing_fits(again):
    doubt = typed(session_of(3), "crane bbbbb ggggb bbbbb")  # no word fits GGGGB
    right = typed(doubt, again)
    texts = jotto.words(WORDS, rule="colours").rule.texts
    assert doubt.asked_about == 1
    assert [texts[turns[0].code] for turns in right.state.boards] == ["BBBBB", "GGGBG", "BBBBB"]

"""How a live game is drawn, as text: each turn beside its number, its score beside its guess."""

import pytest

import jotto
from jotto.assistant import moves
from jotto.assistant.view import view
from jotto.cli import look

WORDS = ["crane", "slate", "fools", "quilt", "trace", "crate", "hatch", "latch", "match", "watch"]


def scored(word, score):
    return {"do": "score", "word": word, "score": score}


WATCH = scored("fools", "0,0"), scored("crane", "0,2"), scored("latch", "4,0")
RACE = {"do": "race", "word": "title", "first": "me"}, WATCH[0], {"do": "they", "word": "crane"}
SLATE = {"do": "they", "word": "slate"}
GREEN = scored("fools", "BBBBB"), scored("hatch", "BGGGG")
GAMES = {
    "exact-elsewhere": jotto.words(WORDS),
    "colours": jotto.words(WORDS, rule="colours"),
    "pegs": jotto.named("mastermind:4x6"),
}


def seen(game, made, boards=1):
    session = jotto.Session(GAMES[game], boards=boards)
    for move in made:
        session = moves.make_move(session, move).session
    return view(session)


def text(lines):
    """What is drawn, without the spaces at the ends of lines."""
    return [("".join(part for _, part, *_ in line)).rstrip() for line in lines]


@pytest.mark.parametrize(
    ("game", "made", "columns", "room", "drawn"),
    [
        (
            *("exact-elsewhere", WATCH, 80, 10),
            [
                "  1    F   O   O   L   S   0,0  ·····",
                "  2    C   R   A   N   E   0,2  ○○···",
                "  3    L   A   T   C   H   4,0  ●●●●·",
            ],
        ),
        (
            *("exact-elsewhere", WATCH, 80, 2),  # the first turn has no room
            [
                "  2↑   C   R   A   N   E   0,2  ○○···",
                "  3    L   A   T   C   H   4,0  ●●●●·",
            ],
        ),
        (
            *("exact-elsewhere", WATCH, 24, 10),
            ["  1   FOOLS 0,0 ·····", "  2   CRANE 0,2 ○○···", "  3   LATCH 4,0 ●●●●·"],
        ),
        (
            *("exact-elsewhere", RACE, 74, 10),
            [
                "      you                               they",
                "  1    F   O   O   L   S   0,0  ·····    C   R   A   N   E   1,0  ●····",
            ],
        ),
        (
            *("exact-elsewhere", [*RACE, WATCH[1], SLATE], 53, 2),  # too narrow for large letters
            [
                "      you               they",
                "  2↑  CRANE 0,2 ○○···   SLATE 1,2 ●○○··",
            ],
        ),
        (
            *("colours", GREEN, 80, 10),
            [
                "  1    F   O   O   L   S   BBBBB",
                "  2    H   A   T   C   H   BGGGG",
            ],
        ),
        ("pegs", [scored("0012", "1,1")], 80, 10, ["  1    0   0   1   2   1,1  ●○··"]),
    ],
)
def test_the_turns_of_a_game(game, made, columns, room, drawn):
    assert text(look.board(seen(game, made), columns, room)) == drawn


def test_a_click_on_a_turn_begins_its_correction():
    one, both = seen("exact-elsewhere", WATCH), seen("exact-elsewhere", RACE)
    does = [[{part[2] for part in line if len(part) > 2} for line in look.board(each, 80, 10)]
            for each in (one, both)]  # fmt: skip
    assert does == [[{"edit 1 "}, {"edit 2 "}, {"edit 3 "}], [set(), {"edit 1 ", "edit their 1 "}]]


def test_several_boards_as_a_table_and_as_tiles():
    """On the first six words are left, on the second LATCH alone."""
    boards = seen("exact-elsewhere", [scored("fools", "0,0+0,1")], boards=2)
    assert text(look.board(boards, 80, 12)) == [
        "     board         ▸1       2",
        "     left           6  LATCH?",
        "  1  FOOLS        0,0     0,1",
    ]
    tiles = text(look.cards(boards, look.numbered(boards), 80, (14, 14), "", bare=False))
    assert tiles[:3] == [
        "   ▸board 1  6 left                   board 2  1 left: LATCH",
        " 1   F   O   O   L   S   0,0  ·····    F   O   O   L   S   0,1  ○····",
        "     ·   ·   ·   ·   ·                 ·   ·   ·   ·   ·",
    ]
    assert tiles[-3:] == [  # letters of the keyboard that may still be in each word
        "     ·  W  E  R  T  ·  ·  ·            ·  ·  ·  ·  T  ·  ·  ·",
        "       A  ·  ·  H  ·                     A  ·  ·  H  L",
        "         C  N  M                           C  ·  ·",
    ]

from jotto import review
from jotto.cli.paper import show_review
from jotto.games.two_d import two_d
from jotto.games.words import word_game


def shown(capsys, game, *turns):
    show_review(game, review(game, turns))
    return capsys.readouterr().out.splitlines()


def test_each_guess_stands_beside_the_best_one(capsys):
    # bat: parts of 1 and 3, 0.811 bits, and log2(4/3) = 0.415 told; chm: 1, 1 and 2, 1.5 bits.
    # Of the three left any tells 0.918 bits and may win, then one is left: 0.585 told, or 1.585
    game = word_game(["bat", "cat", "hat", "mat"], ["chm"])
    lines = shown(capsys, game, "bat=2,0", "hat=3,0")
    assert [line.split() for line in lines[1:3]] == [
        ["bat=2,0", "3", "0.811", "-0.396", "chm", "1.500", "0.689", "0.000"],
        ["hat=3,0", "1", "0.918", "0.667", "cat", "0.918", "0.000", "0.000"],
    ]
    assert lines[3:] == [
        "You gave away 0.7 bits (about 0.0 guesses) in 2 guesses; your luck was +0.3 bits."
    ]


def test_guesses_lost_are_left_out_where_nothing_is_known_of_them(capsys):
    lines = shown(capsys, two_d("5"), "2,2=below")
    assert lines[0].endswith("bits lost")
    assert lines[-1] == "You gave away 0.0 bits in 1 guess; your luck was -0.1 bits."


def test_a_game_without_guesses_has_nothing_to_judge(capsys):
    assert shown(capsys, two_d("5")) == ["There is no guess to judge."]

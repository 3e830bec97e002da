import itertools
import pickle

import naive
import numpy as np
import pytest

import jotto
from jotto.engine.position import distinct
from jotto.errors import GameError, WordError
from jotto.games.codes import Codes


def test_a_code_is_found_where_it_stands():
    codes = Codes.of(3, 4)
    assert [codes.index(code) for code in codes] == list(range(64))
    for stranger in ("004", "00", "0000", "00!", 7):
        assert stranger not in codes
    assert list(codes[3:5]) == ["003", "010"]


SCORES = {"": naive.exact_elsewhere, ":black-peg": naive.black_peg, ":total": naive.jots}


@pytest.mark.parametrize(
    "size", ["mastermind:3x3", "mastermind:2x4:distinct", "bulls-and-cows:3x5"]
)
@pytest.mark.parametrize("rule", SCORES)
def test_the_matrix_is_the_score_of_every_pair(size, rule):
    """By pairs, or by one number alone."""
    game, usual = jotto.named(f"{size}{rule}"), jotto.named(size)
    assert (list(game.guesses), list(game.secrets)) == (list(usual.guesses), list(usual.secrets))
    texts = [[game.rule.texts[code] for code in row] for row in game.matrix]
    assert texts == [[SCORES[rule](g, s) for s in game.secrets] for g in game.guesses]


@pytest.mark.parametrize("size", ["2x2", "2x3", "3x2"])
@pytest.mark.parametrize("rule", [":black-peg", ":total"])
def test_least_worst_cases_by_one_number_are_those_of_a_complete_search(size, rule):
    game = jotto.named(f"mastermind:{size}{rule}")
    spare, texts = dict.fromkeys(game.secrets, 0), game.rule.texts
    expected = naive.worst_with_lies(spare, game.guesses, SCORES[rule], texts)
    assert jotto.worst_case(game) == expected


@pytest.mark.parametrize(
    ("name", "usual", "names"),
    [
        ("mastermind:3:RGB", "mastermind:3x3", "RGB"),
        ("mastermind:2:1234", "mastermind:2x4", "1234"),
        ("mastermind:2:red5:distinct", "mastermind:2x4:distinct", "red5"),
        ("bulls-and-cows:3:54321", "bulls-and-cows:3x5", "54321"),
        ("mastermind:2:ABC:descending", "mastermind:2x3:descending", "ABC"),
    ],
)  # fmt: skip
def test_a_game_with_symbols_of_its_own_is_the_usual_one_in_other_signs(
    name, usual, names, tmp_path
):
    game, other = jotto.named(name), jotto.named(usual)
    sign = str.maketrans("012345"[: len(names)], names)
    assert list(game.guesses) == [code.translate(sign) for code in other.guesses]
    assert list(game.secrets) == [code.translate(sign) for code in other.secrets]
    code = game.secrets[-1]
    assert game.read(f" {code.lower()} ") == game.read(code.upper()) == code
    assert (game, game.key) != (other, other.key)
    assert pickle.loads(pickle.dumps(game)) == jotto.named(name)
    tree = jotto.solve(game)
    tree.save(tmp_path / "tree.json", game=name)
    assert jotto.Tree.load(tmp_path / "tree.json", game).verify() == []


@pytest.mark.parametrize(
    "name", ["mastermind:3x4", "mastermind:3x4:distinct", "bulls-and-cows:3x5"]
)
def test_guesses_are_alike_when_a_symmetry_of_the_game_makes_one_into_the_other(name):
    """Against every permutation of places and of colours, tried one by one."""
    game = jotto.named(name)
    pegs = len(game.guesses[0])
    colours = int(game.guesses.digits.max()) + 1
    for history in ((), (0,), (1,), (5, 9), (len(game.guesses) - 1, 7)):
        made = [game.guesses[g] for g in history]
        kinds = game.alike(history)
        symmetries = []
        for places in itertools.permutations(range(pegs)):
            for image in itertools.permutations(range(colours)):

                def moved(code, places=places, image=image):
                    return "".join(str(image[int(code[place])]) for place in places)

                if all(moved(code) == code for code in made):
                    symmetries.append(moved)
        orbits = {code: min(move(code) for move in symmetries) for code in game.guesses}
        for g, h in itertools.combinations(range(0, len(game.guesses), 3), 2):
            same = orbits[game.guesses[g]] == orbits[game.guesses[h]]
            assert (kinds[g] == kinds[h]) == same


def test_a_history_from_outside_the_list_has_no_symmetries_to_rely_on():
    assert distinct(jotto.named("bulls-and-cows:3x5"), (-1,)) is None


def test_the_first_guesses_of_mastermind_are_of_five_kinds():
    game = jotto.named("mastermind:4x6")
    kinds = [game.guesses[g] for g in distinct(game, ())]
    assert kinds == ["0000", "0001", "0011", "0012", "0123"]  # Knuth 1976
    assert np.array_equal(game.secret_of, np.arange(1296))


def test_games_are_named_as_people_name_them():
    rules = {name: jotto.named(name).rule.name for name in ("Jotto", "wordle", "Fibble", "nerdle")}
    expected = {"Jotto": "exact-elsewhere", "wordle": "colours", "Fibble": "fibble"}
    assert rules == expected | {"nerdle": "colours"}
    assert jotto.named("Bulls and Cows") == jotto.named("bulls-and-cows:4x10")
    assert jotto.named("MasterMind") == jotto.named("mastermind:4x6")
    assert jotto.words(["hatch"], rule="Color") == jotto.words(["hatch"], rule="colours")
    assert jotto.strategy(allow="hard mode") == jotto.strategy(allow="hard")
    few = jotto.words(["hatch", "latch", "match"], rule="colours")
    assert jotto.solve(few, allow="Hard mode").claim.allow == "hard"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("quordle", "'quordle' is wordle with boards=4, and a game has none of that"),
        ("absurdle", "'absurdle' is wordle with adversary=True, aim=worst, and a game has none"),
        ("wordel", "did you mean 'wordle'"),
        ("chess", "no game is called 'chess'; there are words, mastermind:4x6"),
        ("equations", "'equations' needs its size; write equations:8"),
        ("mastermind:4", "'4' is not a size"),
        ("mastermind:4x0", "'4x0': a game needs at least one peg and one colour"),
        ("mastermind:4x3:distinct", "4 pegs without repeats need at least 4 colours"),
        ("bulls-and-cows:4x3", "4 pegs without repeats need at least 4 colours"),
        ("mastermind:9999x9999", r"would need about 10\^39996 codes"),
        ("mastermind:8x8", "'8x8' would need 16,777,216 codes"),
        ("mastermind:1x99", "at most 10 pegs and 36 colours"),
        ("mastermind:4x6:upside-down", "'upside-down' is not a variant; there are distinct, desc"),
        ("two-d", "'two-d' needs its size; write two-d:5"),
        ("two-d:0", "'0' is not a grid size"),
        ("two-d:5:distinct", "'distinct' is not a variant"),
        # symbols of one's own
        ("mastermind:4:6", "'6': write different letters or digits.*4x6"),
        ("mastermind:4:10", "'10': write"), ("mastermind:4:RGBR", "'RGBR': write"),
        ("mastermind:4:rgR", "'rgR': write"), ("mastermind:4:R,G", "'R,G': write"),
        ("mastermind:4:R=G", "'R=G': write"), ("mastermind:4:distinct", "'distinct': write"),
        ("mastermind:4:RGB:odd", "'odd' is not a variant"),
        ("mastermind:11:RGB", "at most 10 pegs"),
        ("bulls-and-cows:4:RGB", "4 pegs without repeats need at least 4 colours"),
    ],
)  # fmt: skip
def test_a_game_that_cannot_be_is_refused(name, message):
    with pytest.raises(GameError, match=message):
        jotto.named(name)


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("mastermind:4x6", "0006", "'6' is not one of this game's symbols, 0 to 5"),
        ("mastermind:4x6", "00", "has 2 symbols; this game uses 4"),
        ("mastermind:2x12", "0c", "'c' is not one of this game's symbols, 0 to b"),
        ("mastermind:3:RGB", "RGX", "'x' is not one of this game's symbols, B G R"),
        ("mastermind:4:123456", "0123", "'0' is not one of this game's symbols, 1 to 6"),
        ("two-d:5", "5,0", "both from 0 to 4"),
        ("two-d:5", "crane", "write a point x,y"),
    ],
)
def test_a_code_the_game_lacks_is_refused(name, text, message):
    with pytest.raises(WordError, match=message):
        jotto.named(name).read_guess(text)


def test_points_and_their_scores_are_read():
    """tests/test_seeds.py has the score of every pair."""
    game = jotto.named("two-d:5")
    assert [game.rule.read(text) for text in ("<=", ">=", "=", "mixed", "WIN")] == [1, 2, 3, 0, 3]
    assert game.read_guess(" (3, 04) ") == "3,4"

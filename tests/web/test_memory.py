"""What a server keeps in memory, by numbers that a small list makes small."""

import gc
import tracemalloc
import weakref
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest

import jotto
from jotto.assistant import moves, view
from jotto.assistant.match import Terms
from jotto.assistant.store import Store
from jotto.web.games import GAMES, Matches

WORDS = 600  # their scores take 360 kB


@pytest.mark.parametrize(
    "lines",
    [["not a word"] * 8, [f"{word} 0,1\nunlisted\nundo" for word in jotto.words().secrets[:8]]],
    ids=["refused", "unlisted"],
)
def test_games_without_words_or_of_unlisted_words_take_no_more_and_more_memory(lines):
    with ProcessPoolExecutor(1, get_context("spawn")) as alone:  # of what other tests have begun
        levels = alone.submit(levels_of, "\n".join(lines).split("\n")).result()
    half = len(levels) // 2
    assert max(levels[half:]) - max(levels[:half]) < WORDS**2


def levels_of(lines):
    """The memory after each line that is typed."""
    session = jotto.Session(jotto.words(jotto.words().secrets[:WORDS]))
    levels = list[int]()
    tracemalloc.start()
    for line in lines:
        session = moves.make_move(session, moves.read_move(session, line)).session
        view.view(session)
        gc.collect()
        levels.append(tracemalloc.get_traced_memory()[0])
    return levels


def test_games_with_many_different_rules_are_not_all_kept(tmp_path, options):
    lists = [tmp_path / f"{number}.txt" for number in range(3 * GAMES)]
    made = []
    for number, path in enumerate(lists):
        path.write_text("\n".join(jotto.words().secrets[number : number + 9]))
    matches = Matches(Store(tmp_path / "games.sqlite", "match"))
    for path in lists:
        own = {**options, "words": str(path)}
        board = matches.get(matches.start(own, "a" * 32, "Ann", "easy", Terms()))
        assert matches.get(board.saved.name).match is board.match  # replayed once
        made.append(weakref.ref(board.match.game))
    del board
    gc.collect()
    assert sum(game() is not None for game in made) <= GAMES

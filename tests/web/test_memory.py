"""What a server keeps in memory, by numbers that a small list makes small."""

import gc
import tracemalloc
import weakref
from dataclasses import replace
from pathlib import Path

import pytest
from starlette.requests import Request

import jotto
from jotto.assistant import moves, review, view
from jotto.assistant.match import Terms
from jotto.assistant.store import Store
from jotto.assistant.table import Table, kept_options
from jotto.web.app import Server
from jotto.web.games import GAMES, Games, Matches

WORDS = 600  # their scores take 360 kB


@pytest.fixture
def options(tmp_path):
    path = tmp_path / "words.txt"
    path.write_text("\n".join(jotto.words().secrets[:WORDS]))
    return kept_options(Table(words=path), strategy="entropy", seed=0, book=False)


@pytest.fixture(params=["cache", "/dev/null"])  # the latter keeps nothing, and nothing is mapped
def cache(request, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / request.param))
    return tmp_path / request.param


def held(cache: Path) -> int:
    """Our own bytes, and those of the cache that are mapped, where the system tells."""
    gc.collect()
    maps = Path("/proc/self/maps")
    lines = maps.read_text().splitlines() if maps.exists() else []
    mapped = [line.split()[0].split("-") for line in lines if str(cache) in line]
    own, _ = tracemalloc.get_traced_memory()
    return own + sum(int(end, 16) - int(start, 16) for start, end in mapped)


def test_a_report_seen_again_takes_no_more_memory(tmp_path, options, cache):
    path = tmp_path / "games.sqlite"
    mine = Games(Store(path), private=False)
    server = Server(mine, Matches(Store(path, "match")), options, print, list)
    live = mine.start(options, "")
    while not live.session.won:
        score = live.session.game.score(live.session.guess, live.session.game.secrets[300])
        live = mine.keep(live, live.session.scored(score))
    request = Request({"type": "http", "path_params": {"name": live.saved.name}, "headers": []})

    def level() -> int:
        assert server.report(request).status_code == server.share(request).status_code == 200
        return held(cache)

    tracemalloc.start()
    try:
        level()
        before = level()
        for _ in range(4):
            after = level()
    finally:
        tracemalloc.stop()
    assert after - before < WORDS**2 / 2


def test_reports_of_many_games_keep_no_array_each(tmp_path, options, cache):
    path, secrets = tmp_path / "games.sqlite", jotto.words().secrets[:8]
    mine = Games(Store(path), private=False)
    of = "play", options, mine.start(options, "").session.game.key, ("pales=0,0",)
    records = [review.Record(*of, secret, "given up") for secret in secrets]
    server = Server(mine, Matches(Store(path, "match")), options, print, lambda: records)

    def level(record: review.Record) -> int:
        request = Request({"type": "http", "path_params": {"name": record.name}, "headers": []})
        assert server.report(request).status_code == 200
        return held(cache)

    level(records[0])
    tracemalloc.start()
    try:
        levels = [level(record) for record in records[1:]]
    finally:
        tracemalloc.stop()
    assert levels[-1] - levels[0] < len(levels) * WORDS**2 / 8


@pytest.mark.parametrize(
    "lines",
    [["not a word"] * 12, [f"{word} 0,1\nunlisted\nundo" for word in jotto.words().secrets[:12]]],
    ids=["refused", "unlisted"],
)
def test_games_without_words_or_of_unlisted_words_take_no_more_and_more_memory(lines):
    session = jotto.Session(jotto.words(jotto.words().secrets[:WORDS]))
    levels = list[int]()
    tracemalloc.start()
    try:
        for line in "\n".join(lines).split("\n"):
            session = moves.after(session, moves.typed(session, line)).session
            view.view(session)
            gc.collect()
            levels.append(tracemalloc.get_traced_memory()[0])
    finally:
        tracemalloc.stop()
    half = len(levels) // 2
    assert max(levels[half:]) - max(levels[:half]) < WORDS**2


def test_a_second_view_of_a_report_does_no_new_work(tmp_path, options, monkeypatch):
    path, looked = tmp_path / "games.sqlite", []
    real = review.look_back
    monkeypatch.setattr(review, "look_back", lambda *given: looked.append(given) or real(*given))
    mine, records = Games(Store(path), private=False), []
    server = Server(mine, Matches(Store(path, "match")), options, print, lambda: records)
    for n in range(2):
        key = mine.start(options, "").session.game.key
        record = review.Record("play", options, key, ("pales=0,0",), f"fool{'sy'[n]}", "given up")
        records += [record, replace(record, date="2026-01-01T00:00:00", owner="other")]
    scope = {"type": "http", "headers": []}
    requests = [Request(scope | {"path_params": {"name": each.name}}) for each in records]
    pages = [[server.report(each).body, server.share(each).body] for each in requests * 3]
    assert len(looked) == 2
    assert pages[:4] * 3 == pages
    assert pages[0] == pages[1] != pages[2]


def test_games_with_many_different_rules_are_not_all_kept(tmp_path, options):
    mine = Games(Store(tmp_path / "games.sqlite"), private=False)
    lists = [tmp_path / f"{number}.txt" for number in range(3 * GAMES)]
    made = []
    for number, path in enumerate(lists):
        path.write_text("\n".join(jotto.words().secrets[number : number + 9]))
        live = mine.start({**options, "words": str(path)}, "")
        live = mine.keep(live, replace(live.session, hints=1))
        made.append((live.saved.name, live.session.guess, weakref.ref(live.session.game)))
    del live
    matches = Matches(Store(tmp_path / "games.sqlite", "match"))
    for path in lists:
        own = {**options, "words": str(path)}
        board = matches.get(matches.start(own, "a" * 32, "Ann", "easy", Terms()))
        assert matches.get(board.saved.name).match is board.match  # replayed once
        made.append(("", "", weakref.ref(board.match.game)))
    del board
    gc.collect()
    assert sum(game() is not None for _, _, game in made) <= GAMES
    name, guess, _ = made[0]
    assert mine.get(name, "").session.guess == guess

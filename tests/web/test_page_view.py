"""The page in one file shows what the program shows: every move of random games, field by field.

The program is the oracle: seeded games with slips, corrections, refused words and both players are
played by ``jotto.assistant.moves``, and again by ``jotto/pages/live.js`` in a browser.
"""

import json
import random
from contextlib import contextmanager
from dataclasses import asdict, replace
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

import jotto
from jotto.assistant import moves, review, session as sessions
from jotto.assistant.page import data_of
from jotto.games import registry
from jotto.assistant.view import pane, version, view

PAGES = Path(jotto.__file__).with_name("pages")
GOLDEN = Path(__file__).parents[1] / "golden" / "views.json"
TEN = ["crane", "slate", "fools", "quilt", "trace", "crate", "hatch", "latch", "match", "watch"]
GERMAN = ["größe", "liebe", "äpfel", "übung", "hallo", "gänse", "wärme", "tiere", "blume", "spiel"]
CLOSE = 1e-9
LONGEST = 24  # moves of a game


def some_words(number, **more):
    """A list of so many words: every 6780 / number-th of the shipped one."""
    listed = jotto.words().secrets
    return jotto.words(listed[:: len(listed) // number], listed[::50], **more)


GAMES = {  # each with the name of a strategy and what it may guess
    "ten": (lambda: jotto.words(TEN), {}),
    "ten in jots": (lambda: jotto.words(TEN, rule="jots"), {"name": "minimax"}),
    "ten in colours": (lambda: jotto.words(TEN, rule="colours"), {"allow": "hard"}),
    "english": (lambda: jotto.words(prior="common"), {"book": True}),
    "jots": (partial(some_words, 300, rule="jots"), {"name": "expected-size"}),
    "colours": (partial(some_words, 500, rule="colours", prior="common"), {"avoid": ("aback",)}),
    "candidates": (partial(some_words, 200, prior="common"), {"allow": "candidates"}),
    "simple": (partial(some_words, 100), {"name": "simple"}),
    "german": (lambda: jotto.words(GERMAN), {"name": "most-parts"}),
    "pegs": (lambda: jotto.named("mastermind:4x6"), {"name": "expected-size"}),
    "bulls": (lambda: jotto.named("bulls-and-cows:3x6"), {}),
}


@cache
def table(name):
    make, how = GAMES[name]
    game = make()
    tree = registry.book_for(game) if how.get("book") else None
    return game, jotto.strategy(**{**how, "book": False}, tree=tree)


@cache
def data(name):
    return data_of(*table(name))


# --- the page -------------------------------------------------------------------------------------


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@contextmanager
def serving(folder):
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


START = """
const done = arguments[0];
Promise.all(["live", "session", "view"].map((name) => import(`/${name}.js`))).then(([live, session, view]) => {
  const at = (transcript, more) => new session.Session(window.kit, transcript, more);
  const made = (make) => { try { return make(); } catch (error) { return { error: error.message }; } };
  window.begin = (data) => { window.kit = live.open(data); };
  window.play = (moves) => {
    let one = at([]);
    return moves.map((move) => made(() => {
      const next = session.after(one, move);
      const said = view.saidAfter(one, next, move);
      one = next;
      return { view: view.view(one), said };
    }));
  };
  window.panes = (transcript, asked) => asked.map(([name, about]) => made(() => view.pane(at(transcript), name, about)));
  window.seen = (transcript, more) => made(() => view.view(at(transcript, more)));
  window.ask = (state, path, move) => live.ask(state, path, move);
  done("begun");
}, (error) => done(String(error)));
"""


@pytest.fixture(scope="module")
def page(browser):
    """Return a function of the page: it is called with plain data."""
    with serving(PAGES) as address:
        browser.visit(f"{address}/icon.svg")
        assert browser.driver.execute_async_script(START) == "begun"
        browser.driver.set_script_timeout(120)
        yield lambda name, *given: browser.run(f"return {name}(...arguments)", *given)


def differences(mine, theirs, path=""):
    """Where two values of JSON differ: numbers by more than CLOSE."""
    if isinstance(mine, dict) and isinstance(theirs, dict):
        keys = [*mine, *(key for key in theirs if key not in mine)]
        return [d for k in keys for d in differences(mine.get(k), theirs.get(k), f"{path}.{k}")]
    if isinstance(mine, list) and isinstance(theirs, list) and len(mine) == len(theirs):
        pairs = enumerate(zip(mine, theirs, strict=True))
        return [d for i, pair in pairs for d in differences(*pair, f"{path}[{i}]")]
    numbers = (int, float)
    if type(mine) in numbers and type(theirs) in numbers:
        return [] if abs(mine - theirs) <= CLOSE else [f"{path}: {mine} is {theirs}"]
    return [] if mine == theirs and type(mine) is type(theirs) else [f"{path}: {mine} is {theirs}"]


def plain(value):
    return json.loads(json.dumps(value))


def shown(session, **how):
    """What the program shows; the page does not look for unlisted words."""
    found = plain(asdict(view(session, **how)))
    return found | {"moves": [move for move in found["moves"] if move != "unlisted"]}


# --- random games ---------------------------------------------------------------------------------


def slip(rng, game, code):
    near = game.rule.near_misses(code)
    return game.rule.texts[rng.choice(near) if near else rng.randrange(game.rule.n_codes)]


def any_word(rng, game):
    word = str(rng.choice(game.guesses))
    if rng.random() < 0.9:
        return word
    return "".join(rng.sample(word, len(word)))  # not in the list, as a rule


def next_move(rng, session, secrets):
    """Something that a person may do, right or wrong."""
    game, stage = session.game, shown_stage(session)
    turns, chance = session.state.mine, rng.random()
    if stage == "doubt":
        fixable = [i for i, one in enumerate(session.choices(moves.EXPLAINED)) if one.kind != "word"]
        if fixable and chance < 0.6:
            return {"do": "fix", "number": str(rng.choice(fixable))}
        return {"do": "undo"} if chance < 0.9 else edit(rng, session, secrets)
    if chance < 0.04:
        return {"do": "undo"}
    if chance < 0.08 and turns:
        return edit(rng, session, secrets)
    if chance < 0.12:
        word = rng.choice(({}, {"word": secrets[1]}, {"word": any_word(rng, game)}))
        sides = {"first": rng.choice(("me", "them")), "last_turn": rng.choice(("yes", "no"))}
        return {"do": "race", **word, **rng.choice(({}, sides))}
    if chance < 0.14:
        return {"do": "side", "side": rng.choice(("me", "them"))}
    if stage == "over":
        return {"do": "score", "score": "1,1"} if chance < 0.4 else {"do": "undo"}
    if stage == "theirs":
        word = secrets[1] if chance > 0.9 else any_word(rng, game)
        code = game.rule.score(word, secrets[1])
        text = slip(rng, game, code) if chance < 0.25 else game.rule.texts[code]
        return {"do": "they", "word": word, **({} if chance > 0.7 else {"score": text})}
    if chance < 0.2:
        return {"do": "guess", "word": any_word(rng, game)}
    if chance < 0.24:
        return {"do": rng.choice(("hint", "refuse", "they", "fly", "fix"))}
    word = {"word": any_word(rng, game)} if chance < 0.5 else {}
    guess = word.get("word") or session.guess
    code = game.rule.score(guess, secrets[0])
    text = slip(rng, game, code) if chance < 0.34 else game.rule.texts[code]
    return {"do": "score", "score": text, **word}


def edit(rng, session, secrets):
    side = "them" if session.state.theirs and rng.random() < 0.4 else "me"
    turns = session.state.theirs if side == "them" else (session.attempt or session).state.mine
    number = rng.randint(1, len(turns) + (rng.random() < 0.1)) if turns else 1
    game, changed = session.game, {}
    guess = str(turns[number - 1].guess) if number <= len(turns) else any_word(rng, game)
    if rng.random() < 0.3:
        guess = changed["word"] = any_word(rng, game)
    if not changed or rng.random() < 0.8:
        code = game.rule.score(guess, secrets[side == "them"])
        changed["score"] = game.rule.texts[code] if rng.random() < 0.8 else slip(rng, game, code)
    return {"do": "edit", "side": side, "turn": str(number), **changed}


def shown_stage(session):
    if session.attempt is not None:
        return "doubt"
    return "over" if session.over else "guess" if session.side == "me" else "theirs"


def played(name, seed):
    """Play a game: the moves, what is shown after each, and the sessions."""
    game, strategy = table(name)
    rng = random.Random(f"{name} {seed}")
    secrets = [str(rng.choice(game.secrets)) for _ in "me"]
    session = jotto.Session(game, strategy)
    made, told, reached = [], [], []
    begun = rng.random() < 0.5
    for number in range(LONGEST):
        move = next_move(rng, session, secrets)
        if number == 0 and begun:
            move = {"do": "race", "first": rng.choice(("me", "them")), "last_turn": "yes"}
            move |= {} if rng.random() < 0.5 else {"word": secrets[1]}
        made.append(move)
        try:
            done = moves.after(session, move)
        except jotto.JottoError as error:
            told.append({"error": str(error)})
            continue
        session = done.session
        told.append(plain({"view": shown(session), "said": done.said}))
        reached.append(session)
        if session.over and rng.random() < 0.8:
            break
    return made, told, reached


SAMPLE = {"english": 3, "jots": 3, "colours": 4, "candidates": 4, "pegs": 4}


@pytest.mark.parametrize("name", GAMES)
def test_every_move_of_a_random_game_is_shown_as_the_program_shows_it(page, name):
    page("begin", data(name))
    for seed in range(SAMPLE.get(name, 8)):
        made, told, reached = played(name, seed)
        for number, (theirs, mine) in enumerate(zip(page("play", made), told, strict=True)):
            assert differences(mine, theirs) == [], (seed, made[: number + 1])
        asked = [one for one in reached if one.is_asked]
        for session in asked[:: max(1, len(asked) // 2)]:
            panes_are_equal(page, session)


def panes_are_equal(page, session):
    guess = str(session.game.guesses[-1])
    panes = [("why", ""), ("more", ""), ("more", "common"), ("list", ""), ("about", guess)]
    panes += [("about", "x"), ("help", ""), ("help", "score"), ("help", "both"), ("fly", "")]
    theirs = page("panes", session.transcript, panes)
    for (name, about), found in zip(panes, theirs, strict=True):
        try:
            mine = plain(asdict(pane(session, name, about)))
        except jotto.JottoError as error:
            mine = {"error": str(error)}
        assert differences(mine, found) == [], (name, about, session.transcript)

"""A device in Python: it plays live games as the page does, and sends them to a server."""

import json
from collections.abc import Callable
from dataclasses import asdict, replace
from secrets import token_hex
from typing import Any
from urllib.parse import parse_qsl, urlencode

import jotto
from jotto.assistant import moves, review, view
from jotto.assistant.store import Saved
from jotto.question.making import Question, remade, saved_options

RULES = {"game": "words", "rule": "exact-elsewhere", "allow": "all", "strategy": "entropy"}
RULES |= {"repeats": "yes", "plurals": "yes"}
FIELDS = ("turns", "theirs", "refused", "secret", "own", "result")  # of a record
Ask = Callable[..., tuple[int, Any]]  # asks a server, with a form if it is given
tables = dict[str, str]()  # what the server is asked for the data of each game, by its name
begun = dict[str, jotto.Session]()  # the games as they began, by their names


def session_of(asked: str, options: dict[str, Any]) -> jotto.Session:
    """Return a new game with the options of a form, and those that a server was begun with."""
    form = dict(parse_qsl(asked))
    names = ("game", "allow", *(("rule", "vowels") if form["game"] == "words" else ()))
    given = {name: form[name] for name in names if name in form}
    if form["game"] == "words":
        given |= {name: form.get(name) == "yes" for name in ("repeats", "plurals", "polite")}
        given |= options
    given |= {"strategy": form["strategy"], "lies": int(form.get("lies", 0))}
    table = Question(**given)
    kept = saved_options(table)
    _, game, strategy = remade(kept, Question)
    return jotto.Session(game, strategy, boards=int(form.get("boards", 1)))


def begin(ask: Ask, options: dict[str, Any] | None = None, **rules: str) -> str:
    """Begin a game on a server with options of its own; return its path."""
    name, table = f"game-{token_hex(8)}", urlencode(RULES | rules)
    status, data = put(ask, name, table, Saved({}, ""))
    assert status == 200, data
    begun[name] = session_of(table, options or {})
    return f"/game/{name}"


def put(ask: Ask, name: str, table: str, game: Saved, record: Any = None, **more: str):
    """Send a game; return the status and the data of the answer."""
    tables[name] = table
    sent = {each: getattr(game, each) for each in ("transcript", "tried", "hints", "over")}
    status, data = ask(f"/table?{table}")
    assert status == 200, data
    form = {"version": str(game.version), "table": table, "game": json.dumps(sent)}
    form |= {"key": data["key"], "record": json.dumps(record) if record else ""}
    return ask(f"/saved/{name}", form | more)


def stored(ask: Ask, path: str) -> tuple[Saved, jotto.Session]:
    """Return a game as the server has it, and its session."""
    name = path.rpartition("/")[2]
    status, data = ask(f"/saved/{name}")
    assert status == 200, data
    session = begun[name]
    lists = ((tuple(entry) for entry in data[each]) for each in ("transcript", "tried"))
    transcript, tried = map(tuple, lists)
    game = Saved({}, session.game.key, transcript, tried=tried, version=data["version"])
    game = replace(game, hints=data["hints"], name=name)
    return game, game.restore(session)


def seen(ask: Ask, path: str) -> dict[str, Any]:
    """Return what is shown of a game."""
    game, session = stored(ask, path)
    return asdict(view.view(session, at=game.version))


def play(ask: Ask, path: str, **move: str) -> tuple[int, Any]:
    """Make a move of a game, and send it; return the status and the data of the answer."""
    game, session = stored(ask, path)
    gone = {"gone": "yes"} if move["do"] in ("finish", "delete") else {}
    after = session if gone else moves.make_move(session, move).session
    over = after.over and not after.attempt
    record = review.record_of(after, {}) if over and move["do"] != "delete" else None
    sent = record and {name: getattr(record, name) for name in FIELDS}
    table = tables[game.name]
    return put(ask, game.name, table, replace(game.updated(after), over=over), sent, **gone)

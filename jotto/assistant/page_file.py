"""The assistant in one HTML file: all data of a game as compact JSON, and the page around them.

The page is made of the modules in ``jotto/pages``: one script draws it, another, which runs in a
worker, answers what a server answers elsewhere. ``game.js`` reads what ``data_of`` writes, and
counts by the core, as WebAssembly.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from hashlib import sha256
from itertools import count as count_from
from pathlib import Path
from typing import Any
from urllib.parse import quote
from zlib import Z_FILTERED, Z_HUFFMAN_ONLY, Z_PARTIAL_FLUSH, Z_SYNC_FLUSH, compressobj

import numpy as np

import jotto
from jotto.assistant import move_table, sentences
from jotto.assistant.race import REMAINING
from jotto.assistant.session import Session
from jotto.assistant.thinker import looks_ahead
from jotto.engine.allowed import ALLOWED
from jotto.engine.game import Game, Rule
from jotto.engine.lies import noise_of
from jotto.engine.measure_table import MEASURE_TABLE
from jotto.engine.position import Strategy, start
from jotto.errors import GameError, count
from jotto.games import unlisted
from jotto.games.scoring import RULES, rule_named, with_letters
from jotto.letters import split
from jotto.question.fields import WORDS, Values
from jotto.question.forms import called_in, check_strategy, form_of
from jotto.trees.formats import Node
from jotto.trees.tree import Tree

PAGES = Path(__file__).parents[1] / "pages"
CORE = PAGES.parent / "core" / "core.wasm"
# each after those it imports
SHARED = "numbers", "sentences", "moves", "text"  # by the page and its worker
DRAWS = (
    "shelf",
    "lit-html",
    "scoring",
    "house",
    "picture",
    "match",
    "alone",
    "keyboard",
    "board",
    "first",
    "frame",
    "words",
    "pages",
    "report",
    "practice",
    "app",
    "lists",
    "device",
    "file",
)
THINKS = (
    "core",
    "game",
    "boards",
    "search",
    "hindsight",
    "unlisted",
    "session",
    "view",
    "reviews",
    "keeper",
    "deck",
    "live",
)
NAMED = re.compile(r"^export (?:async )?(?:const|let|function|class) (\w+)", re.MULTILINE)
IMPORT = re.compile(r'^import (?:\* as )?([^;]+?) from "\./(.+)\.js";$', re.MULTILINE)
EXPORT = re.compile(r"^export ", re.MULTILINE)
LAST = re.compile(r"export\{(.*?)\};")  # of a module without spaces
SERVED = re.compile(  # parts of modules that need a server
    r"^ *// \(not in one file\)\n.*?^ *// \(to here\)\n", re.MULTILINE | re.DOTALL
)
SPARE = re.compile(  # comments and indentation
    r"^\s*//.*\n|(?<=[;,{}]) // .*|/\*\*(?s:.*?)\*/\s*|^/\*[^*]*\*/\n|^\s+", re.MULTILINE
)
OF_CODE = re.compile(  # texts, patterns and braces
    r"""(["'])(?:\\.|(?!\1)[^\\\n])*\1"""
    r"|/(?![ /*])(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\\n\[])+/[a-z]*|[`{}]"
)
OF_TEMPLATE = re.compile(r"\\.|`|\$\{", re.DOTALL)
SPACED = re.compile(r"[ \n]?(=>|[=!]==|&&|\|\||\?\?|[=?:,<>*])[ \n]?")
ENDED = re.compile(r"(?<=[;(\[])\n|\n(?=[)\].])")
STYLED = re.compile(  # texts; signs with blanks around them; comments
    r"""("[^"]*"|'[^']*')|/\*(?s:.*?)\*/\s*|\s*([{};,])\s*|(?<=:)\s+|^\s+"""
)
MOST = 600_000  # guesses: the page keeps all in memory
MOST_SCORES = 1 << 21  # in a table
SIGNS = "0123456789abcdefghijklmnopqrstuvwxyz"
FIRST_SIGN = 35  # after the quotation mark
PRINTED = [chr(sign) for sign in range(FIRST_SIGN, 127) if chr(sign) != "<"]  # of ASCII


def data_of(
    game: Game[str],
    strategy: Strategy,
    *,
    title: str = "",
    name: str = "",
    about: str = "",
    of: str = "",
    boards: int = 1,
    daily: Sequence[int] | None = None,
) -> dict[str, Any]:
    """Return all that the page needs of a game and its strategy, as JSON values.

    * ``name``, ``about``: what people call the game, and what it is of; ``of``: in a file, what
      forms call it.
    * ``letters``: those that are not one character of an alphabet, if any.
    * ``columns``: the first letters of all guesses, then the second ones, and so on, which packs
      better than the words do; where letters may have several characters, ``words``, in a list;
      ``secrets``: how many of them, from the first, may be the secret, or which (indices).
    * ``rule.core``: its number in the core; -1: ``table`` has the scores (S, G), in base 64.
    * ``noise``: how answers are told that may be false, see core.h; ``measures``: for each its
      number in the core, whether the highest cost counts, and what weights replace.
    * ``weights``: None, a list, or ``values`` and for each secret the place of its value, ``at``.
    * ``openingBits``: what the best opening gains, for the odds of a race; ``bonuses``: the strings
      of real text, which are likelier than others to be a secret that is in no list; ``house``:
      what the house rules say of such a secret.
    * ``daily``: which secrets may be the word of a day, if not those of ``daily.common``.
    * ``boards``: how many secrets there are, each guess being scored on all.
    * ``book``: the tree that is followed, as ``[guess, {code: tree}]``; at least the first guess.

    Raises GameError for a game or a strategy that the page does not know.
    """
    length, words = game.length, [str(guess) for guess in game.guesses]
    listed = split(game.rule.letters) or {*map(len, words)} != {length}
    if len(words) > MOST:
        raise GameError(f"{count(len(words), 'guess')}: the page can have {MOST:,} at most")
    check_strategy(strategy.name)
    session = Session(game, strategy, boards=boards)  # raises GameError
    guesses = game.guess_of.tolist()
    tree = strategy.tree if isinstance(strategy.tree, Tree) else None
    allow = next(name for name, choice in ALLOWED.items() if choice is strategy.allow)
    root = _nodes(tree.root) if tree else [game.find(session.usual)]
    for turn in reversed(tree.at.history if tree else ()):
        root = [game.find(turn.guess), {turn.code: root}]
    return {
        "version": jotto.__version__,
        "key": f"{game.key[:16]}{game.prior_key or ''}{f', {boards} boards' * (boards > 1)}",
        "title": title,
        **({"name": name, "about": about} if name else {}),
        **({"of": of} if of else {}),
        "boards": boards,
        "length": length,
        **({"words": words} if listed else {"columns": _columns(words)}),
        **({"letters": game.rule.letters} if game.rule.letters else {}),
        "secrets": len(guesses) if guesses == [*range(len(guesses))] else guesses,
        "rule": {**_rule(game.rule), "texts": game.rule.texts},
        "table": None if game.rule.number >= 0 else _table(game),
        "noise": _noise(game),
        "measures": {
            row.name: [number, row.highest, row.weighed] for number, row in enumerate(MEASURE_TABLE)
        },
        "closed": game.closed,
        "book": {"tree": root, "shipped": tree is not None and not tree.path},
        "strategy": {
            "measure": strategy.name,
            "allow": allow,
            "avoid": sorted(map(str, strategy.avoid)),
            "ahead": looks_ahead(strategy),
        },
        "remaining": REMAINING,
        "openingBits": start(game).rank(top=1)[0].bits,
        "weights": _weights(game),
        "bonuses": _bonuses(game),
        "house": game.house.to_dict(),
        **({"daily": daily} if daily else {}),
    }


def _rule(rule: Rule) -> dict[str, Any]:
    """Return what the page needs of a rule besides the texts of its scores."""
    return {
        "name": rule.name,
        "core": rule.number,
        "counts": [kind.to_dict() for kind in rule.counts],
        "tiles": rule.tiles,
        "coloured": rule.coloured,
        "called": rule.called,
        "ofWords": rule.of_words,
        "objects": rule.objection is not None,
        "tallies": rule.tallies is not None,
    }


def offers_of(usual: Values, *, noisy: bool, words: bool) -> dict[str, Any]:
    """Return what a page without a server offers: what it can make of the games that it has.

    It has no list of plurals, and knows no false answers but those of its own game.
    """
    rules = rules_of_words() if words else {}
    kept = {"rule": [str(usual.get("rule"))], "boards": ["1"]} if noisy else {"rule": [*rules]}
    left_out = ("lies", "plurals")
    form = []
    for row in form_of(usual):
        if row["name"] in left_out or (row["ofWords"] and not words):
            continue
        some = [pair for pair in row["choices"] or () if pair[0] in kept.get(row["name"], pair)]
        fits = {
            n: {o: v for o, v in of.items() if o not in left_out} for n, of in row["fits"].items()
        }
        form.append({**row, "choices": some or None, "fits": fits, "advised": []})
    called = [
        of
        for of in called_in(usual)
        if (words or of["game"] != WORDS)
        and (not of["rule"] or of["rule"] in kept["rule"])
        and of["boards"] in kept.get("boards", of["boards"])
    ]
    return {"form": form, "called": called, "lists": [], "rules": {} if noisy else rules}


def rules_of_words() -> dict[str, dict[str, Any]]:
    """Return what the page needs of each rule of words whose answers are true, by its name."""
    rules = (with_letters(rule_named(name, 1), ()) for name in RULES)
    return {rule.name: _rule(rule) for rule in rules if rule.ways is None}


def _columns(words: Iterable[str]) -> str:
    """Return the first letters of all words, then the second ones, and so on.

    >>> _columns(["hatch", "quilt"])
    'hqauticlht'
    """
    return "".join(map("".join, zip(*words, strict=True)))


def _table(game: Game[str]) -> str:
    """Return the scores (S, G), one or two bytes each, in base 64. Raises GameError."""
    if game.n_scores > MOST_SCORES:
        many = f"{len(game.guesses):,} guesses by {len(game):,} secrets"
        raise GameError(f"{many}: the page can have {MOST_SCORES:,} scores of this rule").about(
            "game"
        )
    codes = game.columns(game.everything, np.arange(len(game.guesses)))
    return b64encode(codes.astype(codes.dtype.newbyteorder("<")).tobytes()).decode()


def _noise(game: Game[str]) -> dict[str, Any] | None:
    """Return in how many ways answers are told; None if all are true."""
    if not game.noisy:
        return None
    noise = noise_of(game)
    told_as, ways = noise.told_as.tolist(), noise.ways.tolist()
    numbers = {
        "lies": noise.lies,
        "whole": noise.whole,
        "truly": noise.true,
        "falsely": noise.false,
    }
    return {**numbers, "toldAs": told_as, "ways": ways}


def _weights(game: Game[str]) -> Any:
    if game.prior is None:
        return None
    values, at = np.unique(game.prior, return_inverse=True)
    if len(values) > len(SIGNS):
        return game.prior.tolist()
    return {"values": values.tolist(), "at": "".join(SIGNS[place] for place in at)}


def _bonuses(game: Game[str]) -> dict[str, Any] | None:
    """Return the strings of real text with their bonuses; None if the letter model uses none."""
    modelled = not game.closed and game.rule.tallies is not None
    return _written() if modelled and unlisted.bonuses_of(game.secrets, game.rule.letters) else None


@cache
def _written() -> dict[str, Any]:
    """Return the strings of real text with their bonuses.

    ``columns``: the first letters of all, then the second ones, and so on. ``places``: a sign for
    each, which says which of the ``values`` it has.
    """
    _, bonuses = unlisted.read_english()
    values = sorted({*bonuses.values()})
    free = (chr(sign) for sign in count_from(FIRST_SIGN) if sign != ord("\\"))  # JSON escapes it
    signs = dict(zip(values, free, strict=False))
    places = "".join(signs[value] for value in bonuses.values())
    return {"columns": _columns(bonuses), "places": places, "values": values}


def _nodes(node: Node) -> list[Any]:
    """Return a tree as ``[guess, {code: tree}]``; a leaf is ``[guess]``."""
    below = {code: _nodes(child) for code, child in node.below.items()}
    return [node.guess, below] if below else [node.guess]


# --- the file -------------------------------------------------------------------------------------


def page(
    game: Game[str],
    strategy: Strategy,
    *,
    offers: Mapping[str, Any],
    beside: Iterable[Mapping[str, Any]] = (),
    **further: Any,
) -> str:
    """Return the page: one HTML text that needs no network, with a policy that allows none.

    All but a short script is packed, so that no text of a list can be taken for markup. The policy
    names the scripts and the style by their hashes. What else it is given goes to ``data_of``;
    ``beside``: what ``data_of`` gives for further games of the same file; ``offers``: what can be
    chosen, as ``offers_of`` returns it.
    """
    first = data_of(game, strategy, **further)
    games = [first, *beside]
    tables = [first, *map(_without, games, games[1:])]
    begins, shared, script = _file("unpack.js"), script_of(SHARED), script_of(DRAWS)
    worker = script_of((*THINKS, "worker"))
    style = style_of("base.css", "app.css", "report.css")
    used = sentences_in(shared + script + worker, "level ", "move ")
    untyped = ("typed", "key")  # which are of the terminal
    moves = [{n: row[n] for n in row if n not in untyped} for row in move_table.moves()]
    text = {
        "style": style,  # in the order that packs best
        "script": script,
        "shared": shared,
        "worker": worker,
        "sentences": used,
        "moves": moves,
        "offers": offers,
        "tables": tables,
    }
    texts = json.dumps(text, separators=(",", ":"), ensure_ascii=False)
    apart = [part for table in tables for part in _apart(table)]
    packed = _packed(texts, apart) + _packed_core()
    return _file("file.html").format(
        scripts=f"{hash_of(begins)} {hash_of(shared + script)}",
        style=hash_of(style),
        icon=f"data:image/svg+xml,{quote(_file('icon.svg'))}",
        packed=_text_of(packed),
        first=begins,
    )


def _apart(table: Mapping[str, Any]) -> list[tuple[str, int]]:
    """Return what packs best with codes of its own, or without matches, and how, in its order.

    The strings of real text have few matches of more than five letters; their signs, and those of
    weights, none.
    """
    weights, bonuses = table.get("weights"), table.get("bonuses")
    parts = [(weights["at"], Z_HUFFMAN_ONLY)] if isinstance(weights, dict) else []
    if bonuses:
        parts += [(bonuses["columns"], Z_FILTERED), (bonuses["places"], Z_HUFFMAN_ONLY)]
    return parts


def _packed(texts: str, apart: Iterable[tuple[str, int]]) -> bytes:
    """Compress all texts, some of their parts apart."""
    code, found, rest = texts.partition('"sentences":')
    packing = compressobj(9, wbits=-15, memLevel=6)  # small blocks: 1 % less than with 8
    packed = packing.compress(code.encode()) + packing.flush(Z_PARTIAL_FLUSH)
    rest = found + rest
    for part, strategy in apart:
        before, _, rest = rest.partition(part)
        packed += packing.compress(before.encode()) + packing.flush(Z_SYNC_FLUSH)
        packing = compressobj(9, wbits=-15, memLevel=9, strategy=strategy)
        packed += packing.compress(part.encode()) + packing.flush(Z_SYNC_FLUSH)
        packing = compressobj(9, wbits=-15, memLevel=6)
    return packed + packing.compress(rest.encode()) + packing.flush(Z_SYNC_FLUSH)


def _packed_core() -> bytes:
    """Compress the core, which begins with a 0."""
    packing = compressobj(9, wbits=-15, memLevel=9)
    return packing.compress(core()) + packing.flush()


def _without(first: Mapping[str, Any], other: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return what differs in the data of the next game of the same list; of another list, all."""
    same = all(first.get(name) == other.get(name) for name in ("columns", "words", "secrets"))
    if not same or first.keys() != other.keys():
        return other
    return {name: value for name, value in other.items() if value != first[name]}


def style_of(*names: str) -> str:
    """Return some styles as one, without comments, and without the blanks that they do not need."""
    return STYLED.sub(lambda match: match[1] or match[2] or "", "".join(map(_file, names)))


def _text_of(packed: bytes) -> str:
    """Return bytes as a text that is no markup: two of 91 signs for 13 bits, the lower one first.

    It is 8 % shorter than base 64. The last sign is left out where it stands for no bit.
    """
    bits = np.unpackbits(np.frombuffer(packed, np.uint8), bitorder="little")
    padding = -len(bits) % 13
    values = np.pad(bits, (0, padding)).reshape(-1, 13) @ (1 << np.arange(13))
    places = np.stack([values % len(PRINTED), values // len(PRINTED)], axis=1).ravel()
    return "".join(np.array(PRINTED)[places[: len(places) - (padding >= 8)]])


def sentences_in(script: str, *labels: str) -> dict[str, Any]:
    """Return the catalogue with the sentences that a script uses, or that begin so: labels."""
    catalogue = sentences.catalogue()
    used = {
        key: text
        for key, text in catalogue["sentences"].items()
        if f'"{key}"' in script or key.startswith(labels)
    }
    return {**catalogue, "sentences": used}


def script_of(names: Iterable[str]) -> str:
    """Join modules of ``jotto/pages`` into one script: each is a function that returns its names.

    Comments, indentation and what needs a server are left out. None may be imported by one
    before it.
    """
    modules = []
    for name in names:
        text = SPARE.sub("", SERVED.sub("", _file(f"{name}.js")))
        exported = NAMED.findall(text)
        if last := LAST.search(text):
            exported = [": ".join(reversed(export.split(" as "))) for export in last[1].split(",")]
        body = EXPORT.sub("", IMPORT.sub(_imported, LAST.sub("", text)))
        returns = f"return {{ {', '.join(exported)} }};"
        modules.append(f"const {_module(name)} = (() => {{\n{body}\n{returns}\n}})();")
    return _tight("\n".join(['"use strict";', *modules]))


def _tight(script: str) -> str:
    r"""Return a script without the blanks and breaks that it does not need.

    >>> _tight("const f = (a, b) => {\n  return `x = ${{ a, b }.a }`;\n}\n")
    'const f=(a,b)=>{return `x = ${{a,b}.a}`;}'
    """
    made, inside, at, brace = list[str](), list[str](), 0, False
    while at < len(script):
        in_text = inside[-1:] == ["`"]
        token = (OF_TEMPLATE if in_text else OF_CODE).search(script, at)
        part, sign = (script[at : token.start()], token[0]) if token else (script[at:], "")
        if not in_text:
            part = ENDED.sub("", SPACED.sub(r"\1", part))
            part = part.lstrip(" \n") if brace else part
            part = part.rstrip(" \n") if sign in ("{", "}") else part
        if sign in ("{", "${") or (sign == "`" and not in_text):
            inside.append(sign)
        elif sign in ("}", "`"):
            inside.pop()
        made += [part, sign]
        brace = sign in ("{", "}", "${") and inside[-1:] != ["`"]
        at = token.end() if token else len(script)
    return "".join(made)


def core() -> bytes:
    """Read the core as WebAssembly, which is missing if no compiler for it was there.

    Raises GameError.
    """
    try:
        return CORE.read_bytes()
    except OSError:
        again = "install a wheel of jotto, or build it again with zig, or with clang and lld"
        raise GameError(
            f"jotto was built without core.wasm, which the page needs: {again}"
        ) from None


def _file(name: str) -> str:
    return (PAGES / name).read_text("utf-8")


def _imported(statement: re.Match[str]) -> str:
    return f"const {statement[1].replace(' as ', ': ')} = {_module(statement[2])};"


def _module(name: str) -> str:
    return f"the_{name.replace('-', '_')}"


def hash_of(text: str) -> str:
    """Return the hash by which a policy allows a script or a style."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"

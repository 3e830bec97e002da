"""The page in one file shows what the program shows: every move of random games, field by field.

The program is the oracle: seeded games with slips, corrections, refused words and both players are
played by ``jotto.assistant.moves``, and again by ``jotto/pages/live.js`` in node. More games:

    JOTTO_GAMES=2000 pytest -n 2 tests/web/test_page_view.py -k random_game
"""

import json
import os
import random
from dataclasses import asdict, replace
from functools import cache, partial

import pytest
from assistant.test_view import POSITIONS, session_at
from games.test_scoring import notations

import jotto
from jotto.assistant import move_table, moves, review, wording
from jotto.assistant.options import GameOptions
from jotto.assistant.page_file import data_of
from jotto.assistant.store import Saved
from jotto.assistant.view import pane, view
from jotto.engine.lies import lying
from jotto.games import registry, words

TEN = ["crane", "slate", "fools", "quilt", "trace", "crate", "hatch", "latch", "match", "watch"]
GERMAN = ["größe", "liebe", "äpfel", "übung", "hallo", "gänse", "wärme", "tiere", "blume", "spiel"]
FIRST = jotto.Rule.of(
    "first", ["0", "1", "2", "win"], lambda g, s: str((g[0] == s[0]) + (g[1] == s[1]))
)
MANY = int(os.environ.get("JOTTO_GAMES", 0))  # random games, of all kinds; 0: a few of each
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
    "distinct": (lambda: jotto.named("mastermind:3x5:distinct"), {"name": "minimax+entropy"}),
    "tree": (partial(some_words, 60), {"follow": True}),
    "two boards": (lambda: jotto.words(TEN), {"boards": 2}),
    "two boards in jots": (partial(some_words, 200, rule="jots"), {"boards": 2, "name": "minimax"}),
    "three boards of common words": (partial(some_words, 300, prior="common"), {"boards": 3}),
    "four boards in colours": (
        partial(some_words, 400, rule="colours"),
        {"boards": 4, "avoid": ("aback",), "book": True},
    ),
    "four boards, candidates": (partial(some_words, 200), {"boards": 4, "allow": "candidates"}),
    "black pegs": (partial(some_words, 120, rule="black-peg"), {}),
    "equations": (lambda: jotto.named("equations:6"), {"name": "minimax"}),
    "one lie": (lambda: lying(jotto.words(TEN), 1), {}),
    "two lies in colours": (
        partial(lambda: lying(some_words(100, rule="colours", prior="common"), 2, 0.05)),
        {},
    ),
    "fibble": (partial(some_words, 120, rule="fibble"), {}),
    "lies about pegs": (lambda: lying(jotto.named("mastermind:3x4"), 1), {}),
    "own rule": (lambda: jotto.words(TEN, rule=FIRST), {"name": "minimax"}),
    "hard": (partial(some_words, 400, rule="colours"), {"allow": "hard"}),
    "house rules": (
        GameOptions(rule="jots", vowels="aeiouy", repeats=False, plurals=False).make_game,
        {"name": "simple"},
    ),
    "polite": (lambda: jotto.words(prior="common"), {"avoid": words.offensive(), "book": True}),
    "nine boards of codes": (lambda: jotto.named("mastermind:3x5"), {"boards": 9}),
}
OTHERS = {
    "ten by eye": GAMES["ten"],
    "jots by eye": (lambda: jotto.words(TEN, rule="jots"), {}),
    "colours by eye": (lambda: jotto.words(TEN, rule="colours"), {}),
    "english by eye": (jotto.words, {}),
    "pegs by eye": (lambda: jotto.named("mastermind:4x6"), {}),
    "bulls by eye": GAMES["bulls"],
    "breton": (lambda: jotto.words(["c'hoa", "c'hro", "bag"], letters="c'h"), {}),
    "own pegs": (lambda: jotto.named("mastermind:4:RGBYOP"), {}),
    "black pegs of codes": (lambda: jotto.named("mastermind:3x4:black-peg"), {}),
}


@cache
def table(name):
    make, how = (GAMES | OTHERS)[name]
    game = make()
    own = "book", "follow", "boards"
    tree, others = None, {n: value for n, value in how.items() if n not in own}
    if "book" in how:
        tree = registry.book_for(game)
    elif "follow" in how:
        tree = replace(jotto.solve(game), path="own.json")
    return game, jotto.strategy(**others, tree=tree)


@cache
def data(name):
    return data_of(*table(name), boards=boards_of(name))


def boards_of(name):
    return (GAMES | OTHERS)[name][1].get("boards", 1)


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
    """What the program shows."""
    return plain(asdict(view(session, **how)))


def answered(ask, *given):
    """What a function returns, or what it says is wrong."""
    try:
        return ask(*given)
    except jotto.JottoError as error:
        return {"error": str(error)}


# --- random games ---------------------------------------------------------------------------------


def slip(rng, game, code):
    near = game.rule.near_misses(code)
    return game.rule.texts[rng.choice(near) if near else rng.randrange(game.rule.n_codes)]


def told(rng, game, guess, secrets, wrong):
    """The scores of a guess, perhaps one of them wrong."""
    codes = [game.rule.score(guess, secret) for secret in secrets]
    texts = [game.rule.texts[code] for code in codes]
    if wrong:
        at = rng.randrange(len(codes))
        texts[at] = slip(rng, game, codes[at])
    return "+".join(texts)


def any_word(rng, game):
    word = str(rng.choice(game.guesses))
    if rng.random() < 0.9 or game.rule.name == FIRST.name:
        return word  # a rule of one's own has scores of listed words alone
    return "".join(rng.sample(word, len(word)))  # not in the list, as a rule


def next_move(rng, session, secrets):
    """Something that a person may do, right or wrong; the last secret is mine."""
    game, stage = session.game, shown_stage(session)
    turns, chance = session.state.mine, rng.random()
    if stage == "doubt":
        fixable = range(len(session.choices()))
        if fixable and chance < 0.6:
            return {"do": "fix", "number": str(rng.choice(fixable))}
        return {"do": "undo"} if chance < 0.9 else edit(rng, session, secrets)
    if chance < 0.04:
        return {"do": "undo"}
    if chance < 0.08 and turns:
        return edit(rng, session, secrets)
    if chance < 0.12:
        word = rng.choice(({}, {"word": secrets[-1]}, {"word": any_word(rng, game)}))
        sides = {"first": rng.choice(("me", "them")), "last_turn": rng.choice(("yes", "no"))}
        return {"do": "race", **word, **rng.choice(({}, sides))}
    if chance < 0.14:
        return {"do": "side", "side": rng.choice(("me", "them"))}
    if stage == "over":
        return {"do": "score", "score": "1,1"} if chance < 0.4 else {"do": "undo"}
    if stage == "theirs":
        word = secrets[-1] if chance > 0.9 else any_word(rng, game)
        text = told(rng, game, word, secrets[-1:], chance < 0.25)
        return {"do": "they", "word": word, **({} if chance > 0.7 else {"score": text})}
    if chance < 0.2:
        return {"do": "guess", "word": any_word(rng, game)}
    if chance < 0.24:
        return {"do": rng.choice(("hint", "hint", "refuse", "they", "fly", "fix"))}
    if chance < 0.27 and turns and rng.random() < 0.5:
        return {"do": rng.choice(("unlisted", "anything"))}
    if chance < 0.3 and session.hints:
        return {"do": "hint"}
    if chance > 0.95:
        return {"do": "grid", "text": shared(rng, game, secrets[:-1])}
    word = {"word": any_word(rng, game)} if chance < 0.5 and not session.pending else {}
    guess = word.get("word") or session.guess
    asked = session.to_score[: rng.randint(1, len(session.to_score))]
    text = told(rng, game, guess, [secrets[at] for at in asked], chance < 0.36)
    text += f"+{text}" * (session.boards > 1 and chance > 0.98)
    return {"do": "score", "score": text, **word}


def shared(rng, game, secrets):
    """Some turns as people share them: a head, words, and rows of squares; one may be missing.

    Those of several boards are beside each other, or in blocks of two, as in Quordle.
    """
    words = [any_word(rng, game) for _ in range(rng.randint(1, 3))]
    wide = 2 if len(secrets) % 2 == 0 and rng.random() < 0.5 else len(secrets)
    blocks = [secrets[at : at + wide] for at in range(0, len(secrets), wide)]
    rule, long = game.rule, len(words[0])
    pairs = [[(word, secret) for secret in block] for block in blocks for word in words]
    rows = [[rule.marks(rule.score(*pair), long) for pair in line] for line in pairs]
    lines = [" ".join(line).translate(str.maketrans("BYG", "⬛🟨🟩")) for line in rows]
    heads = [], ["Wordle 1,234 X/6*", ""], ["Daily Quordle 155", "6️⃣🟥", "quordle.com"]
    parts = [*rng.choice(heads), *words, *lines[rng.random() < 0.2 :]]
    return rng.choice((" ", "\n")).join(parts)


def edit(rng, session, secrets):
    side = "them" if session.state.theirs and rng.random() < 0.4 else "me"
    turns = session.state.theirs if side == "them" else (session.attempt or session).state.mine
    number = rng.randint(1, len(turns) + (rng.random() < 0.1)) if turns else 1
    game, changed = session.game, {}
    guess = str(turns[number - 1].guess) if number <= len(turns) else any_word(rng, game)
    own = secrets[-1:] if side == "them" else secrets[:-1]
    if session.boards > 1 and rng.random() < 0.7:
        changed["board"] = str(rng.randint(1, session.boards))
        own = [own[int(changed["board"]) - 1]]
    elif session.boards > 1:
        own = own[: rng.randint(1, session.boards)]
    if rng.random() < 0.3:
        guess = changed["word"] = any_word(rng, game)
    if "word" not in changed or rng.random() < 0.8:
        changed["score"] = told(rng, game, guess, own, rng.random() >= 0.8)
    return {"do": "edit", "side": side, "turn": str(number), **changed}


def shown_stage(session):
    if session.attempt is not None:
        return "doubt"
    return "over" if session.over else "guess" if session.side == "me" else "theirs"


def played(name, seed):
    """Play a game: the moves, what is shown after each, and the sessions."""
    game, strategy = table(name)
    rng = random.Random(f"{name} {seed}")
    boards = boards_of(name)
    secrets = [str(rng.choice(game.secrets)) for _ in range(boards + 1)]
    session = jotto.Session(game, strategy, boards=boards)
    made, told, reached = [], [], []
    begun = rng.random() < 0.5 and boards == 1
    for number in range(LONGEST * boards):
        move = next_move(rng, session, secrets)
        if number == 0 and begun:
            move = {"do": "race", "first": rng.choice(("me", "them")), "last_turn": "yes"}
            move |= {} if rng.random() < 0.5 else {"word": secrets[-1]}
        made.append(move)
        try:
            done = moves.make_move(session, move)
        except jotto.JottoError as error:
            told.append({"error": str(error)})
            continue
        session = done.session
        told.append(plain({"view": shown(session), "said": [*map(asdict, done.messages)]}))
        reached.append(session)
        if session.over and rng.random() < 0.8:
            break
    return made, told, reached


SLOW = "english", "jots", "colours", "pegs", "hard", "house rules", "polite"


@pytest.mark.full
@pytest.mark.parametrize("name", GAMES)
def test_every_move_of_a_random_game_is_shown_as_the_program_shows_it(page, name):
    page("begin", data(name))
    for seed in range(-(-MANY // len(GAMES)) or 3 - (name in SLOW)):
        made, told, reached = played(name, seed)
        for number, (theirs, mine) in enumerate(zip(page("play", made), told, strict=True)):
            assert differences(mine, theirs) == [], (seed, made[: number + 1])
        games = [Saved({"boards": boards_of(name)}, "").updated(session) for session in reached]
        own = [
            {"transcript": one.transcript, "attempt": one.tried or None, "changed": 0}
            for one in games
        ]
        assert page("titles", own) == [one.title() for one in games]
        asked = [one for one in reached if one.is_asked]
        for session in asked[:: max(1, len(asked) // 2)]:
            panes_are_equal(page, session)


def panes_are_equal(page, session):
    guess = str(session.game.guesses[-1])
    panes = ("why", ""), ("more", ""), ("list", ""), ("about", guess), ("about", "x")
    theirs = page("panes", session.transcript, panes)
    for (name, about), found in zip(panes, theirs, strict=True):
        mine = answered(lambda *asked: plain(asdict(pane(*asked))), session, name, about)
        assert differences(mine, found) == [], (name, about, session.transcript)


ALL_KINDS = ["ten", "german", "bulls", "two boards", "one lie", "own rule"]


@pytest.mark.parametrize("name", ALL_KINDS)
def test_what_is_so_and_what_is_offered_is_what_the_program_says(page, name):
    """In every position of three random games; there are some 200 in all."""
    page("begin", data(name))
    for seed in range(100, 103):
        for session in played(name, seed)[2]:
            so = move_table.facts(session)
            attempt = session.attempt and session.attempt.transcript
            theirs = page("facts", session.transcript, attempt)
            assert {*theirs["facts"]} == so
            assert theirs["offered"] == [*move_table.offered(so, "page")]


@pytest.mark.parametrize(
    ("word", "row", "expected"), [("crate", "⬛⬛⬛⬛⬛", "view"), ("hatch", "⬛🟩🟩🟩🟩", "error")]
)
def test_a_turn_after_a_win_is_in_doubt_if_it_fits_nothing(page, word, row, expected):
    page("begin", data("ten"))
    move = {"do": "grid", "text": f"watch {word} 🟩🟩🟩🟩🟩 {row}"}
    session = jotto.Session(*table("ten"))
    mine = answered(lambda: {"view": shown(moves.make_move(session, move).session), "said": []})
    (theirs,) = page("play", [move])
    assert differences(mine, theirs) == []
    assert expected in mine


def test_the_last_unlisted_word_is_refused_only_after_a_turn(page):
    """Before the first turn there is no score that could be wrong."""
    game = jotto.words(["cc", "ee"], ["ab"])
    page("begin", data_of(game, jotto.strategy()))
    asked = [{"do": "unlisted"}, {"do": "refuse"}]
    with pytest.raises(jotto.errors.EmptyListError) as refused:
        moves.make_move(jotto.Session(game).among_unlisted(), asked[1])
    assert page("play", asked)[1] == {"error": str(refused.value)}


# --- positions that were read by eye ---


@pytest.mark.parametrize("name", [name for name in POSITIONS if name != "own"])
def test_the_positions_read_by_eye_are_shown_by_the_page(page, name):
    page("begin", data(f"{POSITIONS[name][0]} by eye"))
    session = session_at(name)
    attempt = {"attempt": session.attempt.transcript} if session.attempt else {}
    found = page("seen", session.transcript, attempt)
    assert differences(found, shown(session)) == []


# --- the answers of the server ---


class Kept:
    """The games of the page: what it is asked, and the state it keeps."""

    def __init__(self, page):
        self.page, self.state = page, page("nothing")

    def data(self, path, move=None):
        found = self.page("ask", self.state, path, move)
        self.state = found["state"]
        return found["answer"]


def thirtieth():
    return jotto.words().secrets[::30]


@pytest.fixture
def own(page):
    """The games of a page, and the path of one with a short list of words."""
    page("begin", data_of(jotto.words(thirtieth()), jotto.strategy()))
    kept = Kept(page)
    return kept, kept.data("/new", {})["go"]


def test_the_end_of_a_race_is_shared_and_judged_as_by_the_program(own):
    kept, path = own
    game, secret = jotto.words(thirtieth()), thirtieth()[100]
    session = jotto.Session(game, jotto.strategy())

    def move(**made):
        nonlocal session
        at = str(kept.data(path)["view"]["at"])
        answer = kept.data(path, {"at": at, **made})
        session = moves.make_move(session, made).session
        theirs = plain(shown(session)) | {"at": answer["view"]["at"]}
        assert differences(answer["view"], theirs) == []

    move(do="race", word="abaci", first="them", last_turn="yes")
    while not session.over:
        if session.side == "me":
            move(do="score", score=game.score(session.guess, secret))
        else:
            move(do="they", word="scram", sure="scram")
    record = review.record_of(session, {})
    reviews = {
        "You": review.review(game, *record.turns, secret=record.secret, strategy=jotto.strategy()),
        "They": review.review(game, *record.theirs, secret=record.own, strategy=jotto.strategy()),
    }
    ended = kept.data(f"{path}/end")
    assert ended["text"] == kept.data(f"{path}/share")["text"] == review.shared(game, reviews)
    for (who, each), told, sums in zip(reviews.items(), ended["said"], ended["sums"], strict=True):
        assert told == " ".join(" ".join(term).strip() for term in review.add_up(who, each))
        assert (sums["cost"], sums["luck"]) == pytest.approx((each.cost, each.luck), abs=1e-6)
    (finished,) = kept.state["finished"]
    assert [*record.turns] == finished["turns"]
    finish = {"at": str(kept.data(path)["view"]["at"]), "do": "finish"}
    assert kept.data(path, finish) == {"go": "/games"}
    assert kept.data(f"{path}/share")["text"] == ended["text"]
    assert "error" in kept.data(path)


@pytest.mark.parametrize(("word", "stage"), [("fools", "over"), ("least", "guess")])
def test_all_letters_are_the_win_in_jots_where_nothing_else_can_be_meant(page, word, stage):
    page("begin", data_of(jotto.words(TEN, rule="jots"), jotto.strategy()))
    kept = Kept(page)
    path = kept.data("/new", {})["go"]
    answer = kept.data(path, {"at": "1", "do": "score", "word": word, "score": "5"})
    assert answer["view"]["stage"] == stage  # slate and stale have the letters of least


def test_what_the_page_does_not_do_it_says(own):
    kept, path = own
    for does in ("fly", "finish"):  # the game is not over
        assert kept.data(path, {"at": "1", "do": does})["error"]
    for other in ("/match", "/match/ABCDEF"):
        assert "the program jotto" in kept.data(other)["error"]
    assert "not there" in kept.data(f"{path}/report")["error"]  # before the end


def test_what_takes_longer_is_asked_for_by_itself(page):
    game, strategy = table("ten")
    session = jotto.Session(game, strategy).scored("0,0", "fools")
    page("begin", data("ten"))
    kept = Kept(page)
    path = kept.data("/new", {})["go"]
    kept.data(path, {"at": "1", "do": "score", "word": "fools", "score": "0,0"})
    found = kept.data(f"{path}/ahead")
    tree = jotto.solve(session.position)
    right = asdict(wording.doubt(session)), asdict(wording.best_ahead(tree))["facts"]["result"]
    assert found["at"] == 2
    assert differences([found["doubt"], found["text"]["facts"]["result"]], plain(right)) == []
    assert found["word"] in ("", *game.guesses)


def test_a_damaged_game_and_one_of_another_list_are_not_shown(page):
    page("begin", data("ten"))
    kept = Kept(page)
    path = kept.data("/new", {})["go"]
    kept.data(path, {"at": "1", "do": "score", "score": "0,0"})
    (name,) = kept.state["games"]
    game = kept.state["games"][name]
    for damaged in (
        {"transcript": [["score", "crane"]]},
        {"transcript": [["fly"]]},
        {"transcript": None},
        {"transcript": [["score", "crane", "9,9"]]},
        {"key": "another list"},
    ):
        kept.state["games"][name] = game | damaged
        assert kept.data(path).keys() == {"error"}, damaged


# --- words as they are typed, numbers as they are written ---

BRETON = "c\u2019hoa|c\u02bcHOA|c'hro|C\u2018hra"
TYPED = " Crane |crnae|carne|zzzzz|élève|GRÖSSE|größe|grosse|Äpfel|aepfel||x|cr4ne|<b>|o'ne|\"|\\"
TYPED += "|\n\t\u00a0\u200b|🟩🟨⬛⬛⬛|hatchet|lach|e__ry|C.A?E|c**ne|CR..E|q?"
TYPED += f"|RrGb|rgbx|iİıſß|ﬁnes|{'a' * 70}|øøøøø|ЁЖИКИ|שלום|latshes|watchd|{BRETON}"
READ = "ten", "ten in jots", "ten in colours", "german", "breton", "pegs", "own pegs", "bulls"
SCORES = "1,1|1/2|12|1 2|(1,2)|1b2c|2c1b|win|WIN|5|3|6|byg||GGGG|0.G00|2b|1b2b|🟩🟩|bbbw"
SCORES += "|⚫⚫⚫⚫⚪⚪|-1,2|zero|one two|yes|Found it!|one,few|y|b|BYGBB|bbbbb|GGGGY"
SCORES += "|🟩🟨⬛⬜⬛|9,9|4,1|3,1|<b>|0,0,0|²"


@pytest.mark.parametrize("name", [*READ, "black pegs of codes"])
def test_words_and_scores_are_read_as_the_program_reads_them(page, name):
    game, _ = table(name)
    page("begin", data(name))
    for text in TYPED.split("|"):
        right = answered(lambda typed: {"text": str(game.read_guess(typed))}, text)
        assert page("read", text) == right, text
    for text in {*SCORES.split("|"), *(text for _, text, _ in notations())}:
        right = answered(lambda typed: {"code": game.rule.read(typed)}, text)
        assert page("readScore", text) == right, text


def test_numbers_are_written_as_the_program_writes_them(page):
    rng = random.Random(1)
    chances = [k / n for n in (2, 3, 16, 64, 128, 1000, 4096) for k in range(n + 1) if n < 129]
    chances += [rng.random() ** rng.randint(1, 9) for _ in range(500)] + [1e-17, 0.995, 0.9951]
    numbers = [k / 8 for k in range(200)] + [10 ** (4 * rng.random()) for _ in range(500)]
    assert page("shares", chances) == [*map(wording.share, chances)]
    assert page("approximate", numbers) == [*map(wording.approximate, numbers)]
    assert page("fixed", numbers) == [f"{number:.2f}" for number in numbers]


@pytest.mark.parametrize("guess", ["title", "eerie", "aabab", "crane"])
def test_colours_that_no_word_can_give_are_refused_as_by_the_program(page, guess):
    game = jotto.words(["crane", "title"], rule="colours")
    page("begin", data_of(game, jotto.strategy()))
    codes = range(game.rule.n_codes)
    assert page("objections", guess) == [game.rule.objects(guess, code) for code in codes]
    assert page("near", guess) == [game.rule.near_misses(code, guess) for code in codes]
    scored = [{"do": "score", "word": "title", "score": "BYYYG"}]
    with pytest.raises(jotto.errors.TurnError) as refused:
        jotto.Session(game).scored("BYYYG", "title")
    assert page("play", scored) == [{"error": str(refused.value)}]

"""What programs ask besides the next guess: to keep a secret, practise, share, settle and count."""

import json
import random
from datetime import date

import naive
import pytest
from test_engine import check, valid

import jotto as library
from jotto.assistant import request_lists, request_table, requests
from jotto.games.words import common, offensive, shipped_words
from jotto.question.making import Question

HATCHES = ["hatch", "latch", "match", "crane"]
ALIKE = ["hatch", "latch", "match", "patch", "crane", "quilt"]
COMMANDS = [
    ("secret --max-level 35 --top 2", "secret", {"max_level": 35, "top": 2}),
    ("secret quilt covid aalii", "secret", {"rate": ["quilt", "covid", "aalii"]}),
    ("secret --no-polite --rule jots --top 3", "secret",
     {"polite": False, "rule": "jots", "top": 3}),
    ("word geese --no-repeats", "word", {"word": "geese", "repeats": False}),
    ("word slaet", "word", {"word": "slaet"}),
    ("practice tares=1,1 moist=1,1 --guess soled", "practice",
     {"turns": ["tares=1,1", "moist=1,1"], "guess": "soled"}),
    ("practice tares=1,1 doily=1,1", "practice", {"turns": ["tares=1,1", "doily=1,1"]}),
    ("practice tares=1,1 moist=1,1 clout=0,1 --guess doily", "practice",
     {"turns": ["tares=1,1", "moist=1,1", "clout=0,1"], "guess": "doily"}),
    ("practice 012=1,1 --game mastermind:3x6 --guess 000", "practice",
     {"turns": ["012=1,1"], "game": "mastermind:3x6", "guess": "000"}),
]  # fmt: skip
REFUSED = [
    ("word cranes", "word", {"word": "cranes"}),
    ("secret cranes", "secret", {"rate": ["cranes"]}),
    ("practice crane=5,0", "practice", {"turns": ["crane=5,0"]}),
    ("practice crane=5,0 --guess crane", "practice", {"turns": ["crane=5,0"], "guess": "crane"}),
    ("practice tares=1,1 --guess zzzzz", "practice", {"turns": ["tares=1,1"], "guess": "zzzzz"}),
    ("practice tares=0,0 tares=5,0 --guess crane", "practice",
     {"turns": ["tares=0,0", "tares=5,0"], "guess": "crane"}),
    ("keep --adversary --secret crane", "keep", {"adversary": True, "secret": "crane"}),
    ("keep --secret cranes", "keep", {"secret": "cranes"}),
    ("keep --rule fibble", "keep", {"rule": "fibble"}),
    ("keep --secret crane --level easy", "keep", {"secret": "crane", "level": "easy"}),
    ("keep --adversary --seed 3", "keep", {"adversary": True, "seed": 3}),
    ("secret quilt --max-level 35", "secret", {"rate": ["quilt"], "max_level": 35}),
    ("practice tares=1,1 --n 3", "practice", {"turns": ["tares=1,1"], "n": 3}),
]  # fmt: skip


@pytest.fixture(scope="module")
def program():
    """What answers programs, as ``jotto engine`` has it."""
    return requests.Requests(Question())


@pytest.fixture
def ask(program):
    """Ask it; every request and answer is checked against the schema."""
    return asker(program)


def asker(program):
    def asked(do, **fields):
        request = {"do": do, **fields}
        answer = json.loads(request_table.to_json(program.read(json.dumps(request).encode())))
        assert valid("", request) or "error" in answer, request
        return check(answer)

    return asked


def own(*words, **options):
    """Ask what answers programs about a list of one's own."""
    return asker(requests.Requests(Question(words=request_lists.Words(words), **options)))


def plain(answer):
    return {n: v for n, v in answer.items() if n not in ("id", "do", "schema", "notes")}


# --- the same as the command ----------------------------------------------------------------------


@pytest.mark.parametrize(("command", "do", "fields"), COMMANDS)
def test_a_request_has_the_figures_of_the_command(jotto, ask, command, do, fields):
    printed = json.loads(jotto(*command.split(), "--json").out)
    from_python = json.loads(request_table.to_json(library.ask(do, **fields)))
    assert plain(ask(do, **fields)) == plain(printed) == plain(from_python)


@pytest.mark.parametrize(("command", "do", "fields"), REFUSED)
def test_an_error_is_that_of_the_command_and_python_has_its_hint(jotto, ask, command, do, fields):
    told = ask(do, **fields)["error"]
    assert told["hint"]
    assert told["message"].lower() in jotto(*command.split()).err.lower()
    with pytest.raises(library.JottoError) as caught:
        library.ask(do, **fields)
    assert (str(caught.value), caught.value.hint) == (told["message"], told["hint"])


def test_an_error_has_a_hint_that_says_what_there_is():
    with pytest.raises(library.JottoError, match="'sugest' is not a request") as caught:
        library.ask("sugest")
    assert caught.value.hint.startswith("did you mean suggest?")


def test_what_does_not_belong_to_a_request_is_refused_and_of_the_program_dropped(jotto, ask):
    for do, field in [("secret", "prior"), ("word", "lies"), ("keep", "strategy")]:
        told = ask(do, **({"word": "crane"} if do == "word" else {}), **{field: "even"})["error"]
        unused = "" if field == "lies" else ", which would change nothing"
        assert told["message"] == f"{do} has no '{field}'{unused}"
        assert f" {field}" not in told["hint"]
    started = asker(requests.Requests(Question(prior="wordle", lies=1, strategy="minimax")))
    top = {"top": 2, "max_level": 35}
    assert plain(started("secret", **top)) == plain(ask("secret", **top))
    assert "view" in started("keep")
    graded = {"turns": ["tares=1,1", "moist=1,1"], "guess": "soled", "prior": "common"}
    assert "lies (practice has no lies)" in started("practice", **graded)["notes"][0]
    jots = asker(requests.Requests(Question(rule="colours", allow="hard")))
    assert "hard mode needs the rule" in jots("suggest", rule="jots", top=1)["notes"][0]
    assert "Hard mode: every guess must fit all the scores so far." in jots("keep")["said"]
    assert (
        "Hard mode: every guess must fit all the scores so far."
        not in jots("keep", allow="all")["said"]
    )
    assert "notes" not in jots("keep")
    several = asker(requests.Requests(Question(lies=1, boards=2)))
    assert plain(several("practice", **graded)) == plain(ask("practice", **graded))
    assert several("history", games=[{"turns": ["crane=5,0"]}])["guesses"]["you"] == {"1": 1}
    codes = asker(requests.Requests(Question(game="mastermind:2x3")))
    assert "belongs to the game of words" in codes("secret")["error"]["message"]
    assert codes("word", word="crane", game="words")["secret"]


def test_what_is_wrong_with_a_request_is_said_in_a_sentence(program, ask):
    assert ask("suggest", order="list")["error"]["message"].endswith("it is for candidates")
    assert "did you mean" not in ask("suggest", order="list")["error"]["hint"]
    assert "after turns" in ask("practice", guess="crane")["error"]["message"]
    for line, says in [(b"{}", "has no do"), (b" ", "empty line"), (b'{"do":', "not JSON")]:
        assert says in program.read(line)["error"]["message"]
    for do in ("review", "share"):
        told = ask(do, boards=2, turns=["crane=1,1+1,1"])["error"]
        assert "has no 'boards'" in told["message"]
        assert " boards" not in told["hint"]


def test_what_is_worth_knowing_about_lists_is_told_in_notes(ask):
    notes = ask("suggest", without=["zzzzz"], top=1)["notes"]
    assert notes == ["1 of the 1 words of 'the list in the request' are not in the list"]
    assert "is in the future" in ask("suggest", past={"stone": "2099-01-01"}, top=1)["notes"][0]
    for field in ("prior", "past"):
        assert "has 0 entries" in ask("suggest", **{field: {}})["error"]["message"]


def test_python_has_what_json_has(ask):
    for do, fields in [("keep", {"secret": "crane"}), ("new", {"turns": ["tares=1,1"]})]:
        told = library.ask(do, name="q", **fields)
        assert json.loads(json.dumps(told)) == told == plain(ask(do, name="q", **fields))
    moved = library.ask("move", name="q", line="moist 0,2")
    assert json.loads(json.dumps(moved)) == moved


def test_a_line_that_shows_something_has_its_pane(ask):
    ask("keep", name="kept", secret="crane")
    ask("new", name="own", turns=["tares=1,1"])
    for name, line in [("kept", "list"), ("kept", "help"), ("own", "why"), ("own", "about moist")]:
        pane, _, about = line.partition(" ")
        asked = {"pane": pane, **({"about": about} if about else {})}
        shown = ask("move", name=name, line=line)
        assert shown["pane"] == ask("view", name=name, **asked)["pane"]
        assert (shown["said"], shown["view"]) == ([], ask("view", name=name)["view"])
    assert "pane" not in ask("move", name="kept", line="turns")
    ask("move", name="kept", line="quit")
    assert "the secret of this game was crane" in ask(
        "share", name="kept", secret="slate")["error"]["message"]  # fmt: skip


def test_why_is_shown_of_the_word_that_it_is_asked_about(ask):
    turns = ["tares=1,1"]
    pane = ask("view", turns=turns, pane="why", about="crane")["pane"]
    told = ask("suggest", turns=turns, guess="crane", why=True, top=3)["why"]
    assert pane["title"].startswith("CRANE leaves ")
    assert [row[:2] for row in pane["rows"]] == [[p["score"], p["left"]] for p in told["parts"]]
    assert pane["rows"] != ask("view", turns=turns, pane="why")["pane"]["rows"]


def test_what_a_guess_is_worth_is_null_once_nothing_is_left(ask):
    assert ask("suggest", turns=["crane=5,0"], guess="crane")["worth"] is None


@pytest.mark.parametrize("word", ["covid", "zzzzz", "crane"])
def test_a_word_is_as_common_whoever_is_asked(ask, word):
    stands, rated = ask("word", word=word), ask("secret", rate=[word])["secrets"][0]
    assert [rated["level"], rated["zipf"]] == [stands["level"], stands["zipf"]]


def test_a_word_in_no_list_counts_for_a_player_who_is_sure(jotto, ask):
    ask("keep", name="a", secret="crane")
    refused = ask("move", name="a", line="zzzzz")["error"]
    assert refused["message"] == "'zzzzz' is in no list"
    sure = json.loads(refused["hint"].partition("{")[2].join(["{", ""]))
    told = ask("move", name="a", move=sure)
    assert (told["score"], len(told["view"]["boards"][0]["rows"])) == ("0,0", 1)
    refused = ask("move", name="a", line="zz")["error"]["message"]
    assert "'zz' has 2 letters" in refused
    typed = jotto("keep", "--secret", "crane", typed="zzzzz\ncrane\n")
    assert "ZZZZZ=0,0" in typed.out
    assert "'zzzzz' is not in the list" in typed.err
    assert "in 2 guesses" in typed.out


def test_what_is_in_no_list_is_looked_ahead_for_wherever_it_is_asked(jotto, ask):
    """The prompt, the view, suggest by a name, and the command have one guess, and one proof."""
    turns = ["covit=4,0", "crane=1,0"]
    ask("new", name="u", turns=turns)
    view = ask("move", name="u", line="unlisted")["view"]
    told = ask("suggest", name="u", top=2, why=True, guess="comit")
    assert view["guess"]["word"] == told["suggestions"][0]["guess"] == told["ahead"]["guess"]
    assert told["ahead"]["proved"]
    left = ["cobit", "comit", "covic", "covid"]
    assert sorted(ask("candidates", name="u")["candidates"]) == left
    parts = naive.partition(left, "comit", naive.exact_elsewhere)
    assert {row["score"]: row["left"] for row in told["why"]["parts"]} == {
        score: len(part) for score, part in parts.items()
    }
    typed = jotto(
        "suggest", *turns, "--strings", "--top", "2", "--why", "--guess", "comit", "--json"
    )
    assert plain(typed.json) == plain(told)
    assert "COVID" in jotto("play", typed="covit 4,0\ncrane 1,0\nunlisted\n").out
    assert ask("practice", name="u", guess="comit")["yours"]["guess"] == "comit"


def test_a_guess_that_is_not_allowed_is_noted_wherever_it_is_asked_about(jotto, write):
    words = ["hatch", "latch", "match", "patch", "crane"]
    hard = {"rule": "colours", "allow": "hard"}
    options = "--words", write(*words), "--rule", "colours", "--allow", "hard"
    note = "'crane' is not one of the guesses allowed here"
    game = asker(requests.Requests(Question(**hard, words=request_lists.Words(words))))
    for guess, notes in ("crane", [note]), ("latch", []):
        told = game("suggest", turns=["hatch=BGGGG"], guess=guess).get("notes", [])
        run = jotto("suggest", "hatch=BGGGG", *options, "--guess", guess)
        assert (told, run.err) == (notes, "".join(f"jotto: note: {each}\n" for each in notes))
    assert "notes" not in game("suggest", turns=["hatch=GGGGG"], guess="crane")
    game("new", name="hard", turns=["hatch=BGGGG"])
    alone = game("move", name="hard", line="crane")
    assert (alone["said"], alone["view"]["guess"]["reason"]) == ([], note)
    scored = game("move", name="hard", line="crane BYBYB")
    assert scored["said"] == [note]


def test_how_many_are_left_is_not_told_where_the_secret_is_kept(ask):
    boards = ask("keep", boards=2, seed=1)["view"]["boards"]
    assert [board["left"] for board in boards] == [None, None]


def test_a_finished_game_is_shared_as_the_command_does(jotto, ask):
    turns = ["crane", "slate", "fools"]
    printed = jotto("review", *turns, "--secret", "fools", "--share").out
    assert ask("share", turns=turns, secret="fools")["text"] == printed.rstrip("\n")
    assert "there are no turns" in ask("share")["error"]["message"]


def test_exercises_are_those_of_python_by_the_seed(ask):
    rows = ask("practice", n=2, seed=3, game="bulls-and-cows:3x6")["positions"]
    made = library.exercises(library.named("bulls-and-cows:3x6"), 2, seed=3)
    assert [row["turns"] for row in rows] == [[list(turn) for turn in at.turns] for at in made]
    assert [row["left"] for row in rows] == [len(at) for at in made]


def test_the_regret_is_that_of_the_slow_twin(ask):
    game, ask = naive.listed(HATCHES, HATCHES, naive.exact_elsewhere), own(*HATCHES)
    for guess, regret in naive.regrets(game, naive.Method("entropy"), [], HATCHES).items():
        graded = ask("practice", turns=[], guess=guess)
        assert graded["yours"]["regret"] == pytest.approx(float(regret))
        assert graded["unit"] == "guesses"


def test_no_offensive_word_is_among_the_best_guesses_but_one_is_graded():
    family = ["ailed", "filed", "oiled", "piled", "riled", "tiled", "wiled"]
    (rude,) = words = ["fagot"]
    assert {*words} <= {*offensive()}
    game = naive.listed(family, [*family, rude], naive.exact_elsewhere)
    regrets = naive.regrets(game, naive.Method("entropy"), [], family)
    best = min(regret for word, regret in regrets.items() if word != rude)
    assert best > regrets[rude]
    ask = own(*family, guesses=request_lists.Words(words))
    for guess in regrets:
        graded = ask("practice", turns=[], guess=guess)
        assert rude not in [row["guess"] for row in graded["best"]]
        right = max(0, regrets[guess] - best)
        assert graded["yours"]["regret"] == pytest.approx(float(right))
    graded = ask("practice", turns=[], guess=rude, polite=False)
    assert graded["best"][0]["guess"] == rude


# --- a secret that is kept ------------------------------------------------------------------------


def test_a_secret_is_kept_until_it_is_found():
    ask = own(*ALIKE)
    begun = ask("keep", name="a", secret="match")
    assert (begun["secrets"], begun["said"]) == (6, ["I have chosen one of 6 words. Guess which."])
    for guess in ("quilt", "hatch"):
        told = ask("move", name="a", line=guess)
        assert told["score"] == naive.exact_elsewhere(guess, "match")
        assert told["view"]["boards"][0]["rows"][-1]["guess"] == guess
        assert "secret" not in told
        assert "result" not in told
    again = ask("move", name="a", move={"do": "guess", "word": "hatch"})
    assert "HATCH" in again["said"][0].upper()
    found = ask("move", name="a", line="match")
    assert (found["result"], found["secret"], found["score"]) == ("found", "match", "5,0")
    assert found["view"]["stage"] == "over"
    assert ask("move", name="a", line="match")["error"]["message"] == "the game is over"
    assert ask("review", name="a")["reviews"][0]["guesses"] == 4
    scores = [naive.exact_elsewhere(guess, "match") for guess in ("quilt", "hatch", "hatch")]
    assert ask("share", name="a")["text"].splitlines()[0] == "jotto, 4 guesses"
    assert [row["score"] for row in ask("view", name="a")["view"]["boards"][0]["rows"]] == [
        *scores,
        "5,0",
    ]
    assert ask("drop", name="a")["kept"] == 0


def test_a_secret_is_told_when_it_is_given_up():
    ask = own(*ALIKE)
    name = ask("keep", secret="match")["name"]
    ask("move", name=name, line="hatch")
    told = ask("move", name=name, line="give up")
    assert (told["said"], told["result"], told["secret"]) == (
        ["The word was MATCH. Better luck with the next one."],
        "given up",
        "match",
    )
    assert (told["view"]["stage"], told["view"]["moves"]) == ("over", [])
    assert "over" in ask("move", name=name, line="match")["error"]["message"]
    assert ask("review", name=name)["reviews"][0]["secret"] == "match"
    assert ask("share", name=name)["text"] == "jotto, 1 guess, not found\n●●●●·"
    assert ask("suggest", name=name)["suggestions"]  # as of any game


NUMBER = (date.today() - date(1970, 1, 1)).days
DAYS = [naive.daily(ALIKE, [1] * len(ALIKE), n) for n in (NUMBER, NUMBER + 1)]  # midnight may pass
NOT_TODAY = next(word for word in ALIKE if word not in DAYS)
SHARES = [  # options, those of a request, lines, and the first line of the text
    ("--secret match", {}, "hatch match", "jotto, 2 guesses"),
    ("--secret match", {}, "hatch quit", "jotto, 1 guess, not found"),
    ("--secret match --allow hard", {"allow": "hard"}, "hatch match",
     "jotto, 2 guesses, hard mode"),
    ("--secret match+crane --boards 2", {"boards": 2}, "crane match", "jotto, 2 boards, 2 guesses"),
    ("--secret match+crane --boards 2", {"boards": 2}, "crane quit",
     "jotto, 2 boards, 1 guess, not found"),
    ("--adversary", {"adversary": True}, "hatch quit", "jotto, 1 guess, not found"),
    ("--secret match --rule colours", {"rule": "colours"}, "hatch match",
     "jotto Wordle, 2 guesses"),
    ("--daily", {"daily": True}, f"{NOT_TODAY} quit", "jotto DAY, 1 guess, not found"),
]  # fmt: skip


@pytest.mark.parametrize(("options", "fields", "lines", "head"), SHARES)
def test_a_kept_game_has_one_text_to_share_and_a_league_reads_it(
    jotto, write, options, fields, lines, head
):
    typed = lines.split()
    secret = {"secret": options.split()[1]} if "--secret" in options else {}
    ask = own(*ALIKE)
    name = ask("keep", **secret, **fields)["name"]
    for line in typed:
        ask("move", name=name, line=line)
    jotto("keep", "--words", write(*ALIKE), *options.split(), typed="\n".join([*typed, ""]))
    text = jotto("review", "--share").out.rstrip("\n")
    assert text == ask("share", name=name)["text"]
    day = str(date.today())
    assert text.splitlines()[0] == head.replace("DAY", day)
    league = jotto("league", write(f"Ann: {text}"), "--json").json
    assert league["unread"] == []
    found = "not found" not in head
    made = (len(typed) if found else None, found)
    assert [(row["guesses"], row["found"]) for row in league["results"]] == [made]
    assert league["results"][0]["date"] == (day if "daily" in fields else None)


@pytest.mark.parametrize(("level", "percent"), {"easy": 30, "medium": 80, "hard": 100}.items())
def test_a_secret_is_drawn_as_the_command_draws_it(jotto, ask, level, percent):
    words = shipped_words()
    likely = naive.likeliest(words, common(words).tolist(), percent, tuple(offensive()))
    begun = ask("keep", level=level, seed=4)
    secret = ask("move", name=begun["name"], line="quit")["secret"]
    assert (begun["secrets"], secret in likely) == (len(likely), True)
    printed = jotto("keep", "--no-history", "--level", level, "--seed", "4", typed="quit\n").out
    assert printed.endswith(
        f"The word was {secret.upper()}. You made no guess, so this game does not count.\n"
    )


def test_without_a_seed_the_secrets_differ_however_the_program_was_started():
    ask = own(*(f"{a}{b}{c}" for a in "abcde" for b in "fghij" for c in "klmno"), seed=5)
    names = [ask("keep")["name"] for _ in range(20)]
    assert len({ask("move", name=name, line="quit")["secret"] for name in names}) > 1


def test_the_word_of_a_day_is_that_of_the_command_and_has_no_hints(jotto, ask):
    words = shipped_words()
    for day in (date(2026, 11, 29), date(1999, 1, 1)):
        begun = ask("keep", daily=str(day), prior="even")  # which makes no difference
        assert (begun["day"], begun["view"]["moves"]) == (
            str(day),
            ["guess", "turns", "help", "quit"],
        )
        for line in ("hint", "list", "left"):
            assert "hints" in ask("move", name=begun["name"], line=line)["error"]["message"]
        assert "error" in ask("move", name=begun["name"], move={"do": "hint"})
        assert "error" in ask("view", name=begun["name"], pane="list")
        number = (day - date(1970, 1, 1)).days
        secret = naive.daily(words, common(words).tolist(), number, tuple(offensive()))
        assert ask("move", name=begun["name"], line="quit")["secret"] == secret
    told = ask("keep", daily="tomorrow")["error"]
    assert told["message"] == "daily 'tomorrow': write a date, such as 2026-11-29"
    name = ask("keep", daily=True)["name"]
    here = ask("move", name=name, line="quit")["secret"]
    printed = jotto("keep", "--no-history", "--daily", typed="quit\n").out
    assert f"The word was {here.upper()}. You made no guess" in printed


def test_what_is_left_is_counted_among_what_a_secret_is_drawn_from(ask):
    words = shipped_words()
    level = naive.likeliest(words, common(words).tolist(), 30, tuple(offensive()))
    name = ask("keep", level="easy")["name"]
    assert ask("move", name=name, line="left")["said"] == [f"{len(level):,} words possible"]
    assert {*ask("view", name=name, pane="list")["pane"]["words"]} == {*level}
    *_, last = (ask("move", name=name, line="hint")["said"] for _ in range(4))
    assert last[0].split()[2] in level


def test_hard_mode_an_adversary_and_boards_are_those_of_the_command():
    ask = own(*ALIKE)
    ask("keep", name="h", secret="match", allow="hard")
    ask("move", name="h", line="hatch")
    assert "does not fit turn 1" in ask("move", name="h", line="quilt")["error"]["message"]
    assert ask("move", name="h", line="latch")["score"] == "4,0"

    begun = ask("keep", name="x", adversary=True)
    assert (
        begun["said"][1] == "The secret may change, as long as it fits every score that you have."
    )
    parts = naive.partition(ALIKE, "hatch", naive.exact_elsewhere)
    most = max(parts, key=lambda score: len(parts[score]))
    assert ask("move", name="x", line="hatch")["score"] == most
    told = ask("move", name="x", line="quit")
    assert (told["result"], told["secret"]) == ("given up", None)

    ask("keep", name="b", boards=2, secret="match+crane")
    scores = [naive.exact_elsewhere("hatch", secret) for secret in ("match", "crane")]
    assert ask("move", name="b", line="hatch")["score"] == "+".join(scores)
    assert "score" in ask("move", name="b", line="crane")
    last = ask("move", name="b", line="match")
    assert (last["result"], last["secret"]) == ("found", "match+crane")
    squares = ask("share", name="b")["text"].splitlines()
    assert squares[0] == "jotto, 2 boards, 3 guesses"
    assert squares[2].endswith("●●●●●")
    assert squares[3] == "●●●●●"


def test_nothing_but_its_scores_depends_on_a_secret_that_is_kept(monkeypatch):
    """Two programs keep words with the same scores so far: whatever is asked, they say the same."""
    draw, said = random.Random(7), ["match", "patch"]
    monkeypatch.setattr(requests, "token_urlsafe", lambda _: "made")
    programs = [requests.Requests(Question(words=request_lists.Words(ALIKE))) for _ in said]
    for program, secret in zip(programs, said, strict=True):
        program.answer({"do": "keep", "name": "a", "secret": secret})
        program.answer({"do": "move", "name": "a", "line": "hatch"})
    lines = ["undo", "hint", "left", "list", "why", "help", "turns", "edit 1 5,0", "secret match"]
    lines += ["quit now", "give", "not a word", "unlisted", "5,0", "latch 4,0", "zzzzz", "me first"]
    kinds = [row["name"] for row in library.moves() if row["name"] not in ("guess", "quit")]
    values = {
        "line": lines,
        "move": [{"do": kind, "word": "match", "score": "5,0", "number": "0"} for kind in kinds],
        "pane": ["list", "why", "more", "about", "help"],
        "about": ["match", "patch", ""],
        "turns": [["latch=4,0"], []],
        "secret": [*said, "crane"],
        "guess": ALIKE,
        "opening": [["latch"]],
        "top": [1, 10],
        "rate": [said],
        "word": said,
        "games": [[{"turns": ["hatch=4,0"], "secret": "match"}]],
        "allow": ["hard"],
        "lies": [1],
    }
    asked = set()
    for number in range(1500):
        do = draw.choice([*sorted({*request_table.names()} - {"drop", "new", "keep", "hello"})])
        fields = request_table.tool_schema(do)["properties"].keys() & values.keys()
        some = draw.sample(sorted(fields), draw.randint(0, min(2, len(fields))))
        request = {"do": do, **{name: draw.choice(values[name]) for name in some}}
        request |= {"name": "a"} if do not in ("secret", "word", "history") else {}
        told = [request_table.to_json(program.answer(request, do)) for program in programs]
        assert told[0] == told[1], request
        asked.add((do, "error" in json.loads(told[0]), number < 0))
    assert {do for do, _, _ in asked} >= {"view", "move", "suggest", "review", "share", "score"}
    for do in ("suggest", "candidates", "explain", "review", "evaluate", "practice", "share"):
        refused = programs[0].answer({"do": do, "name": "a"})["error"]
        assert refused["message"] == "the secret of this game is kept here, and not found yet"
    for secret, program in zip(said, programs, strict=True):
        assert program.answer({"do": "move", "name": "a", "line": secret})["secret"] == secret


def test_two_guesses_at_once_count_as_one(monkeypatch):
    program = requests.Requests(Question(words=request_lists.Words(ALIKE)))
    program.answer({"do": "keep", "name": "a", "secret": "match"})
    scored = requests.keeper.moved

    def meanwhile(*given):
        monkeypatch.setattr(requests.keeper, "moved", scored)
        assert program.answer({"do": "move", "name": "a", "line": "quilt"})["score"] == "0,1"
        return scored(*given)

    monkeypatch.setattr(requests.keeper, "moved", meanwhile)
    refused = program.answer({"do": "move", "name": "a", "line": "hatch"})["error"]
    assert refused["message"] == "another request has changed this game"
    seen = json.loads(request_table.to_json(program.answer({"do": "view", "name": "a"})))
    assert [row["guess"] for row in seen["view"]["boards"][0]["rows"]] == ["quilt"]


def test_a_server_of_strangers_bounds_what_takes_long_and_names_its_games():
    listed = Question(words=request_lists.Words(ALIKE))
    public = requests.Requests(listed, shared=True, games={"words"})
    ask = asker(public)
    for do, fields in [("secret", {}), ("practice", {}), ("practice", {"guess": "latch"})]:
        stopped = ask(do, **fields, seconds=0)["error"]
        assert stopped["message"] == "it takes longer than 0 seconds, and was stopped"
    assert ask("practice", turns=["hatch=4,0"], guess="latch")["yours"]["regret"] >= 0
    assert ask("practice", n=11)["error"]["message"] == "n: at most 10 positions"
    assert ask("practice", n=10)["positions"] == []  # none of six words is worth an exercise
    unlisted = ask("secret", rate=["covid", "hutch", "zoomz", "qwert"])["error"]
    assert "at most 3" in unlisted["message"]
    assert ask("keep", name="mine")["error"]["hint"] == "leave name out"
    assert len(ask("keep")["name"]) > 10
    none = asker(requests.Requests(Question(), most=0, shared=True))("keep")["error"]
    assert none["message"] == "this server keeps no games"


def test_whatever_is_asked_is_answered_or_wrong_and_never_a_fault(caplog):
    """Fields of every request with values of every kind, also where strangers ask."""
    draw, values = random.Random(1), [None, True, -1, 1e99, "", "x" * 200, [], [[]], {}, [{}], 2]
    values += ["2026-02-30", "even", ["latch"], ["hatch=4,0"], [{"turns": ["hatch=4,0"]}], "latch"]
    programs = [
        requests.Requests(Question(words=request_lists.Words(ALIKE)), shared=shared, games=games)
        for shared, games in ((False, ()), (True, {"words"}))
    ]
    names, answered = request_table.names(), set()
    for number in range(3000):
        do, program = draw.choice(names), programs[number % 2]
        schema = request_table.tool_schema(do)
        some = draw.sample([*schema["properties"]], min(number % 3, len(schema["properties"])))
        request = {name: draw.choice(values) for name in {*schema["required"], *some}}
        told = program.answer(request, do)
        assert "this is a fault" not in told.get("error", {}).get("hint", ""), (do, request)
        answered |= {do} if "error" not in told else set()
    assert len(answered) >= 10
    assert caplog.text == ""


# --- many games -----------------------------------------------------------------------------------


def test_games_are_counted_and_compared_with_what_the_program_takes(jotto, write):
    words = write(*ALIKE)
    needs = {w: len(jotto("watch", w, "--words", words, "--json").json["turns"]) for w in ALIKE}
    games = [
        {"turns": ["hatch=4,0", "match=5,0"]},
        {"turns": ["hatch", "latch", "patch"], "secret": "patch", "result": "won"},
        {"turns": ["quilt=0,0"], "secret": "crane", "result": "lost", "theirs": ["hatch=4,0"]},
        {"turns": ["quilt"], "secret": "match"},
    ]
    counted = own(*ALIKE)("history", games=games)
    assert [row["result"] for row in counted["games"]] == ["found", "won", "lost", "given up"]
    assert [row["jotto"] for row in counted["games"]] == [
        needs[secret] for secret in ("match", "patch", "crane", "match")
    ]
    assert counted["games"][1]["turns"] == ["hatch=4,0", "latch=4,0", "patch=5,0"]
    assert counted["guesses"]["you"] == {"2": 1, "3": 1}
    both = {"you": 2.5, "jotto": (needs["match"] + needs["patch"]) / 2}
    assert counted["means"] == both
    assert counted["streaks"] == {"won": 1, "drawn": 0, "lost": 1, "now": 0, "longest": 1}
    assert counted["favourite_secrets"] == {"match": 2}
    wrong = own(*ALIKE)("history", games=[games[0], {"turns": ["hatch=9,0"]}])["error"]
    assert wrong["message"].startswith("game 2: turn 1: score '9,0'")


@pytest.mark.parametrize(
    ("game", "result", "found"),
    [
        ({"turns": ["hatch=4,0"]}, "found", "did not find"),
        ({"turns": ["hatch=4,0"], "secret": "match"}, "won", "did not find"),
        ({"turns": ["hatch=4,0"], "theirs": ["latch=5,0"]}, "drawn", "did not find"),
        ({"turns": []}, "found", "did not find"),
        ({"turns": ["hatch=4,0", "match=5,0"]}, "given up", "found"),
        ({"turns": ["hatch", "match"], "secret": "match"}, "given up", "found"),
    ],
)
def test_a_result_that_the_turns_contradict_is_refused(game, result, found):
    ask = own(*ALIKE)
    wrong = ask("history", games=[{"turns": ["hatch=5,0"]}, game | {"result": result}])["error"]
    assert wrong["message"] == f"game 2: result '{result}', but the last turn {found} the secret"
    assert "result" in wrong["hint"]
    assert ask("history", games=[game | {"result": "lost"}])["games"][0]["result"] == "lost"


def test_the_history_of_the_command_has_the_same_figures(tmp_path, jotto, write):
    words = "--words", write(*ALIKE)
    for typed in ("hatch 4,0\nmatch 5,0\n", "quilt 0,0\ncrane 5,0\n"):
        jotto("play", *words, typed=typed)
    printed = jotto("history", "--json").json
    games = [
        {name: game[name] for name in ("turns", "secret", "result")} for game in printed["games"]
    ]
    counted = own(*ALIKE)("history", games=games)
    assert counted["games"] == [
        game | {"jotto": row["jotto"]} for game, row in zip(games, printed["games"], strict=True)
    ]
    for name in ("guesses", "means", "streaks", "favourite_guesses", "favourite_secrets"):
        assert json.loads(json.dumps(counted[name])) == printed[name]

"""The same question at every door gives the same answer: to the printed digit, errors included.

Questions are drawn from the table of fields, wrong values too, and asked of ``jotto.ask``, of a
command with --json, of ``jotto engine``, over HTTP and of the tools of assistants; those of
``questions.py`` at the prompt and on the page as well, where these have them.
"""

import random

import pytest
from doors import ALIKE, Page
from questions import BACK, EVALUATE, LATER, LIVE, SCORES, SHARED, SPELLINGS, SUGGEST

import jotto
from jotto.assistant.requests import Requests
from jotto.called import game_called
from jotto.question.fields import table
from jotto.question.filling import filled
from jotto.question.making import Question
from jotto.question.schema import schema_of
from jotto.question.texts import FORM_GAMES as GAMES

ON_BOARDS = ["tares=1,1+0,2", "moist=4,0+0,2"]  # the scores of the first contradict each other
TURNS = {"colours": ["tares=YBBBB", "moist=BYBBB"], "jots": ["tares=2", "moist=2"]}
TEXTS = {
    "game": ["words", "mastermind:3x6", "bulls-and-cows:3x6", "nope"],
    "rule": ["jots", "colours", "black-peg", "exact-elsewhere", "nope"],
    "prior": ["even", "common", "wordle", "evn"],
    "strategy": ["minimax", "simple", "random", "most-parts", "nope"],
    "vowels": ["aeiou", "y", "a1"],
    "letters": ["ij"],
    "aim": ["mean", "worst", "within:3", "nope"],
    "guess": ["crane", "nope", "012"],
}
NUMBERS = {"boards": [1, 1, 2, 33], "lies": [0, 1, 21], "top": [1, 3, 0], "think": [0, -1]}
OF_A_FILE = ("words", "guesses", "without", "past")  # which are lists at other doors


def drawn(name, draw):
    """A value of a field."""
    kind, schema = table()[name][0], schema_of(name)
    if name in NUMBERS:
        return draw.choice(NUMBERS[name])
    if "enum" in schema:
        return draw.choice(schema["enum"])
    if kind is bool:  # what is off by itself has no --no- at the command
        return draw.choice([True, table()[name][1].usual is False])
    return draw.choice([0, 3] if kind is int else TEXTS[name])


def question(draw):
    """An act, and what is said of it."""
    act = draw.choice(["suggest", "suggest", "candidates", "explain", "review"])
    fields = table().items()
    names = [
        n for n, (_, row) in fields if (not row.acts or act in row.acts) and n not in OF_A_FILE
    ]
    said = {name: drawn(name, draw) for name in draw.sample(names, draw.choice([0, 1, 1, 2, 2, 3]))}
    if said.get("game", "words") == "words":
        turns = TURNS.get(said.get("rule"), ["tares=1,1", "moist=0,2"])
        turns = turns if said.get("boards", 1) == 1 else ON_BOARDS
        said["turns"] = turns[: draw.choice([0, 1, 2, 2])]
    if act == "review":
        said["turns"] = said.get("turns") or ["tares=1,1"]
    return act, {name: value for name, value in said.items() if value != []}


@pytest.mark.parametrize("seed", range(8))
def test_a_question_that_is_drawn_has_one_answer_at_every_door(doors, seed):
    draw, answered = random.Random(seed), 0
    for _ in range(25):
        act, said = question(draw)
        answers = {door: doors.ask(door, act, said) for door in ALIKE if has(door, said)}
        told = ["refused" if "error" in answer else answer for answer in answers.values()]
        assert all(answer == told[0] for answer in told), (act, said, answers)
        answered += told[0] != "refused"
    assert answered > 8


@pytest.mark.parametrize(
    ("act", "said"), [*SUGGEST, *BACK, *EVALUATE, *LATER, *SCORES, *SPELLINGS], ids=str
)
def test_a_question_has_one_answer_at_every_door(doors, act, said):
    asked = [door for door in ALIKE if has(door, said)]
    answers = {door: doors.ask(door, act, said) for door in asked}
    right = answers["engine"]
    for door, answer in answers.items():
        if "error" in right:
            assert "error" in answer, door
            told = answer["error"]
            assert right["error"] in told or all(str(of) in told for of in wrong_in(said)), door
        else:
            assert {name: answer.get(name) for name in right} == right, door
            assert answer.keys() == right.keys()


def has(door, said):
    """Whether a door plays the game: a server offers some."""
    return door != "http" or game_called(said.get("game", "words"))["game"] in GAMES


def wrong_in(said):
    """What has to be quoted of a question with one wrong field."""
    return [*said] + [value for value in said.values() if not isinstance(value, list)]


def test_the_questions_are_a_hundred_and_four():
    kinds = SUGGEST, BACK, EVALUATE, SCORES, SPELLINGS, LIVE, SHARED
    assert sum(map(len, kinds)) == 104


@pytest.mark.parametrize(("turns", "said"), LIVE, ids=str)
def test_a_live_game_has_one_headline_at_every_door(doors, page, turns, said):
    asked = {**said, "turns": [*turns]}
    right, *others = (doors.ask(door, "view", asked)["view"] for door in ALIKE if door != "command")
    assert all(view == right for view in others)
    shown = Page(page, filled("play", said, kind=Question))
    guess = right["guess"]
    assert shown.headline(shown.entered(turns)) == guess
    typed = "".join(f"{turn.replace('=', ' ')}\n" for turn in turns)
    status, out, _ = doors.run(["play", *doors.arguments(said)], typed)
    printed = " ".join(out.split())
    said_of_it = [guess["word"].upper(), guess["after"], guess["reason"]]
    assert (status, [text for text in said_of_it if text and text not in printed]) == (0, [])


@pytest.mark.parametrize(("turns", "said"), SHARED, ids=str)
def test_a_result_has_one_text_at_every_door(doors, page, turns, said):
    command = ["review", *turns, *doors.arguments(said), "--share"]
    shown = Page(page, filled("play", said, kind=Question))
    assert shown.ask(f"{shown.entered(turns)}/share")["text"] == doors.run(command)[1].strip("\n")


def asked(doors, act, *turns, **said):
    """The answer at every door that plays the game, which is one."""
    said = {**({"turns": [*turns]} if turns else {}), **said}
    right, *others = (doors.ask(door, act, said) for door in ALIKE if has(door, said))
    assert all(answer == right for answer in others), (act, said)
    return right


def refusals(doors, act, **said):
    """What every door says of what it refuses: the sentences."""
    return [doors.ask(door, act, said)["error"] for door in ALIKE if has(door, said)]


@pytest.mark.parametrize(
    ("act", "said", "code"),
    [
        ("sugest", {}, "unknown request"),
        ("suggest", {"tops": 1}, "unknown field"),
        ("candidates", {"seed": 1}, "unknown field"),
        ("score", {"guess": "crane"}, "missing field"),
        ("suggest", {"turns": ["tares=9,9"]}, "wrong value"),
        ("suggest", {"rule": "nope"}, "wrong value"),
        ("suggest", {"turns": ["tares=0,0", "tares=5,0"]}, "contradiction"),
        ("view", {"name": "nobody"}, "no such name"),
        ("suggest", {"name": "codes"}, "not now"),
        ("stop", {}, "not allowed"),
        ("suggest", {"progress": True}, "not allowed"),
        ("solve", {}, "too large"),
        ("openings", {"full": True}, "too large"),
        ("evaluate", {"seconds": 0, "strategy": "simple"}, "out of time"),
    ],
    ids=str,
)
def test_an_error_has_the_same_code_at_every_door(doors, act, said, code):
    for door in set(ALIKE) - {"command"}:
        kept = said
        if "codes" in said.values():
            name = {} if door == "http" else {"name": "codes"}
            kept = {"name": doors.ask(door, "keep", name)["name"]}
        if door == "engine" and code == "not allowed":
            continue  # where these are allowed
        assert doors.ask(door, act, kept)["code"] == code, door


def test_candidates_are_in_the_order_that_is_asked_for(doors):
    turns, first = ("tares=1,1", "moist=0,2"), ["aimed", "alums", "amahs"]
    likely = ["aimed", "basic", "chaos"]
    assert asked(doors, "candidates", *turns, top=3)["candidates"] == first
    assert asked(doors, "candidates", *turns, top=3, order="list")["candidates"] == first
    assert asked(doors, "candidates", *turns, top=3, order="likely")["candidates"] == likely
    with_lies = asked(doors, "candidates", *turns, top=500, lies=1)["candidates"]
    assert with_lies == sorted(with_lies)
    on_boards = asked(doors, "candidates", ON_BOARDS[0], boards=2, order="likely", top=2)
    assert [row["candidates"] for row in on_boards["boards"]] == [
        ["added", "aimed"],
        ["about", "above"],
    ]
    assert doors.run(["candidates", *turns, "--top", "3"])[1].split() == likely


WRONG_PRIOR = "write even, common or wordle, or give words with weights (in a command, a file)"


def test_a_wrong_prior_is_refused_in_one_sentence(doors):
    for text in ("evn", "none", ".", '{"crane": 1}'):
        sentence = f"prior {text!r}: {WRONG_PRIOR}"
        said = refusals(doors, "suggest", prior=text)
        assert all(sentence in message for message in said), said
    assert all("did you mean 'even'?" in one for one in refusals(doors, "suggest", prior="evn"))
    (doors.folder / "weights").write_text("crane one\n")
    wrong = doors.ask("command", "suggest", {"prior": "weights"})["error"]
    assert wrong.startswith("prior 'weights' line 1: 'crane' has no number: write a word")


@pytest.mark.parametrize(
    ("field", "typed", "meant"),
    [
        ("rule", "colors!", "colors"),
        ("strategy", "entropi", "entropy"),
        ("aim", "wurst", "worst"),
        ("allow", "hrd", "hard"),
        ("game", "mastermnd:4x6", "mastermind:4x6"),
        ("game", "wordel", "wordle"),
        ("game", "quardle", "quordle"),
        ("game", "bulls+cows", "bulls-and-cows"),
        ("prior", "evn", "even"),
    ],
)
def test_what_is_meant_is_said_at_every_door(doors, field, typed, meant):
    for message in refusals(doors, "suggest", **{field: typed}):
        assert f"did you mean {meant!r}?" in message


@pytest.mark.parametrize(
    ("act", "name", "meaning"),
    [
        ("suggest", "Jotto", {"game": "words", "rule": "exact-elsewhere"}),
        ("suggest", "WORDLE", {"game": "words", "rule": "colours"}),
        ("suggest", "dordle", {"rule": "colours", "boards": 2}),
        ("explain", "Quordle", {"rule": "colours", "boards": 4}),
        ("explain", "octordle", {"rule": "colours", "boards": 8}),
        ("explain", "sedecordle", {"rule": "colours", "boards": 16}),
        ("explain", "duotrigordle", {"rule": "colours", "boards": 32}),
        ("suggest", "absurdle", {"rule": "colours", "aim": "worst"}),
        ("suggest", "Fibble", {"rule": "fibble"}),
        ("suggest", "Mini Nerdle", {"game": "equations:6"}),
        ("suggest", "MasterMind", {"game": "mastermind:4x6"}),
        ("suggest", "Mastermind:3x6", {"game": "mastermind:3x6"}),
        ("suggest", "Bulls and Cows", {"game": "bulls-and-cows:4x10"}),
        ("suggest", "bullsandcows", {"game": "bulls-and-cows:4x10"}),
        ("suggest", "Bulls & Cows:3x6", {"game": "bulls-and-cows:3x6"}),
        ("suggest", "cows_and_bulls", {"game": "bulls-and-cows:4x10"}),
        ("suggest", "Hit & Blow", {"game": "bulls-and-cows:4x10"}),
        ("suggest", "1A2B:3X6", {"game": "bulls-and-cows:3x6"}),
        ("candidates", "super mastermind", {"game": "mastermind:5x8"}),
        ("suggest", "mastermind 3\u00d76:Unique", {"game": "mastermind:3x6:distinct"}),
        ("suggest", "nerdle:6", {"game": "equations:6"}),
        ("suggest", "Nerdle Mini", {"game": "equations:6"}),
        ("suggest", "jotto classic", {"rule": "jots"}),
        ("candidates", "absurdle", {"rule": "colours"}),
    ],
)
def test_the_name_of_a_game_is_its_long_form_at_every_door(doors, act, name, meaning):
    assert asked(doors, act, game=name, top=2) == asked(doors, act, **meaning, top=2)


@pytest.mark.parametrize(
    ("field", "names", "meant"),
    [
        ("rule", ["color", "Colors", "colour", "wordle", "Wordle colours"], "colours"),
        ("rule", ["total", "classic", "Jotto", "JOTS", "letters in common"], "jots"),
        ("rule", ["mastermind", "Bulls & Cows"], "exact-elsewhere"),
        ("rule", ["black peg", "black_pegs", "Black-Peg"], "black-peg"),
        ("allow", ["Hard", "hard mode", "hard-mode"], "hard"),
        ("allow", ["normal", "easy"], "all"),
        ("allow", ["ultra hard", "ultra-hard", "Candidates"], "candidates"),
    ],
)
def test_rules_and_hard_mode_have_the_names_that_people_use(doors, field, names, meant):
    beside = {"rule": "colours"} if field == "allow" else {}
    right = asked(doors, "suggest", **{field: meant}, **beside, top=3)
    for name in names:
        assert asked(doors, "suggest", **{field: name}, **beside, top=3) == right


@pytest.mark.parametrize(
    ("act", "said", "why"),
    [
        ("suggest", {"game": "quordle", "boards": 2}, "'quordle' has boards=4, not 2; leave one"),
        ("suggest", {"game": "Wordle", "rule": "jots"}, "'Wordle' has rule=colours, not 'jots'"),
        ("suggest", {"game": "absurdle", "aim": "mean"}, "'absurdle' has aim=worst, not 'mean'"),
        ("review", {"game": "quordle", "turns": ["crane=BBBBB"]},
         "'quordle' is Wordle with 4 boards, which review does not have; write wordle"),
        ("review", {"game": "absurdle", "turns": ["crane=BBBBB"]},
         "Wordle with a secret that may change, which review does not have; write wordle"),
        ("suggest", {"game": "jotto", "rule": "colours"}, "has rule=exact-elsewhere, not"),
        ("suggest", {"game": "lingo"}, "no game is called 'lingo'; write wordle"),
        ("suggest", {"game": "wordle:6"}, "wordle has no size"),
        ("suggest", {"game": "Tridle"}, "write wordle, with 3 boards"),
        ("suggest", {"rule": "exact"}, "write exact-elsewhere, or black-peg"),
        ("suggest", {"allow": "strict"}, "write hard to use every hint, or candidates"),
        ("suggest", {"allow": "hard", "game": "mastermind:3x6"}, "not for 'mastermind:3x6'"),
    ],
)  # fmt: skip
def test_what_does_not_go_with_the_name_of_a_game_is_refused_at_every_door(doors, act, said, why):
    assert all(why in message for message in refusals(doors, act, **said))


def test_what_is_usual_may_be_said_otherwise_beside_the_name_of_a_game(doors):
    right = asked(doors, "suggest", rule="colours", boards=2, top=2)
    assert asked(doors, "suggest", game="wordle", boards=2, top=2) == right
    right = asked(doors, "suggest", rule="jots", top=2)
    assert asked(doors, "suggest", game="jotto", rule="classic", top=2) == right


def test_the_name_of_a_game_goes_before_what_a_program_was_started_with():
    requests = Requests(filled("engine", {"game": "quordle", "top": 1}, kind=Question))
    begun = requests.answer({"do": "suggest", "top": 1})
    assert begun == Requests(Question()).answer({"do": "suggest", "game": "quordle", "top": 1})
    boards = [
        requests.answer({"do": "explain", "game": n}).get("boards") for n in ("jotto", "dordle")
    ]
    assert (boards[0], len(boards[1])) == (None, 2)
    scored = requests.answer({"do": "score", "guess": "speed", "secret": "erase"})
    assert scored["text"] == "YBYYB"


def test_a_server_says_which_of_its_games_was_meant():
    requests = Requests(Question(), games=["words", "mastermind:4x6"], shared=True)
    asked = ["wordel", "mastermnd", "nerdle", "chess"]
    hints = [requests.answer({"do": "suggest", "game": n})["error"]["hint"] for n in asked]
    near = ["did you mean wordle? ", "did you mean mastermind? ", "", ""]
    assert hints == [f"{of}write one of mastermind:4x6, words" for of in near]


def test_absurdle_is_kept_without_a_fixed_secret(doors):
    said = doors.ask("engine", "keep", {"game": "absurdle", "name": "absurdle"})["said"]
    assert "The secret may change, as long as it fits every score that you have." in said
    typed = doors.run(["keep", "--game", "absurdle"], "\n")[1]
    assert "The secret may change, as long as it fits every score that you have." in " ".join(
        typed.split()
    )


def test_a_hint_says_what_can_be_written():
    def hint(**said):
        return Requests(Question()).answer({"do": "suggest", **said})["error"]["hint"]

    assert hint(rule="nope").endswith(
        "rule: How guesses are scored: exact-elsewhere, jots (or total), colours (as in Wordle), "
        "fibble or black-peg"
    )
    assert hint(letters="ij").startswith("change letters or words; letters: Treat these")
    assert "MODULE" not in hint(game="nope")
    assert "mastermind:4x6" in hint(game="nope")


def test_a_field_that_would_change_nothing_is_refused_everywhere(doors):
    idle = {
        "candidates": {"allow": "candidates", "seed": 1},
        "explain": {"polite": False, "book": False},
    }
    idle |= {
        "review": {"polite": False},
        "score": {"guess": "crane", "secret": "stale", "vowels": "y"},
    }
    for act, said in idle.items():
        for name in said.keys() - {"guess", "secret"}:
            one = {n: value for n, value in said.items() if n in (name, "guess", "secret")}
            messages = refusals(doors, act, **one)
            assert messages.count(f"{act} has no {name!r}, which would change nothing") >= 3
            assert any("No such option" in message for message in messages)
    for said in (
        {"boards": 2, "think": 1},
        {"boards": 2, "aim": "worst"},
        {"think": 0, "aim": "worst"},
        {"boards": 2, "why": True},
    ):
        for message in refusals(doors, "suggest", **said):
            assert " is for looking ahead" in message or "why is about one board" in message
    reason = asked(doors, "suggest", aim="worst")["ahead_reason"]
    assert reason == "more than 30 candidates are left"
    assert asked(doors, "suggest", "tares=1,1")["ahead"] is None


def test_several_boards_are_explained_each_by_its_number(doors):
    answer = asked(doors, "explain", *ON_BOARDS, boards=2, top=2)
    first = answer["explanations"][0]
    assert {row["board"] for row in answer["explanations"]} == {1}
    told = first["turn"], first["score"], first["secrets"]
    assert told == (1, "0,2", ["foist", "hoist", "joist"])
    assert first["text"].startswith("board 1: Turn 1: tares scored 0,2, not 1,1; ")
    assert [row["turns_by_blame"] for row in answer["boards"]] == [[1, 2], []]
    score = jotto.words().score
    second = sum(
        (score("tares", word), score("moist", word)) == ("0,2", "0,2")
        for word in jotto.words().secrets
    )
    assert [row["count"] for row in answer["boards"]] == [0, second]
    other = asked(doors, "explain", "tares=0,2+1,1", "moist=0,2+4,0", boards=2, top=1)
    assert other["explanations"][0]["text"].startswith("board 2: Turn 1: tares scored 0,2")


def test_fields_of_an_answer_are_there_whatever_they_hold(doors):
    usual = {*asked(doors, "suggest", guess="crane")}
    cases = ((), "even"), (("tares=1,1", "moist=0,2"), "common"), (("crane=5,0",), "wordle")
    for turns, prior in cases:
        answer = asked(doors, "suggest", *turns, guess="slate", prior=prior)
        assert {*answer} == usual
        assert all("chance" in row for row in answer["suggestions"])
    assert (answer["suggestions"], answer["worth"]) == ([], None)
    on_boards = asked(doors, "suggest", ON_BOARDS[0], boards=2, guess="crane", prior="even")
    assert on_boards["worth"].keys() == on_boards["suggestions"][0].keys() >= {"chance"}
    assert {*asked(doors, "review", "crane=5,0")} == {"reviews"}


def test_two_boards_with_the_same_word_left_are_refused_at_every_door(doors):
    said = {"game": "mastermind:1x3", "boards": 2, "turns": ["0=0,0+0,0", "1=0,0+0,0"]}
    for message in refusals(doors, "suggest", **said):
        assert "two boards would have '2', but they differ" in message


def test_vowels_are_letters(doors):
    for message in refusals(doors, "suggest", vowels="a1"):
        assert "vowels 'a1': '1' is no letter of this list" in message


@pytest.mark.parametrize(
    ("turns", "told"),
    [
        (["tares=1,1"], "turn 1: '1,1' has 1 score; write one for each open board, boards 1, 2"),
        (["tares=1,1+0,2", "moist=0,2"], "turn 2: '0,2' has 1 score"),
        (["tares=1,1+9,9"], "turn 1: score '9,9'"),
        (["tares=1,1+0,2", "moist=4,0+0,2"], "board 1: No word fits MOIST 4,0 and the earlier"),
        (["crane=1,1+5,0", "slate=5,0"], "board 1: No word fits SLATE 5,0 and the earlier"),
    ],
)
def test_wrong_turns_of_several_boards_are_refused_in_one_sentence(doors, turns, told):
    for message in refusals(doors, "candidates", turns=turns, boards=2):
        assert message.startswith(told)


def test_a_win_that_earlier_scores_exclude_is_a_contradiction_at_every_door(doors):
    for turns in (["crane=1,1", "slate=5,0"], ["crane=5,0", "slate=1,1"]):
        for message in refusals(doors, "suggest", turns=turns):
            assert message.lower().startswith("no word fits slate")

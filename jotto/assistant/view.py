"""What a person sees of a live game, as plain data; every face draws it, and nothing else.

A ``View`` is made by ``view`` from a session. What is shown when it is asked for (the
words left, why this guess, others) is a ``Pane``. Both turn into JSON by
``jotto.plain.plain``; ``docs/files.md`` describes the fields. What there is to say are
sentences with their facts (``jotto.assistant.wording``), none of which is None. What can be done
is in ``jotto.assistant.moves``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from jotto import games
from jotto.assistant import hints, mistakes, wording
from jotto.assistant.mistakes import Unlisted
from jotto.assistant.move_table import Form, facts as facts_of, forms, named, offered
from jotto.assistant.moves import board_named
from jotto.assistant.sentences import Sentence, sentence
from jotto.assistant.session import EXPLAINED, Session
from jotto.engine.game import Game, Rule, Turn
from jotto.engine.position import Position
from jotto.errors import GameError, check_arguments, quoted
from jotto.letters import DOTLESS
from jotto.plain import Plain

# of a match alone: a seat is free, the secret is to be chosen, the other player has to act
Stage = Literal["guess", "theirs", "doubt", "over", "join", "secret", "wait"]

FEW = 6  # words that are listed, not only counted
OPEN = 12  # the most letters that are listed as open
SUGGESTED = 5  # good guesses shown
TRIED = 400  # the best guesses, of which the common words are shown
COMMON = 35  # the highest SCOWL level of a common word
TITLES = {"both": "help on both players", "score": "help on scores"}
EXAMPLES = {  # of the values that are typed; a score is one of the rule
    "word": "crane",
    "about": "slate",
    "secret": "latch",
    "turn": "2",
    "board": "3",
}


@dataclass(frozen=True)
class TurnRow:
    """A turn: the guess, its score as text, and marks G, Y and B, empty if the rule has none.

    ``right`` is the score it should have had, if that is known to be another; ``doubt`` says how
    likely it is false where answers may be; ``won``: the guess was the secret.
    """

    guess: str
    score: str
    marks: str
    right: str = ""
    doubt: Sentence | None = None
    won: bool = False


@dataclass(frozen=True)
class Board:
    """The turns of one player, and what is to be known about the player."""

    who: Sentence
    rows: tuple[TurnRow, ...]
    note: Sentence | None = None


@dataclass(frozen=True)
class NumberedBoard(Board):
    """One of several boards: its ``number``, and its letters.

    ``left`` is the number of candidates, None where the computer keeps the secret; ``note`` says
    the same, or its word if that is ``found`` or certain. ``asked``: its score comes next, or it is
    where nothing fits.
    """

    number: int = 0
    left: int | None = 0
    found: bool = False
    asked: bool = False
    letters: Mapping[str, str] = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class Guess:
    """The next guess: how it is led in, the word, where it comes from, and what it is worth.

    ``possible`` says how many words are left, with their names if they are few; ``after`` how many
    will be left on average, None if the word is certain; ``worth`` and ``reason`` why it is good.
    """

    lead: Sentence
    word: str
    source: Sentence | None
    possible: Sentence
    names: str
    after: Sentence | None
    worth: Sentence
    reason: Sentence | None
    certain: bool


@dataclass(frozen=True)
class RaceOdds:
    """The chances of both players: numbers from 0 to 1, and as a sentence."""

    you: float
    draw: float
    they: float
    text: Sentence


@dataclass(frozen=True)
class Choice:
    """A mistake that explains why nothing fits: the key that chooses it, and the corrected turn.

    Or an answer to the question about a win that earlier scores exclude, with y or n as its key.
    There are only so many keys: of an unlikely mistake it is empty.
    ``turn`` counts from 1; it is 0, and ``row`` None, if the secret is an unlisted word. ``then``
    is the part of ``text`` that says what the secret may be.
    """

    key: str
    text: Sentence
    turn: int
    row: TurnRow | None
    then: Sentence


@dataclass(frozen=True)
class ScoreKeys:
    """How a score is entered: rows of numbers, tiles that change their colour, or a list.

    ``rows`` are names and numbers; ``texts`` are all scores, left out for tiles; ``win`` is the
    text of a win that is written as a word.
    """

    kind: str
    rows: tuple[tuple[str, tuple[int, ...]], ...]
    texts: tuple[str, ...]
    win: str


@dataclass(frozen=True)
class Agreement:
    """What both players agreed on: who guesses first, and whether there is a last guess.

    ``private``: my secret is not known here, so that the score of their guess has to be entered.
    """

    first: bool
    last_turn: bool
    private: bool


@dataclass(frozen=True)
class Versus:
    """What a match has besides its boards, the first of which is mine.

    ``code`` is how others find it, ``terms`` what was agreed, ``advice`` whether some may be had,
    ``series`` how many matches each has won. ``asks``: what the other player asks for;
    ``signs``: what both have said. So many of their last turns are ``challengeable``. ``clocks``
    are the seconds each has left, none without a clock; ``running``: whose guess is waited for.
    ``away``: the other player's phone cannot be reached. ``again`` is the code of the next match.
    At the end ``had_left`` says how many words a player had left, and ``record`` is the name of the
    finished game in the history.
    """

    code: str
    terms: tuple[Sentence, ...]
    advice: bool
    series: Sentence | None
    asks: Sentence | None
    signs: tuple[Sentence, ...]
    challengeable: int
    clocks: tuple[float, ...]
    running: tuple[bool, ...]
    away: bool
    again: str
    had_left: tuple[Sentence, ...]
    record: str


@dataclass(frozen=True, repr=False)
class View(Plain):
    """All that is shown of a live game or a match, and all that can be done.

    Of several (``NumberedBoard``), those not found come first, the fewest words left first.

    ``at`` is the version of what is stored: a move says at which it was made. ``tiles``: marks
    belong to letters; ``coloured``: guesses are codes of colours. ``odds`` and ``rules`` are None
    unless both players are tracked, ``guess`` unless my guess comes next. ``secret`` is mine, where
    it is to be seen. ``letters`` are those that are known, ``alphabet`` those of the lists.
    ``match`` is None in a live game. Sentences: ``trouble`` adds to a title that nothing fits,
    ``notes`` are about the race, ``faults`` about wrong scores, ``doubt`` about unlisted words.
    ``moves`` names what can be done, ``prompt`` asks for it. ``result`` is a word for how few
    guesses it took, if it is found.
    """

    at: int
    stage: Stage
    title: Sentence
    boards: tuple[Board, ...]
    tiles: bool
    coloured: bool
    length: int
    guess: Guess | None
    letters: Mapping[str, str] = field(hash=False)
    odds: RaceOdds | None
    trouble: tuple[Sentence, ...]
    notes: tuple[Sentence, ...]
    faults: tuple[Sentence, ...]
    doubt: Sentence | None
    choices: tuple[Choice, ...]
    moves: tuple[str, ...]
    prompt: Sentence | None
    keys: ScoreKeys
    alphabet: tuple[str, ...]
    rules: Agreement | None = None
    secret: str = field(default="", repr=False)
    match: Versus | None = None
    result: Sentence | None = None

    def __repr__(self) -> str:
        return f"View({self.stage!r}: {self.title})"


@dataclass(frozen=True)
class Pane:
    """What is shown when it is asked for: a title, then a table or words.

    A cell is a text, a number or a tuple of words, of which as many are shown as there is room for.
    """

    title: Sentence
    headers: tuple[Sentence, ...] = ()
    rows: tuple[tuple[Any, ...], ...] = ()
    words: tuple[str, ...] = ()


def view(
    session: Session,
    unlisted: Unlisted | None = None,
    *,
    at: int = 0,
    face: str = "page",
) -> View:
    """Return what is shown of a session, on a ``face``: see ``jotto.moves``.

    For the engine: ``unlisted``, the unlisted words, if they are known; ``at``, the version. Raises
    GameError for another face.

    >>> import jotto
    >>> session = jotto.Session(jotto.words(["hatch", "latch", "match"]))
    >>> seen = jotto.view(session.scored("4,0"))
    >>> str(seen.title), seen.guess.word, str(seen.guess.possible), seen.boards[0].rows[0].marks
    ('Guess', 'latch', '2 possible', 'GGGGB')
    """
    check_arguments(view, {"session": session, "face": face})
    game, race = session.game, session.race
    shown = (session.attempt or session).state.boards
    mine = (
        _rows(game, turns, board.wrong_turns(), board.secret)
        for board, turns in zip(session.singles, shown, strict=True)
    )
    boards = [Board(sentence("you"), rows) for rows in mine]
    if game.lies and not (session.won or session.attempt):
        boards = [Board(sentence("you"), rows_of(session.position))]
    kept = "keep" in named(face)  # who plays is not advised
    if session.boards > 1:
        boards = kept_places(session, boards) if kept else places(session, boards)
    if (told := (session.attempt or session).race) is not None:
        boards.append(Board(sentence("they"), _rows(game, told.theirs, told.misled, told.secret)))
    stage, title = _stage(session)
    odds = None
    if race is not None and not session.decided:
        exact = (
            (o := session.odds).win,
            o.draw,
            max(0.0, 1 - o.win - o.draw),
        )  # their last digits are the machine's
        you, draw, they = (round(chance, 9) for chance in exact)
        odds = RaceOdds(you, draw, they, wording.odds(you, draw, they, may_draw=race.last_turn))
    return View(
        at=at,
        stage=stage,
        title=title,
        boards=tuple(boards),
        tiles=game.rule.tiles,
        coloured=game.rule.coloured,
        length=game.length,
        guess=_guess(session) if stage == "guess" and not kept else None,
        letters=_letters(session, boards) if kept else _known_letters(session),
        odds=odds,
        trouble=_trouble(session),
        notes=(wording.race(session),) if race is not None and not session.over else (),
        faults=_faults(session),
        doubt=wording.doubt(session) if stage == "guess" and not kept else None,
        choices=_choices(session, unlisted),
        moves=offered(facts_of(session), face),
        prompt=prompt(session),
        keys=keys(game.rule),
        alphabet=alphabet(game),
        rules=None if race is None else Agreement(race.first, race.last_turn, race.secret is None),
        result=wording.praise(session),
    )


def keep_view(session: Session, face: str = "keep") -> View:
    """Return what is shown where the computer keeps the secret: what my scores say, no more.

    >>> import jotto
    >>> session = jotto.Session(jotto.words(["hatch", "latch", "match", "quilt"]))
    >>> seen = keep_view(session.scored("0,1", "quilt"))
    >>> str(seen.prompt), seen.boards[0].rows[0].score, seen.letters
    ('Guess 2', '0,1', {})
    """
    seen, made = view(session, face=face), len(session.state.mine)
    if session.won:
        return seen
    title, asks = sentence("your guess"), sentence("guess number", number=made + 1)
    return replace(seen, title=title, prompt=asks)


def kept_places(session: Session, boards: Sequence[Board]) -> list[Board]:
    """Describe several boards in their places, by what their scores say."""
    kept = list[Board]()
    for number, (alone, board) in enumerate(zip(session.singles, boards, strict=True), start=1):
        note = wording.left(alone) if alone.won else None
        letters = hints.scored_letters(session.game, alone.state.mine)
        facts = board.rows, note, number, 0 if alone.won else None, alone.won, False, letters
        kept.append(NumberedBoard(sentence("board", number=number), *facts))
    return kept


def _letters(session: Session, boards: Sequence[Board]) -> dict[str, str]:
    """Return what the scores say of the letters; of several boards, which are out on all."""
    if session.boards == 1 or session.won:
        return hints.scored_letters(session.game, session.state.mine)
    still = (board for board in boards if isinstance(board, NumberedBoard) and not board.found)
    outs = [{*board.letters.get("out", "").split()} for board in still]
    out = " ".join(sorted(set.intersection(*outs)))
    return {"out": out} if out else {}


def _known_letters(session: Session) -> dict[str, str]:
    """Return what follows from the scores about the letters; nothing before the first."""
    shows = session.state.mine and not (session.won or session.sampled)
    return hints.letter_groups(session.position) if shows else {}


def alphabet(game: Game) -> tuple[str, ...]:
    """Return the letters of the secrets, and those that decide how words are split and shown."""
    further = {letter for letter in game.rule.letters if len(letter) > 1 or letter == DOTLESS}
    return tuple(sorted({*hints.alphabet(game), *further}))


def telling(letters: Mapping[str, str]) -> dict[str, str]:
    """Return what is known of the letters, without those that are open if they are many."""
    many = len(letters.get("open", "").split()) > OPEN
    return {name: those for name, those in letters.items() if name != "open" or not many}


def _rows(
    game: Game, turns: Sequence[Turn], wrong: Sequence[Turn], secret: Any
) -> tuple[TurnRow, ...]:
    right = {turn: game.score(turn.guess, secret) for turn in wrong}
    return tuple(row(game.rule, turn, right.get(turn, "")) for turn in turns)


def rows_of(at: Position) -> tuple[TurnRow, ...]:
    """Return the turns of a position as they are shown: which answers are probably false."""
    rows = (row(at.game.rule, turn) for turn in at.history)
    doubts = map(wording.false, at.false_chances)
    return tuple(replace(row, doubt=doubt) for row, doubt in zip(rows, doubts, strict=True))


def row(rule: Rule, turn: Turn, right: str = "") -> TurnRow:
    """Return a turn as it is shown."""
    shown = marks(rule, turn.code, len(rule.spell(turn.guess)))
    return TurnRow(str(turn.guess), rule.texts[turn.code], shown, right, won=turn.code == rule.win)


def marks(rule: Rule, code: int, length: int) -> str:
    """Return the marks of a score; nothing if the rule tells a single number."""
    return rule.marks(code, length) if rule.tiles or len(rule.counts) > 1 else ""


def places(session: Session, boards: Sequence[Board]) -> list[Board]:
    """Describe several boards: those not found first, the fewest words left first."""
    sorted_places = list[tuple[bool, int, Board]]()
    looked, tried = session.here, session.attempt and session.asked_about
    for number, (alone, board) in enumerate(zip(session.singles, boards, strict=True)):
        won, left = alone.won, 0 if alone.won else len(alone.position)
        note = wording.left(alone)
        letters = hints.letter_groups(alone.position) if alone.state.mine and not won else {}
        asked = number == (looked if tried is None else tried) and not won
        facts = board.rows, note, number + 1, left, won, asked, letters
        who = sentence("board", number=number + 1)
        sorted_places.append((won, left, NumberedBoard(who, *facts)))
    return [place for *_, place in sorted(sorted_places, key=lambda entry: entry[:2])]


def _stage(session: Session) -> tuple[Stage, Sentence]:
    if session.claim is not None:
        return "doubt", wording.asked(session)
    if (attempt := session.attempt) is not None:
        error, board = attempt.contradiction, wording.board_of(attempt)
        assert error is not None, "nothing fits an attempt"
        facts = {"noun": wording.noun(session.game), "turn": error.text, "earlier": error.turn > 1}
        return "doubt", sentence("nothing fits", board=board, **facts)
    if session.over:
        ended = wording.you_found if session.race is None else wording.result
        return "over", ended(session)
    if session.side == "them":
        return "theirs", sentence("their guess")
    return "guess", _lead(session)


def _lead(session: Session) -> Sentence:
    if session.state.chosen:
        return sentence("your guess")
    if session.boards > 1:
        return sentence("score" if session.pending else "guess")
    return sentence("it must be" if len(session.position) == 1 else "guess")


def _guess(session: Session) -> Guess:
    at, advice, alone = session.position, session.advice, session.boards == 1
    certain = len(at) == 1 and not session.state.chosen and alone
    names = ", ".join(_polite(session, at.likeliest)) if len(at) <= FEW and alone else ""
    guess, left = session.game.shown(session.guess), float(advice.expected_left)
    vague = session.game.noisy and left > len(at) / 2  # any of them may still be the secret
    tells = alone and not (certain or vague)
    return Guess(
        lead=_lead(session),
        word=session.guess,
        source=wording.source(session),
        possible=wording.possible(session),
        names=names,
        after=sentence("leaves", guess=guess, left=left) if tells else None,
        worth=wording.worth_of(session, advice),
        reason=wording.reason(session),
        certain=certain,
    )


def _trouble(session: Session) -> tuple[Sentence, ...]:
    if (tried := session.attempt) is None or session.claim is not None:
        return ()
    turn = tried.state.boards[tried.here][-1]
    asks = session.game.rule.may_mean_win(turn.code, session.game.length)
    return (sentence("if it was the word", guess=session.game.shown(turn.guess)),) if asks else ()


def _faults(session: Session) -> tuple[Sentence, ...]:
    game = session.game
    wrong = ((board, turn) for board in session.singles for turn in board.wrong_turns())
    mine = [wording.wrong(game, turn, board.secret) for board, turn in wrong]
    theirs = session.race.misled if session.race is not None else ()
    return (*mine, *(wording.misled(session, turn) for turn in theirs))


def _choices(session: Session, unlisted: Unlisted | None) -> tuple[Choice, ...]:
    game, choices = session.game, []
    unlisted = (session.attempt and Unlisted.written(session.attempt.written)) or unlisted
    keys, answers = wording.choice_keys(session), _answers(session)
    theirs = session.claim is not None and session.claim.side == "them"
    for place, mistake in enumerate(session.choices()):
        text, then = answers[place : place + 1] * 2 or mistakes.explained(mistake, unlisted)
        changed = None if mistake.meant is None else row(game.rule, mistake.meant)
        turn, shown = (0, None) if theirs else (mistake.turn or 0, changed)
        choices.append(Choice(keys[place : place + 1], text, turn, shown, then))
    return tuple(choices)


def _answers(session: Session) -> list[Sentence]:
    """Return the answers about a win that earlier scores exclude: yes, and no with a score."""
    told = [sentence("yes")] if session.answers else []
    for no in session.answers[1:]:
        rescued = mistakes.explained(no, None)[1] if len(no.rescued) else None
        told.append(sentence("no: the score", right=no.right, then=rescued))
    return told


def prompt(session: Session) -> Sentence:
    """Return what is asked for."""
    if session.attempt is not None:
        again = _again(session, session.attempt)
        if session.answers:
            return sentence("yes or no or score", no=len(session.answers) > 1, **again)
        return sentence("letter or score", **again)
    if session.over:
        return sentence("enter to finish" if session.won else "what was their word")
    if session.side == "them":
        return sentence("their guess")
    guess = session.game.shown(session.guess)
    return sentence("score for", guess=guess, boards=wording.to_score(session))


def _again(session: Session, tried: Session) -> dict[str, Any]:
    """Return whose score is asked for again on which of several boards."""
    if session.boards == 1:
        return {"guess": None, "board": None}
    at, (_, number) = session.asked_about, session.asked_turn
    turn = tried.state.boards[at][number - 1]
    return {"guess": session.game.shown(turn.guess), "board": at + 1}


def keys(rule: Rule) -> ScoreKeys:
    """Return how a score is entered."""
    numbers = [numbers_told for code in range(rule.n_codes) if (numbers_told := rule.numbers(code))]
    columns = zip(rule.counts, zip(*numbers, strict=True), strict=True)
    rows = tuple((count.label, tuple(sorted({*column}))) for count, column in columns)
    kind = "tiles" if rule.tiles else {1: "one row", 2: "pairs"}.get(len(rows), "list")
    win = "" if rule.numbers(rule.win) else rule.texts[rule.win]
    return ScoreKeys(kind, rows, () if rule.tiles else rule.texts, win)


# --- what is shown when it is asked for ----------------------------------------------------------


def pane(session: Session, name: str, about: str = "") -> Pane:
    """Return a pane: ``why``, ``more``, ``list``, ``about`` a word, or ``help`` on a topic.

    Raises GameError for a pane or a topic that does not exist, and WordError.
    """
    if name not in PANES:
        raise GameError(f"there is no {quoted(name)} to show; there are {', '.join(PANES)}")
    made: Pane = PANES[name](session, about)
    return made


def _why(session: Session, about: str) -> Pane:
    """Show what each score of the guess, or of a word, leaves on a board, the most first."""
    alone, board = board_named(session, about)
    word = "" if about.startswith("board ") else about
    advice = session.measure(session.game.read_guess(word)) if word else session.advice
    title = wording.about(session, advice, board)
    parts = wording.parts(alone, advice.guess)
    rows = tuple((score, number, _polite(session, part)) for score, number, part in parts)
    return Pane(title, tuple(map(sentence, ("a score", "words left", "likeliest first"))), rows)


def other_mistakes(choices: Sequence[Choice]) -> Pane:
    """Show the mistakes after those that a face shows at first."""
    rest = ((choice.key, choice.text) for choice in choices[EXPLAINED:])
    return Pane(sentence("which else"), rows=tuple(rest))


def _suggestions(session: Session, kind: str) -> Pane:
    """Show the best guesses, or the best that are common words; in doubt the other mistakes."""
    if session.attempt:
        return other_mistakes(_choices(session, None))
    level_of = games.words.levels() if kind == "common" else {}
    ranks = session.adviser.without_tree()
    ranked = session.where.rank(ranks, top=TRIED if level_of else SUGGESTED)
    shown = [best for best in ranked if not level_of or level_of.get(str(best.guess), 99) <= COMMON]
    rows = tuple(
        (
            session.game.shown(best.guess),
            f"{best.bits:.2f}",
            wording.approximate(best.expected_left),
            wording.share(min(best.chance, 1.0)) if best.candidate else "-",
        )
        for best in (session.measure(advice.guess) for advice in shown[:SUGGESTED])
    )
    title = sentence("good guesses", sampled=session.sampled or None)
    return Pane(title, tuple(map(sentence, ("a guess", "bits", "left after it", "chance"))), rows)


def _list(session: Session, about: str) -> Pane:
    session, board = board_named(session, about)
    noun, left = wording.noun_left(session), len(session.position.likeliest)
    words = _polite(session, session.position.likeliest)
    if session.sampled:
        title = sentence("likeliest of", sampled=session.sampled, strings=session.count)
        return Pane(title, words=words)
    facts = {"left": left, "noun": noun, "board": board, "hidden": left - len(words) or None}
    return Pane(sentence("words possible", **facts), words=words)


def _polite(session: Session, words: Sequence[Any]) -> tuple[str, ...]:
    """Return words as texts, without those that are not proposed, unless there is no other."""
    polite = [str(word) for word in words if word not in session.adviser.avoid]
    return tuple(polite if len(words) > 1 else map(str, words))


def _about(session: Session, word: str) -> Pane:
    return Pane(wording.about(session, session.measure(session.game.read_guess(word))))


def _help(session: Session, topic: str) -> Pane:
    return help_on(session, topic, "terminal")


def help_on(session: Session, topic: str, face: str) -> Pane:
    """Return what can be typed now, or on a topic, or of that what begins with some words.

    Raises GameError if there is nothing.
    """
    topic = topic.lower()
    if topic == "score":
        return Pane(sentence(TITLES[topic]), rows=tuple(ways_to_score(session.game.rule).items()))
    so, is_one = facts_of(session), topic in ("", *TITLES)
    every = (form for of in ([topic] if is_one else ("", *TITLES)) for form in forms(so, face, of))
    listed = [form for form in every if form.help and (is_one or form.begins_with(topic))]
    if not listed:
        raise GameError(f"there is no help on {quoted(topic)}; type help, help score or help both")
    some = examples(session.game)
    rows = tuple((example(form, some), sentence(form.help, word=some["word"])) for form in listed)
    return Pane(sentence(TITLES.get(topic, "help")), rows=rows)


def examples(game: Game) -> dict[str, str]:
    """Return examples of the values that are typed; of codes the first signs, if they are one."""
    some = EXAMPLES | dict.fromkeys(("score", "change"), wording.example(game.rule))
    some["offer"] = wording.offer_keys(game.rule)[0]
    if wording.noun(game) == "secret":
        first = "".join(alphabet(game)[: game.length])
        code = first if game.find(first) >= 0 else str(game.guesses[0])
        some |= dict.fromkeys(("word", "about", "secret"), code)
    return some


def example(form: Form, some: Mapping[str, str]) -> str:
    """Return what may be typed in a form."""
    words = (form.example or form.form).split()
    filled = (word.partition("|")[0].format(**some) for word in words if not word.startswith("["))
    return " ".join(filled)


PANES = {"why": _why, "more": _suggestions, "list": _list, "about": _about, "help": _help}


def ways_to_score(rule: Rule) -> Mapping[str, str]:
    """Return ways to type a score, each with its meaning."""
    two = len(rule.counts) == 2
    score = "1,2" if two else wording.example(rule)
    numbers = zip(score.split(","), rule.counts, strict=False)
    meaning = ", ".join(f"{number} {count.label}" for number, count in numbers)
    same = dict.fromkeys(("1/2 1-2 12 1A2B", "one two"), "the same")
    same["0"] = "nothing in common: 0,0"
    tiles = "G (green) is in the right place, Y (yellow) elsewhere, B (grey) neither"
    ways = {score: tiles if rule.tiles else meaning}
    return ways | (same if two else {}) | {"yes": "the guess is the secret"}

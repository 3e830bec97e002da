"""What commands and requests answer, as fields for JSON: the same names, however they are asked."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import asdict, replace
from itertools import chain
from typing import Any, cast

from jotto import games
from jotto.assistant import mistakes, moves, statistics, wording
from jotto.assistant.boards import Turns
from jotto.assistant.mistakes import Unlisted
from jotto.assistant.review import Record, Review, check_win, not_counted
from jotto.assistant.sentences import Sentence, sentence
from jotto.assistant.session import Session, allows
from jotto.assistant.store import Options
from jotto.engine.boards import BETWEEN, Boards, told_of
from jotto.engine.game import Game, Turn
from jotto.engine.lengths import Lengths, evaluate
from jotto.engine.position import Advice, Position, Strategy, start
from jotto.errors import ContradictionError, GameError, JottoError, TurnError, WordError, count
from jotto.games.words import Standing
from jotto.letters import DOTLESS, DOTTED, alphabet, spell
from jotto.progress import Status
from jotto.question.fields import DEFAULT_RULE, LIKELY_FIRST, WORDS
from jotto.question.making import Question
from jotto.reading import turns as reading
from jotto.trees.tree import Tree

Object = dict[str, Any]

# --- turns ----------------------------------------------------------------------------------------


def turn_texts(game: Game, turns: Sequence[Turn]) -> list[tuple[str, str]]:
    """Return turns as an entry of a session has them."""
    return [(str(turn.guess), game.rule.texts[turn.code]) for turn in turns]


def with_scores(game: Game, texts: Sequence[str], secret: Any) -> list[str]:
    """Return turns as texts; a guess without a score is scored with the secret, if it is known."""
    if secret is None or reading.pasted(game, " ".join(texts)):
        return [*texts]
    return [
        text if game.turn_in(text) or "=" in text else f"{text}={game.score(text, secret)}"
        for text in texts
    ]


def with_turns(session: Session, texts: Sequence[str]) -> Session:
    """Return a new game after some turns, or, if nothing fits them, with an attempt."""
    game = session.game
    told = reading.given(game, texts, session.boards)
    if session.boards == 1:
        turns = mistakes.with_win(game, game.read_turns(told)) if told else ()
        return session.entered("turns", *turn_texts(game, turns)) if turns else session
    boards = turns_of_boards(game, told, session.boards)
    entry = (tuple(chain(*turn_texts(game, turns))) for turns in boards)
    return session.entered("boards", *entry) if told else session


def turns_of_boards(game: Game, given: Sequence[Any], boards: int) -> list[Turns]:
    """Read the turns of several boards, which may contradict each other. Raises TurnError."""
    made, found = [Turns()] * boards, [None] * boards
    for number, turn in enumerate(given, 1):
        word, score = game.pair_of(number, turn, "WORD=SCORE+SCORE")
        try:
            guess = game.read(word)
            for at, text in told_of(game, guess, score.split(BETWEEN), found).items():
                made[at] += (Turn(guess, game.rule.read(text)),)
                found[at] = guess if made[at][-1].code == game.rule.win else None
        except JottoError as error:
            raise TurnError(number, str(error)) from error
    return made


def recorded(
    game: Game,
    texts: Sequence[str],
    secret: str | None,
    options: Options,
    read: Callable[[Sequence[str]], Sequence[Turn]] | None = None,
) -> Record:
    """Make the record of a game from its turns; a guess without a score is scored by the secret."""
    try:
        revealed = None if secret is None else game.read_guess(secret)
    except JottoError as error:
        raise error.about("secret") from None
    if revealed is None:
        _check_scored(game, texts)
    made = (read or game.read_turns)(with_scores(game, texts, revealed))
    turns = mistakes.with_win(game, made)
    check_win(game, turns, revealed)
    won = bool(turns) and turns[-1].code == game.rule.win
    ended = (str(turns[-1].guess), "found") if won else (revealed, "given up")
    return Record("play", options, game.key, tuple(map(game.show, turns)), *ended)


def _check_scored(game: Game, texts: Sequence[str]) -> None:
    """Raise TurnError for a guess without a score, which no secret gives."""
    for number, text in enumerate(reading.given(game, texts), 1):
        try:
            game.pair_of(number, text, "WORD=SCORE")
        except TurnError as error:
            told = f"{error.reason}, or give the secret, by which jotto scores every guess"
            raise TurnError(number, told).about("secret") from None


def position(session: Session) -> Position | Boards:
    """Return where a game is, found boards included. Raises ContradictionError."""
    state, game = (session.attempt or session).state, session.listed
    if state.unlisted:
        if session.attempt is not None and session.attempt.contradiction is not None:
            raise session.attempt.contradiction
        return session.position
    if session.boards == 1:
        return start(game, *state.mine)
    places = list[Position]()
    for number, turns in enumerate(state.boards, 1):
        try:
            places.append(start(game, *turns))
        except ContradictionError as error:
            error.args = (f"board {number}: {error}",)
            raise
    at = Boards(tuple(places))
    at.check_differ()
    return at


# --- the fields of answers ------------------------------------------------------------------------


def scored(asked: Question, guess: str, secret: str) -> Object:
    """Score two words of the same length, in a list or not, or two codes."""
    if asked.game == WORDS:
        turkish = {DOTLESS, DOTTED} & {*guess, *secret}
        letters = alphabet(asked.letters or DOTLESS * bool(turkish))
        hidden = games.words.read_word((), secret, letters)
        tried = games.words.read_word((), guess, letters)
        long, wanted = (len(spell(word, letters)) for word in (tried, hidden))
        if long != wanted:
            other = f"{hidden!r} {wanted}; write two words of the same length"
            raise WordError(tried, f"it has {count(long, 'letter')}, and {other}")
        rule = asked.rule or DEFAULT_RULE
        game = games.words.word_game([hidden], [tried], rule=rule, letters=letters)
    else:
        game = asked.make_game()
        tried, hidden = game.read_guess(guess), game.read_guess(secret)
    text = game.score(tried, hidden)
    counts, values = game.rule.counts, game.rule.numbers(game.rule.texts.index(text))
    numbers = {count.name: n for count, n in zip(counts, values, strict=False) if len(counts) > 1}
    return {"guess": tried, "secret": hidden, **numbers, "text": text}


def progress(status: Status) -> Object:
    """Return how far some work is."""
    done, seconds = {"done": status.done, "of": status.of or None}, round(status.seconds, 1)
    return {**done, "what": status.what, "seconds": seconds}


def advise(
    strategy: Strategy, at: Position | Boards, top: int, seen: Tree | None = None
) -> tuple[list[Advice], Any]:
    """Rank guesses; return them with the guess of the opening book, None if it has none.

    A guess found by looking ahead comes first, else the guess of the opening book.
    """
    book, tree = None, strategy.tree
    if tree is not None and not tree.path and isinstance(at, Position):
        strategy, guess = strategy.without_tree(), tree.guess_at(at)
        book = at.game.guesses[guess] if guess >= 0 else None
    first = seen.guess if seen else book
    advice: list[Advice] = at.rank(strategy, top)
    if first is not None:
        advice = [at.measure(first), *(other for other in advice if other.guess != first)][:top]
    return advice, book


def is_over(at: Position | Boards) -> bool:
    """Whether nothing is left to guess."""
    return at.over if isinstance(at, Boards) else at.won


def suggested(
    strategy: Strategy,
    at: Position | Boards,
    seen: Tree | None,
    reason: str,
    *,
    top: int,
    guess: str | None,
    why: bool,
) -> Object:
    """Return what there is to guess, and how many candidates there are.

    ``seen`` is what looking ahead has found, else ``reason`` says why there is nothing; ``guess``
    and ``why`` are what is asked besides. Raises WordError.
    """
    advice, book = ([], None) if is_over(at) else advise(strategy, at, top, seen)
    if isinstance(at, Boards):
        left: Object = {"boards": counted(at)}
    else:
        tried = None if at.won else at.tried or None
        left = {"candidates": len(at), "tried": tried, "guesses": len(at.game.guesses)}
        left |= {"book": book}  # it is for one board
    further = (
        ahead(seen, reason) | worth(at, guess) | (why_of(at, advice, guess, top) if why else {})
    )
    rows = [row.to_dict() for row in advice]
    return {**left, **further, "suggestions": rows, **false_fields(at)}


def check_opening(at: Position | Boards, opening: Sequence[Any]) -> None:
    """Raise GameError if a game has begun otherwise: an opening is its first guesses."""
    made = [turn.guess for turn in at.history] if isinstance(at, Position) else []
    if any(one != other for one, other in zip(opening, made, strict=False)):
        begun = f"this game has begun with {' '.join(map(str, made))}"
        first = f"an opening is the first guesses of the whole game: {' '.join(map(str, opening))}"
        raise GameError(f"{begun}; {first}").about("opening")


def runs_of(strategy: Strategy, runs: int) -> list[Strategy]:
    """Return a strategy as often as it is played: one that draws, each time with another seed."""
    if not strategy.draws:
        return [strategy]
    return [replace(strategy, seed=(cast(int, strategy.seed), run)) for run in range(runs)]


def evaluated(
    at: Position | Boards, strategy: Strategy, *, runs: int, games: int | None = None
) -> tuple[Lengths[Any], Object]:
    """Play a strategy against every secret that is left, or ``games`` of them; its fields, too."""
    ways, seed = runs_of(strategy, runs), cast(int, strategy.seed)
    played = Lengths.of_runs([evaluate(at, way, games=games, seed=seed) for way in ways])
    choose = at.choose if isinstance(at, Boards) else lambda strategy: strategy(at)
    first = None if is_over(at) else choose(ways[0])
    told = {"strategy": strategy.name, "first": first, **played.to_dict()}
    if ways != [strategy]:  # each run is exact, and another one differs
        told |= {"seed": seed, "runs": runs} | ({"exact": False} if "exact" in told else {})
    return played, told


def worth(at: Position | Boards, text: str | None) -> Object:
    """Return what a guess is worth that was asked about, None once nothing is left to guess.

    Nothing if none was asked about. Raises WordError.
    """
    if text is None:
        return {}
    guess = at.game.read_guess(text)
    return {"worth": None if is_over(at) else at.measure(guess).to_dict()}


def not_allowed(strategy: Strategy, at: Position | Boards, text: str | None) -> list[Sentence]:
    """Return a note if a guess was asked about that is not allowed. Raises WordError."""
    boards = [at.boards[board] for board in at.open] if isinstance(at, Boards) else [at]
    guess = None if text is None or is_over(at) else at.game.read_guess(text)
    return [] if guess is None or allows(strategy, boards, guess) else [wording.not_allowed(guess)]


def why_of(at: Position | Boards, advice: Sequence[Advice], text: str | None, top: int) -> Object:
    """Return what each score of a guess would leave, and the ``top`` likeliest of these.

    It is the guess that was asked about, or the first of the advice; None if there is none. Raises
    WordError.
    """
    if isinstance(at, Boards) or not advice:
        return {"why": None}
    guess = advice[0].guess if text is None else at.game.read_guess(text)
    return _why(guess, wording.parts_of(at, guess), top)


def _why(guess: Any, parts: Sequence[tuple[str, int, list[Any]]], top: int) -> Object:
    rows = [{"score": score, "left": n, "candidates": part[:top]} for score, n, part in parts]
    return {"why": {"guess": guess, "parts": rows}}


def ahead(tree: Tree | None, why: str) -> Object:
    """Return what was found by looking ahead, or why nothing was, or only by another aim.

    That are guesses on average, of which none needs fewer.
    """
    if tree is None:
        return {"ahead": None, "ahead_reason": why}
    weight = int(tree.at.game.weights(tree.at.left).sum())
    least = {"at_least": tree.lower_bound / weight} if tree.lower_bound else {}
    most, lengths = tree.claim.within, tree.lengths
    found = {} if most is None else {"within": most, "chance": wording.chance_within(tree, most)}
    means = {name: getattr(lengths, name) for name in ("mean", "prior_mean", "worst")}
    about = {"aim": tree.claim.aim, "allow": tree.claim.allow}
    shown = {"guess": tree.guess, **means, "proved": tree.proved, **least, **found, **about}
    return {"ahead": shown, "ahead_reason": why or None}


def suggested_unlisted(
    session: Session, seen: Tree | None, reason: str, *, top: int, guess: str | None, why: bool
) -> Object:
    """Return what there is to guess if the secret is in no list, as ``suggested`` does.

    Figures are of all candidates.
    """
    some, found = {"candidates": session.count, "among": len(session.position)}, session.won
    ranked = [] if found else session.position.rank(session.adviser, top)
    guesses = dict.fromkeys([*([seen.guess] if seen else []), *(row.guess for row in ranked)])
    rows = [session.measure(word).to_dict() for word in [*guesses][:top]]
    asked: Object = {}
    about = None if guess is None else session.game.read_guess(guess)
    if about is not None:
        asked = {"worth": None if found else session.measure(about).to_dict()}
    if why:
        shown = next(iter(guesses), None) if about is None else about
        asked |= {"why": None} if found else _why(shown, wording.parts(session, shown), top)
    return {**some, **ahead(seen, reason), **asked, "suggestions": rows}


def listed(at: Position | Boards, top: int | None, order: str) -> Object:
    """Return what the secret can still be, on each of several boards, in an ``order``."""
    if isinstance(at, Boards):
        words = [_in_order(board, top, order) for board in at.boards]
        pairs = zip(counted(at), words, strict=True)
        return {"boards": [row | {"candidates": those} for row, those in pairs]}
    return {"count": len(at), "candidates": _in_order(at, top, order), **false_fields(at)}


def _in_order(at: Position, top: int | None, order: str) -> list[Any]:
    return list((at.likeliest if order == LIKELY_FIRST else at.candidates)[:top])


def counted(at: Boards) -> list[Object]:
    """Return of each board its number, how many candidates it has, and its secret if found."""
    rows = zip(at.boards, at.found, strict=True)
    return [{"board": n, "count": len(b), "found": secret} for n, (b, secret) in enumerate(rows, 1)]


def false_fields(at: Position | Boards) -> Object:
    """Return how likely each answer is false; nothing where all are true."""
    return {"false": at.false_chances} if isinstance(at, Position) and at.game.lies else {}


def explained(game: Game, boards: Sequence[Turns], top: int | None) -> Object:
    """Return the single mistakes that explain why no secret fits, each with its sentence.

    Of several boards those of each, which are wrong scores alone: a guess or a list is of all.
    """
    boards = [mistakes.with_win(game, turns) for turns in boards]
    if len(boards) == 1:
        blame, rows = _mistakes(game, boards[0], top)
        return {"candidates": len(game.agreeing(boards[0])), "explanations": rows, **blame}
    about, explanations = list[Object](), list[Object]()
    for number, turns in enumerate(boards, 1):
        blame, rows = _mistakes(game, turns, top, {"score"})
        left, place = len(game.agreeing(turns)), sentence("board", number=number)
        found = turns[-1].guess if turns and left and turns[-1].code == game.rule.win else None
        about.append({"board": number, "count": left, "found": found, **blame})
        explanations += [{"board": number, **r, "text": f"{place}: {r['text']}"} for r in rows]
    return {"boards": about, "explanations": explanations}


def _mistakes(
    game: Game, turns: Turns, top: int | None, kinds: Container[str] = ("score", "guess", "word")
) -> tuple[Object, list[Object]]:
    """Return which turns of a board are to blame, and the possible mistakes in them."""
    causes = [cause for cause in mistakes.explain(game, *turns) if cause.kind in kinds]
    session = Session(game, transcript=[("turns", *turn_texts(game, turns))])
    asked = any(cause.kind == "word" for cause in causes)
    unlisted = Unlisted.written(session.written) if asked else None
    words = unlisted.words if unlisted else ()
    rows = []
    for cause in causes[:top]:
        kind = str(cause.kind)
        further = {"secrets": [*words]} if kind == "word" else {kind: cause.right}
        text = str(mistakes.explained(cause, unlisted)[0])
        rows.append(cause.to_dict() | further | {"text": text})
    return {"turns_by_blame": mistakes.turns_by_blame(causes)}, rows


def disputed(game: Game, word: str) -> tuple[Standing, Object]:
    """Say which lists have a word, why it may be no secret, and which words may be meant."""
    stands = games.words.standing(word, game)
    meant = [] if stands.guess else moves.meant(game, stands.word)
    barred = game.house.broken(game.rule.spell(stands.word), plural=stands.plural)
    if not (stands.secret or (stands.guess and barred)):
        barred.insert(0, "not in the list")
    return stands, asdict(stands) | {"barred": barred, "meant": meant}


def history_fields(
    records: Sequence[Record], needed: Sequence[int | None], rows: Sequence[Object]
) -> Object:
    """Return statistics of finished games, the oldest first, of which ``rows`` are the fields.

    ``needed``: the number of guesses that jotto takes for each, None if it is not known.
    """
    guesses, secrets = statistics.favourites(records)
    liked = {"favourite_guesses": guesses, "favourite_secrets": secrets}
    games = [row | {"jotto": n} for row, n in zip(rows, needed, strict=True)]
    streaks = statistics.streaks(records)._asdict()
    return {"games": games, **counted_fields(records, needed), "streaks": streaks, **liked}


def counted_fields(records: Sequence[Record], needed: Sequence[int | None]) -> Object:
    """Return how many games took each number of guesses, mine and jotto's, and both means."""
    counted = statistics.tally(*counting(records, needed))
    means = counted.means and dict(zip(("you", "jotto"), counted.means, strict=True))
    return {"guesses": {"you": counted.mine, "jotto": counted.jotto}, "means": means}


def counting(
    records: Sequence[Record], needed: Sequence[int | None]
) -> tuple[list[Record], list[int | None]]:
    """Return the records that count, with what jotto needs for each."""
    pairs = [pair for pair in zip(records, needed, strict=True) if pair[0].counts]
    return [record for record, _ in pairs], [need for _, need in pairs]


def kinds_of(records: Sequence[Record], needed: Sequence[int | None]) -> list[Object]:
    """Return of each kind of finished game what it is, how many there are, and their counts."""
    kinds, (records, needed) = list[Object](), counting(records, needed)
    for kind in dict.fromkeys(record.kind for record in records):
        pairs = zip(records, needed, strict=True)
        some, needs = zip(*((r, n) for r, n in pairs if r.kind == kind), strict=True)
        about = {name: some[0].options.get(name) for name in ("game", "rule", "words")}
        about |= {"lies": kind[1], "boards": kind[2], "advised": kind[3], "match": kind[4]}
        found = [record.solved for record in some]
        about |= {"count": len(some), "found": sum(found)}
        streak = dict(zip(("now", "longest"), statistics.in_a_row(found), strict=True))
        kinds.append({**about, **counted_fields(some, needs), "streak": streak})
    return kinds


def review_fields(game: Game, who: str, half: Review) -> Object:
    """Return the fields of one player's review."""
    needs = {"prior_mean": half.needs, "for_this_secret": half.needs_for_it}
    right = [(game.show(turn), game.score(turn.guess, half.secret)) for turn in half.wrong]
    wrong = [{"turn": turn, "right": score} for turn, score in right]
    points = half.points and dict(zip(("skill", "luck"), half.points, strict=True))
    named = {"who": who.lower(), "jotto": needs, "points": points, "wrong": wrong}
    reason = not_counted(game, half)
    return {**half.to_dict(), **named, "not_counted": str(reason) if reason else None}

"""``jotto practice``: find the guess, on the screen of a live game, as lines, or as JSON."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, get_args

import jotto
from jotto import assistant, files
from jotto.assistant import wording
from jotto.assistant.sentences import Sentence, sentence
from jotto.cli import live, options as opt, render
from jotto.cli.options import Asked, OutputOptions, game_options, note, option
from jotto.cli.review import finished_games, said_again, show_rows
from jotto.errors import EmptyListError, FileError, GameError, JottoError
from jotto.question.forms import name_in
from jotto.question.making import remade, saved_options

if TYPE_CHECKING:  # they take long to load, and the help of all commands needs none of them
    from jotto.assistant.deck import Card, Deck, StoredDeck
    from jotto.assistant.practice import Choice, Exercise, Graded, Mark
    from jotto.assistant.view import Pane, View

LOOKING = "looking for positions"
SIGNS = {"G": "✓", "Y": "~", "B": "✗"}  # on the tiles of a result: no colour stands alone
SMALL = 20  # lines
LISTED = 100  # words that are possible
SAYINGS = "list", "hint", "skip", "help", "quit"
Theme = Literal["alike", "other", "split", "likely", "few", "mine"]
OWN = "strategy", "seed", "n"  # options that choose no game
THEME = option("NAME", f"Positions of one theme: {', '.join(get_args(Theme))}.", "--theme")


def stored_deck() -> StoredDeck:
    """Return the deck in the database."""
    path = files.user_folder("data") / "games.sqlite"
    old = files.user_folder("state") / "practice.json"
    return assistant.deck.StoredDeck(path, old, note)


@dataclass
class Rated:
    """The deck as it is changed; where it cannot be written, the rating stays as it is."""

    stored: StoredDeck
    deck: Deck
    is_rated: bool = True

    def add(self, deck: Deck) -> None:
        """Write the cards of a deck that are new."""
        self.deck = deck
        with self._noted():
            self.stored.add(deck)

    def answer(self, *answered: Any, **how: Any) -> Deck:
        """Write an answer, see ``StoredDeck.answer``; return the deck."""
        with self._noted():
            if self.is_rated:
                self.deck = self.stored.answer(*answered, **how)
        return self.deck

    @contextmanager
    def _noted(self) -> Iterator[None]:
        try:
            yield
        except FileError as error:
            if self.is_rated:
                note(sentence("a note: practice is not rated", why=str(error)))
            self.is_rated = False


@game_options("strategy", "seed", "n", house=True)
def practice(
    table: Asked,
    screen: OutputOptions,
    turns: opt.Turns = None,
    guess: Annotated[str | None, "WORD", "Grade this guess instead of asking for one."] = None,
    theme: Annotated[Theme | None, THEME] = None,
    last: Annotated[bool, "Positions of the game you finished last."] = False,
    stats: Annotated[bool, "Show the rating, and how many you found of each theme."] = False,
    forget: Annotated[bool, "Delete all positions and the rating."] = False,
    yes: opt.Yes = False,
) -> None:
    """Find the best guess in positions from your games, and in others.

    Without options, they are of the kind of game that you finished last, or else of Jotto; --game
    chooses another. Those that are not from your games match your rating. You see a missed position
    again in a later round; a solved one comes back after some days. With turns, it asks for the
    guess after them, and the rating does not change.

    Example: jotto practice

    Example: jotto practice tares=1,1 moist=1,1 --guess soled
    """
    stored, day = stored_deck(), date.today()
    if forget:
        if turns or guess is not None:
            raise GameError("--forget deletes all positions and the rating; give it alone")
        if yes or opt.sure_to_delete("all positions and the rating"):
            print(f"{render.count(stored.forget(), 'position')} deleted.", file=sys.stderr)
        return
    if stats:
        show_stats(stored.load(), day, screen)
        return
    record = last_game() if last and not turns else None
    if record is not None:
        said_again(table, record.options, "the recorded game has other options; leave these out",
                   but=OWN)  # fmt: skip
        table = replace(remade(record.options, Asked)[0], n=table.n, seed=table.seed)
    elif not (turns or {*table.layers[-1]} - {*OWN}):
        table = usual(table)
    game = table.make_game()
    chosen = table.adviser(game)
    table.check_apart({"turns"} if turns else ())
    if turns:
        at = opt.read_position(game, turns)
        jotto.practice(at, chosen(at), strategy=chosen)  # raises if nothing is left to guess
        once(assistant.practice.exercise_at(at, chosen), screen, guess)
        return

    more = partial(next_round, table, game, chosen, day, theme or "")
    deck = stored.load()
    with render.ignoring_keys():
        deck, cards = deck.with_game(record, Asked) if record is not None else (deck, [])
        if record is not None and not cards:
            note(sentence("practice nothing"))
        if not cards:
            deck, cards = more(deck)
    if not cards and not screen.json:
        raise EmptyListError(str(deck.nothing_due(game.key)))
    if screen.json and guess is None:
        positions = [
            assistant.practice.asked(card.exercise(game, chosen).at) | {"yours": card.guess}
            for card in cards
        ]
        standing = {**deck.standing(day), "rating": deck.rating}
        screen.shows("positions", **standing, answers=deck.answers, positions=positions)
    elif guess is not None:
        [exercise, themes] = taken(cards[0], game, chosen)
        graded = exercise.graded(assistant.moves.read_allowed(game, guess))
        rated = Rated(stored, deck)
        rated.add(deck)
        deck = rated.answer(cards[0], graded.mine, exercise.rating, day, themes=themes)
        if not screen.shows("best", rating=deck.rating, themes=themes, **graded.to_dict()):
            show_lines(Shown(graded, cards[0].guess, themes))
    else:
        name = name_in({**saved_options(table), "boards": None})
        talk = Practice(Rated(stored, deck), deck, game, chosen, day, more, name)
        if live.on_screen(lambda: talk.rounds(cards)):
            talk.say_result()


def next_round(
    table: Asked, game: jotto.Game, chosen: jotto.Strategy, day: date, theme: str, deck: Deck
) -> tuple[Deck, list[Card]]:
    """Fill a deck, and take the cards of a round."""
    start, n = jotto.start(game), int(table.n)
    with render.working(LOOKING), finished_games() as shelf, shelf.read():
        of = shelf.newest(shelf.owners(), key=game.key)
        how: dict[str, Any] = {"day": day, "seed": table.seed, "kind": Asked, "theme": theme}
        deck = deck.filled(start, chosen, of, n, **how)
        return deck, deck.ready(game, chosen, day, theme, skipped)[:n]


def practise(record: assistant.review.Record) -> str:
    """Practise the positions of a game that has just ended, and then others; return the result."""
    stored, day = stored_deck(), date.today()
    table = remade(record.options, Asked)[0]
    game = table.make_game()
    chosen = table.adviser(game)
    with render.working(LOOKING):
        deck, cards = stored.load().with_game(record, Asked)
    more = partial(next_round, table, game, chosen, day, "")
    if not cards:
        render.say(sentence("practice nothing"))
        deck, cards = more(deck)
    if not cards:
        return str(deck.nothing_due(game.key))
    name = name_in({**record.options, "boards": None})
    talk = Practice(Rated(stored, deck), deck, game, chosen, day, more, name)
    with render.redrawn():
        talk.rounds(cards)
    return "\n".join(map(str, talk.result)) if talk.marks else ""


def skipped(error: JottoError) -> None:
    """Tell that the turns of a card do not fit its game."""
    note(f"a position of practice is skipped: {error}")


def about(name: str, game: jotto.Game) -> Sentence:
    """Return what a game is called, what its scores say, and how another is chosen."""
    score, meaning = next(iter(assistant.view.ways_to_score(game.rule).items()))
    told = None if game.rule.tiles else score
    return sentence("practice game", game=name, score=told, meaning=meaning)


def usual(table: Asked) -> Asked:
    """Return the kind of game that was finished last, of those that can be practised."""
    with suppress(FileError), finished_games() as shelf, shelf.read():
        for record in shelf.newest(shelf.owners()):
            with suppress(JottoError):
                made, game, _ = remade({**record.options, "boards": None}, Asked)
                if not game.noisy:
                    chosen = {name: getattr(table, name) for name in table.layers[-1]}
                    return replace(made, **{"n": table.n, "seed": table.seed, **chosen})
    return table


def last_game() -> assistant.review.Record:
    """Return the game that was finished last. Raises EmptyListError if there is none."""
    with finished_games() as shelf, shelf.read():
        if (last := next(shelf.newest(shelf.owners()), None)) is not None:
            return last
    raise EmptyListError("there is no finished game; jotto play records them")


def taken(
    card: Card, game: jotto.Game, strategy: jotto.Strategy
) -> tuple[Exercise, tuple[str, ...]]:
    """Return the exercise of a card, and its themes."""
    exercise = card.exercise(game, strategy)
    return exercise, card.themes(exercise)


def show_stats(deck: Deck, day: date, screen: OutputOptions) -> None:
    """Print the rating, what is in a row, and how many were found of each theme."""
    standing, counts = deck.standing(day), deck.by_theme()
    themes = [
        {"theme": name, "found": found, "asked": asked}
        for name, (found, asked) in counts.items()
        if asked
    ]
    fields = {**standing, "rating": deck.rating, "answers": deck.answers}
    if screen.shows("themes=theme,found,asked", **fields, themes=themes):
        return
    render.say(stands(deck, day))
    for row in themes:
        theme = sentence(f"theme {row['theme']}")
        render.say(sentence("practice tried", **{**row, "theme": theme}))


def stands(deck: Deck, day: date, *, moved: str = "", days: bool = True) -> Sentence:
    """Return the rating and what is in a row as a sentence."""
    facts: dict[str, Any] = deck.standing(day) | {"moved": moved}
    facts["days"] = facts["days"] or "" if days else ""
    return sentence("practice standing", **facts)


# --- one position ---------------------------------------------------------------------------------


class Shown(NamedTuple):
    """An answer as it is shown; ``given_up``: it was not found, but shown."""

    graded: Graded
    before: str = ""  # the guess of a game of one's own
    themes: tuple[str, ...] = ()
    given_up: bool = False
    hinted: bool = False

    @property
    def title(self) -> Sentence:
        """How good it is."""
        return assistant.practice.verdict(self.graded, shown=self.given_up, hinted=self.hinted)

    @property
    def notes(self) -> list[Sentence]:
        """Why, what was guessed before, and what the position is about."""
        best, mine = self.graded.best[0].advice, self.graded.mine.advice
        weighed = wording.is_weighed(self.graded.at)
        told = [assistant.practice.why(self.graded)]
        told += wording.leaves_more(best, mine, weighed=weighed)
        if self.before:
            told.append(sentence("practice before", word=self.graded.at.game.shown(self.before)))
        if self.themes:
            themes = [sentence(f"theme {name}") for name in self.themes]
            told.append(sentence("practice theme", themes=themes))
        return told

    @property
    def pane(self) -> Pane:
        """The best guesses, and mine beside them."""
        needs = ["it takes"] * (self.graded.mine.needs is not None)
        names = "a guess", *needs, "it costs", "it leaves", "chance"
        rows = dict.fromkeys((*map(self._row, self.graded.best), self.mine))
        return assistant.view.Pane(
            sentence("the best guesses"), tuple(map(sentence, names)), tuple(rows)
        )

    @property
    def mine(self) -> tuple[str, ...]:
        """The row of my guess."""
        return self._row(self.graded.mine)

    def _row(self, choice: Choice) -> tuple[str, ...]:
        advice = choice.advice
        return (
            self.graded.at.game.shown(advice.guess),
            *(f"{needs:.2f}" for needs in [choice.needs] if needs is not None),
            f"{choice.regret:.2f}",
            f"{advice.expected_left:.1f}",
            wording.share(min(advice.chance, 1.0)) if advice.candidate else "-",
        )


def seen_at(
    at: jotto.Position, title: Sentence, notes: Sequence[Sentence], *, over: bool = False
) -> View:
    """Return a position as a game is shown: its turns, and what its scores say of the letters."""
    how: dict[str, Any] = {"stage": "over"} if over else {"prompt": sentence("the best guess")}
    seen = assistant.view.keep_view(jotto.Session(at.game))
    turns = assistant.view.Board(sentence("you"), assistant.view.rows_of(at))
    letters = assistant.hints.scored_letters(at.game, at.history)
    return replace(seen, title=title, boards=(turns,), letters=letters, notes=tuple(notes), **how)


class Given(NamedTuple):
    """What was answered: None at the end of the input, or to leave."""

    graded: Graded | None
    given_up: bool = False
    hinted: bool = False


def ask(exercise: Exercise) -> Given:
    """Ask for a guess until it can be graded; Enter twice shows the answer."""
    at, hints, sure = exercise.at, 0, False
    words = at.game.guesses if isinstance(at.game.guesses, tuple) else ()
    prompt = live.prompted(sentence("your guess"))
    while (typed := render.ask(prompt, lambda: [*SAYINGS, *words])) is not None:
        said = typed.lower()
        if said in ("", "skip"):
            if sure:
                return Given(exercise.solved(), given_up=True, hinted=hints > 0)
            render.say(sentence("practice sure", enter=True))
            sure = True
            continue
        sure = False
        if said == "list":
            show_words(at)
        elif said in ("help", "?"):
            render.say(sentence("practice help"))
        elif said == "hint":
            hints += 1
            for number in range(1, min(hints, 2) + 1):
                render.say(assistant.practice.hint(exercise, number))
        else:
            try:
                guess = assistant.moves.read_allowed(at.game, typed)
                return Given(exercise.graded(guess), hinted=hints > 0)
            except JottoError as error:
                render.say(str(error))
    return Given(None)


def show_position(at: jotto.Position, title: Sentence | None, notes: Sequence[Sentence]) -> None:
    """Draw or print the turns: what follows from them is to be found, or asked for."""
    told = [*notes, sentence("practice list")]
    if render.screened():
        shown = notes if is_small() else told  # the last line of the screen says it, too
        render.draw(seen_at(at, title or sentence("the best guess"), shown))
        return
    if title is not None:
        render.say(title)
    show_rows(at.game, [(turn, "") for turn in at.history])
    for text in told:
        render.say(text)


def show_words(at: jotto.Position) -> None:
    """Show how many candidates there are; up to a hundred also which, not the likeliest first."""
    words = sorted(map(at.game.shown, assistant.practice.asked(at, LISTED)["candidates"]))
    facts = {"left": len(at), "noun": wording.noun(at.game), "words": words}
    render.say(sentence("practice words", **facts))


def show_answer(shown: Shown, *further: Sentence) -> None:
    """Draw or print how good a guess is, why, and the best ones beside it."""
    if not render.screened():
        show_lines(shown, *further)
        return
    pane, notes = shown.pane, [*shown.notes, *further]
    if is_small():
        two = dict.fromkeys((pane.rows[0], shown.mine))
        pane, notes = replace(pane, rows=tuple(two)), [*further]
    render.draw(seen_at(shown.graded.at, shown.title, notes, over=True))
    render.show(pane)


def is_small() -> bool:
    """Whether the screen has no room for all that there is to say."""
    return render.size().lines < SMALL


def show_lines(shown: Shown, *further: Sentence) -> None:
    """Print how good a guess is, a table of the best ones, and why."""
    render.say(shown.title)
    pane = shown.pane
    render.show_table([*map(str, pane.headers)], pane.rows)
    for text in (*shown.notes, *further):
        render.say(text)


def once(exercise: Exercise, screen: OutputOptions, guess: str | None) -> None:
    """Grade one guess at a position; ask for it if there is none."""
    game, answers = exercise.at.game, list[Shown]()
    themes = assistant.practice.themes_of(exercise)
    if guess is not None:
        graded = exercise.graded(assistant.moves.read_allowed(game, guess))
        if not screen.shows("best", **graded.to_dict()):
            show_lines(Shown(graded, themes=themes))
    elif not screen.shows(**assistant.practice.asked(exercise.at)):

        def talk() -> None:
            show_position(exercise.at, None, [])
            graded, given_up, hinted = ask(exercise)
            if graded is None:
                return
            answers.append(Shown(graded, "", themes, given_up, hinted))
            show_answer(answers[0])
            if render.screened():
                render.ask(f"{sentence('ask: practised')} ")

        if live.on_screen(talk):
            for shown in answers:
                show_lines(shown)


# --- a round --------------------------------------------------------------------------------------


@dataclass
class Practice:
    """Rounds of positions, with one deck; ``more`` fills it, and takes the cards of a round."""

    rated: Rated
    deck: Deck
    game: jotto.Game
    strategy: jotto.Strategy
    day: date
    more: Callable[[Deck], tuple[Deck, list[Card]]]
    name: str  # of the game
    began: float = 0.0
    marks: list[Mark] | None = None
    asked: int = 0  # positions of the round

    def rounds(self, cards: list[Card]) -> None:
        """Ask for the guess at each card, show how it went, and go on as is wished."""
        self.rated.add(self.deck)
        while cards:
            missed, told = self.round(cards)
            if not self.marks:
                return
            if not render.screened():
                self.say_result()
            if render.patience() is None:
                return
            cards = self.next_cards(missed, told)

    def round(self, cards: Sequence[Card]) -> tuple[list[Card], list[Sentence]]:
        """Ask for the guess at each card; return those that were missed, and what they cost."""
        missed: list[Card] = []
        told = list[Sentence]()
        self.marks, self.began, self.asked = [], self.deck.rating, len(cards)
        for number, card in enumerate(cards, start=1):
            exercise, themes = taken(card, self.game, self.strategy)
            place = sentence("position of", number=number, of=len(cards))
            place = sentence("practice place", game=self.name, place=place)
            notes = [stands(self.deck, self.day, days=number == 1)]
            notes += [about(self.name, self.game)] * (number == 1)
            show_position(exercise.at, place, notes)
            graded, given_up, hinted = ask(exercise)
            if graded is None:
                break
            before, choice = self.deck.rating, None if given_up else graded.mine
            self.deck = self.rated.answer(
                card, choice, exercise.rating, self.day, themes=themes, hinted=hinted
            )
            self.marks.append(assistant.practice.mark_of(choice, hinted=hinted))
            shown = Shown(graded, card.guess, themes, given_up, hinted)
            if self.marks[-1] != "G":
                missed.append(card)
                told.append(shown.title)
            moved = self.moved_from(before)
            show_answer(shown, stands(self.deck, self.day, moved=moved, days=False))
            if not render.screened():
                print()
            elif self.leaves(last=number == len(cards)):
                break
        return missed, told

    def moved_from(self, before: float) -> str:
        """Return by how much the rating has moved, with a sign."""
        now, then = map(assistant.deck.rounded, (self.deck.rating, before))
        return assistant.deck.signed(now - then)

    def leaves(self, *, last: bool) -> bool:
        """Wait for Enter; whether somebody leaves instead."""
        return render.ask(f"{sentence('ask: next position', last=last)} ") is None

    @property
    def result(self) -> list[Sentence]:
        """How the round went."""
        first, *rest = assistant.deck.result(self.marks or [], self.began, self.deck, self.day)
        if len(self.marks or []) < self.asked:
            first = sentence("practice stopped", **first.facts, of=self.asked)
        return [first, *rest]

    def say_result(self) -> None:
        """Print how the round went, if anything was answered."""
        for text in self.result if self.marks else ():
            render.say(text)
        if self.marks:
            render.say(render.in_letters(self.text, self.game.rule).split("\n")[1])

    @property
    def text(self) -> str:
        """The round as a text to share."""
        return assistant.deck.shared(self.marks or [], self.began, self.deck)

    def next_cards(self, missed: list[Card], told: Sequence[Sentence]) -> list[Card]:
        """Show the result, and ask what is next: the cards of another round, or none."""
        self.draw_result(told)
        asks = sentence("ask: after practice", missed=len(missed) or None)
        sayings = [*["again"] * bool(missed), "more", "share", "quit"]
        while (typed := render.ask(f"{asks}: ", lambda: sayings)) is not None:
            said = typed.lower()
            if said == "again" and missed:
                return missed
            if said in ("", "more"):
                self.deck, cards = self.more(self.deck)
                self.rated.add(self.deck)
                if cards:
                    return cards
                render.say(self.deck.nothing_due(self.game.key))
            elif said == "share":
                print(render.to_share(self.text, self.game.rule))
            else:
                render.say(f"{asks}.")
        return []

    def draw_result(self, told: Sequence[Sentence]) -> None:
        """Draw how the round went: each answer a tile, and what those that were missed cost."""
        if not render.screened() or not self.marks:
            return
        first, *rest = self.result
        word = "".join(SIGNS[mark] for mark in self.marks)
        score = f"{self.marks.count('G')}/{len(self.marks)}"
        row = assistant.view.TurnRow(word, score, "".join(self.marks))
        seen = assistant.view.keep_view(jotto.Session(self.game))
        board = assistant.view.Board(sentence("you"), (row,))
        shown = replace(seen, stage="over", title=first, boards=(board,), letters={}, tiles=True,
                        alphabet=tuple(SIGNS.values()), notes=(*rest, *told))  # fmt: skip
        render.draw(shown)

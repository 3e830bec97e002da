"""A game of two players: the program keeps both secrets, and scores as the rule says."""

from collections.abc import Callable
from dataclasses import dataclass, field

import naive
import pytest
from hypothesis import given, settings, strategies as st
from strategies import begun, games, played, told

import jotto
from jotto.assistant.match import STEPS, Match, SureError, Terms, moved
from jotto.assistant.match_view import view_of
from jotto.assistant.session import MOST_ENTRIES
from jotto.errors import GameError, JottoError, WordError
from jotto.games.words import shipped_words, word_game

WORDS = ["hatch", "latch", "match", "patch", "crane", "slate"]
SECRETS = "crane", "slate"
NO_WORD = "qxjkv"


@pytest.fixture
def ready() -> Match:
    return begun(word_game(WORDS, ["champ"]), *SECRETS)


def result(match):
    return match.over, match.winner, match.drawn


# --- the rules ------------------------------------------------------------------------------------


@given(st.data(), st.integers(0, 1), st.booleans())
def test_the_scores_and_the_winner_are_those_of_the_rules(data, first, last_turn):
    game = data.draw(games(most=8))
    score, secret = naive.RULES[game.rule.name], st.sampled_from(game.secrets)
    secrets = data.draw(st.tuples(secret, secret))
    several = st.lists(st.sampled_from(game.guesses), max_size=4)
    # what each would guess, always to the end: the secret comes last
    wanted = [[*data.draw(several), secrets[1 - seat]] for seat in (0, 1)]
    needed = [guesses.index(secrets[1 - seat]) + 1 for seat, guesses in enumerate(wanted)]
    match, waiting = begun(game, *secrets, first=first, last_turn=last_turn), first
    left = [list(each) for each in wanted]
    while not match.over:
        assert match.asked == (waiting,)
        match, waiting = match.entered("guess", waiting, left[waiting].pop(0)), 1 - waiting
    second = 1 - first
    if needed[first] == needed[second]:
        winner, drawn = (None, True) if last_turn else (first, False)
    else:
        winner, drawn = (first if needed[first] < needed[second] else second), False
    assert result(match) == (True, winner, drawn)
    for seat, player in enumerate(match.seats):
        made = wanted[seat][: len(player.turns)]
        assert told(match, seat) == [(word, score(word, secrets[1 - seat])) for word in made]
        assert player.solved == (needed[seat] == len(made))
    lengths = [len(player.turns) for player in match.seats]
    assert lengths[first] - lengths[second] in (0, 1)


# --- a model of a match ---------------------------------------------------------------------------


@dataclass
class Model:
    """A match of which both secrets are set, by the words of its rules alone.

    ``log`` has the guesses that stand, in the order in which they were made.
    """

    terms: Terms
    secrets: tuple[str, str]
    score: Callable[[str, str], str]
    listed: list[str]
    log: list[tuple[int, str]] = field(default_factory=list)
    asking: set[int] = field(default_factory=set)
    advice: set[int] = field(default_factory=set)
    had: set[int] = field(default_factory=set)
    advised: list[int] = field(default_factory=lambda: [0, 0])
    challenged: set[tuple[int, str]] = field(default_factory=set)
    said: list[str] = field(default_factory=lambda: ["", ""])
    lost: set[int] = field(default_factory=set)
    spent: list[float] = field(default_factory=lambda: [0.0, 0.0])
    now: float = 0.0

    def words(self, seat):
        return [word for who, word in self.log if who == seat]

    def shown(self, seat):
        words = self.words(seat)
        if self.terms.together and not self.over:
            return words[: min(len(self.words(each)) for each in (0, 1))]
        return words

    def told(self, seat):
        """The words whose scores their player may see: none that could still be taken back."""
        shown = self.shown(seat)
        if self.over or self.terms.challenge == "counts" or shown[-1:] != [NO_WORD]:
            return shown
        if self.terms.together:
            return shown if len(self.words(1 - seat)) > len(shown) else shown[:-1]
        return shown[:-1] if self.log[-1][0] == seat else shown

    @property
    def hits(self):
        return [who for who, word in self.log if word == self.secrets[1 - who]]

    @property
    def asked(self):
        if self.lost:
            return set()
        ahead = len(self.words(0)) - len(self.words(1))
        if self.terms.together:
            behind = {0: {0, 1}, 1: {1}, -1: {0}}[ahead]
            return set() if self.hits and not ahead else behind
        turn = self.terms.first if not ahead else 1 - self.terms.first
        last = self.terms.last_turn and self.hits == [self.terms.first] and ahead
        return {turn} if not self.hits or last else set()

    @property
    def over(self):
        return not self.asked

    @property
    def result(self):
        """Whether it is over, who has won, and whether it is a draw."""
        drawn = len(self.lost) == 2 or set(self.hits) == {0, 1}
        if not self.over or drawn:
            return self.over, None, self.over and drawn
        return True, *({1 - loser for loser in self.lost} or self.hits), False

    def left(self, seat):
        told = [(word, self.score(word, self.secrets[1 - seat])) for word in self.told(seat)]
        fits = (w for w in self.listed if all(self.score(g, w) == said for g, said in told))
        return len([*fits])

    def helped(self, seat):
        worse = self.left(seat) > self.left(1 - seat)
        return seat in self.advice and not self.over and (self.terms.advice == "both" or worse)

    def wait(self, until):
        """Let the clocks run of those whose guess is waited for."""
        for seat in self.asked:
            self.spent[seat] += until - self.now
        self.now = until

    def late(self):
        """Those whose time is over."""
        most = 60 * self.terms.minutes
        return {seat for seat in self.asked if most and self.spent[seat] >= most}

    def do(self, step, seat, value) -> bool:
        """Make an entry; return whether that may be."""
        if self.over and step != "say":
            return False
        return bool(getattr(self, f"_{step.replace(' ', '_')}")(seat, value))

    def _guess(self, seat, word):
        if seat not in self.asked or seat in self.late():
            return False
        self.advised[seat] += seat in self.had or self.helped(seat)
        self.had.discard(seat)
        self.asking.clear()
        self.challenged = {each for each in self.challenged if each[0] != seat}
        self.said[1 - seat] = ""
        self.log.append((seat, word))
        return True

    def _leave(self, seat, _):
        if seat in self.hits and not self.terms.together:
            return False
        if self.terms.together and len(self.words(seat)) > len(self.words(1 - seat)):
            del self.log[max(at for at, (who, _) in enumerate(self.log) if who == seat)]
        self.lost.add(seat)
        return True

    def _back(self, seat, _):
        if self.words(seat):
            self.asking.add(seat)
        return self.words(seat)

    def _answer(self, seat, answer):
        other = 1 - seat
        if other not in self.asking:
            return False
        self.asking.discard(other)
        if answer == "yes":
            self.asking.clear()
            rounds = len(self.words(other)) - 1
            if self.terms.together:  # all of that round goes
                kept = [self.words(each)[:rounds] for each in (0, 1)]
                self.log = [(who, word) for who in (0, 1) for word in kept[who]]
            else:  # and all that came later
                last = max(at for at, (who, _) in enumerate(self.log) if who == other)
                self.log = self.log[:last]
            for each in (0, 1):
                self.advised[each] = min(self.advised[each], len(self.words(each)))
        return True

    def _advice(self, seat, _):
        if self.terms.advice != "none":
            self.advice.add(seat)
        return self.terms.advice != "none"

    def _no_advice(self, seat, _):
        if self.helped(seat):
            self.had.add(seat)
        self.advice.discard(seat)
        return True

    def _challenge(self, seat, word):
        other, shown = 1 - seat, self.shown(1 - seat)
        if word not in shown:
            return False
        if self.terms.challenge == "back":
            rounds = len(shown)
            made_next = len(self.words(seat)) > rounds if self.terms.together else None
            late = self.log[-1] != (other, word) if made_next is None else made_next
            if late or word != shown[-1]:
                return False
            if word == NO_WORD:
                kept = [self.words(other)[: rounds - 1], self.words(seat)]
                both = [[(other, each) for each in kept[0]], [(seat, each) for each in kept[1]]]
                self.log = [*both[0], *both[1]] if self.terms.together else self.log[:-1]
                self.advised[other] = min(self.advised[other], rounds - 1)
                self.asking.discard(other)
        self.challenged.add((other, word))
        return True

    def _say(self, seat, sign):
        self.said[seat] = sign
        return True

    def _late(self, *_):
        late = self.late()
        self.lost = {seat for seat in late if self.spent[seat] == max(self.spent[s] for s in late)}
        return True


WHO = st.sampled_from([None, None, None, 0, 1])  # as a rule, whose turn it is
GUESS = st.tuples(st.just("guess"), WHO, st.sampled_from([*WORDS, "champ", NO_WORD]))
MOVES = st.one_of(
    *3 * [GUESS],
    st.tuples(st.sampled_from(["back", "late", "advice", "no advice"]), st.integers(0, 1)),
    st.tuples(st.just("answer"), st.integers(0, 1), st.sampled_from(["yes", "yes", "no"])),
    st.tuples(st.just("challenge"), st.integers(0, 1), st.sampled_from([*WORDS, NO_WORD])),
    st.tuples(st.just("say"), st.integers(0, 1), st.sampled_from(["well done", "hm"])),
)
CHALLENGE = st.tuples(st.integers(0, 1), st.sampled_from(["hatch", NO_WORD])).map(
    lambda drawn: [("guess", drawn[0], drawn[1]), ("challenge", 1 - drawn[0], drawn[1])]
)
BACK = st.integers(0, 1).map(lambda seat: [("back", seat), ("answer", 1 - seat, "yes")])
RARELY = st.tuples(st.just("leave"), st.integers(0, 1))
TERMS = st.builds(
    Terms,
    first=st.integers(0, 1),
    together=st.booleans(),
    last_turn=st.booleans(),
    challenge=st.sampled_from(["counts", "back"]),
    advice=st.sampled_from(["none", "both", "behind"]),
    minutes=st.sampled_from([0, 0, 1]),
)
SECONDS = st.sampled_from([0, 0, 1, 5, 20, 30, 59, 61])


@settings(max_examples=400)
@given(st.data(), TERMS)
def test_a_match_is_what_a_model_of_its_rules_says(data, terms):
    secrets = data.draw(st.tuples(*2 * [st.sampled_from(WORDS[:4])]))
    score = naive.exact_elsewhere
    model = Model(terms, secrets, score, WORDS)
    match = begun(word_game(WORDS, ["champ"]), *secrets, **vars(terms))
    several = st.lists(
        st.one_of(MOVES.map(lambda move: [move]), BACK, CHALLENGE), min_size=12, max_size=30
    )
    moves = [(move, data.draw(SECONDS)) for some in data.draw(several) for move in some]
    if data.draw(st.sampled_from([False] * 5 + [True])):
        moves.insert(data.draw(st.integers(0, len(moves))), (data.draw(RARELY), 0))
    for (step, seat, *value), seconds in moves:
        seat = min(model.asked, default=0) if seat is None else seat
        model.wait(model.now + seconds)
        before = match
        refusal = ""
        try:
            match = match.entered(step, seat, *value, now=model.now)
        except JottoError as error:
            refusal = str(error)
        taken = not refusal
        assert len(refusal.splitlines()) <= 1
        assert taken == model.do(step, seat, *value or [""]), (step, seat, value)
        assert taken or match is before
        assert set(match.asked) == model.asked
        assert result(match) == model.result
        assert {seat for seat in (0, 1) if match.advised(seat)} == {*filter(model.helped, (0, 1))}
        for number, player in enumerate(match.seats):
            words = model.words(number)
            assert told(match, number) == [
                (word, score(word, secrets[1 - number])) for word in words
            ]
            assert [turn.guess for turn in match.shown(number)] == model.shown(number)
            assert [turn.guess for turn in match.told(number)] == model.told(number)
            assert player.solved == (number in model.hits)
            assert player.asks == (number in model.asking)
            assert player.advised == model.advised[number]
            assert player.sign == model.said[number]
            assert {(number, word) for word in player.challenged} == {
                each for each in model.challenged if each[0] == number
            }
        clocks = match.clocks(model.now)
        assert clocks == pytest.approx([60 * terms.minutes - s for s in model.spent] * bool(clocks))
        assert bool(clocks) == bool(terms.minutes)
    again = Match(match.game, terms, match.transcript)
    assert (again, again.seats) == (match, match.seats)


# --- entries --------------------------------------------------------------------------------------

NAMES = st.sampled_from(["Ann", "Bob", " ann ", "", "x" * 21, "a\nb", "\ud800", "<b>"])
TEXTS = st.sampled_from([*WORDS, "champ", "zebra", "cra", "cr4ne", "CRANE ", "", "x" * 99, "ſ" * 5])
ANY_SEAT = st.sampled_from([0, 1, 0, 1, 0, 1, 2, -1, True])
OTHERS = st.sampled_from([step for step in STEPS if step not in ("join", "leave")])
ENTRY = st.one_of(
    st.tuples(st.just("join"), ANY_SEAT, NAMES),
    st.tuples(st.just("secret"), ANY_SEAT, TEXTS),
    *3 * [st.tuples(st.just("guess"), ANY_SEAT, TEXTS)],
    *3 * [st.tuples(OTHERS, ANY_SEAT, st.sampled_from(["", "yes", "no", "hatch", "\ud800"]))],
    st.tuples(st.just("leave"), st.sampled_from([0, 1])),
)
TIMES = st.floats(-10, 1000) | st.sampled_from([0.0, 59.9, 60.0, 1e9])


@given(st.data(), TERMS, st.sampled_from(["any", "list", "common"]), st.booleans())
def test_any_entry_is_taken_or_refused_in_one_line(data, terms, dictionary, at_once):
    game = word_game(WORDS, ["champ"])
    terms = Terms(**{**vars(terms), "dictionary": dictionary})
    match = begun(game, *SECRETS, **vars(terms)) if at_once else Match(game, terms)
    for (step, seat, *values), now in data.draw(st.lists(st.tuples(ENTRY, TIMES), max_size=40)):
        before, asked, over = match, match.asked, match.over
        refusal = ""
        try:
            match = match.entered(step, seat, *values, now=now)
        except JottoError as error:
            refusal = str(error)
        same = match.transcript == before.transcript
        assert len(refusal.splitlines()) <= same == (match.seats == before.seats)
        if refusal:
            continue
        assert over == (step == "again") or step == "say"
        assert seat in (0, 1)
        assert seat is not True
        assert step != "guess" or seat in asked
        names = [player.name for player in match.seats if player.name]
        assert all(1 <= len(name.strip()) <= 20 and name.isprintable() for name in names)
        assert match.winner is None or match.over
        assert bool(match.asked) == (not match.over and match.ready)
        again = Match(game, terms, match.transcript)
        assert again.seats == match.seats
        for watching in (0, 1, None):
            assert hash(view_of(match, watching, now=now)) == hash(
                view_of(again, watching, now=now)
            )
        repr(match)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda match: Terms(first=2), "there is no seat '2'"),
        (lambda match: view_of(match, -1), "there is no seat '-1'"),
        (lambda match: match.session(True), "there is no seat 'True'"),
        (lambda match: match.record(0, {}), "the game is not over"),
        (lambda match: Terms(dictionary="all"), "'all': choose one of common, list, any"),
        (lambda match: Terms(advice="yes"), "advice 'yes': choose one of none, both, behind"),
        (lambda match: Terms(minutes=-1), "-1 minutes: choose from 0 .no clock. to 600"),
        (lambda match: Terms(minutes=601), "601 minutes"),
        (lambda match: Terms(together="yes"), "together 'yes': this must be bool"),
        (lambda match: match.entered("again", 0, "ABCDEF"), "is not over"),
        (lambda match: moved(match, 0, {"word": "hatch"}), "not a button of this page"),
        (lambda match: moved(match, 0, {"do": "join", "name": "Eve"}), "not a button of this page"),
        (lambda match: moved(match, 0, {"do": "guess"}), "has 0 letters"),
        (lambda match: moved(match, 0, {"do": "secret"}), "has 0 letters"),
    ],
)
def test_what_no_match_has_is_refused(ready, change, reason):
    with pytest.raises(JottoError, match=reason):
        change(ready)


READY = (
    ("join", 0, "Ann", 0),
    ("join", 1, "Bob", 0),
    *(("secret", n, SECRETS[n], 0) for n in (0, 1)),
)
OVER = *READY, ("guess", 0, "slate", 0), ("guess", 1, "hatch", 0)


@pytest.mark.parametrize(
    ("entries", "last", "reason"),
    [
        (READY, ("guess", 1, "hatch"), "it is the turn of Ann; wait"),
        (READY, ("guess", 0, "hat"), "'hat' has 3 letters"),
        (READY, ("join", 0, "Eve"), "this seat is taken by Ann"),
        (READY, ("guess", 2, "hatch"), "there is no seat '2'"),
        (READY, ("dance", 0), "there is no entry 'dance'"),
        (READY, ("guess", 0, "hatch", 60), "you ran out of time"),
        (OVER, ("guess", 1, "crane"), "the game is over"),
        (OVER[:-1], ("leave", 0), "wait for the last guess"),
        ((*READY, ("guess", 0, "hatch", 0)), ("secret", 1, "patch"), "a guess has been made"),
        ((), ("secret", 0, "hatch"), "enter your name"),
        ((), ("leave", 0), "enter your name first"),
        ((), ("advice", 0), "enter your name first"),
        (READY[:1], ("guess", 0, "hatch"), "both players must"),
        (READY[:1], ("join", 1, "ANN"), "has this name"),
        (READY, ("back", 0), "you have made no guess"),
        (READY, ("answer", 0, "yes"), "nothing was asked"),
        (READY, ("challenge", 0, "hatch"), "'hatch': Bob has not guessed it"),
    ],
)
def test_what_is_out_of_order_is_refused(entries, last, reason):
    match = Match(word_game(WORDS, ["champ"]), Terms(last_turn=True, minutes=1), entries)
    with pytest.raises(JottoError, match=reason):
        match.entered(*last)


def test_a_name_is_trimmed_and_short():
    for typed, name in (("  Ann  ", "Ann"), ("x" * 20, "x" * 20), (f" {'x' * 20} ", "x" * 20)):
        assert Match(word_game(WORDS)).entered("join", 1, typed).seats[1].name == name
    for name in ("", "  ", "x" * 21, "a\tb", "\u202eevil", "\ud800"):
        with pytest.raises(WordError, match="1 to 20 printable characters"):
            Match(word_game(WORDS)).entered("join", 0, name)


def test_a_secret_can_change_until_the_first_guess_and_be_an_unlisted_word(ready):
    changed = ready.entered("secret", 1, "hatch").entered("secret", 1, "zebra")
    score = naive.exact_elsewhere("crane", "zebra")
    assert told(played(changed, "crane"), 0) == [("crane", score)]


def test_a_code_is_listed_and_there_is_no_dictionary_of_codes():
    match = begun(jotto.named("mastermind:4x6"), "0123", "4455", dictionary="common")
    guessed = match.entered("guess", 0, "0011")
    assert told(guessed, 0) == [("0011", "0,0")]
    with pytest.raises(GameError, match="only words can be challenged"):
        guessed.entered("challenge", 1, "0011")
    codes = Match(jotto.named("bulls-and-cows:4x10")).entered("join", 0, "Ann")
    assert codes.entered("secret", 0, "0123").seats[0].ready
    with pytest.raises(GameError, match="not in the list of secrets"):
        codes.entered("secret", 0, "0011")


def test_a_game_that_is_too_long_can_only_be_left_and_nobody_ends_the_guessing_of_the_other(ready):
    match, most = begun(ready.game, *SECRETS, minutes=1), MOST_ENTRIES // 4
    for number in range(most - 2):  # the name and the secret count, too
        match = match.entered("no advice" if number % 2 else "advice", 0)
    with pytest.raises(GameError, match="you have made 250 such entries"):
        match.entered("advice", 0)
    assert match.entered("advice", 1).seats[1].advice
    assert match.entered("late", 0, now=60).winner == match.entered("late", 1, now=60).winner == 1
    for number in range(2 * most):
        match = match.entered("guess", number % 2, "hatch")
    with pytest.raises(GameError, match="you have made 250 such entries"):
        match.entered("guess", 0, "slate")
    assert match.entered("leave", 0).winner == 1
    assert match.entered("leave", 0).entered("again", 0, "ABCDEF").again == "ABCDEF"


@pytest.mark.parametrize("seat", [0, 1])
def test_who_leaves_loses_also_with_a_guess_that_is_not_scored_yet(ready, seat):
    match = begun(ready.game, *SECRETS, together=True).entered("guess", seat, SECRETS[1 - seat])
    left = match.entered("leave", seat)
    assert (*result(left), told(left, seat)) == (True, 1 - seat, False, [])
    other = match.entered("leave", 1 - seat)
    assert (result(other), len(told(other, seat))) == ((True, seat, False), 1)


def test_a_clock_that_goes_back_gives_no_time(ready):
    match = begun(ready.game, *SECRETS, minutes=1).entered("guess", 0, "hatch", 30)
    assert match.entered("guess", 1, "hatch", 10).clocks(5) == (30, 60)


# --- what may be guessed --------------------------------------------------------------------------

# SCOWL levels 35, the highest that most people know, and 70; the last is in no list
COMMON, RARE, UNLISTED = "crane", "aalii", "zzzzz"


@pytest.mark.parametrize("step", ["guess", "secret"])
@pytest.mark.parametrize(
    ("dictionary", "taken"),
    [("common", (True, False, False)), ("list", (True, True, False)), ("any", (True, True, True))],
)
def test_words_are_those_that_were_agreed_on(step, dictionary, taken):
    match = begun(word_game(shipped_words()), "slate", "moist", dictionary=dictionary)
    for word, may in zip((COMMON, RARE, UNLISTED), taken, strict=True):
        if may:
            after = match.entered(step, 0, word)
            assert word in (after.seats[0].secret, *(turn.guess for turn in after.seats[0].turns))
        else:
            with pytest.raises(JottoError, match="choose another") as caught:
                match.entered(step, 0, word)
            assert (word in str(caught.value)) == (step == "guess")


@pytest.mark.parametrize(
    ("word", "asks"),
    [
        ("slaet", "SLAET is in no list. Guess it anyway?"),
        (" HATCH", "You have guessed HATCH before. Guess it again?"),
    ],
)
def test_a_guess_that_may_be_a_slip_is_taken_from_who_is_sure(ready, word, asks):
    match = played(ready, "hatch", "hatch")
    for sure in ({}, {"sure": "crane"}, {"sure": ""}):
        with pytest.raises(SureError) as caught:
            moved(match, 0, {"do": "guess", "word": word, **sure})
        assert " ".join(str(caught.value).split()).replace("  ", " ") == asks.replace("  ", " ")
    after = moved(match, 0, {"do": "guess", "word": word, "sure": word}, now=3.5)
    assert after.transcript[-1] == ("guess", 0, word, 3.5)
    assert moved(match, 0, {"do": "guess", "word": "champ"}).asked == (1,)


@pytest.mark.parametrize("secret", ["zzsecret", "cr4ne", "champ", "vwxyz", "hatch", "aalii"])
@pytest.mark.parametrize("dictionary", ["any", "list", "common"])
def test_an_error_never_quotes_a_secret(secret, dictionary):
    match = begun(word_game(["crane", "slate", "aalii"], ["champ"]), dictionary=dictionary)
    for enter in (
        lambda: match.entered("secret", 0, secret),
        lambda: moved(match, 0, {"do": "secret", "word": secret}),
        lambda: moved(match, 0, {"do": "secret", "word": secret, "sure": "crane"}, repeats=False),
    ):
        error = None
        try:
            enter()
        except GameError as caught:
            error = caught
        while error is not None:
            assert secret not in (repr(error) + str(error)).lower()
            error = error.__cause__ or error.__context__


def test_an_unlisted_secret_is_kept_by_who_is_sure():
    match = begun(word_game(WORDS))
    with pytest.raises(SureError, match="It is in no list"):
        moved(match, 0, {"do": "secret", "word": "zebra"})
    assert moved(match, 0, {"do": "secret", "word": "zebra", "sure": "zebra"}).seats[0].ready
    with pytest.raises(GameError, match="no letter may occur twice"):
        moved(match, 0, {"do": "secret", "word": "zebbr", "sure": "zebbr"}, repeats=False)
    assert moved(match, 1, {"do": "secret", "word": "match"}, repeats=False).seats[1].ready


@pytest.mark.parametrize("do", ["leave", "advice", "back", "late"])
def test_of_a_move_without_a_value_no_word_is_kept(ready, do):
    match = begun(ready.game, *SECRETS, minutes=1).entered("guess", 0, "hatch")
    seat = 1 if do in ("leave", "late") else 0
    after = moved(match, seat, {"do": do, "word": "slate"}, now=60)
    assert after.transcript == (*match.transcript, (do, seat, "", 60))


def test_a_record_names_its_owner_and_the_secrets_that_were_chosen(ready):
    over = played(ready, "slate")
    records = [over.record(seat, {"rule": "x"}, "ann's phone") for seat in (0, 1)]
    assert [(each.owner, each.secret, each.own, each.result) for each in records] == [
        ("ann's phone", "slate", "crane", "won"), ("ann's phone", "crane", "slate", "lost"),
    ]  # fmt: skip
    assert [(each.turns, each.theirs) for each in records] == [
        (("slate=5,0",), ()), ((), ("slate=5,0",)),
    ]  # fmt: skip
    assert over.record(0, {}).owner == ""
    assert dict(records[0].options) == {"rule": "x"}
    alone = Match(ready.game).entered("join", 0, "Ann").entered("secret", 0, "crane")
    alone = alone.entered("leave", 0).record(0, {})
    assert (alone.secret, alone.own) == (None, "crane")
    left = played(ready, "hatch").entered("leave", 1)
    results = [(left.record(seat, {}).result, left.record(seat, {}).by) for seat in (0, 1)]
    assert results == [("won", "resignation"), ("lost", "resignation")]


# --- the next match -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("end", "won"),
    [
        (lambda match: played(match, "slate", "hatch"), (3, 1, 1)),
        (lambda match: played(match, "slate", "crane"), (2, 1, 2)),
        (lambda match: match.entered("leave", 0), (2, 2, 1)),
    ],
)
def test_the_other_begins_the_next_match_and_the_series_counts(ready, end, won):
    given = {"last_turn": True, "minutes": 1, "advice": "behind", "won0": 2, "won1": 1, "drawn": 1}
    match = end(begun(ready.game, *SECRETS, **given))
    after = dict(zip(("won0", "won1", "drawn"), won, strict=True))
    assert match.next_terms() == Terms(**given | {"first": 1} | after)
    series = [f"{won[0]} : {won[1]}, {won[2]} drawn", f"{won[1]} : {won[0]}, {won[2]} drawn"]
    assert [str(view_of(match, seat).match.series) for seat in (0, 1, None)] == [*series, series[0]]
    called_off = Match(ready.game).entered("join", 0, "Ann").entered("leave", 0)
    assert (called_off.next_terms(), view_of(called_off, 0).match.series) == (Terms(first=1), None)

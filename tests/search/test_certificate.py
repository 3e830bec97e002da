"""Certificates agree with trying everything, and no change of one proves anything that is false."""

import json
import pickle
import random
from dataclasses import replace
from itertools import product
from math import inf

import naive
import numpy as np
import pytest
from lists import SGB, common_words, needs_sgb
from strategies import least_total

import jotto
from jotto.engine.game import Rule
from jotto.errors import FileError, GameError, JottoError, NoStrategyError
from jotto.games.words import word_game
from jotto.search import solve as writing
from jotto.trees.certificate import Cost, Counter, PartClaim, Place, Prover

RULES = list(naive.RULES)
WORDS = common_words()


def certified(tree, path, **choices):
    """The certificate of a tree, as it is read from its file."""
    jotto.certify(tree, path, **choices)
    return jotto.Certificate.load(path, tree.at.game)


def some_game(seed):
    """A small game, and the choices of a search: perhaps weights, further guesses, limits."""
    draw = random.Random(seed)
    length = draw.choice([2, 3])
    alphabet = "abc" if length == 3 else "abcd"
    words = sorted({"".join(draw.choices(alphabet, k=length)) for _ in range(draw.randint(3, 16))})
    draw.shuffle(words)
    n_secrets = draw.randint(min(2, len(words)), min(9, len(words)))
    weights = [draw.randint(1, 9) * 10 for _ in range(n_secrets)] if draw.random() < 0.4 else None
    prior = weights and (lambda _: np.array(weights))
    game = word_game(words[:n_secrets], words[n_secrets:], rule=draw.choice(RULES), prior=prior)
    limit = draw.choice([None, None, 2, 3, 4])
    return game, {"allow": draw.choice(["all", "all", "candidates"]), "max_guesses": limit}


def check_prover(at, least, allow, max_guesses):
    """With any limit, also after others, the least total is told or that it is not below."""
    prover = Prover(Counter(at, own=allow == "candidates", weighted=True))
    most = len(at) if max_guesses is None else max_guesses
    limits = (*range(least + 2), 10**6, least + 1) if least < inf else (1, 5, 10**6)
    for limit in limits:
        total = prover.least(Place(np.arange(len(at)), most), limit)
        assert total == least if least < limit else limit <= total <= least


def seen_by_definition(part, game, weights, allow):
    """Twice the weight of all, and of all that are not the heaviest of their part, less a win's."""
    every, bounds = sum(weights[secret] for secret in part), []
    for guess in part if allow == "candidates" else game.guesses:
        parts = naive.partition(part, guess, naive.RULES[game.rule.name]).values()
        if len(parts) > 1 or len(part) == 1:
            heaviest = sum(max(weights[secret] for secret in part) for part in parts)
            bounds.append(3 * every - heaviest - (weights[guess] if guess in part else 0))
    return min(bounds)


@pytest.mark.parametrize("seed", range(60))
def test_what_is_seen_of_a_part_is_that_of_its_definition(seed):
    game, choices = some_game(seed)
    rule = naive.RULES[game.rule.name]
    weights = dict(zip(game.secrets, game.weights(np.arange(len(game))).tolist(), strict=True))
    counter = Counter(jotto.start(game), own=choices["allow"] == "candidates", weighted=True)
    words = [game.guesses[guess] for guess in counter.guess_of]  # the heaviest come first
    partitions = [naive.partition(words, guess, rule) for guess in game.guesses]
    parts = [part for partition in partitions for part in partition.values()]
    inside = np.array([[word in part for part in parts] for word in words])
    seen = counter.seen(np.arange(len(words)), inside)
    expected = [seen_by_definition(part, game, weights, choices["allow"]) for part in parts]
    assert seen.tolist() == expected
    counter.masks = False  # as with more than 64 scores
    more = counter.seen(np.arange(len(words)), inside).tolist()
    for part, low, expect in zip(parts, more, expected, strict=True):
        lists = part, game.guesses, rule, weights
        assert expect <= low <= naive.least_total(*lists, allow=choices["allow"])


@pytest.mark.parametrize("n_scores", [32, 33, 64])
def test_every_score_is_seen(n_scores):
    """How far the secret is behind the guess in the list, which goes round."""
    words = ["".join(pair) for pair in product("abcdefghi", repeat=2)][: n_scores + 5]

    def behind(guess, secret):
        steps = words.index(secret) - words.index(guess)
        return str(steps % (n_scores - 1)) if steps else "win"

    rule = Rule.of("behind", [*map(str, range(n_scores - 1)), "win"], behind)
    counter = Counter(jotto.start(jotto.words(words, rule=rule)), own=False, weighted=False)
    n_parts = max(len(naive.partition(words, guess, behind)) for guess in words)
    least = 3 * len(words) - n_parts - 1
    assert counter.seen(np.arange(len(words)), np.ones((len(words), 1), bool)) == [least]


@pytest.mark.parametrize("seed", range(100))
def test_the_total_is_that_of_trying_everything_and_one_more_is_refused(seed, tmp_path):
    path = tmp_path / "proof"
    game, choices = some_game(seed)
    at = jotto.start(game)
    if seed % 3 == 0:  # from a position
        guess = game.guesses[seed % len(game.guesses)]
        texts = [text for text in at.partition(guess) if text != game.rule.texts[-1]]
        at = at.after(guess, texts[0]) if texts else at
    least = least_total(at, most=choices["max_guesses"] or 99, allow=choices["allow"])
    check_prover(at, least, **choices)
    try:
        tree = jotto.solve(at, **choices)
    except NoStrategyError:
        assert least == inf
        return
    written = jotto.certify(tree, path)
    certificate = jotto.Certificate.load(path, game)
    assert certificate == written
    assert pickle.loads(pickle.dumps(written)) == written
    assert certificate.claims[0].bound == least
    assert certificate.verify() == jotto.Checked(())
    lines = path.read_text().split("\n")
    lines[2] = lines[2].replace(str(least), str(least + 1), 1)
    path.write_text("\n".join(lines))
    more = jotto.Certificate.load(path, game)
    assert more.claims[0].bound == least + 1
    wrong = more.verify().wrong
    assert any("claim 0 says" in text and "nothing shows" in text for text in wrong)


def missed_by_definition(at, k, **choices):
    """The weight of all, and what is missed within k guesses with the least total then."""
    game = at.game
    weights = dict(zip(game.secrets, game.weights(game.everything).tolist(), strict=True))
    rule, turns = naive.RULES[game.rule.name], [(str(guess), score) for guess, score in at.turns]
    lists = naive.listed(game.secrets, game.guesses, rule, weights=weights)
    left = list(map(str, at.candidates))
    return lists.mass(left), *naive.least_missed(lists, turns, left, k, **choices)


@pytest.mark.parametrize("aim", ["within:{}", "within:{},mean"])
@pytest.mark.parametrize("seed", range(60))
def test_what_is_missed_is_that_of_trying_everything_and_one_more_is_refused(seed, aim, tmp_path):
    path, draw = tmp_path / "proof", random.Random(seed)
    game, choices = some_game(seed)
    at, k, allow = jotto.start(game), draw.randint(1, 4), choices["allow"]
    if seed % 3 == 0:  # from a position
        guess = game.guesses[seed % len(game.guesses)]
        texts = [text for text in at.partition(guess) if text != game.rule.texts[-1]]
        at = at.after(guess, texts[0]) if texts else at
    whole, missed, total = missed_by_definition(at, k, allow=allow)
    counter = Counter(at, own=allow == "candidates", weighted=True, aim=aim.format(k))
    bound = missed if not counter.cost.guess else missed * counter.cost.late + total
    place = Place(np.arange(len(at)), len(at), k)
    assert Prover(counter).least(place, 10**18) == bound
    assert Prover(counter).least(place, bound) == bound
    tree = jotto.solve(at, aim=aim.format(k), allow=allow)
    assert (tree.claim.most_found, tree.proved) == (whole - missed, True)
    certificate = certified(tree, path)
    assert certificate.claims[0].bound == bound
    assert certificate.verify() == jotto.Checked(())
    lines = path.read_text().split("\n")
    lines[2] = lines[2].replace(str(bound), str(bound + 1), 1)
    path.write_text("\n".join(lines))
    wrong = jotto.Certificate.load(path, game).verify().wrong
    assert [text.split(";")[0] for text in wrong] == [
        f"claim 0 says {bound + 1}, of the tree it is {bound}",
        f"claim 0 says {bound + 1}",
    ]


@needs_sgb
@pytest.mark.parametrize(("k", "most", "total"), [(3, 27, 302), (4, 67, 310), (5, 80, 302)])
def test_both_aims_of_a_deep_tree_are_certified(k, most, total, tmp_path):
    """Of 80 words by the rule jots, of which 302 is the least total of all trees."""
    game = jotto.words(SGB.read_text().split()[::71][:80], rule="jots")
    for aim in (f"within:{k}", f"within:{k},mean"):
        certificate = certified(jotto.solve(game, aim=aim), tmp_path / "proof")
        assert certificate.verify() == jotto.Checked(())
        assert certificate.tree.lengths.found_within(k) == most
    assert certificate.tree.lengths.total == total


def test_a_certificate_of_another_number_of_guesses_is_refused(game, tmp_path):
    path = tmp_path / "proof"
    jotto.certify(jotto.solve(game, aim="within:3"), path)
    text = path.read_text()
    path.write_text(text.replace("within:3", "within:4", 1))
    with pytest.raises(FileError, match="limit and aim are not those of its tree"):
        jotto.Certificate.load(path, game)
    path.write_text(text.replace("within:3", "within:4"))
    wrong = jotto.Certificate.load(path, game).verify().wrong
    assert "nothing shows" in wrong[-1]


def test_weights_too_large_for_both_aims_have_no_certificate(tmp_path):
    words = ["hatch", "latch", "match"]
    game = jotto.words(words, prior=dict(zip(words, (10**9, 10**9, 1), strict=True)))
    for aim, ends in (("within:1", True), ("within:1,mean", False)):
        tree = jotto.solve(game, aim=aim)
        if ends:
            assert certified(tree, tmp_path / "proof").verify() == jotto.Checked(())
            continue
        with pytest.raises(JottoError, match="weights are too large"):
            jotto.certify(tree, tmp_path / "proof")


NINE = "aaa", "acb", "acc", "bba", "bbb", "bbc", "bcc", "cba", "ccb"


@pytest.mark.parametrize("parallel", [None, 1])
@pytest.mark.parametrize(
    ("game", "limit"),
    [
        (jotto.words(WORDS[:60]), None),
        (jotto.words(WORDS[:40], rule="colours"), None),  # 243 scores: more than fit into a mask
        # with a fourth guess, the parts after the first would have lower totals
        (jotto.words(NINE, rule="jots"), 3),
        (jotto.named("mastermind:2x4"), None),  # without their symmetries
        (jotto.named("mastermind:3x3"), None),
        (jotto.named("bulls-and-cows:2x5"), None),
    ],
    ids=["sixty", "colours", "limit", "2x4", "3x3", "bulls"],
)
def test_every_proof_can_be_certified(game, limit, parallel, tmp_path):
    tree = jotto.solve(game, max_guesses=limit, parallel=parallel)
    certificate = certified(tree, tmp_path / "proof")
    assert certificate.verify() == jotto.Checked(())
    assert certificate.claims[0].bound == tree.lengths.total
    certificate.save(tmp_path / "again")
    assert (tmp_path / "again").read_bytes() == (tmp_path / "proof").read_bytes()


@pytest.fixture(scope="module")
def game():
    return jotto.words(WORDS[::71][:80], rule="jots")  # six scores: deep trees


@pytest.fixture(scope="module")
def tree(game):
    return jotto.solve(game)


@pytest.fixture(scope="module")
def lines(game, tree, tmp_path_factory):
    """The lines of a certificate with several levels of claims."""
    path = tmp_path_factory.mktemp("proof") / "proof"
    jotto.certify(tree, path)
    return path.read_text().splitlines()


def changed(line, draw):
    """A claim with one number changed, or one entry left out, repeated or moved."""
    claim = json.loads(line)
    entries = [at for at, each in enumerate(claim) if isinstance(each, list)]
    kind = draw.choice(["bound", "number", "drop", "double", "null", "text"])
    at = draw.choice(entries) if entries else 0
    if kind == "bound" or not entries:
        claim[0] += draw.choice([-1, 1, 5, -1000, 1 << 62])
    elif kind == "number":
        claim[at][draw.randrange(len(claim[at]))] += draw.choice([-1, 1, 7, 100_000])
    elif kind == "drop":
        del claim[at]
    elif kind == "double":
        claim.append(claim[at])
    elif kind == "null":
        claim[draw.randrange(len(claim))] = None
    else:
        at = draw.choice([0, at])
        odd = ["assumed", True, False, "", 1.5, {}, [], [1], [[], 2], [1, 2, 3, 4]]
        claim[at] = draw.choice(odd)
    return json.dumps(claim)


def test_changed_claims_are_refused_or_prove_nothing_false(game, tree, lines, tmp_path):
    draw, path, refused = random.Random(5), tmp_path / "proof", 0
    total = tree.lengths.total
    path.write_text("\n".join(lines))
    certificate = jotto.Certificate.load(path, game)
    assert len(certificate.claims) == len(lines) - 3 > 100
    assert (certificate.claims[0].bound, certificate.verify()) == (total, jotto.Checked(()))
    for n_changes in 40 * (1, 2, 3):
        damaged = [*lines]
        for _ in range(n_changes):
            at = draw.choice([2, draw.randrange(2, len(lines) - 1)])
            damaged[at] = changed(damaged[at], draw)
        path.write_text("\n".join(damaged))
        try:
            certificate = jotto.Certificate.load(path, game)
            checked = certificate.verify(sample=0)
        except FileError:
            refused += 1
            continue
        refused += bool(checked.wrong)
        if not checked.wrong:  # the root stands, and it is what the search has proved
            assert certificate.claims[0].bound == total
    assert refused > 60


# --- forged certificates: the tree is not the best one, and all lines fit it ---------------------


def parts_of(game):
    """The parts of each guess, by guess and score as certificates number them, without the win."""
    *scores, win = game.rule.texts
    for number, guess in enumerate(game.guesses):
        parts = naive.partition(game.secrets, guess, naive.exact_elsewhere)
        parts.pop(win, None)
        yield {(number, scores.index(score)): frozenset(part) for score, part in parts.items()}


def forged(game, needs, claims=(), **limits):
    """What is wrong with a certificate of a tree that is not the best one."""
    grown, even = jotto.Tree.grow(game, "simple"), dict.fromkeys(game.secrets, 1)
    total = grown.lengths.total
    assert total > naive.least_total(game.secrets, game.guesses, naive.exact_elsewhere, even)
    tree = replace(grown, claim=jotto.Claim(lower_bound=total, proved=True, **limits))
    assert tree.verify() == []
    return jotto.Certificate(tree, (PartClaim(total, tuple(needs)), *claims)).verify().wrong


@pytest.mark.parametrize(("own", "least"), [(False, 2 + 2 + 2 + 2), (True, 1 + 2 + 3 + 3)])
def test_a_look_tries_only_what_is_allowed(own, least):
    """lpm tells all four apart; each of these leaves the three others together."""
    game = word_game(["hat", "lat", "mat", "pat"], ["lpm"], rule="colours")
    counter = Counter(jotto.start(game), own=own, weighted=False)
    assert counter.seen(np.arange(4), np.ones((4, 1), bool)).tolist() == [least]


def test_a_part_of_one_candidate_can_be_found():
    """Every guess has one here; if it could not be found, no total at all would be possible."""
    game = jotto.words(["ab", "cd", "bb", "ac"])
    looks = [next(at for at in parts if len(parts[at]) == 1) for parts in parts_of(game)]
    named = [(*at, 1 + number) for number, at in enumerate(looks)]
    for needs, claims in ((looks, ()), (named, [PartClaim(1)] * len(named))):
        assert "nothing shows that 'ac' needs more than 7" in forged(game, needs, claims)[0]


def test_a_proof_may_need_that_only_candidates_are_allowed(tmp_path):
    """lpm tells all four apart; each of these leaves the three others together."""
    game = jotto.words(["hat", "lat", "mat", "pat"], ["lpm"], rule="colours")
    certificate = certified(jotto.solve(game, allow="candidates"), tmp_path / "proof")
    assert (certificate.claims[0].bound, certificate.verify().wrong) == (1 + 2 + 3 + 4, ())
    anything = replace(certificate.tree, claim=jotto.Claim(lower_bound=10, proved=True))
    wrong = jotto.Certificate(anything, certificate.claims).verify().wrong
    assert "nothing shows that 'lpm' needs more than 8" in wrong[0]


def test_of_a_game_with_a_prior_an_even_total_can_be_proved(tmp_path):
    words = WORDS[:20]
    tree = jotto.solve(jotto.words(words))
    jotto.certify(tree, tmp_path / "proof")
    weighted = jotto.words(words, prior={word: 1 + at for at, word in enumerate(words)})
    certificate = jotto.Certificate.load(tmp_path / "proof", weighted)
    assert certificate.verify() == jotto.Checked(())
    first, *others = certificate.claims
    assert first.bound == tree.lengths.total
    more = replace(certificate, claims=(first._replace(bound=first.bound + 1), *others))
    assert [text.split(";")[0] for text in more.verify().wrong] == [
        f"claim 0 says {first.bound + 1}, the total of the tree is {first.bound}",
        f"claim 0 says {first.bound + 1}",
    ]


def test_parts_that_cannot_be_found_stay_impossible_however_many_they_are():
    words = ["".join(pair) for pair in product("abcde", repeat=2)]
    scores = [*map(str, range(24)), "win"]
    steps = Rule.of("steps", scores, lambda guess, secret: str(words.index(secret) % 24))
    counter = Counter(jotto.start(jotto.words(words, rule=steps)), own=False, weighted=False)
    claim = PartClaim(None, tuple((0, code, 0) for code in range(8)))  # 8 times 2^60 is 2^63
    guess, low = counter.lowest(Place(np.arange(25), 25), claim, [PartClaim(None)])
    assert guess != 0
    assert low < 100


def test_a_guess_that_tells_nothing_divides_no_claim():
    game = jotto.words(["hat", "lat", "mat", "pat"], ["zoo"])
    claims = PartClaim(10, ((4, 0, 1),)), PartClaim(10)
    certificate = jotto.Certificate(jotto.Tree.grow(game), claims)
    with pytest.raises(FileError, match="after zoo=0,0, which does not divide its candidates"):
        certificate.verify()


def test_claims_after_an_assumed_one_are_checked(game, lines, tmp_path):
    assumed = next(at for at in range(3, len(lines)) if lines[at].count("[") == 2)
    last = len(lines) - 2
    for at, needs in ((assumed, ["assumed"]), (last, json.loads(lines[last])[1:])):
        bound = json.loads(lines[at])[0] + (40 if at == last else 0)
        lines = [*lines[:at], json.dumps([bound, *needs]), *lines[at + 1 :]]
    (tmp_path / "proof").write_text("\n".join(lines))
    wrong = jotto.Certificate.load(tmp_path / "proof", game).verify(sample=0).wrong
    assert [text.split(" says")[0] for text in wrong] == [f"claim {last - 2}"]


def test_a_claim_that_is_needed_twice_is_about_the_larger_number_of_guesses_left():
    """No part of two can be found by one guess; but after the first of three guesses two are left.

    Each such part is needed after the first guess, and again in a larger part after the second.
    """
    game = jotto.words(["ad", "aa", "cb", "bd", "ac", "bb"])
    parts = {at: part for each in parts_of(game) for at, part in each.items() if len(part) > 1}
    claimed = sorted(dict.fromkeys(parts.values()), key=len, reverse=True)
    needs = {at: (*at, 1 + claimed.index(part)) for at, part in parts.items()}
    claims = [
        PartClaim(
            None if any(part < other for other in claimed) else 0,
            tuple(need for at, need in needs.items() if parts[at] < part),
        )
        for part in claimed
    ]
    wrong = forged(game, needs.values(), claims, max_guesses=3)
    assert len(wrong) == 7
    assert "claim 4 says that there is no strategy; nothing shows" in wrong[0]


def test_a_claim_that_is_missing_or_moved_is_refused(game, lines, tmp_path):
    path = tmp_path / "proof"
    assert not jotto.Certificate.recognises(tmp_path)
    with pytest.raises(FileError, match=r"^certificate"):
        jotto.Certificate.load(path, game)
    for text in (
        ["[]", "{}"],
        ['{"file": "tree", "format": 2}', "{}"],
        [*lines[:-3], *lines[-2:]],
        [*lines[:-2], lines[-1]],
        [*lines[:2], *lines[3:]],
        [*lines[:-1], lines[-2], lines[-1]],
        lines[:-1],
        lines[:2],
        lines[:1],
        [*lines[:40], lines[40][:7]],
    ):
        path.write_text("\n".join(text))
        with pytest.raises(FileError):
            jotto.Certificate.load(path, game)


def test_what_comes_after_so_many_guesses_is_assumed_and_some_is_proved_again(game, tree, tmp_path):
    path = tmp_path / "proof"
    certificate = certified(tree, path, depth=1)
    [checked] = {certificate.verify(sample=2, seed=3) for _ in range(2)}
    assert (checked.wrong, checked.proved_again) == ((), 2)
    assert checked.assumed > 2
    # an assumption that is false is found when it is proved again
    lines = path.read_text().splitlines()
    for at in range(2, len(lines) - 1):
        if "assumed" in lines[at]:
            claim = json.loads(lines[at])
            lines[at] = json.dumps([claim[0] + 40, "assumed"])
    path.write_text("\n".join(lines))
    certificate = jotto.Certificate.load(path, game)
    assert certificate.verify(sample=0).wrong == ()
    runs = [[certificate.verify(sample=1, seed=seed).wrong for seed in range(4)] for _ in range(2)]
    assert runs[0] == runs[1]
    assert len(set(runs[0])) > 1
    assert all("is assumed to be" in wrong for (wrong,) in runs[0])


def test_if_claims_become_too_many_the_deepest_are_assumed(game, tree, tmp_path, monkeypatch):
    monkeypatch.setattr(writing, "MOST", 30)
    checked = certified(tree, tmp_path / "proof").verify(sample=1)
    assert (checked.wrong, checked.proved_again) == ((), 1)
    assert checked.assumed > 1


@pytest.mark.parametrize("given", [None, {"aim": "worst"}, {"opening": WORDS[0]}])
def test_only_a_tree_that_is_proved_the_best_of_all_has_one(given, tmp_path):
    game = jotto.words(WORDS[:20])
    tree = jotto.Tree.grow(game) if given is None else jotto.solve(game, **given)
    with pytest.raises(JottoError, match=r"not proved|no certificate for trees"):
        jotto.certify(tree, tmp_path / "proof")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("weight", "fits"), [((1 << 29) - 1, True), (1 << 30, False)])
def test_costs_of_both_aims_fit_into_whole_numbers_of_64_bits(weight, fits):
    """A secret that is late costs 1 more than all guesses, and its weight multiplies that."""
    weights = np.array([weight])
    if fits:
        assert Cost.of("within:1,mean", weights) == Cost(1, weight + 1, 1)
        return
    with pytest.raises(GameError, match="too large for both aims"):
        Cost.of("within:1,mean", weights)

"""The engine of the page in one file gives Python's figures; scripts/page_trials.py plays more."""

import pytest
from page_trials import GAMES, begin, differences, trial

import jotto
from jotto.assistant import page
from jotto.engine.measures import logarithms, n_log2_n
from jotto.games.scoring import rule_named

pytestmark = pytest.mark.full
LARGEST = 1 << 16


@pytest.fixture
def ask(browser, tmp_path):
    browser.driver.set_script_timeout(120)
    return begin(browser, tmp_path)


@pytest.mark.parametrize("number", range(2 * len(GAMES)))
def test_every_figure_is_that_of_python(ask, number):
    _, asked, right = trial(0, number)
    assert [*differences(right, ask(asked))] == []


@pytest.mark.parametrize("length", [1, 2, 5, 8])
@pytest.mark.parametrize("name", page.KINDS)
def test_scores_are_written_drawn_and_confused_alike(browser, ask, name, length):
    game = jotto.words(["a" * length, "b" * length], rule=name)
    rule, some = rule_named(name, length), 300
    script = """
    const [data, some] = arguments, { rule } = engine.load(data);
    const codes = engine.range(rule.nCodes).slice(0, some);
    const near = codes.map((code) => rule.nearMisses(code));
    return [rule.texts, rule.win, codes.map((code) => rule.marks(code)), near];
    """
    codes = range(rule.n_codes)[:some]
    marks, near = [rule.marks(c, length) for c in codes], [rule.near_misses(c) for c in codes]
    data = page.data_of(game, jotto.strategy())
    assert browser.run(script, data, some) == [[*rule.texts], rule.win, marks, near]


def test_tables_of_logarithms_are_those_of_python(browser, ask):
    found = browser.run(f"return [...engine.nLog2N({LARGEST})].slice(0, {LARGEST + 1})")
    assert found == n_log2_n(LARGEST).tolist()
    numbers = [3**n for n in range(1, 34)] + [2**n - 1 for n in range(1, 54)]
    right = logarithms(numbers).tolist()
    assert browser.run("return arguments[0].map(engine.logarithm)", numbers) == right


@pytest.mark.parametrize("prior", [None, "common"])
def test_a_search_of_thirty_candidates_finds_the_least_total(browser, ask, prior):
    game = jotto.words(jotto.words().secrets[::7], prior=prior)
    at = jotto.start(game, "pales=1,1") if game.find("pales") >= 0 else jotto.start(game)
    while len(at) > 30:
        parts = at.partition(str(at.game.guesses[len(at.history) * 37]))
        score = max(parts, key=lambda text: len(parts[text]))
        at = at.after(str(at.game.guesses[len(at.history) * 37]), score)
    script = """
    const game = engine.load(arguments[0]);
    const tree = engine.solve(game, Uint32Array.from(arguments[1]), { seconds: 60 });
    return [tree.weightedTotal, tree.worst, tree.proved];
    """
    tree = jotto.solve(at)
    found = browser.run(script, page.data_of(game, jotto.strategy()), at.left.tolist())
    assert len(at) > 12
    assert found[0] == tree.lengths.weighted_total
    assert found[2]


def test_a_prior_whose_sums_are_too_large_for_floats_is_summed_exactly(browser, ask):
    words = [a + b + c for a in "abcdefgh" for b in "abcdefgh" for c in "abcdefgh"]
    game = jotto.words(words, prior={word: 1 + 7 ** (i % 17) for i, word in enumerate(words)})
    at, strategy = jotto.start(game), jotto.strategy("expected-size")
    game.prior[:] *= 1 << 9  # its sum times the candidates is above 2**53
    right = [str(row.guess) for row in at.rank(strategy, top=40)]
    script = """
    const game = engine.load(arguments[0]);
    const how = { measure: "expected-size", top: 40 };
    return engine.rank(game, game.everything, how).map((row) => row.guess);
    """
    assert browser.run(script, page.data_of(game, strategy)) == right

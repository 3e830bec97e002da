"""The package for JavaScript, as somebody installs and uses it."""

import json
import re
import shutil
import subprocess
import tarfile
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from serving import files_served

import jotto
import npm
from jotto.assistant import page_file

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "javascript.md").read_text("utf-8")
TSC = ROOT / "jotto" / "pages" / "node_modules" / ".bin" / "tsc"
QUIET = "--no-audit", "--no-fund", "--no-update-notifier"
STRICT = ["--noEmit", "--strict", "--skipLibCheck", "false", "--exactOptionalPropertyTypes"]
STRICT += ["--target", "es2022", "--lib", "es2022,dom", "--types", ""]
FIVE = ["hatch", "latch", "match", "patch", "crane"]
POSITIONS = [  # a game in JavaScript and in Python; turns
    ({}, jotto.words(prior="common"), ["tares=1,1", "moist=0,2"]),
    ({"rule": "colours"}, jotto.named("wordle"), ["tares=BYBBY"]),
    (
        {"words": FIVE, "guesses": ["chimp"], "rule": "jots", "weights": [5, 4, 3, 2, 1]},
        jotto.words(
            FIVE, ["chimp"], rule="jots", prior=dict(zip(FIVE, (5, 4, 3, 2, 1), strict=True))
        ),
        [],
    ),
    ({"places": 4, "symbols": 6}, jotto.named("mastermind:4x6"), ["0011=1,1"]),
    ({"places": 3, "symbols": 8, "repeats": False}, jotto.named("bulls-and-cows:3x8"), ["012=0,1"]),
]
ASKED = """
import { game, solve, suggest } from "jotto";
import { english } from "jotto/english";
for (const [how, turns, strategy] of JSON.parse(process.argv[2])) {
  const of = game("places" in how ? how : { words: english, ...how });
  console.log(JSON.stringify([suggest(of, turns, { strategy, top: 5 }), solve(of, turns)]));
}
"""
WRONG = {  # what is given, and what the error has to say
    'game({ words, rules: "colours" })': "has no 'rules'; it has words, .*; did you mean 'rule'?",
    'game({ words, rule: "colour" })': "rule 'colour': choose exact-.*; did you mean 'colours'?",
    'game({ words, rule: "constructor" })': "rule 'constructor': choose",
    "game({ words, places: 4 })": "a game of words has no 'places'",
    "game({ words: [5] })": "words: 5 is not a text",
    'game({ words: "crane" })': "words: 'crane' is not a list",
    "game({ words: { words, weights: [1] } })": "weights: one for each of 5",
    'game({ words, weights: [1, 2, 3, 4, "5"] })': "weights: '5' is not a number",
    "game({ words, boards: 1.5 })": "boards: 1.5 is not a whole number, 1 to 32",
    "game({})": "a game needs words, or places and symbols",
    "game({ places: 4 })": "a game needs words, or places and symbols",
    "game({ places: 4, symbols: 6, repeats: 1 })": "repeats: 1 is not true or false",
    "game()": "a game needs words",
    "game(words)": "game: give an object",
    'suggest(of, [], { allows: "hard" })': "suggest has no 'allows'; .*; did you mean 'allow'?",
    "suggest(of, [], { top: -1 })": "top: -1 is not a whole number, 1 or more",
    "suggest(of, [], { top: NaN })": "top: NaN is not",
    "suggest(of, [], { top: null })": "top: null is not",
    "suggest(of, [], { top: 1.5 })": "top: 1.5 is not",
    'suggest(of, [], { avoid: "crane" })': "avoid: 'crane' is not a list",
    'suggest(of, "hatch=5,0")': "turns: 'hatch=5,0' is not a list",
    "suggest(of, [5])": "turns: 5 is not a turn; write GUESS=SCORE, such as hatch=0,1",
    "suggest(words)": "the first value is not a game",
    "solve(of, [], { top: 1 })": "solve has no 'top'; it has allow",
    'solve(of, [], { allow: "hard" })': "allow 'hard': choose all, candidates",
    "candidates()": "the first value is not a game",
    "score(of, 5, words[0])": "word: 5 is not a text",
    "session(of, { transcript: 5 })": "transcript: 5 is not a list",
    "session(of).move()": "move: undefined is not a move",
    "say(5)": "say: 5 is not a sentence",
}
TRIED = """
import { candidates, game, JottoError, say, score, session, solve, suggest } from "jotto";
const words = JSON.parse(process.argv[2]);
const of = game({ words });
for (const text of JSON.parse(process.argv[3]))
  try {
    eval(text);
    console.log("no error");
  } catch (error) {
    console.log(error instanceof JottoError ? error.message : String(error));
  }
"""
TYPED = """
import { game, partition, say, session, suggest, JottoError } from "jotto";
import type { Advice, Game, View } from "jotto";
import { english } from "jotto/english";
const wordle: Game = game({ words: english, rule: "colours" });
const advice: Advice[] = suggest(wordle, ["crane=BYBGB"], { top: 3, allow: "hard" });
const view: View = session(wordle).move({ do: "score", score: "BBBBB" }).view;
const parts: Map<string, string[]> = partition(wordle, "crane");
console.log(say(view.title), advice[0]?.bits, parts.size, english.weights.length, JottoError);
// @ts-expect-error no rule has this name
game({ words: ["ab"], rule: "colors" });
// @ts-expect-error turns are texts
suggest(wordle, [["crane", "BBBBB"]]);
// @ts-expect-error a game does not change
wordle.boards = 2;
"""


@pytest.fixture(scope="module")
def tarball(tmp_path_factory):
    if shutil.which("npm") is None:
        pytest.skip("npm is not installed: it makes the package for JavaScript")
    return npm.pack(tmp_path_factory.mktemp("dist"))


def install(folder: Path, *what: object) -> None:
    command = ["npm", "install", "--cache", folder / "cache", *QUIET, *what]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120)
    assert not done.returncode, done.stderr


@pytest.fixture(scope="module")
def project(tarball, tmp_path_factory):
    """An empty folder in which the package is installed, without a network."""
    folder = tmp_path_factory.mktemp("project")
    install(folder, "--offline", tarball)
    return folder


def ran(project: Path, script: str, *given: str) -> list[str]:
    (project / "script.mjs").write_text(script, "utf-8")
    command = ["node", "script.mjs", *given]
    done = subprocess.run(command, cwd=project, capture_output=True, text=True, timeout=120)
    assert not done.returncode, done.stderr
    return done.stdout.splitlines()


def test_the_package_has_what_its_licence_allows_and_no_more(tarball):
    with tarfile.open(tarball) as files:
        names = {name.removeprefix("package/") for name in files.getnames()}
        about = json.load(files.extractfile("package/package.json"))
    assert {"LICENSE", "NOTICE", "README.md", *npm.LICENCES} <= names
    pages = {Path(name).stem for name in names if re.fullmatch(r"jotto/pages/\w+\.js", name)}
    assert pages <= {*page_file.SHARED, *page_file.THINKS, "scoring"}  # nothing that draws
    assert jotto.__version__.partition(".dev")[0] == about["version"].partition("-")[0]
    entries = [
        path for way in about["exports"].values() if "/npm" in str(way) for path in way.values()
    ]
    assert {path.removeprefix("./") for path in entries} <= names
    assert "dependencies" not in about
    assert tarball.stat().st_size < 500_000


def test_every_example_of_the_page_prints_what_its_remark_says(project):
    blocks = re.findall(r"```js\n(.*?)```", PAGE, re.S)
    advice, functions = blocks[0], "\n".join(blocks[1:])
    assert ran(project, functions) == re.findall(r"console\.log\(.*\); // (.+)", functions)
    assert ran(project, advice) == re.findall(r"^// (\w{5} .+)", advice, re.M)
    offered = ran(
        project, 'import * as all from "jotto"; console.log(Object.keys(all).join("\\n"))'
    )
    assert {name for name in offered if not re.search(rf"\b{name}\b", functions)} == set()


@pytest.mark.parametrize("strategy", ["entropy", "minimax"])
def test_advice_is_that_of_python_to_the_last_digit(project, strategy):
    asked = [(how, turns, strategy) for how, _, turns in POSITIONS]
    for line, (_, game, turns) in zip(
        ran(project, ASKED, json.dumps(asked)), POSITIONS, strict=True
    ):
        advice, tree = json.loads(line)
        at = jotto.start(game, *turns)
        rows = [
            [
                row["guess"],
                row["candidate"],
                row["bits"],
                row["expectedLeft"],
                row["worstLeft"],
                row["parts"],
            ]
            for row in advice
        ]
        best = at.rank(strategy, top=5)
        assert rows == [
            [a.guess, a.candidate, a.bits, a.expected_left, a.worst_left, a.parts] for a in best
        ]
        assert [row["chance"] for row in advice] == [a.chance for a in best]
        if tree:
            lengths = jotto.solve(at).lengths
            assert tree["mean"] == pytest.approx(lengths.prior_mean, rel=1e-12)
            assert tree["worst"] == lengths.worst


def test_whatever_is_wrong_with_what_is_given_is_said(project):
    said = ran(project, TRIED, json.dumps(FIVE), json.dumps([*WRONG]))
    for given, line, wanted in zip(WRONG, said, WRONG.values(), strict=True):
        assert re.search(wanted.replace("?", r"\?"), line), (given, line)


@pytest.mark.skipif(not TSC.exists(), reason="needs npm install: tsc")
@pytest.mark.parametrize("resolution", ["bundler", "nodenext"])
def test_a_strict_project_in_typescript_has_its_types(project, resolution):
    (project / "typed.mts").write_text(TYPED)
    module = "es2022" if resolution == "bundler" else resolution
    how = [*STRICT, "--moduleResolution", resolution, "--module", module]
    done = subprocess.run([TSC, *how, "typed.mts"], cwd=project, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "")


def test_it_is_installed_from_an_index(tarball, tmp_path):
    with tarfile.open(tarball) as files:
        about = json.load(files.extractfile("package/package.json"))

    class Index(BaseHTTPRequestHandler):
        def do_GET(self):
            at = f"http://127.0.0.1:{self.server.server_port}/{tarball.name}"
            version = about | {"dist": {"tarball": at}}
            listed = {"name": "jotto", "dist-tags": {"latest": about["version"]}}
            listed["versions"] = {about["version"]: version}
            self.send_response(200)
            self.end_headers()
            named = self.path.endswith(tarball.name)
            self.wfile.write(tarball.read_bytes() if named else json.dumps(listed).encode())

        def log_message(self, *_):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Index) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        install(tmp_path, "--registry", f"http://127.0.0.1:{server.server_port}", "jotto")
        server.shutdown()
    assert ran(tmp_path, 'import { version } from "jotto"; console.log(version)') == [
        about["version"]
    ]


def test_pages_without_a_bundler_have_it_under_the_policy_that_is_shown(project, browser, tmp_path):
    from selenium.webdriver.support.ui import WebDriverWait

    shutil.copytree(project / "node_modules" / "jotto", tmp_path / "jotto")
    files = re.findall(r'```\w+ title="([\w.]+)"\n(.*?)```', PAGE, re.S)
    policy = re.search(r"`(script-src [^`]+)`", PAGE)[1]
    assert [name for name, _ in files] == ["index.html", "advice.js", "advice.js", "worker.js"]
    for shown in (files[:2], files[2:]):  # in the page, then in a worker
        for name, text in shown:
            (tmp_path / name).write_text(text)
        with files_served(tmp_path, {"Content-Security-Policy": policy}) as port:
            browser.visit(f"http://127.0.0.1:{port}/")
            WebDriverWait(browser.driver, 20).until(lambda _: browser.one("output").text == "peons")

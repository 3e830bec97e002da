"""The help of the fields of a question, and the choices on a form with their texts."""

from collections.abc import Mapping
from typing import Any

from jotto.engine.measure_table import EARLIEST, MEASURE_NAMES, MEASURE_TABLE

Choices = Mapping[Any, str]  # with their texts

# --- choices on a form ----------------------------------------------------------------------------

FORM_GAMES: Choices = {
    "words": "Jotto, Wordle: words of five letters",
    "mastermind:4x6": "Mastermind: four places, six colours",
    "bulls-and-cows:4x10": "Bulls & Cows: four different digits",
}
FORM_BOARDS: Choices = {1: "one"} | {n: f"{n}: one guess for all" for n in (2, 4, 8, 16, 32)}
FORM_LIES: Choices = {
    0: "none: every answer is true",
    1: "one answer may be false",
    2: "two answers may be false",
}
FORM_ALLOW: Choices = {
    "all": "any word",
    "candidates": "only words that are still possible",
    "hard": "words that use every hint",
}
FORM_VOWELS: Choices = {
    "": "any letters",
    "aeiou": "one of a, e, i, o, u",
    "aeiouy": "one of a, e, i, o, u, y",
}
FORM_STRATEGIES = {row.name: row.says for row in MEASURE_TABLE} | dict([EARLIEST])

# --- help: {own} is what a Field says of a command, or of a request -------------------------------

GAMES = (
    "wordle, quordle, octordle, absurdle, fibble, nerdle, mastermind ..; or words, mastermind:4x6"
)
GAMES += "[:distinct] or :4:RGBYOP, bulls-and-cows:4x10, equations:8, two-d:5{own}."
LETTERS = "What is one letter of these lists: 'ij ch ng', or signs: '0 1 2 + - ='."
PAST = "Past answers with dates: the later one was, the less likely it comes again."
RULES = "exact-elsewhere, jots (or total), colours (as in Wordle), fibble or black-peg."
ALLOW = "Allowed guesses: all, candidates, or hard (hard mode of Wordle: use all hints)."
PRIOR = "How likely each word is: even, common, wordle, or {own}."
VOWELS = "Every secret has one of these letters, such as aeiou or aeiouy; default: any word."
POLITE = "Do not propose offensive words (they may still be the secret)."
STRATEGIES = f"{', '.join(MEASURE_NAMES)}, A+B (B breaks ties), simple, random{{own}}."
THINK = "Look ahead for at most SECONDS, or not (0); default: where up to 30 candidates are left."
AIMS = (
    "mean: fewest guesses on average; worst: in the longest game; then the other; within:K: most "
)
AIMS += "secrets within K guesses of the game{own}; within:K,mean."
BOARDS = "How many boards to find at once, each guess made on all."
ORDER = "The likeliest words first (likely), or as in the list (list){own}."
WORTH = "Also say what this guess is worth."
WHY = "Also show what each score would leave: of the first guess, or of the one asked about."
OWN_SECRET = "Keep this secret (of boards W+W); default: any."
ADVERSARY = "No fixed secret: always leave the most candidates."
DAY = "Keep the word of {own}, as the page does."
LEVELS = "How common the secret is: easy, medium or hard."
MAX_LEVEL = "The highest level; words up to 35 are well known."
RUNS = "How often a strategy that draws is played, each time by another seed."
DAYS = "today", "a date such as 2026-11-29, or of today if it is true"
CODE = ", tree:FILE or MODULE:FUNCTION", " and others"
OWN_GAME = ", MODULE:FUNCTION", " and others"
WEIGHTS = "a file of words and weights", "weights by words"
ONE_A_LINE = ", in any usual shape; FILE:COLUMN names a column", ""
OF_TREE = " (tree: after its turns)", ""
PRINTED = "; default: likely, in JSON list", ""

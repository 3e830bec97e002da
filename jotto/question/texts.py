"""The help of the fields of a question, and the choices on a form with their texts."""

from collections.abc import Mapping
from typing import Any

from jotto.engine.measure_table import EARLIEST, MEASURE_NAMES, MEASURE_TABLE

Choices = Mapping[Any, str]  # with their texts

# --- choices on a form ----------------------------------------------------------------------------

FORM_GAMES: Choices = {
    "words": "Words of five letters",
    "mastermind:4x6": "Mastermind: four places, six colours",
    "bulls-and-cows:4x10": "Bulls & Cows: four different digits",
}
FORM_BOARDS: Choices = {1: "1"} | {n: f"{n} (each guess counts on all)" for n in (2, 4, 8, 16, 32)}
FORM_LIES: Choices = {
    0: "none: every answer is true",
    1: "one answer may be false",
    2: "two answers may be false",
}
FORM_ALLOW: Choices = {
    "all": "any guess",
    "candidates": "only what may be the secret",
    "hard": "only what uses every clue (hard mode)",
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
LETTERS = "Treat these as single letters: 'ij ch ng', or signs: '0 1 2 + - ='."
PAST = "Past answers with dates. The more recent one is, the less likely it comes up again."
RULES = "How guesses are scored: exact-elsewhere, jots (or total), colours (as in Wordle), "
RULES += "fibble or black-peg."
ALLOW = "Allowed guesses: all, candidates (those that still fit), or hard (Wordle's hard mode)."
PRIOR = "How likely each word is: even, common, wordle, or {own}."
VOWELS = "Every secret has one of these letters, such as aeiou or aeiouy. Default: any word."
POLITE = "Do not propose offensive words (they may still be the secret)."
STRATEGIES = f"How guesses are chosen: {', '.join(MEASURE_NAMES)}, A+B (B breaks ties), "
STRATEGIES += "simple, random{own}."
THINK = "Look ahead for at most SECONDS; 0: never. Default: look ahead from 30 candidates on."
AIMS = "What to minimise: the guesses on average (mean), or in the longest game (worst); the other "
AIMS += "breaks ties. within:K finds most secrets within K guesses of the game{own}; within:K,mean."
BOARDS = "How many boards to solve at once; each guess counts on all of them."
ORDER = "The likeliest words first (likely), or as in the list (list){own}."
WORTH = "Also say what this guess is worth."
WHY = "Also show what each score would leave: of the first guess, or of the one asked about."
OWN_SECRET = "The secret to use (several boards: W+W). Default: one at random."
ADVERSARY = "Have no fixed secret: as in Absurdle, always give the score that leaves most words."
DAY = "Play the word of {own}, the same as on the page."
LEVELS = "How common the secret is: easy, medium or hard."
MAX_LEVEL = "The highest level; words up to 35 are well known."
RUNS = "How often a random strategy is played, each time with another seed."
DAYS = "today", "a date such as 2026-11-29, or of today if it is true"
CODE = ", tree:FILE or MODULE:FUNCTION", " and others"
OWN_GAME = ", MODULE:FUNCTION", " and others"
WEIGHTS = "a file of words and weights", "weights by words"
ONE_A_LINE = ", in any usual shape; FILE:COLUMN names a column", ""
OF_TREE = " (tree: after its turns)", ""
PRINTED = ". Default: likely; in JSON, list", ""

// The public functions of jotto for JavaScript. All are synchronous; what they are given and return are plain values.
import type { Advice, Move, Sentence, View } from "../jotto/pages/shown.js";

export type {
  Advice,
  Board,
  Guess,
  Letters,
  Move,
  NumberedBoard,
  Sentence,
  TurnRow,
  View,
} from "../jotto/pages/shown.js";

/** How guesses are scored. */
export type RuleName = "exact-elsewhere" | "jots" | "colours" | "black-peg";

/** Words that may be the secret, with what is known of them: what `jotto/english` exports. */
export interface WordList {
  readonly words: readonly string[];
  readonly weights?: readonly number[]; // of each word; their sum is about 2 ** 40
  readonly answers?: object; // the weights of words with colours, as Wordle's editors choose them
  readonly strings?: object | null; // how often strings outside the list are written; for a live game
}

export interface OfWords {
  words: readonly string[] | WordList;
  guesses?: readonly string[]; // further words that may be guessed, and cannot be the secret
  weights?: readonly number[]; // how likely each of the words is; without them all are equally likely
  rule?: RuleName; // exact-elsewhere if it is not given
  boards?: number;
}

/** Mastermind, and Bulls and Cows if no symbol may come twice. */
export interface OfCodes {
  places: number;
  symbols: number; // 0 to 9, then a to z
  repeats?: boolean;
  rule?: "exact-elsewhere";
  boards?: number;
}

/** A game: a frozen value, which never changes. */
export interface Game {
  readonly rule: RuleName;
  readonly length: number;
  readonly boards: number;
  readonly secrets: readonly string[];
  readonly guesses: readonly string[]; // all words that may be guessed, the secrets first
  readonly scores: readonly string[]; // all that the rule can give; the last means that the secret is found
}

/** Which guesses are proposed. */
export interface Options {
  top?: number; // 10 if it is not given
  strategy?: string; // entropy, minimax, expected-size, most-parts, A+B, simple
  allow?: "all" | "candidates" | "hard";
  avoid?: readonly string[]; // words that are not proposed
}

/** The best way to play on to the end: the total of guesses over the candidates, times their weights. */
export interface Solved {
  guess: string;
  total: number;
  worst: number; // guesses
  mean: number;
  proved: boolean;
}

/** What continues a live game: plain JSON. */
export interface Saved {
  transcript: unknown[];
  attempt: unknown[] | null;
  hints: number;
}

/** A live game at one moment: a frozen value. */
export interface Live {
  readonly view: View; // all that can be shown
  readonly said: readonly string[]; // what the last move has to tell
  readonly guess: string | null; // what jotto would guess now
  readonly over: boolean;
  readonly turns: readonly string[];
  readonly saved: Saved;
  /** The game after a move; throws a JottoError if it cannot be made. */
  move(move: Move): Live;
}

/** Something that was given is wrong; the message says what, and what to give instead. */
export class JottoError extends Error {}

export const version: string;

/** Make a game of words, or of codes. */
export function game(options: OfWords | OfCodes): Game;

/** The score of a guess against a secret. */
export function score(game: Game, guess: string, secret: string): string;

/** The secrets that agree with some turns, written as GUESS=SCORE; throws if there are none. */
export function candidates(game: Game, turns?: readonly string[]): string[];

/** The candidates by the score that a guess would have. */
export function partition(game: Game, guess: string, turns?: readonly string[]): Map<string, string[]>;

/** The best guesses after some turns, the best first. */
export function suggest(game: Game, turns?: readonly string[], options?: Options): Advice[];

/** What a guess is worth after some turns; it need not be listed. */
export function measure(game: Game, guess: string, turns?: readonly string[]): Advice;

/** Search to the end of the game, for 3 to 30 candidates; null if there are fewer or more. */
export function solve(game: Game, turns?: readonly string[], options?: { allow?: "all" | "candidates" }): Solved | null;

/** Begin a live game, or continue one that was saved. */
export function session(game: Game, saved?: Saved): Live;

/** A sentence of a view as a text. */
export function say(sentence: Sentence | string | null): string;

// The data that the modules of the page exchange. What a server answers has one type each, with the fields of the
// classes of the same names in jotto/assistant/view.py, which explain them; a test compares both.
import type { Game, Rule } from "./game.js";
import type { TemplateResult } from "./lit-html.js";
import type { Sentence } from "./sentences.js";

// --- what is shown --------------------------------------------------------------------------------

export type Stage = "guess" | "theirs" | "doubt" | "over" | "join" | "secret" | "wait";
export type Side = "me" | "them";
export type Letters = Record<string, string>; // placed, elsewhere, in, open and out: letters, with spaces between

export interface TurnRow {
  guess: string;
  score: string;
  marks: string;
  right: string;
  doubt: Sentence | null;
}

export interface Board {
  who: Sentence;
  rows: TurnRow[];
  note: Sentence | null;
}

/** A board of several; a board of a game that has only one has none of these. */
export interface NumberedBoard extends Board {
  number: number;
  left: number | null; // null where the computer keeps the secret
  found: boolean;
  asked: boolean;
  letters: Letters;
}

export interface Guess {
  lead: Sentence;
  word: string;
  source: Sentence | null;
  possible: Sentence;
  names: string;
  after: Sentence | null;
  worth: Sentence;
  reason: Sentence | null;
  certain: boolean;
}

export interface RaceOdds {
  you: number;
  draw: number;
  they: number;
  text: Sentence;
}

export interface Choice {
  key: string;
  text: Sentence;
  turn: number;
  row: TurnRow | null;
  then: Sentence;
}

export interface ScoreKeys {
  kind: string;
  rows: [label: string, numbers: number[]][];
  texts: string[];
  win: string;
}

export interface Agreement {
  first: boolean;
  last_turn: boolean;
  private: boolean;
}

export interface Versus {
  code: string;
  terms: Sentence[];
  advice: boolean;
  series: Sentence | null;
  asks: Sentence | null;
  signs: Sentence[];
  challengeable: number;
  clocks: number[];
  running: boolean[];
  away: boolean;
  again: string;
  had_left: Sentence[];
  record: string;
}

export interface View {
  at: number;
  stage: Stage;
  title: Sentence;
  boards: (Board & Partial<NumberedBoard>)[];
  tiles: boolean;
  coloured: boolean;
  length: number;
  guess: Guess | null;
  letters: Letters;
  odds: RaceOdds | null;
  trouble: Sentence[];
  notes: Sentence[];
  faults: Sentence[];
  doubt: Sentence | null;
  choices: Choice[];
  moves: string[];
  prompt: Sentence | null;
  keys: ScoreKeys;
  alphabet: string[];
  rules: Agreement | null;
  secret: string;
  match: Versus | null;
}

/** What words and scores are drawn by. */
export type Look = Pick<View, "alphabet" | "length" | "tiles" | "coloured">;

export interface Pane {
  title: Sentence;
  headers: Sentence[];
  rows: Cell[][];
  words: string[];
}

export type Cell = string | number | string[] | Sentence;

// --- what is asked and answered -------------------------------------------------------------------

/** A move as it is sent: `do` names it, the other fields are texts that belong to it. */
export interface Move {
  do?: string;
  at?: string;
  word?: string;
  score?: string;
  side?: string;
  turn?: string;
  board?: string;
  number?: string;
  text?: string;
  first?: string;
  last_turn?: string | boolean;
  name?: string;
  sure?: string;
}

/** What may stand in the answer to any question; one with `error` has changed nothing. */
export interface Failure {
  error?: string;
  sure?: boolean;
  reason?: string;
}

export interface Shown extends Failure {
  view: View;
  said: Sentence[];
  link?: string;
}

export interface Listed {
  title: string;
  path?: string;
  name?: string; // of a finished game that has a report
}

/** A game that goes on, on this device or on a server; the time is in milliseconds. */
export interface Going {
  path: string;
  time: number;
  title: string;
}

/** A finished game, with the number of guesses. */
export interface Over {
  name: string;
  time: number;
  word: string; // the secret, if it is known
  made: number;
  result: string;
  by?: string; // how it ended: by time, by resignation
  several?: boolean;
  daily?: string; // of a game whose secret the page kept: the date of a word of a day, else nothing
}

/** The games whose secrets the page kept. */
export interface Tally {
  facts: { games: number; found: number; mean: number | null; now: number; longest: number };
  days: { days: number; best: number } | null; // of words of a day
  counts: [guesses: number, games: number][];
}

export interface Home extends Failure {
  games: Listed[];
}

export interface Finished extends Failure {
  games: Listed[];
  said: string[];
  counts: [guesses: number, games: number][];
  tally?: Tally | null;
}

/** The row of a player in a league, and what could not be read. */
export interface Standing {
  game: string;
  name: string;
  games: number;
  found: number;
  mean: number | null;
  skill: number | null;
  luck: number | null;
  week_games: number;
  week_mean: number | null;
  best: boolean;
}

export interface League extends Failure {
  week?: [first: string, last: string];
  table?: Standing[];
  unread?: { line: number; reason: string }[];
  lines?: { shapes: string[]; used: number; reported: number; passed_over: number };
  reviewed?: { name: string; game: string; found: boolean; turns: string[]; points?: number[] }[];
}

/** A field of a form; without choices it is yes or no. `fits`: with what values of others a choice goes. */
export interface FormField {
  name: string;
  label: string;
  choices: [choice: string, text: string][] | null;
  usual: string | boolean;
  ofWords: boolean;
  advice: boolean; // only where somebody is advised
  advised: string[]; // choices that are there only then
  fits: Record<string, Record<string, string[]>>;
}

/** What can be chosen in a form. */
export interface FormValues extends Failure {
  form: FormField[];
  players: Record<string, string>;
  lists: string[];
}

export interface Moving extends Failure {
  mine: string;
  theirs: string;
}

export interface Ending extends Failure {
  said: (Sentence | string)[];
  sums: { cost: number | null; luck: number | null }[]; // of each player, me first
  points: number[][]; // their skill and luck, if they are known
  text: string;
  tally?: Tally | null;
}

/** The game of a player in a report: each turn that is judged, beside the guess that jotto would have made. */
export interface Account {
  verdict: Sentence;
  needs: Sentence | null;
  sum: Sentence[];
  points: number[]; // skill and luck, if they are known
  turns: {
    guess: string;
    score: string;
    wrong: string; // how it was entered, if that was wrong
    marks: string;
    before: number;
    after: number;
    left: Sentence | null; // nothing if it was found
    bits: number;
    best: string;
    bestBits: number;
    gained: number;
    cost: number | null; // not known in a large game, and where answers may be false
    luck: number | null;
    judgement: Sentence;
    words: string[]; // that are left, if they are few
    letters: Sentence | null;
  }[];
  notes: Sentence[];
}

export interface Report extends Failure {
  name: string;
  title: Sentence;
  players: Account[];
  look: Look;
  settings: string;
  back?: string;
}

/** What looking ahead has found at a position, saved as version `at`. */
export type Found = import("./search.js").Lookahead & { at: number };

/** The view with what takes longer; nothing where no guess of mine comes next. */
export interface Ahead extends Failure {
  view?: View;
  found?: Found | null;
}

/** Any of these answers, or the page to go to; what is asked for, the path says. */
export interface Answer extends Failure {
  view?: View;
  go?: string;
  [field: string]: any;
}

// --- the state of the page ------------------------------------------------------------------------

/** What is typed: what for, the word so far, and whether its rating is shown. */
export interface Typing {
  what: string;
  word: string;
  rated?: boolean;
}

/** The turn that is corrected. */
export interface Target {
  side: Side;
  turn: number;
  row: TurnRow;
  board?: number;
}

export interface Act {
  (): Promise<unknown>;
  move?: { path: string; sent: Move };
}

/** A page or the inside of a sheet: it is drawn from the state, and says what to do when it is tapped. */
export type Drawn = (s: PageState, on: Actions) => TemplateResult | symbol;
export type Title = [title: string, inside: Drawn];

export interface Settings {
  theme: string;
  contrast: string;
  keys: string;
  vibration: string;
  sound: string;
  [name: string]: string;
}

/** What the player has begun to enter at a position: it is empty again at the next. */
export interface Begun {
  held: boolean;
  sure: { text: string; move: Move } | null;
  typing: Typing | null;
  target: Target | null;
  exact: number | null;
  their: string;
  doubted: string;
  meant: number | null;
  unlikely: boolean; // whether all mistakes are shown
}

/** The state of the page. `view` is there while a game is shown: no other page uses it. */
export interface PageState extends Begun {
  path: string;
  page: Drawn | null;
  data: Answer;
  view: View;
  link: string;
  end: Ending | null;
  said: Sentence[];
  error: string;
  ahead: Ahead | null; // shown, or else to be shown once nothing is begun
  moving: boolean; // a move is being made
  pane: (Pane & { name: string }) | null;
  sheet: string | null;
  unsent: Act | null;
  unasked: Act | null;
  settings: Settings;
  form: Record<string, any> | null; // what is chosen in a form that is not sent
  search: string; // of a list
  removed: string[]; // games that are deleted when another page is gone to: their paths
  arrived: number;
  ended: boolean; // it is over since the last move
  challenged: string;
  marks?: string;
  noting?: boolean;
  text?: string;
  late?: View;
}

export interface Actions {
  move(move: Move): Promise<void>;
  go(path: string, back?: boolean): Promise<void>;
  share(path: string): Promise<void>;
  give(what: { text?: string; file?: File }): Promise<void>;
  reset(): void;
  set(changes: Partial<PageState>): void;
  tick(): void;
  pane(name: string, about?: string): Promise<void>;
  again(): Promise<unknown>;
  send(form: Record<string, any>): Promise<unknown>;
  put(form: Record<string, any>): Promise<void>; // and show the answer on the same page
  join(code: string): Promise<void>;
  secret(word: string): Promise<void>;
  sheet(name: string): Promise<void>;
  remove(paths: string[]): void; // none: those that were removed are there again
  close(): void;
  setting(name: string, value: string): void;
}

/** What is called as something happens at a position; `lost`: it has to be followed again. */
export interface Listener {
  changed(): void;
  ahead(found: Ahead): void;
  lost(): void;
}

/** Where data come from, and moves are sent: this device, with a server or without. */
export interface Source {
  ask(path: string, move?: Record<string, any>, ahead?: Found | null): Promise<Answer>; // what is shown of `ahead`
  follow(path: string, view: View, listener: Listener): { close(): void } | null;
  show(path: string): void;
  here(): string;
  pages?: [form: RegExp, page: Drawn][]; // that it alone has
}

// --- games ----------------------------------------------------------------------------------------

export interface Turn {
  guess: string;
  code: number;
}

export interface Count {
  name: string;
  label: string;
  mark: string;
}

export type { Game, Rule } from "./game.js";

declare module "./game.js" {
  /** What page_file.py writes of a rule; its scores are numbered, the last is the win. */
  interface Rule {
    name: string;
    core: number; // its number in the core; -1: a game has a table of scores
    texts: string[];
    counts: Count[];
    tiles: boolean;
    coloured: boolean;
    ofWords: boolean;
    objects: boolean; // some scores are impossible
    tallies: boolean; // unlisted words can be found
  }

  /** What page_file.py writes of a game; guesses and secrets are words with an index, and `left` are indices of secrets. */
  interface Game extends Omit<Data, "letters" | "secrets" | "table" | "weights"> {
    rule: Rule;
    guesses: string[];
    at: number[]; // the secrets, as guesses
    declared: string[]; // letters
    numberOf: Map<string, number>; // of letters, as they are met
    signs: Set<string>; // letters of the guesses
    table: Uint8Array | Uint16Array | null; // the scores (S, G)
    weights: Float64Array | null;
    whole?: Game; // with the guesses that were taken out
  }
}

export type BookNode = [guess: number, below?: Record<number, BookNode>];

export interface Advice {
  guess: string;
  candidate: boolean;
  bits: number;
  expectedLeft: number;
  worstLeft: number;
  parts: number;
  chance: number;
}

export interface Options {
  measure?: string;
  allow?: string;
  avoid?: string[];
  turns?: Turn[];
  top?: number;
  book?: boolean;
  play?: ((left: Uint32Array) => number[]) | null;
}

export type { Lookahead } from "./search.js";

/** A single mistake that explains why nothing fits: in a turn, or the secret is an unlisted word; or that a win is none. */
export type Mistake = { rescued: Uint32Array; weight: bigint } & (
  | { kind: "score" | "guess"; turn: number; entered: Turn; meant: Turn }
  | { kind: "word"; turn: null; entered: null; meant: null }
  | { kind: "win"; turn: number | null; entered: Turn | null; meant: Turn | null }
);

/** A turn of a game that is over, judged; null is what is not known. */
export interface Judged {
  turn: Turn;
  left: Uint32Array; // before it
  after: Uint32Array;
  heard: Game; // after it
  then: number[] | null; // the guesses that the strategy takes for each of them
  mine: Advice;
  best: Advice; // the advised guess, or mine if it is as good
  gained: number;
  needs: number | null;
  needsAfter: number | null;
  cost: number | null; // null if it is mistaken: an earlier turn was entered wrongly when it was made
  lost: number | null; // whosever fault it is
  mistaken: boolean;
  luck: number | null;
}

export interface Review {
  judged: Judged[];
  turns: Turn[];
  won: boolean;
  secret: string | null;
  needsForIt: number | null;
  wrong: Turn[];
  needs: number | null;
  cost: number | null;
  excused: number | null; // what the mistaken guesses lost
  rest: number | null;
}

// --- live games -----------------------------------------------------------------------------------

/** An entry of a transcript: its step, then what belongs to it. */
export type Entry = [step: string, ...values: any[]];

export interface Agreed {
  secret: string | null;
  first: boolean;
  lastTurn: boolean;
}

export interface Kit {
  game: Game;
  laws: number[][];
  measure: string;
  allow: string;
  avoid: string[];
  ahead: boolean; // nobody has chosen a strategy or a tree for its own advice
  boards: number;
  openingBits: number;
}

export interface Bonuses {
  words: string;
  places: string;
  values: number[];
}

/** How answers are told that may be false, see jotto/core/core.h. */
export interface Noise {
  lies: number;
  whole: number;
  truly: number;
  falsely: number;
  toldAs: number[][];
  ways: number[];
}

/** What jotto/assistant/page_file.py writes for a game. */
export interface Data {
  version: string;
  key: string;
  title: string;
  boards: number;
  length: number;
  columns?: string;
  words?: string[];
  letters?: string[];
  secrets: number | number[];
  weights: null | number[] | { values: number[]; at: string };
  rule: Omit<Rule, "win" | "bits" | "type" | "numbers" | "mayMeanWin" | "marks" | "nearMisses">;
  table: string | null;
  noise: Noise | null;
  measures: Record<string, [number: number, highest: number, weighed: number]>;
  closed: boolean;
  book: { tree: BookNode; shipped: boolean };
  strategy: { measure: string; allow: string; avoid: string[]; ahead: boolean };
  remaining: number[][];
  openingBits: number;
  bonuses: Bonuses | null;
  house: { vowels: string; repeats: boolean; plurals: boolean };
  daily?: number[]; // the secrets that may be the word of a day, if others than by these weights
}

export interface Odd {
  win: number[];
  draw: number[];
}

/** A secret that the page keeps, and how. */
export interface Alone {
  secrets: string[]; // of each board; none: the page answers so that most words stay possible
  boards?: number; // how many, if there are no secrets
  hard: boolean; // every guess has to agree with the answers
  level: string;
  daily: string; // the date of a word that is the same for all
  over: boolean; // it was given up
}

/** A game as it is saved in the browser. */
export interface Saved {
  key: string;
  transcript: Entry[];
  attempt: Entry[] | null;
  lost?: boolean; // another device was faster: its game is in the place of what was entered here
  hints: number;
  changed: number;
  version?: number; // earlier ones had none
  title?: string; // what a person knows it by, beside its time; earlier ones had none
  table?: string; // what a server is asked for all that the game needs
  alone?: Alone;
}

/** A finished game as it is saved in the browser; turns are texts such as crane=0,2. */
export interface Finish {
  key: string;
  name: string;
  date: number;
  turns: string[];
  secret: string | null;
  result: string;
  theirs: string[];
  own: string | null;
  refused: string[];
  mistaken?: number[][]; // my turns, and theirs, that were made while an earlier one was entered wrongly
  by?: string; // how it ended: by time, by resignation
  word?: string; // the secret, as it is shown; earlier ones had none
  several?: boolean; // it had several boards
  table?: string;
  alone?: Alone;
}

export interface DeviceStore {
  games: Record<string, Saved>;
  finished: Finish[];
  deck?: Partial<Deck> | null;
  ahead?: Found | null; // what the page shows
}

// --- practice -------------------------------------------------------------------------------------

/** A position at which the guess is to be found; `guess` was made there in a game, dates are texts such as 2026-01-30. */
export interface Card {
  turns: string[];
  refused: string[];
  guess: string;
  box: number;
  due: string;
  seen: string;
}

/** The positions of a game, the rating, how many answers it is from, and the games that were looked through. */
export interface Deck {
  rating: number;
  answers: number;
  cards: Card[];
  games: string[];
  at: number; // of changes
  round: Round | null;
}

/** Ten positions: the cards to come, and what was answered to the first, if it was; empty: shown. */
export interface Round {
  queue: number[];
  made: number;
  of: number;
  missed: number;
  began: number; // the rating
  said: string | null;
  listed?: boolean; // whether the player has asked for what is possible
}

/** A guess at a position: the mean number of guesses with it first, if it is known, and its regret. */
export interface Grade extends Advice {
  needs: number | null;
  regret: number;
  found: boolean;
  score: number;
}

export type { TemplateResult };

// The data that the modules of the page exchange; those that are shown: shown.d.ts.
import type { Game, Rule } from "./game.js";
import type { TemplateResult } from "./lit-html.js";
import type { Advice, Look, Move, Sentence, Side, TurnRow, View } from "./shown.js";

export type * from "./shown.js";

// --- what is shown --------------------------------------------------------------------------------

export interface Pane {
  title: Sentence;
  headers: Sentence[];
  rows: Cell[][];
  words: string[];
}

export type Cell = string | number | string[] | Sentence;

// --- what is asked and answered -------------------------------------------------------------------

/** What may stand in the answer to any question; one with `error` has changed nothing. */
export interface Failure {
  error?: string;
  sure?: boolean;
  meant?: string[]; // words of the list that may be meant
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
  called?: string; // the name of its game
}

/** The games whose secrets the page kept. */
export interface Tally {
  facts: { games: number; found: number; mean: number | null; now: number; longest: number };
  days: { days: number; best: number } | null; // of words of a day
  counts: [guesses: number, games: number][];
}

export interface Home extends Failure {
  games: Listed[];
  offers?: Offers;
  tiles?: Tile[]; // the games of a file; a server has its own
  played?: Record<string, number>; // words of today that are over, by their games: the guesses, 0 of one not found
}

/** A game on the first page; `kind`: which small board it has. */
export interface Tile {
  id: string;
  kind: string;
  name: string;
  about: string;
}

export interface Finished extends Failure {
  games: Listed[];
  said: string[];
  counts: { title: string; numbers: [guesses: number, games: number][] }[]; // by the names of the games
  tallies: (Tally & { called: string })[];
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
  place: number | null;
  missing: number; // games to a place
  streak: number;
  days: string[]; // of LeagueGame.days: guesses, X, or nothing
  weeks: (number | null)[];
}

/** What the rows of one game have in common. */
export interface LeagueGame {
  game: string;
  players: number;
  most: number;
  least: number;
  usual: number | null; // guesses
  days: string[];
  weeks: string[]; // Mondays
  said: Sentence[];
}

export interface League extends Failure {
  week?: [first: string, last: string];
  table?: Standing[];
  games?: LeagueGame[];
  share?: string; // a text to paste
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

/** What people call a game, and the fields that it means; see jotto/question/forms.py. */
export interface Called {
  id: string;
  title: string;
  game: string;
  rule: string; // empty if it is not of words
  boards: string;
}

/** What can be chosen in a form, and what a game is made of where there is no server: rules by their names. */
export interface Offers {
  form: FormField[];
  called: Called[];
  lists: string[]; // of a server
  rules?: Record<string, Omit<Data["rule"], "texts">>;
}

/** What can be chosen for a game, or a match. */
export interface FormValues extends Offers, Failure {
  players: Record<string, string>;
}

/** A word list of the player's own: the guesses have the secrets first. */
export interface OwnList {
  name: string;
  secrets: string[];
  guesses: string[];
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
  daily?: string; // of a game whose secret the page kept: the date of a word of a day, else nothing
  tally?: Tally | null;
  waits?: boolean; // whether skill and luck are still worked out
}

/** A guess in a report, as its letters are shown, and how many candidates it leaves on average. */
export interface ShownGuess {
  guess: string;
  signs: string[];
  expected: number;
}

/** The game of a player in a report: each turn that is judged, beside the guess that jotto would have made. */
export interface Account {
  whose: "one" | "mine" | "theirs"; // one: there is no other player
  who: Sentence | string;
  verdict: Sentence | string;
  result: Sentence | string | null; // a word for it
  needs: Sentence | string | null;
  sum: (Sentence | string)[];
  points: number[]; // skill and luck, if they are known
  turns: {
    guess: string;
    mine: ShownGuess;
    advised: ShownGuess | null; // nothing if it is the same
    score: string;
    wrong: string; // how it was entered, if that was wrong
    marks: string;
    before: number;
    after: number | null; // nothing if it was found
    left: Sentence | string; // what the numbers of words are of
    bits: number;
    best: string;
    gained: number;
    cost: number | null; // not known in a large game, and where answers may be false
    luck: number | null;
    judgement: Sentence | string;
    leaves: Sentence | string; // how many candidates the guesses leave on average
    said: (Sentence | string)[];
    letters: Sentence | string | null;
  }[];
  costly: { turn: number; said: Sentence | string }[]; // the highest costs, the highest first
  notes: (Sentence | string)[];
}

/** Its sentences may be texts already, as in the file that jotto review writes. */
export interface Report extends Failure {
  title: Sentence | string;
  head: Sentence | string; // of a picture
  players: Account[];
  look: Pick<Look, "tiles" | "coloured">;
  settings: string;
  text: string; // to share
  back?: string; // nothing in a file
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
  sure: { text: string; move: Move; meant?: string[] } | null;
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
  begin(path: string, form: Record<string, any>): Promise<unknown>; // a game, by a tap on the first page
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
  show(path: string, replaces: boolean): void; // `replaces`: the page before it is not returned to
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
    called?: string; // what people call its game, where results are shared
    ofWords: boolean;
    objects: boolean; // some scores are impossible
    tallies: boolean; // unlisted words can be found
  }

  /** What page_file.py writes of a game; guesses and secrets are words with an index, and `left` are indices of secrets. */
  interface Game extends Omit<Data, "letters" | "secrets" | "table" | "weights" | "book"> {
    rule: Rule;
    book: { tree: BookNode; shipped: boolean };
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
  weighed: boolean; // whether some words were likelier than others before it
  then: number[] | null; // the guesses that the strategy takes for each of them
  mine: Advice;
  advised: Advice; // the strategy's guess
  best: Advice; // the same, or mine if it is as good
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
  columns: string;
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
  name?: string;
  about?: string;
  of?: string; // in a file: the game of a form, such as mastermind:4x6
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
  book?: { tree: BookNode; shipped: boolean }; // nothing in a game that the browser has made
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
  players?: string[]; // of a match: the names, mine first
  called?: string; // the name of its game
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
  log: [day: string, found: boolean, themes: string[]][]; // the first answers of a day to a card, the last 1,000
  at: number; // of changes
  theme?: string; // that was chosen last
  round: Round | null;
}

/** Ten positions: the numbers of the cards, and what was answered; after an answer it is shown until the next. */
export interface Round {
  cards: number[];
  marks: ("G" | "Y" | "B")[]; // found, close, missed
  told: Sentence[]; // what each answer cost
  began: number; // the rating
  before?: number; // the rating before the answer that is shown
  said: string | null; // that answer; empty: it was shown
  listed: boolean; // whether the player has asked for what is possible
  hints: number;
  sure: boolean; // whether the player has asked once for the answer
}

/** What the page from which practice begins shows: the themes, and how the last round went, if one has ended. */
export interface Practice {
  title: string; // of the game
  rating: Sentence | null;
  themes: [name: string, said: Sentence][];
  theme: string; // that was chosen last
  of?: Sentence; // about a finished game
  nothing?: boolean; // in which no guess cost anything
  result?: Sentence[];
  marks: Round["marks"];
  missed: Sentence[];
  text: string; // to share
}

/** A guess at a position: the mean number of guesses with it first, if it is known, and its regret. */
export interface Grade extends Advice {
  needs: number | null;
  regret: number;
  found: boolean;
  score: number;
}

export type { TemplateResult };

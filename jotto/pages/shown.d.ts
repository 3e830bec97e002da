// What is shown of a game, and what can be done in it: the part of the types that programs of others use, too. The fields
// are those of the classes of the same names in jotto/assistant/view.py, which explain them; a test compares both.

/** What is said: the key of a sentence of the catalogue, and what stands in its places. */
export interface Sentence {
  key: string;
  facts: Record<string, any>;
}

export type Stage = "guess" | "theirs" | "doubt" | "over" | "join" | "secret" | "wait";
export type Side = "me" | "them";
export type Letters = Record<string, string>; // placed, elsewhere, in, open and out: letters, with spaces between

export interface TurnRow {
  guess: string;
  score: string;
  marks: string;
  right: string;
  doubt: Sentence | null;
  won: boolean;
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
  result: Sentence | null;
}

/** What words and scores are drawn by. */
export type Look = Pick<View, "alphabet" | "length" | "tiles" | "coloured">;

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
  theme?: string; // of practice
  again?: string; // practise what was missed
}

/** A guess, and what it is worth: the bits it gains, and how many candidates it leaves on average and at most. */
export interface Advice {
  guess: string;
  candidate: boolean;
  bits: number;
  expectedLeft: number;
  worstLeft: number;
  parts: number;
  chance: number;
}

// What other modules use of boards.js.
import type { Advice, Game, Options, Turn } from "./types.js";

export function toScore(boards: Turn[][], win: number): number[];
export function scored(boards: Turn[][], game: Game, guess: string, score: string): Turn[][];
export function edited(
  boards: Turn[][],
  game: Game,
  number: number,
  guess: string,
  score: string | undefined,
  at: number | null,
): Turn[][];
export function together(game: Game, lefts: Uint32Array[], guess: string): Advice;
export function rankOn(game: Game, lefts: Uint32Array[], options: Options): string[];

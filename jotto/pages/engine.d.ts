// What other modules use of engine.js.
import type { Advice, Data, Game, Options } from "./types.js";

export function range(n: number): number[];
export function load(data: Data): Game;
export function allowed(game: Game, left: Uint32Array, options?: Options): ArrayLike<number> & Iterable<number>;
export function measured(game: Game, left: Uint32Array, guess: string): Advice;
export function rank(
  game: Game,
  left: Uint32Array,
  options?: Options,
): (Advice & { value: number; values: number[] })[];
export function best(game: Game, left: Uint32Array, options?: Options): string;

// What other modules use of search.js.
import type { Game, Lookahead } from "./types.js";

export function solve(game: Game, left: Uint32Array, options?: { seconds?: number; allow?: string }): Lookahead | null;

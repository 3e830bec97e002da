// What other modules use of unlisted.js.
import type { Game, Turn } from "./types.js";

export function chanceUnlisted(game: Game, turns: Turn[], bonuses: Map<string, number>): number | null;
export function unlistedChances(game: Game, turns: Turn[], bonuses: Map<string, number>): Map<string, number>;

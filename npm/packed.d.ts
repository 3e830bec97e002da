// What scripts/npm.py writes beside index.js: what the program and its page read from files.
import type { MoveKind } from "../jotto/pages/moves.js";
import type { Catalogue } from "../jotto/pages/sentences.js";
import type { Data } from "../jotto/pages/types.js";

export const version: string;
export const core: string; // jotto/core/core.wasm, in base 64
export const sentences: Catalogue;
export const moves: MoveKind[];
export const rules: Record<string, Omit<Data["rule"], "texts">>;
export const measures: Data["measures"];
export const remaining: Data["remaining"];

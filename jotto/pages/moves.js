// The moves as a table: moves.json, which jotto/assistant/move_table.py describes; its twin.

/** Mistakes that are offered at first; the others follow when they are asked for. */
export const EXPLAINED = 5;

/** @typedef {{ name: string, faces: string[], values?: Record<string, string>, when?: string[][], step?: string,
 *   shows?: boolean, ends?: boolean, place?: string, sheet?: string }} MoveKind */

/** @type {MoveKind[]} */
let table = [];

/** @type {(given: MoveKind[]) => void} */
export function learnMoves(given) {
  table = given;
}

export const kinds = () => table;

// The moves that change a live game.
export const changing = () =>
  table.filter(({ faces, shows, ends }) => faces.includes("page") && !shows && !ends).map(({ name }) => name);

/**
 * Name the moves that a face offers where these facts are so.
 * @type {(facts: Set<string>, face: string) => string[]}
 */
export function offered(facts, face) {
  const is = (/** @type {string} */ fact) => fact === face || facts.has(fact);
  const so = (/** @type {string} */ fact) => (fact.startsWith("!") ? !is(fact.slice(1)) : is(fact));
  return table
    .filter(({ faces, when }) => faces.includes(face) && (!when || when.some((all) => all.every(so))))
    .map(({ name }) => name);
}

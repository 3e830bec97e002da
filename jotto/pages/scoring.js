// The scores of a rule, and the codes of a game such as Mastermind, as jotto/games has them.

/** @import { Rule } from "./types.js" */

export const SYMBOLS = "0123456789abcdefghijklmnopqrstuvwxyz";

/**
 * The texts of the scores of a rule, as jotto/games/scoring.py numbers them.
 * @type {(rule: Pick<Rule, "tiles" | "counts">, length: number) => string[]}
 */
export function textsOf({ tiles, counts }, length) {
  const numbers = [...Array(length + 1).keys()];
  if (tiles)
    return numbers
      .slice(1)
      .reduce((texts) => texts.flatMap((text) => ["B", "Y", "G"].map((mark) => text + mark)), [""]);
  if (counts.length < 2) return [...numbers.map(String), ...(counts[0].name === "common" ? ["win"] : [])];
  const pairs = numbers.flatMap((exact) => numbers.slice(0, length + 1 - exact).map((other) => `${exact},${other}`));
  return pairs.filter((text) => text !== `${length - 1},1`);
}

/**
 * All codes of a game such as mastermind:4x6, or of different digits.
 * @type {(places: number, symbols: string[], different: boolean) => string[]}
 */
export const codes = (places, symbols, different) =>
  places
    ? codes(places - 1, symbols, different).flatMap((code) =>
        symbols.filter((sign) => !different || !code.includes(sign)).map((sign) => code + sign),
      )
    : [""];

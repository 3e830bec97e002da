// What is said of a live game: sentences by key, with places for facts; the twin of
// jotto/assistant/sentences.py, which says what stands in a template.
import { approximate, grouped, percentage } from "./numbers.js";

/** @typedef {import("./shown.js").Sentence} Sentence */
/**
 * @typedef {{ plural: string, almost: string, levels: Record<string, number>, nouns: Record<string, string[]>,
 *   sentences: Record<string, string> }} Catalogue
 */

/** @type {Catalogue} */
let catalogue = { plural: "one, more", almost: "{chance}", levels: {}, nouns: {}, sentences: {} };
/** @type {Record<string, (n: number) => number>} */
const PLURALS = {
  "one, more": (n) => Number(n !== 1),
  "up to one, more": (n) => Number(n >= 2),
  "one, few, many": (n) => (n % 100 > 10 && n % 100 < 15 ? 2 : Number("2011122222"[Math.trunc(n) % 10])),
};
const PLACE = /\{(\w+)(?:\|([^{}]*))?\}/g;

/** @type {(given: Catalogue) => void} */
export function learn(given) {
  catalogue = given;
}

// A kept secret is of the likeliest, which have so many percent of all weight.
export const levels = () => catalogue.levels;

/** @type {(key: string, facts?: Record<string, any>) => Sentence} */
export const sentence = (key, facts = {}) => ({ key, facts });

/** What Wordle is called on so many boards. @type {Record<number, string>} */
const ON_BOARDS = { 2: "dordle", 4: "quordle", 8: "octordle" };

/**
 * The facts by which a text to share names a game; the name of Jotto is jotto's own.
 * @type {(called?: string, boards?: number) => { game: string, boards: number | null }}
 */
export function gameFacts(called = "", boards = 1) {
  const named = called === "wordle" && ON_BOARDS[boards];
  return { game: named || called, boards: named || boards === 1 ? null : boards };
}

/**
 * A sentence as a text; a text, such as an error, stays as it is.
 * @type {(sentence: Sentence | string | null | undefined) => string}
 */
export function say(sentence) {
  if (!sentence || typeof sentence === "string") return sentence || "";
  return filled(catalogue.sentences[sentence.key], sentence.facts);
}

/** @type {(template: string, facts: Record<string, any>) => string} */
export function filled(template, facts) {
  const there = (/** @type {string} */ name) => String(facts[name] ?? "") !== "";
  const whole = template.replace(/\[\[(.*?)\]\]/g, (_, part) =>
    [...part.matchAll(PLACE)].every(([, name]) => there(name)) ? part : "",
  );
  return whole.replace(PLACE, (_, name, form) => placed(facts, facts[name], form));
}

/** @type {(value: any) => string} */
function text(value) {
  if (Array.isArray(value)) return value.map(text).join(", ");
  return typeof value === "number" ? grouped(value) : say(value);
}

/** @type {(facts: Record<string, any>, value: any, form: string | undefined) => string} */
function placed(facts, value, form) {
  if (!form) return text(value);
  if (form.includes(":")) {
    const name = typeof value === "boolean" ? (value ? "yes" : "no") : value;
    const match = form.split("|").find((choice) => choice.startsWith(`${name}:`));
    return match ? match.slice(match.indexOf(":") + 1) : name;
  }
  if (typeof value !== "number") return text(value); // a form of numbers in another language
  if (form === "%") return share(value);
  if (form === "~") return approximate(value);
  if (form.startsWith(".")) return grouped(value, Number(form.slice(1)));
  return counted(value, form.startsWith("@") ? facts[form.slice(1)] : form);
}

/** @type {(number: number, noun: string) => string} */
export const counted = (number, noun) =>
  `${grouped(number)} ${catalogue.nouns[noun][PLURALS[catalogue.plural](number)]}`;

/**
 * A chance as a percentage; only what is certain is 100%.
 * @type {(exact: number) => string}
 */
export function share(exact) {
  const chance = Number(exact.toFixed(12)); // the other digits are rounding errors of a sum
  return chance > 0.995 && chance < 1 ? filled(catalogue.almost, { chance: "99%" }) : percentage(chance);
}
